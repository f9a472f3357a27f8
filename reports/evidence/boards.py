"""Evidence on boards of the seats: is one stronger, for whom, at which seat, and where do its points come from."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from reports.draw import (
    Row,
    Scale,
    forest,
    forest_panels,
    heat_map,
    small_bars,
)
from reports.draw.scale import differences
from reports.evidence import board_holdings, board_table, board_use
from reports.evidence.base import Evidence, cell_note, chart, estimate, grid, number, section, unique
from reports.sheet import signed
from reports.types import Chart, Section
from reports.words import Words, pretty, sentence_case

__all__ = ["SECTIONS"]

LONGEST = 8
"""Letters of a baseline's name that fit beside an arrow."""


def _gap(evidence: Evidence, label: str = "difference in win share") -> Scale:
    """The axis of a board's advantage over the baseline."""
    words = evidence.words
    return differences(
        label, "pp", margin=evidence.margin, less=f"fewer wins{_than(words)}", more=f"more wins{_than(words)}"
    )


def _than(words: Words) -> str:
    """The baseline beside an arrow below an axis: where its name is long the title alone says it."""
    return f" than {words.baseline}" if len(words.baseline) <= LONGEST else ""


def _colours(base: str) -> dict[str, Any]:
    return {"above": f"better than {base}", "below": f"worse than {base}"}


def paired(evidence: Evidence) -> Section:
    """B against A on the same deal and seat: win share and score."""
    rows = [row for row in evidence.rows("paired", "board", "strategy", "effect") if row["strategy"] == "all"]
    words, base, one = evidence.words, evidence.words.baseline, evidence.words.nouns[0]

    def draw() -> list[Chart]:
        if not rows:
            return []
        out = []
        title = f"Does any {one} win more often than {base}?"
        shares = [Row(words.board(row["board"]), (estimate(row, "effect", 100),)) for row in rows]
        out.append(
            chart(
                "paired",
                title,
                _spoken(shares, "pp"),
                forest(
                    title,
                    f"Win share of the {one} minus win share of {base} in the same seat of the same deal.",
                    shares,
                    _gap(evidence),
                    n_label="pairs",
                    **_colours(base),
                ),
            )
        )
        scores = [
            Row(words.board(row["board"]), (estimate(row, "score", 1),))
            for row in rows
            if number(row, "score") is not None
        ]
        if scores:
            title = f"How many points more or fewer than {base}?"
            scale = differences(
                "difference in final score", "points", less=f"fewer{_than(words)}", more=f"more{_than(words)}"
            )
            out.append(
                chart(
                    "paired_score",
                    title,
                    _spoken(scores, "points"),
                    forest(
                        title,
                        f"Final score on the same deal and seat, {one} minus {base}.",
                        scores,
                        scale,
                        n_label="pairs",
                        **_colours(base),
                    ),
                )
            )
        return out

    reading = (
        f"Each dot is a difference on identical deals and seats, so luck cancels; right of the line the {one} "
        f"does better than {base}. "
        "A line that stays inside the grey band means: balanced, whatever the exact value."
    )
    return section("paired", f"Against {base}, deal by deal", reading, ("paired", "verdicts"), evidence, draw)


def _spoken(rows: list[Row], unit: str) -> str:
    """The numbers of a one-series chart as a sentence."""
    found = [(row.label, e) for row in rows for e in row.estimates if e is not None]
    return "; ".join(f"{name} {signed(e.value)} {unit} [{signed(e.low)}, {signed(e.high)}]" for name, e in found) + "."


