"""The commands keep their contracts."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
from functools import partial
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent

SCENARIO = """
- id: run-from-the-right
  given: {seat: south, hand: 34m123p55p678s234s, discard: {by: west, tile: 2m}}
  when: {call: chow, with: 34m}
- id: concealed-kong
  given: {seat: south, hand: 1111m+, drawn: 1m}
  when: {declare: kong, tile: 1m}
"""
HOUSE = """
id: our-club
family: riichi
extends: ema-2016
name: {en: Our club, cs: Náš klub}
short: {en: Our club, cs: Náš klub}
about: {en: EMA 2016 with swap-calling., cs: EMA 2016 s dovoleným kuikae.}
values:
  discard.swap-calling: allowed
"""


def command(*words: str, module: str = "rulebook") -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", module, *words],
        capture_output=True,
        text=True,
        cwd=ROOT,
        check=False,
        encoding="utf-8",
    )


def test_check_says_what_it_checked() -> None:
    result = command("check", "--json")
    found = json.loads(result.stdout)
    assert result.returncode == 0
    assert found["rules"] >= 60 and found["examples"] >= 180 and found["runs"] >= found["examples"]
    assert {"ema-2012", "ema-2016", "ema-2025", "millington", "bradfield"} <= set(found["rulesets"])
    assert found["uncovered"] == [] and found["problems"] == []


def test_check_names_a_problem_as_the_contract_has_it(tmp_path: Path) -> None:
    path = tmp_path / "wrong.yaml"
    path.write_text(HOUSE.replace("allowed", "alowed"), encoding="utf-8")
    result = command("check", "--json", str(path))
    problems = json.loads(result.stdout)["problems"]
    assert result.returncode == 1
    assert set(problems[0]) == {
        *("path", "line", "rule", "example", "expected", "found", "fix"),
    }
    assert problems[0]["line"] == 9 and "alowed" in problems[0]["found"]


def test_house_rules_are_executed_and_published_examples_that_change_are_told(
    tmp_path: Path,
) -> None:
    path = tmp_path / "our-club.yaml"
    path.write_text(HOUSE, encoding="utf-8")
    result = command("check", "--json", str(path))
    problems = json.loads(result.stdout)["problems"]
    assert result.returncode == 1
    assert {one["rule"] for one in problems} & {"claim.swap.same-tile", "claim.swap.other-end"}


def test_what_house_rules_change_does_not_drown_what_is_wrong(tmp_path: Path) -> None:
    """Changes have a line each, before the problems, and are counted apart."""
    path = tmp_path / "our-club.yaml"
    path.write_text(HOUSE, encoding="utf-8")
    lines = command("check", str(path)).stdout.splitlines()
    changes = [line for line in lines if line.startswith("  ") and "(our-club)" in line]
    assert lines[0].startswith("These published examples")
    assert changes and all(" becomes " in line for line in changes)
    noun = "example" if len(changes) == 1 else "examples"
    assert lines[-1].endswith(f", {len(changes)} {noun} changed, 0 problems")
    path.write_text(HOUSE + "unheard-of: yes\n", encoding="utf-8")
    wrong = command("check", str(path)).stdout.splitlines()
    assert wrong[-1].endswith("1 problem") and "unheard-of" in "".join(wrong[-5:])


def test_run_tells_the_ruling_under_each_rule_set(tmp_path: Path) -> None:
    path = tmp_path / "scenario.yaml"
    path.write_text(SCENARIO, encoding="utf-8")
    result = command("run", str(path), "--ruleset", "ema-2016,millington", "--json")
    found = json.loads(result.stdout)
    assert result.returncode == 0, result.stderr
    chow, kong = found["scenarios"]
    assert [one["ruleset"] for one in chow["results"]] == ["ema-2016", "millington"]
    assert all(one["allowed"] is False for one in chow["results"])
    assert "claim.chow.from-left" in chow["results"][0]["rules"]
    assert kong["differs"]
    czech = command("run", str(path), "--lang", "cs")
    assert "Postupku lze nárokovat jen od hráče vlevo" in czech.stdout


EXPECTED = """
- id: right
  given: {seat: south, hand: 34m123p55p678s234s, discard: {by: west, tile: 2m}}
  when: {call: chow, with: 34m}
  then: {allowed: "false", because: [not-from-left]}
