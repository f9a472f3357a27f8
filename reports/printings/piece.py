"""The evidence over printings: effects of each, what they come to, which data decide it, what to look up first."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from typing import Any

import polars as pl

from reports import columns as c
from reports.answer import Verdict
from reports.facts import GameFacts
from reports.first_screen import coarse
from reports.frames import RunFrames
from reports.printings.drawing import over_chart, shares_chart
from reports.printings.measured import ALL, PERCENT, PP, Judge, Measured, by_printing, measured, shares_of
from reports.printings.verdicts import over_printings
from reports.questions.base import Evidence, Piece, ShownSection, Table, Term
from reports.sentences import pp, sentence_case, signed_pp
from reports.stats.exchange import Shares

__all__ = ["known_of", "piece_of"]

MOST_WORDS = 10  # effects that are told in words where there are no verdicts
SECONDS = 5  # to read a number or a word off a card or a board, and write it down

ITS_UNIT = c.word("unit", "unit", printed=False, note="pp: difference of win shares; %: win share; points")
OVER = (
    c.code("subject", "compared"),
    ITS_UNIT,
    c.own("effect", "shipped printing", estimate=True, note=f"{c.TOGETHER}, of win shares and points that of each"),
    c.own(
        "over",
        "over printings",
        estimate=True,
        note="mean, and the predictive interval in which 95 % of admissible printings lie",
    ),
    c.own(
        "sd",
        "sd between",
        estimate=True,
        distance=True,
        note="standard deviation of effects between printings, without noise",
    ),
    c.word("verdict", "verdict, shipped"),
    c.word("over_verdict", "verdict over printings"),
    c.count("holds", "hold", "printings", note="whose effect, drawn towards the mean, lies where the verdict says"),
    c.percent("share", "share that hold", estimate=True),
    c.count("printings", "played", "printings"),
    c.count("games", "of each", "games"),
    c.percent("relative_error", "relative error of the sd"),
)
EACH = (
    c.code("subject", "compared"),
    c.count("printing", "printing", "number"),
    ITS_UNIT,
    c.own("effect", "effect", estimate=True),
    c.own("shrunken", "drawn to the mean"),
    c.count("games", "played", "games"),
)
SHARES = (
    c.code("subject", "compared"),
    c.code("group", "unknown data"),
    ITS_UNIT,
    c.percent("total", "share of the variance", estimate=True, note="with all it interacts with"),
    c.percent("first", "alone", estimate=True),
    c.own("sd", "sd between printings", distance=True),
)
LOOK_UP = (
    c.count(
        "place", "place", note="the best it may have: one behind all whose share is surely larger; null: not decided"
    ),
    c.count("worst_place", "to", note="the worst it may have: one before all whose share is surely smaller"),
    c.code("group", "look up", note="one whose share is surely larger than another's, or all others together"),
    c.code("data", "where it stands"),
    c.count("count", "numbers or words"),
    c.number("minutes", "minutes", 1, note=f"at {SECONDS} seconds each"),
    c.percent("total", "share of the variance", estimate=True),
    c.pp("before", "interval now", note="half of the 95 % of printings, root mean square over what is compared"),
    c.pp("left", "interval left", note="the same once it and all whose share is surely larger are known, at most"),
)
TERMS: tuple[Term, ...] = (
    (
        "Printing",
        (
            "A set of components as it might stand in the box: what the rulebook states is kept, what it leaves to "
            "pictures is drawn anew within every constraint known."
        ),
    ),
    (
        "Over printings",
        (
            "Where the effect would lie in 95 of 100 admissible printings. Strategies were tuned on the shipped "
            "printing and play the others as they are."
        ),
    ),
)

UNTOLD = (
    "Which of the unknown data decide it is not told: that takes several groups of them, and printings that differ by "
    "more than the noise of these games."
)


@cache
def known_of(judge: Judge) -> Callable[[RunFrames], dict[str, Measured]]:
    """What printings say of every subject, as a step that pieces share."""
    return lambda run: measured(run.once(_table_of(judge)))


@cache
def _table_of(judge: Judge) -> Callable[[RunFrames], pl.DataFrame]:
    return lambda run: by_printing(run.printings, judge) if run.printings else pl.DataFrame()


@cache
def _shares_of(judge: Judge) -> Callable[[RunFrames], tuple[list[str], dict[str, Shares]]]:
    def work(run: RunFrames) -> tuple[list[str], dict[str, Shares]]:
        if run.printings is None:
            return [], {}
        told = coarse(run.once(known_of(judge)))
        return shares_of(run.printings, judge, told, seed=run.seed)

    return work


@cache
def piece_of(measuring: Callable[[GameFacts], Judge]) -> Piece:
    """The piece of a question; measuring: what it measures in a game."""

    def of(make: Callable[[RunFrames, Judge], pl.DataFrame]) -> Callable[[RunFrames], pl.DataFrame]:
        return lambda run: make(run, measuring(run.game))

    tables = (
        Table("over_printings", OVER, lambda run: run.once(_over_of(measuring(run.game)))),
        Table("by_printing", EACH, of(_each)),
        Table("variance_shares", SHARES, of(_shares)),
        Table("look_up_first", LOOK_UP, of(_look_up)),
    )
    return Piece(section, tables, lambda run: _in_words(run, measuring(run.game)), TERMS)


def _in_words(run: RunFrames, judge: Judge) -> list[str]:
    """Effects of one who decides, which no verdict tells, in every printing: a sentence each."""
    if run.par is not None or run.printings is None:
        return []
    rows = [row for row in run.once(_over_of(judge)).iter_rows(named=True) if row["unit"] == PP]
    told = coarse(row["subject"] for row in rows)
    said = [
        f"{sentence_case(row['subject'])}: {signed_pp(row['effect'])} pp in the shipped printing, "
        f"{signed_pp(row['over_low'])} to {signed_pp(row['over_high'])} pp in 95 of 100 admissible ones (mean of "
        f"{row['printings']} {signed_pp(row['over'])} pp, sd between printings {pp(row['sd'])} pp)."
        for row in rows
        if row["subject"] in told
    ]
    more = f"{len(said) - MOST_WORDS} more stand in the table over_printings."
    return said if len(said) <= MOST_WORDS else [*said[:MOST_WORDS], more]


@cache
def _over_of(judge: Judge) -> Callable[[RunFrames], pl.DataFrame]:
    return lambda run: _over(run, judge)


def _over(run: RunFrames, judge: Judge) -> pl.DataFrame:
    """What printings say of every subject; where one seat decides, without the words of a verdict."""
    found = run.once(known_of(judge))
    if not found:
        return pl.DataFrame()
    measured_here, verdicts = run.once(judge)
    judged = {} if run.par is None else {verdict.subject: verdict for verdict in verdicts}
    rows = []
    for row in measured_here.iter_rows(named=True):
        one = found.get(row["subject"])
        if one is None or row["effect"] is None:
            continue
        spread = one.spread
        numbers = {name: row[name] for name in ("effect", "effect_low", "effect_high")}
        numbers |= {"over": spread.mean, "over_low": spread.low, "over_high": spread.high}
        numbers |= {"sd": spread.sd, "sd_low": spread.sd_low, "sd_high": spread.sd_high}
        error = None if math.isinf(spread.relative_error) else spread.relative_error
        sizes = {"printings": spread.n_levels, "games": one.games, "relative_error": error}
        verdict = judged.get(row["subject"])
        said = {} if verdict is None else _said(verdict, one)
        rows.append({"subject": one.subject, "unit": one.unit, **numbers, **said, **sizes})
    return pl.DataFrame(rows, infer_schema_length=None)


def _said(verdict: Verdict, one: Measured) -> dict[str, Any]:
    """The words of the verdict and of the interval over printings, and in how many of them the first hold."""
    over = over_printings(verdict, one).over
    assert over is not None
    share = None if over.holds is None else over.holds / over.printings
    words = {
        "verdict": _words(verdict.verdict, verdict.leaning),
        "over_verdict": _words(over.verdict, over.leaning),
    }
    return {**words, "holds": over.holds, "share": share, "share_low": over.share_low, "share_high": over.share_high}


def _words(word: str, leaning: str) -> str:
    return f"{word}, leaning {leaning}" if leaning else word


def _each(run: RunFrames, judge: Judge) -> pl.DataFrame:
    rows: list[dict[str, Any]] = []
    for one in run.once(known_of(judge)).values():
        columns = zip(one.printings, one.effect, one.se, one.spread.shrunken.tolist(), strict=True)
        for printing, effect, se, shrunken in columns:
            ends = {"effect_low": effect - 1.96 * se, "effect_high": effect + 1.96 * se}
            about = {"subject": one.subject, "printing": printing, "unit": one.unit, "games": one.games}
            rows.append({**about, "effect": effect, **ends, "shrunken": shrunken})
    return pl.DataFrame(rows)


def _shares(run: RunFrames, judge: Judge) -> pl.DataFrame:
    groups, found = run.once(_shares_of(judge))
    units = {one.subject: one.unit for one in run.once(known_of(judge)).values()} if found else {}
    units[ALL] = next(iter(units.values()), PP)
    rows = [(subject, row) for subject, one in found.items() for row in _rows_of(subject, groups, one)]
    return pl.DataFrame([{**row, "unit": units.get(subject, PP)} for subject, row in rows])


def _in_order(shares: Shares) -> list[int]:
    """Groups by the places that they may have; those that may have the same stay in the order of the game's data."""
    best, worst = shares.best_place, shares.worst_place
    return sorted(range(len(best)), key=lambda i: (best[i], worst[i]))


