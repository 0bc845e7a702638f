"""What is declared beside a rule, to spare asking it, agrees with what it says when asked."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

import pytest

from rulebook.actions import CLAIMS, Action
from rulebook.attempts import callers
from rulebook.case import Case
from rulebook.engine import attempts, granted, judge, options, permitted
from rulebook.registry import Clause, Outcome, effects_of, permits
from rulebook.ruleset import Family, RuleSet
from rulebook.ruling import Verdict
from rulebook.scenario import build
from rulebook.state import Discarded, KongMade, Position
from rulebook.tiles import Seat
from tests.book import BOOK, examples
from tests.test_play import watched

RIICHI = ("ema-2012", "ema-2025", "tenhou")
RULESETS = (*RIICHI, "millington")


def idle(one: Clause | Outcome, position: Position, seat: Seat) -> bool:
    """Whether a rule is declared to have nothing to say here."""
    if one.after and type(position.event) not in one.after:
        return True
    return one.when is not None and not one.when(position, seat)


def asked(position: Position, action: Action, rules: RuleSet) -> Iterator[tuple[Clause, object]]:
    """Every clause about an action with its verdict, none from those declared idle."""
    for clause in permits(rules, action.kind):
        finding = clause.run(Case(position, action), rules)
        if idle(clause, position, action.seat):
            assert finding is None, (clause.id, action, position)
        else:
            yield clause, finding and finding.verdict


def check_action(position: Position, action: Action, rules: RuleSet) -> None:
    """Idle rules are silent, and the short ways to a ruling lead where the long one does."""
    list(asked(position, action, rules))
    ruling = judge(position, action, rules)
    assert permitted(position, action, rules) is ruling.allowed
    if not ruling.allowed:
        return
    assert granted(position, action, rules) == ruling.effects
    for outcome in effects_of(rules, action.kind, Verdict.ALLOWED):
        if idle(outcome, position, action.seat):
            assert not list(outcome.run(Case(position, action), rules)), (outcome.id, action)


def check_player(position: Position, seat: Seat, rules: RuleSet) -> Counter[str]:
    """What is declared of all that a player can think of doing; how often it was of use."""
    tried = list(attempts(position, seat))
    said: dict[tuple[str, object], set[object]] = {}
    used: Counter[str] = Counter()
    for action in tried:
        check_action(position, action, rules)
        for clause, verdict in asked(position, action, rules):
            if clause.sure:
                assert verdict is Verdict.ALLOWED, (clause.id, action, position)
                used["sure"] += 1
            if clause.bars and clause.bars(position, seat, rules):
                assert verdict is Verdict.REFUSED, (clause.id, action, position)
                used["bars"] += 1
            if clause.alike:
                said.setdefault((clause.id, action.kind), set()).add(verdict)
                used["alike"] += 1
    assert all(len(verdicts) == 1 for verdicts in said.values()), (said, position)
    legal = tuple(one for one in tried if judge(position, one, rules).allowed)
    assert options(position, seat, rules) == legal
    if isinstance(position.event, (Discarded, KongMade)) and rules.family is Family.RIICHI:
        check_callers(position, seat, rules, legal)
    return used


def check_callers(
    position: Position, seat: Seat, rules: RuleSet, legal: tuple[Action, ...]
) -> None:
    """Who has nothing to call by the quick look at the hands has nothing legal to call."""
    calls = [action for action in legal if action.kind in CLAIMS]
    if calls and not any(player.hidden for player in position.players):
        assert seat in callers(position, rules), (calls, position)


@pytest.mark.parametrize("id", RIICHI)
def test_in_games(id: str) -> None:
    rules = BOOK.ruleset(id)
    used: Counter[str] = Counter()
    for position, seat, _ in watched(rules, 800):
        used += check_player(position, seat, rules)
    assert min(used["sure"], used["bars"], used["alike"]) > 100, used


@pytest.mark.parametrize("id", RULESETS)
def test_in_examples(id: str) -> None:
    rules = BOOK.ruleset(id)
    seen = 0
    for rule, example in examples():
        if rule.family not in (None, rules.family.value):
            continue
        scenario, _ = build(example.given, example.when, rules)
        if scenario is None:
            continue
        seen += 1
        if scenario.action is not None:
            check_action(scenario.position, scenario.action, rules)
        for seat in Seat:
            check_player(scenario.position, seat, rules)
    assert seen > 200
