"""Sections that every question has: what unknown data do to it, games to watch, how it was decided; and how verdicts go
from novice to expert."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from itertools import groupby
from typing import TYPE_CHECKING, Any

import polars as pl

from cext.commands import command
from reports import columns as c
from reports.answer import Verdict, is_overturned, word_of
from reports.charts import style
from reports.charts.forest import Row, forest
from reports.charts.sheet import Key, Scale, plain
from reports.charts.sheet import differences as difference_scale
from reports.charts.style import signed
from reports.effects import PERCENT  # fmt: skip
from reports.estimators.example_games import EXAMPLES, KINDS, example_games, seats_text
from reports.estimators.printings import (
    NOT_SEPARATED,
    Judge,
    look_up_table,
    over_table,
    printing_table,
    share_table,
    solo_sentences,
)
from reports.findings import finding, headings
from reports.first_screen import coarse, verdicts_of_screen
from reports.frames import ScenarioRun
from reports.leads import lead
from reports.questions.base import Chart, Evidence, Findings, Section, Table, Term, chart, estimate, number
from reports.sentences import join_names, number_word, of_games, pp, sentence_case, signed_pp
from reports.stats.sequential import false_at_some_look
from reports.stats.verdict import UNCLEAR

if TYPE_CHECKING:
    from reports.facts import GameFacts

__all__ = ["GAMES_COMMAND", "GAMES_TO_WATCH", "levels_summary", "looks_caveat", "unknown_data"]

LEVELS_NAMED = 4  # comparisons of a family whose course from novice to expert is spelled out
MAX_ROWS = 24  # of a chart

# -- games to watch ---------------------------------------------------------------------------------------------------

GAMES_COMMAND = (
    f"{command('record', '--from', 'RUN', '--game', 'G', '--out', 'game.jsonl')} writes a game (of several scenarios: "
    f"`--scenario NAME`), {command('replay', 'game.jsonl')} shows it; "
    f"{command('record', '--from', 'RUN', '--where', 'winning_margin < 3')} finds others."
)


def _games_finding(evidence: Evidence) -> str:
    n = len(evidence.rows(EXAMPLES))
    singular = "A typical, a close and an odd game"
    return "" if not n else singular if n <= len(KINDS) else "Typical, close and odd games to watch"


def _games_reading(evidence: Evidence) -> str:
    reading = (
        "Typical: nearest to the medians of score (of all seats), length and margin. Close: the smallest margin. "
        "Odd: farthest from what its bots usually do."
    )
    return reading if evidence.rows(EXAMPLES, "replay") else f"{reading} {GAMES_COMMAND}"


GAMES_TO_WATCH = Section(
    "examples",
    "Which games are worth watching?",
    _games_finding,
    tables=(
        Table(
            EXAMPLES,
            (
                c.word("kind", "kind", note="typical / closest / strangest"),
                c.count("game", "game", note="its number in the scenario, for `record --from RUN --game`"),
                c.link("replay", "replay", "watch", note="its page, seen from the report's page; null: none"),
                c.worded("played", "who played, and their scores", lambda value, words: seats_text(str(value))),
                replace(c.BOARD, note="where all play on one"),
                c.count("winning_margin", "margin", "points"),
                c.count("n_decisions", "length", "decisions"),
                c.number(
                    "distance", "from usual", 1, "sd",
                    note="of score, length and margin from the medians; of a strange game the root mean square of "
                    "those and of every seat's points by source and turns by class from its bot's mean",
                ),
                c.code("why", "most unlike others", note="of a strange game: farthest from its bot's mean"),
                c.word("arm", "arm", printed=False),
                c.count("deal", "deal"),
            ),
            example_games, offload=True,
        ),
    ),
    reading=_games_reading,
)  # fmt: skip

# -- unknown data -----------------------------------------------------------------------------------------------------

_UNIT = c.word("unit", "unit", printed=False, note="pp: difference of win shares; %: win share; points")
_OVER = (
    c.code("subject", "compared"),
    _UNIT,
    c.quantity("effect", "our values", estimate=True, note=f"{c.TOGETHER}, of win shares and points that of each"),
    c.quantity("over", "all versions", estimate=True, note="mean, and the interval in which 95 % of versions lie"),
    c.quantity("sd", "sd between", estimate=True, distance=True, note="of effects between versions, without noise"),
    c.word("verdict", "verdict, our values"),
    c.word("over_verdict", "verdict, all versions"),
    c.count("holds", "hold", "printings", note="whose effect, drawn towards the mean, lies where the verdict says"),
    c.percent("share", "share that hold", estimate=True),
    c.count("printings", "played", "printings"),
    c.count("games", "of each", "games"),
    c.percent("relative_error", "relative error of the sd"),
)
_EACH = (
    c.code("subject", "compared"),
    c.count("printing", "printing", "number"),
    _UNIT,
    c.quantity("effect", "effect", estimate=True),
    c.quantity("shrunken", "drawn to the mean"),
    c.count("games", "played", "games"),
)
_SHARES = (
    c.code("subject", "compared"),
    c.code("group", "unknown data"),
    _UNIT,
    c.percent("total", "share of the variance", estimate=True, note="with all it interacts with"),
    c.percent("first", "alone", estimate=True),
    c.quantity("sd", "sd between versions", distance=True),
)
_BEST = "the best it may have: one behind all whose share is surely larger; null: not decided"
_LOOK_UP = (
    c.count("place", "place", note=_BEST),
    c.count("worst_place", "to", note="the worst it may have: one before all whose share is surely smaller"),
    c.code("group", "look up", note="one whose share is surely larger than another's, or all others together"),
    c.code("data", "where it stands"),
    c.count("count", "numbers or words"),
    c.number("minutes", "minutes", 1, note="at 5 seconds each"),
    c.percent("total", "share of the variance", estimate=True),
    c.pp("before", "interval now", note="half of the 95 % of versions, root mean square over what is compared"),
    c.pp("left", "interval left", note="the same once it and all whose share is surely larger are known, at most"),
)
_TERMS: tuple[Term, ...] = (
    (
        "Version of the guessed data",
        (
            "The game with one way to fill in what its rulebook leaves open: what is stated is kept, the rest is "
            "redrawn within all that is known. Bots were tuned for the values we guessed and play the others too."
        ),
    ),
)


def unknown_data(measuring: Callable[[GameFacts], Judge]) -> Section:
    """What printings say of an answer, and what to look up; measuring: what the question measures in a game."""

    def by_judge(make: Callable[[ScenarioRun, Judge], pl.DataFrame]) -> Callable[[ScenarioRun], pl.DataFrame]:
        return lambda run: make(run, measuring(run.game))

    return Section(
        "unknown_data",
        "How far does it depend on the values that the rulebook leaves open?",
        _unknown_finding,
        tables=(
            Table("over_printings", _OVER, by_judge(over_table)),
            Table("by_printing", _EACH, by_judge(printing_table)),
            Table("variance_shares", _SHARES, by_judge(share_table)),
            Table("look_up_first", _LOOK_UP, by_judge(look_up_table)),
        ),
        charts=lambda evidence, finding: (_over_chart(evidence), _shares_chart(evidence)),
        reading=_look_up_sentence,
        notes=lambda run: solo_sentences(run, measuring(run.game)),
        terms=_TERMS,
    )


def _unknown_finding(evidence: Evidence) -> Findings:
    rows = evidence.rows("over_printings")
    if not rows:
        return ""
    if evidence.par is None:
        row = rows[0]
        if row["over_low"] is None:
            return ""
        scale, unit = (100, " % of games") if row["unit"] == PERCENT else (100, " points")
        ends = f"{scale * row['over_low']:.1f} to {scale * row['over_high']:.1f}{unit}"
        return f"{sentence_case(row['subject'])}: {ends}", sentence_case(ends)
    decided = [v for v in verdicts_of_screen(evidence.verdicts) if v.over and v.verdict != UNCLEAR]
    overturned = [verdict for verdict in decided if is_overturned(verdict)]
    if not decided:
        return "Nothing is decided that other values could change"
    if overturned:
        return headings(overturned)
    if contradicted := [verdict for verdict in decided if verdict.versions is not None]:
        return lead(contradicted, evidence.par).removesuffix("."), "It depends on data we guess"
    over = decided[0].over
    values = f"in all {over.printings} versions" if over is not None and over.low is None else "with other values too"
    return f"{finding(decided)} {values}", f"It holds {values}"


def _over_chart(evidence: Evidence) -> Chart | None:
    """Effects, or win shares, of all printings, where another one's would lie, and that of the shipped one."""
    rows, each = evidence.rows("over_printings"), evidence.rows("by_printing")
    listed = coarse(row["subject"] for row in rows)
    drawn_rows, rows = [], [row for row in rows if row["subject"] in listed]
    for row in rows[:MAX_ROWS]:
        interval = estimate(row, "over", 100, n=False)
        if interval is not None:
            dots = tuple(100 * x["shrunken"] for x in each if x["subject"] == row["subject"])
            drawn_rows.append(Row(row["subject"], (interval,), dots=dots, ring=number(row, "effect", 100)))
    if not drawn_rows:
        return None
    is_share, is_solo = rows[0]["unit"] == PERCENT, evidence.par is None
    measure = "win share" if is_share else "effect on win share"
    scale, text = difference_scale(measure, "pp", margin=None if is_solo else evidence.margin), signed
    if is_share:
        scale, text = Scale(f"{measure}, %"), plain
    title = "Does the answer hold with other values?"
    if is_solo:
        title = "How often would the player win with other data?" if is_share else "How far apart are versions?"
    n = max(int(row["printings"]) for row in rows)
    figure = forest(
        title,
        f"{sentence_case(measure)} in {n} versions of the guessed data: mean, and where 95 % of such lie.",
        drawn_rows,
        scale,
        series=(
            Key("mean and 95 % of versions", style.MEASURE, "line"),
            Key("a version", style.PALE, "point"),
            Key("our values", style.INK, "ring"),
        ),
        interval="95 % of versions",
        note=f"Dots: each version's {measure}, drawn towards the mean as far as it may be noise.",
    )
    ends = "; ".join(f"{row.label} {text(e.low)} to {text(e.high)}" for row in drawn_rows for e in row.estimates if e)
    return chart("over_printings", title, f"One row each, {rows[0]['unit']}: {ends}.", figure)


