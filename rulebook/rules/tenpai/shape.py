"""What counts as tenpai."""

from collections.abc import Iterable

from rulebook.actions import ActionKind
from rulebook.case import Case, hand_waits
from rulebook.copies import copies
from rulebook.moments import wall_is_empty
from rulebook.registry import remark, rule
from rulebook.riichi.tenpai import has_thrown, lacks_yaku, own_four, useful_waits
from rulebook.ruleset import Family, RuleSet
from rulebook.ruling import Finding, noted, refused
from rulebook.shape import counts_of, is_complete, is_orphans
from rulebook.state import Drew, Fault, Over
from rulebook.tiles import Tile

_SPEAKING = (ActionKind.RIICHI, ActionKind.DISCARD)
"""What a hand is after a riichi, and after the last discard of the deal."""


def _asked(case: Case) -> Tile | None:
    """The tile to be discarded where it then matters whether the hand is in tenpai."""
    tile, me = case.action.tile, case.me
    if case.action.kind is ActionKind.DISCARD and (case.position.live or case.drew is None):
        return None
    known = tile is not None and tile in me.hand and not me.hidden and len(me.hand) % 3 == 2
    return tile if known else None


@remark("tenpai.shape.one-short", *_SPEAKING, family=Family.RIICHI)
def one_tile_short(case: Case, rules: RuleSet) -> Finding | None:
    """Remark for which shape the hand lacks one tile, or that it lacks more.

    At a riichi only the rarer shapes are worth a word; its own rule names the waits.
    """
    tile = _asked(case)
    if tile is None or case.me.fault is not Fault.NONE:
        return None
    waits = hand_waits(case.me, rules, tile)
    if not waits:
        return noted("noten")
    useful = useful_waits(case.me, rules, tile)
    if useful and case.action.kind is ActionKind.DISCARD:
        if has_thrown(case.me, waits):
            return noted("furiten", waits=useful)
        if lacks_yaku(case.position, case.seat, useful, rules, tile):
            return noted("no-yaku", waits=useful)
    hand = list(case.me.hand)
    hand.remove(tile)
    shape = _shape(hand, waits[0])
    plain = shape == "sets" and case.action.kind is ActionKind.RIICHI
    return None if plain or not useful else noted(shape, waits=useful)


def _shape(hand: Iterable[Tile], wait: Tile) -> str:
    """Which complete shape a hand would have with a tile it waits for."""
    counts = counts_of((*hand, wait))
    if is_orphans(counts):
        return "orphans"
    return "sets" if is_complete(counts, seven_pairs=False) else "pairs"


@remark("tenpai.shape.one-short", ActionKind.SETTLE, family=Family.RIICHI)
def one_tile_short_in_the_end(case: Case, rules: RuleSet) -> Finding | None:
    """Remark after an exhaustive draw whether a hand is in tenpai, able to win or not."""
    event, me = case.position.event, case.me
    if not isinstance(event, Over) or event.how != "wall-used-up" or me.fault is not Fault.NONE:
        return None
    waits = useful_waits(me, rules)
    if waits is None:
        return None
    if not waits:
        return noted("noten")
    if has_thrown(me, waits):
        return noted("furiten", waits=waits)
    if lacks_yaku(case.position, case.seat, waits, rules):
        return noted("no-yaku", waits=waits)
    return noted(_shape(me.hand, waits[0]), waits=waits)


@rule("tenpai.shape.own-four", ActionKind.RIICHI, family=Family.RIICHI)
@rule(
    "tenpai.shape.own-four",
    ActionKind.DISCARD,
    family=Family.RIICHI,
    after=(Drew,),
    when=wall_is_empty,
)
def all_four_are_ones_own(case: Case, rules: RuleSet) -> Finding | None:
    """Leave out a kind of which the player has all four; with no other there is no tenpai."""
    tile = _asked(case)
    waits = hand_waits(case.me, rules, tile) if tile else None
    if tile is None or not waits or case.me.fault is not Fault.NONE:
        return None
    own = own_four(case.me, rules, tile)
    gone = tuple(one for one in waits if one in own)
    if not gone:
        return None
    if len(gone) < len(waits):
        return noted("others-left", gone=gone, waits=tuple(one for one in waits if one not in own))
    riichi = case.action.kind is ActionKind.RIICHI
    return refused("all-own", gone=gone) if riichi else noted("all-own", gone=gone)


@remark("tenpai.shape.all-visible", *_SPEAKING, family=Family.RIICHI)
def all_four_lie_elsewhere(case: Case, rules: RuleSet) -> Finding | None:
    """Remark that a hand is in tenpai although no tile it waits for can still come."""
    tile = _asked(case)
    waits = useful_waits(case.me, rules, tile) if tile else None
    if tile is None or not waits or case.me.fault is not Fault.NONE:
        return None
    seen = copies(case.position)
    for seat in case.seat.others:
        seen.subtract(held.kind for held in case.position.players[seat].hand)
    return noted("none-left", waits=waits) if all(seen[one] >= 4 for one in waits) else None


@remark("tenpai.shape.dead-hand", ActionKind.DISCARD, family=Family.RIICHI)
def dead_hand_is_noten(case: Case, rules: RuleSet) -> Finding | None:
    """Remark that a dead hand is not in tenpai, whatever it lacks."""
    if case.me.fault is Fault.NONE or case.position.live or case.drew is None:
        return None
    return noted("dead")
