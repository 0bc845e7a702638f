"""The engine: tiles are conserved, turns follow, sets hold one discard, gaps are said."""

from __future__ import annotations

import random
import subprocess
import sys
from collections import Counter
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rulebook.actions import SET_CLAIMS, Action, ActionKind
from rulebook.effects import LoseTurns, NextTurn, Pay
from rulebook.engine import go_on, judge, options, play, resolve
from rulebook.outcome import run
from rulebook.ruleset import Family, RuleSet
from rulebook.ruling import Verdict
from rulebook.scenario import build
from rulebook.state import Discard, Discarded, Drew, MeldKind, Player, Position, Wall
from rulebook.tiles import KINDS, Seat, Tile, format_tiles, parse_tile, parse_tiles, sort_tiles
from tests.book import BOOK, examples

RULESETS = [BOOK.ruleset(id) for id in BOOK.rulesets]
NEWEST = BOOK.ruleset("ema-2025")
EVERY_RULESET = pytest.mark.parametrize("rules", RULESETS, ids=lambda rules: rules.id)


# Tiles -------------------------------------------------------------------------


def test_every_tile_is_written_and_read_back() -> None:
    for tile in [*KINDS, *parse_tiles("0m0p0s"), *parse_tiles("12345678f")]:
        assert parse_tile(tile.code) is tile


@given(st.lists(st.sampled_from([*KINDS, *parse_tiles("0m0p0s12345678f")]), max_size=14))
def test_hands_are_written_and_read_back(tiles: list[Tile]) -> None:
    assert parse_tiles(format_tiles(sort_tiles(tiles))) == sort_tiles(tiles)


# Conservation --------------------------------------------------------------------


def _tiles(position: Position) -> int:
    """All tiles of a table: hands, sets, discards nobody has taken, bonus tiles, walls."""
    total = position.live + position.dead
    for player in position.players:
        total += len(player.hand) + player.hidden + len(player.bonus)
        total += sum(len(meld.tiles) for meld in player.melds)
        total += sum(discard.taken is None for discard in player.discards)
    return total


def test_no_example_makes_or_loses_a_tile() -> None:
    moved = 0
    for rule, example in examples():
        for id in BOOK.rulesets:
            rules = BOOK.ruleset(id)
            if rule.family not in (None, rules.family.value):
                continue
            scenario, _ = build(example.given, example.when, rules)
            if scenario is None or scenario.action is None:
                continue
            outcome = run(scenario, rules)
            before, after = outcome.position, outcome.position
            for effect in outcome.effects:
                after = effect.apply(after)
            assert _tiles(go_on(after)) == _tiles(before), f"{rule.id}#{example.id} {id}"
            moved += bool(outcome.effects)
    assert moved > 500


# Whole deals at random -----------------------------------------------------------


def _deal(seed: int, rules: RuleSet) -> tuple[Position, list[Tile]]:
    """A dealt table with East to discard, and the rest of the wall."""
    bonus = parse_tiles("12345678f") if rules.family is Family.CLASSICAL else ()
    wall = [*KINDS * 4, *bonus]
    random.Random(seed).shuffle(wall)
    players = []
    for seat in Seat:
        size = 14 if seat is Seat.EAST else 13
        players.append(Player(hand=sort_tiles(wall[:size])))
        wall = wall[size:]
    dead = rules.number("wall.dead.size")
    position = Position(
        tuple(players),
        event=Drew(Seat.EAST, players[0].hand[-1]),
        live=len(wall) - dead,
        dead=dead,
        uninterrupted=True,
    )
    return position, wall


def _known(position: Position, wall: list[Tile]) -> Position:
    """The position with a tile that was drawn unseen turned into a tile of the wall."""
    for seat in Seat:
        player = position.player(seat)
        if player.hidden:
            tile = wall.pop()
            hand = sort_tiles((*player.hand, tile))
            position = position.with_player(seat, hand=hand, hidden=player.hidden - 1)
            event = position.event
            if isinstance(event, Drew) and event.seat is seat and event.tile is None:
                position = replace(position, event=replace(event, tile=tile))
    return position


def _moves(position: Position, rules: RuleSet) -> list[Action]:
    """What anybody may do, wins left out so that the deal goes on."""
    quiet = (ActionKind.WIN, ActionKind.SELF_DRAW, ActionKind.PASS, ActionKind.DRAW)
    found = [one for seat in Seat for one in options(position, seat, rules)]
    return [action for action in found if action.kind not in quiet]


def _next_draw(position: Position, wall: list[Tile]) -> Action | None:
    event = position.event
    if not isinstance(event, Discarded) or not position.live:
        return None
    return Action(ActionKind.DRAW, event.seat.next, wall.pop())


