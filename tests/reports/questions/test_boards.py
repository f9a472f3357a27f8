"""The question on boards: a built-in advantage is found and said, equal sides are called fair, headings claim nothing
that is not sure, and the points to start with are those that were played."""

import itertools
import re
from dataclasses import replace as replace_field

import numpy as np
import polars as pl
import pytest
from msgspec.structs import replace

from analyser.experiments.schedule import Design, DesignPart
from analyser.experiments.schemes import mirror as mirrored_scheme
from reports.answer import Answer, FirstScreen
from reports.ask import QUESTIONS
from reports.estimators.board_prices import start_moves
from reports.facts import parse_facts
from reports.questions.comparison_section import comparison_section
from reports.run_facts import RunFacts
from reports.section_comparison import SectionComparison
from reports.stats.verdict import may_head
from tests.analyser.experiments.prepared import facts, prepared
from tests.reports.sections import shown_sections
from tests.reports.synthetic import (
    BOARDS,
    FACTS,
    MAP_FACTS,
    SOURCES,
    Game,
    asked,
    cross,
    dealt,
    frames,
    free,
    mirror,
    priced,
    tables,
)

WORTH = {"A": 0.0, "circle": 2.0, "square": 2.0, "triangle": 7.0, "star": -3.0}


@pytest.fixture(scope="module")
def run():
    return frames(mirror(200) + cross(300, first=200), strength={"star": 2.0})


@pytest.fixture(scope="module")
def answer(run) -> Answer:
    return asked("boards", *run)


@pytest.fixture(scope="module")
def paid() -> Answer:
    """Sides of unlike worth, mirror, dealt, and played with triangle paying 5 and star given 5."""
    price = {"triangle": 5, "star": -5}
    return asked("boards", *priced(mirror(100) + dealt(900, first=100), 600, price, WORTH))


def test_a_new_section_is_one_entry(run, monkeypatch):
    """Its chart, its finding and its command come with its comparison."""
    walls = comparison_section(
        "walls",
        "Do walls pay on every {board}?",
        SectionComparison(by="board,walls_built", against="walls_built=mean", where="arm = 'cross'"),
    )
    seats, games = run
    built = pl.Series("walls_built", np.arange(len(seats)) % 3, dtype=pl.Int8)
    question = replace_field(QUESTIONS["boards"], sections=(*QUESTIONS["boards"].sections, walls))
    monkeypatch.setitem(QUESTIONS, "boards", question)
    answer = asked("boards", seats.with_columns(built), games)
    shown = shown_sections(answer)["walls"]
    assert shown.question == "Do walls pay on every board?"
    assert shown.heading.startswith("No difference is shown among 15")
    assert shown.ask == ("--by board,walls_built --against walls_built=mean --where \"arm = 'cross'\"",)
    assert [chart.title for chart in shown.charts] == [shown.heading]
    assert answer.tables["walls"]["name"][0] == "A, walls built 0"
    assert answer.tables["walls"]["unit"].unique().to_list() == ["pp"]


def test_a_side_two_points_stronger_is_found_to_be(answer):
    (star,) = answer.tables["paired"].filter(board="star").to_dicts()
    assert star["score_low"] < 2.0 < star["score_high"]
    assert star["effect_low"] > 0.03
    first = {v.subject: v for v in answer.verdicts}["star (B)"]
    assert (first.verdict, first.name, first.games_needed) == ("stronger", "star", None)
    assert first.sentence.startswith(f"Star wins {100 * first.effect:.1f} more of 100 games than A in the same seat")
    assert answer.screen.finding == "Star is stronger than A"
    for board in ("circle", "square", "triangle"):
        (row,) = answer.tables["paired"].filter(board=board).to_dicts()
        assert row["p"] > 0.01
        assert abs(row["score"]) < 0.6


def test_a_comma_in_the_name_of_a_board_does_not_begin_a_strategy(run):
    boards = {**FACTS["boards"], "star": {**FACTS["boards"]["star"], "label": "ship, soldier"}}
    names = {v.subject: v.name for v in asked("boards", *run, facts={**FACTS, "boards": boards}).verdicts}
    assert names["ship, soldier"] == "ship, soldier"
    assert names["ship, soldier, builder"] == "ship, soldier played by the builder bot"


def test_equal_sides_are_fair_once_there_are_deals_enough_and_nothing_is_to_be_changed():
    lines = mirror(1200, strategies=("builder",)) + dealt(1200, first=1200, strategies=("builder",))
    fair = asked("boards", *frames(lines, seed=8), margin=0.05)
    assert {v.verdict for v in fair.verdicts} == {"fair"}
    assert fair.screen.finding == "All four boards are fair"
    assert fair.screen.change == ("No change needed.", "All that was compared is fair, within 5 of 100 games.")
    assert shown_sections(fair)["price"].heading == "None is shown to need start points"
    few = asked("boards", *frames(mirror(40, strategies=("builder",)), seed=8))
    assert sum(v.verdict == "unclear" for v in few.verdicts) >= 3


