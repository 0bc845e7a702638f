"""Pictures in words: what a table shows, as sentences in the page's language."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from rulebook.rules.sets.display import lay
from rulebook.ruleset import RuleSet
from rulebook.state import (
    Age,
    Called,
    Claimed,
    Dealt,
    Discarded,
    Drew,
    Event,
    Fault,
    KongMade,
    Meld,
    Over,
    Player,
    Position,
    Ready,
    Slip,
    Wall,
)
from rulebook.telling import laid_text, meld_text
from rulebook.tiles import KINDS, Seat, Suit, Tile
from rulebook.wording import Wording

__all__ = ["event_text", "hand_text", "table_text"]


def table_text(position: Position, seat: Seat, rules: RuleSet, say: Wording) -> str:
    """A table in words: what has happened, then what each player shows."""
    parts = [event_text(position, say)]
    for player in (seat, *seat.others):
        parts += _player_text(position.players[player], player, rules, say)
    shown = tuple(tile for tile in position.indicators if tile)
    if shown:
        parts.append(say.say("alt.indicators", tiles=shown))
    if not position.live or not isinstance(position.event, Over):
        category = say.catalog.plural(position.live) if position.live else "none"
        parts.append(say.say(f"alt.live.{category}", n=position.live))
    return " ".join(parts)


def event_text(position: Position, say: Wording) -> str:
    """What has just happened."""
    key, values = _event(position.event)
    return say.say(f"alt.{key}", **values)


def _event(event: Event) -> tuple[str, dict[str, object]]:
    match event:
        case Dealt():
            return "dealt", {}
        case Drew(seat=seat, tile=None):
            return "turn", {"seat": seat}
        case Drew(seat=seat, tile=tile, wall=Wall.DEAD):
            return "drew-dead", {"seat": seat, "tile": tile}
        case Drew(seat=seat, tile=tile):
            return "drew", {"seat": seat, "tile": tile}
        case Discarded(seat=seat, tile=tile, age=Age.DRAWN):
            return "discarded-drawn", {"seat": seat, "tile": tile, "next": seat.next}
        case Discarded(seat=seat, tile=tile, age=Age.DISCARDED):
            return "discarded-next", {"seat": seat, "tile": tile, "next": seat.next}
        case Discarded(seat=seat, tile=tile, age=Age.WON):
            return "discarded-won", {"seat": seat, "tile": tile, "next": seat.next}
        case Discarded(seat=seat, tile=tile, named=None):
            return "discarded", {"seat": seat, "tile": tile}
        case Discarded(seat=seat, tile=tile, named=named):
            return "discarded-misnamed", {"seat": seat, "tile": tile, "named": named}
        case Called(seat=seat, word=word, discard=discard):
            return f"called-{word}", {"seat": seat, "tile": discard.tile, "owner": discard.seat}
        case Claimed(seat=seat, taken=taken):
            return "claimed" if taken else "claimed-lying", {"seat": seat}
        case KongMade(seat=seat, tile=tile):
            return "kong", {"seat": seat, "tile": tile}
        case Slip(seat=seat, kind=kind):
            return f"slip-{kind.value}", {"seat": seat}
        case Over():
            return "over", {}


def _player_text(player: Player, seat: Seat, rules: RuleSet, say: Wording) -> Iterator[str]:
    if player.hand:
        key = "alt.hand-open" if player.hidden else "alt.hand"
        yield say.say(key, seat=seat, tiles=hand_text(player.hand, say))
    if player.melds:
        sets = "; ".join(_meld_text(meld, rules, say) for meld in player.melds)
        yield say.say("alt.melds", seat=seat, sets=sets)
    if player.bonus:
        yield say.say("alt.bonus", seat=seat, tiles=player.bonus)
    if player.discards:
        tiles = tuple(one.tile for one in player.discards)
        yield say.say("alt.discards", seat=seat, tiles=tiles)
    if player.ready is not Ready.NO:
        yield say.say(f"alt.{player.ready.value}", seat=seat)
    if player.fault is not Fault.NONE:
        yield say.say(f"effect.fault-{player.fault.value}", seat=seat)


def _meld_text(meld: Meld, rules: RuleSet, say: Wording) -> str:
    return say.say("alt.set", set=meld_text(meld, say), how=laid_text(lay(meld, rules), say))


def hand_text(tiles: Sequence[Tile], say: Wording) -> str:
    """Tiles by suit: characters 1, 2, 3; dots 5, 5; two red dragons."""
    parts = []
    for suit in (Suit.CHARACTERS, Suit.DOTS, Suit.BAMBOO):
        ranks = [
            f"{tile.rank} ({say.names.red['n']})" if tile.red else str(tile.rank)
            for tile in tiles
            if tile.suit is suit
        ]
        if ranks:
            parts.append(f"{say.names.heads[suit.value]} {', '.join(ranks)}")
    counts = Counter(tile for tile in tiles if tile.honour)
    parts += [_several(tile, counts[tile], say) for tile in KINDS if tile in counts]
    parts += [say.tile(tile) for tile in tiles if tile.bonus]
    return "; ".join(parts)


def _several(tile: Tile, count: int, say: Wording) -> str:
    if count == 1:
        return say.tile(tile)
    return f"{say.catalog.text(f'number.{count}')} {say.tile(tile, 'np')}"
