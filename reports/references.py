"""References: what a group is compared with, as weights of a contrast between groups."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from reports.conditions import ConditionError

__all__ = ["KINDS", "Against", "Group", "Reference", "parse_references"]

Floats = NDArray[np.float64]
Group = Mapping[str, object]  # the levels of the factors it is a group of
Against = str | float | Mapping[str, str] | Sequence[str | Mapping[str, str]] | None

KINDS = ("par", "mean", "rest", "each")


@dataclass(frozen=True)
class Reference:
    """What the levels of a factor are compared with: `par` (the win share of equals), a `level` of it, the `rest` (the
    mean of the other levels), the `mean` of all, or `each` other level in turn. Of a `split` the mean of some levels
    (`level`, with + between them) is compared with the mean of all others. `relative` to a level: the difference from
    it in parts of its mean."""

    kind: str
    factor: str
    level: str = ""

    @property
    def words(self) -> str:
        """As the table of estimates has it."""
        if self.kind == "par":
            return "par"
        if self.kind == "split":
            return f"other levels of {self.factor}"
        if self.kind in ("level", "relative"):
            return f"{'relative to ' * (self.kind == 'relative')}{self.factor} = {self.level}"
        return f"{self.kind} of {self.factor}"

    @property
    def levels(self) -> tuple[str, ...]:
        """The levels that it names."""
        if self.kind == "split":
            return tuple(level.strip() for level in self.level.split("+"))
        return (self.level,) if self.level else ()

    def weights(self, groups: Sequence[Group], unit: Floats) -> tuple[list[Group], Floats]:
        """The groups that have the reference, and the weights (a row each) of their difference from it; unit: those of
        the groups themselves."""
        if self.kind == "par":
            return list(groups), unit
        if self.kind == "each":
            return self._pairs(groups, unit)
        if self.kind == "split":
            return self._split(groups, unit)
        rows, shares = self._shares(groups)
        return [groups[i] for i in rows], unit[rows] - shares @ unit

    def relative(self, groups: Sequence[Group], unit: Floats, means: Floats) -> tuple[list[Group], Floats, Floats]:
        """The groups whose reference is above 0; the weights (a row each) whose error is that of the difference from it
        in parts of it, by the delta method; and those differences. means: what the weights are of."""
        rows, shares = self._shares(groups)
        base = shares @ unit @ means
        rows, shares, base = [i for i, x in zip(rows, base, strict=True) if x > 0], shares[base > 0], base[base > 0]
        ratio = unit[rows] @ means / base
        weights = (unit[rows] - ratio[:, None] * (shares @ unit)) / base[:, None]
        return [groups[i] for i in rows], weights, ratio - 1.0

    def _shares(self, groups: Sequence[Group]) -> tuple[list[int], Floats]:
        """The places of groups that have a reference, and the share of every group (a column) in it."""
        members = self._reference_groups(groups)
        rows = [int(i) for i in np.flatnonzero(members.sum(axis=1) > 0)]
        return rows, members[rows] / members[rows].sum(axis=1, keepdims=True)

    def _reference_groups(self, groups: Sequence[Group]) -> Floats:
        """For each group (a row) the groups that make its reference."""
        same = self._same_rest(groups)
        if self.kind in ("level", "relative"):
            is_level = np.array([is_same(group[self.factor], self.level) for group in groups], dtype=bool)
            return np.asarray(same * is_level[None, :] * ~is_level[:, None])
        if self.kind == "rest":
            return same - np.eye(len(groups))
        return np.asarray(same * (same.sum(axis=1, keepdims=True) > 1))

    def _pairs(self, groups: Sequence[Group], unit: Floats) -> tuple[list[Group], Floats]:
        """Every group with each later one that agrees in all other factors."""
        same = self._same_rest(groups)
        pairs = [(i, j) for i, j in combinations(range(len(groups)), 2) if same[i, j]]
        pair_groups: list[Group] = [{**groups[i], f"{self.factor}_other": groups[j][self.factor]} for i, j in pairs]
        return pair_groups, np.array([unit[i] - unit[j] for i, j in pairs]).reshape(len(pairs), unit.shape[1])

    def _split(self, groups: Sequence[Group], unit: Floats) -> tuple[list[Group], Floats]:
        """The mean of some levels less that of the others, for each combination of the other factors that has both."""
        is_chosen = np.array([any(is_same(group[self.factor], level) for level in self.levels) for group in groups])
        same = self._same_rest(groups)
        firsts = [i for i in range(len(groups)) if not same[i, :i].any()]
        sides = {i: (same[i] * is_chosen, same[i] * ~is_chosen) for i in firsts}
        sides = {i: (first, second) for i, (first, second) in sides.items() if first.any() and second.any()}
        split_groups: list[Group] = [{**groups[i], self.factor: " + ".join(self.levels)} for i in sides]
        weights = [(first / first.sum() - second / second.sum()) @ unit for first, second in sides.values()]
        return split_groups, np.array(weights).reshape(len(sides), unit.shape[1])

    def _same_rest(self, groups: Sequence[Group]) -> Floats:
        """Whether two groups (row and column) agree in every other factor, as 0 or 1."""
        rest = [tuple((name, x) for name, x in group.items() if name != self.factor) for group in groups]
        return np.array([[a == b for b in rest] for a in rest], dtype=np.float64).reshape(len(groups), len(groups))


def is_same(value: object, text: str) -> bool:
    """Whether a level is the one that a text names."""
    if isinstance(value, float):
        try:
            return value == float(text)
        except ValueError:
            return False
    return str(value) == text


def parse_references(against: Against, by: Sequence[str]) -> list[tuple[Reference, ...]]:
    """What groups by these factors are compared with: chains of references, each a difference from one, then the
    difference of that from the next.

    against: None; `par`, `mean`, `rest`, `each`, a level, `split LEVEL+LEVEL` or `relative to LEVEL`, of the first
    factor; `factor=word` of another; a mapping of factors to such words, which is one chain; or several of these, whose
    intervals hold together.
    """
    if against is None or against == "":
        return []
    if isinstance(against, str | int | float):
        return [(_reference(str(against), by),)]
    if isinstance(against, Mapping):
        return [tuple(_reference(f"{factor}={word}", by) for factor, word in against.items())]
    return [chain for reference in against for chain in parse_references(reference, by)]


def _reference(text: str, by: Sequence[str]) -> Reference:
    factor = max((name for name in by if text.startswith(f"{name}=")), key=len, default="")
    word = text[len(factor) + 1 :].strip() if factor else text.strip()
    if not by:
        raise ConditionError(f"against {text!r}: name a factor with by")
    if not factor and "=" in text:
        raise ConditionError(f"against {text!r}: {text.partition('=')[0]} is not among the factors {', '.join(by)}")
    factor = factor or by[0]
    if word.startswith("split "):
        return Reference("split", factor, word.removeprefix("split "))
    if word.startswith("relative to "):
        return Reference("relative", factor, word.removeprefix("relative to "))
    return Reference(word, factor) if word in KINDS else Reference("level", factor, word)
