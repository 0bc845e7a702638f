"""Double riichi."""

from rulebook.actions import ActionKind
from rulebook.case import Case
from rulebook.registry import remark
from rulebook.ruleset import Family, RuleSet
from rulebook.ruling import Finding, noted


def is_double(case: Case) -> bool:
    """Whether this is the player's first discard, and nobody has interrupted the go-around."""
    return case.position.uninterrupted and not case.me.discards


@remark("riichi.double.first", ActionKind.RIICHI, family=Family.RIICHI)
def with_the_first_discard(case: Case, rules: RuleSet) -> Finding | None:
    """Remark whether a riichi is a double one, and what it lacks for that."""
    if is_double(case):
        return noted("double")
    if case.position.uninterrupted:
        return noted("later")
    interrupted = any(player.melds for player in case.position.players)
    return noted("interrupted") if interrupted and not case.me.discards else None
