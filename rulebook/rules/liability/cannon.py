"""Letting off a cannon: dangerous discards in the classical game."""

from collections.abc import Callable, Iterable, Sequence

from rulebook.actions import SET_CLAIMS, ActionKind
from rulebook.case import Case
from rulebook.classical.payments import Deal, share
from rulebook.classical.winning import worth_of
from rulebook.effects import Effect, MakeLiable, Pay
from rulebook.frozen import dataclass
from rulebook.registry import Step, effect, remark
from rulebook.ruleset import Family, RuleSet
from rulebook.ruling import Finding, noted
from rulebook.state import KongMade, Liability, Meld, Player, Position
from rulebook.tiles import GREEN, Seat, Suit, Tile

__all__ = ["claimed_danger", "dangers", "liable_for_the_win", "no_choice"]


@dataclass(frozen=True, slots=True)
class Danger:
    """One of the cases in which a discard is dangerous.

    Attributes:
        case: its letter in rule 90.
        sets: how many sets on the table make it.
        fits: whether a tile belongs to the hand that threatens.
        missing: whether only a kind that is not on the table yet is dangerous.
            Then other sets may lie beside those that fit.
    """

    case: str
    sets: int
    fits: Callable[[Tile], bool]
    missing: bool = False


_DANGERS = (
    Danger("b", 3, lambda tile: tile.wind, missing=True),
    Danger("c", 2, lambda tile: tile.dragon, missing=True),
    Danger("d", 3, lambda tile: tile.honour),
    Danger("e", 3, GREEN.__contains__),
    Danger("f", 3, lambda tile: tile.terminal),
)

_FEW_TILES = 4
"""With so many live tiles left, or fewer, a fresh tile is dangerous."""


def dangers(
    position: Position,
    claimer: Seat,
    tile: Tile,
    discarder: Seat,
    rules: RuleSet,
    *,
    hidden: bool = False,
) -> tuple[str, ...]:
    """The cases of rule 90 by which a discard is dangerous to its discarder.

    The sets and the wall are those at the moment of the discard, before any claim.
    With `hidden` the tile is one that the discarder could have thrown instead.
    """
    concealed = bool(rules["liability.concealed-kongs"])
    found = _by_sets(position.player(claimer).melds, tile, concealed, rules)
    few = position.live <= _FEW_TILES
    copies = rules.number("cannon.hidden-copies") if hidden or _added(position) else 0
    if few and not _lies_open(position, tile, discarder, rules, copies):
        found.append("g")
    return tuple(sorted(found))


def _by_sets(melds: Sequence[Meld], tile: Tile, concealed: bool, rules: RuleSet) -> list[str]:
    """The cases that the sets on the table make, concealed kongs counted or not."""
    missing = rules["cannon.wind-dragon-tile"] == "missing"
    found = [one.case for one in _DANGERS if _threatens(one, melds, tile, concealed, missing)]
    return [*found, "a"] if _one_suit(melds, tile, concealed, rules) else found


def _threatens(
    danger: Danger, melds: Sequence[Meld], tile: Tile, concealed: bool, missing: bool
) -> bool:
    """Whether the sets on the table make a tile dangerous by one case.

    With `missing` only a wind or dragon that is not on the table yet can be.
    """
    fitting = [meld for meld in melds if all(danger.fits(own) for own in meld.tiles)]
    if not danger.fits(tile):
        return False
    if danger.missing:
        new = not missing or all(meld.tile is not tile.kind for meld in fitting)
        return new and len(fitting) >= danger.sets
    return len(fitting) == len(melds) and _enough(melds, danger.sets, concealed)


def _enough(melds: Sequence[Meld], sets: int, concealed: bool) -> bool:
    """Whether so many sets lie there, concealed kongs counted or not."""
    return sum(meld.exposed or concealed for meld in melds) >= sets


