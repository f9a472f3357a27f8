"""A written report: its files, their bytes, and that page and JSON say what the tables say."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from dataclasses import replace
from html.parser import HTMLParser
from itertools import pairwise
from pathlib import Path
from xml.etree import ElementTree

import polars as pl
import pytest
from markupsafe import Markup
from polars.testing import assert_frame_equal

import reports.page.write
from reports.answer import Answer
from reports.ask import QUESTIONS
from reports.estimators.change_tables import CHANGES
from reports.page.tables import printed, printed_across, printed_beside
from reports.questions.shared import unknown_data
from reports.run_facts import Share, Strength, StrengthTable
from tests.reports.real import QUESTION_OF, RUNS, emptied, facts_of, game_facts, told, words
from tests.reports.sections import write_report

ROOT = Path(__file__).resolve().parents[2]
VOID = {"meta", "link", "br", "hr", "img", "input"}


# Which unknown data decide it depends on whether they change anything: not for every question on a small run. What is
# told then is tested where runs vary (tests/cli/test_over_printings.py).
OF_LOOKS = {"decided", "path"}  # of a run that stops when its verdicts are there, whatever it asks
OF_PLANS = {"over_plans", "by_plan"}  # of runs of several plans, in which they can be compared with each other
OF_CROSSED = {
    "luck_and_skill",
    "start_points",
}  # of balance runs in which line-ups meet on a deal, or a seat is unfair: tests/reports/balance
OF_TUNED = {"tuned_players", "retuned"}  # of a change to which players are tuned: tests/cli/test_retuning.py
OF_PRINTINGS = {table.name for table in unknown_data(QUESTIONS["boards"].measuring).tables}


def typed(text: str) -> str:
    """The text of a page with backticks around what is set as something to type."""
    return re.sub(r"<code>(.*?)</code>", lambda code: "`" + re.sub(r"</?span>", "", code[1]) + "`", text)


class Page(HTMLParser):
    """What a test asks of a page: balanced tags, references, ids, headings, text of cells."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.cells: list[str] = []
        self.text = ""
        self.feed(text)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))
        if tag not in VOID:
            self.open.append(tag)
        if tag in {"td", "th"}:
            self.cells.append("")

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        data = data.replace("\N{NO-BREAK SPACE}", " ")
        self.text += data
        if {"td", "th"} & set(self.open):
            self.cells[-1] += data

    def values(self, *names: str) -> list[str]:
        """All values of these attributes."""
        return [value for _, attrs in self.tags for name, value in attrs.items() if name in names and value]


def page_of(folder: Path) -> Page:
    """The parsed page of a report."""
    return Page((folder / f"{folder.name}.html").read_text(encoding="utf-8"))


def content(folder: Path) -> dict[str, bytes]:
    """Every file of a folder by its path."""
    return {str(path.relative_to(folder)): path.read_bytes() for path in sorted(folder.rglob("*")) if path.is_file()}


@pytest.fixture
def small(answers: dict[str, Answer]) -> Answer:
    """An answer of two tables and one figure."""
    full = answers["balance"]
    return replace(full, tables={name: full.tables[name] for name in ("verdicts", "seats")})


def test_every_table_is_there_as_csv_and_parquet_unchanged(
    answers: dict[str, Answer], written: dict[str, Path], question: str
) -> None:
    for name, frame in answers[question].tables.items():
        assert_frame_equal(pl.read_parquet(written[question] / "tables" / f"{name}.parquet"), frame)
        texts = {column: pl.String for column, dtype in frame.schema.items() if dtype == pl.String}
        back = pl.read_csv(
            written[question] / "tables" / f"{name}.csv", infer_schema_length=None, schema_overrides=texts
        )
        assert_frame_equal(back, frame, check_dtypes=False)


def test_every_figure_is_there_as_svg_without_outside_reference_and_as_png(
    written: dict[str, Path], question: str
) -> None:
    pictures = sorted((written[question] / "figures").glob("*.svg"))
    wide = [picture for picture in pictures if not picture.name.endswith(".narrow.svg")]
    assert len(pictures) == 2 * len(wide) > 0
    for picture in pictures:
        root = ElementTree.parse(picture).getroot()
        references = [value for node in root.iter() for name, value in node.attrib.items() if name.endswith("href")]
        assert all(value.startswith("#") for value in references)
    for picture in wide:
        assert picture.with_suffix(".png").read_bytes().startswith(b"\x89PNG\r\n\x1a\n")


