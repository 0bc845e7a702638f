"""One pass over the HTML that MkDocs has built.

Puts the pictures into the page so that they follow its colours, gives each page
its counterpart in the other languages, the search box, a description card and a
content security policy, and mends what the theme leaves open for accessibility.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from html import escape, unescape

from quizgen.drawing import Picture, needed, sprite
from quizgen.html import inline_picture, sha256
from rulebook.catalog import Catalog

__all__ = ["CARD", "FinishError", "Finisher"]

CARD = "assets/card.png"
"""The picture that other sites show of a page, in each language."""


class FinishError(ValueError):
    """The theme's HTML is not as expected, so a step could not be done."""


@dataclass(frozen=True, slots=True)
class Finisher:
    """Finishes the pages of one language.

    Attributes:
        words: the language's catalogue.
        languages: the codes of all languages.
        figures: the pictures by name.
        site_url: where the site is published, with a slash at the end.
    """

    words: Catalog
    languages: Sequence[str]
    figures: Mapping[str, tuple[Picture, str]]
    site_url: str

    def page(self, html: str, path: str) -> str:
        """A finished page; `path` is its way from the language's root."""
        root = "../" * path.count("/") or "./"
        html = self._pictures(html)
        html = self._title(html)
        html = self._alternates(html, path, root)
        html = self._card(html, path)
        html = self._search(html, root)
        html = self._tables(html)
        html = self._quiz(html, root)
        html = self._mended(html)
        html = self._sprite(html)
        return self._policy(html)

    # Pictures -------------------------------------------------------------

    def _pictures(self, html: str) -> str:
        def inline(match: re.Match[str]) -> str:
            picture, alt = self.figures[match["name"]]
            return inline_picture(picture, alt)

        return _IMAGE.sub(inline, html)

    def _sprite(self, html: str) -> str:
        """The symbols that the page's pictures use, once."""
        trainer = "data-quiz=" in html
        used = {id for id in re.findall(r'href="#([\w-]+)"', html) if id in sprite()}
        ids = list(sprite()) if trainer else needed(used)
        if not ids:
            return html
        symbols = "".join(sprite()[id] for id in ids)
        block = (
            '<svg class="kamen-sprite" aria-hidden="true" focusable="false" width="0" '
            f'height="0"><defs>{symbols}</defs></svg>'
        )
        return _replace(html, "</body>", f"{block}</body>")

    # Head -----------------------------------------------------------------

    def _title(self, html: str) -> str:
        """The page's title and the site's with a dash, or the site's alone on its front page."""
        site = escape(self.words.text("site.name"))
        html = _replace(html, f" - {site}</title>", f" – {site}</title>")
        return html.replace(f"<title>{site} – {site}</title>", f"<title>{site}</title>")

    def _alternates(self, html: str, path: str, root: str) -> str:
        """Links to the same page in every language, in the head and in the switch."""
        links = [
            f'<link rel="alternate" hreflang="{code}" href="{self.site_url}{code}/{path}">'
            for code in self.languages
        ]
        links.append(f'<link rel="alternate" hreflang="x-default" href="{self.site_url}en/{path}">')
        html = re.sub(r'\s*<link rel="alternate"[^>]*>', "", html)
        here = f'<link rel="canonical" href="{self.site_url}{self.words.code}/{path}">'
        html = re.sub(r'<link rel="canonical"[^>]*>', here, html)
        html = _replace(html, "</title>", f"</title>{''.join(links)}")
        for code in self.languages:
            html, count = re.subn(
                rf'<a href="[^"]*" hreflang="{code}" class="md-select__link">',
                f'<a href="{root}../{code}/{path}" hreflang="{code}" lang="{code}" '
                'class="md-select__link">',
                html,
            )
            if not count:
                raise FinishError(f"no language link to {code} in {path}")
        return html

    def _card(self, html: str, path: str) -> str:
        """What other sites show of a page that is linked there."""
        title = re.search(r"<title>(.*?)</title>", html, flags=re.DOTALL)
        about = re.search(r'<meta name="description" content="([^"]*)">', html)
        url = f"{self.site_url}{self.words.code}/"
        tags = {
            "og:type": "website",
            "og:site_name": self.words.text("site.name"),
            "og:title": unescape(title[1].strip()) if title else "",
            "og:description": unescape(about[1]) if about else "",
            "og:url": f"{url}{path}",
            "og:image": f"{url}{CARD}",
            "og:image:alt": self.words.text("site.card"),
            "og:locale": {"en": "en_GB", "cs": "cs_CZ"}.get(self.words.code, self.words.code),
        }
        metas = "".join(
            f'<meta property="{name}" content="{escape(text)}">' for name, text in tags.items()
        )
        metas += '<meta name="twitter:card" content="summary_large_image">'
        return _replace(html, "</head>", f"{metas}</head>")

    def _policy(self, html: str) -> str:
        """A content security policy that allows this page's own scripts and nothing else."""
        scripts = re.findall(r"<script>(.*?)</script>", html, flags=re.DOTALL)
        hashes = {sha256(script) for script in scripts}
        policy = "; ".join(
            [
                "default-src 'none'",
                " ".join(["script-src 'self'", *(f"'{one}'" for one in sorted(hashes))]),
                "style-src 'self'",
                "img-src 'self' data:",
                "connect-src 'self'",
                "base-uri 'none'",
                "form-action 'self'",
            ]
        )
        meta = f'<meta http-equiv="Content-Security-Policy" content="{policy}">'
        return _replace(html, '<meta charset="utf-8">', f'<meta charset="utf-8">{meta}')

    # Body -----------------------------------------------------------------

    def _search(self, html: str, root: str) -> str:
        """The search box in the header, in the theme's own looks."""
        text = {key: escape(self.words.text(f"search.{key}")) for key in _SEARCH_WORDS}
        box = _SEARCH_BOX.format(root=root, magnify=_MAGNIFY, back=_BACK, cross=_CROSS, **text)
        place = "</nav>\n  \n</header>" if "</nav>\n  \n</header>" in html else "</nav>"
        head, found, tail = html.partition(place)
        if not found:
            raise FinishError("no header to put the search into")
        return f"{head}{box}{found}{tail}"

    def _quiz(self, html: str, root: str) -> str:
        """The quiz component, on the pages that have something to play."""
        if "data-quiz=" not in html:
            return html
        style = f'<link rel="stylesheet" href="{root}assets/quiz.css">'
        script = f'<script src="{root}assets/quiz.js" defer></script>'
        return _replace(html, "</head>", f"{style}{script}</head>")

    def _tables(self, html: str) -> str:
        """Each cell of a table says which column it is in, for narrow screens.

        There each cell has a line of its own, unless all are as short as a number. A score
        has two columns, the second of numbers, and fits as it is.
        """

        def labelled(match: re.Match[str]) -> str:
            table = match[0]
            heads = [_text(one) for one in re.findall(r"<th[^>]*>(.*?)</th>", table, re.DOTALL)]
            if len(heads) == 2 and _NUMBERS in table:
                plain = table.replace(_NUMBERS, "")
                return plain.replace("<table>", '<table class="kamen-score">')

            def row(found: re.Match[str]) -> str:
                cells = iter(heads)
                return re.sub(
                    r"<td>", lambda _: f'<td data-label="{escape(next(cells, ""))}">', found[0]
                )

            rows = re.findall(r"<tr>\s*<td>.*?</tr>", table, flags=re.DOTALL)
            cells = [re.findall(r"<td>(.*?)</td>", one, re.DOTALL)[1:] for one in rows]
            short = all(len(_text(cell)) <= _SHORT for here in cells for cell in here)
            if short and "<svg" not in table:
                table = table.replace("<table>", "<table data-short>")
            return re.sub(r"<tr>\s*<td>.*?</tr>", row, table, flags=re.DOTALL)

        return re.sub(r"<table>.*?</table>", labelled, html, flags=re.DOTALL)

    def _mended(self, html: str) -> str:
        """What the theme leaves open: names of controls, scripts of ours."""
        words = self.words
        html = re.sub(r"\s*<style>.*?</style>", "", html, flags=re.DOTALL)
        html = html.replace('title="dark"', f'title="{escape(words.text("site.dark"))}"')
        html = html.replace('title="light"', f'title="{escape(words.text("site.light"))}"')
        html = html.replace('aria-label="dark"', f'aria-label="{escape(words.text("site.dark"))}"')
        html = html.replace(
            'aria-label="light"', f'aria-label="{escape(words.text("site.light"))}"'
        )
        html = html.replace(
            'title="Permanent link"', f'title="{escape(words.text("site.permalink"))}"'
        )
        return _named_sections(html)


