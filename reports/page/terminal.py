"""The first screen of an answer at a terminal: at most 24 lines of 80 columns, with its chart in plain characters."""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import partial
from textwrap import wrap
from typing import TYPE_CHECKING

from reports.sentences import keep_units

if TYPE_CHECKING:
    from reports.answer import FirstScreen, ScreenRow

__all__ = ["MAX_LINES", "WIDTH", "chart_lines", "first_sentence", "screen_lines", "wrap_text"]

WIDTH = 80  # columns of running text
MAX_LINES = 23  # the smallest terminals have 24, and the prompt takes the last one
MIN_PLOT = 24  # columns of the chart's intervals; longer names take several lines
SMALL_PLOT = 8  # beside a name that cannot be broken
BAND, PLANS, DEALS, POINT, DOT, FAIR = "░", "╌", "━", "●", "·", "│"  # each has a plain one of its own (cli/streams.py)
HINT = "--full"
INDENT = "  "


@dataclass(frozen=True)
class _Sizes:
    """How much of each part is printed: chart rows, lines of each finding of several, of the lead, of what to change,
    of each doubt, cautions, whether there is a caption, and blank lines between parts."""

    rows: int = 1
    findings: int = 1
    lead: int = 0
    change: int = 1
    cautions: int = 0
    doubt: int = 1
    caption: int = 0
    gaps: int = 0


# What gets room first; a step that does not fit is left out.
STEPS = (
    ("cautions", 1), ("findings", 2), ("rows", 4), ("lead", 2), ("change", 2), ("caption", 1), ("lead", 3),
    ("lead", 5), ("change", 3), ("findings", 3), ("rows", 6), ("doubt", 2), ("gaps", 1), ("cautions", 2), ("rows", 8),
    ("rows", 10), ("gaps", 2), ("change", 5), ("cautions", 6), ("rows", 14), ("gaps", 4), ("lead", 9), ("doubt", 3),
    ("rows", 99),
)  # fmt: skip


def wrap_text(text: str, width: int = WIDTH, indent: str = "") -> list[str]:
    """Running text in lines; options such as --games stay whole, and a number keeps its unit."""
    lines = wrap(keep_units(text), width, subsequent_indent=indent, break_on_hyphens=False, break_long_words=False)
    return [line.replace("\N{NO-BREAK SPACE}", " ") for line in lines]


def first_sentence(text: str) -> str:
    """The text up to its first full stop with a sentence behind it."""
    return re.split(r"(?<=\.) (?=[A-Z`])", text, maxsplit=1)[0]


