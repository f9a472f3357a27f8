"""What a seat loses that may not do something while the others may: restricted and unrestricted on the same deals."""

from __future__ import annotations

import re
from collections.abc import Collection
from dataclasses import dataclass
from functools import cached_property

import numpy as np
import polars as pl
from numpy.typing import NDArray

from reports import columns as c
from reports.effects import JudgedEffects, differences, effects_of, judge_effects, plan_differences, together
from reports.facts import GameFacts
from reports.frames import SHARE, RunFrames
from reports.sentences import FamilyReference
from reports.stats.deal_means import DealMeans
from reports.stats.families import Family
from reports.stats.group_means import mean_table, means_of
from reports.stats.verdict import FAIR, STRONGER, UNCLEAR, WEAKER, Word

__all__ = [
    "FORBIDDEN", "RESTRICTIONS", "TUNED", "UNRESTRICTED", "WITHOUT", "WORDS", "action_word", "compare_restrictions",
    "compare_tuned", "judge_restrictions", "name_of", "restricted_shares", "untuned_shares",
]  # fmt: skip

FORBIDDEN = "forbidden"  # the arm
UNRESTRICTED, WITHOUT = "unrestricted", "without "  # forced openings of the arm: nothing, and each thing, forbidden
FAMILY = "restrictions"
WORDS: dict[Word, str] = {
    WEAKER: "indispensable", FAIR: "not missed", STRONGER: "better without", UNCLEAR: "unclear"
}  # fmt: skip
ARTICLE = re.compile(r"^(a|an|the) ")
RESTRICTIONS = (
    c.word("thing", "forbidden", note="to one seat, while the others may"),
    c.pp("effect", "change of its win share", estimate=True, note=f"on the same deals and seats; {c.TOGETHER}"),
    c.P, c.percent("share", "win share without", estimate=True), c.percent("free", "win share with"),
    c.percent("changed", "games that end otherwise", note="with other scores; at 0 it is not judged"),
    c.word("word", "verdict", note="indispensable: the loss is wholly beyond the tolerance; not missed: inside"),
    c.code("forced_opening", "typed as"), c.N,
)  # fmt: skip
TUNED = (
    c.word("thing", "forbidden"),
    c.pp("plain", "change, as they come", estimate=True, note=c.TOGETHER),
    c.pp(
        "effect", "change, tuned for it", estimate=True, note=f"from plans tuned with nothing forbidden; {c.TOGETHER}"
    ),
)


def action_word(name: str) -> str:
    """The name of an action, or of anything else, as one word to type, without its article."""
    return ARTICLE.sub("", name).replace(" ", "_")


def name_of(restriction: str, game: GameFacts) -> str:
    """What is forbidden by a restriction, in the game's words: an action, or a thing or what it can do, and whose it is
    where the name does not say so."""
    word = restriction.removeprefix(WITHOUT)
    for power in game.powers:
        if power.key == word:
            return power.name if power.key.endswith(power.name) else f"{power.name} ({power.of})"
    name = next((ARTICLE.sub("", name) for name in game.classes.values() if action_word(name) == word), word)
    return f"“{name}”" if name == "nothing" else name  # “indispensable: nothing” would say that all can be missed


@dataclass(frozen=True)
class RestrictedShares:
    """Win shares of the seat without each thing, and unrestricted, with what the deals add to them.

    table: a row a restriction that changed some game: forced_opening, n, share with ends, changed. unused:
    restrictions that changed none.
    """

    table: pl.DataFrame
    unused: tuple[str, ...]
    shares: DealMeans
    by_strategy: DealMeans

    @cached_property
    def _row(self) -> dict[str, int]:
        return {name: row for row, (name,) in enumerate(self.shares.groups.select("forced_opening").iter_rows())}

    @property
    def restrictions(self) -> list[str]:
        """Those that changed a game."""
        return self.table["forced_opening"].to_list()

    @property
    def free(self) -> float:
        """The win share of the seat unrestricted."""
        return float(self.shares.estimate[self._row[UNRESTRICTED]])

    @cached_property
    def weights(self) -> NDArray[np.float64]:
        """Each of them minus unrestricted, a row each."""
        weights = np.zeros((len(self.restrictions), len(self._row)))
        for row, name in enumerate(self.restrictions):
            weights[row, self._row[name]], weights[row, self._row[UNRESTRICTED]] = 1.0, -1.0
        return weights

    def family(self, run: RunFrames) -> Family:
        """The differences, judged together."""
        return differences(run, self.shares, self.weights, FAMILY)


def restricted_shares(run: RunFrames) -> RestrictedShares | None:
    """Of the deals on which every restriction was played, by plans tuned for each where they have played; None without
    any."""
    if run.retuned is None:
        return run.result(untuned_shares)
    untuned = run.result(untuned_shares)
    return _shares(run.retuned.runs[0], keep=() if untuned is None else untuned.restrictions)


