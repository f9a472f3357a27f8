"""Printings: what effects come to over ways to fill in the data that no rulebook states, and which data decide them.

An effect is measured in every printing as the question measures it; `spread_of` takes them together. Shares of the
variance are total Sobol' indices, of printings with one group of data exchanged.
"""

from __future__ import annotations

import math
import os
from collections.abc import Callable, Iterable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import polars as pl
from numpy.typing import NDArray

from reports.answer import Over, Verdict, is_overturned, word_of
from reports.effects import PERCENT, PP, JudgedEffects
from reports.first_screen import coarse, verdicts_of_screen
from reports.frames import Printings, ScenarioRun
from reports.sentences import more_games, pp, sentence_case, signed_pp
from reports.stats.exchange import Shares, variance_shares
from reports.stats.random_effects import Spread, spread_of
from reports.stats.sequential import LiveLooks
from reports.stats.verdict import FAIR, FEW_DEALS, STRONGER, UNCLEAR, WEAKER, Leaning, Word, judge

__all__ = [
    "ALL", "MIN_SPREAD", "NOT_SEPARATED", "Judge", "PrintingEffects", "effects_by_subject",
    "effects_of_printings", "look_up_table", "over_printings", "over_table", "overturned_verdicts", "printing_effects",
    "printing_table", "share_table", "solo_sentences",
]  # fmt: skip

Judge = Callable[[ScenarioRun], JudgedEffects]
MIN_SPREAD = 20  # printings from which on their sd is known well enough (to 16 %) to say where others lie
ALL = "all together"  # the subject that stands for several
NOT_SEPARATED = "not told apart"
SECONDS = 5  # to read a number or a word off a card or a board, and write it down
MAX_NAMES = 8  # verdicts that do not hold
IN_HASTE = LiveLooks((), 0, 0)
SENTENCES = 10  # effects of one who decides that are spelled out


@dataclass(frozen=True, eq=False)
class PrintingEffects:
    """What printings say of one subject: the numbers of those that have it, effects and standard errors [printing]."""

    subject: str
    printings: tuple[int, ...]
    effect: tuple[float, ...]
    se: tuple[float, ...]
    games: int  # of each printing
    spread: Spread
    unit: str = PP  # of the effect, as it is printed: a difference of win shares, a win share, or points

    @property
    def has_spread(self) -> bool:
        """Whether there are enough printings to say where others lie."""
        return self.spread.n_levels >= MIN_SPREAD

    @property
    def rescaled(self) -> NDArray[np.float64]:
        """The effects [printing] drawn towards their mean as far as makes their variance that of printings without the
        noise of their games: they are counted by it (Louis 1984). Drawn as far as `shrunken`, each by itself nearest to
        the truth, they would lie too close together, and not drawn at all too far apart.

        Simulated with 8 printings: where a word holds in 80, 90, 95 % of all printings, they all hold in 17, 43, 66 %
        of runs; counted so in 18, 43, 66 % with noise of .3 sd between printings, 36, 51, 66 % with noise of 1 sd.
        """
        variance = self.spread.sd**2
        if not variance:
            return np.full(len(self.effect), self.spread.mean)
        part = np.sqrt(variance / (variance + np.square(self.se)))
        effects: NDArray[np.float64] = self.spread.mean + part * (np.asarray(self.effect) - self.spread.mean)
        return effects


# -- effects of each printing -----------------------------------------------------------------------------------------


def printing_effects(run: ScenarioRun, judge: Judge) -> dict[str, PrintingEffects]:
    """What printings say of every subject."""
    return effects_by_subject(effects_of_printings(run.printings, judge)) if run.printings else {}


def effects_of_printings(printings: Printings, judge: Judge) -> pl.DataFrame:
    """Effects of every subject in every printing: printing, subject, unit, effect, se, games."""
    runs = printings.by_number
    rows = [
        frame.with_columns(printing=pl.lit(number, pl.Int64), games=pl.lit(run.games_played, pl.Int64))
        for (number, run), frame in zip(runs.items(), _effect_rows(runs.values(), judge), strict=True)
        if len(frame)
    ]
    return pl.concat(rows) if rows else pl.DataFrame()


