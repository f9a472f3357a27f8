"""Players as they come, and players with weights of their own for the board they sit at: does it matter who plays?"""

from __future__ import annotations

from typing import Any

import polars as pl

from reports import columns as c
from reports.boards.against import colours, gap, spoken
from reports.boards.players import plans_of, tuned_in
from reports.boards.price import situation_words
from reports.boards.prices import AGAINST, AMONG
from reports.charts import Row, forest
from reports.charts.scale import differences as difference_scale
from reports.columns import Column
from reports.frames import RunFrames
from reports.questions.base import Chart, Evidence, Piece, ShownSection, Table, chart, estimate, section_of, unique
from reports.tuned import MORE

__all__ = ["PIECE"]

COLUMNS: tuple[Column, ...] = (
    c.worded("situation", "situation", situation_words, note="among / against"),
    c.BOARD,
    c.code(
        "players",
        "players",
        note="as they come; tuned for the board they sit at: the mean of the plans that are, and of several each by "
        "its name; or how far the two kinds differ",
    ),
    c.count("n", "n", "seat-games or pairs"),
    c.pp(
        "effect",
        "effect",
        estimate=True,
        note="share against par where all seats have B sides; share, B minus A on the same deal and seat, against A; "
        f"{c.TOGETHER}, those of a single plan with those of all single plans",
    ),
    c.P,
)


def table(run: RunFrames) -> pl.DataFrame:
    """Boards by who plays, in either situation, and how far the two kinds of players differ, judged in one family with
    every other board of that situation; each plan that is tuned for it where there are several."""
    found = [
        both.rows(lambda boards: pl.DataFrame({"board": boards}), plans_of(run, situation)).with_columns(
            situation=pl.lit(situation)
        )
        for situation, both in run.once(tuned_in).items()
    ]
    return pl.concat(found) if found else pl.DataFrame()


def section(evidence: Evidence) -> ShownSection | None:
    """Both kinds of players on one axis, situation by situation; no section where only one kind played."""
    words, one = evidence.words, evidence.words.nouns[0]
    rows = [
        row
        for row in evidence.rows("tuned_players", "situation", "board", "players", "effect")
        if row["players"] != MORE
    ]
    if not rows:
        return None

    def draw() -> list[Chart]:
        out = []
        for situation in unique(row["situation"] for row in rows):
            shown = [
                Row(f"{words.board(row['board'])}, {row['players']}", (estimate(row, "effect", 100),))
                for row in rows
                if row["situation"] == situation
            ]
            title, subtitle, n_label, how = _drawn(situation, evidence)
            figure = forest(title, subtitle, shown, n_label=n_label, together=True, **how)
            name = "tuned_players" if situation == AGAINST else "tuned_players_among"
            out.append(chart(name, title, spoken(shown, "pp"), figure))
        return out

    reading = (
        f"A {one} can be strong and go unnoticed as long as everybody plays it like any other. Players tuned for it "
        f"have weights of their own there; where their dot lies apart from the other, what the {one} is worth depends "
        "on who plays it. Where several plans are tuned, theirs is the mean of them, each by its name below: they were "
        f"searched for apart, and where they lie apart another search may find another worth of the {one}."
    )
    return section_of(
        "tuned_players", "Players as they come, players tuned for it", reading, ("tuned_players",), evidence, draw
    )


def _drawn(situation: object, evidence: Evidence) -> tuple[str, str, str, dict[str, Any]]:
    """Title, subtitle, what is counted, and the axis with its colours."""
    words, (one, others) = evidence.words, (evidence.words.nouns[0], evidence.game.others)
    title = f"Is a {one} stronger in the hands of players tuned for it?"
    if situation == AMONG:
        subtitle = f"Win share when every seat has one of the {others}, less par, by who plays."
        scale = difference_scale(
            "win share less par", "pp", margin=evidence.margin, less="fewer wins", more="more wins"
        )
        return f"{title[:-1]}, among {others}?", subtitle, "seat-games", {"scale": scale}
    base = words.baseline
    subtitle = f"Win share of the {one} minus win share of {base} in the same seat of the same deal, by who plays."
    return title, subtitle, "pairs", {"scale": gap(evidence), **colours(base)}


def notes(run: RunFrames) -> list[str]:
    """Who is tuned for which boards."""
    if not run.once(tuned_in):
        return []
    plans: dict[tuple[str, ...], list[str]] = {}
    for plan, boards in run.tuned.items():
        plans.setdefault(boards, []).append(plan)
    who = "; ".join(f"{', '.join(names)} for {', '.join(boards)}" for boards, names in plans.items())
    mean = " What is said of them is the mean of these plans, each counting alike." if len(run.tuned) > 1 else ""
    weak = ", ".join(name for name in run.learners if name not in run.tuned)
    also = f", also those who play weakly on purpose ({weak})" if weak else ""
    others = f"All other players are called players as they come{also}; effects and prices over all plans are theirs."
    return [f"Tuned for boards, with weights of their own there: {who}.{mean} {others}"]


PIECE = Piece(section, (Table("tuned_players", COLUMNS, table),), notes)
