"""How a whole report errs in 5 %: the error is shared out over families of comparisons, beforehand.

Families of the first screen have equal parts (Bonferroni), within which the effects of each are judged together by the
largest |t|. Where a report has comparisons behind the first screen, a tenth is left for them: those that Holm's (1979)
procedure rejects at it hold together with all others, and may head a section. A family of the first screen that is
decided whole hands its part on to them: a graphical procedure (Bretz, Maurer, Brannath and Posch 2009) whose arrows all
lead from the screen to the sections. So no more than 5 % of reports have a false word on the first screen or in a
heading, whatever is true of all others. What is folded away holds within its own family alone.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

import numpy as np
from numpy.typing import ArrayLike, NDArray

from reports.stats.verdict import holm

__all__ = ["SECTIONS", "headings", "section_part", "shared_out"]

SECTIONS = 0.1  # of the error, for what stands behind the first screen


def shared_out(screen: Sequence[str], *, sections: bool) -> dict[str, float]:
    """The part of the error that each family of the first screen has; sections: there are comparisons behind it."""
    part = (1.0 - SECTIONS if sections else 1.0) / max(len(screen), 1)
    return dict.fromkeys(screen, part)


def section_part(parts: Mapping[str, float], decided: Collection[str]) -> float:
    """The part that is left for sections once these families of the first screen are decided whole."""
    return 1.0 - sum(part for family, part in parts.items() if family not in decided)


def headings(p: ArrayLike, error: float) -> NDArray[np.bool_]:
    """Which comparisons behind the first screen hold together with it, from their p values, each by itself."""
    return np.asarray(holm(p) <= error)
