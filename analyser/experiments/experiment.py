"""An experiment made ready to play: names checked, pilot played, run directory laid out or taken up again."""

from __future__ import annotations

import hashlib
import math
import sys
from collections import Counter
from collections.abc import Mapping
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any

import numpy as np

from analyser.errors import DataError, ResumeMismatch, UsageError, did_you_mean
from analyser.experiments.config import EXECUTION, Config, merge
from analyser.experiments.design import Design, Part
from analyser.experiments.job import Arena, Job, board_numbers, build_design, load
from analyser.experiments.pilot import Float, Pilot, Play, pilot_balance, pilot_boards, pilot_openings
from analyser.experiments.schemes import Free, Mirror, Rows, Shared
from analyser.experiments.shape import Shape, group_plans, nouns
from analyser.runs.store import Batch, Manifest, Run, check_free, now, versions
from analyser.runs.workers import check_engine

__all__ = [
    "batch_size",
    "default_strategies",
    "engine_digest",
    "load_any",
    "resolve",
    "resume_run",
    "start_run",
    "strategy_digest",
]

BATCH_GAMES = 5_000  # a second or more of a core; a part of 20,000 rows of seats
# Recorded games of a batch: some 400 decisions each, 40 bytes a row, twice while they are written.
BATCH_RECORDED = 3_000
MAX_PLAYERS = 6  # of any game
RUNS = Path("runs")  # where runs lie that were given no place, in the current folder
BATCHES = 16  # at least, so that workers end together and progress shows


def resolve(config: Config) -> tuple[Config, dict[str, Any]]:
    """The configuration with every default written out, and the game's facts; errors name what does not fit."""
    from cext.games import GAMES

    if config.game not in GAMES:
        raise DataError(f"unknown game '{config.game}': {did_you_mean(config.game, GAMES)}")
    if config.components:
        config = replace(config, components=str(Path(config.components).resolve()))
    game, _, _ = load(config)
    facts: dict[str, Any] = game.facts()
    config = replace(config, option={name: facts["options"].get(name, value) for name, value in config.option.items()})
    shape = Shape.of(facts)
    if not config.strategies:
        learners = config.design == "boards" and not shape.shared  # who plays weakly has a table of its own kind there
        config = replace(config, strategies=default_strategies(config.game, learners=learners))
    _check_boards(config, shape, facts)
    if config.design == "openings" and (shape.opening_turns < 1 or len(shape.classes) < 3):
        raise DataError(f"{config.game} names no classes of moves: openings cannot be compared")
    return config, facts


def load_any(name: str, *, components: Path | None = None) -> Any:
    """The game for the first number of players it can be played with."""
    from cext.games import OptionError, load_game

    for players in range(1, MAX_PLAYERS + 1):
        try:
            return load_game(name, players=players, components=components)
        except OptionError:
            continue
        except (ValueError, OSError) as error:
            raise DataError(str(error)) from error
    raise DataError(f"{name}: no number of players from 1 to {MAX_PLAYERS} fits")


def default_strategies(game: str, *, learners: bool) -> tuple[str, ...]:
    """The weighted strategies shipped with the game; `learners`: those too that play weakly on purpose.

    A board should be fair for beginners as well; in the other questions they would only be easy prey.
    """
    from strategies import list_strategies

    plans = [info for info in list_strategies(game) if info.kind == "weighted"]
    names = tuple(info.name for info in plans if learners or info.strength == "full")
    if not names:
        raise DataError(f"no strategy is shipped with {game}: name some with --strategies (random always exists)")
    return names


