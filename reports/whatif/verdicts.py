"""Verdicts on a change: what each board, seat and strategy gains or loses by it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import cache

import numpy as np
import polars as pl

from reports.answer import OverPlans, Verdict
from reports.compare import estimate_comparisons
from reports.comparison import parse_comparison
from reports.effects import VERDICT_TYPES, Judged, effects_of, judged
from reports.frames import RunFrames
from reports.plans import others_than_plans, over_plans
from reports.sentences import Reference, pp, sentence_case, signed_pp
from reports.stats.families import Family
from reports.stats.verdict import FAIR
from reports.tuned import Tuned, parts
from reports.whatif.sides import BEFORE_CHANGE, BOARD, ORDINARY, Kind, is_same, kinds_of, sides, win_shares

__all__ = [
    "judge", "no_data_reason", "no_effect_note", "notes", "size", "solo_sentences", "subject_name",
    "tuned_win_share_changes", "win_share_changes",
]  # fmt: skip

SAME = "Nothing changes: both sides are the same game."
TUNED_FOR_IT = " tuned for it"
Names = list[tuple[str, str]]  # who, and by which change


def no_data_reason(run: RunFrames) -> str:
    """Why there is nothing to compare; "" where there is."""
    if run.changes:
        return ""
    return "This run has one side only: `analyser whatif` plays a game before and after a change."


def win_share_changes(run: RunFrames, kind: Kind) -> tuple[Names, Family]:
    """The differences of a kind's win shares, after minus before, players as they come."""
    names, family, _ = run.once(_families(kind))
    return names, family


def tuned_win_share_changes(run: RunFrames, kind: Kind) -> Tuned[tuple[str, str]] | None:
    """The same beside those of players tuned for each side; None where nobody was."""
    return run.once(_families(kind))[2]


