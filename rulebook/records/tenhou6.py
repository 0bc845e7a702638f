"""Tenhou's JSON: for each player what was taken and what was given, side by side.

A tile is 11-19 characters, 21-29 dots, 31-39 bamboo, 41-47 honours, 51-53 the red fives;
60 is the tile just drawn. A claim or kong is a text with a letter before the tile that
matters; where the letter stands tells from whom.

The order among the players is not written down. It follows from the turns, except that
a discard that somebody claims later, too, may leave a choice: then the first way that
uses up everything recorded is taken.
"""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any

from rulebook.form import shown
from rulebook.records.draft import Draft, ready_by_payments
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
)
from rulebook.records.yaku import WORDS, YAKUMAN
from rulebook.tiles import TILES, Tile

__all__ = ["read_tenhou6"]

_TILES: dict[int, Tile] = {
    10 * row + tile.rank: tile
    for tile in TILES.values()
    if not tile.bonus and not tile.red
    for row in ["mpsz".index(tile.suit.value) + 1]
} | {51: TILES["0m"], 52: TILES["0p"], 53: TILES["0s"]}

_JUST_DRAWN = 60
_NO_DISCARD = 0
"""What stands among the discards for a claimed kong."""

_WIN = {"和了", "Agari"}

_REASONS = {
    "流局": "wall",
    "全員聴牌": "wall",
    "全員不聴": "wall",
    "Ryuukyoku": "wall",
    "Exhaustive Draw": "wall",
    "流し満貫": "nagashi",
    "Nagashi Mangan": "nagashi",
    "Mangan at Draw": "nagashi",
    "九種九牌": "nine-tiles",
    "Kyuushu Kyuuhai": "nine-tiles",
    "Nine Terminal Abortion": "nine-tiles",
    "四家立直": "four-riichi",
    "Suucha Riichi": "four-riichi",
    "Four Riichi Abortion": "four-riichi",
    "三家和了": "triple-win",
    "三家和": "triple-win",
    "Sanchahou": "triple-win",
    "Three Ron Abortion": "triple-win",
    "四槓散了": "four-kongs",
    "四開槓": "four-kongs",
    "Suukaikan": "four-kongs",
    "Four Kan Abortion": "four-kongs",
    "四風連打": "four-winds",
    "Suufon Renda": "four-winds",
    "Four Wind Abortion": "four-winds",
}
"""By Tenhou's word, or that of a program that writes the same form."""

_LENGTHS = {"南": True, "South": True, "東": False, "East": False}

_SHOWN: dict[str, tuple[int, ...]] = {"全員聴牌": (0, 1, 2, 3), "全員不聴": ()}

_LIMITS = {
    "満貫": "mangan",
    "切り上げ満貫": "mangan",
    "跳満": "haneman",
    "倍満": "baiman",
    "三倍満": "sanbaiman",
    "数え役満": "yakuman",
    "役満": "yakuman",
    "mangan": "mangan",
    "rounded mangan": "mangan",
    "kiriage mangan": "mangan",
    "haneman": "haneman",
    "baiman": "baiman",
    "sanbaiman": "sanbaiman",
    "counted yakuman": "yakuman",
    "kazoe yakuman": "yakuman",
    "yakuman": "yakuman",
}

_VALUE = re.compile(
    r"(?:(?P<fu>\d+)(?:符|Fu)\d+(?:飜|翻|Han)|(?P<limit>\D+|\d+倍役満))"
    r"(?P<points>\d+)(?:-(?P<dealer>\d+))?(?:点|Points)?(?P<all>∀)?"
)
_YAKU = re.compile(r"(?P<word>.+)\((?:(?P<fan>\d+)(?:飜|翻|Han)|(?:役満|Yakuman).*)\)")

_MELD = re.compile(r"((?:\d\d)*)([a-z])((?:\d\d)+)")

_ATTEMPTS = 500
"""How many orders are tried before a deal counts as damaged."""


