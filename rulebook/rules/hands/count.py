"""The number of tiles a player holds."""

from rulebook.actions import ActionKind
from rulebook.case import Case
from rulebook.registry import remark
from rulebook.ruleset import RuleSet
from rulebook.ruling import Finding, noted


@remark("hand.count.after-kong", ActionKind.DISCARD)
def one_more_for_each_kong(case: Case, rules: RuleSet) -> Finding | None:
    """Remark how many tiles a player has between turns: 13, and one more for each kong."""
    kongs, bonus = case.me.kongs, len(case.me.bonus)
    melds = sum(len(meld.tiles) for meld in case.me.melds)
    tiles = len(case.me.hand) + case.me.hidden + melds + bonus - 1
    due = 13 + kongs + bonus
    if tiles == due and not kongs and not bonus:
        return None
    return noted("right" if tiles == due else "wrong", tiles=tiles, due=due)
