"""Boards of the table and boards of the seats: each page has the sections that mean something there, in the game's
words."""

from pathlib import Path
from typing import Any

import polars as pl
import pytest

from reports.answer import Answer
from reports.ask import QUESTIONS
from reports.evidence import Evidence, Section
from reports.page.write import sections_of, write_report
from tests.reports.real import est, game_facts, told, words

pytestmark = pytest.mark.slow

HEADINGS_OF_SEATS = {"paired", "by_strategy", "side", "board_board", "board_seat", "board_strategy", "composition"}
MAPS: dict[str, Any] = {
    **game_facts(),
    "boards": {"north": {"side": "A", "label": "North"}, "south": {"side": "B", "label": "South"}},
    "board": {
        "scope": "table",
        "noun": ["map", "maps"],
        "question": "do the maps play alike?",
        "note": "",
        "series": None,
    },
    "places": None,
}


def tables(*, series: bool = True) -> dict[str, pl.DataFrame]:
    """Two maps, four seats, two strategies; the second map favours seat 1 by 4 pp and ends sooner."""
    gap = {1: 0.04, 2: -0.01, 3: -0.01, 4: -0.02}
    seat = [
        {"board": name, "seat": s, **est("share", 0.25 + on * gap[s], 0.01), "n": 6000}
        | (est("effect", gap[s], 0.012) if on else {})
        for name, on in (("north", 0), ("south", 1))
        for s in gap
    ]
    plan = [
        {"board": name, "strategy": who, **est("share", 0.25 + sign * (0.03 + 0.01 * on), 0.01), "n": 6000}
        for name, on in (("north", 0), ("south", 1))
        for who, sign in (("builder", 1), ("racer", -1))
    ]
    paired = [
        {"board": "south", "strategy": who, "n": 6000, **est("effect", sign * 0.01, 0.012)}
        for who, sign in (("builder", 1), ("racer", -1))
    ]
    shape = [
        {"measure": measure, "unit": unit, "board": name, "n": 6000, **est("mean", mean, 0.01 * mean)}
        | (est("difference", mean - first, 0.01 * mean) if mean != first else {})
        for measure, unit, first, second in (("lead changes", "changes", 6.0, 4.5), ("comebacks", "fraction", 0.4, 0.3))
        for name, mean in (("north", first), ("south", second))
    ]
    won = [{"kind": "seat", "name": str(s), "n": 6000, **est("share", 0.25 + g, 0.01)} for s, g in gap.items()]
    made = {"board_seat": seat, "board_strategy": plan, "paired": paired, "table_shape": shape}
    return {name: pl.DataFrame(rows, infer_schema_length=None) for name, rows in made.items()} | {
        "series": pl.DataFrame(won if series else [], schema=None if series else ["kind", "name", "n", "share"])
    }


def sections(facts: dict[str, Any], found: dict[str, pl.DataFrame]) -> dict[str, Section]:
    return {one.key: one for one in sections_of(QUESTIONS["boards"], Evidence(found, words(facts), 2.0))}


@pytest.fixture(scope="module")
def of_maps() -> dict[str, Section]:
    return sections(MAPS, tables())


def test_a_map_has_its_own_sections_and_none_of_boards_that_seats_have(of_maps: dict[str, Section]) -> None:
    assert list(of_maps) == ["winners", "shares", "sources", "shape", "series"]
    assert not HEADINGS_OF_SEATS & set(of_maps)


def test_charts_of_maps_ask_in_the_words_of_the_game(of_maps: dict[str, Section]) -> None:
    titles = [chart.title for section in of_maps.values() for chart in section.charts]
    assert titles == [
        "Who wins more often on South than on North?",
        "How often does each seat win on each map?",
        "How often does each strategy win on each map?",
        "How does a game on South differ from one on North?",
        "Is a game on South as open as one on North?",
        "Who wins a series of one game on every map?",
    ]


def test_changes_are_told_in_per_cent_of_the_first_map_and_fractions_in_points(of_maps: dict[str, Section]) -> None:
    means, fractions = of_maps["shape"].charts
    assert means.alt.startswith("Changes in %: lead changes: 6.0 → 4.5 −25.0 ")
    assert fractions.alt.startswith("Changes in pp: comebacks: 40.0 % → 30.0 % −10.0 ")


def test_no_series_no_section() -> None:
    assert "series" not in sections(MAPS, tables(series=False))


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


def test_openings_that_are_all_the_same_are_said_not_drawn() -> None:
    line = {"line": "UU", "coarse": "U2", "how": "chosen", "n": 800, "frequency": 1.0, "level": 0.25}
    nodes = [{"line": "U" * d, "depth": d, "parent": "U" * (d - 1), "n": 800, "frequency": 1.0} for d in (1, 2)]
    found = {
        "lines": pl.DataFrame([line | est("share", 0.25, 0.0)]),
        "coarse": pl.DataFrame([line | est("share", 0.25, 0.0)]).drop("line"),
        "tree": pl.DataFrame([node | est("share", 0.25, 0.0) for node in nodes]),
    }
    there = {one.key: one for one in sections_of(QUESTIONS["openings"], Evidence(found, words(), 2.0))}
    for key, said in (("lines", "UU"), ("coarse", "U2"), ("tree", "UU")):
        assert (there[key].charts, there[key].notes) == ((), (f"Not drawn: every opening was {said}.",))


def test_what_seats_hold_is_drawn_with_and_without_and_called_confounded() -> None:
    held = pl.DataFrame(
        [
            {"holding": "ends_with_heir", "label": "Heir", "n": 8000, "frequency": 0.25}
            | {**est("held", 0.38, 0.01), **est("without", 0.21, 0.01), "score_held": 28.7, "score_without": 25.7}
        ]
    )
    section = sections(MAPS, {"held": held})["held"]
    assert section.charts[0].alt == "Heir: with 38.0 %, without 21.0 %."
    assert "Confounded" in section.reading


def test_the_page_explains_the_design_that_was_played(answers: dict[str, Answer], tmp_path: Path) -> None:
    maps = write_report(answers["boards"], tmp_path / "maps", game=told(MAPS)).read_text(encoding="utf-8")
    seats = write_report(answers["boards"], tmp_path / "seats", game=told()).read_text(encoding="utf-8")
    assert "Shared design" in maps
    assert "Mirror design" not in maps
    assert "Mirror design" in seats
    assert "Shared design" not in seats
