"""Several answers on one page: the verdicts of all first, then each with its evidence under its heading."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from xml.etree import ElementTree

import polars as pl
import pytest

from reports.answer import Answer, FirstScreen, ScreenRow
from reports.facts_parser import parse_facts
from reports.several import LEVEL, ScenarioAnswer, Several, finding_of_all
from tests.reports.sections import write_report, write_reports
from tests.reports.synthetic import FACTS, asked, frames, free

TABLES = ("verdicts", "seats", "strategies")


def answered(seed: int) -> Answer:
    """An answer of a few tables, with a seat that is far too strong."""
    seats, games = frames(free(400), seed=seed, strength=lambda line, seat: 9.0 * (seat == seed % 4))
    full = asked("balance", seats, games)
    return replace(full, tables={name: full.tables[name] for name in TABLES})


@pytest.fixture(scope="module")
def several() -> Several:
    """Answers for three numbers of players; two are warned of the same."""
    game = parse_facts(FACTS)
    told = [
        ScenarioAnswer(
            f"{n}-players", f"{n} players", replace(answered(n), head=[f"Head of {n}."]), replace(game, players=n)
        )
        for n in (2, 3, 4)
    ]
    told[1:] = [replace(one, answer=replace(one.answer, warnings=["Mind the gap."])) for one in told[1:]]
    return Several("Toy: is the game balanced?", "players", told)


@pytest.fixture(scope="module")
def folder(several: Several, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Their report."""
    return write_reports(several, tmp_path_factory.mktemp("several")).parent


def text_of(folder: Path) -> str:
    return (folder / "balance.html").read_text(encoding="utf-8").replace("\N{NO-BREAK SPACE}", " ")


def test_the_first_screen_has_a_finding_for_each_and_the_rest_is_folded(several: Several, folder: Path) -> None:
    page = text_of(folder)
    top, *parts = re.split(r'<details class="part"', page)
    assert len(parts) == 3
    assert top.count("<h1>") == 1
    assert "Toy · 2, 3 and 4 players · is the game balanced?" in top
    for one, part in zip(several.answers, parts, strict=True):
        finding = one.answer.screen.finding
        assert f'<li><a href="#part-{one.scenario}">{one.label}</a>: {finding}</li>' in top
        assert f"<summary><h2>{one.label}: {finding}</h2></summary>" in part
        assert part.count("<svg") >= 2 * (one.scenario != "2-players")  # whose chart stands at the top
        assert f"Head of {one.game.players}." in page
    assert several.families in page


def test_a_warning_stands_once_on_the_first_screen_and_says_whom_it_is_about(folder: Path) -> None:
    top = text_of(folder).partition("<nav")[0]
    assert top.count("Mind the gap.") == 1
    assert "<b>3 players, 4 players:</b> Mind the gap.</p>" in top


def test_ids_are_unique_and_every_link_finds_its_own(folder: Path) -> None:
    page = text_of(folder)
    ids = re.findall(r'\bid="([^"]+)"', page)
    assert len(ids) == len(set(ids))
    named = set(re.findall(r'href="#([^"]+)"', page)) | set(re.findall(r"url\(#([^)]+)\)", page))
    named |= {one for value in re.findall(r'aria-labelledby="([^"]+)"', page) for one in value.split()}
    assert named <= set(ids)
    levels = [int(level) for level in re.findall(r"<h([1-6])", page)]
    assert levels[0] == 1
    assert all(after - before <= 1 for before, after in pairwise(levels))


def test_the_report_holds_an_answer_a_scenario_and_its_files(several: Several, folder: Path) -> None:
    told = json.loads((folder / "report.json").read_text())
    assert (told["question"], told["by"]) == ("balance", "players")
    assert list(told["scenarios"]) == ["2-players", "3-players", "4-players"]
    for one in several.answers:
        stored = told["scenarios"][one.scenario]
        assert (stored["label"], stored["screen"]["finding"]) == (one.label, one.answer.screen.finding)
        assert [verdict["sentence"] for verdict in stored["verdicts"]] == [v.sentence for v in one.answer.verdicts]
        for name, frame in one.answer.tables.items():
            assert pl.read_parquet(folder / "tables" / one.scenario / f"{name}.parquet").equals(frame)
        for name in ("first_screen", *(chart for section in stored["sections"] for chart in section["charts"])):
            ElementTree.parse(folder / "figures" / one.scenario / f"{name}.svg")
            assert (folder / "figures" / one.scenario / f"{name}.png").exists()
        assert f"tables/{one.scenario}/" in text_of(folder)
    together = pl.read_parquet(folder / "tables" / "verdicts.parquet")
    assert together.group_by("scenario", maintain_order=True).len().rows() == [
        (one.scenario, one.answer.tables["verdicts"].height) for one in several.answers
    ]
    files = {str(path.relative_to(folder)) for path in folder.rglob("*") if path.is_file()}
    assert files == {*told["files"], "report.json"}


@pytest.mark.usefixtures("undrawn")
def test_a_report_of_one_answer_leaves_nothing_of_one_of_several(several: Several, tmp_path: Path) -> None:
    write_reports(several, tmp_path)
    one = several.answers[0]
    write_report(one.answer, tmp_path, game=one.game)
    assert not list(tmp_path.rglob("*players*/*"))
    assert (tmp_path / "tables" / "seats.csv").exists()


SIDES = {"too strong": "more", "too weak": "less", "fair": "fair", "unclear": "unclear"}


def screen(finding: str, **words: str) -> FirstScreen:
    """A first screen of rows with these words."""
    rows = [ScreenRow(name, 25.0, 24.0, 26.0, None, None, word, SIDES[word]) for name, word in words.items()]
    return FirstScreen(finding, "", tuple(rows), "win share, %", 25.0, 2.0)


STRONG = screen("Triangle is too strong", triangle="too strong", star="unclear")
BOTH = screen("Triangle is too strong, star too weak", triangle="too strong", star="too weak")
FAIR = screen("Both are fair", triangle="fair", star="fair")
OPEN = screen("Not decided yet", triangle="unclear", star="unclear")
SOLO = [
    (f"Li Si {n}", replace(FAIR, margin=None, finding=f"The player wins {n} % of games; more")) for n in range(1, 5)
]


@pytest.mark.parametrize(
    ("screens", "by", "title"),
    [
        ([STRONG] * 3, "players", "Triangle is too strong"),
        ([STRONG, STRONG, BOTH], "players", "Triangle is too strong with 2 to 4 players; star is too weak with 4"),
        ([FAIR, replace(FAIR, finding="All are fair"), OPEN], "players",
         "Nothing is too strong or too weak with 2 and 3 players; not decided yet with 4"),
        ([OPEN, BOTH], LEVEL, "Triangle is too strong with expert players; star is too weak with expert players"),
    ],
)  # fmt: skip
def test_a_title_says_what_holds_everywhere_and_what_differs(screens: list[FirstScreen], by: str, title: str) -> None:
    labels = ["2 players", "3 players", "4 players"] if by == "players" else ["novice", "expert"]
    assert finding_of_all(list(zip(labels, screens, strict=False)), by=by) == title


def test_where_nothing_is_judged_a_title_has_the_first_words_of_each() -> None:
    assert finding_of_all(SOLO) == "The player wins 1 % of games with Li Si 1 and 4 % with Li Si 4"