def _rows_of(subject: str, groups: list[str], shares: Shares) -> list[dict[str, Any]]:
    """The groups of a subject, those first that surely decide more than others."""
    rows = []
    for place in _in_order(shares):
        total, first = shares.total_limits[:, place], shares.first_limits[:, place]
        rows.append(
            {
                "subject": subject,
                "group": groups[place],
                "total": float(shares.total[place]),
                "total_low": float(total[0]),
                "total_high": float(total[1]),
                "first": float(shares.first[place]),
                "first_low": float(first[0]),
                "first_high": float(first[1]),
                "sd": shares.sd,
            }
        )
    return rows


def _look_up(run: RunFrames, judge: Judge) -> pl.DataFrame:
    """Groups that surely decide more than others, with the places they may have among those to look up, and how wide
    the interval is once they are known; all others in one row.

    What is left of the variance when some groups are known is at most the sum of the totals of the others.
    """
    groups, found = run.once(_shares_of(judge))
    if ALL not in found or run.printings is None:
        return pl.DataFrame()
    shares, data = found[ALL], run.printings.groups
    effects = len(set(coarse(run.once(known_of(judge)))) & set(found))
    before = 1.96 * shares.sd / math.sqrt(max(effects, 1))
    decided = [place for place in _in_order(shares) if shares.above[place].any()]
    out: list[dict[str, Any]] = []
    for place in decided:
        known = shares.above[:, place].copy()
        known[place] = True
        left = before * math.sqrt(min(1.0, float(shares.total[~known].sum())))
        places = {"place": int(shares.best_place[place]), "worst_place": int(shares.worst_place[place])}
        low, high = shares.total_limits[:, place]
        limits = {"total": float(shares.total[place]), "total_low": float(low), "total_high": float(high)}
        out.append({**places, **_reading_of([groups[place]], data), **limits, "before": before, "left": left})
    others = [group for place, group in enumerate(groups) if place not in decided]
    row = _reading_of(others, data)
    out.append({**row, "group": f"{NOT_DECIDED}: {row['group']}", "before": before})
    types = dict.fromkeys(("place", "worst_place"), pl.Int64)
    return pl.DataFrame(out, schema_overrides=types)


