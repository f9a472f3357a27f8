"""A written report: its files, their bytes, that page and JSON say what the tables say, and that every command that a
section gives for its numbers runs, and gives them."""

import json
import os
import re
import shlex
import subprocess
import sys
from dataclasses import replace
from functools import cache
from html.parser import HTMLParser
from itertools import pairwise
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import polars as pl
import pytest
from markupsafe import Markup
from polars.testing import assert_frame_equal
from typer.testing import CliRunner

import reports.page.write
from analyser.cli import app
from analyser.runs.reader import open_run
from reports.answer import Answer
from reports.ask import QUESTIONS
from reports.estimators.change_tables import CHANGES
from reports.page.tables import printed, printed_across, printed_beside
from reports.questions.shared import unknown_data
from reports.run_facts import Elo, Strength, StrengthTable
from tests.reports.real import QUESTION_OF, RUNS, emptied, facts_of, game_facts, told, words
from tests.reports.sections import shown_sections, write_report

ROOT = Path(__file__).resolve().parents[2]
VOID = {"meta", "link", "br", "hr", "img", "input"}


# Tables of a run that stops when its verdicts are there, of one of several plans, of one with printings, whatever it
# asks. Which unknown data decide it depends on whether they change anything: not for every question on a small run;
# what is told then is tested where runs vary (tests/cli/test_over_printings.py).
UNKNOWN = {table.name for table in unknown_data(QUESTIONS["boards"].measuring).tables}
COMMON_TABLES = {"decided", "path", "over_plans", "by_plan"} | UNKNOWN
# Of balance runs in which line-ups meet on a deal, or a seat is unfair (tests/reports/balance), and of a change to
# which players are tuned (tests/cli/test_retuning.py).
ELSEWHERE = {"balance": {"luck_and_skill", "start_points"}, "whatif": {"tuned_players", "retuned"}}


