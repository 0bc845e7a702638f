"""What the places of the game bring."""

from collections.abc import Iterable, Mapping

from rulebook.actions import ActionKind
from rulebook.case import Case
from rulebook.effects import Effect, FinalResult
from rulebook.registry import Step, effect, remark
from rulebook.riichi.match import Result, final_points
from rulebook.rules.game.end import ending
from rulebook.ruleset import Family, RuleSet
from rulebook.ruling import Finding, noted
from rulebook.tiles import Seat


def _results(case: Case, rules: RuleSet) -> Mapping[Seat, Result]:
    """What everybody ends the game with; nothing while it goes on."""
    position, how = ending(case, rules)
    if how is None or not position.scores:
        return {}
    bets = position.bets if "game.end.bets" in rules.rules else 0
    found = final_points(position.scores, bets, rules, first=position.first)
    return {one.seat: one for one in found}


@remark("game.bonus.uma", ActionKind.SETTLE, family=Family.RIICHI)
def places_bring_a_bonus(case: Case, rules: RuleSet) -> Finding | None:
    """Remark who has won the game."""
    found = _results(case, rules)
    if not found:
        return None
    first = tuple(one.seat for one in found.values() if one.place == 1)
    return noted("first" if len(first) == 1 else "shared", seats=first)


@effect("game.bonus.uma", ActionKind.SETTLE, step=Step.RESULT, family=Family.RIICHI)
def final_results(case: Case, rules: RuleSet) -> Iterable[Effect]:
    """State everybody's final result, from the first place down."""
    for one in sorted(_results(case, rules).values(), key=lambda one: (one.place, one.seat)):
        yield FinalResult(one.seat, one.place, one.score, one.bonus, one.oka)


@remark("game.bonus.ties", ActionKind.SETTLE, family=Family.RIICHI)
def equal_scores(case: Case, rules: RuleSet) -> Finding | None:
    """Remark how equal scores are placed."""
    found = _results(case, rules)
    scores = [one.score for one in found.values()]
    if len(set(scores)) == len(scores):
        return None
    return noted("shared" if rules["game.ties"] == "share" else "earlier-seat")


@remark("game.bonus.oka", ActionKind.SETTLE, family=Family.RIICHI)
def return_points(case: Case, rules: RuleSet) -> Finding | None:
    """Remark against what the scores are counted, and what the winner gets besides."""
    found = _results(case, rules)
    if not found:
        return None
    oka = sum(one.oka for one in found.values())
    back = rules.number("game.return-points")
    return noted("oka", points=oka, back=back) if oka else noted("none", back=back)
