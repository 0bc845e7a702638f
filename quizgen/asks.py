"""What an example can be asked about: the prompt, the right answer, the wrong ones.

A wrong choice is never made up. It is what another rule set, or a declared
misreading, answers to the same position; the engine says that it is wrong under
the rules asked.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace

from quizgen.answers import Group
from rulebook.actions import Action, ActionKind
from rulebook.effects import (
    DrawReplacement,
    Effect,
    LayMeld,
    LoseTurns,
    MakeLiable,
    NextTurn,
    Pay,
    ReturnBet,
    TakeBets,
    TakeLeftover,
    TurnIndicator,
)
from rulebook.engine import attempts, judge, resolve
from rulebook.outcome import Outcome
from rulebook.schema import AskName
from rulebook.state import Lie, Over, Position
from rulebook.telling import attempt_text, effect_text, laid_text, option_text, stand_text
from rulebook.tiles import Seat, Tile
from rulebook.wording import Wording

__all__ = [
    "Choice",
    "Made",
    "Mistake",
    "asks",
    "make",
    "makers",
    "mistakes_of",
    "named",
    "seat_choices",
    "seat_key",
    "seat_keys",
    "single_fact",
    "verdict_prompt",
    "yes_or_no",
]


@dataclass(frozen=True, slots=True)
class Choice:
    """Something that can be chosen.

    Attributes:
        key: its name within the question.
        text: what it says.
        note: what is wrong about it, empty for right ones.
        tile: the tile it shows, for questions about how a set lies.
    """

    key: str
    text: str
    note: str = ""
    tile: Tile | None = None


@dataclass(frozen=True, slots=True)
class Mistake:
    """A wrong answer that somebody would give for a reason, and the reason."""

    answer: tuple[str, ...]
    note: str


@dataclass(frozen=True, slots=True)
class Made:
    """The part of a question that depends on what is asked.

    Attributes:
        kind: how it is answered, one of `quizgen.questions.KINDS`.
        prompt: what is asked.
        choices: what can be chosen; empty for payments.
        answer: the keys that are right, in order where order counts.
        why: the reasons, sentence by sentence.
        others: what other rule sets say, as pairs of their names and an answer.
        fields: for payments, the players by key.
        values: for payments, what each pays. Points.
        mistakes: wrong answers of several choices that have a reason.
    """

    kind: str
    prompt: str
    choices: tuple[Choice, ...]
    answer: tuple[str, ...]
    why: tuple[str, ...]
    others: tuple[tuple[str, str], ...] = ()
    fields: tuple[tuple[str, str], ...] = ()
    values: Mapping[str, int] = field(default_factory=dict)
    mistakes: tuple[Mistake, ...] = ()


Maker = Callable[[Group], Made | None]

_MAKERS: dict[AskName, Maker] = {}


def make(ask: AskName, group: Group) -> Made | None:
    """A question about one thing, nothing where the example does not lend itself to it."""
    return _MAKERS[ask](group)


def makers() -> frozenset[AskName]:
    """Everything that something makes questions of."""
    return frozenset(_MAKERS)


def asks(name: AskName) -> Callable[[Maker], Maker]:
    """Register what makes the questions of one kind."""

    def add(maker: Maker) -> Maker:
        _MAKERS[name] = maker
        return maker

    return add


def mistakes_of(
    group: Group,
    key: str,
    keys: Callable[[object], tuple[str, ...] | None],
    nothing: object = None,
) -> tuple[Mistake, ...]:
    """The wrong answers that give a fact another value, as the keys somebody would pick.

    `nothing` is its value where an answer of the same verdict does not come to it.
    """
    right = keys(group.fact(key))
    found = []
    for answer in group.wrong:
        facts = answer.outcome.facts
        absent = nothing if facts.get("allowed") == group.fact("allowed") else None
        if (picked := keys(facts.get(key, absent))) not in (None, right):
            found.append(Mistake(picked, group.note(answer)))
    return tuple(found)


def seat_key(seat: Seat) -> str:
    """The key of a player."""
    return seat.name.lower()


def seat_keys(value: object) -> tuple[str, ...] | None:
    """The keys of seats, of one or of several."""
    if isinstance(value, Seat):
        return (seat_key(value),)
    return tuple(map(seat_key, value)) if isinstance(value, tuple) else None


def seat_choices(say: Wording) -> tuple[Choice, ...]:
    """Each of the four players as a choice."""
    return tuple(Choice(seat_key(seat), say.seat(seat)) for seat in Seat)


# The verdict ---------------------------------------------------------------


@asks("verdict")
def _verdict(group: Group) -> Made | None:
    """May this player do that?

    All wrong choices say the opposite of the right one, so one of three would stand out.
    What other rule sets say is a choice only where no misreading is; it is told anyway.
    """
    right, say = group.outcome, group.say
    verdict = right.facts.get("allowed")
    if verdict not in ("true", "false"):
        return None
    choices = [Choice("right", group.because(right, say))]
    seen = {choices[0].text}
    opposite = "false" if verdict == "true" else "true"
    wrong = [one for one in group.wrong if one.outcome.facts.get("allowed") == opposite]
    for answer in [one for one in wrong if one.belief] or wrong:
        if answer.belief:
            word = "answer.yes" if opposite == "true" else "answer.no"
            text, note = f"{say.say(word)} {answer.belief}", say.say("note.common")
        else:
            text = group.because(answer.outcome, group.say_for(answer.ruleset))
            note = group.note(answer)
        if text not in seen:
            seen.add(text)
            choices.append(Choice(f"wrong{len(choices)}", text, note))
    if len(choices) < 2:
        return None
    return Made(
        "one",
        verdict_prompt(group),
        tuple(choices),
        ("right",),
        tuple(group.told()),
        _verdicts_elsewhere(group),
    )


def verdict_prompt(group: Group) -> str:
    """What is asked: May South do that?"""
    if group.scenario.ask == "possible":
        return group.say.say("ask.possible")
    assert group.scenario.action is not None
    return attempt_text(group.scenario.action, group.outcome.position, group.say)


def _verdicts_elsewhere(group: Group) -> tuple[tuple[str, str], ...]:
    def text(outcome: Outcome, say: Wording) -> str:
        decided = outcome.facts.get("allowed") in ("true", "false")
        return group.because(outcome, say) if decided else ""

    return tuple((names, text) for names, text in group.elsewhere("allowed", text) if text)


# How a set lies ------------------------------------------------------------

Laid = tuple[tuple[Tile, Lie], ...]


@asks("display")
def _display(group: Group) -> Made | None:
    """Which tiles of the set lie turned?"""
    laid = _laid(group.outcome)
    if laid is None:
        return None
    say = group.say
    manner = _manner([laid, *(one for answer in group.wrong if (one := _laid(answer.outcome)))])
    if manner is None:
        return None
    choices = tuple(
        Choice(str(place), say.catalog.text(f"place.{place}"), tile=tile)
        for place, (tile, _) in enumerate(laid, 1)
    )
    answer = _places(laid, manner)
    mistakes = []
    for other in group.wrong:
        found = _laid(other.outcome)
        if found and (places := _places(found, manner)) != answer:
            mistakes.append(Mistake(places, group.note(other)))

    def elsewhere(outcome: Outcome, say: Wording) -> str:
        found = _laid(outcome)
        return _lies(found, say) if found else ""

    return Made(
        "place",
        say.say(f"ask.{manner.value}"),
        choices,
        answer,
        (_lies(laid, say), *group.told()),
        tuple((names, text) for names, text in group.elsewhere("lies", elsewhere) if text),
        mistakes=tuple(mistakes),
    )


def _laid(outcome: Outcome) -> Laid | None:
    return next((one.laid for one in outcome.effects if isinstance(one, LayMeld)), None)


def _manner(found: Iterable[Laid]) -> Lie | None:
    """Whether the question is about sideways or face-down tiles: the first that occurs."""
    lies = (lie for laid in found for _, lie in laid)
    return next((lie for lie in lies if lie is not Lie.UPRIGHT), None)


def _places(laid: Laid, manner: Lie) -> tuple[str, ...]:
    return tuple(str(place) for place, (_, lie) in enumerate(laid, 1) if lie is manner)


def _lies(laid: Laid, say: Wording) -> str:
    text = laid_text(laid, say)
    return f"{text[:1].upper()}{text[1:]}."


# Turns ---------------------------------------------------------------------


@asks("next")
def _next(group: Group) -> Made | None:
    """Who plays next after the claimer's discard?"""
    right = group.fact("next")
    if not isinstance(right, Seat) or group.scenario.action is None:
        return None
    return Made(
        "next",
        group.say.say("ask.next", seat=group.scenario.action.seat),
        seat_choices(group.say),
        (seat_key(right),),
        tuple(group.effects(NextTurn, LoseTurns)),
        mistakes=mistakes_of(group, "next", seat_keys),
    )


