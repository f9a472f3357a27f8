"""What a change does to who wins: verdicts on who gains, and at which value of what is set each comes to fair."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

import numpy as np
import polars as pl
from numpy.typing import NDArray

from reports import columns as c
from reports.answer import OverPlans, Verdict
from reports.effects import VERDICT_TYPES, JudgedEffects, effects_of, join_judged, judge_effects
from reports.estimates import together
from reports.estimators.sides import (
    BEFORE_CHANGE,
    BOARD,
    KINDS,
    NOUNS,
    ORDINARY,
    SOLO_CHANGES,
    SOLO_SHARES,
    STRATEGY,
    Kind,
    estimates_of_kinds,
    first_scenario,
    has_no_effect,
    kinds_of,
    subject_name,
    table_of,
    win_share_changes,
)
from reports.frames import Change
from reports.plans import over_plans
from reports.questions.base import Table
from reports.section_comparison import estimate_declared
from reports.sentences import FamilyReference, pp, sentence_case
from reports.stats.intervals import limits
from reports.stats.verdict import FAIR, UNCLEAR, Word

if TYPE_CHECKING:
    from reports.estimates import Estimates
    from reports.frames import ScenarioRun
    from reports.stats.deal_means import Contrast
    from reports.stats.families import Family

__all__ = [
    "FAIR_VALUES", "RESPONSE", "Crossing", "Response", "ShareChange", "SideShare", "crossing", "fair_value_table",
    "fairest_value", "judge_changes", "response_table", "responses", "share_changes", "solo_changes",
]  # fmt: skip

Floats = NDArray[np.float64]

TUNED_FOR_IT = " tuned for it"
DRAWS = 4_000  # an end of the interval is then known to a fortieth of its half width or so


def judge_changes(run: ScenarioRun) -> JudgedEffects:
    """What boards, seats and strategies gain by each change, a family each; and the same in the hands of players tuned
    for each side."""
    families = []
    for kind in run.result(kinds_of) if run.games_played else ():
        names, family, tuned = run.result(win_share_changes, kind)
        is_same = run.result(has_no_effect)
        families += [_judge_same(run, kind, names, family) if is_same else _judge(run, kind, names, family, "")]
        families += [_judge(run, kind, tuned.names, tuned.tuned, TUNED_FOR_IT)] if tuned else []
    return join_judged(families)


def _judge(run: ScenarioRun, kind: Kind, names: Sequence[tuple[str, str]], family: Family, tuned: str) -> JudgedEffects:
    subjects = [_subject(run, kind, who, label) for who, label in names]
    words = sentence_case(_nouns_of(run, kind)[1]) + (", with players tuned for each side" if tuned else "")
    effects = effects_of(family, [f"{subject}{tuned}" for subject in subjects])
    return judge_effects(
        run, effects, _reference(run, kind, tuned), family=words, names=subjects, plans=_plans(run, kind)
    )


def _judge_same(run: ScenarioRun, kind: Kind, names: Sequence[tuple[str, str]], family: Family) -> JudgedEffects:
    """Zeros without intervals, which no game makes surer."""
    rows, verdicts, reference = [], [], _reference(run, kind, "")
    for (who, label), n, deals in zip(names, family.n.tolist(), family.deals.tolist(), strict=True):
        subject = _subject(run, kind, who, label)
        row = dict.fromkeys(VERDICT_TYPES, None) | {"effect": 0.0, "each": 0.0, "se": 0.0}
        sizes = {"margin": run.margin, "n": n, "deals": deals, "has_direction": False, "error_family": family.name}
        rows.append({"subject": subject, **row, **sizes, "verdict": reference.word(FAIR)})
        verdicts.append(
            Verdict(
                subject=subject, reference=reference, verdict=FAIR, leaning="", effect=0.0, low=None, high=None,
                margin=run.margin, p=None, n=n, deals=deals, games_needed=None, name=subject,
                family=sentence_case(_nouns_of(run, kind)[1]),
            )
        )  # fmt: skip
    return pl.DataFrame(rows, schema_overrides=VERDICT_TYPES) if rows else pl.DataFrame(), verdicts


def _plans(run: ScenarioRun, kind: Kind) -> dict[str, OverPlans]:
    """What plans say of each change, ordinary ones and tuned for each side."""
    plans: dict[str, OverPlans] = {}
    if kind.changes_by_plan is None:
        return plans
    estimates, rows = run.result(estimates_of_kinds)[kind.changes_by_plan], []
    table = table_of(run, estimates).select(pl.col("tuned", kind.name, "scenario", "strategy").cast(pl.String))
    for players, who, label, strategy in table.iter_rows():
        subject = _subject(run, kind, who, label)
        if players != ORDINARY:
            subject += TUNED_FOR_IT
        rows.append((subject, strategy))
    for family in estimates.families:
        plans |= over_plans(rows[: len(family.effect)], family, run.plan_families)
        rows = rows[len(family.effect) :]
    return plans


def _subject(run: ScenarioRun, kind: Kind, who: str, label: str) -> str:
    name = subject_name(run, kind.name, who)
    return f"{name} with {label}" if len(run.changes) > 1 else name


def _nouns_of(run: ScenarioRun, kind: Kind) -> tuple[str, str]:
    return NOUNS.get(kind.name, run.game.nouns)


def _reference(run: ScenarioRun, kind: Kind, tuned: str) -> FamilyReference:
    return FamilyReference("before", _nouns_of(run, kind), where="with players tuned for each side" if tuned else "")


def solo_changes(run: ScenarioRun) -> tuple[Estimates, Estimates] | None:
    """Where one decides: win shares on each side by who plays, and what each change does to them."""
    if run.par is not None or not run.changes or not run.games_played:
        return None
    shares, changes = estimate_declared(run, SOLO_SHARES, SOLO_CHANGES)
    return shares, changes


# -- win shares on both sides ------------------------------------------------------------------------------------------


class SideShare(NamedTuple):
    """A win share on one side of a change with the ends of its interval, and how far it is from fair, fractions; the
    word for that ("": there is nothing to compare it with)."""

    share: float
    low: float
    high: float
    gap: float = 0.0
    word: Word | Literal[""] = ""


@dataclass(frozen=True)
class ShareChange:
    """The win share of a board or a seat before a change (old) and after it (new); norm: what it is fair against;
    verdict: on the difference."""

    kind: Kind
    level: str
    change: str
    name: str
    old: SideShare
    new: SideShare
    norm: FamilyReference
    verdict: Verdict


def share_changes(run: ScenarioRun) -> list[ShareChange]:
    """What each change does to the win shares of boards, then of seats, in the hands of ordinary players. Intervals
    hold together with those of their kind."""
    verdicts = {verdict.subject: verdict for verdict in run.result(judge_changes)[1]}
    changes = []
    for kind in run.result(kinds_of):
        if kind.name == STRATEGY:
            continue
        estimates = run.result(estimates_of_kinds)
        means, fair = estimates[kind.changes.means], estimates[kind.fair]
        is_par = bool(fair.blocks) and fair.blocks[0].is_par
        against = "" if is_par else run.game.plain_label
        norm = FamilyReference("par" if is_par else "level", _nouns_of(run, kind), against)
        sides = {key: SideShare(*ends) for key, *ends, _ in _side_rows(run, kind, means)}
        for key, gap, low, high, word in _side_rows(run, kind, fair):
            if is_par:  # the interval that the word is read off
                sides[key] = SideShare(*((run.par or 0.0) + x for x in (gap, low, high)))
            sides[key] = sides[key]._replace(gap=gap, word=word)
        changes += [
            ShareChange(
                kind, level, change, _sentence_name(run, kind, level), sides[level, BEFORE_CHANGE], side, norm,
                verdicts[_subject(run, kind, level, change)],
            )
            for (level, change), side in sides.items()
            if change != BEFORE_CHANGE
        ]  # fmt: skip
    return changes


def _side_rows(run: ScenarioRun, kind: Kind, estimates: Estimates) -> Iterator[tuple[Any, ...]]:
    """Of each level on each side of ordinary players: (level, side), the estimate with its simultaneous interval, its
    word."""
    if not estimates.blocks:
        return
    numbers = [pl.col(end).fill_null(pl.col("estimate")) for end in ("estimate", "low", "high")]
    texts = [pl.col(name).cast(pl.String) for name in (kind.name, "scenario")]
    rows = table_of(run, estimates).filter(tuned=ORDINARY)
    for level, side, *ends, word in rows.select(*texts, *numbers, pl.col("verdict").fill_null(UNCLEAR)).iter_rows():
        yield (level, side), *ends, word


def _sentence_name(run: ScenarioRun, kind: Kind, level: str) -> str:
    """A board or a seat as a sentence names it."""
    is_board = kind.name == BOARD and not run.game.label(level).startswith("no ")
    return run.game.sentence_label(level) if is_board else subject_name(run, kind.name, level)


# -- the fairest value -------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Crossing:
    """Where straight lines between the estimates cross zero.

    `at` are all such values. `low` and `high` are the ends of the 95 % interval of the one crossing, infinite where it
    reaches beyond the values measured, NaN where there is not one crossing. `within`: in which share of the draws there
    is one between the values.
    """

    at: tuple[float, ...]
    low: float
    high: float
    within: float


def crossing(x: Sequence[float], y: Floats, covariance: Floats, *, seed: int) -> Crossing:
    """The crossing of estimates `y` at increasing `x`, with its interval by a parametric bootstrap: estimates drawn
    from the normal with their covariance, which is that of a bootstrap of whole clusters in the limit.

    A draw without a crossing counts as one beyond the end at which it is nearer to zero.
    """
    places, at = np.asarray(x, dtype=np.float64), _zeros(np.asarray(x, dtype=np.float64), y)
    if not np.isfinite(covariance).all():
        return Crossing(tuple(at), math.nan, math.nan, math.nan)
    values, vectors = np.linalg.eigh(covariance)
    root = vectors * np.sqrt(np.maximum(values, 0.0))
    draws = y + np.random.default_rng(seed).standard_normal((DRAWS, len(y))) @ root.T
    zeros = _zeros_of(places, draws)
    crossed = np.isfinite(zeros).any(axis=1)
    within = float(crossed.mean())
    if len(at) != 1:
        return Crossing(tuple(at), math.nan, math.nan, within)
    away = np.where(np.isfinite(zeros), np.abs(zeros - at[0]), np.inf)
    nearest = zeros[np.arange(DRAWS), away.argmin(axis=1)]
    end = np.where(np.abs(draws[:, 0]) < np.abs(draws[:, -1]), -np.inf, np.inf)
    low, high = np.quantile(np.where(crossed, nearest, end), [0.025, 0.975], method="inverted_cdf")
    return Crossing(tuple(at), float(low), float(high), within)


def _zeros(x: Floats, y: Floats) -> list[float]:
    """Where the line through the points is zero, in order; where it stays zero for a while, the ends of that."""
    between = _zeros_of(x, y[None, :])[0]
    return sorted([*map(float, x[y == 0]), *map(float, between[np.isfinite(between)])])


def _zeros_of(x: Floats, y: Floats) -> Floats:
    """Of each row of `y`, where the line between each two neighbouring points is zero inside; NaN where it is not."""
    left, right = y[:, :-1], y[:, 1:]
    with np.errstate(divide="ignore", invalid="ignore"):
        zero = x[:-1] - left * np.diff(x) / (right - left)
    return np.asarray(np.where(left * right < 0, zero, np.nan))


MIN_VALUES = 2  # values that make a response
NUMBERS = ("value", "value_low", "value_high", "within")  # columns that may be null in every row


@dataclass(frozen=True)
class Response:
    """Somebody's distance from fair at every value, and where it comes to none."""

    kind: Kind
    who: str
    contrast: Contrast  # a row a value
    par: float
    crossing: Crossing


