"""Games played freely: which of a run they are, and win share, score and lead of its seats and strategies there."""

from __future__ import annotations

import zlib
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np
import polars as pl
from numpy.typing import NDArray

from cext.commands import command
from reports import columns as c
from reports.answer import OverPlans
from reports.effects import PERCENT, POINTS, JudgedEffects, effects_of
from reports.estimates import ends_each
from reports.frame_columns import BOARD, SEAT, STRATEGY
from reports.frames import SHARE, ScenarioRun, free_deciders, free_rows, in_order, seatwise
from reports.plans import over_plans
from reports.section_comparison import SectionComparison, estimate_declared
from reports.sentences import BOTS, Mixed, join_names, of_games, pp, share
from reports.stats.aliasing import aliasing
from reports.stats.games_needed import Effect
from reports.stats.group_means import mean_table
from reports.stats.intervals import rare_half
from reports.stats.price import Claims, Recorded, keyed, prices, won
from reports.stats.verdict import FEW_DEALS

if TYPE_CHECKING:
    from reports.frames import ScenarioRun

__all__ = [
    "ALL_BOTS",
    "LEAD",
    "NOT_FREE",
    "SEATS",
    "SEAT_COLUMNS",
    "SOLO",
    "START_POINTS",
    "STRATEGIES",
    "STRATEGY_COLUMNS",
    "free_mix",
    "is_shown_unfair",
    "measure_seats",
    "measure_strategies",
    "mixed",
    "price_seats",
    "seat_change",
    "seat_effective_games",
    "seat_plans",
    "solo_win_shares",
]  # fmt: skip


NOT_FREE = "The run has no free games: seats and bots are those of its other games."
ALL_BOTS = "all bots"  # of one who decides
LEAD = ", points ahead"  # a refinement of the win share with a plan
SHARE_TOGETHER = replace(c.SHARE, note=c.TOGETHER)
SEAT_COLUMNS = (c.SEAT, c.ALIAS, c.count("n", "n", "games"), SHARE_TOGETHER, c.SCORE, c.POINTS_AHEAD, c.P)
STRATEGY_COLUMNS = (c.STRATEGY, c.ALIAS, c.N, SHARE_TOGETHER, c.SCORE, c.POINTS_AHEAD, c.P)
ONE_SD = 0.32  # what lies more than a standard error away, on both sides


def free_mix(run: ScenarioRun) -> Mixed:
    """What their line-ups cannot tell apart."""
    return mixed(run, free_rows(run))


# -- seats and strategies ---------------------------------------------------------------------------------------------


def _words(run: ScenarioRun) -> dict[str, object]:
    """What win shares are compared with, where there is a fair one; and what else is measured of a seat."""
    return {"par": "" if run.par is None else "par", "points": "score,lead" if run.game.seats > 1 else "score"}


def _seat_words(run: ScenarioRun) -> dict[str, object]:
    """What win shares of seats are compared with, where there is a fair one; plans that never left their seats cannot
    be held equal."""
    if STRATEGY in run.result(free_mix).aliasing.aliased(SEAT):
        return {"fair": _words(run)["par"], "within": "", "weights": ""}
    return {"fair": ""} if run.par is None else {}


STRATEGIES = (
    SectionComparison(by="strategy", against="{par}", where="{free}", family="balance strategy", words=_words),
    SectionComparison("{points}", "strategy", where="{free}", family="points of strategies", words=_words),
)
SEATS = (
    SectionComparison(
        by="seat", against="{fair}", within="{within}", weights="{weights}", where="{free}", family="balance seat",
        words=_seat_words,
    ),
    replace(STRATEGIES[1], by="seat", family="points of seats"),
)  # fmt: skip
SEATS_BY_PLAN = SectionComparison(
    by="seat,strategy", against="seat=mean", where="{free}", family="balance seat by plan"
)
SOLO = SectionComparison(
    by="strategy", against="mean", where="{free}", family="solo strategy", needs=lambda run: run.par is None
)
SPREAD = SectionComparison("sd of win_share60", "seat", where="{free}", family="spread of win shares")


