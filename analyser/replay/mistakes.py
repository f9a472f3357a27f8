"""The values of all options of a game, and its largest mistakes: moves far below the best option."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import numpy as np

from analyser.replay.explain import Judge, judge_of_seat, option_values

if TYPE_CHECKING:
    from analyser.replay.timeline import Timeline
    from cext.kernel.game import Position

__all__ = ["GameAnalysis", "Mistake", "analyse_game"]

MAX_MISTAKES = 10  # mistakes of a game
SCREEN_GAMES = 128  # games played out after each of two moves to see which pairs are looked at once more
CHECK_GAMES = 1024  # games played out then: their differences are what is reported
SCREEN, CHECK = 0, 1  # two seeds for each decision, so that their games have nothing to do with each other


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
class MistakeCandidate:
    """A decision whose move is not the judge's."""

    ply: int
    seat: int
    position: Position
    move: int
    better: int
    points: float  # between the values; of a search 0


def analyse_game(timeline: Timeline, judge: Judge | None = None) -> GameAnalysis:
    """The values of all options by the judge, or by each player's own strategy, and the largest mistakes.

    A plan's values are exact. Those of a search are means of few games, and the best of many noisy values is too high:
    moves that differ from the search's are therefore played out anew, both with the same cards and draws, first a few
    games to choose the worst, then many to tell what they lost in win share. Intervals hold together for all told.
    Nothing is said of a record that cannot be played by the rules.
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
    suspects: list[MistakeCandidate] = []
    n_decisions: dict[int, int] = {}
    seed, deal = timeline.header["seed"], timeline.header["deal"]
    for ply, (moment, position) in enumerate(zip(timeline.moments, timeline.positions, strict=False)):
        line = moment.next
        if line is None or len(legal := position.moves()) < 2:
            continue
        seat = line["seat"]
        index = n_decisions[seat] = n_decisions.get(seat, -1) + 1
        if (own_judge := analysis.judges.get(seat)) is None:
            continue
        best, values = option_values(position, own_judge, seed=seed, deal=deal, index=index)
        analysis.values[ply] = values
        chosen_index = legal.index(game.words.parse(position, line["move"]))
        below, above = values[chosen_index], values[best]
        lost = above - below if own_judge.search is None and below is not None and above is not None else 0.0
        if chosen_index != best and (own_judge.search is not None or lost > 0):
            suspects.append(MistakeCandidate(ply, seat, position, legal[chosen_index], legal[best], lost))
    searched = [suspect for suspect in suspects if analysis.judges[suspect.seat].search is not None]
    weighed = sorted(
        (suspect for suspect in suspects if analysis.judges[suspect.seat].search is None),
        key=lambda suspect: -suspect.points,
    )
    mistakes = [
        *_win_share_mistakes(searched, analysis.judges),
        *(_describe(suspect, suspect.points, "points") for suspect in weighed[:MAX_MISTAKES]),
    ]
    return GameAnalysis(analysis.judges, analysis.silent, analysis.values, tuple(mistakes))


def _win_share_mistakes(suspects: list[MistakeCandidate], judges: dict[int, Judge]) -> Iterator[Mistake]:
    """What the worst suspects lost in win share, by games that had no part in calling them so; the largest first."""
    from scipy.special import stdtrit  # t.ppf of scipy.stats, which takes 0.8 s to import

    def lost(suspect: MistakeCandidate, games: int, which: int) -> np.ndarray:
        search = judges[suspect.seat].search
        assert search is not None
        shares = search.win_shares(
            suspect.position, [suspect.better, suspect.move], games, seed=2 * suspect.ply + which
        )
        return np.asarray(100 * (shares[:, 0] - shares[:, 1]))

    screened = sorted(suspects, key=lambda suspect: -lost(suspect, SCREEN_GAMES, SCREEN).mean())[:MAX_MISTAKES]
    wide = float(stdtrit(CHECK_GAMES - 1, 1 - 0.025 / max(1, len(screened))))
    mistakes = []
    for suspect in screened:
        differences = lost(suspect, CHECK_GAMES, CHECK)
        mean, half = float(differences.mean()), wide * float(differences.std(ddof=1)) / CHECK_GAMES**0.5
        mistakes.append(_describe(suspect, mean, "pp", (mean - half, mean + half)))
    yield from sorted((mistake for mistake in mistakes if mistake.lost > 0), key=lambda mistake: -mistake.lost)


def _describe(
    suspect: MistakeCandidate, lost: float, unit: str, ends: tuple[float | None, float | None] = (None, None)
) -> Mistake:
    words = suspect.position.game.words
    move, better = words.text(suspect.position, suspect.move), words.text(suspect.position, suspect.better)
    return Mistake(suspect.ply, suspect.seat, move, better, lost, unit, *ends)
