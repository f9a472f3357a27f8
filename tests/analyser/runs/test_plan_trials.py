"""Plans that choose alike are one family: copies are, shipped plans are not, and a run keeps what was measured."""

import re
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from analyser.errors import DataError
from analyser.experiments.config_loader import load_experiment
from analyser.experiments.experiment import Job
from analyser.experiments.experiment_kind import PILOT_DEAL
from analyser.runs.lifecycle import extend_run, resume_run
from analyser.runs.manifest import Manifest, PlanChoices
from analyser.runs.plan_trials import ask_plans, planned_positions
from analyser.runs.run_facts import run_facts
from reports.stats.agreement import SAME_FAMILY
from strategies import list_strategies
from tests.analyser.runs.experiment import new_run, rows

SHIPPED = Path("strategies")
GAMES = ("zhanguo", "qin", "first_empire", "middle_kingdom")
PROGRAM = """import strategies

class Own(strategies.Strategy):
    def choose(self, view, moves):
        return {choice}
"""
WEIGHT = re.compile(r"^(\w+ = )(-?[\d.]+)", re.MULTILINE)


def copy_of(game: str, plan: str, folder: Path, seed: int, off: float = 0.03) -> str:
    """A file of the plan with all weights up to so much off."""
    rng = np.random.default_rng(seed)
    head, mark, tables = (SHIPPED / game / f"{plan}.toml").read_text().partition("[weights")
    weights = WEIGHT.sub(lambda line: f"{line[1]}{float(line[2]) * (1 + rng.uniform(-off, off)):.4f}", tables)
    path = folder / f"{plan}{seed}.toml"
    path.write_text(head.replace(f'"{plan}"', f'"{plan}{seed}"') + mark + weights)
    return str(path)


def job_of(game: str, strategies: tuple[str, ...] = (), **values: Any) -> Job:
    values = {"game": game, "games": 20_000, "seed": 3, "strategies": strategies, **values}
    experiment = load_experiment("balance", {key: value for key, value in values.items() if value}, {})
    return Job(experiment.config, experiment.pilots())


def ask_for_choices(*args: Any, **values: Any) -> PlanChoices:
    job = job_of(*args, **values)
    return ask_plans(job, planned_positions(job))


def full_plans(game: str) -> tuple[str, ...]:
    return tuple(plan.name for plan in list_strategies(game) if plan.kind == "weighted" and plan.strength == "full")


def test_six_copies_are_one_family(tmp_path: Path) -> None:
    choices = ask_for_choices("zhanguo", tuple(copy_of("zhanguo", "walls", tmp_path, seed) for seed in range(6)))
    assert set(choices.families.values()) == {0}
    assert choices.positions == 2000


def test_seven_plans_of_three_families_are_three(tmp_path: Path) -> None:
    of = ("walls", "markers", "walls", "builder", "markers", "walls", "builder")
    files = tuple(copy_of("zhanguo", plan, tmp_path, seed) for seed, plan in enumerate(of))
    families = ask_for_choices("zhanguo", files).families
    assert [families[file] for file in files] == [0, 1, 0, 2, 1, 0, 2]


@pytest.mark.parametrize("game", GAMES)
def test_the_cut_is_between_copies_and_shipped_plans(game: str, tmp_path: Path) -> None:
    plans = full_plans(game)
    copies = tuple(copy_of(game, plan, tmp_path, 7) for plan in plans)
    choices = ask_for_choices(game, (*plans, *copies))
    agreement, n = np.array(choices.agreement), len(plans)
    assert (agreement == agreement.T).all()
    assert np.diag(agreement[:n, n:]).min() > SAME_FAMILY + 0.02
    others = agreement[:n, :n][np.triu_indices(n, 1)]
    if game == "first_empire":  # its elixir is a copy of its balanced in all but name
        alike = agreement[plans.index("balanced"), plans.index("elixir")]
        assert alike > SAME_FAMILY + 0.02
        others = others[others < alike]
    assert others.max() < SAME_FAMILY - 0.02


@pytest.mark.parametrize(("game", "families"), [("zhanguo", 7), ("qin", 4), ("first_empire", 6), ("middle_kingdom", 4)])
def test_families_of_shipped_plans(game: str, families: int) -> None:
    assert len(set(ask_for_choices(game, full_plans(game)).families.values())) == families


def test_answers_follow_from_the_seed() -> None:
    first = ask_for_choices("zhanguo", games=4000)
    assert first == ask_for_choices("zhanguo", games=4000)
    assert first != ask_for_choices("zhanguo", games=4000, seed=4)
    assert first.positions == 400


def test_a_copy_of_a_python_strategy_is_found(tmp_path: Path) -> None:
    for name, choice in (("first", "0"), ("again", "min(range(len(moves)))"), ("last", "len(moves) - 1")):
        (tmp_path / f"{name}.py").write_text(PROGRAM.format(choice=choice))
    files = tuple(f"{tmp_path / name}.py:Own" for name in ("first", "again", "last"))
    choices = ask_for_choices("toy", files)
    assert list(choices.families.values()) == [0, 0, 1]
    assert choices.positions == 200


def test_a_program_that_fails_is_named(tmp_path: Path) -> None:
    (tmp_path / "bad.py").write_text(PROGRAM.format(choice="1 / 0"))
    with pytest.raises(DataError, match=r"strategy .*bad.*division by zero"):
        ask_for_choices("toy", (f"{tmp_path}/bad.py:Own", "banker"))


def test_random_play_and_small_runs_are_not_asked() -> None:
    assert planned_positions(job_of("zhanguo", ("random", "balanced"))) == 0
    assert planned_positions(job_of("zhanguo", ("balanced", "walls"), games=400)) == 0
    assert planned_positions(job_of("zhanguo", ("balanced", "walls"), games=1000)) == 100


def test_a_run_keeps_what_was_measured(tmp_path: Path) -> None:
    values = {"game": "first_empire", "games": 600, "strategies": ("balanced", "elixir", "walls")}
    run = new_run(tmp_path / "run", "balance", **values)
    choices = run.manifest.choices
    assert choices is not None
    assert choices.positions == 60
    assert run_facts(run.manifest, run.manifest.scenarios[0]).plan_families == choices.families
    assert rows(run)["games"]["deal"].max() < PILOT_DEAL
    assert resume_run(run.path, {})[0].manifest.choices == choices
    assert extend_run(run.path, 600, {})[0].manifest.choices == choices


def test_a_run_of_an_earlier_version_was_not_measured(tmp_path: Path) -> None:
    run = new_run(tmp_path / "run", "balance", game="toy", games=600, strategies=("banker", "novice"))
    stored = run.manifest.to_dict()
    del stored["choices"]
    assert Manifest.of(stored).plan_families == {}
