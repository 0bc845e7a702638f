"""Rounds of the classical game, and the end of it."""

from collections.abc import Iterable

from rulebook.actions import ActionKind
from rulebook.case import Case
from rulebook.effects import Effect, EndGame
from rulebook.registry import Step, effect, remark
from rulebook.riichi.match import is_last
from rulebook.rules.game.end import paid
from rulebook.ruleset import Family, RuleSet
from rulebook.ruling import Finding, noted
from rulebook.state import Over


@remark("game.rounds.end", ActionKind.SETTLE, family=Family.CLASSICAL)
def a_round_ends(case: Case, rules: RuleSet) -> Finding | None:
    """Remark that a round, or the game, ends when the fourth player loses the title."""
    position = case.position
    if not isinstance(position.event, Over) or position.deal != 4 or paid(case, rules)[1]:
        return None
    if is_last(position.round, position.deal, rules):
        return noted("game", rounds=rules.number("game.rounds"))
    return noted("round", wind=position.round.next.wind)


@effect("game.rounds.end", ActionKind.SETTLE, step=Step.GAME, family=Family.CLASSICAL)
def the_game_ends(case: Case, rules: RuleSet) -> Iterable[Effect]:
    """End the game with its last round."""
    finding = a_round_ends(case, rules)
    if finding and finding.key == "game":
        yield EndGame("last-deal")
