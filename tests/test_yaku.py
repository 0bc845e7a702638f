"""Yaku, tenpai and furiten before definitions that are read literally."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import replace
from functools import cache
from itertools import product

import pytest

from rulebook.actions import Action, ActionKind
from rulebook.case import hand_waits
from rulebook.engine import judge, permitted
from rulebook.outcome import situation
from rulebook.riichi.form import read_hand
from rulebook.riichi.hand import Hand, HandError, Source
from rulebook.riichi.score import score
from rulebook.riichi.tenpai import is_tenpai
from rulebook.riichi.terms import terms_of
from rulebook.riichi.views import views
from rulebook.riichi.yaku import YAKU, YAKUMAN, yaku_of_shape, yakuman_of
from rulebook.ruleset import Family
from rulebook.scenario import build
from rulebook.state import Discard, Discarded, MeldKind, Player, Position, Ready
from rulebook.tiles import KINDS, Seat, Tile, parse_tile, parse_tiles
from tests import naive
from tests.book import BOOK
from tests.hands import hands, tenpai_hands

RIICHI = [
    BOOK.ruleset(id) for id, one in BOOK.rulesets.items() if one.family == Family.RIICHI.value
]
EMA = BOOK.ruleset("ema-2025")
CLOSED_TANYAO = BOOK.ruleset("ema-2012")
EVERY_RULESET = pytest.mark.parametrize("rules", RIICHI, ids=lambda rules: rules.id)

CIRCUMSTANTIAL = {
    *("riichi", "double-riichi", "ippatsu", "menzen-tsumo", "rinshan", "chankan", "haitei"),
    *("houtei", "renhou", "tenhou", "chiihou"),
}
SHAPE = {*YAKU, *YAKUMAN} - CIRCUMSTANTIAL

Answer = tuple[str, frozenset[tuple[str, int]], frozenset[str]]
"""A wait, the yaku with their fan, and the yakuman of one way to see a hand."""


def ours(hand: Hand, rules: object = EMA) -> set[Answer]:
    """Every way in which the engine sees a hand; beside thirteen orphans nothing counts."""
    terms = terms_of(rules)  # type: ignore[arg-type]
    return {
        (
            view.wait.value,
            frozenset(() if view.orphans else yaku_of_shape(view, terms)),
            frozenset(yakuman_of(view, terms)) & SHAPE,
        )
        for view in views(hand, terms)
    }


def literally(hand: Hand, *, open_tanyao: bool = True) -> set[Answer]:
    """The same from the definitions."""
    melds = [
        naive.Set(
            tuple(map(plain, meld.tiles[:3])),
            open=meld.kind is not MeldKind.CONCEALED_KONG,
            kong=meld.kind.kong,
            laid=True,
        )
        for meld in hand.melds
    ]
    seen = naive.sights(
        [plain(tile) for tile in hand.concealed],
        plain(hand.tile),
        melds,
        drawn=hand.drawn,
        seat=f"{hand.seat + 1}z",
        round=f"{hand.round + 1}z",
    )
    return {
        (
            one.wait,
            frozenset(one.yaku(open_tanyao=open_tanyao).items()),
            frozenset(one.yakuman()),
        )
        for one in seen
    }


def plain(tile: Tile) -> str:
    return tile.kind.code


# Small worlds ----------------------------------------------------------------------


def multisets(kinds: int, count: int) -> Iterator[tuple[int, ...]]:
    """Every choice of so many tiles of so many kinds, four of each at most."""
    if not kinds:
        if not count:
            yield ()
        return
    for first in range(min(4, count) + 1):
        for rest in multisets(kinds - 1, count - first):
            yield (first, *rest)


def finished(kinds: str, count: int = 14) -> Iterator[tuple[str, ...]]:
    """Every finished hand of these tiles, found by trying all."""
    codes = [tile.code for tile in parse_tiles(kinds)]
    for counts in multisets(len(codes), count):
        tiles = tuple(code for code, held in zip(codes, counts, strict=True) for _ in range(held))
        if naive.readings(tiles) or naive.seven_pairs(tiles) or naive.orphans(tiles):
            yield tiles


def asked(tiles: tuple[str, ...], win: str, number: int) -> Hand:
    """A finished hand won with a tile, in one of the circumstances that matter to shapes."""
    left = list(tiles)
    left.remove(win)
    seats = list(product(Seat, (Seat.EAST, Seat.SOUTH)))
    seat, round = seats[number % len(seats)]
    return Hand(
        tuple(map(parse_tile, left)),
        parse_tile(win),
        source=(Source.DISCARD, Source.SELF_DRAW)[number % 2],
        seat=seat,
        round=round,
    )


def compared(worlds: Iterable[tuple[str, ...]], step: int = 1) -> int:
    """Compare every hand with each winning tile, or each second or third; how many."""
    number = done = 0
    for tiles in worlds:
        for win in sorted(set(tiles)):
            number += 1
            if number % step:
                continue
            hand = asked(tiles, win, number // step)
            assert ours(hand) == literally(hand), (tiles, win, hand.source)
            done += 1
    return done


def test_all_hands_of_one_suit() -> None:
    """Each of the 13,277 finished hands of characters, won with one tile in five."""
    assert compared(finished("123456789m"), step=5) > 15_000


@pytest.mark.parametrize(
    ("kinds", "least"),
    [
        ("1234567z", 500),
        ("19m19p19s", 100),
        ("234678s6z", 500),
        ("1z5z123m", 100),
        ("789s19p4z", 300),
    ],
)
def test_all_hands_of_few_kinds(kinds: str, least: int) -> None:
    assert compared(finished(kinds)) > least


def test_orphans_in_every_way() -> None:
    every = [tuple(sorted([*naive.ORPHANS, twice])) for twice in naive.ORPHANS]
    assert compared(every) == 13 * 13


@pytest.mark.parametrize("rules", [EMA, CLOSED_TANYAO], ids=lambda rules: rules.id)
def test_hands_of_every_make(rules: object) -> None:
    """Sets on the table, kongs, red fives, all three suits."""
    found: Counter[str] = Counter()
    for question in hands(11, 4000, last_replacement=True):
        hand = read_hand(question)
        answers = ours(hand, rules)
        assert answers == literally(hand, open_tanyao=rules is EMA), question
        for _, yaku, yakuman in answers:
            found.update(id for id, _ in yaku)
            found.update(yakuman)
    assert set(found) == SHAPE


# Circumstances ---------------------------------------------------------------------


def luck(hand: Hand, *, combine: bool) -> set[str]:
    """The yaku of circumstance, from their definitions; blessings left out."""
    closed = all(meld.kind is MeldKind.CONCEALED_KONG for meld in hand.melds)
    drawn = hand.source in (Source.SELF_DRAW, Source.REPLACEMENT)
    after_kong = hand.source is Source.REPLACEMENT
    found = {
        "riichi": hand.ready is Ready.RIICHI,
        "double-riichi": hand.ready is Ready.DOUBLE_RIICHI,
        "ippatsu": hand.ippatsu,
        "menzen-tsumo": closed and drawn,
        "rinshan": after_kong,
        "chankan": hand.source is Source.ROBBED_KONG,
        "haitei": hand.last_tile and drawn and (combine or not after_kong),
        "houtei": hand.last_tile and hand.source is Source.DISCARD,
    }
    return {id for id, holds in found.items() if holds}


@EVERY_RULESET
def test_yaku_of_circumstance(rules: object) -> None:
    combine = bool(rules["yaku.rinshan.last-tile"])  # type: ignore[index]
    red = bool(rules["tiles.red-fives"])  # type: ignore[index]
    found: Counter[str] = Counter()
    for question in hands(12, 2500, last_replacement=True, red_fives=red):
        hand = read_hand(question)
        try:
            result = score(hand, rules)  # type: ignore[arg-type]
        except HandError as error:
            assert [fault.code for fault in error.faults] == ["no-yaku"]
            assert not luck(hand, combine=combine)
            continue
        held = {id for id, _ in result.yaku} & CIRCUMSTANTIAL
        found.update(held)
        first = hand.first_turn and not result.yakuman and "renhou" in held
        if not result.yakuman and not first:
            assert held - {"renhou"} == luck(hand, combine=combine), question
        if hand.first_turn and hand.drawn:
            wanted = "tenhou" if hand.seat is Seat.EAST else "chiihou"
            assert wanted in held, question
    assert CIRCUMSTANTIAL - set(found) <= {"renhou", "tenhou"}


# What can never come together -------------------------------------------------------

PUNGS = ("toitoi", "sanshoku-doukou", "sanankou", "sankantsu")
VALUED = ("haku", "hatsu", "chun", "seat-wind", "round-wind")
EXCLUDED: dict[str, tuple[str, ...]] = {
    "riichi": ("double-riichi", "tenhou", "chiihou", "renhou"),
    "double-riichi": ("tenhou", "chiihou", "renhou"),
    "menzen-tsumo": ("houtei", "chankan", "renhou"),
    "haitei": ("houtei",),
    "chankan": ("rinshan", "haitei", "houtei"),
    "rinshan": ("ippatsu", "houtei"),
    "pinfu": ("chiitoitsu", *PUNGS, *VALUED, "rinshan", "shousangen", "honroutou"),
    "tanyao": (*VALUED, "chanta", "junchan", "honroutou", "honitsu", "ittsu", "shousangen"),
    "iipeikou": ("ryanpeikou", "chiitoitsu", "toitoi", "sanshoku-doukou", "sanankou", "sankantsu"),
    "ryanpeikou": ("chiitoitsu",),
    "sanshoku-doujun": (
        *("ittsu", "honitsu", "chinitsu", "toitoi", "sanankou", "sankantsu", "sanshoku-doukou"),
        *("shousangen", "honroutou", "ryanpeikou", "chiitoitsu"),
    ),
    "ittsu": (
        *("toitoi", "sanankou", "sankantsu", "sanshoku-doukou", "shousangen", "honroutou"),
        *("chanta", "junchan", "tanyao", "ryanpeikou", "chiitoitsu"),
    ),
    "sanshoku-doukou": ("honitsu", "chinitsu"),
    "honitsu": ("chinitsu", "junchan"),
    "chanta": ("junchan", "honroutou", "toitoi", "chiitoitsu"),
    "junchan": ("honroutou", "toitoi", "chiitoitsu", *VALUED),
}
ALWAYS = {
    "shousangen": lambda ids: len(ids & {"haku", "hatsu", "chun"}) == 2,
    "honroutou": lambda ids: bool(ids & {"toitoi", "chiitoitsu"}),
    "ippatsu": lambda ids: bool(ids & {"riichi", "double-riichi"}),
}


@cache
def scored() -> tuple[tuple[str, frozenset[str], bool], ...]:
    """Many hands with the yaku they score: the rule set, the ids, whether open."""
    found = []
    for rules in RIICHI:
        red = bool(rules["tiles.red-fives"])
        for question in hands(13, 1500, last_replacement=True, red_fives=red):
            hand = read_hand(question)
            try:
                ids = frozenset(id for id, _ in score(hand, rules).yaku)
            except HandError:
                continue
            found.append((rules.id, ids, not hand.closed))
    return tuple(found)


def test_what_never_comes_together() -> None:
    assert set(EXCLUDED) | {one for row in EXCLUDED.values() for one in row} <= {*YAKU, *YAKUMAN}
    for rules, ids, _ in scored():
        for id in ids & set(EXCLUDED):
            assert not ids & set(EXCLUDED[id]), (rules, ids)
        for id, holds in ALWAYS.items():
            assert id not in ids or holds(ids), (rules, ids)


def test_yakuman_stand_alone_and_closed_yaku_are_closed() -> None:
    closed_only = {one.id for one in YAKU.values() if one.open is None}
    limits = set(YAKUMAN) - {"renhou"}
    for rules, ids, is_open in scored():
        if ids & limits:
            assert ids <= set(YAKUMAN), (rules, ids)
        if is_open:
            assert not ids & (closed_only | {"kokushi", "chuuren", "tenhou", "chiihou", "suuankou"})


# Definitions -----------------------------------------------------------------------


@cache
def shown() -> dict[str, Counter[bool]]:
    """How many examples of each yaku's rule have the yaku, and how many do not, by the rule."""
    found: dict[str, Counter[bool]] = {}
    for rule in BOOK.rules.values():
        for example in rule.examples if rule.id.startswith("yaku.") else ():
            said = set()
            for rules in RIICHI:
                scenario, _ = build(example.given, example.when, rules)
                if scenario is not None and scenario.action is not None:
                    ruling = judge(situation(scenario, rules), scenario.action, rules)
                    said |= {one.key for one in ruling.reasons if one.rule == rule.id}
            found.setdefault(rule.id, Counter())["holds" in said] += 1
    return found


