"""Whether a hand is in tenpai: one tile short, and that tile to be had at all."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from rulebook.case import hand_waits
from rulebook.faults import HandFault
from rulebook.riichi.declared import IN_RIICHI
from rulebook.riichi.hand import Hand
from rulebook.riichi.score import best_score
from rulebook.ruleset import RuleSet
from rulebook.state import Fault, Over, Player, Position
from rulebook.tiles import Seat, Tile

__all__ = [
    "has_thrown",
    "is_tenpai",
    "lacks_yaku",
    "may_be_nagashi",
    "nagashi_of",
    "noten_riichi",
    "open_riichi",
    "own_four",
    "shown_tenpai",
    "tenpai_seats",
    "unruled_riichi",
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
    """Who shows tenpai after an exhaustive draw, from East on.

    A player in riichi must, others may. Nobody can with a hand that is known not to be.
    """
    players, everybody = position.players, "tenpai.show.hidden/hidden" in rules.flips
    shown = {seat for seat in event.tenpai if is_tenpai(players[seat], rules) is not False}
    for seat in tenpai_seats(position, rules):
        if everybody or players[seat].ready in IN_RIICHI:
            shown.add(seat)
    return tuple(sorted(shown))


def noten_riichi(position: Position, event: Over, rules: RuleSet) -> tuple[Seat, ...]:
    """Whose riichi turns out not to be in tenpai, where the rules make something of it.

    After an exhaustive draw everybody in riichi has to show. When somebody has won nobody
    else has, so it counts only where the tiles are known.
    """
    return _noten(position, event, rules) if "riichi.error.noten" in rules.rules else ()


def unruled_riichi(position: Position, event: Over, rules: RuleSet) -> tuple[Seat, ...]:
    """Whose riichi should not have been declared, where the rules do not say what follows."""
    found: set[Seat] = set()
    if "riichi.error.noten" not in rules.rules:
        found.update(_noten(position, event, rules))
    if "riichi.error.open-hand" not in rules.rules:
        found.update(_open(position, event))
    return tuple(sorted(found))


def _noten(position: Position, event: Over, rules: RuleSet) -> tuple[Seat, ...]:
    shown = shown_tenpai(position, event, rules) if event.how == "wall-used-up" else ()
    players = position.players
    return tuple(
        seat
        for seat in _losing_riichi(position, event)
        if seat not in shown
        and (event.how == "wall-used-up" or is_tenpai(players[seat], rules) is False)
    )


def open_riichi(position: Position, event: Over, rules: RuleSet) -> tuple[Seat, ...]:
    """Who is in riichi with an open hand, where the rules make something of it."""
    return _open(position, event) if "riichi.error.open-hand" in rules.rules else ()


def _open(position: Position, event: Over) -> tuple[Seat, ...]:
    players = position.players
    riichi = _losing_riichi(position, event)
    return tuple(seat for seat in riichi if any(meld.exposed for meld in players[seat].melds))


def _losing_riichi(position: Position, event: Over) -> Iterator[Seat]:
    """Who is in riichi after a draw or somebody else's win; a dead hand is no longer."""
    if event.how not in ("wall-used-up", "won"):
        return
    won = [one.seat for one in event.wins]
    for seat in Seat:
        player = position.players[seat]
        if seat not in won and player.ready in IN_RIICHI and player.fault is Fault.NONE:
            yield seat


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

    Whether it is worth anything is for the rules of the end of the deal to say.
    """
    players = position.players
    return tuple(s for s in Seat if players[s].discards and may_be_nagashi(players[s], rules))


def may_be_nagashi(player: Player, rules: RuleSet) -> bool:
    """Whether nothing that is known of a player speaks against such discards.

    Where they count as a win, the hand must be one that could win, and concealed.
    """
    if any(one.taken is not None or one.tile.simple for one in player.discards):
        return False
    faulty = player.fault is not Fault.NONE or any(meld.exposed for meld in player.melds)
    return not (rules["end.nagashi"] == "win" and faulty)


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
