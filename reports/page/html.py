"""The page: the finding on one screen, then a section a question behind it, then how it was measured; one HTML file
that needs nothing beside it."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

import polars as pl
from markupsafe import Markup, escape

from cext.commands import command_line
from reports.answer import Answer, FirstScreen
from reports.charts.screen import screen_chart
from reports.charts.style import house_style, missing_letters, on_phones, png_bytes, svg_bytes
from reports.charts.theme import inline_svg, theme_css
from reports.columns import MISSING, Words, pretty
from reports.estimators.example_games import EXAMPLES
from reports.facts import GameFacts
from reports.page import policy, templates
from reports.page.tables import (
    COMMON,
    STRENGTH,
    common_tables,
    games_in_sight,
    printed,
    printed_across,
    printed_beside,
)
from reports.page.terminal import first_sentence
from reports.questions.base import ABOVE, Chart, Picture, Question, ShownSection, Table, Term, chart
from reports.sentences import keep_units
from reports.several import Several

if TYPE_CHECKING:
    from matplotlib.figure import Figure

__all__ = [
    "EVERYWHERE", "SCREEN", "Drawing", "DrawnSections", "PagePart", "bind_units", "draw_screen", "draw_sections",
    "page_html", "ready", "section_views", "terms",
]  # fmt: skip


BEHIND = "The numbers behind the first chart"  # heading of the section that has them: its finding is the page's title
SCREEN = "first_screen"  # name of its chart


@dataclass(frozen=True)
class Drawing:
    """A chart as SVG as wide as a page, as SVG for phones, and as PNG, with the letters that are boxes there."""

    wide: bytes
    narrow: bytes
    image: bytes
    missing_letters: str


@dataclass(frozen=True)
class DrawnSections:
    """Sections whose charts are files, by the charts' names."""

    sections: Sequence[ShownSection]
    drawings: Mapping[str, Drawing]


def draw_sections(make: Callable[[], Sequence[ShownSection]]) -> DrawnSections:
    """Sections as they are made, with their charts drawn for pages and again for phones."""
    with house_style():
        sections = make()
        wide = _charts_of(sections)
        with on_phones():
            narrow = _charts_of(make()) if wide else []
        pairs = zip(wide, narrow, strict=True)
        drawings = {w.name: _draw(w.figure, n.figure) for w, n in pairs}
    pictures = [tuple(Picture(chart.name, chart.title, chart.alt) for chart in section.charts) for section in sections]
    return DrawnSections([replace(s, charts=charts) for s, charts in zip(sections, pictures, strict=True)], drawings)


def _draw(wide: Figure, narrow: Figure) -> Drawing:
    return Drawing(svg_bytes(wide), svg_bytes(narrow), png_bytes(wide), missing_letters(wide))


def _charts_of(sections: Sequence[ShownSection]) -> list[Chart]:
    """The charts that are not drawn yet."""
    return [chart for section in sections for chart in section.charts if isinstance(chart, Chart)]


def draw_screen(screen: FirstScreen, question: str) -> DrawnSections:
    """The chart of a first screen as a section of its own; none where it has no rows."""

    def make() -> Sequence[ShownSection]:
        return [ShownSection(SCREEN, "", "", (chart(SCREEN, screen.finding, "", screen_chart(screen, question)),))]

    return draw_sections(make) if screen.rows else DrawnSections([], {})


def ready() -> None:
    """A process that has been asked this has all at hand that drawing takes."""
    from matplotlib import figure  # noqa: F401
    from matplotlib.backends import backend_agg, backend_svg  # noqa: F401


EVERYWHERE: tuple[Term, ...] = (
    ("Win share", "1 for a sole win, 1/k for each of k joint winners, 0 for a loss; averaged over games."),
    ("Deal", "Every random input of a game. Games of one deal share their luck, so errors are counted by deal."),
    ("Interval", "In 95 of 100 such experiments the interval holds the true value."),
    ("n", "The games, seats or pairs that a number rests on."),
)
OF_VERDICTS: tuple[Term, ...] = (
    ("Fair share", "The win share of a seat that is neither favoured nor harmed: one over the number of players."),
    ("Tolerance", "The shift of win share a designer would shrug off, set before the games are played."),
    (
        "Together",
        "Intervals of the first screen hold together: in 95 of 100 such experiments all hold their true values.",
    ),
    (
        "Too strong, too weak",
        "The interval lies wholly beyond the tolerance; stronger or weaker where nothing is a norm.",
    ),
    ("Fair", "The interval lies wholly inside the tolerance."),
    ("Unclear", "Neither: the interval crosses the tolerance, or there are fewer than 50 deals."),
    ("p", "The chance of such a difference if there were none, corrected for comparisons side by side."),
)


def terms(question: Question, game: GameFacts) -> list[Term]:
    """Terms and their meaning for a question's page, in the game's words; each once."""
    question_terms = [*question.terms(game), *(term for piece in question.sections for term in piece.terms)]
    common = [*EVERYWHERE, *(OF_VERDICTS if game.par is not None else ())]
    meanings = {term: meaning.replace("{noun}", game.nouns[0]) for term, meaning in (*common, *question_terms)}
    return list(meanings.items())


