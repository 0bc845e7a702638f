"""The protocol log of Debian's `mah-jong` server.

What the server says stands on lines `>cnxN Message …`, whoever it is said to; what is said
to all stands there once. Lines that begin otherwise go on with the line before them.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from typing import Any

from rulebook.problems import abridged
from rulebook.records.classical import (
    BonusLaid,
    Call,
    Claim,
    ClassicalDeal,
    ClassicalEvent,
    ClassicalGame,
    Dangerous,
    Drew,
    Formed,
    KongLaid,
    Mahjong,
    Settled,
    Sheet,
    Shown,
    Thrown,
    WashedOut,
)
from rulebook.records.events import Four, RecordError, four
from rulebook.records.mjsheet import read_sheet, read_tile
from rulebook.tiles import KINDS, Tile

__all__ = ["is_log", "read_log"]

_LINE = re.compile(r"[<>]\s*cnx\d+(\s|$)")
_SAID = re.compile(r">\s*cnx\d+\s+(\S.*)")
_CANNON = re.compile(r"(East|South|West|North)\s+let off a cannon")
_WINDS = "ESWN"
_NAMES = ("East", "South", "West", "North")
_PLACES = {"Lower": 0, "Middle": 1, "Upper": 2}


def is_log(text: str) -> bool:
    """Whether a text looks like a log of the server."""
    return bool(_LINE.match(text))


def read_log(text: str, name: str) -> ClassicalGame:
    """Read one game.

    Raises:
        RecordError: when it is damaged or breaks off.
    """
    reader = _Reader()
    for line, message, more in _messages(text):
        try:
            reader.read(line, message, more)
        except (LookupError, ValueError):
            deal = len(reader.deals) + (reader.events is not None)
            place: dict[str, Any] = {"line": line, "deal": deal, "at": message.split()[0]}
            raise RecordError("damaged", abridged(message), **place) from None
    return reader.game(name)


def _messages(text: str) -> Iterator[tuple[int, str, list[str]]]:
    """What the server says: the number of the line, the line, and the lines that go on with it."""
    said: tuple[int, str, list[str]] | None = None
    for number, line in enumerate(text.replace("\r", "").split("\n"), 1):
        if not _LINE.match(line):
            if said is not None:
                said[2].append(line)
            continue
        if said is not None:
            yield said
        found = _SAID.match(line)
        said = (number, found[1].rstrip(), []) if found else None
    if said is not None:
        yield said


class _Reader:
    """A game while it is being read, message by message."""

    def __init__(self) -> None:
        self.options: dict[str, str] = {}
        self.names: dict[str, str] = {}
        self.ids: tuple[str, ...] = ()
        self.first = 0
        self.streak = 0
        self.deals: list[ClassicalDeal] = []
        self.round = 0
        self.start = 0
        self.dealer = 0
        self.hands: list[list[Tile]] = [[], [], [], []]
        self.events: list[ClassicalEvent] | None = None
        self.winner: int | None = None

    def game(self, name: str) -> ClassicalGame:
        if not self.ids or not self.options:
            raise RecordError("no-rules", at="GameOption")
        if self.events is not None:
            below = any(isinstance(one, Sheet) and one.value < 0 for one in self.events)
            what = "below-nothing" if below else "unfinished"
            raise RecordError(what, deal=len(self.deals) + 1)
        if not self.deals:
            raise RecordError("no-deals")
        names = four(self.names.get(id, id) for id in self.ids)
        deals = tuple(self.deals)
        return ClassicalGame(name, "mj-server", self.options, names, deals, self.first, self.streak)

    def read(self, line: int, message: str, more: Sequence[str]) -> None:
        word, _, rest = message.partition(" ")
        parts = rest.split()
        if word == "GameOption":
            self.options[parts[1]] = parts[5]
        elif word == "Player":
            self.names[parts[0]] = " ".join(parts[1:])
        elif word == "Game":
            self.begin(parts)
        elif word == "NewRound":
            self.round = _WINDS.index(parts[0])
        elif word == "NewHand":
            self.deal(line, parts[0])
        elif word == "GameOver":
            if self.deals:
                self.deals[-1] = replace(self.deals[-1], over=True)
        elif word == "HandScore":
            id, value, first = rest.split(" ", 2) if len(parts) > 2 else (*parts, "")
            lines = [first.removeprefix("\\"), *more]
            self.add(read_sheet(self.player(id), int(value), lines))
        elif word == "Settlement":
            self.settle(parts, "\n".join([rest, *more]))
        elif word in _SAYS:
            _SAYS[word](self, parts)

    # Between the deals

    def begin(self, parts: Sequence[str]) -> None:
        """Who sits where; a game that was broken off earlier goes on in its round."""
        ids = tuple(parts[:4])
        if len(set(ids)) < 4:
            raise ValueError(" ".join(ids))
        self.ids = ids
        if not self.deals:
            self.round = _WINDS.index(parts[4])
            self.streak = int(parts[5])
            self.first = self.player(parts[6])

    def deal(self, line: int, east: str) -> None:
        if self.events is not None:
            raise RecordError("unfinished", deal=len(self.deals) + 1, line=line)
        self.dealer = self.player(east)
        self.start = line
        self.hands = [[], [], [], []]
        self.events = []
        self.winner = None

    def close(self) -> None:
        assert self.events is not None
        hands = four(tuple(hand) for hand in self.hands)
        found = ClassicalDeal(self.round, self.dealer, hands, tuple(self.events), False, self.start)
        self.deals.append(found)
        self.events = None

    # Within a deal

    def player(self, id: str) -> int:
        return self.ids.index(id)

    def add(self, event: ClassicalEvent) -> None:
        if self.events is None:
            raise ValueError("outside a deal")
        self.events.append(event)

    def last(self) -> tuple[int, Tile]:
        """The tile that lies there to be claimed, and whose it is."""
        for event in reversed(self.events or []):
            if isinstance(event, Thrown | KongLaid):
                return event.player, event.tile
        raise ValueError("nothing to claim")

    def draws(self, parts: Sequence[str], *, loose: bool = False) -> None:
        player = self.player(parts[0])
        if parts[1] == "--":
            return
        tile = read_tile(parts[1])
        hand = self.hands[player]
        if not self.events and len(hand) < 13 + (player == self.dealer):
            hand.append(tile)
        else:
            self.add(Drew(player, tile, loose))

    def draws_loose(self, parts: Sequence[str]) -> None:
        self.draws(parts, loose=True)

    def declares(self, parts: Sequence[str]) -> None:
        tile = None if parts[1] == "--" else read_tile(parts[1])
        self.add(BonusLaid(self.player(parts[0]), tile))

    def discards(self, parts: Sequence[str]) -> None:
        player, tile, number = self.player(parts[0]), read_tile(parts[1]), int(parts[2])
        self.add(Thrown(player, tile, number, parts[3:4] == ["1"]))

    def wants_chow(self, parts: Sequence[str]) -> None:
        place = _PLACES.get(parts[2])
        self.add(Call(self.player(parts[0]), "chow", int(parts[1]), place))

    def wants_pung(self, parts: Sequence[str]) -> None:
        self.add(Call(self.player(parts[0]), "pung", int(parts[1])))

    def wants_kong(self, parts: Sequence[str]) -> None:
        self.add(Call(self.player(parts[0]), "kong", int(parts[1])))

    def wants_win(self, parts: Sequence[str]) -> None:
        self.add(Call(self.player(parts[0]), "win", int(parts[1])))

    def chows(self, parts: Sequence[str]) -> None:
        player, tile = self.player(parts[0]), read_tile(parts[1])
        low = tile.index - _PLACES[parts[2]]
        run = _run(KINDS[low])
        if player == self.winner:
            self.add(Formed(player, "chow", run, tile))
            return
        own = [one for one in run if one is not tile]
        self.add(Claim(player, "chow", tile, tuple(own)))

    def pungs(self, parts: Sequence[str]) -> None:
        player, tile = self.player(parts[0]), read_tile(parts[1])
        if player == self.winner:
            self.add(Formed(player, "pung", (tile,) * 3, tile))
        else:
            self.add(Claim(player, "pung", tile, (tile,) * 2))

    def kongs(self, parts: Sequence[str]) -> None:
        tile = read_tile(parts[1])
        self.add(Claim(self.player(parts[0]), "kong", tile, (tile,) * 3))

    def pairs(self, parts: Sequence[str]) -> None:
        player, tile = self.player(parts[0]), read_tile(parts[1])
        self.add(Formed(player, "pair", (tile,) * 2, tile))

    def special(self, parts: Sequence[str]) -> None:
        """A hand that has no sets; the tile won on comes first."""
        player = self.player(parts[0])
        tiles = tuple(map(read_tile, parts[1:]))
        self.add(Formed(player, "special", tiles, tiles[0]))

    def lays_kong(self, parts: Sequence[str]) -> None:
        number = int(parts[2])
        self.add(KongLaid(self.player(parts[0]), "concealed-kong", read_tile(parts[1]), number))

    def adds(self, parts: Sequence[str]) -> None:
        number = int(parts[2])
        self.add(KongLaid(self.player(parts[0]), "extended-kong", read_tile(parts[1]), number))

    def goes_out(self, parts: Sequence[str]) -> None:
        player = self.player(parts[0])
        self.winner = player
        if parts[1] == "--":
            self.add(Mahjong(player, "discard", self.last()[1]))
        else:
            self.add(Mahjong(player, "drawn", read_tile(parts[1])))

    def robs(self, parts: Sequence[str]) -> None:
        self.winner = self.player(parts[0])
        self.add(Mahjong(self.winner, "robbed-kong", read_tile(parts[1])))

    def forms_chow(self, parts: Sequence[str]) -> None:
        self.add(Formed(self.player(parts[0]), "chow", _run(read_tile(parts[1]))))

    def forms_pung(self, parts: Sequence[str]) -> None:
        self.add(Formed(self.player(parts[0]), "pung", (read_tile(parts[1]),) * 3))

    def forms_pair(self, parts: Sequence[str]) -> None:
        self.add(Formed(self.player(parts[0]), "pair", (read_tile(parts[1]),) * 2))

    def forms_special(self, parts: Sequence[str]) -> None:
        tiles = tuple(map(read_tile, parts[1:]))
        self.add(Formed(self.player(parts[0]), "special", tiles))

    def shows(self, parts: Sequence[str]) -> None:
        """What a player lays open; after a wash-out that follows the end of the deal."""
        tiles = tuple(read_tile(part) for part in parts[1:] if part != "--")
        shown = Shown(self.player(parts[0]), tiles)
        last = self.deals[-1] if self.deals else None
        if self.events is None and last and isinstance(last.events[-1], WashedOut | Shown):
            self.deals[-1] = replace(last, events=(*last.events, shown))
        else:
            self.add(shown)

    def dangerous(self, parts: Sequence[str]) -> None:
        self.add(Dangerous(self.player(parts[0]), int(parts[1]), parts[2] == "1"))

    def settle(self, parts: Sequence[str], words: str) -> None:
        found = _CANNON.search(words)
        liable = self.player_at(_NAMES.index(found[1])) if found else None
        by_seat = [int(part) for part in parts[:4]]
        results: Four[int] = four(by_seat[(player - self.dealer) % 4] for player in range(4))
        self.add(Settled(results, liable))
        self.close()

    def player_at(self, seat: int) -> int:
        return (self.dealer + seat) % 4

    def washes_out(self, parts: Sequence[str]) -> None:
        self.add(WashedOut(" ".join(parts)))
        self.close()


def _run(low: Tile) -> tuple[Tile, ...]:
    """The run that begins with a tile.

    Raises:
        ValueError: when none does.
    """
    if not low.numbered or low.rank > 7:
        raise ValueError(f"no run from {low.code}")
    return tuple(KINDS[low.index : low.index + 3])


_SAYS: dict[str, Callable[[_Reader, Sequence[str]], None]] = {
    "PlayerDraws": _Reader.draws,
    "PlayerDrawsLoose": _Reader.draws_loose,
    "PlayerDeclaresSpecial": _Reader.declares,
    "PlayerDiscards": _Reader.discards,
    "PlayerClaimsChow": _Reader.wants_chow,
    "PlayerClaimsPung": _Reader.wants_pung,
    "PlayerClaimsKong": _Reader.wants_kong,
    "PlayerClaimsMahJong": _Reader.wants_win,
    "PlayerChows": _Reader.chows,
    "PlayerPungs": _Reader.pungs,
    "PlayerKongs": _Reader.kongs,
    "PlayerPairs": _Reader.pairs,
    "PlayerSpecialSet": _Reader.special,
    "PlayerDeclaresClosedKong": _Reader.lays_kong,
    "PlayerAddsToPung": _Reader.adds,
    "PlayerMahJongs": _Reader.goes_out,
    "PlayerRobsKong": _Reader.robs,
    "PlayerFormsClosedChow": _Reader.forms_chow,
    "PlayerFormsClosedPung": _Reader.forms_pung,
    "PlayerFormsClosedPair": _Reader.forms_pair,
    "PlayerFormsClosedSpecialSet": _Reader.forms_special,
    "PlayerShowsTiles": _Reader.shows,
    "DangerousDiscard": _Reader.dangerous,
    "WashOut": _Reader.washes_out,
}
"""What happens in a deal, by the word of the message."""