def screen_lines(
    question: str,
    screen: FirstScreen,
    *,
    width: int = WIDTH,
    page: str = "",
    max_lines: int = MAX_LINES,
    findings: Sequence[tuple[str, str]] = (),
    run: str = "",
) -> list[str]:
    """The answer in at most so many lines: the question, the finding, its sentence, the chart, what to change, how
    sure, and the path of the page.

    findings: of several scenarios the label and finding of each, below what they come to together; chart and doubts are
    of the first. run: the run as it is typed in commands.
    """
    if run:
        fill = partial(re.sub, r"\bRUN\b", lambda _: run)
        doubts = tuple(replace(doubt, words=fill(doubt.words)) for doubt in screen.doubts)
        cautions = tuple(map(fill, screen.cautions))
        screen = replace(screen, lead=fill(screen.lead), doubts=doubts, cautions=cautions)
    foot = [f"Page: {page}"] if page else []
    room = max_lines - sum(-(-len(line) // width) for line in foot)  # a path is not broken: the terminal does it
    sizes = _Sizes()
    lines = _lines(question, screen, sizes, width, findings)
    for part, size in STEPS:
        larger = replace(sizes, **{part: size})
        more = _lines(question, screen, larger, width, findings)
        if len(more) <= room:
            sizes, lines = larger, more
    return [*lines[:room], *foot]


def _lines(
    question: str, screen: FirstScreen, sizes: _Sizes, width: int, findings: Sequence[tuple[str, str]]
) -> list[str]:
    """The parts of the screen in their order, blank lines between them."""
    title = wrap_text(screen.finding, width)
    for label, finding in findings:
        title += _fit(f"{INDENT}{label}: {finding}", sizes.findings, width, INDENT * 2)
    lead = _fit(screen.lead, sizes.lead, width) if sizes.lead else []
    cautions = [f"Note: {caution}" for caution in screen.cautions[: sizes.cautions]]
    change = _fit(" ".join(screen.change), sizes.change, width, INDENT) if screen.change else []
    parts = [
        wrap_text(question, width),
        [*title, *lead, *(line for caution in cautions for line in wrap_text(caution, width, INDENT))],
        chart_lines(screen, max_rows=sizes.rows, width=width, caption=bool(sizes.caption)),
        change,
        _doubt_lines(screen, sizes.doubt, width),
    ]
    lines: list[str] = []
    gaps = sizes.gaps
    for part in parts:
        if lines and part and gaps:
            lines, gaps = [*lines, ""], gaps - 1
        lines += part
    return lines


def _fit(text: str, max_lines: int, width: int, indent: str = "") -> list[str]:
    """As many of the text's sentences and clauses as so many lines hold, and at least the first."""
    clauses = re.split(r"(?<=[.;]) (?=\S)", text) if text else []
    for n in range(len(clauses), 0, -1):
        lines = wrap_text(re.sub(";$", ".", " ".join(clauses[:n])), width, indent)
        if len(lines) <= max_lines or n == 1:
            return lines
    return []


def _doubt_lines(screen: FirstScreen, max_lines: int, width: int) -> list[str]:
    """Every doubt with how far the finding may be off, and what that rests on."""
    if not screen.doubts:
        return []
    source = max(len(doubt.source) for doubt in screen.doubts) + 2
    indent = " " * (len(INDENT) + source)
    lines = ["How sure:"]
    for doubt in screen.doubts:
        own_lines = _fit(f"{doubt.amount}; {doubt.words}", max_lines, width - len(indent))
        command = re.search(r"`analyser [^`]+`", doubt.words)
        if command and command[0] not in " ".join(own_lines):
            own_lines = wrap_text(f"{doubt.amount}; {command[0]}", width - len(indent))
        own_lines[-1] = own_lines[-1].removesuffix(".")
        heads = [f"{INDENT}{doubt.source:{source}}", *([indent] * len(own_lines))]
        lines += [f"{head}{line}" for head, line in zip(heads, own_lines, strict=False)]
    return lines


# -- the chart --------------------------------------------------------------------------------------------------------


def chart_lines(screen: FirstScreen, *, max_rows: int, width: int = WIDTH, caption: bool = True) -> list[str]:
    """The chart: a line a row with its name (more lines where that is long), value, interval and word, and the axis; of
    more rows those that are decided or furthest from fair."""
    if not screen.rows:
        return []
    rows = screen.furthest_rows(max_rows)
    words = [row.word.replace("unclear, leaning", "leaning") for row in rows]
    word = max(map(len, words))
    value = max(len(screen.text_of(row.value)) for row in rows)
    names = max(len(row.name) for row in rows) + (len(INDENT) if any(row.group for row in rows) else 0)
    longest = max(len(part) for row in rows for part in row.name.split()) + 2 * len(INDENT)
    room = width - value - word - 6  # for names and the plot, which gives way to a name that is one long word
    name = min(names, max(room - MIN_PLOT, min(longest, room - SMALL_PLOT)))
    scale = _Scale(screen, *screen.limits(rows), width - name - value - word - 6)
    lines, group = [], ""
    if caption:
        lines += wrap_text(_caption(screen, rows), width)
    for row, text_of_word in zip(rows, words, strict=True):
        if row.group and row.group != group:
            lines.append(row.group)
        group = row.group
        indent = INDENT if group else ""
        label, *rest = wrap(f"{indent}{row.name}", name, subsequent_indent=f"{indent}{INDENT}", break_on_hyphens=False)
        text = screen.text_of(row.value)
        lines.append(f"{label:{name}}  {text:>{value}}  {scale.row(row)}  {text_of_word}".rstrip())
        lines += rest
    left = len(screen.rows) - len(rows)
    left_of_plot = name + value + 4
    more = f"and {left} more: {HINT}" if left else ""
    axis = scale.axis()
    if len(more) < left_of_plot + len(axis) - len(axis.lstrip()):
        return [*lines, more + f"{'':{left_of_plot}}{axis}"[len(more) :]]
    return [*lines, f"{'':{left_of_plot}}{axis}", more]


def _caption(screen: FirstScreen, rows: Sequence[ScreenRow]) -> str:
    """What the chart measures, and what its marks mean."""
    symbols = [f"{BAND} fair" if screen.margin else "", f"{DEALS * 2} {screen.chance}"]
    symbols += [f"{PLANS * 2} mean over bots"] if any(row.plans_low is not None for row in rows) else []
    symbols += [f"{DOT} a bot"] if any(row.dots for row in rows) else []
    symbols += [f"{name[0]} {name}" for name in dict.fromkeys(mark.players for row in rows for mark in row.classes)]
    return f"{screen.axis}   ({', '.join(filter(None, symbols))})"


@dataclass(frozen=True)
class _Scale:
    """Columns of a plot for numbers from low to high."""

    screen: FirstScreen
    low: float
    high: float
    columns: int

    def column(self, number: float) -> int:
        """The column in which a number stands."""
        at = math.floor((number - self.low) / (self.high - self.low) * self.columns)
        return min(max(at, 0), self.columns - 1)

    def row(self, row: ScreenRow) -> str:
        """A row's intervals over the fair band."""
        cells = [" "] * self.columns

        def fill(low: float | None, high: float | None, mark: str) -> None:
            if low is not None and high is not None:
                for at in range(self.column(low), self.column(high) + 1):
                    cells[at] = mark

        fair, margin = self.screen.fair, self.screen.margin
        if fair is not None:
            if margin:
                fill(fair - margin, fair + margin, BAND)
            cells[self.column(fair)] = FAIR
        fill(row.plans_low, row.plans_high, PLANS)
        fill(row.low, row.high, DEALS)
        for dot in row.dots:
            cells[self.column(dot)] = DOT
        for mark in row.classes:
            cells[self.column(mark.value)] = mark.players[0]
        cells[self.column(row.value)] = POINT
        return "".join(cells)

    def axis(self) -> str:
        """Round numbers under the plot, each below its place."""
        step = _step((self.high - self.low) / max(2, self.columns // 8))
        cells = [" "] * (self.columns + 6)
        first, end = math.ceil(self.low / step), -2
        for at in range(first, math.floor(self.high / step) + 1):
            digits = 0 if step >= 1 else 1 if step >= 0.1 else 2
            text = self.screen.text_of(at * step, digits).removesuffix(" %")
            begin = self.column(at * step) - len(text) // 2
            if begin > end + 1 and begin >= 0:
                end = begin + len(text)
                cells[begin:end] = text
        return "".join(cells).rstrip()


def _step(minimum: float) -> float:
    """The first round number of 1, 2, 5, 10 ... that is no smaller."""
    power = 10.0 ** math.floor(math.log10(minimum))
    return next(step for step in (power, 2 * power, 5 * power, 10 * power) if step >= 0.999 * minimum)
