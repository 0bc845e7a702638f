"""What every rule set, and every misreading of it, answers to one example."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

from rulebook.compare import differ
from rulebook.effects import (
    AbortUnlessWon,
    Deduct,
    Effect,
    EndGame,
    NextDealer,
    ReturnBet,
)
from rulebook.examples import misread, outcome_of, rulesets_of, scenario_of
from rulebook.load import Rulebook
from rulebook.outcome import Outcome
from rulebook.ruleset import RuleSet
from rulebook.ruling import Reason
from rulebook.scenario import Scenario
from rulebook.schema import Example, Misreading, RuleDef, Words
from rulebook.telling import effect_text
from rulebook.wording import Wording, wording

__all__ = [
    "Answer",
    "Group",
    "agreeing",
    "groups_of",
    "in_the_other_game",
    "names_of",
    "newest",
    "own_effects",
    "own_reasons",
    "untold",
    "words_of",
]


@dataclass(frozen=True, slots=True)
class Answer:
    """What another rule set, or a misreading of the one asked, answers.

    Attributes:
        outcome: the engine's outcome.
        ruleset: the rule set whose words tell it.
        rules: the rules by which it is answered, as they are or as they are misread.
        says: who answers so, in words; empty for misreadings.
        belief: the belief behind a misreading; empty for rule sets.
    """

    outcome: Outcome
    ruleset: str
    rules: RuleSet
    says: str = ""
    belief: str = ""


@dataclass(frozen=True, slots=True)
class Group:
    """An example under the rule sets that agree on it, with all other answers to it.

    Attributes:
        book: the definitions.
        rule: the rule that has the example.
        example: the example.
        rulesets: the rule sets that agree and are asked about, the oldest first.
        scenario: the example built under the first of them.
        outcome: what the engine answers under them.
        say: their words.
        wrong: what other rule sets and declared misreadings answer.
        others: the other rule sets with their outcomes.
    """

    book: Rulebook
    rule: RuleDef
    example: Example
    rulesets: tuple[str, ...]
    scenario: Scenario
    outcome: Outcome
    say: Wording
    wrong: tuple[Answer, ...]
    others: tuple[tuple[tuple[str, ...], Outcome], ...]

    @property
    def rules(self) -> RuleSet:
        return self.book.ruleset(self.rulesets[0])

    def fact(self, key: str) -> object:
        return self.outcome.facts.get(key)

    def say_for(self, ruleset: str) -> Wording:
        """The words of another rule set, in the same language."""
        return wording(self.book, self.say.code, ruleset)

    def find(self, rule: str) -> RuleDef | None:
        """A rule by its id, as the family of the group has it."""
        return self.book.rule(rule, self.say.family)

    def title(self, rule: str, say: Wording | None = None) -> str:
        """What a rule is called, in the words of the group or in others."""
        say = say or self.say
        found = self.book.rule(rule, say.family)
        return say.words(found.title) if found else rule

    def names(self, rulesets: Iterable[str]) -> str:
        """Rule sets in words."""
        return names_of(self.book, rulesets, self.say.code)

    def reasons(self, outcome: Outcome, say: Wording) -> list[str]:
        """The sentences that explain an outcome: the rule's own, else all."""
        own, rest = own_reasons(self.rule, self.example, outcome)
        return list(dict.fromkeys(map(say.reason, own or rest)))

    def because(self, outcome: Outcome, say: Wording) -> str:
        """A verdict with its reasons, in one breath."""
        word = {"true": "answer.yes", "false": "answer.no"}[str(outcome.facts["allowed"])]
        return " ".join([say.say(word), *self.reasons(outcome, say)])

    def told(self) -> list[str]:
        """Why, and what follows by the rule that is taught."""
        say = self.say
        effects = [effect_text(one, say) for one in own_effects(self.rule, self.outcome)]
        effects = [text for text in effects if text]
        own = any(one.rule == self.rule.id for one in self.outcome.reasons)
        return [*([] if effects and not own else self.reasons(self.outcome, say)), *effects]

    def explained(self) -> list[str]:
        """What the rule finds here; where it finds nothing, what it says."""
        found = [self.say.reason(one) for one in self.outcome.reasons if one.rule == self.rule.id]
        return found or self.words_of(self.rule)[:1]

    def words_of(self, rule: RuleDef) -> list[str]:
        """What a rule says under all rule sets of the group, paragraph by paragraph."""
        said = [list(words_of(self.book, rule, id)) for id in self.rulesets]
        return [self.say.words(one) for one in said[0] if all(one in other for other in said)]

    def effects(self, *kinds: type[Effect]) -> list[str]:
        """The sentences of the effects of these kinds."""
        found = [one for one in self.outcome.effects if isinstance(one, kinds)]
        return [effect_text(one, self.say) for one in found]

    def elsewhere(
        self, key: str, text: Callable[[Outcome, Wording], str]
    ) -> tuple[tuple[str, str], ...]:
        """What other rule sets say where a fact differs: their names and a text."""
        found = []
        for names, outcome in self.others:
            if outcome.facts.get(key) != self.fact(key):
                say = self.say_for(names[0])
                found.append((names_of(self.book, names, say.code), text(outcome, say)))
        return tuple(found)

    def note(self, answer: Answer) -> str:
        """What a wrong choice mistakes: a belief, or another rule set."""
        if answer.belief:
            return f"{self.say.say('note.misreading')} {answer.belief}"
        return self.say.say("note.elsewhere", ruleset=answer.says)