def _replace(html: str, old: str, new: str) -> str:
    """Replace the first of something that must be there."""
    if old not in html:
        raise FinishError(f"the page has no {old}")
    return html.replace(old, new, 1)


def _named_sections(html: str) -> str:
    """Names for those switches of the navigation that are but an icon, and so for their lists."""
    titles = {id: _text(title) for id, title in _NAV_TITLE.findall(html)}

    def named(match: re.Match[str]) -> str:
        return f'{match[0]}<span class="kamen-hidden">{titles[match["id"]]}</span>'

    return _NAV_ICON.sub(named, html)


def _text(html: str) -> str:
    return re.sub(r"<[^>]*>", "", html).strip()


_IMAGE = re.compile(r'<img alt="[^"]*" src="[^"]*figures/(?P<name>[^"/]+)\.svg"\s*/?>')

_NUMBERS = ' style="text-align: right;"'
"""How Markdown marks a cell of a column of numbers; the page's policy forbids such styles."""

_SHORT = 7
"""How many characters a number, or that of a section, has at most."""

_NAV_TITLE = re.compile(r'<label class="md-nav__title" for="(\w+)">(.*?)</label>', re.DOTALL)
_NAV_ICON = re.compile(
    r'<label class="md-nav__link[^"]*" for="(?P<id>\w+)"[^>]*>'
    r'\s*<span class="md-nav__icon md-icon"></span>(?=\s*</label>)'
)