def _shares_chart(evidence: Evidence) -> Chart | None:
    """Shares of the variance between printings by group: of all subjects together, unless they do not vary."""
    rows = evidence.rows("variance_shares")
    listed = [row for row in rows if row["subject"] == rows[0]["subject"]][:MAX_ROWS]
    estimates = [(row["group"], estimate(row, "total", 100, n=False)) for row in listed]
    shares = [Row(group, (interval,)) for group, interval in estimates if interval is not None]
    if not shares:
        return None
    title = "Which unknown values decide the answer?"
    figure = forest(
        title,
        "Share of the variance between versions that would be gone, with all it interacts with, if this were known.",
        shares,
        Scale("share of the variance between versions, %"),
        note="What two groups decide only together counts for both, so shares may add up to more than 100 %.",
    )
    sizes = "; ".join(f"{row.label} {e.value:.0f} %" for row in shares for e in row.estimates if e)
    return chart("variance_shares", title, f"Shares of the variance: {sizes}.", figure)


def _look_up_sentence(evidence: Evidence) -> str:
    """ "Look up unrest tracks first (25 numbers, 2 min): the interval shrinks from ±17.0 to ±2.1 of 100 games at most."
    Or those of which each may be the first; or that none is known to be."""
    rows = evidence.rows("look_up_first")
    if not rows:
        return "" if evidence.rows("variance_shares") else "More versions would tell which of the values decide it."
    first = [row for row in rows if row["place"] == 1]
    if not first:
        groups = str(rows[0]["group"]).removeprefix(f"{NOT_SEPARATED}: ")
        return f"What to look up first is not decided: {groups} cannot be told apart. More versions may separate them."
    names = join_names([f"{row['group']} ({_reading(row)})" for row in first], "or")
    if len(first) > 1:
        return f"Look up {names} first: each decides more than others; which of them most is not decided."
    row = first[0]
    interval = f"±{pp(row['before'])} to ±{of_games(row['left'])} at most"
    also = "" if row["worst_place"] == 1 else " Another group may decide as much."
    return f"Look up {names} first: where 95 % of versions lie shrinks from {interval}.{also}"


