"""Golden playthroughs: whole games in words with their scores, and counts of move sequences from a fixed deal."""

import random
from collections.abc import Callable
from typing import Any

import pytest

from cext.games import load_game
from cext.kernel.game import Game
from tests.games.counting import sequences

GAMES: tuple[dict[str, Any], ...] = (
    {"players": 2}, {"players": 3}, {"players": 4}, {"players": 5}, {"players": 3, "experienced": True},
)  # fmt: skip


def playthrough(game: Game) -> str:
    """A game of random choices: one line a decision with the number of options, and the end."""
    chance = random.Random(11)
    position = game.deal(seed=1, deal=0)
    lines = [f"middle_kingdom, {game.players} players, {game.options}"]
    while position.to_move is not None:
        moves = position.moves()
        move = chance.choice(sorted(moves))  # whatever the order of the list
        written = game.words.notation(position, move)
        lines.append(
            f"{position.clock()[0]}.{position.to_move + 1} {written} {game.words.text(position, move)} [{len(moves)}]"
        )
        position.apply(move)
    lines += [f"{name}: {points}" for name, points in position.scores().items()]
    lines += [
        f"ranks: {position.ranks()}",
        *(f"seat {seat + 1}: {position.tallies(seat)}" for seat in range(game.players)),
    ]
    return "\n".join(lines) + "\n"


@pytest.mark.parametrize("number", range(len(GAMES)))
def test_playthrough(number: int, golden: Callable[[str, str], str]) -> None:
    text = playthrough(load_game("middle_kingdom", **GAMES[number]))
    assert text == golden(f"game_{number + 1}.txt", text)


def test_counts_of_sequences(golden: Callable[[str, str], str]) -> None:
    lines = []
    for options in GAMES:
        position = load_game("middle_kingdom", **options).deal(seed=2)
        lines.append(f"{options}: {[sequences(position, depth) for depth in range(1, 5)]}")
    text = "\n".join(lines) + "\n"
    assert text == golden("counts.txt", text)
