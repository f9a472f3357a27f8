"""Charts of the question which opening wins: each draws rows of a table of the evidence under a title."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any

from reports.charts.bars import BarRow, stacked_bars
from reports.charts.forest import Row
from reports.charts.lines import line_panels
from reports.charts.sheet import Estimate, Key, differences
from reports.charts.style import CATEGORIES, MEASURE, category, shades, signed
from reports.charts.views import (
    difference_scale,
    enough,
    forest_chart,
    forest_rows,
    heat_chart,
    line_of,
    share_scale,
)
from reports.estimators.openings import FORCED, FREE_CHOICE, TUNED, Grouping, habit_of, tip_pairs
from reports.questions.base import Chart, Evidence, Rows, chart, unique

__all__ = [
    "choice_charts", "course_charts", "course_rows", "forced_charts", "group_order", "habit_charts", "order_charts",
    "place_charts", "place_rows", "tip_charts",
]  # fmt: skip

BY_TUNED = f"forced, {TUNED}"
# How an opening came about, with its colour: forced is the causal number and comes first.
HOWS = ((BY_TUNED, CATEGORIES[2]), (FORCED, MEASURE), (FREE_CHOICE, CATEGORIES[1]))
MAX_ROWS = 24  # of a chart


def group_order(evidence: Evidence, rows: Rows) -> list[str]:
    """The groups of these rows in the order of the game."""
    place = {group: at for at, group in enumerate(Grouping(evidence.game).order)}
    return sorted({str(row["group"]) for row in rows}, key=lambda group: (place.get(group, len(place)), group))


def _group_name(evidence: Evidence, group: object) -> str:
    return Grouping(evidence.game).names([str(group)])


def _keys(evidence: Evidence, order: Sequence[str]) -> list[Key]:
    """The groups with their colours: shades where they have an order, else as different as can be."""
    colours = shades(len(order)) if evidence.words.ordered else [category(at) for at in range(len(order))]
    return [Key(_group_name(evidence, group), colour) for group, colour in zip(order, colours, strict=True)]


def tip_charts(evidence: Evidence, title: str) -> list[Chart | None]:
    """The tip against its two rivals, by who plays."""
    rows: list[Row] = []
    pairs = tip_pairs(evidence.verdicts)
    for players, *verdicts in pairs:
        rows += [Row(players, strong=True)] if len(pairs) > 1 else []
        for v in verdicts:
            if v.effect is not None and v.low is not None and v.high is not None:
                measured = Estimate(100 * v.effect, 100 * v.low, 100 * v.high, v.n)
                rows.append(Row(f"against {v.reference.against.removeprefix('opening with ')}", (measured,)))
    tip = evidence.game.opening.tip
    subtitle = "Win share with the tip minus that without, forced on the same deals and seats."
    figure = forest_chart(
        "tip", title, subtitle, rows, difference_scale(evidence), together=True,
        note=f"Rulebook: “{tip.text}”" if tip else "", above="the tip wins more", below="less",
    )  # fmt: skip
    return [figure]


def forced_charts(evidence: Evidence, title: str) -> list[Chart | None]:
    """Every forced group against the others, and every exact line."""
    plans = sorted(evidence.rows("plans", "forced_opening", "against_others"), key=lambda row: -row["against_others"])

    def label(row: Mapping[str, Any]) -> str:
        if row["group"] is None:
            return evidence.words.opening(row["forced_opening"])
        return _group_name(evidence, row["group"]) + (", tuned to it" if row["players"] == TUNED else "")

    groups, lines = ([row for row in plans if (row["group"] is None) == is_line] for is_line in (False, True))
    subtitle = "Win share minus the mean of the others by the same players, on the same deal and seat."
    return [
        forest_chart(
            name, heading, subtitle, forest_rows(rows[:MAX_ROWS], label, "against_others"), difference_scale(evidence),
            together=True, above="better than the others", below="worse",
        )
        for name, heading, rows in (
            ("plans", title, groups), ("plans_lines", "Whole openings forced, against each other", lines),
        )
    ]  # fmt: skip


def choice_charts(evidence: Evidence, title: str) -> list[Chart | None]:
    """Win share of every group, forced and chosen, with how often it was chosen."""
    rows, note = enough(evidence.rows("groups", "group", "how", "share"))
    often = {str(row["group"]): f" ({100 * row['frequency']:.0f} %)" for row in rows if row["how"] == FREE_CHOICE}
    order = group_order(evidence, rows)
    rows = sorted(rows, key=lambda row: order.index(str(row["group"])))
    rows = [{**row, "came": BY_TUNED if row["players"] == TUNED else row["how"]} for row in rows]
    keys = [Key(how, colour, "point") for how, colour in HOWS if any(row["came"] == how for row in rows)]
    lines = forest_rows(
        rows, lambda row: _group_name(evidence, row["group"]) + often.get(str(row["group"]), ""),
        across="share", levels=[key.label for key in keys], by="came",
    )  # fmt: skip
    subtitle = "Win share and 95 % interval; in brackets how often it is chosen."
    return [forest_chart("groups", title, subtitle, lines, share_scale(evidence), series=keys, note=note)]


def order_charts(evidence: Evidence, title: str) -> list[Chart | None]:
    """Numbers by turns."""
    return [heat_chart(
        "orders", title,
        "Win share of orders with one on this turn minus the number's other orders, pp.",
        evidence.rows("order_turns", "group", "turn", "effect"), ("group", "turn"), "effect", centre=0, unit="pp",
        text=signed, labels=(partial(_group_name, evidence), f"{evidence.game.opening.turn[0]} {{}}".format),
        note="Bold: the interval leaves 0 out; all cells together are 95 % sure.",
    )]  # fmt: skip


def place_rows(evidence: Evidence) -> Rows:
    """Groups by board and plan; of chosen ones none where all plans open alike."""
    rows = evidence.rows("best_where", "group", "board", "strategy", "share")
    is_alike = habit_of(evidence.rows("choices", "strategy", "group", "n")) is not None
    return [] if is_alike and any(row["how"] == FREE_CHOICE for row in rows) else rows


def place_charts(evidence: Evidence, title: str) -> list[Chart | None]:
    """Plans (and boards, where there are several) by groups."""
    rows, par = place_rows(evidence), evidence.par or 0.0
    several = len({row["board"] for row in rows} - {"all"}) > 1
    order = group_order(evidence, rows)
    in_words = [
        {**row, "where": " · ".join([evidence.game.label(row["board"])] * several + [str(row["strategy"])])}
        for row in sorted(rows, key=lambda row: order.index(str(row["group"])))
    ]
    places = unique(row["where"] for row in in_words)[:MAX_ROWS]
    return [heat_chart(
        "best_where", title, f"Win share, %, {rows[0]['how']} openings; {par:.1f} % is fair.",
        [row for row in in_words if row["where"] in places], ("where", "group"), "share", centre=par, unit="%",
        labels=(str, partial(_group_name, evidence)),
        note="Bold, in colour: the 95 % interval leaves the fair share out.",
    )]  # fmt: skip


def course_rows(evidence: Evidence) -> Rows:
    """Leads by round: of forced openings, where there are, else of chosen ones."""
    rows = evidence.rows("trajectory", "group", "how", "round", "lead")
    return [row for row in rows if row["how"] == FORCED] or rows


def course_charts(evidence: Evidence, title: str) -> list[Chart]:
    """Lead over the others by round, a line a group."""
    rows, note = enough(course_rows(evidence))
    order = group_order(evidence, rows)
    series = [
        line_of(key.label, key.colour, [row for row in rows if str(row["group"]) == group], "round", "lead")
        for group, key in zip(order, _keys(evidence, order), strict=True)
    ]
    panels = [(str(rows[0]["how"]), series, differences("lead over the others’ mean", "points"))]
    subtitle = "Running score minus the mean of the other seats, by round; band: 95 % interval."
    figure = line_panels(title, subtitle, panels, x_label="round", note=note)
    return [chart("trajectory", title, f"Lines for {len(order)} groups of openings over the rounds.", figure)]


def habit_charts(evidence: Evidence, title: str) -> list[Chart]:
    """What each plan chooses; nothing where all choose the same."""
    rows = evidence.rows("choices", "strategy", "group", "n")
    if not rows or habit_of(rows):
        return []
    order = group_order(evidence, rows)
    often = {(row["strategy"], str(row["group"])): 100 * row["frequency"] for row in rows}
    plans = unique(row["strategy"] for row in rows)
    bars = [BarRow(plan, tuple(often.get((plan, group), 0.0) for group in order)) for plan in plans]
    subtitle = "How often each bot chooses each opening, % of its games."
    figure = stacked_bars(title, subtitle, bars, _keys(evidence, order))
    return [chart("choices", title, f"Bars for {len(bars)} bots.", figure)]
