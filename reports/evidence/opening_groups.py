"""The evidence on groups of openings: numbers of turns of one class, or classes of the first turn."""

from __future__ import annotations

from collections.abc import Mapping

from matplotlib.colors import LinearSegmentedColormap, to_hex
from matplotlib.figure import Figure

from reports.draw import Row, Scale, Series, forest, heat_map, line_panels, lines
from reports.draw.scale import differences
from reports.evidence.base import Evidence, Rows, cell_note, chart, enough, estimate, grid, number, section, unique
from reports.sheet import Key
from reports.style import CATEGORIES, LESS, MORE, SMALL, wrap
from reports.types import Chart, Section

__all__ = ["HOWS", "best_where", "groups", "share_scale", "trajectory"]

HOWS = (("forced", MORE, "point"), ("chosen", LESS, "point"))
"""How an opening came about, with its colour: forced is the causal number and comes first."""
Often = Mapping[str, float | None]
"""How often each group was chosen, %."""
_ORDINAL = LinearSegmentedColormap.from_list("few to many", ["#d9b44a", "#6fae8e", "#2b7f9e", "#1c3a68"])


def share_scale(evidence: Evidence) -> Scale:
    """The axis of win shares: par and the margin around it."""
    par = evidence.par
    return Scale("win share, %", par, f"par {par:.1f} %" if par else "", evidence.margin)


def groups(evidence: Evidence) -> Section:
    """Win share of every group of openings, forced and chosen."""
    rows = evidence.rows("groups", "group", "how", "share")
    words = evidence.words

    def draw() -> list[Chart]:
        if not rows:
            return []
        drawn, note = enough(rows)
        title = f"How many {words.groups} win?" if words.counted else f"Which {words.groups} wins?"
        often = {str(row["group"]): number(row, "frequency", 100) for row in rows if row["how"] == "chosen"}
        figure = (_line if words.ordered else _rows)(evidence, title, drawn, often, note)
        alt = "; ".join(f"{row['how']} {words.group(row['group'])}: {100 * row['share']:.1f} %" for row in rows)
        return [chart("groups", title, alt, figure)]

    held = words.opening.get("confounded_by")
    depends = f"depends on {held}" if held else "depends on what the seat had to choose from"
    reading = (
        f"Forced is cause and effect: same deals, {'number' if words.counted else words.groups} drawn by lot. Chosen "
        f"also {depends}, so trust it for what happens at a table, not for advice."
    )
    heading = f"Number of {words.counted} {words.turn[1]}" if words.counted else f"The {words.groups}"
    return section("groups", heading, reading, ("groups", "verdicts"), evidence, draw)


def _order(evidence: Evidence, rows: Rows) -> list[str]:
    """The groups of these rows, numbers by size, classes as the game lists them."""
    words = evidence.words
    place = {letter: i for i, letter in enumerate(words.classes)}
    found = unique(row["group"] for row in rows)
    return sorted(found, key=lambda name: (float(name) if words.counted else place.get(name, len(place)), name))


def _line(evidence: Evidence, title: str, rows: Rows, often: Often, note: str) -> Figure:
    """Groups that have an order: a line for forced and one for chosen."""
    words, tip = evidence.words, evidence.words.tip
    order = _order(evidence, rows)
    series = []
    for how, colour, _ in HOWS:
        own = [
            (float(order.index(row["group"])), e)
            for row in rows
            if row["how"] == how and (e := estimate(row, "share", 100)) is not None
        ]
        if own:
            own.sort(key=lambda point: point[0])
            places, estimates = zip(*own, strict=True)
            series.append(Series(how, colour, places, estimates, bars=True, dashed=how == "chosen"))
    ticks = {float(x): _tick(words.group(name), often.get(name), len(order)) for x, name in enumerate(order)}
    spans = [float(order.index(str(level))) for level in tip.get("levels") or () if str(level) in order]
    return lines(
        title,
        "Win share and 95 % interval. Forced: drawn by lot, on the same deals. Chosen: what the strategies wanted.",
        series,
        share_scale(evidence),
        x_label=f"{words.groups}; below: how often chosen",
        tick_labels=ticks,
        marked=spans,
        marked_label="the rulebook’s tip" if spans else "",
        note=" ".join(filter(None, [f"Rulebook: “{tip['text']}”" if tip.get("text") else "", note])),
    )


def _tick(name: str, often: float | None, groups: int) -> str:
    """A group under its place on the axis, and how often it was chosen."""
    label = wrap(name, 5.2 / groups, SMALL, lines=3)
    return label if often is None else f"{label}\n{_percent(often)}"


def _percent(value: float) -> str:
    return "under 1 %" if 0 < value < 0.5 else f"{value:.0f} %"


def _rows(evidence: Evidence, title: str, rows: Rows, often: Often, note: str) -> Figure:
    """Groups without an order: a row for each, the best first by its forced win share."""
    words = evidence.words
    found = {(row["group"], row["how"]): estimate(row, "share", 100) for row in rows}

    def worth(name: str) -> float:
        known = found.get((name, "forced")) or found.get((name, "chosen"))
        return known.value if known else 0.0

    order = sorted(_order(evidence, rows), key=lambda name: -worth(name))
    present = {row["how"] for row in rows}
    shares = {name: often.get(name) for name in order}
    labels = {name: f"{words.group(name)}{'' if x is None else f' ({_percent(x)})'}" for name, x in shares.items()}
    return forest(
        title,
        "Win share and 95 % interval. Forced: drawn by lot, on the same deals. Chosen: what the strategies wanted"
        + (" (in brackets: how often)." if often else "."),
        [Row(labels[name], tuple(found.get((name, how)) for how, _, _ in HOWS)) for name in order],
        share_scale(evidence),
        series=[Key(how if how in present else "", colour, mark) for how, colour, mark in HOWS],
        n_label="seat-games",
        note=note,
    )


