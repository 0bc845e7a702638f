"""Classical hands to score and their scores as JSON."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar

from rulebook.classical.hand import Grouping, Hand, WinAs
from rulebook.classical.score import Score
from rulebook.faults import HandError, HandFault, fault
from rulebook.source import Source
from rulebook.state import Fault, Meld, MeldKind
from rulebook.tiles import (
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
        *("id", "ruleset", "set", "hand", "melds", "bonus", "winner", "win", "win_as", "by"),
        *("last_tile", "only_place", "visible", "original_call", "seat", "round", "grouping"),
        *("dealt", "first_discard", "kong_chain", "kongs_in_turn", "east_streak", "fault"),
    )
)
"""The keys that a hand to score may have."""

_MELD_KEYS = frozenset(("kind", "tiles", "from", "claimed", "marked"))

_SEATS = {seat.name.lower(): seat for seat in Seat}
_SIDES = {side.value: side for side in Side}
_SOURCES = {source.value: source for source in Source}
_WIN_AS = {one.value: one for one in WinAs}
_KINDS = {
    "chow": MeldKind.CHOW,
    "pung": MeldKind.PUNG,
    "claimed-kong": MeldKind.KONG,
    "kong": MeldKind.KONG,
    "extended-kong": MeldKind.EXTENDED_KONG,
    "concealed-kong": MeldKind.CONCEALED_KONG,
}
_FAULTS = {one.value: one for one in Fault if one is not Fault.DEAD}


class _Reader:
    """Takes the parts of a hand out of a JSON object and collects what is wrong with them."""

    def __init__(self, given: Mapping[str, Any]) -> None:
        self.given = given
        self.faults: list[HandFault] = []

    def fault(self, code: str, where: str, **values: object) -> None:
        self.faults.append(fault(code, where, **values))

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

    def maybe_tiles(self, key: str) -> tuple[Tile, ...] | None:
        value = self.given.get(key)
        return None if value is None else self.tiles(value, key)

    def win(self) -> Tile | None:
        """The winning tile, where there is one."""
        before = len(self.faults)
        found = self.maybe_tiles("win")
        if found is None:
            return None
        if len(found) != 1:
            if len(self.faults) == before:
                self.fault("one-tile", "win", found=len(found))
            return None
        return found[0]

    def flag(self, key: str, default: bool = False) -> bool:
        value = self.given.get(key, default)
        if not isinstance(value, bool):
            self.fault("not-a-flag", key, found=_shown(value))
            return default
        return value

    def maybe_flag(self, key: str) -> bool | None:
        return None if self.given.get(key) is None else self.flag(key)

    def number(self, key: str, default: int = 0) -> int:
        value = self.given.get(key, default)
        if not isinstance(value, int) or isinstance(value, bool) or value < 0:
            self.fault("not-a-number", key, found=_shown(value))
            return default
        return value

    def choice(self, value: object, where: str, choices: Mapping[str, T]) -> T | None:
        if isinstance(value, str) and value in choices:
            return choices[value]
        self.fault("choice", where, found=_shown(value), choices=", ".join(choices))
        return None

    def list(self, value: object, where: str) -> list[object]:
        if isinstance(value, list):
            return value
        self.fault("not-a-list", where, found=_shown(value))
        return []


def _shown(value: object) -> str:
    return repr(value) if isinstance(value, str) else str(value)


def read_hand(given: Mapping[str, Any]) -> Hand:
    """A hand from its JSON object; absent keys have the obvious value.

    A hand with a winning tile is the winner's unless it says otherwise.

    Raises:
        HandError: naming every part that cannot be read.
    """
    reader = _Reader(given)
    reader.keys(given, KEYS)
    if "hand" not in given:
        reader.fault("missing", "hand", key="hand")
    tile = reader.win()
    chain = reader.number("kong_chain")
    hand = Hand(
        concealed=reader.tiles(given.get("hand", ""), "hand"),
        melds=_melds(reader),
        bonus=sort_tiles(reader.maybe_tiles("bonus") or ()),
        seat=_wind(reader, "seat"),
        round=_wind(reader, "round"),
        winner=reader.flag("winner", tile is not None),
        tile=tile,
        win_as=_maybe(reader, "win_as", _WIN_AS),
        source=_maybe(reader, "by", _SOURCES) or Source.DISCARD,
        last_tile=reader.flag("last_tile"),
        only_place=reader.maybe_flag("only_place"),
        visible=reader.maybe_tiles("visible"),
        original_call=reader.flag("original_call"),
        dealt=reader.flag("dealt"),
        first_discard=reader.flag("first_discard"),
        chain=chain,
        kongs_in_turn=reader.number("kongs_in_turn", chain),
        streak=reader.number("east_streak"),
        fault=_maybe(reader, "fault", _FAULTS) or Fault.NONE,
        grouping=_grouping(reader),
    )
    if reader.faults:
        raise HandError(tuple(reader.faults))
    return hand


def _wind(reader: _Reader, key: str) -> Seat:
    seat = reader.choice(reader.given.get(key, "east"), key, _SEATS)
    return Seat.EAST if seat is None else seat


def _maybe(reader: _Reader, key: str, choices: Mapping[str, T]) -> T | None:
    value = reader.given.get(key)
    return None if value is None else reader.choice(value, key, choices)


def _melds(reader: _Reader) -> tuple[Meld, ...]:
    found = []
    for place, given in enumerate(reader.list(reader.given.get("melds", []), "melds")):
        where = f"melds[{place}]"
        if not isinstance(given, Mapping):
            reader.fault("not-an-object", where, found=_shown(given))
            continue
        meld = _meld(reader, given, where)
        if meld:
            found.append(meld)
    return tuple(found)


def _meld(reader: _Reader, given: Mapping[str, Any], where: str) -> Meld | None:
    """A set on the table; `None` when it cannot be read."""
    before = len(reader.faults)
    reader.keys(given, _MELD_KEYS, f"{where}.")
    kind = reader.choice(given.get("kind"), f"{where}.kind", _KINDS)
    tiles = sort_tiles(reader.tiles(given.get("tiles", ""), f"{where}.tiles"))
    side = given.get("from")
    if side is not None:
        side = reader.choice(side, f"{where}.from", _SIDES)
    marked = given.get("marked", True)
    if not isinstance(marked, bool):
        reader.fault("not-a-flag", f"{where}.marked", found=_shown(marked))
    if len(reader.faults) > before or kind is None:
        return None
    if not tiles:
        reader.fault("not-a-set", where, kind=kind.value)
        return None
    claimed = None if kind is MeldKind.CONCEALED_KONG else tiles[0]
    return Meld(kind, tiles, claimed, side, marked)


def _grouping(reader: _Reader) -> Grouping | None:
    """The sets as the player shows them, each in a text of tiles."""
    value = reader.given.get("grouping")
    if value is None:
        return None
    shown = reader.list(value, "grouping")
    return tuple(reader.tiles(one, f"grouping[{place}]") for place, one in enumerate(shown))


def write_score(score: Score, id: object = None) -> dict[str, object]:
    """A score as a JSON object: points and doubles item by item, and the value."""
    return {
        "id": id,
        "items": [
            {"id": item.id, "points": item.points, "tiles": format_tiles(item.tiles)}
            for item in score.items
        ],
        "points": score.points,
        "doubles_items": [{"id": id, "doubles": doubles} for id, doubles in score.double_items],
        "doubles": score.doubles,
        "limit_hand": score.limit_hand,
        "value": score.value,
        "rules": list(score.rules),
    }
