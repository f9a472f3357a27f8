"""Who is stronger, and how sure is it: strategies that met in mixed line-ups, from the strongest to the weakest."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import partial
from itertools import combinations, pairwise
from typing import Any

from cext.commands import command
from cext.player_classes import ALL, WEAK
from reports import columns as c
from reports.answer import FirstScreen, ScreenRow, Side
from reports.charts import tournament as charts
from reports.charts.style import signed
from reports.charts.views import draw_meetings
from reports.effects import JudgedEffects, join_judged, judge_effects
from reports.estimators.free_games import NOT_FREE, free_mix
from reports.estimators.standing import (
    ACTIONS,
    EACH_OTHER,
    MEETING_RESULTS,
    PAIRS,
    RESULTS,
    STRENGTH,
    Pairs,
    action_distances,
    action_mixes,
    compare_places,
    compare_standing,
    compare_strategies,
    cycle_table,
    finish_ahead_table,
    ladder_table,
    places_of,
    standing,
)  # fmt: skip
from reports.first_screen import CHANCE, WHO
from reports.frames import ScenarioRun, free_arms
from reports.questions.base import Chart, Evidence, Findings, Question, Rows, Section, Table, Text, present
from reports.sentences import (
    BOTS,
    FamilyReference,
    bot_names,
    fair_share,
    more_games,
    number_word,
    sentence_case,
    share,
)  # fmt: skip
from reports.stats.verdict import FAIR, FEW_DEALS, STRONGER, UNCLEAR, WEAKER, Word, is_certain, judge, may_head

__all__ = ["QUESTION"]

STABLE = 0.95  # of the resamples: three_cycles() says what then the chance of a false cycle is
MAX_NAMES = 3  # of a group in a sentence, before "and n more"
ELO_WORDS = (
    "How strong a player is, 0 being the mean strength of those who played: a player 100 points above all others at "
    "the table wins 1.8 times as often as each of them, 200 points 3.2 times, 400 points 10 times."
)
WORDS_OF: Mapping[Word, tuple[str, Side]] = {  # for one of the others, by how much more the first wins
    STRONGER: ("worse", "less"),
    WEAKER: ("better", "more"),
    FAIR: ("equal", "fair"),
    UNCLEAR: ("unclear", "unclear"),
}
ONE_STRATEGY = "One bot played: it met no other."
NO_TABLE = "One seat decides: no bot meets another at the table. `balance` compares bots."


def _two_digits(value: float) -> str:
    """A time with two digits that count, never as a power of ten: 0.00034."""
    return f"{value:.{max(0, 1 - math.floor(math.log10(value)))}f}" if value > 0 else "0"


MILLISECONDS = c.worded(
    "milliseconds", "ms a decision", lambda value, words: _two_digits(float(str(value))), numeric=True,
    note="processor time; of plans with the moves they make, in a sample of games",
)  # fmt: skip
FROM_MEAN = c.pp("effect", "from its mean", estimate=True, note=f"win share there minus the mean of all; {c.TOGETHER}")
STANDING = Table("standing", (
    c.count("place", "place"), c.STRATEGY, c.ALIAS,
    c.number("elo", "Elo", 0, sign=True, estimate=True, note=f"0 is their mean strength; {c.TOGETHER}"),
    replace(c.SHARE, note=c.TOGETHER), MILLISECONDS,
    c.number("rank", "mean rank", 2, estimate=True, note="1 is best"), c.SCORE, c.POINTS_AHEAD, c.N,
), lambda run, *estimates: run.result(standing), (STRENGTH, RESULTS))  # fmt: skip
FINISH_AHEAD = Table("finish_ahead", (
    c.code("row", "bot"), c.code("column", "against"), c.FINISHES_AHEAD,
    c.pp("effect", "wins more", estimate=True, note=f"win share of row minus that of column; {c.TOGETHER}"),
    c.P, c.count("n", "n", "pairs of seats"),
), finish_ahead_table, (MEETING_RESULTS, EACH_OTHER))  # fmt: skip
LADDER = Table("ladder", (
    c.code("ladder", "ladder"), c.count("games", "games", "a decision"),
    c.number("elo", "Elo", 0, sign=True, estimate=True, note="as in the standing"),
    c.percent("ahead", "finishes ahead of the step below", estimate=True, note="equal ranks counted half"),
    MILLISECONDS, replace(c.N, note="those of its Elo"),
), ladder_table, (MEETING_RESULTS,))  # fmt: skip
CYCLES = Table("cycles", (
    c.code("first", "first"), c.code("second", "second"), c.code("third", "third"),
    c.percent("first_second", "first ahead of second"), c.percent("second_third", "second of third"),
    c.percent("third_first", "third of first"),
    c.percent("stable", "in so many resamples", note="of whole deals, in which all three links hold"),
), cycle_table)  # fmt: skip
BEHAVIOUR = Table("behaviour", (
    c.STRATEGY, c.ACTION, c.percent("share", "of its turns", note="that left a choice, in recorded games"),
    c.count("n", "n", "turns"),
), lambda run, shares: run.result(action_mixes), (ACTIONS,))  # fmt: skip
DISTANCES = Table("alike", (
    c.code("row", "bot"), c.code("column", "and"),
    c.percent("otherwise", "turns that differ", note="total variation distance"),
), action_distances)  # fmt: skip


# -- verdicts and first screen ----------------------------------------------------------------------------------------


def idle_reason(run: ScenarioRun) -> str:
    """Why there is no standing; "" where there is one."""
    if not free_arms(run):
        return NOT_FREE
    if run.par is None:
        return NO_TABLE
    return ONE_STRATEGY if len(run.result(standing)) < 2 else ""


def judge_neighbours(run: ScenarioRun) -> JudgedEffects:
    """Every strategy against the next in the standing: intervals hold together over all pairs, not only these."""
    pairs = run.result(compare_standing)
    return _judge(run, pairs, list(pairwise(pairs.names)))


def judge_pairs(run: ScenarioRun) -> JudgedEffects:
    """Every two strategies, in the order of their names: what a run that goes on until it is decided waits for."""
    pairs = run.result(compare_strategies)
    return _judge(run, pairs, list(combinations(pairs.names, 2)))


def _judge(run: ScenarioRun, pairs: Pairs, pair_names: Sequence[tuple[str, str]]) -> JudgedEffects:
    arms = tuple(free_arms(run))
    references = [FamilyReference("each", BOTS, second, arms=arms) for _, second in pair_names]
    return join_judged(
        judge_effects(run, [pairs.effects[pair]], reference, family="Bots", names=pair[:1])
        for pair, reference in zip(pair_names, references, strict=True)
    )


def show_first(run: ScenarioRun, screen: FirstScreen) -> FirstScreen:
    """Strategies by win share, each against the first of the standing, and who is best."""
    pairs, table = run.result(compare_standing), run.result(standing)
    leader = pairs.names[0]
    words: dict[str, tuple[str, Side]] = {leader: ("first", "unclear") if _equals(pairs) else ("best", "more")}
    for name in pairs.names[1:]:
        effect = pairs.effects[leader, name]
        verdict = judge(effect.low, effect.high, effect.deals, run.margin, sided=True).verdict
        words[name] = WORDS_OF[verdict]
    rows = [
        ScreenRow.of_estimate(row["strategy"], row, "share", *words[row["strategy"]])
        for row in table.iter_rows(named=True)
    ]
    doubts = tuple(
        replace(doubt, words=f"of a difference between two; {doubt.words}") if doubt.source == CHANCE else doubt
        for doubt in screen.doubts
        if doubt.source != WHO
    )
    axis = f"win share of each bot, %; word and colour compare with {bot_names([leader])}"  # fair is not drawn
    finding, change = best_of(pairs), _what_to_change(run, pairs)
    n_leading = max(
        place for place, row in enumerate(rows, 1) if row.side != "less"
    )  # those that it is not ahead of, too
    return FirstScreen(finding, _numbers(run), tuple(rows), axis, change=change, doubts=doubts, leading=n_leading)


def _what_to_change(run: ScenarioRun, pairs: Pairs) -> tuple[str, str] | None:
    """Which plan to tune, the last that is surely behind the first; why the best needs no curb where three beat each
    other in turn; None of too few deals."""
    if min(effect.deals for effect in pairs.effects.values()) < FEW_DEALS:
        return None
    leader, *others = pairs.names
    cycle = _cycle_words(run.result(cycle_table).to_dicts())
    behind = [name for name in others if pairs.effects[leader, name].low > 0 and run.class_of(name) not in WEAK]
    if not behind:
        return (
            "Nothing to change.",
            f"{sentence_case(cycle)}." if cycle else f"No bot is shown to be weaker than {bot_names([leader])}.",
        )
    last = behind[-1]
    name, than = bot_names([last]), bot_names([leader])
    gap = f"{_bot(last)} wins {more_games(-pairs.effects[leader, last].effect)} than {than}"
    tuning = f"{command('tune', f'{run.game.name}/{last}')} looks for better weights"
    if cycle:
        return "Nothing to change in the game.", f"{sentence_case(cycle)}, so that none rules."
    if not last.isidentifier() or last == "random":  # no plan with weights
        return "Nothing to change in the game.", f"{gap}."
    return f"Tune {name}, the last of them, before you change the game.", f"{gap}; {tuning}."


def _cycle_words(rows: Rows) -> str:
    """The stablest three that beat each other in turn, and how many more such there are; "" without one."""
    stable = [row for row in rows if row["stable"] >= STABLE]
    if not stable:
        return ""
    more = len(stable) - 1
    words = "bot {first} beats {second}, {second} beats {third}, {third} beats {first}".format(**stable[0])
    return f"{words}; {number_word(more)} more such cycle{'s' * (more > 1)}" if more else words


def best_of(pairs: Pairs) -> str:
    """Who is best, and whether surely, as a title."""
    if min(effect.deals for effect in pairs.effects.values()) < FEW_DEALS:
        return f"No standing yet: fewer than {FEW_DEALS} deals"
    leader, *others = pairs.names
    equals, n = _equals(pairs), number_word(len(pairs.names))
    if not equals:
        return f"{_bot(leader)} is the {'best' if len(others) > 1 else 'better'} of {n}"
    some = len(equals) < len(others) or len(others) == 1
    names = bot_names(equals, max_names=MAX_NAMES) if some else "any other"
    return f"{_bot(leader)} is first of {n}, not shown to be ahead of {names}"


def _equals(pairs: Pairs) -> list[str]:
    """Strategies that the first of the standing is not surely ahead of."""
    leader, *others = pairs.names
    return [name for name in others if not pairs.effects[leader, name].low > 0]


def _numbers(run: ScenarioRun) -> str:
    """What the first wins and the next, with their Elo."""
    first, second = run.result(standing).rows(named=True)[:2]
    fair = f"Where {fair_share(run.par or 0.0)} is an equal share"
    names = [bot_names([row["strategy"]]) for row in (first, second)]
    words = f"{fair}, {names[0]} wins {share(first['share'])} of games{_elo(first)}"
    return f"{words} and {names[1]}, the next, {share(second['share'])}{_elo(second)}."


def _elo(row: Mapping[str, Any]) -> str:
    return f" (Elo {signed(row['elo'], 0)})" if present(row.get("elo")) else ""


def _bot(name: str) -> str:
    """A bot as a heading begins with it."""
    return sentence_case(bot_names([name]))


# -- standing and pairs -----------------------------------------------------------------------------------------------


def _certain_pairs(evidence: Evidence) -> tuple[Rows, int]:
    """Of every two strategies whose win shares surely differ the row of the stronger; and how many pairs there are."""
    rows = evidence.rows("finish_ahead", "row", "column", "effect", "p")
    better = [row for row in rows if row["effect"] > 0 and may_head(row["p"])]
    return better, len(evidence.rows("finish_ahead", "row")) // 2


def standing_finding(evidence: Evidence) -> Findings:
    """How far the first is from the last."""
    rows = evidence.rows("standing", "strategy")
    first, last = rows[0]["strategy"], rows[-1]["strategy"]
    if not any((row["row"], row["column"]) == (first, last) for row in _certain_pairs(evidence)[0]):
        return "No bot is shown to be stronger than another"
    low, high = (
        f"Elo {signed(row['elo'], 0)}" if present(row["elo"]) else share(row["share"]) for row in (rows[-1], rows[0])
    )
    statement = f"From {bot_names([first])} ({high}) to {bot_names([last])} ({low})"
    return statement, f"{_bot(first)} leads, {last} is last"


def pairs_finding(evidence: Evidence) -> Findings:
    """How many pairs are decided, and whether anybody finishes ahead of a stronger one."""
    better, n = _certain_pairs(evidence)
    if n == 1:
        names = (bot_names([better[0][side]]) for side in ("row", "column")) if better else ()
        return sentence_case(" is better than ".join(names)) or "Neither is shown to be better"
    if len(better) == n:
        return f"All {number_word(n)} pairs are decided"
    if not better:
        return f"None of {n} pairs is decided"
    return f"{sentence_case(number_word(len(better)))} of {number_word(n)} pairs are decided"


def _pair_charts(evidence: Evidence, title: str) -> list[Chart | None]:
    rows = evidence.rows("finish_ahead", "row", "column", "ahead")
    return [draw_meetings("finish_ahead", title, rows)]


# -- where ------------------------------------------------------------------------------------------------------------


def _place_finding(key: str, evidence: Evidence) -> Findings:
    """Where a strategy wins surely more or less than on the whole, the most of it first."""
    rows = evidence.rows(f"strategy_{key}", "strategy", key, "effect")
    if not rows:
        return "Only one seat was played" if key == "seat" else ""
    certain = sorted((r for r in rows if may_head(r["p"])), key=lambda r: -abs(r["effect"]))
    noun = "seat" if key == "seat" else evidence.game.nouns[0]
    if not certain:
        return f"No bot is shown to depend on its {noun}", "No bot is shown to depend on it"
    row, more = certain[0], len(certain) - 1
    place = f"in seat {row['seat']}" if key == "seat" else f"with {evidence.game.label(row['board'])}"
    words = f"{_bot(row['strategy'])} wins {more_games(row['effect'])} {place} than on the whole"
    statement = f"{words}; {number_word(more)} more such difference{'s' * (more > 1)}" if more else words
    better = f"{_bot(row['strategy'])} is {'better' if row['effect'] > 0 else 'worse'} {place}"
    return statement, better, "Some bots depend on it"


# -- ladders ----------------------------------------------------------------------------------------------------------


def ladder_finding(evidence: Evidence) -> str:
    """How many steps of each ladder are surely ahead of the one below; "" without a ladder."""
    rows = evidence.rows("ladder", "ladder", "elo")
    steps = [row for row in rows if present(row["ahead_low"])]
    if not rows:
        return ""

    def is_ahead(row: Mapping[str, Any]) -> bool:
        low, high = (row[f"ahead_{end}"] - 0.5 for end in ("low", "high"))
        return row["ahead"] > 0.5 and is_certain(row["ahead"] - 0.5, low, high, size=len(steps))

    count = sum(map(is_ahead, steps))
    if count == len(steps):
        return "More thinking wins at every step" if len(steps) > 1 else "More thinking wins"
    if not count:
        return "More thinking is not shown to win more"
    return f"More thinking wins at {number_word(count)} of {number_word(len(steps))} steps"


# -- cycles and actions -----------------------------------------------------------------------------------------------


def cycles_finding(evidence: Evidence) -> Findings:
    """The stablest cycle, where one is stable."""
    if len(evidence.rows("standing", "strategy")) < 3:
        return ""
    cycle = _cycle_words(evidence.rows("cycles", "first"))
    if not cycle:
        return "No three bots are shown to beat each other in turn", "No cycle of bots is shown"
    return sentence_case(cycle), "Three bots beat each other in turn"


def actions_finding(evidence: Evidence) -> Findings:
    """How far the mixes of actions of any two differ in the recorded games; "" without recorded decisions."""
    rows = evidence.rows("alike", "row", "column", "otherwise")
    if not rows:
        return ""
    low, high = (f"{100 * row['otherwise']:.0f}" for row in (rows[0], rows[-1]))
    pair = sentence_case(bot_names([rows[0]["row"], rows[0]["column"]]))
    if len(rows) == 1:
        return f"{pair} differ in {low} % of their turns", f"They differ in {low} % of their turns"
    nearest = f"{pair[:1].lower()}{pair[1:]} the least"
    return f"Any two bots differ in {low} to {high} % of turns, {nearest}", f"Bots differ in {low} to {high} % of turns"


def _place_section(key: str, question: Text) -> Section:
    """Where strategies are strong: in which seats, or with which boards."""
    place = c.SEAT if key == "seat" else c.BOARD
    return Section(
        f"{key}s",
        question,
        partial(_place_finding, key),
        (Table(f"strategy_{key}", (c.STRATEGY, place, c.N, c.SHARE, FROM_MEAN, c.P), compare_places, places_of(key)),),
        partial(charts.place_charts, key=key),
        reading="Blue: it wins more there than on the whole; orange: less.",
    )


SECTIONS = (
    Section(
        "standing", "How strong is each?", standing_finding, (STANDING,),
        charts.standing_charts,
        "At 0 a player wins an equal share among players of the mean strength of those who played.",
        terms=(("Elo", ELO_WORDS),),
    ),
    Section(
        "finish_ahead", "Who finishes ahead of whom?", pairs_finding, (FINISH_AHEAD,), _pair_charts,
        "From the strongest to the weakest: blue fills the upper right; orange there: the weaker beats the stronger.",
    ),
    _place_section("seat", "Who gains from which seat?"),
    _place_section("board", lambda evidence: f"Who gains from which {evidence.game.nouns[0]}?"),
    Section(
        "ladder", "What does more thinking bring?", ladder_finding, (LADDER,),
        charts.ladder_charts,
    ),
    Section("cycles", "Do they beat each other in turn?", cycles_finding, (CYCLES,)),
    Section(
        "behaviour", "How alike do they play?", actions_finding, (BEHAVIOUR, DISTANCES),
        charts.action_charts,
        "Bots with the same bars spend their turns alike.",
    ),
)  # fmt: skip

QUESTION = Question(
    counts=ALL,
    name="tournament",
    asks=lambda game: "who is stronger, and how sure is it?",
    judge=judge_neighbours,
    sections=SECTIONS,
    screen_of=show_first,
    screen=lambda game: (PAIRS,),
    judge_interim=judge_pairs,
    idle_reason=idle_reason,
    warnings=lambda run: run.result(free_mix).warnings,
    summary=lambda run: best_of(run.result(compare_standing)),
)
