"""The game once more, slowly and from the facts: nothing here asks the engine.

Tiles are codes such as `5m`; a red five counts as a five. A hand is read by trying
everything, and each yaku is the sentence that defines it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

__all__ = ["ALL", "ORPHANS", "Set", "Sight", "complete", "plain", "readings", "sights", "waits"]

ALL = [f"{rank}{suit}" for suit in "mps" for rank in range(1, 10)] + [f"{n}z" for n in range(1, 8)]
ORPHANS = [code for code in ALL if code[1] == "z" or code[0] in "19"]
GREEN = {"2s", "3s", "4s", "6s", "8s", "6z"}
DRAGONS = {"5z": "haku", "6z": "hatsu", "7z": "chun"}
WINDS = ("1z", "2z", "3z", "4z")

Three = tuple[str, ...]


def plain(code: str) -> str:
    """A red five as a five."""
    return code.replace("0", "5")


def run_from(code: str) -> Three | None:
    """The run that begins with a tile."""
    rank = int(code[0])
    return None if code[1] == "z" or rank > 7 else tuple(f"{rank + n}{code[1]}" for n in range(3))


def simple(code: str) -> bool:
    return code not in ORPHANS


@lru_cache(maxsize=200_000)
def _sets(tiles: Three) -> tuple[tuple[Three, ...], ...]:
    """Every way to divide sorted tiles into runs and triples."""
    if not tiles:
        return ((),)
    first, found = tiles[0], []
    for one in ((first,) * 3, run_from(first)):
        if one is None:
            continue
        left = list(tiles)
        for code in one:
            if code not in left:
                break
            left.remove(code)
        else:
            found += [(one, *rest) for rest in _sets(tuple(left))]
    return tuple(found)


def readings(tiles: Sequence[str]) -> list[tuple[tuple[Three, ...], str]]:
    """Every way to divide tiles into sets and a pair."""
    found = []
    for pair in sorted(set(tiles)):
        if tiles.count(pair) < 2 or not _could_be(tiles, pair):
            continue
        left = sorted(tiles, key=lambda code: (code[1], code))
        left.remove(pair)
        left.remove(pair)
        found += [(sets, pair) for sets in _sets(tuple(left))]
    return found


def _could_be(tiles: Sequence[str], pair: str) -> bool:
    """A glance at the numbers: what is left of each suit must be divisible by three."""
    suits = Counter(code[1] for code in tiles)
    suits[pair[1]] -= 2
    return all(count % 3 == 0 for count in suits.values())


def seven_pairs(tiles: Sequence[str]) -> bool:
    return len(tiles) == 14 and len(set(tiles)) == 7 and all(tiles.count(t) == 2 for t in tiles)


def orphans(tiles: Sequence[str]) -> bool:
    return len(tiles) == 14 and set(tiles) == set(ORPHANS)


def complete(tiles: Sequence[str]) -> bool:
    """Whether concealed tiles, the winning one among them, are a finished shape."""
    return _complete(tuple(sorted(tiles)))


@lru_cache(maxsize=400_000)
def _complete(tiles: Three) -> bool:
    return bool(readings(tiles)) or seven_pairs(tiles) or orphans(tiles)


def waits(tiles: Sequence[str]) -> tuple[str, ...]:
    """Every kind that would finish the shape."""
    return tuple(code for code in ALL if complete((*tiles, code)))


# Yaku ------------------------------------------------------------------------------


@dataclass(frozen=True)
class Set:
    """A set; `open`: claimed, or completed by another's tile."""

    tiles: Three
    open: bool = False
    kong: bool = False
    laid: bool = False

    @property
    def run(self) -> bool:
        return self.tiles[0] != self.tiles[1]


