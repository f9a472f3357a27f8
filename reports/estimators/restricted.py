"""What a seat loses that may not do something while the others may: restricted and unrestricted on the same deals."""

from __future__ import annotations

import re
from collections.abc import Collection
from dataclasses import dataclass, replace

import polars as pl

from reports import columns as c
from reports.effects import JudgedEffects, effects_of, judge_effects, together
from reports.estimates import Estimates, wide_table
from reports.facts import GameFacts
from reports.frame_columns import UNRESTRICTED
from reports.frames import ScenarioRun
from reports.plans import over_plans
from reports.section_comparison import SectionComparison, estimate_declared
from reports.sentences import FamilyReference
from reports.stats.families import Family
from reports.stats.verdict import FAIR, STRONGER, UNCLEAR, WEAKER, Word

__all__ = [
    "FORBIDDEN", "LOSSES", "RESTRICTIONS", "SHARES", "TUNED", "WITHOUT", "WORDS", "action_word", "compare_restrictions",
    "compare_tuned", "judge_restrictions", "name_of", "restrictions_of", "untuned_restrictions",
]  # fmt: skip

FORBIDDEN = "forbidden"  # the arm
WITHOUT = "without "  # how forced openings of the arm begin in which something is forbidden
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
    c.pp("effect", "change, tuned for it", estimate=True, note=f"from bots tuned with nothing forbidden; {c.TOGETHER}"),
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


SHARES = SectionComparison(
    "win_share,restriction_changes_scores", "forced_opening", where=f"arm = '{FORBIDDEN}'", family="restricted shares",
    needs=lambda run: FORBIDDEN in run.arms,
)  # fmt: skip
LOSSES = SectionComparison(
    by="forced_opening", against=UNRESTRICTED, where="{played}", family="restrictions", needs=SHARES.needs,
    words=lambda run: {"played": restrictions.where if (restrictions := run.result(untuned_restrictions)) else ""},
)  # fmt: skip
LOSSES_BY_PLAN = replace(
    LOSSES, by="forced_opening,strategy", against=f"forced_opening={UNRESTRICTED}", family="restrictions by plan"
)


@dataclass(frozen=True)
class Restrictions:
    """Win shares of the seat without each thing, and unrestricted.

    games: in which they were played. table: a row a restriction that changed some game, by its win share:
    forced_opening, n, share with ends, changed. unused: restrictions that changed none. free: the win share of the seat
    unrestricted.
    """

    games: ScenarioRun
    table: pl.DataFrame
    unused: tuple[str, ...]
    free: float

    @property
    def names(self) -> list[str]:
        """Those that changed a game."""
        return self.table["forced_opening"].to_list()

    @property
    def where(self) -> str:
        """The condition on their games."""
        unused = f" and forced_opening not in ({', '.join(map(repr, self.unused))})" if self.unused else ""
        return f"arm = '{FORBIDDEN}'{unused}"

    def estimates(self, comparison: SectionComparison) -> Estimates:
        """What they cost by a comparison."""
        (estimates,) = estimate_declared(self.games, replace(comparison, where=self.where))
        return estimates

    @property
    def losses(self) -> Family:
        """What each costs, in the order of the names, judged together."""
        estimates = self.estimates(LOSSES)
        rows = {name: row for row, name in enumerate(estimates.table["forced_opening"])}
        return estimates.families[0].part([rows[name] for name in self.names])


def restrictions_of(run: ScenarioRun) -> Restrictions | None:
    """Restrictions as they were played by plans tuned for each, where they have played; None without any."""
    untuned = run.result(untuned_restrictions)
    if run.retuned is None:
        return untuned
    games = replace(
        run.retuned.runs[0], alongside=run.alongside, error_parts=run.error_parts, looks=run.looks, _results={}
    )
    return _restrictions(games, keep=untuned.names if untuned else ())


def untuned_restrictions(run: ScenarioRun) -> Restrictions | None:
    """The same of those who play as they come."""
    return _restrictions(run)


def _restrictions(run: ScenarioRun, keep: Collection[str] = ()) -> Restrictions | None:
    """The same of these games; keep: restrictions that are judged, even if they changed no game."""
    (shares,) = estimate_declared(run, SHARES)
    if not shares.blocks:
        return None
    names = {"win_share": "share", "restriction_changes_scores": "changed"}
    rows = wide_table(shares, names).drop("changed_low", "changed_high").drop_nulls("changed")
    is_free = pl.col("forced_opening") == UNRESTRICTED
    free, rows = rows.filter(is_free), rows.filter(~is_free)
    if not len(rows):
        return None
    is_unused = (pl.col("changed") == 0) & ~pl.col("forced_opening").is_in(list(keep))
    unused = rows.filter(is_unused)["forced_opening"].sort().to_list()
    table = rows.filter(~is_unused).sort("share", "forced_opening")
    return Restrictions(run, table, tuple(unused), free["share"].item())


def judge_restrictions(run: ScenarioRun) -> JudgedEffects:
    """Every restriction against the same seat unrestricted, one family."""
    restrictions = run.result(restrictions_of)
    if restrictions is None or not restrictions.names:
        return pl.DataFrame(), []
    subjects, by_plan = restrictions.names, restrictions.estimates(LOSSES_BY_PLAN)
    names = [name_of(name, run.game) for name in subjects]
    reference = FamilyReference(
        "level", ("restriction", "restrictions"), "the same player unrestricted", subject="a player without {name}",
        arms=(FORBIDDEN,),
    )  # fmt: skip
    rows = by_plan.table.select("forced_opening", "strategy").rows()
    plans = over_plans(rows, by_plan.families[0], run.plan_families)
    effects = effects_of(restrictions.losses, subjects)
    return judge_effects(run, effects, reference, family="", names=names, plans=plans)


def compare_restrictions(run: ScenarioRun, *estimates: Estimates) -> pl.DataFrame:
    """A row a restriction, the largest loss first; at the end those that changed no game."""
    restrictions = run.result(restrictions_of)
    if restrictions is None or not restrictions.names:
        return pl.DataFrame()
    _, verdicts = run.result(judge_restrictions)
    table = restrictions.table.hstack(together(restrictions.losses)).with_columns(
        free=pl.lit(restrictions.free),
        word=pl.Series([WORDS[verdict.verdict] for verdict in verdicts], dtype=pl.String),
    )
    rest = pl.DataFrame({"forced_opening": restrictions.unused}, schema={"forced_opening": pl.String})
    rest = rest.with_columns(changed=pl.lit(0.0), word=pl.lit("no difference"))
    table = pl.concat([table.sort("effect"), rest], how="diagonal_relaxed")
    names = [name_of(name, run.game) for name in table["forced_opening"]]
    return table.with_columns(thing=pl.Series(names, dtype=pl.String))


def compare_tuned(run: ScenarioRun, *estimates: Estimates) -> pl.DataFrame:
    """What plans lose without each thing as they come, and tuned for it; a row for each that made a difference."""
    untuned = run.result(untuned_restrictions)
    if run.retuned is None or untuned is None or not untuned.names:
        return pl.DataFrame()
    names = {"effect": "plain", "effect_low": "plain_low", "effect_high": "plain_high"}
    plain = untuned.table.hstack(together(untuned.losses)).select("forced_opening", *names).rename(names)
    tuned = run.result(compare_restrictions).select("forced_opening", "thing", "effect", "effect_low", "effect_high")
    table = tuned.join(plain, on="forced_opening", how="left", maintain_order="left")
    return table.filter(pl.col("effect").is_not_null())
