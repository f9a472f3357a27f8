"""Golden playthroughs: whole games in words with their scores, and counts of move sequences from fixed deals."""

from collections.abc import Callable
from typing import Any

import pytest

from cext.games import load_game
from cext.games.first_empire.words.moves import RULES
from tests.games.goldens import playthrough, sequences

GAMES: tuple[tuple[int, tuple[str, ...], dict[str, Any]], ...] = (
    (1, ("dealt",), {"lisi": "1"}),
    (1, ("tile_4",), {"lisi": "4", "lisi_unlocks": "in_order", "lisi_rules": "card"}),
    (2, ("dealt", "dealt"), {"tableau": "A", "court": "cleared"}),
    (3, ("tile_10", "dealt", "tile_1"), {"advanced": True, "emperor_tiles": "site", "governor_bonus": "both"}),
    (4, ("dealt", "dealt", "dealt", "dealt"), {"tableau": "B", "alchemist_cards": "apart", "placed_cards": "join"}),
)


@pytest.mark.parametrize("number", range(len(GAMES)))
def test_playthrough(number: int, golden: Callable[[str, str], str]) -> None:
    players, boards, options = GAMES[number]
    game = load_game("first_empire", players=players, **options)
    title = f"starting tiles {', '.join(boards)}"
    text = playthrough(game, boards=boards, title=title, events=game.bots > 0)  # what Li Si does is no decision
    assert text == golden(f"game_{number + 1}.txt", text)


def test_counts_of_move_sequences_from_fixed_deals(golden: Callable[[str, str], str]) -> None:
    lines = ["players starting tiles                 depth 1, 2, 3"]
    for boards in (("tile_2",), ("dealt", "dealt"), ("tile_5", "tile_6", "tile_7"), ("dealt",) * 4):
        position = load_game("first_empire", players=len(boards)).deal(seed=4, boards=list(boards))
        while position.clock()[2] == RULES["KIND_START"]:
            position.apply(position.moves()[0])
        counts = ", ".join(str(sequences(position, depth)) for depth in (1, 2, 3))
        lines.append(f"{len(boards):<7} {' '.join(boards):<30} {counts}")
    text = "\n".join(lines) + "\n"
    assert text == golden("counts.txt", text)
