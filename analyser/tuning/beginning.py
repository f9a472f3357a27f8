"""A tuning begun or taken up again: every name checked, defaults written out, inputs held against what they were."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import Executor, Future
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, TypeVar

from analyser.errors import DataError, ResumeMismatch, UsageError
from analyser.experiments.arena import check_players, default_players, default_strategies, load_scenario
from analyser.experiments.config import Config
from analyser.experiments.objective import GOALS, SEARCH, Objective, columns, evaluate_plan
from analyser.experiments.parse import check_bound
from analyser.experiments.scenario import absolute_path
from analyser.runs.digests import engine_digest, strategy_digest
from analyser.runs.workers import InlineExecutor
from analyser.tuning.kept import Kept, file_of
from analyser.tuning.numbers import TABLES, Numbers
from analyser.tuning.search import cma_version
from cext.spelling import did_you_mean
from reports.facts_parser import parse_facts
from strategies import StrategyFileError, StrategyNotFound
from strategies.plan import FULL, LEARNER, STRENGTHS, Plan, read_plan

__all__ = [
    "Begun", "asked_for", "begin", "checked", "digests", "go_on", "named", "resume",
    "submitted", "unchanged",
]  # fmt: skip

T = TypeVar("T")

GENERATIONS = 60  # where neither a number nor a time is given


@dataclass
class Begun:
    """A tuning ready to go on: what is kept of it, the plan and its numbers, where it will be written."""

    kept: Kept
    plan: Plan
    file: Path  # of the plan
    numbers: Numbers
    out: Path


def begin(
    given: Mapping[str, Any],
    out: Path | None,
    *,
    generations: int | None = None,
    minutes: float | None = None,
    pool: Executor | None = None,
) -> Begun:
    """A new tuning. given: what was asked, by the names of Tuning and Kept, None where nothing was; out: the new file.
    generations, minutes: how long it lasts, GENERATIONS where neither is given. pool: plays what is tried; None: this
    process.

    Raises UsageError or DataError.
    """
    version = cma_version()
    kept, file = asked_for(given, generations=generations, minutes=minutes)
    tuning = kept.tuning
    out = out or Path(f"{Path(kept.plan.partition('/')[2]).stem}-{tuning.board or 'tuned'}.toml")
    _check_out(out)
    if file_of(out).exists():
        keeping = f"{file_of(out)} keeps a tuning that was begun"
        raise DataError(f"--out {out}: {keeping}: go on with it by --resume, remove it, or name another file")
    begun = checked(kept, file, out, pool)
    kept.digests = digests(kept, file, version)
    return begun


def asked_for(given: Mapping[str, Any], *, generations: int | None, minutes: float | None) -> tuple[Kept, Path]:
    """A tuning as it was asked for, nothing done yet, and the file of its plan."""
    game, name, file = named(given["plan"])
    asked = {key: value for key, value in given.items() if value is not None}
    players = asked.get("players") or (default_players(game),)
    tuning = Objective(
        game=game,
        against=asked.get("against") or others(game, name),
        players=players,
        board=asked.get("board"),
        goal=asked.get("goal", "points"),
        emphasis=asked.get("emphasis", ()),
        games=asked.get("games", 400),
        seed=asked.get("seed", 1),
        option=tuple(asked.get("option", {}).items()),
        components=absolute_path(asked.get("components")),
        data=asked.get("data", ()),
        forbidden=asked.get("forbidden", ()),
    )
    tables = asked.get("tables") or tuple(table for table in TABLES if tuning.board is None or table != "by_board")
    most = GENERATIONS if generations is None and minutes is None else generations
    return Kept(tuning, given["plan"], tables, asked.get("keep", ()), asked.get("starts", 1), {}, most, minutes), file


def resume(
    given: Mapping[str, Any],
    out: Path | None,
    *,
    generations: int | None = None,
    minutes: float | None = None,
    pool: Executor | None = None,
) -> Begun:
    """The tuning that ends in `out`, as it was begun; it lasts as long as it was to, unless told otherwise.

    ResumeMismatch where another was asked for, or inputs changed.
    """
    if out is None:
        raise UsageError("--resume: name the file it will be written to with --out")
    version = cma_version()
    _check_out(out)
    kept = Kept.read(file_of(out))
    go_on(kept, given, out, generations=generations, minutes=minutes)
    _, _, file = named(kept.plan)
    begun = checked(kept, file, out, pool)
    unchanged(kept, file, version, out)
    return begun


def go_on(kept: Kept, given: Mapping[str, Any], out: Path, *, generations: int | None, minutes: float | None) -> None:
    """Let what is kept last as long as is asked now; ResumeMismatch where it was begun otherwise."""
    settings = kept.settings
    for key, value in given.items():
        if value is None:
            continue
        before, now = settings[key], _plain(value)
        if before != now:
            told = f"was begun with {_words(before)}, not {_words(now)}"
            raise ResumeMismatch(f"--resume {out}: {key} {told}: leave it out, or begin anew with another --out")
    if generations is not None or minutes is not None:
        kept.generations, kept.minutes = generations, minutes
    if kept.generations is not None and len(kept.worths) > kept.generations:
        done = f"{len(kept.worths)} generations are done"
        raise UsageError(f"--resume {out}: {done}: ask for as many --generations, or more")


def unchanged(kept: Kept, file: Path, version: str, out: Path, package: str = "cma") -> None:
    """ResumeMismatch unless all that decides a worth is as it was."""
    for what, digest in digests(kept, file, version, package).items():
        if kept.digests.get(what) != digest:
            told = f"{what} is not as it was when the tuning was begun"
            raise ResumeMismatch(f"--resume {out}: {told}: put it back, or begin anew with another --out")


def named(spec: str | None) -> tuple[str, str, Path]:
    """Game, name and file of a plan GAME/PLAN; errors name what does not fit."""
    from cext.games import GAMES, listed_games
    from strategies.catalogue import find

    if not spec:
        raise UsageError("no plan: name one, for instance zhanguo/balanced (`analyser strategies` lists them)")
    game, _, name = spec.partition("/")
    if game not in GAMES:
        raise DataError(f"unknown game '{game}': {did_you_mean(game, listed_games())}")
    if not name:
        raise UsageError(f"{spec}: name a plan behind the game, such as {game}/{others(game, name)[0]}")
    try:
        source = find(name, game)
    except StrategyNotFound as error:
        raise DataError(str(error)) from error
    if source.kind != "weighted" or source.path is None or source.noise is not None:
        known = ", ".join(default_strategies(game, STRENGTHS))
        raise DataError(f"{spec} is no plan of weights: there are {known}, and files of yours: {game}/FILE.toml")
    return game, name, source.path


def others(game: str, name: str) -> tuple[str, ...]:
    """Against whom, where nobody is named: the game's other plans; random where there are none."""
    for strengths in ((FULL,), (FULL, LEARNER)):
        try:
            others = tuple(plan for plan in default_strategies(game, strengths) if plan != name)
        except DataError:
            continue
        if others:
            return others
    return ("random",)


