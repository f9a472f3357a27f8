"""Is a B side stronger than side A: by how much, for whom, at which seat, and where do its points come from."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any

import numpy as np
import polars as pl

from analyser.questions.answer import Answer, Verdict, shaped
from analyser.questions.board_model import model
from analyser.questions.board_strategy import board_strategy
from analyser.questions.board_use import composition, unrest, usage
from analyser.questions.common import ahead, text, totals
from analyser.questions.effects import Effect, ending, interval, judged, pp
from analyser.questions.run import SCORE, SHARE, Frame, Run
from analyser.stats.cluster import Measure, grouped
from analyser.stats.joint import Joint, joint, two_sided
from analyser.stats.verdict import BALANCED, Judgement, holm

__all__ = ["answer"]

ALL = "all"


def answer(
    seats: Frame, games: Frame, decisions: Frame | None = None, *, facts: Mapping[str, Any], margin: float = 0.02
) -> Answer:
    """Tables and verdicts on player boards; `margin` is a fraction of win share.

    Side B is compared with side A on the same deal, seat and strategy (arm `mirror`); against a mixed table the arm
    `cross` answers.
    """
    run = Run.of(seats, games, decisions, facts, margin)
    tables: dict[str, pl.DataFrame] = {}
    verdicts: list[Verdict] = []
    notes: list[str] = []
    title = f"{run.facts.get('title') or run.facts.get('name') or 'Game'}: are the player boards balanced?"
    if run.arms and run.seats.select(pl.col("board").is_null().all()).collect().item():
        notes.append("The game has no player boards: there is nothing to compare.")
        return Answer("boards", title, verdicts, shaped("boards", tables), run.header(), notes)
    mirror = run.rows("mirror")
    if "mirror" in run.arms:
        cells = totals(
            mirror, ["deal", "strategy", "seat", "board"], ["share60", "score", *(f"score_{s}" for s in run.sources)]
        )
        pairs = _pairs(cells, run)
        tables |= _sides(cells, run)
        if len(pairs):
            tables["paired"], tables["verdicts"], verdicts = _paired(pairs, run)
            tables["paired_sources"] = _sources(pairs, run)
            notes.append(_pairing_note(tables["paired"]))
        else:
            notes.append("No B side was played against side A on the same deal and seat: there is nothing to compare.")
        tables["board_seat"] = _by_seat(cells, pairs)
        tables["board_board"] = ahead(run, mirror, "board")
        tables["composition"] = composition(run)
    else:
        notes.append(
            "The run has no mirror games (one strategy in all seats), so sides are not compared on equal terms."
        )
    arm = run.first_arm("cross", "mirror")
    if arm:
        tables["board_strategy"] = board_strategy(run, arm)
        tables["model"], tables["model_tests"], found = model(run, arm)
        notes += found
        tables["usage"], tables["unrest"] = usage(run, "mirror" if "mirror" in run.arms else arm), unrest(run)
    if "cross" in run.arms:
        tables["cross"] = text(grouped(run.rows("cross"), ["strategy", "board"], {"share": SHARE}), "strategy", "board")
    else:
        notes.append(
            "The run has no cross games (a strategy of its own in every seat): boards meet tables of one plan only."
        )
    return Answer("boards", title, verdicts, shaped("boards", tables), run.header(), notes)


def _pairs(cells: pl.DataFrame, run: Run) -> pl.DataFrame:
    """One row for each B board, deal, strategy and seat that also saw side A: totals of both, weighted to equal numbers
    of games.

    `x_b` = total of B times games of A, `x_a` the reverse, `w` = product of both numbers of games: sums of x_b - x_a
    over sums of w are means of paired differences. A's games carry no board of their own: the seat's physical board is
    the one its B games show.
    """
    measures = [c for c in cells.columns if c.startswith("score") or c == "share60"]
    is_a = pl.col("board").cast(pl.String).is_in(run.a_sides)
    keys = ["deal", "strategy", "seat"]
    a = cells.filter(is_a).group_by(keys).agg(pl.col("games", *measures).sum().name.suffix("_a"))
    both = cells.filter(~is_a).join(a, on=keys)
    b_scaled = [(pl.col(m) * pl.col("games_a")).alias(f"b_{m}") for m in measures]
    a_scaled = [(pl.col(f"{m}_a") * pl.col("games")).alias(f"a_{m}") for m in measures]
    w = (pl.col("games") * pl.col("games_a")).alias("w")
    return both.select(*keys, "board", pl.min_horizontal("games", "games_a").alias("n_games"), w, *b_scaled, *a_scaled)


def _differences(pairs: pl.DataFrame, keys: list[str], measures: Mapping[str, Measure]) -> pl.DataFrame:
    """Mean paired differences B minus A for every group, `n` counting pairs of seat-games."""
    scaled = [(pl.col(f"b_{m.column}") - pl.col(f"a_{m.column}")).alias(f"d_{m.column}") for m in measures.values()]
    wanted = {name: Measure(f"d_{m.column}", m.scale) for name, m in measures.items()}
    found = grouped(pairs.with_columns(scaled), keys, wanted, count="w", detail=True)
    n = (
        pairs.group_by(keys).agg(pl.col("n_games").sum().alias("n_"))
        if keys
        else pairs.select(pl.col("n_games").sum().alias("n_"))
    )
    joined = found.join(n, on=keys) if keys else found.hstack(n)
    return joined.with_columns(pl.col("n_").alias("n")).drop("n_").sort(keys)


def _paired(pairs: pl.DataFrame, run: Run) -> tuple[pl.DataFrame, pl.DataFrame, list[Verdict]]:
    """B minus A over all strategies (one family) and for each strategy (another), with verdicts."""
    measures = {"effect": SHARE, "score": SCORE}
    overall = _differences(pairs, ["board"], measures).with_columns(strategy=pl.lit(ALL))
    single = _differences(pairs, ["board", "strategy"], measures)
    parts, verdict_tables, verdicts = [], [], []
    for part, keys in ((overall, ["board"]), (single, ["board", "strategy"])):
        effects = _effects(part, run)
        p = [e.p for e in effects]
        shown = text(
            part.with_columns(p=pl.Series(p, dtype=pl.Float64), p_holm=pl.Series(holm(p))), "board", "strategy"
        )
        parts.append(shown.join(_odds(pairs, keys), on=keys, how="left", maintain_order="left"))
        strategies = pairs["strategy"].n_unique()
        if part is single and strategies == 1:
            continue
        table, said = judged(effects, run.margin, lambda e, j: _sentence(e, j, run))
        verdict_tables.append(table)
        verdicts += said
    return pl.concat(parts, how="diagonal_relaxed"), pl.concat(verdict_tables), verdicts


def _effects(part: pl.DataFrame, run: Run) -> list[Effect]:
    p = two_sided(part["effect"].to_numpy(), _floats(part["effect_se"]), part["deals"].to_numpy() - 1.0)
    out = []
    for row, value in zip(part.iter_rows(named=True), p.tolist(), strict=True):
        who = "" if row["strategy"] == ALL else f", {row['strategy']}"
        low, high, se = (_float(row[c]) for c in ("effect_low", "effect_high", "effect_se"))
        out.append(
            Effect(f"{run.label(row['board'])}{who}", row["effect"], low, high, se, value, row["n"], row["deals"])
        )
    return out


def _float(x: float | None) -> float:
    return float("nan") if x is None else x


def _floats(series: pl.Series) -> np.ndarray[Any, np.dtype[np.float64]]:
    return series.cast(pl.Float64).fill_null(float("nan")).to_numpy()


def _sentence(e: Effect, judgement: Judgement, run: Run) -> str:
    board, _, strategy = e.subject.partition(", ")
    seats = {2: "both", 3: "all three", 4: "all four", 5: "all five", 6: "all six"}.get(run.players, "all")
    table = f"when {seats} seats play {strategy or 'the same plan'}"
    name = board[:1].upper() + board[1:]
    if judgement.verdict == BALANCED:
        says = f"{name} wins as often as {run.a_label}: {'+' if e.effect > 0 else ''}{pp(e.effect)} pp"
    else:
        says = f"{name} wins {pp(abs(e.effect))} pp {'more' if e.effect >= 0 else 'less'} than {run.a_label}"
    return f"{says} ({interval(e)}) {table}: {ending(e, judgement, run.margin)}"


def _odds(pairs: pl.DataFrame, keys: list[str]) -> pl.DataFrame:
    """Correlation of the two arms, and the odds ratio of winning with its delta-method interval."""
    columns = [f"{side}_share60" for side in ("a", "b")]
    deals = pairs.group_by([*keys, "deal"]).agg(pl.col("w", *columns).sum())
    sides = pl.concat(
        deals.select(*keys, "deal", "w", pl.lit(side).alias("side"), pl.col(f"{side}_share60").alias("x"))
        for side in ("a", "b")
    )
    both = joint(sides, [*keys, "side"], "x", scale=60, count="w")
    rows: list[dict[str, Any]] = []
    for a in range(0, len(both.groups), 2):  # groups are sorted: each key's side a stands before its side b
        row: dict[str, Any] = {k: str(both.groups[k][a]) for k in keys}
        rows.append(row | {"rho": both.rho(a, a + 1)} | _odds_ratio(both, a))
    return pl.DataFrame(
        rows, schema_overrides={"odds_ratio": pl.Float64, "odds_ratio_low": pl.Float64, "odds_ratio_high": pl.Float64}
    )


def _odds_ratio(both: Joint, a: int) -> dict[str, float | None]:
    from scipy.special import stdtrit

    names = ("odds_ratio", "odds_ratio_low", "odds_ratio_high")
    p = both.estimate[a : a + 2]
    if not ((p > 0) & (p < 1)).all() or both.clusters[a] < 2:
        return dict.fromkeys(names)
    log_ratio = math.log(p[1] / (1 - p[1])) - math.log(p[0] / (1 - p[0]))
    slope = np.array([-1.0, 1.0]) / (p * (1 - p))
    se = math.sqrt(max(float(slope @ both.covariance[a : a + 2, a : a + 2] @ slope), 0.0))
    t = float(stdtrit(both.clusters[a] - 1.0, 0.975))
    return {name: math.exp(log_ratio + sign * t * se) for name, sign in zip(names, (0, -1, 1), strict=True)}


def _sources(pairs: pl.DataFrame, run: Run) -> pl.DataFrame:
    """B minus A in points, category by category; the categories add up to the score."""
    found = _differences(pairs, ["board"], {s: Measure(f"score_{s}") for s in run.sources})
    parts = [
        found.select(
            "board",
            "n",
            pl.lit(s).alias("source"),
            *(pl.col(f"{s}{end}").alias(f"difference{end}") for end in ("", "_low", "_high")),
        )
        for s in run.sources
    ]
    return text(pl.concat(parts).sort("board", maintain_order=True), "board") if parts else pl.DataFrame()


def _sides(cells: pl.DataFrame, run: Run) -> dict[str, pl.DataFrame]:
    found = grouped(cells, ["board"], {"share": SHARE, "score": SCORE}, count="games")
    return {"side": text(found.with_columns(win_points=pl.col("share") * run.players), "board")}


def _by_seat(cells: pl.DataFrame, pairs: pl.DataFrame) -> pl.DataFrame:
    shares = grouped(cells, ["board", "seat"], {"share": SHARE}, count="games")
    if not len(pairs):
        return text(shares, "board")
    effects = _differences(pairs, ["board", "seat"], {"effect": SHARE})
    return text(
        shares.join(
            effects.select("board", "seat", "^effect.*$"), on=["board", "seat"], how="left", maintain_order="left"
        ),
        "board",
    )


def _pairing_note(paired: pl.DataFrame) -> str:
    rho = paired.filter(pl.col("strategy") == ALL)["rho"].fill_nan(None).drop_nulls()
    middle = float(rho.median()) if len(rho) else 0.0  # type: ignore[arg-type]  # the median of floats is a float
    return (
        f"Side A and side B were compared on the same deals and seats; their correlation there is {middle:.2f}. "
        "Verdicts over all strategies are one family (Holm), those of single strategies another."
    )
