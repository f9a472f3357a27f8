"""Games to record: one played for the purpose, games of a run as the kernel plays them, those that meet a condition."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl

from analyser import __version__
from analyser.errors import DataError, ResumeMismatch, UsageError
from analyser.experiments.arena import Arena, default_strategies
from analyser.experiments.config import Config
from analyser.experiments.config_loader import run_config
from analyser.experiments.experiment import prepare
from analyser.experiments.openings import forced_opening
from analyser.experiments.schedule import Design, ForcedOpening
from analyser.heartbeat import announce_policies
from analyser.records.format import Line, Seat, record_lines
from analyser.runs.batch import own_strategies
from analyser.runs.executors import local_executor, managed_executor
from analyser.runs.inputs import changed_inputs, engine_digest, inputs_from_dicts
from analyser.runs.integrity import check_games
from analyser.runs.lifecycle import changed_since_start, job_of
from analyser.runs.limits import ResourceLimits
from analyser.runs.manifest import Manifest, ScenarioEntry
from analyser.runs.store import RunDirectory
from cext.games import is_game
from cext.messages import count_noun
from reports.facts import OTHER_CLASS, GameFacts

__all__ = [
    "Player",
    "PreparedGame",
    "find_games",
    "player",
    "program_info",
    "record_game",
    "record_of_run",
    "records_folder",
    "records_of_run",
]


@dataclass(frozen=True)
class PreparedGame:
    """One game ready to be played."""

    game: Any
    policies: Callable[[], Sequence[Any]]  # loaded where the game is played
    names: Sequence[str]  # of the policies
    policy: Sequence[int]  # of each seat, a place in `policies`
    boards: Sequence[int]  # of each seat, a number in game.boards
    plans: Sequence[Sequence[int]]  # masks of the forced openings
    plan: Sequence[int]  # of each seat, a place in `plans`, -1 none
    seats: Sequence[Seat]
    seed: int
    deal: int
    number: int = 0  # of the game, for messages

    def moves(self) -> Iterator[int]:
        """Play the game; the moves chosen where there was more than one."""
        from cext.kernel.match import play_games
        from cext.user_code import ProgramError

        policies = self.policies()
        announce_policies(self.names)
        try:
            result = play_games(
                self.game,
                policies,
                seed=self.seed,
                games=[self.number],
                deals=[self.deal],
                policy=[list(self.policy)],
                board=[list(self.boards)],
                plan=[list(self.plan)],
                plans=self.plans,
                record=[1],
            )
        except ProgramError as error:
            raise DataError(str(error)) from error
        rows = result.decisions or {}
        is_choice = np.asarray(rows["n_legal"]) > 1
        fields = [np.asarray(rows[name], dtype=np.int64)[is_choice] for name in ("move_kind", "a", "b", "c")]
        for kind, a, b, c in zip(*fields, strict=True):
            yield int(kind | a << 8 | b << 16 | c << 24)

    def lines(self, config: Config) -> Iterator[Line]:
        """The record."""
        return record_lines(
            self.game, self.moves(), seats=self.seats, seed=self.seed, deal=self.deal, program=program_info(config)
        )


def program_info(config: Config) -> dict[str, str]:
    """What the header says about the program; the game must have been loaded."""
    return {"analyser": __version__, "engine": engine_digest(config)}


def seats_of(game: Any, strategies: Sequence[str], boards: Sequence[int], plans: Sequence[str | None]) -> list[Seat]:
    """The header's seats; boards only where the game gives them, which a dealt position shows."""
    position = game.deal(seed=0, boards=list(boards))
    board_numbers = [position.board_of(seat) for seat in range(game.players)]
    names = [game.boards[number] if number >= 0 else None for number in board_numbers]
    return [Seat(*seat) for seat in zip(strategies, names, plans, strict=True)]


def named_opening(text: str, facts: GameFacts) -> ForcedOpening:
    """The forced opening a user wrote; DataError for letters or a length the game does not have."""
    letters_of_game = (*facts.classes, *(OTHER_CLASS if facts.counted_class else ()))
    if not 0 < len(text) <= facts.opening_turns or any(letter not in letters_of_game for letter in text):
        letters = " ".join(letters_of_game)
        raise DataError(
            f"--openings {text}: write at most {facts.opening_turns} letters of {letters}, or - for no plan"
        )
    return forced_opening(text, facts)


