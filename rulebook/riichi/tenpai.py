"""Whether a hand is in tenpai: one tile short, and that tile to be had at all."""

from __future__ import annotations

from collections.abc import Iterable

from rulebook.case import hand_waits
from rulebook.faults import HandFault
from rulebook.riichi.hand import Hand
from rulebook.riichi.score import best_score
from rulebook.ruleset import RuleSet
from rulebook.state import Fault, Over, Player, Position
from rulebook.tiles import Seat, Tile

__all__ = [
    "has_thrown",
    "is_tenpai",
    "lacks_yaku",
    "nagashi_of",
    "own_four",
    "shown_tenpai",
    "tenpai_seats",
    "useful_waits",
]


def is_tenpai(player: Player, rules: RuleSet) -> bool | None:
    """Whether a player who has discarded is in tenpai; `None` when tiles are unknown.

    Only the shape counts: neither a yaku nor furiten matters, nor where the
    missing tiles lie, unless the player holds all four. A dead hand never is.
    """
    if player.fault is not Fault.NONE:
        return False
    waits = useful_waits(player, rules)
    return None if waits is None else bool(waits)


def has_thrown(player: Player, waits: Iterable[Tile]) -> bool:
    """Whether one of these kinds is among a player's own discards."""
    return not {one.tile.kind for one in player.discards}.isdisjoint(waits)


def lacks_yaku(
    position: Position, seat: Seat, waits: Iterable[Tile], rules: RuleSet, *without: Tile
) -> bool:
    """Whether a hand would be without a yaku with each tile that it waits for.

    Luck, as with the last tile, is left out, and so are concealed hands, which have a
    yaku once they draw the tile. `without` are tiles left out of the hand.
    """
    me = position.players[seat]
    if not any(meld.exposed for meld in me.melds):
        return False
    held = list(me.hand)
    for tile in without:
        held.remove(tile)
    hands = [Hand(tuple(held), tile, me.melds, seat=seat, round=position.round) for tile in waits]
    found = [best_score(hand, rules) for hand in hands]
    return all(isinstance(one, HandFault) and one.code == "no-yaku" for one in found)


def shown_tenpai(position: Position, event: Over, rules: RuleSet) -> tuple[Seat, ...]:
    """Who shows tenpai after an exhaustive draw, or who some believe must."""
    if "tenpai.show.hidden/hidden" in rules.flips:
        return tuple(sorted({*event.tenpai, *tenpai_seats(position, rules)}))
    return tuple(sorted(event.tenpai))


def tenpai_seats(position: Position, rules: RuleSet) -> tuple[Seat, ...]:
    """The players who are in tenpai, as far as their tiles are known, from East on."""
    found = tuple(seat for seat in Seat if is_tenpai(position.players[seat], rules))
    if not rules.flips:
        return found
    return tuple(seat for seat in found if not _taken_for_noten(position, seat, rules))


def _taken_for_noten(position: Position, seat: Seat, rules: RuleSet) -> bool:
    """Whether somebody believes that a hand in tenpai is not, as it could not have won."""
    player, rule = position.players[seat], "tenpai.shape.one-short"
    waits = useful_waits(player, rules) or ()
    if f"{rule}/furiten" in rules.flips and has_thrown(player, waits):
        return True
    return f"{rule}/no-yaku" in rules.flips and lacks_yaku(position, seat, waits, rules)


def nagashi_of(position: Position, rules: RuleSet) -> tuple[Seat, ...]:
    """The players who have discarded nothing but terminals and honours, none of them claimed.

    Where that counts as a win, the hand must be concealed. Whether it is worth anything
    is for the rules of the end of the deal to say.
    """
    concealed = rules["end.nagashi"] == "win"
    players = position.players
    return tuple(s for s in Seat if _nothing_simple(players[s], concealed=concealed))


def _nothing_simple(player: Player, *, concealed: bool) -> bool:
    thrown = player.discards
    if not thrown or (concealed and any(meld.exposed for meld in player.melds)):
        return False
    return all(one.taken is None and not one.tile.simple for one in thrown)


def useful_waits(player: Player, rules: RuleSet, *without: Tile) -> tuple[Tile, ...] | None:
    """What would complete a hand, less those kinds of which the player has all four.

    `without` are tiles left out of the hand, as the one about to be discarded.
    """
    waits = hand_waits(player, rules, *without)
    if not waits:
        return waits
    own = own_four(player, rules, *without)
    return tuple(tile for tile in waits if tile not in own)


def own_four(player: Player, rules: RuleSet, *without: Tile) -> frozenset[Tile]:
    """The kinds of which a player has all four, in the hand or, by the rules, in own sets."""
    where = rules["tenpai.own-four"]
    if where == "none":
        return frozenset()
    tiles = [tile.kind for tile in player.hand]
    for tile in without:
        tiles.remove(tile.kind)
    if where == "hand-and-sets":
        tiles += [tile.kind for meld in player.melds for tile in meld.tiles]
    return frozenset(tile for tile in tiles if tiles.count(tile) == 4)
