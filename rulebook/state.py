"""Frozen situations: sets on the table, players, what has just happened, the position."""

from __future__ import annotations

from enum import Enum

from rulebook.frozen import TYPE_CHECKING, dataclass, replace
from rulebook.tiles import Seat, Side, Tile

if TYPE_CHECKING:
    from rulebook.effects import Effect

__all__ = [
    "Age",
    "Called",
    "Claimed",
    "Dealt",
    "Discard",
    "Discarded",
    "Drew",
    "Event",
    "Fault",
    "KongMade",
    "Liability",
    "Lie",
    "Meld",
    "MeldKind",
    "Over",
    "Player",
    "Position",
    "Ready",
    "Slip",
    "SlipKind",
    "Wall",
    "Won",
]


class MeldKind(Enum):
    """The kinds of sets that lie on the table."""

    CHOW = "chow"
    PUNG = "pung"
    KONG = "kong"
    EXTENDED_KONG = "extended-kong"
    CONCEALED_KONG = "concealed-kong"

    __hash__ = object.__hash__  # by identity, which is quicker than by name

    @property
    def kong(self) -> bool:
        return self is not MeldKind.CHOW and self is not MeldKind.PUNG


_PUNG = MeldKind.PUNG


class Lie(Enum):
    """How a tile of a set lies before its owner."""

    UPRIGHT = "upright"
    SIDEWAYS = "sideways"
    FACE_DOWN = "face-down"


@dataclass(frozen=True, slots=True)
class Meld:
    """A set on the table.

    Attributes:
        kind: how it came about.
        tiles: its tiles, sorted.
        claimed: the discard in it, `None` when all were drawn.
        side: who fed the discard, seen from the owner.
        marked: whether its tiles are turned as the rules ask.
        fresh: whether it was laid in the turn still going on.
    """

    kind: MeldKind
    tiles: tuple[Tile, ...]
    claimed: Tile | None = None
    side: Side | None = None
    marked: bool = True
    fresh: bool = False

    @property
    def tile(self) -> Tile:
        """The kind of the first tile: the kind of a pung or kong, the low end of a chow."""
        return self.tiles[0].kind

    @property
    def exposed(self) -> bool:
        return self.kind is not MeldKind.CONCEALED_KONG

    @property
    def is_set(self) -> bool:
        """Whether the tiles really make a set of this kind."""
        kinds = [tile.index for tile in self.tiles]
        low = kinds[0] if kinds else -1
        if self.kind is MeldKind.CHOW:
            return kinds == [low, low + 1, low + 2] and low < 27 and low % 9 < 7
        return kinds == [low] * (4 if self.kind.kong else 3)


@dataclass(frozen=True, slots=True)
class Discard:
    """A tile in a player's discards.

    Attributes:
        tile: the tile.
        sideways: laid across to announce riichi.
        taken: who claimed it, `None` while it lies there.
    """

    tile: Tile
    sideways: bool = False
    taken: Seat | None = None


class Ready(Enum):
    """What a player has announced about a waiting hand."""

    NO = "no"
    RIICHI = "riichi"
    DOUBLE_RIICHI = "double-riichi"
    ORIGINAL_CALL = "original-call"


class Fault(Enum):
    """What is wrong with a hand for the rest of the deal."""

    NONE = "none"
    DEAD = "dead"
    SHORT = "short"
    LONG = "long"
    DIRTY = "dirty"


@dataclass(frozen=True, slots=True)
class Liability:
    """Somebody else answers for a player's big hand.

    Attributes:
        payer: the player who fed the deciding set.
        hand: the hand it led to: `dragons` or `winds` in riichi, the case of
            the dangerous discard (`a` to `g`) in the classical game.
    """

    payer: Seat
    hand: str


