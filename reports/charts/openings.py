"""Charts of the question which opening wins: each draws rows of a table of the evidence under a title."""

from __future__ import annotations

from collections.abc import Sequence

from reports.charts import Row, Series, heat_map, line_panels
from reports.charts.bars import BarRow, stacked_bars
from reports.charts.sheet import Estimate, Key, differences
from reports.charts.style import CATEGORIES, MEASURE, category, shades, signed
from reports.charts.views import difference_scale, forest_chart, share_scale
from reports.estimators import opening_verdicts
from reports.estimators.opening_verdicts import habit_of
from reports.estimators.openings import FORCED, FREE_CHOICE, TUNED, Grouping
from reports.questions.base import Chart, Evidence, Rows, chart, enough, estimate, grid
from reports.sentences import signed_pp

__all__ = [
    "choice_charts", "course_charts", "course_rows", "forced_charts", "group_order", "habit_charts", "order_charts",
    "place_charts", "place_rows", "tip_charts",
]  # fmt: skip

BY_TUNED = f"forced, {TUNED}"
# How an opening came about, with its colour: forced is the causal number and comes first.
HOWS = ((BY_TUNED, CATEGORIES[2]), (FORCED, MEASURE), (FREE_CHOICE, CATEGORIES[1]))


def group_order(evidence: Evidence, rows: Rows) -> list[str]:
    """The groups of these rows in the order of the game."""
    place = {group: at for at, group in enumerate(Grouping.of(evidence.game).order)}
    return sorted({str(row["group"]) for row in rows}, key=lambda group: (place.get(group, len(place)), group))


def _group_name(evidence: Evidence, group: object) -> str:
    return Grouping.of(evidence.game).names([str(group)])


def _tones(evidence: Evidence, order: Sequence[str]) -> list[str]:
    """Colours of the groups: shades where they have an order, else as different as can be."""
    return shades(len(order)) if evidence.words.ordered else [category(at) for at in range(len(order))]


def tip_charts(evidence: Evidence, title: str) -> list[Chart]:
    """The tip against its two rivals, by who plays."""
    rows: list[Row] = []
    pairs = opening_verdicts.tip_pairs(evidence.verdicts)
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
    return [figure] if rows else []


def forced_charts(evidence: Evidence, title: str) -> list[Chart]:
    """Every forced group against the others, and every exact line."""
    plans = sorted(evidence.rows("plans", "forced_opening", "against_others"), key=lambda row: -row["against_others"])
    tuned = {TUNED: ", tuned to it"}
    groups = [
        Row(_group_name(evidence, r["group"]) + tuned.get(r["players"], ""), (estimate(r, "against_others", 100),))
        for r in plans if r["group"] is not None
    ]  # fmt: skip
    lines = [
        Row(evidence.words.opening(r["forced_opening"]), (estimate(r, "against_others", 100),))
        for r in plans if r["group"] is None
    ]  # fmt: skip
    titles = {"plans": title, "plans_lines": "Whole openings forced, against each other"}
    subtitle = "Win share minus the mean of the others by the same players, on the same deal and seat."
    return [
        forest_chart(
            name, heading, subtitle, rows[:24], difference_scale(evidence), together=True,
            above="better than the others", below="worse",
        )
        for (name, heading), rows in zip(titles.items(), (groups, lines), strict=True) if rows
    ]  # fmt: skip


def choice_charts(evidence: Evidence, title: str) -> list[Chart]:
    """Win share of every group, forced and chosen, with how often it was chosen."""
    rows, note = enough(evidence.rows("groups", "group", "how", "share"))
    often = {str(row["group"]): 100 * row["frequency"] for row in rows if row["how"] == FREE_CHOICE}
    how_of = {id(row): BY_TUNED if row["players"] == TUNED else row["how"] for row in rows}
    shares = {(str(row["group"]), how_of[id(row)]): estimate(row, "share", 100) for row in rows}
    series = [(how, colour) for how, colour in HOWS if how in how_of.values()]
    labels = {
        g: _group_name(evidence, g) + (f" ({often[g]:.0f} %)" if g in often else "")
        for g in group_order(evidence, rows)
    }
    lines = [Row(label, tuple(shares.get((group, how)) for how, _ in series)) for group, label in labels.items()]
    subtitle = "Win share and 95 % interval; in brackets how often it is chosen."
    keys = [Key(how, colour, "point") for how, colour in series]
    return [forest_chart("groups", title, subtitle, lines, share_scale(evidence), series=keys, note=note)]


