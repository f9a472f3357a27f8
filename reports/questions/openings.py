"""Which opening wins: what was chosen (confounded by what the seat held) and what was forced on the same deals
(causal)."""

from __future__ import annotations

from dataclasses import replace

import polars as pl

from reports import columns as c
from reports.charts import openings as charts
from reports.charts.openings import course_rows, group_order, place_rows
from reports.estimators import forced_openings as forced
from reports.estimators import opening_verdicts, openings
from reports.estimators.opening_verdicts import TIP, groups_finding, join_labels, none_of
from reports.estimators.openings import FORCED, ORDINARY, Grouping, families_of, habit_of
from reports.questions.base import ABOVE, Chart, Evidence, Findings, Question, Section, Table
from reports.sentences import bot_names, number_word, of_games
from reports.stats.verdict import STRONGER, WEAKER, is_certain, may_head

__all__ = ["QUESTION"]

# -- tables -----------------------------------------------------------------------------------------------------------

LEAD = c.points("lead", "lead", sign=True, estimate=True, note="points ahead of the mean of the others")
GROUPS = Table(
    "groups", (c.GROUP, c.HOW, forced.PLAYERS, c.N, c.SHARE, c.SCORE, c.FREQUENCY), openings.group_table,
    (openings.CHOSEN_GROUPS, openings.FORCED_GROUPS),
)  # fmt: skip
COURSES = Table(
    "trajectory", (c.GROUP, c.HOW, c.ROUND, LEAD, c.SCORE, c.N), openings.course_table,
    (openings.CHOSEN_COURSES, openings.FORCED_COURSES), across="lead", offload=True,
)  # fmt: skip
PLACES = Table(
    "best_where", (c.GROUP, c.BOARD, c.STRATEGY, c.HOW, c.N, c.SHARE), openings.place_table,
    (openings.FORCED_PLACES, openings.CHOSEN_PLACES),
)  # fmt: skip
CHOICES = Table("choices", (c.STRATEGY, c.GROUP, c.N, c.FREQUENCY), openings.choice_table, (openings.CHOICES,))
PLANS = Table(
    "plans", forced.PLANS, forced.plan_table,
    (
        forced.GROUPS, forced.TUNED_AGAINST_REST, forced.AGAINST_REST, forced.TUNED_AGAINST_FREE,
        forced.AGAINST_FREE, forced.LINES, forced.LINES_AGAINST_REST, forced.LINES_AGAINST_FREE,
    ),
)  # fmt: skip
TIPS = Table("tip", forced.TIPS, forced.tip_table, (forced.TUNED_TIP, forced.TIP))
TURNS = Table("order_turns", forced.TURNS, forced.turn_table, (forced.ORDERS,))

# -- findings ---------------------------------------------------------------------------------------------------------


def _tip_finding(evidence: Evidence) -> Findings:
    """What is shown of the tip, for whom."""
    pairs = openings.tip_pairs(evidence.verdicts)
    words = [opening_verdicts.tip_words(best, rest) for _, best, rest in pairs]
    parts = [f"{word} for {players}" for word, (players, *_) in zip(words, pairs, strict=True)]
    if not parts:
        return ""
    short = words[0] if len(set(words)) == 1 else "depends on who plays"
    return f"{TIP} {', and '.join(parts)}", f"{TIP} {short}"


def _forced_question(evidence: Evidence) -> str:
    grouping = Grouping(evidence.game)
    asks = f"How many {grouping.kind()} win" if grouping.letter else f"Which {grouping.kind()} wins"
    return f"{asks}, forced on the same deals?"


def _forced_finding(evidence: Evidence) -> Findings:
    """What the groups come to; where tuned players lead the page, in the hands of ordinary ones."""
    families = families_of(evidence.verdicts, "rest")
    if not families:
        return "Whole openings were forced, no groups of them" if evidence.rows("plans", "forced_opening") else ""
    words = groups_finding(opening_verdicts.sides_of(families[-1]), Grouping(evidence.game))
    statement = words if len(families) == 1 else f"In the hands of ordinary bots {words[:1].lower()}{words[1:]}"
    decided = any(verdict.word in (STRONGER, WEAKER) for verdict in families[-1])
    return statement, words.partition(", ")[0], "Some openings differ" if decided else "No openings are shown to differ"


