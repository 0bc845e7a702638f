"""Scoring, shanten, waits and random play beside other programs, in one run.

Every figure comes from a fresh process with empty caches: `python -m tests.bench_riichi
JOB` reads its hands from standard input, makes the calculator's own input of them, and
only then starts the clock. The calculators take turns, and medians are compared.
"""

from __future__ import annotations

import json
import os
import random
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

from tests.hands import Hand, hands, tenpai_hands

SEED = 20261129
COUNT = 2000
ROUNDS = 7

Work = Callable[[], object]
"""One question, ready to be asked."""

# Ours ------------------------------------------------------------------------------


def score_ours(questions: Sequence[Hand]) -> list[Work]:
    from rulebook.riichi.score import score
    from tests.witness import TENHOU, ours_hand, ours_rules, parameters

    rules = ours_rules(tuple(parameters(TENHOU).items()))
    return [_call(score, ours_hand(question), rules) for question in questions]


def shanten_ours(questions: Sequence[str]) -> list[Work]:
    from rulebook.riichi.shanten import shanten
    from rulebook.shape import counts_of
    from rulebook.tiles import parse_tiles

    return [_call(shanten, counts_of(parse_tiles(text))) for text in questions]


def waits_ours(questions: Sequence[str]) -> list[Work]:
    from rulebook.shape import counts_of, waits
    from rulebook.tiles import parse_tiles

    return [_call(waits, counts_of(parse_tiles(text)), seven_pairs=True) for text in questions]


# Theirs ----------------------------------------------------------------------------


def score_mahjong(questions: Sequence[Hand]) -> list[Work]:
    from mahjong.hand_calculating.hand import HandCalculator

    from tests.witness import mahjong_question

    value = HandCalculator.estimate_hand_value
    asked = [mahjong_question(question) for question in questions]
    return [_call(value, **one) for one in asked]


def score_jansou(questions: Sequence[Hand]) -> list[Work]:
    from jansou.scoring.score import score

    from tests.witness import jansou_question

    return [_call(score, *jansou_question(question)) for question in questions]


def shanten_mahjong(questions: Sequence[str]) -> list[Work]:
    from mahjong.shanten import Shanten

    return [_call(Shanten.calculate_shanten, _counts(text)) for text in questions]


def shanten_jansou(questions: Sequence[str]) -> list[Work]:
    from jansou.analysis.shanten import shanten_counts

    return [_call(shanten_counts, _counts(text), 0) for text in questions]


def waits_jansou(questions: Sequence[str]) -> list[Work]:
    from jansou.analysis.waits import waits_counts

    return [_call(waits_counts, _counts(text), ()) for text in questions]


def _call(function: Callable[..., object], *arguments: object, **named: object) -> Work:
    return partial(function, *arguments, **named)


def _counts(text: str) -> list[int]:
    from rulebook.shape import counts_of
    from rulebook.tiles import parse_tiles

    return list(counts_of(parse_tiles(text)))


JOBS: dict[str, Callable[[Any], list[Work]]] = {
    "score-ours": score_ours,
    "score-mahjong": score_mahjong,
    "score-jansou": score_jansou,
    "shanten-ours": shanten_ours,
    "shanten-mahjong": shanten_mahjong,
    "shanten-jansou": shanten_jansou,
    "waits-ours": waits_ours,
    "waits-jansou": waits_jansou,
}

# Whole games of random legal moves ---------------------------------------------------

GAMES = 24
"""How many games a process plays, after one that fills the caches: as many as it takes for
deals that end early to even out."""


def play_ours() -> Callable[[int], int]:
    """Without looks at invariants between the moves, as the peer has none."""
    from rulebook.load import load_rulebook
    from rulebook.riichi.play import play_game

    rules = load_rulebook()[0].ruleset("tenhou")
    return lambda seed: play_game(rules, seed, checked=False).deals


def play_jansou() -> Callable[[int], int]:
    from jansou.core.rules import preset
    from jansou.game.agents import RandomAgent
    from jansou.game.environment import Environment

    rules = preset("tenhou")

    def game(seed: int) -> int:
        table = Environment(rules, seed=seed)
        table.run([RandomAgent(4 * seed + seat) for seat in range(4)])
        return len(table.records)

    return game


PLAYERS = {"play-ours": play_ours, "play-jansou": play_jansou}