def read_tenhou6(log: Any, name: str) -> Record:
    """Read one game, or the deals of one that were kept.

    Raises:
        RecordError: when it is damaged or a game of three.
    """
    deals: list[Deal] = []
    parts = log
    try:
        options = _options(log)
        for parts in log["log"]:
            deals.append(_deal(parts))
        points = log["sc"][::2] if log.get("sc") else None
        final = None if points is None else four(map(_points, points))
    except (LookupError, ValueError, TypeError, AttributeError):
        number, at = len(deals) + 1, f"log[{len(deals)}]"
        raise RecordError("damaged", shown(parts), deal=number, at=at) from None
    if not deals:
        raise RecordError("no-deals")
    return Record(name, "tenhou6", options, tuple(deals), final)


def _options(log: Any) -> Options:
    rule = log.get("rule", {})
    words = str(rule.get("disp", ""))
    if "三" in words:
        raise RecordError("three-players")
    reds = [rule[key] for key in ("aka", "aka51", "aka52", "aka53") if key in rule]
    red = any(reds) if reds else ("赤" in words) if words else None
    hanchan = next((long for word, long in _LENGTHS.items() if word in words), None)
    tanyao = "喰" in words if "南" in words or "東" in words else None
    return Options(red, tanyao, hanchan, 4, json.dumps(rule, ensure_ascii=False, sort_keys=True))


@dataclass(slots=True)
class _Table:
    """A deal as it stands in the record."""

    dealer: int
    indicators: tuple[Tile, ...]
    takes: list[list[Any]]
    gives: list[list[Any]]
    ron: frozenset[int] = field(default=frozenset())
    triple: bool = False


def _deal(parts: Any) -> Deal:
    place, scores, indicators, ura = parts[:4]
    rows, result = parts[4:-1], parts[-1]
    if len(rows) != 12:
        raise ValueError(f"{len(rows)} rows of tiles")
    if not any(rows[9:]) and any(rows[0]):
        raise RecordError("three-players")
    round_, counters, bets = map(_points, place[:3])
    turned = tuple(map(_tile, indicators))
    draft = Draft(
        round_,
        round_ % 4,
        counters,
        bets,
        four(map(_points, scores)),
        turned[0],
        four(tuple(map(_tile, row)) or None for row in rows[::3]),
    )
    wins = list(zip(result[1::2], result[2::2], strict=True)) if result[0] in _WIN else []
    table = _Table(
        draft.dealer,
        turned,
        rows[1::3],
        rows[2::3],
        frozenset(_player(told[1]) for _, told in wins if told[0] != told[1]),
        _REASONS.get(result[0]) == "triple-win",
    )
    for event in _in_order(table):
        draft.add(event)
    for deltas, told in wins:
        draft.add(_won(draft, told, deltas, tuple(map(_tile, ura))))
    if not wins:
        draft.add(_ended(result))
    return draft.finish()


def _in_order(table: _Table) -> list[Event]:
    """The events of all players in the order in which they must have happened.

    Raises:
        ValueError: when no order uses up all that is recorded.
    """
    choices: list[int] = []
    for _ in range(_ATTEMPTS):
        attempt = _Attempt(table, choices)
        with suppress(ValueError):
            if attempt.play():
                return attempt.events
        choices = attempt.taken
        while choices and choices[-1] + 1 == attempt.open[len(choices) - 1]:
            choices.pop()
        if not choices:
            break
        choices[-1] += 1
    raise ValueError("the players' rows do not fit together")