@pytest.mark.parametrize("id", dict.fromkeys([*YAKU, *YAKUMAN]))
def test_every_yaku_is_defined_and_shown(id: str) -> None:
    """A rule in force somewhere, an example that has the yaku, one that nearly has it."""
    rule = f"yaku.{id}"
    assert any(rule in rules.rules for rules in RIICHI)
    assert shown()[rule][True] and shown()[rule][False], shown()[rule]


# Tenpai and furiten ------------------------------------------------------------------


def random_hands(count: int) -> Iterator[str]:
    """Hands of thirteen tiles: some in tenpai, some spoilt by one tile, some of one suit."""
    choose = random.Random(5)
    for number, text in enumerate(tenpai_hands(21, count)):
        tiles = [tile.kind for tile in parse_tiles(text)]
        if number % 3 == 1:
            tiles[choose.randrange(13)] = choose.choice(KINDS)
        if number % 3 == 2:
            tiles = choose.sample(list(KINDS[:9]) * 4, 13)
        if max(Counter(tiles).values()) <= 4:
            yield "".join(tile.code for tile in sorted(tiles))


def test_waits_and_tenpai_by_trying_every_tile() -> None:
    ready = owned = 0
    for text in random_hands(1500):
        tiles = parse_tiles(text)
        codes = [tile.code for tile in tiles]
        player = Player(hand=tiles)
        found = naive.waits(codes)
        assert tuple(tile.code for tile in hand_waits(player, EMA) or ()) == found
        useful = [code for code in found if codes.count(code) < 4]
        assert is_tenpai(player, EMA) is bool(useful), text
        ready += bool(useful)
        owned += len(useful) < len(found)
    assert ready > 500 and owned > 5


