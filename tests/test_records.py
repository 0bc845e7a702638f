"""Reading recorded games: one invented game in three formats, and what is broken."""

from __future__ import annotations

import gzip
import json
import lzma
import os
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from time import perf_counter
from types import ModuleType

import pytest

from rulebook.records import (
    Claimed,
    Deal,
    Discarded,
    Drawn,
    Ended,
    Indicator,
    Kong,
    Record,
    RecordError,
    RiichiPaid,
    Won,
    detect,
    mjai,
    mjlog,
    read_bytes,
    read_file,
    tenhou6,
)
from rulebook.records.events import turned
from rulebook.state import ABORTED
from rulebook.tiles import Tile, parse_tile, parse_tiles

_OWN = Path(__file__).parent / "data" / "records"
_FILES = {"tenhou": "game.mjlog", "tenhou6": "game.json", "mjai": "game.mjson"}

_OUTSIDE = Path(
    os.environ.get("KAMEN_CASES", Path(__file__).parents[2] / "shared" / "cases") / Path("tenhou")
)
outside = pytest.mark.skipif(not _OUTSIDE.is_dir(), reason="no recorded games here")


def own(source: str) -> str:
    return (_OWN / _FILES[source]).read_text(encoding="utf-8")


def own_log() -> str:
    """The tenhou6 game on one line."""
    return json.dumps(json.loads(own("tenhou6")), ensure_ascii=False)


def read(text: str | bytes, name: str = "file") -> list[tuple[str, Record | RecordError]]:
    return list(read_bytes(text.encode() if isinstance(text, str) else text, name))


def read_one(text: str | bytes) -> Record:
    [(_, record)] = read(text)
    assert isinstance(record, Record), record
    return record


def error(text: str | bytes) -> RecordError:
    [(_, record)] = read(text)
    assert isinstance(record, RecordError), record
    return record


# One game, three formats


@pytest.mark.parametrize("source", _FILES)
def test_the_own_game(source: str) -> None:
    record = read_one(own(source))
    assert record.source == source
    assert record.final == (36100, 17400, 31000, 15500)
    assert (record.options.red_fives, record.options.hanchan) == (True, True)
    assert [(one.round, one.dealer, one.counters, one.bets) for one in record.deals] == [
        (0, 0, 0, 0),
        (0, 0, 1, 0),
        (1, 1, 0, 0),
        (1, 1, 1, 0),
    ]
    check_game(record)


@pytest.mark.parametrize("source", ["tenhou6", "mjai"])
def test_the_formats_agree(source: str) -> None:
    """All is the same except what a format cannot say."""
    expected, found = read_one(own("tenhou")), read_one(own(source))
    for one, other in zip(expected.deals, found.deals, strict=True):
        assert replace(other, events=()) == replace(one, events=())
        for mine, theirs in zip(one.events, other.events, strict=True):
            match theirs:
                case Won(yaku=None):  # mjai: some dragon
                    assert isinstance(mine, Won)
                    assert theirs == replace(mine, yaku=None)
                case Ended(shown=None):  # tenhou6: somebody
                    assert isinstance(mine, Ended)
                    assert theirs == replace(mine, shown=None, deltas=None)
                case _:
                    assert theirs == mine


def test_the_first_deal() -> None:
    deal = read_one(own("tenhou")).deals[0]
    m8, m9, s4, s6 = map(parse_tile, ("8m", "9m", "4s", "6s"))
    assert deal.indicator is parse_tile("4z")
    assert deal.hands[2] == parse_tiles("0m789s111p225z6s67p")
    assert [one for one in deal.events if isinstance(one, Claimed | Kong)] == [
        Claimed(1, "chow", s4, 0, parse_tiles("23s")),
        Claimed(3, "pung", s6, 2, (s6, s6)),
        Kong(1, "concealed-kong", (m9,) * 4),
        Claimed(3, "kong", m8, 2, (m8,) * 3),
        Kong(3, "extended-kong", (s6,) * 4),
    ]
    assert deal.events[-1] == Won(
        player=0,
        source=3,
        tile=s6,
        yaku=(("riichi", 1), ("ippatsu", 1), ("chankan", 1), ("pinfu", 1)),
        yakuman=(),
        fan=4,
        fu=30,
        points=11600,
        limit=None,
        deltas=(12600, 0, 0, -11600),
        liable=None,
        indicators=parse_tiles("4z9p1s"),
        ura=parse_tiles("4p3s6z"),
    )


