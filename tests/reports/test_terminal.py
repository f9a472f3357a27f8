"""An answer at a terminal: at most 24 lines of 80 columns, its chart in plain characters, commands whole."""

from dataclasses import replace

import pytest

from reports.answer import FirstScreen, ScreenRow
from reports.page.terminal import MAX_LINES, chart_lines, first_sentence, screen_lines, wrap_text
from tests.reports.said import SCREEN

ASKED = "ZhanGuo · 4 players · are the player boards balanced?"
PAGE = "runs/zhanguo-boards-001/reports/boards/boards.html"


def many(count: int, families: int = 1) -> FirstScreen:
    """A screen with so many rows of long names, and long texts."""
    words = None, None, "unclear, leaning stronger", "unclear"
    rows = tuple(
        ScreenRow(f"the card with the long name number {i}", i - 6.0, i - 6.6, i - 5.4, *words,
                  f"Family {i * families // count}" if families > 1 else "")
        for i in range(count)
    )  # fmt: skip
    text = "Of all that was compared nothing is as it should be, and this takes many words to say. " * 4
    axis = "difference in win share from the other cards, pp"
    return replace(SCREEN, lead=text, rows=rows, fair=0.0, axis=axis, change=(text, text), cautions=(text, text))


@pytest.mark.parametrize("screen", [SCREEN, many(2), many(12), many(14, 4), FirstScreen("Not decided yet", "")])
@pytest.mark.parametrize("scenarios", [0, 3, 7])
def test_an_answer_is_a_screen(screen, scenarios):
    findings = [(f"{n} players", screen.finding) for n in range(2, 2 + scenarios)]
    lines = screen_lines(ASKED, screen, page=PAGE, findings=findings)
    assert len(lines) <= MAX_LINES < 24
    assert max(map(len, lines)) <= 80
    assert lines[0] == ASKED
    assert lines[-1] == f"Page: {PAGE}"
    text = "\n".join(lines)
    assert "…" not in text
    assert screen.finding in text
    assert text.count(" players: ") >= scenarios
    assert all(doubt.amount in text for doubt in screen.doubts)
    shown = sum("●" in line for line in lines)
    assert shown == len(screen.rows) or f"and {len(screen.rows) - shown} more: --full" in text


def test_the_chart_has_a_line_a_row_with_its_number_interval_and_word_over_the_fair_band():
    caption, triangle, square, star, axis = chart_lines(SCREEN, max_rows=9)
    assert caption == "win share, %   (░ fair, ━━ chance in the deals, ╌╌ mean over bots)"
    assert triangle.split()[:3] == ["triangle", "30.3", "%"]
    assert triangle.endswith("  too strong")
    assert square.endswith("  leaning too weak")
    point, fair = triangle.index("●"), triangle.index("│")
    assert fair < point
    assert star.index("●") < star.index("│") == fair
    assert triangle[point - 1] == "━"
    assert abs(axis.index("25") - fair) <= 1
    assert axis.split() == ["20", "25", "30"]


def test_of_more_rows_those_furthest_from_fair_stay_in_their_order():
    names = [line.split()[0] for line in chart_lines(SCREEN, max_rows=2) if "●" in line]
    assert names == ["triangle", "star"]


def test_of_more_rows_leaders_stay_beside_those_that_are_far_behind():
    """In a tournament beginners are farther from fair than anybody who leads."""
    values = {"first": 6, "second": 4, "third": 1, "fourth": -9, "fifth": -12, "sixth": -20}
    sides = {name: "unclear" if abs(value) < 2 else "more" if value > 0 else "less" for name, value in values.items()}
    rows = tuple(ScreenRow(name, x, x - 1, x + 1, side=sides[name]) for name, x in values.items())
    screen = FirstScreen("", "", rows, fair=0.0)
    assert [row.name for row in screen.furthest_rows(4)] == ["first", "second", "fifth", "sixth"]
    assert [row.name for row in screen.furthest_rows(5)] == ["first", "second", "fourth", "fifth", "sixth"]


def test_rows_that_the_finding_is_about_are_never_left_out():
    """Though they come to lie at what is fair, and others are decided."""
    rows = tuple(ScreenRow(name, x, x - 1, x + 1, side=side) for name, x, side in (
        ("before", 31.0, "more"), ("after", 25.0, "fair"), ("b", 35.0, "more"), ("c", 12.0, "less"),
    ))  # fmt: skip
    screen = FirstScreen("", "", rows, "win share, %", fair=25.0, leading=2)
    assert [row.name for row in screen.furthest_rows(2)] == ["before", "after"]
    assert [row.name for row in screen.furthest_rows(3)] == ["before", "after", "b"]


def test_a_number_keeps_its_unit_on_its_line():
    lines = wrap_text(f"{'x' * 75} 47.4 % of games, ± 2 pp")
    assert lines == ["x" * 75, "47.4 % of games, ± 2 pp"]


def test_differences_have_signs_and_shares_have_none():
    assert SCREEN.text_of(24.96) == "25.0 %"
    differences = replace(SCREEN, fair=0.0, axis="difference in win share from A, pp")
    assert [differences.text_of(value) for value in (3.04, -0.01, -2.5)] == ["+3.0", "0.0", "−2.5"]


def test_a_long_word_of_a_name_stays_whole():
    plan = "search:balanced:4096:widening=2.5:margin=0.3"
    row = ScreenRow(f"the {plan} bot", 30.0, 25.0, 35.0, word="too strong", side="more")
    lines = chart_lines(replace(SCREEN, rows=(row,)), max_rows=9)
    assert max(map(len, lines)) <= 80
    assert any(plan in line for line in lines)


def test_a_command_is_printed_whole_and_names_the_run():
    doubt = replace(SCREEN.doubts[2], words="many words before it; " * 9 + "`analyser report boards RUN --full` tells")
    text = " ".join(" ".join(screen_lines(ASKED, replace(SCREEN, doubts=(doubt,)), run="runs/z-001")).split())
    assert "`analyser report boards runs/z-001 --full`" in text


def test_a_long_path_stays_whole_and_costs_the_lines_that_it_takes():
    path = "/".join(["a-folder-with-a-long-name"] * 7)
    *lines, page = screen_lines(ASKED, many(14), page=path)
    assert page == f"Page: {path}"
    assert len(lines) + 1 + len(page) // 80 <= MAX_LINES


def test_a_sentence_ends_at_a_full_stop_and_not_in_a_number_or_a_name():
    assert first_sentence("Set tracks.4 = 3.5 (n 20). Then `x` follows.") == "Set tracks.4 = 3.5 (n 20)."
    assert first_sentence("One only") == "One only"
