"""What is kept of a tuning after every generation: settings and worths, from which the search is led again."""

from __future__ import annotations

import errno
import hashlib
import json
import math
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from analyser.errors import DataError, DiskFull
from analyser.experiments.tune import Tuning
from analyser.runs.store import write_whole
from analyser.tuning.search import PLANS
from analyser.typed import check_types
from cext.limits import MOST_MANIFEST, file_bytes

__all__ = ["Kept", "file_of"]

VERSION = 1  # of the file


@dataclass
class Kept:
    """A tuning begun: its settings, what they stand for, and what each plan of each generation was worth.

    The worths are enough: CMA-ES asked again in the same order is in the same state, so nothing of a package's own
    that could run code has to be read back.
    """

    tuning: Tuning
    plan: str  # GAME/PLAN as named
    tables: tuple[str, ...]
    keep: tuple[str, ...]
    starts: int
    digests: dict[str, str]  # of engine, plan and others; version of cma
    generations: int | None = None  # it lasts at most
    minutes: float | None = None  # it lasts, all sessions together
    worths: list[list[list[float]]] = field(default_factory=list)  # [generation][start][plan]
    looks: list[dict[str, float]] = field(default_factory=list)  # held-out gains on the way
    seconds: float = 0.0

    @property
    def settings(self) -> dict[str, Any]:
        """What a tuning that goes on must not change, as plain JSON."""
        named = {"plan": self.plan, "tables": self.tables, "keep": self.keep, "starts": self.starts}
        plain: dict[str, Any] = json.loads(json.dumps({**named, **asdict(self.tuning)}))
        return plain

    def save(self, file: Path) -> None:
        """Write it whole or not at all. Raises DataError or DiskFull."""
        content = {
            "settings": self.settings,
            "digests": self.digests,
            "limits": [self.generations, self.minutes],
            "worths": self.worths,
            "looks": self.looks,
            "seconds": self.seconds,
        }
        text = json.dumps({"tuning": VERSION, "sha256": _digest(content), **content}, allow_nan=False)
        try:
            write_whole(file, text.encode())
        except OSError as error:
            if error.errno in (errno.ENOSPC, errno.EDQUOT):
                raise DiskFull(f"{file}: no space left on the device") from error
            raise DataError(f"{file}: cannot be written ({error.strerror}): name another place with --out") from error

    @classmethod
    def read(cls, file: Path) -> Kept:
        """What is kept in a file; DataError where there is none, or where it is damaged."""
        try:
            content = json.loads(file_bytes(file, MOST_MANIFEST))
            if content.pop("tuning") != VERSION or content.pop("sha256") != _digest(content):
                raise ValueError("changed")
            settings = content["settings"]
            named = {key: settings.pop(key) for key in ("plan", "tables", "keep", "starts")}
            check_types(Tuning, settings)
            tuning = Tuning(**{key: _frozen(value) for key, value in settings.items()})
            generations, minutes = content["limits"]
            kept = cls(
                tuning,
                named["plan"],
                tuple(named["tables"]),
                tuple(named["keep"]),
                int(named["starts"]),
                content["digests"],
                generations,
                minutes,
                content["worths"],
                content["looks"],
                float(content["seconds"]),
            )
            check_types(cls, asdict(kept))
            kept.check()
        except FileNotFoundError:
            raise DataError(f"{file}: no such file: nothing is kept there to go on with: leave --resume out") from None
        except OSError as error:
            raise DataError(f"{file}: cannot be read ({error.strerror})") from error
        except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
            raise DataError(f"{file}: damaged, or not of this version: begin anew with another --out") from None
        return kept

    def check(self) -> None:
        """ValueError unless somebody plays, and there is a worth for every plan of every generation."""
        if not self.tuning.players or not self.tuning.against:
            raise ValueError("nobody plays")
        for generation in self.worths:
            if len(generation) != self.starts or any(len(start) != PLANS for start in generation):
                raise ValueError("worths are missing")
            if not all(math.isfinite(value) for start in generation for value in start):
                raise ValueError("worths are no numbers")


def file_of(out: Path) -> Path:
    """Where a tuning that ends in `out` is kept."""
    return out.with_suffix(".tuning.json")


def _digest(content: Mapping[str, Any]) -> str:
    return hashlib.sha256(json.dumps(content, sort_keys=True).encode()).hexdigest()


def _frozen(value: Any) -> Any:
    """Lists as tuples, however deep."""
    return tuple(_frozen(item) for item in value) if isinstance(value, list) else value
