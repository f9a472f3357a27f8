"""What differs between scenarios of a run: plans, seats, points and games, on the same deals."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

import polars as pl

from reports import columns as c
from reports import scorepad
from reports.balance import bots
from reports.balance.alone import AHEAD, ALL, win_shares
from reports.balance.arms import free_condition, free_rows
from reports.charts import BarRow, Row, Scale, forest, stacked_bars
from reports.charts.scale import differences as difference_scale
from reports.charts.sheet import Key, signed
from reports.charts.style import CATEGORIES, colours_of
from reports.columns import Column
from reports.compare import estimate_comparisons
from reports.comparison import parse_comparison
from reports.estimates import Estimates, ends_each, together
from reports.estimators.printings import cached_effects
from reports.frames import RunFrames
from reports.game_measures import game_measures
from reports.measures import Measure
from reports.questions.base import Chart, Evidence, Rows, ShownSection, chart, estimate, section_of, unique
from reports.run import Part, Run
from reports.scenario_comparison import ScenarioView, scenario_table

__all__ = ["SCENARIO_VIEW"]

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


def compare_plans_and_seats(scenarios: Run) -> pl.DataFrame:
    """Win share and points ahead of every strategy and seat in each scenario (where one decides: of all strategies in
    the place of seats), and what they differ from the first scenario. A strategy that has all seats of a scenario to
    itself has none: its share is par whatever it does."""
    first = scenarios.parts[0]
    is_solo, of_a_table = first.frames.par is None, first.frames.game.seats > 1
    measures = ["win_share", "score", *(["lead"] if of_a_table else [])]
    parts = tuple(part for part in scenarios.parts if is_solo or _several_play(part.frames))
    results = [_means_and_changes(scenarios, measures, [] if is_solo else ["seat"], first)]
    results += [_means_and_changes(replace(scenarios, parts=parts), measures, ["strategy"], first)] if parts else []
    changes = [estimates for _, estimates in results if estimates and estimates.blocks]
    table = _with_kind_and_name([means.table for means, _ in results], is_solo)
    keys = ["kind", "name", "scenario"]
    share = table.filter(measure="win_share").select(*keys, "n", *ends_each("share"))
    for measure, name in (("score", "score"), ("lead", "margin_to_best")):
        score_columns = table.filter(measure=measure).select(*keys, *ends_each(name))
        share = share.join(score_columns, on=keys, how="left") if len(score_columns) else share
    if changes:
        share_effects = together(*(estimates.only("win_share") for estimates in changes), name="scenarios")
        effects = _with_kind_and_name([share_effects.table], is_solo)
        renamed = {"estimate": "effect", "low": "effect_low", "high": "effect_high", "p": "p"}
        share = share.join(effects.select(*keys, **{new: old for old, new in renamed.items()}), on=keys, how="left")
        leads = _with_kind_and_name([estimates.table for estimates in changes], is_solo).filter(measure="lead")
        share = share.join(leads.select(*keys, *ends_each("apart")), on=keys, how="left") if len(leads) else share
    if is_solo:
        share = share.join(_in_each(scenarios, _elsewhere), on=["name", "scenario"], how="left")
    best = pl.when(kind="strategy").then(-pl.col("share").max().over("kind", "name"))
    share = share.sort(pl.col("kind") != "strategy", pl.col("name") != ALL, best, "name")
    return _in_order(scenarios, share, "name")


def _with_kind_and_name(tables: list[pl.DataFrame], is_solo: bool) -> pl.DataFrame:
    """Rows under the kind and the name of what they are of."""
    table = pl.concat(tables, how="diagonal_relaxed")
    empty = {name: pl.lit(None, dtype=pl.String) for name in ("seat", "strategy") if name not in table.columns}
    table = table.with_columns(**empty)
    plan, other = pl.col("strategy"), pl.lit(ALL) if is_solo else pl.format("seat {}", "seat")
    kind = pl.when(plan.is_not_null() | is_solo).then(pl.lit("strategy")).otherwise(pl.lit("seat"))
    return table.with_columns(kind=kind, name=pl.coalesce(plan, other))


def _several_play(run: RunFrames) -> bool:
    return int(free_rows(run).select(pl.col("strategy").n_unique()).collect().item()) > 1


def _elsewhere(run: RunFrames) -> pl.DataFrame:
    """What printings make of the win share and the points ahead of every plan of one who decides: name, over,
    ahead_over."""
    rows: dict[str, dict[str, object]] = {}
    for subject, effect in run.once(cached_effects(win_shares)).items():
        name, column = subject.removesuffix(AHEAD), "ahead_over" if subject.endswith(AHEAD) else "over"
        ends = {column: effect.spread.mean, f"{column}_low": effect.spread.low, f"{column}_high": effect.spread.high}
        rows.setdefault(name, {"name": name}).update(ends)
    schema = {f"{name}{end}": pl.Float64 for name in ("over", "ahead_over") for end in ("", "_low", "_high")}
    return pl.DataFrame(list(rows.values()), schema={"name": pl.String, **schema})


def points(scenarios: Run) -> pl.DataFrame:
    """Mean points of a seat by line of the scorepad, and in all, in each scenario."""
    lines = (*scorepad.entries(scenarios.parts[0].frames), scorepad.TOTAL)
    measures = [Measure(line.name, pl.sum_horizontal(line.columns), frozenset(line.columns)) for line in lines]
    rows = _from_first(scenarios, measures)
    labels = pl.DataFrame([line.row for line in lines], infer_schema_length=None)
    return labels.join(rows, left_on="source", right_on="measure", maintain_order="left_right")


def of_bots(scenarios: Run) -> pl.DataFrame:
    """Mean points of players and bots by line of the scorepad in each scenario; empty without bots."""
    if not scenarios.parts[0].frames.game.bots:
        return pl.DataFrame()
    return _in_order(scenarios, _in_each(scenarios, lambda run: run.once(bots.table)), "source")


def shape(scenarios: Run) -> pl.DataFrame:
    """Length, points and tension of games in each scenario."""
    measures = game_measures(scenarios.parts[0].frames)
    rows = _from_first(scenarios, [measure.of_games for measure in measures], of="games")
    games = rows.filter(pl.col("measure") == measures[0].measure).select("scenario", "n")
    units = {measure.measure: measure.unit for measure in measures}
    unit = pl.col("measure").replace_strict(units, return_dtype=pl.String)
    return rows.drop("n").join(games, on="scenario", maintain_order="left").with_columns(unit=unit)


def _from_first(scenarios: Run, measures: Sequence[Measure], of: str = "") -> pl.DataFrame:
    """The mean of each measure in each scenario, and what it differs from that in the first."""
    means, changes = _means_and_changes(scenarios, measures, [], scenarios.parts[0], of)
    keys = ["measure", "scenario"]
    rows = means.table.select(*keys, "n", *ends_each("mean"))
    if changes is None:
        return rows
    return rows.join(changes.table.select(*keys, *ends_each("difference")), on=keys, how="left", maintain_order="left")


def _means_and_changes(
    scenarios: Run, measures: Sequence[Measure | str], by: Sequence[str], first: Part, of: str = ""
) -> tuple[Estimates, Estimates | None]:
    """Means of groups in each scenario, and what they differ from those in the first, where it is among them."""
    by, where, name = [*by, "scenario"], free_condition(first.frames), "scenarios"
    comparisons = [parse_comparison(scenarios, measures, by=by, where=where, of=of, name=name)]
    if first in scenarios.parts and len(scenarios.parts) > 1:
        changes = parse_comparison(
            scenarios, measures, by=by, against={"scenario": first.name}, where=where, of=of, name=name
        )
        comparisons.append(changes)
    means, *rest = estimate_comparisons(scenarios, comparisons)
    return means, rest[0] if rest else None


def _in_each(scenarios: Run, make: Callable[[RunFrames], pl.DataFrame]) -> pl.DataFrame:
    """A table of every scenario, one after the other."""
    tables = [make(part.frames).with_columns(scenario=pl.lit(part.name)) for part in scenarios.parts]
    return pl.concat(tables, how="diagonal_relaxed")


def _in_order(scenarios: Run, table: pl.DataFrame, *keys: str) -> pl.DataFrame:
    """The rows with their scenarios in the run's order, below `keys` as they come."""
    rank = {part.name: i for i, part in enumerate(scenarios.parts)}
    firsts = [pl.col("row_").min().over(key) for key in keys]
    order = pl.col("scenario").replace_strict(rank, return_dtype=pl.Int64)
    return table.with_row_index("row_").sort(*firsts, order, maintain_order=True).drop("row_")


