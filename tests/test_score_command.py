"""`rulebook score`: one line out for each line in, whatever the line holds."""

from __future__ import annotations

import io
import json
import re
import subprocess
import sys
from collections.abc import Iterable
from contextlib import redirect_stdout
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rulebook.catalog import catalog
from rulebook.commands.lines import answer_lines
from rulebook.commands.score import score_line
from rulebook.riichi.form import KEYS
from tests.book import BOOK
from tests.hands import hands

ROOT = Path(__file__).parent.parent
ENGLISH = catalog("en")

PINFU = {"hand": "123m678m99p567p45s", "win": "6s"}
"""A hand of one fan for East."""


def command(text: str | bytes, *words: str) -> list[dict[str, Any]]:
    """What the command writes for this input; it must end well and say nothing else."""
    data = text if isinstance(text, bytes) else text.encode()
    done = subprocess.run(
        [sys.executable, "-m", "rulebook", "score", *words],
        input=data,
        capture_output=True,
        cwd=ROOT,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, b"")
    return [strict(line) for line in done.stdout.decode().split("\n")[:-1]]


def strict(line: str) -> Any:
    """Read JSON as other programs do: without NaN and the like."""

    def refuse(name: str) -> None:
        raise AssertionError(f"{name} is no JSON")

    return json.loads(line, parse_constant=refuse)


def answered(lines: Iterable[str], lang: str = "en") -> list[dict[str, Any]]:
    """The same without a process of its own."""
    words = catalog(lang)
    with redirect_stdout(io.StringIO()) as out:
        answer_lines(lines, lambda one: score_line(one, BOOK, words), words)
    return [strict(line) for line in out.getvalue().split("\n")[:-1]]


def asked(**changes: Any) -> dict[str, Any]:
    """The answer to the pinfu hand with some keys changed."""
    [found] = answered([json.dumps(PINFU | changes)])
    return found


def code(found: dict[str, Any]) -> str | None:
    error = found.get("error")
    return error["code"] if error else None


# The form --------------------------------------------------------------------------


def test_the_answer_has_the_form_of_the_contract() -> None:
    found = asked(id="x", counters=2, bets=1, **{"from": "across"})
    assert found == {
        "id": "x",
        "yaku": [{"id": "pinfu", "fan": 1}],
        "yakuman": 0,
        "fan": 1,
        "fu": 30,
        "fu_items": [{"id": "base-concealed-discard", "fu": 30, "tiles": ""}],
        "limit": None,
        "value": 1500,
        "payments": {"left": 0, "across": -2100, "right": 0, "winner": 3100},
        "rules": [
            *("yaku.pinfu", "score.fu.base", "score.value.base", "score.value.discard"),
            *("score.value.counters", "score.value.bets"),
        ],
    }


def test_an_error_has_the_form_of_the_contract() -> None:
    found = asked(id="x", win="6x")
    assert set(found) == {"id", "error"}
    assert set(found["error"]) == {"code", "message", "where"}
    assert (found["id"], found["error"]["where"]) == ("x", "win")


def test_lines_keep_their_order_and_bad_ones_stop_nobody() -> None:
    good = [json.dumps(one) for one in hands(7, 40)]
    lines = [
        *good[:10],
        "",
        "{broken",
        *good[10:20],
        "   ",
        "[1, 2]",
        '{"id": "bad", "hand": "1x", "win": "2m"}',
        *good[20:],
    ]
    found = command("\n".join(lines), "--json")
    expected = [json.loads(line)["id"] for line in good]
    expected[20:20] = [None, "bad"]
    expected[10:10] = [None]
    assert [one["id"] for one in found] == expected
    alone = {one["id"]: one for one in answered(good)}
    assert [one for one in found if one["id"] in alone] == list(alone.values())
    errors = [one["error"] for one in found if one["id"] in (None, "bad")]
    assert [(one["code"], one["where"]) for one in errors] == [
        ("json", "12"),
        ("line-no-object", "24"),
        ("tiles-suit", "hand"),
    ]


def test_a_file_and_the_standard_input_are_read_alike(tmp_path: Path) -> None:
    text = "\n".join(json.dumps(one) for one in hands(8, 5))
    path = tmp_path / "hands"
    path.write_text(text, encoding="utf-8")
    assert command(text) == command(b"", str(path)) == command(b"\xef\xbb\xbf" + text.encode())


