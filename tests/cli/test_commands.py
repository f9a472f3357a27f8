"""The commands as a user types them: what they print and write, and that an experiment can be had again."""

import json
import re
from pathlib import Path
from typing import Any

import polars as pl
import pytest

from analyser.errors import EXIT_CODES
from analyser.runs.manifest import SCHEMA_VERSION
from analyser.runs.store import RunDirectory
from tests.analyser.runs import experiment
from tests.cli.conftest import Cli

pytestmark = pytest.mark.usefixtures("undrawn")

PYTHON_STRATEGY = '''
from strategies import Strategy


class Last(Strategy):
    """Takes the last legal move."""

    def choose(self, view, moves):
        print("thinking")
        return len(moves) - 1
'''


def rows(path: Path) -> dict[str, pl.DataFrame]:
    return experiment.rows(RunDirectory.open(path))


def assert_same(first: Path, second: Path) -> None:
    experiment.assert_same(rows(first), rows(second))


def no_nan(text: str) -> Any:
    """The JSON text, read as the standard has it."""

    def refuse(word: str) -> None:
        raise AssertionError(f"{word} is not JSON")

    return json.loads(text, parse_constant=refuse)


# -- questions ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("question", "arms"),
    [
        ("boards", ["mirror", "cross", "dealt", "priced"]),
        ("balance", ["free"]),
        ("openings", ["chosen", "forced"]),
        ("cards", ["chosen", "forced"]),
    ],
)
def test_a_question_is_one_command(called: Cli, tmp_path: Path, question: str, arms: list[str]) -> None:
    words = ("--games", 300, "--strategies", "random,balanced", "--out", "run", "--seed", 3, "--workers", 0)
    done = called(question, "zhanguo", *words)
    assert done.returncode == 0, done.stderr
    assert "How sure:" in done.stdout
    assert all(len(line) <= 80 for line in done.stdout.splitlines())
    assert len(done.stdout.splitlines()) < 24
    assert done.stdout.endswith(f"\nPage: run/reports/{question}/{question}.html\n")
    screen = json.loads((tmp_path / "run" / "reports" / question / "report.json").read_text())["screen"]
    assert " ".join(screen["finding"].split()[:8]) in " ".join(done.stdout.split())
    assert "seed 3" in done.stderr
    manifest = RunDirectory.open(tmp_path / "run").manifest
    assert manifest.complete
    assert manifest.games >= 300
    assert manifest.config["seed"] == 3
    assert manifest.argv[:2] == [question, "zhanguo"]
    assert rows(tmp_path / "run")["games"]["arm"].unique().sort().to_list() == arms
    folder = tmp_path / "run" / "reports" / question
    assert (folder / "report.json").exists()
    page = (folder / f"{question}.html").read_text()
    assert "ZhanGuo" in page
    assert ("decisions" in rows(tmp_path / "run")) == (question in ("balance", "cards"))


def test_json_is_one_object_and_nothing_else(called: Cli, tmp_path: Path) -> None:
    words = ["balance", "zhanguo", "--games", 120, "--players", 2, "--strategies", "random,balanced", "--json"]
    done = called(*words, "--quiet", "--margin", 3, "--workers", 0)
    assert done.returncode == 0
    assert done.stderr == ""
    answer = no_nan(done.stdout)
    assert answer["schema_version"] == SCHEMA_VERSION
    assert answer["command"] == "balance"
    assert answer["complete"] is True
    assert {verdict["subject"] for verdict in answer["verdicts"]} >= {"seat 1", "seat 2"}
    assert {verdict["margin"] for verdict in answer["verdicts"]} == {0.03}
    assert (tmp_path / answer["report"]).exists()
    assert answer["run"] == "runs/zhanguo-balance-2p-001"
    pilot = RunDirectory.open(tmp_path / answer["run"]).manifest.scenarios[0].design["pilot"]
    assert answer["facts"]["pilot_design_effect"] == pilot["figures"]["design_effect"]


def test_a_run_that_cannot_answer_says_so(called: Cli, small_run: Path, tmp_path: Path) -> None:
    done = called("report", "openings", small_run, "--out", tmp_path / "page")
    assert done.returncode == 0
    assert "No verdict from this run" in done.stdout
    reason = "Its games hold nothing to compare: `analyser openings zhanguo` plays some."
    assert reason in " ".join(done.stdout.split())
    assert (tmp_path / "page" / "openings.html").exists()


# -- run, report, config --------------------------------------------------------------------------------------------


