"""Hands to score and their scores as JSON: the form in which other programs exchange them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rulebook.form import SIDES, SOURCES, Reader, melds, shown
from rulebook.riichi.hand import Hand
from rulebook.riichi.score import Score
from rulebook.source import Source
from rulebook.state import Ready
from rulebook.tiles import KINDS, Side, format_tiles

__all__ = ["KEYS", "read_hand", "write_score"]

KEYS = frozenset(
    (
        *("id", "ruleset", "set", "hand", "melds", "win", "by", "last_tile", "seat", "round"),
        *("riichi", "ippatsu", "first_turn", "dora", "ura", "counters", "bets", "from", "liable"),
    )
)
"""The keys that a hand to score may have."""


def read_hand(given: Mapping[str, Any]) -> Hand:
    """A hand from its JSON object; absent keys have the obvious value.

    Raises:
        HandError: naming every part that cannot be read.
    """
    reader = Reader(given, KEYS)
    hand = Hand(
        concealed=reader.tiles("hand"),
        tile=reader.tile("win") or KINDS[0],
        melds=melds(reader),
        source=reader.choice("by", SOURCES, "discard") or Source.DISCARD,
        seat=reader.wind("seat"),
        round=reader.wind("round"),
        ready=_ready(reader),
        ippatsu=reader.flag("ippatsu"),
        first_turn=reader.flag("first_turn"),
        last_tile=reader.flag("last_tile"),
        indicators=reader.maybe_tiles("dora") or (),
        ura=reader.maybe_tiles("ura") or (),
        counters=reader.number("counters"),
        bets=reader.number("bets"),
        giver=reader.maybe_choice("from", SIDES) or Side.LEFT,
        liable=reader.maybe_choice("liable", SIDES),
    )
    reader.done()
    return hand


def _ready(reader: Reader) -> Ready:
    value = reader.given.get("riichi", False)
    if isinstance(value, bool):
        return Ready.RIICHI if value else Ready.NO
    if value == "double":
        return Ready.DOUBLE_RIICHI
    reader.fault("choice", "riichi", found=shown(value), choices="false, true, double")
    return Ready.NO


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
