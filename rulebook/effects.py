"""What follows from an action: each effect names its rule and changes the position."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from rulebook.frozen import changer, dataclass, replace
from rulebook.state import (
    Age,
    Claimed,
    Dealt,
    Discard,
    Discarded,
    Drew,
    Fault,
    KongMade,
    Liability,
    Lie,
    Meld,
    MeldKind,
    Player,
    Position,
    Ready,
    SlipKind,
    Wall,
)
from rulebook.tiles import Seat, Tile, sort_tiles, with_tile, without_tile

__all__ = [
    "BET",
    "AbortUnlessWon",
    "AskNext",
    "AwaitRobbery",
    "BarWin",
    "CountAs",
    "Counted",
    "Deduct",
    "DiscardTile",
    "DrawReplacement",
    "DrawTile",
    "Effect",
    "EndDeal",
    "EndGame",
    "FinalResult",
    "Interrupt",
    "KeepPung",
    "LayBonus",
    "LayMeld",
    "LiftFuriten",
    "LoseTurns",
    "MakeLiable",
    "MarkMeld",
    "MustDiscard",
    "NextDealer",
    "NextTurn",
    "OweIndicator",
    "Pay",
    "PlaceBet",
    "PutBack",
    "RefillDeadWall",
    "ReturnBet",
    "ReturnTile",
    "Scored",
    "SetCounters",
    "SetFault",
    "SetFuriten",
    "SetReady",
    "TakeBack",
    "TakeBets",
    "TakeClaimed",
    "TakeLeftover",
    "TurnIndicator",
    "Win",
]


@dataclass(frozen=True, slots=True, kw_only=True)
class Effect:
    """One consequence. `rule` is the id of the rule that causes it."""

    rule: str = ""

    def apply(self, position: Position) -> Position:
        """The position after this effect."""
        return position


def _without(hand: tuple[Tile, ...], tiles: tuple[Tile, ...]) -> tuple[Tile, ...]:
    """The hand less these tiles; tiles that are not known to be there are skipped."""
    if len(tiles) == 1:
        try:
            return without_tile(hand, tiles[0])
        except ValueError:
            pass  # an equal tile may do
    left = list(hand)
    for tile in tiles:
        if tile in left:
            left.remove(tile)
        else:
            match = next((held for held in left if held.index == tile.index), None)
            if match is not None:
                left.remove(match)
    return tuple(left)


# What every turn makes: each of these things is made once, and changes are compiled.
_discard, _discarded, _drew = cache(Discard), cache(Discarded), cache(Drew)
_holding = changer(Player, "hand")
_discarding = changer(Player, "hand", "hidden", "discards", "melds", "ippatsu")
_after = changer(Position, "players", "event")
_after_draw = changer(Position, "players", "event", "live")


def _left(player: Player, tiles: tuple[Tile, ...]) -> tuple[tuple[Tile, ...], int]:
    """The hand after laying tiles, known ones first, and how many more tiles are hidden."""
    hand = _without(player.hand, tiles)
    unseen = len(tiles) - len(player.hand) + len(hand)
    return hand, max(0, player.hidden - unseen) if unseen else player.hidden


def _seated(
    position: Position, seat: Seat, player: Player
) -> tuple[Player, Player, Player, Player]:
    """The players with one of them changed."""
    players = list(position.players)
    players[seat] = player
    return tuple(players)  # type: ignore[return-value]


@dataclass(frozen=True, slots=True)
class DrawTile(Effect):
    """A player takes the next tile of the live wall."""

    seat: Seat
    tile: Tile | None = None

    def apply(self, position: Position) -> Position:
        player = _receive(position.player(self.seat), self.tile)
        players = _seated(position, self.seat, player)
        event = _drew(self.seat, self.tile)
        return _after_draw(position, players, event, position.live - 1)


def _receive(player: Player, tile: Tile | None) -> Player:
    if tile is None:
        return replace(player, hidden=player.hidden + 1)
    return _holding(player, with_tile(player.hand, tile))


@dataclass(frozen=True, slots=True)
class DiscardTile(Effect):
    """A player lays a discard on the table."""

    seat: Seat
    tile: Tile
    sideways: bool = False

    def apply(self, position: Position) -> Position:
        player = position.players[self.seat]
        discards = (*player.discards, _discard(self.tile, self.sideways))
        melds = player.melds
        if melds and True in [meld.fresh for meld in melds]:
            melds = tuple(replace(meld, fresh=False) for meld in melds)
        hand, hidden = _left(player, (self.tile,))
        player = _discarding(player, hand, hidden, discards, melds, False)
        event = _discarded(self.seat, self.tile)
        return _after(position, _seated(position, self.seat, player), event)


@dataclass(frozen=True, slots=True)
class LayMeld(Effect):
    """A player lays a set; `laid` is each tile from left to right and how it lies."""

    seat: Seat
    meld: Meld
    laid: tuple[tuple[Tile, Lie], ...]

    def apply(self, position: Position) -> Position:
        player = position.player(self.seat)
        fresh = isinstance(position.event, Claimed) and position.event.seat is self.seat
        if self.meld.kind is MeldKind.EXTENDED_KONG or (fresh and self.meld.kind is MeldKind.KONG):
            return self._extend(position, player)
        own = list(self.meld.tiles)
        if self.meld.claimed is not None:
            own.remove(self.meld.claimed)
            position = _take_discard(position, self.seat)
            player = position.player(self.seat)
        hand, hidden = _left(player, tuple(own))
        player = replace(player, hand=hand, hidden=hidden, melds=(*player.melds, self.meld))
        players = _seated(position, self.seat, player)
        return _after(position, players, self._event(position))

    def _extend(self, position: Position, player: Player) -> Position:
        pung = player.pung_of(self.meld.tile)
        if pung is None:
            raise ValueError(f"{self.seat.name.lower()} has no pung to extend")
        added = _without(self.meld.tiles, pung.tiles)
        hand, hidden = _left(player, added)
        player = replace(player, hand=hand, hidden=hidden).with_meld(pung, self.meld)
        tile = self._tile(added)
        event = KongMade(self.seat, self.meld, tile, chain=_chain(position, tile))
        return _after(position, _seated(position, self.seat, player), event)

    def _tile(self, added: tuple[Tile, ...]) -> Tile:
        """The tile that makes the kong: the one added to a pung, else the claimed one."""
        extended = self.meld.kind is MeldKind.EXTENDED_KONG
        return added[0] if extended else self.meld.claimed or self.meld.tile

    def _event(self, position: Position) -> Claimed | KongMade:
        if self.meld.kind.kong:
            tile = self.meld.claimed or self.meld.tile
            dealt, chain = _declaring(position), _chain(position, tile)
            return KongMade(self.seat, self.meld, tile, before_play=dealt, chain=chain)
        return Claimed(self.seat, self.meld)


def _declaring(position: Position) -> Dealt | None:
    """The deal, while players still declare what they have found in it."""
    event = position.event
    if isinstance(event, KongMade):
        return event.before_play
    return event if isinstance(event, Dealt) and event.asked is not None else None


def _chain(position: Position, tile: Tile) -> int:
    """How many kongs follow each other once this tile makes one."""
    event = position.event
    linked = isinstance(event, Drew) and event.chain and event.tile is not None
    if linked and isinstance(event, Drew) and event.tile and event.tile.index == tile.index:
        return event.chain + 1
    return 1


def _take_discard(position: Position, seat: Seat) -> Position:
    """Mark the newest discard as claimed by a player."""
    event = position.event
    if not isinstance(event, Discarded):
        return position
    giver = position.player(event.seat)
    if not giver.discards or giver.discards[-1].tile is not event.tile:
        return position
    taken = replace(giver.discards[-1], taken=seat)
    return position.with_player(event.seat, discards=(*giver.discards[:-1], taken))


@dataclass(frozen=True, slots=True)
class MustDiscard(Effect):
    """The player must now discard, without drawing."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class AwaitRobbery(Effect):
    """Every opponent may now win on this tile; what is listed after waits for that."""

    seat: Seat
    tile: Tile
    orphans_only: bool = False
    seconds: int | None = None