def test_run_then_report(called: Cli, tmp_path: Path) -> None:
    (tmp_path / "mine.py").write_text(PYTHON_STRATEGY)
    words = "run zhanguo --players 3 --strategies mine.py:Last,random,random --boards A,circle,star --games 10"
    done = called(*words.split(), "--record", "decisions", "--out", "own", "--workers", 1)
    assert done.returncode == 0, done.stderr
    assert re.search(r"own: 12 games on 4 deals, [\d,]+ games/s after \d+\.\d s of start-up\n", done.stdout)
    seats = rows(tmp_path / "own")["seats"]
    last = seats.filter(pl.col("strategy") == "mine.py:Last")
    assert last["board"].unique().to_list() == ["A"]
    assert last["seat"].value_counts().sort("seat")["count"].to_list() == [4, 4, 4]
    own = rows(tmp_path / "own")
    assert own["decisions"].height == (own["games"]["n_decisions"] + own["games"]["n_forced"]).sum()
    again = called("run", "--config", "own", "--json", "--workers", 0, "--out", "again")
    assert no_nan(again.stdout)["rows"]["seats"] == 36
    assert_same(tmp_path / "own", tmp_path / "again")
    assert "thinking" in again.stderr
    assert "thinking" not in done.stdout
    told = no_nan(called("report", "balance", "own", "--json").stdout)
    assert told["games"] == 12
    assert (tmp_path / "own" / "reports" / "balance" / "balance.html").exists()


def test_rows_of_searches_do_not_depend_on_workers_and_runs_tell_what_a_decision_takes(
    called: Cli, tmp_path: Path
) -> None:
    words = ["run", "middle_kingdom", "--players", 2, "--strategies", "search:curve:4,mcts:8:prior=curve,curve"]
    done = called(*words, "--games", 48, "--batch", 12, "--workers", 0, "--out", "one")
    assert done.returncode == 0, done.stderr
    told = [line for line in done.stdout.splitlines() if line.endswith(" ms a decision")]
    assert [line.rpartition(": ")[0] for line in told] == ["search:curve:4", "mcts:8:prior=curve"]
    again = called(*words, "--games", 48, "--batch", 16, "--workers", 2, "--out", "two", "--json")
    milliseconds = json.loads(again.stdout)["milliseconds"]
    assert set(milliseconds) == {"search:curve:4", "mcts:8:prior=curve"}
    assert all(0.001 < one < 100 for one in milliseconds.values())
    one, two = (rows(tmp_path / run)["seats"].sort("game", "seat") for run in ("one", "two"))
    assert one.equals(two)
    assert one["strategy"].n_unique() == 3


def test_no_rotate_keeps_everyone_seated(called: Cli, tmp_path: Path) -> None:
    words = "run zhanguo --players 2 --strategies random,balanced --games 6 --no-rotate --workers 0 --json --out fixed"
    assert no_nan(called(*words.split()).stdout)["deals"] == 6
    seats = rows(tmp_path / "fixed")["seats"]
    assert seats.filter(pl.col("seat") == 1)["strategy"].unique().to_list() == ["random"]


def test_a_file_of_options_gives_the_run_of_the_command_line(called: Cli, small_run: Path, tmp_path: Path) -> None:
    lines = ['game = "zhanguo"', "players = 2", "games = 99", 'strategies = ["random"]', 'boards = "circle,A"']
    (tmp_path / "mine.toml").write_text("\n".join([*lines, "workers = 0", "quiet = true"]))
    done = called("run", "--config", "mine.toml", "--games", 24, "--out", "again")
    assert done.returncode == 0
    assert done.stderr == ""
    assert_same(tmp_path / "again", small_run)
    assert (
        RunDirectory.open(tmp_path / "again").manifest.config_sha256
        == RunDirectory.open(small_run).manifest.config_sha256
    )


@pytest.mark.parametrize("source", ["directory", "manifest", "toml"])
def test_a_stored_configuration_is_played_again(called: Cli, small_run: Path, tmp_path: Path, source: str) -> None:
    path = {"directory": small_run, "manifest": small_run / "manifest.json", "toml": tmp_path / "shown.toml"}[source]
    if source == "toml":
        path.write_text(called("config", "show", small_run).stdout)
    assert called("run", "--config", path, "--out", "again").returncode == 0
    assert_same(tmp_path / "again", small_run)


def test_the_experiment_of_a_question_is_replayed_from_its_run(played: Cli, tmp_path: Path) -> None:
    (tmp_path / "boards.toml").write_text('design = "boards"\n')
    words = "run zhanguo --config boards.toml --players 2 --games 60 --strategies random --workers 0 --quiet --out"
    assert played(*words.split(), "first").returncode == 0
    assert played("run", "--config", "first", "--out", "second", "--quiet").returncode == 0
    assert_same(tmp_path / "first", tmp_path / "second")
    first, second = (RunDirectory.open(tmp_path / name).manifest for name in ("first", "second"))
    assert first.scenarios == second.scenarios
    assert [part["scheme"] for part in first.scenarios[0].design["parts"]] == ["mirror", "cross", "dealt", "dealt"]


