"""Boards of the table and boards of the seats: each page has the sections that mean something there, in the game's
words."""

from pathlib import Path
from typing import Any

import polars as pl
import pytest

from reports.answer import Answer
from reports.ask import QUESTIONS
from reports.charts.sheet import signed
from reports.page.write import write_report
from reports.questions.base import Evidence, ShownSection
from tests.reports.real import game_facts, told, words
from tests.reports.sections import sections_of

pytestmark = pytest.mark.slow

OF_SEATS = {"paired", "by_strategy", "side", "board_board", "board_seat", "board_strategy", "composition"}


def sections(facts: dict[str, Any], found: dict[str, pl.DataFrame]) -> dict[str, ShownSection]:
    return {one.key: one for one in sections_of(QUESTIONS["boards"], Evidence(found, words(facts), 2.0))}


@pytest.fixture(scope="module")
def of_maps(answers: dict[str, Answer]) -> dict[str, ShownSection]:
    return sections(game_facts("qin"), dict(answers["maps"].tables))


def test_a_map_has_its_own_sections_and_none_of_boards_that_seats_have(of_maps: dict[str, ShownSection]) -> None:
    assert {"winners", "shares", "shape", "series"} <= set(of_maps)
    assert not OF_SEATS & set(of_maps)


def test_charts_of_maps_ask_in_the_words_of_the_game(of_maps: dict[str, ShownSection]) -> None:
    first, second = (board["label"] for board in game_facts("qin")["boards"].values())
    titles = [chart.title for key in ("winners", "shares", "shape", "series") for chart in of_maps[key].charts]
    assert titles == [
        f"Who wins more often on {second} than on {first}?",
        "How often does each seat win on each map?",
        "How often does each strategy win on each map?",
        f"How does a game on {second} differ from one on {first}?",
        f"Is a game on {second} as open as one on {first}?",
        "Who wins a series of one game on every map?",
    ]


def test_changes_are_told_in_per_cent_of_the_first_map_and_fractions_in_points(
    answers: dict[str, Answer], of_maps: dict[str, ShownSection]
) -> None:
    means, fractions = of_maps["shape"].charts
    changed = answers["maps"].tables["table_shape"].drop_nulls("difference")
    (lead,) = changed.filter(measure="lead changes").iter_rows(named=True)
    share = changed.filter(unit="fraction").row(0, named=True)
    before = lead["mean"] - lead["difference"]
    assert means.alt.startswith("Changes in %: ")
    assert f"lead changes: {before:.1f} → {lead['mean']:.1f} {signed(100 * lead['difference'] / before)} " in means.alt
    assert fractions.alt.startswith("Changes in pp: ")
    assert f"{100 * share['mean']:.1f} % {signed(100 * share['difference'])} " in fractions.alt


def test_no_series_no_section(answers: dict[str, Answer]) -> None:
    tables = {**answers["maps"].tables, "series": answers["maps"].tables["series"].clear()}
    assert "series" not in sections(game_facts("qin"), tables)


def test_boards_without_abilities_tracks_or_holdings_leave_their_sections_out(answers: dict[str, Answer]) -> None:
    full = answers["boards"]
    bare = {name: {"side": b["side"], "label": b["label"]} for name, b in game_facts()["boards"].items()}
    there = sections(game_facts(), dict(full.tables))
    assert {"usage", "tracks"} <= set(there)
    assert not {"held", "winners", "series"} & set(there)
    rest = {name: frame for name, frame in full.tables.items() if name not in ("usage", "tracks")}
    facts = {**game_facts(), "boards": bare, "places": None}
    assert not {"usage", "tracks", "more"} & set(sections(facts, rest))


def test_a_baseline_of_nothing_reads_well(answers: dict[str, Answer]) -> None:
    """The game says what a seat has that is not side A, and how long it is held where it is not used."""
    use = {"heading": "How long it stays", "title": "How long?", "subtitle": "S", "reading": "R", "unit": "rounds"}
    board = {**game_facts()["board"], "noun": ["starting card", "starting cards"], "other": "a starting card"}
    there = sections({**game_facts(), "board": {**board, "use": use}}, dict(answers["boards"].tables))
    assert there["composition"].heading == "Seats with a starting card"
    assert there["composition"].charts[0].title == "Does it matter how many seats have a starting card?"
    assert (there["usage"].heading, there["usage"].charts[0].title) == ("How long it stays", "How long?")
    plain = sections(game_facts(), dict(answers["boards"].tables))
    assert plain["composition"].heading == f"Seats with another {game_facts()['board']['noun'][0]} than A"


def test_what_seats_hold_is_drawn_with_and_without_and_called_correlation(answers: dict[str, Answer]) -> None:
    section = sections(game_facts("middle_kingdom"), dict(answers["goals"].tables))["held"]
    for row in answers["goals"].tables["held"].iter_rows(named=True):
        told = f"{row['label']}: with {100 * row['held']:.1f} %, without {100 * row['without']:.1f} %"
        assert told in section.charts[0].alt
    assert section.reading.startswith("Correlation, not cause: ")


def test_the_page_explains_the_design_that_was_played(answers: dict[str, Answer], tmp_path: Path) -> None:
    maps = write_report(answers["maps"], tmp_path / "maps", game=told(game_facts("qin"))).read_text(encoding="utf-8")
    seats = write_report(answers["boards"], tmp_path / "seats", game=told()).read_text(encoding="utf-8")
    assert "Shared design" in maps
    assert "Mirror design" not in maps
    assert "Mirror design" in seats
    assert "Shared design" not in seats
