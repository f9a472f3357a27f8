"""Views of estimates that several questions have."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from reports.charts import Row, Scale, forest
from reports.charts.scale import differences
from reports.questions.base import Chart, Evidence, chart

__all__ = ["difference_scale", "forest_chart", "share_scale"]


def share_scale(evidence: Evidence) -> Scale:
    """The axis of win shares: par and the margin around it."""
    par = evidence.par
    return Scale("win share, %", par, f"par {par:.1f} %" if par else "", evidence.margin)


def difference_scale(evidence: Evidence, *, less: str = "", more: str = "") -> Scale:
    """The axis of differences of win shares in percentage points: 0 and the margin around it."""
    return differences("difference in win share", "pp", margin=evidence.margin, less=less, more=more)


def forest_chart(name: str, title: str, subtitle: str, rows: Sequence[Row], scale: Scale, **options: Any) -> Chart:
    """A forest that says in words what it shows. options: as forest() has them."""
    figure = forest(title, subtitle, rows, scale, **{"n_label": "seats", **options})
    values = [(row.label, [scale.text(e.value) for e in row.estimates if e is not None]) for row in rows]
    return chart(name, title, "; ".join(f"{label} {', '.join(texts)}" for label, texts in values if texts), figure)
