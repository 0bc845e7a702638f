"""How sets lie before their owner."""

from collections.abc import Iterable

from rulebook.actions import ActionKind
from rulebook.case import Case
from rulebook.effects import Effect, LayMeld
from rulebook.registry import Step, effect
from rulebook.ruleset import RuleSet
from rulebook.state import Lie, Meld, MeldKind
from rulebook.tiles import Side, Tile, sort_tiles

Laid = tuple[tuple[Tile, Lie], ...]

_FACE_DOWN = {"middle": (1, 2), "outer": (0, 3), "all": (0, 1, 2, 3), "none": ()}


def lay(meld: Meld, rules: RuleSet) -> Laid:
    """Each tile of a set from left to right as its owner sees it, and how it lies."""
    if not meld.marked:
        return tuple((tile, Lie.UPRIGHT) for tile in meld.tiles)
    if meld.kind is MeldKind.CONCEALED_KONG:
        down = _FACE_DOWN[str(rules["kong.concealed.face-down"])]
        return tuple(
            (tile, Lie.FACE_DOWN if place in down else Lie.UPRIGHT)
            for place, tile in enumerate(meld.tiles)
        )
    turn = rules["kong.claimed.mark" if meld.kind is MeldKind.KONG else "set.claimed.mark"]
    if meld.claimed is None or turn == "none":
        return tuple((tile, Lie.UPRIGHT) for tile in meld.tiles)
    own = list(meld.tiles)
    own.remove(meld.claimed)
    if turn == "face-down":
        return (*((tile, Lie.UPRIGHT) for tile in own), (meld.claimed, Lie.FACE_DOWN))
    return _turned(meld, own)


def _turned(meld: Meld, own: list[Tile]) -> Laid:
    """The claimed tile sideways at the place that tells who fed it."""
    across = [(meld.claimed or own[0], Lie.SIDEWAYS)]
    if meld.kind is MeldKind.EXTENDED_KONG:
        across.append((own.pop(), Lie.SIDEWAYS))
    place = {Side.LEFT: 0, Side.ACROSS: 1, Side.RIGHT: len(own)}[meld.side or Side.LEFT]
    upright = [(tile, Lie.UPRIGHT) for tile in own]
    return (*upright[:place], *across, *upright[place:])


@effect("set.display.chow", ActionKind.CHOW, step=Step.LAY)
def lay_a_chow(case: Case, rules: RuleSet) -> Iterable[Effect]:
    """Lay the two tiles of the hand and the claimed one."""
    if case.discard:
        tiles = sort_tiles((*case.action.tiles, case.discard.tile))
        meld = Meld(MeldKind.CHOW, tiles, case.discard.tile, case.side, fresh=True)
        yield LayMeld(case.seat, meld, lay(meld, rules))


@effect("set.display.pung", ActionKind.PUNG, step=Step.LAY)
def lay_a_pung(case: Case, rules: RuleSet) -> Iterable[Effect]:
    """Lay two equal tiles of the hand, those the player names, and the claimed one."""
    if case.discard:
        tile = case.discard.tile
        held = [own for own in case.me.hand if own.index == tile.index]
        own = ([*case.action.tiles, *held, tile.kind, tile.kind])[:2]
        meld = Meld(MeldKind.PUNG, sort_tiles((*own, tile)), tile, case.side, fresh=True)
        yield LayMeld(case.seat, meld, lay(meld, rules))
