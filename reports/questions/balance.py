"""Is the game balanced: fair to every seat and strategy, and how does a game go."""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any

import polars as pl

from cext.commands import command
from reports.answer import ALWAYS_TIED, FirstScreen, Verdict
from reports.charts import views
from reports.charts.views import draw_chances, lines_by_size
from reports.effects import JudgedEffects, join_judged, judge_effects
from reports.estimators import free_games as free
from reports.estimators import game_course as course
from reports.estimators import win_chance as chances
from reports.estimators import winners
from reports.estimators.free_games import START_POINTS, price_seats, seat_change
from reports.estimators.luck import LUCK_COLUMNS, LUCK_TERMS, luck_figures, luck_rows, luck_words
from reports.estimators.standing import MEETINGS, finish_ahead
from reports.facts import CounterChart, GameFacts, MomentGrid
from reports.findings import headings
from reports.first_screen import no_change
from reports.frames import ScenarioRun, free_arms
from reports.questions import solo
from reports.questions.base import ABOVE, Chart, Evidence, Figures, Findings, Question, Section, Table, unique
from reports.section_comparison import ScreenComparison
from reports.sentences import (
    BOTS,
    FamilyReference,
    bot_names,
    join_names,
    more_games,
    number_word,
    pp,
    sentence_case,
    share,
    try_edits,
)  # fmt: skip
from reports.stats.verdict import FAIR, UNCLEAR

__all__ = ["QUESTION"]

SEATS, STRATEGIES = "Seats", "Bots"  # families of verdicts
HARDLY, NEARLY_ALL = 0.01, 0.95  # of turns: an action with fewer is hardly used, one with as many all of a round
DECIDED = 0.9  # of games that the leader wins: from there on a game counts as decided
TURNS = "action_"  # what counters of turns begin with
HALF = 0.5  # of games open: a round that more have behind them says little of a whole game
NUMBERED = r"^\d+ "  # a line of the scorepad, before its name
ONLY_BOTS = "Start points help seats, not bots."
HOPELESS = 0.25  # of its share: a bot that surely wins less leaves its games to the others
CLOSE = (
    "Close game",
    "One won by at most a tenth of what winners usually score, but no less than 1 point and no more than 5.",
)
WINNERS = ("Winners", "Seats that won, joint winners too; all others are the seats that did not.")
WITHIN = "{} by the same bot. It is correlation, not cause: who is ahead can afford more of everything."


# -- what is judged ---------------------------------------------------------------------------------------------------


def _judge(run: ScenarioRun) -> JudgedEffects:
    """Seats against par are one family of comparisons, strategies another."""
    seats, strategies = run.result(free.measure_seats)[1], run.result(free.measure_strategies)[1]
    arms = tuple(free_arms(run))
    reference = FamilyReference("par", ("seat", "seats"), arms=arms)
    of_seats = judge_effects(run, seats, reference, family=SEATS, plans=run.result(free.seat_plans))
    if len(strategies) < 2:
        return of_seats
    names = [effect.subject.removeprefix(f"{BOTS[0]} ") for effect in strategies]
    reference = FamilyReference("par", BOTS, arms=arms)
    return join_judged([of_seats, judge_effects(run, strategies, reference, family=STRATEGIES, names=names)])


def _seat_classes(run: ScenarioRun) -> ScreenComparison:
    """What classes of players are compared in: their seats."""
    mix = run.result(free.free_mix)
    return ScreenComparison(free.SEATS[0], lambda seat: mix.describe_level("seat", seat))


# -- first screen -----------------------------------------------------------------------------------------------------


def _start_points(run: ScenarioRun) -> pl.DataFrame:
    """Start points by seat, where a seat is too strong or too weak."""
    seats = [verdict for verdict in QUESTION.verdicts(run)[1] if verdict.family == SEATS]
    return price_seats(run) if any(verdict.word not in (FAIR, UNCLEAR) for verdict in seats) else pl.DataFrame()


def _screen(run: ScenarioRun, screen: FirstScreen) -> FirstScreen:
    """The first screen with the start points that make the seats fair; where one decides, with his win shares."""
    if run.par is None:
        return solo.solo_screen(run)
    rows = run.result(_start_points).to_dicts()
    of_seats = any(row.side in ("more", "less") for row in screen.rows if row.group in ("", SEATS))
    why = "No points at the start were found that make the seats fair." if of_seats else ONLY_BOTS
    why = f"{why} {try_edits(run.game)}".strip()
    return replace(screen, change=seat_change(run, rows) if rows else no_change(screen, why))


# -- seats and strategies ---------------------------------------------------------------------------------------------


