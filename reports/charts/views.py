"""Views of tables: the charts that sections declare, each out of the rows of a table."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from itertools import zip_longest
from typing import Any

from reports.charts import style
from reports.charts.bars import BarRow, paired_bars, stacked_bars
from reports.charts.forest import Row, forest, subjects_of
from reports.charts.heat import Field, field_grid, heat_map
from reports.charts.lines import Series, line_panels, lines, stacked_columns
from reports.charts.sheet import Estimate, Key, Scale, differences
from reports.charts.style import CATEGORIES, MEASURE, shades, signed
from reports.columns import Words, fraction_unit
from reports.facts import CounterChart, MomentGrid
from reports.questions.base import Chart, Evidence, Rows, chart, estimate, number, unique
from reports.stats.verdict import may_head

__all__ = [
    "action_mix", "alias_note", "difference_scale", "draw_actions", "draw_chances", "draw_counter_rounds",
    "draw_meetings", "draw_moments", "draw_pairs", "draw_scenarios", "enough", "forest_chart", "forest_rows",
    "heat_chart", "line_of", "lines_by_size", "share_scale", "surest_rows",
]  # fmt: skip

COLUMNS_FROM = 9  # rounds from which the actions of a round stand upright, one round beside the other
MIN_TURNS = 0.05  # part of the turns of the fullest round that a round needs to be lines
OTHERS = "others"  # rare actions together
MAX_SHADES = 8  # of one colour that a reader can distinguish
ENOUGH = 100  # seats that an estimate must rest on to be drawn beside others
MAX_NAMES = 3  # things that a heading names
Label = str | Callable[[Mapping[str, Any]], str]  # a column, or words made of a row


# -- out of rows ------------------------------------------------------------------------------------------------------


def forest_rows(
    rows: Rows, label: Label, *columns: str, factor: float = 100.0, heading: Label = "", across: str = "",
    levels: Sequence[str] = (), by: str = "scenario", n: bool = True,
) -> list[Row]:  # fmt: skip
    """A row of a forest for each label, under its heading: an estimate a column, and of a table with a row for each
    level of `by` the column `across`, an estimate a level. Rows without any are left out; n: of the first column."""
    groups: dict[str, dict[tuple[str, int], list[Mapping[str, Any]]]] = {}
    for place, row in enumerate(rows):
        key = _text(label, row), 0 if across else place
        groups.setdefault(_text(heading, row), {}).setdefault(key, []).append(row)
    lines: list[Row] = []
    for words, subjects in groups.items():
        section: list[Row] = []
        for (subject, _), members in subjects.items():
            of = {row[by]: row for row in members} if across else {}
            estimates = [estimate(members[0], column, factor, n=n and column == columns[0]) for column in columns]
            estimates += [estimate(of.get(level, {}), across, factor, n=n) for level in levels]
            section += [Row(subject, tuple(estimates))] if any(estimates) else []
        lines += [Row(words, strong=True)] * bool(words and section) + section
    return lines


def _text(label: Label, row: Mapping[str, Any]) -> str:
    if callable(label):
        return label(row)
    return str(row[label]) if label else ""


def line_of(
    label: str, colour: str, rows: Rows, x: str | Callable[[Mapping[str, Any]], float], column: str,
    factor: float = 1.0, *, bars: bool = False, n: bool = False,
) -> Series:  # fmt: skip
    """A line through the estimates of a column, where rows have one."""
    places = [float(x(row) if callable(x) else row[x]) for row in rows]
    points = [(at, e) for at, row in zip(places, rows, strict=True) if (e := estimate(row, column, factor, n=n))]
    return Series(label, colour, tuple(at for at, _ in points), tuple(e for _, e in points), bars)


def enough(rows: Rows) -> tuple[Rows, str]:
    """Rows that rest on enough games to be drawn, and a note on those left out; all rows when none has enough."""
    enough_rows = [row for row in rows if number(row, "n") is None or row["n"] >= ENOUGH]
    if not enough_rows or len(enough_rows) == len(rows):
        return rows, ""
    return enough_rows, f"Estimates from fewer than {ENOUGH} seats stand in the table only."


def surest_rows(rows: Rows) -> tuple[Rows, Rows]:
    """Rows whose difference is sure: of those with more on the winners' side and of those with less, the surest."""

    def sureness(row: Mapping[str, Any]) -> float:
        low, high = row["difference_low"], row["difference_high"]
        return abs(float(row["difference"])) / (high - low) if low is not None and high > low else 0.0

    sure = sorted((row for row in rows if may_head(row["p"])), key=sureness, reverse=True)
    return [r for r in sure if r["difference"] > 0][:MAX_NAMES], [r for r in sure if r["difference"] < 0][:MAX_NAMES]


