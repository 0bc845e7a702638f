/*
 * The quiz of Kámen: a trainer and single questions, played in the page.
 *
 *   <div data-quiz="practice" data-root="../">fallback</div>
 *   <div data-quiz="single" data-question="ID" data-root="../" data-more="../quiz/">fallback</div>
 *
 * data-root (one for all quizzes of a page) leads to the language root; data-level is the rank
 * of the question's heading (2 in the trainer, else 3). Data arrive as scripts:
 * assets/quiz/index.js calls kamenQuiz({index}), chunks beside it kamenQuiz({chunk, questions}).
 * The trainer's address may name filters: quiz.html?ruleset=ID&topic=ID.
 *
 * All words for readers come from index.words, the keys `quiz.ui.…` of the catalogues; those
 * that count something are {one, few, many, other}. A hint may be missing.
 */
(() => {
  'use strict';

  const PROGRESS = 'kamen-progress';
  const SETTINGS = 'kamen-quiz-settings';
  const SHOWN = 'kamen-quiz-shown';
  const NO_FILTERS = { ruleset: '', topic: '', kind: '', onlyWrong: false };
  const FILTER_LISTS = { ruleset: 'rulesets', topic: 'topics', kind: 'kinds' };

  const ICONS = {
    right: '<path d="M5 12.5l4.5 4.5L19 7.5"/>',
    wrong: '<path d="M7 7l10 10M17 7L7 17"/>',
    partly: '<path d="M6 12h12"/>',
    up: '<path d="M12 19V6M6 11.5L12 5.5l6 6"/>',
    down: '<path d="M12 5v13M6 12.5l6 6 6-6"/>',
  };

  const questions = new Map();
  const loading = new Map();
  const players = new Map();
  const unsaved = {};
  let index, plural, numbers;
  let root = '';
  let lastNumber = 0;

  // ---- Words ----

  function useIndex(data) {
    index = data;
    plural = new Intl.PluralRules(data.lang);
    numbers = new Intl.NumberFormat(data.lang);
  }

  function say(key, values = {}) {
    const word = index.words[key] ?? '';
    const count = plural.select(values.answered ?? values.n ?? 0);
    const text = typeof word === 'string' ? word : word[count] ?? word.other;
    const printed = (value) => (typeof value === 'number' ? numbers.format(value) : value);
    return text.replace(/\{(\w+)\}/g, (_, name) => printed(values[name]));
  }

  const labelOf = (list, id) => list.find((entry) => entry.id === id)?.label ?? '';

  // ---- Nodes ----

  /** el('p.look', {props}, kids…): strings become attributes, other values properties. */
  function el(tag, ...parts) {
    const [name, ...looks] = tag.split('.');
    const node = document.createElement(name);
    node.classList.add(...looks);
    for (const part of parts) {
      if (isRecord(part)) setAll(node, part);
      else if (part) node.append(part);
    }
    return node;
  }

  function setAll(node, props) {
    for (const [name, value] of Object.entries(props)) {
      if (typeof value === 'string') node.setAttribute(name, value);
      else node[name] = value;
    }
  }

  const icon = (name) =>
    html(`<svg class="kq-icon" viewBox="0 0 24 24" aria-hidden="true">${ICONS[name]}</svg>`);

  /** Trusted HTML from the data; links in it are relative to the language root. */
  function html(text) {
    const template = el('template');
    template.innerHTML = text ?? '';
    for (const link of template.content.querySelectorAll('a[href]')) {
      const href = link.getAttribute('href');
      if (!/^([a-z]+:|[/#])/i.test(href)) link.setAttribute('href', root + href);
    }
    return template.content;
  }

  const button = (look, onclick, ...kids) =>
    el(`button.kq-button.kq-${look}`, { type: 'button', onclick }, ...kids);

  const freshId = () => `kq-${(lastNumber += 1)}`;

  const keyCap = (n) => n < 10 && el('kbd.kq-key', { 'aria-hidden': 'true' }, String(n));

  /** What a node is called in an announcement, also where it is but a picture. */
  function spoken(node) {
    const text = node.textContent.trim();
    return text || node.querySelector('[aria-label]')?.getAttribute('aria-label') || '';
  }

  function moveFocus(node) {
    node.tabIndex = -1;
    node.focus();
  }

  // ---- Storage ----

  function recall(key, area = 'localStorage') {
    try {
      return JSON.parse(unsaved[key] ?? window[area].getItem(key));
    } catch {
      return null;
    }
  }

  function keep(key, value, area = 'localStorage') {
    unsaved[key] = JSON.stringify(value);
    try {
      window[area].setItem(key, unsaved[key]);
      delete unsaved[key];
    } catch {
      // A private window or a full store: it lasts as long as the page.
    }
  }

  const isRecord = (value) => value?.constructor === Object;

  const isEntry = (entry) =>
    Number.isSafeInteger(entry?.n) &&
    Number.isSafeInteger(entry.right) &&
    entry.right >= 0 &&
    entry.n >= Math.max(1, entry.right) &&
    typeof entry.last === 'boolean';

  const isProgress = (data) => isRecord(data) && data.v === 1 && isRecord(data.answers);

  /** The answers in a progress document; entries that are none are left out. */
  function answersIn(data) {
    const answers = Object.create(null);
    if (!isProgress(data)) return answers;
    const good = Object.entries(data.answers).filter(([, entry]) => isEntry(entry));
    for (const [id, { n, right, last }] of good) answers[id] = { n, right, last };
    return answers;
  }

  /** Null if it is no progress document, or one with faults. */
  function validAnswers(data) {
    return isProgress(data) && Object.values(data.answers).every(isEntry) ? answersIn(data) : null;
  }

  const readAnswers = () => answersIn(recall(PROGRESS));

  const saveAnswers = (answers) => keep(PROGRESS, { v: 1, answers });

  function record(id, isRight) {
    const answers = readAnswers();
    const { n, right } = answers[id] ?? { n: 0, right: 0 };
    answers[id] = { n: n + 1, right: right + Number(isRight), last: isRight };
    saveAnswers(answers);
  }

  /** The last result is that of whoever answered more often. */
  function mergeEntry(mine, theirs) {
    const [ahead, behind] = [mine, theirs].sort((a, b) => b.n - a.n || b.right - a.right);
    return { ...ahead, right: Math.max(ahead.right, behind.right) };
  }

  async function importFile(file) {
    let found = null;
    try {
      found = validAnswers(JSON.parse(await file.text()));
    } catch {
      // Not JSON: refused like any bad file.
    }
    if (!found) return say('importBad');
    const answers = readAnswers();
    const ids = Object.keys(found);
    for (const id of ids) answers[id] = mergeEntry(answers[id] ?? found[id], found[id]);
    saveAnswers(answers);
    return say('imported', { n: ids.length });
  }

  function exportFile() {
    const text = JSON.stringify({ v: 1, answers: readAnswers() }, null, 1);
    const href = URL.createObjectURL(new Blob([text], { type: 'application/json' }));
    const link = el('a', { href, download: 'kamen-progress.json' });
    link.click();
    setTimeout(() => URL.revokeObjectURL(href), 1000);
  }

  const rememberShown = (shown) => keep(SHOWN, shown, 'sessionStorage');

  /** The last answer of this tab, so that a language switch shows its explanation again. */
  function recallShown(question) {
    const shown = recall(SHOWN, 'sessionStorage');
    const isKnown = shown?.id === question.id && shown.attempt < readAnswers()[question.id]?.n;
    return isKnown && isResponse(question, shown.response) ? shown : undefined;
  }

  /** Whether a question as it now is can be answered so. */
  function isResponse({ kind, choices, fields }, response) {
    if (!Array.isArray(response)) return false;
    const isText = (part) => typeof part === 'string';
    if (kind === 'pay') return response.length === fields.length && response.every(isText);
    const keys = choices.map(({ key }) => key);
    const isUnique = new Set(response).size === response.length;
    const isWhole = kind !== 'order' || response.length === keys.length;
    return isUnique && isWhole && response.every((key) => keys.includes(key));
  }

  const readSettings = () => ({ ...NO_FILTERS, keys: true, ...recall(SETTINGS) });

  const saveSettings = (change) => keep(SETTINGS, { ...readSettings(), ...change });

  /** The stored filters, as far as this index knows them. */
  function readFilters() {
    const filters = readSettings();
    for (const [name, list] of Object.entries(FILTER_LISTS)) {
      if (!labelOf(index[list], filters[name])) filters[name] = '';
    }
    return filters;
  }

  /** Filters named in the address are chosen once; later choices outlast a reload. */
  function takeFiltersFromAddress() {
    const named = new URLSearchParams(location.search);
    const chosen = Object.keys(FILTER_LISTS).filter((name) => named.has(name));
    if (!chosen.length) return;
    const filters = Object.fromEntries(chosen.map((name) => [name, named.get(name)]));
    saveSettings({ ...NO_FILTERS, ...filters });
    history.replaceState(history.state, '', location.pathname + location.hash);
  }

  // ---- Loading ----

  const dataUrl = (file) => new URL(`${root}assets/quiz/${file}`, document.baseURI).href;

  /** Settles also on failure: what counts is whether data came. */
  const loadScript = (src) =>
    new Promise((done) => document.head.append(el('script', { src, onload: done, onerror: done })));

  function loadChunk(name) {
    if (!loading.has(name)) {
      const load = loadScript(dataUrl(index.chunks[name]));
      loading.set(name, load.then(() => loading.delete(name)));
    }
    return loading.get(name);
  }

  const indexed = (id) => index.questions.find((question) => question.id === id);

  async function loadQuestion(id) {
    if (!questions.has(id)) await loadChunk(indexed(id).chunk);
    return questions.get(id);
  }

  function notice(text, label, onclick) {
    const message = el('p', { role: 'alert' }, say(text));
    return el('div.kq-notice', message, button('main', onclick, say(label)));
  }

  // ---- Which question, in which order ----

  function matches({ id, rulesets, topic, kind }, filters, answers) {
    const mine = { ruleset: rulesets, topic: [topic], kind: [kind] };
    const fits = (name) => !filters[name] || mine[name].includes(filters[name]);
    return Object.keys(mine).every(fits) && (!filters.onlyWrong || answers[id]?.last === false);
  }

  function chosenQuestions() {
    const filters = readFilters();
    const answers = readAnswers();
    return index.questions.filter((question) => matches(question, filters, answers));
  }

  /** New ones first, then those last answered wrong; each in turn from `id`, itself the last. */
  function idAfter(id) {
    const answers = readAnswers();
    const delay = (q) => (q.id === id ? 3 : Number(q.id in answers) + Number(!!answers[q.id]?.last));
    const order = index.questions;
    const start = order.findIndex((q) => q.id === id) + 1;
    const chosen = chosenQuestions();
    const turn = [...order.slice(start), ...order].filter((q) => chosen.includes(q));
    return turn.sort((a, b) => delay(a) - delay(b))[0]?.id;
  }

  /** FNV-1a */
  function hash(text) {
    let h = 2166136261;
    for (const char of text) h = Math.imul(h ^ char.codePointAt(0), 16777619) >>> 0;
    return h;
  }

  /** By the keys alone, so that it is the same in all languages. */
  function shuffled(choices, seed) {
    const rank = ({ key }) => hash(`${key} ${seed}`);
    return [...choices].sort((a, b) => rank(a) - rank(b));
  }

  function choicesInOrder({ id, kind, choices, answer }, attempt) {
    if (!['one', 'all', 'order'].includes(kind)) return choices;
    const list = shuffled(choices, `${id} ${attempt}`);
    // A list to be put in order must not start out as the solution.
    const isSolved = kind === 'order' && list.every(({ key }, i) => key === answer[i]);
    return isSolved ? [...list.slice(1), list[0]] : list;
  }

  // ---- Grading ----

  /** A whole number with spaces, sign, thousands set off by comma or dot; else NaN. */
  function parseAmount(text) {
    const plain = text.replace(/[\s\u2060]/g, '').replace(/^[\u2212\u2013]/, '-');
    const isWhole = /^[+-]?(\d+|\d{1,3}([,.]\d{3})+)$/.test(plain);
    return isWhole ? Number(plain.replace(/[,.]/g, '')) : NaN;
  }

  const isSigned = ({ values }) => Object.values(values).some((value) => value < 0);

  const solution = ({ kind, answer, fields, values }) =>
    kind === 'pay' ? fields.map(({ key }) => values[key]) : answer;

  /** Which parts of a response are right. */
  function hits(question, response) {
    const { kind } = question;
    const wanted = solution(question);
    const given = kind === 'pay' ? response.map(parseAmount) : response;
    const isOrdered = kind === 'pay' || kind === 'order';
    return given.map((part, i) => (isOrdered ? part === wanted[i] : wanted.includes(part)));
  }

  function grade(question, response) {
    const found = hits(question, response);
    const count = found.filter(Boolean).length;
    const isRight = count === found.length && count === solution(question).length;
    return isRight ? 'right' : count ? 'partly' : 'wrong';
  }

  // ---- Ways to answer ----
  // Each gives: node; read() and write(response), a list of keys or of numbers as typed;
  // mark(response); press(n) for the number keys; missing(), what an answer still lacks.

  function mark(row, state, text = say(state)) {
    row.classList.add(`kq-${state}`);
    row.append(el('span.kq-mark', icon(state === 'chosen-wrong' ? 'wrong' : 'right'), text));
  }

  function choiceRow(type, name, choice, n) {
    const input = el('input.kq-input', { type, name, value: choice.key });
    const text = el('span.kq-text', html(choice.html));
    const row = el('label.kq-choice', input, text, keyCap(n));
    return { key: choice.key, input, row };
  }

  function choosing(question, choices) {
    const { kind, answer } = question;
    const isSingle = kind === 'one' || kind === 'next';
    const name = freshId();
    const type = isSingle ? 'radio' : 'checkbox';
    const rows = choices.map((choice, i) => choiceRow(type, name, choice, i + 1));
    const look = kind === 'place' ? 'kq-tiles' : 'kq-choices';

    function markRow({ key, row }, response) {
      const isRight = answer.includes(key);
      if (response.includes(key)) mark(row, isRight ? 'chosen-right' : 'chosen-wrong');
      else if (isRight) mark(row, 'missed');
    }

    return {
      node: el('div', { class: look }, ...rows.map(({ row }) => row)),
      read: () => rows.filter(({ input }) => input.checked).map(({ key }) => key),
      write: (response) => rows.forEach(({ key, input }) => (input.checked = response.includes(key))),
      mark: (response) => rows.forEach((row) => markRow(row, response)),
      missing: () => isSingle && !rows.some(({ input }) => input.checked) && say('chooseFirst'),
      press(n) {
        const input = rows[n - 1]?.input;
        input?.focus();
        input?.click();
      },
    };
  }

  /**
   * The list is always a whole answer. Choices put by tap or key gather at its top in the
   * order of the taps (`put` of them); arrows move a choice anywhere.
   */
  function ordering({ answer }, choices, announce) {
    let put = 0;
    const items = choices.map(orderItem);
    let order = items;
    const node = el('ol.kq-order');

    function orderItem({ key, html: text }, i) {
      const label = el('span.kq-text', html(text));
      const name = spoken(label);
      const toggle = button('put', () => putOrTakeBack(item), label, keyCap(i + 1));
      const up = button('move', () => shift(item, -1, up), icon('up'));
      const down = button('move', () => shift(item, 1, down), icon('down'));
      const position = el('span.kq-position');
      const row = el('li.kq-item', position, toggle, up, down);
      const item = { key, name, row, position, toggle, up, down };
      up.ariaLabel = say('up', { item: name });
      down.ariaLabel = say('down', { item: name });
      return item;
    }

    function draw() {
      node.append(...order.map(({ row }) => row));
      order.forEach(({ position, toggle, up, down }, at) => {
        position.textContent = numbers.format(at + 1);
        toggle.ariaPressed = String(at < put);
        up.ariaDisabled = String(at === 0);
        down.ariaDisabled = String(at === order.length - 1);
      });
    }

    function moveTo(item, at, focused) {
      order = order.filter((other) => other !== item);
      order.splice(at, 0, item);
      draw();
      focused.focus();
      announce(say('moved', { item: item.name, n: at + 1, total: order.length }));
    }

    function putOrTakeBack(item) {
      const isPut = order.indexOf(item) < put;
      put += isPut ? -1 : 1;
      moveTo(item, isPut ? put : put - 1, item.toggle);
    }

    function shift(item, step, arrow) {
      const from = order.indexOf(item);
      const to = from + step;
      if (!order[to]) return;
      put = Math.max(put, from + 1, to + 1);
      moveTo(item, to, arrow);
    }

    function markItem({ key, row }, at) {
      const right = answer.indexOf(key);
      if (right === at) mark(row, 'chosen-right', say('in-place'));
      else mark(row, 'chosen-wrong', say('belongs', { n: right + 1 }));
    }

    draw();
    return {
      node,
      read: () => order.map(({ key }) => key),
      write(response) {
        order = response.map((key) => items.find((item) => item.key === key));
        draw();
      },
      mark: () => order.forEach(markItem),
      press: (n) => items[n - 1] && putOrTakeBack(items[n - 1]),
    };
  }

  function paying(question) {
    const right = solution(question);
    const rows = question.fields.map(amountRow);

    function amountRow({ label }) {
      const id = freshId();
      // Not type="number": it refuses the spaces that people put between thousands.
      const input = el('input.kq-amount', { id, type: 'text', inputmode: 'numeric' });
      // Number pads of telephones have no minus.
      const sign = isSigned(question) && button('sign', () => flipSign(input), '±');
      if (sign) sign.ariaLabel = say('sign', { field: label });
      const name = el('label.kq-text', { for: id }, label);
      return { input, row: el('div.kq-payment', name, sign, input) };
    }

    function flipSign(input) {
      const flipped = (_, minus) => (minus ? '' : '\u2212');
      input.value = input.value.replace(/^\s*(?:([-\u2212\u2013])|\+?)/, flipped);
      input.focus();
    }

    function markRow({ input, row }, i) {
      const isRight = parseAmount(input.value) === right[i];
      if (isRight) mark(row, 'chosen-right');
      else mark(row, 'chosen-wrong', `${say('rightAnswer')}: ${amount(question, right[i])}`);
    }

    return {
      node: el('div.kq-payments', ...rows.map(({ row }) => row)),
      read: () => rows.map(({ input }) => input.value),
      write: (response) => rows.forEach(({ input }, i) => (input.value = response[i])),
      mark: () => rows.forEach(markRow),
      missing() {
        const isBad = ({ input }) => Number.isNaN(parseAmount(input.value));
        for (const row of rows) row.input.ariaInvalid = String(isBad(row));
        const bad = rows.find(isBad);
        bad?.input.focus();
        return bad && say('numbersFirst');
      },
      press: (n) => rows[n - 1]?.input.focus(),
    };
  }

  /** Signs are shown where a question is about who pays and who gets. */
  function amount(question, value) {
    const signDisplay = isSigned(question) ? 'exceptZero' : 'auto';
    return new Intl.NumberFormat(index.lang, { signDisplay }).format(value).replace('-', '\u2212');
  }

  const answeringOf = ({ kind }) => ({ order: ordering, pay: paying })[kind] ?? choosing;

  // ---- Feedback ----

  const list = (tag, lines) =>
    el(tag, { class: 'kq-list' }, ...lines.map((line) => el('li', line)));

  /** All tiles of the set, with some of them picked out: alone they might look the same. */
  function tileRow(choices, keys) {
    const places = choices.flatMap(({ key }, i) => (keys.includes(key) ? numbers.format(i + 1) : []));
    const tile = (choice) =>
      el('span', { class: keys.includes(choice.key) ? 'kq-on' : 'kq-off' }, html(choice.html));
    const props = { class: 'kq-row', role: 'img', 'aria-label': places.join(', ') };
    return el('div', props, ...choices.map(tile));
  }

  function rightAnswer(question) {
    const { kind, answer, choices, fields } = question;
    if (kind === 'pay') {
      const right = solution(question);
      return list('ul', fields.map(({ label }, i) => `${label}: ${amount(question, right[i])}`));
    }
    if (!answer.length) return list('ul', [say('noneOfThem')]);
    if (kind === 'place') return tileRow(choices, answer);
    const lines = answer.map((key) => html(choices.find((choice) => choice.key === key).html));
    return list(kind === 'order' ? 'ol' : 'ul', lines);
  }

  /** What the wrong choices mistake. */
  function mistakes(question, response) {
    const { kind, choices } = question;
    const found = hits(question, response);
    const about = ({ key, html: text }) => (kind === 'place' ? tileRow(choices, [key]) : html(text));
    const note = (choice) =>
      el(
        'div.kq-note',
        response.length > 1 && el('div.kq-about', about(choice)),
        html(choice.note),
      );
    const isMistake = ({ key, note: text }) => text && found[response.indexOf(key)] === false;
    return [...knownMistakes(question, response), ...choices.filter(isMistake).map(note)];
  }

  /** Wrong answers of several parts that somebody would give for a reason. */
  function knownMistakes({ kind, mistakes: known = [] }, response) {
    const given = kind === 'pay' ? response.map((text) => String(parseAmount(text))) : response;
    const isOrdered = kind === 'pay' || kind === 'order';
    const fits = (key, i) => (isOrdered ? key === given[i] : given.includes(key));
    const isGiven = ({ answer }) => answer.length === given.length && answer.every(fits);
    return known.filter(isGiven).map(({ note }) => el('div.kq-note', html(note)));
  }

  function part(level, key, content) {
    const title = el(`h${level}.kq-sub`, say(key));
    return el('div.kq-part', title, el('div', content));
  }

  function explanation(question, response, result, level) {
    const { why, rules, others } = question;
    const link = ({ href, title }) => el('a', { href: root + href }, title);
    return [
      ...mistakes(question, response),
      result !== 'right' && part(level, 'rightAnswer', rightAnswer(question)),
      why && part(level, 'why', html(why)),
      rules.length && part(level, 'rule', list('ul', rules.map(link))),
      others && part(level, 'others', html(others)),
    ].filter(Boolean);
  }

  function resultHeading(level, result) {
    const badge = el('span.kq-badge', icon(result));
    return el(`h${level}.kq-result`, badge, say(result));
  }

  function announcement(question, result) {
    if (result === 'right') return say(result);
    const right = rightAnswer(question);
    const text = right.ariaLabel ?? [...right.children].map(spoken).join(', ');
    return `${say(result)} – ${say('rightAnswer')}: ${text}`;
  }

  // ---- A question in play ----

  function statusLine() {
    const node = el('p.kq-hidden', { role: 'status', 'aria-live': 'polite' });
    return { node, announce: (text) => node.replaceChildren(text) };
  }

  function questionField(question, ui) {
    const more = question.kind === 'pay' && isSigned(question) ? say('hint-signed') : '';
    const hint = `${say(`hint-${question.kind}`)} ${more}`.trim();
    const id = freshId();
    return el(
      'fieldset.kq-field',
      hint && { 'aria-describedby': id },
      el('legend.kq-prompt', html(question.prompt)),
      hint && el('p.kq-hint', { id }, hint),
      ui.node,
    );
  }

  function permalink(id, page) {
    const link = el('a', { href: `${page}#${encodeURIComponent(id)}` }, el('code', id));
    return el('p.kq-link', `${say('permalink')}: `, link);
  }

  /**
   * Puts a question into `card`. Options: level (of its heading), position, page (that
   * permanent links lead to), announce, onAnswer, onNext, extra (a node for the last row),
   * past ({attempt, response}: an answer to show once more).
   */
  function play(card, question, options) {
    const { level, announce, onNext, past } = options;
    const attempt = past?.attempt ?? readAnswers()[question.id]?.n ?? 0;
    const ui = answeringOf(question)(question, choicesInOrder(question, attempt), announce);
    const title = el(`h${level}.kq-title`, labelOf(index.topics, question.topic));
    const rules = el('span.kq-rules', question.label);
    const count = options.position && el('span.kq-count', options.position);
    const field = questionField(question, ui);
    const need = el('p.kq-need', { role: 'alert' });
    const check = button('main', null, say('check'));
    const skip = onNext && button('quiet', onNext, say('skip'));
    const actions = el('div.kq-actions', check, skip);
    const feedback = el('div.kq-feedback', { hidden: true });
    const form = el('form', { noValidate: true, autocomplete: 'off' }, field, need, actions);
    let isOver = false;
    check.type = 'submit';

    function showResult(response) {
      const result = grade(question, response);
      const head = resultHeading(level + 1, result);
      isOver = true;
      field.disabled = true;
      actions.hidden = true;
      need.textContent = '';
      ui.mark(response);
      feedback.classList.add(`kq-${result}`);
      feedback.append(head, ...explanation(question, response, result, level + 2));
      feedback.append(lastRow(result));
      feedback.hidden = false;
      return { result, head };
    }

    function lastRow(result) {
      const retry = () => moveFocus(play(card, question, { ...options, past: undefined }));
      return el(
        'div.kq-actions',
        onNext && button('main', onNext, say('next')),
        result !== 'right' && button('quiet', retry, say('again')),
        options.extra?.(),
      );
    }

    function answer() {
      if (isOver) return;
      need.textContent = ui.missing?.() || '';
      if (need.textContent) return;
      const response = ui.read();
      const { result, head } = showResult(response);
      record(question.id, result === 'right');
      rememberShown({ id: question.id, attempt, response });
      announce(announcement(question, result));
      options.onAnswer?.();
      moveFocus(head);
    }

    form.onsubmit = (event) => {
      event.preventDefault();
      answer();
    };
    card.replaceChildren(
      el('div.kq-head', title, rules, count),
      el('div.kq-story', html(question.story)),
      el('div.kq-picture', html(question.picture)),
      form,
      feedback,
      permalink(question.id, options.page),
    );
    if (past) {
      ui.write(past.response);
      showResult(past.response);
    } else rememberShown(null);
    const press = (n) => !isOver && ui.press(n);
    players.set(card.closest('[data-quiz]'), { press, answer, next: onNext });
    return title;
  }

  // ---- The trainer ----

  /** Each choice tells how many questions it would leave. */
  function selectFilter(name, onChange) {
    const onchange = ({ target }) => onChange({ [name]: target.value });
    const listed = [{ id: '', label: say('all') }, ...index[FILTER_LISTS[name]]];
    const options = listed.map(({ id }) => el('option', { value: id }));
    const select = el('select.kq-select', { onchange }, ...options);

    function refresh() {
      const filters = readFilters();
      const answers = readAnswers();
      const fits = (id) => (q) => matches(q, { ...filters, [name]: id }, answers);
      listed.forEach(({ id, label }, i) => {
        const n = index.questions.filter(fits(id)).length;
        options[i].textContent = `${label} (${numbers.format(n)})`;
      });
      select.value = filters[name];
    }

    return { node: el('label.kq-filter', el('span', say(name)), select), refresh };
  }

  function checkbox(label, checked, onChange) {
    const onchange = ({ target }) => onChange(target.checked);
    const input = el('input', { type: 'checkbox', class: 'kq-input', checked, onchange });
    return el('label.kq-check', input, el('span', label));
  }

  function filterSummary() {
    const filters = readFilters();
    const chosen = ([name, list]) => labelOf(index[list], filters[name]);
    const labels = Object.entries(FILTER_LISTS).map(chosen);
    const parts = [...labels, filters.onlyWrong && say('onlyWrong')].filter(Boolean);
    return parts.join(' · ') || say('all');
  }

  function filterPanel(onChange) {
    const active = el('span.kq-active');
    const summary = el('summary.kq-summary', `${say('filters')}: `, active);
    const lists = Object.keys(FILTER_LISTS).map((name) => selectFilter(name, change));
    const toggle = checkbox(say('onlyWrong'), false, (onlyWrong) => change({ onlyWrong }));
    const grid = el('div.kq-grid', ...lists.map(({ node }) => node), toggle);

    function refresh() {
      for (const list of lists) list.refresh();
      toggle.firstChild.checked = readFilters().onlyWrong;
      active.textContent = filterSummary();
    }

    function change(part) {
      saveSettings(part);
      refresh();
      onChange();
    }

    refresh();
    return { node: el('details.kq-filters', summary, grid), refresh };
  }

  function progressLine() {
    const text = el('p.kq-score');
    const right = el('span.kq-bar-right');
    const wrong = el('span.kq-bar-wrong');
    const bar = el('div.kq-bar', { 'aria-hidden': 'true' }, right, wrong);

    function refresh() {
      const answers = readAnswers();
      const entries = index.questions.map(({ id }) => answers[id]).filter(Boolean);
      const rights = entries.filter(({ last }) => last).length;
      const share = (n) => `${(100 * n) / (index.questions.length || 1)}%`;
      right.style.width = share(rights);
      wrong.style.width = share(entries.length - rights);
      text.textContent = say('progress', { right: rights, answered: entries.length });
    }

    refresh();
    return { node: el('div.kq-progress', text, bar), refresh };
  }

  function progressTools(onChange) {
    const message = el('p.kq-message', { role: 'status', 'aria-live': 'polite' });
    const file = el('input', { type: 'file', accept: '.json,application/json', hidden: true });
    const reset = button('quiet', () => ask(true), say('reset'));
    const sure = say('resetSure');
    const yes = button('danger', doReset, say('resetYes'));
    const no = button('quiet', () => ask(false), say('cancel'));
    const props = { role: 'group', 'aria-label': sure, hidden: true };
    const confirm = el('div.kq-actions', props, el('strong', sure), yes, no);

    function ask(isAsking) {
      confirm.hidden = !isAsking;
      reset.hidden = isAsking;
      message.textContent = '';
      (isAsking ? no : reset).focus();
    }

    function doReset() {
      saveAnswers({});
      ask(false);
      message.textContent = say('resetDone');
      onChange(true);
    }

    file.onchange = async () => {
      if (!file.files.length) return;
      message.textContent = await importFile(file.files[0]);
      file.value = '';
      onChange(false);
    };
    const save = button('quiet', exportFile, say('export'));
    const load = button('quiet', () => file.click(), say('import'));
    const main = el('div.kq-actions', save, load, reset, file);
    return el('div.kq-tools', main, confirm, message);
  }

  function keyHelp(host) {
    const { keys } = readSettings();
    const show = (isOn) => host.classList.toggle('kq-no-keys', !isOn);
    const toggle = checkbox(say('keysOn'), keys, (isOn) => {
      saveSettings({ keys: isOn });
      show(isOn);
    });
    show(keys);
    return el('div.kq-help', el('p', say('keys')), toggle);
  }

  function mountPractice(host) {
    takeFiltersFromAddress();
    const card = el('div.kq-card');
    const status = statusLine();
    const progress = progressLine();
    const filters = filterPanel(filtersChanged);
    const level = Number(host.dataset.level ?? 2);
    const unknown = el('p.kq-message', { role: 'status' });
    let current;

    function positionOf(id) {
      const ids = chosenQuestions().map((question) => question.id);
      const n = ids.indexOf(id) + 1;
      return n && say('questionOf', { n, total: ids.length });
    }

    async function show(id, { focus = true, again = false } = {}) {
      current = id;
      setHash(id);
      if (id === undefined) return showNone(focus);
      const question = await loadQuestion(id);
      if (current !== id) return;
      if (!question) return showFailure(id);
      const title = play(card, question, {
        level,
        past: again ? recallShown(question) : undefined,
        page: '',
        position: positionOf(id),
        announce: status.announce,
        onAnswer: refresh,
        onNext: goOn,
      });
      if (focus) moveFocus(title);
    }

    function showFailure(id) {
      players.delete(host);
      card.replaceChildren(notice('loadFailed', 'retry', () => show(id)), permalink(id, ''));
    }

    function showNone(focus) {
      players.delete(host);
      const message = notice('none', 'clearFilters', clearFilters);
      card.replaceChildren(message);
      if (focus) moveFocus(message);
    }

    function clearFilters() {
      saveSettings(NO_FILTERS);
      filters.refresh();
      goOn();
    }

    function goOn() {
      unknown.textContent = '';
      show(idAfter(current));
    }

    /** A link may lead to a question that there is no more. */
    function tellUnknown() {
      const name = location.hash.slice(1);
      const isKnown = !name || idFromHash() || document.getElementById(name);
      unknown.textContent = isKnown ? '' : say('unknown');
    }

    function filtersChanged() {
      show(positionOf(current) ? current : idAfter(current), { focus: false });
    }

    function refresh() {
      progress.refresh();
      filters.refresh();
    }

    function progressChanged(isReset) {
      refresh();
      if (isReset) show(current ?? idAfter(), { focus: false });
    }

    host.replaceChildren(
      filters.node,
      progress.node,
      unknown,
      card,
      progressTools(progressChanged),
      keyHelp(host),
      status.node,
    );
    window.addEventListener('hashchange', () => {
      const id = idFromHash();
      tellUnknown();
      if (id && id !== current) show(id);
    });
    const id = idFromHash();
    tellUnknown();
    show(id ?? idAfter(), { focus: false, again: Boolean(id) });
  }

  // ---- One question in a page ----

  async function mountSingle(host) {
    const id = host.dataset.question;
    if (!indexed(id)) return;
    const question = await loadQuestion(id);
    if (!question) {
      // The question as printed stays.
      const note = notice('loadFailed', 'retry', () => {
        note.remove();
        mountSingle(host);
      });
      host.append(note);
      return;
    }
    const page = host.dataset.more;
    const status = statusLine();
    const card = el('div.kq-card');
    host.replaceChildren(card, status.node);
    play(card, question, {
      level: Number(host.dataset.level ?? 3),
      page: page ?? '',
      announce: status.announce,
      extra: () => page && el('a.kq-more', { href: page }, say('more')),
    });
  }

  // ---- The address and the other languages ----

  function idFromHash() {
    const hash = location.hash.slice(1);
    return index.questions.find(({ id }) => hash === id || hash === encodeURIComponent(id))?.id;
  }

  function setHash(id) {
    history.replaceState(history.state, '', `#${encodeURIComponent(id ?? '')}`);
    for (const link of document.querySelectorAll('a[hreflang]')) {
      if (leadsToThisPage(link)) link.hash = location.hash;
    }
  }

  /** True for a link to the same page of another language: only the root differs. */
  function leadsToThisPage(link) {
    const tidy = (path) => path.replace(/index\.html$/, '');
    const home = new URL(root, document.baseURI).pathname;
    const page = tidy(location.pathname).slice(home.length);
    const isHere = link.protocol === location.protocol && link.host === location.host;
    return isHere && tidy(link.pathname).endsWith(`/${page}`);
  }

  // ---- Keys ----

  const TYPING = 'select, [type=text]';
  const NOT_OURS = ['ctrlKey', 'metaKey', 'altKey', 'isComposing', 'repeat', 'defaultPrevented'];
  const HAS_OWN_ENTER = 'a, button, summary, input, select';

  /** The quiz that has the focus; the trainer also when nothing has it. */
  function playerInFocus() {
    const focused = document.activeElement;
    const isFree = !focused || focused === document.body;
    const host = isFree
      ? document.querySelector('[data-quiz=practice]')
      : focused.closest('[data-quiz]');
    return isFree || !focused.matches(TYPING) ? players.get(host) : undefined;
  }

  /** By its place on the keyboard: the upper row of a Czech one gives digits only with Shift. */
  function digitOf({ key, code, shiftKey }) {
    const found = /^([1-9])$/.exec(key) ?? (!shiftKey && /^Digit([1-9])$/.exec(code));
    return found ? Number(found[1]) : 0;
  }

  function actionFor(event, player) {
    const digit = digitOf(event);
    if (digit) return () => player.press(digit);
    if (event.shiftKey) return undefined;
    if (event.key === 'Enter' && !event.target.closest(HAS_OWN_ENTER)) return player.answer;
    return event.key.toLowerCase() === 'n' ? player.next : undefined;
  }

  function onKey(event) {
    if (NOT_OURS.some((sign) => event[sign])) return;
    const player = index && playerInFocus();
    const action = player && readSettings().keys && actionFor(event, player);
    if (!action) return;
    event.preventDefault();
    // Material for MkDocs listens on the window, where N opens the next page.
    event.stopPropagation();
    action();
  }

  // ---- Start ----

  const hosts = () => [...document.querySelectorAll('[data-quiz]')];

  function findRoot() {
    root = (hosts()[0].dataset.root || '.').replace(/\/?$/, '/');
  }

  function mount() {
    if (document.readyState === 'loading') return;
    const waiting = hosts().filter((host) => !host.classList.contains('kq'));
    if (!waiting.length) return;
    findRoot();
    if (!index) {
      // If it fails the fallback stays: there are no words to say so in.
      loadScript(dataUrl('index.js'));
      return;
    }
    for (const host of waiting) {
      host.classList.add('kq');
      (host.dataset.quiz === 'practice' ? mountPractice : mountSingle)(host);
    }
  }

  window.kamenQuiz = (data) => {
    if (data.index) {
      useIndex(data.index);
      mount();
    }
    if (data.chunk) {
      for (const question of data.questions) questions.set(question.id, question);
    }
  };

  document.addEventListener('keydown', onKey);
  document.addEventListener('DOMContentLoaded', mount);
  mount();
})();