def test_thousands_of_lines() -> None:
    lines = [json.dumps(one) for one in hands(9, 3000, last_replacement=True)]
    found = command("\n".join(lines))
    assert [one["id"] for one in found] == [f"9-{number}" for number in range(3000)]


@pytest.mark.parametrize(
    "id", [0, -1, 1.5, "", "žluťoučký 麻雀", None, True, [1], {"a": [2]}, "\0"]
)
def test_ids_are_echoed(id: object) -> None:
    assert asked(id=id)["id"] == id
    assert asked(id=id, win="")["id"] == id


# Values that are absent, and those that are odd ------------------------------------


def test_absent_keys_have_the_obvious_value() -> None:
    plain = {
        "ruleset": "ema-2025",
        "melds": [],
        "by": "discard",
        "last_tile": False,
        "seat": "east",
        "round": "east",
        "riichi": False,
        "ippatsu": False,
        "first_turn": False,
        "dora": "",
        "ura": "",
        "counters": 0,
        "bets": 0,
        "from": "left",
        "liable": None,
        "set": {},
    }
    assert set(plain) | {"id", "hand", "win"} == KEYS
    bare = asked()
    assert bare["value"] == 1500
    for key, value in plain.items():
        assert asked(**{key: value}) == bare, key
    for key in ("dora", "ura", "from", "liable", "set"):
        assert asked(**{key: None}) == bare, key


@pytest.mark.parametrize("key", ["counters", "bets"])
@pytest.mark.parametrize("value", [-1, 1.0, 1e3, "1", True, None, [], {}])
def test_only_whole_numbers_from_nought_are_numbers(key: str, value: object) -> None:
    assert code(asked(**{key: value})) == "not-a-number"


@pytest.mark.parametrize("key", ["last_tile", "ippatsu", "first_turn"])
@pytest.mark.parametrize("value", [0, 1, "true", None, []])
def test_only_true_and_false_are_flags(key: str, value: object) -> None:
    assert code(asked(**{key: value})) == "not-a-flag"


@pytest.mark.parametrize("key", ["hand", "win", "dora", "ura"])
@pytest.mark.parametrize("value", [0, 1, False, [], ["1m"], {}])
def test_only_texts_are_tiles(key: str, value: object) -> None:
    assert code(asked(**{key: value})) == "not-tiles"


@pytest.mark.parametrize("value", [0, [], "", False, [["a", 1]]])
def test_only_an_object_sets_parameters(value: object) -> None:
    assert code(asked(set=value)) == "not-an-object"


@pytest.mark.parametrize("value", [1, None, [], {}, ["ema-2025"], "", "EMA-2025"])
def test_only_rule_sets_are_rule_sets(value: object) -> None:
    assert code(asked(ruleset=value)) == "unknown-ruleset"


def test_numbers_may_be_big() -> None:
    found = asked(counters=10**30, bets=10**30)
    assert found["payments"]["winner"] == 1500 + 1300 * 10**30
    found = asked(id="x", counters=10**4299)
    assert (code(found), found["id"]) == ("line-too-much", "x")


def test_what_is_no_json_to_others_is_refused() -> None:
    lines = ['{"id": NaN}', '{"a": "NaN", "id": -Infinity}', '{"id": 1e999}', "[" * 9000]
    lines += ['{"id":' * 9000, '{"id": %s}' % ("9" * 5000)]
    found = answered(lines)
    assert [code(one) for one in found] == [
        *("json", "json"),
        *("line-too-much", "line-too-much", "line-too-much", "line-too-much"),
    ]
    assert "character 8" in found[0]["error"]["message"]
    assert "character 20" in found[1]["error"]["message"]


def test_damaged_bytes_and_lone_surrogates_stop_nobody() -> None:
    good = json.dumps(PINFU).encode()
    bad = [b'{"id": "\xff", "hand": "1m"}', b"\xff", b'{"id": "\\ud800", "hand": "\xed"}', b"\0"]
    found = command(b"\n".join([good, *bad, good]), "--lang", "cs")
    assert [code(one) for one in found] == [None, "missing", "json", "tiles-suit", "json", None]


# The rule sets and `set` -----------------------------------------------------------

THIRTEEN = {"hand": "223344p567p88p78p", "win": "9p", "by": "self-draw", "seat": "south"} | {
    "riichi": True,
    "ippatsu": True,
    "dora": "1p",
}