def lines_by_size(rows: Rows, column: str) -> Rows:
    """Rows of lines of the scorepad from the largest to the smallest, the parts of each behind it in the same order."""
    size = {row["source"]: -row[column] for row in rows}
    lines = sorted((row for row in rows if row["part_of"] is None), key=lambda row: size[row["source"]])
    parts = sorted((row for row in rows if row["part_of"] is not None), key=lambda row: size[row["source"]])
    return [row for line in lines for row in (line, *(part for part in parts if part["part_of"] == line["source"]))]


def alias_note(rows: Rows) -> str:
    """What the strategies' effects cannot be told from, for below a chart; "" where each is its own."""
    aliases = "; ".join(f"{row['strategy']} {row['alias']}" for row in rows if row.get("alias"))
    return f"Not told apart: {aliases}." if aliases else ""


def share_scale(evidence: Evidence, label: str = "win share, %") -> Scale:
    """The axis of win shares: par and the margin around it."""
    par = evidence.par
    return Scale(label, par, f"fair share {par:.1f} %" if par else "", evidence.margin)


def difference_scale(evidence: Evidence, *, less: str = "", more: str = "") -> Scale:
    """The axis of differences of win shares in percentage points: 0 and the margin around it."""
    return differences("difference in win share", "pp", margin=evidence.margin, less=less, more=more)


# -- views ------------------------------------------------------------------------------------------------------------


def forest_chart(
    name: str, title: str, subtitle: str, rows: Sequence[Row], scale: Scale, *, n_label: str = "seats", **options: Any
) -> Chart | None:
    """A forest that says in words what it shows, None where that is nothing. options: as forest() has them."""
    series = [key.label for key in options.get("series", ())]
    alt = [
        f"{subject}{', ' * bool(of)}{of}: {scale.text(e.value)} {scale.interval(e)}"
        for row, subject in zip(rows, subjects_of(rows), strict=True)
        for e, of in zip_longest(row.estimates, series[: len(row.estimates)], fillvalue="")
        if isinstance(e, Estimate)
    ]
    if not alt:
        return None
    figure = forest(title, subtitle, rows, scale, n_label=n_label, **options)
    return chart(name, title, f"{scale.label}: {'; '.join(alt)}.", figure)


def heat_chart(
    name: str, title: str, subtitle: str, rows: Rows, keys: tuple[str, str], column: str, *,
    labels: tuple[Callable[[Any], str], Callable[[Any], str]] = (str, str), is_square: bool = False, **options: Any,
) -> Chart | None:  # fmt: skip
    """A heat map of shares (%) by two keys of a table, in the order they come, None without rows. labels: words for
    rows and columns; is_square: both are the same things; options: as heat_map() has them."""
    if not rows:
        return None
    down, across = (unique(row[key] for row in rows) for key in keys)
    if is_square:
        down = across = unique([*down, *across])
    cells = {(row[keys[0]], row[keys[1]]): e for row in rows if (e := estimate(row, column, 100))}
    names, heads = ([words(key) for key in of] for words, of in zip(labels, (down, across), strict=True))
    table = [[cells.get((y, x)) for x in across] for y in down]
    note = f"{subtitle} {options.pop('note', '')}".strip()  # below: a page shows no subtitles
    figure = heat_map(title, "", names, heads, table, note=note, **options)
    ends = [f(cells, key=lambda at: cells[at].value) for f in (min, max)] if cells else []
    words = " to ".join(f"{cells[at].value:.1f} ({labels[0](at[0])}, {labels[1](at[1])})" for at in ends)
    return chart(name, title, f"Heat map of {len(down)} rows by {len(across)} columns: {words}.", figure)


