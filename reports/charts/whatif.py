"""Charts of the question what a change does: each draws rows of a table of the evidence under a title."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from reports.charts import Row, Scale, Series, forest, lines
from reports.charts.sheet import Key
from reports.charts.sheet import differences as difference_scale
from reports.charts.style import NEUTRAL, category, colours_of, signed
from reports.effects import MORE
from reports.estimators.change_effects import NOUNS
from reports.estimators.sides import BEFORE_CHANGE, BOARD
from reports.questions.base import Chart, Evidence, Rows, chart, estimate, unique
from reports.sentences import sentence_case

__all__ = [
    "RARE", "fairness_charts", "point_charts", "response_charts", "sureness", "tuned_charts", "use_charts",
    "win_share_charts",
]  # fmt: skip

MAX_COUNTERS = 14  # of a chart
RARE = 0.02  # a seat and game: what is rarer is left to the table


def fairness_charts(evidence: Evidence, title: str) -> Iterator[Chart]:
    """How far from fair everybody is before the change and after it."""
    rows = evidence.rows("fairness", "name", "scenario", "before", "after")
    labels = unique(row["scenario"] for row in rows)
    forest_rows: list[Row] = []
    for kind in unique(row["kind"] for row in rows):
        forest_rows.append(Row(_heading(kind, evidence)))
        for who in unique(row["name"] for row in rows if row["kind"] == kind):
            of = {row["scenario"]: row for row in rows if row["kind"] == kind and row["name"] == who}
            first = estimate(next(iter(of.values())), "before", 100, n=False)
            after = (estimate(of[label], "after", 100, n=False) if label in of else None for label in labels)
            forest_rows.append(Row(who, (first, *after)))
    after_keys = [Key(label, colour, "point") for label, colour in zip(labels, colours_of(labels), strict=True)]
    noun, baseline = evidence.words.nouns[0], evidence.words.baseline
    boards = f"of a {noun} minus that of {baseline}, " if any(row["kind"] == BOARD for row in rows) else ""
    if rows:
        series = [Key(BEFORE_CHANGE, NEUTRAL, "point"), *after_keys]
        subtitle = f"Distance from fair: win share {boards}of seats and strategies minus the fair share."
        scale = difference_scale("distance from fair", "pp", margin=evidence.margin, less="weaker", more="stronger")
        figure = forest(title, subtitle, forest_rows, scale, series=series, together=True)
        yield chart("fairness", title, _alt_text(forest_rows, [key.label for key in series]), figure)


def win_share_charts(evidence: Evidence, title: str) -> Iterator[Chart]:
    """What everybody gains or loses."""
    rows = [row for row in evidence.rows("win_shares", "name", "scenario", "effect") if row["effect_low"] is not None]
    if rows:
        yield _gains_chart("win_shares", title, rows, evidence)


def _gains_chart(name: str, title: str, rows: Rows, evidence: Evidence) -> Chart:
    """What everybody gains or loses, under the heading of its kind, an estimate a change."""
    forest_rows: list[Row] = []
    for kind in unique(row["kind"] for row in rows):
        forest_rows += [
            Row(_heading(kind, evidence)),
            *_rows([row for row in rows if row["kind"] == kind], "name", "effect", 100),
        ]
    scale = difference_scale("difference in win share", "pp", margin=evidence.margin, less="loses", more="gains")
    subtitle = "Win share after the change minus win share before, on the same deals and seats."
    return _forest(name, title, subtitle, forest_rows, rows, scale, ("gains", "loses"), together=True)


def response_charts(evidence: Evidence) -> Iterator[Chart]:
    """Distances from fair at each value, a chart a kind."""
    rows = evidence.rows("response", "name", "value", "apart")
    for kind in unique(row["kind"] for row in rows):
        kind_rows, series = [row for row in rows if row["kind"] == kind], []
        for number, who in enumerate(unique(row["name"] for row in kind_rows)):
            points = [(float(r["value"]), estimate(r, "apart", 100, n=False)) for r in kind_rows if r["name"] == who]
            estimates = tuple(e for _, e in points if e is not None)
            series.append(Series(who, category(number), tuple(x for x, e in points if e), estimates, bars=True))
        title = f"At which value are the {_heading(kind, evidence).lower()} fair?"
        minus = f"that of {evidence.words.baseline}, same deal and seat" if kind == BOARD else "the fair share"
        scale = Scale("distance from fair, pp", 0.0, "fair", evidence.margin, signed)
        subtitle = f"Win share minus {minus}; bars: 95 % intervals."
        figure = lines(title, subtitle, series, scale, x_label=str(kind_rows[0]["changed"]))
        fair = [row for row in evidence.rows("fair_values", "words") if row["kind"] == kind]
        yield chart(f"response_{kind}", title, "; ".join(f"{row['name']}: {row['words']}" for row in fair), figure)


def point_charts(evidence: Evidence) -> Iterator[Chart]:
    """Differences in points by scoring category."""
    rows = [row for row in evidence.rows("points", "label", "scenario", "mean") if row["scenario"] != BEFORE_CHANGE]
    scale = difference_scale("difference", "points", less="fewer", more="more")
    subtitle = "Mean points of a player after the change minus those before, by scoring category, same deals."
    if forest_rows := _rows(rows, "label", "difference"):
        yield _forest(
            "points", "Which points change?", subtitle, forest_rows, rows, scale, ("more points", "fewer points")
        )


def sureness(row: Mapping[str, Any]) -> float:
    """The change over half its interval."""
    relative = estimate(row, "relative")
    half = (relative.high - relative.low) / 2 if relative else 0.0
    return abs(row["relative"]) / half if half else float("inf") if row["relative"] else 0.0


def use_charts(evidence: Evidence, title: str) -> Iterator[Chart]:
    """The counters that changed most surely."""
    rows = [row for row in evidence.rows("counters", "counter", "relative") if row["before"] >= RARE]
    off = sorted((row for row in rows if sureness(row) > 1), key=sureness, reverse=True)
    surest = unique(row["counter"] for row in off)[:MAX_COUNTERS]
    rows = [row for row in rows if row["counter"] in surest]
    subtitle = "Mean of a seat after the change against before, in % of before: the counters that changed most surely."
    scale = difference_scale("change", "%", less="less", more="more")
    if forest_rows := _rows(rows, "label", "relative", 100):
        yield _forest("counters", title, subtitle, forest_rows, rows, scale, ("more", "less"))


def tuned_charts(evidence: Evidence, title: str) -> Iterator[Chart]:
    """What everybody gains or loses in the hands of ordinary players and of tuned ones."""
    rows = [row for row in evidence.rows("tuned_players", "name", "players", "effect") if row["players"] != MORE]
    if rows:
        rows = [{**row, "name": f"{row['name']}, {row['players']}"} for row in rows]
        yield _gains_chart("tuned_players", title, rows, evidence)


def _heading(kind: str, evidence: Evidence) -> str:
    return sentence_case(NOUNS.get(kind, evidence.words.nouns)[1])


def _rows(rows: Rows, key: str, name: str, factor: float = 1.0) -> list[Row]:
    """A row for each of `key`, an estimate a change; those without any are left out."""
    forest_rows, changes = [], unique(row["scenario"] for row in rows)
    for who in unique(row[key] for row in rows):
        of = {row["scenario"]: row for row in rows if row[key] == who}
        estimates = tuple(estimate(of[change], name, factor, n=False) if change in of else None for change in changes)
        forest_rows += [Row(str(who), estimates)] if any(estimates) else []
    return forest_rows


def _forest(
    name: str, title: str, subtitle: str, forest_rows: list[Row], rows: Rows, scale: Scale, words: tuple[str, str],
    *, together: bool = False,
) -> Chart:  # fmt: skip
    """A forest plot with a key for every change, or for what lies above and below where there is one."""
    labels = unique(row["scenario"] for row in rows)
    colours = zip(labels, colours_of(labels), strict=True)
    series = [Key(label, colour, "point") for label, colour in colours] if len(labels) > 1 else []
    above, below = words
    figure = forest(title, subtitle, forest_rows, scale, series=series, together=together, above=above, below=below)
    return chart(name, title, _alt_text(forest_rows, labels), figure)


def _alt_text(forest_rows: Iterable[Row], labels: Sequence[str]) -> str:
    """The numbers of a chart as a sentence."""
    parts = [
        f"{row.label}{f', {label}' if len(labels) > 1 else ''}: {signed(e.value)} [{signed(e.low)}, {signed(e.high)}]"
        for row in forest_rows
        for label, e in zip(labels, row.estimates, strict=False)
        if e is not None
    ]
    return "; ".join(parts)
