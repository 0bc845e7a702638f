"""What a scenario says that cannot be: each part alone, or several together."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, fields
from functools import cache
from typing import Any, cast

from rulebook.riichi.score import minimum_fan
from rulebook.riichi.terms import terms_of
from rulebook.ruleset import Family, RuleSet
from rulebook.schema import (
    DiscardGiven,
    Given,
    OverGiven,
    PlayerGiven,
    When,
    WinGiven,
)
from rulebook.tiles import BONUS_TILES, KINDS, Seat

__all__ = ["ScenarioFault", "all_shown", "contradictions", "not_together", "players_in_riichi"]


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


_TABLE = 4 * len(KINDS) + len(BONUS_TILES)
"""The tiles of a game, bonus tiles included."""

_EVENTS = ("dealt", "drawn", "discard", "kong", "claimed", "called", "slip", "over")
"""The keys that say what has just happened; only a call goes with another, the discard."""

_FAULTS = {
    Family.RIICHI: ("none", "dead", "short", "long"),
    Family.CLASSICAL: ("none", "short", "long", "dirty"),
}
"""What a hand can be in each kind of game."""


def contradictions(given: Given, when: When, rules: RuleSet) -> Iterator[ScenarioFault]:
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
            yield not_together(("given", *path, "ippatsu"), "ippatsu", "ready: no")
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
        yield not_together(("given", "called"), f"discard.by: {given.seat}", f"seat: {given.seat}")
    if given.discard:
        yield from _odd_laid(given.discard)
    for path, player in _players(given):
        at = ("given", *path)
        if given.dealt and player.discards:
            yield not_together((*at, "discards"), "dealt", "discards")
        if family is not Family.RIICHI:
            continue
        if given.dealt and player.ready != "no":
            yield not_together((*at, "ready"), "dealt", f"ready: {player.ready}")
        if player.melds and (given.dealt or given.uninterrupted):
            first = "dealt" if given.dealt else "uninterrupted"
            yield not_together((*at, "melds"), first, "melds")
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
        yield not_together(("given", "chain"), f"chain: {given.chain}", f"kongs: {kongs}")
    if given.chain and given.drawn_from != "dead":
        found = f"chain: {given.chain}", f"drawn-from: {given.drawn_from}"
        yield not_together(("given", "chain"), *found)


def _odd_laid(discard: DiscardGiven) -> Iterator[ScenarioFault]:
    """Nobody lays a set with the own discard, and no set lies there after the next one."""
    at = ("given", "discard", "laid")
    for place, one in enumerate(discard.laid):
        if one.seat == discard.by:
            yield not_together((*at, place), f"by: {discard.by}", f"seat: {one.seat}")
    if discard.laid and discard.since == "discarded":
        yield not_together(at, "since: discarded", "laid")


def not_together(at: tuple[str | int, ...], *keys: str) -> ScenarioFault:
    """Keys with their values that rule each other out, and where one of them stands."""
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
    riichi = players_in_riichi(given)
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
        yield not_together((*at, "offenders"), "how: won", "offenders")
    if over.how != "won" and over.liable:
        yield not_together((*at, "liable"), f"how: {over.how}", f"liable: {over.liable}")
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
        yield not_together((*at, "liable"), *keys)


def all_shown(player: PlayerGiven | None) -> bool:
    """Whether all tiles of a player's hand are given."""
    text = player.hand if player else None
    return text is not None and not text.rstrip().endswith("+")


def players_in_riichi(given: Given) -> int:
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
