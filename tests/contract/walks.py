"""What the contract is tested on: every game as it can be loaded, and random games of it."""

import random
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from cext.games import GAMES, NotBuilt, OptionError, load_game
from cext.kernel.checks import LIMITS, broken_rules
from cext.kernel.game import Game, Position

__all__ = ["CASES", "PLACES", "UNBUILT", "BrokenRules", "Case", "cases", "dealt", "endless", "fitting", "walk"]

MOST_PLAYERS = 6
MAX_DECISIONS = LIMITS["MAX_DECISIONS"]  # of any game
PLACES = {"first": 0, "second": 1, "last": -1}  # of a move in a legal list
GAME_TESTS = Path(__file__).parent.parent / "games"


class BrokenRules(AssertionError):
    """A game that cannot be played to its end: what is wrong, where, what to do."""


@dataclass(frozen=True)
class Case:
    """One game as it can be loaded."""

    name: str
    players: int
    options: tuple[tuple[str, Any], ...]

    def load(self) -> Game:
        return load_game(self.name, players=self.players, **dict(self.options))

    def __str__(self) -> str:
        switched = "".join(f"-{name}" for name, _ in self.options)
        return f"{self.name}-{self.players}{switched}"


def cases(name: str) -> Iterator[Case]:
    """Each number of players; then what tests/games/<game>/contract.toml lists, as tables [[case]] of options."""
    for players in range(1, MOST_PLAYERS + 1):
        try:
            load_game(name, players=players)
        except OptionError:
            continue
        yield Case(name, players, ())
    listed = GAME_TESTS / name / "contract.toml"
    if listed.exists():
        for case in tomllib.loads(listed.read_text(encoding="utf-8"))["case"]:
            yield Case(name, case.pop("players"), tuple(case.items()))


def all_cases() -> tuple[list[Case], dict[str, str]]:
    """The cases of every game; and the games that cannot be loaded, with the reason."""
    found: list[Case] = []
    unbuilt: dict[str, str] = {}
    for name in GAMES:
        try:
            found += cases(name)
        except NotBuilt as error:
            unbuilt[name] = str(error)
        except Exception as error:  # whatever an author's __init__ raises is this game's affair alone
            unbuilt[name] = f"{name} cannot be loaded: {type(error).__name__}: {error}"
    return [case for case in found if case.name not in unbuilt], unbuilt


CASES, UNBUILT = all_cases()  # the cases of every game; games left out, and why: test_facts.py tells


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
    for ply in range(MAX_DECISIONS):
        if position.to_move is None:
            yield position, -1
            return
        moves = position.moves()
        if not moves:
            raise BrokenRules(
                f"{game.name}: deal {number}, decision {ply}: player {position.to_move + 1} has no move: let legal() "
                "offer one, or end the game so that to_move() becomes -1"
            )
        move = moves[min(PLACES[place], len(moves) - 1)] if place else chance.choice(moves)
        yield position, move
        position.apply(move)
    raise endless(game, f"deal {number}" + (f", where all make the {place} of the legal moves," if place else ""))
