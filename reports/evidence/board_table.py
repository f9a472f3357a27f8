"""Evidence on boards that the whole table shares (maps): who wins on which, what is scored, how games go, series."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from reports.draw import Row, Scale, forest, heat_map
from reports.draw.scale import differences
from reports.evidence.base import Evidence, Rows, cell_note, chart, estimate, grid, number, section, unique
from reports.sheet import signed
from reports.types import Chart, Section

__all__ = ["SECTIONS"]


def winners(evidence: Evidence) -> Section:
    """Every seat and every strategy on each board against the first."""
    words = evidence.words
    by_seat = evidence.rows("board_seat", "board", "seat", "effect")
    by_strategy = evidence.rows("paired", "board", "strategy", "effect")

    def draw() -> list[Chart]:
        out = []
        for board in unique(row["board"] for row in [*by_seat, *by_strategy]):
            seats, strategies = ([row for row in rows if row["board"] == board] for rows in (by_seat, by_strategy))
            drawn = [Row("seats"), *_rows(seats, "seat", "seat ")] if seats else []
            drawn += [Row("strategies"), *_rows(strategies, "strategy")] if strategies else []
            here, there = words.board(board), words.baseline
            title = f"Who wins more often on {here} than on {there}?"
            figure = forest(
                title,
                f"Win share on {here} minus win share on {there}, same deals, line-ups and seats.",
                drawn,
                differences(
                    "difference in win share", "pp", margin=evidence.margin, less="fewer wins", more="more wins"
                ),
                above=f"more on {here}",
                below=f"less on {here}",
                n_label="pairs",
            )
            said = f"{len(seats)} seats and {len(strategies)} strategies, differences in pp: {_spoken(drawn)}"
            out.append(chart(f"winners_{board}", title, said, figure))
        return out

    reading = (
        "Each dot is a difference on identical deals and line-ups. A seat or a strategy inside the "
        f"grey band fares alike on both {words.nouns[1]}; seats add up to zero, so what one gains others lose."
    )
    return section("winners", f"Does the {words.nouns[0]} decide who wins?", reading, ("verdicts",), evidence, draw)


def _rows(rows: Rows, key: str, before: str = "") -> list[Row]:
    return [Row(f"{before}{row[key]}", (estimate(row, "effect", 100),)) for row in rows]


def _spoken(rows: list[Row]) -> str:
    found = [(row.label, e) for row in rows for e in row.estimates if e is not None]
    return "; ".join(f"{name} {signed(e.value)} [{signed(e.low)}, {signed(e.high)}]" for name, e in found) + "."


def shares(evidence: Evidence) -> Section:
    """Win shares themselves: seats and strategies by board."""
    words, par = evidence.words, evidence.par

    def draw() -> list[Chart]:
        out = []
        one = words.nouns[0]
        for table, key, title in (
            ("board_seat", "seat", f"How often does each seat win on each {one}?"),
            ("board_strategy", "strategy", f"How often does each strategy win on each {one}?"),
        ):
            rows = evidence.rows(table, "board", key, "share")
            if not rows or par is None:
                continue
            down, across, cells = grid(rows, key, "board", "share", centre=par)
            first = " Seat 1 begins the first round." if key == "seat" else ""
            figure = heat_map(
                title,
                f"Win share in mixed line-ups, % ± half its interval; par is {par:.1f} %.",
                [f"seat {name}" if key == "seat" else str(name) for name in down],
                [words.board(name) for name in across],
                cells,
                centre=par,
                unit="%",
                note=cell_note(rows, "par") + first,
            )
            out.append(chart(table, title, f"Heat map of {len(down)} rows by {len(across)} columns.", figure))
        return out

    reading = (
        f"Read along a row: equal colours mean that the {words.nouns[0]} does not matter to that seat or strategy. A "
        "column of different colours means that seats or strategies are unequal there, whatever happens elsewhere."
    )
    heading = f"Seats and strategies on every {words.nouns[0]}"
    tables = ("board_seat", "paired", "board_strategy")
    return section("shares", heading, reading, tables, evidence, draw)


def games(evidence: Evidence) -> Section:
    """Length, points and tension: means as changes in per cent of the first board's, fractions of games in pp."""
    words = evidence.words
    rows = evidence.rows("table_shape", "measure", "board", "mean")
    there = words.baseline

    def draw() -> list[Chart]:
        bases = {row["measure"]: float(row["mean"]) for row in rows if number(row, "difference") is None}
        out = []
        for board in unique(row["board"] for row in rows if number(row, "difference") is not None):
            here, mine = words.board(board), [row for row in rows if row["board"] == board and row["measure"] in bases]
            means = [row for row in mine if row["unit"] != "fraction" and bases[row["measure"]]]
            fractions = [row for row in mine if row["unit"] == "fraction"]
            for name, some, unit, title, subtitle in (
                (
                    f"shape_{board}",
                    [_change(row, bases[row["measure"]], 100 / abs(bases[row["measure"]])) for row in means],
                    "%",
                    f"How does a game on {here} differ from one on {there}?",
                    f"Means from {there} to {here}, same deals and line-ups; change in % of the mean on {there}.",
                ),
                (
                    f"tension_{board}",
                    [_change(row, bases[row["measure"]], 100) for row in fractions],
                    "pp",
                    f"Is a game on {here} as open as one on {there}?",
                    f"Fractions of games from {there} to {here}, same deals and line-ups; change in percentage points.",
                ),
            ):
                if some:
                    scale = differences("change", unit, less="less", more="more")
                    above, below = f"more on {here}", f"less on {here}"
                    drawn = forest(title, subtitle, some, scale, above=above, below=below)
                    out.append(chart(name, title, f"Changes in {unit}: {_spoken(some)}", drawn))
        return out

    reading = "Each row names what it was and what it becomes; its dot is the change, paired by deal."
    return section("shape", "Points, length and tension", reading, ("table_shape",), evidence, draw)


