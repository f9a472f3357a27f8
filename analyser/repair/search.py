"""Which small sets of edits may make a game fair: a response surface of all that was measured, and every set of few
edits held against it. Pure numpy.

What is measured of a set is how far each target (a board, a seat) is from fair: in win shares, with the covariance of
the errors of all sets and targets of a run, which share their deals. The surface is a Gaussian process, a ridge
regression with its errors: a start, a slope of every variable, a bend of it and a product of each two, drawn towards 0
the more the less was measured of them, and what a set has of its own (Rasmussen and Williams 2006, chapter 2).
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

__all__ = [
    "MAX_SETS", "Candidate", "Edits", "Measurement", "Surface", "TooManySets", "Z", "best_candidates", "fit_surface",
]  # fmt: skip

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]
Edits = tuple[tuple[int, int], ...]  # number of the variable and steps up (below 0: down), by number; (): no edit

MAX_SETS = 4_000_000  # of one number of edits
CHUNK = 200_000  # sets that are worked out at once
FIRST = 200  # sets of each number of edits whose errors are worked out
START_VARIANCE = 1.0  # of a distance from fair: nothing is known
LEAST_EFFECT = 0.002  # of a step: no slope is thought to be 0 for certain
# Bends and products, and what sets have of their own, as parts of a usual slope: that with which the measurements are
# likeliest.
BENDS = (0.08, 0.2, 0.5)
REMAINDER = 0.1
Z = 2.0  # standard errors for which a prediction makes allowance


class TooManySets(ValueError):
    """There are more sets of so many edits than can be gone through."""


@dataclass(frozen=True)
class Measurement:
    """What a run says of sets of edits: distances from fair [set, target], and the covariance of their errors in the
    order of its rows; one_sided: whether what lies below fair is fair, as openings do that win less than others."""

    sets: tuple[Edits, ...]
    distance: Floats
    covariance: Floats
    one_sided: bool = False

    def size_of(self, distance: Floats) -> Floats:
        """How far from fair these distances are."""
        return np.maximum(distance, 0.0) if self.one_sided else np.abs(distance)


@dataclass(frozen=True)
class Candidate:
    """A set of edits with what the surface says of it: the largest distance from fair of a target, and between which
    ends it lies, in win shares."""

    edits: Edits
    unfairness: float
    low: float
    high: float

    @property
    def steps(self) -> int:
        """Steps of all its edits."""
        return sum(abs(steps) for _, steps in self.edits)


@dataclass(frozen=True)
class Surface:
    """The response surface of measurements; scale: a usual slope, bend: what bends and products are of it."""

    measurements: tuple[Measurement, ...]
    n_variables: int
    scale: float
    bend: float

    def size_of(self, distance: Floats) -> Floats:
        """How far from fair these distances are."""
        return self.measurements[0].size_of(distance)

    @cached_property
    def sets(self) -> list[Edits]:
        """The sets that were measured, as often as they were."""
        return [edits for measurement in self.measurements for edits in measurement.sets]

    @cached_property
    def distance(self) -> Floats:
        """Their distances [set, target]."""
        return np.vstack([measurement.distance for measurement in self.measurements])

    @cached_property
    def points(self) -> Floats:
        """Their steps [set, variable]."""
        return self.points_of(self.sets)

    def points_of(self, sets: Sequence[Edits]) -> Floats:
        """Steps [set, variable]."""
        points = np.zeros((len(sets), self.n_variables))
        for row, edits in enumerate(sets):
            for variable, steps in edits:
                points[row, variable] = steps
        return points

    def kernel(self, a: Floats, b: Floats) -> Floats:
        """The covariance of what two lists of points bring, before anything is measured."""
        products, squares = a @ b.T, (a * a) @ (b * b).T
        bends = squares + (products**2 - squares) / 2
        same: NDArray[np.bool_] = np.all(a[:, None, :] == b[None, :, :], axis=2) & np.any(a, axis=1, keepdims=True)
        slope = self.scale**2
        return np.asarray(START_VARIANCE + slope * (products + self.bend**2 * bends + REMAINDER**2 * same))

    @cached_property
    def _lower(self) -> Floats:
        """The Cholesky factor of the covariance of all that was measured."""
        n_targets = self.distance.shape[1]
        total = np.kron(self.kernel(self.points, self.points), np.eye(n_targets))
        at = 0
        for measurement in self.measurements:
            size = measurement.distance.size
            total[at : at + size, at : at + size] += measurement.covariance
            at += size
        return np.asarray(np.linalg.cholesky(total + 1e-10 * np.eye(len(total))))

    @cached_property
    def _weights(self) -> Floats:
        """The measurements in units of their covariance [set, target]."""
        half = np.linalg.solve(self._lower, self.distance.ravel())
        return np.asarray(np.linalg.solve(self._lower.T, half).reshape(self.distance.shape))

    @property
    def log_likelihood(self) -> float:
        """Of the measurements, but for a constant."""
        half = np.linalg.solve(self._lower, self.distance.ravel())
        return float(-0.5 * half @ half - np.log(np.diag(self._lower)).sum())

    def predict(self, sets: Sequence[Edits]) -> tuple[Floats, Floats]:
        """Distances from fair [set, target], and their standard errors."""
        points, n_targets = self.points_of(sets), self.distance.shape[1]
        across = self.kernel(points, self.points)
        mean = across @ self._weights
        prior = np.array([self.kernel(point[None], point[None])[0, 0] for point in points])
        half = np.linalg.solve(self._lower, np.kron(across, np.eye(n_targets)).T)
        variance = prior[:, None] - (half**2).sum(axis=0).reshape(len(sets), n_targets)
        return mean, np.sqrt(np.maximum(variance, 0.0))

    def terms(self, options: Ints) -> tuple[Floats, Floats, Floats]:
        """What is predicted as a sum: the start [target], what each option (variable, steps) adds to it [option,
        target], and what each two add together [option, option, target]; but for what sets have of their own."""
        x, w, slope = self.points, self._weights, self.scale**2
        variable, steps = options[:, 0], options[:, 1].astype(np.float64)
        slopes, bends = slope * x.T @ w, slope * self.bend**2 * (x * x).T @ w
        products = slope * self.bend**2 * np.einsum("sj,sk,st->jkt", x, x, w)
        effects = steps[:, None] * slopes[variable] + steps[:, None] ** 2 * bends[variable]
        pairs = steps[:, None, None] * steps[None, :, None] * products[variable][:, variable]
        return START_VARIANCE * w.sum(axis=0), effects, pairs


def fit_surface(measurements: Sequence[Measurement], n_variables: int) -> Surface:
    """The surface of the measurements: a usual slope is the root mean square of what single steps did beyond their
    errors."""
    squares, errors = 0.0, 0
    for measurement in measurements:
        n = measurement.distance.shape[1]
        (start,) = (row for row, edits in enumerate(measurement.sets) if not edits)
        for row, edits in enumerate(measurement.sets):
            if len(edits) == 1:
                contrast = np.zeros((n, measurement.distance.size))
                contrast[:, row * n : row * n + n], contrast[:, start * n : start * n + n] = np.eye(n), -np.eye(n)
                noise = np.diag(contrast @ measurement.covariance @ contrast.T)
                effect = measurement.distance[row] - measurement.distance[start]
                squares += float((effect**2 - noise).sum()) / edits[0][1] ** 2
                errors += n
    scale = max(LEAST_EFFECT, np.sqrt(max(squares, 0.0) / max(errors, 1)))
    surfaces = [Surface(tuple(measurements), n_variables, scale, bend) for bend in BENDS]
    return max(surfaces, key=lambda surface: surface.log_likelihood)


def best_candidates(
    surface: Surface, options: Sequence[tuple[int, int]], max_edits: int, *, excluded: Collection[Edits] = ()
) -> Mapping[int, list[Candidate]]:
    """The sets of 0, 1, … edits nearest to fair, nearest first, out of all that the options (variable and steps) make.
    Raises TooManySets."""
    table = np.array(sorted(options), dtype=np.int64).reshape(len(options), 2)
    start, effects, pairs = surface.terms(table)
    nearest: dict[int, list[Edits]] = {0: [()]}
    for size in range(1, max_edits + 1):
        scores, rows = [], []
        for sets in _chunks(table[:, 0], size):
            distance = start + effects[sets].sum(axis=1)
            for i in range(size):
                for j in range(i):
                    distance += pairs[sets[:, j], sets[:, i]]
            largest = surface.size_of(distance).max(axis=1)
            first = np.argsort(largest, kind="stable")[: 2 * FIRST]
            scores.append(largest[first])
            rows.append(sets[first])
        if not rows:
            break
        order = np.argsort(np.concatenate(scores), kind="stable")[: 2 * FIRST]
        best = [tuple((int(v), int(s)) for v, s in table[row]) for row in np.concatenate(rows)[order]]
        nearest[size] = [edits for edits in best if edits not in excluded][:FIRST]
    for edits in dict.fromkeys(surface.sets):  # which have something of their own
        if edits not in excluded and len(edits) <= max_edits and edits not in nearest.get(len(edits), ()):
            nearest.setdefault(len(edits), []).append(edits)
    return {size: sorted(candidates_of(surface, sets), key=lambda c: c.unfairness) for size, sets in nearest.items()}


def candidates_of(surface: Surface, sets: Sequence[Edits]) -> list[Candidate]:
    """The sets with what is predicted of them."""
    if not sets:
        return []
    mean, error = surface.predict(sets)
    size = surface.size_of(mean)
    largest = np.maximum(*(surface.size_of(mean + sign * Z * error) for sign in (-1.0, 1.0)))
    ends = (size.max(axis=1), np.maximum(size - Z * error, 0.0).max(axis=1), largest.max(axis=1))
    return [Candidate(edits, *row) for edits, row in zip(sets, np.stack(ends, axis=1).tolist(), strict=True)]


def _chunks(variable: Ints, size: int) -> Iterator[Ints]:
    """All sets of so many options, no two of one variable, as rows of their numbers, some at a time."""
    sets = np.arange(len(variable))[:, None]
    for _ in range(size - 1):
        n_more = np.searchsorted(variable, variable[sets[:, -1]], side="right")  # where the next variable begins
        counts = len(variable) - n_more
        if counts.sum() > MAX_SETS:
            raise TooManySets
        first = np.repeat(np.cumsum(counts) - counts, counts)
        added = np.arange(counts.sum()) - first + np.repeat(n_more, counts)
        sets = np.column_stack([np.repeat(sets, counts, axis=0), added])
    return (sets[at : at + CHUNK] for at in range(0, len(sets), CHUNK))
