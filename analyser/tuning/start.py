"""A tuning begun or taken up again: every name checked, defaults written out, inputs compared with what they were."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import Executor, Future
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, TypeVar

from analyser.errors import DataError, Interrupted, ResumeMismatch, TaskFailed, UsageError
from analyser.experiments.config import Config
from analyser.experiments.loading import check_players, default_players, default_strategies, load_scenario
from analyser.experiments.objective import GOALS, SEARCH, Gain, Objective, columns, evaluate_plan
from analyser.experiments.parse import TuningBudget, check_bound, check_game
from analyser.experiments.scenario import absolute_path
from analyser.runs.executors import InlineExecutor
from analyser.runs.inputs import engine_digest, strategy_digest
from analyser.tuning.checkpoint import TuningCheckpoint, checkpoint_file_of
from analyser.tuning.parameters import TABLES, PlanParameters
from analyser.tuning.search import cma_version
from cext.commands import command, command_line
from cext.fallback_files import spelled_as
from cext.file_games import full_name, split_name
from cext.messages import count_noun, did_you_mean
from reports.facts import parse_facts
from strategies import StrategyFileError, StrategyNotFound
from strategies.catalogue import find, plan_of
from strategies.plan import FULL, LEARNER, STRENGTHS, Plan

__all__ = ["SearchProgress", "TuningSession", "begin_tuning", "explain_stop", "resume_tuning"]

T = TypeVar("T")

GENERATIONS = 60  # where neither a number nor a time is given
NO_BUDGET = TuningBudget()


@dataclass
class TuningSession:
    """A tuning ready to go on: what is kept of it, the plan and its numbers, where it will be written."""

    checkpoint: TuningCheckpoint
    plan: Plan
    file: Path  # of the plan
    parameters: PlanParameters
    out: Path

    @property
    def checkpoint_file(self) -> Path:
        """Where the search is kept."""
        return checkpoint_file_of(self.out)

    @property
    def resume_command(self) -> str:
        """The command that goes on with it."""
        return command_line("tune", "--resume", self.out)

    @property
    def saved_note(self) -> str:
        """What there is of a search that has stopped, and how to go on with it."""
        n_saved = self.checkpoint.n_saved(self.checkpoint_file)
        if not n_saved:
            return "nothing is kept before the first generation is over"
        return f"{self.checkpoint_file} keeps {count_noun(n_saved, 'generation')}: `{self.resume_command}` goes on"


@dataclass(frozen=True)
class SearchProgress:
    """Where a search stands."""

    generation: int
    notices: tuple[str, ...] = ()  # what happened to worker processes since the last look, a sentence each
    gain: Gain | None = None  # of the best search, where deals not searched on were just played


@contextmanager
def explain_stop(session: TuningSession) -> Iterator[None]:
    """What stops a search says what is kept of it, and how to go on."""
    try:
        yield
    except KeyboardInterrupt:
        raise Interrupted(f"stopped: {session.saved_note}") from None
    except TaskFailed as error:
        raise DataError(f"{error}: {session.saved_note}") from error


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
    tuning = checkpoint.tuning
    out = out or Path(f"{Path(checkpoint.plan.partition('/')[2]).stem}-{tuning.board or 'tuned'}.toml")
    _check_output(out)
    if checkpoint_file_of(out).exists():
        conflict = f"{checkpoint_file_of(out)} keeps a tuning that was begun"
        raise DataError(f"--out {out}: {conflict}: go on with it by --resume, remove it, or name another file")
    session = _validate(checkpoint, file, out, executor)
    checkpoint.digests = _input_digests(checkpoint, version)
    return session


def _new_checkpoint(options: Mapping[str, Any], budget: TuningBudget) -> tuple[TuningCheckpoint, Path]:
    """A tuning as it was asked for, nothing done yet, and the file of its plan."""
    game, name, file = _parse_plan_name(options["plan"])
    settings = {key: value for key, value in options.items() if value is not None}
    players = settings.get("players") or (default_players(game),)
    tuning = Objective(
        game=game,
        against=settings.get("against") or default_opponents(game, name),
        players=players,
        board=settings.get("board"),
        goal=settings.get("goal", "points"),
        emphasis=settings.get("emphasis", ()),
        games=settings.get("games", 400),
        seed=settings.get("seed", 1),
        option=tuple(settings.get("option", {}).items()),
        components=absolute_path(settings.get("components")),
        data=settings.get("data", ()),
        forbidden=settings.get("forbidden", ()),
        restriction=settings.get("restriction", ""),
    )
    tables = settings.get("tables") or tuple(table for table in TABLES if tuning.board is None or table != "by_board")
    return TuningCheckpoint(
        tuning,
        options["plan"],
        tables,
        settings.get("keep", ()),
        settings.get("starts", 1),
        {},
        budget.generations if budget else GENERATIONS,
        budget.minutes,
    ), file


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
    _check_output(out)
    checkpoint = TuningCheckpoint.read(checkpoint_file_of(out))
    _extend(checkpoint, options, out, budget)
    _, _, file = _parse_plan_name(checkpoint.plan)
    session = _validate(checkpoint, file, out, executor)
    _check_unchanged(checkpoint, version, out)
    return session


def _extend(checkpoint: TuningCheckpoint, options: Mapping[str, Any], out: Path, budget: TuningBudget) -> None:
    """Let what is kept last as long as is asked now; ResumeMismatch where it was begun otherwise."""
    settings = checkpoint.settings
    options = {**options, "components": absolute_path(options.get("components"))}
    for key, value in spelled_as(options, settings).items():
        if value is None:
            continue
        old_value, new_value = settings[key], _to_json(value)
        if old_value != new_value:
            message = f"was begun with {_format_setting(old_value)}, not {_format_setting(new_value)}"
            raise ResumeMismatch(f"--resume {out}: {key} {message}: leave it out, or begin anew with another --out")
    if budget:
        checkpoint.generations, checkpoint.minutes = budget.generations, budget.minutes
    if checkpoint.generations is not None and checkpoint.n_generations > checkpoint.generations:
        done = f"{checkpoint.n_generations} generations are done"
        raise UsageError(f"--resume {out}: {done}: ask for as many --generations, or more")


def _check_unchanged(checkpoint: TuningCheckpoint, version: str, out: Path) -> None:
    """ResumeMismatch unless all that decides a fitness is as it was."""
    for name, digest in _input_digests(checkpoint, version).items():
        if checkpoint.digests.get(name) != digest:
            message = f"{name} is not as it was when the tuning was begun"
            raise ResumeMismatch(f"--resume {out}: {message}: put it back, or begin anew with another --out")


def _parse_plan_name(spec: str | None) -> tuple[str, str, Path]:
    """Game, name and file of a plan GAME/PLAN; errors name what does not fit."""
    if not spec:
        raise UsageError(f"no plan: name one, for instance zhanguo/balanced ({command('strategies')} lists them)")
    game, name = split_name(spec)
    check_game(game)
    if not name:
        raise UsageError(f"{spec}: name a plan behind the game, such as {game}/{default_opponents(game, name)[0]}")
    game = full_name(game)
    try:
        source = find(name, game)
    except StrategyNotFound as error:
        raise DataError(str(error)) from error
    if source.kind != "weighted" or source.path is None or source.noise is not None:
        plan_names = ", ".join(default_strategies(game, STRENGTHS))
        raise DataError(f"{spec} is no plan of weights: there are {plan_names}, and files of yours: {game}/FILE.toml")
    return game, name, source.path


def default_opponents(game: str, name: str) -> tuple[str, ...]:
    """Against whom, where nobody is named: the game's other plans; random where there are none."""
    for strengths in ((FULL,), (FULL, LEARNER)):
        try:
            plans = tuple(plan for plan in default_strategies(game, strengths) if plan != name)
        except DataError:
            continue
        if plans:
            return plans
    return ("random",)


