"""Pictures and short texts as HTML."""

from __future__ import annotations

import base64
import hashlib
import re
from html import escape

from quizgen.drawing import Picture
from quizgen.figures import Figures
from rulebook.tiles import TileError, parse_tiles
from rulebook.wording import Wording

__all__ = ["inline_picture", "paragraph", "sha256", "text_html"]

_CODE = re.compile(r"`([0-9mpszf]+)`")


def inline_picture(picture: Picture, alt: str) -> str:
    """A picture that uses the symbols of the page it stands in."""
    width, height = f"{picture.width:g}", f"{picture.height:.1f}".rstrip("0").rstrip(".")
    return (
        f'<svg class="kamen-{picture.kind}" viewBox="0 0 {width} {height}" '
        f'width="{width}" height="{height}" role="img" '
        f'aria-label="{escape(alt)}">{picture.body}</svg>'
    )


def text_html(text: str, figures: Figures, say: Wording) -> str:
    """Words as HTML, tiles in backticks as pictures."""
    parts, end = [], 0
    for code in _CODE.finditer(text):
        try:
            figure = figures.tiles(parse_tiles(code[1]), say)
        except TileError:
            continue
        parts += [
            escape(text[end : code.start()], quote=False),
            inline_picture(figure.picture, figure.alt),
        ]
        end = code.end()
    return "".join([*parts, escape(text[end:], quote=False)])


def paragraph(text: str, figures: Figures, say: Wording) -> str:
    """Words as a paragraph, nothing where there are none."""
    return f"<p>{text_html(text, figures, say)}</p>" if text else ""


def sha256(script: str) -> str:
    """How a content security policy names a script or a style that stands in the page."""
    digest = hashlib.sha256(script.encode("utf-8")).digest()
    return f"sha256-{base64.b64encode(digest).decode('ascii')}"
