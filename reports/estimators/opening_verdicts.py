"""Verdicts on forced openings: groups against the mean of the others, the rulebook's tip against its rivals; and what
they come to in words."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Literal

import polars as pl

from reports.answer import EXPLORATORY, FirstScreen, OverPlans, Verdict
from reports.effects import JudgedEffects, effects_of, join_judged, judge_effects
from reports.estimators.forced_openings import (
    AGAINST_REST,
    REST_BY_PLAN,
    TIP_BY_PLAN,
    Differences,
    ForcedGroups,
    ForcedOpening,
    compare_groups,
    compare_tip,
    forced_groups,
)
from reports.estimators.openings import (
    ALL_OTHERS,
    FORCED,
    ORDINARY,
    Grouping,
    families_of,
    habit,
    has_choices,
    tip_pairs,
)
from reports.first_screen import SIDES, WHO, no_change
from reports.frames import ScenarioRun
from reports.plans import over_plans
from reports.section_comparison import ScreenComparison, SectionComparison, estimate_declared
from reports.sentences import FamilyReference, join_names, more_games, more_or_fewer, number_word, share, try_edits
from reports.stats.verdict import FAIR, STRONGER, UNCLEAR, WEAKER

__all__ = [
    "TIP", "UNTUNED", "first_screen_of", "groups_finding", "join_labels", "judge_openings", "none_of", "notes",
    "nothing_to_judge", "opening_classes", "sides_of", "summarize", "tip_words", "warnings",
]  # fmt: skip

TIP = "The rulebook's tip"
UNTUNED = "No bot is tuned to an opening; one that is may do better with it."
ALWAYS = 0.995  # of a plan's games: below it a note says how often the plan could be kept
Side = tuple[str, str, str]  # a group's name; more, less, fair or unclear; the word it leans to


def judge_openings(run: ScenarioRun) -> JudgedEffects:
    """Every group against the mean of the others, then the tip; nothing where fewer than two groups were forced."""
    forced, groups = run.result(forced_groups), run.result(compare_groups)
    if forced is None or groups is None:
        return pl.DataFrame(), []
    return join_judged([*(_judge_groups(run, forced, groups, who) for who in forced.players), *_judge_tip(run, forced)])


def opening_classes(run: ScenarioRun) -> ScreenComparison | None:
    """What classes of players are compared in: each opening against the mean of the others; nothing where plans tuned
    for their opening come first, or none was forced."""
    forced = run.result(forced_groups)
    if forced is None or forced.players[0] != ORDINARY:
        return None
    return ScreenComparison(AGAINST_REST, forced.grouping.subject)


def _judge_groups(run: ScenarioRun, forced: ForcedGroups, differences: Differences, players: str) -> JudgedEffects:
    """The groups in the hands of these players."""
    grouping, is_first = forced.grouping, players == forced.players[0]
    rows = [row for row, opening in enumerate(differences.openings) if opening.players == players]
    groups = [differences.openings[row].group for row in rows]
    refined = "" if is_first else f", {players_name(forced, players)}"  # a refinement of what the first are
    subjects = {group: f"{grouping.subject(group)}{refined}" for group in groups}
    noun = ("number", "numbers") if grouping.letter else (f"first {grouping.turn[0]}", f"first {grouping.turn[1]}")
    reference = _reference(forced, players, "rest", noun, f"the mean of {grouping.others}")
    over = _over_plans(run, REST_BY_PLAN, subjects) if players == ORDINARY else {}
    names = [grouping.names([group]) for group in groups]
    effects = effects_of(differences.family.part(rows), list(subjects.values()))
    name = _family(forced, grouping.forced, players)
    return judge_effects(run, effects, reference, family=name, names=names, plans=over)


def _judge_tip(run: ScenarioRun, forced: ForcedGroups) -> Iterator[JudgedEffects]:
    """The numbers the rulebook names against the best other one and against the mean of all others, in the hands of
    plans tuned to open so, then of ordinary ones; nothing without a tip.

    The best other number was picked, so the family holds the comparisons with every other one, by both.
    """
    differences, (inside, outside) = run.result(compare_tip), forced.tip
    if differences is None:
        return
    subjects, names = [], [forced.grouping.names(inside)]
    for players, rival in differences.openings:
        by = "" if players == forced.players[0] else f" by {players_name(forced, players)}"
        subjects.append(f"tip{by}: {' or '.join(inside)} against {_rival(rival)}")
    effects = effects_of(differences.family, subjects)
    of_ordinary = {
        rival: subject
        for (players, rival), subject in zip(differences.openings, subjects, strict=True)
        if players == ORDINARY
    }
    over = _over_plans(run, TIP_BY_PLAN, of_ordinary)
    for players in forced.players:
        family = _family(forced, TIP, players)
        for rival in (forced.best_of(players, outside), ALL_OTHERS):
            reference = _reference(forced, players, "level", ("tip", "tips"), f"opening with {_rival(rival)}")
            effect = effects[differences.openings.index(ForcedOpening(players, rival))]
            yield judge_effects(run, [effect], reference, family=family, names=names, plans=over)


def _rival(rival: str) -> str:
    """What the tip is compared with."""
    return rival if rival == ALL_OTHERS else f"{rival}, the best other number"


def _over_plans(run: ScenarioRun, comparison: SectionComparison, subjects: Mapping[str, str]) -> dict[str, OverPlans]:
    """What plans say of each of these, by group or rival: ordinary ones, as each number has a plan of its own that is
    tuned to open so."""
    (estimates,) = estimate_declared(run, comparison)
    if not estimates.blocks:
        return {}
    key = "forced_group_other" if "forced_group_other" in estimates.keys else "forced_group"
    rows = estimates.table.select(key, "strategy").iter_rows()
    pairs = [(subjects[group or ALL_OTHERS], plan) for group, plan in rows]
    return over_plans(pairs, estimates.families[0], run.plan_families)


def _reference(
    forced: ForcedGroups, players: str, kind: Literal["rest", "level"], noun: tuple[str, str], against: str
) -> FamilyReference:
    """What is compared with what, in the hands of these players."""
    arms = {FORCED if opening.players == ORDINARY else "tuned" for opening in forced.at(players).values()}
    who = f" and played by {players_name(forced, players)}" if len(forced.players) > 1 else ""
    where = f"when forced on the same deals{who}"
    return FamilyReference(kind, noun, against, where, "opening with {name}", tuple(sorted(arms)))


def players_name(forced: ForcedGroups, players: str) -> str:
    """Who plays, as a sentence has it: "bots tuned to open so"; where none is tuned, "these bots"."""
    if len(forced.players) == 1:
        return "these bots"
    ordinary = [group for group, plan in forced.at(players).items() if plan.players != players]
    but = f" ({', '.join(ordinary)} played by ordinary ones)" if ordinary else ""
    return "ordinary bots" if players == ORDINARY else f"bots {players}{but}"


def _family(forced: ForcedGroups, family: str, players: str) -> str:
    """A family of verdicts, and where there are several kinds of players, by whom its openings are played."""
    return family if len(forced.players) == 1 else f"{family}, {players_name(forced, players)}"


# -- in words ---------------------------------------------------------------------------------------------------------


def groups_finding(sides: Sequence[Side], grouping: Grouping) -> str:
    """What groups come to: "Opening with 4 or 5 market turns is stronger, with 0 weaker"."""
    more, less = ([_label(name, grouping) for name, side, _ in sides if side == way] for way in ("more", "less"))
    if more or less:
        first, word = (more, STRONGER) if more else (less, WEAKER)
        rest = f", with {join_labels(less, grouping, short=True)} {WEAKER}" if more and less else ""
        return f"Opening with {join_labels(first, grouping)} is {word}{rest}"
    if leaning := [(name, word) for name, _, word in sides if word]:
        return f"Opening with {leaning[0][0]} may be {leaning[0][1]}, not decided"
    kinds = f"numbers of {grouping.kind()}" if grouping.letter else f"first {grouping.turn[1]}"
    if all(side == "fair" for _, side, _ in sides):
        return f"All {kinds} are equally good"
    return f"{none_of(grouping)} is shown to be better or worse than the others"


def none_of(grouping: Grouping) -> str:
    """No group of openings, as a sentence begins."""
    return f"No number of {grouping.kind()}" if grouping.letter else f"No first {grouping.turn[0]}"


def _label(name: str, grouping: Grouping) -> str:
    """A group in short: "4" of "4 market turns"."""
    return name.split(" ")[0] if grouping.letter else name


def join_labels(labels: Sequence[str], grouping: Grouping, *, short: bool = False) -> str:
    """Labels behind "with": numbers in their order, others the furthest first and three at most."""
    if grouping.letter:
        return grouping.names(sorted(labels, key=int), short=short)
    return join_names(labels, "or", max_names=3)


def sides_of(verdicts: Sequence[Verdict]) -> list[Side]:
    """Verdicts that may stand in a heading."""
    sure = [v for v in verdicts if v.kind != EXPLORATORY]
    by_size = sorted(sure, key=lambda v: -abs(v.effect or 0.0))
    return [(v.name, SIDES[v.word], v.reference.word(v.leans) if v.leans else "") for v in by_size]


def tip_words(best: Verdict, rest: Verdict) -> str:
    """What is shown of the tip, against the best other number and against all others."""
    of_best = {STRONGER: "is right", WEAKER: "is wrong", FAIR: "is as good as others"}
    verbs = {STRONGER: "beats", WEAKER: "loses to"}
    of_rest = f"{verbs[rest.word]} the other numbers on average" if rest.word in verbs else ""
    return of_best.get(best.word) or of_rest or "is neither confirmed nor refuted"


def first_screen_of(run: ScenarioRun, screen: FirstScreen) -> FirstScreen:
    """What forced groups come to, what they win, and what is shown of the rulebook's tip."""
    forced = run.result(forced_groups)
    if forced is None or not screen.rows:
        return screen
    grouping, plans = forced.grouping, forced.at(forced.players[0])
    by_name = {grouping.names([group]): forced.share(plan) for group, plan in plans.items()}
    verdicts = run.result(judge_openings)[1]
    decided = [row.name for row in screen.rows if row.side in ("more", "less")]
    gap_of = {row.name: row.value / 100 for row in screen.rows}
    who = f", played by {players_name(forced, forced.players[0])}" if len(forced.players) > 1 else ""
    lead = screen.lead
    if decided:
        best, worst = decided[0], decided[-1]
        rest = (
            ""
            if worst == best
            else f"; with {_label(worst, grouping)} it wins {share(by_name[worst])} ({more_or_fewer(gap_of[worst])})"
        )
        than = f"{more_games(gap_of[best])} than the mean of {grouping.others}"
        lead = f"Forced on the same deals{who}, opening with {best} wins {share(by_name[best])} of games, {than}{rest}."
    lead += _tip_sentence(verdicts)
    sides = [(row.name, row.side, row.word.partition("leaning ")[2]) for row in screen.rows]
    doubts = screen.doubts
    if len(forced.players) > 1:  # each number has a plan of its own, so that there is no mean over plans
        ordinary = groups_finding(sides_of(families_of(verdicts, "rest")[-1]), grouping)
        words = f"a bot tuned to each opening; in the hands of ordinary bots {ordinary[:1].lower()}{ordinary[1:]}"
        doubts = tuple(replace(doubt, words=words) if doubt.source == WHO else doubt for doubt in doubts)
    finding = f"{groups_finding(sides, grouping)}{_tip_phrase(verdicts, forced)}"
    if news := _habit_news(run, sides):
        finding, lead = news, f"{finding}. {lead}".strip()
    return replace(screen, finding=finding, lead=lead, doubts=doubts, change=_change(run, screen, verdicts, forced))


