"""How a deal has ended, as the rules that settle it see it."""

from rulebook.case import Case
from rulebook.frozen import replace
from rulebook.riichi.tenpai import noten_riichi, open_riichi, shown_tenpai
from rulebook.rules.endings.nagashi import nagashi
from rulebook.ruleset import RuleSet
from rulebook.state import Over


def over(case: Case, rules: RuleSet) -> Over | None:
    """How the deal has ended, once all hands are shown that have to be; `None` before its end.

    `tenpai` are the players who show it. A riichi that turns out not to be in tenpai, or
    with an open hand, makes a chombo of a draw, and an offender beside a win. Three wins
    on one tile are an abortive draw where the rules say so.
    """
    if over not in case.known:
        case.known[over] = _over(case, rules)
    return case.known[over]  # type: ignore[return-value]


def _over(case: Case, rules: RuleSet) -> Over | None:
    event = case.position.event
    if not isinstance(event, Over):
        return None
    if event.how == "won" and len(event.wins) == 3 and rules["end.abort.triple-win"]:
        return replace(event, how="triple-win", wins=())
    noten = noten_riichi(case.position, event, rules)
    if "riichi.error.noten/chombo" in rules.flips:
        noten = ()
    false = {*noten, *open_riichi(case.position, event, rules)}
    drawn = event.how == "wall-used-up"
    if drawn:
        event = replace(event, tenpai=shown_tenpai(case.position, event, rules))
    if not false or nagashi(case, rules):
        return event
    offenders = tuple(sorted(false.union(event.offenders)))
    return replace(event, how="chombo" if drawn else event.how, offenders=offenders)