def test_the_page_stands_alone(answers: dict[str, Answer], written: dict[str, Path], question: str) -> None:
    """Its files lie beside it; replays are not linked before somebody has written them."""
    page = page_of(written[question])
    assert page.open == []
    assert all(value.startswith("#") for value in page.values("src", "xlink:href", "data", "action"))
    links = [value for value in page.values("href") if not value.startswith("#")]
    assert all((written[question] / link).is_file() for link in links)
    assert set(links) >= {"estimates.csv", "report.json"} | {
        f"tables/{item.removeprefix('Table ')}.{kind}"
        for item in page.values("aria-label")
        if item.startswith("Table ")
        for kind in ("csv", "parquet")
    }
    assert not {"link", "iframe", "img", "object"} & {tag for tag, _ in page.tags}
    assert "@import" not in page.text
    assert re.findall(r"url\((?!#)", page.text) == []


def test_ids_are_unique_and_every_reference_finds_its_own(written: dict[str, Path], question: str) -> None:
    page = page_of(written[question])
    ids = page.values("id")
    assert len(ids) == len(set(ids))
    named = {part for value in page.values("aria-labelledby") for part in value.split()}
    named |= {value[1:] for value in page.values("href", "xlink:href") if value.startswith("#")}
    named |= set(
        re.findall(
            r"url\(#([^)]+)\)", (written[question] / f"{written[question].name}.html").read_text(encoding="utf-8")
        )
    )
    assert named <= set(ids)


def test_headings_go_down_one_step_at_a_time_and_tables_name_their_heads(
    written: dict[str, Path], question: str
) -> None:
    page = page_of(written[question])
    levels = [int(tag[1]) for tag, _ in page.tags if re.fullmatch(r"h[1-6]", tag)]
    assert levels[0] == 1
    assert levels.count(1) == 1
    assert all(after - before <= 1 for before, after in pairwise(levels))
    assert all(attrs.get("scope") in {"col", "row"} for tag, attrs in page.tags if tag == "th")
    assert all(attrs.get("role") == "img" and attrs.get("aria-labelledby") for tag, attrs in page.tags if tag == "svg")


def test_the_page_opens_with_the_finding_its_numbers_what_to_change_and_how_sure(
    answers: dict[str, Answer], written: dict[str, Path], question: str
) -> None:
    page = page_of(written[question])
    answer = answers[question]
    screen = answer.screen
    parts = [screen.finding, screen.lead, *(screen.change or ()), *(doubt.words for doubt in screen.doubts)]
    places = [page.text.index(words.replace("`", ""), page.text.index(screen.finding)) for words in parts]
    assert places == sorted(places)
    assert places[-1] < page.text.index("On this page")
    for row in screen.rows:
        assert row.name in page.text
        assert screen.text_of(row.value) in page.text


@pytest.mark.usefixtures("undrawn")
def test_tables_are_folded_and_commands_name_the_run(answers: dict[str, Answer], tmp_path: Path) -> None:
    answer = answers["balance"]
    text = write_report(answer, tmp_path, game=told(), run="runs/my-run").read_text(encoding="utf-8")
    before = re.sub(r"<details.*?</details>", "", text, flags=re.DOTALL)
    assert '<table class="data">' not in before
    assert "analyser compare runs/my-run" in re.sub(r"</?span>", "", text)
    assert not re.search(r"<code>[^<]*\bRUN\b", text)
    assert str(tmp_path) not in text


