"""What a question is made of: declared sections, each with its tables, its chart and its finding; and what they are
built from: the tables and words at hand, estimates out of rows."""

from __future__ import annotations

import math
import re
import shlex
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from hashlib import sha256
from typing import TYPE_CHECKING, Any

import polars as pl

from reports.answer import SCREEN, FirstScreen, Verdict
from reports.charts.sheet import Estimate
from reports.columns import Column, Words
from reports.effects import VERDICTS, JudgedEffects
from reports.facts import GameFacts
from reports.first_screen import verdicts_of_screen, with_kinds
from reports.frames import ScenarioRun
from reports.plans import BY_PLAN, OVER_PLANS, by_plan_rows, over_plan_rows
from reports.section_comparison import ScreenComparison, SectionComparison, estimate_declared, typed_comparison
from reports.stats.verdict import FEW_DEALS, certain_rows, may_head, shared_out

if TYPE_CHECKING:
    from matplotlib.figure import Figure

__all__ = [
    "ABOVE", "MAX_WORDS", "Chart", "Evidence", "Figures", "Findings", "Picture", "Question", "Rows", "Section",
    "ShownSection", "Table", "Term", "chart", "estimate", "number", "present", "unique",
]  # fmt: skip

Rows = list[dict[str, Any]]  # rows of a table by column
MOST_STEM = 80  # characters of a chart's name
MAX_WORDS = 9  # of a heading
# What a section found: a heading; or the whole sentence and shorter ones, the last with no names in it, of which the
# first that is short enough is the heading.
Findings = str | tuple[str, ...]
NOTHING: JudgedEffects = (pl.DataFrame(), [])  # no verdict

# A word a reader meets on the page, and what it means in one sentence; {noun} is what the game calls a board.
Term = tuple[str, str]


@dataclass(frozen=True)
class Table:
    """A result table: its columns, the comparisons it shows, and how it is made of a run's frames and the estimates of
    these, in order (no rows: nothing to say). Where there is nothing to compare, it has no rows."""

    name: str
    columns: tuple[Column, ...]
    make: Callable[..., pl.DataFrame] = lambda run: pl.DataFrame()  # none where it comes with the answer
    # or a function, where their number depends on the game: only the command of the first is then printed
    comparisons: tuple[SectionComparison, ...] | Callable[[ScenarioRun], tuple[SectionComparison, ...]] = ()
    about: str = ""  # what it has, where its name does not say it
    across: str = ""  # of a table with a row for every round: the estimate whose rounds the page prints side by side
    offload: bool = False  # made from the run's rows alone, which takes a while: another process may do it
    # of one with a row for every scenario: columns whose scenarios stand side by side
    side_by_side: tuple[str, ...] = ()
    scenarios: tuple[str, ...] = ()  # in the order in which they do; without: as they come in the table

    def rows(self, run: ScenarioRun) -> pl.DataFrame:
        """The table of a run, with what `make` gives beyond its columns."""
        return run.result(ScenarioRun.without_results, self._make_rows) if self.offload else self._make_rows(run)

    def _make_rows(self, run: ScenarioRun) -> pl.DataFrame:
        comparisons = self.comparisons(run) if callable(self.comparisons) else self.comparisons
        estimates = estimate_declared(run, *comparisons) if comparisons else []
        if estimates and not any(each.blocks for each in estimates):
            return pl.DataFrame()
        return run.result(self.make, *estimates)

    def commands(self, run: ScenarioRun) -> tuple[str, ...]:
        """What is typed after `analyser compare RUN` for the numbers of its comparisons; not for means that another of
        them compares, and nothing where a game is held against itself: the run has one scenario."""
        if any(change.same for change in run.changes):
            return ()
        comparisons = self.comparisons(run)[:1] if callable(self.comparisons) else self.comparisons
        means = {each.means for each in comparisons if each.against}
        needed = (each for each in comparisons if each not in means and each.needs(run))
        return tuple(typed_comparison(run, each).arguments for each in needed)

    @property
    def names(self) -> list[str]:
        """Names of its columns in order, those of intervals too."""
        return [name for column in self.columns for name in column.names]

    def shaped(self, frame: pl.DataFrame) -> pl.DataFrame:
        """Exactly the columns of the table; enums become text, NaN becomes null, what is missing is null or empty."""
        full = frame if frame.width else pl.DataFrame({name: [] for name in self.names})
        columns = {}
        for name in self.names:
            dtype = full.schema.get(name)
            if dtype is None:
                columns[name] = pl.lit(None, dtype=pl.Float64)
            elif isinstance(dtype, pl.Enum | pl.Categorical):
                columns[name] = pl.col(name).cast(pl.String)
            elif dtype.is_float():
                columns[name] = pl.col(name).fill_nan(None)
        return full.with_columns(**columns).select(self.names)


