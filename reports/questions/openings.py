"""Which opening wins: what was chosen (confounded by what the seat held) and what was forced on the same deals
(causal)."""

from __future__ import annotations

from collections.abc import Sequence

from reports import columns as c
from reports.charts import Row, Series, heat_map, line_panels
from reports.charts.bars import BarRow, stacked_bars
from reports.charts.sheet import Estimate, Key, differences
from reports.charts.style import CATEGORIES, MEASURE, category, shades, signed
from reports.charts.views import difference_scale, forest_chart, share_scale
from reports.estimators import opening_verdicts, openings
from reports.estimators.forced_openings import PLANS, PLAYERS, TURNS, compare_plans, compare_turns
from reports.estimators.opening_verdicts import TIP, families_of, groups_finding, habit_of, join_labels, none_of
from reports.estimators.openings import FORCED, FREE_CHOICE, ORDINARY, TUNED, Grouping
from reports.questions.base import Chart, Evidence, Question, Rows, Section, Table, chart, enough, estimate, grid
from reports.sentences import join_names, pp, signed_pp
from reports.stats.verdict import certain_rows, is_certain, may_head

__all__ = ["QUESTION"]

BY_TUNED = f"forced, {TUNED}"
# How an opening came about, with its colour: forced is the causal number and comes first.
HOWS = ((BY_TUNED, CATEGORIES[2]), (FORCED, MEASURE), (FREE_CHOICE, CATEGORIES[1]))

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
    pairs = opening_verdicts.tip_pairs(evidence.verdicts)
    parts = [f"{opening_verdicts.tip_words(best, rest)} for {players}" for players, best, rest in pairs]
    return f"{TIP} {', and '.join(parts)}" if parts else ""


def _forced_question(evidence: Evidence) -> str:
    grouping = Grouping.of(evidence.game)
    asks = f"How many {grouping.kind()} win" if grouping.letter else f"Which {grouping.kind()} wins"
    return f"{asks}, forced on the same deals?"


def _forced_finding(evidence: Evidence) -> str:
    """What the groups come to; where tuned players lead the page, in the hands of ordinary ones."""
    families = families_of(evidence.verdicts, "rest")
    if not families:
        return "Whole openings were forced, no groups of them" if evidence.rows("plans", "forced_opening") else ""
    words = groups_finding(opening_verdicts.sides_of(families[-1]), Grouping.of(evidence.game))
    return words if len(families) == 1 else f"In the hands of ordinary plans {words[:1].lower()}{words[1:]}"


def _choice_finding(evidence: Evidence) -> str:
    """Whether free choice beats what was forced."""
    if not evidence.rows("groups", "group", "share"):
        return ""
    grouping = Grouping.of(evidence.game)
    rows = [row for row in evidence.rows("plans", "group", "against_chosen", "p_chosen") if row["players"] == ORDINARY]
    if not rows:
        return f"Chosen openings depend on {grouping.confounded_by}: they prove no cause"
    sure = [row for row in rows if may_head(row["p_chosen"])]
    more, less = (
        [grouping.label(row["group"]) for row in sure if sign * row["against_chosen"] > 0] for sign in (1, -1)
    )
    if more or less:
        first, word = (more, "more") if more else (less, "less")
        rest = f", with {join_labels(less, grouping, short=True)} less," if more and less else ""
        return f"Forced to open with {join_labels(first, grouping)} a seat wins {word}{rest} than when it chooses"
    return f"{none_of(grouping)}, when forced, is shown to win more or less than free choice"


def _order_finding(evidence: Evidence) -> str:
    """Whether it matters on which turns the class is taken."""
    rows = evidence.rows("order_turns", "group", "turn", "effect", "p")
    if not rows:
        return ""
    kind, turn = Grouping.of(evidence.game).kind(), evidence.words.turn[0]
    best = min(rows, key=lambda row: float(row["p"]))
    if not may_head(best["p"]):
        return f"When the {kind} come is not shown to matter"
    pays = "pays" if best["effect"] > 0 else "costs"
    return f"Of {best['group']} {kind}, one on {turn} {best['turn']} {pays} {pp(abs(best['effect']))} points"


def _place_finding(evidence: Evidence) -> str:
    """Whether plans differ in the opening that is good for them."""
    if not _place_rows(evidence):
        return ""
    families = families_of(evidence.verdicts, "rest")
    for verdict in families[-1] if families else ():
        effects = verdict.plans.effects if verdict.plans else ()
        sure = [plan for plan in effects if is_certain(plan.effect, plan.low, plan.high)]
        above, below = ([plan.plan for plan in sure if sign * plan.effect > 0] for sign in (1, -1))
        if above and below:
            sides = f"good for {join_names(above, max_names=3)} and bad for {join_names(below, max_names=3)}"
            return f"Opening with {verdict.name} is {sides}"
    return "No opening is shown to be good for one plan and bad for another"


