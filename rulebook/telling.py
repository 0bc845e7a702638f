"""Actions, rulings and effects as sentences; the words stand in the catalogues."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from rulebook.actions import CLAIMS, Action, ActionKind
from rulebook.effects import (
    AbortUnlessWon,
    AwaitRobbery,
    BarWin,
    CountAs,
    Counted,
    Deduct,
    DiscardTile,
    DrawReplacement,
    DrawTile,
    Effect,
    EndDeal,
    EndGame,
    FinalResult,
    Interrupt,
    KeepPung,
    LayBonus,
    LayMeld,
    LiftFuriten,
    LoseTurns,
    MakeLiable,
    MarkMeld,
    MustDiscard,
    NextDealer,
    NextTurn,
    OweIndicator,
    Pay,
    PlaceBet,
    PutBack,
    RefillDeadWall,
    ReturnBet,
    ReturnTile,
    Scored,
    SetCounters,
    SetFault,
    SetFuriten,
    SetReady,
    TakeBack,
    TakeBets,
    TakeClaimed,
    TakeLeftover,
    TurnIndicator,
    Win,
)
from rulebook.outcome import Outcome
from rulebook.ruling import Verdict
from rulebook.state import (
    Called,
    Discarded,
    KongMade,
    Lie,
    Meld,
    MeldKind,
    Over,
    Position,
    Slip,
    Wall,
)
from rulebook.tiles import Seat, Tile
from rulebook.wording import Wording

__all__ = [
    "action_text",
    "attempt_text",
    "effect_text",
    "effects_text",
    "laid_text",
    "meld_text",
    "option_text",
    "reasons_text",
    "stand_text",
    "verdict_key",
]


def verdict_key(outcome: Outcome) -> str:
    """The catalogue's key for a verdict; one of its own where no rule speaks of the action."""
    verdict = outcome.verdict or Verdict.ALLOWED
    if verdict is Verdict.UNKNOWN and not outcome.reasons:
        return "verdict.unspoken"
    return f"verdict.{verdict.value}"


def stand_text(outcome: Outcome, say: Wording) -> str:
    """Who gets the tile that several players call, or who wins on it."""
    seats = outcome.facts.get("stand")
    if not isinstance(seats, tuple) or not seats:
        return say.say("answer.stand-none")
    return say.say("answer.stand-many" if len(seats) > 1 else "answer.stand", seats=seats)


def reasons_text(outcome: Outcome, say: Wording) -> list[str]:
    """The sentences of the reasons, each once, in the order in which the rules were asked."""
    return list(dict.fromkeys(say.reason(reason) for reason in outcome.reasons))


def effects_text(effects: Sequence[Effect], say: Wording) -> list[str]:
    """The sentences of effects in order; effects that need no words are left out."""
    return [text for effect in effects if (text := effect_text(effect, say))]


def action_text(action: Action, position: Position, say: Wording) -> str:
    """What a player does, as a sentence: South calls pung on the five of dots."""
    key, values = _attempt(action, position)
    event = position.event
    if action.kind is ActionKind.SETTLE and isinstance(event, Over) and event.values:
        key, values = "settle-values", {seat.name.lower(): event.values[seat] for seat in Seat}
    return say.say(f"action.{key}", seat=action.seat, **values)


def attempt_text(action: Action, position: Position, say: Wording) -> str:
    """What a player may or may not do, as a question: May South call pung on the five of dots?"""
    key, values = _attempt(action, position)
    return say.say(f"may.{key}", seat=action.seat, **values)


def _attempt(action: Action, position: Position) -> tuple[str, dict[str, object]]:
    """The same as `_action`, with the words that were said where they are not the usual ones."""
    key, values = _action(action, position)
    event = position.event
    if isinstance(event, Discarded) and event.named is not None and action.kind in CLAIMS:
        own = tuple(one.kind for one in action.tiles)
        return f"{action.kind.value}-misnamed", {**values, "tiles": own, "named": event.named}
    if action.said is not None:
        return f"{key}-said", {**values, "word": action.said}
    return key, values


