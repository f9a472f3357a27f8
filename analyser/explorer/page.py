"""The pages of the explorer: what can be asked of a run, with the answer to what was asked; and the questions that are
kept with a run, `questions.toml` in its folder, with their answers."""

from __future__ import annotations

import shlex
import tomllib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from importlib.resources import files
from pathlib import Path

import tomli_w
from markupsafe import Markup

from analyser.errors import DataError, write_error
from analyser.explorer.asking import (
    REFERENCES,
    AskedComparison,
    ComparisonAnswer,
    GameLink,
    Menu,
    RunMenu,
    answer_question,
    describe_run,
)
from analyser.files import write_atomic
from cext.commands import command, command_line
from cext.player_classes import ALL, CLASSES, EACH
from reports.charts.theme import theme_css
from reports.comparison_text import ComparisonText, split_list
from reports.page import policy, templates

__all__ = ["FILE", "page_html", "page_policy", "read_questions", "save_question", "saved_html", "write_saved"]

TEMPLATES = Path(__file__).parent / "templates"
SIGNS = ("=", "!=", "<", "<=", ">", ">=")
ERROR = 0.05  # of an interval that holds


def page_html(
    paths: Sequence[str],
    number: int,
    menu: RunMenu,
    saved: Mapping[str, ComparisonText],
    address: Callable[..., str],
    *,
    answer: ComparisonAnswer | None = None,
    looks: int = 0,
    row: str = "",
    games: Sequence[GameLink] = (),
    reason: str = "",
) -> str:
    """The page of a run, with an answer where something was asked. looks: how many comparisons were looked at; row: the
    row whose games are listed; reason: why there are none."""
    question = answer.question if answer else AskedComparison(ComparisonText(), number)
    questions = {preset: words for presets in menu.presets.values() for words, preset, _ in presets}
    return _rendered(
        "explorer.html.j2",
        paths=paths,
        menu=menu,
        signs=SIGNS,
        choices=_choices(menu, question.text),
        saved={name: address(AskedComparison(text, number)) for name, text in saved.items()},
        preset_address=lambda text: address(AskedComparison(text, number)),
        address_with=lambda **changes: address(replace(question, **changes)),
        row_address=lambda number: address(question, row=number) + "#games",
        address_without_filter=address(replace(question, text=replace(question.text, where=""))),
        csv=address(question).replace("/?", "/comparison.csv?", 1),
        answer=answer,
        question=question,
        asked=questions.get(question.text, question.text.words_typed),
        command=_command(paths if question.run is None else [paths[question.run]], question.text),
        python=_python(paths, question),
        looks=looks,
        misleading=f"{ERROR * looks:.2g}",
        row=row,
        games=games,
        reason=reason,
    )


def saved_html(path: str, title: str, answers: Sequence[tuple[str, ComparisonAnswer]]) -> str:
    """Saved questions with their answers as one page that needs nothing beside it."""
    sections = [(name, answer, _command([path], answer.question.text)) for name, answer in answers]
    return _rendered("saved.html.j2", title=title, sections=sections, policy=policy(_script()))


def page_policy() -> str:
    """What the page may do: show itself, run its one script, ask this server."""
    return str(policy(_script())).replace("form-action 'none'", "form-action 'self'")


def _choices(menu: RunMenu, text: ComparisonText) -> list[tuple[str, str, Menu, str]]:
    """The menus: the name that is sent, the words before it, what can be chosen, and what is in force, which stands
    first where no group has it."""
    by = split_list(text.by)
    first, second = [*by, "", ""][:2]
    against = f"{first}={text.against}" if text.against in menu.levels.get(first, ()) else text.against
    menus: list[tuple[str, str, Menu, str]] = [
        ("measure", "measure: what is averaged", menu.measures, text.measure),
        ("by1", "by: for each", {"": [("", "nothing: all rows together")], **menu.factors}, first),
        ("by2", "and by: for each", {"": [("", "nothing more")], **menu.factors}, second),
        ("against", "against: compared with", _references(menu, by), against),
        ("within", "within: held equal", {"": [("", "nothing")], **menu.factors}, text.within),
        ("player_class", "class: who counts", {"": WHO_COUNTS}, text.player_class),
    ]
    return [
        (name, words, groups if current in _names(groups) else {" ": [(current, current)], **groups}, current)
        for name, words, groups, current in menus
    ]


WHO_COUNTS = [("", "ordinary players, without beginners"), *((name, name) for name in (ALL, EACH, *CLASSES))]


def _names(groups: Menu) -> set[str]:
    return {name for rows in groups.values() for name, _ in rows}