def test_the_rule_set_decides() -> None:
    ids = [id for id, one in BOOK.rulesets.items() if one.family == "riichi"]
    found = answered(json.dumps(THIRTEEN | {"ruleset": id}) for id in ids)
    limits = {id: one["limit"] for id, one in zip(ids, found, strict=True)}
    assert limits == {
        "ema-2012": "counted-yakuman",
        "ema-2016": "sanbaiman",
        "ema-2025": "sanbaiman",
        "tenhou": "counted-yakuman",
        "wrc": "sanbaiman",
    }


def test_lines_of_both_games_go_together() -> None:
    hand = PINFU | {"win": "3s"}
    found = answered([json.dumps(hand), json.dumps(hand | {"ruleset": "millington"})])
    assert [one["value"] for one in found] == [1500, 20]
    assert [one["id"] for one in found[1]["doubles_items"]] == ["117a-no-score"]


@pytest.mark.parametrize(
    ("param", "value", "key", "expected"),
    [
        ("score.counted-yakuman", True, "limit", "counted-yakuman"),
        ("score.counted-yakuman", "yes", "limit", "counted-yakuman"),
        ("score.counted-yakuman", False, "limit", "sanbaiman"),
        ("riichi.min-wall", 9, "limit", "sanbaiman"),
        ("riichi.min-wall", "9", "limit", "sanbaiman"),
    ],
)
def test_set_overrides(param: str, value: object, key: str, expected: object) -> None:
    [found] = answered([json.dumps(THIRTEEN | {"set": {param: value}})])
    assert found[key] == expected


def test_set_holds_for_its_line_alone() -> None:
    lines = [THIRTEEN, THIRTEEN | {"set": {"score.counted-yakuman": True}}, THIRTEEN]
    found = answered(map(json.dumps, lines))
    assert [one["limit"] for one in found] == ["sanbaiman", "counted-yakuman", "sanbaiman"]


@pytest.mark.parametrize(
    ("param", "value"),
    [
        ("score.round-up", 1),
        ("score.round-up", None),
        ("score.round-up", "Yes"),
        ("score.double-wind-pair", -2),
        ("score.double-wind-pair", 2.5),
        ("score.double-wind-pair", True),
        ("yaku.renhou", "double"),
        ("yaku.renhou", ["mangan"]),
        ("yaku.renhou", {}),
    ],
)
def test_a_value_that_a_parameter_cannot_have(param: str, value: object) -> None:
    found = asked(set={param: value})
    assert (code(found), found["error"]["where"]) == ("param-value", f"set.{param}")
    assert "one of " in found["error"]["message"]


def test_the_values_that_a_parameter_can_have_are_told() -> None:
    """`none` among them only where the game can do without."""
    message = asked(set={"score.round-up": None, "yaku.minimum-from": "x"})["error"]["message"]
    assert message == (
        "set.score.round-up: one of yes, no is expected, none was found. "
        "set.yaku.minimum-from: one of 0, 1, …, 1000000000, none is expected, x was found."
    )


def test_a_misspelt_parameter_is_told_the_nearest() -> None:
    assert "score.round-up" in asked(set={"score.roundup": True})["error"]["message"]
    assert asked(set={"qqq": True})["error"]["message"] == "set.qqq: there is no parameter qqq."


# Every fault -----------------------------------------------------------------------

PUNG = {"kind": "pung", "tiles": "555z", "from": "left"}
KONG = {"kind": "concealed-kong", "tiles": "9999m"}
FIRST = {"first_turn": True, "by": "self-draw"}
SOON = {"riichi": "double", "ippatsu": True}

