"""Columns of the frames: no name has two meanings, in no game; every one is said to be what it is; counters after a
round and what was offered are those of the moves of the same run."""

from itertools import combinations

import polars as pl
import pytest

from analyser import play_games
from reports.comparison import FRAMES
from reports.conditions import ConditionError
from reports.derived import offers_of
from reports.facts import parse_facts
from reports.frame_columns import COLUMN_KINDS, COLUMNS
from reports.run import Run
from reports.stats.sums import sum_groups
from tests.reports.real import Made
from tests.reports.synthetic import FACTS

GAMES = ("zhanguo", "first_empire", "qin", "middle_kingdom")
# Of a row: the same wherever they are.
KEYS = {"game", "scenario", "deal", "lineup", "arm", "seat", "strategy", "board"}
N_GAMES = 24
PALACE = 6  # class of ZhanGuo


@pytest.fixture(scope="module")
def played(tmp_path_factory) -> Made[Run]:
    """A small run of each game, with its decisions."""
    settings = {"games": N_GAMES, "players": 2, "record": "decisions", "workers": 0, "seed": 1}
    return Made(lambda name: play_games(name, out=tmp_path_factory.mktemp(name) / "run", **settings))


@pytest.fixture(scope="module", params=GAMES)
def run(played, request) -> Run:
    return played[request.param]


@pytest.fixture(scope="module")
def zhanguo(played) -> Run:
    return played["zhanguo"]


def test_columns_of_one_name_hold_the_same_in_every_frame(run):
    frames = {of: frame.collect() for of in FRAMES if (frame := getattr(run, of)) is not None}
    assert list(frames) == list(FRAMES)
    seats = frames["seats"]
    for one, other in combinations(FRAMES, 2):
        both = set(frames[one].columns) & set(frames[other].columns)
        assert both <= KEYS, (one, other)
        on = ["game", "seat"] if "seat" in both else ["game"]
        keys = frames[other].select(both).unique()
        assert keys.join(seats.select(both).unique(), on=sorted(both), how="anti", nulls_equal=True).is_empty()
        assert keys.select(on).is_unique().all()


def test_numbers_are_signed_but_for_codes(run):
    for of in FRAMES:
        rows: pl.LazyFrame = getattr(run, of)
        unsigned = {name for name, dtype in rows.collect_schema().items() if dtype.is_unsigned_integer()}
        assert unsigned <= {"game", "deal", "lineup", "a", "b", "c", "move_class", "offered"}
    difference = run.seats.select(pl.col("rank") - 2).collect()["rank"]
    assert difference.min() == -1


def test_decisions_have_the_keys_of_their_seats_and_say_what_was_forced(run):
    stored = pl.scan_parquet(f"{run.source}/decisions/*.parquet")
    keys = ["game", "deal", "seat", "strategy", "board"]
    assert {*keys, "forced"} <= set(stored.collect_schema())
    decisions, seats = stored.collect(), pl.read_parquet(f"{run.source}/seats/*.parquet")
    assert decisions.join(seats, on=keys, how="anti", nulls_equal=True).is_empty()
    assert decisions["forced"].equals((decisions["n_legal"] == 1).alias("forced"))
    counted = decisions.group_by("game").agg(n_forced=pl.col("forced").sum()).sort("game")
    games = pl.read_parquet(f"{run.source}/games/*.parquet").sort("game")
    assert counted["n_forced"].to_list() == games["n_forced"].to_list()


def test_rows_of_two_runs_join_whoever_played(tmp_path):
    played = {"games": 8, "players": 2, "record": "decisions", "workers": 0, "seed": 1}
    one = play_games("zhanguo", strategies=["builder", "walls"], boards=["A", "star"], out=tmp_path / "one", **played)
    two = play_games("zhanguo", strategies=["walls", "tasks"], boards=["A", "circle"], out=tmp_path / "two", **played)
    for of in FRAMES:
        rows = [getattr(run, of).collect() for run in (one, two)]
        assert pl.concat(rows, how="diagonal").height == rows[0].height + rows[1].height
    both = one.seats.join(two.seats, on=["deal", "seat", "strategy"], suffix="_two").collect()
    assert set(both["strategy"].cast(pl.String)) == {"walls"}
    every = pl.concat([one.seats, two.seats]).select(pl.col("strategy", "board").cast(pl.String)).collect()
    assert set(every["strategy"]) == {"builder", "walls", "tasks"}
    assert set(every["board"]) == {"A", "star", "circle"}


