"""Golden playthroughs: whole games in words with their scores, and counts of move sequences from fixed deals."""

import random
from collections.abc import Callable
from typing import Any

import pytest

from cext.games import load_game
from cext.kernel.game import Game
from tests.games.counting import sequences

GAMES: tuple[tuple[int, tuple[str, ...] | None, dict[str, Any]], ...] = (
    (2, ("A", "A"), {}),
    (3, ("circle", "square", "triangle"), {"draft": True}),
    (4, ("star", "circle", "A", "square"), {"player_order": True}),
    (2, None, {"boards_by": "auction", "hire_unrest": True}),
    (3, None, {"boards_by": "chosen"}),
)


def playthrough(game: Game, boards: tuple[str, ...] | None) -> str:
    """A game of random choices: one line a decision with the number of options, and the end."""
    chance = random.Random(11)
    position = game.deal(seed=1, deal=0, boards=list(boards) if boards else None)
    lines = [f"zhanguo, {game.players} players, boards {', '.join(boards or ('to be taken',))}, {game.options}"]
    while position.to_move is not None:
        moves = position.moves()
        move = chance.choice(sorted(moves))  # whatever the order of the list
        lines.append(f"{position.clock()[0]}.{position.to_move + 1} {game.words.text(position, move)} [{len(moves)}]")
        position.apply(move)
    lines += [f"{name}: {points}" for name, points in position.scores().items()]
    lines += [
        f"ranks: {position.ranks()}",
        *(f"seat {seat + 1}: {position.tallies(seat)}" for seat in range(game.players)),
    ]
    return "\n".join(lines) + "\n"


@pytest.mark.parametrize("number", range(len(GAMES)))
def test_playthrough(number: int, golden: Callable[[str, str], str]) -> None:
    players, boards, options = GAMES[number]
    text = playthrough(load_game("zhanguo", players=players, **options), boards)
    assert text == golden(f"game_{number + 1}.txt", text)


def test_counts_of_move_sequences_from_fixed_deals(golden: Callable[[str, str], str]) -> None:
    lines = ["players boards            depth 1, 2, 3"]
    for players, boards in ((2, ("A", "A")), (2, ("circle", "star")), (3, ("triangle", "square", "A"))):
        position = load_game("zhanguo", players=players).deal(seed=4, boards=list(boards))
        counts = ", ".join(str(sequences(position, depth)) for depth in (1, 2, 3))
        lines.append(f"{players:<7} {' '.join(boards):<17} {counts}")
    text = "\n".join(lines) + "\n"
    assert text == golden("counts.txt", text)
