"""What a run can measure, and by what, in words and in groups."""

from __future__ import annotations

from typing import TYPE_CHECKING

import polars as pl

from reports.arms import ARMS, ASSIGNED
from reports.derived import examples_of
from reports.factors import SETTINGS
from reports.frame_columns import COLUMNS, FrameColumn
from reports.measures import WIN_MEASURES
from reports.run import FRAMES, Run

if TYPE_CHECKING:
    from reports.facts import GameFacts

__all__ = ["list_factors", "list_measures"]

MAX_LEVELS = 12  # that are named
STATISTICS = (
    ("frequency", "share", "rows with each level of the last factor, of all rows with the same levels of the others"),
    ("COLUMN per COLUMN", "", "the sum of one over that of another: 'n_legal_moves per n_decisions'"),
    ("share of CONDITION", "share", "rows that meet it: 'share of rank = 4', 'share of winning_margin < 5'"),
    ("sd of COLUMN", "", "standard deviation"),
    ("median of COLUMN", "", "median, interpolated within a whole number"),
    ("p90 of COLUMN", "", "90th percentile, likewise"),
)
ASSIGNED_GROUP = "assigned by the schedule: they cause what differs between their levels"
SETTINGS_GROUP = "set for whole scenarios"
CHOSEN_GROUP = "chosen by the players, or dealt: they go with what else the seat had"
ARMS_GROUP = "parts of the schedule, to be named with --where"


def list_measures(run: Run) -> pl.DataFrame:
    """The rows of `Run.measures`."""
    game, columns = run.parts[0].frames.game, run.parts[0].columns["seats"]
    described: dict[str, FrameColumn] = {}
    for facts in (part.frames.game for part in reversed(run.parts)):
        for name, words in facts.sources.items():
            described[f"score_{name}"] = FrameColumn("points", "points", f"points: {words or name}")
        described |= facts.counters
    described |= COLUMNS
    rows = [(name, "results of a seat", "share", "share", "seats", words) for name, words in WIN_MEASURES.items()]
    for name in dict.fromkeys(c for of in FRAMES for part in run.parts for c in part.columns[of]):
        column = described[name]
        frames = ", ".join(of for of in FRAMES if any(name in part.columns[of] for part in run.parts))
        group = _group_of(name, column.kind, frames, game)
        rows.append((name, group, column.unit, column.kind, frames, column.words or name.replace("_", " ")))
    has_decisions = any(part.frames.decisions is not None for part in run.parts)
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
    arms = list(dict.fromkeys(arm for part in run.parts for arm in part.frames.arms))
    facts = run.parts[0].frames.game
    for name, design in ASSIGNED.items():
        if own_arms := [arm for arm in design.assigned if arm in arms]:
            words = f"assigned in games of arm {', '.join(own_arms)}"
            rows.append((name, ASSIGNED_GROUP, words, _played_levels(run, name), COLUMNS[name].words))
    for name in run.differing:
        levels = dict.fromkeys(str(part.settings.get(name)) for part in run.parts)
        rows.append((name, SETTINGS_GROUP, "set for whole scenarios", _join_levels(levels), SETTINGS.get(name, "")))
    classes = ", ".join(f"{letter} {words}" for letter, words in facts.classes.items())
    listed = {"arm", *run.settings, *(name for name, *_ in rows)}
    listed |= {name for name in ASSIGNED if not _played_levels(run, name)}
    for name, _, _, kind, _, words in list_measures(run).iter_rows():
        if (kind == "name" and name not in listed) or name == "won":
            rows.append((name, CHOSEN_GROUP, "chosen", classes if name == "first_turn" else "", words))
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
    for part in run.parts:
        values = part.frames.seats.select(pl.col(name).drop_nulls().unique().sort().cast(pl.String)).collect()
        levels |= dict.fromkeys(values[name])
    return _join_levels(levels)


def _join_levels(levels: dict[str, None]) -> str:
    names = list(levels)
    more = f", and {len(names) - MAX_LEVELS} more" if len(names) > MAX_LEVELS else ""
    return ", ".join(names[:MAX_LEVELS]) + more