def _reading(row: Mapping[str, Any]) -> str:
    return f"{row['count']} numbers or words, {row['minutes']:.0f} min" if row["count"] else "nothing to read"


# -- from novice to expert, and from look to look ---------------------------------------------------------------------


def levels_summary(levels: Sequence[tuple[str, Sequence[Verdict]]]) -> str:
    """How verdicts go from the weakest players to the strongest, a sentence a family; "" where the levels (label and
    verdicts of the first screen) have none in common.

    Intervals hold together over all levels: where those of the first and the last have nothing in common, the effect
    surely changes.
    """
    subjects = [{verdict.subject: verdict for verdict in verdicts} for _, verdicts in levels]
    sentences = []
    for family, members in groupby(levels[0][1], key=lambda verdict: verdict.family):
        common = [[of[v.subject] for of in subjects] for v in members if all(v.subject in of for of in subjects)]
        common.sort(key=lambda course: -max(abs(verdict.effect or 0.0) for verdict in course))
        decided = [course for course in common if {word_of(verdict) for verdict in course} != {UNCLEAR}]
        labels = [label for label, _ in levels]
        phrases = [_course(labels, course) for course in decided[:LEVELS_NAMED]]
        if left := len(decided) - len(phrases):
            phrases.append(f"{number_word(left)} more {'is' if left == 1 else 'are'} below")
        if open_ := [course[0].name for course in common if course not in decided]:
            verb = "is" if len(open_) == 1 else "are"
            phrases.append(f"{join_names(open_, max_names=LEVELS_NAMED)} {verb} unclear at every level")
        if phrases:
            about = f", {family[:1].lower()}{family[1:]}" if family else ""
            sentences.append(f"From {labels[0]} to {labels[-1]}{about}: {'; '.join(phrases)}.")
    return " ".join(sentences)


