"""What a training came to, and how strong its player is."""

from __future__ import annotations

from dataclasses import dataclass

from analyser.experiments.objective import StrategyGames
from analyser.training.checkpoint import Look

__all__ = ["LOOK_TURNS", "Measured", "TrainingResult"]

LOOK_TURNS = 2  # that the search plays, at the looks on the way, before it asks the network


@dataclass(frozen=True)
class Measured:
    """A player measured alone among the opponents."""

    strategy: str
    games: int
    share: float
    low: float  # 95 % interval
    high: float
    microseconds: float  # processor time of a decision

    @classmethod
    def of(cls, strategy: str, games: StrategyGames) -> Measured:
        """From its games."""
        return cls(strategy, len(games.share), float(games.share.mean()), *games.limits, games.microseconds)


@dataclass(frozen=True)
class TrainingResult:
    """What a training came to."""

    games: int  # learned from
    seconds: float
    by_time: bool  # the time ended it
    turns: int
    error: float  # of the reward on fresh games
    error_of_mean: float  # the same of one who foresees nothing
    n_bytes: int
    player: Measured
    plain: Measured  # the search without a leaf, of about the same time
    looks: tuple[Look, ...]
    cannot: str
