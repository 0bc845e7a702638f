"""Building one tree with MkDocs, or with a program that takes its place."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from urllib.parse import urlsplit

__all__ = ["SITE_URL", "MkDocsError", "run_mkdocs", "site_path", "site_url"]

SITE_URL = "https://kamen.example/"
"""Where the site is published unless `KAMEN_SITE_URL` says otherwise."""


class MkDocsError(RuntimeError):
    """MkDocs failed; `output` is all it said."""

    def __init__(self, output: str) -> None:
        super().__init__(output)
        self.output = output


def site_url() -> str:
    """The address of the site, with a slash at the end."""
    return os.environ.get("KAMEN_SITE_URL", SITE_URL)


def site_path() -> str:
    """The path of the site on its host, empty where nobody has said where that is."""
    return urlsplit(os.environ.get("KAMEN_SITE_URL", "")).path


def run_mkdocs(config: Path, *, engine: str = "mkdocs", dirty: bool = False) -> None:
    """Build one tree.

    Args:
        config: the tree's configuration.
        engine: the module that builds, `mkdocs` or one like it.
        dirty: build only the pages that have changed since the last time.

    Raises:
        MkDocsError: when it fails.
    """
    command = [sys.executable, "-m", engine, "build", "--config-file", str(config)]
    command += ["--dirty", "--no-strict"] if dirty else ["--clean", "--strict"]
    environment = {
        **os.environ,
        "NO_MKDOCS_2_WARNING": "1",
        "DISABLE_MKDOCS_2_WARNING": "true",
        "KAMEN_SITE_URL": site_url(),
    }
    result = subprocess.run(
        command, capture_output=True, text=True, encoding="utf-8", env=environment, check=False
    )
    output = f"{result.stdout}{result.stderr}"
    if result.returncode or _warns(output):
        raise MkDocsError(output)


def _warns(output: str) -> bool:
    """Whether there is a warning besides the one that every dirty build gives."""
    lines = (line for line in output.split("\n") if line.startswith("WARNING"))
    return any("'dirty' build" not in line for line in lines)
