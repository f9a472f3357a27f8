"""What questions to runs come to, as texts and drawings a page can show: made in a process that can be ended."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from analyser.errors import UsageError
from cext.user_code import trust_check
from reports.conditions import ConditionError
from reports.presets import ComparisonText, missing_games, presets_of

if TYPE_CHECKING:
    import polars as pl

    from reports.estimates import Estimates
    from reports.run import Run

__all__ = ["Answer", "GameLink", "Question", "answer_question", "describe_run", "replay_page", "typical_games"]

FILES = ("manifest.json", "batches.jsonl")  # which grow while a run is played
MOST_ROWS = 200  # of a table on a page; the file has all
MOST_LEVELS = 30  # that a menu lists
EACH = 3  # games of a kind to look at


@dataclass(frozen=True)
class Question:
    """A question: the comparison, of which of the runs (from 0), or the difference of the first two (None); and how
    many comparisons its intervals hold together with."""

    text: ComparisonText
    run: int | None = 0
    comparisons: int = 1


@dataclass(frozen=True)
class Answer:
    """What a page shows of a comparison; `rows` are texts under `heads`, `csv` the whole table. error: why there is
    none, in a line."""

    question: Question
    finding: str = ""
    heads: Sequence[str] = ()
    rows: Sequence[Sequence[str]] = ()
    n_rows: int = 0
    chart: tuple[str, str] = ("", "")  # for wide pages and for phones
    numbers: Sequence[int] = ()  # columns of numbers
    note: str = ""
    explanations: Sequence[tuple[str, str]] = ()
    csv: str = ""
    error: str = ""


@dataclass(frozen=True)
class GameLink:
    """A game to watch: why, which, and what is to be seen there."""

    kind: str
    scenario: str
    game: int
    words: str


@dataclass(frozen=True)
class RunMenu:
    """What a run can be asked: presets by topic, each with what must be played for it ("": nothing); measures and
    factors by group, each with words; levels of factors."""

    title: str
    games: int
    presets: Mapping[str, Sequence[tuple[str, ComparisonText, str]]] = field(repr=False)
    measures: Mapping[str, Sequence[tuple[str, str]]] = field(repr=False)
    factors: Mapping[str, Sequence[tuple[str, str]]] = field(repr=False)
    levels: Mapping[str, Sequence[str]] = field(repr=False)
    columns: Sequence[str] = field(repr=False)


def opened(path: str) -> Run:
    """The run in a directory as it is now."""
    from analyser.runs.reader import open_run

    stamps = [(Path(path) / name).stat().st_mtime_ns for name in FILES if (Path(path) / name).exists()]
    return _opened(path, tuple(stamps)) if stamps else open_run(path)


@lru_cache(maxsize=4)
def _opened(path: str, stamps: tuple[int, ...]) -> Run:
    from analyser.runs.reader import open_run

    return open_run(path)


@lru_cache(maxsize=4)
def _tables_of(run: Run) -> tuple[pl.DataFrame, pl.DataFrame]:
    """Its measures and factors, which are looked for in all its rows."""
    return run.measures(), run.factors()


# -- what can be asked ------------------------------------------------------------------------------------------------


def describe_run(path: str) -> RunMenu:
    """The menus of a run."""
    run = opened(path)
    facts, (measures, factors) = run.parts[0].frames.game, _tables_of(run)
    levels = {
        row["factor"]: _levels(run, row["factor"])
        for row in factors.iter_rows(named=True)
        if row["design"].startswith(("assigned", "set for")) or row["factor"] in ("won", "first_turn")
    }
    presets: dict[str, list[tuple[str, ComparisonText, str]]] = {}
    for preset in presets_of(run):
        missing = missing_games(run, preset.text, levels).replace("GAME", facts.name).partition(": ")[2]
        presets.setdefault(preset.topic, []).append((preset.question, preset.text, missing))
    factor_names = [*factors["factor"], *run.settings, "arm", "win_share60"]
    columns = sorted({*measures["measure"], *factors["factor"]} - {"win_share", "joint_win_share", "any other column"})
    measures = measures.filter(~measures["measure"].is_in(factor_names))
    return RunMenu(
        title=facts.title,
        games=sum(part.frames.games_played for part in run.parts),
        presets=presets,
        measures=_by_group(measures, "measure"),
        factors=_by_group(factors.filter(~factors["factor"].str.contains("any other|a condition|arm =")), "factor"),
        levels=levels,
        columns=[name for name in columns if name.isidentifier()],
    )


def _by_group(table: pl.DataFrame, name: str) -> dict[str, list[tuple[str, str]]]:
    groups: dict[str, list[tuple[str, str]]] = {}
    for row in table.iter_rows(named=True):
        groups.setdefault(row["group"], []).append((row[name], row["words"]))
    return groups


def _levels(run: Run, name: str) -> list[str]:
    """The levels of a factor that were played, in their order."""
    if name == "won":
        return ["yes", "no"]
    if name in run.settings:
        return list(dict.fromkeys(str(part.settings.get(name)) for part in run.parts))[:MOST_LEVELS]
    if name == "first_turn":
        return list(run.parts[0].frames.game.classes)
    levels = run.seats.select(name).drop_nulls().unique().collect()[name].cast(str)
    return sorted(levels.to_list(), key=lambda level: (not level.isdigit(), level))[:MOST_LEVELS]


# -- answers ----------------------------------------------------------------------------------------------------------


def answer_question(paths: Sequence[str], question: Question, key: str = "chart") -> Answer:
    """The answer to a question, with its chart, the ids of whose elements begin with the key; an answer with an error
    for what the runs cannot be asked."""
    from reports.comparison_finding import finding_of

    try:
        sides = _sides(paths, question)
        estimates = _joined(sides)
        finding = finding_of(estimates)
    except ConditionError as error:
        return Answer(question, error=str(error))
    heads, rows = _table(estimates, list(zip(paths, sides, strict=False)) if len(sides) > 1 else [])
    return Answer(
        question,
        finding=finding,
        heads=heads,
        rows=rows,
        numbers=[heads.index("95 % interval") - 1, len(heads) - 2, len(heads) - 1],
        n_rows=len(estimates.table),
        chart=_drawings(estimates, finding, key),
        note=estimates.note,
        explanations=list(_explanations(estimates, question.text, *_tables_of(opened(paths[question.run or 0])))),
        csv=estimates.table.write_csv(),
    )


def _sides(paths: Sequence[str], question: Question) -> list[Estimates]:
    """The estimates of the run that is asked, or of the two whose difference is."""
    return [_estimates_of(path, question) for path in (paths[:2] if question.run is None else [paths[question.run]])]


def _joined(sides: Sequence[Estimates]) -> Estimates:
    """The estimates of a run, or the difference between those of two."""
    return sides[0] if len(sides) == 1 else sides[0].minus(sides[1])


def _estimates_of(path: str, question: Question) -> Estimates:
    """The estimates of a comparison in one run, with intervals as wide as the question asks."""
    run = opened(path)
    if question.comparisons > 1:
        frames = (replace(part.frames, alongside=part.frames.alongside * question.comparisons) for part in run.parts)
        run = replace(run, parts=tuple(replace(p, frames=f) for p, f in zip(run.parts, frames, strict=True)))
    return run.compare(**question.text.words)


def _table(estimates: Estimates, sides: Sequence[tuple[str, Estimates]]) -> tuple[list[str], list[list[str]]]:
    """Heads and rows as a page prints them: names, the estimate with its interval, the word, what it rests on; of a
    difference both sides before it."""
    from reports.comparison_finding import level_name, value_text

    rows = estimates.table.head(MOST_ROWS).to_dicts()
    blocks = {block.measure.name: block for block in estimates.blocks}
    others = [name for name in ("measure", "against") if len({row[name] for row in rows}) > 1]
    has_words = any(row["verdict"] for row in rows)
    side_values = [_values(side, estimates.keys) for _, side in sides]
    body = []
    for row in rows:
        block = blocks[row["measure"]]
        group = tuple(row[name] for name in (*estimates.keys, "measure"))
        signed = any(block.against)
        value, low, high = (value_text(block, row, signed=signed, column=name) for name in ("estimate", "low", "high"))
        word = f"{row['verdict'] or 'too few deals'}{', leaning ' + row['leaning'] if row['leaning'] else ''}"
        keys = ["–" if row[key] is None else level_name(estimates, key, row[key]) for key in estimates.keys]
        names = [*keys, *(str(row[name]) for name in others), *(side.get(group, "–") for side in side_values)]
        counts = [f"{row['n']:,}", f"{row['deals']:,}"]
        interval = f"{low.removesuffix(' pp').removesuffix(' %')} to {high}"
        body.append([*names, value, interval, *([word] if has_words else []), *counts])
    names = [*(name.replace("_", " ") for name in (*estimates.keys, *others)), *(path for path, _ in sides)]
    words = ["difference" if sides else "estimate", "95 % interval", *(["verdict"] if has_words else [])]
    return [*names, *words, rows[0]["n_of"] if rows else "n", "deals"], body


def _values(estimates: Estimates, keys: Sequence[str]) -> dict[tuple[object, ...], str]:
    """The estimates as printed, by their groups and measure."""
    from reports.comparison_finding import value_text

    blocks = {block.measure.name: block for block in estimates.blocks}
    is_difference = {name: any(block.against) for name, block in blocks.items()}
    return {
        tuple(row[name] for name in (*keys, "measure")): value_text(
            blocks[row["measure"]], row, signed=is_difference[row["measure"]]
        )
        for row in estimates.table.to_dicts()
    }


def _drawings(estimates: Estimates, title: str, key: str) -> tuple[str, str]:
    """The chart as it stands in a page, and as it stands on a phone; "" without rows."""
    from reports.charts.style import house_style, on_phones, svg_bytes
    from reports.charts.theme import inline_svg
    from reports.estimate_chart import draw_chart

    if not estimates.table["low"].is_not_null().any():
        return "", ""
    with house_style():
        wide = svg_bytes(draw_chart(estimates, title=title))
        with on_phones():
            narrow = svg_bytes(draw_chart(estimates, title=title))
    return (
        inline_svg(wide, key, title, estimates.words)[1],
        inline_svg(narrow, f"{key}-narrow", title, estimates.words)[1],
    )


def _explanations(
    estimates: Estimates, text: ComparisonText, all_measures: pl.DataFrame, all_factors: pl.DataFrame
) -> Iterator[tuple[str, str]]:
    """What was chosen, in words: the measure, each factor and how it came to seats, the reference, the rows."""
    measures = dict(all_measures.select("measure", "words").iter_rows())
    factors = {row["factor"]: row for row in all_factors.iter_rows(named=True)}
    for block in {block.measure.name: block for block in estimates.blocks}.values():
        yield block.measure.name, measures.get(block.measure.name, "as typed")
    for factor in estimates.blocks[0].comparison.by:
        row = factors.get(factor.name)
        design = "" if row is None else f"; {row['design']}" if row["design"] != row["words"] else ""
        yield f"by {factor.name}", f"{row['words'] if row else 'as typed'}{design}"
    if text.against:
        yield (
            f"against {text.against}",
            REFERENCES.get(text.against, "the difference from it, on the same deals where the games allow it"),
        )
    if text.where:
        yield f"where {text.where}", "only rows that meet it"


REFERENCES = {
    "par": "the fair share: one over the number of players",
    "mean": "the mean of all groups",
    "rest": "all other groups together",
    "each": "each group with each other",
}


# -- from a number to games -------------------------------------------------------------------------------------------


def typical_games(paths: Sequence[str], question: Question, row: int) -> list[GameLink]:
    """Games of a row's group: typical ones, the closest, and those whose measure is furthest from the group's.

    Raises UsageError for a row that is not there, and for games that cannot be recorded.
    """
    import polars as pl

    estimates = _joined(_sides(paths, question))
    if not 0 <= row < len(estimates.table):
        raise UsageError(f"row {row}: the table has rows 0 to {len(estimates.table) - 1}")
    try:
        games = estimates.games(row)
    except ConditionError as error:
        raise UsageError(str(error)) from error
    games = games.unique(["scenario", "game"], keep="first", maintain_order=True)
    margins = estimates.run.games.select(pl.col("scenario").cast(pl.String), "game", "winning_margin").collect()
    games = games.with_columns(pl.col("scenario").cast(pl.String)).join(
        margins, on=["scenario", "game"], how="left", maintain_order="left"
    )
    close = games.sort("winning_margin", maintain_order=True)
    kinds = {"typical": games.head(EACH), "close": close.head(EACH), "odd": games.tail(EACH).reverse()}
    links = {
        (game["scenario"], game["game"]): GameLink(kind, game["scenario"], game["game"], _game_words(game, question))
        for kind, table in reversed(kinds.items())
        for game in table.iter_rows(named=True)
    }
    return sorted(links.values(), key=lambda link: list(kinds).index(link.kind))


def _game_words(game: Mapping[str, Any], question: Question) -> str:
    measure = question.text.measure.partition(",")[0].replace("_", " ")
    seat = f"seat {game['seat']}, " if game.get("seat") is not None else ""
    value = game["value"]
    margin = game["winning_margin"]
    won = "" if margin is None else f", won by {margin} point{'' if margin == 1 else 's'}"
    return f"{seat}{measure} {value:g}{won}" if isinstance(value, int | float) else f"{seat}{won}".strip(", ")


def replay_page(path: str, scenario: str, number: int, *, mistakes: bool, check: Callable[[Path], None]) -> str:
    """The page of a game, played again; mistakes: with the largest mistakes, by the players' own values. check: raises
    for a program of a strategy that may not be run.

    Raises as `record_of_run`.
    """
    from analyser.records.file import Record
    from analyser.records.recording import record_of_run
    from analyser.replay.example_pages import gc_paused
    from analyser.replay.mistakes import analyse_game
    from analyser.replay.page import page_text
    from analyser.replay.timeline import build_timeline

    with trust_check(check), gc_paused():
        lines = tuple(record_of_run(Path(path), number, scenario))
        timeline = build_timeline(Record(f"game {number}", lines, tuple(range(1, len(lines) + 1))))
        return page_text(timeline, analyse_game(timeline) if mistakes else None)
