"""Views of tables: the charts that sections declare, each out of the rows of a table."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from reports.charts import (
    BarRow,
    Field,
    Row,
    Scale,
    Series,
    Spread,
    field_grid,
    forest,
    heat_map,
    histogram,
    line_panels,
    paired_bars,
    spreads,
    stacked_bars,
    stacked_columns,
    style,
)
from reports.charts.sheet import Estimate, Key, differences
from reports.charts.style import CATEGORIES, FAINT, MEASURE, shades, signed
from reports.columns import Words, fraction_unit, pretty
from reports.facts import CounterChart, MomentGrid
from reports.questions.base import Chart, Evidence, Rows, cell_note, chart, estimate, grid, number, unique
from reports.stats.verdict import may_head

__all__ = [
    "action_colours", "alias_note", "alt_text", "difference_scale", "draw_actions", "draw_counter_rounds",
    "draw_forest", "draw_margins", "draw_meetings", "draw_moments", "draw_pairs", "draw_rounds", "draw_scenarios",
    "draw_shape", "forest_chart", "share_scale", "surest_rows",
]  # fmt: skip

COLUMNS_FROM = 9  # rounds from which the actions of a round stand upright, one round beside the other
MIN_TURNS = 0.05  # part of the turns of the fullest round that a round needs to be lines
OTHERS = "others"  # rare actions together
MAX_NAMES = 3  # things that a heading names


def surest_rows(rows: Rows) -> tuple[Rows, Rows]:
    """Rows whose difference is sure: of those with more on the winners' side and of those with less, the surest."""

    def sureness(row: Mapping[str, Any]) -> float:
        low, high = row["difference_low"], row["difference_high"]
        return abs(float(row["difference"])) / (high - low) if low is not None and high > low else 0.0

    sure = sorted((row for row in rows if may_head(row["p"])), key=sureness, reverse=True)
    return [r for r in sure if r["difference"] > 0][:MAX_NAMES], [r for r in sure if r["difference"] < 0][:MAX_NAMES]


def alt_text(rows: Sequence[Row], unit: str = "%", series: Sequence[str] = ("",)) -> str:
    """The numbers of a forest as a sentence, for those who cannot see it; series: their names."""
    numbers = [
        f"{row.label}{f', {name}:' * bool(name)} {e.value:.1f}{f' {unit}' * bool(unit)} [{e.low:.1f}, {e.high:.1f}]"
        for row in rows
        for name, e in zip(series, row.estimates, strict=False)
        if e is not None
    ]
    return f"{'; '.join(numbers)}."


def alias_note(rows: Rows, key: str) -> str:
    """What the rows' effects cannot be told from, for below a chart; "" where each is its own."""
    aliases = "; ".join(f"{row[key]} {row['alias']}" for row in rows if row.get("alias"))
    return f"Not told apart: {aliases}." if aliases else ""


def draw_forest(
    name: str, title: str, subtitle: str, rows: Rows, label: str, column: str, scale: Scale, factor: float = 100.0,
    **options: Any,
) -> Chart | None:  # fmt: skip
    """An estimate a row, as they stand; label: the text with the row's columns in braces; options: as of `forest`."""
    lines = [Row(label.format(**row), (estimate(row, column, factor),)) for row in rows]
    if not lines:
        return None
    return chart(
        name,
        title,
        alt_text(lines, "%" if factor == 100 else "points"),
        forest(title, subtitle, lines, scale, **options),
    )


def draw_scenarios(
    name: str, title: str, subtitle: str, rows: Rows, label: str, column: str, labels: Sequence[str],
    scale: Scale, factor: float = 100.0, *, strong: str = "", first: int = 0, **options: Any,
) -> Chart | None:  # fmt: skip
    """A row for each `label`, an estimate for every scenario from number `first` on: each has one colour in all
    charts; rows without any are left out."""
    lines = []
    for subject in unique(row[label] for row in rows):
        by_scenario = {row["scenario"]: row for row in rows if row[label] == subject}
        values = [estimate(by_scenario.get(scenario, {}), column, factor, n=False) for scenario in labels[first:]]
        if any(values):
            lines.append(Row(str(subject), tuple(values), strong=subject == strong))
    if not lines:
        return None
    pairs = zip(labels, style.colours_of(labels), strict=True)
    keys = [Key(scenario, colour, "point") for scenario, colour in pairs][first:]
    figure = forest(title, subtitle, lines, scale, series=keys, **options)
    return chart(name, title, alt_text(lines, "", labels[first:]), figure)


