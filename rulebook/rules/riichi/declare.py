"""When riichi can be declared."""

from collections.abc import Iterable

from rulebook.actions import ActionKind
from rulebook.case import Case, hand_waits
from rulebook.effects import DiscardTile, Effect, SetReady
from rulebook.registry import Step, effect, remark, rule
from rulebook.riichi.declared import IN_RIICHI
from rulebook.riichi.tenpai import useful_waits
from rulebook.rules.riichi.double import is_double
from rulebook.ruleset import Family, RuleSet
from rulebook.ruling import Finding, allowed, noted, refused, unknown
from rulebook.state import Dealt, Fault, MeldKind, Ready
from rulebook.tiles import Tile


@rule("riichi.declare.own-turn", ActionKind.RIICHI, family=Family.RIICHI)
def after_a_draw(case: Case, rules: RuleSet) -> Finding | None:
    """Let a player declare in the own turn, after drawing and before discarding."""
    event = case.position.event
    if isinstance(event, Dealt) and event.seat is case.seat:
        return allowed("dealt")
    if case.drew:
        return allowed("drew")
    if case.claimed:
        return refused("claimed")
    if case.discard and case.discard.seat is case.seat:
        return refused("discarded", tile=case.discard.tile)
    return refused("not-your-turn")


@rule("riichi.declare.barred", ActionKind.RIICHI, family=Family.RIICHI)
def once_and_with_a_living_hand(case: Case, rules: RuleSet) -> Finding | None:
    """Refuse a second riichi, and any with a dead hand."""
    if case.me.ready in IN_RIICHI:
        return refused("already")
    return refused("dead") if case.me.fault is not Fault.NONE else None


@rule("riichi.declare.concealed", ActionKind.RIICHI, family=Family.RIICHI)
def hand_is_concealed(case: Case, rules: RuleSet) -> Finding | None:
    """Ask for a hand without claimed sets; concealed kongs leave it concealed."""
    melds = case.me.melds
    if any(meld.kind is not MeldKind.CONCEALED_KONG for meld in melds):
        return refused("open")
    return allowed("concealed-kong" if melds else "concealed")


def waits_after(case: Case, rules: RuleSet) -> tuple[Tile, ...] | None:
    """What the hand waits for once the tile is gone; `None` when that cannot be told."""
    tile, me = case.action.tile, case.me
    if tile is None or me.hidden or tile not in me.hand or len(me.hand) % 3 != 2:
        return None
    return hand_waits(me, rules, tile)


@rule("riichi.declare.tenpai", ActionKind.RIICHI, family=Family.RIICHI)
def waiting_after_the_discard(case: Case, rules: RuleSet) -> Finding | None:
    """Ask for a hand that waits once the tile is discarded."""
    tile = case.action.tile
    if case.me.hidden:
        return unknown("hidden")
    waits = waits_after(case, rules)
    if waits is None or tile is None:
        return None
    if not waits:
        return refused("noten", tile=tile)
    useful = useful_waits(case.me, rules, tile)
    return allowed("tenpai", tile=tile, waits=useful) if useful else None


@remark("riichi.declare.choice", ActionKind.RIICHI, family=Family.RIICHI)
def any_tile_that_leaves_tenpai(case: Case, rules: RuleSet) -> Finding | None:
    """Remark that other discards leave tenpai too, and whether one of them waits for more."""
    tile = case.action.tile
    if tile is None or not waits_after(case, rules):
        return None
    waits = useful_waits(case.me, rules, tile) or ()
    held = {one.kind: one for one in case.me.hand}
    others = sorted(held.keys() - {tile.kind})
    useful = {one: useful_waits(case.me, rules, held[one]) or () for one in others}
    choices = tuple(one for one in others if useful[one])
    if not waits or not choices:
        return None
    fewer = len(waits) < max(len(useful[one]) for one in choices)
    return noted("fewer" if fewer else "choice", tile=tile, waits=waits, others=choices)


@rule("riichi.declare.wall", ActionKind.RIICHI, family=Family.RIICHI)
def enough_tiles_are_left(case: Case, rules: RuleSet) -> Finding | None:
    """Ask for so many tiles in the live wall, after the own draw."""
    least, live = rules["riichi.min-wall"], case.position.live
    if least is None:
        return None
    if live < rules.number("riichi.min-wall"):
        return refused("too-few", live=live, least=least) if live else refused("empty")
    return allowed("enough", live=live, least=least)


@rule("riichi.declare.points", ActionKind.RIICHI, family=Family.RIICHI)
def enough_points_for_the_bet(case: Case, rules: RuleSet) -> Finding | None:
    """Ask for so many points before the bet, where the rules ask for any."""
    if not case.position.scores:
        return None
    least, score = rules["riichi.min-points"], case.position.scores[case.seat]
    if least is None:
        return allowed("any-score", score=score) if score < 1000 else None
    if score < rules.number("riichi.min-points"):
        return refused("too-poor", score=score, least=least)
    return allowed("enough", score=score, least=least)


@remark("riichi.declare.furiten", ActionKind.RIICHI, family=Family.RIICHI)
def furiten_is_no_obstacle(case: Case, rules: RuleSet) -> Finding | None:
    """Remark that a hand in furiten may declare, and can then win by self-draw only."""
    tile = case.action.tile
    waits = waits_after(case, rules) or ()
    if not rules["furiten"] or tile is None:
        return None
    thrown = [*(one.tile.kind for one in case.me.discards), tile.kind]
    found = next((one for one in thrown if one in waits), None)
    return noted("own-discard", tile=found) if found else None


@effect("riichi.declare.turned", ActionKind.RIICHI, step=Step.LAY, family=Family.RIICHI)
def tile_is_laid_sideways(case: Case, rules: RuleSet) -> Iterable[Effect]:
    """Discard the tile sideways; the player is in riichi from then on."""
    if case.action.tile:
        double = "riichi.double.first" in rules.rules and is_double(case)
        yield DiscardTile(case.seat, case.action.tile, sideways=True)
        yield SetReady(case.seat, Ready.DOUBLE_RIICHI if double else Ready.RIICHI)
