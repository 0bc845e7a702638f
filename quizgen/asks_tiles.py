"""Questions about tiles: which complete a hand, which win, which may be discarded."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass

from quizgen.answers import Group
from quizgen.asks import Choice, Made, Mistake, asks, yes_or_no
from rulebook.actions import Action, ActionKind
from rulebook.case import Case, hand_waits
from rulebook.engine import judge
from rulebook.menu import wait_verdicts
from rulebook.outcome import Outcome
from rulebook.riichi.tenpai import useful_waits
from rulebook.ruleset import Family, RuleSet
from rulebook.ruling import Ruling, Verdict
from rulebook.state import Player, Ready
from rulebook.tiles import KINDS, Tile
from rulebook.wording import Wording

__all__: list[str] = []

_MOST = 5
"""How many wrong tiles a question offers."""


@dataclass(frozen=True, slots=True)
class _Sorted:
    """Tiles that are right by some rules, and others, each with what is wrong about it."""

    right: tuple[Tile, ...]
    wrong: Mapping[Tile, str | Ruling]

    def note(self, tile: Tile, say: Wording) -> str:
        """What is wrong about a tile, nothing where it is right."""
        wrong = self.wrong.get(tile, "")
        if isinstance(wrong, Ruling):
            return " ".join(dict.fromkeys(map(say.reason, wrong.reasons)))
        return wrong


Sorting = Callable[[RuleSet], _Sorted]


def _made(
    group: Group,
    prompt: str,
    sort: Sorting,
    why: Iterable[str],
    told: Callable[[tuple[Tile, ...], Wording], str],
) -> Made | None:
    """A question that asks for all right tiles among some that are not."""
    found = sort(group.rules)
    if not found.wrong:
        return None
    tiles = [*found.right, *found.wrong]
    choices = tuple(
        Choice(tile.code, f"`{tile.code}`", found.note(tile, group.say)) for tile in sorted(tiles)
    )
    mistakes = []
    for answer in group.wrong:
        other = sort(answer.rules).right
        if set(other) != set(found.right) and set(other) <= set(tiles):
            mistakes.append(Mistake(_codes(other), group.note(answer)))
    others = []
    for names, _ in group.others:
        other = sort(group.book.ruleset(names[0])).right
        if other != found.right:
            others.append((group.names(names), told(other, group.say_for(names[0]))))
    return Made(
        "all",
        prompt,
        choices,
        _codes(found.right),
        tuple(why),
        tuple(others),
        mistakes=tuple(mistakes),
    )


def _codes(tiles: Iterable[Tile]) -> tuple[str, ...]:
    return tuple(tile.code for tile in tiles)


def _listing(tiles: tuple[Tile, ...], say: Wording) -> str:
    return say.catalog.listing(map(say.tile, tiles)) if tiles else say.say("fact.none")


# What a hand waits for -----------------------------------------------------


@asks("waits")
def _waits(group: Group) -> Made | None:
    """Which tiles complete the hand?"""
    player, out, say = _waiting(group)
    if player is None:
        return None

    def sort(rules: RuleSet) -> _Sorted:
        shape = hand_waits(player, rules, *out) or ()
        right = useful_waits(player, rules, *out) or () if _riichi(rules) else shape
        wrong: dict[Tile, str | Ruling]
        wrong = {tile: say.say("note.own-four") for tile in shape if tile not in right}
        near = [tile for tile in _set_makers(player, out) if tile not in shape]
        near.sort(key=lambda tile: (_distance(tile, shape), tile))
        wrong |= {tile: say.say("note.set-only") for tile in near[: _MOST - len(wrong)]}
        return _Sorted(right, wrong)

    after = {"tile": out[0]} if out else {}
    prompt = say.say("ask.waits-after" if out else "ask.waits", seat=group.scenario.seat, **after)
    right = sort(group.rules).right
    told = say.say("why.waits" if right else "why.no-waits", seat=group.scenario.seat, waits=right)
    own = [say.reason(one) for one in group.outcome.reasons if one.rule == group.rule.id]
    return _made(group, prompt, sort, (told, *own), _listing)


def _riichi(rules: RuleSet) -> bool:
    return rules.family is Family.RIICHI


def _waiting(group: Group) -> tuple[Player | None, tuple[Tile, ...], Wording]:
    """The player whose waits can be asked for, and the tile discarded first, if any."""
    action, seat, say = group.scenario.action, group.scenario.seat, group.say
    player = group.outcome.position.player(seat)
    out: tuple[Tile, ...] = ()
    if action and action.kind in (ActionKind.DISCARD, ActionKind.RIICHI) and action.tile:
        out = (action.tile,)
    known = not player.hidden and not group.scenario.before and set(out) <= set(player.hand)
    whole = (len(player.hand) - len(out)) % 3 == 1
    return (player if known and whole else None), out, say


def _set_makers(player: Player, out: tuple[Tile, ...]) -> list[Tile]:
    """The kinds that would make a set with two tiles of the hand."""
    held = [tile.kind for tile in player.hand]
    for tile in out:
        held.remove(tile.kind)
    return [tile for tile in KINDS if held.count(tile) >= 2 or _fits_a_run(tile, held)]


def _fits_a_run(tile: Tile, held: list[Tile]) -> bool:
    if not tile.numbered:
        return False
    return any(
        all(1 <= tile.rank + step <= 9 and KINDS[tile.index + step] in held for step in steps)
        for steps in ((-2, -1), (-1, 1), (1, 2))
    )


def _distance(tile: Tile, others: Iterable[Tile]) -> int:
    """How far a tile is from the nearest of others in its suit."""
    return min((abs(tile.index - one.index) for one in others if one.suit is tile.suit), default=9)


@asks("ron")
def _ron(group: Group) -> Made | None:
    """On which of the waits can the player win by another's discard?"""
    say, seat = group.say, group.scenario.seat
    position = group.outcome.position
    if group.scenario.before:
        return None

    def sort(rules: RuleSet) -> _Sorted:
        found = wait_verdicts(position, seat, rules)
        refused = {one.tile: one.discard for one in found if not one.discard.allowed}
        return _Sorted(tuple(one.tile for one in found if one.discard.allowed), refused)

    found = sort(group.rules)
    why = dict.fromkeys(found.note(tile, say) for tile in found.wrong)
    return _made(group, say.say("ask.ron", seat=seat), sort, why, _listing)