def order_charts(evidence: Evidence, title: str) -> list[Chart]:
    """Numbers by turns."""
    rows = evidence.rows("order_turns", "group", "turn", "effect")
    down, across, cells = grid(rows, "group", "turn", "effect", centre=0)
    turn = evidence.words.turn[0]
    figure = heat_map(
        title, "Win share of orders with one on this turn minus the number's other orders, pp ± half the interval.",
        [_group_name(evidence, group) for group in down], [f"{turn} {number}" for number in across], cells,
        centre=0, unit="pp", text=signed, note="Bold: the interval leaves 0 out; all cells together are 95 % sure.",
    )  # fmt: skip
    alt = "; ".join(f"{row['group']} at {row['turn']}: {signed_pp(row['effect'])} pp" for row in rows)
    return [chart("orders", title, alt, figure)]


def place_rows(evidence: Evidence) -> Rows:
    """Groups by board and plan; of chosen ones none where all plans open alike."""
    rows = evidence.rows("best_where", "group", "board", "strategy", "share")
    is_alike = habit_of(evidence.rows("choices", "strategy", "group", "n")) is not None
    return [] if is_alike and any(row["how"] == FREE_CHOICE for row in rows) else rows


def place_charts(evidence: Evidence, title: str) -> list[Chart]:
    """Plans (and boards, where there are several) by groups."""
    rows, par = place_rows(evidence), evidence.par or 0.0
    several = len({row["board"] for row in rows} - {"all"}) > 1
    in_words = [
        {**row, "where": " · ".join([evidence.words.board(row["board"])] * several + [str(row["strategy"])])}
        for row in rows
    ]
    columns = group_order(evidence, rows)
    in_words.sort(key=lambda row: columns.index(str(row["group"])))
    _, _, by_group = grid(in_words, "group", "where", "share", centre=par)
    places = list(dict.fromkeys(row["where"] for row in in_words))[:24]
    figure = heat_map(
        title, f"Win share, % ± half its interval, {rows[0]['how']} openings; {par:.1f} % is fair.", places,
        [_group_name(evidence, group) for group in columns],
        [[column[at] for column in by_group] for at in range(len(places))], centre=par, unit="%",
        note="Bold, in full colour: the 95 % interval leaves the fair share out.",
    )  # fmt: skip
    return [chart("best_where", title, f"Heat map of {len(places)} rows by {len(columns)} groups.", figure)]


def course_rows(evidence: Evidence) -> Rows:
    """Leads by round: of forced openings, where there are, else of chosen ones."""
    rows = evidence.rows("trajectory", "group", "how", "round", "lead")
    return [row for row in rows if row["how"] == FORCED] or rows


def course_charts(evidence: Evidence, title: str) -> list[Chart]:
    """Lead over the others by round, a line a group."""
    rows, note = enough(course_rows(evidence))
    order = group_order(evidence, rows)
    tones = _tones(evidence, order)
    series = []
    for group, tone in zip(order, tones, strict=True):
        points = [(float(r["round"]), estimate(r, "lead", n=False)) for r in rows if str(r["group"]) == group]
        measured = [(x, lead) for x, lead in points if lead is not None]
        series.append(Series(group, tone, tuple(x for x, _ in measured), tuple(lead for _, lead in measured)))
    how = str(rows[0]["how"])
    figure = line_panels(
        title, "Running score minus the mean of the other seats, by round; band: 95 % interval.",
        [(how, series, differences("lead over the others’ mean", "points"))], x_label="round", note=note,
        keys=[Key(_group_name(evidence, group), tone, "line") for group, tone in zip(order, tones, strict=True)],
    )  # fmt: skip
    return [chart("trajectory", title, f"Lines for {len(order)} groups of openings over the rounds.", figure)]


def habit_charts(evidence: Evidence, title: str) -> list[Chart]:
    """What each plan chooses; nothing where all choose the same."""
    rows = evidence.rows("choices", "strategy", "group", "n")
    if not rows or habit_of(rows):
        return []
    order = group_order(evidence, rows)
    often = {(row["strategy"], str(row["group"])): 100 * row["frequency"] for row in rows}
    plans = list(dict.fromkeys(row["strategy"] for row in rows))
    bars = [BarRow(plan, tuple(often.get((plan, group), 0.0) for group in order)) for plan in plans]
    tones = _tones(evidence, order)
    keys = [Key(_group_name(evidence, group), tone) for group, tone in zip(order, tones, strict=True)]
    figure = stacked_bars(title, "How often each plan chooses each opening, % of its games.", bars, keys)
    return [chart("choices", title, f"Bars for {len(bars)} plans.", figure)]
