"""Boards: a built-in advantage is found within its interval, equal sides are called fair, tables add up."""

import numpy as np
import polars as pl
import pytest

from reports.effects import Effect, ending, games_needed, games_range
from reports.facts import GameFacts
from reports.frames import Frames, RunFrames
from reports.sentences import pp, signed_pp
from reports.stats.cluster import ONE_LOOK
from reports.stats.power import decided_n
from reports.stats.sequential import AT_LIMIT, Looks
from reports.stats.verdict import judge
from tests.reports.stats.clustered import paired
from tests.reports.synthetic import BOARDS, FACTS, SOURCES, asked, cross, frames, mirror

pytestmark = pytest.mark.slow


def star_stronger(line, seat):
    return 2.0 if line[3][seat][1] == "star" else 0.0


@pytest.fixture(scope="module")
def run():
    return frames(mirror(200) + cross(300, first=200), strength=star_stronger)


@pytest.fixture(scope="module")
def found(run):
    return asked("boards", *run, None, facts=FACTS)


def rows(table, **key):
    return table.filter([pl.col(k) == v for k, v in key.items()]).to_dicts()


def test_a_side_two_points_stronger_is_found_to_be(found):
    (star,) = rows(found.tables["paired"], board="star", strategy="all")
    assert star["score_low"] < 2.0 < star["score_high"]
    assert star["effect_low"] > 0.03
    assert star["odds_ratio_low"] > 1
    first = {v.subject: v for v in found.verdicts}["star (B)"]
    assert first.verdict == "stronger"
    assert first.sentence.startswith(
        f"Star (B) wins {100 * first.effect:.1f} pp more than A (simultaneous 95 % interval "
    )
    assert first.sentence.endswith("when all four seats play the same plan: stronger.")
    assert first.games_needed is None


def test_a_comma_in_the_name_of_a_board_does_not_begin_a_strategy(run):
    boards = {**FACTS["boards"], "star": {**FACTS["boards"]["star"], "label": "ship, soldier"}}
    said = {v.subject: v.sentence for v in asked("boards", *run, None, facts={**FACTS, "boards": boards}).verdicts}
    assert said["ship, soldier"].startswith("Ship, soldier wins ")
    assert " when all four seats play the same plan: " in said["ship, soldier"]
    assert " when all four seats play builder: " in said["ship, soldier, builder"]


def test_the_other_sides_score_the_same_as_a(found):
    for board in ("circle", "square", "triangle"):
        (row,) = rows(found.tables["paired"], board=board, strategy="all")
        assert row["p"] > 0.01
        assert abs(row["score"]) < 0.6


def test_effect_equals_the_paired_difference_worked_out_by_hand(run, found):
    """Per deal and strategy: mean share on star minus mean share on A, in the seat that holds star on that deal."""
    seats = run[0].filter((pl.col("arm") == "mirror") & (pl.col("strategy") == "builder"))
    holds = seats.filter(pl.col("board") == "star").select("deal", "seat").unique()
    cells = (
        seats.join(holds, on=["deal", "seat"])
        .group_by("deal", pl.col("board").cast(pl.String))
        .agg(pl.col("win_share60").mean() / 60)
        .pivot("board", index="deal", values="win_share60")
        .sort("deal")
    )
    oracle = paired(cells["star"], cells["A"], cells["deal"])
    (row,) = rows(found.tables["paired"], board="star", strategy="builder")
    (judged,) = rows(found.tables["verdicts"], subject="star (B), builder")
    assert row["effect"] == pytest.approx(oracle.difference.estimate, abs=1e-12)
    apart = (cells["star"] - cells["A"]).to_numpy()
    one = np.sqrt((apart[apart != 0] ** 2).mean()) / 200  # a deal that differs, the continuity correction
    ends = (oracle.difference.low - one, oracle.difference.high + one)
    assert (judged["each_low"], judged["each_high"]) == pytest.approx(ends)
    assert row["effect_low"] == judged["effect_low"] < judged["each_low"]  # simultaneous over boards and strategies
    assert row["rho"] == pytest.approx(oracle.rho)
    assert row["n"] == 200 * 8


def test_equal_sides_are_fair_once_there_are_deals_enough():
    found = asked("boards", *frames(mirror(1200, strategies=("builder",)), seed=8), facts=FACTS, margin=0.05)
    assert [v.verdict for v in found.verdicts] == ["fair"] * 4
    assert all("wins as often as A" in v.sentence for v in found.verdicts)
    few = asked("boards", *frames(mirror(40, strategies=("builder",)), seed=8), facts=FACTS)
    undecided = [v for v in few.verdicts if v.verdict == "undecided"]
    assert len(undecided) >= 3
    assert all(f"{v.subject[0].upper()}" in v.sentence for v in undecided)
    by_games = [v for v in undecided if v.settled_by == "games"]
    assert len(by_games) >= 3
    assert all(v.games_needed > 0 for v in by_games)
    assert all(abs(abs(v.effect) - 0.02) < 0.001 for v in undecided if v.settled_by == "tolerance")


