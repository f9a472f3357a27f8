"""The search: CMA-ES over the numbers of a plan, from the plan itself or from numbers some way off."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from analyser.errors import DataError
from analyser.tuning.parameters import PlanParameters, Vector
from cext.installation import install_command

__all__ = ["PLANS", "CmaSearch", "cma_version"]

PLANS = 16  # of a generation
STEP = 0.35  # first standard deviation, in units of a number's size
START_SPREAD = 0.5  # that of where further searches begin
DRIFT_COST = 0.02  # points a squared unit costs: numbers that hardly matter stay where they are


def cma_version() -> str:
    """Of the package cma; DataError where it is not installed."""
    try:
        import cma
    except ModuleNotFoundError:
        raise DataError(f"tune: the package cma is not installed: {install_command('tune')}") from None
    return str(cma.__version__)


class CmaSearch:
    """CMA-ES with draws of its own: what is asked for follows from seed, number and fitness values alone."""

    def __init__(self, numbers: PlanParameters, seed: int, number: int) -> None:
        import cma

        rng = np.random.default_rng([seed, number])
        size = len(numbers.keys)
        start = START_SPREAD * rng.standard_normal(size) if number else np.zeros(size)
        options = {
            "CMA_diagonal": True, "popsize": PLANS, "verbose": -9, "seed": np.nan,
            "randn": lambda *shape: rng.standard_normal(shape),
        }  # fmt: skip
        self._search: Any = cma.CMAEvolutionStrategy(start, STEP, options)
        self._solutions: list[Vector] = []

    def ask(self) -> list[Vector]:
        """The numbers of a generation's plans."""
        self._solutions = self._search.ask()
        return self._solutions

    def tell(self, values: Sequence[float]) -> None:
        """The fitness of the plans asked for."""
        costs = [DRIFT_COST * float(x @ x) - value for x, value in zip(self._solutions, values, strict=True)]
        self._search.tell(self._solutions, costs)

    @property
    def mean(self) -> Vector:
        """The middle of what is searched: better than any one plan, whose fitness is known from few games."""
        return np.asarray(self._search.result.xfavorite, dtype=np.float64)
