"""What every game keeps, seen in random games: `analyser games check` asks it of an author's, tests of ours."""

import random
from collections.abc import Iterator
from typing import Any

import numpy as np

from cext.kernel.checks import LIMITS, broken_rules
from cext.kernel.game import Game, Position

__all__ = ["PLACES", "BrokenRules", "check_random_game", "dealt", "endless", "fitting", "walk"]

PLACES = {"first": 0, "second": 1, "last": -1}  # of a move in a legal list
SEEN_EVERY = 4  # decisions of which one is looked at from all sides


class BrokenRules(AssertionError):
    """Rules that break the contract: what is wrong, where, what to do. method: of rules in Python, where it is."""

    def __init__(self, reason: str, method: str = "play") -> None:
        super().__init__(reason)
        self.method = method


def fitting(game: Game, boards: Any) -> Any:
    """The boards, if the game has any: the first one for all where a board is the table's, and board 0 in place of a
    second copy of what exists once."""
    if boards and game.table_boards:
        return boards[:1] * game.players
    if boards and game.single_boards:
        return [board if board not in boards[:seat] else game.boards[0] for seat, board in enumerate(boards)]
    return boards


def dealt(game: Game, number: int) -> Position:
    """A deal with random boards, where the game has boards."""
    chance = random.Random(number)
    boards = [chance.choice(game.boards) for _ in range(game.players)] if game.boards else None
    return game.deal(seed=99, deal=number, boards=fitting(game, boards))


def endless(game: Game, where: str) -> BrokenRules:
    """The error to raise where a game goes on after MAX_DECISIONS decisions."""
    return BrokenRules(str(broken_rules(game, LIMITS["ENDLESS"], where)))


def walk(game: Game, number: int, place: str = "") -> Iterator[tuple[Position, int]]:
    """Each decision of a random game with the move that is made next; then the finished position with -1.

    place: of PLACES, where every player always makes that move. Raises BrokenRules where it does not come to an end.
    """
    chance = random.Random(1000 + number)
    position = dealt(game, number)
    for ply in range(LIMITS["MAX_DECISIONS"]):
        if position.to_move is None:
            yield position, -1
            return
        moves = position.moves()
        if not moves:
            game.check_rules(LIMITS["NO_MOVES"], f"deal {number}, decision {ply}")
            raise BrokenRules(
                f"{game.name}: deal {number}, decision {ply}: player {position.to_move + 1} has no move: let legal() "
                "offer one, or end the game so that to_move() becomes -1", "legal"
            )  # fmt: skip
        move = moves[min(PLACES[place], len(moves) - 1)] if place else chance.choice(moves)
        yield position, move
        position.apply(move)
    raise endless(game, f"deal {number}" + (f", where all make the {place} of the legal moves," if place else ""))


def check_random_game(game: Game, number: int, place: str = "") -> list[Position]:
    """The positions of a random game (as of walk()); raises BrokenRules for the first that breaks the contract."""
    copies: list[tuple[Position, bytes]] = []
    again = walk(game, number, place)
    for ply, (position, move) in enumerate(walk(game, number, place)):
        where = f"in deal {number}, decision {ply},"
        if bytes(next(again)[0]) != bytes(position):
            raise BrokenRules(
                f"{where} the same moves lead to another table: draw with rng or table.rng alone, and keep nothing in "
                "self", "play" if ply else "deal"
            )  # fmt: skip
        if copies:
            check_step(game, copies[-1][0], position, where)
        if move < 0:
            check_end(game, position, where)
        elif ply % SEEN_EVERY == 0:
            check_decision(game, position, where)
        copies.append((position.copy(), bytes(position)))
    if any(bytes(copy) != data for copy, data in copies):
        raise BrokenRules(f"deal {number}: a move changes earlier copies of the position: change nothing but the state")
    return [copy for copy, _ in copies]


def check_step(game: Game, before: Position, after: Position, where: str) -> None:
    """A move changes something, and time does not go back."""
    if before == after:
        raise BrokenRules(f"{where} the move before changed nothing: let it change the table, or call table.end_turn()")
    (earlier, earlier_turn, _), (later, later_turn, _) = before.clock(), after.clock()
    if game.rounds and later < earlier:
        raise BrokenRules(f"{where} round {later} comes after round {earlier}")
    if game.rounds and after.to_move == before.to_move and (later, later_turn) < (earlier, earlier_turn):
        raise BrokenRules(f"{where} turn {later_turn} of a seat comes after its turn {earlier_turn}")
    if wrong := after.consistent():
        raise BrokenRules(f"{where} invariant {wrong} of consistent() is broken: correct apply(), or the invariant")


def check_end(game: Game, position: Position, where: str) -> None:
    """No move is left, ranks begin at 1 and ties share the smaller one, and scores are the sums of their categories."""
    ranks, scores = position.ranks(), position.scores()
    total = scores.pop("score")
    if position.moves() or ranks != [1 + sum(other < rank for other in ranks) for rank in ranks]:
        raise BrokenRules(f"{where} the game is over with ranks {ranks} and {len(position.moves())} moves")
    if total != [sum(seats) for seats in zip(*scores.values(), strict=True)] and scores:
        raise BrokenRules(f"{where} scores {total} are not the sums of {scores}")
    for name, values in ((name, [position.counters(seat)[name] for seat in range(game.seats)])
                         for name, _ in game.counters):  # fmt: skip
        if min(values) < 0 and not name.startswith("score"):
            raise BrokenRules(f"{where} {name} is {min(values)}: a counter is 0 or more")


def check_decision(game: Game, position: Position, where: str) -> None:
    """No two moves are alike, in words either, and the player sees and may do the same whatever is hidden from it."""
    moves, seat = position.moves(), position.to_move
    assert seat is not None
    if len(set(moves)) < len(moves):
        raise BrokenRules(f"{where} legal() gives a move twice", "legal")
    for words, what in ((game.words.text, "text"), (game.words.notation, "notation")):
        texts = [words(position, move) for move in moves]
        if len(set(texts)) < len(texts):
            twice = next(text for text in texts if texts.count(text) > 1)
            raise BrokenRules(f"{where} two moves have the {what} {twice!r}: name what tells them apart", "legal")
    view = game.words.view(position, seat)
    weights = np.random.default_rng(1).integers(-(1 << 20), 1 << 20, len(game.feature_docs))  # tell all features apart
    values = position.values(weights)
    for other in (position.determinised(seat, key) for key in (1, 2)):
        if game.words.view(other, seat) != view:
            raise BrokenRules(f"{where} what player {seat + 1} sees changes where the hidden is dealt anew", "redeal")
        if other.moves() != moves:
            raise BrokenRules(f"{where} the legal moves depend on what player {seat + 1} cannot see", "legal")
        if (other.values(weights) != values).any():
            raise BrokenRules(f"{where} the features depend on what player {seat + 1} cannot see", "weigh")
