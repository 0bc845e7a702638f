"""Which of several calls on one discard goes first."""

from collections.abc import Iterable

from rulebook.actions import CLAIMS, SET_CLAIMS, Action, ActionKind
from rulebook.case import Case
from rulebook.effects import Effect, TakeBack
from rulebook.moments import claim_lies_there
from rulebook.registry import Step, effect, precedence, rule
from rulebook.ruleset import RuleSet
from rulebook.ruling import Finding, allowed, refused
from rulebook.state import Discarded, MeldKind


@precedence("claim.precedence.win")
def win_before_sets(
    call: Action, other: Action, discard: Discarded, rules: RuleSet
) -> Finding | None:
    """Let a win go before every claim for a set."""
    if call.kind is ActionKind.WIN and other.kind in SET_CLAIMS:
        return allowed("first", winner=call.seat)
    if other.kind is ActionKind.WIN and call.kind in SET_CLAIMS:
        return refused("yields", winner=other.seat)
    return None


@precedence("claim.precedence.sets")
def pung_before_chow(
    call: Action, other: Action, discard: Discarded, rules: RuleSet
) -> Finding | None:
    """Order a chow against a pung or kong: by strength, or by who called first."""
    chow = {call.kind, other.kind} & {ActionKind.CHOW}
    if not chow or call.kind is other.kind or ActionKind.WIN in (call.kind, other.kind):
        return None
    by_time = rules["claim.precedence.sets"] == "first-call" and call.at != other.at
    if by_time:
        first = call.at < other.at
        return allowed("called-first") if first else refused("called-later", first=other.seat)
    stronger = call.kind is not ActionKind.CHOW
    if stronger:
        return allowed("stronger")
    same_moment = rules["claim.precedence.sets"] == "first-call"
    return refused("simultaneous" if same_moment else "weaker", first=other.seat)


@precedence("claim.precedence.winners")
def several_winners(
    call: Action, other: Action, discard: Discarded, rules: RuleSet
) -> Finding | None:
    """Say whether all who win on one tile win, or only the nearest after its owner."""
    if call.kind is not ActionKind.WIN or other.kind is not ActionKind.WIN:
        return None
    if rules["win.several"] == "all":
        return allowed("all-win", winner=call.seat)
    nearer = (call.seat - discard.seat) % 4 < (other.seat - discard.seat) % 4
    if nearer:
        return allowed("nearest", owner=discard.seat, nearest=call.seat)
    return refused("not-nearest", later=call.seat, nearest=other.seat)


_STRENGTH = {ActionKind.CHOW: 0, ActionKind.PUNG: 1, ActionKind.KONG: 1, ActionKind.WIN: 2}
_LAID = {MeldKind.CHOW: 0, MeldKind.PUNG: 1, MeldKind.KONG: 1}


@rule("claim.precedence.laid", *CLAIMS, when=claim_lies_there, alike=True)
def stronger_than_what_lies(case: Case, rules: RuleSet) -> Finding | None:
    """Let a stronger call, made in time, take the tile from a claim already laid."""
    discard = case.discard
    if discard is None or not discard.laid:
        return None
    seat, kind = discard.laid[-1]
    winning = case.action.kind is ActionKind.WIN
    if rules["claim.precedence.sets"] == "first-call" and not winning:
        return refused("first-stands", holder=seat)
    if _STRENGTH[case.action.kind] > _LAID[kind]:
        return allowed("takes-over", holder=seat)
    return refused("not-stronger", holder=seat)


@effect("claim.precedence.laid", *CLAIMS, step=Step.UNDO, when=claim_lies_there)
def laid_claim_goes_back(case: Case, rules: RuleSet) -> Iterable[Effect]:
    """Undo the weaker claim: its tiles go back to the hand."""
    if case.discard:
        for seat, kind in case.discard.laid:
            yield TakeBack(seat, kind)
