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
        rated = tuple(one.elo for one in self.strategies if one.elo and not one.learner)
        return rated if len(rated) > 1 else ()

    @property
    def line(self) -> str:
        """Who played and how strong they are, in a few sentences."""
        plans = [one for one in self.strategies if one.random and not one.learner]
        learners = [one for one in self.strategies if one.random and one.learner]
        missing = [one.strategy for one in self.strategies if not (one.random or one.elo) and one.strategy != "random"]
        known = any(one.elo for one in self.strategies)
        rated = ", Elo, 0 the mean of the game's players" if known else ""
        said = [f"Who played{rated}: {', '.join(_rated(one) for one in self.strategies)}."]
        if plans:
            alone = _range([(one.strategy, one.random) for one in plans if one.random])
            said.append(f"A seat of theirs among players at random wins {alone}; par is {self._par}.")
        if plans and (met := [(one.strategy, one.search) for one in plans if one.search]):
            search = f"One {self.search} player ({self.playouts} random games a decision)"
            said.append(f"{search} among players of one of them wins {_range(met)}.")
        if learners:
            weak = _range([(one.strategy, one.random) for one in learners if one.random])
            said.append(f"Those who play weakly on purpose win {weak} among players at random.")
        if missing:
            said.append(f"Not measured: {', '.join(missing)}.")
        return " ".join(said)

    @property
    def warnings(self) -> list[str]:
        """That so little search beats plans meant to be strong; nothing where it does not."""
        met = [(one.strategy, one.search) for one in self.strategies if one.search and not one.learner]
        beaten = [(name, share) for name, share in met if share.low > self.par]
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
        told = f"A strategy in one seat, players at random in the others; and {search}, the strategy in the others."
        if games := next((one.elo.games for one in self.strategies if one.elo), 0):
            told += (
                f" Elo by a tournament of {games:,} games between the game's levels and plans, 0 their mean strength, "
                "with simultaneous 95 % intervals."
            )
        table = f"{self.players} players, par {self._par}; measured beforehand, each game on a deal of its own"
        return f"{told} {table}, where there are boards with the plain one in every seat."

    def stored(self) -> dict[str, Any]:
        """As it stands in report.json."""
        return {**asdict(self), "par": self.par}


def _rated(one: Strength) -> str:
    """A strategy with its Elo, where that is known."""
    return f"{one.strategy} ({one.elo.words})" if one.elo else one.strategy


def _range(found: Sequence[tuple[str, Share]]) -> str:
    """The one share, or the lowest and the highest with whose they are (all of them, where they print alike), and the
    games behind each."""
    known = sorted(found, key=lambda one: (one[1].share, one[0]))
    if len(known) == 1:
        return known[0][1].words
    sizes = sorted({share.games for _, share in known})
    games = f"n {' to '.join(f'{n:,}' for n in dict.fromkeys((sizes[0], sizes[-1])))}"
    least, most = known[0][1], known[-1][1]
    if _percent(least.share) == _percent(most.share):
        low, high = min(share.low for _, share in known), max(share.high for _, share in known)
        return f"{_percent(least.share)} % each ({_percent(low)} to {_percent(high)} %; {games})"
    ends = [
        f"{_percent(x.share)} % ({name}: {_percent(x.low)} to {_percent(x.high)} %)"
        for name, x in (known[0], known[-1])
    ]
    return f"{' to '.join(ends)}, {games} each"


def _percent(share: float) -> str:
    return f"{100 * share:.1f}"


def _listed(names: Sequence[str]) -> str:
    """Names with an "and" before the last."""
    return " and ".join([", ".join(names[:-1]), names[-1]]) if len(names) > 1 else names[0]
