"""Scoring before independent calculators, the published examples, and borrowed cases."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import pytest
import yaml

from tests.book import BOOK
from tests.borrowed import Borrowed, borrowed, skipped
from tests.hands import Hand, hand, hands
from tests.witness import (
    EDITIONS,
    NOT_A_WIN,
    TENHOU,
    InexpressibleError,
    Options,
    Verdict,
    answer,
    by_jansou,
    by_mahjong,
    by_ours,
    parameters,
    verdict,
)

SEED = 20261129
HANDS = 20_000
CHUNKS = 8
DATA = Path(__file__).with_name("data")

Witness = Callable[[Hand, Options], Verdict]
WITNESSES: dict[str, Witness] = {"mahjong": by_mahjong, "jansou": by_jansou}

EXPLAINED: list[dict[str, Any]] = yaml.safe_load((DATA / "witness.yaml").read_text("utf-8"))
ROWS: dict[str, Hand] = {
    row["id"]: row
    for row in map(json.loads, (DATA / "riichi-examples.jsonl").read_text("utf-8").splitlines())
}

EVERY_CHUNK = pytest.mark.parametrize("chunk", range(CHUNKS))
EVERY_EDITION = pytest.mark.parametrize("edition", EDITIONS)


def explained(question: Hand, who: str) -> bool:
    """Whether a difference of this witness is accounted for."""
    return any(
        entry["how"] == "differs"
        and who in entry["who"]
        and all(question.get(key) == value for key, value in entry["when"].items())
        for entry in EXPLAINED
    )


def asked(who: str, question: Hand, options: Options) -> Verdict | None:
    """What a witness says; None when it cannot be asked, which must be explained."""
    try:
        return WITNESSES[who](question, options)
    except InexpressibleError as error:
        reasons = [
            entry["reason"]
            for entry in EXPLAINED
            if entry["how"] == "refuses" and who in entry["who"]
        ]
        assert str(error) in reasons, f"{who} cannot be asked: {error}: {question}"
        return None


def told(question: Hand, ours: Verdict, who: str, theirs: Verdict) -> str:
    return f"{json.dumps(question)}\n  ours {ours}\n  {who} {theirs}"


@cache
def of_chunk(chunk: int) -> tuple[Hand, ...]:
    size = HANDS // CHUNKS
    return tuple(hands(SEED, size, first=chunk * size))


# The hands -------------------------------------------------------------------------


def test_hands_depend_on_seed_and_number_alone() -> None:
    assert list(hands(1, 50)) == [hand(1, number) for number in range(50)]
    assert list(hands(1, 20)) != list(hands(2, 20))


@pytest.mark.parametrize("red_fives", [True, False])
def test_hands_can_be(red_fives: bool) -> None:
    for question in hands(5, 2000, red_fives=red_fives, last_replacement=True):
        assert not impossible(question, red_fives), question


def impossible(question: Hand, red_fives: bool) -> list[str]:
    """What makes a hand impossible at a table, found without the engine."""
    melds = question.get("melds", [])
    texts = [question["hand"], question["win"], question.get("dora", ""), question.get("ura", "")]
    tiles = [tile for text in texts + [meld["tiles"] for meld in melds] for tile in _codes(text)]
    kinds = Counter(code.replace("0", "5") for code in tiles)
    kongs = [meld for meld in melds if "kong" in meld["kind"]]
    closed = all(meld["kind"] == "concealed-kong" for meld in melds)
    by, riichi = question["by"], question.get("riichi")
    ippatsu, last = question.get("ippatsu"), question.get("last_tile")
    shown = len(_codes(question.get("dora", "")))
    checks = {
        "size": len(_codes(question["hand"])) != 13 - 3 * len(melds),
        "fifth": max(kinds.values()) > 4,
        "red": any(tiles.count(red) != (kinds[five] == 4) * red_fives for red, five in _REDS
                   if kinds[five] == 4 or not red_fives or tiles.count(red) > 1),
        "riichi": riichi and not closed,
        "ippatsu": ippatsu and (not riichi or by == "replacement"),
        "double": ippatsu and riichi == "double" and (melds or last or by == "robbed-kong"),
        "replacement": by == "replacement" and not kongs,
        "robbed": by == "robbed-kong" and (kinds[question["win"].replace("0", "5")] > 1 or last),
        "first": question.get("first_turn") and (melds or riichi or last or by == "robbed-kong"),
        "chow": any(m["kind"] == "chow" and m["from"] != "left" for m in melds),
        "indicators": shown and not len(kongs) < shown <= 5,
        "ura": len(_codes(question.get("ura", ""))) != (shown if riichi else 0),
    }  # fmt: skip
    return [name for name, wrong in checks.items() if wrong]


_REDS = (("0m", "5m"), ("0p", "5p"), ("0s", "5s"))


def _codes(text: str) -> list[str]:
    found, ranks = [], ""
    for char in text:
        if char.isdigit():
            ranks += char
        else:
            found += [rank + char for rank in ranks]
            ranks = ""
    return found


def test_hands_have_everything() -> None:
    """Each yaku comes up, and so do hands without any."""
    found: Counter[str] = Counter()
    none = 0
    for chunk in range(2):
        for question in of_chunk(chunk):
            verdict = by_mahjong(question)
            found.update(verdict.yaku)
            none += verdict == NOT_A_WIN
    everything = set(EVERY_YAKU.split())
    assert set(found) == everything
    assert min(found[id] for id in everything - {"tenhou"}) >= 20
    assert 0.03 < none / (2 * HANDS / CHUNKS) < 0.15


EVERY_YAKU = """
    riichi double-riichi ippatsu menzen-tsumo pinfu iipeikou tanyao haku hatsu chun seat-wind
    round-wind rinshan chankan haitei houtei chiitoitsu sanshoku-doujun ittsu chanta
    sanshoku-doukou sanankou sankantsu toitoi shousangen honroutou ryanpeikou honitsu junchan
    chinitsu kokushi chuuren tenhou chiihou suuankou suukantsu ryuuiisou chinroutou tsuuiisou
    daisangen shousuushii daisuushii
