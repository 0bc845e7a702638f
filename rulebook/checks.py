"""Everything that must hold between definitions, and every example run."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from pathlib import Path

from rulebook.actions import ActionKind
from rulebook.catalog import languages
from rulebook.collector import no_collector
from rulebook.cores import over_cores
from rulebook.examples import (
    Run,
    check_example,
    expectation_for,
    misread,
    outcome_of,
    qualified,
    rulesets_of,
)
from rulebook.load import Entry, Rulebook, choices_of, load_rulebook, parse_value
from rulebook.outcome import Outcome
from rulebook.paths import definitions, shown
from rulebook.problems import Message, Problem, merge, nearest
from rulebook.registry import registered
from rulebook.ruleset import Family, RuleSet
from rulebook.ruling import Reason
from rulebook.schema import Example, Expectation, Misreading, ParameterDef, RuleDef, Words
from rulebook.texts import empty_values, rejected_words
from rulebook.typography import typed
from rulebook.wording import Wording, WordingError, outside_slots, slots_in

__all__ = ["Report", "check", "ruleset_problems", "unknown_rulesets"]

_ID = re.compile(r"[a-z]+(\.[a-z0-9]+(-[a-z0-9]+)*){1,2}")
_NAME = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")


@dataclass(frozen=True, slots=True)
class Report:
    """What a check found.

    Attributes:
        rules: how many rules there are.
        examples: how many examples they have.
        runs: how often examples were run, once for each rule set.
        rulesets: the ids of the rule sets.
        uncovered: the ids of computed rules that no example shows.
        problems: everything that is wrong, in the order of files and lines.
    """

    rules: int
    examples: int
    runs: int
    rulesets: tuple[str, ...]
    uncovered: tuple[str, ...]
    problems: tuple[Problem, ...]


@no_collector()
def check(paths: Iterable[Path] = (), processes: int = 1) -> Report:
    """Load everything, or everything and the given files, and check it.

    With files given only what they define is checked and counted; for a rule set
    that means every example that it has a part in. The report is the same for any
    number of processes.
    """
    files = [path.resolve() for path in paths]
    extra = [path for path in files if not path.is_relative_to(definitions())]
    given = {shown(path) for path in files}
    book, problems = load_rulebook(extra)
    for find in _ALL:
        problems += find(book)
    checked = _checked(book, given)
    strange = set(map(shown, extra))
    parts = [
        list(checked.values())[start : start + _PART] for start in range(0, len(checked), _PART)
    ]
    found = over_cores(lambda rules: _checked_rules(book, rules, strange), parts, processes)
    problems += [problem for one in found for problem in one.problems]
    if not problems and not files:
        problems += _param_pairs(book)
    if files:
        problems = list(_concerning(book, problems, given))
    computed = {rule.id for rule in checked.values() if rule.kind == "rule"}
    return Report(
        rules=len(checked),
        examples=sum(len(rule.examples) for rule in checked.values()),
        runs=sum(one.runs for one in found),
        rulesets=tuple(book.rulesets),
        uncovered=tuple(sorted(computed.difference(*(one.covered for one in found)))),
        problems=tuple(merge(problems)),
    )


_PART = 40
"""How many rules a process checks before it is given more."""


@dataclass(frozen=True, slots=True)
class _Found:
    """What was found in some of the rules: see `Report`."""

    runs: int
    covered: frozenset[str]
    problems: list[Problem]


def _checked_rules(book: Rulebook, rules: Iterable[RuleDef], strange: Collection[str]) -> _Found:
    """Check rules one by one; those in `strange` files need not stand where their ids say."""
    problems: list[Problem] = []
    runs = 0
    covered: set[str] = set()
    seen: set[object] = set()
    for rule in rules:
        entry = book.entries["rule", (rule.id, rule.family)]
        problems += _rule(book, rule, entry, packaged=entry.file.path not in strange)
        results, faults = _examples(book, rule, entry)
        runs += sum(len(outcomes) for outcomes in results.values())
        problems += faults
        problems += _lessons(book, rule, entry, results, seen)
        covered |= {rule.id for outcomes in results.values() if outcomes}
    return _Found(runs, frozenset(covered), problems)


def _checked(book: Rulebook, given: Collection[str]) -> dict[tuple[str, str | None], RuleDef]:
    """The rules to check: all, or those of the given files when these hold no rule set."""
    if not given or any(_where(book, "ruleset", id) in given for id in book.rulesets):
        return dict(book.rules)
    return {key: rule for key, rule in book.rules.items() if _where(book, "rule", key) in given}


def _where(book: Rulebook, kind: str, key: object) -> str:
    """The file that holds a definition."""
    return book.entries[kind, key].file.path


def _concerning(
    book: Rulebook, problems: Iterable[Problem], paths: Collection[str]
) -> Iterator[Problem]:
    """The problems of these files, and the published examples that their rule sets change."""
    given = {id for id in book.rulesets if _where(book, "ruleset", id) in paths}
    for problem in problems:
        if problem.path in paths:
            yield problem
        elif problem.kind == "differs" and problem.values.get("ruleset") in given:
            yield replace(problem, kind="house")


def _words(words: Words | None, entry: Entry, id: str, *at: str | int) -> Iterator[Problem]:
    """A text must stand in every language and in no other."""
    if words is None:
        return
    for code in languages():
        if code not in words:
            yield entry.problem(id, "missing-language", *at, language=code)
        elif not words[code].strip():
            yield entry.problem(id, "empty-text", *at, code, language=code)
        else:
            for found, better in typed(words[code], code):
                yield entry.problem(id, "typography", *at, code, found=found, better=better)
            if marks := _MARKUP.findall(words[code]):
                found = " ".join(dict.fromkeys(marks))
                yield entry.problem(id, "markup", *at, code, found=found)
    for code in words.keys() - set(languages()):
        known = ", ".join(languages())
        yield entry.problem(id, "unknown-language", *at, code, language=code, known=known)


_MARKUP = re.compile(r"[<>\[\]*_\\]")
"""What a page would take for markup."""


def _known(
    word: str, known: Iterable[str], what: str, entry: Entry, id: str, *at: str | int
) -> Iterator[Problem]:
    """A word must be one of those that are declared."""
    choices = list(known)
    if word not in choices:
        close = nearest(word, choices)
        values = {"what": Message(f"what.{what}"), "word": word, "nearest": close or ""}
        yield entry.problem(id, "misspelt" if close else "unknown", *at, **values)


def _value(
    book: Rulebook, param: str, text: str, entry: Entry, id: str, *at: str | int
) -> Iterator[Problem]:
    """A parameter must exist and take this value."""
    yield from _known(param, book.params, "param", entry, id, *at)
    definition = book.params.get(param)
    if definition is None:
        return
    try:
        parse_value(definition, text)
    except ValueError:
        yield entry.problem(
            id, "param-value", *at, param=param, found=text, choices=choices_of(definition)
        )


def _other_game(
    book: Rulebook, param: str, families: Sequence[str], entry: Entry, id: str, *at: str | int
) -> Iterator[Problem]:
    """A parameter must make a difference in the game, or in one of several."""
    others = [book.other_game(param, family) for family in families]
    if others and all(others):
        values = {"family": _game(families[0]), "other": _game(str(others[0])), "param": param}
        yield entry.problem(id, "param-of-other-game", *at, **values)


def _game(family: str) -> Message:
    return Message(f"family.{family}")


def _topics(book: Rulebook) -> Iterator[Problem]:
    for id, topic in book.topics.items():
        entry = book.entries["topic", id]
        yield from _words(topic.title, entry, id, "title")
        yield from _words(topic.about, entry, id, "about")


def _rulesets(book: Rulebook) -> Iterator[Problem]:
    defaults = [id for id, ruleset in book.rulesets.items() if ruleset.default]
    for id in defaults[1:]:
        entry = book.entries["ruleset", id]
        yield entry.problem(id, "two-defaults", "default", first=defaults[0])
    for id, ruleset in book.rulesets.items():
        entry = book.entries["ruleset", id]
        for name, words in (
            ("name", ruleset.name),
            ("short", ruleset.short),
            ("about", ruleset.about),
            ("doubt", ruleset.doubt),
        ):
            yield from _words(words, entry, id, name)
        if not _NAME.fullmatch(id):
            yield entry.problem(id, "bad-name", "id", found=id)
        yield from _extends(book, id, entry)
        if ruleset.work is not None:
            yield from _known(ruleset.work, book.works, "work", entry, id, "work")
        for rule in ruleset.without:
            yield from _known(rule, _rule_ids(book), "rule", entry, id, "without")
        for param, given in ruleset.values.items():
            at = ("values", param)
            yield from _value(book, param, given.value, entry, id, *at)
            if ruleset.extends:  # another must say something of every parameter
                yield from _other_game(book, param, [ruleset.family], entry, id, *at)
            yield from _words(given.why, entry, id, *at, "why")
            work = book.works.get(next((one.work for one in book.chain(id) if one.work), ""))
            if work and given.section not in (None, *(one.number for one in work.sections)):
                yield entry.problem(id, "unknown-section", *at, section=given.section, work=work.id)
            certainty = given.certainty or ruleset.certainty
            if certainty != "seen" and not (given.why or ruleset.doubt):
                yield entry.problem(id, "certainty-why", *at, certainty=certainty, key="why")
        if book.chain(id)[-1].extends:
            continue
        for declared in book.params.values():
            valued = book.value(id, declared.id)
            if valued is None:
                yield entry.problem(id, "param-missing", "values", param=declared.id)
            elif valued.value == "none":
                yield from _needed(book, id, declared, entry)
                if _lost(book, id, declared):
                    yield entry.problem(id, "param-lost", "values", declared.id, param=declared.id)


def _lost(book: Rulebook, id: str, param: ParameterDef) -> bool:
    """Whether a rule set takes away from its game what this cannot do without."""
    chain = book.chain(id)
    family = chain[0].family
    if id in book.published or param.none is None or chain[-1].family != family:
        return False
    given = book.value(id, param.id)
    said = given is not None and given.value == "none"
    return said and not (book.other_game(param.id, family) or book.can_lack(param.id, family))


def _needed(book: Rulebook, id: str, param: ParameterDef, entry: Entry) -> Iterator[Problem]:
    """A parameter that another one's value makes necessary cannot be none."""
    for other, value in _needing(book, id, param):
        at = ("values", param.id if param.id in book.rulesets[id].values else other)
        yield entry.problem(id, "param-needed", *at, param=param.id, other=other, value=value)


