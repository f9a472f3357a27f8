"""Tables of the question what a change does: their columns, and what makes them."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
import polars as pl
from markupsafe import Markup
from numpy.typing import NDArray

from reports import columns as c
from reports.estimators.change_effects import (
    ability_table,
    change_table,
    counter_table,
    fairness_table,
    gain_table,
    point_table,
    shape_table,
    tuned_table,
    win_share_table,
)
from reports.estimators.example_games import EXAMPLES as EXAMPLE_GAMES
from reports.estimators.example_games import seats_text
from reports.estimators.scenarios import POINTS as POINT_COLUMNS
from reports.estimators.scenarios import SHAPE as SHAPE_COLUMNS
from reports.estimators.sides import (
    BEFORE_CHANGE,
    BOARD,
    ORDINARY,
    Kind,
    kinds_of,
    pair_games,
    subject_name,
    win_shares,
)
from reports.frames import RunFrames
from reports.questions.base import Table
from reports.run_facts import Change
from reports.stats.intervals import Contrast

__all__ = [
    "CHANGES", "COUNTERS", "EXAMPLES", "FAIRNESS", "FAIR_VALUES", "POINTS", "POWERS", "RESPONSE", "RETUNED",
    "SHAPE", "TUNED_PLAYERS", "WIN_SHARES", "Crossing", "Response", "crossing", "fair_value_table",
    "response_table", "responses",
]  # fmt: skip


Floats = NDArray[np.float64]

DRAWS = 4_000  # an end of the interval is then known to a fortieth of its half width or so


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


def responses(run: RunFrames) -> tuple[list[Change], list[Response]]:
    """The changes by their values, and everybody's response; nothing where no two numbers are played."""
    changes = [change for change in run.changes if change.value is not None]
    if changes and changes[0].base_value is not None:  # the value before the change is one of those asked about
        changes.append(Change(BEFORE_CHANGE, run, of=changes[0].of, value=changes[0].base_value))
    ordered = sorted(changes, key=lambda change: change.value or 0.0)
    if len(ordered) < MIN_VALUES or run.par is None or not run.games_played:
        return [], []
    values, out = [float(change.value or 0.0) for change in ordered], []
    for kind in kinds_of(run):
        of = run.result(win_shares)[kind.name]
        comparison = of.fair_together if kind.name == BOARD else of.shares
        if comparison is None:
            continue
        means, par = comparison.blocks[0].means, 0.0 if kind.name == BOARD else run.par
        groups = means.groups.select(pl.col(kind.name).cast(pl.String), "scenario", "tuned").rows()
        for who in sorted({name for name, _, players in groups if players == ORDINARY}):
            rows = [(who, change.label, ORDINARY) for change in ordered]
            if all(row in groups for row in rows):
                contrast = means.combine(np.eye(len(groups))[[groups.index(row) for row in rows]]).contrast()
                zero = crossing(values, contrast.estimate - par, contrast.covariance, seed=run.seed)
                out.append(Response(kind, who, contrast, par, zero))
    return ordered, out


def response_table(run: RunFrames) -> pl.DataFrame:
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
            ends = zip(("", "_low", "_high"), (contrast.estimate, contrast.low, contrast.high), strict=True)
            rows.append(row | {f"apart{end}": float(x[i]) - response.par for end, x in ends})
    return pl.DataFrame(rows, infer_schema_length=None)


def fair_value_table(run: RunFrames) -> pl.DataFrame:
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


CHANGE = c.code("scenario", "change")
WHO = (c.word("kind", "kind", note="board / seat / strategy"), c.code("name", "who"), CHANGE)
USES = (
    c.count("n", "n", "seats"),
    c.number("before", "before", 3, "a seat and game", estimate=True),
    c.number("after", "after", 3, "a seat and game", estimate=True),
    c.number("difference", "difference", 3, sign=True, estimate=True, note="after minus before, on the same deals"),
    c.percent("relative", "in % of before", estimate=True, note="the difference over the mean before"),
)

