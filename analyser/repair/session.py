"""A repair: the game as it is, every single edit, sets of few edits, and one of them judged on deals of its own."""

from __future__ import annotations

import itertools
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import polars as pl
from msgspec import structs

from analyser.errors import DataError, Interrupted
from analyser.experiments.config import Config
from analyser.experiments.config_loader import load_experiment
from analyser.experiments.loading import default_strategies
from analyser.experiments.printings import PrintingTargets, with_printings
from analyser.experiments.repair import Variable, start_paths, variables_of
from analyser.experiments.whatif import AFTER_CHANGE, BEFORE_CHANGE
from analyser.repair.goals import (
    BOARDS,
    OPENINGS,
    PLAIN,
    SEATS,
    STRATEGIES,
    choose_goals,
    count_fair_printings,
    has_tuned,
    judge,
    largest_end,
    lengths_of,
    measure,
    predict,
    shares_of,
    shows_unfair,
    start_sets,
    unused_abilities,
)
from analyser.repair.runs import FINAL, PRINTING_TIME, Announce, RepairRequest, RepairRuns
from analyser.repair.search import Candidate, Edits
from analyser.runs.lifecycle import without_failing_plans
from analyser.runs.maintenance import new_folder
from analyser.runs.play import open_executor
from analyser.runs.tuned_players import check_plans
from cext.games import is_game
from reports.facts import GameFacts
from reports.run import Run

__all__ = ["FAIR", "NEAREST", "PRINTINGS", "PROBABLY_FAIR", "RepairResult", "repair_game"]

FAIR, PROBABLY_FAIR, NEAREST = WORDS = ("fair", "probably fair", "nearest")  # the surest first
LEAST_PRINTINGS = {FAIR: 19 / 20, PROBABLY_FAIR: 16 / 20}  # parts of all in which a word has to hold

# Parts of the time: the game as it is, every single edit, a round of sets, the report.
AS_IT_IS, SINGLES, ROUND, REPORT = 0.07, 0.28, 0.12, 0.06
PRINTINGS = 40  # of data that no rulebook states
SETS = (12, 6, 3, 3)  # of each round: the fewer, the more games of each
MAX_NUMBERS = 4_000  # single edits times targets, whose errors are one matrix