FAULTS: list[tuple[str, str, dict[str, Any]]] = [
    ("unknown-ruleset", "ruleset", {"ruleset": "ema-2026"}),
    ("unknown-param", "set.score.x", {"set": {"score.x": 1}}),
    ("param-of-other-game", "set.settlement.losers", {"set": {"settlement.losers": "yes"}}),
    ("param-value", "set.score.round-up", {"set": {"score.round-up": "up"}}),
    ("not-an-object", "set", {"set": []}),
    ("not-an-object", "melds[1]", {"melds": [PUNG, 1]}),
    ("unknown-key", "windd", {"windd": "east"}),
    ("unknown-key", "melds[0].side", {"melds": [PUNG | {"side": "left"}]}),
    ("missing", "hand", {"hand": ...}),
    ("missing", "win", {"win": ...}),
    ("not-tiles", "hand", {"hand": 123}),
    ("tiles-suit", "hand", {"hand": "123q"}),
    ("tiles-rank", "win", {"win": "8z"}),
    ("tiles-no-suit", "dora", {"dora": "1m2"}),
    ("tiles-no-rank", "ura", {"ura": "m"}),
    ("one-tile", "win", {"win": "66s"}),
    ("one-tile", "win", {"win": ""}),
    ("not-a-flag", "ippatsu", {"ippatsu": "yes"}),
    ("not-a-number", "bets", {"bets": -1}),
    ("choice", "by", {"by": "luck"}),
    ("choice", "seat", {"seat": "centre"}),
    ("choice", "round", {"round": 1}),
    ("choice", "riichi", {"riichi": "triple"}),
    ("choice", "from", {"from": "self"}),
    ("choice", "liable", {"liable": "me"}),
    ("choice", "melds[0].kind", {"melds": [PUNG | {"kind": "pon"}]}),
    ("choice", "melds[0].from", {"melds": [PUNG | {"from": "above"}]}),
    ("not-a-list", "melds", {"melds": {}}),
    ("not-a-set", "melds[0]", {"hand": "123m678m99p45s", "melds": [PUNG | {"tiles": ""}]}),
    ("not-a-set", "melds[0]", {"hand": "123m678m99p45s", "melds": [PUNG | {"tiles": "556z"}]}),
    ("hand-size", "hand", {"hand": "123m678m99p567p4s"}),
    ("too-many-sets", "melds", {"hand": "", "melds": [PUNG] * 5}),
    (
        "chow-from-left",
        "melds[0]",
        {
            "hand": "678m99p567p45s",
            "melds": [{"kind": "chow", "tiles": "123m", "from": "across"}],
        },
    ),
    ("fifth-tile", "hand", {"dora": "6s6s", "ura": "6s6s"}),
    ("bonus-tile", "hand", {"win": "1f"}),
    ("no-red-fives", "hand", {"hand": "123m678m99p067p45s"}),
    (
        "second-red-five",
        "hand",
        {"hand": "123m678m99p067p45s", "dora": "0p", "ruleset": "tenhou"},
    ),
    ("robbed-tile-held", "win", {"by": "robbed-kong", "dora": "6s"}),
    ("too-many-indicators", "dora", {"dora": "1122z33z"}),
    ("too-many-indicators", "ura", {"ura": "1122z33z"}),
    ("riichi-open", "riichi", {"hand": "678m99p567p45s", "melds": [PUNG], "riichi": True}),
    ("ippatsu-without-riichi", "ippatsu", {"ippatsu": True}),
    ("replacement-without-kong", "by", {"by": "replacement"}),
    (
        "ippatsu-after-kong",
        "ippatsu",
        {"hand": "123m99p567p45s", "melds": [KONG], "by": "replacement"}
        | {"riichi": True, "ippatsu": True},
    ),
    ("kong-on-last-tile", "last_tile", {"by": "robbed-kong", "last_tile": True}),
    (
        "first-turn-with-sets",
        "first_turn",
        FIRST | {"hand": "678m99p567p45s", "melds": [PUNG]},
    ),
    ("first-turn-with-riichi", "first_turn", FIRST | {"riichi": True}),
    ("first-turn-with-kong", "first_turn", FIRST | {"by": "robbed-kong"}),
    ("first-turn-and-last-tile", "first_turn", FIRST | {"last_tile": True}),
    ("first-turn-of-east", "first_turn", {"first_turn": True}),
    ("ippatsu-too-late", "ippatsu", SOON | {"last_tile": True}),
    ("ippatsu-too-late", "ippatsu", SOON | {"by": "robbed-kong"}),
    ("ippatsu-too-late", "ippatsu", SOON | {"hand": "123m99p567p45s", "melds": [KONG]}),
    ("more-ura", "ura", {"riichi": True, "dora": "1z", "ura": "12z"}),
    (
        "concealed-claimed",
        "melds[0].from",
        {"hand": "123m99p567p45s", "melds": [KONG | {"from": "left"}]},
    ),
    (
        "claimed-elsewhere",
        "melds[0].claimed",
        {"hand": "678m99p567p45s", "melds": [PUNG | {"claimed": "6z"}]},
    ),
    ("incomplete", "hand", {"win": "7s"}),
    ("no-yaku", "hand", {"hand": "123m678m99p567p46s", "win": "5s"}),
    ("under-minimum", "hand", {"ruleset": "ema-2012", "counters": 5}),
]

