"""Games to record: one played for the purpose, games of a run as the kernel plays them, those that meet a condition."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl

from analyser import __version__
from analyser.errors import DataError, NotRepeatable, ResumeMismatch, UsageError
from analyser.experiments.config import Config
from analyser.experiments.config_loader import run_config
from analyser.experiments.experiment import prepare
from analyser.experiments.loading import bounded_rules, default_strategies
from analyser.experiments.openings import Cards, forced_opening
from analyser.experiments.schedule import Design, ForcedOpening, GameRows
from analyser.experiments.simulator import Simulator
from analyser.records.format import Line, Seat, record_lines
from analyser.runs.batch import own_strategies, stored_rows
from analyser.runs.executors import local_executor, managed_executor
from analyser.runs.frames import Categories, build_frames
from analyser.runs.inputs import changed_inputs, engine_digest
from analyser.runs.integrity import check_games
from analyser.runs.lifecycle import changed_since_start, job_of
from analyser.runs.limits import ResourceLimits
from analyser.runs.manifest import Manifest, ScenarioEntry
from analyser.runs.store import RunDirectory
from cext.commands import command
from cext.file_games import is_file_game
from cext.games import is_game
from cext.messages import count_noun
from reports.facts import GameFacts
from reports.frame_columns import OTHER_CLASS

__all__ = [
    "Player", "PreparedGame", "find_games", "player", "program_info", "record_game", "record_of_run", "records_folder",
    "records_of_run",
]  # fmt: skip


@dataclass(frozen=True)
class PreparedGame:
    """One game ready to be played: a row of games, by whom it is played, and the openings that may be forced in it."""

    simulator: Simulator
    row: GameRows
    forced: Sequence[ForcedOpening]
    check: Callable[[GameRows, Any], None] | None = None  # raises where the row that was played has another result

    def moves(self) -> Iterator[int]:
        """Play the game; the moves chosen where there was more than one."""
        from cext.user_code import ProgramError

        row = replace(self.row, record=np.ones_like(self.row.record))
        try:
            result = self.simulator.play(row, self.forced)
        except ProgramError as error:
            raise DataError(str(error)) from error
        if self.check:
            self.check(row, result)
        rows = result.decisions or {}
        is_choice = np.asarray(rows["n_legal"]) > 1
        fields = [np.asarray(rows[name], dtype=np.int64)[is_choice] for name in ("move_kind", "a", "b", "c")]
        for kind, a, b, c in zip(*fields, strict=True):
            yield int(kind | a << 8 | b << 16 | c << 24)

    @property
    def seats(self) -> list[Seat]:
        """The header's seats; boards only where the game gives them, which a dealt position shows."""
        game, names = self.simulator.game, self.simulator.prepared.names
        with bounded_rules(game.name):
            position = game.deal(seed=0, boards=self.row.board[0].tolist())
        numbers = (position.board_of(seat) for seat in range(game.players))
        boards = [game.boards[number] if number >= 0 else None for number in numbers]
        openings = [self.forced[place].name if place >= 0 else None for place in self.row.forced_opening[0].tolist()]
        strategies = [names[place] for place in self.row.policy[0].tolist()]
        return [Seat(*seat) for seat in zip(strategies, boards, openings, strict=True)]

    def lines(self, config: Config) -> Iterator[Line]:
        """The record."""
        return self._lines(self.seats, program_info(config))

    def _lines(self, seats: Sequence[Seat], program: Mapping[str, str]) -> Iterator[Line]:
        """The same, of a game that is played now."""
        game, seed, deal = self.simulator.game, self.simulator.prepared.seed, int(self.row.deal[0])
        moves = list(self.moves())
        with bounded_rules(game.name, len(moves)):
            lines = list(record_lines(game, moves, seats=seats, seed=seed, deal=deal, program=program))
        yield from lines


def program_info(config: Config) -> dict[str, str]:
    """What the header says about the program; the game must have been loaded."""
    return {"analyser": __version__, "engine": engine_digest(config)}


def named_opening(text: str, facts: GameFacts) -> ForcedOpening:
    """The forced opening a user wrote; DataError for letters or a length the game does not have."""
    letters_of_game = (*facts.classes, *(OTHER_CLASS if facts.counted_class else ()))
    if not 0 < len(text) <= facts.opening_turns or any(letter not in letters_of_game for letter in text):
        letters = " ".join(letters_of_game)
        raise DataError(f"--openings {text}: write at most {facts.opening_turns} letters of {letters}, or - for none")
    return forced_opening(text, facts)


