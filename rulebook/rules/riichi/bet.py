"""The riichi bet, and what becomes of a riichi whose tile somebody takes."""

from collections.abc import Iterable

from rulebook.actions import SET_CLAIMS, ActionKind
from rulebook.case import Case
from rulebook.effects import Effect, PlaceBet, ReturnBet
from rulebook.registry import Step, effect, remark
from rulebook.riichi.declared import declaring, owes_a_turned_tile
from rulebook.ruleset import Family, RuleSet
from rulebook.ruling import Finding, noted


@effect("riichi.bet.placed", ActionKind.RIICHI, step=Step.PRICE, family=Family.RIICHI)
def bet_is_placed(case: Case, rules: RuleSet) -> Iterable[Effect]:
    """Put the bet on the table."""
    yield PlaceBet(case.seat)


@remark("riichi.bet.won", ActionKind.WIN, family=Family.RIICHI)
def riichi_tile_is_won(case: Case, rules: RuleSet) -> Finding | None:
    """Remark that a riichi is void whose own discard is won on."""
    declarer = declaring(case.position)
    return noted("void", player=declarer) if declarer is not None else None


@effect("riichi.bet.won", ActionKind.WIN, step=Step.PRICE, family=Family.RIICHI)
def bet_goes_back(case: Case, rules: RuleSet) -> Iterable[Effect]:
    """The bet goes back to the player whose riichi came to nothing."""
    declarer = declaring(case.position)
    if declarer is not None and case.position.bets:
        yield ReturnBet(declarer)


@remark("riichi.bet.claimed", *SET_CLAIMS, family=Family.RIICHI)
def riichi_tile_is_claimed(case: Case, rules: RuleSet) -> Finding | None:
    """Remark that a riichi stands whose tile is claimed for a set."""
    declarer = declaring(case.position)
    return noted("stands", player=declarer) if declarer is not None else None


@remark("riichi.bet.claimed", ActionKind.DISCARD, family=Family.RIICHI)
def next_tile_is_turned(case: Case, rules: RuleSet) -> Finding | None:
    """Remark that a discard lies sideways in place of the one that was claimed."""
    return noted("turned") if owes_a_turned_tile(case.me) else None
