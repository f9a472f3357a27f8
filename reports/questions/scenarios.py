"""Scenarios of a run side by side: what plans, seats, points and games of each differ in, on the same deals."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any

from reports.charts.sheet import Scale
from reports.charts.sheet import differences as difference_scale
from reports.charts.views import draw_scenarios
from reports.columns import Column
from reports.estimators import scenarios
from reports.estimators.free_games import ALL_BOTS
from reports.facts import GameFacts
from reports.frame_columns import STRATEGY
from reports.questions.base import Chart, Evidence, Findings, Section, Table
from reports.sentences import bot_names, join_names, more_games, sentence_case, share
from reports.stats.verdict import may_head

__all__ = ["COMPARISONS", "SCENARIOS", "tables_of"]

MAX_NAMES = 3  # differences that the heading names


def _scenario_finding(evidence: Evidence) -> Findings:
    rows = evidence.rows("scenarios", "name", "scenario", "share")
    if evidence.par is None:
        rows = sorted((row for row in rows if row["name"] == ALL_BOTS), key=lambda row: -row["share"])
        bots = evidence.game.bot.labels.values() if evidence.game.bot else ()
        numbers = [
            f"{share(row['share'])} of games {'against' if row['scenario'] in bots else 'with'} {row['scenario']}"
            for row in (*rows[:1], *rows[1:][-1:])
        ]
        ends = f"{100 * rows[-1]['share']:.1f} to {share(rows[0]['share'])}"
        return f"The player wins {join_names(numbers)}", f"The player wins {ends} of games"
    rows = evidence.rows("scenarios", "effect", "p")
    rows = sorted((row for row in rows if may_head(row["p"])), key=lambda row: -abs(row["effect"]))
    parts = []
    for row in rows[:MAX_NAMES]:
        parts.append(f"{_label(row)} wins {more_games(row['effect'])} with {row['scenario']}")
    if not parts:
        return "No bot or seat is shown to gain or lose"
    than = f"than with {evidence.scenarios[0]}"
    gain = "gains" if rows[0]["effect"] > 0 else "loses"
    short = f"{parts[0].partition(' wins ')[0]} {gain} with {rows[0]['scenario']}"
    return sentence_case(f"{join_names(parts)} {than}"), sentence_case(short), "Some gain or lose"


def _label(row: Mapping[str, Any]) -> str:
    """Who a row is about: a seat or a bot."""
    return bot_names([row["name"]]) if row["kind"] == STRATEGY else str(row["name"])


def _scenario_charts(evidence: Evidence, title: str) -> Iterable[Chart | None]:
    rows, labels = evidence.rows("scenarios", "name", "scenario", "share"), evidence.scenarios
    if evidence.par is None:
        subtitle = "How often does the player win, and by which bot? Share of the games won; a tie counts a half."
        yield draw_scenarios(
            "scenarios_share",
            title,
            subtitle,
            rows,
            "name",
            "share",
            labels,
            Scale("win share of each bot, %"),
            strong=ALL_BOTS,
        )
        if printed := [row for row in rows if row["over"] is not None]:
            subtitle = (
                "Share of the games won in versions of the guessed data: mean, and where 95 % of such versions lie."
            )
            yield draw_scenarios(
                "scenarios_over", "How often would the player win with other data?", subtitle, printed, "name",
                "over", labels, Scale("win share of each bot, %"), strong=ALL_BOTS, interval="95 % of versions",
            )  # fmt: skip
    else:
        scale = difference_scale("difference in win share", "pp", margin=evidence.margin)
        subtitle = f"Who gains and who loses? Win share minus that of {labels[0]}, same deals."
        yield draw_scenarios(
            "scenarios_effect", title, subtitle, rows, _label, "effect", labels, scale, first=1, together=True
        )
    rows, scale = (
        evidence.rows("scenario_points", "label", "scenario", "mean"),
        difference_scale("difference", "points"),
    )
    subtitle = f"Mean points of a player minus those with {labels[0]}, by scoring category, same deals."
    title = f"Which points differ from those with {labels[0]}?"
    yield draw_scenarios("scenarios_points", title, subtitle, rows, "label", "difference", labels, scale, 1.0, first=1)
    rows = evidence.rows("scenario_bots", "label", "scenario", "bots", "difference")
    who = evidence.game.bot.name if evidence.game.bot else evidence.game.opponent
    scale = difference_scale(f"player minus {who}", "points", less=f"{who} ahead", more="player ahead")
    subtitle = f"Mean points of the player minus those of {who}, by scoring category."
    title = f"Where is {who} ahead?"
    yield draw_scenarios("scenario_bots", title, subtitle, rows, "label", "difference", labels, scale, 1.0)


def _table(name: str, columns: tuple[Column, ...], *side_by_side: str) -> Table:
    """A table with a row for every scenario, of which these columns stand side by side."""
    return Table(name, columns, side_by_side=side_by_side)


SCENARIOS = Section(
    "scenarios",
    "What differs between the scenarios, on the same deals?",
    _scenario_finding,
    (
        _table("scenarios", scenarios.WHO, "share", "effect"),
        _table("scenario_bots", scenarios.SCENARIO_BOTS, "players", "bots", "difference"),
        _table("scenario_points", scenarios.POINTS, "mean", "difference"),
        _table("scenario_shape", scenarios.SHAPE, "mean", "difference"),
    ),
    _scenario_charts,
)
# What makes its tables, in their order.
COMPARISONS = (
    scenarios.compare_plans_and_seats, scenarios.compare_bots, scenarios.compare_points, scenarios.compare_shapes
)  # fmt: skip


def tables_of(game: GameFacts) -> list[Table]:
    """Its tables as a page prints them: where one decides, with what printings say in the place of differences."""
    first, *others = SCENARIOS.tables
    of_one = replace(first, side_by_side=("share", "over", "margin_to_best", "ahead_over"))
    return [first if game.par is not None else of_one, *others]
