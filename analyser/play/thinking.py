"""Opponents with time to think: a search plays twice as many games, again and again, as long as time is left."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING

from strategies.loader import search_policy
from strategies.search_specs import MAX_GAMES, SearchName

if TYPE_CHECKING:
    from cext.kernel.game import Game, Position
    from cext.kernel.policy import Policy

__all__ = ["Thinker"]


class Thinker:
    """A search with so many seconds for a decision: only here strength is a matter of time, games need not repeat."""

    def __init__(
        self, search: SearchName, game: Game, seconds: float, *, now: Callable[[], float] = time.monotonic
    ) -> None:
        self.search, self.game, self.seconds, self.now = search, game, seconds, now
        self.policies: dict[int, Policy] = {}

    @property
    def policy(self) -> Policy:
        """The search of as many games as its name says."""
        return self._policy(self.search.games)

    def choice(self, position: Position, *, seed: int) -> int:
        """The move of the most games there was time for; at least as many as the search's name says."""
        begin, games = self.now(), self.search.games
        while True:
            move = self._policy(games).choice(position, seed=seed)
            games *= 2  # takes about as long as all before it together
            if games > MAX_GAMES or 2 * (self.now() - begin) > self.seconds:
                return move

    def _policy(self, games: int) -> Policy:
        if games not in self.policies:
            self.policies[games] = search_policy(replace(self.search, games=games), self.game)
        return self.policies[games]
