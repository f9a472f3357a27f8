"""What differs between scenarios of a run: plans, seats, points and games, on the same deals."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import polars as pl

from reports import columns as c
from reports import scorepad
from reports.apart import apart, kinds, per_game
from reports.balance import bots
from reports.balance.ahead import with_ahead
from reports.balance.alone import AHEAD, ALL, win_shares
from reports.balance.arms import free_games, free_rows, free_table
from reports.between import Between, Scenarios, side_by_side
from reports.columns import Column
from reports.draw import BarRow, Row, Scale, forest, stacked_bars
from reports.draw.scale import differences as difference_scale
from reports.draw.sheet import Key, signed
from reports.draw.style import CATEGORIES, colours_of
from reports.effects import differences, together
from reports.evidence import Chart, Evidence, Rows, Section, chart, estimate, section_of, unique
from reports.frames import SCORE, SHARE, RunFrames
from reports.printings.piece import known_of
from reports.stats.cluster import Measure, grouped
from reports.stats.joint import Joint, joint

__all__ = ["BETWEEN"]

FROM = "from the first scenario, on the same deals"
PRINTINGS = "mean, and where 95 % of admissible printings lie"
SCENARIO = c.code("scenario", "scenario")
WHO: tuple[Column, ...] = (
    c.word("kind", "kind", printed=False, note="strategy / seat"),
    c.code("name", "who"),
    SCENARIO,
    c.N,
    c.SHARE,
    c.percent("over", "win share over printings", estimate=True, note=f"{PRINTINGS}; of one who decides alone"),
    c.pp("effect", "difference in win share", estimate=True, note=f"{FROM}; {c.TOGETHER}, the table"),
    c.P,
    c.SCORE,
    c.AHEAD,
    c.points("ahead_over", "ahead over printings", sign=True, estimate=True, note=PRINTINGS),
    c.points("apart", "difference in points ahead", sign=True, estimate=True, note=FROM),
)
POINTS: tuple[Column, ...] = (
    *scorepad.COLUMNS,
    SCENARIO,
    c.N,
    c.points("mean", "mean", estimate=True, note="of a seat that decides"),
    c.points("difference", "difference", sign=True, estimate=True, note=FROM),
)
IN_SHORT, ALONE_IN_SHORT = ("share", "effect"), ("share", "over", "margin_to_best", "ahead_over")
BOTS: tuple[Column, ...] = (*scorepad.COLUMNS, SCENARIO, *bots.COLUMNS[len(scorepad.COLUMNS) :])
SHAPE: tuple[Column, ...] = (
    c.word("measure", "measure"),
    c.UNIT,
    SCENARIO,
    c.count("n", "n", "games"),
    c.number("mean", "mean", estimate=True),
    c.number("difference", "difference", sign=True, estimate=True, note=FROM),
)


def who(scenarios: Scenarios) -> pl.DataFrame:
    """Win share and points ahead of every strategy and seat in each scenario (where one decides: of all strategies in
    the place of seats), and what they differ from the first scenario. A strategy that has all seats of a scenario to
    itself has none: its share is par whatever it does."""
    seats = scenarios.joined(lambda run: run.once(with_ahead).with_columns(pl.col("strategy").cast(pl.String)))
    alone = scenarios.runs[0].par is None
    over = pl.lit(ALL) if alone else pl.format("seat {}", "seat")
    among = pl.lit(alone) | (pl.col("strategy").n_unique().over("scenario") > 1)
    long = pl.concat(
        [
            seats.filter(among).with_columns(kind=pl.lit("strategy"), name=pl.col("strategy")),
            seats.with_columns(kind=pl.lit("strategy" if alone else "seat"), name=over),
        ]
    )
    keys, measures = ["kind", "name", "scenario"], {"share": SHARE, "score": SCORE}
    measures |= {"margin_to_best": Measure("ahead")} if "ahead" in long.columns else {}
    table = grouped(long, keys, measures)
    shares = joint(long, keys, "win_share60", scale=60)
    weights, places = _from_first(shares, scenarios)
    if places:
        family = differences(scenarios.runs[0], shares, weights, "scenarios")
        found = together(family)
        if "ahead" in long.columns:
            points = joint(long, keys, "ahead").contrast(weights)
            ends = {"apart": points.estimate, "apart_low": points.low, "apart_high": points.high}
            found = found.with_columns(pl.Series(name, x).fill_nan(None) for name, x in ends.items())
        located = table.with_row_index("place").with_columns(pl.col("place").cast(pl.Int64))
        table = located.join(found.with_columns(place=pl.Series(places, dtype=pl.Int64)), on="place", how="left")
    if alone:
        table = table.join(scenarios.joined(_elsewhere), on=["name", "scenario"], how="left")
    best = pl.when(kind="strategy").then(-pl.col("share").max().over("kind", "name"))
    table = table.sort(pl.col("kind") != "strategy", pl.col("name") != ALL, best, "name")
    return scenarios.in_order(table, "name")


def _elsewhere(run: RunFrames) -> pl.DataFrame:
    """What printings make of the win share and the points ahead of every plan of one who decides: name, over,
    ahead_over."""
    rows: dict[str, dict[str, object]] = {}
    for subject, one in run.once(known_of(win_shares)).items():
        name, what = subject.removesuffix(AHEAD), "ahead_over" if subject.endswith(AHEAD) else "over"
        ends = {what: one.spread.mean, f"{what}_low": one.spread.low, f"{what}_high": one.spread.high}
        rows.setdefault(name, {"name": name}).update(ends)
    kinds = {f"{name}{end}": pl.Float64 for name in ("over", "ahead_over") for end in ("", "_low", "_high")}
    return pl.DataFrame(list(rows.values()), schema={"name": pl.String, **kinds})


def _from_first(found: Joint, scenarios: Scenarios) -> tuple[list[list[float]], list[int]]:
    """Contrasts of every group with that of the first scenario, and the places of the groups in question."""
    unit = np.eye(len(found.groups))
    weights, places = [], []
    for place, group in enumerate(found.groups.iter_rows(named=True)):
        first = found.index(**{**group, "scenario": scenarios.labels[0]})
        if first is not None and first != place:
            weights.append((unit[place] - unit[first]).tolist())
            places.append(place)
    return weights, places


def points(scenarios: Scenarios) -> pl.DataFrame:
    """Mean points of a seat by line of the scorepad, and in all, in each scenario."""
    listed = (*scorepad.entries(scenarios.runs[0]), scorepad.TOTAL)
    columns = list(dict.fromkeys(one.column for one in listed))
    totals = scenarios.totals(lambda run: scorepad.with_entries(run, free_rows(run)), columns)
    out = []
    for one in listed:
        found = joint(totals, ["scenario"], one.column, count="games")
        weights, places = _from_first(found, scenarios)
        contrast = found.contrast([*np.eye(len(found.groups)).tolist(), *weights])
        size = len(found.groups)
        for place, label in enumerate(found.groups["scenario"]):
            row: dict[str, object] = {**one.row, "scenario": label, "n": int(found.n[place])}
            at = [("mean", place)] + [("difference", size + i) for i, p in enumerate(places) if p == place]
            for name, i in at:
                ends = (contrast.estimate[i], contrast.low[i], contrast.high[i])
                row |= {f"{name}{end}": float(x) for end, x in zip(("", "_low", "_high"), ends, strict=True)}
            out.append(row)
    return scenarios.in_order(pl.DataFrame(out, infer_schema_length=None), "source")


def of_bots(scenarios: Scenarios) -> pl.DataFrame:
    """Mean points of players and bots by line of the scorepad in each scenario; empty without bots."""
    if not scenarios.runs[0].game.bots:
        return pl.DataFrame()
    return scenarios.in_order(scenarios.joined(lambda run: run.once(bots.table)), "source")


def shape(scenarios: Scenarios) -> pl.DataFrame:
    """Length, points and tension of games in each scenario."""
    games = scenarios.joined(lambda run: per_game(free_table(run), free_games(run)))
    first = scenarios.runs[0]
    listed = [apart(games, "scenario", scenarios.labels[0], kind) for kind in kinds(first)]
    return scenarios.in_order(pl.concat(listed), "measure")


def sections(evidence: Evidence) -> Sequence[Section]:
    """The three tables with their charts."""
    alone = evidence.par is None
    plans = _plans if alone else _effects
    counts = [int(row["n"]) for row in evidence.rows("scenarios", "n")]
    said = (
        "The same deals in every scenario: differences are paired by deal, those of win shares hold together. Each "
        f"number rests on {min(counts, default=0):,} seat-games or more."
    )
    return [
        section_of(
            "between", "Plans" if alone else "Plans and seats", said, ("scenarios",), evidence, lambda: plans(evidence)
        ),
        *([_of_bots(evidence)] if evidence.game.bots else []),
        section_of("points", "Points", "", ("scenario_points",), evidence, lambda: _points(evidence)),
        Section("games", "Games", "How long games are, and how open.", tables=("scenario_shape",)),
    ]


def _of_bots(evidence: Evidence) -> Section:
    """What the bots' points are made of in each scenario, beside those of the players against them."""
    rows = evidence.rows("scenario_bots", "label", "scenario", "bots")
    lines = [row for row in rows if row["part_of"] is None and row["source"] != scorepad.TOTAL.name]
    labels = unique(row["label"] for row in lines)
    name = evidence.game.bot.name if evidence.game.bot else evidence.game.opponent

    def draw() -> list[Chart]:
        bars = []
        for scenario in evidence.scenarios if lines else ():
            for who_, column in ((name, "bots"), ("players", "players")):
                of = {row["label"]: float(row[column]) for row in lines if row["scenario"] == scenario}
                total = sum(of.values())
                bars.append(BarRow(f"{scenario}: {who_}", tuple(of[label] for label in labels), f"{total:.1f}"))
        if not bars:
            return []
        keys = [Key(label, colour) for label, colour in zip(labels, CATEGORIES, strict=False)]
        title = f"What is the score of {name} made of?"
        figure = stacked_bars(
            title, "Mean points by scoring category; at the right their sum.", bars, keys, unit="points"
        )
        alt = "; ".join(f"{bar.label} {bar.tail} points" for bar in bars)
        return [chart("scenario_bots", title, alt, figure)]

    reading = f"Where {name} is ahead, a plan must match it or earn more elsewhere."
    return section_of("bots", f"The points of {name}", reading, ("scenario_bots",), evidence, draw)


