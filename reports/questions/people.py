"""Do bots play as people do? Points, margins, length, seats and boards of real plays against each skill level."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

import polars as pl

from cext.commands import command
from reports import columns as c
from reports.answer import Doubt, FirstScreen, ScreenRow, Side
from reports.charts.sheet import Scale, differences
from reports.charts.views import forest_chart, forest_rows
from reports.columns import Column
from reports.estimates import Estimates
from reports.estimators.people import BOARD_MEASURES, MEASURES, Nearest, PlayMeasure
from reports.questions.base import NOTHING, Chart, Evidence, Findings, Question, Section, Table
from reports.sentences import join_names, number_word, sentence_case
from reports.stats.verdict import ALPHA, FEW_DEALS, may_head

__all__ = ["QUESTION", "PeopleFacts", "people_screen", "people_tables", "title_of"]

WORDS_OF: Mapping[str, tuple[str, Side]] = {"lower": ("people less", "less"), "higher": ("people more", "more")}
DISTANCE = "Over all measures together: at 0 a level's means are those of people. Intervals: 95 % of resamples."
QUESTION_WORDS = {
    "score": "How many points do people make?",
    "winner_score": "How many points does the winner make?",
    "winning_margin": "By how much do people win?",
    "rounds": "How long do people play?",
    "won": "How often do people win?",
    "first_seat": "How often does the first seat win?",
}


@dataclass(frozen=True)
class PeopleFacts:
    """What the first screen needs beside tables: the game as it is typed in a command, the level of ordinary bots,
    plays, games of bots, seats with a named player, such players, seats of the busiest, how many times wider intervals
    would be if errors were clustered by player, too, and what must be known before."""

    game: str
    ordinary: str
    plays: int
    games: int
    seats: int
    named_seats: int
    players: int
    busiest: int
    width: float
    is_solo: bool
    cautions: tuple[str, ...]


def _column(measure: PlayMeasure, name: str, label: str, *, sign: bool = False, note: str = "") -> Column:
    """An estimate in the unit of a measure."""
    if measure.unit == "share":
        return (c.pp if sign else c.percent)(name, label, estimate=True, note=note)
    if measure.unit == "points":
        return c.points(name, label, sign=sign, estimate=True, note=note)
    return c.number(name, label, 1, measure.unit, sign=sign, estimate=True, note=note)


def _table(measure: PlayMeasure, *keys: Column) -> Table:
    """People and bots of each level, and the difference."""
    columns = (
        *keys, _column(measure, "people", "people"), _column(measure, "bots", "bots"),
        _column(measure, "difference", "people minus bots", sign=True, note=c.TOGETHER), c.P,
        c.code("verdict", "verdict", printed=False, note="null: fewer than 50 plays"),
    )  # fmt: skip
    return Table(measure.name, columns, about=measure.words)


LEVEL = c.code("level", "level")
LEVELS = Table("levels", (
    LEVEL, c.number("distance", "distance", 2, estimate=True, note="sd between plays; 95 % of resamples"),
    c.percent("nearest", "nearest", note="in so many resamples of the plays"),
), about="how far people are from each level")  # fmt: skip


def people_tables(
    means: Estimates, less: Estimates, nearest: Nearest, boards: tuple[Estimates, Estimates] | None
) -> dict[str, pl.DataFrame]:
    """The tables of an answer by name."""
    tables = {
        "levels": pl.DataFrame(
            {
                "level": nearest.levels, "distance": nearest.distance, "distance_low": nearest.low,
                "distance_high": nearest.high, "nearest": nearest.share,
            }
        )
    }  # fmt: skip
    who = means.table["level"][0]
    for measure in MEASURES:
        if measure.name in less.table["measure"].to_list():
            rows = [table.filter(pl.col("measure") == measure.name) for table in (means.table, less.table)]
            tables[measure.name] = _joined(rows[0], rows[1], who, ["level"])
    for measure in BOARD_MEASURES if boards else ():
        assert boards is not None
        rows = [each.table.filter(pl.col("measure") == measure.name) for each in boards]
        if len(rows[0]):
            tables[measure.name] = _joined(rows[0], rows[1], who, ["board"])
    specs = QUESTION.tables
    return {name: specs[name].shaped(table) for name, table in tables.items()}


def _joined(means: pl.DataFrame, less: pl.DataFrame, who: str, keys: Sequence[str]) -> pl.DataFrame:
    """Means of people and of bots with the differences, a row for each level or board."""

    def renamed_rows(table: pl.DataFrame, name: str, ends: str) -> pl.DataFrame:
        low, high = f"low{ends}", f"high{ends}"
        renamed = {"estimate": name, low: f"{name}_low", high: f"{name}_high"}
        return table.select(*(key for key in keys), "estimate", low, high).rename(renamed)

    is_people = pl.col("level") == who
    people, bots = (
        renamed_rows(means.filter(is_people), "people", "_each"),
        renamed_rows(means.filter(~is_people), "bots", "_each"),
    )
    if keys == ["level"]:
        people = bots.select("level").join(people.drop("level"), how="cross")
    differences_ = renamed_rows(less, "difference", "").with_columns(less["p"], less["verdict"])
    return people.join(bots, on=keys).join(differences_, on=keys, maintain_order="right")


# -- first screen -----------------------------------------------------------------------------------------------------


def title_of(tables: Mapping[str, pl.DataFrame], nearest: Nearest, facts: PeopleFacts) -> str:
    """The finding, as a title: the nearest level, and by how much people are off it, or off ordinary bots: in points
    where plays have them."""
    measure = _main_measure(tables)
    like = "score most like" if measure.name == "score" else "get results most like"
    names = [*nearest.likely[:2], *["other"] * (len(nearest.likely) > 2)]
    near = f"{like} {join_names(names, 'or')} bots"
    nearest_row, row = (_row(tables, measure.name, level) for level in (nearest.level, facts.ordinary))
    if row["verdict"] is None:
        return f"Not decided yet, {facts.plays} plays are fewer than {FEW_DEALS}; so far people {near}"
    if nearest_row["verdict"] in WORDS_OF:
        whom = "these" if len(nearest.likely) == 1 else f"{nearest.level} bots"
        return f"People {near}, but {_difference(measure, nearest_row, whom).removeprefix('score ')}"
    if row["verdict"] not in WORDS_OF:
        others = "" if facts.ordinary == nearest.level else f" from {facts.ordinary} bots either"
        return f"People {near}; in {_short(measure)} they are not shown to differ{others}"
    words = _difference(measure, row, f"{facts.ordinary} bots")
    margin = _row(tables, "winning_margin", facts.ordinary) if "winning_margin" in tables else {"verdict": None}
    if margin["verdict"] in WORDS_OF:
        words += f" and win by {'less' if margin['verdict'] == 'lower' else 'more'}"
    return f"People {near}; {'they ' * (measure.name == 'score')}{words}"


def _main_measure(tables: Mapping[str, pl.DataFrame]) -> PlayMeasure:
    """What the first screen is about: points, where plays have them."""
    measures = {measure.name: measure for measure in MEASURES if measure.name in tables}
    return next(measures[name] for name in ("score", "won", "first_seat", "rounds", *measures) if name in measures)


def _short(measure: PlayMeasure) -> str:
    """A measure as a sentence about people names it."""
    return "points" if measure.name == "score" else measure.words


def _format(measure: PlayMeasure, value: float) -> str:
    """A value of a measure with its unit."""
    return f"{100 * value:.1f} of 100 games" if measure.unit == "share" else f"{value:.1f} {measure.unit}"


def _difference(measure: PlayMeasure, row: Mapping[str, Any], whom: str) -> str:
    """By how much people differ from bots."""
    amount = f"{_format(measure, abs(row['difference']))} {'less' if row['difference'] < 0 else 'more'} than"
    return f"score {amount} {whom}" if measure.name == "score" else f"{measure.words}: {amount} among {whom}"


def _row(tables: Mapping[str, pl.DataFrame], name: str, level: str) -> dict[str, Any]:
    return tables[name].row(by_predicate=pl.col("level") == level, named=True)


def people_screen(tables: Mapping[str, pl.DataFrame], nearest: Nearest, facts: PeopleFacts) -> FirstScreen:
    """The first screen: points of people minus those of each level or, where plays have none, how often people win."""
    rows, measure = [], _main_measure(tables)
    is_share = measure.unit == "share"
    for row in tables[measure.name].iter_rows(named=True):
        label = f"{row['level']} bots" + " (nearest)" * (row["level"] == nearest.level)
        words = WORDS_OF.get(row["verdict"], ("unclear", "unclear"))
        rows.append(ScreenRow.of_estimate(label, row, "difference", *words, factor=100.0 if is_share else 1.0))
    return FirstScreen(
        title_of(tables, nearest, facts),
        _lead(tables, nearest, facts),
        tuple(rows),
        f"{measure.words}, people minus bots, {'pp' if is_share else measure.unit}",
        0.0,
        change=_change(tables, nearest, facts),
        doubts=tuple(_doubts(tables, facts)),
        cautions=facts.cautions,
    )


def _lead(tables: Mapping[str, pl.DataFrame], nearest: Nearest, facts: PeopleFacts) -> str:
    """Points and margins in numbers, and how sure the nearest level is."""
    levels, measure = dict.fromkeys((nearest.level, facts.ordinary)), _main_measure(tables)
    rows = [_row(tables, measure.name, level) for level in levels]
    if measure.name == "score":
        bots = join_names([f"one of {row['level']} bots {row['bots']:.1f}" for row in rows])
        text = f"A seat of people makes {rows[0]['people']:.1f} points, {bots}"
    else:
        bots = join_names([f"{_format(measure, row['bots'])} among {row['level']} bots" for row in rows])
        text = f"{sentence_case(measure.words)}: {_format(measure, rows[0]['people'])} among people, {bots}"
    if "winning_margin" in tables:
        row = _row(tables, "winning_margin", facts.ordinary)
        text += f"; the winner is {row['people']:.1f} points ahead, among {facts.ordinary} bots {row['bots']:.1f}"
    shares = sorted(zip(nearest.levels, nearest.share, strict=True), key=lambda pair: -pair[1])
    parts = [f"{level} in {100 * share:.0f} %" for level, share in shares if share >= 0.005]
    n = len(tables.keys() & QUESTION_WORDS.keys())
    over = f"In {_short(measure)}" if n == 1 else f"Over {number_word(n)} measures"
    return f"{text}. {over} the nearest is {join_names(parts)} of resamples of the plays."


def _change(tables: Mapping[str, pl.DataFrame], nearest: Nearest, facts: PeopleFacts) -> tuple[str, str]:
    """What it means for other answers: nothing, where people are shown not to be as the nearest bots are."""
    if facts.plays < FEW_DEALS:
        return "Collect more plays.", f"Below {FEW_DEALS} nothing is decided."
    if _row(tables, _main_measure(tables).name, nearest.level)["verdict"] in WORDS_OF:
        return "No skill level plays as these people do.", "What other answers say of bots need not hold for them."
    names = join_names(nearest.likely[:2])
    levels = command("balance", facts.game, *(("--players", 1) if facts.is_solo else ()), "--levels")
    return f"Read other answers for {names} players.", f"{levels} answers for each skill level by itself."


def _doubts(tables: Mapping[str, pl.DataFrame], facts: PeopleFacts) -> Iterable[Doubt]:
    measure = _main_measure(tables)
    rows = tables[measure.name].drop_nulls("difference_low")
    half = (rows["difference_high"] - rows["difference_low"]).to_numpy().max(initial=0.0) / 2
    size = f"{facts.plays:,} plays, {facts.games:,} games of bots"
    yield Doubt("Chance in the plays", f"± {_format(measure, half)}", f"{size}; all comparisons together, 95 % sure")
    if not facts.named_seats:
        yield Doubt("Who played", "not computed", "the file names no players: one who plays often counts each time")
        return
    amount = f"{facts.players:,} people fill {100 * facts.named_seats / facts.seats:.0f} % of {facts.seats:,} seats"
    wide = f"{facts.width:.1f} times as wide" if facts.width >= 1.05 else "no wider"
    busy = f"the busiest fills {100 * facts.busiest / facts.named_seats:.0f} % of these"
    yield Doubt("Who played", amount, f"clustered by player as well, intervals of points are {wide}; {busy}")


# -- sections ---------------------------------------------------------------------------------------------------------


def _nearest_finding(evidence: Evidence) -> Findings:
    rows = sorted(evidence.rows("levels", "level", "distance"), key=lambda row: row["distance"])
    first = rows[0]
    nearest = f"{sentence_case(first['level'])} bots are nearest"
    return f"{nearest}, in {100 * first['nearest']:.0f} % of resamples of the plays", nearest


def _nearest_charts(evidence: Evidence, title: str) -> Iterable[Chart | None]:
    scale = Scale("distance, standard deviations between plays", text=lambda value: f"{value:.2f}")
    rows = forest_rows(evidence.rows("levels", "level", "distance"), "level", "distance", factor=1.0)
    yield forest_chart("levels", title, DISTANCE, rows, scale)


def _finding(measure: PlayMeasure, key: str, evidence: Evidence) -> Findings:
    """How far people are from the levels, or with which boards they are otherwise."""
    rows = evidence.rows(measure.name, key, "difference")
    if not rows:
        return ""
    names = {
        side: [
            _label(evidence, key, row)
            for row in rows
            if _is_certain(row, key) and (row["difference"] > 0) == (side == "more")
        ]
        for side in ("less", "more")
    }
    of, end = ("with", "") if key == "board" else ("than", " bots")
    parts = [f"{side} {of} {join_names(names[side])}{end}" for side in ("less", "more") if names[side]]
    subject = sentence_case(measure.words)
    if key == "board":
        subject += f" with each {evidence.game.nouns[0]}"
    if not parts:
        return f"{subject}: people are not shown to differ from bots", f"{subject}: no difference is shown"
    sides = join_names([side for side in ("less", "more") if names[side]])
    statement, short = f"{subject}: people have {join_names(parts)}", f"{subject}: people have {sides}"
    return statement, short, f"People have {sides} than some bots"


def _is_certain(row: Mapping[str, Any], key: str) -> bool:
    """Whether a heading may claim a difference. Those from levels hold together in all sections as it is."""
    return may_head(row["p"]) if key == "board" else row["p"] is not None and row["p"] < ALPHA


def _label(evidence: Evidence, key: str, row: Mapping[str, Any]) -> str:
    return evidence.game.label(row[key]) if key == "board" else str(row[key])


def _charts(measure: PlayMeasure, key: str, evidence: Evidence, title: str) -> Iterable[Chart | None]:
    rows, is_share = evidence.rows(measure.name, key, "difference"), measure.unit == "share"
    scale = differences(
        f"people minus bots, {measure.words}",
        "pp" if is_share else measure.unit,
        less="people less",
        more="people more",
    )
    if key == "level":  # colours as headings: off intervals that hold together
        rows = [{**row, "p": None} for row in rows if row["p"] is not None]
    forest = forest_rows(rows, partial(_label, evidence, key), "difference", factor=100.0 if is_share else 1.0)
    words = {"above": "people more", "below": "people less"}
    subtitle = "At the same tables; all intervals hold together."
    yield forest_chart(measure.name, title, subtitle, forest, scale, **words)


def _section(measure: PlayMeasure) -> Section:
    """A measure against every level."""
    return Section(
        measure.name,
        QUESTION_WORDS[measure.name],
        partial(_finding, measure, "level"),
        (_table(measure, LEVEL),),
        partial(_charts, measure, "level"),
    )


BOARDS = Section(
    "boards",
    lambda evidence: f"Do people do with each {evidence.game.nouns[0]} as bots do?",
    partial(_finding, BOARD_MEASURES[0], "board"),
    tuple(_table(measure, c.BOARD) for measure in BOARD_MEASURES),
    partial(_charts, BOARD_MEASURES[0], "board"),
    "Bots of the nearest level had the boards of these plays. People chose theirs, or were dealt them.",
)
QUESTION = Question(
    name="people",
    asks=lambda game: "do bots play as people do?",
    judge=lambda run: NOTHING,
    is_of_run=False,
    sections=(
        Section("levels", "Which skill level is nearest?", _nearest_finding, (LEVELS,), _nearest_charts, DISTANCE),
        *map(_section, MEASURES),
        BOARDS,
    ),
)
