"""What a file of house rules can change: every parameter with the values that it may have."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from quizgen.counted import home
from quizgen.site import Site
from rulebook.schema import ParameterDef
from rulebook.wording import capitalised

__all__ = ["Changes", "Game", "Parameter", "Value", "changeable"]


@dataclass(frozen=True, slots=True)
class Value:
    """A value as it is written in a file, and as people read it."""

    written: str
    read: str


@dataclass(frozen=True, slots=True)
class Parameter:
    """A parameter with its values; `more` tells which others there are."""

    id: str
    label: str
    values: Sequence[Value]
    more: str


@dataclass(frozen=True, slots=True)
class Changes:
    """The parameters of a topic."""

    title: str
    parameters: Sequence[Parameter]


@dataclass(frozen=True, slots=True)
class Game:
    """What can be changed in a game, topic by topic."""

    id: str
    name: str
    topics: Sequence[Changes]


def changeable(site: Site) -> Iterator[Game]:
    """Both games; a parameter stands in each where it makes a difference."""
    for family in dict.fromkeys(one.family for one in site.book.rulesets.values()):
        yield Game(family, capitalised(site.t(f"family.{family}")), list(_topics(site, family)))


def _topics(site: Site, family: str) -> Iterator[Changes]:
    ruleset = home(site, family)
    for topic in site.book.topics.values():
        found = [
            _parameter(site, param, family)
            for param in site.book.params.values()
            if param.topic == topic.id and not site.book.other_game(param.id, family)
        ]
        if found:
            yield Changes(site.topic_title(topic, ruleset), found)


def _parameter(site: Site, param: ParameterDef, family: str) -> Parameter:
    say = site.views.say(home(site, family))
    values = [Value(one, say.value(param, one)) for one in _written(site, param, family)]
    more = site.t(f"changeable.{param.type}") if param.type in ("number", "points") else ""
    return Parameter(param.id, say.words(param.label), values, more)


def _written(site: Site, param: ParameterDef, family: str) -> list[str]:
    """All choices, or for a number those that rule sets of the game have made."""
    given = {
        value.value
        for one in site.book.rulesets.values()
        if one.family == family and (value := site.book.value(one.id, param.id))
    }
    if param.type == "flag":
        own = ["yes", "no"]
    else:
        own = list(param.choices) or sorted(given - {"none"}, key=_size)
    none = ["none"] if param.optional or "none" in given else []
    return list(dict.fromkeys([*own, *none]))


def _size(value: str) -> tuple[bool, int]:
    """Shares of the limit stand behind numbers."""
    return value.endswith("%"), int(value.removesuffix("%"))
