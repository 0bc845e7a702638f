"""The schemas for editors have no fault to find with what is published."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest
import yaml
from jsonschema import Draft202012Validator

from rulebook.editors import json_schema
from rulebook.paths import definitions

SCHEMAS = json_schema()


@cache
def _validator(kind: str) -> Draft202012Validator:
    schema = SCHEMAS[kind]["schema"]
    Draft202012Validator.check_schema(schema)
    return Draft202012Validator(schema)


def faults(kind: str, path: Path) -> list[str]:
    """What an editor finds, which takes numbers for numbers and true for a flag."""
    data = yaml.safe_load(path.read_text(encoding="utf-8"))
    return [f"{one.json_path}: {one.message[:99]}" for one in _validator(kind).iter_errors(data)]


@pytest.mark.parametrize("kind", SCHEMAS)
def test_nothing_is_wrong_with_what_is_published(kind: str) -> None:
    files = sorted(definitions().glob(SCHEMAS[kind]["files"]))
    assert files
    assert not {path.name: found for path in files if (found := faults(kind, path))}