# What else may be asked, and how.
MORE = (
    ("Any question, in a browser: from any number to the games behind it", ("explore", "RUN")),
    ("All that can be measured, and by what", ("compare", "RUN", "--list")),
    ("Every number of this page, in the terminal", ("report", "QUESTION", "RUN", "--full")),
)
MAX_ROWS = 60  # of a table on the page; the file beside it has all
SHORT = 18  # letters of a command up to which it stays on one line
VERDICT_TABLES = ("verdicts", "over_plans", "by_plan")  # tables that stand with how it was measured


@dataclass(frozen=True)
class PagePart:
    """What a page shows of one answer: its sections, and the drawings of their charts by name; folder: where its tables
    lie among those of several; specs: how its tables are printed."""

    answer: Answer
    question: Question
    game: GameFacts
    sections: Sequence[ShownSection]
    drawings: Mapping[str, Drawing]
    specs: Mapping[str, Table]
    folder: str = ""
    label: str = ""  # of several

    @cached_property
    def tables(self) -> dict[str, pl.DataFrame]:
        """All its tables by name, those that every answer may have among them."""
        return {**self.answer.tables, **common_tables(self.answer)}

    @property
    def prefix(self) -> str:
        """What its keys begin with, so that several may share a page."""
        return f"{self.folder}-" if self.folder else ""


def page_html(several: Several, parts: Sequence[PagePart], comparison: PagePart | None, run: str) -> str:
    """The page of one answer, or of several, whose scenarios `comparison` shows side by side; run: the run as it is
    typed in commands ("": not known)."""
    first, screen = parts[0], several.screen
    top = comparison if several.is_of_one and comparison is not None else first
    views = [_part_view(part) for part in parts]
    sections = [] if comparison is None else section_views(comparison)
    content = {
        "language_title": f"{screen.finding} · {several.context}",
        "asked": several.context,
        "finding": screen.finding,
        "findings": [(view["key"], view["label"], view["screen"].finding) for view in views] if len(views) > 1 else [],
        "lead": screen.lead,
        "screen": screen,
        "chart_view": _screen_chart(top, several.context),
        "is_of_first": top is first,
        "cautions": _cautions(parts),
        "shared": sections,
        "parts": views,
        "more": [
            (text, command_line(*words).replace("RUN", run or "RUN").replace("QUESTION", first.question.name))
            for text, words in MORE
            if first.question.is_of_run or (run and "QUESTION" not in words)
        ],
        "terms": terms(first.question, first.game),
        "families": several.families,
    }
    return _rendered("page.html.j2", run, **content)


def _cautions(parts: Sequence[PagePart]) -> list[tuple[str, str]]:
    """The first sentence of each caution once, with the labels of the answers it is about; "" where it is about all."""
    labels: dict[str, list[str]] = {}
    for part in parts:
        for caution in dict.fromkeys(map(first_sentence, [*part.answer.warnings, *part.answer.screen.cautions])):
            labels.setdefault(caution, []).append(part.label)
    return [(caution, "" if len(names) == len(parts) else ", ".join(names)) for caution, names in labels.items()]


def _screen_chart(part: PagePart, question: str, key: str = "") -> dict[str, Any] | None:
    """The chart of the first screen, without the words over it, which stand there already."""
    drawing, screen = part.drawings.get(SCREEN), part.answer.screen
    if drawing is None:
        return None
    rows = ", ".join(f"{row.name} {screen.text_of(row.value)} {row.word}" for row in screen.rows)
    return _chart_view(Picture(SCREEN, question, f"{screen.axis}: {rows}"), drawing, key)


def section_views(part: PagePart) -> list[dict[str, Any]]:
    """Sections as a page shows them, each table once."""
    printed_tables: set[str] = set(VERDICT_TABLES)
    views = []
    for section in part.sections:
        tables = [name for name in section.tables if name not in printed_tables]
        printed_tables |= set(tables)
        views.append(
            {
                "key": f"{part.prefix}{section.key}",
                "question": section.question,
                "finding": BEHIND if ABOVE in section.reading else section.heading,
                "sentence": "" if ABOVE in section.reading else section.sentence,
                "figures": section.figures,
                "reading": section.reading.replace(ABOVE, "").strip(),
                "notes": section.notes,
                "ask": section.ask,
                "charts": [
                    _chart_view(picture, part.drawings[picture.name], part.prefix) for picture in section.charts
                ],
                "games": games_in_sight(part.answer.tables[EXAMPLES]) if EXAMPLES in tables else [],
                "tables": [_table_view(part, name) for name in tables],
            }
        )
    return views


def _chart_view(picture: Picture, drawing: Drawing, key: str) -> dict[str, Any]:
    """A chart as a page shows it: its title in the page's own text, below it the drawing, one a width of the page."""
    name = f"{key}fig-{picture.name}"
    forms = (("wide", drawing.wide, name), ("narrow", drawing.narrow, f"{name}-narrow"))
    svgs = {form: Markup(inline_svg(svg, key, picture.title, picture.alt)) for form, svg, key in forms}
    return {"title": picture.title, **svgs}


