"""Classical games of random legal moves keep every invariant, and a broken rule is noticed."""

from __future__ import annotations

import json

import pytest

from rulebook.__main__ import main
from rulebook.classical.play import play_game
from rulebook.played import BrokenError
from rulebook.ruleset import RuleSet, Value
from tests.book import BOOK

SHORT: dict[str, Value] = {"game.rounds": 1}

TABLES: dict[str, dict[str, Value]] = {
    "as it is": {},
    "roof off": {"score.limit": None, "score.limit-minimum": 1000},
    "without bonus tiles": {"tiles.bonus": 0},
    "bonus tiles replaced from the dead wall": {
        "bonus.replacement": "dead",
        "wall.dead.size": 14,
        "wall.dead.refilled": True,
        "wall.dead.refilled-by": 1,
    },
    "without a dead wall": {
        "bonus.replacement": "dead",
        "wall.dead.size": 0,
        "wall.dead.refilled": True,
        "wall.dead.refilled-by": 1,
    },
    "seven pairs and more": {
        "hand.seven-pairs": True,
        "hand.seven-pairs.four-alike": True,
        "score.seven-pairs-points": 20,
        "score.own-tile-doubles": 1,
        "score.bouquet-points": 8,
        "score.concealed-discard-points": 4,
        "score.losers-purity": True,
        "settlement.discarder-doubles": True,
    },
    "losers do not settle": {"settlement.losers": False, "settlement.east-doubles": False},
    "kongs of pungs just claimed": {"kong.added.just-claimed": True},
}


def table(ruleset: str, changes: dict[str, Value]) -> RuleSet:
    return BOOK.ruleset(ruleset).misread(params={**SHORT, **changes})


@pytest.mark.parametrize("ruleset", ["millington", "bradfield"])
@pytest.mark.parametrize("changes", TABLES.values(), ids=TABLES.keys())
def test_every_invariant_holds(ruleset: str, changes: dict[str, Value]) -> None:
    for seed in (1, 2):
        played = play_game(table(ruleset, changes), seed)
        assert played.deals >= 4
        assert set(played.ends) <= {"won", "wall-used-up"}
        assert sum(played.scores) == 0


def test_the_same_seed_is_the_same_game() -> None:
    rules = table("millington", {})
    assert play_game(rules, 7) == play_game(rules, 7)
    assert play_game(rules, 7) != play_game(rules, 8)


@pytest.mark.parametrize(
    ("forgotten", "what"),
    [
        ("kong.replacement.dead-wall", "loose tiles"),
        ("hand.bonus.replaced", "hand size"),
        ("kong.claimed.display", "loose tiles"),
        ("deal.title.won", "next East"),
    ],
)
def test_a_forgotten_rule_is_noticed(forgotten: str, what: str) -> None:
    rules = table("millington", {}).misread(ignore=[forgotten])
    with pytest.raises(BrokenError) as broken:
        play_game(rules, 1)
    assert broken.value.what == what


def test_the_command_plays_the_family_of_the_rule_set(
    capsys: pytest.CaptureFixture[str],
) -> None:
    main(["play", "--ruleset", "millington", "--seed", "3", "--json"])
    found = json.loads(capsys.readouterr().out)
    assert (found["ruleset"], found["games"], found["broken"]) == ("millington", 1, [])
    assert found["deals"] >= 16