def test_every_column_is_said_to_be_what_it_is(run):
    facts = run.scenarios[0].game
    columns = [name for columns in run.scenarios[0].columns.values() for name in columns]
    measures = {row["measure"]: row for row in run.measures().iter_rows(named=True)}
    assert len(measures) == run.measures().height
    assert [name for name in columns if not measures[name]["words"] or measures[name]["kind"] not in COLUMN_KINDS] == []
    assert {*facts.tallies, *(f"score_{name}" for name in facts.sources)}.isdisjoint(COLUMNS)
    numbers = [name for name in columns if measures[name]["kind"] in ("count", "state", "points")]
    assert [name for name in numbers if not measures[name]["unit"]] == []


def test_counters_are_what_the_game_declares_them_to_be(run):
    seats, facts = run.seats.collect(), run.scenarios[0].game
    kinds = {name: counter.kind for name, counter in facts.counters.items()}
    assert [name for name, kind in kinds.items() if kind == "flag" and seats[name].max() > 1] == []
    rounds = run.decisions.select(pl.col("round").max()).collect().item()
    assert [name for name, kind in kinds.items() if kind == "round" and seats[name].max() > rounds] == []
    assert [name for name, kind in kinds.items() if kind != "square" and seats[name].min() < 0] == []
    running = {name: kind for name, kind in kinds.items() if name.startswith("score_after_round_")}
    assert running
    assert set(running.values()) == {"points"}
    named = facts.places.tallies if facts.places else ()
    assert {name for name, kind in kinds.items() if kind == "square"} == set(named)
    in_grids = {name for grid in facts.grids for row in grid.rows for name in row}
    assert {name for name, kind in kinds.items() if kind == "round"} == in_grids
    assert set(facts.holdings) <= {name for name, kind in kinds.items() if kind == "flag"}


def test_a_row_without_a_value_is_left_out_and_not_counted(zhanguo):
    decisions = zhanguo.decisions.collect()
    valued = decisions.filter(pl.col("move_value").is_not_null())
    assert 0 < valued.height < decisions.height  # a forced move is not valued
    both = zhanguo.compare(["move_value", "score_after"]).table
    by_measure = {row["measure"]: row for row in both.iter_rows(named=True)}
    assert {name: row["n"] for name, row in by_measure.items()} == {
        "move_value": valued.height,
        "score_after": decisions.height,
    }
    assert by_measure["move_value"]["estimate"] == pytest.approx(valued["move_value"].cast(pl.Float64).mean())
    with pytest.raises(ValueError, match="column 'move_value' is empty in some rows: leave those rows out"):
        sum_groups(decisions, ["seat"], ["move_value"])


# -- recorded games ----------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def plays(zhanguo) -> pl.DataFrame:
    """The decisions in which a card was played."""
    return zhanguo.decisions.filter(pl.col("stage").cast(pl.String) == "play").collect()


def test_counters_after_a_round_are_those_of_the_moves_made_until_then(zhanguo, plays):
    rounds = zhanguo.rounds.sort("game", "round", "seat").collect()
    assert rounds.select("game", "round", "seat").rows() == [
        (game, number, seat) for game in range(N_GAMES) for number in range(1, 6) for seat in (1, 2)
    ]
    for number in range(1, 6):
        made = plays.filter(pl.col("round") <= number, pl.col("move_class") == PALACE)
        counted = {(game, seat): 0 for game in range(N_GAMES) for seat in (1, 2)}
        counted |= {(game, seat): n for game, seat, n in made.group_by("game", "seat").len().rows()}
        own = rounds.filter(pl.col("round") == number)
        assert dict(zip(own.select("game", "seat").rows(), own["action_P"].to_list(), strict=True)) == counted


