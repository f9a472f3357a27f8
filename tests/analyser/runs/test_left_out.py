"""Plans of a game that cannot play are left out where none are named: those that win less than random play, and those
whose games do not come to their end; never the last two."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from analyser.experiments.config_loader import load_experiment
from analyser.experiments.experiment import Job
from analyser.runs.adaptive import play_adaptively
from analyser.runs.answer import answer_run
from analyser.runs.game_budget import fit_games
from analyser.runs.lifecycle import extend_run, resume_run, start_run
from analyser.runs.manifest import Manifest
from analyser.runs.plan_trials import RANDOM, TrialGames, failing_plans, planned_trial, play_trial
from analyser.runs.play import open_executor
from tests.analyser.runs.experiment import assert_same, new_run, rows

PLANS = {"greedy": 3, "bold": 2, "fair": 1, "shy": 0.5, "hopeless": -1}
# Who takes most wins; a move is worth what it takes.
TAKING = """
from analyser.rules import Rules, points


class Taking(Rules):
    players = 2, 3
    rounds = 4
    moves = {{"take": ("takes {{n}}", "t{{n}}", {{"n": range(5)}})}}
    features = {{"worth": "what it takes | gold", "odd": "an odd number | 0 or 1"}}
    plans = {plans}
    gold = points("gold")

    def deal(self, table, rng):
        for seat in self.seats:
            table.gold[seat] = rng.below(3)

    def legal(self, table, seat):
        return [("take", n) for n in range(5)]

    def weigh(self, table, seat, move):
        return move[1], move[1] % 2

    def play(self, table, seat, move):
        table.gold[seat] += move[1]
        table.end_turn()
"""
# Who is first with two steps in a row wins; a flood takes the steps of all.
RACE = """
from analyser.rules import Rules, number, points


class Race(Rules):
    players = 2, 3
    rounds = {rounds}
    moves = {{"step": ("steps", "s{{n}}", {{"n": range(9)}}), "flood": ("floods", "f", {{}})}}
    features = {{"step": "a step | 0 or 1", "low": "a low number | 0 or 1"}}
    plans = {{"one": {{"step": 1}}, "two": {{"step": 1, "low": 1}}, "flood": {{"step": -1}}}}
    steps = points("steps")

    def legal(self, table, seat):
        return [("flood",), *(("step", n) for n in range(9))]

    def weigh(self, table, seat, move):
        return move[0] == "step", move[0] == "step" and move[1] < 3

    def play(self, table, seat, move):
        if move[0] == "flood":
            for other in self.seats:
                table.steps[other] = 0
        else:
            table.steps[seat] += 1
        table.end_turn()
        if table.steps[seat] == 2:
            table.end_game()
