"""Charts of the question on boards: each draws rows of a table of the evidence under a title, None without rows."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any, TypeVar

from reports.answer import EXPLORATORY
from reports.charts import style
from reports.charts.bars import BarRow, stacked_bars
from reports.charts.forest import small_multiples
from reports.charts.heat import track_panels
from reports.charts.sheet import Estimate, Key, Scale, differences
from reports.charts.style import MEASURE, signed
from reports.charts.views import cell_note, forest_chart, forest_rows, heat_chart, share_scale
from reports.columns import pretty
from reports.effects import MORE
from reports.estimators.board_effects import AGAINST_PLAIN, ALL, AMONG_OTHERS
from reports.questions.base import Chart, Evidence, Rows, chart, estimate, number, unique

__all__ = [
    "auction_chart", "paired_chart", "plan_panels", "price_chart",
    "priced_chart", "score_chart", "seat_chart", "series_chart", "sources_chart", "track_chart", "tuned_charts",
    "usage_chart",
]  # fmt: skip

T = TypeVar("T")
MAX_NAME = 8  # letters of the plain board's name that fit beside an arrow


def paired_chart(evidence: Evidence, title: str) -> Chart | None:
    """Differences in win share from the plain board."""
    scale = _gain(evidence, "win share", "pp", "more wins", "fewer wins")
    return _paired(evidence, "paired", title, "Win share", "effect", 100, scale, together=True)


def score_chart(evidence: Evidence) -> Chart | None:
    """Differences in final score from the plain board."""
    title = f"How many points more or fewer than {evidence.game.plain_label}?"
    scale = _gain(evidence, "final score", "points", "more", "fewer")
    return _paired(evidence, "paired_score", title, "Final score", "score", 1, scale)


def _paired(
    evidence: Evidence, name: str, title: str, of: str, column: str, factor: float, scale: Scale, **options: Any
) -> Chart | None:
    """Differences from the plain board."""
    noun, base = evidence.game.nouns[0], evidence.game.plain_label
    table = evidence.rows("paired", "board", column)
    rows = forest_rows(table, _board(evidence), column, factor=factor)
    subtitle = f"{of} of the {noun} minus that of {base}, same seat of the same deal."
    return forest_chart(name, title, subtitle, rows, scale, n_label="pairs", **_colours(base), **options)


def tuned_charts(situation: str, evidence: Evidence, title: str) -> list[Chart | None]:
    """Ordinary players and players tuned for the board, against the plain board or where every seat has another."""
    rows = [row for row in evidence.rows("tuned_players", "situation", "board", "effect") if row["players"] != MORE]
    rows = [row for row in rows if row["situation"] == situation]
    noun, base, others = evidence.game.nouns[0], evidence.game.plain_label, evidence.game.others
    if situation == AMONG_OTHERS:
        name, unit, colours, than = "tuned_players_among", "games", {}, ""
        subtitle = f"Win share when every seat has one of the {others}, less what is fair, by who plays."
    else:
        name, unit, colours, than = "tuned_players", "pairs", _colours(base), None
        subtitle = f"Win share of the {noun} minus that of {base}, same seat of the same deal, by who plays."
    scale = _gain(evidence, "win share", "pp", "more wins", "fewer wins", than)
    lines = forest_rows(rows, "players", "effect", heading=_board(evidence))
    return [forest_chart(name, title, subtitle, lines, scale, n_label=unit, together=True, **colours)]


def price_chart(evidence: Evidence, title: str) -> Chart | None:
    """Prices in both situations, with intervals over deals, for another plan and over printings."""
    rows = [row for row in evidence.rows("price", "situation", "board", "price") if row["strategy"] == ALL]
    headings = {
        AMONG_OTHERS: f"All seats have {evidence.game.others}",
        AGAINST_PLAIN: f"Against {evidence.game.plain_label}",
    }
    series = (
        ("price", "all bots, chance in the deals", style.CATEGORIES[0]),
        ("another", "another bot like these", style.CATEGORIES[1]),
        ("printings", "data we guess", style.NEUTRAL),
    )
    lines = forest_rows(
        rows, _board(evidence), *(column for column, _, _ in series), factor=1,
        heading=lambda row: headings[row["situation"]],
    )  # fmt: skip
    keys = [
        Key(label * any(number(row, column) is not None for row in rows), colour, "point")
        for column, label, colour in series
    ]
    scale = Scale("price at the start, points", 0.0, "no price", None, signed, "should be given points", "should pay")
    subtitle = "Points paid at the start with which each wins its share; below zero: points received. 95 % sure."
    return forest_chart("price", title, subtitle, lines, scale, series=keys, n_label="games")


def priced_chart(evidence: Evidence, title: str) -> Chart | None:
    """Win shares with prices really paid beside those worked out."""

    def label(row: Mapping[str, Any]) -> str:
        points = int(row["paid"])
        words = f"pays {points}" if points > 0 else f"is given {-points}" if points < 0 else "pays nothing"
        return f"{evidence.game.list_label(row['board'])}: {words}"

    rows = forest_rows(evidence.rows("priced", "board", "share", "expected"), label, "share", "expected")
    keys = [Key("played with the price paid", MEASURE, "point"), Key("worked out", style.NEUTRAL, "point")]
    subtitle = "Do the prices work when they are played? Win share of each."
    return forest_chart("priced", title, subtitle, rows, share_scale(evidence), series=keys, n_label="games")


def auction_chart(evidence: Evidence) -> Chart | None:
    """Fair prices at an auction beside those paid."""
    table = evidence.rows("auction", "board", "fair")
    has_bids, (noun, plural) = any(number(row, "paid") is not None for row in table), evidence.game.nouns
    rows = forest_rows(table, _board(evidence), "fair", "paid", factor=1)
    title = f"Do auctions price the {plural} right?" if has_bids else f"What should each {noun} cost at an auction?"
    keys = [Key("should cost", style.CATEGORIES[0], "point"), Key("did cost" * has_bids, style.CATEGORIES[1], "point")]
    subtitle = "Points at which every one of them wins its share."
    return forest_chart("auction", title, subtitle, rows, Scale("points paid"), series=keys, n_label="games")


def series_chart(evidence: Evidence, title: str) -> Chart | None:
    """Shares of series won by seats and by strategies."""
    rows = forest_rows(
        evidence.rows("series", "kind", "name", "share"),
        lambda row: f"{'seat ' * (row['kind'] == 'seat')}{row['name']}", "share",
        heading=lambda row: "seats" if row["kind"] == "seat" else "bots",
    )  # fmt: skip
    subtitle = f"Share of series won, joint winners sharing; {evidence.par or 0:.1f} % is fair."
    scale = share_scale(evidence, "share of series won, %")
    return forest_chart("series", title, subtitle, rows, scale, n_label="series", together=True)


def seat_chart(evidence: Evidence, title: str) -> Chart | None:
    """The difference from the plain board in each seat."""
    rows = evidence.rows("board_seat", "board", "seat", "effect")
    noun, base = evidence.game.nouns[0], evidence.game.plain_label
    return heat_chart(
        "board_seat", title, f"Win share of each {noun} minus that of {base} in each seat, pp.",
        rows, ("board", "seat"), "effect", centre=0, unit="pp", text=signed,
        labels=(evidence.game.list_label, "seat {}".format),
        note=f"{cell_note(rows, 'zero')} Seat 1 begins the first round.",
    )  # fmt: skip


# -- a panel a board --------------------------------------------------------------------------------------------------


def plan_panels(evidence: Evidence, title: str) -> Chart | None:
    """The difference from the plain board in the hands of each plan, a panel a board."""
    base = evidence.game.plain_label
    rows = evidence.rows("paired_by_strategy", "board", "strategy", "effect")
    heads = {verdict.subject for verdict in evidence.verdicts if verdict.kind != EXPLORATORY}

    def cell(row: Mapping[str, Any]) -> Estimate | None:
        """The estimate, coloured where the heading counts it."""
        interval = estimate(row, "effect", 100, n=False)
        subject = f"{evidence.game.label(row['board'])}, {row['strategy']}"
        return interval and replace(interval, may_head=subject in heads)

    plans, panels = _panels(evidence, rows, "strategy", cell)
    if not rows:
        return None
    subtitle = f"Win share minus that of {base} when the bot named sits in every seat; 95 % sure, all together."
    scale = _gain(evidence, "win share", "pp", "more wins", "fewer wins")
    figure = small_multiples(title, subtitle, plans, panels, scale, **_colours(base))
    return chart("paired_by_strategy", title, f"{len(panels)} boards by {len(plans)} bots.", figure)


def sources_chart(evidence: Evidence, title: str) -> Chart | None:
    """Differences in points by scoring category."""
    rows, game = evidence.rows("paired_sources", "board", "source", "difference"), evidence.game
    size: dict[str, float] = {}
    for row in rows:
        size[row["source"]] = size.get(row["source"], 0.0) + abs(row["difference"])
    rows.sort(key=lambda row: -size[row["source"]])
    names, panels = _panels(evidence, rows, "source", lambda row: estimate(row, "difference", n=False))
    if not rows:
        return None
    base = f"on {evidence.game.plain_label}" if game.shared else evidence.game.plain_label
    subtitle = f"Points by scoring category minus those {'' if game.shared else 'of '}{base}, same deal and seat."
    scale, labels = differences("difference", "points"), [pretty(name) for name in names]
    figure = small_multiples(
        title, subtitle, labels, panels, scale, above=f"more than {base}", below=f"fewer than {base}", bars=True
    )
    return chart("sources", title, f"Differences in points by category for {len(panels)} boards.", figure)


def track_chart(evidence: Evidence) -> Chart | None:
    """How much of each board's tracks is in use at the end."""
    words, rows = evidence.game.board.tracks, evidence.rows("tracks", "board", "track", "length", "mean_final")

    def cell(row: Mapping[str, Any]) -> tuple[float, Estimate, str] | None:
        filled = estimate(row, "mean_final", n=False)
        words = f"{100 * row['at_maximum']:.0f} % full"
        return None if filled is None else (float(row["length"]), filled, words)

    names, panels = _panels(evidence, rows, "track", cell)
    if words is None or not rows:
        return None
    note, labels = "% full: seats that end at the maximum.", [pretty(name) for name in names]
    figure = track_panels(words.title, words.subtitle, labels, panels, note=note)
    return chart("tracks", words.title, f"Tracks of {len(panels)} boards, {len(names)} each.", figure)


