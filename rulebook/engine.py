"""The engine: judge one action, list all legal ones, settle simultaneous calls, play on."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from functools import cache

from rulebook.actions import Action, ActionKind
from rulebook.attempts import attempts, tried
from rulebook.case import Case
from rulebook.effects import AwaitRobbery, Effect, EndDeal
from rulebook.frozen import complete, dataclass, replace
from rulebook.registry import (
    Clause,
    checks,
    choirs,
    contests,
    deciders,
    effects_after,
    effects_of,
    joints,
    permits,
    questions,
)
from rulebook.ruleset import RuleSet
from rulebook.ruling import Finding, Reason, Ruling, Verdict
from rulebook.state import (
    Discarded,
    Event,
    KongMade,
    Position,
)
from rulebook.tiles import Seat

__all__ = [
    "NotAllowedError",
    "Resolution",
    "Yielded",
    "attempts",
    "consulted",
    "follow",
    "go_on",
    "granted",
    "judge",
    "judge_position",
    "options",
    "permitted",
    "play",
    "resolve",
]


class NotAllowedError(ValueError):
    """An action that the rules do not let happen.

    Attributes:
        action: the action.
        verdict: what was found: refused, or not known to be allowed.
    """

    def __init__(self, action: Action, verdict: Verdict) -> None:
        super().__init__(f"{action.kind.value} by {action.seat.name.lower()} is {verdict.value}")
        self.action = action
        self.verdict = verdict


_kind_of: Callable[[Event], type] = type
"""What kind of event has happened."""

_ALLOWED = Verdict.ALLOWED


def judge(position: Position, action: Action, ruleset: RuleSet, *, trust: bool = False) -> Ruling:
    """Decide whether an action is legal and what follows from it.

    The verdict is `UNKNOWN` when the position hides what a rule would need,
    and when no rule in force speaks of such an action. With `trust` a player
    whose tiles are hidden is taken at the word.
    """
    case = Case(position, action)
    reasons = []
    for clause in permits(ruleset, action.kind):
        finding = clause.run(case, ruleset)
        if finding is not None:
            settles = action.kind is ActionKind.SETTLE and finding.verdict is not Verdict.REFUSED
            reason = Reason(clause.id, finding)
            reasons.append(reason if settles else _reason(clause.id, finding, ruleset))
    for choir in choirs(ruleset, action.kind):
        for id, finding in choir.run(case, ruleset):
            if id in ruleset.rules:
                flips = finding.verdict is not None
                reasons.append(_reason(id, finding, ruleset) if flips else Reason(id, finding))
    verdict = _verdict(reasons)
    if trust and verdict is Verdict.UNKNOWN and reasons:
        verdict = Verdict.ALLOWED
    effects = _effects(case, ruleset, verdict)
    if verdict is not Verdict.ALLOWED:
        reasons = [reason for reason in reasons if reason.verdict is verdict]
    return Ruling(verdict, tuple(reasons), effects)


def _reason(id: str, finding: Finding, ruleset: RuleSet) -> Reason:
    """The finding as the rule set has it; a misreading may take it for its opposite."""
    if ruleset.flips and f"{id}/{finding.key}" in ruleset.flips:
        refuses = finding.verdict is Verdict.REFUSED
        finding = replace(finding, verdict=Verdict.ALLOWED if refuses else Verdict.REFUSED)
    return Reason(id, finding)


def judge_position(position: Position, ruleset: RuleSet) -> Ruling:
    """Decide whether a position can exist."""
    reasons = []
    for check in checks(ruleset):
        finding = check.run(position, ruleset)
        if finding is not None:
            reasons.append(_reason(check.id, finding, ruleset))
    verdict = _verdict(reasons)
    return Ruling(verdict, tuple(one for one in reasons if one.verdict is verdict))


@cache
def consulted(ruleset: RuleSet, kind: ActionKind, verdict: Verdict) -> frozenset[str]:
    """The ids of the rules that are asked about an action, also when they have no say."""
    asked = {clause.id for clause in permits(ruleset, kind)}
    asked |= {id for choir in choirs(ruleset, kind) for id in choir.ids if id in ruleset.rules}
    return frozenset(asked | {one.id for one in effects_of(ruleset, kind, verdict)})


def _verdict(reasons: Sequence[Reason]) -> Verdict:
    found = {reason.verdict for reason in reasons}
    for verdict in (Verdict.REFUSED, Verdict.UNKNOWN, Verdict.ALLOWED):
        if verdict in found:
            return verdict
    return Verdict.UNKNOWN


def _effects(case: Case, ruleset: RuleSet, verdict: Verdict) -> tuple[Effect, ...]:
    position, action = case.position, case.action
    found: list[Effect] = []
    for outcome in effects_after(ruleset, action.kind, verdict, _kind_of(position.event)):
        if outcome.when is None or outcome.when(position, action.seat):
            for effect in outcome.run(case, ruleset):
                complete(effect, "rule", outcome.id)
                found.append(effect)
    return tuple(found)


def granted(position: Position, action: Action, ruleset: RuleSet) -> tuple[Effect, ...]:
    """What follows from an action already known to be legal: `judge` without the reasons."""
    return _effects(Case(position, action), ruleset, _ALLOWED)


def play(position: Position, action: Action, ruleset: RuleSet) -> Position:
    """The position after a legal action; players with hidden tiles are trusted.

    Effects that wait for a robbery are kept in `pending`: `go_on` lets them
    happen, a robbery drops them.

    Raises:
        NotAllowedError: when the action is not allowed.
    """
    ruling = judge(position, action, ruleset, trust=True)
    if not ruling.allowed:
        raise NotAllowedError(action, ruling.verdict)
    return follow(position, ruling.effects)


def follow(position: Position, effects: tuple[Effect, ...]) -> Position:
    """The position once these effects have happened, up to a robbery to wait for."""
    for place, effect in enumerate(effects):
        if type(effect) is AwaitRobbery:
            return replace(position, pending=effects[place + 1 :])
        position = effect.apply(position)
    return position


def go_on(position: Position) -> Position:
    """The position once nobody robs the kong: what was pending happens."""
    for effect in position.pending:
        position = effect.apply(position)
    return replace(position, pending=())


def options(
    position: Position, seat: Seat, ruleset: RuleSet, without: Collection[ActionKind] = ()
) -> tuple[Action, ...]:
    """Every legal action of a player in a position, as far as the position shows.

    Actions of the kinds in `without` are left out.
    """
    if ruleset.flips:
        return tuple(
            action
            for action in attempts(position, seat)
            if action.kind not in without and judge(position, action, ruleset).allowed
        )
    found: list[Action] = []
    for kind, actions in tried(position, seat):
        if kind not in without:
            found += _legal_among(position, kind, actions, ruleset)
    return tuple(found)


def _legal_among(
    position: Position, kind: ActionKind, actions: Sequence[Action], ruleset: RuleSet
) -> Sequence[Action]:
    """The legal ones of all attempts of one kind; clauses that treat them alike are asked once."""
    asked = questions(ruleset, kind, _kind_of(position.event))
    first = actions[0]
    seat = first.seat
    for bars in asked.bars:
        if bars(position, seat, ruleset):
            return ()
    if len(actions) == 1:
        allowed = _agreed(Case(position, first), ruleset, asked.every, asked.sure)
        return actions if allowed else ()
    case, allowed = Case(position, first), asked.sure
    for clause in asked.alike:
        if clause.when is None or clause.when(position, seat):
            finding = clause.run(case, ruleset)
            verdict = finding and finding.verdict
            if verdict is _ALLOWED:
                allowed = True
            elif verdict is not None:
                return ()
    left = [one for one in asked.each if one.when is None or one.when(position, seat)]
    if not left:
        return actions if allowed else ()
    return [one for one in actions if _agreed(Case(position, one), ruleset, left, allowed)]


def _agreed(case: Case, ruleset: RuleSet, clauses: list[Clause], allowed: bool = False) -> bool:
    """Whether clauses allow an action, none against it and at least one for it.

    All must agree, so their order does not matter: one that refuses moves a place
    forward, and what refuses most is soon asked first.
    """
    for place, clause in enumerate(clauses):
        if clause.when is not None and not clause.when(case.position, case.seat):
            continue
        finding = clause.run(case, ruleset)
        verdict = finding and finding.verdict
        if verdict is _ALLOWED:
            allowed = True
        elif verdict is not None:
            if place:
                clauses[place - 1 : place + 1] = clause, clauses[place - 1]
            return False
    return allowed


def permitted(position: Position, action: Action, ruleset: RuleSet) -> bool:
    """Whether an action is legal, without the reasons and what follows: `judge` in short."""
    if ruleset.flips:
        return judge(position, action, ruleset).allowed
    clauses = deciders(ruleset, action.kind, _kind_of(position.event))
    return _agreed(Case(position, action), ruleset, clauses)


@dataclass(frozen=True, slots=True)
class Yielded:
    """A call that does not stand, and why."""

    call: Action
    reasons: tuple[Reason, ...]


@dataclass(frozen=True, slots=True)
class Resolution:
    """Which of several calls on one tile stand.

    Attributes:
        stand: the calls that stand, in the order of play after the discarder.
        fall: the calls that do not, with the rules that decided.
        reasons: what let the standing calls go first.
        effects: what follows from the standing calls.
    """

    stand: tuple[Action, ...]
    fall: tuple[Yielded, ...]
    reasons: tuple[Reason, ...]
    effects: tuple[Effect, ...]

    @property
    def rules(self) -> tuple[str, ...]:
        named = [reason.rule for reason in self.reasons]
        named += [reason.rule for fallen in self.fall for reason in fallen.reasons]
        named += [effect.rule for effect in self.effects]
        return tuple(dict.fromkeys(named))


def resolve(position: Position, calls: Sequence[Action], ruleset: RuleSet) -> Resolution:
    """Settle several calls on the same tile.

    Each call is first judged on its own; of those that are legal, the rules of
    precedence decide pair by pair. A call of which the position cannot tell
    whether it is legal is taken at its word.

    Raises:
        ValueError: when no tile lies there to be called.
    """
    event = position.event
    if not isinstance(event, Discarded | KongMade):
        raise ValueError("no tile can be called now")
    offered = event if isinstance(event, Discarded) else Discarded(event.seat, event.tile)
    legal, fall = _legal(position, calls, ruleset)
    stand: list[Action] = []
    kept: list[Reason] = []
    for call in legal:
        others = (other for other in legal if other is not call)
        reasons = [one for other in others for one in _contest(call, other, offered, ruleset)]
        beaten = tuple(reason for reason in reasons if reason.verdict is Verdict.REFUSED)
        if beaten:
            fall.append(Yielded(call, tuple(dict.fromkeys(beaten))))
        else:
            stand.append(call)
            kept += [reason for reason in reasons if reason.verdict is Verdict.ALLOWED]
    jointly = list(_joint(stand, ruleset))
    void = tuple(reason for reason, _ in jointly if reason.verdict is Verdict.REFUSED)
    if void:
        fall = [*(Yielded(call, void) for call in stand), *fall]
        ends = tuple(EndDeal(how, rule=reason.rule) for reason, how in jointly if reason in void)
        return Resolution((), tuple(fall), (), ends)
    kept += [reason for reason, _ in jointly]
    effects = [effect for call in stand for effect in _trusted(position, call, ruleset)]
    once = tuple(dict.fromkeys(effects)) if len(stand) > 1 else tuple(effects)
    return Resolution(tuple(stand), tuple(fall), tuple(dict.fromkeys(kept)), once)


def _trusted(position: Position, call: Action, ruleset: RuleSet) -> tuple[Effect, ...]:
    """What follows from a call, also from one that nobody can tell to be legal."""
    if permitted(position, call, ruleset):
        return granted(position, call, ruleset)
    return judge(position, call, ruleset, trust=True).effects


def _joint(calls: Sequence[Action], ruleset: RuleSet) -> Iterator[tuple[Reason, str]]:
    """What the rules about all calls on one tile say, and how the deal ends where they refuse."""
    for joint in joints(ruleset):
        finding = joint.run(calls, ruleset)
        if finding is not None:
            yield _reason(joint.id, finding, ruleset), joint.how


def _legal(
    position: Position, calls: Sequence[Action], ruleset: RuleSet
) -> tuple[list[Action], list[Yielded]]:
    """The calls that are legal by themselves, the nearest first, and those that are not."""
    legal, fall = [], []
    for call in sorted(calls, key=lambda call: (call.seat - position.event.seat) % 4):
        if permitted(position, call, ruleset):
            legal.append(call)
            continue
        ruling = judge(position, call, ruleset)
        if ruling.verdict is Verdict.REFUSED:
            reasons = tuple(replace(one, caller=call.seat) for one in ruling.reasons)
            fall.append(Yielded(call, reasons))
        else:
            legal.append(call)
    return legal, fall


def _contest(call: Action, other: Action, discard: Discarded, ruleset: RuleSet) -> Iterator[Reason]:
    """What the rules of precedence say of a call against another."""
    for contest in contests(ruleset):
        finding = contest.run(call, other, discard, ruleset)
        if finding is not None:
            yield _reason(contest.id, finding, ruleset)
            return