- id: wrong
  given: {seat: south, hand: 34m123p55p678s234s, discard: {by: west, tile: 2m}}
  when: {call: chow, with: 34m}
  then:
    - {in: [ema-2016, ema-2061], allowed: "true", next: south}
    - {in: [millington], allowed: "false", because: [claim.chow.from-left/not-from-left]}
"""


def test_run_tells_what_comes_out_otherwise_than_expected(tmp_path: Path) -> None:
    path = tmp_path / "scenario.yaml"
    path.write_text(EXPECTED, encoding="utf-8")
    words = ["run", str(path), "--ruleset", "ema-2012,ema-2016,millington"]
    result = command(*words, "--json")
    found = json.loads(result.stdout)
    assert result.returncode == 1
    right, wrong = ([one["expected"] for one in each["results"]] for each in found["scenarios"])
    assert right == [True, True, True]
    assert wrong == [None, False, True]
    problems = [(one["line"], one["expected"], one["found"]) for one in found["problems"]]
    assert problems == [
        (10, "the id of a rule set", "ema-2061"),
        (10, "allowed (–) under ema-2016", "refused (claim.chow.from-left/not-from-left)"),
        (10, "next: south under ema-2016", "next: none"),
    ]
    told = command(*words, "--lang", "cs")
    assert told.returncode == 1 and told.stdout.count("Odpovídá tomu, co čeká „then“.") == 3


def test_what_no_rule_speaks_of_is_not_laid_to_the_position(tmp_path: Path) -> None:
    path = tmp_path / "scenario.yaml"
    given = "{seat: south, hand: 345p678p234m55s67m1z, drawn: 1z}"
    hidden = "{seat: south, hand: 12m+, discard: {by: west, tile: 3m}}"
    when = "when: {declare: riichi, tile: 1z}"
    win = "when: {call: win}"
    path.write_text(
        f"- id: no-such-thing\n  given: {given}\n  {when}\n"
        f"- id: hidden\n  given: {hidden}\n  {win}\n",
        encoding="utf-8",
    )
    for lang, unspoken, unknown in (
        ("en", "These rules do not speak of it.", "The position does not tell."),
        ("cs", "O\xa0tom tato pravidla nemluví.", "Ze situace to nelze poznat."),
    ):
        lines = command(
            "run", str(path), "--ruleset", "millington", "--lang", lang
        ).stdout.splitlines()
        assert [line for line in lines if line.startswith("Millington")] == [
            f"Millington: {unspoken}",
            f"Millington: {unknown}",
        ]


def test_published_examples_run_as_their_rules_expect_wherever_these_hold() -> None:
    words = ["run", "rulebook/rules/kongs/claimed.yaml", "rulebook/rules/turns/error.yaml"]
    found = json.loads(command(*words, "--ruleset", "ema-2025,millington", "--json").stdout)
    assert not found["problems"]
    told = [one for each in found["scenarios"] for one in each["results"]]
    assert {(one["ruleset"], one["expected"]) for one in told} == {
        *(("ema-2025", True), ("ema-2025", None), ("millington", True), ("millington", None)),
    }


def test_what_is_named_twice_counts_once(tmp_path: Path) -> None:
    scenario, house = tmp_path / "scenario.yaml", tmp_path / "house.yaml"
    scenario.write_text(SCENARIO, encoding="utf-8")
    house.write_text(HOUSE, encoding="utf-8")
    link = tmp_path / "link.yaml"
    link.symlink_to(house)
    again = str(tmp_path / "." / ".." / tmp_path.name / "scenario.yaml")
    rules = ["--rules", str(house), "--rules", str(link)]
    for name in ("run", "options"):
        twice = command(name, str(scenario), again, *rules, "--ruleset", "our-club,our-club")
        once = command(name, str(scenario), *rules[:2], "--ruleset", "our-club")
        assert twice.returncode == 0, twice.stderr
        assert twice.stdout == once.stdout
    assert command("check", str(house), str(link)).stdout == command("check", str(house)).stdout


def test_compare_says_only_what_differs() -> None:
    """No heading stands over nothing; where nothing differs at all that is said."""
    text = command("compare", "ema-2012", "ema-2016", "--topic", "sets").stdout
    lines = [*text.splitlines(), ""]
    headings = [place for place, line in enumerate(lines) if line and not line.startswith(" ")]
    assert headings and all(lines[place + 1].startswith("  ") for place in headings)
    assert "Only in EMA 2012" not in text
    assert command("compare", "millington", "bradfield", "--topic", "tiles").stdout == NOTHING


NOTHING = "Nothing differs.\n"


def test_compare_lists_parameters_rules_and_examples() -> None:
    found = json.loads(command("compare", "ema-2012", "ema-2016", "--json").stdout)
    assert "discard.swap-calling" in {one["param"] for one in found["params"]}
    assert found["examples"]
    narrow = json.loads(
        command("compare", "ema-2012", "ema-2016", "--topic", "kongs", "--json").stdout
    )
    assert len(narrow["examples"]) < len(found["examples"])


def test_compare_lays_the_two_games_side_by_side() -> None:
    """Each game has words for what its own hands can be, and is not asked about the other's."""
    result = command("compare", "ema-2025", "millington", "--json")
    assert result.returncode == 0, result.stderr
    assert json.loads(result.stdout)["examples"]


