"""A recorded classical game move by move: every action legal, every sheet as recorded."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from rulebook.actions import Action, ActionKind
from rulebook.case import Case
from rulebook.classical.deal import dealt, hand_of_loser, hand_of_winner
from rulebook.classical.hand import Grouping, WinAs
from rulebook.classical.payments import Deal, payments
from rulebook.classical.score import Score
from rulebook.classical.score import score as count
from rulebook.effects import DrawReplacement, EndDeal, EndGame, NextDealer
from rulebook.engine import follow, go_on, judge, resolve
from rulebook.faults import HandError
from rulebook.frozen import replace
from rulebook.records import classical as record
from rulebook.records.classical import (
    BonusLaid,
    Call,
    Claim,
    ClassicalDeal,
    ClassicalEvent,
    ClassicalGame,
    Dangerous,
    Formed,
    KongLaid,
    Mahjong,
    Settled,
    Sheet,
    Shown,
    Thrown,
    WashedOut,
)
from rulebook.replay.mismatch import Mismatch, Replayed
from rulebook.replay.reckoning import as_counted
from rulebook.riichi.match import next_deal
from rulebook.rules.deal.title import streak_after
from rulebook.rules.liability.cannon import claimed_danger, liable_for_the_win, no_choice
from rulebook.ruleset import RuleSet
from rulebook.ruling import Ruling
from rulebook.state import Discarded, Drew, KongMade, Over, Position, Wall, Won
from rulebook.table import act, reveal_draw
from rulebook.tiles import Seat, Tile, format_tiles, sort_tiles

__all__ = ["replay_classical"]


@dataclass(frozen=True, slots=True)
class _Standing:
    """Where a game stands before a deal.

    Attributes:
        round: the prevailing wind.
        deal: the deal of the round.
        streak: East's wins in a row.
        rounds: how many rounds lie behind it in games of more than four.
    """

    round: Seat
    deal: int
    streak: int
    rounds: int = 0


def replay_classical(game: ClassicalGame, rules: RuleSet) -> Replayed:
    """Replay every deal of a recorded game under a rule set."""
    total = Replayed()
    first = game.deals[0]
    deal = (first.dealer - game.first) % 4 + 1
    standing = _Standing(Seat(first.round), deal, game.streak)
    for number in range(1, len(game.deals) + 1):
        play = _Play(game, number, standing, _left(rules, standing.rounds))
        total += play.run()
        if play.next is None:
            return total
        standing = play.next
    return total


class _Play:
    """One deal while it is replayed.

    Attributes:
        next: where the game stands after the deal; None when the replay breaks off.
    """

    def __init__(
        self, game: ClassicalGame, number: int, standing: _Standing, rules: RuleSet
    ) -> None:
        self.game = game
        self.number = number
        self.deal: ClassicalDeal = game.deals[number - 1]
        self.standing = standing
        self.rules = rules
        self.next: _Standing | None = None
        self.place = 0
        self.actions = 0
        self.wins = 0
        self.mismatches: list[Mismatch] = []
        self.calls: list[Call] = []
        self.newest = 0
        self.owed: Wall | None = None
        self.ended = False
        self.unreplaced: Tile | None = None
        self.predicted: list[Dangerous] = []
        self.announced: list[Dangerous] = []
        self.position = dealt(
            [self.deal.hands[self._player(seat)] for seat in Seat],
            rules,
            round=standing.round,
            deal=standing.deal,
            streak=standing.streak,
        )

    def run(self) -> Replayed:
        """Replay the deal; the first refused action ends it."""
        self._compare_title()
        events = self.deal.events
        for place, event in enumerate(events, 1):
            self.place = place
            if isinstance(event, Mahjong):
                self._won(event, events[place:])
                break
            if isinstance(event, WashedOut):
                self._washed_out(events[place:])
                break
            if not self._happens(event):
                break
        return Replayed(1, self.actions, self.wins, tuple(self.mismatches))

    def _differ(
        self, what: str, recorded: object, found: object, rules: tuple[str, ...] = ()
    ) -> None:
        place = (self.game.name, self.number, self.place)
        self.mismatches.append(Mismatch(*place, what, recorded, found, rules))

    def _seat(self, player: int) -> Seat:
        return Seat((player - self.deal.dealer) % 4)

    def _player(self, seat: Seat) -> int:
        return (self.deal.dealer + seat) % 4

    def _compare_title(self) -> None:
        """Whether East and the prevailing wind are those that earlier deals lead to."""
        east = (self.game.first + self.standing.deal - 1) % 4
        if self.deal.dealer != east:
            self._differ("title", self.deal.dealer, east, _TITLE)
        if self.deal.round != self.standing.round:
            found = self.standing.round.name.lower()
            self._differ("round", Seat(self.deal.round).name.lower(), found, ("game.rounds.end",))

    # Play

    def _happens(self, event: ClassicalEvent) -> bool:
        """Let an event happen in the engine too; whether the replay can go on."""
        match event:
            case BonusLaid(tile=None):
                return self._act(Action(ActionKind.PASS, self._seat(event.player)))
            case BonusLaid():
                return self._bonus(event)
            case record.Drew():
                return self._draws(event)
            case Thrown():
                return self._throws(event)
            case Call():
                self.calls.append(event)
                return True
            case Claim():
                return self._claims(event)
            case KongLaid():
                self.newest, self.calls = event.number, []
                seat = self._seat(event.player)
                return self._act(Action(ActionKind(event.kind), seat, event.tile))
            case Dangerous():
                self.announced.append(event)
                return True
            case _:
                self._differ("out-of-place", type(event).__name__, "")
                return False

    def _act(self, action: Action) -> bool:
        ruling, self.position = act(self.position, action, self.rules)
        return self._judged(action, ruling)

    def _judged(self, action: Action, ruling: Ruling) -> bool:
        self.actions += 1
        for effect in ruling.effects:
            if isinstance(effect, DrawReplacement):
                self.owed = effect.wall
            self.ended |= ruling.allowed and isinstance(effect, EndDeal)
        if not ruling.allowed:
            self._differ("refused", _described(action), _reasons(ruling), ruling.rules)
        return ruling.allowed

    def _bonus(self, event: BonusLaid) -> bool:
        action = Action(ActionKind.BONUS, self._seat(event.player), event.tile)
        ruling = judge(self.position, action, self.rules)
        washed = any(isinstance(effect, EndDeal) for effect in ruling.effects)
        if washed and any(isinstance(one, WashedOut) for one in self.deal.events[self.place :]):
            self.unreplaced, self.ended = event.tile, True
            return True
        self.position = follow(self.position, ruling.effects) if ruling.allowed else self.position
        return self._judged(action, ruling)

    def _draws(self, event: record.Drew) -> bool:
        """A draw in turn, or the tile that a kong or a bonus tile is owed."""
        seat = self._seat(event.player)
        if self.position.pending:
            self.position = go_on(self.position)
        if self.position.player(seat).hidden:
            if event.loose is not (self.owed is Wall.DEAD):
                found = self.owed and self.owed.value
                self._differ("wall", "dead" if event.loose else "live", found)
                return False
            self.position = reveal_draw(self.position, seat, event.tile)
            return True
        action = Action(ActionKind.DRAW, seat, event.tile, from_dead_wall=event.loose)
        return self._act(action)

    def _throws(self, event: Thrown) -> bool:
        seat = self._seat(event.player)
        self.newest, self.calls = event.number, []
        discard = Action(ActionKind.DISCARD, seat, event.tile)
        if not event.calling:
            return self._act(discard)
        return self._act(discard) and self._act(Action(ActionKind.ORIGINAL_CALL, seat))

    def _claims(self, event: Claim) -> bool:
        seat = self._seat(event.player)
        kind = ActionKind(event.kind)
        action = Action(kind, seat, tiles=event.own if kind is ActionKind.CHOW else ())
        self._predict(action)
        if not self._stands(action):
            return False
        return self._act(action)

    def _predict(self, action: Action) -> None:
        """Note whether the tile that is claimed is dangerous to its owner."""
        case = Case(self.position, action)
        if case.offered and claimed_danger(case, self.rules):
            owner = case.offered[0]
            excused = no_choice(self.position, owner, self.rules)
            self.predicted.append(Dangerous(self._player(owner), self.newest, excused))

    def _stands(self, action: Action) -> bool:
        """Whether the claim goes before all others made on the tile."""
        if not isinstance(self.position.event, Discarded | KongMade):
            return True  # nothing lies there, and the ruling will say so
        others = [self._called(call) for call in self.calls if call.number == self.newest]
        others = [one for one in others if one.seat is not action.seat]
        result = resolve(self.position, [action, *others], self.rules)
        if action in result.stand:
            return True
        stand = ", ".join(map(_described, result.stand))
        self._differ("precedence", _described(action), stand, result.rules)
        return False

    def _called(self, call: Call) -> Action:
        """A claim as the engine sees it."""
        seat = self._seat(call.player)
        tile = self.position.event.tile  # type: ignore[union-attr]
        if call.kind != "chow" or tile is None:
            return Action(ActionKind(call.kind), seat)
        low = tile.rank - (call.place or 0)
        ranks = [rank for rank in range(low, low + 3) if rank != tile.rank]
        held = self.position.player(seat).hand
        own = [one for one in held if one.suit is tile.suit and one.rank in ranks]
        return Action(ActionKind.CHOW, seat, tiles=tuple(dict.fromkeys(own)))

    # The end

    def _washed_out(self, rest: Sequence[ClassicalEvent]) -> None:
        """Nobody has won: a draw is due and nothing is left to draw."""
        shown = _Shown(rest)
        for player in shown.tiles:
            self._compare_shown(shown, player)
        due = Action(ActionKind.DRAW, self.position.event.seat.next)
        ruling = judge(self.position, due, self.rules)
        ended = self.ended or any(isinstance(effect, EndDeal) for effect in ruling.effects)
        if not ended:
            self._differ("wall-left", 0, self.position.live, ruling.rules)
            return
        self._compare_dangers()
        self._settle(Over("wall-used-up"))

    def _won(self, event: Mahjong, rest: Sequence[ClassicalEvent]) -> None:
        seat = self._seat(event.player)
        drawn = event.source == "drawn"
        action = Action(ActionKind.SELF_DRAW if drawn else ActionKind.WIN, seat)
        before = self.position
        if not _same_tile(event, before):
            self._differ("out-of-place", f"{event.source} {event.tile}", str(before.event))
            return
        if not drawn:
            self._predict(action)
            if not self._stands(action):
                return
        ruling = judge(before, action, self.rules)
        if not self._judged(action, ruling):
            return
        self.wins += 1
        liable = liable_for_the_win(Case(before, action), self.rules)
        self.position = follow(before, ruling.effects)
        shown = _Shown(rest)
        scores = self._scores(event, shown, before, action)
        if scores is None:
            return
        self.announced += [one for one in rest if isinstance(one, Dangerous)]
        self._compare_dangers()
        for place, one in enumerate(rest, self.place + 1):
            if isinstance(one, Sheet):
                self.place = place
                self._compare_sheet(one, scores[one.player])
        source = None if drawn else before.event.seat
        robbed = event.source == "robbed-kong"
        won = Won(seat, source, scores[event.player].value, (), robbed=robbed)
        settled = next((one for one in rest if isinstance(one, Settled)), None)
        if settled:
            self.place = len(self.deal.events)
            self._compare_settlement(settled, won, liable, scores)
        self._settle(Over("won", wins=(won,)))

    def _scores(
        self, event: Mahjong, shown: _Shown, before: Position, action: Action
    ) -> dict[int, Score] | None:
        """Every player's hand in the sets that were shown."""
        found = {}
        for player in range(4):
            grouping = shown.grouping(player)
            if player == event.player:
                win_as = shown.win_as(player)
                hand = hand_of_winner(before, action, win_as=win_as, grouping=grouping)
            else:
                hand = hand_of_loser(self.position, self._seat(player), grouping)
                self._compare_shown(shown, player)
            try:
                found[player] = as_counted(count(hand, self.rules))
            except HandError as error:
                codes = ", ".join(fault.code for fault in error.faults)
                self._differ("no-win", f"player {player}", codes)
                return None
        return found

    def _compare_shown(self, shown: _Shown, player: int) -> None:
        """Whether what a loser shows, in sets and beside them, is the hand."""
        tiles = shown.tiles.get(player)
        if tiles is None:
            return
        laid = [tile for group in shown.grouping(player) or () for tile in group]
        held = self.position.player(self._seat(player)).hand
        hand = tuple(tile for tile in held if tile is not self.unreplaced)
        if sort_tiles((*laid, *tiles)) != hand:
            self._differ("shown", format_tiles((*laid, *tiles)), format_tiles(hand))

    def _compare_dangers(self) -> None:
        """Whether every dangerous discard was announced and no other."""
        recorded, found = Counter(self.announced), Counter(self.predicted)
        if recorded != found:
            missing, extra = recorded - found, found - recorded
            self._differ("danger", tuple(map(str, missing)), tuple(map(str, extra)), _CANNON)

    def _compare_sheet(self, sheet: Sheet, score: Score) -> None:
        rules = score.rules
        recorded, found = _limits(sheet.limits), _limits(_limit_lines(score))
        if recorded != found:
            self._differ("limit-hand", recorded, found, rules)
        if sheet.points is not None:  # else the hand lists nothing but its limits
            self._compare_items(sheet, score)
            if sheet.points != score.points:
                self._differ("basic-points", sheet.points, score.points, rules)
            if sheet.doubles != score.doubles:
                self._differ("doubles", sheet.doubles, score.doubles, rules)
            if sheet.over is not None and sheet.over != score.natural:
                self._differ("over-limit", sheet.over, score.natural, rules)
        if sheet.value != score.value:
            self._differ("points", sheet.value, score.value, rules)

    def _compare_items(self, sheet: Sheet, score: Score) -> None:
        """Whether the sheet has just the lines of the score."""
        recorded = Counter(f"{one.id} {one.points}" for one in sheet.items if one.points)
        found = Counter(f"{_number(item.id)} {item.points}" for item in score.items if item.points)
        for one in sheet.items:
            recorded[_double(one.id, one.doubles)] += abs(one.doubles)
        for id, times in score.double_items:
            found[_double(_number(id), times)] += abs(times)
        if recorded != found:
            missing, extra = recorded - found, found - recorded
            self._differ("items", _listed(missing), _listed(extra), score.rules)

    def _compare_settlement(
        self, settled: Settled, won: Won, liable: Seat | None, scores: Mapping[int, Score]
    ) -> None:
        """Whether everybody wins or loses what was recorded, and who pays for all."""
        values = tuple(scores[self._player(seat)].value for seat in Seat)
        paid = payments(Deal(values, won.seat, won.source, liable, robbed=won.robbed), self.rules)
        results = [0, 0, 0, 0]
        for one in paid:
            results[self._player(one.payer)] -= one.points
            results[self._player(one.payee)] += one.points
        rules = tuple(dict.fromkeys(one.rule for one in paid))
        payer = None if liable is None else self._player(liable)
        if settled.liable != payer:
            self._differ("liable", settled.liable, payer, _CANNON)
        if settled.results != tuple(results):
            self._differ("settlement", settled.results, tuple(results), rules)

    # What comes next

    def _settle(self, over: Over) -> None:
        """Who is East next, and whether the game is over."""
        position = replace(self.position, event=over)
        ruling = judge(position, Action(ActionKind.SETTLE, Seat.EAST), self.rules)
        if not ruling.allowed:
            self._differ("unsettled", over.how, _reasons(ruling), ruling.rules)
            return
        stays = any(isinstance(one, NextDealer) and one.stays for one in ruling.effects)
        ends = any(isinstance(one, EndGame) for one in ruling.effects)
        if ends is not self.deal.over:
            self._differ("game-end", self.deal.over, ends, ("game.rounds.end",))
        standing = self.standing
        round, deal = next_deal(standing.round, standing.deal, stays=stays)
        winner = over.wins[0].seat if over.wins else None
        streak = streak_after(standing.streak, winner) if stays else 0
        again = 4 if round < standing.round else 0
        self.next = _Standing(round, deal, streak, standing.rounds + again)