def record_game(config: Config, deal: int, openings: Sequence[str] = ()) -> Iterator[Line]:
    """The record of deal number `deal` with the configuration's strategies and boards seated in the order given."""
    k = config.players
    if not config.strategies and is_game(config.game):
        defaults = default_strategies(config.game)
        config = replace(config, strategies=tuple(defaults[seat % len(defaults)] for seat in range(k)))
    if len(config.strategies) not in (1, k):
        seats = "1" if k == 1 else f"1 (for every seat) or {k}"
        raise UsageError(f"--strategies: {len(config.strategies)} for {count_noun(k, 'player')}: name {seats}")
    if openings and len(openings) != k:
        n = len(openings)
        raise UsageError(f"--openings: {n} for {count_noun(k, 'player')}: name one for each seat, - for none")
    if not 0 <= deal < 2**32:
        raise UsageError(f"--deal {deal}: give a whole number from 0 to 2^32 - 1")
    spread = config.strategies * (k if len(config.strategies) == 1 else 1)
    experiment = prepare(replace(config, strategies=spread))
    simulator = experiment.simulators[0]
    prepared = simulator.prepared
    texts = list(dict.fromkeys(text for text in openings if text not in ("", "-")))
    places = [texts.index(text) if text in texts else -1 for text in openings] or [-1] * k
    row = GameRows.plain(np.array([[prepared.names.index(name) for name in spread]]), prepared.boards)
    row = replace(row, deal=np.array([deal], np.uint32), forced_opening=np.array([places], np.int16))
    return PreparedGame(simulator, row, [named_opening(text, prepared.game) for text in texts]).lines(experiment.config)


def record_of_run(path: Path, number: int, scenario: str | None = None) -> Iterator[Line]:
    """The record of game `number` of a run, or of one of its scenarios: the same game, played again.

    Raises ResumeMismatch where it would be another, NotRepeatable where it turns out to be.
    """
    return next(records_of_run(path, [(scenario, number)]))


def records_of_run(path: Path, games: Sequence[tuple[str | None, int]]) -> Iterator[Iterator[Line]]:
    """The records of games of a run, each named by its scenario (None: the only one) and its number there.

    Raises ResumeMismatch where they would be others, NotRepeatable where they turn out to be, and DataError where their
    rows are not those that were written.
    """
    run = RunDirectory.open(path)
    manifest = run.manifest
    entries = [_entry_of(path, manifest, scenario, number) for scenario, number in games]
    for entry, (_, number) in zip(entries, games, strict=True):
        check_games(run, entry.name, number)
    if files := changed_inputs(manifest.inputs):  # before one of them is run
        raise ResumeMismatch(f"--from {path}: {', '.join(files)} changed since it was played")
    config = run_config(path)
    schedule = job_of(manifest, config).schedule()
    if change := changed_since_start(manifest, config):
        raise ResumeMismatch(f"--from {path}: {change} since it was played")
    categories = Categories.of(schedule, grows=config.retune is not None)
    for entry, (_, number) in zip(entries, games, strict=True):
        simulator, design = schedule.simulator_of(entry.name)
        check = partial(
            _check_result, stored_rows(run, entry.name, number), f"--from {path}: game {number}", simulator, design,
            categories,
        )  # fmt: skip
        yield replace(_game_of(simulator, design, number), check=check).lines(config)


def _check_result(
    stored: Mapping[str, pl.DataFrame], name: str, simulator: Simulator, design: Design, categories: Categories,
    row: GameRows, result: Any,
) -> None:  # fmt: skip
    """NotRepeatable where the result of a row is not what the run has of it."""
    forced = [opening.name for opening in design.forced]
    frames = build_frames(row, result, simulator=simulator, forced=forced, categories=categories, kinds=design.kinds)
    for table in ("decisions", "seats", "games"):
        rows, replay = stored.get(table), getattr(frames, table)
        if rows is None or not len(rows):
            continue
        difference = f"no {table} when played again" if replay is None else first_difference(rows, replay, table)
        if difference:
            check = command("games", "check", simulator.game.name)
            raise NotRepeatable(
                f"{name} is not repeatable: {difference}: let rules draw from table.rng and strategies from "
                f"view['draw'], and keep nothing between games; {check} checks the rules"
            )