@pytest.mark.parametrize(
    ("words", "nearest"),
    [
        (["run", "README.md", "--ruleset", "ema-2061"], "ema-2016"),
        (["compare", "ema-2012", "milington"], "millington"),
        (["compare", "ema-2012,ema-2016", "millington"], "ema-2012"),
        (["compare", "ema-2012", "ema-2016", "--topic", "kong"], "kongs"),
    ],
)
def test_wrong_usage_exits_with_two_and_suggests(words: list[str], nearest: str) -> None:
    result = command(*words)
    assert result.returncode == 2
    assert nearest in result.stderr
    assert not result.stdout


@pytest.mark.parametrize(
    "words",
    [
        ["run", "README.md", "--ruleset", "ema-2061"],
        ["run", "README.md", "--ruleset", ""],
        ["run", "nowhere.yaml", "neither.yaml"],
        ["run"],
        ["run", "README.md", "--bogus"],
        ["options", "README.md", "--seat", "centre"],
        ["compare", "ema-2012"],
        ["compare", "ema-2012", "ema-2012"],
        ["compare", "ema-2012", "ema-2016", "--rules", "nowhere.yaml"],
        ["replay", "README.md", "--ruleset", "tenhou,wrc"],
        ["replay", "README.md", "--ruleset", ""],
        ["play", "--games", "0"],
        ["play", "--ruleset", "ema-2016,wrc"],
        ["score", "nowhere.jsonl"],
        ["settle", "tests"],
    ],
)
def test_wrong_usage_is_told_to_people_and_to_programs(words: list[str]) -> None:
    """In the language asked for, and as one document where a program asked."""
    told = command(*words, "--lang", "cs")
    assert told.returncode == 2 and not told.stdout
    assert not {"Error", "Usage", "Missing", "Invalid", "No such"} & set(told.stderr.split())
    result = command(*words, "--json")
    problems = json.loads(result.stdout)["problems"]
    assert result.returncode == 2 and not result.stderr
    assert all(one["expected"] and one["found"] and one["fix"] for one in problems)


