"""Openings by the class of the first turn: forced classes give the causal answer, in the game's words."""

import polars as pl
import pytest

from tests.reports.synthetic import FACTS, asked, frames, free
from tests.reports.synthetic import openings as forced_openings

NAMES = ("a bid of 1", "a bid of 2", "a bid of 3", "a bid of 4", "a bid of 5", "a bid of 6", "the Reset")
BIDS = {
    **FACTS,
    "classes": dict(zip("URAGHPW", NAMES, strict=True)),
    "opening": {
        "by": "first",
        "letter": "",
        "ordered": True,
        "turn": ["bid", "bids"],
        "name": "first six bids",
        "tip": None,
        "confounded_by": "what lay face up",
    },
}
PLANS = ["R", "U", "A", "UUUHRU", "RRRHHH"]


@pytest.fixture(scope="module")
def run():
    return frames(forced_openings(400, plans=PLANS), strength={"R": 4.0})


@pytest.fixture(scope="module")
def answer(run):
    return asked("openings", *run, facts=BIDS)


def test_every_forced_class_is_judged_against_the_mean_of_the_others(answer):
    said = {v.subject: v for v in answer.verdicts}
    one, two, three = (said.pop(f"open with a bid of {n}") for n in (1, 2, 3))
    assert not said
    assert two.sentence.startswith("Opening with a bid of 2 wins ")
    assert (
        " more of 100 games than the mean of the other first bids when forced on the same deals (95 % sure, "
        in two.sentence
    )
    assert two.sentence.endswith("): stronger.")
    assert two.low > 0.02
    assert one.effect < 0
    assert three.effect < 0
    shares = dict(answer.tables["plans"].select("forced_opening", "share").iter_rows())
    assert two.effect == pytest.approx(shares["R"] - (shares["U"] + shares["A"]) / 2)


def test_groups_are_the_classes_of_the_first_turn(run, answer):
    table = answer.tables["groups"]
    forced = table.filter(pl.col("how") == "forced")
    assert forced.select("group", "n").rows() == [("U", 400), ("R", 400), ("A", 400)]
    chosen = run[0].filter(pl.col("arm") == "chosen").group_by(pl.col("opening").str.head(1)).len()
    assert dict(table.filter(pl.col("how") == "chosen").select("group", "n").iter_rows()) == dict(chosen.iter_rows())
    assert set(answer.tables["best_where"]["group"]) == set("URA")
    assert set(answer.tables["trajectory"].filter(pl.col("how") == "forced")["group"]) == set("URA")


def test_lines_are_forced_turn_by_turn_and_compared_among_themselves(answer):
    table = {row["forced_opening"]: row for row in answer.tables["plans"].iter_rows(named=True)}
    assert list(table) == ["U", "R", "A", "RRRHHH", "UUUHRU"]
    assert [row["group"] for row in table.values()] == ["U", "R", "A", None, None]
    lines = table["RRRHHH"]["share"] - table["UUUHRU"]["share"]
    assert table["RRRHHH"]["against_others"] == pytest.approx(lines)


def test_notes_speak_of_the_game_and_name_what_was_not_forced(answer):
    notes = " ".join(answer.notes)
    assert answer.screen.finding.startswith("Opening with a bid of 2 is stronger")
    assert "hardly ever allow it as a first bid: a bid of 4, a bid of 5, a bid of 6, the Reset." in notes
    assert "confounded by what lay face up" in notes
    assert "keep to its forced opening" not in notes
    assert not any(word in notes for word in ("card", "hand", "turn", "tip"))


def test_a_first_turn_that_was_not_always_possible_is_compared_as_planned_and_said_to_be(run):
    seats, games = run
    kept = (pl.col("deal") % 4 == 0) | (pl.col("forced_opening") != "A")
    broken = seats.with_columns(opening=pl.when(kept).then("opening").otherwise("W" + pl.col("opening").str.slice(1)))
    broken = broken.with_columns(opening=pl.coalesce("opening", seats["opening"]))
    answer = asked("openings", broken, games, facts=BIDS)
    row = answer.tables["plans"].row(by_predicate=pl.col("forced_opening") == "A", named=True)
    assert (row["followed"], row["n"]) == (0.25, 400)
    (three,) = (v for v in answer.verdicts if v.subject == "open with a bid of 3")
    assert three.sentence.startswith("Opening with a bid of 3 wins ")
    assert any("keep to its forced opening; kept: a bid of 3 25 %." in note for note in answer.notes)


def test_free_openings_alone_give_tables_and_no_verdict():
    answer = asked("openings", *frames(free(100, arm="chosen")), facts=BIDS)
    assert answer.verdicts == []
    assert answer.tables["groups"]["group"].to_list() == list("URAGHPW")
    assert any("chosen openings depend on what lay face up" in note for note in answer.notes)


def test_numbers_without_a_tip_are_simply_compared():
    facts = {**FACTS, "opening": {**FACTS["opening"], "tip": None}}
    answer = asked("openings", *frames(forced_openings(60)), facts=facts)
    assert sorted(v.subject for v in answer.verdicts) == [
        f"{u} unify turn{'' if u == 1 else 's'} in the first round" for u in range(7)
    ]