def test_indicators_turn_before_the_draw_or_before_the_discard() -> None:
    events = read_one(own("tenhou6")).deals[0].events
    around = [
        tuple(type(one) for one in events[i - 1 : i + 2])
        for i, event in enumerate(events)
        if isinstance(event, Indicator)
    ]
    assert around == [(Kong, Indicator, Drawn), (Drawn, Indicator, Discarded)]


def test_a_bet_is_paid_after_the_discard() -> None:
    events = read_one(own("tenhou6")).deals[0].events
    place = events.index(RiichiPaid(0))
    assert events[place - 1] == Discarded(0, parse_tile("2p"), False, True)


def test_no_bet_where_the_declaring_tile_loses() -> None:
    log = json.loads(own("tenhou6"))
    log["log"][1][4 + 5] = ["r60"]
    events = read_one(json.dumps(log)).deals[1].events
    assert not any(isinstance(one, RiichiPaid) for one in events)
    assert sum(isinstance(one, Won) for one in events) == 2


def test_another_first_dealer() -> None:
    record = read_one(own("tenhou"))
    again = turned(turned(record, 1), 3)
    assert again == record
    moved = own("mjai").replace('"oya":0', '"oya":2').replace('"oya":1', '"oya":3')
    assert [one.dealer for one in read_one(moved).deals] == [0, 0, 1, 1]
    assert read_one(moved).final == (31000, 15500, 36100, 17400)


# Rules


@pytest.mark.parametrize(
    ("bits", "red", "tanyao", "hanchan"),
    [
        (1, True, True, False),
        (3, False, True, False),
        (0xA9, True, True, True),
        (15, False, False, True),
    ],
)
def test_tenhou_rules(bits: int, red: bool, tanyao: bool, hanchan: bool) -> None:
    record = read_one(own("tenhou").replace('type="9"', f'type="{bits}"'))
    options = record.options
    assert (options.red_fives, options.open_tanyao, options.hanchan) == (red, tanyao, hanchan)
    hand = record.deals[0].hands[2]
    assert hand is not None
    assert hand[0].red is red


@pytest.mark.parametrize(
    ("rule", "expected"),
    [
        ({"disp": "般南喰赤", "aka": 1}, (True, True, True)),
        ({"disp": "鳳東"}, (False, False, False)),
        ({"disp": "特南喰赤", "aka51": 1, "aka52": 1, "aka53": 1}, (True, True, True)),
        ({"disp": "club", "aka": 0}, (False, None, None)),
        ({}, (None, None, None)),
    ],
)
def test_tenhou6_rules(rule: object, expected: tuple[bool | None, ...]) -> None:
    log = json.loads(own("tenhou6")) | {"rule": rule}
    options = read_one(json.dumps(log)).options
    assert (options.red_fives, options.open_tanyao, options.hanchan) == expected
    assert json.loads(options.raw) == rule


@pytest.mark.parametrize(
    "text",
    [
        own("tenhou").replace('type="9"', 'type="25"'),
        own("tenhou6").replace("般南", "三般南"),
        json.dumps(
            {"log": [[[0, 0, 0], [35000] * 3 + [0], [11], [], [12], [], [], *[[]] * 9, []]]}
        ),
        '{"type":"start_game","names":["A","B","C"]}\n',
        own("mjai").replace('"ankan"', '"nukidora"'),
    ],
)
def test_three_players(text: str) -> None:
    assert error(text).what == "three-players"


# Ends of deals


def with_result(*result: object) -> str:
    log = json.loads(own("tenhou6"))
    log["log"] = log["log"][3:]
    log["log"][0][-1] = result
    return json.dumps(log)


