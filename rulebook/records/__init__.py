"""Recorded games, whoever recorded them, as one stream of events for each family.

Nothing here knows a rule: what a record says is handed on, right or wrong.
"""

from rulebook.records.classical import ClassicalDeal, ClassicalGame
from rulebook.records.events import (
    Claimed,
    Deal,
    Discarded,
    Drawn,
    Ended,
    Event,
    Format,
    Four,
    Indicator,
    Kong,
    Options,
    Record,
    RecordError,
    RiichiPaid,
    Won,
)
from rulebook.records.files import Wanted, detect, read_bytes, read_file

__all__ = [
    "Claimed",
    "ClassicalDeal",
    "ClassicalGame",
    "Deal",
    "Discarded",
    "Drawn",
    "Ended",
    "Event",
    "Format",
    "Four",
    "Indicator",
    "Kong",
    "Options",
    "Record",
    "RecordError",
    "RiichiPaid",
    "Wanted",
    "Won",
    "detect",
    "read_bytes",
    "read_file",
]
