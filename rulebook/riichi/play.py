"""Whole riichi games of random legal moves, every invariant looked at after each move."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random

from rulebook.actions import Action, ActionKind
from rulebook.attempts import callers
from rulebook.effects import AbortUnlessWon, EndDeal
from rulebook.engine import follow, go_on, granted, options, permitted, resolve
from rulebook.frozen import replace
from rulebook.played import BrokenError, Played
from rulebook.riichi.deal import (
    SETTLE,
    bet_returned,
    dealt,
    ended,
    let_pass,
    reveal_draw,
    reveal_indicator,
    value_of,
)
from rulebook.riichi.match import next_deal, why_over
from rulebook.riichi.tenpai import nagashi_of, tenpai_seats
from rulebook.ruleset import RuleSet
from rulebook.state import Discarded, Drew, Event, KongMade, Over, Player, Won
from rulebook.tiles import KINDS, RED_FIVES, TILES, Seat, Tile

__all__ = ["BrokenError", "Played", "play_game"]


def play_game(rules: RuleSet, seed: int, *, checked: bool = True) -> Played:
    """Play a whole game of random legal moves; the same moves for the same seed.

    Args:
        rules: the rule set.
        seed: where the random numbers start.
        checked: whether every invariant is looked at after each move, or only after each deal.

    Raises:
        BrokenError: when an invariant does not hold.
    """
    random = Random(seed)
    round, number, counters, bets = Seat.EAST, 1, 0, 0
    scores: tuple[int, ...] = (rules.number("game.start-points"),) * 4
    total = sum(scores)
    moves = 0
    ends: list[str] = []
    while True:
        table = _Table(rules, random, round, number, counters, bets, scores, checked=checked)
        over = table.play()
        moves += table.moves
        ends.append(over.how)
        before = ended(table.position, over)
        if not permitted(before, SETTLE, rules):
            raise BrokenError("unsettled", before)
        effects = granted(before, SETTLE, rules)
        after = follow(before, effects)
        if sum(after.scores) + 1000 * after.bets != total:
            raise BrokenError("points", after)
        stays = any(getattr(effect, "stays", False) for effect in effects)
        earned = over.how in ("won", "wall-used-up")
        first = Seat((1 - number) % 4)
        end = why_over(round, number, after.scores, rules, stays=stays, earned=earned, first=first)
        scores, counters, bets = after.scores, after.counters, after.bets
        if end:
            final = tuple(scores[(player + first) % 4] for player in range(4))
            return Played(len(ends), moves, final, bets, tuple(ends))
        if not stays:
            scores = (*scores[1:], scores[0])
        round, number = next_deal(round, number, stays=stays)


class _Table:
    """One deal while it is played at random."""

    def __init__(
        self,
        rules: RuleSet,
        random: Random,
        round: Seat,
        number: int,
        counters: int,
        bets: int,
        scores: tuple[int, ...],
        *,
        checked: bool,
    ) -> None:
        self.rules = rules
        self.checked = checked
        self.random = random
        self.moves = 0
        tiles = _set_of_tiles(rules)
        random.shuffle(tiles)
        hands = [tiles[13 * seat : 13 * seat + 13] for seat in Seat]
        self.live = tiles[53:122]
        dead = tiles[122:]
        self.replacements = dead[:4]
        self.indicators = dead[6::2]
        self.ura = dead[5::2]
        position = dealt(
            hands,
            tiles[52],
            dead[4],
            rules,
            round=round,
            counters=counters,
            bets=bets,
            scores=scores,
        )
        self.position = replace(position, deal=number)
        self.points = sum(scores) + 1000 * bets
        self.counted: list[Player | None] = [None] * 4
        self.sizes, self.lying, self.tiles = [0] * 4, [0] * 4, 0

    def play(self) -> Over:
        """Play until the deal is over."""
        while True:
            event = self.position.event
            if isinstance(event, (Discarded, KongMade)):
                over = self._answers(event)
            else:
                over = self._turn(event)
            if over:
                self._check()
                self._check_claims()
                return over

    def _do(self, action: Action) -> str:
        """Let a legal action happen; how it ends the deal, if it does."""
        effects = granted(self.position, action, self.rules)
        self.position = follow(self.position, effects)
        self.moves += 1
        self._reveal()
        if self.checked:
            self._check()
        for effect in effects:
            if isinstance(effect, _ENDS):
                return effect.how
        return ""

    def _reveal(self) -> None:
        """Turn what was drawn or turned unseen into tiles of the wall."""
        event = self.position.event
        if isinstance(event, Drew) and event.tile is None:
            tile = self.replacements.pop()
            self.position = reveal_draw(self.position, event.seat, tile)
            self.live.pop()
        while None in self.position.indicators:
            self.position = reveal_indicator(self.position, self.indicators.pop(0))

    # A player's own turn

    def _turn(self, event: Event) -> Over | None:
        seat = event.seat
        choices = options(self.position, seat, self.rules)
        if not choices:
            raise BrokenError("no options", self.position)
        action = self._choose(choices)
        if action.kind is ActionKind.SELF_DRAW:
            return self._won([action])
        ended = self._do(action)
        if action.kind is ActionKind.NINE_TILES:
            return Over("nine-tiles")
        self.unless_won = ended
        return None

    def _choose(self, choices: Sequence[Action]) -> Action:
        """A move at random, big ones more often than their number would have it."""
        if choices[0].kind is _DISCARD and choices[-1].kind is _DISCARD:
            return self.random.choice(choices)  # for they come kind by kind
        big = [one for one in choices if one.kind is not _DISCARD]
        if self.random.random() < 0.5:
            return self.random.choice(big)
        return self.random.choice(choices)

    # What the others say to a discard or a kong

    def _answers(self, event: Discarded | KongMade) -> Over | None:
        asked = callers(self.position, self.rules)
        if asked:
            calls = list(self._calls(asked))
            if calls:
                return self._called(calls)
            self.position = let_pass(self.position, self.rules)
        if isinstance(event, KongMade):
            self.position = go_on(self.position)
            self._reveal()
            if self.checked:
                self._check()
            return None
        if self.unless_won:
            return Over(self.unless_won)
        if not self.position.live:
            return self._wall_used_up()
        draw = _DRAWS[event.seat.next][self.live.pop(0)]
        if not permitted(self.position, draw, self.rules):
            raise BrokenError("illegal draw", self.position)
        self._do(draw)
        return None

    def _called(self, calls: Sequence[Action]) -> Over | None:
        """Let the call happen that goes first, or several wins."""
        if len(calls) > 1:
            result = resolve(self.position, calls, self.rules)
            calls = result.stand
            for effect in result.effects:
                if not calls and isinstance(effect, EndDeal):
                    return Over(effect.how)
        wins = [one for one in calls if one.kind is ActionKind.WIN]
        if wins:
            return self._won(wins)
        self.position = let_pass(self.position, self.rules)
        if ended := self.unless_won:
            return Over(ended)
        self._do(calls[0])
        self.unless_won = ""
        return None

    def _calls(self, asked: Sequence[Seat]) -> Iterator[Action]:
        """What each player who has something to call does call, if anything."""
        for seat in asked:
            choices = options(self.position, seat, self.rules, _NO_CALLS)
            if choices and self.random.random() < 0.5:
                yield self.random.choice(choices)

    unless_won = ""
    """How the deal ends if nobody wins on the newest discard."""

    # The end

    def _won(self, actions: Sequence[Action]) -> Over:
        here = replace(self.position, ura=tuple(self.ura[: len(self.position.indicators)]))
        wins: list[Won] = []
        for action in actions:
            self.moves += 1
            valued = value_of(here, action, self.rules)
            if valued is None:
                raise BrokenError("no value", here)
            wins.append(valued[1])
        seats = [action.seat for action in actions]
        effects = granted(here, actions[0], self.rules)
        self.position = bet_returned(let_pass(self.position, self.rules, seats), effects)
        return Over("won", wins=tuple(wins))

    def _wall_used_up(self) -> Over:
        return Over(
            "wall-used-up",
            tenpai=tenpai_seats(self.position, self.rules),
            nagashi=nagashi_of(self.position, self.rules),
        )

    # Invariants

    def _check(self) -> None:
        """Every tile is somewhere, and so is every point.

        A claimed tile lies both in a set and, marked, among the discards.
        """
        position = self.position
        for seat, player in enumerate(position.players):
            if self.counted[seat] is not player:
                self.counted[seat] = player
                self.tiles -= self.lying[seat]
                self.sizes[seat], self.lying[seat] = _counted(player)
                self.tiles += self.lying[seat]
        event = position.event
        turn = None if isinstance(event, _NOBODYS_TURN) else event.seat
        if self.sizes != _SIZES[turn]:
            raise BrokenError("hand size", position)
        if self.tiles + position.live + position.dead != 136 or position.live != len(self.live):
            raise BrokenError("tiles", position)
        if sum(position.scores) + 1000 * position.bets != self.points:
            raise BrokenError("points", position)

    def _check_claims(self) -> None:
        """As many discards are marked as claimed as sets have been claimed."""
        players = self.position.players
        marked = sum(one.taken is not None for player in players for one in player.discards)
        if marked != sum(meld.claimed is not None for player in players for meld in player.melds):
            raise BrokenError("claims", self.position)


def _counted(player: Player) -> tuple[int, int]:
    """How big a hand is, a set counted as three, and how many tiles lie before a player."""
    held, melds = len(player.hand), player.melds
    tiles = held + len(player.discards)
    for meld in melds:
        tiles += len(meld.tiles) - (meld.claimed is not None)
    return held + player.hidden + 3 * len(melds), tiles


_ENDS = (EndDeal, AbortUnlessWon)
_NO_CALLS = frozenset({ActionKind.PASS, ActionKind.DRAW})
_NOBODYS_TURN = (Discarded, KongMade)
_DISCARD = ActionKind.DISCARD
_SIZES = {turn: [13 + (seat is turn) for seat in Seat] for turn in (None, *Seat)}
"""How big the hands are, by whose turn it is."""

_DRAWS = [{tile: Action(ActionKind.DRAW, seat, tile) for tile in TILES.values()} for seat in Seat]
"""The draw of each tile, by seat: made once, as they are made most."""


def _set_of_tiles(rules: RuleSet) -> list[Tile]:
    """The 136 tiles, with red fives where the rules have them."""
    tiles = list(KINDS) * 4
    if rules["tiles.red-fives"]:
        for red in RED_FIVES:
            tiles[tiles.index(red.kind)] = red
    return tiles