def draw_meetings(name: str, title: str, rows: Rows, note: str = "") -> Chart | None:
    """How often each strategy finishes ahead of each other, as a heat map; note: below it."""
    if not rows:
        return None
    down, across, cells = grid(rows, "row", "column", "ahead", centre=50, square=True)
    figure = heat_map(
        title,
        "Chance that the row's strategy ranks above the column's in one game, % ± half its interval.",
        [str(key) for key in down],
        [str(key) for key in across],
        cells,
        centre=50,
        unit="%",
        column_title="against",
        note=" ".join(filter(None, [cell_note(rows, "50 %"), note])),
    )
    return chart(name, title, f"Heat map of {len(down)} strategies against {len(across)}.", figure)


def draw_pairs(
    name: str, title: str, subtitle: str, rows: Rows, columns: tuple[str, str], names: tuple[str, str], unit: str,
    difference_label: str,
) -> Chart | None:  # fmt: skip
    """Two means beside each other by `label`, with their difference; what is 0 on both sides is left to the table."""
    factor, unit = (100.0, "%") if fraction_unit(unit) else (1.0, unit)
    lines: list[tuple[str, Estimate, Estimate, Estimate]] = []
    for row in rows:
        first, second, gap = (estimate(row, column, factor, n=False) for column in (*columns, "difference"))
        if first and second and gap and (first.value or second.value):
            lines.append((str(row["label"]), first, second, gap))
    if not lines:
        return None
    digits = 1 if max(abs(e.value) for row in lines for e in row[1:3]) >= 20 else 2
    difference = ", ".join(filter(None, [difference_label, "pp" if unit == "%" else unit]))
    figure = paired_bars(
        title,
        subtitle,
        lines,
        names,
        Scale(f"mean, {unit}" if unit else "mean", None),
        difference_label=difference,
        text=Scale(difference, 0.0, text=lambda value: signed(value, digits)),
    )
    alt = "; ".join(f"{label}: {a.value:.{digits}f} against {b.value:.{digits}f}" for label, a, b, _ in lines)
    return chart(name, title, alt, figure)


def draw_counter_rounds(name: str, title: str, panel: CounterChart, rows: Rows, names: tuple[str, str]) -> Chart:
    """Winners and all others over the rounds, and the difference between them within strategies."""
    rounds = tuple(float(number) for number in range(1, len(rows) + 1))

    def line(column: str, label: str, colour: str) -> Series:
        return Series(label, colour, rounds, tuple(e for row in rows if (e := estimate(row, column, n=False))))

    pair = [line("winners", names[0], style.MEASURE), line("losers", names[1], style.NEUTRAL)]
    unit = f", {panel.unit}" if panel.unit else ""
    panels = [
        ("mean at the end of the round", pair, Scale(f"mean{unit}", None)),
        (
            "difference within a strategy",
            [line("difference", "difference", style.INK)],
            Scale(f"difference{unit}", 0.0, text=signed),
        ),
    ]
    keys = [Key(series.label, series.colour, "line") for series in pair]
    figure = line_panels(title, panel.subtitle, panels, x_label="round", keys=keys, shared=False)
    alt = "; ".join(
        f"after round {i}: {row['winners']:.1f} against {row['losers']:.1f}" for i, row in enumerate(rows, 1)
    )
    return chart(name, title, alt, figure)


def draw_moments(name: str, panel: MomentGrid, rows: Rows, names: tuple[str, str]) -> Chart:
    """How often, and in which round, what may happen to a seat once happens, where it lies on the table."""
    fields: list[list[Field | None]] = [[None] * max(map(len, panel.rows)) for _ in panel.rows]
    for row in rows:
        winners, losers, when = (number(row, column) for column in ("winners", "losers", "round"))
        words = []
        if winners is not None and losers is not None:
            words.append(f"{names[0]} {100 * winners:.0f} %, {names[1].removeprefix('all ')} {100 * losers:.0f} %")
        words += [] if when is None else [f"in round {when:.1f}"]
        fields[row["row"] - 1][row["column"] - 1] = Field(str(row["label"]), 100 * row["frequency"], tuple(words))
    alt = "; ".join(f"{row['label']} {100 * row['frequency']:.0f} %" for row in rows)
    return chart(name, panel.title, alt, field_grid(panel.title, panel.subtitle, fields))


