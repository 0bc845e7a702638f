"""How many kongs a deal can see."""

from collections.abc import Iterable

from rulebook.actions import KONGS, ActionKind
from rulebook.case import Case
from rulebook.effects import AbortUnlessWon, Effect
from rulebook.moments import replacement_drawn
from rulebook.registry import Step, effect, remark, rule
from rulebook.ruleset import RuleSet
from rulebook.ruling import Finding, allowed, noted, refused


@rule("kong.limit.fifth", ActionKind.KONG, *KONGS)
def no_fifth_kong(case: Case, rules: RuleSet) -> Finding | None:
    """Refuse a kong beyond the number that a deal allows."""
    made = case.position.kongs
    if rules["kong.limit"] is None:
        return allowed("no-limit") if made >= 4 else None
    limit = rules.number("kong.limit")
    if made >= limit:
        return refused("full", limit=limit)
    return allowed("fourth") if made == limit - 1 else None


@remark("kong.limit.four-by-several", ActionKind.DISCARD, ActionKind.RIICHI)
def four_kongs_by_several(case: Case, rules: RuleSet) -> Finding | None:
    """Say what the discard after the fourth kong means when several players made them."""
    if not case.replaced or case.position.kongs != 4:
        return None
    owners = sum(bool(player.kongs) for player in case.position.players)
    if rules["kong.four-by-several"] != "abort":
        return noted("goes-on")
    return noted("ends", owners=owners) if owners > 1 else noted("one-player")


@effect(
    "kong.limit.four-by-several",
    ActionKind.DISCARD,
    ActionKind.RIICHI,
    step=Step.TURN,
    when=replacement_drawn,
)
def deal_is_aborted(case: Case, rules: RuleSet) -> Iterable[Effect]:
    """End the deal unless this discard is won."""
    finding = four_kongs_by_several(case, rules)
    if finding and finding.key == "ends":
        yield AbortUnlessWon(case.seat, "four-kongs")
