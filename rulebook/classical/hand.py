"""A hand of the classical game, a winner's or a loser's, and what bears on its value."""

from __future__ import annotations

from collections.abc import Iterator
from enum import Enum

from rulebook.faults import HandFault, fault
from rulebook.frozen import dataclass
from rulebook.ruleset import RuleSet
from rulebook.source import Source
from rulebook.state import Fault, Meld, MeldKind
from rulebook.tiles import BONUS_TILES, Seat, Side, Tile

__all__ = ["Grouping", "Hand", "WinAs", "check_hand", "check_told", "own_tiles"]

Grouping = tuple[tuple[Tile, ...], ...]
"""Tiles laid out in sets, in the order in which they are shown."""


class WinAs(Enum):
    """What the winning tile completes."""

    PAIR = "pair"
    CHOW = "chow"
    PUNG = "pung"

    __hash__ = object.__hash__  # by identity, which is quicker than by name


@dataclass(frozen=True, slots=True)
class Hand:
    """A hand when somebody has gone mahjong, its own player or another.

    Attributes:
        concealed: the tiles not on the table, the winning tile left out.
        melds: the sets on the table.
        bonus: the declared bonus tiles.
        seat: the player's own wind.
        round: the prevailing wind.
        winner: whether the player goes mahjong.
        tile: the winning tile; none for a loser, nor for East's dealt hand.
        win_as: what the winning tile completes, `None` where it may be anything.
        source: where the winning tile comes from.
        last_tile: whether it is the last of the live wall, or the discard after it;
            for a loose tile, whether the live wall is used up.
        only_place: whether no other tile would have completed the hand, `None` where
            that is to be found out.
        visible: the tiles that lie open on the table, those of the player's own sets
            included; `None` where nobody has looked.
        original_call: whether the hand was announced as waiting from the start.
        dealt: whether the hand was complete from the deal, bonus tiles and kongs of
            the deal replaced.
        first_discard: whether the winning tile is East's first discard.
        chain: how many kongs follow each other, each made with the loose tile of the
            one before, the winning tile being the loose tile of the last.
        kongs_in_turn: how many kongs the player has declared in the turn of the win.
        streak: how many times in a row East has gone mahjong, this time included.
        fault: what is wrong with a loser's hand.
        grouping: the sets in which the player shows the tiles not on the table, the
            winning tile included; `None` for the best.
    """

    concealed: tuple[Tile, ...]
    melds: tuple[Meld, ...] = ()
    bonus: tuple[Tile, ...] = ()
    seat: Seat = Seat.EAST
    round: Seat = Seat.EAST
    winner: bool = False
    tile: Tile | None = None
    win_as: WinAs | None = None
    source: Source = Source.DISCARD
    last_tile: bool = False
    only_place: bool | None = None
    visible: tuple[Tile, ...] | None = None
    original_call: bool = False
    dealt: bool = False
    first_discard: bool = False
    chain: int = 0
    kongs_in_turn: int = 0
    streak: int = 0
    fault: Fault = Fault.NONE
    grouping: Grouping | None = None

    @property
    def drawn(self) -> bool:
        """Whether the winner drew the winning tile, loose tiles and dealt hands included."""
        return self.dealt or self.source.drawn

    @property
    def held(self) -> tuple[Tile, ...]:
        """The tiles not on the table, the winning tile included."""
        return (*self.concealed, self.tile) if self.tile else self.concealed


def own_tiles(hand: Hand) -> tuple[Tile, ...]:
    """The player's own flower and own season, as far as they are declared."""
    own = (BONUS_TILES[hand.seat], BONUS_TILES[hand.seat + 4])
    return tuple(tile for tile in own if tile in hand.bonus)


def check_hand(hand: Hand, rules: RuleSet) -> tuple[HandFault, ...]:
    """Everything about a hand that cannot be, whatever it is worth."""
    return (
        *_number(hand),
        *_sets(hand),
        *_copies(hand),
        *_bonus(hand, rules),
        *(_win(hand, rules) if hand.winner else _loss(hand)),
    )


def check_told(hand: Hand) -> Iterator[HandFault]:
    """What somebody says of a hand and what its tiles and its win do not bear out."""
    if not hand.winner:
        room = 13 - 3 * len(hand.melds)
        more = len(hand.concealed) - room
        if (hand.fault is Fault.LONG and more <= 0) or (hand.fault is Fault.SHORT and more >= 0):
            values = {"fault": hand.fault.value, "found": len(hand.concealed), "expected": room}
            yield fault("fault-size", "fault", **values)
    if hand.kongs_in_turn < hand.chain:
        yield fault("fewer-than-chain", "kongs_in_turn", found=hand.kongs_in_turn)
    if hand.chain and hand.source is not Source.REPLACEMENT:
        yield fault("kongs-without-loose", "kong_chain")
    elif hand.kongs_in_turn and not hand.drawn:
        yield fault("kongs-without-draw", "kongs_in_turn")


def _number(hand: Hand) -> Iterator[HandFault]:
    """The tiles and the sets must come to the right number, a kong counted as three."""
    if len(hand.melds) > 4:
        yield fault("too-many-sets", "melds", found=len(hand.melds))
        return
    if hand.fault is not Fault.NONE:
        return
    room = (14 if hand.winner and hand.tile is None else 13) - 3 * len(hand.melds)
    if len(hand.concealed) != room:
        code = "hand-size" if hand.tile else "hand-size-all"
        yield fault(code, "hand", found=len(hand.concealed), expected=room)


