"""What questions to runs come to, as texts and drawings a page can show: made in a process that can be ended."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass, field, replace
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from analyser.errors import DataError, UsageError
from reports.comparison_text import ComparisonText, split_list
from reports.conditions import ConditionError
from reports.factors import ARMS, WEIGHTS
from reports.presets import missing_games, presets_of, usual_arm

if TYPE_CHECKING:
    from reports.estimates import Estimates
    from reports.run import Run

__all__ = [
    "AskedComparison",
    "ComparisonAnswer",
    "GameLink",
    "answer_question",
    "describe_run",
    "stamps_of",
    "typical_games",
    "warm_up",
]  # fmt: skip

MOST_ROWS = 200  # of a table on a page; the file has all
EACH = 3  # games of a kind to look at
BAND = 10  # points
NO_FACTORS = ("win_share60", "game", "deal", "lineup")  # columns that say nothing by themselves
QUANTIFIED = {"all": "every seat", "any": "some seat", "winner": "a winner"}


@dataclass(frozen=True)
class AskedComparison:
    """A question: the comparison, of which of the runs (from 0), or the difference of the first two (None); and how
    many comparisons its intervals hold together with."""

    text: ComparisonText
    run: int | None = 0
    comparisons: int = 1


@dataclass(frozen=True)
class ComparisonAnswer:
    """What a page shows of a comparison; `rows` are texts under `heads`, `csv` the whole table. error: why there is
    none, in a line."""

    question: AskedComparison
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


Menu = Mapping[str, Sequence[tuple[str, str]]]  # by group: what is sent, and what is read


@dataclass(frozen=True)
class RunMenu:
    """What a run can be asked: presets by topic, each with what must be played for it ("": nothing); measures, factors
    and columns of conditions; levels of factors; the arm whose games are meant where none is named."""

    title: str
    games: int
    arm: str
    presets: Mapping[str, Sequence[tuple[str, ComparisonText, str]]] = field(repr=False)
    measures: Menu = field(repr=False)
    factors: Menu = field(repr=False)
    columns: Menu = field(repr=False)
    levels: Mapping[str, Sequence[str]] = field(repr=False)


def opened(path: str) -> Run:
    """The run in a directory as it is now."""
    return _opened(path, stamps_of(path))


def stamps_of(path: str) -> tuple[int, ...]:
    """When the run's files changed last: a run that is being played is read as it grows."""
    stamps = []
    for file in sorted(Path(path).glob("*.json*")):
        with suppress(FileNotFoundError):  # replaced or removed meanwhile
            stamps.append(file.stat().st_mtime_ns)
    return tuple(stamps)


@contextmanager
def _reading(paths: Sequence[str]) -> Iterator[None]:
    """DataError where the files of a run are damaged or gone."""
    from analyser.runs.integrity import explain_read_errors
    from analyser.runs.store import RunDirectory

    with ExitStack() as runs:
        for path in paths:
            runs.enter_context(explain_read_errors(RunDirectory.open(Path(path))))
        try:
            yield
        except OSError as error:
            raise DataError(f"{' '.join(paths)}: cannot be read ({error}): was the run removed?") from error


@lru_cache(maxsize=4)
def _opened(path: str, stamps: tuple[int, ...]) -> Run:
    from analyser.runs.reader import open_run

    return open_run(path)


# -- what can be asked ------------------------------------------------------------------------------------------------


def warm_up(paths: Sequence[str]) -> None:
    """Look at the runs and load what answers take, before anybody asks."""
    for path in paths:
        describe_run(path)
    answer_question(paths, AskedComparison(ComparisonText("rounds", of="games")))


def describe_run(path: str) -> RunMenu:
    """The menus of a run."""
    return _menu_of(opened(path))


@lru_cache(maxsize=4)
def _menu_of(run: Run) -> RunMenu:
    facts, factors = run.scenarios[0].game, run.factors().to_dicts()
    levels = {row["factor"]: _levels(row) for row in factors if row["levels"] or row["factor"] == "won"}
    presets: dict[str, list[tuple[str, ComparisonText, str]]] = {}
    for preset in presets_of(run):
        missing = missing_games(run, preset.text, levels).replace("GAME", facts.name).partition(": ")[2]
        presets.setdefault(preset.topic, []).append((preset.question, preset.text, missing))
    factor_rows = [(row["group"], row["factor"], row["words"]) for row in factors if row["factor"].isidentifier()]
    listed = {*run.settings, *(name for _, name, _ in factor_rows), "arm", *NO_FACTORS}
    measures, numbers, bands = [], [], []
    for name, group, _, kind, _, words in run.measures().iter_rows():
        if name in listed or "--record" in words or kind == "name" or (not kind and name != "frequency"):
            continue
        if kind != "number":
            measures.append((group, name, words))
        if kind not in ("", "share", "value"):
            numbers.append(("numbers", name, words))
            bands.append(("numbers", f"band({name}, {BAND})" if kind == "points" else name, words))
    of_all = [
        (f"of {seats}", f"{word}.{name}", f"{name} of {seats}")
        for word, seats in QUANTIFIED.items()
        for name in ("board", "strategy")
    ]
    return RunMenu(
        title=facts.title,
        games=sum(scenario.games_played for scenario in run.scenarios),
        arm=usual_arm(run),
        presets=presets,
        measures=_by_group(measures),
        factors=_by_group([*factor_rows, *bands]),
        columns=_by_group([*factor_rows, *of_all, *numbers]),
        levels=levels,
    )