@dataclass(frozen=True, slots=True)
class TurnIndicator(Effect):
    """A further indicator is turned; `number` counts all of them."""

    number: int
    tile: Tile | None = None
    owed: bool = False

    def apply(self, position: Position) -> Position:
        owed = position.owed - self.owed
        return replace(position, indicators=(*position.indicators, self.tile), owed=owed)


@dataclass(frozen=True, slots=True)
class OweIndicator(Effect):
    """An indicator will be turned later: with the discard, or before the next own kong."""

    def apply(self, position: Position) -> Position:
        return replace(position, owed=position.owed + 1)


@dataclass(frozen=True, slots=True)
class DrawReplacement(Effect):
    """A player takes the tile that a kong, or a bonus tile, is owed."""

    seat: Seat
    wall: Wall
    tile: Tile | None = None

    def apply(self, position: Position) -> Position:
        player = _receive(position.player(self.seat), self.tile)
        made = position.event
        chain = made.chain if isinstance(made, KongMade) else 0
        event = _declaring(position) or Drew(self.seat, self.tile, self.wall, chain)
        live = position.live - (self.wall is not Wall.DEAD)
        dead = position.dead - (self.wall is Wall.DEAD)
        players = _seated(position, self.seat, player)
        return replace(position, players=players, event=event, live=live, dead=dead)