def _table_view(part: PagePart, name: str) -> dict[str, Any]:
    """A table of the answer as printed."""
    table, frame, words = {**COMMON, **part.specs}[name], part.tables[name], Words(part.game)
    is_wide = bool((table.across or table.side_by_side) and frame.height)
    print_sides = printed_beside if table.side_by_side else printed_across
    shape = print_sides(table, frame, words) if is_wide else printed(table, frame.head(MAX_ROWS), words)
    is_cut = frame.height > MAX_ROWS and not is_wide
    return {"name": name, "about": table.about, "table": shape, "height": frame.height, "is_cut": is_cut}


def _part_view(part: PagePart) -> dict[str, Any]:
    """All that a page says of one answer behind its first screen."""
    answer, game = part.answer, part.game
    in_sections = {name for section in part.sections for name in section.tables}
    present = [name for name, frame in answer.tables.items() if frame.height]
    return {
        "key": f"part-{part.folder or 'all'}",
        "label": part.label,
        "screen": answer.screen,
        "chart_view": _screen_chart(part, answer.context, part.prefix) if part.folder else None,
        "files": f"tables/{part.folder}/" if part.folder else "tables/",
        "sections": section_views(part),
        "judged": [_table_view(part, name) for name in VERDICT_TABLES if name in present],
        "further": [name for name in present if name not in in_sections and name not in VERDICT_TABLES],
        "notes": _notes(answer),
        "facts": _fact_rows(answer.facts),
        "options": [(pretty(name), _option(value)) for name, value in game.options.items()],
        "provenance": [(pretty(status), count) for status, count in game.provenance.items()],
        "strength": _table_view(part, STRENGTH) if STRENGTH in part.tables else None,
        "strength_reading": answer.strength.reading if answer.strength else "",
        "edits": [edit.text for edit in answer.edits[:MAX_ROWS]],
        "unlisted": max(0, len(answer.edits) - MAX_ROWS),
        "rulings": game.rulings,
        "sources": [(pretty(name), meaning) for name, meaning in game.sources.items()],
    }


def _notes(answer: Answer) -> list[str]:
    """All that must be said of an answer, each once."""
    return list(dict.fromkeys([*answer.warnings, *answer.screen.cautions, *answer.head, *answer.notes]))


# -- facts as words ---------------------------------------------------------------------------------------------------


def _fact_rows(facts: Mapping[str, Any]) -> list[tuple[str, str]]:
    names = [(pretty(key), _fact(value, key)) for key, value in facts.items()]
    return [(name[:1].upper() + name[1:], text) for name, text in names]


def _option(value: Any) -> str:
    """The value of an option as it is typed."""
    return ("off", "on")[value] if isinstance(value, bool) else _fact(value, "")


def _fact(value: Any, key: str) -> str:
    """One fact: counts with separators, seeds and versions as they are, fractions in %."""
    if value is None or (isinstance(value, float) and not math.isfinite(value)):
        return MISSING
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, int):
        return str(value) if any(word in key for word in ("seed", "version", "hash")) else f"{value:,}"
    if isinstance(value, float):
        fraction = any(word in key for word in ("share", "margin", "fraction", "rate", "wins")) or key == "par"
        if fraction and abs(value) <= 1:
            return f"{100 * value:.1f} {'points' if 'margin' in key else '%'}"
        return f"{value:,.0f}" if abs(value) >= 100 else f"{value:,.2f}"
    if isinstance(value, list | tuple):
        return ", ".join(_fact(part, key) for part in value)
    return str(value)


# -- text as HTML -----------------------------------------------------------------------------------------------------


def _rendered(template: str, run: str, **content: Any) -> str:
    from jinja2 import pass_context

    folder = Path(__file__).parent / "templates"
    environment = templates(folder)
    environment.filters["bound"] = pass_context(lambda values, text: bind_units(text, values["run_name"]))
    css = Markup(f"{theme_css()}\n{(folder / 'page.css').read_text(encoding='utf-8')}")
    script = Markup((folder / "page.js").read_text(encoding="utf-8"))
    content |= {"css": css, "script": script, "policy": policy(script), "run_name": run}
    return environment.get_template(template).render(content)


def bind_units(text: str, run: str = "") -> Markup:
    """The words with every unit kept on the line of its number, and what stands between backticks as something to type,
    RUN in it as the run."""
    words = str(escape(keep_units(text)))
    return Markup(re.sub(r"`([^`]+)`", lambda code: _command_html(code[1], str(escape(run))), words))


def _command_html(command: str, run: str) -> str:
    """A command: a few words on one line; of more none is broken at its hyphens."""
    command = re.sub(r"\bRUN\b", lambda _: run, command) if run else command
    unbroken = r"[^ ]*-[^ ]*" if len(command) > SHORT else r".*-.*"
    return f"<code>{re.sub(unbroken, lambda part: f'<span>{part[0]}</span>', command)}</code>"
