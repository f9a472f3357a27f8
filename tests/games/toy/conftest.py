"""Toy with a deck, hands and numbers of the test's own."""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest

from cext.games import load_game
from cext.games.toy.data import components as files
from cext.kernel.game import Position

Table = Callable[..., Position]


@pytest.fixture
def table(tmp_path: Path) -> Table:
    """table(deck, boards=…, players=…, numbers): a dealt position with exactly that deck, the first cards first."""

    def lay(deck: Sequence[int], *, players: int = 2, boards: list[str] | None = None, **numbers: int) -> Position:
        content: dict[str, Any] = files.tables()
        for row in content["cards.csv"]:
            row["count"] = deck.count(row["value"])
        for name, value in numbers.items():
            content["numbers.toml"][name]["value"] = value
        folder = tmp_path / "components"
        folder.mkdir(exist_ok=True)
        files.write(content, folder)
        game = load_game("toy", players=players, components=folder)
        return game.words.deal_from_setup({"deck": list(deck)}, seed=1, boards=boards)

    return lay


def make(position: Position, *moves: str) -> Position:
    """The same position after these moves, as they are written."""
    for text in moves:
        position.apply(position.game.words.parse(position, text))
    return position