CHANGES = Table(
    "changes",
    (
        CHANGE,
        c.code("what", "what"),
        c.worded("before", "before", lambda value, words: Markup("<del>{}</del>").format(value)),
        c.worded("after", "after", lambda value, words: Markup("<ins>{}</ins>").format(value)),
    ),
    change_table,
)
FAIRNESS = Table(
    "fairness",
    (
        *WHO,
        c.count("n", "n", "seats or pairs"),
        c.pp(
            "before",
            "from fair, before",
            estimate=True,
            note=f"a board from the baseline, others from par; {c.TOGETHER}",
        ),
        c.word("word_before", "verdict before"),
        c.pp("after", "from fair, after", estimate=True, note=c.TOGETHER),
        c.word("word_after", "verdict after"),
        c.word("outcome", "so it"),
    ),
    fairness_table,
)
WIN_SHARES = Table(
    "win_shares",
    (
        *WHO,
        c.N,
        c.percent("before", "win share before", estimate=True),
        c.percent("after", "after", estimate=True),
        c.pp("effect", "difference", estimate=True, note=f"after minus before; {c.TOGETHER}, the kind"),
        c.P,
    ),
    win_share_table,
)
FAIR_VALUES = Table(
    "fair_values",
    (
        *WHO[:2],
        c.code("changed", "what is set"),
        c.number("value", "fair at", 2, estimate=True, note="interpolated; null: not within the values played"),
        c.percent("within", "how surely within the values played", note="share of draws with a fair value"),
        c.code("words", "in words"),
    ),
    fair_value_table,
)
RESPONSE = Table(
    "response",
    (
        *WHO[:2],
        c.code("changed", "what is set"),
        c.number("value", "value", 0),
        c.pp("apart", "from fair", estimate=True, note="a board from the baseline, others from the fair share"),
    ),
    response_table,
)
POINTS = Table("points", POINT_COLUMNS, point_table, side_by_side=("mean", "difference"))
SHAPE = Table("shape", SHAPE_COLUMNS, shape_table, side_by_side=("mean", "difference"))
COUNTERS = Table(
    "counters",
    (c.code("counter", "counter", printed=False), c.code("label", "what"), CHANGE, *USES),
    counter_table,
)
POWERS = Table("powers", (c.BOARD, c.word("ability", "ability"), CHANGE, *USES), ability_table)
TUNED_PLAYERS = Table(
    "tuned_players",
    (
        *WHO,
        c.word("players", "players", note="ordinary, tuned for the side they play, or how far the two differ"),
        c.N,
        c.pp("effect", "effect", estimate=True, note=f"share, after minus before; {c.TOGETHER}"),
        c.P,
    ),
    tuned_table,
)
RETUNED = Table(
    "retuned",
    (
        CHANGE,
        c.STRATEGY,
        c.word("plays", "plays", note="found on which side: the best there of all found"),
        c.count("generations", "generations", note="of 16 plans"),
        c.count("deals", "fresh deals"),
        c.pp("share", "gain of win share", estimate=True, note="over the plan whose seat it takes"),
        c.points("ahead", "points ahead", sign=True, estimate=True, note="gain, of the mean opponent"),
    ),
    gain_table,
)
EXAMPLES = Table(
    EXAMPLE_GAMES,
    (
        c.word("kind", "kind", note="typical / closest / strangest"),
        c.code("change", "change", note="where there are several"),
        c.count("game", "game", note="its number in both scenarios"),
        c.link("replay", "before", "watch", note="the page of its replay; null: none"),
        c.link("replay_after", "after", "watch", note="the same"),
        c.number("apart", "apart", 1, "points a seat", note="mean over seats of how far its score moved"),
        c.worded("played", "who played, and their scores", lambda value, words: seats_text(str(value))),
        c.count("winning_margin", "margin, before", "points"),
        c.count("winning_margin_after", "after", "points"),
        replace(c.count("n_decisions", "length", "decisions"), printed=False),
        replace(c.count("n_decisions_after", "length", "decisions"), printed=False),
        c.word("scenario", "scenario", printed=False, note="that of the game after the change"),
        replace(c.count("deal", "deal"), printed=False),
    ),
    pair_games,
)