@asks("lose")
def _lose(group: Group) -> Made | None:
    """Who loses a turn?"""
    right = group.fact("lose")
    if not isinstance(right, tuple):
        return None
    return Made(
        "all",
        group.say.say("ask.lose"),
        seat_choices(group.say),
        tuple(map(seat_key, sorted(right))),
        tuple(group.effects(NextTurn, LoseTurns)),
        mistakes=mistakes_of(group, "lose", lambda value: seat_keys(value) or ()),
    )


# Several calls -------------------------------------------------------------


@asks("who")
def _who(group: Group) -> Made | None:
    """Who gets the tile, or who wins?"""
    stand, calls = seat_keys(group.fact("stand")), group.scenario.calls
    mistakes = mistakes_of(group, "stand", seat_keys)
    if stand is None or len(calls) < 2 or not mistakes:
        return None
    wins = all(call.kind is ActionKind.WIN for call in calls)
    return Made(
        "all" if wins else "one",
        group.say.say("ask.winners" if wins else "ask.who"),
        _calls(group),
        stand,
        tuple(group.told()),
        group.elsewhere("stand", stand_text),
        mistakes=mistakes,
    )


def _calls(group: Group) -> tuple[Choice, ...]:
    return tuple(
        Choice(seat_key(call.seat), group.say.say(f"call.{call.kind.value}", seat=call.seat))
        for call in group.scenario.calls
    )


