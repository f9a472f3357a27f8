"""For whom a verdict holds: what each class of players makes of the things on a first screen, at tables of its own, and
which classes are shown to differ. No mean is taken over classes.

The intervals of all classes, and of their differences, are one family by Bonferroni: each part errs in the 5 % over
their number (`Manifest.alongside`).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import combinations
from typing import TYPE_CHECKING

import numpy as np

from cext.player_classes import CLASSES
from reports.answer import ClassEffect, Verdict
from reports.effects import win_share_family
from reports.section_comparison import ScreenComparison, estimate_declared
from reports.stats.deal_means import stacked
from reports.stats.verdict import UNCLEAR, judge

if TYPE_CHECKING:
    from reports.estimates import Block
    from reports.frames import ScenarioRun

__all__ = ["classes_of", "with_classes"]

DIFFERENCES = "classes of players"  # the family of the differences between them


def classes_of(run: ScenarioRun) -> dict[str, ScenarioRun]:
    """The classes of players that have tables of their own, the strongest first, each with its games; one alone where
    nobody else played."""
    runs = {run.who: run, **{players: run.counting(players) for players in run.classes_beside}}
    runs |= {run.strong.who: run.strong} if run.strong is not None else {}
    return {players: runs[players] for players in reversed(CLASSES) if players in runs}


def with_classes(verdicts: Sequence[Verdict], run: ScenarioRun, screen: ScreenComparison | None) -> list[Verdict]:
    """The verdicts, those of this comparison with what each class of players makes of their subject, and which classes
    are shown to differ; as they are where one class alone has tables of its own."""
    runs = classes_of(run)
    if screen is None or len(runs) < 2:
        return list(verdicts)
    blocks: dict[str, Block] = {}
    effects: dict[str, list[ClassEffect]] = {}
    for players, games in runs.items():
        (estimates,) = estimate_declared(games, screen.comparison)
        if not estimates.blocks:
            continue
        blocks[players], family = estimates.blocks[0], estimates.families[0]
        for row, subject in enumerate(_subjects(blocks[players], screen)):
            low, high, deals = float(family.low[row]), float(family.high[row]), int(family.deals[row])
            is_precise = (high - low) / 2 <= run.margin
            word = judge(low, high, deals, run.margin).verdict if is_precise else UNCLEAR
            effect = ClassEffect(players, float(family.effect[row]), low, high, word, is_precise, deals)
            effects.setdefault(subject, []).append(effect)
    differing_pairs = _differing_classes(run, blocks, screen)
    return [
        replace(
            verdict,
            players=run.who,
            classes=tuple(
                replace(each, low=verdict.low, high=verdict.high)  # as its row says: the family of the screen
                if each.players == run.who and verdict.low is not None and verdict.high is not None
                else each
                for each in effects[verdict.subject]
            ),
            differing_pairs=differing_pairs.get(verdict.subject, ()),
        )
        if len(effects.get(verdict.subject, ())) > 1
        else verdict
        for verdict in verdicts
    ]


def _subjects(block: Block, screen: ScreenComparison) -> list[str]:
    """The subjects of the block's rows."""
    levels = block.means.groups.select(factor.name for factor in block.comparison.by)
    return [screen.subject(*map(str, row)) for row in levels.iter_rows()]


def _differing_classes(
    run: ScenarioRun, blocks: Mapping[str, Block], screen: ScreenComparison
) -> dict[str, tuple[tuple[str, str], ...]]:
    """The pairs of classes whose difference, paired on deals, excludes 0, by subject."""
    means, place, size = None, dict[tuple[str, str], int](), 0
    for players, block in blocks.items():
        place |= {(subject, players): size + row for row, subject in enumerate(_subjects(block, screen))}
        size += len(block.means.estimate)
        means = block.means if means is None else stacked(means, block.means, share_deals=True)
    pairs = [(a, b) for a, b in combinations(place, 2) if a[0] == b[0]]
    if means is None or not pairs:
        return {}
    weights = np.zeros((len(pairs), size))
    for row, (a, b) in enumerate(pairs):
        weights[row, place[a]], weights[row, place[b]] = 1.0, -1.0
    family = win_share_family(run, means.contrast(weights), means.discordant(weights), DIFFERENCES)
    differing_pairs: dict[str, tuple[tuple[str, str], ...]] = {}
    for row in np.flatnonzero((family.low > 0) | (family.high < 0)).tolist():
        (subject, players), (_, others) = pairs[row]
        differing_pairs[subject] = (*differing_pairs.get(subject, ()), (players, others))
    return differing_pairs
