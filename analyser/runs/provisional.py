"""What a run says while it is played: the first screens of the games finished so far."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from analyser.runs.answer import differing, scenario_label
from analyser.runs.changes import change_frames
from analyser.runs.printings import frames_of
from analyser.runs.run_facts import run_facts
from analyser.runs.store import RunDirectory
from reports.answer import FirstScreen
from reports.ask import QUESTIONS
from reports.facts_parser import parse_facts
from reports.first_screen import comparable, screen_of
from reports.frames import RunFrames
from reports.questions.base import Question
from reports.stats.sequential import LiveLooks

__all__ = ["provisional_screens"]

LOOKS = LiveLooks((), 0, 0)
OF_OWN = "balance"  # what is asked of an experiment of one's own


def provisional_screens(run: RunDirectory) -> list[tuple[str, str, FirstScreen]]:
    """The label ("" of a single one), what is asked, and the first screen of each scenario of which games are finished
    and something can be said; its intervals hold at all times together, however often they are looked at.

    Raises what a question raises of games that are too few.
    """
    question = QUESTIONS.get(run.manifest.config["design"], QUESTIONS[OF_OWN])
    return list(_together(run, question) if question.is_joint else _each(run, question))


def _each(run: RunDirectory, question: Question) -> Iterator[tuple[str, str, FirstScreen]]:
    manifest = run.manifest
    by = differing(manifest)
    for entry in manifest.main_scenarios:
        if manifest.games_done_in(entry.name):
            game = parse_facts(manifest.base_scenario(entry).game)
            frames = frames_of(run, game, entry)
            if screen := _screen(question, frames):
                title = f"{run_facts(manifest, entry).title_of(game)} · {game.players} players"
                label = scenario_label(entry, game, by) if len(manifest.main_scenarios) > 1 else ""
                yield label, f"{title} · {question.asks(game)}", screen


def _together(run: RunDirectory, question: Question) -> Iterator[tuple[str, str, FirstScreen]]:
    manifest = run.manifest
    if all(manifest.games_done_in(entry.name) for entry in manifest.main_scenarios):
        frames = change_frames(run)
        if screen := _screen(question, frames):
            title = replace(run_facts(manifest, manifest.main_scenarios[0]), scenarios=()).title_of(frames.game)
            yield "", f"{title} · {frames.players} players · {question.asks(frames.game)}", screen


def _screen(question: Question, frames: RunFrames) -> FirstScreen | None:
    """The first screen of the verdicts, held against what the first of them are, without what to change; None where
    there is nothing to say."""
    frames = replace(frames, looks=LOOKS, error_parts=question.error_parts(frames.game), _results={})
    if question.idle_reason(frames):
        return None
    verdicts = comparable(question.interim_verdicts(frames)[1])
    has_numbers = any(verdict.effect is not None for verdict in verdicts)
    screen = screen_of(verdicts, frames) if has_numbers else FirstScreen("", "")
    if question.screen_of and (has_numbers or frames.par is None):
        screen = replace(question.screen_of(frames, screen), change=None)
    return screen if screen.finding else None
