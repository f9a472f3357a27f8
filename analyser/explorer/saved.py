"""Questions that are kept with a run: `questions.toml` in its folder, a table each."""

from __future__ import annotations

import tomllib
from pathlib import Path

import tomli_w

from analyser.errors import DataError, write_error
from analyser.explorer.asking import Answer, Question, answer_question, describe_run
from analyser.files import write_atomic
from reports.presets import ComparisonText

__all__ = ["FILE", "read_questions", "save_question", "write_saved"]

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
    try:
        write_atomic(run / FILE, tomli_w.dumps({"question": tables}).encode())
    except OSError as error:
        raise write_error(run / FILE, error, "make the run's folder writable") from error


def write_saved(run: Path, out: Path | None) -> tuple[Path, list[tuple[str, Answer]]]:
    """Write the saved questions of a run with their answers as a page; the page, and the answers by name.

    out: its folder (None: `reports/saved` in the run's). DataError where nothing is saved, and where the page cannot be
    written.
    """
    from analyser.explorer.page import saved_html

    questions = read_questions(run)
    if not questions:
        raise DataError(f"{run}: no question is saved: `analyser explore {run}` saves them in {FILE}")
    answers = [
        (name, answer_question([str(run)], Question(text), f"chart-{number}"))
        for number, (name, text) in enumerate(questions.items())
    ]
    page = (run / "reports" / "saved" if out is None else out) / "saved.html"
    try:
        page.parent.mkdir(parents=True, exist_ok=True)
        write_atomic(page, saved_html(str(run), describe_run(str(run)).title, answers).encode())
    except OSError as error:
        raise write_error(page, error, "name another folder with --out") from error
    return page, answers
