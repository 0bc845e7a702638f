"""Hands and deals as JSON: their parts read from an object, and all that is wrong with them."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any, TypeVar

from rulebook.faults import HandError, HandFault, fault
from rulebook.problems import abridged
from rulebook.source import Source
from rulebook.state import Meld, MeldKind
from rulebook.tiles import Seat, Side, Tile, TileError, parse_tiles, sort_tiles

__all__ = ["MELD_KINDS", "SEATS", "SIDES", "SOURCES", "Reader", "melds", "shown"]

T = TypeVar("T")

SEATS = {seat.name.lower(): seat for seat in Seat}
SIDES = {side.value: side for side in Side}
SOURCES = {source.value: source for source in Source}
MELD_KINDS = {kind.value: kind for kind in MeldKind}

_MELD_KEYS = frozenset(("kind", "tiles", "from", "claimed", "marked"))


class Reader:
    """Takes the parts out of one object and collects what is wrong with them.

    What is read is told apart by its key; readers of inner objects add to the same faults.
    A part with a fault has some value of its kind, so that reading can go on.
    """

    def __init__(
        self,
        given: Mapping[str, Any],
        keys: frozenset[str] | None,
        where: str = "",
        faults: list[HandFault] | None = None,
    ) -> None:
        self.given = given
        self.where = where
        self.faults = [] if faults is None else faults
        for key in given:
            if keys is not None and key not in keys:
                self.fault("unknown-key", key, key=key)

    def fault(self, code: str, key: str = "", /, **values: object) -> None:
        self.faults.append(fault(code, self.place(key), **values))

    def place(self, key: str) -> str:
        """Where a part stands, seen from the outermost object."""
        return ".".join(filter(None, (self.where, key)))

    def done(self) -> None:
        """Stop when there are faults.

        Raises:
            HandError: naming all of them.
        """
        if self.faults:
            raise HandError(tuple(self.faults))

    def lacks(self, key: str) -> bool:
        """Whether nothing is said of something optional."""
        return self.given.get(key) is None

    def required(self, key: str) -> None:
        if key not in self.given:
            self.fault("missing", key, key=key)

    def tiles(self, key: str) -> tuple[Tile, ...]:
        if key in self.given:
            return self.tiles_in(self.given[key], key)
        self.required(key)
        return ()

    def maybe_tiles(self, key: str) -> tuple[Tile, ...] | None:
        return None if self.lacks(key) else self.tiles(key)

    def tiles_in(self, value: object, key: str) -> tuple[Tile, ...]:
        if not isinstance(value, str):
            self.fault("not-tiles", key, found=shown(value))
            return ()
        try:
            return parse_tiles(value)
        except TileError as error:
            text, found = abridged(value), abridged(error.found)
            self.fault(f"tiles-{error.code}", key, text=text, place=error.position, found=found)
            return ()

    def tile(self, key: str) -> Tile | None:
        before = len(self.faults)
        found = self.tiles(key)
        if len(found) == 1:
            return found[0]
        if len(self.faults) == before:
            self.fault("one-tile", key, found=len(found))
        return None

    def maybe_tile(self, key: str) -> Tile | None:
        return None if self.lacks(key) else self.tile(key)

    def flag(self, key: str, default: bool = False) -> bool:
        value = self.given.get(key, default)
        if isinstance(value, bool):
            return value
        self.fault("not-a-flag", key, found=shown(value))
        return default

    def number(self, key: str, default: int | None = 0) -> int:
        """A number of things, or points; never less than nothing."""
        value = self.given.get(key, default)
        if isinstance(value, int) and not isinstance(value, bool) and value >= 0:
            return value
        self.fault("not-a-number", key, found=shown(value))
        return 0

    def loss(self, key: str) -> int:
        """Points that somebody pays, which stand there with a minus."""
        value = self.given.get(key, 0)
        if isinstance(value, int) and not isinstance(value, bool) and value <= 0:
            return -value
        self.fault("not-a-loss", key, found=shown(value))
        return 0

    def choice(self, key: str, choices: Mapping[str, T], default: str | None = None) -> T | None:
        return self.choice_in(self.given.get(key, default), key, choices)

    def maybe_choice(self, key: str, choices: Mapping[str, T]) -> T | None:
        return None if self.lacks(key) else self.choice(key, choices)

    def choice_in(self, value: object, key: str, choices: Mapping[str, T]) -> T | None:
        if isinstance(value, str) and value in choices:
            return choices[value]
        self.fault("choice", key, found=shown(value), choices=", ".join(choices))
        return None

    def wind(self, key: str) -> Seat:
        return self.choice(key, SEATS, "east") or Seat.EAST

    def seats(self, key: str) -> tuple[Seat, ...]:
        """Players, each once, East first; none where nothing is said."""
        if self.lacks(key):
            return ()
        named = enumerate(self.listed(key))
        found = {self.choice_in(one, f"{key}[{place}]", SEATS) for place, one in named}
        return tuple(sorted(seat for seat in found if seat is not None))

    def listed(self, key: str) -> list[object]:
        value = self.given.get(key, [])
        if isinstance(value, list):
            return value
        self.fault("not-a-list", key, found=shown(value))
        return []

    def part(self, key: str, keys: frozenset[str] | None = None) -> Reader | None:
        return self._part(self.given.get(key, {}), key, keys)

    def maybe_part(self, key: str, keys: frozenset[str] | None = None) -> Reader | None:
        return None if self.lacks(key) else self.part(key, keys)

    def parts(self, key: str, keys: frozenset[str] | None = None) -> Iterator[Reader]:
        """Readers of the objects in a list."""
        for place, value in enumerate(self.listed(key)):
            found = self._part(value, f"{key}[{place}]", keys)
            if found:
                yield found

    def _part(self, value: object, key: str, keys: frozenset[str] | None) -> Reader | None:
        if isinstance(value, Mapping):
            return Reader(value, keys, self.place(key), self.faults)
        self.fault("not-an-object", key, found=shown(value))
        return None


def shown(value: object) -> str:
    """A value as JSON writes it, short enough for a sentence.

    >>> shown([None, "x"])
    '[null, "x"]'
    """
    return abridged(json.dumps(value, ensure_ascii=False, default=str))


def melds(reader: Reader, kinds: Mapping[str, MeldKind] = MELD_KINDS) -> tuple[Meld, ...]:
    """The sets on the table, but for those that cannot be read."""
    found = [_meld(one, kinds) for one in reader.parts("melds", _MELD_KEYS)]
    return tuple(meld for meld in found if meld)


def _meld(reader: Reader, kinds: Mapping[str, MeldKind]) -> Meld | None:
    before = len(reader.faults)
    kind = reader.choice("kind", kinds)
    tiles = sort_tiles(reader.tiles("tiles"))
    claimed = reader.maybe_tile("claimed")
    side = reader.maybe_choice("from", SIDES)
    marked = reader.flag("marked", default=True)
    if len(reader.faults) > before or kind is None:
        return None
    if not tiles:
        reader.fault("not-a-set", kind=kind.value)
        return None
    if kind is MeldKind.CONCEALED_KONG:
        for key in ("from", "claimed"):
            if not reader.lacks(key):
                reader.fault("concealed-claimed", key, key=key)
    elif claimed is None:
        claimed = tiles[0]
    elif claimed not in tiles:
        reader.fault("claimed-elsewhere", "claimed", tile=claimed.code)
    return Meld(kind, tiles, claimed, side, marked)
