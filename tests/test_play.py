"""Games of random moves, and what is legal in them found a second time, slowly."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator
from dataclasses import dataclass, field, replace
from itertools import combinations, product
from random import Random
from typing import Any

import pytest

from rulebook.actions import Action, ActionKind
from rulebook.effects import Effect
from rulebook.engine import options
from rulebook.riichi import play
from rulebook.riichi.play import BrokenError, play_game
from rulebook.ruleset import Family, RuleSet
from rulebook.state import (
    Claimed,
    Dealt,
    Discarded,
    Drew,
    KongMade,
    MeldKind,
    Over,
    Player,
    Position,
    Ready,
    Wall,
)
from rulebook.tiles import Seat, Tile
from tests import naive
from tests.book import BOOK

RIICHI = [
    BOOK.ruleset(id) for id, one in BOOK.rulesets.items() if one.family == Family.RIICHI.value
]
EVERY_RULESET = pytest.mark.parametrize("rules", RIICHI, ids=lambda rules: rules.id)

POSITIONS = 3000
"""How many positions are looked at under each rule set."""


# Whole games -----------------------------------------------------------------------


@EVERY_RULESET
def test_the_same_seed_is_the_same_game(rules: RuleSet) -> None:
    first = play_game(rules, 3)
    assert play_game(rules, 3) == first
    assert play_game(rules, 3, checked=False) == first
    assert play_game(rules, 4) != first


@EVERY_RULESET
@pytest.mark.parametrize("seed", range(3))
def test_points_are_neither_made_nor_lost(rules: RuleSet, seed: int) -> None:
    found = play_game(rules, seed)
    start = rules.number("game.start-points")
    assert sum(found.scores) + 1000 * found.bets == 4 * start
    assert len(found.ends) == found.deals >= 1
    assert found.moves > 20 * found.deals


def test_broken_rules_are_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    """The invariants can fail: a tile too few, a bet from nowhere."""
    follow, ended = play.follow, play.ended

    def lossy(position: Position, effects: tuple[Effect, ...]) -> Position:
        after = follow(position, effects)
        return replace(after, dead=after.dead - 1)

    def generous(position: Position, over: Over) -> Position:
        after = ended(position, over)
        return replace(after, bets=after.bets + 1)

    for name, wrong in (("follow", lossy), ("ended", generous)):
        with monkeypatch.context() as patch, pytest.raises(BrokenError):
            patch.setattr(play, name, wrong)
            play_game(RIICHI[0], 1)


# A table where something happens -----------------------------------------------------


class Rigged(Random):
    """Shuffles so that everybody is dealt a hand near a win, and the wall helps."""

    def shuffle(self, x: Any) -> None:
        super().shuffle(x)
        dealt: list[Tile] = []
        pool = list(x)
        for _ in Seat:
            dealt += self._near(pool)
        x[:] = dealt + pool

    def _near(self, pool: list[Tile]) -> list[Tile]:
        """Thirteen tiles of the pool: sets and a pair, some of them spoilt."""
        honours = self.random() < 0.15
        kept: list[Tile] = []
        for attempt in range(400):
            low = self.choice(pool)
            if len(kept) == 12 or (honours and low.simple and attempt < 200):
                continue
            run = low.numbered and low.rank <= 7 and self.random() < 0.55
            wanted = [low.index + (step if run else 0) for step in range(3)]
            left = list(pool)
            tiles = []
            for kind in wanted:
                one = next((tile for tile in left if tile.index == kind), None)
                if one:
                    left.remove(one)
                    tiles.append(one)
            if len(tiles) == 3:
                pool[:] = left
                kept += tiles
        for _ in range(self.choice((0, 1, 1, 2, 3, 5))):
            pool.append(kept.pop(self.randrange(len(kept))))
        super().shuffle(pool)
        while len(kept) < 13:
            kept.append(pool.pop())
        return kept


@dataclass
class Watch:
    """Notes the positions of a game, and lets players keep their hands together."""

    rules: RuleSet
    random: Random
    seen: list[tuple[Position, Seat, tuple[Action, ...]]] = field(default_factory=list)

    def options(
        self,
        position: Position,
        seat: Seat,
        rules: RuleSet,
        without: Collection[ActionKind] = (),
    ) -> tuple[Action, ...]:
        found = options(position, seat, rules)
        self.seen.append((position, seat, found))
        found = tuple(one for one in found if one.kind not in without)
        assert options(position, seat, rules, without) == found
        event = position.event
        if isinstance(event, Drew) and self.random.random() < 0.8:
            drawn = [
                one for one in found if one.kind is not ActionKind.DISCARD or one.tile is event.tile
            ]
            wins = [one for one in drawn if one.kind is ActionKind.SELF_DRAW]
            return tuple(wins or drawn) or found
        return found


def watched(rules: RuleSet, count: int) -> list[tuple[Position, Seat, tuple[Action, ...]]]:
    """Positions of rigged games, each with a player and what the engine offers."""
    found: list[tuple[Position, Seat, tuple[Action, ...]]] = []
    seed = 0
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(play, "Random", Rigged)
        while len(found) < count:
            watch = Watch(rules, Random(seed))
            patch.setattr(play, "options", watch.options)
            play_game(rules, seed)
            found += watch.seen
            seed += 1
    return found[:count]


# What is legal, from the facts --------------------------------------------------------

Move = tuple[str, ...]
"""An action as words: what, the tile, the tiles shown."""


def move(action: Action) -> Move:
    tile = action.tile.code if action.tile else ""
    return (action.kind.value, tile, *sorted(one.code for one in action.tiles))


class Table:
    """A position as the facts see it."""

    def __init__(self, position: Position, seat: Seat, rules: RuleSet, passed: bool) -> None:
        self.position = position
        self.event = position.event
        self.seat = seat
        self.rules = rules
        self.passed = passed
        self.me: Player = position.players[seat]
        self.hand = [tile.code for tile in self.me.hand]
        self.kinds = [naive.plain(code) for code in self.hand]
        self.riichi = self.me.ready is not Ready.NO
        self.closed = all(meld.kind is MeldKind.CONCEALED_KONG for meld in self.me.melds)
        self.kongs = sum(meld.kind.kong for one in position.players for meld in one.melds)

    def moves(self) -> set[Move]:
        """Everything this player may do now."""
        return set(self._moves())

    def _moves(self) -> Iterator[Move]:
        event = self.event
        if isinstance(event, Dealt | Drew | Claimed):
            if event.seat is self.seat:
                yield from self._turn()
        elif event.seat is not self.seat:
            if isinstance(event, Discarded):
                yield from self._claims(event)
            if self._wins(event):
                yield ("win", "")
            yield ("pass", "")

    # The own turn

    def _turn(self) -> Iterator[Move]:
        event = self.event
        if isinstance(event, Claimed):
            yield from (("discard", code) for code in set(self.hand) if not self._swaps(code))
            return
        drawn = event.tile.code if isinstance(event, Drew) and event.tile else self.hand[-1]
        held = [drawn] if self.riichi else set(self.hand)
        yield from (("discard", code) for code in held)
        yield from self._kongs(naive.plain(drawn))
        if not self.riichi and self.closed and self._may_bet():
            for code in set(self.hand):
                if self._ready(without=naive.plain(code)):
                    yield ("riichi", code)
        if self._self_draw(naive.plain(drawn)):
            yield ("self-draw", "")
        ends = len({code for code in self.kinds if not naive.simple(code)})
        first = self.position.uninterrupted and not self.me.discards
        if self.rules["end.abort.nine-tiles"] and first and ends >= 9:
            yield ("nine-tiles", "")

    def _swaps(self, code: str) -> bool:
        """Whether a discard right after a claim would be swap-calling."""
        assert isinstance(self.event, Claimed)
        meld = self.event.meld
        assert meld.claimed is not None
        own = [tile.kind.code for tile in meld.tiles]
        claimed = meld.claimed.kind.code
        own.remove(claimed)
        return self._swap(naive.plain(code), claimed, own)

    def _swap(self, code: str, claimed: str, own: list[str]) -> bool:
        """The claimed tile, or another that makes a run with the same two."""
        if self.rules["discard.swap-calling"] == "allowed":
            return False
        if code == claimed:
            return True
        return own[0] != own[1] and _is_run([code, *own])

    def _may_bet(self) -> bool:
        least, points = self.rules["riichi.min-wall"], self.rules["riichi.min-points"]
        assert isinstance(least, int)
        enough = points is None or self.position.scores[self.seat] >= points
        return self.position.live >= least and enough

    def _ready(self, without: str) -> bool:
        """Whether the hand is in tenpai without a tile."""
        left = list(self.kinds)
        left.remove(without)
        return any(not self._own_all(wait, left) for wait in naive.waits(left))

    def _own_all(self, code: str, hand: list[str]) -> bool:
        """Whether the player has all four of a kind."""
        tiles = list(hand)
        if self.rules["tenpai.own-four"] == "hand-and-sets":
            tiles += [tile.kind.code for meld in self.me.melds for tile in meld.tiles]
        return tiles.count(code) == 4

    def _kongs(self, drawn: str) -> Iterator[Move]:
        if not self.position.live or self.kongs >= 4:
            return
        for code in set(self.kinds):
            if self.kinds.count(code) == 4 and self._harmless(code, drawn):
                yield ("concealed-kong", code)
        pungs = {meld.tile.code for meld in self.me.melds if meld.kind is MeldKind.PUNG}
        if not self.riichi:
            yield from (("extended-kong", code) for code in pungs & set(self.kinds))

    def _harmless(self, code: str, drawn: str) -> bool:
        """Whether a concealed kong changes nothing in a hand in riichi."""
        if not self.riichi:
            return True
        if code != drawn:
            return False
        before = list(self.kinds)
        before.remove(code)
        after = [one for one in before if one != code]
        waits = naive.waits(before)
        if naive.waits(after) != waits:
            return False
        if self.rules["kong.ready.readings"] == "waits":
            return True
        return not any(
            len(set(one)) == 3 and code in one
            for wait in waits
            for sets, _ in naive.readings([*before, wait])
            for one in sets
        )

    # Another's tile

    def _aborted(self) -> bool:
        """Whether the deal is over unless somebody wins on the newest discard."""
        players, rules = self.position.players, self.rules
        owners = sum(any(meld.kind.kong for meld in one.melds) for one in players)
        thrown = ["".join(tile.tile.code for tile in one.discards) for one in players]
        winds = len(set(thrown)) == 1 and thrown[0] in ("1z", "2z", "3z", "4z")
        riichi = all(one.ready is not Ready.NO for one in players)
        return bool(
            (rules["kong.four-by-several"] == "abort" and self.kongs == 4 and owners > 1)
            or (rules["end.abort.four-riichi"] and riichi)
            or (rules["end.abort.four-winds"] and self.position.uninterrupted and winds)
        )

    def _claims(self, event: Discarded) -> Iterator[Move]:
        nexts = event.seat.next is self.seat
        if self._aborted():
            return
        if nexts and self.position.live:
            yield ("draw", "")
        if self.riichi or not self.position.live:
            return
        claimed = event.tile.kind.code
        same = [code for code in self.hand if naive.plain(code) == claimed]
        for pair in {tuple(sorted(pair)) for pair in combinations(same, 2)}:
            if self._can_discard(claimed, list(pair)):
                red = any(code[0] == "0" for code in same)
                yield ("pung", "", *(pair if red else ()))
        if len(same) == 3 and self.kongs < 4:
            yield ("kong", "")
        if nexts:
            for pair in {tuple(sorted(pair)) for pair in product(self.hand, repeat=2)}:
                if _is_run([claimed, *map(naive.plain, pair)]) and self._can_discard(
                    claimed, list(pair)
                ):
                    yield ("chow", "", *pair)

    def _can_discard(self, claimed: str, own: list[str]) -> bool:
        """Whether a claim leaves a discard that is no swap."""
        left = list(self.hand)
        for code in own:
            left.remove(code)
        kinds = [naive.plain(code) for code in own]
        return any(not self._swap(naive.plain(code), claimed, list(kinds)) for code in left)

    # Wins

    def _wins(self, event: Discarded | KongMade) -> bool:
        win = event.tile.kind.code
        if not naive.complete([*self.kinds, win]):
            return False
        if isinstance(event, KongMade) and not self._robs(event, win):
            return False
        waits = naive.waits(self.kinds)
        if self.passed or any(one.tile.kind.code in waits for one in self.me.discards):
            return False
        first = self.position.uninterrupted and not self.me.discards
        man = first and self.seat is not Seat.EAST and isinstance(event, Discarded)
        lucky = {
            "chankan": isinstance(event, KongMade),
            "houtei": not self.position.live and isinstance(event, Discarded),
        }
        if man and self.rules["yaku.renhou"] != "none":
            return True
        return self._worth(self.kinds, win, lucky, drawn=False)

    def _robs(self, event: KongMade, win: str) -> bool:
        if event.meld.kind is MeldKind.EXTENDED_KONG:
            return True
        allowed = bool(self.rules["kong.rob.concealed"])
        return allowed and naive.orphans([*self.kinds, win])

    def _self_draw(self, drawn: str) -> bool:
        if not naive.complete(self.kinds):
            return False
        if self.position.uninterrupted and not self.me.discards:
            return True
        event = self.event
        after_kong = isinstance(event, Drew) and event.wall is Wall.DEAD
        lucky = {"rinshan": after_kong, "haitei": not self.position.live}
        if self.closed:
            lucky["menzen-tsumo"] = True
        hand = list(self.kinds)
        hand.remove(drawn)
        return self._worth(hand, drawn, lucky, drawn=True)

    def _worth(self, hand: list[str], win: str, lucky: dict[str, bool], *, drawn: bool) -> bool:
        """Whether yaku make a win of a finished hand."""
        fan = sum(lucky.values()) + self.me.ippatsu
        fan += {Ready.RIICHI: 1, Ready.DOUBLE_RIICHI: 2}.get(self.me.ready, 0)
        if drawn and all((lucky.get("rinshan"), lucky.get("haitei"))):
            fan -= not self.rules["yaku.rinshan.last-tile"]
        from_counters = self.rules["yaku.minimum-from"]
        least = 2 if from_counters is not None and self.position.counters >= from_counters else 1
        melds = [
            naive.Set(
                tuple(tile.kind.code for tile in meld.tiles[:3]),
                open=meld.kind is not MeldKind.CONCEALED_KONG,
                kong=meld.kind.kong,
                laid=True,
            )
            for meld in self.me.melds
        ]
        winds = {"seat": f"{self.seat + 1}z", "round": f"{self.position.round + 1}z"}
        tanyao = bool(self.rules["yaku.tanyao.open"])
        return any(
            one.yakuman() or fan + sum(one.yaku(open_tanyao=tanyao).values()) >= least
            for one in naive.sights(hand, win, melds, drawn=drawn, **winds)
        )


def _is_run(codes: list[str]) -> bool:
    return len({code[1] for code in codes}) == 1 and naive.run_from(min(codes)) == tuple(
        sorted(codes)
    )


def _laid(position: Position) -> list[tuple[MeldKind, ...]]:
    """The kinds of the sets on the table."""
    return [tuple(meld.kind for meld in player.melds) for player in position.players]


class Passing:
    """Who has let a winning tile pass, told from what happens."""

    def __init__(self, rules: RuleSet) -> None:
        self.rules = rules
        self.before: Position | None = None
        self.passed: set[Seat] = set()

    def follow(self, position: Position) -> None:
        before, self.before = self.before, position
        event = position.event
        if before is None or isinstance(event, Dealt):
            self.passed = set()
            return
        if position is before:
            return
        self._let_pass(before)
        free = {event.seat} if isinstance(event, Drew | Claimed) else set()
        if self.rules["furiten.temporary-until"] == "interruption":
            number = [
                sum(len(p.melds) + p.kongs for p in one.players) for one in (before, position)
            ]
            free |= set(Seat) if number[0] != number[1] else set()
        self.passed -= {seat for seat in free if position.players[seat].ready is Ready.NO}
        if isinstance(event, KongMade):
            return
        self._own_win_thrown(before, position)

    def _let_pass(self, before: Position) -> None:
        """Nobody has won on what was offered, or the deal would be over."""
        event = before.event
        if not isinstance(event, Discarded | KongMade):
            return
        for seat in Seat:
            hand = [tile.kind.code for tile in before.players[seat].hand]
            if seat is event.seat or not naive.complete([*hand, event.tile.kind.code]):
                continue
            concealed = isinstance(event, KongMade) and (event.meld.kind is MeldKind.CONCEALED_KONG)
            if not concealed or naive.orphans([*hand, event.tile.kind.code]):
                self.passed.add(seat)

    def _own_win_thrown(self, before: Position, position: Position) -> None:
        """A player in riichi has thrown a tile that would have won."""
        event = before.event
        if isinstance(event, Drew) and before.players[event.seat].ready is not Ready.NO:
            hand = [tile.kind.code for tile in before.players[event.seat].hand]
            if naive.complete(hand):
                self.passed.add(event.seat)


@EVERY_RULESET
def test_options_are_all_legal_and_none_is_missed(rules: RuleSet) -> None:
    passing = Passing(rules)
    found: Counter[str] = Counter()
    furiten = riichi = 0
    for number, (position, seat, offered) in enumerate(watched(rules, POSITIONS)):
        passing.follow(position)
        wanted = Table(position, seat, rules, seat in passing.passed).moves()
        assert {move(one) for one in offered} == wanted, told(position, seat, number)
        assert len(offered) == len(wanted)
        found.update(kind for kind, *_ in wanted)
        furiten += seat in passing.passed
        riichi += position.players[seat].ready is not Ready.NO
        if number % 4 == 0:
            other = Seat((seat + 1 + number // 4 % 3) % 4)
            table = Table(position, other, rules, other in passing.passed)
            assert {move(one) for one in options(position, other, rules)} == table.moves()
    kinds = {"discard", "riichi", "self-draw", "win", "chow", "pung", "kong", "concealed-kong"}
    assert kinds | {"extended-kong", "draw", "pass"} <= set(found), found
    assert found["win"] > 10 and found["self-draw"] > 4 and found["riichi"] > 30
    assert furiten > 20 and riichi > 100


def told(position: Position, seat: Seat, number: int) -> str:
    hands = [" ".join(tile.code for tile in player.hand) for player in position.players]
    return f"{number} {seat.name} {position.event} live {position.live}\n" + "\n".join(hands)


def test_another_rule_is_seen() -> None:
    """The comparison can fail: where swap-calling is allowed, other discards are legal."""
    rules = BOOK.ruleset("ema-2016")
    other = rules.misread(params={"discard.swap-calling": "allowed"})
    some = [one for one in watched(rules, 1500) if isinstance(one[0].event, Claimed)]
    differ = [
        {move(one) for one in offered} != Table(position, seat, other, False).moves()
        for position, seat, offered in some
    ]
    assert 0 < sum(differ) < len(differ)
