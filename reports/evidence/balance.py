"""Evidence on balance: seats, strategies, sources of points, how close and how long games are, and what decides
them."""

from __future__ import annotations

from collections.abc import Callable

from reports.columns import fraction_unit
from reports.draw import (
    BarRow,
    Row,
    Scale,
    Series,
    forest,
    heat_map,
    histogram,
    line_panels,
    ranges,
    stacked_bars,
    stacked_columns,
)
from reports.draw.scale import plain
from reports.evidence.base import Evidence, Rows, cell_note, chart, estimate, grid, number, section, unique
from reports.evidence.counters import against_others, counters
from reports.sheet import Key
from reports.style import CATEGORIES, FAINT, INK, LESS, MORE
from reports.types import Chart, Section
from reports.words import pretty, sentence_case

__all__ = ["SECTIONS"]

COLUMNS_FROM = 9
"""Rounds from which the actions of a round stand upright, one round beside the other."""
SEEN = 0.05
"""Part of the turns of the fullest round that a round needs to be drawn."""


def seats(evidence: Evidence) -> Section:
    """Win share of each seat."""
    rows = evidence.rows("seats", "seat", "share")

    def draw() -> list[Chart]:
        if not rows or evidence.par is None:
            return []
        title = "Does it matter where you sit?"
        drawn = [Row(f"seat {row['seat']}", (estimate(row, "share", 100),)) for row in rows]
        scale = Scale(
            "win share, %",
            evidence.par,
            f"par {evidence.par:.1f} %",
            evidence.margin,
            plain,
            "wins too seldom",
            "wins too often",
        )
        figure = forest(title, f"Win share by seat in the first round; par is {evidence.par:.1f} %.", drawn, scale)
        return [chart("seats", title, _spoken(drawn), figure)]

    reading = "Seat 1 begins the first round, the others follow clockwise. Inside the grey band a seat counts as fair."
    return section("seats", "Seats", reading, ("seats", "verdicts"), evidence, draw)


def _spoken(rows: list[Row]) -> str:
    """The numbers of a one-series chart as a sentence."""
    found = [(row.label, e) for row in rows for e in row.estimates if e is not None]
    return "; ".join(f"{label} {e.value:.1f} % [{e.low:.1f}, {e.high:.1f}]" for label, e in found) + "."


def strategies(evidence: Evidence) -> Section:
    """Strategies against par and against each other."""

    def draw() -> list[Chart]:
        out = []
        rows = evidence.rows("strategies", "strategy", "share")
        if rows and evidence.par is not None:
            ordered = sorted(rows, key=lambda row: -row["share"])
            drawn = [Row(str(row["strategy"]), (estimate(row, "share", 100),)) for row in ordered]
            title = "Is there one plan that beats the others?"
            scale = Scale("win share, %", evidence.par, f"par {evidence.par:.1f} %", None, plain)
            out.append(
                chart(
                    "strategies",
                    title,
                    _spoken(drawn),
                    forest(
                        title,
                        f"Win share in tables of mixed strategies, best first; par is {evidence.par:.1f} %.",
                        drawn,
                        scale,
                        n_label="seat-games",
                    ),
                )
            )
        rows = evidence.rows("strategy_strategy", "row", "column", "ahead")
        if rows:
            down, across, cells = grid(rows, "row", "column", "ahead", centre=50, square=True)
            title = "Which plan finishes ahead of which?"
            out.append(
                chart(
                    "strategy_strategy",
                    title,
                    f"Heat map of {len(down)} strategies against {len(across)}.",
                    heat_map(
                        title,
                        "Chance that the row's strategy ranks above the column's in one game, % ± half its interval.",
                        [str(key) for key in down],
                        [str(key) for key in across],
                        cells,
                        centre=50,
                        unit="%",
                        column_title="against",
                        note=cell_note(rows, "50 %"),
                    ),
                )
            )
        return out

    reading = (
        "A healthy set of plans has no row that is blue throughout: every plan should have something that beats it."
    )
    return section("strategies", "Strategies", reading, ("strategies", "strategy_strategy"), evidence, draw)


def sources(evidence: Evidence) -> Section:
    """Score sources of winners and losers."""
    rows = [
        {**row, "label": pretty(row["source"])}
        for row in evidence.rows("sources", "source", "winners", "losers", "difference")
    ]

    def draw() -> list[Chart | None]:
        title = "Where do winners get their points?"
        subtitle = "Mean points by scoring category in the final score."
        return [against_others("sources", title, subtitle, "points", rows)]

    reading = (
        "A category with long bars but no difference is a toll that everybody pays; a large difference marks what"
        " games are won with."
    )
    return section("sources", "Sources of points", reading, ("sources",), evidence, draw)


