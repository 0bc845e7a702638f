"""Files of records: opened, unpacked, and told apart by what is in them."""

from __future__ import annotations

import gzip
import json
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Literal

from rulebook.form import shown
from rulebook.problems import abridged
from rulebook.records.classical import ClassicalGame
from rulebook.records.events import Format, Record, RecordError
from rulebook.records.mjai import read_mjai
from rulebook.records.mjlog import read_mjlog
from rulebook.records.mjserver import is_log, read_log
from rulebook.records.tenhou6 import read_tenhou6

__all__ = ["Wanted", "detect", "read_bytes", "read_file"]

_GZIP = b"\x1f\x8b"
_XZ = b"\xfd7zXZ\x00"

AnyRecord = Record | ClassicalGame
Found = Iterator[tuple[str, AnyRecord | RecordError]]
Wanted = Literal["auto"] | Format


def read_file(path: Path, wanted: Wanted = "auto") -> Found:
    """The records in a file, each with its name; what cannot be read is an error among them."""
    try:
        data = path.read_bytes()
    except OSError as error:
        yield str(path), RecordError("unreadable", error.strerror or str(error))
        return
    yield from read_bytes(data, str(path), wanted)


def read_bytes(data: bytes, name: str, wanted: Wanted = "auto") -> Found:
    """The records in what a file called `name` holds.

    A record is called by its id, else by the file, with the line where there are several.
    """
    try:
        text = _text(data)
        found = detect(text)
        if found is None:
            raise RecordError("unknown-format", abridged(text))
        if wanted not in ("auto", found):
            raise RecordError("other-format", found)
    except RecordError as error:
        yield name, error
        return
    if found == "mj-server" or text.startswith("<"):
        yield name, _guarded(read_log if found == "mj-server" else read_mjlog, text, name)
    elif found == "mjai":
        yield from read_mjai(_values(text), name)
    else:
        yield from _lines(text, name)


def detect(text: str) -> Format | None:
    """The format of an unpacked text; None where it is none of ours."""
    if is_log(text):
        return "mj-server"
    if text.startswith("<"):
        return "tenhou" if "<mjloggm" in text else None
    for _, value in _values(text):
        first = value[0] if isinstance(value, list) and value else value
        if (found := _format(first)) is not None:
            return found
    return None


def _format(value: Any) -> Format | None:
    if not isinstance(value, dict):
        return None
    keys: dict[str, Format] = {"mjlog": "tenhou", "log": "tenhou6", "type": "mjai"}
    return next((found for key, found in keys.items() if key in value), None)


def _text(data: bytes) -> str:
    try:
        if data.startswith(_GZIP):
            data = gzip.decompress(data)
        elif data.startswith(_XZ):
            import lzma  # not everywhere that Python runs

            try:
                data = lzma.decompress(data)
            except lzma.LZMAError as error:
                raise RecordError("compression", str(error)) from None
    except (OSError, EOFError, zlib.error, ImportError) as error:
        raise RecordError("compression", str(error)) from None
    try:
        return data.decode("utf-8-sig").lstrip()
    except UnicodeDecodeError as error:
        raise RecordError("encoding", str(error)) from None


def _values(text: str) -> Iterator[tuple[int, Any]]:
    """The JSON of a text: all of it, or line by line with the numbers of the lines."""
    try:
        whole = json.loads(text)
    except (ValueError, RecursionError):
        pass
    else:
        yield 0, whole
        return
    for number, line in enumerate(text.split("\n"), 1):
        if line.strip():
            try:
                yield number, json.loads(line)
            except (ValueError, RecursionError) as error:
                place = getattr(error, "colno", 1)
                yield number, RecordError("not-json", str(place), line=number)


def _lines(text: str, name: str) -> Found:
    """Records that are a line of JSON each."""
    for line, value in _values(text):
        called = f"{name}:{line}" if line else name
        for one in value if isinstance(value, list) else [value]:
            if isinstance(one, dict) and isinstance(one.get("id"), str | int):
                called = str(one["id"])
            record = _record(one, called)
            if isinstance(record, RecordError):
                record.line = line
            yield called, record


def _record(value: Any, name: str) -> AnyRecord | RecordError:
    if isinstance(value, RecordError):
        return value
    match _format(value):
        case "tenhou":
            return _guarded(read_mjlog, value["mjlog"], name)
        case "tenhou6":
            log = value["log"]
            return _guarded(read_tenhou6, log if isinstance(log, dict) else value, name)
    return RecordError("unknown-format", shown(value))


def _guarded(read: Any, content: Any, name: str) -> AnyRecord | RecordError:
    try:
        record: AnyRecord = read(content, name)
    except RecordError as error:
        return error
    return record
