"""A game of ZhanGuo, plans written into files, and tables of strategies played on keyed deals."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from cext.games import load_game
from cext.kernel.game import Game
from cext.kernel.match import play_games
from cext.kernel.policy import Policy

PlanFile = Callable[[str], Path]


@pytest.fixture(scope="session")
def game() -> Game:
    """ZhanGuo for four players."""
    return load_game("zhanguo", players=4)


@pytest.fixture
def plan_file(tmp_path: Path) -> PlanFile:
    """Writes a plan with the given text behind name and idea."""

    def write(text: str) -> Path:
        path = tmp_path / "mine.toml"
        path.write_text(f'name = "mine"\nidea = "A plan of a test."\n{text}', encoding="utf-8")
        return path

    return write


class Table:
    """Games of `policies`, one number a seat and game, on A sides and B sides in turn; columns by seat rows."""

    def __init__(self, game: Game, policies: list[Policy], seated: Any, *, seed: int = 5, record: bool = False) -> None:
        n, k = len(seated), game.players
        rng = np.random.default_rng(seed)
        boards = [np.zeros(k) if row % 2 else 1 + rng.permutation(len(game.boards) - 1)[:k] for row in range(n)]
        order = np.arange(n, dtype=np.uint32)
        self.policy = np.asarray(seated, dtype=np.uint8)
        played = play_games(
            game,
            policies,
            seed=seed,
            games=order,
            deals=order,
            policy=self.policy,
            board=np.array(boards, dtype=np.int8),
            record=np.full(n, record, dtype=np.uint8),
        )
        self.seats, self.decisions = played.seats, played.decisions

    def of(self, policy: int, column: str) -> Any:
        """The column's values on the seats of one policy."""
        return self.seats[column][self.policy.ravel() == policy]

    def share(self, policy: int) -> float:
        """Win share of one policy's seats."""
        return float(self.of(policy, "win_share60").mean() / 60)


@pytest.fixture(scope="session")
def table(game: Game) -> Callable[..., Table]:
    """Table(policies, seated, …) of the game."""
    return lambda policies, seated, **options: Table(game, policies, seated, **options)
