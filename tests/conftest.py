"""What several tests share: the built site, a server for it, and a browser."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from tests.chromium import NO_CHROMIUM, find_chromium

if TYPE_CHECKING:
    from playwright.sync_api import Browser

_PROJECT = Path(__file__).parent.parent
_PATIENCE = 300
"""Seconds that one process waits for the site that another builds."""


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of a finished site: KAMEN_TEST_SITE, else one built here, once."""
    given = os.environ.get("KAMEN_TEST_SITE")
    if given:
        folder = Path(given).resolve()
        assert (folder / "index.html").is_file(), f"KAMEN_TEST_SITE: no site in {folder}"
        return folder
    base = tmp_path_factory.getbasetemp()
    if "PYTEST_XDIST_WORKER" in os.environ:
        base = base.parent
    place = base / "kamen"
    log = place / "log"
    done = place / "done"
    try:
        place.mkdir()
    except FileExistsError:
        _wait_for(done)
    else:
        _build(place, log, done)
    assert done.read_text() == "0", log.read_text(encoding="utf-8")
    return place / "site"


@pytest.fixture(scope="session")
def work(site: Path) -> Path:
    """What the site was built from: the folder `work` beside it."""
    folder = site.parent / "work"
    assert (folder / "en" / "mkdocs.yml").is_file(), f"no trees in {folder}"
    return folder


def _build(place: Path, log: Path, done: Path) -> None:
    command = [sys.executable, "-m", "quizgen", "build"]
    folders = ["--site", str(place / "site"), "--work", str(place / "work")]
    paths = filter(None, [str(_PROJECT), os.environ.get("PYTHONPATH")])
    env = {**os.environ, "PYTHONPATH": os.pathsep.join(paths)}
    code = 1
    try:
        with log.open("w", encoding="utf-8") as output:
            code = subprocess.run(
                [*command, *folders], cwd=_PROJECT, env=env, stdout=output, stderr=output
            ).returncode
    finally:
        part = place / "part"
        part.write_text(str(code))
        part.rename(done)


def _wait_for(done: Path) -> None:
    end = time.monotonic() + _PATIENCE
    while not done.exists():
        assert time.monotonic() < end, f"nobody built the site: {done}"
        time.sleep(0.1)


class _Quiet(SimpleHTTPRequestHandler):
    """Serves files without talking about it; browsers ask for an icon by themselves."""

    protocol_version = "HTTP/1.1"

    def log_message(self, format: str, *args: object) -> None:
        pass


class _Server(ThreadingHTTPServer):
    """Takes it easy when a browser leaves before all has come."""

    daemon_threads = True
    block_on_close = False

    def handle_error(self, request: Any, client_address: Any) -> None:
        if not isinstance(sys.exc_info()[1], OSError):
            super().handle_error(request, client_address)


@pytest.fixture(scope="session")
def served(site: Path) -> Iterator[str]:
    """The site's address, without a slash; it lies in a sub-path of the server."""
    handler = partial(_Quiet, directory=str(site.parent))
    with _Server(("127.0.0.1", 0), handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}/{site.name}"
        server.shutdown()


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """A Chromium; without one the test is skipped."""
    path = find_chromium()
    if path is None:
        pytest.skip(NO_CHROMIUM)
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(
            executable_path=path, args=["--no-sandbox", "--disable-gpu"]
        )
        yield chromium
        chromium.close()


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Tests skipped for want of a browser must not go unnoticed."""
    skipped = terminalreporter.stats.get("skipped", [])
    count = sum(NO_CHROMIUM in str(report.longrepr) for report in skipped)
    if count:
        width = shutil.get_terminal_size().columns
        terminalreporter.write_sep("!", "BROWSER TESTS SKIPPED", red=True, bold=True)
        terminalreporter.write_line(f"{NO_CHROMIUM} ({count} tests)"[: max(width, 40)], red=True)
