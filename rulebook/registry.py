"""Which function decides which rule, and for which actions."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from enum import IntEnum
from functools import cache

from rulebook.actions import Action, ActionKind
from rulebook.case import Case
from rulebook.effects import Effect
from rulebook.frozen import dataclass
from rulebook.ruleset import Family, RuleSet
from rulebook.ruling import Finding, Verdict
from rulebook.state import Discarded, Position
from rulebook.tiles import Seat

__all__ = [
    "Check",
    "Choir",
    "Clause",
    "Consequence",
    "Contest",
    "Joint",
    "Outcome",
    "Permit",
    "Questions",
    "Step",
    "checks",
    "choirs",
    "contests",
    "deciders",
    "effect",
    "effects_after",
    "effects_of",
    "joints",
    "permits",
    "possible",
    "precedence",
    "questions",
    "registered",
    "remark",
    "rule",
    "rules",
    "together",
]

Permit = Callable[[Case, RuleSet], Finding | None]
Consequence = Callable[[Case, RuleSet], Iterable[Effect]]
Chorus = Callable[[Case, RuleSet], Iterable[tuple[str, Finding]]]
Precedence = Callable[[Action, Action, Discarded, RuleSet], Finding | None]
Gathering = Callable[[Sequence[Action], RuleSet], Finding | None]
Test = Callable[[Position, RuleSet], Finding | None]
When = Callable[[Position, Seat], bool]
"""A quick look at a position and a player, to save a question not worth asking."""
Bar = Callable[[Position, Seat, RuleSet], bool]


class Step(IntEnum):
    """The order in which effects follow each other."""

    UNDO = 0
    LAY = 1
    COUNT = 2
    ROBBERY = 3
    INDICATOR = 4
    REPLACEMENT = 5
    WALL = 6
    GO_AROUND = 7
    LIABILITY = 8
    TURN = 9
    PRICE = 10
    PAYMENT = 11
    BETS = 12
    NEXT = 13
    GAME = 14
    RESULT = 15


@dataclass(frozen=True, slots=True)
class Clause:
    """A function that says whether one rule permits an action; a remark decides nothing.

    What is declared beside the function spares asking it, and never changes an answer.

    Attributes:
        after: the events after which the rule can have a say; empty when after any.
        when: where this is false the rule has nothing to say.
        alike: of all that a player can think of doing with an action of one kind, the
            rule says the same, so that it need be asked once.
        sure: the rule allows whatever a player can think of doing, as `attempts` looks
            at the hand before.
        bars: where this is true the rule refuses whatever a player can think of doing.
    """

    id: str
    on: tuple[ActionKind, ...]
    family: Family | None
    run: Permit
    decides: bool = True
    after: tuple[type, ...] = ()
    when: When | None = None
    alike: bool = False
    sure: bool = False
    bars: Bar | None = None


@dataclass(frozen=True, slots=True)
class Choir:
    """A function that speaks for several rules at once, each finding under its rule's id."""

    ids: tuple[str, ...]
    on: tuple[ActionKind, ...]
    family: Family | None
    run: Chorus


@dataclass(frozen=True, slots=True)
class Outcome:
    """A function that says what follows by one rule once the verdict is known.

    Nothing follows except after the events in `after` and where `when` is true.
    """

    id: str
    on: tuple[ActionKind, ...]
    family: Family | None
    step: Step
    verdict: Verdict
    run: Consequence
    after: tuple[type, ...] = ()
    when: When | None = None


@dataclass(frozen=True, slots=True)
class Contest:
    """A function that says by one rule whether a call yields to another."""

    id: str
    family: Family | None
    run: Precedence


@dataclass(frozen=True, slots=True)
class Joint:
    """A function that says by one rule what several calls on one tile mean together."""

    id: str
    family: Family | None
    how: str
    run: Gathering


@dataclass(frozen=True, slots=True)
class Check:
    """A function that says by one rule whether a position can exist at all."""

    id: str
    family: Family | None
    run: Test


_CLAUSES: list[Clause] = []
_CHOIRS: list[Choir] = []
_OUTCOMES: list[Outcome] = []
_CONTESTS: list[Contest] = []
_JOINTS: list[Joint] = []
_CHECKS: list[Check] = []


def rule(
    id: str,
    *on: ActionKind,
    family: Family | None = None,
    after: tuple[type, ...] = (),
    when: When | None = None,
    alike: bool = False,
    sure: bool = False,
    bars: Bar | None = None,
) -> Callable[[Permit], Permit]:
    """Register a function as what decides a rule for these actions.

    The function returns `None` where the rule has nothing to say. `Clause` tells what
    the other arguments mean; a test holds them against what the function says.
    """

    def register(run: Permit) -> Permit:
        _CLAUSES.append(Clause(id, on, family, run, True, after, when, alike, sure, bars))
        return run

    return register


def remark(id: str, *on: ActionKind, family: Family | None = None) -> Callable[[Permit], Permit]:
    """Register a function that says what is worth knowing by a rule, and decides nothing."""

    def register(run: Permit) -> Permit:
        _CLAUSES.append(Clause(id, on, family, run, decides=False))
        return run

    return register


def rules(
    ids: Iterable[str], *on: ActionKind, family: Family | None = None
) -> Callable[[Chorus], Chorus]:
    """Register a function as what decides several rules in one go, as the score of a hand does.

    Each finding comes with the id of its rule; those not in force are dropped.
    """

    def register(run: Chorus) -> Chorus:
        _CHOIRS.append(Choir(tuple(ids), on, family, run))
        return run

    return register


