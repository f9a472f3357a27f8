"""The run's own words: what its boards, move classes and scoring sources are called, taken from the game's facts."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from reports.types import GameFacts

__all__ = ["Words", "pretty", "sentence_case"]


def pretty(name: object) -> str:
    """A key as a person writes it: underscores become spaces."""
    return str(name).replace("_", " ").strip()


def sentence_case(words: str) -> str:
    """As the words begin a heading; names in them keep their letters."""
    return words[:1].upper() + words[1:]


@dataclass(frozen=True)
class Words:
    """Look-ups from keys in the tables to the words of the game that was played."""

    title: str = ""
    players: int | None = None
    boards: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    classes: Mapping[str, str] = field(default_factory=dict)
    nouns: tuple[str, str] = ("board", "boards")
    other: str = ""
    use: Mapping[str, str] = field(default_factory=dict)
    shared: bool = False
    opening: Mapping[str, Any] = field(default_factory=dict)
    charts: Sequence[Mapping[str, Any]] = ()
    places: Mapping[str, Any] = field(default_factory=dict)

    @staticmethod
    def of(facts: GameFacts) -> Words:
        """Read the words from the run's game facts; anything may be absent."""
        how = facts.get("board") or {}
        one, many = how.get("noun") or ("board", "boards")
        return Words(
            title=str(facts.get("title") or facts.get("name") or ""),
            players=facts.get("players"),
            boards=facts.get("boards") or {},
            classes={str(letter): str(name) for letter, name in facts.get("classes") or ()},
            nouns=(one, many),
            other=str(how.get("other") or ""),
            use=how.get("use") or {},
            shared=how.get("scope") == "table",
            opening=facts.get("opening") or {},
            charts=facts.get("charts") or (),
            places=facts.get("places") or {},
        )

    @property
    def par(self) -> float | None:
        """The fair win share in %: one over the number of players."""
        return 100.0 / self.players if self.players else None

    @property
    def baseline(self) -> str:
        """The board others are compared with: the one of side A, of boards the table shares the first."""
        sides = [name for name, facts in self.boards.items() if facts.get("side") == "A"]
        sides = (sides or list(self.boards))[:1] if self.shared else sides
        return self.board(sides[0]) if len(sides) == 1 else "A"

    @property
    def another(self) -> str:
        """Any board but the baseline, as a seat has it: "another player board than A"."""
        return self.other or f"another {self.nouns[0]} than {self.baseline}"

    def board(self, name: object) -> str:
        """A board's label."""
        return str(self.boards.get(str(name), {}).get("label") or pretty(name))

    def kind(self, name: object) -> str:
        """A kind of term of a model, with what the game calls a board."""
        return pretty(name).replace("board", self.nouns[0]).replace(" x ", " × ")

    def action(self, name: object) -> str:
        """A move class in words, with its letter where there is one they do not name themselves."""
        word = pretty(self.classes.get(str(name)) or name)
        return word if str(name) in word.split() else f"{word} ({name})"

    @property
    def tip(self) -> Mapping[str, Any]:
        """The rulebook's tip on the opening: levels and text; empty without one."""
        return self.opening.get("tip") or {}

    @property
    def counted(self) -> str:
        """The move class whose number groups the openings, in words; empty where the first turn groups them."""
        if self.opening.get("by") != "number":
            return ""
        letter = str(self.opening.get("class") or next(iter(filter(None, self.classes)), ""))
        return pretty(self.classes.get(letter, letter))

    @property
    def ordered(self) -> bool:
        """Whether the groups of openings have an order, as numbers always have."""
        return bool(self.counted or self.opening.get("ordered"))

    @property
    def turn(self) -> tuple[str, str]:
        """What a turn of the opening is called: one and several."""
        one, several = self.opening.get("turn") or ("turn", "turns")
        return pretty(one), pretty(several)

    @property
    def opening_name(self) -> str:
        """The turns that make an opening: "first round"."""
        return pretty(self.opening.get("name") or "first turns")

    @property
    def groups(self) -> str:
        """What openings are grouped by: "market turns in the first round", "first bid"."""
        return f"{self.counted} {self.turn[1]} in the {self.opening_name}" if self.counted else f"first {self.turn[0]}"

    def group(self, name: object) -> str:
        """A group of openings: a number, or the class of the first turn in words."""
        return str(name) if self.counted else pretty(self.classes.get(str(name), name))
