"""The options of Debian's `mah-jong` server as values of parameters."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from rulebook.ruleset import RuleSet, Value

__all__ = ["MOST", "unsupported", "with_options"]

_DOUBLE = 10_000
"""A score's doubles are counted in these; points are what is left."""

_SHARE = 1_000_000
"""From here on a score is a share of the limit."""

MOST = 100_000_000
"""The server counts no hand higher than this, in points."""

_HIGHEST_LIMIT = (2**31 - 1) // 100
"""Above this limit the server miscounts special hands, in points."""


def unsupported(options: Mapping[str, str]) -> tuple[tuple[str, str], ...]:
    """The options, with their values, that no parameter stands for.

    These are scores that are a share of the limit or less than nothing, limits with
    which the server cannot reckon, and games without rounds.
    """
    found = [(name, options[name], allowed) for name, allowed in _MEANT.items() if name in options]
    return tuple((name, value) for name, value, allowed in found if int(value) not in allowed)


def with_options(rules: RuleSet, options: Mapping[str, str]) -> RuleSet:
    """A rule set as the options have it; what they do not say stays as it is.

    Raises:
        ValueError: when an option is no number.
    """
    values: dict[str, Value] = {}
    for name, text in options.items():
        if name in _SCORES:
            points, doubles = _SCORES[name]
            values |= {doubles: int(text) // _DOUBLE, points: int(text) % _DOUBLE}
        elif name in _READERS:
            values |= _READERS[name](int(text))
    if int(options.get("NoLimit", "0")):
        values["score.limit"] = None
    if not int(options.get("DeadWall", "1")):
        values |= _dead_wall(0, refilled=1)
    return rules.misread(params=values)


def _dead_wall(size: int, refilled: int | None) -> dict[str, Value]:
    return {
        "wall.dead.size": size,
        "wall.dead.refilled": refilled is not None,
        "wall.dead.refilled-by": refilled,
    }


def _limit(value: int) -> dict[str, Value]:
    return {"score.limit": value, "score.limit-minimum": value}


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
"""The parameters of the points and of the doubles that a score option gives."""

_MEANT = {
    **{name: range(_SHARE) for name in _SCORES},
    "ScoreLimit": range(_HIGHEST_LIMIT + 1),
    "NumRounds": range(1, 2**31),
}
"""The values that parameters can stand for, where not all can."""

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
    "NumRounds": lambda value: {"game.rounds": value},
}
"""What any other option means for the parameters."""