@dataclass(frozen=True)
class Picture:
    """A chart as a page knows it: file stem, the question it answers, a text for those who cannot see it."""

    name: str
    title: str
    alt: str


@dataclass(frozen=True)
class Chart(Picture):
    """A chart with its figure, which is to be written."""

    figure: Figure


Figures = Sequence[tuple[str, str, str]]  # a number as it is printed, what it is, and what more is to be said of it


@dataclass(frozen=True)
class ShownSection:
    """A section as the page shows it: the finding as its heading, in a sentence where the heading has no room for all
    of it, the question it answers, numbers that stand alone with what each is, charts, how to read them, the tables
    behind them, and commands that give the same numbers."""

    key: str
    heading: str
    reading: str
    charts: tuple[Picture, ...] = ()
    tables: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    question: str = ""
    ask: tuple[str, ...] = ()
    sentence: str = ""
    figures: Figures = ()


@dataclass(frozen=True)
class Evidence:
    """The tables of an answer, the game's words, the margin that counts as balanced (pp of win share), and its
    verdicts; of scenarios side by side their labels, the first of which the others are compared with; commands: what is
    typed for the numbers of each table."""

    tables: Mapping[str, pl.DataFrame]
    words: Words
    margin: float | None = None
    scenarios: tuple[str, ...] = ()
    verdicts: tuple[Verdict, ...] = ()
    player_class: str = ""  # who counts, where others than by default
    commands: Mapping[str, Sequence[str]] = field(default_factory=dict)

    @property
    def par(self) -> float | None:
        """The win share of equals in %; None where one seat decides."""
        return None if self.game.par is None else 100.0 / self.game.players

    @property
    def game(self) -> GameFacts:
        """What the game says of itself."""
        return self.words.game

    def rows(self, table: str, *columns: str) -> Rows:
        """The table's rows; none when the table or one of the columns is absent or a value of those columns is
        missing."""
        frame = self.tables.get(table)
        if frame is None or not set(columns) <= set(frame.columns):
            return []
        return [row for row in frame.iter_rows(named=True) if all(present(row[column]) for column in columns)]

    def certain_rows(self, rows: Rows, name: str) -> list[Mapping[str, Any]]:
        """Rows whose estimate `name` may head a section; none below 50 deals, on which nothing is judged either."""
        deals = max((verdict.deals for verdict in self.verdicts), default=FEW_DEALS)
        return certain_rows(rows, name) if deals >= FEW_DEALS else []


ABOVE = "The first chart of this page shows it."
Text = str | Callable[[Evidence], str]  # words with the game's in braces, or what makes them of the evidence