@pytest.mark.parametrize(
    ("result", "expected"),
    [
        (["流局", [1500, -1500, 1500, -1500]], Ended("wall", (0, 2), (1500, -1500, 1500, -1500))),
        (["流局", [0, 0, 0, 0]], Ended("wall", None, (0, 0, 0, 0))),
        (["全員聴牌"], Ended("wall", (0, 1, 2, 3), None)),
        (["全員不聴"], Ended("wall", (), None)),
        (
            ["流し満貫", [-2000, 8000, -4000, -2000]],
            Ended("nagashi", None, (-2000, 8000, -4000, -2000)),
        ),
        (["四家立直"], Ended("four-riichi", None, None)),
        (["三家和了"], Ended("triple-win", None, None)),
        (["四槓散了"], Ended("four-kongs", None, None)),
        (["四風連打"], Ended("four-winds", None, None)),
    ],
)
def test_tenhou6_draws(result: list[object], expected: Ended) -> None:
    assert read_one(with_result(*result)).deals[0].events[-1] == expected


@pytest.mark.parametrize(
    ("value", "fu", "points", "limit"),
    [
        ("30符4飜3900点∀", 30, 11700, None),
        ("30符2飜500-1000点", 30, 2000, None),
        ("満貫2000-4000点", None, 8000, "mangan"),
        ("三倍満24000点", None, 24000, "sanbaiman"),
        ("数え役満16000点∀", None, 48000, "yakuman"),
    ],
)
def test_tenhou6_values(value: str, fu: int | None, points: int, limit: str | None) -> None:
    won = (
        read_one(with_result("和了", [0, 0, 0, 0], [2, 2, 1, value, "立直(1飜)"]))
        .deals[0]
        .events[-1]
    )
    assert isinstance(won, Won)
    assert (won.fu, won.points, won.limit, won.liable) == (fu, points, limit, 1)


def test_tenhou6_yakuman() -> None:
    told = [2, 2, 2, "役満8000-16000点", "四暗刻単騎(役満)", "字一色(役満)"]
    won = read_one(with_result("和了", [0, 0, 0, 0], told)).deals[0].events[-1]
    assert isinstance(won, Won)
    assert (won.yaku, won.yakuman, won.fan) == ((), ("suuankou", "tsuuiisou"), None)


def test_a_yaku_in_unknown_words_is_not_guessed() -> None:
    told = [2, 2, 2, "30符3飜1000-2000点", "立直(1飜)", "Half Something(2飜)"]
    won = read_one(with_result("和了", [0, 0, 0, 0], told)).deals[0].events[-1]
    assert isinstance(won, Won)
    assert (won.yaku, won.fan) == (None, 3)


def test_mjlog_yakuman_with_liability() -> None:
    text = own("tenhou").replace('yaku="0,1,7,1"', 'yakuman="39,41" paoWho="3"')
    won = read_one(text).deals[-1].events[-1]
    assert isinstance(won, Won)
    assert (won.yaku, won.yakuman, won.fan) == ((), ("daisangen", "suuankou"), None)
    assert won.liable == 3


@pytest.mark.parametrize(
    ("kind", "reason"),
    [
        ('type="reach4" ', "four-riichi"),
        ('type="ron3" ', "triple-win"),
        ('type="kan4" ', "four-kongs"),
        ('type="kaze4" ', "four-winds"),
        ('type="nm" ', "nagashi"),
        ("", "wall"),
    ],
)
def test_mjlog_draws(kind: str, reason: str) -> None:
    ended = read_one(own("tenhou").replace('type="yao9" ', kind)).deals[2].events[-1]
    assert isinstance(ended, Ended)
    assert (ended.reason, ended.shown) == (reason, (1,))


# The order of the players in tenhou6


