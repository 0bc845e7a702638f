"""How a deal has ended, gathered so that it can be settled."""

from __future__ import annotations

from collections.abc import Iterable

from rulebook.actions import Action
from rulebook.case import Case
from rulebook.frozen import replace
from rulebook.riichi.hand import Hand, Source
from rulebook.riichi.score import LIABLE, Score, answered, best_score, liable_shares
from rulebook.riichi.tenpai import nagashi_of, tenpai_seats
from rulebook.riichi.terms import Terms, terms_of
from rulebook.riichi.value import YAKUMAN_BASE, base_value, shares
from rulebook.riichi.winning import hand_of
from rulebook.ruleset import RuleSet
from rulebook.state import Liability, Over, Position, Won
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
    counted = _counted(hand, rules) if score.liability else None
    return Won(seat, source, sum(points for _, points in paid), paid, counted)


def win_worth(
    seat: Seat,
    source: Seat | None,
    rules: RuleSet,
    *,
    fan: int,
    fu: int = 0,
    yakuman: int = 0,
    liability: Liability | None = None,
) -> Won:
    """A win of a hand of which only fan and minipoints are known.

    A yakuman is taken to be the one that somebody is liable for, and several are those
    that the hand fits.
    """
    terms = terms_of(rules)
    if not terms.several:
        yakuman = min(yakuman, _best_alone(terms))
    base = yakuman * YAKUMAN_BASE if yakuman else base_value(fan, fu, terms)[0]
    hand = Hand(
        (),
        KINDS[0],
        source=Source.SELF_DRAW if source is None else Source.DISCARD,
        seat=seat,
        giver=Side.LEFT if source is None else seat.side_of(source),
        liable=seat.side_of(liability.payer) if liability else None,
        liable_for=LIABLE.get(liability.hand) if liability else None,
    )
    found, counted = shares(base, hand, terms), None
    wanted = answered(hand, rules) if yakuman else set[str]()
    if liability and wanted:
        double = rules["yakuman.big-winds"] if wanted == {LIABLE["winds"]} else None
        times = double if isinstance(double, int) else 1
        found, _ = liable_shares(base, min(times, yakuman) * YAKUMAN_BASE, hand, terms)
        counted = _counted(hand, rules)
    paid = tuple(
        (other, found[seat.side_of(other)]) for other in seat.others if found[seat.side_of(other)]
    )
    return Won(seat, source, sum(points for _, points in paid), paid, counted)


def _best_alone(terms: Terms) -> int:
    """How many times a yakuman is worth itself at most, where several count as one."""
    return max(1, terms.big_winds, 1 + terms.double_waits)


def _counted(hand: Hand, rules: RuleSet) -> Seat | None:
    """Who pays the counters where somebody is liable."""
    if hand.liable is None:
        return None
    alone = hand.drawn or rules["liability.counters"] == "liable"
    return hand.seat.at(hand.liable if alone else hand.giver)


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