def by_strategy(evidence: Evidence) -> Section:
    """The same difference for every strategy."""
    rows = [row for row in evidence.rows("paired", "board", "strategy", "effect") if row["strategy"] != "all"]
    base = evidence.words.baseline

    def draw() -> list[Chart]:
        strategies, boards = unique(row["strategy"] for row in rows), unique(row["board"] for row in rows)
        if not rows:
            return []
        found = {(row["board"], row["strategy"]): estimate(row, "effect", 100, n=False) for row in rows}
        panels = [
            (evidence.words.board(board), [found.get((board, strategy)) for strategy in strategies]) for board in boards
        ]
        title = f"Who profits from which {evidence.words.nouns[0]}?"
        figure = forest_panels(
            title,
            f"Win share minus that of {base}, same deal and seat, when all seats play the strategy named.",
            strategies,
            panels,
            _gap(evidence),
            **_colours(base),
        )
        return [
            chart(
                "paired_by_strategy",
                title,
                f"Small forests: {len(boards)} boards by {len(strategies)} strategies.",
                figure,
            )
        ]

    reading = (
        f"One panel a {evidence.words.nouns[0]}, one row a strategy. One that is fair only for some plans shows dots on"
        " both sides of the line."
    )
    return section("by_strategy", "Strategy by strategy", reading, ("paired",), evidence, draw)


def sources(evidence: Evidence) -> Section:
    """Which scoring categories make the difference in points."""
    rows = evidence.rows("paired_sources", "board", "source", "difference")
    words, base, one = evidence.words, evidence.words.baseline, evidence.words.nouns[0]
    than = f"on {base}" if words.shared else base

    def draw() -> list[Chart]:
        if not rows:
            return []
        names, boards = unique(row["source"] for row in rows), unique(row["board"] for row in rows)
        found = {(row["board"], row["source"]): estimate(row, "difference", n=False) for row in rows}
        panels = [(evidence.words.board(board), [found.get((board, name)) for name in names]) for board in boards]
        other = words.board(boards[0]) if words.shared and len(boards) == 1 else one
        title = "Where do the extra points come from?"
        figure = small_bars(
            title,
            f"Points by scoring category, {other} minus {base}, same deal and seat; thin line: 95 % interval.",
            [pretty(name) for name in names],
            panels,
            differences("difference", "points"),
            above=f"more than {than}",
            below=f"fewer than {than}",
        )
        return [chart("sources", title, f"Differences in points by category for {len(boards)} boards.", figure)]

    reading = (
        f"The bars of one {one} add up to its difference in score: it may earn more in one category and pay for it in "
        "another."
    )
    return section("sources", "Sources of the difference", reading, ("paired_sources",), evidence, draw)


def sides(evidence: Evidence) -> Section:
    """Every board's own win share."""
    rows = evidence.rows("side", "board", "share")

    def draw() -> list[Chart]:
        if not rows or evidence.par is None:
            return []
        drawn = [Row(evidence.words.board(row["board"]), (estimate(row, "share", 100),)) for row in rows]
        title = f"How often does each {evidence.words.nouns[0]} win?"
        scale = Scale("win share, %", evidence.par, f"par {evidence.par:.1f} %", evidence.margin)
        figure = forest(
            title,
            f"Win share over all seats and tables; par is {evidence.par:.1f} %.",
            drawn,
            scale,
            n_label="seat-games",
        )
        return [chart("side", title, f"Win shares of {len(drawn)} boards around par {evidence.par:.1f} %.", figure)]

    reading = (
        f"All games together: shares depend on whom a {evidence.words.nouns[0]} met, so the paired differences above "
        "are the cleaner measure."
    )
    return section("side", f"Win share of each {evidence.words.nouns[0]}", reading, ("side",), evidence, draw)


def head_to_head(evidence: Evidence) -> Section:
    """Board against board."""
    one = evidence.words.nouns[0]
    rows = evidence.rows("board_board", "row", "column", "ahead")

    def draw() -> list[Chart]:
        if not rows:
            return []
        down, across, cells = grid(rows, "row", "column", "ahead", centre=50, square=True)
        title = f"Which {one} finishes ahead of which?"
        figure = heat_map(
            title,
            f"Chance that the {one} of the row ranks above that of the column in one game, % ± half its interval.",
            [evidence.words.board(key) for key in down],
            [evidence.words.board(key) for key in across],
            cells,
            centre=50,
            unit="%",
            column_title="against",
            note=cell_note(rows, "50 %"),
        )
        return [chart("board_board", title, f"Heat map of {len(down)} boards against {len(across)}.", figure)]

    reading = f"Blue: the row's {one} tends to finish ahead; orange: behind; white: even."
    return section("board_board", f"{sentence_case(one)} against {one}", reading, ("board_board",), evidence, draw)


