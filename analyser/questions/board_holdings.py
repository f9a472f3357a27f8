"""What a seat holds at the end of a game: how often, and its win share and score with it and without."""

from __future__ import annotations

import polars as pl

from analyser.questions.common import totals
from analyser.questions.run import SCORE, SHARE, Run
from reports.stats.cluster import grouped

__all__ = ["holdings"]


def holdings(run: Run) -> tuple[pl.DataFrame, list[str]]:
    """One row a holding (fact `holdings`), from games in which strategies cancel where there are such."""
    named = [(str(t), str(label)) for t, label in run.facts.get("holdings") or [] if t in run.columns]
    arm = run.first_arm("table", "mirror", "cross", "free", "chosen")
    if not named or arm is None:
        return pl.DataFrame(), []
    rows = []
    for tally, label in named:
        held = (pl.col(tally) > 0).alias("held")
        cells = totals(run.rows(arm).with_columns(held), ["deal", "held"], ["share60", "score"])
        found = grouped(cells, ["held"], {"share": SHARE, "score": SCORE}, count="games")
        of = {bool(row["held"]): row for row in found.iter_rows(named=True)}
        n = int(found["n"].sum())
        row: dict[str, object] = {"holding": tally, "label": label, "n": n}
        row["frequency"] = of[True]["n"] / n if True in of else 0.0
        for name, side in (("held", of.get(True, {})), ("without", of.get(False, {}))):
            row |= {f"{name}{end}": side.get(f"share{end}") for end in ("", "_low", "_high")}
            row[f"score_{name}"] = side.get("score")
        rows.append(row)
    note = "What seats hold at the end is confounded: who plays well, or is lucky, gets more of everything."
    return pl.DataFrame(rows, infer_schema_length=None), [note]