def _change(
    run: ScenarioRun, screen: FirstScreen, verdicts: Sequence[Verdict], forced: ForcedGroups
) -> tuple[str, str] | None:
    """What to change: a tip that is wrong; else nothing that fairness asks for, as every seat may open alike."""
    game = run.game
    for _, best, _ in tip_pairs(verdicts)[:1]:
        if best.word == WEAKER:
            name = best.reference.against.removeprefix("opening with ").partition(",")[0]
            return (
                f"Change the rulebook's tip from {_tip_levels(forced)} to {name}.",
                "Every seat may open so: fairness asks for nothing else.",
            )
    why = f"Every seat may open so. {try_edits(game)}".strip()
    unclear = f"{none_of(forced.grouping)} is shown to be better."
    return no_change(screen, why, title="Fairness asks for no change.", unclear=unclear, fair="All are equally good")


def summarize(run: ScenarioRun) -> str:
    """The groups and the rulebook's tip in a sentence; "" where none were forced against each other."""
    forced, verdicts = run.result(forced_groups), run.result(judge_openings)[1]
    if forced is None or not verdicts:
        return _habit_news(run, [])
    sides = sides_of(families_of(verdicts, "rest")[0])
    words = f"{groups_finding(sides, forced.grouping)}{_tip_phrase(verdicts, forced)}"
    return f"{news}. {words}" if (news := _habit_news(run, sides)) else words


