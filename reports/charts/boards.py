"""Charts of the question on boards: each draws rows of a table of the evidence under a title, None without rows."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from reports.charts import (
    BarRow,
    Row,
    Scale,
    forest,
    forest_panels,
    heat_map,
    small_bars,
    stacked_bars,
    style,
    track_panels,
)
from reports.charts.sheet import Key, plain
from reports.charts.sheet import differences as difference_scale
from reports.charts.style import MEASURE, signed
from reports.columns import pretty
from reports.effects import MORE
from reports.estimators.board_effects import AGAINST_PLAIN, ALL, AMONG_OTHERS, board_label
from reports.questions.base import Chart, Evidence, Rows, cell_note, chart, estimate, grid, number, unique

__all__ = [
    "auction_chart", "paired_chart", "plan_panels", "price_chart",
    "priced_chart", "score_chart", "seat_chart", "series_chart", "sources_chart", "track_chart", "tuned_charts",
    "usage_chart",
]  # fmt: skip

MAX_NAME = 8  # letters of the plain side's name that fit beside an arrow


def paired_chart(evidence: Evidence, title: str) -> Chart | None:
    """Differences in win share from the plain side."""
    base = evidence.words.baseline
    rows = _by_board(evidence, evidence.rows("paired", "board", "effect"), "effect", 100)
    subtitle = f"Win share of the {evidence.words.nouns[0]} minus that of {base}, same seat of the same deal."
    scale, colours = _gap_scale(evidence, "win share"), _colours(base)
    return _forest(evidence, "paired", title, subtitle, rows, scale, n_label="pairs", together=True, **colours)


def score_chart(evidence: Evidence) -> Chart | None:
    """Differences in final score from the plain side."""
    noun, base = evidence.words.nouns[0], evidence.words.baseline
    rows = _by_board(evidence, evidence.rows("paired", "board", "score"), "score", 1)
    scale = difference_scale(
        "difference in final score", "points", less=f"fewer{_than(base)}", more=f"more{_than(base)}"
    )
    title = f"How many points more or fewer than {base}?"
    subtitle = f"Final score of the {noun} minus that of {base}, same seat of the same deal."
    return _forest(evidence, "paired_score", title, subtitle, rows, scale, n_label="pairs", **_colours(base))


def tuned_charts(evidence: Evidence) -> Iterable[Chart | None]:
    """Ordinary players and players tuned for the board, a chart a situation."""
    rows = [row for row in evidence.rows("tuned_players", "situation", "board", "effect") if row["players"] != MORE]
    noun, base, others = evidence.words.nouns[0], evidence.words.baseline, evidence.game.others
    for situation in unique(row["situation"] for row in rows):
        drawn_rows = [
            Row(f"{board_label(evidence.game, row['board'])}, {row['players']}", (estimate(row, "effect", 100),))
            for row in rows
            if row["situation"] == situation
        ]
        is_among = situation == AMONG_OTHERS
        title = f"Is a {noun} stronger in the hands of players tuned for it{f', among {others}' * is_among}?"
        to_base = f"Win share of the {noun} minus that of {base}, same seat of the same deal, by who plays."
        to_par = f"Win share when every seat has one of the {others}, less what is fair, by who plays."
        scale = (
            _gap_scale(evidence, "win share", "more wins", "fewer wins")
            if is_among
            else _gap_scale(evidence, "win share")
        )
        name, unit = "tuned_players_among" if is_among else "tuned_players", "games" if is_among else "pairs"
        subtitle, colours = (to_par, {}) if is_among else (to_base, _colours(base))
        yield _forest(evidence, name, title, subtitle, drawn_rows, scale, n_label=unit, together=True, **colours)


def plan_panels(evidence: Evidence, title: str) -> Chart | None:
    """The difference from the plain side in the hands of each plan, a panel a board."""
    rows, base = evidence.rows("paired_by_strategy", "board", "strategy", "effect"), evidence.words.baseline
    if not rows:
        return None
    strategies, boards = unique(row["strategy"] for row in rows), unique(row["board"] for row in rows)
    cells = {(row["board"], row["strategy"]): estimate(row, "effect", 100, n=False) for row in rows}
    panels = [(board_label(evidence.game, b), [cells.get((b, s)) for s in strategies]) for b in boards]
    subtitle = f"Win share minus that of {base} when all seats play the plan named; 95 % sure, all together."
    figure = forest_panels(title, subtitle, strategies, panels, _gap_scale(evidence, "win share"), **_colours(base))
    return chart("paired_by_strategy", title, f"{len(boards)} boards by {len(strategies)} plans.", figure)


def seat_chart(evidence: Evidence, title: str) -> Chart | None:
    """The difference from the plain side in each seat."""
    rows, base = evidence.rows("board_seat", "board", "seat", "effect"), evidence.words.baseline
    if not rows:
        return None
    down, across, cells = grid(rows, "board", "seat", "effect", centre=0)
    subtitle = (
        f"Win share of each {evidence.words.nouns[0]} minus that of {base} in each seat, points ± half its interval."
    )
    boards, seats = [board_label(evidence.game, key) for key in down], [f"seat {key}" for key in across]
    note = f"{cell_note(rows, 'zero')} Seat 1 begins the first round."
    figure = heat_map(title, subtitle, boards, seats, cells, centre=0, unit="pp", text=signed, note=note)
    return chart("board_seat", title, f"Heat map of {len(down)} boards by {len(across)} seats.", figure)


def sources_chart(evidence: Evidence, title: str) -> Chart | None:
    """Differences in points by scoring category."""
    rows, game = evidence.rows("paired_sources", "board", "source", "difference"), evidence.game
    if not rows:
        return None
    names, boards = unique(row["source"] for row in rows), unique(row["board"] for row in rows)
    cells = {(row["board"], row["source"]): estimate(row, "difference", n=False) for row in rows}
    panels = [(board_label(game, board), [cells.get((board, name)) for name in names]) for board in boards]
    base = f"on {evidence.words.baseline}" if game.shared else evidence.words.baseline
    subtitle = f"Points by scoring category minus those {'' if game.shared else 'of '}{base}, same deal and seat."
    scale, labels = difference_scale("difference", "points"), [pretty(name) for name in names]
    figure = small_bars(title, subtitle, labels, panels, scale, above=f"more than {base}", below=f"fewer than {base}")
    return chart("sources", title, f"Differences in points by category for {len(boards)} boards.", figure)


def price_chart(evidence: Evidence, title: str) -> Chart | None:
    """Prices in both situations, with intervals over deals, for another plan and over printings."""
    all_rows = [row for row in evidence.rows("price", "situation", "board", "price") if row["strategy"] == ALL]
    names = {
        AMONG_OTHERS: f"All seats have {evidence.game.others}",
        AGAINST_PLAIN: f"Against {evidence.words.baseline}",
    }
    columns, rows = ("price", "another", "printings"), []
    for situation in unique(row["situation"] for row in all_rows):
        rows.append(Row(names[situation]))
        for row in (row for row in all_rows if row["situation"] == situation):
            estimates = tuple(estimate(row, column, 1, n=column == "price") for column in columns)
            rows.append(Row(board_label(evidence.game, row["board"]), estimates))
    labels = ("all plans, chance in the deals", "another plan like these", "data we guess")
    colours = (style.CATEGORIES[0], style.CATEGORIES[1], style.NEUTRAL)
    has = [any(row.estimates and row.estimates[i] for row in rows) for i in range(3)]
    keys = [Key(label * here, colour, "point") for label, colour, here in zip(labels, colours, has, strict=True)]
    scale = Scale("price at the start, points", 0.0, "no price", None, signed, "should be given points", "should pay")
    subtitle = "Points paid at the start with which each wins its share; below zero: points received. 95 % sure."
    return _forest(evidence, "price", title, subtitle, rows, scale, series=keys)


def priced_chart(evidence: Evidence, title: str) -> Chart | None:
    """Win shares with prices really paid beside those worked out."""
    rows = [
        Row(
            f"{board_label(evidence.game, row['board'])}: {paid_words(int(row['paid']))}",
            (estimate(row, "share", 100), estimate(row, "expected", 100, n=False)),
        )
        for row in evidence.rows("priced", "board", "share", "expected")
    ]
    keys = [Key("played with the price paid", style.MEASURE, "point"), Key("worked out", style.NEUTRAL, "point")]
    subtitle = "Do the prices work when they are played? Win share of each."
    return _forest(evidence, "priced", title, subtitle, rows, _share_scale(evidence), series=keys)


def paid_words(points: int) -> str:
    """A price in words."""
    return f"pays {points}" if points > 0 else f"is given {-points}" if points < 0 else "pays nothing"


def auction_chart(evidence: Evidence) -> Chart | None:
    """Fair prices at an auction beside those paid."""
    table = evidence.rows("auction", "board", "fair")
    has_bids, (noun, plural) = any(number(row, "paid") is not None for row in table), evidence.words.nouns
    rows = [
        Row(board_label(evidence.game, row["board"]), (estimate(row, "fair", 1), estimate(row, "paid", 1, n=False)))
        for row in table
    ]
    title = f"Do auctions price the {plural} right?" if has_bids else f"What should each {noun} cost at an auction?"
    keys = [Key("should cost", style.CATEGORIES[0], "point"), Key("did cost" * has_bids, style.CATEGORIES[1], "point")]
    scale, subtitle = Scale("points paid", None, text=plain), "Points at which every one of them wins its share."
    return _forest(evidence, "auction", title, subtitle, rows, scale, series=keys)


def usage_chart(evidence: Evidence, title: str) -> Chart | None:
    """How often each ability is used, never used, and what it brings."""
    rows, words = evidence.rows("usage", "board", "ability", "uses"), evidence.game.board.use
    if not rows:
        return None
    bars = []
    for row in rows:
        label = f"{board_label(evidence.game, row['board'])}: {pretty(row['ability'])}"
        bars.append(BarRow(label, (float(row["uses"]),), _use_words(row)))
    subtitle = (
        words.subtitle if words else "Mean uses by the owner in one game; games without any, and what they bring."
    )
    unit = words.unit if words else "uses a game"
    figure = stacked_bars(title, subtitle, bars, [Key(unit, MEASURE)], unit=unit, digits=2)
    return chart("usage", title, "; ".join(f"{row['ability']} {row['uses']:.2f}" for row in rows), figure)


def _use_words(row: Mapping[str, Any]) -> str:
    """What stands behind an ability's bar."""
    unused, amount, unit = number(row, "never", 100), number(row, "amount"), row.get("brought")
    parts = [f"never {unused:.0f} %"] if unused is not None else []
    return "  ·  ".join([*parts, *([f"{amount:.1f} {pretty(unit)}"] if amount is not None and unit else [])])


