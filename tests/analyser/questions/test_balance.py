"""Balance: seats and strategies against par, points, tension, actions, variance."""

import numpy as np
import polars as pl
import pytest

from analyser.questions import balance
from analyser.stats.cluster import mean
from tests.analyser.questions.synthetic import FACTS, LETTERS, SOURCES, frames, free


def first_seat_and_builder(line, seat):
    return 2.0 * (seat == 0) + 3.0 * (line[3][seat][0] == "builder")


@pytest.fixture(scope="module")
def run():
    return frames(free(500), strength=first_seat_and_builder)


@pytest.fixture(scope="module")
def found(run):
    return balance.answer(*run, None, facts=FACTS)


def test_the_first_seat_and_the_stronger_strategy_are_found(found):
    verdicts = {v.subject: v for v in found.verdicts}
    assert verdicts["seat 1"].verdict == "unbalanced"
    assert verdicts["seat 1"].sentence.startswith("Seat 1 wins ")
    assert "more than the par of 25.0 %" in verdicts["seat 1"].sentence
    assert verdicts["strategy builder"].verdict == "unbalanced"
    assert verdicts["strategy builder"].effect > 0.08
    assert found.tables["strategies"]["strategy"][0] == "builder"


def test_equal_seats_and_strategies_are_balanced():
    found = balance.answer(*frames(free(2500), seed=4), facts=FACTS, margin=0.03)
    assert {v.verdict for v in found.verdicts} == {"balanced"}


def test_seats_sum_to_the_whole(run, found):
    seats = found.tables["seats"]
    assert seats["share"].sum() == pytest.approx(1, abs=1e-12)
    assert seats["win_points"].sum() == pytest.approx(4, abs=1e-12)
    assert seats["n"].to_list() == [2000] * 4
    scores = run[0]["score"].to_numpy().reshape(-1, 4).astype(int)
    rivals = np.stack([np.delete(scores, s, axis=1).max(axis=1) for s in range(4)], axis=1)
    assert seats["margin_to_best"].to_numpy() == pytest.approx((scores - rivals).mean(axis=0))


def test_sources_of_winners_and_losers(run, found):
    seats, table = run[0], found.tables["sources"]
    assert table["source"].to_list() == SOURCES
    assert table["share_of_total"].sum() == pytest.approx(1)
    won = seats.filter(pl.col("share60") > 0)
    assert table["winners"].to_list() == pytest.approx([won[f"score_{s}"].mean() for s in SOURCES])
    assert table["difference"].to_list() == pytest.approx((table["winners"] - table["losers"]).to_list())
    oracle = [np.corrcoef(seats[f"score_{s}"], seats["share60"])[0, 1] for s in SOURCES]
    assert table["correlation"].to_list() == pytest.approx(oracle)


def test_shape_is_what_the_games_say(run, found):
    games = run[1]
    table = {r["measure"]: r for r in found.tables["shape"].iter_rows(named=True)}
    assert table["lead changes"]["mean"] == pytest.approx(games["lead_changes"].mean())
    assert table["lead changes"]["sd"] == pytest.approx(games["lead_changes"].std())
    assert table["options of a decision"]["mean"] == pytest.approx(games["options"].sum() / games["decisions"].sum())
    assert table["winning margin"]["p95"] == games["margin"].quantile(0.95, "linear")
    assert table["joint wins"]["mean"] == pytest.approx((games["winners"] > 1).mean())
    assert all(r["mean_low"] <= r["mean"] <= r["mean_high"] for r in table.values())


def test_margins_cover_all_games_once(found):
    table = found.tables["margin"]
    assert table["games"].sum() == pytest.approx(1)
    assert (table["margin_low"][1:] == table["margin_high"][:-1] + 1).all()
    assert table["margin_low"][0] == 0


