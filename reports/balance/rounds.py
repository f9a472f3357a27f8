"""When is the game decided: the race round by round."""

from __future__ import annotations

import polars as pl

from reports import columns as c
from reports.balance.arms import free_table
from reports.charts import Scale, Series, line_panels
from reports.charts.sheet import Key
from reports.charts.style import MEASURE, shades
from reports.columns import Column
from reports.frames import RunFrames
from reports.page.words import pretty
from reports.questions.base import (
    Chart,
    Evidence,
    Piece,
    ShownSection,
    Table,
    chart,
    estimate,
    number,
    section_of,
    unique,
)
from reports.race import leaders, over_after
from reports.stats.cluster import Measure, grouped

__all__ = ["PIECE"]

COLUMNS: tuple[Column, ...] = (
    c.ROUND,
    c.word("position", "position", note="leader / mean / last"),
    c.SCORE,
    c.percent("p_win_leader", "leader wins", estimate=True, note="of the round, on each of its rows"),
    c.percent("over", "games over by then", note="fraction of games in which no score changes any more"),
    c.count("n", "n", "games"),
)

FINISHED = 0.99  # of the games: rounds after that many have ended are not shown


def table(run: RunFrames) -> pl.DataFrame:
    """Score of the leader, the mean and the last seat after every round, and how often that leader wins the game; bots
    race too.

    A finished game keeps its scores; rounds that hardly any game reaches are left out.
    """
    parts, rows = [], free_table(run)
    columns, over = run.numbered("score_after_round_"), over_after(run, rows)
    reached = [r for r in columns if r == 1 or over[r - 1] < FINISHED]
    for r, column in ((r, columns[r]) for r in reached):
        race = leaders(rows, column)
        measures = {"leader": Measure("leader"), "mean": Measure("mean", run.game.seats), "last": Measure("last")}
        found = grouped(race, [], {**measures, "wins": Measure("led", 3600, bounded=True)})
        ends = ("", "_low", "_high")
        parts += [
            found.select(
                pl.lit(r).alias("round"),
                pl.lit(position).alias("position"),
                *(pl.col(f"{position}{end}").alias(f"score{end}") for end in ends),
                *(pl.col(f"wins{end}").alias(f"p_win_leader{end}") for end in ends),
                pl.lit(over[r]).alias("over"),
                "n",
            )
            for position in measures
        ]
    return pl.concat(parts) if parts else pl.DataFrame()


def section(evidence: Evidence) -> ShownSection:
    """The race round by round: scores, and how often the leader goes on to win."""
    rows = evidence.rows("rounds", "round", "position", "score")

    def draw() -> list[Chart]:
        if not rows:
            return []
        series, keys = [], []
        positions = unique(row["position"] for row in rows)
        for position, colour in zip(positions, shades(len(positions))[::-1], strict=True):
            own = [row for row in rows if row["position"] == position]
            made = [e for row in own if (e := estimate(row, "score", n=False)) is not None]
            series.append(Series(pretty(position), colour, tuple(float(row["round"]) for row in own), tuple(made)))
            keys.append(Key(pretty(position), colour, "line"))
        panels: list[tuple[str, list[Series], Scale]] = [
            ("score at the end of the round", series, Scale("points", None))
        ]
        wins = {
            float(row["round"]): e for row in rows if (e := estimate(row, "p_win_leader", 100, n=False)) is not None
        }
        if wins:
            chance = Series("leader wins", MEASURE, tuple(wins), tuple(wins.values()), bars=True)
            panels.append(("how often the leader of a round wins", [chance], Scale("leader wins, %", evidence.par)))
        title = "When is the game decided?"
        notes = []
        if wins and evidence.par:
            line = f"The line in the right plot is par ({evidence.par:.1f} %)"
            notes.append(f"{line}: a lead is worth nothing where the curve meets it.")
        half = next((row["round"] for row in rows if (number(row, "over") or 0.0) >= 0.5), rows[-1]["round"])
        if half < rows[-1]["round"]:
            notes.append(f"Half of the games are over after round {half}; a finished game keeps its scores.")
        figure = line_panels(
            title,
            "Running scores of the leader, the mean seat and the last, and what the lead is worth.",
            panels,
            x_label="round",
            keys=keys,
            shared=False,
            note=" ".join(notes),
        )
        alt = "; ".join(f"after round {r:.0f} the leader wins {e.value:.0f} %" for r, e in wins.items())
        return [chart("rounds", title, alt or "Scores by round.", figure)]

    reading = (
        "If the leader after an early round nearly always wins, later rounds are a formality; if never, early "
        "rounds are."
    )
    return section_of("rounds", "Round by round", reading, ("rounds",), evidence, draw)


PIECE = Piece(section, (Table("rounds", COLUMNS, table, apart=True),))
