"""Classical hands to score and their scores as JSON."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rulebook.classical.hand import Grouping, Hand, WinAs
from rulebook.classical.score import Score
from rulebook.form import MELD_KINDS, SOURCES, Reader, melds
from rulebook.source import Source
from rulebook.state import Fault, MeldKind
from rulebook.tiles import format_tiles, sort_tiles

__all__ = ["KEYS", "read_hand", "write_score"]

KEYS = frozenset(
    (
        *("id", "ruleset", "set", "hand", "melds", "bonus", "winner", "win", "win_as", "by"),
        *("last_tile", "only_place", "visible", "original_call", "seat", "round", "grouping"),
        *("dealt", "first_discard", "kong_chain", "kongs_in_turn", "east_streak", "fault"),
    )
)
"""The keys that a hand to score may have."""

_KINDS = {"claimed-kong": MeldKind.KONG, **MELD_KINDS}
_WIN_AS = {one.value: one for one in WinAs}
_FAULTS = {one.value: one for one in Fault if one is not Fault.DEAD}


def read_hand(given: Mapping[str, Any]) -> Hand:
    """A hand from its JSON object; absent keys have the obvious value.

    A hand with a winning tile is the winner's unless it says otherwise.

    Raises:
        HandError: naming every part that cannot be read.
    """
    reader = Reader(given, KEYS)
    tile = reader.maybe_tile("win")
    chain = reader.number("kong_chain")
    hand = Hand(
        concealed=reader.tiles("hand"),
        melds=melds(reader, _KINDS),
        bonus=sort_tiles(reader.maybe_tiles("bonus") or ()),
        seat=reader.wind("seat"),
        round=reader.wind("round"),
        winner=reader.flag("winner", tile is not None),
        tile=tile,
        win_as=reader.maybe_choice("win_as", _WIN_AS),
        source=reader.maybe_choice("by", SOURCES) or Source.DISCARD,
        last_tile=reader.flag("last_tile"),
        only_place=None if reader.lacks("only_place") else reader.flag("only_place"),
        visible=reader.maybe_tiles("visible"),
        original_call=reader.flag("original_call"),
        dealt=reader.flag("dealt"),
        first_discard=reader.flag("first_discard"),
        chain=chain,
        kongs_in_turn=reader.number("kongs_in_turn", chain),
        streak=reader.number("east_streak"),
        fault=reader.maybe_choice("fault", _FAULTS) or Fault.NONE,
        grouping=_grouping(reader),
    )
    reader.done()
    return hand


def _grouping(reader: Reader) -> Grouping | None:
    """The sets as the player shows them, each in a text of tiles."""
    if reader.lacks("grouping"):
        return None
    shown = enumerate(reader.listed("grouping"))
    return tuple(reader.tiles_in(one, f"grouping[{place}]") for place, one in shown)


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
