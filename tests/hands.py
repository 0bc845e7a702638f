"""Winning hands by seed, as the input of `rulebook score`.

A hand depends on its seed and number alone. About a third come from recipes for
rare yaku; the others are everyday hands, now and then without any yaku. Every
hand could be won at a table: no fifth tile (indicators counted), no riichi with
an open hand, no replacement tile without a kong, and so on.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from rulebook.tiles import KINDS, TILES, Tile, format_tiles

__all__ = ["Hand", "hand", "hands", "tenpai_hands"]

Hand = dict[str, Any]

Block = tuple[int, bool]
"""A set by the index of its (low) tile, and whether it is a run."""

SEATS = ("east", "south", "west", "north")
SIDES = ("left", "across", "right")

SUITED = range(27)
WINDS = range(27, 31)
DRAGONS = range(31, 34)
HONOURS = range(27, 34)
LOWS = [start + rank for start in (0, 9, 18) for rank in range(7)]
TERMINALS = [tile.index for tile in KINDS if tile.terminal]
ORPHANS = [*TERMINALS, *HONOURS]
SIMPLES = [tile.index for tile in KINDS if tile.simple]
SIMPLE_LOWS = [low for low in LOWS if 1 <= low % 9 <= 5]
OUTSIDE_LOWS = [low for low in LOWS if low % 9 in (0, 6)]
GREEN = [19, 20, 21, 23, 25, 32]
FIVES = (4, 13, 22)


@dataclass(frozen=True)
class Shape:
    """A complete hand before it is known how it came about.

    Attributes:
        blocks: the four sets; empty for seven pairs and thirteen orphans.
        pair: the pair, when there are blocks.
        loose: all fourteen tiles, when there are no blocks.
        closed: whether the hand must be closed (None: either).
        kongs: how many of the sets must be kongs.
        win: kinds one of which should be the winning tile, where possible.
    """

    blocks: tuple[Block, ...] = ()
    pair: int = 0
    loose: tuple[int, ...] = ()
    closed: bool | None = None
    kongs: int = 0
    win: tuple[int, ...] = ()


def tiles_of(block: Block) -> tuple[int, int, int]:
    """The kinds of a set of three."""
    low, run = block
    return (low, low + 1, low + 2) if run else (low, low, low)


def _fits(blocks: Sequence[Block], pair: int, kongs: int) -> bool:
    used = Counter(kind for block in blocks for kind in tiles_of(block))
    used[pair] += 2
    if max(used.values()) > 4:
        return False
    return sum(1 for low, run in blocks if not run and used[low] == 3) >= kongs


def _fill(
    rng: random.Random,
    fixed: Sequence[Block] = (),
    *,
    lows: Sequence[int] = (),
    pungs: Sequence[int] = (),
    pairs: Sequence[int] = range(34),
    run_share: float = 0.65,
    kongs: int = 0,
    **rest: Any,
) -> Shape:
    """Complete some sets with others taken from the given kinds."""
    while True:
        blocks = list(fixed)
        while len(blocks) < 4:
            run = bool(lows) and (not pungs or rng.random() < run_share)
            blocks.append((rng.choice(lows if run else pungs), run))
        pair = rng.choice(pairs)
        if _fits(blocks, pair, kongs):
            rng.shuffle(blocks)
            return Shape(tuple(blocks), pair, kongs=kongs, **rest)


def _suit(rng: random.Random) -> int:
    return rng.choice((0, 9, 18))


def _seven_pairs(rng: random.Random) -> Shape:
    suit = _suit(rng)
    kinds = rng.choice(
        (
            range(34),
            range(34),
            SIMPLES,
            [*range(suit, suit + 9), *HONOURS],
            range(suit, suit + 9),
            ORPHANS,
            HONOURS,
        )
    )
    return Shape(loose=tuple(sorted(rng.sample(list(kinds), 7) * 2)), closed=True)


def _orphans(rng: random.Random) -> Shape:
    twice = rng.choice(ORPHANS)
    win = (twice,) if rng.random() < 0.5 else ()
    return Shape(loose=tuple(sorted([*ORPHANS, twice])), closed=True, win=win)


def _nine_gates(rng: random.Random) -> Shape:
    suit = _suit(rng)
    extra = suit + rng.randrange(9)
    gates = [suit] * 3 + list(range(suit + 1, suit + 8)) + [suit + 8] * 3
    win = (extra,) if rng.random() < 0.5 else ()
    return Shape(loose=tuple(sorted([*gates, extra])), closed=True, win=win)


def _four_concealed(rng: random.Random) -> Shape:
    shape = _fill(rng, pungs=range(34), closed=True)
    return (
        shape
        if rng.random() < 0.4
        else Shape(shape.blocks, shape.pair, closed=True, win=(shape.pair,))
    )


def _big_dragons(rng: random.Random) -> Shape:
    return _fill(rng, [(kind, False) for kind in DRAGONS], lows=LOWS, pungs=range(34))


def _little_dragons(rng: random.Random) -> Shape:
    first, second, third = rng.sample(list(DRAGONS), 3)
    return _fill(rng, [(first, False), (second, False)], lows=LOWS, pungs=range(34), pairs=[third])


def _little_winds(rng: random.Random) -> Shape:
    *three, pair = rng.sample(list(WINDS), 4)
    return _fill(rng, [(kind, False) for kind in three], lows=LOWS, pungs=range(34), pairs=[pair])


def _big_winds(rng: random.Random) -> Shape:
    return _fill(rng, [(kind, False) for kind in WINDS])


def _all_honours(rng: random.Random) -> Shape:
    return _fill(rng, pungs=HONOURS, pairs=HONOURS)


def _all_green(rng: random.Random) -> Shape:
    return _fill(rng, lows=[19], pungs=GREEN, pairs=GREEN, run_share=0.4)


def _all_terminals(rng: random.Random) -> Shape:
    return _fill(rng, pungs=TERMINALS, pairs=TERMINALS)


def _four_kongs(rng: random.Random) -> Shape:
    return _fill(rng, pungs=range(34), kongs=4)


def _three_kongs(rng: random.Random) -> Shape:
    fixed = [(kind, False) for kind in rng.sample(range(34), 3)]
    return _fill(rng, fixed, lows=LOWS, pungs=range(34), kongs=3)


def _mixed_runs(rng: random.Random) -> Shape:
    rank = rng.randrange(7)
    fixed = [(suit + rank, True) for suit in (0, 9, 18)]
    return _fill(rng, fixed, lows=LOWS, pungs=range(34))


def _mixed_pungs(rng: random.Random) -> Shape:
    rank = rng.randrange(9)
    fixed = [(suit + rank, False) for suit in (0, 9, 18)]
    return _fill(rng, fixed, lows=LOWS, pungs=range(34))


def _straight(rng: random.Random) -> Shape:
    suit = _suit(rng)
    fixed = [(suit + step, True) for step in (0, 3, 6)]
    return _fill(rng, fixed, lows=LOWS, pungs=range(34))


def _outside(rng: random.Random) -> Shape:
    return _fill(rng, lows=OUTSIDE_LOWS, pungs=ORPHANS, pairs=ORPHANS)


def _pure_outside(rng: random.Random) -> Shape:
    return _fill(rng, lows=OUTSIDE_LOWS, pungs=TERMINALS, pairs=TERMINALS, run_share=0.75)


def _terminals_and_honours(rng: random.Random) -> Shape:
    return _fill(rng, pungs=ORPHANS, pairs=ORPHANS)


def _twice_double_run(rng: random.Random) -> Shape:
    first, second = rng.choice(LOWS), rng.choice(LOWS)
    if rng.random() < 0.3:
        second = first - first % 9 + rng.randrange(7)
    fixed = [(first, True), (first, True), (second, True), (second, True)]
    kinds = range(34)
    if first == second:
        kinds = range(27, 34)
    return _fill(rng, fixed, pairs=kinds, closed=True)


def _double_run(rng: random.Random) -> Shape:
    low = rng.choice(LOWS)
    return _fill(rng, [(low, True)] * 2, lows=LOWS, pungs=range(34), closed=True)


def _full_flush(rng: random.Random) -> Shape:
    suit = _suit(rng)
    kinds = range(suit, suit + 9)
    return _fill(rng, lows=range(suit, suit + 7), pungs=kinds, pairs=kinds)


def _half_flush(rng: random.Random) -> Shape:
    suit = _suit(rng)
    kinds = [*range(suit, suit + 9), *HONOURS]
    return _fill(rng, lows=range(suit, suit + 7), pungs=kinds, pairs=kinds, run_share=0.5)


def _three_concealed(rng: random.Random) -> Shape:
    fixed = [(kind, False) for kind in rng.sample(range(34), 3)]
    return _fill(rng, fixed, lows=LOWS, pungs=range(34), closed=rng.choice((True, None)))


def _all_pungs(rng: random.Random) -> Shape:
    return _fill(rng, pungs=range(34))


def _many_readings(rng: random.Random) -> Shape:
    """Tiles that can be read in several ways: 111222333, 22334455, 34555, 2223345 ..."""
    suit = _suit(rng)
    at = suit + rng.randrange(7)
    near = suit + max(0, at - suit - 1)
    kinds = range(suit, suit + 9)
    fixed: list[Block]
    pairs: Sequence[int] = range(34)
    match rng.randrange(6):
        case 0:
            fixed = [(at, False), (at + 1, False), (at + 2, False)]
            pairs = [*kinds, *range(34)]
        case 1:
            fixed = [(at, True)] * 3
            pairs = [*kinds, *range(34)]
        case 2:
            fixed = [(near, True), (near, True), (at, True), (at, True)]
            pairs = kinds
        case 3:
            fixed = [(at, True)]
            pairs = [at + 2]
        case 4:
            fixed = [(at, False), (near, True)]
            pairs = kinds
        case _:
            fixed = [(at, True)] * 2
            pairs = [at, at + 1, at + 2]
    kinds_near = tuple(range(max(suit, at - 1), min(suit + 9, at + 4)))
    while True:
        used = Counter(kind for block in fixed for kind in tiles_of(block))
        if max(used.values()) <= 4:
            break
        fixed = fixed[:-1]
    return _fill(
        rng,
        fixed,
        lows=[*range(suit, suit + 7), *LOWS],
        pungs=[*kinds, *range(34)],
        pairs=pairs,
        closed=True if rng.random() < 0.8 else None,
        win=kinds_near,
    )


RECIPES: tuple[Callable[[random.Random], Shape], ...] = (
    _seven_pairs,
    _orphans,
    _nine_gates,
    _four_concealed,
    _big_dragons,
    _little_dragons,
    _little_winds,
    _big_winds,
    _all_honours,
    _all_green,
    _all_terminals,
    _four_kongs,
    _three_kongs,
    _mixed_runs,
    _mixed_pungs,
    _straight,
    _outside,
    _pure_outside,
    _terminals_and_honours,
    _twice_double_run,
    _double_run,
    _full_flush,
    _half_flush,
    _three_concealed,
    _all_pungs,
    _many_readings,
    _many_readings,
)


def _everyday(rng: random.Random) -> Shape:
    """A hand as it comes up at the table; open ones mostly with an everyday yaku."""
    choice = rng.random()
    if choice < 0.45:
        return _fill(rng, lows=LOWS, pungs=range(34), run_share=0.75, closed=True)
    if choice < 0.6:
        return _fill(rng, lows=LOWS, run_share=1, closed=True)
    if choice < 0.75:
        return _fill(rng, lows=SIMPLE_LOWS, pungs=SIMPLES, pairs=SIMPLES)
    if choice < 0.93:
        fixed = [(rng.choice(HONOURS), False)]
        return _fill(rng, fixed, lows=LOWS, pungs=range(34))
    return _fill(rng, lows=LOWS, pungs=range(34))


@dataclass
class _Table:
    """Tiles taken so far, so that no kind is seen five times."""

    used: Counter[int]

    def spare(self, kind: int, count: int = 1) -> bool:
        return self.used[kind] + count <= 4

    def take(self, kind: int) -> int:
        self.used[kind] += 1
        return kind


def _melds(rng: random.Random, shape: Shape, table: _Table) -> tuple[list[Hand], list[Block]]:
    """Which sets lie on the table, and those that stay in the hand."""
    is_open = not shape.closed and rng.random() < 0.65
    claims = rng.choice((1, 1, 2, 2, 3, 4)) if is_open else 0
    kongs_due = shape.kongs
    melds: list[Hand] = []
    kept: list[Block] = []
    for place, block in enumerate(shape.blocks):
        low, run = block
        can_kong = not run and table.spare(low)
        kong = can_kong and (kongs_due > 0 or rng.random() < 0.22)
        claimed = place < claims
        if kong:
            kongs_due -= 1
            table.take(low)
            kind = rng.choice(("kong", "extended-kong")) if claimed else "concealed-kong"
            melds.append(_meld(rng, kind, (low,) * 4))
        elif claimed:
            melds.append(_meld(rng, "chow" if run else "pung", tiles_of(block)))
        else:
            kept.append(block)
    rng.shuffle(melds)
    return melds, kept


def _meld(rng: random.Random, kind: str, kinds: Sequence[int]) -> Hand:
    meld: Hand = {"kind": kind, "tiles": list(kinds)}
    if kind == "chow":
        meld["from"] = "left"
    elif kind != "concealed-kong":
        meld["from"] = rng.choice(SIDES)
    return meld


def _winning_tile(rng: random.Random, shape: Shape, tiles: Sequence[int]) -> int:
    wished = [kind for kind in tiles if kind in shape.win]
    if wished:
        return rng.choice(wished)
    if shape.blocks and rng.random() < 0.15:
        return shape.pair
    return rng.choice(tiles)


@dataclass(frozen=True)
class _Win:
    by: str
    riichi: bool | str = False
    ippatsu: bool = False
    last_tile: bool = False
    first_turn: bool = False


def _ways(melds: Sequence[Hand], alone: bool) -> list[str]:
    ways = ["discard"] * 5 + ["self-draw"] * 4
    if any("kong" in meld["kind"] for meld in melds):
        ways += ["replacement"] * 3
    if alone:
        ways += ["robbed-kong"] * 2
    return ways


def _circumstances(
    rng: random.Random, seat: str, melds: Sequence[Hand], alone: bool, last_replacement: bool
) -> _Win:
    """How the hand was won; `alone`: the winning tile's kind is seen nowhere else."""
    closed = all(meld["kind"] == "concealed-kong" for meld in melds)
    by = rng.choice(_ways(melds, alone))
    possible_first = not melds and (by == "self-draw" or (by == "discard" and seat != "east"))
    if possible_first and rng.random() < 0.04:
        return _Win(by, first_turn=True)
    riichi: bool | str = False
    if closed and rng.random() < 0.55:
        riichi = "double" if rng.random() < 0.2 else True
    ippatsu = bool(riichi) and by != "replacement" and rng.random() < 0.3
    if riichi == "double" and (melds or by == "robbed-kong"):
        ippatsu = False
    can_be_last = (
        by in ("discard", "self-draw") or (by == "replacement" and last_replacement)
    ) and not (ippatsu and riichi == "double")
    return _Win(by, riichi, ippatsu, can_be_last and rng.random() < 0.1)


