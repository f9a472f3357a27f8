"""Long work on a plan (tuning, training) that can be stopped and resumed: its checkpoint file, limits and checks."""

from __future__ import annotations

import json
from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping
from concurrent.futures import Executor
from contextlib import contextmanager
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any, ClassVar, Generic, Self, TypeVar

from analyser.errors import DataError, Interrupted, ResumeMismatch, TaskFailed, UsageError, write_error
from analyser.experiments.config import Config
from analyser.experiments.loading import default_players, default_strategies
from analyser.experiments.objective import Objective
from analyser.experiments.parse import check_game
from analyser.experiments.scenario import absolute_path
from analyser.files import json_digest, write_atomic
from analyser.runs.executors import local_executor, managed_executor, worker_count
from analyser.runs.inputs import engine_digest, strategy_digest
from analyser.runs.limits import limits_of
from cext.commands import command
from cext.fallback_files import spelled_as
from cext.fields import Integer, Real, decode
from cext.file_games import full_name, split_name
from cext.messages import count_noun
from cext.safe_files import MAX_MANIFEST_BYTES, read_limited
from strategies import StrategyNotFound
from strategies.catalogue import find
from strategies.plan import FULL, LEARNER, STRENGTHS

__all__ = [
    "Checkpoint", "Session", "check_not_begun", "check_output", "check_unchanged", "default_opponents", "explain_stop",
    "input_digests", "new_objective", "open_executor", "parse_plan_name", "restore",
]  # fmt: skip


@dataclass(kw_only=True)
class Checkpoint(ABC):
    """Work in progress: its settings, digests of its inputs, its limits and the time taken so far."""

    KIND: ClassVar[str]  # key of the version in the file, and part of the file's name
    VERSION: ClassVar[int]
    UNIT: ClassVar[str]  # what `n_done` counts
    SETTINGS: ClassVar[tuple[str, ...]]  # fields that decide the result, besides the objective

    objective: Objective
    plan: str  # GAME/PLAN as named
    digests: dict[str, str] = field(default_factory=dict)  # of engine, strategies and packages
    limit: Integer | None = None  # units at most
    minutes: Real | None = None  # time of all sessions together
    seconds: Real = 0.0

    @property
    @abstractmethod
    def n_done(self) -> int:
        """How many units are done."""

    @abstractmethod
    def results(self) -> dict[str, Any]:
        """What is done so far, as plain JSON, by the names of the fields."""

    @abstractmethod
    def check(self) -> None:
        """ValueError where the results do not fit the settings."""

    @property
    def settings(self) -> dict[str, Any]:
        """What must not change when the work is resumed, as plain JSON."""
        settings = {name: getattr(self, name) for name in ("plan", *self.SETTINGS)}
        plain: dict[str, Any] = json.loads(json.dumps({**settings, **asdict(self.objective)}))
        return plain

    def save(self, file: Path) -> None:
        """Write it whole or not at all. Raises DataError or DiskFull."""
        content = {
            "settings": self.settings,
            "digests": self.digests,
            "limits": [self.limit, self.minutes],
            "results": self.results(),
            "seconds": self.seconds,
        }
        text = json.dumps({self.KIND: self.VERSION, "sha256": json_digest(content), **content}, allow_nan=False)
        try:
            write_atomic(file, text.encode())
        except OSError as error:
            raise write_error(file, error, "name another place with --out", with_room="--resume") from error

    def has_time(self, seconds: float) -> bool:
        """Whether another unit may start after that many seconds, all sessions together; the first always may."""
        return self.minutes is None or not self.n_done or seconds <= 60 * self.minutes

    @classmethod
    def file_of(cls, out: Path) -> Path:
        """The checkpoint file of work that ends in `out`."""
        return out.with_suffix(f".{cls.KIND}.json")

    @classmethod
    def read(cls, file: Path) -> Self:
        """The checkpoint in a file; DataError where there is none, or it is damaged."""
        try:
            content = json.loads(read_limited(file, MAX_MANIFEST_BYTES))
            if content.pop(cls.KIND) != cls.VERSION or content.pop("sha256") != json_digest(content):
                raise ValueError("changed")
            settings, (limit, minutes) = content["settings"], content["limits"]
            values = {name: settings.pop(name) for name in ("plan", *cls.SETTINGS)}
            values |= {"digests": content["digests"], "seconds": content["seconds"], **content["results"]}
            values |= {"limit": limit, "minutes": minutes, "objective": settings}
            checkpoint = decode(values, cls)
            if not checkpoint.objective.players or not checkpoint.objective.against:
                raise ValueError("no players")
            checkpoint.check()
        except FileNotFoundError:
            raise DataError(f"{file}: no such file: nothing is kept there to go on with: leave --resume out") from None
        except OSError as error:
            raise DataError(f"{file}: cannot be read ({error.strerror})") from error
        except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
            raise DataError(f"{file}: damaged, or not of this version: begin anew with another --out") from None
        return checkpoint


C = TypeVar("C", bound=Checkpoint)


@dataclass
class Session(ABC, Generic[C]):
    """Work that is ready to go on: its checkpoint, and the file it ends in."""

    checkpoint: C
    out: Path

    @property
    def checkpoint_file(self) -> Path:
        """Where the work is kept."""
        return self.checkpoint.file_of(self.out)

    @property
    @abstractmethod
    def resume_command(self) -> str:
        """The command that resumes it."""

    @property
    def n_saved(self) -> int:
        """Units in the file: the last may be done, and not be written yet. DataError as Checkpoint.read()."""
        return self.checkpoint.read(self.checkpoint_file).n_done if self.checkpoint_file.exists() else 0

    @property
    def saved_note(self) -> str:
        """What is kept of work that was stopped, and how to resume it."""
        n_saved = self.n_saved
        if not n_saved:
            return f"nothing is kept before the first {self.checkpoint.UNIT} is over"
        units = count_noun(n_saved, self.checkpoint.UNIT)
        return f"{self.checkpoint_file} keeps {units}: `{self.resume_command}` goes on"