def _check_boards(config: Config, shape: Shape, facts: Mapping[str, Any]) -> None:
    k, names, (one, many) = config.players, config.boards, nouns(facts)
    if config.design == "boards":
        if names:
            raise UsageError("--boards: `analyser boards` compares all boards: leave it out, or use `analyser run`")
        if not shape.b_sides:
            raise DataError(_nothing_to_compare(config, shape, facts))
        return
    for name in names:
        if name not in shape.boards:
            raise DataError(f"--boards: {config.game} has no {one} '{name}': {did_you_mean(name, shape.boards)}")
    if len(names) not in (0, 1, k):
        raise UsageError(f"--boards: {len(names)} boards for {k} players: name 1 (for every seat) or {k}")
    numbers = board_numbers(config, shape)
    if shape.shared:
        if len(set(numbers)) > 1:
            raise UsageError(
                f"--boards: all seats of {config.game} play on one {one}: name one of {', '.join(shape.boards)}"
            )
        return
    for number in shape.b_sides:
        if numbers.count(number) > 1:
            twice = f"'{shape.boards[number]}' exists once, but {numbers.count(number)} seats would have it"
            raise DataError(f"--boards: the {one} {twice}: name different {many}, or {shape.boards[shape.plain]}")


def _nothing_to_compare(config: Config, shape: Shape, facts: Mapping[str, Any]) -> str:
    one, many = nouns(facts)
    if not shape.boards:
        return f"{config.game} has no {many}: there is nothing to compare"
    add = f"add one to a copy of its data (`analyser components export {config.game} DIR`, then --components DIR)"
    return f"{config.game} has a single {one}, {shape.boards[0]}: {add}, or ask `analyser balance {config.game}`"


def run_pilot(config: Config, arena: Arena) -> Pilot:
    """The pilot the configuration's question needs."""
    shape = Shape.of(arena.facts)
    n, boards = len(arena.strategies), board_numbers(config, shape) if config.design != "boards" else ()

    def play(rows: Rows) -> tuple[Float, Any]:
        played = arena.play(replace(rows, record=np.zeros_like(rows.record)))
        seated = (len(rows), shape.players)
        if config.design == "boards" and not np.array_equal(np.asarray(played.seats["board"]), rows.board.reshape(-1)):
            raise DataError(
                "--option: the game lets seats choose their boards; boards can be compared when they are given"
            )
        share = np.asarray(played.seats["share60"], dtype=np.float64).reshape(seated) / 60
        return share, np.asarray(played.seats["opening"]).reshape(seated)

    return _piloted(config.design, shape, n, boards, config, play)


def _piloted(design: str, shape: Shape, n: int, boards: tuple[int, ...], config: Config, play: Play) -> Pilot:
    if design == "boards" and not shape.shared:
        return pilot_boards(shape, n, config.games, config.seed, play)
    if design == "balance" and config.rotate:
        return pilot_balance(shape, n, boards, config.games, config.seed, play)
    if design == "openings":
        return pilot_openings(shape, n, boards, config.games, config.seed, play)
    return Pilot()


def start_run(config: Config, out: Path | None, argv: list[str]) -> tuple[Run, Job]:
    """A new run directory with its manifest, ready to be played; the pilot is played on the way.

    out: where the run will lie; None: under RUNS, numbered.
    """
    if out is not None:
        check_free(out)
    check_engine(config.engine)
    config, facts = resolve(config)
    game, policies, names = load(config)
    shape = Shape.of(facts)
    rough = Design("pilot", (), config.seed, plans=group_plans(shape) if config.design == "openings" else ())
    try:
        pilot = run_pilot(config, Arena(game, policies, facts, rough, names))
        design = build_design(config, shape, pilot)
    except ValueError as error:
        raise DataError(str(error)) from error
    edges = design.edges(config.batch or batch_size(design.games, design.sample))
    manifest = Manifest(
        argv=argv,
        config=config.stored(),
        config_sha256=config.sha256,
        seed=config.seed,
        design={
            "name": design.name,
            "measures": design.measures,
            "parts": [_described(part) for part in design.parts],
            "plans": [asdict(plan) for plan in design.plans],
            "pilot": pilot.stored(),
        },
        deals=design.deals,
        games=design.games,
        game=_facts_of_run(facts, config, shape),
        strategies={name: strategy_digest(name, game) for name in names},
        versions=versions(engine_digest(config)),
        batches=[Batch(lo, hi) for lo, hi in edges],
        started=now(),
    )
    if out is not None:
        return Run.create(out, manifest), Job(config, pilot)
    return Run.create_next(RUNS, f"{config.game}-{config.design}-{config.players}p", manifest), Job(config, pilot)