def sections(evidence: Evidence) -> Sequence[ShownSection]:
    """The three tables with their charts."""
    is_solo = evidence.par is None
    plans, title = (_plans, "Plans") if is_solo else (_effects, "Plans and seats")
    counts = [int(row["n"]) for row in evidence.rows("scenarios", "n")]
    reading = (
        "The same deals in every scenario: differences are paired by deal, those of win shares hold together. Each "
        f"number rests on {min(counts, default=0):,} seat-games or more."
    )
    return [
        section_of("between", title, reading, ("scenarios",), evidence, lambda: plans(evidence)),
        *([_of_bots(evidence)] if evidence.game.bots else []),
        section_of("points", "Points", "", ("scenario_points",), evidence, lambda: _points(evidence)),
        ShownSection("games", "Games", "How long games are, and how open.", tables=("scenario_shape",)),
    ]


def _of_bots(evidence: Evidence) -> ShownSection:
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
    forest_rows = []
    for subject in unique(row[key] for row in rows):
        of = {row["scenario"]: row for row in rows if row[key] == subject}
        estimates = tuple(estimate(of[label], name, factor, n=False) if label in of else None for label in labels)
        if any(estimates):
            forest_rows.append(Row(str(subject), estimates, strong=subject == ALL))
    return forest_rows


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
        forest_rows = _rows(rows, "name", labels, name, factor)
        if forest_rows:
            figure = forest(title, subtitle, forest_rows, scale, series=_series(labels), interval=interval)
            out.append(chart(f"scenarios_{name}", title, _alt_text(forest_rows, labels), figure))
    return out


