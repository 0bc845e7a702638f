"""From YAML files to frozen definitions, all faults reported together.

The only module that knows pydantic.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, fields, is_dataclass
from functools import cache, lru_cache
from pathlib import Path
from typing import Any, TypeVar, cast

from pydantic import TypeAdapter, ValidationError

from rulebook import schema
from rulebook.catalog import languages
from rulebook.collector import no_collector
from rulebook.paths import definitions, shown
from rulebook.problems import Message, Problem, abridged, nearest
from rulebook.ruleset import Family, RuleSet, Share, Value
from rulebook.yamltree import Path as TreePath
from rulebook.yamltree import Tree, YamlFile, read_yaml, written

__all__ = ["KINDS", "LISTED", "Entry", "Rulebook", "load_rulebook", "read_examples"]

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Entry:
    """Where a definition stands: its file and its way from the file's root."""

    file: YamlFile
    path: TreePath

    def line(self, *more: str | int) -> int:
        """The line of a part of the definition."""
        return self.file.line((*self.path, *more))

    def problem(self, rule: str, kind: str, *more: str | int, **values: object) -> Problem:
        """A problem at a part of the definition."""
        return Problem(self.file.path, self.line(*more), rule, kind, values)


@dataclass(frozen=True, slots=True)
class Rulebook:
    """Everything the definitions say.

    Attributes:
        rules: the rules by id and family, `None` for rules of both families.
        rulesets: the definitions of the rule sets by id, those asked about first.
        params: the parameters by id.
        topics: the chapters by id, in reading order.
        works: the cited works by id.
        glossary: the concepts by id.
        names: the names of tiles and seats by language.
        entries: where each of them stands, by what it is and its id.
        unread: the ids of rules that stand there but could not be read.
        published: the ids of the rule sets that come with the package.
    """

    rules: Mapping[tuple[str, str | None], schema.RuleDef]
    rulesets: Mapping[str, schema.RuleSetDef]
    params: Mapping[str, schema.ParameterDef]
    topics: Mapping[str, schema.Topic]
    works: Mapping[str, schema.Work]
    glossary: Mapping[str, schema.GlossaryEntry]
    names: Mapping[str, schema.Names]
    entries: Mapping[tuple[str, object], Entry] = field(default_factory=dict)
    unread: frozenset[str] = frozenset()
    published: frozenset[str] = frozenset()

    def chain(self, ruleset: str) -> tuple[schema.RuleSetDef, ...]:
        """A rule set and what it extends, the rule set itself first."""
        return _chain(self, ruleset)

    def value(self, ruleset: str, param: str) -> schema.ValueDef | None:
        """What a rule set, or what it extends, says of a parameter."""
        return next((one.values[param] for one in self.chain(ruleset) if param in one.values), None)

    def citation(self, rule: schema.RuleDef, ruleset: str) -> schema.Citation | None:
        """Where a rule set has a rule, `None` when the rule is not in force there."""
        for one in self.chain(ruleset):
            if rule.id in one.without:
                return None
            if one.id in rule.source:
                return rule.source[one.id]
        return None

    def called(self, rule: schema.RuleDef, ruleset: str) -> schema.Words | None:
        """What a rule set, or what it extends, calls the yaku that a rule is about."""
        names = rule.names.called if rule.names else {}
        return next((names[one.id] for one in self.chain(ruleset) if one.id in names), None)

    def rule(self, id: str, family: str) -> schema.RuleDef | None:
        """The rule with this id in a family."""
        return self.rules.get((id, family)) or self.rules.get((id, None))

    def work_of(self, ruleset: schema.RuleSetDef) -> schema.Work:
        """The work that a rule set follows, its own or that of what it extends."""
        for one in self.chain(ruleset.id):
            if one.work:
                return self.works[one.work]
        raise LookupError(f"{ruleset.id} follows no work")

    def topic(self, rule: str) -> str:
        """The topic that a rule's id belongs to, empty when there is none."""
        first = rule.split(".")[0]
        return next((one.id for one in self.topics.values() if first in one.of), "")

    def in_force(self, ruleset: str) -> list[schema.RuleDef]:
        """The rules of a rule set, in the order of the files."""
        family = self.rulesets[ruleset].family
        return [
            rule
            for rule in self.rules.values()
            if rule.family in (None, family) and self.citation(rule, ruleset)
        ]

    def other_game(self, param: str, family: str) -> str | None:
        """The family whose rules alone read a parameter, when it is not this one."""
        readers = [one for one, params in _read_in(self).items() if param in params]
        return readers[0] if readers and family not in readers else None

    def told(self, ruleset: str, param: str) -> schema.ValueDef | None:
        """What a rule set says of a parameter, where that means anything.

        What only rules of the other game read means something only as none or no.
        """
        given = self.value(ruleset, param)
        other = self.other_game(param, self.rulesets[ruleset].family)
        return given if given and (not other or given.value in ("none", "no")) else None

    def can_lack(self, param: str, family: str) -> bool:
        """Whether a game can do without what a parameter is about.

        That is so where the parameter says so or a published rule set of the game does.
        """
        if self.params[param].optional:
            return True
        games = [id for id in self.published if self.rulesets[id].family == family]
        given = [self.value(id, param) for id in games]
        return any(one is not None and one.value == "none" for one in given)

    def ruleset(self, id: str) -> RuleSet:
        """A rule set as the engine takes it."""
        return _engine_ruleset(self, id)

    def __hash__(self) -> int:
        return id(self)


