"""Building the whole site: trees, MkDocs once per language, the finishing pass, the checks."""

from __future__ import annotations

import shutil
from collections.abc import Collection, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from quizgen.finish import CARD, Finisher, FinishError
from quizgen.front import missing_page, root_page, sitemap
from quizgen.links import BrokenLinksError, PageLinks, broken_links, page_links
from quizgen.mkdocs import run_mkdocs, site_path, site_url
from quizgen.tree import make_tree, write_tree
from quizgen.trouble import StoppedError, problems_of
from rulebook.catalog import catalog, languages
from rulebook.load import load_rulebook
from rulebook.paths import shown
from rulebook.problems import Problem

__all__ = ["Places", "build_site"]

_STATIC = Path(__file__).parent / "static"
_MARK = "mark.svg"
_LEFT_OUT = (
    *("404.html", "sitemap.xml", "sitemap.xml.gz"),
    *("figures", "assets/images", "assets/javascripts/lunr", "assets/javascripts/workers"),
)
"""What MkDocs makes for each language and the site has once or has no use for."""


@dataclass(frozen=True, slots=True)
class Places:
    """Where a build works.

    Attributes:
        work: a folder for the trees and MkDocs' output.
        site: the folder of the finished site.
    """

    work: Path
    site: Path


@dataclass(frozen=True, slots=True)
class _Built:
    """What was built of one language."""

    pages: Mapping[str, PageLinks]
    files: frozenset[str]
    questions: frozenset[str]


def build_site(
    places: Places,
    *,
    engine: str = "mkdocs",
    dirty: bool = False,
    rulesets: Sequence[Path] = (),
) -> int:
    """Build the site in all languages, side by side; how many pages there are.

    Args:
        places: the folders.
        engine: the module that builds a tree, `mkdocs` or one like it.
        dirty: build only the pages that have changed since the last time.
        rulesets: files of further rule sets, such as house rules.

    Raises:
        StoppedError: with what is wrong in the sources of pages, or when the site's
            folder holds something else where a language would go.
        FinishError: when the theme's files are not as expected.
    """
    codes = languages()
    _claim(places.site, codes)
    job = partial(_language, places=places, engine=engine, dirty=dirty, rulesets=rulesets)
    with ProcessPoolExecutor(max_workers=len(codes)) as pool:
        built = dict(zip(codes, pool.map(job, codes), strict=True))
    files = _front(places.site, codes, built)
    pages = {f"{code}/{path}": found for code in codes for path, found in built[code].pages.items()}
    for name in ("index.html", "404.html"):
        pages[name] = page_links((places.site / name).read_text(encoding="utf-8"))
    files |= {f"{code}/{path}" for code in codes for path in built[code].files}
    played = {f"{code}/quiz.html": built[code].questions for code in codes}
    broken = list(broken_links(pages, files, played, site_path()))
    if broken:
        raise StoppedError(problems_of(BrokenLinksError(broken)))
    return len(pages)


def _claim(site: Path, codes: Sequence[str]) -> None:
    """Mark a folder as the site's: what a build finds there later, it may remove."""
    if not (site / _MARK).is_file():
        taken = [site / code for code in codes if any((site / code).rglob("*"))]
        if taken:
            raise StoppedError([Problem(shown(one), 0, "", "taken", {}) for one in taken])
    site.mkdir(parents=True, exist_ok=True)
    shutil.copyfile(_STATIC / _MARK, site / _MARK)


def _language(
    code: str, *, places: Places, engine: str, dirty: bool, rulesets: Sequence[Path]
) -> _Built:
    """Build one language; what is wrong in its sources comes back as problems."""
    try:
        return _built(code, places=places, engine=engine, dirty=dirty, rulesets=rulesets)
    except Exception as error:
        found = problems_of(error)
        if not found:
            raise
        raise StoppedError(found) from error


def _built(
    code: str, *, places: Places, engine: str, dirty: bool, rulesets: Sequence[Path]
) -> _Built:
    """Build one language: its tree, MkDocs, the finishing pass."""
    book, _ = load_rulebook(rulesets)
    tree = make_tree(book, code)
    folder = places.work / code
    output = folder / "site"
    changed = write_tree(tree, folder)
    if changed or not dirty or not output.is_dir():
        run_mkdocs(folder / "mkdocs.yml", engine=engine, dirty=dirty)
    finisher = Finisher(catalog(code), languages(), tree.pictures, site_url())
    pages = {}
    names = [path.relative_to(output) for path in sorted(output.rglob("*")) if path.is_file()]
    wanted = [name for name in names if not _left_out(name)]
    for name in wanted:
        links = _finish(finisher, output / name, places.site / code / name, name.as_posix())
        if links:
            pages[name.as_posix()] = links
    files = frozenset(name.as_posix() for name in wanted) | {CARD}
    _remove_others(places.site / code, files)
    return _Built(pages, files, tree.questions)


def _finish(finisher: Finisher, source: Path, target: Path, name: str) -> PageLinks | None:
    """Bring one file of MkDocs' output to the site; of a page, where it leads."""
    target.parent.mkdir(parents=True, exist_ok=True)
    if source.suffix == ".html":
        html = finisher.page(source.read_text(encoding="utf-8"), name)
        target.write_text(html, encoding="utf-8")
        return page_links(html)
    if source.name.startswith("bundle.") and source.suffix == ".js":
        target.write_text(_without_lookups(source.read_text(encoding="utf-8")), encoding="utf-8")
    else:
        shutil.copyfile(source, target)
    return None


def _remove_others(folder: Path, wanted: Collection[str]) -> None:
    """Remove what an earlier build left behind."""
    for path in sorted(folder.rglob("*")):
        if path.is_file() and path.relative_to(folder).as_posix() not in wanted:
            path.unlink()


def _front(site: Path, codes: Sequence[str], built: Mapping[str, _Built]) -> set[str]:
    """What lies above the languages, and each language's card; the names of those files."""
    texts = {
        "index.html": root_page(codes),
        "404.html": missing_page(codes, site_path()),
        "sitemap.xml": sitemap(site_url(), codes, sorted(built[codes[0]].pages)),
    }
    for name, text in texts.items():
        (site / name).write_text(text, encoding="utf-8")
    copied = ("root.js", "root.css", _MARK)
    for name in copied:
        shutil.copyfile(_STATIC / name, site / name)
    for code in codes:
        shutil.copyfile(_STATIC / f"card-{code}.png", site / code / CARD)
    return {*texts, *copied}


def _left_out(name: Path) -> bool:
    return name.suffix == ".map" or any(name.is_relative_to(one) for one in _LEFT_OUT)


def _without_lookups(script: str) -> str:
    """The theme's script without its habit of fetching the sitemap of every other language.

    The language links lead to the same page already, and pages make no requests
    of their own accord.
    """
    selector = '"link[rel=alternate]"'
    if selector not in script:
        raise FinishError("the theme's script no longer looks up other languages as expected")
    return script.replace(selector, '"link[rel=none]"')
