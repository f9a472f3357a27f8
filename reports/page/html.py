"""The page: the finding on one screen, then a section a question behind it, then how it was measured; one HTML file
that needs nothing beside it."""

from __future__ import annotations

import math
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup, escape

from reports.answer import Answer, FirstScreen
from reports.ask import QUESTIONS
from reports.charts.theme import inline_svg, theme_css
from reports.columns import MISSING
from reports.facts import GameFacts
from reports.page.charts import SCREEN, Drawing
from reports.page.glossary import terms
from reports.page.policy import policy
from reports.page.tables import COMMON, STRENGTH, common_tables, printed, printed_across, printed_beside
from reports.page.terminal import first_sentence
from reports.page.words import Words, pretty
from reports.questions.base import Picture, ShownSection, Table
from reports.several import Several

__all__ = ["Part", "bind_units", "page_html", "section_views"]

MAX_ROWS = 60  # of a table on the page; the file beside it has all
SHORT = 18  # letters of a command up to which it stays on one line
VERDICT_TABLES = ("verdicts", "over_plans", "by_plan")  # tables that stand with how it was measured


@dataclass(frozen=True)
class Part:
    """What a page shows of one answer: its sections, and the drawings of their charts by name; folder: where its tables
    lie among those of several; specs: how its tables are printed."""

    answer: Answer
    game: GameFacts
    sections: Sequence[ShownSection]
    drawings: Mapping[str, Drawing]
    specs: Mapping[str, Table]
    folder: str = ""
    label: str = ""  # of several


def page_html(several: Several, parts: Sequence[Part], comparison: Part | None, run: str) -> str:
    """The page of one answer, or of several, whose scenarios `comparison` shows side by side; run: the run as it is
    typed in commands ("": not known)."""
    first = parts[0]
    screen = first.answer.screen
    views = [_part_view(part) for part in parts]
    sections = [] if comparison is None else section_views(comparison)
    content = {
        "language_title": f"{several.finding} · {several.context}",
        "asked": several.context,
        "finding": several.finding,
        "findings": [(view["key"], view["label"], view["finding"]) for view in views] if len(views) > 1 else [],
        "lead": f"{first.label}: {screen.lead}" if len(parts) > 1 and screen.lead else screen.lead,
        "screen": screen,
        "chart_view": _screen_chart(first, screen, several.context),
        "cautions": _cautions(parts),
        "shared": sections,
        "parts": views,
        "more": [(words, f"{command} {run or 'RUN'}{arguments}") for words, command, arguments in _more(first)],
        "terms": terms(QUESTIONS[first.answer.question], first.game),
        "families": several.families,
    }
    return _rendered("page.html.j2", run, **content)


def _more(part: Part) -> list[tuple[str, str, str]]:
    """What else may be asked of the games: in words, and the command around the run."""
    question = QUESTIONS[part.answer.question]
    listed = [(words, "analyser compare", f" {arguments}") for words, arguments in question.more(part.game)]
    return [
        *listed,
        ("All that can be measured, and by what", "analyser compare", " --list"),
        ("Every number of this page, in the terminal", f"analyser report {question.name}", " --full"),
    ]


def _cautions(parts: Sequence[Part]) -> list[tuple[str, str]]:
    """The first sentence of each caution once, with the labels of the answers it is about; "" where it is about all."""
    labels: dict[str, list[str]] = {}
    for part in parts:
        for caution in dict.fromkeys(map(first_sentence, [*part.answer.warnings, *part.answer.screen.cautions])):
            labels.setdefault(caution, []).append(part.label)
    return [(caution, "" if len(names) == len(parts) else ", ".join(names)) for caution, names in labels.items()]


def _screen_chart(part: Part, screen: FirstScreen, question: str) -> dict[str, Any] | None:
    """The chart of the first screen, without the words over it, which stand there already."""
    drawing = part.drawings.get(SCREEN)
    if drawing is None:
        return None
    rows = ", ".join(f"{row.name} {screen.text_of(row.value)} {row.word}" for row in screen.rows)
    return _chart_view(Picture(SCREEN, question, f"{screen.axis}: {rows}"), drawing, "")


