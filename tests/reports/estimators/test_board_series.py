"""Boards of the whole table: what a map does to seats, strategies and games is found, and series are put together
right."""

import itertools

import numpy as np
import polars as pl
import pytest

from reports.estimators.board_tables import series_note, series_table
from tests.reports.stats.clustered import mean
from tests.reports.synthetic import MAP_FACTS, asked, frames, run_of, tables

FIRST_SEAT_ON_SOUTH = {(1, "south"): 3.0}


def played(chunks, **options):
    """A run with pieces left (fewer when the score is high) and a seal that goes with a good score."""
    seats, games = frames(tables(chunks), **options)
    left, seal = (60 - pl.col("score").cast(pl.Int32)).clip(0), (pl.col("score") > 45).cast(pl.Int32)
    return seats.with_columns(pieces_left=left, holds_seal=seal), games


@pytest.fixture(scope="module")
def run():
    return played(250, strength=FIRST_SEAT_ON_SOUTH)


@pytest.fixture(scope="module")
def answer(run):
    return asked("boards", *run, facts=MAP_FACTS)


def rows(table, **key):
    return table.filter([pl.col(k) == v for k, v in key.items()]).to_dicts()


def test_a_seat_that_a_map_favours_is_found_and_told(answer):
    (seat,) = rows(answer.tables["on_boards"], board="south", name="1")
    assert seat["effect_low"] > 0.05
    first = {v.subject: v for v in answer.verdicts}["seat 1 on South"]
    assert first.verdict == "stronger"
    assert first.sentence.startswith("Seat 1 wins ")
    assert " more of 100 games on South than on North (95 % sure" in first.sentence
    assert [v.subject for v in answer.verdicts][4:] == [
        f"bot {name} on South" for name in ("builder", "racer", "taskman", "wallman")
    ]
    assert answer.title == "Toy: does the map decide who wins?"
    assert answer.notes[0] == "Only the map differs."


def test_the_effect_on_a_seat_is_the_paired_difference_worked_out_by_hand(run, answer):
    seats = run[0].filter(pl.col("seat") == 1).with_columns(pl.col("board").cast(pl.String), pl.col("win_share60") / 60)
    turns = seats.sort("game").with_columns(turn=pl.col("game").rank("ordinal").over("deal", "board"))
    both = turns.pivot("board", index=["deal", "turn"], values="win_share60")
    oracle = mean(both["south"] - both["north"], both["deal"])
    (seat,) = rows(answer.tables["on_boards"], board="south", name="1")
    assert seat["effect"] == pytest.approx(oracle.estimate, abs=1e-12)
    deals = both.group_by("deal").agg((pl.col("south") - pl.col("north")).mean().alias("apart"))
    apart = deals["apart"].to_numpy()
    one = np.sqrt((apart[apart != 0] ** 2).mean()) / 500  # a deal that differs, the continuity correction
    (judged,) = rows(answer.tables["verdicts"], subject="seat 1 on South")
    assert (judged["each_low"], judged["each_high"]) == pytest.approx((oracle.low - one, oracle.high + one))
    assert (seat["effect_low"], seat["effect_high"]) == (judged["effect_low"], judged["effect_high"])
    assert seat["n"] == 500 * 4


def test_what_seats_gain_others_lose_and_so_do_strategies(answer):
    seats = answer.tables["on_boards"].filter(kind="seat")
    assert seats["effect"].sum() == pytest.approx(0, abs=1e-12)
    strategies = answer.tables["on_boards"].filter(kind="strategy")
    assert strategies["name"].to_list() == ["builder", "racer", "taskman", "wallman"]
    assert strategies["effect"].sum() == pytest.approx(0, abs=1e-12)
    assert (strategies["p"] > 0.01).all()  # a seat is favoured, whoever sits there


def test_a_strategy_that_needs_a_map_is_found():
    answer = asked("boards", *played(200, strength={("racer", "south"): 3.0}), facts=MAP_FACTS)
    effects = dict(answer.tables["on_boards"].filter(kind="strategy").select("name", "effect_low").iter_rows())
    assert effects["racer"] > 0.05
    assert max(effects[name] for name in ("builder", "taskman", "wallman")) < 0


def test_the_first_board_is_the_reference_whatever_its_side_is_called():
    named = {"south": {"side": "A", "label": "South"}, "north": {"side": "A", "label": "North"}}
    answer = asked("boards", *played(100, strength=FIRST_SEAT_ON_SOUTH), facts={**MAP_FACTS, "boards": named})
    (first,) = (verdict for verdict in answer.verdicts if verdict.subject == "seat 1 on North")
    assert first.effect < -0.05


