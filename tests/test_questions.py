"""Questions about scored wins and about tiles: what is asked, what is wrong and why."""

from __future__ import annotations

from functools import cache

import pytest

from quizgen.questions import Question, questions
from quizgen.scores import score_html, score_parts
from quizgen.site import Site
from quizgen.tree import docs_folder
from rulebook.catalog import languages
from rulebook.effects import Pay, Scored
from rulebook.examples import outcome_of, runs_of
from rulebook.outcome import Outcome
from rulebook.riichi.score import DORA_RULES
from rulebook.wording import wording
from tests.book import BOOK

NUMBERS = ("fan", "fu", "limit", "worth")
TILES = ("waits", "ron", "keep-ready")
LANGUAGES = pytest.mark.parametrize("code", languages())


@cache
def found(code: str = "en") -> list[Question]:
    return questions(BOOK, code)


def about(*kinds: str) -> list[Question]:
    """The questions that ask for these things."""
    return [one for one in found() if _asks(one) in kinds]


def _asks(question: Question) -> str:
    """What a question asks for, by its id; nothing for verdicts."""
    example = question.id.partition("/")[2].partition("@")[0]
    return example.partition(".")[2]


def first_outcome(question: Question) -> Outcome:
    """What the engine answers to a question's example under the first rule set asked."""
    rule = next(
        one
        for one in BOOK.rules.values()
        if one.id == question.rule and one.family in (None, question.rules.family.value)
    )
    id = question.id.partition("/")[2].partition("@")[0].partition(".")[0]
    example = next(one for one in rule.examples if one.id == id)
    outcome, _ = outcome_of(example, BOOK.ruleset(question.rulesets[0]))
    assert outcome is not None
    return outcome


@pytest.mark.parametrize("kind", ["yaku", *NUMBERS, *TILES])
def test_each_kind_is_asked(kind: str) -> None:
    assert about(kind)


def test_rule_sets_that_are_not_asked_are_only_compared() -> None:
    unasked = {id for id, one in BOOK.rulesets.items() if not one.asked}
    assert unasked
    for question in found():
        assert not unasked & set(question.rulesets), question.id
        if question.kind == "compare":
            assert not unasked & {choice.key for choice in question.made.choices}, question.id
    short = {BOOK.rulesets[id].short["en"] for id in unasked}
    told = {label for question in found() for label, _ in question.made.others}
    assert any(name in label for name in short for label in told)


def test_what_rule_sets_agree_on_is_asked_once() -> None:
    for kind in ("yaku", *NUMBERS, *TILES):
        asked = [(one.id.partition("@")[0], one.made) for one in about(kind)]
        for place, one in enumerate(asked):
            assert one not in asked[:place], one[0]


def test_yaku_are_those_of_the_engine() -> None:
    for question in about("yaku"):
        facts = first_outcome(question).facts
        yaku = facts["yaku"]
        assert isinstance(yaku, tuple)
        held = tuple(id for id in yaku if id not in DORA_RULES)
        assert question.made.answer == held, question.id
        wrong = [one for one in question.made.choices if one.key not in held]
        assert wrong and all(one.note for one in wrong), question.id
        assert not any(one.note for one in question.made.choices if one.key in held), question.id


@pytest.mark.parametrize("kind", NUMBERS)
def test_wrong_numbers_are_wrong_and_have_a_reason(kind: str) -> None:
    for question in about(kind):
        right, *wrong = question.made.choices
        assert question.made.answer == (right.key,), question.id
        assert wrong and all(one.note and one.text != right.text for one in wrong), question.id


def test_a_forgotten_item_is_named() -> None:
    """An edge wait makes 32 minipoints; who forgets it stays at 30 and reads of the wait."""
    id = "score.fu.wait/edge.fu@ema-2012"
    question = next(one for one in found() if one.id == id)
    notes = {choice.text: choice.note for choice in question.made.choices}
    assert set(notes) >= {"40 minipoints", "30 minipoints"}
    assert "The edge wait for the three of characters" in notes["30 minipoints"]


def test_a_near_miss_is_counted_by_the_engine() -> None:
    """Pinfu with a valued pair is offered, with what is missing."""
    id = "yaku.pinfu/pair-of-the-own-wind.yaku@ema-2012"
    question = next(one for one in found() if one.id == id)
    notes = {choice.key: choice.note for choice in question.made.choices}
    assert question.made.answer == ("riichi",)
    assert "No pinfu, because the pair has value." in notes["pinfu"]


@pytest.mark.parametrize("kind", TILES)
def test_wrong_tiles_have_a_reason(kind: str) -> None:
    for question in about(kind):
        made = question.made
        wrong = [one for one in made.choices if one.key not in made.answer]
        assert made.kind == "all" and wrong and all(one.note for one in wrong), question.id


def test_payments_of_a_self_draw_come_from_three() -> None:
    three = [one for one in about("pay") if sorted(one.made.values.values())[0] > 0]
    assert any(len(set(one.made.values.values())) == 2 for one in three)
    for question in three:
        scored = [one for one in first_outcome(question).effects if isinstance(one, Scored)]
        if scored and not question.position.counters:
            assert sum(question.made.values.values()) == scored[0].worth, question.id


def _numbers(text: str) -> list[int]:
    return [int(word.replace(",", "")) for word in text.split() if word[:1].isdigit()]


def test_the_table_adds_up() -> None:
    say = wording(BOOK, "en", "ema-2025")
    seen = 0
    for rule in BOOK.rules.values():
        for run in runs_of(BOOK, rule):
            scored = [one for one in run.outcome.effects if isinstance(one, Scored)]
            if len(scored) != 1 or run.ruleset != "ema-2025":
                continue
            yaku, *rest = score_parts(run.outcome, say, lambda id: id)
            name = f"{rule.id}#{run.example.id}"
            if not scored[0].yakuman:
                total = sum(int(row.amount) for row in yaku.rows)
                assert total == scored[0].fan == _numbers(yaku.amount)[0], name
            if len(rest) > 1:
                assert sum(int(row.amount) for row in rest[0].rows) == _numbers(rest[0].amount)[0]
                assert _numbers(rest[0].amount)[-1] == scored[0].fu, name
            pays = [one for one in run.outcome.effects if isinstance(one, Pay)]
            assert len(rest[-1].rows) >= len(pays), name
            seen += 1
    assert seen > 100


@LANGUAGES
def test_near_misses_stay_on_their_own_pages(code: str) -> None:
    site = Site(BOOK, code, docs_folder() / code)
    rule = BOOK.rule("score.fu.wait", "riichi")
    assert rule is not None
    view = site.views.rule(rule, "../")
    results = [one for example in view.examples for one in example.results if one.score]
    assert results
    for result in results:
        assert not [rule for _, rule in result.also if rule.startswith("yaku.")]


def test_the_quiz_shows_the_table() -> None:
    site = Site(BOOK, "en", docs_folder() / "en")
    question = next(one for one in about("worth") if one.score and one.rule.startswith("score."))
    html = score_html(question.score, site.figures, site.say)
    assert html.count("<tr>") == sum(1 + len(part.rows) for part in question.score)
    assert 'href="rules/yaku.' in html