def words_of(book: Rulebook, rule: RuleDef, ruleset: str) -> Iterator[Words]:
    """The paragraphs of a rule that hold under a rule set."""
    for one in rule.text:
        given = {param: book.value(ruleset, param) for param in one.when}
        if all(one.when[param] == (value and value.value) for param, value in given.items()):
            yield one.words


def names_of(book: Rulebook, rulesets: Iterable[str], language: str) -> str:
    """Rule sets in words: EMA 2012 and EMA 2016."""
    ids = list(rulesets)
    say = wording(book, language, ids[0])
    return say.catalog.listing(say.words(book.rulesets[id].short) for id in ids)


def newest(book: Rulebook, rulesets: Sequence[str]) -> str:
    """The last of rule sets, one that is asked about where there is any."""
    asked = [id for id in rulesets if book.rulesets[id].asked]
    return (asked or rulesets)[-1]


def own_reasons(
    rule: RuleDef, example: Example, outcome: Outcome
) -> tuple[list[Reason], list[Reason]]:
    """The reasons that an example is about, its rule's first, and the other ones.

    An example is about its own rule and about the rules that its author expects
    to decide.
    """
    named = {key.split("/")[0] for one in example.then for key in one.because if "/" in key}
    own = [one for one in outcome.reasons if one.rule == rule.id]
    own += [one for one in outcome.reasons if one.rule in named and one.rule != rule.id]
    return own, [one for one in outcome.reasons if one not in own]


def own_effects(rule: RuleDef, outcome: Outcome) -> list[Effect]:
    """What follows by a rule itself, but for what its reason has said."""
    return [one for one in untold(outcome) if one.rule == rule.id]


def untold(outcome: Outcome) -> list[Effect]:
    """What follows, but for what the reason of the rule that causes it has said already."""
    reasons = {one.rule for one in outcome.reasons}
    return [
        one
        for one in outcome.effects
        if one.rule not in reasons or not one.rule.startswith(_SAID.get(type(one), _NOWHERE))
    ]


_NOWHERE: tuple[str, ...] = ()

_SAID: Mapping[type[Effect], tuple[str, ...]] = {
    NextDealer: ("deal.", "penalty."),
    EndGame: ("game.",),
    AbortUnlessWon: ("end.", "kong."),
    Deduct: ("penalty.",),
    ReturnBet: ("riichi.",),
}
"""What reasons say themselves, by how the ids of their rules begin."""