@cache
def _families(kind: Kind) -> Callable[[RunFrames], tuple[Names, Family, Tuned[tuple[str, str]] | None]]:
    """Works out all differences of a kind, judged together."""

    def families(run: RunFrames) -> tuple[Names, Family, Tuned[tuple[str, str]] | None]:
        changes = run.once(win_shares)[kind.name].changes
        rows = changes.table.select("tuned", pl.col(kind.name).cast(pl.String), "scenario").rows()
        names = [(who, label) for players, who, label in rows if players == ORDINARY]
        tuned_names = [(who, label) for players, who, label in rows if players != ORDINARY]
        tuned_names = tuned_names[: len(tuned_names) // 2]  # then how far each of them differs from ordinary players
        same = [names.index(name) for name in tuned_names]
        (family_of_all,) = changes.families
        first = family_of_all.part(slice(len(names)))
        if is_same(run):
            zero, none = np.zeros(len(names)), np.full(len(names), np.nan)
            first = replace(first, effect=zero, se=zero, n=first.n // 2, low=none, high=none)  # n: played once
            first = replace(first, low_each=none, high_each=none)
        return names, first, parts(family_of_all, first, tuned_names, same)

    return families


def judge(run: RunFrames) -> Judged:
    """Boards are one family of comparisons, seats another, strategies a third."""
    rows, verdicts = [], []
    for kind in kinds_of(run) if run.games_played else ():
        names, family = win_share_changes(run, kind)
        subjects = [_subject(run, kind, who, label) for who, label in names]
        tuned_changes = tuned_win_share_changes(run, kind)
        of = f"{_family(run, kind)}{', players as they come' if tuned_changes else ''}"
        if is_same(run):
            table, table_verdicts = _same(run, kind, subjects, family, of)
        else:
            plans = _plans(run, kind)
            effects = effects_of(family, subjects)
            table, table_verdicts = judged(run, effects, _reference(run, kind), family=of, plans=plans)
        rows.append(table)
        verdicts += table_verdicts
        if tuned_changes is not None:
            table, table_verdicts = _of_tuned(run, kind, tuned_changes)
            rows.append(table)
            verdicts += table_verdicts
    return pl.concat([table for table in rows if len(table)]) if verdicts else pl.DataFrame(), verdicts


def _same(run: RunFrames, kind: Kind, subjects: Sequence[str], family: Family, of: str) -> Judged:
    """What nobody gains or loses where both sides are the same game: 0, which no game makes surer."""
    rows, verdicts, reference = [], [], _reference(run, kind)
    for subject, n, deals in zip(subjects, family.n.tolist(), family.deals.tolist(), strict=True):
        numbers = {"effect": 0.0, "se": 0.0, "effect_low": None, "effect_high": None, "p": None}
        numbers |= {"each": 0.0, "each_low": None, "each_high": None, "needs": None}
        numbers |= {"games_needed": None, "games_needed_low": None, "games_needed_high": None, "settled_by": None}
        figures = {"margin": run.margin, "verdict": reference.word(FAIR), "leaning": None, "n": n, "deals": deals}
        shared = {"p_alone": None, "has_direction": False, "error_family": family.name}
        rows.append({"subject": subject, **numbers, **figures, **shared})
        verdicts.append(
            Verdict(
                subject=subject, reference=reference, verdict=FAIR, leaning="", effect=0.0, low=None, high=None,
                margin=run.margin, p=None, n=n, deals=deals, games_needed=None, family=of, name=subject,
            )
        )  # fmt: skip
    return pl.DataFrame(rows, schema_overrides=VERDICT_TYPES) if rows else pl.DataFrame(), verdicts


def _of_tuned(run: RunFrames, kind: Kind, tuned_changes: Tuned[tuple[str, str]]) -> Judged:
    """The change where each side is played by players tuned for it, beside players as they come."""
    names = [_subject(run, kind, who, label) for who, label in tuned_changes.names]
    subjects = [f"{name}{TUNED_FOR_IT}" for name in names]
    family = f"{_family(run, kind)}, each side played by players tuned for it"
    effects, plans = effects_of(tuned_changes.own, subjects), _plans(run, kind)
    return judged(run, effects, _reference(run, kind, "tuned"), family=family, names=names, plans=plans)


def _plans(run: RunFrames, kind: Kind) -> dict[str, OverPlans]:
    """What plans say of each change, as they come and tuned for each side."""
    estimates = run.once(win_shares)[kind.name].changes_by_strategy
    plans: dict[str, OverPlans] = {}
    if estimates is not None:
        table = estimates.table.select(pl.col("tuned", kind.name, "scenario", "strategy").cast(pl.String))
        others, rows = others_than_plans(run), []
        for players, who, label, strategy in table.iter_rows():
            subject = _subject(run, kind, who, label)
            if players != ORDINARY:
                subject += TUNED_FOR_IT
            elif strategy in others:
                subject = ""
            rows.append((subject, strategy))
        for family in estimates.families:
            plans |= over_plans(run, rows[: len(family.effect)], family)
            rows = rows[len(family.effect) :]
    return plans


def subject_name(run: RunFrames, kind: str, who: str) -> str:
    """A board, seat or strategy in words."""
    return {BOARD: run.game.label(who), "seat": f"seat {who}"}.get(kind, who)


def _family(run: RunFrames, kind: Kind) -> str:
    """What is compared, as a sentence opens."""
    return {BOARD: sentence_case(run.game.nouns[1]), "seat": "Seats"}.get(kind.name, "Strategies")


def _subject(run: RunFrames, kind: Kind, who: str, label: str) -> str:
    name = subject_name(run, kind.name, who)
    return f"{name} with {label}" if len(run.changes) > 1 else name


def _reference(run: RunFrames, kind: Kind, tuned: str = "") -> Reference:
    """The game before the change, as ordinary players have it, or players tuned for each side."""
    noun = {BOARD: run.game.nouns, "seat": ("seat", "seats")}.get(kind.name, ("strategy", "strategies"))
    where = "with players tuned for each side" if tuned else ""
    return Reference("before", noun, where=where)


def notes(run: RunFrames) -> list[str]:
    """What is compared with what, and whether anything at all has changed."""
    if is_same(run):
        return [SAME]
    arms = [kind.name for kind in kinds_of(run)]
    mirrored = "mirror" in run.arms and BOARD in arms
    where = (
        f" {sentence_case(run.game.nouns[1])} are compared where all seats play one plan, seats and strategies where "
        "every seat has a plan and a board of its own." if mirrored and "cross" in run.arms else ""
    )  # fmt: skip
    same = _changes_without_effect(run)
    unchanged = f" Not one of the games is another with {', '.join(same)}." if same else ""
    return [
        f"Every game after the change has the deal, the seats and the line-up of one before it.{where}{unchanged}",
        _players(run),
    ]


def _players(run: RunFrames) -> str:
    """Whether players know the changed game."""
    if run.retuned is None:
        return (
            "Strategies play the changed game as they are: none was tuned for it, and players who learn it may do "
            "better. `--retune 5` tunes them for each side."
        )
    return (
        "Players as they come play both sides of the change alike. Beside them each side is played by the same plans "
        "tuned for it, on the same deals, none of which was searched on: those before the change as long as those "
        "after it, so that what they differ in is the change's and not tuning's."
    )


def no_effect_note(run: RunFrames) -> str:
    """That nothing comes of any change; "" where games differ."""
    if is_same(run):
        return SAME
    if not run.games_played or len(_changes_without_effect(run)) < len(run.changes):
        return ""
    return (
        f"Not one of {run.games_played:,} games is another after the change: every difference is exactly 0. What it "
        "changes never came up, and intervals say how much rarer games may hide."
    )


def _changes_without_effect(run: RunFrames) -> list[str]:
    """The changes after which every game is as before."""
    return [change.label for change in run.changes if change.run.once(_fingerprint) == run.once(_fingerprint)]


def _fingerprint(run: RunFrames) -> int:
    """A number that is the same for the same games."""
    columns = [
        column for column in run.columns if column not in ("scenario", "board", "strategy", "forced_opening", "arm")
    ]
    return int(run.table.select(pl.struct(columns).hash().bitwise_xor()).collect().item() or 0)


def solo_sentences(run: RunFrames) -> list[str]:
    """Where one decides: what the change does to how often the player wins, in one sentence a change."""
    if run.par is not None or not run.changes or not run.games_played:
        return []
    scenarios = sides(run, tuned=True)
    by, first = ["tuned", "scenario"], {"scenario": BEFORE_CHANGE}
    comparisons = [
        parse_comparison(scenarios, by=by, against=reference, name="whatif alone") for reference in (None, first)
    ]
    estimates = estimate_comparisons(scenarios, comparisons)
    shares, changes = (table.table.rows(named=True) for table in estimates)
    of = {(row["tuned"], row["scenario"]): row["estimate"] for row in shares}
    sentences = []
    for row in changes:
        players, label, gap = row["tuned"], row["scenario"], row["estimate"]
        who = ", as they come" if run.retuned else ""
        who = who if players == ORDINARY else ", each side played by a player tuned for it"
        share = f"{pp(of[players, BEFORE_CHANGE])} % before, {pp(of[players, label])} % after"
        ends = f"95 % interval {pp(row['low_each'])} to {pp(row['high_each'])} pp"
        head = f"With {label} the" if len(run.changes) > 1 else "The"
        sentences.append(f"{head} player wins {share}{who}: {signed_pp(gap)} pp ({ends}).")
    return sentences


def size(run: RunFrames) -> dict[str, int | float]:
    """Games after the change, of each."""
    return {f"games_{change.label}": change.run.games_played for change in run.changes}
