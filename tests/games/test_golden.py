"""Golden files: whole games in words with scores, ranks and counters, and counts of move sequences from fixed deals."""

import random
from collections.abc import Callable, Iterator, Sequence
from typing import Any

import pytest

from cext.games import load_game
from cext.kernel.game import Game, Position

LAKES = "lakes_reconstructed"
GAMES: dict[str, list[dict[str, Any]]] = {  # by name: players and options, boards
    "first_empire": [
        {"players": 1, "lisi": "1"},
        {"lisi": "4", "lisi_unlocks": "in_order", "lisi_rules": "card", "boards": ["tile_4"]},
        {"players": 2, "tableau": "A", "court": "cleared"},
        {"advanced": True, "emperor_tiles": "site", "governor_bonus": "both", "boards": ["tile_10", "dealt", "tile_1"]},
        {"players": 4, "tableau": "B", "alchemist_cards": "apart", "placed_cards": "join"},
    ],
    "middle_kingdom": [
        {"players": 2}, {"players": 3}, {"players": 4}, {"players": 5}, {"players": 3, "experienced": True},
    ],
    "qin": [{"players": 2}, {"players": 3, "map": LAKES}, {"players": 4, "village_any_tie": True}],
    "zhanguo": [
        {"boards": ["A", "A"]},
        {"draft": True, "boards": ["circle", "square", "triangle"]},
        {"player_order": True, "boards": ["star", "circle", "A", "square"]},
        {"players": 2, "boards_by": "auction", "hire_unrest": True},
        {"players": 3, "boards_by": "chosen"},
    ],
}  # fmt: skip
DEALS: dict[str, list[list[str] | dict[str, Any]]] = {  # by name: boards, or players and options
    "first_empire": [["tile_2"], ["dealt"] * 2, ["tile_5", "tile_6", "tile_7"], ["dealt"] * 4],
    "middle_kingdom": [*GAMES["middle_kingdom"]],
    "qin": [["bird"] * 2, [LAKES] * 3, ["bird"] * 4],
    "zhanguo": [["A", "A"], ["circle", "star"], ["triangle", "square", "A"]],
}


def loaded(name: str, *, boards: Sequence[str] | None = None, players: int = 0, **options: Any) -> Game:
    return load_game(name, players=players or len(boards or ()), **options)


def lines_of(game: Game, boards: Sequence[str] | None) -> Iterator[str]:
    """A game of random choices: one line a decision with its notation, words and number of options, what follows from
    it, then the final view of the board, scores, ranks and counters."""
    chance = random.Random(11)
    position = game.deal(seed=1, deal=0, boards=boards)
    yield f"{game.name}, {game.players} players, boards {', '.join(boards or ['as dealt'])}, {game.options}"
    while position.to_move is not None:
        moves, before = position.moves(), position.copy()
        move = chance.choice(sorted(moves))  # whatever the order of the list
        written = f"{game.words.notation(position, move)}: {game.words.text(position, move)}"
        yield f"{position.clock()[0]}.{position.to_move + 1} {written} [{len(moves)}]"
        position.apply(move)
        if game.bots or game.table_boards:  # what Li Si does is no decision; where provinces join, many points move
            yield from (f"    {event}" for event in game.words.events(before, move, position))
    if game.table_boards:
        yield from game.words.view(position, 0)["board"]
    yield from (f"{name}: {points}" for name, points in position.scores().items())
    yield f"ranks: {position.ranks()}"
    yield from (f"seat {seat + 1}: {position.counters(seat)}" for seat in range(game.players))


@pytest.mark.parametrize(("name", "number"), [(name, n) for name, games in GAMES.items() for n in range(len(games))])
def test_playthrough(name: str, number: int, golden: Callable[[str, str], str]) -> None:
    options = GAMES[name][number]
    text = "\n".join(lines_of(loaded(name, **options), options.get("boards"))) + "\n"
    assert text == golden(f"{name}_{number + 1}.txt", text)


def sequences(position: Position, depth: int) -> int:
    """Number of sequences of that many decisions, shorter where the game ends before."""
    if depth == 0 or position.to_move is None:
        return 1
    if depth == 1:
        return len(position.moves())
    total = 0
    for move in position.moves():
        following = position.copy()
        following.apply(move)
        total += sequences(following, depth - 1)
    return total


def test_counts_of_move_sequences_from_fixed_deals(golden: Callable[[str, str], str]) -> None:
    """They show a legal list that changed."""
    lines = []
    for name, deals in DEALS.items():
        for deal in deals:
            options = {"boards": deal} if isinstance(deal, list) else deal
            game = loaded(name, **options)
            position = game.deal(seed=4, boards=options.get("boards"))
            while game.stages[position.clock()[2]] == "start":  # Starting tiles
                position.apply(position.moves()[0])
            counts = [sequences(position, depth) for depth in (1, 2, 3)]
            counts += [sequences(position, 4)] if counts[-1] < 1000 else []
            lines.append(f"{name} {options}: {', '.join(map(str, counts))}")
    text = "\n".join(lines) + "\n"
    assert text == golden("counts.txt", text)
