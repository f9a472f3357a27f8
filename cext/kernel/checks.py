"""What the kernel asks of a game: facts within limits, boards it has, rules that end; one line where it is not so."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from cext.kernel.layout import declarations
from cext.kernel.words import Words

if TYPE_CHECKING:
    from cext.kernel.game import Game

__all__ = ["OFFERS", "board_numbers", "broken_rules", "check_facts"]

LIMITS = declarations().constants  # types.pxd
MOST_BOARDS = 127
MOST_KINDS = 256
MOST_ROUNDS = 255
MOST_WEIGHT_SETS = 1 << 16
# What the bits of `offered` number, and how many bits of a move stand before it: the kinds of legal moves; or, of those
# moves whose kind has the stage's number, the first fields, or the classes where they are the second fields.
OFFERS = {"kind": 0, "a": 8, "class": 16}


def check_facts(game: "Game") -> None:
    """Raise ValueError for a fact that is not set or beyond what the kernel holds, ImportError for a state of another
    size than compiled."""
    for what, size, most in (
        ("players", game.players, LIMITS["MAX_SEATS"]),
        ("bytes of state", game.state_size, LIMITS["MAX_STATE"]),
    ):
        if not 1 <= size <= most:
            raise ValueError(f"{game.name}: {size} {what}, must be 1 to {most}")
    free = LIMITS["MAX_SEATS"] - game.players
    if not 0 <= game.bots <= free:
        raise ValueError(f"{game.name}: {game.bots} bots beside {game.players} players, must be 0 to {free}")
    for what, names, most in (
        ("boards", game.boards, MOST_BOARDS),
        ("sources", game.sources, LIMITS["MAX_SOURCES"]),
        ("tallies", game.tallies, LIMITS["MAX_TALLIES"]),
        ("kinds", game.kinds, MOST_KINDS),
        ("features", game.feature_docs, LIMITS["MAX_FEATURES"]),
        ("stages", game.stages, LIMITS["MAX_STAGES"]),
        ("classes", game.classes, LIMITS["N_CLASSES"]),
        ("rounds", game.rounds, MOST_ROUNDS),
    ):
        if names is None or len(names) > most:
            raise ValueError(f"{game.name}: {what} not set, or more than {most}")
    if not 0 <= game.n_running <= len(game.tallies):
        raise ValueError(f"{game.name}: n_running={game.n_running}, must be 0 to {len(game.tallies)}: its tallies")
    for stage, what in (game.offers or {}).items():
        if stage not in game.stages or what not in OFFERS:
            raise ValueError(f"{game.name}: offers of {stage!r}: {what!r}: name stages and {' or '.join(OFFERS)}")
    if not 0 <= game.opening_turns <= LIMITS["MAX_OPENING"]:
        raise ValueError(f"{game.name}: an opening of {game.opening_turns} turns, must be 0 to {LIMITS['MAX_OPENING']}")
    if game.layout is not None and game.layout.itemsize != game.state_size:
        raise ImportError(
            f"{game.name}: its layout describes {game.layout.itemsize} bytes, the engine was compiled with "
            f"{game.state_size}: compile it again"
        )
    if not isinstance(game.words, Words):
        raise ValueError(f"{game.name}: words not set: set it to cext.kernel.words.Words(self) or to a subclass's")
    if game.n_weight_sets > MOST_WEIGHT_SETS:
        raise ValueError(
            f"{game.name}: {game.n_weight_sets} weight sets (rounds times boards), must be 1 to {MOST_WEIGHT_SETS}"
        )


def board_numbers(game: "Game", boards: Sequence[str | int | None] | None) -> list[int]:
    """Numbers in game.boards of the boards named for each seat, -1: none named; ValueError where they do not fit."""
    if boards is None:
        return [-1] * game.players
    if len(boards) != game.players:
        raise ValueError(f"{len(boards)} boards for {game.players} players: give one for each seat")
    numbers = []
    for board in boards:
        if isinstance(board, str) and board in game.boards:
            numbers.append(game.boards.index(board))
        elif board is None:
            numbers.append(-1)
        elif not isinstance(board, str) and -1 <= board < len(game.boards):
            numbers.append(int(board))
        else:
            raise ValueError(f"unknown board {board!r}: {game.name} has {', '.join(game.boards) or 'none'}")
    if game.table_boards and len(set(numbers)) > 1:
        raise ValueError(f"boards {', '.join(map(str, boards))}: in {game.name} all seats have the same one")
    for number in set(numbers) if game.single_boards else ():
        if number > 0 and numbers.count(number) > 1:
            raise ValueError(f"boards {', '.join(map(str, boards))}: in {game.name} {game.boards[number]} exists once")
    return numbers


def broken_rules(game: "Game", how: int, where: str) -> RuntimeError:
    """The error to raise where a game does not end: how: NO_MOVES or ENDLESS (types.pxd); where: "game 7"."""
    if how == LIMITS["NO_MOVES"]:
        return RuntimeError(f"{game.name}: no legal move in {where}, which goes on: correct the game's rules")
    return RuntimeError(
        f"{game.name}: {where} goes on after {LIMITS['MAX_DECISIONS']:,} decisions: let apply() end turns and the "
        "game, so that to_move() becomes -1"
    )
