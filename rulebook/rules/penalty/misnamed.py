"""What a wrong name for a discard costs when somebody has trusted it."""

from collections.abc import Iterable

from rulebook.actions import ActionKind
from rulebook.case import Case
from rulebook.effects import Effect, EndDeal, Pay
from rulebook.moments import discard_is_misnamed
from rulebook.registry import Step, effect, rule
from rulebook.ruleset import Family, RuleSet
from rulebook.ruling import Finding, Verdict, refused
from rulebook.state import Fault, Meld, MeldKind
from rulebook.tiles import Seat, Tile, sort_tiles

_CHOW, _PUNG = "penalty.misnamed.chow", "penalty.misnamed.pung"
_MAHJONG = "penalty.misnamed.mahjong"

_CLAIMS = {
    ActionKind.CHOW: (_CHOW, _CHOW),
    ActionKind.PUNG: (_PUNG, _PUNG),
    ActionKind.KONG: (_PUNG, _PUNG),
    ActionKind.WIN: (_MAHJONG, "penalty.false-mahjong"),
}
"""For each claim the rule about it, and the parameter that says what is paid."""


def _trusted(case: Case, rules: RuleSet) -> Tile | None:
    """The named tile where the hand has a use for it and none for the tile that lies there."""
    discard = case.discard
    if discard is None or discard.named is None or not _may_claim(case, discard.seat):
        return None
    wanted = _serves(case, rules, discard.named) and not _serves(case, rules, discard.tile)
    return discard.named if wanted else None


def _may_claim(case: Case, discarder: Seat) -> bool:
    """Whether the player's place at the table allows the claim, whatever the tile."""
    next, *others = discarder.others
    return case.seat is next or (case.seat in others and case.action.kind is not ActionKind.CHOW)


def _serves(case: Case, rules: RuleSet, tile: Tile) -> bool:
    """Whether a tile makes what is claimed, with the tiles known to be in the hand."""
    match case.action.kind:
        case ActionKind.CHOW:
            return Meld(MeldKind.CHOW, sort_tiles((*case.action.tiles, tile))).is_set
        case ActionKind.PUNG:
            return case.me.count(tile) >= 2
        case ActionKind.KONG:
            return case.me.count(tile) >= 3
        case _:
            able = case.me.fault is Fault.NONE and not case.me.barred
            return able and bool(case.completes(rules, tile))


def _price(case: Case, rules: RuleSet) -> int:
    """What the discarder pays each who is to be paid; nothing where nobody trusted the name."""
    points = rules[_CLAIMS[case.action.kind][1]]
    return points if isinstance(points, int) and _trusted(case, rules) else 0


def nothing_is_made(case: Case, rules: RuleSet) -> Finding | None:
    """Refuse a set or a hand that only the name of the discard would have made."""
    points, discard = _price(case, rules), case.discard
    if not points or discard is None:
        return None
    values = {"discarder": discard.seat, "named": discard.named, "tile": discard.tile}
    return refused("misnamed", **values, points=points)


def discarder_pays(case: Case, rules: RuleSet) -> Iterable[Effect]:
    """Pay the claimer; for a mahjong pay every opponent, and the deal is over."""
    points, discard = _price(case, rules), case.discard
    if not points or discard is None:
        return
    if case.action.kind is not ActionKind.WIN:
        yield Pay(discard.seat, case.seat, points)
        return
    for payee in discard.seat.others:
        yield Pay(discard.seat, payee, points)
    yield EndDeal("false-mahjong")


for _id in (_CHOW, _PUNG, _MAHJONG):
    _kinds = [kind for kind, (owner, _) in _CLAIMS.items() if owner == _id]
    rule(_id, *_kinds, family=Family.CLASSICAL, when=discard_is_misnamed)(nothing_is_made)
    effect(
        _id,
        *_kinds,
        step=Step.PAYMENT,
        family=Family.CLASSICAL,
        verdict=Verdict.REFUSED,
        when=discard_is_misnamed,
    )(discarder_pays)