@dataclass(frozen=True)
class Section:
    """A section of a question's page, declared: the question it answers, its tables, its charts, its finding.

    finding: the heading, and what it has no room for ("": means nothing for this game, and the section is left out);
    charts are given the heading to take it for a title. figures: numbers that stand at its top. reading: how to read
    the chart, where it needs a sentence.
    """

    key: str
    question: Text
    finding: Callable[[Evidence], Findings]
    tables: tuple[Table, ...] = ()
    charts: Callable[[Evidence, str], Iterable[Chart | None]] = lambda evidence, finding: ()
    reading: Text = ""
    notes: Callable[[ScenarioRun], Sequence[str]] | None = None
    terms: tuple[Term, ...] = ()
    figures: Callable[[Evidence], Figures] = lambda evidence: ()

    def section(self, evidence: Evidence) -> ShownSection | None:
        """The section as the page shows it; None where it means nothing, or none of its tables has rows."""
        names = tuple(t.name for t in self.tables if t.name in evidence.tables and evidence.tables[t.name].height)
        findings = self.finding(evidence) if names or not self.tables else ""
        statement, *shorter = [findings] if isinstance(findings, str) else findings
        if not statement:
            return None
        heading = next(
            (text for text in (statement, *shorter) if len(text.split()) <= MAX_WORDS), [statement, *shorter][-1]
        )
        sentence = "" if heading == statement else f"{statement}."
        charts = tuple(chart for chart in self.charts(evidence, heading) if chart is not None)
        question, reading = (_text(words, evidence) for words in (self.question, self.reading))
        of_class = f" --class {shlex.quote(evidence.player_class)}" if evidence.player_class else ""
        of_tables = dict.fromkeys(text for name in names for text in evidence.commands.get(name, ()))
        commands = tuple(text if " --class " in f" {text}" else f"{text}{of_class}" for text in of_tables)
        return ShownSection(
            self.key, heading, reading, charts, names, question=question, ask=commands, sentence=sentence,
            figures=self.figures(evidence),
        )  # fmt: skip


def _text(words: Text, evidence: Evidence) -> str:
    """Words with the game's own in braces: {board}, {boards}, {others}, {A}."""
    if not isinstance(words, str):
        return words(evidence)
    game, (board, boards) = evidence.game, evidence.game.nouns
    return words.format(board=board, boards=boards, others=game.others, A=game.plain_label)


