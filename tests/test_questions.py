"""Questions about scored wins and about tiles: what is asked, what is wrong and why."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from typing import get_args

import pytest

from quizgen.alt import table_text
from quizgen.asks import makers
from quizgen.questions import Question, questions
from quizgen.scores import score_html, score_parts
from quizgen.site import Site
from quizgen.tree import docs_folder
from rulebook.catalog import languages
from rulebook.editors import json_schema
from rulebook.effects import Pay, Scored
from rulebook.examples import misread, outcome_of, rulesets_of, runs_of
from rulebook.outcome import Outcome
from rulebook.riichi.score import DORA_RULES
from rulebook.riichi.yaku import YAKUMAN
from rulebook.schema import AskName, Example, Misreading, RuleDef
from rulebook.state import Over
from rulebook.wording import wording
from tests.book import BOOK

NUMBERS = ("fan", "fu", "limit", "worth")
TILES = ("waits", "ron", "keep-ready")
DEAL = ("next-dealer", "counters", "bets", "taker", "game", "final")
STATES = ("ready", "ippatsu", "sideways", "tenpai")
LANGUAGES = pytest.mark.parametrize("code", languages())


@cache
def found(code: str = "en") -> list[Question]:
    return questions(BOOK, code)


def test_whatever_an_example_may_ask_is_asked_by_something() -> None:
    """One list for what is loaded, for the schema of editors and for what makes questions."""
    names = set(get_args(AskName))
    assert names == makers()
    known = json_schema()["rule"]["schema"]["$defs"]["Example"]["properties"]["ask"]["anyOf"]
    assert set(known[1]["enum"]) == names


def about(*kinds: str) -> list[Question]:
    """The questions that ask for these things."""
    return [one for one in found() if _asks(one) in kinds]


def _asks(question: Question) -> str:
    """What a question asks for, by its id; nothing for verdicts."""
    example = question.id.partition("/")[2].partition("@")[0]
    return example.partition(".")[2]


def example_of(question: Question) -> Example:
    """The example that a question is about."""
    rule = next(
        one
        for one in BOOK.rules.values()
        if one.id == question.rule and one.family in (None, question.rules.family.value)
    )
    id = question.id.partition("/")[2].partition("@")[0].partition(".")[0]
    return next(one for one in rule.examples if one.id == id)


def first_outcome(question: Question) -> Outcome:
    """What the engine answers to a question's example under the first rule set asked."""
    outcome, _ = outcome_of(example_of(question), BOOK.ruleset(question.rulesets[0]))
    assert outcome is not None
    return outcome


@pytest.mark.parametrize("kind", ["yaku", *NUMBERS, *TILES, *DEAL, *STATES])
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


# Every misreading ------------------------------------------------------------


def _changes_an_outcome(rule: RuleDef, misreading: Misreading) -> bool:
    """Whether an example comes out otherwise, or not at all, under a rule set that is asked."""
    for id in (id for id in rulesets_of(BOOK, rule) if BOOK.rulesets[id].asked):
        believed = misread(BOOK, rule, misreading, id)
        for example in (one for one in rule.examples if not one.retired):
            right, _ = outcome_of(example, BOOK.ruleset(id))
            wrong, _ = outcome_of(example, believed)
            if right and (wrong is None or wrong.facts != right.facts):
                return True
    return False


def _slips(question: Question) -> str:
    """Everything that a question says of its wrong answers."""
    made = question.made
    choices = (f"{one.text} {one.note}" for one in made.choices if one.key not in made.answer)
    return " ".join([*choices, *(one.note for one in made.mistakes)])


def test_every_misreading_comes_up() -> None:
    told: dict[str, str] = {}
    for question in found():
        told[question.rule] = told.get(question.rule, "") + _slips(question)
    missing = set()
    seen = 0
    for rule in BOOK.rules.values():
        for one in rule.misreadings:
            if not _changes_an_outcome(rule, one):
                continue
            seen += 1
            words = {wording(BOOK, "en", id).words(one.belief) for id in rulesets_of(BOOK, rule)}
            if not any(text in told.get(rule.id, "") for text in words):
                missing.add(f"{rule.id}/{one.id}")
    assert seen > 400
    assert not missing


