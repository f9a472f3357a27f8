"""A made-up answer to the openings question: three or four win, six lose."""

from __future__ import annotations

from typing import Any

import numpy as np
import polars as pl

from reports.answer import Answer, Verdict
from tests.reports.example_parts import BOARDS, CLASSES, STRATEGIES, est, run_facts, verdict_table


def openings(long: bool = False) -> Answer:
    """The openings question: the tip is right for 3, not for 4."""
    rng = np.random.default_rng(3)
    forced = (0.212, 0.231, 0.252, 0.271, 0.262, 0.241, 0.222)
    often = (0.01, 0.05, 0.17, 0.34, 0.28, 0.12, 0.03)
    groups, where, path = [], [], []
    for u in range(7):
        groups.append(
            {
                "group": str(u),
                "how": "forced",
                "n": 2700,
                **est("share", forced[u], 0.009),
                **est("score", 88 + 40 * forced[u], 0.6),
                "frequency": 1 / 7,
            }
        )
        groups.append(
            {
                "group": str(u),
                "how": "chosen",
                "n": int(76800 * often[u]),
                **est("share", 0.25 + 0.6 * (forced[u] - 0.24), 0.004 / often[u] ** 0.5),
                **est("score", 88 + 30 * forced[u], 0.6),
                "frequency": often[u],
            }
        )
        for board, plan in [("all", s) for s in STRATEGIES] + [(b, "all") for b in BOARDS]:
            key = {"group": str(u), "board": board, "strategy": plan, "n": 400}
            where += [
                {**key, "how": how, **est("share", forced[u] + rng.normal(0, 0.012), 0.021)}
                for how in ("forced", "chosen")
            ]
        for how, push in (("forced", 1.0), ("chosen", 0.6)):
            for r in range(1, 6):
                lead = push * (30 * (forced[u] - 0.245) * r + (3 - u) * 0.6 * (3 - r))
                path.append(
                    {
                        "group": str(u),
                        "how": how,
                        "round": r,
                        **est("lead", lead, 0.35),
                        **est("score", 18.0 * r + lead, 0.4),
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
                        **est("share", win, 0.01),
                    }
                )
                if len(name) < 6:
                    grow(name, share)

    grow("", 1.0)
    whole = sorted((row for row in tree if row["depth"] == 6), key=lambda row: -row["frequency"])
    lines, plans = [], []
    mixes: dict[tuple[str, str], list[dict[str, Any]]] = {}
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
                    **est("share", win, half),
                    **est("score", 90 + 100 * (win - 0.25), 1.0),
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
            **est("share", float(np.mean([x["share"] for x in group])), 0.012),
            **est("score", 91.0, 0.8),
        }
        for (mix, how), group in mixes.items()
    ]
    for plan, effect in (
        ("UUUxxx", 0.024),
        ("xxxxxx", -0.03),
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
                "group": None if set(plan) - set("Ux") else str(plan.count("U")),
                "n": 2700,
                "followed": 0.93,
                **est("share", 0.25 + effect, 0.009),
                **est("score", 91.0, 0.6),
                **est("against_chosen", effect - 0.02, 0.012),
                **est("against_others", effect, 0.011),
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
    places = [
        {"board": board, "tally": tally, "square": square, "n": 40 + 30 * i, "frequency": 0.001 + 0.004 * i}
        | est("share", 0.25 + rng.normal(0, 0.05), 0.04)
        for board, squares in (("A", range(0, 182, 7)), ("square", (3, 4, 7)))
        for tally in ("first_square", "any")
        for i, square in enumerate(squares)
    ]
    rows: dict[str, Any] = {
        "groups": groups,
        "plans": plans,
        "lines": lines,
        "coarse": coarse,
        "trajectory": path,
        "tree": tree,
        "best_where": where,
        "places": places,
    }
    tables = {"verdicts": verdict_table(verdicts), **{name: pl.DataFrame(value) for name, value in rows.items()}}
    return Answer("openings", "Which first round wins?", verdicts, tables, run_facts())
