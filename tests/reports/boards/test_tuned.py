"""Players as they come and players tuned for a board: what each gains from it, and how far the two differ."""

from functools import cache

import numpy as np
import polars as pl
import pytest
from polars.testing import assert_frame_equal

from reports.answer import Answer
from reports.ask import ask
from reports.boards.players import by_board, tuned, tuned_among
from reports.boards.players import dealt as among
from reports.boards.tuned import notes
from reports.facts import GameFacts, RunFacts
from reports.frames import Frames, RunFrames
from tests.reports.synthetic import FACTS, dealt, frames, mirror

TUNED = {"racer": ("circle", "star")}
NUMBERS = ["effect", "effect_low", "effect_high", "p", "n"]


def circled(line, seat):
    """The racer knows what to do with circle, nobody with star."""
    strategy, board, _ = line[3][seat]
    return {"circle": 9.0 if strategy == "racer" else 3.0, "star": 1.0}.get(board, 0.0)


@cache
def made(deals):
    """Two plans in the mirror design."""
    return frames(mirror(deals), strength=circled)


def asked_of(seats, games, those) -> Answer:
    run = RunFacts("mirror", len(games), 1, ("builder", "racer"), "0", "e", "c", "2026-01-01", tuned=those)
    return ask("boards", Frames(seats, games), game=GameFacts.read(FACTS), run=run, margin=0.02)


def told(those, *, deals=150):
    return asked_of(*made(deals), those)


def run_of(those) -> RunFrames:
    return RunFrames.of(Frames(*made(150)), game=GameFacts.read(FACTS), margin=0.02, seed=1, tuned=those)


@pytest.fixture(scope="module")
def answer() -> Answer:
    return told(TUNED)


def effects(answer: Answer, players: str) -> dict[str, float]:
    table = answer.tables["tuned_players"].filter(players=players)
    return dict(table.select("board", "effect").iter_rows())


def verdicts(answer: Answer, family: str):
    return {one.name: one for one in answer.verdicts if one.family == family}


def test_each_kind_of_players_has_its_own_effect_and_the_difference_its_interval(answer: Answer):
    come, own, more = (effects(answer, players) for players in ("as they come", "tuned for it", "difference"))
    each = {
        (strategy, board): effect
        for board, strategy, effect in answer.tables["paired"].select("board", "strategy", "effect").iter_rows()
    }
    for board in ("circle", "star"):
        assert come[board] == each["builder", board] == each["all", board]
        assert own[board] == each["racer", board]
        assert abs(more[board] - (own[board] - come[board])) < 1e-12
    assert list(own) == ["circle", "star"]  # for which it has weights of its own


def test_the_verdict_says_when_the_two_differ(answer: Answer):
    found = verdicts(answer, "Against A, players tuned for it")
    assert list(found) == ["circle (B)", "star (B)"]
    assert " when it is played by players tuned for it: stronger. That is " in found["circle (B)"].sentence
    assert found["circle (B)"].sentence.endswith(" than in the hands of players as they come.")
    assert "In the hands of players as they come it may be worth the same" in found["star (B)"].sentence
    assert "Against A, players as they come: " in answer.summary
    assert "Against A, players tuned for it: " in answer.summary


def test_an_effect_has_one_interval_wherever_it_is_told(answer: Answer):
    table = answer.tables["tuned_players"].filter(situation="against")
    rows = {who: table.filter(players=who) for who in ("as they come", "tuned for it")}
    said = {one.subject: one for one in answer.verdicts}
    over_all = answer.tables["paired"].filter(strategy="all")
    assert over_all["board"].to_list() == ["circle", "square", "triangle", "star"]
    for board in ("circle", "star"):
        for who, subject in (("as they come", f"{board} (B)"), ("tuned for it", f"{board} (B) tuned for it")):
            (row,) = rows[who].filter(board=board).select(NUMBERS).rows()
            verdict = said[subject]
            assert row == (verdict.effect, verdict.low, verdict.high, verdict.p, verdict.n)
        come = rows["as they come"].filter(board=board).select(NUMBERS)
        assert over_all.filter(board=board).select(NUMBERS).equals(come)