def test_a_counter_after_a_round_is_a_column_of_seats(zhanguo):
    rounds = zhanguo.rounds.filter(pl.col("round") == 3).collect()
    means = rounds.group_by(pl.col("strategy").cast(pl.String)).agg(pl.col("palaces_built").mean()).sort("strategy")
    table = zhanguo.compare("palaces_built_after_round_3", by="strategy").table
    assert table["estimate"].to_list() == pytest.approx(means["palaces_built"].to_list())
    met = zhanguo.compare("score", where="palaces_built_after_round_3 >= 1").table
    assert met["n"].to_list() == [(rounds["palaces_built"] >= 1).sum()]
    over = zhanguo.compare("palaces_built_after_round_5").table
    assert over["estimate"][0] == pytest.approx(zhanguo.seats.collect()["palaces_built"].mean())
    with pytest.raises(ConditionError, match="no column palaces_built_after_round_9"):
        zhanguo.compare("palaces_built_after_round_9")


@pytest.mark.parametrize("name", ["palace", "P"])
def test_taken_when_it_could_be(zhanguo, plays, name):
    could = plays.filter(pl.col("offered") // 2**PALACE % 2 == 1)
    assert 0 < len(could) < len(plays)
    assert could.filter(pl.col("move_class") == PALACE).height == plays.filter(pl.col("move_class") == PALACE).height
    table = zhanguo.compare(f"share of move_class = {PALACE}", where=f"offered_{name}").table
    assert table["estimate"].to_list() == pytest.approx([(could["move_class"] == PALACE).mean()])
    assert table["n"].to_list() == [len(could)]
    share = zhanguo.compare(f"share of offered_{name}", where="stage = 'play'").table
    assert share["estimate"].to_list() == pytest.approx([len(could) / len(plays)])


def test_rounds_are_a_column_of_games(zhanguo):
    assert zhanguo.games.collect()["rounds"].to_list() == [5] * N_GAMES
    assert zhanguo.compare("rounds").table["estimate"].to_list() == [5]


@pytest.mark.parametrize("name", ["palaces_after_round_2", "score_bids_after_round_2", "offered_pagoda"])
def test_what_nobody_counts_is_no_column(zhanguo, name):
    with pytest.raises(ConditionError, match=f"no column {name}: "):
        zhanguo.compare(f"mean of {name}")


@pytest.mark.parametrize(
    ("name", "found"),
    [
        ("U", [("play", 1)]), ("re_assign", [("play", 2)]), ("build", [("turn", 1), ("turn_again", 1)]),
        ("reward_1", [("reward", 1)]), ("reward_32", []), ("play_1", []), ("stop", []),
    ],
)  # fmt: skip
def test_a_name_says_kinds_of_decisions_and_bits(name, found):
    """Of kinds of moves, of classes by letter and name, of numbers of a stage."""
    told = {
        **FACTS, "kinds": ["pass", "build", "reward"], "classes": {"U": "unify", "A": "re-assign"},
        "offers": {"turn": "kind", "play": "class", "reward": "a", "turn_again": "kind"},
    }  # fmt: skip
    facts = parse_facts({**told, "opening": {**FACTS["opening"], "letter": "U"}})
    assert offers_of(name, facts) == found


@pytest.mark.parametrize("name", ["palace", "P"])
def test_what_was_chosen_is_counted_among_what_could_be(zhanguo, plays, name):
    could = plays.filter(pl.col("offered") // 2**PALACE % 2 == 1)
    row = zhanguo.compare(f"share of chosen_{name}", where=f"offered_{name}").table.row(0, named=True)
    assert row["n"] == len(could)
    assert row["estimate"] == pytest.approx((could["move_class"] == PALACE).mean())