def first_difference(stored: pl.DataFrame, replay: pl.DataFrame, table: str) -> str:
    """The first row of a table, and its column, that differ between two frames; "": none."""
    key = {"decisions": "ply", "seats": "seat", "games": "game"}[table]
    for first, second in zip(stored.iter_rows(named=True), replay.iter_rows(named=True), strict=False):
        for name, value in first.items():
            if value != second[name]:
                return f"{table}, {key} {first[key]}: {name} is {value} in the run and {second[name]} when played again"
    if len(stored) == len(replay):
        return ""
    return f"{len(stored)} {table} in the run and {len(replay)} when played again"


def _entry_of(path: Path, manifest: Manifest, scenario: str | None, number: int) -> ScenarioEntry:
    """The scenario whose game of that number is wanted; UsageError where it is not clear, or has no such game."""
    if scenario is None and len(manifest.main_scenarios) > 1:
        names = ", ".join(entry.name for entry in manifest.main_scenarios)
        raise UsageError(
            f"--game {number}: each scenario of {path} numbers its own games: name one by --scenario: {names}"
        )
    entry = manifest.scenario(scenario)
    if not 0 <= number < entry.games:
        raise UsageError(f"--game {number}: {path} has games 0 to {entry.games - 1}")
    return entry


def _game_of(simulator: Simulator, design: Design, number: int) -> PreparedGame:
    """Game `number` of a scenario, ready to be played again; UsageError where a record could not tell how it began."""
    row = design.rows(number, number + 1)
    cards = [design.forced[place].card for place in row.forced_opening[0].tolist() if place >= 0]
    extra = (
        "points beyond the rules"
        if row.start_points.any()
        else "a card put into a hand"
        if max(cards, default=-1) >= 0
        else ""
    )
    if row.redraw.any():
        raise UsageError(
            f"--game {number}: what a seat did not see was dealt anew, which records do not tell: name another"
        )
    if extra:
        raise UsageError(f"--game {number}: seats begin with {extra}, which records do not tell: name another")
    return PreparedGame(simulator, row, design.forced)


# Plays a game: its lines, made ready here, which checks what is asked for and loads what the user allows; and the call
# that makes them ready once more, in another process.
Player = Callable[[Iterator[Line], Callable[[], Iterator[Line]]], list[Line]]


@contextmanager
def player(config: Config, limits: ResourceLimits) -> Iterator[Player]:
    """What plays games of the configuration within the limits. A process apart takes half a second to start, so it
    plays them only where a program of somebody's sits in them, or is the game. Playing raises LimitExceeded, and
    WorkerDied."""
    needs_process = bool(own_strategies(config)) or is_file_game(config.game)
    with managed_executor(local_executor(int(needs_process), limits)) as pool:

        def play(ready: Iterator[Line], again: Callable[[], Iterator[Line]]) -> list[Line]:
            future = pool.submit(_lines, again) if needs_process else pool.submit(list, ready)
            lines: list[Line] = future.result()
            return lines

        yield play


def _lines(ready: Callable[[], Iterator[Line]]) -> list[Line]:
    return list(ready())


def records_folder(run: Path) -> Path:
    """Where records of a run's games lie unless told otherwise."""
    return run / "records"


def find_games(directory: RunDirectory, condition: str, *, scenario: str | None = None) -> pl.DataFrame:
    """The games in which some player's seat meets a condition, in the order of the run: scenario, game, deal, arm.

    All scenarios that are answered by themselves are looked through, or the one named. Raises UsageError for what is no
    condition, and for one that no game that can be recorded meets.
    """
    from analyser.runs.reader import open_run
    from reports.conditions import ConditionError

    manifest = directory.manifest
    names = {entry.name for entry in (manifest.main_scenarios if scenario is None else [manifest.scenario(scenario)])}
    run = open_run(directory.path)
    try:
        games = replace(
            run, scenarios=tuple(scenario for scenario in run.scenarios if scenario.name in names)
        ).games_where(condition)
    except ConditionError as error:
        raise UsageError(f"--where: {error}") from error
    games = games.filter(pl.col("arm") != "skill")
    if manifest.config["design"] != Cards.name:
        return games
    as_dealt = games.filter(pl.col("arm") != "forced")
    if not len(as_dealt):
        raise UsageError("--where: games in which a card is put into a hand cannot be recorded: name another arm")
    return as_dealt
