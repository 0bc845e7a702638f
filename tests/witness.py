"""Independent calculators of riichi hands, asked in our words.

`by_mahjong` and `by_jansou` take the input of `rulebook score` and answer in its
terms; `by_ours` asks our engine. They are witnesses, not judges: where they
differ, `data/witness.yaml` says which source decides.

What a library cannot be asked raises `InexpressibleError` with the reason:

- mahjong: after-kong and last-tile together; 2 minipoints for a pair that is both
  winds; a human win that is a mangan alone.
- jansou: a human win of any kind.

What only the price needs is done here: where one of the two counts, a replacement
tile is never called the last one; where one yakuman only is paid, or Big Four Winds
alone counts twice, the library names the patterns and the adapter multiplies. A
plain fourth five is its red five to mahjong, so red fives are switched on only for
hands that have one.

With `human_win` "none" a win before the first draw is a plain hand to both.
Liability changes who pays, not the value; no witness is asked about it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from typing import Any

from jansou.core import hand as jansou_hand
from jansou.core.rules import Rules
from jansou.core.tiles import Tile as JansouTile
from jansou.core.tiles import TileKind, Wind
from jansou.scoring.context import WinContext
from jansou.scoring.score import ScoringError
from jansou.scoring.score import score as jansou_score
from jansou.scoring.yaku import Yaku as JansouYaku
from mahjong.hand_calculating.hand import HandCalculator
from mahjong.hand_calculating.hand_config import HandConfig, HandConstants, OptionalRules
from mahjong.meld import Meld as MahjongMeld

from rulebook.catalog import catalog
from rulebook.commands.lines import chosen
from rulebook.commands.score import score_line
from rulebook.riichi.form import read_hand
from rulebook.riichi.hand import Hand as OurHand
from rulebook.ruleset import RuleSet
from rulebook.tiles import Tile, parse_tiles
from tests.book import BOOK
from tests.hands import SEATS, Hand

__all__ = [
    "EDITIONS",
    "NOT_A_WIN",
    "TENHOU",
    "InexpressibleError",
    "Options",
    "Verdict",
    "answer",
    "by_jansou",
    "by_mahjong",
    "by_ours",
    "jansou_question",
    "mahjong_names",
    "mahjong_question",
    "ours_hand",
    "ours_rules",
    "parameters",
    "verdict",
]


@dataclass(frozen=True)
class Options:
    """What scorers can be told alike. The defaults are Tenhou's.

    Attributes:
        open_tanyao: whether an open hand has tanyao.
        red_fives: whether red fives count.
        double_waits: whether the special waits of a yakuman count twice.
        double_winds: whether big four winds count twice.
        several_yakuman: whether several yakuman add up.
        round_up: whether 4 fan 30 and 3 fan 60 are a mangan.
        counted_yakuman: whether 13 fan are a yakuman.
        double_wind_pair: minipoints of a pair that is both winds.
        last_replacement: whether after-kong and last-tile both count.
        human_win: "none", "adds" (5 fan more), "mangan" (alone) or "yakuman".
    """

    open_tanyao: bool = True
    red_fives: bool = True
    double_waits: bool = False
    double_winds: bool = False
    several_yakuman: bool = True
    round_up: bool = False
    counted_yakuman: bool = True
    double_wind_pair: int = 4
    last_replacement: bool = True
    human_win: str = "none"


TENHOU = Options()

EDITIONS = {
    "ema-2012": Options(
        open_tanyao=False, double_winds=True, several_yakuman=False, human_win="yakuman"
    ),
    "ema-2016": Options(
        red_fives=False, several_yakuman=False, counted_yakuman=False, human_win="mangan"
    ),
    "ema-2025": Options(
        red_fives=False,
        several_yakuman=False,
        counted_yakuman=False,
        round_up=True,
        double_wind_pair=2,
        last_replacement=False,
        human_win="mangan",
    ),
}
"""The rule sets whose values are published, as options (five counters not reached)."""


@dataclass(frozen=True)
class Verdict:
    """What a scorer says, comparable between scorers.

    Attributes:
        yaku: sorted ids of yaku or yakuman, bonus tiles not among them.
        yakuman: how many yakuman are paid for patterns; a counted one is 0.
        fan: with bonus tiles; 0 for a yakuman.
        fu: rounded minipoints; 0 for a yakuman.
        value: the price of a discard, or the sum of a self-draw.
        total: the value with counters and bets.
    """

    yaku: tuple[str, ...] = ()
    yakuman: int = 0
    fan: int = 0
    fu: int = 0
    value: int = 0
    total: int = 0


NOT_A_WIN = Verdict()


class InexpressibleError(Exception):
    """A question that this library cannot be asked."""


def _closed(hand: Hand) -> bool:
    return all(meld["kind"] == "concealed-kong" for meld in hand.get("melds", ()))


def _self_drawn(hand: Hand) -> bool:
    return hand["by"] in ("self-draw", "replacement")


# mahjong

_MAHJONG_IDS = {
    "tsumo": "menzen-tsumo",
    "riichi": "riichi",
    "ippatsu": "ippatsu",
    "chankan": "chankan",
    "rinshan": "rinshan",
    "haitei": "haitei",
    "houtei": "houtei",
    "daburu_riichi": "double-riichi",
    "renhou": "renhou",
    "renhou_yakuman": "renhou",
    "pinfu": "pinfu",
    "tanyao": "tanyao",
    "iipeiko": "iipeikou",
    "haku": "haku",
    "hatsu": "hatsu",
    "chun": "chun",
    **{f"seat_wind_{wind}": "seat-wind" for wind in SEATS},
    **{f"round_wind_{wind}": "round-wind" for wind in SEATS},
    "sanshoku": "sanshoku-doujun",
    "ittsu": "ittsu",
    "chantai": "chanta",
    "honroto": "honroutou",
    "toitoi": "toitoi",
    "sanankou": "sanankou",
    "sankantsu": "sankantsu",
    "sanshoku_douko": "sanshoku-doukou",
    "chiitoitsu": "chiitoitsu",
    "shosangen": "shousangen",
    "honitsu": "honitsu",
    "junchan": "junchan",
    "ryanpeiko": "ryanpeikou",
    "chinitsu": "chinitsu",
    "kokushi": "kokushi",
    "daburu_kokushi": "kokushi",
    "chuuren_poutou": "chuuren",
    "daburu_chuuren_poutou": "chuuren",
    "suuankou": "suuankou",
    "suuankou_tanki": "suuankou",
    "daisangen": "daisangen",
    "shosuushi": "shousuushii",
    "daisuushi": "daisuushii",
    "ryuisou": "ryuuiisou",
    "suukantsu": "suukantsu",
    "tsuisou": "tsuuiisou",
    "chinroto": "chinroutou",
    "tenhou": "tenhou",
    "chiihou": "chiihou",
}
_BONUS = {"Dora", "Aka Dora", "Ura Dora"}

_MAHJONG_MELDS = {
    "chow": (MahjongMeld.CHI, True),
    "pung": (MahjongMeld.PON, True),
    "kong": (MahjongMeld.KAN, True),
    "extended-kong": (MahjongMeld.SHOUMINKAN, True),
    "concealed-kong": (MahjongMeld.KAN, False),
}


@cache
def mahjong_names() -> dict[str, str]:
    """Our ids by the names that mahjong gives its yaku."""
    yaku = HandConfig().yaku
    return {getattr(yaku, key).name: ours for key, ours in _MAHJONG_IDS.items()}


class _Copies:
    """Numbers 0-135 for tiles, each copy its own; 16, 52 and 88 are the red fives."""

    def __init__(self) -> None:
        self.used: Counter[int] = Counter()

    def number(self, tile: Tile) -> int:
        if tile.red:
            return tile.index * 4
        five = tile.index in (4, 13, 22)
        self.used[tile.index] += 1
        copy = self.used[tile.index] - (0 if five else 1)
        return tile.index * 4 + copy % 4

    def numbers(self, text: str) -> list[int]:
        return [self.number(tile) for tile in parse_tiles(text)]


def _tiles(hand: Hand) -> tuple[Tile, ...]:
    """The tiles of the hand, its sets included."""
    melds = "".join(meld["tiles"] for meld in hand.get("melds", ()))
    return parse_tiles(hand["hand"] + hand["win"] + melds)


def _may_pair_both_winds(hand: Hand) -> bool:
    wind = SEATS.index(hand["seat"])
    held = parse_tiles(hand["hand"] + hand["win"])
    return bool(hand["seat"] == hand["round"] and sum(t.index == 27 + wind for t in held) >= 2)


def mahjong_question(hand: Hand, options: Options = TENHOU) -> dict[str, Any]:
    """The arguments of `HandCalculator.estimate_hand_value`."""
    drawn, last, first = _self_drawn(hand), hand.get("last_tile"), hand.get("first_turn")
    if hand["by"] == "replacement" and last:
        if options.last_replacement:
            raise InexpressibleError("after-kong and last-tile together")
        last = False
    if options.double_wind_pair != 4 and _may_pair_both_winds(hand):
        raise InexpressibleError("2 minipoints for a pair that is both winds")
    if first and not drawn and options.human_win == "mangan":
        raise InexpressibleError("a human win that is a mangan alone")
    red_fives = options.red_fives and any(tile.red for tile in _tiles(hand))
    copies = _Copies()
    win = copies.numbers(hand["win"])[0]
    tiles = [win, *copies.numbers(hand["hand"])]
    melds = []
    for meld in hand.get("melds", ()):
        kind, opened = _MAHJONG_MELDS[meld["kind"]]
        numbers = copies.numbers(meld["tiles"])
        tiles += numbers
        melds.append(MahjongMeld(meld_type=kind, tiles=numbers, opened=opened))
    east = hand["seat"] == "east"
    config = HandConfig(
        is_tsumo=drawn,
        is_riichi=hand.get("riichi") is True,
        is_daburu_riichi=hand.get("riichi") == "double",
        is_ippatsu=hand.get("ippatsu", False),
        is_rinshan=hand["by"] == "replacement",
        is_chankan=hand["by"] == "robbed-kong",
        is_haitei=bool(last and drawn),
        is_houtei=bool(last and not drawn),
        is_tenhou=bool(first and drawn and east),
        is_chiihou=bool(first and drawn and not east),
        is_renhou=bool(first and not drawn and options.human_win != "none"),
        player_wind=27 + SEATS.index(hand["seat"]),
        round_wind=27 + SEATS.index(hand["round"]),
        tsumi_number=hand.get("counters", 0),
        kyoutaku_number=hand.get("bets", 0),
        options=OptionalRules(
            has_open_tanyao=options.open_tanyao,
            has_aka_dora=red_fives,
            has_double_yakuman=options.double_waits,
            kazoe_limit=HandConstants.KAZOE_LIMITED
            if options.counted_yakuman
            else HandConstants.KAZOE_SANBAIMAN,
            kiriage=options.round_up,
            renhou_as_yakuman=options.human_win == "yakuman",
            limit_to_sextuple_yakuman=False,
        ),
    )
    return {
        "tiles": tiles,
        "win_tile": win,
        "melds": melds,
        "dora_indicators": copies.numbers(hand.get("dora", "")),
        "ura_dora_indicators": copies.numbers(hand.get("ura", "")),
        "config": config,
    }


def by_mahjong(hand: Hand, options: Options = TENHOU) -> Verdict:
    """What the package `mahjong` says."""
    found = HandCalculator.estimate_hand_value(**mahjong_question(hand, options))
    if found.error:
        if found.error != HandCalculator.ERR_NO_YAKU:
            raise ValueError(f"{found.error}: {hand}")
        return NOT_A_WIN
    assert found.yaku is not None and found.cost is not None
    assert found.han is not None and found.fu is not None
    cost = found.cost
    value = cost["main"] + (2 * cost["additional"] if _self_drawn(hand) else 0)
    assert cost["total"] == _with_sticks(value, hand)
    names, closed = mahjong_names(), not found.is_open_hand
    ids = tuple(names[one.name] for one in found.yaku if one.name not in _BONUS)
    if not any(one.is_yakuman for one in found.yaku):
        return _plain(ids, found.han, found.fu, value, hand)
    fan = [one.han_closed if closed else one.han_open for one in found.yaku]
    return _limit({id: one // 13 for id, one in zip(ids, fan, strict=True)}, value, hand, options)


def _with_sticks(value: int, hand: Hand) -> int:
    counters: int = hand.get("counters", 0)
    bets: int = hand.get("bets", 0)
    return value + 300 * counters + 1000 * bets


def _plain(ids: Iterable[str], fan: int, fu: int, value: int, hand: Hand) -> Verdict:
    return Verdict(tuple(sorted(ids)), 0, fan, fu, value, _with_sticks(value, hand))


def _limit(times: dict[str, int], value: int, hand: Hand, options: Options) -> Verdict:
    """A yakuman; `times` and the value are those of the library."""
    one = value // sum(times.values())
    if "daisuushii" in times:
        times = {**times, "daisuushii": 2 if options.double_winds else 1}
    paid = sum(times.values()) if options.several_yakuman else max(times.values())
    return Verdict(tuple(sorted(times)), paid, 0, 0, one * paid, _with_sticks(one * paid, hand))


# jansou

_JANSOU_IDS = {
    "YAKUHAI_HAKU": "haku",
    "YAKUHAI_HATSU": "hatsu",
    "YAKUHAI_CHUN": "chun",
    "YAKUHAI_ROUND": "round-wind",
    "YAKUHAI_SEAT": "seat-wind",
    "SHOUSUUSHI": "shousuushii",
    "DAISUUSHI": "daisuushii",
}
_JANSOU_MELDS = {
    "chow": jansou_hand.MeldType.CHII,
    "pung": jansou_hand.MeldType.PON,
    "kong": jansou_hand.MeldType.DAIMINKAN,
    "extended-kong": jansou_hand.MeldType.SHOUMINKAN,
    "concealed-kong": jansou_hand.MeldType.ANKAN,
}
_JANSOU_SIDES = {
    "left": jansou_hand.CallSource.KAMICHA,
    "across": jansou_hand.CallSource.TOIMEN,
    "right": jansou_hand.CallSource.SHIMOCHA,
}
_JANSOU_WINDS = dict(zip(SEATS, (Wind.EAST, Wind.SOUTH, Wind.WEST, Wind.NORTH), strict=True))


def _jansou_id(yaku: JansouYaku) -> str:
    return _JANSOU_IDS.get(yaku.name) or yaku.name.lower().replace("_", "-")


def _jansou_tiles(text: str) -> tuple[JansouTile, ...]:
    return tuple(JansouTile(TileKind(tile.index), red=tile.red) for tile in parse_tiles(text))


def _jansou_meld(meld: Hand) -> jansou_hand.Meld:
    tiles = _jansou_tiles(meld["tiles"])
    kind = _JANSOU_MELDS[meld["kind"]]
    if kind is jansou_hand.MeldType.ANKAN:
        return jansou_hand.Meld(kind, tiles)
    added = tiles[-1] if kind is jansou_hand.MeldType.SHOUMINKAN else None
    return jansou_hand.Meld(kind, tiles, tiles[0], _JANSOU_SIDES[meld["from"]], added)


@cache
def _jansou_rules(options: Options) -> Rules:
    return Rules(
        double_wind_fu=options.double_wind_pair,
        kiriage_mangan=options.round_up,
        kazoe_yakuman=options.counted_yakuman,
        multiple_yakuman=True,
        double_yakuman=options.double_waits,
        aka_dora=options.red_fives,
        kuitan=options.open_tanyao,
    )


def jansou_question(
    hand: Hand, options: Options = TENHOU
) -> tuple[jansou_hand.Hand, JansouTile, WinContext]:
    """The arguments of jansou's `score`."""
    drawn, last, first = _self_drawn(hand), hand.get("last_tile"), hand.get("first_turn")
    if first and not drawn and options.human_win != "none":
        raise InexpressibleError("a human win")
    if hand["by"] == "replacement" and not options.last_replacement:
        last = False
    win = _jansou_tiles(hand["win"])[0]
    tiles = jansou_hand.Hand(
        (*_jansou_tiles(hand["hand"]), win),
        tuple(_jansou_meld(meld) for meld in hand.get("melds", ())),
    )
    seat = _JANSOU_WINDS[hand["seat"]]
    context = WinContext(
        rules=_jansou_rules(options),
        round_wind=_JANSOU_WINDS[hand["round"]],
        seat_wind=seat,
        is_tsumo=drawn,
        riichi=hand.get("riichi") is True,
        double_riichi=hand.get("riichi") == "double",
        ippatsu=hand.get("ippatsu", False),
        haitei=bool(last and drawn),
        houtei=bool(last and not drawn),
        rinshan=hand["by"] == "replacement",
        chankan=hand["by"] == "robbed-kong",
        tenhou=bool(first and drawn and seat is Wind.EAST),
        chiihou=bool(first and drawn and seat is not Wind.EAST),
        dora_indicators=_jansou_tiles(hand.get("dora", "")),
        ura_indicators=_jansou_tiles(hand.get("ura", "")),
        honba=hand.get("counters", 0),
        riichi_sticks=hand.get("bets", 0),
    )
    return tiles, win, context


