"""A hand that somebody wants to win with, and everything that bears on its value."""

from __future__ import annotations

from collections.abc import Iterator

from rulebook.faults import HandError, HandFault, fault
from rulebook.frozen import dataclass
from rulebook.ruleset import RuleSet
from rulebook.source import Source
from rulebook.state import Meld, MeldKind, Ready
from rulebook.tiles import Seat, Side, Tile

__all__ = ["Hand", "HandError", "HandFault", "Source", "check_hand"]


@dataclass(frozen=True, slots=True)
class Hand:
    """A hand with its winning tile and the circumstances of the win.

    Attributes:
        concealed: the tiles not on the table, the winning tile left out.
        melds: the sets on the table.
        tile: the winning tile.
        source: where it comes from.
        seat: the winner's seat wind.
        round: the wind of the round.
        ready: whether riichi was declared, and how.
        ippatsu: whether the win comes in the uninterrupted go-around after riichi.
        first_turn: whether it comes before or with the winner's first draw of an
            uninterrupted first go-around.
        last_tile: whether the tile is the last of the wall, or its discard.
        indicators: the indicators turned.
        ura: the tiles below them, looked at by winners in riichi.
        counters: counters on the table.
        bets: riichi bets on the table that go to this winner, 1000 points each.
        giver: who gave the tile, seen from the winner; unused on a self-draw.
        liable: who answers for the hand, seen from the winner.
        liable_for: the yakuman that the liability is about, where that is known.
    """

    concealed: tuple[Tile, ...]
    tile: Tile
    melds: tuple[Meld, ...] = ()
    source: Source = Source.DISCARD
    seat: Seat = Seat.EAST
    round: Seat = Seat.EAST
    ready: Ready = Ready.NO
    ippatsu: bool = False
    first_turn: bool = False
    last_tile: bool = False
    indicators: tuple[Tile, ...] = ()
    ura: tuple[Tile, ...] = ()
    counters: int = 0
    bets: int = 0
    giver: Side = Side.LEFT
    liable: Side | None = None
    liable_for: str | None = None

    @property
    def drawn(self) -> bool:
        """Whether the winner drew the tile, replacement tiles included."""
        return self.source is Source.SELF_DRAW or self.source is Source.REPLACEMENT

    @property
    def closed(self) -> bool:
        """Whether no set was claimed."""
        return not self.melds or all(meld.kind is MeldKind.CONCEALED_KONG for meld in self.melds)

    @property
    def tiles(self) -> tuple[Tile, ...]:
        """All tiles of the hand, those of the sets and the winning tile included."""
        found = (*self.concealed, self.tile)
        for meld in self.melds:
            found += meld.tiles
        return found


def check_hand(hand: Hand, rules: RuleSet) -> tuple[HandFault, ...]:
    """Everything about a hand that cannot be, whatever it is worth."""
    found: list[HandFault] = []
    if len(hand.concealed) + 3 * len(hand.melds) != 13 or len(hand.melds) > 4:
        found.append(_number(hand))
    if hand.melds:
        found += _sets(hand)
    found += _copies(hand, rules)
    found += _circumstances(hand)
    return tuple(found)


def _number(hand: Hand) -> HandFault:
    """The concealed tiles and the sets must come to thirteen, a kong counted as three."""
    if len(hand.melds) > 4:
        return fault("too-many-sets", "melds", found=len(hand.melds))
    room = 13 - 3 * len(hand.melds)
    return fault("hand-size", "hand", found=len(hand.concealed), expected=room)


def _sets(hand: Hand) -> Iterator[HandFault]:
    for place, meld in enumerate(hand.melds):
        if not meld.is_set:
            yield fault("not-a-set", f"melds[{place}]", kind=meld.kind.value)
        elif meld.kind is MeldKind.CHOW and meld.side not in (Side.LEFT, None):
            yield fault("chow-from-left", f"melds[{place}]")


def _copies(hand: Hand, rules: RuleSet) -> list[HandFault]:
    """No fifth tile, no second red five, no bonus tile, the indicators counted in."""
    everything = (*hand.tiles, *hand.indicators, *hand.ura)
    counts = [0] * 42
    red: list[Tile] = []
    for tile in everything:
        counts[tile.index] += 1
        if tile.red:
            red.append(tile)
    found = []
    if max(counts) > 4 or max(counts[34:]):
        for tile in sorted({tile.kind for tile in everything}):
            if tile.bonus:
                found.append(fault("bonus-tile", "hand", tile=tile.code))
            elif counts[tile.index] > 4:
                count = counts[tile.index]
                found.append(fault("fifth-tile", "hand", tile=tile.code, count=count))
    if red:
        found += _red_fives(red, rules)
    if hand.source is Source.ROBBED_KONG and counts[hand.tile.index] > 1:
        found.append(fault("robbed-tile-held", "win", tile=hand.tile.code))
    return found


def _red_fives(red: list[Tile], rules: RuleSet) -> Iterator[HandFault]:
    if not rules["tiles.red-fives"]:
        yield fault("no-red-fives", "hand", tile=red[0].code)
    for tile in sorted(set(red)):
        if red.count(tile) > 1:
            yield fault("second-red-five", "hand", tile=tile.code)


def _circumstances(hand: Hand) -> Iterator[HandFault]:
    """Circumstances that contradict each other or the hand."""
    if len(hand.indicators) > 5:
        yield fault("too-many-indicators", "dora", found=len(hand.indicators))
    if len(hand.ura) > 5:
        yield fault("too-many-indicators", "ura", found=len(hand.ura))
    elif 0 < len(hand.indicators) < len(hand.ura):
        yield fault("more-ura", "ura", found=len(hand.ura), expected=len(hand.indicators))
    if hand.ready is not Ready.NO and not hand.closed:
        yield fault("riichi-open", "riichi")
    if hand.ippatsu and hand.ready is Ready.NO:
        yield fault("ippatsu-without-riichi", "ippatsu")
    if hand.ippatsu and hand.ready is Ready.DOUBLE_RIICHI and _late(hand):
        yield fault("ippatsu-too-late", "ippatsu")
    if hand.source is Source.REPLACEMENT:
        if not any(meld.kind.kong for meld in hand.melds):
            yield fault("replacement-without-kong", "by")
        if hand.ippatsu:
            yield fault("ippatsu-after-kong", "ippatsu")
    if hand.source is Source.ROBBED_KONG and hand.last_tile:
        yield fault("kong-on-last-tile", "last_tile")
    if hand.first_turn:
        yield from _first_turn(hand)


def _late(hand: Hand) -> bool:
    """Whether more has happened than can happen within a turn after a double riichi.

    Any kong but the robbed one ends ippatsu, or came before and ended the first
    go-around; so did the pung that the robbed one extends, if it extends one.
    """
    extended = hand.source is Source.ROBBED_KONG and any(tile.simple for tile in hand.concealed)
    return bool(hand.melds) or hand.last_tile or extended


def _first_turn(hand: Hand) -> Iterator[HandFault]:
    if hand.seat is Seat.EAST and hand.source is Source.DISCARD:
        yield fault("first-turn-of-east", "first_turn")
    if hand.melds:
        yield fault("first-turn-with-sets", "first_turn")
    if hand.ready is not Ready.NO:
        yield fault("first-turn-with-riichi", "first_turn")
    if hand.source in (Source.REPLACEMENT, Source.ROBBED_KONG):
        yield fault("first-turn-with-kong", "first_turn")
    if hand.last_tile:
        yield fault("first-turn-and-last-tile", "first_turn")