def test_a_discard_that_could_be_claimed_twice() -> None:
    """East discards a tile twice; West claims the second, after East's pung from South."""
    rows: list[list[list[int | str]]] = [
        [[47, 47, 12], [24, "3535p35"], [47, 47]],
        [[11, 35], [19], [35]],
        [[47, 47, 21], ["47p4747"], [21]],
        [[31, 32], [29], [60]],
    ]
    deal = [[0, 0, 0], [25000] * 4, [41], [], *(part for row in rows for part in row), ["流局"]]
    events = read_one(json.dumps({"log": [deal]})).deals[0].events
    order = [(type(one), one.player) for one in events if not isinstance(one, Ended | Indicator)]
    assert order == [
        (Drawn, 0),
        (Discarded, 0),
        (Drawn, 1),
        (Discarded, 1),
        (Claimed, 0),
        (Discarded, 0),
        (Claimed, 2),
        (Discarded, 2),
        (Drawn, 3),
        (Discarded, 3),
    ]


def test_rows_that_do_not_fit() -> None:
    log = json.loads(own("tenhou6"))
    log["log"][0][5] = [34, 44, 31, 31]
    found = error(json.dumps(log))
    assert (found.what, found.deal) == ("damaged", 1)


# mjai


def test_mjai_without_what_can_be_told_otherwise() -> None:
    """The tile won, the scores of each deal, the reason of a draw after the whole wall."""
    lines = [json.loads(line) for line in own("mjai").splitlines()]
    for line in lines:
        if line["type"] == "hora":
            del line["pai"]
        if line["type"] in ("start_kyoku", "end_game"):
            del line["scores"]
    text = "\n".join(map(json.dumps, lines))
    expected = read_one(own("mjai"))
    assert read_one(text).deals == expected.deals
    assert read_one(text).final is None


def test_mjai_hides_hands() -> None:
    lines = [json.loads(line) for line in own("mjai").splitlines()]
    lines[1]["tehais"][1] = ["?"] * 13
    lines[2]["pai"] = "?"
    deal = read_one("\n".join(map(json.dumps, lines))).deals[0]
    assert [hand is None for hand in deal.hands] == [False, True, False, False]
    assert deal.events[0] == Drawn(0, None, False)


def test_several_games_and_a_broken_line_between() -> None:
    lines = own("mjai").splitlines()
    text = "\n".join([*lines, *lines[:9], lines[9][:-4], *lines[10:], *lines])
    found = read(text)
    assert [name for name, _ in found] == ["file", "file#2", "file#3"]
    broken = found[1][1]
    assert isinstance(broken, RecordError)
    assert (broken.what, broken.line) == ("not-json", len(lines) + 10)
    assert isinstance(found[2][1], Record)


# Files


@pytest.mark.parametrize("source", _FILES)
@pytest.mark.parametrize("pack", [bytes, gzip.compress, lzma.compress])
def test_packed_files_are_told_apart(
    source: str, pack: Callable[[bytes], bytes], tmp_path: Path
) -> None:
    path = tmp_path / "file"
    path.write_bytes(pack(b"\xef\xbb\xbf\r\n" + own(source).encode()))
    [(name, record)] = read_file(path)
    assert isinstance(record, Record)
    assert (name, record.source) == (str(path), source)


def test_json_lines() -> None:
    mjlog = json.dumps({"id": "one", "mjlog": own("tenhou")})
    log = json.dumps({"id": 2, "log": json.loads(own("tenhou6"))})
    cut = json.dumps({"id": "cut", "mjlog": own("tenhou")[:-40]})
    other = json.dumps({"id": "other", "rows": []})
    found = read("\n".join(["{broken", mjlog, "", cut, log, other, own_log()]))
    assert [
        (name, one.what if isinstance(one, RecordError) else one.source) for name, one in found
    ] == [
        ("file:1", "not-json"),
        ("one", "tenhou"),
        ("cut", "not-xml"),
        ("2", "tenhou6"),
        ("other", "unknown-format"),
        ("file:7", "tenhou6"),
    ]
    lines = [one.line for _, one in found if isinstance(one, RecordError)]
    assert lines == [1, 4, 6]