@pytest.mark.parametrize(("effect", "word"), [(0.0199, "undecided, leaning stronger"), (0.03, "undecided")])
def test_a_sentence_names_the_games_to_ask_for_or_says_that_none_decide(run, effect, word):
    known = RunFrames.of(Frames(*run), game=GameFacts.read(FACTS), margin=0.02)
    games = known.games_played
    low = 0.001 if "leaning" in word else -0.001
    found = Effect("star (B)", effect, low, 0.05, low, 0.05, 0.01, 0.04, 100, 100, 0.0127)
    needed = games_needed(known, found)
    games_asked = games_range(known, found, needed)
    judgement = judge(low, 0.05, 100, 0.02)
    sentence = ending(found, judgement, known, "tolerance" if needed is None else "games", games_asked)
    if effect == 0.03:
        _, fewest, most = games_asked
        assert needed == pytest.approx(decided_n(effect, 0.01, games, 0.02, rate=0.0127), rel=0.1)
        assert fewest is not None
        assert fewest < needed
        assert most is None  # an error below the estimate lies the tolerance itself
        assert sentence == f"{word}; rerun with `--games {needed}` ({fewest:,} or more)."
    else:
        assert needed is None
        close = "close to your tolerance of 2.0 pp: no number of games that can be played settles it."
        assert sentence == f"{word}; {close}"


@pytest.mark.parametrize(("settles", "step"), [("plans", "tune more plans"), ("data", "look up the data that no")])
def test_where_games_settle_nothing_the_sentence_says_what_does(run, settles, step):
    known = RunFrames.of(Frames(*run), game=GameFacts.read(FACTS), margin=0.02)
    found = Effect("star (B)", 0.03, -0.01, 0.05, -0.01, 0.05, 0.01, 0.04, 100, 100, 0.0127)
    sentence = ending(found, judge(-0.01, 0.05, 100, 0.02), known, settles, (None, None, None))
    assert sentence.startswith(f"undecided; more games will not settle it: {step}")
    assert "--games" not in sentence


def test_games_to_ask_for_until_it_is_decided_are_those_of_its_last_look(run):
    known = RunFrames.of(Frames(*run), game=GameFacts.read(FACTS), margin=0.02, looks=Looks((), 4000, 4000))
    found = Effect("star (B)", 0.03, -0.001, 0.05, -0.001, 0.05, 0.01, 0.04, 100, 100, 0.0127)
    z = [float(quantile_of(10**9, 0.0127 / 2)) for quantile_of in (AT_LIMIT.quantile, ONE_LOOK.quantile)]
    needed, fixed = (decided_n(0.03, 0.01, known.games_played, 0.02, width=lambda times, at=at: at) for at in z)
    assert games_needed(known, found) == pytest.approx(needed, rel=0.1)
    assert 1.15 * fixed < needed < 1.45 * fixed


@pytest.mark.parametrize(
    ("effect", "plain", "signed"),
    [(0.012, "1.2", "+1.2"), (-0.012, "−1.2", "−1.2"), (0.0004, "0.0", "0.0"), (-0.0004, "0.0", "0.0")],
)
def test_percentage_points_have_a_true_minus_and_zero_has_no_sign(effect, plain, signed):
    assert (pp(effect), signed_pp(effect)) == (plain, signed)


def test_intervals_cover_the_truth_over_many_runs():
    """Zero effect, 30 runs of 40 deals with four boards each: about 6 of 120 intervals miss."""
    missed = 0
    for seed in range(30):
        seats, games = frames(mirror(40, strategies=("builder",), pattern="half"), seed=100 + seed)
        table = asked("boards", seats, games, facts=FACTS).tables["verdicts"]
        missed += int(((table["each_low"] > 0) | (table["each_high"] < 0)).sum())
    assert 1 <= missed <= 12


def test_sources_add_up_to_the_difference_in_score(found):
    for board in BOARDS[1:]:
        parts = rows(found.tables["paired_sources"], board=board)
        assert [p["source"] for p in parts] == SOURCES
        (whole,) = rows(found.tables["paired"], board=board, strategy="all")
        assert sum(p["difference"] for p in parts) == pytest.approx(whole["score"], abs=1e-9)


def test_shares_of_a_table_average_to_par(found):
    side = found.tables["side"]
    assert (side["share"] * side["n"]).sum() / side["n"].sum() == pytest.approx(0.25, abs=1e-12)
    assert (side["win_points"] == side["share"] * 4).all()
    four = rows(found.tables["composition"], b_sides=4)[0]
    assert (four["share"], four["share_low"], four["share_high"]) == (0.25, 0.25, 0.25)


def test_ahead_is_antisymmetric_and_counts_ties_half(found):
    table = found.tables["board_board"]
    ahead = {(r["row"], r["column"]): r["ahead"] for r in table.iter_rows(named=True)}
    assert len(ahead) == 20
    for (row, column), p in ahead.items():
        assert p + ahead[column, row] == pytest.approx(1)
    assert ahead["star", "A"] > 0.53


