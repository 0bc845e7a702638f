"""The options of Debian's `mah-jong` server as values of parameters."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from rulebook.ruleset import RuleSet, Value

__all__ = ["unsupported", "with_options"]

_DOUBLE = 10_000
"""A score's doubles are counted in these; points are what is left."""

_FIXED = {
    "SevenPairs": "0",
    "FlowersOwnEach": "0",
    "FlowersOwnBoth": "10000",
    "FlowersBouquet": "10000",
    "LosersPurity": "0",
    "DiscDoubles": "0",
}
"""Options that no parameter stands for, and the only value each may have."""


def unsupported(options: Mapping[str, str]) -> tuple[tuple[str, str], ...]:
    """The options, with their values, that no parameter stands for."""
    found = [(name, options[name]) for name in _FIXED if name in options]
    return tuple((name, value) for name, value in found if value != _FIXED[name])


def with_options(rules: RuleSet, options: Mapping[str, str]) -> RuleSet:
    """A rule set as the options have it; what they do not say stays as it is.

    Raises:
        ValueError: when an option is no number.
    """
    values: dict[str, Value] = {}
    for name, text in options.items():
        if name in _READERS:
            values |= _READERS[name](int(text))
    if options.get("NoLimit") == "1":
        values["score.limit"] = None
    if options.get("DeadWall") == "0":
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


_READERS: dict[str, Callable[[int], dict[str, Value]]] = {
    "ScoreLimit": _limit,
    "MahJongScore": lambda value: {"score.mahjong-points": value % _DOUBLE},
    "Flowers": lambda value: {"tiles.bonus": 8 if value else 0},
    "FlowersLoose": lambda value: {"bonus.replacement": "dead" if value else "live"},
    "DeadWall16": lambda value: _dead_wall(16, None) if value else _dead_wall(14, 2),
    "ConcealedFully": lambda value: {"score.concealed-hand": value // _DOUBLE},
    "ConcealedAlmost": lambda value: {"score.concealed-discard": value // _DOUBLE},
    "KongHas3Types": _kongs,
    "EastDoubles": lambda value: {"settlement.east-doubles": bool(value)},
    "LosersSettle": lambda value: {"settlement.losers": bool(value)},
    "NumRounds": lambda value: {"game.rounds": value},
}
"""What an option means for the parameters."""