@dataclass(frozen=True, slots=True)
class RefillDeadWall(Effect):
    """The last tile of the live wall joins the dead wall; the counts are those after it."""

    live: int
    dead: int

    def apply(self, position: Position) -> Position:
        return replace(position, live=self.live, dead=self.dead)


@dataclass(frozen=True, slots=True)
class LoseTurns(Effect):
    """These players are passed over."""

    seats: tuple[Seat, ...]


@dataclass(frozen=True, slots=True)
class NextTurn(Effect):
    """After the discard of `after`, play goes on with `seat`."""

    seat: Seat
    after: Seat


@dataclass(frozen=True, slots=True)
class Interrupt(Effect):
    """The go-around is interrupted."""

    def apply(self, position: Position) -> Position:
        players = tuple(
            replace(one, ippatsu=False) if one.ippatsu else one for one in position.players
        )
        return replace(position, uninterrupted=False, players=players)  # type: ignore[arg-type]


@dataclass(frozen=True, slots=True)
class SetFault(Effect):
    """A player's hand is dead, short, long or dirty from now on."""

    seat: Seat
    fault: Fault

    def apply(self, position: Position) -> Position:
        return position.with_player(self.seat, fault=self.fault)


@dataclass(frozen=True, slots=True)
class BarWin(Effect):
    """A player can no longer win in this deal."""

    seat: Seat

    def apply(self, position: Position) -> Position:
        return position.with_player(self.seat, barred=True)


@dataclass(frozen=True, slots=True)
class SetReady(Effect):
    """A player has announced a waiting hand."""

    seat: Seat
    ready: Ready

    def apply(self, position: Position) -> Position:
        riichi = self.ready in (Ready.RIICHI, Ready.DOUBLE_RIICHI)
        return position.with_player(self.seat, ready=self.ready, ippatsu=riichi)


@dataclass(frozen=True, slots=True)
class SetFuriten(Effect):
    """A player who passed a winning tile may not win on a discard for now."""

    seat: Seat
    tile: Tile
    rest_of_deal: bool = False

    def apply(self, position: Position) -> Position:
        return position.with_player(self.seat, furiten=True)


@dataclass(frozen=True, slots=True)
class LiftFuriten(Effect):
    """These players' temporary furiten ends."""

    seats: tuple[Seat, ...]

    def apply(self, position: Position) -> Position:
        for seat in self.seats:
            position = position.with_player(seat, furiten=False)
        return position


@dataclass(frozen=True, slots=True)
class MakeLiable(Effect):
    """`payer` answers for the big hand of `seat` from now on."""

    seat: Seat
    payer: Seat
    hand: str

    def apply(self, position: Position) -> Position:
        liability = Liability(self.payer, self.hand)
        return position.with_player(self.seat, liability=liability)


@dataclass(frozen=True, slots=True)
class Win(Effect):
    """A player wins on a tile, from another player or by drawing it."""

    seat: Seat
    tile: Tile | None
    source: Seat | None = None


@dataclass(frozen=True, slots=True)
class Scored(Effect):
    """A riichi hand has been scored.

    Attributes:
        seat: the winner.
        yaku: yaku and dora with their fan.
        yakuman: how many yakuman are paid.
        fan: all fan.
        fu: minipoints; none for yakuman.
        limit: the limit reached.
        worth: the value without counters and bets, in points.
    """

    seat: Seat
    yaku: tuple[tuple[str, int], ...]
    yakuman: int
    fan: int
    fu: int
    limit: str | None
    worth: int