def effects_by_subject(table: pl.DataFrame) -> dict[str, PrintingEffects]:
    """Subjects that at least three printings have, in the order of the first."""
    effects: dict[str, PrintingEffects] = {}
    for (subject,), rows in table.group_by("subject", maintain_order=True) if len(table) else ():
        spread = spread_of(rows["effect"].to_numpy(), rows["se"].to_numpy(), shared=True)
        if spread is not None:
            name, unit = str(subject), str(rows["unit"][0])
            if unit == PERCENT:  # no win share lies beyond these ends, whatever a symmetrical interval says
                spread = replace(spread, low=max(spread.low, 0.0), high=min(spread.high, 1.0))
            printings, effect, se = (tuple(rows[column].to_list()) for column in ("printing", "effect", "se"))
            effects[name] = PrintingEffects(name, printings, effect, se, min(rows["games"].to_list()), spread, unit)
    return effects


def _effect_rows(runs: Iterable[ScenarioRun], judge: Judge) -> list[pl.DataFrame]:
    """Subject, effect, se and unit of every run: printings are many and small, so several at a time, and without p
    values and games needed, which nobody reads and which take most of the time."""

    def measure(run: ScenarioRun) -> pl.DataFrame:
        rows = replace(run, looks=IN_HASTE, _results={}).result(judge)[0]
        unit = rows["unit"] if "unit" in rows.columns else pl.lit(PP)
        return rows.select("subject", "effect", "se", unit=unit) if len(rows) else pl.DataFrame()

    with ThreadPoolExecutor(os.cpu_count()) as pool:
        return list(pool.map(measure, runs))


# -- verdicts ---------------------------------------------------------------------------------------------------------


def over_printings(verdict: Verdict, effects: PrintingEffects | None) -> Verdict:
    """The verdict with what printings say of it; as it is where they say nothing."""
    if effects is None or verdict.effect is None:
        return verdict
    spread, rescaled, n = effects.spread, effects.rescaled, effects.spread.n_levels
    limits = _region(verdict)
    count = None if limits is None else _count_inside(rescaled, *limits)
    edge = 0.0 if verdict.reference.is_sided else verdict.margin
    n_strong, n_weak = int(np.sum(rescaled > edge)), int(np.sum(rescaled < -edge))
    n_words: dict[Word, int] = {STRONGER: n_strong, FAIR: n - n_strong - n_weak, WEAKER: n_weak}
    over = Over(
        printings=n, games=effects.games, mean=None, sd=None, low=None, high=None, verdict=verdict.verdict,
        leaning=verdict.leaning, holds=count, share_low=None, share_high=None, n_words=n_words, sentence="",
    )  # fmt: skip
    if effects.has_spread:
        word = judge(spread.low, spread.high, FEW_DEALS, verdict.margin, sided=verdict.reference.is_sided)
        share_low, share_high = (None, None) if count is None else _share_limits(count, n)
        over = replace(
            over, mean=spread.mean, sd=spread.sd, low=spread.low, high=spread.high, verdict=word.verdict,
            leaning=word.leaning, share_low=share_low, share_high=share_high,
        )  # fmt: skip
    elif count is not None and 2 * count <= n:
        side: Leaning = "stronger" if (rescaled > 0).all() else "weaker" if (rescaled < 0).all() else ""
        over = replace(over, verdict=UNCLEAR, leaning=side if side == verdict.verdict else "")
    return replace(verdict, over=replace(over, sentence=_sentence(verdict, over)))


def _region(verdict: Verdict) -> tuple[float, float] | None:
    """Where an effect lies of which the verdict's word is true; None where there is no word."""
    if verdict.leaning:
        return (0.0, math.inf) if verdict.leaning == STRONGER else (-math.inf, 0.0)
    edge = 0.0 if verdict.reference.is_sided else verdict.margin
    regions = {STRONGER: (edge, math.inf), WEAKER: (-math.inf, -edge), FAIR: (-verdict.margin, verdict.margin)}
    return regions.get(verdict.verdict)


