"""The values of all options of a game, and its largest mistakes: moves far below the best option."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import numpy as np

from analyser.explain.judging import Judge, judge_of_seat
from analyser.explain.options import valued

if TYPE_CHECKING:
    from analyser.replay.story import Story
    from cext.kernel.game import Position

__all__ = ["Mistake", "Reckoning", "reckoned"]

LISTED = 10  # mistakes of a game
SCREENED = 128  # games played out after each of two moves to see which pairs are looked at once more
CHECKED = 1024  # games played out then: their differences are what is told
SCREEN, CHECK = 0, 1  # two seeds for each decision, so that their games have nothing to do with each other


@dataclass(frozen=True)
class Mistake:
    """A move that the judge thinks worse than another."""

    ply: int
    seat: int  # from 1
    made: str  # in words
    better: str
    lost: float  # points, or percentage points of the win share
    unit: str
    low: float | None = None  # simultaneous 95 % interval of what was lost; None where it is exact
    high: float | None = None

    @property
    def sure(self) -> bool:
        """Whether it is no chance of the games played out."""
        return self.low is None or self.low > 0

    @property
    def words(self) -> str:
        """What was lost, with its interval, and whether chance may have made it."""
        if self.low is None or self.high is None:
            return f"{self.lost:.2f} {self.unit}"
        maybe = "" if self.sure else ", may be chance"
        return f"{self.lost:.1f} {self.unit} ({self.low:.1f} to {self.high:.1f}{maybe})".replace("-", "−")


@dataclass(frozen=True)
class Reckoning:
    """What judges say of a whole game."""

    judges: dict[int, Judge] = field(default_factory=dict)  # by seat, from 1
    silent: dict[int, str] = field(default_factory=dict)  # seats without values, from 1: why
    values: dict[int, list[float | None]] = field(default_factory=dict)  # by decision, of each legal move
    mistakes: tuple[Mistake, ...] = ()  # the largest first, those in win share before those in points


@dataclass(frozen=True)
class Suspect:
    """A decision whose move is not the judge's."""

    ply: int
    seat: int
    position: Position
    made: int
    better: int
    points: float  # between the values; of a search 0


def reckoned(story: Story, judge: Judge | None = None) -> Reckoning:
    """The values of all options by the judge, or by each player's own strategy, and the largest mistakes.

    A plan's values are exact. Those of a search are means of few games, and the best of many noisy values is too high:
    moves that differ from the search's are therefore played out anew, both with the same cards and draws, first a few
    games to choose the worst, then many to tell what they lost in win share. Intervals hold together for all told.
    Nothing is said of a record that cannot be played by the rules.
    """
    found = Reckoning()
    if not story.positions:
        return found
    game = story.positions[0].game
    for number, seat in enumerate(story.header["seats"], start=1):
        one = judge or judge_of_seat(seat["strategy"], game)
        if isinstance(one, str):
            found.silent[number] = one
        else:
            found.judges[number] = one
    suspects: list[Suspect] = []
    asked: dict[int, int] = {}
    seed, deal = story.header["seed"], story.header["deal"]
    for ply, (frame, position) in enumerate(zip(story.frames, story.positions, strict=False)):
        line = frame.next
        if line is None or len(legal := position.moves()) < 2:
            continue
        seat = line["seat"]
        index = asked[seat] = asked.get(seat, -1) + 1
        if (asking := found.judges.get(seat)) is None:
            continue
        best, values = valued(position, asking, seed=seed, deal=deal, index=index)
        found.values[ply] = values
        made = legal.index(game.words.parse(position, line["move"]))
        below, above = values[made], values[best]
        lost = above - below if asking.search is None and below is not None and above is not None else 0.0
        if made != best and (asking.search is not None or lost > 0):
            suspects.append(Suspect(ply, seat, position, legal[made], legal[best], lost))
    searched = [one for one in suspects if found.judges[one.seat].search is not None]
    weighed = sorted((one for one in suspects if found.judges[one.seat].search is None), key=lambda one: -one.points)
    mistakes = [
        *_played_out(searched, found.judges),
        *(_mistake(one, one.points, "points") for one in weighed[:LISTED]),
    ]
    return Reckoning(found.judges, found.silent, found.values, tuple(mistakes))


def _played_out(suspects: list[Suspect], judges: dict[int, Judge]) -> Iterator[Mistake]:
    """What the worst suspects lost in win share, by games that had no part in calling them so; the largest first."""
    from scipy.special import stdtrit  # t.ppf of scipy.stats, which takes 0.8 s to import

    def lost(one: Suspect, games: int, which: int) -> np.ndarray:
        search = judges[one.seat].search
        assert search is not None
        shares = search.win_shares(one.position, [one.better, one.made], games, seed=2 * one.ply + which)
        return np.asarray(100 * (shares[:, 0] - shares[:, 1]))

    screened = sorted(suspects, key=lambda one: -lost(one, SCREENED, SCREEN).mean())[:LISTED]
    wide = float(stdtrit(CHECKED - 1, 1 - 0.025 / max(1, len(screened))))
    found = []
    for one in screened:
        differences = lost(one, CHECKED, CHECK)
        mean, half = float(differences.mean()), wide * float(differences.std(ddof=1)) / CHECKED**0.5
        found.append(_mistake(one, mean, "pp", (mean - half, mean + half)))
    yield from sorted((one for one in found if one.lost > 0), key=lambda one: -one.lost)


def _mistake(one: Suspect, lost: float, unit: str, ends: tuple[float | None, float | None] = (None, None)) -> Mistake:
    words = one.position.game.words
    made, better = words.text(one.position, one.made), words.text(one.position, one.better)
    return Mistake(one.ply, one.seat, made, better, lost, unit, *ends)