LINE_FAULTS = {
    "json": "{",
    "key-twice": '{"win": "6s", "win": "3s"}',
    "line-no-object": "1",
    "line-too-much": "[" * 9000,
}


def put(changes: dict[str, Any]) -> str:
    line = {key: value for key, value in (PINFU | changes).items() if value is not ...}
    return json.dumps(line)


def test_ura_counts_also_where_no_indicator_is_told() -> None:
    [without, found] = answered([put({"riichi": True}), put({"riichi": True, "ura": "5s"})])
    assert found["fan"] == without["fan"] + 1
    assert {"id": "ura", "fan": 1} in found["yaku"]


@pytest.mark.parametrize(("expected", "where", "changes"), FAULTS)
def test_each_fault_is_answered_by_name(expected: str, where: str, changes: dict[str, Any]) -> None:
    [found] = answered([put(changes)])
    assert (code(found), found["error"]["where"]) == (expected, where)


def test_thirteen_orphans_may_rob_a_concealed_kong_soon() -> None:
    found = asked(hand="99m19p19s1234567z", win="1m", by="robbed-kong", **SOON)
    assert found["yakuman"] == 1


def named_faults() -> set[str]:
    """Every fault code that the sources of scoring know."""
    found = set()
    for name in ("form", "riichi/hand", "riichi/form", "riichi/score", "commands/lines"):
        source = (ROOT / "rulebook" / f"{name}.py").read_text(encoding="utf-8")
        found |= set(re.findall(r'(?:fault|HandFault)\(\s*\(?"([a-z-]+)"', source))
    errors = (ROOT / "rulebook" / "tiles.py").read_text(encoding="utf-8")
    found |= {f"tiles-{one}" for one in re.findall(r'TileError\("([a-z-]+)"', errors)}
    return found - {
        "tiles-one-tile",  # only `parse_tile` says so; the form counts the tiles
        "not-a-loss",  # of a deal to settle
    }


def test_every_fault_is_produced_above() -> None:
    assert named_faults() == {one for one, _, _ in FAULTS} | set(LINE_FAULTS)


@pytest.mark.parametrize("lang", ["en", "cs"])
def test_every_fault_has_words_in_both_languages(lang: str) -> None:
    lines = [put(changes) for _, _, changes in FAULTS] + list(LINE_FAULTS.values())
    found = command("\n".join(lines), "--lang", lang)
    other = answered(lines, "cs" if lang == "en" else "en")
    assert len(found) == len(lines)
    for one, translated in zip(found, other, strict=True):
        mine, theirs = one["error"], translated["error"]
        assert (mine["code"], mine["where"]) == (theirs["code"], theirs["where"])
        assert mine["message"] and mine["message"] != theirs["message"]
        assert "{" not in mine["message"].replace("{}", "") and "  " not in mine["message"]


def test_all_faults_of_a_line_are_told_together() -> None:
    message = asked(by="luck", seat=1, bets=-1, wind="east", win="9z")["error"]["message"]
    for where in ("by", "seat", "bets", "wind", "win"):
        assert f"{where}: " in message


# Anything at all -------------------------------------------------------------------

