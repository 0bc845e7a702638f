"""What a winning hand looks like."""

from rulebook.actions import ActionKind
from rulebook.case import Case
from rulebook.registry import rule
from rulebook.riichi.hand import HandFault
from rulebook.riichi.winning import scored
from rulebook.ruleset import Family, RuleSet
from rulebook.ruling import Finding, allowed, refused, unknown
from rulebook.shape import is_complete, is_orphans
from rulebook.tiles import Tile


@rule("win.shape.complete", ActionKind.WIN, ActionKind.SELF_DRAW)
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