def _change(row: dict[str, Any], base: float, factor: float) -> Row:
    """A measure with its mean on both boards, and the change between them."""
    was, now = (f"{100 * x:.1f} %" if row["unit"] == "fraction" else f"{x:.1f}" for x in (base, float(row["mean"])))
    return Row(f"{row['measure']}: {was} → {now}", (estimate(row, "difference", factor),))


def series(evidence: Evidence) -> Section | None:
    """Who wins series of games; nothing where the game has no series."""
    rows = evidence.rows("series", "kind", "name", "share")
    if not rows or evidence.par is None:
        return None
    par, words = evidence.par, evidence.words

    def draw() -> list[Chart]:
        drawn: list[Row] = []
        for kind, heading in (("seat", "seats"), ("strategy", "strategies")):
            mine = [row for row in rows if row["kind"] == kind]
            before = "seat " if kind == "seat" else ""
            drawn += [Row(heading), *(Row(f"{before}{r['name']}", (estimate(r, "share", 100),)) for r in mine)]
        title = f"Who wins a series of one game on every {words.nouns[0]}?"
        figure = forest(
            title,
            f"Share of series won, joint winners sharing; par is {par:.1f} %. Seats stay as they are for the series.",
            drawn,
            Scale("share of series won, %", par, f"par {par:.1f} %", evidence.margin),
            n_label="series",
        )
        return [chart("series", title, f"Shares in %: {_shares(drawn)}", figure)]

    reading = (
        f"Every game of a series has a deal of its own. A series averages luck and {words.nouns[1]} out, so it favours "
        "the stronger plan more than a single game does."
    )
    return section("series", "A series of games", reading, ("series",), evidence, draw)


def _shares(rows: list[Row]) -> str:
    return "; ".join(f"{row.label} {e.value:.1f}" for row in rows for e in row.estimates if e is not None) + "."


SECTIONS: tuple[Callable[[Evidence], Section | None], ...] = (winners, shares, games, series)
