"""Estimates: the rows a comparison comes to, each with its intervals; they print, subtract and are judged together."""

from __future__ import annotations

import math
import zlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import pairwise, product
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import polars as pl
import polars.selectors as cs
from numpy.typing import NDArray

from reports.arguments import number_argument, path_argument, refuse, text_argument
from reports.conditions import ConditionError
from reports.factors import WEIGHTS, level_text
from reports.scenarios import Scenarios
from reports.stats import families
from reports.stats.deal_means import Contrast, DealMeans, stacked
from reports.stats.families import Family, Limits
from reports.stats.games_needed import Effect, games_needed
from reports.stats.verdict import FEW_DEALS, judge

if TYPE_CHECKING:
    from reports.comparison import Comparison
    from reports.deal_sums import Query
    from reports.factors import Measure
    from reports.frames import ScenarioRun

__all__ = ["Block", "Estimates", "RunBase", "ends_each", "estimates_of", "text_of", "together", "wide_table"]


Floats = NDArray[np.float64]
COLUMNS = (
    "measure", "against", "estimate", "low", "high", "low_each", "high_each", "se", "p", "n", "n_of", "deals",
    "verdict", "leaning", "games_needed", "family",
)  # fmt: skip
NUMBERS = COLUMNS[2:9]  # those that are fractions; n, deals and games are whole


@dataclass(frozen=True)
class Block:
    """Estimates of one measure whose intervals hold together: group means or differences of them."""

    measure: Measure
    means: DealMeans
    labels: Mapping[str, object]  # values of the settings that split the result
    comparison: Comparison
    scenario: ScenarioRun  # the first among them: its seed, margin and par
    against: Sequence[str] = ()
    paired: bool = False
    minus: bool = False  # a difference of two comparisons
    caveats: Sequence[str] = ()  # what its factors are confounded with
    # rows without a value of a factor or measure, and all, by its name and the rows that were asked
    left_out: Mapping[tuple[str, Query], tuple[int, int]] = field(default_factory=dict)

    @property
    def is_difference(self) -> bool:
        """Whether it holds differences, not means."""
        return self.minus or (any(self.against) and not self.is_par)

    @property
    def is_bounded(self) -> bool:
        """Whether it holds shares or differences of shares."""
        return self.measure.bounded and not self.is_relative

    @property
    def is_relative(self) -> bool:
        """Whether it holds differences in parts of what they are from."""
        return any("relative to" in text for text in self.against)

    @property
    def is_judged(self) -> bool:
        """Whether it holds win shares or differences of them, which have a margin."""
        return self.measure.is_win_share and self.is_bounded

    @property
    def is_par(self) -> bool:
        """Whether win shares are held against par."""
        return not self.minus and any(reference == "par" for reference in self.against)

    @property
    def par(self) -> float:
        """What is taken off every mean."""
        return self.scenario.par or 0.0 if self.is_par else 0.0

    def ends(self, contrast: Contrast) -> Limits:
        """Both ends of every interval, from its error on each side."""
        coverage = self.scenario.coverage
        if self.is_bounded and not self.is_difference:
            return families.share_ends(contrast, self.par, coverage=coverage, allow_rare_deals=self.is_par)
        if self.is_bounded:
            return families.difference_ends(
                contrast.estimate, contrast.se, contrast.skewness, contrast.clusters, contrast.extent, contrast.weight,
                self._discordant, coverage=coverage,
            )  # fmt: skip
        return families.mean_ends(contrast, coverage=coverage)

    @property
    def deals(self) -> NDArray[np.int64]:
        """The deals that take part in each estimate: of a difference those of all its sides."""
        return self._discordant[:, 2]

    @cached_property
    def _discordant(self) -> NDArray[np.int64]:
        """Deals that speak for each estimate and against it, and all that take part."""
        return self.means.discordant()

    @property
    def n_of(self) -> str:
        """What n counts."""
        return "pairs" if self.paired else self.comparison.of