def _series(labels: Sequence[str], *, first: bool = True) -> list[Key]:
    """A key for every scenario, or for all but the first: each has one colour in all charts."""
    keys = [Key(label, colour, "point") for label, colour in zip(labels, colours_of(labels), strict=True)]
    return keys if first else keys[1:]


def _rows(rows: Rows, key: str, labels: Sequence[str], name: str, factor: float = 1.0) -> list[Row]:
    """A row for each of `key`, an estimate a scenario; those without any are left out."""
    made = []
    for who_ in unique(row[key] for row in rows):
        of = {row["scenario"]: row for row in rows if row[key] == who_}
        found = tuple(estimate(of[label], name, factor, n=False) if label in of else None for label in labels)
        if any(found):
            made.append(Row(str(who_), found, strong=who_ == ALL))
    return made


def _plans(evidence: Evidence) -> list[Chart]:
    """Where one decides: win share and points ahead of every plan, scenario by scenario."""
    rows = evidence.rows("scenarios", "name", "scenario", "share")
    if not rows:
        return []
    labels = evidence.scenarios
    out = []
    for name, title, subtitle, scale, factor, interval in (
        (
            "share",
            "How often does the player win, and with which plan?",
            "Share of the games won; a tie counts a half.",
            Scale("win share, %"),
            100.0,
            "",
        ),
        (
            "over",
            "How often would the player win in other printings?",
            "Share of the games won in printings that keep all that is known: mean, and where 95 % of such lie.",
            Scale("win share, %"),
            100.0,
            "95 % of printings",
        ),
        (
            "margin_to_best",
            "By how many points is the player ahead?",
            "Mean of the player's score minus the best other at the table, over all games.",
            Scale("points ahead", 0.0, "equal", text=signed),
            1.0,
            "",
        ),
    ):
        drawn = _rows(rows, "name", labels, name, factor)
        if drawn:
            figure = forest(title, subtitle, drawn, scale, series=_series(labels), interval=interval)
            out.append(chart(f"scenarios_{name}", title, _spoken(drawn, labels), figure))
    return out