def _needing(book: Rulebook, id: str, param: ParameterDef) -> Iterator[tuple[str, str]]:
    """The parameters of a rule set that make this one necessary, with their values."""
    for other, value in param.needed_by.items():
        given = book.value(id, other)
        if given and given.value == value:
            yield other, value


def _extends(book: Rulebook, id: str, entry: Entry) -> Iterator[Problem]:
    ruleset = book.rulesets[id]
    if ruleset.extends is None:
        return
    yield from _known(ruleset.extends, book.rulesets, "ruleset", entry, id, "extends")
    if book.chain(id)[-1].extends == id:
        yield entry.problem(id, "extends-circle", "extends", found=ruleset.extends)
    base = book.rulesets.get(ruleset.extends)
    if base and base.family != ruleset.family:
        yield entry.problem(
            id, "extends-family", "extends", family=ruleset.family, found=base.family
        )


@lru_cache(maxsize=1)
def _rule_ids(book: Rulebook) -> frozenset[str]:
    """The ids of all rules, those that could not be read included."""
    return frozenset(rule.id for rule in book.rules.values()) | book.unread


def _params(book: Rulebook) -> Iterator[Problem]:
    for id, param in book.params.items():
        entry = book.entries["param", id]
        yield from _words(param.label, entry, id, "label")
        yield from _words(param.meaning, entry, id, "meaning")
        yield from _words(param.none, entry, id, "none")
        yield from _known(param.topic, book.topics, "topic", entry, id, "topic")
        for name, choice in param.choices.items():
            yield from _words(choice.label, entry, id, "choices", name, "label")
        if (param.type == "choice") != bool(param.choices):
            yield entry.problem(id, "choices", "type", type=param.type)
        for other, value in param.needed_by.items():
            yield from _value(book, other, value, entry, id, "needed-by", other)
        if param.unit:
            yield from _known(param.unit, book.glossary, "term", entry, id, "unit")
        used = any(id in rule.params for rule in book.rules.values())
        if not used and book.rules:
            yield entry.problem(id, "param-unused", "id")


