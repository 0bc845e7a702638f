"""From an example's words to a position and actions under one rule set."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, fields, replace
from functools import cache
from typing import Any, TypeVar, cast

from rulebook.actions import Action, ActionKind
from rulebook.classical.winning import worth_of_loser
from rulebook.copies import copies
from rulebook.riichi.declared import IN_RIICHI
from rulebook.riichi.ending import win_worth
from rulebook.riichi.score import minimum_fan
from rulebook.riichi.tenpai import tenpai_seats
from rulebook.riichi.terms import terms_of
from rulebook.ruleset import Family, RuleSet, Value
from rulebook.schema import (
    Call,
    DiscardGiven,
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
    BONUS_TILES,
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
class ScenarioFault:
    """One thing that makes a scenario impossible to set up.

    Attributes:
        kind: the kind of problem.
        at: the keys that lead to the fault, from the example.
        values: what the sentences about it name.
    """

    kind: str
    at: tuple[str | int, ...]
    values: dict[str, object] = field(default_factory=dict)


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
    faults += _impossible(given, when, rules)
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


_TABLE = 4 * len(KINDS) + len(BONUS_TILES)
"""The tiles of a game, bonus tiles included."""

_ENOUGH = 40
"""The tiles left in the live wall where an example does not care, and the deal goes on."""

_EVENTS = ("dealt", "drawn", "discard", "kong", "claimed", "called", "slip", "over")
"""The keys that say what has just happened; only a call goes with another, the discard."""


_FAULTS = {
    Family.RIICHI: ("none", "dead", "short", "long"),
    Family.CLASSICAL: ("none", "short", "long", "dirty"),
}
"""What a hand can be in each kind of game."""


def _impossible(given: Given, when: When, rules: RuleSet) -> Iterator[ScenarioFault]:
    """What no table can show, whatever its tiles."""
    yield from _negative(given, ("given",))
    yield from _negative(when, ("when",))
    if given.wall is not None and given.wall > 0:
        yield from _odd_wall(given, given.wall)
    if getattr(given, given.seat) is not None:
        yield ScenarioFault("seat-twice", ("given", given.seat), {"seat": given.seat})
    if given.deal == 0 or given.deal > 4:
        yield ScenarioFault("deal-number", ("given", "deal"), {"found": given.deal})
    if given.over:
        if 0 < len(given.scores) < len(Seat):
            found = ", ".join(given.scores)
            yield ScenarioFault("scores", ("given", "scores"), {"found": found})
        yield from _odd_end(given.over)
        if rules.family is Family.RIICHI:
            yield from _odd_riichi_end(given, given.over, rules)
        else:
            yield from _odd_classical_end(given, given.over)
    events = [key for key in _EVENTS if getattr(given, key)]
    if len(events) > 1 and events != ["discard", "called"]:
        yield ScenarioFault("two-events", ("given", events[-1]), {"found": ", ".join(events)})
    for path, player in _players(given):
        if len(player.melds) > 4:
            at = ("given", *path, "melds")
            yield ScenarioFault("too-many-sets", at, {"found": len(player.melds)})
        if player.liable and player.liable.by == (path[0] if path else given.seat):
            at = ("given", *path, "liable", "by")
            yield ScenarioFault("liable-self", at, {"found": player.liable.by})
        if player.fault not in _FAULTS[rules.family]:
            known = ", ".join(_FAULTS[rules.family])
            at = ("given", *path, "fault")
            yield ScenarioFault("no-such-fault", at, {"known": known, "found": player.fault})
        if player.ippatsu and player.ready == "no":
            yield _not_together(("given", *path, "ippatsu"), "ippatsu", "ready: no")
    yield from _too_early(given, rules.family)


def _odd_wall(given: Given, wall: int) -> Iterator[ScenarioFault]:
    """More tiles in the live wall than can be there."""
    most = _TABLE - 13 * len(Seat)
    if given.over and given.over.how == "wall-used-up":
        yield ScenarioFault("wall-left", ("given", "wall"), {"found": wall})
    elif wall > most:
        yield ScenarioFault("wall-size", ("given", "wall"), {"most": most, "found": wall})


def _too_early(given: Given, family: Family) -> Iterator[ScenarioFault]:
    """What cannot be yet, nobody having discarded or interrupted, and who cannot call."""
    if given.called and given.discard and given.discard.by == given.seat:
        yield _not_together(("given", "called"), f"discard.by: {given.seat}", f"seat: {given.seat}")
    if given.discard:
        yield from _odd_laid(given.discard)
    for path, player in _players(given):
        at = ("given", *path)
        if given.dealt and player.discards:
            yield _not_together((*at, "discards"), "dealt", "discards")
        if family is not Family.RIICHI:
            continue
        if given.dealt and player.ready != "no":
            yield _not_together((*at, "ready"), "dealt", f"ready: {player.ready}")
        if player.melds and (given.dealt or given.uninterrupted):
            first = "dealt" if given.dealt else "uninterrupted"
            yield _not_together((*at, "melds"), first, "melds")
    yield from _odd_draw(given, family)


def _odd_draw(given: Given, family: Family) -> Iterator[ScenarioFault]:
    """A tile that nothing was owed for, and more kongs in a row than there are.

    By house rules of the classical game a loose tile may replace a bonus tile too.
    """
    kongs = sum("kong" in one.kind for one in given.melds)
    for_bonus = family is Family.CLASSICAL and given.bonus
    if given.drawn_from == "dead" and not kongs and not for_bonus:
        yield ScenarioFault("dead-without-kong", ("given", "drawn-from"))
    if given.chain > kongs:
        yield _not_together(("given", "chain"), f"chain: {given.chain}", f"kongs: {kongs}")
    if given.chain and given.drawn_from != "dead":
        found = f"chain: {given.chain}", f"drawn-from: {given.drawn_from}"
        yield _not_together(("given", "chain"), *found)


def _odd_laid(discard: DiscardGiven) -> Iterator[ScenarioFault]:
    """Nobody lays a set with the own discard, and no set lies there after the next one."""
    at = ("given", "discard", "laid")
    for place, one in enumerate(discard.laid):
        if one.seat == discard.by:
            yield _not_together((*at, place), f"by: {discard.by}", f"seat: {one.seat}")
    if discard.laid and discard.since == "discarded":
        yield _not_together(at, "since: discarded", "laid")


def _not_together(at: tuple[str | int, ...], *keys: str) -> ScenarioFault:
    return ScenarioFault("not-together", at, {"found": ", ".join(keys)})


_NEEDED = {"won": "wins", "chombo": "offenders", "false-mahjong": "offenders"}
"""What must be said of a deal that ended like that."""

_ONLY = {
    "wins": ("won",),
    "tenpai": ("wall-used-up",),
    "nagashi": ("wall-used-up",),
    "offenders": ("won", "chombo", "false-mahjong"),
}
"""What can be said only of a deal that ended like that."""


def _odd_end(given: OverGiven) -> Iterator[ScenarioFault]:
    """Players who cannot have ended a deal like that."""
    at = ("given", "over")
    winners: list[str] = [one.seat for one in given.wins]
    offenders: list[str] = [*given.offenders]
    for key, seats in (("wins", winners), ("offenders", offenders)):
        if len(seats) > min(3, len(set(seats))):
            yield ScenarioFault("end-of-deal", (*at, key), {"found": ", ".join(seats)})
    for place, one in enumerate(given.wins):
        if one.from_ == one.seat:
            found = f"{one.seat}, {one.seat}"
            yield ScenarioFault("end-of-deal", (*at, "wins", place), {"found": found})
    needed = _NEEDED.get(given.how)
    if needed and not getattr(given, needed):
        yield ScenarioFault("end-lacks", (*at, "how"), {"key": needed, "found": given.how})
    for key, ends in _ONLY.items():
        if getattr(given, key) and given.how not in ends:
            known = ", ".join(ends)
            values: dict[str, object] = {"key": key, "known": known, "found": given.how}
            yield ScenarioFault("end-with", (*at, key), values)


def _odd_riichi_end(given: Given, over: OverGiven, rules: RuleSet) -> Iterator[ScenarioFault]:
    """What the wins and the riichi of a deal cannot have been."""
    players = {path[0] if path else given.seat: one for path, one in _players(given)}
    yield from _odd_wins(over, players)
    least = minimum_fan(given.counters, terms_of(rules))
    for place, one in enumerate(over.wins):
        if 0 < one.fan < least:
            at = ("given", "over", "wins", place, "fan")
            values: dict[str, object] = {"least": least, "found": one.fan, "ruleset": rules.id}
            yield ScenarioFault("win-minimum", at, values)
    if over.liable:
        yield ScenarioFault("end-liable", ("given", "over", "liable"), {"found": over.liable})
    riichi = _riichi(given)
    if over.how == "four-riichi" and riichi < len(Seat):
        yield ScenarioFault("four-riichi", ("given", "over", "how"), {"found": riichi})
    if given.bets is not None and given.bets < riichi:
        bets: dict[str, object] = {"least": riichi, "found": given.bets}
        yield ScenarioFault("fewer-bets", ("given", "bets"), bets)


def _odd_classical_end(given: Given, over: OverGiven) -> Iterator[ScenarioFault]:
    """What the win of a deal cannot have been, nor who answers for it."""
    at = ("given", "over")
    players = {path[0] if path else given.seat: one for path, one in _players(given)}
    if len(over.wins) > 1:
        found = ", ".join(one.seat for one in over.wins)
        yield ScenarioFault("one-winner", (*at, "wins"), {"found": found})
    if over.how == "won" and over.offenders:
        yield _not_together((*at, "offenders"), "how: won", "offenders")
    if over.how != "won" and over.liable:
        yield _not_together((*at, "liable"), f"how: {over.how}", f"liable: {over.liable}")
    for place, one in enumerate(over.wins):
        yield from _odd_classical_win(one, players.get(one.seat), over, place)


def _odd_classical_win(
    win: WinGiven, player: PlayerGiven | None, over: OverGiven, place: int
) -> Iterator[ScenarioFault]:
    """What cannot be true of a win and its winner."""
    at = ("given", "over")
    seat = win.seat
    if player and (player.fault != "none" or player.barred):
        found = "barred: true" if player.barred else f"fault: {player.fault}"
        yield ScenarioFault("winner-barred", (*at, "wins", place), {"seat": seat, "found": found})
    if win.robbed and not win.from_:
        yield ScenarioFault("robbed-from", (*at, "wins", place), {"found": "robbed: true"})
    if over.values and not over.values.get(seat):
        yield ScenarioFault("winner-value", (*at, "values"), {"seat": seat})
    answers = player.liable.by if player and player.liable else None
    if over.liable == seat:
        yield ScenarioFault("liable-self", (*at, "liable"), {"found": seat})
    elif over.liable and answers and answers != over.liable:
        keys = f"liable: {over.liable}", f"{seat}.liable.by: {answers}"
        yield _not_together((*at, "liable"), *keys)


def _all_shown(player: PlayerGiven | None) -> bool:
    """Whether all tiles of a player's hand are given."""
    text = player.hand if player else None
    return text is not None and not text.rstrip().endswith("+")