class Page(HTMLParser):
    """What a test asks of a page: balanced tags, references, ids, headings, text of cells."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.source = text
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


@cache
def page_of(folder: Path) -> Page:
    """The parsed page of a report."""
    (file,) = folder.glob("*.html")
    return Page(file.read_text(encoding="utf-8"))


def check_page(page: Page) -> None:
    """Its tags are balanced, ids unique, every reference finds its own, headings go down one step at a time, tables
    name their heads and charts have words."""
    assert page.open == []
    ids = page.values("id")
    assert len(ids) == len(set(ids))
    named = {part for value in page.values("aria-labelledby") for part in value.split()}
    named |= {value[1:] for value in page.values("href", "xlink:href") if value.startswith("#")}
    assert named | set(re.findall(r"url\(#([^)]+)\)", page.source)) <= set(ids)
    levels = [int(tag[1]) for tag, _ in page.tags if re.fullmatch(r"h[1-6]", tag)]
    assert levels[0] == 1
    assert levels.count(1) == 1
    assert all(after - before <= 1 for before, after in pairwise(levels))
    assert all(attrs.get("scope") in {"col", "row"} for tag, attrs in page.tags if tag == "th")
    assert all(attrs.get("role") == "img" and attrs.get("aria-labelledby") for tag, attrs in page.tags if tag == "svg")


def content(folder: Path) -> dict[str, bytes]:
    """Every file of a folder by its path."""
    return {str(path.relative_to(folder)): path.read_bytes() for path in sorted(folder.rglob("*")) if path.is_file()}


@pytest.fixture
def small(answers) -> Answer:
    """An answer of two tables and one figure."""
    full = answers["balance"]
    return replace(full, tables={name: full.tables[name] for name in ("verdicts", "seats")})


def test_every_table_is_there_as_csv_and_parquet_unchanged(answers, written, question):
    for name, frame in answers[question].tables.items():
        assert_frame_equal(pl.read_parquet(written[question] / "tables" / f"{name}.parquet"), frame)
        texts = {column: pl.String for column, dtype in frame.schema.items() if dtype == pl.String}
        file = written[question] / "tables" / f"{name}.csv"
        back = pl.read_csv(file, infer_schema_length=None, schema_overrides=texts)
        assert_frame_equal(back, frame, check_dtypes=False)


def test_every_figure_is_there_as_svg_without_outside_reference_and_as_png(written, question):
    pictures = sorted((written[question] / "figures").glob("*.svg"))
    wide = [picture for picture in pictures if not picture.name.endswith(".narrow.svg")]
    assert len(pictures) == 2 * len(wide) > 0
    for picture in pictures:
        root = ElementTree.parse(picture).getroot()
        references = [value for node in root.iter() for name, value in node.attrib.items() if name.endswith("href")]
        assert all(value.startswith("#") for value in references)
    for picture in wide:
        assert picture.with_suffix(".png").read_bytes().startswith(b"\x89PNG\r\n\x1a\n")


def test_the_page_is_well_formed_and_stands_alone(written, question):
    """Its files lie beside it; replays are not linked before somebody has written them."""
    page = page_of(written[question])
    check_page(page)
    assert all(value.startswith("#") for value in page.values("src", "xlink:href", "data", "action"))
    links = [value for value in page.values("href") if not value.startswith("#")]
    assert all((written[question] / link).is_file() for link in links)
    tables = [item.removeprefix("Table ") for item in page.values("aria-label") if item.startswith("Table ")]
    files = {f"tables/{name}.{kind}" for name in tables for kind in ("csv", "parquet")}
    assert set(links) >= {"estimates.csv", "report.json"} | files
    assert not {"link", "iframe", "img", "object"} & {tag for tag, _ in page.tags}
    assert "@import" not in page.text
    assert re.findall(r"url\((?!#)", page.text) == []


def test_the_page_opens_with_the_finding_its_numbers_what_to_change_and_how_sure(answers, written, question):
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
def test_tables_are_folded_and_commands_name_the_run(answers, tmp_path):
    answer = answers["balance"]
    text = write_report(answer, tmp_path, game_facts(), run="runs/my-run").read_text(encoding="utf-8")
    before = re.sub(r"<details.*?</details>", "", text, flags=re.DOTALL)
    assert '<table class="data">' not in before
    assert "analyser compare runs/my-run" in re.sub(r"</?span>", "", text)
    assert not re.search(r"<code>[^<]*\bRUN\b", text)
    assert str(tmp_path) not in text


def test_all_estimates_stand_in_one_table(answers, written, question):
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


def test_who_played_is_a_table_with_files(small, tmp_path):
    """It sorts and is kept like any other."""
    those = StrengthTable(4, (Strength("builder", False, Elo(90, 50, 130, 240)), Strength("novice", True)))
    text = write_report(replace(small, strength=those), tmp_path, game_facts()).read_text(encoding="utf-8")
    assert '<td>as a beginner</td><td class="number">–</td><td class="number">–</td>' in text
    assert '<th scope="row">builder</th><td>–</td><td class="number">+90 [+50, +130]</td>' in text
    assert re.search(r'aria-label="Table strength">\n<table class="data">', text)
    assert '<a href="tables/strength.csv">' in text
    assert pl.read_csv(tmp_path / "tables" / "strength.csv").height == 2


def test_what_is_changed_is_struck_out_and_marked():
    frame = pl.DataFrame([{"scenario": "half", "what": "tracks", "before": "<2>", "after": "3"}])
    (row,) = printed(CHANGES, CHANGES.shaped(frame), words()).rows
    assert list(row) == ["half", "tracks", "<del>&lt;2&gt;</del>", "<ins>3</ins>"]


def text_of(cell: str) -> str:
    """What a reader sees of a cell."""
    return str(cell.striptags()) if isinstance(cell, Markup) else cell.replace("\N{NO-BREAK SPACE}", " ")


def test_numbers_on_the_page_are_the_numbers_of_the_tables(answers, written, question):
    on_page = page_of(written[question]).cells
    text = page_of(written[question]).source
    tables, known = answers[question].tables, QUESTIONS[answers[question].question].tables
    for name, frame in tables.items():
        if frame.is_empty():
            continue
        if f'aria-label="Table {name}"' not in text:  # it is a file alone
            continue
        beside = printed_across if name == "trajectory" else printed_beside if known[name].side_by_side else None
        shown = (beside or printed)(known[name], frame if beside else frame.head(60), words(facts_of(question)))
        flat = [text_of(cell) for row in shown.rows for cell in row]
        starts = [i for i, cell in enumerate(on_page) if cell == flat[0]]
        assert any(on_page[i : i + len(flat)] == flat for i in starts), name


@pytest.mark.parametrize("asked", QUESTIONS)
def test_every_table_of_a_question_is_filled_by_one_of_the_runs(answers, asked):
    """Those that all questions have, by a run of any."""
    tables = {
        name: [answers[run].tables[name] for run in RUNS if name in answers[run].tables] for name in COMMON_TABLES
    }
    for run in RUNS:
        if QUESTION_OF.get(run, run) == asked:
            for name, frame in answers[run].tables.items():
                tables[name] = [*tables.get(name, []), frame]
    empty = {name for name, frames in tables.items() if all(frame.is_empty() for frame in frames)}
    assert empty <= ELSEWHERE.get(asked, set()) | {"variance_shares", "look_up_first"}


def test_the_forest_prints_the_numbers_of_its_table(answers, written):
    picture = (written["boards"] / "figures" / "paired_score.svg").read_text(encoding="utf-8")
    for row in answers["boards"].tables["paired"].iter_rows(named=True):
        assert f"{abs(row['score']):.1f}<" in picture


def test_json_says_all_the_page_says(answers, written, question):
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


def test_the_page_names_rulings_options_and_strategies(answers, written):
    text = page_of(written["boards"]).text
    for said in (*game_facts()["rulings"], "palace from symbol", "20140001"):
        assert said in text
    assert answers["boards"].facts["strategies"] in text


def test_another_process_writes_the_same_bytes(runs, written, tmp_path):
    names = ("balance", "places", "maps")  # one of each question
    command = [sys.executable, "-m", "tests.reports.real", str(tmp_path), *(str(runs[name]) for name in names)]
    subprocess.run(
        command, check=True, cwd=ROOT, env={**os.environ, "PYTHONHASHSEED": "7", "MPLCONFIGDIR": str(tmp_path / "mpl")}
    )
    for name in names:
        assert content(tmp_path / name / written[name].name) == content(written[name])


def test_empty_tables_give_a_page_without_their_figures(empty, question):
    page = page_of(empty[question])
    figures = {path.name.partition(".")[0] for path in (empty[question] / "figures").glob("*")}
    assert figures <= {"first_screen"}
    check_page(page)


def test_names_and_notes_cannot_inject_markup(answers, tmp_path):
    hostile = "<script>alert(1)</script>$x_1$ & co"
    given = answers["boards"]
    paired = given.tables["paired"].with_columns(board=pl.lit(hostile))
    tables = {"verdicts": given.tables["verdicts"], "paired": paired}
    facts = {**given.facts, "strategies": hostile}
    changed = replace(given, title=hostile, tables=tables, facts=facts, notes=[hostile])
    page = Page(write_report(changed, tmp_path, game_facts()).read_text(encoding="utf-8"))
    assert [tag for tag, _ in page.tags].count("script") == 1  # the page's own
    assert hostile in page.text


def test_files_of_an_earlier_report_that_this_one_lacks_are_gone(small, tmp_path):
    write_report(small, tmp_path, game_facts())
    (tmp_path / "figures" / "mine.txt").write_text("kept")
    write_report(emptied(small), tmp_path, game_facts())
    left = [path.name for path in (tmp_path / "figures").iterdir() if not path.name.startswith("first_screen.")]
    assert left == ["mine.txt"]


def test_a_failed_write_leaves_the_earlier_file_whole_and_no_litter(small, tmp_path, monkeypatch):
    page = write_report(small, tmp_path, game_facts())
    before = content(tmp_path)

    def full(self: Path, data: bytes) -> int:
        with self.open("wb") as file:
            file.write(data[: len(data) // 2])
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(reports.page.write.Path, "write_bytes", full)
    with pytest.raises(OSError, match="No space left"):
        write_report(emptied(small), tmp_path, game_facts())
    assert page.read_bytes() == before["balance.html"]
    assert content(tmp_path) == before


# Sections whose numbers no comparison gives: shrunken, slopes, roots, spreads, sums over games of several deals, or no
# number.
WITHOUT = {"examples", "series", "changes", "cycles", "unknown_data", "until", "pairs", "dealt", "traits"}
# Whose command gives numbers near those of the chart, as the page says.
NEAR = {("tournament", "ladder")}
# Whose command gives more than the page, which has of each board its own abilities and tracks: the numbers that it has.
MORE = {("boards", "use"): ("uses", "amount", "never", "mean_final", "at_maximum")}


def is_on_page(row: dict[str, Any]) -> bool:
    """Whether an estimate is of the shipped data, and where a factor is held equal, of that."""
    return row.get("printing") is None and row.get("within") != ""


def numbers_of(tables: list[pl.DataFrame]) -> set[float]:
    """All numbers of tables, to nine places."""
    return {
        round(x, 9)
        for table in tables
        for column in table.select(pl.selectors.float()).iter_columns()
        for x in column.drop_nulls().to_list()
    }


@pytest.mark.usefixtures("undrawn")
def test_every_command_of_a_page_gives_its_numbers(runs, answers, question, monkeypatch):
    monkeypatch.setattr("analyser.runs.reader.open_run", cache(open_run))  # that a command opens it is tested with it
    answer, facts = answers[question], facts_of(question)
    game, asked_of = told(facts), answer.question
    shown = shown_sections(answer, facts).values()
    for command in re.findall(r"`analyser ([^`]*)`", " ".join(doubt.words for doubt in answer.screen.doubts)):
        name, *options = shlex.split(command)
        explained = CliRunner().invoke(app, [name, *(w for w in options if w == "draw"), "--help"]).output
        assert all(word in explained for word in options if word.startswith("--")), command
    asked = [(section, ask) for section in shown for ask in section.ask]
    without = {section.key for section in shown if not section.ask}
    assert without <= WITHOUT | ({"sources", "winners"} if game.par is None else set())
    given = {0.0}
    for section, ask in asked:
        done = CliRunner().invoke(app, ["compare", str(runs[question]), *shlex.split(ask), "--json"])
        assert done.exit_code == 0, f"{section.key}: {ask}: {done.output}"
        rows = [row for row in json.loads(done.stdout)["estimates"] if row["estimate"] and is_on_page(row)]
        pars = (0.0, game.par or 0.0)  # some tables have shares, some how far they are from par
        tables = numbers_of([answer.tables[name] for name in ("verdicts", *section.tables)])
        if (asked_of, section.key) in MORE:
            given |= {round(row["estimate"], 9) for row in rows}
        if (asked_of, section.key) in {*NEAR, *MORE}:
            continue
        missing = [row for row in rows if not tables & {round(row["estimate"] + par, 9) for par in pars}]
        assert not missing, f"{section.key}: {ask}: {missing}"
    for section in shown:
        for name in MORE.get((asked_of, section.key), ()):
            of_page = [answer.tables[table].select(name) for table in section.tables if name in answer.tables[table]]
            assert numbers_of(of_page) <= given, f"{section.key}: {name}"