def _count_inside(effects: NDArray[np.float64], low: float, high: float) -> int:
    """How many printings' effects lie in a region."""
    return int(np.sum((effects > low) & (effects < high)))


def _share_limits(count: int, n: int) -> tuple[float, float]:
    """The 95 % interval of a share (Clopper and Pearson 1934)."""
    from scipy.stats import binomtest

    limits = binomtest(count, n).proportion_ci(0.95, method="exact")
    return float(limits.low), float(limits.high)


def _sentence(verdict: Verdict, over: Over) -> str:
    """ "Triangle (B) is stronger in 38 of 40 printings (95 % sure: 83 to 99 % of all); +13.5 points with our values,
    +1.6 to +24.5 over all." """
    name = sentence_case(verdict.subject)
    effect = f"{more_games(verdict.effect or 0.0)} with our values"
    word = verdict.reference.word(verdict.verdict)
    is_word = f"leans {verdict.reference.word(verdict.leaning)}" if verdict.leaning else f"is {word}"
    if over.low is None or over.high is None:
        count = ":" if over.holds is None else f" {is_word} in {over.holds} of {over.printings} versions;"
        return f"{name}{count} {effect}."
    effect += f", {signed_pp(over.low)} to {signed_pp(over.high)} over"
    if over.holds is None or over.share_low is None or over.share_high is None:
        return f"{name}: {effect} {over.printings} versions."
    sure = f"95 % sure: {100 * over.share_low:.0f} to {100 * over.share_high:.0f} % of all"
    return f"{name} {is_word} in {over.holds} of {over.printings} versions ({sure}); {effect} all."


def overturned_verdicts(verdicts: Sequence[Verdict]) -> list[str]:
    """The verdicts of the first screen that do not hold over printings, in one sentence, to be read first."""
    decided = [verdict for verdict in verdicts_of_screen(verdicts) if verdict.over and verdict.verdict != UNCLEAR]
    names = [verdict.subject for verdict in decided if is_overturned(verdict)]
    if not names:
        return []
    more = f"; and {len(names) - MAX_NAMES} more" if len(names) > MAX_NAMES else ""
    does = "does" if len(names) == 1 else "do"
    those = "The one verdict" if len(decided) == 1 else f"{len(names)} of {len(decided)} verdicts"
    why = f"{those} {does} not hold with all values that the rulebook leaves open"
    return [f"{why}: {'; '.join(names[:MAX_NAMES])}{more}."]


# -- tables -----------------------------------------------------------------------------------------------------------


def over_table(run: ScenarioRun, judge: Judge) -> pl.DataFrame:
    """What printings say of every subject, a row each; where one seat decides, without the words of a verdict."""
    effects = run.result(printing_effects, judge)
    if not effects:
        return pl.DataFrame()
    shipped, verdicts = run.result(judge)
    by_subject = {} if run.par is None else {verdict.subject: verdict for verdict in verdicts}
    rows = []
    for row in shipped.iter_rows(named=True):
        measured = effects.get(row["subject"])
        if measured is None or row["effect"] is None:
            continue
        spread = measured.spread
        about = {name: row[name] for name in ("subject", "effect", "effect_low", "effect_high")}
        about |= {"unit": measured.unit, "printings": spread.n_levels, "games": measured.games}
        if measured.has_spread:
            about |= {"over": spread.mean, "over_low": spread.low, "over_high": spread.high}
            about |= {"sd": spread.sd, "sd_low": spread.sd_low, "sd_high": spread.sd_high}
            about |= {"relative_error": None if math.isinf(spread.relative_error) else spread.relative_error}
        verdict = by_subject.get(row["subject"])
        rows.append(about | ({} if verdict is None else _words(over_printings(verdict, measured))))
    return pl.DataFrame(rows, infer_schema_length=None)


