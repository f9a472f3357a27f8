"""Stages of a run: what is missing is played, and then what the games so far ask for: up to the next look, until all is
decided; players tuned for each side of a change; and printings."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Executor
from contextlib import ExitStack
from dataclasses import replace
from typing import TYPE_CHECKING

from analyser.runs.lifecycle import replan_run
from analyser.runs.lock import lock_run
from analyser.runs.play import ProgressCallback, open_executor, play_run
from analyser.runs.printings import next_config
from analyser.runs.run_facts import frames_of
from analyser.runs.store import RunDirectory
from analyser.runs.tuned_players import Tell, tune_players

if TYPE_CHECKING:
    from analyser.experiments.experiment import Job
    from reports.frames import RunFrames
    from reports.questions.base import Question

__all__ = ["play_adaptively"]


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
    tell: is told of players that are tuned, a line each.

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
    """A look at every scenario of a run that goes on until it is decided, noted; those to be gone on with."""
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


def _undecided(question: Question, frames: RunFrames) -> bool:
    """Whether more games are waited for: a comparison has no word yet, or nothing could be compared."""
    from reports.questions.stopping import waits_for_games

    frames = replace(frames, error_parts=question.error_parts(frames.game))
    verdicts = [] if question.idle_reason(frames) else question.interim_verdicts(frames)[1]
    return not verdicts or any(waits_for_games(verdict) for verdict in verdicts)
