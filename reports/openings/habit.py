"""Whether all plans of a run open alike: then chosen openings tell nothing, and forced ones hold for such plans."""

from __future__ import annotations

from dataclasses import dataclass

import polars as pl

from reports.frames import RunFrames
from reports.openings.grouping import Grouping
from reports.openings.parts import CHOSEN, FORCED, grouping_of, parts_of

__all__ = ["ALIKE", "UNTUNED", "Habit", "habit", "warnings"]

UNTUNED = (
    "No plan of this run is tuned to an opening: what is forced holds for these plans, and one tuned to an opening may "
    "do better with it."
)
ALIKE = 0.995  # of every strategy's chosen openings in one group: its plans open alike


@dataclass(frozen=True)
class Habit:
    """The group of openings that every strategy of a run nearly always chose: in `n` of `whole` seat-games."""

    group: str
    n: int
    whole: int
    strategies: int
    grouping: Grouping

    @property
    def always(self) -> str:
        """What these plans do, as a verb: "always open with 6 market turns in the first round"."""
        subject = self.grouping.subject(self.group)
        often = "always" if self.n == self.whole else "nearly always"
        return f"{often} {f'open with {subject}' if self.grouping.letter else subject}"

    @property
    def measured(self) -> str:
        """What it was read off."""
        return f"{self.n:,} of {self.whole:,} chosen openings"

    @property
    def plans(self) -> str:
        """Whose openings they are."""
        return "The one plan" if self.strategies == 1 else f"All {self.strategies} plans"


def habit(run: RunFrames) -> Habit | None:
    """What every strategy nearly always chose; None where they chose differently, or nothing was chosen."""
    parts = run.once(parts_of)
    if CHOSEN not in parts:
        return None
    sizes = parts[CHOSEN].group_by(pl.col("strategy", "group").cast(pl.String)).len().collect()
    usual = sizes.group_by("group").agg(pl.col("len").sum()).sort("len", "group")["group"][-1]
    kept = sizes.group_by("strategy").agg(
        pl.col("len").sum().alias("whole"), pl.col("len").filter(pl.col("group") == usual).sum().alias("n")
    )
    if not (kept["n"] >= ALIKE * kept["whole"]).all():
        return None
    return Habit(usual, int(kept["n"].sum()), int(kept["whole"].sum()), len(kept), run.once(grouping_of))


def warnings(run: RunFrames) -> list[str]:
    """Said before everything else where all plans open alike, and where nobody is tuned to the openings forced."""
    found, tuned = run.once(habit), "tuned" in run.arms
    if found is None:
        return [UNTUNED] if FORCED in run.once(parts_of) and not tuned else []
    grouping = found.grouping
    if tuned:
        said = f"{found.plans} of this run that are free to choose {found.always} ({found.measured})."
        also = "what is forced is judged first in the hands of plans tuned to open so"
        return [f"{said} Chosen openings cannot be compared; {also}."]
    other = f"another number of {grouping.turn[1]}" if grouping.letter else f"another first {grouping.turn[0]}"
    said = (
        f"{found.plans} of this run {found.always} ({found.measured}). Chosen openings cannot be compared, and what "
        f"was forced holds for plans tuned to open so: one tuned to {other} may do better with it."
    )
    return [said]
