"""The one look of every chart: colours, type, measured text, tooltips, and figures as bytes that never change."""

from __future__ import annotations

import io
import logging
import re
import warnings
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from contextvars import ContextVar
from functools import cache, lru_cache
from html import escape
from typing import TYPE_CHECKING, Any, cast
from unicodedata import category as kind_of_letter
from urllib.parse import quote, unquote

if TYPE_CHECKING:
    from matplotlib.artist import Artist
    from matplotlib.colors import Colormap
    from matplotlib.figure import Figure
    from matplotlib.font_manager import FontEntry
    from matplotlib.text import Text


__all__ = [
    "BAND", "BODY", "CATEGORIES", "DIVERGING", "FAINT", "GRID", "HOUSE_FONT", "INK", "INSIDE", "LESS", "MARGIN",
    "MEASURE", "MORE", "MUTED", "NEUTRAL", "NOTE", "OTHERS", "PALE", "PAPER", "PHONE", "SEQUENTIAL", "SMALL",
    "TITLE", "VERDICT", "WIDTH", "MissingLettersWarning", "category", "chosen_ink", "colour_at", "colours_of",
    "count_text", "families_of", "head", "house_style", "letters_without_font", "measure", "missing_letters",
    "on_phones", "png_bytes", "say", "shades", "signed", "svg_bytes", "warn_of_boxes", "width", "wrap",
]  # fmt: skip


# Words go into an artist's id: matplotlib writes it, and nothing else of an artist, into the SVG.


def say(artist: Artist, *lines: str) -> None:
    """Give the artist its words, the subject in the first line; empty lines are left out."""
    artist.set_gid(f"mark::{quote(chr(10).join(line for line in lines if line), safe='')}")


def head(artist: Artist, words: str, depth: float) -> None:
    """Mark a text that stands above the chart proper, which begins at the depth (points), with its words uncut."""
    artist.set_gid(f"head:{depth:.2f}:{quote(words, safe='')}")


def count_text(n: int | None, noun: str = "") -> str:
    """The line that says on how many a value rests."""
    return "" if n is None else f"n {n:,} {noun}".strip()


def _titled(match: re.Match[str]) -> str:
    """A group of an SVG with its words as title, and its kind as class."""
    kind, depth, words = match.groups()
    attributes = f'data-depth="{depth}"' if kind == "head" else 'pointer-events="all"'
    return f'<g class="{kind}" {attributes}><title>{escape(unquote(words), quote=False)}</title>'


INK = "#1d2a35"
MUTED = "#5c6975"
FAINT = "#97a2ad"
GRID = "#e4e8ec"
PAPER = "#ffffff"
BAND = "#eef1f3"
MARGIN = "#dfe4e8"  # the band of the margin in a key

# The answer's colours, on every page the same: blue is better or more than par or baseline, orange worse or less, grey
# what the interval leaves open, dark what lies surely inside the margin. Nothing else is drawn in these two hues (a
# test), and colours of one chart are told apart under protanopia and deuteranopia (another).
MORE = "#1b6ca8"
LESS = "#c0521a"
NEUTRAL = "#7b8792"
INSIDE = "#323d47"
VERDICT = (MORE, LESS)

# Kinds side by side (actions, sources, strategies, scenarios): no order, no verdict. What is beyond them is grey.
CATEGORIES = ("#17806a", "#8e5fa8", "#2f3940", "#dcc95c", "#6cbfa6")
MEASURE = CATEGORIES[0]  # one measure alone, or what a chart is about
OTHERS = "#b9c3cb"  # those it is compared with, and kinds beyond the categories
PALE = "#a3cdc2"  # the measure's spread, or single ones behind its mean


# Ends and steps of colours for values: below par, par, above par; and for things that have an order, few to many.
DIVERGING = (LESS, "#edb896", "#fbfaf8", "#9fc4e2", MORE)
SEQUENTIAL = ("#d6d04c", "#90b867", "#4d9773", "#29706a", "#184846")

WIDTH = 7.2  # inches: the text width of an A4 page, and of the page on screen
PHONE = 3.73  # inches: 358 CSS pixels, what the page leaves of a phone's 390
_width: ContextVar[float] = ContextVar("width", default=WIDTH)
_PAD = 0.14
HOUSE_FONT = "DejaVu Sans"
LAST_RESORT = "Last Resort High-Efficiency"  # comes with matplotlib: a box for every letter
NORMAL = 400  # weight
MAX_LETTERS = 8  # that a message lists
PRIVATE = "Co"  # category of letters that are others in each font
UNSEEN = ("Cc", "Cf", "Zs", "Zl", "Zp")  # categories of what has no shape: controls, formats, blanks
TITLE, BODY, SMALL, NOTE = 12.0, 8.8, 8.0, 7.4

