"""Estimates of real runs against plain polars and a jackknife by deal."""

from collections.abc import Sequence
from itertools import combinations
from typing import Any

import numpy as np
import polars as pl
import pytest
from numpy.typing import NDArray
from scipy.stats import t as student

from reports.conditions import ConditionError

SHARE = pl.col("win_share60") / 60
MIRROR, CROSS, FREE = (pl.col("arm") == arm for arm in ("mirror", "cross", "free"))
GAMES = FREE & (pl.col("seat") == 1)  # a row a game
Floats = NDArray[np.float64]
Case = tuple[str, dict[str, Any], pl.Expr, list[str], pl.Expr]

AFTER_3 = pl.col("score_after_round_3")


def case(run: str, rows: pl.Expr, *, groups: list[str] | None = None, x: pl.Expr | None = None, **asked: Any) -> Case:
    """What is asked of a run, and the same in plain polars: rows, groups and the number of a row, by default those of
    the same names."""
    by, measure = asked.get("by", []), asked.get("measure", "win_share")
    x = x if x is not None else SHARE if measure == "win_share" else pl.col(measure)
    return run, asked, rows, groups or ([by] if isinstance(by, str) else by), x


CASES = [
    case("balance", FREE, by="seat", against="par"),
    case("balance", FREE, by="strategy", against="each"),
    case("balance", FREE, by="strategy", against="rest"),
    case("balance", FREE, by="strategy", against="mean"),
    case("balance", FREE, by="strategy", against="builder"),
    case("balance", FREE, measure="score", by="seat"),
    case("balance", FREE, measure="palaces_built", by="strategy", against="tasks"),
    case("balance", FREE, measure="share of rank = 4", by="seat", x=pl.col("rank") == 4),
    case("balance", FREE, by="band(score, 100, 140, 180)", groups=["score_band"]),
    case("balance", FREE, by="palaces_built > 2", against="no", groups=["many"]),
    case("balance", FREE, by=["strategy", "seat"]),
    case("balance", FREE & (pl.col("strategy") == "tasks"), by="seat", where="strategy = 'tasks'"),
    case("balance", FREE & pl.col("walls_built").is_between(1, 2),
         measure="score", by="seat", where="walls_built between 1 and 2"),
    case("balance", GAMES, measure="winning_margin"),
    case("balance", GAMES, measure="share of winning_margin < 5", x=pl.col("winning_margin") < 5),
    case("boards", CROSS, measure="joint_win_share", by="seat", where="arm = 'cross'",
         x=SHARE.is_between(0, 1, closed="none")),
    case("balance", FREE, measure="lead", by="seat"),
    case("balance", FREE, measure="lead_over_mean", by="strategy", x=pl.col("over_mean")),
    case("balance", FREE, by="band(lead_after_round_3, 20)", groups=["lead3_band"]),
    case("balance", FREE, by="strategy_before", groups=["before_"]),
    case("balance", FREE, by="others_with_same_strategy", groups=["alike_"]),
    case("balance", FREE, by="others", groups=["others_"]),
    case("balance", FREE, measure="score", by="won", against="no", groups=["won_"]),
    case("balance", FREE & pl.col("winner_walls"), by="strategy", where="winner.walls_built >= 3"),
    case("balance", FREE & pl.col("other_tasks"), by="strategy", where="other.strategy = 'tasks'"),
    case("balance", FREE & pl.col("all_over_90") & pl.col("any_over_150"),
         by="strategy", where="all.score > 90 and any.score > 150"),
    case("boards", CROSS, by="strategy", where="arm = 'cross'"),
    case("boards", CROSS, measure="score", by="board", where="arm = 'cross'"),
    case("boards", pl.col("arm") == "dealt", by="board", against="par"),
    case("boards", CROSS, measure="score", by=["strategy", "board"], where="arm = 'cross'"),
    case("whatif", pl.lit(True), measure="score", by="scenario", against="before"),
    case("whatif", CROSS, by=["board", "scenario"], against="scenario=before", where="arm = 'cross'"),
    case("solo", pl.lit(True), measure="score"),
    case("solo", pl.lit(True), measure="win_share"),
]  # fmt: skip