def _choice_finding(evidence: Evidence) -> Findings:
    """Whether free choice beats what was forced."""
    if not evidence.rows("groups", "group", "share"):
        return ""
    grouping = Grouping(evidence.game)
    rows = [row for row in evidence.rows("plans", "group", "against_chosen", "p_chosen") if row["players"] == ORDINARY]
    if not rows:
        statement = f"Chosen openings depend on {evidence.game.opening.confounded_by}: they prove no cause"
        return statement, "Chosen openings prove no cause"
    sure = [row for row in rows if may_head(row["p_chosen"])]
    more, less = (
        [grouping.label(row["group"]) for row in sure if sign * row["against_chosen"] > 0] for sign in (1, -1)
    )
    if more or less:
        first, word = (more, "more") if more else (less, "less")
        rest = f", with {join_labels(less, grouping, short=True)} less," if more and less else ""
        forced = f"when forced to open with {join_labels(first, grouping)}"
        statement = f"Ordinary bots win {word}{rest} {forced} than when they choose"
        return statement, "Some forced openings beat free choice" if more else "Free choice beats some forced openings"
    statement = f"{none_of(grouping)}, when forced, is shown to win more or fewer games than free choice"
    return statement, "No forced opening is shown to matter"


def _order_finding(evidence: Evidence) -> Findings:
    """Whether it matters on which turns the class is taken."""
    rows = evidence.rows("order_turns", "group", "turn", "effect", "p")
    if not rows:
        return ""
    kind, turn = Grouping(evidence.game).kind(), evidence.game.opening.turn[0]
    best = min(rows, key=lambda row: float(row["p"]))
    if not may_head(best["p"]):
        return f"When the {kind} come is not shown to matter", "Their order is not shown to matter"
    pays = "pays" if best["effect"] > 0 else "costs"
    statement = f"Of {best['group']} {kind}, one on {turn} {best['turn']} {pays} {of_games(best['effect'])}"
    return statement, f"One on {turn} {best['turn']} {pays} {of_games(best['effect'])}", "Their order matters"


def _place_finding(evidence: Evidence) -> Findings:
    """Whether plans differ in the opening that is good for them."""
    if not place_rows(evidence):
        return ""
    families = families_of(evidence.verdicts, "rest")
    for verdict in families[-1] if families else ():
        effects = verdict.plans.effects if verdict.plans else ()
        sure = [plan for plan in effects if is_certain(plan.effect, plan.low, plan.high)]
        above, below = ([plan.plan for plan in sure if sign * plan.effect > 0] for sign in (1, -1))
        if above and below:
            sides = f"good for {bot_names(above, max_names=3)} and bad for {bot_names(below, max_names=3)}"
            return f"Opening with {verdict.name} is {sides}", "Bots differ in the opening they need"
    return "No bot is shown to need another opening"


def _course_finding(evidence: Evidence) -> Findings:
    """Which groups pay late, and which early."""
    rows = [row for row in course_rows(evidence) if row["how"] == FORCED]
    if not rows:
        return "Chosen openings, round by round: no proof of cause" if course_rows(evidence) else ""
    ends = min(row["round"] for row in rows), max(row["round"] for row in rows)
    sure = evidence.certain_rows([row for row in rows if row["round"] in ends], "lead")
    sign = {(row["group"], row["round"]): 1 if row["lead"] > 0 else -1 for row in sure}
    grouping = Grouping(evidence.game)
    for way, words in ((1, f"behind after round {ends[0]} and ahead"), (-1, f"ahead after round {ends[0]} and behind")):
        groups = [
            g for g in group_order(evidence, rows) if (sign.get((g, ends[0])), sign.get((g, ends[1]))) == (-way, way)
        ]
        if groups:
            labels = [grouping.label(group) for group in groups]
            statement = f"Opening with {join_labels(labels, grouping)} is {words} after round {ends[1]}"
            first, last = ("behind", "ahead") if way > 0 else ("ahead", "behind")
            return statement, f"Some openings start {first} and end {last}"
    statement = "No opening is shown to start behind and end ahead, or the other way round"
    return statement, "No opening is shown to pay early or late"


