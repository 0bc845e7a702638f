"""What lies above the languages: the page that sends readers to theirs, 404, the sitemap."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from pathlib import Path
from urllib.parse import quote

from quizgen.html import sha256
from rulebook.catalog import catalog

__all__ = ["missing_page", "root_page", "sitemap"]

_STATIC = Path(__file__).parent / "static"


def root_page(codes: Sequence[str]) -> str:
    """A page that works without a script: a link for each language."""
    head = (
        '<link rel="icon" href="mark.svg"><link rel="stylesheet" href="root.css">'
        '<script src="root.js"></script>'
    )
    mark = '<img src="mark.svg" alt="" width="96" height="128">'
    policy = "script-src 'self'; style-src 'self'; img-src 'self'"
    return _page(codes, "", "site.card", head=head, mark=mark, policy=policy)


def missing_page(codes: Sequence[str], root: str) -> str:
    """What a server shows for an address that leads nowhere, wherever that was.

    It brings all that it needs. How far up the site begins, only its script can find
    out; without one the links start from `root`.

    Args:
        codes: the languages.
        root: the path of the site on its host, empty where that is not known.
    """
    style, script, mark = (_static(name) for name in ("root.css", "missing.js", "mark.svg"))
    source = f"data:image/svg+xml,{quote(mark)}"
    policy = (
        f"script-src '{sha256(script)}'; style-src '{sha256(style)}'; "
        "img-src data:; connect-src 'self'"
    )
    return _page(
        codes,
        root,
        "site.missing",
        head=f'<link rel="icon" href="{source}"><style>{style}</style>',
        mark=f'<img src="{source}" alt="" width="96" height="128">',
        policy=policy,
        script=f"<script>{script}</script>",
    )


def _static(name: str) -> str:
    return (_STATIC / name).read_text(encoding="utf-8")


def _page(
    codes: Sequence[str],
    root: str,
    message: str,
    *,
    head: str,
    mark: str,
    policy: str,
    script: str = "",
) -> str:
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
        f"{policy}; base-uri 'none'\">"
        '<meta name="viewport" content="width=device-width,initial-scale=1">'
        f"<title>{first.text('site.name')}</title>"
        f'<meta name="description" content="{about}">'
        f"{head}</head><body><main>{mark}"
        f"<h1>{first.text('site.name')}</h1><p>{words}</p><ul>{links}</ul>"
        f"</main>{script}</body></html>\n"
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
