"""Games of strategies, for tests of what shipped plans are worth and do: columns of the seats table by plan."""

from collections.abc import Sequence
from typing import Any

import numpy as np

from cext.games import load_game
from cext.kernel.match import play_games
from strategies import load_strategy

__all__ = ["Played"]


class Played:
    """Games of the plans of a game.

    names: the plans. seated: for each game the number of a plan for each seat. boards: -1 as the game has it, 0 the
    first. columns: of the seats table, by name: an array of games by players; bots: the same of the game's bots.
    """

    def __init__(
        self, game: str, names: Sequence[str], seated: Any, *, seed: int = 5, boards: int = -1, **options: Any
    ) -> None:
        self.names = list(names)
        self.policy = np.asarray(seated, dtype=np.uint8)
        n, players = self.policy.shape
        self.game = load_game(game, players=players, **options)
        policies = [load_strategy(name, self.game) for name in self.names]
        order, board = np.arange(n, dtype=np.uint32), np.full((n, players), boards, dtype=np.int8)
        played = play_games(self.game, policies, seed=seed, games=order, deals=order, policy=self.policy, board=board)
        rows = {name: column.reshape(n, self.game.seats) for name, column in played.seats.items()}
        self.columns = {name: column[:, :players].astype(float) for name, column in rows.items()}
        self.bots = {name: column[:, players:].astype(float) for name, column in rows.items()}

    def of(self, name: str, column: str) -> Any:
        """A column's values on the seats of a plan."""
        return self.columns[column][self.policy == self.names.index(name)]

    def mean(self, name: str, column: str) -> float:
        return float(self.of(name, column).mean())

    def share(self, name: str) -> float:
        """Share of wins."""
        return self.mean(name, "win_share60") / 60

    def error(self, name: str, column: str) -> float:
        """Standard error of the mean."""
        values = self.of(name, column)
        return float(values.std(ddof=1) / np.sqrt(len(values)))
