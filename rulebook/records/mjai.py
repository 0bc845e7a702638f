"""mjai: one JSON object for each event, as programs that play tell each other."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from typing import Any, Literal

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
    turned,
)
from rulebook.records.yaku import MJAI, YAKUMAN
from rulebook.tiles import TILES, Tile

__all__ = ["read_mjai"]

_TILES: dict[str, Tile] = (
    {code: tile for code, tile in TILES.items() if not tile.bonus and not tile.honour}
    | {f"5{suit}r": TILES[f"0{suit}"] for suit in "mps"}
    | {letter: TILES[f"{rank}z"] for rank, letter in enumerate("ESWNPFC", 1)}
)
_HIDDEN = "?"

_CLAIMS: dict[str, Literal["chow", "pung", "kong"]] = {
    "chi": "chow",
    "pon": "pung",
    "daiminkan": "kong",
}

_REASONS = {
    "fanpai": "wall",
    "exhaustive_draw": "wall",
    "kyushukyuhai": "nine-tiles",
    "kyuushukyuuhai": "nine-tiles",
    "kyushu_kyuhai": "nine-tiles",
    "suchareach": "four-riichi",
    "suucha_riichi": "four-riichi",
    "sanchaho": "triple-win",
    "sanchahou": "triple-win",
    "sukaikan": "four-kongs",
    "suukaikan": "four-kongs",
    "suukansansen": "four-kongs",
    "sufonrenta": "four-winds",
    "sufonrenda": "four-winds",
    "sufuurenta": "four-winds",
    "suufon_renda": "four-winds",
    "nagashimangan": "nagashi",
    "nagashi_mangan": "nagashi",
}

_SILENT = ("hello", "none", "error", "end_kyoku")

_START = 25000
"""Each score, where a record leaves out what everybody starts with."""


def read_mjai(
    lines: Iterable[tuple[int, Any]], name: str
) -> Iterator[tuple[str, Record | RecordError]]:
    """The games in a stream of events, each with its name, or what is wrong with it.

    Args:
        lines: number and content of each line; a RecordError where it has none.
    """
    for count, game in enumerate(_games(lines), 1):
        called = name if count == 1 else f"{name}#{count}"
        reader = _Reader()
        try:
            for line, event in game:
                reader.line = line
                reader.read(event)
            yield called, reader.record(called)
        except RecordError as error:
            error.line, error.deal = reader.line, error.deal or reader.number
            yield called, error
        except (LookupError, ValueError, TypeError, AttributeError):
            place: dict[str, Any] = {"line": reader.line, "deal": reader.number, "at": reader.at}
            yield called, RecordError("damaged", shown(event), **place)


def _games(lines: Iterable[tuple[int, Any]]) -> Iterator[list[tuple[int, Any]]]:
    """The lines of each game, from `start_game` to `end_game`; either may be missing."""
    game: list[tuple[int, Any]] = []
    for line, value in lines:
        for event in value if isinstance(value, list) else [value]:
            kind = event.get("type") if isinstance(event, dict) else None
            if kind == "start_game" and game:
                yield game
                game = []
            if game or kind not in _SILENT:
                game.append((line, event))
            if kind == "end_game":
                yield game
                game = []
    if game:
        yield game


class _Reader:
    """A game while it is being read, event by event."""

    def __init__(self) -> None:
        self.options = Options(None, None, None, 4, "")
        self.deals: list[Deal] = []
        self.draft: Draft | None = None
        self.final: Four[int] | None = None
        self.scores: Four[int] = (_START,) * 4
        self.first = 0
        self.riichi = False
        self.replacing = False
        self.line = 0
        self.at = ""

    @property
    def number(self) -> int:
        return len(self.deals) + (self.draft is not None)

    def record(self, name: str) -> Record:
        self.close()
        if not self.deals:
            raise RecordError("no-deals")
        return turned(Record(name, "mjai", self.options, tuple(self.deals), self.final), self.first)

    def close(self) -> None:
        if self.draft is None:
            return
        if not self.draft.over:
            raise RecordError("unfinished", deal=self.number)
        self.deals.append(self.draft.finish())
        self.draft = None

    @property
    def now(self) -> Draft:
        if self.draft is None:
            raise ValueError("outside a deal")
        return self.draft

    def read(self, event: Any) -> None:
        if isinstance(event, RecordError):
            raise event
        self.at = str(event["type"])
        match event["type"]:
            case "start_game":
                self.start(event)
            case "start_kyoku":
                self.deal(event)
            case "reach":
                self.riichi = True
            case "end_game":
                self.close()
                if event.get("scores"):
                    self.final = four(map(_whole, event["scores"]))
            case "nukidora":
                raise RecordError("three-players", deal=self.number)
            case kind if kind not in _SILENT:
                self.now.add(self.event(kind, event))
                self.count(event)

    def start(self, event: Any) -> None:
        if len(event.get("names") or "....") == 3:
            raise RecordError("three-players")
        rounds = event.get("kyoku_first")
        self.options = Options(
            None if event.get("aka_flag") is None else bool(event["aka_flag"]),
            None,
            None if rounds is None else rounds == 4,
            4,
            json.dumps(event, ensure_ascii=False, sort_keys=True),
        )

    def deal(self, event: Any) -> None:
        self.close()
        hands = event["tehais"]
        if len(hands) == 3 or not hands[3]:
            raise RecordError("three-players", deal=self.number + 1)
        round_ = "ESWN".index(event["bakaze"]) * 4 + _whole(event["kyoku"]) - 1
        dealer = _player(event["oya"])
        if not self.deals:
            self.first = (dealer - round_) % 4
        if event.get("scores"):
            self.scores = four(map(_whole, event["scores"]))
        self.draft = Draft(
            round_,
            dealer,
            _whole(event["honba"]),
            _whole(event.get("kyotaku", 0)),
            self.scores,
            _TILES[event["dora_marker"]],
            four(None if _HIDDEN in hand else _tiles(hand) for hand in hands),
        )
        self.riichi = self.replacing = False

    def event(self, kind: str, told: Any) -> Event:
        match kind:
            case "tsumo":
                tile = None if told["pai"] == _HIDDEN else _TILES[told["pai"]]
                replacement, self.replacing = self.replacing, False
                return Drawn(_player(told["actor"]), tile, replacement)
            case "dahai":
                riichi, self.riichi = self.riichi, False
                same = bool(told["tsumogiri"])
                return Discarded(_player(told["actor"]), _TILES[told["pai"]], same, riichi)
            case "reach_accepted":
                return RiichiPaid(_player(told["actor"]))
            case "dora":
                return Indicator(_TILES[told["dora_marker"]])
            case "ankan" | "kakan":
                self.replacing = True
                tiles = _own(told, 4 if kind == "ankan" else 3)
                if kind == "ankan":
                    return Kong(_player(told["actor"]), "concealed-kong", tiles)
                added = _TILES[told["pai"]]
                return Kong(_player(told["actor"]), "extended-kong", (added, *tiles))
            case "hora":
                return self.won(told)
            case "ryukyoku":
                return self.ended(told)
        self.replacing = kind == "daiminkan"
        return Claimed(
            _player(told["actor"]),
            _CLAIMS[kind],
            _TILES[told["pai"]],
            _player(told["target"]),
            _own(told, 3 if kind == "daiminkan" else 2),
        )

    def count(self, told: Any) -> None:
        """Keep the scores, for records that do not repeat them in each deal."""
        deltas = told.get("deltas")
        if told["type"] == "reach_accepted" and deltas is None:
            deltas = [-1000 * (player == told["actor"]) for player in range(4)]
        if deltas:
            self.scores = four(a + b for a, b in zip(self.scores, deltas, strict=True))

    def won(self, told: Any) -> Won:
        player, target = _player(told["actor"]), _player(told["target"])
        source = None if target == player else target
        tile = told.get("pai")
        names = told.get("yakus")
        yaku = None if names is None else [(MJAI.get(word, ""), fan) for word, fan in names]
        yakuman = tuple(one for one, _ in yaku or [] if one in YAKUMAN)
        known = yaku is not None and all(one for one, _ in yaku)
        return Won(
            player,
            source,
            _TILES[tile] if tile else self.now.winning_tile(source),
            tuple((one, fan) for one, fan in yaku or [] if fan and one not in YAKUMAN)
            if known
            else None,
            yakuman,
            None if yakuman else _maybe(told.get("fan")),
            _maybe(told.get("fu")),
            _maybe(told.get("hora_points")),
            None,
            four(map(_whole, told["deltas"])) if told.get("deltas") else None,
            None,
            self.now.indicators,
            _tiles(told.get("ura_markers") or told.get("uradora_markers") or ()),
        )

    def ended(self, told: Any) -> Ended:
        deltas = four(map(_whole, told["deltas"])) if told.get("deltas") else None
        shown = ready_by_payments(deltas)
        reason = _REASONS.get(str(told.get("reason", "")).lower())
        if reason is None and (
            shown is not None or (self.now.exhausted() and not any(deltas or ()))
        ):
            reason = "wall"
        if told.get("tenpais"):
            shown = tuple(player for player, ready in enumerate(told["tenpais"]) if ready)
        return Ended(reason, shown, deltas)


def _tiles(names: Any) -> tuple[Tile, ...]:
    return tuple(_TILES[name] for name in names)


def _own(told: Any, count: int) -> tuple[Tile, ...]:
    tiles = _tiles(told["consumed"])
    if len(tiles) != count:
        raise ValueError(f"{len(tiles)} tiles")
    return tiles


def _player(number: Any) -> int:
    if type(number) is not int or not 0 <= number < 4:
        raise ValueError(f"player {number}")
    return number


def _whole(number: Any) -> int:
    if type(number) is not int:
        raise ValueError(f"not a number: {number}")
    return number


def _maybe(number: Any) -> int | None:
    return None if number is None else _whole(number)