def track_chart(evidence: Evidence) -> Chart | None:
    """How much of each board's tracks is in use at the end."""
    words, rows = evidence.game.board.tracks, evidence.rows("tracks", "board", "track", "length", "mean_final")
    if words is None or not rows:
        return None
    names, boards = unique(row["track"] for row in rows), unique(row["board"] for row in rows)
    cells = {
        (row["board"], row["track"]): (float(row["length"]), at, f"{100 * row['at_maximum']:.0f} % full")
        for row in rows
        if (at := estimate(row, "mean_final", n=False)) is not None
    }
    panels = [(board_label(evidence.game, board), [cells.get((board, name)) for name in names]) for board in boards]
    note, labels = "% full: seats that end at the maximum.", [pretty(name) for name in names]
    figure = track_panels(words.title, words.subtitle, labels, panels, note=note)
    return chart("tracks", words.title, f"Tracks of {len(boards)} boards, {len(names)} each.", figure)


# -- boards of the table ----------------------------------------------------------------------------------------------


def series_chart(evidence: Evidence, title: str) -> Chart | None:
    """Shares of series won by seats and by strategies."""
    table, rows = evidence.rows("series", "kind", "name", "share"), []
    for kind, heading in (("seat", "seats"), ("strategy", "strategies")):
        of_kind = [row for row in table if row["kind"] == kind]
        names = [f"seat {row['name']}" if kind == "seat" else str(row["name"]) for row in of_kind]
        rows += [Row(heading)] if of_kind else []
        rows += [Row(name, (estimate(row, "share", 100),)) for name, row in zip(names, of_kind, strict=True)]
    subtitle = f"Share of series won, joint winners sharing; {evidence.par or 0:.1f} % is fair."
    scale = _share_scale(evidence, "share of series won, %")
    return _forest(evidence, "series", title, subtitle, rows, scale, n_label="series", together=True)