def _course_finding(evidence: Evidence) -> str:
    """Which groups pay late, and which early."""
    rows = [row for row in _course_rows(evidence) if row["how"] == FORCED]
    if not rows:
        return "Chosen openings, round by round: no proof of cause" if _course_rows(evidence) else ""
    ends = min(row["round"] for row in rows), max(row["round"] for row in rows)
    sure = certain_rows([row for row in rows if row["round"] in ends], "lead")
    sign = {(row["group"], row["round"]): 1 if row["lead"] > 0 else -1 for row in sure}
    grouping = Grouping.of(evidence.game)
    for way, words in ((1, f"behind after round {ends[0]} and ahead"), (-1, f"ahead after round {ends[0]} and behind")):
        groups = [g for g in _order(evidence, rows) if (sign.get((g, ends[0])), sign.get((g, ends[1]))) == (-way, way)]
        if groups:
            labels = [grouping.label(group) for group in groups]
            return f"Opening with {join_labels(labels, grouping)} is {words} after round {ends[1]}"
    return "No opening is shown to start behind and end ahead, or the other way round"


def _habit_finding(evidence: Evidence) -> str:
    """Whether all plans open alike."""
    rows = evidence.rows("choices", "strategy", "group", "n")
    if not rows or (habit := habit_of(rows)) is None:
        return "Plans choose different openings" if rows else ""
    grouping = Grouping.of(evidence.game)
    plans = "The one plan" if habit[3] == 1 else f"All {habit[3]} plans"
    opens = "always opens" if habit[3] == 1 else "always open"
    return f"{plans} {opens} with {grouping.names([habit[0]])}: what is chosen tells nothing"


# -- charts -----------------------------------------------------------------------------------------------------------


def _order(evidence: Evidence, rows: Rows) -> list[str]:
    """The groups of these rows in the order of the game."""
    place = {group: at for at, group in enumerate(Grouping.of(evidence.game).order)}
    return sorted({str(row["group"]) for row in rows}, key=lambda group: (place.get(group, len(place)), group))


def _group_name(evidence: Evidence, group: object) -> str:
    return Grouping.of(evidence.game).names([str(group)])


def _tones(evidence: Evidence, order: Sequence[str]) -> list[str]:
    """Colours of the groups: shades where they have an order, else as different as can be."""
    return shades(len(order)) if evidence.words.ordered else [category(at) for at in range(len(order))]


def _tip_charts(evidence: Evidence) -> list[Chart]:
    """The tip against its two rivals, by who plays."""
    rows: list[Row] = []
    pairs = opening_verdicts.tip_pairs(evidence.verdicts)
    for players, *verdicts in pairs:
        rows += [Row(players, strong=True)] if len(pairs) > 1 else []
        for v in verdicts:
            if v.effect is not None and v.low is not None and v.high is not None:
                measured = Estimate(100 * v.effect, 100 * v.low, 100 * v.high, v.n)
                rows.append(Row(f"against {v.reference.against.removeprefix('opening with ')}", (measured,)))
    tip = evidence.game.opening.tip
    subtitle = "Win share with the tip minus that without, forced on the same deals and seats."
    figure = forest_chart(
        "tip", _tip_finding(evidence), subtitle, rows, difference_scale(evidence), together=True,
        note=f"Rulebook: “{tip.text}”" if tip else "", above="the tip wins more", below="less",
    )  # fmt: skip
    return [figure] if rows else []


def _forced_charts(evidence: Evidence) -> list[Chart]:
    """Every forced group against the others, and every exact line."""
    plans = sorted(evidence.rows("plans", "forced_opening", "against_others"), key=lambda row: -row["against_others"])
    tuned = {TUNED: ", tuned to it"}
    groups = [
        Row(_group_name(evidence, r["group"]) + tuned.get(r["players"], ""), (estimate(r, "against_others", 100),))
        for r in plans if r["group"] is not None
    ]  # fmt: skip
    lines = [
        Row(evidence.words.opening(r["forced_opening"]), (estimate(r, "against_others", 100),))
        for r in plans if r["group"] is None
    ]  # fmt: skip
    titles = {"plans": _forced_finding(evidence), "plans_lines": "Whole openings forced, against each other"}
    subtitle = "Win share minus the mean of the others by the same players, on the same deal and seat."
    return [
        forest_chart(
            name, title, subtitle, rows[:24], difference_scale(evidence), together=True,
            above="better than the others", below="worse",
        )
        for (name, title), rows in zip(titles.items(), (groups, lines), strict=True) if rows
    ]  # fmt: skip


