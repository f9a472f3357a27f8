"""Verdicts on the terminal: eighty columns, at most a screen, nothing lost without a word."""

from __future__ import annotations

from dataclasses import replace

import pytest

from analyser.cli.output import WIDTH
from analyser.cli.verdicts import ROWS, print_verdicts
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


def printed(capsys: pytest.CaptureFixture[str]) -> list[str]:
    return [line.rstrip() for line in capsys.readouterr().out.splitlines()]


def test_a_verdict_is_a_row_under_its_family(capsys: pytest.CaptureFixture[str]) -> None:
    assert print_verdicts([("", LEANS)], "") == 0
    family, head, rule, row = [line for line in printed(capsys) if line]
    assert family == "Against A"
    assert head.split("  ")[0] == "compared"
    assert set(rule) == {"─"}
    assert row.split() == ["star", "(B)", "+3.1", "+1.0", "to", "+5.2", "leans", "stronger", "123,456", "4,810,000"]


def test_printings_stand_beside_and_the_word_is_that_of_the_widest(capsys: pytest.CaptureFixture[str]) -> None:
    print_verdicts([("", replace(LEANS, over=OVER)), ("", replace(LEANS, name="pit", over=None))], "")
    star, pit = printed(capsys)[-2:]
    assert "−10.0 to +20.0" in star
    assert "38 of 40" in star
    assert star.endswith("undecided")
    assert pit.split() == ["pit", "+3.1", "+1.0", "to", "+5.2", "leans", "stronger"]


def test_a_verdict_that_no_number_of_games_decides_says_so(capsys: pytest.CaptureFixture[str]) -> None:
    print_verdicts([("", replace(LEANS, games_needed=None, leaning=""))], "")
    assert printed(capsys)[-1].endswith("123,456         never")


def test_of_many_the_middle_ones_are_left_out_and_counted(capsys: pytest.CaptureFixture[str]) -> None:
    seats = [("", replace(LEANS, family="Seats", name=f"seat {place}")) for place in range(1, 5)]
    many = [("", replace(LEANS, family="Openings", name=f"number {place}")) for place in range(30)]
    left = print_verdicts([*seats, *many], "")
    lines = printed(capsys)
    shown = [line for line in lines if "+3.1" in line]
    assert left == 34 - len(shown)
    assert len(shown) == ROWS
    assert [line.split()[1] for line in shown[:4]] == ["1", "2", "3", "4"]
    assert [line.split()[1] for line in shown[4:]] == [*map(str, range(6)), *map(str, range(24, 30))]
    assert len(lines) <= 24


def test_a_family_that_fits_where_others_are_short_is_shown_whole(capsys: pytest.CaptureFixture[str]) -> None:
    sizes = {"Cards": 7, "Seats": 3, "Strategies": 4}
    rows = [("", replace(LEANS, family=name, name=f"{name} {k}")) for name, n in sizes.items() for k in range(n)]
    assert print_verdicts(rows, "") == 0
    shown = [" ".join(line.split()[:2]) for line in printed(capsys) if "+3.1" in line]
    assert shown == [verdict.name for _, verdict in rows]


def test_eighty_columns_hold_long_names_and_several_scenarios(capsys: pytest.CaptureFixture[str]) -> None:
    long = replace(LEANS, name="3 or 4 against 6, the best other number of first round turns", effect=-0.135)
    print_verdicts([("2 players", long), ("3 players", LEANS), ("3 players", replace(LEANS, over=OVER))], "players")
    lines = printed(capsys)
    assert max(map(len, lines)) <= WIDTH
    assert any(line.startswith("players") for line in lines)
    text = " ".join(" ".join(lines).split())
    for whole in ("−13.5", "+1.0 to +5.2", "−10.0 to +20.0", "38 of 40"):
        assert whole in text