@lru_cache(maxsize=256)
def _chain(book: Rulebook, ruleset: str) -> tuple[schema.RuleSetDef, ...]:
    found: dict[str, schema.RuleSetDef] = {}
    current = book.rulesets.get(ruleset)
    while current and current.id not in found:
        found[current.id] = current
        current = book.rulesets.get(current.extends or "")
    return tuple(found.values())


@lru_cache(maxsize=16)
def _read_in(book: Rulebook) -> dict[str, set[str]]:
    """The parameters that the rules in force read, by family."""
    found: dict[str, set[str]] = {}
    for id, one in book.rulesets.items():
        read = found.setdefault(one.family, set())
        read.update(param for rule in book.in_force(id) for param in rule.params)
    return found


@lru_cache(maxsize=64)
def _engine_ruleset(book: Rulebook, id: str) -> RuleSet:
    definition = book.rulesets[id]
    params = {
        param.id: parse_value(param, given.value)
        for param in book.params.values()
        if (given := book.value(id, param.id))
    }
    rules = frozenset(rule.id for rule in book.in_force(id))
    left_out = frozenset(rule for one in book.chain(id) for rule in one.without)
    return _the_ruleset(id, definition.family, tuple(params.items()), rules, left_out)


@lru_cache(maxsize=64)
def _the_ruleset(
    id: str,
    family: str,
    params: tuple[tuple[str, Value], ...],
    rules: frozenset[str],
    left_out: frozenset[str],
) -> RuleSet:
    """One object for the same rules, however often the definitions are loaded."""
    return RuleSet(id, Family(family), dict(params), rules, left_out=left_out)


_POINTS = re.compile(r"([0-9]+)(%?)")


def most(param: schema.ParameterDef) -> int:
    """The largest number that a parameter takes; doubles soon make more than can be told."""
    return 99 if param.unit == "double" else 10**9


def parse_value(param: schema.ParameterDef, text: str) -> Value:
    """A parameter's value from its text.

    Raises:
        ValueError: when the text is no value of this parameter.
    """
    if text == "none" and param.none:
        return None
    if param.type == "flag" and text in ("yes", "no"):
        return text == "yes"
    if param.type == "number" and text.isascii() and text.isdecimal():
        return _within(int(text), param)
    if param.type == "choice" and text in param.choices:
        return text
    if param.type == "points" and (found := _POINTS.fullmatch(text)):
        number = _within(int(found[1]), param)
        return Share(number) if found[2] else number
    raise ValueError(text)


def choices_of(param: schema.ParameterDef, *, none: bool = True) -> str:
    """What may be written as the value of a parameter; `none` only where that is meant."""
    numbers = ["0", "1", "…", str(most(param))]
    found = {"flag": ["yes", "no"], "number": numbers, "points": [*numbers, "50%"]}.get(param.type)
    lacking = ["none"] if none and param.none else []
    return ", ".join([*(found or list(param.choices)), *lacking])


def _within(number: int, param: schema.ParameterDef) -> int:
    """The number, unless it is more than the parameter takes.

    Raises:
        ValueError: when it is.
    """
    if number > most(param):
        raise ValueError(number)
    return number


