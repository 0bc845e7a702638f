"""How many kongs a deal can see."""

from collections.abc import Iterable

from rulebook.actions import KONGS, SET_CLAIMS, ActionKind
from rulebook.case import Case
from rulebook.effects import AbortUnlessWon, Effect, EndDeal
from rulebook.moments import four_kongs_lie, replacement_drawn
from rulebook.registry import Step, effect, remark, rule
from rulebook.ruleset import RuleSet
from rulebook.ruling import Finding, Verdict, allowed, noted, refused
from rulebook.state import Discarded, Position


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


def _owners(position: Position) -> int:
    """How many players have kongs."""
    return sum(bool(player.kongs) for player in position.players)


@remark("kong.limit.four-by-several", ActionKind.DISCARD, ActionKind.RIICHI)
def four_kongs_by_several(case: Case, rules: RuleSet) -> Finding | None:
    """Say what the discard after the fourth kong means when several players made them."""
    if not case.replaced or case.position.kongs != 4:
        return None
    owners = _owners(case.position)
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


@rule(
    "kong.limit.four-by-several",
    ActionKind.DRAW,
    *SET_CLAIMS,
    after=(Discarded,),
    when=four_kongs_lie,
    alike=True,
)
def only_a_win_follows(case: Case, rules: RuleSet) -> Finding | None:
    """Refuse whatever but a win could follow the discard after the fourth kong."""
    if case.discard is None or rules["kong.four-by-several"] != "abort":
        return None
    owners = _owners(case.position) if four_kongs_lie(case.position, case.seat) else 0
    return refused("ended", owners=owners) if owners > 1 else None


@effect(
    "kong.limit.four-by-several",
    ActionKind.DRAW,
    step=Step.TURN,
    verdict=Verdict.REFUSED,
    after=(Discarded,),
    when=four_kongs_lie,
)
def nobody_has_won(case: Case, rules: RuleSet) -> Iterable[Effect]:
    """End the deal when the next player would have to draw."""
    if case.is_next and only_a_win_follows(case, rules):
        yield EndDeal("four-kongs")
