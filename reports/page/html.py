"""The page: verdicts in words first, then the evidence, then how it was measured; one HTML file that needs nothing
beside it."""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType
from typing import Any

import polars as pl
from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup, escape

from reports.answer import Answer, Verdict
from reports.charts.sheet import signed
from reports.charts.svg import inline_svg
from reports.charts.theme import theme_css
from reports.columns import MISSING
from reports.facts import GameFacts
from reports.given import DIFFERENCES, GIVEN, STRENGTH, given
from reports.page.glossary import terms
from reports.page.policy import policy
from reports.page.tables import printed, printed_across, printed_beside
from reports.page.words import Words, pretty, sentence_case
from reports.questions.base import Picture, Question, ShownSection, Table
from reports.several import in_sight, split

__all__ = ["Card", "blocks_of", "card", "page_html", "part_of", "reconstructed", "rendered"]

LONG = 6  # rows above which a table is folded
SHORT = 18  # letters of what is typed up to which it stays on one line
MOST = 60  # rows of a table the page shows; the file beside it has all
_BADGES = {"stronger": ("▲", "stronger"), "weaker": ("▼", "weaker"), "fair": ("=", "fair"), "unclear": ("?", "unclear")}


@dataclass(frozen=True)
class Card:
    """A verdict as printed: badge, words, and the numbers behind the words."""

    subject: str
    sentence: str
    verdict: str
    symbol: str
    css: str
    numbers: tuple[tuple[str, str], ...]


def card(verdict: Verdict) -> Card:
    """The verdict's badge and numbers; shares are printed in percentage points."""
    symbol, css = _BADGES.get(verdict.word, ("·", "unclear"))
    factor, unit = 100.0, "pp"

    def text(value: float) -> str:
        return signed(value * factor)

    numbers: list[tuple[str, str]] = []
    if _known(verdict.effect):
        value = f"{text(verdict.effect)} {unit}"  # type: ignore[arg-type]
        if _known(verdict.low) and _known(verdict.high):
            value += f" [{text(verdict.low)}, {text(verdict.high)}]"  # type: ignore[arg-type]
        numbers.append(("effect", value))
    if _known(verdict.margin):
        numbers.append(("margin", f"±{abs(float(verdict.margin or 0)) * factor:.1f} {unit}"))
    if _known(verdict.p):
        p = float(verdict.p or 0)
        numbers.append(("p", "< 0.001" if p < 0.001 else f"{p:.3f}"))
    if _known(verdict.n):
        numbers.append(("n", f"{verdict.n:,}"))
    if verdict.games_needed:
        fewest, most = verdict.games_needed_low, verdict.games_needed_high
        ends = "" if fewest is None else f" [{fewest:,}, {'…' if most is None else f'{most:,}'}]"
        numbers.append(("games needed", f"{verdict.games_needed:,}{ends}"))
    of = verdict.reference
    word = of.word(verdict.word) + (f", leaning {of.word(verdict.leans)}" if verdict.leans else "")
    sentence = verdict.sentence
    if (over := verdict.over) is not None:
        numbers.insert(1, ("over printings", f"{text(over.mean)} {unit} [{text(over.low)}, {text(over.high)}]"))
        word += " over printings" if verdict.widest else ""
        sentence = f"{over.sentence} {sentence}"
    return Card(sentence_case(pretty(verdict.subject)), sentence, word, symbol, css, tuple(numbers))


def _known(value: float | None) -> bool:
    return value is not None and math.isfinite(value)


def _folds(verdicts: Sequence[Verdict]) -> list[dict[str, Any]]:
    """The verdicts that a page folds: those that lean to no side, those that refine others; of what kind, and in a few
    words what they come to."""
    first, fine = split(verdicts)
    open_ = in_sight(first)[1]
    tally = ", ".join(f"{count} {word}" for word, count in Counter(verdict.reference.word(verdict.word) for verdict in fine).most_common())
    folds = (("unclear", open_, "none of them leans to a side"), ("exploratory", fine, tally))
    return [{"kind": kind, "cards": list(map(card, members)), "told": told} for kind, members, told in folds if members]


def reconstructed(game: GameFacts) -> float | None:
    """The fraction of the game's component data that was reconstructed; None when nothing is known about it."""
    total = sum(game.provenance.values())
    return game.provenance.get("reconstructed", 0) / total if total else None


def fact_rows(facts: Mapping[str, Any]) -> list[tuple[str, str]]:
    """Header facts as words."""
    named = [(pretty(key), _fact(value, key)) for key, value in facts.items()]
    return [(name[:1].upper() + name[1:], text) for name, text in named]


def _switch(value: Any) -> str:
    """The value of a switch as it is typed."""
    return ("off", "on")[value] if isinstance(value, bool) else _fact(value, "")


def _fact(value: Any, key: str) -> str:
    """One fact: counts with separators, seeds and versions as they are, fractions in %."""
    if value is None:
        return MISSING
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, int):
        return str(value) if any(word in key for word in ("seed", "version", "hash")) else f"{value:,}"
    if isinstance(value, float):
        if not math.isfinite(value):
            return MISSING
        fraction = any(word in key for word in ("share", "margin", "fraction", "rate", "wins")) or key == "par"
        if fraction and abs(value) <= 1:
            return f"{100 * value:.1f} {'pp' if 'margin' in key else '%'}"
        return f"{value:,.0f}" if abs(value) >= 100 else f"{value:,.2f}"
    if isinstance(value, list | tuple):
        return ", ".join(_fact(one, key) for one in value)
    return str(value)


