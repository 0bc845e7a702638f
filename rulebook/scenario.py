"""From an example's words to a position and actions under one rule set."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import cache
from typing import TypeVar

from rulebook.actions import Action, ActionKind
from rulebook.classical.winning import worth_of_loser
from rulebook.contradictions import (
    ScenarioFault,
    all_shown,
    contradictions,
    not_together,
    players_in_riichi,
)
from rulebook.copies import copies
from rulebook.riichi.declared import IN_RIICHI
from rulebook.riichi.ending import win_worth
from rulebook.riichi.tenpai import tenpai_seats
from rulebook.ruleset import Family, RuleSet, Value
from rulebook.schema import (
    Call,
    Given,
    MeldGiven,
    OverGiven,
    PlayerGiven,
    When,
    WinGiven,
)
from rulebook.state import (
    Age,
    Called,
    Claimed,
    Dealt,
    Discard,
    Discarded,
    Drew,
    Event,
    Fault,
    KongMade,
    Liability,
    Meld,
    MeldKind,
    Over,
    Player,
    Position,
    Ready,
    Slip,
    SlipKind,
    Wall,
    Won,
)
from rulebook.tiles import (
    KINDS,
    Seat,
    Side,
    Tile,
    TileError,
    format_tiles,
    parse_tile,
    parse_tiles,
    sort_tiles,
)

__all__ = ["Scenario", "ScenarioFault", "build", "parse_laid", "seat_of", "setting"]

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Scenario:
    """A situation ready for the engine.

    Attributes:
        position: the table.
        seat: the player who is asked about.
        before: actions that happen first, in order.
        action: what is tried last, `None` for calls and questions.
        calls: simultaneous calls to settle.
        ask: `options` or `possible`, `None` for an action or calls.
    """

    position: Position
    seat: Seat
    before: tuple[Action, ...]
    action: Action | None
    calls: tuple[Action, ...]
    ask: str | None


def seat_of(name: str) -> Seat:
    """The seat with this name."""
    return Seat[name.upper()]


_SETTING = ("kong.indicator", "wall.dead.refilled", "wall.dead.refilled-by", "wall.dead.size")
"""The parameters that say what lies on the table before anybody plays."""


def setting(given: Given, rules: RuleSet) -> RuleSet:
    """As much of a rule set as it takes to build a scenario: one object for all that agree.

    Whoever builds with it builds the same, and cannot read anything else. Only the end of
    a deal is built with all the rules, since it tells what hands are worth.
    """
    if given.over:
        return rules
    return _setting(rules.family, tuple(rules[param] for param in _SETTING))


@cache
def _setting(family: Family, values: tuple[Value, ...]) -> RuleSet:
    params = dict(zip(_SETTING, values, strict=True))
    return RuleSet("", family, params, frozenset())


def build(given: Given, when: When, rules: RuleSet) -> tuple[Scenario | None, list[ScenarioFault]]:
    """Set up a scenario; with any fault there is none."""
    faults: list[ScenarioFault] = []
    builder = _Builder(given, rules, faults, odd=when.ask == "possible")
    position = builder.position()
    actions = _Actions(given, position, faults)
    main = actions.asked(when)
    scenario = Scenario(
        position,
        seat_of(given.seat),
        tuple(actions.several(when.after, "after")),
        main,
        tuple(actions.several(when.calls, "calls")),
        when.ask,
    )
    faults += contradictions(given, when, rules)
    if when.ask != "possible":
        faults += _too_many_copies(position)
    return (None, _telling(faults)) if faults else (scenario, [])


_FOLLOWING = {
    *("hand-size", "set-size", "no-set", "drawn-not-in-hand", "claimed-not-in-set"),
    "claimed-without-set",
}
"""Faults that may only follow from tiles that could not be read."""


def _telling(faults: list[ScenarioFault]) -> list[ScenarioFault]:
    """The faults without those that tiles written wrongly may have brought about."""
    unread = any(fault.kind.startswith("tiles-") for fault in faults)
    return [fault for fault in faults if not (unread and fault.kind in _FOLLOWING)]


_ENOUGH = 40
"""The tiles left in the live wall where an example does not care, and the deal goes on."""


def _too_many_copies(position: Position) -> Iterator[ScenarioFault]:
    """More than four tiles of a kind in sight."""
    for tile, count in copies(position).items():
        if count > (1 if tile.bonus else 4):
            yield ScenarioFault("fifth-tile", ("given",), {"tile": tile.code, "count": count})


class _Reader:
    """Collects faults while it reads parts of a scenario."""

    def __init__(self, faults: list[ScenarioFault]) -> None:
        self.faults = faults

    def tiles(self, text: str, *at: str | int) -> tuple[Tile, ...]:
        return self._parsed(parse_tiles, text, (), at)

    def tile(self, text: str, *at: str | int) -> Tile:
        return self._parsed(parse_tile, text, parse_tile("1m"), at)

    def _parsed(
        self, parse: Callable[[str], T], text: str, default: T, at: tuple[str | int, ...]
    ) -> T:
        try:
            return parse(text)
        except TileError as error:
            values = {"text": text, "place": error.position, "found": error.found}
            self.faults.append(ScenarioFault(f"tiles-{error.code}", at, dict(values)))
            return default

    def fault(self, kind: str, *at: str | int, **values: object) -> None:
        self.faults.append(ScenarioFault(kind, at, values))


class _Builder(_Reader):
    """Builds the position; `odd` allows sets on the table that are none."""

    def __init__(
        self, given: Given, rules: RuleSet, faults: list[ScenarioFault], *, odd: bool
    ) -> None:
        super().__init__(faults)
        self.odd = odd
        self.given = given
        self.rules = rules
        self.seat = seat_of(given.seat)

    def position(self) -> Position:
        given = self.given
        players = []
        for seat in Seat:
            name = seat.name.lower()
            other: PlayerGiven | None = given if seat is self.seat else getattr(given, name)
            at = () if seat is self.seat else (name,)
            other = other or PlayerGiven()
            players.append(self._player(other, self._tiles_of(seat, other), at))
        first, second, third, fourth = self._with_discard(players)
        position = Position(
            players=(first, second, third, fourth),
            event=Dealt(),
            live=self._live_wall(),
            dead=0,
            round=seat_of(given.round),
            deal=given.deal,
            counters=given.counters,
            streak=given.streak,
            uninterrupted=given.uninterrupted or given.dealt,
            ura=self.tiles(given.ura, "given", "ura"),
            bets=self._bets(),
            scores=self._scores(),
        )
        position = replace(position, event=self._event(position))
        return replace(
            position, dead=self._dead_wall(position), indicators=self._indicators(position)
        )

    def _bets(self) -> int:
        if self.given.bets is not None:
            return self.given.bets
        return players_in_riichi(self.given) if self.given.over else 0

    def _scores(self) -> tuple[int, ...]:
        """What each player has, in points, where the example says so."""
        scores = {str(name): points for name, points in self.given.scores.items()}
        return tuple(scores.get(seat.name.lower(), 0) for seat in Seat) if scores else ()

    def _tiles_of(self, seat: Seat, given: PlayerGiven) -> int:
        """How many tiles a player has in hand and in sets, each set counted as three."""
        kong = self.given.kong
        if kong and seat_of(kong.by) is seat:
            extends = any(meld.kind == "pung" for meld in given.melds) and kong.kind != "kong"
            return (13 if kong.since == "nothing" else 14) - (0 if extends else 3)
        if self.given.dealt:
            return 14 if seat is Seat.EAST else 13
        discard = self.given.discard
        if discard and discard.since in ("drawn", "won") and seat_of(discard.by).next is seat:
            return 14
        waiting = discard or kong or self.given.called or self.given.slip or self.given.over
        return 14 if seat is self.seat and not waiting else 13

    def _live_wall(self) -> int:
        if self.given.wall is not None:
            return self.given.wall
        over = self.given.over
        return 0 if over and over.how == "wall-used-up" else _ENOUGH

    def _dead_wall(self, position: Position) -> int:
        if self.given.dead_wall is not None:
            return self.given.dead_wall
        taken = self._finished_kongs(position)
        if self.rules["wall.dead.refilled"]:
            taken %= self.rules.number("wall.dead.refilled-by")
        return self.rules.number("wall.dead.size") - taken

    def _finished_kongs(self, position: Position) -> int:
        """Kongs whose replacement tile has been taken."""
        event = position.event
        open_kong = isinstance(event, KongMade) and not event.replaced
        return max(0, position.kongs - open_kong)

    def _indicators(self, position: Position) -> tuple[Tile | None, ...]:
        if self.given.indicators is not None:
            return self.tiles(self.given.indicators, "given", "indicators")
        if self.rules["kong.indicator"] == "none":
            return ()
        return (None,) * (1 + self._finished_kongs(position))

    def _player(self, given: PlayerGiven, full: int, at: tuple[str, ...]) -> Player:
        melds = tuple(
            self._meld(one, "given", *at, "melds", place) for place, one in enumerate(given.melds)
        )
        if not self.odd and given.fault != "dirty":
            self._sets(given, melds, at)
        text = given.hand
        known = () if text is None else self.tiles(text.rstrip("+ "), "given", *at, "hand")
        room = full - 3 * len(melds)
        open_ended = text is None or text.rstrip().endswith("+")
        hidden = max(0, room - len(known)) if open_ended else 0
        exact = given.fault == "none" and given.untaken is None and not self.given.slip
        if len(melds) > 4:
            exact, room = False, len(known)
        too_many = len(known) > room + 1 and given.fault != "long"
        if (not open_ended and exact and len(known) != room) or too_many:
            self.fault("hand-size", "given", *at, "hand", found=len(known), expected=room)
        if not open_ended and len(melds) <= 4:
            self._fault_size(given, len(known) - room, at)
        liable = given.liable
        return Player(
            hand=sort_tiles(known),
            hidden=hidden,
            melds=tuple(meld for meld in melds if meld.tiles),
            discards=self._discards(given.discards, *at),
            bonus=self._bonus(given.bonus, "given", *at, "bonus"),
            ready=Ready(given.ready),
            fault=Fault(given.fault),
            furiten=given.furiten,
            barred=given.barred,
            untaken=given.untaken,
            liability=Liability(seat_of(liable.by), liable.for_) if liable else None,
            ippatsu=given.ippatsu,
        )

    def _fault_size(self, given: PlayerGiven, more: int, at: tuple[str, ...]) -> None:
        """A long hand has a tile too many, a short one too few."""
        if (given.fault == "long" and more <= 0) or (given.fault == "short" and more >= 0):
            keys = f"fault: {given.fault}", f"hand: {given.hand}"
            self.faults.append(not_together(("given", *at, "fault"), *keys))

    def _meld(self, given: MeldGiven, *at: str | int) -> Meld:
        tiles = sort_tiles(self.tiles(given.tiles, *at, "tiles"))
        name = given.kind.replace("claimed-kong", "kong")
        kind = MeldKind(name)
        if kind is MeldKind.CHOW and given.from_ not in ("left", None):
            self.faults.append(not_together((*at, "from"), "kind: chow", f"from: {given.from_}"))
        claimed: Tile | None = None
        if kind is not MeldKind.CONCEALED_KONG and tiles:
            claimed = tiles[0]
            if given.claimed:
                claimed = self.tile(given.claimed, *at, "claimed")
                if claimed not in tiles:
                    self.fault("claimed-not-in-set", *at, "claimed", tile=given.claimed)
        wanted = 4 if kind.kong else 3
        if len(tiles) != wanted:
            self.fault("set-size", *at, "tiles", found=len(tiles), expected=wanted)
        side = Side(given.from_) if given.from_ else (Side.LEFT if claimed else None)
        return Meld(kind, tiles, claimed, side, given.marked, given.fresh)

    def _sets(self, given: PlayerGiven, melds: tuple[Meld, ...], at: tuple[str, ...]) -> None:
        """Every set must be one, but for the newest while its claimer has not discarded."""
        settled = melds[:-1] if given is self.given and self.given.claimed else melds
        for place, meld in enumerate(settled):
            one = given.melds[place]
            if len(meld.tiles) == 3 + meld.kind.kong and not meld.is_set:
                values = {"set": one.kind, "found": one.tiles}
                self.fault("no-set", "given", *at, "melds", place, "tiles", **values)

    def _bonus(self, text: str, *at: str | int) -> tuple[Tile, ...]:
        tiles = self.tiles(text, *at)
        for tile in tiles:
            if not tile.bonus:
                self.fault("no-bonus", *at, found=tile.code)
        return tiles

    def _discards(self, text: str, *at: str) -> tuple[Discard, ...]:
        found = []
        for word in text.split():
            code, _, taker = word.partition(">")
            tile = self.tile(code.rstrip("~"), "given", *at, "discards")
            if taker and taker.upper() not in Seat.__members__:
                self.fault("seat", "given", *at, "discards", found=taker)
                taker = ""
            found.append(Discard(tile, code.endswith("~"), seat_of(taker) if taker else None))
        return tuple(found)

    def _with_discard(self, players: list[Player]) -> list[Player]:
        """Put the newest discard and the newest kong before their owners."""
        if self.given.discard:
            seat = seat_of(self.given.discard.by)
            tile = self.tile(self.given.discard.tile, "given", "discard", "tile")
            discards = players[seat].discards
            if not discards or discards[-1].tile is not tile:
                discards = (*discards, Discard(tile))
            players[seat] = replace(players[seat], discards=discards)
        if self.given.kong:
            seat = seat_of(self.given.kong.by)
            kong = self._new_kong(seat)
            kept = tuple(meld for meld in players[seat].melds if meld.tile is not kong.tile)
            players[seat] = replace(players[seat], melds=(*kept, kong))
        return players

    def _new_kong(self, seat: Seat) -> Meld:
        given = self.given.kong
        assert given is not None
        tile = self.tile(given.tile, "given", "kong", "tile")
        kind = MeldKind(given.kind)
        claimed = None if kind is MeldKind.CONCEALED_KONG else tile
        side = Side(given.from_ or "left") if claimed else None
        return Meld(kind, sort_tiles((tile, *(tile.kind,) * 3)), claimed, side, fresh=True)

    def _event(self, position: Position) -> Event:
        given = self.given
        if given.over:
            return self._over(given.over, position)
        if given.slip:
            slip_tile = given.slip.tile and self.tile(given.slip.tile, "given", "slip", "tile")
            slip = given.slip
            return Slip(
                self.seat,
                SlipKind(slip.kind),
                slip_tile or None,
                slip.seen,
                slip.claimed,
                slip.discarded,
            )
        if given.kong:
            return self._kong_event(position)
        discard = self._discard_event()
        if given.called:
            if discard is None:
                self.fault("called-without-discard", "given", "called")
                discard = Discarded(self.seat, KINDS[0])
            return Called(self.seat, given.called.word, discard, given.called.quick)
        if discard:
            return discard
        if given.dealt:
            return Dealt(asked=given.asked and seat_of(given.asked))
        if given.claimed:
            melds = position.players[self.seat].melds
            if not melds or melds[-1].claimed is None:
                self.fault("claimed-without-set", "given", "claimed")
                return Drew(self.seat)
            return Claimed(self.seat, melds[-1], given.claimed == "taken")
        tile = given.drawn and self.tile(given.drawn, "given", "drawn")
        if tile and tile not in position.players[self.seat].hand:
            self.fault("drawn-not-in-hand", "given", "drawn", tile=given.drawn)
        return Drew(self.seat, tile or None, Wall(given.drawn_from), given.chain)

    def _over(self, given: OverGiven, position: Position) -> Over:
        if self.rules.family is not Family.RIICHI:
            return self._classical_over(given, position)
        wins = []
        for one in given.wins:
            seat, source = seat_of(one.seat), _giver(one)
            told = {key: max(0, getattr(one, key)) for key in ("fan", "fu", "yakuman")}
            liability = position.players[seat].liability
            if liability and liability.payer is seat:
                liability = None  # which is told elsewhere
            wins.append(win_worth(seat, source, self.rules, **told, liability=liability))
        tenpai = tuple(map(seat_of, given.tenpai or ()))
        if given.tenpai is None and given.how == "wall-used-up":
            tenpai = (*tenpai_seats(position, self.rules), *_trusted(position))
        nagashi, offenders = (tuple(map(seat_of, one)) for one in (given.nagashi, given.offenders))
        wins.sort(key=lambda won: 0 if won.source is None else (won.seat - won.source) % 4)
        return Over(given.how, Seat.EAST, tuple(wins), tenpai, nagashi, offenders)

    def _classical_over(self, given: OverGiven, position: Position) -> Over:
        """A classical deal that is over.

        A loser's hand is worth what its tiles come to where all of them are shown, else
        what is named, else nothing. Who answers for the winner's hand may be told there.
        """
        named = {seat_of(name): points for name, points in given.values.items()}
        wins, liable = [], seat_of(given.liable) if given.liable else None
        for one in given.wins:
            seat, source = seat_of(one.seat), _giver(one)
            wins.append(Won(seat, source, named.get(seat, 0), (), robbed=one.robbed))
            liability = position.players[seat].liability
            if liable is None and liability and self.rules["cannon.lasting"]:
                liable = liability.payer
        losers = set(Seat) - {won.seat for won in wins}
        shown = {seat for seat in losers if self._shows(seat)}
        values: tuple[int, ...] = ()
        if named and shown != losers:
            counted = {seat: worth_of_loser(position, seat, self.rules) for seat in shown}
            values = tuple(counted.get(seat, named.get(seat, 0)) for seat in Seat)
        offenders = tuple(map(seat_of, given.offenders))
        return Over(given.how, wins=tuple(wins), offenders=offenders, values=values, liable=liable)

    def _shows(self, seat: Seat) -> bool:
        """Whether all tiles of a player's hand are given."""
        own = seat is self.seat
        return all_shown(self.given if own else getattr(self.given, seat.name.lower()))

    def _discard_event(self) -> Discarded | None:
        given = self.given.discard
        if given is None:
            return None
        tile = self.tile(given.tile, "given", "discard", "tile")
        named = self.tile(given.named, "given", "discard", "named").kind if given.named else None
        if named is tile.kind:
            self.fault("named-rightly", "given", "discard", "named", found=given.named)
        return Discarded(
            seat_of(given.by),
            tile,
            Age(given.since),
            given.seconds,
            given.hasty,
            tuple((seat_of(one.seat), MeldKind(one.kind)) for one in given.laid),
            named,
        )

    def _kong_event(self, position: Position) -> KongMade:
        given = self.given.kong
        assert given is not None
        seat = seat_of(given.by)
        return KongMade(
            seat,
            position.players[seat].melds[-1],
            self.tile(given.tile, "given", "kong", "tile"),
            given.seconds,
            replaced=given.since != "nothing",
            settled=given.since == "settled",
        )