@pytest.mark.parametrize(
    ("words", "usage", "value"),
    [
        ([], "rulebook [VOLBY] PŘÍKAZ [ARGUMENTY]...", ""),
        (["run"], "rulebook run [VOLBY] SOUBOR...", "--rules CESTA"),
        (["schema"], "rulebook schema [VOLBY] [SLOŽKA]", ""),
        (["play"], "rulebook play [VOLBY]", "--games ČÍSLO"),
    ],
)
def test_help_names_what_stands_for_values(words: list[str], usage: str, value: str) -> None:
    """Also what stands in place of options and files is in the language asked for."""
    told = command(*words, "--help", "--lang", "cs").stdout
    english = command(*words, "--help", "--lang", "en").stdout
    assert f"Použití: {usage}\n" in told and value in told
    assert not set(re.findall(r"\b[A-Z]{4,}\b", english)) - {"TEXT", "JSON"} & set(
        re.findall(r"\b[A-Z]{4,}\b", told)
    )


def test_all_missing_files_are_told_at_once() -> None:
    problems = json.loads(command("run", "one", "two", "--json").stdout)["problems"]
    assert [one["path"] for one in problems] == ["one", "two"]


@pytest.mark.parametrize("words", [["compare", "ema-2012", "wrc", "--json"], ["schema"], ["score"]])
def test_a_reader_that_has_enough_is_no_trouble(words: list[str]) -> None:
    """As with `| head`, and with a pipe that nobody reads at all."""
    reading, writing = os.pipe()
    os.close(reading)
    process = subprocess.run(
        [sys.executable, "-m", "rulebook", *words],
        input=b'{"hand": "123m678m99p567p45s", "win": "6s"}\n',
        stdout=writing,
        stderr=subprocess.PIPE,
        cwd=ROOT,
        check=False,
    )
    os.close(writing)
    assert process.returncode == 1 and process.stderr == b""