def test_the_screen_shows_boards_among_each_other_and_the_points_that_were_played(paid):
    screen = paid.screen
    assert [row.name for row in screen.rows][::3] == ["triangle", "star"]
    assert screen.finding.startswith("Triangle is too strong, star")
    what, words = screen.change
    assert what == "Start triangle 5 points behind and star 5 ahead."
    shares = dict(paid.tables["priced"].select("board", "share").iter_rows())
    assert words.startswith("With these points, on new deals, circle wins ")
    assert all(f"{100 * share:.1f}" in words for share in shares.values())


def test_points_that_leave_a_class_of_players_apart_are_not_advised():
    """Triangle pays the 4 points that it is worth to builder; in the hands of the tuned plan it is worth 11."""
    lines = mirror(100, strategies=("builder",)) + dealt(900, first=100) + dealt(600, first=1000)
    strength = {"triangle": 4.0, ("racer", "triangle"): 7.0}

    def screen(tuned: dict[str, tuple[str, ...]]) -> FirstScreen:
        facts = RunFacts(seed=1, tuned=tuned, classes_beside=("tuned",) * bool(tuned))
        return asked("boards", *frames(lines, strength=strength), run=facts).screen

    what, words = screen({"racer": tuple(BOARDS[1:])}).change
    assert what == "No start points make the boards fair for all: `analyser repair toy`."
    assert re.match(r"With triangle [345] points behind.* triangle wins [3-9]\d\.\d % \(95 % sure: ", words)
    assert words.endswith(" in the hands of tuned players.")
    assert screen({}).change[0].startswith("Start triangle ")  # one class, the mean of both plans


def test_without_games_at_prices_the_points_are_those_worked_out():
    lines = mirror(60) + dealt(900, first=60)
    screen = asked("boards", *frames(lines, strength=WORTH)).screen
    assert screen.change[0].startswith("Start ")
    assert "Not played" in screen.change[1]


@pytest.mark.parametrize(
    ("price", "labels", "words"),
    [
        ({"circle": 0, "star": -5, "triangle": 5}, {}, "triangle 5 points behind and star 5 ahead"),
        ({"circle": 1}, {}, "circle 1 point behind"),
        ({"circle": 2, "star": -1}, {"circle": "tile 1", "star": "tile 2"},
         "tile 1 two points behind and tile 2 one ahead"),
        ({"circle": 0}, {}, ""),
        ({"A": 1, "circle": 2, "star": -5, "triangle": 4, "square": 3}, {},
         "star 5 points ahead, triangle 4 behind, square 3 behind, two more as in table `price`"),
    ],
)  # fmt: skip
def test_moves_are_said_as_a_designer_says_them(price, labels, words):
    game = parse_facts(FACTS)
    boards = {name: replace(board, label=labels.get(name, board.label)) for name, board in game.boards.items()}
    assert start_moves(replace(game, boards=boards), price, table="price") == words


def test_sections_stand_in_order_and_headings_claim_what_is_sure(paid, answer):
    shown = shown_sections(paid)
    assert list(shown) == ["among", "against", "plans", "seats", "sources", "price", "use", "examples"]
    assert shown["among"].sentence == f"{paid.screen.finding}."
    assert shown["among"].heading == "One board is too strong, three too weak"
    assert shown["against"].ask == ("--by board --against A", "--measure score --by board --against A")
    assert shown["price"].heading.startswith("With start points they win ")
    assert shown["price"].sentence.startswith("With the points played at the start the ")
    assert [chart.name for chart in shown["price"].charts] == ["priced"]  # not the prices worked out beside them
    (first, *rest, _) = shown.values()
    assert not first.charts  # the first screen's is the same
    assert all(section.charts and section.charts[0].title == section.heading for section in rest)
    assert shown_sections(answer)["seats"].heading == "The seat is not shown to matter"
    assert "among" not in shown_sections(answer)


def test_boards_stand_everywhere_as_in_the_first_chart(paid):
    names = {facts["label"].removesuffix(" (B)"): board for board, facts in FACTS["boards"].items()}
    first = [names[row.name] for row in paid.screen.rows]
    assert first[0] == "triangle"
    for name in ("dealt", "paired", "priced", "board_seat", "paired_by_strategy", "usage", "tracks", "paired_sources"):
        boards = paid.tables[name]["board"].unique(maintain_order=True).to_list()
        assert [board for board in boards if board in first] == first


def test_a_seat_that_matters_to_a_board_heads_its_section():
    answer = asked("boards", *frames(mirror(300), strength={("star", 2): 9.0}))
    assert shown_sections(answer)["seats"].heading == "Star is worth more in seat 2"
    (row,) = answer.tables["board_seat"].filter(board="star", seat=2).to_dicts()
    assert may_head(row["p"])


def test_effect_by_seat_averages_to_the_overall_effect(answer):
    seats = answer.tables["board_seat"].filter(pl.col("board") == "star")
    (whole,) = answer.tables["paired"].filter(board="star").to_dicts()
    assert (seats["effect"] * seats["n"]).sum() / seats["n"].sum() == pytest.approx(whole["effect"], abs=1e-9)
    assert seats["interaction"].sum() == pytest.approx(0, abs=1e-12)


