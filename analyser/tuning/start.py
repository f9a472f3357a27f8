"""A tuning begun or taken up again: every name checked, defaults written out, inputs compared with what they were."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import Executor, Future
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, TypeVar

from analyser.errors import DataError, UsageError
from analyser.experiments.loading import check_players, load_scenario
from analyser.experiments.objective import GOALS, SEARCH, Gain, Objective, columns, evaluate_plan
from analyser.experiments.parse import TuningBudget, check_bound
from analyser.runs.executors import InlineExecutor
from analyser.sessions import (
    Session,
    check_not_begun,
    check_output,
    check_unchanged,
    default_opponents,
    input_digests,
    new_objective,
    parse_plan_name,
    restore,
)
from analyser.tuning.checkpoint import TuningCheckpoint
from analyser.tuning.parameters import TABLES, PlanParameters
from analyser.tuning.search import cma_version
from cext.commands import command_line
from cext.file_games import split_name
from cext.messages import did_you_mean
from reports.facts import parse_facts
from strategies import StrategyFileError
from strategies.catalogue import find, plan_of
from strategies.plan import Plan

__all__ = ["SearchProgress", "TuningSession", "begin_tuning", "resume_tuning"]

T = TypeVar("T")

SUFFIX = ".toml"
GENERATIONS = 60  # where neither a number nor a time is given
NO_BUDGET = TuningBudget()


@dataclass
class TuningSession(Session[TuningCheckpoint]):
    """A tuning ready to go on, with the plan and its numbers."""

    plan: Plan
    file: Path  # of the plan
    parameters: PlanParameters

    @property
    def resume_command(self) -> str:
        """The command that resumes it."""
        return command_line("tune", "--resume", self.out)


@dataclass(frozen=True)
class SearchProgress:
    """How far a search is."""

    generation: int
    notices: tuple[str, ...] = ()  # what happened to worker processes since the last look, a sentence each
    gain: Gain | None = None  # of the best search, where deals not searched on were just played


def begin_tuning(
    options: Mapping[str, Any],
    out: Path | None,
    budget: TuningBudget = NO_BUDGET,
    executor: Executor | None = None,
) -> TuningSession:
    """A new tuning. options: by the names of Objective and TuningCheckpoint, None where the default holds; out: the new
    file. budget: how long it lasts, GENERATIONS where it does not say. executor: plays what is tried;
    None: this process.

    Raises UsageError or DataError.
    """
    version = cma_version()
    checkpoint, file = _new_checkpoint(options, budget)
    out = out or Path(f"{Path(checkpoint.plan.partition('/')[2]).stem}-{checkpoint.objective.board or 'tuned'}.toml")
    check_output(out, SUFFIX, "a plan")
    check_not_begun(TuningCheckpoint, out)
    session = _validate(checkpoint, file, out, executor)
    checkpoint.digests = _inputs(checkpoint, version)
    return session


def _new_checkpoint(options: Mapping[str, Any], budget: TuningBudget) -> tuple[TuningCheckpoint, Path]:
    """A tuning as it was asked for, nothing done yet, and the file of its plan."""
    game, name, file = parse_plan_name(options["plan"])
    settings = {key: value for key, value in options.items() if value is not None}
    objective = new_objective(game, default_opponents(game, name), settings)
    general = tuple(table for table in TABLES if objective.board is None or table != "by_board")
    checkpoint = TuningCheckpoint(
        objective=objective,
        plan=options["plan"],
        tables=settings.get("tables") or general,
        keep=settings.get("keep", ()),
        starts=settings.get("starts", 1),
        limit=budget.generations if budget else GENERATIONS,
        minutes=budget.minutes,
    )
    return checkpoint, file


def resume_tuning(
    options: Mapping[str, Any],
    out: Path,
    budget: TuningBudget = NO_BUDGET,
    executor: Executor | None = None,
) -> TuningSession:
    """The tuning that ends in `out`, as it was begun; it lasts as long as it was to, unless told otherwise.

    ResumeMismatch where another was asked for, or inputs changed.
    """
    version = cma_version()
    check_output(out, SUFFIX, "a plan")
    checkpoint = restore(TuningCheckpoint, options, out, limit=budget.generations, minutes=budget.minutes)
    _, _, file = parse_plan_name(checkpoint.plan)
    session = _validate(checkpoint, file, out, executor)
    check_unchanged(checkpoint, _inputs(checkpoint, version), out)
    return session


def _validate(checkpoint: TuningCheckpoint, file: Path, out: Path, executor: Executor | None) -> TuningSession:
    """The tuning with its plan read and every name checked against game and plan. executor: as of
    begin_tuning()."""
    tuning = checkpoint.objective
    check_players(tuning.against, tuning.game, "--opponents")
    _check_settings(checkpoint)
    try:
        plan = plan_of(find(split_name(checkpoint.plan)[1], tuning.game))
    except StrategyFileError as error:
        raise DataError(str(error)) from error
    for players in tuning.players:
        game = load_scenario(tuning.game, tuning.scenario(players))
    facts = parse_facts(game.facts())
    _check_choice("--board", tuning.board, tuple(facts.boards), f"{facts.name} has no {facts.nouns[0]}")
    for table in checkpoint.tables:
        _check_choice("--weights", table, TABLES, "no table")
    if tuning.board is not None and "by_board" in checkpoint.tables:
        raise UsageError("--weights by_board: with --board the weights of that board are tuned: leave it out")
    features = [name for name, *_ in game.feature_docs]
    for feature in checkpoint.keep:
        _check_choice("--freeze", feature, features, f"{facts.name} has no feature")
    parameters = PlanParameters.of(plan, board=tuning.board, tables=checkpoint.tables, keep=checkpoint.keep)
    if not parameters.keys:
        raise UsageError(f"{checkpoint.plan}: nothing is left to tune: name other --weights, or --freeze less")
    for column, _ in tuning.emphasis:
        _check_choice("--bonus", column, columns(tuning), "no column of the seats table")
    _submit(executor, check_playable, tuning, plan).result()
    return TuningSession(checkpoint, out, plan, file, parameters)


def _check_settings(checkpoint: TuningCheckpoint) -> None:
    tuning = checkpoint.objective
    check_bound("--games", tuning.games, "tuned_games")
    check_bound("--starts", checkpoint.starts)
    check_bound("--seed", tuning.seed)
    check_bound("--opponents", tuning.against, "strategies")
    for players in tuning.players:
        check_bound("--players", players)
    if len(set(tuning.players)) < len(tuning.players):
        raise UsageError(f"--players {','.join(map(str, tuning.players))}: name each number once")
    _check_choice("--goal", tuning.goal, tuple(GOALS), "no goal")


def _submit(executor: Executor | None, call: Callable[..., T], *args: Any) -> Future[T]:
    """The call, by the executor where there is one, else in this process, and then done."""
    return (executor or InlineExecutor()).submit(call, *args)


def check_playable(tuning: Objective, plan: Plan) -> None:
    """Plays one game a table: what cannot be played or counted is told before the search begins."""
    try:
        evaluate_plan(replace(tuning, games=1), plan, SEARCH, 0, 1)
    except StrategyFileError as error:
        raise DataError(str(error)) from error


def _check_choice(option: str, word: str | None, choices: Sequence[str], error: str) -> None:
    if word is not None and word not in choices:
        raise DataError(f"{option}: {error} '{word}': {did_you_mean(word, choices)}")


def _inputs(checkpoint: TuningCheckpoint, version: str) -> dict[str, str]:
    """Digests of all that decides a fitness besides the settings; version: of the package that searches."""
    return {**input_digests(checkpoint, checkpoint.objective.against), "the package cma": version}
