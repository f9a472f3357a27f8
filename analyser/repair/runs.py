"""The games of a repair: what is asked, and runs that are played one after the other by the same workers, each on deals
of its own and in a part of the time."""

from __future__ import annotations

import re
import shutil
import time
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path
from typing import Any

from msgspec import structs

from analyser.errors import DataError, Interrupted
from analyser.experiments.config import Config
from analyser.experiments.experiment import prepare
from analyser.experiments.loading import load_scenario
from analyser.experiments.printings import group_names
from analyser.experiments.repair import Limits, Variable, data_of
from analyser.experiments.scenario import MAX_NAME, Scenario
from analyser.experiments.whatif import BEFORE_CHANGE
from analyser.repair.goals import Distances, measure
from analyser.repair.search import Candidate, Edits, Surface, TooManySets, best_candidates, fit_surface
from analyser.runs.adaptive import play_adaptively
from analyser.runs.lifecycle import start_run
from analyser.runs.reader import open_run
from cext.games.printings import unknown_data_of
from reports.run import Run

__all__ = ["FINAL", "PRINTING_TIME", "Announce", "RepairRequest", "RepairRuns"]

FINAL, PRINTING_TIME = 0.3, 0.12  # parts of the time: for the judgement, and for data that no rulebook states
MAX_GAMES = 200_000  # of a scenario: more make nothing surer that matters
FIRST_RATE = 500.0  # games a second, before any was played
Announce = Callable[[str], None]


@dataclass(frozen=True, kw_only=True)
class RepairRequest:
    """What is to be repaired: keys of a configuration; data of the game as it is, set to other values; goals (None: as
    the game has them), ranges of data that may change (none: those that the game names), the most edits, the minutes
    for all, for how long players are tuned for the edited game, besides (None: they are not), and the folder of the
    answer."""

    values: Mapping[str, Any]
    data: Sequence[str] = ()
    goals: Sequence[str] | None = None
    ranges: Mapping[str, Limits] = field(default_factory=dict)
    edits: int = 3
    minutes: float = 10.0
    retune: str | None = None
    out: Path | None = None


@dataclass
class RepairRuns:
    """Runs of one repair, played one after the other by the same workers."""

    request: RepairRequest
    config: Config
    folder: Path
    pool: Executor
    announce: Announce
    variables: list[Variable]
    goals: tuple[str, ...]
    options: list[tuple[int, int]] = field(default_factory=list)
    excluded: set[Edits] = field(default_factory=set)
    measured: list[Distances] = field(default_factory=list)
    rate: float = FIRST_RATE
    n_games: int = 0
    n_runs: int = 0
    left_out: tuple[str, ...] = ()  # why plans of the game do not play, a sentence each
    is_cut: bool = False  # whether time was up before the rounds of sets were done
    begin: float = field(default_factory=time.monotonic)

    def stop(self) -> Interrupted:
        """The error of a repair that is stopped before an edit was measured; its folder is removed."""
        shutil.rmtree(self.folder)
        return Interrupted(f"stopped before edits were measured, after {self.n_games:,} games", is_lost=True)

    @property
    def seconds(self) -> float:
        """Of all the time there is."""
        return 60.0 * self.request.minutes

    @property
    def seconds_left(self) -> float:
        """Seconds that are left."""
        return self.seconds - (time.monotonic() - self.begin)

    def games_in(self, seconds: float, n_sets: int) -> int:
        """Games of each of so many scenarios that are played in so many seconds."""
        return min(MAX_GAMES, max(1, int(self.rate * seconds / n_sets)))

    def play(self, name: str, sets: Mapping[str, Edits], seconds: float, *, of: str | None = None) -> Run:
        """A run with these sets of edits as scenarios, on deals that no other run has, in about so many seconds; of:
        the scenario that the others vary, where no report is to be made of them."""
        games = self.games_in(seconds, len(sets))
        scenarios = tuple(
            structs.replace(self.edited(edits), name=scenario, of=of if edits else None)
            for scenario, edits in sets.items()
        )
        return self.play_config(name, replace(self.config, scenario=scenarios, games=games))

    def play_config(self, name: str, config: Config) -> Run:
        """A run of this configuration, on deals that no other run has."""
        config = replace(config, seed=self.config.seed + self.n_runs)
        self.n_runs += 1
        directory, job = start_run(prepare(config), self.folder / name, [], pool=self.pool)
        try:
            play_adaptively(directory, job, tell=self.announce, pool=self.pool)
        finally:
            self.n_games += directory.manifest.games_done
        if config.retune is None:  # tuning is no rate
            self.rate = directory.manifest.games_per_second or self.rate
        return open_run(directory.path, margin=self.config.margin)

    def edited(self, edits: Edits) -> Scenario:
        """The game with these edits."""
        scenario = self.config.scenarios[0]
        return structs.replace(scenario, data=(*scenario.data, *data_of(self.variables, edits)))

    def search(self, name: str, sets: Sequence[Edits], seconds: float) -> None:
        """Play the game as it is and these sets of edits, and measure them."""
        sets_of = {BEFORE_CHANGE: (), **{self.scenario_name(n, edits): edits for n, edits in enumerate(sets, 1)}}
        self.measured.append(measure(self.play(name, sets_of, seconds, of=BEFORE_CHANGE), self.goals, sets_of))

    def scenario_name(self, number: int, edits: Edits) -> str:
        """A name for a scenario that says what is edited."""
        words = "+".join(data_of(self.variables, edits)).replace("=", "-")
        return f"{number}-{re.sub(r'[^A-Za-z0-9.+-]', '-', words)}"[:MAX_NAME]

    def can_be_loaded(self, edits: Edits) -> bool:
        """Whether the game's own checks let these edits pass."""
        try:
            load_scenario(self.config.game, self.edited(edits))
        except DataError:
            return False
        return True

    @cached_property
    def has_unknowns(self) -> bool:
        """Whether the game says how data that no rulebook states may vary, and some are not known."""
        return unknown_data_of(self.config.game) is not None and bool(
            group_names(self.config.game, self.config.components)
        )

    @property
    def reserve(self) -> float:
        """Seconds that stay for the judgement."""
        return (FINAL + (PRINTING_TIME if self.has_unknowns else 0.0)) * self.seconds

    @property
    def surface(self) -> Surface:
        """The response surface of all that was measured."""
        return fit_surface([distances.measurement for distances in self.measured], len(self.variables))

    def candidates(self) -> Mapping[int, list[Candidate]]:
        """The sets of each number of edits nearest to fair, as far as is known. Raises DataError."""
        try:
            return best_candidates(self.surface, self.options, self.request.edits, excluded=self.excluded)
        except TooManySets as error:
            n, edits = len(self.options), self.request.edits
            advice = f"--edits {edits - 1}, or name fewer data with --vary"
            raise DataError(f"{n} single edits make too many sets of {edits}: {advice}") from error

    @property
    def played_sets(self) -> set[Edits]:
        """The sets of edits that were played."""
        return {edits for distances in self.measured for edits in distances.measurement.sets if edits}

    def n_guesses(self, candidate: Candidate) -> int:
        """How many of its edits are of data that are our guesses."""
        return sum(self.variables[number].is_guess for number, _ in candidate.edits)

    def rank(self, candidate: Candidate) -> tuple[int, int, int, float]:
        """Edits, then data that are our guesses, then steps, then unfairness: rulebook data and points at the start
        come first."""
        return len(candidate.edits), self.n_guesses(candidate), candidate.steps, candidate.unfairness
