"""Answers as a run would give them, made up but plausible: all three questions, ordinary and long names, and the empty case."""

from __future__ import annotations

import argparse
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl

from reports import write_report

QUESTIONS = ("boards", "balance", "openings")
BOARDS = ("A", "circle", "square", "triangle", "star")
STRATEGIES = ("builder", "governor", "palace", "walls", "tasks", "racer", "balanced")
SOURCES = ("unification", "cards", "governors", "palaces", "walls", "tasks", "markers", "rewards")
CLASSES = (
    ("U", "unify"),
    ("R", "recruit"),
    ("A", "re-assign"),
    ("G", "governor"),
    ("H", "hire"),
    ("P", "palace"),
    ("W", "wall"),
)
REGIONS = ("Qin", "Han", "Zhao", "Wei", "Chu")


@dataclass(frozen=True)
class Verdict:
    """A verdict with the documented fields."""

    subject: str
    sentence: str
    verdict: str
    effect: float | None
    low: float | None
    high: float | None
    margin: float
    unit: str
    p: float | None
    n: int
    deals_needed: int | None


@dataclass(frozen=True)
class Answer:
    """An answer with the documented fields."""

    question: str
    title: str
    verdicts: list[Verdict]
    tables: dict[str, pl.DataFrame]
    facts: dict[str, Any]
    notes: list[str] = field(default_factory=list)


def game_facts(long: bool = False) -> dict[str, Any]:
    """Facts of a game with one A board and four B boards."""
    tail = " of the southern provinces and the outer wall" if long else ""
    boards: dict[str, Any] = {"A": {"side": "A", "label": "A" + tail, "abilities": [], "tracks": [5] * 5}}
    brings = {
        "circle": ("workers", "moves"),
        "square": ("markers", "markers"),
        "triangle": ("calmed", "calmed"),
        "star": ("points", "moves"),
    }
    for name, units in brings.items():
        abilities = [
            {"name": f"{name} {trigger}{tail}", "brings": unit}
            for trigger, unit in zip(("hire", "govern"), units, strict=True)
        ]
        boards[name] = {"side": "B", "label": f"{name} (B){tail}", "abilities": abilities, "tracks": [4, 5, 4, 6, 5]}
    return {
        "name": "zhanguo",
        "title": "ZhanGuo",
        "players": 4,
        "options": {"palace_symbol": "exact", "unrest_variant": False},
        "provenance": {"rulebook": 96, "inferred": 61, "reconstructed": 203},
        "rulings": [
            "Majorities: nobody scores with no governors or no markers.",
            "A wall tile never scores below zero.",
            "Free moves are offered when hiring, in the hired region, and nowhere else.",
        ],
        "classes": [list(pair) for pair in CLASSES],
        "sources": [[name, f"points from {name}"] for name in SOURCES],
        "tallies": [],
        "opening_turns": 6,
        "boards": boards,
        "tip": {
            "levels": [3, 4],
            "class": "U",
            "text": "In the first round it is good to have 3 or 4 cards on the board.",
        },
    }


def _est(name: str, value: float, half: float) -> dict[str, float]:
    return {name: value, f"{name}_low": value - half, f"{name}_high": value + half}


def _facts() -> dict[str, Any]:
    return {
        "games": 19200,
        "deals": 1200,
        "players": 4,
        "seed": 20140001,
        "margin": 0.02,
        "design": "mirror, cross",
        "strategies": ", ".join(STRATEGIES),
        "design_effect": 0.62,
        "analyser_version": "0.1.0",
        "schema_version": 1,
    }