@asks("order")
def _order(group: Group) -> Made | None:
    """In what order do the calls go?"""
    ranks = _ranking(group)
    if len(ranks) < 3:
        return None
    return Made(
        "order",
        group.say.say("ask.order"),
        _calls(group),
        tuple(seat_key(call.seat) for call in ranks),
        tuple(map(group.say.reason, group.outcome.reasons)),
    )


def _ranking(group: Group) -> list[Action]:
    """The calls from the strongest to the weakest: who stands, then who would without those."""
    ranks: list[Action] = []
    left = list(group.scenario.calls)
    while left:
        stand = resolve(group.scenario.position, left, group.rules).stand
        if len(stand) != 1:
            return []
        ranks.append(stand[0])
        left.remove(stand[0])
    return ranks


@asks("steps")
def _steps(group: Group) -> Made | None:
    """In what order do the steps follow?"""
    say = group.say
    steps = [
        (type(effect).__name__.lower(), text)
        for effect in group.outcome.effects
        if isinstance(effect, LayMeld | TurnIndicator | DrawReplacement)
        and (text := effect_text(effect, say))
    ]
    if len(steps) < 3:
        return None
    steps.append(("discard", say.say("step.discard", seat=group.scenario.seat)))
    return Made(
        "order",
        say.say("ask.steps"),
        tuple(Choice(key, text) for key, text in steps),
        tuple(key for key, _ in steps),
        tuple(group.explained()),
    )


# What is possible ----------------------------------------------------------


@asks("options")
def _options(group: Group) -> Made | None:
    """What may this player call?"""
    say, seat = group.say, group.scenario.seat
    position = group.outcome.position
    choices, answer = [], []
    for place, action in enumerate(_tempting(position, seat)):
        ruling = judge(position, action, group.rules)
        key = f"c{place}"
        note = "" if ruling.allowed else " ".join(map(say.reason, ruling.reasons))
        choices.append(Choice(key, option_text(action, position, say), note))
        if ruling.allowed:
            answer.append(key)
    if len(choices) < 2 or len(answer) == len(choices):
        return None
    return Made(
        "all",
        say.say("ask.options", seat=seat),
        tuple(choices),
        tuple(answer),
        tuple(choice.note for choice in choices if choice.note),
    )