def draw_rounds(title: str, rows: Rows, par: float | None) -> Chart | None:
    """The race round by round: scores, and how often the leader goes on to win; par: of a win share, in %."""
    if not rows:
        return None
    series, keys = [], []
    positions = unique(row["position"] for row in rows)
    for position, colour in zip(positions, shades(len(positions))[::-1], strict=True):
        lines = [row for row in rows if row["position"] == position]
        scores = tuple(e for row in lines if (e := estimate(row, "score", n=False)) is not None)
        series.append(Series(pretty(position), colour, tuple(float(row["round"]) for row in lines), scores))
        keys.append(Key(pretty(position), colour, "line"))
    panels: list[tuple[str, list[Series], Scale]] = [("score at the end of the round", series, Scale("points", None))]
    wins = {float(row["round"]): e for row in rows if (e := estimate(row, "p_win_leader", 100, n=False)) is not None}
    if wins:
        chance = Series("leader wins", MEASURE, tuple(wins), tuple(wins.values()), bars=True)
        panels.append(("how often the leader of a round wins", [chance], Scale("leader wins, %", par)))
    note = ""
    if wins and par:
        note = f"The line on the right is the fair share ({par:.1f} %): a lead is worth nothing where they meet."
    half = next((row["round"] for row in rows if (number(row, "over") or 0.0) >= 0.5), rows[-1]["round"])
    if half < rows[-1]["round"]:
        note += f" Half of the games are over after round {half}; a finished game keeps its scores."
    subtitle = "Running scores of the leader, the mean seat and the last, and what the lead is worth."
    figure = line_panels(title, subtitle, panels, x_label="round", keys=keys, shared=False, note=note.strip())
    alt = "; ".join(f"after round {r:.0f} the leader wins {e.value:.0f} %" for r, e in wins.items())
    return chart("rounds", title, alt or "Scores by round.", figure)


def draw_margins(rows: Rows) -> Chart | None:
    """How close games are."""
    if not rows:
        return None
    rows = sorted(rows, key=lambda row: row["margin_low"])
    width = rows[0]["margin_high"] - rows[0]["margin_low"]
    bins = [(row["margin_low"] - 0.5, row["margin_low"] + width + 0.5, 100 * row["games"]) for row in rows]
    is_open = rows[-1]["margin_high"] - rows[-1]["margin_low"] > width
    note = f"The last bar holds all games won by {rows[-1]['margin_low']} points or more." if is_open else ""
    close = [place for place, row in enumerate(rows) if row.get("close")]
    title, keys = "How close is the finish?", []
    subtitle = "Best minus second best score."
    if close:
        points = int(rows[close[-1]]["margin_high"])
        share = sum(bins[place][2] for place in close)
        subtitle += f" {share:.0f} % of games end within {points} point{'' if points == 1 else 's'}."
        keys = [Key("close games", MEASURE), Key("other games", FAINT)]
    figure = histogram(title, subtitle, bins, x_label="winning margin, points", marked=close, keys=keys, note=note)
    return chart("margin", title, subtitle, figure)


def draw_shape(rows: Rows) -> Chart | None:
    """Length, choice and tension of games."""
    lines = [line for row in rows if (line := _spread(row))]
    if not lines:
        return None
    title = "What does a game look like?"
    games = f"{max(line.mean.n or 0 for line in lines):,}"
    subtitle = "Dot: mean; upright: median; bar: nine games in ten (5th to 95th percentile)."
    note = f"Means of {games} games. A game is close or not, won jointly or not: the mean says it all."
    alt = "; ".join(f"{line.label}: mean {line.mean.value:,.4g} {line.unit}" for line in lines)
    return chart("shape", title, alt, spreads(title, subtitle, lines, note=note))


def _spread(row: Mapping[str, Any]) -> Spread | None:
    """A row of the table in the unit drawn."""
    factor, unit = (100.0, "%") if fraction_unit(row.get("unit")) else (1.0, pretty(row.get("unit") or ""))
    mean = estimate(row, "mean", factor)
    values = [value for name in ("p05", "p50", "p95") if (value := number(row, name, factor)) is not None]
    percentiles = (values[0], values[1], values[2]) if len(values) == 3 else None
    return None if mean is None else Spread(pretty(row["measure"]), unit, mean, percentiles)


