"""Comparisons of real runs against plain polars and a jackknife by deal; what they refuse; two runs; one family."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl
import pytest
from numpy.typing import NDArray
from scipy.stats import t as student

import strategies
from analyser import open_run, play_games, together
from reports.conditions import ConditionError
from reports.run import Run

pytestmark = pytest.mark.slow

SHARE = pl.col("win_share60") / 60
MIRROR, CROSS, FREE = (pl.col("arm") == arm for arm in ("mirror", "cross", "free"))
Combine = Callable[[NDArray[np.float64]], NDArray[np.float64]]  # means [replicate, group] to estimates


def level(at: int) -> Combine:
    return lambda m: np.delete(m - m[:, [at]], at, axis=1)


def par(players: int) -> Combine:
    return lambda m: m - 1 / players


def rest(m: NDArray[np.float64]) -> NDArray[np.float64]:
    k = m.shape[1]
    return m - (m.sum(axis=1, keepdims=True) - m) / (k - 1)


def mean(m: NDArray[np.float64]) -> NDArray[np.float64]:
    return m - m.mean(axis=1, keepdims=True)


def each(m: NDArray[np.float64]) -> NDArray[np.float64]:
    k = m.shape[1]
    return np.stack([m[:, i] - m[:, j] for i in range(k) for j in range(i + 1, k)], axis=1)


def same(m: NDArray[np.float64]) -> NDArray[np.float64]:
    return m


# run, comparison, the same in plain polars: rows, groups, the number of a row, and the reference
CASES: list[tuple[str, dict[str, Any], pl.Expr | bool, list[str], pl.Expr, Combine]] = [
    ("balance", {"by": "seat", "against": "par"}, FREE, ["seat"], SHARE, par(4)),
    ("balance", {"by": "strategy", "against": "par"}, FREE, ["strategy"], SHARE, par(4)),
    ("balance", {"by": "strategy", "against": "each"}, FREE, ["strategy"], SHARE, each),
    ("balance", {"by": "strategy", "against": "rest"}, FREE, ["strategy"], SHARE, rest),
    ("balance", {"by": "strategy", "against": "mean"}, FREE, ["strategy"], SHARE, mean),
    ("balance", {"by": "strategy", "against": "builder"}, FREE, ["strategy"], SHARE, level(0)),
    ("balance", {"by": "seat", "against": "2"}, FREE, ["seat"], SHARE, level(1)),
    ("balance", {"measure": "score", "by": "seat"}, FREE, ["seat"], pl.col("score"), same),
    ("balance", {"measure": "score", "by": "strategy", "against": "each"}, FREE, ["strategy"], pl.col("score"), each),
    ("balance", {"measure": "score_walls", "by": "strategy"}, FREE, ["strategy"], pl.col("score_walls"), same),
    ("balance", {"measure": "palaces_built", "by": "strategy", "against": "tasks"}, FREE, ["strategy"],
     pl.col("palaces_built"), level(2)),
    ("balance", {"measure": "rank", "by": "seat", "against": "mean"}, FREE, ["seat"], pl.col("rank"), mean),
    ("balance", {"measure": "share of rank = 4", "by": "seat"}, FREE, ["seat"], (pl.col("rank") == 4).cast(int), same),
    ("balance", {"measure": "share of palaces_built >= 3", "by": "strategy"}, FREE, ["strategy"],
     (pl.col("palaces_built") >= 3).cast(int), same),
    ("balance", {"measure": "win_share", "by": "walls_built"}, FREE, ["walls_built"], SHARE, same),
    ("balance", {"by": "band(score, 100, 140, 180)"}, FREE, ["score_band"], SHARE, same),
    ("balance", {"by": "palaces_built > 2", "against": "no"}, FREE, ["many"], SHARE, level(0)),
    ("balance", {"by": ["strategy", "seat"]}, FREE, ["strategy", "seat"], SHARE, same),
    ("balance", {"by": "seat", "where": "strategy = 'tasks'"}, FREE & (pl.col("strategy") == "tasks"), ["seat"], SHARE,
     same),
    ("balance", {"measure": "score", "by": "seat", "where": "walls_built between 1 and 2"},
     FREE & pl.col("walls_built").is_between(1, 2), ["seat"], pl.col("score"), same),
    ("balance", {"measure": "winning_margin"}, FREE & (pl.col("seat") == 1), [], pl.col("winning_margin"), same),
    ("balance", {"measure": "lead_changes"}, FREE & (pl.col("seat") == 1), [], pl.col("lead_changes"), same),
    ("balance", {"measure": "share of winning_margin < 5"}, FREE & (pl.col("seat") == 1), [],
     (pl.col("winning_margin") < 5).cast(int), same),
    ("balance", {"measure": "lead", "by": "seat"}, FREE, ["seat"], pl.col("lead"), same),
    ("balance", {"measure": "lead_over_mean", "by": "strategy"}, FREE, ["strategy"], pl.col("over_mean"), same),
    ("balance", {"by": "band(lead_after_round_3, 20)"}, FREE, ["lead3_band"], SHARE, same),
    ("balance", {"by": "strategy_before"}, FREE, ["before_"], SHARE, same),
    ("balance", {"by": "others_with_same_strategy"}, FREE, ["alike_"], SHARE, same),
    ("balance", {"by": "others"}, FREE, ["others_"], SHARE, same),
    ("balance", {"measure": "score", "by": "won", "against": "no"}, FREE, ["won_"], pl.col("score"), level(0)),
    ("balance", {"by": "strategy", "where": "winner.walls_built >= 3"},
     FREE & pl.col("winner_walls"), ["strategy"], SHARE, same),
    ("balance", {"by": "strategy", "where": "other.strategy = 'tasks'"}, FREE & pl.col("other_tasks"), ["strategy"],
     SHARE, same),
    ("balance", {"by": "strategy", "where": "all.score > 90 and any.score > 150"},
     FREE & pl.col("all_over_90") & pl.col("any_over_150"), ["strategy"], SHARE, same),
    ("boards", {"by": "strategy", "where": "arm = 'cross' and board = 'circle'"}, CROSS & (pl.col("board") == "circle"),
     ["strategy"], SHARE, same),
    ("boards", {"by": "seat", "against": "mean", "where": "arm = 'cross'"}, CROSS, ["seat"], SHARE, mean),
    ("boards", {"measure": "score", "by": "board", "where": "arm = 'cross'"}, CROSS, ["board"], pl.col("score"), same),
    ("boards", {"by": "board", "against": "par"}, pl.col("arm") == "dealt", ["board"], SHARE, par(4)),
    ("boards", {"measure": "score", "by": ["strategy", "board"], "where": "arm = 'cross'"}, CROSS,
     ["strategy", "board"], pl.col("score"), same),
    ("goals", {"by": "seat", "against": "par", "where": "arm = 'cross'"}, CROSS, ["seat"], SHARE, par(4)),
    ("whatif", {"measure": "score", "by": "scenario", "against": "before"}, pl.lit(True), ["scenario"], pl.col("score"),
     level(0)),
    ("whatif", {"by": ["board", "scenario"], "against": "scenario=before", "where": "arm = 'cross'"}, CROSS,
     ["board", "scenario"], SHARE, lambda m: (lambda g: (g - g[:, :, [0]])[:, :, 1:].reshape(len(m), -1))(
         m.reshape(len(m), -1, 3))),
    ("solo", {"measure": "score"}, pl.lit(True), [], pl.col("score"), same),
    ("solo", {"measure": "win_share"}, pl.lit(True), [], SHARE, same),
]  # fmt: skip


def rows_of(run: Run) -> pl.DataFrame:
    """Seats of players with the columns the cases need, worked out in plain polars."""
    parts = []
    for part in run.parts:
        seats, games = part.frames.table.collect(), part.frames.games.collect()
        seats = seats.with_columns(pl.col(pl.Enum).cast(pl.String))
        seats = seats.join(games.select("game", "winning_margin", "lead_changes"), on="game")
        players = pl.col("strategy").is_not_null()
        frame = seats.to_dicts()
        by_game: dict[int, list[dict[str, Any]]] = {}
        for row in frame:
            by_game.setdefault(row["game"], []).append(row)
        for table in by_game.values():
            own = [r for r in table if r["strategy"] is not None]
            for r in table:
                others = [o for o in table if o is not r]
                r["lead"] = r["score"] - max((o["score"] for o in others), default=0)
                r["over_mean"] = r["score"] - sum(o["score"] for o in others) / max(len(others), 1)
                if "score_after_round_3" in r:
                    r["lead3"] = r["score_after_round_3"] - max((o["score_after_round_3"] for o in others), default=0)
                    r["lead3_band"] = r["lead3"] // 20 * 20
                r["score_band"] = sum(r["score"] >= e for e in (100, 140, 180))
                if r in own:
                    at = own.index(r)
                    r["before_"] = own[at - 1]["strategy"]
                    r["alike_"] = sum(o["strategy"] == r["strategy"] for o in own) - 1
                    r["others_"] = " + ".join(sorted(o["strategy"] for o in own if o is not r))
                    r["other_tasks"] = any(o["strategy"] == "tasks" for o in own if o is not r)
                r["won_"] = r["rank"] == 1
                r["many"] = r.get("palaces_built", 0) > 2
                r["winner_walls"] = any(o["rank"] == 1 and o.get("walls_built", 0) >= 3 for o in table)
                r["all_over_90"] = all(o["score"] > 90 for o in table)
                r["any_over_150"] = any(o["score"] > 150 for o in table)
        done = pl.DataFrame([r for table in by_game.values() for r in table], infer_schema_length=None)
        parts.append(done.filter(players).with_columns(scenario=pl.lit(part.settings["scenario"])))
    return pl.concat(parts, how="diagonal_relaxed")


@pytest.fixture(scope="module")
def opened(runs: Path) -> Callable[[str], tuple[Run, pl.DataFrame]]:
    """A run by its name, and its rows."""
    known: dict[str, tuple[Run, pl.DataFrame]] = {}

    def of(name: str) -> tuple[Run, pl.DataFrame]:
        if name not in known:
            run = open_run(runs / name)
            known[name] = run, rows_of(run)
        return known[name]

    return of


def jackknife(
    rows: pl.DataFrame, groups: list[str], x: pl.Expr, combine: Combine
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Estimates, and their standard errors from leaving out one deal after the other."""
    keyed = rows.select("deal", pl.concat_str(groups or [pl.lit("")], separator="|").alias("g"), x=x.cast(float))
    order = (
        rows.select(groups).unique().sort(groups).select(pl.concat_str(groups, separator="|")).to_series().to_list()
        if groups
        else [""]
    )
    deals = keyed["deal"].unique().sort().to_list()
    total, count = np.zeros((len(deals), len(order))), np.zeros((len(deals), len(order)))
    place = {d: i for i, d in enumerate(deals)}
    column = {g: i for i, g in enumerate(order)}
    for d, g, value in keyed.iter_rows():
        total[place[d], column[g]] += value
        count[place[d], column[g]] += 1
    t, n = total.sum(axis=0), count.sum(axis=0)
    estimate = combine((t / n)[None, :])[0]
    with np.errstate(invalid="ignore", divide="ignore"):
        replicates = combine((t - total) / (n - count))
    spread = replicates - np.nanmean(replicates, axis=0)
    d = len(deals)
    return estimate, np.sqrt((d - 1) / d * np.nansum(spread * spread, axis=0))


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case[0]}-{case[1]}")
def test_an_estimate_is_that_of_plain_polars_and_its_error_that_of_a_jackknife(
    case: tuple[str, dict[str, Any], pl.Expr, list[str], pl.Expr, Combine],
    opened: Callable[[str], tuple[Run, pl.DataFrame]],
) -> None:
    name, asked, kept, groups, x, combine = case
    run, rows = opened(name)
    table = run.compare(**asked).table
    estimate, se = jackknife(rows.filter(kept), groups, x, combine)
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


