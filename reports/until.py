"""A run that went on until it was decided: when it stopped, what each comparison came to at every look, and how many
games a run of a number fixed beforehand would have needed."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import replace
from functools import cache
from typing import TYPE_CHECKING

import polars as pl

from reports import columns as c
from reports.charts import Scale, Series, lines, style
from reports.charts.sheet import signed
from reports.charts.style import CATEGORIES
from reports.frames import RunFrames
from reports.questions.base import Chart, Evidence, Rows, ShownSection, chart, estimate, unique
from reports.stats.verdict import UNCLEAR

if TYPE_CHECKING:
    from reports.answer import Verdict
    from reports.questions.base import Piece, Question
    from reports.stats.sequential import Looks

__all__ = ["piece_of", "stopping_lines", "waits_for"]

DRAWN = 5  # comparisons on the chart: those that took longest
NAMED = 3  # open comparisons in the sentence
TICK = 0.75  # inches of the chart, its labels left out, for a number under it at least
LABELS = 2.6  # inches beside the plot
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
    "The results are checked at fixed numbers of games, and playing stops when every verdict of the first lines is "
    "there. Intervals of verdicts are repeated confidence intervals (Jennison and Turnbull 2000): all of them hold "
    "their true values at all checks together in 95 of 100 such runs. Answers between checks, and after games were "
    "added, have wider ones, which hold at any time (confidence sequences, Waudby-Smith and others 2024). Elo, and "
    "whatever has no verdict, has the intervals of a fixed number of games."
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
            rows = question.interim_verdicts(seen)[0]
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
        fixed = question.interim_verdicts(replace(run, looks=None, _known={}))[0].select("subject", fixed="needs")
        open_at = path.filter(pl.col("verdict") == UNCLEAR).group_by("subject").agg(pl.col("games").max())
        since = {subject: int(games) for subject, games in open_at.iter_rows()}
        sizes = sorted(path["games"].unique())
        after = [
            next((size for size in sizes if size > since.get(subject, -1)), None)
            for subject in last["subject"].to_list()
        ]
        table = last.with_columns(after=pl.Series(after, dtype=pl.Int64)).join(fixed, on="subject", how="left")
        return table.sort("after", "subject", descending=[True, False], nulls_last=False)

    return decided


def waits_for(verdict: Verdict) -> bool:
    """Whether a run that goes on until it is decided goes on for this verdict; not where the interval over plans or
    data is wider than that over deals: more games say nothing of these."""
    return verdict.verdict == UNCLEAR and verdict.settled_by not in ("plans", "data")


def stopping_lines(question: Question, run: RunFrames) -> list[str]:
    """When the run stopped, what was decided, and at which checks its intervals hold, in one line; none where its games
    were fixed beforehand."""
    if run.looks is None:
        return []
    rows = run.once(_decided_of(question)).rows(named=True)
    played = f"{run.games_played:,} of at most {run.looks.max_games:,} games"
    caveat = _coverage_sentence(run.looks)
    if not rows:
        result = "nothing could be compared, so nothing was waited for" if run.looks.sizes else "not checked yet"
        return [f"Played {played}: {result}. {caveat}"]
    n_checks = len(run.once(_path_of(question))["games"].unique())
    size = f"{played} ({'checked once' if n_checks == 1 else f'checked {n_checks} times'})"
    open_ones = [row["subject"] for row in rows if row["verdict"] == UNCLEAR]
    told = _told(question, run)
    if not open_ones:
        all_of = "the one comparison is decided" if len(rows) == 1 else f"all {len(rows)} comparisons are decided"
        return [f"Stopped after {size}: {all_of} ({told}). {caveat} {_fixed(rows)}"]
    more = f" and {len(open_ones) - NAMED} more" if len(open_ones) > NAMED else ""
    decided = f"{len(rows) - len(open_ones)} of {len(rows)} comparisons are decided{f' ({told})' if told else ''}"
    names = f"{'; '.join(open_ones[:NAMED])}{more}"
    if not any(waits_for(verdict) for verdict in question.interim_verdicts(run)[1]):
        return [f"Stopped after {size}: {decided}; more games would not settle {names}. {caveat}"]
    undecided = f"undecided: {names}"
    return [f"Played {size}: {decided}, {undecided}. {caveat}"]


def _coverage_sentence(looks: Looks) -> str:
    """At which checks the intervals hold."""
    wider = "the intervals are wider, because they hold at any time"
    if not looks.planned_games:
        return f"An earlier version began the run: {wider}."
    if looks.is_extended:
        return f"Games were added after the run had begun: {wider}."
    if looks.games not in looks.sizes:
        return f"This is an answer between two checks: {wider}."
    return "The intervals allow for the repeated checks."


def _told(question: Question, run: RunFrames) -> str:
    """How many are decided in which way."""
    words = [v.reference.word(v.verdict) for v in question.interim_verdicts(run)[1] if v.verdict != UNCLEAR]
    return ", ".join(f"{words.count(word)} {word}" for word in dict.fromkeys(words))


def _fixed(rows: Rows) -> str:
    """What a run of a number of games fixed beforehand would have needed."""
    needs = [row["fixed"] for row in rows]
    if any(need is None for need in needs):
        return "No fixed number of games would decide all of them in four of five runs."
    return (
        f"With a fixed number of games, {max(needs):,} would decide the hardest of them in four of five runs, if it is "
        "as large as it seems."
    )


@cache
def piece_of(question: Question) -> Piece:
    """The piece of a question."""
    from reports.questions.base import Piece, Table

    tables = (Table("decided", DECIDED, _decided_of(question)), Table("path", PATH, _path_of(question)))
    return Piece(section, tables, terms=(TERM,))


def section(evidence: Evidence) -> ShownSection | None:
    """The path of what took longest; none where the games were fixed beforehand."""
    rows = evidence.rows("decided", "subject", "effect")
    if not rows:
        return None
    path = evidence.rows("path", "subject", "effect", "effect_low", "effect_high")
    first = min((row["games"] for row in path), default=0)
    late = [row for row in rows if row["after"] != first][:DRAWN] or rows[:1]  # what the first look decided has no path
    shown = f"The chart has the {len(late)} that took longest. " if 1 < len(late) < len(rows) else ""
    reading = (
        f"{shown}The intervals allow for the repeated checks, which are at fixed numbers of games: a comparison is "
        "decided as soon as its interval leaves out what the verdict denies."
    )
    drawn = [_chart(evidence, path, late)] if path else []
    return ShownSection("until", "Until decided", reading, tuple(drawn), ("decided", "path"))


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
    title = "How the estimates developed"
    every = math.ceil(len(sizes) / max(2, int((style.width() - LABELS) / TICK)))
    ticks = {place[games]: f"{games:,}" for games in sizes[::-1][::every][::-1]}
    figure = lines(
        title,
        "Estimate at each check, with the interval that allows for all of them.",
        series,
        Scale("difference in win share, pp", 0.0, "no difference", margin=evidence.margin, text=signed),
        x_label="games",
        tick_labels=ticks,
    )
    told = "; ".join(f"{row['subject']}: {row['verdict']}" for row in rows)
    return chart("until", title, f"{told}.", figure)
