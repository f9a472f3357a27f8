"""Both sides of a change as scenarios of one run: win shares of boards, seats and strategies, uses of counters, and
games that ended otherwise."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING

import numpy as np
import polars as pl

from reports.effects import TunedGains, parts
from reports.estimates import Estimates, ends_each
from reports.estimators.example_games import EACH, line_ups
from reports.estimators.example_games import KINDS as GAME_KINDS
from reports.run import Run
from reports.section_comparison import SectionComparison, estimate_declared
from reports.sentences import BOTS

if TYPE_CHECKING:
    from reports.frames import Change, ScenarioRun
    from reports.stats.families import Family

__all__ = [
    "BEFORE_CHANGE",
    "BOARD",
    "KINDS",
    "NOUNS",
    "ORDINARY",
    "SOLO_CHANGES",
    "SOLO_SHARES",
    "STRATEGY",
    "Kind",
    "Names",
    "before_and_after",
    "change_labels",
    "common_columns",
    "estimates_of_kinds",
    "first_scenario",
    "has_no_effect",
    "is_unchanged",
    "kinds_of",
    "of_sides",
    "pair_games",
    "sides",
    "subject_name",
    "table_of",
    "use_rows",
    "win_share_changes",
    "words_of_sides",
]  # fmt: skip

Names = list[tuple[str, str]]  # who, and by which change
BEFORE_CHANGE = "before"
BOARD, STRATEGY = "board", "strategy"
ORDINARY, TUNED = "ordinary", "tuned"
NOUNS = {"seat": ("seat", "seats"), STRATEGY: BOTS}


def first_scenario(run: ScenarioRun) -> str:
    """The side before the change, as the run calls it."""
    names = run.stored.games.lazy().select(pl.col("^scenario$")).head(1).collect()
    return str(names.item()) if len(names) else BEFORE_CHANGE


def sides(run: ScenarioRun) -> Run:
    """The games before the change, then those after each, as scenarios; where players were tuned for each, the same
    played by these."""
    labels = (run.result(first_scenario), *change_labels(run))
    runs_of = {ORDINARY: (run, *(change.run for change in run.changes))}
    if run.retuned:
        runs_of[TUNED] = run.retuned.runs
    return Run(
        tuple(
            games.played_with(scenario=label, tuned=players)
            for players, runs in runs_of.items()
            for label, games in zip(labels, runs, strict=True)
        )
    )


# -- what is compared -------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Kind:
    """A kind of thing with a win share: the arm in which it is measured, where that was played; what a change does to
    it, by who plays, and to each plan (None: to strategies); how far it is from fair on each side, and in one
    comparison of all sides."""

    name: str
    arm: str
    changes: SectionComparison
    changes_by_plan: SectionComparison | None
    fair: SectionComparison
    fair_together: SectionComparison

    @property
    def comparisons(self) -> list[SectionComparison]:
        """All that is compared of it, its win shares among them."""
        by_plan = [self.changes_by_plan] if self.changes_by_plan else []
        return [self.changes.means, self.changes, *by_plan, self.fair, self.fair_together]


def words_of_sides(run: ScenarioRun) -> dict[str, object]:
    """What the side before is called, the sides whose values are asked about, who plays, where players were tuned for
    each side, what boards are fair against, and the games of each arm: where it was not played, all that force
    nothing."""
    first, is_asked = run.result(first_scenario), bool(run.changes) and run.changes[0].base_value is not None
    return {
        "before": first,
        "asked": "" if is_asked else f"scenario != {first!r}",
        "tuned": "tuned," if run.retuned else "",
        "ordinary": f"tuned = '{ORDINARY}'" if run.retuned else "",
        "and_tuned": f"; scenario={first},tuned={ORDINARY}" if run.retuned else "",
        "board_norm": f"board={run.game.plain_name}" if "mirror" in run.arms else "par",  # of named boards
        **{kind.arm: f"arm = '{kind.arm}'" if kind.arm in run.arms else "arm != 'forced'" for kind in KINDS},
    }


# Of the sides of a change: to be completed.
of_sides = partial(SectionComparison, words=words_of_sides, games=sides)


def _kind(name: str, arm: str, *, fair: str, family: str, plan_reference: str = "") -> Kind:
    """What is compared of a kind; fair: what the fair ones are, and the family of that; plan_reference: what
    changes by plan are compared with, beside those before."""

    def is_told_apart(run: ScenarioRun) -> bool:
        return name in (kind.name for kind in run.result(kinds_of))

    def has_fair(run: ScenarioRun) -> bool:
        return run.par is not None and is_told_apart(run)

    changes = of_sides(
        by="{tuned}scenario," + name, against="scenario={before}{and_tuned}", where=f"{{{arm}}}",
        family=f"whatif {name}", needs=is_told_apart,
    )  # fmt: skip
    by_plan = replace(
        changes, by="{tuned}scenario,strategy," + name, against="scenario={before}" + plan_reference,
        family=f"whatif {name} by plan",
    )  # fmt: skip
    is_fair = of_sides(by=name, against=fair, where=f"{{ordinary}} and {changes.where}", family=family, needs=has_fair)
    together = replace(is_fair, by=f"scenario,{name}", where=f"{{asked}} and {is_fair.where}")
    # seats share what the change does to the strategy that sits there
    return Kind(name, arm, changes, None if name == STRATEGY else by_plan, is_fair, together)


KINDS = (
    _kind(BOARD, "mirror", fair="{board_norm}", family="boards board"),
    _kind("seat", "cross", fair="par", family="whatif seat par", plan_reference=",seat=mean"),
    _kind(STRATEGY, "cross", fair="par", family="whatif strategy par"),
)
COMPARISONS = tuple(comparison for kind in KINDS for comparison in kind.comparisons)
SOLO_CHANGES = of_sides(by="{tuned}scenario", against="scenario={before}", family="whatif alone")
SOLO_SHARES = SOLO_CHANGES.means  # how often one who decides alone wins


def is_unchanged(run: ScenarioRun) -> bool:
    """Whether nothing is changed: both sides are the same game."""
    return any(change.same for change in run.changes)


def has_no_effect(run: ScenarioRun) -> bool:
    """Whether every game after the change is the game before it: nothing is changed, or nothing came of it."""
    if is_unchanged(run):
        return True
    fingerprints = {_fingerprint(each) for each in (run, *(change.run for change in run.changes))}
    return bool(run.games_played and run.changes) and len(fingerprints) == 1


def _fingerprint(run: ScenarioRun) -> int:
    """A number that is the same for the same games."""
    labels = ("scenario", "board", "strategy", "forced_opening", "arm")
    columns = [name for name in run.columns["seats"] if name not in labels]
    return int(run.table.select(pl.struct(columns).hash().bitwise_xor()).collect().item() or 0)


def common_columns(run: ScenarioRun) -> set[str]:
    """Columns of seats that all sides have."""
    return set(run.columns["seats"]).intersection(*(change.run.columns["seats"] for change in run.changes))


def change_labels(run: ScenarioRun) -> list[str]:
    """Labels of the changes."""
    return [change.label for change in run.changes]


def kinds_of(run: ScenarioRun) -> list[Kind]:
    """The kinds that the games can tell apart: of which there are several."""
    kinds = [kind for kind in KINDS if not (kind.name == BOARD and run.game.shared)]
    arms_of = {
        kind: [kind.arm] if kind.arm in run.arms else [arm for arm in run.arms if arm != "forced"] for kind in kinds
    }
    levels = {kind: run.rows(*arms).select(pl.col(kind.name).drop_nulls().n_unique()) for kind, arms in arms_of.items()}
    return [kind for kind, n in levels.items() if n.collect().item() > 1]


def subject_name(run: ScenarioRun, kind: str, who: str) -> str:
    """A board, seat or strategy in words, as a sentence may begin."""
    label = run.game.label(who)
    board = f"a seat with {label}" if label.startswith("no ") else label
    return {BOARD: board, "seat": f"seat {who}"}.get(kind, who)


def table_of(run: ScenarioRun, estimates: Estimates) -> pl.DataFrame:
    """The table of estimates, with who plays; the side before the change is called so."""
    table = estimates.table.with_columns(pl.col("scenario").replace(run.result(first_scenario), BEFORE_CHANGE))
    return table if "tuned" in table.columns else table.with_columns(tuned=pl.lit(ORDINARY))


EACH_BY_ITSELF = {"estimate": "{}", "low_each": "{}_low", "high_each": "{}_high"}


def before_and_after(
    table: pl.DataFrame, keys: Sequence[str], columns: Mapping[str, str] = EACH_BY_ITSELF
) -> pl.DataFrame:
    """The rows of a table after each change, their n with them, beside those before it; columns: of the table, and what
    they are called of a side."""
    of_side = {
        side: [pl.col(column).alias(name.format(side)) for column, name in columns.items()]
        for side in ("before", "after")
    }
    is_before = pl.col("scenario") == BEFORE_CHANGE
    rows = table.filter(~is_before).select(*keys, "scenario", "n", *of_side["after"])
    return rows.join(table.filter(is_before).select(*keys, *of_side["before"]), on=keys, maintain_order="left")


def estimates_of_kinds(run: ScenarioRun) -> dict[SectionComparison, Estimates]:
    """The estimates of each comparison of the kinds, all of one reading of the games."""
    return dict(zip(COMPARISONS, estimate_declared(run, *COMPARISONS), strict=True))


def win_share_changes(run: ScenarioRun, kind: Kind) -> tuple[Names, Family, TunedGains[tuple[str, str]] | None]:
    """The differences of a kind's win shares, after minus before, judged together: of ordinary players, where both
    sides are the same game zeros without intervals; and beside them those of players tuned for each side, None where
    nobody was."""
    changes = run.result(estimates_of_kinds)[kind.changes]
    rows = table_of(run, changes).select("tuned", pl.col(kind.name).cast(pl.String), "scenario").rows()
    names = [(who, label) for players, who, label in rows if players == ORDINARY]
    tuned_names = [(who, label) for players, who, label in rows if players != ORDINARY]
    tuned_names = tuned_names[: len(tuned_names) // 2]  # then how far each of them differs from ordinary players
    same = [names.index(name) for name in tuned_names]
    (family_of_all,) = changes.families
    first = family_of_all.part(slice(len(names)))
    if run.result(has_no_effect):
        zero, none = np.zeros(len(names)), np.full(len(names), np.nan)
        n = first.n // 2 if is_unchanged(run) else first.n  # played once
        first = replace(first, effect=zero, se=zero, n=n, low=none, high=none)
        first = replace(first, low_each=none, high_each=none)
    return names, first, parts(family_of_all, first, tuned_names, same)


# -- counters and games -----------------------------------------------------------------------------------------------


def use_rows(run: ScenarioRun, means: Estimates, changes: Estimates, *by: str) -> pl.DataFrame:
    """A row for each counter, group and change: means per seat and game before and after, their difference, and what it
    is relative to before. What stays 0 has none."""
    keys = ["counter", *by, "scenario"]
    sides, table = (table_of(run, each).rename({"measure": "counter"}) for each in (means, changes))
    rows = before_and_after(sides, keys[:-1])
    is_relative = pl.col("against").str.starts_with("relative to ")
    for name, is_kind in (("difference", ~is_relative), ("relative", is_relative)):
        if len(differences := table.filter(is_kind)):
            rows = rows.join(differences.select(*keys, *ends_each(name)), on=keys, how="left", maintain_order="left")
    return rows.filter((pl.col("before") != 0) | (pl.col("after") != 0))


def pair_games(run: ScenarioRun) -> pl.DataFrame:
    """Games before and after the change by how differently they ended: five of each kind, fewer of each change where
    there are several, each on a deal of its own; no rows where no game ended otherwise."""
    frames = [frame for change in run.changes for frame in _example_pairs(run, change)]
    if not frames:
        return pl.DataFrame()
    rows = pl.concat(frames).sort(pl.col("kind").cast(pl.Enum(GAME_KINDS)), maintain_order=True)
    has_link = pl.lit(False) if run.replays is None else pl.int_range(pl.len()).over("kind") < run.replays.each
    folder = run.replays.folder if run.replays else ""

    def page(scenario: pl.Expr) -> pl.Expr:
        return pl.when(has_link).then(pl.format("{}/{}/game-{}.html", pl.lit(folder), scenario, "game"))

    return rows.with_columns(
        change=pl.col("change") if len(run.changes) > 1 else pl.lit(None, dtype=pl.String),
        replay=page(pl.lit(run.replays.scenario if run.replays else "")),
        replay_after=page(pl.col("scenario")),
    )


def _example_pairs(run: ScenarioRun, change: Change) -> Iterator[pl.DataFrame]:
    """Pairs of the games before and after one change, of each kind."""
    pairs = _pairs(run, change)
    each = max(1, EACH // len(run.changes))
    used_games: list[int] = []
    usual = (pl.col("apart") - pl.col("apart").median()).abs()
    for kind, order in zip(GAME_KINDS, ([usual], [pl.col("apart")], [-pl.col("apart")]), strict=True):
        remaining = pairs.filter(~pl.col("game").is_in(used_games)).sort(*order, "game")
        rows = remaining.unique("deal", keep="first", maintain_order=True).head(each)
        games = rows["game"].to_list()
        in_seats = line_ups(run, games, change.run)
        labels = {"kind": pl.lit(kind), "change": pl.lit(change.label), "scenario": pl.lit(change.scenario)}
        used_games += games
        yield rows.with_columns(**labels, played=pl.Series([in_seats[game] for game in games], dtype=pl.String))


def _pairs(run: ScenarioRun, change: Change) -> pl.DataFrame:
    """A row for each game that ended otherwise: game, deal, apart, margin and decisions before and after."""
    shift = (pl.col("score_after").cast(pl.Int64) - pl.col("score").cast(pl.Int64)).abs()
    seats = run.seats.select("game", "seat", "score")
    score_pairs = seats.join(change.run.seats.select("game", "seat", "score"), on=["game", "seat"], suffix="_after")
    distance = score_pairs.group_by("game").agg(apart=shift.sum() / pl.len())
    ends = ("winning_margin", "n_decisions")
    games = run.games.select("game", "deal", *ends).join(
        change.run.games.select("game", *ends), on="game", suffix="_after"
    )
    same = pl.all_horizontal(pl.col("apart") == 0, *(pl.col(column) == pl.col(f"{column}_after") for column in ends))
    return games.join(distance, on="game").filter(~same).sort("game").collect()