@dataclass(frozen=True, slots=True)
class Counted(Effect):
    """A classical hand has been counted.

    Attributes:
        seat: whose hand it is.
        items: what earns points, as (id, points) pairs.
        points: all points.
        double_items: what doubles them, as (id, doubles) pairs.
        doubles: all doubles.
        limit_hand: the special limit hand that it is.
        worth: the value, in points.
        share: how much of the limit it is worth by house rules, in hundredths; else 0.
    """

    seat: Seat
    items: tuple[tuple[str, int], ...]
    points: int
    double_items: tuple[tuple[str, int], ...]
    doubles: int
    limit_hand: str | None
    worth: int
    share: int


@dataclass(frozen=True, slots=True)
class TakeBets(Effect):
    """A winner takes riichi bets from the table, 1000 points each."""

    seat: Seat
    number: int

    def apply(self, position: Position) -> Position:
        position = replace(position, bets=position.bets - self.number)
        return _moved(position, {self.seat: BET * self.number})


@dataclass(frozen=True, slots=True)
class PlaceBet(Effect):
    """A player puts a riichi bet of 1000 points on the table."""

    seat: Seat

    def apply(self, position: Position) -> Position:
        position = replace(position, bets=position.bets + 1)
        return _moved(position, {self.seat: -BET})


@dataclass(frozen=True, slots=True)
class ReturnBet(Effect):
    """A riichi whose discard is won on is void, and its bet goes back, once."""

    seat: Seat

    def apply(self, position: Position) -> Position:
        if position.player(self.seat).ready is Ready.NO:
            return position
        position = replace(position, bets=position.bets - 1)
        position = position.with_player(self.seat, ready=Ready.NO, ippatsu=False)
        return _moved(position, {self.seat: BET})


BET = 1000
"""A riichi bet, in points."""


def _moved(position: Position, points: Mapping[Seat, int]) -> Position:
    """The position with points added to scores, where they are known."""
    if not position.scores:
        return position
    scores = tuple(
        score + points.get(seat, 0) for seat, score in zip(Seat, position.scores, strict=True)
    )
    return replace(position, scores=scores)


@dataclass(frozen=True, slots=True)
class Pay(Effect):
    """One player pays another; `of_it` is the part that the counters add. Points."""

    payer: Seat
    payee: Seat
    points: int
    of_it: int = 0

    def apply(self, position: Position) -> Position:
        return _moved(position, {self.payer: -self.points, self.payee: self.points})


@dataclass(frozen=True, slots=True)
class SetCounters(Effect):
    """So many counters lie on the table in the next deal."""

    number: int

    def apply(self, position: Position) -> Position:
        return replace(position, counters=self.number)


@dataclass(frozen=True, slots=True)
class NextDealer(Effect):
    """Who is East in the next deal, named by the seat in this one; `stays` if East again."""

    seat: Seat

    @property
    def stays(self) -> bool:
        return self.seat is Seat.EAST


@dataclass(frozen=True, slots=True)
class EndGame(Effect):
    """No further deal is played; `how` says by which rule."""

    how: str


@dataclass(frozen=True, slots=True)
class TakeLeftover(Effect):
    """A player gets a share of the bets that nobody has won when the game ends. Points."""

    seat: Seat
    points: int

    def apply(self, position: Position) -> Position:
        return _moved(replace(position, bets=0), {self.seat: self.points})


@dataclass(frozen=True, slots=True)
class Deduct(Effect):
    """A penalty that is taken off the final result and paid to nobody. Points."""

    seat: Seat
    points: int


@dataclass(frozen=True, slots=True)
class FinalResult(Effect):
    """What a player ends the game with, in points.

    Attributes:
        seat: the player.
        place: the place, the better one of those that tied players share.
        score: the score less the return points.
        bonus: the bonus for the place.
        oka: what the winner gets of the points that everybody has put in.
    """

    seat: Seat
    place: int
    score: int
    bonus: int
    oka: int

    @property
    def points(self) -> int:
        return self.score + self.bonus + self.oka


@dataclass(frozen=True, slots=True)
class KeepPung(Effect):
    """A robbed kong does not come about: the set stays what it was.

    Its fourth tile counts as a discard of its owner.
    """

    seat: Seat
    meld: Meld

    def apply(self, position: Position) -> Position:
        player = position.player(self.seat)
        if isinstance(position.event, KongMade):
            lost = Discard(position.event.tile)
            player = replace(player, discards=(*player.discards, lost))
        kong = next((meld for meld in player.melds if meld.tile is self.meld.tile), None)
        if kong is None:
            return replace(position, pending=())
        if self.meld.exposed:
            player = player.with_meld(kong, self.meld)
            return replace(position, players=_seated(position, self.seat, player), pending=())
        melds = tuple(meld for meld in player.melds if meld is not kong)
        hand = sort_tiles((*player.hand, *self.meld.tiles))
        player = replace(player, hand=hand, melds=melds)
        return replace(position, players=_seated(position, self.seat, player), pending=())


