"""What golden files hold: whole games in words, and counts of move sequences, which show a legal list that changed."""

import random
from collections.abc import Callable, Iterable, Sequence

from cext.kernel.game import Game, Position

__all__ = ["playthrough", "sequences"]

Words = Callable[[Position, int], str]


def nothing(_position: Position) -> Iterable[str]:
    """The closing of a game without one."""
    return ()


def playthrough(
    game: Game,
    *,
    boards: Sequence[str] | None = None,
    title: str = "",
    words: Words | None = None,
    events: bool = False,
    closing: Callable[[Position], Iterable[str]] = nothing,
) -> str:
    """A game of random choices: one line a decision with the number of options, then scores, ranks and counters.

    title: between the players and the options of the first line. words: of a move, the game's text by default. events:
    what followed from each move, too. closing: lines after the last decision.
    """
    chance = random.Random(11)
    position = game.deal(seed=1, deal=0, boards=boards)
    words = words or game.words.text
    lines = [", ".join(filter(None, (game.name, f"{game.players} players", title, str(game.options))))]
    while position.to_move is not None:
        moves = position.moves()
        move = chance.choice(sorted(moves))  # whatever the order of the list
        lines.append(f"{position.clock()[0]}.{position.to_move + 1} {words(position, move)} [{len(moves)}]")
        before = position.copy()
        position.apply(move)
        lines += [f"    {event}" for event in game.words.events(before, move, position)] if events else []
    lines += closing(position)
    lines += [f"{name}: {points}" for name, points in position.scores().items()]
    lines.append(f"ranks: {position.ranks()}")
    lines += [f"seat {seat + 1}: {position.tallies(seat)}" for seat in range(game.players)]
    return "\n".join(lines) + "\n"


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
