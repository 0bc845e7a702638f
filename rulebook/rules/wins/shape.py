"""What a winning hand looks like."""

from rulebook.actions import ActionKind
from rulebook.case import Case, waits_of
from rulebook.registry import rule
from rulebook.riichi.hand import HandFault
from rulebook.riichi.winning import scored
from rulebook.ruleset import Family, RuleSet
from rulebook.ruling import Finding, allowed, refused, unknown
from rulebook.shape import is_complete, is_orphans, readings
from rulebook.state import Discarded, Drew, KongMade, MeldKind, Position
from rulebook.tiles import Seat, Tile, without_tile


def _lacks_a_tile(position: Position, seat: Seat, rules: RuleSet) -> bool:
    """Whether the tile offered or just drawn is none that the hand waits for."""
    me, event = position.players[seat], position.event
    if me.hidden or not isinstance(event, _NEW_TILE) or event.tile is None:
        return False
    hand = without_tile(me.hand, event.tile) if event.seat is seat else me.hand
    return event.tile.kind not in waits_of(hand, rules)


_NEW_TILE = (Discarded, KongMade, Drew)


@rule("win.shape.complete", ActionKind.WIN, ActionKind.SELF_DRAW, bars=_lacks_a_tile)
def complete_hand(case: Case, rules: RuleSet) -> Finding | None:
    """Ask for four sets and a pair, or one of the special shapes."""
    tile: Tile | None = None
    if case.action.kind is ActionKind.WIN:
        if case.offered is None or case.offered[0] is case.seat:
            return None
        tile = case.offered[1]
    more = (tile,) if tile else ()
    complete = case.completes(rules, *more)
    if complete is None:
        return unknown("hidden")
    return _named(case, more) if complete else refused("incomplete")


@rule("win.shape.chows", ActionKind.WIN, ActionKind.SELF_DRAW, family=Family.CLASSICAL)
def any_number_of_chows(case: Case, rules: RuleSet) -> Finding | None:
    """Let a complete classical hand hold as many chows as it likes."""
    offered = case.offered if case.action.kind is ActionKind.WIN else None
    more = (offered[1],) if offered else ()
    if not case.completes(rules, *more):
        return None
    laid = len([meld for meld in case.me.melds if meld.kind is MeldKind.CHOW])
    held = [sum(one.run for one in way.sets) for way in readings(case.concealed(*more))]
    chows = laid + min(held, default=0)
    return allowed("several", chows=chows) if chows > 1 else None


@rule("win.shape.yaku", ActionKind.WIN, ActionKind.SELF_DRAW, family=Family.RIICHI)
def a_yaku_is_needed(case: Case, rules: RuleSet) -> Finding | None:
    """Ask a complete riichi hand for a yaku, or for more where counters pile up."""
    score = scored(case, rules)
    if isinstance(score, HandFault):
        return None if score.code == "incomplete" else refused(score.code, **dict(score.values))
    return allowed("has-yaku") if score else None


def _named(case: Case, more: tuple[Tile, ...]) -> Finding:
    """Which of the shapes a complete hand has."""
    counts = case.concealed(*more)
    if is_orphans(counts):
        tile = more[0] if more else case.drew and case.drew.tile
        return allowed("last-orphan" if tile and counts[tile.index] == 1 else "orphans")
    return allowed("complete" if is_complete(counts, seven_pairs=False) else "pairs")