def cell_note(rows: Rows, reference: str) -> str:
    """What bold means in a heat map, and how many games its cells rest on."""
    counts = [int(row["n"]) for row in rows if number(row, "n") is not None]
    span = f"{min(counts):,}" if len(set(counts)) == 1 else f"{min(counts, default=0):,} to {max(counts, default=0):,}"
    games = f" n a cell: {span}." if counts else ""
    has_p = any(number(row, "p") is not None for row in rows)
    meaning = f"shown to differ from {reference}" if has_p else f"the 95 % interval leaves {reference} out"
    return f"Bold, in colour: {meaning}.{games}"


def level_keys(labels: Sequence[str]) -> list[Key]:
    """A key for each scenario, which has one colour in all charts."""
    return [Key(label, colour, "point") for label, colour in zip(labels, style.colours_of(labels), strict=True)]


def draw_scenarios(
    name: str, title: str, subtitle: str, rows: Rows, label: Label, column: str, labels: Sequence[str],
    scale: Scale, factor: float = 100.0, *, strong: str = "", first: int = 0, heading: Label = "", **options: Any,
) -> Chart | None:  # fmt: skip
    """A row for each `label`, an estimate for every scenario from number `first` on, in its colour, or of one alone in
    that of what it says, where words for that are given (`above`, `below`); rows without any are left out."""
    lines = forest_rows(rows, label, across=column, levels=labels[first:], factor=factor, heading=heading, n=False)
    lines = [replace(line, strong=line.strong or line.label == strong) for line in lines]
    keys = level_keys(labels)[first:]
    series = keys if len(keys) > 1 or "above" not in options else []
    return forest_chart(name, title, subtitle, lines, scale, series=series, **options)


def draw_meetings(name: str, title: str, rows: Rows, note: str = "") -> Chart | None:
    """How often each strategy finishes ahead of each other, as a heat map; note: below it."""
    return heat_chart(
        name, title, "Chance that the row's bot ranks above the column's in one game, %.",
        rows, ("row", "column"), "ahead", centre=50, unit="%", is_square=True, column_title="bot against",
        note=f"{cell_note(rows, '50 %')} {note}".strip(),
    )  # fmt: skip


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
    difference = Scale(
        ", ".join(filter(None, [difference_label, "pp" if unit == "%" else unit])),
        text=lambda value: signed(value, digits),
    )
    figure = paired_bars(title, subtitle, lines, names, Scale(f"mean, {unit}" if unit else "mean"), difference)
    alt = "; ".join(f"{label}: {a.value:.{digits}f} against {b.value:.{digits}f}" for label, a, b, _ in lines)
    return chart(name, title, alt, figure)


def draw_counter_rounds(name: str, title: str, panel: CounterChart, rows: Rows, names: tuple[str, str]) -> Chart:
    """Winners and all others over the rounds, and the difference between them within strategies."""
    numbered = [{**row, "after": place} for place, row in enumerate(rows, 1)]
    columns = (("winners", names[0], MEASURE), ("losers", names[1], style.NEUTRAL), ("difference", "", style.INK))
    *pair, gap = (line_of(label or column, colour, numbered, "after", column) for column, label, colour in columns)
    unit = f", {panel.unit}" if panel.unit else ""
    panels = [
        ("mean at the end of the round", pair, Scale(f"mean{unit}")),
        ("difference for the same bot", [gap], Scale(f"difference{unit}", 0.0, text=signed)),
    ]
    figure = line_panels(title, panel.subtitle, panels, x_label="round")
    means = [f"after round {i}: {row['winners']:.1f} against {row['losers']:.1f}" for i, row in enumerate(rows, 1)]
    return chart(name, title, "; ".join(means), figure)


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