_FAMILIES = ("both", *(family.value for family in Family))


def _works(book: Rulebook) -> Iterator[Problem]:
    for id, work in book.works.items():
        entry = book.entries["work", id]
        yield from _words(work.title, entry, id, "title")
        yield from _words(work.seen, entry, id, "seen")
        for place, section in enumerate(work.sections):
            yield from _words(section.title, entry, id, "sections", place, "title")


def _names(book: Rulebook) -> Iterator[Problem]:
    """What has a name in one language has one in all, in every form that its like have."""
    for table in ("ranks", "suits", "heads", "named", "seats", "sides", "index"):
        known = dict.fromkeys(key for names in book.names.values() for key in getattr(names, table))
        for code, names in book.names.items():
            for key in known:
                if key not in getattr(names, table):
                    yield book.entries["names", code].problem(code, "missing-key", table, key=key)
    for code, names in book.names.items():
        entry = book.entries["names", code]
        tiles = [(("ranks", rank), forms) for rank, forms in names.ranks.items()]
        tiles += [(("named", tile), forms) for tile, forms in names.named.items()]
        yield from _forms([*tiles, (("red",), names.red)], entry, code)
        seats = [(("seats", seat), forms) for seat, forms in names.seats.items()]
        yield from _forms(seats, entry, code)