def boards(long: bool = False) -> Answer:
    """The board question: one strong side, one weak, one fair, one open."""
    rng = np.random.default_rng(1)
    names = tuple(f"{name} with the long memory of the late emperor" for name in STRATEGIES) if long else STRATEGIES
    effects = {"circle": (0.041, 0.006), "square": (-0.003, 0.005), "triangle": (-0.031, 0.006), "star": (0.017, 0.009)}
    paired, by_source, seat, plan, cross = [], [], [], [], []
    for board, (effect, half) in effects.items():
        score = {**_est("score", 90 * effect, 90 * half), "rho": 0.61, **_est("odds_ratio", 1 + 5 * effect, 5 * half)}
        test = {"p": 0.2 if board == "square" else 1e-6, "p_holm": 0.2 if board == "square" else 4e-6}
        paired.append({"board": board, "strategy": "all", "n": 9600, **_est("effect", effect, half), **score, **test})
        for name in names:
            own = effect + rng.normal(0, 0.02)
            paired.append({"board": board, "strategy": name, "n": 1370, **_est("effect", own, 0.016), **score, **test})
            plan.append(
                {
                    "board": board,
                    "strategy": name,
                    **_est("share", 0.25 + own, 0.012),
                    "n": 1370,
                    **_est("effect", own, 0.016),
                    **_est("interaction", own - effect, 0.015),
                    "p": 0.04,
                }
            )
        for source in SOURCES:
            by_source.append(
                {"board": board, "source": source, "n": 9600, **_est("difference", rng.normal(effect * 12, 0.9), 0.22)}
            )
    for board in BOARDS:
        for place in range(1, 5):
            share = 0.25 + effects.get(board, (0.0, 0))[0] + (2.5 - place) * 0.006
            seat.append(
                {
                    "board": board,
                    "seat": place,
                    **_est("share", share, 0.011),
                    "n": 2400,
                    **_est("effect", share - 0.25, 0.012),
                }
            )
        for name in names:
            strength = 0.05 * np.cos(names.index(name))
            cross.append(
                {
                    "strategy": name,
                    "board": board,
                    **_est("share", 0.25 + strength + effects.get(board, (0, 0))[0], 0.02),
                    "n": 900,
                }
            )
    versus = [
        {
            "row": a,
            "column": b,
            **_est("ahead", 0.5 + 1.2 * (effects.get(a, (0, 0))[0] - effects.get(b, (0, 0))[0]), 0.012),
            "n": 4100,
        }
        for a in BOARDS
        for b in BOARDS
        if a != b
    ]
    side = [
        {
            "board": b,
            "n": 19200,
            **_est("share", 0.25 + 0.8 * effects.get(b, (0, 0))[0], 0.004),
            "win_points": 1.0,
            **_est("score", 92 + 90 * effects.get(b, (0, 0))[0], 0.4),
        }
        for b in BOARDS
    ]
    composition = [
        {"b_sides": k, **_est("share", 0.25 + 0.012 * (4 - k) / 3, 0.004), "par": 0.25, "n": 4800 * k}
        for k in (1, 2, 3, 4)
    ]
    kinds = (
        [("board", board) for board in effects]
        + [("seat", f"seat {s}") for s in (2, 3, 4)]
        + [("strategy", n) for n in names[1:]]
    )
    model = [
        {"term": term, **_est("estimate", rng.normal(0, 0.14), 0.06), "se": 0.03, "p": 0.01, "kind": kind, "elo": 12.0}
        for kind, term in kinds
    ]
    usage = [
        {
            "board": board,
            "ability": ability["name"],
            **_est("uses", 2.0 + rng.normal(0, 0.8), 0.05),
            "never": 0.08 + 0.1 * rng.random(),
            "brought": ability["brings"],
            **_est("amount", 3.0 + rng.normal(0, 0.5), 0.1),
        }
        for board, facts in game_facts(long)["boards"].items()
        for ability in facts["abilities"]
    ]
    unrest = [
        {
            "board": board,
            "region": region,
            "length": length,
            **_est("mean_final", length * (0.35 + 0.4 * rng.random()), 0.05),
            "at_maximum": 0.3 * rng.random(),
        }
        for board, facts in game_facts()["boards"].items()
        for region, length in zip(REGIONS, facts["tracks"], strict=True)
    ]
    rows = {
        "paired": paired,
        "paired_sources": by_source,
        "side": side,
        "board_board": versus,
        "board_seat": seat,
        "board_strategy": plan,
        "composition": composition,
        "model": model,
        "usage": usage,
        "unrest": unrest,
        "cross": cross,
    }
    words = {"circle": "unbalanced", "square": "balanced", "triangle": "unbalanced", "star": "undecided"}
    sentences = {
        "circle": "The circle side wins 4.1 pp more often than A: stronger than the margin of 2 pp allows.",
        "square": "The square side and A are worth the same within 2 pp.",
        "triangle": "The triangle side wins 3.1 pp less often than A: weaker than the margin of 2 pp allows.",
        "star": "The star side may be a little stronger than A; some 2,300 more deals would settle it.",
    }
    verdicts = [
        Verdict(
            f"{board} against A",
            sentences[board],
            words[board],
            e,
            e - h,
            e + h,
            0.02,
            "pp",
            0.2 if board == "square" else 1e-6,
            9600,
            2300 if words[board] == "undecided" else None,
        )
        for board, (e, h) in effects.items()
    ]
    tables = {"verdicts": _verdict_table(verdicts), **{name: pl.DataFrame(value) for name, value in rows.items()}}
    return Answer(
        "boards",
        "Is a B side stronger than side A?",
        verdicts,
        tables,
        _facts(),
        ["Verdicts hold for the seven strategies named below, each playing all seats of a table."],
    )


