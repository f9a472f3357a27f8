"""Profile of the penalised likelihood of a logit: its maximum under constraints, and where along a combination of
coefficients it has fallen by so much."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from reports.stats.choices import Choices, Point

__all__ = ["constrained", "limit", "maximum"]

Floats = NDArray[np.float64]

MOST_STEPS = 60  # a likelihood with a finite maximum takes 5 to 15
FARTHEST = 4.0  # a step moves no design's strength by more: beyond, the quadratic it rests on says nothing
# Squared length, in standard errors, of a step that is the last: of the way to the estimates, and of that to a fall.
CLOSE, CLOSE_FALL = 1e-12, 1e-6
ROUNDING = 1e-10  # of the log likelihood: less than this is no step down
CLOSE_LIMIT = 1e-4  # of the log likelihood at a limit: less than 0.01 % of the distance to it


def maximum(choices: Choices) -> tuple[Point, int]:
    """The point of highest penalised likelihood, and the steps it took; raises ValueError where two terms cannot be
    told apart."""
    return _climb(choices, np.zeros(choices.designs.shape[1]), None, CLOSE)


def constrained(choices: Choices, top: Point, rows: Floats) -> Point:
    """The highest point on which these combinations of coefficients, one a row, are 0; the penalty is that of the whole
    model."""
    moved = top.covariance @ rows.T
    start = top.coefficients - moved @ np.linalg.solve(rows @ moved, rows @ top.coefficients)
    return _climb(choices, start, rows, CLOSE_FALL)[0]


def limit(choices: Choices, top: Point, row: Floats, drop: float, side: int) -> float:
    """Where the combination `row` of coefficients stands when its profile has fallen by `drop` to that side (-1, 1);
    NaN where no such point is found.

    Newton's method on the coefficients and the multiplier together (Venzon and Moolgavkar 1988).
    """
    wanted = top.penalised - drop
    moved = top.covariance @ row
    step = side * np.sqrt(2.0 * drop) * moved / np.sqrt(row @ moved)
    beta = top.coefficients
    for _ in range(MOST_STEPS):
        beta, point = _reached(choices, beta, step, -np.inf)
        if point is None:
            break
        score, spread = point.covariance @ point.gradient, point.covariance @ row
        left = 2.0 * (point.penalised - wanted) + float(point.gradient @ score)
        multiplier = -side * max(left / float(row @ spread), 0.0) ** 0.5
        step = score - multiplier * spread
        off = float((point.gradient - multiplier * row) @ step)
        if abs(point.penalised - wanted) < CLOSE_LIMIT and abs(off) < CLOSE_LIMIT:
            return float(row @ beta)
    return float("nan")


def _climb(choices: Choices, start: Floats, rows: Floats | None, close: float) -> tuple[Point, int]:
    """Steps along the covariance, halved where they do not lead up; with `rows` those combinations stay as they
    are."""
    point = choices.at(start)
    if not np.isfinite(point.penalised) or np.linalg.cond(point.information) > 1e13:
        raise ValueError("the logit model cannot tell its terms apart: use fewer terms or more games")
    for steps in range(1, MOST_STEPS + 1):
        step = point.covariance @ point.gradient
        if rows is not None:
            moved = point.covariance @ rows.T
            step -= moved @ np.linalg.solve(rows @ moved, rows @ step)
        gain = float(point.gradient @ step)
        if gain < close:
            return point, steps
        least = point.penalised - ROUNDING * abs(point.penalised)
        found = _reached(choices, point.coefficients, step, least)[1]
        if found is None:
            return point, steps
        point = found
    raise ValueError("the logit model did not converge: use fewer terms or more games")


def _reached(choices: Choices, beta: Floats, step: Floats, least: float) -> tuple[Floats, Point | None]:
    """The point one step away, or a fraction of it, that has at least this penalised likelihood; None: there is
    none."""
    far = float(np.abs(choices.designs @ step).max())
    step = step * min(1.0, FARTHEST / far) if far > 0 else step
    for _ in range(30):
        point = choices.at(beta + step)
        if np.isfinite(point.penalised) and point.penalised >= least:
            return beta + step, point
        step = step / 2.0
    return beta, None