def run_games(job: str, seeds: Sequence[int]) -> None:
    """One process: how many deals a second of processor time."""
    game = PLAYERS[job]()
    game(seeds[0])
    start = time.process_time()
    deals = sum(game(seed) for seed in seeds)
    print(deals / (time.process_time() - start))


# The runs --------------------------------------------------------------------------


def run(job: str) -> None:
    """One process: how many questions a second, the first time they are asked."""
    questions = json.load(sys.stdin)
    if job in PLAYERS:
        run_games(job, questions)
        return
    work = JOBS[job](questions)
    start = time.perf_counter()
    for one in work:
        one()
    print(len(work) / (time.perf_counter() - start))


def rates(jobs: Sequence[str], questions: Sequence[object]) -> dict[str, float]:
    """The median rate of each job, the jobs taking turns."""
    text = json.dumps(questions)
    found: dict[str, list[float]] = {job: [] for job in jobs}
    for _ in range(ROUNDS):
        for job in jobs:
            done = subprocess.run(
                [sys.executable, "-m", "tests.bench_riichi", job],
                input=text,
                capture_output=True,
                text=True,
                check=True,
            )
            found[job].append(float(done.stdout))
    return {job: statistics.median(values) for job, values in found.items()}


def compare(what: str, who: Sequence[str], questions: Sequence[object]) -> None:
    """Print rates, and our ratio to each of the others."""
    found = rates([f"{what}-{one}" for one in ("ours", *who)], questions)
    ours = found.pop(f"{what}-ours")
    print(f"{what} ours {ours:,.0f}/s", *(f"{job} {rate:,.0f}/s" for job, rate in found.items()))
    for one in who:
        name = {"score": "scoring", "play": "random play"}.get(what, what)
        print(f"{name} ratio to {one}: {ours / found[f'{what}-{one}']:.2f}")


IMPORTS = {
    "the engine": "rulebook.engine, rulebook.riichi.score",
    "mahjong": "mahjong.hand_calculating.hand",
    "jansou": "jansou.scoring.score",
}
PROBE = """
import os, time
start = time.perf_counter()
import {}
taken = time.perf_counter() - start
with open("/proc/self/statm") as file:
    print(taken, int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE"))
"""


def imports() -> None:
    """How long the import takes in a fresh process, and the memory in use after it (Linux).

    The first process of each leaves the compiled files behind and is not counted.
    """
    env = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    found: dict[str, list[tuple[float, int]]] = {name: [] for name in IMPORTS}
    for count in range(ROUNDS + 1):
        for name, module in IMPORTS.items():
            done = subprocess.run(
                [sys.executable, "-c", PROBE.format(module)],
                capture_output=True,
                text=True,
                check=True,
                env=env,
            )
            seconds, memory = done.stdout.split()
            if count:
                found[name].append((float(seconds), int(memory)))
    for name, values in found.items():
        seconds_each, memory_each = zip(*values, strict=True)
        print(
            f"import of {name}: {1000 * statistics.median(seconds_each):.0f} ms,"
            f" {statistics.median(memory_each) / 2**20:.0f} MB"
        )


def winning() -> list[Hand]:
    """The first hands of the series that have a yaku."""
    from tests.witness import NOT_A_WIN, by_mahjong

    found: list[Hand] = []
    for question in hands(SEED, 2 * COUNT):
        if by_mahjong(question) != NOT_A_WIN:
            found.append(question)
        if len(found) == COUNT:
            break
    return found


def random_hands() -> list[str]:
    """Thirteen tiles at random, every second time from two suits only."""
    from rulebook.tiles import KINDS, format_tiles, sort_tiles

    rng = random.Random(SEED)
    found = []
    for number in range(COUNT):
        suits = rng.sample(range(3), 2)
        wall = [tile for tile in KINDS if number % 2 or tile.index // 9 in suits]
        found.append(format_tiles(sort_tiles(rng.sample(wall * 4, 13))))
    return found


def main() -> None:
    compare("score", ("mahjong", "jansou"), winning())
    compare("shanten", ("mahjong", "jansou"), random_hands())
    compare("waits", ("jansou",), list(tenpai_hands(SEED, COUNT)))
    compare("play", ("jansou",), [SEED + game for game in range(GAMES)])
    imports()


if __name__ == "__main__":
    if len(sys.argv) > 1:
        run(sys.argv[1])
    else:
        main()