def test_boards_are_paired_within_strategy_and_seat_on_a_deal(
    opened: Callable[[str], tuple[Run, pl.DataFrame]],
) -> None:
    run, rows = opened("boards")
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


def test_its_estimates_and_ends_are_those_of_the_report(
    runs: Path, answers: dict[str, Any], opened: Callable[[str], tuple[Run, pl.DataFrame]]
) -> None:
    run, _ = opened("boards")
    report = answers["boards"].tables["paired"].filter(pl.col("strategy") != "all")
    mine = run.compare("win_share", by=["board", "strategy"], against="A").table
    both = report.join(mine, on=["board", "strategy"])
    assert len(both) == len(report) == len(mine)
    assert both["effect"].to_numpy() == pytest.approx(both["estimate"].to_numpy(), abs=1e-12)
    assert both["effect_low"].to_numpy() == pytest.approx(both["low"].to_numpy(), abs=0.01)


@pytest.mark.parametrize(
    ("of", "fraction"), [("median of winning_margin", 0.5), ("p90 of score", 0.9), ("median of score", 0.5)]
)
def test_a_quantile_has_the_rows_on_either_side_and_the_interval_that_resampled_deals_give(
    of: str, fraction: float, opened: Callable[[str], tuple[Run, pl.DataFrame]]
) -> None:
    run, rows = opened("balance")
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
    samples = [
        np.quantile(
            np.concatenate([every[places[i] : places[i + 1]] for i in rng.integers(len(by_deal), size=len(by_deal))]),
            fraction,
        )
        for _ in range(400)
    ]
    assert row["se"] == pytest.approx(np.std(samples), rel=0.25)


