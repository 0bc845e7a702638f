"""What the engine makes of a hand when one thing is forgotten, miscounted or let pass.

Each slip is named by the finding it gets wrong, so that a wrong number has a reason.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations

from quizgen.answers import Group
from rulebook.classical.doubles import DOUBLES
from rulebook.classical.limits import LIMITS
from rulebook.classical.points import POINT_RULES
from rulebook.examples import outcome_of
from rulebook.load import Rulebook
from rulebook.outcome import Outcome
from rulebook.riichi.score import DORA_RULES
from rulebook.riichi.yaku import YAKU, YAKUMAN
from rulebook.ruleset import RuleSet
from rulebook.ruling import Reason
from rulebook.wording import Wording

__all__ = [
    "COUNTED",
    "COUNTED_DOUBLE",
    "FORGOTTEN",
    "HOLDS",
    "OVERLOOKED",
    "Slip",
    "declared",
    "forgotten",
    "miscounted",
    "missing_items",
    "near_misses",
    "notes",
    "taken_for_yaku",
    "together",
]

HOLDS = "holds"
"""The key of the finding that a hand has a yaku or dora, a double, or a limit hand."""

COUNTED = "note.counted"
COUNTED_DOUBLE = "note.counted-double"
FORGOTTEN = "note.forgotten"
OVERLOOKED = "note.overlooked"
"""The keys of the sentences about slips."""

_YAKU_RULES = frozenset(f"yaku.{id}" for id in (*YAKU, *YAKUMAN))

_CLASSICAL_RULES = frozenset(
    [*(one.rule for one in DOUBLES.values()), *(one.rule for one in LIMITS.values())]
)
"""The rules of doubles and limit hands."""


@dataclass(frozen=True, slots=True)
class Slip:
    """Another outcome of the same position, and what it gets wrong.

    Attributes:
        outcome: the outcome.
        what: the finding it gets wrong, or all that there is to say of it.
        how: the key of the sentence that tells how; empty where `what` says all.
        ignore: the rule that is forgotten, if that is it.
        flip: the finding that is turned round, if that is it.
    """

    outcome: Outcome
    what: str
    how: str = ""
    ignore: str = ""
    flip: str = ""


def near_misses(outcome: Outcome) -> list[Reason]:
    """What a hand misses to have a yaku, or all the fan of one; of a classical hand a double.

    There are none where nobody wins and nothing is counted.
    """
    rules = _CLASSICAL_RULES if "limit-hand" in outcome.facts else frozenset[str]()
    if "yaku" in outcome.facts:
        rules = _YAKU_RULES
    return [one for one in outcome.reasons if one.rule in rules and one.key != HOLDS]


def declared(group: Group) -> Iterator[Slip]:
    """What other rule sets and declared misreadings answer."""
    for answer in group.wrong:
        yield Slip(answer.outcome, group.note(answer))


def taken_for_yaku(group: Group) -> Iterator[Slip]:
    """A yaku that the hand just misses is counted, or one that it has as if it missed nothing."""
    held = {one.rule for one in group.outcome.reasons if one.key == HOLDS}
    for reason in near_misses(group.outcome):
        counted = COUNTED_DOUBLE if reason.rule in _CLASSICAL_RULES else COUNTED
        yield from _otherwise(group, reason, OVERLOOKED if reason.rule in held else counted)


def forgotten(group: Group) -> Iterator[Slip]:
    """A yaku of the hand, its dora, a double or a limit hand is not counted."""
    rules = [*_YAKU_RULES, *DORA_RULES.values(), *_CLASSICAL_RULES]
    for reason in group.outcome.reasons:
        if reason.key != HOLDS or reason.rule not in rules:
            continue
        yield from _without(group, reason.rule)


def miscounted(group: Group, topic: str) -> Iterator[Slip]:
    """A finding of a rule of a topic is taken for its opposite."""
    for reason in group.outcome.reasons:
        if reason.rule.startswith(topic) and reason.key != HOLDS:
            yield from _otherwise(group, reason, OVERLOOKED)


def missing_items(group: Group) -> Iterator[Slip]:
    """The points of one rule are not counted."""
    for rule in dict.fromkeys(one.rule for one in group.outcome.reasons):
        if rule in POINT_RULES:
            yield from _without(group, rule)


def together(group: Group, slips: Iterable[Slip]) -> Iterator[tuple[Outcome, tuple[Slip, Slip]]]:
    """What comes out when two slips are made at once."""
    changes = [one for one in slips if one.ignore or one.flip]
    for both in combinations(changes, 2):
        ignore = tuple(one.ignore for one in both if one.ignore)
        flip = tuple(one.flip for one in both if one.flip)
        found = _outcome(group, ignore=ignore, flip=flip)
        if found is not None:
            yield found, both


def _without(group: Group, rule: str) -> Iterator[Slip]:
    """What comes out when a rule is forgotten."""
    found = _outcome(group, ignore=(rule,))
    if found is not None:
        yield Slip(found, group.title(rule), FORGOTTEN, ignore=rule)


def _otherwise(group: Group, reason: Reason, how: str) -> Iterator[Slip]:
    """What comes out when a finding is taken for its opposite."""
    flip = f"{reason.rule}/{reason.key}"
    found = _outcome(group, flip=(flip,))
    if found is not None:
        yield Slip(found, group.say.reason(reason), how, flip=flip)


def notes(told: Iterable[tuple[str, str]], say: Wording) -> str:
    """What slips that lead to the same get wrong, each way named once.

    Args:
        told: pairs of how and what, as slips have them.
        say: the words.
    """
    ways: dict[str, list[str]] = {}
    for how, what in told:
        found = ways.setdefault(how, [])
        if what not in found:
            found.append(what)
    return " ".join(
        say.say(how, what=tuple(what))
        if how == FORGOTTEN
        else say.say(how, reason=" ".join(what))
        if how
        else " ".join(what)
        for how, what in ways.items()
    )


def _outcome(
    group: Group, *, ignore: tuple[str, ...] = (), flip: tuple[str, ...] = ()
) -> Outcome | None:
    rules = _variant(group.book, group.rulesets[0], ignore, flip)
    return outcome_of(group.example, rules)[0]


@lru_cache(maxsize=4096)
def _variant(
    book: Rulebook, ruleset: str, ignore: tuple[str, ...], flip: tuple[str, ...]
) -> RuleSet:
    """A rule set with rules forgotten or findings turned round."""
    return book.ruleset(ruleset).misread(ignore=ignore, flips=flip)