def differences(m: Floats, against: str, groups: Sequence[str]) -> Floats:
    """From means [replicate, group] the differences from a reference, in the order of the groups."""
    k = m.shape[1]
    if against == "":
        return m
    if against == "par":
        return m - 1 / 4
    if against == "mean":
        return m - m.mean(axis=1, keepdims=True)
    if against == "rest":
        return m - (m.sum(axis=1, keepdims=True) - m) / (k - 1)
    if against == "each":
        return np.stack([m[:, i] - m[:, j] for i, j in combinations(range(k), 2)], axis=1)
    if against == "scenario=before":  # the first of three
        levels = m.reshape(len(m), -1, 3)
        return (levels - levels[:, :, [0]])[:, :, 1:].reshape(len(m), -1)
    at = groups.index({"no": "false"}.get(against, against))
    return np.delete(m - m[:, [at]], at, axis=1)


def jackknife(rows: pl.DataFrame, groups: list[str], x: pl.Expr, against: str = "") -> tuple[Floats, Floats]:
    """Estimates, and their standard errors from leaving out one deal after the other."""
    keyed = rows.select("deal", pl.concat_str(groups or [pl.lit("")], separator="|").alias("g"), x=x.cast(float))
    keys = rows.select(groups or pl.lit("")).unique()
    order = keys.sort(keys.columns).select(pl.concat_str(pl.all(), separator="|")).to_series().to_list()
    names, of_group = np.unique(keyed["g"].to_numpy(), return_inverse=True)
    deals, of_deal = np.unique(keyed["deal"].to_numpy(), return_inverse=True)
    at = of_deal, np.array([order.index(name) for name in names])[of_group]
    total, count = np.zeros((len(deals), len(order))), np.zeros((len(deals), len(order)))
    np.add.at(total, at, keyed["x"].to_numpy())
    np.add.at(count, at, 1)
    t, n = total.sum(axis=0), count.sum(axis=0)
    estimate = differences((t / n)[None, :], against, order)[0]
    with np.errstate(invalid="ignore", divide="ignore"):
        replicates = differences((t - total) / (n - count), against, order)
    spread = replicates - np.nanmean(replicates, axis=0)
    d = len(deals)
    return estimate, np.sqrt((d - 1) / d * np.nansum(spread * spread, axis=0))


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case[0]}-{case[1]}")
def test_an_estimate_is_that_of_plain_polars_and_its_error_that_of_a_jackknife(case, opened, rows_of):
    name, asked, kept, groups, x = case
    run, rows = opened(name), rows_of(name)
    table = run.compare(**asked).table
    estimate, se = jackknife(rows.filter(kept), groups, x, asked.get("against", ""))
    assert len(table) == len(estimate)
    np.testing.assert_allclose(np.sort(table["estimate"].to_numpy()), np.sort(estimate), atol=1e-9)
    order, mine = np.argsort(estimate, kind="stable"), np.argsort(table["estimate"].to_numpy(), kind="stable")
    deals = table["deals"].to_numpy()[mine]
    enough = deals >= 50
    ours, theirs = table["se"].to_numpy()[mine][enough], se[order][enough]
    ties = len(np.unique(np.round(estimate, 12))) < len(estimate)
    if not ties:
        np.testing.assert_allclose(ours, theirs, rtol=0.05, atol=1e-6)
        half = student.ppf(0.975, deals[enough] - 1) * theirs
        for column, sign in (("low_each", -1), ("high_each", 1)):
            ends = table[column].to_numpy()[mine][enough]
            middle = estimate[order][enough]
            tolerance = 0.1 * half + 1.0 / deals[enough]  # a correction of one deal is part of the interval of shares
            if table["against"][0] == "" and (estimate <= 1).all():  # Wilson's is drawn towards a half by its square
                tolerance = tolerance + half * half / np.maximum(np.minimum(middle, 1 - middle), 1e-9)
            exact = half == 0  # never, or always: the interval is the exact one
            assert ((np.abs(ends - (middle + sign * half)) <= tolerance) | exact).all()


