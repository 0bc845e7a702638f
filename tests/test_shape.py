"""Completeness and waits beside a plain search written for these tests alone."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator

import pytest

from rulebook.shape import counts_of, is_complete, readings, waits
from rulebook.tiles import KINDS

SEED = 20261129
HANDS = 10_000


def splits_into_sets(counts: list[int]) -> bool:
    """Whether the tiles are nothing but sets: try what the lowest tile can belong to."""
    low = next((kind for kind, held in enumerate(counts) if held), None)
    if low is None:
        return True
    tries = [(low, low, low)]
    if low < 27 and low % 9 < 7:
        tries.append((low, low + 1, low + 2))
    for kinds in tries:
        for kind in kinds:
            counts[kind] -= 1
        fits = min(counts) >= 0 and splits_into_sets(counts)
        for kind in kinds:
            counts[kind] += 1
        if fits:
            return True
    return False


def is_won(counts: list[int]) -> bool:
    """Whether the tiles are sets and a pair: try every pair."""
    if any(sum(counts[start : start + 9]) % 3 == 1 for start in (0, 9, 18)):
        return False
    for pair, held in enumerate(counts):
        if held >= 2:
            counts[pair] -= 2
            fits = splits_into_sets(counts)
            counts[pair] += 2
            if fits:
                return True
    return False


def is_special(counts: list[int]) -> bool:
    """Whether the tiles are seven different pairs or thirteen orphans."""
    if sum(counts) != 14:
        return False
    held = {kind: count for kind, count in enumerate(counts) if count}
    orphans = {tile.index for tile in KINDS if tile.honour or tile.terminal}
    return (len(held) == 7 and set(held.values()) == {2}) or set(held) == orphans


def one_suit_hands(tiles: int, kinds: int = 9) -> Iterator[tuple[int, ...]]:
    """Every hand of so many tiles of one suit, by the number of each kind."""
    if not kinds:
        if not tiles:
            yield ()
        return
    for first in range(min(tiles, 4) + 1):
        for rest in one_suit_hands(tiles - first, kinds - 1):
            yield (first, *rest)


@pytest.mark.parametrize(
    ("tiles", "hands", "complete"), [(14, 118_800, 13_259), (11, 48_879, 4_475), (8, 11_385, 996)]
)
def test_every_hand_of_one_suit(tiles: int, hands: int, complete: int) -> None:
    seen = won = 0
    for hand in one_suit_hands(tiles):
        seen += 1
        found = is_complete(bytes(hand) + bytes(25), seven_pairs=False)
        assert found is is_won([*hand]), hand
        won += found
    assert (seen, won) == (hands, complete)


@pytest.mark.parametrize("suit", [9, 18])
def test_suits_are_alike(suit: int) -> None:
    for hand in one_suit_hands(5):
        here, there = bytes(hand) + bytes(25), bytes(suit) + bytes(hand) + bytes(25 - suit)
        assert is_complete(here, seven_pairs=True) is is_complete(there, seven_pairs=True)


def test_every_hand_of_honours() -> None:
    """Honours make no runs: complete are threes and one pair."""
    for tiles in (2, 5, 8, 11, 14):
        for hand in one_suit_hands(tiles, kinds=7):
            counts = bytes(27) + bytes(hand)
            plain = Counter(held for held in hand if held)
            expected = plain == Counter({3: tiles // 3, 2: 1}) - Counter()
            assert is_complete(counts, seven_pairs=False) is expected, hand


def hands() -> Iterator[list[int]]:
    """Concealed tiles before the winning one: random, in few suits, or a win less a tile."""
    rng = random.Random(SEED)
    while True:
        melds = rng.choice((0, 0, 0, 1, 2, 3, 4))
        counts = [0] * 34
        if rng.random() < 0.4:
            suits = rng.choices(range(4), k=rng.choice((1, 2)))
            wall = [kind for kind in range(34) if kind // 9 in suits] * 4
            if len(wall) < 14:
                continue
            for kind in rng.sample(wall, 13 - 3 * melds):
                counts[kind] += 1
            yield counts
            continue
        lows = [kind for kind in range(27) if kind % 9 < 7][: rng.choice((7, 14, 21))]
        for _ in range(4 - melds):
            low = rng.choice(lows)
            run = rng.random() < 0.7
            for kind in (low, low + run, low + 2 * run):
                counts[kind] += 1
        counts[rng.randrange(34)] += 2
        if rng.random() < 0.1 and not melds:
            counts = [2 * (kind in rng.sample(range(34), 7)) for kind in range(34)]
            counts = counts if sum(counts) == 14 else [*bytes(34)]
        if max(counts) > 4 or not any(counts):
            continue
        counts[rng.choice([kind for kind, held in enumerate(counts) if held])] -= 1
        yield counts


def test_waits_are_what_completes() -> None:
    tenpai = 0
    for _, counts in zip(range(HANDS), hands(), strict=False):
        expected = []
        for kind in range(34):
            counts[kind] += 1
            if is_won(counts) or is_special(counts):
                expected.append(kind)
            counts[kind] -= 1
        found = [tile.index for tile in waits(bytes(counts), seven_pairs=True)]
        assert found == expected, counts
        tenpai += bool(found)
    assert tenpai > HANDS / 2


def test_four_equal_tiles_may_be_two_pairs() -> None:
    tiles = bytes((4, 0, 2, 0, 2, 0, 2, 0, 2, 1)) + bytes(24)
    assert [tile.code for tile in waits(tiles, seven_pairs=True, four_alike=True)] == ["1p"]
    assert not waits(tiles, seven_pairs=False, four_alike=True)
    for four_alike in (False, True):
        whole = bytes((4, 0, 2, 0, 2, 2, 2, 2)) + bytes(26)
        assert is_complete(whole, seven_pairs=True, four_alike=four_alike) is four_alike


def test_readings_use_every_tile_once() -> None:
    for _, counts in zip(range(HANDS), hands(), strict=False):
        for tile in waits(bytes(counts), seven_pairs=False):
            whole = bytes(held + (kind == tile.index) for kind, held in enumerate(counts))
            found = list(readings(whole))
            for reading in found:
                tiles = [reading.pair, reading.pair]
                for one in reading.sets:
                    low = one.tile.index
                    tiles += KINDS[low : low + 3] if one.run else (one.tile,) * 3
                assert counts_of(tiles) == whole
            assert len({(frozenset(Counter(one.sets).items()), one.pair) for one in found}) == len(
                found
            )