def _habit_news(run: ScenarioRun, sides: Sequence[Side]) -> str:
    """That all bots open alike, and whether that leaves no choice or another opening, when forced, wins more: a
    finding; "" where they do not, or one alone played."""
    own_habit, grouping = run.result(habit), Grouping(run.game)
    if own_habit is None or own_habit[3] == 1:
        return ""
    group, *_ = own_habit
    own_name = grouping.names([group])
    opens, better = f"Every bot opens with {own_name}", [name for name, side, _ in sides if side == "more"]
    if better and own_name not in better:
        labels = [_label(name, grouping) for name in better]
        return f"{opens}, though opening with {join_labels(labels, grouping)} is {STRONGER}"
    if not grouping.letter:
        return f"{opens}: the {grouping.kind()} is no choice"
    is_whole = int(group) == run.game.opening_turns
    return f"{opens}: the {run.game.opening.name} is no choice" if is_whole else opens


def _tip_phrase(verdicts: Sequence[Verdict], forced: ForcedGroups) -> str:
    """What is shown of the tip in the first players' hands, behind a finding; "" without a tip."""
    pairs = tip_pairs(verdicts)
    return f"; the rulebook's tip, {_tip_levels(forced)}, {tip_words(*pairs[0][1:])}" if pairs else ""


