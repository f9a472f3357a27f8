"""How a game's openings are grouped, by the number of turns of one class or by the class of the first turn, and in what
words."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import polars as pl

from reports.facts import GameFacts, Tip

__all__ = ["Grouping"]


@dataclass(frozen=True)
class Grouping:
    """The fact `opening` at work: the group of an opening and of a plan, and what groups are called in a sentence."""

    letter: str  # class whose number is counted; "": openings are grouped by the class of the first turn
    order: tuple[str, ...]  # groups: numbers from 0, or letters in the order of the classes
    classes: Mapping[str, str]
    turn: tuple[str, str]
    name: str
    tip: Tip | None
    confounded_by: str

    @classmethod
    def of(cls, game: GameFacts) -> Grouping:
        """From the game's facts."""
        letter = game.opening.letter
        return cls(
            letter=letter,
            order=tuple(map(str, range(game.opening_turns + 1))) if letter else tuple(game.classes),
            classes=game.classes,
            turn=game.opening.turn,
            name=game.opening.name,
            tip=game.opening.tip,
            confounded_by=game.opening.confounded_by,
        )

    def group(self, line: pl.Expr) -> pl.Expr:
        """The group of an opening or of a plan; a column that sorts in the order of the groups, null for none."""
        found = line.str.count_matches(self.letter, literal=True).cast(pl.String) if self.letter else line.str.head(1)
        return found.cast(pl.Enum(self.order), strict=False)

    def loose(self, plan: pl.Expr) -> pl.Expr:
        """Whether a plan stands for its group and sets nothing else: a number of turns of the class counted in some
        order, or a first turn."""
        if self.letter:
            return plan.str.contains(f"^[{self.letter}x]*$")
        return plan.str.len_chars() == 1

    def pooled(self, plans: Sequence[str]) -> dict[str, str]:
        """Plans by the name under which they are compared: those that set a number in several orders share one, like
        `U2x4`, so that the number's effect is the mean over its orders; any other keeps its own."""
        if not self.letter:
            return {plan: plan for plan in plans}
        sizes = {plan: (plan.count(self.letter), len(plan)) for plan in plans if set(plan) <= {self.letter, "x"}}
        several = {size for size in sizes.values() if list(sizes.values()).count(size) > 1}
        names = {plan: f"{self.letter}{u}x{n - u}" for plan, (u, n) in sizes.items() if (u, n) in several}
        return {plan: names.get(plan, plan) for plan in plans}

    def pattern(self, plan: str) -> str:
        """Regular expression of the openings that follow a plan; x is any turn but one of the class counted."""
        if pooled := re.fullmatch(rf"{self.letter}(\d+)x\d+", plan):
            return f"^[^{self.letter}]*({self.letter}[^{self.letter}]*){{{pooled[1]}}}$"
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
    def forced(self) -> str:
        """What forced groups are, as a sentence opens: "Market turns in the first round, forced"."""
        named = self.turns() if self.letter else f"first {self.turn[0]}"
        return f"{named[:1].upper()}{named[1:]}, forced"

    @property
    def others(self) -> str:
        """What a group is compared with."""
        return "the other numbers" if self.letter else f"the other first {self.turn[1]}"
