"""`--printings`: a second interval over what no rulebook states, from printings of the same run; one drawn alone."""

import json
import pickle
from pathlib import Path
from shutil import copytree
from typing import Any

import polars as pl
import pytest
from typer.testing import CliRunner

from analyser import open_run
from analyser.cli import app
from analyser.experiments.config_loader import load_experiment, load_file
from analyser.experiments.loading import load_scenario
from analyser.experiments.printings import with_default_printings
from analyser.runs.adaptive import play_adaptively
from analyser.runs.lifecycle import resume_run, start_run
from tests.cli.conftest import Cli
from tests.reports.real import pilot_deals_of_large_runs, report_of, run_of
from tests.undrawn import leave_charts_out

pytestmark = pytest.mark.usefixtures("undrawn")


@pytest.fixture(scope="module")
def boards(pytestconfig: pytest.Config) -> Path:
    """A run about boards with 20 printings."""
    return run_of(pytestconfig, "goals")


def test_verdicts_get_a_second_interval_beside_the_first(boards: Path, pytestconfig: pytest.Config) -> None:
    folder = report_of(pytestconfig, "goals", pickle.loads((boards.parent / "answer").read_bytes()))
    told = json.loads((folder / "report.json").read_text())
    manifest = json.loads((boards / "manifest.json").read_text())
    assert manifest["complete"]
    drawn = [one for one in manifest["scenarios"] if isinstance(one["printing"], int)]
    mixed = [one for one in manifest["scenarios"] if isinstance(one["printing"], dict)]
    assert [one["printing"] for one in drawn] == list(range(1, 21))
    assert {one["of"] for one in drawn + mixed} == {"base"}
    for one in mixed:
        number, other = sorted(set(one["printing"].values()))
        assert other == number + 8
    assert told["verdicts"]
    for verdict in told["verdicts"]:
        over = verdict["over"]
        assert over["printings"] == 20
        assert over["low"] < over["mean"] < over["high"]
        assert "20 versions" in over["sentence"]
    each = pl.read_csv(folder / "tables" / "by_printing.csv")
    assert set(each["printing"]) == set(range(1, 21))


