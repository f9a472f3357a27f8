"""The one page of the explorer: what can be asked, and the answer to what was asked."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from importlib.resources import files
from pathlib import Path
from typing import Any

from markupsafe import Markup

from analyser.explorer.asking import Answer, GameLink, Question, RunMenu
from reports.charts.theme import theme_css
from reports.page import policy, templates
from reports.presets import ComparisonText, split_list

__all__ = ["page_html", "page_policy", "saved_html"]

TEMPLATES = Path(__file__).parent / "templates"
SIGNS = ("=", "!=", "<", "<=", ">", ">=")
ERROR = 0.05  # of an interval that holds


@dataclass(frozen=True)
class Choice:
    """A line of a menu: what is sent, what is read, whether it is the one in force."""

    value: str
    words: str
    selected: bool


def page_html(
    paths: Sequence[str],
    number: int,
    menu: RunMenu,
    saved: Mapping[str, ComparisonText],
    address: Callable[..., str],
    *,
    answer: Answer | None = None,
    looks: int = 0,
    row: str = "",
    games: Sequence[GameLink] = (),
    reason: str = "",
) -> str:
    """The page of a run, with an answer where something was asked. looks: how many comparisons were looked at; row: the
    row whose games are listed; reason: why there are none."""
    question = answer.question if answer else Question(ComparisonText(), number)
    text, run_words = question.text, f"{menu.games:,} games of {menu.title}"
    asked_as = {preset: words for presets in menu.presets.values() for words, preset, _ in presets}
    content: dict[str, Any] = {
        "runs": [(str(i), path, i == question.run, address(replace(question, run=i))) for i, path in enumerate(paths)],
        "difference": address(replace(question, run=None)) if len(paths) == 2 else "",
        "is_difference": question.run is None,
        "run_words": run_words,
        "presets": {
            topic: [(words, address(Question(preset, number)), missing) for words, preset, missing in presets]
            for topic, presets in menu.presets.items()
        },
        "saved": [(name, address(Question(comparison, number))) for name, comparison in saved.items()],
        "menus": _menus(menu, text),
        "text": text,
        "run": "difference" if question.run is None else question.run,
        "answer": answer,
        "asked": asked_as.get(text, text.words_typed),
        "chart": tuple(map(Markup, answer.chart)) if answer else ("", ""),
    }
    if answer:
        path, other = paths[question.run or 0], f" {paths[1]}" if question.run is None else ""
        content |= {
            "command": f"analyser compare {path}{other} {text.arguments}".strip(),
            "python": _python(paths, question),
            "csv": address(question).replace("/?", "/comparison.csv?", 1),
            "row": row,
            "row_links": [address(question, row=i) + "#games" for i in range(len(answer.rows))],
            "games": [(link, f"/game/{question.run or 0}/{link.scenario}/{link.game}") for link in games],
            "reason": reason,
            "looks": looks,
            "misleading": f"{ERROR * looks:.2g}",
            "comparisons": question.comparisons,
            "together_link": address(replace(question, comparisons=looks if question.comparisons == 1 else 1)),
            "without_filter": address(replace(question, text=replace(text, where=""))) if text.where else "",
        }
    return _rendered("explorer.html.j2", **content)


def saved_html(path: str, title: str, answers: Sequence[tuple[str, Answer]]) -> str:
    """Saved questions with their answers as one page that needs nothing beside it."""
    sections = [
        (name, answer, tuple(map(Markup, answer.chart)), f"analyser compare {path} {answer.question.text.arguments}")
        for name, answer in answers
    ]
    return _rendered("saved.html.j2", title=title, sections=sections, policy=policy(_script()))


def page_policy() -> str:
    """What the page may do: show itself, run its one script, ask this server."""
    return str(policy(_script())).replace("form-action 'none'", "form-action 'self'")


def _menus(menu: RunMenu, text: ComparisonText) -> dict[str, Any]:
    """The menus with what is in force selected; a text that no menu lists stands first in it."""
    factors = [*split_list(text.by), "", ""][:2]
    return {
        "measure": _groups(menu.measures, text.measure),
        "by1": _groups(menu.factors, factors[0], nothing="nothing: all rows together"),
        "by2": _groups(menu.factors, factors[1], nothing="nothing more"),
        "against": _references(menu, split_list(text.by), text.against),
        "columns": ["", *menu.columns],
        "signs": SIGNS,
        "levels": sorted({level for levels in menu.levels.values() for level in levels}),
    }


def _groups(
    groups: Mapping[str, Sequence[tuple[str, str]]], current: str, nothing: str = ""
) -> list[tuple[str, list[Choice]]]:
    """A menu in groups."""
    names = {name for rows in groups.values() for name, _ in rows}
    first = [Choice("", nothing, not current)] if nothing else []
    if current and current not in names:
        first.append(Choice(current, current, selected=True))
    listed = [
        (group.partition(":")[0], [Choice(name, f"{name}: {words}", name == current) for name, words in rows])
        for group, rows in groups.items()
    ]
    return [*([("", first)] if first else []), *listed]


def _references(menu: RunMenu, by: Sequence[str], current: str) -> list[Choice]:
    """What groups can be held against."""
    options = {"": "nothing: plain values"}
    if by:
        options |= {"par": "the fair share (win shares only)", "mean": "the mean of all groups"}
        options |= {"rest": "all other groups", "each": "each other group"}
        options |= {level: f"{by[0]} {level}" for level in menu.levels.get(by[0], ())}
    if len(by) > 1:
        options = {
            "": "nothing: plain values",
            f"{by[1]}=mean": f"the mean over {by[1]}, for each {by[0]}",
            f"{by[0]}=mean": f"the mean over {by[0]}, for each {by[1]}",
            f"{by[0]}=mean,{by[1]}=mean": "what is left beside the effects of both",
        }
        options |= {
            f"{by[0]}={level},{by[1]}=mean": f"{by[0]} {level}: where does it depend on {by[1]}?"
            for level in menu.levels.get(by[0], ())
        }
        options |= {f"{by[0]}={level}": f"{by[0]} {level}" for level in menu.levels.get(by[0], ())}
    options.setdefault(current, current)
    return [Choice(value, words, value == current) for value, words in options.items()]


def _python(paths: Sequence[str], question: Question) -> str:
    """The lines of Python that give the same numbers."""
    lines = ["from analyser import open_run", f"run = open_run({paths[question.run or 0]!r})", question.text.python]
    if question.run is None:
        other = question.text.python.replace("run.", "other.", 1)
        lines = [*lines[:2], f"other = open_run({paths[1]!r})", f"{lines[2]}.minus({other})"]
    return "\n".join(lines)


def _rendered(template: str, **content: object) -> str:
    return templates(TEMPLATES).get_template(template).render(css=_css(), script=_script(), **content)


@lru_cache
def _css() -> Markup:
    report = (files("reports.page") / "templates" / "page.css").read_text(encoding="utf-8")
    css = (TEMPLATES / "explorer.css").read_text(encoding="utf-8")
    return Markup("\n".join([theme_css(), report, css]))


@lru_cache
def _script() -> Markup:
    return Markup((files("reports.page") / "templates" / "page.js").read_text(encoding="utf-8"))
