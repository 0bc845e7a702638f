"""Questions about what a winning hand has and what it is worth."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Iterator
from functools import partial
from itertools import chain

from quizgen.answers import Group
from quizgen.asks import Choice, Made, Mistake, asks
from quizgen.scores import tells_an_item
from quizgen.slips import (
    HOLDS,
    OVERLOOKED,
    Slip,
    declared,
    forgotten,
    miscounted,
    missing_items,
    near_misses,
    notes,
    taken_for_yaku,
    together,
)
from rulebook.case import Case
from rulebook.classical.doubles import DOUBLES
from rulebook.classical.limits import LIMITS
from rulebook.outcome import Outcome
from rulebook.riichi.minipoints import Item, rounded
from rulebook.riichi.score import DORA_RULES, Score
from rulebook.riichi.terms import terms_of
from rulebook.riichi.winning import scored
from rulebook.riichi.yaku import YAKU, YAKUMAN
from rulebook.ruling import Reason
from rulebook.wording import Wording

__all__: list[str] = []

_MOST = 4
"""How many wrong choices a question offers."""

_FEW = 3
"""As many yaku, doubles or values are offered, where a hand misses fewer by one condition."""

_LISTED = [*YAKU, *YAKUMAN]
"""The yaku in the order in which they are listed, circumstances first."""


def _yaku_of(outcome: Outcome) -> tuple[str, ...] | None:
    """The yaku of a hand that wins, dora left out."""
    found = outcome.facts.get("yaku")
    if not isinstance(found, tuple):
        return None
    return tuple(id for id in found if id not in DORA_RULES)


def _told(group: Group, *rules: str) -> tuple[str, ...]:
    """The reasons that the example is about, then those of the rules named."""
    about = [one for one in group.outcome.reasons if one.rule == group.rule.id]
    more = [one for one in group.outcome.reasons if one.rule.startswith(rules)]
    return tuple(dict.fromkeys(map(group.say.reason, [*about, *more])))


def _held(group: Group) -> list[str]:
    """The sentences of the yaku and dora that the hand has."""
    return [group.say.reason(one) for one in group.outcome.reasons if one.key == HOLDS]


def _elsewhere(
    group: Group, fact: Callable[[Outcome], object], text: Callable[[object, Wording], str]
) -> tuple[tuple[str, str], ...]:
    """What other rule sets say where the answer differs, or why there is no win by them."""
    found = []
    for names, outcome in group.others:
        value = fact(outcome)
        if value == fact(group.outcome) or outcome.facts.get("allowed") not in ("true", "false"):
            continue
        say = group.say_for(names[0])
        told = group.because(outcome, say) if value is None else text(value, say)
        found.append((group.names(names), told))
    return tuple(found)


# Yaku ----------------------------------------------------------------------


@asks("yaku")
def _yaku(group: Group) -> Made | None:
    """Which yaku does the hand have?"""
    held, say = _yaku_of(group.outcome), group.say
    if not held or group.scenario.action is None:
        return None
    wrong = dict(_not_held(group, held))
    if not wrong:
        return None
    right = [Choice(id, group.title(f"yaku.{id}")) for id in held]
    others = [Choice(id, group.title(_rule(id)), note) for id, note in wrong.items()]
    keys = {one.key for one in (*right, *others)}
    mistakes = tuple(
        Mistake(found, group.note(answer))
        for answer in group.wrong
        if (found := _yaku_of(answer.outcome)) and found != held and keys.issuperset(found)
    )

    def listed(value: object, say: Wording) -> str:
        names = value if isinstance(value, tuple) else ()
        return say.catalog.listing(group.title(f"yaku.{id}", say) for id in names)

    return Made(
        "all",
        say.say("ask.yaku", seat=group.scenario.action.seat),
        (*right, *others),
        held,
        (*_told(group), *_held(group)),
        _elsewhere(group, _yaku_of, listed),
        mistakes=mistakes,
    )


def _rule(id: str) -> str:
    return DORA_RULES.get(id) or f"yaku.{id}"


def _not_held(group: Group, held: tuple[str, ...]) -> Iterator[tuple[str, str]]:
    """What the hand does not have, each with what is wrong about it; the most telling first."""
    found: dict[str, list[str]] = {}
    counted = group.fact("yaku")
    near = {one.rule.removeprefix("yaku."): one for one in near_misses(group.outcome)}
    own = group.rule.id.removeprefix("yaku.")
    if own in near and own not in held:
        found[own] = []
    for answer in group.wrong:
        for id in _yaku_of(answer.outcome) or ():
            if id not in held:
                found.setdefault(id, []).append(group.note(answer))
    for id in sorted(near, key=_LISTED.index, reverse=True):
        if id not in held:
            found.setdefault(id, []).insert(0, group.say.reason(near[id]))
    for id in counted if isinstance(counted, tuple) else ():
        if id in DORA_RULES:
            found[id] = [group.say.say("note.no-yaku")]
    for id, text in _related_yaku(group, held):
        if id not in found and len(found) < _FEW:
            found[id] = [text]
    for id in list(found)[:_MOST]:
        yield id, " ".join(dict.fromkeys(found[id]))


def _related_yaku(group: Group, held: tuple[str, ...]) -> Iterator[tuple[str, str]]:
    """Yaku in force that have to do with those of the hand, each with what it takes.

    None is named that the hand would have without another that counts more: beside a
    yakuman these are all but yakuman.
    """
    outcomes = [group.outcome, *(slip.outcome for slip in forgotten(group))]
    hidden = {id for one in outcomes for id in _yaku_of(one) or ()}
    kinds = YAKUMAN if group.fact("yakuman") else _LISTED
    named = {f"yaku.{id}": id for id in kinds if id not in hidden}
    for rule, text in _related(group, *(f"yaku.{id}" for id in held)):
        if rule in named:
            yield named[rule], text


# Numbers -------------------------------------------------------------------

_Wrong = tuple[object, str, str]
"""A wrong value, and how and by what somebody comes to it."""

_Doubly = tuple[object, list[tuple[str, str]]]
"""A wrong value to which somebody comes by several errors at once: how and by what each."""

Label = Callable[[object, Wording], str]
Slips = Callable[[Group], Iterable[Slip]]


def _counted(noun: str) -> Label:
    return lambda value, say: say.count(value, noun) if isinstance(value, int) else str(value)


def _choose(
    group: Group,
    key: str,
    label: Label,
    prompt: str,
    wrong: Iterable[_Wrong],
    why: tuple[str, ...],
    more: Iterable[_Doubly] = (),
) -> Made | None:
    """A question about one fact of the score: its value, and those that slips give it.

    Args:
        group: the example.
        key: the fact.
        label: a value in words.
        prompt: the key of what is asked.
        wrong: wrong values.
        why: what explains the right one.
        more: wrong values that are offered only where there are few others.
    """
    value, say = group.fact(key), group.say
    right = label(value, say)
    told: dict[str, list[tuple[str, str]]] = {}
    for other, how, what in wrong:
        if other is not None and (text := label(other, say)) != right:
            told.setdefault(text, []).append((how, what))
    if value is None or group.scenario.action is None or not told:
        return None
    for other, both in more if len(told) + 1 < _FEW else ():
        if other is not None and (text := label(other, say)) not in (right, *told):
            told[text] = both
        if len(told) + 1 == _FEW:
            break
    choices = [
        Choice(f"wrong{place}", text, notes(_first(found), say))
        for place, (text, found) in enumerate(list(told.items())[:_MOST], 1)
    ]
    return Made(
        "one",
        say.say(prompt, seat=group.scenario.action.seat),
        (Choice("right", right), *choices),
        ("right",),
        why,
        _elsewhere(group, lambda outcome: outcome.facts.get(key), label),
    )


def _first(told: Iterable[tuple[str, str]]) -> list[tuple[str, str]]:
    """All that others believe, and of what is merely overlooked enough to make two."""
    found = list(dict.fromkeys(told))
    believed = len([how for how, _ in found if not how])
    return found[: max(2, believed)]


def _values(group: Group, key: str, *kinds: Slips) -> Iterator[_Wrong]:
    """What slips make of a fact."""
    for kind in kinds:
        for slip in kind(group):
            yield slip.outcome.facts.get(key), slip.how, slip.what


def _both(group: Group, key: str, kinds: Slips) -> Iterator[_Doubly]:
    """What two slips at once make of a fact."""
    for outcome, both in together(group, kinds(group)):
        yield outcome.facts.get(key), [(one.how, one.what) for one in both]


@asks("fan")
def _fan(group: Group) -> Made | None:
    """How many fan?"""
    if group.fact("yakuman"):
        return None
    wrong = _values(group, "fan", declared, taken_for_yaku, forgotten)
    why = (*_told(group), *_held(group))
    more = _both(group, "fan", _fan_slips)
    return _choose(group, "fan", _counted("fan"), "ask.fan", wrong, why, more)


def _fan_slips(group: Group) -> Iterator[Slip]:
    yield from taken_for_yaku(group)
    yield from forgotten(group)


@asks("fu")
def _fu(group: Group) -> Made | None:
    """How many minipoints?"""
    if not group.fact("fu"):
        return None
    wrong = (*_values(group, "fu", declared), *_less_one(group), *_values(group, "fu", _fu_slips))
    own = [one for one in group.outcome.reasons if one.rule == group.rule.id]
    rest = [one for one in group.outcome.reasons if one.rule.startswith("score.fu.")]
    why = map(group.say.reason, [*own, *(one for one in rest if not tells_an_item(one))])
    more = chain(_unrounded(group), _both(group, "fu", _fu_slips))
    return _choose(group, "fu", _counted("minipoint"), "ask.fu", wrong, tuple(why), more)


def _unrounded(group: Group) -> Iterator[_Doubly]:
    """The sums before they are rounded, of the hand and of what others make of it."""
    action = group.scenario.action
    told = [(group.outcome, group.rules, "")]
    told += [(one.outcome, one.rules, group.note(one)) for one in group.wrong]
    for outcome, rules, note in told:
        score = scored(Case(outcome.position, action), rules) if action else None
        rounding = [one for one in outcome.reasons if one.rule == "score.fu.rounding"]
        if isinstance(score, Score) and rounding:
            errors = [("", note)] if note else []
            errors += [(OVERLOOKED, group.say.reason(one)) for one in rounding]
            yield sum(one.fu for one in score.fu_items), errors


def _fu_slips(group: Group) -> Iterator[Slip]:
    return miscounted(group, "score.fu.")


def _less_one(group: Group) -> Iterator[_Wrong]:
    """The minipoints without one item of the list, each with the item forgotten."""
    action = group.scenario.action
    score = scored(Case(group.outcome.position, action), group.rules) if action else None
    if not isinstance(score, Score):
        return
    for item in score.fu_items[1:]:
        rest = list(score.fu_items)
        rest.remove(item)
        told = _sentence(group, item)
        if told:
            yield rounded(tuple(rest), terms_of(group.rules)), OVERLOOKED, told


def _sentence(group: Group, item: Item) -> str:
    """The reason that tells of an item."""

    def tells(reason: Reason) -> bool:
        values = dict(reason.finding.values)
        return (reason.rule, reason.key) == (item.rule, item.id) and (
            not item.tiles or values.get("tile") == item.tiles[0]
        )

    return next((group.say.reason(one) for one in group.outcome.reasons if tells(one)), "")


def _value_slips(group: Group) -> Iterator[Slip]:
    """What turns round how the value follows, then what changes fan or minipoints."""
    if "points" in group.outcome.facts:
        yield from _classical_slips(group)
        return
    yield from miscounted(group, "score.value.")
    yield from taken_for_yaku(group)
    yield from forgotten(group)
    yield from miscounted(group, "score.fu.")


@asks("worth")
def _worth(group: Group) -> Made | None:
    """How many points does the hand bring?"""
    extra = group.outcome.position.counters or group.outcome.position.bets
    prompt = "ask.worth-alone" if extra else "ask.worth"
    if "points" in group.outcome.facts:
        prompt = "ask.value"
    wrong = _values(group, "worth", declared, _value_slips)
    why = _told(group, "score.value.", "points.value", "limit.cap", "limit.roof-off")
    more = _both(group, "worth", _value_slips)
    return _choose(group, "worth", _counted("point"), prompt, wrong, why, more)


@asks("limit")
def _limit(group: Group) -> Made | None:
    """Which limit does the hand reach?"""
    wrong = _values(group, "limit", declared, _value_slips)
    why = _told(group, "score.value.")
    more = _both(group, "limit", _value_slips)
    return _choose(group, "limit", _limit_name, "ask.limit", wrong, why, more)


def _limit_name(value: object, say: Wording) -> str:
    return say.say(f"limit.{value}")


# The classical game --------------------------------------------------------

_DOUBLED = {one.rule: one.id for one in DOUBLES.values()}
_LIMITED = {one.rule: one.id for one in LIMITS.values()}


def _classical_slips(group: Group) -> Iterator[Slip]:
    """What changes doubles or limit hand, then what changes points."""
    yield from taken_for_yaku(group)
    yield from forgotten(group)
    yield from _point_slips(group)


def _point_slips(group: Group) -> Iterator[Slip]:
    """What takes points for others, or forgets some."""
    yield from miscounted(group, "points.")
    yield from missing_items(group)


@asks("points")
def _points(group: Group) -> Made | None:
    """How many points before any doubles?"""
    wrong = _values(
        group, "points", declared, lambda one: miscounted(one, "points."), missing_items
    )
    own = [one for one in group.outcome.reasons if one.rule == group.rule.id]
    told = own or [one for one in group.outcome.reasons if tells_an_item(one)]
    why = tuple(dict.fromkeys(map(group.say.reason, told)))
    return _choose(group, "points", _counted("point"), "ask.points", wrong, why)


def _doubles_of(outcome: Outcome) -> tuple[str, ...] | None:
    """The rules of the doubles that a hand has; `None` where nothing was counted."""
    if "doubles" not in outcome.facts:
        return None
    return tuple(one.rule for one in outcome.reasons if one.rule in _DOUBLED and one.key == HOLDS)


@asks("doubles")
def _doubles(group: Group) -> Made | None:
    """Which doubles does the hand have?"""
    held, say = _doubles_of(group.outcome), group.say
    if held is None or group.scenario.action is None:
        return None
    wrong = _wrong_doubles(group, held)
    shown = sorted(wrong, key=lambda rule: rule != group.rule.id)[:_MOST]
    if not shown or len(held) + len(shown) < 2:
        return None
    choices = [Choice(rule, group.title(rule)) for rule in held]
    choices += [Choice(id, group.title(id), " ".join(dict.fromkeys(wrong[id]))) for id in shown]
    keys = {one.key for one in choices}
    mistakes = tuple(
        Mistake(found, group.note(answer))
        for answer in group.wrong
        if (found := _doubles_of(answer.outcome)) is not None
        and found != held
        and keys.issuperset(found)
    )
    return Made(
        "all",
        say.say("ask.doubles", seat=group.scenario.action.seat),
        tuple(choices),
        held,
        (*_told(group), *_held(group)) or (say.say("answer.no-doubles"),),
        _elsewhere(group, _doubles_of, partial(_list_of_doubles, group)),
        mistakes=mistakes,
    )


def _list_of_doubles(group: Group, rules: object, say: Wording) -> str:
    """The doubles of a hand, which may be none."""
    titles = [group.title(rule, say) for rule in rules] if isinstance(rules, tuple) else []
    return say.catalog.listing(titles) if titles else say.say("answer.no-doubles")


def _wrong_doubles(group: Group, held: tuple[str, ...]) -> dict[str, list[str]]:
    """The doubles that the hand does not have, each with why somebody would think so."""
    wrong: dict[str, list[str]] = {}
    for reason in near_misses(group.outcome):
        if reason.rule in _DOUBLED and reason.rule not in held:
            wrong.setdefault(reason.rule, []).append(group.say.reason(reason))
    for answer in group.wrong:
        for rule in _doubles_of(answer.outcome) or ():
            if rule not in held:
                wrong.setdefault(rule, []).append(group.note(answer))
    naming = [rule for rule in _DOUBLED if group.rule.id in _named(group, rule)]
    for rule, text in _related(group, last=naming):
        if rule in _DOUBLED and rule not in held and len(held) + len(wrong) < _FEW:
            wrong.setdefault(rule, []).append(text)
    return wrong


def _related(group: Group, *others: str, last: Iterable[str] = ()) -> Iterator[tuple[str, str]]:
    """Rules in force that have to do with the one asked about, the nearest first.

    Itself, those that it and others name, those that these name in turn, and then the
    `last`, each with what it takes.
    """
    near = [group.rule.id, *_named(group, group.rule.id, *others)]
    for id in dict.fromkeys([*near, *_named(group, *near), *last]):
        rule = group.find(id) if id in group.rules.rules else None
        words = group.words_of(rule) if rule else []
        if words:
            yield id, words[0]


def _named(group: Group, *rules: str) -> list[str]:
    """The rules that rules refer to."""
    return [id for rule in map(group.find, rules) if rule for id in rule.see]


@asks("limit-hand")
def _limit_hand(group: Group) -> Made | None:
    """Which limit hand is it?"""
    fact = group.fact("limit-hand")
    reasons = [one for one in group.outcome.reasons if one.rule in _LIMITED]
    held = {_LIMITED[one.rule] for one in reasons if one.key == HOLDS}

    def label(value: object, say: Wording) -> str:
        found = LIMITS.get(str(value))
        return group.title(found.rule, say) if found else say.say("answer.no-limit-hand")

    wrong: list[_Wrong] = [
        one for one in _values(group, "limit-hand", declared, taken_for_yaku) if one[0] not in held
    ]
    named = {one[0] for one in wrong}
    for reason in reasons:
        if reason.key != HOLDS and _LIMITED[reason.rule] not in named:
            wrong.append((_LIMITED[reason.rule], "", group.say.reason(reason)))
    if held and "none" not in {one[0] for one in wrong}:
        sentence = next(group.say.reason(one) for one in reasons if one.key == HOLDS)
        wrong.append(("none", OVERLOOKED, sentence))
    offered = {label(one[0], group.say) for one in wrong} | {label(fact, group.say)}
    for id, text in _related_limits(group, held) if len(offered) > 1 else ():
        if len(offered) < _FEW and label(id, group.say) not in offered:
            offered.add(label(id, group.say))
            wrong.append((id, "", text))
    why = (*_told(group), *_sentences(group, reasons)) or _told(group, "points.value")
    return _choose(group, "limit-hand", label, "ask.limit-hand", wrong, tuple(dict.fromkeys(why)))


def _related_limits(group: Group, held: Container[str]) -> Iterator[tuple[str, str]]:
    """Limit hands that a hand is not, each with what it takes: related ones, then the next ones."""
    rules = list(_LIMITED)
    place = rules.index(group.rule.id) if group.rule.id in rules else 0
    for rule, text in _related(group, last=[*rules[place:], *rules[:place]]):
        if rule in _LIMITED and _LIMITED[rule] not in held:
            yield _LIMITED[rule], text


def _sentences(group: Group, reasons: Iterable[Reason]) -> list[str]:
    return [group.say.reason(one) for one in reasons if one.key == HOLDS]


@asks("only-place")
def _only_place(group: Group) -> Made | None:
    """Was it the only tile that could complete the hand?"""
    say, id = group.say, "points.only-place"
    reason = next((one for one in group.outcome.reasons if one.rule == id), None)
    if reason is None or group.scenario.action is None:
        return None
    right, wrong = ("yes", "no") if reason.key == "only" else ("no", "yes")
    told = say.reason(reason)
    return Made(
        "one",
        say.say("ask.only-place", seat=group.scenario.action.seat),
        (Choice(right, say.say(f"fact.{right}")), Choice(wrong, say.say(f"fact.{wrong}"), told)),
        (right,),
        (told,),
    )
