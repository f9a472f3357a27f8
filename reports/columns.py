"""Columns of result tables: name, heading, unit, how a value is written; and the words for names of data."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from itertools import groupby
from typing import TYPE_CHECKING, Any

from markupsafe import Markup

from reports.charts.style import signed

if TYPE_CHECKING:
    from reports.facts import GameFacts

__all__ = [
    "ACTION", "ALIAS", "BOARD", "DIFFERENCE", "EFFECT", "FINISHES_AHEAD", "FREQUENCY", "GROUP", "HOW", "KIND",
    "MISSING", "POINTS_AHEAD", "ROUND", "SCORE", "SEAT", "SHARE", "STRATEGY", "TOGETHER", "UNIT", "Column", "N",
    "P", "Words", "code", "count", "fraction_unit", "link", "number", "percent", "points", "pp", "pretty",
    "quantity", "word", "worded",
]  # fmt: skip


def pretty(name: object) -> str:
    """A key as a person writes it: underscores become spaces."""
    return str(name).replace("_", " ").strip()


@dataclass(frozen=True)
class Words:
    """Phrases for keys of the tables, in the words of the game that was played."""

    game: GameFacts

    def action(self, name: object) -> str:
        """A move class in words."""
        return pretty(self.game.classes.get(str(name)) or name)

    @property
    def counted_class(self) -> str:
        """The move class whose number groups the openings, in words; empty where the first turn groups them."""
        return pretty(self.game.classes.get(self.game.opening.letter, ""))

    @property
    def ordered(self) -> bool:
        """Whether the groups of openings have an order, as numbers always have."""
        return bool(self.counted_class) or self.game.opening.ordered

    def opening(self, code: str) -> str:
        """An opening in words, from the letters of its turns or, its order ignored, of its kinds of turns.

        `UUR` is "unify ×2 → recruit" and `U2R1` "unify ×2, recruit". Where openings are grouped by the number of turns
        of a class, x is any other turn: `UxxU` is "unify on turns 1, 4" and `U2x2` "unify on 2 of 4 turns".
        """
        letter, (singular, plural) = self.game.opening.letter, self.game.opening.turn
        if letter and (pooled := re.fullmatch(rf"{letter}(\d+)x(\d+)", code)):
            return f"{self.counted_class} on {pooled[1]} of {int(pooled[1]) + int(pooled[2])} {plural}"
        if letter and "x" in code and set(code) <= {letter, "x"}:
            turns = [str(number) for number, turn in enumerate(code, 1) if turn == letter]
            return (
                f"{self.counted_class} on {plural if turns[1:] else singular} {', '.join(turns)}"
                if turns
                else f"no {self.counted_class}"
            )
        if " " in code:  # kinds of turns, whose letters may be digits
            return self._kinds(code.split())
        if kinds := re.fullmatch(r"([^\d\s]\d+)+", code):
            pairs = re.findall(r"(\D)(\d+)", kinds[0])
            return self._kinds([kind for kind, count in pairs for _ in range(int(count))])
        if not set(code) <= {*self.game.classes, "x"}:  # a name
            return code
        return " → ".join(self._times(kind, len(list(same))) for kind, same in groupby(code))

    def _kinds(self, letters: list[str]) -> str:
        return ", ".join(self._times(letter, letters.count(letter)) for letter in dict.fromkeys(letters))

    def _times(self, letter: str, count: int) -> str:
        """A kind of turn without its article; a number stands for itself where its words end with it."""
        word = pretty(self.game.classes.get(letter) or "other")
        word = letter if word.split()[-1:] == [letter] else re.sub(r"^an? ", "", word)
        return word if count == 1 else f"{word} ×{count}"

    def group(self, name: object) -> str:
        """A group of openings: a number, or the class of the first turn in words."""
        return str(name) if self.counted_class else pretty(self.game.classes.get(str(name), name))


MISSING = "–"
TOGETHER = "95 % interval, all comparisons of its family together"

Write = Callable[[object, Words], str]


@dataclass(frozen=True)
class Column:
    """A column: its name, its heading and unit on a page (empty for words), and how a value becomes text."""

    name: str
    label: str
    unit: str
    write: Write
    numeric: bool = True  # stands right-aligned
    estimate: bool = False  # an estimate: `<name>_low` and `<name>_high` hold its 95 % interval
    printed: bool = True  # False: files hold it and pages leave it out, as the column beside it says the same in words
    note: str = ""  # what the name alone does not say
    fitted: Callable[[Column, Words], Column] | None = None  # the column in the words of a game
    by_unit: Mapping[str, tuple[Write, str]] | None = None  # how it is written, and in what, where rows tell a unit

    @property
    def names(self) -> tuple[str, ...]:
        """The columns of the frame it stands for."""
        return (self.name, f"{self.name}_low", f"{self.name}_high") if self.estimate else (self.name,)

    def text(self, value: object, words: Words) -> str:
        """The value as text; what is missing is a dash."""
        if value is None or (isinstance(value, float) and not math.isfinite(value)):
            return MISSING
        return self.write(value, words)

    def of(self, words: Words) -> Column:
        """The column as a game calls it."""
        return self.fitted(self, words) if self.fitted else self


def _digits(factor: float, digits: int, sign: bool = False) -> Write:
    def write(value: object, words: Words) -> str:
        scaled = float(str(value)) * factor
        return signed(scaled, digits) if sign else f"{scaled:,.{digits}f}".replace("-", "−")

    return write


def _p(value: object, words: Words) -> str:
    p = float(str(value))
    return "< 0.001" if p < 0.001 else f"{p:.3f}"


# Each is a column with a name and a heading; further fields of `Column` by their names.


def percent(name: str, label: str, **more: Any) -> Column:
    """A fraction, printed in %."""
    return Column(name, label, "%", _digits(100.0, 1), **more)


def pp(name: str, label: str, **more: Any) -> Column:
    """A difference of fractions, printed in percentage points with its sign."""
    return Column(name, label, "pp", _digits(100.0, 1, sign=True), **more)


def points(name: str, label: str, *, sign: bool = False, **more: Any) -> Column:
    """Points of the game."""
    return Column(name, label, "points", _digits(1.0, 1, sign), **more)


def number(name: str, label: str, digits: int = 2, unit: str = "", *, sign: bool = False, **more: Any) -> Column:
    """A number with so many digits."""
    return Column(name, label, unit, _digits(1.0, digits, sign), **more)


def quantity(name: str, label: str, *, distance: bool = False, **more: Any) -> Column:
    """A number in the unit that its row tells: a difference of win shares (pp), a win share (%), points or another;
    `distance`: how far such are apart, so that those of win shares are in pp."""
    by_unit = {
        "pp": (_digits(100.0, 1, not distance), "pp"),
        "%": (_digits(100.0, 1), "pp" if distance else "%"),
        "points": (_digits(1.0, 1, not distance), "points"),
    }
    return Column(name, label, "", _digits(1.0, 2), by_unit=by_unit, **more)


def count(name: str, label: str, unit: str = "", **more: Any) -> Column:
    """A whole number."""
    return Column(name, label, unit, _digits(1.0, 0), **more)


def p_value(name: str, label: str, **more: Any) -> Column:
    """A p value."""
    return Column(name, label, "", _p, **more)


def word(name: str, label: str, **more: Any) -> Column:
    """A key, printed as a person writes it."""
    return worded(name, label, lambda value, words: pretty(value), **more)


def code(name: str, label: str, **more: Any) -> Column:
    """Text as it stands."""
    return worded(name, label, lambda value, words: str(value), **more)


def worded(name: str, label: str, write: Write, *, numeric: bool = False, **more: Any) -> Column:
    """A value that the game's own words stand for."""
    return Column(name, label, "", write, numeric, **more)


