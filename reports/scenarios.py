"""The games of a run, scenario by scenario: their rows with the columns that are asked for, and what splits them."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property

import polars as pl

from cext.player_classes import ALL
from reports.arguments import check_process
from reports.conditions import ConditionError, NothingToCompare, Quantified, check_types, nearest_name
from reports.derived import add_derived, add_opponents, derived_of, examples_of, needs_decisions
from reports.factors import SETTINGS, WIN_MEASURES, Measure
from reports.frame_columns import COLUMNS
from reports.frames import ScenarioRun

__all__ = ["Scenarios", "frame_of", "is_share", "rows_with"]


def frame_of(run: ScenarioRun, name: str) -> str:
    """The frame of a scenario that has a column, "" where none has: the one with the fewest rows of those that have
    it."""
    if of := next((of for of in ("games", "seats", "decisions") if name in run.columns[of]), ""):
        return of
    derived = derived_of(name, run.game, run.columns["seats"])
    return derived[0].of if derived else ""


def _needs_decisions(run: ScenarioRun, name: str) -> bool:
    """Whether a column is worked out of decisions."""
    return needs_decisions(name, run.game, {c for columns in run.columns.values() for c in columns})


def is_share(run: ScenarioRun, measure: Measure) -> bool:
    """Whether a measure is a column of parts of one that is worked out."""
    derived = [derived_of(name, run.game, run.columns["seats"]) for name in measure.columns]
    return measure.unit is None and [column[0].kind for column in derived if column] == ["share"]


def rows_with(
    run: ScenarioRun, of: str, names: Collection[str], quantified: Sequence[Quantified] = (), *, counts: str = ""
) -> pl.LazyFrame:
    """Rows of a frame with the columns of these names, from the other frames and worked out where it lacks them, and
    whether each comparison of other seats holds. counts: whose (ScenarioRun.counting)."""
    check_process()
    run = run.counting(counts)
    seats = _seats_with(run, [*names, *(name for other in quantified for name in other.columns)], quantified)
    if of == "seats":
        decide = seats.filter(pl.col("strategy").is_not_null()) if run.game.bots else seats
        decide = run.of_class(decide) if quantified or "bot" in names else decide
        return pl.concat([decide, seats.filter(pl.col("strategy").is_null())]) if "bot" in names else decide
    if of == "meetings":
        return add_opponents(rows_with(run, "seats", names, quantified), run, names)
    extra = [other.name for other in quantified]
    if of == "games":
        rows = add_derived(run.games, run, names, "games")
        shared_columns = [name for name in names if name == "board" and run.game.shared]
        if extra or shared_columns:
            by_game = seats.group_by("game").agg(pl.col([*extra, *shared_columns]).drop_nulls().first())
            rows = rows.join(by_game, on="game", how="left")
        return rows
    recorded = run.decisions if of == "decisions" else run.rounds
    assert recorded is not None
    rows = add_derived(recorded, run, names, of)
    columns = rows.collect_schema().names()
    missing = [name for name in names if name not in columns and name not in SETTINGS]
    if not missing and not extra:
        return rows
    return rows.join(seats.select("game", "seat", *missing, *extra), on=["game", "seat"], how="left")


def _seats_with(run: ScenarioRun, names: Collection[str], quantified: Sequence[Quantified]) -> pl.LazyFrame:
    """Rows of seats, those of bots and of other players too where other seats are asked about."""
    rows = add_derived(run.table if quantified or "bot" in names else run.seats, run, names, "seats")
    games = [name for name in names if frame_of(run, name) == "games" and name not in run.columns["seats"]]
    if games:
        game_rows = add_derived(run.games, run, games, "games")
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
class Scenarios:
    """The games of a run, scenario by scenario; `source` is how it is called in messages. versions: a digest of the
    game's program and of each strategy, as they were when it was played."""

    scenarios: tuple[ScenarioRun, ...]
    source: str = "these games"
    versions: Mapping[str, str] = field(default_factory=dict, repr=False)

    def __repr__(self) -> str:
        return f"Run of {self.source}: {', '.join(scenario.name for scenario in self.scenarios)}"

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
        return self._all("decisions") if any(each.decisions is not None for each in self.scenarios) else None

    @property
    def rounds(self) -> pl.LazyFrame | None:
        """A row a round and seat of a game whose decisions were recorded: the counters at its end; None where none
        were, or the game has no counters that change from round to round."""
        return self._all("rounds") if any(each.rounds is not None for each in self.scenarios) else None

    def _all(self, of: str) -> pl.LazyFrame:
        scenarios = [scenario for scenario in self.scenarios if scenario.columns[of]]
        frames = [self._labelled(scenario, rows_with(scenario, of, (), counts=ALL)) for scenario in scenarios]
        return pl.concat(frames, how="diagonal_relaxed") if len(frames) > 1 else frames[0]

    def _labelled(self, scenario: ScenarioRun, rows: pl.LazyFrame) -> pl.LazyFrame:
        """Rows with the settings that differ; names as categories, which join between runs of other names."""
        settings = {name: pl.lit(scenario.settings[name]) for name in self.differing}
        return rows.with_columns(**settings).with_columns(pl.col(pl.Enum).cast(pl.Categorical))

    @cached_property
    def settings(self) -> tuple[str, ...]:
        """Those of its scenarios, in order."""
        return tuple(dict.fromkeys(name for each in self.scenarios for name in each.settings))

    @cached_property
    def differing(self) -> tuple[str, ...]:
        """Settings in which its scenarios differ."""
        return tuple(s for s in self.settings if len({each.settings.get(s) for each in self.scenarios}) > 1)

    def split(self, mentioned: Collection[str]) -> Iterator[tuple[dict[str, object], tuple[ScenarioRun, ...]]]:
        """Its scenarios, those together that agree in every setting that differs and is not mentioned.

        Who mentions the scenario mentions all that is set for it; who mentions all that scenarios differ in, the
        scenario. Printings are left out unless they are mentioned, where the game as it is was played, too.
        """
        shipped = tuple(each for each in self.scenarios if each.settings.get("printing") is None)
        if shipped and len(shipped) < len(self.scenarios) and "printing" not in mentioned:
            yield from replace(self, scenarios=shipped).split(mentioned)
            return
        candidates = [s for s in self.differing if s not in ("printing", "tuned")]
        if "scenario" in mentioned:
            split_by = [s for s in self.differing if s not in candidates and s not in mentioned]
        else:
            mentioned_settings = [s for s in candidates if s in mentioned]
            n_scenarios = len({each.settings["scenario"] for each in self.scenarios})
            n_mentioned = len({tuple(each.settings[s] for s in mentioned_settings) for each in self.scenarios})
            implied = candidates if n_mentioned == n_scenarios else []
            split_by = [s for s in self.differing if s not in mentioned and s not in implied]
        keys = dict.fromkeys(tuple(each.settings[s] for s in split_by) for each in self.scenarios)
        for key in keys:
            labels = dict(zip(split_by, key, strict=True))
            same = (each for each in self.scenarios if all(each.settings[s] == x for s, x in labels.items()))
            yield labels, tuple(same)

    def frames_of(self, name: str) -> set[str]:
        """The frames that have a column, of all scenarios; none for a setting."""
        return set() if name in self.settings else {frame_of(scenario, name) for scenario in self.scenarios} - {""}

    def check_column(self, name: str) -> None:
        """ConditionError unless some scenario has a column of that name, or one can be worked out."""
        if name in self.settings:
            return
        scenarios = [scenario for scenario in self.scenarios if frame_of(scenario, name)]
        if any(scenario.decisions is not None or not _needs_decisions(scenario, name) for scenario in scenarios):
            return
        if scenarios or name in COLUMNS:
            raise NothingToCompare(f"{name}: {self.source} has no decisions: play it with --record decisions")
        if any(name in values for scenario in self.scenarios for values in scenario.names.values()):
            raise ConditionError(f"{name} is a name, not a column: write it in quotes: '{name}'")
        if name in WIN_MEASURES:
            raise ConditionError(f"{name} is a measure, not a column: ask for it as the measure")
        columns = {c for scenario in self.scenarios for columns in scenario.columns.values() for c in columns}
        columns |= {n for scenario in self.scenarios for n, _ in examples_of(scenario.game, scenario.columns["seats"])}
        suggestions = (columns | {*WIN_MEASURES}) - {"win_share60"}  # which is how the files hold win_share
        raise ConditionError(f"no column {name}: {nearest_name(name, suggestions)}")