@dataclass(frozen=True, slots=True)
class TakeBack(Effect):
    """A claim already laid is undone; its tiles go back to the hand."""

    seat: Seat
    kind: MeldKind

    def apply(self, position: Position) -> Position:
        player = position.player(self.seat)
        laid = [meld for meld in player.melds if meld.fresh and meld.kind is self.kind]
        if not laid:
            return position
        own = list(laid[-1].tiles)
        if laid[-1].claimed is not None:
            own.remove(laid[-1].claimed)
        hand = sort_tiles((*player.hand, *own))
        melds = tuple(meld for meld in player.melds if meld is not laid[-1])
        position = position.with_player(self.seat, hand=hand, melds=melds)
        return _give_back(position, self.seat, laid[-1])


def _give_back(position: Position, seat: Seat, meld: Meld) -> Position:
    """The claimed tile of a set lies among the discards again and can be called."""
    if meld.claimed is None or meld.side is None:
        return position
    giver = seat.at(meld.side)
    discards = position.player(giver).discards
    if discards and discards[-1].taken is seat:
        discards = discards[:-1]
    position = position.with_player(giver, discards=(*discards, Discard(meld.claimed)))
    return replace(position, event=Discarded(giver, meld.claimed))


@dataclass(frozen=True, slots=True)
class ReturnTile(Effect):
    """A tile drawn in the meantime goes back to the wall."""

    seat: Seat

    def apply(self, position: Position) -> Position:
        event = position.event
        if isinstance(event, Discarded) and event.age is Age.DRAWN:
            position = replace(position, event=replace(event, age=Age.NOTHING))
        hidden = max(0, position.player(self.seat).hidden - 1)
        position = position.with_player(self.seat, hidden=hidden)
        return replace(position, live=position.live + 1)


@dataclass(frozen=True, slots=True)
class TakeClaimed(Effect):
    """A player picks up the claimed tile that was left lying."""

    seat: Seat

    def apply(self, position: Position) -> Position:
        event = position.event
        if isinstance(event, Claimed) and event.seat is self.seat:
            position = replace(position, event=replace(event, taken=True))
        return position.with_player(self.seat, untaken=None)


@dataclass(frozen=True, slots=True)
class MarkMeld(Effect):
    """The tiles of a kong are turned as they should lie, or it stays unmarked for good."""

    seat: Seat
    meld: Meld
    marked: bool

    def apply(self, position: Position) -> Position:
        player = position.player(self.seat)
        marked = replace(self.meld, marked=self.marked)
        melds = tuple(marked if meld == self.meld else meld for meld in player.melds)
        return position.with_player(self.seat, melds=melds)


@dataclass(frozen=True, slots=True)
class CountAs(Effect):
    """How a set counts: for its points, and for doubles (in riichi: for the yaku)."""

    seat: Seat
    meld: Meld
    points: str
    doubles: str


@dataclass(frozen=True, slots=True)
class LayBonus(Effect):
    """A player lays down a bonus tile."""

    seat: Seat
    tile: Tile

    def apply(self, position: Position) -> Position:
        player = position.player(self.seat)
        hand, hidden = _left(player, (self.tile,))
        bonus = (*player.bonus, self.tile)
        return position.with_player(self.seat, hand=hand, hidden=hidden, bonus=bonus)


@dataclass(frozen=True, slots=True)
class AskNext(Effect):
    """The next player declares what the deal brought; after the last one East begins."""

    seat: Seat | None

    def apply(self, position: Position) -> Position:
        return replace(position, event=Dealt(asked=self.seat))


@dataclass(frozen=True, slots=True)
class PutBack(Effect):
    """A slip is undone."""

    seat: Seat
    kind: SlipKind


@dataclass(frozen=True, slots=True)
class AbortUnlessWon(Effect):
    """The deal ends without a winner unless somebody wins on this discard."""

    seat: Seat
    how: str = "four-kongs"


@dataclass(frozen=True, slots=True)
class EndDeal(Effect):
    """The deal is over without a winner."""

    how: str