@lru_cache(maxsize=4096)
def agreeing(
    book: Rulebook, rule: RuleDef, example: Example
) -> list[tuple[tuple[str, ...], Outcome]]:
    """The outcomes of an example, each with the rule sets that agree on it."""
    found: list[tuple[list[str], Outcome]] = []
    for id in rulesets_of(book, rule):
        outcome, _ = outcome_of(example, book.ruleset(id))
        if outcome is None:
            continue
        for names, known in found:
            same_family = book.rulesets[names[0]].family == book.rulesets[id].family
            same_reasons = _decisive(known, rule) == _decisive(outcome, rule)
            if same_family and not differ(known, outcome) and same_reasons:
                names.append(id)
                break
        else:
            found.append(([id], outcome))
    return [(tuple(names), outcome) for names, outcome in found]


def _decisive(outcome: Outcome, rule: RuleDef) -> list[Reason]:
    """The reasons that matter to an example: all that refuse, else those of its own rule."""
    if outcome.facts.get("allowed") == "true":
        return [one for one in outcome.reasons if one.rule == rule.id]
    return list(outcome.reasons)


def groups_of(book: Rulebook, rule: RuleDef, example: Example, language: str) -> list[Group]:
    """The groups of rule sets that agree on an example, each with what others answer.

    Those without a rule set that is asked about are none; they are among the others.
    """
    found = agreeing(book, rule, example)
    return [
        _group(book, rule, example, one, found, language)
        for one in found
        if any(book.rulesets[id].asked for id in one[0])
    ]


Answered = tuple[tuple[str, ...], Outcome]


def _group(
    book: Rulebook,
    rule: RuleDef,
    example: Example,
    own: Answered,
    found: list[Answered],
    language: str,
) -> Group:
    names, outcome = own
    rulesets = tuple(id for id in names if book.rulesets[id].asked)
    scenario, _ = scenario_of(example, book.ruleset(rulesets[0]))
    assert scenario is not None
    say = wording(book, language, rulesets[0])
    others = [one for one in found if one is not own]
    others += in_the_other_game(book, rule, example)
    wrong = [
        Answer(other, ids[0], says=names_of(book, ids, language), rules=book.ruleset(ids[0]))
        for ids, other in others
    ]
    for misreading in rule.misreadings:
        wrong += _believed(book, rule, example, misreading, rulesets[0], say)
    return Group(book, rule, example, rulesets, scenario, outcome, say, tuple(wrong), tuple(others))


def in_the_other_game(book: Rulebook, rule: RuleDef, example: Example) -> Iterator[Answered]:
    """The same position under rule sets of the other family, where it has the rule in its way."""
    for other in book.rules.values():
        if rule.family is None or other.id != rule.id or other is rule or other.kind == "note":
            continue
        id = newest(book, rulesets_of(book, other))
        outcome, _ = outcome_of(example, book.ruleset(id))
        if outcome is not None and _has_words(book, outcome, id):
            yield (id,), outcome


def _has_words(book: Rulebook, outcome: Outcome, ruleset: str) -> bool:
    """Whether a rule set has words for every reason: else the position is none of its own."""
    family = book.rulesets[ruleset].family
    rules = {one.rule: book.rule(one.rule, family) for one in outcome.reasons}
    return all(
        (rule := rules[one.rule]) is not None and one.key in rule.reasons for one in outcome.reasons
    )


def _believed(
    book: Rulebook,
    rule: RuleDef,
    example: Example,
    misreading: Misreading,
    ruleset: str,
    say: Wording,
) -> Iterator[Answer]:
    rules = misread(book, rule, misreading, ruleset)
    outcome, _ = outcome_of(example, rules)
    if outcome is not None:
        yield Answer(outcome, ruleset, belief=say.words(misreading.belief), rules=rules)