def _tables(
    section: ShownSection, known: Mapping[str, Table], tables: Mapping[str, pl.DataFrame], words: Words, shown: set[str]
) -> list[dict[str, Any]]:
    """The section's tables as printed, each on the page once."""
    out = []
    for name in section.tables:
        if name in shown:
            continue
        shown.add(name)
        frame = tables[name]
        table = known[name]
        across = bool((table.across or table.beside) and frame.height)
        sides = printed_beside if table.beside else printed_across
        shape = sides(table, frame, words) if across else printed(table, frame.head(MOST), words)
        out.append(
            {
                "name": name,
                "table": shape,
                "height": frame.height,
                "long": name == "verdicts"  # they stand above, each in words
                or (not known[name].unfolded and frame.height > (MOST if table.beside and section.charts else LONG)),
                "cut": frame.height > MOST and not across,
            }
        )
    return out


def _given(name: str, frame: pl.DataFrame, words: Words) -> dict[str, Any]:
    """One of the tables every answer is given, as printed: whole, and in sight."""
    shape = printed(GIVEN[name], frame, words)
    return {"name": name, "table": shape, "height": frame.height, "long": False, "cut": False}


def bound(words: str) -> Markup:
    """The words with every unit kept on the line of its number, and what stands between backticks as something to
    type."""
    kept = re.sub(r"(?<=\d) (?=(?:%|pp)(?!\w))", "\N{NO-BREAK SPACE}", words)
    return Markup(re.sub(r"`([^`]+)`", _typed, str(escape(kept))))


def _typed(found: re.Match[str]) -> str:
    """What is to be typed: a few words on one line, of more none is broken at its hyphens."""
    kept = r"[^ ]*-[^ ]*" if len(found[1]) > SHORT else r".*-.*"
    whole = re.sub(kept, r"<span>\g<0></span>", found[1])
    return f"<code>{whole}</code>"


def heading(title: str) -> Markup:
    """A title of what is played and what is asked, each kept on a line of its own where both do not fit on one."""
    played, colon, asked = title.rpartition(": ")
    return Markup("<span>{}:</span> <span>{}</span>").format(played, asked) if colon else escape(title)


def page_html(part: Mapping[str, Any]) -> str:
    """The page of one answer as text."""
    return rendered("page.html.j2", part=part)


def rendered(template: str, **content: Any) -> str:
    """A page made from its template."""
    folder = Path(__file__).parent / "templates"
    environment = Environment(
        loader=FileSystemLoader(folder),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.filters["bound"] = bound
    environment.filters["heading"] = heading
    css = Markup(f"{theme_css()}\n{(folder / 'page.css').read_text(encoding='utf-8')}")
    script = Markup((folder / "page.js").read_text(encoding="utf-8"))
    return environment.get_template(template).render(css=css, script=script, policy=policy(script), **content)


def blocks_of(
    sections: Sequence[ShownSection],
    known: Mapping[str, Table],
    tables: Mapping[str, pl.DataFrame],
    pictures: Mapping[str, bytes],
    words: Words,
    folder: str = "",
    *,
    narrow: Mapping[str, bytes] = MappingProxyType({}),
) -> list[dict[str, Any]]:
    """Sections as a page shows them; `known` are the tables' columns, `pictures` the SVG of every chart by its name,
    `narrow` of those that were drawn for phones too."""
    shown: set[str] = set()
    key = f"{folder}-" if folder else ""
    return [
        {
            "key": f"{key}{section.key}",
            "heading": section.heading,
            "reading": section.reading,
            "notes": section.notes,
            "charts": [_figure(one, pictures[one.name], narrow.get(one.name), key) for one in section.charts],
            "tables": _tables(section, known, tables, words, shown),
        }
        for section in sections
    ]


def _figure(chart: Picture, wide: bytes, narrow: bytes | None, key: str) -> dict[str, Any]:
    """A chart as a page shows it: its words in the page's own text, below them the drawing, one a width of the page."""
    name = f"{key}fig-{chart.name}"
    words, svg = inline_svg(wide, name, chart.title, chart.alt)
    small = None if narrow is None else Markup(inline_svg(narrow, f"{name}-narrow", chart.title, chart.alt)[1])
    return {"words": words, "wide": Markup(svg), "narrow": small}


def part_of(
    answer: Answer,
    question: Question,
    sections: Sequence[ShownSection],
    pictures: Mapping[str, bytes],
    game: GameFacts,
    folder: str = "",
    *,
    narrow: Mapping[str, bytes],
) -> dict[str, Any]:
    """All that a page says of one answer; `pictures` holds the SVG of every chart by its name, `narrow` of those that
    were drawn for phones too.

    folder: where, among the files of several answers, those of this one lie.
    """
    blocks = blocks_of(sections, question.tables, answer.tables, pictures, Words(game), folder, narrow=narrow)
    shown = in_sight(split(answer.verdicts)[0])[0]
    own = {name: _given(name, frame, Words(game)) for name, frame in given(answer).items()}
    return {
        "answer": answer,
        "game": game,
        "files": f"tables/{folder}/" if folder else "tables/",
        "cards": [card(verdict) for verdict in shown],
        "folds": _folds(answer.verdicts),
        "blocks": blocks,
        "differences": own.get(DIFFERENCES),
        "strength": own.get(STRENGTH),
        "reconstructed": reconstructed(game),
        "provenance": [(pretty(status), count) for status, count in game.provenance.items()],
        "options": [(pretty(name), _switch(value)) for name, value in game.options.items()],
        "edits": [edit.text for edit in answer.edits[:MOST]],
        "unlisted": max(0, len(answer.edits) - MOST),
        "rulings": game.rulings,
        "sources": [(pretty(name), meaning) for name, meaning in game.sources.items()],
        "facts": fact_rows(answer.facts),
        "terms": terms(question, game),
    }