def test_all_comparisons_with_the_baseline_are_one_family_by_whoever_plays():
    """Four boards as they come, two tuned for, and how far these two differ; four where nobody is tuned."""
    assert run_of(TUNED).once(by_board).family.size == 4 + 2 + 2
    found = run_of(TUNED).once(tuned)
    assert {part.rate for part in (found.come, found.own, found.more)} == {run_of(TUNED).once(by_board).family.rate}
    assert run_of({}).once(by_board).family.size == 4


def test_what_is_told_over_all_strategies_is_that_of_players_as_they_come():
    """As if the others had not played."""
    seats, games = frames(mirror(60) + dealt(120, first=60), strength=circled)
    both = asked_of(seats, games, TUNED).tables
    theirs = seats.filter(pl.col("strategy") == "builder")
    alone = asked_of(theirs, games.join(theirs.select("game").unique(), on="game", how="semi"), {}).tables
    for name in ("paired_sources", "board_board", "composition", "side", "usage", "tracks"):
        assert len(both[name])
        assert_frame_equal(both[name], alone[name])
    for name, numbers in (
        ("board_seat", ["board", "seat", "share", "n", "effect", "effect_high"]),
        ("dealt", ["board", "share", "score", "score_high", "n"]),
        ("price", ["situation", "board", "price", "price_high", "n"]),
    ):
        every, one = (
            tables[name].filter(pl.col("strategy") == "all") if "strategy" in tables[name].columns else tables[name]
            for tables in (both, alone)
        )
        assert len(one) >= 4
        assert_frame_equal(every.select(numbers), one.select(numbers))


def test_without_players_of_both_kinds_nothing_is_compared():
    for those in ({}, {"racer": ("circle",), "builder": ("circle",)}, {"absent": ("circle",)}):
        answer = told(those, deals=60)
        assert not len(answer.tables["tuned_players"])
        assert verdicts(answer, "Against A")


SIDES = ("circle", "square", "triangle", "star")
MANY = ("racer", "taskman", "wallman")
EDGE = {"racer": 6.0, "taskman": 3.0, "wallman": 0.0}  # points on circle of who knows what to do with it


@cache
def of_plans(number: int) -> tuple[Answer, RunFrames]:
    """One plan as it comes and so many that are tuned for all sides, against A and among other sides."""
    names = MANY[:number]
    lines = mirror(80, strategies=("builder", *names), pattern="half")
    lines += dealt(40 * (number + 1), strategies=("builder", *names), first=80)
    seats, games = frames(lines, strength=lambda line, s: EDGE.get(line[3][s][0], 1) * (line[3][s][1] == "circle"))
    those = dict.fromkeys(names, ("A", *SIDES))
    run = RunFrames.of(Frames(seats, games), game=GameFacts.read(FACTS), margin=0.02, seed=1, tuned=those)
    return asked_of(seats, games, those), run


@pytest.mark.parametrize("number", [1, 2, 3])
def test_what_tuned_players_gain_is_the_mean_over_their_plans(number: int):
    answer, _ = of_plans(number)
    rows = answer.tables["tuned_players"]
    each = {
        "against": answer.tables["paired"].with_columns(gain=pl.col("effect")),
        "among": answer.tables["dealt"].with_columns(gain=pl.col("share") - 0.25),
    }
    for situation, singles in each.items():
        for board in SIDES:
            of = rows.filter(situation=situation, board=board)
            gains = dict(of.select("players", "effect").iter_rows())
            apart = dict(singles.filter(board=board).select("strategy", "gain").iter_rows())
            own = [apart[name] for name in MANY[:number]]
            assert gains["tuned for it"] == pytest.approx(np.mean(own))
            assert gains["as they come"] == pytest.approx(apart["builder"])
            assert gains["difference"] == pytest.approx(np.mean(own) - apart["builder"])
            assert set(gains) - {"tuned for it", "as they come", "difference"} == set(
                MANY[:number] if number > 1 else ()
            )