def draw_actions(title: str, rows: Rows, words: Words) -> Chart | None:
    """Which part of the turns of every round each action takes."""
    if not rows:
        return None
    names, shares, note = _mixes(words, rows)
    pairs = zip(names, action_colours(names, words), strict=False)
    keys = [Key(words.action(name), colour) for name, colour in pairs]
    turns = "all turns of the round by the action taken" if max(shares) else f"the turns of the {words.opening_name}"
    subtitle = f"Share of {turns}, all seats and strategies."
    if len(shares) < COLUMNS_FROM:
        bars = [BarRow(f"round {r}" if r else words.opening_name, parts) for r, parts in shares.items()]
        figure = stacked_bars(title, subtitle, bars, keys, unit="turns, %", digits=0, note=note)
    else:
        columns = [(float(r), parts) for r, parts in shares.items()]
        y_label = "turns of the round, %"
        figure = stacked_columns(title, subtitle, columns, keys, x_label="round", y_label=y_label, note=note)
    return chart("actions", title, f"{len(names)} actions over {len(shares)} rounds.", figure)


def action_colours(names: Sequence[str], words: Words) -> Sequence[str]:
    """A colour for each action: shades where they are numbers, as bids are; the same on every chart of a page, whoever
    is left out, where the game has no more actions than there are colours."""
    if words.ordered and not words.counted_class:
        return shades(len(names))
    classes = list(words.classes)
    if len(classes) > len(CATEGORIES) or not set(names) <= set(classes):
        return CATEGORIES
    return [CATEGORIES[classes.index(name)] for name in names]


def _mixes(words: Words, rows: Rows) -> tuple[list[str], dict[int, tuple[float, ...]], str]:
    """The actions that are drawn (in the order of the classes, rare ones as `others` where there are more than
    colours), by round their shares in %, and a note on rounds left out because hardly any game reaches them."""
    order = {letter: i for i, letter in enumerate(words.classes)}
    names = sorted(unique(row["action"] for row in rows), key=lambda name: order.get(name, len(order)))
    turns: dict[int, float] = {}
    for row in rows:
        turns[row["round"]] = turns.get(row["round"], 0.0) + (number(row, "n") or 0.0)
    shares = {(row["round"], row["action"]): 100 * float(row["share"]) for row in rows}
    if len(names) > len(CATEGORIES):
        total = {name: sum(value for (_, action), value in shares.items() if action == name) for name in names}
        frequent = sorted(names, key=lambda name: -total[name])[: len(CATEGORIES) - 1]
        for r in turns:
            shares[r, OTHERS] = sum(shares.get((r, name), 0.0) for name in names if name not in frequent)
        names = [*(name for name in names if name in frequent), OTHERS]
    frequent_rounds = [r for r in sorted(turns) if turns[r] >= MIN_TURNS * max(turns.values())]
    left = len(turns) - len(frequent_rounds)
    note = f"Left to the table: {left} late rounds that few games reach." if left > 1 else ""
    note = "Left to the table: the last round, which few games reach." if left == 1 else note
    return names, {r: tuple(shares.get((r, name), 0.0) for name in names) for r in frequent_rounds}, note


def share_scale(evidence: Evidence) -> Scale:
    """The axis of win shares: par and the margin around it."""
    par = evidence.par
    return Scale("win share, %", par, f"fair share {par:.1f} %" if par else "", evidence.margin)


def difference_scale(evidence: Evidence, *, less: str = "", more: str = "") -> Scale:
    """The axis of differences of win shares in percentage points: 0 and the margin around it."""
    return differences("difference in win share", "pp", margin=evidence.margin, less=less, more=more)


def forest_chart(name: str, title: str, subtitle: str, rows: Sequence[Row], scale: Scale, **options: Any) -> Chart:
    """A forest that says in words what it shows. options: as forest() has them."""
    figure = forest(title, subtitle, rows, scale, **{"n_label": "seats", **options})
    values = [(row.label, [scale.text(e.value) for e in row.estimates if e is not None]) for row in rows]
    return chart(name, title, "; ".join(f"{label} {', '.join(texts)}" for label, texts in values if texts), figure)
