"""Cycles among players who beat each other in turn: what an unbeatable mixture of them is made of, and where a
population that always copies whoever beats it spends its time.

Nash averaging (Balduzzi, Tuyls, Perolat and Graepel 2018): finishing ahead is a zero-sum game between two who each
choose a player; of its mixed strategies in equilibrium the one of largest entropy. A copy of a player changes nothing
but his own share. Alpha-rank (Omidshafiei and others 2019) of one population with unlimited selection: it goes from one
player to another who finishes ahead of him, and rarely to any other. Where the best beats everybody both give him all.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations

import numpy as np
from numpy.typing import ArrayLike, NDArray

__all__ = ["Cycle", "alpha_rank", "equilibria", "nash_average", "resampled", "three_cycles"]

Floats = NDArray[np.float64]
Counts = NDArray[np.int64]

TIMES = 200  # resamples: a share of them is then known to 3 pp
CHUNK = 4096  # clusters weighted at a time
RARE = 1e-4  # how often a population goes to a player who does not finish ahead, over how often to one who does
ROUNDING = 1e-9


@dataclass(frozen=True)
class Cycle:
    """Three players by their numbers, each of whom finishes ahead of the next and the last ahead of the first; `stable`
    is the share of resamples in which all three do."""

    players: tuple[int, int, int]
    ahead: tuple[float, float, float]
    stable: float


def nash_average(ahead: ArrayLike) -> Floats:
    """Shares of the players in the mixture, from the chances [row, column] that row finishes ahead of column."""
    gain = _gain(ahead)
    corners = np.array([_equilibrium(gain, player) for player in range(len(gain))])
    middle = corners.mean(axis=0)  # each is as large as it can be in one: what lies between is in equilibrium too
    return middle if np.ptp(corners, axis=0).max() < ROUNDING else _most_even(-gain.T, middle)


def equilibria(samples: ArrayLike) -> Floats:
    """The same of a stack of matrices [resample, row, column], where no two players are exactly even: each then has one
    equilibrium."""
    return np.array([_equilibrium(_gain(one), 0) for one in np.asarray(samples, dtype=np.float64)])


def _gain(ahead: ArrayLike) -> Floats:
    """How much more often than even row finishes ahead of column, the largest being 1."""
    gain = np.asarray(ahead, dtype=np.float64) - 0.5
    np.fill_diagonal(gain, 0.0)
    largest = np.abs(gain).max(initial=0.0)
    return np.asarray(gain / largest if largest > 0 else gain)


def _equilibrium(gain: Floats, player: int) -> Floats:
    """A mixture that no player gains against, with as much of this one as there can be."""
    from scipy.optimize import linprog

    n = len(gain)
    best = np.flatnonzero((gain > 0).sum(axis=1) == n - 1)
    if len(best):
        return np.asarray(np.eye(n)[best[0]])
    found = linprog(
        -np.eye(n)[player], A_ub=-gain.T, b_ub=np.zeros(n), A_eq=np.ones((1, n)), b_eq=[1.0], method="highs"
    )
    shares = np.maximum(found.x, 0.0)
    return np.asarray(shares / shares.sum())


def _most_even(against: Floats, start: Floats) -> Floats:
    """The mixture of largest entropy among those that no player gains against; `start` is one with all that can be
    part of any."""
    from scipy.optimize import minimize

    part = np.flatnonzero(start > ROUNDING)
    rows = against[:, part]
    found = minimize(
        lambda p: float(p @ np.log(p)),
        start[part],
        jac=lambda p: np.log(p) + 1.0,
        bounds=[(1e-12, 1.0)] * len(part),
        constraints=[
            {"type": "eq", "fun": lambda p: p.sum() - 1.0, "jac": lambda p: np.ones(len(p))},
            {"type": "ineq", "fun": lambda p: -(rows @ p), "jac": lambda p: -rows},
        ],
        method="SLSQP",
        options={"ftol": 1e-12, "maxiter": 500},
    )
    out = np.zeros(len(start))
    out[part] = found.x if found.success else start[part]
    return np.asarray(out / out.sum())


def alpha_rank(ahead: ArrayLike) -> Floats:
    """Shares of time, one a player; of a stack of matrices [resample, row, column] one row each."""
    chance = np.asarray(ahead, dtype=np.float64)
    n = chance.shape[-1]
    back = np.swapaxes(chance, -1, -2)  # [from, to]: how often the other finishes ahead
    step = np.where(back > 0.5 + ROUNDING, 1.0 - RARE, np.where(back < 0.5 - ROUNDING, RARE, 0.5)) / max(n - 1, 1)
    step = step * (1.0 - np.eye(n))
    step = step + np.eye(n) * (1.0 - step.sum(axis=-1))[..., None]
    system = np.swapaxes(step, -1, -2) - np.eye(n)
    system[..., -1, :] = 1.0  # one equation follows from the others: the shares add up to 1
    right = np.zeros((*chance.shape[:-1], 1))
    right[..., -1, 0] = 1.0
    return np.asarray(np.maximum(np.linalg.solve(system, right)[..., 0], 0.0))


def three_cycles(ahead: ArrayLike, samples: ArrayLike) -> list[Cycle]:
    """Every three who finish ahead of each other in turn, the stablest first; samples [resample, row, column].

    Wherever there is a longer cycle there is one of three, too (Moon 1968). Players in a true order can show one only
    where all three are about equal, and three links that all hold in 95 of 100 resamples have then a chance below 1 in
    10,000; nine players have 168 such chances.
    """
    chance, drawn = np.asarray(ahead, dtype=np.float64), np.asarray(samples, dtype=np.float64)
    found = []
    for i, j, k in combinations(range(len(chance)), 3):
        for players in ((i, j, k), (i, k, j)):
            links = list(zip(players, (*players[1:], players[0]), strict=True))
            if all(chance[link] > 0.5 for link in links):
                held = np.all([drawn[:, a, b] > 0.5 for a, b in links], axis=0)
                first, second, third = (float(chance[link]) for link in links)
                found.append(Cycle(players, (first, second, third), float(held.mean())))
    return sorted(found, key=lambda one: (-one.stable, one.players))


def resampled(won: Counts, met: Counts, scale: int, *, seed: int, times: int = TIMES) -> Floats:
    """Shares [resample, pair] from totals [cluster, pair], `won` over `scale` times `met`, when every cluster counts as
    often as a Poisson draw of mean 1 says (a bootstrap of whole clusters); 1/2 where a pair never met."""
    rng = np.random.default_rng(seed)
    top, bottom = np.zeros((times, won.shape[1])), np.zeros((times, won.shape[1]))
    for start in range(0, len(won), CHUNK):
        weight = rng.poisson(1.0, (times, len(won[start : start + CHUNK]))).astype(np.float64)
        top += weight @ won[start : start + CHUNK]
        bottom += weight @ met[start : start + CHUNK]
    return np.where(bottom > 0, top / np.maximum(bottom * scale, 1.0), 0.5)
