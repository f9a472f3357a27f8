"""The searches: CMA-ES over the numbers of a plan, from the plan itself or from numbers some way off; and behind a map
of plans, MAP-Elites with the emitters of CMA-ME, by pyribs."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from importlib import import_module
from typing import Any

import numpy as np
import numpy.typing as npt

from analyser.errors import DataError
from analyser.tuning.parameters import PlanParameters, Vector
from cext.installation import install_command

__all__ = ["EMITTED", "PLANS", "CmaSearch", "MapElites", "cma_version", "ribs_version"]

PLANS = 16  # of a generation
STEP = 0.35  # first standard deviation, in units of a number's size
START_SPREAD = 0.5  # that of where further searches begin
DRIFT_COST = 0.02  # points a squared unit costs: numbers that hardly matter stay where they are
BATCH = 12  # plans an emitter asks for
IMPROVERS = 3  # of the emitters: CMA-ES towards what improves the map, each from another plan
EMITTED = BATCH * (IMPROVERS + 1)  # plans of a generation
ISO, LINE = 0.12, 0.25  # of the last emitter: spread about one elite, and along the line to another (Vassiliades 2018)


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


def ribs_version() -> str:
    """Of the package ribs; DataError where it is not installed."""
    try:
        with _interpreted():
            import ribs
    except ModuleNotFoundError:
        raise DataError(f"tune --map: the package ribs is not installed: {install_command('tune')}") from None
    return str(ribs.__version__)


@contextmanager
def _interpreted() -> Iterator[None]:
    """Without numba's compiler for what is imported here: it would take seconds for steps of milliseconds."""
    numba: Any = import_module("numba")
    setting, numba.config.DISABLE_JIT = numba.config.DISABLE_JIT, 1
    try:
        yield
    finally:
        numba.config.DISABLE_JIT = setting


class MapElites:
    """An archive of the best plan of each cell (Mouret and Clune 2015), filled first by plans that are known, then by
    emitters (CMA-ME, Fontaine 2020). What is asked for follows from seed, known plans and
    the fitness values given to it alone."""

    def __init__(self, known_plans: Sequence[Vector], cells: Sequence[int], seed: int) -> None:
        with _interpreted():
            from ribs.archives import GridArchive
            from ribs.emitters import EvolutionStrategyEmitter, IsoLineEmitter
            from ribs.schedulers import Scheduler

        self._known_plans: list[Vector] | None = list(known_plans)
        size = len(known_plans[0])
        seeds = [int(state) for state in np.random.SeedSequence(seed).generate_state(IMPROVERS + 2)]
        archive = GridArchive(
            solution_dim=size, dims=list(cells), ranges=[(0.0, float(n)) for n in cells], seed=seeds[0]
        )
        first_solutions = [known_plans[number % len(known_plans)] for number in range(IMPROVERS)]
        emitters: list[Any] = [
            EvolutionStrategyEmitter(
                archive, x0=x0, sigma0=STEP, ranker="2imp", es="sep_cma_es", batch_size=BATCH, seed=emitter_seed
            )
            for x0, emitter_seed in zip(first_solutions, seeds[1:], strict=False)
        ]
        emitters.append(
            IsoLineEmitter(archive, iso_sigma=ISO, line_sigma=LINE, x0=np.zeros(size), batch_size=BATCH, seed=seeds[-1])
        )
        self._archive: Any = archive
        self._scheduler: Any = Scheduler(archive, emitters)

    def ask(self) -> list[Vector]:
        """The numbers of the next plans: those known, then EMITTED at a time."""
        return self._known_plans if self._known_plans is not None else list(self._scheduler.ask())

    def tell(self, rows: Sequence[Sequence[float]]) -> None:
        """The fitness of the plans asked for, and the numbers of their cells."""
        values = np.asarray(rows, dtype=np.float64)
        fitness, cells = values[:, 0], values[:, 1:] + 0.5
        if self._known_plans is not None:
            self._archive.add(np.stack(self._known_plans), fitness, cells)
            self._known_plans = None
        else:
            self._scheduler.tell(fitness, cells)

    @property
    def elites(self) -> list[tuple[tuple[int, int], float, Vector]]:
        """Cells, fitness in the search and numbers of the best plan of each cell reached, cell by cell."""
        data = self._archive.data()
        cells = np.floor(np.asarray(data["measures"])).astype(int)
        rows: list[tuple[tuple[int, int], float, npt.NDArray[np.float64]]] = [
            ((int(a), int(b)), float(fitness), np.asarray(x))
            for (a, b), fitness, x in zip(cells, data["objective"], data["solution"], strict=True)
        ]
        return sorted(rows, key=lambda row: row[0])

    @property
    def n_cells(self) -> int:
        """Cells with a plan."""
        return len(self._archive)
