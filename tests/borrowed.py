"""The cases of `mahjong`'s own tests as lines of `rulebook score`.

The file (MIT, MahjongRepository/mahjong) is not part of the project; it is read
from a folder `shared` beside it, or from where KAMEN_CASES points.
"""

from __future__ import annotations

import json
import os
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import yaml

from rulebook.tiles import format_tiles, parse_tile, parse_tiles
from tests.hands import SEATS, Hand
from tests.witness import mahjong_names

__all__ = ["Borrowed", "borrowed", "skipped"]

DATA = Path(__file__).with_name("data")
CASES = Path(os.environ.get("KAMEN_CASES", Path(__file__).parents[2] / "shared" / "cases"))

KINDS = {
    "chi": "chow",
    "pon": "pung",
    "daiminkan": "kong",
    "kakan": "extended-kong",
    "ankan": "concealed-kong",
}
WINDS = dict(zip("ESWN", SEATS, strict=True))
BONUS = {"Dora": "dora", "Aka Dora": "red-five", "Ura Dora": "ura"}
DEFAULTS = {
    "has_open_tanyao": False,
    "has_aka_dora": False,
    "has_double_yakuman": True,
    "kazoe_limit": 0,
    "kiriage": False,
    "fu_for_open_pinfu": True,
    "fu_for_pinfu_tsumo": False,
    "renhou_as_yakuman": False,
}


@dataclass(frozen=True)
class Borrowed:
    """One case.

    Attributes:
        id: its id in the file.
        name: the test it comes from.
        question: the line.
        overrides: parameters that say what its options say.
        refused: whether it must be no win, or be refused.
        yaku: sorted ids, bonus tiles included; None when the case does not say.
        yakuman: how many; None when there is none or the case does not say.
        fan: fan, or None.
        fu: minipoints, or None.
        value: points, or None.
    """

    id: str
    name: str
    question: Hand
    overrides: dict[str, Any]
    refused: bool
    yaku: tuple[str, ...] | None
    yakuman: int | None
    fan: int | None
    fu: int | None
    value: int | None


def skipped() -> dict[str, str]:
    """Why a case cannot be put, by its id."""
    lists: dict[str, list[str]] = yaml.safe_load((DATA / "riichi-233.yaml").read_text("utf-8"))
    return {id: reason for reason, ids in lists.items() for id in ids}


def borrowed() -> list[Borrowed]:
    """Every case that can be put; none when the file is absent."""
    path = CASES / "scoring" / "riichi-233.json"
    if not path.exists():
        return []
    left_out = skipped()
    cases = json.loads(path.read_text("utf-8"))
    return [translated(case) for case in cases if case["id"] not in left_out]


def _neutral(held: set[str], order: tuple[str, ...]) -> str:
    """A wind that makes nothing of the hand count: the file often names none."""
    return next((wind for wind in order if f"{SEATS.index(wind) + 1}z" not in held), order[0])


def _source(flags: set[str]) -> str:
    if "rinshan" in flags:
        return "replacement"
    if "chankan" in flags:
        return "robbed-kong"
    return "self-draw" if "tsumo" in flags else "discard"


def _question(case: dict[str, Any]) -> Hand:
    flags = set(case["flags"])
    tiles = list(parse_tiles(case["hand"]))
    win = parse_tile(case["win"])
    if win in tiles:
        tiles.remove(win)
    melds = [
        {
            "kind": KINDS[meld["kind"]],
            "tiles": meld["tiles"],
            **({} if meld["kind"] == "ankan" else {"from": "left"}),
        }
        for meld in case["melds"]
    ]
    everything = case["hand"] + "".join(meld["tiles"] for meld in melds)
    held = {tile.code for tile in parse_tiles(everything)}
    seat = WINDS.get(case["seat_wind"] or "")
    if seat is None:
        seat = "east" if "tenhou" in flags else _neutral(held, ("west", "north", "south"))
    return {
        "id": case["id"],
        "hand": format_tiles(tiles),
        "melds": melds,
        "win": case["win"],
        "by": _source(flags),
        "seat": seat,
        "round": WINDS.get(case["round_wind"] or "")
        or _neutral(held, ("north", "west", "south", "east")),
        "riichi": "double" if "daburu_riichi" in flags else "riichi" in flags,
        "ippatsu": "ippatsu" in flags,
        "last_tile": bool(flags & {"haitei", "houtei"}),
        "first_turn": bool(flags & {"tenhou", "chiihou", "renhou"}),
        "dora": "".join(case["dora"]),
        "ura": "".join(case["ura"]),
        "counters": case["honba"],
        "bets": case["sticks"],
    }


def _overrides(options: dict[str, Any] | None) -> dict[str, Any]:
    told = {**DEFAULTS, **(options or {})}
    return {
        "yaku.tanyao.open": told["has_open_tanyao"],
        "tiles.red-fives": 3 if told["has_aka_dora"] else 0,
        "yakuman.double-waits": told["has_double_yakuman"],
        "yakuman.big-winds": 2 if told["has_double_yakuman"] else 1,
        "yakuman.several": "add-up",
        "score.counted-yakuman": told["kazoe_limit"] == 0,
        "score.round-up": told["kiriage"],
        "score.double-wind-pair": 4,
        "score.open-pinfu": told["fu_for_open_pinfu"],
        "score.pinfu-self-draw": told["fu_for_pinfu_tsumo"],
        "yaku.renhou": "yakuman" if told["renhou_as_yakuman"] else "adds",
        "yaku.rinshan.last-tile": False,
        "yaku.minimum-from": None,
    }


LIMITS = {"kokushi", "chuuren", "suuankou", "daisangen", "shousuushii", "daisuushii", "tenhou"} | {
    "ryuuiisou", "suukantsu", "tsuuiisou", "chinroutou", "chiihou"
}  # fmt: skip


def translated(case: dict[str, Any]) -> Borrowed:
    """One case of the file in our words."""
    expected = case["expected"]
    question = _question(case)
    ids = tuple(
        sorted(BONUS.get(name) or mahjong_names()[name] for name in expected.get("yaku", ()))
    )
    han = expected.get("han")
    limit = bool(LIMITS & set(ids)) or "Renhou (yakuman)" in expected.get("yaku", ())
    yakuman = han // 13 if han and (limit or (not ids and han > 28)) else None
    value = expected["cost"]["total"] if "cost" in expected else None
    if value and case["seat_wind"] is None and question["seat"] == "east":
        value = value * 3 // 2
    return Borrowed(
        case["id"],
        case["test"].split("::")[1],
        question,
        _overrides(case["options"]),
        "error" in expected,
        ids or None,
        yakuman,
        None if yakuman else han,
        None if yakuman else expected.get("fu"),
        value,
    )