def _forms(
    names: Sequence[tuple[tuple[str, ...], Mapping[str, str]]], entry: Entry, code: str
) -> Iterator[Problem]:
    """Names that stand for each other in a sentence have the forms that most of them have."""
    count = Counter(form for _, forms in names for form in forms)
    known = [form for form, times in count.items() if 2 * times > len(names)]
    for path, forms in names:
        for form in known:
            if form not in forms:
                yield entry.problem(code, "missing-key", *path, key=form)
        for form in forms:
            if form not in known:
                values = {"key": form, "known": ", ".join(known)}
                yield entry.problem(code, "unknown-key", *path, form, **values)


def _terms(book: Rulebook) -> Iterator[Problem]:
    for id, term in book.glossary.items():
        entry = book.entries["term", id]
        yield from _words(term.meaning, entry, id, "meaning")
        for other in term.see:
            yield from _known(other, book.glossary, "term", entry, id, "see")
        for code in languages():
            if code not in term.terms:
                yield entry.problem(id, "missing-language", "terms", language=code)
        for code, families in term.terms.items():
            for family, one in families.items():
                yield from _known(family, _FAMILIES, "family", entry, id, "terms", code, family)
                for word in set(one.accept) & set(one.reject):
                    yield entry.problem(
                        id, "accept-reject", "terms", code, family, "accept", word=word
                    )


def _registry(book: Rulebook) -> Iterator[Problem]:
    """Every function decides a rule that has an entry."""
    ids = _rule_ids(book)
    for id, _ in sorted(registered(), key=lambda one: one[0]):
        if id not in ids:
            yield Problem(shown(definitions() / "rules"), 0, id, "no-entry", {})


_ALL = (
    _topics,
    _rulesets,
    _params,
    _terms,
    _works,
    _names,
    _registry,
    empty_values,
    rejected_words,
)
"""What is checked apart from the rules one by one."""


