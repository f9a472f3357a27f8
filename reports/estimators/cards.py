"""What cards are worth: dealt by chance, put into a hand, used by choice; and the verdicts on them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np
import polars as pl
from numpy.typing import ArrayLike, NDArray

from reports.answer import SECTION, OverPlans, Verdict
from reports.card_columns import AS_DEALT, column_of
from reports.card_facts import DEALT, CardSet, Use
from reports.effects import JudgedEffects, effects_of, join_judged, judge_effects, win_share_family
from reports.estimates import Estimates, ends_each, together
from reports.estimators.card_exposure import CardGroups, Exposure, exposure_of, free_arm, groups_of
from reports.frames import ScenarioRun, has_forced
from reports.plans import over_plans
from reports.section_comparison import SectionComparison, estimate_declared
from reports.sentences import FamilyReference, sentence_case
from reports.stats.games_needed import Effect
from reports.stats.intervals import limits
from reports.stats.random_effects import shrunk
from reports.stats.verdict import FAIR, MIXED, STRONGER, UNCLEAR, WEAKER

if TYPE_CHECKING:
    from reports.stats.exposure import Slopes
    from reports.stats.families import Family

__all__ = [
    "KINDS", "compare_forced", "compare_rounds", "compare_uses", "dealt_reference", "dealt_rows", "forced_reference",
    "forced_rows", "judge_cards", "round_rows", "use_rows",
]  # fmt: skip

FORCED = "forced"
KINDS = "kinds of "  # what a family of traits is of, before what the game calls cards
TEXTS = dict.fromkeys(("set", "trait", "name"), pl.String)  # a trait is null in all rows of cards
FINE = 12  # digits of a win share: what lies behind them is rounding


def dealt_rows(run: ScenarioRun) -> pl.DataFrame:
    """A row a card and a level of a trait that chance deals, the most helpful of each kind first: what being dealt one
    more does to the win share, by itself and shrunken, and to the score."""
    exposure, tables = run.result(exposure_of), []
    if exposure is None:
        return pl.DataFrame()
    for groups in _groups(run):
        if (slopes := exposure.of(groups, DEALT)) is not None:
            points = exposure.points(groups, DEALT)
            ends = limits(points.estimate, points.se, points.deals)
            cards = [len(at) for at in groups.members]
            rows = _effect_rows(groups, slopes, {**_estimates("points", points.estimate, *ends), "cards": cards})
            tables.append(_best_first(rows, "shrunken"))
    return pl.concat(tables) if tables else pl.DataFrame()


def compare_uses(run: ScenarioRun) -> tuple[SectionComparison, ...]:
    """How often every card, and level of a trait, is used in each way, of the moves that tell who was dealt one."""
    comparisons = []
    for groups in _groups(run) if run.decisions is not None else ():
        shares = [f"share of {_moves_with(run, use)}" for use in groups.of.uses if use.kind]
        if groups.of.dealt and shares:
            column, where = f"dealt_{column_of(groups.of, groups.trait)}", f"arm = '{free_arm(run)}'"
            comparisons.append(SectionComparison(",".join(shares), column, where=where, family=f"uses {column}"))
    return tuple(comparisons)


def _moves_with(run: ScenarioRun, use: Use) -> str:
    """The condition on moves that use a card so."""
    classes = ", ".join(str(run.game.letters.index(letter)) for letter in use.classes)
    return f"move_kind = '{use.kind}'" + (f" and move_class in ({classes})" if classes else "")


def use_rows(run: ScenarioRun, *shares: Estimates) -> pl.DataFrame:
    """A row a card or level of a trait and use: win share of who uses it so, minus the others of their games, and how
    often (of the copies dealt)."""
    exposure, tables = run.result(exposure_of), []
    often = {
        (*each.keys, level, measure): share
        for each in shares
        for level, measure, share in each.table.select(*each.keys, "measure", "estimate").iter_rows()
    }
    if exposure is None:
        return pl.DataFrame()
    for groups in _groups(run):
        for use in groups.of.uses:
            if (slopes := exposure.of(groups, use.key)) is not None:
                column, measure = f"dealt_{column_of(groups.of, groups.trait)}", f"share of {_moves_with(run, use)}"
                shares_of = [often.get((column, label, measure), np.nan) for label in groups.labels]
                rows = _effect_rows(groups, slopes, {"often": shares_of}).with_columns(use=pl.lit(use.label))
                tables.append(_best_first(rows, "effect"))
    return pl.concat(tables) if tables else pl.DataFrame()


def compare_forced(run: ScenarioRun) -> tuple[SectionComparison, ...]:
    """Every card, and level of a trait, that was put into hands, in the same seat of the same deal as dealt."""
    return tuple(_begun_with(run, groups) for groups in _groups(run) if groups.of.can_be_held)


def _begun_with(run: ScenarioRun, groups: CardGroups) -> SectionComparison:
    column, where = column_of(groups.of, groups.trait), f"arm in ('{free_arm(run)}', '{FORCED}')"
    return SectionComparison(
        "win_share,score", f"forced_{column}", AS_DEALT, where=where, family=f"begun with {column}", needs=_has_both
    )


def _has_both(run: ScenarioRun) -> bool:
    return has_forced(run) and free_arm(run) is not None


def forced_rows(run: ScenarioRun, *estimates: Estimates) -> pl.DataFrame:
    """A row a card and a level of a trait that was put into hands: win share and score against the same seat of the
    same deal as dealt."""
    tables = []
    for groups, each in zip((g for g in _groups(run) if g.of.can_be_held), estimates, strict=True):
        if each.blocks:
            shares, points = (each.only(measure).table for measure in ("win_share", "score"))
            posterior = shrunk(shares["estimate"].to_numpy(), shares["se"].fill_null(np.nan).to_numpy())
            keys = {"set": pl.lit(groups.of.key), "trait": pl.lit(groups.trait or None, pl.String)}
            shrunken = _estimates("shrunken", posterior.effect, posterior.low, posterior.high)
            rows = shares.select("n", *ends_each("effect"), **keys, name=each.keys[0])
            rows = rows.hstack([*points.select(ends_each("points")), *pl.DataFrame(shrunken).fill_nan(None)])
            tables.append(_best_first(rows, "shrunken"))
    return pl.concat(tables) if tables else pl.DataFrame()


def _groups(run: ScenarioRun) -> Iterator[CardGroups]:
    """The cards of every set, and the levels of its traits."""
    for cards in run.game.cards:
        yield from groups_of(cards)


def _ends(name: str) -> tuple[str, str, str]:
    return name, f"{name}_low", f"{name}_high"


def _estimates(name: str, value: ArrayLike, low: ArrayLike, high: ArrayLike) -> dict[str, NDArray[np.float64]]:
    """The three columns of an estimate."""
    return {key: np.asarray(x, dtype=np.float64) for key, x in zip(_ends(name), (value, low, high), strict=True)}


def _best_first(rows: pl.DataFrame, by: str) -> pl.DataFrame:
    """The rows, the largest of the column first; those that differ by rounding alone by their names."""
    return rows.sort(pl.col(by).round(FINE), "name", descending=[True, False], maintain_order=True)


def _effect_rows(groups: CardGroups, slopes: Slopes, more: Mapping[str, ArrayLike]) -> pl.DataFrame:
    """The effects of groups, by themselves and shrunken; those that never varied are left out."""
    posterior = shrunk(slopes.estimate, slopes.se)
    columns = {
        **groups.keys,
        "n": slopes.n,
        **_estimates("effect", slopes.estimate, *limits(slopes.estimate, slopes.se, slopes.deals)),
        **_estimates("shrunken", posterior.effect, posterior.low, posterior.high),
        **more,
    }
    rows = pl.DataFrame(columns, schema_overrides=TEXTS).fill_nan(None)
    return rows.filter(pl.col("effect").is_not_null())


# -- verdicts ---------------------------------------------------------------------------------------------------------


def judge_cards(run: ScenarioRun) -> JudgedEffects:
    """The cards of every set, a family, and kinds of them, another: as chance deals them, or else as they were forced;
    a set that is only chosen is not judged. Kinds are behind the first screen; they take the place of cards where deals
    are too few for any card to have a word, and kinds show more: a side, or a leaning where no card has one."""
    return join_judged(family for cards in run.game.cards for family in _judge_set(run, cards))


def _judge_set(run: ScenarioRun, cards: CardSet) -> list[JudgedEffects]:
    """What leads, then what is behind it, where there are both."""
    groups = groups_of(cards)
    results = [_judge_groups(run, part) for part in (groups[:1], groups[1:]) if part]
    families = [result for result in results if result is not None]
    if len(families) < 2:
        return families
    single, kinds = families[0], _with_mixed(families[1], groups, families[0])
    is_open = all(verdict.verdict == UNCLEAR for verdict in single[1])
    first, second = (kinds, single) if is_open and _surest(kinds[1]) > _surest(single[1]) else (single, kinds)
    return [first, (second[0], [replace(verdict, kind=SECTION) for verdict in second[1]])]


def _surest(verdicts: Sequence[Verdict]) -> int:
    """How sure the surest of these sides is: 2 decided, 1 leaning, 0 none."""
    return max(2 if verdict.verdict in (STRONGER, WEAKER) else int(bool(verdict.leaning)) for verdict in verdicts)


def _judge_groups(run: ScenarioRun, groups: Sequence[CardGroups]) -> JudgedEffects | None:
    """The cards of a set, or the levels of all its traits, as one family; None without games that tell of them."""
    cards, exposure = groups[0].of, run.result(exposure_of)
    if exposure is not None and (cards.key, DEALT) in exposure.share:
        return _judge_dealt(run, exposure, groups)
    return _judge_forced(run, groups) if cards.can_be_held else None


def _judge_dealt(run: ScenarioRun, exposure: Exposure, groups: Sequence[CardGroups]) -> JudgedEffects | None:
    """What chance deals."""
    slopes = exposure.share[groups[0].of.key, DEALT]
    subjects = {at: group.subject(x) for group in groups for at, x in enumerate(group.labels, start=group.first)}
    at, contrast = slopes.contrast(list(subjects))
    if not len(at):
        return None
    family = win_share_family(run, contrast, slopes.deal_counts[at], groups[0].family)
    plans = _over_plans(run, exposure, groups[0], {place: subjects[place] for place in at.tolist()})
    reference, name = dealt_reference(groups, exposure.arm), _family_name(groups, "dealt")
    return judge_effects(run, _largest_first(family, [subjects[i] for i in at]), reference, family=name, plans=plans)


def _largest_first(family: Family, subjects: Sequence[str]) -> list[Effect]:
    return sorted(effects_of(family, subjects), key=lambda e: (-e.effect, e.subject))


def _with_mixed(kinds: JudgedEffects, groups: Sequence[CardGroups], cards: JudgedEffects) -> JudgedEffects:
    """Kinds whose mean lies inside the tolerance and a card of which does not are not fair, but mixed."""
    decided = {verdict.name for verdict in cards[1] if verdict.verdict in (STRONGER, WEAKER)}
    labels = groups[0].labels
    unlike = {
        group.subject(label)
        for group in groups[1:]
        for label, members in zip(group.labels, group.members, strict=True)
        if decided & {labels[member] for member in members}
    }
    mixed = {verdict.subject for verdict in kinds[1] if verdict.verdict == FAIR and verdict.subject in unlike}
    verdicts = [replace(v, verdict=MIXED) if v.subject in mixed else v for v in kinds[1]]
    words = {v.subject: v.reference.word(v.verdict) for v in verdicts}
    return kinds[0].with_columns(verdict=pl.col("subject").replace_strict(words)), verdicts


def _over_plans(
    run: ScenarioRun, exposure: Exposure, of: CardGroups, subjects: Mapping[int, str]
) -> dict[str, OverPlans]:
    """What plans say of groups that chance deals, by their places."""
    sums = exposure.by_plan.get((of.of.key, DEALT))
    if sums is None:
        return {}
    rows, contrast, counts = sums.contrast(list(subjects))
    if not rows:
        return {}
    family = win_share_family(run, contrast, counts, f"{of.family} by plan")
    return over_plans([(subjects[at], exposure.plans[plan]) for at, plan in rows], family, run.plan_families)


def _judge_forced(run: ScenarioRun, groups: Sequence[CardGroups]) -> JudgedEffects | None:
    """What was put into hands."""
    name = groups[0].family
    rows, family = _forced_family(run, groups, name)
    plan_rows, plan_family = _forced_family(run, groups, f"{name} by plan", ",strategy")
    if family is None:
        return None
    plans = {}
    if plan_family is not None and len(plan_rows) > 1:
        plans = over_plans(plan_rows, plan_family, run.plan_families)
    effects = _largest_first(family, [subject for subject, _ in rows])
    family_name = _family_name(groups, "begun with")
    return judge_effects(run, effects, forced_reference(groups), family=family_name, plans=plans)


def _forced_family(
    run: ScenarioRun, groups: Sequence[CardGroups], name: str, also_by: str = ""
) -> tuple[list[tuple[str, str]], Family | None]:
    """What was put into hands, in those of all or of each level of one more factor: subject and level of each row, and
    their family."""
    comparisons = [_begun_with(run, group) for group in groups]
    in_hands = (replace(c, measure="win_share", by=c.by + also_by, against=f"{c.by}={AS_DEALT}") for c in comparisons)
    estimates = estimate_declared(run, *in_hands)
    rows = [
        (group.subject(level), "".join(others))
        for group, each in zip(groups, estimates, strict=True)
        for level, *others in each.table.select(each.keys).iter_rows()
    ]
    results = [each for each in estimates if each.blocks]
    return rows, together(*results, name=name).families[0] if results else None


def dealt_reference(groups: Sequence[CardGroups], arm: str = "") -> FamilyReference:
    """What chance deals is held against one of the other cards."""
    card = groups[0].of.nouns[0]
    words = f"one more {card} with the {{name}}" if groups[0].trait else "one more {name}"
    words = f"{card} {{name}}" if groups[0].is_numbered else words
    rival, arms = f"with a random other {card} in its place", (arm,) if arm else ()
    return FamilyReference("without", _noun(groups), rival, subject=f"a seat dealt {words}", arms=arms)


def forced_reference(groups: Sequence[CardGroups]) -> FamilyReference:
    """What is put into hands is held against the hands as dealt."""
    card = groups[0].of.nouns[0]
    words = f"a {card} with the {{name}}" if groups[0].trait else "the {name}"
    words = f"{card} {{name}}" if groups[0].is_numbered else words
    subject = f"a seat that begins with {words}"
    return FamilyReference("without", _noun(groups), "as dealt, on the same deals", subject=subject, arms=(FORCED,))


def _noun(groups: Sequence[CardGroups]) -> tuple[str, str]:
    """What is compared: cards, or kinds of them."""
    singular, plural = groups[0].of.nouns
    return (f"kind of {singular}", f"{KINDS}{plural}") if groups[0].trait else (singular, plural)


def _family_name(groups: Sequence[CardGroups], how: str) -> str:
    """What is compared, as a sentence opens: "Unification cards by what they have, dealt"."""
    by = " by what they have" if groups[0].trait else ""
    return f"{sentence_case(groups[0].of.nouns[1])}{by}, {how}"


def compare_rounds(run: ScenarioRun) -> tuple[SectionComparison, ...]:
    """Of each use and level of a trait (or card where nothing gathers them) by round: win shares beyond those of all
    such uses by the same strategies in any round, and win shares themselves."""
    return tuple(comparison for *_, comparisons in _uses_of(run) for comparison in comparisons)


def _uses_of(run: ScenarioRun) -> Iterator[tuple[CardGroups, Use, tuple[SectionComparison, SectionComparison]]]:
    for cards in run.game.cards:
        for use in (use for use in cards.uses if use.kind):
            where = f"arm = '{free_arm(run)}' and {_moves_with(run, use)}"
            for groups in groups_of(cards)[1:] or groups_of(cards):
                column = column_of(cards, groups.trait)
                plain = SectionComparison(by=f"played_{column},round", where=where, family=f"{use.key} {column}")
                held_equal = replace(plain, against="round=mean", within="strategy", weights="treated")
                yield groups, use, (replace(held_equal, family=f"{plain.family} by round"), plain)


def round_rows(run: ScenarioRun, *estimates: Estimates) -> pl.DataFrame:
    """A row a level of a trait (or a card where nothing gathers them), use and round: the win share of the seats that
    used such a card in the round, minus that of all uses of such cards by the same strategies in any round. It was
    chosen when to play what, so it is no cause."""
    tables = []
    for (groups, use, _), effects, plain in zip(_uses_of(run), estimates[::2], estimates[1::2], strict=True):
        if effects.blocks:
            keys = {"set": pl.lit(groups.of.key), "trait": pl.lit(groups.trait or None, pl.String)}
            rows = effects.table.filter(pl.col("within") == "strategy").select(*plain.keys, *ends_each("effect"))
            rows = rows.join(plain.table.select(*plain.keys, "n"), on=plain.keys, maintain_order="left")
            tables.append(rows.rename({plain.keys[0]: "name"}).with_columns(**keys, use=pl.lit(use.label)))
    return pl.concat(tables) if tables else pl.DataFrame()