def by_jansou(hand: Hand, options: Options = TENHOU) -> Verdict:
    """What the package `jansou` says."""
    try:
        found = jansou_score(*jansou_question(hand, options))
    except ScoringError as error:
        if "no yaku" not in str(error):
            raise
        return NOT_A_WIN
    payment = found.payment
    value = payment.total - payment.honba - payment.sticks
    assert payment.total == _with_sticks(value, hand)
    if found.is_yakuman:
        return _limit({_jansou_id(one.yaku): one.value for one in found.yaku}, value, hand, options)
    ids = [_jansou_id(one.yaku) for one in found.yaku]
    return _plain(ids, found.han, found.fu.total, value, hand)


# Ours

RULESET = "tenhou"
WORDS = catalog("en")

BONUS_IDS = {"dora", "red-five", "ura"}


def parameters(options: Options) -> dict[str, Any]:
    """The parameters of a rule set that say what the options say."""
    return {
        "yaku.tanyao.open": options.open_tanyao,
        "tiles.red-fives": 3 if options.red_fives else 0,
        "yakuman.double-waits": options.double_waits,
        "yakuman.big-winds": 2 if options.double_winds else 1,
        "yakuman.several": "add-up" if options.several_yakuman else "one",
        "score.counted-yakuman": options.counted_yakuman,
        "score.round-up": options.round_up,
        "score.double-wind-pair": options.double_wind_pair,
        "yaku.rinshan.last-tile": options.last_replacement,
        "yaku.renhou": options.human_win,
    }


