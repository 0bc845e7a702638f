"""Questions made from examples: a position, what is asked, and the engine's answer."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace

from quizgen import asks_deal as _deal  # noqa: F401  (registers its questions)
from quizgen import asks_score as _score  # noqa: F401  (registers its questions)
from quizgen import asks_tiles as _tiles  # noqa: F401  (registers its questions)
from quizgen.answers import Group, groups_of, names_of
from quizgen.asks import Choice, Made, make, verdict_prompt
from quizgen.scores import ScorePart, score_parts
from quizgen.slips import HOLDS
from rulebook.load import Rulebook
from rulebook.outcome import Outcome
from rulebook.riichi.yaku import OPEN
from rulebook.ruleset import RuleSet
from rulebook.schema import AskName, Example, RuleDef
from rulebook.state import Position
from rulebook.tiles import Seat

__all__ = ["KINDS", "Question", "questions"]

KINDS = ("one", "all", "order", "place", "next", "pay", "compare")
"""The kinds of questions: choose one, choose all, put in order, find the turned
tiles, who is next, who pays how much, under which rules."""


@dataclass(frozen=True, slots=True)
class Question:
    """One question in one language.

    Attributes:
        id: permanent: the rule, the example, what is asked, the first rule set asked.
        rule: the id of the rule it teaches.
        topic: the chapter it belongs to.
        rulesets: the rule sets under which the answer is this.
        label: these rule sets in words.
        position: the table, as the player in `seat` sees it under `rules`.
        story: what is going on.
        made: what is asked and answered.
        score: what the hand is worth, as the lines of a table, where that explains the answer.
        decided_by: the ids of the rules that decided.
    """

    id: str
    rule: str
    topic: str
    rulesets: tuple[str, ...]
    label: str
    position: Position
    seat: Seat
    rules: RuleSet
    story: str
    made: Made
    score: tuple[ScorePart, ...]
    decided_by: tuple[str, ...]

    @property
    def kind(self) -> str:
        """One of `KINDS`."""
        return self.made.kind

    @property
    def prompt(self) -> str:
        """What is asked."""
        return self.made.prompt


def questions(book: Rulebook, language: str) -> list[Question]:
    """All questions in a language, in the order of the rules."""
    return [
        question
        for rule in book.rules.values()
        for example in rule.examples
        if not example.retired
        for question in _of_example(book, rule, example, language)
    ]


def _of_example(
    book: Rulebook, rule: RuleDef, example: Example, language: str
) -> Iterator[Question]:
    groups = groups_of(book, rule, example, language) if example.ask != [] else []
    asked = dict.fromkeys(ask for group in groups for ask in _asked(group))
    for ask in asked:
        for made, found in _alike(ask, groups):
            suffix = "" if ask in ("verdict", "who") else f".{ask}"
            rulesets = tuple(id for group in found for id in group.rulesets)
            score = _score_of(found[0]) if ask in _OF_THE_SCORE else ()
            yield _question(found[0], made, rulesets, f"{suffix}@{rulesets[0]}", score)
    yield from _comparing(groups)


def _score_of(group: Group) -> tuple[ScorePart, ...]:
    return score_parts(group.outcome, group.say, group.title)


def _alike(ask: AskName, groups: Iterable[Group]) -> list[tuple[Made, list[Group]]]:
    """What is asked of each group; where rule sets differ in something else it is asked once."""
    found: list[tuple[Made, list[Group]]] = []
    for group in groups:
        made = make(ask, group)
        same = next((known for other, known in found if other == made), None)
        if same is not None and ask in _ONCE:
            same.append(group)
        elif made is not None:
            found.append((made, [group]))
    return found


_OF_THE_SCORE: tuple[AskName, ...] = (
    *("yaku", "fan", "fu", "limit", "worth", "pay"),
    *("points", "doubles", "limit-hand", "only-place"),
)
"""What the table of the score explains."""

_ONCE: tuple[AskName, ...] = (
    *_OF_THE_SCORE,
    *("waits", "ron", "keep-ready", "tenpai"),
    *("next-dealer", "counters", "bets", "taker", "game", "final"),
    *("ready", "ippatsu", "sideways"),
)
"""What is asked of a part of the ruling, on which rule sets may agree that differ otherwise."""


def _asked(group: Group) -> list[AskName]:
    """What an example is asked about: what it says, else what its author expects of it."""
    example = group.example
    if example.ask is not None:
        return [*example.ask]
    if example.when.calls:
        return ["who"]
    expected = {name for one in example.then for name in _IMPLIED if getattr(one, name) is not None}
    implied = [ask for name, ask in _IMPLIED.items() if name in expected]
    if example.when.do == "settle" and "pay" in implied:
        implied[implied.index("pay")] = "gets"
    if group.rule.id.startswith("settlement.") and group.fact("gets"):
        implied.append("gets")
    found: list[AskName] = ["verdict", *_of_the_rule(group), *dict.fromkeys(implied)]
    if _BETS.intersection(found):
        found = [one for one in found if one != "bets"]
    if _worth_is_mistaken(group) and not _NUMBERS.intersection(found):
        found.append("worth")
    return found


_BETS: frozenset[AskName] = frozenset(("taker", "gets"))
"""What is asked that tells where the riichi bets go."""

_NUMBERS: frozenset[AskName] = frozenset(("pay", "worth", "fan", "fu", "points"))
"""What is asked that tells how much a hand is worth, or what that comes from."""


def _worth_is_mistaken(group: Group) -> bool:
    """Whether somebody counts the same yaku or doubles and takes them for more or less."""

    def held(outcome: Outcome) -> list[str]:
        return [one.rule for one in outcome.reasons if one.key == HOLDS]

    right = group.outcome
    return any(
        answer.belief
        and answer.outcome.facts.get("worth") not in (None, group.fact("worth"))
        and held(answer.outcome) == held(right)
        for answer in group.wrong
    )


def _of_the_rule(group: Group) -> Iterator[AskName]:
    """What the rule of an example is about: a number of the score, or tiles."""
    id = group.rule.id
    table = _SCORED if "yaku" in group.outcome.facts else _UNSCORED
    if "points" in group.outcome.facts:
        table = _COUNTED
    yield from next((asks for start, asks in table.items() if id.startswith(start)), ())
    if id.startswith("yaku.") and (id, OPEN) in {
        (one.rule, one.key) for one in group.outcome.reasons
    }:
        yield "fan"


_SCORED: Mapping[str, tuple[AskName, ...]] = {
    "yaku.": ("yaku",),
    "riichi.bet.": ("yaku", "taker"),
    "riichi.": ("yaku",),
    "score.value.bets": ("worth", "taker"),
    "score.fu.": ("fu",),
    "score.dora.": ("fan",),
    "score.value.limit": ("limit", "worth"),
    "score.value.thirteen": ("limit", "worth"),
    "score.value.": ("worth",),
    "win.shape.yaku": ("fan",),
    "furiten.own.": ("ron",),
}
"""What is asked of a win, by how the rule's id begins."""

