"""`analyser whatif --retune`: players tuned for each side of a change, kept in the run, taken up where it stopped."""

import json
from concurrent.futures import Executor, ThreadPoolExecutor
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import numpy as np
import polars as pl
import pytest
from msgspec.structs import replace

from analyser.errors import UsageError
from analyser.experiments.config import Config
from analyser.experiments.objective import CHECK, FINAL, Objective, PlanScores
from analyser.experiments.parse import TuningBudget, parse_budget
from analyser.experiments.scenario import Scenario
from analyser.runs import tuned_players
from analyser.runs.manifest import TunedPlan
from analyser.runs.store import RunDirectory
from analyser.tuning import session
from analyser.tuning.start import SearchProgress
from cext.installation import install_command
from strategies.catalogue import files_of
from strategies.plan import Plan, read_plan
from tests.cli.conftest import Cli
from tests.needs import module

pytestmark = pytest.mark.usefixtures("undrawn")

ASKED = ("whatif", "toy", "--forbid", "push", "--players", 2, "--strategies", "banker,novice", "--games", 40)
HERE = ("--workers", 0, "--quiet")


@pytest.fixture(autouse=True)
def cma() -> None:
    """The package that searches."""
    module("cma", extra="tune")


def told(path: Path) -> Any:
    return json.loads((path / "reports/whatif/report.json").read_text(encoding="utf-8"))


