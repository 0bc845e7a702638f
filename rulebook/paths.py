"""Where the definitions lie."""

from __future__ import annotations

from pathlib import Path

__all__ = ["definitions", "shown"]

_PACKAGE = Path(__file__).parent


def definitions() -> Path:
    """The folder of the definitions that come with the package."""
    return _PACKAGE


def shown(path: Path) -> str:
    """A path as people should see it: from the package's parent, or from here."""
    resolved = path.resolve()
    for base in (_PACKAGE.parent, Path.cwd()):
        if resolved.is_relative_to(base):
            return resolved.relative_to(base).as_posix()
    return path.as_posix()