def _riichi(given: Given) -> int:
    """How many players are in riichi."""
    return sum(one.ready in ("riichi", "double-riichi") for _, one in _players(given))


def _odd_wins(over: OverGiven, players: Mapping[str, PlayerGiven]) -> Iterator[ScenarioFault]:
    """Wins that cannot be, alone or together."""
    at = ("given", "over", "wins")
    sources = {one.from_ for one in over.wins}
    winners: set[str | None] = {one.seat for one in over.wins}
    if len(winners) > 1 and (len(sources) > 1 or sources & {None, *winners}):
        found = ", ".join(f"{one.seat}: {one.from_ or '-'}" for one in over.wins)
        yield ScenarioFault("several-winners", at, {"found": found})
    for place, one in enumerate(over.wins):
        if not _can_be_worth(one):
            found = f"fan: {one.fan}, fu: {one.fu}, yakuman: {one.yakuman}"
            yield ScenarioFault("win-worth", (*at, place), {"found": found})
        barred = _barred(one, players.get(one.seat), over)
        if barred:
            yield ScenarioFault("winner-barred", (*at, place), {"seat": one.seat, "found": barred})


def _can_be_worth(win: WinGiven) -> bool:
    """Whether a hand can have that many fan and minipoints, or yakuman instead.

    Nothing need be said, as where a position is about who will be East. Numbers below
    nothing are told elsewhere.
    """
    told = (win.fan, win.fu, win.yakuman)
    if not any(told) or min(told) < 0:
        return True
    if win.yakuman:
        return not (win.fan or win.fu)
    full = win.fu == 25 or (win.fu >= 20 and win.fu % 10 == 0)
    return win.fan > 0 and (full or (not win.fu and win.fan >= 5))


