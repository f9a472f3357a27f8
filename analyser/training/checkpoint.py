"""What is kept of a training after every round of games: fit, looks and the best network so far; and its result."""

from __future__ import annotations

from dataclasses import asdict, dataclass, field
from typing import Any, ClassVar

from analyser.experiments.objective import StrategyGames
from analyser.experiments.parse import BOUNDS
from analyser.sessions import Checkpoint
from cext.fields import Integer, Real

__all__ = ["LOOK_TURNS", "ROUND", "Look", "Measured", "TrainingCheckpoint", "TrainingResult"]

LOOK_TURNS = 2  # that the search plays, at the looks on the way, before it asks the network
ROUND = 500  # games between two checkpoints


@dataclass(frozen=True, kw_only=True)
class Look:
    """How good the network is after a number of games, on deals from which it does not learn."""

    games: Integer
    error: Real  # mean squared error of the reward
    share: Real  # win share alone among the opponents
    low: Real  # 95 % interval
    high: Real


@dataclass(kw_only=True)
class TrainingCheckpoint(Checkpoint):
    """A training in progress."""

    KIND: ClassVar[str] = "training"
    VERSION: ClassVar[int] = 1
    UNIT: ClassVar[str] = "game"
    SETTINGS: ClassVar[tuple[str, ...]] = ("others",)

    others: tuple[str, ...]  # plans that play besides the plan and itself with noise
    rounds: Integer = 0  # done
    steps: Integer = 0  # of the fit
    fit: str = ""  # its state, in base 64
    leaf: str = ""  # the leaf of the look with the least error, in base 64
    looks: list[Look] = field(default_factory=list)

    @property
    def n_done(self) -> int:
        """Games that were learned from."""
        return self.rounds * ROUND

    def results(self) -> dict[str, Any]:
        """The fit, the best leaf, and the looks."""
        names = ("rounds", "steps", "fit", "leaf")
        return {**{name: getattr(self, name) for name in names}, "looks": [asdict(look) for look in self.looks]}

    def check(self) -> None:
        """ValueError unless the results fit the number of rounds."""
        if not BOUNDS["games"].holds(self.n_done or 1) or self.steps < 0:
            raise ValueError("a number of rounds that cannot be")
        if bool(self.rounds) != bool(self.fit and self.leaf and self.looks):
            raise ValueError("a fit, a leaf or a look is missing")
        if any(look.games > self.n_done for look in self.looks) or len(self.objective.players) != 1:
            raise ValueError("looks of another training")


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