@dataclass(frozen=True, eq=False)  # a key of what is worked out once
class Question:
    """A question: its sections in reading order, and what it judges.

    `screen_of` makes the first screen; None: by its verdicts alone.

    `idle_reason` says why there is nothing to work out ("" where there is); `warnings` are what a reader must know
    before any verdict; `summary` answers in a few words where verdicts alone do not; `notes` are on the whole,
    `last_notes` stand at the end.
    """

    name: str
    asks: Callable[[GameFacts], str]
    judge: Callable[[ScenarioRun], JudgedEffects]
    sections: tuple[Section, ...] = ()
    screen_of: Callable[[ScenarioRun, FirstScreen], FirstScreen] | None = None
    judge_solo: Callable[[ScenarioRun], JudgedEffects] | None = None  # of one who decides: win shares, no verdicts
    needs_par: bool = True  # whether verdicts are held against the fair share, which one who decides has not
    idle_reason: Callable[[ScenarioRun], str] = lambda run: ""
    warnings: Callable[[ScenarioRun], Sequence[str]] = lambda run: ()
    summary: Callable[[ScenarioRun], str] = lambda run: ""
    notes: Callable[[ScenarioRun], Sequence[str]] = lambda run: ()
    last_notes: Callable[[ScenarioRun], Sequence[str]] = lambda run: ()
    header: Callable[[ScenarioRun], Mapping[str, int | float]] = lambda run: {}
    prefetch: Callable[[ScenarioRun], object] | None = None  # begins what takes long, where another process can do it
    screen: Callable[[GameFacts], Sequence[str]] = lambda game: ()  # names of the families of its first screen
    leads: str = ""  # the family that the first screen shows, where it is judged; "": all of them
    refines: Callable[[GameFacts], bool] = lambda game: False  # whether other families refine these
    judge_interim: Callable[[ScenarioRun], JudgedEffects] | None = None  # what `--until` waits for; None: the verdicts
    is_joint: bool = False  # whether all scenarios of a run have one answer, the first held against the others
    is_of_run: bool = True  # whether a run answers it alone, so that `analyser report` can be asked it
    compares_scenarios: bool = False  # whether it shows scenarios side by side; else each is answered by itself
    terms: Callable[[GameFacts], Sequence[Term]] = lambda game: ()
    counts: str = ""  # who counts (ScenarioRun.counting)
    by_class: Callable[[ScenarioRun], ScreenComparison | None] = lambda run: None  # read over classes of players

    def measuring(self, game: GameFacts) -> Callable[[ScenarioRun], JudgedEffects]:
        """What printings are held against: the effects that are judged, or, where one seat decides and the question
        has them, win shares."""
        return self.judge if game.par is not None or self.judge_solo is None else self.judge_solo

    def verdicts(self, run: ScenarioRun) -> JudgedEffects:
        """Rows of the `verdicts` table and the verdicts; none where they need a fair share and one seat decides."""
        return run.result(with_kinds, self.judge) if self.is_judged(run.game) else NOTHING

    def is_judged(self, game: GameFacts) -> bool:
        """Whether there is what its verdicts are held against."""
        return game.par is not None or not self.needs_par

    def error_parts(self, game: GameFacts) -> dict[str, float]:
        """The part of a report's error that each family of the first screen has."""
        return shared_out(self.screen(game), sections=self.refines(game))

    def interim_verdicts(self, run: ScenarioRun) -> JudgedEffects:
        """What a run that goes on until it is decided waits for: the verdicts of the first screen."""
        judge = self.judge_interim or self.judge
        run = run.counting(self.counts)
        rows, verdicts = run.result(with_kinds, judge) if self.is_judged(run.game) else NOTHING
        return rows.filter(pl.col("kind") == SCREEN) if len(rows) else rows, verdicts_of_screen(verdicts)

    @property
    def tables(self) -> dict[str, Table]:
        """All tables by name: the verdicts and what plans say of them, then those of the sections."""
        tables = [table for section in self.sections for table in section.tables]
        verdict_tables = (
            Table("verdicts", VERDICTS, lambda run: self.verdicts(run)[0]),
            Table("over_plans", OVER_PLANS, lambda run: over_plan_rows(self.verdicts(run)[1])),
            Table("by_plan", BY_PLAN, lambda run: by_plan_rows(self.verdicts(run)[1])),
        )
        return {table.name: table for table in (*verdict_tables, *tables)}


# -- out of rows -----------------------------------------------------------------------------------------------------


def present(value: object) -> bool:
    """Whether there is a value at all: neither null nor NaN."""
    return value is not None and not (isinstance(value, float) and not math.isfinite(value))


def number(row: Mapping[str, Any], name: str, factor: float = 1.0) -> float | None:
    """A number out of a row in the unit drawn; None when missing."""
    value = row.get(name)
    return float(value) * factor if present(value) and value is not None else None


def estimate(row: Mapping[str, Any], name: str, factor: float = 1.0, *, n: bool = True) -> Estimate | None:
    """The estimate group `name` of a row in the unit drawn; None when it has no value."""
    value = number(row, name, factor)
    if value is None:
        return None
    low, high = number(row, f"{name}_low", factor), number(row, f"{name}_high", factor)
    count, p = row.get("n") if n else None, number(row, "p")
    ends = value if low is None else low, value if high is None else high
    return Estimate(value, *ends, None if count is None else int(count), p is None or may_head(p))


def unique(values: Iterable[Any]) -> list[Any]:
    """Values without repeats, in the order they come."""
    return list(dict.fromkeys(values))


def stem(name: str) -> str:
    """A chart's name as it may stand in a file's name and an attribute, whatever a board in it is called."""
    plain = re.sub(r"[^\w.+-]", "_", name)[:MOST_STEM]
    return plain if plain == name else f"{plain}-{sha256(name.encode()).hexdigest()[:8]}"


def chart(name: str, title: str, alt: str, figure: Figure) -> Chart:
    """A chart with its description for those who cannot see it."""
    return Chart(stem(name), title, " ".join(alt.split()), figure)