class _Attempt:
    """One way to put the rows in order: `choices` says who claims where it is open.

    Attributes:
        taken: the choices made, the later ones the first possible.
        open: how many there were, each time.
    """

    def __init__(self, table: _Table, choices: Sequence[int]) -> None:
        self.table = table
        self.choices = choices
        self.taken: list[int] = []
        self.open: list[int] = []
        self.events: list[Event] = []
        self.took = [0, 0, 0, 0]
        self.gave = [0, 0, 0, 0]
        self.player = table.dealer
        self.drawn: Tile | None = None
        self.replacing = False
        self.pending = 0
        self.turned = 1

    def play(self) -> bool:
        """Go on as far as it goes; whether nothing is left over."""
        while (take := self.next_take(self.player)) is not None:
            if not self.take(take):
                return False
            give = self.next_give()
            if give is None:
                break
            self.gave[self.player] += 1
            if self.no_discard(give) or self.kong(give):
                continue
            self.discard(give)
            if self.ends_here():
                break
            self.next_player()
        done = all(
            self.took[player] == len(self.table.takes[player])
            and self.gave[player] == len(self.table.gives[player])
            for player in range(4)
        )
        if done:
            self.turn(len(self.table.indicators))
        return done

    def next_take(self, player: int) -> Any:
        row = self.table.takes[player]
        return row[self.took[player]] if self.took[player] < len(row) else None

    def next_give(self) -> Any:
        row = self.table.gives[self.player]
        return row[self.gave[self.player]] if self.gave[self.player] < len(row) else None

    def take(self, take: Any) -> bool:
        """Draw, or claim the last discard; whether that is possible here."""
        if not isinstance(take, str):
            self.drawn = _tile(take)
            self.events.append(Drawn(self.player, self.drawn, self.replacing))
            self.replacing = False
        else:
            claim = _claim(self.player, take)
            if not self.fits(claim):
                return False
            self.events.append(claim)
            self.drawn = None
            if claim.kind == "kong":
                self.pending, self.replacing = 1, True
        self.took[self.player] += 1
        return True

    def fits(self, claim: Claimed) -> bool:
        """Whether the last discard is what is claimed; a bet may follow it."""
        last = next((one for one in self.events[:-3:-1] if not isinstance(one, RiichiPaid)), None)
        return (
            isinstance(last, Discarded) and last.player == claim.source and last.tile is claim.tile
        )

    def no_discard(self, give: Any) -> bool:
        """Whether a replacement comes first, after a claimed kong.

        Raises:
            ValueError: when that does not fit.
        """
        last = self.events[-1]
        claimed = isinstance(last, Claimed) and last.kind == "kong"
        if claimed != (give == _NO_DISCARD):
            raise ValueError(f"{give} after {last}")
        return claimed

    def kong(self, give: Any) -> bool:
        """Declare a kong, if this is one."""
        if not isinstance(give, str) or give[0] == "r":
            return False
        letter, tiles, _ = _meld(give)
        if letter == "f":
            raise RecordError("three-players")
        if letter not in "ka" or len(tiles) != 4:
            raise ValueError(give)
        self.events.append(
            Kong(self.player, "concealed-kong" if letter == "a" else "extended-kong", tiles)
        )
        self.turn(self.turned + self.pending)
        self.pending = letter == "k"
        if letter == "a":
            self.turn(self.turned + 1)
        self.replacing = True
        return True

    def discard(self, give: Any) -> None:
        riichi = isinstance(give, str)
        number = int(give[1:]) if riichi else give
        same = number == _JUST_DRAWN
        if same and self.drawn is None:
            raise ValueError("no tile drawn to discard")
        tile = self.drawn if same and self.drawn else _tile(number)
        self.turn(self.turned + self.pending)
        self.pending = 0
        self.events.append(Discarded(self.player, tile, same, riichi))
        self.drawn = None

    def ends_here(self) -> bool:
        """Whether nobody has anything left to do; else a bet just declared is paid."""
        over = all(self.next_take(player) is None for player in range(4))
        last = self.events[-1]
        if isinstance(last, Discarded) and last.riichi:
            lost = self.table.triple or last.player in self.table.ron
            if not (over and lost):
                self.events.append(RiichiPaid(last.player))
        return over

    def next_player(self) -> None:
        """A player who claims, or the next in turn."""
        after = (self.player + 1) % 4
        ways = [player for player in range(4) if player != self.player and self.claims(player)]
        if not isinstance(self.next_take(after), str):
            ways.append(after)
        choice = 0
        if len(ways) > 1:
            place = len(self.taken)
            choice = self.choices[place] if place < len(self.choices) else 0
            self.taken.append(choice)
            self.open.append(len(ways))
        self.player = ways[choice] if ways else after

    def claims(self, player: int) -> bool:
        take = self.next_take(player)
        return isinstance(take, str) and self.fits(_claim(player, take))

    def turn(self, count: int) -> None:
        """Turn indicators until this many lie open, or all that are recorded."""
        for tile in self.table.indicators[self.turned : count]:
            self.events.append(Indicator(tile))
            self.turned += 1