def responses(run: ScenarioRun) -> tuple[list[Change], list[Response]]:
    """The changes by their values, and everybody's response; nothing where no two numbers are played."""
    changes = [change for change in run.changes if change.value is not None]
    if changes and changes[0].base_value is not None:  # the value before the change is one of those asked about
        changes.append(Change(run.result(first_scenario), run, of=changes[0].of, value=changes[0].base_value))
    ordered = sorted(changes, key=lambda change: change.value or 0.0)
    if len(ordered) < MIN_VALUES or run.par is None or not run.games_played:
        return [], []
    values, out = [float(change.value or 0.0) for change in ordered], []
    of_kinds = [(kind, run.result(estimates_of_kinds)[kind.fair_together].blocks) for kind in run.result(kinds_of)]
    for kind, block in ((kind, blocks[0]) for kind, blocks in of_kinds if blocks):
        groups = block.means.groups.select(pl.col(kind.name).cast(pl.String), "scenario").rows()
        for who in sorted({name for name, _ in groups}):
            rows = [(who, change.label) for change in ordered]
            if all(row in groups for row in rows):
                contrast = block.means.combine(np.eye(len(groups))[[groups.index(row) for row in rows]]).contrast()
                zero = crossing(values, contrast.estimate - block.par, contrast.covariance, seed=run.seed)
                out.append(Response(kind, who, contrast, block.par, zero))
    return ordered, out