def _check(position: Position, total: int) -> None:
    assert _tiles(position) == total
    assert position.live >= 0
    seen: Counter[int] = Counter()
    for seat, player in zip(Seat, position.players, strict=True):
        turn = getattr(position.event, "seat", None) is seat
        size = len(player.hand) + player.hidden + 3 * len(player.melds)
        holds = 14 if turn and not isinstance(position.event, Discarded) else 13
        assert size == holds, f"{seat.name} holds {size} after {position.event}"
        seen.update(tile.index for tile in player.hand)
        for meld in player.melds:
            assert meld.is_set
            seen.update(tile.index for tile in meld.tiles)
            assert meld.kind is not MeldKind.CONCEALED_KONG or meld.claimed is None
        taken = sum(discard.taken is not None for discard in player.discards)
        fed = sum(
            meld.claimed is not None and meld.side is not None and other.at(meld.side) is seat
            for other in Seat
            for meld in position.player(other).melds
        )
        assert taken == fed, "a set holds exactly the discards that were taken for it"
    assert all(count <= 4 for index, count in seen.items() if index < 34)


@EVERY_RULESET
@pytest.mark.parametrize("seed", range(12))
def test_a_deal_at_random_keeps_its_tiles(rules: RuleSet, seed: int) -> None:
    position, wall = _deal(seed, rules)
    choose = random.Random(seed)
    total, claims = _tiles(position), 0
    for _ in range(400):
        moves = _moves(position, rules)
        calls = [one for one in moves if one.kind in (*SET_CLAIMS, ActionKind.CONCEALED_KONG)]
        draw = None if calls and choose.random() < 0.7 else _next_draw(position, wall)
        action = draw or (choose.choice(calls or moves) if moves else None)
        if action is None:
            break
        claims += action.kind in SET_CLAIMS
        position = _known(go_on(play(position, action, rules)), wall)
        _check(position, total)
    assert claims


# Turns ---------------------------------------------------------------------------


def _offered(discarder: Seat, tile: Tile, claimer: Seat, hand: str) -> Position:
    """A discard on the table, and one player who can use it."""
    players = [
        Player(hidden=13, discards=(Discard(tile),) if seat is discarder else ()) for seat in Seat
    ]
    known = parse_tiles(hand)
    players[claimer] = Player(hand=known, hidden=13 - len(known))
    return Position(tuple(players), event=Discarded(discarder, tile), live=40, dead=14)


@EVERY_RULESET
@pytest.mark.parametrize("discarder", Seat)
@pytest.mark.parametrize("claimer", Seat)
@pytest.mark.parametrize("kind", SET_CLAIMS)
def test_who_is_next_after_every_claim(
    rules: RuleSet, discarder: Seat, claimer: Seat, kind: ActionKind
) -> None:
    if claimer is discarder:
        return
    position = _offered(discarder, parse_tile("5p"), claimer, "34555p")
    chow = kind is ActionKind.CHOW
    action = Action(kind, claimer, tiles=parse_tiles("34p") if chow else ())
    ruling = judge(position, action, rules)
    assert ruling.allowed == (not chow or claimer is discarder.next)
    if not ruling.allowed:
        return
    after = next(one for one in ruling.effects if isinstance(one, NextTurn))
    lost = next(one for one in ruling.effects if isinstance(one, LoseTurns))
    assert after.seat is claimer.next
    between = [Seat((discarder + step) % 4) for step in range(1, (claimer - discarder) % 4)]
    assert set(lost.seats) == set(between)


@EVERY_RULESET
def test_own_discards_are_never_claimed(rules: RuleSet) -> None:
    for seat in Seat:
        position = _offered(seat, parse_tile("5p"), seat.next, "")
        position = position.with_player(seat, hand=parse_tiles("555p"), hidden=10)
        for kind in (ActionKind.PUNG, ActionKind.KONG):
            assert judge(position, Action(kind, seat), rules).verdict is Verdict.REFUSED


# Simultaneous calls ----------------------------------------------------------------


@EVERY_RULESET
def test_the_order_in_which_calls_are_given_does_not_matter(rules: RuleSet) -> None:
    position = _offered(Seat.EAST, parse_tile("5p"), Seat.SOUTH, "34p")
    position = position.with_player(Seat.WEST, hand=parse_tiles("55p"), hidden=11)
    calls = [
        Action(ActionKind.CHOW, Seat.SOUTH, tiles=parse_tiles("34p")),
        Action(ActionKind.PUNG, Seat.WEST),
    ]
    first = resolve(position, calls, rules)
    assert first.stand == resolve(position, calls[::-1], rules).stand == (calls[1],)


