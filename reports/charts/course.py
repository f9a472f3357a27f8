"""How the game goes: the chance to win by points ahead, a line a round."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from reports.charts.lines import lines
from reports.charts.sheet import Scale
from reports.charts.style import shades
from reports.charts.views import enough, line_of
from reports.questions.base import Chart, Rows, chart, unique

__all__ = ["draw_chances"]


def draw_chances(title: str, rows: Rows, par: float | None) -> Chart | None:
    """How often who was so far ahead after a round won, with the intervals of the deals that the curve is checked on;
    par: of a win share, in %."""
    rows, note = enough(rows)
    rounds = unique(row["round"] for row in rows)
    if not rounds:
        return None
    series = [
        line_of(f"round {number}", colour, [row for row in rows if row["round"] == number], _middle, "observed", 100)
        for number, colour in zip(rounds, shades(len(rounds) + 1)[1:], strict=True)
    ]
    subtitle = "Win share by points ahead of the best other player after that round; below 0: behind. Open games alone."
    scale = Scale("win share, %", par, f"fair share {par:.1f} %" if par else "")
    reach = [x for line in series for x in line.x]
    half = max(1, int(max(map(abs, reach))) // 2)
    ticks = {float(x): f"{x}".replace("-", "−") for x in range(-2 * half, 2 * half + 1, half)}
    ticks = {x: text for x, text in ticks.items() if min(reach) <= x <= max(reach)}
    figure = lines(title, f"{subtitle} {note}".strip(), series, scale, x_label="points ahead", tick_labels=ticks)
    ends = [f"{line.label}: {line.estimates[0].value:.0f} to {line.estimates[-1].value:.0f} %" for line in series]
    return chart("chances", title, f"Chance to win, farthest behind to farthest ahead: {'; '.join(ends)}.", figure)


def _middle(row: Mapping[str, Any]) -> float:
    return float(row["lead_low"] + row["lead_high"]) / 2
