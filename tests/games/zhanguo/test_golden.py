"""Golden playthroughs: whole games in words with their scores, and counts of move sequences from fixed deals."""

from collections.abc import Callable
from typing import Any

import pytest

from cext.games import load_game
from tests.games.goldens import playthrough, sequences

GAMES: tuple[tuple[int, tuple[str, ...] | None, dict[str, Any]], ...] = (
    (2, ("A", "A"), {}),
    (3, ("circle", "square", "triangle"), {"draft": True}),
    (4, ("star", "circle", "A", "square"), {"player_order": True}),
    (2, None, {"boards_by": "auction", "hire_unrest": True}),
    (3, None, {"boards_by": "chosen"}),
)


@pytest.mark.parametrize("number", range(len(GAMES)))
def test_playthrough(number: int, golden: Callable[[str, str], str]) -> None:
    players, boards, options = GAMES[number]
    game = load_game("zhanguo", players=players, **options)
    text = playthrough(game, boards=boards, title=f"boards {', '.join(boards or ('to be taken',))}")
    assert text == golden(f"game_{number + 1}.txt", text)


def test_counts_of_move_sequences_from_fixed_deals(golden: Callable[[str, str], str]) -> None:
    lines = ["players boards            depth 1, 2, 3"]
    for players, boards in ((2, ("A", "A")), (2, ("circle", "star")), (3, ("triangle", "square", "A"))):
        position = load_game("zhanguo", players=players).deal(seed=4, boards=list(boards))
        counts = ", ".join(str(sequences(position, depth)) for depth in (1, 2, 3))
        lines.append(f"{players:<7} {' '.join(boards):<17} {counts}")
    text = "\n".join(lines) + "\n"
    assert text == golden("counts.txt", text)
