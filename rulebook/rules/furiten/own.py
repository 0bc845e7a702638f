"""Own discards that bar a win on a discard."""

from rulebook.actions import ActionKind
from rulebook.case import Case, hand_waits
from rulebook.registry import rule
from rulebook.ruleset import RuleSet
from rulebook.ruling import Finding, allowed, noted, refused
from rulebook.state import Discard, MeldKind
from rulebook.tiles import ORPHANS, Tile


@rule("furiten.own.discards", ActionKind.WIN)
def wait_among_own_discards(case: Case, rules: RuleSet) -> Finding | None:
    """Bar a win on a discard when any of the waits is among one's own discards."""
    waits = _waits(case, rules)
    found = next((one for one in _thrown(case, waits, rules) if one.taken is None), None)
    if found is None:
        return None
    if not rules["furiten"]:
        return allowed("no-furiten", tile=found.tile)
    return None if waits == ORPHANS else refused("thrown", tile=found.tile, waits=waits)


@rule("furiten.own.claimed-away", ActionKind.WIN)
def claimed_discards_count(case: Case, rules: RuleSet) -> Finding | None:
    """Count a discard that somebody claimed as one's own discard all the same."""
    waits = hand_waits(case.me, rules) or ()
    found = next((one for one in _thrown(case, waits, rules) if one.taken is not None), None)
    if found is None or not rules["furiten"]:
        return None
    return refused("claimed-away", tile=found.tile, taker=found.taken, waits=waits)


@rule("furiten.own.thirteen-waits", ActionKind.WIN)
def no_hand_is_exempt(case: Case, rules: RuleSet) -> Finding | None:
    """Bar a win on a discard also for Thirteen Orphans that wait for all thirteen tiles."""
    waits = hand_waits(case.me, rules) or ()
    if waits != ORPHANS or not rules["furiten"]:
        return None
    found = next((one for one in _thrown(case, waits, rules) if one.taken is None), None)
    return refused("thirteen", tile=found.tile) if found else None


def _waits(case: Case, rules: RuleSet) -> tuple[Tile, ...]:
    """What the hand waits for, a tile just drawn left out."""
    drawn = case.drew.tile if case.drew else None
    return hand_waits(case.me, rules, *([drawn] if drawn else [])) or ()


def _thrown(case: Case, waits: tuple[Tile, ...], rules: RuleSet) -> list[Discard]:
    """The player's own discards that would complete the hand, as far as they bar this win."""
    found = [one for one in case.me.discards if one.tile.kind in waits]
    if rules["furiten.bars"] == "same-tile" and case.offered:
        return [one for one in found if one.tile.index == case.offered[1].index]
    return [] if rules["furiten.bars"] == "none" and rules["furiten"] else found


@rule("furiten.own.extending-tile", ActionKind.WIN)
def added_tile_is_no_discard(case: Case, rules: RuleSet) -> Finding | None:
    """Say whether the tile one extended a pung with is one's own discard."""
    waits = hand_waits(case.me, rules)
    for meld in case.me.melds:
        if meld.kind is MeldKind.EXTENDED_KONG and waits and meld.tile in waits:
            if rules["furiten.extending-tile"]:
                return refused("counts", tile=meld.tile)
            return noted("no-discard", tile=meld.tile)
    return None
