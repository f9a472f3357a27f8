"""What decisions are worth, worked out from the rows that `analyser decisions --json` prints, a row a decision."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tests.reports.expected.rows import FEW_DEALS

__all__ = ["contradictions_of_decisions"]

Floats = NDArray[np.float64]
MEASURES = {
    "pick against middle option": "over_median",
    "pick against next option": "over_second",
    "another player's chance": "swing",
}
OFTEN = 20  # decisions in which an option must have been offered before it counts as never taken
SAMPLES = 4_000  # of uniform p-values
ERRORS = (0.04, 0.06)  # of the bound: 5 %, within three standard errors of this many samples


def contradictions_of_decisions(rows: Sequence[Mapping[str, Any]], screen: Mapping[str, Any]) -> list[str]:
    """What a first screen says that the decisions do not: one line each."""
    lines = [*chart_lines(rows, screen), *share_lines(rows, screen), *option_lines(rows, screen)]
    gain, lost = values_of(rows, "over_median").mean(), values_of(rows, "cannot_win").mean()
    expected = [f"{abs(100 * gain):.1f} {'more' if gain > 0 else 'fewer'} of 100 games"]
    expected += [f"{100 * lost:.0f} % of decisions"] if lost else ["No decision is of a player who cannot win any more"]
    expected += [f"{abs(100 * values_of(rows, 'swing').mean()):.1f} of 100 games"] if lost else []
    return lines + [
        f"the sentence does not say {words}: {screen['lead']}" for words in expected if words not in screen["lead"]
    ]


def values_of(rows: Sequence[Mapping[str, Any]], name: str) -> Floats:
    """A number of all decisions that have it."""
    return np.array([row[name] for row in rows if row[name] is not None], dtype=np.float64)


def chart_lines(rows: Sequence[Mapping[str, Any]], screen: Mapping[str, Any]) -> Iterator[str]:
    """Means in percentage points, and Student's intervals: every decision is of a deal of its own."""
    from scipy.stats import t

    drawn = {row["name"]: row for row in screen["rows"]}
    for name, measure in MEASURES.items():
        x = 100 * values_of(rows, measure)
        if not len(x):
            if name in drawn:
                yield f"{name} is drawn: no decision has it"
            continue
        half = float(t.ppf(0.975, len(x) - 1) * x.std(ddof=1) / len(x) ** 0.5) if len(x) > 1 else 0.0
        expected = [float(x.mean()), float(x.mean()) - half, float(x.mean()) + half]
        if name not in drawn or not np.allclose(
            [drawn[name][end] for end in ("value", "low", "high")], expected, atol=1e-9
        ):
            yield f"{name} has {drawn.get(name)}: {expected}"


def share_lines(rows: Sequence[Mapping[str, Any]], screen: Mapping[str, Any]) -> Iterator[str]:
    """The finding says how many decisions matter at least, and of few deals that nothing is decided."""
    p = [row["p"] for row in rows]
    low, high = (n_true_effects(p, error) for error in ERRORS)
    shares = {f"{100 * n / len(p):.0f} %" for n in range(low, high + 1)}
    words = [f"at least {share} of decisions matter" for share in shares - {"0 %"}]
    words += ["no decision is shown to matter"] if low == 0 else []
    finding = screen["finding"].lower()
    if not any(each in finding for each in words):
        yield f"{screen['finding']}: {low} to {high} of {len(p)} matter at least"
    if (len(rows) < FEW_DEALS) != finding.startswith("not decided yet"):
        yield f"{screen['finding']}: {len(rows)} deals"


def n_true_effects(p_values: Sequence[float], error: float) -> int:
    """How many null hypotheses are wrong at least, but for this error (Meinshausen and Rice 2006).

    Of m true ones the k-th smallest p-value is rarely below q_k, a quantile of the Beta distribution of its rank at a
    level at which all hold together: here found by drawing uniform p-values. Of those below t at most as many are true
    as there are q_k up to t; the rest are wrong. So many fewer are true, for which it is worked out again. Bounded are
    the first sixty and then every rank some 5 % further on.
    """
    from scipy.special import betainc, betaincinv

    p, wrong = np.sort(p_values), 0
    m = len(p)
    ranks = np.unique(
        [*range(1, min(m, 60) + 1), *(int(60 * 1.05**step) for step in range(1, 200) if 60 * 1.05**step <= m)]
    )
    draws = np.sort(np.random.default_rng(1).random((SAMPLES, m)), axis=1)[:, ranks - 1]
    level = np.quantile(betainc(ranks, m + 1 - ranks, draws).min(axis=1), error)
    while wrong < m:
        some = ranks[ranks <= m - wrong]
        bounds = betaincinv(some, m - wrong + 1 - some, level)
        below = [*(some - 1), m - wrong]  # true ones there may be below each bound, and beyond all
        n = max(k - below[int((bounds <= t).sum())] for k, t in enumerate(p, 1))
        if n <= wrong:
            break
        wrong = int(n)
    return wrong


def option_lines(rows: Sequence[Mapping[str, Any]], screen: Mapping[str, Any]) -> Iterator[str]:
    """Options that were often offered beside others and never taken are named, with how often on how many deals."""
    offers = [(row["deal"], option) for row in rows if len(row["options"]) > 1 for option in row["options"]]
    taken = {row["chosen"] for row in rows}
    unused = {option for _, option in offers} - taken
    said = " ".join([*screen["cautions"], *(screen["change"] or ())])
    for option in sorted(unused):
        deals = [deal for deal, offered in offers if offered == option]
        words = f"{option} ({len(deals)} times on {len(set(deals))} deals)"
        if len(deals) >= OFTEN and words not in said and " more" not in said:
            yield f"not said of {words}: {said}"
        if len(deals) < OFTEN and f"{option} (" in said:
            yield f"said of {words}: {said}"
    is_unused = any(sum(offered == option for _, offered in offers) >= OFTEN for option in unused)
    if is_unused != ("Offered, and never chosen" in said):
        yield f"{said}: never chosen: {is_unused}"
    if screen["change"] and screen["change"][0].startswith("Strengthen or cut") != is_unused:
        yield f"{screen['change'][0]}: never chosen: {is_unused}"
