"""What a question is made of: pieces of evidence, each with its tables, their columns and its section of the page."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from importlib import import_module

import polars as pl

from reports.answer import SCREEN
from reports.columns import Column
from reports.effects import VERDICTS, Judged
from reports.evidence import Evidence, Section
from reports.facts import GameFacts
from reports.first_screen import first_screen, with_kinds
from reports.frames import RunFrames
from reports.plans import BY_PLAN, OVER_PLANS, by_plan_rows, over_plan_rows
from reports.stats.verdict import shared_out

__all__ = ["Piece", "Question", "Table", "Term"]

NOTHING: Judged = (pl.DataFrame(), [])  # no verdict

# A word a reader meets on the page, and what it means in one sentence; {noun} is what the game calls a board.
Term = tuple[str, str]


@dataclass(frozen=True)
class Table:
    """A result table: its columns, and how it is made from a run's frames (no rows: nothing to say)."""

    name: str
    columns: tuple[Column, ...]
    make: Callable[[RunFrames], pl.DataFrame]
    across: str = ""  # of a table with a row for every round: the estimate whose rounds the page prints side by side
    unfolded: bool = False  # on the page, however long it is
    apart: bool = False  # made from the run's rows alone, which takes a while: another process may do it
    beside: tuple[str, ...] = ()  # of one with a row for every scenario: columns whose scenarios stand side by side
    scenarios: tuple[str, ...] = ()  # in the order in which they do; without: as they come in the table

    @property
    def names(self) -> list[str]:
        """Names of its columns in order, those of intervals too."""
        return [name for column in self.columns for name in column.names]

    def shaped(self, frame: pl.DataFrame) -> pl.DataFrame:
        """Exactly the columns of the table; enums become text, NaN becomes null, what is missing is null or empty."""
        missing = [pl.lit(None, dtype=pl.Float64).alias(name) for name in self.names if name not in frame.columns]
        full = frame.with_columns(missing) if frame.width else pl.DataFrame({name: [] for name in self.names})
        chosen = full.select(self.names)
        text = [pl.col(c).cast(pl.String) for c, t in chosen.schema.items() if isinstance(t, pl.Enum | pl.Categorical)]
        number = [pl.col(c).fill_nan(None) for c, t in chosen.schema.items() if t.is_float()]
        return chosen.with_columns(text + number)


@dataclass(frozen=True)
class Piece:
    """One piece of evidence: the tables it makes, the section that shows them (None: means nothing for this game), what
    must be said beside it, and the terms only its readers need."""

    section: Callable[[Evidence], Section | Sequence[Section] | None]
    tables: tuple[Table, ...] = ()
    notes: Callable[[RunFrames], Sequence[str]] | None = None
    terms: tuple[Term, ...] = ()


@dataclass(frozen=True)
class Question:
    """A question: its pieces by the names of their modules, in reading order, and what it judges.

    `idle` says why there is nothing to work out ("" where there is); `warnings` are what a reader must know before any
    verdict; `summary` answers in a few words where verdicts alone do not; `before` and `after` are notes on the whole.
    """

    name: str
    package: str
    pieces: tuple[str, ...]
    asks: Callable[[GameFacts], str]
    judge: Callable[[RunFrames], Judged]
    alone: Callable[[RunFrames], Judged] | None = None  # what one who decides asks: win shares, no verdicts
    idle: Callable[[RunFrames], str] = lambda run: ""
    warnings: Callable[[RunFrames], Sequence[str]] = lambda run: ()
    summary: Callable[[RunFrames], str] = lambda run: ""
    before: Callable[[RunFrames], Sequence[str]] = lambda run: ()
    after: Callable[[RunFrames], Sequence[str]] = lambda run: ()
    header: Callable[[RunFrames], Mapping[str, int | float]] = lambda run: {}
    first: Callable[[RunFrames], Sequence[str]] = lambda run: ()  # lines under the title
    said: Callable[[RunFrames], Sequence[str]] = lambda run: ()  # sentences behind the verdicts
    ahead: Callable[[RunFrames], object] | None = None  # begins what takes long, where another process can do it
    screen: Callable[[GameFacts], Sequence[str]] = lambda game: ()  # names of the families of its first screen
    refines: Callable[[GameFacts], bool] = lambda game: False  # whether other families refine these
    judge_interim: Callable[[RunFrames], Judged] | None = None  # what `--until` waits for; None: the verdicts
    whole: bool = False  # whether all scenarios of a run have one answer, the first held against the others
    in_short: tuple[str, tuple[str, ...]] | None = None  # a table, and those of its columns that a terminal shows
    scenario_view: str = ""  # the module whose SCENARIO_VIEW compares scenarios; "": each is answered by itself
    terms: Callable[[GameFacts], Sequence[Term]] = lambda game: ()

    def load(self) -> tuple[Piece, ...]:
        """The pieces themselves: `PIECE` of each module; before them how it came to be decided; of a question that is
        not about a whole run what printings say before them too, games to look at behind them."""
        from reports.examples import PIECE
        from reports.printings.piece import piece_of
        from reports.until import piece_of as until_of

        own = tuple(import_module(f"{self.package}.{name}").PIECE for name in self.pieces)
        until = until_of(self)
        return (until, *own) if self.whole else (until, piece_of(self.measuring), *own, PIECE)

    def measuring(self, game: GameFacts) -> Callable[[RunFrames], Judged]:
        """What printings are held against: the effects that are judged, or, where one seat decides and the question
        has them, win shares."""
        return self.judge if game.par is not None or self.alone is None else self.alone

    def judged(self, run: RunFrames) -> Judged:
        """Rows of the `verdicts` table and the verdicts; none where one seat decides: there is no par to judge by."""
        return run.once(with_kinds(self.judge)) if run.par is not None else NOTHING

    def error_parts(self, game: GameFacts) -> dict[str, float]:
        """The part of a report's error that each family of the first screen has."""
        return shared_out(self.screen(game), sections=self.refines(game))

    def interim_verdicts(self, run: RunFrames) -> Judged:
        """What a run that goes on until it is decided waits for: the verdicts of the first screen."""
        rows, verdicts = run.once(with_kinds(self.judge_interim or self.judge)) if run.par is not None else NOTHING
        return rows.filter(pl.col("kind") == SCREEN) if len(rows) else rows, first_screen(verdicts)

    @property
    def tables(self) -> dict[str, Table]:
        """All tables by name: the verdicts and what plans say of them, then those of the pieces."""
        own = [table for piece in self.load() for table in piece.tables]
        judged = (
            Table("verdicts", VERDICTS, lambda run: self.judged(run)[0]),
            Table("over_plans", OVER_PLANS, lambda run: over_plan_rows(self.judged(run)[1])),
            Table("by_plan", BY_PLAN, lambda run: by_plan_rows(self.judged(run)[1])),
        )
        return {table.name: table for table in (*judged, *own)}