@pytest.mark.parametrize(
    ("data", "what"),
    [
        (b"", "unknown-format"),
        (b"hello", "unknown-format"),
        (b"<html></html>", "unknown-format"),
        (b"[1, 2]", "unknown-format"),
        (b"[" * 100_000, "unknown-format"),
        (b"\xff\xfe\x00", "encoding"),
        (gzip.compress(b"x" * 99, mtime=0)[:-9], "compression"),
        (lzma.compress(b"x" * 99)[:-9], "compression"),
        (b"\x1f\x8b\x08\x00junk-junk-junk", "compression"),
        (own("tenhou")[:700].encode(), "not-xml"),
        (b'<mjloggm ver="2.3"><GO type="9"/></mjloggm>', "no-deals"),
        (b'<mjloggm ver="2.3"></mjloggm>', "no-rules"),
        (b'{"log": []}', "no-deals"),
        (b'{"log": 7}', "damaged"),
        (b'{"mjlog": 7}', "unknown-format"),
        (b'{"type": "start_game"}\n', "no-deals"),
        (b'{"type": "dance"}\n', "damaged"),
    ],
)
def test_what_is_no_record(data: bytes, what: str) -> None:
    assert error(data).what == what


def test_a_missing_file(tmp_path: Path) -> None:
    [(_, found)] = read_file(tmp_path / "none")
    assert isinstance(found, RecordError)
    assert found.what == "unreadable"


def test_another_format_than_the_one_asked_for() -> None:
    [(_, found)] = read_bytes(own("mjai").encode(), "file", "tenhou")
    assert isinstance(found, RecordError)
    assert (found.what, found.found) == ("other-format", "mjai")
    [(_, record)] = read_bytes(own("mjai").encode(), "file", "mjai")
    assert isinstance(record, Record)


def test_detect() -> None:
    assert [detect(own(source)) for source in _FILES] == list(_FILES)
    assert detect("GameOption 0 x") is None


@pytest.mark.parametrize(
    ("old", "new", "deal", "at"),
    [
        ("<T84/>", "<T136/>", 1, "T136"),
        ("<T84/>", "<X84/>", 1, "X84"),
        ('who="1" m="48135"', 'who="4" m="48135"', 1, "N"),
        ('yaku="7,1,8,1,52,1"', 'yaku="7,1,8"', 2, "AGARI"),
        ('type="yao9"', 'type="lunch"', 3, "RYUUKYOKU"),
        ('sc="366,0,', 'sc="366,', 2, "AGARI"),
        ("<D112/>", "<D112/></mjloggm>", 0, ""),
    ],
)
def test_damage_has_a_place(old: str, new: str, deal: int, at: str) -> None:
    assert old in own("tenhou")
    found = error(own("tenhou").replace(old, new, 1))
    assert (found.deal, found.at) == (deal, at)


@pytest.mark.parametrize("source", _FILES)
def test_any_damage_is_reported(source: str) -> None:
    """Whatever is cut out: a record, or an error, never an exception."""
    text = own(source)
    for start in range(0, len(text), 7):
        for _, found in read(text[:start] + text[start + 5 :]):
            assert isinstance(found, Record | RecordError)
            assert str(found)


@pytest.mark.parametrize("source", ["tenhou", "mjai"])
def test_a_deal_without_end(source: str) -> None:
    lines = own(source).splitlines()
    end = next(i for i, line in enumerate(lines) if "AGARI" in line or "hora" in line)
    found = error("\n".join(lines[:end] + lines[end + 1 :]))
    assert (found.what, found.deal) == ("unfinished", 1)


# Games of others


def records(file: str) -> list[Record]:
    found = [one for _, one in read_file(_OUTSIDE / file)]
    assert not [str(one) for one in found if isinstance(one, RecordError)]
    return [one for one in found if isinstance(one, Record)]


@outside
@pytest.mark.parametrize(
    ("file", "count"), [("games.jsonl.xz", 61), ("tenhou6.jsonl", 6), ("mjai-game.jsonl.xz", 1)]
)
def test_games_of_others(file: str, count: int) -> None:
    games = records(file)
    assert len(games) == count
    for game in games:
        check_game(game)