def measure_seats(run: ScenarioRun) -> tuple[pl.DataFrame, list[Effect]]:
    """A row a seat, and its effects against par: none where there is no par, nor where they are those of strategies
    that never left their seats."""
    table, effects = _measure(run, SEAT, SEATS)
    return table, [] if STRATEGY in run.result(free_mix).aliasing.aliased(SEAT) else effects


def measure_strategies(run: ScenarioRun) -> tuple[pl.DataFrame, list[Effect]]:
    """A row a strategy, best first, and its effects against par; where there is no par, `p` is that of its difference
    from the mean of all."""
    table, effects = _measure(run, STRATEGY, STRATEGIES)
    (from_mean,) = estimate_declared(run, SOLO)
    if from_mean.blocks:
        table = table.drop("p").join(from_mean.table.select(STRATEGY, "p"), on=STRATEGY)
    return table.sort("share", descending=True, maintain_order=True) if len(table) else table, effects


def _measure(run: ScenarioRun, key: str, declared: Sequence[SectionComparison]) -> tuple[pl.DataFrame, list[Effect]]:
    """Win share, score and lead by seat or strategy, what it cannot be told from, and, where there is a par, the family
    of its effects."""
    shares, points = estimate_declared(run, *declared)
    if not shares.blocks:
        return pl.DataFrame(), []
    par, each = run.par or 0.0, "_each" if run.par is None else ""
    ends = {"share": "estimate", "share_low": f"low{each}", "share_high": f"high{each}"}
    columns = {name: pl.col(end) + par for name, end in ends.items()}
    table = shares.table.select(key, "n", "deals", "p", share_se="se", **columns)
    for measure, name in (("score", "score"), ("lead", "margin_to_best")):
        of = points.table.filter(measure=measure).select(key, *ends_each(name), pl.col("se").alias(f"{name}_se"))
        table = table.join(of, on=key, how="left", maintain_order="left") if len(of) else table
    mix, names = run.result(free_mix), table[key].cast(pl.String).to_list()
    table = table.with_columns(alias=pl.Series([mix.alias(key, name) or None for name in names], dtype=pl.String))
    prefix = f"{BOTS[0]} " if key == STRATEGY else ""
    subjects = [f"{prefix}{mix.describe_level(key, name)}" for name in names]
    return table, effects_of(shares.families[0], subjects) if run.par is not None else []


def seat_plans(run: ScenarioRun) -> dict[str, OverPlans]:
    """What plans say of each seat: the win share there of a plan's seats less its mean over all seats."""
    (by_plan,), (table, effects) = estimate_declared(run, SEATS_BY_PLAN), run.result(measure_seats)
    rows = by_plan.table.select(SEAT, STRATEGY).rows() if effects else []
    subjects = dict(zip(table[SEAT], [e.subject for e in effects], strict=True)) if rows else {}
    seats_of = Counter(plan for _, plan in rows)
    return (
        over_plans(
            [(subjects[seat] if seats_of[plan] == len(subjects) else "", plan) for seat, plan in rows],
            by_plan.families[0],
            run.plan_families,
        )
        if len(rows) > 1
        else {}
    )


def seat_effective_games(run: ScenarioRun) -> dict[str, int | float]:
    """Design effect of a seat's win share (variance over that of independent games, mean of the seats), and games worth
    as much."""
    table, (spread,) = run.result(measure_seats)[0], estimate_declared(run, SPREAD)
    if not len(table):
        return {}
    sd = spread.table.select(SEAT, sd=pl.col("estimate") / SHARE.scale)
    effects = (pl.col("share_se") / pl.col("sd")).pow(2) * (pl.col("n") - 1)
    each = table.join(sd, on=SEAT).select(x=effects).filter(pl.col("x").is_finite(), pl.col("x") > 0)["x"].to_list()
    if not each:
        return {}
    effect = sum(each) / len(each)
    return {"design_effect": round(effect, 4), "effective_games": round(int(table["n"][0]) / effect)}