def _one_suit(melds: Sequence[Meld], tile: Tile, concealed: bool, rules: RuleSet) -> bool:
    """Whether three sets of one suit, and nothing else, make a tile dangerous."""
    suits = {own.suit for meld in melds for own in meld.tiles}
    if rules["cannon.one-suit"] == "none" or not _enough(melds, 3, concealed):
        return False
    if len(suits) != 1 or Suit.HONOURS in suits:
        return False
    return tile.suit in suits or (tile.honour and _honours_too(rules))


def _honours_too(rules: RuleSet) -> bool:
    return rules["cannon.one-suit"] == "with-honours"


def _added(position: Position) -> bool:
    """Whether the tile in question extends a pung."""
    return isinstance(position.event, KongMade)


def _lies_open(
    position: Position, tile: Tile, discarder: Seat, rules: RuleSet, copies: int = 0
) -> bool:
    """Whether a copy lies among the discards, the tile itself left out, or in an exposed set.

    With `copies` so many discards, the newest included, do not make the tile safe.
    """
    thrown = 0
    for seat, player in zip(Seat, position.players, strict=True):
        discards = [one.tile.index for one in player.discards]
        if not copies and seat is discarder and discards[-1:] == [tile.index]:
            discards.pop()
        thrown += discards.count(tile.index)
        if thrown > copies:
            return True
        sets = player.melds if rules["cannon.safe-copies"] == "table" else ()
        if any(own.index == tile.index for one in sets if one.exposed for own in one.tiles):
            return True
    return False


def no_choice(position: Position, discarder: Seat, rules: RuleSet) -> bool:
    """Whether every tile the discarder still hides is dangerous too.

    A hand that is not shown excuses nobody.
    """
    player = position.player(discarder)
    return not player.hidden and all(
        any(
            dangers(position, other, tile, discarder, rules, hidden=True)
            for other in discarder.others
        )
        for tile in player.hand
    )


_OF_RIICHI = {"winds": "b", "dragons": "c", "kongs": "", "replacement": ""}
"""The cases that are about the hands for which somebody answers in riichi."""


def _cases(liability: Liability) -> str:
    """The letters of the cases for which somebody answers."""
    return _OF_RIICHI.get(liability.hand, liability.hand)


def _reaches(case: str, player: Player, tiles: Sequence[Tile], rules: RuleSet) -> bool:
    """Whether a complete hand is of the kind that a case of rule 90 is about.

    Case g is about any hand.
    """
    everything = [*tiles, *(own for meld in player.melds for own in meld.tiles)]
    if case == "a":
        rest = [tile for tile in everything if not (tile.honour and _honours_too(rules))]
        return len({tile.suit for tile in rest}) == 1 and rest[0].numbered
    if case == "b":
        return _grouped(everything, lambda tile: tile.wind, kinds=4, sets=3)
    if case == "c":
        return _grouped(everything, lambda tile: tile.dragon, kinds=3, sets=2)
    kind = next((one for one in _DANGERS if one.case == case), None)
    return kind is None or all(kind.fits(tile) for tile in everything)


def _grouped(tiles: Sequence[Tile], fits: Callable[[Tile], bool], *, kinds: int, sets: int) -> bool:
    """Whether every fitting kind is there at least as a pair, and so many of them as sets."""
    counts = {tile: sum(own is tile for own in tiles) for tile in tiles if fits(tile)}
    pairs = sum(count >= 2 for count in counts.values())
    return pairs == kinds and sum(count >= 3 for count in counts.values()) >= sets


def claimed_danger(case: Case, rules: RuleSet) -> tuple[str, ...]:
    """The cases by which the tile that is claimed is dangerous, where the claim counts."""
    if case.offered is None or case.offered[0] is case.seat:
        return ()
    kong = case.action.kind is ActionKind.KONG
    if kong and not rules["liability.kong-claim"]:
        return ()
    if case.made and not rules["cannon.robbed-kong"]:
        return ()
    owner, tile = case.offered
    return dangers(case.position, case.seat, tile, owner, rules)


def _excused(case: Case, rules: RuleSet) -> bool:
    """Whether the owner of the claimed tile held nothing safe, where that excuses."""
    if case.offered is None or not rules["cannon.excuse"]:
        return False
    return no_choice(case.position, case.offered[0], rules)


