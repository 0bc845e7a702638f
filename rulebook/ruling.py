"""What the engine answers: findings of single rules and the ruling they add up to."""

from __future__ import annotations

from enum import Enum
from functools import cache

from rulebook.frozen import TYPE_CHECKING, dataclass

if TYPE_CHECKING:
    from rulebook.effects import Effect
    from rulebook.tiles import Seat

__all__ = ["Finding", "Reason", "Ruling", "Verdict", "allowed", "noted", "refused", "unknown"]


class Verdict(Enum):
    """Whether an action is legal; `UNKNOWN` when the position leaves it open."""

    ALLOWED = "allowed"
    REFUSED = "refused"
    UNKNOWN = "unknown"

    __hash__ = object.__hash__  # by identity, which is quicker than by name


_ALLOWED, _REFUSED = Verdict.ALLOWED, Verdict.REFUSED


@dataclass(frozen=True, slots=True)
class Finding:
    """What one rule says to an action.

    Attributes:
        verdict: `None` for a remark that decides nothing.
        key: the reason, a key of the rule's own `reasons`.
        values: what the reason's sentence names, as (name, value) pairs.
    """

    verdict: Verdict | None
    key: str
    values: tuple[tuple[str, object], ...] = ()


def allowed(key: str, **values: object) -> Finding:
    """The rule looked and has no objection."""
    return Finding(_ALLOWED, key, tuple(values.items())) if values else _bare(_ALLOWED, key)


def refused(key: str, **values: object) -> Finding:
    """The rule forbids the action."""
    return Finding(_REFUSED, key, tuple(values.items())) if values else _bare(_REFUSED, key)


@cache
def _bare(verdict: Verdict, key: str) -> Finding:
    return Finding(verdict, key)


def unknown(key: str, **values: object) -> Finding:
    """The rule would need tiles that the position does not show."""
    return Finding(Verdict.UNKNOWN, key, tuple(values.items()))


def noted(key: str, **values: object) -> Finding:
    """A remark that belongs to the ruling and decides nothing."""
    return Finding(None, key, tuple(values.items()))


@dataclass(frozen=True, slots=True)
class Reason:
    """A finding together with the id of the rule that found it.

    Attributes:
        rule: the id of the rule.
        finding: what it found.
        caller: whose call it is about, where that is one of several.
    """

    rule: str
    finding: Finding
    caller: Seat | None = None

    @property
    def key(self) -> str:
        return self.finding.key

    @property
    def verdict(self) -> Verdict | None:
        return self.finding.verdict


@dataclass(frozen=True, slots=True)
class Ruling:
    """The answer to one action in one position under one rule set.

    Attributes:
        verdict: whether the action is legal.
        reasons: every rule that decided, with its reason. For a refused action
            only the rules that refuse it, for an open one only those that
            cannot tell, for an allowed one all that looked.
        effects: what follows, in order. A refused action has effects only
            where the rules put a price on trying it.
    """

    verdict: Verdict
    reasons: tuple[Reason, ...]
    effects: tuple[Effect, ...] = ()

    @property
    def allowed(self) -> bool:
        return self.verdict is Verdict.ALLOWED

    @property
    def rules(self) -> tuple[str, ...]:
        """The ids of the rules that decided or caused an effect, without repeats."""
        named = [reason.rule for reason in self.reasons]
        named += [effect.rule for effect in self.effects]
        return tuple(dict.fromkeys(named))