def _check_output(out: Path) -> None:
    """DataError unless the plan may be written there."""
    if out.suffix != ".toml":
        raise UsageError(f"--out {out}: a plan is a file.toml: give it that ending")
    if out.exists():
        raise DataError(f"--out {out} is there already and stays as it is: name another file")
    if not out.parent.is_dir():
        raise DataError(f"--out {out}: there is no folder {out.parent}: make it, or name another place")


def _validate(checkpoint: TuningCheckpoint, file: Path, out: Path, executor: Executor | None) -> TuningSession:
    """The tuning with its plan read and every name checked against game and plan. executor: as of
    begin_tuning()."""
    tuning = checkpoint.tuning
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
    return TuningSession(checkpoint, plan, file, parameters, out)


def _check_settings(checkpoint: TuningCheckpoint) -> None:
    tuning = checkpoint.tuning
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


def _input_digests(checkpoint: TuningCheckpoint, version: str) -> dict[str, str]:
    """What decides a fitness besides the settings: engine and data, the plan, the others, the package that searches."""
    tuning = checkpoint.tuning
    config = Config(design="run", game=tuning.game, components=tuning.components, option=dict(tuning.option))
    opponents = {f"strategy {name}": strategy_digest(name, tuning.game) for name in tuning.against}
    return {
        "the engine": engine_digest(config),
        f"the plan {checkpoint.plan}": strategy_digest(split_name(checkpoint.plan)[1], tuning.game),
        **opponents,
        "the package cma": version,
    }


def _to_json(value: Any) -> Any:
    """A setting as it stands in the file."""
    if isinstance(value, dict):
        return _to_json(tuple(value.items()))
    return [_to_json(item) for item in value] if isinstance(value, tuple) else value


def _format_setting(value: Any) -> str:
    if isinstance(value, list):
        return ",".join(_format_setting(item) for item in value) or "none"
    return "none" if value is None else str(value)
