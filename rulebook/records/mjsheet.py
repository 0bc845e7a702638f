"""The score sheets in the log of Debian's `mah-jong` server, line by line."""

from __future__ import annotations

import re
from collections.abc import Sequence

from rulebook.records.classical import Item, Sheet
from rulebook.tiles import BONUS_TILES, KINDS, Tile

__all__ = ["read_sheet", "read_tile"]

_SUITS = {"C": 0, "D": 9, "B": 18}
_HONOURS = {"EW": 27, "SW": 28, "WW": 29, "NW": 30, "WD": 31, "GD": 32, "RD": 33}
_BONUS = {"F": 0, "S": 4}

_POINTS = re.compile(r"(?P<what>.*?)\s+(?P<n>-?\d+)\s*\((?P<words>.*)\)\s*$")
_DOUBLES = re.compile(r"(?P<what>.*?)\s*(?P<n>-?\d+)\s+dbl\s*\((?P<words>.*)\)\s*$")
_LIMIT = re.compile(
    r"\s*(Limit\s+Hand|(?P<share>-?\d+(\.\d+)?)\s+Limit)\s+-?\d+\s*\((?P<words>.*)\)\s*$"
)
_TOTAL = re.compile(r"(total pts|total dbls|score:|SCORE:)\s+(-?\d+)")
_SET = re.compile(r"[0-9A-Z][A-Z]([-+][0-9A-Z][A-Z])+")

_IDS = {
    "flowers and seasons": "114a",
    "going Mah Jong": "115a",
    "winning from wall": "115b",
    "filling the only place": "115c",
    "fishing the eyes": "115d",
    "seven pairs": "house-seven-pairs",
    "own flower": "house-own-tile",
    "own season": "house-own-tile",
    "own flower and season": "116a",
    "all four flowers": "116b",
    "all four seasons": "116b",
    "pung/kong of dragons": "116d",
    "pung/kong of own wind": "116e",
    "pung/kong of prevailing wind": "116f",
    "little three dragons": "116g",
    "big three dragons": "116h",
    "little four joys": "116i",
    "big four joys": "116j",
    "three concealed pungs": "116k",
    "no score hand": "117a",
    "no chows": "117b",
    "concealed hand": "117c",
    "almost concealed hand": "117c",
    "one suit with honours": "117d",
    "one suit only": "117e",
    "all majors": "117f",
    "all honours": "117g",
    "all terminals": "house-terminals",
    "winning with loose tile": "117h",
    "winning with last tile": "117i",
    "robbing a kong": "117k",
    "completing original call": "117l",
}
"""The numbers of the rules by the words of the sheet."""

_LIMITS = {
    "heaven's blessing": "122a",
    "earth's blessing": "122b",
    "gathering plum blossom from the roof": "122c",
    "catching the moon from the bottom of the sea": "122d",
    "scratching a carrying pole": "122e",
    "kong upon kong": "122f",
    "fourfold plenty": "122g",
    "buried treasure": "122h",
    "three great scholars": "122i",
    "four blessing o'er the door": "122j",
    "all honours": "122k",
    "heads and tails": "122l",
    "imperial jade": "122m",
    "nine gates": "122n",
    "wriggling snake": "122o",
    "concealed clear suit": "122p",
    "thirteen unique wonders": "122q",
    "east's 13th consecutive win": "122r",
}
"""The numbers of the special hands by the words of the sheet."""

_BY_WORDS = {words.lower(): id for words, id in _IDS.items()}


def read_tile(text: str) -> Tile:
    """A tile as the protocol writes it, such as `5C`, `EW`, `3F`.

    Raises:
        ValueError: when it is none.
    """
    if text in _HONOURS:
        return KINDS[_HONOURS[text]]
    if len(text) == 2 and text[0].isdecimal():
        rank = int(text[0])
        if text[1] in _SUITS and 1 <= rank <= 9:
            return KINDS[_SUITS[text[1]] + rank - 1]
        if text[1] in _BONUS and 1 <= rank <= 4:
            return BONUS_TILES[_BONUS[text[1]] + rank - 1]
    raise ValueError(f"tile {text}")


def read_sheet(player: int, value: int, lines: Sequence[str]) -> Sheet:
    """The score of a hand.

    Raises:
        ValueError: when the sheet has no total.
    """
    items: list[Item] = []
    limits: list[tuple[str, int]] = []
    totals: dict[str, int] = {}
    for line in lines:
        if total := _TOTAL.match(line):
            totals[total[1]] = int(total[2])
        elif limit := _LIMIT.match(line):
            share = round(100 * float(limit["share"] or 1))
            limits.append((_LIMITS.get(limit["words"].lower()) or _id(limit["words"]), share))
        elif doubles := _DOUBLES.match(line):
            items.append(_item(doubles["what"], doubles["words"], doubles=int(doubles["n"])))
        elif points := _POINTS.match(line):
            items.append(_item(points["what"], points["words"], points=int(points["n"])))
        elif line.strip():
            raise ValueError(line.strip())
    if "SCORE:" not in totals:
        raise ValueError("no SCORE")
    return Sheet(
        player,
        value,
        tuple(items),
        totals.get("total pts"),
        totals.get("total dbls"),
        totals.get("score:"),
        tuple(limits),
    )


def _item(what: str, words: str, *, points: int = 0, doubles: int = 0) -> Item:
    return Item(_id(words), points, doubles, _tiles(what), words)


def _id(words: str) -> str:
    known = _BY_WORDS.get(words.lower())
    if known:
        return known
    for beginning, id in (("pair of", "114e"), ("open ", ""), ("closed ", ""), ("claimed ", "")):
        if words.startswith(beginning):
            return id or ("114c" if " kong " in f"{words} " else "114b")
    return "114c" if words.startswith("annexed ") else words


def _tiles(what: str) -> tuple[Tile, ...]:
    """The set that a line begins with, if it does."""
    name = what.strip()
    return tuple(map(read_tile, re.split("[-+]", name))) if _SET.fullmatch(name) else ()
