"""The same hands in several games: what each is worth there, and what is paid for it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from quizgen.figures import Figure
from quizgen.hands import hand_figure, won
from quizgen.pages.worked import WORKED, example_of
from quizgen.site import Site
from rulebook.effects import Counted, Pay, Scored, TakeBets
from rulebook.examples import outcome_of
from rulebook.outcome import Outcome
from rulebook.telling import effect_text
from rulebook.wording import Wording

__all__ = ["SameHand", "same_hands"]


@dataclass(frozen=True, slots=True)
class SameHand:
    """A hand with what each game makes of it."""

    story: str
    picture: Figure
    where: str
    results: Sequence[tuple[str, str]]


def same_hands(site: Site, rulesets: Sequence[str]) -> Iterator[SameHand]:
    """The hands of the page that scores hands, as far as all of these games can have them."""
    for name in WORKED:
        rule, example = example_of(site, name)
        one = won(rule, example, site.book.ruleset(rulesets[0]))
        results = []
        for id in rulesets:
            rules = site.book.ruleset(id)
            outcome, _ = outcome_of(example, rules)
            if outcome is not None:
                text = _told(outcome, site.views.say(id))
                results.append((site.short(id), text))
        if one is None or len(results) < len(rulesets) or not all(text for _, text in results):
            continue
        say = site.views.say(rulesets[0])
        story = say.words(example.story) if example.story else ""
        where = f"rules/{rule.id}.md#{example.id}"
        yield SameHand(story, hand_figure(site, one, say), where, results)


def _told(outcome: Outcome, say: Wording) -> str:
    """The value of a hand and who pays it, or why it does not win."""
    if outcome.facts.get("allowed") != "true":
        reasons = dict.fromkeys(map(say.reason, outcome.reasons))
        return " ".join([say.say("answer.no"), *reasons])
    kinds = Scored | Counted | Pay | TakeBets
    told = [effect_text(one, say) for one in outcome.effects if isinstance(one, kinds)]
    return " ".join(told)