def _habit_finding(evidence: Evidence) -> Findings:
    """Whether all plans open alike."""
    rows = evidence.rows("choices", "strategy", "group", "n")
    if not rows or (habit := habit_of(rows)) is None:
        return "Bots choose different openings" if rows else ""
    grouping = Grouping(evidence.game)
    bots = "The one bot" if habit[3] == 1 else f"All {number_word(habit[3])} bots"
    opens = "always opens" if habit[3] == 1 else "always open"
    statement = f"{bots} {opens} with {grouping.names([habit[0]])}: what is chosen tells nothing"
    return statement, f"{bots} {opens} {'alike' if habit[3] > 1 else 'so'}"


# -- the page ---------------------------------------------------------------------------------------------------------


def _is_of_tuned(evidence: Evidence) -> bool:
    """Whether the first screen is of plans that were tuned to open so."""
    return len(families_of(evidence.verdicts, "rest")) > 1


def _forced_charts(evidence: Evidence, title: str) -> list[Chart | None]:
    """Groups in the hands of ordinary plans where the first screen has those of tuned ones; whole openings."""
    is_shown = pl.lit(_is_of_tuned(evidence)) | pl.col("group").is_null()
    rows = evidence.tables["plans"].filter((pl.col("players") == ORDINARY) & is_shown)
    return charts.forced_charts(replace(evidence, tables={"plans": rows}), title)


SECTIONS = (
    Section("tip", "Is the rulebook’s tip right?", _tip_finding, (TIPS,), charts.tip_charts),
    Section(
        "forced", _forced_question, _forced_finding, (PLANS,), _forced_charts,
        lambda evidence: "" if _is_of_tuned(evidence) else ABOVE,
    ),
    Section(
        "groups", "Does it pay to choose the opening by what one holds?", _choice_finding, (GROUPS,),
        charts.choice_charts,
        lambda evidence: "Forced is cause and effect. Chosen is not: it goes with "
        f"{evidence.game.opening.confounded_by}. Read it for what happens at a table.",
    ),
    Section(
        "orders", lambda e: f"Does it matter on which {e.game.opening.turn[1]} they come?", _order_finding, (TURNS,),
        charts.order_charts,
        "Every number was forced in every order. Blue on the left: early ones pay; blue on the right: late ones.",
    ),
    Section(
        "best_where", "Is another opening best for another bot?", _place_finding, (PLACES,), charts.place_charts,
        "Look for rows whose blue cell is not where the others have theirs.",
    ),
    Section(
        "trajectory", "When does an opening pay?", _course_finding, (COURSES,), charts.course_charts,
        "A line that starts low and ends high is an investment; one that starts high and falls is a sprint.",
    ),
    Section("choices", "Do all bots open alike?", _habit_finding, (CHOICES,), charts.habit_charts),
)  # fmt: skip

TERMS = (
    ("Chosen", "Openings as the bots chose them: luck invites certain openings, so they prove no cause."),
    ("Forced", "Openings drawn by lot and imposed on the same deals: what the opening itself does."),
    ("Forced opening", "Which action classes a seat must take in its first turns, where one of them is legal."),
)

QUESTION = Question(
    name="openings",
    asks=lambda game: "which opening wins?",
    judge=opening_verdicts.judge_openings,
    by_class=opening_verdicts.opening_classes,
    needs_par=False,
    sections=SECTIONS,
    screen_of=opening_verdicts.first_screen_of,
    screen=lambda game: ("tip", "openings") if game.tip_levels else ("openings",),
    warnings=opening_verdicts.warnings,
    summary=opening_verdicts.summarize,
    notes=opening_verdicts.nothing_to_judge,
    last_notes=opening_verdicts.notes,
    terms=lambda game: TERMS,
)
