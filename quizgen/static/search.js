/*
 * The search of Kámen: the box in the header and the page search.html.
 *
 * MiniSearch ranks; this file reads the box, folds words, and shows what was found. Both
 * MiniSearch and the documents (assets/search/docs.js, which calls kamenSearch) are loaded when
 * somebody first looks at the box. All words for readers come with the documents.
 */
(() => {
  'use strict';

  const MOST = 12;
  const FIELDS = ['titles', 'asked', 'text', 'belief', 'story', 'terms'];
  const ALIKE = 3; // how far such a likeness lifts a document
  const BOOST = { titles: 5, asked: 4, terms: 1.2, text: 2, belief: 2.5, story: 0.6 };

  const form = document.querySelector('.md-search__form');
  if (!form) return;
  const root = new URL(form.dataset.root, document.baseURI);
  const input = form.elements.q;
  const output = document.querySelector('.kamen-search__status');
  const list = document.querySelector('.md-search-result__list');
  const toggle = document.getElementById('__search');
  let data;
  let index;
  let loading;

  // ---- Words ----

  /** Small letters without accents. */
  const fold = (word) =>
    word.toLowerCase().normalize('NFD').replace(/\p{M}/gu, '');

  const split = (text) => String(text).split(/[^\p{L}\p{N}]+/u);

  /** A long word also stands for its other endings: by its beginning. */
  const stem = (word) => (word.length > 4 ? word.slice(0, Math.max(4, word.length - 2)) : word);

  /** What a word is found by: itself, its beginning, and what else is called so. */
  function own(plain) {
    if (!plain || data.stop.includes(plain)) return [];
    const short = stem(plain);
    const meanings = (data.same[plain] ?? []).map((number) => `#${number}`);
    return [plain, ...(short === plain ? [] : [`${short}~`]), ...meanings];
  }

  /** One word as terms of the index; the name of a longer term stands for its words, too. */
  function terms(word) {
    const plain = fold(word);
    return [plain, ...(data.also[plain]?.split(' ') ?? [])].flatMap(own);
  }

  function say(key, n) {
    const text = data.words[key];
    if (text) return text;
    const category = new Intl.PluralRules(data.lang).select(n);
    const counted = data.words[`${key}.${category}`] ?? data.words[`${key}.other`];
    return counted.replace('{n}', new Intl.NumberFormat(data.lang).format(n));
  }

  // ---- Loading ----

  const script = (path) =>
    new Promise((done, failed) => {
      const node = document.createElement('script');
      node.src = new URL(path, root).href;
      node.onload = done;
      node.onerror = failed;
      document.head.append(node);
    });

  function load() {
    loading ??= Promise.all([
      script('assets/search/minisearch.js'),
      script('assets/search/docs.js'),
    ]).then(makeIndex);
    return loading;
  }

  window.kamenSearch = (documents) => {
    data = documents;
  };

  function makeIndex() {
    index = new window.MiniSearch({
      fields: FIELDS,
      storeFields: ['title', 'kind', 'text', 'asked'],
      tokenize: split,
      processTerm: terms,
      searchOptions: { boost: BOOST, prefix: (term) => /^[^#].*[^~]$/.test(term) && term.length > 3 },
    });
    index.addAll(data.docs);
  }

  /** What a question is compared by: its words without those that say little. */
  const gist = (text) => [
    ...new Set(
      split(text)
        .map(fold)
        .filter((word) => word && !data.stop.includes(word)),
    ),
  ];

  /** Whether two words differ in no more than their endings. */
  function akin(one, other) {
    if (one === other) return true;
    const short = Math.min(one.length, other.length);
    const root = Math.max(4, short - 2);
    return short >= 4 && one.slice(0, root) === other.slice(0, root);
  }

  /** How much a question is like another: 1 when their words are the same, 0 when none is. */
  function likeness(one, other) {
    const common = (words, others) =>
      words.filter((word) => others.some((each) => akin(word, each))).length;
    return (common(one, other) + common(other, one)) / (one.length + other.length || 1);
  }

  /**
   * The best documents; rules come before what only mentions the words, and those that are
   * asked about in much the same words before all.
   */
  function find(query) {
    const boostDocument = (id, term, doc) => ({ rule: 1.3, term: 0.9 })[doc.kind] ?? 0.7;
    const asked = gist(query);
    const weight = ({ asked: questions, score }) =>
      score * (1 + ALIKE * Math.max(0, ...questions.map((one) => likeness(asked, gist(one)) ** 3)));
    return index
      .search(query, { boostDocument })
      .map((found) => ({ ...found, score: weight(found) }))
      .sort((one, other) => other.score - one.score);
  }

  // ---- Showing ----

  function item({ id, title, kind, text }) {
    const row = document.createElement('li');
    row.className = 'md-search-result__item';
    const link = document.createElement('a');
    link.className = 'md-search-result__link';
    link.href = new URL(id, root).href;
    const head = document.createElement('strong');
    head.textContent = title;
    const type = document.createElement('span');
    type.className = 'kamen-search__kind';
    type.textContent = say(`kind.${kind}`);
    const teaser = document.createElement('span');
    teaser.className = 'kamen-search__teaser';
    teaser.textContent = text.length > 140 ? `${text.slice(0, text.lastIndexOf(' ', 140))} …` : text;
    link.append(head, type, teaser);
    row.append(link);
    return row;
  }

  async function show() {
    const query = input.value.trim();
    if (!query) {
      list.replaceChildren();
      output.textContent = '';
      return;
    }
    try {
      await load();
    } catch {
      loading = undefined;
      output.textContent = form.dataset.failed;
      return;
    }
    if (input.value.trim() !== query) return;
    const found = find(query);
    const shown = form.dataset.all === undefined ? found.slice(0, MOST) : found;
    list.replaceChildren(...shown.map(item));
    output.textContent = found.length ? say('found', found.length) : say('none');
  }

  // ---- Listening ----

  const open = () => {
    toggle.checked = true;
  };
  const close = () => {
    toggle.checked = false;
  };

  input.addEventListener('focus', () => {
    open();
    load().catch(() => {});
  });
  // By its picture in the header, or by the arrow in the box.
  toggle.addEventListener('change', () => (toggle.checked ? input.focus() : input.blur()));
  input.addEventListener('input', show);
  form.addEventListener('reset', () => setTimeout(show));

  const box = form.closest('.md-search');
  box.addEventListener('focusout', ({ relatedTarget: next }) => {
    if (next && !box.contains(next)) close();
  });

  document.addEventListener('keydown', (event) => {
    const typing = event.target.closest('input:not([type=checkbox]), textarea, select');
    if (event.key === 'Escape' && toggle.checked) {
      close();
      input.blur();
    } else if (!typing && !event.ctrlKey && !event.metaKey && !event.altKey) {
      if (event.key === '/' || event.key === 's' || event.key === 'f') {
        event.preventDefault();
        event.stopPropagation();
        input.focus();
      }
    } else if (event.key === 'ArrowDown' && event.target === input) {
      event.preventDefault();
      list.querySelector('a')?.focus();
    }
  });
  list.addEventListener('keydown', (event) => {
    const links = [...list.querySelectorAll('a')];
    const at = links.indexOf(document.activeElement);
    const next = { ArrowDown: at + 1, ArrowUp: at - 1 }[event.key];
    if (next === undefined) return;
    event.preventDefault();
    (links[next] ?? (next < 0 ? input : links[at])).focus();
  });
  document.addEventListener('click', (event) => {
    if (toggle.checked && !event.target.closest('.md-search, #__search, [for=__search]')) close();
  });

  const asked = new URLSearchParams(location.search).get('q');
  if (asked) {
    input.value = asked;
    open();
    show();
  }
})();