def _by_group(rows: Iterable[tuple[str, str, str]]) -> Menu:
    groups: dict[str, list[tuple[str, str]]] = {}
    for group, name, words in rows:
        groups.setdefault(group.partition(":")[0], []).append((name, f"{name}: {words}"))
    return groups


def _levels(factor: Mapping[str, str]) -> list[str]:
    """The levels of a factor that were played, in their order: those that its row lists."""
    if factor["factor"] == "won":
        return ["yes", "no"]
    levels = factor["levels"].partition(", and ")[0].split(", ")
    return [level.partition(" ")[0] for level in levels] if factor["factor"] == "first_turn" else levels


# -- answers ----------------------------------------------------------------------------------------------------------


def answer_question(paths: Sequence[str], question: AskedComparison, key: str = "chart") -> ComparisonAnswer:
    """The answer to a question, with its chart, the ids of whose elements begin with the key; an answer with an error
    for what the runs cannot be asked."""
    from reports.comparison_finding import finding_of

    _estimated.cache_clear()  # it is large
    try:
        with _reading(_paths_of(paths, question)):
            estimates, sides = _estimates_of(paths, question)
            finding = finding_of(estimates)
    except ConditionError as error:
        return ComparisonAnswer(question, error=str(error))
    heads, rows = _table(estimates, sides)
    return ComparisonAnswer(
        question,
        finding=finding,
        heads=heads,
        rows=rows,
        numbers=[heads.index("95 % interval") - 1, len(heads) - 2, len(heads) - 1],
        n_rows=len(estimates.table),
        chart=_drawings(estimates, finding, key),
        note=estimates.note,
        explanations=list(_explanations(estimates, question.text, describe_run(paths[question.run or 0]))),
        csv=estimates.table.write_csv(),
    )


def _estimates_of(paths: Sequence[str], question: AskedComparison) -> tuple[Estimates, dict[str, Estimates]]:
    """The estimates that a question asks for, with intervals as wide as it asks; of a difference both sides, too."""
    return _estimated(tuple(opened(path) for path in _paths_of(paths, question)), question)


def _paths_of(paths: Sequence[str], question: AskedComparison) -> Sequence[str]:
    """The runs that a question is about."""
    return paths[:2] if question.run is None else [paths[question.run]]


@lru_cache(maxsize=1)  # whoever asks for games has seen the answer
def _estimated(runs: Sequence[Run], question: AskedComparison) -> tuple[Estimates, dict[str, Estimates]]:
    sides = {}
    for run in runs:
        scenarios = (
            replace(each, alongside=each.alongside * question.comparisons, _results={}) for each in run.scenarios
        )
        widened = replace(run, scenarios=tuple(scenarios))
        sides[run.source] = (widened if question.comparisons > 1 else run).compare(**question.text.keywords)
    first, *others = sides.values()
    return (first.minus(*others), sides) if others else (first, {})


def _table(estimates: Estimates, sides: Mapping[str, Estimates]) -> tuple[list[str], list[list[str]]]:
    """Heads and rows as a page prints them: names, the estimate with its interval, the word, what it rests on; of a
    difference both sides before it."""
    from reports.comparison_finding import level_name, value_text

    def print_value(of: Estimates, row: dict[str, Any], column: str = "estimate") -> str:
        block = next(block for block in of.blocks if block.measure.name == row["measure"])
        return value_text(block, row, signed=any(block.against), column=column)

    rows, keys = estimates.table.head(MOST_ROWS).to_dicts(), estimates.keys
    others = [name for name in ("measure", "against") if len({row[name] for row in rows}) > 1]
    verdict = ["verdict"] if any(row["verdict"] for row in rows) else []
    side_rows = [
        {tuple(row[name] for name in (*keys, "measure")): print_value(side, row) for row in side.table.to_dicts()}
        for side in sides.values()
    ]
    body = []
    for row in rows:
        value, low, high = (print_value(estimates, row, name) for name in ("estimate", "low", "high"))
        word = f"{row['verdict'] or 'too few deals'}{', leaning ' + row['leaning'] if row['leaning'] else ''}"
        body.append(
            [
                *("–" if row[key] is None else level_name(estimates, key, row[key]) for key in keys),
                *(str(row[name]) for name in others),
                *(side.get(tuple(row[name] for name in (*keys, "measure")), "–") for side in side_rows),
                value,
                f"{low.removesuffix(' pp').removesuffix(' %')} to {high}",
                *(word for _ in verdict),
                f"{row['n']:,}",
                f"{row['deals']:,}",
            ]
        )
    names = [*(name.replace("_", " ") for name in (*keys, *others)), *sides, "difference" if sides else "estimate"]
    return [*names, "95 % interval", *verdict, rows[0]["n_of"] if rows else "n", "deals"], body


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
    drawings = {key: wide, f"{key}-narrow": narrow}
    first, second = (inline_svg(svg, name, title, estimates.words) for name, svg in drawings.items())
    return first, second


