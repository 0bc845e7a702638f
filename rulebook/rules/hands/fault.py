"""What a dead, short, long or dirty hand may still do."""

from rulebook.actions import KONGS, SET_CLAIMS, ActionKind
from rulebook.case import Case
from rulebook.moments import hand_is_faulty
from rulebook.registry import remark, rule
from rulebook.ruleset import RuleSet
from rulebook.ruling import Finding, allowed, noted, refused
from rulebook.state import Fault


@rule("hand.fault.sets", *SET_CLAIMS, *KONGS, when=hand_is_faulty)
def sets_with_a_faulty_hand(case: Case, rules: RuleSet) -> Finding | None:
    """Say whether a faulty hand may still claim sets and declare kongs."""
    fault = case.me.fault
    if fault is Fault.NONE:
        return None
    if not rules["fault.may-claim"]:
        return refused(fault.value)
    if fault is Fault.SHORT and not case.me.hidden and _nothing_left(case):
        return refused("nothing-to-discard")
    return allowed(f"{fault.value}-may")


def _nothing_left(case: Case) -> bool:
    """Whether a claim would use up the hand and leave nothing to discard.

    A kong always leaves its replacement tile.
    """
    takes_two = case.action.kind in (ActionKind.CHOW, ActionKind.PUNG)
    return takes_two and len(case.me.hand) <= 2


@rule("hand.fault.win", ActionKind.WIN, ActionKind.SELF_DRAW, when=hand_is_faulty)
def no_win_with_a_faulty_hand(case: Case, rules: RuleSet) -> Finding | None:
    """Keep a faulty hand from winning."""
    fault = case.me.fault
    return None if fault is Fault.NONE else refused(fault.value)


@remark("hand.fault.plays-on", ActionKind.DRAW, ActionKind.DISCARD)
def faulty_hand_plays_on(case: Case, rules: RuleSet) -> Finding | None:
    """Remark that a player with a faulty hand goes on drawing and discarding."""
    fault = case.me.fault
    return None if fault is Fault.NONE else noted(fault.value)
