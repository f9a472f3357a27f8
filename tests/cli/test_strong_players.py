"""Strong players beside the others: a scenario of their own within its time, by default or as long as --strong says."""

import json
from pathlib import Path

import polars as pl
import pytest

from analyser.runs import game_budget
from tests.cli.conftest import Cli, assert_refused

pytestmark = pytest.mark.usefixtures("undrawn")

HERE = ("--workers", 0, "--quiet")
EXPERT = "search:jade:16:leaf=jade"
BALANCE = ("balance", "middle_kingdom", "--players", 2, *HERE)


def scenarios_of(run: Path) -> dict[str, dict]:
    """The scenarios of a run by name, as its manifest has them."""
    return {entry["name"]: entry for entry in json.loads((run / "manifest.json").read_text())["scenarios"]}


def test_they_have_a_row_of_their_own_under_each_seat(called: Cli, tmp_path: Path) -> None:
    done = called(*BALANCE, "--games", 400, "--strong", "0.5s", "--out", "run")
    assert done.returncode == 0, done.stderr
    strong = scenarios_of(tmp_path / "run")["strong"]
    assert (strong["player"], strong["of"]) == (EXPERT, "base")
    rows = pl.read_parquet(tmp_path / "run/seats").filter(pl.col("scenario") == "strong")
    assert rows["strategy"].cast(pl.String).unique().to_list() == [EXPERT]
    assert rows["game"].n_unique() == strong["games"]
    screen = json.loads((tmp_path / "run/reports/balance/report.json").read_text())["screen"]
    classes = {row["name"]: [mark["players"] for mark in row["classes"]] for row in screen["rows"]}
    assert classes["seat 1"] == classes["seat 2"] == (["strong"] if strong["deals"] >= 50 else [])
    assert "s strong" in done.stdout or strong["deals"] < 50
    assert "Stronger than all that played" not in done.stdout


def test_their_games_are_the_first_ones_of_a_longer_time(played: Cli, tmp_path: Path) -> None:
    """How many there are depends on the machine; what a game is does not."""
    frames = []
    for seconds, out in ((0.3, "short"), (1, "long")):
        played(*BALANCE, "--games", 100, "--strong", seconds, "--out", out)
        rows = pl.read_parquet(tmp_path / out / "seats").filter(pl.col("scenario") == "strong")
        frames.append(rows.sort("game", "seat").drop("strategy"))
    n = min(map(len, frames))
    assert n > 0
    assert frames[0][:n].equals(frames[1][:n])


def test_without_a_word_they_play_where_enough_games_are_asked_for(
    played: Cli, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(game_budget, "STRONG_SECONDS", 60.0)  # more than a tenth of the games take
    played(*BALANCE, "--games", 1500, "--out", "enough")
    played(*BALANCE, "--games", 900, "--out", "few")
    played(*BALANCE, "--games", 1500, "--strong", 0, "--out", "none")
    played(*BALANCE, "--games", 1500, "--strategies", "collector,curve", "--out", "named")
    games = {name: scenarios_of(tmp_path / name).get("strong") for name in ("enough", "few", "none", "named")}
    assert games["enough"] is not None
    assert 100 <= games["enough"]["games"] <= 152  # a tenth of those asked for, in whole blocks
    assert (games["few"], games["none"], games["named"]) == (None, None, None)


def test_a_run_goes_on_with_the_games_that_were_planned(played: Cli, called: Cli, tmp_path: Path) -> None:
    played(*BALANCE, "--games", 100, "--strong", 0.5, "--out", "run")
    before = scenarios_of(tmp_path / "run")
    done = played("balance", "--out", "run", "--more", 100, *HERE)
    assert done.returncode == 0, done.stderr
    after = scenarios_of(tmp_path / "run")
    assert after["strong"]["games"] == before["strong"]["games"]
    assert after["base"]["games"] == before["base"]["games"] + 100
    done = called("record", "--from", "run", "--scenario", "strong", "--game", 0)
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("balance", "middle_kingdom", "--strong", 5, "--levels"), "--strong: --levels plays them already"),
        (("balance", "middle_kingdom", "--strong", 5, "--until", "decided"), "--strong: --until plays the other games"),
        (("balance", "first_empire", "--players", 1, "--strong", 5), "--strong: one seat decides"),
        (("openings", "zhanguo", "--strong", 5), "--strong: plans tuned to their opening are compared"),
    ],
)
def test_what_does_not_go_with_them_is_refused(called: Cli, words: tuple[object, ...], said: str) -> None:
    assert_refused(called(*words, "--games", 100, *HERE), 2, said)


def test_a_time_that_is_none_is_refused(called: Cli) -> None:
    assert_refused(
        called(*BALANCE, "--games", 100, "--strong", -1),
        2,
        "--strong -1: give seconds, or a time such as 90s, 5m or 1h",
    )


def test_a_game_without_a_level_of_strong_players_says_so(called: Cli, tmp_path: Path) -> None:
    called("games", "new", "mine")
    done = called("balance", "mine.py", "--games", 100, "--strong", 5, *HERE)
    assert done.returncode == 2
    assert "has no level of strong players: name some with --strategies" in done.stderr