def _verdict_table(verdicts: list[Verdict]) -> pl.DataFrame:
    return pl.DataFrame(
        [
            {
                "subject": v.subject,
                "effect": v.effect,
                "effect_low": v.low,
                "effect_high": v.high,
                "p": v.p,
                "p_holm": v.p,
                "p_equivalence": 0.01,
                "margin": v.margin,
                "verdict": v.verdict,
                "n": v.n,
                "deals": 1200,
                "deals_needed": v.deals_needed,
            }
            for v in verdicts
        ]
    )


def balance(long: bool = False) -> Answer:
    """The balance question: a small seat effect, a clear ranking of plans."""
    rng = np.random.default_rng(2)
    names = tuple(f"{name} with the long memory of the late emperor" for name in STRATEGIES) if long else STRATEGIES
    shares = (0.262, 0.252, 0.246, 0.240)
    seats = [
        {
            "seat": s,
            "n": 19200,
            **_est("share", share, 0.005),
            "win_points": 4 * share,
            **_est("score", 93 - s * 0.4, 0.3),
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
            **_est("share", s, 0.009),
            **_est("score", 70 + 90 * s, 0.5),
            "elo": 900 * (s - 0.25),
        }
        for n, s in strength.items()
    ]
    versus = [
        {
            "row": a,
            "column": b,
            **_est("ahead", 0.5 + 1.3 * (strength[a] - strength[b]) + rng.normal(0, 0.02), 0.014),
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
            **_est("winners", m + g, 0.15),
            **_est("losers", m, 0.09),
            **_est("difference", g, 0.17),
            "share_of_total": m / means.sum(),
            "correlation": g / 12,
        }
        for s, m, g in zip(SOURCES, means, gains, strict=True)
    ]
    shape = [
        {"measure": m, "unit": u, **_est("mean", mean, 0.02 * mean), "sd": 0.2 * mean, "p05": a, "p50": b, "p95": c}
        for m, u, mean, a, b, c in (
            ("decisions", "a game", 118.4, 96.0, 118.0, 142.0),
            ("options", "a decision", 6.4, 5.6, 6.3, 7.4),
            ("forced moves", "fraction", 0.137, 0.1, 0.14, 0.18),
            ("lead changes", "a game", 9.3, 4.0, 9.0, 16.0),
            ("winning margin", "points", 9.1, 1.0, 7.0, 24.0),
            ("comebacks", "fraction", 0.31, 0.0, 0.0, 1.0),
        )
    ]
    weights = np.exp(-np.arange(15) / 5)
    margin = [
        {"margin_low": 2 * i, "margin_high": 2 * i + 1, "games": w} for i, w in enumerate(weights / weights.sum())
    ]
    rounds = [
        {
            "round": r,
            "position": p,
            **_est("score", 18.0 * r + d * r**0.6, 0.3),
            **(
                _est("p_win_leader", 0.3 + 0.13 * r, 0.01)
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
    }
    tables = {
        "verdicts": _verdict_table(verdicts),
        **{name: pl.DataFrame(value, infer_schema_length=None) for name, value in rows.items()},
    }
    return Answer("balance", "Are seats and plans balanced?", verdicts, tables, _facts())


def openings(long: bool = False) -> Answer:
    """The openings question: the tip is right for 3, not for 4."""
    rng = np.random.default_rng(3)
    forced = (0.212, 0.231, 0.252, 0.271, 0.262, 0.241, 0.222)
    often = (0.01, 0.05, 0.17, 0.34, 0.28, 0.12, 0.03)
    unify, where, path = [], [], []
    for u in range(7):
        unify.append(
            {
                "unify": u,
                "how": "forced",
                "n": 2700,
                **_est("share", forced[u], 0.009),
                **_est("score", 88 + 40 * forced[u], 0.6),
                "frequency": 1 / 7,
            }
        )
        unify.append(
            {
                "unify": u,
                "how": "chosen",
                "n": int(76800 * often[u]),
                **_est("share", 0.25 + 0.6 * (forced[u] - 0.24), 0.004 / often[u] ** 0.5),
                **_est("score", 88 + 30 * forced[u], 0.6),
                "frequency": often[u],
            }
        )
        for board, plan in [("all", s) for s in STRATEGIES] + [(b, "all") for b in BOARDS]:
            for how in ("forced", "chosen"):
                where.append(
                    {
                        "unify": u,
                        "board": board,
                        "strategy": plan,
                        "how": how,
                        "n": 400,
                        **_est("share", forced[u] + rng.normal(0, 0.012), 0.021),
                    }
                )
        for how, push in (("forced", 1.0), ("chosen", 0.6)):
            for r in range(1, 6):
                lead = push * (30 * (forced[u] - 0.245) * r + (3 - u) * 0.6 * (3 - r))
                path.append(
                    {
                        "unify": u,
                        "how": how,
                        "round": r,
                        **_est("lead", lead, 0.35),
                        **_est("score", 18.0 * r + lead, 0.4),
                        "n": 2700,
                    }
                )
    letters = [letter for letter, _ in CLASSES]
    weights = np.array([0.5, 0.16, 0.06, 0.08, 0.1, 0.05, 0.05])
    worth = dict(zip(letters, (0.004, 0.003, -0.006, 0.002, 0.0, -0.004, -0.002), strict=True))
    tree: list[dict[str, Any]] = []

    def grow(prefix: str, frequency: float) -> None:
        for letter, weight in zip(letters, weights, strict=True):
            share, name = frequency * float(weight), prefix + letter
            if share >= 0.0004:
                win = (
                    0.25
                    + sum(1.6 * worth[x] * (1.5 - 0.15 * i) for i, x in enumerate(name))
                    - 0.011 * max(0, name.count("U") - 3)
                )
                tree.append(
                    {
                        "line": name,
                        "depth": len(name),
                        "parent": prefix,
                        "n": int(76800 * share),
                        "frequency": share,
                        **_est("share", win, 0.01),
                    }
                )
                if len(name) < 6:
                    grow(name, share)

    grow("", 1.0)
    whole = sorted((row for row in tree if row["depth"] == 6), key=lambda row: -row["frequency"])
    lines, mixes, plans = [], {}, []
    for row in whole[:60]:
        half = 0.3 / row["n"] ** 0.5
        mix = "".join(f"{x}{row['line'].count(x)}" for x in letters if x in row["line"])
        for how in ("chosen", "forced"):
            win = row["share"] + rng.normal(0, 0.012)
            lines.append(
                {
                    "line": row["line"],
                    "coarse": mix,
                    "how": how,
                    "n": row["n"],
                    "frequency": row["frequency"],
                    **_est("share", win, half),
                    **_est("score", 90 + 100 * (win - 0.25), 1.0),
                    "level": win - half,
                    "q": 0.2,
                }
            )
            mixes.setdefault((mix, how), []).append(lines[-1])
    coarse = [
        {
            "coarse": mix,
            "how": how,
            "n": sum(x["n"] for x in group),
            "frequency": sum(x["frequency"] for x in group),
            **_est("share", float(np.mean([x["share"] for x in group])), 0.012),
            **_est("score", 91.0, 0.8),
        }
        for (mix, how), group in mixes.items()
    ]
    for plan, effect in (
        ("UUURRH", 0.021),
        ("UUURHG", 0.012),
        ("UUUUUU", -0.034),
        ("RRHHGG", -0.012),
        ("UUGGHH", 0.004),
        ("WWUUHH", -0.002),
    ):
        plans.append(
            {
                "plan": plan,
                "unify": plan.count("U"),
                "n": 2700,
                "followed": 0.93,
                **_est("share", 0.25 + effect, 0.009),
                **_est("score", 91.0, 0.6),
                **_est("against_chosen", effect - 0.02, 0.012),
                **_est("against_others", effect, 0.011),
                "p": 0.01,
                "p_holm": 0.04,
            }
        )
    verdicts = [
        Verdict(
            "the rulebook's tip",
            "Right: three or four cards on the board win 2.6 pp more than any other number.",
            "unbalanced",
            0.026,
            0.019,
            0.033,
            0.02,
            "pp",
            1e-6,
            18900,
            None,
        ),
        Verdict(
            "six cards",
            "Six cards on the board lose 2.8 pp against par.",
            "unbalanced",
            -0.028,
            -0.037,
            -0.019,
            0.02,
            "pp",
            1e-6,
            2700,
            None,
        ),
    ]
    rows = {
        "unify": unify,
        "plans": plans,
        "lines": lines,
        "coarse": coarse,
        "trajectory": path,
        "tree": tree,
        "best_where": where,
    }
    tables = {"verdicts": _verdict_table(verdicts), **{name: pl.DataFrame(value) for name, value in rows.items()}}
    return Answer("openings", "Which first round wins?", verdicts, tables, _facts())


def answer(question: str, *, long: bool = False) -> Answer:
    """The example answer to a question."""
    return {"boards": boards, "balance": balance, "openings": openings}[question](long)


def emptied(full: Answer) -> Answer:
    """The same answer with every table empty and no verdict."""
    return replace(
        full, verdicts=[], tables={name: frame.clear() for name, frame in full.tables.items()}, facts={}, notes=[]
    )


def main() -> None:
    """Write the example reports into a folder, to be looked at."""
    parser = argparse.ArgumentParser(description=main.__doc__)
    parser.add_argument("out", type=Path)
    parser.add_argument("--long", action="store_true", help="use long names")
    chosen = parser.parse_args()
    for question in QUESTIONS:
        print(
            write_report(answer(question, long=chosen.long), chosen.out / question, game_facts=game_facts(chosen.long))
        )


if __name__ == "__main__":
    main()
