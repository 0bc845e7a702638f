"""Rule sets as the engine sees them: values of parameters and the rules in force."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from enum import Enum

from rulebook.frozen import dataclass, replace

__all__ = ["Family", "RuleSet", "Share", "Value"]


@dataclass(frozen=True, slots=True)
class Share:
    """A share of the limit: what a hand is worth in place of its points and doubles.

    >>> str(Share(50))
    '50%'
    """

    hundredths: int

    def __str__(self) -> str:
        return f"{self.hundredths}%"


Value = bool | int | str | Share | None
"""A parameter's value; `None` where the rule set has no such thing."""


class Family(Enum):
    RIICHI = "riichi"
    CLASSICAL = "classical"


@dataclass(frozen=True, slots=True, eq=False)
class RuleSet:
    """The rules of one table.

    Attributes:
        id: the permanent id, such as `ema-2016`; for showing only, never asked.
        family: the kind of game.
        params: the value of every parameter.
        rules: the ids of the rules in force.
        also: actions a rule is applied to beyond its own, as (rule id, action
            kind) pairs. No real rule set has any; a misreading may.
        flips: findings taken for their opposite, as `rule.id/key`. No real rule
            set has any; a misreading may.
        left_out: the ids of rules that do not hold although the game has them: those
            that house rules do without and that a misreading ignores.
    """

    id: str
    family: Family
    params: Mapping[str, Value]
    rules: frozenset[str]
    also: frozenset[tuple[str, str]] = frozenset()
    flips: frozenset[str] = frozenset()
    left_out: frozenset[str] = frozenset()

    def __getitem__(self, param: str) -> Value:
        return self.params[param]

    def number(self, param: str) -> int:
        """The value of a parameter that counts something."""
        value = self.params[param]
        if not isinstance(value, int) or isinstance(value, bool):
            raise TypeError(f"{param} of {self.id} is {value!r}, not a number")
        return value

    def misread(
        self,
        *,
        params: Mapping[str, Value] | None = None,
        ignore: Iterable[str] = (),
        also: Iterable[tuple[str, str]] = (),
        flips: Iterable[str] = (),
    ) -> RuleSet:
        """The same rules with other values, some forgotten, stretched or turned round."""
        forgotten = frozenset(ignore)
        return replace(
            self,
            params={**self.params, **(params or {})},
            rules=self.rules - forgotten,
            left_out=self.left_out | forgotten,
            also=self.also | frozenset(also),
            flips=self.flips | frozenset(flips),
        )