@pytest.mark.parametrize(
    ("kind", "hand", "payee"),
    [
        (ActionKind.CHOW, "46m", {Seat.SOUTH}),
        (ActionKind.PUNG, "55m", {Seat.SOUTH, Seat.WEST, Seat.NORTH}),
        (ActionKind.KONG, "555m", {Seat.SOUTH, Seat.WEST, Seat.NORTH}),
    ],
)
def test_a_wrong_name_costs_only_what_somebody_may_claim(
    kind: ActionKind, hand: str, payee: set[Seat]
) -> None:
    """Nobody claims the own discard, and no chow but from the left, whatever it was called."""
    rules, tiles = BOOK.ruleset("millington"), parse_tiles(hand)
    event = Discarded(Seat.EAST, parse_tile("9p"), named=parse_tile("5m"))
    paid = set()
    for seat in Seat:
        position = replace(_offered(Seat.EAST, event.tile, seat, hand), event=event)
        claim = Action(kind, seat, tiles=tiles if kind is ActionKind.CHOW else ())
        ruling = judge(position, claim, rules)
        assert ruling.verdict is Verdict.REFUSED
        paid |= {seat} if any(isinstance(one, Pay) for one in ruling.effects) else set()
    assert paid == payee


# Partial positions -------------------------------------------------------------------


@EVERY_RULESET
def test_hidden_tiles_make_a_ruling_unknown(rules: RuleSet) -> None:
    position = _offered(Seat.EAST, parse_tile("5p"), Seat.SOUTH, "")
    ruling = judge(position, Action(ActionKind.PUNG, Seat.SOUTH), rules)
    assert ruling.verdict is Verdict.UNKNOWN
    assert ruling.reasons
    trusted = judge(position, Action(ActionKind.PUNG, Seat.SOUTH), rules, trust=True)
    assert trusted.allowed


@EVERY_RULESET
def test_every_refusal_and_effect_names_a_rule_in_force(rules: RuleSet) -> None:
    for rule, example in examples():
        if rule.family in (None, rules.family.value):
            scenario, _ = build(example.given, example.when, rules)
            if scenario is None:
                continue
            outcome = run(scenario, rules)
            named = {one.rule for one in (*outcome.reasons, *outcome.effects)}
            assert named <= rules.rules, f"{rule.id}#{example.id}"


# Symmetry ------------------------------------------------------------------------------

_SUITS = {"m": "p", "p": "s", "s": "m"}


@given(seed=st.integers(0, 10_000), turn=st.integers(1, 3))
@settings(max_examples=40, deadline=None)
def test_seats_and_suits_are_alike_for_claims(seed: int, turn: int) -> None:
    """Moving everybody round the table and every suit on changes no ruling on a claim."""
    position, _ = _deal(seed, NEWEST)
    tile = position.player(Seat.EAST).hand[0]
    position = play(position, Action(ActionKind.DISCARD, Seat.EAST, tile), NEWEST)
    for seat in (Seat.SOUTH, Seat.WEST, Seat.NORTH):
        found = {(one.kind, _suited(one.tiles)) for one in options(position, seat, NEWEST)}
        moved = _moved(position, turn)
        other = Seat((seat + turn) % 4)
        assert {(one.kind, one.tiles) for one in options(moved, other, NEWEST)} == found


def _suited(tiles: tuple[Tile, ...]) -> tuple[Tile, ...]:
    return tuple(
        parse_tile(tile.code[0] + _SUITS.get(tile.code[1], tile.code[1])) for tile in tiles
    )


def _moved(position: Position, turn: int) -> Position:
    players: list[Player] = [Player()] * 4
    for seat, player in zip(Seat, position.players, strict=True):
        discards = tuple(replace(one, tile=_suited((one.tile,))[0]) for one in player.discards)
        hand = sort_tiles(_suited(player.hand))
        players[(seat + turn) % 4] = replace(player, hand=hand, discards=discards)
    event = position.event
    assert isinstance(event, Discarded)
    event = Discarded(Seat((event.seat + turn) % 4), _suited((event.tile,))[0])
    return replace(position, players=tuple(players), event=event)


# Layers --------------------------------------------------------------------------------


def test_the_engine_needs_the_standard_library_alone() -> None:
    code = (
        "import sys, rulebook; "
        "print(*{name.split('.')[0] for name in sys.modules} "
        "- set(sys.stdlib_module_names) - {'rulebook'})"
    )
    result = subprocess.run(
        [
            sys.executable,
            "-I",
            "-S",
            "-c",
            f"import sys; sys.path.insert(0, {sys.path[0]!r}); {code}",
        ],
        capture_output=True,
        text=True,
        check=True,
        cwd="/",
    )
    assert set(result.stdout.split()) <= {"__main__"}


def test_walls_are_told_apart() -> None:
    assert {wall.value for wall in Wall} == {"live", "dead", "bonus"}