def test_all_estimates_stand_in_one_table(answers: dict[str, Answer], written: dict[str, Path], question: str) -> None:
    estimates = pl.read_parquet(written[question] / "estimates.parquet")
    answer = answers[question]
    specs = QUESTIONS[answer.question].tables
    for name, frame in answer.tables.items():
        for column in (column for column in specs[name].columns if column.estimate):
            rows = estimates.filter(pl.col("table") == name, pl.col("measure") == column.name)
            values = frame.drop_nulls(column.name)
            assert rows["estimate"].to_list() == values[column.name].to_list()
            assert rows["low"].to_list() == values[f"{column.name}_low"].to_list()
    assert estimates.filter(pl.col("table") == "verdicts", pl.col("measure") == "effect")["of"].to_list() == [
        f"subject={subject}" for subject in answer.tables["verdicts"].drop_nulls("effect")["subject"]
    ]


def test_who_played_is_a_table_with_files(small: Answer, tmp_path: Path) -> None:
    """It sorts and is kept like any other."""
    share = Share(0.9, 0.85, 0.94, 240)
    those = StrengthTable(
        4, "mcts:50", 50, (Strength("builder", False, share, None), Strength("novice", True, None, share))
    )
    text = write_report(replace(small, strength=those), tmp_path, game=told()).read_text(encoding="utf-8")
    assert '<td>as a beginner</td><td class="number">–</td><td class="number">–</td>' in text
    assert '<th scope="row">builder</th><td>–</td><td class="number">90.0 [85.0, 94.0]</td>' in text
    assert re.search(r'aria-label="Table strength">\n<table class="data">', text)
    assert '<a href="tables/strength.csv">' in text
    assert pl.read_csv(tmp_path / "tables" / "strength.csv").height == 2


def test_what_is_changed_is_struck_out_and_marked() -> None:
    frame = pl.DataFrame([{"scenario": "half", "what": "tracks", "before": "<2>", "after": "3"}])
    (row,) = printed(CHANGES, CHANGES.shaped(frame), words()).rows
    assert list(row) == ["half", "tracks", "<del>&lt;2&gt;</del>", "<ins>3</ins>"]


def text_of(cell: str) -> str:
    """What a reader sees of a cell."""
    return str(cell.striptags()) if isinstance(cell, Markup) else cell.replace("\N{NO-BREAK SPACE}", " ")


def test_numbers_on_the_page_are_the_numbers_of_the_tables(
    answers: dict[str, Answer], written: dict[str, Path], question: str
) -> None:
    on_page = page_of(written[question]).cells
    text = (written[question] / f"{written[question].name}.html").read_text(encoding="utf-8")
    tables, known = answers[question].tables, QUESTIONS[answers[question].question].tables
    for name, frame in tables.items():
        if frame.is_empty():
            continue
        if name == "trajectory":
            shown = printed_across(known[name], frame, words(facts_of(question)))
        elif known[name].side_by_side:
            shown = printed_beside(known[name], frame, words(facts_of(question)))
        else:
            shown = printed(known[name], frame.head(60), words(facts_of(question)))
        if f'aria-label="Table {name}"' not in text:  # it is a file alone
            continue
        flat = [text_of(cell) for row in shown.rows for cell in row]
        starts = [i for i, cell in enumerate(on_page) if cell == flat[0]]
        assert any(on_page[i : i + len(flat)] == flat for i in starts), name


@pytest.mark.parametrize("asked", QUESTIONS)
def test_every_table_of_a_question_is_filled_by_one_of_the_runs(answers: dict[str, Answer], asked: str) -> None:
    given = [answers[name].tables for name in RUNS if QUESTION_OF.get(name, name) == asked]
    filled = {name for tables in given for name, frame in tables.items() if not frame.is_empty()}
    every = {name for tables in given for name in tables}
    elsewhere = OF_PRINTINGS | OF_LOOKS | OF_PLANS | OF_CROSSED | (OF_TUNED if asked == "whatif" else set())
    assert filled | elsewhere & every == every


def test_tables_that_every_question_has_are_filled_by_one_of_the_runs(answers: dict[str, Answer]) -> None:
    filled = {
        name for one in (answers[name] for name in RUNS) for name, frame in one.tables.items() if not frame.is_empty()
    }
    assert filled >= OF_LOOKS | OF_PLANS | OF_PRINTINGS - {"variance_shares", "look_up_first"}