@dataclass(frozen=True, slots=True)
class Player:
    """One player's side of the table.

    Attributes:
        hand: the concealed tiles that are known, sorted, a drawn tile included.
        hidden: how many more concealed tiles there are, unknown.
        melds: the sets on the table, in the order they were laid.
        discards: the discards in order, claimed ones included.
        bonus: declared bonus tiles.
        ready: what has been announced.
        fault: what is wrong with the hand.
        furiten: whether a winning tile was passed and still bars a win on a discard.
        barred: whether the player has lost the right to win in this deal.
        untaken: opponents' discards since the player claimed a tile and left it
            lying, `None` when nothing is left to take.
        liability: who answers for this player's big hand.
        ippatsu: whether the uninterrupted go-around after riichi still lasts.
    """

    hand: tuple[Tile, ...] = ()
    hidden: int = 0
    melds: tuple[Meld, ...] = ()
    discards: tuple[Discard, ...] = ()
    bonus: tuple[Tile, ...] = ()
    ready: Ready = Ready.NO
    fault: Fault = Fault.NONE
    furiten: bool = False
    barred: bool = False
    untaken: int | None = None
    liability: Liability | None = None
    ippatsu: bool = False

    def count(self, tile: Tile) -> int:
        """How many tiles of this kind the known part of the hand holds."""
        index = tile.index
        return len([held for held in self.hand if held.index == index])

    def pung_of(self, tile: Tile) -> Meld | None:
        """The exposed pung of this kind, if there is one."""
        for meld in self.melds:
            if meld.kind is _PUNG and meld.tile.index == tile.index:
                return meld
        return None

    @property
    def kongs(self) -> int:
        return len([meld for meld in self.melds if meld.kind.kong])

    def with_meld(self, old: Meld, new: Meld) -> Player:
        """The player with one set replaced by another in the same place."""
        melds = tuple(new if meld is old else meld for meld in self.melds)
        return replace(self, melds=melds)


class Wall(Enum):
    """Where a drawn tile comes from."""

    LIVE = "live"
    DEAD = "dead"
    BONUS = "bonus"
    """The live wall, in place of a bonus tile."""


class Age(Enum):
    """What has happened since the newest discard."""

    NOTHING = "nothing"
    DRAWN = "drawn"
    WON = "won"
    DISCARDED = "discarded"
    """The next player has drawn and declared a win, or has discarded."""


@dataclass(frozen=True, slots=True)
class Dealt:
    """The tiles are dealt and nobody has discarded yet.

    Attributes:
        seat: East.
        asked: who is to declare bonus tiles and kongs found in the deal, `None` when
            everybody has done so or where nobody is asked.
    """

    seat: Seat = Seat.EAST
    asked: Seat | None = None


@dataclass(frozen=True, slots=True)
class Drew:
    """A player has drawn and must act.

    Attributes:
        seat: the player.
        tile: what was drawn, `None` when it is not known.
        wall: where from.
        chain: for the tile owed to a kong, how many kongs follow each other, each made
            with the tile owed to the one before.
    """

    seat: Seat
    tile: Tile | None = None
    wall: Wall = Wall.LIVE
    chain: int = 0


@dataclass(frozen=True, slots=True)
class Discarded:
    """A player has discarded; the tile can be claimed.

    Attributes:
        seat: the discarder.
        tile: the discard.
        age: what has happened since.
        seconds: how long ago, `None` when it does not matter.
        hasty: whether the next player drew so fast that nobody could react.
        laid: the claims already made on it, the tiles laid but nothing discarded.
        named: the kind that the discarder called it by, `None` when by its own name.
    """

    seat: Seat
    tile: Tile
    age: Age = Age.NOTHING
    seconds: int | None = None
    hasty: bool = False
    laid: tuple[tuple[Seat, MeldKind], ...] = ()
    named: Tile | None = None


@dataclass(frozen=True, slots=True)
class Called:
    """A player has said the word for a claim and shown nothing yet.

    Attributes:
        seat: who called.
        word: `chow`, `pung`, `kong` or `win`.
        discard: the claimed tile and its discarder.
        quick: whether the player still speaks in the same breath.
    """

    seat: Seat
    word: str
    discard: Discarded
    quick: bool = True


@dataclass(frozen=True, slots=True)
class Claimed:
    """A player has claimed a chow or pung, laid it, and must discard.

    Attributes:
        seat: the claimer.
        meld: the set laid.
        taken: whether the claimed tile has been picked up.
    """

    seat: Seat
    meld: Meld
    taken: bool = True


@dataclass(frozen=True, slots=True)
class KongMade:
    """A player has laid a kong and not yet taken the replacement tile.

    Attributes:
        seat: the owner.
        meld: the kong.
        tile: the tile that made it a kong.
        seconds: how long ago it was shown, `None` when it does not matter.
        replaced: whether the replacement tile has been drawn meanwhile.
        settled: whether the owner's turn is over.
        before_play: the deal in which it was found, when it is laid before play.
        chain: how many kongs follow each other, this one included, each made with the
            tile owed to the one before.
    """

    seat: Seat
    meld: Meld
    tile: Tile
    seconds: int | None = None
    replaced: bool = False
    settled: bool = False
    before_play: Dealt | None = None
    chain: int = 1


