"""`--printings`: a second interval over what no rulebook states, from printings of the same run."""

import json
from pathlib import Path

import polars as pl
import pytest

from tests.cli.conftest import Cli


def test_verdicts_get_a_second_interval_and_the_page_opens_with_what_does_not_hold(cli: Cli, tmp_path: Path) -> None:
    run = tmp_path / "run"
    asked = (
        "boards",
        "zhanguo",
        "--games",
        "2000",
        "--printings",
        "8",
        "--strategies",
        "balanced,walls",
        "--margin",
        "3",
    )
    told = json.loads(cli(*asked, "--out", run, "--json", "-q").stdout)
    manifest = json.loads((run / "manifest.json").read_text())
    drawn = [one for one in manifest["scenarios"] if isinstance(one["printing"], int)]
    mixed = [one for one in manifest["scenarios"] if isinstance(one["printing"], dict)]
    assert [one["printing"] for one in drawn] == list(range(1, 9))
    assert {one["of"] for one in drawn + mixed} == {"base"}
    assert manifest["complete"]
    for verdict in told["verdicts"]:
        over = verdict["over"]
        assert over["printings"] == 8
        assert over["low"] < over["mean"] < over["high"]
        assert "admissible printings" in over["sentence"]
    tables = run / "reports" / "boards" / "tables"
    each = pl.read_csv(tables / "by_printing.csv")
    assert set(each["printing"]) == set(range(1, 9))
    assert each["effect"].n_unique() > len(each) / 2
    if mixed:
        look = pl.read_csv(tables / "look_up_first.csv")
        assert look["left"].is_sorted(descending=True)
        assert "What decides it" in (run / "reports" / "boards" / "boards.html").read_text()


def test_without_printings_the_answer_says_on_what_it_rests_and_what_would_tell(cli: Cli, tmp_path: Path) -> None:
    done = cli("boards", "zhanguo", "--games", "400", "--strategies", "balanced", "--out", tmp_path / "run", "-q")
    said = " ".join(done.stdout.split())
    assert "Rests on one printing" in said
    assert "`analyser boards zhanguo --printings 40`" in said


def test_rows_of_printings_do_not_depend_on_workers_or_on_being_resumed(cli: Cli, tmp_path: Path) -> None:
    asked = ("balance", "middle_kingdom", "--games", "400", "--printings", "8", "-q")
    frames = []
    for name, workers in (("one", "0"), ("two", "2")):
        cli(*asked, "--workers", workers, "--out", tmp_path / name)
        frames.append(rows(tmp_path / name))
    assert frames[0].equals(frames[1])
    manifest = tmp_path / "one" / "manifest.json"
    stored = json.loads(manifest.read_text())
    assert len(stored["scenarios"]) > 1
    for batch in stored["batches"][::2]:
        batch["state"] = "planned"
    manifest.write_text(json.dumps(stored))
    cli("run", "--resume", "--out", tmp_path / "one", "-q")
    assert rows(tmp_path / "one").equals(frames[1])


def rows(run: Path) -> pl.DataFrame:
    return (
        pl.read_parquet(run / "seats").with_columns(pl.col("scenario").cast(pl.String)).sort("scenario", "game", "seat")
    )


def test_auto_plays_until_the_spread_is_known(cli: Cli, tmp_path: Path) -> None:
    run = tmp_path / "run"
    cli("boards", "zhanguo", "--games", "3000", "--printings", "auto", "--strategies", "balanced", "--out", run, "-q")
    over = pl.read_csv(run / "reports" / "boards" / "tables" / "over_printings.csv")
    coarse = over.filter(~pl.col("subject").str.contains(", "))
    widest = coarse.sort("sd", descending=True).row(0, named=True)
    assert widest["relative_error"] <= 0.1 or widest["printings"] == 200
    assert widest["printings"] > 24


@pytest.mark.parametrize("number", ["0", "7", "many", "201", "-3"])
def test_a_wrong_number_of_printings_is_a_usage_error(called: Cli, number: str) -> None:
    done = called("balance", "qin", f"--printings={number}")
    assert done.returncode == 2
    assert done.stderr.strip() == f"analyser: --printings {number}: give a number from 8 to 200, or auto"


def test_a_game_without_unknown_data_has_no_printings(called: Cli) -> None:
    done = called("balance", "toy", "--players", "2", "--printings", "8")
    assert done.returncode == 3
    assert "there are no printings to draw" in done.stderr
