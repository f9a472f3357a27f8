"""Is the game fair to every seat and strategy, where do points come from, and what shape has a game."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
import polars as pl

from analyser.questions.answer import Answer, Fact, Verdict, shaped
from analyser.questions.common import ahead, text
from analyser.questions.counters import counters, sources
from analyser.questions.effects import Effect, ending, interval, judged, pp, signed_pp
from analyser.questions.game_shape import actions, margins, rounds, shape
from analyser.questions.run import SCORE, SHARE, Frame, Run, in_order, seatwise
from reports.stats.cluster import Measure, grouped
from reports.stats.elo import elo_of_share
from reports.stats.joint import two_sided
from reports.stats.variance import components
from reports.stats.verdict import BALANCED, Judgement, holm

__all__ = ["answer"]

VARIANCE_ROWS = 400_000  # seat rows that settle a variance component far beyond what a reader can use
FACTORS = ("seat", "board", "strategy", "deal")


def answer(
    seats: Frame, games: Frame, decisions: Frame | None = None, *, facts: Mapping[str, Any], margin: float = 0.02
) -> Answer:
    """Tables and verdicts on seats, strategies, what winners have more of, and the shape of a game.

    `margin` is a fraction of win share. Rests on the games of arm `free`; without any, on all but those with a forced
    opening.
    """
    run = Run.of(seats, games, decisions, facts, margin)
    arms = ["free"] if "free" in run.arms else [arm for arm in run.arms if arm != "forced"]
    notes = [] if arms == ["free"] else ["The run has no free games: seats and strategies are those of its other arms."]
    tables: dict[str, pl.DataFrame] = {}
    verdicts: list[Verdict] = []
    rows = run.rows(*arms)
    if arms:
        tables["seats"], seat_effects = _seats(run, rows)
        tables["strategies"], strategy_effects = _strategies(run, rows)
        tables["verdicts"], verdicts = judged(seat_effects, margin, lambda e, j: _sentence(e, j, run))
        if len(strategy_effects) > 1:
            more, said = judged(strategy_effects, margin, lambda e, j: _sentence(e, j, run))
            tables["verdicts"] = pl.concat([tables["verdicts"], more])
            verdicts += said
            notes.append("Seats are one family of comparisons (Holm), strategies another.")
            tables["strategy_strategy"] = ahead(run, rows, "strategy")
        tables["sources"], tables["counters"] = sources(run, rows), counters(run, rows)
        tables["shape"], tables["margin"] = shape(run, arms), margins(run, arms)
        tables["rounds"] = rounds(run, rows)
        tables["actions"], found = actions(run, arms)
        notes += found
        tables["variance"] = _variance(rows)
    title = f"{run.facts.get('title') or run.facts.get('name') or 'Game'}: is the game balanced?"
    return Answer("balance", title, verdicts, shaped("balance", tables), run.header() | _effective(tables), notes)


def _effective(tables: Mapping[str, pl.DataFrame]) -> dict[str, Fact]:
    """Design effect of a seat's win share (variance over that of independent games, mean of the seats), and games worth
    as much."""
    seats = tables.get("seats")
    effects = [] if seats is None else [x for x in seats["share_deff"].to_list() if x]
    if seats is None or not effects:
        return {}
    effect = sum(effects) / len(effects)
    return {"design_effect": round(effect, 4), "effective_games": round(int(seats["n"][0]) / effect)}


def _against_par(run: Run, found: pl.DataFrame, names: list[str]) -> tuple[pl.DataFrame, list[Effect]]:
    """Adds win points, Elo and tests against par to a table of shares; the same as effects to judge."""
    nan = float("nan")
    share, se, low, high = (
        found[c].cast(pl.Float64).fill_null(nan).to_numpy() for c in ("share", "share_se", "share_low", "share_high")
    )
    p = two_sided(np.where(np.abs(share - run.par) < 1e-12, 0.0, share - run.par), se, found["deals"].to_numpy() - 1.0)
    table = found.with_columns(
        win_points=pl.col("share") * run.players,
        elo=pl.Series(elo_of_share(share, run.players)),
        p=pl.Series(p),
        p_holm=pl.Series(holm(p)),
    )
    gap, sizes = share - run.par, zip(names, found["n"].to_list(), found["deals"].to_list(), strict=True)
    effects = [
        Effect(
            name, float(gap[i]), float(low[i] - run.par), float(high[i] - run.par), float(se[i]), float(p[i]), n, deals
        )
        for i, (name, n, deals) in enumerate(sizes)
    ]
    return table, effects


def _seats(run: Run, rows: pl.LazyFrame) -> tuple[pl.DataFrame, list[Effect]]:
    frame = in_order(rows, ["score", "share60"])
    score = seatwise(frame, "score", run.players).astype(np.int64)
    best = np.sort(score, axis=1)
    rival = np.where(score == best[:, -1:], best[:, -2:-1] if run.players > 1 else score, best[:, -1:])
    flat = frame.with_columns(pl.Series("behind", (score - rival).reshape(-1)))
    measures = {"share": SHARE, "score": SCORE, "margin_to_best": Measure("behind")}
    found = grouped(flat, ["seat"], measures, detail=True)
    return _against_par(run, found, [f"seat {s}" for s in found["seat"].to_list()])


def _strategies(run: Run, rows: pl.LazyFrame) -> tuple[pl.DataFrame, list[Effect]]:
    found = text(grouped(rows, ["strategy"], {"share": SHARE, "score": SCORE}, detail=True), "strategy")
    table, effects = _against_par(run, found, [f"strategy {s}" for s in found["strategy"].to_list()])
    return table.sort("share", descending=True, maintain_order=True), effects


def _sentence(e: Effect, judgement: Judgement, run: Run) -> str:
    name = e.subject[:1].upper() + e.subject[1:]
    par = f"the par of {100 * run.par:.1f} %"
    if judgement.verdict == BALANCED:
        says = f"{name} wins as often as par: {signed_pp(e.effect)} pp from {par}"
    else:
        says = f"{name} wins {pp(abs(e.effect))} pp {'more' if e.effect >= 0 else 'less'} than {par}"
    return f"{says} ({interval(e)}): {ending(e, judgement, run.margin)}"


def _variance(rows: pl.LazyFrame) -> pl.DataFrame:
    """Share of the variance of score and win share that seat, board, strategy, deal and the rest account for; a factor
    that never varied is left out."""
    sizes = rows.group_by("deal").len().sort("deal").collect()
    last = sizes.filter(pl.col("len").cum_sum() <= VARIANCE_ROWS)["deal"].max()
    kept = rows if last is None else rows.filter(pl.col("deal") <= last)
    frame = kept.select(*FACTORS, "score", "share60").collect()
    factors = [f for f in FACTORS if frame[f].n_unique() > 1]
    columns = {}
    for name, value in (("share_of_score", "score"), ("share_of_win", "share60")):
        parts = components(frame, value, factors)
        whole = sum(parts.values())
        columns[name] = [parts[f] / whole if whole else None for f in (*factors, "residual")]
    return pl.DataFrame(
        {"component": [*factors, "residual"], **columns}, schema_overrides=dict.fromkeys(columns, pl.Float64)
    )
