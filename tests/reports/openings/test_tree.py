"""The tree of openings as it is drawn, and openings in words."""

from dataclasses import replace

import pytest

from reports.facts import GameFacts
from reports.openings.tree import SHOWN, branches
from reports.page.words import Words
from tests.reports.synthetic import FACTS

TOY = GameFacts.read(FACTS)
BIDS = {"": "", "R": "the Reset", "6": "a bid of 6", "7": "a bid of 7"}
PLACES = {"": "", "A": "a merger", "N": "two single spaces"}


def row(line: str, n: int) -> dict[str, object]:
    return {"line": line, "parent": line[:-1], "n": n}


def test_branches_stand_under_the_one_they_go_on_from_the_most_frequent_first() -> None:
    rows = [row("A", 40), row("B", 60), row("AA", 10), row("AB", 30), row("BA", 50), row("BB", 10)]
    drawn = [(one.indent, one.row["line"], one.turns) for one in branches(rows)]
    assert drawn == [(0, "B", "B"), (1, "BA", "A"), (1, "BB", "B"), (0, "A", "A"), (1, "AB", "B"), (1, "AA", "A")]


def test_turns_that_nearly_all_take_are_one_row_with_the_numbers_of_the_last() -> None:
    rows = [row("U", 1000), row("UU", 990), row("UUU", 985), row("UUUE", 500), row("UUUU", 480)]
    drawn = [(one.indent, one.turns, one.row["n"]) for one in branches(rows)]
    assert drawn == [(0, "UUU", 985), (1, "E", 500), (1, "U", 480)]


def test_the_rarest_beginnings_are_left_out_never_one_from_which_a_drawn_one_goes_on() -> None:
    rows = [row("U", 1000), *(row("U" + chr(65 + k), 30 - k) for k in range(26)), row("UAA", 25)]
    drawn = {str(one.row["line"]) for one in branches(rows)}
    assert len(drawn) == SHOWN
    assert {"U", "UA", "UAA"} <= drawn
    assert "UZ" not in drawn


@pytest.mark.parametrize(
    ("code", "words"),
    [
        ("UURGGG", "unify ×2 → recruit → governor ×3"),
        ("U4R1H1", "unify ×4, recruit, hire"),
        ("U2x4", "unify on 2 of 6 turns"),
        ("UxxU", "unify on turns 1, 4"),
        ("xUxx", "unify on turn 2"),
        ("xxxx", "no unify"),
        ("UxR", "unify → other → recruit"),
        ("other", "other"),
    ],
)
def test_openings_are_told_in_words(code: str, words: str) -> None:
    assert Words(TOY).opening(code) == words


@pytest.mark.parametrize(
    ("classes", "code", "words"),
    [
        (BIDS, "77R6", "7 ×2 → the Reset → 6"),
        (BIDS, "7 7 R 6", "7 ×2, the Reset, 6"),
        (PLACES, "AAN", "merger ×2 → two single spaces"),
    ],
)
def test_numbers_stand_for_themselves_and_articles_are_left_out(classes: dict[str, str], code: str, words: str) -> None:
    game = replace(TOY, classes=classes, opening=replace(TOY.opening, letter=""))
    assert Words(game).opening(code) == words
