"""The options of Debian's `mah-jong` server as values of parameters."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from rulebook.ruleset import RuleSet, Share, Value

__all__ = ["with_options"]


def with_options(rules: RuleSet, options: Mapping[str, str]) -> RuleSet:
    """A rule set as the options have it; what they do not say stays as it is.

    Raises:
        ValueError: when an option is no number.
    """
    values: dict[str, Value] = {}
    roof_off = bool(int(options.get("NoLimit", "0")))
    for name, text in options.items():
        if name in _SCORES:
            points, doubles = _SCORES[name]
            values[points], values[doubles] = _score(int(text), roof_off=roof_off)
        elif name in _READERS:
            values |= _READERS[name](int(text))
    if roof_off:
        values["score.limit"] = None
    if not int(options.get("DeadWall", "1")):
        values |= _dead_wall(0, refilled=1)
    return rules.misread(params=values)


def _score(value: int, *, roof_off: bool) -> tuple[int | Share, int]:
    """The points, or the share of the limit, and the doubles that are packed into a number.

    Points are the last four digits, doubles the two before them, and what is left is a share
    in hundredths; a number below nothing makes each of them so. With a share the others count
    only while the roof is off, and the share only while it is on or there are no others.
    """
    sign = -1 if value < 0 else 1
    rest, points = divmod(abs(value), 10_000)
    share, doubles = divmod(rest, 100)
    if share and not (roof_off and (points or doubles)):
        return Share(sign * share), 0
    return sign * points, sign * doubles


def _dead_wall(size: int, refilled: int | None) -> dict[str, Value]:
    return {
        "wall.dead.size": size,
        "wall.dead.refilled": refilled is not None,
        "wall.dead.refilled-by": refilled,
    }


def _limit(value: int) -> dict[str, Value]:
    return {"score.limit": value, "score.limit-minimum": value}


def _rounds(value: int) -> dict[str, Value]:
    """The server counts the rounds that are over up to the last, which it never meets below 1."""
    return {"game.rounds": value if value > 0 else None}


def _kongs(value: int) -> dict[str, Value]:
    return {
        "kong.claimed.doubles": "concealed" if value else "exposed",
        "kong.claimed.mark": "face-down" if value else "none",
    }


def _flag(param: str) -> Callable[[int], dict[str, Value]]:
    return lambda value: {param: bool(value)}


_SCORES = {
    "MahJongScore": ("score.mahjong-points", "score.mahjong-doubles"),
    "SevenPairsVal": ("score.seven-pairs-points", "score.seven-pairs-doubles"),
    "FlowersOwnEach": ("score.own-tile-points", "score.own-tile-doubles"),
    "FlowersOwnBoth": ("score.own-pair-points", "score.own-pair-doubles"),
    "FlowersBouquet": ("score.bouquet-points", "score.bouquet-doubles"),
    "ConcealedFully": ("score.concealed-hand-points", "score.concealed-hand"),
    "ConcealedAlmost": ("score.concealed-discard-points", "score.concealed-discard"),
}
"""The parameters of the points, or the share, and of the doubles that a score option gives."""

_READERS: dict[str, Callable[[int], dict[str, Value]]] = {
    "ScoreLimit": _limit,
    "SevenPairs": lambda value: {
        "hand.seven-pairs": bool(value),
        "hand.seven-pairs.four-alike": bool(value),
    },
    "Flowers": lambda value: {"tiles.bonus": 8 if value else 0},
    "FlowersLoose": lambda value: {"bonus.replacement": "dead" if value else "live"},
    "DeadWall16": lambda value: _dead_wall(16, None) if value else _dead_wall(14, 2),
    "LosersPurity": _flag("score.losers-purity"),
    "KongHas3Types": _kongs,
    "EastDoubles": _flag("settlement.east-doubles"),
    "LosersSettle": _flag("settlement.losers"),
    "DiscDoubles": _flag("settlement.discarder-doubles"),
    "NumRounds": _rounds,
}
"""What any other option means for the parameters."""
