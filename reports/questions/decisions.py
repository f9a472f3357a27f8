"""Do decisions matter: the first screen of a sample of decisions, every option of which was played out."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from reports.answer import Doubt, FirstScreen, ScreenRow
from reports.estimators.decisions import decision_values, unchosen_options
from reports.first_screen import CHANCE, WHO
from reports.sentences import join_names, pp, signed_pp
from reports.stats.verdict import FEW_DEALS

__all__ = ["decision_screen"]

MAX_NAMES = 4
LABELS = {
    "over_median": ("best against middle option", "all decisions"),
    "over_second": ("best against next option", "all decisions"),
    "swing": ("another player's chance", "of who cannot win"),
}
AXIS = "win share that a decision moves, percentage points"


def decision_screen(rows: Sequence[Mapping[str, Any]], *, margin: float, half: int, player: str) -> FirstScreen:
    """What the sample comes to; half: playouts of an option in each half."""
    table = decision_values(rows, margin)
    of = {row["measure"]: row for row in table.iter_rows(named=True)}
    matters = of["matters"]
    chart = tuple(
        ScreenRow(label, 100 * of[name]["mean"], *_ends(of[name]), None, None, word, "unclear")
        for name, (label, word) in LABELS.items()
        if name in of
    )
    few = f"Not decided yet, fewer than {FEW_DEALS} deals: so far at" if matters["deals"] < FEW_DEALS else "At"
    title = f"{few} least {100 * matters['mean']:.0f} % of decisions are worth {100 * margin:g} points or more"
    amount = f"± {_half(of['over_median'])} points" if of["over_median"]["mean_low"] is not None else "not computed"
    size = f"{len(rows):,} decisions, one a game, each on a deal of its own; each interval by itself"
    doubts = (
        Doubt(CHANCE, amount, size),
        Doubt("How measured", "no bias", f"options are picked on {half} playouts each, and measured on {half} others"),
        Doubt(WHO, "not computed", f"{player} plays, and plays out; better players may see more in a decision"),
    )
    return FirstScreen(title, _lead(of, half), chart, AXIS, doubts=doubts, cautions=tuple(_unchosen(rows)))


def _ends(row: Mapping[str, Any]) -> tuple[float, float]:
    low, high = (row["mean"] if row[f"mean_{end}"] is None else row[f"mean_{end}"] for end in ("low", "high"))
    return 100 * low, 100 * high


def _half(row: Mapping[str, Any]) -> str:
    return pp((row["mean_high"] - row["mean_low"]) / 2)


def _sure(row: Mapping[str, Any]) -> str:
    if row["mean_low"] is None:
        return ""
    return f" (95 % sure: {signed_pp(row['mean_low'])} to {signed_pp(row['mean_high'])})"


def _lead(of: Mapping[str, Mapping[str, Any]], half: int) -> str:
    """The gain of the best option, and kingmaking, in numbers."""
    best, lost = of["over_median"], of["cannot_win"]
    words = f"The best option wins {pp(best['mean'])} points more than the middle one{_sure(best)}."
    if "swing" not in of:
        return f"{words} Nobody decides who cannot win any more."
    swing, part = of["swing"], f"{100 * lost['mean']:.0f} % of decisions"
    moved = f"the choice moves another's chance by {pp(swing['mean'])} points{_sure(swing)}"
    return f"{words} In {part} the player cannot win any more (0 of {half} playouts of each option); {moved}."


def _unchosen(rows: Sequence[Mapping[str, Any]]) -> list[str]:
    """What was offered and never taken."""
    options = [f"{name} ({n} times on {deals} deals)" for name, n, deals in unchosen_options(rows)]
    return [f"Offered, and never chosen: {join_names(options, max_names=MAX_NAMES)}."] if options else []