_SEARCH_WORDS = ("label", "placeholder", "clear", "close", "failed")
_MAGNIFY = (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24" aria-hidden="true">'
    '<path fill="none" stroke="currentColor" stroke-width="2" '
    'd="M10 4a6 6 0 1 0 0 12 6 6 0 0 0 0-12Zm4.5 10.5L20 20"/></svg>'
)
_CROSS = (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24" aria-hidden="true">'
    '<path fill="none" stroke="currentColor" stroke-width="2" d="M6 6l12 12M18 6 6 18"/></svg>'
)
_BACK = (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24" aria-hidden="true">'
    '<path fill="none" stroke="currentColor" stroke-width="2" d="M20 12H5m7-7-7 7 7 7"/></svg>'
)
# The theme shows the first picture of a label in the box on wide screens, the last on narrow ones.
_SEARCH_BOX = """
<label class="md-header__button md-icon" for="__search" title="{label}">{magnify}</label>
<div class="md-search">
<label class="md-search__overlay" for="__search"></label>
<div class="md-search__inner">
<form class="md-search__form" role="search" action="{root}search.html" data-root="{root}" \
data-failed="{failed}">
<input class="md-search__input" type="search" name="q" aria-label="{label}" \
placeholder="{placeholder}" autocapitalize="off" autocomplete="off" spellcheck="false" required>
<label class="md-search__icon md-icon" for="__search">{magnify}{back}</label>
<span class="md-search__options"><button type="reset" class="md-search__icon md-icon" \
aria-label="{clear}" title="{clear}">{cross}</button></span>
</form>
<div class="md-search__output"><div class="md-search__scrollwrap" tabindex="-1">
<div class="md-search-result">
<p class="md-search-result__meta kamen-search__status" role="status" aria-live="polite"></p>
<ol class="md-search-result__list"></ol>
</div></div></div>
</div>
</div>
"""