def test_an_interrupt_is_quiet() -> None:
    process = subprocess.Popen(
        [sys.executable, "-m", "rulebook", "score"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        cwd=ROOT,
        # What runs in the background inherits that interrupts are ignored.
        preexec_fn=partial(signal.signal, signal.SIGINT, signal.SIG_DFL),
    )
    assert process.stdin and process.stdout
    process.stdin.write(b"{}\n" * 1000)
    process.stdin.flush()
    process.stdout.readline()
    process.send_signal(signal.SIGINT)
    _, err = process.communicate()
    assert process.returncode == 130 and not err.strip()


@pytest.mark.parametrize("words", [["run"], ["run", "--json"]])
def test_output_that_cannot_show_all_characters(tmp_path: Path, words: list[str]) -> None:
    path = tmp_path / "scenario.yaml"
    path.write_text(SCENARIO, encoding="utf-8")
    result = subprocess.run(
        [sys.executable, "-m", "rulebook", *words, str(path), "--lang", "cs"],
        capture_output=True,
        cwd=ROOT,
        env={**os.environ, "PYTHONIOENCODING": "iso-8859-1"},
        check=False,
    )
    text = result.stdout.decode("iso-8859-1")
    assert result.returncode == 0 and "od hr" in text
    if "--json" in words:
        reasons = json.loads(text)["scenarios"][0]["results"][0]["reasons"]
        assert "od hráče vlevo" in reasons[0]["text"]


def test_what_is_no_plain_file_can_be_read() -> None:
    """Such as a pipe that a shell names."""
    result = subprocess.run(
        [sys.executable, "-m", "rulebook", "run", "/dev/stdin"],
        input=SCENARIO.encode(),
        capture_output=True,
        cwd=ROOT,
        check=False,
    )
    assert result.returncode == 0 and b"run-from-the-right" in result.stdout


def test_house_rules_go_with_every_command_that_names_a_rule_set(tmp_path: Path) -> None:
    house, hand = tmp_path / "house.yaml", tmp_path / "hand.jsonl"
    house.write_text(HOUSE, encoding="utf-8")
    hand.write_text(
        '{"ruleset": "our-club", "hand": "123m678m99p567p45s", "win": "6s"}', encoding="utf-8"
    )
    rules = ["--rules", str(house), "--json"]
    differ = json.loads(command("compare", "our-club", "ema-2016", *rules).stdout)
    assert [one["param"] for one in differ["params"]] == ["discard.swap-calling"]
    assert json.loads(command("score", str(hand), *rules).stdout)["fan"] == 1
    played = json.loads(command("play", "--ruleset", "our-club", *rules).stdout)
    assert (played["ruleset"], played["broken"]) == ("our-club", [])


@pytest.mark.parametrize(
    ("record", "ruleset"), [("game.mjlog", "millington"), ("game.mjserver", "tenhou")]
)
def test_no_record_is_replayed_under_the_rules_of_another_game(record: str, ruleset: str) -> None:
    path = f"tests/data/records/{record}"
    result = command("replay", path, "--ruleset", ruleset, "--json")
    (damage,) = json.loads(result.stdout)["damaged"]
    assert result.returncode == 1 and damage["what"] == "other-game"


@pytest.mark.parametrize(
    ("text", "told"),
    [
        (b"", "nic"),
        (b'<mjloggm ver="2.3"><GO type="9"/><INIT seed="0"/></mjloggm>', '<INIT seed="0" />'),
        (b'{"type": "start_game"}\n{"type": "tsumo", "actor": 7}', "7}"),
        (b'{"type": "start_game"}\n{"type": ', ":2: od 10. znaku"),
        (b'{"log": [[1, 2]]}', "log[0]"),
        (b">cnx1 Connect 1 9 x\n>cnx1 NewHand 7 1 0", ":2:"),
        (b"\x1f\x8b\x08", "komprimovaný soubor"),
    ],
)
def test_a_damaged_record_shows_where_and_what(tmp_path: Path, text: bytes, told: str) -> None:
    """In the language asked for, with what stands there instead of what Python makes of it."""
    path = tmp_path / "record"
    path.write_bytes(text)
    result = command("replay", str(path), "--lang", "cs")
    assert result.returncode == 1 and told in result.stderr
    assert not re.search(r"Error|index|NoneType|unpack|object|expected", result.stderr)


def test_house_rules_that_are_wrong_are_told_before_anything_runs(tmp_path: Path) -> None:
    scenario, house = tmp_path / "scenario.yaml", tmp_path / "wrong.yaml"
    scenario.write_text(SCENARIO, encoding="utf-8")
    house.write_text(HOUSE.replace("allowed", "alowed"), encoding="utf-8")
    words = ["run", str(scenario), "--rules", str(house), "--ruleset", "our-club"]
    result = command(*words, "--json")
    (problem,) = json.loads(result.stdout)["problems"]
    assert result.returncode == 1 and not result.stderr
    assert problem["line"] == 9 and problem["found"] == "alowed"
    told = command(*words)
    assert told.returncode == 1 and "alowed" in told.stderr and not told.stdout


@pytest.mark.parametrize("text", ["", "[]", "42", HOUSE])
def test_a_file_without_scenarios_is_told(tmp_path: Path, text: str) -> None:
    path = tmp_path / "scenario.yaml"
    path.write_text(text, encoding="utf-8")
    result = command("run", str(path), "--json")
    (problem,) = json.loads(result.stdout)["problems"]
    assert result.returncode == 1 and "given" in problem["expected"]


def test_a_scenario_that_is_none_is_told_among_others(tmp_path: Path) -> None:
    path = tmp_path / "scenario.yaml"
    path.write_text(SCENARIO + "- []\n- {id: odd, given: 3, when: {}}\n", encoding="utf-8")
    found = json.loads(command("run", str(path), "--json").stdout)
    assert [one["id"] for one in found["scenarios"]] == ["run-from-the-right", "concealed-kong"]
    assert {one["line"] for one in found["problems"]} == {8, 9}


IMPOSSIBLE = [
    "given: {seat: east, hand: 34m123p55p678s234s, discard: {by: west, tile: 2m}}\n"
    "when: {do: pass, after: [{discard: 1z}]}",
    "given: {seat: east, over: {how: won, wins: [{seat: east, fan: -9, fu: -20}]}}\n"
    "when: {do: settle}",
    "given: {seat: east, over: {how: won, wins: [{seat: east, from: east}]}}\nwhen: {do: settle}",
    "given: {seat: south, hand: 7z+, melds: [{kind: pung, tiles: x}]}\n"
    "when: {declare: kong, tile: 7z}",
    "given: {seat: south, hand: 7z+, melds: [{kind: pung, tiles: ''}], claimed: taken}\n"
    "when: {discard: 7z}",
    "given: " + "[" * 300 + "]" * 300,
]


@pytest.mark.parametrize("name", ["run", "options"])
def test_what_cannot_happen_is_told_without_a_traceback(tmp_path: Path, name: str) -> None:
    paths = [tmp_path / f"{number}.yaml" for number in range(len(IMPOSSIBLE))]
    for path, text in zip(paths, IMPOSSIBLE, strict=True):
        path.write_text(text, encoding="utf-8")
    result = command(name, *map(str, paths), "--ruleset", "ema-2025", "--json")
    assert result.returncode == 1 and not result.stderr
    problems = json.loads(result.stdout)["problems"]
    assert {one["path"] for one in problems} == set(map(str, paths))


def test_a_scenario_that_cannot_be_has_no_heading(tmp_path: Path) -> None:
    path = tmp_path / "scenario.yaml"
    path.write_text(SCENARIO.replace("1111m+", "1111m"), encoding="utf-8")
    result = command("run", str(path))
    assert result.returncode == 1 and "\nconcealed-kong" not in result.stdout


def test_a_short_hand_of_riichi_plays_on(tmp_path: Path) -> None:
    path = tmp_path / "scenario.yaml"
    text = "{given: {seat: south, hand: 5z+, drawn: 5z, fault: short}, when: {discard: 5z}}"
    path.write_text(text, encoding="utf-8")
    result = command("run", str(path))
    assert result.returncode == 0 and "hand.fault.plays-on" in result.stdout


def test_what_follows_is_numbered_from_one(tmp_path: Path) -> None:
    """Also where the first thing that happens has no words of its own."""
    path = tmp_path / "scenario.yaml"
    text = "{given: {seat: south, hand: 123456789m1123p9s}, when: {declare: riichi, tile: 9s}}"
    path.write_text(text, encoding="utf-8")
    result = command("run", str(path), "--ruleset", "ema-2016")
    assert re.findall(r"^  (\d+)\. ", result.stdout, re.MULTILINE) == ["1", "2"]


def test_nothing_that_is_possible_is_told(tmp_path: Path) -> None:
    path = tmp_path / "scenario.yaml"
    path.write_text("{given: {seat: south, dealt: true}, when: {ask: options}}", encoding="utf-8")
    result = command("run", str(path))
    assert result.returncode == 0 and "Possible: –" in result.stdout


TRIED = "- given: {{seat: south, {}}}\n  when: {{ask: options}}\n"


def test_whatever_can_be_tried_has_words(tmp_path: Path) -> None:
    """Also what only one of the games knows, and the other refuses."""
    path = tmp_path / "scenario.yaml"
    ends = ("over: {how: wall-used-up}", "discard: {by: south, tile: 1m}", "dealt: true")
    path.write_text("".join(map(TRIED.format, ends)), encoding="utf-8")
    for lang in ("en", "cs"):
        result = command("options", str(path), "--ruleset", "ema-2025,millington", "--lang", lang)
        assert result.returncode == 0, result.stderr
    assert "čekání od začátku" in result.stdout


def test_a_claimed_set_that_is_none_can_be_tried_on(tmp_path: Path) -> None:
    path = tmp_path / "scenario.yaml"
    text = "{given: {seat: south, hand: 8m+, melds: [{kind: chow, tiles: 555z}], claimed: taken}"
    path.write_text(text + ", when: {discard: 8m}}", encoding="utf-8")
    for name in ("run", "options"):
        result = command(name, str(path), "--ruleset", "ema-2025,millington")
        assert result.returncode == 0, result.stderr


def test_a_scenario_that_steers_the_terminal_is_printed_harmlessly(tmp_path: Path) -> None:
    path = tmp_path / "scenario.yaml"
    path.write_text(SCENARIO.replace("concealed-kong", r'"\e[31m red\n"'), encoding="utf-8")
    result = command("run", str(path))
    assert result.returncode == 0 and "\x1b" not in result.stdout


def test_what_the_system_refuses_is_told_without_a_traceback(tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.touch()
    for words in (["schema", str(file / "folder")], ["check", "x" * 300]):
        result = command(*words)
        assert result.returncode == 2 and not result.stdout
        assert words[1] in result.stderr and "Traceback" not in result.stderr
    folder = command("check", str(tmp_path))
    assert folder.returncode == 2 and "a folder" in folder.stderr


def test_a_build_keeps_its_hands_off_other_peoples_folders(tmp_path: Path) -> None:
    """`--site docs` in a checkout must not cost anybody the pages written there."""
    page = tmp_path / "docs" / "cs" / "page.md"
    page.parent.mkdir(parents=True)
    page.touch()
    site, work = str(tmp_path / "docs"), str(tmp_path / "work")
    result = command("build", "--json", "--site", site, "--work", work, module="quizgen")
    (problem,) = json.loads(result.stdout)["problems"]
    assert result.returncode == 1 and problem["path"] == str(page.parent)
    assert page.is_file()


def test_a_port_that_cannot_be_is_wrong_usage() -> None:
    result = command("serve", "--port", "99999", module="quizgen")
    assert result.returncode == 2 and "Traceback" not in result.stderr


def test_a_missing_file_is_wrong_usage() -> None:
    result = command("check", "nowhere.yaml")
    assert result.returncode == 2 and "nowhere.yaml" in result.stderr


def test_help_speaks_czech() -> None:
    result = command("--lang", "cs", "--help")
    assert "Použití:" in result.stdout and "Pravidla mahjongu" in result.stdout
    wrong = command("--lang=cs", "chek")
    assert wrong.returncode == 2 and "neexistuje" in wrong.stderr


def test_schema_writes_a_schema_for_every_kind_of_file(tmp_path: Path) -> None:
    result = command("schema", str(tmp_path))
    assert result.returncode == 0
    names = {path.name for path in tmp_path.iterdir()}
    assert {"rule.schema.json", "ruleset.schema.json"} <= names
    for path in tmp_path.iterdir():
        json.loads(path.read_text(encoding="utf-8"))


def test_coverage_finds_nothing_uncovered() -> None:
    found = json.loads(command("coverage", "--json", module="quizgen").stdout)
    assert found["uncovered"] == []
    assert sum(one["questions"] for one in found["topics"]) >= 60


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no full disk to write to")
@pytest.mark.parametrize("words", [["play"], ["play", "--json"], ["play", "--json", "--games=x"]])
def test_a_full_disk_is_told_on_the_error_output(words: list[str]) -> None:
    with open("/dev/full", "w", encoding="utf-8") as full:
        result = subprocess.run(
            [sys.executable, "-m", "rulebook", *words],
            stdout=full,
            stderr=subprocess.PIPE,
            text=True,
            cwd=ROOT,
            check=False,
            encoding="utf-8",
        )
    assert result.returncode == 2
    assert result.stderr and "Traceback" not in result.stderr
