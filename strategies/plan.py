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

import math
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from cext.file_games import read_literal
from cext.messages import did_you_mean
from cext.safe_files import MAX_SETTINGS_BYTES, read_limited
from cext.toml_reader import TomlError, line_of, toml_table
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

Weights = Mapping[str, float]

KEYS = (
    "name", "idea", "strength", "temperature", "opening", "never", "weights", "by_round", "by_board", "on_board",
    "alike", "provenance",
)  # fmt: skip
BOARD_KEYS = ("weights", "by_round", "provenance")  # of a board in on_board
FULL, LEARNER, TUNED, STRONG, NARROW = STRENGTHS = ("full", "learner", "tuned", "strong", "narrow")
PROVENANCE = ("who", "on_what", "when")
MAX_TURNS = 64  # an opening plan covers at most
MAX_POINTS = 2_000_000  # a weight in thousandths must fit 32 bits
MAX_TEMPERATURE = 100_000  # points


@dataclass(frozen=True)
class BoardWeights:
    """All weights of a board in points, and what they are multiplied by in a round."""

    weights: Weights
    by_round: Mapping[str, Weights] = field(default_factory=dict)
    provenance: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class Plan:
    """What a strategy's TOML file says; weights and temperature in points."""

    path: Path
    name: str
    idea: str
    weights: Weights
    strength: str = FULL
    temperature: float = 0.0
    by_round: Mapping[str, Weights] = field(default_factory=dict)
    by_board: Mapping[str, Weights] = field(default_factory=dict)
    on_board: Mapping[str, BoardWeights] = field(default_factory=dict)  # in place of the three above, on that board
    opening: tuple[str, ...] = ()
    never: tuple[str, ...] = ()
    alike: Mapping[str, str] = field(default_factory=dict)  # plans that act much the same: what sets this one apart
    provenance: Mapping[str, str] = field(default_factory=dict)

    def weights_for(self, board: str) -> BoardWeights:
        """What is weighed on a board: weights of its own, or those of every board with what is added on this one."""
        if board in self.on_board:
            return self.on_board[board]
        bonus = self.by_board.get(board, {})
        weights = {key: self.weights.get(key, 0.0) + bonus.get(key, 0.0) for key in [*self.weights, *bonus]}
        return BoardWeights(weights, self.by_round)


# -- reading ----------------------------------------------------------------------------------------------------------


def read_plan(path: Path) -> Plan:
    """The plan in a TOML file, checked as far as that needs no game; raises StrategyFileError."""
    return parse_plan(path, _read_toml(path))


def read_game_plan(path: Path, name: str) -> Plan:
    """The plan of that name in a game's Python file, of which nothing is executed; raises StrategyFileError."""
    plan = read_literal(path, "plans")[name]
    content = plan if "weights" in plan else {"weights": plan}
    return parse_plan(path, {"name": name, "idea": f"As {path.name} has it.", **content})


def parse_plan(path: Path, content: Mapping[str, Any]) -> Plan:
    """The plan that a file holds, checked; raises StrategyFileError."""
    for key in content:
        if key not in KEYS:
            raise _fault(path, key, f"unknown key {key!r}: {did_you_mean(key, KEYS)}")
    for key in ("name", "idea"):
        if not isinstance(content.get(key), str) or not content[key].strip():
            raise _fault(path, key, f'{key} is missing or no text: add {key} = "…"')
    strength = content.get("strength", FULL)
    if strength not in STRENGTHS:
        raise _fault(path, "strength", f"strength = {strength!r}: must be one of {', '.join(STRENGTHS)}")
    if "weights" not in content:
        raise StrategyFileError(f"{path}: the table [weights] is missing: add it, with points per unit of a feature")
    temperature = _number(path, "temperature", content.get("temperature", 0.0))
    if not 0 <= temperature <= MAX_TEMPERATURE:
        raise _fault(path, "temperature", f"temperature = {temperature:g}: must be 0 to {MAX_TEMPERATURE} points")
    return Plan(
        path=path,
        name=content["name"],
        idea=content["idea"],
        weights=_numbers(path, "weights", content["weights"]),
        strength=strength,
        temperature=temperature,
        by_round=_tables(path, "by_round", content.get("by_round", {})),
        by_board=_tables(path, "by_board", content.get("by_board", {})),
        on_board={
            board: _parse_board_weights(path, board, table)
            for board, table in _table(path, "on_board", content.get("on_board", {})).items()
        },
        opening=_texts(path, "opening", content.get("opening", []), '["U", "UR"]'),
        never=_texts(path, "never", content.get("never", []), '["W"]'),
        alike=_parse_alike(path, content.get("alike", {})),
        provenance=_parse_provenance(path, "provenance", content.get("provenance", {})),
    )