NOT_DECIDED = "not told apart"


def _reading_of(groups: Sequence[str], data: Mapping[str, tuple[int, str]]) -> dict[str, Any]:
    """What there is to look up of these groups, where, and how long that takes."""
    read = [data.get(group, (0, "")) for group in groups]
    count = sum(n for n, _ in read)
    where = ", ".join(dict.fromkeys(where for _, where in read if where))
    return {"group": ", ".join(groups), "data": where, "count": count, "minutes": count * SECONDS / 60}


def section(evidence: Evidence) -> list[ShownSection]:
    """Two sections; none where no printings were played."""
    return [one for one in (_of_effects(evidence), _of_shares(evidence)) if one is not None]


def _of_effects(evidence: Evidence) -> ShownSection | None:
    """Where effects lie over printings."""
    over, each = evidence.rows("over_printings"), evidence.rows("by_printing")
    if not over:
        return None
    told = coarse(row["subject"] for row in over)
    chart = over_chart([row for row in over if row["subject"] in told], each, evidence)
    one = "a verdict: the effect" if evidence.par is not None else "a comparison: the effect"
    one = "a plan: the win share" if over[0]["unit"] == PERCENT else one
    holds = "A verdict holds over printings when that whole interval says the same. "
    reading = (
        f"One row {one} in every printing (dots), their mean, and where 95 % of admissible ones lie. "
        f"{holds if evidence.par is not None else ''}Strategies were tuned on the shipped printing (ring)."
    )
    if not evidence.rows("variance_shares"):
        reading += f" {UNTOLD}"
    heading = "Over how many printings the answer holds" if evidence.par is not None else "In other printings"
    return ShownSection(
        "over_printings", heading, reading, (chart,) if chart else (), ("over_printings", "by_printing")
    )


def _of_shares(evidence: Evidence) -> ShownSection | None:
    """Which data decide the effects."""
    rows = evidence.rows("variance_shares")
    if not rows:
        return None
    shares = [row for row in rows if row["subject"] == rows[0]["subject"]]  # all together, unless they do not vary
    chart = shares_chart(shares)
    return ShownSection(
        "variance_shares",
        "What decides it, and what to look up first",
        look_up_sentence(evidence),
        (chart,) if chart else (),
        ("look_up_first", "variance_shares"),
    )


def look_up_sentence(evidence: Evidence) -> str:
    """ "Look up unrest tracks first (25 numbers, 2 min): the interval shrinks from ±17.0 to ±2.1 pp." Or those of which
    each may be the first; or that none is known to be."""
    rows = evidence.rows("look_up_first")
    if not rows:
        return ""
    first = [row for row in rows if row["place"] == 1]
    if not first:
        groups = str(rows[0]["group"]).removeprefix(f"{NOT_DECIDED}: ")
        return f"What to look up first is not decided: {groups} are {NOT_DECIDED}. More printings may tell them apart."
    named = " or ".join(f"{row['group']} ({_reading(row)})" for row in first)
    if len(first) > 1:
        return f"Look up {named} first: each decides more than others, which of them most is not decided."
    row = first[0]
    said = f"Look up {named} first: of 95 % of printings the interval shrinks from ±{100 * row['before']:.1f} to "
    said += f"±{100 * row['left']:.1f} pp at most."
    return said if row["worst_place"] == 1 else f"{said} Another group may decide as much."


def _reading(row: Mapping[str, Any]) -> str:
    return f"{row['count']} numbers or words, {row['minutes']:.0f} min" if row["count"] else "no reading needed"