def _left(rules: RuleSet, rounds: int) -> RuleSet:
    """The rules of a game once so many rounds are played: the winds begin anew."""
    if not rounds or rules["game.rounds"] is None:
        return rules
    return rules.misread(params={"game.rounds": rules.number("game.rounds") - rounds})


def _same_tile(event: Mahjong, position: Position) -> bool:
    """Whether the tile that is won on is the one that lies there or was drawn."""
    now = position.event
    kinds = {"drawn": Drew, "discard": Discarded, "robbed-kong": KongMade}
    if event.source == "drawn" and not isinstance(now, Drew):
        return True
    if not isinstance(now, Drew | Discarded | KongMade):
        return False
    return isinstance(now, kinds[event.source]) and now.tile is event.tile


class _Shown:
    """What the players lay out at the end, by player."""

    def __init__(self, events: Sequence[ClassicalEvent]) -> None:
        self.formed: dict[int, list[Formed]] = {player: [] for player in range(4)}
        self.tiles: dict[int, tuple[Tile, ...]] = {}
        for event in events:
            if isinstance(event, Formed):
                self.formed[event.player].append(event)
            elif isinstance(event, Shown):
                self.tiles[event.player] = event.tiles

    def grouping(self, player: int) -> Grouping | None:
        """The sets; None where the hand has none, as Thirteen Unique Wonders."""
        formed = self.formed[player]
        if any(one.kind == "special" for one in formed):
            return None
        return tuple(one.tiles for one in formed)

    def win_as(self, player: int) -> WinAs | None:
        """What the winning tile of another player completes."""
        for one in self.formed[player]:
            if one.claimed and one.kind in ("chow", "pung", "pair"):
                return WinAs(one.kind)
        return None