def _action(action: Action, position: Position) -> tuple[str, dict[str, object]]:
    """The key of an action's sentence and what it names."""
    event = position.event
    if isinstance(event, Called):
        event = event.discard
    offered = event if isinstance(event, Discarded | KongMade) else None
    tile = action.tile or (offered.tile if offered else None)
    values: dict[str, object] = {} if tile is None else {"tile": tile}
    key = action.kind.value
    match action.kind:
        case ActionKind.CHOW if tile is not None:
            chow = Meld(MeldKind.CHOW, tuple(sorted((*action.tiles, tile))))
            values["tiles"] = tuple(
                one.kind for one in (chow.tiles if chow.is_set else action.tiles)
            )
            key = "chow" if chow.is_set else "chow-odd"
        case ActionKind.WIN if isinstance(event, KongMade):
            key = "rob"
        case ActionKind.CHANGE:
            key = f"change-{action.to}"
        case ActionKind.DRAW if action.from_dead_wall:
            key = "draw-dead"
        case ActionKind.PUT_BACK if isinstance(event, Slip):
            key = f"put-back-{event.kind.value}"
    return key, values


def option_text(action: Action, position: Position, say: Wording) -> str:
    """A thing that can be done, in a word or two: chow 3–4–5 of dots."""
    key, values = _action(action, position)
    return say.say(f"option.{key}", **values)


def meld_text(meld: Meld, say: Wording) -> str:
    """A set in words, such as pung of fives of dots."""
    if meld.kind is MeldKind.CHOW:
        if not meld.is_set:
            return say.say("meld.none", tiles=tuple(tile.kind for tile in meld.tiles))
        return say.say("meld.chow", tiles=tuple(tile.kind for tile in meld.tiles))
    return say.say(f"meld.{meld.kind.value}", tile=meld.tile)


def laid_text(laid: Sequence[tuple[Tile, Lie]], say: Wording) -> str:
    """How the tiles of a set lie, such as: second tile sideways."""
    for lie in (Lie.SIDEWAYS, Lie.FACE_DOWN):
        places = [place for place, (_, how) in enumerate(laid, 1) if how is lie]
        if places:
            names = tuple(say.catalog.text(f"place.{place}") for place in places)
            several = "many" if len(places) > 1 else "one"
            return say.say(f"laid.{lie.value}.{several}", places=names)
    return say.say("laid.upright")


def effect_text(effect: Effect, say: Wording) -> str:
    """What an effect says, empty where it goes without saying."""
    key, values = _effect(effect, say)
    return say.say(f"effect.{key}", **values) if key else ""


def _effect(effect: Effect, say: Wording) -> tuple[str, dict[str, object]]:
    """The key of an effect's sentence, empty when it needs none, and what it names."""
    return _SENTENCES[type(effect)](effect, say)


Sentence = Callable[[Any, Wording], tuple[str, dict[str, object]]]


def _named(name: Callable[[Any], str], *values: str) -> Sentence:
    """A sentence whose key depends on the effect."""
    return lambda effect, say: (name(effect), _values(effect, *values))


def _same(key: str, *values: str) -> Sentence:
    """A sentence that is always the same."""
    return lambda effect, say: (key, _values(effect, *values))


def _laid(effect: LayMeld, say: Wording) -> tuple[str, dict[str, object]]:
    words = {"set": meld_text(effect.meld, say), "how": laid_text(effect.laid, say)}
    return "lay", {"seat": effect.seat, **words}


def _kept(effect: KeepPung, say: Wording) -> tuple[str, dict[str, object]]:
    key = "keep-pung" if effect.meld.exposed else "keep-concealed"
    return key, {"seat": effect.seat, "tile": effect.meld.tile}


def _interrupted(effect: Interrupt, say: Wording) -> tuple[str, dict[str, object]]:
    return ("interrupt" if say.family == "riichi" else ""), {}


def _values(effect: Effect, *names: str) -> dict[str, object]:
    return {name: getattr(effect, name) for name in names}


def _scored(effect: Scored, say: Wording) -> tuple[str, dict[str, object]]:
    """The value of a hand: yakuman, a limit, or fan and minipoints."""
    values: dict[str, object] = {
        "seat": effect.seat,
        "fan": effect.fan,
        "fu": effect.fu,
        "points": effect.worth,
    }
    if effect.yakuman:
        return "scored-yakuman", {**values, "count": effect.yakuman}
    if effect.limit:
        return "scored-limit", {**values, "limit": say.say(f"limit.{effect.limit}")}
    return "scored", values


def _lost(seats: tuple[Seat, ...]) -> tuple[str, dict[str, object]]:
    if not seats:
        return "lose-nobody", {}
    return ("lose-many" if len(seats) > 1 else "lose-one"), {"seats": seats}