@contextmanager
def explain_stop(session: Session[Any]) -> Iterator[None]:
    """What stops the work says what is kept of it, and how to resume it."""
    try:
        yield
    except KeyboardInterrupt:
        raise Interrupted(f"stopped: {session.saved_note}") from None
    except TaskFailed as error:
        raise DataError(f"{error}: {session.saved_note}") from error


@contextmanager
def open_executor(
    workers: int | None, time_limit: float | None = None, memory_limit: str | None = None
) -> Iterator[Executor]:
    """Processes that play the games. time_limit, memory_limit: of a piece of work, as those of a batch."""
    count = worker_count(workers, memory_limit)
    with managed_executor(local_executor(count, limits_of(time_limit, memory_limit, count))) as executor:
        yield executor


# -- begun ------------------------------------------------------------------------------------------------------------


def parse_plan_name(spec: str | None) -> tuple[str, str, Path]:
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
    """Opponents where none are named: the game's other plans; random where there are none."""
    for strengths in ((FULL,), (FULL, LEARNER)):
        try:
            plans = tuple(plan for plan in default_strategies(game, strengths) if plan != name)
        except DataError:
            continue
        if plans:
            return plans
    return ("random",)


def new_objective(game: str, against: tuple[str, ...], settings: Mapping[str, Any]) -> Objective:
    """The objective that settings, by the names of its fields, ask for; against: where they name no opponents."""
    return Objective(
        game=game,
        against=settings.get("against") or against,
        players=settings.get("players") or (default_players(game),),
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


def check_output(out: Path, suffix: str, noun: str) -> None:
    """UsageError or DataError unless a file with that ending may be written there."""
    if out.suffix != suffix:
        raise UsageError(f"--out {out}: {noun} is a file{suffix}: give it that ending")
    if out.exists():
        raise DataError(f"--out {out} is there already and stays as it is: name another file")
    if not out.parent.is_dir():
        raise DataError(f"--out {out}: there is no folder {out.parent}: make it, or name another place")


def check_not_begun(kind: type[Checkpoint], out: Path) -> None:
    """DataError where a file keeps work that ends in `out`."""
    if kind.file_of(out).exists():
        conflict = f"{kind.file_of(out)} keeps a {kind.KIND} that was begun"
        raise DataError(f"--out {out}: {conflict}: go on with it by --resume, remove it, or name another file")


# -- resumed ----------------------------------------------------------------------------------------------------------


def restore(
    kind: type[C], options: Mapping[str, Any], out: Path, *, limit: int | None = None, minutes: float | None = None
) -> C:
    """The checkpoint of the work that ends in `out`; it lasts as long as it was to, unless limit or minutes say
    otherwise. ResumeMismatch where options ask for other settings."""
    checkpoint = kind.read(kind.file_of(out))
    settings = checkpoint.settings
    options = {**options, "components": absolute_path(options.get("components"))}
    for key, value in spelled_as(options, settings).items():
        if value is None:
            continue
        old_value, new_value = settings[key], _to_json(value)
        if old_value != new_value:
            message = f"was begun with {_format_setting(old_value)}, not {_format_setting(new_value)}"
            raise ResumeMismatch(f"--resume {out}: {key} {message}: leave it out, or begin anew with another --out")
    if limit is not None or minutes is not None:
        checkpoint.limit, checkpoint.minutes = limit, minutes
    if checkpoint.limit is not None and checkpoint.n_done > checkpoint.limit:
        done = f"{checkpoint.n_done:,} {kind.UNIT}s are done"
        raise UsageError(f"--resume {out}: {done}: ask for as many --{kind.UNIT}s, or more")
    return checkpoint


def check_unchanged(checkpoint: Checkpoint, inputs: Mapping[str, str], out: Path) -> None:
    """ResumeMismatch unless the inputs have the digests they had."""
    for name, digest in inputs.items():
        if checkpoint.digests.get(name) != digest:
            message = f"{name} is not as it was when the {checkpoint.KIND} was begun"
            raise ResumeMismatch(f"--resume {out}: {message}: put it back, or begin anew with another --out")


def input_digests(checkpoint: Checkpoint, strategies: tuple[str, ...]) -> dict[str, str]:
    """What decides a game besides the settings: engine and data, the plan, and these strategies."""
    objective = checkpoint.objective
    config = Config(design="run", game=objective.game, components=objective.components, option=dict(objective.option))
    return {
        "the engine": engine_digest(config),
        f"the plan {checkpoint.plan}": strategy_digest(split_name(checkpoint.plan)[1], objective.game),
        **{f"strategy {name}": strategy_digest(name, objective.game) for name in strategies},
    }


def _to_json(value: Any) -> Any:
    """A setting as the file has it."""
    if isinstance(value, dict):
        return _to_json(tuple(value.items()))
    return [_to_json(item) for item in value] if isinstance(value, tuple) else value


def _format_setting(value: Any) -> str:
    if isinstance(value, list):
        return ",".join(_format_setting(item) for item in value) or "none"
    return "none" if value is None else str(value)