def _meld(text: str) -> tuple[str, tuple[Tile, ...], int]:
    """The letter, the tiles with the one after the letter first, and its place."""
    found = _MELD.fullmatch(text)
    if found is None:
        raise ValueError(text)
    before, letter, after = found.groups()
    ordered = after[:2] + before + after[2:]
    tiles = tuple(_tile(int(ordered[i : i + 2])) for i in range(0, len(ordered), 2))
    if len(tiles) not in (1, 3, 4):
        raise ValueError(text)
    return letter, tiles, len(before) // 2


def _claim(player: int, text: str) -> Claimed:
    letter, tiles, place = _meld(text)
    source = (player + (3, 2, 1, 1)[place]) % 4
    match letter, len(tiles):
        case "c", 3:
            return Claimed(player, "chow", tiles[0], source, tiles[1:])
        case "p", 3:
            return Claimed(player, "pung", tiles[0], source, tiles[1:])
        case "m", 4:
            return Claimed(player, "kong", tiles[0], source, tiles[1:])
    raise ValueError(text)


def _won(draft: Draft, told: Any, deltas: Any, ura: tuple[Tile, ...]) -> Won:
    player, source, liable = map(_player, told[:3])
    won_from = None if source == player else source
    fu, points, limit = _value(told[3])
    yaku: list[tuple[str, int]] = []
    yakuman: list[str] = []
    fan, known = 0, True
    for text in told[4:]:
        found = _YAKU.fullmatch(text)
        if found is None:
            raise ValueError(text)
        ours = WORDS.get(found["word"], "")
        known = known and bool(ours)
        if found["fan"] is None or ours in YAKUMAN:
            yakuman.append(ours)
        elif count := int(found["fan"]):
            yaku.append((ours, count))
            fan += count
    return Won(
        player,
        won_from,
        draft.winning_tile(won_from),
        tuple(yaku) if known else None,
        tuple(filter(None, yakuman)),
        None if yakuman else fan,
        fu,
        points,
        limit,
        four(map(_points, deltas)),
        None if liable == player else liable,
        draft.indicators,
        ura if draft.in_riichi(player) else (),
    )


def _value(text: str) -> tuple[int | None, int, str | None]:
    """Fu, points and limit of such as `30符2飜500-1000点`."""
    found = _VALUE.fullmatch(text)
    if found is None:
        raise ValueError(text)
    points = int(found["points"])
    if found["dealer"]:
        points = 2 * points + int(found["dealer"])
    elif found["all"]:
        points *= 3
    if found["fu"]:
        return int(found["fu"]), points, None
    limit = found["limit"].strip().lower()
    return None, points, _LIMITS["役満" if limit.endswith("役満") else limit]


def _ended(result: Any) -> Ended:
    word = result[0]
    reason = _REASONS[word]
    deltas: Four[int] | None = four(map(_points, result[1])) if len(result) > 1 else None
    shown = _SHOWN.get(word)
    if reason == "wall" and shown is None:
        shown = ready_by_payments(deltas)
    return Ended(reason, shown, deltas)


def _tile(number: Any) -> Tile:
    return _TILES[number]


def _player(number: Any) -> int:
    if type(number) is not int or not 0 <= number < 4:
        raise ValueError(f"player {number}")
    return number


def _points(number: Any) -> int:
    if type(number) is not int:
        raise ValueError(f"not a number: {number}")
    return number
