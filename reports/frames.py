"""The games of a scenario as questions see them: frames, facts, who counts; and as arrays seat by seat."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar, TypeVarTuple, cast

import polars as pl
from numpy.typing import NDArray

from cext.player_classes import ALL, CLASSES, EACH, ORDINARY, TUNED, WEAK, first_class, players_words
from reports.stats.intervals import ONE_LOOK, Averaged, Coverage
from reports.stats.verdict import ALPHA

if TYPE_CHECKING:
    from reports.facts import GameFacts
    from reports.run_facts import Difference, Gained, Replays
    from reports.stats.random_effects import Spread
    from reports.stats.sequential import Looks

__all__ = [
    "SCORE", "SHARE", "Change", "Frame", "Frames", "Printings", "Retuned", "ScenarioRun", "SwappedPrinting",
    "free_arms", "free_condition", "free_deciders", "free_games", "free_rows", "free_table",
    "has_forced", "in_order", "seatwise", "text",
]  # fmt: skip


Frame = pl.DataFrame | pl.LazyFrame
SKILL = "skill"  # the arm whose games play deals again
T = TypeVar("T")
Of = TypeVarTuple("Of")

SHARE = Averaged("win_share60", 60, bounded=True)
SCORE = Averaged("score")


class Frames(NamedTuple):
    """The frames of a run, or of one of its scenarios (analyser/SCHEMA.md); decisions and rounds where recorded."""

    seats: Frame
    games: Frame
    decisions: Frame | None = None
    rounds: Frame | None = None

    def each(self, change: Callable[[pl.LazyFrame], pl.LazyFrame]) -> Frames:
        """All of them, changed alike."""
        decisions, rounds = (None if rows is None else change(rows.lazy()) for rows in (self.decisions, self.rounds))
        return Frames(change(self.seats.lazy()), change(self.games.lazy()), decisions, rounds)


@dataclass(frozen=True, eq=False)
class ScenarioRun:
    """The games that a run has of one scenario: frames, facts of the game, and `settings`, what they were played with;
    `margin` is the smallest shift of win share that matters to the designer, `seed` the run's, `classes` how well each
    strategy plays (others: as ordinary players do), `tuned` the boards for which a strategy has weights of its own,
    `milliseconds` what a decision takes those who take long, `plan_families` the number of each strategy's family of
    strategies that choose alike (none: not measured). `changes` are the same game, changed, with which these
    games are compared. `stored` has all of them.

    Games of arm `skill`, which play deals again, are left out of everything but `replays_of_deals`. Who counts is said
    here once: seats of one class of players, at tables without beginners; `counts` names another
    class, all or each, "": the ordinary one, or the first that played."""

    stored: Frames
    game: GameFacts
    margin: float
    arms: Mapping[str, int]
    settings: Mapping[str, object] = field(default_factory=lambda: {"scenario": "these games"})
    seed: int = 0
    classes: Mapping[str, str] = field(default_factory=dict)
    counts: str = ""
    tuned: Mapping[str, Sequence[str]] = field(default_factory=dict)
    milliseconds: Mapping[str, float] = field(default_factory=dict)
    plan_families: Mapping[str, int] = field(default_factory=dict)
    changes: Sequence[Change] = ()
    retuned: Retuned | None = None  # the same sides of the changes, played by players tuned for each
    replays: Replays | None = None  # of its games to look at
    classes_beside: tuple[str, ...] = ()  # other classes of players that have tables of their own
    strong: ScenarioRun | None = None  # the same in the hands of strong players
    printings: Printings | None = None  # the same games with what is unknown drawn anew
    over_printings: Mapping[str, Spread] = field(default_factory=dict)  # what they say of each subject that is judged
    looks: Looks | None = None  # at a run that is played until it is decided; None: its games were fixed beforehand
    alongside: int = 1  # answers whose intervals hold together, this one's among them
    error_parts: Mapping[str, float] = field(default_factory=dict)  # of the 5 %, of families that hold together by name
    pool: Executor | None = None  # does what can be worked out beside the rest
    n_replays: int = 0  # games of arm `skill`
    _results: dict[tuple[Callable[..., Any], tuple[Any, ...]], Any] = field(default_factory=dict, repr=False)

    @classmethod
    def of(cls, frames: Frames, *, game: GameFacts, margin: float, **fields: Any) -> ScenarioRun:
        """Look once at what the frames hold; fields: what else is known of the run, from `seed` on. Raises ValueError
        for a margin that is no fraction of win share, and for columns of seats or games that hold fractions: those of
        a run are whole numbers, and summed as such."""
        if not 0 < margin < 1:
            raise ValueError(f"margin {margin}: give a fraction of win share between 0 and 1 (0.02 is 2 pp)")
        seats, games = frames.seats.lazy(), frames.games.lazy()
        for name, dtype in [*seats.collect_schema().items(), *games.collect_schema().items()]:
            if dtype.is_float() or dtype.is_decimal():
                raise ValueError(f"column '{name}' holds {dtype}: columns of a run are whole numbers")
        arms = _count_arms(games)
        n_games, fields["n_replays"] = sum(arms.values()), arms.pop(SKILL, 0)
        fields |= {
            name: dict(fields[name]) for name in ("classes", "tuned", "milliseconds", "error_parts") if name in fields
        }
        if looks := fields.get("looks"):
            fields["looks"] = looks.at(n_games)
        return cls(
            stored=frames,
            game=game,
            margin=margin,
            arms=arms,
            **fields,
        )

    def __getstate__(self) -> dict[str, Any]:
        """Without what was worked out: it may hold functions, which cannot be pickled."""
        return {**self.__dict__, "_results": {}}

    def ordered(self) -> ScenarioRun:
        """The run with its rows in the order of games and seats, in which it is stored."""
        ordered = self.stored.each(lambda rows: rows.sort("game", maintain_order=True))
        ordered = ordered._replace(seats=self.stored.seats.lazy().sort("game", "seat"))
        return replace(self, stored=ordered, _results={})

    def where(self, holds: pl.Expr) -> ScenarioRun:
        """The run of the games for which a condition on columns of all frames holds."""
        frames = self.stored.each(lambda rows: rows.filter(holds))
        arms = _count_arms(frames.games)
        n_replays = arms.pop(SKILL, 0)
        return replace(self, stored=frames, arms=arms, n_replays=n_replays, counts=self.who, _results={})

    def upto(self, games: int) -> ScenarioRun:
        """The run, and its changes, after that many games: an interim look, without p values."""
        run = self.where(pl.col("game") < games)
        return replace(
            run,
            changes=tuple(replace(change, run=change.run.upto(games)) for change in self.changes),
            looks=self.looks and replace(self.looks.at(run.games_played), is_final=False),
        )

    @property
    def name(self) -> str:
        """That of its scenario."""
        return str(self.settings["scenario"])

    def played_with(self, **settings: object) -> ScenarioRun:
        """The same games as a scenario of these settings, its name as `scenario`."""
        return replace(self, settings=settings, _results={})

    def with_alongside(self, comparisons: int) -> ScenarioRun:
        """The same where so many comparisons hold together."""
        return replace(self, alongside=self.alongside * comparisons, _results={})

    @cached_property
    def columns(self) -> dict[str, tuple[str, ...]]:
        """Columns of each frame."""
        frames = self.stored._asdict().items()
        return {of: () if rows is None else tuple(rows.lazy().collect_schema().names()) for of, rows in frames}

    @cached_property
    def names(self) -> dict[str, tuple[str, ...]]:
        """Values of each column of names, such as strategies and boards."""
        frames = [rows.lazy() for rows in (self.stored.seats, self.stored.decisions) if rows is not None]
        types = [column for rows in frames for column in rows.collect_schema().items()]
        return {name: tuple(kind.categories) for name, kind in types if isinstance(kind, pl.Enum)}

    def result(self, work: Callable[[ScenarioRun, *Of], T], *of: *Of) -> T:
        """What `work` gives for this run (and of these), worked out the first time and kept: a step that several pieces
        share."""
        if (work, of) not in self._results:
            self._results[work, of] = work(self, *of)
        return cast(T, self._results[work, of])

    def without_results(self, work: Callable[[ScenarioRun], T]) -> T:
        """What `work` gives for this run, and nothing else that is worked out for it, which takes much memory."""
        run = replace(self, _results={})
        try:
            return work(run)
        finally:
            run._results.clear()  # some of them hold the run

    # -- who counts ---------------------------------------------------------------------------------------------------

    def counting(self, who: str) -> ScenarioRun:
        """The run with these who count: a class of players, all, each by itself; "": as it is."""
        return self if who in ("", self.counts) else self.result(_counting, who)

    @property
    def everybody(self) -> ScenarioRun:
        """The run with all who played."""
        return self.counting(ALL)

    def class_of(self, strategy: str) -> str:
        """How well a strategy plays."""
        return self.classes.get(strategy, ORDINARY)

    @cached_property
    def who(self) -> str:
        """Who counts: a class of players, all, or each."""
        if self.counts:
            return self.counts
        return first_class({self.class_of(name) for name, is_counted in self._is_counted.items() if is_counted})

    @cached_property
    def others(self) -> tuple[str, ...]:
        """Classes of players that played and do not count; of those that count beginners sit at no table."""
        present = {self.class_of(name) for name in self._is_counted}
        return () if self.who in (ALL, EACH) else tuple(each for each in CLASSES if each in present - {self.who})

    @cached_property
    def _is_counted(self) -> dict[str, bool]:
        """Strategies that decide, each with whether it sits at a table that counts."""
        rows = self._decide.select(pl.col("strategy").cast(pl.String), is_counted=self._is_counted_table)
        return dict(rows.group_by("strategy").agg(pl.col("is_counted").any()).collect().iter_rows())

    @property
    def who_counts(self) -> str:
        """Who counts, in words, where others played too; "": all who played do."""
        if not self.others:
            return "each class of players by itself" if self.who == EACH else ""
        words = players_words(self.who)
        has_beginners = bool(set(WEAK) & set(self.others))
        return f"{words} at tables without beginners" if has_beginners else words

    @cached_property
    def _weak(self) -> list[str]:
        """Strategies at whose tables others do not count."""
        return [name for name, players in self.classes.items() if players in WEAK]

    @cached_property
    def _is_counted_table(self) -> pl.Expr:
        """Whether no beginner sits at the table of a row."""
        if not self._weak:
            return pl.lit(True)
        is_weak = pl.col("strategy").cast(pl.String).is_in(self._weak)
        games = self.stored.seats.lazy().filter(is_weak).select("game").unique().collect()["game"]
        return ~pl.col("game").is_in(games.implode()) if len(games) else pl.lit(True)

    @property
    def _decide(self) -> pl.LazyFrame:
        """Rows of seats that decide."""
        seats = self._without_replays(self.stored.seats)
        return seats.filter(pl.col("strategy").is_not_null()) if self.game.bots else seats

    def _without_replays(self, rows: Frame) -> pl.LazyFrame:
        """Rows of seats or games but for those of arm `skill`."""
        return rows.lazy().filter(~in_arms([SKILL])) if self.n_replays else rows.lazy()

    @property
    def replays_of_deals(self) -> tuple[pl.LazyFrame, pl.LazyFrame]:
        """Rows of the games of arm `skill` at tables that count, and of their seats that decide."""
        seats = self.stored.seats.lazy().filter(in_arms([SKILL]), pl.col("strategy").is_not_null())
        games, deciders = self._at_tables(self.stored.games.lazy().filter(in_arms([SKILL]))), self._at_tables(seats)
        assert games is not None
        assert deciders is not None
        return games, deciders

    def _at_tables(self, rows: Frame | None) -> pl.LazyFrame | None:
        """Those of the rows whose tables count."""
        if rows is None:
            return None
        if not self._weak or self.who in (ALL, EACH, *WEAK):
            return rows.lazy()
        return rows.lazy().filter(self._is_counted_table)

    @cached_property
    def seats(self) -> pl.LazyFrame:
        """Rows of seats that count."""
        if self.who == EACH and self._weak:
            is_weak = pl.col("strategy").cast(pl.String).is_in(self._weak)
            return self._decide.filter(is_weak | self._is_counted_table)
        return self.of_class(self.deciders)

    def of_class(self, rows: pl.LazyFrame) -> pl.LazyFrame:
        """Those of rows of seats that are of players who count."""
        if self.who in (ALL, EACH):
            return rows
        strategy = pl.col("strategy").cast(pl.String)
        if self.who != ORDINARY:
            return rows.filter(strategy.is_in([name for name in self.classes if self.class_of(name) == self.who]))
        others = [name for name in self.classes if self.class_of(name) != ORDINARY]
        return rows.filter(~strategy.is_in(others)) if others else rows

    @cached_property
    def deciders(self) -> pl.LazyFrame:
        """Rows of all seats that decide in the games that count, those of other players too: whole tables."""
        rows = self._at_tables(self._decide)
        assert rows is not None
        return rows

    @cached_property
    def table(self) -> pl.LazyFrame:
        """Rows of all seats of the games that count, those of bots and of other players too."""
        rows = self._at_tables(self._without_replays(self.stored.seats))
        assert rows is not None
        return rows

    @cached_property
    def games(self) -> pl.LazyFrame:
        """Rows of games that count."""
        rows = self._at_tables(self._without_replays(self.stored.games))
        assert rows is not None
        return rows

    @cached_property
    def decisions(self) -> pl.LazyFrame | None:
        """Rows of decisions of seats that count; None: none were recorded."""
        rows = self._at_tables(self.stored.decisions)
        return None if rows is None else self.of_class(rows)

    @cached_property
    def rounds(self) -> pl.LazyFrame | None:
        """Rows of rounds of these games."""
        return self._at_tables(self.stored.rounds)

    def rows(self, *arms: str) -> pl.LazyFrame:
        """Seat rows of these arms that count."""
        return self.seats.filter(in_arms(arms))

    def rows_with_tuned(self, *arms: str) -> pl.LazyFrame:
        """The same, and those of players tuned for boards where ordinary ones count, beside whom they are shown."""
        if self.who != ORDINARY or self.game.shared or not self.tuned:
            return self.rows(*arms)
        classes = {ORDINARY, TUNED}
        others = [each for each, players in self.classes.items() if players not in classes]
        return self.deciders.filter(in_arms(arms), ~pl.col("strategy").cast(pl.String).is_in(others))

    def first_arm(self, *arms: str) -> str | None:
        """The first of these arms that was played."""
        return next((arm for arm in arms if arm in self.arms), None)

    @property
    def games_played(self) -> int:
        """Games of the scenario, in all arms."""
        return sum(self.arms.values()) + self.n_replays

    def error_of(self, family: str) -> float:
        """In which part of all runs intervals of this family may miss; 5 % where it holds by itself."""
        return ALPHA / self.alongside * self.error_parts.get(family, 1.0)

    @property
    def coverage(self) -> Coverage:
        """At which looks intervals hold."""
        return ONE_LOOK if self.looks is None else self.looks.coverage

    @property
    def players(self) -> int:
        """Seats that decide, each with a row in every game."""
        return self.game.players

    @property
    def par(self) -> float | None:
        """The win share of equals; None with one who decides."""
        return self.game.par

    @property
    def sources(self) -> list[str]:
        """Scoring categories the run holds, in the game's order."""
        return [source for source in self.game.sources if f"score_{source}" in self.columns["seats"]]

    def numbered(self, prefix: str) -> dict[int, str]:
        """Tally columns `<prefix><number>` by their number."""
        column_of = {c.removeprefix(prefix): c for c in self.columns["seats"] if c.startswith(prefix)}
        return {int(number): column_of[number] for number in sorted((n for n in column_of if n.isdigit()), key=int)}