# Each kind as it is asked ----------------------------------------------------

ASKED: dict[str, dict[str, tuple[str, str, str]]] = {
    "deal.rotation.draw/south-in-tenpai.next-dealer@ema-2012": {
        "en": (
            "Which of the four players is East in the next deal?",
            "South",
            "A common misreading: East always stays when nobody has won.",
        ),
        "cs": (
            "Kdo ze čtyř hráčů bude v příštím rozdání Východem?",
            "Jih",
            "Častý omyl: Když nikdo nevyhraje, Východ zůstává vždycky.",
        ),
    },
    "deal.title.streak/thirteenth-win.next-dealer@millington": {
        "en": (
            "Which of the four players is East in the next deal?",
            "South",
            "A common misreading: East stays as long as East wins.",
        ),
        "cs": (
            "Kdo ze čtyř hráčů bude v příštím rozdání Východem?",
            "Jih",
            "Častý omyl: Dokud Východ vyhrává, zůstává Východem.",
        ),
    },
    "deal.counters.next/north-wins.counters@ema-2012": {
        "en": (
            "How many counters lie on the table in the next deal?",
            "0 counters",
            "A common misreading: Counters pile up whoever wins.",
        ),
        "cs": (
            "Kolik honba leží na stole v dalším rozdání?",
            "0 honba",
            "Častý omyl: Honba přibývají, ať vyhraje kdokoli.",
        ),
    },
    "riichi.bet.claimed/north-takes-a-pung.bets@ema-2012": {
        "en": (
            "How many riichi bets lie on the table afterwards?",
            "1 riichi bet",
            "A common misreading: When the riichi tile is claimed for a set the riichi is void, "
            "as after a ron, and the bet goes back.",
        ),
        "cs": (
            "Kolik vkladů za riichi leží potom na stole?",
            "1 vklad za riichi",
            "Častý omyl: Když si kámen s riichi někdo vezme do sady, riichi neplatí a vklad se "
            "vrátí, jako po ronu.",
        ),
    },
    "riichi.bet.won/won-at-once.taker@ema-2012": {
        "en": (
            "Who gets the riichi bets that lie on the table?",
            "West",
            "A common misreading: The riichi has been declared, so the winner takes that bet as "
            "well.",
        ),
        "cs": (
            "Komu připadnou vklady za riichi, které leží na stole?",
            "Západ",
            "Častý omyl: Riichi bylo ohlášeno, takže si vítěz vezme i tento vklad.",
        ),
    },
    "game.end.last-deal/end-of-the-east-round.game@ema-2012": {
        "en": (
            "Is the game over with this deal?",
            "no",
            "A common misreading: The game ends with the east round.",
        ),
        "cs": (
            "Končí tímto rozdáním celá hra?",
            "ne",
            "Častý omyl: Hra končí východním kolem.",
        ),
    },
    "game.bonus.oka/four-different-scores.final@ema-2016": {
        "en": (
            "Scores before the settlement: East 42,000, South 33,000, West 25,000, North 20,000. "
            "What does each player end the game with, uma included?",
            "East 27000, South 8000, West -10000, North -25000",
            "A common misreading: Everybody starts with 25,000 and the winner gets 20,000 extra.",
        ),
        "cs": (
            "Skóre před vyrovnáním: Východ 42 000, Jih 33 000, Západ 25 000, Sever 20 000. "
            "Jaký bude konečný výsledek každého hráče i s uma?",
            "Východ 27000, Jih 8000, Západ -10000, Sever -25000",
            "Častý omyl: Začíná se s 25 000 body a vítěz dostane 20 000 bodů navíc.",
        ),
    },
    "riichi.double.first/pung-before.ready@ema-2012": {
        "en": (
            "Is West now in riichi, in double riichi or in neither?",
            "riichi",
            "A common misreading: Only one’s own first discard counts; calls of others before it "
            "do not matter.",
        ),
        "cs": (
            "Má teď Západ riichi, dvojité riichi, nebo ani jedno?",
            "riichi",
            "Častý omyl: Rozhoduje jen první vlastní zahozený kámen, na nárocích ostatních "
            "nezáleží.",
        ),
    },
    "riichi.ippatsu.interrupted/pung-of-strangers.ippatsu@ema-2012": {
        "en": (
            "Who can still win with ippatsu afterwards?",
            "",
            "A common misreading: Ippatsu lasts for one go-around whatever the others call.",
        ),
        "cs": (
            "Kdo může potom ještě vyhrát s ippatsu?",
            "",
            "Častý omyl: Ippatsu trvá celý oběh, ať ostatní hlásí cokoli.",
        ),
    },
    "riichi.bet.claimed/next-discard-turned.sideways@ema-2012": {
        "en": (
            "Is the discarded tile laid sideways?",
            "yes",
            "A common misreading: When the riichi tile is claimed, no tile lies sideways any more.",
        ),
        "cs": (
            "Pokládá se zahozený kámen napříč?",
            "ano",
            "Častý omyl: Když si kámen s riichi někdo vezme, napříč už neleží nic.",
        ),
    },
    "tenpai.shape.one-short/in-furiten.tenpai@ema-2012": {
        "en": (
            "Does the hand of South count as tenpai after this last discard?",
            "yes",
            "A common misreading: A hand that could not have won, because it is in furiten "
            "or has no yaku, is not in tenpai when the wall is used up.",
        ),
        "cs": (
            "Počítá se ruka Jihu po tomto posledním zahozeném kameni jako tenpai?",
            "ano",
            "Častý omyl: Ruka, která nemohla vyhrát, protože má furiten nebo nemá yaku, tenpai "
            "při vyčerpané zdi nemá.",
        ),
    },
    "penalty.misnamed.pung/green-called-white.pay@millington": {
        "en": (
            "What does each opponent pay South?",
            "West 0, North 100, East 0",
            "A common misreading: The name is put right, and nobody pays anything.",
        ),
        "cs": (
            "Kolik zaplatí Jihu každý soupeř?",
            "Západ 0, Sever 100, Východ 0",
            "Častý omyl: Jméno se opraví a nikdo nic neplatí.",
        ),
    },
    "penalty.misnamed.mahjong/seven-called-eight.gets@millington": {
        "en": (
            "How many points does each player gain or lose at the table?",
            "East 300, South 300, West 300, North -900",
            "A common misreading: The name is put right, and nobody pays anything.",
        ),
        "cs": (
            "Kolik bodů kdo u stolu získá, nebo ztratí?",
            "Východ 300, Jih 300, Západ 300, Sever -900",
            "Častý omyl: Jméno se opraví a nikdo nic neplatí.",
        ),
    },
}
"""What is asked, answered and mistaken, by the question and the language."""