# -- one who decides --------------------------------------------------------------------------------------------------


def solo_win_shares(run: ScenarioRun) -> JudgedEffects:
    """Where one decides: win share, and points ahead, over all games and with each plan, best first: subject, unit,
    effect, its 95 % interval by itself, se. There is nothing to judge: no verdicts."""
    total = run.result(measure_seats)[0].with_columns(strategy=pl.lit(ALL_BOTS))
    table = pl.concat([total, run.result(measure_strategies)[0]], how="diagonal_relaxed")
    rows = [_estimates(table, "share", PERCENT, "")]
    if "margin_to_best" in table.columns:
        rows.append(_estimates(table, "margin_to_best", POINTS, LEAD))
    return pl.concat(rows), []


def _estimates(table: pl.DataFrame, name: str, unit: str, suffix: str) -> pl.DataFrame:
    """One measure of the rows; a share no deal contradicts has the error of what so many deals may not have shown."""
    se = pl.col(f"{name}_se")
    if unit == PERCENT:
        share, error, deals = (table[column].to_numpy() for column in (name, f"{name}_se", "deals"))
        se = pl.max_horizontal(se, pl.Series(rare_half(ONE_SD, np.maximum(share, 1.0 - share), error, 0.0, deals)))
    return table.select(
        subject=pl.format("{}{}", "strategy", pl.lit(suffix)),
        unit=pl.lit(unit),
        effect=name,
        effect_low=f"{name}_low",
        effect_high=f"{name}_high",
        se=se,
    )


Floats = NDArray[np.float64]
Ints = NDArray[np.int64]

START_POINTS = (
    c.SEAT,
    c.number("points", "start points", 0, sign=True, note="below 0: points to pay"),
    c.number("exact", "between whole points", 1, sign=True, note="0 on average"),
    c.percent("before", "win share without", estimate=True, note="on deals that had no say in the points"),
    c.percent("after", "win share with them", estimate=True, note="of the same games, with other winners"),
    c.count("n", "n", "games"),
    c.count("deals", "deals"),
)


def price_seats(run: ScenarioRun) -> pl.DataFrame:
    """A row a seat: the whole `points` that it is given at the start (below 0: that it pays), `exact` those between
    whole ones, 0 on average, at which it wins its share, and its win share, `before` and `after`, with 95 % intervals,
    in n games on the `deals` of the other half. Winners of recorded games are found anew with the points, by the game's
    own tie-breaks; players decide as they did without. No rows where there is no par, bots take part, deals are few, or
    no points bring all seats to par."""
    if run.par is None or run.game.bots or "tie_break" not in run.columns["seats"]:
        return pl.DataFrame()
    rows = in_order(free_deciders(run), ["score", "tie_break", "win_share60"])
    is_tested = _draw_half(run, rows["deal"])
    first, second = rows.filter(~is_tested), rows.filter(is_tested)
    if min(half["deal"].n_unique() for half in (first, second)) < FEW_DEALS:
        return pl.DataFrame()
    solution = prices(_recorded(run, first), _claims(run, first), seed=run.seed, replicates=0)
    if solution is None:
        return pl.DataFrame()
    points = _round(run, first, -solution.price)
    share = won(_recorded(run, second), -points).reshape(-1)
    after = mean_table(second.with_columns(win_share60=pl.Series(share)), ["seat"], {"after": SHARE})
    table = mean_table(second, ["seat"], {"before": SHARE}).join(after.drop("n", "deals"), on="seat")
    return table.sort("seat").with_columns(points=pl.Series(points), exact=pl.Series(-solution.price))


