"""Evidence on player boards: is one side stronger, for whom, at which seat, and where do its points come from."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from reports.draw import (
    BarRow,
    Row,
    Scale,
    Series,
    forest,
    forest_panels,
    heat_map,
    lines,
    small_bars,
    stacked_bars,
    track_panels,
)
from reports.draw.scale import differences
from reports.evidence.base import Evidence, cell_note, chart, estimate, grid, number, section, unique
from reports.sheet import Key, signed
from reports.style import MORE
from reports.types import Chart, Estimate, Section
from reports.words import pretty

__all__ = ["SECTIONS"]


def _gap(evidence: Evidence, label: str = "difference in win share") -> Scale:
    """The axis of a board's advantage over the baseline."""
    base = evidence.words.baseline
    return differences(label, "pp", margin=evidence.margin, less=f"{base} wins more", more="the board wins more")


def _colours(base: str) -> dict[str, Any]:
    return {"above": f"better than {base}", "below": f"worse than {base}"}


def paired(evidence: Evidence) -> Section:
    """B against A on the same deal and seat: win share and score."""
    rows = [row for row in evidence.rows("paired", "board", "strategy", "effect") if row["strategy"] == "all"]
    words, base = evidence.words, evidence.words.baseline

    def draw() -> list[Chart]:
        if not rows:
            return []
        out = []
        title = f"Does any board win more often than {base}?"
        shares = [Row(words.board(row["board"]), (estimate(row, "effect", 100),)) for row in rows]
        out.append(
            chart(
                "paired",
                title,
                _spoken(shares, "pp"),
                forest(
                    title,
                    f"Win share of the board minus win share of {base} in the same seat of the same deal.",
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
                "difference in final score", "points", less=f"{base} scores more", more="the board scores more"
            )
            out.append(
                chart(
                    "paired_score",
                    title,
                    _spoken(scores, "points"),
                    forest(
                        title,
                        "Final score on the same deal and seat, board minus baseline.",
                        scores,
                        scale,
                        n_label="pairs",
                        **_colours(base),
                    ),
                )
            )
        return out

    reading = (
        f"Each dot is a difference on identical deals and seats, so luck cancels; right of the line the board does better than {base}. "
        "A line that stays inside the grey band means: balanced, whatever the exact value."
    )
    return section("paired", f"Against {base}, deal by deal", reading, ("paired", "verdicts"), evidence, draw)


def _spoken(rows: list[Row], unit: str) -> str:
    """The numbers of a one-series chart as a sentence."""
    parts = []
    for row in rows:
        for e in row.estimates:
            if e is not None:
                parts.append(f"{row.label} {signed(e.value)} {unit} [{signed(e.low)}, {signed(e.high)}]")
    return "; ".join(parts) + "."


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
        title = "Who profits from which board?"
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

    reading = "One panel a board, one row a strategy. A board that is fair only for some plans shows dots on both sides of the line."
    return section("by_strategy", "Strategy by strategy", reading, ("paired",), evidence, draw)


def sources(evidence: Evidence) -> Section:
    """Which scoring categories make the difference in points."""
    rows = evidence.rows("paired_sources", "board", "source", "difference")
    base = evidence.words.baseline

    def draw() -> list[Chart]:
        if not rows:
            return []
        names, boards = unique(row["source"] for row in rows), unique(row["board"] for row in rows)
        found = {(row["board"], row["source"]): estimate(row, "difference", n=False) for row in rows}
        panels = [(evidence.words.board(board), [found.get((board, name)) for name in names]) for board in boards]
        title = "Where do the extra points come from?"
        figure = small_bars(
            title,
            f"Points by scoring category, board minus {base}, same deal and seat; thin line: 95 % interval.",
            [pretty(name) for name in names],
            panels,
            differences("difference", "points"),
            above=f"more than {base}",
            below=f"fewer than {base}",
        )
        return [chart("sources", title, f"Differences in points by category for {len(boards)} boards.", figure)]

    reading = "The bars of one board add up to its difference in score: a board may earn more in one category and pay for it in another."
    return section("sources", "Sources of the difference", reading, ("paired_sources",), evidence, draw)


def sides(evidence: Evidence) -> Section:
    """Every board's own win share."""
    rows = evidence.rows("side", "board", "share")

    def draw() -> list[Chart]:
        if not rows or evidence.par is None:
            return []
        drawn = [Row(evidence.words.board(row["board"]), (estimate(row, "share", 100),)) for row in rows]
        title = "How often does each board win?"
        scale = Scale("win share, %", evidence.par, f"par {evidence.par:.1f} %", evidence.margin)
        figure = forest(
            title,
            f"Win share over all seats and tables; par is {evidence.par:.1f} %.",
            drawn,
            scale,
            n_label="seat-games",
        )
        return [chart("side", title, f"Win shares of {len(drawn)} boards around par {evidence.par:.1f} %.", figure)]

    reading = "All games together: shares depend on whom a board met, so the paired differences above are the cleaner measure."
    return section("side", "Win share of each board", reading, ("side",), evidence, draw)


def head_to_head(evidence: Evidence) -> Section:
    """Board against board."""
    rows = evidence.rows("board_board", "row", "column", "ahead")

    def draw() -> list[Chart]:
        if not rows:
            return []
        down, across, cells = grid(rows, "row", "column", "ahead", centre=50, square=True)
        title = "Which board finishes ahead of which?"
        figure = heat_map(
            title,
            "Chance that the board of the row ranks above the board of the column in one game, % ± half its interval.",
            [evidence.words.board(key) for key in down],
            [evidence.words.board(key) for key in across],
            cells,
            centre=50,
            unit="%",
            column_title="against",
            note=cell_note(rows, "50 %"),
        )
        return [chart("board_board", title, f"Heat map of {len(down)} boards against {len(across)}.", figure)]

    reading = "Blue: the row's board tends to finish ahead; orange: behind; white: even."
    return section("board_board", "Board against board", reading, ("board_board",), evidence, draw)


def seats(evidence: Evidence) -> Section:
    """Board by seat."""
    rows = evidence.rows("board_seat", "board", "seat", "share")

    def draw() -> list[Chart]:
        if not rows or evidence.par is None:
            return []
        down, across, cells = grid(rows, "board", "seat", "share", centre=evidence.par)
        title = "Does the seat decide what a board is worth?"
        figure = heat_map(
            title,
            f"Win share of each board in each seat, % ± half its interval; par is {evidence.par:.1f} %.",
            [evidence.words.board(key) for key in down],
            [f"seat {key}" for key in across],
            cells,
            centre=evidence.par,
            unit="%",
            note=cell_note(rows, "par") + " Seat 1 begins the first round.",
        )
        return [chart("board_seat", title, f"Heat map of {len(down)} boards by {len(across)} seats.", figure)]

    reading = "Read along a row: equal colours mean that a board is worth the same wherever its owner sits."
    return section("board_seat", "Board and seat", reading, ("board_seat",), evidence, draw)


def strategies(evidence: Evidence) -> Section:
    """Board by strategy, mirror tables (difference) and mixed tables (share)."""

    def draw() -> list[Chart]:
        out = []
        rows = evidence.rows("board_strategy", "board", "strategy", "effect")
        base = evidence.words.baseline
        if rows:
            down, across, cells = grid(rows, "strategy", "board", "effect", centre=0)
            title = "Does a board need a plan of its own?"
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
            title = "How does each plan fare with each board against a mixed table?"
            out.append(
                chart(
                    "cross",
                    title,
                    f"Heat map of {len(down)} strategies by {len(across)} boards.",
                    heat_map(
                        title,
                        f"Win share of one seat against opponents of all kinds, % ± half its interval; par is {evidence.par:.1f} %.",
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

    reading = "Columns of one colour: the board suits every plan. Rows of one colour in the second map: the plan is strong, not the board."
    return section("board_strategy", "Board and strategy", reading, ("board_strategy", "cross"), evidence, draw)


def composition(evidence: Evidence) -> Section:
    """The share of a B seat by the number of B sides at the table."""
    rows = evidence.rows("composition", "b_sides", "share")

    def draw() -> list[Chart]:
        if len(rows) < 2:
            return []
        measured = [(float(row["b_sides"]), estimate(row, "share", 100)) for row in rows]
        x, estimates = tuple(a for a, e in measured if e), tuple(e for _, e in measured if e)
        par = number(rows[0], "par", 100) or evidence.par
        title = "Does it matter how many players hold a B side?"
        series = [Series("a B seat", MORE, x, estimates, bars=True)]
        scale = Scale("win share of a B seat, %", par, f"par {par:.1f} %" if par else "", evidence.margin)
        figure = lines(
            title,
            "Win share of a seat with a B side, by how many B sides are at the table.",
            series,
            scale,
            x_label="B sides at the table",
            height=2.3,
        )
        return [
            chart(
                "composition",
                title,
                "; ".join(f"{a:.0f} B sides: {e.value:.1f} %" for a, e in zip(x, estimates, strict=True)),
                figure,
            )
        ]

    reading = "Where every seat has a B side the share is par by arithmetic; a falling line means an advantage that others' B sides eat up."
    return section("composition", "Number of B sides", reading, ("composition",), evidence, draw)


def model(evidence: Evidence) -> Section:
    """The winner-of-k logit: what each term is worth, all others held fixed."""
    rows = evidence.rows("model", "term", "estimate", "kind")

    def draw() -> list[Chart]:
        if not rows:
            return []
        drawn: list[Row] = []
        for kind in unique(row["kind"] for row in rows):
            if len(drawn) > 26:
                break
            drawn.append(Row(pretty(kind)))
            drawn += [
                Row(evidence.words.board(row["term"]), (estimate(row, "estimate"),))
                for row in rows
                if row["kind"] == kind
            ]
        title = "What is each board, seat and strategy worth, the rest held equal?"
        scale = Scale(
            "log odds of winning against the reference",
            0.0,
            "reference",
            None,
            lambda value: signed(value, 2),
            "worse than the reference",
            "better",
        )
        return [
            chart(
                "model",
                title,
                f"Forest of {len(drawn)} model terms.",
                forest(
                    title,
                    "Logit of the winner among all seats, errors clustered by deal.",
                    drawn[:40],
                    scale,
                    n_label="games",
                    above="better than the reference",
                    below="worse",
                ),
            )
        ]

    reading = (
        "A model of who wins, fitted to all games at once; 0.1 in log odds moves an even four-player seat by some 2 pp."
    )
    return section("model", "All effects at once", reading, ("model",), evidence, draw)


def abilities(evidence: Evidence) -> Section:
    """How often each board ability is used and what it brings."""
    rows = evidence.rows("usage", "board", "ability", "uses")

    def draw() -> list[Chart]:
        if not rows:
            return []
        bars: list[BarRow] = []
        for board in unique(row["board"] for row in rows):
            bars.append(BarRow(evidence.words.board(board), ()))
            bars += [
                BarRow(pretty(row["ability"]), (float(row["uses"]),), _tail(row))
                for row in rows
                if row["board"] == board
            ]
        title = "Which board abilities are used, and what do they bring?"
        figure = stacked_bars(
            title,
            "Mean uses by the owner in one game; at the right: games without any use, and what it brought.",
            bars,
            [Key("uses a game", MORE)],
            unit="uses a game",
            digits=2,
        )
        return [chart("usage", title, "; ".join(f"{row['ability']} {row['uses']:.2f}" for row in rows), figure)]

    reading = (
        "A short bar with a high share of games without use marks an ability that the plans played here leave lying."
    )
    return section("usage", "Use of board abilities", reading, ("usage",), evidence, draw)


def _tail(row: dict[str, object]) -> str:
    """What stands behind an ability's bar."""
    never, amount, brought = number(row, "never", 100), number(row, "amount"), row.get("brought")
    parts = [f"never {never:.0f} %"] if never is not None else []
    if amount is not None and brought:
        parts.append(f"{amount:.1f} {pretty(brought)}")
    return "  ·  ".join(parts)


def tracks(evidence: Evidence) -> Section:
    """How much of each board's tracks is in use at the end."""
    rows = evidence.rows("unrest", "board", "region", "length", "mean_final")

    def draw() -> list[Chart]:
        if not rows:
            return []
        regions, boards = unique(row["region"] for row in rows), unique(row["board"] for row in rows)
        found: dict[tuple[object, object], tuple[float, Estimate, str]] = {}
        for row in rows:
            measured, full = estimate(row, "mean_final", n=False), number(row, "at_maximum", 100)
            if measured is not None:
                found[row["board"], row["region"]] = (
                    float(row["length"]),
                    measured,
                    "" if full is None else f"{full:.0f} % full",
                )
        panels = [(evidence.words.board(board), [found.get((board, region)) for region in regions]) for board in boards]
        title = "How long are the unrest tracks, and how much of them is used?"
        figure = track_panels(
            title,
            "Boxes: slots of each region's track; filled: mean unrest at the end of the game, with its interval.",
            [pretty(region) for region in regions],
            panels,
            note="% full: seat-games that end at the maximum.",
        )
        return [chart("unrest", title, f"Tracks of {len(boards)} boards by {len(regions)} regions.", figure)]

    reading = "A shorter track silences its region sooner; a high share of full tracks means that the limit bites."
    return section("unrest", "Unrest tracks in play", reading, ("unrest",), evidence, draw)


SECTIONS: tuple[Callable[[Evidence], Section], ...] = (
    paired,
    by_strategy,
    sources,
    sides,
    head_to_head,
    seats,
    strategies,
    composition,
    abilities,
    tracks,
    model,
)