@dataclass(frozen=True, slots=True)
class _Kind:
    """One kind of file: where it lies, what it holds, how it may be abbreviated."""

    name: str
    pattern: str
    type: type
    expand: Callable[[Tree], Tree] = lambda tree: tree
    single: bool = False


def _expand_rule(tree: Tree) -> Tree:
    """Write out what a rule may leave short."""
    if not isinstance(tree, dict):
        return tree
    rule = dict(tree)
    text = rule.get("text")
    if isinstance(text, dict):
        rule["text"] = [{"words": text}]
    elif isinstance(text, list):
        rule["text"] = [_expand_paragraph(one) for one in text]
    if isinstance(rule.get("source"), dict):
        rule["source"] = {
            key: {"section": value} if isinstance(value, str) else value
            for key, value in rule["source"].items()  # type: ignore[union-attr]
        }
    if isinstance(rule.get("examples"), list):
        rule["examples"] = [_expand_example(one) for one in rule["examples"]]
    return rule


def _expand_paragraph(tree: Tree) -> Tree:
    if not isinstance(tree, dict) or "words" in tree:
        return tree
    words = {key: value for key, value in tree.items() if key != "when"}
    return {"words": words, "when": tree.get("when", {})}


def _expand_example(tree: Tree) -> Tree:
    if not isinstance(tree, dict):
        return tree
    example = dict(tree)
    if isinstance(example.get("then"), dict):
        example["then"] = [example["then"]]
    if isinstance(example.get("then"), list):
        example["then"] = [_expand_expectation(one) for one in example["then"]]
    if isinstance(example.get("ask"), str):
        example["ask"] = [example["ask"]]
    return example


def _expand_expectation(tree: Tree) -> Tree:
    if not isinstance(tree, dict):
        return tree
    expectation: dict[str, Tree] = dict(tree)
    for key in LISTED:
        value = expectation.get(key)
        if isinstance(value, str):
            words = [] if value == "nobody" else value.replace(",", " ").split()
            expectation[key] = [*words]
    return expectation


LISTED = ("in", "because", "lose", "stand", "furiten", "free")
"""The parts of an expectation that are lists and may be written as words in a row."""


def _expand_ruleset(tree: Tree) -> Tree:
    given = tree.get("values") if isinstance(tree, dict) else None
    if not isinstance(tree, dict) or not isinstance(given, dict):
        return tree
    values: dict[str, Tree] = {
        key: {"value": value} if isinstance(value, str) else value for key, value in given.items()
    }
    return {**tree, "values": values}


_RULES = _Kind("rule", "rules/*/*.yaml", schema.RuleDef, _expand_rule)
_RULESETS = _Kind("ruleset", "rulesets/*.yaml", schema.RuleSetDef, _expand_ruleset, single=True)
KINDS = (
    _RULES,
    _RULESETS,
    _Kind("param", "parameters.yaml", schema.ParameterDef),
    _Kind("topic", "topics.yaml", schema.Topic),
    _Kind("work", "sources.yaml", schema.Work),
    _Kind("term", "glossary.yaml", schema.GlossaryEntry),
    _Kind("names", "names.yaml", schema.Names),
)


@no_collector()
def load_rulebook(extra: Sequence[Path] = ()) -> tuple[Rulebook, list[Problem]]:
    """Read all definitions, and the rule sets in `extra` files on top of them.

    Returns what could be read and every fault found on the way. Faults that
    only show between definitions are found by `rulebook.checks`.
    """
    problems: list[Problem] = []
    entries: dict[tuple[str, object], Entry] = {}
    tables: dict[str, dict[Any, Any]] = {kind.name: {} for kind in KINDS}
    published: list[str] = []
    for kind, path in _files(extra):
        defined, faults = _kept(kind, path)
        problems += faults
        for key, value, entry in defined:
            if (kind.name, key) in entries:
                first = entries[kind.name, key]
                where = f"{first.file.path}:{first.line()}"
                problems.append(entry.problem(_id(value), "duplicate-id", "id", first=where))
            else:
                entries[kind.name, key] = entry
                tables[kind.name][key] = value
                if kind is _RULESETS and path not in extra:
                    published.append(str(key))
    book = Rulebook(
        tables["rule"],
        dict(sorted(tables["ruleset"].items(), key=lambda one: not one[1].asked)),
        tables["param"],
        tables["topic"],
        tables["work"],
        tables["term"],
        tables["names"],
        entries,
        frozenset(one.rule for one in problems) - {"", *(id for id, _ in tables["rule"])},
        frozenset(published),
    )
    return book, problems