def margins(evidence: Evidence) -> Section:
    """How close games are."""
    rows = evidence.rows("margin", "margin_low", "margin_high", "games")

    def draw() -> list[Chart]:
        if not rows:
            return []
        rows.sort(key=lambda row: row["margin_low"])
        width = rows[0]["margin_high"] - rows[0]["margin_low"]
        bins = [(row["margin_low"] - 0.5, row["margin_low"] + width + 0.5, 100 * row["games"]) for row in rows]
        open_end = rows[-1]["margin_high"] - rows[-1]["margin_low"] > width
        note = f"The last bar holds all games won by {rows[-1]['margin_low']} points or more." if open_end else ""
        marked = [place for place, row in enumerate(rows) if row.get("close")]
        subtitle, keys = "Best minus second best score.", []
        if marked:
            close = sum(bins[place][2] for place in marked)
            points = int(rows[marked[-1]]["margin_high"])
            subtitle += f" {close:.0f} % of games end within {points} point{'' if points == 1 else 's'}."
            keys = [Key("close games", MORE), Key("other games", FAINT)]
        title = "How close is the finish?"
        figure = histogram(title, subtitle, bins, x_label="winning margin, points", marked=marked, keys=keys, note=note)
        return [chart("margin", title, subtitle, figure)]

    reading = "A tall left end means that most games stay open to the last turn."
    return section("margin", "Winning margin", reading, ("margin",), evidence, draw)


def rounds(evidence: Evidence) -> Section:
    """The race round by round: scores, and how often the leader goes on to win."""
    rows = evidence.rows("rounds", "round", "position", "score")

    def draw() -> list[Chart]:
        if not rows:
            return []
        series, keys = [], []
        for place, position in enumerate(unique(row["position"] for row in rows)):
            own = [row for row in rows if row["position"] == position]
            colour = (MORE, INK, LESS, *CATEGORIES)[place]
            made = [e for row in own if (e := estimate(row, "score", n=False)) is not None]
            series.append(Series(pretty(position), colour, tuple(float(row["round"]) for row in own), tuple(made)))
            keys.append(Key(pretty(position), colour, "line"))
        panels: list[tuple[str, list[Series], Scale]] = [
            ("score at the end of the round", series, Scale("points", None))
        ]
        wins = {
            float(row["round"]): e for row in rows if (e := estimate(row, "p_win_leader", 100, n=False)) is not None
        }
        if wins:
            chance = Series("leader wins", MORE, tuple(wins), tuple(wins.values()), bars=True)
            panels.append(("how often the leader of a round wins", [chance], Scale("leader wins, %", evidence.par)))
        title = "When is the game decided?"
        notes = []
        if wins and evidence.par:
            line = f"The line in the right plot is par ({evidence.par:.1f} %)"
            notes.append(f"{line}: a lead is worth nothing where the curve meets it.")
        half = next((row["round"] for row in rows if (number(row, "over") or 0.0) >= 0.5), rows[-1]["round"])
        if half < rows[-1]["round"]:
            notes.append(f"Half of the games are over after round {half}; a finished game keeps its scores.")
        figure = line_panels(
            title,
            "Running scores of the leader, the mean seat and the last, and what the lead is worth.",
            panels,
            x_label="round",
            keys=keys,
            shared=False,
            note=" ".join(notes),
        )
        alt = "; ".join(f"after round {r:.0f} the leader wins {e.value:.0f} %" for r, e in wins.items())
        return [chart("rounds", title, alt or "Scores by round.", figure)]

    reading = (
        "If the leader after an early round nearly always wins, later rounds are a formality; if never, early "
        "rounds are."
    )
    return section("rounds", "Round by round", reading, ("rounds",), evidence, draw)


def actions(evidence: Evidence) -> Section:
    """Which actions are taken in which round."""
    rows = evidence.rows("actions", "round", "action", "share")
    rounds_known = any(row["round"] for row in rows)

    def draw() -> list[Chart]:
        if not rows:
            return []
        names, shares, note = _mixes(evidence, rows)
        keys = [Key(evidence.words.action(name), colour) for name, colour in zip(names, CATEGORIES, strict=False)]
        title = "What do players do, round by round?"
        subtitle = "Share of all turns of the round by the action taken, all seats and strategies."
        if not rounds_known:
            title = "What do players begin with?"
            subtitle = f"Share of the turns of the {evidence.words.opening_name}, all seats and strategies."
        if len(shares) < COLUMNS_FROM:
            bars = [BarRow(f"round {r}" if r else evidence.words.opening_name, parts) for r, parts in shares.items()]
            figure = stacked_bars(title, subtitle, bars, keys, unit="turns, %", digits=0, note=note)
        else:
            figure = stacked_columns(
                title,
                subtitle,
                [(float(r), parts) for r, parts in shares.items()],
                keys,
                x_label="round",
                y_label="turns of the round, %",
                note=note,
            )
        return [chart("actions", title, f"{len(names)} actions over {len(shares)} rounds.", figure)]

    reading = (
        "An action that never takes a visible part of the turns is not worth taking for the plans played here."
        if rounds_known
        else "Only the opening is known: a run that records decisions shows every round."
    )
    heading = "Actions by round" if rounds_known or not rows else "Actions of the opening"
    return section("actions", heading, reading, ("actions",), evidence, draw)