def _parse_board_weights(path: Path, board: str, value: Any) -> BoardWeights:
    """The tables of one board in on_board."""
    name = f"on_board.{board}"
    table = _table(path, name, value)
    for key in table:
        if key not in BOARD_KEYS:
            hint = f"{did_you_mean(key, BOARD_KEYS)}; weights stand in [{name}.weights]"
            raise _fault(path, key, f"[{name}] has an unknown key {key!r}: {hint}", name)
    if "weights" not in table:
        message = f"[{name}] has no weights: add [{name}.weights], with points per unit of a feature"
        raise _fault(path, name, message)
    return BoardWeights(
        weights=_numbers(path, f"{name}.weights", table["weights"]),
        by_round=_tables(path, f"{name}.by_round", table.get("by_round", {})),
        provenance=_parse_provenance(path, f"{name}.provenance", table.get("provenance", {})),
    )


def _parse_provenance(path: Path, name: str, value: Any) -> dict[str, Any]:
    table = _table(path, name, value)
    for key, text in table.items():
        if key not in PROVENANCE:
            raise _fault(path, key, f"[{name}] has an unknown key {key!r}: {did_you_mean(key, PROVENANCE)}", name)
        if not isinstance(text, str):
            raise _fault(path, key, f"[{name}] {key} must be text, not {text!r}: put it in quotes", name)
    return table


def _parse_alike(path: Path, value: Any) -> dict[str, str]:
    table = _table(path, "alike", value)
    for plan, reason in table.items():
        if not isinstance(reason, str) or not reason.strip():
            raise _fault(path, plan, f"[alike] {plan} must be text, not {reason!r}: say what sets them apart", "alike")
    return table


def _read_toml(path: Path) -> dict[str, Any]:
    try:
        return _parse_toml(read_limited(path, MAX_SETTINGS_BYTES).decode())
    except UnicodeDecodeError as error:
        raise StrategyFileError(
            f"{path}: not a text file in UTF-8 (byte {error.start + 1}): save it as UTF-8"
        ) from error
    except TomlError as fault:
        raise StrategyFileError(f"{path}, {fault}") from fault
    except OSError as error:
        raise StrategyFileError(f"{path}: cannot be read: {error.strerror}: give the path of a .toml file") from error


_parse_toml = lru_cache(maxsize=128)(toml_table)  # who plays a plan asks for it several times; nobody changes it


def _fault(path: Path, key: str, message: str, table: str = "") -> StrategyFileError:
    """An error about a key of a table ("": the top) of the file, or about a table there, with its line."""
    if path.suffix == ".py":
        return StrategyFileError(f"{path}: plans: {message}")
    text = read_limited(path, MAX_SETTINGS_BYTES).decode()
    line = line_of(text, table, key) or line_of(text, table or key, "") or line_of(text, f"{table}.weights", "")
    return StrategyFileError(f"{path}{'' if line is None else f', line {line}'}: {message}")


def _table(path: Path, key: str, value: Any) -> dict[str, Any]:
    if not isinstance(value, dict):
        raise _fault(path, key, f"{key} must be a table, not {value!r}: write it as [{key}]")
    return value


def _number(path: Path, key: str, value: Any, table: str = "") -> float:
    if isinstance(value, bool) or not isinstance(value, int | float) or not math.isfinite(value):
        message = f"{f'[{table}] ' if table else ''}{key} = {value!r} is no number: give points, for instance 1.5"
        raise _fault(path, key, message, table)
    return float(value)


def _numbers(path: Path, key: str, value: Any) -> dict[str, float]:
    table = _table(path, key, value)
    return {feature: _number(path, feature, points, key) for feature, points in table.items()}


