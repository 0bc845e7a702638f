"""The `quizgen` command."""

from __future__ import annotations

from collections.abc import Sequence

from quizgen.commands import build, coverage, serve
from rulebook.commands.shared import run_group

__all__ = ["main"]


def main(arguments: Sequence[str] | None = None) -> None:
    """Run the command; it speaks the language of `--lang` or of the environment."""
    run_group("quizgen", [one.add for one in (build, serve, coverage)], arguments)


if __name__ == "__main__":
    main()
