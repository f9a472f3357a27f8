"""The scheme of forced openings: free play beside one game for each opening, the orders of a number taking turns."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from analyser.experiments.forced import ForcedOpening
from analyser.experiments.lineups import Int, keyed_bits
from analyser.experiments.schemes import ARMS, Free, Placed, Rows, Scheme
from analyser.experiments.setting import Setting

__all__ = ["Forced"]

ORDER_KEY = 4_000_037  # sets this use of the seed apart from the others


@dataclass(frozen=True)
class Forced(Scheme):
    """On each deal a line-up in its rotations, all free, then one of these games, a seat's opening forced each way.

    A group of openings is forced once a deal. Where it stands for several, the orders of a number, these take turns
    from deal to deal: each once in as many deals as there are, in an order drawn anew each time, so that a number's
    effect is the mean over its orders and an order goes with no line-up and no seat.
    """

    rotations: int
    openings: tuple[ForcedOpening, ...]
    slots: tuple[tuple[int, ...], ...]  # numbers of the openings that share a game of the block
    inside: tuple[str, ...]  # groups of openings that the main contrast compares with all others
    key: int

    name = "openings"

    @classmethod
    def of(cls, setting: Setting, openings: Sequence[ForcedOpening]) -> Forced:
        """The scheme over the line-ups of Free."""
        free = Free.of(setting)
        groups: dict[object, list[int]] = {}
        for number, opening in enumerate(openings):
            groups.setdefault(number if opening.group is None else opening.group, []).append(number)
        named = tuple(dict.fromkeys(opening.group for opening in openings if opening.group is not None))
        inside = tuple(str(level) for level in setting.game.tip_levels) or named[:1]
        slots = tuple(tuple(numbers) for numbers in groups.values())
        return cls(free.lineups, free.rotations, tuple(openings), slots, inside, setting.seed + ORDER_KEY)

    @property
    def block(self) -> int:
        """Games of a block: the free rotations, then a game a slot."""
        return self.rotations + len(self.slots)

    @property
    def measures(self) -> str:
        """The groups inside against the others."""
        return f"forced {'/'.join(self.inside)} minus the others" if self.inside else "share of seat 1"

    def place(self, block: Int, step: Int) -> Placed:
        """Free rotations first; then one of them with an opening forced; rotation and seat take turns."""
        r, k = self.rotations, self.lineups.policy.shape[1]
        forced = step >= r
        base, cycle = block % (len(self.lineups.at) // r), block // (len(self.lineups.at) // r)
        rotation = np.where(forced, (block + cycle) % r, step % r)
        focal = (block + cycle // r) % k
        return Placed(
            position=base * r + rotation,
            arm=np.where(forced, ARMS.index("forced"), ARMS.index("chosen")),
            focal=np.where(forced, focal, -1),
            plan=self._plan(block, step - r),
        )

    def _plan(self, block: Int, slot: Int) -> Int:
        """The opening forced in a slot of a block; -1 where the slot is negative."""
        plan = np.full(len(block), -1)
        for number, openings in enumerate(self.slots):
            here, n = np.flatnonzero(slot == number), len(openings)
            turn, place = np.divmod(block[here], n)
            chance = keyed_bits(self.key + number, turn[:, None] * n + np.arange(n))
            drawn = np.argsort(chance, axis=1, kind="stable")[np.arange(len(here)), place]
            plan[here] = np.asarray(openings)[drawn]
        return plan

    def weights(self, rows: Rows, step: Int) -> npt.NDArray[np.float64]:
        """Groups inside minus those outside, each once a block."""
        weights = np.zeros(rows.board.shape)
        groups = [opening.group for opening in self.openings]
        inside = [i for i, group in enumerate(groups) if group in self.inside]
        outside = [i for i, group in enumerate(groups) if group is not None and group not in self.inside]
        if not inside or not outside:
            weights[:, 0] = (step < self.rotations) / self.rotations
            return weights
        for numbers, sign in ((inside, 1.0), (outside, -1.0)):
            weights[np.isin(rows.plan, numbers)] = sign / len({groups[i] for i in numbers})
        return weights
