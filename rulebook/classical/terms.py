"""A rule set's values as the classical score needs them, looked up once."""

from __future__ import annotations

from functools import cache

from rulebook.frozen import dataclass
from rulebook.ruleset import RuleSet

__all__ = ["Terms", "terms_of"]


@dataclass(frozen=True, slots=True, eq=False)
class Terms:
    """The values of the parameters that the classical score reads.

    Attributes:
        mahjong: points for going out.
        limit: what a hand is worth at most, in points; `None` with the roof off.
        minimum: what a special limit hand is worth at least with the roof off, in points.
        claimed_concealed: whether a marked claimed kong counts as concealed for
            doubles and limit hands.
        concealed_hand: doubles of a concealed hand whose last tile was drawn.
        concealed_discard: doubles of one that was completed with another's tile.
        loose_wall: whether drawing the last tile earns points on a loose tile too.
        loose_and_last: whether the last tile counts beside the loose tile.
        strict_kongs: whether the second kong of Kong upon Kong must be made with the
            loose tile of the first.
        moon_discard: whether the last discard catches the moon too.
        streak: how many wins of East in a row are a limit hand, `None` where none are.
        terminals: doubles for nothing but ones and nines with the roof off.
        left_out: the ids of rules that do not hold.
        flips: findings taken for their opposite, as `rule.id/key`; only a misreading
            has any.
    """

    mahjong: int
    limit: int | None
    minimum: int
    claimed_concealed: bool
    concealed_hand: int
    concealed_discard: int
    loose_wall: bool
    loose_and_last: bool
    strict_kongs: bool
    moon_discard: bool
    streak: int | None
    terminals: int
    left_out: frozenset[str]
    flips: frozenset[str]

    def flipped(self, rule: str, key: str) -> bool:
        """Whether somebody takes a finding of a rule for its opposite."""
        return bool(self.flips) and f"{rule}/{key}" in self.flips


def _number(rules: RuleSet, param: str) -> int | None:
    return None if rules[param] is None else rules.number(param)


@cache
def terms_of(rules: RuleSet) -> Terms:
    """The terms of a rule set."""
    return Terms(
        mahjong=_number(rules, "score.mahjong-points") or 0,
        limit=_number(rules, "score.limit"),
        minimum=_number(rules, "score.limit-minimum") or 0,
        claimed_concealed=rules["kong.claimed.doubles"] == "concealed",
        concealed_hand=_number(rules, "score.concealed-hand") or 0,
        concealed_discard=_number(rules, "score.concealed-discard") or 0,
        loose_wall=bool(rules["score.loose-wall-points"]),
        loose_and_last=bool(rules["score.loose-and-last"]),
        strict_kongs=rules["limit.kong-upon-kong"] == "strict",
        moon_discard=bool(rules["limit.moon-discard"]),
        streak=_number(rules, "limit.east-streak"),
        terminals=_number(rules, "score.roof-off-terminals") or 0,
        left_out=rules.left_out,
        flips=rules.flips,
    )