def ruleset_problems(book: Rulebook, paths: Iterable[Path]) -> list[Problem]:
    """What is wrong with the rule sets in these files, apart from the examples they change."""
    given = {shown(path) for path in paths}
    return merge(problem for problem in _rulesets(book) if problem.path in given)


def _rule(book: Rulebook, rule: RuleDef, entry: Entry, *, packaged: bool) -> Iterator[Problem]:
    """What must hold for a rule apart from its examples."""
    id = rule.id
    if not _ID.fullmatch(id):
        yield entry.problem(id, "bad-id", "id", found=id)
    elif packaged and not _at_home(id, entry.file.path):
        yield entry.problem(id, "wrong-file", "id", found=entry.file.path)
    if not book.topic(id):
        yield from _known(id.split(".")[0], book.topics, "topic", entry, id, "id")
    yield from _words(rule.title, entry, id, "title")
    for place, paragraph in enumerate(rule.text):
        yield from _words(paragraph.words, entry, id, "text", place, "words")
        for param, text in paragraph.when.items():
            yield from _value(book, param, text, entry, id, "text", place, "when", param)
            if param in book.params and param not in rule.params:
                yield entry.problem(id, "param-unlisted", "params", param=param)
    for ruleset, called in rule.names.called.items() if rule.names else ():
        yield from _known(ruleset, book.rulesets, "ruleset", entry, id, "names", "called", ruleset)
        yield from _words(called, entry, id, "names", "called", ruleset)
    yield from _spoken_for(book, rule, entry)
    yield from _citations(book, rule, entry)
    yield from _known(rule.original, languages(), "original", entry, id, "original")
    for param in rule.params:
        yield from _known(param, book.params, "param", entry, id, "params")
    for other in rule.see:
        yield from _known(other, _rule_ids(book), "rule", entry, id, "see")
    for key, words in rule.reasons.items():
        yield from _words(words, entry, id, "reasons", key)
    for place, asked in enumerate(rule.asked):
        yield from _words(asked, entry, id, "asked", place)
    for place, misreading in enumerate(rule.misreadings):
        yield from _misreading(book, rule, misreading, entry, place)
    yield from _templates(book, rule, entry)
    yield from _function(rule, entry)


def _spoken_for(book: Rulebook, rule: RuleDef, entry: Entry) -> Iterator[Problem]:
    """A rule must have words under every rule set in which it is in force."""
    named = [(id, text) for paragraph in rule.text for id, text in paragraph.when.items()]
    if any(any(_value(book, id, text, entry, rule.id, "text")) for id, text in named):
        return
    for ruleset in rulesets_of(book, rule):
        if not any(
            all((given := book.value(ruleset, id)) and given.value == value for id, value in when)
            for when in (paragraph.when.items() for paragraph in rule.text)
        ):
            yield entry.problem(rule.id, "no-words", "text", ruleset=ruleset)


def _at_home(id: str, path: str) -> bool:
    """Whether a rule stands in the file that its id names."""
    topic, stem = id.split(".")[:2]
    file = Path(path)
    return file.parent.name.startswith(topic) and file.stem == stem.replace("-", "_")


def _citations(book: Rulebook, rule: RuleDef, entry: Entry) -> Iterator[Problem]:
    for ruleset, citation in rule.source.items():
        at = ("source", ruleset)
        yield from _known(ruleset, book.rulesets, "ruleset", entry, rule.id, *at)
        yield from _words(citation.note, entry, rule.id, *at, "note")
        definition = book.rulesets.get(ruleset)
        if definition is None:
            continue
        if rule.family not in (None, definition.family):
            yield entry.problem(
                rule.id, "source-family", *at, family=rule.family, found=definition.family
            )
        work = book.works.get(definition.work or "")
        sections = [one.number for one in work.sections] if work else []
        if work and citation.section not in sections:
            yield entry.problem(
                rule.id, "unknown-section", *at, section=citation.section, work=work.id
            )
        certainty = citation.certainty or definition.certainty
        if certainty != "seen" and not (citation.note or definition.doubt):
            yield entry.problem(rule.id, "certainty-why", *at, certainty=certainty, key="note")
    if not rule.source:
        yield entry.problem(rule.id, "no-source", "source")