_RC: dict[str, Any] = {
    "font.family": "sans-serif",
    "font.sans-serif": [HOUSE_FONT],
    "font.size": BODY,
    "text.color": INK,
    "text.parse_math": False,
    "text.hinting": "no_hinting",
    "lines.solid_capstyle": "butt",
    "figure.facecolor": PAPER,
    "savefig.facecolor": PAPER,
    "svg.fonttype": "none",
    "svg.hashsalt": "analyser",
    "path.simplify": False,
}


@contextmanager
def house_style() -> Iterator[None]:
    """Draw and save inside this context: matplotlib's defaults plus the house's, whatever the user's own settings
    are."""
    log = logging.getLogger("matplotlib")  # which says of every font to fall back on that it has no bold letters
    level = log.level
    log.setLevel(logging.ERROR)
    try:
        import matplotlib

        with matplotlib.rc_context():
            matplotlib.rcdefaults()
            matplotlib.rcParams.update(cast("Any", _RC))
            yield
    finally:
        log.setLevel(level)


def width() -> float:
    """How wide a chart is drawn, in inches."""
    return _width.get()


@contextmanager
def on_phones() -> Iterator[None]:
    """Draw inside this context: charts as wide as a phone's page, their words as large as on a wide one."""
    token = _width.set(PHONE)
    try:
        yield
    finally:
        _width.reset(token)


def measure(text: str, size: float, *, bold: bool = False) -> float:
    """Width of a line of text in inches."""
    from matplotlib.textpath import TextToPath

    return _measured(text, bold) * (size / TextToPath.FONT_SCALE) / 72.0


@lru_cache(maxsize=4096)
def _measured(text: str, bold: bool) -> float:
    """Its width in points at the one size that matplotlib measures at, whatever is asked."""
    from matplotlib.font_manager import FontProperties
    from matplotlib.textpath import TextToPath

    measurer = TextToPath()
    families = [HOUSE_FONT, *families_of(text)]
    font = FontProperties(family=families, size=measurer.FONT_SCALE, weight="bold" if bold else "normal")
    return float(measurer.get_text_width_height_descent(text, font, ismath=False)[0])


def _cut(word: str, width: float, size: float, bold: bool, tail: str) -> str:
    """The longest beginning of a word that fits with its tail."""
    while len(word) > 1 and measure(word + tail, size, bold=bold) > width:
        word = word[:-1]
    return word.rstrip() + tail


def wrap(text: str, width: float, size: float, *, bold: bool = False, lines: int = 2) -> str:
    """The text broken into at most that many lines of that width (inches); what does not fit ends in an ellipsis.

    Words too long for a line are broken after a slash, hyphen, underscore, dot or comma where they have one."""
    pieces = [piece for word in text.split() for piece in (*re.split(r"(?<=[/_.,-])", word), " ")]
    out: list[str] = [""]
    for piece in pieces:
        if measure((out[-1] + piece).strip(), size, bold=bold) <= width:
            out[-1] += piece
        elif piece.strip():
            out.append(piece)
    out = [line.strip() for line in out if line.strip()]
    out = [line if measure(line, size, bold=bold) <= width else _cut(line, width, size, bold, "…") for line in out]
    if len(out) > lines:
        out = [*out[: lines - 1], _cut(out[lines - 1], width, size, bold, "…")]
    return "\n".join(out)


def category(number: int) -> str:
    """The colour of the kind of that number, from 0; grey after the last."""
    return CATEGORIES[number] if number < len(CATEGORIES) else OTHERS


def shades(count: int) -> list[str]:
    """Colours of so many things that have an order, the first the lightest."""
    from matplotlib.colors import to_hex

    return [to_hex(colour_at(SEQUENTIAL, place / max(1, count - 1))) for place in range(count)]


@cache
def _ramp(colours: tuple[str, ...]) -> Colormap:
    from matplotlib.colors import LinearSegmentedColormap

    return LinearSegmentedColormap.from_list("", colours)