def _files(extra: Sequence[Path]) -> Iterator[tuple[_Kind, Path]]:
    root = definitions()
    for kind in KINDS:
        for path in sorted(root.glob(kind.pattern)):
            yield kind, path
    for path in dict.fromkeys(extra):
        yield _kind_of(path), path


def _kind_of(path: Path) -> _Kind:
    """What an extra file holds: a list is rules, a mapping a rule set."""
    file, _ = _parsed(path)
    return _RULES if isinstance(file.tree, list) else _RULESETS


def _parsed(path: Path) -> tuple[YamlFile, list[Problem]]:
    """A file's document, or the one fault that keeps it from being read."""
    try:
        text = path.read_text(encoding="utf-8")
    except UnicodeDecodeError as error:
        line = error.object[: error.start].count(b"\n") + 1
        return YamlFile(shown(path), {}), [Problem(shown(path), line, "", "encoding")]
    return read_yaml(text, shown(path))


_UNREADABLE = {"yaml", "encoding", "alias"}
"""The faults after which there is nothing of a file to look at, or not what it means."""


def _id(value: object) -> str:
    return str(getattr(value, "id", ""))


_Defined = tuple[object, object, Entry]
"""What a file defines: its key, its value, and where it stands."""


def _kept(kind: _Kind, path: Path) -> tuple[tuple[_Defined, ...], tuple[Problem, ...]]:
    """What a file defines and its faults, read anew only when the file has changed."""
    try:
        status = path.stat()
    except OSError:
        return _whole_file(kind, path, None)
    return _whole_file(kind, path, (status.st_mtime_ns, status.st_size))


@lru_cache(maxsize=1024)
def _whole_file(
    kind: _Kind, path: Path, stamp: tuple[int, int] | None
) -> tuple[tuple[_Defined, ...], tuple[Problem, ...]]:
    problems: list[Problem] = []
    return tuple(_read(kind, path, problems)), tuple(problems)


def _read(kind: _Kind, path: Path, problems: list[Problem]) -> Iterator[_Defined]:
    file, faults = _parsed(path)
    problems += faults
    if any(fault.kind in _UNREADABLE for fault in faults):
        return
    if not file.tree or isinstance(file.tree, str):
        problems.append(Problem(file.path, 1, "", "no-definitions", {"found": _whole(file)}))
        return
    items: Iterable[tuple[TreePath, Tree]]
    if kind.single:
        items = [((), file.tree)]
    elif isinstance(file.tree, list):
        items = [((place,), tree) for place, tree in enumerate(file.tree)]
    else:
        problems.append(Problem(file.path, 1, "", "not-a-list"))
        return
    for place, tree in items:
        entry = Entry(file, place)
        value = _validated(kind.type, kind.expand(tree), entry, problems)
        if value is not None:
            key = (value.id, value.family) if isinstance(value, schema.RuleDef) else _id(value)
            yield key, value, entry


@cache
def _adapter(type_: Any) -> TypeAdapter[Any]:
    return TypeAdapter(type_)


def _validated(type_: type[T], tree: Tree, entry: Entry, problems: list[Problem]) -> T | None:
    adapter: TypeAdapter[T] = _adapter(cast(Hashable, type_))
    try:
        return adapter.validate_python(tree)
    except ValidationError as error:
        faults = error.errors(include_url=False)
    id = str(tree.get("id", "")) if isinstance(tree, dict) else ""
    problems += [_fault(type_, fault, id, entry) for fault in faults]
    try:
        return adapter.validate_python(_with_words(tree, faults))
    except ValidationError:
        return None


def _with_words(tree: Tree, faults: Iterable[Mapping[str, Any]]) -> Tree:
    """A definition with some words where it has none.

    A name that is missing is told, and keeps nothing else from being looked at.
    """
    if not isinstance(tree, dict):
        return tree
    places = [one["loc"] for one in faults if one["type"].startswith("missing")]
    missing = [str(place[0]) for place in places if len(place) == 1]
    return {**tree, **{key: dict.fromkeys(languages(), "…") for key in missing}}