def test_boards_are_paired_within_strategy_and_seat_on_a_deal(opened, rows_of):
    run, rows = opened("boards"), rows_of("boards")
    found = run.compare(["win_share", "score"], by="board", against="A").table
    cells: dict[tuple[Any, ...], list[tuple[float, float]]] = {}
    for row in rows.filter(MIRROR).iter_rows(named=True):
        key = (row["deal"], row["strategy"], row["seat"], row["board"])
        cells.setdefault(key, []).append((row["win_share60"] / 60, row["score"]))
    for board in ("circle", "square", "triangle", "star"):
        moved = [
            np.mean(own, axis=0) - np.mean(cells[(*key[:3], "A")], axis=0)
            for key, own in cells.items()
            if key[3] == board and (*key[:3], "A") in cells
        ]
        for measure, at in (("win_share", 0), ("score", 1)):
            row = found.filter((pl.col("board") == board) & (pl.col("measure") == measure))
            assert row["estimate"].item() == pytest.approx(np.mean([m[at] for m in moved]), abs=1e-9)
            assert row["n_of"].item() == "pairs"


def test_its_estimates_and_ends_are_those_of_the_report(answers, opened):
    run = opened("boards")
    report = answers["boards"].tables["paired_by_strategy"]
    mine = run.compare("win_share", by=["board", "strategy"], against="A").table
    both = report.join(mine, on=["board", "strategy"])
    assert len(both) == len(report) == len(mine)
    assert both["effect"].to_numpy() == pytest.approx(both["estimate"].to_numpy(), abs=1e-12)
    assert both["effect_low"].to_numpy() == pytest.approx(both["low"].to_numpy(), abs=0.01)


@pytest.mark.parametrize(
    ("of", "fraction"), [("median of winning_margin", 0.5), ("p90 of score", 0.9), ("median of score", 0.5)]
)
def test_a_quantile_has_the_rows_on_either_side_and_the_interval_that_resampled_deals_give(
    of, fraction, opened, rows_of
):
    run, rows = opened("balance"), rows_of("balance")
    column = of.rpartition(" ")[2]
    rows = rows.filter(FREE & ((pl.col("seat") == 1) if column == "winning_margin" else pl.lit(True)))
    row = run.compare(of).table.row(0, named=True)
    x = rows[column].to_numpy().astype(float)
    assert np.mean(x < row["estimate"] - 0.5) <= fraction <= np.mean(x <= row["estimate"] + 0.5)
    by_deal = [x[rows["deal"].to_numpy() == d] for d in rows["deal"].unique().to_list()]
    rng = np.random.default_rng(1)
    spread = rng.random(len(x)) - 0.5  # whole numbers as the numbers around them
    places = np.cumsum([0, *(len(one) for one in by_deal)])
    every = np.concatenate(by_deal) + spread
    draws = rng.integers(len(by_deal), size=(400, len(by_deal)))
    samples = [
        np.quantile(np.concatenate([every[places[i] : places[i + 1]] for i in draw]), fraction) for draw in draws
    ]
    assert row["se"] == pytest.approx(np.std(samples), rel=0.25)


def test_a_standard_deviation_has_the_error_of_a_jackknife(opened, rows_of):
    run, rows = opened("balance"), rows_of("balance")
    table = run.compare("sd of score", by="strategy").table.sort("strategy")
    for row in table.iter_rows(named=True):
        own = rows.filter(FREE & (pl.col("strategy") == row["strategy"]))
        x, deal = own["score"].to_numpy().astype(float), own["deal"].to_numpy()
        assert row["estimate"] == pytest.approx(np.std(x), abs=1e-9)
        left_out = np.array([np.std(x[deal != d]) for d in np.unique(deal)])
        d = len(left_out)
        assert row["se"] == pytest.approx(np.sqrt((d - 1) / d * ((left_out - left_out.mean()) ** 2).sum()), rel=0.05)


def test_with_a_factor_held_equal_the_difference_is_the_coefficient_of_a_regression(opened, rows_of):
    run, rows = opened("balance"), rows_of("balance")
    table = run.compare("walls_built", by="won", against="no", within="strategy").table
    own = rows.filter(FREE)
    y, won = own["walls_built"].to_numpy().astype(float), (own["rank"] == 1).to_numpy().astype(float)
    dummies = np.stack([(own["strategy"] == s).to_numpy() for s in own["strategy"].unique().sort().to_list()], axis=1)
    coefficient = np.linalg.lstsq(np.column_stack([won, dummies.astype(float)]), y, rcond=None)[0][0]
    equal = table.filter(pl.col("within") == "strategy").row(0, named=True)
    mixed = table.filter(pl.col("within") == "").row(0, named=True)
    assert equal["estimate"] == pytest.approx(coefficient, abs=1e-9)
    assert mixed["estimate"] == pytest.approx(y[won == 1].mean() - y[won == 0].mean(), abs=1e-9)