_UNSCORED: Mapping[str, tuple[AskName, ...]] = {
    "furiten.own.": ("ron",),
    "tenpai.": ("waits",),
    "riichi.declare.": ("keep-ready",),
}
"""What is asked where nobody wins."""

_COUNTED: Mapping[str, tuple[AskName, ...]] = {
    "points.only-place": ("only-place", "points"),
    "points.value": ("worth",),
    "points.grouping": ("worth",),
    "points.": ("points",),
    "doubles.": ("doubles",),
    "limit.cap": ("worth",),
    "limit.roof-off": ("worth",),
    "limit.": ("limit-hand",),
}
"""What is asked of a classical hand that is counted, by how the rule's id begins."""

_IMPLIED: Mapping[str, AskName] = {
    "gets": "gets",
    "pays": "pay",
    "liable": "liable",
    "next": "next",
    "lose": "lose",
    "furiten": "furiten",
    "free": "free",
    "fault": "fault",
    "ends": "ends",
    "barred": "barred",
    "next_dealer": "next-dealer",
    "counters": "counters",
    "bets": "bets",
    "game": "game",
    "final": "final",
    "ready": "ready",
    "ippatsu": "ippatsu",
    "sideways": "sideways",
}
"""What is asked of an example whose author expects such a fact."""


def _question(
    group: Group,
    made: Made,
    rulesets: tuple[str, ...],
    suffix: str,
    score: tuple[ScorePart, ...] = (),
) -> Question:
    book, say = group.book, group.say
    return Question(
        id=f"{group.rule.id}/{group.example.id}{suffix}",
        rule=group.rule.id,
        topic=book.topic(group.rule.id),
        rulesets=rulesets,
        label=names_of(book, rulesets, say.code),
        position=group.scenario.position,
        seat=group.scenario.seat,
        rules=group.rules,
        story=say.words(group.example.story) if group.example.story else "",
        made=replace(made, why=_not_said(made)),
        score=score,
        decided_by=group.outcome.rules,
    )


def _not_said(made: Made) -> tuple[str, ...]:
    """The reasons, each once, those left out that a right choice has said already."""
    right = [choice.text for choice in made.choices if choice.key in made.answer]
    return tuple(one for one in dict.fromkeys(made.why) if not any(one in text for text in right))


def _comparing(groups: list[Group]) -> Iterator[Question]:
    """Under which rules may the player do that? Asked where rule sets disagree."""
    if {group.fact("allowed") for group in groups} != {"true", "false"}:
        return
    choices: list[Choice] = []
    answer: list[str] = []
    why: list[str] = []
    for group in groups:
        book, say = group.book, group.say
        text = group.because(group.outcome, say)
        why.append(f"{names_of(book, group.rulesets, say.code)}: {text}")
        allowed = group.fact("allowed") == "true"
        for id in group.rulesets:
            label = group.say_for(id).words(book.rulesets[id].short)
            choices.append(Choice(id, label, "" if allowed else text))
        answer += group.rulesets if allowed else []
    first = groups[0]
    prompt = first.say.say("ask.compare", question=verdict_prompt(first))
    others = tuple(_unasked(first))
    made = Made("compare", prompt, tuple(choices), tuple(answer), tuple(why), others)
    everyone = tuple(id for group in groups for id in group.rulesets)
    yield _question(first, made, everyone, "@compare")


def _unasked(group: Group) -> Iterator[tuple[str, str]]:
    """What rule sets say that are not asked about, those that agree with one that is left out."""
    for names, outcome in group.others:
        decided = outcome.facts.get("allowed") in ("true", "false")
        if decided and not any(group.book.rulesets[id].asked for id in names):
            yield group.names(names), group.because(outcome, group.say_for(names[0]))