SCALARS = st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8)
ANYTHING = st.recursive(
    SCALARS,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=4), inner),
    max_leaves=6,
)
TILES = st.text("0123456789mpszf ", max_size=20) | st.sampled_from(
    ["123m678m99p567p45s", "6s", "5555p", "555z", "123m", "19m19p19s1234567z", "1112345678999m"]
)
MELD = st.fixed_dictionaries(
    {},
    optional={
        "kind": st.sampled_from(
            ["chow", "pung", "kong", "concealed-kong", "extended-kong", "claimed-kong"]
        )
        | ANYTHING,
        "tiles": TILES | ANYTHING,
        "from": st.sampled_from(["left", "across", "right"]) | ANYTHING,
        "claimed": TILES | ANYTHING,
        "marked": st.booleans() | ANYTHING,
    },
)
SET = st.dictionaries(
    st.sampled_from(sorted(BOOK.params)) | st.text(max_size=5),
    st.sampled_from(["yes", "no", "none", "one", "add-up", "everybody", "mangan"]) | SCALARS,
    max_size=3,
)
SEATS = st.sampled_from(["east", "south", "west", "north"])
SIDES = st.sampled_from(["left", "across", "right", None])
LIKELY: dict[str, st.SearchStrategy[Any]] = {
    "id": SCALARS,
    "ruleset": st.sampled_from(sorted(BOOK.rulesets)),
    "set": SET,
    "hand": TILES,
    "melds": st.lists(MELD | ANYTHING, max_size=5),
    "win": TILES,
    "by": st.sampled_from(["discard", "self-draw", "replacement", "robbed-kong"]),
    "last_tile": st.booleans(),
    "seat": SEATS,
    "round": SEATS,
    "riichi": st.sampled_from([False, True, "double"]),
    "ippatsu": st.booleans(),
    "first_turn": st.booleans(),
    "dora": TILES,
    "ura": TILES,
    "counters": st.integers(-1, 9) | st.integers(),
    "bets": st.integers(-1, 9) | st.integers(),
    "from": SIDES,
    "liable": SIDES,
}


def check(lines: list[str]) -> None:
    found = answered(lines)
    assert len(found) == len(lines)
    for one in found:
        if "error" in one:
            assert isinstance(one["error"]["message"], str) and one["error"]["message"]
        else:
            assert sum(one["payments"][side] for side in ("left", "across", "right")) <= 0


def test_every_key_is_fuzzed() -> None:
    assert set(LIKELY) == KEYS


@given(
    st.fixed_dictionaries({}, optional={key: one | ANYTHING for key, one in LIKELY.items()}),
    st.dictionaries(st.text(max_size=5), ANYTHING, max_size=1),
)
@settings(max_examples=600, deadline=None)
def test_any_values_for_any_keys(line: dict[str, Any], more: dict[str, Any]) -> None:
    check([json.dumps({**more, **line})])


@given(st.integers(0, 10**6), st.data())
@settings(max_examples=400, deadline=None)
def test_a_hand_with_one_key_spoilt(number: int, data: st.DataObject) -> None:
    [line] = hands(3, 1, first=number)
    key = data.draw(st.sampled_from(sorted(KEYS)))
    check([json.dumps({**line, key: data.draw(LIKELY[key] | ANYTHING)})])


@given(ANYTHING)
@settings(max_examples=200, deadline=None)
def test_any_json(value: Any) -> None:
    check([json.dumps(value)])


@given(st.text(max_size=40).filter(lambda text: text.strip() and "\n" not in text))
@settings(max_examples=300, deadline=None)
def test_any_text(text: str) -> None:
    check([text])


@given(st.integers(0, 400), st.text(max_size=3), st.integers(0, 6))
@settings(max_examples=300, deadline=None)
def test_a_line_with_a_wound(place: int, inserted: str, cut: int) -> None:
    [one] = hands(4, 1, first=place)
    text = json.dumps(one)
    place %= len(text)
    check([(text[:place] + inserted + text[place + cut :]).replace("\n", " ")])


HUGE = [10**9, 10**9 + 1, 10**30, 10**4200, f"{10**30}%"]


@pytest.mark.parametrize("param", sorted(BOOK.params))
def test_any_value_of_any_parameter(param: str) -> None:
    """A parameter set to whatever it can be never breaks a hand."""
    one = BOOK.params[param]
    values = list(one.choices) if one.type == "choice" else ["yes", "no", *range(4), 99, *HUGE]
    values += ["50%", "150%", "-1%", "%"] if one.type == "points" else []
    some = [*hands(6, 12), PINFU, THIRTEEN]
    lines = [
        json.dumps({**hand, "ruleset": id, "set": {param: value}})
        for value in [*values, None]
        for hand in some
        for id in ("ema-2012", "ema-2025")
    ]
    check(lines)
    classical = {"hand": "123m234p789s3z666m", "win": "3z", "bonus": "1234f", "seat": "south"}
    lines = [
        json.dumps({**classical, "ruleset": id, "set": {param: value}})
        for value in [*values, None]
        for id in ("millington", "bradfield")
    ]
    for found in answered(lines):
        assert found["error"]["message"] if "error" in found else found["value"] >= 0