# What may be discarded -----------------------------------------------------


@asks("keep-ready")
def _keep_ready(group: Group) -> Made | None:
    """Which discards allow riichi, or leave the hand in tenpai?"""
    action, seat, say = group.scenario.action, group.scenario.seat, group.say
    player = group.outcome.position.player(seat)
    bound = player.ready is not Ready.NO or group.scenario.before
    if player.hidden or len(player.hand) % 3 != 2 or bound or action is None:
        return None
    kinds = {tile.kind: tile for tile in reversed(player.hand)}
    declares = action.kind is ActionKind.RIICHI
    position = group.outcome.position

    def riichi(rules: RuleSet) -> _Sorted:
        rulings = {
            kind: judge(position, Action(ActionKind.RIICHI, seat, tile), rules)
            for kind, tile in kinds.items()
        }
        right = tuple(kind for kind, ruling in rulings.items() if ruling.allowed)
        return near(right, rulings.__getitem__)

    def tenpai(rules: RuleSet) -> _Sorted:
        right = tuple(kind for kind, tile in kinds.items() if useful_waits(player, rules, tile))
        return near(right, lambda kind: say.say("note.noten"))

    def near(right: tuple[Tile, ...], note: Callable[[Tile], str | Ruling]) -> _Sorted:
        rest = [kind for kind in kinds if kind not in right]
        rest.sort(key=lambda kind: (_distance(kind, right), kind))
        return _Sorted(tuple(sorted(right)), {kind: note(kind) for kind in rest[:_MOST]})

    sort = riichi if declares else tenpai
    right = sort(group.rules).right
    drew = Case(position, action).drew
    if not right or (drew and right == (drew.tile and drew.tile.kind,)):
        return None
    why = [
        say.say("why.keep-ready", tile=kind, waits=useful_waits(player, group.rules, kinds[kind]))
        for kind in right
    ]
    prompt = "ask.riichi-with" if declares else "ask.keep-ready"
    return _made(group, say.say(prompt, seat=seat), sort, why, _listing)


# Whether a hand is in tenpai at the end ------------------------------------

_NOTEN = ("noten", "all-own", "dead")
"""What findings of a hand without tenpai are called."""


@asks("tenpai")
def _tenpai(group: Group) -> Made | None:
    """Is the hand in tenpai after the last discard of the deal?"""
    say, right = group.say, _in_tenpai(group.outcome)
    if right is None:
        return None
    notes = [group.note(one) for one in group.wrong if _in_tenpai(one.outcome) is (not right)]
    if not notes:
        return None
    others = (names for names, outcome in group.others if _in_tenpai(outcome) is (not right))
    return Made(
        "one",
        say.say("ask.tenpai", seat=group.scenario.seat),
        (
            Choice("right", yes_or_no(right, say)),
            Choice("wrong", yes_or_no(not right, say), " ".join(dict.fromkeys(notes))),
        ),
        ("right",),
        tuple(group.told()),
        tuple((group.names(names), yes_or_no(not right, say)) for names in others),
    )


def _in_tenpai(outcome: Outcome) -> bool | None:
    """What is found of the hand, turned round where somebody takes it for its opposite."""
    found = [one for one in outcome.reasons if one.rule.startswith("tenpai.shape.")]
    if not found:
        return None
    return all((one.key in _NOTEN) is (one.verdict is Verdict.REFUSED) for one in found)
