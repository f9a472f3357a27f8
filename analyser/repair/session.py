"""A repair: the game as it is, every single edit, sets of few edits, and one of them judged on deals of its own."""

from __future__ import annotations

import itertools
import re
import time
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path
from typing import Any

import polars as pl

from analyser.errors import DataError, Interrupted
from analyser.experiments.arena import default_strategies, load_scenario
from analyser.experiments.config import Config
from analyser.experiments.config_loader import load_experiment
from analyser.experiments.experiment import prepare
from analyser.experiments.printings import PrintingTargets, group_names, with_printings
from analyser.experiments.repair import Variable, data_of, start_paths, variables_of
from analyser.experiments.scenario import MAX_NAME, Scenario
from analyser.experiments.whatif import AFTER_CHANGE, BEFORE_CHANGE
from analyser.repair.measure import (
    BOARDS,
    PLAIN,
    SEATS,
    STRATEGIES,
    Distances,
    choose_goals,
    count_fair_printings,
    has_tuned,
    judge,
    largest_end,
    lengths_of,
    measure,
    predict,
    shares_of,
    unused_abilities,
)
from analyser.repair.search import Candidate, Edits, Surface, TooManySets, best_candidates, fit_surface
from analyser.runs.adaptive import play_adaptively
from analyser.runs.lifecycle import start_run
from analyser.runs.maintenance import new_folder
from analyser.runs.play import open_executor
from analyser.runs.reader import open_run
from analyser.runs.tuned_players import check_plans
from cext.games import is_game
from cext.games.printings import unknown_data_of
from reports.facts import GameFacts
from reports.run import Run

__all__ = ["PRINTINGS", "RepairRequest", "RepairResult", "repair_game"]

# Parts of the time: the game as it is, every single edit, a round of sets, what stays for the judgement, and of that
# for the report.
AS_IT_IS, SINGLES, ROUND, FINAL, REPORT = 0.07, 0.28, 0.12, 0.3, 0.06
PRINTINGS, PRINTING_TIME = 40, 0.12  # of data that no rulebook states, and the part of the time for them
SETS = (12, 6, 3, 3)  # of each round: the fewer, the more games of each
MAX_GAMES = 200_000  # of a scenario: more make nothing surer that matters
FIRST_RATE = 500.0  # games a second, before any was played
MAX_NUMBERS = 4_000  # single edits times targets, whose errors are one matrix
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
    ranges: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    edits: int = 3
    minutes: float = 10.0
    retune: str | None = None
    out: Path | None = None


@dataclass(frozen=True)
class RepairResult:
    """What a repair comes to: distances and shares as fractions of games.

    edits: of the set that was judged, none where the game is fair already. as_it_is, judgement: as `judge` has it, of
    the game as it is and of the edited one, on the same deals. shares: of each target, by goal, target and scenario.
    frontier: for each number of edits from 1 the set nearest to fair. stopped: by which the candidate was not judged:
    judgement is then what its search predicts. tuned: as judgement, by players tuned for the edited game. printings: in
    how many of PRINTINGS all is within the margin, and between which numbers.
    """

    config: Config
    game: GameFacts
    goals: tuple[str, ...]
    margin: float
    folder: Path
    variables: tuple[Variable, ...]
    edits: Edits
    as_it_is: pl.DataFrame
    judgement: pl.DataFrame
    shares: Mapping[tuple[str, str, str], float]
    frontier: tuple[Candidate, ...]
    decisions: tuple[float, ...]  # of a game: as it is and edited
    games: int  # on which it was judged, of each scenario
    searched: int  # games of the search
    stopped: Interrupted | None = None
    tuned: pl.DataFrame | None = None
    unused: tuple[str, ...] = ()  # abilities that hardly anybody uses any more
    printings: tuple[float, int, int] | None = None
    printing_games: int = 0  # of each printing

    @property
    def targets(self) -> pl.DataFrame:
        """The rows of the targets."""
        return self.judgement.filter(~pl.col("moves"))

    @property
    def largest(self) -> float:
        """How far from fair some target may be, at most."""
        return largest_end(self.targets)

    @property
    def has_guesses(self) -> bool:
        """Whether some of the data that may change are guesses."""
        return any(variable.is_guess for variable in self.variables)

    @property
    def is_fair(self) -> bool:
        """Whether all targets are shown to be within the margin."""
        return self.stopped is None and self.largest <= self.margin

    @property
    def is_unfair(self) -> bool:
        """Whether a target is shown to be further from fair than the margin."""
        low, high = self.targets["low"].to_numpy(), self.targets["high"].to_numpy()
        return bool(((low > self.margin) | (high < -self.margin)).any())


