"""`analyser record --where`: the games of a run that meet a condition, each a record of its own."""

import json
import subprocess
from collections.abc import Callable
from pathlib import Path

import polars as pl
import pytest
from typer.testing import CliRunner

from analyser.cli import app
from analyser.errors import UsageError
from analyser.experiments.merging import merge
from analyser.records.finding import games_where
from analyser.runs.playing import play_run
from analyser.runs.starting import start_run
from analyser.runs.store import Run

Called = Callable[..., "subprocess.CompletedProcess[str]"]


@pytest.fixture(scope="module")
def run_directory(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A run of two scenarios: with and without a variant."""
    path = tmp_path_factory.mktemp("where") / "run"
    words = "run qin --players 2 --games 120 --strategies blocker,absorber --seed 3 --workers 0 --quiet"
    done = CliRunner().invoke(app, [*words.split(), "--option", "village_any_tie=on,off", "--out", str(path)])
    assert done.exit_code == 0, done.output
    return path


@pytest.fixture
def asked(tmp_path: Path, run_directory: Path) -> Called:
    def run(condition: str, *words: object) -> "subprocess.CompletedProcess[str]":
        told = ["record", "--from", str(run_directory), "--where", condition, *map(str, words)]
        done = CliRunner().invoke(app, told)
        return subprocess.CompletedProcess(told, done.exit_code, done.stdout, done.stderr)

    return run


def rows(run_directory: Path, table: str) -> pl.DataFrame:
    frame = Run.open(run_directory).scan(table)
    assert frame is not None
    return frame.collect().with_columns(pl.col(pl.Enum).cast(pl.String))


def named(frame: pl.DataFrame) -> list[tuple[str, int]]:
    return [(str(scenario), int(game)) for scenario, game in frame.select("scenario", "game").iter_rows()]


def test_a_condition_on_games_finds_those_games(run_directory: Path) -> None:
    run = Run.open(run_directory)
    games = rows(run_directory, "games")
    found = games_where(run, "margin < 4 and decisions % 2 = 0")
    assert 0 < len(found) < len(games)
    assert set(named(found)) == set(named(games.filter((pl.col("margin") < 4) & (pl.col("decisions") % 2 == 0))))
    one = games_where(run, "margin < 4", scenario=run.manifest.told[1].name)
    assert set(one["scenario"]) == {run.manifest.told[1].name}


def test_a_condition_on_seats_holds_for_one_seat_of_the_game(run_directory: Path) -> None:
    seats = rows(run_directory, "seats").join(
        rows(run_directory, "games").select("scenario", "game", "margin"), on=["scenario", "game"]
    )
    lost = (pl.col("strategy") == "absorber") & (pl.col("rank") == 2) & (pl.col("margin") > 1)
    found = games_where(Run.open(run_directory), "strategy = 'absorber' and rank = 2 and margin > 1")
    assert not found.is_empty()
    assert set(named(found)) == set(named(seats.filter(lost)))


def test_a_condition_on_all_seats_of_a_game(run_directory: Path) -> None:
    of_games = rows(run_directory, "seats").group_by("scenario", "game").agg(pl.col("score").cast(pl.Int64).sum())
    expected = of_games.filter(pl.col("score") > of_games["score"].median())
    found = games_where(Run.open(run_directory), f"sum(score) over (partition by game) > {of_games['score'].median()}")
    assert 0 < len(expected) < len(of_games)
    assert set(named(found)) == set(named(expected))


def test_differences_of_small_numbers_do_not_wrap_around(run_directory: Path) -> None:
    """Columns are stored as small unsigned numbers."""
    everything = rows(run_directory, "games")
    assert len(games_where(Run.open(run_directory), "winners - 3 < 0")) == len(everything)


def test_the_records_are_those_games(asked: Called, run_directory: Path, tmp_path: Path) -> None:
    done = asked("margin < 4", "--limit", 2, "--out", tmp_path / "found")
    assert done.returncode == 0, done.stderr
    expected = named(games_where(Run.open(run_directory), "margin < 4").head(2))
    files = [Path(line) for line in done.stdout.splitlines()]
    assert [file.name for file in files] == [f"{scenario}-game-{game}.jsonl" for scenario, game in expected]
    seats = rows(run_directory, "seats")
    for file, (scenario, game) in zip(files, expected, strict=True):
        end = json.loads(file.read_text(encoding="utf-8").splitlines()[-1])
        stored = seats.filter((pl.col("scenario") == scenario) & (pl.col("game") == game)).sort("seat")
        assert [seat["score"] for seat in end["seats"]] == stored["score"].to_list()
    assert "of them here (--limit N writes more)" in done.stderr
    assert asked("margin < 4", "--limit", 1).stdout.startswith(str(run_directory / "records"))


@pytest.mark.parametrize(
    ("condition", "code", "said"),
    [
        ("margn < 3", 2, "no column margn in games or seats: did you mean margin?"),
        ('strategy = "absorber"', 2, "absorber is a name, not a column: write it in single quotes: 'absorber'"),
        ("margin", 2, "not a condition (it gives a value, no yes or no): write one such as"),
        ("margin +", 2, "not a condition (it cannot be read): write one such as"),
        ("open('x') > 1", 2, "not a condition (unknown function 'open'): write one such as"),
        ("margin < 'x'", 2, "not a condition (it compares text with a number): write one such as"),
        ("(select 1) > 0", 2, "not a condition (it cannot be read): write one such as"),
        ("sum(score) > 3", 2, "one yes or no for all rows alike, not one a row: a sum over the seats of a game is"),
        ("1 = 1", 2, "one yes or no for all rows alike"),
        ("margin < 0", 3, "none of the 240 games of"),
        ("strategy = 'absorbr'", 3, "no column holds 'absorbr': did you mean absorber?"),
    ],
)
def test_what_is_wrong_with_a_condition_is_said_in_one_line(
    asked: Called, condition: str, code: int, said: str
) -> None:
    done = asked(condition)
    assert (done.returncode, done.stdout) == (code, "")
    assert said in done.stderr
    assert len(done.stderr.splitlines()) == 1


def test_games_with_paid_boards_are_left_out(tmp_path: Path) -> None:
    asked = {"game": "zhanguo", "players": 2, "games": 400, "strategies": ("random",), "workers": 0}
    run, job = start_run(merge("boards", asked), tmp_path / "run", [])
    play_run(run, job)
    free = rows(tmp_path / "run", "seats").group_by("game").agg(pl.col("start").any())
    paid = free["start"].sum()
    assert paid > 0
    assert len(games_where(run, "margin >= 0")) == len(free) - paid
    with pytest.raises(UsageError, match="boards were paid for at the start") as raised:
        games_where(run, "start <> 0")
    assert raised.value.exit_code == 2


def test_the_help_lists_the_columns(run_directory: Path) -> None:
    text = " ".join(CliRunner().invoke(app, ["record", "--help"]).stdout.split())
    listed = text[text.index("Columns of a condition") : text.index("analyser/SCHEMA.md explains")]
    told = set(listed.replace(",", " ").replace(";", " ").replace(":", " ").split())
    columns = {*rows(run_directory, "games").columns, *rows(run_directory, "seats").columns}
    plain = {name for name in columns if not name.startswith("score_")}
    tallies = {name for name, _ in Run.open(run_directory).manifest.told[0].game["tallies"]}
    assert plain - tallies <= told
