"""A made-up answer to the board question: one strong side, one weak, one fair, one open."""

from __future__ import annotations

from typing import Any

import numpy as np
import polars as pl

from reports.answer import Answer, Verdict
from tests.reports.example_parts import BOARDS, SOURCES, STRATEGIES, est, game_facts, run_facts, verdict_table


def boards(long: bool = False) -> Answer:
    """The board question: one strong side, one weak, one fair, one open."""
    rng = np.random.default_rng(1)
    names = tuple(f"{name} with the long memory of the late emperor" for name in STRATEGIES) if long else STRATEGIES
    effects = {"circle": (0.041, 0.006), "square": (-0.003, 0.005), "triangle": (-0.031, 0.006), "star": (0.017, 0.009)}
    paired, by_source, seat, plan, cross = [], [], [], [], []
    for board, (effect, half) in effects.items():
        score = {**est("score", 90 * effect, 90 * half), "rho": 0.61, **est("odds_ratio", 1 + 5 * effect, 5 * half)}
        test = {"p": 0.2 if board == "square" else 1e-6, "p_holm": 0.2 if board == "square" else 4e-6}
        paired.append({"board": board, "strategy": "all", "n": 9600, **est("effect", effect, half), **score, **test})
        for name in names:
            own = effect + rng.normal(0, 0.02)
            paired.append({"board": board, "strategy": name, "n": 1370, **est("effect", own, 0.016), **score, **test})
            plan.append(
                {
                    "board": board,
                    "strategy": name,
                    **est("share", 0.25 + own, 0.012),
                    "n": 1370,
                    **est("effect", own, 0.016),
                    **est("interaction", own - effect, 0.015),
                    "p": 0.04,
                }
            )
        by_source += [
            {"board": board, "source": source, "n": 9600, **est("difference", rng.normal(effect * 12, 0.9), 0.22)}
            for source in SOURCES
        ]
    for board in BOARDS:
        for place in range(1, 5):
            share = 0.25 + effects.get(board, (0.0, 0))[0] + (2.5 - place) * 0.006
            seat.append(
                {
                    "board": board,
                    "seat": place,
                    **est("share", share, 0.011),
                    "n": 2400,
                    **est("effect", share - 0.25, 0.012),
                }
            )
        for name in names:
            strength = 0.05 * np.cos(names.index(name))
            cross.append(
                {
                    "strategy": name,
                    "board": board,
                    **est("share", 0.25 + strength + effects.get(board, (0, 0))[0], 0.02),
                    "n": 900,
                }
            )
    versus = [
        {
            "row": a,
            "column": b,
            **est("ahead", 0.5 + 1.2 * (effects.get(a, (0, 0))[0] - effects.get(b, (0, 0))[0]), 0.012),
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
            **est("share", 0.25 + 0.8 * effects.get(b, (0, 0))[0], 0.004),
            "win_points": 1.0,
            **est("score", 92 + 90 * effects.get(b, (0, 0))[0], 0.4),
        }
        for b in BOARDS
    ]
    composition = [
        {"b_sides": k, **est("share", 0.25 + 0.012 * (4 - k) / 3, 0.004), "par": 0.25, "n": 4800 * k}
        for k in (1, 2, 3, 4)
    ]
    kinds = (
        [("board", board) for board in effects]
        + [("seat", f"seat {s}") for s in (2, 3, 4)]
        + [("strategy", n) for n in names[1:]]
    )
    model = [
        {"term": term, **est("estimate", rng.normal(0, 0.14), 0.06), "se": 0.03, "p": 0.01, "kind": kind, "elo": 12.0}
        for kind, term in kinds
    ]
    usage = [
        {
            "board": board,
            "ability": ability["name"],
            **est("uses", 2.0 + rng.normal(0, 0.8), 0.05),
            "never": 0.08 + 0.1 * rng.random(),
            "brought": ability["brings"],
            **est("amount", 3.0 + rng.normal(0, 0.5), 0.1),
        }
        for board, facts in game_facts(long)["boards"].items()
        for ability in facts["abilities"]
    ]
    used = [
        {
            "board": board,
            "track": region,
            "length": length,
            **est("mean_final", length * (0.35 + 0.4 * rng.random()), 0.05),
            "at_maximum": 0.3 * rng.random(),
        }
        for board, facts in game_facts()["boards"].items()
        for region, length in ((track["name"], track["slots"]) for track in facts["tracks"])
    ]
    rows: dict[str, Any] = {
        "paired": paired,
        "paired_sources": by_source,
        "side": side,
        "board_board": versus,
        "board_seat": seat,
        "board_strategy": plan,
        "composition": composition,
        "model": model,
        "usage": usage,
        "tracks": used,
        "cross": cross,
    }
    words: dict[str, Any] = {
        "circle": "unbalanced",
        "square": "balanced",
        "triangle": "unbalanced",
        "star": "undecided",
    }
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
    tables = {"verdicts": verdict_table(verdicts), **{name: pl.DataFrame(value) for name, value in rows.items()}}
    return Answer(
        "boards",
        "Is a B side stronger than side A?",
        verdicts,
        tables,
        run_facts(),
        ["Verdicts hold for the seven strategies named below, each playing all seats of a table."],
    )