def test_a_standard_deviation_has_the_error_of_a_jackknife(opened: Callable[[str], tuple[Run, pl.DataFrame]]) -> None:
    run, rows = opened("balance")
    table = run.compare("sd of score", by="strategy").table.sort("strategy")
    for row in table.iter_rows(named=True):
        own = rows.filter(FREE & (pl.col("strategy") == row["strategy"]))
        x, deal = own["score"].to_numpy().astype(float), own["deal"].to_numpy()
        assert row["estimate"] == pytest.approx(np.std(x), abs=1e-9)
        left_out = np.array([np.std(x[deal != d]) for d in np.unique(deal)])
        d = len(left_out)
        assert row["se"] == pytest.approx(np.sqrt((d - 1) / d * ((left_out - left_out.mean()) ** 2).sum()), rel=0.05)


def test_with_a_factor_held_equal_the_difference_is_the_coefficient_of_a_regression(
    opened: Callable[[str], tuple[Run, pl.DataFrame]],
) -> None:
    run, rows = opened("balance")
    table = run.compare("walls_built", by="won", against="no", within="strategy").table
    own = rows.filter(FREE)
    y, won = own["walls_built"].to_numpy().astype(float), (own["rank"] == 1).to_numpy().astype(float)
    dummies = np.stack([(own["strategy"] == s).to_numpy() for s in own["strategy"].unique().sort().to_list()], axis=1)
    coefficient = np.linalg.lstsq(np.column_stack([won, dummies.astype(float)]), y, rcond=None)[0][0]
    equal = table.filter(pl.col("within") == "strategy").row(0, named=True)
    mixed = table.filter(pl.col("within") == "").row(0, named=True)
    assert equal["estimate"] == pytest.approx(coefficient, abs=1e-9)
    assert mixed["estimate"] == pytest.approx(y[won == 1].mean() - y[won == 0].mean(), abs=1e-9)


