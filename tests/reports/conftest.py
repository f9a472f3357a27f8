"""Answers of real runs and their reports, made once for all tests of this folder."""

import pickle
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import polars as pl
import pytest

from analyser import open_run
from reports.answer import Answer
from reports.run import Run
from tests.reports.real import RUNS, Made, report_of, run_of


@pytest.fixture(scope="session", params=RUNS)
def question(request: pytest.FixtureRequest) -> str:
    """Each run in turn: every question of ZhanGuo, and those of the other games that fill other tables."""
    return str(request.param)


@pytest.fixture(scope="session")
def runs(pytestconfig: pytest.Config) -> dict[str, Path]:
    """Folders of the runs by name."""
    return Made(lambda name: run_of(pytestconfig, name))


@pytest.fixture(scope="session")
def answers(runs: dict[str, Path]) -> dict[str, Answer]:
    """The answers by the name of their run."""
    return Made(lambda name: pickle.loads((runs[name].parent / "answer").read_bytes()))


@pytest.fixture(scope="session")
def written(pytestconfig: pytest.Config, answers: dict[str, Answer]) -> dict[str, Path]:
    """Folders of the ordinary reports by run."""
    return Made(lambda name: report_of(pytestconfig, name, answers[name]))


@pytest.fixture(scope="session")
def empty(pytestconfig: pytest.Config, answers: dict[str, Answer]) -> dict[str, Path]:
    """Folders of reports whose tables hold no rows, by run."""
    return Made(lambda name: report_of(pytestconfig, name, answers[name], empty=True))


@pytest.fixture(scope="session")
def opened(runs: dict[str, Path]) -> Callable[[str], Run]:
    """A run by its name."""
    return cache(lambda name: open_run(runs[name]))


@pytest.fixture(scope="session")
def rows_of(opened: Callable[[str], Run]) -> Callable[[str], pl.DataFrame]:
    """The rows of a run by its name."""
    return cache(lambda name: plain_rows(opened(name)))


def plain_rows(run: Run) -> pl.DataFrame:
    """Seats of players who count with the columns the cases need, worked out in plain polars: of ordinary players at
    tables without beginners, or of all where there are no others; games of arm `skill` play deals again."""
    parts = []
    for part in run.scenarios:
        seats, games = part.stored.seats.lazy().collect(), part.stored.games.lazy().collect()
        seats = seats.with_columns(pl.col(pl.Enum).cast(pl.String)).filter(pl.col("arm") != "skill")
        seats = seats.join(games.select("game", "winning_margin", "lead_changes"), on="game")
        players = pl.col("strategy").is_not_null()
        frame = seats.to_dicts()
        by_game: dict[int, list[dict[str, Any]]] = {}
        for row in frame:
            by_game.setdefault(row["game"], []).append(row)
        for table in by_game.values():
            own = [r for r in table if r["strategy"] is not None]
            for r in table:
                others = [o for o in table if o is not r]
                r["lead"] = r["score"] - max((o["score"] for o in others), default=0)
                r["over_mean"] = r["score"] - sum(o["score"] for o in others) / max(len(others), 1)
                if "score_after_round_3" in r:
                    r["lead3"] = r["score_after_round_3"] - max((o["score_after_round_3"] for o in others), default=0)
                    r["lead3_band"] = r["lead3"] // 20 * 20
                r["score_band"] = sum(r["score"] >= e for e in (100, 140, 180))
                if r in own:
                    at = own.index(r)
                    r["before_"] = own[at - 1]["strategy"]
                    r["alike_"] = sum(o["strategy"] == r["strategy"] for o in own) - 1
                    r["others_"] = " + ".join(sorted(o["strategy"] for o in own if o is not r))
                    r["other_tasks"] = any(o["strategy"] == "tasks" for o in own if o is not r)
                r["won_"] = r["rank"] == 1
                r["many"] = r.get("palaces_built", 0) > 2
                r["winner_walls"] = any(o["rank"] == 1 and o.get("walls_built", 0) >= 3 for o in table)
                r["all_over_90"] = all(o["score"] > 90 for o in table)
                r["any_over_150"] = any(o["score"] > 150 for o in table)
        done = pl.DataFrame([r for table in by_game.values() for r in table], infer_schema_length=None)
        classes = part.classes
        weak = [name for name in classes if classes[name] in ("beginners", "none")]
        not_ordinary = [name for name in classes if classes[name] != "ordinary"]
        with_weak = done.filter(pl.col("strategy").is_in(weak))["game"].unique().to_list()
        if len(not_ordinary) < len(classes):
            done = done.filter(~pl.col("game").is_in(with_weak), ~pl.col("strategy").is_in(not_ordinary))
        parts.append(done.filter(players).with_columns(scenario=pl.lit(part.settings["scenario"])))
    return pl.concat(parts, how="diagonal_relaxed")