def _words(verdict: Verdict) -> dict[str, Any]:
    """The words of both intervals, and in how many printings the first holds."""
    over = verdict.over
    assert over is not None
    shipped, drawn_word = (
        word_of(replace(verdict, over=None, verdict=word, leaning=leaning))
        for word, leaning in ((verdict.verdict, verdict.leaning), (over.verdict, over.leaning))
    )
    share = None if over.holds is None or over.low is None else over.holds / over.printings
    ends = {"share": share, "share_low": over.share_low, "share_high": over.share_high}
    return {"verdict": shipped, "over_verdict": drawn_word, "holds": over.holds, **ends}


def printing_table(run: ScenarioRun, judge: Judge) -> pl.DataFrame:
    """A row a subject and printing: its effect, and the same drawn towards the mean as far as it may be noise."""
    rows = [
        (of.subject, printing, of.unit, of.games, effect, effect - 1.96 * se, effect + 1.96 * se, shrunken)
        for of in run.result(printing_effects, judge).values()
        for printing, effect, se, shrunken in zip(
            of.printings, of.effect, of.se, of.spread.shrunken.tolist(), strict=True
        )
    ]
    columns = ("subject", "printing", "unit", "games", "effect", "effect_low", "effect_high", "shrunken")
    return pl.DataFrame(rows, schema=columns, orient="row") if rows else pl.DataFrame()


def solo_sentences(run: ScenarioRun, judge: Judge) -> list[str]:
    """Effects of one who decides, of which there is no verdict, over printings: a sentence each."""
    if run.par is not None or run.printings is None:
        return []
    rows = [row for row in over_table(run, judge).iter_rows(named=True) if row["unit"] == PP and "over" in row]
    listed = coarse(row["subject"] for row in rows)
    sentences = [
        f"{sentence_case(row['subject'])}: {more_games(row['effect'])} with our values, "
        f"{signed_pp(row['over_low'])} to {signed_pp(row['over_high'])} in 95 of 100 versions (mean of "
        f"{row['printings']} {signed_pp(row['over'])}, sd between versions {pp(row['sd'])})."
        for row in rows
        if row["subject"] in listed
    ]
    more = f"{len(sentences) - SENTENCES} more are in the table over_printings."
    return sentences if len(sentences) <= SENTENCES else [*sentences[:SENTENCES], more]


# -- which data decide it ---------------------------------------------------------------------------------------------