def _is_tied(evidence: Evidence) -> bool:
    """Whether all share the win of every game: nothing is fair or close then, there is nothing to win."""
    ties, rows = _shape(evidence, course.JOINT_WINS.name), evidence.rows("seats", "share")
    are_equal = all(math.isclose(row["share"], 1 / evidence.game.players) for row in rows)
    return ties is not None and ties["mean"] == 1.0 and are_equal


def _seat_finding(evidence: Evidence) -> Findings:
    if evidence.par is None or not evidence.rows("seats", "seat", "share"):
        return ""
    if _is_tied(evidence):
        return ALWAYS_TIED
    verdicts = [verdict for verdict in evidence.verdicts if verdict.family == SEATS]
    return headings(verdicts) if verdicts else "Seats cannot be told from the bots in them"


def _hopeless_bots(verdicts: Iterable[Verdict]) -> list[Verdict]:
    """Those on bots that surely win less than HOPELESS of their share, where two others are left."""
    of_bots = [verdict for verdict in verdicts if verdict.family == STRATEGIES]
    hopeless = [each for each in of_bots if each.high is not None and each.par + each.high < HOPELESS * each.par]
    return hopeless if len(of_bots) - len(hopeless) >= 2 else []


def _hopeless_words(names: Sequence[str]) -> str:
    """That bots are no players: "the hoarder bot is no player"."""
    return f"{bot_names(names)} {'is no player' if len(names) == 1 else 'are no players'}"


def _hopeless_warnings(run: ScenarioRun) -> list[str]:
    """What rests on bots that are no players, and how to play without them."""
    verdicts = QUESTION.verdicts(run)[1]
    if not (hopeless := _hopeless_bots(verdicts)):
        return []
    names = [verdict.name for verdict in hopeless]
    others = [each.name for each in verdicts if each.family == STRATEGIES and each.name not in names]
    shares = join_names([pp(each.par + (each.effect or 0.0)) for each in hopeless])
    win = "it wins" if len(names) == 1 else "they win"
    without = command("balance", run.game.name, "--players", run.players, "--strategies", ",".join(others))
    rests = f"What other bots win, and how much is skill, rests on that; {without} leaves"
    who = sentence_case(_hopeless_words(names))
    return [f"{who}: {win} {shares} of 100 games. {rests} {'it' if len(names) == 1 else 'them'} out."]


def _strategy_finding(evidence: Evidence) -> Findings:
    rows = evidence.rows("strategies", "strategy", "share")
    if evidence.par is None or not rows:
        return ""
    if _is_tied(evidence):
        return "No bot wins more than another"
    if hopeless := _hopeless_bots(evidence.verdicts):
        return sentence_case(_hopeless_words([verdict.name for verdict in hopeless]))
    verdicts = [verdict for verdict in evidence.verdicts if verdict.family == STRATEGIES]
    return headings(verdicts) if verdicts else f"Only {bot_names([rows[0]['strategy']])} played"


def _strategy_charts(evidence: Evidence, finding: str) -> Iterable[Chart | None]:
    note = views.alias_note(evidence.rows("strategies", "strategy", "share"))
    meetings = evidence.rows("strategy_strategy", "row", "column", "ahead")
    yield views.draw_meetings("strategy_strategy", "Which bot finishes ahead of which?", meetings, note)


def _meet(run: ScenarioRun) -> pl.DataFrame:
    """Every strategy against every other that sat at its table."""
    return finish_ahead(run) if len(run.result(free.measure_strategies)[0]) > 1 else pl.DataFrame()


# -- points, the course of games, winners -----------------------------------------------------------------------------


def _sides(evidence: Evidence) -> tuple[str, str]:
    """Who is compared: seats that won and all others; where one decides, his games."""
    return ("winners", "all others") if evidence.par is not None else ("games won", "other games")


def _within(evidence: Evidence) -> str:
    return WITHIN.format("Winners against others" if evidence.par is not None else "Games won against other games")


def _source_finding(evidence: Evidence) -> Findings:
    rows = evidence.rows("sources", "label")
    lines = [row for row in rows if row["part_of"] is None and row["p"] is not None]
    more = sorted(views.surest_rows(lines)[0], key=lambda row: -row["difference"])
    parts = [f"{row['difference']:.1f} from {re.sub(NUMBERED, '', row['label'])}" for row in more]
    if not parts:
        return "No source is shown to go with winning" if rows else ""
    who = "Winners get" if evidence.par is not None else "In games won the player gets"
    return (
        f"{who} more points: {join_names(parts)}", f"{who} {parts[0].replace(' ', ' more points ', 1)}",
        "Some sources go with winning",
    )  # fmt: skip