@dataclass(frozen=True, eq=False)
class BlockEnds:
    """Both ends of every interval of some blocks, from the errors on each side. contrasts: their means; all else that
    is worked out is not kept in a pickle."""

    blocks: Sequence[Block]
    contrasts: Sequence[Contrast]

    def __call__(self, tail: Floats) -> tuple[Floats, Floats]:
        edges = np.cumsum([0, *(len(contrast.estimate) for contrast in self.contrasts)])
        parts = [ends(tail[a:b]) for ends, (a, b) in zip(self._ends, pairwise(edges), strict=True)]
        return np.concatenate([low for low, _ in parts]), np.concatenate([high for _, high in parts])

    @cached_property
    def _ends(self) -> list[Limits]:
        return [block.ends(contrast) for block, contrast in zip(self.blocks, self.contrasts, strict=True)]

    def __getstate__(self) -> dict[str, Any]:
        return {"blocks": self.blocks, "contrasts": self.contrasts}


class RunBase(Scenarios):
    """Scenarios whose estimates lead on: to other levels, to the games behind them, to a chart (`Run`)."""

    def over_levels(self, estimates: Estimates, factor: str) -> pl.DataFrame:
        """See `Estimates.over`."""
        raise NotImplementedError

    def rows_of_group(self, estimates: Estimates, row: int) -> pl.DataFrame:
        """See `Estimates.games`."""
        raise NotImplementedError

    def write_chart(self, estimates: Estimates, path: Path, *, title: str = "") -> Path:
        """See `Estimates.chart`."""
        raise NotImplementedError


