"""`analyser record --where`: the games of a run that meet a condition, each a record of its own."""

import json
from functools import partial
from pathlib import Path

import polars as pl
import pytest
from typer.testing import CliRunner

from analyser.cli import app
from analyser.errors import UsageError
from analyser.records.recording import find_games, record_of_run
from analyser.runs.integrity import scan_table
from analyser.runs.store import RunDirectory
from tests.analyser.runs.experiment import new_run
from tests.cli.conftest import Cli, assert_refused
from tests.reports.real import pilot_deals_of_large_runs


@pytest.fixture(scope="module")
def run_directory(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A run of two scenarios: with and without a variant."""
    path = tmp_path_factory.mktemp("where") / "run"
    words = "run qin --players 2 --games 120 --strategies blocker,absorber --seed 3 --workers 0 --quiet"
    done = CliRunner().invoke(app, [*words.split(), "--option", "village_any_tie=on,off", "--out", str(path)])
    assert done.exit_code == 0, done.output
    return path


@pytest.fixture
def record_where(called: Cli, run_directory: Path) -> Cli:
    return partial(called, "record", "--from", run_directory, "--where")


def rows(run_directory: Path, table: str) -> pl.DataFrame:
    frame = scan_table(RunDirectory.open(run_directory), table)
    assert frame is not None
    return frame.collect().with_columns(pl.col(pl.Enum).cast(pl.String))


def named(frame: pl.DataFrame) -> list[tuple[str, int]]:
    return [(str(scenario), int(game)) for scenario, game in frame.select("scenario", "game").iter_rows()]


def test_a_condition_on_games_finds_those_games(run_directory: Path) -> None:
    run = RunDirectory.open(run_directory)
    games = rows(run_directory, "games")
    found = find_games(run, "winning_margin < 4 and n_decisions % 2 = 0")
    assert 0 < len(found) < len(games)
    expected = games.filter((pl.col("winning_margin") < 4) & (pl.col("n_decisions") % 2 == 0))
    assert set(named(found)) == set(named(expected))
    one = find_games(run, "winning_margin < 4", scenario=run.manifest.main_scenarios[1].name)
    assert set(one["scenario"]) == {run.manifest.main_scenarios[1].name}


def test_a_condition_on_seats_holds_for_one_seat_of_the_game(run_directory: Path) -> None:
    seats = rows(run_directory, "seats").join(
        rows(run_directory, "games").select("scenario", "game", "winning_margin"), on=["scenario", "game"]
    )
    lost = (pl.col("strategy") == "absorber") & (pl.col("rank") == 2) & (pl.col("winning_margin") > 1)
    found = find_games(RunDirectory.open(run_directory), "strategy = 'absorber' and rank = 2 and winning_margin > 1")
    assert not found.is_empty()
    assert set(named(found)) == set(named(seats.filter(lost)))


@pytest.mark.parametrize(
    ("condition", "of_a_game"),
    [
        ("total_score > 43", pl.col("score").sum() > 43),
        ("highest_score - lowest_score < 3", pl.col("score").max() - pl.col("score").min() < 3),
        ("all.score > 20", (pl.col("score") > 20).all()),
        ("winner.strategy = 'absorber'", ((pl.col("rank") == 1) & (pl.col("strategy") == "absorber")).any()),
    ],
)
def test_a_condition_on_all_seats_of_a_game(run_directory: Path, condition: str, of_a_game: pl.Expr) -> None:
    games = rows(run_directory, "seats").cast({"score": pl.Int64}).group_by("scenario", "game").agg(met=of_a_game)
    expected = games.filter("met")
    found = find_games(RunDirectory.open(run_directory), condition)
    assert 0 < len(expected) < len(games)
    assert set(named(found)) == set(named(expected))


def test_differences_of_small_numbers_do_not_wrap_around(run_directory: Path) -> None:
    """Columns are stored as small unsigned numbers."""
    everything = rows(run_directory, "games")
    assert len(find_games(RunDirectory.open(run_directory), "winners - 3 < 0")) == len(everything)


def test_the_records_are_those_games(record_where: Cli, run_directory: Path, tmp_path: Path) -> None:
    done = record_where("winning_margin < 4", "--limit", 2, "--out", tmp_path / "found")
    assert done.returncode == 0, done.stderr
    expected = named(find_games(RunDirectory.open(run_directory), "winning_margin < 4").head(2))
    files = [Path(line) for line in done.stdout.splitlines()]
    assert [file.name for file in files] == [f"{scenario}-game-{game}.jsonl" for scenario, game in expected]
    seats = rows(run_directory, "seats")
    for file, (scenario, game) in zip(files, expected, strict=True):
        end = json.loads(file.read_text(encoding="utf-8").splitlines()[-1])
        stored = seats.filter((pl.col("scenario") == scenario) & (pl.col("game") == game)).sort("seat")
        assert [seat["score"] for seat in end["seats"]] == stored["score"].to_list()
    assert "of them here (--limit N writes more)" in done.stderr
    assert record_where("winning_margin < 4", "--limit", 1).stdout.startswith(str(run_directory / "records"))


@pytest.mark.parametrize(
    ("condition", "message"),
    [
        ("winning_margn < 3", "no column winning_margn: did you mean winning_margin?"),
        ("strategy = absorber", "absorber is a name, not a column: write it in quotes: 'absorber'"),
        ("winning_margin", "no comparison: write one such as score > 100"),
        ("winning_margin +", "nothing follows '+'"),
        ("open('x') > 1", "open(...) is no part of a condition: name columns, numbers and 'texts'"),
        ("winning_margin < 'x'", "a text is compared with a number"),
        ("(select 1) > 0", "')' is missing after 'select'"),
        ("1 = 1", "a comparison names no column"),
        ("winning_margin < 0", "no rows meet winning_margin < 0"),
        ("strategy = 3", "a text is compared with a number"),
        ("strategy + 1 > 3", "a text is compared with a number"),
        ("other.strategy > 3", "a text is compared with a number"),
        ("strategy = 'absorbr'", "no strategy 'absorbr': choose from blocker, absorber"),
        ("move_kinds = 'build'", "no column move_kinds"),
    ],
)
def test_what_is_wrong_with_a_condition_is_said_in_one_line(record_where: Cli, condition: str, message: str) -> None:
    assert_refused(record_where(condition), 2, message)


def test_games_with_paid_boards_are_left_out(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("analyser.experiments.boards.pilot_deals", pilot_deals_of_large_runs)
    run = new_run(tmp_path / "run", "boards", game="zhanguo", players=2, games=400, strategies=("random",))
    free = rows(tmp_path / "run", "seats").group_by("game").agg(pl.col("start_points").any())
    paid = free["start_points"].sum()
    assert paid > 0
    assert len(find_games(run, "winning_margin >= 0")) == len(free) - paid
    with pytest.raises(UsageError, match="boards are paid for at the start") as raised:
        find_games(run, "start_points <> 0")
    assert raised.value.exit_code == 2


def test_games_with_a_card_put_into_a_hand_are_left_out(tmp_path: Path) -> None:
    run = new_run(tmp_path / "run", "cards", game="qin", games=200, strategies=("random",), opponents="same")
    forced = rows(tmp_path / "run", "games").filter(pl.col("arm") == "forced")["game"]
    dealt = rows(tmp_path / "run", "games").filter(pl.col("arm") != "forced")["game"]
    assert next(record_of_run(tmp_path / "run", dealt[0]))
    with pytest.raises(UsageError, match="seats begin with a card put into a hand, which records do not tell"):
        record_of_run(tmp_path / "run", forced[0])
    assert find_games(run, "score > -99")["game"].to_list() == dealt.to_list()
    with pytest.raises(UsageError, match="a card is put into a hand cannot be recorded: name another arm"):
        find_games(run, "arm = 'forced'")