def _source_charts(evidence: Evidence, title: str) -> Iterable[Chart | None]:
    rows = lines_by_size(evidence.rows("sources", "source", "label", "winners", "losers", "difference"), "winners")
    subtitle = "Where do winners get their points? Mean points by scoring category in the final score."
    yield views.draw_pairs(
        "sources", title, subtitle, rows, ("winners", "losers"), _sides(evidence), "points", "for the same bot"
    )


def _course_finding(evidence: Evidence) -> Findings:
    """The round after which the leader wins in 9 of 10 games; without one how often after the last that counts; without
    rounds what skill decides, or how close games are."""
    if evidence.par is None:
        return ""
    if _is_tied(evidence):
        return ALWAYS_TIED
    leads = evidence.rows("leads", "round", "wins")
    if leads:
        decided = next((row for row in leads if row["wins"] >= DECIDED), None)
        rounds, last = _rounds(evidence)
        usual = [row for row in leads if row["open"] >= HALF and row["round"] <= last] or leads
        row = decided or usual[-1]
        scoring = ", before the final scoring," if row["round"] == last else ""
        wins = f"wins {_tenths(row['wins'])} of 10"
        statement = f"The leader after round {row['round']}{rounds}{scoring} {wins} games"
        return statement, f"The leader after round {row['round']} {wins}"
    if heading := luck_words(evidence.rows("luck_and_skill", "part", "share")):
        return heading
    close = _shape(evidence, course.CLOSE_GAMES)
    return f"{100 * close['mean']:.0f} % of games are close" if close else ""


def _tenths(fraction: float) -> int:
    return min(9, round(10 * fraction))


def _rounds(evidence: Evidence) -> tuple[str, float]:
    """How many rounds a game has, in words behind one of them and as a number."""
    row = _shape(evidence, "rounds")
    if row is None:
        return "", math.inf
    return f" of {'about ' if row['p05'] != row['p95'] else ''}{row['p50']:.0f}", row["p50"]


def _shape(evidence: Evidence, name: str) -> Mapping[str, Any] | None:
    """The measure of games that begins so."""
    return next((row for row in evidence.rows("shape", "measure", "mean") if row["measure"].startswith(name)), None)


def _course_figures(evidence: Evidence) -> Figures:
    """What anyone asks of a game first: its length, how the lead changes, how often it is lost, what skill decides, how
    close games are and how often they are tied; those that are known."""
    figures = []
    if minutes := _shape(evidence, course.MINUTES):
        figures.append((f"{minutes['mean']:.0f}", "minutes", f"at {course.SECONDS} seconds a decision"))
    if changes := _shape(evidence, "lead changes"):
        figures.append((f"{changes['mean']:.1f}", "lead changes", "a game"))
    if comebacks := _shape(evidence, course.COMEBACKS):
        after = comebacks["measure"].rpartition(" ")[2].rstrip(")")
        snowballs = [_snowball(row) for row in evidence.rows("leads", "snowball") if str(row["round"]) == after]
        note = "".join([f"the leader after round {after} does not win", *snowballs])
        figures.append((f"{100 * comebacks['mean']:.0f} %", "comebacks", note))
    figures += luck_figures(evidence.rows("luck_and_skill", "part", "share"))
    if (close := _shape(evidence, course.CLOSE_GAMES)) and not _is_tied(evidence):
        margin = close["measure"].partition("(")[2].rstrip(")")
        figures.append((f"{100 * close['mean']:.0f} %", "close games", margin))
    if ties := _shape(evidence, course.JOINT_WINS.name):
        figures.append((f"{100 * ties['mean']:.0f} %", "ties", "games with several winners"))
    return figures if evidence.par is not None else ()


def _snowball(row: Mapping[str, Any]) -> str:
    """Whether leads feed themselves, behind how often they are lost; "" where that is not shown."""
    if row["snowball_low"] <= 0 <= row["snowball_high"]:
        return ""
    grow = "leads feed themselves" if row["snowball"] > 0 else "who is behind catches up"
    return f"; {grow}: {more_games(row['snowball'])} than if rounds were independent"


def _course_charts(evidence: Evidence, finding: str) -> Iterable[Chart | None]:
    rows = evidence.rows("chances", "round", "lead_low", "lead_high", "observed")
    yield draw_chances("How often does a player win from a given lead?", rows, evidence.par)


