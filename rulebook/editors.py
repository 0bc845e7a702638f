"""JSON Schemas of the definitions, for editors.

The definitions are read with everything that stands alone taken for a text, and some
of them may be written short. An editor's schema has to know both, or it finds fault
with what is right.
"""

from __future__ import annotations

from typing import Any

from pydantic import TypeAdapter

from rulebook.load import KINDS, LISTED

__all__ = ["json_schema"]

_Schema = dict[str, Any]


def json_schema() -> dict[str, Any]:
    """The JSON Schema of all files by kind of file, with the pattern of their names."""
    return {
        kind.name: {
            "files": kind.pattern,
            "schema": _of(kind.type if kind.single else list[kind.type]),  # type: ignore[name-defined]
        }
        for kind in KINDS
    }


def _of(type_: Any) -> _Schema:
    schema = TypeAdapter(type_).json_schema()
    for one in (schema, *schema.get("$defs", {}).values()):
        _may_be_short(one)
    written: _Schema = _as_written(schema)
    return written


def _as_written(schema: Any) -> Any:
    """The same, where a value that stands alone may have quotation marks or none."""
    if isinstance(schema, list):
        return [_as_written(one) for one in schema]
    if not isinstance(schema, dict):
        return schema
    found = {key: _as_written(one) for key, one in schema.items()}
    if "enum" in found or "const" in found:
        return found
    match found.get("type"):
        case "boolean":
            del found["type"]
            return {**found, "enum": [True, False, "true", "false"]}
        case "integer":
            del found["type"]
            return {**found, "anyOf": [{"type": "integer"}, {"type": "string", "pattern": _NUMBER}]}
        case "string":
            return {**found, "type": ["string", "number", "boolean"]}
    return found


_NUMBER = r"^[+-]?[0-9]+$"


def _may_be_short(schema: _Schema) -> None:
    """Add what the parts of a definition may be abbreviated to."""
    parts = schema.get("properties", {})
    match schema.get("title"):
        case "RuleDef":
            texts = parts["text"]
            texts["items"] = _or(texts["items"], _WORDS)
            parts["text"] = _or(texts, _WORDS)
            parts["source"]["additionalProperties"] = _or(
                parts["source"]["additionalProperties"], _TEXT
            )
        case "RuleSetDef":
            values = parts["values"]
            values["additionalProperties"] = _or(values["additionalProperties"], _TEXT)
        case "Example":
            parts["then"] = _or(parts["then"], parts["then"]["items"])
            parts["ask"] = _or(parts["ask"], parts["ask"]["anyOf"][0]["items"])
        case "Expectation":
            for key in LISTED:
                parts[key] = _or(parts[key], _TEXT)


def _or(schema: _Schema, short: _Schema) -> _Schema:
    return {"anyOf": [schema, short]}


_TEXT: _Schema = {"type": "string"}
_WORDS: _Schema = {
    "type": "object",
    "properties": {"when": {"type": "object", "additionalProperties": _TEXT}},
    "additionalProperties": _TEXT,
}
"""A paragraph by language, with the values for which it is shown beside it."""