_ACTIONS = [kind.value for kind in ActionKind]


def _misreading(
    book: Rulebook, rule: RuleDef, misreading: Misreading, entry: Entry, place: int
) -> Iterator[Problem]:
    at = ("misreadings", place)
    name = f"{rule.id}#{misreading.id}"
    yield from _words(misreading.belief, entry, name, *at, "belief")
    means = misreading.means
    families = list(dict.fromkeys(book.rulesets[one].family for one in rulesets_of(book, rule)))
    for param, text in means.set.items():
        yield from _value(book, param, text, entry, name, *at, "means", "set", param)
        yield from _other_game(book, param, families, entry, name, *at, "means", "set", param)
    for other in (*means.ignore, *means.also):
        yield from _known(other, _rule_ids(book), "rule", entry, name, *at, "means")
    for kinds in means.also.values():
        for kind in kinds:
            yield from _known(kind, _ACTIONS, "action", entry, name, *at, "means")
    for key in means.flip:
        yield from _reason_key(book, rule, key, entry, name, *at, "means")


def _reason_key(
    book: Rulebook, rule: RuleDef, key: str, entry: Entry, name: str, *at: str | int
) -> Iterator[Problem]:
    """A reason must be declared by its rule."""
    id, _, own = qualified(rule, key).partition("/")
    owners = [one for one in book.rules.values() if one.id == id]
    if not owners:
        yield from _known(id, _rule_ids(book), "rule", entry, name, *at)
        return
    known = {reason for one in owners for reason in one.reasons}
    if own not in known:
        yield from _known(own, known, "reason", entry, name, *at)


def _templates(book: Rulebook, rule: RuleDef, entry: Entry) -> Iterator[Problem]:
    """Terms and parameters that a rule's words name must exist, in the forms asked for."""
    for at, words in _texts(rule):
        for code, template in words.items():
            if code not in languages():
                continue
            if brace := re.search(r"\{[^{}]*\}?|\}", outside_slots(template)):
                yield entry.problem(rule.id, "slot-brace", *at, code, slot=brace[0])
            for ruleset in rulesets_of(book, rule)[:1]:
                family = rule.family or book.rulesets[ruleset].family
                say = Wording(book, code, family, ruleset)
                for slot in slots_in(template):
                    if not slot.sigil and at[0] == "reasons":
                        continue
                    try:
                        say.fill(slot.text)
                    except WordingError as error:
                        yield entry.problem(
                            rule.id, f"slot-{error.kind}", *at, code, slot=slot.text
                        )


def _texts(rule: RuleDef) -> Iterator[tuple[tuple[str | int, ...], Words]]:
    """Every text of a rule with its place."""
    yield ("title",), rule.title
    for place, paragraph in enumerate(rule.text):
        yield ("text", place, "words"), paragraph.words
    for key, words in rule.reasons.items():
        yield ("reasons", key), words
    for place, misreading in enumerate(rule.misreadings):
        yield ("misreadings", place, "belief"), misreading.belief
    for place, example in enumerate(rule.examples):
        if example.story:
            yield ("examples", place, "story"), example.story


def _function(rule: RuleDef, entry: Entry) -> Iterator[Problem]:
    """A computed rule has a function, a note has none and nothing to compute."""
    decided = any(
        id == rule.id and (family is None or rule.family in (None, family.value))
        for id, family in registered()
    )
    if rule.kind == "rule" and not decided:
        ids = {id for id, _ in registered()}
        yield entry.problem(rule.id, "no-function", "id", nearest=nearest(rule.id, ids) or "")
    if rule.kind == "note" and decided:
        yield entry.problem(rule.id, "note-with-function", "kind")
    if rule.kind == "note" and (rule.examples or rule.reasons):
        yield entry.problem(rule.id, "note-with-examples", "kind")


