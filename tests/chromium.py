"""Finding a Chromium for the browser tests; as a command also fetching one.

`python -m tests.chromium` never fails: where no browser can be had it says so loudly.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

__all__ = ["NO_CHROMIUM", "find_chromium", "main"]

NO_CHROMIUM = "NO CHROMIUM FOUND: run `python -m tests.chromium` or set KAMEN_CHROMIUM"
"""Why browser tests are skipped."""

_NAMES = ("chromium", "chromium-browser", "google-chrome", "chrome")


def find_chromium() -> str | None:
    """The path of a Chromium: the environment's, the system's, or Playwright's own."""
    wanted = os.environ.get("KAMEN_CHROMIUM")
    if wanted:
        return shutil.which(wanted)
    found = next(filter(None, map(shutil.which, _NAMES)), None)
    return found or _downloaded()


def _downloaded() -> str | None:
    """Playwright's own Chromium, in a process of its own: its loop cannot be nested."""
    code = (
        "from playwright.sync_api import sync_playwright\n"
        "with sync_playwright() as playwright:\n"
        "    print(playwright.chromium.executable_path)\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    path = done.stdout.strip()
    return path if done.returncode == 0 and path and Path(path).exists() else None


def _install() -> str:
    """Try to install a Chromium; what was tried and how it went."""
    is_root = hasattr(os, "geteuid") and os.geteuid() == 0
    if is_root and shutil.which("apt-get"):
        command = ["apt-get", "install", "-y", "chromium"]
    else:
        command = [sys.executable, "-m", "playwright", "install", "chromium"]
    print("$", *command, flush=True)
    try:
        done = subprocess.run(command)
    except OSError as error:
        return f"{' '.join(command)}: {error}"
    return f"`{' '.join(command)}` ended with {done.returncode}"


def main() -> int:
    """Find or fetch a Chromium; always 0."""
    found = find_chromium()
    how = "" if found else _install()
    found = found or find_chromium()
    if found:
        print(found)
        return 0
    line = "!" * 78
    print(
        f"{line}\n!! THE BROWSER TESTS WILL BE SKIPPED: there is no Chromium.\n"
        f"!! Tried to get one: {how}.\n"
        "!! Install chromium or google-chrome, or set KAMEN_CHROMIUM to its path.\n"
        "!! Until then the quiz, the search, accessibility and layout are NOT tested.\n"
        f"{line}",
        flush=True,
    )
    return 0


if __name__ == "__main__":
    sys.exit(main())