def _fault(type_: type, fault: Mapping[str, Any], id: str, entry: Entry) -> Problem:
    """One of pydantic's errors in our own terms."""
    loc: TreePath = tuple(fault["loc"])
    where = ".".join(str(part) for part in loc) or Message("what.entry")
    values: dict[str, object] = {"where": where, "found": abridged(written(fault["input"]))}
    name = str(fault["type"])
    if name in ("unexpected_keyword_argument", "extra_forbidden"):
        known = _keys_at(type_, loc[:-1])
        key = str(loc[-1])
        values |= {
            "key": key,
            "known": ", ".join(sorted(known)),
            "nearest": nearest(key, known) or "",
        }
        kind = "misspelt-key" if values["nearest"] else "unknown-key"
    elif name in ("missing", "missing_argument"):
        values["key"] = str(loc[-1])
        kind = "missing-key"
    elif name == "literal_error":
        choices = [
            one.strip(" '") for one in fault["ctx"]["expected"].replace(" or ", ",").split(",")
        ]
        values |= {
            "choices": ", ".join(choices),
            "nearest": nearest(str(fault["input"]), choices) or choices[0],
        }
        kind = "choice"
    elif name.startswith("int_"):
        kind = "number"
    elif name.startswith("bool_"):
        kind = "flag"
    elif name == "string_type":
        kind = "text"
    elif name == "list_type":
        kind = "list"
    else:
        kind = "mapping"
    return entry.problem(id, kind, *loc, **values)


def _whole(file: YamlFile) -> object:
    """What stands in a file, for a message about all of it."""
    return abridged(written(file.tree)) if file.tree else Message("problem.missing-key.found")


def _keys_at(type_: type, loc: TreePath) -> set[str]:
    """The keys that may stand at a place of a definition."""
    current: Any = type_
    for part in loc:
        if isinstance(part, str) and is_dataclass(current):
            current = next((f.type for f in fields(current) if _key(f.name) == part), None)
            current = _dataclass_in(str(current))
    return {_key(one.name) for one in fields(current)} if is_dataclass(current) else set()


def _key(name: str) -> str:
    return name.rstrip("_").replace("_", "-")


def _dataclass_in(annotation: str) -> Any:
    """The schema class that an annotation names, whatever it is wrapped in."""
    for word in annotation.replace("[", " ").replace("]", " ").replace("|", " ").split():
        found = getattr(schema, word.strip(","), None)
        if is_dataclass(found):
            return found
    return None


def read_examples(path: Path) -> tuple[list[tuple[schema.Example, Entry]], list[Problem]]:
    """Read scenarios in the format of examples: one, a list, or whole rules with examples."""
    problems: list[Problem] = []
    file, faults = _parsed(path)
    problems += faults
    if any(fault.kind in _UNREADABLE for fault in faults):
        return [], problems
    found: list[tuple[schema.Example, Entry]] = []
    scenarios = list(_scenarios(file.tree))
    if not scenarios:
        problems.append(Problem(file.path, 1, "", "no-scenarios", {"found": _whole(file)}))
    for place, tree in scenarios:
        entry = Entry(file, place)
        if isinstance(tree, dict):
            tree = {"id": f"scenario-{len(found) + 1}", "then": [], **tree}
        example = _validated(schema.Example, _expand_example(tree), entry, problems)
        if example is not None:
            found.append((example, entry))
    return found, problems


_SCENARIO = {"given", "when", "then"}
"""The keys by which a scenario is told from a rule or a rule set."""


def _is_scenario(tree: Tree) -> bool:
    return isinstance(tree, dict) and not _SCENARIO.isdisjoint(tree)


def _is_rule(tree: Tree) -> bool:
    return isinstance(tree, dict) and "title" in tree


def _scenarios(tree: Tree, path: TreePath = ()) -> Iterator[tuple[TreePath, Tree]]:
    if isinstance(tree, list) and (tree or not path):
        for place, item in enumerate(tree):
            yield from _scenarios(item, (*path, place))
    elif isinstance(tree, dict) and isinstance(tree.get("examples"), list):
        yield from _scenarios(tree["examples"], (*path, "examples"))
    elif _is_scenario(tree) or (path and not _is_rule(tree)):
        yield path, tree
