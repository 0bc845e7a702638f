"""What pages show: rules, examples and rulings made ready for the templates."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from quizgen.answers import (
    agreeing,
    names_of,
    newest,
    own_effects,
    own_reasons,
    untold,
    words_of,
)
from quizgen.figures import Figure, Figures
from quizgen.questions import Question
from quizgen.scores import ScorePart, in_the_table, score_parts
from rulebook.effects import LayMeld
from rulebook.examples import rulesets_of, scenario_of
from rulebook.load import Rulebook
from rulebook.outcome import Outcome, situation, steps
from rulebook.ruling import Verdict
from rulebook.schema import Example, RuleDef
from rulebook.state import Over, Position
from rulebook.telling import (
    action_text,
    effect_text,
    effects_text,
    option_text,
    stand_text,
    verdict_key,
)
from rulebook.wording import Wording, wording

__all__ = [
    "ExampleView",
    "ParamView",
    "ResultView",
    "RuleView",
    "SceneView",
    "SourceView",
    "Views",
    "WordsView",
]


@dataclass(frozen=True, slots=True)
class ResultView:
    """What comes out of an example under rule sets that agree.

    Attributes:
        label: the rule sets.
        verdict: in words.
        verdict_key: `true`, `false`, `unknown`, or `settled` for several calls.
        why: the reasons that the example is about, and what follows by its own rule.
        also: the other reasons, each with the rule it comes from.
        follows: what else follows, in order, each with the rule that causes it.
        set: the set that is laid.
        score: what a hand that wins is worth, as the lines of a table.
    """

    label: str
    verdict: str
    verdict_key: str
    why: tuple[str, ...]
    also: tuple[tuple[str, str], ...]
    follows: tuple[tuple[str, str], ...]
    set: Figure | None
    score: tuple[ScorePart, ...]


@dataclass(frozen=True, slots=True)
class SceneView:
    """What an example asks about.

    Attributes:
        story: what has happened.
        action: what is tried.
        table: the table as the acting player sees it.
        tiles: whether there is a tile on it.
    """

    story: str
    action: str
    table: Figure
    tiles: bool


@dataclass(frozen=True, slots=True)
class ExampleView:
    """An example: the table, what is tried, what comes out."""

    id: str
    story: str
    action: str
    table: Figure
    results: tuple[ResultView, ...]


@dataclass(frozen=True, slots=True)
class SourceView:
    """Where a rule set says it and how well that is known."""

    ruleset: str
    label: str
    work: str
    section: str
    certainty: str
    note: str
    where: str


@dataclass(frozen=True, slots=True)
class ParamView:
    """A parameter that a rule reads, with the rule sets by value."""

    id: str
    label: str
    meaning: str
    values: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class WordsView:
    """Words of a rule for rule sets that share them.

    Attributes:
        label: these rule sets; empty where all of them do.
        paragraphs: what the rule says.
        whole: whether that is all it says for them, not just what differs.
    """

    label: str
    paragraphs: tuple[str, ...]
    whole: bool = False


@dataclass(frozen=True, slots=True)
class RuleView:
    """One rule of one family or of both."""

    id: str
    family: str
    title: str
    kind: str
    words: tuple[WordsView, ...]
    sources: tuple[SourceView, ...]
    doubts: tuple[tuple[str, str], ...]
    """What is to be said of sources: the rule sets it goes for, and the note."""
    params: tuple[ParamView, ...]
    examples: tuple[ExampleView, ...]
    misreadings: tuple[str, ...]
    asked: tuple[str, ...]
    see: tuple[tuple[str, str], ...]


_TELLING = 2
"""How many examples a chapter shows of a rule."""


def _verdict_key(outcome: Outcome) -> str:
    return str(outcome.facts.get("allowed", "settled"))


@dataclass(frozen=True, slots=True)
class Views:
    """Makes what pages show, in one language.

    Attributes:
        book: the definitions.
        code: the language.
        figures: where pictures are kept.
    """

    book: Rulebook
    code: str
    figures: Figures

    def say(self, ruleset: str) -> Wording:
        return wording(self.book, self.code, ruleset)

    def names(self, rulesets: tuple[str, ...] | list[str]) -> str:
        """Rule sets in words: EMA 2012 and EMA 2016."""
        return names_of(self.book, rulesets, self.code)

    def text(self, text: str, say: Wording, root: str) -> str:
        """Words with tiles as pictures."""
        return self.figures.in_text(text, root, say)

    def rule(
        self, rule: RuleDef, root: str, only: str | None = None, *, brief: bool = False
    ) -> RuleView:
        """A rule under all its rule sets, or under one.

        Args:
            rule: the rule.
            root: the way from the page to the language's root.
            only: the one rule set to show.
            brief: whether a few telling examples are enough, as in chapters.
        """
        rulesets = [only] if only else rulesets_of(self.book, rule)
        say = self.say(rulesets[0])
        sources = tuple(self.source(rule, id) for id in rulesets)
        return RuleView(
            id=rule.id,
            family=rule.family or "",
            title=say.words(rule.title),
            kind=rule.kind,
            words=tuple(self._words(rule, rulesets, root)),
            sources=sources,
            doubts=tuple(self._doubts(sources)),
            params=tuple(self._params(rule, rulesets)),
            examples=tuple(self._examples(rule, rulesets, most=_TELLING if brief else None)),
            misreadings=tuple(
                self.text(say.words(one.belief), say, root) for one in rule.misreadings
            ),
            asked=tuple(say.words(one) for one in rule.asked),
            see=tuple(self._see(rule, rulesets)),
        )

    def paragraphs(self, rule: RuleDef, ruleset: str, root: str) -> tuple[str, ...]:
        """What a rule says under a rule set."""
        say = self.say(ruleset)
        said = words_of(self.book, rule, ruleset)
        return tuple(self.text(say.words(one), say, root) for one in said)

    def _words(self, rule: RuleDef, rulesets: list[str], root: str) -> Iterator[WordsView]:
        """What the rule says: what all share once, unless they word it differently."""
        said = {id: list(words_of(self.book, rule, id)) for id in rulesets}
        lines: list[dict[str, list[str]]] = []
        for one in rule.text:
            lines.append({})
            for id in rulesets:
                if one.words in said[id]:
                    text = self.text(self.say(id).words(one.words), self.say(id), root)
                    lines[-1].setdefault(text, []).append(id)
        alike = all(len(texts) < 2 for texts in lines)
        if alike and any(rulesets in texts.values() for texts in lines):
            for texts in lines:
                for text, ids in texts.items():
                    yield WordsView("" if ids == rulesets else self.names(ids), (text,))
            return
        found: dict[tuple[str, ...], list[str]] = {}
        for id in rulesets:
            found.setdefault(self.paragraphs(rule, id, root), []).append(id)
        for paragraphs, ids in found.items():
            yield WordsView(self.names(ids), paragraphs, whole=len(found) > 1)

    def source(self, rule: RuleDef, id: str) -> SourceView:
        """Where a rule set has a rule."""
        citation = self.book.citation(rule, id)
        assert citation is not None
        definition = self.book.rulesets[id]
        say = self.say(id)
        work = self.book.work_of(definition)
        certainty = citation.certainty or definition.certainty
        note = citation.note
        return SourceView(
            id,
            say.words(definition.short),
            say.words(work.title),
            citation.section,
            certainty,
            say.words(note) if note else "",
            f"{id}/{self.book.topic(rule.id)}.md#{rule.id}",
        )

    def _doubts(self, sources: Iterable[SourceView]) -> Iterator[tuple[str, str]]:
        """Each note once, with the rule sets that share it."""
        found: dict[str, list[str]] = {}
        for one in sources:
            if one.note:
                found.setdefault(one.note, []).append(one.ruleset)
        for note, rulesets in found.items():
            yield self.names(rulesets), note

    def _params(self, rule: RuleDef, rulesets: list[str]) -> Iterator[ParamView]:
        for id in rule.params:
            param = self.book.params[id]
            say = self.say(rulesets[0])
            values: dict[str, list[str]] = {}
            for ruleset in rulesets:
                given = self.book.value(ruleset, id)
                if given:
                    text = self.say(ruleset).value(param, given.value)
                    values.setdefault(text, []).append(ruleset)
            shown = tuple((self.names(ids), text) for text, ids in values.items())
            yield ParamView(id, say.words(param.label), say.words(param.meaning), shown)

    def _see(self, rule: RuleDef, rulesets: list[str]) -> Iterator[tuple[str, str]]:
        family = self.book.rulesets[rulesets[0]].family
        for id in rule.see:
            other = self.book.rule(id, family) or next(
                one for one in self.book.rules.values() if one.id == id
            )
            say = self.say(rulesets_of(self.book, other)[0])
            yield id, say.words(other.title)

    def _examples(
        self, rule: RuleDef, rulesets: list[str], most: int | None
    ) -> Iterator[ExampleView]:
        """The examples of a rule; with `most` the first of each different verdict, so many."""
        seen: set[str] = set()
        for example in rule.examples:
            groups = [
                (wanted, outcome)
                for ids, outcome in agreeing(self.book, rule, example)
                if (wanted := tuple(id for id in ids if id in rulesets))
            ]
            if groups and most is not None:
                verdict = _verdict_key(groups[0][1])
                if verdict in seen or len(seen) == most:
                    continue
                seen.add(verdict)
            if groups:
                yield self._example(rule, example, groups)

    def _example(
        self, rule: RuleDef, example: Example, groups: list[tuple[tuple[str, ...], Outcome]]
    ) -> ExampleView:
        scene = self.scene(rule, example, newest(self.book, groups[0][0]))
        results = tuple(self._results(rule, example, groups))
        return ExampleView(example.id, scene.story, scene.action, scene.table, results)

    def scene(self, rule: RuleDef, example: Example, ruleset: str) -> SceneView:
        """What an example asks about, as a rule set has it on the table."""
        rules, say = self.book.ruleset(ruleset), self.say(ruleset)
        scenario, _ = scenario_of(example, rules)
        assert scenario is not None
        name = f"{rule.id}--{example.id}--{ruleset}"
        table = self.figures.table(name, scenario.position, scenario.seat, rules, say)
        if scenario.ask:
            action = say.say(f"ask.{scenario.ask}", seat=scenario.seat)
        else:
            now = situation(scenario, rules)
            tried = [*scenario.calls, *([scenario.action] if scenario.action else [])]
            acts = [*steps(scenario, rules), *((now, one) for one in tried)]
            action = " ".join(action_text(one, position, say) for position, one in acts)
        story = say.words(example.story) if example.story else ""
        return SceneView(story, action, table, not _bare(scenario.position))

    def _results(
        self, rule: RuleDef, example: Example, groups: list[tuple[tuple[str, ...], Outcome]]
    ) -> Iterator[ResultView]:
        """The results; those that read the same are one, though the games are not."""
        found: dict[ResultView, list[str]] = {}
        for ids, outcome in groups:
            found.setdefault(self._result(rule, example, ids, outcome), []).extend(ids)
        for result, names in found.items():
            yield replace(result, label=self.names(names))

    def _result(
        self, rule: RuleDef, example: Example, rulesets: tuple[str, ...], outcome: Outcome
    ) -> ResultView:
        say = self.say(newest(self.book, rulesets))
        main, rest = own_reasons(rule, example, outcome)
        if not main and outcome.facts.get("allowed") != "true":
            main, rest = rest, []
        own = own_effects(rule, outcome)
        follows = [one for one in untold(outcome) if one not in own]
        score = score_parts(outcome, say, lambda id: self._title(id, say))
        if score:
            own = [one for one in own if not in_the_table(one, outcome)]
            follows = [one for one in follows if not in_the_table(one, outcome)]
            rest = [
                one for one in rest if not in_the_table(one, outcome) and _near(one.rule, rule.id)
            ]
        laid = next((one.laid for one in outcome.effects if isinstance(one, LayMeld)), None)
        return ResultView(
            "",
            self.verdict(outcome, say),
            _verdict_key(outcome),
            tuple(dict.fromkeys([*map(say.reason, main), *effects_text(own, say)])),
            tuple(dict.fromkeys((say.reason(one), one.rule) for one in rest)),
            tuple((text, one.rule) for one in follows if (text := effect_text(one, say))),
            self.figures.laid(laid, say) if laid else None,
            score,
        )

    def _title(self, id: str, say: Wording) -> str:
        """What a rule is called in a family's words."""
        rule = self.book.rule(id, say.family)
        return say.words(rule.title) if rule else id

    def verdict(self, outcome: Outcome, say: Wording) -> str:
        """What comes out, in a word or two; nothing where a deal is settled, as it must be."""
        if "stand" in outcome.facts:
            return stand_text(outcome, say)
        if "options" in outcome.facts:
            items = tuple(option_text(one, outcome.position, say) for one in outcome.actions)
            return say.say("run.options", items=items)
        assert outcome.verdict is not None
        if isinstance(outcome.position.event, Over) and outcome.verdict is Verdict.ALLOWED:
            return ""
        return say.say(verdict_key(outcome))


def _bare(position: Position) -> bool:
    """Whether nobody knows any tile of a deal that is over."""
    if not isinstance(position.event, Over):
        return False
    return not any(one.hand or one.melds or one.discards or one.bonus for one in position.players)


def _near(other: str, rule: str) -> bool:
    """Whether a rule explains another's score: of the rules of scores only those of its kind."""
    kind = other.rpartition(".")[0]
    if kind in _COUNTING:
        return False
    return not kind.startswith("score.") or rule.startswith(f"{kind}.")


_COUNTING = ("points", "doubles")
"""What the table of a classical hand tells in full."""


def question_table(question: Question, figures: Figures, say: Wording) -> Figure:
    """The table of a question."""
    name = question.id.replace("/", "--").replace("@", "--")
    return figures.table(name, question.position, question.seat, question.rules, say)
