"""The values of all options of a game, and its largest mistakes: moves far below the best option."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass, field
from functools import partial
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from analyser.replay.explain import Judge, judge_named, judge_of_seat, option_values
from analyser.runs.executors import InlineExecutor

if TYPE_CHECKING:
    from analyser.replay.timeline import Timeline
    from cext.kernel.game import Position

__all__ = ["GameAnalysis", "Mistake", "analyse_game"]

MAX_MISTAKES = 10  # mistakes of a game
SCREEN_GAMES = 128  # games played out after each of two moves to see which pairs are looked at once more
CHECK_GAMES = 1024  # games played out then: their differences are what is reported
CHUNK = 8  # decisions of a task
SCREEN, CHECK = 0, 1  # two seeds for each decision, so that their games have nothing to do with each other


Floats = npt.NDArray[np.float64]


@dataclass(frozen=True)
class Mistake:
    """A move that the judge thinks worse than another."""

    ply: int
    seat: int  # from 1
    move: str  # in words
    better: str
    lost: float  # points, or percentage points of the win share
    unit: str
    low: float | None = None  # simultaneous 95 % interval of what was lost; None where it is exact
    high: float | None = None

    @property
    def is_sure(self) -> bool:
        """Whether it is no chance of the games played out."""
        return self.low is None or self.low > 0

    @property
    def words(self) -> str:
        """What was lost, with its interval, and whether chance may have made it."""
        if self.low is None or self.high is None:
            return f"{self.lost:.2f} {self.unit}"
        maybe = "" if self.is_sure else ", may be chance"
        return f"{self.lost:.1f} {self.unit} ({self.low:.1f} to {self.high:.1f}{maybe})".replace("-", "−")


@dataclass(frozen=True)
class GameAnalysis:
    """What judges say of a whole game."""

    judges: dict[int, Judge] = field(default_factory=dict)  # by seat, from 1
    silent: dict[int, str] = field(default_factory=dict)  # seats without values, from 1: why
    values: dict[int, list[float | None]] = field(default_factory=dict)  # by decision, of each legal move
    mistakes: tuple[Mistake, ...] = ()  # the largest first, those in win share before those in points


@dataclass(frozen=True)
class Decision:
    """A decision with a choice that a judge values."""

    ply: int
    seat: int  # from 1
    index: int  # of the seat's decisions with a choice, from 0
    position: Position
    chosen_index: int  # of the move that was made, among the legal ones


@dataclass(frozen=True)
class JudgedDecision:
    """What a judge says of a decision."""

    best: int  # place of the move it would make
    values: list[float | None]  # of each legal move
    points: float  # of a plan: by how much the best is above the move that was made; of a search 0
    share: float  # of a search: what a few games say that was lost, percentage points; of a plan 0


def analyse_game(timeline: Timeline, judge: Judge | None = None, executor: Executor | None = None) -> GameAnalysis:
    """The values of all options by the judge, or by each player's own strategy, and the largest mistakes.

    A plan's values are exact. Those of a search are means of few games, and the best of many noisy values is too high:
    moves that differ from the search's are therefore played out anew, both with the same cards and draws, first a few
    games to choose the worst, then many to tell what they lost in win share. Intervals hold together for all told.
    Nothing is said of a record that cannot be played by the rules. executor: who does the work, None: this process; the
    answer is the same.
    """
    analysis = GameAnalysis()
    if not timeline.positions:
        return analysis
    game = timeline.positions[0].game
    for number, seat in enumerate(timeline.header["seats"], start=1):
        judge_or_reason = judge or judge_of_seat(seat["strategy"], game)
        if isinstance(judge_or_reason, str):
            analysis.silent[number] = judge_or_reason
        else:
            analysis.judges[number] = judge_or_reason
    executor = executor or InlineExecutor()
    decisions = [decision for decision in _decisions(timeline) if decision.seat in analysis.judges]
    names = {seat: each.name for seat, each in analysis.judges.items()}
    work = partial(_judge_decisions, names, timeline.header["seed"], timeline.header["deal"])
    chunks = [decisions[begin : begin + CHUNK] for begin in range(0, len(decisions), CHUNK)]
    verdicts = [each for chunk in executor.map(work, chunks) for each in chunk]
    searched: list[tuple[float, Decision, int]] = []  # what was lost by a first look, the decision, the better move
    weighed: list[tuple[float, Decision, int]] = []
    for decision, verdict in zip(decisions, verdicts, strict=True):
        analysis.values[decision.ply] = verdict.values
        better = decision.position.moves()[verdict.best]
        if analysis.judges[decision.seat].search is None:
            weighed += [(verdict.points, decision, better)] * (verdict.points > 0)
        else:
            searched += [(verdict.share, decision, better)] * (verdict.best != decision.chosen_index)
    mistakes = [
        *_win_share_mistakes(_largest(searched), names, executor),
        *(_describe(decision, better, points, "points") for points, decision, better in _largest(weighed)),
    ]
    return GameAnalysis(analysis.judges, analysis.silent, analysis.values, tuple(mistakes))


def _decisions(timeline: Timeline) -> Iterator[Decision]:
    """The decisions of a game that leave a choice."""
    n_decisions: Counter[int] = Counter()
    for moment, position in zip(timeline.moments, timeline.positions, strict=False):
        line = moment.next
        if line is None or len(legal := position.moves()) < 2:
            continue
        seat = line["seat"]
        chosen_index = legal.index(position.game.words.parse(position, line["move"]))
        yield Decision(moment.ply, seat, n_decisions[seat], position, chosen_index)
        n_decisions[seat] += 1


def _judge_decisions(
    names: Mapping[int, str], seed: int, deal: int, decisions: Sequence[Decision]
) -> list[JudgedDecision]:
    """What the judges of these names, by seat, say of decisions; in this process or another."""
    judges = {
        name: judge_named(name, decisions[0].position.game) for name in {names[decision.seat] for decision in decisions}
    }
    return [_judge_decision(judges[names[decision.seat]], seed, deal, decision) for decision in decisions]


def _judge_decision(judge: Judge, seed: int, deal: int, decision: Decision) -> JudgedDecision:
    best, values = option_values(decision.position, judge, seed=seed, deal=deal, index=decision.index)
    below, above = values[decision.chosen_index], values[best]
    points = share = 0.0
    if judge.search is None:
        points = above - below if below is not None and above is not None else 0.0
    elif best != decision.chosen_index:
        better = decision.position.moves()[best]
        share = float(_losses(judge, decision, better, SCREEN_GAMES, SCREEN).mean())
    return JudgedDecision(best, values, points, share)


def _losses(judge: Judge, decision: Decision, better: int, games: int, which: int) -> Floats:
    """What the move of a decision lost in each of so many games played out after it and after a better one, in
    percentage points of the win share."""
    assert judge.search is not None
    moves = [better, decision.position.moves()[decision.chosen_index]]
    shares = judge.search.win_shares(decision.position, moves, games, seed=2 * decision.ply + which)
    return np.asarray(100 * (shares[:, 0] - shares[:, 1]))


def _check_loss(names: Mapping[int, str], candidate: tuple[float, Decision, int]) -> Floats:
    """The losses in the games that are reported; in this process or another."""
    _, decision, better = candidate
    judge = judge_named(names[decision.seat], decision.position.game)
    return _losses(judge, decision, better, CHECK_GAMES, CHECK)


def _largest(candidates: list[tuple[float, Decision, int]]) -> list[tuple[float, Decision, int]]:
    return sorted(candidates, key=lambda candidate: -candidate[0])[:MAX_MISTAKES]


def _win_share_mistakes(
    candidates: list[tuple[float, Decision, int]], names: Mapping[int, str], executor: Executor
) -> Iterator[Mistake]:
    """What the worst moves lost in win share, by games that had no part in calling them so; the largest first."""
    from scipy.special import stdtrit  # t.ppf of scipy.stats, which takes 0.8 s to import

    wide = float(stdtrit(CHECK_GAMES - 1, 1 - 0.025 / max(1, len(candidates))))
    mistakes = []
    for (_, decision, better), losses in zip(
        candidates, executor.map(partial(_check_loss, names), candidates), strict=True
    ):
        mean, half = float(losses.mean()), wide * float(losses.std(ddof=1)) / CHECK_GAMES**0.5
        mistakes.append(_describe(decision, better, mean, "pp", (mean - half, mean + half)))
    yield from sorted((mistake for mistake in mistakes if mistake.lost > 0), key=lambda mistake: -mistake.lost)


def _describe(
    decision: Decision, better: int, lost: float, unit: str, ends: tuple[float | None, float | None] = (None, None)
) -> Mistake:
    position = decision.position
    move_text, better_text = (
        position.game.words.text(position, move) for move in (position.moves()[decision.chosen_index], better)
    )
    return Mistake(decision.ply, decision.seat, move_text, better_text, lost, unit, *ends)