class SlipKind(Enum):
    """An irregularity that may still be put right."""

    DREW_OUT_OF_TURN = "drew-out-of-turn"
    DISCARDED_OUT_OF_TURN = "discarded-out-of-turn"
    WRONG_END = "wrong-end"


@dataclass(frozen=True, slots=True)
class Slip:
    """A player has made a mistake.

    Attributes:
        seat: who made it.
        kind: which.
        tile: the tile concerned.
        seen: whether the face of a wrongly drawn tile was seen or felt.
        claimed: whether a tile wrongly discarded has been claimed.
        discarded: whether the player has discarded since.
    """

    seat: Seat
    kind: SlipKind
    tile: Tile | None = None
    seen: bool = False
    claimed: bool = False
    discarded: bool = False


@dataclass(frozen=True, slots=True)
class Won:
    """A win of a deal that is over.

    Attributes:
        seat: the winner.
        source: who gave the tile, `None` on a self-draw.
        value: what the hand brings, without counters and bets, in points.
        shares: what each opponent pays of it, as (seat, points) pairs.
        counted: who pays the counters where somebody is liable, `None` where the
            usual payers do.
        robbed: whether the tile was robbed from a kong.
    """

    seat: Seat
    source: Seat | None
    value: int
    shares: tuple[tuple[Seat, int], ...]
    counted: Seat | None = None
    robbed: bool = False


ABORTED = ("nine-tiles", "four-winds", "four-riichi", "four-kongs", "triple-win")
"""The names of the abortive draws."""


@dataclass(frozen=True, slots=True)
class Over:
    """The deal is over and nothing has been paid yet.

    Attributes:
        how: `won`, `wall-used-up`, `chombo`, `false-mahjong`, or one of `ABORTED`.
        seat: East, who is asked first.
        wins: the wins, the nearest after the discarder first.
        tenpai: who shows a hand in tenpai; for a draw only.
        nagashi: who has discarded nothing but unclaimed terminals and honours.
        offenders: who has committed a foul that costs the full penalty.
        values: what each hand is worth in the classical game, by seat, in points;
            empty when not known.
        liable: who let off a cannon and pays for all in the classical game.
    """

    how: str
    seat: Seat = Seat.EAST
    wins: tuple[Won, ...] = ()
    tenpai: tuple[Seat, ...] = ()
    nagashi: tuple[Seat, ...] = ()
    offenders: tuple[Seat, ...] = ()
    values: tuple[int, ...] = ()
    liable: Seat | None = None


Event = Dealt | Drew | Discarded | Called | Claimed | KongMade | Slip | Over


@dataclass(frozen=True, slots=True)
class Position:
    """The table at one moment.

    Attributes:
        players: the four players by seat.
        event: what has just happened.
        live: tiles left in the live wall.
        dead: tiles left in the dead wall.
        indicators: the indicator tiles turned so far, `None` where one is not known.
        round: the round wind.
        counters: counter sticks on the table.
        uninterrupted: whether nobody has claimed or declared a kong since the deal.
        pending: effects that wait for a robbery to be called or not.
        ura: the tiles below the indicators, where they are known.
        bets: riichi bets on the table.
        scores: what each player has, in points, by seat; empty when not known.
        owed: indicators that a kong has yet to turn.
        deal: which of the four players in turn is East in this round, from 1 on.
        streak: how many times in a row East has won before this deal.
    """

    players: tuple[Player, Player, Player, Player]
    event: Event
    live: int
    dead: int
    indicators: tuple[Tile | None, ...] = ()
    round: Seat = Seat.EAST
    counters: int = 0
    uninterrupted: bool = False
    pending: tuple[Effect, ...] = ()
    ura: tuple[Tile, ...] = ()
    bets: int = 0
    scores: tuple[int, ...] = ()
    owed: int = 0
    deal: int = 1
    streak: int = 0

    def player(self, seat: Seat) -> Player:
        return self.players[seat]

    def with_player(self, seat: Seat, **changes: object) -> Position:
        """The position with some attributes of one player changed."""
        changed = replace(self.players[seat], **changes)  # type: ignore[arg-type]
        players = (*self.players[:seat], changed, *self.players[seat + 1 :])
        return replace(self, players=players)  # type: ignore[arg-type]

    @property
    def first(self) -> Seat:
        """Where the player sits who was East when the game began."""
        return tuple(Seat)[(1 - self.deal) % 4]

    @property
    def kongs(self) -> int:
        """Kongs on the table, of all players."""
        return sum(player.kongs for player in self.players)