def colour_at(colours: tuple[str, ...], place: float) -> tuple[float, float, float, float]:
    """The colour at a place between colours that stand evenly from 0 to 1."""
    return _ramp(colours)(place)


def colours_of(labels: Sequence[str]) -> list[str]:
    """A colour for each label: shades where three or more differ in a number at their end that rises, as levels do."""
    parts = [re.fullmatch(r"(.*?)(\d+(?:\.\d+)?)", label) for label in labels]
    numbers = [float(part[2]) for part in parts if part]
    is_scale = len(labels) > 2 and len(numbers) == len(labels) and len({part[1] for part in parts if part}) == 1
    return shades(len(labels)) if is_scale and numbers == sorted(numbers) else [category(i) for i in range(len(labels))]


def chosen_ink(colour: tuple[float, float, float, float] | str) -> str:
    """Black or white text, whichever reads better on a colour (contrast as WCAG 2 defines it): at least 4.5."""
    from matplotlib.colors import to_rgba

    red, green, blue, _ = to_rgba(colour)
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in (red, green, blue)]
    luminance = 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]
    return PAPER if 1.05 / (luminance + 0.05) > (luminance + 0.05) / 0.05 else "#000000"


def missing_letters(figure: Figure) -> str:
    """The letters of a figure's words that no font of this machine has: its PNG has boxes there."""
    return letters_without_font("".join(text.get_text() for text in _texts(figure)))


def warn_of_boxes(letters: str) -> None:
    """Warn that a picture has boxes in place of these letters; nothing where there are none."""
    if letters:
        warnings.warn(font_advice("".join(sorted(set(letters)))), MissingLettersWarning, stacklevel=2)


def _texts(figure: Figure) -> list[Text]:
    from matplotlib.text import Text

    return [artist for artist in figure.findobj(Text) if isinstance(artist, Text)]


def _set_fonts(figure: Figure) -> None:
    """Give the words whose letters the house font lacks the fonts that have them."""
    for text in _texts(figure):
        if families := families_of(text.get_text()):
            text.set_fontfamily(["sans-serif", *families])


def svg_bytes(figure: Figure) -> bytes:
    """The figure as SVG with real text, without date or version: the same input gives the same bytes."""
    _set_fonts(figure)
    buffer = io.BytesIO()
    figure.savefig(buffer, format="svg", metadata={"Date": None, "Creator": None, "Format": None, "Type": None})
    return re.sub(r'<g id="(mark|head):([\d.]*):([^"]*)">', _titled, buffer.getvalue().decode()).encode()


def png_bytes(figure: Figure) -> bytes:
    """The figure as PNG at twice a screen's resolution, with a little air around it, without software tag."""
    from matplotlib.transforms import Bbox

    _set_fonts(figure)
    buffer = io.BytesIO()
    width, height = figure.get_size_inches()
    box = Bbox([[-_PAD, -_PAD], [width + _PAD, height + _PAD]])
    how = {"compress_level": 1}  # of 9: two thirds of the time for a tenth more bytes
    figure.savefig(buffer, format="png", dpi=200, bbox_inches=box, metadata={"Software": None}, pil_kwargs=how)
    return buffer.getvalue()


def signed(value: float, digits: int = 1) -> str:
    """A difference as text with its sign, a true minus, and no sign on zero."""
    text = f"{abs(value):.{digits}f}"
    return text if float(text) == 0 else ("+" if value > 0 else "−") + text


# Letters that the house font lacks are drawn with fonts of this machine that have them.


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
    return "".join(sorted({c for c in text if ord(c) not in house and kind_of_letter(c) not in UNSEEN}))


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
            own_letters = frozenset(c for c in letters if kind_of_letter(c) != PRIVATE and font.get_char_index(ord(c)))
            if own_letters:
                is_plain = "Sans" in entry.name and "Mono" not in entry.name
                weight = abs(int(entry.weight) - NORMAL)
                yield own_letters, (not is_plain, entry.style != "normal", weight, entry.name), entry.name


def _entries() -> list[FontEntry]:
    """The fonts that matplotlib knows, and those that were installed since it looked."""
    from matplotlib.font_manager import findSystemFonts, fontManager

    listed_files = {entry.fname for entry in fontManager.ttflist}
    for path in findSystemFonts():
        if path not in listed_files:
            with suppress(Exception):  # matplotlib cannot use it: a font of pictures, for instance
                fontManager.addfont(path)
    return list(fontManager.ttflist)