@dataclass(frozen=True)
class Sight:
    """One way to see a finished hand."""

    sets: tuple[Set, ...]
    pairs: tuple[str, ...]
    wait: str
    closed: bool
    seat: str
    round: str
    thirteen: bool = False
    all: Three = ()

    @property
    def tiles(self) -> set[str]:
        return set(self.all)

    @property
    def runs(self) -> list[Three]:
        return [one.tiles for one in self.sets if one.run]

    @property
    def triples(self) -> list[str]:
        return [one.tiles[0] for one in self.sets if not one.run]

    def yaku(self, *, open_tanyao: bool = True) -> dict[str, int]:
        """The yaku of the shape with their fan."""
        return dict(self._yaku(open_tanyao))

    def _yaku(self, open_tanyao: bool) -> Iterator[tuple[str, int]]:
        runs, triples, tiles = self.runs, self.triples, self.tiles
        less = 0 if self.closed else 1
        suits = {code[1] for code in tiles}
        parts = [one.tiles for one in self.sets] + [(pair,) for pair in self.pairs]
        if self.thirteen:
            return
        pairs_of_runs = sum(count // 2 for count in Counter(runs).values())
        valued = {*DRAGONS, self.seat, self.round}
        if self.closed:
            if len(runs) == 4 and self.pairs[0] not in valued and self.wait == "two-sided":
                yield "pinfu", 1
            if pairs_of_runs == 1:
                yield "iipeikou", 1
            if pairs_of_runs == 2:
                yield "ryanpeikou", 3
            if len(self.pairs) == 7:
                yield "chiitoitsu", 2
        if all(simple(code) for code in tiles) and (self.closed or open_tanyao):
            yield "tanyao", 1
        for code, id in DRAGONS.items():
            if code in triples:
                yield id, 1
        if self.seat in triples:
            yield "seat-wind", 1
        if self.round in triples:
            yield "round-wind", 1
        ranks = range(1, 10)
        if any(all(run_from(f"{n}{s}") in runs for s in "mps") for n in range(1, 8)):
            yield "sanshoku-doujun", 2 - less
        if any(all(run_from(f"{n}{s}") in runs for n in (1, 4, 7)) for s in "mps"):
            yield "ittsu", 2 - less
        if any(all(f"{n}{s}" in triples for s in "mps") for n in ranks):
            yield "sanshoku-doukou", 2
        outside = all(any(not simple(code) for code in part) for part in parts)
        if outside and runs and self.sets:
            if "z" in suits:
                yield "chanta", 2 - less
            else:
                yield "junchan", 3 - less
        if tiles <= set(ORPHANS) and "z" in suits and len(suits) > 1:
            yield "honroutou", 2
        if len(triples) == 4:
            yield "toitoi", 2
        if sum(not one.run and not one.open for one in self.sets) == 3:
            yield "sanankou", 2
        if sum(one.kong for one in self.sets) == 3:
            yield "sankantsu", 2
        dragons = sum(code in DRAGONS for code in triples)
        if dragons == 2 and self.pairs[0] in DRAGONS:
            yield "shousangen", 2
        if len(suits - {"z"}) == 1:
            yield ("honitsu", 3 - less) if "z" in suits else ("chinitsu", 6 - less)

    def yakuman(self) -> set[str]:
        """The limit hands of the shape."""
        triples, tiles = self.triples, self.tiles
        found = set()
        if self.thirteen:
            found.add("kokushi")
        if sum(not one.run and not one.open for one in self.sets) == 4:
            found.add("suuankou")
        if sum(one.kong for one in self.sets) == 4:
            found.add("suukantsu")
        if tiles <= GREEN:
            found.add("ryuuiisou")
        if all(code[0] in "19" and code[1] != "z" for code in tiles):
            found.add("chinroutou")
        if all(code[1] == "z" for code in tiles):
            found.add("tsuuiisou")
        if all(code in triples for code in DRAGONS):
            found.add("daisangen")
        winds = sum(code in triples for code in WINDS)
        if winds == 3 and len(self.pairs) == 1 and self.pairs[0] in WINDS:
            found.add("shousuushii")
        if winds == 4:
            found.add("daisuushii")
        if self.sets and not any(one.laid for one in self.sets) and self._gates():
            found.add("chuuren")
        return found

    def _gates(self) -> bool:
        """Whether the tiles are 1112345678999 of a suit and one more of it."""
        suit = self.all[0][1]
        left = list(self.all)
        for digit in "1112345678999":
            if digit + suit not in left:
                return False
            left.remove(digit + suit)
        return left[0][1] == suit != "z"


def sights(
    hand: Sequence[str],
    win: str,
    melds: Sequence[Set] = (),
    *,
    drawn: bool,
    seat: str = "1z",
    round: str = "1z",
) -> list[Sight]:
    """Every way to see a finished hand, the winning tile completing now this, now that."""
    tiles = [*hand, win]
    closed = not any(one.open for one in melds)
    all_tiles = tuple(tiles) + tuple(code for one in melds for code in one.tiles)
    found = []
    for shapes, pair in readings(tiles):
        own = [Set(one) for one in shapes]
        if pair == win:
            sets = (*own, *melds)
            found.append(Sight(sets, (pair,), "pair", closed, seat, round, all=all_tiles))
        for place, one in enumerate(own):
            if win not in one.tiles:
                continue
            done = Set(one.tiles, open=not drawn)
            sets = (*own[:place], done, *own[place + 1 :], *melds)
            wait = _wait(one, win)
            found.append(Sight(sets, (pair,), wait, closed, seat, round, all=all_tiles))
    if seven_pairs(tiles):
        pairs = tuple(sorted(set(tiles)))
        found.append(Sight((), pairs, "other", True, seat, round, all=all_tiles))
    if orphans(tiles):
        [pair] = [code for code in ORPHANS if tiles.count(code) == 2]
        found.append(Sight((), (pair,), "other", True, seat, round, True, all_tiles))
    return found


def _wait(one: Set, win: str) -> str:
    if not one.run:
        return "triple"
    if win == one.tiles[1]:
        return "closed"
    if (one.tiles[0][0], win[0]) in (("1", "3"), ("7", "7")):
        return "edge"
    return "two-sided"