def test_sources_add_up_to_the_difference_in_score(answer):
    for board in BOARDS[1:]:
        parts = answer.tables["paired_sources"].filter(board=board)
        assert parts["source"].to_list() == SOURCES
        (whole,) = answer.tables["paired"].filter(board=board).to_dicts()
        assert parts["difference"].sum() == pytest.approx(whole["score"], abs=1e-9)


def test_use_of_abilities_and_unrest_are_plain_means(run, answer):
    rows = run[0].filter((pl.col("arm") == "mirror") & (pl.col("board") == "circle"))
    (usage,) = answer.tables["usage"].filter(board="circle").to_dicts()
    assert usage["uses"] == pytest.approx(rows["power_uses_0"].mean())
    assert usage["never"] == pytest.approx((rows["power_uses_0"] == 0).mean())
    assert (usage["ability"], usage["brought"]) == ("extra worker", "workers")
    (unrest,) = answer.tables["tracks"].filter(board="A").to_dicts()
    side_a = run[0].filter(pl.col("board") == "A")
    assert unrest["length"] == 5
    assert unrest["mean_final"] == pytest.approx(side_a["unrest_qin"].mean())
    assert unrest["at_maximum"] == pytest.approx((side_a["unrest_qin"] == 5).mean())


@pytest.mark.parametrize(
    ("lines", "facts", "note"),
    [
        (
            [(d, 0, "mirror", [("builder", "A", None)] * 4) for d in range(20)],
            FACTS,
            "No other board was played against A",
        ),
        (cross(50), FACTS, "no games with one bot in all seats"),
        (free(20), MAP_FACTS, "no games with the same deals on several maps"),
    ],
)
def test_a_run_that_leaves_nothing_to_compare_says_so(lines, facts, note):
    answer = asked("boards", *frames(lines), facts=facts)
    assert answer.verdicts == []
    assert answer.tables["paired"].is_empty()
    assert any(note in line for line in answer.notes)


def test_a_single_deal_is_unclear_without_an_interval():
    answer = asked("boards", *frames(mirror(1)))
    assert {(v.verdict, v.low) for v in answer.verdicts} == {("unclear", None)}
    assert all("fewer than 50 deals are too few to judge by" in v.sentence for v in answer.verdicts)


def test_a_margin_that_is_no_fraction_is_refused(run):
    with pytest.raises(ValueError, match="margin 2: give a fraction"):
        asked("boards", *run, margin=2)


# -- which games of a deal are compared -------------------------------------------------------------------------------

WORDS = {"full": "differ in one seat's board alone", "half": "in half of the 16 patterns", "pair": "in its opposite"}


def mirror_games(rotation: str, deals: int) -> list[Game]:
    """Games as the design lays them out, for two strategies."""
    scheme = mirrored_scheme(prepared(facts(4), 2, seed=3), rotation)
    rows = Design("boards", (DesignPart(scheme, deals),), 3).rows(0, deals * scheme.block)
    seats = [
        [(f"s{p}", BOARDS[b], None) for p, b in zip(*game, strict=True)]
        for game in zip(rows.policy, rows.board, strict=True)
    ]
    return [(int(deal), 0, "mirror", line) for deal, line in zip(rows.deal, seats, strict=True)]


@pytest.mark.parametrize("rotation", WORDS)
def test_each_rotation_is_described_by_the_games_it_plays_and_truly(rotation):
    """Between a seat's games with its B side and with A: do the others' boards stay, and do they even out?"""
    games = mirror_games(rotation, 48)
    notes = asked("boards", *frames(games)).notes
    assert [name for name, words in WORDS.items() if any(words in note for note in notes)] == [rotation]
    by_deal: dict[tuple[int, str], list[tuple[bool, ...]]] = {}
    for deal, _, _, seats in games:
        by_deal.setdefault((deal, seats[0][0]), []).append(tuple(board != "A" for _, board, _ in seats))
    singles, gaps = 0, []
    for patterns in by_deal.values():
        for first, second in itertools.combinations(patterns, 2):
            singles += sum(a != b for a, b in zip(first, second, strict=True)) == 1
        for seat in range(4):
            others = {side: [sum(p) - side for p in patterns if p[seat] == side] for side in (True, False)}
            gaps.append(np.mean(others[True]) - np.mean(others[False]))
    assert (singles > 0) == (rotation == "full")
    assert (set(gaps) == {0.0}) == (rotation != "pair")  # on every deal
    assert abs(sum(gaps)) < 1e-9  # over all deals


def test_boards_of_the_table_have_sections_of_their_own():
    answer = asked("boards", *frames(tables(40)), facts=MAP_FACTS)
    assert not any("patterns of" in note for note in answer.notes)
    shown = shown_sections(answer, MAP_FACTS)
    assert [key for key in shown if key != "series"] == ["on_boards", "sources", "examples"]
    assert shown["on_boards"].question == "Whom does the map favour?"
    assert answer.screen.finding.startswith(("The map ", "Not decided yet: whether the map matters"))
    assert {row.group for row in answer.screen.rows} == {"Seats", "Bots"}
