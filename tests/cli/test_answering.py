"""An answer on the terminal: one screen of eighty columns, nothing left out without a word; all of it when asked."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest
from analyser.cli.screen import SCREEN, WIDTH, Form, Part, first_sentence, fitted, lines_of
from analyser.cli.telling import told
from analyser.cli.verdicts import Labelled, largest, verdict_lines

from analyser.runs.answers import Answered, ReportJob, in_short
from reports.answer import Answer
from reports.facts import GameFacts
from reports.several import Several, Told
from tests.reports.real import RUNS, answers_of, game_facts, played
from tests.reports.said import OVER, VERDICT

LEANS = replace(
    VERDICT,
    verdict="undecided",
    leaning="stronger",
    effect=0.0312,
    low=0.0101,
    high=0.0523,
    n=123456,
    games_needed=4810000,
    family="Against A",
    name="star (B)",
)
RUN = Path("runs/zhanguo-boards-001")


def table(*verdicts: object, by: str = "", folded: bool = True) -> list[str]:
    """The lines of these verdicts, or of these scenarios' verdicts."""
    labelled: list[Labelled] = [one if isinstance(one, tuple) else ("", one) for one in verdicts]  # type: ignore[misc]
    return verdict_lines(labelled, by, folded=folded)


def of(answers: Sequence[Answer]) -> list[Answered]:
    """The answers as a run of so many scenarios gives them."""
    folder = RUN / "reports/boards"
    labels = [f"{players} players" for players in range(2, 2 + len(answers))]
    told_of = [
        Told(label, label, answer, GameFacts.read(game_facts())) for label, answer in zip(labels, answers, strict=True)
    ]
    title = answers[0].title
    report = ReportJob(RUN, Several(title, "players", told_of), folder, is_single=False)
    return [
        Answered(
            one.scenario,
            one.label,
            title,
            2000,
            one.answer,
            folder / one.answer.page,
            report,
            in_short=in_short(one),
        )
        for one in told_of
    ]


@cache
def real(folder: Path, name: str) -> Answer:
    """The answer of a small real run."""
    return answers_of(folder, [name])[name]


def assert_a_screen(text: str) -> None:
    lines = text.splitlines()
    assert SCREEN + 1 == 24  # the shell asks again on the last line
    assert len(lines) <= SCREEN, text
    assert max(map(len, lines)) <= WIDTH == 80, text


# -- a screen -------------------------------------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize("name", RUNS)
def test_the_answer_of_every_kind_of_run_is_a_screen_and_says_what_it_leaves_out(
    name: str, pytestconfig: pytest.Config
) -> None:
    """All questions, all games, with printings and without, one player and several, a change of several values."""
    answer = real(played(pytestconfig), name)
    found = of([answer])
    short, full = told(RUN, found, "", full=False), told(RUN, found, "", full=True)
    assert_a_screen(short)
    lines = short.splitlines()
    assert " ".join(lines[:2]).startswith(answer.title[:60])
    assert lines[-1] == f"Report: {found[0].page}"
    said = " ".join(short.split())
    assert first_sentence(answer.summary) in said
    assert all(first_sentence(warning) in said for warning in answer.warnings)
    shown = sum(bool(re.search(r"[+−]\d+\.\d +[+−]\d+\.\d to [+−]\d", line)) for line in lines)
    left = len(answer.verdicts) - shown
    assert (f"{left} verdict" in said) == bool(left)
    whole = " ".join(full.split())
    for one in (*answer.warnings, *answer.said, *answer.head):
        assert one in whole
        assert one in said or re.search(rf"`analyser report {answer.question} (RUN|{RUN}) --full`", said)
    assert max(map(len, full.splitlines())) <= WIDTH


@pytest.mark.slow
@pytest.mark.parametrize("scenarios", [2, 3, 7])
@pytest.mark.parametrize("name", ["sources_over", "balance"])
def test_several_scenarios_share_a_screen(name: str, scenarios: int, pytestconfig: pytest.Config) -> None:
    """Each has its sentence while there is room; of many, so many are left out and counted."""
    answer = real(played(pytestconfig), name)
    short = told(RUN, of([answer] * scenarios), "players", full=False)
    assert_a_screen(short)
    sentences = len(re.findall(r"^\d players: ", short, re.MULTILINE))
    counted = re.search(r"More \((\d+) scenarios?,", short)
    assert sentences + (int(counted[1]) if counted else 0) == scenarios
    assert sentences >= min(scenarios, 4)
    for warning in answer.warnings:
        assert " ".join(short.split()).count(first_sentence(warning)) == 1


