"""What lies above the languages: the page that sends readers to theirs, 404, the sitemap."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from urllib.parse import urlsplit

from rulebook.catalog import catalog

__all__ = ["missing_page", "root_page", "sitemap"]


def root_page(codes: Sequence[str]) -> str:
    """A page that works without a script: a link for each language."""
    return _page(codes, "", "site.card", '<script src="root.js"></script>')


def missing_page(codes: Sequence[str], site_url: str) -> str:
    """What a server shows for an address that leads nowhere, wherever that was."""
    return _page(codes, urlsplit(site_url).path, "site.missing", "")


def _page(codes: Sequence[str], root: str, message: str, script: str) -> str:
    links = "".join(
        f'<li><a href="{root}{code}/index.html" hreflang="{code}" lang="{code}">'
        f"{catalog(code).text('site.language')}</a></li>"
        for code in codes
    )
    words = " ".join(f'<span lang="{code}">{catalog(code).text(message)}.</span>' for code in codes)
    first = catalog(codes[0])
    about = escape(first.text("site.description"))
    return (
        f'<!doctype html><html lang="{codes[0]}"><head><meta charset="utf-8">'
        '<meta http-equiv="Content-Security-Policy" content="default-src \'none\'; '
        "script-src 'self'; style-src 'self'; img-src 'self'; base-uri 'none'\">"
        '<meta name="viewport" content="width=device-width,initial-scale=1">'
        f"<title>{first.text('site.name')}</title>"
        f'<meta name="description" content="{about}">'
        f'<link rel="icon" href="{root}mark.svg">'
        f'<link rel="stylesheet" href="{root}root.css">{script}</head><body><main>'
        f'<img src="{root}mark.svg" alt="" width="96" height="128">'
        f"<h1>{first.text('site.name')}</h1><p>{words}</p><ul>{links}</ul>"
        "</main></body></html>\n"
    )


def sitemap(site_url: str, codes: Sequence[str], pages: Sequence[str]) -> str:
    """Every page in every language, each with its counterparts."""
    entries = []
    for page in pages:
        alternates = "".join(
            f'<xhtml:link rel="alternate" hreflang="{name}" href="{site_url}{code}/{page}"/>'
            for name, code in [*zip(codes, codes, strict=True), ("x-default", codes[0])]
        )
        entries += [f"<url><loc>{site_url}{code}/{page}</loc>{alternates}</url>" for code in codes]
    return (
        '<?xml version="1.0" encoding="UTF-8"?>\n'
        '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" '
        'xmlns:xhtml="http://www.w3.org/1999/xhtml">\n' + "\n".join(entries) + "\n</urlset>\n"
    )