Results = dict[int, dict[str, Outcome]]
"""The outcomes of a rule's examples by their place and rule set."""


def _examples(book: Rulebook, rule: RuleDef, entry: Entry) -> tuple[Results, list[Problem]]:
    problems = []
    results: Results = {}
    seen: dict[str, int] = {}
    for place, example in enumerate(rule.examples):
        name = f"{rule.id}#{example.id}"
        at = ("examples", place)
        if not _NAME.fullmatch(example.id):
            problems.append(entry.problem(name, "bad-name", *at, "id", found=example.id))
        if example.id in seen:
            first = entry.line("examples", seen[example.id])
            problems.append(entry.problem(name, "duplicate-example", *at, "id", first=first))
        seen.setdefault(example.id, place)
        problems += _words(example.story, entry, name, *at, "story")
        problems += _expectations(book, rule, example, entry, place)
        rulesets = [id for id in rulesets_of(book, rule) if _complete(book, id)]
        results[place], faults = check_example(book, rule, place, entry, rulesets)
        problems += faults
    return results, problems


@lru_cache(maxsize=64)
def _complete(book: Rulebook, ruleset: str) -> bool:
    """Whether a rule set gives every parameter a value that can be read in its game."""
    chain = book.chain(ruleset)
    if len({one.family for one in chain}) > 1:
        return False
    if any(param not in book.params for one in chain for param in one.values):
        return False
    for id, param in book.params.items():
        given = book.value(ruleset, id)
        if given is None:
            return False
        if given.value == "none" and (
            any(_needing(book, ruleset, param)) or _lost(book, ruleset, param)
        ):
            return False
        try:
            parse_value(param, given.value)
        except ValueError:
            return False
    return True


def _expectations(
    book: Rulebook, rule: RuleDef, example: Example, entry: Entry, place: int
) -> Iterator[Problem]:
    name = f"{rule.id}#{example.id}"
    for number, expected in enumerate(example.then):
        at = ("examples", place, "then", number)
        if expected == Expectation(in_=expected.in_):
            yield entry.problem(name, "nothing-expected", *at)
        for ruleset in expected.in_:
            if ruleset in book.rulesets and not any(
                expectation_for(book, example, one) is expected and ruleset in _ids(book, one)
                for one in rulesets_of(book, rule)
            ):
                yield entry.problem(name, "never-compared", *at, "in", found=ruleset)
        for ruleset in expected.in_:
            yield from _known(ruleset, book.rulesets, "ruleset", entry, name, *at, "in")
        for key in expected.because:
            yield from _reason_key(book, rule, key, entry, name, *at, "because")


def unknown_rulesets(book: Rulebook, example: Example, entry: Entry) -> Iterator[Problem]:
    """Rule sets that the expectations of a scenario name and that nobody has declared."""
    for number, expected in enumerate(example.then):
        for id in expected.in_:
            yield from _known(id, book.rulesets, "ruleset", entry, example.id, "then", number, "in")


def _ids(book: Rulebook, ruleset: str) -> list[str]:
    """A rule set and what it extends."""
    return [one.id for one in book.chain(ruleset)]


def _lessons(
    book: Rulebook, rule: RuleDef, entry: Entry, results: Results, seen: set[object]
) -> Iterator[Problem]:
    """A computed rule shows enough, and says of its reasons only what can be said."""
    if rule.kind == "note":
        return
    if len(rule.examples) < 3:
        yield entry.problem(rule.id, "few-examples", "examples", found=len(rule.examples))
    outcomes = [
        Run(rule, rule.examples[place], ruleset, outcome)
        for place, found in results.items()
        for ruleset, outcome in found.items()
    ]
    yield from _sentences(book, outcomes, seen)
    for place, misreading in enumerate(rule.misreadings):
        if any(_misreading(book, rule, misreading, entry, place)):
            continue
        if any(results.values()) and not _matters(book, rule, misreading, results):
            name = f"{rule.id}#{misreading.id}"
            yield entry.problem(name, "misreading-same", "misreadings", place, "means")