def effect(
    id: str,
    *on: ActionKind,
    step: Step,
    family: Family | None = None,
    verdict: Verdict = Verdict.ALLOWED,
    after: tuple[type, ...] = (),
    when: When | None = None,
) -> Callable[[Consequence], Consequence]:
    """Register a function as what follows by a rule from these actions.

    With `verdict=Verdict.REFUSED` it is the price of trying what is forbidden.
    """

    def register(run: Consequence) -> Consequence:
        _OUTCOMES.append(Outcome(id, on, family, step, verdict, run, after, when))
        return run

    return register


def precedence(id: str, *, family: Family | None = None) -> Callable[[Precedence], Precedence]:
    """Register a function that decides between two calls on one discard.

    It gets two calls and returns a refusal of the first when the second goes
    before it, an allowance when both may stand, `None` when the rule is silent.
    """

    def register(run: Precedence) -> Precedence:
        _CONTESTS.append(Contest(id, family, run))
        return run

    return register


def together(
    id: str, how: str, *, family: Family | None = None
) -> Callable[[Gathering], Gathering]:
    """Register a function that decides about all calls on one tile at once.

    It gets the calls that would stand. When it refuses them none of them stands,
    and the deal ends, `how` being the name of that end.
    """

    def register(run: Gathering) -> Gathering:
        _JOINTS.append(Joint(id, family, how, run))
        return run

    return register


def possible(id: str, *, family: Family | None = None) -> Callable[[Test], Test]:
    """Register a function that says whether a position can exist."""

    def register(run: Test) -> Test:
        _CHECKS.append(Check(id, family, run))
        return run

    return register


@cache
def _registered() -> None:
    """Import the rules, which register themselves: only who judges needs them."""
    from rulebook import rules  # noqa: F401


def _in_force(id: str, family: Family | None, rules: RuleSet) -> bool:
    return id in rules.rules and family in (None, rules.family)


@cache
def permits(rules: RuleSet, kind: ActionKind) -> tuple[Clause, ...]:
    """The clauses in force for an action, in the order in which they are consulted."""
    _registered()
    return tuple(
        clause
        for clause in _CLAUSES
        if _in_force(clause.id, clause.family, rules)
        and (kind in clause.on or (clause.id, kind.value) in rules.also)
    )


@cache
def deciders(rules: RuleSet, kind: ActionKind, event: type) -> list[Clause]:
    """The clauses that can decide about an action after an event, in no order that matters."""
    found = [clause for clause in permits(rules, kind) if clause.decides]
    return [clause for clause in found if not clause.after or event in clause.after]


@dataclass(frozen=True, slots=True)
class Questions:
    """What to ask about all that a player could try with actions of one kind.

    Attributes:
        bars: what can tell at a glance that none of it is legal.
        sure: whether a rule allows all of it in any case.
        alike: the clauses that say the same of all of it.
        each: the clauses to be asked about one action after the other.
        every: all clauses but those that are sure.
    """

    bars: tuple[Bar, ...]
    sure: bool
    alike: tuple[Clause, ...]
    each: tuple[Clause, ...]
    every: list[Clause]


@cache
def questions(rules: RuleSet, kind: ActionKind, event: type) -> Questions:
    """What to ask about actions of a kind after an event."""
    clauses = deciders(rules, kind, event)
    every = [clause for clause in clauses if not clause.sure]
    return Questions(
        tuple(clause.bars for clause in clauses if clause.bars),
        len(every) < len(clauses),
        tuple(clause for clause in every if clause.alike),
        tuple(clause for clause in every if not clause.alike),
        every,
    )


@cache
def choirs(rules: RuleSet, kind: ActionKind) -> tuple[Choir, ...]:
    """The functions that speak for several rules about an action."""
    _registered()
    return tuple(
        choir for choir in _CHOIRS if kind in choir.on and choir.family in (None, rules.family)
    )


@cache
def effects_of(rules: RuleSet, kind: ActionKind, verdict: Verdict) -> tuple[Outcome, ...]:
    """The outcomes in force for an action with this verdict, in the order of their steps."""
    _registered()
    found = [
        outcome
        for outcome in _OUTCOMES
        if (kind in outcome.on or (outcome.id, kind.value) in rules.also)
        and outcome.verdict is verdict
        and _in_force(outcome.id, outcome.family, rules)
    ]
    return tuple(sorted(found, key=lambda outcome: outcome.step))


@cache
def effects_after(
    rules: RuleSet, kind: ActionKind, verdict: Verdict, event: type
) -> tuple[Outcome, ...]:
    """Of these outcomes, those that something can follow by after an event."""
    found = effects_of(rules, kind, verdict)
    return tuple(outcome for outcome in found if not outcome.after or event in outcome.after)


@cache
def contests(rules: RuleSet) -> tuple[Contest, ...]:
    """The rules of precedence in force."""
    _registered()
    return tuple(one for one in _CONTESTS if _in_force(one.id, one.family, rules))


@cache
def joints(rules: RuleSet) -> tuple[Joint, ...]:
    """The rules in force about all calls on one tile."""
    _registered()
    return tuple(one for one in _JOINTS if _in_force(one.id, one.family, rules))


@cache
def checks(rules: RuleSet) -> tuple[Check, ...]:
    """The tests of positions in force."""
    _registered()
    return tuple(one for one in _CHECKS if _in_force(one.id, one.family, rules))


@cache
def registered() -> frozenset[tuple[str, Family | None]]:
    """Every rule id that some function decides, with the family it is limited to."""
    _registered()
    everything: list[Clause | Outcome | Contest | Joint | Check] = [
        *_CLAUSES,
        *_OUTCOMES,
        *_CONTESTS,
        *_JOINTS,
        *_CHECKS,
    ]
    sung = {(id, choir.family) for choir in _CHOIRS for id in choir.ids}
    return frozenset((one.id, one.family) for one in everything) | sung