def _tempting(position: Position, seat: Seat) -> list[Action]:
    """The calls that a player could think of, passing and plain discards left out."""
    plain = (ActionKind.PASS, ActionKind.DISCARD, ActionKind.DRAW)
    return [action for action in attempts(position, seat) if action.kind not in plain]


# Payments ------------------------------------------------------------------


@asks("pay")
def _pays(group: Group) -> Made | None:
    """Who pays how much?"""
    pays, action = group.fact("pays"), group.scenario.action
    if not isinstance(pays, dict) or action is None or action.kind is ActionKind.SETTLE:
        return None
    say, winner = group.say, action.seat

    def amounts(value: object) -> tuple[str, ...] | None:
        if not isinstance(value, dict):
            return None
        return tuple(str(value.get(seat, 0)) for seat in winner.others)

    return Made(
        "pay",
        say.say("ask.pays", seat=winner),
        (),
        (),
        (*group.told(), *group.effects(Pay)),
        _payments_elsewhere(group, "pays", Pay),
        tuple((seat_key(seat), say.seat(seat)) for seat in winner.others),
        {seat_key(seat): pays.get(seat, 0) for seat in winner.others},
        mistakes_of(group, "pays", amounts, nothing={}),
    )


_MOVED = (Pay, TakeBets, ReturnBet, TakeLeftover)
"""What moves points when a deal is settled."""


def _payments_elsewhere(
    group: Group, key: str, *kinds: type[Effect]
) -> tuple[tuple[str, str], ...]:
    """Who pays by other rule sets, or why there is nothing to pay."""

    def text(outcome: Outcome, say: Wording) -> str:
        if outcome.facts.get("allowed") == "false":
            return group.because(outcome, say)
        pays = (effect_text(one, say) for one in outcome.effects if isinstance(one, kinds))
        return " ".join(pays) or say.say("answer.no-payments")

    return group.elsewhere(key, text)


@asks("gets")
def _gets(group: Group) -> Made | None:
    """What does each player gain or lose once the deal is settled?

    That it is nothing is asked only where somebody errs, and nothing is deducted later.
    """
    gets, say = group.fact("gets"), group.say

    def amounts(value: object) -> tuple[str, ...] | None:
        if not isinstance(value, dict):
            return None
        return tuple(str(value.get(seat, 0)) for seat in Seat)

    mistakes = mistakes_of(group, "gets", amounts, nothing={})
    errs = mistakes and not group.fact("deducted")
    if not isinstance(gets, dict) or not (gets or errs):
        return None
    event = group.outcome.position.event
    prompt = say.say("ask.gets")
    if isinstance(event, Over) and event.values:
        values = {seat_key(seat): event.values[seat] for seat in Seat}
        prompt = say.say("ask.gets-values", **values)
    return Made(
        "pay",
        prompt,
        (),
        (),
        (*group.told(), *group.effects(*_MOVED)),
        _payments_elsewhere(group, "gets", *_MOVED),
        tuple((seat_key(seat), say.seat(seat)) for seat in Seat),
        {seat_key(seat): gets.get(seat, 0) for seat in Seat},
        mistakes,
    )


@asks("liable")
def _liable(group: Group) -> Made | None:
    """Who is liable?"""
    say, right = group.say, group.fact("liable")

    def picked(value: object) -> tuple[str, ...]:
        return seat_keys(value) or ("nobody",)

    def text(outcome: Outcome, say: Wording) -> str:
        value = outcome.facts.get("liable")
        return say.seat(value) if isinstance(value, Seat) else say.say("fact.nobody")

    seats = (one for one in seat_choices(say) if one.key != seat_key(group.scenario.seat))
    return Made(
        "one",
        say.say("ask.liable", seat=group.scenario.seat),
        (*seats, Choice("nobody", say.say("fact.nobody"))),
        picked(right),
        (*group.told(), *group.effects(MakeLiable)),
        group.elsewhere("liable", text),
        mistakes=mistakes_of(group, "liable", picked),
    )


