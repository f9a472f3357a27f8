"""What is kept of a tuning after every generation: settings and fitness values, from which the search is led again."""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from typing import Any, ClassVar

from analyser.sessions import Checkpoint
from analyser.tuning.search import PLANS
from cext.fields import Integer, Real

__all__ = ["TuningCheckpoint"]


@dataclass(kw_only=True)
class TuningCheckpoint(Checkpoint):
    """A tuning that was begun, with the fitness of each plan of each generation.

    The fitness values are enough: CMA-ES asked again in the same order is in the same state, so nothing of a package's
    own that could run code has to be read back.
    """

    KIND: ClassVar[str] = "tuning"
    VERSION: ClassVar[int] = 2
    UNIT: ClassVar[str] = "generation"
    SETTINGS: ClassVar[tuple[str, ...]] = ("tables", "keep", "starts")

    tables: tuple[str, ...]
    keep: tuple[str, ...]
    starts: Integer
    fitness_values: list[list[list[Real]]] = field(default_factory=list)  # [generation][start][plan]
    looks: list[dict[str, Real]] = field(default_factory=list)  # held-out gains on the way

    @property
    def n_done(self) -> int:
        """Generations that are done."""
        return len(self.fitness_values)

    def results(self) -> dict[str, Any]:
        """The fitness values and looks."""
        return {"fitness_values": self.fitness_values, "looks": self.looks}

    def check(self) -> None:
        """ValueError unless there is a fitness for every plan of every generation."""
        for generation in self.fitness_values:
            if len(generation) != self.starts or any(len(start) != PLANS for start in generation):
                raise ValueError("fitness values are missing")
            if not all(math.isfinite(value) for start in generation for value in start):
                raise ValueError("fitness values are no numbers")
