"""How a claim is carried out: say, show, discard and take."""

from collections.abc import Iterable

from rulebook.actions import ActionKind
from rulebook.case import Case
from rulebook.effects import Effect, MustDiscard, SetFault, TakeClaimed
from rulebook.registry import Step, effect, remark, rule
from rulebook.ruleset import RuleSet
from rulebook.ruling import Finding, Verdict, allowed, noted, refused
from rulebook.state import Claimed, Fault


@effect("claim.procedure.no-draw", ActionKind.CHOW, ActionKind.PUNG, step=Step.TURN)
def discard_without_drawing(case: Case, rules: RuleSet) -> Iterable[Effect]:
    """After a chow or pung the claimer discards and does not draw."""
    yield MustDiscard(case.seat)


@rule("claim.procedure.no-draw", ActionKind.DRAW, after=(Claimed,))
def no_draw_after_a_claim(case: Case, rules: RuleSet) -> Finding | None:
    """Refuse a draw in the turn in which a chow or pung was claimed."""
    return refused("claimed") if case.claimed else None


@rule("claim.procedure.discard-first", ActionKind.DISCARD, after=(Claimed,), alike=True)
def discard_before_taking(case: Case, rules: RuleSet) -> Finding | None:
    """Let the claimer discard before picking up the claimed tile."""
    claimed = case.claimed
    if claimed is None or claimed.taken:
        return None
    return allowed("either-order", tile=claimed.meld.claimed)


@rule("claim.procedure.take-in-time", ActionKind.TAKE)
def taken_in_time(case: Case, rules: RuleSet) -> Finding | None:
    """Refuse to let a claimed tile be picked up after too many further discards."""
    claimed = case.claimed
    later = 0 if claimed and not claimed.taken else case.me.untaken
    if later is None:
        return refused("nothing-left")
    limit = rules["claim.take.limit"]
    if not isinstance(limit, int):
        return None
    if later < limit:
        return allowed("in-time", discards=later, limit=limit)
    return refused("too-late", discards=later, limit=limit)


@effect("claim.procedure.take-in-time", ActionKind.TAKE, step=Step.LAY)
def tile_is_taken(case: Case, rules: RuleSet) -> Iterable[Effect]:
    """Complete the set."""
    yield TakeClaimed(case.seat)


@effect("claim.procedure.take-in-time", ActionKind.TAKE, step=Step.PRICE, verdict=Verdict.REFUSED)
def false_set_kills_the_hand(case: Case, rules: RuleSet) -> Iterable[Effect]:
    """A set that lacks its claimed tile is false: the hand is dead."""
    if case.me.untaken is not None:
        yield SetFault(case.seat, Fault.DEAD)


@remark("claim.procedure.matching", ActionKind.DISCARD)
def false_set_on_the_table(case: Case, rules: RuleSet) -> Finding | None:
    """Remark that the set laid in this turn is none when its owner discards."""
    wrong = _wrong_set(case.claimed)
    return noted("false-set", tiles=wrong.meld.tiles) if wrong else None


@effect("claim.procedure.matching", ActionKind.DISCARD, step=Step.PRICE, after=(Claimed,))
def false_set_stays(case: Case, rules: RuleSet) -> Iterable[Effect]:
    """A false set that lies there when its owner discards spoils the hand."""
    if _wrong_set(case.claimed):
        yield SetFault(case.seat, Fault(str(rules["claim.false-set"])))


@rule("claim.procedure.matching", ActionKind.WITHDRAW)
def false_set_is_taken_back(case: Case, rules: RuleSet) -> Finding | None:
    """Let a false set be taken back until its owner discards."""
    wrong = _wrong_set(case.claimed)
    return allowed("correctable", tiles=wrong.meld.tiles) if wrong else None


def _wrong_set(claimed: Claimed | None) -> Claimed | None:
    return claimed if claimed and not claimed.meld.is_set else None