def opening(name: str, label: str) -> Column:
    """An opening by the letters of its turns."""
    return worded(name, label, lambda value, words: words.opening(str(value)))


def link(name: str, label: str, text: str, **more: Any) -> Column:
    """A path, seen from the page, printed as a link with this text."""
    return worded(name, label, lambda value, words: Markup('<a href="{}">{}</a>').format(value, text), **more)


def fraction_unit(unit: object) -> bool:
    """Whether a row's own unit says that its values are fractions."""
    return str(unit).strip().lower() in {"fraction", "share", "%"}


def _group(column: Column, words: Words) -> Column:
    """Groups of openings: numbers of turns of a class, or classes of the first turn."""
    singular, plural = words.game.opening.turn
    if words.counted_class:
        return replace(count(column.name, f"{words.counted_class} {plural}"), note=column.note)
    return replace(column, label=f"first {singular}", write=lambda value, names: names.group(value))


# -- columns of many tables -------------------------------------------------------------------------------------------

BOARD = worded(
    "board", "board", lambda value, words: words.game.label(value),
    fitted=lambda column, words: replace(column, label=words.game.nouns[0]),
)  # fmt: skip
STRATEGY = code("strategy", "bot")
SEAT = count("seat", "seat")
ALIAS = word("alias", "cannot be told from", note="what it always met; null: it met all alike")
ROUND = count("round", "round")
GROUP = word("group", "group", fitted=_group)
HOW = word("how", "how", note="chosen / forced")
KIND = worded(
    "kind", "kind", lambda value, words: "bot" if value == "strategy" else pretty(value), note="seat / strategy"
)  # fmt: skip
ACTION = worded("action", "action", lambda value, words: words.action(value))
UNIT = worded("unit", "unit", lambda value, words: "%" if fraction_unit(value) else pretty(value))
N = count("n", "n", "seats")
SHARE = percent("share", "win share", estimate=True)
SCORE = points("score", "score", estimate=True)
EFFECT = pp("effect", "difference in win share", estimate=True)
DIFFERENCE = points("difference", "difference", sign=True, estimate=True)
FREQUENCY = percent("frequency", "how often")
POINTS_AHEAD = points("margin_to_best", "ahead of the best other", sign=True, estimate=True)
FINISHES_AHEAD = percent(
    "ahead",
    "finishes ahead",
    estimate=True,
    note="probability that row finishes ahead of column in one game, equal ranks counted half",
)
P = p_value("p", "p", note="corrected for its family")
