"""Tiles, sets and tables as SVG.

A picture is a string of SVG elements that use the symbols of the tile sprite.
Written to a file of its own it brings the symbols it needs; on a finished page
all pictures share one copy of them.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from html import escape
from pathlib import Path

from rulebook.rules.sets.display import lay
from rulebook.ruleset import RuleSet
from rulebook.state import (
    Called,
    Claimed,
    Discard,
    Discarded,
    Drew,
    Fault,
    KongMade,
    Lie,
    Meld,
    Over,
    Player,
    Position,
    Ready,
    Slip,
)
from rulebook.tiles import Seat, Side, Tile
from rulebook.wording import Wording

__all__ = [
    "Picture",
    "draw_groups",
    "draw_laid",
    "draw_table",
    "draw_tiles",
    "sprite",
    "standalone",
]

_STATIC = Path(__file__).parent / "static"

TABLE_WIDTH = 364
"""The width of a table in drawing units; it fits a phone without scrolling."""

_ASPECT = 4 / 3


@dataclass(frozen=True, slots=True)
class Picture:
    """A drawing.

    Attributes:
        width: in drawing units.
        height: in drawing units.
        body: the SVG elements.
        kind: `tiles` for a row of tiles that runs with the text, `table` for a scene.
    """

    width: float
    height: float
    body: str
    kind: str = "tiles"

    @property
    def symbols(self) -> tuple[str, ...]:
        """The ids of the symbols it uses, without those they use in turn."""
        return tuple(dict.fromkeys(re.findall(r'href="#([\w-]+)"', self.body)))


@lru_cache(maxsize=1)
def sprite() -> Mapping[str, str]:
    """The symbols of the tile drawings by id."""
    text = (_STATIC / "tiles.svg").read_text(encoding="utf-8")
    text = re.sub(r"<!--.*?-->", "", text, flags=re.DOTALL)
    symbols = re.findall(r"<symbol\b.*?</symbol>", text, flags=re.DOTALL)
    found = {}
    for symbol in symbols:
        id = re.search(r'id="([\w-]+)"', symbol)
        assert id is not None
        found[id[1]] = re.sub(r">\s+<", "><", symbol)
    return found


def needed(ids: Iterable[str]) -> list[str]:
    """These symbols and all that they use, in the order of the sprite."""
    todo, found = list(ids), set()
    while todo:
        id = todo.pop()
        if id in found:
            continue
        found.add(id)
        todo += re.findall(r'href="#([\w-]+)"', sprite()[id])
    return [id for id in sprite() if id in found]


def standalone(picture: Picture, title: str) -> str:
    """A picture as a file that can be looked at on its own."""
    symbols = "".join(sprite()[id] for id in needed(picture.symbols))
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="kamen-{picture.kind}" '
        f'viewBox="0 0 {_n(picture.width)} {_n(picture.height)}" '
        f'width="{_n(picture.width)}" height="{_n(picture.height)}" role="img">'
        f"<title>{escape(title)}</title>"
        f"<defs>{symbols}</defs>{picture.body}</svg>\n"
    )


def _n(value: float) -> str:
    """A coordinate, as short as it can be written."""
    return f"{value:.1f}".rstrip("0").rstrip(".")


def _tile(name: str, x: float, y: float, width: float) -> str:
    """One upright tile or tile back."""
    return (
        f'<use href="#t-{name}" x="{_n(x)}" y="{_n(y)}" '
        f'width="{_n(width)}" height="{_n(width * _ASPECT)}"/>'
    )


def _face(tile: Tile, x: float, y: float, width: float, say: Wording) -> str:
    """One upright tile with its index in the corner."""
    index = say.names.index.get(tile.code, "")
    size = width * 0.28
    mark = (
        f'<text class="ti" x="{_n(x + width * 0.08)}" y="{_n(y + width * 0.34)}" '
        f'font-size="{_n(size)}">{escape(index)}</text>'
    )
    return _tile(tile.code, x, y, width) + mark


def _ghost(x: float, y: float, width: float) -> str:
    """A tile that is there and does not matter."""
    inset = width * 0.06
    return (
        f'<rect class="tg" x="{_n(x + inset)}" y="{_n(y + inset)}" rx="{_n(width * 0.1)}" '
        f'width="{_n(width - 2 * inset)}" height="{_n(width * _ASPECT - 2 * inset)}"/>'
    )


def _turned(tile: Tile, x: float, y: float, width: float, say: Wording) -> str:
    """A tile lying sideways, its lower edge on the line of the upright ones."""
    height = width * _ASPECT
    left, top = x, y + height - width
    return (
        f'<g transform="translate({_n(left)} {_n(top + width)}) rotate(-90)">'
        f"{_face(tile, 0, 0, width, say)}</g>"
    )


def _laid_width(laid: Sequence[tuple[Tile, Lie]], width: float) -> float:
    return sum(width * _ASPECT if lie is Lie.SIDEWAYS else width for _, lie in laid)


def _laid(laid: Sequence[tuple[Tile, Lie]], x: float, y: float, width: float, say: Wording) -> str:
    """A set, each tile as it lies."""
    parts = []
    for tile, lie in laid:
        if lie is Lie.SIDEWAYS:
            parts.append(_turned(tile, x, y, width, say))
            x += width * _ASPECT
        else:
            down = lie is Lie.FACE_DOWN
            parts.append(_tile("back", x, y, width) if down else _face(tile, x, y, width, say))
            x += width
    return "".join(parts)


def draw_tiles(tiles: Sequence[Tile], say: Wording, width: float = 26) -> Picture:
    """Tiles in a row."""
    body = "".join(_face(tile, place * width, 0, width, say) for place, tile in enumerate(tiles))
    return Picture(len(tiles) * width, width * _ASPECT, body)


def draw_laid(laid: Sequence[tuple[Tile, Lie]], say: Wording, width: float = 34) -> Picture:
    """One set as it lies before its owner."""
    return Picture(_laid_width(laid, width), width * _ASPECT, _laid(laid, 0, 0, width, say))


def draw_groups(
    groups: Sequence[Sequence[tuple[Tile, Lie]]],
    say: Wording,
    ringed: tuple[int, int] | None = None,
    width: float = 26,
) -> Picture:
    """Groups of tiles in a row with gaps between them.

    Args:
        groups: the tiles, each as it lies.
        say: the words of the language.
        ringed: which group holds the tile to be marked, and its place there.
        width: of a tile, in drawing units.
    """
    x, height, margin = 2.0, width * _ASPECT, 2.0
    parts = []
    for number, group in enumerate(groups):
        parts.append(_laid(group, x, margin, width, say))
        if ringed and ringed[0] == number:
            parts.append(
                f'<rect class="tr" x="{_n(x + ringed[1] * width - 1)}" y="{_n(margin - 1)}" '
                f'rx="3" width="{_n(width + 2)}" height="{_n(height + 2)}"/>'
            )
        x += _laid_width(group, width) + width * 0.35
    return Picture(x - width * 0.35 + 2, height + 2 * margin, "".join(parts))


# The table ---------------------------------------------------------------

_HAND = 25.0
_SMALL = 22.0
_GAP = 6.0
_LABEL = 18.0
_TEXT = 13.5
"""The size of letters, legible where a phone shrinks a table; wide screens make it smaller."""
_LETTER = _TEXT / 2
"""How wide a letter is, at most, on average."""
_SIDE_COLUMN = 112.0


@dataclass(frozen=True, slots=True)
class _Block:
    """A part of the table: its size and its elements from the origin."""

    width: float
    height: float
    body: str

    def at(self, x: float, y: float) -> str:
        if not self.body:
            return ""
        return f'<g transform="translate({_n(x)} {_n(y)})">{self.body}</g>'


def draw_table(position: Position, seat: Seat, rules: RuleSet, say: Wording) -> Picture:
    """The table as a player sees it: the own hand below, the others around."""
    drawer = _Drawer(position, seat, rules, say)
    across = drawer.player(seat.at(Side.ACROSS), TABLE_WIDTH - 2 * _GAP)
    left = drawer.player(seat.at(Side.LEFT), _SIDE_COLUMN)
    right = drawer.player(seat.at(Side.RIGHT), _SIDE_COLUMN)
    middle = drawer.middle()
    own = drawer.own()
    top = _GAP
    parts = [across.at(_GAP + (TABLE_WIDTH - 2 * _GAP - across.width) / 2, top)]
    y = top + across.height + _GAP
    row = max(left.height, right.height, middle.height)
    parts.append(left.at(_GAP, y + (row - left.height) / 2))
    parts.append(middle.at((TABLE_WIDTH - middle.width) / 2, y + (row - middle.height) / 2))
    parts.append(right.at(TABLE_WIDTH - _GAP - right.width, y + (row - right.height) / 2))
    y += row + _GAP
    felt = f'<rect class="tt" width="{TABLE_WIDTH}" height="{_n(y + _GAP / 2)}" rx="10"/>'
    y += _GAP
    parts.append(own.at(0, y))
    return Picture(TABLE_WIDTH, y + own.height, felt + "".join(parts), "table")


class _Drawer:
    """Draws the parts of one table."""

    def __init__(self, position: Position, seat: Seat, rules: RuleSet, say: Wording) -> None:
        self.position = position
        self.seat = seat
        self.rules = rules
        self.say = say

    def label(self, seat: Seat, side: str, room: float) -> list[_Block]:
        """A player's name, marked when it is that player's turn, and a note if there is any.

        What does not fit beside the name stands below.
        """
        name = self.say.seat(seat)
        text = f"{name}, {side}" if side else name
        note = self._note(seat)
        whole = f"{text} · {note}" if note else text
        lines = [text, note] if note and len(whole) * _LETTER > room else [whole]
        turn = _active(self.position) is seat
        return [_line("tl", line, turn=turn and line is lines[0], own=not side) for line in lines]

    def _note(self, seat: Seat) -> str:
        """What has been announced or is wrong, in a word."""
        player = self.position.players[seat]
        if player.ready is not Ready.NO:
            return self.say.say(f"table.{player.ready.value}")
        if player.fault is not Fault.NONE:
            return self.say.say(f"table.fault-{player.fault.value}")
        return ""

    def player(self, seat: Seat, room: float) -> _Block:
        """An opponent's name, sets, shown hand and discards, within a width."""
        player = self.position.players[seat]
        side = self.say.names.sides[self.seat.side_of(seat).value]
        blocks = self.label(seat, side, room)
        rows = self._melds(player, room)
        if player.hand:
            rows += _rows([self._small(tile) for tile in player.hand], room)
        if player.bonus:
            rows += _rows([self._small(tile) for tile in player.bonus], room)
        if player.discards:
            rows += _rows(self._discards(seat, player), room)
        return _stack([*blocks, *rows])

    def _small(self, tile: Tile) -> _Block:
        return _Block(_SMALL, _SMALL * _ASPECT, _face(tile, 0, 0, _SMALL, self.say))

    def _melds(self, player: Player, room: float, width: float = _SMALL) -> list[_Block]:
        blocks = []
        for meld in player.melds:
            laid = self._lying(meld)
            body = _laid(laid, 0, 0, width, self.say)
            blocks.append(_Block(_laid_width(laid, width) + _GAP, width * _ASPECT, body))
        return _rows(blocks, room + _GAP)

    def _lying(self, meld: Meld) -> Sequence[tuple[Tile, Lie]]:
        """How a set lies; a claimed tile not yet taken is left out."""
        event = self.position.event
        laid = lay(meld, self.rules)
        if isinstance(event, Claimed) and not event.taken and event.meld is meld:
            taken = next(place for place, (tile, _) in enumerate(laid) if tile is meld.claimed)
            return [one for place, one in enumerate(laid) if place != taken]
        return laid

    def _discards(self, seat: Seat, player: Player) -> list[_Block]:
        """The discards that lie there; the newest one is ringed, claimed ones are pale."""
        blocks = []
        newest = _newest(self.position)
        for place, discard in enumerate(player.discards):
            last = place == len(player.discards) - 1
            ringed = last and newest is not None and newest[0] is seat
            blocks.append(self._discard(discard, ringed=ringed))
        return blocks

    def _discard(self, discard: Discard, *, ringed: bool) -> _Block:
        height = _SMALL * _ASPECT
        if discard.sideways:
            body = _turned(discard.tile, 0, 0, _SMALL, self.say)
            width = height
        else:
            body = _face(discard.tile, 0, 0, _SMALL, self.say)
            width = _SMALL
        if discard.taken is not None:
            body = f'<g class="tp">{body}</g>'
        if ringed:
            body += (
                f'<rect class="tr" x="-1" y="-1" rx="3" '
                f'width="{_n(width + 2)}" height="{_n(height + 2)}"/>'
            )
        return _Block(width + 1, height, body)

    def middle(self) -> _Block:
        """What lies between the players: the walls and the indicators.

        Once somebody has won, nobody cares any more how many tiles are left.
        """
        position, say = self.position, self.say
        lines = []
        if not position.live or not isinstance(position.event, Over):
            lines.append(say.say("table.live", n=position.live))
        if position.dead != self.rules["wall.dead.size"] or not self.rules["wall.dead.refilled"]:
            lines.append(say.say("table.dead", n=position.dead))
        if position.counters:
            lines.append(say.say("table.counters", n=position.counters))
        blocks = [_line("tc", line) for line in lines]
        shown = [tile for tile in position.indicators if tile]
        if shown:
            blocks += _rows([self._small(tile) for tile in shown], 124)
        return _stack(blocks)

    def own(self) -> _Block:
        """The player's own discards, sets and hand."""
        player = self.position.players[self.seat]
        rows = self.label(self.seat, "", TABLE_WIDTH)
        if player.discards:
            rows += _rows(self._discards(self.seat, player), TABLE_WIDTH)
        if player.bonus:
            rows += _rows([self._small(tile) for tile in player.bonus], TABLE_WIDTH)
        rows += self._melds(player, TABLE_WIDTH, _HAND)
        rows += _rows(self._hand(player), TABLE_WIDTH + 1)
        return _stack(rows, center=False)

    def _hand(self, player: Player) -> list[_Block]:
        """The hand with the drawn tile apart and unknown tiles as outlines."""
        event = self.position.event
        hand = list(player.hand)
        drawn: Tile | None = None
        if isinstance(event, Drew) and event.seat is self.seat and event.tile in hand:
            drawn = event.tile
            hand.remove(drawn)
        blocks = [self._held(tile) for tile in hand]
        room = int(TABLE_WIDTH // _HAND) - len(blocks) - (drawn is not None)
        height = _HAND * _ASPECT
        ghosts = min(player.hidden, max(room, 1))
        blocks += [_Block(_HAND, height, _ghost(0, 0, _HAND)) for _ in range(ghosts)]
        if drawn:
            held = self._held(drawn)
            shift = f'<g transform="translate(7 0)">{held.body}</g>'
            blocks.append(_Block(_HAND + 7, height, shift))
        return blocks

    def _held(self, tile: Tile) -> _Block:
        return _Block(_HAND, _HAND * _ASPECT, _face(tile, 0, 0, _HAND, self.say))


def _line(look: str, text: str, *, turn: bool = False, own: bool = False) -> _Block:
    """A line of words in the middle of its block, the player's own at the left."""
    dot = '<tspan class="tn">●</tspan> ' if turn else ""
    width = (len(text) + 2 * turn) * _LETTER
    place = 'x="3"' if own else f'x="{_n(width / 2)}" text-anchor="middle"'
    words = f'<text class="{look}" {place} y="13" font-size="{_TEXT}">{dot}{escape(text)}</text>'
    return _Block(width, _LABEL, words)


def _newest(position: Position) -> tuple[Seat, Tile] | None:
    """The newest discard while it can be claimed."""
    event = position.event
    if isinstance(event, Called):
        event = event.discard
    return (event.seat, event.tile) if isinstance(event, Discarded) else None


def _active(position: Position) -> Seat | None:
    """Whose turn it is to act, if it is anybody's."""
    event = position.event
    if isinstance(event, Drew | Claimed | KongMade | Slip | Called):
        return event.seat
    return None


def _rows(blocks: Sequence[_Block], room: float) -> list[_Block]:
    """Blocks put side by side in as many rows as a width needs."""
    rows: list[list[_Block]] = []
    used = 0.0
    for block in blocks:
        if not rows or used + block.width > room + 0.5:
            rows.append([])
            used = 0.0
        rows[-1].append(block)
        used += block.width
    return [_beside(row) for row in rows]


def _beside(blocks: Sequence[_Block]) -> _Block:
    x, parts = 0.0, []
    for block in blocks:
        parts.append(block.at(x, 0) if x else block.body)
        x += block.width
    return _Block(x, max(block.height for block in blocks), "".join(parts))


def _stack(blocks: Sequence[_Block], *, center: bool = True) -> _Block:
    """Blocks put below each other."""
    width = max((block.width for block in blocks), default=0.0)
    y, parts = 0.0, []
    for block in blocks:
        parts.append(block.at((width - block.width) / 2 if center else 0, y))
        y += block.height + 2
    return _Block(width, y, "".join(parts))
