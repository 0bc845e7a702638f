"""How a deal has ended, gathered so that it can be settled."""

from __future__ import annotations

from collections.abc import Iterable

from rulebook.actions import Action
from rulebook.case import Case
from rulebook.frozen import replace
from rulebook.riichi.hand import Hand, Source
from rulebook.riichi.score import Score, best_score
from rulebook.riichi.tenpai import nagashi_of, tenpai_seats
from rulebook.riichi.terms import terms_of
from rulebook.riichi.value import YAKUMAN_BASE, base_value, shares
from rulebook.riichi.winning import hand_of
from rulebook.ruleset import RuleSet
from rulebook.state import Over, Position, Won
from rulebook.tiles import KINDS, Seat, Side

__all__ = ["at_draw", "at_win", "win_of", "win_worth"]


def win_of(position: Position, action: Action, rules: RuleSet) -> Won | None:
    """A win as it will be settled; `None` when the hand is not known or does not win."""
    case = Case(position, action)
    hand = hand_of(case, rules)
    if hand is None:
        return None
    score = best_score(hand, rules)
    if not isinstance(score, Score):
        return None
    bare = best_score(replace(hand, counters=0), rules) if hand.counters else score
    assert isinstance(bare, Score)
    return _won(case, bare, rules)


def _won(case: Case, score: Score, rules: RuleSet) -> Won:
    """A win from its score without counters."""
    hand, seat = score.view.hand, case.seat
    source = None if hand.drawn else seat.at(hand.giver)
    paid = tuple(
        (other, score.payments[seat.side_of(other)])
        for other in seat.others
        if score.payments[seat.side_of(other)]
    )
    counted = None
    if score.liability and hand.liable is not None:
        liable_pays = hand.drawn or rules["liability.counters"] == "liable"
        counted = seat.at(hand.liable) if liable_pays else source
    return Won(seat, source, sum(points for _, points in paid), paid, counted)


def win_worth(
    seat: Seat, source: Seat | None, rules: RuleSet, *, fan: int, fu: int = 0, yakuman: int = 0
) -> Won:
    """A win of a hand of which only fan and minipoints are known."""
    terms = terms_of(rules)
    base = yakuman * YAKUMAN_BASE if yakuman else base_value(fan, fu, terms)[0]
    by = Source.SELF_DRAW if source is None else Source.DISCARD
    giver = Side.LEFT if source is None else seat.side_of(source)
    hand = Hand((), KINDS[0], source=by, seat=seat, giver=giver)
    found = shares(base, hand, terms)
    paid = tuple(
        (other, found[seat.side_of(other)]) for other in seat.others if found[seat.side_of(other)]
    )
    return Won(seat, source, sum(points for _, points in paid), paid)


def at_win(position: Position, wins: Iterable[Action], rules: RuleSet) -> Position:
    """The position once these wins stand: the deal is over and nothing paid yet.

    Raises:
        ValueError: when one of the hands is not known or does not win.
    """
    event = position.event
    found = []
    for action in wins:
        won = win_of(position, action, rules)
        if won is None:
            raise ValueError(f"{action.seat.name.lower()} does not win")
        found.append(won)
    source = found[0].source if found else None
    start = event.seat if source is None else source
    found.sort(key=lambda won: (won.seat - start) % 4)
    return replace(position, event=Over("won", wins=tuple(found)), pending=())


def at_draw(
    position: Position, how: str, rules: RuleSet, tenpai: Iterable[Seat] | None = None
) -> Position:
    """The position once the deal has ended without a winner.

    Without `tenpai`, everybody whose known hand is in tenpai is taken to show it.
    """
    shown: tuple[Seat, ...] = ()
    nagashi: tuple[Seat, ...] = ()
    if how == "wall-used-up":
        shown = tenpai_seats(position, rules) if tenpai is None else tuple(sorted(tenpai))
        nagashi = nagashi_of(position, rules)
    return replace(position, event=Over(how, tenpai=shown, nagashi=nagashi), pending=())