def _mixes(evidence: Evidence, rows: Rows) -> tuple[list[str], dict[int, tuple[float, ...]], str]:
    """The actions drawn (in the order of the classes, rare ones as `others` where there are more than colours), by
    round their shares in %, and a note on rounds left out because hardly any game reaches them."""
    order = {letter: i for i, letter in enumerate(evidence.words.classes)}
    names = sorted(unique(row["action"] for row in rows), key=lambda name: order.get(name, len(order)))
    turns: dict[int, float] = {}
    for row in rows:
        turns[row["round"]] = turns.get(row["round"], 0.0) + (number(row, "n") or 0.0)
    found = {(row["round"], row["action"]): 100 * float(row["share"]) for row in rows}
    if len(names) > len(CATEGORIES):
        total = {name: sum(value for (_, other), value in found.items() if other == name) for name in names}
        kept = sorted(names, key=lambda name: -total[name])[: len(CATEGORIES) - 1]
        for r in turns:
            found[r, "others"] = sum(found.get((r, name), 0.0) for name in names if name not in kept)
        names = [*(name for name in names if name in kept), "others"]
    seen = [r for r in sorted(turns) if turns[r] >= SEEN * max(turns.values())]
    left = len(turns) - len(seen)
    note = f"Left to the table: {left} late rounds that few games reach." if left > 1 else ""
    note = "Left to the table: the last round, which few games reach." if left == 1 else note
    return names, {r: tuple(found.get((r, name), 0.0) for name in names) for r in seen}, note


def variance(evidence: Evidence) -> Section:
    """What decides score and victory: seat, board, strategy, deal or the rest."""
    rows = evidence.rows("variance", "component", "share_of_score")

    def draw() -> list[Chart]:
        if not rows:
            return []
        keys = []
        for row, colour in zip(rows, (*CATEGORIES[:6], *CATEGORIES[6:]), strict=False):
            keys.append(Key(pretty(row["component"]), "#d3d9de" if row["component"] == "residual" else colour))
        bars = []
        for label, column in (("final score", "share_of_score"), ("winning", "share_of_win")):
            parts = tuple(max(0.0, number(row, column, 100) or 0.0) for row in rows)
            if any(parts):
                bars.append(BarRow(label, parts))
        if not bars:
            return []
        title = "What decides the game?"
        figure = stacked_bars(
            title,
            "Share of the variance that each factor explains on its own.",
            bars,
            keys,
            unit="variance explained, %",
        )
        alt = "; ".join(
            f"{row['component']} {100 * float(row['share_of_score']):.1f} % of the score's variance" for row in rows
        )
        return [chart("variance", title, alt, figure)]

    fair = [word for word in ("board", "seat") if any(row["component"] == word for row in rows)]
    parts = " and ".join(f"the {evidence.words.kind(word)}'s" for word in fair)
    small = f"{sentence_case(parts)} part should be small; strategy is skill" if parts else "Strategy is skill"
    reading = f"{small}; the deal is luck common to all seats; the residual is luck and play of single seats."
    return section("variance", "What decides games", reading, ("variance",), evidence, draw)


def shape(evidence: Evidence) -> Section:
    """Length, choice and tension of games."""
    rows = evidence.rows("shape", "measure", "mean")

    def draw() -> list[Chart]:
        if not rows:
            return []
        drawn = []
        for row in rows:
            factor, unit = (100.0, "%") if fraction_unit(row.get("unit")) else (1.0, pretty(row.get("unit") or ""))
            spread = [number(row, name, factor) for name in ("p05", "p50", "p95")]
            label = pretty(row["measure"])
            drawn.append((label, "" if unit in label else unit, factor * float(row["mean"]), spread))
        title = "What does a game look like?"
        figure = ranges(
            title,
            "Dot: mean. Upright: median. Bar: 5th to 95th percentile of games. Yes-or-no measures: the mean alone.",
            drawn,
        )
        return [
            chart(
                "shape",
                title,
                "; ".join(f"{label}: mean {mean:,.4g} {unit}" for label, unit, mean, _ in drawn),
                figure,
            )
        ]

    reading = "How long games are, how much choice they offer, and how often the lead changes hands."
    return section("shape", "Shape of a game", reading, ("shape",), evidence, draw)


SECTIONS: tuple[Callable[[Evidence], Section | list[Section]], ...] = (
    seats,
    strategies,
    sources,
    counters,
    margins,
    rounds,
    actions,
    variance,
    shape,
)