def untuned_shares(run: RunFrames) -> RestrictedShares | None:
    """The same of those who play as they come."""
    return _shares(run)


def _shares(run: RunFrames, keep: Collection[str] = ()) -> RestrictedShares | None:
    """The same of these games; keep: restrictions that are judged, even if they changed no game."""
    if FORBIDDEN not in run.arms:
        return None
    columns = ("game", "deal", "seat", "strategy", "win_share60", "score")
    rows = run.rows(FORBIDDEN).select(*columns, pl.col("forced_opening").cast(pl.String)).collect()
    name = pl.col("forced_opening").drop_nulls().first()
    games = rows.sort("game", "seat").group_by("game", "deal").agg(name, pl.col("score"))
    n = games["forced_opening"].n_unique()
    deals = games.group_by("deal").len().filter(pl.col("len") == n).select("deal")
    is_free = pl.col("forced_opening") == UNRESTRICTED
    free = games.filter(is_free).select("deal", free_score="score")
    pairs = games.filter(~is_free).join(deals, on="deal", how="semi").join(free, on="deal")
    differs = (pl.col("score") != pl.col("free_score")).mean()
    frequency = pairs.group_by("forced_opening").agg(changed=differs)
    if not len(frequency):
        return None
    is_unused = (pl.col("changed") == 0) & ~pl.col("forced_opening").is_in(list(keep))
    unused = frequency.filter(is_unused)["forced_opening"].sort().to_list()
    seats = rows.drop_nulls("forced_opening").join(deals, on="deal", how="semi")
    seats = seats.filter(~pl.col("forced_opening").is_in(unused))
    table = mean_table(seats, ["forced_opening"], {"share": SHARE}).join(frequency, on="forced_opening")
    return RestrictedShares(
        table=table.sort("share", "forced_opening"),
        unused=tuple(unused),
        shares=means_of(seats, ["forced_opening"], "win_share60", scale=60),
        by_strategy=means_of(
            seats.lazy(), ["forced_opening", "strategy"], "win_share60", scale=60
        ),
    )  # fmt: skip


def judge_restrictions(run: RunFrames) -> JudgedEffects:
    """Every restriction against the same seat unrestricted, one family."""
    shares = run.result(restricted_shares)
    if shares is None or not shares.restrictions:
        return pl.DataFrame(), []
    names = [name_of(name, run.game) for name in shares.restrictions]
    reference = FamilyReference(
        "level", ("restriction", "restrictions"), "the same player unrestricted", subject="a player without {name}",
        arms=(FORBIDDEN,),
    )  # fmt: skip
    subjects = shares.restrictions
    groups = [(name,) for name in shares.shares.groups["forced_opening"].to_list()]
    plans = plan_differences(run, shares.by_strategy, groups, shares.weights, subjects, FAMILY)
    effects = effects_of(shares.family(run), subjects)
    return judge_effects(run, effects, reference, family="", names=names, plans=plans)


def compare_restrictions(run: RunFrames) -> pl.DataFrame:
    """A row a restriction, the largest loss first; at the end those that changed no game."""
    shares = run.result(restricted_shares)
    if shares is None or not shares.restrictions:
        return pl.DataFrame()
    _, verdicts = run.result(judge_restrictions)
    table = shares.table.hstack(together(shares.family(run))).with_columns(
        free=pl.lit(shares.free), word=pl.Series([WORDS[verdict.verdict] for verdict in verdicts], dtype=pl.String)
    )  # fmt: skip
    rest = pl.DataFrame({"forced_opening": shares.unused}, schema={"forced_opening": pl.String})
    rest = rest.with_columns(changed=pl.lit(0.0), word=pl.lit("no difference"))
    table = pl.concat([table.sort("effect"), rest], how="diagonal_relaxed")
    names = [name_of(name, run.game) for name in table["forced_opening"]]
    return table.with_columns(thing=pl.Series(names, dtype=pl.String))


def compare_tuned(run: RunFrames) -> pl.DataFrame:
    """What plans lose without each thing as they come, and tuned for it; a row for each that made a difference."""
    if run.retuned is None:
        return pl.DataFrame()
    shares = run.result(untuned_shares)
    plain = pl.DataFrame(schema={"forced_opening": pl.String})
    if shares is not None and shares.restrictions:
        names = {"effect": "plain", "effect_low": "plain_low", "effect_high": "plain_high"}
        plain = shares.table.hstack(together(shares.family(run))).select("forced_opening", *names).rename(names)
    tuned = run.result(compare_restrictions)
    tuned = tuned.select("forced_opening", "thing", "effect", "effect_low", "effect_high")
    table = tuned.join(plain, on="forced_opening", how="left", maintain_order="left")
    return table.filter(pl.col("effect").is_not_null()) if len(plain) else pl.DataFrame()
