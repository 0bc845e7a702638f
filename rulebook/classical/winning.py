"""From a position to the score of a hand: of the player who goes mahjong, or of a loser."""

from __future__ import annotations

from rulebook.actions import ActionKind
from rulebook.case import Case
from rulebook.classical.deal import hand_of_loser, hand_of_winner
from rulebook.classical.hand import Hand, check_hand
from rulebook.classical.payments import Deal
from rulebook.classical.score import Score, best_score
from rulebook.faults import HandFault
from rulebook.frozen import replace
from rulebook.ruleset import RuleSet
from rulebook.source import Source
from rulebook.state import Dealt, Fault, Over, Player, Position
from rulebook.tiles import Seat

__all__ = ["deal_of", "hand_of", "scored", "worth_of", "worth_of_loser"]


def hand_of(case: Case) -> Hand | None:
    """The hand that is counted; `None` when its tiles are not all known, or nothing is."""
    if case.me.hidden:
        return None
    if case.action.kind is ActionKind.SETTLE:
        return _of_a_loser(case, case.seat)
    if case.action.kind is ActionKind.WIN:
        ready = case.offered is not None and case.side is not None
    else:
        dealt = isinstance(case.position.event, Dealt)
        ready = dealt or (case.drew is not None and case.drew.tile is not None)
    return _may_mark(hand_of_winner(case.position, case.action)) if ready else None


def _of_a_loser(case: Case, seat: Seat) -> Hand | None:
    """A loser's hand once the deal is won."""
    event = case.position.event
    won = isinstance(event, Over) and event.how == "won"
    if not won or not _known(case.position.player(seat)) or _winner(case) is seat:
        return None
    return hand_of_loser(case.position, seat)


def _winner(case: Case) -> Seat | None:
    event = case.position.event
    return event.wins[0].seat if isinstance(event, Over) and event.wins else None


def _known(player: Player) -> bool:
    return not player.hidden and bool(player.hand or player.melds or player.bonus)


def _may_mark(hand: Hand) -> Hand:
    """A winner on a loose tile still turns the tiles of the kong while laying out the hand."""
    if hand.source is not Source.REPLACEMENT:
        return hand
    melds = tuple(replace(meld, marked=meld.marked or meld.fresh) for meld in hand.melds)
    return replace(hand, melds=melds)


def scored(case: Case, rules: RuleSet) -> Score | HandFault | None:
    """What the hand is worth, or why it is none; `None` when its tiles are not all known."""
    if rules not in case.known:
        hand = hand_of(case)
        case.known[rules] = None if hand is None else _scored(hand, rules)
    found = case.known[rules]
    assert found is None or isinstance(found, Score | HandFault)
    return found


def _scored(hand: Hand, rules: RuleSet) -> Score | HandFault:
    faults = check_hand(hand, rules)
    return faults[0] if faults else best_score(hand, rules)


def worth_of(case: Case, rules: RuleSet) -> int | None:
    """What a hand that wins is worth, as stated or as counted, in points."""
    if case.action.value is not None:
        return case.action.value
    score = scored(case, rules)
    return score.value if isinstance(score, Score) else None


def deal_of(case: Case, rules: RuleSet) -> Deal | None:
    """The deal that is to be settled; `None` when it is not over, or its hands are not known."""
    event = case.position.event
    if not isinstance(event, Over):
        return None
    if event.how == "false-mahjong":
        return Deal(offenders=event.offenders)
    winner = _winner(case)
    values = event.values or _counted(case, rules)
    if values is None or (winner is None and event.how != "wall-used-up"):
        return None
    players = zip(Seat, case.position.players, strict=True)
    long_hands = tuple(seat for seat, player in players if player.fault is Fault.LONG)
    source, robbed = (event.wins[0].source, event.wins[0].robbed) if event.wins else (None, False)
    streak = case.position.streak
    return Deal(values, winner, source, event.liable, long_hands, robbed=robbed, streak=streak)


def _counted(case: Case, rules: RuleSet) -> tuple[int, ...] | None:
    """What each hand is worth where all losers show theirs and the win has a value."""
    event = case.position.event
    found = []
    for seat in Seat:
        if isinstance(event, Over) and event.wins and event.wins[0].seat is seat:
            found.append(event.wins[0].value)
            continue
        hand = _of_a_loser(case, seat)
        if hand is None:
            return None
        found.append(worth_of_loser(case.position, seat, rules))
    return tuple(found)


def worth_of_loser(position: Position, seat: Seat, rules: RuleSet) -> int:
    """What the known hand of a loser is worth, in points; nothing where it cannot be."""
    score = _scored(hand_of_loser(position, seat), rules)
    return score.value if isinstance(score, Score) else 0