@dataclass(frozen=True, eq=False)
class Change:
    """What is changed, and its games, on the deals and line-ups of those before; `value` is the number that a datum or
    switch is set to, of which several are played, `of` its name, and `base_value` the number before the change, where
    that is one of the values asked about. `same`: nothing is changed, the games are those before."""

    label: str
    run: ScenarioRun
    differences: tuple[Difference, ...] = ()
    of: str = ""
    value: float | None = None
    scenario: str = ""  # the name of its games' scenario
    base_value: float | None = None
    same: bool = False


@dataclass(frozen=True, eq=False)
class Retuned:
    """The games before a change and those after each, on the same deals and line-ups, each side played by players tuned
    for it; and what tuning gained them."""

    runs: tuple[ScenarioRun, ...]
    gained: tuple[Gained, ...]


@dataclass(frozen=True, eq=False)
class SwappedPrinting:
    """Games of printing `number` with one group of data taken from printing `other`."""

    number: int
    group: str
    other: int
    run: ScenarioRun


@dataclass(frozen=True, eq=False)
class Printings:
    """The printings of a scenario: their games by number, and those with a group exchanged; groups: all that vary, each
    with how many numbers or words an owner of the box would read off, and where they stand."""

    by_number: Mapping[int, ScenarioRun]
    swapped: Sequence[SwappedPrinting] = ()
    groups: Mapping[str, tuple[int, str]] = field(default_factory=dict)

    def counting(self, who: str) -> Printings:
        """The same with these who count."""
        by_number = {number: run.counting(who) for number, run in self.by_number.items()}
        return replace(self, by_number=by_number, swapped=[replace(s, run=s.run.counting(who)) for s in self.swapped])