def test_a_run_less_itself_on_other_players_is_paired_on_deals(tmp_path: Path) -> None:
    settings = {"design": "balance", "players": 2, "workers": 0, "seed": 5, "games": 600}
    one = play_games("middle_kingdom", strategies=["curve", "goals"], out=tmp_path / "one", **settings)
    two = play_games("middle_kingdom", strategies=["curve", "goals"], out=tmp_path / "two", **settings)
    other = play_games(
        "middle_kingdom", strategies=["curve", "goals"], out=tmp_path / "three", **{**settings, "seed": 6}
    )
    mine = one.compare("score", by="strategy")
    same_deals, other_deals = (
        mine.minus(two.compare("score", by="strategy")),
        mine.minus(other.compare("score", by="strategy")),
    )
    assert same_deals.table["estimate"].to_list() == [0, 0]
    assert same_deals.table["se"].to_list() == [0, 0]
    assert same_deals.table["verdict"].to_list() == ["same", "same"]
    apart = [found.compare("score", by="strategy").table["se"].to_numpy() for found in (one, other)]
    assert other_deals.table["se"].to_numpy() == pytest.approx(np.hypot(*apart))


def played(path: Path, game: str = "middle_kingdom", **settings: Any) -> Run:
    """A small run of fixed line-ups."""
    defaults = {"players": 2, "workers": 0, "seed": 5, "games": 120, "out": path}
    return play_games(game, **{**defaults, **settings})