_TITLE = ("deal.title.won", "deal.title.washed-out", "deal.title.streak")
_CANNON = ("liability.cannon.dangerous", "liability.cannon.no-choice")

_SAME = {"117j": "117i", "house-mahjong": "115a"}
"""Items that the record calls by one name."""


def _number(id: str) -> str:
    """The number by which a record knows an item."""
    number, _, word = id.partition("-")
    number = id if number == "house" else number
    number = {"pung": "114b", "kong": "114c"}.get(word, number)
    return _SAME.get(number, number)


def _double(number: str, times: int) -> str:
    """Stands for each double of an item; several may share a line of the record."""
    return f"{number} double" if times > 0 else f"{number} double taken off"


def _limit_lines(score: Score) -> Iterator[tuple[str, int]]:
    """What makes a hand worth a share of the limit, with the share in hundredths."""
    yield from ((_number(id), 100) for id in score.limit_hands)
    yield from ((_number(one.id), one.worth.share) for one in score.shares)


def _limits(lines: Iterable[tuple[str, int]]) -> tuple[str, ...]:
    return tuple(sorted(id if share == 100 else f"{id} {share}%" for id, share in lines))


def _listed(items: Counter[str]) -> tuple[str, ...]:
    return tuple(sorted(items.elements()))


def _described(action: Action) -> str:
    tiles = format_tiles(action.tiles) if action.tiles else action.tile and action.tile.code
    return f"{action.kind.value} {action.seat.name.lower()} {tiles or ''}".strip()


def _reasons(ruling: Ruling) -> str:
    return ", ".join(f"{reason.rule}/{reason.key}" for reason in ruling.reasons)