def _effects(evidence: Evidence) -> list[Chart]:
    """What every plan and seat gains or loses from the first scenario."""
    rows = evidence.rows("scenarios", "name", "scenario", "share")
    if not rows:
        return []
    labels = evidence.scenarios
    drawn = _rows(rows, "name", labels[1:], "effect", 100)
    if not drawn:
        return []
    title = f"Who gains and who loses against {labels[0]}?"
    figure = forest(
        title,
        f"Win share minus that of {labels[0]}, same deals.",
        drawn,
        difference_scale("difference in win share", "pp", margin=evidence.margin),
        series=_series(labels, first=False),
        together=True,
    )
    return [chart("scenarios_effect", title, _spoken(drawn, labels[1:]), figure)]


def _points(evidence: Evidence) -> list[Chart]:
    """What every line of the scorepad brings more or less than in the first scenario."""
    rows = evidence.rows("scenario_points", "label", "scenario", "mean")
    labels = evidence.scenarios
    drawn = _rows(rows, "label", labels[1:], "difference")
    if not drawn:
        return []
    title = f"Which points change against {labels[0]}?"
    figure = forest(
        title,
        f"Mean points of a player minus those with {labels[0]}, by scoring category, same deals.",
        drawn,
        difference_scale("difference", "points"),
        series=_series(labels, first=False),
    )
    return [chart("scenarios_points", title, _spoken(drawn, labels[1:]), figure)]


def _spoken(rows: Sequence[Row], labels: Sequence[str]) -> str:
    """The numbers of a chart as a sentence."""
    return "; ".join(
        f"{row.label}, {label}: {e.value:.1f} [{e.low:.1f}, {e.high:.1f}]"
        for row in rows
        for label, e in zip(labels, row.estimates, strict=True)
        if e is not None
    )


BETWEEN = Between(
    (
        (side_by_side("scenarios", WHO, "share", "over", "effect", "margin_to_best", "ahead_over", "apart"), who),
        (side_by_side("scenario_bots", BOTS, "players", "bots", "difference"), of_bots),
        (side_by_side("scenario_points", POINTS, "mean", "difference"), points),
        (side_by_side("scenario_shape", SHAPE, "mean", "difference"), shape),
    ),
    sections,
    lambda game: side_by_side("scenarios", WHO, *(IN_SHORT if game.par is not None else ALONE_IN_SHORT)),
)