def _references(menu: RunMenu, by: Sequence[str]) -> Menu:
    """What groups can be compared with."""
    groups = {"": [("", "nothing: plain values"), *REFERENCES.items()]}
    if len(by) > 1:
        first, second = by[:2]
        chains = {f"{first}=mean,{second}=mean": f"what is left beside the effects of {first} and {second}"}
        chains |= {f"{name}=mean": f"the mean over all of {name}" for name in (first, second)}
        chains |= {
            f"{first}={level},{second}=mean": f"{first} {level}: where does it depend on {second}?"
            for level in menu.levels.get(first, ())
        }
        groups["of two factors"] = list(chains.items())
    for name, levels in menu.levels.items():
        groups[f"a {name}"] = [(f"{name}={level}", f"{name} {level}") for level in levels]
    return groups


def _command(paths: Sequence[str], text: ComparisonText) -> str:
    """The command that gives the same numbers."""
    return command_line("compare", *paths[:2], *shlex.split(text.arguments))


def _python(paths: Sequence[str], question: AskedComparison) -> str:
    """The lines of Python that give the same numbers."""
    call = question.text.python
    lines = ["from analyser import open_run", f"run = open_run({paths[question.run or 0]!r})"]
    if question.run is not None:
        return "\n".join([*lines, call])
    return "\n".join([*lines, f"other = open_run({paths[1]!r})", f"{call}.minus({call.replace('run.', 'other.', 1)})"])


def _rendered(template: str, **content: object) -> str:
    return templates(TEMPLATES).get_template(template).render(css=_css(), script=_script(), svg=Markup, **content)


@lru_cache
def _css() -> Markup:
    report = (files("reports.page") / "templates" / "page.css").read_text(encoding="utf-8")
    css = (TEMPLATES / "explorer.css").read_text(encoding="utf-8")
    return Markup("\n".join([theme_css(), report, css]))


@lru_cache
def _script() -> Markup:
    return Markup((files("reports.page") / "templates" / "page.js").read_text(encoding="utf-8"))


FILE = "questions.toml"
MOST_BYTES = 1_000_000


def read_questions(run: Path) -> dict[str, ComparisonText]:
    """Saved comparisons by name, in the order they were saved; none without the file. DataError for a file that holds
    something else."""
    file = run / FILE
    try:
        if not file.exists():
            return {}
        if file.stat().st_size > MOST_BYTES:
            raise DataError(f"{file}: larger than {MOST_BYTES:,} bytes: no list of questions")
        tables = tomllib.loads(file.read_text(encoding="utf-8")).get("question", [])
        return {str(table["name"]): ComparisonText.of_texts(table) for table in tables}
    except OSError as error:
        raise DataError(f"{file}: cannot be read ({error.strerror})") from error
    except (tomllib.TOMLDecodeError, UnicodeDecodeError, KeyError, TypeError, AttributeError) as error:
        raise DataError(
            f"{file}: write tables [[question]] with name, measure, by, against, where ({error})"
        ) from error


def save_question(run: Path, name: str, text: ComparisonText) -> None:
    """Add a question, or replace that of the same name. DataError or DiskFull where it cannot be written."""
    questions = read_questions(run) | {name: text}
    tables = [{"name": name, **text.texts} for name, text in questions.items()]
    content = tomli_w.dumps({"question": tables}).encode()
    if len(content) > MOST_BYTES:
        raise DataError(f"{run / FILE}: no room for another question: remove some of them there")
    try:
        write_atomic(run / FILE, content)
    except OSError as error:
        raise write_error(run / FILE, error, "make the run's folder writable") from error


def write_saved(run: Path, out: Path | None) -> tuple[Path, list[tuple[str, ComparisonAnswer]]]:
    """Write the saved questions of a run with their answers as a page; the page, and the answers by name.

    out: its folder (None: `reports/saved` in the run's). DataError where nothing is saved, and where the page cannot be
    written.
    """
    from analyser.explorer.page import saved_html

    questions = read_questions(run)
    if not questions:
        raise DataError(f"{run}: no question is saved: {command('explore', run)} saves them in {FILE}")
    answers = [
        (name, answer_question([str(run)], AskedComparison(text), f"chart-{number}"))
        for number, (name, text) in enumerate(questions.items())
    ]
    page = (run / "reports" / "saved" if out is None else out) / "saved.html"
    try:
        page.parent.mkdir(parents=True, exist_ok=True)
        write_atomic(page, saved_html(str(run), describe_run(str(run)).title, answers).encode())
    except OSError as error:
        raise write_error(page, error, "name another folder with --out") from error
    return page, answers