def test_two_runs_of_different_games_are_refused(tmp_path: Path) -> None:
    one = played(tmp_path / "one", strategies=["curve", "goals"])
    two = played(tmp_path / "two", "qin", strategies=["blocker", "absorber"])
    with pytest.raises(ConditionError, match=r"^middle_kingdom and qin are different games: compare two runs of one"):
        one.compare(by="seat").minus(two.compare(by="seat"))


def test_a_strategy_that_changed_since_a_run_is_named_where_two_runs_are_compared(tmp_path: Path) -> None:
    """The first run still reads and answers as it was played."""
    plan = tmp_path / "mine.toml"
    shipped = Path(strategies.__file__).parent / "middle_kingdom" / "curve.toml"
    plan.write_text(shipped.read_text(encoding="utf-8"), encoding="utf-8")
    one = played(tmp_path / "one", strategies=[str(plan), "goals"])
    before = one.compare("score", by="strategy").table
    plan.write_text(re.sub(r"farmers = 1", "farmers = 2", plan.read_text(encoding="utf-8"), count=1), encoding="utf-8")
    two = played(tmp_path / "two", strategies=[str(plan), "goals"])
    assert open_run(tmp_path / "one").compare("score", by="strategy").table.equals(before)
    note = one.compare("score", by="strategy").minus(two.compare("score", by="strategy")).note
    assert f"{plan} is another version in {tmp_path / 'two'}." in note
    assert "goals is" not in note


def test_factors_that_line_ups_mix_are_named(tmp_path: Path) -> None:
    fixed = played(tmp_path / "fixed", strategies=["curve", "goals"], rotate=False)
    seats = "strategy cannot be told from seat in these games: curve always sat in seat 1."
    assert seats in fixed.compare(by="strategy", against="par").note
    assert "cannot be told" not in fixed.compare(by=["strategy", "seat"]).note
    rotated = played(tmp_path / "rotated", strategies=["curve", "goals"])
    assert "cannot be told" not in rotated.compare(by="strategy", against="par").note


def test_a_frequency_is_the_share_of_rows_with_a_level(opened: Callable[[str], tuple[Run, pl.DataFrame]]) -> None:
    run, rows = opened("balance")
    own = rows.filter(FREE)
    table = run.compare("frequency", by=["strategy", "palaces_built"]).table
    for row in table.iter_rows(named=True):
        x = own.filter(pl.col("strategy") == row["strategy"])
        is_level = (x["palaces_built"] == row["palaces_built"]).cast(float).alias("x")
        estimate, se = jackknife(x.with_columns(is_level), [], pl.col("x"), same)
        assert row["estimate"] == pytest.approx(estimate[0], abs=1e-12)
        assert row["se"] == pytest.approx(se[0], rel=0.05)
        assert row["n"] == len(x)
    assert table.group_by("strategy").agg(pl.col("estimate").sum())["estimate"].to_list() == pytest.approx([1, 1, 1])


def test_a_split_compares_the_mean_of_some_levels_with_that_of_all_others(
    opened: Callable[[str], tuple[Run, pl.DataFrame]],
) -> None:
    run, _ = opened("boards")
    where = "arm = 'cross'"
    shares = dict(run.compare(by="board", where=where).table.select("board", "estimate").iter_rows())
    row = run.compare(by="board", against="split circle + star", where=where).table.row(0, named=True)
    others = np.mean([shares[board] for board in ("A", "square", "triangle")])
    assert (row["board"], row["against"]) == ("circle + star", "other levels of board")
    assert row["estimate"] == pytest.approx((shares["circle"] + shares["star"]) / 2 - others, abs=1e-12)
    by_seat = run.compare(by=["board", "seat"], against="split circle + star", where=where).table
    assert by_seat["seat"].to_list() == [1, 2, 3, 4]