@dataclass(frozen=True, eq=False)
class Estimates:
    """What a comparison comes to: `table` has a row an estimate, `note` says in which games and by what design."""

    run: RunBase
    words: str
    blocks: tuple[Block, ...]
    families: tuple[Family, ...] = field(repr=False)  # in the order of the rows
    table: pl.DataFrame = field(repr=False)

    @property
    def keys(self) -> list[str]:
        """Columns of the table that say which group a row is of."""
        return [name for name in self.table.columns if name not in COLUMNS]

    @property
    def band_widths(self) -> dict[str, float]:
        """Of each factor the width of its bands; 0: it has none of one width."""
        return {factor.name: factor.width for block in self.blocks for factor in block.comparison.by}

    @property
    def who_counts(self) -> str:
        """Who counts, in words, where others played too."""
        counts = self.blocks[0].comparison.counts
        return " or ".join(
            dict.fromkeys(filter(None, (scenario.counting(counts).who_counts for scenario in self.run.scenarios)))
        )

    @property
    def note(self) -> str:
        """In which games, by what design, and how the intervals hold, in a line or two."""
        comparison = self.blocks[0].comparison
        arms = sorted({arm for block in self.blocks for arm in block.comparison.arms})
        all_arms = dict.fromkeys(arm for scenario in self.run.scenarios for arm in scenario.arms)
        others = [arm for arm in all_arms if arm not in arms]
        also = f"; the run has {', '.join(others)}, too" if others else ""
        parts = [f"Counted: {self.who_counts}; class all counts all."] if self.who_counts else []
        parts += [f"Games of arm {', '.join(arms)}{also}."] if arms else []
        frames = set[str]().union(*(self.run.frames_of(name) for name in comparison.measured))
        if comparison.of == "decisions" and frames - {"decisions"}:
            parts.append("Rows are decisions: a seat counts as often as it decides.")
        unassigned = [factor for factor in comparison.by if factor.design is None and not factor.is_setting]
        factors = [factor.name for factor in unassigned if factor.name != "arm"]
        if factors:
            verb, it = ("is", "it goes") if len(factors) == 1 else ("are", "they go")
            parts.append(f"{', '.join(factors)} {verb} chosen, not assigned: {it} with what else the seat had.")
        if comparison.within in comparison.factors:
            level = f"a level of {comparison.within.name} weighs {WEIGHTS[comparison.weights]}"
            parts.append(f"Held equal with {comparison.weights} weights: {level}.")
        parts += dict.fromkeys(caveat for block in self.blocks for caveat in block.caveats)
        parts += self._left_out()
        n_families = self.table["family"].n_unique()
        each = "" if n_families == 1 else f" in each of {n_families} families"
        parts.append(
            f"Intervals hold together{each} in 95 of 100 runs; errors are clustered by deal. Typed comparisons are "
            "exploratory."
        )
        return " ".join(parts)

    def _left_out(self) -> list[str]:
        """How many rows have no value of a factor or measure, in a line."""
        counts = {key: n for block in self.blocks for key, n in block.left_out.items()}
        texts = []
        for name in dict.fromkeys(name for name, _ in counts):
            n, of = map(sum, zip(*(numbers for (other, _), numbers in counts.items() if other == name), strict=True))
            texts.append(f"{n:,} of {of:,} without {name}")
        return [f"Left out, {self.blocks[0].comparison.of}: {', '.join(texts)}."] if texts else []

    def only(self, measure: str) -> Estimates:
        """Those of one measure."""
        text_argument("measure", measure)
        blocks = tuple(block for block in self.blocks if block.measure.name == measure)
        if not blocks:
            raise ConditionError(f"{measure} is not among these measures")
        return replace(self, blocks=blocks, table=self.table.filter(pl.col("measure") == measure))

    def minus(self, other: Estimates) -> Estimates:
        """Each estimate less the other's of the same group and measure. Two runs are paired on the deals they share:
        those of one game with one seed. Raises ConditionError where no group is in both, and for two games."""
        if not isinstance(other, Estimates):
            refuse("minus", "the estimates of another comparison", other)
        games = [estimates.run.scenarios[0].game.name for estimates in (self, other)]
        if games[0] != games[1]:
            raise ConditionError(f"{games[0]} and {games[1]} are different games: compare two runs of one game")
        same = share_deals(self.run, other.run)
        ours, others = self.run.versions, other.run.versions
        changed_names = [name for name in ours if others.get(name, ours[name]) != ours[name]]
        caveats = [f"{name} is another version in {other.run.source}." for name in changed_names]
        blocks = []
        for mine, theirs in product(self.blocks, other.blocks):
            groups, their_groups = mine.means.groups, theirs.means.groups
            names = [c for c in groups.columns if c in their_groups.columns]
            place = {row: i for i, row in enumerate(their_groups.select(names).iter_rows())}
            matches = [(i, place[row]) for i, row in enumerate(groups.select(names).iter_rows()) if row in place]
            if mine.measure.name != theirs.measure.name or not matches:
                continue
            sides = (replace(block.means, estimate=block.means.estimate - block.par) for block in (mine, theirs))
            rows, their_rows = np.array(matches).T
            weights = np.hstack([np.eye(len(groups))[rows], -np.eye(len(their_groups))[their_rows]])
            means = stacked(*sides, share_deals=same).combine(weights, groups[rows])
            words = [f"{mine.against[i] or 'mean'}, less the other" for i in rows]
            caveats += [*mine.caveats, *theirs.caveats]
            left_out = {**mine.left_out, **theirs.left_out}
            blocks.append(replace(mine, means=means, against=words, minus=True, caveats=caveats, left_out=left_out))
        if not blocks:
            unshared = "no group and measure is in both comparisons"
            raise ConditionError(f"{unshared}: compare the same measure by the same factors")
        return estimates_of(self.run, f"{self.words}, less {other.words}", blocks)

    def over(self, factor: str = "strategy") -> pl.DataFrame:
        """The same comparison in the hands of each level of another factor, and what it comes to over these levels:
        strategies, those that play weakly on purpose left out.

        Columns: those of the groups, measure, against, levels (how many), mean with mean_low and mean_high (95 %
        interval of the mean over such levels), another_low and another_high (in which another level's lies with 95 %),
        sd (between levels), above, below and unclear (levels whose own simultaneous interval lies above 0, below it, or
        around it). Fewer than five levels have no mean. Raises ConditionError for a factor that is compared already.
        """
        return self.run.over_levels(self, text_argument("factor", factor))

    def games(self, row: int = 0) -> pl.DataFrame:
        """The games of an estimate's group, with the measure's value in each row: the most typical first.

        Columns: scenario, game, deal, seat (of rows of seats), value. Raises ConditionError for a group of games that
        cannot be recorded.
        """
        return self.run.rows_of_group(self, number_argument("row", row, integer=True))

    def chart(self, path: str | Path, *, title: str = "") -> Path:
        """Draw the estimates with their intervals as a forest plot, as SVG or PNG by the file's suffix; gives the
        path."""
        return self.run.write_chart(self, path_argument("path", path), title=text_argument("title", title))

    def __repr__(self) -> str:
        return str(self)

    def __str__(self) -> str:
        return text_of(self)

    def _repr_html_(self) -> str:
        return self.table._repr_html_()