def _tip_sentence(verdicts: Sequence[Verdict]) -> str:
    """How the tip does against the best other number, in the first players' hands; "" without a tip."""
    for _, rival, _ in tip_pairs(verdicts)[:1]:
        name = rival.reference.against.removeprefix("opening with ").partition(",")[0]
        of_best = more_games(rival.effect or 0.0)
        unclear = f" ({rival.verdict})" if rival.verdict == UNCLEAR else ""
        return f" {TIP} wins {of_best} than {name}, the best{unclear}."
    return ""


def _tip_levels(forced: ForcedGroups) -> str:
    return " or ".join(forced.tip[0])


# -- beside them ------------------------------------------------------------------------------------------------------


def warnings(run: ScenarioRun) -> list[str]:
    """Said before everything else: that all plans open alike, and that nobody is tuned to the openings forced."""
    own_habit, is_tuned, grouping = run.result(habit), "tuned" in run.arms, Grouping(run.game)
    if own_habit is None:
        return [UNTUNED] if run.result(forced_groups) is not None and not is_tuned else []
    usual, n, size, strategies = own_habit
    plans, opens = ("The one bot", "opens") if strategies == 1 else (f"All {number_word(strategies)} bots", "open")
    words = f"{plans} of this run, free to choose, {opens} with {grouping.names([usual])} ({n:,} of {size:,} openings)"
    if is_tuned:
        return [f"{words}. Chosen openings cannot be compared; forced ones lead, played by bots tuned to open so."]
    return [f"{words}. Chosen openings cannot be compared, and a bot tuned to another may do better with it."]


def nothing_to_judge(run: ScenarioRun) -> list[str]:
    """Why there is nothing to judge."""
    if run.result(forced_groups) is None:
        if not has_choices(run):
            return ["The run has no openings to compare."]
        depends = f"chosen openings depend on {run.game.opening.confounded_by}"
        return [f"No opening was forced: {depends}, so their win shares are no proof of cause."]
    groups = run.result(compare_groups)
    return [] if groups else ["No groups of openings were forced against each other: there is nothing to judge."]


def notes(run: ScenarioRun) -> list[str]:
    """What was not forced, or could not be kept, and what chosen and forced stand for."""
    forced, grouping = run.result(forced_groups), Grouping(run.game)
    if forced is None:
        return []
    plans = forced.at(ORDINARY)
    missing = [grouping.label(group) for group in grouping.order if group not in plans]
    barred = f"Not forced, because the rules hardly ever allow it as a first {grouping.turn[0]}: {', '.join(missing)}."
    followed = {group: forced.rows[plan]["followed"] for group, plan in plans.items()}
    rates = [f"{grouping.label(group)} {100 * rate:.0f} %" for group, rate in followed.items() if rate < ALWAYS]
    partly = (
        f"The rules did not let every seat keep to its forced opening; kept: {', '.join(rates)}. A seat "
        "that cannot plays freely. Openings are compared as forced, kept or not: where few could keep one, its own "
        "effect is probably larger than shown."
    )
    cause = (
        f"Chosen: what the bots did, confounded by {run.game.opening.confounded_by}. Forced: imposed on one "
        "seat of the same deals, whatever it would have chosen: the causal number."
    )
    is_barred = bool(missing) and not grouping.letter
    return [barred] * is_barred + [partly] * bool(rates) + [cause] * has_choices(run)