def draw_actions(title: str, rows: Rows, words: Words) -> Chart | None:
    """Which part of the turns of every round each action takes."""
    if not rows:
        return None
    turns: dict[int, float] = {}
    for row in rows:
        turns[row["round"]] = turns.get(row["round"], 0.0) + (number(row, "n") or 0.0)
    rounds = [r for r in sorted(turns) if turns[r] >= MIN_TURNS * max(turns.values())]
    left = len(turns) - len(rounds)
    note = f"Left to the table: {left} late rounds that few games reach." if left > 1 else ""
    note = "Left to the table: the last round, which few games reach." if left == 1 else note
    keys, shares = action_mix(rows, "round", words)
    of = "all turns of the round by the action taken" if max(rounds) else f"the turns of the {words.game.opening.name}"
    subtitle = f"Share of {of}, all seats and bots."
    if len(rounds) < COLUMNS_FROM:
        bars = [BarRow(f"round {r}" if r else words.game.opening.name, shares[r]) for r in rounds]
        figure = stacked_bars(title, subtitle, bars, keys, unit="turns, %", digits=0, note=note)
    else:
        columns, y_label = [(float(r), shares[r]) for r in rounds], "turns of the round, %"
        figure = stacked_columns(title, subtitle, columns, keys, x_label="round", y_label=y_label, note=note)
    return chart("actions", title, f"{len(keys)} actions over {len(rounds)} rounds.", figure)


def action_mix(rows: Rows, by: str, words: Words) -> tuple[list[Key], dict[Any, tuple[float, ...]]]:
    """Keys of the actions in the order of the classes, the rarest in grey, together where they are several; and their
    shares in % for each level of `by`. Where actions are numbers, as bids are, their colours are shades; else the same
    on every chart of a page, also where some actions are missing, if the game has no more actions than colours."""
    order = {letter: place for place, letter in enumerate(words.game.classes)}
    names = sorted(unique(row["action"] for row in rows), key=lambda name: order.get(name, len(order)))
    shares = {(row[by], row["action"]): 100.0 * row["share"] for row in rows}
    levels = unique(row[by] for row in rows)
    total = {name: sum(shares.get((level, name), 0.0) for level in levels) for name in names}
    is_scale = words.ordered and not words.counted_class
    frequent = sorted(names, key=lambda name: -total[name])[: MAX_SHADES if is_scale else len(CATEGORIES)]
    if len(rare := [name for name in names if name not in frequent]) > 1:
        shares |= {(level, OTHERS): sum(shares.get((level, name), 0.0) for name in rare) for level in levels}
        names = [*(name for name in names if name in frequent), OTHERS]
    coloured = [name for name in names if name in frequent]
    colour_of = dict(zip(coloured, shades(len(coloured)) if is_scale else CATEGORIES, strict=False))
    if not is_scale and len(order) <= len(CATEGORIES) and set(names) <= set(order):
        colour_of = {name: CATEGORIES[order[name]] for name in names}
    keys = [Key(words.action(name), colour_of.get(name, style.OTHERS)) for name in names]
    return keys, {level: tuple(shares.get((level, name), 0.0) for name in names) for level in levels}


ROUND = (1, 1.5, 2, 2.5, 3, 4, 5, 6, 8)  # first digits of steps between ticks, tens of them or more


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
    half = max(map(abs, reach)) / 2
    step = max(
        size for size in (int(first * 10**zeros) for first in ROUND for zeros in range(4)) if size <= max(1, half)
    )
    ticks = {float(x): f"{x}".replace("-", "−") for x in range(-3 * step, 3 * step + 1, step)}
    ticks = {x: text for x, text in ticks.items() if min(reach) <= x <= max(reach)}
    label = "points ahead of the best other player"
    figure = lines(title, f"{subtitle} {note}".strip(), series, scale, x_label=label, tick_labels=ticks)
    ends = [f"{line.label}: {line.estimates[0].value:.0f} to {line.estimates[-1].value:.0f} %" for line in series]
    return chart("chances", title, f"Chance to win, farthest behind to farthest ahead: {'; '.join(ends)}.", figure)


def _middle(row: Mapping[str, Any]) -> float:
    return float(row["lead_low"] + row["lead_high"]) / 2