def seats(evidence: Evidence) -> Section:
    """Board by seat."""
    one = evidence.words.nouns[0]
    rows = evidence.rows("board_seat", "board", "seat", "share")

    def draw() -> list[Chart]:
        if not rows or evidence.par is None:
            return []
        down, across, cells = grid(rows, "board", "seat", "share", centre=evidence.par)
        title = f"Does the seat decide what a {one} is worth?"
        figure = heat_map(
            title,
            f"Win share of each {one} in each seat, % ± half its interval; par is {evidence.par:.1f} %.",
            [evidence.words.board(key) for key in down],
            [f"seat {key}" for key in across],
            cells,
            centre=evidence.par,
            unit="%",
            note=cell_note(rows, "par") + " Seat 1 begins the first round.",
        )
        return [chart("board_seat", title, f"Heat map of {len(down)} boards by {len(across)} seats.", figure)]

    reading = f"Read along a row: equal colours mean that a {one} is worth the same wherever its owner sits."
    return section("board_seat", f"{sentence_case(one)} and seat", reading, ("board_seat",), evidence, draw)


def strategies(evidence: Evidence) -> Section:
    """Board by strategy, mirror tables (difference) and mixed tables (share)."""
    one = evidence.words.nouns[0]

    def draw() -> list[Chart]:
        out = []
        rows = evidence.rows("board_strategy", "board", "strategy", "effect")
        base = evidence.words.baseline
        if rows:
            down, across, cells = grid(rows, "strategy", "board", "effect", centre=0)
            title = f"Does a {one} need a plan of its own?"
            out.append(
                chart(
                    "board_strategy",
                    title,
                    f"Heat map of {len(down)} strategies by {len(across)} boards.",
                    heat_map(
                        title,
                        f"Win share minus that of {base} for the same strategy, pp ± half its interval.",
                        [str(key) for key in down],
                        [evidence.words.board(key) for key in across],
                        cells,
                        centre=0,
                        unit="pp",
                        text=signed,
                        note=cell_note(rows, "zero"),
                    ),
                )
            )
        rows = evidence.rows("cross", "board", "strategy", "share")
        if rows and evidence.par is not None:
            down, across, cells = grid(rows, "strategy", "board", "share", centre=evidence.par)
            title = f"How does each plan fare with each {one} against a mixed table?"
            out.append(
                chart(
                    "cross",
                    title,
                    f"Heat map of {len(down)} strategies by {len(across)} boards.",
                    heat_map(
                        title,
                        f"Win share of one seat against opponents of all kinds, % ± half its interval; par is "
                        f"{evidence.par:.1f} %.",
                        [str(key) for key in down],
                        [evidence.words.board(key) for key in across],
                        cells,
                        centre=evidence.par,
                        unit="%",
                        note=cell_note(rows, "par"),
                    ),
                )
            )
        return out

    reading = (
        f"Columns of one colour: the {one} suits every plan. Rows of one colour in the second chart: the plan is "
        f"strong, not the {one}."
    )
    return section(
        "board_strategy", f"{sentence_case(one)} and strategy", reading, ("board_strategy", "cross"), evidence, draw
    )


Builder = Callable[[Evidence], Section | None]


def _scoped(build: Builder, *, shared: bool) -> Builder:
    """The section where boards are the table's (`shared`) or the seats' own, nothing otherwise."""
    return lambda evidence: build(evidence) if evidence.words.shared is shared else None


_OF_SEATS = (sides, head_to_head, seats, strategies, *board_use.SECTIONS)
SECTIONS: tuple[Builder, ...] = (
    *(_scoped(build, shared=False) for build in (paired, by_strategy)),
    *(_scoped(build, shared=True) for build in board_table.SECTIONS[:2]),
    sources,
    *(_scoped(build, shared=True) for build in board_table.SECTIONS[2:]),
    *(_scoped(build, shared=False) for build in _OF_SEATS),
    *board_holdings.SECTIONS,
)
