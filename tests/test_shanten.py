"""The distance from tenpai, beside an independent calculator and beside our waits."""

from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from mahjong.shanten import Shanten

from rulebook.riichi.shanten import shanten
from rulebook.shape import is_complete, waits
from rulebook.tiles import parse_tiles

SEED = 20261129
HANDS = 10_000


def counts_of(numbers: list[int]) -> bytes:
    """Counts by kind of tiles numbered 0-135."""
    counts = bytearray(34)
    for number in numbers:
        counts[number // 4] += 1
    return bytes(counts)


def theirs(counts: bytes) -> int:
    return Shanten.calculate_shanten(list(counts))


def hand(rng: random.Random, suits: int, tiles: int) -> bytes:
    """Tiles at random from some of the four suits."""
    of = rng.sample(range(4), suits)
    return counts_of(rng.sample([one for one in range(136) if one // 36 in of], tiles))


@pytest.mark.parametrize("suits", [1, 2, 3, 4])
@pytest.mark.parametrize("melds", [0, 1, 2, 3, 4])
def test_we_agree_on_random_hands(suits: int, melds: int) -> None:
    rng = random.Random(f"{SEED}:{suits}:{melds}")
    for number in range(HANDS // 20):
        counts = hand(rng, suits, 13 - 3 * melds + number % 2)
        assert shanten(counts, melds) == theirs(counts), [*counts]


TILES = st.lists(st.integers(0, 135), min_size=14, max_size=14, unique=True).map(counts_of)


@given(TILES)
def test_we_agree_on_any_hand(counts: bytes) -> None:
    assert shanten(counts) == theirs(counts)


@given(st.lists(st.integers(0, 35), min_size=14, max_size=14, unique=True).map(counts_of))
def test_complete_is_one_better_than_tenpai(counts: bytes) -> None:
    assert (shanten(counts) == -1) is is_complete(counts, seven_pairs=True)


@given(st.lists(st.integers(0, 71), min_size=14, max_size=14, unique=True))
def test_a_tile_changes_it_by_one_at_most(numbers: list[int]) -> None:
    before, after = shanten(counts_of(numbers[:13])), shanten(counts_of(numbers))
    assert after in (before, before - 1)


@given(st.lists(st.integers(0, 35), min_size=13, max_size=13, unique=True).map(counts_of))
def test_tenpai_waits(counts: bytes) -> None:
    """A hand in tenpai waits; one that waits for a tile that is left is in tenpai."""
    found = waits(counts, seven_pairs=True)
    if shanten(counts) == 0:
        assert found
    if any(counts[tile.index] < 4 for tile in found):
        assert shanten(counts) == 0


@pytest.mark.parametrize(
    ("tiles", "melds", "expected"),
    [
        ("123m456p789s1122z", 0, 0),
        ("123m456p789s11222z", 0, -1),
        ("19m19p19s1234567z", 0, 0),
        ("1133557799m113p", 0, 0),
        ("1111m", 3, 1),
        ("1z", 4, 0),
        ("11z", 4, -1),
        ("1111222233334z", 0, 3),
        ("147m258p369s1234z", 0, 6),
    ],
)
def test_hands_by_hand(tiles: str, melds: int, expected: int) -> None:
    assert shanten(parse_tiles(tiles), melds) == expected


def test_seven_pairs_may_be_no_hand() -> None:
    pairs = parse_tiles("1133557799m113p")
    assert shanten(pairs) == 0
    assert shanten(pairs, seven_pairs=False) > 0


@pytest.mark.parametrize(("tiles", "melds"), [("123m", 0), ("123m456p789s11223z", 1)])
def test_other_numbers_of_tiles_are_refused(tiles: str, melds: int) -> None:
    with pytest.raises(ValueError, match="concealed tiles"):
        shanten(parse_tiles(tiles), melds)
