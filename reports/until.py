"""A run that went on until it was decided: when it stopped, what each comparison came to at every look, and how many
games a run of a number fixed beforehand would have needed."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import cache
from typing import TYPE_CHECKING

import polars as pl

from reports import columns as c
from reports.draw import Scale, Series, lines, style
from reports.draw.sheet import signed
from reports.draw.style import CATEGORIES
from reports.effects import pp
from reports.evidence import Chart, Evidence, Rows, Section, chart, estimate, unique
from reports.frames import RunFrames
from reports.stats.verdict import CHANGED, SIDED, STRONGER, UNDECIDED, WEAKER

if TYPE_CHECKING:
    from reports.question import Piece, Question

__all__ = ["piece_of", "stopped"]

DRAWN = 5  # comparisons on the chart: those that took longest
NAMED = 3  # open comparisons in the sentence
TICK = 0.75  # inches of the chart, its labels left out, for a number under it at least
LABELS = 2.6  # inches beside the plot
BEYOND = (STRONGER, WEAKER, CHANGED[STRONGER], CHANGED[WEAKER])
SIDES = (SIDED[STRONGER], SIDED[WEAKER])
ALL_LOOKS = "95 % interval that holds at all looks and for all comparisons of its family together"
DECIDED = (
    c.code("subject", "compared"),
    c.pp("effect", "effect", estimate=True, note=ALL_LOOKS),
    c.word("verdict", "verdict"),
    c.count("after", "decided after", "games", note="of the first look from which on the verdict is there; null: open"),
    c.count(
        "fixed",
        "games fixed beforehand",
        "games",
        note="that would give such an effect its verdict in four of five runs; null: no number that can be played",
    ),
    c.count("deals", "deals"),
)
PATH_FROM = ("subject", "effect", "effect_low", "effect_high", "verdict", "deals")
PATH = (
    c.count("games", "games"),
    c.code("subject", "compared"),
    c.pp("effect", "effect", estimate=True, note=ALL_LOOKS),
    c.word("verdict", "verdict"),
)
PROMISE = (
    "Games were looked at again and again, and playing stopped when every comparison had its verdict. Intervals of "
    "verdicts are confidence sequences (Waudby-Smith and others 2024): all of them hold their true values at all looks "
    "together in 95 of 100 such runs, however long they go on. Intervals of one thing by itself, and Elo's, are those "
    "of a run whose length was fixed."
)
TERM = ("Until decided", PROMISE)


@cache
def _path_of(question: Question) -> Callable[[RunFrames], pl.DataFrame]:
    """How a row a look and comparison is made, as a step that pieces share."""

    def path(run: RunFrames) -> pl.DataFrame:
        found = []
        sizes = run.looks.sizes if run.looks else ()
        for games in (size for size in sizes if size <= run.games_played):
            seen = run if games == run.games_played else run.upto(games)
            rows = question.looked_at(seen)[0]
            if len(rows):
                found.append(rows.select(pl.lit(games).alias("games"), *PATH_FROM))
        return pl.concat(found) if found else pl.DataFrame()

    return path


@cache
def _decided_of(question: Question) -> Callable[[RunFrames], pl.DataFrame]:
    """How a row a comparison is made, those that took longest first."""
    path_of = _path_of(question)

    def decided(run: RunFrames) -> pl.DataFrame:
        path = run.once(path_of)
        if not len(path):
            return path
        last = path.filter(pl.col("games") == pl.col("games").max())
        fixed = question.looked_at(replace(run, looks=None, _known={}))[0].select("subject", fixed="needs")
        open_at = path.filter(pl.col("verdict") == UNDECIDED).group_by("subject").agg(pl.col("games").max())
        since = {subject: int(games) for subject, games in open_at.iter_rows()}
        sizes = sorted(path["games"].unique())
        after = [
            next((size for size in sizes if size > since.get(subject, -1)), None)
            for subject in last["subject"].to_list()
        ]
        table = last.with_columns(after=pl.Series(after, dtype=pl.Int64)).join(fixed, on="subject", how="left")
        return table.sort("after", "subject", descending=[True, False], nulls_last=False)

    return decided


def stopped(question: Question, run: RunFrames) -> list[str]:
    """When the run stopped and what was decided, in one line; none where its games were fixed beforehand."""
    if run.looks is None:
        return []
    rows = run.once(_decided_of(question)).rows(named=True)
    if not rows:
        return [f"{run.games_played:,} games were played: nothing could be compared, so nothing was waited for."]
    looks = len(run.once(_path_of(question))["games"].unique())
    often = f"{looks} look{'s' * (looks > 1)}"
    open_ones = [row["subject"] for row in rows if row["verdict"] == UNDECIDED]
    told = _told([str(row["verdict"]) for row in rows], run.margin)
    size = f"{run.games_played:,} of at most {run.looks.max_games:,} games, {often}"
    if not open_ones:
        all_of = "the one comparison is decided" if len(rows) == 1 else f"all {len(rows)} comparisons are decided"
        return [f"Stopped after {size}: {all_of} ({told}). {_fixed(rows, run.games_played)}"]
    more = f" and {len(open_ones) - NAMED} more" if len(open_ones) > NAMED else ""
    left = f"{len(rows) - len(open_ones)} of {len(rows)} comparisons are decided{f' ({told})' if told else ''}"
    still = f"open: {'; '.join(open_ones[:NAMED])}{more}"
    return [f"Played {size}: {left}, {still}. `--more N` goes on, and every interval keeps its promise."]


def _told(verdicts: Sequence[str], margin: float) -> str:
    """How many are decided in which way."""
    sides = sum(verdict in SIDES for verdict in verdicts)
    beyond = sum(verdict in BEYOND for verdict in verdicts)
    inside = len(verdicts) - sides - beyond - verdicts.count(UNDECIDED)
    parts = (
        (sides, "better or worse"),
        (beyond, f"by more than {pp(margin)} pp"),
        (inside, f"equal within {pp(margin)} pp" if SIDED["fair"] in verdicts or sides else f"within {pp(margin)} pp"),
    )
    return ", ".join(f"{count} {words}" for count, words in parts if count)


def _fixed(rows: Rows, games: int) -> str:
    """What a run of a number of games fixed beforehand would have needed."""
    needs = [row["fixed"] for row in rows]
    if any(need is None for need in needs):
        return "No number of games fixed beforehand would decide all of them in four of five runs."
    most = max(needs)
    compared = "more" if most > games else "fewer" if most < games else "as many"
    return (
        f"A number fixed beforehand would have to be {most:,} to decide the hardest of them, if it is as large as it "
        f"seems, in four of five runs: {compared}, had one known it."
    )


@cache
def piece_of(question: Question) -> Piece:
    """The piece of a question."""
    from reports.question import Piece, Table

    tables = (Table("decided", DECIDED, _decided_of(question)), Table("path", PATH, _path_of(question)))
    return Piece(section, tables, terms=(TERM,))


def section(evidence: Evidence) -> Section | None:
    """The path of what took longest; none where the games were fixed beforehand."""
    rows = evidence.rows("decided", "subject", "effect")
    if not rows:
        return None
    path = evidence.rows("path", "subject", "effect", "effect_low", "effect_high")
    first = min((row["games"] for row in path), default=0)
    late = [row for row in rows if row["after"] != first][:DRAWN] or rows[:1]  # what the first look decided has no path
    shown = f"The chart has the {len(late)} that took longest. " if 1 < len(late) < len(rows) else ""
    reading = (
        f"{shown}Each interval holds at all looks together, so that a run may stop at any of them: a comparison is "
        "decided as soon as its interval leaves out what the verdict denies. Looks are at fixed numbers of games."
    )
    drawn = [_chart(evidence, path, late)] if path else []
    return Section("until", "Until decided", reading, tuple(drawn), ("decided", "path"))


def _chart(evidence: Evidence, path: Rows, rows: Rows) -> Chart:
    sizes = unique(row["games"] for row in path)
    place = {games: float(at) for at, games in enumerate(sizes, 1)}
    series = []
    for number, row in enumerate(rows):
        steps = [one for one in path if one["subject"] == row["subject"]]
        known = [(place[one["games"]], estimate(one, "effect", 100)) for one in steps]
        at = [(x, one) for x, one in known if one is not None]
        if at:
            xs, values = tuple(x for x, _ in at), tuple(one for _, one in at)
            series.append(Series(str(row["subject"]), CATEGORIES[number], xs, values, bars=True))
    title = "How did it come to be decided?"
    every = math.ceil(len(sizes) / max(2, int((style.width() - LABELS) / TICK)))
    ticks = {place[games]: f"{games:,}" for games in sizes[::-1][::every][::-1]}
    figure = lines(
        title,
        "Estimate at each look, with the interval that holds at all of them together.",
        series,
        Scale("difference in win share, pp", 0.0, "no difference", margin=evidence.margin, text=signed),
        x_label="games",
        tick_labels=ticks,
    )
    told = "; ".join(f"{row['subject']}: {row['verdict']}" for row in rows)
    return chart("until", title, f"{told}.", figure)