def ends_each(name: str) -> list[pl.Expr]:
    """An estimate of a table with the ends of its interval by itself, as columns of that name."""
    columns = {"estimate": name, "low_each": f"{name}_low", "high_each": f"{name}_high"}
    return [pl.col(column).alias(called) for column, called in columns.items()]


def wide_table(estimates: Estimates, names: Mapping[str, str]) -> pl.DataFrame:
    """A row a group: its levels, n of the first of these measures, and each of them under its name, with the ends of
    its interval by itself."""
    keys, rows = estimates.keys, estimates.table
    first, *others = (
        rows.filter(measure=measure).select(*keys, "n", *ends_each(name)) for measure, name in names.items()
    )
    for other in others:
        first = first.join(other.drop("n"), on=keys, how="left", maintain_order="left")
    return first


def share_deals(first: Scenarios, second: Scenarios) -> bool:
    """Whether deals of one number are the same deal in both runs."""
    mine, theirs = first.scenarios[0], second.scenarios[0]
    return first is second or (mine.seed == theirs.seed and mine.game.name == theirs.game.name)


def together(*estimates: Estimates, name: str = "") -> Estimates:
    """Several comparisons of one run with intervals that hold together, all of them as one family."""
    if not estimates:
        raise ConditionError("together: give the comparisons whose intervals are to hold together")
    for part in estimates:
        if not isinstance(part, Estimates):
            refuse("together", "comparisons, one after another: together(a, b)", part)
    blocks = [block for part in estimates for block in part.blocks]
    words = text_argument("name", name) or "; ".join(part.words for part in estimates)
    return estimates_of(estimates[0].run, words, blocks, name=name, one_family=True)


def estimates_of(
    run: RunBase,
    words: str,
    blocks: Sequence[Block],
    *,
    name: str = "",
    one_family: bool = False,
    keys: Sequence[str] = (),
) -> Estimates:
    """The table of blocks of estimates. Blocks of one measure, one value of the settings and one kind of difference
    are a family of their own, or all blocks one. name: of the family, which keys its draws beside the run's seed. keys:
    columns of the groups, where there is no block."""
    groups = [list(blocks)] if one_family and blocks else [[block] for block in blocks]
    all_families = [_family(name or words, members, is_named=bool(name)) for members in groups]
    table = (
        _table(words, groups, all_families)
        if groups
        else pl.DataFrame(schema=dict.fromkeys((*keys, *COLUMNS), pl.String))
    )
    keys = [c for c in table.columns if c not in COLUMNS]
    return Estimates(run, words, tuple(blocks), tuple(all_families), table.select(*keys, *COLUMNS))


