"""How a game's openings are grouped, by the number of turns of one class or by the class of the first turn, and in what
words."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import polars as pl

from analyser.questions.run import Run

__all__ = ["Grouping"]


@dataclass(frozen=True)
class Grouping:
    """The fact `opening` at work: the group of an opening and of a plan, and what groups are called in a sentence."""

    letter: str  # class whose number is counted; "": openings are grouped by the class of the first turn
    order: tuple[str, ...]  # groups: numbers from 0, or letters in the order of the classes
    classes: Mapping[str, str] = field(default_factory=dict)
    turn: tuple[str, str] = ("turn", "turns")
    name: str = "first turns"
    tip: Mapping[str, Any] = field(default_factory=dict)
    confounded_by: str = "what they held"

    @classmethod
    def of(cls, run: Run) -> Grouping:
        """From the run's facts; a game that says nothing about itself is grouped by the letters it used."""
        facts: Mapping[str, Any] = run.facts.get("opening") or {}
        classes = run.classes or {letter: letter for letter in _letters(run)}
        letter = str(facts.get("class") or next(iter(classes), "")) if facts.get("by") == "number" else ""
        one, several = facts.get("turn") or cls.turn
        return cls(
            letter=letter,
            order=tuple(map(str, range(int(run.facts["opening_turns"]) + 1))) if letter else tuple(classes),
            classes=classes,
            turn=(str(one), str(several)),
            name=str(facts.get("name") or cls.name),
            tip=facts.get("tip") or {},
            confounded_by=str(facts.get("confounded_by") or cls.confounded_by),
        )

    def group(self, line: pl.Expr) -> pl.Expr:
        """The group of an opening or of a plan; a column that sorts in the order of the groups, null for none."""
        found = line.str.count_matches(self.letter, literal=True).cast(pl.String) if self.letter else line.str.head(1)
        return found.cast(pl.Enum(self.order), strict=False)

    def loose(self, plan: pl.Expr) -> pl.Expr:
        """Whether a plan stands for its group and sets nothing else."""
        if self.letter:
            return plan.str.contains(f"^{self.letter}*x*$")
        return plan.str.len_chars() == 1

    def pattern(self, plan: str) -> str:
        """Regular expression of the openings that follow a plan; x is any turn but one of the class counted."""
        turns = "".join(f"[^{self.letter}]" if self.letter and turn == "x" else turn for turn in plan)
        return f"^{turns}" if not self.letter and len(plan) == 1 else f"^{turns}$"

    def subject(self, group: str) -> str:
        """A group as what is compared: "3 market turns in the first round", "open with a bid of 7"."""
        return f"{group} {self.turns(int(group))}" if self.letter else f"open with {self.label(group)}"

    def turns(self, number: int = 0) -> str:
        """Turns of the class counted: "market turns in the first round"."""
        return f"{self.classes.get(self.letter, self.letter)} {self.turn[number != 1]} in the {self.name}"

    def label(self, group: str) -> str:
        """A group in short."""
        return group if self.letter else self.classes.get(group, group)

    @property
    def others(self) -> str:
        """What a group is compared with."""
        return "the other numbers" if self.letter else f"the other first {self.turn[1]}"


def _letters(run: Run) -> list[str]:
    """Letters the run's openings are written with."""
    lines = run.seats.select(pl.col("opening").cast(pl.String).unique()).collect()["opening"]
    return sorted({letter for line in lines.drop_nulls().to_list() for letter in line})