def answer(question: Hand, overrides: dict[str, Any], ruleset: str = RULESET) -> Hand:
    """What `rulebook score` writes for this line, some parameters overridden."""
    line = {key: value for key, value in question.items() if key != "expect"}
    found: Hand = score_line({**line, "ruleset": ruleset, "set": overrides}, BOOK, WORDS)
    return found


def ours_hand(question: Hand) -> OurHand:
    """The engine's hand for a line."""
    return read_hand(question)


@cache
def ours_rules(overrides: tuple[tuple[str, Any], ...] = ()) -> RuleSet:
    """Tenhou's rule set with some parameters overridden."""
    return chosen({"ruleset": RULESET, "set": dict(overrides)}, BOOK)


def by_ours(hand: Hand, options: Options = TENHOU) -> Verdict:
    """What our engine says."""
    return verdict(answer(hand, parameters(options)), hand)


def verdict(found: Hand, hand: Hand) -> Verdict:
    """An answer of `rulebook score` as a verdict.

    Raises:
        ValueError: when the engine refuses the hand for anything but a missing yaku.
    """
    if "error" in found:
        if found["error"]["code"] != "no-yaku":
            raise ValueError(f"{found['error']}: {hand}")
        return NOT_A_WIN
    yakuman = found["yakuman"]
    return Verdict(
        tuple(sorted(one["id"] for one in found["yaku"] if one["id"] not in BONUS_IDS)),
        yakuman,
        0 if yakuman else found["fan"],
        0 if yakuman else found["fu"],
        found["value"],
        found["payments"]["winner"],
    )