def test_the_forest_prints_the_numbers_of_its_table(answers: dict[str, Answer], written: dict[str, Path]) -> None:
    picture = (written["boards"] / "figures" / "paired_score.svg").read_text(encoding="utf-8")
    for row in answers["boards"].tables["paired"].iter_rows(named=True):
        assert f"{abs(row['score']):.1f}<" in picture


def test_json_says_all_the_page_says(answers: dict[str, Answer], written: dict[str, Path], question: str) -> None:
    said = json.loads((written[question] / "report.json").read_text(encoding="utf-8"))
    given = answers[question]
    assert said["schema_version"] == 3
    assert (said["asked"], said["screen"]["finding"]) == (given.context, given.screen.finding)
    assert all(section["finding"] and set(section["tables"]) <= set(said["tables"]) for section in said["sections"])
    assert [verdict["sentence"] for verdict in said["verdicts"]] == [verdict.sentence for verdict in given.verdicts]
    assert said["facts"] == given.facts
    assert {name: len(rows) for name, rows in said["tables"].items() if name in given.tables} == {
        name: frame.height for name, frame in given.tables.items()
    }
    assert {*said["files"], "report.json"} == set(content(written[question]))


def test_the_page_names_rulings_options_and_strategies(answers: dict[str, Answer], written: dict[str, Path]) -> None:
    text = page_of(written["boards"]).text
    for said in (
        *game_facts()["rulings"],
        "palace from symbol",
        "20140001",
    ):
        assert said in text
    assert answers["boards"].facts["strategies"] in text


def test_another_process_writes_the_same_bytes(runs: dict[str, Path], written: dict[str, Path], tmp_path: Path) -> None:
    names = ("balance", "places", "maps")  # one of each question
    command = [sys.executable, "-m", "tests.reports.real", str(tmp_path), *(str(runs[name]) for name in names)]
    subprocess.run(
        command, check=True, cwd=ROOT, env={**os.environ, "PYTHONHASHSEED": "7", "MPLCONFIGDIR": str(tmp_path / "mpl")}
    )
    for name in names:
        assert content(tmp_path / name / written[name].name) == content(written[name])


def test_empty_tables_give_a_page_without_their_figures(empty: dict[str, Path], question: str) -> None:
    page = page_of(empty[question])
    figures = sorted(path.name for path in (empty[question] / "figures").glob("*"))
    assert [name for name in figures if not name.startswith("first_screen.")] == []
    assert page.open == []


def test_names_and_notes_cannot_inject_markup(answers: dict[str, Answer], tmp_path: Path) -> None:
    hostile = "<script>alert(1)</script>$x_1$ & co"
    given = answers["boards"]
    paired = given.tables["paired"].with_columns(board=pl.lit(hostile))
    tables = {"verdicts": given.tables["verdicts"], "paired": paired}
    facts = {**given.facts, "strategies": hostile}
    changed = replace(given, title=hostile, tables=tables, facts=facts, notes=[hostile])
    page = Page(write_report(changed, tmp_path, game=told()).read_text(encoding="utf-8"))
    assert [tag for tag, _ in page.tags].count("script") == 1  # the page's own
    assert hostile in page.text


def test_files_of_an_earlier_report_that_this_one_lacks_are_gone(small: Answer, tmp_path: Path) -> None:
    write_report(small, tmp_path, game=told())
    (tmp_path / "figures" / "mine.txt").write_text("kept")
    write_report(emptied(small), tmp_path, game=told())
    left = [path.name for path in (tmp_path / "figures").iterdir() if not path.name.startswith("first_screen.")]
    assert left == ["mine.txt"]


def test_a_failed_write_leaves_the_earlier_file_whole_and_no_litter(
    small: Answer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    page = write_report(small, tmp_path, game=told())
    before = content(tmp_path)

    def full(self: Path, data: bytes) -> int:
        with self.open("wb") as file:
            file.write(data[: len(data) // 2])
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(reports.page.write.Path, "write_bytes", full)
    with pytest.raises(OSError, match="No space left"):
        write_report(emptied(small), tmp_path, game=told())
    assert page.read_bytes() == before["balance.html"]
    assert content(tmp_path) == before
