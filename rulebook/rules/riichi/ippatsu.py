"""How long a win counts as ippatsu."""

from rulebook.actions import KONGS, SET_CLAIMS, ActionKind
from rulebook.case import Case
from rulebook.registry import remark
from rulebook.ruleset import Family, RuleSet
from rulebook.ruling import Finding, noted


@remark(
    "riichi.ippatsu.interrupted",
    *SET_CLAIMS,
    *KONGS,
    ActionKind.RIICHI,
    family=Family.RIICHI,
)
def claims_and_kongs_end_it(case: Case, rules: RuleSet) -> Finding | None:
    """Remark whose ippatsu a claim or kong ends, and that a further riichi ends none."""
    holders = tuple(
        seat for seat in (case.seat, *case.seat.others) if case.position.players[seat].ippatsu
    )
    if not holders:
        return None
    if case.action.kind is ActionKind.RIICHI:
        return noted("riichi", players=holders)
    return noted("claim" if case.action.kind in SET_CLAIMS else "kong", players=holders)


@remark("riichi.ippatsu.own-discard", ActionKind.DISCARD, family=Family.RIICHI)
def the_own_discard_ends_it(case: Case, rules: RuleSet) -> Finding | None:
    """Remark that the next own discard ends ippatsu."""
    return noted("over") if case.me.ippatsu else None