def _family(words: str, blocks: Sequence[Block], *, is_named: bool) -> Family:
    """The effects of blocks as one family of intervals."""
    means = blocks[0].means
    for block in blocks[1:]:
        means = stacked(means, block.means, share_deals=True)
    all_means = means.contrast()
    contrasts = [all_means] if len(blocks) == 1 else [block.means.contrast() for block in blocks]
    effect = np.concatenate([contrast.estimate - block.par for block, contrast in zip(blocks, contrasts, strict=True)])
    first = blocks[0].scenario
    label = "" if is_named else f" {sorted((k, str(v)) for block in blocks for k, v in block.labels.items())}"
    seed = zlib.crc32(f"{first.seed} {words}{label}".encode())
    ends, alpha = BlockEnds(blocks, contrasts), first.error_of(words)
    family = families.family_of(all_means, effect, ends, seed=seed, coverage=first.coverage, alpha=alpha)
    return replace(family, name=words)


def _table(words: str, groups: Sequence[Sequence[Block]], all_families: Sequence[Family]) -> pl.DataFrame:
    """A row an estimate; groups: the blocks of each family. All families are one frame: to make a frame of each takes
    most of the time of a small table."""
    names = ("effect", "low", "high", "low_each", "high_each", "se", "n", "deals")
    columns = {name: np.concatenate([getattr(family, name) for family in all_families]) for name in names}
    has_verdicts = [any(any(block.against) for block in members) for members in groups]
    p = [
        family.p if is_judged else np.full(len(family.effect), np.nan)
        for family, is_judged in zip(all_families, has_verdicts, strict=True)
    ]
    columns["p"] = np.concatenate(p)
    blocks = [block for members in groups for block in members]
    of = [block for block in blocks for _ in block.against]
    rates = [
        family.rate if is_judged else None
        for members, family, is_judged in zip(groups, all_families, has_verdicts, strict=True)
        for block in members
        for _ in block.against
    ]
    values = zip(*(column.tolist() for column in columns.values()), strict=True)
    rows = [
        (None,) * 3
        if rate is None
        else _verdict_of(block, Effect("", **dict(zip(columns, row, strict=True)), rate=rate))
        for block, rate, row in zip(of, rates, values, strict=True)
    ]
    parts = [block.means.groups for block in blocks]
    parts = [part.drop("") if "" in part.columns else part for part in parts]
    table = pl.concat(parts, how="diagonal_relaxed") if len(parts) > 1 else parts[0]
    texts: dict[str, list[object]] = {
        "measure": [block.measure.name for block in of],
        "n_of": [block.n_of for block in of],
    }
    texts |= {"against": [against for block in blocks for against in block.against]}
    texts |= {"family": [_family_words(words, block) for block in of]}
    texts |= {name: [block.labels.get(name) for block in of] for block in blocks for name in block.labels}
    verdicts = dict(zip(("verdict", "leaning", "games_needed"), zip(*rows, strict=True), strict=True)) if rows else {}
    types = {"verdict": pl.String, "leaning": pl.String, "games_needed": pl.Int64}
    deals = np.concatenate([block.deals for block in blocks])
    numbers = pl.DataFrame({"estimate": columns.pop("effect"), **columns, "deals": deals})
    texts_table = pl.DataFrame({**texts, **verdicts}, schema_overrides=types if rows else None)
    rows_of_all = pl.concat([part for part in (table, numbers, texts_table) if part.width], how="horizontal")
    return rows_of_all.with_columns((cs.float() & cs.by_name(NUMBERS)).fill_nan(None))


def _family_words(words: str, block: Block) -> str:
    """The name of a block's family."""
    label = ", ".join(f"{name} {value}" for name, value in block.labels.items())
    within: object = block.means.groups["within"][0] if "within" in block.means.groups.columns else None
    suffix = "" if within is None else " (held equal)" if within else " (mixed)"
    return words + (f"; {label}" if label else "") + suffix