def _indicators(rng: random.Random, table: _Table, count: int, barred: int | None) -> list[int]:
    """Indicators, often such that the hand holds their dora."""
    held = [kind for kind in table.used if table.used[kind]]
    found: list[int] = []
    while len(found) < count:
        kind = _before(rng.choice(held)) if rng.random() < 0.4 else rng.randrange(34)
        if kind != barred and table.spare(kind):
            found.append(table.take(kind))
    return found


def _before(kind: int) -> int:
    """The indicator of a kind."""
    if kind in WINDS:
        return 27 + (kind - 27 - 1) % 4
    if kind in DRAGONS:
        return 31 + (kind - 31 - 1) % 3
    return kind - kind % 9 + (kind % 9 - 1) % 9


class _Writer:
    """Writes kinds as tiles and decides which fives are red."""

    def __init__(self, rng: random.Random, used: Counter[int], red_fives: bool) -> None:
        self.red: dict[int, int] = {}
        for kind in FIVES:
            chance = 1.0 if used[kind] == 4 else used[kind] * 0.25
            if red_fives and used[kind] and rng.random() < chance:
                self.red[kind] = rng.randrange(used[kind])

    def tile(self, kind: int) -> Tile:
        plain = KINDS[kind]
        if kind in self.red:
            self.red[kind] -= 1
            if self.red[kind] == -1:
                return TILES[f"0{plain.suit.value}"]
        return plain

    def text(self, kinds: Sequence[int]) -> str:
        return format_tiles(self.tile(kind) for kind in kinds)