def trajectory(evidence: Evidence) -> Section:
    """Lead over the others by round, for each group."""
    rows = evidence.rows("trajectory", "group", "how", "round", "lead")
    words = evidence.words

    def draw() -> list[Chart]:
        if not rows:
            return []
        drawn, note = enough(rows)
        order = _order(evidence, drawn)
        colour = _colours(evidence, order)
        scale = differences("lead over the others’ mean", "points")
        panels = []
        for how, _, _ in HOWS:
            series = []
            for name in order:
                own = [
                    (float(row["round"]), e)
                    for row in drawn
                    if row["group"] == name and row["how"] == how and (e := estimate(row, "lead", n=False)) is not None
                ]
                if own:
                    series.append(Series(name, colour[name], tuple(x for x, _ in own), tuple(e for _, e in own)))
            if len(series) > 1 or (series and how == HOWS[0][0]):
                panels.append((how, series, scale))
        if not panels:
            return []
        what = f"{words.counted} {words.turn[1]} pay" if words.counted else f"the {words.groups} pay"
        title = f"Do {what} early or late?" if words.counted else f"Does {what} early or late?"
        labels = [
            f"{name} {words.counted}" if words.counted and name == order[0] else words.group(name) for name in order
        ]
        figure = line_panels(
            title,
            "Running score minus the mean of the other seats, by round; band: 95 % interval.",
            panels,
            x_label="round",
            keys=[Key(label, colour[name], "line") for label, name in zip(labels, order, strict=True)],
            note=note,
        )
        return [chart("trajectory", title, f"Lines for {len(order)} groups of openings over the rounds.", figure)]

    reading = "A line that starts low and ends high is an investment; one that starts high and falls is a sprint."
    return section("trajectory", "The lead, round by round", reading, ("trajectory",), evidence, draw)


def _colours(evidence: Evidence, order: list[str]) -> dict[str, str]:
    """Colours of the groups: shades where they have an order, else as different as can be."""
    if evidence.words.ordered:
        return {name: to_hex(_ORDINAL(i / max(1, len(order) - 1))) for i, name in enumerate(order)}
    return {name: CATEGORIES[i % len(CATEGORIES)] for i, name in enumerate(order)}


def best_where(evidence: Evidence) -> Section:
    """For which board and strategy which group is best."""
    rows = evidence.rows("best_where", "group", "board", "strategy", "share")

    def draw() -> list[Chart]:
        made = (_where_map(evidence, [row for row in rows if row.get("how", how) == how], how) for how, _, _ in HOWS)
        return [one for one in made if one is not None][: 2 if rows and "how" in rows[0] else 1]

    several = len({row["board"] for row in rows} - {"all"}) > 1
    one = evidence.words.nouns[0]
    what = f"{one} or a strategy (or both)" if several else "strategy"
    reading = f"Each row is a {what}; look for rows whose blue cell is not where the others have theirs."
    heading = f"For which {one} and strategy" if several else "For which strategy"
    return section("best_where", heading, reading, ("best_where",), evidence, draw)


def _where_map(evidence: Evidence, rows: Rows, how: str) -> Chart | None:
    """The heat map of one way an opening came about; None without rows."""
    if not rows or evidence.par is None:
        return None
    words = evidence.words
    boards = {row["board"] for row in rows if row["board"] != "all"}
    where = [_where(evidence, row, len(boards) > 1) for row in rows]
    named = [{**row, "where": place} for row, place in zip(rows, where, strict=True)]
    order, columns = unique(where)[:24], _order(evidence, rows)
    named.sort(key=lambda row: columns.index(row["group"]))
    _, places, cells = grid(named, "group", "where", "share", centre=evidence.par)
    turned = [[cells[x][places.index(place)] for x in range(len(columns))] for place in order]
    both = f"{words.nouns[0]} and strategy"
    ask = f"How many {words.counted} {words.turn[1]}" if words.counted else f"Which {words.groups}"
    title = f"{ask}, for which {both if len(boards) > 1 else 'strategy'} ({how})?"
    figure = heat_map(
        title,
        f"Win share, % ± half its interval, by {both if len(boards) > 1 else 'strategy'}; par is {evidence.par:.1f} %.",
        order,
        [words.group(name) for name in columns],
        turned,
        centre=evidence.par,
        unit="%",
        column_title=words.groups,
        note=cell_note(rows, "par"),
    )
    return chart(f"best_where_{how}", title, f"Heat map of {len(order)} rows by {len(columns)} groups.", figure)


def _where(evidence: Evidence, row: dict[str, object], with_board: bool) -> str:
    """Board (where there are several) and strategy of a row in words; `all` is left out."""
    parts = [evidence.words.board(row["board"])] if with_board and row["board"] != "all" else []
    parts += [str(row["strategy"])] if row["strategy"] != "all" else []
    return " · ".join(parts) or "all"