def _winner_finding(evidence: Evidence) -> Findings:
    rows = evidence.rows("counters", "chart", "label", "difference", "p")
    if not rows:
        return "When winners do what" if evidence.rows("grids", "grid") else ""
    by_round = {panel.key for panel in evidence.game.charts if panel.by_round}
    rows = [row for row in rows if row["chart"] not in by_round]
    done = [row for row in rows if not row["counter"].startswith(TURNS)]  # a turn spent on palaces builds them
    more, less = views.surest_rows(done or rows)
    words, sides = evidence.game.tallies, (("goes with winning", more), ("goes with losing", less))
    parts = [
        f"{phrase}: {', '.join(unique(words.get(row['counter']) or row['label'] for row in side))}"
        for phrase, side in sides
        if side
    ]
    if not parts:
        return "Nothing done is shown to go with winning"
    phrase, side = next((phrase, side) for phrase, side in sides if side)
    labels = unique(row["label"] for row in side)
    shorter = (sentence_case(f"{phrase}: {join_names(names)}") for names in (labels, labels[:1]))
    return sentence_case("; ".join(parts)), *shorter, f"Some of it {phrase}"


def _winner_charts(evidence: Evidence, finding: str) -> Iterable[Chart | None]:
    names = _sides(evidence)
    counters = evidence.rows("counters", "chart", "label", "winners", "losers", "difference")
    for panel in evidence.game.charts:
        rows = [row for row in counters if row["chart"] == panel.key]
        key = f"counters_{panel.key}"
        if rows and panel.by_round:
            yield views.draw_counter_rounds(key, panel.title, panel, rows, names)
        elif rows:
            yield views.draw_pairs(
                key, panel.title, panel.subtitle, rows, ("winners", "losers"), names, panel.unit, "for the same bot"
            )
    moments = evidence.rows("grids", "grid", "row", "column", "frequency")
    for field in evidence.game.grids:
        if rows := [row for row in moments if row["grid"] == field.key]:
            yield views.draw_moments(f"grid_{field.key}", field, rows, names)


def _winner_reading(evidence: Evidence) -> str:
    """What the game says of its charts, and what no chart of winners shows."""
    keys = {row["chart"] for row in evidence.rows("counters", "chart", "difference")}
    keys |= {row["grid"] for row in evidence.rows("grids", "grid")}
    panels: list[CounterChart | MomentGrid] = [*evidence.game.charts, *evidence.game.grids]
    parts = [chart.reading for chart in panels if chart.key in keys]
    return " ".join([*parts, _within(evidence)])


def _has_rounds(evidence: Evidence) -> bool:
    return any(row["round"] for row in evidence.rows("actions", "round"))


def _action_finding(evidence: Evidence) -> Findings:
    """What is no choice: actions that are hardly used, rounds in which hardly anything else is done; without any the
    most and the least frequent action."""
    turns: dict[str, float] = {}
    for row in evidence.rows("actions", "action", "n"):
        turns[row["action"]] = turns.get(row["action"], 0.0) + row["n"]
    if len(turns) < 2:
        return ""
    total, words = sum(turns.values()), evidence.words
    by_use = sorted(((n / total, words.action(action)) for action, n in turns.items()), reverse=True)
    (largest_share, frequent), (rarest_share, rare) = by_use[0], by_use[-1]
    where = "" if _has_rounds(evidence) else f" of the {words.game.opening.name}"
    usual = f"{share(largest_share)} of turns{where} go to {frequent}, {share(rarest_share)} to {rare}"
    unused = [action for part, action in by_use if part < HARDLY]
    fixed = _fixed_rounds(evidence)
    if not unused and not fixed:
        most_frequent = f"{sentence_case(frequent)} is the most frequent action"
        return usual, most_frequent, "Some actions are more frequent"
    news = [f"{join_names(unused)} {'are' if len(unused) > 1 else 'is'} hardly ever used{where}"] if unused else []
    news += [f"{when} {'are' if several else 'is'} nearly all {action}" for when, several, action in fixed]
    count = sentence_case(number_word(len(unused)))
    short = f"{count} actions are hardly ever used" if unused else "Some rounds are no choice"
    return sentence_case(f"{'; '.join(news)}; {usual}"), sentence_case(news[0]), short


def _fixed_rounds(evidence: Evidence) -> list[tuple[str, bool, str]]:
    """Rounds in which one action is nearly all that is done: their name, whether they are several, and the action, by
    action."""
    rounds: dict[str, list[int]] = {}
    for row in evidence.rows("actions", "round", "action", "share"):
        if row["share"] >= NEARLY_ALL:
            rounds.setdefault(row["action"], []).append(row["round"])
    words = evidence.words
    return [
        (_round_names(numbers, words.game.opening.name), len(numbers) > 1, words.action(action))
        for action, numbers in rounds.items()
    ]


