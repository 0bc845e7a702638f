"""The replacement tile, and the walls."""

from collections.abc import Iterable

from rulebook.actions import KONGS, ActionKind
from rulebook.case import Case
from rulebook.effects import DrawReplacement, Effect, EndDeal, RefillDeadWall, SetFault
from rulebook.registry import Step, effect, remark, rule
from rulebook.ruleset import RuleSet
from rulebook.ruling import Finding, allowed, noted, refused
from rulebook.state import Fault, KongMade, Position, Wall

_EVERY_KONG = (ActionKind.KONG, *KONGS)


def wall_can_replace(case: Case, rules: RuleSet) -> Finding:
    """Compare the tiles left in the live wall with what a kong needs."""
    live = case.position.live
    if live >= rules.number("kong.min-live-wall"):
        return allowed("wall-left" if live else "dead-wall-serves", live=live)
    return refused("wall-empty")


def loose_tiles(position: Position, rules: RuleSet) -> int:
    """How many tiles can still be taken from the dead wall, those that refill it included."""
    return position.dead + (position.live if rules["wall.dead.refilled"] else 0)


@effect("kong.replacement.dead-wall", *_EVERY_KONG, step=Step.REPLACEMENT)
def replacement_tile(case: Case, rules: RuleSet) -> Iterable[Effect]:
    """Take one tile from the dead wall; without any the deal is over."""
    left = loose_tiles(case.position, rules) > 0
    yield DrawReplacement(case.seat, Wall.DEAD) if left else EndDeal("wall-used-up")


@effect("kong.replacement.refill", *_EVERY_KONG, ActionKind.BONUS, step=Step.WALL)
def dead_wall_is_refilled(case: Case, rules: RuleSet) -> Iterable[Effect]:
    """Keep the dead wall at its size with the last live tiles, where the rules say so."""
    if case.action.kind is ActionKind.BONUS and rules["bonus.replacement"] != "dead":
        return
    moved = _moved(case, rules)
    if moved:
        position = case.position
        yield RefillDeadWall(position.live - moved, position.dead - 1 + moved)


def _moved(case: Case, rules: RuleSet) -> int:
    """How many live tiles join the dead wall once one has been taken from it."""
    if not rules["wall.dead.refilled"]:
        return 0
    by, live = rules.number("wall.dead.refilled-by"), case.position.live
    missing = rules.number("wall.dead.size") - case.position.dead + 1
    return min(by, live) if by == 1 or missing >= by else 0


@remark("kong.replacement.refill", *_EVERY_KONG)
def what_happens_to_the_walls(case: Case, rules: RuleSet) -> Finding | None:
    """Remark which wall a kong shortens."""
    position = case.position
    moved = _moved(case, rules)
    if not moved:
        return noted("shrinks", dead=position.dead - 1) if position.dead else None
    return noted("refilled", live=position.live - moved) if position.live else None


@remark("kong.replacement.last-live", *_EVERY_KONG)
def replacement_becomes_last(case: Case, rules: RuleSet) -> Finding | None:
    """Remark that the replacement tile is the last tile when one live tile was left."""
    if case.position.live != 1 or not rules["wall.dead.refilled"]:
        return None
    return noted("last-tile")


@rule("kong.replacement.once", ActionKind.DRAW)
def one_replacement_a_kong(case: Case, rules: RuleSet) -> Finding | None:
    """Let the owner of a kong take one tile of the dead wall and no other."""
    made = case.made
    if made is None or made.seat is not case.seat:
        dead_wall = case.action.from_dead_wall
        return refused("no-kong") if dead_wall and not made else None
    if made.replaced:
        return refused("replaced")
    return allowed("owed") if case.action.from_dead_wall else refused("live-wall")


@rule("kong.replacement.forgotten", ActionKind.DISCARD, after=(KongMade,), alike=True)
def discard_without_replacement(case: Case, rules: RuleSet) -> Finding | None:
    """Remark that a player who discards before the replacement tile has one tile too few."""
    made = case.made
    if made is None or made.seat is not case.seat or made.replaced:
        return None
    return allowed("short")


@effect("kong.replacement.forgotten", ActionKind.DISCARD, step=Step.PRICE, after=(KongMade,))
def hand_is_short(case: Case, rules: RuleSet) -> Iterable[Effect]:
    """From then on the hand has a wrong number of tiles."""
    if discard_without_replacement(case, rules):
        yield SetFault(case.seat, Fault(str(rules["fault.too-few"])))


@rule("kong.replacement.bonus", ActionKind.BONUS)
def bonus_tile_as_replacement(case: Case, rules: RuleSet) -> Finding | None:
    """Let a bonus tile that came as a replacement be replaced from the live wall."""
    return allowed("live-wall") if case.replaced else None
