"""The tree of files that plain MkDocs builds, one for each language."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

import yaml

from quizgen.counted import home
from quizgen.drawing import Picture
from quizgen.pages import all_pages
from quizgen.quizzes import quiz_files
from quizgen.search import search_file
from quizgen.site import Site
from rulebook.catalog import catalog, languages
from rulebook.load import Rulebook

__all__ = ["Tree", "config_file", "docs_folder", "make_tree", "write_tree"]

_HERE = Path(__file__).parent
_STATIC = _HERE / "static"


def docs_folder() -> Path:
    """Where the hand-written pages are: in an installed package, or in a checkout."""
    inside = _HERE / "docs"
    return inside if inside.is_dir() else _HERE.parent / "docs"


def config_file() -> Path:
    """The configuration that both languages inherit."""
    inside = _HERE / "mkdocs.yml"
    return inside if inside.is_file() else _HERE.parent / "mkdocs.yml"


@dataclass(frozen=True, slots=True)
class Tree:
    """Everything MkDocs needs for one language.

    Attributes:
        code: the language.
        pages: Markdown by path.
        figures: pictures by name, as files of their own.
        pictures: the same pictures with their text alternatives, to be put into pages.
        assets: other files by path.
        config: the configuration that inherits the common one.
        questions: the ids of the questions.
    """

    code: str
    pages: Mapping[str, str]
    figures: Mapping[str, str]
    pictures: Mapping[str, tuple[Picture, str]]
    assets: Mapping[str, str]
    config: Mapping[str, object]
    questions: frozenset[str]


def make_tree(book: Rulebook, code: str) -> Tree:
    """All files of one language."""
    site = Site(book, code, docs_folder() / code)
    texts = all_pages(site)
    quiz = quiz_files(site)
    figures = {name: figure.svg for name, figure in sorted(site.pictures.items())}
    assets = {f"assets/quiz/{name}": text for name, text in quiz.items()}
    assets["assets/search/docs.js"] = search_file(site)
    for name in ("kamen.css", "kamen.js", "quiz.css", "quiz.js", "search.js", "mark.svg"):
        assets[f"assets/{name}"] = (_STATIC / name).read_text(encoding="utf-8")
    vendor = _STATIC / "vendor" / "minisearch.js"
    assets["assets/search/minisearch.js"] = vendor.read_text(encoding="utf-8")
    pictures = {name: (one.picture, one.alt) for name, one in site.pictures.items()}
    questions = frozenset(site.by_id)
    return Tree(code, texts, figures, pictures, assets, _config(site), questions)


def _config(site: Site) -> dict[str, object]:
    """What is the language's own in the configuration of MkDocs."""
    t = site.t
    return {
        "INHERIT": "common.yml",
        "site_name": t("site.name"),
        "site_description": t("site.description"),
        "docs_dir": "docs",
        "site_dir": "site",
        "copyright": t("site.copyright"),
        "theme": {"language": site.code},
        "extra": {
            "homepage": "./index.html",
            "generator": False,
            "alternate": [
                {"name": catalog(code).text("site.language"), "link": f"../{code}/", "lang": code}
                for code in languages()
            ],
        },
        "nav": _nav(site),
    }


def _nav(site: Site) -> list[object]:
    """The pages in the order of the navigation; each heading is a tab."""
    t = site.t
    starts = [
        f"{name}.md"
        for name in (
            *("learner", "score-a-hand", "settle-a-hand"),
            *("club", "translator", "pictures"),
        )
    ]
    sides = ("two-games", "editions", "classical-editions")
    compared: list[object] = ["compare/index.md"]
    compared += [{t(f"nav.{name}"): f"{name}.md"} for name in sides]
    return [
        {t("nav.home"): "index.md"},
        {t("nav.start"): [{t(f"nav.{Path(page).stem}"): page} for page in starts]},
        {t("nav.rules"): _rules(site)},
        {t("nav.compare"): [*compared, *_topics(site, "compare", site.book.topics)]},
        {
            t("nav.quiz"): [
                {t("nav.play"): "quiz.md"},
                {
                    t("nav.questions"): [
                        "questions/index.md",
                        *_topics(site, "questions", site.asked_topics),
                    ]
                },
            ]
        },
        {t("nav.glossary"): "glossary.md"},
        {t("nav.about"): ["about.md", "coverage.md"]},
    ]


def _rules(site: Site) -> list[object]:
    """The rule sets with their chapters, the default one first, its game's tables after it."""
    book = site.book
    tables = {site.say.family: ("yaku", "scoring")}
    tables |= {"classical": ("classical-scoring", "limit-hands")}
    found: list[object] = []
    for ruleset in sorted(book.rulesets.values(), key=lambda one: not one.default):
        say = site.views.say(ruleset.id)
        topics = {book.topic(rule.id) for rule in book.in_force(ruleset.id)}
        wanted = [id for id in book.topics if id in topics]
        chapters = [f"{ruleset.id}/index.md", *_topics(site, ruleset.id, wanted)]
        found.append({say.words(ruleset.short): chapters})
        if ruleset.id == home(site, ruleset.family):
            names = tables.get(ruleset.family, ())
            found += [{site.t(f"nav.{name}"): f"{name}.md"} for name in names]
    return found


def _topics(site: Site, folder: str, topics: Iterable[str]) -> list[object]:
    """The pages of a folder that there is one of for each topic."""
    say = site.views.say(folder) if folder in site.book.rulesets else site.say
    return [{say.words(site.book.topics[id].title): f"{folder}/{id}.md"} for id in topics]


def write_tree(tree: Tree, folder: Path) -> bool:
    """Write a tree, touching only what has changed; whether anything had."""
    files = {f"docs/{path}": text for path, text in tree.pages.items()}
    files |= {f"docs/figures/{name}.svg": text for name, text in tree.figures.items()}
    files |= {f"docs/{path}": text for path, text in tree.assets.items()}
    files["mkdocs.yml"] = yaml.safe_dump(dict(tree.config), allow_unicode=True, sort_keys=False)
    files["common.yml"] = config_file().read_text(encoding="utf-8")
    changed = False
    for path, text in files.items():
        changed |= _write(folder / path, text)
    for found in sorted((folder / "docs").rglob("*")):
        if found.is_file() and found.relative_to(folder).as_posix() not in files:
            found.unlink()
            changed = True
    return changed


def _write(path: Path, text: str) -> bool:
    """Write a file unless it already says this."""
    if path.is_file() and path.read_text(encoding="utf-8") == text:
        return False
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
    return True
