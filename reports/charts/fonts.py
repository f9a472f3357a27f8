"""Fonts for letters that the house font lacks: those of this machine that have them, found when a name needs them."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from functools import cache, lru_cache
from typing import TYPE_CHECKING
from unicodedata import category

if TYPE_CHECKING:
    from matplotlib.font_manager import FontEntry

__all__ = ["HOUSE_FONT", "MissingLettersWarning", "families_of", "font_advice", "letters_without_font"]

HOUSE_FONT = "DejaVu Sans"
LAST_RESORT = "Last Resort High-Efficiency"  # comes with matplotlib: a box for every letter
NORMAL = 400  # weight
MAX_LETTERS = 8  # that a message lists
PRIVATE = "Co"  # category of letters that are others in each font
UNSEEN = ("Cc", "Cf", "Zs", "Zl", "Zp")  # categories of what has no shape: controls, formats, blanks


class MissingLettersWarning(UserWarning):
    """A picture has boxes in place of letters."""


def families_of(text: str) -> tuple[str, ...]:
    """The font families to fall back on, in order, for the letters of a text that the house font lacks; () for a text
    in Latin letters."""
    if text.isascii():
        return ()
    missing = _missing(text)
    if not missing:
        return ()
    families, rest = _fallbacks(missing)
    return (*families, LAST_RESORT) if rest else families


def letters_without_font(text: str) -> str:
    """The letters of a text that no font of this machine has, each once, in order."""
    missing = "" if text.isascii() else _missing(text)
    return _fallbacks(missing)[1] if missing else ""


def font_advice(letters: str) -> str:
    """What to do where no font has these letters, in a line."""
    listed = ", ".join(letters[:MAX_LETTERS]) + (", …" if len(letters) > MAX_LETTERS else "")
    return (
        f"no font on this machine has the letters {listed}: PNG charts show boxes, SVG charts and pages are right; "
        "install a font that has them, on Debian fonts-noto-core, fonts-noto-cjk or fonts-symbola"
    )


def _missing(text: str) -> str:
    """The letters of a text that the house font lacks, sorted."""
    house = _house_letters()
    return "".join(sorted({c for c in text if ord(c) not in house and category(c) not in UNSEEN}))


@cache
def _house_letters() -> frozenset[int]:
    from matplotlib.font_manager import findfont
    from matplotlib.ft2font import FT2Font

    return frozenset(FT2Font(str(findfont(HOUSE_FONT))).get_charmap())


@lru_cache(maxsize=256)
def _fallbacks(letters: str) -> tuple[tuple[str, ...], str]:
    """Families that have these letters, as few as can be, and the letters that none has."""
    fonts = list(_fonts(letters))
    rest, families = set(letters), []
    while rest and (best := min(fonts, key=lambda font: (-len(font[0] & rest), font[1]), default=None)):
        if not best[0] & rest:
            break
        families.append(best[2])
        rest -= best[0]
    return tuple(families), "".join(sorted(rest))


def _fonts(letters: str) -> Iterator[tuple[frozenset[str], tuple[bool | int | str, ...], str]]:
    """Every font of this machine with some of the letters: those it has, its place among equals, its family. Fonts
    like the house's come first: upright, of normal weight, without serifs."""
    from matplotlib.ft2font import FT2Font

    for entry in _entries():
        if entry.name == LAST_RESORT:
            continue
        with suppress(OSError, RuntimeError):  # a file that is gone, or no font
            font = FT2Font(entry.fname)
            found = frozenset(c for c in letters if category(c) != PRIVATE and font.get_char_index(ord(c)))
            if found:
                is_plain = "Sans" in entry.name and "Mono" not in entry.name
                weight = abs(int(entry.weight) - NORMAL)
                yield found, (not is_plain, entry.style != "normal", weight, entry.name), entry.name


def _entries() -> list[FontEntry]:
    """The fonts that matplotlib knows, and those that were installed since it looked."""
    from matplotlib.font_manager import findSystemFonts, fontManager

    known = {entry.fname for entry in fontManager.ttflist}
    for path in findSystemFonts():
        if path not in known:
            with suppress(Exception):  # matplotlib cannot use it: a font of pictures, for instance
                fontManager.addfont(path)
    return list(fontManager.ttflist)
