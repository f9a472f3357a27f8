"""Weighted plans: the TOML file of a strategy, checked, and turned into the kernel's table of weights.

name = "mine"
idea = "One sentence on what it goes for."
strength = "full"          # or "learner": plays weakly on purpose, and models of who wins leave it out;
                           # or "tuned": another plan, but for boards it has weights for (by_board, on_board below);
                           # of these two only the question of boards asks by default;
                           # or "strong": out of the others' league, or "narrow": keeps to one opening or action,
                           # whatever that costs; no question asks these two unless they are named, but that of
                           # openings asks narrow plans whose `opening` sets one of those it compares
temperature = 0.5          # points; 0: always the move of highest value, more: draws from the softmax
opening = ["U", "UR"]      # letters of the actions preferred in the seat's first turns, where legal; "": any
never = ["W"]              # actions not taken while another is legal

[weights]                  # points for each unit of a feature (`analyser strategies GAME --features`)
vp = 1

[by_round.5]               # what a weight is multiplied by in that round
vp = 1.5

[by_board.circle]          # what is added to a weight on that board
hire = 0.8

[on_board.star.weights]    # all weights of that board, in place of those above and their by_board …
vp = 1.2

[on_board.star.by_round.5] # … and of their by_round; `analyser tune GAME/PLAN --board star` finds such weights
vp = 1.4

[on_board.star.provenance] # who tuned them, as below

[alike]                    # plans shipped with the game whose actions are nearly as often the same, and why so
balanced = "the same plan, but on star"

[provenance]
who = "…"
on_what = "…"
when = "…"
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal, get_args

from msgspec import Meta, field
from msgspec.structs import asdict

from cext.fields import FieldError, FieldPath, Real, Record, decode
from cext.file_games import read_literal
from cext.messages import did_you_mean
from cext.toml_reader import locate, read_toml
from strategies.errors import StrategyFileError

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    from cext.kernel.game import Game
    from cext.kernel.policy import WeightedPolicy

__all__ = [
    "FULL", "LEARNER", "NARROW", "STRENGTHS", "STRONG", "TUNED", "BoardWeights", "Plan", "class_mask", "class_masks",
    "read_game_plan", "read_plan", "weight_table", "weighted_policy",
]  # fmt: skip

Strength = Literal["full", "learner", "tuned", "strong", "narrow"]
FULL, LEARNER, TUNED, STRONG, NARROW = STRENGTHS = get_args(Strength)
MAX_TURNS = 64  # an opening plan covers at most
MAX_POINTS = 2_000_000  # a weight in thousandths must fit 32 bits
MAX_TEMPERATURE = 100_000  # points

Words = Annotated[str, Meta(pattern=r"\S", description="a text that is not empty")]
Points = Annotated[Real, Meta(description="a number of points, such as 1.5")]
Weights = Annotated[Mapping[str, Points], Meta(description="a table of points per unit of a feature")]
Tables = Annotated[Mapping[str, Weights], Meta(description="a table of tables, such as [by_round.5]")]
Letters = Annotated[tuple[str, ...], Meta(description='a list of letters of actions, such as ["U", "UR"]')]
Provenance = Mapping[Literal["who", "on_what", "when"], str]
Temperature = Annotated[
    float, Meta(ge=0, le=MAX_TEMPERATURE, description=f"a number of points from 0 to {MAX_TEMPERATURE}")
]


class BoardWeights(Record, frozen=True):
    """All weights of a board in points, and what they are multiplied by in a round."""

    weights: Weights
    by_round: Tables = field(default_factory=dict)
    provenance: Provenance = field(default_factory=dict)


class PlanFile(Record, frozen=True, kw_only=True):
    """What a strategy's TOML file says; weights and temperature in points."""

    name: Words
    idea: Words
    weights: Weights
    strength: Strength = "full"
    temperature: Temperature = 0.0
    by_round: Tables = field(default_factory=dict)
    by_board: Tables = field(default_factory=dict)
    on_board: Mapping[str, BoardWeights] = field(default_factory=dict)  # in place of the three above, on that board
    opening: Letters = ()
    never: Letters = ()
    # Plans that act much the same: what sets this one apart.
    alike: Mapping[str, Annotated[Words, Meta(description="a text that says what sets them apart")]] = field(
        default_factory=dict
    )
    provenance: Provenance = field(default_factory=dict)


class Plan(PlanFile, frozen=True, kw_only=True):
    """The plan in a file, checked as far as that needs no game."""

    path: Path

    def weights_for(self, board: str) -> BoardWeights:
        """What is weighed on a board: weights of its own, or those of every board with what is added on this one."""
        if board in self.on_board:
            return self.on_board[board]
        bonus = self.by_board.get(board, {})
        weights = {key: self.weights.get(key, 0.0) + bonus.get(key, 0.0) for key in [*self.weights, *bonus]}
        return BoardWeights(weights, self.by_round)


def read_plan(path: Path) -> Plan:
    """The plan in a TOML file; raises StrategyFileError."""
    return Plan(path=path, **asdict(read_toml(path, PlanFile, StrategyFileError)))


