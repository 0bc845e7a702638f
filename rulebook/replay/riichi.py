"""A recorded riichi game move by move: every action legal, every payment as recorded."""

from __future__ import annotations

from collections.abc import Sequence

from rulebook.actions import Action, ActionKind
from rulebook.engine import go_on
from rulebook.frozen import replace
from rulebook.records.events import (
    Claimed,
    Deal,
    Discarded,
    Drawn,
    Ended,
    Event,
    Indicator,
    Kong,
    Record,
    RiichiPaid,
    Won,
)
from rulebook.replay.mismatch import Mismatch, Replayed
from rulebook.riichi.deal import (
    act,
    bet_returned,
    dealt,
    let_pass,
    reveal_draw,
    reveal_indicator,
    settled,
    value_of,
)
from rulebook.riichi.score import Score
from rulebook.riichi.tenpai import nagashi_of, tenpai_seats
from rulebook.ruleset import RuleSet
from rulebook.ruling import Ruling
from rulebook.state import Over, Position
from rulebook.state import Won as Win
from rulebook.tiles import Seat, Tile

__all__ = ["replay_game"]


def replay_game(record: Record, rules: RuleSet) -> Replayed:
    """Replay every deal of a recorded game under a rule set."""
    total = Replayed()
    for number, deal in enumerate(record.deals, 1):
        total += _Play(record.name, number, deal, rules).run()
    return total