"""


# Before the witnesses --------------------------------------------------------------


@EVERY_CHUNK
def test_witnesses_agree(chunk: int) -> None:
    for question in of_chunk(chunk):
        first, second = by_mahjong(question), by_jansou(question)
        assert first == second, told(question, first, "jansou", second)


@EVERY_CHUNK
def test_we_agree_with_them(chunk: int) -> None:
    assert not differences(of_chunk(chunk), TENHOU)


@EVERY_EDITION
def test_we_agree_with_them_by_ema_rules(edition: str) -> None:
    options = EDITIONS[edition]
    some = hands(SEED + 1, 2500, red_fives=options.red_fives, last_replacement=True)
    assert not differences(some, options)


def differences(questions: Any, options: Options) -> list[str]:
    """Every unexplained difference, told."""
    found = []
    for question in questions:
        ours = by_ours(question, options)
        for who in WITNESSES:
            theirs = asked(who, question, options)
            if theirs is not None and ours != theirs and not explained(question, who):
                found.append(told(question, ours, who, theirs))
    return found


def test_a_difference_is_seen() -> None:
    """The comparison can fail: other options, other answers."""
    assert differences(hands(SEED, 300), Options(open_tanyao=False)) == []
    ours = [by_ours(question, Options(open_tanyao=False)) for question in hands(SEED, 300)]
    theirs = [by_mahjong(question) for question in hands(SEED, 300)]
    assert ours != theirs


# The published examples ------------------------------------------------------------


def expected(row: Hand, edition: str) -> dict[str, Any] | None:
    """What an edition says to a row: None when it is no win."""
    [found] = [
        value for key, value in row["expect"].items() if key == "all" or edition in key.split()
    ]
    result: dict[str, Any] | None = found
    return result


def wrong(found: Verdict, row: Hand, edition: str) -> list[str]:
    """In what a verdict departs from a row. Above the limit a row may leave out fu."""
    wanted = expected(row, edition)
    if wanted is None:
        return [] if found == NOT_A_WIN else ["a win"]
    assert all(key in ("yaku", "yakuman", "fan", "fu", "total") for key in wanted)
    fields = {**wanted, "yaku": tuple(sorted(wanted["yaku"]))}
    if "yakuman" not in fields:
        fields["yakuman"] = 0
    return [f"{key}: {getattr(found, key)}" for key in fields if getattr(found, key) != fields[key]]


@EVERY_EDITION
@pytest.mark.parametrize("id", ROWS)
def test_published_examples(id: str, edition: str) -> None:
    """Every row comes out by the rule set itself, nothing overridden."""
    found = answer(ROWS[id], {}, edition)
    assert not wrong(verdict(found, ROWS[id]), ROWS[id], edition)


@EVERY_EDITION
def test_options_say_what_the_rule_set_says(edition: str) -> None:
    """What witnesses are told of an edition is what its rule set holds."""
    rules = BOOK.ruleset(edition)
    for param, value in parameters(EDITIONS[edition]).items():
        assert rules[param] == value, param


@EVERY_EDITION
@pytest.mark.parametrize("who", WITNESSES)
def test_witnesses_of_published_examples(who: str, edition: str) -> None:
    for id, row in ROWS.items():
        found = asked(who, row, EDITIONS[edition])
        assert found is None or not wrong(found, row, edition), id


@pytest.mark.parametrize("entry", EXPLAINED, ids=lambda entry: entry["case"])
def test_explanations_are_true(entry: dict[str, Any]) -> None:
    """A refusal happens in its example, in one edition at least."""
    assert entry["decides"].strip() and entry["how"] in ("refuses", "adapted", "differs")
    if entry["how"] != "refuses":
        assert entry["example"] in ROWS
        return
    for who in entry["who"]:
        said = []
        for options in EDITIONS.values():
            try:
                WITNESSES[who](ROWS[entry["example"]], options)
            except InexpressibleError as error:
                said.append(str(error))
        assert entry["reason"] in said


# Borrowed cases --------------------------------------------------------------------

BORROWED = borrowed()


@pytest.mark.skipif(not BORROWED, reason="the borrowed cases are not here")
def test_every_borrowed_case_is_put_or_named() -> None:
    assert len(BORROWED) + len(skipped()) == 233


@pytest.mark.parametrize("case", BORROWED, ids=lambda case: f"{case.id}-{case.name}")
def test_borrowed_cases(case: Borrowed) -> None:
    found = answer(case.question, case.overrides)
    if case.refused:
        assert "error" in found, found
        return
    assert "error" not in found, found
    ids = tuple(sorted(item["id"] for item in found["yaku"]))
    for name, got, wanted in (
        ("yaku", ids, case.yaku),
        ("yakuman", found["yakuman"], case.yakuman),
        ("fan", found["fan"], case.fan),
        ("fu", found["fu"], case.fu),
        ("value", found["value"], case.value),
    ):
        assert wanted is None or got == wanted, name
