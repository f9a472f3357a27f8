"""What the kernel checks before it plays: a game's facts and boards, a schedule that fits; each error is one line."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from cext.kernel.declarations import read_declarations
from cext.kernel.words import GameWords
from cext.user_code import EndlessGame

if TYPE_CHECKING:
    from cext.kernel.game import Game

__all__ = ["OFFERS", "board_numbers", "broken_rules", "check_boards", "check_facts", "check_seed", "schedule_column"]

LIMITS = read_declarations().constants  # types.pxd
SHIPPED = "cext.games."  # how modules of games begin that come with the program
MAX_BOARDS = 127
MAX_KINDS = 256
MAX_ROUNDS = 255
MAX_WEIGHT_SETS = 1 << 16
# What the bits of `offered` number, and how many bits of a move stand before it: the kinds of legal moves; or, of those
# moves whose kind has the stage's number, the first fields, or the classes where they are the second fields.
OFFERS = {"kind": 0, "a": 8, "class": 16}


def check_facts(game: "Game") -> None:
    """Raise ValueError for a fact that is not set or beyond what the kernel holds, ImportError for a state of another
    size than compiled."""
    for what, size, maximum in (
        ("players", game.players, LIMITS["MAX_SEATS"]),
        ("bytes of state", game.state_size, LIMITS["MAX_STATE"]),
    ):
        if not 1 <= size <= maximum:
            raise ValueError(f"{game.name}: {size} {what}, must be 1 to {maximum}")
    free = LIMITS["MAX_SEATS"] - game.players
    if not 0 <= game.bots <= free:
        raise ValueError(f"{game.name}: {game.bots} bots beside {game.players} players, must be 0 to {free}")
    for what, names, maximum in (
        ("boards", game.boards, MAX_BOARDS),
        ("categories", game.categories, LIMITS["MAX_CATEGORIES"]),
        ("counters", game.counters, LIMITS["MAX_COUNTERS"]),
        ("kinds", game.kinds, MAX_KINDS),
        ("features", game.feature_docs, LIMITS["MAX_FEATURES"]),
        ("stages", game.stages, LIMITS["MAX_STAGES"]),
        ("classes", game.classes, LIMITS["N_CLASSES"]),
        ("rounds", game.rounds, MAX_ROUNDS),
    ):
        if names is None or len(names) > maximum:
            raise ValueError(f"{game.name}: {what} not set, or more than {maximum}")
    for what, pairs in (("categories", game.categories), ("counters", game.counters), ("classes", game.classes)):
        called = [name for name, *_ in pairs]
        if twice := [name for name in called if called.count(name) > 1]:
            raise ValueError(f"{game.name}: {what}: two are called {twice[0]!r}")
    if tuple(game.classes[0]) != ("", ""):
        raise ValueError(f"{game.name}: class 0 is that of moves of no class: the first must be ('', '')")
    if not 0 <= game.n_running <= len(game.counters):
        raise ValueError(f"{game.name}: n_running={game.n_running}, must be 0 to {len(game.counters)}: its counters")
    for stage, what in (game.offers or {}).items():
        if stage not in game.stages or what not in OFFERS:
            raise ValueError(f"{game.name}: offers of {stage!r}: {what!r}: name stages and {' or '.join(OFFERS)}")
        if what == "kind" and len(game.kinds) > LIMITS["MAX_OFFERS"]:
            raise ValueError(
                f"{game.name}: offers of {stage!r}: {len(game.kinds)} kinds, at most {LIMITS['MAX_OFFERS']}"
            )
    if not 0 <= game.opening_turns <= LIMITS["MAX_OPENING"]:
        raise ValueError(f"{game.name}: an opening of {game.opening_turns} turns, must be 0 to {LIMITS['MAX_OPENING']}")
    if game.layout is not None and game.layout.itemsize != game.state_size:
        raise ImportError(
            f"{game.name}: its layout describes {game.layout.itemsize} bytes, the engine was compiled with "
            f"{game.state_size}: compile it again"
        )
    if not isinstance(game.words, GameWords):
        raise ValueError(f"{game.name}: words not set: set it to cext.kernel.words.Words(self) or to a subclass's")
    if game.n_weight_sets > MAX_WEIGHT_SETS:
        raise ValueError(
            f"{game.name}: {game.n_weight_sets} weight sets (rounds times boards), must be 1 to {MAX_WEIGHT_SETS}"
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


def check_seed(seed: object) -> int:
    """The seed as an integer of 64 bits."""
    if isinstance(seed, bool) or not isinstance(seed, (int, np.integer)) or not 0 <= seed < 1 << 64:
        raise ValueError(f"seed {seed!r}: must be an integer from 0 to 2**64 - 1")
    return int(seed)


def schedule_column(
    name: str,
    values: npt.ArrayLike | None,
    kind: type[np.integer[Any]],
    shape: tuple[int, ...],
    minimum: int,
    end: int | None,
    *,
    default: int = 0,
) -> npt.NDArray[Any]:
    """The values as a contiguous array of that type and shape, each in [minimum, end); end=None: any of the type.
    values=None: `default` everywhere."""
    if values is None:
        return np.full(shape, default, dtype=kind)
    array = np.asarray(values)
    if array.shape != shape:
        raise ValueError(
            f"{name} has shape {array.shape}, must be {shape}: one row a game"
            + (", one column a seat" if len(shape) == 2 else "")
        )
    if array.dtype.kind not in "iub":
        raise ValueError(f"{name} holds {array.dtype} values: must be integers")
    end = np.iinfo(kind).max + 1 if end is None else end
    if array.size and (array.min() < minimum or array.max() >= end):
        wrong = int(array.min() if array.min() < minimum else array.max())
        raise ValueError(f"{name} holds {wrong}: must be {minimum} to {end - 1}")
    return np.ascontiguousarray(array, dtype=kind)


def check_boards(game: "Game", board: npt.ArrayLike) -> None:
    """Raise ValueError where seats of one row, board[n, k], have boards that the game does not let stand together."""
    array = np.asarray(board)
    if array.ndim != 2:
        return
    if game.table_boards and (array != array[:, :1]).any():
        raise ValueError(f"board differs between the seats of a game: in {game.name} all seats have the same one")
    ordered = np.sort(array, axis=1) if game.single_boards else array[:, :1]
    if ((ordered[:, 1:] == ordered[:, :-1]) & (ordered[:, 1:] > 0)).any():
        raise ValueError(f"board names one that exists once in {game.name} for two seats of a game")


def broken_rules(game: "Game", how: int, where: str) -> Exception:
    """The error to raise where a game does not end: how: NO_MOVES or ENDLESS (types.pxd); where: "game 7". It tells
    authors what to correct, and users of a shipped game to report it. Raises what rules in Python have raised."""
    game.check_rules(how, where)
    is_shipped = type(game).__module__.startswith(SHIPPED)
    report = "this is a fault of the program: please report it with the command you typed"
    if how == LIMITS["NO_MOVES"]:
        advice = report if is_shipped else "correct the game's rules"
        return RuntimeError(f"{game.name}: no legal move in {where}, which goes on: {advice}")
    advice = report if is_shipped else "let apply() end turns and the game, so that to_move() becomes -1"
    return EndlessGame(f"{game.name}: {where} goes on after {LIMITS['MAX_DECISIONS']:,} decisions: {advice}")
