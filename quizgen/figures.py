"""Pictures of a site: each drawn once, named, and linked from Markdown."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field

from quizgen.alt import hand_text, table_text
from quizgen.drawing import Picture, draw_groups, draw_laid, draw_table, draw_tiles, standalone
from rulebook.ruleset import RuleSet
from rulebook.state import Lie, Position
from rulebook.telling import laid_text
from rulebook.tiles import Seat, Tile, TileError, format_tiles, parse_tiles
from rulebook.wording import Wording, capitalised

__all__ = ["Figure", "Figures"]

_CODE = re.compile(r"`([0-9mpszf]+)`")


@dataclass(frozen=True, slots=True)
class Figure:
    """A picture with its name and its text alternative."""

    name: str
    alt: str
    picture: Picture

    @property
    def svg(self) -> str:
        return standalone(self.picture, self.alt)


@dataclass(slots=True)
class Figures:
    """The pictures of one language, by name; equal ones are kept once."""

    found: dict[str, Figure] = field(default_factory=dict)
    _names: dict[str, str] = field(default_factory=dict)

    def add(self, name: str, picture: Picture, alt: str) -> Figure:
        """Keep a picture, under the name that an equal one already has."""
        content = f"{picture.kind}:{alt}:{picture.body}"
        name = self._names.setdefault(content, name)
        return self.found.setdefault(name, Figure(name, alt, picture))

    def table(
        self, name: str, position: Position, seat: Seat, rules: RuleSet, say: Wording
    ) -> Figure:
        """A table as one player sees it."""
        alt = table_text(position, seat, rules, say)
        return self.add(name, draw_table(position, seat, rules, say), alt)

    def laid(self, laid: tuple[tuple[Tile, Lie], ...], say: Wording) -> Figure:
        """A set as it lies."""
        marks = {Lie.UPRIGHT: "", Lie.SIDEWAYS: "t", Lie.FACE_DOWN: "d"}
        name = "set-" + "".join(tile.code + marks[lie] for tile, lie in laid)
        tiles = hand_text([tile for tile, _ in laid], say)
        alt = capitalised(f"{tiles}: {laid_text(laid, say)}")
        return self.add(name, draw_laid(laid, say), alt)

    def groups(
        self,
        name: str,
        groups: Sequence[Sequence[tuple[Tile, Lie]]],
        ringed: tuple[int, int] | None,
        say: Wording,
    ) -> Figure:
        """Groups of tiles in a row, one of the tiles marked as the winning one."""
        texts = tuple(hand_text([tile for tile, _ in group], say) for group in groups)
        alt = say.say("alt.groups", groups=" | ".join(texts))
        if ringed:
            alt += " " + say.say("alt.winning", tile=groups[ringed[0]][ringed[1]][0])
        return self.add(name, draw_groups(groups, say, ringed), capitalised(alt))

    def tiles(self, tiles: tuple[Tile, ...], say: Wording) -> Figure:
        """Tiles in a row within a text."""
        alt = say.tile(tiles[0]) if len(tiles) == 1 else hand_text(tiles, say)
        return self.add(f"tiles-{format_tiles(tiles)}", draw_tiles(tiles, say), alt)

    def in_text(self, text: str, root: str, say: Wording) -> str:
        """A text with its tile codes replaced by pictures.

        Args:
            text: words in which tiles stand in backticks.
            root: the way from the page to the language's root.
            say: the words of the language.
        """

        def picture(code: re.Match[str]) -> str:
            try:
                figure = self.tiles(parse_tiles(code[1]), say)
            except TileError:
                return code[0]
            return f"![{figure.alt}]({root}figures/{figure.name}.svg)"

        return _CODE.sub(picture, text)
