"""`quizgen serve`: the site on one address, built anew whenever a source changes."""

from __future__ import annotations

import subprocess
import sys
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from queue import Empty, Queue
from threading import Thread

import click
from watchdog.events import FileSystemEvent, FileSystemEventHandler
from watchdog.observers import Observer

from quizgen.commands.build import folders
from quizgen.front import missing_page
from quizgen.tree import config_file, docs_folder
from rulebook.catalog import Catalog, languages, locales_folder
from rulebook.commands.shared import existing, print_error, shared_options
from rulebook.paths import definitions
from rulebook.problems import Problem

__all__ = ["add"]

_SOURCES = {".yaml", ".py", ".j2", ".md", ".po", ".js", ".css", ".svg", ".png", ".yml"}
_SETTLED = 0.3
"""Seconds of quiet after a change: editors write several files at once."""


def add(group: click.Group, words: Catalog) -> None:
    @group.command("serve", help=words.text("help.serve"))
    @click.option("--host", default="127.0.0.1", show_default=True, help=words.text("help.host"))
    @click.option(
        "--port",
        type=click.IntRange(0, 65535),
        default=8000,
        show_default=True,
        help=words.text("help.port"),
    )
    @shared_options(words, with_json=False)
    def run(
        host: str,
        port: int,
        site: Path,
        work: Path,
        extra: tuple[Path, ...],
        lang: str | None,
    ) -> None:
        existing(extra)
        server = _server(host, port, site, words)
        command = [sys.executable, "-m", "quizgen", "--lang", words.code, "build", "--dirty"]
        command += [f"--site={site}", f"--work={work}", *(f"--rules={path}" for path in extra)]
        changes = _watch([*_watched(), *extra])
        click.echo(words.text("serve.first"), err=True)
        subprocess.run(command, check=False)
        Thread(target=server.serve_forever, daemon=True).start()
        click.echo(words.text("serve.at", address=f"http://{host}:{server.server_port}/"), err=True)
        try:
            while True:
                _wait(changes)
                click.echo(words.text("serve.again"), err=True)
                subprocess.run(command, check=False)
        except KeyboardInterrupt:
            server.shutdown()

    run.params[:0] = folders(words)


class _Handler(SimpleHTTPRequestHandler):
    """Serves the site: never from a cache, and with its own page for missing ones."""

    def end_headers(self) -> None:
        self.send_header("Cache-Control", "no-cache")
        super().end_headers()

    def send_error(self, code: int, message: str | None = None, explain: str | None = None) -> None:
        if code != 404:
            super().send_error(code, message, explain)
            return
        body = missing_page(languages(), "/").encode("utf-8")
        self.send_response(404)
        self.send_header("Content-Type", "text/html; charset=utf-8")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(body)

    def log_message(self, format: str, *args: object) -> None:
        """Say nothing of requests: the terminal is for problems."""


def _server(host: str, port: int, site: Path, words: Catalog) -> ThreadingHTTPServer:
    try:
        return ThreadingHTTPServer((host, port), partial(_Handler, directory=str(site)))
    except OSError as error:
        print_error(
            Problem("--port", 0, "", "port", {"port": str(port), "what": str(error)}), words
        )
        sys.exit(2)


def _watched() -> list[Path]:
    """The folders and files that the site is made from."""
    package = Path(__file__).parent.parent
    return [definitions(), package, docs_folder(), locales_folder(), config_file()]


class _Changes(FileSystemEventHandler):
    """Puts a change of a source into a queue."""

    def __init__(self) -> None:
        self.found: Queue[str] = Queue()

    def on_any_event(self, event: FileSystemEvent) -> None:
        if event.event_type in ("modified", "created", "deleted", "moved"):
            paths = (str(event.src_path), str(getattr(event, "dest_path", "")))
            if any(Path(path).suffix in _SOURCES for path in paths):
                self.found.put(paths[0])


def _watch(paths: list[Path]) -> Queue[str]:
    changes = _Changes()
    observer = Observer()
    for path in paths:
        folder = path if path.is_dir() else path.parent
        observer.schedule(changes, str(folder), recursive=path.is_dir())
    observer.daemon = True
    observer.start()
    return changes.found


def _wait(changes: Queue[str]) -> None:
    """Wait for a change and then until it is quiet."""
    changes.get()
    while True:
        try:
            changes.get(timeout=_SETTLED)
        except Empty:
            return
