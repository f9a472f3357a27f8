"""What is kept of a tuning after every generation: settings and fitness values, from which the search is led again."""

from __future__ import annotations

import json
import math
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any, Self

from analyser.errors import DataError, write_error
from analyser.experiments.objective import Objective
from analyser.files import json_digest, write_atomic
from analyser.tuning.search import PLANS
from cext.fields import Integer, Real, decode
from cext.safe_files import MAX_MANIFEST_BYTES, read_limited

__all__ = ["TuningCheckpoint", "checkpoint_file_of"]

VERSION = 1  # of the file
KIND = "tuning"  # the key of the version
SETTINGS = ("plan", "tables", "keep", "starts")  # beside those of the objective


@dataclass
class TuningCheckpoint:
    """A tuning begun: its settings, what they stand for, and the fitness of each plan of each generation.

    The fitness values are enough: CMA-ES asked again in the same order is in the same state, so nothing of a package's
    own that could run code has to be read back.
    """

    tuning: Objective
    plan: str  # GAME/PLAN as named
    tables: tuple[str, ...]
    keep: tuple[str, ...]
    starts: Integer
    digests: dict[str, str]  # of engine, plan and others; version of cma
    generations: Integer | None = None  # it lasts at most
    minutes: Real | None = None  # it lasts, all sessions together
    fitness_values: list[list[list[Real]]] = field(default_factory=list)  # [generation][start][plan]
    looks: list[dict[str, Real]] = field(default_factory=list)  # held-out gains on the way
    seconds: Real = 0.0

    @property
    def settings(self) -> dict[str, Any]:
        """What a tuning that goes on must not change, as plain JSON."""
        settings = {name: getattr(self, name) for name in SETTINGS}
        plain: dict[str, Any] = json.loads(json.dumps({**settings, **asdict(self.tuning)}))
        return plain

    def save(self, file: Path) -> None:
        """Write it whole or not at all. Raises DataError or DiskFull."""
        content = {
            "settings": self.settings,
            "digests": self.digests,
            "limits": [self.generations, self.minutes],
            "worths": self.fitness_values,
            "looks": self.looks,
            "seconds": self.seconds,
        }
        text = json.dumps({KIND: VERSION, "sha256": json_digest(content), **content}, allow_nan=False)
        try:
            write_atomic(file, text.encode())
        except OSError as error:
            raise write_error(file, error, "name another place with --out", with_room="--resume") from error

    @property
    def n_generations(self) -> int:
        """Generations that are done."""
        return len(self.fitness_values)

    def has_time(self, seconds: float) -> bool:
        """Whether another generation may begin after so many seconds, all sessions together; the first always may."""
        return self.minutes is None or not self.fitness_values or seconds <= 60 * self.minutes

    def n_saved(self, file: Path) -> int:
        """Generations in its file: the last may be over, and not be written yet. DataError as read()."""
        return self.read(file).n_generations if file.exists() else 0

    @classmethod
    def read(cls, file: Path) -> Self:
        """What is kept in a file; DataError where there is none, or where it is damaged."""
        try:
            content = json.loads(read_limited(file, MAX_MANIFEST_BYTES))
            if content.pop(KIND) != VERSION or content.pop("sha256") != json_digest(content):
                raise ValueError("changed")
            checkpoint = cls._of(content)
            checkpoint.check()
        except FileNotFoundError:
            raise DataError(f"{file}: no such file: nothing is kept there to go on with: leave --resume out") from None
        except OSError as error:
            raise DataError(f"{file}: cannot be read ({error.strerror})") from error
        except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
            raise DataError(f"{file}: damaged, or not of this version: begin anew with another --out") from None
        return checkpoint

    @classmethod
    def _of(cls, content: dict[str, Any]) -> Self:
        """What save() wrote; ValueError, KeyError or TypeError where it is something else."""
        settings, (generations, minutes) = content["settings"], content["limits"]
        values = {name: settings.pop(name) for name in SETTINGS}
        values |= {name: content[name] for name in ("digests", "looks", "seconds")}
        limits = {"generations": generations, "minutes": minutes}
        return decode({**values, **limits, "tuning": settings, "fitness_values": content["worths"]}, cls)

    def check(self) -> None:
        """ValueError unless somebody plays, and there is a fitness for every plan of every generation."""
        if not self.tuning.players or not self.tuning.against:
            raise ValueError("nobody plays")
        for generation in self.fitness_values:
            if len(generation) != self.starts or any(len(start) != PLANS for start in generation):
                raise ValueError("fitness values are missing")
            if not all(math.isfinite(value) for start in generation for value in start):
                raise ValueError("fitness values are no numbers")


def checkpoint_file_of(out: Path) -> Path:
    """Where a tuning that ends in `out` is kept."""
    return out.with_suffix(".tuning.json")