@pytest.mark.parametrize("number", [2, 3])
def test_each_plan_has_the_row_it_has_among_single_strategies(number: int):
    answer, _ = of_plans(number)
    rows = answer.tables["tuned_players"].filter(pl.col("players").is_in(MANY)).rename({"players": "strategy"})
    assert len(rows) == 2 * 4 * number
    paired = answer.tables["paired"].filter(pl.col("strategy").is_in(MANY))
    keys = ["board", "strategy"]
    assert_frame_equal(
        rows.filter(situation="against").sort(keys).select(*keys, *NUMBERS), paired.sort(keys).select(*keys, *NUMBERS)
    )
    shared = answer.tables["dealt"].filter(pl.col("strategy").is_in(MANY)).sort(keys)
    mine = rows.filter(situation="among").sort(keys)
    assert_frame_equal(mine.select(*keys, "n", "p"), shared.select(*keys, "n", "p"))
    np.testing.assert_allclose(mine["effect_low"] + 0.25, shared["share_low"])


@pytest.mark.parametrize("number", [1, 2, 3])
def test_both_kinds_of_players_are_one_family_in_every_situation(number: int):
    answer, run = of_plans(number)
    assert run.once(among).family.size == run.once(by_board).family.size == 3 * 4
    verdicts_of = {one.subject: one for one in answer.verdicts}
    for situation, found, end in (("against", tuned, ""), ("among", tuned_among, " among boards")):
        both = run.once(found)
        rows = answer.tables["tuned_players"].filter(situation=situation)
        assert {part.rate for part in (both.come, both.own, both.more)} == {both.come.rate}
        for board in SIDES:
            (row,) = rows.filter(board=board, players="tuned for it").select(NUMBERS).rows()
            told = verdicts_of[f"{board} (B){end} tuned for it"]
            assert row == (told.effect, told.low, told.high, told.p, told.n)
    come = answer.tables["tuned_players"].filter(situation="among", players="as they come")
    every = answer.tables["dealt"].filter(strategy="all")
    np.testing.assert_allclose(come["effect_high"] + 0.25, every["share_high"])
    assert come["p"].to_list() == every["p"].to_list()


@pytest.mark.parametrize("number", [1, 2, 3])
def test_the_sentence_says_how_far_plans_differ(number: int):
    answer, _ = of_plans(number)
    said = verdicts(answer, "Among boards, players tuned for them")["circle (B)"].sentence
    assert said.startswith("Circle (B) wins ")
    assert "when every seat has one of the boards and is played by players tuned for them" in said
    assert (f" ({number} plans, from " in said) == (number > 1)
    against = verdicts(answer, "Against A, players tuned for it")["circle (B)"].sentence
    assert (f" ({number} plans, from " in against) == (number > 1)
    assert verdicts(answer, "Among boards, players as they come")
    (note,) = [note for note in answer.notes if note.startswith("Tuned for boards")]
    assert f"{', '.join(MANY[:number])} for A, circle, square, triangle, star." in note
    assert ("the mean of these plans, each counting alike" in note) == (number > 1)


def test_several_tuned_plans_have_a_price_list_together():
    for number, lists in ((1, 0), (3, 2 * 4)):
        rows = of_plans(number)[0].tables["price"].filter(strategy="tuned for it")
        assert len(rows) == lists
    assert not verdicts(told({}, deals=60), "Among boards, players as they come")


def test_who_is_tuned_is_named_and_who_of_the_others_is_weak(answer: Answer):
    (note,) = [note for note in answer.notes if note.startswith("Tuned for boards")]
    assert "racer for circle, star. All other players are called players as they come; effects" in note
    learners = RunFrames.of(Frames(*made(150)), game=GameFacts.read(FACTS), margin=0.02, seed=1, tuned=TUNED,
                            learners=["builder"])  # fmt: skip
    assert "as they come, also those who play weakly on purpose (builder); effects" in notes(learners)[0]
