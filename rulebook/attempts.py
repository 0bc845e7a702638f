"""What players could think of doing, as far as their hands suggest it, legal or not."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from itertools import combinations, product

from rulebook.actions import Action, ActionKind
from rulebook.outlook import FOR_A_CHOW, outlook, pairs_of
from rulebook.ruleset import RuleSet
from rulebook.shape import Counts, counts_of, may_wait, waits
from rulebook.state import (
    Called,
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
)
from rulebook.tiles import BONUS_TILES, KINDS, TILES, Seat, Tile

__all__ = ["attempts", "callers", "tried"]

Tried = tuple[ActionKind, Sequence[Action]]
"""Actions of one kind, at least one."""


def attempts(position: Position, seat: Seat) -> Iterator[Action]:
    """Everything a player could think of doing now, legal or not."""
    for _, actions in tried(position, seat):
        yield from actions
    yield from _in_vain(position, seat)


def _in_vain(position: Position, seat: Seat) -> Sequence[Action]:
    """What no rules allow and many a player tries all the same: riichi with an open hand."""
    event, player = position.event, position.players[seat]
    if not isinstance(event, Drew) or event.seat is not seat or not player.melds:
        return ()
    counts = counts_of(player.hand)
    if not any(meld.exposed for meld in player.melds) or not _may_riichi(player, counts):
        return ()
    return _riichi(seat, player, counts)


def tried(position: Position, seat: Seat) -> list[Tried]:
    """The same, kind by kind, without what no rules ever allow."""
    event = position.event
    player = position.players[seat]
    found: list[Tried] = []
    if isinstance(event, Discarded):
        if event.seat is not seat:
            found = _calls(event.tile, seat, player)
            if event.seat.next is seat:
                found.append(_DRAW[seat])
        elif len(player.discards) == 1:
            found.append(_ORIGINAL_CALL[seat])
    elif isinstance(event, KongMade):
        if event.seat is not seat:
            found = [_WIN[seat], _PASS[seat]]
        elif not position.pending:
            found.append(_LOOSE[seat])
    elif isinstance(event, Dealt) or (isinstance(event, _TURNS) and event.seat is seat):
        found = _own_turn(position, seat)
        if isinstance(event, Dealt) and event.asked is seat:
            found.append(_PASS[seat])
        if not player.discards and _suggests_nine_tiles(position, player):
            found.append(_NINE_TILES[seat])
        if isinstance(event, Claimed) and not event.taken:
            found.append(_TAKE[seat])
    elif isinstance(event, Called) and event.seat is seat:
        found = _after_the_word(event, seat, player)
    elif isinstance(event, Over) and event.seat is seat:
        found.append(_SETTLE[seat])
    if player.untaken is not None:
        found.append(_TAKE[seat])
    return found


_TURNS = (Drew, Claimed)


def _alone(kind: ActionKind) -> tuple[Tried, ...]:
    """An action that can be tried in one way only, by seat."""
    return tuple((kind, (Action(kind, seat),)) for seat in Seat)


# Looking a member up in an enumeration takes as long as a small function.
_DRAW, _PUNG, _KONG = _alone(ActionKind.DRAW), _alone(ActionKind.PUNG), _alone(ActionKind.KONG)
_WIN, _SELF_DRAW, _PASS = (
    _alone(kind) for kind in (ActionKind.WIN, ActionKind.SELF_DRAW, ActionKind.PASS)
)
_NINE_TILES, _ORIGINAL_CALL, _SETTLE = (
    _alone(kind) for kind in (ActionKind.NINE_TILES, ActionKind.ORIGINAL_CALL, ActionKind.SETTLE)
)
_TAKE, _WITHDRAW = _alone(ActionKind.TAKE), _alone(ActionKind.WITHDRAW)
_LOOSE: tuple[Tried, ...] = tuple(
    (ActionKind.DRAW, (Action(ActionKind.DRAW, seat, from_dead_wall=True),)) for seat in Seat
)
_DISCARD, _NOT_READY, _IS_PUNG = ActionKind.DISCARD, Ready.NO, MeldKind.PUNG


@cache
def _with(kind: ActionKind, seat: Seat) -> dict[Tile, Action]:
    """The actions of a kind with each tile."""
    return {tile: Action(kind, seat, tile) for tile in TILES.values()}


# Calls -----------------------------------------------------------------------------


def _calls(tile: Tile, seat: Seat, player: Player) -> list[Tried]:
    index = tile.index
    found: list[Tried] = []
    held = counts_of(player.hand)
    runs = [run for run in _RUNS[index] if held[run[0]] and held[run[1]]]
    if runs:
        found.append((ActionKind.CHOW, _chows(runs, seat, player)))
    same = 0 if tile.bonus else held[index]
    if same >= 2 or (same and player.hidden):
        found.append(_pungs(tile, seat, player))
        found.append(_KONG[seat])
    elif player.melds and player.pung_of(tile):
        found.append(_KONG[seat])
    found.append(_WIN[seat])
    found.append(_PASS[seat])
    return found


def _after_the_word(event: Called, seat: Seat, player: Player) -> list[Tried]:
    """What can follow a call: what was called, another call instead, or none at all."""
    found: list[Tried] = []
    for kind, actions in _calls(event.discard.tile, seat, player):
        if kind.value == event.word:
            found.append((kind, actions))
        elif kind is not ActionKind.PASS:
            change = Action(ActionKind.CHANGE, seat, to=kind.value)
            found.append((ActionKind.CHANGE, (change,)))
    found.append(_WITHDRAW[seat])
    return found


def _chows(runs: Sequence[tuple[int, int]], seat: Seat, player: Player) -> list[Action]:
    pairs = [pair for low, high in runs for pair in _pairs(player.hand, low, high)]
    return [_chow(seat, pair) for pair in pairs]


@cache
def _chow(seat: Seat, pair: tuple[Tile, Tile]) -> Action:
    return Action(ActionKind.CHOW, seat, tiles=pair)


def callers(position: Position, rules: RuleSet) -> list[Seat]:
    """Who could win or make a set with the tile just offered: a quick look at known hands.

    Nobody else has anything legal to call, where only the next player may claim a chow.
    """
    event = position.event
    if not isinstance(event, _OFFERING):
        return []
    index, players = event.tile.index, position.players
    next, across, last = event.seat.others
    pairs = pairs_of(rules)
    found = [next] if outlook(players[next].hand, pairs).use[index] else []
    if outlook(players[across].hand, pairs).use[index] > FOR_A_CHOW:
        found.append(across)
    if outlook(players[last].hand, pairs).use[index] > FOR_A_CHOW:
        found.append(last)
    return found


_OFFERING = (Discarded, KongMade)


def _runs_with(tile: Tile) -> tuple[tuple[int, int], ...]:
    """The kinds that make a run with a tile, by their indexes."""
    pairs = ((-2, -1), (-1, 1), (1, 2)) if tile.numbered else ()
    return tuple(
        (tile.index + low, tile.index + high)
        for low, high in pairs
        if tile.rank + low >= 1 and tile.rank + high <= 9
    )


_RUNS = tuple(_runs_with(tile) for tile in (*KINDS, *BONUS_TILES))


def _pairs(hand: Sequence[Tile], low: int, high: int) -> Iterator[tuple[Tile, Tile]]:
    """The two tiles for a run, those with a red five apart from plain ones."""
    lows = dict.fromkeys(tile for tile in hand if tile.index == low)
    highs = dict.fromkeys(tile for tile in hand if tile.index == high)
    return product(lows, highs)


def _pungs(tile: Tile, seat: Seat, player: Player) -> Tried:
    """The pungs that can be laid: with a red five in the hand there may be two."""
    held = [own for own in player.hand if own.index == tile.index]
    if len(held) < 2 or not any(own.red for own in held):
        return _PUNG[seat]
    pairs = dict.fromkeys(combinations(held, 2))
    return ActionKind.PUNG, [Action(ActionKind.PUNG, seat, tiles=pair) for pair in pairs]


# The own turn ----------------------------------------------------------------------


def _own_turn(position: Position, seat: Seat) -> list[Tried]:
    player = position.players[seat]
    counts = counts_of(player.hand)
    found = [_SELF_DRAW[seat]]
    tiles = list(dict.fromkeys(player.hand))
    bonus = [tile for tile in tiles if tile.bonus] if tiles and tiles[-1].bonus else []
    tiles = tiles[: len(tiles) - len(bonus)]
    _add(found, _DISCARD, seat, tiles)
    if bonus:
        _add(found, ActionKind.BONUS, seat, bonus)
    if _may_declare_riichi(position, player, counts):
        riichi = _riichi(seat, player, counts)
        if riichi:
            found.append((ActionKind.RIICHI, riichi))
    if 4 in counts:
        quads = [tile for tile in KINDS if counts[tile.index] == 4]
        _add(found, ActionKind.CONCEALED_KONG, seat, quads)
    if player.melds:
        pungs = [meld.tile for meld in player.melds if meld.kind is _IS_PUNG]
        extended = [tile for tile in pungs if counts[tile.index]]
        if extended:
            _add(found, ActionKind.EXTENDED_KONG, seat, extended)
    return found


def _add(found: list[Tried], kind: ActionKind, seat: Seat, tiles: Sequence[Tile]) -> None:
    if tiles:
        found.append((kind, list(map(_with(kind, seat).__getitem__, tiles))))


def _may_declare_riichi(position: Position, player: Player, counts: Counts) -> bool:
    """Whether a riichi is worth thinking of: with a concealed hand that is near a win."""
    if isinstance(position.event, Claimed):
        return False
    for meld in player.melds:
        if meld.exposed:
            return False
    return _may_riichi(player, counts)


def _may_riichi(player: Player, counts: Counts) -> bool:
    return player.ready is _NOT_READY and not player.hidden and may_wait(counts)


def _riichi(seat: Seat, player: Player, counts: Counts) -> Sequence[Action]:
    """Riichi with every discard that leaves a hand waiting."""
    made = _with(ActionKind.RIICHI, seat)
    tiles = [tile for tile in dict.fromkeys(player.hand) if not tile.bonus]
    return [made[tile] for tile in tiles if _waits_without(tile, counts)]


def _waits_without(tile: Tile, counts: Counts) -> bool:
    """Whether a hand waits for anything once a tile is discarded."""
    left = bytearray(counts)
    left[tile.index] -= 1
    return bool(waits(bytes(left), seven_pairs=True, four_alike=True))


_NINE = 9


def _suggests_nine_tiles(position: Position, player: Player) -> bool:
    """Whether a hand looks like one of many different terminals and honours.

    Where nobody has interrupted yet, one kind too few is worth a thought too.
    """
    kinds = len({tile.index for tile in player.hand if tile.terminal or tile.honour})
    return kinds >= _NINE or (position.uninterrupted and (kinds == _NINE - 1 or player.hidden > 0))