def _barred(win: WinGiven, player: PlayerGiven | None, over: OverGiven) -> str:
    """What keeps somebody from having won like that, as the scenario says it."""
    if win.seat in over.offenders:
        return "offenders"
    if player and player.fault != "none":
        return f"fault: {player.fault}"
    return "furiten: true" if player and player.furiten and win.from_ else ""


def _negative(told: object, at: tuple[str | int, ...]) -> Iterator[ScenarioFault]:
    """Every number below nothing; only scores may be."""
    if told is None or isinstance(told, str):
        return
    if isinstance(told, int):
        if told < 0:
            values = {"key": ".".join(map(str, at)), "found": told}
            yield ScenarioFault("negative", at, values)
        return
    for key, one in _parts(told):
        yield from _negative(one, (*at, key))


def _parts(told: object) -> Iterable[tuple[str | int, object]]:
    """What stands below a key, each with its own."""
    if isinstance(told, list):
        return enumerate(told)
    if isinstance(told, dict):
        return told.items()
    keys = _keys(cast(Hashable, type(told)))
    return [(key, one) for name, key in keys if (one := getattr(told, name))]


@cache
def _keys(kind: Any) -> tuple[tuple[str, str], ...]:
    """The fields of what a scenario tells, except scores, with their keys."""
    names = [one.name for one in fields(kind) if one.name != "scores"]
    return tuple((name, name.removesuffix("_").replace("_", "-")) for name in names)


def _players(given: Given) -> Iterator[tuple[tuple[str, ...], PlayerGiven]]:
    """What is said of each player, with the way to it."""
    yield (), given
    for seat in Seat:
        name = seat.name.lower()
        player: PlayerGiven | None = getattr(given, name)
        if player is not None:
            yield (name,), player


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
        return _riichi(self.given) if self.given.over else 0

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
            self.faults.append(_not_together(("given", *at, "fault"), *keys))

    def _meld(self, given: MeldGiven, *at: str | int) -> Meld:
        tiles = sort_tiles(self.tiles(given.tiles, *at, "tiles"))
        name = given.kind.replace("claimed-kong", "kong")
        kind = MeldKind(name)
        if kind is MeldKind.CHOW and given.from_ not in ("left", None):
            self.faults.append(_not_together((*at, "from"), "kind: chow", f"from: {given.from_}"))
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
        return _all_shown(self.given if own else getattr(self.given, seat.name.lower()))

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
