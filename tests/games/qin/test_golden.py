"""Golden playthroughs: whole games in words with their scores, and counts of move sequences from fixed deals."""

from collections.abc import Callable
from typing import Any

import pytest

from cext.games import load_game
from tests.games.goldens import playthrough, sequences

GAMES: tuple[tuple[int, dict[str, Any]], ...] = (
    (2, {}),
    (3, {"map": "lakes_reconstructed"}),
    (4, {"village_any_tie": True}),
)


@pytest.mark.parametrize("number", range(len(GAMES)))
def test_playthrough(number: int, golden: Callable[[str, str], str]) -> None:
    players, options = GAMES[number]
    game = load_game("qin", players=players, **options)
    text = playthrough(game, events=True, closing=lambda end: game.words.view(end, 0)["board"])
    assert text == golden(f"game_{number + 1}.txt", text)


def test_counts_of_move_sequences_from_fixed_deals(golden: Callable[[str, str], str]) -> None:
    lines = ["players map                  depth 1, 2, 3"]
    for players, name in ((2, "bird"), (3, "lakes_reconstructed"), (4, "bird")):
        position = load_game("qin", players=players, map=name).deal(seed=4)
        counts = ", ".join(str(sequences(position, depth)) for depth in (1, 2, 3))
        lines.append(f"{players:<7} {name:<20} {counts}")
    text = "\n".join(lines) + "\n"
    assert text == golden("counts.txt", text)