@asks("ippatsu")
def _ippatsu(group: Group) -> Made | None:
    """Who can still win with ippatsu?"""
    say, right = group.say, group.fact("ippatsu")
    mistakes = mistakes_of(group, "ippatsu", seat_keys)
    if not isinstance(right, tuple) or not (mistakes or group.rule.id.startswith("riichi.ippatsu")):
        return None
    return Made(
        "all",
        say.say("ask.ippatsu"),
        seat_choices(say),
        tuple(map(seat_key, right)),
        tuple(group.explained()),
        mistakes=mistakes,
    )


# Single facts --------------------------------------------------------------

Label = Callable[[object, Wording], str]


def single_fact(
    key: str, label: Label, prompt: str, why: Callable[[Group], Iterable[str]] = Group.told
) -> Maker:
    """A maker for questions about one fact: its value, and the values others give it.

    Args:
        key: the fact.
        label: a value in words; empty where nothing is said of the fact.
        prompt: the key of what is asked.
        why: what explains the right value.
    """

    def text_of(outcome: Outcome, say: Wording) -> str:
        return label(outcome.facts.get(key), say)

    def maker(group: Group) -> Made | None:
        say = group.say
        right = text_of(group.outcome, say)
        notes: dict[str, list[str]] = {}
        for answer in group.wrong:
            text = text_of(answer.outcome, say)
            if text and text != right:
                notes.setdefault(text, []).append(group.note(answer))
        if not right or not notes:
            return None
        wrong = (
            Choice(f"wrong{place}", text, " ".join(dict.fromkeys(told)))
            for place, (text, told) in enumerate(notes.items(), 1)
        )
        return Made(
            "one",
            say.say(prompt, seat=group.scenario.seat),
            (Choice("right", right), *wrong),
            ("right",),
            tuple(why(group)),
            tuple((names, text) for names, text in group.elsewhere(key, text_of) if text),
        )

    return maker


def _count(value: object, say: Wording) -> str:
    return say.count(value, "tile") if isinstance(value, int) else say.say("fact.none")


def _number(value: object, say: Wording) -> str:
    return say.catalog.number(value) if isinstance(value, int) else say.say("fact.none")


def yes_or_no(value: object, say: Wording) -> str:
    """Whether there is anything to a fact, in one word."""
    return say.say("fact.yes" if value else "fact.no")


def named(prefix: str) -> Label:
    """A value by its key in the catalogue."""
    return lambda value, say: say.say(f"{prefix}.{value}")


def _ready(value: object, say: Wording) -> str:
    """What a player has declared; nothing where no effect speaks of it."""
    return say.say(f"fact.ready.{value}") if value else ""


_MAKERS |= {
    "furiten": single_fact("furiten", yes_or_no, "ask.furiten"),
    "free": single_fact("free", yes_or_no, "ask.free"),
    "dead-wall": single_fact("dead-wall", _count, "ask.dead-wall"),
    "live-wall": single_fact("live-wall", _count, "ask.live-wall"),
    "wall": single_fact("replacement", named("fact.wall"), "ask.wall"),
    "nature": single_fact("counts", named("fact.counts"), "ask.nature"),
    "fault": single_fact("fault", named("fact.fault"), "ask.fault"),
    "ends": single_fact("ends", named("fact.ends"), "ask.ends"),
    "barred": single_fact("barred", named("fact.barred"), "ask.barred"),
    "ready": single_fact("ready", _ready, "ask.ready"),
    "sideways": single_fact("sideways", yes_or_no, "ask.discard-sideways", why=Group.explained),
}

_indicators_open = single_fact("indicators", _number, "ask.indicators")


@asks("indicators")
def _indicators(group: Group) -> Made | None:
    """How many indicators lie open? Asked, and compared, only where a game has them."""

    def has_them(ruleset: str) -> bool:
        return group.book.ruleset(ruleset)["kong.indicator"] != "none"

    if not has_them(group.rulesets[0]):
        return None
    wrong = tuple(one for one in group.wrong if has_them(one.ruleset))
    others = tuple(one for one in group.others if has_them(one[0][0]))
    return _indicators_open(replace(group, wrong=wrong, others=others))