def _choice_charts(evidence: Evidence) -> list[Chart]:
    """Win share of every group, forced and chosen, with how often it was chosen."""
    rows, note = enough(evidence.rows("groups", "group", "how", "share"))
    often = {str(row["group"]): 100 * row["frequency"] for row in rows if row["how"] == FREE_CHOICE}
    how_of = {id(row): BY_TUNED if row["players"] == TUNED else row["how"] for row in rows}
    shares = {(str(row["group"]), how_of[id(row)]): estimate(row, "share", 100) for row in rows}
    series = [(how, colour) for how, colour in HOWS if how in how_of.values()]
    labels = {
        g: _group_name(evidence, g) + (f" ({often[g]:.0f} %)" if g in often else "") for g in _order(evidence, rows)
    }
    lines = [Row(label, tuple(shares.get((group, how)) for how, _ in series)) for group, label in labels.items()]
    subtitle = "Win share and 95 % interval; in brackets how often it is chosen."
    keys = [Key(how, colour, "point") for how, colour in series]
    title = _choice_finding(evidence)
    return [forest_chart("groups", title, subtitle, lines, share_scale(evidence), series=keys, note=note)]


def _order_charts(evidence: Evidence) -> list[Chart]:
    """Numbers by turns."""
    rows = evidence.rows("order_turns", "group", "turn", "effect")
    down, across, cells = grid(rows, "group", "turn", "effect", centre=0)
    turn, title = evidence.words.turn[0], _order_finding(evidence)
    figure = heat_map(
        title, "Win share of orders with one on this turn minus the number's other orders, pp ± half the interval.",
        [_group_name(evidence, group) for group in down], [f"{turn} {number}" for number in across], cells,
        centre=0, unit="pp", text=signed, note="Bold: the interval leaves 0 out; all cells together are 95 % sure.",
    )  # fmt: skip
    alt = "; ".join(f"{row['group']} at {row['turn']}: {signed_pp(row['effect'])} pp" for row in rows)
    return [chart("orders", title, alt, figure)]


def _place_rows(evidence: Evidence) -> Rows:
    """Groups by board and plan; of chosen ones none where all plans open alike."""
    rows = evidence.rows("best_where", "group", "board", "strategy", "share")
    is_alike = habit_of(evidence.rows("choices", "strategy", "group", "n")) is not None
    return [] if is_alike and any(row["how"] == FREE_CHOICE for row in rows) else rows


def _place_charts(evidence: Evidence) -> list[Chart]:
    """Plans (and boards, where there are several) by groups."""
    rows, par = _place_rows(evidence), evidence.par or 0.0
    several = len({row["board"] for row in rows} - {"all"}) > 1
    in_words = [
        {**row, "where": " · ".join([evidence.words.board(row["board"])] * several + [str(row["strategy"])])}
        for row in rows
    ]
    columns = _order(evidence, rows)
    in_words.sort(key=lambda row: columns.index(str(row["group"])))
    _, _, by_group = grid(in_words, "group", "where", "share", centre=par)
    places = list(dict.fromkeys(row["where"] for row in in_words))[:24]
    title = _place_finding(evidence)
    figure = heat_map(
        title, f"Win share, % ± half its interval, {rows[0]['how']} openings; par is {par:.1f} %.", places,
        [_group_name(evidence, group) for group in columns],
        [[column[at] for column in by_group] for at in range(len(places))], centre=par, unit="%",
        note="Bold, in full colour: the 95 % interval leaves par out.",
    )  # fmt: skip
    return [chart("best_where", title, f"Heat map of {len(places)} rows by {len(columns)} groups.", figure)]


def _course_rows(evidence: Evidence) -> Rows:
    """Leads by round: of forced openings, where there are, else of chosen ones."""
    rows = evidence.rows("trajectory", "group", "how", "round", "lead")
    return [row for row in rows if row["how"] == FORCED] or rows


