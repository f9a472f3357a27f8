"""Configuration of an experiment: what it holds, what of it decides rows, and how it is stored."""

from __future__ import annotations

import json
import re
from dataclasses import asdict, dataclass, field, fields
from typing import Any

from analyser.digest import json_digest
from analyser.experiments.scenario import Scenario, Switches

__all__ = ["DECIDED", "EXECUTION", "KEYS", "LOCAL", "Config", "is_engine"]

LOCAL = "local"  # the engine that is this machine
CLUSTER = re.compile(r"(dask|tls)://(\[[0-9a-f:.]+\]|[\w.-]+):\d{1,5}", re.ASCII | re.IGNORECASE)  # one's scheduler

DECIDED = "decided"  # until then


def is_engine(text: str) -> bool:
    """Whether it names who plays: this machine, or the scheduler of a cluster by its address."""
    return text == LOCAL or CLUSTER.fullmatch(text) is not None


@dataclass(frozen=True, kw_only=True)
class Config:
    """One experiment: first the fields that decide every row, then those of how it is carried out and read."""

    design: str  # name of its kind
    game: str
    players: int = 4
    games: int = 20_000  # of each scenario; the most of them, where `until` says when it is over
    strategies: tuple[str, ...] = ()  # empty: those shipped with the game (ExperimentKind.strengths() says which)
    boards: tuple[str, ...] = ()  # empty: the game's first board in every seat
    seed: int = 1
    rotate: bool = True
    record: str = "seats"
    sample: float = 1.0
    components: str | None = None
    option: Switches = field(default_factory=dict)
    scenario: tuple[Scenario, ...] = ()  # empty: one, of the fields above
    until: str | None = (
        None  # decided: checked again and again, and over when the verdicts of the first lines are there
    )
    printings: str | None = None  # of what no rulebook states: how many, or auto; None: only the data as they are
    retune: str | None = None  # for how long players are tuned for each side of a change; None: as they come alone

    margin: float = 2.0  # percentage points of win share a designer calls balanced
    workers: int | None = None  # None: one a core
    engine: str = LOCAL  # read from no file: whoever answers at its address can run programs here
    collect: bool = False  # whether parts come back from a cluster: its machines share no disk with this one
    batch: int | None = None  # games of a part file; None: chosen so that memory stays flat
    time_limit: float | None = None  # seconds of a batch; None: as runs/limits.py says
    memory_limit: str | None = None  # of a worker process, such as 2GB; None: as runs/limits.py says
    out: str | None = None

    @property
    def scenarios(self) -> tuple[Scenario, ...]:
        """What is played, one after the other: at least one."""
        return self.scenario or (Scenario(players=self.players, option=self.option, components=self.components),)

    @property
    def sha256(self) -> str:
        """Digest of everything that decides what is in a row; how many rows there are does not."""
        deciding = {key: value for key, value in self.to_dict().items() if key not in EXECUTION | {"games", "until"}}
        return json_digest(deciding)

    def to_dict(self) -> dict[str, Any]:
        """As it stands in the manifest: plain JSON values, scenarios only where some are named."""
        plain: dict[str, Any] = json.loads(json.dumps(asdict(self)))
        return {key: value for key, value in plain.items() if key != "scenario" or value}


EXECUTION = frozenset({"margin", "workers", "engine", "collect", "batch", "time_limit", "memory_limit", "out"})
KEYS: dict[str, str] = {f.name: str(f.type) for f in fields(Config)}