def _group_shares(run: ScenarioRun, judge: Judge) -> tuple[list[str], dict[str, Shares]]:
    """The groups, and the shares they have of every subject's variance, where groups were exchanged and it varies at
    all. ALL are those of the subjects that refine no other, together: where these do not vary, none does."""
    printings, together = run.printings, coarse(run.result(printing_effects, judge))
    if printings is None or not printings.swapped:
        return [], {}
    groups = list(dict.fromkeys(swap.group for swap in printings.swapped))
    pairs = list(dict.fromkeys((swap.number, swap.other) for swap in printings.swapped))
    runs = [printings.by_number[number] for pair in zip(*pairs, strict=True) for number in pair]
    mixed = {(swap.group, swap.number): swap.run for swap in printings.swapped}
    runs += [mixed[group, number] for group in groups for number, _ in pairs]
    # deals that all have played: equal games must meet equal games
    deals = min(int(run.games.select(pl.col("deal").max().cast(pl.Int64)).collect().item()) + 1 for run in runs)
    deal = pl.col("deal")  # halves have nothing of the noise of each other
    parts = (deal < deals // 2, (deal >= deals // 2) & (deal < deals))
    halves = [_effects(_effect_rows([run.where(part) for run in runs], judge)) for part in parts]
    n = len(pairs)
    values_of: dict[str, NDArray[np.float64]] = {}  # [half, run]
    for subject in halves[0][0]:
        values = np.array([[effects.get(subject, np.nan) for effects in half] for half in halves])
        if np.isfinite(values).all():
            values_of[subject] = values
    shares_by_subject: dict[str, Shares] = {}
    families = {ALL: [subject for subject in values_of if subject in together]}
    families |= {subject: [subject] for subject in values_of}
    for name, subjects in families.items():
        if subjects:
            values = np.stack([values_of[subject] for subject in subjects])
            mixed_in = np.moveaxis(values[..., 2 * n :].reshape(len(subjects), 2, len(groups), n), 2, 0)
            shares = variance_shares(values[..., :n], values[..., n : 2 * n], mixed_in, seed=run.seed)
            if shares is None and name == ALL:
                return groups, {}  # one of many subjects seems to vary by chance
            shares_by_subject |= {} if shares is None else {name: shares}
    return groups, shares_by_subject


def _effects(frames: Sequence[pl.DataFrame]) -> list[dict[str, float]]:
    """Effects by subject."""
    return [
        {subject: math.nan if effect is None else effect for subject, effect, *_ in frame.iter_rows()}
        for frame in frames
    ]


def share_table(run: ScenarioRun, judge: Judge) -> pl.DataFrame:
    """A row a subject and group of unknown data: its share of the variance between printings."""
    groups, shares_by_subject = run.result(_group_shares, judge)
    effects = run.result(printing_effects, judge) if shares_by_subject else {}
    units = {subject: subject_effects.unit for subject, subject_effects in effects.items()}
    units[ALL] = next(iter(units.values()), PP)
    rows = []
    for subject, shares in shares_by_subject.items():
        for i in _in_order(shares):
            (low, first_low), (high, first_high) = np.stack([shares.total_limits, shares.first_limits])[:, :, i].T
            ends = {"total_low": low, "total_high": high, "first_low": first_low, "first_high": first_high}
            about = {"subject": subject, "group": groups[i], "unit": units.get(subject, PP), "sd": shares.sd}
            rows.append({**about, "total": float(shares.total[i]), "first": float(shares.first[i]), **ends})
    return pl.DataFrame(rows)


def _in_order(shares: Shares) -> list[int]:
    """Groups by the places that they may have; those that may have the same stay in the order of the game's data."""
    best, worst = shares.best_place, shares.worst_place
    return sorted(range(len(best)), key=lambda i: (best[i], worst[i]))


def look_up_table(run: ScenarioRun, judge: Judge) -> pl.DataFrame:
    """Groups that surely decide more than others, with the places they may have among those to look up, and how wide
    the interval is once they are known; all others in one row.

    What is left of the variance when some groups are known is at most the sum of the totals of the others.
    """
    groups, shares_by_subject = run.result(_group_shares, judge)
    if ALL not in shares_by_subject or run.printings is None:
        return pl.DataFrame()
    shares, data = shares_by_subject[ALL], run.printings.groups
    n_effects = len(set(coarse(run.result(printing_effects, judge))) & set(shares_by_subject))
    now = 1.96 * shares.sd / math.sqrt(max(n_effects, 1))
    decided = [i for i in _in_order(shares) if shares.above[i].any()]
    rows: list[dict[str, Any]] = []
    for i in decided:
        settled = shares.above[:, i].copy()
        settled[i] = True
        left = now * math.sqrt(min(1.0, float(shares.total[~settled].sum())))
        places = {"place": int(shares.best_place[i]), "worst_place": int(shares.worst_place[i])}
        low, high = shares.total_limits[:, i]
        limits = {"total": float(shares.total[i]), "total_low": float(low), "total_high": float(high)}
        rows.append({**places, **_reading_of([groups[i]], data), **limits, "before": now, "left": left})
    row = _reading_of([group for i, group in enumerate(groups) if i not in decided], data)
    rows.append({**row, "group": f"{NOT_SEPARATED}: {row['group']}", "before": now})
    types = dict.fromkeys(("place", "worst_place"), pl.Int64)
    return pl.DataFrame(rows, schema_overrides=types)


def _reading_of(groups: Sequence[str], data: Mapping[str, tuple[int, str]]) -> dict[str, Any]:
    """What there is to look up of these groups, where, and how long that takes."""
    read = [data.get(group, (0, "")) for group in groups]
    count = sum(n for n, _ in read)
    where = ", ".join(dict.fromkeys(where for _, where in read if where))
    return {"group": ", ".join(groups), "data": where, "count": count, "minutes": count * SECONDS / 60}
