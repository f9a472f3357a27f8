"""A run as its reader sees it: frames of all scenarios with their keys, what can be measured, and by what."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING

import polars as pl

from reports.conditions import ConditionError, check_types, nearest_name
from reports.derived import Tables, add_derived, derived_of, examples_of
from reports.factors import SETTINGS
from reports.frame_columns import COLUMNS
from reports.frames import RunFrames

if TYPE_CHECKING:
    from reports.conditions import Quantified
    from reports.estimates import Estimates
    from reports.references import Against

__all__ = ["FRAMES", "Part", "Run", "run_of"]

FRAMES = ("seats", "games", "decisions")


@dataclass(frozen=True, eq=False)
class Part:
    """The games of one scenario: its name, what it was played with (a level of each setting), and its frames."""

    name: str
    settings: Mapping[str, object]
    frames: RunFrames

    @cached_property
    def tables(self) -> Tables:
        """Its frames as derived columns are made from."""
        f = self.frames
        return Tables(f.seats, f.table, f.games, f.decisions, f.rounds, f.game)

    @cached_property
    def columns(self) -> dict[str, tuple[str, ...]]:
        """Columns of each frame."""
        f = self.frames
        frames = {"seats": f.seats, "games": f.games, "decisions": f.decisions, "rounds": f.rounds}
        return {of: tuple(rows.collect_schema().names()) if rows is not None else () for of, rows in frames.items()}

    @cached_property
    def names(self) -> dict[str, tuple[str, ...]]:
        """Values of each column of names, such as strategies and boards."""
        frames = [rows for rows in (self.frames.seats, self.frames.decisions) if rows is not None]
        types = [column for rows in frames for column in rows.collect_schema().items()]
        return {name: tuple(kind.categories) for name, kind in types if isinstance(kind, pl.Enum)}

    def frame_of(self, name: str) -> str:
        """The frame that has a column, "" where none has: the one with the fewest rows of those that have it."""
        if name in self.columns["games"]:
            return "games"
        if name in self.columns["seats"]:
            return "seats"
        if name in self.columns["decisions"]:
            return "decisions"
        derived = derived_of(name, self.frames.game, self.columns["seats"])
        if derived is None:
            return ""
        return derived[0].of

    def rows(self, of: str, names: Collection[str], quantified: Sequence[Quantified] = ()) -> pl.LazyFrame:
        """Rows of a frame with the columns of these names, from the other frames and worked out where it lacks them,
        and whether each comparison of other seats holds."""
        tables = self.tables
        seats = self._seats([*names, *(name for other in quantified for name in other.columns)], quantified)
        if of == "seats":
            return seats.filter(pl.col("strategy").is_not_null()) if self.frames.game.bots else seats
        extra = [other.name for other in quantified]
        if of == "games":
            rows = add_derived(tables.games, tables, names, "games")
            shared_columns = [name for name in names if name == "board" and self.frames.game.shared]
            if extra or shared_columns:
                by_game = seats.group_by("game").agg(pl.col([*extra, *shared_columns]).drop_nulls().first())
                rows = rows.join(by_game, on="game", how="left")
            return rows
        recorded = tables.decisions if of == "decisions" else tables.rounds
        assert recorded is not None
        rows = add_derived(recorded, tables, names, of)
        columns = rows.collect_schema().names()
        missing = [name for name in names if name not in columns and name not in SETTINGS]
        if not missing and not extra:
            return rows
        return rows.join(seats.select("game", "seat", *missing, *extra), on=["game", "seat"], how="left")

    def _seats(self, names: Collection[str], quantified: Sequence[Quantified]) -> pl.LazyFrame:
        """Rows of seats, those of bots too where other seats are asked about."""
        tables = self.tables
        rows = tables.table if quantified else tables.seats
        rows = add_derived(rows, tables, names, "seats")
        games = [name for name in names if self.frame_of(name) == "games" and name not in self.columns["seats"]]
        if games:
            game_rows = add_derived(tables.games, tables, games, "games")
            rows = rows.join(game_rows.select("game", *games), on="game", how="left")
        for other in quantified:
            check_types(other.holds, rows.collect_schema(), other.text)
            holds = other.holds.fill_null(False)
            if other.quantifier == "winner":
                is_met = (holds & (pl.col("rank") == 1)).any().over("game")
            elif other.quantifier == "other":
                is_met = (holds.cast(pl.Int64).sum().over("game") - holds.cast(pl.Int64)) > 0
            else:
                is_met = holds.all().over("game") if other.quantifier == "all" else holds.any().over("game")
            rows = rows.with_columns(is_met.alias(other.name))
        return rows


@dataclass(frozen=True, eq=False)
class Run:
    """The games of a run, scenario by scenario; `source` is how it is called in messages. versions: a digest of the
    game's program and of each strategy, as they were when it was played."""

    parts: tuple[Part, ...]
    source: str
    settings: tuple[str, ...] = field(default=tuple(SETTINGS))  # those of its parts, in order
    versions: Mapping[str, str] = field(default_factory=dict, repr=False)

    def __repr__(self) -> str:
        return f"Run of {self.source}: {', '.join(part.name for part in self.parts)}"

    @property
    def seats(self) -> pl.LazyFrame:
        """A row a game and seat of a player, of all scenarios, with the settings that differ between them."""
        return self._all("seats")

    @property
    def games(self) -> pl.LazyFrame:
        """A row a game."""
        return self._all("games")

    @property
    def decisions(self) -> pl.LazyFrame | None:
        """A row a recorded decision, with the deal, strategy and board of its seat; None where none were recorded."""
        return self._all("decisions") if any(p.frames.decisions is not None for p in self.parts) else None

    @property
    def rounds(self) -> pl.LazyFrame | None:
        """A row a round and seat of a game whose decisions were recorded: the counters at its end; None where none
        were, or the game has no counters that change from round to round."""
        return self._all("rounds") if any(p.frames.rounds is not None for p in self.parts) else None

    def _all(self, of: str) -> pl.LazyFrame:
        parts = [part for part in self.parts if part.columns[of]]
        frames = [self._labelled(part, part.rows(of, ())) for part in parts]
        return pl.concat(frames, how="diagonal_relaxed") if len(frames) > 1 else frames[0]

    def _labelled(self, part: Part, rows: pl.LazyFrame) -> pl.LazyFrame:
        """Rows with the settings that differ; names as categories, which join between runs of other names."""
        settings = {name: pl.lit(part.settings[name]) for name in self.differing}
        return rows.with_columns(**settings).with_columns(pl.col(pl.Enum).cast(pl.Categorical))

    @cached_property
    def differing(self) -> tuple[str, ...]:
        """Settings in which its scenarios differ."""
        return tuple(s for s in self.settings if len({p.settings.get(s) for p in self.parts}) > 1)

    def split(self, mentioned: Collection[str]) -> Iterator[tuple[dict[str, object], tuple[Part, ...]]]:
        """Its parts, those together that agree in every setting that differs and is not mentioned.

        Who mentions the scenario mentions all that is set for it; who mentions all that scenarios differ in, the
        scenario.
        """
        candidates = [s for s in self.differing if s not in ("printing", "tuned")]
        if "scenario" in mentioned:
            split_by = [s for s in self.differing if s not in candidates and s not in mentioned]
        else:
            mentioned_settings = [s for s in candidates if s in mentioned]
            n_scenarios = len({p.settings["scenario"] for p in self.parts})
            n_mentioned = len({tuple(p.settings[s] for s in mentioned_settings) for p in self.parts})
            implied = candidates if n_mentioned == n_scenarios else []
            split_by = [s for s in self.differing if s not in mentioned and s not in implied]
        keys = dict.fromkeys(tuple(p.settings[s] for s in split_by) for p in self.parts)
        for key in keys:
            labels = dict(zip(split_by, key, strict=True))
            yield labels, tuple(p for p in self.parts if all(p.settings[s] == x for s, x in labels.items()))

    def frames_of(self, name: str) -> set[str]:
        """The frames that have a column, of all scenarios; none for a setting."""
        return set() if name in self.settings else {part.frame_of(name) for part in self.parts} - {""}

    def check_column(self, name: str) -> None:
        """ConditionError unless some scenario has a column of that name, or one can be worked out."""
        if name in self.settings:
            return
        parts = [part for part in self.parts if part.frame_of(name)]
        if any(part.frames.decisions is not None or not needs_decisions(name, part) for part in parts):
            return
        if parts or name in COLUMNS:
            raise ConditionError(f"{name}: {self.source} has no decisions: play it with --record decisions")
        if any(name in values for part in self.parts for values in part.names.values()):
            raise ConditionError(f"{name} is a name, not a column: write it in quotes: '{name}'")
        columns = {c for part in self.parts for columns in part.columns.values() for c in columns}
        columns |= {n for part in self.parts for n, _ in examples_of(part.frames.game, part.columns["seats"])}
        raise ConditionError(f"no column {name}: {nearest_name(name, columns)}")

    def compare(
        self,
        measure: str | Sequence[str] = "win_share",
        *,
        by: str | Sequence[str] = (),
        against: Against = None,
        within: str = "",
        where: str | None = "",
        of: str = "",
    ) -> Estimates:
        """A measure by factors, compared with a reference, where a condition holds.

        Errors are clustered by deal. A setting in which scenarios differ and that is not mentioned (players, level,
        printing, …) splits the result, each value with intervals of its own. A row without a value (null) is left out
        of that measure, and n counts the others. Raises ConditionError, in one line, for what the run cannot answer.

        >>> run.compare("win_share", by="board", against="A")  # doctest: +SKIP
        """
        from reports.compare import compare
        from reports.comparison import parse_comparison

        return compare(self, parse_comparison(self, measure, by=by, against=against, within=within, where=where, of=of))

    def games_where(self, condition: str) -> pl.DataFrame:
        """The games in which some player's seat meets a condition, in the order they were played.

        Columns: scenario, game, deal, arm. Raises ConditionError for a text that is no condition, one that no game
        meets, and one that is met only by games that cannot be recorded: those with boards paid for at the start.
        """
        from reports.compare import games_where

        return games_where(self, condition)

    def measures(self) -> pl.DataFrame:
        """What can be measured: measure, group, unit, kind (of COLUMN_KINDS), of (frames whose rows have it), words.

        Every column of the frames stands there, then those that can be worked out, then statistics of a column.
        Columns of kind `name` are factors: a share of rows is what can be measured of them.
        """
        from reports.listing import list_measures

        return list_measures(self)

    def factors(self) -> pl.DataFrame:
        """What groups can be made of: factor, group, design (assigned in which games, or chosen), the levels that were
        played ("": not listed), and what it is in words."""
        from reports.listing import list_factors

        return list_factors(self)


def run_of(scenarios: Iterable[tuple[Mapping[str, object], RunFrames]], source: str = "these games") -> Run:
    """A run of scenarios, each of them what it was played with, its name as `scenario`, and its frames."""
    parts = tuple(Part(str(settings["scenario"]), settings, frames) for settings, frames in scenarios)
    return Run(parts, source, tuple(dict.fromkeys(name for part in parts for name in part.settings)))


def needs_decisions(name: str, part: Part) -> bool:
    """Whether a column is worked out of decisions."""
    derived = derived_of(name, part.frames.game, part.columns["seats"])
    is_stored = any(name in columns for columns in part.columns.values())
    return derived is not None and derived[0].needs_decisions and not is_stored
