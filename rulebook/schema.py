"""The form of the definitions: what a YAML file may say, as frozen dataclasses.

Words are kept by language code, so that a further language changes no code.
Keys are written with hyphens in YAML and underscores here.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

__all__ = [
    "AskName",
    "Belief",
    "Call",
    "Certainty",
    "Citation",
    "DiscardGiven",
    "Example",
    "Expectation",
    "Given",
    "GlossaryEntry",
    "KongGiven",
    "LiableGiven",
    "MeldGiven",
    "Misreading",
    "Names",
    "OverGiven",
    "Paragraph",
    "ParameterDef",
    "PlayerGiven",
    "RuleDef",
    "RuleSetDef",
    "Section",
    "SlipGiven",
    "Term",
    "Topic",
    "ValueDef",
    "WinGiven",
    "Words",
    "Work",
    "YakuNames",
]

Words = dict[str, str]
"""A text by language code; every language of the project must be there."""

Certainty = Literal["seen", "second-hand", "judged", "unverified"]
"""How well a fact is known: seen in a source, seen in one tool or translation
only, this project's judgement where the sources are silent, general knowledge."""

SeatName = Literal["east", "south", "west", "north"]
SideName = Literal["left", "across", "right"]
PayerName = Literal[SeatName, "nobody"]
MeldName = Literal["chow", "pung", "kong", "claimed-kong", "extended-kong", "concealed-kong"]
AskName = Literal[
    "verdict",
    "who",
    "order",
    "display",
    "next",
    "lose",
    "steps",
    "options",
    "pay",
    "liable",
    "furiten",
    "free",
    "dead-wall",
    "live-wall",
    "indicators",
    "wall",
    "nature",
    "fault",
    "ends",
    "barred",
    "gets",
    "yaku",
    "fan",
    "fu",
    "limit",
    "worth",
    "waits",
    "ron",
    "keep-ready",
    "tenpai",
    "next-dealer",
    "counters",
    "bets",
    "taker",
    "game",
    "final",
    "ready",
    "ippatsu",
    "sideways",
    "points",
    "doubles",
    "limit-hand",
    "only-place",
]
"""What the quiz can ask about an example: the one list, which `quizgen.asks` answers to."""
FamilyName = Literal["riichi", "classical"]

_STRICT = {"extra": "forbid", "alias_generator": lambda name: name.rstrip("_").replace("_", "-")}