def _round(run: ScenarioRun, rows: pl.DataFrame, exact: Floats) -> Ints:
    """Whole points near the exact ones with which the seat farthest from its share is nearest to it. Only differences
    count, so that all may be rounded up or down together; few seats have points other than 0, and few have to pay."""
    games, claims = _recorded(run, rows), _claims(run, rows)
    candidates = [np.floor(exact + shift).astype(np.int64) for shift in np.unique([0.0, *(-exact % 1.0)])]
    shares = [claims.totals(won(games, -points)).sum(axis=0) / claims.size.sum(axis=0) for points in candidates]
    best = candidates[int(np.argmin([np.abs(share - claims.par).max() for share in shares]))]
    zeros = sorted(set(best.tolist()))
    zero = min(zeros, key=lambda points: (np.abs(best - points).sum(), points))
    return np.asarray(best - zero)


def seat_change(run: ScenarioRun, rows: Sequence[Mapping[str, Any]]) -> tuple[str, str]:
    """What to start each seat with, in words, and the win shares that follow on deals that had no say in it; that no
    points do, where a seat is then still shown to be too strong or too weak."""
    par = run.par or 0.0
    changes: list[str] = []
    for row in rows:
        if n := abs(row["points"]):
            unit = "" if changes else "point " if n == 1 else "points "
            changes.append(f"seat {row['seat']} with {n} {unit}{'more' if row['points'] > 0 else 'less'}")
    gap_before, gap_after = (max(abs(row[name] - par) for row in rows) for name in ("before", "after"))
    if not changes or gap_after >= gap_before:
        gap = f"no seat is more than {of_games(gap_before)} from its share"
        return "No start points bring the seats nearer to fair.", f"Whole points are too coarse here: {gap}."
    half = max((row["after_high"] - row["after_low"]) / 2 for row in rows)
    first, *others = ((row["seat"], share(row["after"]), pp(row["before"])) for row in rows)
    numbers = ["seat {} wins {} ({} now)".format(*first), *("seat {} {} ({})".format(*other) for other in others)]
    deals = f"on {rows[0]['deals']:,} deals that were not used to find the points"
    tested = f"Then {join_names(numbers)}; each ± {pp(half)}, {deals}."
    if any(is_shown_unfair(run, row, "after") for row in rows):
        repair = command("repair", run.game.name, "--goal", "seats")
        return f"No start points make all seats fair: {repair}.", f"Nearest: start {join_names(changes)}. {tested}"
    return f"Start {join_names(changes)}.", tested


def is_shown_unfair(run: ScenarioRun, row: Mapping[str, Any], name: str) -> bool:
    """Whether the interval of a win share lies wholly beyond the tolerance."""
    par = run.par or 0.0
    return bool(row[f"{name}_low"] > par + run.margin or row[f"{name}_high"] < par - run.margin)


def _draw_half(run: ScenarioRun, deal: pl.Series) -> pl.Series:
    """Which rows are of the half of the deals, drawn by the run's seed, that points are not found on."""
    deals = deal.unique().sort()
    order = np.random.default_rng(zlib.crc32(f"{run.seed} start points".encode())).permutation(len(deals))
    return deal.is_in(deals.gather(np.sort(order[: len(deals) // 2])).implode())


def _recorded(run: ScenarioRun, rows: pl.DataFrame) -> Recorded:
    """The games, in which each seat pays for itself."""
    key = keyed(*(seatwise(rows, column, run.players) for column in ("score", "tie_break")))
    return Recorded(key, np.tile(np.arange(run.players), (len(key), 1)))


def _claims(run: ScenarioRun, rows: pl.DataFrame) -> Claims:
    """That every seat wins its share."""
    return Claims.of_shares(np.arange(len(rows)) % run.players, rows["deal"].to_numpy(), run.players, run.par or 0.0)


def mixed(run: ScenarioRun, rows: pl.LazyFrame) -> Mixed:
    """What these seat rows cannot tell apart. A board that is the whole table's favours no seat and is no factor."""
    return Mixed(aliasing(rows, [STRATEGY, SEAT] if run.game.shared else [STRATEGY, BOARD, SEAT]), run.game)