"""


@pytest.fixture(autouse=True)
def trials(monkeypatch: pytest.MonkeyPatch) -> None:
    """Small runs try plans, too."""
    monkeypatch.setattr("analyser.runs.plan_trials.PILOT_PART", 1)


def taking(folder: Path, plans: dict[str, float] = PLANS) -> str:
    """The file of the game, with plans that differ in how much they value what they take."""
    folder.mkdir(exist_ok=True)
    weights = {name: {"worth": worth, "odd": number / 10} for number, (name, worth) in enumerate(plans.items())}
    (folder / "taking.py").write_text(TAKING.format(plans=weights))
    return str(folder / "taking.py")


def trials_of(game: str, games: int = 1200, **values: Any) -> dict[str, TrialGames]:
    experiment = load_experiment("balance", {"game": game, "games": games, "seed": 3, **values}, {})
    plans, deals = planned_trial(experiment)
    return {name: play_trial(Job(experiment.config, ()), name, deals) for name in (RANDOM, *plans)}


def names_of(run: Any) -> list[str]:
    return [Path(name).name for name in run.manifest.config["strategies"]]


def test_a_hopeless_plan_is_left_out_and_named(tmp_path: Path) -> None:
    run = new_run(tmp_path / "run", "balance", game=taking(tmp_path / "game"), games=1200)
    (trial,) = run.manifest.left_out
    assert trial.strategy.endswith("hopeless")
    assert names_of(run) == [name for name in PLANS if name != "hopeless"]
    assert (trial.games, trial.limit) == (200, "")
    assert trial.share < 0.05 < 0.25 < trial.random_share
    (answered,) = answer_run(run, "balance")
    sentence = f"bot wins {100 * trial.share:.1f} of 100 games where random play in its seat wins "
    assert sentence in answered.answer.warnings[0]
    assert answered.answer.warnings[0].endswith(f"{100 * trial.random_share:.1f} (200 deals).")


def test_the_others_play_as_without_it(tmp_path: Path) -> None:
    game = taking(tmp_path / "game")
    run = new_run(tmp_path / "run", "balance", game=game, games=1200)
    named = new_run(
        tmp_path / "named", "balance", game=game, games=1200, strategies=tuple(run.manifest.config["strategies"])
    )
    assert named.manifest.left_out == []
    assert_same(rows(run), rows(named))


def test_strategies_that_are_named_play(tmp_path: Path) -> None:
    game = taking(tmp_path / "game")
    everybody = load_experiment("balance", {"game": game, "games": 1200}, {}).config.strategies
    for number, (options, file) in enumerate((({"strategies": everybody}, {}), ({}, {"strategies": everybody}))):
        experiment = load_experiment("balance", {"game": game, "games": 1200, "workers": 0, **options}, file)
        run, _ = start_run(experiment, tmp_path / f"run{number}", [])
        assert len(names_of(run)) == len(PLANS)
        assert run.manifest.left_out == []


def test_a_tournament_ranks_all(tmp_path: Path) -> None:
    experiment = load_experiment("tournament", {"game": taking(tmp_path / "game"), "games": 6000}, {})
    assert planned_trial(experiment) == ([], 0)


def test_two_plans_always_stay(tmp_path: Path) -> None:
    plans = {"bad": -1, "worse": -2, "worst": -3}
    run = new_run(tmp_path / "run", "balance", game=taking(tmp_path / "game", plans), games=1200)
    assert len(names_of(run)) == 2
    assert len(run.manifest.left_out) == 1


def test_the_same_plans_whoever_plays_them(tmp_path: Path) -> None:
    game = taking(tmp_path / "game")
    alone = new_run(tmp_path / "alone", "balance", game=game, games=1200).manifest
    experiment = load_experiment("balance", {"game": game, "games": 1200, "workers": 2}, {})
    with open_executor(experiment.config) as pool:
        run, job = start_run(experiment, tmp_path / "two", [], pool=pool)
        play_adaptively(run, job, pool=pool)
    assert run.manifest.left_out == alone.left_out
    assert_same(rows(run), rows(new_run(tmp_path / "again", "balance", game=game, games=1200)))


def test_a_run_keeps_what_it_began_with(tmp_path: Path) -> None:
    run = new_run(tmp_path / "run", "balance", game=taking(tmp_path / "game"), games=1200)
    for other, _ in (resume_run(run.path, {}), extend_run(run.path, 600, {})):
        assert other.manifest.left_out == run.manifest.left_out
        assert len(names_of(other)) == len(PLANS) - 1
    stored = run.manifest.to_dict()
    assert Manifest.of(stored).left_out == run.manifest.left_out
    del stored["left_out"]
    assert Manifest.of(stored).left_out == []


def test_fitted_games_keep_the_defaults(tmp_path: Path) -> None:
    experiment = load_experiment("balance", {"game": taking(tmp_path / "game"), "workers": 1}, {})
    assert fit_games(experiment).has_default_players


def test_a_plan_without_an_end_is_left_out(tmp_path: Path) -> None:
    (tmp_path / "race.py").write_text(RACE.format(rounds=0))
    trials = trials_of(str(tmp_path / "race.py"), 240, players=3)
    (trial,) = failing_plans(trials, max_rounds=0)
    assert trial.strategy.endswith("flood")
    assert (trial.capped, trial.games, trial.limit) == (4, 4, "65,535 decisions")
    assert "4 of its 4 games reach the limit of 65,535 decisions" in trial.sentence


def test_a_plan_that_reaches_the_last_round_is_left_out(tmp_path: Path) -> None:
    (tmp_path / "race.py").write_text(RACE.format(rounds=24))
    trials = trials_of(str(tmp_path / "race.py"), 1200, players=3)
    (trial,) = failing_plans(trials, max_rounds=24)
    assert trial.strategy.endswith("flood")
    assert (trial.capped, trial.limit) == (trial.games, "24 rounds")


def test_rounds_that_end_every_game_are_no_cap(tmp_path: Path) -> None:
    trials = trials_of(taking(tmp_path / "game"))
    assert all((games.rounds == 4).all() for games in trials.values())
    assert [trial.limit for trial in failing_plans(trials, max_rounds=4)] == [""]


@pytest.mark.parametrize("game", ["zhanguo", "qin", "first_empire", "middle_kingdom"])
def test_shipped_plans_can_play(game: str) -> None:
    design = "boards" if game != "middle_kingdom" else "balance"  # boards has beginners and tuned plans, too
    experiment = load_experiment(design, {"game": game, "games": 800, "seed": 2}, {})
    plans, deals = planned_trial(experiment)
    trials = {name: play_trial(Job(experiment.config, ()), name, deals) for name in (RANDOM, *plans)}
    assert len(plans) > 3
    assert failing_plans(trials, max_rounds=len(experiment.simulators[0].game.rounds)) == []


def test_small_runs_and_levels_try_none() -> None:
    solo = {"games": 6000, "game": "first_empire", "players": 1}
    for values in ({"games": 399}, {"games": 6000, "levels": True}, solo):
        experiment = load_experiment("balance", {"game": "zhanguo", **values}, {})
        assert planned_trial(experiment) == ([], 0)


def test_a_plan_like_random_play_stays() -> None:
    """Of plans that play exactly as random play does, at most one in a hundred is left out."""
    rng = np.random.default_rng(1)

    def games(share: float) -> TrialGames:
        return TrialGames((rng.random(100) < share).astype(float), np.ones(100, dtype=np.int64))

    def left_out(share: float) -> int:
        trials = [{RANDOM: games(0.25), "plan": games(share), "a": games(1), "b": games(1)} for _ in range(2000)]
        return sum(len(failing_plans(trial, max_rounds=0)) for trial in trials)

    assert left_out(0.25) <= 2000 * 0.01 + 3 * (2000 * 0.01) ** 0.5
    assert left_out(0.05) > 0.9 * 2000
