"""Who shows tenpai after an exhaustive draw."""

from rulebook.actions import ActionKind
from rulebook.case import Case
from rulebook.registry import remark
from rulebook.riichi.declared import IN_RIICHI
from rulebook.riichi.tenpai import shown_tenpai, tenpai_seats
from rulebook.ruleset import Family, RuleSet
from rulebook.ruling import Finding, noted
from rulebook.state import Over


@remark("tenpai.show.hidden", ActionKind.SETTLE, family=Family.RIICHI)
def tenpai_kept_hidden(case: Case, rules: RuleSet) -> Finding | None:
    """Remark who is in tenpai and says noten all the same, and who had to show."""
    event = case.position.event
    if not isinstance(event, Over) or event.how != "wall-used-up":
        return None
    players = case.position.players
    silent = (one for one in tenpai_seats(case.position, rules) if one not in event.tenpai)
    hidden = tuple(one for one in silent if players[one].ready not in IN_RIICHI)
    if hidden:
        return noted("hidden", seats=hidden)
    shown = shown_tenpai(case.position, event, rules)
    bound = tuple(one for one in shown if players[one].ready in IN_RIICHI)
    return noted("riichi-shows", seats=bound) if bound else None