# -- shared -----------------------------------------------------------------------------------------------------------


def _by_board(evidence: Evidence, rows: Rows, column: str, factor: float) -> list[Row]:
    rows = sorted(rows, key=lambda row: -row[column])
    return [Row(board_label(evidence.game, row["board"]), (estimate(row, column, factor),)) for row in rows]


def _forest(
    evidence: Evidence, name: str, title: str, subtitle: str, rows: Sequence[Row], scale: Scale, **how: Any
) -> Chart | None:
    """A forest with its numbers as the text of those who cannot see it; None without rows."""
    firsts = [(row.label, row.estimates[0]) for row in rows if row.estimates and row.estimates[0] is not None]
    if not firsts:
        return None
    alt = "; ".join(f"{label} {at.value:.1f} ({at.low:.1f} to {at.high:.1f})" for label, at in firsts if at is not None)
    return chart(name, title, f"{alt}.", forest(title, subtitle, rows, scale, **how))


def _share_scale(evidence: Evidence, label: str = "win share, %") -> Scale:
    par = evidence.par or 0.0
    return Scale(label, par, f"fair: {par:.1f} %", evidence.margin)


def _gap_scale(evidence: Evidence, of: str, more: str = "", less: str = "") -> Scale:
    """The axis of a board's advantage over the plain side."""
    than = _than(evidence.words.baseline)
    less, more = less or f"fewer wins{than}", more or f"more wins{than}"
    return difference_scale(f"difference in {of}", "pp", margin=evidence.margin, less=less, more=more)


def _than(base: str) -> str:
    """The plain side beside an arrow below an axis: where its name is long the title alone says it."""
    return f" than {base}" if len(base) <= MAX_NAME else ""


def _colours(base: str) -> dict[str, str]:
    return {"above": f"better than {base}", "below": f"worse than {base}"}
