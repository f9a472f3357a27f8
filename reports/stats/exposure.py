"""What being dealt something does: slopes of an outcome on exposures that chance handed out, within games.

Chance deals the cards, so whoever has a card is whoever it fell to: the slope of the win share on having it, taken
within the game, is cause and effect. With one holder in a game it is the mean share of holders minus that of the others
in the same games. All errors are clustered by deal.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from reports.stats.joint import Contrast

__all__ = ["Slopes", "slopes"]

Floats = NDArray[np.float64]

COLUMNS = 16  # exposures worked out at a time: their deviations are held as floats
VARYING = 0.05  # of the games: where seats differ in fewer, what differs is a rare event and not the deal


@dataclass(frozen=True)
class Slopes:
    """Effects of one more of each exposure, with their joint spread over deals; NaN where it does not vary."""

    estimate: Floats
    influence: Floats  # [deal, exposure]: what a deal adds to each error
    n: NDArray[np.int64]  # rows exposed
    deals: NDArray[np.int64]  # deals in which the exposure varied
    counted: NDArray[np.int64]  # [exposure, 3]: deals in favour, against, and all that vary

    @property
    def known(self) -> NDArray[np.int64]:
        """Exposures that have an estimate."""
        return np.flatnonzero(~np.isnan(self.estimate))

    @property
    def se(self) -> Floats:
        """Clustered standard errors; NaN with fewer than two deals."""
        d = self.deals.astype(np.float64)
        spread = np.sqrt((self.influence**2).sum(axis=0) * d / np.maximum(d - 1.0, 1.0))
        return np.where((self.deals >= 2) & ~np.isnan(self.estimate), spread, np.nan)

    def contrast(self) -> Contrast:
        """The known effects with their covariance; each lies between -1 and 1, as differences of shares do."""
        at = self.known
        psi = self.influence[:, at] * np.sqrt(self.deals[at] / np.maximum(self.deals[at] - 1.0, 1.0))
        return Contrast(self.estimate[at], psi.T @ psi, self.n[at], self.deals[at], np.ones(len(at)))


def slopes(exposure: NDArray[np.uint8], outcome: Floats, deal: NDArray[np.int64]) -> Slopes:
    """Least-squares slopes with a constant for every game, each exposure by itself.

    exposure: [game, seat, exposure] numbers of copies. outcome: [game, seat]. deal: [game]. Where one seat decides,
    there is nobody to compare it with in its game: the constant is that of all games.
    """
    across = (1,) if outcome.shape[1] > 1 else (0, 1)
    y = outcome - outcome.mean(axis=across, keepdims=True)
    order = np.argsort(deal, kind="stable")
    first = np.flatnonzero(np.diff(deal[order], prepend=-1))
    moved, spread, varying = [], [], []
    for low in range(0, exposure.shape[2], COLUMNS):
        x = exposure[:, :, low : low + COLUMNS].astype(np.float64)
        x -= x.mean(axis=across, keepdims=True)
        xy, xx = np.einsum("gkc,gk->gc", x, y), np.einsum("gkc,gkc->gc", x, x)
        varying.append((xx > 0).mean(axis=0))
        moved.append(np.add.reduceat(xy[order], first, axis=0))
        spread.append(np.add.reduceat(xx[order], first, axis=0))
    by_deal, squares = np.concatenate(moved, axis=1), np.concatenate(spread, axis=1)
    whole = np.where(np.concatenate(varying) >= VARYING, squares.sum(axis=0), np.nan)
    estimate = by_deal.sum(axis=0) / whole
    counted = [(by_deal > 1e-9).sum(axis=0), (by_deal < -1e-9).sum(axis=0), (squares > 0).sum(axis=0)]
    return Slopes(
        estimate,
        np.nan_to_num((by_deal - estimate * squares) / whole),
        (exposure > 0).sum(axis=(0, 1)).astype(np.int64),
        counted[2].astype(np.int64),
        np.stack(counted, axis=1).astype(np.int64),
    )
