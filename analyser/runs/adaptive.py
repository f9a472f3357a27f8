"""Stages of a run: what is missing is played, and then what the games so far ask for: up to the next look, until all is
decided; players tuned for each side of a change; and printings, as many as tell enough."""

from __future__ import annotations

import math
from collections.abc import Callable
from concurrent.futures import Executor
from contextlib import ExitStack
from dataclasses import replace
from typing import TYPE_CHECKING

from analyser.experiments.printings import (
    AUTO,
    FIRST_GAMES,
    MAX_PRINTINGS,
    PrintingTargets,
    group_names,
    requested_printings,
    with_printings,
)
from analyser.runs.lifecycle import replan_run
from analyser.runs.lock import lock_run
from analyser.runs.play import ProgressCallback, open_executor, play_run
from analyser.runs.run_facts import frames_of, printings_of
from analyser.runs.store import RunDirectory
from analyser.runs.tuned_players import Tell, tune_players

if TYPE_CHECKING:
    from analyser.experiments.config import Config
    from analyser.experiments.experiment import Job
    from analyser.runs.manifest import ScenarioEntry
    from reports.frames import ScenarioRun
    from reports.questions.base import Question
    from reports.stats.random_effects import Spread

__all__ = ["following", "play_adaptively"]

BUDGET = 4  # times the games of a scenario itself that all its printings may take


def play_adaptively(
    run: RunDirectory,
    job: Job,
    *,
    watch: ProgressCallback | None = None,
    grown: Callable[[RunDirectory], None] = lambda run: None,
    tell: Tell = lambda line: None,
    pool: Executor | None = None,
) -> None:
    """Play what is missing of a run and what its games then ask for; grown: called whenever printings are planned;
    tell: receives a line for each player that is tuned.

    pool: who plays, as play_run() takes it. Raises what play_run raises.
    """
    with lock_run(run.path), ExitStack() as until_played:
        if pool is None and (job.config.until is not None or job.config.retune is not None):
            pool = until_played.enter_context(open_executor(job.config))
        while True:
            play_run(run, job, watch=watch, pool=pool)
            if open_ones := _look_at_scenarios(run, job):
                job = replan_run(run, job.config, look=open_ones)
                continue
            if (config := tune_players(run, job.config, tell, pool)) is not None:
                job = replan_run(run, config)
                continue
            config = next_config(run, job.config)
            if config is None:
                return
            job = replan_run(run, config)
            grown(run)


def _look_at_scenarios(run: RunDirectory, job: Job) -> list[str]:
    """A look at every scenario of a run that goes on until it is decided, noted; those that need more games."""
    if job.config.until is None:
        return []
    from analyser.runs.changes import change_frames
    from reports.ask import QUESTIONS

    question, entries = QUESTIONS[job.config.design], run.manifest.main_scenarios
    for entry in entries:
        if entry.games not in entry.looks:
            entry.looks.append(entry.games)
    run.save()
    open_entries = [entry for entry in entries if entry.games < entry.most]
    if question.is_joint:
        is_open = bool(open_entries) and _undecided(question, change_frames(run))
        return [entry.name for entry in open_entries] if is_open else []
    each = ((entry, frames_of(run, entry)) for entry in open_entries)
    return [entry.name for entry, frames in each if _undecided(question, frames)]


def _undecided(question: Question, frames: ScenarioRun) -> bool:
    """Whether more games are waited for: a comparison has no word yet, or nothing could be compared."""
    from reports.questions.stopping import waits_for_games

    frames = replace(frames, error_parts=question.error_parts(frames.game))
    verdicts = [] if question.idle_reason(frames) else question.interim_verdicts(frames)[1]
    return not verdicts or any(waits_for_games(verdict) for verdict in verdicts)


# -- printings ---------------------------------------------------------------------------------------------------------


def next_config(run: RunDirectory, config: Config) -> Config | None:
    """The next stage of play, until printings are informative enough; None where they are, and where they are too few
    to say how far others may differ."""
    if config.printings is None:
        return None
    from reports.ask import QUESTIONS
    from reports.estimators.printings import MIN_SPREAD

    number = requested_printings(config.printings)
    if config.design not in QUESTIONS or (number is not None and number < MIN_SPREAD):
        return None
    stages = {
        entry.name: stage for entry in run.manifest.main_scenarios if (stage := _next(run, entry, config)) is not None
    }
    return with_printings(config, stages) if stages else None


def _next(run: RunDirectory, entry: ScenarioEntry, config: Config) -> PrintingTargets | None:
    """The next stage of a scenario's printings."""
    from reports.ask import QUESTIONS
    from reports.estimators.printings import effects_by_subject, effects_of_printings
    from reports.first_screen import coarse

    printings = printings_of(run, entry)
    if printings is None:
        return None
    judge = QUESTIONS[config.design].measuring(entry.facts)
    effects = effects_by_subject(effects_of_printings(printings, judge))
    if not effects:
        return None
    varied = [each for each in run.manifest.scenarios if each.of == entry.name and each.printing is not None]
    now = PrintingTargets(
        len(printings.by_number),
        max(scenario.games for scenario in varied if isinstance(scenario.printing, int)),
        len({exchange.number for exchange in printings.swapped}),
        max((scenario.games for scenario in varied if isinstance(scenario.printing, dict)), default=0),
    )
    widest = max((effects[subject].spread for subject in coarse(effects)), key=lambda spread: spread.sd)
    several = len(group_names(config.game, entry.components)) > 1
    return following(now, widest, games=entry.games, auto=config.printings == AUTO, exchange=several)


def following(
    now: PrintingTargets, spread: Spread, *, games: int, auto: bool, exchange: bool
) -> PrintingTargets | None:
    """The next stage of printings after those played so far; None where they are informative enough.

    First their noise is made small against how far they differ, within BUDGET times the games of what they vary, and
    groups are exchanged; then, with --printings auto, more are drawn until their sd is known to PRECISE.
    spread: of the effect that varies most.
    """
    from reports.stats.random_effects import PRECISE, games_of_each, printings_needed

    if now.games <= 2 * FIRST_GAMES and not now.n_swapped:
        quiet = math.ceil(min(games_of_each(spread.sd, spread.noise, now.games), BUDGET * games // now.printings))
        each = max(now.games, quiet)
        noise = spread.noise * math.sqrt(now.games / each)
        needed = math.ceil(min(printings_needed(spread.sd, noise), MAX_PRINTINGS)) if auto and spread.sd else 0
        number = max(now.printings, needed)
        rows = 2 ** int(math.log2(number / 2)) if exchange and spread.sd else 0
        after = PrintingTargets(number, each, rows, min(now.games, each) if rows else 0)
        return after if after != now else None
    if auto and spread.sd and spread.relative_error > PRECISE and now.printings < MAX_PRINTINGS:
        needed = math.ceil(min(printings_needed(spread.sd, spread.noise), MAX_PRINTINGS))
        return replace(now, printings=max(now.printings + 1, needed))
    return None
