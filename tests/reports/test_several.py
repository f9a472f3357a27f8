"""Several answers: on one page the verdicts of all first, then each with its evidence under its heading; a verdict from
the weakest players to the strongest, in words that the intervals bear out."""

import json
import re
from dataclasses import replace
from pathlib import Path
from xml.etree import ElementTree

import numpy as np
import polars as pl
import pytest
from msgspec import structs

from reports.answer import Answer, FirstScreen, ScreenRow
from reports.facts import parse_facts
from reports.questions.shared import levels_summary, looks_caveat
from reports.several import LEVEL, OPPONENT, ScenarioAnswer, Several, finding_of_all
from reports.stats.families import rate_together, win_shares
from reports.stats.verdict import ALPHA
from tests.reports.said import verdict_of
from tests.reports.sections import write_report, write_reports
from tests.reports.stats.test_families import contrast
from tests.reports.synthetic import FACTS, asked, frames, free
from tests.reports.test_report import check_page, page_of

TABLES = ("verdicts", "seats", "strategies")


def answered(seed: int) -> Answer:
    """An answer of a few tables, with a seat that is far too strong."""
    seats, games = frames(free(400), seed=seed, strength={1 + seed % 4: 9.0})
    full = asked("balance", seats, games)
    return replace(full, tables={name: full.tables[name] for name in TABLES})


@pytest.fixture(scope="module")
def several() -> Several:
    """Answers for three numbers of players; two are warned of the same."""
    game = parse_facts(FACTS)
    heads = {n: replace(answered(n), head=[f"Head of {n}."]) for n in (2, 3, 4)}
    told = [ScenarioAnswer(f"{n}-players", f"{n} players", heads[n], structs.replace(game, players=n)) for n in heads]
    told[1:] = [replace(one, answer=replace(one.answer, warnings=["Mind the gap."])) for one in told[1:]]
    return Several("Toy: is the game balanced?", "players", told)


@pytest.fixture(scope="module")
def folder(several, tmp_path_factory) -> Path:
    """Their report."""
    return write_reports(several, tmp_path_factory.mktemp("several")).parent


def test_the_first_screen_has_a_finding_for_each_and_the_rest_is_folded(several, folder):
    page = page_of(folder).source.replace("\N{NO-BREAK SPACE}", " ")
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


def test_a_warning_stands_once_on_the_first_screen_and_says_whom_it_is_about(folder):
    top = page_of(folder).source.partition("<nav")[0].replace("\N{NO-BREAK SPACE}", " ")
    assert top.count("Mind the gap.") == 1
    assert "<b>3 players, 4 players:</b> Mind the gap.</p>" in top


def test_the_page_is_well_formed(folder):
    check_page(page_of(folder))


def test_the_report_holds_an_answer_a_scenario_and_its_files(several, folder):
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
        assert f"tables/{one.scenario}/" in page_of(folder).source
    together = pl.read_parquet(folder / "tables" / "verdicts.parquet")
    assert together.group_by("scenario", maintain_order=True).len().rows() == [
        (one.scenario, one.answer.tables["verdicts"].height) for one in several.answers
    ]
    files = {str(path.relative_to(folder)) for path in folder.rglob("*") if path.is_file()}
    assert files == {*told["files"], "report.json"}


@pytest.mark.usefixtures("undrawn")
def test_a_report_of_one_answer_leaves_nothing_of_one_of_several(several, tmp_path):
    write_reports(several, tmp_path)
    write_report(several.answers[0].answer, tmp_path)
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
def test_a_title_says_what_holds_everywhere_and_what_differs(screens, by, title):
    labels = ["2 players", "3 players", "4 players"] if by == "players" else ["novice", "expert"]
    assert finding_of_all(list(zip(labels, screens, strict=False)), by=by) == title


def test_where_nothing_is_judged_a_title_has_the_first_words_of_each():
    assert finding_of_all(SOLO) == "The player wins 1 % of games with Li Si 1 and 4 % with Li Si 4"
    against = "The player wins 1 % of games against Li Si 1 and 4 % against Li Si 4"
    assert finding_of_all(SOLO, by=OPPONENT) == against


LEVELS = ("novice", "journeyman", "expert")


def summary_of(*effects: dict[str, tuple[float, float]]) -> str:
    """Of effects with half of their intervals in points, by name, at each level."""
    levels = [[verdict_of(name, *pair, family="Against A") for name, pair in level.items()] for level in effects]
    return levels_summary(list(zip(LEVELS, levels, strict=False)))


def test_what_stays_what_changes_and_what_is_open():
    summary = summary_of(
        {"star": (3.5, 1), "circle": (0, 1), "square": (1, 3)},
        {"star": (5, 1), "circle": (0, 1), "square": (2, 3)},
        {"star": (9, 1), "circle": (-4, 1), "square": (2, 3)},
    )
    assert summary == (
        "From novice to expert, against A: star is stronger at every level (+3.5, +5.0, +9.0 of 100 games: it grows by "
        "3.5 or more); circle is fair from novice to journeyman, weaker with expert players (0.0, 0.0, −4.0 of 100 "
        "games: it falls by 2.0 or more); square is unclear at every level."
    )


def test_a_change_that_the_intervals_do_not_bear_out_is_not_claimed():
    summary = summary_of({"star": (5.5, 3)}, {"star": (9, 3)})
    assert summary == "From novice to journeyman, against A: star is stronger at every level (+5.5, +9.0 of 100 games)."


def test_what_only_some_levels_judge_is_left_out():
    assert summary_of({"star": (0, 1)}, {"moon": (0, 1)}) == ""


@pytest.mark.parametrize("deals", [30, 5000], ids=["bonferroni", "drawn"])
def test_families_alongside_one_another_share_their_error(deals):
    """Of five families each errs in 1 %: as often as one of five times as many independent effects, or seldomer."""
    m, se = 4, 0.01
    found = contrast([0.3] * m, 0.0, se, deals)
    alone, among = (win_shares(found, 0.25, seed=1, alpha=ALPHA / n) for n in (1, 5))
    assert among.rate == pytest.approx(rate_together(np.eye(5 * m) * se**2, deals, seed=1), rel=0.15)
    assert (among.low < alone.low).all()
    assert (among.p >= alone.p).all()


def test_several_looks_are_said_with_the_error_they_make():
    assert looks_caveat([8000]) == []
    assert looks_caveat([8000, 4000]) == ["This run was analysed twice: the chance of a false finding is 8 %, not 5 %."]
    assert looks_caveat([1, 2, 3])[0].startswith(
        "This run was analysed three times: the chance of a false finding is 11"
    )