def usage_chart(evidence: Evidence, title: str) -> Chart | None:
    """How often each ability is used, never used, and what it brings."""
    rows, words = evidence.rows("usage", "board", "ability", "uses"), evidence.game.board.use
    if not rows:
        return None
    bars = []
    for row in rows:
        unused, amount, unit = number(row, "never", 100), number(row, "amount"), row.get("brought")
        parts = [f"never {unused:.0f} %"] if unused is not None else []
        parts += [f"{amount:.1f} {pretty(unit)}"] if amount is not None and unit else []
        label = f"{evidence.game.list_label(row['board'])}: {pretty(row['ability'])}"
        bars.append(BarRow(label, (float(row["uses"]),), "  ·  ".join(parts)))
    subtitle, unit = "Mean uses by the owner in one game; games without any, and what they bring.", "uses a game"
    subtitle, unit = (words.subtitle, words.unit) if words else (subtitle, unit)
    figure = stacked_bars(title, subtitle, bars, [Key(unit, MEASURE)], unit=unit, digits=2)
    return chart("usage", title, "; ".join(f"{row['ability']} {row['uses']:.2f}" for row in rows), figure)


# -- shared -----------------------------------------------------------------------------------------------------------


def _board(evidence: Evidence) -> Callable[[Mapping[str, Any]], str]:
    """What the board of a row is called."""
    return lambda row: evidence.game.list_label(row["board"])


def _panels(
    evidence: Evidence, rows: Rows, key: str, cell: Callable[[Mapping[str, Any]], T | None]
) -> tuple[list[str], list[tuple[str, list[T | None]]]]:
    """The levels of a key, and for each board its name and the cells of its rows in their order."""
    levels, boards = unique(row[key] for row in rows), unique(row["board"] for row in rows)
    cells = {(row["board"], row[key]): cell(row) for row in rows}
    return levels, [(evidence.game.list_label(b), [cells.get((b, level)) for level in levels]) for b in boards]


def _gain(evidence: Evidence, of: str, unit: str, more: str, less: str, than: str | None = None) -> Scale:
    """The axis of a board's advantage; over the plain board, whose name, where it is long, the title alone says."""
    base = evidence.game.plain_label
    than = (f" than {base}" if len(base) <= MAX_NAME else "") if than is None else than
    margin = evidence.margin if unit == "pp" else None
    return differences(f"difference in {of}", unit, margin=margin, less=f"{less}{than}", more=f"{more}{than}")


def _colours(base: str) -> dict[str, Any]:
    return {"above": f"better than {base}", "below": f"worse than {base}"}