def read_game_plan(path: Path, name: str) -> Plan:
    """The plan of that name in a game's Python file, of which nothing is executed; raises StrategyFileError."""
    plan = read_literal(path, "plans")[name]
    content = plan if "weights" in plan else {"weights": plan}
    try:
        return Plan(path=path, **asdict(decode({"name": name, "idea": f"As {path.name} has it.", **content}, PlanFile)))
    except FieldError as error:
        raise StrategyFileError(f"{path}: plans: {error}") from error


def _fault(plan: Plan, field: FieldPath, message: str) -> StrategyFileError:
    """An error about a field of the plan's file, with its line."""
    where = f"{plan.path}: plans" if plan.path.suffix == ".py" else locate(plan.path, field)
    return StrategyFileError(f"{where}: {message}")


# -- for a game -------------------------------------------------------------------------------------------------------


def weighted_policy(plan: Plan, game: "Game") -> "WeightedPolicy":
    """The policy that plays a plan; raises StrategyFileError where the game does not have what the plan names."""
    from cext.kernel.policy import WeightedPolicy

    opening, excluded = class_masks(plan, game)
    temperature = round(1000 * plan.temperature)
    return WeightedPolicy(game, weight_table(plan, game), temperature=temperature, opening=opening, excluded=excluded)


def weight_table(plan: Plan, game: "Game") -> "npt.NDArray[np.int32]":
    """Weights in thousandths of a point, int32[n_weight_sets, n_features].

    A weight is (weights + by_board of the seat's board) * by_round of the round; a table that is left out adds 0, or
    multiplies by 1. On a board of on_board it is that one's weights * by_round. Weight set r * len(boards) + b belongs
    to round r and board b, where a game without rounds or boards counts as having one. Raises StrategyFileError.
    """
    import numpy as np

    number = {name: i for i, (name, *_) in enumerate(game.feature_docs)}
    base = _row(plan, ("weights",), plan.weights, number, 0.0)
    n_boards = max(1, len(game.boards))
    weights = np.tile(base, (n_boards, 1))
    for board, bonus in plan.by_board.items():
        _check_name(plan, ("by_board",), "board", board, game.boards)
        weights[game.boards.index(board)] += _row(plan, ("by_board", board), bonus, number, 0.0)
    times = np.repeat(_times(plan, ("by_round",), plan.by_round, number, game)[:, None, :], n_boards, axis=1)
    for board, board_weights in plan.on_board.items():
        _check_name(plan, ("on_board",), "board", board, game.boards)
        place, table = game.boards.index(board), ("on_board", board)
        weights[place] = _row(plan, (*table, "weights"), board_weights.weights, number, 0.0)
        times[:, place] = _times(plan, (*table, "by_round"), board_weights.by_round, number, game)
    points = np.rint(1000 * weights[None, :, :] * times)
    if np.abs(points).max(initial=0) > 1000 * MAX_POINTS:
        large = list(number)[int(np.abs(points).max(axis=(0, 1)).argmax())]
        raise StrategyFileError(f"{plan.path}: the weight of {large} exceeds {MAX_POINTS} points: make it smaller")
    return points.reshape(game.n_weight_sets, len(number)).astype(np.int32)


def _times(
    plan: Plan, table: FieldPath, rows: Tables, number: Mapping[str, int], game: "Game"
) -> "npt.NDArray[np.float64]":
    """What each weight is multiplied by, [round, feature]."""
    import numpy as np

    times = np.ones((max(1, len(game.rounds)), len(number)))
    for name, weights in rows.items():
        _check_name(plan, table, "round", name, game.rounds)
        times[game.rounds.index(name)] = _row(plan, (*table, name), weights, number, 1.0)
    return times


def class_masks(plan: Plan, game: "Game") -> tuple[list[int], int]:
    """(class mask of each turn of the opening plan, class mask never chosen); 0 in the first: any class."""
    if len(plan.opening) > MAX_TURNS:
        raise _fault(plan, ("opening",), f"opening plans {len(plan.opening)} turns: plan at most {MAX_TURNS}")
    opening = [_mask(plan, "opening", letters, game) for letters in plan.opening]
    return opening, _mask(plan, "never", "".join(plan.never), game)


def _row(
    plan: Plan, table: FieldPath, weights: Weights, number: Mapping[str, int], default: float
) -> "npt.NDArray[np.float64]":
    import numpy as np

    row = np.full(len(number), default)
    for feature, value in weights.items():
        _check_name(plan, table, "feature", feature, number)
        row[number[feature]] = value
    return row


def _check_name(plan: Plan, table: FieldPath, noun: str, name: str, names: Collection[str]) -> None:
    if name not in names:
        message = f"[{'.'.join(map(str, table))}] names an unknown {noun} {name!r}: {did_you_mean(name, names)}"
        raise _fault(plan, (*table, name), message)


def _mask(plan: Plan, key: str, letters: str, game: "Game") -> int:
    class_letters = [letter for letter, _ in game.classes]
    for letter in letters:
        if letter not in class_letters:
            words = ", ".join(f"{letter} {name}" for letter, name in game.classes if letter)
            hint = f"the letters are {words}" if words else "there are none"
            raise _fault(plan, (key,), f"{key} names an unknown action {letter!r}: {hint}")
    return class_mask(letters, class_letters)


def class_mask(classes: Iterable[str], letters: Sequence[str]) -> int:
    """Move classes as bits, bit n for number n; letters: that of each class, by its number. ValueError for a
    letter of none."""
    return sum(1 << letters.index(letter) for letter in set(classes))
