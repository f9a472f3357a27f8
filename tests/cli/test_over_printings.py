"""`--printings`: a second interval over what no rulebook states, from printings of the same run; one drawn alone."""

import json
from pathlib import Path

import polars as pl
import pytest
from typer.testing import CliRunner

from analyser.cli import app
from analyser.experiments.config_loader import load_experiment, load_file
from analyser.experiments.experiment_kind import pilot_deals
from analyser.runs.adaptive import play_adaptively
from analyser.runs.lifecycle import resume_run, start_run
from tests.cli.conftest import Cli
from tests.undrawn import leave_charts_out

pytestmark = pytest.mark.usefixtures("undrawn")

ASKED = ("boards", "middle_kingdom", "--players", "2", "--games", "300", "--printings", "8", "-q")


@pytest.fixture(scope="module")
def asked(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, str]:
    """The run of ASKED, and what it tells programs."""
    run = tmp_path_factory.mktemp("asked") / "run"
    with pytest.MonkeyPatch.context() as patch:
        leave_charts_out(patch)
        done = CliRunner().invoke(app, [*ASKED, "--workers", "0", "--out", str(run), "--json"])
    assert done.exit_code == 0, done.stderr
    return run, done.stdout


def test_verdicts_get_a_second_interval_beside_the_first(asked: tuple[Path, str]) -> None:
    run, said = asked
    told = json.loads(said)
    manifest = json.loads((run / "manifest.json").read_text())
    assert manifest["complete"]
    drawn = [one for one in manifest["scenarios"] if isinstance(one["printing"], int)]
    mixed = [one for one in manifest["scenarios"] if isinstance(one["printing"], dict)]
    assert [one["printing"] for one in drawn] == list(range(1, 9))
    assert {one["of"] for one in drawn + mixed} == {"base"}
    for one in mixed:
        number, other = sorted(set(one["printing"].values()))
        assert other == number + 4
    for verdict in told["verdicts"]:
        over = verdict["over"]
        assert over["printings"] == 8
        assert over["low"] < over["mean"] < over["high"]
        assert "8 printings" in over["sentence"]
    each = pl.read_csv(run / "reports" / "boards" / "tables" / "by_printing.csv")
    assert set(each["printing"]) == set(range(1, 9))


def test_rows_of_printings_do_not_depend_on_workers_or_on_being_resumed(
    asked: tuple[Path, str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("analyser.experiments.boards.pilot_deals", pilot_deals)  # as it was asked
    by_none = rows(asked[0])
    assert by_none["scenario"].n_unique() >= 9
    play_adaptively(*start_run(load_experiment("boards", {"workers": 2}, load_file(asked[0])), tmp_path / "two", []))
    assert rows(tmp_path / "two").equals(by_none)
    notes = tmp_path / "two" / "batches.jsonl"
    notes.write_text("".join(notes.read_text().splitlines(keepends=True)[::2]))
    play_adaptively(*resume_run(tmp_path / "two", {"workers": 0}))
    assert rows(tmp_path / "two").equals(by_none)


def rows(run: Path) -> pl.DataFrame:
    found = pl.read_parquet(run / "seats").with_columns(pl.col("scenario").cast(pl.String))
    return found.sort("scenario", "game", "seat")


def test_a_game_of_a_printing_is_recorded_from_its_run_and_verified(
    called: Cli, asked: tuple[Path, str], tmp_path: Path
) -> None:
    words = ("--from", asked[0], "--scenario", "printing-3", "--game", "5", "--out", tmp_path / "game.jsonl")
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


def test_without_printings_the_answer_says_on_what_it_rests_and_what_would_tell(called: Cli, tmp_path: Path) -> None:
    done = called("balance", "middle_kingdom", "--games", "200", "--workers", "0", "--out", "run", "-q", "--full")
    said = " ".join(done.stdout.split())
    assert "values are our guesses" in said
    assert "`analyser balance middle_kingdom --printings 40`" in said


def test_the_win_share_of_one_player_gets_a_second_interval_and_no_word(called: Cli, tmp_path: Path) -> None:
    words = ("balance", "first_empire", "--players", "1", "--option", "lisi=1", "--strategies", "random")
    run = tmp_path / "run"
    done = called(*words, "--games", "50", "--printings", "8", "--workers", "0", "--out", run, "-q", "--full")
    assert "the player wins " in done.stdout
    assert "in 95 of 100 ways to fill in what no rulebook states" in " ".join(done.stdout.split())
    report = json.loads((run / "reports/balance/report.json").read_text())
    assert report["verdicts"] == []
    rows = {row["subject"]: row for row in report["tables"]["over_printings"]}
    assert set(rows) == {f"{who}{what}" for who in ("all plans", "random") for what in ("", ", points ahead")}
    share = rows["all plans"]
    assert (share["unit"], share["printings"], share["verdict"]) == ("%", 8, None)
    assert 0 <= share["over_low"] < share["over"] < share["over_high"] <= 1
    assert share["effect_high"] - share["effect_low"] < share["over_high"] - share["over_low"]
    own = rows_of_seat(run, 1).group_by("scenario").agg(pl.col("win_share60").mean() / 60)
    shares = dict(own.iter_rows())
    each = [row for row in report["tables"]["by_printing"] if row["subject"] == "all plans"]
    assert [row["effect"] for row in each] == pytest.approx([shares[f"printing-{n}"] for n in range(1, 9)])
    *decided, others = report["tables"]["look_up_first"]
    assert others["group"].startswith("not told apart: ")
    assert all(1 <= row["place"] <= row["worst_place"] for row in decided)
    page = (run / "reports/balance/balance.html").read_text()
    assert ("Look up " in page) == bool(decided)
    assert ("What to look up first is not decided" in page) != bool(decided)
    assert "does the answer hold" not in page


def rows_of_seat(run: Path, seat: int) -> pl.DataFrame:
    return rows(run).filter(pl.col("seat") == seat)
