"""On which tile a player can win."""

from collections.abc import Iterable, Sequence
from itertools import takewhile

from rulebook.actions import ActionKind
from rulebook.case import Case
from rulebook.effects import Effect, Win
from rulebook.registry import Step, effect, remark, rule
from rulebook.riichi.match import is_last, places
from rulebook.riichi.score import Score
from rulebook.riichi.winning import scored
from rulebook.ruleset import Family, RuleSet
from rulebook.ruling import Finding, allowed, noted, refused
from rulebook.state import Dealt, Wall
from rulebook.tiles import Seat


@rule("win.source.anyone", ActionKind.WIN)
def from_any_opponent(case: Case, rules: RuleSet) -> Finding | None:
    """Let a discard of any opponent be won on, whatever set it completes."""
    if case.discard is None or case.side is None:
        return None
    return allowed(case.side.value, discarder=case.discard.seat)


@rule("win.source.drawn", ActionKind.SELF_DRAW)
def on_an_own_draw(case: Case, rules: RuleSet) -> Finding | None:
    """Let a player win alone only on a tile just drawn, East also on the deal."""
    event = case.position.event
    if isinstance(event, Dealt) and event.asked is not None:
        return refused("not-ready", player=event.asked)
    if isinstance(event, Dealt) and event.seat is case.seat:
        return allowed("dealt")
    if case.drew:
        return allowed(_DRAWN[case.drew.wall])
    return refused("claimed" if case.claimed else "not-your-turn")


@rule("win.source.words", ActionKind.WIN, ActionKind.SELF_DRAW, family=Family.RIICHI)
def with_a_word_for_a_win(case: Case, rules: RuleSet) -> Finding | None:
    """Ask for a word that announces a win; the wrong one of ron and tsumo does no harm."""
    word = case.action.said
    if word is None:
        return None
    if word not in _WORDS:
        return refused("other-word", word=word)
    proper = _WORDS[word] in (None, case.action.kind)
    return allowed("proper" if proper else "mixed-up", word=word)


_WORDS = {"ron": ActionKind.WIN, "tsumo": ActionKind.SELF_DRAW, "mahjong": None}
"""The words that announce a win, each with the one that it is for, `None` for either."""

_DRAWN = {Wall.LIVE: "drawn", Wall.DEAD: "replacement", Wall.BONUS: "for-bonus"}


@remark("win.source.cheap", ActionKind.WIN, ActionKind.SELF_DRAW, family=Family.RIICHI)
def win_that_leaves_the_place(case: Case, rules: RuleSet) -> Finding | None:
    """Remark that a win in the last deal does not move its winner up, and is no worse for it."""
    position = case.position
    if not position.scores or not is_last(position.round, position.deal, rules):
        return None
    score = scored(case, rules)
    if not isinstance(score, Score):
        return None
    points = {case.seat.at(side): -paid for side, paid in score.payments.items()}
    points[case.seat] = score.winner
    after = [had + points.get(seat, 0) for seat, had in zip(Seat, position.scores, strict=True)]
    place = _place(position.scores, case, rules)
    same = place > 1 and place == _place(after, case, rules)
    return noted("same-place", place=place) if same else None


def _place(scores: Sequence[int], case: Case, rules: RuleSet) -> int:
    """In which place the player is; those who share one have the best of them."""
    better = takewhile(
        lambda group: case.seat not in group, places(scores, rules, case.position.first)
    )
    return 1 + sum(map(len, better))


@effect("win.source.anyone", ActionKind.WIN, step=Step.LAY)
def won_on_anothers_tile(case: Case, rules: RuleSet) -> Iterable[Effect]:
    """The winner shows the hand with the tile that completes it."""
    if case.offered:
        yield Win(case.seat, case.offered[1], case.offered[0])


@effect("win.source.drawn", ActionKind.SELF_DRAW, step=Step.LAY)
def won_on_an_own_draw(case: Case, rules: RuleSet) -> Iterable[Effect]:
    """The winner shows the hand, the drawn tile apart."""
    yield Win(case.seat, case.drew.tile if case.drew else None)
