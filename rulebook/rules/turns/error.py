"""Drawing or discarding out of turn, and taking the wrong tile, in the classical game."""

from collections.abc import Iterable

from rulebook.actions import ActionKind
from rulebook.case import Case
from rulebook.effects import Effect, PutBack, SetFault
from rulebook.registry import Consequence, Step, effect, rule
from rulebook.ruleset import Family, RuleSet
from rulebook.ruling import Finding, Verdict, allowed, refused
from rulebook.state import Fault, Slip, SlipKind


def _slip(case: Case, kind: SlipKind) -> Slip | None:
    event = case.position.event
    matches = isinstance(event, Slip) and event.kind is kind and event.seat is case.seat
    return event if matches and isinstance(event, Slip) else None


@rule("turn.error.draw", ActionKind.PUT_BACK, family=Family.CLASSICAL)
def put_back_an_unseen_tile(case: Case, rules: RuleSet) -> Finding | None:
    """Let a tile drawn out of turn be put back while its face is unknown."""
    slip = _slip(case, SlipKind.DREW_OUT_OF_TURN)
    if slip is None:
        return None
    return refused("seen") if slip.seen else allowed("unseen")


@effect(
    "turn.error.draw",
    ActionKind.PUT_BACK,
    step=Step.PRICE,
    verdict=Verdict.REFUSED,
    family=Family.CLASSICAL,
)
def hand_is_long(case: Case, rules: RuleSet) -> Iterable[Effect]:
    """A tile that stays makes the hand long."""
    if _slip(case, SlipKind.DREW_OUT_OF_TURN):
        yield SetFault(case.seat, Fault.LONG)


@rule("turn.error.discard", ActionKind.PUT_BACK, family=Family.CLASSICAL)
def take_back_an_unclaimed_discard(case: Case, rules: RuleSet) -> Finding | None:
    """Let a discard out of turn be taken back until somebody claims it."""
    slip = _slip(case, SlipKind.DISCARDED_OUT_OF_TURN)
    if slip is None:
        return None
    return refused("claimed") if slip.claimed else allowed("unclaimed")


@rule("turn.error.wrong-end", ActionKind.PUT_BACK, family=Family.CLASSICAL)
def put_right_before_the_discard(case: Case, rules: RuleSet) -> Finding | None:
    """Let a tile from the wrong place be put right until the player discards."""
    slip = _slip(case, SlipKind.WRONG_END)
    if slip is None:
        return None
    return refused("stands") if slip.discarded else allowed("in-time")


def _undo(kind: SlipKind) -> Consequence:
    """The mistake is undone without penalty."""

    def undo(case: Case, rules: RuleSet) -> Iterable[Effect]:
        if _slip(case, kind):
            yield PutBack(case.seat, kind)

    return undo


for _id, _kind in (
    ("turn.error.draw", SlipKind.DREW_OUT_OF_TURN),
    ("turn.error.discard", SlipKind.DISCARDED_OUT_OF_TURN),
    ("turn.error.wrong-end", SlipKind.WRONG_END),
):
    effect(_id, ActionKind.PUT_BACK, step=Step.UNDO, family=Family.CLASSICAL)(_undo(_kind))