def _count_arms(games: Frame) -> dict[str, int]:
    """Games of each arm."""
    return {str(arm): int(n) for arm, n in games.lazy().group_by("arm").len().sort("arm").collect().iter_rows()}


def in_arms(arms: Sequence[str]) -> pl.Expr:
    """Whether a row is of one of these arms."""
    return pl.col("arm").cast(pl.String).is_in(arms)


def _counting(run: ScenarioRun, who: str) -> ScenarioRun:
    """The run with these who count, and all that it is held against."""
    changes = tuple(replace(change, run=change.run.counting(who)) for change in run.changes)
    retuned = run.retuned and replace(run.retuned, runs=tuple(each.counting(who) for each in run.retuned.runs))
    printings = run.printings and run.printings.counting(who)
    return replace(run, counts=who, changes=changes, retuned=retuned, printings=printings, _results={})


def text(frame: pl.DataFrame, *columns: str) -> pl.DataFrame:
    """Enum columns as text, after they have done their work as sort keys."""
    return frame.with_columns(pl.col(columns).cast(pl.String))


def in_order(rows: pl.LazyFrame, columns: Sequence[str]) -> pl.DataFrame:
    """These columns and the deal, sorted by game and seat: as runs are stored, so rarely in need of the slow sort."""
    frame = rows.select("game", "seat", *(c for c in ("deal", *columns) if c != "seat")).collect()
    place = frame.select(pl.col("game").cast(pl.Int64) * 256 + pl.col("seat").cast(pl.Int64))["game"]
    return frame if place.is_sorted() else frame.sort("game", "seat")


