"""Filling templates."""

from __future__ import annotations

import re
from functools import lru_cache, partial
from pathlib import Path

from jinja2 import Environment, FileSystemLoader, StrictUndefined

from quizgen.site import Site

__all__ = ["macro", "plain", "render"]

_TEMPLATES = Path(__file__).parent.parent / "templates"


def render(site: Site, template: str, **values: object) -> str:
    """A template filled in, tidied.

    Raises:
        jinja2.TemplateError: when it is broken or names something that there is not.
    """
    return _tidy(_environment(site).get_template(template).render(**values))


def macro(site: Site, name: str, *arguments: object) -> str:
    """A part that several pages share, by itself."""
    module = _environment(site).get_template("macros.md.j2").make_module()
    return str(getattr(module, name)(*arguments)).strip()


@lru_cache(maxsize=8)
def _environment(site: Site) -> Environment:
    environment = Environment(
        loader=FileSystemLoader([_TEMPLATES, site.docs]),
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
        autoescape=False,
    )
    environment.filters["yaml"] = _yaml
    environment.globals["t"] = site.t
    environment.globals["rule_title"] = site.title
    environment.globals["linked"] = partial(_linked, site)
    return environment


def _linked(site: Site, label: str, rule: str, root: str) -> str:
    """A label as a link to a rule, if there is one, the tiles before it as pictures."""
    tiles, space, words = label.partition(" ") if label.startswith("`") else ("", "", label)
    if rule:
        words = f"[{words}]({root}rules/{rule}.md)"
    return site.figures.in_text(tiles, root, site.say) + space + words


def _yaml(text: str) -> str:
    """A text as a quoted YAML scalar."""
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'


def plain(text: str) -> str:
    """Markdown without pictures and links, for descriptions."""
    text = re.sub(r"!\[([^\]]*)\]\([^)]*\)", r"\1", text)
    return re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", text)


def _tidy(text: str) -> str:
    """No trailing spaces and no more than one empty line in a row."""
    lines = [line.rstrip(" \t") for line in text.split("\n")]
    return re.sub(r"\n{3,}", "\n\n", "\n".join(lines)).strip("\n") + "\n"