def _sentences(book: Rulebook, runs: Iterable[Run], seen: set[object]) -> Iterator[Problem]:
    """Every reason that came up must have a sentence in every language.

    What is in `seen` has been looked at before, with any example of any rule.
    """
    for run in runs:
        family = book.rulesets[run.ruleset].family
        for reason in run.outcome.reasons:
            kinds = tuple([(name, type(value)) for name, value in reason.finding.values])
            which = (run.ruleset, reason.rule, reason.key, kinds)
            if which not in seen:
                seen.add(which)
                for code in languages():
                    say = Wording(book, code, family, run.ruleset)
                    yield from _sentence(book, reason, say)


def _sentence(book: Rulebook, reason: Reason, say: Wording) -> Iterator[Problem]:
    """What is wrong with the sentence of a reason in one language."""
    try:
        say.reason(reason)
    except WordingError as error:
        owner = book.rule(reason.rule, say.family)
        if owner:
            home = book.entries["rule", (owner.id, owner.family)]
            at = ("reasons", reason.key, say.code)
            yield home.problem(reason.rule, f"slot-{error.kind}", *at, slot=error.slot)
    except KeyError:
        return


def _matters(book: Rulebook, rule: RuleDef, misreading: Misreading, results: Results) -> bool:
    """Whether a misreading would change the outcome of some example."""
    rulesets = dict.fromkeys(id for found in results.values() for id in found)
    try:
        for ruleset in rulesets:
            wrong = misread(book, rule, misreading, ruleset)
            for place, found in results.items():
                if ruleset in found:
                    other, _ = outcome_of(rule.examples[place], wrong)
                    if other is None or other.facts != found[ruleset].facts:
                        return True
    except (KeyError, TypeError, ValueError):
        return True
    return False


def _param_pairs(book: Rulebook) -> Iterator[Problem]:
    """Each value on which rule sets of one game differ must make a difference in some example."""
    for id, param in book.params.items():
        for family in dict.fromkeys(one.family for one in book.rulesets.values()):
            first, *others = _values_in(book, id, family)
            for other in others:
                if not _shows(book, param, first, other):
                    entry = book.entries["param", id]
                    yield entry.problem(id, "param-not-shown", "id", first=first, other=other)


def _values_in(book: Rulebook, param: str, family: str) -> list[str]:
    """The values that the rule sets of a game give to a parameter, each once."""
    values = [
        given.value
        for id, ruleset in book.rulesets.items()
        if ruleset.family == family and (given := book.value(id, param))
    ]
    return list(dict.fromkeys(values)) or [""]


def _shows(book: Rulebook, param: ParameterDef, first: str, other: str) -> bool:
    """Whether some example comes out differently when only this parameter changes.

    It does so together with the values of others with which alone it matters.
    """
    together = {id: parse_value(book.params[id], value) for id, value in param.matters_with.items()}
    for rule in book.rules.values():
        if param.id not in rule.params:
            continue
        for ruleset in rulesets_of(book, rule):
            given = book.value(ruleset, param.id)
            if given is None or given.value not in (first, other):
                continue
            changed = other if given.value == first else first
            rules = book.ruleset(ruleset)
            if together:
                rules = rules.misread(params=together)
            varied = rules.misread(params={param.id: parse_value(param, changed)})
            if any(_comes_out_differently(example, rules, varied) for example in rule.examples):
                return True
    return False


def _comes_out_differently(example: Example, rules: RuleSet, varied: RuleSet) -> bool:
    """Whether an example has another outcome under varied rules, or none for want of a value."""
    before, _ = outcome_of(example, rules)
    try:
        after, _ = outcome_of(example, varied)
    except TypeError:
        return True
    return bool(
        before and after and (before.facts != after.facts or before.reasons != after.reasons)
    )
