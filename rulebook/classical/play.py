"""Whole classical games of random legal moves, every invariant looked at after each move."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from random import Random

from rulebook.actions import Action, ActionKind
from rulebook.case import Case
from rulebook.classical.deal import dealt, hand_of_loser, hand_of_winner, tiles_in_play
from rulebook.classical.payments import Deal, payments
from rulebook.classical.score import best_score
from rulebook.effects import DrawReplacement, EndDeal, EndGame, NextDealer
from rulebook.engine import follow, go_on, judge, options, resolve
from rulebook.faults import HandFault
from rulebook.frozen import replace
from rulebook.played import BrokenError, Played
from rulebook.riichi.match import next_deal
from rulebook.riichi.shanten import shanten
from rulebook.rules.deal.title import streak_after
from rulebook.rules.liability.cannon import liable_for_the_win
from rulebook.rules.sets.display import lay
from rulebook.ruleset import RuleSet
from rulebook.ruling import Ruling
from rulebook.state import (
    Claimed,
    Dealt,
    Discarded,
    Drew,
    KongMade,
    Lie,
    Meld,
    MeldKind,
    Over,
    Wall,
    Won,
)
from rulebook.table import reveal_draw
from rulebook.tiles import BONUS_TILES, KINDS, Seat, Tile

__all__ = ["play_game"]


def play_game(rules: RuleSet, seed: int) -> Played:
    """Play a whole game of random legal moves; the same moves for the same seed.

    Raises:
        BrokenError: when an invariant does not hold.
    """
    random = Random(seed)
    round, number, streak = Seat.EAST, 1, 0
    scores = [0, 0, 0, 0]
    moves = 0
    ends: list[str] = []
    while True:
        table = _Table(rules, random, round, number, streak)
        over = table.play()
        moves += table.moves
        ends.append(over.how)
        for seat, points in table.results.items():
            scores[(number - 1 + seat) % 4] += points
        stays, ended = table.settled(over)
        if ended:
            first, second, third, fourth = scores
            return Played(len(ends), moves, (first, second, third, fourth), 0, tuple(ends))
        streak = streak_after(streak, over.wins[0].seat if over.wins else None) if stays else 0
        round, number = next_deal(round, number, stays=stays)


class _Table:
    """One deal while it is played at random.

    Attributes:
        results: what each player has won or lost, once the deal is over.
    """

    def __init__(
        self, rules: RuleSet, random: Random, round: Seat, number: int, streak: int
    ) -> None:
        self.rules = rules
        self.random = random
        self.moves = 0
        self.results = dict.fromkeys(Seat, 0)
        self.loose = 0
        self.wall: Wall | None = None
        self.ended = False
        tiles = [*(KINDS * 4), *BONUS_TILES[: rules.number("tiles.bonus")]]
        random.shuffle(tiles)
        size = rules.number("wall.dead.size")
        hands = [tiles[13 * seat : 13 * seat + 13] for seat in Seat]
        hands[0].append(tiles[52])
        self.live = tiles[53 : len(tiles) - size]
        self.dead = tiles[len(tiles) - size :]
        self.position = dealt(hands, rules, round=round, deal=number, streak=streak)
        self.lowest = self.position.dead

    def play(self) -> Over:
        """Play until the deal is over."""
        self._check()
        while True:
            event = self.position.event
            answered = isinstance(event, Discarded | KongMade)
            over = self._answers() if answered else self._turn()
            if over:
                return over

    def settled(self, over: Over) -> tuple[bool, bool]:
        """Whether East stays, and whether the game is over."""
        position = replace(self.position, event=over)
        ruling = judge(position, Action(ActionKind.SETTLE, Seat.EAST), self.rules)
        if not ruling.allowed:
            raise BrokenError("unsettled", position)
        stays = [one.stays for one in ruling.effects if isinstance(one, NextDealer)]
        if len(stays) != 1:
            raise BrokenError("next East", position)
        return stays[0], any(isinstance(one, EndGame) for one in ruling.effects)

    # Moves

    def _do(self, action: Action) -> None:
        """Let a legal action happen, up to a robbery to wait for."""
        ruling = judge(self.position, action, self.rules)
        if not ruling.allowed:
            raise BrokenError(f"illegal {action.kind.value}", self.position)
        self.position = follow(self.position, ruling.effects)
        self.moves += 1
        self._note(ruling)
        self._reveal()
        self._check()

    def _note(self, ruling: Ruling) -> None:
        """Remember from which wall a tile is owed, or that none is left for it."""
        for effect in ruling.effects:
            self.ended |= isinstance(effect, EndDeal)
            if isinstance(effect, DrawReplacement):
                self.wall = effect.wall

    def _reveal(self) -> None:
        """Turn a tile drawn unseen into one of the wall, and move what refills the dead wall."""
        for seat, player in zip(Seat, self.position.players, strict=True):
            if player.hidden:
                dead = self.wall is Wall.DEAD
                if dead and not self.dead:
                    self.dead.append(self.live.pop())
                tile = (self.dead if dead else self.live).pop(0)
                self.loose += dead
                self.position = reveal_draw(self.position, seat, tile)
        while len(self.live) > self.position.live:
            self.dead.append(self.live.pop())

    def _turn(self) -> Over | None:
        event = self.position.event
        assert isinstance(event, Dealt | Drew | Claimed)
        seat = event.seat
        if isinstance(event, Dealt) and event.asked is not None:
            seat = event.asked
        if isinstance(event, Drew) and event.tile and self._cannot_be_replaced(event.tile, seat):
            return Over("wall-used-up")
        choices = options(self.position, seat, self.rules)
        if not choices:
            raise BrokenError("no options", self.position)
        action = self._choose(choices, seat)
        if action.kind is ActionKind.SELF_DRAW:
            return self._won(action)
        self._do(action)
        return None

    def _cannot_be_replaced(self, tile: Tile, seat: Seat) -> bool:
        """Whether a bonus tile just drawn ends the deal because no tile replaces it."""
        if not tile.bonus:
            return False
        ruling = judge(self.position, Action(ActionKind.BONUS, seat, tile), self.rules)
        return any(isinstance(effect, EndDeal) for effect in ruling.effects)

    def _choose(self, choices: Sequence[Action], seat: Seat) -> Action:
        """A move at random; wins, bonus tiles and useful discards more often than others."""
        wins = [one for one in choices if one.kind is ActionKind.SELF_DRAW]
        eager = wins or [one for one in choices if one.kind is ActionKind.BONUS]
        if eager and self.random.random() < 0.95:
            return self.random.choice(eager)
        big = [one for one in choices if one.kind is not ActionKind.DISCARD]
        if big and self.random.random() < 0.5:
            return self.random.choice(big)
        discards = [one for one in choices if one.kind is ActionKind.DISCARD]
        if discards and self.random.random() < 0.8:
            return min(discards, key=lambda one: (self._distance(seat, one), self.random.random()))
        return self.random.choice(choices)

    def _distance(self, seat: Seat, action: Action) -> int:
        """How far the hand is from waiting after a discard."""
        player = self.position.player(seat)
        hand = list(player.hand)
        if action.tile in hand:
            hand.remove(action.tile)
        if any(tile.bonus for tile in hand):
            return 0
        return shanten(hand, len(player.melds), seven_pairs=False)

    # What the others say to a discard or a kong

    def _answers(self) -> Over | None:
        event = self.position.event
        assert isinstance(event, Discarded | KongMade)
        if isinstance(event, Discarded):
            self._may_call(event.seat)
        calls = list(self._calls(event))
        if calls:
            result = resolve(self.position, calls, self.rules)
            if len(result.stand) != 1:
                raise BrokenError("calls", self.position)
            action = result.stand[0]
            if action.kind is ActionKind.WIN:
                return self._won(action)
            self._do(action)
            self._skipped(event.seat, action.seat)
            return None
        if isinstance(event, KongMade):
            self.position = go_on(self.position)
            if self.ended:
                return Over("wall-used-up")
            if isinstance(self.position.event, KongMade):
                raise BrokenError("loose tiles", self.position)
            self._reveal()
            self._check()
            return None
        draw = Action(ActionKind.DRAW, event.seat.next, self.live[0] if self.live else None)
        if not self.live:
            ruling = judge(self.position, draw, self.rules)
            if not any(isinstance(effect, EndDeal) for effect in ruling.effects):
                raise BrokenError("wash-out", self.position)
            return Over("wall-used-up")
        self.live.pop(0)
        self._do(draw)
        return None

    def _may_call(self, seat: Seat) -> None:
        """Let the discarder announce a hand that waits from the start."""
        calls = [
            one
            for one in options(self.position, seat, self.rules)
            if one.kind is ActionKind.ORIGINAL_CALL
        ]
        if calls and self.random.random() < 0.5:
            self._do(calls[0])

    def _calls(self, event: Discarded | KongMade) -> Iterator[Action]:
        """What each player calls, if anything."""
        if isinstance(event, KongMade) and not self.position.pending:
            return
        for seat in event.seat.others:
            choices = [
                one
                for one in options(self.position, seat, self.rules)
                if one.kind not in (ActionKind.PASS, ActionKind.DRAW)
            ]
            wins = [one for one in choices if one.kind is ActionKind.WIN]
            if wins and self.random.random() < 0.9:
                yield wins[0]
            elif choices and self.random.random() < 0.3:
                yield self.random.choice(choices)

    def _skipped(self, discarder: Seat, claimer: Seat) -> None:
        """After a claim the claimer is on turn, whoever sits between."""
        if self.position.event.seat is not claimer or claimer is discarder:
            raise BrokenError("turn", self.position)

    # The end

    def _won(self, action: Action) -> Over:
        """Score every hand and settle."""
        before, rules = self.position, self.rules
        ruling = judge(before, action, rules)
        if not ruling.allowed:
            raise BrokenError("illegal win", before)
        self.moves += 1
        liable = liable_for_the_win(Case(before, action), rules)
        self.position = follow(before, ruling.effects)
        values = []
        for seat in Seat:
            mine = seat is action.seat
            hand = hand_of_winner(before, action) if mine else hand_of_loser(self.position, seat)
            score = best_score(hand, rules)
            if isinstance(score, HandFault):
                raise BrokenError(f"no value: {score.code}", before)
            if any(item.points % 2 for item in score.items):
                raise BrokenError("odd points", before)
            most = score.view.terms.most
            if most is not None and score.value > most:
                raise BrokenError("over the limit", before)
            values.append(score.value)
        source = None if action.kind is ActionKind.SELF_DRAW else before.event.seat
        robbed = isinstance(before.event, KongMade)
        self._pay(Deal(tuple(values), action.seat, source, liable, robbed=robbed))
        return Over("won", wins=(Won(action.seat, source, values[action.seat], ()),))

    def _pay(self, deal: Deal) -> None:
        for one in payments(deal, self.rules):
            self.results[one.payer] -= one.points
            self.results[one.payee] += one.points
        changed = {seat for seat, points in self.results.items() if points}
        if sum(self.results.values()):
            raise BrokenError("results", self.position)
        if deal.liable is not None and not changed <= {deal.winner, deal.liable}:
            raise BrokenError("cannon", self.position)

    # Invariants

    def _check(self) -> None:
        position = self.position
        if position.live != len(self.live) or position.dead != len(self.dead):
            raise BrokenError("walls", position)
        on_table: list[Tile] = [*self.live, *self.dead]
        for seat, player in zip(Seat, position.players, strict=True):
            melds = [tile for meld in player.melds for tile in meld.tiles]
            thrown = [one.tile for one in player.discards if one.taken is None]
            on_table += [*player.hand, *melds, *player.bonus, *thrown]
            held = len(player.hand) + len(melds) + len(player.bonus)
            if held != 13 + len(player.bonus) + player.kongs + self._extra(seat):
                raise BrokenError("hand size", position)
            for meld in player.melds:
                self._check_set(meld)
        counts = Counter(tile.code for tile in on_table)
        most = max(counts[tile.code] for tile in KINDS)
        if len(on_table) != tiles_in_play(self.rules) or most != 4:
            raise BrokenError("tiles", position)
        self._check_loose()

    def _extra(self, seat: Seat) -> int:
        """The tile that a player on turn has beyond the others; a kong still owes it."""
        event = self.position.event
        if isinstance(event, Discarded):
            return 0
        if isinstance(event, KongMade):
            early = event.before_play is not None
            return int(early and seat is Seat.EAST) - (event.seat is seat and early)
        return int(event.seat is seat)

    def _check_set(self, meld: Meld) -> None:
        """One discard at most in a set, and as many tiles face down as its kind asks for."""
        down = sum(lie is Lie.FACE_DOWN for _, lie in lay(meld, self.rules))
        wanted = 2 if meld.kind is MeldKind.CONCEALED_KONG else 0
        if meld.kind is MeldKind.KONG and self.rules["kong.claimed.mark"] == "face-down":
            wanted = 1
        claimed = meld.claimed is not None
        if down != wanted or claimed is (meld.kind is MeldKind.CONCEALED_KONG):
            raise BrokenError("set", self.position)

    def _check_loose(self) -> None:
        """As many loose tiles as kongs, and a dead wall that only shrinks unless refilled."""
        position = self.position
        owed = isinstance(position.event, KongMade)
        for_bonus = self.rules["bonus.replacement"] == "dead"
        if not for_bonus and self.loose != position.kongs - owed:
            raise BrokenError("loose tiles", position)
        if not self.rules["wall.dead.refilled"] and position.dead > self.lowest:
            raise BrokenError("dead wall", position)
        self.lowest = position.dead
