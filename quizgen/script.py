"""Data as scripts, so that it loads without a server."""

from __future__ import annotations

import json

__all__ = ["as_script"]


def as_script(call: str, value: object) -> str:
    """A call of a function with one value."""
    return f"{call}({json.dumps(value, ensure_ascii=False, separators=(',', ':'))});\n"