@outside
def test_rare_events_are_there() -> None:
    ends = Counter(
        one.reason if isinstance(one, Ended) else "win"
        for game in records("games.jsonl.xz")
        for deal in game.deals
        for one in deal.events
        if isinstance(one, Ended | Won)
    )
    assert ends == {
        "win": 473,
        "wall": 81,
        "nine-tiles": 4,
        "four-winds": 2,
        "nagashi": 1,
        "four-riichi": 1,
        "triple-win": 1,
        "four-kongs": 1,
    }


@outside
def test_reading_is_quick() -> None:
    start = perf_counter()
    records("games.jsonl.xz")
    assert perf_counter() - start < 5


# What must hold in every game


def check_game(game: Record) -> None:
    for deal in game.deals:
        check_tiles(deal)
    for deal, after in zip(game.deals, game.deals[1:], strict=False):
        scores, bets = settled(deal)
        assert (after.scores, after.bets) == (scores, bets), (game.name, deal)
    if game.final is not None:
        scores, bets = settled(game.deals[-1])
        more = [end - score for end, score in zip(game.final, scores, strict=True)]
        assert sorted(more) == [0, 0, 0, 1000 * bets], (game.name, more)


def settled(deal: Deal) -> tuple[tuple[int, ...], int]:
    """The scores and the bets lying after a deal."""
    scores, bets = list(deal.scores), deal.bets
    for event in deal.events:
        if isinstance(event, RiichiPaid):
            scores[event.player] -= 1000
            bets += 1
        if isinstance(event, Won | Ended) and event.deltas is not None:
            scores = [score + delta for score, delta in zip(scores, event.deltas, strict=True)]
        if isinstance(event, Won):
            bets = 0
    return tuple(scores), bets


def check_tiles(deal: Deal) -> None:
    """Whoever uses a tile has it, and none is there five times."""
    hands = [Counter[Tile](hand or ()) for hand in deal.hands]
    kinds = Counter(tile.kind for tile in seen(deal))
    assert max(kinds.values()) <= 4
    assert max((count for tile, count in Counter(seen(deal)).items() if tile.red), default=0) <= 1
    drawn = discard = None
    kong = False
    for event in deal.events:
        match event:
            case Drawn(player, tile, replacement):
                assert tile is not None
                assert replacement == kong
                hands[player][tile] += 1
                drawn, kong = tile, False
            case Discarded(player, tile, just_drawn, _):
                assert not just_drawn or tile is drawn
                hands[player][tile] -= 1
                drawn, discard = None, (player, tile)
            case Claimed(player, kind, tile, source, tiles):
                assert discard == (source, tile)
                assert len(tiles) == (3 if kind == "kong" else 2)
                hands[player].subtract(tiles)
                kong = kind == "kong"
            case Kong(player, kind, tiles):
                assert len({tile.kind for tile in tiles}) == 1
                hands[player].subtract(tiles if kind == "concealed-kong" else tiles[:1])
                kong = True
            case Won(player, source, tile):
                assert tile is (drawn if source is None else tile)
        assert all(min(hand.values()) >= 0 for hand in hands), event
    assert isinstance(deal.events[-1], Won | Ended)


def seen(deal: Deal) -> Iterator[Tile]:
    """Every tile that was dealt, drawn or turned."""
    yield deal.indicator
    for hand in deal.hands:
        yield from hand or ()
    for event in deal.events:
        if isinstance(event, Indicator) or (isinstance(event, Drawn) and event.tile is not None):
            assert event.tile is not None
            yield event.tile
    wins = [event for event in deal.events if isinstance(event, Won)]
    yield from max((won.ura for won in wins), key=len, default=())


@pytest.mark.parametrize("form", [mjlog, tenhou6, mjai])
def test_deals_end_as_the_engine_calls_it(form: ModuleType) -> None:
    assert set(form._REASONS.values()) == {"wall", "nagashi", *ABORTED}