def _course(labels: Sequence[str], course: Sequence[Verdict]) -> str:
    """ "star is stronger at every level (+2.1, +4.0 of 100 games)", or what it is at which; whether it changes."""
    steps = [list(same) for _, same in groupby(zip(labels, course, strict=True), key=lambda pair: word_of(pair[1]))]
    if len(steps) == 1:
        words = f"is {word_of(course[0])} at every level"
    else:
        at = [f"with {s[0][0]} players" if len(s) == 1 else f"from {s[0][0]} to {s[-1][0]}" for s in steps]
        words = "is " + ", ".join(f"{word_of(s[0][1])} {where}" for s, where in zip(steps, at, strict=True))
    effects = ", ".join("?" if verdict.effect is None else signed_pp(verdict.effect) for verdict in course)
    return f"{course[0].name} {words} ({effects} of 100 games{_change(course[0], course[-1])})"


def _change(first: Verdict, last: Verdict) -> str:
    """Whether the effect of the last surely differs from that of the first, and by how much at least."""
    if first.low is None or first.high is None or last.low is None or last.high is None:
        return ""
    if last.low > first.high:
        return f": it grows by {pp(last.low - first.high)} or more"
    return f": it falls by {pp(first.low - last.high)} or more" if last.high < first.low else ""


def looks_caveat(sizes: Sequence[int]) -> list[str]:
    """What looking at a run after so many games each does to its error; none where there was only one look."""
    if len(sizes) < 2:
        return []
    error = 100 * false_at_some_look(sizes)
    times = "twice" if len(sizes) == 2 else f"{number_word(len(sizes))} times"
    return [f"This run was analysed {times}: the chance of a false finding is {error:.0f} %, not 5 %."]