def test_a_long_path_stays_whole_and_costs_the_lines_that_it_takes(pytestconfig: pytest.Config) -> None:
    answer = real(played(pytestconfig), "boards")
    path = Path("/".join(["a-folder-with-a-long-name"] * 7))
    (one,) = of([answer])
    short = told(path, [replace(one, page=path / "boards.html")], "", full=False).splitlines()
    assert short[-1] == f"Report: {path}/boards.html"
    assert len(short) + len(short[-1]) // WIDTH <= SCREEN
    assert "analyser report boards RUN --full" in " ".join(short)


def test_parts_grow_in_their_order_and_stop_where_the_room_ends() -> None:
    first = Part([Form(["a"], "more a"), Form(["a", "a"])], grows=2)
    then = Part([Form([], "b"), Form(["b"], "more b"), Form(["b", "b"])], grows=1)
    assert [form.left for form in fitted([first, then], 1)] == ["more a", "b"]
    assert [form.left for form in fitted([first, then], 3)] == ["more a", "more b"]
    assert lines_of([first, then], fitted([first, then], 4)) == ["a", "", "b", "b"]
    assert [form.left for form in fitted([first, then], 5)] == ["", ""]


def test_a_sentence_ends_at_a_full_stop_and_not_in_a_number_or_a_name() -> None:
    assert first_sentence("Set tracks.4 = 3.5 (n 20). Then `x` follows.") == "Set tracks.4 = 3.5 (n 20)."
    assert first_sentence("One only") == "One only"


# -- verdicts -------------------------------------------------------------------------------------------------------


def test_a_verdict_is_a_row_under_its_family() -> None:
    head, rule, family, row = table(LEANS)
    assert family == "Against A"
    assert head.split("  ")[0] == "compared"
    assert set(rule) == {"─"}
    assert row.startswith("  star (B) ")
    assert row.split() == ["star", "(B)", "+3.1", "+1.0", "to", "+5.2", "leans", "stronger", "123,456", "4,810,000"]


def test_printings_stand_beside_and_the_word_is_that_of_the_widest() -> None:
    star, *pit = table(replace(LEANS, over=OVER), replace(LEANS, name="pit", over=None))[-3:]
    assert "−10.0 to +20.0" in star
    assert "38 of 40" in star
    assert star.endswith("undecided")
    assert " ".join(pit).split() == ["pit", "+3.1", "+1.0", "to", "+5.2", "leans", "stronger"]  # folded


@pytest.mark.parametrize(
    ("settled_by", "instead"), [("tolerance", "never"), ("plans", "more plans"), ("data", "look up data")]
)
def test_a_verdict_that_no_number_of_games_decides_says_what_would(settled_by: str, instead: str) -> None:
    row = table(replace(LEANS, games_needed=None, leaning="", settled_by=settled_by))[-1]  # type: ignore[arg-type]
    assert row.endswith(f"  {instead}")


def test_of_many_the_largest_of_each_family_stay_in_their_order() -> None:
    effects = {"Seats": (0.04, 0.01, -0.02, -0.03), "Openings": (0.09, 0.0, -0.08)}
    every = [
        ("", replace(LEANS, family=family, name=f"{family} {effect}", effect=effect))
        for family, found in effects.items()
        for effect in found
    ]
    names = [verdict.name for _, verdict in largest(every, 5)]
    assert names == ["Seats 0.04", "Seats -0.02", "Seats -0.03", "Openings 0.09", "Openings -0.08"]
    assert largest(every, 7) == every
    assert largest(every, 0) == []


def test_eighty_columns_hold_long_names_and_several_scenarios() -> None:
    long = replace(LEANS, name="3 or 4 against 6, the best other number of first round turns", effect=-0.135)
    over = replace(LEANS, over=OVER)
    lines = table(("2 players", long), ("3 players", LEANS), ("3 players", over), by="players")
    assert max(map(len, lines)) <= WIDTH
    assert any(line.startswith("players") for line in lines)
    text = " ".join(" ".join(lines).split())
    for whole in ("−13.5", "+1.0 to +5.2", "−10.0 to +20.0", "38 of 40"):
        assert whole in text


def test_on_a_screen_numbers_behind_the_verdict_give_way_before_a_row_takes_two_lines() -> None:
    long = replace(LEANS, name="seat 2 on Lakes (reconstructed)", leaning="")
    assert len(table(long)) == 5
    head, _, _, row = table(long, folded=False)
    assert head.split()[-1] == "verdict"
    assert row.split()[-1] == "undecided"
    head, *_ = table(replace(long, name="seat 2 on Lakes"), folded=False)
    assert head.endswith("games needed")