def _answering(case: Case, rules: RuleSet) -> Liability | None:
    """Who answers for the claimer's hand, with this tile, and for which cases.

    The latest offender takes over what an earlier one answered for.
    """
    before, found = case.me.liability, claimed_danger(case, rules)
    if not found or case.offered is None or _excused(case, rules):
        return before
    owner = case.offered[0]
    moves = rules["cannon.second-offender"] in ("later", "both")
    if before and before.payer is not owner and not moves:
        return before
    cases = {*found, *(_cases(before) if before else "")}
    return Liability(owner, "".join(sorted(cases)))


@remark("liability.cannon.dangerous", *SET_CLAIMS, ActionKind.WIN, family=Family.CLASSICAL)
def discard_is_dangerous(case: Case, rules: RuleSet) -> Finding | None:
    """Remark by which case of rule 90 a claimed discard was dangerous."""
    found = claimed_danger(case, rules)
    if found and case.offered:
        owner, tile = case.offered
        return noted(f"case-{found[0]}", discarder=owner, tile=tile, claimer=case.seat)
    return None


@effect("liability.cannon.dangerous", *SET_CLAIMS, step=Step.LIABILITY, family=Family.CLASSICAL)
def discarder_becomes_liable(case: Case, rules: RuleSet) -> Iterable[Effect]:
    """Make the dangerous discard's owner answer for the hand it leads to."""
    liability = _answering(case, rules)
    if liability and claimed_danger(case, rules):
        yield MakeLiable(case.seat, liability.payer, liability.hand)


@remark("liability.cannon.concealed-kongs", *SET_CLAIMS, ActionKind.WIN, family=Family.CLASSICAL)
def concealed_kong_tips_the_scale(case: Case, rules: RuleSet) -> Finding | None:
    """Remark whether a concealed kong is one of the sets that make a tile dangerous."""
    if case.offered is None:
        return None
    tile, melds = case.offered[1], case.me.melds
    kongs = tuple(meld.tile for meld in melds if not meld.exposed)
    if _by_sets(melds, tile, True, rules) == _by_sets(melds, tile, False, rules):
        return None
    counted = rules["liability.concealed-kongs"]
    return noted("counted" if counted else "not-counted", tiles=kongs)


@remark("liability.cannon.no-choice", *SET_CLAIMS, ActionKind.WIN, family=Family.CLASSICAL)
def discarder_had_no_choice(case: Case, rules: RuleSet) -> Finding | None:
    """Excuse a discarder all of whose tiles were dangerous."""
    if not claimed_danger(case, rules) or case.offered is None:
        return None
    owner = case.offered[0]
    if case.position.player(owner).hidden:
        return noted("not-shown", discarder=owner)
    return noted("excused" if _excused(case, rules) else "had-a-choice", discarder=owner)


@remark("liability.cannon.kong-claim", ActionKind.KONG, family=Family.CLASSICAL)
def claimed_for_a_kong(case: Case, rules: RuleSet) -> Finding | None:
    """Remark that a dangerous tile claimed for a kong makes nobody liable."""
    if case.offered is None or rules["liability.kong-claim"]:
        return None
    owner, tile = case.offered
    if not dangers(case.position, case.seat, tile, owner, rules):
        return None
    return noted("nobody", tile=tile, discarder=owner)


@remark("liability.cannon.robbed", ActionKind.WIN, family=Family.CLASSICAL)
def robbed_tile_is_dangerous(case: Case, rules: RuleSet) -> Finding | None:
    """Remark whether a dangerous tile counts against its owner when a kong is robbed of it."""
    if case.made is None or case.offered is None:
        return None
    owner, tile = case.offered
    if not dangers(case.position, case.seat, tile, owner, rules):
        return noted("safe", tile=tile, owner=owner)
    counts = rules["cannon.robbed-kong"]
    return noted("like-a-discard" if counts else "nobody", tile=tile, owner=owner)


