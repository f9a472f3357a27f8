"""Effects on win share, judged as a family and put into sentences a designer can publish."""

from __future__ import annotations

import math
import zlib
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from types import MappingProxyType
from typing import TYPE_CHECKING, Generic, NamedTuple, TypeVar

import numpy as np
import polars as pl
from numpy.typing import ArrayLike, NDArray

from reports import columns as c
from reports.answer import OverPlans, Verdict
from reports.columns import Column
from reports.frames import ScenarioRun
from reports.plans import with_players
from reports.stats import families
from reports.stats.deal_means import Contrast, DealMeans
from reports.stats.games_needed import Effect, games_needed, games_range
from reports.stats.verdict import FEW_DEALS, Settles, judge, settled_by

if TYPE_CHECKING:
    from reports.frames import ScenarioRun
    from reports.sentences import FamilyReference
    from reports.stats.families import Family

__all__ = [
    "MORE", "ORDINARY", "PERCENT", "PLAYERS", "POINTS", "TUNED", "VERDICTS", "VERDICT_TYPES", "JudgedEffects",
    "TunedGains", "effects_of", "join_judged", "judge_effects", "parts", "shares",
    "together", "weights", "win_share_family",
]  # fmt: skip


JudgedEffects = tuple[pl.DataFrame, list[Verdict]]  # rows of the `verdicts` table, and the verdicts they stand for

# Columns of the `verdicts` table of every question.
VERDICTS: tuple[Column, ...] = (
    c.code("subject", "compared"),
    c.pp(
        "effect",
        "effect",
        estimate=True,
        note="95 % sure, all comparisons of its family and kind together",
    ),
    c.pp("each", "by itself", estimate=True, note="the same effect with the 95 % interval of a single comparison"),
    c.P,
    Column("margin", "margin", "pp", lambda value, words: f"±{100.0 * float(str(value)):,.1f}"),
    c.word("verdict", "verdict"),
    c.word("leaning", "leaning", note="direction of an unclear effect, where the interval excludes 0"),
    c.word(
        "kind",
        "kind",
        note="screen: the word holds together with all others of the first screen in 95 of 100 runs; section: with "
        "those and all headings of sections; exploratory: with those of its own family",
    ),
    c.N,
    c.count("deals", "deals"),
    replace(
        c.count("games_needed", "games needed"),
        estimate=True,
        note="what to pass to --games, by the error of the effect from low to high; null: nothing that games settle; "
        "high null: more than can be played",
    ),
    c.word("settled_by", "settled by", note="games, plans, data or tolerance: what an unclear effect waits for"),
)

PP, PERCENT, POINTS = "pp", "%", "points"  # units: the first two are of fractions of win share


def shares(run: ScenarioRun, means: DealMeans, name: str) -> Family:
    """Win shares of groups against par, as one family; `name` keys its draws beside the run's seed."""
    return win_share_family(run, means.contrast(), families.NO_DEALS, name)


def win_share_family(run: ScenarioRun, contrast: Contrast, deals: NDArray[np.int64], name: str) -> Family:
    """Win shares against par, and after them differences of such, as one family; `deals` are those of the differences:
    in favour, against and in all, a row each."""
    par, key = run.par or math.nan, zlib.crc32(f"{run.seed} {name}".encode())
    coverage, alpha = run.coverage, run.error_of(name)
    return replace(families.win_shares(contrast, par, deals, seed=key, coverage=coverage, alpha=alpha), name=name)


def effects_of(family: Family, subjects: Sequence[str]) -> list[Effect]:
    """The effects of a family, each under its subject."""
    names = ("effect", "low", "high", "low_each", "high_each", "se", "p", "n", "deals", "p_alone")
    columns = {name: getattr(family, name).tolist() for name in names}
    rate, error_family = family.rate, family.name
    return [
        Effect(subject, **{name: values[i] for name, values in columns.items()}, rate=rate, error_family=error_family)
        for i, subject in enumerate(subjects)
    ]


def together(family: Family) -> pl.DataFrame:
    """A family for a table of estimates: `effect` with the ends of its simultaneous interval, and the corrected `p`."""
    columns = {"effect": family.effect, "effect_low": family.low, "effect_high": family.high, "p": family.p}
    return pl.DataFrame(columns).fill_nan(None)