def offered(
    tiles: tuple[Tile, ...], discards: tuple[Discard, ...], win: Tile, **more: object
) -> Position:
    other = Player(hidden=13)
    player = Player(hand=tiles, discards=discards, **more)  # type: ignore[arg-type]
    giver = replace(other, discards=(Discard(win),))
    return Position((giver, player, other, other), Discarded(Seat.EAST, win), live=30, dead=14)


@EVERY_RULESET
def test_furiten_by_looking_at_every_discard(rules: object) -> None:
    choose = random.Random(8)
    allowed = barred = 0
    win = Action(ActionKind.WIN, Seat.SOUTH)
    for text in tenpai_hands(22, 400):
        tiles = parse_tiles(text)
        waits = naive.waits([tile.code for tile in tiles])
        thrown = tuple(
            Discard(choose.choice(KINDS), taken=choose.choice((None, None, Seat.NORTH)))
            for _ in range(choose.randrange(12))
        )
        tile = parse_tile(choose.choice(waits)) if choose.random() < 0.8 else choose.choice(KINDS)
        passed = choose.random() < 0.2
        position = offered(tiles, thrown, tile, ready=Ready.RIICHI, furiten=passed)
        own = any(discard.tile.code in waits for discard in thrown)
        wanted = tile.code in waits and not passed and not own
        ruling = judge(position, win, rules)  # type: ignore[arg-type]
        assert ruling.allowed is wanted, (text, tile, thrown, passed)
        assert permitted(position, win, rules) is wanted  # type: ignore[arg-type]
        if tile.code in waits:
            named = {reason.rule.split(".")[0] for reason in ruling.reasons}
            assert ("furiten" in named) is (passed or own)
        allowed += wanted
        barred += tile.code in waits and not wanted
    assert allowed > 60 and barred > 60
