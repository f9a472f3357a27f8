"""Balance: seats and strategies against par, points, tension, actions; start points bring seats to par on other
deals."""

import numpy as np
import polars as pl
import pytest

from tests.reports.stats.clustered import mean
from tests.reports.synthetic import FACTS, LETTERS, SOURCES, asked, frames, free


@pytest.fixture(scope="module")
def run():
    return frames(free(500), strength={1: 2.0, "builder": 3.0})


@pytest.fixture(scope="module")
def answer(run):
    return asked("balance", *run, None, facts=FACTS)


def test_the_first_seat_and_the_stronger_strategy_are_found(answer):
    verdicts = {v.subject: v for v in answer.verdicts}
    assert verdicts["seat 1"].verdict == "stronger"
    assert verdicts["seat 1"].sentence.startswith("Seat 1 wins ")
    assert "more of 100 than its share" in verdicts["seat 1"].sentence
    assert verdicts["bot builder"].verdict == "stronger"
    assert verdicts["bot builder"].effect > 0.08
    assert answer.tables["strategies"]["strategy"][0] == "builder"


def test_equal_seats_and_strategies_are_fair():
    answer = asked("balance", *frames(free(2500), seed=4), facts=FACTS, margin=0.03)
    assert {v.verdict for v in answer.verdicts} == {"fair"}


def test_a_bot_that_hardly_ever_wins_is_no_player(answer):
    """It is named as such, with the command that leaves it out; where others are as weak, one of two does not."""
    weak = asked("balance", *frames(free(300), strength={"racer": -40.0}), facts=FACTS)
    (warning,) = [words for words in weak.warnings if "no player" in words]
    share = 100 * weak.tables["strategies"].filter(strategy="racer")["share"].item()
    assert warning.startswith(f"The racer bot is no player: it wins {share:.1f} of 100 games.")
    assert "`analyser balance toy --players 4 --strategies builder,taskman,wallman` leaves it out." in warning
    assert not any("no player" in words for words in answer.warnings)
    only = asked("balance", *frames(free(300), strength={"builder": 40.0}), facts=FACTS)
    assert not any("no player" in words for words in only.warnings)  # a single bot would be left


def test_seats_sum_to_the_whole(run, answer):
    seats = answer.tables["seats"]
    assert seats["share"].sum() == pytest.approx(1, abs=1e-12)
    assert seats["n"].to_list() == [2000] * 4
    scores = run[0]["score"].to_numpy().reshape(-1, 4).astype(int)
    rivals = np.stack([np.delete(scores, s, axis=1).max(axis=1) for s in range(4)], axis=1)
    assert seats["margin_to_best"].to_numpy() == pytest.approx((scores - rivals).mean(axis=0))


def test_sources_of_winners_and_losers(run, answer):
    seats, table = run[0], answer.tables["sources"]
    assert table["source"].to_list() == SOURCES
    assert table["share_of_total"].sum() == pytest.approx(1)
    won = seats.filter(pl.col("win_share60") > 0)
    assert table["winners"].to_list() == pytest.approx([won[f"score_{s}"].mean() for s in SOURCES])


def test_shape_is_what_the_games_say(run, answer):
    games = run[1]
    table = {r["measure"]: r for r in answer.tables["shape"].iter_rows(named=True)}
    assert table["lead changes"]["mean"] == pytest.approx(games["lead_changes"].mean())
    assert table["lead changes"]["sd"] == pytest.approx(games["lead_changes"].std())
    assert table["options of a decision"]["mean"] == pytest.approx(
        games["n_legal_moves"].sum() / games["n_decisions"].sum()
    )
    assert table["winning margin"]["p95"] == games["winning_margin"].quantile(0.95, "linear")
    assert table["joint wins"]["mean"] == pytest.approx((games["winners"] > 1).mean())
    assert all(r["mean_low"] <= r["mean"] <= r["mean_high"] for r in table.values())


def test_margins_cover_all_games_once(answer):
    table = answer.tables["margin"]
    assert table["games"].sum() == pytest.approx(1)
    assert (table["margin_low"][1:] == table["margin_high"][:-1] + 1).all()
    assert table["margin_low"][0] == 0


