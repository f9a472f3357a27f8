"""The pilot: a few hundred deals that tell which way of rotating seats and boards spends the games best."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass, field
from typing import Any

import numpy as np
import numpy.typing as npt

from analyser.experiments.design import PILOT_DEAL, Design, Part
from analyser.experiments.schemes import ROTATIONS, Free, Mirror, Openings, Rows
from analyser.experiments.shape import Plan, Shape, group_plans

__all__ = ["Pilot", "Play", "line_of", "pilot_balance", "pilot_boards", "pilot_openings"]

PILOT_DEALS = 200
PILOT_SHARE = 0.05  # of the games of the experiment at most, so that slow strategies stay bearable
LINES = 8  # exact opening lines forced beside the groups that are compared
BARRED = 0.2  # of the seats told to open with a class: where fewer could, free play would drown the class

Float = npt.NDArray[np.float64]
# Plays the games and gives, per game and seat, the win share and the opening's packed classes.
Play = Callable[[Rows], tuple[Float, npt.NDArray[np.uint32]]]


@dataclass(frozen=True)
class Pilot:
    """What the pilot decided, and the figures behind it."""

    rotation: str = "full"
    same_deal: bool = True
    lines: tuple[str, ...] = ()
    figures: dict[str, float | int | None] = field(default_factory=dict)
    barred: tuple[str, ...] = ()  # groups of openings that the rules hardly ever allow

    def stored(self) -> dict[str, Any]:
        """As it stands in the manifest."""
        plain: dict[str, Any] = json.loads(json.dumps(asdict(self)))
        return plain

    @classmethod
    def read(cls, stored: Mapping[str, Any]) -> Pilot:
        """From the manifest."""
        lines, barred = tuple(stored["lines"]), tuple(stored.get("barred", ()))
        return cls(stored["rotation"], stored["same_deal"], lines, dict(stored["figures"]), barred)


def _deals(games: int, block: int, most: int = PILOT_DEALS) -> int:
    return max(24, min(most, int(games * PILOT_SHARE) // block))


def _ratio(part: float, whole: float) -> float | None:
    return round(float(part / whole), 4) if whole > 0 else None


def pilot_boards(shape: Shape, n_strategies: int, games: int, seed: int, play: Play) -> Pilot:
    """Variance of B minus A at one game's cost under each rotation, against fresh deals, and what pairing rests on.

    Full designs of one strategy a deal, strategies taking turns; what strategies differ in on average is taken out.
    """
    k = shape.players
    scheme = Mirror.of(shape, 1, "full", seed)
    deals = _deals(games, scheme.block)
    rows = Design("pilot", (Part(scheme, deals),), seed, first_deal=PILOT_DEAL).rows(0, deals * scheme.block)
    strategy = np.arange(deals) % n_strategies
    rows.policy[:] = np.repeat(strategy, scheme.block)[:, None]
    share = play(rows)[0].reshape(deals, 2**k, k)
    bit = (np.arange(2**k)[:, None] >> np.arange(k)[None, :]) & 1
    changes = (rows.board != shape.plain).reshape(deals, 2**k, k).any(axis=1)  # seats that a B side was dealt to
    signed = share * np.where(bit == 1, 1.0, -1.0)[None, :, :] * changes[:, None, :]
    contrast = _centred(signed.sum(axis=2) / (k / 2), strategy)
    fresh = float(contrast.var(axis=0).mean())
    pattern = np.arange(2**k)
    parity = np.bitwise_count(pattern.astype(np.uint64)) & 1
    groups = {
        "full": [pattern],
        "half": [pattern[parity == 0], pattern[parity == 1]],
        "pair": [np.array([low, 2**k - 1 - low]) for low in range(2 ** (k - 1))],
    }
    variance = {
        name: float(np.mean([contrast[:, group].mean(axis=1).var() * len(group) for group in groups[name]]))
        for name in ROTATIONS
    }
    best = min(ROTATIONS, key=lambda name: variance[name])
    figures: dict[str, float | int | None] = {"deals": deals, "games": len(rows), "rho": _rho(share, strategy, changes)}
    figures |= {f"design_effect_{name}": _ratio(variance[name], fresh) for name in ROTATIONS}
    return Pilot(rotation=best, figures=figures | {"design_effect": _ratio(variance[best], fresh)})


def _centred(values: Float, group: npt.NDArray[np.int64]) -> Float:
    """Values [deal, …] without the mean of their group of deals."""
    out = values.astype(np.float64)
    for number in np.unique(group):
        out[group == number] -= out[group == number].mean(axis=0)
    return out


def _rho(share: Float, strategy: npt.NDArray[np.int64], changes: npt.NDArray[np.bool_]) -> float | None:
    """Correlation of a seat's win share with its B side and with A, same deal, same boards around it."""
    k = share.shape[2]
    plain, turned = [], []
    for seat in range(k):
        low = np.array([pattern for pattern in range(2**k) if not pattern >> seat & 1])
        deals = changes[:, seat]
        plain.append(_centred(share[:, low, seat], strategy)[deals].ravel())
        turned.append(_centred(share[:, low | 1 << seat, seat], strategy)[deals].ravel())
    a, b = np.concatenate(plain), np.concatenate(turned)
    spread = float(a.std() * b.std())
    return round(float((a * b).mean() / spread), 4) if spread > 0 else None


