"""How long things take, each beside something to compare it with: `make bench`."""

from __future__ import annotations

import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from quizgen.build import Places, build_site
from quizgen.mkdocs import run_mkdocs
from rulebook.catalog import languages
from rulebook.checks import check
from tests import bench_classical, bench_riichi

RUNS = 3


def timed(work: Callable[[], object], before: Callable[[], object] = lambda: None) -> float:
    """The median of several runs. Seconds."""
    found = []
    for _ in range(RUNS):
        before()
        start = time.perf_counter()
        work()
        found.append(time.perf_counter() - start)
    return statistics.median(found)


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        places = Places(Path(folder) / "work", Path(folder) / "site")
        build_site(places)

        def fresh() -> None:
            shutil.rmtree(places.site, ignore_errors=True)
            for code in languages():
                shutil.rmtree(places.work / code / "site", ignore_errors=True)

        whole = timed(lambda: build_site(places), fresh)
        plain = timed(
            lambda: [run_mkdocs(places.work / code / "mkdocs.yml") for code in languages()], fresh
        )
    print(f"whole bilingual build        {whole:6.2f} s")
    print(f"plain MkDocs, the same pages {plain:6.2f} s")
    print(f"build ratio to MkDocs: {whole / plain:.2f}")
    print(f"rulebook check               {timed(_check):6.2f} s")
    print(f"check, definitions loaded    {timed(check):6.2f} s")
    bench_riichi.main()
    bench_classical.main()


def _check() -> None:
    subprocess.run(
        [sys.executable, "-m", "rulebook", "check"], check=True, stdout=subprocess.DEVNULL
    )


if __name__ == "__main__":
    main()
