"""The `rulebook` command."""

from __future__ import annotations

from collections.abc import Sequence

from rulebook.commands import check, compare, options, play, replay, run, schema, score, settle
from rulebook.commands.shared import run_group

__all__ = ["main"]

_COMMANDS = (check, run, options, compare, score, settle, replay, play, schema)


def main(arguments: Sequence[str] | None = None) -> None:
    """Run the command; it speaks the language of `--lang` or of the environment."""
    run_group("rulebook", [one.add for one in _COMMANDS], arguments)


if __name__ == "__main__":
    main()
