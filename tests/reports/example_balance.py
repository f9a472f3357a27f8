"""A made-up answer to the balance question: a small seat effect, a clear ranking of plans."""

from __future__ import annotations

import numpy as np
import polars as pl

from reports.answer import Answer, Verdict
from tests.reports.example_parts import CLASSES, SOURCES, STRATEGIES, est, game_facts, run_facts, verdict_table


def balance(long: bool = False) -> Answer:
    """The balance question: a small seat effect, a clear ranking of plans."""
    rng = np.random.default_rng(2)
    names = tuple(f"{name} with the long memory of the late emperor" for name in STRATEGIES) if long else STRATEGIES
    shares = (0.262, 0.252, 0.246, 0.240)
    seats = [
        {
            "seat": s,
            "n": 19200,
            **est("share", share, 0.005),
            "win_points": 4 * share,
            **est("score", 93 - s * 0.4, 0.3),
            "margin_to_best": 11.0 + s,
            "elo": 400 * (share - 0.25),
            "p": 0.01,
            "p_holm": 0.03,
        }
        for s, share in enumerate(shares, 1)
    ]
    strength = {name: 0.33 - 0.028 * i for i, name in enumerate(names)}
    strategies = [
        {
            "strategy": n,
            "n": 10900,
            **est("share", s, 0.009),
            **est("score", 70 + 90 * s, 0.5),
            "elo": 900 * (s - 0.25),
        }
        for n, s in strength.items()
    ]
    versus = [
        {
            "row": a,
            "column": b,
            **est("ahead", 0.5 + 1.3 * (strength[a] - strength[b]) + rng.normal(0, 0.02), 0.014),
            "n": 3600,
        }
        for a in names
        for b in names
        if a != b
    ]
    means = np.array([14.2, 9.8, 12.4, 10.1, 16.6, 7.9, 13.0, 8.7])
    gains = np.array([1.1, 2.4, 3.0, 1.2, 4.9, 2.2, 2.6, 0.1])
    sources = [
        {
            "source": s,
            **est("winners", m + g, 0.15),
            **est("losers", m, 0.09),
            **est("difference", g, 0.17),
            "share_of_total": m / means.sum(),
            "correlation": g / 12,
        }
        for s, m, g in zip(SOURCES, means, gains, strict=True)
    ]
    shape = [
        {"measure": m, "unit": u, **est("mean", mean, 0.02 * mean), "sd": 0.2 * mean, "p05": a, "p50": b, "p95": c}
        for m, u, mean, a, b, c in (
            ("decisions", "a game", 118.4, 96.0, 118.0, 142.0),
            ("options", "a decision", 6.4, 5.6, 6.3, 7.4),
            ("forced moves", "fraction", 0.137, 0.1, 0.14, 0.18),
            ("lead changes", "a game", 9.3, 4.0, 9.0, 16.0),
            ("winning margin", "points", 9.1, 1.0, 7.0, 24.0),
            ("comebacks", "fraction", 0.31, None, None, None),
        )
    ]
    weights = np.exp(-np.arange(15) / 5)
    margin = [
        {"margin_low": 2 * i, "margin_high": 2 * i + 1, "games": w, "close": i < 3}
        for i, w in enumerate(weights / weights.sum())
    ]
    rounds = [
        {
            "round": r,
            "position": p,
            **est("score", 18.0 * r + d * r**0.6, 0.3),
            **(
                est("p_win_leader", 0.3 + 0.13 * r, 0.01)
                if p == "leader"
                else {"p_win_leader": None, "p_win_leader_low": None, "p_win_leader_high": None}
            ),
        }
        for r in range(1, 6)
        for p, d in (("leader", 6.0), ("mean", 0.0), ("last", -6.5))
    ]
    mixes = [
        np.array([46, 14, 6, 8, 14, 6, 6]),
        np.array([30, 16, 6, 14, 14, 10, 10]),
        np.array([22, 14, 7, 17, 13, 14, 13]),
        np.array([18, 12, 7, 19, 11, 17, 16]),
        np.array([15, 9, 8, 21, 8, 20, 19]),
    ]
    actions = [
        {"round": r, "action": letter, "share": float(mix[i]) / 100, "n": 115200}
        for r, mix in enumerate(mixes, 1)
        for i, (letter, _) in enumerate(CLASSES)
    ]
    counters = [
        {"chart": chart, "counter": tally, "label": label, "unit": unit}
        | {**est("winners", w, 0.01), **est("losers", x, 0.01), **est("difference", w - x, 0.014)}
        | {"correlation": 0.1, "n": 76800}
        for chart, counter in {one["key"]: one for one in game_facts(long)["charts"]}.items()
        for (tally, label), (w, x) in zip(counter["tallies"], ((0.52, 0.4), (0.3, 0.33)), strict=False)
        if chart != "never"
        for unit in [counter["unit"]]
    ]
    variance = [
        {"component": c, "share_of_score": a, "share_of_win": b}
        for c, a, b in (
            ("seat", 0.004, 0.001),
            ("board", 0.021, 0.006),
            ("strategy", 0.238, 0.052),
            ("deal", 0.164, 0.0),
            ("residual", 0.573, 0.941),
        )
    ]
    verdicts = [
        Verdict(
            f"seat {s}",
            f"Seat {s} wins {100 * (share - 0.25):+.1f} pp against par: real, but inside the margin.".replace("-", "−"),
            "small but real",
            share - 0.25,
            share - 0.255,
            share - 0.245,
            0.02,
            "pp",
            0.01,
            19200,
            None,
        )
        for s, share in enumerate(shares, 1)
    ]
    rows = {
        "seats": seats,
        "sources": sources,
        "shape": shape,
        "margin": margin,
        "rounds": rounds,
        "actions": actions,
        "strategies": strategies,
        "strategy_strategy": versus,
        "variance": variance,
        "counters": counters,
    }
    tables = {
        "verdicts": verdict_table(verdicts),
        **{name: pl.DataFrame(value, infer_schema_length=None) for name, value in rows.items()},
    }
    return Answer("balance", "Are seats and plans balanced?", verdicts, tables, run_facts())