_WINS = (ActionKind.WIN, ActionKind.SELF_DRAW)


def _trusted(position: Position) -> tuple[Seat, ...]:
    """The players in riichi whose tiles are hidden: they are taken to be in tenpai."""
    players = position.players
    return tuple(s for s in Seat if players[s].ready in IN_RIICHI and players[s].hidden)


def _giver(given: WinGiven) -> Seat | None:
    """Whom somebody won from; nobody in a self-draw, nor where it cannot be."""
    return seat_of(given.from_) if given.from_ and given.from_ != given.seat else None


class _Actions(_Reader):
    """Reads what is tried."""

    def __init__(self, given: Given, position: Position, faults: list[ScenarioFault]) -> None:
        super().__init__(faults)
        self.given = given
        self.position = position

    def several(self, calls: list[Call], key: str) -> Iterator[Action]:
        for place, call in enumerate(calls):
            action = self.action(call, ("when", key, place))
            if action:
                yield action

    def asked(self, when: When) -> Action | None:
        """What is tried; nothing where calls are settled or something else is asked."""
        others = [key for key in ("calls", "ask") if getattr(when, key)]
        if not others:
            return self.action(when, ("when",))
        verbs = _verbs(when)
        if verbs or len(others) > 1:
            self.fault("one-verb", "when", found=[*verbs, *others])
        return None

    def action(self, call: Call, at: tuple[str | int, ...]) -> Action | None:
        """The action that a call describes."""
        seat = seat_of(call.seat or self.given.seat)
        tile = self.tile(call.tile, *at, "tile") if call.tile else None
        verbs = _verbs(call)
        if len(verbs) != 1:
            self.fault("one-verb", *at, found=verbs)
            return None
        action = {
            "call": self._call,
            "declare": self._declare,
            "discard": self._discard,
            "draw": self._draw,
            "change": self._change,
            "do": self._do,
        }[verbs[0]](call, Action(ActionKind.PASS, seat, tile), at)
        if call.said is not None and action.kind not in _WINS:
            self.fault("said-without-win", *at, "said", found=action.kind.value)
        return replace(action, at=call.at, value=call.value, said=call.said)

    def _call(self, call: Call, action: Action, at: tuple[str | int, ...]) -> Action:
        kind = ActionKind(str(call.call))
        with_ = self.tiles(call.with_, *at, "with") if call.with_ else ()
        if kind is ActionKind.CHOW and len(with_) != 2:
            self.fault("chow-with-two", *at, "with" if call.with_ else "call", found=len(with_))
        elif kind is not ActionKind.CHOW and with_:
            self._same(with_, kind, *at, "with")
        return replace(action, kind=kind, tiles=with_)

    def _same(self, with_: tuple[Tile, ...], kind: ActionKind, *at: str | int) -> None:
        """Which of equal tiles are taken, such as a red five, is all that other calls may say."""
        event = self.position.event
        discard = event.discard if isinstance(event, Called) else event
        tile = discard.tile.kind if isinstance(discard, Discarded) else None
        wanted = {ActionKind.PUNG: 2, ActionKind.KONG: 3}.get(kind, 0)
        if len(with_) != wanted or {one.kind for one in with_} - {tile}:
            found = format_tiles(with_)
            self.fault("with-unlike", *at, call=kind.value, number=wanted, found=found)

    def _declare(self, call: Call, action: Action, at: tuple[str | int, ...]) -> Action:
        if call.declare == "win":
            return replace(action, kind=ActionKind.SELF_DRAW)
        if call.declare == "original-call":
            return replace(action, kind=ActionKind.ORIGINAL_CALL)
        if call.declare == "nine-tiles":
            return replace(action, kind=ActionKind.NINE_TILES)
        if action.tile is None:
            self.fault("declare-what", *at)
            return action
        if call.declare == "riichi":
            return replace(action, kind=ActionKind.RIICHI)
        if call.declare == "bonus":
            return replace(action, kind=ActionKind.BONUS)
        player = self.position.players[action.seat]
        extends = player.pung_of(action.tile) or player.count(action.tile) <= 1
        kind = ActionKind.EXTENDED_KONG if extends else ActionKind.CONCEALED_KONG
        return replace(action, kind=kind)

    def _discard(self, call: Call, action: Action, at: tuple[str | int, ...]) -> Action:
        tile = self.tile(str(call.discard), *at, "discard")
        return replace(action, kind=ActionKind.DISCARD, tile=tile)

    def _draw(self, call: Call, action: Action, at: tuple[str | int, ...]) -> Action:
        return replace(action, kind=ActionKind.DRAW, from_dead_wall=call.draw == "dead")

    def _change(self, call: Call, action: Action, at: tuple[str | int, ...]) -> Action:
        return replace(action, kind=ActionKind.CHANGE, to=call.change)

    def _do(self, call: Call, action: Action, at: tuple[str | int, ...]) -> Action:
        return replace(action, kind=ActionKind(str(call.do)))


def _verbs(call: Call) -> list[str]:
    """What a call says that the player does."""
    verbs = ("call", "declare", "discard", "draw", "change", "do")
    return [verb for verb in verbs if getattr(call, verb) is not None]


def parse_laid(text: str) -> tuple[tuple[str, str], ...]:
    """Read how a set lies, such as `5s 5s~ 5s 5s#`: `~` sideways, `#` face down."""
    marks = {"~": "sideways", "#": "face-down"}
    found = []
    for word in text.split():
        code = word.rstrip("~#")
        found.append((parse_tile(code).code, marks.get(word[len(code) :], "upright")))
    return tuple(found)