def _plain(text: str) -> str:
    return text.replace("\N{NO-BREAK SPACE}", " ")


@LANGUAGES
@pytest.mark.parametrize("id", ASKED)
def test_what_is_asked(id: str, code: str) -> None:
    question = next(one for one in found(code) if one.id == id)
    prompt, answer, slip = ASKED[id][code]
    made = question.made
    texts = [choice.text for choice in made.choices if choice.key in made.answer]
    texts += [f"{label} {made.values[key]}" for key, label in made.fields]
    assert _plain(made.prompt) == prompt
    assert _plain(", ".join(texts)) == answer
    assert slip in _plain(_slips(question))
    assert made.why


MISNAMED = {
    "en": "North has discarded the green dragon and named it “white dragon”.",
    "cs": "Sever zahodil zeleného draka a řekl „bílý drak“.",
}


SAID = {
    "win.source.words/tsumo-for-ron@ema-2012": {
        "en": "Does South win on the five of characters by saying “tsumo”?",
        "cs": "Vyhraje Jih na pětku znaků, když řekne „tsumo“?",
    },
    "penalty.misnamed.chow/six-called-five@millington": {
        "en": "Does South make a chow with the tile named “five of dots”?",
        "cs": "Získá Jih čou z kamene ohlášeného jako „pětka puntíků“?",
    },
}
"""What is asked where what was said matters."""


@LANGUAGES
@pytest.mark.parametrize("id", SAID)
def test_what_was_said_is_asked_about(id: str, code: str) -> None:
    question = next(one for one in found(code) if one.id == id)
    assert _plain(question.prompt) == SAID[id][code]