def judge_effects(
    run: ScenarioRun,
    effects: Sequence[Effect],
    reference: FamilyReference,
    *,
    family: str,
    names: Sequence[str] = (),
    plans: Mapping[str, OverPlans] = MappingProxyType({}),
) -> JudgedEffects:
    """Rows of the `verdicts` table and the verdicts: each word is read off its effect's simultaneous interval.
    reference: what they are held against. `family` and `names`: as verdicts have them, of each effect (none: its
    subject). plans: what plans say of a subject."""
    rows, verdicts = [], []
    sided = reference.is_sided
    for e, name in zip(effects, names or [e.subject for e in effects], strict=True):
        judgement = judge(e.low, e.high, e.deals, run.margin, sided=sided)
        over = with_players(plans.get(e.subject), judgement.verdict, run.margin, reference)
        needs = games_needed(run, e, sided=sided) if run.coverage.is_final else None
        settles = None if judgement.decided else _settled_by(run, e, over, decidable=needs is not None)
        games = games_range(run, e, needs, sided=sided) if settles == "games" else (None, None, None)
        needed, games_low, games_high = games
        numbers = {"effect": e.effect, "se": e.se, "effect_low": e.low, "effect_high": e.high}
        numbers |= {"each": e.effect, "each_low": e.low_each, "each_high": e.high_each, "p": e.p, "p_alone": e.p_alone}
        words = {"verdict": reference.word(judgement.verdict), "settled_by": settles}
        words["leaning"] = reference.word(judgement.leaning) if judgement.leaning else None
        sizes = {"margin": run.margin, "n": e.n, "deals": e.deals, "needs": needs}
        sizes |= {"games_needed": needed, "games_needed_low": games_low, "games_needed_high": games_high}
        shared = {"has_direction": judgement.off_zero, "error_family": e.error_family}
        estimates = {name: _real(x) for name, x in numbers.items()}
        rows.append({"subject": e.subject, **estimates, **words, **sizes, **shared})
        verdicts.append(
            Verdict(
                subject=e.subject,
                reference=reference,
                verdict=judgement.verdict,
                leaning=judgement.leaning,
                effect=_real(e.effect),
                low=_real(e.low),
                high=_real(e.high),
                margin=run.margin,
                p=_real(e.p),
                n=e.n,
                deals=e.deals,
                games_needed=needed,
                settled_by=settles or "",
                par=run.par or 0.0,
                plans=over,
                family=family,
                name=name,
            )
        )
    return pl.DataFrame(rows, schema_overrides=VERDICT_TYPES) if rows else pl.DataFrame(), verdicts


def join_judged(parts: Iterable[JudgedEffects]) -> JudgedEffects:
    """The rows and the verdicts of several families."""
    families = list(parts)
    rows = [table for table, _ in families if len(table)]
    return pl.concat(rows) if rows else pl.DataFrame(), [verdict for _, verdicts in families for verdict in verdicts]


_NUMBERS = ("effect", "se", "effect_low", "effect_high", "each", "each_low", "each_high", "p", "p_alone")
VERDICT_TYPES = {
    **dict.fromkeys(_NUMBERS, pl.Float64),
    "leaning": pl.String,
    "settled_by": pl.String,
    **dict.fromkeys(("games_needed", "games_needed_low", "games_needed_high"), pl.Int64),
    "needs": pl.Int64,
}


def _settled_by(run: ScenarioRun, e: Effect, over: OverPlans | None, *, decidable: bool) -> Settles:
    """What would bring an unclear effect its word; below 50 deals games, whatever the intervals."""
    if not run.coverage.is_final:
        return "play"
    spread = run.over_printings.get(e.subject)
    plans = None if over is None or over.low is None or over.high is None else (over.high - over.low) / 2
    data = None if spread is None else (spread.high - spread.low) / 2
    deals = math.inf if e.deals < FEW_DEALS or math.isnan(e.low) else (e.high - e.low) / 2
    return settled_by(deals=deals, plans=plans, data=data, decidable=decidable)


def _real(x: float) -> float | None:
    return None if math.isnan(x) else x


ORDINARY, TUNED, MORE = "ordinary players", "tuned for it", "difference"
PLAYERS = ((ORDINARY, "ordinary"), (TUNED, "tuned"), (MORE, "more"))
Name = TypeVar("Name")


class TunedGains(NamedTuple, Generic[Name]):
    """What is compared in the hands of both kinds of players: what ordinary ones gain, what those tuned for it
    gain, and how much more. Parts of one family, whose first part has the first for all there is."""

    names: list[Name]
    ordinary: Family
    tuned: Family
    more: Family

    def rows(
        self,
        frame_of: Callable[[Sequence[Name]], pl.DataFrame],
        plans: Mapping[Name, pl.DataFrame] = MappingProxyType({}),
    ) -> pl.DataFrame:
        """A row for each kind of players under each name: `players`, n, effect with its interval, p. frame_of: a frame
        with a row for each name. plans: such rows of single plans that are tuned for it, to stand behind theirs."""
        kinds = [
            together(family).with_columns(n=pl.Series(family.n), players=pl.lit(players))
            for players, family in ((words, getattr(self, part)) for words, part in PLAYERS)
        ]
        out = []
        for i, name in enumerate(self.names):
            ordinary, tuned, more = (kind[[i]] for kind in kinds)
            rows = pl.concat([ordinary, tuned, *([plans[name].select(tuned.columns)] if name in plans else []), more])
            out.append(frame_of([name] * len(rows)).hstack(rows))
        return pl.concat(out)


def weights(ordinary: Sequence[ArrayLike], tuned: Sequence[ArrayLike], same: Sequence[int]) -> NDArray[np.float64]:
    """Contrasts of the whole family: of ordinary players, of those tuned for it, and between each of the latter and
    the one of the former at that place."""
    first, second = np.array(ordinary, dtype=np.float64), np.array(tuned, dtype=np.float64)
    return np.vstack([first, second, second - first[list(same)]]) if len(tuned) else first


def parts(family: Family, first: Family, names: list[Name], same: Sequence[int]) -> TunedGains[Name] | None:
    """The parts of a family of these contrasts; first: that of ordinary players. None where nobody was tuned."""
    n, m = len(first.effect), len(names)
    if not m:
        return None
    return TunedGains(names, first.part(list(same)), family.part(slice(n, n + m)), family.part(slice(n + m, n + 2 * m)))