def test_effect_by_seat_averages_to_the_overall_effect(found):
    seats = found.tables["board_seat"].filter(pl.col("board") == "star")
    (whole,) = rows(found.tables["paired"], board="star", strategy="all")
    assert (seats["effect"] * seats["n"]).sum() / seats["n"].sum() == pytest.approx(whole["effect"], abs=1e-9)
    a = found.tables["board_seat"].filter(pl.col("board") == "A")
    assert a["effect"].is_null().all()


def test_interactions_of_a_board_cancel_over_strategies(found):
    table = found.tables["board_strategy"].filter(pl.col("board") != "A")
    sums = table.group_by("board").agg(pl.col("interaction").sum())
    assert sums["interaction"].abs().max() < 1e-12
    assert (table["effect_low"] < table["effect"]).all()


def test_a_board_that_needs_its_strategy_shows_as_an_interaction():
    def fits(line, seat):
        return 5.0 if line[3][seat][:2] == ("builder", "circle") else 0.0

    found = asked("boards", *frames(cross(700), strength=fits), facts=FACTS)
    (row,) = rows(found.tables["board_strategy"], board="circle", strategy="builder")
    assert row["p"] < 0.001
    assert row["interaction"] > 0.05
    tests = {r["kind"]: r["p"] for r in found.tables["model_tests"].iter_rows(named=True)}
    assert tests["board x strategy"] < 0.001
    assert tests["seat"] > 0.001


def test_logit_terms_find_the_stronger_board_and_sum_to_zero_over_seats(found):
    model = found.tables["model"]
    board = {r["term"]: r for r in model.filter(pl.col("kind") == "board").iter_rows(named=True)}
    assert list(board) == ["circle (B)", "square (B)", "triangle (B)", "star (B)"]
    assert board["star (B)"]["p"] < 1e-4
    assert board["star (B)"]["elo"] == pytest.approx(board["star (B)"]["estimate"] * 400 / np.log(10))
    assert model.filter(pl.col("kind") == "seat")["estimate"].sum() == pytest.approx(0, abs=1e-9)
    assert set(model["kind"]) == {"board", "seat", "strategy", "board x strategy", "board x seat"}


def test_use_of_abilities_and_unrest_are_plain_means(run, found):
    mirror_rows = run[0].filter((pl.col("arm") == "mirror") & (pl.col("board") == "circle"))
    (usage,) = rows(found.tables["usage"], board="circle")
    assert usage["uses"] == pytest.approx(mirror_rows["power_uses_0"].mean())
    assert usage["never"] == pytest.approx((mirror_rows["power_uses_0"] == 0).mean())
    assert (usage["ability"], usage["brought"]) == ("extra worker", "workers")
    (unrest,) = rows(found.tables["tracks"], board="A")
    side_a = run[0].filter(pl.col("board") == "A")
    assert unrest["length"] == 5
    assert unrest["mean_final"] == pytest.approx(side_a["unrest_qin"].mean())
    assert unrest["at_maximum"] == pytest.approx((side_a["unrest_qin"] == 5).mean())


def test_complementary_pairs_of_patterns_are_paired_too():
    lines = [line for line in mirror(200, strategies=("builder",)) if sum(s[1] != "A" for s in line[3]) in (0, 4)]
    found = asked("boards", *frames(lines, strength=star_stronger), facts=FACTS)
    (star,) = rows(found.tables["paired"], board="star", strategy="all")
    assert star["n"] == 200
    assert star["score_low"] < 2.0 < star["score_high"]


def test_without_mirror_games_there_is_no_paired_verdict_but_a_note():
    found = asked("boards", *frames(cross(50)), facts=FACTS)
    assert found.verdicts == []
    assert len(found.tables["paired"]) == 0
    assert any("no mirror games" in note for note in found.notes)


def test_side_a_alone_leaves_nothing_to_compare_and_says_so():
    lines = [(d, 0, "mirror", [("builder", "A", None)] * 4) for d in range(20)]
    found = asked("boards", *frames(lines), facts=FACTS)
    assert found.verdicts == []
    assert any("No other board was played against A" in note for note in found.notes)
    assert found.tables["side"]["board"].to_list() == ["A"]


def test_a_single_deal_is_undecided_without_an_interval():
    found = asked("boards", *frames(mirror(1)), facts=FACTS)
    assert {v.verdict for v in found.verdicts} == {"undecided"}
    assert all(v.low is None for v in found.verdicts)
    assert all(
        "undecided, fewer than 50 deals tell nothing; rerun with `--games " in v.sentence for v in found.verdicts
    )


def test_a_margin_that_is_no_fraction_is_refused(run):
    with pytest.raises(ValueError, match="margin 2: give a fraction"):
        asked("boards", *run, facts=FACTS, margin=2)