def test_one_strategy_alone_is_judged_by_seats_only():
    lines = [(d, 0, "table", [("builder", name, None)] * 4) for d in range(40) for name in ("north", "south")]
    answer = asked("boards", *frames(lines), facts=MAP_FACTS)
    assert sorted(v.subject for v in answer.verdicts) == [f"seat {s} on South" for s in (1, 2, 3, 4)]


# -- series --------------------------------------------------------------------------------------------------------


def by_hand(left, *, deals, maps, lowest=True):
    """Frames of one seating on every deal and map; left[deal][map] lists the pieces each of two seats has left."""
    series = {"tally": "pieces_left", "best": "lowest" if lowest else "highest"}
    boards = {name: {"side": "A", "label": name} for name in maps}
    facts = {**MAP_FACTS, "players": 2, "boards": boards, "board": {**MAP_FACTS["board"], "series": series}}
    games = [(deal, name) for deal in range(deals) for name in maps]
    seats = pl.DataFrame(
        [
            {"game": g, "deal": deal, "seat": s + 1, "strategy": "xy"[s], "board": name}
            | {"pieces_left": left[deal][maps.index(name)][s], "score": 0, "win_share60": 0, "arm": "table"}
            for g, (deal, name) in enumerate(games)
            for s in (0, 1)
        ],
        schema_overrides={"board": pl.Enum(maps), "deal": pl.UInt32},
    )
    frame = pl.DataFrame({"game": range(len(games)), "deal": [d for d, _ in games], "arm": ["table"] * len(games)})
    return run_of(seats, frame, facts=facts)


ONE_EACH = [[(1, 5), (9, 2)], [(4, 4), (3, 1)]]  # 1 + 3 against 5 + 1: the first wins; 4 + 9 against 4 + 2: the second
SHARED = [[(1, 1), (0, 7)], [(2, 3), (4, 4)]]  # 1 + 4 against 1 + 4: shared; 2 + 0 against 3 + 7: the first is lower


@pytest.mark.parametrize(
    ("left", "lowest", "shares"),
    [
        (ONE_EACH, True, [0.5, 0.5]),
        ([*ONE_EACH, [(0, 9), (0, 9)]], True, [0.5, 0.5]),  # a chunk that was not finished is left out
        (SHARED, True, [0.75, 0.25]),
        (SHARED, False, [0.25, 0.75]),
    ],
)
def test_a_series_is_one_game_on_each_map_each_on_a_deal_of_its_own(left, lowest, shares):
    """Deals 0 and 1 are one chunk: north on 0 with south on 1, and north on 1 with south on 0."""
    run = by_hand(left, deals=len(left), maps=["north", "south"], lowest=lowest)
    rows = series_table(run).select("kind", "name", "share", "n").rows()
    names = (("seat", "1"), ("seat", "2"), ("strategy", "x"), ("strategy", "y"))
    assert rows == [(*name, share, 2) for name, share in zip(names, shares * 2, strict=True)]
    assert series_note(run)[0].startswith("2 series are put together of these games")


def test_three_maps_make_three_series_a_chunk_that_use_every_game_once():
    maps = ["north", "south", "west"]
    rng = np.random.default_rng(4)
    left = rng.integers(0, 20, (6, 3, 2)).tolist()
    wins = []
    for chunk, number in itertools.product(range(2), range(3)):
        sums = np.sum([left[3 * chunk + (number + b) % 3][b] for b in range(3)], axis=0)
        wins.append((sums[0] < sums[1]) + (sums[0] == sums[1]) / 2)
    table = series_table(by_hand(left, deals=6, maps=maps))
    assert table["share"].to_list()[0] == pytest.approx(np.mean(wins))
    assert table["n"].to_list() == [6] * 4


def test_series_favour_the_seat_a_map_favours_and_shares_average_to_par(answer):
    table = answer.tables["series"]
    for kind in ("seat", "strategy"):
        part = table.filter(pl.col("kind") == kind)
        assert part["share"].mean() == pytest.approx(0.25, abs=1e-12)
        assert part["n"].to_list() == [2000] * 4
    seats = table.filter(pl.col("kind") == "seat")
    assert seats["share_low"][0] > 0.25
    assert seats["p"][0] < 0.001


def test_without_a_rule_for_series_there_are_none(run):
    plain = {**MAP_FACTS, "board": {**MAP_FACTS["board"], "series": None}}
    assert len(asked("boards", *run, facts=plain).tables["series"]) == 0
