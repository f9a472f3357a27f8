"""Columns of the frames: no name has two meanings, in no game; every one is said to be what it is."""

from __future__ import annotations

from itertools import combinations
from pathlib import Path

import polars as pl
import pytest

from analyser import play_games
from cext.games import load_game
from reports.comparison import FRAMES
from reports.facts import FactsError, GameFacts
from reports.facts_parser import parse_facts
from reports.frame_columns import COLUMN_KINDS, COLUMNS
from reports.run import Run
from reports.stats.sums import sum_groups

GAMES = ("zhanguo", "first_empire", "qin", "middle_kingdom")
KEYS = {
    "game",
    "scenario",
    "deal",
    "lineup",
    "arm",
    "seat",
    "strategy",
    "board",
}  # of a row: the same wherever they are


@pytest.fixture(scope="module", params=GAMES)
def run(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Run:
    """A small run of a game, with its decisions."""
    out = tmp_path_factory.mktemp(request.param) / "run"
    return play_games(request.param, games=24, players=2, record="decisions", out=out, workers=0, seed=1)


def test_columns_of_one_name_hold_the_same_in_every_frame(run: Run) -> None:
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


def test_numbers_are_signed_but_for_codes(run: Run) -> None:
    for of in FRAMES:
        rows: pl.LazyFrame = getattr(run, of)
        unsigned = {name for name, dtype in rows.collect_schema().items() if dtype.is_unsigned_integer()}
        assert unsigned <= {"game", "deal", "lineup", "a", "b", "c", "move_class", "offered"}
    difference = run.seats.select(pl.col("rank") - 2).collect()["rank"]
    assert difference.min() == -1


def test_decisions_have_the_keys_of_their_seats_and_say_what_was_forced(run: Run) -> None:
    stored = pl.scan_parquet(f"{run.source}/decisions/*.parquet")
    keys = ["game", "deal", "seat", "strategy", "board"]
    assert {*keys, "forced"} <= set(stored.collect_schema())
    decisions, seats = stored.collect(), pl.read_parquet(f"{run.source}/seats/*.parquet")
    assert decisions.join(seats, on=keys, how="anti", nulls_equal=True).is_empty()
    assert decisions["forced"].equals((decisions["n_legal"] == 1).alias("forced"))
    counted = decisions.group_by("game").agg(n_forced=pl.col("forced").sum()).sort("game")
    games = pl.read_parquet(f"{run.source}/games/*.parquet").sort("game")
    assert counted["n_forced"].to_list() == games["n_forced"].to_list()


def test_rows_of_two_runs_join_whoever_played(tmp_path: Path) -> None:
    played = {"games": 8, "players": 2, "record": "decisions", "workers": 0, "seed": 1}
    one = play_games("zhanguo", strategies=["builder", "walls"], boards=["A", "star"], out=tmp_path / "one", **played)
    two = play_games("zhanguo", strategies=["walls", "tasks"], boards=["A", "circle"], out=tmp_path / "two", **played)
    for of in FRAMES:
        rows = [getattr(run, of).collect() for run in (one, two)]
        assert pl.concat(rows, how="diagonal").height == rows[0].height + rows[1].height
    both = one.seats.join(two.seats, on=["deal", "seat", "strategy"], suffix="_two").collect()
    assert set(both["strategy"].cast(pl.String)) == {"walls"}
    names = (
        pl.concat([one.seats, two.seats])
        .select(pl.col("strategy", "board").cast(pl.String).unique().implode())
        .collect()
    )
    assert set(names["strategy"][0]) == {"builder", "walls", "tasks"}
    assert set(names["board"][0]) == {"A", "star", "circle"}


def test_every_column_is_said_to_be_what_it_is(run: Run) -> None:
    facts = run.parts[0].frames.game
    columns = [name for columns in run.parts[0].columns.values() for name in columns]
    measures = {row["measure"]: row for row in run.measures().iter_rows(named=True)}
    assert len(measures) == run.measures().height
    assert [name for name in columns if not measures[name]["words"] or measures[name]["kind"] not in COLUMN_KINDS] == []
    assert {*facts.tallies, *(f"score_{name}" for name in facts.sources)}.isdisjoint(COLUMNS)
    assert [
        name
        for name in columns
        if measures[name]["kind"] in ("count", "state", "points") and not measures[name]["unit"]
    ] == []


def test_counters_are_what_the_game_declares_them_to_be(run: Run) -> None:
    seats, facts = run.seats.collect(), run.parts[0].frames.game
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
    assert {name for name, kind in kinds.items() if kind == "round"} == {
        name for grid in facts.grids for row in grid.rows for name in row
    }
    assert set(facts.holdings) <= {name for name, kind in kinds.items() if kind == "flag"}


@pytest.mark.parametrize(
    ("key", "name"), [("tallies", "forced"), ("tallies", "winning_margin"), ("sources", "before"), ("tallies", "ply")]
)
def test_a_game_may_not_call_its_own_what_a_column_is_called(key: str, name: str) -> None:
    facts = dict(qin_facts().mapping)
    with pytest.raises(FactsError, match=f"'{name}' is a name the frames use themselves"):
        parse_facts(facts | {key: [*facts[key], [name, "of another thing"]]})


def qin_facts() -> GameFacts:
    return parse_facts(load_game("qin", players=2).facts())


@pytest.mark.parametrize("run", ["zhanguo"], indirect=True)
def test_a_row_without_a_value_is_left_out_and_not_counted(run: Run) -> None:
    decisions = run.decisions.collect()
    valued = decisions.filter(pl.col("move_value").is_not_null())
    assert 0 < valued.height < decisions.height  # a forced move is not valued
    both = run.compare(["move_value", "score_after"]).table
    by_measure = {row["measure"]: row for row in both.iter_rows(named=True)}
    assert {name: row["n"] for name, row in by_measure.items()} == {
        "move_value": valued.height,
        "score_after": decisions.height,
    }
    assert by_measure["move_value"]["estimate"] == pytest.approx(valued["move_value"].cast(pl.Float64).mean())
    with pytest.raises(ValueError, match="column 'move_value' is empty in some rows: leave those rows out"):
        sum_groups(decisions, ["seat"], ["move_value"])


@pytest.mark.parametrize(
    ("counter", "told"),
    [
        (["pushes", "cards risked"], ("count", "")),
        (["pushes", "cards risked", "state", "cards"], ("state", "cards")),
        (["pushes", "jade", "points"], ("points", "points")),
    ],
)
def test_a_counter_is_a_count_where_no_kind_is_declared(counter: list[str], told: tuple[str, str]) -> None:
    facts = dict(qin_facts().mapping)
    found = parse_facts(facts | {"tallies": [*facts["tallies"], counter]}).counters["pushes"]
    assert (found.kind, found.unit) == told


def test_a_kind_that_is_none_is_refused() -> None:
    facts = dict(qin_facts().mapping)
    with pytest.raises(FactsError, match="'often' is not one of count, state, flag, round, square, points"):
        parse_facts(facts | {"tallies": [*facts["tallies"], ["pushes", "cards risked", "often"]]})
