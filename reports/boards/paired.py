"""Does any board win more often: boards against the baseline, deal by deal."""

from __future__ import annotations

from dataclasses import replace

import polars as pl

from reports import columns as c
from reports.boards.against import colours, gap, spoken, than
from reports.boards.pairing import notes
from reports.boards.pairs import ALL, as_they_come, by_strategy, pairs, with_odds
from reports.boards.players import by_board
from reports.charts import Row, forest
from reports.charts.scale import differences as difference_scale
from reports.columns import Column
from reports.frames import RunFrames
from reports.questions.base import Chart, Evidence, Piece, ShownSection, Table, chart, estimate, number, section_of

__all__ = ["PIECE", "table"]

COLUMNS: tuple[Column, ...] = (
    c.BOARD,
    replace(c.STRATEGY, note="`all` or a name"),
    c.count("n", "n", "pairs"),
    replace(c.EFFECT, note=f"share, B minus A on the same deal and seat; {c.TOGETHER}"),
    c.points("score", "difference in score", sign=True, estimate=True, note="difference"),
    c.number("rho", "correlation of the pair"),
    c.number("odds_ratio", "odds ratio", estimate=True),
    c.P,
)


def table(run: RunFrames) -> pl.DataFrame:
    """Board minus A over all strategies, players as they come (one family), and for each strategy (another); where the
    table shares a board, for each strategy alone: over all seats its win share is par."""
    both = run.once(pairs)
    if not len(both):
        return pl.DataFrame()
    each = with_odds(run.once(by_strategy).table, both, ["board", "strategy"])
    if run.game.shared:
        return each
    over_all = with_odds(run.once(by_board).table, run.once(as_they_come), ["board"]).with_columns(strategy=pl.lit(ALL))
    return pl.concat([over_all, each], how="diagonal_relaxed")


def section(evidence: Evidence) -> ShownSection | None:
    """B against A on the same deal and seat: win share and score."""
    if evidence.game.shared:
        return None
    rows = [row for row in evidence.rows("paired", "board", "strategy", "effect") if row["strategy"] == "all"]
    words, base, one = evidence.words, evidence.words.baseline, evidence.words.nouns[0]
    come = " Players as they come." if evidence.rows("tuned_players", "board") else ""

    def draw() -> list[Chart]:
        if not rows:
            return []
        out = []
        title = f"Does any {one} win more often than {base}?"
        shares = [Row(words.board(row["board"]), (estimate(row, "effect", 100),)) for row in rows]
        out.append(
            chart(
                "paired",
                title,
                spoken(shares, "pp"),
                forest(
                    title,
                    f"Win share of the {one} minus win share of {base} in the same seat of the same deal.{come}",
                    shares,
                    gap(evidence),
                    n_label="pairs",
                    together=True,
                    **colours(base),
                ),
            )
        )
        scores = [
            Row(words.board(row["board"]), (estimate(row, "score", 1),))
            for row in rows
            if number(row, "score") is not None
        ]
        if scores:
            title = f"How many points more or fewer than {base}?"
            scale = difference_scale(
                "difference in final score", "points", less=f"fewer{than(words)}", more=f"more{than(words)}"
            )
            out.append(
                chart(
                    "paired_score",
                    title,
                    spoken(scores, "points"),
                    forest(
                        title,
                        f"Final score on the same deal and seat, {one} minus {base}.",
                        scores,
                        scale,
                        n_label="pairs",
                        **colours(base),
                    ),
                )
            )
        return out

    reading = (
        "Each dot is a difference on identical deals and seats, so that the luck of the deal cancels; right of the "
        f"line the {one} does better than {base}. Beside the verdicts stands which games of a deal are compared."
    )
    if evidence.par is not None:
        reading += " A line that stays inside the grey band means: fair, whatever the exact value."
    return section_of("paired", f"Against {base}, deal by deal", reading, ("paired", "verdicts"), evidence, draw)


PIECE = Piece(section, (Table("paired", COLUMNS, table),), notes)
