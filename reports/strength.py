"""How strong those who played are: measured shares against players at random and of a search player, told in words."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any

__all__ = ["Elo", "Share", "Strength", "Table"]


@dataclass(frozen=True)
class Share:
    """A measured win share, a fraction, with its 95 % interval and the games it rests on."""

    share: float
    low: float
    high: float
    games: int

    @property
    def words(self) -> str:
        """As it is printed."""
        return f"{_percent(self.share)} % ({_percent(self.low)} to {_percent(self.high)} %; n {self.games:,})"


@dataclass(frozen=True)
class Elo:
    """A measured rating with its simultaneous 95 % interval; 0 is the mean strength of all that were measured together,
    by a tournament of so many games."""

    elo: float
    low: float
    high: float
    games: int

    @property
    def words(self) -> str:
        """As it is printed: the number, and half of its interval."""
        return f"{self.elo:+.0f} ±{(self.high - self.low) / 2:.0f}".replace("-", "−")


@dataclass(frozen=True)
class Strength:
    """What is known of a strategy; None: not measured."""

    strategy: str
    learner: bool = False  # plays weakly on purpose
    random: Share | None = None  # its own share, alone among players at random
    search: Share | None = None  # the search player's share, alone among players of this strategy
    elo: Elo | None = None  # among the levels and plans of the game


@dataclass(frozen=True)
class Table:
    """The strategies of a run at a table of so many players, and the search player they are measured by."""

    players: int
    search: str
    playouts: int  # random games the search player plays for a decision
    strategies: tuple[Strength, ...]

    @property
    def par(self) -> float:
        """The win share of equals."""
        return 1 / self.players

    @property
    def _par(self) -> str:
        return f"{100 * self.par:.0f} %"

    @property
    def plans_elo(self) -> tuple[Elo, ...]:
        """Ratings of plans that are meant to be strong: none where fewer than two have one."""
        rated = tuple(row.elo for row in self.strategies if row.elo and not row.learner)
        return rated if len(rated) > 1 else ()

    @property
    def line(self) -> str:
        """Who played and how strong they are, in a few sentences."""
        plans = [row for row in self.strategies if row.random and not row.learner]
        learners = [row for row in self.strategies if row.random and row.learner]
        missing = [row.strategy for row in self.strategies if not (row.random or row.elo) and row.strategy != "random"]
        has_elo = any(row.elo for row in self.strategies)
        rated = ", Elo, 0 the mean of the game's players" if has_elo else ""
        sentences = [f"Who played{rated}: {', '.join(_rated(row) for row in self.strategies)}."]
        if plans:
            win_range = _range([(row.strategy, row.random) for row in plans if row.random])
            sentences.append(f"A seat of theirs among players at random wins {win_range}; par is {self._par}.")
        if plans and (shares := [(row.strategy, row.search) for row in plans if row.search]):
            search = f"One {self.search} player ({self.playouts} random games a decision)"
            sentences.append(f"{search} among players of one of them wins {_range(shares)}.")
        if learners:
            weak = _range([(row.strategy, row.random) for row in learners if row.random])
            sentences.append(f"Those who play weakly on purpose win {weak} among players at random.")
        if missing:
            sentences.append(f"Not measured: {', '.join(missing)}.")
        return " ".join(sentences)

    @property
    def warnings(self) -> list[str]:
        """That so little search beats plans meant to be strong; nothing where it does not."""
        shares = [(row.strategy, row.search) for row in self.strategies if row.search and not row.learner]
        beaten = [(name, share) for name, share in shares if share.low > self.par]
        if not beaten:
            return []
        search = f"One {self.search} player, {self.playouts} random games a decision, among players of one of them"
        holds = "Every verdict here holds among players this weak; stronger ones may play another game."
        those = _listed([name for name, _ in beaten])
        return [f"A little search beats {those}. {search} wins {_range(beaten)}; par is {self._par}. {holds}"]

    @property
    def reading(self) -> str:
        """How to read the table."""
        search = f"a {self.search} player ({self.playouts} random games a decision) in one seat"
        text = f"A strategy in one seat, players at random in the others; and {search}, the strategy in the others."
        if games := next((row.elo.games for row in self.strategies if row.elo), 0):
            text += (
                f" Elo by a tournament of {games:,} games between the game's levels and plans, 0 their mean strength, "
                "with simultaneous 95 % intervals."
            )
        table = f"{self.players} players, par {self._par}; measured beforehand, each game on a deal of its own"
        return f"{text} {table}, where there are boards with the plain one in every seat."

    def stored(self) -> dict[str, Any]:
        """As it stands in report.json."""
        return {**asdict(self), "par": self.par}


def _rated(row: Strength) -> str:
    """A strategy with its Elo, where that is known."""
    return f"{row.strategy} ({row.elo.words})" if row.elo else row.strategy


def _range(shares: Sequence[tuple[str, Share]]) -> str:
    """The one share, or the lowest and the highest with whose they are (all of them, where they print alike), and the
    games behind each."""
    ordered = sorted(shares, key=lambda pair: (pair[1].share, pair[0]))
    if len(ordered) == 1:
        return ordered[0][1].words
    sizes = sorted({share.games for _, share in ordered})
    games = f"n {' to '.join(f'{n:,}' for n in dict.fromkeys((sizes[0], sizes[-1])))}"
    lowest, highest = ordered[0][1], ordered[-1][1]
    if _percent(lowest.share) == _percent(highest.share):
        low, high = min(share.low for _, share in ordered), max(share.high for _, share in ordered)
        return f"{_percent(lowest.share)} % each ({_percent(low)} to {_percent(high)} %; {games})"
    ends = [
        f"{_percent(x.share)} % ({name}: {_percent(x.low)} to {_percent(x.high)} %)"
        for name, x in (ordered[0], ordered[-1])
    ]
    return f"{' to '.join(ends)}, {games} each"


def _percent(share: float) -> str:
    return f"{100 * share:.1f}"


def _listed(names: Sequence[str]) -> str:
    """Names with an "and" before the last."""
    return " and ".join([", ".join(names[:-1]), names[-1]]) if len(names) > 1 else names[0]