def test_leader_after_a_round_and_comebacks(run, found):
    seats = run[0]
    after = seats["after_round_1"].to_numpy().reshape(-1, 4)
    share = seats["share60"].to_numpy().reshape(-1, 4) / 60
    leads = after == after.max(axis=1, keepdims=True)
    wins = ((share * leads).sum(axis=1) / leads.sum(axis=1)).mean()
    rounds = found.tables["rounds"].filter(pl.col("round") == 1)
    assert rounds["position"].to_list() == ["leader", "mean", "last"]
    assert rounds["p_win_leader"].to_list() == pytest.approx([wins] * 3)
    assert rounds["score"].to_list() == pytest.approx(
        [after.max(axis=1).mean(), after.mean(), after.min(axis=1).mean()]
    )
    comebacks = found.tables["shape"].filter(pl.col("measure").str.starts_with("comebacks"))
    assert comebacks["mean"].item() == pytest.approx(1 - wins)


def test_strategies_against_each_other(found):
    ahead = {(r["row"], r["column"]): r["ahead"] for r in found.tables["strategy_strategy"].iter_rows(named=True)}
    assert len(ahead) == 12
    assert ahead["builder", "racer"] > 0.55
    assert ahead["builder", "racer"] + ahead["racer", "builder"] == pytest.approx(1)


def test_actions_of_the_first_round_come_from_openings(run, found):
    table = found.tables["actions"]
    assert table["action"].to_list() == list(LETTERS)
    text = "".join(run[0]["opening"])
    assert table["share"].to_list() == pytest.approx([text.count(x) / len(text) for x in LETTERS])


def decisions_of(games):
    """Each seat's turn: a play that names its class in field b, then a move that has none."""
    rng = np.random.default_rng(3)
    rows = []
    for game in games["game"].to_list():
        for ply in range(24):
            rows.append((game, 2 * ply, 1 + ply // 12, ply // 4, 1 + ply % 4, "play", int(rng.integers(1, 8))))
            rows.append((game, 2 * ply + 1, 1 + ply // 12, ply // 4, 1 + ply % 4, "region", 1))
    return pl.DataFrame(rows, schema=["game", "ply", "round", "turn", "seat", "kind", "b"], orient="row").with_columns(
        pl.col("game").cast(pl.UInt32)
    )


def test_actions_by_round_come_from_recorded_decisions():
    seats, games = frames(free(10))
    decisions = decisions_of(games)
    facts = FACTS | {"class_moves": {"play": "b"}}
    table = balance.answer(seats, games, decisions, facts=facts).tables["actions"]
    assert table.group_by("round").agg(pl.col("share").sum(), pl.col("n").sum()).sort("round").rows() == [
        (1, pytest.approx(1), 480),
        (2, pytest.approx(1), 480),
    ]
    plays = decisions.filter((pl.col("kind") == "play") & (pl.col("round") == 2))
    (governor,) = table.filter((pl.col("round") == 2) & (pl.col("action") == "G"))["n"].to_list()
    assert governor == (plays["b"] == 4).sum()


def test_variance_shares_add_up_and_follow_the_effects(found):
    table = {r["component"]: r for r in found.tables["variance"].iter_rows(named=True)}
    assert sum(r["share_of_score"] for r in table.values()) == pytest.approx(1)
    assert table["strategy"]["share_of_score"] > table["seat"]["share_of_score"] > 0
    assert table["board"]["share_of_score"] == 0


def test_a_run_without_free_games_uses_its_other_arms_and_says_so():
    found = balance.answer(*frames(free(30, arm="chosen")), facts=FACTS)
    assert any("no free games" in note for note in found.notes)
    assert found.tables["seats"]["n"].to_list() == [120] * 4


def test_one_strategy_is_not_compared_with_itself():
    found = balance.answer(*frames(free(30, strategies=("builder",) * 4)), facts=FACTS)
    assert [v.subject for v in found.verdicts] == ["seat 1", "seat 2", "seat 3", "seat 4"]
    assert len(found.tables["strategy_strategy"]) == 0
    assert found.tables["strategies"]["share"].to_list() == [0.25]


def test_header_says_how_many_independent_games_the_run_is_worth(run, found):
    seats = run[0]
    effects = [
        mean(part["share60"] / 60, part["deal"]).design_effect
        for part in seats.partition_by("seat", maintain_order=True)
    ]
    assert found.facts["design_effect"] == pytest.approx(np.mean(effects), abs=1e-4)
    assert found.facts["effective_games"] == pytest.approx(2000 / np.mean(effects), abs=1)