def _explanations(estimates: Estimates, text: ComparisonText, menu: RunMenu) -> Iterator[tuple[str, str]]:
    """What was chosen, in words: the measures, each factor and how it came to seats, the reference, the rows."""
    comparison = estimates.blocks[0].comparison
    groups = [*menu.measures.values(), *menu.factors.values()]
    words = {name: words for rows in groups for name, words in rows}
    for name in dict.fromkeys(block.measure.name for block in estimates.blocks):
        yield "measure", words.get(name, name)
    for factor in comparison.by:
        how = "assigned by the schedule" if factor.design else "chosen by the players, or dealt"
        yield "by", f"{words.get(factor.name, factor.name)}; {how}"
    if text.against:
        names = [
            REFERENCES.get(part.rpartition("=")[2].strip(), part.replace("=", " ")) for part in split_list(text.against)
        ]
        chain = ", then how that differs from ".join(names)
        yield "against", f"{text.against}: the difference from {chain}, on the same deals where the games allow it"
    meanings = {"within": "held equal", "weights": WEIGHTS.get(text.weights, ""), "where": "only rows that meet it"}
    for name, rows in meanings.items():
        if getattr(text, name):
            yield name, f"{getattr(text, name)}: {rows}"
    for arm in comparison.arms:
        yield "games", f"arm {arm}: {ARMS.get(arm, '')}"
    yield "deals", "games of one deal share every random input: intervals count deals, not games"


REFERENCES = {
    "par": "the fair share, one over the number of players",
    "mean": "the mean of all",
    "rest": "the mean of all others",
    "each": "each other",
}


# -- from a number to games -------------------------------------------------------------------------------------------


def typical_games(paths: Sequence[str], question: AskedComparison, row: int) -> list[GameLink]:
    """Games of a row's group: typical ones, the closest, and those whose measure is furthest from the group's.

    Raises UsageError for a row that is not there, and for games that cannot be recorded.
    """
    with _reading(_paths_of(paths, question)):
        return _typical_games(paths, question, row)


def _typical_games(paths: Sequence[str], question: AskedComparison, row: int) -> list[GameLink]:
    import polars as pl

    estimates, _ = _estimates_of(paths, question)
    if not 0 <= row < len(estimates.table):
        raise UsageError(f"row {row}: the table has rows 0 to {len(estimates.table) - 1}")
    try:
        games = estimates.games(row)
    except ConditionError as error:
        raise UsageError(str(error)) from error
    games = games.unique(["scenario", "game"], keep="first", maintain_order=True)
    games = games.with_columns(pl.col("scenario").cast(pl.String))
    margins = estimates.run.games.select(pl.col("scenario").cast(pl.String), "game", "winning_margin").collect()
    games = games.join(margins, on=["scenario", "game"], how="left", maintain_order="left")
    close = games.sort("winning_margin", maintain_order=True)
    kinds = {"typical": games.head(EACH), "close": close.head(EACH), "odd": games.tail(EACH).reverse()}
    links: dict[object, GameLink] = {}
    for kind, table in kinds.items():
        for game in table.to_dicts():
            link = GameLink(kind, game["scenario"], game["game"], _game_words(game, question.text.measure))
            links.setdefault((link.scenario, link.game), link)
    return list(links.values())


def _game_words(game: Mapping[str, Any], measures: str) -> str:
    value, margin = game["value"], game["winning_margin"]
    texts = [f"seat {game['seat']}"] if game.get("seat") is not None else []
    if isinstance(value, int | float):
        texts.append(f"{split_list(measures)[0].replace('_', ' ')} {value:g}")
    if margin is not None:
        texts.append(f"won by {margin} point{'' if margin == 1 else 's'}" if margin else "tied on points")
    return ", ".join(texts)
