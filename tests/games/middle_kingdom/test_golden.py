"""Golden playthroughs: whole games in words with their scores, and counts of move sequences from a fixed deal."""

from collections.abc import Callable
from typing import Any

import pytest

from cext.games import load_game
from cext.kernel.game import Position
from tests.games.goldens import playthrough, sequences

GAMES: tuple[dict[str, Any], ...] = (
    {"players": 2}, {"players": 3}, {"players": 4}, {"players": 5}, {"players": 3, "experienced": True},
)  # fmt: skip


@pytest.mark.parametrize("number", range(len(GAMES)))
def test_playthrough(number: int, golden: Callable[[str, str], str]) -> None:
    game = load_game("middle_kingdom", **GAMES[number])

    def words(position: Position, move: int) -> str:
        return f"{game.words.notation(position, move)} {game.words.text(position, move)}"

    text = playthrough(game, words=words)
    assert text == golden(f"game_{number + 1}.txt", text)


def test_counts_of_sequences(golden: Callable[[str, str], str]) -> None:
    lines = []
    for options in GAMES:
        position = load_game("middle_kingdom", **options).deal(seed=2)
        lines.append(f"{options}: {[sequences(position, depth) for depth in range(1, 5)]}")
    text = "\n".join(lines) + "\n"
    assert text == golden("counts.txt", text)