def test_boards_are_priced_as_given_and_as_auctioned(called: Cli, tmp_path: Path) -> None:
    words = (
        "boards zhanguo --option boards_by=given,auction --games 1500 --strategies balanced --quiet --full --out run"
    )
    done = called(*words.split(), "--workers", 0)
    assert done.returncode == 0, done.stderr
    tables = tmp_path / "run" / "reports" / "boards" / "tables"
    given, bid = (pl.read_csv(tables / f"boards_by-{by}" / "auction.csv") for by in ("given", "auction"))
    assert given["fair"].min() == pytest.approx(1.0)
    assert given["paid"].null_count() == 4
    assert bid["paid"].min() >= 1  # the least bid
    assert bid["fair"].min() == pytest.approx(1.0)
    games = rows(tmp_path / "run")["games"]
    assert games.filter(pl.col("scenario") == "boards_by-auction")["deal"].n_unique() >= 1500


def test_config_show_is_the_merged_configuration(called: Cli, small_run: Path) -> None:
    shown = no_nan(called("config", "show", small_run, "--json").stdout)["config"]
    assert (shown["seed"], shown["margin"], shown["rotate"], shown["boards"]) == (1, 2.0, True, ["circle", "A"])
    assert 'boards = ["circle", "A"]' in called("config", "show", small_run).stdout


# -- what there is --------------------------------------------------------------------------------------------------


def test_games_and_strategies_are_listed(called: Cli) -> None:
    games = no_nan(called("games", "--json").stdout)["games"]
    zhanguo = next(game for game in games if game["game"] == "zhanguo")
    assert zhanguo["players"] == [2, 3, 4]
    assert zhanguo["boards"][0] == "A"
    assert "ZhanGuo" in called("games").stdout
    lines = [line for line in called("strategies", "zhanguo").stdout.splitlines() if line.strip()]
    told = {line.split()[0]: line for line in reversed(lines)}  # levels stand below strategies
    assert "weighted, beginners" in told["novice"]
    assert "weighted, ordinary" in told["balanced"]
    assert told["expert"].split()[1] == "strong"
    listed = no_nan(called("strategies", "--json").stdout)["strategies"]
    classes = {info["name"]: info["player_class"] for info in listed if info["game"] == "zhanguo"}
    assert (classes["random"], classes["sides"], classes["open5"]) == ("none", "tuned", "ordinary")


def test_a_strategy_and_the_features_are_explained(called: Cli) -> None:
    shown = no_nan(called("strategies", "zhanguo/balanced", "--json").stdout)
    assert shown["kind"] == "weighted"
    assert shown["weights"]
    features = no_nan(called("strategies", "zhanguo", "--features", "--json").stdout)["features"]
    assert set(shown["weights"]) <= {feature["name"] for feature in features}
    assert all(feature["meaning"] and feature["unit"] for feature in features)
    assert features[0]["name"] in called("strategies", "zhanguo", "--features").stdout


def test_a_new_strategy_is_a_file_and_what_is_there_stays_as_it_is(called: Cli, tmp_path: Path) -> None:
    first = called("strategies", "new", "qin", "my_plan")
    assert first.returncode == 0
    assert first.stdout.splitlines()[1] == "1. analyser balance qin --strategies my_plan.toml,random --games 4k"
    before = (tmp_path / "my_plan.toml").read_bytes()
    again = called("strategies", "new", "zhanguo", "my_plan.toml")
    assert again.returncode == 3
    assert again.stderr == "analyser: my_plan.toml is there already and stays as it is: choose another name\n"
    assert (tmp_path / "my_plan.toml").read_bytes() == before
    python = called("strategies", "new", "qin", "my_plan.py")
    assert "--strategies my_plan.py:MyPlan,random --games 200" in python.stdout


def test_components_are_exported_checked_and_used(called: Cli, tmp_path: Path) -> None:
    assert called("components", "export", "zhanguo", "mine").returncode == 0
    shipped = no_nan(called("components", "check", "zhanguo", "--json").stdout)["provenance"]
    assert no_nan(called("components", "check", "zhanguo", "mine", "--json").stdout)["provenance"] == shipped
    assert "reconstructed" in called("components", "check", "zhanguo").stdout
    words = "run zhanguo --players 2 --games 4 --strategies random --workers 0 --quiet --components mine --out run"
    assert called(*words.split()).returncode == 0
    assert RunDirectory.open(tmp_path / "run").manifest.config["components"] == str(tmp_path / "mine")


def test_exit_codes_are_those_of_the_errors() -> None:
    assert set(EXIT_CODES) == {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 129, 130, 143}