def hand(seed: int, number: int, *, red_fives: bool = True, last_replacement: bool = False) -> Hand:
    """One hand, by its seed and number alone.

    Args:
        seed: the series.
        number: which hand of the series.
        red_fives: whether the set of tiles has one red five in each suit.
        last_replacement: whether a replacement tile may also be the last tile,
            which not every calculator accepts.
    """
    rng = random.Random(f"{seed}:{number}")
    shape = (rng.choice(RECIPES) if rng.random() < 1 / 3 else _everyday)(rng)
    table = _Table(
        Counter(
            shape.loose
            or [kind for block in shape.blocks for kind in tiles_of(block)] + [shape.pair] * 2
        )
    )
    melds, kept = _melds(rng, shape, table)
    tiles = list(shape.loose)
    if shape.blocks:
        tiles = sorted([shape.pair] * 2 + [kind for block in kept for kind in tiles_of(block)])
    win = _winning_tile(rng, shape, tiles)
    tiles.remove(win)
    seat, round_wind = rng.choice(SEATS), rng.choice(SEATS[: rng.choice((2, 2, 4))])
    won = _circumstances(rng, seat, melds, table.used[win] == 1, last_replacement)
    kongs = sum(1 for meld in melds if "kong" in meld["kind"])
    told = 0 if rng.random() < 0.1 else min(5, 1 + kongs + rng.choice((0, 0, 0, 0, 1, 2)))
    barred = win if won.by == "robbed-kong" else None
    dora = _indicators(rng, table, told, barred)
    ura = _indicators(rng, table, told if won.riichi else 0, barred)

    write = _Writer(rng, table.used, red_fives)
    found: Hand = {"id": f"{seed}-{number}", "hand": write.text(tiles)}
    if melds:
        found["melds"] = [{**meld, "tiles": write.text(meld["tiles"])} for meld in melds]
    found["win"] = write.text([win])
    found["by"] = won.by
    found |= {"seat": seat, "round": round_wind}
    if won.by in ("discard", "robbed-kong"):
        found["from"] = rng.choice(SIDES)
    found |= {
        key: value
        for key, value in {
            "riichi": won.riichi,
            "ippatsu": won.ippatsu,
            "last_tile": won.last_tile,
            "first_turn": won.first_turn,
            "dora": write.text(dora),
            "ura": write.text(ura),
            "counters": rng.choice((0, 0, 0, 1, 2, 3)),
            "bets": max(rng.choice((0, 0, 1, 2, 3)), 1 if won.riichi else 0),
        }.items()
        if value
    }
    return found


def hands(
    seed: int,
    count: int,
    *,
    first: int = 0,
    red_fives: bool = True,
    last_replacement: bool = False,
) -> Iterator[Hand]:
    """A series of hands, from number `first` on."""
    for number in range(first, first + count):
        yield hand(seed, number, red_fives=red_fives, last_replacement=last_replacement)


def tenpai_hands(seed: int, count: int) -> Iterator[str]:
    """Thirteen concealed tiles one short of complete: closed hands less their winning tile."""
    number = 0
    while count:
        found = hand(seed, number, red_fives=False)
        number += 1
        if "melds" not in found:
            count -= 1
            yield found["hand"]