@LANGUAGES
def test_the_table_tells_a_wrong_name(code: str) -> None:
    id = "penalty.misnamed.pung/green-called-white@millington"
    question = next(one for one in found(code) if one.id == id)
    say = wording(BOOK, code, question.rules.id)
    text = table_text(question.position, question.seat, question.rules, say)
    assert _plain(text).startswith(MISNAMED[code])


# What was asked badly --------------------------------------------------------


def test_other_rule_sets_do_not_stand_beside_a_misreading() -> None:
    """Where several choices say the opposite of the right one, each is a belief of its own."""
    say = wording(BOOK, "en", "ema-2016")
    words, common = (say.say("answer.yes"), say.say("answer.no")), say.say("note.common")
    several = 0
    for question in found("en"):
        choices = question.made.choices
        if len(choices) > 2 and all(one.text.startswith(words) for one in choices):
            several += 1
            assert {one.note for one in choices if one.note} == {common}, question.id
    assert several


def test_a_deal_that_is_over_is_settled_whatever_is_believed() -> None:
    """Who becomes East is asked, not whether the deal is settled."""
    asked = [one for one in about("") if isinstance(one.position.event, Over)]
    assert not [one.id for one in asked if one.id.startswith(("deal.", "pay.", "settlement."))]


def test_reasons_say_what_the_right_answer_does_not() -> None:
    for question in found():
        made = question.made
        right = [one.text for one in made.choices if one.key in made.answer]
        assert not [why for why in made.why if any(why in text for text in right)], question.id


@LANGUAGES
def test_no_sentence_has_a_gap(code: str) -> None:
    """A list of nobody, or a name that is missing, would leave spaces with nothing between."""
    gap = re.compile(r"^ | $|  |\w [.,;:!?](\s|$)")
    assert not [(one.id, text) for one in found(code) for text in _texts(one) if gap.search(text)]


def _texts(question: Question) -> Iterator[str]:
    made = question.made
    yield from (question.story, question.prompt, *made.why)
    for choice in made.choices:
        yield from (choice.text, choice.note)
    for pair in (*made.others, *made.fields):
        yield from pair
    yield from (mistake.note for mistake in made.mistakes)


@pytest.mark.parametrize("kind", ["yaku", "doubles", "limit-hand", "points"])
def test_there_is_more_to_choose_from_than_two(kind: str) -> None:
    assert about(kind)
    assert not [one.id for one in about(kind) if len(one.made.choices) < 3]


def test_two_errors_at_once_are_both_named() -> None:
    """Where nobody believes anything else, two yakuman are forgotten, or the sum is not rounded."""
    notes = {
        f"{one.rule} {choice.text}": choice.note for one in found() for choice in one.made.choices
    }
    forgotten = notes["yaku.tsuuiisou 8,000 points"]
    assert "Tsuu iisou" in forgotten and "Daisangen" in forgotten
    assert "In all 32 minipoints, rounded up to 40." in notes["score.fu.rounding 32 minipoints"]


def test_yaku_are_offered_that_belong_to_those_of_the_hand() -> None:
    """They come with what they take, and none is hidden only by another that counts more."""
    taught = 0
    for question in about("yaku"):
        made, rules = question.made, BOOK.ruleset(question.rulesets[0])
        wrong = {one.key: one.note for one in made.choices if one.key not in made.answer}
        assert set(wrong) != {"menzen-tsumo"}, question.id
        say = wording(BOOK, "en", rules.id)
        texts = {id: BOOK.rule(f"yaku.{id}", "riichi") for id in wrong if id not in DORA_RULES}
        beside = {
            id
            for id, rule in texts.items()
            if rule and wrong[id] in [say.words(one.words) for one in rule.text]
        }
        for id in made.answer:
            other, _ = outcome_of(example_of(question), rules.misread(ignore=[f"yaku.{id}"]))
            yaku = other.facts.get("yaku", ()) if other else ()
            assert isinstance(yaku, tuple) and not beside & set(yaku), question.id
        if first_outcome(question).facts["yakuman"]:
            assert beside <= set(YAKUMAN), question.id
        taught += len(beside)
    assert taught > 40
