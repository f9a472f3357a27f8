"""A run as its reader sees it: frames of all scenarios with their keys, what can be measured and compared, by what."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import polars as pl

from cext.player_classes import ALL
from reports.arguments import measures_argument, reference_argument, text_argument, texts_argument
from reports.compare import compare, estimate_comparisons, games_where, rows_of_group
from reports.comparison import FRAMES, Against, Comparison, parse_comparison
from reports.derived import examples_of
from reports.estimate_chart import write_chart
from reports.estimates import Estimates, RunBase
from reports.factors import ARMS, ASSIGNED, OF_OTHERS, SETTINGS, WIN_MEASURES, design_of
from reports.facts import GameFacts
from reports.frame_columns import COLUMNS, FrameColumn
from reports.measure_lists import LISTS
from reports.plans import over_levels
from reports.scenarios import rows_with

__all__ = ["Run", "list_factors", "list_measures"]


class Run(RunBase):
    """The games of a run, as they are compared."""

    def compare(
        self,
        measure: str | pl.Expr | Sequence[str | pl.Expr] = "win_share",
        *,
        by: str | Sequence[str] | None = (),
        against: Against = None,
        within: str | None = "",
        where: str | None = "",
        of: str | None = "",
        player_class: str | None = "",
        weights: str | None = "",
        unit: str | None = "",
    ) -> Estimates:
        """A measure by factors, compared with a reference, where a condition holds.

        A measure is a text, or a polars expression of the columns of a row; its alias names it, and `unit` is what such
        an expression is counted in. weights: how the levels of `within` weigh, `overlap` (Mantel and Haenszel, the
        default) or `treated` (as many rows as the group itself has of each).

        Errors are clustered by deal. A setting in which scenarios differ and that is not mentioned (players, level,
        printing, …) splits the result, each value with intervals of its own. A row without a value (null) is left out
        of that measure: n counts the others, and the note says how many were left out. `player_class` says whose seats
        count: a class of players, "all" or "each"; by default ordinary ones at tables without beginners, or all where
        the comparison names `player_class` or `table_class`. Raises ConditionError, in one line, for what the run
        cannot answer, TypeError for an argument of the wrong kind, and RuntimeError in a process that was forked from
        one that had read a run.

        >>> run.compare("win_share", by="board", against="A")  # doctest: +SKIP
        """
        comparison = parse_comparison(
            self,
            measures_argument(measure),
            by=texts_argument("by", by),
            against=reference_argument(against),
            within=text_argument("within", within),
            where=text_argument("where", where),
            of=text_argument("of", of),
            player_class=text_argument("player_class", player_class),
            weights=text_argument("weights", weights),
            unit=text_argument("unit", unit),
        )
        return compare(self, comparison)

    def estimate(self, comparisons: Sequence[Comparison]) -> list[Estimates]:
        """The estimates of each comparison; no rows where there is nothing to compare."""
        return estimate_comparisons(self, comparisons)

    def rows_of_group(self, estimates: Estimates, row: int) -> pl.DataFrame:
        """See `Estimates.games`."""
        return rows_of_group(estimates, row)

    def over_levels(self, estimates: Estimates, factor: str) -> pl.DataFrame:
        """See `Estimates.over`."""
        return over_levels(estimates, factor, self.estimate)

    def write_chart(self, estimates: Estimates, path: Path, *, title: str = "") -> Path:
        """See `Estimates.chart`."""
        return write_chart(estimates, path, title=title)

    def games_where(self, condition: str) -> pl.DataFrame:
        """The games in which some player's seat meets a condition, in the order they were played.

        Columns: scenario, game, deal, arm. Raises ConditionError for a text that is no condition, one that no game
        meets, and one that is met only by games that cannot be recorded: those with boards paid for at the start.
        """
        return games_where(self, text_argument("condition", condition))

    def measures(self) -> pl.DataFrame:
        """What can be measured: measure, group, unit, kind (of COLUMN_KINDS), of (frames whose rows have it), words.

        Every column of the frames stands there, then those that can be worked out, then statistics of a column.
        Columns of kind `name` are factors: a share of rows is what can be measured of them.
        """
        return list_measures(self)

    def factors(self) -> pl.DataFrame:
        """What groups can be made of: factor, group, design (assigned in which games, or chosen), the levels that were
        played ("": not listed), and what it is in words."""
        return list_factors(self)


MAX_LEVELS = 12  # that are named
STATISTICS = (
    *((name, "", words) for name, (words, _) in LISTS.items()),
    ("frequency", "share", "rows with each level of the last factor, of all rows with the same levels of the others"),
    ("COLUMN per COLUMN", "", "the sum of one over that of another: 'n_legal_moves per n_decisions'"),
    ("COLUMN out of COLUMN", "share", "the same of a part of what the other counts: 'n_forced out of n_moves'"),
    ("share of CONDITION", "share", "rows that meet it: 'share of rank = 4', 'share of winning_margin < 5'"),
    ("sd of COLUMN", "", "standard deviation"),
    ("median of COLUMN", "", "median, interpolated within a whole number"),
    ("p90 of COLUMN", "", "90th percentile, likewise"),
)
ASSIGNED_GROUP = "assigned by the schedule: they cause what differs between their levels"
OTHERS_GROUP = "assigned to other seats of the game"
SETTINGS_GROUP = "set for whole scenarios"
CHOSEN_GROUP = "chosen by the players, or dealt: they go with what else the seat had"
ARMS_GROUP = "parts of the schedule, to be named with --where"


def list_measures(run: Run) -> pl.DataFrame:
    """The rows of `Run.measures`."""
    game, columns = run.scenarios[0].game, run.scenarios[0].columns["seats"]
    described: dict[str, FrameColumn] = {}
    for facts in (scenario.game for scenario in reversed(run.scenarios)):
        for name, words in facts.sources.items():
            described[f"score_{name}"] = FrameColumn("points", "points", f"points: {words or name}")
        described |= facts.counters
    described |= COLUMNS
    rows = [(name, "results of a seat", "share", "share", of, words) for name, (of, words) in WIN_MEASURES.items()]
    for name in dict.fromkeys(c for of in FRAMES for scenario in run.scenarios for c in scenario.columns[of]):
        column = described[name]
        frames = ", ".join(of for of in FRAMES if any(name in scenario.columns[of] for scenario in run.scenarios))
        group = _group_of(name, column.kind, frames, game)
        rows.append((name, group, column.unit, column.kind, frames, column.words or name.replace("_", " ")))
    has_decisions = any(scenario.decisions is not None for scenario in run.scenarios)
    for name, derived in examples_of(game, columns):
        group = _group_of(name, derived.kind, derived.of, game)
        needs = "; needs --record decisions" if derived.needs_decisions and not has_decisions else ""
        rows.append((name, group, derived.unit, derived.kind, derived.of, derived.words + needs))
    rows += [(name, "statistics", unit, "", ", ".join(FRAMES), words) for name, unit, words in STATISTICS]
    return pl.DataFrame(rows, schema=["measure", "group", "unit", "kind", "of", "words"], orient="row")


def _group_of(name: str, kind: str, frames: str, facts: GameFacts) -> str:
    """The group that a column is listed in."""
    if kind in ("name", "number"):
        return "names and numbers, for factors and conditions"
    if "_after_round_" in name or "_by_round_" in name:
        return "after each round"
    if frames == "decisions":
        return "decisions"
    if name in facts.counters:
        return "counters of a seat"
    if name.removeprefix("score_") in facts.sources:
        return "points of a seat by scoring category"
    return "results of a game" if frames == "games" else "results of a seat"


def list_factors(run: Run) -> pl.DataFrame:
    """The rows of `Run.factors`."""
    rows: list[tuple[str, str, str, str, str]] = []
    arms = list(dict.fromkeys(arm for scenario in run.scenarios for arm in scenario.arms))
    facts = run.scenarios[0].game
    levels_of = {name: _played_levels(run, name) for name in ASSIGNED}
    words_of = {name: words for name, *_, words in list_measures(run).iter_rows()}
    for name, design in ASSIGNED.items():
        if own_arms := [arm for arm in design.assigned if arm in arms]:
            words = f"assigned in games of arm {', '.join(own_arms)}"
            rows.append((name, ASSIGNED_GROUP, words, levels_of[name], words_of[name]))
    for name in run.differing:
        levels = dict.fromkeys(str(scenario.settings.get(name)) for scenario in run.scenarios)
        rows.append((name, SETTINGS_GROUP, "set for whole scenarios", _join_levels(levels), SETTINGS.get(name, "")))
    classes = ", ".join(f"{letter} {words}" for letter, words in facts.classes.items())
    listed = {"arm", *run.settings, *(name for name, *_ in rows)}
    listed |= {name for name, levels in levels_of.items() if not levels}
    for name, _, _, kind, _, words in list_measures(run).iter_rows():
        if (kind == "name" and name not in listed) or name == "won":
            of_name = design_of(name)
            own_arms = [arm for arm in arms if of_name and arm in of_name.assigned]
            how = f"assigned in games of arm {', '.join(own_arms)}" if own_arms else "chosen"
            assigned = OTHERS_GROUP if OF_OTHERS.fullmatch(name) else ASSIGNED_GROUP
            group = assigned if own_arms else CHOSEN_GROUP
            rows.append((name, group, how, classes if name == "first_turn" else "", words))
    rows += [
        ("any other column", CHOSEN_GROUP, "chosen", "", "of the measures below"),
        ("band(score, 20)", CHOSEN_GROUP, "as its column", "", "bands of a number that wide"),
        ("band(score, 50, 100)", CHOSEN_GROUP, "as its column", "", "bands from edge to edge"),
        ("a condition", CHOSEN_GROUP, "as its columns", "yes, no", "whether it holds, such as \"strategy = 'walls'\""),
    ]
    rows += [(f"arm = '{arm}'", ARMS_GROUP, "", "", ARMS.get(arm, "")) for arm in arms]
    return pl.DataFrame(rows, schema=["factor", "group", "design", "levels", "words"], orient="row")


def _played_levels(run: Run, name: str) -> str:
    """The levels of a column of seats that were played."""
    levels: dict[str, None] = {}
    for scenario in run.scenarios:
        rows = rows_with(scenario, "seats", [name], counts=ALL)
        values = rows.select(pl.col(name).drop_nulls().unique().sort().cast(pl.String)).collect()
        levels |= dict.fromkeys(values[name])
    return _join_levels(levels)


def _join_levels(levels: dict[str, None]) -> str:
    names = list(levels)
    more = f", and {len(names) - MAX_LEVELS} more" if len(names) > MAX_LEVELS else ""
    return ", ".join(names[:MAX_LEVELS]) + more
