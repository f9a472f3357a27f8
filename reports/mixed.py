"""What a run's line-ups cannot tell apart, in the words of its game: aliased or uneven strategies, boards and seats."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import polars as pl

from reports.facts import GameFacts
from reports.frames import RunFrames
from reports.sentences import sentence_case
from reports.stats.aliasing import Aliasing, Uneven, aliasing

__all__ = ["BOARD", "SEAT", "STRATEGY", "Mixed", "mixed"]

STRATEGY, BOARD, SEAT = "strategy", "board", "seat"
MAX_UNEVEN = 4  # uneven levels that are named one by one
CROSS = "`analyser balance` crosses strategies, boards and seats (without --no-rotate)."


@dataclass(frozen=True)
class Mixed:
    """The aliases of a design, and what the game calls their levels."""

    aliasing: Aliasing
    game: GameFacts

    def describe_level(self, factor: str, level: str) -> str:
        """A level with all that its effect cannot be told from: "governors, who always played triangle (B)"."""
        alias, name = self.alias(factor, level), self._label(factor, level)
        return f"{name}, {'who' if factor == STRATEGY else 'which'} {alias}" if alias else name

    def alias(self, factor: str, level: str) -> str:
        """What a level always met, or else met more often than others did; "" where it met all alike."""
        always = [
            f"{_verb(factor, other)} {_listed([self._label(other, level_met) for level_met in levels], 'or')}"
            for other, levels in self.aliasing.partners(factor, level).items()
            if levels != self.aliasing.levels[other]
        ]
        if always:
            return f"always {' and '.join(always)}"
        leaning = self.aliasing.leaning(factor, level)
        return self._leaning(leaning) if leaning else ""

    def _leaning(self, uneven: Uneven) -> str:
        meeting = f"{_verb(uneven.factor, uneven.other)} {self._label(uneven.other, uneven.partner)}"
        return f"{meeting} in {100 * uneven.share:.0f} % of its games (usual: {100 * uneven.usual:.0f} %)"

    def _label(self, factor: str, level: str) -> str:
        return {BOARD: self.game.label(level), SEAT: f"seat {level}"}.get(factor, level)

    @property
    def warnings(self) -> list[str]:
        """What a reader must know before any verdict; nothing where the design is crossed."""
        uneven = _each_once(self.aliasing.uneven)
        return [*map(self._alias, self.aliasing.inseparable), *([self._uneven(uneven)] if uneven else [])]

    def confounding(self, factors: Sequence[str]) -> list[str]:
        """A sentence for each of these factors that cannot be told from one that is not compared."""
        sentences = []
        for group in self.aliasing.inseparable:
            factor = next((name for name in factors if name in group), "")
            others = [name for name in group if name not in factors]
            if factor and others:
                clauses = ((level, self.alias(factor, level)) for level in self.aliasing.levels[factor])
                example = next((f": {self._label(factor, level)} {clause}" for level, clause in clauses if clause), "")
                sentences.append(f"{factor} cannot be told from {_listed(others, 'and')} in these games{example}.")
        return sentences

    def _alias(self, group: Sequence[str]) -> str:
        """A group of factors that cannot be told apart, with every alias."""
        nouns = [self.game.nouns[0] if factor == BOARD else factor for factor in group]
        opening = f"{sentence_case(_listed(nouns, 'and'))} cannot be told apart in this run"
        clauses = {level: self.alias(group[0], level) for level in self.aliasing.levels[group[0]]}
        aliases = "; ".join(f"{self._label(group[0], level)} {clause}" for level, clause in clauses.items() if clause)
        details = f": {aliases}" if aliases else ": too few of their combinations were played"
        return f"{opening}{details}. Their effects are given once, jointly, and none is judged by itself. {CROSS}"

    def _uneven(self, uneven: Sequence[Uneven]) -> str:
        """The levels that met others unequally often."""
        sentences = [f"{self._label(each.factor, each.level)} {self._leaning(each)}" for each in uneven[:MAX_UNEVEN]]
        more = f"; and {len(uneven) - MAX_UNEVEN} more" if len(uneven) > MAX_UNEVEN else ""
        mixture = "A win share then holds some of both effects."
        return f"The line-ups are uneven: {'; '.join(sentences)}{more}. {mixture} {CROSS}"


def mixed(run: RunFrames, rows: pl.LazyFrame) -> Mixed:
    """What these seat rows cannot tell apart. A board that is the whole table's favours no seat and is no factor."""
    return Mixed(aliasing(rows, [STRATEGY, SEAT] if run.game.shared else [STRATEGY, BOARD, SEAT]), run.game)


def _each_once(uneven: Sequence[Uneven]) -> list[Uneven]:
    """Each level once, by what it met most unevenly, and each pair of factors from one side."""
    order, out = (STRATEGY, BOARD, SEAT), dict[tuple[str, str], Uneven]()
    for each in uneven:
        if order.index(each.factor) < order.index(each.other) and each.share > each.usual:
            out.setdefault((each.factor, each.level), each)
    return list(out.values())


def _verb(factor: str, other: str) -> str:
    """What a level of a factor does with one of another."""
    if other == STRATEGY:
        return "was held by"
    if factor == STRATEGY:
        return "played" if other == BOARD else "sat in"
    return "had" if other == BOARD else "lay at"


def _listed(names: Sequence[str], last: str) -> str:
    return f" {last} ".join([", ".join(names[:-1]), names[-1]] if len(names) > 1 else names)