def section_views(part: Part) -> list[dict[str, Any]]:
    """Sections as a page shows them, each table once."""
    key = f"{part.folder}-" if part.folder else ""
    printed_tables: set[str] = set(VERDICT_TABLES)
    views = []
    for section in part.sections:
        tables = [name for name in section.tables if name not in printed_tables]
        printed_tables |= set(tables)
        views.append(
            {
                "key": f"{key}{section.key}",
                "question": section.question,
                "finding": section.heading,
                "reading": section.reading,
                "notes": section.notes,
                "ask": section.ask,
                "charts": [_chart_view(picture, part.drawings[picture.name], key) for picture in section.charts],
                "tables": [_table_view(part, name) for name in tables],
            }
        )
    return views


def _chart_view(picture: Picture, drawing: Drawing, key: str) -> dict[str, Any]:
    """A chart as a page shows it: its words in the page's own text, below them the drawing, one a width of the page."""
    name = f"{key}fig-{picture.name}"
    words, wide = inline_svg(drawing.wide, name, picture.title, picture.alt)
    narrow = inline_svg(drawing.narrow, f"{name}-narrow", picture.title, picture.alt)[1]
    return {"words": words, "wide": Markup(wide), "narrow": Markup(narrow)}


def _table_view(part: Part, name: str) -> dict[str, Any]:
    """A table of the answer as printed."""
    table, frame, words = part.specs[name], part.answer.tables[name], Words(part.game)
    is_wide = bool((table.across or table.side_by_side) and frame.height)
    print_sides = printed_beside if table.side_by_side else printed_across
    shape = print_sides(table, frame, words) if is_wide else printed(table, frame.head(MAX_ROWS), words)
    return {"name": name, "table": shape, "height": frame.height, "is_cut": frame.height > MAX_ROWS and not is_wide}


def _common_table(part: Part, name: str) -> dict[str, Any] | None:
    """A table that every answer may have, as printed; None where it has not."""
    frame = common_tables(part.answer).get(name)
    if frame is None:
        return None
    shape = printed(COMMON[name], frame, Words(part.game))
    return {"name": name, "table": shape, "height": frame.height, "is_cut": False}


def _part_view(part: Part) -> dict[str, Any]:
    """All that a page says of one answer behind its first screen."""
    answer, game = part.answer, part.game
    in_sections = {name for section in part.sections for name in section.tables}
    present = [name for name, frame in answer.tables.items() if frame.height]
    return {
        "key": f"part-{part.folder or 'all'}",
        "prefix": f"{part.folder}-" if part.folder else "",
        "label": part.label,
        "finding": answer.screen.finding,
        "files": f"tables/{part.folder}/" if part.folder else "tables/",
        "sections": section_views(part),
        "judged": [_table_view(part, name) for name in VERDICT_TABLES if name in present],
        "further": [name for name in present if name not in in_sections and name not in VERDICT_TABLES],
        "notes": _notes(answer),
        "facts": _fact_rows(answer.facts),
        "options": [(pretty(name), _option(value)) for name, value in game.options.items()],
        "provenance": [(pretty(status), count) for status, count in game.provenance.items()],
        "strength": _common_table(part, STRENGTH),
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
    folder = Path(__file__).parent / "templates"
    environment = Environment(
        loader=FileSystemLoader(folder),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.filters["bound"] = lambda text: bind_units(text, run)
    css = Markup(f"{theme_css()}\n{(folder / 'page.css').read_text(encoding='utf-8')}")
    script = Markup((folder / "page.js").read_text(encoding="utf-8"))
    return environment.get_template(template).render(css=css, script=script, policy=policy(script), **content)


def bind_units(text: str, run: str = "") -> Markup:
    """The words with every unit kept on the line of its number, and what stands between backticks as something to type,
    RUN in it as the run."""
    words = re.sub(r"(?<=\d) (?=(?:%|pp|points?)(?!\w))", "\N{NO-BREAK SPACE}", text)
    return Markup(re.sub(r"`([^`]+)`", lambda code: _command_html(code[1], str(escape(run))), str(escape(words))))


def _command_html(command: str, run: str) -> str:
    """A command: a few words on one line; of more none is broken at its hyphens."""
    command = re.sub(r"\bRUN\b", lambda _: run, command) if run else command
    unbroken = r"[^ ]*-[^ ]*" if len(command) > SHORT else r".*-.*"
    return f"<code>{re.sub(unbroken, lambda part: f'<span>{part[0]}</span>', command)}</code>"