@dataclass(frozen=True)
class RepairResult:
    """What a repair comes to: distances and shares as fractions of games.

    edits: of the set that was judged, none where the game is fair already. as_it_is, judgement: as `judge` has it, of
    the game as it is and of the edited one, on the same deals. shares: of each target, by goal, target and scenario.
    frontier: for each number of edits from 1 the set nearest to fair. is_stopped: before the candidate was judged:
    judgement is then what its search predicts. is_cut: whether time was up before the rounds of sets were done. tuned:
    as judgement, by players tuned for the edited game. has_unknowns: whether the game has guessed data. printings: in
    how many of PRINTINGS of them all is within the margin, and between which numbers.
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
    is_stopped: bool = False
    is_cut: bool = False
    tuned: pl.DataFrame | None = None
    unused: tuple[str, ...] = ()  # abilities that hardly anybody uses any more
    has_unknowns: bool = False
    printings: tuple[float, int, int] | None = None
    printing_games: int = 0  # of each printing
    left_out: tuple[str, ...] = ()  # why plans of the game do not play, a sentence each

    @property
    def targets(self) -> pl.DataFrame:
        """The rows of the targets."""
        return self.judgement.filter(~pl.col("moves"))

    @property
    def largest(self) -> float:
        """How far from fair some target may be, at most."""
        return largest_end(self.targets)

    @property
    def word(self) -> str:
        """What may be said of all targets: FAIR or PROBABLY_FAIR, where the games show it and enough printings agree;
        else NEAREST."""
        return max(self.word_of_games, self.word_of_printings, key=WORDS.index)

    @property
    def word_of_games(self) -> str:
        """The word by chance in the deals alone: by the simultaneous intervals, at 95 % or at 80 %."""
        if self.is_stopped:
            return NEAREST
        if self.largest <= self.margin:
            return FAIR
        return PROBABLY_FAIR if largest_end(self.targets, "probable_end") <= self.margin else NEAREST

    @property
    def word_of_printings(self) -> str:
        """The most that the printings leave to be said; FAIR where none were played."""
        if self.printings is None:
            return FAIR
        part = self.printings[0] / PRINTINGS
        return next((word for word, needed in LEAST_PRINTINGS.items() if part >= needed), NEAREST)

    @property
    def is_fair(self) -> bool:
        """Whether all targets are shown to be within the margin."""
        return self.word == FAIR

    @property
    def is_unfair(self) -> bool:
        """Whether a target is shown to be further from fair than the margin."""
        return shows_unfair(self.targets, self.margin)


def repair_game(request: RepairRequest, announce: Announce = lambda words: None) -> RepairResult:
    """Search for the smallest change that makes a game fair, and judge it; announce: gets what is done, a few words.

    Raises what a run raises, and DataError where nothing may vary.
    """
    begin = time.monotonic()
    values = {**request.values, "retune": request.retune}
    values |= {"scenario": ({"name": BEFORE_CHANGE, "data": list(request.data)},)}
    if (
        request.goals
        and STRATEGIES in request.goals
        and "strategies" not in values
        and is_game(str(values.get("game")))
    ):
        values["strategies"] = default_strategies(str(values["game"]))  # who plays weakly on purpose is none of them
    kind = "repair-openings" if OPENINGS in (request.goals or ()) else "repair"
    experiment = load_experiment(kind, {key: value for key, value in values.items() if value is not None})
    config = replace(experiment.config, retune=None)
    game = experiment.simulators[0].prepared.game
    goals = choose_goals(request.goals, game, config.strategies)
    starts = dict.fromkeys(start_paths(game), False)
    starts |= dict.fromkeys(start_paths(game, boards=bool({BOARDS, PLAIN} & {*goals}), seats=SEATS in goals), True)
    variables = variables_of(config.game, config.scenarios[0], request.ranges, starts)
    if request.retune is not None:
        check_plans(config)
    if not {BOARDS, PLAIN} & {*goals} and game.other_boards and not game.shared and not config.boards:
        config = replace(config, boards=(list(game.boards)[game.plain],))  # as `balance` plays it
    folder = new_folder(request.out, config.game, f"repair-{config.players}p")
    with open_executor(config) as pool:
        tried, left_out = without_failing_plans(experiment, pool, announce)
        config = replace(config, strategies=tried.config.strategies)
        runs = RepairRuns(request, config, folder, pool, announce, variables, goals, begin=begin)
        runs.left_out = tuple(trial.sentence for trial in left_out)
        for sentence in runs.left_out:
            announce(sentence)
        try:
            return _search(runs, game)
        except (Interrupted, KeyboardInterrupt) as error:
            raise runs.stop() from error


def _search(runs: RepairRuns, game: GameFacts) -> RepairResult:
    """All stages of a repair, one after the other."""
    runs.announce("Playing the game as it is…")
    runs.play("trial", {BEFORE_CHANGE: ()}, 1.0)
    for name, part in (("before", AS_IT_IS), ("before-again", ROUND)):
        run = runs.play(name, {BEFORE_CHANGE: ()}, part * runs.seconds)
        runs.measured.append(measure(run, runs.goals, {BEFORE_CHANGE: ()}))
        as_it_is = _result_as_it_is(runs, game, run)
        if as_it_is.is_unfair:
            break
    else:
        if as_it_is.is_fair:  # of the second run, which was longer: one look at one set of deals
            return as_it_is
    try:
        _explore(runs, as_it_is, start_sets(run, runs.goals, runs.variables, runs.request.edits))
    except (Interrupted, KeyboardInterrupt):
        if not runs.measured[-1].measurement.sets[1:]:
            raise
        return _answer_unjudged(runs, as_it_is)
    return _judge_best(runs, as_it_is)


def _explore(runs: RepairRuns, as_it_is: RepairResult, first: Sequence[Edits]) -> None:
    """Play every single edit and these sets, then sets of few that may do, until one does for certain or time is up."""
    runs.announce("Checking which data may change…")
    single = [(number, step) for number, variable in enumerate(runs.variables) for step in variable.steps]
    runs.options = [option for option in single if runs.can_be_loaded((option,))]
    if not runs.options:
        raise DataError("the game's own checks let none of the data change: widen what --vary or [repair] names")
    nearest = {(number, step > 0): step for number, step in reversed(runs.options)}
    singles = sorted(((number, step),) for (number, _), step in nearest.items())
    n_targets = len(runs.measured[0].targets)
    if len(singles) * n_targets > MAX_NUMBERS:
        limit = MAX_NUMBERS // n_targets
        raise DataError(f"{len(singles)} single edits, at most {limit} can be played: name fewer data with --vary")
    runs.announce(f"Playing {len(singles)} single edits…")
    others = [edits for edits in first if edits not in singles and runs.can_be_loaded(edits)]
    runs.search("singles", [*singles, *others], min(SINGLES * runs.seconds, runs.seconds_left - runs.reserve))
    for number, n_sets in enumerate(SETS, 1):
        candidates = runs.candidates()
        seconds = min(ROUND * runs.seconds, runs.seconds_left - runs.reserve)
        sets = _promising(runs, candidates, n_sets)
        if not sets or _is_settled(candidates, as_it_is.margin):
            break
        if seconds < ROUND * runs.seconds / 3:
            runs.is_cut = True
            break
        runs.announce(f"Round {number}: playing {len(sets)} sets of edits…")
        runs.search(f"round-{number}", sets, seconds)
    _compare_nearest(runs)


def _compare_nearest(runs: RepairRuns) -> None:
    """Where no set is likely to do, play the nearest of each number of edits once more, by themselves: which is nearest
    is then told by games, not by a prediction."""
    candidates, seconds = runs.candidates(), min(ROUND * runs.seconds, runs.seconds_left - runs.reserve)
    best = _choose(runs, candidates)
    if best.unfairness <= runs.config.margin / 100 or seconds < ROUND * runs.seconds / 3:
        return
    sets = [candidate.edits for candidate in _frontier(runs, candidates, best)]
    runs.announce(f"Playing the {len(sets)} nearest sets of edits…")
    runs.search("nearest", [edits for edits in sets if runs.can_be_loaded(edits)], seconds)


def _result_as_it_is(runs: RepairRuns, game: GameFacts, run: Run) -> RepairResult:
    """What is said of the game without any edit."""
    judgement = judge(run, runs.goals, BEFORE_CHANGE, side_effects=False)
    return RepairResult(
        config=runs.config,
        game=game,
        goals=runs.goals,
        margin=runs.config.margin / 100,
        folder=runs.folder,
        variables=tuple(runs.variables),
        has_unknowns=runs.has_unknowns,
        edits=(),
        as_it_is=judgement,
        judgement=judgement,
        shares=shares_of(run, runs.goals),
        frontier=(),
        decisions=lengths_of(run),
        games=run.scenarios[0].games_played,
        searched=runs.n_games,
        left_out=runs.left_out,
    )


def _promising(runs: RepairRuns, candidates: Mapping[int, list[Candidate]], n_sets: int) -> list[Edits]:
    """The sets that are played next: of each number of edits that may do those nearest to fair, of one that cannot the
    nearest alone; none larger than one that does for certain. What cannot be loaded is left out for good."""
    margin, sets = runs.config.margin / 100, list[Edits]()
    sizes = [size for size in sorted(candidates) if size and candidates[size]]
    certain = next((size for size in sizes if any(c.high <= margin for c in candidates[size])), max(sizes, default=0))
    sizes = [size for size in sizes if size <= certain]
    hopeful = [size for size in sizes if min(c.low for c in candidates[size]) <= margin] or sizes[-1:]
    each = max(1, (n_sets - (len(sizes) - len(hopeful))) // max(1, len(hopeful)))
    for size in sizes:
        n = each if size in hopeful else 1
        for candidate in _by_turns(candidates[size], [c for c in candidates[size] if not runs.n_guesses(c)]):
            if n and runs.can_be_loaded(candidate.edits):
                sets.append(candidate.edits)
                n -= 1
            elif n:
                runs.excluded.add(candidate.edits)
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


def _choose(runs: RepairRuns, candidates: Mapping[int, list[Candidate]]) -> Candidate:
    """The first in rank of the sets that are within the margin for certain, or of the fewest edits that are likely to
    be that which is likeliest; else the nearest to fair of those that were played, of about equal ones that of fewer
    edits."""
    margin = runs.config.margin / 100
    sets = [candidate for size, listed in candidates.items() if size for candidate in listed]
    sets = [candidate for candidate in sets if candidate.edits not in runs.excluded]
    certain = [candidate for candidate in sets if candidate.high <= margin]
    likely = [candidate for candidate in sets if candidate.unfairness <= margin]
    ordered = sorted(certain, key=runs.rank)
    ordered += sorted(likely, key=lambda candidate: (len(candidate.edits), candidate.high))
    ordered += _nearest_first(runs, sets, key=lambda c: (round(4 * c.unfairness / margin), len(c.edits), c.unfairness))
    candidate = next((candidate for candidate in ordered if runs.can_be_loaded(candidate.edits)), None)
    if candidate is None:
        raise DataError("the game's own checks let no set of edits pass: widen what --vary or [repair] names")
    return candidate


def _judge_best(runs: RepairRuns, as_it_is: RepairResult) -> RepairResult:
    """The game as it is and with the best of the edits on deals of their own, judged once; then its printings."""
    candidates = runs.candidates()
    best = _choose(runs, candidates)
    searched = runs.n_games
    runs.announce("Judging it on fresh deals…")
    sets_of = {BEFORE_CHANGE: (), AFTER_CHANGE: best.edits}
    part = PRINTING_TIME if runs.has_unknowns else 0.0
    seconds = max(runs.seconds_left - (REPORT + part) * runs.seconds, FINAL / 2 * runs.seconds)
    scenarios = tuple(structs.replace(runs.edited(edits), name=name) for name, edits in sets_of.items())
    config = replace(runs.config, scenario=scenarios, games=runs.games_in(seconds, 2))
    try:
        final = runs.play_config("final", replace(config, retune=runs.request.retune))
    except (Interrupted, KeyboardInterrupt):
        return _answer_unjudged(runs, as_it_is)
    result = replace(
        as_it_is,
        edits=best.edits,
        is_cut=runs.is_cut,
        as_it_is=judge(final, runs.goals, BEFORE_CHANGE, side_effects=False),
        judgement=judge(final, runs.goals, AFTER_CHANGE, side_effects=True),
        shares=shares_of(final, runs.goals),
        frontier=_frontier(runs, candidates, best),
        decisions=lengths_of(final),
        games=final.scenarios[0].games_played,
        searched=searched,
        unused=tuple(unused_abilities(final)),
    )
    if has_tuned(final):
        tuned = judge(final, runs.goals, AFTER_CHANGE, side_effects=False, players="tuned")
        result = replace(result, tuned=tuned)
    return _with_printings(runs, result, best) if runs.has_unknowns else result


def _with_printings(runs: RepairRuns, result: RepairResult, best: Candidate) -> RepairResult:
    """In how many printings of the data that nobody knows the repair holds; without where somebody stops them."""
    runs.announce(f"Playing {PRINTINGS} printings of it…")
    games = runs.games_in(PRINTING_TIME * runs.seconds, PRINTINGS + 1)
    edited = structs.replace(runs.edited(best.edits), name=AFTER_CHANGE)
    config = replace(runs.config, scenario=(edited,), games=games)
    config = with_printings(config, {AFTER_CHANGE: PrintingTargets(PRINTINGS, games)})
    try:
        run = runs.play_config("printings", config)
        sets_of = {str(number): best.edits for number in range(1, PRINTINGS + 1)}
        measurement = measure(run, runs.goals, sets_of, by="printing").measurement
    except (Interrupted, KeyboardInterrupt, DataError):  # or too few games
        return result
    printings = count_fair_printings(measurement, result.margin, seed=runs.config.seed)
    return replace(result, printings=printings, printing_games=run.scenarios[0].games_played)


def _answer_unjudged(runs: RepairRuns, as_it_is: RepairResult) -> RepairResult:
    """The best candidate so far, with what the search says of it."""
    candidates = runs.candidates()
    best = _choose(runs, candidates)
    judgement = predict(runs.surface, runs.measured[0], best.edits)
    shares = dict(as_it_is.shares)
    for goal, target, estimate in judgement.select("goal", "target", "estimate").iter_rows():
        shares[goal, target, AFTER_CHANGE] = (as_it_is.game.par or 0.0) + estimate
    return replace(
        as_it_is,
        edits=best.edits,
        judgement=judgement,
        shares=shares,
        frontier=_frontier(runs, candidates, best),
        searched=runs.n_games,
        is_stopped=True,
    )


def _nearest_first(
    runs: RepairRuns, sets: Sequence[Candidate], key: Callable[[Candidate], Any] = lambda c: c.unfairness
) -> list[Candidate]:
    """The sets that were played, the nearest to fair first, then those of which there is a prediction alone."""
    played_sets = runs.played_sets
    return sorted(sets, key=lambda candidate: (candidate.edits not in played_sets, key(candidate)))


def _frontier(runs: RepairRuns, candidates: Mapping[int, list[Candidate]], best: Candidate) -> tuple[Candidate, ...]:
    """For each number of edits the set nearest to fair of those that were played, or the one chosen."""
    nearest = [_nearest_first(runs, listed)[0] for size, listed in sorted(candidates.items()) if size and listed]
    return tuple(best if len(c.edits) == len(best.edits) else c for c in nearest)