def _paid(effect: Pay) -> str:
    """Whether a payment is for counters, wholly or in part."""
    if effect.of_it == effect.points:
        return "pay-counters"
    return "pay-with-counters" if effect.of_it else "pay"


def _result(effect: FinalResult) -> tuple[str, dict[str, object]]:
    """What a player ends the game with, above or below nothing."""
    values: dict[str, object] = {
        "seat": effect.seat,
        "place": effect.place,
        "points": abs(effect.points),
    }
    return ("result-below" if effect.points < 0 else "result"), values


def _robbery(effect: AwaitRobbery) -> tuple[str, dict[str, object]]:
    if effect.orphans_only:
        return "await-orphans", {"tile": effect.tile}
    if effect.seconds:
        return "await-seconds", {"tile": effect.tile, "seconds": effect.seconds}
    return "await", {"tile": effect.tile}


def steps_of(outcome: Outcome, say: Wording) -> Iterator[tuple[str, str]]:
    """The effects that are steps of play, in order: their key and sentence."""
    for effect in outcome.effects:
        key, _ = _effect(effect, say)
        if key in ("lay", "indicator", "replacement-dead", "must-discard", "await"):
            yield key, effect_text(effect, say)


_SENTENCES: dict[type[Effect], Sentence] = {
    LayMeld: _laid,
    KeepPung: _kept,
    Interrupt: _interrupted,
    Pay: _named(_paid, *("payer", "payee", "points", "of_it")),
    TakeLeftover: _same("leftover", "seat", "points"),
    Deduct: _same("deduct", "seat", "points"),
    EndGame: _named(lambda one: f"game-{one.how}"),
    FinalResult: lambda effect, say: _result(effect),
    DrawReplacement: _named(
        lambda one: "replacement-dead" if one.wall is Wall.DEAD else "replacement-live", "seat"
    ),
    Scored: lambda effect, say: _scored(effect, say),
    Counted: _named(
        lambda one: (
            "counted-limit" if one.limit_hand else "counted-share" if one.share else "counted"
        ),
        *("seat", "points", "doubles", "worth", "share"),
    ),
    PlaceBet: _same("place-bet", "seat"),
    ReturnBet: _same("return-bet", "seat"),
    SetCounters: _named(lambda one: "counters" if one.number else "counters-none", "number"),
    NextDealer: _named(lambda one: "east-stays" if one.stays else "east-moves", "seat"),
    TakeBets: _same("bets", "seat", "number"),
    RefillDeadWall: _same("refill", "live", "dead"),
    TurnIndicator: _same("indicator", "number"),
    OweIndicator: _same("owe-indicator"),
    LoseTurns: lambda effect, say: _lost(effect.seats),
    NextTurn: _same("next", "seat", "after"),
    AwaitRobbery: lambda effect, say: _robbery(effect),
    SetFault: _named(lambda one: f"fault-{one.fault.value}", "seat"),
    SetFuriten: _named(
        lambda one: "furiten-rest" if one.rest_of_deal else "furiten", "seat", "tile"
    ),
    LiftFuriten: _named(lambda one: "free-many" if len(one.seats) > 1 else "free", "seats"),
    MakeLiable: _named(
        lambda one: f"liable-{one.hand if one.hand in ('dragons', 'winds') else 'cannon'}",
        *("seat", "payer"),
    ),
    CountAs: _named(lambda one: f"counts-{one.points}-{one.doubles}"),
    Win: _named(lambda one: "win" if one.source is None else "win-from", "seat", "tile", "source"),
    TakeBack: _named(lambda one: f"take-back-{one.kind.value}", "seat"),
    SetReady: _named(lambda one: f"ready-{one.ready.value}", "seat"),
    PutBack: _named(lambda one: f"put-back-{one.kind.value}", "seat"),
    EndDeal: _named(lambda one: f"end-{one.how}"),
    AbortUnlessWon: _same("abort-unless-won"),
    MarkMeld: _same("mark", "seat"),
    LayBonus: _same("bonus", "seat"),
    TakeClaimed: _same("take", "seat"),
    ReturnTile: _same("return", "seat"),
    BarWin: _same("barred", "seat"),
    MustDiscard: _same("must-discard", "seat"),
    DiscardTile: _same(""),
    DrawTile: _same(""),
}
"""The sentence of each kind of effect."""