def test_levels_that_are_held_equal_weigh_as_the_weights_say(opened, rows_of):
    run, rows = opened("balance"), rows_of("balance")
    asked = {"by": "won", "against": "no", "within": "strategy"}
    levels = (
        rows.filter(FREE)
        .group_by("strategy")
        .agg(
            n1=(pl.col("rank") == 1).sum(),
            n2=(pl.col("rank") > 1).sum(),
            y1=pl.col("walls_built").filter(pl.col("rank") == 1).mean(),
            y2=pl.col("walls_built").filter(pl.col("rank") > 1).mean(),
        )
    )
    n1, n2, y1, y2 = (levels[name].to_numpy().astype(float) for name in ("n1", "n2", "y1", "y2"))
    for weights, by_hand in (("", n1 * n2 / (n1 + n2)), ("overlap", n1 * n2 / (n1 + n2)), ("treated", n1)):
        estimates = run.compare("walls_built", **asked, weights=weights)
        equal = estimates.table.filter(pl.col("within") == "strategy")["estimate"].item()
        assert equal == pytest.approx(np.average(y1 - y2, weights=by_hand), abs=1e-12)
        assert f"Held equal with {weights or 'overlap'} weights: a level of strategy weighs n1" in estimates.note
    paired = {"by": "board", "against": "A", "within": "strategy"}
    boards = opened("boards")
    with pytest.raises(ConditionError, match="weights treated: rows are paired on each deal"):
        boards.compare(**paired, weights="treated")
    assert "Held equal" not in boards.compare(**paired).note


@pytest.mark.parametrize(
    ("measure", "of", "x"),
    [
        ("others_with_same_lead", "seats", (pl.len().over("game", "lead") - 1)),
        ("others_with_same_strategy_before", "seats", (pl.len().over("game", "before_") - 1)),
        ("total_lead", "games", pl.col("lead").sum().over("game")),
        ("mean_lead_over_mean", "games", pl.col("over_mean").mean().over("game")),
        ("highest_lead_after_round_3", "games", pl.col("lead3").max().over("game")),
        (
            "highest_lead_over_mean_after_round_3",
            "games",
            ((4 * AFTER_3 - AFTER_3.sum().over("game")) / 3).max().over("game"),
        ),
        ("total_won", "games", (pl.col("rank") == 1).sum().over("game")),
    ],
)
def test_what_others_did_is_counted_of_derived_columns_too(measure, of, x, opened, rows_of):
    run, rows = opened("balance"), rows_of("balance")
    row = run.compare(measure).table.row(0, named=True)
    assert row["n_of"] == of
    assert row["estimate"] == pytest.approx(rows.filter(FREE).select(x.cast(float).mean()).item(), abs=1e-12)


def test_meetings_are_counted_by_opponent(opened, rows_of):
    run, rows = opened("balance"), rows_of("balance")
    names = [pl.col("strategy").cast(pl.String), "game", "seat", "rank", "score"]
    own, others = (rows.filter(FREE).select(names) for _ in "ab")
    pairs = own.join(others, on="game", suffix="_other").filter(pl.col("seat") != pl.col("seat_other"))
    ahead = (1 + (pl.col("rank_other").cast(int) - pl.col("rank").cast(int)).sign()) / 2
    by_pair = pairs.group_by("strategy", "strategy_other").agg(
        ahead=ahead.mean(), gap=(pl.col("score").cast(int) - pl.col("score_other")).mean(), n=pl.len()
    )
    by, gap = ["strategy", "opponent_strategy"], (pl.col("score") - pl.col("opponent_score")).alias("gap")
    table = run.compare(["finishes_ahead", gap], by=by).table
    shares, gaps = (table.filter(pl.col("measure") == name) for name in ("finishes_ahead", "gap"))
    expected = {row[:2]: row[2:] for row in by_pair.iter_rows()}
    assert len(shares) == len(expected)
    for (*pair, share, n), other in zip(shares.select(*by, "estimate", "n").iter_rows(), gaps["estimate"], strict=True):
        assert (share, other, n) == pytest.approx(expected[tuple(pair)], abs=1e-9)
    assert set(shares["n_of"]) == {"meetings"}
    factors = run.factors().filter(pl.col("factor") == "opponent_strategy")
    assert factors["design"].item().startswith("assigned")


