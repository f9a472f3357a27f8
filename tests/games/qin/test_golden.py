"""Golden playthroughs: whole games in words with their scores, and counts of move sequences from fixed deals."""

import random
from collections.abc import Callable
from typing import Any

import pytest

from cext.games import load_game
from cext.kernel.game import Game
from tests.games.counting import sequences

GAMES: tuple[tuple[int, dict[str, Any]], ...] = (
    (2, {}),
    (3, {"map": "lakes_reconstructed"}),
    (4, {"village_any_tie": True}),
)


def playthrough(game: Game) -> str:
    """A game of random choices: one line a decision with the number of options and what followed, and the end."""
    chance = random.Random(11)
    position = game.deal(seed=1, deal=0)
    lines = [f"qin, {game.players} players, {game.options}"]
    while position.to_move is not None:
        moves = position.moves()
        move = chance.choice(sorted(moves))  # whatever the order of the list
        lines.append(f"{position.clock()[0]}.{position.to_move + 1} {game.words.text(position, move)} [{len(moves)}]")
        before = position.copy()
        position.apply(move)
        lines += [f"    {event}" for event in game.words.events(before, move, position)]
    lines += game.words.view(position, 0)["board"]
    lines += [f"{name}: {points}" for name, points in position.scores().items()]
    lines += [
        f"ranks: {position.ranks()}",
        *(f"seat {seat + 1}: {position.tallies(seat)}" for seat in range(game.players)),
    ]
    return "\n".join(lines) + "\n"


@pytest.mark.parametrize("number", range(len(GAMES)))
def test_playthrough(number: int, golden: Callable[[str, str], str]) -> None:
    players, options = GAMES[number]
    text = playthrough(load_game("qin", players=players, **options))
    assert text == golden(f"game_{number + 1}.txt", text)


def test_counts_of_move_sequences_from_fixed_deals(golden: Callable[[str, str], str]) -> None:
    lines = ["players map                  depth 1, 2, 3"]
    for players, name in ((2, "bird"), (3, "lakes_reconstructed"), (4, "bird")):
        position = load_game("qin", players=players, map=name).deal(seed=4)
        counts = ", ".join(str(sequences(position, depth)) for depth in (1, 2, 3))
        lines.append(f"{players:<7} {name:<20} {counts}")
    text = "\n".join(lines) + "\n"
    assert text == golden("counts.txt", text)
