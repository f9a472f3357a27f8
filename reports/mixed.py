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
SHOWN = 4  # uneven levels that are named one by one
CROSS = "`analyser balance` crosses strategies, boards and seats (without --no-rotate)."


@dataclass(frozen=True)
class Mixed:
    """The aliases of a design, and what the game calls their levels."""

    aliasing: Aliasing
    game: GameFacts

    def named(self, factor: str, level: str) -> str:
        """A level with all that its effect cannot be told from: "governors, who always played triangle (B)"."""
        told, name = self.alias(factor, level), self._label(factor, level)
        return f"{name}, {'who' if factor == STRATEGY else 'which'} {told}" if told else name

    def alias(self, factor: str, level: str) -> str:
        """What a level always met, or else met more often than others did; "" where it met all alike."""
        always = [
            f"{_verb(factor, other)} {_listed([self._label(other, one) for one in met], 'or')}"
            for other, met in self.aliasing.partners(factor, level).items()
            if met != self.aliasing.levels[other]
        ]
        if always:
            return f"always {' and '.join(always)}"
        leaning = self.aliasing.leaning(factor, level)
        return self._leaning(leaning) if leaning else ""

    def _leaning(self, one: Uneven) -> str:
        met = f"{_verb(one.factor, one.other)} {self._label(one.other, one.met)}"
        return f"{met} in {100 * one.share:.0f} % of its games (usual: {100 * one.usual:.0f} %)"

    def _label(self, factor: str, level: str) -> str:
        return {BOARD: self.game.label(level), SEAT: f"seat {level}"}.get(factor, level)

    @property
    def warnings(self) -> list[str]:
        """What a reader must know before any verdict; nothing where the design is crossed."""
        uneven = _each_once(self.aliasing.uneven)
        return [*map(self._alias, self.aliasing.inseparable), *([self._uneven(uneven)] if uneven else [])]

    def confounding(self, compared: Sequence[str]) -> list[str]:
        """A sentence for each of these factors that cannot be told from one that is not compared."""
        sentences = []
        for group in self.aliasing.inseparable:
            factor = next((one for one in compared if one in group), "")
            others = [one for one in group if one not in compared]
            if factor and others:
                clauses = ((one, self.alias(factor, one)) for one in self.aliasing.levels[factor])
                example = next((f": {self._label(factor, one)} {clause}" for one, clause in clauses if clause), "")
                sentences.append(f"{factor} cannot be told from {_listed(others, 'and')} in these games{example}.")
        return sentences

    def _alias(self, group: Sequence[str]) -> str:
        """A group of factors that cannot be told apart, with every alias."""
        nouns = [self.game.nouns[0] if factor == BOARD else factor for factor in group]
        opening = f"{sentence_case(_listed(nouns, 'and'))} cannot be told apart in this run"
        clauses = {level: self.alias(group[0], level) for level in self.aliasing.levels[group[0]]}
        told = "; ".join(f"{self._label(group[0], level)} {clause}" for level, clause in clauses.items() if clause)
        named = f": {told}" if told else ": too few of their combinations were played"
        return f"{opening}{named}. Their effects are given once, jointly, and none is judged by itself. {CROSS}"

    def _uneven(self, found: Sequence[Uneven]) -> str:
        """The levels that met others unequally often."""
        told = [f"{self._label(one.factor, one.level)} {self._leaning(one)}" for one in found[:SHOWN]]
        more = f"; and {len(found) - SHOWN} more" if len(found) > SHOWN else ""
        return f"The line-ups are uneven: {'; '.join(told)}{more}. A win share then holds some of both effects. {CROSS}"


def mixed(run: RunFrames, rows: pl.LazyFrame) -> Mixed:
    """What these seat rows cannot tell apart. A board that is the whole table's favours no seat and is no factor."""
    return Mixed(aliasing(rows, [STRATEGY, SEAT] if run.game.shared else [STRATEGY, BOARD, SEAT]), run.game)


def _each_once(found: Sequence[Uneven]) -> list[Uneven]:
    """Each level once, by what it met most unevenly, and each pair of factors from one side."""
    order, out = (STRATEGY, BOARD, SEAT), dict[tuple[str, str], Uneven]()
    for one in found:
        if order.index(one.factor) < order.index(one.other) and one.share > one.usual:
            out.setdefault((one.factor, one.level), one)
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