def _facts_of_run(facts: Mapping[str, Any], config: Config, shape: Shape) -> dict[str, Any]:
    """The game's facts, their provenance without the data of boards that are not played."""
    played = set(shape.boards if config.design == "boards" else (shape.boards[n] for n in board_numbers(config, shape)))
    counts = Counter(facts["provenance"])
    for name, board in facts["boards"].items():
        if name not in played:
            counts.subtract(board.get("provenance", {}))
    return {**facts, "provenance": dict(counts)}


def _described(part: Part) -> dict[str, Any]:
    scheme = part.scheme
    words: dict[str, Any] = {"scheme": type(scheme).__name__.lower(), "blocks": part.blocks, "block": scheme.block}
    words |= {"games": part.games, "deals": part.deals, "lineups": len(scheme.lineups)}
    if isinstance(scheme, Mirror):
        words["rotation"] = scheme.rotation
    if isinstance(scheme, Shared):
        words["rotations"] = scheme.rotations
    if isinstance(scheme, Free):
        words |= {"rotations": scheme.rotations, "same_deal": scheme.same_deal}
    return words


def batch_size(games: int, sample: float) -> int:
    """Games of a batch: few enough for memory and for progress, enough for a part worth a file."""
    most = min(BATCH_GAMES, int(BATCH_RECORDED / sample)) if sample else BATCH_GAMES
    return max(1, min(most, math.ceil(games / BATCHES)))


def engine_digest(config: Config) -> str:
    """Digest of the compiled modules and of the component data."""
    from cext.games import GAMES

    module = sys.modules[GAMES[config.game].split(":")[0]]
    engine, kernel = Path(str(module.__file__)), Path(str(sys.modules["cext.kernel"].__file__)).parent
    folder = Path(config.components) if config.components else engine.parent / "data"
    files = [engine, *kernel.glob("*.so"), *(path for path in folder.rglob("*") if path.suffix in (".csv", ".toml"))]
    digest = hashlib.sha256()
    for path in sorted(files, key=lambda path: path.name):
        digest.update(path.name.encode() + b"\0" + path.read_bytes())
    return digest.hexdigest()[:16]


def strategy_digest(name: str, game: Any) -> str:
    """Digest of the file a strategy is made from; empty where there is none."""
    from strategies.catalogue import find

    file = find(name, game.name).path
    return hashlib.sha256(file.read_bytes()).hexdigest()[:16] if file and file.is_file() else ""


def resume_run(path: Path, given: dict[str, Any]) -> tuple[Run, Job]:
    """The run at `path`, ready to go on; ResumeMismatch when it would go on with other rows than it began with."""
    run = Run.open(path)
    stored = {key: value for key, value in run.manifest.config.items() if value is not None and key != "design"}
    config, _ = resolve(merge(run.manifest.config["design"], given, stored))
    again = "start a new run, or go on without changing anything"
    if config.sha256 != run.manifest.config_sha256:
        old = run.manifest.config
        other = [key for key, value in config.stored().items() if value != old.get(key) and key not in EXECUTION]
        raise ResumeMismatch(f"--resume {path}: the run was started with other values of {', '.join(other)}: {again}")
    if (engine := engine_digest(config)) != run.manifest.versions["engine"]:
        raise ResumeMismatch(f"--resume {path}: engine or component data have changed ({engine}): {again}")
    game, _, names = load(config)
    changed = [name for name in names if strategy_digest(name, game) != run.manifest.strategies.get(name)]
    if changed:
        raise ResumeMismatch(f"--resume {path}: changed since the run was started: {', '.join(changed)}: {again}")
    run.sweep()
    return run, Job(config, Pilot.read(run.manifest.design["pilot"]))
