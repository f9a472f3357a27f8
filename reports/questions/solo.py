"""One who decides: how often the game is won and with which plan, and where the points of the bots come from."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from cext.commands import command
from reports.answer import Doubt, FirstScreen, ScreenRow
from reports.charts.sheet import Scale
from reports.charts.style import signed
from reports.charts.views import draw_pairs, forest_chart, forest_rows
from reports.estimators import free_games
from reports.estimators.free_games import (
    ALL_BOTS,
    LEAD,
    SEAT_COLUMNS,
    STRATEGY_COLUMNS,
    measure_seats,
    measure_strategies,
    solo_win_shares,
)
from reports.estimators.printings import printing_effects
from reports.estimators.winners import BOTS, POINTS_OF_BOTS, points_of_bots
from reports.first_screen import CHANCE, GUESSES, WHO
from reports.frames import ScenarioRun
from reports.measure_lists import TOTAL
from reports.questions.base import Chart, Evidence, Findings, Rows, Section, Table
from reports.sentences import bot_names, join_names, number_word, pp, sentence_case, share, try_edits
from reports.stats.verdict import ALPHA, may_head

__all__ = ["BOT_SECTION", "SEATS", "SOLO_SECTION", "STRATEGIES", "solo_screen", "solo_sentences"]


def solo_screen(run: ScenarioRun) -> FirstScreen:
    """How often the game is won, and with which plan."""
    total, plans = (run.result(make)[0].to_dicts() for make in (measure_seats, measure_strategies))
    if not total:
        return FirstScreen("No games yet", "")
    answer = f"The player wins {share(total[0]['share'])} of games"
    if run.game.bot is None and total[0]["share"] in (0, 1):
        always = "wins" if total[0]["share"] else "loses"
        comparison = command("compare", "RUN", "--measure", "score", "--by", "strategy")
        return FirstScreen(
            f"The player {always} every game", f"Win shares compare nothing here; {comparison} compares points."
        )
    more, less = _outstanding(plans)
    parts = [f"{word} with {bot_names(names)}" for word, names in (("more", more), ("fewer", less)) if names]
    title = f"{answer}{';' * bool(parts)} {', '.join(parts)}".strip()
    first_and_last = (plans[0], plans[-1])
    numbers = join_names([f"with {bot_names([row['strategy']])} {share(row['share'])}" for row in first_and_last])
    lead = f"{sentence_case(numbers)}." if len(plans) > 1 else ""
    if (points := total[0].get("margin_to_best")) is not None:
        side = "ahead of" if points >= 0 else "behind"
        lead += f" On average the player ends {pp(abs(points) / 100)} points {side} {run.game.opponent}."
    levels = plans if len(plans) > 1 else [{**total[0], "strategy": ALL_BOTS}]
    rows = tuple(ScreenRow.of_estimate(row["strategy"], row, "share") for row in levels)
    half = (total[0]["share_high"] - total[0]["share_low"]) / 2
    games = f"{total[0]['n']:,} games on {total[0]['deals']:,} deals; each number by itself, 95 % sure"
    count = f"{number_word(len(plans))} bot{'s' * (len(plans) > 1)}"
    doubts = [Doubt(WHO, "by bot", f"{count} played; a better one may win more")]
    doubts.append(Doubt(CHANCE, f"± {pp(half)} % of games", games))
    effects = run.result(printing_effects, solo_win_shares).get(ALL_BOTS)
    if effects and effects.has_spread:
        over = effects.spread
        ends = (
            f"the player wins {pp(over.low)} to {pp(over.high)} % in 95 of 100 ways to fill in what no rulebook states"
        )
        doubts.insert(0, Doubt(GUESSES, f"± {pp((over.high - over.low) / 2)} % of games", ends))
    elif unknown := run.game.provenance.get("reconstructed", 0) + run.game.provenance.get("inferred", 0):
        printings = command("balance", run.game.name, "--players", 1, "--printings", 40)
        doubts.insert(0, Doubt(GUESSES, "not computed", f"{unknown} values are our guesses; {printings}"))
    why = f"How often it should be won is for you to say. {try_edits(run.game)}".strip()
    change = ("No change is proposed.", why)
    return FirstScreen(title, lead.strip(), rows, "win share of each bot, %", change=change, doubts=tuple(doubts))


def _outstanding(plans: Rows) -> tuple[list[str], list[str]]:
    """The plans with which more games are won than with the mean plan, and those with which fewer are, each best first;
    as the first screen and the heading of their section both say."""
    mean = sum(row["share"] for row in plans) / len(plans)
    sure = [row for row in plans if row.get("p") is not None and row["p"] <= ALPHA]
    return [r["strategy"] for r in sure if r["share"] > mean], [r["strategy"] for r in sure if r["share"] < mean]


def solo_sentences(run: ScenarioRun) -> list[str]:
    """Where one decides: how often and by how many points the bots are beaten, and what other printings make of it."""
    (row,) = run.result(measure_seats)[0].to_dicts() or ({},)
    if not row:
        return []
    text = f"The player wins {share(row['share'])}{_ends(row, 'share', 100)} of {row['n']:,} games"
    if row.get("margin_to_best") is not None:
        points = row["margin_to_best"]
        side = "ahead of" if points >= 0 else "behind"
        ends = _ends(row, "margin_to_best", 1)
        text += f" and is {pp(abs(points) / 100)} points {side} {run.game.opponent} on average{ends}"
    printings = run.result(printing_effects, solo_win_shares)
    if (over := printings.get(ALL_BOTS)) is None:
        return [f"{text}."]
    low, high = pp(over.spread.low), pp(over.spread.high)
    versions = f"{over.spread.n_levels} versions of the guessed data"
    text += f". Over {versions} {pp(over.spread.mean)} %, {low} to {high} % in 95 of 100"
    if (lead := printings.get(f"{ALL_BOTS}{LEAD}")) is not None:
        text += f", and {pp(lead.spread.low / 100)} to {pp(lead.spread.high / 100)} points ahead"
    return [f"{text}."]


def _ends(row: Mapping[str, Any], name: str, factor: float) -> str:
    low, high = row[f"{name}_low"], row[f"{name}_high"]
    return "" if low is None or high is None else f" [{pp(factor * low / 100)}, {pp(factor * high / 100)}]"


# -- sections ---------------------------------------------------------------------------------------------------------


def _plan_finding(evidence: Evidence) -> Findings:
    rows = evidence.rows("strategies", "strategy", "share") if evidence.par is None else []
    if len(rows) < 2:
        if not rows:
            return ""
        who = bot_names([rows[0]["strategy"]])
        return f"Only {who} played: it wins {share(rows[0]['share'])} of games", f"Only {who} played"
    more, less = _outstanding(rows)
    parts = [f"{word} often with {bot_names(names)}" for word, names in (("more", more), ("less", less)) if names]
    if not parts:
        return "No bot is shown to win more often"
    statement = f"The player wins {join_names(parts)} than with the average bot"
    return statement, f"The player wins {parts[0]}", "Some bots win more often than others"


def _plan_charts(evidence: Evidence, finding: str) -> Iterable[Chart | None]:
    rows, who = evidence.rows("strategies", "strategy", "share"), evidence.game.opponent
    scale = Scale("points ahead", 0.0, "equal", text=signed, less=f"{who} ahead", more="player ahead")
    subtitle = "Mean of the player's score minus the best other at the table, over all games, won or lost."
    rows = [row for row in rows if row.get("margin_to_best") is not None]
    yield forest_chart(
        "ahead", f"By how many points is {who} beaten?", subtitle,
        forest_rows(rows, "strategy", "margin_to_best", factor=1.0), scale, n_label="games",
        above="player ahead", below=f"{who} ahead",
    )  # fmt: skip


def _bot_finding(evidence: Evidence) -> Findings:
    rows = evidence.rows("bots", "label", "players", "bots", "difference", "p")
    total = next((row for row in rows if row["source"] == TOTAL.name), None)
    if total is None:
        return ""
    who, gap = evidence.game.opponent, total["difference"]
    if not may_head(total["p"]):
        return f"The player and {who} are not shown to score differently", "Neither is shown to score more"
    lines = [
        r for r in rows if r["part_of"] is None and r is not total and may_head(r["p"]) and r["difference"] * gap > 0
    ]
    largest = max(lines, key=lambda row: abs(row["difference"]), default=None)
    where = f", most of all in {largest['label']}" if largest else ""
    first, second = ("the player", who) if gap > 0 else (who, "the player")
    more = f"{first} scores {abs(gap):.1f} points more"
    return sentence_case(f"{more} than {second}{where}"), sentence_case(more), "They score differently"


def _bot_charts(evidence: Evidence, title: str) -> Iterable[Chart | None]:
    rows = [row for row in evidence.rows("bots", "label", "players", "bots") if row["source"] != TOTAL.name]
    who, player = evidence.game.opponent, "player" if evidence.game.players == 1 else "players"
    subtitle = f"Where do the points of {who} come from? Mean points by scoring category in the final score."
    yield draw_pairs("bots", title, subtitle, rows, ("players", "bots"), (player, who), "points", f"ahead of {who}")


SEATS = Table("seats", SEAT_COLUMNS, lambda run, *estimates: run.result(measure_seats)[0], free_games.SEATS)
STRATEGIES = Table(
    "strategies", STRATEGY_COLUMNS, lambda run, *estimates: run.result(measure_strategies)[0], free_games.STRATEGIES
)
SOLO_SECTION = Section(
    "plans",
    "With which bot does the player win?",
    _plan_finding,
    (STRATEGIES, SEATS),
    _plan_charts,
    "Each bot plays alone against the same opponent; bots do not meet each other. A tie counts a half.",
)
BOT_SECTION = Section(
    "bots",
    lambda evidence: f"Where do the points of {evidence.game.opponent} come from?",
    _bot_finding,
    (Table("bots", BOTS, points_of_bots, POINTS_OF_BOTS),),
    _bot_charts,
    lambda evidence: f"Where {evidence.game.opponent} is ahead, a player must match it or earn more elsewhere.",
)