@dataclass
class _Session:
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
    begin: float = field(default_factory=time.monotonic)

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
            replace(self.edited(edits), name=scenario, of=of if edits else None) for scenario, edits in sets.items()
        )
        return self.play_config(name, replace(self.config, scenario=scenarios, games=games))

    def play_config(self, name: str, config: Config) -> Run:
        """A run of this configuration, on deals that no other run has. Raises Interrupted."""
        config = replace(config, seed=self.config.seed + self.n_runs)
        self.n_runs += 1
        try:
            directory, job = start_run(prepare(config), self.folder / name, [], pool=self.pool)
            play_adaptively(directory, job, tell=self.announce, pool=self.pool)
        except (Interrupted, KeyboardInterrupt) as error:
            raise Interrupted(f"stopped: {self.folder} has the games that were played") from error
        if config.retune is None:  # tuning is no rate
            self.rate = directory.manifest.games_per_second or self.rate
        self.n_games += directory.manifest.games_done
        return open_run(directory.path, margin=self.config.margin)

    def edited(self, edits: Edits) -> Scenario:
        """The game with these edits."""
        scenario = self.config.scenarios[0]
        return replace(scenario, data=(*scenario.data, *data_of(self.variables, edits)))

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

    def n_guesses(self, candidate: Candidate) -> int:
        """How many of its edits are of data that are our guesses."""
        return sum(self.variables[number].is_guess for number, _ in candidate.edits)

    def rank(self, candidate: Candidate) -> tuple[int, int, int, float]:
        """Edits, then data that are our guesses, then steps, then unfairness: rulebook data and points at the start
        come first."""
        return len(candidate.edits), self.n_guesses(candidate), candidate.steps, candidate.unfairness


def repair_game(request: RepairRequest, announce: Announce = lambda words: None) -> RepairResult:
    """Search for the smallest change that makes a game fair, and judge it; announce: gets what is done, a few words.

    Raises what a run raises, and DataError where nothing may vary.
    """
    begin = time.monotonic()
    values = {**request.values, "games": 1, "retune": request.retune}
    values |= {"scenario": ({"name": BEFORE_CHANGE, "data": list(request.data)},)}
    if (
        request.goals
        and STRATEGIES in request.goals
        and "strategies" not in values
        and is_game(str(values.get("game")))
    ):
        values["strategies"] = default_strategies(str(values["game"]))  # who plays weakly on purpose is none of them
    experiment = load_experiment("repair", {key: value for key, value in values.items() if value is not None})
    config = replace(experiment.config, retune=None)
    game = experiment.arenas[0].setting.game
    goals = choose_goals(request.goals, game, config.strategies)
    starts = dict.fromkeys(start_paths(game), False)
    starts |= dict.fromkeys(start_paths(game, boards=bool({BOARDS, PLAIN} & {*goals}), seats=SEATS in goals), True)
    variables = variables_of(config.game, config.scenarios[0], request.ranges, starts)
    if request.retune is not None:
        check_plans(config)
    if not {BOARDS, PLAIN} & {*goals} and game.b_sides and not game.shared and not config.boards:
        config = replace(config, boards=(list(game.boards)[game.plain],))  # as `balance` plays it
    folder = new_folder(request.out, f"{Path(config.game).stem}-repair-{config.players}p")
    with open_executor(config) as pool:
        session = _Session(request, config, folder, pool, announce, variables, goals, begin=begin)
        return _search(session, game)


def _search(session: _Session, game: GameFacts) -> RepairResult:
    """All stages of a repair, one after the other."""
    session.announce("Playing the game as it is…")
    session.play("trial", {BEFORE_CHANGE: ()}, 1.0)
    for name, part in (("before", AS_IT_IS), ("before-again", ROUND)):
        run = session.play(name, {BEFORE_CHANGE: ()}, part * session.seconds)
        session.measured.append(measure(run, session.goals, {BEFORE_CHANGE: ()}))
        as_it_is = _result_as_it_is(session, game, run)
        if as_it_is.is_unfair:
            break
    else:
        if as_it_is.is_fair:  # of the second run, which was longer: one look at one set of deals
            return as_it_is
    try:
        _explore(session, as_it_is)
    except Interrupted as error:
        if not session.measured[-1].measurement.sets[1:]:
            raise
        return _answer_unjudged(session, as_it_is, error)
    return _judge_best(session, as_it_is)


