"""Where the riichi bets on the table go."""

from collections.abc import Iterable

from rulebook.actions import ActionKind
from rulebook.case import Case
from rulebook.effects import Effect, TakeBets
from rulebook.registry import Step, effect, remark
from rulebook.riichi.declared import IN_RIICHI
from rulebook.rules.endings.nagashi import nagashi_winners
from rulebook.rules.endings.over import over
from rulebook.rules.game.end import ending
from rulebook.rules.pay.wins import wins_of
from rulebook.ruleset import Family, RuleSet
from rulebook.ruling import Finding, noted
from rulebook.state import Over
from rulebook.tiles import Seat


def _takers(case: Case, rules: RuleSet) -> tuple[Seat, ...]:
    """Who wins bets: the winners of the deal, the nearest after the discarder first."""
    return tuple(won.seat for won in wins_of(case, rules)) or nagashi_winners(case, rules)


def _own(case: Case, rules: RuleSet) -> tuple[Seat, ...]:
    """Who takes back an own bet, of several winners."""
    takers = _takers(case, rules)
    if len(takers) < 2 or rules["pay.bets.several"] != "own-back":
        return ()
    return tuple(seat for seat in takers if case.position.player(seat).ready in IN_RIICHI)


@remark("pay.bets.winners", ActionKind.SETTLE, family=Family.RIICHI)
def bets_go_to_winners(case: Case, rules: RuleSet) -> Finding | None:
    """Remark who takes the riichi bets."""
    takers, number = _takers(case, rules), case.position.bets
    if not takers or not number:
        return None
    if len(takers) == 1:
        return noted("one", winner=takers[0], number=number)
    own = _own(case, rules)
    if own:
        return noted("own-back", owners=own, nearest=takers[0])
    return noted("nearest", nearest=takers[0], number=number)


@effect("pay.bets.winners", ActionKind.SETTLE, step=Step.BETS, family=Family.RIICHI)
def bets_are_taken(case: Case, rules: RuleSet) -> Iterable[Effect]:
    """Own bets go back to winners in riichi, the others to the nearest winner."""
    takers = _takers(case, rules)
    if not takers:
        return
    own, left = _own(case, rules), case.position.bets
    taken = dict.fromkeys(takers, 0)
    if len(takers) > 1 and f"pay.bets.winners/{'own-back' if own else 'nearest'}" in rules.flips:
        taken = dict.fromkeys(takers, left // len(takers))
        own, left = (), left % len(takers)
    for seat in own:
        taken[seat] += min(1, left)
        left -= min(1, left)
    taken[takers[0]] += left
    for seat, number in taken.items():
        if number:
            yield TakeBets(seat, number)


@remark("pay.bets.draw", ActionKind.SETTLE, family=Family.RIICHI)
def bets_wait_for_a_winner(case: Case, rules: RuleSet) -> Finding | None:
    """Remark that without a winner the bets stay on the table while the game goes on."""
    if not _bets_stay(case, rules) or ending(case, rules)[1]:
        return None
    return noted("stay", number=case.position.bets)


def _bets_stay(case: Case, rules: RuleSet) -> bool:
    event = over(case, rules)
    drawn = event is not None and event.how not in ("won", "chombo")
    return bool(drawn and case.position.bets and not _takers(case, rules))


@effect("pay.bets.draw", ActionKind.SETTLE, step=Step.BETS, family=Family.RIICHI)
def bets_of_a_draw(case: Case, rules: RuleSet) -> Iterable[Effect]:
    """Give the bets back to their owners, where somebody believes it."""
    event = case.position.event
    if "pay.bets.draw/stay" in rules.flips and _bets_stay(case, rules):
        for seat in Seat:
            if isinstance(event, Over) and case.position.player(seat).ready in IN_RIICHI:
                yield TakeBets(seat, 1)