@dataclass(frozen=True, slots=True, kw_only=True)
class Citation:
    """Where a rule set says it, and how well that is known.

    Without a certainty of its own it has that of the rule set.
    """

    __pydantic_config__ = _STRICT
    section: str
    certainty: Certainty | None = None
    note: Words | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Paragraph:
    """A part of a rule's words, shown where the rule set has these values."""

    __pydantic_config__ = _STRICT
    words: Words
    when: dict[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class Belief:
    """A misreading in the engine's terms.

    Attributes:
        set: other values of parameters.
        ignore: rules forgotten.
        also: actions to which a rule is wrongly applied, by rule.
        flip: findings of the rule taken for their opposite, by their key.
    """

    __pydantic_config__ = _STRICT
    set: dict[str, str] = field(default_factory=dict)
    ignore: list[str] = field(default_factory=list)
    also: dict[str, list[str]] = field(default_factory=dict)
    flip: list[str] = field(default_factory=list)


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Misreading:
    """What players wrongly believe of a rule."""

    __pydantic_config__ = _STRICT
    id: str
    belief: Words
    means: Belief


@dataclass(frozen=True, slots=True, kw_only=True)
class MeldGiven:
    """A set on the table."""

    __pydantic_config__ = _STRICT
    kind: MeldName
    tiles: str
    from_: SideName | None = None
    claimed: str | None = None
    marked: bool = True
    fresh: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class LiableGiven:
    """Who answers for a player's big hand, and for which."""

    __pydantic_config__ = _STRICT
    by: SeatName
    for_: Literal["dragons", "winds", "kongs", "replacement", "a", "b", "c", "d", "e", "f", "g"]


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayerGiven:
    """What is known of one player. A hand that ends in `+` holds more unknown tiles."""

    __pydantic_config__ = _STRICT
    hand: str | None = None
    melds: list[MeldGiven] = field(default_factory=list)
    discards: str = ""
    bonus: str = ""
    ready: Literal["no", "riichi", "double-riichi", "original-call"] = "no"
    fault: Literal["none", "dead", "short", "long", "dirty"] = "none"
    furiten: bool = False
    barred: bool = False
    untaken: int | None = None
    liable: LiableGiven | None = None
    ippatsu: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Laid:
    """A claim already laid on the table, nothing discarded since."""

    __pydantic_config__ = _STRICT
    seat: SeatName
    kind: Literal["chow", "pung", "kong"]


@dataclass(frozen=True, slots=True, kw_only=True)
class DiscardGiven:
    """The newest discard and what has happened since; `named` is a wrong name for it."""

    __pydantic_config__ = _STRICT
    by: SeatName
    tile: str
    named: str | None = None
    seconds: int | None = None
    since: Literal["nothing", "drawn", "won", "discarded"] = "nothing"
    hasty: bool = False
    laid: list[Laid] = field(default_factory=list)


@dataclass(frozen=True, slots=True, kw_only=True)
class KongGiven:
    """A kong that has just been laid: the last set of its owner."""

    __pydantic_config__ = _STRICT
    by: SeatName
    kind: Literal["kong", "extended-kong", "concealed-kong"]
    tile: str
    from_: SideName | None = None
    seconds: int | None = None
    since: Literal["nothing", "replaced", "settled"] = "nothing"


@dataclass(frozen=True, slots=True, kw_only=True)
class CalledGiven:
    """A word that the acting player has said, nothing shown yet."""

    __pydantic_config__ = _STRICT
    word: Literal["chow", "pung", "kong", "win"]
    quick: bool = True


@dataclass(frozen=True, slots=True, kw_only=True)
class WinGiven:
    """A win of a deal that is over: who won from whom, and how big the hand is.

    Without `from` it is a self-draw. `robbed` says that the tile was robbed from a kong.
    A `yakuman` of a player with `liable` is the hand that somebody is liable for; where
    several count as one, no more is paid than for the best of them.
    """

    __pydantic_config__ = _STRICT
    seat: SeatName
    from_: SeatName | None = None
    robbed: bool = False
    fan: int = 0
    fu: int = 0
    yakuman: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class OverGiven:
    """A deal that is over and not yet settled. Wins stand in the order of play.

    `tenpai` names who shows tenpai when the wall is used up; where it is not said,
    everybody does whose known hand is in tenpai, or who is in riichi with a hidden one.
    `values` are what classical hands are worth; a loser's hand whose tiles are all shown
    is counted instead. `liable` is who pays for all; `liable` of the winner says so too.
    """

    __pydantic_config__ = _STRICT
    how: Literal[
        "won",
        "wall-used-up",
        "nine-tiles",
        "four-winds",
        "four-riichi",
        "four-kongs",
        "triple-win",
        "chombo",
        "false-mahjong",
    ]
    wins: list[WinGiven] = field(default_factory=list)
    tenpai: list[SeatName] | None = None
    nagashi: list[SeatName] = field(default_factory=list)
    offenders: list[SeatName] = field(default_factory=list)
    values: dict[SeatName, int] = field(default_factory=dict)
    liable: SeatName | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class SlipGiven:
    """A mistake the acting player has made."""

    __pydantic_config__ = _STRICT
    kind: Literal["drew-out-of-turn", "discarded-out-of-turn", "wrong-end"]
    tile: str | None = None
    seen: bool = False
    claimed: bool = False
    discarded: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Given(PlayerGiven):
    """The table before the action. The player's own keys describe the acting seat.

    `wall` is how many tiles the live wall has left; where it is not said, none after an
    exhaustive draw and else enough for everything. `bets` are all riichi bets on the
    table; where nothing is said of them, one for each player in riichi once the deal is
    over and else none. Tiles just dealt are `uninterrupted` without a word. `streak` is
    how many times in a row East has won before. `chain` says of a drawn loose tile how
    many kongs follow each other, each made with the loose tile of the one before.
    """

    __pydantic_config__ = _STRICT
    seat: SeatName
    east: PlayerGiven | None = None
    south: PlayerGiven | None = None
    west: PlayerGiven | None = None
    north: PlayerGiven | None = None
    dealt: bool = False
    asked: SeatName | None = None
    drawn: str | None = None
    drawn_from: Literal["live", "dead", "bonus"] = "live"
    chain: int = 0
    discard: DiscardGiven | None = None
    kong: KongGiven | None = None
    claimed: Literal["taken", "lying"] | None = None
    called: CalledGiven | None = None
    slip: SlipGiven | None = None
    over: OverGiven | None = None
    wall: int | None = None
    dead_wall: int | None = None
    indicators: str | None = None
    ura: str = ""
    bets: int | None = None
    scores: dict[SeatName, int] = field(default_factory=dict)
    round: SeatName = "east"
    deal: int = 1
    counters: int = 0
    streak: int = 0
    uninterrupted: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Call:
    """One thing that a player does or tries; exactly one of the verbs is given.

    `said` is the word with which a win is called, where it is not the usual one.
    """

    __pydantic_config__ = _STRICT
    seat: SeatName | None = None
    call: Literal["chow", "pung", "kong", "win"] | None = None
    with_: str | None = None
    declare: Literal["kong", "win", "bonus", "original-call", "riichi", "nine-tiles"] | None = None
    discard: str | None = None
    draw: Literal["live", "dead"] | None = None
    change: Literal["chow", "pung", "kong", "win"] | None = None
    do: Literal["pass", "take", "mark", "withdraw", "put-back", "settle"] | None = None
    tile: str | None = None
    at: int = 0
    value: int | None = None
    said: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class When(Call):
    """What is asked of the engine: an attempt, simultaneous calls, or a question."""

    __pydantic_config__ = _STRICT
    calls: list[Call] = field(default_factory=list)
    ask: Literal["options", "possible"] | None = None
    after: list[Call] = field(default_factory=list)


@dataclass(frozen=True, slots=True, kw_only=True)
class Expectation:
    """What must come out, under the rule sets named; absent keys are not compared."""

    __pydantic_config__ = _STRICT
    in_: list[str] = field(default_factory=list)
    allowed: Literal["true", "false", "unknown"] | None = None
    because: list[str] = field(default_factory=list)
    lies: str | None = None
    next: SeatName | None = None
    lose: list[SeatName] | None = None
    indicators: int | None = None
    replacement: Literal["live", "dead", "none"] | None = None
    live_wall: int | None = None
    dead_wall: int | None = None
    pays: dict[SeatName, int] | None = None
    gets: dict[SeatName, int] | None = None
    deducted: dict[SeatName, int] | None = None
    final: dict[SeatName, int] | None = None
    next_dealer: SeatName | None = None
    counters: int | None = None
    game: str | None = None
    liable: PayerName | None = None
    fault: Literal["none", "dead", "short", "long", "dirty"] | None = None
    furiten: list[SeatName] | None = None
    free: list[SeatName] | None = None
    ready: Literal["no", "riichi", "double-riichi", "original-call"] | None = None
    ippatsu: list[SeatName] | None = None
    bets: int | None = None
    sideways: bool | None = None
    counts: Literal["exposed", "concealed", "exposed-concealed"] | None = None
    barred: bool | None = None
    ends: str | None = None
    robbers: Literal["anyone", "orphans", "nobody"] | None = None
    stand: list[SeatName] | None = None
    options: list[str] | None = None
    yaku: list[str] | None = None
    yakuman: int | None = None
    fan: int | None = None
    fu: int | None = None
    limit: str | None = None
    worth: int | None = None
    points: int | None = None
    doubles: int | None = None
    limit_hand: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Example:
    """A situation, what somebody tries, and what the author expects to come out.

    `ask` says what the quiz asks about it; an empty list means nothing, none
    means the obvious: the verdict, who gets the tile, or what its rule scores.
    """

    __pydantic_config__ = _STRICT
    id: str
    given: Given
    when: When
    then: list[Expectation]
    story: Words | None = None
    ask: list[AskName] | None = None
    retired: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class YakuNames:
    """What the yaku that a rule is about is called.

    `called` holds the name in each language by the rule set that brought it in;
    a rule set that is not named calls it as what it extends does.
    """

    __pydantic_config__ = _STRICT
    romaji: str
    kanji: str
    called: dict[str, Words]


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class RuleDef:
    """One rule: words, sources, reasons, examples; of a yaku, its names too."""

    __pydantic_config__ = _STRICT
    id: str
    title: Words
    text: list[Paragraph]
    source: dict[str, Citation]
    kind: Literal["rule", "note"] = "rule"
    family: FamilyName | None = None
    original: str = "en"
    names: YakuNames | None = None
    params: list[str] = field(default_factory=list)
    reasons: dict[str, Words] = field(default_factory=dict)
    see: list[str] = field(default_factory=list)
    asked: list[Words] = field(default_factory=list)
    misreadings: list[Misreading] = field(default_factory=list)
    examples: list[Example] = field(default_factory=list)


@dataclass(frozen=True, slots=True, kw_only=True)
class Topic:
    """A chapter of the site: the rules whose ids begin so."""

    __pydantic_config__ = _STRICT
    id: str
    of: list[str]
    title: Words
    about: Words


@dataclass(frozen=True, slots=True, kw_only=True)
class ChoiceDef:
    """One value of a parameter that is a choice."""

    __pydantic_config__ = _STRICT
    label: Words


@dataclass(frozen=True, slots=True, kw_only=True)
class ParameterDef:
    """A number or choice on which rule sets disagree.

    A value of the type `points` is a number of points or, as `50%`, a share of the limit.

    `needed_by` names other parameters with the value that makes this one
    necessary: then it cannot be none. `optional` says that none is a choice also
    in a game whose rule sets all have a value. `matters_with` names the values of
    others under which alone this one makes a difference.
    """

    __pydantic_config__ = _STRICT
    id: str
    type: Literal["flag", "number", "choice", "points"]
    topic: str
    label: Words
    meaning: Words
    unit: str | None = None
    none: Words | None = None
    choices: dict[str, ChoiceDef] = field(default_factory=dict)
    needed_by: dict[str, str] = field(default_factory=dict)
    matters_with: dict[str, str] = field(default_factory=dict)
    optional: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class ValueDef:
    """The value a rule set gives to a parameter, where it says so, how certain, and why."""

    __pydantic_config__ = _STRICT
    value: str
    section: str | None = None
    certainty: Certainty | None = None
    why: Words | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class RuleSetDef:
    """A rule set: an edition, or a club's house rules on top of one.

    `certainty` holds for every citation and value that states none of its own;
    `doubt` tells readers why it is not `seen`. A rule set that is not `asked` has
    no questions of its own; it is named where others are compared with it.
    """

    __pydantic_config__ = _STRICT
    id: str
    family: FamilyName
    name: Words
    short: Words
    about: Words
    values: dict[str, ValueDef] = field(default_factory=dict)
    extends: str | None = None
    work: str | None = None
    default: bool = False
    asked: bool = True
    certainty: Certainty = "seen"
    doubt: Words | None = None
    without: list[str] = field(default_factory=list)


@dataclass(frozen=True, slots=True, kw_only=True)
class Section:
    """A section of a work, titled in our own words."""

    __pydantic_config__ = _STRICT
    number: str
    title: Words


@dataclass(frozen=True, slots=True, kw_only=True)
class Work:
    """A cited work: an edition of a rulebook."""

    __pydantic_config__ = _STRICT
    id: str
    title: Words
    by: str
    year: str
    language: str
    sections: list[Section] = field(default_factory=list)
    seen: Words | None = None
    link: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Term:
    """A word for a concept in one language and family, with the forms sentences use.

    `forms` holds what a sentence may ask for: grammatical cases, plurals, the
    forms after a number. `accept` lists words that readers bring along, `reject`
    words that are wrong here, each with the reason.
    """

    __pydantic_config__ = _STRICT
    word: str
    forms: dict[str, str] = field(default_factory=dict)
    accept: list[str] = field(default_factory=list)
    reject: dict[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class Names:
    """What tiles and seats are called in one language.

    Every name is a mapping from grammatical form to words. The forms of tiles
    are `n` (nominative, also what one tile is called), `np` (nominative
    plural) and whatever the language's sentences need besides.

    Attributes:
        id: the language code.
        numbered: how a numbered tile is put together from `{rank}` and `{suit}`.
        run: how a run is written, from `{a}`, `{b}`, `{c}` and `{suit}`.
        ranks: the words for 1 to 9, by rank.
        suits: the word of a suit inside a tile's name, by letter.
        heads: the word of a suit before a list of ranks.
        red: the word for red in front of a red five, by form.
        named: the names of honours and bonus tiles, by notation.
        seats: the names of the players, by seat.
        sides: where a player sits, by side.
        index: the letter or figure in the corner of a tile, by notation.
    """

    __pydantic_config__ = _STRICT
    id: str
    numbered: str
    run: str
    ranks: dict[str, dict[str, str]]
    suits: dict[str, str]
    heads: dict[str, str]
    red: dict[str, str]
    named: dict[str, dict[str, str]]
    seats: dict[str, dict[str, str]]
    sides: dict[str, str]
    index: dict[str, str]


@dataclass(frozen=True, slots=True, kw_only=True)
class GlossaryEntry:
    """A concept: its terms by language, then by family (`both` where they agree)."""

    __pydantic_config__ = _STRICT
    id: str
    terms: dict[str, dict[str, Term]]
    meaning: Words
    topic: str = "terms"
    see: list[str] = field(default_factory=list)