def _sets(hand: Hand) -> Iterator[HandFault]:
    for place, meld in enumerate(hand.melds):
        if not meld.is_set and hand.fault is not Fault.DIRTY:
            yield fault("not-a-set", f"melds[{place}]", kind=meld.kind.value)
        elif meld.kind is MeldKind.CHOW and meld.side not in (Side.LEFT, None):
            yield fault("chow-from-left", f"melds[{place}]")


def _copies(hand: Hand) -> Iterator[HandFault]:
    """No fifth tile, what lies open on the table counted in, and no red five."""
    laid = [tile for meld in hand.melds for tile in meld.tiles]
    if hand.tile and not hand.source.drawn:
        laid.append(hand.tile)
    own = hand.held if hand.source.drawn else hand.concealed
    for kind in sorted({tile.kind for tile in (*laid, *own)}):
        if kind.bonus:
            continue
        open_ = max(_count(laid, kind), _count(hand.visible or (), kind))
        count = _count(own, kind) + open_
        if count > 4:
            yield fault("fifth-copy", "hand", tile=kind.code, count=count)
    red = next((tile for tile in (*laid, *own) if tile.red), None)
    if red:
        yield fault("no-red-fives", "hand", tile=red.code)


def _count(tiles: tuple[Tile, ...] | list[Tile], kind: Tile) -> int:
    index = kind.index
    return len([tile for tile in tiles if tile.index == index])


def _bonus(hand: Hand, rules: RuleSet) -> Iterator[HandFault]:
    """Bonus tiles there are one of each, and a winner has declared all of them."""
    held = [tile for tile in hand.held if tile.bonus]
    if (hand.bonus or held) and not rules.number("tiles.bonus"):
        yield fault("no-bonus-tiles", "bonus", tile=(*hand.bonus, *held)[0].code)
        return
    for tile in hand.bonus:
        if not tile.bonus:
            yield fault("not-bonus", "bonus", tile=tile.code)
    for tile in sorted({tile for tile in hand.bonus if tile.bonus}):
        if hand.bonus.count(tile) + held.count(tile) > 1:
            yield fault("second-bonus-tile", "bonus", tile=tile.code)
    if held and hand.winner:
        yield fault("bonus-in-hand", "hand", tile=held[0].code)


def _loss(hand: Hand) -> Iterator[HandFault]:
    if hand.tile:
        yield fault("loser-with-win", "win", tile=hand.tile.code)
    for name, said in (("dealt", hand.dealt), ("first_discard", hand.first_discard)):
        if said:
            yield fault("only-for-winner", name, key=name)


def _win(hand: Hand, rules: RuleSet) -> Iterator[HandFault]:
    """Circumstances of a win that contradict each other or the hand."""
    if hand.fault is not Fault.NONE:
        yield fault("winner-with-fault", "fault", fault=hand.fault.value)
    if hand.tile is None and not hand.dealt:
        yield fault("missing", "win", key="win")
    if hand.source is Source.REPLACEMENT and not _owed(hand, rules):
        yield fault("replacement-without-kong", "by")
    if hand.source is Source.ROBBED_KONG and hand.tile:
        everything = [*hand.held, *(tile for meld in hand.melds for tile in meld.tiles)]
        if _count(everything, hand.tile) > 1:
            yield fault("robbed-tile-held", "win", tile=hand.tile.code)
    if hand.chain > sum(meld.kind.kong for meld in hand.melds):
        yield fault("chain-without-kongs", "kong_chain", found=hand.chain)
    if hand.streak and hand.seat is not Seat.EAST:
        yield fault("streak-of-east", "east_streak")
    if hand.dealt:
        yield from _dealt(hand)
    if hand.first_discard:
        yield from _first_discard(hand)


def _owed(hand: Hand, rules: RuleSet) -> bool:
    """Whether a loose tile could be due, for a kong or by house rules for a bonus tile."""
    for_bonus = bool(hand.bonus) and rules["bonus.replacement"] == "dead"
    return for_bonus or any(meld.kind.kong for meld in hand.melds)


def _dealt(hand: Hand) -> Iterator[HandFault]:
    if hand.seat is not Seat.EAST:
        yield fault("dealt-to-east", "dealt")
    if any(meld.exposed for meld in hand.melds):
        yield fault("dealt-with-claim", "dealt")
    if hand.tile and not hand.source.drawn:
        yield fault("dealt-not-drawn", "by")
    yield from _too_early(hand)


def _first_discard(hand: Hand) -> Iterator[HandFault]:
    if hand.seat is Seat.EAST:
        yield fault("first-discard-of-east", "first_discard")
    if hand.source is not Source.DISCARD:
        yield fault("first-discard-claimed", "by")
    if any(meld.exposed for meld in hand.melds):
        yield fault("first-discard-with-claim", "first_discard")
    yield from _too_early(hand)


def _too_early(hand: Hand) -> Iterator[HandFault]:
    """What cannot have happened when nobody has discarded but East, and East once at most."""
    if hand.last_tile:
        yield fault("first-turn-and-last-tile", "last_tile")
    if hand.original_call:
        yield fault("original-call-later", "original_call")