def response_table(run: ScenarioRun, *estimates: Estimates) -> pl.DataFrame:
    """Distance from fair of everybody at every value, each interval by itself."""
    ordered, curves = run.result(responses)
    rows = []
    for response in curves:
        for i, change in enumerate(ordered):
            row = {
                "kind": response.kind.name,
                "name": subject_name(run, response.kind.name, response.who),
                "changed": change.of,
                "value": change.value,
            }
            contrast = response.contrast
            low, high = limits(contrast.estimate, contrast.se, contrast.clusters)
            ends = zip(("", "_low", "_high"), (contrast.estimate, low, high), strict=True)
            rows.append(row | {f"apart{end}": float(x[i]) - response.par for end, x in ends})
    return pl.DataFrame(rows, infer_schema_length=None)


def fair_value_table(run: ScenarioRun, *estimates: Estimates) -> pl.DataFrame:
    """The value at which each comes to fair."""
    ordered, curves = run.result(responses)
    rows = []
    for response in curves:
        zero = response.crossing
        fair_value = zero.at[0] if len(zero.at) == 1 else None
        row = {
            "kind": response.kind.name,
            "name": subject_name(run, response.kind.name, response.who),
            "changed": ordered[0].of,
            "value": fair_value,
        }
        ends = {f"value_{end}": x if math.isfinite(x) else None for end, x in (("low", zero.low), ("high", zero.high))}
        rows.append(row | ends | {"within": zero.within, "words": _format_fair_value(zero)})
    return pl.DataFrame(rows, infer_schema_length=None, schema_overrides=dict.fromkeys(NUMBERS, pl.Float64))


