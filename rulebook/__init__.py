"""Mahjong rules that can be asked: the engine, which needs the standard library alone.

Definitions are loaded with `rulebook.load.load_rulebook`.
"""

from __future__ import annotations

from rulebook.actions import Action, ActionKind
from rulebook.engine import Resolution, judge, options, play, resolve
from rulebook.ruleset import RuleSet
from rulebook.ruling import Reason, Ruling, Verdict
from rulebook.state import Meld, MeldKind, Player, Position
from rulebook.tiles import Seat, Tile, format_tiles, parse_tiles

__all__ = [
    "Action",
    "ActionKind",
    "Meld",
    "MeldKind",
    "Player",
    "Position",
    "Reason",
    "Resolution",
    "RuleSet",
    "Ruling",
    "Seat",
    "Tile",
    "Verdict",
    "format_tiles",
    "judge",
    "options",
    "parse_tiles",
    "play",
    "resolve",
]
