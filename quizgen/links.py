"""The check of a finished site: every link and every anchor, over all languages.

A quiet strict build of MkDocs lets broken anchors pass; this does not.
"""

from __future__ import annotations

import posixpath
import re
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from html import unescape
from urllib.parse import unquote, urlsplit

__all__ = ["BrokenLinksError", "PageLinks", "broken_links", "page_links"]

_LINK = re.compile(r'<(?:a|link|script|img|form)\b[^>]*?\b(?:href|src|action)="([^"]*)"')
_ID = re.compile(r'\bid="([^"]+)"')


class BrokenLinksError(RuntimeError):
    """Links that lead nowhere; `found` holds each page with such a link."""

    def __init__(self, found: list[tuple[str, str]]) -> None:
        super().__init__(found)
        self.found = found


@dataclass(frozen=True, slots=True)
class PageLinks:
    """Where a page leads to, and the anchors that others can lead to."""

    links: tuple[str, ...]
    anchors: frozenset[str]


def page_links(html: str) -> PageLinks:
    """The links and anchors of a page."""
    links = dict.fromkeys(map(unescape, _LINK.findall(html)))
    return PageLinks(tuple(links), frozenset(map(unescape, _ID.findall(html))))


def broken_links(
    pages: Mapping[str, PageLinks],
    files: Collection[str],
    played: Mapping[str, Collection[str]],
    base: str = "",
) -> Iterator[tuple[str, str]]:
    """Each page with a link that leads nowhere, and that link.

    Links start from the page they stand on, so that the site works anywhere; only
    the page for missing ones, which is shown at any address, starts from `base`,
    the path under which the site is published, where that is known.

    Args:
        pages: every page by its path from the site's root.
        files: the paths of all files of the site.
        played: the questions by the page that plays them; their ids are anchors there.
        base: the path of the site's root on its host, empty where it is not known.
    """
    for page, found in pages.items():
        for link in found.links:
            path = link.removeprefix(base) if page == "404.html" else link
            if not _leads(page, path, pages, files, played):
                yield page, link


def _leads(
    page: str,
    link: str,
    pages: Mapping[str, PageLinks],
    files: Collection[str],
    played: Mapping[str, Collection[str]],
) -> bool:
    parts = urlsplit(link)
    if parts.scheme or parts.netloc:
        return True
    target = page
    if parts.path:
        target = posixpath.normpath(posixpath.join(posixpath.dirname(page), unquote(parts.path)))
    if target not in files:
        return False
    if not parts.fragment or target not in pages:
        return True
    anchor = unquote(parts.fragment)
    return anchor in pages[target].anchors or anchor in played.get(target, ())
