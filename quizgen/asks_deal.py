"""Questions about what comes of a deal: East, counters, riichi bets, the end of the game."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace

from quizgen.answers import Answer, Group
from quizgen.asks import (
    Made,
    Mistake,
    asks,
    mistakes_of,
    seat_choices,
    seat_key,
    seat_keys,
    single_fact,
    yes_or_no,
)
from quizgen.scores import signed
from rulebook.effects import (
    Effect,
    FinalResult,
    NextDealer,
    PlaceBet,
    ReturnBet,
    SetCounters,
    TakeBets,
    TakeLeftover,
)
from rulebook.outcome import Outcome
from rulebook.telling import effect_text
from rulebook.tiles import Seat
from rulebook.wording import Wording

__all__: list[str] = []


def _why(group: Group, *kinds: type[Effect]) -> Iterator[str]:
    """The reasons of the rules that cause effects of these kinds, else what these effects say.

    Without such an effect it is what the example is about.
    """
    causes = {one.rule for one in group.outcome.effects if isinstance(one, kinds)}
    reasons = [one for one in group.outcome.reasons if one.rule in causes]
    yield from map(group.say.reason, reasons)
    if not reasons:
        yield from group.effects(*kinds) if causes else group.told()


def _east(outcome: Outcome, say: Wording) -> str:
    """Who is East in the next deal."""
    found = (effect_text(one, say) for one in outcome.effects if isinstance(one, NextDealer))
    return " ".join(found)


def _counted(noun: str) -> Callable[[object, Wording], str]:
    """A number with its noun; nothing where there is no number."""
    return lambda value, say: say.count(value, noun) if isinstance(value, int) else ""


# The next deal -------------------------------------------------------------


@asks("next-dealer")
def _next_dealer(group: Group) -> Made | None:
    """Who is East in the next deal? Asked where somebody errs, or the rule is about it."""
    right, say = group.fact("next-dealer"), group.say
    mistakes = mistakes_of(group, "next-dealer", seat_keys)
    if not isinstance(right, Seat) or not (mistakes or _about_east(group)):
        return None
    others = group.elsewhere("next-dealer", _east)
    return Made(
        "next",
        say.say("ask.next-dealer"),
        seat_choices(say),
        (seat_key(right),),
        tuple(_why(group, NextDealer)),
        tuple((names, text) for names, text in others if text),
        mistakes=mistakes,
    )


def _about_east(group: Group) -> bool:
    return group.rule.id.startswith(("deal.rotation.", "deal.title."))


asks("counters")(
    single_fact(
        "counters",
        _counted("counter"),
        "ask.counters",
        why=lambda group: _why(group, SetCounters),
    )
)


# Riichi bets ---------------------------------------------------------------


_bets_left = single_fact(
    "bets",
    _counted("riichi-bet"),
    "ask.bets",
    why=lambda group: _why(group, PlaceBet, TakeBets, ReturnBet, TakeLeftover),
)


@asks("bets")
def _bets(group: Group) -> Made | None:
    """How many riichi bets lie on the table afterwards?"""
    return _bets_left(replace(group, wrong=_same_verdict(group)))


def _same_verdict(group: Group) -> tuple[Answer, ...]:
    """The wrong answers that do not already err about what is allowed."""
    right = group.fact("allowed")
    return tuple(one for one in group.wrong if one.outcome.facts.get("allowed") == right)


def _takers(outcome: Outcome) -> tuple[str, ...]:
    """Who gets bets from the table."""
    seats = (one.seat for one in outcome.effects if isinstance(one, TakeBets | ReturnBet))
    return tuple(map(seat_key, sorted(set(seats))))


@asks("taker")
def _taker(group: Group) -> Made | None:
    """Who gets the riichi bets?"""
    say, right = group.say, _takers(group.outcome)
    mistakes = tuple(
        Mistake(found, group.note(answer))
        for answer in _same_verdict(group)
        if (found := _takers(answer.outcome)) != right
    )
    if not mistakes:
        return None
    return Made(
        "all",
        say.say("ask.taker"),
        seat_choices(say),
        right,
        tuple(_why(group, TakeBets, ReturnBet)),
        mistakes=mistakes,
    )


# The end of the game -------------------------------------------------------


asks("game")(single_fact("game", yes_or_no, "ask.game", why=Group.explained))


@asks("final")
def _final(group: Group) -> Made | None:
    """What does each player end the game with?"""
    final, say = group.fact("final"), group.say
    if not isinstance(final, dict):
        return None
    scores = zip(Seat, group.outcome.position.scores, strict=True)

    def amounts(value: object) -> tuple[str, ...] | None:
        return tuple(str(value[seat]) for seat in Seat) if isinstance(value, dict) else None

    reasons = [one for one in group.outcome.reasons if one.rule.startswith("game.")]
    results = [one for one in group.outcome.effects if isinstance(one, FinalResult)]
    others = group.elsewhere("final", _results)
    return Made(
        "pay",
        say.say("ask.final", **{seat_key(seat): score for seat, score in scores}),
        (),
        (),
        (*map(say.reason, reasons), *(_made_up(one, say) for one in results)),
        tuple((names, text) for names, text in others if text),
        tuple((seat_key(seat), say.seat(seat)) for seat in Seat),
        {seat_key(seat): final[seat] for seat in Seat},
        mistakes_of(group, "final", amounts),
    )


def _made_up(result: FinalResult, say: Wording) -> str:
    """What a result is made up of."""
    parts = {"score": result.score, "bonus": result.bonus, "oka": result.oka}
    key = "why.final-oka" if result.oka else "why.final"
    return say.say(
        key, seat=result.seat, **{name: signed(points, say) for name, points in parts.items()}
    )


def _results(outcome: Outcome, say: Wording) -> str:
    """What each player ends with, in one line; nothing where the game goes on."""
    final = outcome.facts.get("final")
    if not isinstance(final, dict):
        return ""
    return "; ".join(f"{say.seat(seat)}: {signed(final[seat], say)}" for seat in Seat)
