"""Claiming a discard for a pung."""

from rulebook.actions import ActionKind
from rulebook.case import Case
from rulebook.registry import remark, rule
from rulebook.ruleset import RuleSet
from rulebook.ruling import Finding, allowed, noted, refused, unknown


@rule("claim.pung.anyone", ActionKind.PUNG, ActionKind.KONG, alike=True)
def from_any_opponent(case: Case, rules: RuleSet) -> Finding | None:
    """Let a pung or kong be claimed from each of the three opponents."""
    if case.discard is None or case.side is None:
        return None
    return allowed(case.side.value, discarder=case.discard.seat)


@rule("claim.pung.pair", ActionKind.PUNG, sure=True)
def pair_in_hand(case: Case, rules: RuleSet) -> Finding | None:
    """Ask for two tiles equal to the discard among the concealed tiles."""
    if case.discard is None:
        return None
    held = case.me.count(case.discard.tile)
    if held >= 2:
        return allowed("held", tile=case.discard.tile)
    if case.me.hidden >= 2 - held:
        return unknown("hidden", tile=case.discard.tile)
    return refused("not-held", tile=case.discard.tile, held=held)


@remark("claim.pung.keep-fourth", ActionKind.PUNG)
def keep_the_fourth(case: Case, rules: RuleSet) -> Finding | None:
    """Remark that a player with three equal tiles may claim a pung and keep one of them."""
    if case.discard is None or case.me.count(case.discard.tile) < 3:
        return None
    return noted("keeps-one", tile=case.discard.tile)