def test_games_with_paid_boards_have_no_records(opened: Callable[[str], tuple[Run, pl.DataFrame]]) -> None:
    run, rows = opened("boards")
    with pytest.raises(ConditionError, match="boards are paid for at the start cannot be recorded: name another arm"):
        run.compare("score", by="board", where="arm = 'priced'").games(0)
    both = run.compare("score", by="board", where="arm in ('dealt', 'priced')").games(0)
    dealt = rows.filter(pl.col("arm") == "dealt")["game"]
    assert set(both["game"]) <= set(dealt)


@pytest.mark.parametrize(
    ("asked", "of"),
    [
        ({"measure": "score", "where": "move_kind = 'palace'"}, "decisions"),
        ({"measure": "score", "by": "seat"}, "seats"),
        ({"measure": "lead_changes", "by": "seat"}, "seats"),
        ({"measure": ["lead_changes", "winning_margin"]}, "games"),
        ({"measure": "share of move_kind = 'palace'"}, "decisions"),
    ],
)
def test_rows_are_those_that_have_the_columns(
    asked: dict[str, Any], of: str, opened: Callable[[str], tuple[Run, pl.DataFrame]]
) -> None:
    run, _ = opened("balance")
    assert set(run.compare(**asked).table["n_of"]) == {of}


def test_together_widens_every_interval_and_leaves_estimates(opened: Callable[[str], tuple[Run, pl.DataFrame]]) -> None:
    run, _ = opened("balance")
    one, two = run.compare(by="seat", against="par"), run.compare(by="strategy", against="par")
    both = together(one, two).table
    alone = pl.concat([one.table, two.table], how="diagonal_relaxed")
    assert both["estimate"].to_list() == alone["estimate"].to_list()
    width = lambda table: (table["high"] - table["low"]).to_numpy()  # noqa: E731
    assert (width(both) > width(alone)).all()
    assert both["family"].n_unique() == 1


# what is asked of which run, and what is said
REFUSED: list[tuple[str, dict[str, Any], str]] = [
    ("boards", {"by": ["strategy", "palaces_built"], "where": "arm in ('mirror', 'cross')"},
     "palaces_built is chosen by players, not assigned: name one arm, not mirror, cross"),
    ("boards", {"by": "palaces_built"},
     "the run has games of several kinds (mirror, cross, dealt, priced): add where \"arm = 'mirror'\", or another"),
    ("boards", {"measure": "score", "by": "seat", "against": "par"},
     "against par: score has no par; win_share has"),
    ("boards", {"by": "board", "against": "moon"},
     "board moon was not played: choose from A, circle, square, star, triangle"),
    ("boards", {"by": "bord"}, "no column bord: did you mean board?"),
    ("boards", {"measure": "scoer"}, "no column scoer: did you mean score?"),
    ("boards", {"measure": "strategy"}, "strategy is a text: write share of strategy = '...'"),
    ("boards", {"where": "strategy = 'wals' and arm = 'cross'"}, "no strategy 'wals': "),
    ("boards", {"where": "score > 100000 and arm = 'cross'"}, "no rows meet score > 100000"),
    ("boards", {"by": "score", "where": "arm = 'mirror'"},
     "groups, at most 200 are compared: use band(...) or where"),
    ("boards", {"measure": "n_legal", "of": "decisions"},
     "has no decisions: play it with --record decisions"),
    ("boards", {"by": "W_by_round_2", "where": "arm = 'cross'"},
     "has no decisions: play it with --record decisions"),
    ("boards", {"by": "seat", "against": "board=A"},
     "against 'board=A': board is not among the factors seat"),
    ("boards", {"against": "A"}, "against 'A': name a factor with by"),
    ("boards", {"measure": "frequency"}, "frequency: name the factor whose levels are counted with by"),
    ("boards", {"by": "board", "against": "split A + moon"}, "board moon was not played: choose from A, circle"),
    ("balance", {"by": "move_kind", "of": "seats"},
     "move_kind is of a decision, not of a seat or game: count decisions, with of decisions"),
    ("balance", {"where": "other.move_kind = 'palace'"}, "move_kind is of a decision, not of a seat or game"),
    ("balance", {"where": "strategy = builder"}, "builder is a name, not a column: write it in quotes: 'builder'"),
    ("balance", {"by": "band(strategy, 3)"}, "band(strategy, 3): strategy is no number"),
    ("balance", {"by": "band(score, 0)"}, "band(score, 0): give a width above 0, or edges that rise"),
    ("balance", {"by": "band(score, 5, 3)"}, "give a width above 0, or edges that rise"),
    ("balance", {"measure": "total_opening"}, "total_opening: opening is no number"),
    ("balance", {"measure": "score per strategy"}, "score per strategy: strategy is no number"),
    ("balance", {"measure": "score per start_points"}, "no rows have a value"),
    ("balance", {"measure": "sd of first_turn"}, "first_turn is a text: write share of first_turn = '...'"),
    ("balance", {"measure": "share of first_turn = 'Q'"}, "no first_turn 'Q': choose from U, R, A, G, H, P, W"),
    ("boards", {"by": "board", "where": "board = 'A'"}, "in games of arm dealt: name another with where"),
    ("balance", {"where": "strategy > 3"}, "strategy > 3: a text is compared with a number"),
    ("boards", {"by": "seat", "within": "strategy"},
     "within strategy: needs a level, rest or each to compare with"),
    ("boards", {"of": "tables"}, "of tables: choose from seats, games, decisions"),
    ("solo", {"against": "par", "by": "strategy"}, "against par: with one player there is no par"),
]  # fmt: skip