def seatwise(frame: pl.DataFrame, column: str, players: int) -> NDArray[Any]:
    """A column of `in_order` as an array [game, seat]; enums as their codes."""
    series = frame[column]
    codes = series.to_physical() if isinstance(series.dtype, pl.Enum | pl.Categorical) else series
    return codes.to_numpy().reshape(-1, players)


# -- games in which nothing was forced ---------------------------------------------------------------------------------


FORCED = ("forced", "tuned")  # arms in which a seat is told how to open


def has_forced(run: ScenarioRun) -> bool:
    """Whether openings, or anything else, were forced on ordinary players."""
    return FORCED[0] in run.arms


def free_arms(run: ScenarioRun) -> list[str]:
    """Arm `free`; without any, all but those with a forced opening."""
    return ["free"] if "free" in run.arms else [arm for arm in run.arms if arm not in FORCED]


def free_condition(run: ScenarioRun, *, single: bool = False) -> str:
    """The condition on games of these arms, or of one of them alone; "": there are no others."""
    arms = free_arms(run)
    if not arms or len(arms) == len(run.arms) == 1:
        return ""
    if single or len(arms) == 1:
        return f"arm = '{arms[0]}'"
    return " and ".join(f"arm != '{arm}'" for arm in FORCED if arm in run.arms or arm == FORCED[0])


def free_rows(run: ScenarioRun) -> pl.LazyFrame:
    """Rows of seats that decide, in these games."""
    return run.rows(*free_arms(run))


def free_table(run: ScenarioRun) -> pl.LazyFrame:
    """The same with those of bots."""
    return run.table.filter(in_arms(free_arms(run)))


def free_games(run: ScenarioRun) -> pl.LazyFrame:
    """Rows of these games."""
    return run.games.filter(in_arms(free_arms(run)))


def free_deciders(run: ScenarioRun) -> pl.LazyFrame:
    """Rows of all seats that decide in these games, of whole tables."""
    return run.deciders.filter(in_arms(free_arms(run)))