def record_game(config: Config, deal: int, plans: Sequence[str] = ()) -> Iterator[Line]:
    """The record of deal number `deal` with the configuration's strategies and boards seated in the order given."""
    k = config.players
    if not config.strategies and is_game(config.game):
        defaults = default_strategies(config.game)
        config = replace(config, strategies=tuple(defaults[seat % len(defaults)] for seat in range(k)))
    if len(config.strategies) not in (1, k):
        seats = "1" if k == 1 else f"1 (for every seat) or {k}"
        raise UsageError(f"--strategies: {len(config.strategies)} for {count_noun(k, 'player')}: name {seats}")
    if plans and len(plans) != k:
        raise UsageError(f"--openings: {len(plans)} for {count_noun(k, 'player')}: name one for each seat, - for none")
    if not 0 <= deal < 2**32:
        raise UsageError(f"--deal {deal}: give a whole number from 0 to 2^32 - 1")
    spread = config.strategies * (k if len(config.strategies) == 1 else 1)
    experiment = prepare(replace(config, strategies=spread))
    arena = experiment.arenas[0]
    setting, game = arena.setting, arena.game
    texts = [None if plan in ("", "-") else plan for plan in plans] or [None] * k
    openings = list(dict.fromkeys(text for text in texts if text))
    prepared = PreparedGame(
        game=game,
        policies=lambda: arena.policies,
        names=setting.names,
        policy=[setting.names.index(name) for name in spread],
        boards=setting.boards,
        plans=[named_opening(text, setting.game).masks for text in openings],
        plan=[openings.index(text) if text else -1 for text in texts],
        seats=seats_of(game, spread, setting.boards, texts),
        seed=config.seed,
        deal=deal,
    )
    return prepared.lines(experiment.config)


def record_of_run(path: Path, number: int, scenario: str | None = None) -> Iterator[Line]:
    """The record of game `number` of a run, or of one of its scenarios: the same game, played again.

    Raises ResumeMismatch where it would be another.
    """
    return next(records_of_run(path, [(scenario, number)]))


def records_of_run(path: Path, games: Sequence[tuple[str | None, int]]) -> Iterator[Iterator[Line]]:
    """The records of games of a run, each named by its scenario (None: the only one) and its number there.

    Raises ResumeMismatch where they would be others, and DataError where their rows are not those that were written.
    """
    run = RunDirectory.open(path)
    manifest = run.manifest
    entries = [_entry_of(path, manifest, scenario, number) for scenario, number in games]
    for entry, (_, number) in zip(entries, games, strict=True):
        check_games(run, entry.name, number)
    if files := changed_inputs(inputs_from_dicts(manifest.inputs)):  # before one of them is run
        raise ResumeMismatch(f"--from {path}: {', '.join(files)} changed since it was played")
    config = run_config(path)
    schedule = job_of(manifest, config).schedule()
    if change := changed_since_start(manifest, config):
        raise ResumeMismatch(f"--from {path}: {change} since it was played")
    for entry, (_, number) in zip(entries, games, strict=True):
        yield _seated(*schedule.arena_of(entry.name), number, seed=config.seed).lines(config)


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


def _seated(arena: Arena, design: Design, number: int, *, seed: int) -> PreparedGame:
    """Game `number` of a scenario, ready to be played again."""
    rows = design.rows(number, number + 1)
    if rows.start_points.any():
        raise UsageError(
            f"--game {number}: seats begin with points beyond the rules, which records do not tell: name another"
        )
    policy = [int(place) for place in rows.policy[0]]
    plan = [int(place) for place in rows.forced_opening[0]]
    boards = [int(board) for board in rows.board[0]]
    strategies = [arena.setting.names[place] for place in policy]
    plans = [design.forced[place].name if place >= 0 else None for place in plan]
    return PreparedGame(
        game=arena.game,
        policies=lambda: arena.policies,
        names=arena.setting.names,
        policy=policy,
        boards=boards,
        plans=[opening.masks for opening in design.forced],
        plan=plan,
        seats=seats_of(arena.game, strategies, boards, plans),
        seed=seed,
        deal=int(rows.deal[0]),
        number=number,
    )


# Plays a game: its lines, made ready here, which checks what is asked for and loads what the user allows; and the call
# that makes them ready once more, in another process.
Player = Callable[[Iterator[Line], Callable[[], Iterator[Line]]], list[Line]]


@contextmanager
def player(config: Config, limits: ResourceLimits) -> Iterator[Player]:
    """What plays games of the configuration within the limits. A process apart takes half a second to start, so it
    plays them only where a program of somebody's sits in them. Playing raises LimitExceeded, and WorkerDied."""
    needs_process = bool(own_strategies(config))
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
        return replace(run, parts=tuple(part for part in run.parts if part.name in names)).games_where(condition)
    except ConditionError as error:
        raise UsageError(f"--where: {error}") from error
