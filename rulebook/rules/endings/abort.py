"""Abortive draws: the deal ends early and nobody wins."""

from collections.abc import Iterable, Sequence

from rulebook.actions import Action, ActionKind
from rulebook.case import Case
from rulebook.effects import AbortUnlessWon, Effect, EndDeal
from rulebook.moments import all_in_riichi, first_turns, four_winds_lie
from rulebook.registry import Consequence, Permit, Step, effect, remark, rule, together
from rulebook.ruleset import Family, RuleSet
from rulebook.ruling import Finding, Verdict, allowed, noted, refused, unknown
from rulebook.state import Dealt, Discarded, Over, Ready
from rulebook.tiles import Seat

NINE = 9


@rule("end.abort.nine-tiles", ActionKind.NINE_TILES, family=Family.RIICHI)
def nine_different_ends(case: Case, rules: RuleSet) -> Finding | None:
    """Let a player with nine different terminals and honours end the deal in the first turn."""
    event = case.position.event
    dealt = isinstance(event, Dealt) and event.seat is case.seat
    if not rules["end.abort.nine-tiles"]:
        return refused("unknown")
    if not (dealt or case.drew):
        return refused("not-your-turn")
    if not case.position.uninterrupted:
        return refused("interrupted")
    if case.me.discards:
        return refused("later")
    kinds = len({tile.index for tile in case.me.hand if tile.terminal or tile.honour})
    if kinds >= NINE:
        return allowed("nine", number=kinds)
    return unknown("hidden") if case.me.hidden else refused("too-few", number=kinds)


@effect("end.abort.nine-tiles", ActionKind.NINE_TILES, step=Step.TURN, family=Family.RIICHI)
def deal_ends_on_nine_tiles(case: Case, rules: RuleSet) -> Iterable[Effect]:
    """End the deal."""
    yield EndDeal("nine-tiles")


_DISCARDS = (ActionKind.DISCARD, ActionKind.RIICHI)


@remark("end.abort.four-winds", *_DISCARDS, family=Family.RIICHI)
def four_equal_winds(case: Case, rules: RuleSet) -> Finding | None:
    """Say what it means that the first four discards are the same wind."""
    tile, position = case.action.tile, case.position
    if tile is None or not tile.wind or not position.uninterrupted or case.me.discards:
        return None
    firsts = [position.player(seat).discards for seat in case.seat.others]
    if any(len(own) != 1 or own[0].tile.index != tile.index for own in firsts):
        return None
    return noted("ends" if rules["end.abort.four-winds"] else "goes-on", tile=tile)


@effect(
    "end.abort.four-winds",
    *_DISCARDS,
    step=Step.TURN,
    family=Family.RIICHI,
    when=first_turns,
)
def deal_ends_on_four_winds(case: Case, rules: RuleSet) -> Iterable[Effect]:
    """End the deal unless the fourth wind is won on."""
    finding = four_equal_winds(case, rules)
    if finding and finding.key == "ends":
        yield AbortUnlessWon(case.seat, "four-winds")


@rule(
    "end.abort.four-winds",
    ActionKind.DRAW,
    family=Family.RIICHI,
    after=(Discarded,),
    when=four_winds_lie,
)
def no_draw_after_four_winds(case: Case, rules: RuleSet) -> Finding | None:
    """Refuse to draw once four equal winds lie there, for only a win could follow."""
    lie = four_winds_lie(case.position, case.seat) and rules["end.abort.four-winds"]
    return refused("ended", tile=case.discard.tile) if case.discard and lie else None


@remark("end.abort.four-riichi", ActionKind.RIICHI, family=Family.RIICHI)
def everybody_in_riichi(case: Case, rules: RuleSet) -> Finding | None:
    """Say what the fourth riichi of a deal means."""
    others = (case.position.player(seat).ready for seat in case.seat.others)
    if any(ready not in (Ready.RIICHI, Ready.DOUBLE_RIICHI) for ready in others):
        return None
    return noted("ends" if rules["end.abort.four-riichi"] else "goes-on")


@effect("end.abort.four-riichi", ActionKind.RIICHI, step=Step.TURN, family=Family.RIICHI)
def deal_ends_on_four_riichi(case: Case, rules: RuleSet) -> Iterable[Effect]:
    """End the deal unless the discard of the fourth riichi is won on."""
    finding = everybody_in_riichi(case, rules)
    if finding and finding.key == "ends":
        yield AbortUnlessWon(case.seat, "four-riichi")


@rule(
    "end.abort.four-riichi",
    ActionKind.DRAW,
    family=Family.RIICHI,
    after=(Discarded,),
    when=all_in_riichi,
)
def no_draw_after_four_riichi(case: Case, rules: RuleSet) -> Finding | None:
    """Refuse to draw once everybody is in riichi, for only a win could follow."""
    riichi = all_in_riichi(case.position, case.seat) and rules["end.abort.four-riichi"]
    return refused("ended") if case.discard and riichi else None


def _nobody_has_won(how: str, ended: Permit) -> Consequence:
    """The deal ends when the next player would have to draw."""

    def end(case: Case, rules: RuleSet) -> Iterable[Effect]:
        if case.is_next and ended(case, rules):
            yield EndDeal(how)

    return end


for _how, _when, _ended in (
    ("four-winds", four_winds_lie, no_draw_after_four_winds),
    ("four-riichi", all_in_riichi, no_draw_after_four_riichi),
):
    effect(
        f"end.abort.{_how}",
        ActionKind.DRAW,
        step=Step.TURN,
        verdict=Verdict.REFUSED,
        family=Family.RIICHI,
        after=(Discarded,),
        when=_when,
    )(_nobody_has_won(_how, _ended))


@remark("end.abort.triple-win", ActionKind.SETTLE, family=Family.RIICHI)
def three_wins_are_none(case: Case, rules: RuleSet) -> Finding | None:
    """Remark that a deal with three wins on one tile ended without a winner."""
    event = case.position.event
    three = isinstance(event, Over) and event.how == "won" and len(event.wins) == 3
    return noted("ends") if three and rules["end.abort.triple-win"] else None


@together("end.abort.triple-win", "triple-win", family=Family.RIICHI)
def three_wins_on_one_tile(calls: Sequence[Action], rules: RuleSet) -> Finding | None:
    """Say what three wins on one tile mean."""
    winners: tuple[Seat, ...] = tuple(call.seat for call in calls if call.kind is ActionKind.WIN)
    if len(winners) < 3:
        return None
    return refused("ends") if rules["end.abort.triple-win"] else allowed("all-win")
