"""Hands to score and their scores as JSON: the form in which other programs exchange them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar

from rulebook.riichi.hand import Hand, HandError, HandFault, Source
from rulebook.riichi.score import Score
from rulebook.state import Meld, MeldKind, Ready
from rulebook.tiles import (
    KINDS,
    Seat,
    Side,
    Tile,
    TileError,
    format_tiles,
    parse_tiles,
    sort_tiles,
)

__all__ = ["KEYS", "read_hand", "write_score"]

T = TypeVar("T")

KEYS = frozenset(
    (
        *("id", "ruleset", "set", "hand", "melds", "win", "by", "last_tile", "seat", "round"),
        *("riichi", "ippatsu", "first_turn", "dora", "ura", "counters", "bets", "from", "liable"),
    )
)
"""The keys that a hand to score may have."""

_MELD_KEYS = frozenset(("kind", "tiles", "from", "claimed", "marked"))


class _Reader:
    """Takes the parts of a hand out of a JSON object and collects what is wrong with them."""

    def __init__(self, given: Mapping[str, Any]) -> None:
        self.given = given
        self.faults: list[HandFault] = []

    def fault(self, code: str, where: str, **values: object) -> None:
        self.faults.append(HandFault(code, where, tuple(values.items())))

    def keys(self, given: Mapping[str, Any], known: frozenset[str], where: str = "") -> None:
        for key in given:
            if key not in known:
                self.fault("unknown-key", where + key, key=key)

    def tiles(self, value: object, where: str) -> tuple[Tile, ...]:
        if not isinstance(value, str):
            self.fault("not-tiles", where, found=_shown(value))
            return ()
        try:
            return parse_tiles(value)
        except TileError as error:
            values = {"text": value, "place": error.position, "found": error.found}
            self.fault(f"tiles-{error.code}", where, **values)
            return ()

    def maybe_tiles(self, key: str) -> tuple[Tile, ...]:
        value = self.given.get(key)
        return () if value is None else self.tiles(value, key)

    def one_tile(self, key: str) -> Tile | None:
        if key not in self.given:
            self.fault("missing", key, key=key)
            return None
        found = self.tiles(self.given[key], key)
        if len(found) != 1:
            if not any(fault.where == key for fault in self.faults):
                self.fault("one-tile", key, found=len(found))
            return None
        return found[0]

    def flag(self, key: str) -> bool:
        value = self.given.get(key, False)
        if not isinstance(value, bool):
            self.fault("not-a-flag", key, found=_shown(value))
            return False
        return value

    def number(self, key: str) -> int:
        value = self.given.get(key, 0)
        if not isinstance(value, int) or isinstance(value, bool) or value < 0:
            self.fault("not-a-number", key, found=_shown(value))
            return 0
        return value

    def choice(self, value: object, where: str, choices: Mapping[str, T]) -> T | None:
        if isinstance(value, str) and value in choices:
            return choices[value]
        self.fault("choice", where, found=_shown(value), choices=", ".join(choices))
        return None


def _shown(value: object) -> str:
    return repr(value) if isinstance(value, str) else str(value)


_SEATS = {seat.name.lower(): seat for seat in Seat}
_SIDES = {side.value: side for side in Side}
_SOURCES = {source.value: source for source in Source}
_KINDS = {kind.value: kind for kind in MeldKind}


def read_hand(given: Mapping[str, Any]) -> Hand:
    """A hand from its JSON object; absent keys have the obvious value.

    Raises:
        HandError: naming every part that cannot be read.
    """
    reader = _Reader(given)
    reader.keys(given, KEYS)
    if "hand" not in given:
        reader.fault("missing", "hand", key="hand")
    concealed = reader.tiles(given.get("hand", ""), "hand")
    tile = reader.one_tile("win")
    melds = _melds(reader)
    ready = _ready(reader)
    hand = Hand(
        concealed,
        tile or KINDS[0],
        melds,
        reader.choice(given.get("by", "discard"), "by", _SOURCES) or Source.DISCARD,
        _wind(reader, "seat"),
        _wind(reader, "round"),
        ready,
        reader.flag("ippatsu"),
        reader.flag("first_turn"),
        reader.flag("last_tile"),
        reader.maybe_tiles("dora"),
        reader.maybe_tiles("ura"),
        reader.number("counters"),
        reader.number("bets"),
        _side(reader, "from") or Side.LEFT,
        _side(reader, "liable"),
    )
    if reader.faults:
        raise HandError(tuple(reader.faults))
    return hand


def _wind(reader: _Reader, key: str) -> Seat:
    seat = reader.choice(reader.given.get(key, "east"), key, _SEATS)
    return Seat.EAST if seat is None else seat


def _side(reader: _Reader, key: str) -> Side | None:
    value = reader.given.get(key)
    return None if value is None else reader.choice(value, key, _SIDES)


def _ready(reader: _Reader) -> Ready:
    value = reader.given.get("riichi", False)
    if isinstance(value, bool):
        return Ready.RIICHI if value else Ready.NO
    if value == "double":
        return Ready.DOUBLE_RIICHI
    reader.fault("choice", "riichi", found=_shown(value), choices="false, true, double")
    return Ready.NO


def _melds(reader: _Reader) -> tuple[Meld, ...]:
    value = reader.given.get("melds", [])
    if not isinstance(value, list):
        reader.fault("not-a-list", "melds", found=_shown(value))
        return ()
    found = []
    for place, given in enumerate(value):
        where = f"melds[{place}]"
        if not isinstance(given, Mapping):
            reader.fault("not-an-object", where, found=_shown(given))
            continue
        reader.keys(given, _MELD_KEYS, f"{where}.")
        kind = reader.choice(given.get("kind"), f"{where}.kind", _KINDS)
        tiles = sort_tiles(reader.tiles(given.get("tiles", ""), f"{where}.tiles"))
        side = given.get("from")
        if side is not None:
            side = reader.choice(side, f"{where}.from", _SIDES)
        if kind and tiles:
            claimed = None if kind is MeldKind.CONCEALED_KONG else tiles[0]
            found.append(Meld(kind, tiles, claimed, side))
        elif kind and not any(fault.where.startswith(where) for fault in reader.faults):
            reader.fault("not-a-set", where, kind=kind.value)
    return tuple(found)


def write_score(score: Score, id: object = None) -> dict[str, object]:
    """A score as a JSON object: points, fan and minipoints."""
    payments = {side.value: -score.payments[side] for side in (Side.LEFT, Side.ACROSS, Side.RIGHT)}
    return {
        "id": id,
        "yaku": [{"id": id, "fan": fan} for id, fan in score.yaku],
        "yakuman": score.yakuman,
        "fan": score.fan,
        "fu": score.fu,
        "fu_items": [
            {"id": item.id, "fu": item.fu, "tiles": format_tiles(item.tiles)}
            for item in score.fu_items
        ],
        "limit": score.limit,
        "value": score.value,
        "payments": {**payments, "winner": score.winner},
        "rules": list(score.rules),
    }
