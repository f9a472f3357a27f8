"""A pilot: a few hundred deals played beforehand, what they decided, and where they lie."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field
from typing import Any, Protocol

import numpy as np
import numpy.typing as npt

from analyser.experiments.design import PILOT_DEAL, Design, DesignPart
from analyser.experiments.design_input import DesignInput
from analyser.experiments.forced_openings import ForcedOpening
from analyser.experiments.schemes import GameRows, Scheme
from analyser.type_check import check_types

__all__ = ["Pilot", "PilotGames", "Play", "pilot_deals", "pilot_rows", "ratio"]

PILOT_DEALS = 200
SLOW_DEALS = 24  # where somebody thinks longer than a weighted plan

Float = npt.NDArray[np.float64]


@dataclass(frozen=True)
class PilotGames:
    """What a pilot needs of the games it had played, [game, seat] of the seats that decide."""

    share: Float  # win share
    opening: npt.NDArray[np.uint32]  # packed classes
    board: npt.NDArray[np.int8]  # as played: seats may choose under some options
    score: npt.NDArray[np.int16]
    tie_break: npt.NDArray[np.uint8]  # 1 = ahead among equal scores


class Play(Protocol):
    """Plays the rows; `GameRows.forced_opening` is a number of `forced`."""

    def __call__(self, rows: GameRows, forced: Sequence[ForcedOpening] = (), /) -> PilotGames: ...


@dataclass(frozen=True)
class Pilot:
    """What the pilot decided, and the figures behind it."""

    rotation: str = "full"
    same_deal: bool = True
    lines: tuple[str, ...] = ()
    figures: dict[str, float | int | None] = field(default_factory=dict)
    barred: tuple[str, ...] = ()  # groups of openings that the rules hardly ever allow
    prices: tuple[int, ...] = ()  # points each board should cost when every seat has one; (): no games are played so

    def to_dict(self) -> dict[str, Any]:
        """As it stands in the manifest."""
        plain: dict[str, Any] = json.loads(json.dumps(asdict(self)))
        return plain

    @classmethod
    def from_dict(cls, stored: Mapping[str, Any]) -> Pilot:
        """From the manifest; TypeError or KeyError where it is none."""
        check_types(cls, stored)
        lines, barred = tuple(stored["lines"]), tuple(stored.get("barred", ()))
        prices = tuple(stored.get("prices", ()))
        return cls(stored["rotation"], stored["same_deal"], lines, dict(stored["figures"]), barred, prices)


def pilot_deals(setting: DesignInput, max_deals: int = PILOT_DEALS) -> int:
    """Deals of the pilot: what it decides must not depend on the number of games, to which more may be added."""
    return SLOW_DEALS if setting.slow else max_deals


def pilot_rows(scheme: Scheme, deals: int, seed: int) -> GameRows:
    """So many blocks of the scheme, on deals that no experiment plays."""
    return Design("pilot", (DesignPart(scheme, deals),), seed, first_deal=PILOT_DEAL).rows(0, deals * scheme.block)


def ratio(numerator: float, denominator: float) -> float | None:
    """Their ratio, rounded as figures are stored; None where there is nothing to compare with."""
    return round(float(numerator / denominator), 4) if denominator > 0 else None
