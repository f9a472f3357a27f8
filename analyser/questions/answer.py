"""What a question gives back: verdicts in words, result tables with fixed columns, facts for the header, notes."""

from __future__ import annotations

from collections.abc import Mapping

import polars as pl

from reports.answer import Answer, Fact, Verdict

__all__ = ["TABLES", "Answer", "Fact", "Verdict", "columns_of", "shaped"]

VERDICTS = "subject effect* p p_holm p_equivalence margin verdict n deals deals_needed"

# Columns of every table; a name with * stands for the estimate and the two ends of its 95 % interval.
TABLES: dict[str, dict[str, str]] = {
    "boards": {
        "verdicts": VERDICTS,
        "side": "board n share* win_points score*",
        "paired": "board strategy n effect* score* rho odds_ratio* p p_holm",
        "paired_sources": "board source n difference*",
        "board_board": "row column ahead* n",
        "board_seat": "board seat share* n effect*",
        "board_strategy": "board strategy share* n effect* interaction* p",
        "composition": "b_sides share* par n",
        "model": "term estimate* se p kind elo",
        "model_tests": "kind statistic df p",
        "usage": "board ability uses* never brought amount* n",
        "unrest": "board region length mean_final* at_maximum n",
        "cross": "strategy board share* n",
        "table_shape": "measure unit board n mean* difference*",
        "series": "kind name n share* p p_holm",
        "held": "holding label n frequency held* without* score_held score_without",
    },
    "balance": {
        "verdicts": VERDICTS,
        "seats": "seat n share* win_points score* margin_to_best elo p p_holm",
        "sources": "source winners* losers* difference* share_of_total correlation n",
        "shape": "measure unit mean* sd p05 p50 p95 n",
        "margin": "margin_low margin_high games close n",
        "rounds": "round position score* p_win_leader* over n",
        "actions": "round action share n",
        "strategies": "strategy n share* score* elo p p_holm",
        "strategy_strategy": "row column ahead* n",
        "variance": "component share_of_score share_of_win",
        "counters": "chart counter label unit winners* losers* difference* correlation n",
    },
    "openings": {
        "verdicts": VERDICTS,
        "groups": "group how n share* score* frequency",
        "plans": "plan group n followed share* score* against_chosen* against_others* p p_holm",
        "lines": "line coarse how n frequency share* score* level q",
        "coarse": "coarse how n frequency share* score*",
        "trajectory": "group how round lead* score* n",
        "tree": "line depth parent n frequency share*",
        "best_where": "group board strategy how n share*",
        "places": "board tally square n frequency share*",
    },
}


def columns_of(question: str, table: str) -> list[str]:
    """Column names of a table, in order."""
    names: list[str] = []
    for name in TABLES[question][table].split():
        stem = name.removesuffix("*")
        names += [stem] if stem == name else [stem, f"{stem}_low", f"{stem}_high"]
    return names


def shaped(question: str, tables: Mapping[str, pl.DataFrame]) -> dict[str, pl.DataFrame]:
    """All tables of a question with exactly their columns; enums become text, NaN becomes null, missing tables are
    empty."""
    out: dict[str, pl.DataFrame] = {}
    for table in TABLES[question]:
        frame = tables.get(table, pl.DataFrame())
        missing = [
            pl.lit(None, dtype=pl.Float64).alias(c) for c in columns_of(question, table) if c not in frame.columns
        ]
        full = (
            frame.with_columns(missing) if frame.width else pl.DataFrame({c: [] for c in columns_of(question, table)})
        )
        chosen = full.select(columns_of(question, table))
        text = [pl.col(c).cast(pl.String) for c, t in chosen.schema.items() if isinstance(t, pl.Enum | pl.Categorical)]
        number = [pl.col(c).fill_nan(None) for c, t in chosen.schema.items() if t.is_float()]
        out[table] = chosen.with_columns(text + number)
    return out
