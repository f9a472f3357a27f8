"""Charts of the question what a change does: each draws rows of a table of the evidence under a title."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from reports.charts.lines import lines
from reports.charts.sheet import Key, Scale, differences
from reports.charts.style import NEUTRAL, category, signed
from reports.charts.views import difference_scale, draw_scenarios, forest_chart, forest_rows, level_keys, line_of
from reports.effects import MORE
from reports.estimators.sides import BEFORE_CHANGE, BOARD, NOUNS
from reports.questions.base import Chart, Evidence, Rows, chart, estimate, unique
from reports.sentences import sentence_case

__all__ = [
    "RARE", "fairness_charts", "point_charts", "response_charts", "sureness", "tuned_charts", "use_charts",
    "win_share_charts",
]  # fmt: skip

MAX_COUNTERS = 14  # of a chart
RARE = 0.02  # a seat and game: what is rarer is left to the table


def fairness_charts(evidence: Evidence, title: str) -> Iterator[Chart | None]:
    """How far from fair everybody is before the change and after it."""
    rows = evidence.rows("fairness", "name", "scenario", "before", "after")
    changes, noun = _changes(rows), evidence.game.nouns[0]
    lines = forest_rows(
        rows, "name", "before", across="after", levels=changes, n=False,
        heading=lambda row: _heading(row["kind"], evidence),
    )  # fmt: skip
    boards = f"of a {noun} minus that of {evidence.game.plain_label}, " * any(row["kind"] == BOARD for row in rows)
    subtitle = f"Distance from fair: win share {boards}of seats and bots minus the fair share."
    scale = differences("distance from fair", "pp", margin=evidence.margin, less="weaker", more="stronger")
    keys = [Key(BEFORE_CHANGE, NEUTRAL, "point"), *level_keys(changes)]
    yield forest_chart("fairness", title, subtitle, lines, scale, series=keys, together=True)


def win_share_charts(evidence: Evidence, title: str) -> Iterator[Chart | None]:
    """What everybody gains or loses."""
    rows = [row for row in evidence.rows("win_shares", "name", "scenario", "effect") if row["effect_low"] is not None]
    yield _gains_chart("win_shares", title, rows, evidence)


def tuned_charts(evidence: Evidence, title: str) -> Iterator[Chart | None]:
    """What everybody gains or loses in the hands of ordinary players and of tuned ones."""
    rows = [row for row in evidence.rows("tuned_players", "name", "players", "effect") if row["players"] != MORE]
    yield _gains_chart(
        "tuned_players", title, [{**row, "name": f"{row['name']}, {row['players']}"} for row in rows], evidence
    )


def _gains_chart(name: str, title: str, rows: Rows, evidence: Evidence) -> Chart | None:
    """What everybody gains or loses, under the heading of its kind, an estimate a change."""
    scale = difference_scale(evidence, less="loses", more="gains")
    subtitle = "Win share after the change minus win share before, on the same deals and seats."
    return draw_scenarios(
        name, title, subtitle, rows, "name", "effect", _changes(rows), scale, above="gains", below="loses",
        together=True, heading=lambda row: _heading(row["kind"], evidence),
    )  # fmt: skip


def response_charts(evidence: Evidence, finding: str) -> Iterator[Chart]:
    """Distances from fair at each value, a chart a kind."""
    rows = evidence.rows("response", "name", "value", "apart")
    for kind in unique(row["kind"] for row in rows):
        kind_rows = [row for row in rows if row["kind"] == kind]
        series = [
            line_of(
                who,
                category(number),
                [row for row in kind_rows if row["name"] == who],
                "value",
                "apart",
                100,
                bars=True,
            )
            for number, who in enumerate(unique(row["name"] for row in kind_rows))
        ]
        title = f"At which value are the {_heading(kind, evidence).lower()} fair?"
        minus = f"that of {evidence.game.plain_label}, same deal and seat" if kind == BOARD else "the fair share"
        scale = Scale("distance from fair, pp", 0.0, "fair", evidence.margin, signed)
        subtitle = f"Win share minus {minus}; bars: 95 % intervals."
        figure = lines(title, subtitle, series, scale, x_label=str(kind_rows[0]["changed"]))
        fair = [row for row in evidence.rows("fair_values", "words") if row["kind"] == kind]
        yield chart(f"response_{kind}", title, "; ".join(f"{row['name']}: {row['words']}" for row in fair), figure)


def point_charts(evidence: Evidence, finding: str) -> Iterator[Chart | None]:
    """Differences in points by scoring category."""
    rows = [row for row in evidence.rows("points", "label", "scenario", "mean") if row["scenario"] != BEFORE_CHANGE]
    scale = differences("difference", "points", less="fewer", more="more")
    title = "Which points change?"
    subtitle = "Mean points of a player after the change minus those before, by scoring category, same deals."
    yield draw_scenarios(
        "points", title, subtitle, rows, "label", "difference", _changes(rows), scale, 1,
        above="more points", below="fewer points",
    )  # fmt: skip


def sureness(row: Mapping[str, Any]) -> float:
    """The change over half its interval."""
    relative = estimate(row, "relative")
    half = (relative and relative.half) or 0.0
    return abs(row["relative"]) / half if half else float("inf") if row["relative"] else 0.0


def use_charts(evidence: Evidence, title: str) -> Iterator[Chart | None]:
    """The counters that changed most surely."""
    rows = [row for row in evidence.rows("counters", "counter", "relative") if row["before"] >= RARE]
    off = sorted((row for row in rows if sureness(row) > 1), key=sureness, reverse=True)
    surest = unique(row["counter"] for row in off)[:MAX_COUNTERS]
    rows = [row for row in rows if row["counter"] in surest]
    subtitle = "Mean of a seat after the change against before, in % of before: the counters that changed most surely."
    scale = differences("change", "%", less="less", more="more")
    yield draw_scenarios(
        "counters", title, subtitle, rows, "label", "relative", _changes(rows), scale, above="more", below="less"
    )


def _heading(kind: str, evidence: Evidence) -> str:
    return sentence_case(NOUNS.get(kind, evidence.game.nouns)[1])


def _changes(rows: Rows) -> list[str]:
    """The changes, which have a colour each."""
    return unique(row["scenario"] for row in rows)