def fairest_value(run: ScenarioRun) -> tuple[str, str] | None:
    """In words, of the values of a number that were played the one with which nobody is as far from fair as with each
    other: no board, or else no seat or plan; and how far that may be, by intervals that hold together for all values,
    as the value is picked on the same games. None where no two values were played."""
    ordered, curves = run.result(responses)
    boards = [response.kind for response in curves if response.kind.name == BOARD]
    kinds = list(dict.fromkeys(boards or [response.kind for response in curves]))
    if not kinds:
        return None
    estimates = run.result(estimates_of_kinds)
    rows = together(*(estimates[kind.fair_together] for kind in kinds), name="whatif values").table
    ends = pl.max_horizontal(pl.col("low", "high").abs()).max()
    table = rows.group_by(pl.col("scenario").cast(pl.String)).agg(
        gap=pl.col("estimate").abs().max(), bound=pl.when(pl.col("low").is_not_null().all()).then(ends)
    )
    gaps = {row["scenario"]: row for row in table.iter_rows(named=True)}
    best, worst = (pick(ordered, key=lambda change: gaps[change.label]["gap"]) for pick in (min, max))
    (gap, bound), other = (gaps[best.label][name] for name in ("gap", "bound")), pp(gaps[worst.label]["gap"])
    far = f"{pp(gap)} points from fair in these games"
    far = far if bound is None else f"{pp(bound)} points from fair, 95 % sure ({pp(gap)} in these games)"
    kind_words = run.game.nouns[0] if boards else "seat or bot"
    words = f"No {kind_words} is then more than {far}; with {worst.value:g} one is {other}."
    return f"Of the values played {best.value:g} is nearest to fair.", words


def _format_fair_value(zero: Crossing) -> str:
    """Where something is fair, as a person says it."""
    if not zero.at:
        return "not within the values tried"
    if len(zero.at) > 1:
        return f"fair at several values: {', '.join(f'{x:.2f}' for x in zero.at)} (interpolated)"
    if math.isinf(zero.low) and math.isinf(zero.high):
        return "too close to fair at every value to tell one"
    ends = [f"{x:.2f}" if math.isfinite(x) else "beyond the values tried" for x in (zero.low, zero.high)]
    return f"fair at {zero.at[0]:.2f} (interpolated), 95 % interval {ends[0]} to {ends[1]}"


WHO = (replace(c.KIND, note="board / seat / strategy"), c.code("name", "who"))
FAIR_VALUES = Table(
    "fair_values",
    (
        *WHO,
        c.code("changed", "what is set"),
        c.number("value", "fair at", 2, estimate=True, note="interpolated; null: not within the values played"),
        c.percent("within", "how surely within the values played", note="share of draws with a fair value"),
        c.code("words", "in words"),
    ),
    fair_value_table,
    tuple(kind.fair_together for kind in KINDS),
)
RESPONSE = Table(
    "response",
    (
        *WHO,
        c.code("changed", "what is set"),
        c.number("value", "value", 0),
        c.pp("apart", "from fair", estimate=True, note="a board from the plain one, others and named boards from par"),
    ),
    response_table,
    FAIR_VALUES.comparisons,
)