def test_leader_after_a_round_and_comebacks(run, answer):
    seats = run[0]
    after = seats["score_after_round_1"].to_numpy().reshape(-1, 4)
    share = seats["win_share60"].to_numpy().reshape(-1, 4) / 60
    leads = after == after.max(axis=1, keepdims=True)
    wins = ((share * leads).sum(axis=1) / leads.sum(axis=1)).mean()
    rounds = answer.tables["rounds"].filter(pl.col("round") == 1)
    assert rounds["position"].to_list() == ["leader", "mean", "last"]
    assert rounds["p_win_leader"].to_list() == pytest.approx([wins] * 3)
    assert rounds["score"].to_list() == pytest.approx(
        [after.max(axis=1).mean(), after.mean(), after.min(axis=1).mean()]
    )
    comebacks = answer.tables["shape"].filter(pl.col("measure").str.starts_with("comebacks"))
    assert comebacks["mean"].item() == pytest.approx(1 - wins)


def test_strategies_against_each_other(answer):
    ahead = {(r["row"], r["column"]): r["ahead"] for r in answer.tables["strategy_strategy"].iter_rows(named=True)}
    assert len(ahead) == 12
    assert ahead["builder", "racer"] > 0.55
    assert ahead["builder", "racer"] + ahead["racer", "builder"] == pytest.approx(1)


def test_without_decisions_the_actions_are_those_of_the_openings_as_round_0(run, answer):
    table = answer.tables["actions"]
    assert table["action"].to_list() == list(LETTERS)
    assert set(table["round"]) == {0}
    text = "".join(run[0]["opening"])
    assert table["share"].to_list() == pytest.approx([text.count(x) / len(text) for x in LETTERS])
    assert table["n"].sum() == len(text)
    assert any("openings alone" in note for note in answer.notes)