def _round_names(numbers: Sequence[int], opening: str) -> str:
    """Rounds by their numbers; round 0 is the turns of the opening."""
    if not any(numbers):
        return f"the {opening}"
    return f"round{'s' * (len(numbers) > 1)} {join_names([str(number) for number in numbers])}"


def _action_charts(evidence: Evidence, title: str) -> Iterable[Chart | None]:
    rows = evidence.rows("actions", "round", "action", "share")
    yield views.draw_actions(title, rows, evidence.words)


# -- the question -----------------------------------------------------------------------------------------------------

DECLARED = (
    Section(
        "seats", "Does it matter where you sit?", _seat_finding,
        (solo.SEATS, Table("start_points", START_POINTS, lambda run: run.result(_start_points))),
        reading=f"Seat 1 begins the first round, the others follow clockwise. {ABOVE}",
    ),
    Section(
        "strategies", "Which bot is strongest, and which beats which?", _strategy_finding,
        (solo.STRATEGIES, Table("strategy_strategy", MEETINGS, _meet)),
        _strategy_charts,
        "A healthy set of bots has no row that is blue throughout: every bot should have one that beats it.",
    ),
    solo.SOLO_SECTION,
    Section(
        "sources", "Where do points come from?", _source_finding,
        (Table("sources", winners.SOURCES, winners.source_rows, winners.POINTS_OF_WINNERS, offload=True),),
        _source_charts,
        lambda evidence: f"Points that all players get alike decide nothing. {_within(evidence)}",
    ),
    Section(
        "course", "How does the game go?", _course_finding,
        (
            Table("luck_and_skill", LUCK_COLUMNS, luck_rows),
            Table("chances", chances.CHANCES, chances.chance_rows, offload=True),
            Table("leads", chances.LEADS, chances.lead_rows, offload=True),
            Table("endings", course.ENDINGS, course.ending_rows, (course.ENDS,)),
            Table("rounds", course.ROUNDS, course.round_rows, (course.AFTER_ROUNDS, course.LEADERS), offload=True),
            Table("margin", course.MARGINS, course.margin_rows, (course.MARGIN_SHARES,)),
            Table("shape", course.SHAPE, course.shape_rows, (course.SHAPES,), offload=True),
        ),
        _course_charts, "A line: the chance to win by points ahead after that round.", terms=(CLOSE, *LUCK_TERMS),
        figures=_course_figures,
    ),
    Section(
        "winners", "What do winners do more of, for the same bot?", _winner_finding,
        (
            Table("counters", winners.COUNTERS, winners.counter_rows, winners.COUNTERS_OF_WINNERS, offload=True),
            Table("grids", winners.MOMENTS, winners.moment_rows, winners.FIELD_SHARES),
        ),
        _winner_charts, _winner_reading, terms=(WINNERS,),
    ),
    Section(
        "actions",
        lambda evidence: f"What do players {'do, round by round' if _has_rounds(evidence) else 'begin with'}?",
        _action_finding, (Table("actions", course.ACTIONS, course.action_rows, course.compare_actions),),
        _action_charts,
        f"Hardly ever: fewer than {100 * HARDLY:.0f} of 100 turns. Nearly all: {100 * NEARLY_ALL:.0f} of 100 or more. "
        "These bots see no use in such an action, or in any other in such a round; better ones may.",
        notes=course.action_notes,
    ),
    solo.BOT_SECTION,
)  # fmt: skip


def _asks(game: GameFacts) -> str:
    """The question in words; one who decides alone asks another."""
    if game.par is not None:
        return "is the game balanced?"
    beats = f"how often is {game.opponent} beaten" if game.bots else "how often does the player win"
    return f"{beats}, and by which bot?"


def _notes(run: ScenarioRun) -> list[str]:
    """Which games were taken, and what was corrected for."""
    if run.par is None:
        return []
    several = len(run.result(free.measure_strategies)[1]) > 1
    families = "Verdicts on seats and on bots hold together: in 95 of 100 runs none of their intervals misses."
    return [*([] if free_arms(run) == ["free"] else [free.NOT_FREE]), *([families] if several else [])]


QUESTION = Question(
    name="balance",
    asks=_asks,
    judge=_judge,
    by_class=_seat_classes,
    leads=SEATS,
    sections=DECLARED,
    screen_of=_screen,
    screen=lambda game: ("balance seat", "balance strategy"),
    judge_solo=free.solo_win_shares,
    idle_reason=lambda run: "" if free_arms(run) else free.NOT_FREE,
    warnings=lambda run: [*run.result(free.free_mix).warnings, *_hopeless_warnings(run)],
    notes=_notes,
    header=free.seat_effective_games,
    compares_scenarios=True,
)