def test_each_side_is_played_by_plans_tuned_for_it_and_goes_on_where_it_stopped(
    called: Cli, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("analyser.runs.tuned_players.GAMES", 40)
    done = called(*ASKED, *HERE, "--retune", "2gen", "--out", "whole")
    assert done.returncode == 0, done.stderr
    manifest = RunDirectory.open(tmp_path / "whole").manifest
    assert [(one.name, one.of) for one in manifest.scenarios] == [
        ("before", None), ("after", None), ("before.retuned", "before"), ("after.retuned", "after"),
    ]  # fmt: skip
    assert [(one.scenario, one.strategy, one.generations) for one in manifest.retuned] == [
        (side, plan, 2) for plan in ("banker", "novice") for side in ("before", "after")
    ]
    found = {(one.scenario, one.strategy): one for one in manifest.retuned}
    kept = found["after", "novice"]
    assert kept.file is not None
    assert kept.ahead > 0
    plan = read_plan(tmp_path / "whole" / kept.file)
    assert "without push" in plan.provenance["on_what"]
    seats = pl.read_parquet(tmp_path / "whole/seats/*.parquet")
    pushes = dict(seats.group_by("scenario").agg(pl.col("pushes").sum()).iter_rows())
    assert min(pushes["before"], pushes["before.retuned"]) > 0 == pushes["after"] == pushes["after.retuned"]
    lineups = [
        seats.filter(scenario=name).sort("game", "seat").select("deal", "seat", "strategy", "board").rows()
        for name in ("before", "before.retuned", "after.retuned")
    ]
    assert lineups[0] == lineups[1] == lineups[2]
    record = called("record", "--from", "whole", "--scenario", "after.retuned", "--game", 3)
    assert record.returncode == 0, record.stderr

    taken, run_search = [], session.run_search

    def stopped(*given: Any) -> Any:
        """Ctrl-C in the second generation of the third tuning."""
        taken.append(given)
        if len(taken) < 3:
            return run_search(*given)
        monkeypatch.setattr(session, "run_search", run_search)
        looks = []

        def watch(look: SearchProgress) -> None:
            looks.append(look)
            raise KeyboardInterrupt

        return run_search(given[0], given[1], watch)

    monkeypatch.setattr(session, "run_search", stopped)
    done = called(*ASKED, *HERE, "--retune", "2gen", "--out", "half")
    assert done.returncode == 130
    assert "half keeps all games of players as they come, 2 of 4 tunings and 1 generation of the next" in done.stderr
    assert "`analyser run --resume half` goes on" in done.stderr
    done = called("whatif", "--resume", "half", *HERE)
    assert done.returncode == 0, done.stderr
    assert RunDirectory.open(tmp_path / "half").manifest.retuned == manifest.retuned
    whole, half = told(tmp_path / "whole"), told(tmp_path / "half")
    assert whole["tables"] == half["tables"]
    assert whole["verdicts"] == half["verdicts"]
    plays = [row["plays"] for row in whole["tables"]["retuned"]]
    assert plays == [f"found {Path(one.file).parent.name}" if one.file else "as before" for one in manifest.retuned]
    players = {row["players"] for row in whole["tables"]["tuned_players"]}
    assert players == {"ordinary players", "tuned for it", "difference"}


def test_a_plan_is_chosen_on_other_deals_than_those_that_tell_its_gain(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What three plans come to on either deals is given: one does best where a plan is chosen, one where it is told."""
    change = (Scenario(name="before"), Scenario(name="after", forbidden=("push",)))
    config = Config(design="whatif", game="toy", strategies=("banker", "novice"), scenario=change, retune="2gen")
    (own,) = files_of("banker", "toy")
    worths = {
        own: {CHECK: 0, FINAL: 0},
        tmp_path / "before/banker.toml": {CHECK: 3, FINAL: -1},
        tmp_path / "after/banker.toml": {CHECK: 1, FINAL: 4},
    }
    asked = []

    def scores_on_fresh_deals(pool: Executor, tuning: Objective, plan: Plan, use: int, deals: int) -> PlanScores:
        value = np.full(deals, float(worths[plan.path][use]))
        asked.append(tuning.forbidden)
        return PlanScores(value / 100, value, value)

    def read(path: Path) -> Plan:
        return replace(read_plan(own), path=path)

    monkeypatch.setattr(session, "scores_on_fresh_deals", scores_on_fresh_deals)
    monkeypatch.setattr(tuned_players, "read_plan", read)
    tunings = [
        TunedPlan(side, "banker", f"{side}/banker.toml", 2, False, 40, 0.04, 0.03, 0.05, 4, 3, 5)
        for side in ("before", "after")
    ]
    run = cast(RunDirectory, SimpleNamespace(path=tmp_path, manifest=SimpleNamespace(retuned=tunings)))
    with ThreadPoolExecutor() as pool:
        best = [tuned_players._best(run, config, one, pool) for one in tunings]
        assert best[0] == tunings[0]
        assert (best[1].file, best[1].share, best[1].ahead) == ("before/banker.toml", -0.01, -1)
        assert asked == [(), (), (), ("push",), ("push",), ("push",), ("push",), ("push",)]
        worths[tmp_path / "before/banker.toml"][CHECK] = worths[tmp_path / "after/banker.toml"][CHECK] = 0
        assert [tuned_players._best(run, config, one, pool) for one in tunings] == tunings


def test_only_a_change_is_tuned_for(called: Cli, tmp_path: Path) -> None:
    (tmp_path / "a.toml").write_text("retune = 5\n", encoding="utf-8")
    done = called("balance", "toy", "--config", "a.toml", "--workers", 0)
    assert done.returncode == 2
    assert done.stderr == "analyser: --retune: `balance` changes nothing: use `whatif`, with a change\n"


def test_without_cma_nothing_is_played(called: Cli, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(__import__("sys").modules, "cma", None)
    done = called(*ASKED, *HERE, "--retune", "2gen", "--out", "run")
    assert done.returncode == 3
    assert f"the package cma is not installed: {install_command('tune')}" in done.stderr
    assert not (tmp_path / "run").exists()


def test_minutes_are_for_all_plans_and_generations_for_each() -> None:
    assert parse_budget("7").per_plan(14) == TuningBudget(None, 0.5)
    assert parse_budget("20gen").per_plan(14) == parse_budget(" 20 gen ") == TuningBudget(20, None)
    for text, minutes in (("5m", 5.0), ("5 min", 5.0), ("90s", 1.5), ("1h", 60.0)):
        assert parse_budget(text) == TuningBudget(None, minutes)
    for text in ("", "gen", "1.5gen", "5x", "1k", "5m gen"):
        with pytest.raises(UsageError):
            parse_budget(text)