def _explore(session: _Session, as_it_is: RepairResult) -> None:
    """Play every single edit, then sets of few that may do, until one does for certain or time is up."""
    session.announce("Checking which data may change…")
    single = [(number, step) for number, variable in enumerate(session.variables) for step in variable.steps]
    session.options = [option for option in single if session.can_be_loaded((option,))]
    if not session.options:
        raise DataError("the game's own checks let none of the data change: widen what --vary or [repair] names")
    nearest = {(number, step > 0): step for number, step in reversed(session.options)}
    singles = sorted(((number, step),) for (number, _), step in nearest.items())
    n_targets = len(session.measured[0].targets)
    if len(singles) * n_targets > MAX_NUMBERS:
        limit = MAX_NUMBERS // n_targets
        raise DataError(f"{len(singles)} single edits, at most {limit} can be played: name fewer data with --vary")
    session.announce(f"Playing {len(singles)} single edits…")
    session.search("singles", singles, min(SINGLES * session.seconds, session.seconds_left - session.reserve))
    for number, n_sets in enumerate(SETS, 1):
        candidates = session.candidates()
        seconds = min(ROUND * session.seconds, session.seconds_left - session.reserve)
        sets = _promising(session, candidates, n_sets)
        if not sets or seconds < ROUND * session.seconds / 3 or _is_settled(candidates, as_it_is.margin):
            break
        session.announce(f"Round {number}: playing {len(sets)} sets of edits…")
        session.search(f"round-{number}", sets, seconds)


def _result_as_it_is(session: _Session, game: GameFacts, run: Run) -> RepairResult:
    """What is said of the game without any edit."""
    judgement = judge(run, session.goals, BEFORE_CHANGE, side_effects=False)
    return RepairResult(
        config=session.config,
        game=game,
        goals=session.goals,
        margin=session.config.margin / 100,
        folder=session.folder,
        variables=tuple(session.variables),
        edits=(),
        as_it_is=judgement,
        judgement=judgement,
        shares=shares_of(run, session.goals),
        frontier=(),
        decisions=lengths_of(run),
        games=run.parts[0].frames.games_played,
        searched=session.n_games,
    )


