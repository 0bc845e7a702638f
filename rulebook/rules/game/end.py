"""When the game ends, and what becomes of bets that nobody has won."""

from collections.abc import Iterable

from rulebook.actions import ActionKind
from rulebook.case import Case
from rulebook.effects import Effect, EndGame, NextDealer, TakeLeftover
from rulebook.registry import Step, effect, effects_of, remark
from rulebook.riichi.match import is_last, leftover, why_over
from rulebook.rules.endings.over import over
from rulebook.ruleset import Family, RuleSet
from rulebook.ruling import Finding, Verdict, noted
from rulebook.state import Over, Position
from rulebook.tiles import Seat


def paid(case: Case, rules: RuleSet) -> tuple[Position, bool]:
    """The table once the deal is settled, and whether East stays."""
    if paid not in case.known:
        case.known[paid] = _paid(case, rules)
    return case.known[paid]  # type: ignore[return-value]


def _paid(case: Case, rules: RuleSet) -> tuple[Position, bool]:
    position, stays = case.position, False
    for outcome in effects_of(rules, ActionKind.SETTLE, Verdict.ALLOWED):
        if outcome.step < Step.GAME:
            for one in outcome.run(case, rules):
                position = one.apply(position)
                stays = one.stays if isinstance(one, NextDealer) else stays
    return position, stays


def ending(case: Case, rules: RuleSet) -> tuple[Position, str | None]:
    """The table once the deal is settled, and by which rule the game ends, if it does."""
    event = over(case, rules)
    if event is None or event.how == "chombo":
        return case.position, None
    position, stays = paid(case, rules)
    earned = event.how in ("won", "wall-used-up")
    how = why_over(
        position.round,
        position.deal,
        position.scores,
        rules,
        stays=stays,
        earned=earned,
        first=position.first,
    )
    return position, how


@remark("game.end.last-deal", ActionKind.SETTLE, family=Family.RIICHI)
def game_ends_with_the_last_deal(case: Case, rules: RuleSet) -> Finding | None:
    """Remark whether the game goes on after the last deal."""
    if not isinstance(case.position.event, Over):
        return None
    if not is_last(case.position.round, case.position.deal, rules):
        return None
    _, how = ending(case, rules)
    if how == "last-deal":
        return noted("over")
    if how is None:
        return noted("east-stays" if paid(case, rules)[1] else "extended")
    return None


@remark("game.end.below-zero", ActionKind.SETTLE, family=Family.RIICHI)
def score_below_zero(case: Case, rules: RuleSet) -> Finding | None:
    """Remark what it means that somebody has less than nothing."""
    if not isinstance(case.position.event, Over):
        return None
    position, how = ending(case, rules)
    below = tuple(seat for seat, score in zip(Seat, position.scores, strict=False) if score < 0)
    if not below:
        return None
    return noted("ends" if how == "below-zero" else "goes-on", seats=below)


@remark("game.end.last-dealer", ActionKind.SETTLE, family=Family.RIICHI)
def leading_east_of_the_last_deal(case: Case, rules: RuleSet) -> Finding | None:
    """Remark whether East, who leads and stays in the last deal, ends the game."""
    event = over(case, rules)
    if event is None or event.how not in ("won", "wall-used-up"):
        return None
    if not is_last(case.position.round, case.position.deal, rules):
        return None
    position, how = ending(case, rules)
    leads = position.scores and position.scores[Seat.EAST] == max(position.scores)
    if how == "last-dealer-stops":
        return noted("stops")
    return noted("goes-on") if how is None and leads and paid(case, rules)[1] else None


@remark("game.end.extension", ActionKind.SETTLE, family=Family.RIICHI)
def another_round(case: Case, rules: RuleSet) -> Finding | None:
    """Remark what it means that nobody has reached the return points."""
    if not isinstance(case.position.event, Over):
        return None
    if not is_last(case.position.round, case.position.deal, rules):
        return None
    position, how = ending(case, rules)
    enough = rules.number("game.return-points")
    if not position.scores or max(position.scores) >= enough:
        return None
    if how == "last-deal":
        return noted("over", points=enough)
    return noted("extended", points=enough) if not paid(case, rules)[1] else None


@effect("game.end.last-deal", ActionKind.SETTLE, step=Step.GAME, family=Family.RIICHI)
def game_ends(case: Case, rules: RuleSet) -> Iterable[Effect]:
    """End the game, by whichever rule."""
    _, how = ending(case, rules)
    if how:
        yield EndGame(how)


@remark("game.end.bets", ActionKind.SETTLE, family=Family.RIICHI)
def bets_nobody_has_won(case: Case, rules: RuleSet) -> Finding | None:
    """Remark who gets the bets that are left when the game ends."""
    position, how = ending(case, rules)
    if how is None or not position.bets or not position.scores:
        return None
    shares = leftover(position.scores, position.bets, rules, position.first)
    if not shares:
        return noted("nobody", number=position.bets)
    key = "winner" if len(shares) == 1 else "shared"
    return noted(key, seats=tuple(shares), points=max(shares.values()), number=position.bets)


@effect("game.end.bets", ActionKind.SETTLE, step=Step.GAME, family=Family.RIICHI)
def bets_go_to_the_leader(case: Case, rules: RuleSet) -> Iterable[Effect]:
    """The bets go to whoever leads, in equal parts to those who lead together."""
    position, how = ending(case, rules)
    if how and position.scores:
        for seat, points in leftover(position.scores, position.bets, rules, position.first).items():
            yield TakeLeftover(seat, points)
