"""Reading YAML so that every value keeps its line and every scalar stays text."""

from __future__ import annotations

from dataclasses import dataclass, field

import yaml

from rulebook.problems import Message, Problem

__all__ = ["Path", "Tree", "YamlFile", "read_yaml", "written"]

Tree = str | list["Tree"] | dict[str, "Tree"]
Path = tuple[str | int, ...]
"""The way from the document's root to a value: keys and list places."""


@dataclass(frozen=True, slots=True)
class YamlFile:
    """A parsed file.

    Attributes:
        path: its name as shown to people.
        tree: the document; all scalars are text.
        lines: the line of every value, by its path.
    """

    path: str
    tree: Tree
    lines: dict[Path, int] = field(default_factory=dict)

    def line(self, path: Path) -> int:
        """The line of a value, or of the nearest enclosing one.

        Steps that the file leaves out, as short forms do, are passed over.
        """
        found: Path = ()
        for step in path:
            if (*found, step) in self.lines:
                found = (*found, step)
        return self.lines.get(found, 1)


_LOADER = getattr(yaml, "CSafeLoader", yaml.SafeLoader)

_FAULTS = {
    "mapping values are not allowed": "yaml.colon",
    "block sequence entries are not allowed": "yaml.dash",
    "could not find expected ':'": "yaml.no-colon",
    "did not find expected key": "yaml.key",
    "did not find expected '-' indicator": "yaml.list",
    "did not find expected ',' or": "yaml.bracket",
    "cannot start any token": "yaml.start",
    "unexpected end of stream": "yaml.quote",
    "another document": "yaml.second",
    "undefined alias": "yaml.alias",
    "control characters are not allowed": "yaml.control",
    "maximum nesting depth": "yaml.depth",
    "did not find expected node content": "yaml.value",
    "did not find expected comment or line break": "yaml.block",
    "tab character": "yaml.start",
    "unknown escape character": "yaml.escape",
    "hexdecimal number": "yaml.escape",
    "Unicode character escape": "yaml.escape",
    "expected <document start>": "yaml.after",
    "document indicator": "yaml.quote",
}
"""What the parser says, by a part of it, and the sentence for it."""


_DEEPEST = 40
"""How many lists and mappings may stand within each other; definitions have a dozen."""


def read_yaml(text: str, path: str) -> tuple[YamlFile, list[Problem]]:
    """Parse a document; faults of the notation itself come back as problems."""
    try:
        node = yaml.compose(text, Loader=_LOADER)
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark
        line = mark.line + 1 if mark else 1
        return YamlFile(path, {}), [_fault(path, line, error.problem or "")]
    except yaml.YAMLError as error:
        line = text.count("\n", 0, getattr(error, "position", 0)) + 1
        return YamlFile(path, {}), [_fault(path, line, str(error).replace("\n", " "))]
    file = YamlFile(path, {})
    reader = _Reader(file)
    tree = reader.value(node, ()) if node is not None else {}
    return YamlFile(path, tree, file.lines), reader.problems


def _fault(path: str, line: int, said: str) -> Problem:
    """A fault of the notation; what the parser says of a rare one stays as it is."""
    key = next((key for part, key in _FAULTS.items() if part in said), None)
    what = Message(key) if key else said.removeprefix("but ").removeprefix("found ")
    return Problem(path, line, "", "yaml", {"what": what})


def written(tree: object) -> str:
    """A value as it could stand in one line of a file.

    >>> written({"tiles": ["5m", "6m"]})
    '{tiles: [5m, 6m]}'
    """
    if isinstance(tree, dict):
        return "{" + ", ".join(f"{key}: {written(value)}" for key, value in tree.items()) + "}"
    if isinstance(tree, list):
        return "[" + ", ".join(map(written, tree)) + "]"
    return str(tree)


class _Reader:
    """Turns nodes into plain values and notes what the format forbids."""

    def __init__(self, file: YamlFile) -> None:
        self.file = file
        self.problems: list[Problem] = []
        self.seen: set[int] = set()

    def value(self, node: yaml.Node, path: Path) -> Tree:
        self.file.lines[path] = node.start_mark.line + 1
        if len(path) > _DEEPEST:
            self._problem(node, "yaml", what=Message("yaml.depth"))
            return ""
        if id(node) in self.seen:
            self._problem(node, "alias")
            return ""
        self.seen.add(id(node))
        return self._value(node, path)

    def _value(self, node: yaml.Node, path: Path) -> Tree:
        if isinstance(node, yaml.MappingNode):
            return self._mapping(node, path)
        if isinstance(node, yaml.SequenceNode):
            return [self.value(item, (*path, place)) for place, item in enumerate(node.value)]
        return str(node.value)

    def _mapping(self, node: yaml.MappingNode, path: Path) -> dict[str, Tree]:
        values: dict[str, Tree] = {}
        for key_node, value_node in node.value:
            key = str(key_node.value)
            if not isinstance(key_node, yaml.ScalarNode) or key == "<<":
                self._problem(key_node, "merge")
                continue
            if key in values:
                first = self.file.lines[(*path, key)]
                self._problem(key_node, "duplicate-key", key=key, first=first)
                continue
            values[key] = self.value(value_node, (*path, key))
            self.file.lines[(*path, key)] = key_node.start_mark.line + 1
        return values

    def _problem(self, node: yaml.Node, kind: str, **values: object) -> None:
        line = node.start_mark.line + 1
        self.problems.append(Problem(self.file.path, line, "", kind, values))