def _promising(session: _Session, candidates: Mapping[int, list[Candidate]], n_sets: int) -> list[Edits]:
    """The sets that are played next: of each number of edits that may do those nearest to fair, of one that cannot the
    nearest alone; none larger than one that does for certain. What cannot be loaded is left out for good."""
    margin, sets = session.config.margin / 100, list[Edits]()
    sizes = [size for size in sorted(candidates) if size and candidates[size]]
    certain = next((size for size in sizes if any(c.high <= margin for c in candidates[size])), max(sizes, default=0))
    sizes = [size for size in sizes if size <= certain]
    hopeful = [size for size in sizes if min(c.low for c in candidates[size]) <= margin] or sizes[-1:]
    each = max(1, (n_sets - (len(sizes) - len(hopeful))) // max(1, len(hopeful)))
    for size in sizes:
        n = each if size in hopeful else 1
        for candidate in _by_turns(candidates[size], [c for c in candidates[size] if not session.n_guesses(c)]):
            if n and session.can_be_loaded(candidate.edits):
                sets.append(candidate.edits)
                n -= 1
            elif n:
                session.excluded.add(candidate.edits)
    return sets[: max(n_sets, len(sizes))]


def _by_turns(first: Sequence[Candidate], second: Sequence[Candidate]) -> list[Candidate]:
    """The candidates of both, one of each in turn."""
    turns = itertools.chain.from_iterable(itertools.zip_longest(first, second))
    return list(dict.fromkeys(candidate for candidate in turns if candidate is not None))


def _is_settled(candidates: Mapping[int, list[Candidate]], margin: float) -> bool:
    """Whether a set is within the margin for certain and none of fewer edits may be."""
    for size in sorted(candidates):
        if any(candidate.high <= margin for candidate in candidates[size]):
            return True
        if any(candidate.low <= margin for candidate in candidates[size]):
            return False
    return False


def _choose(session: _Session, candidates: Mapping[int, list[Candidate]]) -> Candidate:
    """The first in rank of the sets that are within the margin for certain, or of the fewest edits that are likely to
    be that which is likeliest; else the nearest to fair, of about equal ones that of fewer edits."""
    margin = session.config.margin / 100
    sets = [candidate for size, listed in candidates.items() if size for candidate in listed]
    sets = [candidate for candidate in sets if candidate.edits not in session.excluded]
    certain = [candidate for candidate in sets if candidate.high <= margin]
    likely = [candidate for candidate in sets if candidate.unfairness <= margin]
    ordered = sorted(certain, key=session.rank)
    ordered += sorted(likely, key=lambda candidate: (len(candidate.edits), candidate.high))
    ordered += sorted(sets, key=lambda c: (round(4 * c.unfairness / margin), len(c.edits), c.unfairness))
    candidate = next((candidate for candidate in ordered if session.can_be_loaded(candidate.edits)), None)
    if candidate is None:
        raise DataError("the game's own checks let no set of edits pass: widen what --vary or [repair] names")
    return candidate


def _judge_best(session: _Session, as_it_is: RepairResult) -> RepairResult:
    """The game as it is and with the best of the edits on deals of their own, judged once; then its printings."""
    candidates = session.candidates()
    best = _choose(session, candidates)
    searched = session.n_games
    session.announce("Judging it on fresh deals…")
    sets_of = {BEFORE_CHANGE: (), AFTER_CHANGE: best.edits}
    part = PRINTING_TIME if session.has_unknowns else 0.0
    seconds = max(session.seconds_left - (REPORT + part) * session.seconds, FINAL / 2 * session.seconds)
    scenarios = tuple(replace(session.edited(edits), name=name) for name, edits in sets_of.items())
    config = replace(session.config, scenario=scenarios, games=session.games_in(seconds, 2))
    try:
        final = session.play_config("final", replace(config, retune=session.request.retune))
    except Interrupted as error:
        return _answer_unjudged(session, as_it_is, error)
    result = replace(
        as_it_is,
        edits=best.edits,
        as_it_is=judge(final, session.goals, BEFORE_CHANGE, side_effects=False),
        judgement=judge(final, session.goals, AFTER_CHANGE, side_effects=True),
        shares=shares_of(final, session.goals),
        frontier=_frontier(candidates, best),
        decisions=lengths_of(final),
        games=final.parts[0].frames.games_played,
        searched=searched,
        unused=tuple(unused_abilities(final)),
    )
    if has_tuned(final):
        tuned = judge(final, session.goals, AFTER_CHANGE, side_effects=False, players="tuned")
        result = replace(result, tuned=tuned)
    return _with_printings(session, result, best) if session.has_unknowns else result


def _with_printings(session: _Session, result: RepairResult, best: Candidate) -> RepairResult:
    """In how many printings of the data that nobody knows the repair holds; without where somebody stops them."""
    session.announce(f"Playing {PRINTINGS} printings of it…")
    games = session.games_in(PRINTING_TIME * session.seconds, PRINTINGS + 1)
    edited = replace(session.edited(best.edits), name=AFTER_CHANGE)
    config = replace(session.config, scenario=(edited,), games=games)
    config = with_printings(config, {AFTER_CHANGE: PrintingTargets(PRINTINGS, games)})
    try:
        run = session.play_config("printings", config)
        sets_of = {str(number): best.edits for number in range(1, PRINTINGS + 1)}
        measurement = measure(run, session.goals, sets_of, by="printing").measurement
    except (Interrupted, DataError):  # or too few games
        return result
    printings = count_fair_printings(measurement, result.margin, seed=session.config.seed)
    return replace(result, printings=printings, printing_games=run.parts[0].frames.games_played)


def _answer_unjudged(session: _Session, as_it_is: RepairResult, stopped: Interrupted) -> RepairResult:
    """The best candidate so far, with what the search says of it."""
    candidates = session.candidates()
    best = _choose(session, candidates)
    judgement = predict(session.surface, session.measured[0], best.edits)
    shares = dict(as_it_is.shares)
    for goal, target, estimate in judgement.select("goal", "target", "estimate").iter_rows():
        shares[goal, target, AFTER_CHANGE] = (as_it_is.game.par or 0.0) + estimate
    return replace(
        as_it_is,
        edits=best.edits,
        judgement=judgement,
        shares=shares,
        frontier=_frontier(candidates, best),
        searched=session.n_games,
        stopped=stopped,
    )


def _frontier(candidates: Mapping[int, list[Candidate]], best: Candidate) -> tuple[Candidate, ...]:
    """For each number of edits the set nearest to fair, or the one chosen."""
    nearest = [listed[0] for size, listed in sorted(candidates.items()) if size and listed]
    return tuple(best if len(c.edits) == len(best.edits) else c for c in nearest)