def test_rows_of_printings_do_not_depend_on_workers_or_on_being_resumed(
    boards: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("analyser.experiments.boards.pilot_deals", pilot_deals_of_large_runs)  # as it was asked
    by_none = rows(boards)
    assert by_none["scenario"].n_unique() >= 21
    play_adaptively(*start_run(load_experiment("boards", {"workers": 2}, load_file(boards)), tmp_path / "two", []))
    assert rows(tmp_path / "two").equals(by_none)
    notes = tmp_path / "two" / "batches.jsonl"
    notes.write_text("".join(notes.read_text().splitlines(keepends=True)[::2]))
    play_adaptively(*resume_run(tmp_path / "two", {"workers": 0}))
    assert rows(tmp_path / "two").equals(by_none)


def rows(run: Path) -> pl.DataFrame:
    found = pl.read_parquet(run / "seats").with_columns(pl.col("scenario").cast(pl.String))
    return found.sort("scenario", "game", "seat")


def test_a_game_of_a_printing_is_recorded_from_its_run_and_verified(called: Cli, boards: Path, tmp_path: Path) -> None:
    words = ("--from", boards, "--scenario", "printing-3", "--game", "5", "--out", tmp_path / "game.jsonl")
    assert called("record", *words).returncode == 0
    assert called("verify", tmp_path / "game.jsonl").returncode == 0
    header = json.loads((tmp_path / "game.jsonl").read_text().splitlines()[0])
    assert header["components"] != json.loads(called("record", "middle_kingdom").stdout.splitlines()[0])["components"]


def test_a_drawn_printing_is_checked_and_said_how_to_be_played(called: Cli, tmp_path: Path) -> None:
    drawn = called("components", "draw", "zhanguo", "--number", 7, "seven")
    assert (drawn.returncode, drawn.stderr) == (0, "")
    assert "  --components seven --option palace_from_symbol=" in drawn.stdout
    assert (tmp_path / "seven" / "README.md").exists()
    assert "every constraint holds" in called("components", "check", "zhanguo", "seven").stdout


def test_without_printings_the_answer_says_on_what_it_rests_and_what_would_tell(asked: Cli) -> None:
    done = asked("balance", "middle_kingdom", "--games", "200", "--workers", "0", "--out", "run", "-q", "--full")
    said = " ".join(done.stdout.split())
    assert "values are our guesses" in said
    assert "`analyser balance middle_kingdom --printings 40`" in said


def test_few_printings_of_one_player_are_listed_without_an_interval(called: Cli, tmp_path: Path) -> None:
    words = ("balance", "first_empire", "--players", "1", "--option", "lisi=1", "--strategies", "random")
    run = tmp_path / "run"
    done = called(*words, "--games", "50", "--printings", "8", "--workers", "0", "--out", run, "-q", "--full")
    assert "the player wins " not in done.stdout
    assert "values are our guesses" in " ".join(done.stdout.split())
    report = json.loads((run / "reports/balance/report.json").read_text())
    assert report["verdicts"] == []
    rows = {row["subject"]: row for row in report["tables"]["over_printings"]}
    assert set(rows) == {f"{who}{what}" for who in ("all bots", "random") for what in ("", ", points ahead")}
    share = rows["all bots"]
    assert (share["unit"], share["printings"], share["verdict"]) == ("%", 8, None)
    assert share["over_low"] is share["over"] is share["sd"] is None
    own = rows_of_seat(run, 1).group_by("scenario").agg(pl.col("win_share60").mean() / 60)
    shares = dict(own.iter_rows())
    each = [row for row in report["tables"]["by_printing"] if row["subject"] == "all bots"]
    assert [row["effect"] for row in each] == pytest.approx([shares[f"printing-{n}"] for n in range(1, 9)])
    assert "does the answer hold" not in (run / "reports/balance/balance.html").read_text()


def rows_of_seat(run: Path, seat: int) -> pl.DataFrame:
    return rows(run).filter(pl.col("seat") == seat)


# -- few of them: counted, without an interval ------------------------------------------------------------------------

QUICK = ("balance", "middle_kingdom", "--players", 2, "--workers", 0, "-q")
SETTINGS = {"game": "middle_kingdom", "players": 2, "games": 400}
FEW_GAMES = ("analyser.experiments.printings.MIN_DEFAULT_GAMES", 40)  # so that a tenth of 400 games is enough


@pytest.fixture(scope="module")
def by_default(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, str]:
    """A run of 400 games for which no printings were asked, and what it prints."""
    run = tmp_path_factory.mktemp("by_default") / "run"
    with pytest.MonkeyPatch.context() as patch:
        leave_charts_out(patch)
        patch.setattr(*FEW_GAMES)
        done = CliRunner().invoke(app, [*map(str, QUICK), "--games", "400", "--out", str(run), "--full"])
    assert done.exit_code == 0, done.stderr
    return run, " ".join(done.stdout.split())


def scenarios_of(run: Path) -> list[tuple[int | None, int]]:
    """The printing and the games of each scenario of a run."""
    manifest = json.loads((run / "manifest.json").read_text())
    return [(each["printing"], each["games"]) for each in manifest["scenarios"]]


def test_eight_are_played_by_default_and_none_after_them(by_default: tuple[Path, str]) -> None:
    run, said = by_default
    (_, games), *drawn = scenarios_of(run)
    assert [number for number, _ in drawn] == list(range(1, 9))
    assert 400 <= games < 500
    assert {40 <= each < 60 for _, each in drawn} == {True}
    assert json.loads((run / "manifest.json").read_text())["config"]["printings"] == "8"
    assert "`analyser balance middle_kingdom --printings 40`" in said
    report = json.loads((run / "reports/balance/report.json").read_text())
    overs = [verdict["over"] for verdict in report["verdicts"]]
    assert all(over["low"] is over["mean"] is over["sd"] is over["share_low"] is None for over in overs)
    assert {sum(over["n_words"].values()) for over in overs} == {8}
    assert not (run / "reports/balance/figures/over_printings.svg").exists()


def test_rulings_are_played_as_each_printing_draws_them(by_default: tuple[Path, str]) -> None:
    config = load_experiment("run", {}, load_file(by_default[0])).config
    readings = [scenario.option["harvest_after"] for scenario in config.scenarios if scenario.of]
    assert len(set(readings)) > 1
    for scenario, reading in zip(config.scenarios[1:], readings, strict=True):
        assert load_scenario("middle_kingdom", scenario).options["harvest_after"] == reading


def test_a_comparison_leaves_printings_out_until_they_are_named(by_default: tuple[Path, str]) -> None:
    run = open_run(by_default[0])
    table = run.compare("win_share", by="seat").table
    assert len(table) == 2
    games = rows(by_default[0]).filter(pl.col("scenario") == "base")["game"].n_unique()
    assert table["n"].max() <= games
    assert len(run.compare("win_share", by=["seat", "printing"]).table) == 2 * 8


def test_a_run_with_the_default_is_extended_and_repeated(
    played: Cli, by_default: tuple[Path, str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(*FEW_GAMES)
    run = copytree(by_default[0], tmp_path / "run")
    (_, games), *drawn = scenarios_of(run)
    assert played("run", "--config", "run", "--out", "again", "--workers", 0, "-q").returncode == 0
    assert rows(tmp_path / "again").equals(rows(run))
    assert played(*QUICK, "--more", 200, "--out", "run").returncode == 0
    assert scenarios_of(run)[1:] == drawn
    assert scenarios_of(run)[0][1] > games


def test_cards_say_in_how_many_they_are_better(called: Cli, tmp_path: Path) -> None:
    done = called("cards", "middle_kingdom", "--games", 12_000, "--workers", 0, "-q", "--out", "run")
    screen = json.loads((tmp_path / "run/reports/cards/report.json").read_text())["screen"]
    decided = [row for row in screen["rows"] if row["side"] in ("more", "less")]
    assert len(decided) > 0
    assert "in all eight versions of the guessed data" in " ".join(done.stdout.split())


def test_cards_that_versions_do_not_have_are_not_counted_in_them(
    called: Cli, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What is on a card of ZhanGuo is guessed: another version has other cards of its number, but the same triggers."""
    monkeypatch.setattr(*FEW_GAMES)
    called("cards", "zhanguo", "--games", 4_000, "--workers", 0, "-q", "--out", "run")
    entries = json.loads((tmp_path / "run/manifest.json").read_text())["scenarios"]
    shipped, *drawn = (entry["cards"] or entry["game"]["cards"] for entry in entries)
    labels = [{card["label"] for card in cards[0]["cards"]} for cards in (shipped, *drawn)]
    table = pl.read_csv(tmp_path / "run/reports/cards/tables/over_printings.csv")
    subjects = set(table["subject"])
    assert "trigger Recruit 1 official" in subjects
    assert not {label for label in labels[0] & subjects if sum(label in each for each in labels[1:]) < 3}
    assert len(labels[0] & subjects) < len(labels[0]) / 2


def test_zero_plays_none(asked: Cli, played: Cli, tmp_path: Path) -> None:
    done = asked(*QUICK, "--games", 100, "--printings", 0, "--out", "run", "--full")
    assert "not computed" in done.stdout
    assert played(*QUICK, "--more", 100, "--out", "run").returncode == 0
    assert [printing for printing, _ in scenarios_of(tmp_path / "run")] == [None]


@pytest.mark.parametrize(("question", "settings", "n"), [
    ("balance", {}, 8),
    ("balance", {"printings": "0"}, 0),
    ("balance", {"games": 399}, 0),
    ("balance", {"until": "decided"}, 0),
    ("balance", {"strategies": ("curve", "mcts:1")}, 0),
    ("tournament", {}, 0),
])  # fmt: skip
def test_who_plays_printings_by_default(
    question: str, settings: dict[str, Any], n: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(*FEW_GAMES)
    experiment = load_experiment(question, SETTINGS | settings)
    config = with_default_printings(experiment.config, experiment.simulators[0].prepared)
    assert sum(scenario.of is not None for scenario in config.scenarios) == n
