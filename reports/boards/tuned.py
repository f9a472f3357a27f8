"""Players as they come, and players with weights of their own for the board they sit at: does it matter who plays?"""

from __future__ import annotations

import polars as pl

from reports import columns as c
from reports.boards.against import colours, gap, spoken
from reports.boards.players import tuned
from reports.columns import Column
from reports.draw import Row, forest
from reports.evidence import Chart, Evidence, Section, chart, estimate, section_of
from reports.frames import RunFrames
from reports.question import Piece, Table
from reports.tuned import MORE

__all__ = ["PIECE"]

COLUMNS: tuple[Column, ...] = (
    c.BOARD,
    c.word("players", "players", note="as they come, tuned for the board they sit at, or how far the two differ"),
    c.count("n", "n", "pairs"),
    c.pp("effect", "effect", estimate=True, note=f"share, B minus A on the same deal and seat; {c.TOGETHER}"),
    c.P,
)


def table(run: RunFrames) -> pl.DataFrame:
    """Board minus A by who plays, and how far the two differ, judged in one family with every other board."""
    found = run.once(tuned)
    return pl.DataFrame() if found is None else found.rows(lambda boards: pl.DataFrame({"board": boards}))


def section(evidence: Evidence) -> Section | None:
    """Both on one axis; no section where only one kind played."""
    words, base, one = evidence.words, evidence.words.baseline, evidence.words.nouns[0]
    rows = [row for row in evidence.rows("tuned_players", "board", "players", "effect") if row["players"] != MORE]
    if not rows:
        return None

    def draw() -> list[Chart]:
        title = f"Is a {one} stronger in the hands of players tuned for it?"
        shown = [Row(f"{words.board(row['board'])}, {row['players']}", (estimate(row, "effect", 100),)) for row in rows]
        subtitle = f"Win share of the {one} minus win share of {base} in the same seat of the same deal, by who plays."
        figure = forest(title, subtitle, shown, gap(evidence), n_label="pairs", together=True, **colours(base))
        return [chart("tuned_players", title, spoken(shown, "pp"), figure)]

    reading = (
        f"A {one} can be strong and go unnoticed as long as everybody plays it like any other. Players tuned for it "
        f"have weights of their own there; where their dot lies apart from the other, what the {one} is worth depends "
        "on who plays it."
    )
    return section_of(
        "tuned_players", "Players as they come, players tuned for it", reading, ("tuned_players",), evidence, draw
    )


def notes(run: RunFrames) -> list[str]:
    """Who is tuned for which boards."""
    if run.once(tuned) is None:
        return []
    who = "; ".join(f"{name} for {', '.join(boards)}" for name, boards in run.tuned.items())
    weak = ", ".join(name for name in run.learners if name not in run.tuned)
    also = f", also those who play weakly on purpose ({weak})" if weak else ""
    others = f"All other players are called players as they come{also}; effects and prices over all plans are theirs."
    return [f"Tuned for boards, with weights of their own there: {who}. {others}"]


PIECE = Piece(section, (Table("tuned_players", COLUMNS, table),), notes)
