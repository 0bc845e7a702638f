"""Tenhou's own records: XML with numbers for everything.

A tile is 0-135, its kind that number divided by four; 16, 52 and 88 are the red fives
where the game has any. T U V W are the draws of players 0-3, D E F G their discards.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal
from xml.etree import ElementTree
from xml.etree.ElementTree import Element

from rulebook.problems import abridged
from rulebook.records.draft import Draft
from rulebook.records.events import (
    Claimed,
    Deal,
    Discarded,
    Drawn,
    Ended,
    Event,
    Four,
    Indicator,
    Kong,
    Options,
    Record,
    RecordError,
    RiichiPaid,
    Won,
    four,
    turned,
)
from rulebook.records.yaku import TENHOU, YAKUMAN
from rulebook.tiles import KINDS, TILES, Tile

__all__ = ["read_mjlog"]

_NO_RED_FIVES, _NO_OPEN_TANYAO, _HANCHAN, _THREE_PLAYERS = 0x02, 0x04, 0x08, 0x10
"""Bits of the type of game."""

_DRAW = {letter: player for player, letter in enumerate("TUVW")}
_DISCARD = {letter: player for player, letter in enumerate("DEFG")}

_PLAIN = tuple(kind for kind in KINDS for _ in range(4))
_RED = {16: TILES["0m"], 52: TILES["0p"], 88: TILES["0s"]}
_WITH_RED = tuple(_RED.get(number, tile) for number, tile in enumerate(_PLAIN))

_LIMITS = (None, "mangan", "haneman", "baiman", "sanbaiman", "yakuman")

_REASONS = {
    None: "wall",
    "yao9": "nine-tiles",
    "reach4": "four-riichi",
    "ron3": "triple-win",
    "kan4": "four-kongs",
    "kaze4": "four-winds",
    "nm": "nagashi",
}


def read_mjlog(text: str, name: str) -> Record:
    """Read one game.

    Raises:
        RecordError: when it is damaged or a game of three.
    """
    try:
        root = ElementTree.fromstring(text)
    except ElementTree.ParseError as error:
        line, column = error.position
        raise RecordError("not-xml", str(column + 1), line=line) from None
    except (ValueError, TypeError):
        raise RecordError("unknown-format", abridged(str(text))) from None
    if root.tag != "mjloggm":
        raise RecordError("unknown-format", abridged(root.tag))
    reader = _Reader()
    for element in root:
        try:
            reader.read(element)
        except (LookupError, ValueError):
            raise RecordError(
                "damaged",
                abridged(ElementTree.tostring(element, encoding="unicode").strip()),
                deal=len(reader.deals) + (reader.draft is not None),
                at=element.tag,
            ) from None
    return reader.record(name)


class _Reader:
    """A game while it is being read, tag by tag."""

    def __init__(self) -> None:
        self.options: Options | None = None
        self.tiles: Sequence[Tile] = _WITH_RED
        self.deals: list[Deal] = []
        self.draft: Draft | None = None
        self.final: Four[int] | None = None
        self.first = 0
        self.drawn = -1
        self.riichi = False
        self.replacing = False

    def record(self, name: str) -> Record:
        if self.options is None:
            raise RecordError("no-rules", at="GO")
        self.close()
        if not self.deals:
            raise RecordError("no-deals")
        record = Record(name, "tenhou", self.options, tuple(self.deals), self.final)
        return turned(record, self.first)

    def close(self) -> None:
        if self.draft is None:
            return
        if not self.draft.over:
            raise RecordError("unfinished", deal=len(self.deals) + 1)
        self.deals.append(self.draft.finish())
        self.draft = None

    def add(self, event: Event) -> None:
        if self.draft is None:
            raise ValueError("outside a deal")
        self.draft.add(event)

    def read(self, element: Element) -> None:
        tag, values = element.tag, element.attrib
        if tag[1:].isdecimal():
            self.move(tag[0], int(tag[1:]))
            return
        match tag:
            case "GO":
                self.rules(int(values["type"]))
            case "INIT":
                self.deal(values)
            case "N":
                self.add(self.meld(_player(values["who"]), int(values["m"])))
            case "REACH" if values["step"] == "1":
                self.riichi = True
            case "REACH":
                self.add(RiichiPaid(_player(values["who"])))
            case "DORA":
                self.add(Indicator(self.tile(int(values["hai"]))))
            case "AGARI":
                self.add(self.won(values))
            case "RYUUKYOKU":
                self.add(_ended(values))
        if "owari" in values:
            self.final = four(int(part) * 100 for part in values["owari"].split(",")[::2])

    def rules(self, bits: int) -> None:
        if bits & _THREE_PLAYERS:
            raise RecordError("three-players")
        red = not bits & _NO_RED_FIVES
        self.tiles = _WITH_RED if red else _PLAIN
        tanyao = not bits & _NO_OPEN_TANYAO
        self.options = Options(red, tanyao, bool(bits & _HANCHAN), 4, str(bits))

    def deal(self, values: dict[str, str]) -> None:
        self.close()
        round_, counters, bets, _, _, indicator = _numbers(values["seed"])
        dealer = _player(values["oya"])
        if not self.deals:
            self.first = (dealer - round_) % 4
        self.draft = Draft(
            round_,
            dealer,
            counters,
            bets,
            four(points * 100 for points in _numbers(values["ten"])),
            self.tile(indicator),
            four(self.all_tiles(values[f"hai{player}"]) for player in range(4)),
        )
        self.drawn = -1
        self.riichi = self.replacing = False

    def move(self, letter: str, number: int) -> None:
        if letter in _DRAW:
            self.add(Drawn(_DRAW[letter], self.tile(number), self.replacing))
            self.drawn, self.replacing = number, False
        else:
            same = number == self.drawn
            self.add(Discarded(_DISCARD[letter], self.tile(number), same, self.riichi))
            self.drawn, self.riichi = -1, False

    def tile(self, number: int) -> Tile:
        if number < 0:
            raise ValueError(f"tile {number}")
        return self.tiles[number]

    def all_tiles(self, text: str) -> tuple[Tile, ...]:
        return tuple(map(self.tile, _numbers(text)))

    def meld(self, player: int, code: int) -> Claimed | Kong:
        """Unpack the number that tells everything about a set."""
        source = (player + code % 4) % 4
        if code & 0x04:
            return self.claim(player, source, "chow", *_chow(code))
        if code & 0x08:
            first, third = divmod(code >> 9, 3)
            unused = code >> 5 & 3
            return self.claim(
                player, source, "pung", [first * 4 + i for i in range(4) if i != unused], third
            )
        if code & 0x10:
            first, added = (code >> 9) // 3 * 4, code >> 5 & 3
            numbers = [first + added, *(first + i for i in range(4) if i != added)]
            self.replacing = True
            return Kong(player, "extended-kong", tuple(map(self.tile, numbers)))
        if code & 0x20:
            raise RecordError("three-players")
        first, place = divmod(code >> 8, 4)
        numbers = [first * 4 + i for i in range(4)]
        self.replacing = True
        if source == player:
            return Kong(player, "concealed-kong", tuple(map(self.tile, numbers)))
        return self.claim(player, source, "kong", numbers, place)

    def claim(
        self,
        player: int,
        source: int,
        kind: Literal["chow", "pung", "kong"],
        numbers: list[int],
        place: int,
    ) -> Claimed:
        if source == player:
            raise ValueError("a claim from oneself")
        claimed = self.tile(numbers.pop(place))
        self.drawn = -1
        return Claimed(player, kind, claimed, source, tuple(map(self.tile, numbers)))

    def won(self, values: dict[str, str]) -> Won:
        player, source = _player(values["who"]), _player(values["fromWho"])
        fu, points, limit = _numbers(values["ten"])
        pairs = _numbers(values.get("yaku", ""))
        yaku = [(TENHOU[number], fan) for number, fan in zip(*[iter(pairs)] * 2, strict=True)]
        return Won(
            player,
            None if source == player else source,
            self.tile(int(values["machi"])),
            tuple((one, fan) for one, fan in yaku if fan and one not in YAKUMAN),
            tuple(TENHOU[number] for number in _numbers(values.get("yakuman", ""))),
            sum(fan for _, fan in yaku) if yaku else None,
            fu,
            points,
            _LIMITS[limit],
            _deltas(values),
            _player(values["paoWho"]) if "paoWho" in values else None,
            self.all_tiles(values["doraHai"]),
            self.all_tiles(values.get("doraHaiUra", "")),
        )


def _chow(code: int) -> tuple[list[int], int]:
    """The three tiles of a run, and which of them was claimed."""
    base, place = divmod(code >> 10, 3)
    low = base // 7 * 9 + base % 7
    return [(low + i) * 4 + (code >> 3 + 2 * i & 3) for i in range(3)], place


def _ended(values: dict[str, str]) -> Ended:
    shown = tuple(player for player in range(4) if f"hai{player}" in values)
    return Ended(_REASONS[values.get("type")], shown, _deltas(values))


def _deltas(values: dict[str, str]) -> Four[int]:
    return four(delta * 100 for delta in _numbers(values["sc"])[1::2])


def _numbers(text: str) -> list[int]:
    return [int(part) for part in text.split(",")] if text else []


def _player(text: str) -> int:
    if text not in ("0", "1", "2", "3"):
        raise ValueError(f"player {text}")
    return int(text)