def _verdict_of(block: Block, e: Effect) -> tuple[str | None, str | None, int | None]:
    """The word for an effect, the side that an unclear one leans to, and the games it needs. Below 50 deals there is no
    word."""
    if e.deals < FEW_DEALS or math.isnan(e.low):
        return None, None, None
    if not block.is_judged:
        word = "higher" if e.low > 0 else "lower" if e.high < 0 else "same" if e.low == e.high == 0 else "unclear"
        return word, None, None
    judgement = judge(e.low, e.high, e.deals, block.scenario.margin)
    needs = None if judgement.decided else games_needed(block.scenario, e)
    return judgement.verdict, judgement.leaning or None, needs


MAX_ROWS, MAX_DIGITS = 60, 6


def text_of(estimates: Estimates) -> str:
    """The comparison in words, a row an estimate, and what n counts."""
    table = estimates.table
    keys = [*estimates.keys, *(name for name in ("measure", "against") if table[name].n_unique() > 1)]
    shares = {block.measure.name for block in estimates.blocks if block.is_bounded}
    units = {
        block.measure.name: f" {block.measure.unit}"
        for block in estimates.blocks
        if block.measure.unit and not block.is_relative
    }
    is_difference = {block.measure.name: any(block.against) for block in estimates.blocks}
    widths = estimates.band_widths
    n_of = table["n_of"][0] if len(table) else "n"
    head = [*keys, "estimate", "95 % together", "verdict", n_of, "deals"]
    sizes: dict[str, float] = {}
    for name, value in table.select("measure", "estimate").drop_nulls().iter_rows():
        sizes[name] = max(sizes.get(name, 0.0), abs(value))
    rows, body = table.head(MAX_ROWS).to_dicts(), []
    for row in rows:
        share, signed = row["measure"] in shares, is_difference[row["measure"]]
        size = 100.0 if share else sizes.get(row["measure"], 0.0)
        digits = 1 if size >= 10 else min(max(2, 1 - math.floor(math.log10(size))), MAX_DIGITS) if size else 2
        value, low, high = (_number(row[name], share, signed, digits) for name in ("estimate", "low", "high"))
        unit = " pp" if share and signed else " %" if share else units.get(row["measure"], "")
        word = row["verdict"] or ("*" if signed or row["deals"] < FEW_DEALS else "")
        word += f", leaning {row['leaning']}" if row["leaning"] else ""
        levels = [level_text(row[key], widths.get(key, 0.0)) for key in keys]
        body.append([*levels, value + unit, f"{low} to {high}", word, f"{row['n']:,}", f"{row['deals']:,}"])
    few_deals = [row["deals"] for row, cells in zip(rows, body, strict=True) if cells[len(keys) + 2] == "*"]
    if not any(cells[len(keys) + 2] for cells in body):
        head, *body = [cells[: len(keys) + 2] + cells[len(keys) + 3 :] for cells in (head, *body)]
    columns = []
    for i, cells in enumerate(zip(head, *body, strict=True)):
        width, is_text = max(map(len, cells)), i < len(keys) or head[i] == "verdict"
        columns.append([cell.ljust(width) if is_text else cell.rjust(width) for cell in cells])
    more = [f"… and {len(table) - MAX_ROWS:,} more rows"] if len(table) > MAX_ROWS else []
    side = " on a side" if max(few_deals, default=0) >= FEW_DEALS else ""
    few = [f"* fewer than {FEW_DEALS} deals{side}: no word"] if few_deals else []
    lines = ["  ".join(cells).rstrip() for cells in zip(*columns, strict=True)]
    first_line = f"{estimates.words}: {estimates.who_counts}" if estimates.who_counts else estimates.words
    return "\n".join([first_line, "", *lines, *more, "", *few, estimates.note])


def _number(value: float | None, share: bool, signed: bool, digits: int) -> str:
    if value is None:
        return "?"
    x = 100 * value if share else value
    text = f"{x:+z,.{digits}f}" if signed else f"{x:z,.{digits}f}"
    return text.replace("-", "−")