@remark("liability.cannon.later", *SET_CLAIMS, ActionKind.WIN, family=Family.CLASSICAL)
def later_offender_takes_over(case: Case, rules: RuleSet) -> Finding | None:
    """Remark that a second dangerous discard moves the whole liability."""
    before = case.me.liability
    if before is None or case.offered is None or not claimed_danger(case, rules):
        return None
    later, after = case.offered[0], _answering(case, rules)
    if before.payer is later:
        return noted("same", payer=later)
    moved = after is not None and after.payer is later
    return noted("moves" if moved else "stays", first=before.payer, later=later)


def _liability(case: Case, rules: RuleSet) -> Liability | None:
    """Who answers for a hand that wins, whether or not it is of the kind that was fed."""
    if case.action.kind is ActionKind.WIN and (
        claimed_danger(case, rules) or rules["cannon.lasting"]
    ):
        return _answering(case, rules)
    return case.me.liability if rules["cannon.lasting"] else None


def liable_for_the_win(case: Case, rules: RuleSet) -> Seat | None:
    """Who pays for all: the latest who fed a dangerous tile of the hand that wins."""
    tile = case.offered[1] if case.action.kind is ActionKind.WIN and case.offered else None
    tiles = [*case.me.hand, *([tile] if tile else [])]
    liability = _liability(case, rules)
    if liability and any(_reaches(one, case.me, tiles, rules) for one in _cases(liability)):
        return liability.payer
    return None


def _share(case: Case, loser: Seat, rules: RuleSet) -> int:
    """How many times its value a loser owes for the hand."""
    source = case.offered[0] if case.action.kind is ActionKind.WIN and case.offered else None
    deal = Deal(source=source, robbed=case.made is not None)
    return share(deal, case.seat, loser, rules)


@remark("liability.cannon.pays", ActionKind.WIN, ActionKind.SELF_DRAW, family=Family.CLASSICAL)
def hand_of_the_kind_was_reached(case: Case, rules: RuleSet) -> Finding | None:
    """Remark who pays for all, or that the hand is not of the kind that was fed."""
    liability = _liability(case, rules)
    if liability is None:
        return None
    reached = liable_for_the_win(case, rules) is not None
    return noted("for-all" if reached else "other-hand", payer=liability.payer)


@effect(
    "liability.cannon.pays",
    ActionKind.WIN,
    ActionKind.SELF_DRAW,
    step=Step.PAYMENT,
    family=Family.CLASSICAL,
)
def one_pays_for_all(case: Case, rules: RuleSet) -> Iterable[Effect]:
    """Let the liable player pay what all three losers owe the winner, East's share double."""
    payers = _payers(case, rules)
    value = worth_of(case, rules) if payers else None
    if value is not None:
        shares = sum(_share(case, loser, rules) for loser in case.seat.others)
        for payer in payers:
            yield Pay(payer, case.seat, value * shares // len(payers))


def _payers(case: Case, rules: RuleSet) -> tuple[Seat, ...]:
    """Who pays for all: one player, or two half each where a second offender shares."""
    payer, before = liable_for_the_win(case, rules), case.me.liability
    if payer is None:
        return ()
    if before and before.payer is not payer and rules["cannon.second-offender"] == "both":
        return before.payer, payer
    return (payer,)


@effect(
    "liability.cannon.nobody",
    ActionKind.WIN,
    ActionKind.SELF_DRAW,
    step=Step.PAYMENT,
    family=Family.CLASSICAL,
)
def each_loser_pays(case: Case, rules: RuleSet) -> Iterable[Effect]:
    """Let each loser pay the winner, East double, when nobody let off a cannon."""
    value = worth_of(case, rules)
    if value is None or liable_for_the_win(case, rules) is not None:
        return
    for loser in case.seat.others:
        alone = case.offered and rules["win.payer"] == "discarder"
        payer = case.offered[0] if alone and case.offered else loser
        yield Pay(payer, case.seat, value * _share(case, loser, rules))
