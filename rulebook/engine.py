"""The engine: judge one action, list all legal ones, settle simultaneous calls, play on."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from functools import cache
from itertools import combinations, product

from rulebook.actions import Action, ActionKind
from rulebook.case import Case
from rulebook.effects import AwaitRobbery, Effect, EndDeal
from rulebook.frozen import dataclass, replace
from rulebook.registry import (
    Clause,
    barriers,
    checks,
    choirs,
    contests,
    deciders,
    effects_after,
    effects_of,
    joints,
    permits,
)
from rulebook.ruleset import RuleSet
from rulebook.ruling import Finding, Reason, Ruling, Verdict
from rulebook.shape import Counts, counts_of, may_wait, waits
from rulebook.state import (
    Claimed,
    Dealt,
    Discarded,
    Drew,
    Event,
    KongMade,
    MeldKind,
    Over,
    Player,
    Position,
    Ready,
)
from rulebook.tiles import BONUS_TILES, KINDS, Seat, Tile

__all__ = [
    "NotAllowedError",
    "Resolution",
    "Yielded",
    "attempts",
    "consulted",
    "follow",
    "go_on",
    "granted",
    "judge",
    "judge_position",
    "options",
    "permitted",
    "play",
    "resolve",
]


class NotAllowedError(ValueError):
    """An action that the rules do not let happen.

    Attributes:
        action: the action.
        verdict: what was found: refused, or not known to be allowed.
    """

    def __init__(self, action: Action, verdict: Verdict) -> None:
        super().__init__(f"{action.kind.value} by {action.seat.name.lower()} is {verdict.value}")
        self.action = action
        self.verdict = verdict


_kind_of: Callable[[Event], type] = type
"""What kind of event has happened."""


def judge(position: Position, action: Action, ruleset: RuleSet, *, trust: bool = False) -> Ruling:
    """Decide whether an action is legal and what follows from it.

    The verdict is `UNKNOWN` when the position hides what a rule would need,
    and when no rule in force speaks of such an action. With `trust` a player
    whose tiles are hidden is taken at the word.
    """
    case = Case(position, action)
    reasons = []
    for clause in permits(ruleset, action.kind):
        finding = clause.run(case, ruleset)
        if finding is not None:
            settled = finding.verdict is None and action.kind is ActionKind.SETTLE
            reason = Reason(clause.id, finding)
            reasons.append(reason if settled else _reason(clause.id, finding, ruleset))
    for choir in choirs(ruleset, action.kind):
        for id, finding in choir.run(case, ruleset):
            if id in ruleset.rules:
                flips = finding.verdict is not None
                reasons.append(_reason(id, finding, ruleset) if flips else Reason(id, finding))
    verdict = _verdict(reasons)
    if trust and verdict is Verdict.UNKNOWN and reasons:
        verdict = Verdict.ALLOWED
    effects = _effects(case, ruleset, verdict)
    if verdict is not Verdict.ALLOWED:
        reasons = [reason for reason in reasons if reason.verdict is verdict]
    return Ruling(verdict, tuple(reasons), effects)


def _reason(id: str, finding: Finding, ruleset: RuleSet) -> Reason:
    """The finding as the rule set has it; a misreading may take it for its opposite."""
    if ruleset.flips and f"{id}/{finding.key}" in ruleset.flips:
        refuses = finding.verdict is Verdict.REFUSED
        finding = replace(finding, verdict=Verdict.ALLOWED if refuses else Verdict.REFUSED)
    return Reason(id, finding)


def judge_position(position: Position, ruleset: RuleSet) -> Ruling:
    """Decide whether a position can exist."""
    reasons = []
    for check in checks(ruleset):
        finding = check.run(position, ruleset)
        if finding is not None:
            reasons.append(_reason(check.id, finding, ruleset))
    verdict = _verdict(reasons)
    return Ruling(verdict, tuple(one for one in reasons if one.verdict is verdict))


def consulted(ruleset: RuleSet, kind: ActionKind, verdict: Verdict) -> frozenset[str]:
    """The ids of the rules that are asked about an action, also when they have no say."""
    asked = {clause.id for clause in permits(ruleset, kind)}
    asked |= {id for choir in choirs(ruleset, kind) for id in choir.ids if id in ruleset.rules}
    return frozenset(asked | {one.id for one in effects_of(ruleset, kind, verdict)})


def _verdict(reasons: Sequence[Reason]) -> Verdict:
    found = {reason.verdict for reason in reasons}
    for verdict in (Verdict.REFUSED, Verdict.UNKNOWN, Verdict.ALLOWED):
        if verdict in found:
            return verdict
    return Verdict.UNKNOWN


def _effects(case: Case, ruleset: RuleSet, verdict: Verdict) -> tuple[Effect, ...]:
    position, action = case.position, case.action
    found: list[Effect] = []
    for outcome in effects_after(ruleset, action.kind, verdict, _kind_of(position.event)):
        if outcome.when is None or outcome.when(position, action.seat):
            id = outcome.id
            found += [replace(effect, rule=id) for effect in outcome.run(case, ruleset)]
    return tuple(found)


def granted(position: Position, action: Action, ruleset: RuleSet) -> Ruling:
    """The ruling on an action already known to be legal: what follows, without the reasons."""
    return Ruling(Verdict.ALLOWED, (), _effects(Case(position, action), ruleset, Verdict.ALLOWED))


def play(position: Position, action: Action, ruleset: RuleSet) -> Position:
    """The position after a legal action; players with hidden tiles are trusted.

    Effects that wait for a robbery are kept in `pending`: `go_on` lets them
    happen, a robbery drops them.

    Raises:
        NotAllowedError: when the action is not allowed.
    """
    ruling = judge(position, action, ruleset, trust=True)
    if not ruling.allowed:
        raise NotAllowedError(action, ruling.verdict)
    return follow(position, ruling)


def follow(position: Position, ruling: Ruling) -> Position:
    """The position once the effects of a ruling have happened, up to a robbery to wait for."""
    for place, effect in enumerate(ruling.effects):
        if isinstance(effect, AwaitRobbery):
            return replace(position, pending=ruling.effects[place + 1 :])
        position = effect.apply(position)
    return position


def go_on(position: Position) -> Position:
    """The position once nobody robs the kong: what was pending happens."""
    for effect in position.pending:
        position = effect.apply(position)
    return replace(position, pending=())


def attempts(position: Position, seat: Seat) -> Iterator[Action]:
    """Everything a player could think of doing now, legal or not."""
    return iter(_attempts(position, seat))


def _attempts(position: Position, seat: Seat) -> list[Action]:
    event = position.event
    player = position.players[seat]
    found: list[Action] = []
    if isinstance(event, Discarded):
        if event.seat is not seat:
            found = _calls(event.tile, seat, player)
            if event.seat.next is seat:
                found.append(_action(ActionKind.DRAW, seat))
        elif len(player.discards) == 1:
            found.append(_action(ActionKind.ORIGINAL_CALL, seat))
    elif isinstance(event, KongMade):
        if event.seat is not seat:
            found = [_action(ActionKind.WIN, seat), _action(ActionKind.PASS, seat)]
    elif isinstance(event, Dealt) or (isinstance(event, _TURNS) and event.seat is seat):
        found = _own_turn(position, seat)
        if isinstance(event, Dealt) and event.asked is seat:
            found.append(_action(ActionKind.PASS, seat))
        if position.uninterrupted and not player.discards:
            found.append(_action(ActionKind.NINE_TILES, seat))
    elif isinstance(event, Over) and event.seat is seat:
        found.append(_action(ActionKind.SETTLE, seat))
    return found


_TURNS = (Drew, Claimed)


@cache
def _action(kind: ActionKind, seat: Seat, tile: Tile | None = None) -> Action:
    """An action; there are not many, and they are tried again and again."""
    return Action(kind, seat, tile)


def _calls(tile: Tile, seat: Seat, player: Player) -> list[Action]:
    index = tile.index
    held = [own.index for own in player.hand]
    same = held.count(index)
    found = [
        Action(ActionKind.CHOW, seat, tiles=tiles)
        for low, high in _RUNS[index]
        if low in held and high in held
        for tiles in _pairs(player.hand, low, high)
    ]
    if same >= 2:
        found += _pungs(tile, seat, player)
    if same >= 1 or player.pung_of(tile):
        found.append(_action(ActionKind.KONG, seat))
    found += (_action(ActionKind.WIN, seat), _action(ActionKind.PASS, seat))
    return found


def _runs_with(tile: Tile) -> tuple[tuple[int, int], ...]:
    """The kinds that make a run with a tile, by their indexes."""
    pairs = ((-2, -1), (-1, 1), (1, 2)) if tile.numbered else ()
    return tuple(
        (tile.index + low, tile.index + high)
        for low, high in pairs
        if tile.rank + low >= 1 and tile.rank + high <= 9
    )


_RUNS = tuple(_runs_with(tile) for tile in (*KINDS, *BONUS_TILES))


def _pairs(hand: Sequence[Tile], low: int, high: int) -> Iterator[tuple[Tile, Tile]]:
    """The two tiles for a run, those with a red five apart from plain ones."""
    lows = dict.fromkeys(tile for tile in hand if tile.index == low)
    highs = dict.fromkeys(tile for tile in hand if tile.index == high)
    return product(lows, highs)


def _pungs(tile: Tile, seat: Seat, player: Player) -> Iterator[Action]:
    """The pungs that can be laid: with a red five in the hand there may be two."""
    held = [own for own in player.hand if own.index == tile.index]
    if not any(own.red for own in held):
        yield _action(ActionKind.PUNG, seat)
        return
    for pair in dict.fromkeys(combinations(held, 2)):
        yield Action(ActionKind.PUNG, seat, tiles=pair)


def _own_turn(position: Position, seat: Seat) -> list[Action]:
    player = position.players[seat]
    found = [_action(ActionKind.SELF_DRAW, seat)]
    found += [
        _action(ActionKind.BONUS if tile.index >= 34 else ActionKind.DISCARD, seat, tile)
        for tile in dict.fromkeys(player.hand)
    ]
    counts = counts_of(player.hand)
    found += _riichi(position, seat, counts)
    if 4 in counts:
        kongs = [tile for tile in KINDS if counts[tile.index] == 4]
        found += [_action(ActionKind.CONCEALED_KONG, seat, tile) for tile in kongs]
    for meld in player.melds:
        if meld.kind is MeldKind.PUNG and counts[meld.tile.index]:
            found.append(_action(ActionKind.EXTENDED_KONG, seat, meld.tile))
    return found


def _riichi(position: Position, seat: Seat, counts: Counts) -> Iterator[Action]:
    """A riichi with each tile whose discard leaves the concealed hand waiting."""
    player = position.players[seat]
    if player.ready is not Ready.NO or player.hidden or isinstance(position.event, Claimed):
        return
    for meld in player.melds:
        if meld.exposed:
            return
    if not may_wait(counts):
        return
    for tile in dict.fromkeys(player.hand):
        if tile.bonus:
            continue
        left = bytearray(counts)
        left[tile.index] -= 1
        if waits(bytes(left), seven_pairs=True):
            yield _action(ActionKind.RIICHI, seat, tile)


def options(
    position: Position, seat: Seat, ruleset: RuleSet, without: Collection[ActionKind] = ()
) -> tuple[Action, ...]:
    """Every legal action of a player in a position, as far as the position shows.

    Actions of the kinds in `without` are left out.
    """
    tried = _attempts(position, seat)
    if ruleset.flips:
        return tuple(
            action
            for action in tried
            if action.kind not in without and judge(position, action, ruleset).allowed
        )
    found = []
    asked: dict[ActionKind, _Left] = {}
    for action in tried:
        kind = action.kind
        if kind in without:
            continue
        if kind not in asked:
            asked[kind] = _asked_at_once(position, action, ruleset)
        allowed, clauses = asked[kind]
        if clauses:
            allowed = _agreed(Case(position, action), ruleset, clauses, allowed)
        if allowed:
            found.append(action)
    return tuple(found)


_SEVERAL = frozenset(
    {
        *(ActionKind.DISCARD, ActionKind.BONUS, ActionKind.RIICHI, ActionKind.CHOW),
        *(ActionKind.PUNG, ActionKind.CONCEALED_KONG, ActionKind.EXTENDED_KONG),
    }
)
"""What a player can try in several ways at once, with one tile or another."""

_Left = tuple[bool, list[Clause]]
"""Whether any clause has allowed an action so far, and the clauses still to be asked."""

_NONE_IS_LEGAL: _Left = (False, [])


def _asked_at_once(position: Position, action: Action, ruleset: RuleSet) -> _Left:
    """Ask the clauses that say the same of all attempts of a kind, of which this is one."""
    kind, event = action.kind, _kind_of(position.event)
    for bars in barriers(ruleset, kind, event):
        if bars(position, action.seat, ruleset):
            return _NONE_IS_LEGAL
    case = Case(position, action)
    if kind not in _SEVERAL:
        return _agreed(case, ruleset, deciders(ruleset, kind, event)), []
    allowed = False
    left = []
    for clause in deciders(ruleset, kind, event):
        if clause.when is not None and not clause.when(position, action.seat):
            continue
        if clause.sure:
            allowed = True
        elif not clause.alike:
            left.append(clause)
        else:
            finding = clause.run(case, ruleset)
            verdict = finding and finding.verdict
            if verdict is Verdict.ALLOWED:
                allowed = True
            elif verdict is not None:
                return _NONE_IS_LEGAL
    return allowed, left


def _agreed(case: Case, ruleset: RuleSet, clauses: list[Clause], allowed: bool = False) -> bool:
    """Whether clauses allow an action, none against it and at least one for it.

    All must agree, so their order does not matter: one that refuses moves a place
    forward, and what refuses most is soon asked first.
    """
    for place, clause in enumerate(clauses):
        if clause.when is not None and not clause.when(case.position, case.seat):
            continue
        finding = clause.run(case, ruleset)
        verdict = finding and finding.verdict
        if verdict is Verdict.ALLOWED:
            allowed = True
        elif verdict is not None:
            if place:
                clauses[place - 1 : place + 1] = clause, clauses[place - 1]
            return False
    return allowed


def permitted(position: Position, action: Action, ruleset: RuleSet) -> bool:
    """Whether an action is legal, without the reasons and what follows: `judge` in short."""
    if ruleset.flips:
        return judge(position, action, ruleset).allowed
    clauses = deciders(ruleset, action.kind, _kind_of(position.event))
    return _agreed(Case(position, action), ruleset, clauses)


@dataclass(frozen=True, slots=True)
class Yielded:
    """A call that does not stand, and why."""

    call: Action
    reasons: tuple[Reason, ...]


@dataclass(frozen=True, slots=True)
class Resolution:
    """Which of several calls on one tile stand.

    Attributes:
        stand: the calls that stand, in the order of play after the discarder.
        fall: the calls that do not, with the rules that decided.
        reasons: what let the standing calls go first.
        effects: what follows from the standing calls.
    """

    stand: tuple[Action, ...]
    fall: tuple[Yielded, ...]
    reasons: tuple[Reason, ...]
    effects: tuple[Effect, ...]

    @property
    def rules(self) -> tuple[str, ...]:
        named = [reason.rule for reason in self.reasons]
        named += [reason.rule for fallen in self.fall for reason in fallen.reasons]
        named += [effect.rule for effect in self.effects]
        return tuple(dict.fromkeys(named))


def resolve(position: Position, calls: Sequence[Action], ruleset: RuleSet) -> Resolution:
    """Settle several calls on the same tile.

    Each call is first judged on its own; of those that are legal, the rules of
    precedence decide pair by pair. A call of which the position cannot tell
    whether it is legal is taken at its word.

    Raises:
        ValueError: when no tile lies there to be called.
    """
    event = position.event
    if not isinstance(event, Discarded | KongMade):
        raise ValueError("no tile can be called now")
    offered = event if isinstance(event, Discarded) else Discarded(event.seat, event.tile)
    legal, fall = _legal(position, calls, ruleset)
    stand: list[Action] = []
    kept: list[Reason] = []
    for call in legal:
        others = (other for other in legal if other is not call)
        reasons = [one for other in others for one in _contest(call, other, offered, ruleset)]
        beaten = tuple(reason for reason in reasons if reason.verdict is Verdict.REFUSED)
        if beaten:
            fall.append(Yielded(call, tuple(dict.fromkeys(beaten))))
        else:
            stand.append(call)
            kept += [reason for reason in reasons if reason.verdict is Verdict.ALLOWED]
    jointly = list(_joint(stand, ruleset))
    void = tuple(reason for reason, _ in jointly if reason.verdict is Verdict.REFUSED)
    if void:
        fall = [*(Yielded(call, void) for call in stand), *fall]
        ends = tuple(EndDeal(how, rule=reason.rule) for reason, how in jointly if reason in void)
        return Resolution((), tuple(fall), (), ends)
    kept += [reason for reason, _ in jointly]
    effects = [
        effect for call in stand for effect in judge(position, call, ruleset, trust=True).effects
    ]
    once = tuple(dict.fromkeys(effects))
    return Resolution(tuple(stand), tuple(fall), tuple(dict.fromkeys(kept)), once)


def _joint(calls: Sequence[Action], ruleset: RuleSet) -> Iterator[tuple[Reason, str]]:
    """What the rules about all calls on one tile say, and how the deal ends where they refuse."""
    for joint in joints(ruleset):
        finding = joint.run(calls, ruleset)
        if finding is not None:
            yield _reason(joint.id, finding, ruleset), joint.how


def _legal(
    position: Position, calls: Sequence[Action], ruleset: RuleSet
) -> tuple[list[Action], list[Yielded]]:
    """The calls that are legal by themselves, the nearest first, and those that are not."""
    legal, fall = [], []
    for call in sorted(calls, key=lambda call: (call.seat - position.event.seat) % 4):
        if permitted(position, call, ruleset):
            legal.append(call)
            continue
        ruling = judge(position, call, ruleset)
        if ruling.verdict is Verdict.REFUSED:
            fall.append(Yielded(call, ruling.reasons))
        else:
            legal.append(call)
    return legal, fall


def _contest(call: Action, other: Action, discard: Discarded, ruleset: RuleSet) -> Iterator[Reason]:
    """What the rules of precedence say of a call against another."""
    for contest in contests(ruleset):
        finding = contest.run(call, other, discard, ruleset)
        if finding is not None:
            yield _reason(contest.id, finding, ruleset)
            return
