"""What comes out of a scenario under one rule set, as facts that can be compared."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from rulebook.actions import Action, ActionKind
from rulebook.effects import (
    BET,
    AbortUnlessWon,
    AwaitRobbery,
    BarWin,
    CountAs,
    Counted,
    Deduct,
    DiscardTile,
    DrawReplacement,
    Effect,
    EndDeal,
    EndGame,
    FinalResult,
    LayMeld,
    LiftFuriten,
    LoseTurns,
    MakeLiable,
    NextDealer,
    NextTurn,
    Pay,
    ReturnBet,
    Scored,
    SetCounters,
    SetFault,
    SetFuriten,
    SetReady,
    TakeBets,
    TakeLeftover,
    TurnIndicator,
)
from rulebook.engine import (
    attempts,
    consulted,
    go_on,
    judge,
    judge_position,
    options,
    play,
    resolve,
)
from rulebook.registry import checks, contests, joints
from rulebook.ruleset import RuleSet
from rulebook.ruling import Reason, Verdict
from rulebook.scenario import Scenario
from rulebook.state import KongMade, Lie, Over, Position, Wall
from rulebook.tiles import Seat, Tile, format_tiles

__all__ = ["Outcome", "describe", "format_laid", "run", "situation", "steps"]


@dataclass(frozen=True, slots=True)
class Outcome:
    """The engine's answer to a scenario.

    Attributes:
        position: the table at the moment that was judged.
        verdict: of the action; `None` for calls and lists of options.
        reasons: the rules that decided, with their reasons.
        effects: what follows, in order.
        facts: the answer in words that examples and questions compare.
        rules: the ids of all rules that decided.
        consulted: the ids of all rules that were asked, silent ones included.
        actions: what a player may do, when that was asked.
    """

    position: Position
    verdict: Verdict | None
    reasons: tuple[Reason, ...]
    effects: tuple[Effect, ...]
    facts: Mapping[str, object] = field(default_factory=dict)
    rules: tuple[str, ...] = ()
    consulted: frozenset[str] = frozenset()
    actions: tuple[Action, ...] = ()


def steps(scenario: Scenario, rules: RuleSet) -> Iterator[tuple[Position, Action]]:
    """The actions that happen before the one that is asked about, each with its position."""
    position = scenario.position
    for action in scenario.before:
        yield position, action
        position = _played(position, action, rules)


def situation(scenario: Scenario, rules: RuleSet) -> Position:
    """The table once everything that happens first has happened."""
    position = scenario.position
    for action in scenario.before:
        position = _played(position, action, rules)
    return position


def run(scenario: Scenario, rules: RuleSet) -> Outcome:
    """Ask the engine."""
    position = situation(scenario, rules)
    if scenario.ask == "possible":
        return _possible(position, rules)
    if scenario.ask == "options":
        return _options(position, scenario.seat, rules)
    if scenario.calls:
        return _resolved(position, scenario.calls, rules)
    assert scenario.action is not None
    return _judged(position, scenario.action, rules)


def _played(position: Position, action: Action, rules: RuleSet) -> Position:
    undecided = isinstance(position.event, KongMade) and position.pending
    if undecided and action.kind not in (ActionKind.WIN, ActionKind.PASS):
        position = go_on(position)
    return play(position, action, rules)


def _judged(position: Position, action: Action, rules: RuleSet) -> Outcome:
    if position.pending and action.kind not in (ActionKind.WIN, ActionKind.PASS):
        position = go_on(position)
    ruling = judge(position, action, rules)
    facts: dict[str, object] = {
        "allowed": {
            Verdict.ALLOWED: "true",
            Verdict.REFUSED: "false",
            Verdict.UNKNOWN: "unknown",
        }[ruling.verdict],
    }
    facts |= _facts_after(position, ruling.effects)
    asked = consulted(rules, action.kind, ruling.verdict)
    return Outcome(
        position, ruling.verdict, ruling.reasons, ruling.effects, facts, ruling.rules, asked
    )


def _resolved(position: Position, calls: tuple[Action, ...], rules: RuleSet) -> Outcome:
    result = resolve(position, calls, rules)
    reasons = (*result.reasons, *(reason for one in result.fall for reason in one.reasons))
    facts: dict[str, object] = {
        "stand": tuple(call.seat for call in result.stand),
        **dict(_facts(result.effects)),
    }
    asked = frozenset[str]().union(
        [contest.id for contest in contests(rules)],
        [joint.id for joint in joints(rules)],
        *(consulted(rules, call.kind, Verdict.ALLOWED) for call in calls),
    )
    return Outcome(
        position, None, tuple(dict.fromkeys(reasons)), result.effects, facts, result.rules, asked
    )


def _options(position: Position, seat: Seat, rules: RuleSet) -> Outcome:
    actions = options(position, seat, rules)
    found = [judge(position, action, rules) for action in actions]
    facts: dict[str, object] = {"options": tuple(sorted(map(describe, actions)))}
    named = dict.fromkeys(id for ruling in found for id in ruling.rules)
    asked = frozenset[str]().union(
        *(consulted(rules, action.kind, Verdict.ALLOWED) for action in attempts(position, seat))
    )
    return Outcome(position, None, (), (), facts, tuple(named), asked, actions)


def _possible(position: Position, rules: RuleSet) -> Outcome:
    ruling = judge_position(position, rules)
    facts: dict[str, object] = {"allowed": "true" if ruling.allowed else "false"}
    asked = frozenset(check.id for check in checks(rules))
    return Outcome(position, ruling.verdict, ruling.reasons, (), facts, ruling.rules, asked)


def describe(action: Action) -> str:
    """An action in the short words of examples, such as `chow 34m` or `discard 5p`."""
    words = [action.kind.value]
    if action.tiles:
        words.append(format_tiles(action.tiles))
    elif action.tile:
        words.append(action.tile.code)
    elif action.to:
        words.append(action.to)
    elif action.from_dead_wall:
        words.append("dead")
    return " ".join(words)


_MARKS = {Lie.UPRIGHT: "", Lie.SIDEWAYS: "~", Lie.FACE_DOWN: "#"}


def format_laid(laid: tuple[tuple[Tile, Lie], ...]) -> str:
    """How a set lies, such as `5s 5s~ 5s 5s`: `~` sideways, `#` face down."""
    return " ".join(tile.code + _MARKS[lie] for tile, lie in laid)


def _facts(effects: tuple[Effect, ...]) -> Iterator[tuple[str, object]]:
    """Single facts; what several effects say together is gathered."""
    for effect in effects:
        told = _TOLD.get(type(effect))
        if told:
            yield from told(effect).items()
    for name, found in _SUMMED.items():
        sums: dict[Seat, int] = {}
        for effect in effects:
            for seat, points in found(effect):
                sums[seat] = sums.get(seat, 0) + points
        if sums:
            yield name, {seat: sums[seat] for seat in sorted(sums)}


_TOLD: Mapping[type[Effect], Callable[[Any], dict[str, object]]] = {
    LayMeld: lambda one: {"lies": format_laid(one.laid)},
    NextTurn: lambda one: {"next": one.seat},
    LoseTurns: lambda one: {"lose": one.seats},
    TurnIndicator: lambda one: {"indicators": one.number},
    DrawReplacement: lambda one: {"replacement": "dead" if one.wall is Wall.DEAD else "live"},
    MakeLiable: lambda one: {"liable": one.payer},
    SetFault: lambda one: {"fault": one.fault.value},
    SetFuriten: lambda one: {"furiten": (one.seat,)},
    LiftFuriten: lambda one: {"free": tuple(sorted(one.seats))},
    SetReady: lambda one: {"ready": one.ready.value},
    ReturnBet: lambda one: {"ready": "no"},
    DiscardTile: lambda one: {"sideways": one.sideways},
    CountAs: lambda one: {"counts": "-".join(dict.fromkeys((one.points, one.doubles)))},
    BarWin: lambda one: {"barred": True},
    EndDeal: lambda one: {"ends": one.how},
    AbortUnlessWon: lambda one: {"ends": "unless-won"},
    AwaitRobbery: lambda one: {"robbers": "orphans" if one.orphans_only else "anyone"},
    SetCounters: lambda one: {"counters": one.number},
    NextDealer: lambda one: {"next-dealer": one.seat},
    EndGame: lambda one: {"game": one.how},
    Scored: lambda one: {
        "yaku": tuple(id for id, _ in one.yaku),
        "yakuman": one.yakuman,
        "fan": one.fan,
        "fu": one.fu,
        "limit": one.limit or "none",
        "worth": one.worth,
    },
    Counted: lambda one: {
        "points": one.points,
        "doubles": one.doubles,
        "limit-hand": one.limit_hand or "none",
        "worth": one.worth,
    },
}
"""The facts that an effect tells by itself."""

_SUMMED: Mapping[str, Callable[[Effect], Iterable[tuple[Seat, int]]]] = {
    "pays": lambda one: [(one.payer, one.points)] if isinstance(one, Pay) else (),
    "deducted": lambda one: [(one.seat, one.points)] if isinstance(one, Deduct) else (),
    "final": lambda one: [(one.seat, one.points)] if isinstance(one, FinalResult) else (),
}
"""The facts that several effects tell together: the points of each player."""


def _gained(effects: tuple[Effect, ...]) -> dict[Seat, int]:
    """What each player gains or loses by a settlement, bets taken from the table included."""
    gained = dict.fromkeys(Seat, 0)
    for effect in effects:
        match effect:
            case Pay():
                gained[effect.payer] -= effect.points
                gained[effect.payee] += effect.points
            case TakeBets():
                gained[effect.seat] += BET * effect.number
            case ReturnBet():
                gained[effect.seat] += BET
            case TakeLeftover():
                gained[effect.seat] += effect.points
            case _:
                pass
    return {seat: points for seat, points in gained.items() if points}


def _facts_after(position: Position, effects: tuple[Effect, ...]) -> dict[str, object]:
    """The facts once everything has happened, what was pending and not undone included."""
    for effect in effects:
        position = effect.apply(position)
    facts = dict(_facts((*effects, *position.pending)))
    position = go_on(position)
    payees = {effect.payee for effect in effects if isinstance(effect, Pay)}
    if isinstance(position.event, Over) or len(payees) > 1:
        facts["gets"] = _gained(effects)
    facts |= {"live-wall": position.live, "dead-wall": position.dead, "bets": position.bets}
    facts["ippatsu"] = tuple(seat for seat in Seat if position.players[seat].ippatsu)
    return facts | {"indicators": len(position.indicators)}
