"""A rule set's values as scoring needs them, looked up once."""

from __future__ import annotations

from functools import cache

from rulebook.frozen import dataclass
from rulebook.ruleset import RuleSet

__all__ = ["Terms", "terms_of"]


@dataclass(frozen=True, slots=True, eq=False)
class Terms:
    """The values of the parameters that scoring reads.

    Attributes:
        seven_pairs: whether seven pairs are a hand.
        four_alike: whether four equal tiles are two of the seven pairs.
        open_tanyao: whether All Simples may be open.
        last_replacement: whether After a Kong and Under the Sea count together.
        renhou: what Blessing of Man is: `none`, `mangan` (alone), `adds` (five
            fan beside others) or `yakuman`.
        minimum_from: from how many counters on a win needs two fan of yaku,
            `None` where it never does.
        several: whether different yakuman of a hand add up.
        big_winds: how many yakuman Big Four Winds is.
        double_waits: whether yakuman with their widest or only wait count twice.
        counted: whether thirteen fan are a yakuman.
        round_up: whether a base value just below mangan is rounded up to it.
        double_wind: minipoints for a pair that is seat and round wind.
        open_twenty: whether an open hand of twenty minipoints is raised to thirty.
        pinfu_self_draw: whether the self-draw earns minipoints beside pinfu too.
        red_fives: whether red fives are dora.
        all_pay: whether everybody pays for a win on a discard too.
        rules: the ids of the rules in force.
        flips: findings taken for their opposite, such as near misses for the yaku
            itself, as `rule.id/key`; only a misreading has any.
    """

    seven_pairs: bool
    four_alike: bool
    open_tanyao: bool
    last_replacement: bool
    renhou: str
    minimum_from: int | None
    several: bool
    big_winds: int
    double_waits: bool
    counted: bool
    round_up: bool
    double_wind: int
    open_twenty: bool
    pinfu_self_draw: bool
    red_fives: bool
    all_pay: bool
    rules: frozenset[str]
    flips: frozenset[str]


@cache
def terms_of(rules: RuleSet) -> Terms:
    """The terms of a rule set."""
    minimum = rules["yaku.minimum-from"]
    return Terms(
        seven_pairs=bool(rules["hand.seven-pairs"]),
        four_alike=bool(rules["hand.seven-pairs.four-alike"]),
        open_tanyao=bool(rules["yaku.tanyao.open"]),
        last_replacement=bool(rules["yaku.rinshan.last-tile"]),
        renhou=str(rules["yaku.renhou"]),
        minimum_from=None if minimum is None else rules.number("yaku.minimum-from"),
        several=rules["yakuman.several"] == "add-up",
        big_winds=rules.number("yakuman.big-winds"),
        double_waits=bool(rules["yakuman.double-waits"]),
        counted=bool(rules["score.counted-yakuman"]),
        round_up=bool(rules["score.round-up"]),
        double_wind=rules.number("score.double-wind-pair"),
        open_twenty=bool(rules["score.open-pinfu"]),
        pinfu_self_draw=bool(rules["score.pinfu-self-draw"]),
        red_fives=bool(rules["tiles.red-fives"]),
        all_pay=rules["win.payer"] == "everybody",
        rules=rules.rules,
        flips=rules.flips,
    )
