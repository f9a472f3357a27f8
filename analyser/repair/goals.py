"""What is to become fair: boards, seats, strategies or openings; in which games of a run each is measured, and against
what."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import numpy as np
from numpy.typing import NDArray

from analyser.errors import DataError, UsageError
from cext.messages import did_you_mean
from reports.estimators.openings import Grouping
from reports.facts import GameFacts
from reports.run import Run

__all__ = [
    "BOARDS", "FACTOR", "GOALS", "OPENINGS", "PLAIN", "SEATS", "STRATEGIES", "arm_of", "choose_goals", "condition_of",
    "distances_from_fair", "group_of_level", "has_tuned", "reference_of",
]  # fmt: skip

Floats = NDArray[np.float64]

BOARDS, PLAIN, SEATS, STRATEGIES, OPENINGS = GOALS = ("boards", "plain", "seats", "strategies", "openings")
FACTOR = {BOARDS: "board", PLAIN: "board", SEATS: "seat", STRATEGIES: "strategy", OPENINGS: "forced_opening"}
ARMS = {BOARDS: ("dealt", "mirror"), PLAIN: ("mirror",), OPENINGS: ("forced",)}  # in which a goal is measured
FREE_ARMS = ("cross", "free", "chosen")  # in which seats and strategies are


def choose_goals(names: Sequence[str] | None, game: GameFacts, strategies: Sequence[str]) -> tuple[str, ...]:
    """What is to become fair, of GOALS: what was named or, where nothing was, boards among each other; else a board
    against the plain one; else seats. Raises UsageError or DataError."""
    if game.par is None:
        raise DataError(f"{game.name}: one seat decides: there is no fair share, and nothing to repair")
    n_others = 0 if game.shared or game.board.is_chosen else len(game.b_sides)
    if names is None:
        return (BOARDS if n_others > 1 else PLAIN if n_others else SEATS,)
    for name in names:
        if name not in GOALS:
            raise UsageError(f"--goal {name}: {did_you_mean(name, GOALS)}")
        if name == STRATEGIES and len(set(strategies)) < 2:
            raise DataError(f"--goal {name}: a single strategy plays: name others with --strategies")
        if name == PLAIN and n_others and not game.has_plain:
            raise DataError(f"--goal plain: no board of {game.name} is the plain one: name boards")
        if name in (BOARDS, PLAIN) and n_others < (2 if name == BOARDS else 1):
            raise DataError(f"--goal {name}: {game.name} has too few {game.nouns[1]} that seats may have: name seats")
        if name == OPENINGS and len(set(names)) > 1:
            raise UsageError(f"--goal {name}: other games are played for openings: name it alone")
    return tuple(dict.fromkeys(names))


def arm_of(run: Run, goal: str) -> str:
    """The part of the schedule in which a goal is measured."""
    arms = {arm for part in run.parts for arm in part.frames.arms}
    return next((arm for arm in ARMS.get(goal, FREE_ARMS) if arm in arms), "")


def has_tuned(run: Run) -> bool:
    """Whether players tuned for each scenario have played, too."""
    return "tuned" in run.differing


def condition_of(run: Run, goal: str, scenario: str = "", *, players: str = "ordinary") -> str:
    """The condition on rows in which a goal is measured."""
    parts = [f"arm = '{arm}'" if (arm := arm_of(run, goal)) else "arm != 'forced'"]
    parts += [f"tuned = '{players}'"] if has_tuned(run) else []
    game = run.parts[0].frames.game
    if goal == BOARDS:
        names = ", ".join(f"'{list(game.boards)[number]}'" for number in game.b_sides)
        parts.append(f"board in ({names})")
    return " and ".join([*parts, *([f"scenario = '{scenario}'"] if scenario else [])])


def reference_of(run: Run, goal: str) -> str:
    """What is fair: par, the plain board, or the mean of what is compared: of boards where no games seat them all
    alone, and of openings."""
    game = run.parts[0].frames.game
    if goal == PLAIN:
        return list(game.boards)[game.plain]
    return "mean" if goal == OPENINGS or (goal == BOARDS and arm_of(run, goal) == "mirror") else "par"


def group_of_level(game: GameFacts, goal: str, level: str) -> str:
    """The target that a level of the goal's factor stands for: of openings the number of turns of the class that the
    game counts; orders of it are one."""
    letter = Grouping(game).letter
    return str(level.count(letter)) if goal == OPENINGS and letter else level


def distances_from_fair(goals: Iterable[str], values: Floats) -> Floats:
    """How far from fair: openings that win less than others are not, as nobody has to choose them."""
    is_one_sided = np.array([goal == OPENINGS for goal in goals], dtype=bool)
    return np.where(is_one_sided, np.maximum(values, 0.0), np.abs(values))