def decisions_of(games):
    """Each seat's turn: a move that names its class, then one that has none."""
    rng = np.random.default_rng(3)
    rows = []
    for game in games["game"].to_list():
        for ply in range(24):
            rows.append((game, 2 * ply, 1 + ply // 12, ply // 4, 1 + ply % 4, "play", int(rng.integers(1, 8))))
            rows.append((game, 2 * ply + 1, 1 + ply // 12, ply // 4, 1 + ply % 4, "region", 0))
    names = ["game", "ply", "round", "turn", "seat", "move_kind", "move_class"]
    rows = pl.DataFrame(rows, schema=names, orient="row").with_columns(pl.col("game").cast(pl.UInt32))
    return rows.join(games.select("game", "deal"), on="game")


def test_actions_by_round_come_from_the_classes_of_recorded_decisions():
    seats, games = frames(free(10))
    decisions = decisions_of(games)
    table = asked("balance", seats, games, decisions, facts=FACTS).tables["actions"]
    assert table.group_by("round").agg(pl.col("share").sum(), pl.col("n").sum()).sort("round").rows() == [
        (1, pytest.approx(1), 480),
        (2, pytest.approx(1), 480),
    ]
    plays = decisions.filter((pl.col("move_kind") == "play") & (pl.col("round") == 2))
    (governor,) = table.filter((pl.col("round") == 2) & (pl.col("action") == "G"))["n"].to_list()
    assert governor == (plays["move_class"] == 4).sum()


def test_of_two_classed_moves_of_a_turn_the_first_is_the_action():
    seats, games = frames(free(10))
    decisions = decisions_of(games).with_columns(
        pl.when(pl.col("move_kind") == "region").then(5).otherwise(2).cast(pl.UInt8).alias("move_class")
    )
    table = asked("balance", seats, games, decisions.reverse(), facts=FACTS).tables["actions"]
    assert table.select("round", "action", "share").rows() == [(1, "R", 1.0), (2, "R", 1.0)]


CHARTS = [
    {"key": "unrest", "title": "Who is calm?", "subtitle": "", "reading": "", "unit": "slots",
     "tallies": {"unrest_qin": "unrest of Qin", "unrest_chu": "unrest of Chu"}},
    {"key": "board", "title": "Who uses the board?", "subtitle": "", "reading": "", "unit": "",
     "tallies": {"power_uses_0": "uses", "unrest_qin": "unrest of Qin"}},
]  # fmt: skip


def test_counters_are_those_of_the_charts_for_winners_and_all_others(run):
    seats, games = run
    lucky = (pl.col("win_share60") > 0).cast(pl.Int32)
    seats = seats.with_columns(power_uses_0=pl.col("power_uses_0") + 3 * lucky)
    table = asked("balance", seats, games, facts=FACTS | {"charts": CHARTS}).tables["counters"]
    assert table.select("chart", "counter", "label", "unit").rows() == [
        ("unrest", "unrest_qin", "unrest of Qin", "slots"),
        ("board", "power_uses_0", "uses", ""),
        ("board", "unrest_qin", "unrest of Qin", ""),
    ]
    uses = table.row(1, named=True)
    won, lost = (seats.filter((pl.col("win_share60") > 0) == x)["power_uses_0"].mean() for x in (True, False))
    assert (uses["winners"], uses["losers"]) == (pytest.approx(won), pytest.approx(lost))
    assert uses["difference_low"] < 3 < uses["difference_high"]
    calm = table.row(0, named=True)
    assert calm["difference_low"] < 0 < calm["difference_high"]
    assert calm["n"] == len(seats)


def test_a_game_without_charts_has_no_counters(answer):
    assert len(answer.tables["counters"]) == 0


@pytest.fixture(scope="module")
def few():
    return frames(free(60))


def scored(seats, games, best, margin):
    """The run with these scores: the winner's, and all others a margin behind."""
    won = pl.col("win_share60") > 0
    seats = seats.with_columns(score=pl.when(won).then(best).otherwise(best - margin))
    return seats, games.with_columns(winning_margin=pl.lit(margin))


@pytest.mark.parametrize(("best", "close"), [(15, 1), (24, 2), (34, 3), (58, 5), (176, 5), (4, 1)])
def test_what_counts_as_close_is_a_tenth_of_the_winners_score_between_1_and_5_points(few, best, close):
    tables = asked("balance", *scored(*few, best, close), facts=FACTS).tables
    (measure,) = [m for m in tables["shape"]["measure"] if m.startswith("close games")]
    assert measure == f"close games (margin {close} point{'s' if close > 1 else ''} or less)"
    assert tables["shape"].filter(measure=measure)["mean"].item() == 1
    wider = asked("balance", *scored(*few, best, close + 1), facts=FACTS).tables
    assert wider["shape"].filter(measure=measure)["mean"].item() == 0
    assert wider["margin"].filter("close")["n"].sum() == 0


def test_classes_of_margins_are_one_point_wide_where_margins_are_small(few):
    seats, games = scored(*few, 24, 2)
    small = games.with_columns(winning_margin=pl.col("game").cast(pl.Int64) % 6)
    table = asked("balance", seats, small, facts=FACTS).tables["margin"]
    assert table.select("margin_low", "margin_high", "close").rows() == [(m, m, m <= 2) for m in range(6)]


@pytest.mark.parametrize(
    ("best", "most", "close", "width"), [(24, 38, 2, 3), (58, 38, 5, 2), (58, 90, 5, 6), (15, 38, 1, 2)]
)
def test_a_class_of_margins_ends_where_close_games_end(few, best, most, close, width):
    seats, games = scored(*few, best, close)
    wide = games.with_columns(winning_margin=pl.col("game").cast(pl.Int64) % most)
    table = asked("balance", seats, wide, facts=FACTS).tables["margin"]
    assert table.filter("close")["margin_high"].max() == close
    assert table["margin_high"][0] == width - 1


def test_rounds_that_hardly_any_game_reaches_are_left_out_and_half_time_is_that_of_an_ordinary_game(run):
    seats, games = run
    growing = pl.col("score").cast(pl.Int64)
    long = pl.when(pl.col("game") == 0).then(1).otherwise(0)  # one game of 2,000 goes on after round 4
    rounds = {f"score_after_round_{r}": growing * min(r, 4) + long * r for r in range(1, 13)}
    tables = asked("balance", seats.with_columns(**rounds), games, facts=FACTS).tables
    assert sorted(set(tables["rounds"]["round"])) == [1, 2, 3, 4]
    assert tables["rounds"].filter(position="leader")["over"].to_list() == [0, 0, 0, pytest.approx(1999 / 2000)]
    assert "comebacks (winner not leading after round 2)" in tables["shape"]["measure"].to_list()


def test_a_run_without_free_games_uses_its_other_arms_and_says_so():
    answer = asked("balance", *frames(free(30, arm="chosen")), facts=FACTS)
    assert any("no free games" in note for note in answer.notes)
    assert answer.tables["seats"]["n"].to_list() == [120] * 4


def test_one_strategy_is_not_compared_with_itself():
    answer = asked("balance", *frames(free(30, strategies=("builder",) * 4)), facts=FACTS)
    assert sorted(v.subject for v in answer.verdicts) == ["seat 1", "seat 2", "seat 3", "seat 4"]
    assert len(answer.tables["strategy_strategy"]) == 0
    assert answer.tables["strategies"]["share"].to_list() == [0.25]


def test_header_says_how_many_independent_games_the_run_is_worth(run, answer):
    by_seat = run[0].partition_by("seat")
    effects = [mean(part["win_share60"] / 60, part["deal"]).design_effect for part in by_seat]
    assert answer.facts["design_effect"] == pytest.approx(np.mean(effects), abs=1e-4)
    assert answer.facts["effective_games"] == pytest.approx(2000 / np.mean(effects), abs=1)


@pytest.fixture(scope="module")
def seats_and_games() -> tuple[pl.DataFrame, pl.DataFrame]:
    return frames(free(700), strength={1: 3.0})


def test_the_strong_seat_starts_behind_and_wins_its_share_on_the_other_half(seats_and_games):
    answer = asked("balance", *seats_and_games)
    table = answer.tables["start_points"]
    assert table["deals"].to_list() == [350] * 4
    assert table["exact"].sum() == pytest.approx(0, abs=1e-9)
    points = table["points"].to_list()
    assert -4 <= points[0] - max(points[1:]) <= -2
    assert min(map(abs, points)) == 0
    assert table["before"][0] > table["before_low"][0] > 0.27
    assert (table["after"] - 0.25).abs().max() < 0.04
    what, tested = answer.screen.change
    assert what.startswith("Start seat 1 with 3 points less")
    assert f"seat 1 wins {100 * table['after'][0]:.1f} % ({100 * table['before'][0]:.1f} now)" in tested
    assert "on 350 deals that were not used to find the points" in tested


def test_points_after_which_a_seat_is_shown_to_be_unfair_are_not_advised():
    """Seat 1 gets 20 points on three deals of eight: those found on one half leave it apart on the other."""
    lines = frames(free(2_000), strength=lambda game, seat: 20.0 * (seat == 0 and game[0] % 8 < 3))
    what, words = asked("balance", *lines, margin=0.01).screen.change
    assert what == "No start points make all seats fair: `analyser repair toy --goal seats`."
    assert words.startswith("Nearest: start seat 1 with 10 points less")
    assert asked("balance", *lines, margin=0.05).screen.change[0].startswith("Start seat 1 with 10 points less")


def test_winners_are_those_of_the_scores_with_the_points(seats_and_games):
    """The same shares out of the rows, by hand: all deals are of one half or the other, so both together are theirs."""
    seats, games = seats_and_games
    table = asked("balance", seats, games).tables["start_points"]
    by_seat = dict(table.select("seat", "points").iter_rows())
    gift = pl.col("seat").replace_strict(by_seat, return_dtype=pl.Int64)
    key = (pl.col("score").cast(pl.Int64) + gift) * 8 - pl.col("tie_break")
    won = seats.with_columns(key=key).with_columns(won=pl.col("key") == pl.col("key").max().over("game"))
    share = (
        won.with_columns(pl.col("won") / pl.col("won").sum().over("game")).group_by("seat").agg(pl.col("won").mean())
    )
    assert share.sort("seat")["won"].to_list() == pytest.approx(table["after"].to_list(), abs=0.03)


def test_fair_seats_have_no_start_points():
    answer = asked("balance", *frames(free(300), seed=4))
    assert answer.tables["start_points"].is_empty()
    assert answer.screen.change == ("No change is proposed yet.", "Nothing is shown to be unfair.")
