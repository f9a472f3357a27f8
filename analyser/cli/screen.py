"""What fits on a screen: parts of a text in their shortest forms, grown where there is room for more."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from textwrap import wrap

__all__ = ["SCREEN", "WIDTH", "Form", "Part", "first_sentence", "fitted", "lines_of", "whole", "wrapped"]

SCREEN = 23  # lines: the least terminals have 24, and on the last one the shell asks again
WIDTH = 80  # columns of running text, and of tables where standard output is no terminal


@dataclass(frozen=True)
class Form:
    """A way to print a part: its lines, and what they leave out ("" where that is nothing)."""

    lines: Sequence[str]
    left: str = ""


@dataclass(frozen=True)
class Part:
    """Something to print, in forms from the least that is printed of it to the whole; none is shorter than the one
    before. grows: of two parts, the one with the smaller number gets room first. apart: a blank line stands before it.
    """

    forms: Sequence[Form]
    grows: int = 0
    apart: bool = True


def whole(parts: Sequence[Part]) -> list[Form]:
    """Every part in its longest form."""
    return [part.forms[-1] for part in parts]


def fitted(parts: Sequence[Part], room: int) -> list[Form]:
    """The parts in forms that take so many lines together; more of them only where the shortest forms do."""
    chosen = [0] * len(parts)
    for at in sorted(range(len(parts)), key=lambda at: parts[at].grows):
        for form in range(1, len(parts[at].forms)):
            tried = [*chosen[:at], form, *chosen[at + 1 :]]
            if len(lines_of(parts, _taken(parts, tried))) > room:
                break
            chosen = tried
    return _taken(parts, chosen)


def _taken(parts: Sequence[Part], forms: Sequence[int]) -> list[Form]:
    return [part.forms[form] for part, form in zip(parts, forms, strict=True)]


def lines_of(parts: Sequence[Part], forms: Sequence[Form]) -> list[str]:
    """The lines of the parts in these forms, with blank ones between those that stand apart."""
    lines: list[str] = []
    for part, form in zip(parts, forms, strict=True):
        blank = [""] if part.apart and lines and form.lines else []
        lines += [*blank, *form.lines]
    return lines


def wrapped(text: str) -> list[str]:
    """Running text in lines; options such as --games stay whole."""
    return wrap(text, WIDTH, break_on_hyphens=False, break_long_words=False)


def first_sentence(text: str) -> str:
    """The text up to its first full stop with a sentence behind it."""
    return re.split(r"(?<=\.) (?=[A-Z`])", text, maxsplit=1)[0]