def pilot_balance(shape: Shape, n_strategies: int, boards: tuple[int, ...], games: int, seed: int, play: Play) -> Pilot:
    """Design effect of rotating a line-up on one deal: below 1 its rotations share it, else each gets a fresh one."""
    scheme = Free.of(shape, n_strategies, boards, seed)
    k, deals = scheme.block, _deals(games, scheme.block)
    if k == 1:
        return Pilot(figures={"deals": 0, "games": 0})
    rows = Design("pilot", (Part(scheme, deals),), seed, first_deal=PILOT_DEAL).rows(0, deals * k)
    share = play(rows)[0].reshape(deals, k, shape.players)
    effect = _ratio(
        float(share.mean(axis=1).var(axis=0).mean()) * k, float(share.reshape(deals * k, -1).var(axis=0).mean())
    )
    return Pilot(
        same_deal=effect is None or effect < 1,
        figures={
            "deals": deals,
            "games": len(rows),
            "design_effect_same_deal": effect,
            "design_effect": min(effect or 1.0, 1.0),
        },
    )


def pilot_openings(
    shape: Shape, n_strategies: int, boards: tuple[int, ...], games: int, seed: int, play: Play
) -> Pilot:
    """The opening lines chosen most often, to be forced on the experiment's deals, and the groups hardly ever possible.

    Groups by the first turn are forced to see whether the rules allow them; any number of turns is followed as far as
    it can be.
    """
    groups = group_plans(shape)
    scheme = Openings.of(shape, n_strategies, boards, () if shape.counted else groups, seed, rotate=True)
    deals = _deals(games, scheme.block, most=500)
    rows = Design("pilot", (Part(scheme, deals),), seed, first_deal=PILOT_DEAL).rows(0, deals * scheme.block)
    codes = play(rows)[1]
    lines, counts = np.unique(codes[(rows.plan < 0).all(axis=1)], return_counts=True)
    seen = Counter({line_of(int(code), shape): int(count) for code, count in zip(lines, counts, strict=True)})
    names = {plan.name for plan in groups}
    whole = {line: n for line, n in seen.items() if len(line) == shape.opening_turns and line not in names}
    frequent = sorted(whole, key=lambda line: (-whole[line], line))[:LINES]
    barred = tuple(plan.name for plan in scheme.plans if _followed(plan, scheme.plans, rows, codes) < BARRED)
    figures: dict[str, float | int | None] = {"deals": deals, "games": len(rows), "lines": len(whole)}
    return Pilot(lines=tuple(frequent), barred=barred, figures=figures)


def _followed(plan: Plan, plans: tuple[Plan, ...], rows: Rows, codes: npt.NDArray[np.uint32]) -> float:
    """Fraction of the seats with the plan whose first turn was as planned."""
    taken = codes[rows.plan == plans.index(plan)].astype(np.int64) & 15
    return float((plan.masks[0] >> taken & 1).mean())


def line_of(code: int, shape: Shape) -> str:
    """Letters of an opening: four bits a turn, the first turn lowest; 0 ends it."""
    letters = []
    while code:
        letters.append(shape.classes[code & 15])
        code >>= 4
    return "".join(letters)
