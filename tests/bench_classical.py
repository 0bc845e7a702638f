"""How many hands of the classical game are scored, and how many games replayed, in a second.

No other Python program scores this game, so there is nobody to be compared with. Every
figure is the median over fresh processes.
"""

from __future__ import annotations

import statistics
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from unittest.mock import patch

from rulebook.classical import play as game
from rulebook.classical.hand import Hand
from rulebook.classical.play import play_game
from rulebook.classical.score import best_score
from rulebook.load import load_rulebook
from rulebook.records import ClassicalGame, read_file
from rulebook.replay.classical import replay_classical
from rulebook.replay.options import with_options
from rulebook.ruleset import RuleSet

ROUNDS = 5
GAMES = 12
"""How many random games the hands come from, winners' and losers' alike."""

RECORDS = Path(__file__).parent / "data" / "records"


def hands_scored() -> float:
    """Hands of random games under Millington's rules. Hands a second."""
    rules = load_rulebook()[0].ruleset("millington")
    found: list[Hand] = []

    def noted(hand: Hand, rules: RuleSet) -> object:
        found.append(hand)
        return best_score(hand, rules)

    with patch.object(game, "best_score", noted):
        for seed in range(GAMES):
            play_game(rules, seed)
    start = time.perf_counter()
    for hand in found:
        best_score(hand, rules)
    return len(found) / (time.perf_counter() - start)


def games_replayed() -> float:
    """Whole games of Debian's `mah-jong`, read before the clock starts. Games a second."""
    bradfield = load_rulebook()[0].ruleset("bradfield")
    read = [one for path in sorted(RECORDS.glob("*.mjserver")) for _, one in read_file(path)]
    games = [one for one in read if isinstance(one, ClassicalGame)]
    start = time.perf_counter()
    for one in games:
        found = replay_classical(one, with_options(bradfield, one.options))
        assert not found.mismatches
    return len(games) / (time.perf_counter() - start)


JOBS: dict[str, Callable[[], float]] = {
    "classical hands scored": hands_scored,
    "classical games replayed": games_replayed,
}


def main() -> None:
    for job in JOBS:
        command = [sys.executable, "-m", "tests.bench_classical", job]
        rates = [
            float(subprocess.run(command, capture_output=True, text=True, check=True).stdout)
            for _ in range(ROUNDS)
        ]
        print(f"{job}: {statistics.median(rates):,.1f}/s")


if __name__ == "__main__":
    if len(sys.argv) > 1:
        print(JOBS[sys.argv[1]]())
    else:
        main()
