"""A run that goes on until it is decided: when it stopped, what each comparison came to at every check, and how many
games a run of a number fixed beforehand would have needed."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import polars as pl

from reports import columns as c
from reports.answer import Verdict
from reports.charts import style
from reports.charts.lines import Series, lines
from reports.charts.sheet import Scale
from reports.charts.style import CATEGORIES, signed
from reports.frames import ScenarioRun
from reports.questions.base import Chart, Evidence, Section, Table, chart, estimate, unique
from reports.sentences import join_names
from reports.stats.verdict import UNCLEAR

if TYPE_CHECKING:
    from reports.questions.base import Question
    from reports.stats.sequential import Looks

__all__ = ["stopping_lines", "until_decided", "waits_for_games"]

MAX_LINES = 5  # comparisons on the chart: those that took longest
MAX_NAMES = 3  # open comparisons in the sentence
TICK = 0.75  # inches of the chart, its labels left out, for a number under it at least
LABELS = 2.6  # inches beside the plot
_ALL_LOOKS = "95 % interval that holds at all looks and for all comparisons of its family together"
_EFFECT = (c.pp("effect", "effect", estimate=True, note=_ALL_LOOKS), c.word("verdict", "verdict"))
_DECIDED = (
    c.code("subject", "compared"),
    *_EFFECT,
    c.count("after", "decided after", "games", note="of the first look from which on the verdict is there; null: open"),
    c.count(
        "fixed", "games fixed beforehand", "games",
        note="that would give such an effect its verdict in four of five runs; null: no number that can be played",
    ),
    c.count("deals", "deals"),
)  # fmt: skip
_PATH = (c.count("games", "games"), c.code("subject", "compared"), *_EFFECT)
_TERM_WORDS = (
    "The results are checked at fixed numbers of games, and playing stops when every verdict of the first screen is "
    "there. Intervals of verdicts are repeated confidence intervals (Jennison and Turnbull 2000): all of them hold "
    "their true values at all checks together in 95 of 100 such runs. Answers between checks, and after games were "
    "added, have wider ones, which hold at any time (confidence sequences, Waudby-Smith and others 2024). Elo, and "
    "whatever has no verdict, has the intervals of a fixed number of games."
)


def until_decided(question: Question) -> Section:
    """How the estimates of a question developed; nothing where the games were fixed beforehand."""
    return Section(
        "until",
        "How the estimates developed",
        _finding,
        tables=(
            Table("decided", _DECIDED, lambda run: run.result(_decisions, question)),
            Table("path", _PATH, lambda run: run.result(_path, question)),
        ),
        charts=lambda evidence, finding: (_chart(evidence),),
        reading="A comparison is decided as soon as its interval, which allows for the repeated checks, leaves out "
        "what the verdict denies.",
        terms=(("Until decided", _TERM_WORDS),),
    )


def _finding(evidence: Evidence) -> str:
    rows = evidence.rows("decided", "subject", "effect")
    if not rows:
        return ""
    if _open(rows):
        return f"{len(rows) - len(_open(rows))} of {len(rows)} comparisons are decided"
    last, many = max(row["after"] for row in rows), len(rows) > 1
    return f"{f'All {len(rows)} comparisons decided' if many else 'Decided'} after {last:,} games"


def _open(rows: Sequence[Mapping[str, Any]]) -> list[str]:
    """The comparisons that are not decided."""
    return [row["subject"] for row in rows if row["verdict"] == UNCLEAR]


def _path(run: ScenarioRun, question: Question) -> pl.DataFrame:
    """A row a look and comparison."""
    columns = ("subject", "effect", "effect_low", "effect_high", "verdict", "deals")
    sizes = [size for size in run.looks.sizes if size <= run.games_played] if run.looks else []
    rows = {
        games: question.interim_verdicts(run if games == run.games_played else run.upto(games))[0] for games in sizes
    }
    parts = [part.select(pl.lit(games).alias("games"), *columns) for games, part in rows.items() if len(part)]
    return pl.concat(parts) if parts else pl.DataFrame()


def _decisions(run: ScenarioRun, question: Question) -> pl.DataFrame:
    """A row a comparison, those that took longest first."""
    path = run.result(_path, question)
    if not len(path):
        return path
    last = path.filter(pl.col("games") == pl.col("games").max())
    fixed = question.interim_verdicts(replace(run, looks=None, _results={}))[0].select("subject", fixed="needs")
    open_at = path.filter(pl.col("verdict") == UNCLEAR).group_by("subject").agg(pl.col("games").max())
    since = {subject: int(games) for subject, games in open_at.iter_rows()}
    sizes = sorted(path["games"].unique())
    after = [next((size for size in sizes if size > since.get(subject, -1)), None) for subject in last["subject"]]
    table = last.with_columns(after=pl.Series(after, dtype=pl.Int64)).join(fixed, on="subject", how="left")
    return table.sort("after", "subject", descending=[True, False], nulls_last=False)


def waits_for_games(verdict: Verdict) -> bool:
    """Whether a run that goes on until it is decided goes on for this verdict; not where the interval over plans or
    data is wider than that over deals: more games say nothing of these."""
    return verdict.verdict == UNCLEAR and verdict.settled_by not in ("plans", "data")


def stopping_lines(question: Question, run: ScenarioRun) -> list[str]:
    """When the run stopped, what was decided, and at which checks its intervals hold, in one line; none where its games
    were fixed beforehand and are there."""
    if run.looks is None:
        return []
    rows = run.result(_decisions, question).rows(named=True)
    games = f"{run.games_played:,} of {'at most ' * bool(run.looks.sizes)}{run.looks.max_games:,} games"
    caveat = _coverage_sentence(run.looks)
    if not run.looks.sizes:
        return [f"Played {games}. {caveat}"]
    if not rows:
        return [f"Played {games}: nothing could be compared, so nothing was waited for. {caveat}"]
    n_checks = len(run.result(_path, question)["games"].unique())
    size = f"{games} ({'checked once' if n_checks == 1 else f'checked {n_checks} times'})"
    verdicts, open_ = question.interim_verdicts(run)[1], _open(rows)
    words = [verdict.reference.word(verdict.verdict) for verdict in verdicts if verdict.verdict != UNCLEAR]
    counts = ", ".join(f"{words.count(word)} {word}" for word in dict.fromkeys(words))
    if not open_:
        all_of = "the one comparison is decided" if len(rows) == 1 else f"all {len(rows)} comparisons are decided"
        return [
            f"Stopped after {size}: {all_of} ({counts}). {caveat} {_fixed_sentence([row['fixed'] for row in rows])}"
        ]
    decided = f"{len(rows) - len(open_)} of {len(rows)} comparisons are decided{f' ({counts})' if counts else ''}"
    names = join_names(open_, max_names=MAX_NAMES)
    if any(waits_for_games(verdict) for verdict in verdicts):
        return [f"Played {size}: {decided}; not yet {names}. {caveat}"]
    return [f"Stopped after {size}: {decided}; more games would not settle {names}. {caveat}"]


def _coverage_sentence(looks: Looks) -> str:
    """At which checks the intervals hold."""
    wider = "the intervals are wider, because they hold at any time"
    if not looks.planned_games:
        return f"An earlier version began the run: {wider}."
    if looks.is_extended:
        return f"Games were added after the run had begun: {wider}."
    if not looks.sizes:
        return f"The run is not complete: {wider}."
    if looks.games not in looks.sizes:
        return f"This is an answer between two checks: {wider}."
    return "The intervals allow for the repeated checks."


def _fixed_sentence(needs: list[int | None]) -> str:
    """What a run of a number of games fixed beforehand would have needed."""
    if None in needs:
        return "No fixed number of games would decide all of them in four of five runs."
    hardest = max(need for need in needs if need is not None)
    fixed = f"With a fixed number of games, {hardest:,} would decide the hardest of them in four of five runs"
    return f"{fixed}, if it is as large as it seems."


def _chart(evidence: Evidence) -> Chart | None:
    """The paths of those comparisons that took longest: what the first check decided has none."""
    rows = evidence.rows("decided", "subject", "effect")
    path = evidence.rows("path", "subject", "effect", "effect_low", "effect_high")
    if not path or not rows:
        return None
    sizes = unique(row["games"] for row in path)
    late = [row for row in rows if row["after"] != min(sizes)][:MAX_LINES] or rows[:1]
    place = {games: float(at) for at, games in enumerate(sizes, 1)}
    series = []
    for colour, row in zip(CATEGORIES, late, strict=False):
        of_row = [point for point in path if point["subject"] == row["subject"]]
        steps = [(place[point["games"]], estimate(point, "effect", 100)) for point in of_row]
        if points := [(x, point) for x, point in steps if point is not None]:
            xs, values = zip(*points, strict=True)
            series.append(Series(str(row["subject"]), colour, xs, values, bars=True))
    title = "How the estimates developed"
    step = math.ceil(len(sizes) / max(2, int((style.width() - LABELS) / TICK)))
    figure = lines(
        title,
        "Estimate at each check, with the interval that allows for all of them.",
        series,
        Scale("difference in win share, pp", 0.0, "no difference", margin=evidence.margin, text=signed),
        x_label="games",
        tick_labels={place[games]: f"{games:,}" for games in sizes[::-1][::step][::-1]},
    )
    words = "; ".join(f"{row['subject']}: {row['verdict']}" for row in late)
    return chart("until", title, f"{words}.", figure)