def test_a_mean_held_equal_is_of_all_rows(opened, rows_of):
    run, rows = opened("balance"), rows_of("balance")
    beyond = pl.col("win_share60") - pl.col("win_share60").mean().over("strategy")
    expected = (
        rows.filter(FREE).with_columns(beyond).group_by("seat").agg(pl.col("win_share60").mean() / 60).sort("seat")
    )
    table = run.compare(by="seat", against="mean", within="strategy", weights="treated").table
    held_equal = table.filter(pl.col("within") == "strategy")
    assert held_equal["estimate"].to_list() == pytest.approx(expected["win_share60"].to_list(), abs=1e-12)


def test_a_frequency_is_the_share_of_rows_with_a_level(opened, rows_of):
    run, rows = opened("balance"), rows_of("balance")
    own = rows.filter(FREE)
    table = run.compare("frequency", by=["strategy", "palaces_built"]).table
    for row in table.iter_rows(named=True):
        x = own.filter(pl.col("strategy") == row["strategy"])
        is_level = (x["palaces_built"] == row["palaces_built"]).cast(float).alias("x")
        estimate, se = jackknife(x.with_columns(is_level), [], pl.col("x"))
        assert row["estimate"] == pytest.approx(estimate[0], abs=1e-12)
        assert row["se"] == pytest.approx(se[0], rel=0.05)
        assert row["n"] == len(x)
    assert table.group_by("strategy").agg(pl.col("estimate").sum())["estimate"].to_list() == pytest.approx([1, 1, 1])


def test_a_measure_with_a_star_stands_for_all_columns_of_such_names(opened):
    run = opened("boards")
    names = [name for name in run.seats.collect_schema().names() if name.startswith("score_")]
    assert len(names) > 1
    assert run.compare("score_*", where="arm = 'cross'").table["measure"].to_list() == names
    leads = run.compare("lead_over_mean_after_round_*", where="arm = 'cross'").table["measure"].to_list()
    assert leads == [f"lead_over_mean_after_round_{number}" for number in range(1, 6)]
    with pytest.raises(ConditionError, match="nothing_"):
        run.compare("nothing_*")


def test_a_measure_named_twice_is_one(opened):
    run = opened("balance")
    once = run.compare(["score", "rank"], by="seat").table
    assert run.compare(["score", "rank", "rank", "score"], by="seat").table.equals(once)


def test_a_split_compares_the_mean_of_some_levels_with_that_of_all_others(opened):
    run = opened("boards")
    where = "arm = 'cross'"
    shares = dict(run.compare(by="board", where=where).table.select("board", "estimate").iter_rows())
    row = run.compare(by="board", against="split circle + star", where=where).table.row(0, named=True)
    others = np.mean([shares[board] for board in ("A", "square", "triangle")])
    assert (row["board"], row["against"]) == ("circle + star", "other levels of board")
    assert row["estimate"] == pytest.approx((shares["circle"] + shares["star"]) / 2 - others, abs=1e-12)
    pattern = run.compare(by="board", against="split c?rcle + st*", where=where).table
    assert pattern["estimate"].to_list() == [row["estimate"]]
    by_seat = run.compare(by=["board", "seat"], against="split circle + star", where=where).table
    assert by_seat["seat"].to_list() == [1, 2, 3, 4]


def test_each_of_some_levels_compares_their_mean_with_every_other(opened):
    run = opened("boards")
    asked = {"by": ["board", "strategy"], "where": "arm = 'cross'"}
    rows = run.compare(**asked).table.select("board", "strategy", "estimate").rows()
    shares = {(board, who): x for board, who, x in rows}
    table = run.compare(**asked, against="each circle + star").table
    assert set(table["against"]) == {"each other level of board"}
    for who, other, estimate in table.select("strategy", "board_other", "estimate").iter_rows():
        mean = (shares["circle", who] + shares["star", who]) / 2
        assert estimate == pytest.approx(mean - shares[other, who], abs=1e-12)
    assert len(table) == len(shares) - 2 * len({who for _, who in shares})
