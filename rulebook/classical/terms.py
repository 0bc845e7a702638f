"""A rule set's values as the classical score needs them, looked up once."""

from __future__ import annotations

from functools import cache

from rulebook.frozen import dataclass
from rulebook.ruleset import RuleSet, Share

__all__ = ["Terms", "Worth", "terms_of"]


@dataclass(frozen=True, slots=True)
class Worth:
    """What something in a hand earns: points, doubles, or both.

    Where it has a `share`, in hundredths of the limit, the whole hand is worth that.
    """

    points: int
    doubles: int
    share: int = 0


@dataclass(frozen=True, slots=True, eq=False)
class Terms:
    """The values of the parameters that the classical score reads.

    Attributes:
        mahjong: what going out earns.
        limit: what a hand is worth at most, in points; `None` with the roof off.
        minimum: what a special limit hand is worth at least with the roof off, in points.
        most: what no hand can pass, in points; `None` with the roof off. It is more than
            the limit where something is worth more than one.
        shared: whether anything is worth a share of the limit.
        claimed_concealed: whether a marked claimed kong counts as concealed for
            doubles and limit hands.
        concealed_hand: what a concealed hand earns whose last tile was drawn.
        concealed_discard: what one earns that was completed with another's tile.
        seven_pairs: what seven pairs earn; `None` where they are no hand.
        four_alike: whether four equal tiles are two of the seven pairs.
        own_tile: what the own flower and the own season earn, each of them.
        own_pair: what both of them together earn besides.
        bouquet: what all four flowers earn, and all four seasons.
        losers_purity: whether losers have the doubles for hands that are concealed or
            of one suit, and those for majors, honours, and ones and nines.
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

    mahjong: Worth
    limit: int | None
    minimum: int
    most: int | None
    shared: bool
    claimed_concealed: bool
    concealed_hand: Worth
    concealed_discard: Worth
    seven_pairs: Worth | None
    four_alike: bool
    own_tile: Worth
    own_pair: Worth
    bouquet: Worth
    losers_purity: bool
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


def _worth(rules: RuleSet, points: str, doubles: str) -> Worth:
    """What two parameters say, nothing where they have no value."""
    value, times = rules[points], _number(rules, doubles) or 0
    if isinstance(value, Share):
        return Worth(0, times, value.hundredths)
    return Worth(_number(rules, points) or 0, times)


def _each(rules: RuleSet, what: str) -> Worth:
    return _worth(rules, f"score.{what}-points", f"score.{what}-doubles")


def _concealed(rules: RuleSet, how: str) -> Worth:
    """Of concealed hands the plain parameter is that of the doubles."""
    return _worth(rules, f"score.concealed-{how}-points", f"score.concealed-{how}")


@cache
def terms_of(rules: RuleSet) -> Terms:
    """The terms of a rule set."""
    limit = _number(rules, "score.limit")
    mahjong, seven_pairs = _each(rules, "mahjong"), _each(rules, "seven-pairs")
    concealed = _concealed(rules, "hand"), _concealed(rules, "discard")
    bonus = tuple(_each(rules, what) for what in ("own-tile", "own-pair", "bouquet"))
    shares = [one.share for one in (mahjong, seven_pairs, *concealed, *bonus)]
    return Terms(
        mahjong=mahjong,
        limit=limit,
        minimum=_number(rules, "score.limit-minimum") or 0,
        most=None if limit is None else limit * max(100, *shares) // 100,
        shared=any(shares),
        claimed_concealed=rules["kong.claimed.doubles"] == "concealed",
        concealed_hand=concealed[0],
        concealed_discard=concealed[1],
        seven_pairs=seven_pairs if rules["hand.seven-pairs"] else None,
        four_alike=bool(rules["hand.seven-pairs.four-alike"]),
        own_tile=bonus[0],
        own_pair=bonus[1],
        bouquet=bonus[2],
        losers_purity=bool(rules["score.losers-purity"]),
        loose_wall=bool(rules["score.loose-wall-points"]),
        loose_and_last=bool(rules["score.loose-and-last"]),
        strict_kongs=rules["limit.kong-upon-kong"] == "strict",
        moon_discard=bool(rules["limit.moon-discard"]),
        streak=_number(rules, "limit.east-streak"),
        terminals=_number(rules, "score.roof-off-terminals") or 0,
        left_out=rules.left_out,
        flips=rules.flips,
    )