@pytest.mark.parametrize(("name", "asked", "message"), REFUSED)
def test_what_a_run_cannot_answer_is_one_line(
    name: str, asked: dict[str, Any], message: str, opened: Callable[[str], tuple[Run, pl.DataFrame]]
) -> None:
    run, _ = opened(name)
    with pytest.raises(ConditionError) as refused:
        run.compare(**asked)
    assert message in str(refused.value)
    assert "\n" not in str(refused.value)
    assert len(str(refused.value)) < 250


def test_what_is_typed_at_a_prompt_prints_and_numbers_may_be_levels(
    opened: Callable[[str], tuple[Run, pl.DataFrame]],
) -> None:
    run, _ = opened("balance")
    bands = run.compare("winning_margin", by="band(lead_changes, 3)", against=0, where=None)
    assert repr(bands) == str(bands)
    assert "3 to 6" in str(bands)
    assert len(repr(run)) < 200
    assert "the run has" in str(opened("boards")[0].compare(by="board", against="par"))
    by_arm = opened("boards")[0].compare(by=["board", "arm"]).table
    assert set(by_arm["arm"]) == {"mirror", "cross", "dealt", "priced"}
    assert "a seat counts as often as it decides" in run.compare("score", by="stage").note
    with pytest.raises(ConditionError, match="give the comparisons"):
        together()


def test_settings_that_are_not_mentioned_split_a_comparison(opened: Callable[[str], tuple[Run, pl.DataFrame]]) -> None:
    run, _ = opened("whatif")
    table = run.compare(by="strategy", against="par").table
    assert table["scenario"].to_list() == ["before"] * 2 + ["three"] * 2 + ["four"] * 2
    assert table["family"].n_unique() == 3


def test_a_group_without_rows_is_absent(opened: Callable[[str], tuple[Run, pl.DataFrame]]) -> None:
    run, rows = opened("balance")
    table = run.compare(by="walls_built", where="walls_built in (0, 1, 99)").table
    assert table["walls_built"].to_list() == sorted(x for x in rows["walls_built"].unique().to_list() if x in (0, 1))


def test_below_50_deals_there_is_a_number_and_no_word(opened: Callable[[str], tuple[Run, pl.DataFrame]]) -> None:
    run, _ = opened("balance")
    table = run.compare(by="seat", against="par", where="deal < 40").table
    assert table["deals"].max() < 50
    assert table["verdict"].to_list() == [None] * 4
    assert table["low"].null_count() == 0
    assert "fewer than 50 deals: no word" in str(run.compare(by="seat", against="par", where="deal < 40"))


def test_the_games_of_a_row_are_those_of_its_group(opened: Callable[[str], tuple[Run, pl.DataFrame]]) -> None:
    run, rows = opened("balance")
    found = run.compare("score", by="strategy")
    games = found.games(1)
    own = rows.filter(pl.col("strategy") == found.table["strategy"][1])
    assert sorted(games.select("game", "seat").rows()) == sorted(own.select("game", "seat").rows())
    assert abs(games["value"][0] - own["score"].mean()) <= 1
