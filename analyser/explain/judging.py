"""Who values the options of a decision: the player's own strategy, as the record names it, or a judge that is named."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from analyser.errors import DataError, UsageError
from cext.limits import visible

if TYPE_CHECKING:
    from cext.kernel.game import Game
    from cext.kernel.policy import WeightedPolicy
    from cext.kernel.simulation import Search

__all__ = ["Judge", "as_judge", "example", "judge_named", "judge_of_seat"]

POINTS = "points"
REWARD = "%"  # of what a search seeks: the share of the win, mixed with by how much a game is won
MAX_OWN_GAMES = 1024  # games a decision: a search of more that a record names is asked again only where it is named


@dataclass(frozen=True)
class Judge:
    """A strategy that values moves."""

    name: str
    policy: WeightedPolicy | Search

    @property
    def search(self) -> Search | None:
        """The policy where it plays games out; None for a plan."""
        from cext.kernel.simulation import Search

        return self.policy if isinstance(self.policy, Search) else None

    @property
    def plan(self) -> WeightedPolicy | None:
        """The plan, or that which guides the search; None where none does."""
        from cext.kernel.policy import WeightedPolicy

        return self.policy if isinstance(self.policy, WeightedPolicy) else self.policy.prior

    @property
    def unit(self) -> str:
        """What its values are in."""
        return POINTS if self.search is None else REWARD


def as_judge(name: str, policy: object) -> Judge | None:
    """The policy as a judge; None where it values no moves: random players, strategies in Python."""
    from cext.kernel.policy import WeightedPolicy
    from cext.kernel.simulation import Search

    return Judge(name, policy) if isinstance(policy, WeightedPolicy | Search) else None


def judge_named(name: str, game: Game) -> Judge:
    """The judge that a user names; DataError where there is none of that name, UsageError where it values no moves."""
    from strategies import StrategyFileError, StrategyNotFound, load_strategy
    from strategies.catalogue import find

    try:
        kind = find(name, game.name).kind
        judge = None if kind in ("random", "python") else as_judge(name, load_strategy(name, game))
    except (StrategyNotFound, StrategyFileError) as error:
        raise DataError(f"--judge: {error}") from error
    if judge is None:
        kinds = {"random": "a random player", "python": "a strategy in Python"}
        kind_words = kinds.get(kind, "this strategy")
        raise UsageError(f"--judge {name}: {kind_words} values no moves: name a plan or a search, {example(game)}")
    return judge


def judge_of_seat(strategy: object, game: Game, *, max_games: int | None = MAX_OWN_GAMES) -> Judge | str:
    """The strategy that a record names as a judge; in words, why it is none. A record opens no path that it names, and
    runs no program. most: games a decision that a search may ask for, None: any number."""
    import strategies
    from strategies import StrategyFileError, StrategyNotFound, load_strategy
    from strategies.catalogue import files_of, find

    if not isinstance(strategy, str):
        return "nobody is named"
    try:
        source = find(strategy, game.name)
        if source.kind in ("random", "python"):
            return f"{'a random player' if source.kind == 'random' else 'a strategy in Python'} values no moves"
        shipped = Path(strategies.__file__).parent
        if source.kind == "package" or not all(shipped in path.parents for path in files_of(strategy, game.name)):
            return "it comes from elsewhere, and a record opens nothing that it names"
        if source.search and max_games is not None and source.search.games > max_games:
            return f"a search of more than {max_games:,} games a decision is asked again only where it is named"
        return as_judge(strategy, load_strategy(strategy, game)) or "it values no moves"
    except StrategyNotFound:
        return "a person values no moves" if strategy == "human" else "there is no such strategy"
    except StrategyFileError as error:
        return visible(str(error))


def example(game: Game) -> str:
    """What may be written for a judge."""
    from strategies import list_strategies

    plans = [info.name for info in list_strategies(game.name) if info.kind == "weighted" and info.strength == "full"]
    return (
        f"for instance --judge {plans[0]} or --judge search:{plans[0]}:64" if plans else "for instance --judge mcts:200"
    )