def _check_out(out: Path) -> None:
    """DataError unless the plan may be written there."""
    if out.suffix != ".toml":
        raise UsageError(f"--out {out}: a plan is a file.toml: give it that ending")
    if out.exists():
        raise DataError(f"--out {out} is there already and stays as it is: name another file")
    if not out.parent.is_dir():
        raise DataError(f"--out {out}: there is no folder {out.parent}: make it, or name another place")


def checked(kept: Kept, file: Path, out: Path, pool: Executor | None) -> Begun:
    """The tuning with its plan read and everything that is named held against game and plan. pool: as of begin()."""
    tuning = kept.tuning
    check_players(tuning.against, tuning.game, "--against")
    _check_numbers(kept)
    try:
        plan = read_plan(file)
    except StrategyFileError as error:
        raise DataError(str(error)) from error
    for players in tuning.players:
        game = load_scenario(tuning.game, tuning.scenario(players))
    facts = parse_facts(game.facts())
    _one_of("--board", tuning.board, tuple(facts.boards), f"{facts.name} has no {facts.nouns[0]}")
    for table in kept.tables:
        _one_of("--tables", table, TABLES, "no table")
    if tuning.board is not None and "by_board" in kept.tables:
        raise UsageError("--tables by_board: with --board the weights of that board are tuned: leave it out")
    features = [name for name, *_ in game.feature_docs]
    for feature in kept.keep:
        _one_of("--keep", feature, features, f"{facts.name} has no feature")
    numbers = Numbers.of(plan, board=tuning.board, tables=kept.tables, keep=kept.keep)
    if not numbers.keys:
        raise UsageError(f"{kept.plan}: nothing is left to tune: name other --tables, or --keep less")
    for column, _ in tuning.emphasis:
        _one_of("--emphasis", column, columns(tuning), "no column of the seats table")
    submitted(pool, check_played, tuning, plan).result()
    return Begun(kept, plan, file, numbers, out)


def _check_numbers(kept: Kept) -> None:
    tuning = kept.tuning
    check_bound("--games", tuning.games, "tuned_games")
    check_bound("--starts", kept.starts)
    check_bound("--seed", tuning.seed)
    check_bound("--against", tuning.against, "strategies")
    for players in tuning.players:
        check_bound("--players", players)
    if len(set(tuning.players)) < len(tuning.players):
        raise UsageError(f"--players {','.join(map(str, tuning.players))}: name each number once")
    _one_of("--goal", tuning.goal, tuple(GOALS), "no goal")


def submitted(pool: Executor | None, call: Callable[..., T], *given: Any) -> Future[T]:
    """The call, of the pool where there is one, else of this process, and then over."""
    return (pool or InlineExecutor()).submit(call, *given)


def check_played(tuning: Objective, plan: Plan) -> None:
    """Plays one game a table: what cannot be played or counted is told before the search begins."""
    try:
        evaluate_plan(replace(tuning, games=1), plan, SEARCH, 0, 1)
    except StrategyFileError as error:
        raise DataError(str(error)) from error


def _one_of(option: str, word: str | None, known: Sequence[str], what: str) -> None:
    if word is not None and word not in known:
        raise DataError(f"{option}: {what} '{word}': {did_you_mean(word, known)}")


def digests(kept: Kept, file: Path, version: str, package: str = "cma") -> dict[str, str]:
    """What decides a worth besides the settings: engine and data, the plan, the others, the package that searches."""
    tuning = kept.tuning
    config = Config(design="run", game=tuning.game, components=tuning.components, option=dict(tuning.option))
    others = {f"strategy {name}": strategy_digest(name, tuning.game) for name in tuning.against}
    return {
        "the engine": engine_digest(config),
        f"the plan {kept.plan}": strategy_digest(str(file), tuning.game),
        **others,
        f"the package {package}": version,
    }


def _plain(value: Any) -> Any:
    """A setting as it stands in the file."""
    if isinstance(value, dict):
        return _plain(tuple(value.items()))
    return [_plain(item) for item in value] if isinstance(value, tuple) else value


def _words(value: Any) -> str:
    if isinstance(value, list):
        return ",".join(_words(item) for item in value) or "none"
    return "none" if value is None else str(value)