def _tables(path: Path, key: str, value: Any) -> dict[str, dict[str, float]]:
    return {name: _numbers(path, f"{key}.{name}", table) for name, table in _table(path, key, value).items()}


def _texts(path: Path, key: str, value: Any, example: str) -> tuple[str, ...]:
    if not isinstance(value, list) or not all(isinstance(text, str) for text in value):
        raise _fault(path, key, f"{key} = {value!r} is no list of texts: write it as {key} = {example}")
    return tuple(value)


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
    base = _row(plan, "weights", plan.weights, number, 0.0)
    n_boards = max(1, len(game.boards))
    weights = np.tile(base, (n_boards, 1))
    for board, bonus in plan.by_board.items():
        _check_name(plan, "by_board", "board", board, game.boards)
        weights[game.boards.index(board)] += _row(plan, f"by_board.{board}", bonus, number, 0.0)
    times = np.repeat(_times(plan, "by_round", plan.by_round, number, game)[:, None, :], n_boards, axis=1)
    for board, board_weights in plan.on_board.items():
        _check_name(plan, "on_board", "board", board, game.boards)
        at, table = game.boards.index(board), f"on_board.{board}"
        weights[at] = _row(plan, f"{table}.weights", board_weights.weights, number, 0.0)
        times[:, at] = _times(plan, f"{table}.by_round", board_weights.by_round, number, game)
    points = np.rint(1000 * weights[None, :, :] * times)
    if np.abs(points).max(initial=0) > 1000 * MAX_POINTS:
        large = list(number)[int(np.abs(points).max(axis=(0, 1)).argmax())]
        raise StrategyFileError(f"{plan.path}: the weight of {large} exceeds {MAX_POINTS} points: make it smaller")
    return points.reshape(game.n_weight_sets, len(number)).astype(np.int32)


def _times(
    plan: Plan, table: str, rows: Mapping[str, Weights], number: Mapping[str, int], game: "Game"
) -> "npt.NDArray[np.float64]":
    """What each weight is multiplied by, [round, feature]."""
    import numpy as np

    times = np.ones((max(1, len(game.rounds)), len(number)))
    for name, weights in rows.items():
        _check_name(plan, table, "round", name, game.rounds)
        times[game.rounds.index(name)] = _row(plan, f"{table}.{name}", weights, number, 1.0)
    return times


def class_masks(plan: Plan, game: "Game") -> tuple[list[int], int]:
    """(class mask of each turn of the opening plan, class mask never chosen); 0 in the first: any class."""
    if len(plan.opening) > MAX_TURNS:
        raise _fault(plan.path, "opening", f"opening plans {len(plan.opening)} turns: plan at most {MAX_TURNS}")
    opening = [_mask(plan, "opening", letters, game) for letters in plan.opening]
    return opening, _mask(plan, "never", "".join(plan.never), game)


def _row(
    plan: Plan, table: str, weights: Weights, number: Mapping[str, int], default: float
) -> "npt.NDArray[np.float64]":
    import numpy as np

    row = np.full(len(number), default)
    for feature, value in weights.items():
        _check_name(plan, table, "feature", feature, number)
        row[number[feature]] = value
    return row


def _check_name(plan: Plan, table: str, noun: str, name: str, names: Collection[str]) -> None:
    if name not in names:
        of, key = (table, name) if noun == "feature" else (f"{table}.{name}", "")
        raise _fault(plan.path, key, f"[{table}] names an unknown {noun} {name!r}: {did_you_mean(name, names)}", of)


def _mask(plan: Plan, key: str, letters: str, game: "Game") -> int:
    class_letters = [letter for letter, _ in game.classes]
    for letter in letters:
        if letter not in class_letters:
            words = ", ".join(f"{letter} {name}" for letter, name in game.classes if letter)
            hint = f"the letters are {words}" if words else "there are none"
            raise _fault(plan.path, key, f"{key} names an unknown action {letter!r}: {hint}")
    return class_mask(letters, class_letters)


def class_mask(classes: Iterable[str], letters: Sequence[str]) -> int:
    """Move classes as bits, bit n for number n; letters: that of each class, by its number. ValueError for a
    letter of none."""
    return sum(1 << letters.index(letter) for letter in set(classes))