def _course_charts(evidence: Evidence) -> list[Chart]:
    """Lead over the others by round, a line a group."""
    rows, note = enough(_course_rows(evidence))
    order = _order(evidence, rows)
    tones = _tones(evidence, order)
    series = []
    for group, tone in zip(order, tones, strict=True):
        points = [(float(r["round"]), estimate(r, "lead", n=False)) for r in rows if str(r["group"]) == group]
        measured = [(x, lead) for x, lead in points if lead is not None]
        series.append(Series(group, tone, tuple(x for x, _ in measured), tuple(lead for _, lead in measured)))
    title, how = _course_finding(evidence), str(rows[0]["how"])
    figure = line_panels(
        title, "Running score minus the mean of the other seats, by round; band: 95 % interval.",
        [(how, series, differences("lead over the others’ mean", "points"))], x_label="round", note=note,
        keys=[Key(_group_name(evidence, group), tone, "line") for group, tone in zip(order, tones, strict=True)],
    )  # fmt: skip
    return [chart("trajectory", title, f"Lines for {len(order)} groups of openings over the rounds.", figure)]


def _habit_charts(evidence: Evidence) -> list[Chart]:
    """What each plan chooses; nothing where all choose the same."""
    rows = evidence.rows("choices", "strategy", "group", "n")
    if not rows or habit_of(rows):
        return []
    order = _order(evidence, rows)
    often = {(row["strategy"], str(row["group"])): 100 * row["frequency"] for row in rows}
    plans = list(dict.fromkeys(row["strategy"] for row in rows))
    bars = [BarRow(plan, tuple(often.get((plan, group), 0.0) for group in order)) for plan in plans]
    tones = _tones(evidence, order)
    keys = [Key(_group_name(evidence, group), tone) for group, tone in zip(order, tones, strict=True)]
    title = _habit_finding(evidence)
    figure = stacked_bars(title, "How often each plan chooses each opening, % of its games.", bars, keys)
    return [chart("choices", title, f"Bars for {len(bars)} plans.", figure)]


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
        return f"{letter}_in_opening", f"{arm} and forced_opening is not null"
    lines = [row for row in evidence.rows("plans", "forced_opening") if row["group"] is None]
    plans = ", ".join(f"'{row['forced_opening']}'" for row in rows)
    return "forced_opening", f"{arm} and forced_opening in ({plans})" if lines and players == ORDINARY else arm


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
    return [f"{by} --where \"arm = '{arm}' and forced_opening is not null\"" for arm in present]


def _choice_commands(evidence: Evidence, measure: str, by: str = "") -> list[str]:
    letter = evidence.game.opening.letter
    arms = {row["how"] for row in evidence.rows("groups", "how")}
    factor = f"{letter}_in_opening" if letter else "first_turn"
    return [f"--measure {measure} --by {by}{factor} --where \"arm = 'chosen'\""] if FREE_CHOICE in arms else []


# -- the page ---------------------------------------------------------------------------------------------------------

ALL_PLAYERS = (TUNED, ORDINARY)
SECTIONS = (
    Section(
        "tip", "Is the rulebook’s tip right?", _tip_finding, charts=_tip_charts,
        ask=_tip_commands,
    ),
    Section(
        "forced", _forced_question,
        _forced_finding, (Table("plans", PLANS, compare_plans),), _forced_charts,
        ask=lambda evidence: _commands(evidence, " --against rest", ALL_PLAYERS),
    ),
    Section(
        "groups", "Does it pay to choose the opening by what one holds?", _choice_finding, (GROUPS,), _choice_charts,
        lambda evidence: "Forced is cause and effect. Chosen is not: it goes with "
        f"{evidence.game.opening.confounded_by}. Read it for what happens at a table.",
        ask=lambda evidence: _choice_commands(evidence, "win_share,frequency"),
    ),
    Section(
        "orders", lambda evidence: f"Does it matter on which {evidence.words.turn[1]} they come?", _order_finding,
        (Table("order_turns", TURNS, compare_turns),), _order_charts,
        "Every number was forced in every order: blue on the left, early ones pay; on the right, late ones.",
    ),
    Section(
        "best_where", "Is another opening best for another plan?", _place_finding, (PLACES,), _place_charts,
        "Look for rows whose blue cell is not where the others have theirs.",
        ask=lambda evidence: _commands(evidence, "", by=",strategy"),
    ),
    Section(
        "trajectory", "When does an opening pay?", _course_finding, (COURSES,), _course_charts,
        "A line that starts low and ends high is an investment; one that starts high and falls is a sprint.",
    ),
    Section(
        "choices", "Do all plans open alike?", _habit_finding, (CHOICES,), _habit_charts,
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
    sections=SECTIONS,
    screen_of=opening_verdicts.first_screen_of,
    screen=lambda game: ("tip", "openings") if game.tip_levels else ("openings",),
    warnings=opening_verdicts.warnings,
    notes=opening_verdicts.nothing_to_judge,
    last_notes=opening_verdicts.notes,
    terms=lambda game: TERMS,
)
