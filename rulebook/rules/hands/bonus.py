"""Bonus tiles in the classical game."""

from collections.abc import Iterable

from rulebook.actions import ActionKind
from rulebook.case import Case
from rulebook.effects import AskNext, DrawReplacement, Effect, LayBonus
from rulebook.registry import Step, effect, remark, rule
from rulebook.ruleset import RuleSet
from rulebook.ruling import Finding, allowed, noted, refused
from rulebook.state import Dealt, Wall
from rulebook.tiles import Seat


@rule("hand.bonus.used", ActionKind.BONUS)
def bonus_tiles_are_used(case: Case, rules: RuleSet) -> Finding | None:
    """Say whether the game is played with bonus tiles at all, and whether this is one."""
    tile = case.action.tile
    if tile is not None and not tile.bonus:
        return refused("playing-tile", tile=tile)
    return allowed("used", tile=tile) if rules.number("tiles.bonus") else refused("not-used")


@rule("hand.bonus.declared", ActionKind.BONUS)
def declared_in_the_turn_it_came(case: Case, rules: RuleSet) -> Finding | None:
    """Let a bonus tile be declared only in the turn in which it was drawn."""
    tile, drew = case.action.tile, case.drew
    if isinstance(case.position.event, Dealt):
        return allowed("dealt")
    if drew is None:
        return refused("claimed" if case.claimed else "not-your-turn", tile=tile)
    if drew.tile is None or drew.tile is tile:
        return allowed("drawn")
    return allowed("late") if rules["bonus.late"] else refused("too-late", tile=tile)


@rule("hand.bonus.in-the-deal", ActionKind.BONUS, ActionKind.PASS)
def declared_in_turn(case: Case, rules: RuleSet) -> Finding | None:
    """Let the players declare what they find in the deal one after the other, East first."""
    event = case.position.event
    if not isinstance(event, Dealt) or event.asked is None:
        return None
    if event.asked is not case.seat:
        return refused("wait", player=event.asked)
    return allowed("in-turn" if case.action.kind is ActionKind.BONUS else "done")


@effect("hand.bonus.in-the-deal", ActionKind.PASS, step=Step.TURN)
def next_declares(case: Case, rules: RuleSet) -> Iterable[Effect]:
    """Ask the next player, and after the last one let East begin."""
    event = case.position.event
    if isinstance(event, Dealt) and event.asked is case.seat:
        yield AskNext(None if case.seat is Seat.NORTH else case.seat.next)


@effect("hand.bonus.declared", ActionKind.BONUS, step=Step.LAY)
def bonus_tile_is_laid(case: Case, rules: RuleSet) -> Iterable[Effect]:
    """Lay the tile face up."""
    if case.action.tile:
        yield LayBonus(case.seat, case.action.tile)


@remark("hand.bonus.replaced", ActionKind.BONUS)
def where_the_replacement_lies(case: Case, rules: RuleSet) -> Finding | None:
    """Remark from which wall a bonus tile is replaced."""
    return noted("dead-wall" if rules["bonus.replacement"] == "dead" else "live-wall")


@effect("hand.bonus.replaced", ActionKind.BONUS, step=Step.REPLACEMENT)
def bonus_tile_is_replaced(case: Case, rules: RuleSet) -> Iterable[Effect]:
    """Take a tile in its place, from the live wall unless house rules say otherwise."""
    dead = rules["bonus.replacement"] == "dead"
    yield DrawReplacement(case.seat, Wall.DEAD if dead else Wall.BONUS)
