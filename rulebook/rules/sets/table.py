"""What becomes of sets once they lie on the table."""

from rulebook.actions import ActionKind
from rulebook.case import Case
from rulebook.registry import rule
from rulebook.ruleset import Family, RuleSet
from rulebook.ruling import Finding, allowed, refused, unknown


@rule("set.table.fixed", ActionKind.DISCARD, sure=True)
@rule("set.table.fixed", ActionKind.RIICHI, family=Family.RIICHI, sure=True)
def sets_are_not_discarded(case: Case, rules: RuleSet) -> Finding | None:
    """Refuse to discard a tile that lies in a set, or that the player does not hold.

    Of a tile thrown before riichi was said, other rules speak.
    """
    tile = case.action.tile
    thrown = case.action.kind is ActionKind.RIICHI and case.discard
    if tile is None or thrown:
        return None
    if tile in case.me.hand:
        return allowed("from-hand", tile=tile)
    if case.me.hidden:
        return unknown("hidden", tile=tile)
    in_set = any(own.index == tile.index for meld in case.me.melds for own in meld.tiles)
    return refused("in-set" if in_set else "not-held", tile=tile)


@rule("set.table.one-discard", ActionKind.KONG)
def one_discard_in_a_set(case: Case, rules: RuleSet) -> Finding | None:
    """Refuse to add a discard to an exposed pung: no set holds two discards."""
    if case.discard is None:
        return None
    pung = case.me.pung_of(case.discard.tile)
    return refused("two-discards", tile=case.discard.tile) if pung else None
