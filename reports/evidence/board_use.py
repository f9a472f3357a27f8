"""Evidence on how boards are used: how many at a table, their abilities, their tracks, and all effects in one model."""

from __future__ import annotations

from collections.abc import Callable

from reports.draw import (
    BarRow,
    Row,
    Scale,
    Series,
    forest,
    lines,
    stacked_bars,
    track_panels,
)
from reports.evidence.base import Evidence, chart, estimate, number, section, unique
from reports.sheet import Key, signed
from reports.style import MORE
from reports.types import Chart, Estimate, Section
from reports.words import pretty

__all__ = ["SECTIONS"]

MOST_TERMS = 24
"""Terms above which interactions are left to the table."""


def composition(evidence: Evidence) -> Section:
    """The share of a seat with another board than the baseline, by how many there are at the table."""
    rows = evidence.rows("composition", "b_sides", "share")
    many, another = evidence.words.nouns[1], evidence.words.another

    def draw() -> list[Chart]:
        if len(rows) < 2:
            return []
        measured = [(float(row["b_sides"]), estimate(row, "share", 100)) for row in rows]
        x, estimates = tuple(a for a, e in measured if e), tuple(e for _, e in measured if e)
        par = number(rows[0], "par", 100) or evidence.par
        title = f"Does it matter how many seats have {another}?"
        series = [Series("such a seat", MORE, x, estimates, bars=True)]
        scale = Scale("win share of such a seat, %", par, f"par {par:.1f} %" if par else "", evidence.margin)
        figure = lines(
            title,
            f"Win share of a seat with {another}, by how many such seats are at the table.",
            series,
            scale,
            x_label=f"seats with {another}",
            height=2.3,
        )
        return [
            chart(
                "composition",
                title,
                "; ".join(f"{a:.0f} seats: {e.value:.1f} %" for a, e in zip(x, estimates, strict=True)),
                figure,
            )
        ]

    reading = (
        "Where every seat has one the share is par by arithmetic; a falling line means an advantage that the others' "
        f"{many} eat up."
    )
    return section("composition", f"Seats with {another}", reading, ("composition",), evidence, draw)


def model(evidence: Evidence) -> Section:
    """The winner-of-k logit: what each term is worth, all others held fixed."""
    rows = evidence.rows("model", "term", "estimate", "kind")

    def draw() -> list[Chart]:
        if not rows:
            return []
        kinds = unique(row["kind"] for row in rows)
        shown = kinds if len(rows) <= MOST_TERMS else [kind for kind in kinds if " x " not in str(kind)]
        drawn: list[Row] = []
        for kind in shown:
            drawn.append(Row(evidence.words.kind(kind)))
            drawn += [
                Row(evidence.words.board(row["term"]), (estimate(row, "estimate"),))
                for row in rows
                if row["kind"] == kind
            ]
        title = f"What is each {evidence.words.nouns[0]}, seat and strategy worth, the rest held equal?"
        subtitle = "Logit of the winner among all seats, errors clustered by deal."
        if len(shown) < len(kinds):
            subtitle += " Interactions are in the table."
        scale = Scale("log odds of winning", 0.0, text=lambda value: signed(value, 2), less="worse", more="better")
        figure = forest(title, subtitle, drawn, scale, above="better", below="worse")
        return [chart("model", title, f"Forest of {len(drawn) - len(shown)} model terms.", figure)]

    reading = (
        "A model of who wins, fitted to all games at once; 0.1 in log odds moves an even four-player seat by some 2 pp."
    )
    return section("model", "All effects at once", reading, ("model", "model_tests"), evidence, draw)


def abilities(evidence: Evidence) -> Section | None:
    """How often each board ability is used and what it brings; nothing where boards have none."""
    words, many = evidence.words, evidence.words.nouns[1]
    if not any(board.get("abilities") for board in words.boards.values()):
        return None
    rows = evidence.rows("usage", "board", "ability", "uses")
    unit = words.use.get("unit") or "uses a game"

    def draw() -> list[Chart]:
        if not rows:
            return []
        boards = unique(row["board"] for row in rows)
        single = len(boards) == len(rows)
        bars: list[BarRow] = []
        for board in boards:
            own = [row for row in rows if row["board"] == board]
            bars += [] if single else [BarRow(words.board(board), ())]
            bars += [
                BarRow(
                    f"{words.board(board)}: {pretty(row['ability'])}" if single else pretty(row["ability"]),
                    (float(row["uses"]),),
                    _tail(row),
                )
                for row in own
            ]
        title = words.use.get("title") or f"Which abilities of the {many} are used, and what do they bring?"
        figure = stacked_bars(
            title,
            words.use.get("subtitle")
            or "Mean uses by the owner in one game; at the right: games without any use, and what it brought.",
            bars,
            [Key(unit, MORE)],
            unit=unit,
            digits=2,
        )
        return [chart("usage", title, "; ".join(f"{row['ability']} {row['uses']:.2f}" for row in rows), figure)]

    reading = words.use.get("reading") or (
        "A short bar with a high share of games without use marks an ability that the plans played here leave lying."
    )
    return section("usage", words.use.get("heading") or f"Abilities of the {many}", reading, ("usage",), evidence, draw)


def _tail(row: dict[str, object]) -> str:
    """What stands behind an ability's bar."""
    never, amount, brought = number(row, "never", 100), number(row, "amount"), row.get("brought")
    parts = [f"never {never:.0f} %"] if never is not None else []
    if amount is not None and brought:
        parts.append(f"{amount:.1f} {pretty(brought)}")
    return "  ·  ".join(parts)


def tracks(evidence: Evidence) -> Section | None:
    """How much of each board's tracks is in use at the end; nothing where boards have none."""
    if not any(board.get("tracks") for board in evidence.words.boards.values()):
        return None
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


SECTIONS: tuple[Callable[[Evidence], Section | None], ...] = (composition, abilities, tracks, model)
