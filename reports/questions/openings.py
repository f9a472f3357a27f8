"""Which opening wins: what was chosen (confounded by what the seat held) and what was forced on the same deals
(causal)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import combinations

import polars as pl

from reports import columns as c
from reports.charts import openings as charts
from reports.charts.openings import course_rows, group_order, place_rows
from reports.estimators import opening_verdicts, openings
from reports.estimators.forced_openings import PLANS, PLAYERS, TURNS, compare_plans, compare_turns
from reports.estimators.opening_verdicts import TIP, groups_finding, join_labels, none_of
from reports.estimators.openings import FORCED, FREE_CHOICE, ORDINARY, TUNED, Grouping, families_of, habit_of
from reports.questions.base import ABOVE, Chart, Evidence, Question, Section, Table
from reports.sentences import join_names, number_word, pp
from reports.stats.verdict import is_certain, may_head

__all__ = ["QUESTION"]

# -- tables -----------------------------------------------------------------------------------------------------------

LEAD = c.points("lead", "lead", sign=True, estimate=True, note="points ahead of the mean of the others")
GROUPS = Table("groups", (c.GROUP, c.HOW, PLAYERS, c.N, c.SHARE, c.SCORE, c.FREQUENCY), openings.group_shares)
COURSES = Table(
    "trajectory", (c.GROUP, c.HOW, c.ROUND, LEAD, c.SCORE, c.N), openings.courses, across="lead", offload=True
)
PLACES = Table("best_where", (c.GROUP, c.BOARD, c.STRATEGY, c.HOW, c.N, c.SHARE), openings.shares_by_place)
CHOICES = Table("choices", (c.STRATEGY, c.GROUP, c.N, c.FREQUENCY), openings.choices)

# -- findings ---------------------------------------------------------------------------------------------------------


def _tip_finding(evidence: Evidence) -> str:
    """What is shown of the tip, for whom."""
    pairs = openings.tip_pairs(evidence.verdicts)
    parts = [f"{opening_verdicts.tip_words(best, rest)} for {players}" for players, best, rest in pairs]
    return f"{TIP} {', and '.join(parts)}" if parts else ""


def _forced_question(evidence: Evidence) -> str:
    grouping = Grouping(evidence.game)
    asks = f"How many {grouping.kind()} win" if grouping.letter else f"Which {grouping.kind()} wins"
    return f"{asks}, forced on the same deals?"


def _forced_finding(evidence: Evidence) -> str:
    """What the groups come to; where tuned players lead the page, in the hands of ordinary ones."""
    families = families_of(evidence.verdicts, "rest")
    if not families:
        return "Whole openings were forced, no groups of them" if evidence.rows("plans", "forced_opening") else ""
    words = groups_finding(opening_verdicts.sides_of(families[-1]), Grouping(evidence.game))
    return words if len(families) == 1 else f"In the hands of ordinary plans {words[:1].lower()}{words[1:]}"


def _choice_finding(evidence: Evidence) -> str:
    """Whether free choice beats what was forced."""
    if not evidence.rows("groups", "group", "share"):
        return ""
    grouping = Grouping(evidence.game)
    rows = [row for row in evidence.rows("plans", "group", "against_chosen", "p_chosen") if row["players"] == ORDINARY]
    if not rows:
        return f"Chosen openings depend on {evidence.game.opening.confounded_by}: they prove no cause"
    sure = [row for row in rows if may_head(row["p_chosen"])]
    more, less = (
        [grouping.label(row["group"]) for row in sure if sign * row["against_chosen"] > 0] for sign in (1, -1)
    )
    if more or less:
        first, word = (more, "more") if more else (less, "less")
        rest = f", with {join_labels(less, grouping, short=True)} less," if more and less else ""
        forced = f"when forced to open with {join_labels(first, grouping)}"
        return f"Ordinary plans win {word}{rest} {forced} than when they choose"
    return f"{none_of(grouping)}, when forced, is shown to win more or less than free choice"


def _order_finding(evidence: Evidence) -> str:
    """Whether it matters on which turns the class is taken."""
    rows = evidence.rows("order_turns", "group", "turn", "effect", "p")
    if not rows:
        return ""
    kind, turn = Grouping(evidence.game).kind(), evidence.game.opening.turn[0]
    best = min(rows, key=lambda row: float(row["p"]))
    if not may_head(best["p"]):
        return f"When the {kind} come is not shown to matter"
    pays = "pays" if best["effect"] > 0 else "costs"
    return f"Of {best['group']} {kind}, one on {turn} {best['turn']} {pays} {pp(abs(best['effect']))} percentage points"


def _place_finding(evidence: Evidence) -> str:
    """Whether plans differ in the opening that is good for them."""
    if not place_rows(evidence):
        return ""
    families = families_of(evidence.verdicts, "rest")
    for verdict in families[-1] if families else ():
        effects = verdict.plans.effects if verdict.plans else ()
        sure = [plan for plan in effects if is_certain(plan.effect, plan.low, plan.high)]
        above, below = ([plan.plan for plan in sure if sign * plan.effect > 0] for sign in (1, -1))
        if above and below:
            sides = f"good for {join_names(above, max_names=3)} and bad for {join_names(below, max_names=3)}"
            return f"Opening with {verdict.name} is {sides}"
    return "No plan is shown to need another opening than the others"


def _course_finding(evidence: Evidence) -> str:
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
            return f"Opening with {join_labels(labels, grouping)} is {words} after round {ends[1]}"
    return "No opening is shown to start behind and end ahead, or the other way round"


def _habit_finding(evidence: Evidence) -> str:
    """Whether all plans open alike."""
    rows = evidence.rows("choices", "strategy", "group", "n")
    if not rows or (habit := habit_of(rows)) is None:
        return "Plans choose different openings" if rows else ""
    grouping = Grouping(evidence.game)
    plans = "The one plan" if habit[3] == 1 else f"All {number_word(habit[3])} plans"
    opens = "always opens" if habit[3] == 1 else "always open"
    return f"{plans} {opens} with {grouping.names([habit[0]])}: what is chosen tells nothing"


# -- what is typed for the same numbers -------------------------------------------------------------------------------


def _factor(evidence: Evidence, players: str) -> tuple[str, str] | None:
    """The factor of the groups and the condition of their rows, as typed, in the hands of these players; None where the
    grammar has no such comparison: a number that was forced in several orders and could not always be kept."""
    rows = [row for row in evidence.rows("plans", "forced_opening", "group") if row["players"] == players]
    arm = f"arm = '{FORCED if players == ORDINARY else 'tuned'}'"
    letter = evidence.game.opening.letter
    pooled = [row for row in rows if letter and any(x.isdigit() for x in row["forced_opening"])]
    if not rows or any(row["followed"] < 1 for row in pooled):
        return None
    if pooled:
        return f"{letter}_in_opening", f"{arm} and {_grouped(evidence)}"
    has_lines = players == ORDINARY and len(rows) < len(evidence.rows("plans", "forced_opening"))
    plans = ", ".join(repr(row["forced_opening"]) for row in rows)
    return "forced_opening", f"{arm} and forced_opening in ({plans})" if has_lines else arm


def _grouped(evidence: Evidence) -> str:
    """The condition of a forced opening that stands for its group and is no exact line."""
    rows = evidence.rows("plans", "forced_opening")
    lines, groups = (
        [r["forced_opening"] for r in rows if (r["group"] is None) == is_line] for is_line in (True, False)
    )
    if not lines:
        return "forced_opening is not null"
    letters = set.intersection(*map(set, lines)) - set("".join(groups)) - {evidence.game.opening.letter}
    if letters:
        return f"forced_opening not like '%{min(letters)}%'"
    return f"forced_opening not in ({', '.join(map(repr, lines))})"


def _commands(evidence: Evidence, options: str, players: Sequence[str] = (ORDINARY,), by: str = "") -> list[str]:
    """A command each of players: by the groups and further factors, with these options."""
    factors = [factor for who in players if (factor := _factor(evidence, who)) is not None]
    return [f'--by {factor}{by}{options} --where "{where}"' for factor, where in factors]


def _tip_commands(evidence: Evidence) -> list[str]:
    """A command each of players: the numbers of the tip together against all others."""
    rows, levels = evidence.rows("plans", "group", "followed"), ", ".join(map(str, evidence.game.tip_levels))
    if any(row["followed"] < 1 for row in rows):
        return []  # the condition is about openings as they were played
    by = f'--by "{evidence.game.opening.letter}_in_opening in ({levels})" --against no'
    arms = [("tuned", TUNED), (FORCED, ORDINARY)]
    present = [arm for arm, players in arms if any(row["players"] == players for row in rows)]
    return [f"{by} --where \"arm = '{arm}' and {_grouped(evidence)}\"" for arm in present]


def _order_commands(evidence: Evidence) -> list[str]:
    """Of the number and turn that the heading is about the orders with one on that turn, against all its others."""
    best = min(evidence.rows("order_turns", "group", "turn", "p"), key=lambda row: float(row["p"]))
    letter, turns = evidence.game.opening.letter, range(evidence.game.opening_turns)
    on_turn = "".join(letter if turn == best["turn"] - 1 else "?" for turn in turns)
    rows = [row for row in evidence.rows("plans", "group", "followed") if row["group"] == best["group"]]
    if all(row["followed"] == 1 for row in rows):
        orders = f"{letter}_in_opening = {best['group']} and {_grouped(evidence)}"
    else:
        subsets = combinations(turns, int(best["group"]))
        names = ["".join(letter if turn in subset else "x" for turn in turns) for subset in subsets]
        orders = f"forced_opening in ({', '.join(map(repr, names))})"
    return [f"--by forced_opening --against 'split {on_turn}' --where \"arm = '{FORCED}' and {orders}\""]


def _course_commands(evidence: Evidence) -> list[str]:
    """Points after each round by group."""
    rows = course_rows(evidence)
    measure = "'score_after_round_*'"
    if any(row["how"] == FORCED for row in rows):
        return _commands(evidence, f" --measure {measure}")
    return _choice_commands(evidence, measure)


def _choice_commands(evidence: Evidence, measure: str, by: str = "") -> list[str]:
    letter = evidence.game.opening.letter
    arms = {row["how"] for row in evidence.rows("groups", "how")}
    factor = f"{letter}_in_opening" if letter else "first_turn"
    return [f"--measure {measure} --by {by}{factor} --where \"arm = 'chosen'\""] if FREE_CHOICE in arms else []


# -- the page ---------------------------------------------------------------------------------------------------------

ALL_PLAYERS = (TUNED, ORDINARY)


def _has_tuned(evidence: Evidence) -> bool:
    """Whether the first screen is of plans that were tuned to open so."""
    return len(families_of(evidence.verdicts, "rest")) > 1


def _forced_charts(evidence: Evidence, title: str) -> list[Chart | None]:
    """Groups in the hands of ordinary plans where the first screen has those of tuned ones; whole openings."""
    is_shown = pl.lit(_has_tuned(evidence)) | pl.col("group").is_null()
    rows = evidence.tables["plans"].filter((pl.col("players") == ORDINARY) & is_shown)
    return charts.forced_charts(replace(evidence, tables={"plans": rows}), title)


SECTIONS = (
    Section(
        "tip", "Is the rulebook’s tip right?", _tip_finding, charts=charts.tip_charts,
        ask=_tip_commands,
    ),
    Section(
        "forced", _forced_question,
        _forced_finding, (Table("plans", PLANS, compare_plans),), _forced_charts,
        lambda evidence: "" if _has_tuned(evidence) else ABOVE,
        ask=lambda evidence: _commands(evidence, " --against rest", ALL_PLAYERS),
    ),
    Section(
        "groups", "Does it pay to choose the opening by what one holds?", _choice_finding, (GROUPS,),
        charts.choice_charts,
        lambda evidence: "Forced is cause and effect. Chosen is not: it goes with "
        f"{evidence.game.opening.confounded_by}. Read it for what happens at a table.",
        ask=lambda evidence: _choice_commands(evidence, "win_share,frequency"),
    ),
    Section(
        "orders", lambda e: f"Does it matter on which {e.game.opening.turn[1]} they come?", _order_finding,
        (Table("order_turns", TURNS, compare_turns),), charts.order_charts,
        "Every number was forced in every order. Blue on the left: early ones pay; blue on the right: late ones.",
        _order_commands,
    ),
    Section(
        "best_where", "Is another opening best for another plan?", _place_finding, (PLACES,),
        charts.place_charts,
        "Look for rows whose blue cell is not where the others have theirs.",
        ask=lambda evidence: _commands(evidence, "", by=",strategy"),
    ),
    Section(
        "trajectory", "When does an opening pay?", _course_finding, (COURSES,),
        charts.course_charts,
        "A line that starts low and ends high is an investment; one that starts high and falls is a sprint.",
        _course_commands,
    ),
    Section(
        "choices", "Do all plans open alike?", _habit_finding, (CHOICES,), charts.habit_charts,
        ask=lambda evidence: _choice_commands(evidence, "frequency", "strategy,"),
    ),
)  # fmt: skip

TERMS = (
    ("Chosen", "Openings as the strategies chose them: luck invites certain openings, so they prove no cause."),
    ("Forced", "Openings drawn by lot and imposed on the same deals: what the opening itself does."),
    ("Plan", "A forced opening: which action classes a seat must take in its first turns, where one of them is legal."),
)

QUESTION = Question(
    name="openings",
    asks=lambda game: "which opening wins?",
    judge=opening_verdicts.judge_openings,
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