class _Play:
    """One deal while it is replayed."""

    def __init__(self, game: str, number: int, deal: Deal, rules: RuleSet) -> None:
        self.game = game
        self.number = number
        self.deal = deal
        self.rules = rules
        self.place = 0
        self.actions = 0
        self.wins = 0
        self.mismatches: list[Mismatch] = []
        self.shown: list[Tile] = []
        self.position: Position | None = None
        self.ended = ""

    def run(self) -> Replayed:
        """Replay the deal; the first refused action ends it."""
        events = self.deal.events
        if any(hand is None for hand in self.deal.hands):
            self._differ("hidden-hands", "", "")
            return self._result()
        first, *rest = events
        if not isinstance(first, Drawn) or first.tile is None:
            self._differ("no-first-draw", type(first).__name__, "")
            return self._result()
        self.position = self._start(first.tile)
        for place, event in enumerate(rest, 2):
            self.place = place
            if isinstance(event, Won | Ended):
                break
            if not self._happens(event, rest[place - 1] if place - 1 < len(rest) else None):
                return self._result()
        self._finish(rest)
        return self._result()

    def _result(self) -> Replayed:
        return Replayed(1, self.actions, self.wins, tuple(self.mismatches))

    def _differ(
        self, what: str, recorded: object, found: object, rules: tuple[str, ...] = ()
    ) -> None:
        one = Mismatch(self.game, self.number, self.place, what, recorded, found, rules)
        self.mismatches.append(one)

    def _seat(self, player: int) -> Seat:
        return Seat((player - self.deal.dealer) % 4)

    def _of_players(self, scores: Sequence[int]) -> tuple[int, ...]:
        """Points by seat turned into points by player."""
        return tuple(scores[self._seat(player)] for player in range(4))

    def _start(self, first: Tile) -> Position:
        deal = self.deal
        players = [(deal.dealer + seat) % 4 for seat in Seat]
        return dealt(
            [deal.hands[player] or () for player in players],
            first,
            deal.indicator,
            self.rules,
            round=Seat(deal.round // 4 % 4),
            counters=deal.counters,
            bets=deal.bets,
            scores=tuple(deal.scores[player] for player in players),
        )

    # What happens before the end

    def _happens(self, event: Event, later: Event | None) -> bool:
        """Let a recorded event happen; whether the replay can go on."""
        assert self.position is not None
        match event:
            case Drawn(replacement=True):
                self.position = go_on(let_pass(self.position, self.rules))
                self._turn_indicators()
                if event.tile:
                    seat = self._seat(event.player)
                    self.position = reveal_draw(self.position, seat, event.tile)
                return True
            case Indicator():
                self.shown.append(event.tile)
                self._turn_indicators()
                return True
            case RiichiPaid():
                return True
            case Drawn():
                self.position = let_pass(self.position, self.rules)
                return self._act(Action(ActionKind.DRAW, self._seat(event.player), event.tile))
            case Discarded():
                kind = ActionKind.RIICHI if event.riichi else ActionKind.DISCARD
                done = self._act(Action(kind, self._seat(event.player), event.tile))
                self._turn_indicators()
                return done
            case Claimed():
                self.position = let_pass(self.position, self.rules)
                return self._act(self._claim(event))
            case Kong():
                kind = ActionKind(event.kind)
                return self._act(Action(kind, self._seat(event.player), event.tiles[0]))
            case _:
                return True

    def _claim(self, event: Claimed) -> Action:
        kind = ActionKind(event.kind)
        tiles = () if kind is ActionKind.KONG else event.own
        return Action(kind, self._seat(event.player), tiles=tiles)

    def _act(self, action: Action) -> bool:
        assert self.position is not None
        ruling, self.position = act(self.position, action, self.rules)
        self.actions += 1
        if not ruling.allowed:
            self._differ("refused", _described(action), _reasons(ruling), ruling.rules)
        return ruling.allowed

    def _turn_indicators(self) -> None:
        """Name indicators turned by the engine with the tiles that the record shows."""
        assert self.position is not None
        while self.shown and None in self.position.indicators:
            self.position = reveal_indicator(self.position, self.shown.pop(0))

    # The end

    def _finish(self, events: Sequence[Event]) -> None:
        assert self.position is not None
        before = self.deal.scores
        if isinstance(events[self.place - 2], Won):
            wins = [event for event in events if isinstance(event, Won)]
            over = self._won(wins)
            deltas = [one.deltas for one in wins]
        else:
            ended = events[self.place - 2]
            assert isinstance(ended, Ended)
            over = self._without_winner(ended)
            deltas = [ended.deltas]
        if over is None:
            return
        known = [one for one in deltas if one is not None]
        ruling, after = settled(self.position, over, self.rules)
        if not ruling.allowed:
            self._differ("unsettled", over.how, _reasons(ruling), ruling.rules)
            return
        if len(known) < len(deltas) and not (isinstance(events[self.place - 2], Ended)):
            return
        bets = [0, 0, 0, 0]
        for event in events:
            if isinstance(event, RiichiPaid):
                bets[event.player] -= 1000
        recorded = tuple(
            before[player] + bets[player] + sum(one[player] for one in known) for player in range(4)
        )
        found = self._of_players(after.scores)
        if recorded != found:
            self._differ("scores", recorded, found, ruling.rules)

    def _won(self, wins: Sequence[Won]) -> Over | None:
        assert self.position is not None
        seats = [self._seat(one.player) for one in wins]
        position = let_pass(self.position, self.rules, seats)
        found: list[Win] = []
        for event in wins:
            self.actions += 1
            self.wins += 1
            kind = ActionKind.SELF_DRAW if event.source is None else ActionKind.WIN
            action = Action(kind, self._seat(event.player))
            here = replace(position, ura=event.ura)
            ruling, _ = act(here, action, self.rules)
            if not ruling.allowed:
                self._differ("refused", _described(action), _reasons(ruling), ruling.rules)
                return None
            valued = value_of(here, action, self.rules)
            if valued is None:
                self._differ("no-win", _described(action), "", ruling.rules)
                return None
            score, win = valued
            found.append(win)
            self._compare(event, score)
        self.position = bet_returned(position, ruling.effects)
        if wins[0].source is not None:
            giver = self._seat(wins[0].source)
            found.sort(key=lambda win: (win.seat - giver) % 4)
        return Over("won", wins=tuple(found))

    def _compare(self, event: Won, score: Score) -> None:
        """Whether yaku, fan, minipoints and points are as recorded."""
        rules = score.rules
        if event.yakuman:
            found = tuple(sorted(id for id, _ in score.yaku)) if score.yakuman else ()
            if tuple(sorted(event.yakuman)) != found:
                self._differ("yaku", event.yakuman, score.yaku, rules)
        elif event.yaku is not None:
            if sorted(event.yaku) != sorted(score.yaku):
                self._differ("yaku", event.yaku, score.yaku, rules)
            if event.fan is not None and event.fan != score.fan:
                self._differ("fan", event.fan, score.fan, rules)
        limited = score.limit is not None
        if event.fu is not None and event.fu != score.fu and not limited:
            self._differ("fu", event.fu, score.fu, rules)
        if event.points is not None and event.points != score.value:
            self._differ("points", event.points, score.value, rules)

    def _without_winner(self, ended: Ended) -> Over | None:
        """The end of a deal that nobody won, as the engine sees it."""
        assert self.position is not None
        position = let_pass(self.position, self.rules)
        self.position = position
        reason = ended.reason or "wall"
        if reason in ("wall", "nagashi"):
            return self._wall(ended)
        if reason == "nine-tiles":
            seat = position.event.seat
            if not self._act(Action(ActionKind.NINE_TILES, seat)):
                return None
        return Over(reason)

    def _wall(self, ended: Ended) -> Over | None:
        assert self.position is not None
        position = self.position
        if position.live:
            self._differ("wall-left", 0, position.live)
        tenpai = tenpai_seats(position, self.rules)
        nagashi = nagashi_of(position, self.rules)
        if ended.shown is not None and not nagashi:
            shown = {self._seat(player) for player in ended.shown}
            if shown - set(tenpai):
                self._differ("tenpai", ended.shown, tuple(map(str, tenpai)))
            tenpai = tuple(seat for seat in tenpai if seat in shown)
        return Over("wall-used-up", tenpai=tenpai, nagashi=nagashi)


def _described(action: Action) -> str:
    tile = action.tile.code if action.tile else ""
    return f"{action.kind.value} {action.seat.name.lower()} {tile}".strip()


def _reasons(ruling: Ruling) -> str:
    return ", ".join(f"{reason.rule}/{reason.key}" for reason in ruling.reasons)