def _effects(evidence: Evidence) -> list[Chart]:
    """What every plan and seat gains or loses from the first scenario."""
    rows = evidence.rows("scenarios", "name", "scenario", "share")
    if not rows:
        return []
    labels = evidence.scenarios
    forest_rows = _rows(rows, "name", labels[1:], "effect", 100)
    if not forest_rows:
        return []
    title = f"Who gains and who loses against {labels[0]}?"
    figure = forest(
        title,
        f"Win share minus that of {labels[0]}, same deals.",
        forest_rows,
        difference_scale("difference in win share", "pp", margin=evidence.margin),
        series=_series(labels, first=False),
        together=True,
    )
    return [chart("scenarios_effect", title, _alt_text(forest_rows, labels[1:]), figure)]


def _points(evidence: Evidence) -> list[Chart]:
    """What every line of the scorepad brings more or less than in the first scenario."""
    rows = evidence.rows("scenario_points", "label", "scenario", "mean")
    labels = evidence.scenarios
    forest_rows = _rows(rows, "label", labels[1:], "difference")
    if not forest_rows:
        return []
    title = f"Which points change against {labels[0]}?"
    figure = forest(
        title,
        f"Mean points of a player minus those with {labels[0]}, by scoring category, same deals.",
        forest_rows,
        difference_scale("difference", "points"),
        series=_series(labels, first=False),
    )
    return [chart("scenarios_points", title, _alt_text(forest_rows, labels[1:]), figure)]


def _alt_text(rows: Sequence[Row], labels: Sequence[str]) -> str:
    """The numbers of a chart as a sentence."""
    return "; ".join(
        f"{row.label}, {label}: {e.value:.1f} [{e.low:.1f}, {e.high:.1f}]"
        for row in rows
        for label, e in zip(labels, row.estimates, strict=True)
        if e is not None
    )


SCENARIO_VIEW = ScenarioView(
    (
        (
            scenario_table("scenarios", WHO, "share", "over", "effect", "margin_to_best", "ahead_over", "apart"),
            compare_plans_and_seats,
        ),
        (scenario_table("scenario_bots", BOTS, "players", "bots", "difference"), of_bots),
        (scenario_table("scenario_points", POINTS, "mean", "difference"), points),
        (scenario_table("scenario_shape", SHAPE, "mean", "difference"), shape),
    ),
    sections,
    lambda game: scenario_table("scenarios", WHO, *(IN_SHORT if game.par is not None else ALONE_IN_SHORT)),
)
