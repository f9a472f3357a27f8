"""Before and after a change with a known effect, and a change of nothing."""

import math
import re
from functools import cache

import numpy as np
import polars as pl
import pytest

from reports.answer import Answer
from reports.ask import ask
from reports.estimators.change_effects import crossing
from reports.estimators.change_tables import FAIRNESS
from reports.facts import parse_facts
from reports.frames import Change
from reports.run_facts import Difference, Edit, between_edits
from tests.reports.synthetic import FACTS, SOLO, asked, cross, frames, free, mirror, run_of

DEALS = 120
GAME = parse_facts(FACTS)
Played = tuple[pl.DataFrame, pl.DataFrame]


@cache
def played(more: float) -> Played:
    """Mirror and cross games in which the triangle has so many points more."""
    lines = mirror(DEALS) + cross(DEALS, first=DEALS)
    return frames(lines, strength={"triangle": more})


def answered(before: Played, *after: tuple[str, Played, float | None]) -> Answer:
    changes = [
        Change(label, run_of(*one), (Difference(label, "triangle", "0", label),), "bonus", value)
        for label, one, value in after
    ]
    return asked("whatif", *before, changes=changes)


@pytest.fixture(scope="module")
def plain() -> Played:
    return played(0.0)


@cache
def unchanged() -> Answer:
    """The answer about a change of nothing."""
    return answered(played(0.0), ("after", played(0.0), None))


@pytest.fixture(scope="module")
def tilted(plain) -> Answer:
    return answered(plain, ("after", played(6.0), None))


def test_who_gains_is_told_in_the_hands_of_each_plan(tilted):
    """A seat is worth to a plan what it gains there beyond its mean over all seats; strategies have no plans."""
    for verdict in tilted.verdicts:
        plans = verdict.plans
        if verdict.family == "Bots":
            assert plans is None
            continue
        assert [one.plan for one in plans.effects] == ["builder", "racer"]
        mean = sum(one.effect for one in plans.effects) / 2
        assert mean == pytest.approx(verdict.effect, abs=0.02 if verdict.family == "Seats" else 1e-9)
    (triangle,) = (one.plans for one in tilted.verdicts if one.subject == "triangle (B)")
    assert (triangle.above, triangle.below, triangle.for_whom) == (2, 0, "for the 2 bots we have")


def test_a_change_of_nothing_gives_exactly_0_everywhere():
    found = unchanged()
    differences = 0
    for table in found.tables.values():
        for column in set(table.columns) & {"effect", "difference", "relative"}:
            values = table[column].drop_nulls().to_list()
            assert set(values) <= {0.0}
            differences += len(values)
    assert differences == 43  # every one that the run holds
    assert {verdict.effect for verdict in found.verdicts} == {0.0}
    for table, names in (("counters", ("difference", "relative")), ("points", ("difference",))):
        for name in names:
            assert found.tables[table][f"{name}_low"].is_null().all()  # exact, so without an interval
            assert found.tables[table][f"{name}_high"].is_null().all()
    fair = found.tables["fairness"]
    assert (fair["before"] == fair["after"]).all()
    assert not set(fair["outcome"]) & {"becomes fair", "becomes unfair", "unfair the other way"}
    assert found.screen.finding.startswith("The change has no effect: all ")
    assert found.screen.change == ("Take it or leave it.", "No game ends differently.")


def test_commands_name_the_side_before_as_the_run_calls_it(plain):
    seats, games = plain
    before = seats, games.with_columns(scenario=pl.lit("shipped"))
    found = answered(before, ("after", played(6.0), None))
    assert "--by scenario,board --against scenario=shipped --where \"arm = 'mirror'\"" in found.commands["win_shares"]
    assert found.tables["points"]["scenario"].unique(maintain_order=True).to_list() == ["before", "after"]
    assert found.tables["fairness"].equals(answered(plain, ("after", played(6.0), None)).tables["fairness"])


def test_a_game_against_itself_has_no_commands(plain):
    found = asked("whatif", *plain, changes=[Change("after", run_of(*plain), same=True)])
    assert len(found.tables["win_shares"])
    assert not found.commands


def test_gains_are_differences_of_the_shares(plain, tilted):
    rows = {(row["kind"], row["name"]): row for row in tilted.tables["win_shares"].iter_rows(named=True)}
    assert {kind for kind, _ in rows} == {"board", "seat", "strategy"}
    after = played(6.0)
    for who in [name for kind, name in rows if kind == "strategy"]:
        shares = [
            seats.filter(pl.col("arm") == "cross", pl.col("strategy") == who)["win_share60"].mean() / 60
            for seats, _ in (plain, after)
        ]
        row = rows["strategy", who]
        assert [row["before"], row["after"]] == pytest.approx(shares)
        assert row["effect"] == pytest.approx(shares[1] - shares[0])
    triangle = [seats.filter(pl.col("arm") == "mirror", pl.col("board") == "triangle") for seats, _ in (plain, after)]
    shares = [one["win_share60"].mean() / 60 for one in triangle]
    assert rows["board", "triangle (B)"]["effect"] == pytest.approx(shares[1] - shares[0])
    assert rows["board", "triangle (B)"]["effect_low"] > 0


def test_verdicts_say_who_gains_and_what_broke(tilted):
    words = {verdict.subject: verdict for verdict in tilted.verdicts}
    assert words["triangle (B)"].verdict == "stronger"
    assert words["triangle (B)"].sentence.startswith("Triangle (B) wins ")
    assert "of 100 games than before" in words["triangle (B)"].sentence
    assert words["triangle (B)"].sentence.endswith(": stronger.")
    assert words["A"].effect < 0
    rows = {row["name"]: row for row in tilted.tables["fairness"].iter_rows(named=True)}
    assert rows["triangle (B)"]["word_after"] == "stronger"
    assert rows["triangle (B)"]["outcome"] in ("becomes unfair", "unclear")
    assert [one.what for one in tilted.differences] == ["triangle"]


def test_the_title_has_the_shares_of_what_is_changed_before_and_after(plain, tilted):
    """And the chart a row for each of them, before all others."""
    after, shares = played(6.0), []
    for seats, _ in (plain, after):
        triangle = seats.filter(pl.col("arm") == "mirror", pl.col("board") == "triangle")
        shares.append(f"{100 * triangle['win_share60'].mean() / 60:.1f}")
    title = tilted.screen.finding
    assert title.startswith(f"Triangle wins {shares[1]} instead of {shares[0]} of 100 games")
    first, second, *others = tilted.screen.rows
    assert (first.name, second.name) == ("triangle, before", "triangle, after")
    assert [f"{row.value:.1f}" for row in (first, second)] == shares
    assert {row.name.partition(",")[0] for row in others} == {"A", "circle", "square", "star"}
    assert tilted.screen.leading == 2
    assert [row.name for row in tilted.screen.furthest_rows(2)] == ["triangle, before", "triangle, after"]


def changed(before: Played, after: Played, *differences: Difference) -> Answer:
    return asked("whatif", *before, changes=[Change("after", run_of(*after), differences)])


def test_what_is_changed_leads_before_what_moves_more(plain):
    """Points for the star, though the triangle gains more; a seat, though boards are judged."""
    lines = mirror(DEALS) + cross(DEALS, first=DEALS)
    both = frames(lines, strength={"triangle": 8.0, "star": 5.0})
    star = changed(plain, both, Difference("after", "points of star", "0", "5", "board", "star"))
    assert re.match(r"Star wins \d+\.\d instead of \d+\.\d of 100 games", star.screen.finding)
    assert "Triangle wins" in star.screen.lead
    second = frames(lines, strength={2: 6.0})
    seat = changed(plain, second, Difference("after", "points of seat 2", "0", "6", "seat", "2"))
    assert re.match(r"Seat 2 wins \d+\.\d instead of \d+\.\d of 100 games: .*too strong now", seat.screen.finding)
    assert seat.screen.fair == 25.0


def test_of_a_change_of_which_nothing_is_decided_the_change_is_the_title(plain):
    few = mirror(10) + cross(10, first=10)
    sides = (frames(few), frames(few, seed=2))
    found = changed(*sides, Difference("after", "points of star", "0", "1", "board", "star"))
    assert found.screen.finding == "Points of star: 0 → 1: what it does is not decided yet"
    assert found.screen.lead.startswith("Star wins ")
    assert [row.name for row in found.screen.rows[:2]] == ["star, before", "star, after"]


def test_boards_that_were_named_are_fair_at_the_share_of_equals():
    """Of two boards in every game one is too strong before the change and fair after it: said of the one changed."""
    seats = [("builder", "star", None), ("builder", "A", None)]
    facts = {**FACTS, "players": 2}
    sides = []
    for strength in (3.0, 0.0):
        games = frames(free(2000, strategies=seats), strength={"star": strength}, players=2)
        sides.append(run_of(*games, facts=facts, margin=0.04))
    change = Change("after", sides[1], (Difference("after", "discount of star", "1", "0", "board", "star"),))
    found = ask("whatif", sides[0].stored, game=parse_facts(facts), margin=0.04, changes=[change])
    title = found.screen.finding
    assert re.fullmatch(r"Star wins \d\d\.\d instead of \d\d\.\d of 100 games: too strong before, fair now", title)
    assert found.screen.change[0] == "Take the change."
    assert {row["word_after"] for row in found.tables["fairness"].filter(kind="board").to_dicts()} == {"fair"}


def test_a_change_that_makes_boards_unfair_is_left_and_one_that_mends_them_is_taken(plain):
    """From fair to ten points for the triangle, and back."""
    worse, better = played(10.0), answered(played(10.0), ("after", plain, None))
    assert answered(plain, ("after", worse, None)).screen.change[0] in ("Leave it.", "A step away from fair: leave it.")
    assert better.screen.change[0] in ("Take the change.", "A step towards fair.")


def test_of_several_values_the_one_with_which_nobody_is_far_from_fair_is_named(plain):
    found = answered(plain, *((f"bonus = {value}", played(float(value)), float(value)) for value in (-8, 0, 8)))
    rows = found.tables["response"].filter(kind="board")
    gaps = dict(rows.group_by("value").agg(pl.col("apart").abs().max()).rows())
    assert min(gaps, key=gaps.__getitem__) == 0.0
    title, words = found.screen.change
    assert title == "Of the values played 0 is nearest to fair."
    most = float(re.search(r"more than ([\d.]+) points from fair, 95 % sure", words).group(1))
    ends = rows.filter(value=0.0).select(pl.max_horizontal(pl.col("apart_low", "apart_high").abs())).to_series()
    assert most > 100 * ends.max()  # of one value and board by itself: here twelve hold together
    assert f"({100 * gaps[0.0]:.1f} in these games)" in words


def test_games_that_are_all_the_same_need_no_interval():
    """Another build of the game that nothing came of, played: every effect is 0, none is unclear."""
    plain = played(0.0)
    found = answered(plain, ("after", plain, None))
    assert {(v.verdict, v.effect, v.low, v.high) for v in found.verdicts} == {("fair", 0.0, None, None)}


def test_boards_are_as_fair_as_ordinary_players_find_them_on_either_side():
    """A plan with weights of its own for a board would tell how well it was tuned."""
    games = played(0.0)
    tuned, changes = {"builder": ("triangle",)}, [Change("after", run_of(*games))]
    tuned_changes = [Change("after", run_of(*games, tuned=tuned))]
    boards = FAIRNESS.rows(run_of(*games, tuned=tuned, changes=tuned_changes)).filter(kind="board")
    assert len(boards) == 4
    assert boards["before"].to_list() == boards["after"].to_list()
    everybody = FAIRNESS.rows(run_of(*games, changes=changes)).filter(kind="board")
    assert boards["after"].to_list() != everybody["after"].to_list()


def test_points_follow_the_change(plain, tilted):
    rows = {(row["source"], row["scenario"]): row for row in tilted.tables["points"].iter_rows(named=True)}
    means = [seats["score"].mean() for seats, _ in (plain, played(6.0))]
    assert rows["score", "after"]["difference"] == pytest.approx(means[1] - means[0])
    assert rows["walls", "after"]["difference"] == 0


def test_the_value_at_which_a_board_is_fair_lies_where_it_was_put(plain):
    """The triangle gets −4, −1 and +2 points: it is fair about where it gets none."""
    values = [(f"bonus = {value}", played(float(value)), float(value)) for value in (-4, -1, 2)]
    found = answered(plain, *values)
    (row,) = found.tables["fair_values"].filter(pl.col("name") == "triangle (B)").iter_rows(named=True)
    assert row["value_low"] < 0 < row["value_high"]
    assert -1 < row["value"] < 1
    assert "interpolated" in row["words"]
    response = found.tables["response"].filter(pl.col("name") == "triangle (B)")
    assert response["value"].to_list() == [-4.0, -1.0, 2.0]
    assert response["apart"].is_sorted()
    assert {row["changed"] for row in found.tables["response"].iter_rows(named=True)} == {"bonus"}
    never = found.tables["fair_values"].filter(pl.col("value").is_null())["words"]
    assert set(never) <= {"not within the values tried"} or all("several" in words for words in never)


def test_games_to_look_at_are_pairs_by_how_differently_they_ended(plain, tilted):
    """Whose seats have the same players, and scores that moved as far as an independent count says."""
    rows = tilted.tables["games_to_look_at"]
    assert rows["kind"].to_list() == [kind for kind in ("typical", "closest", "strangest") for _ in range(5)]
    assert rows["game"].n_unique() == len(rows)
    after, margins = played(6.0), ["game", "winning_margin"]
    both = plain[0].join(after[0], on=["game", "seat", "strategy", "board"], suffix="_after").sort("game", "seat")
    assert both.height == plain[0].height
    apart = {
        game: float((group["score_after"].cast(int) - group["score"].cast(int)).abs().mean())
        for (game,), group in both.group_by("game")
    }
    ends = plain[1].select(margins).join(after[1].select(margins), on="game", suffix="_after")
    moved = sorted({game for game, points in apart.items() if points} | set(_unlike(ends)))
    middle = pl.Series([apart[game] for game in moved]).median()
    for row in rows.iter_rows(named=True):
        assert row["apart"] == pytest.approx(apart[row["game"]])
    first = {kind: group.row(0, named=True)["apart"] for (kind,), group in rows.group_by("kind", maintain_order=True)}
    assert first["strangest"] == max(apart.values())
    assert first["closest"] == min(apart[game] for game in moved)
    assert abs(first["typical"] - middle) == min(abs(apart[game] - middle) for game in moved)
    told = rows.row(0, named=True)
    seats = both.filter(pl.col("game") == told["game"])
    assert [one.split()[0] for one in told["played"].split(", ")] == seats["strategy"].to_list()
    scores = [f"{one} → {then}" for one, then in seats.select("score", "score_after").iter_rows()]
    assert all(one.endswith(score) for one, score in zip(told["played"].split(", "), scores, strict=True))


def _unlike(ends: pl.DataFrame) -> list[int]:
    """Games whose margins differ."""
    return ends.filter(pl.col("winning_margin") != pl.col("winning_margin_after"))["game"].to_list()


def test_of_a_change_of_nothing_there_are_no_games_to_look_at():
    assert unchanged().tables["games_to_look_at"].is_empty()


def test_a_run_with_one_side_says_how_to_get_two(plain):
    found = asked("whatif", *plain, changes=[])
    assert found.verdicts == []
    assert found.notes == ["This run has one side only: `whatif` plays a game before and after a change."]


def test_edits_on_both_sides_are_one_difference():
    old = [Edit("numbers.toml", "vp", "", "3", "4"), Edit("cards.csv", "row 2", "ability", "a", "b")]
    new = [Edit("numbers.toml", "vp", "", "3", "5"), Edit("cards.csv", "row 2", "ability", "a", "b")]
    assert between_edits("after", GAME, old, new) == [Difference("after", "numbers.toml, vp", "4", "5")]
    back = between_edits("after", GAME, old, [])
    assert [(difference.before, difference.after) for difference in back] == [("4", "3"), ("b", "a")]


def test_a_list_is_compared_place_by_place_in_the_words_of_the_game():
    levels = Edit("boards.toml", "triangle", "no_palace", "[[3], [2]]", "[[3], [2, 3]]")
    (difference,) = between_edits("after", GAME, [], [levels])
    assert difference == Difference("after", "triangle (B), no palace 2", "2", "2, 3", "board", "triangle")
    words = {"fields": {"no_palace": "unrest that forbids palaces in region {n}"}}
    (named,) = between_edits("after", parse_facts({**FACTS, "board": {**FACTS["board"], **words}}), [], [levels])
    assert named.what == "triangle (B), unrest that forbids palaces in region 2"


def test_what_only_one_side_counts_is_left_out(plain):
    """An option may add a scoring category or a counter."""
    seats, games = plain
    fewer = (seats.drop("score_walls", "unrest_qin"), games)
    found = answered(plain, ("after", fewer, None))
    assert "unrest_qin" in unchanged().tables["counters"]["counter"]
    assert "unrest_qin" not in found.tables["counters"]["counter"]
    assert {verdict.effect for verdict in found.verdicts} == {0.0}


ALONE = {**SOLO, "bots": 3}


def one_decides(games: Played) -> tuple[Played, Played]:
    """The games with bots in all seats but the first, and the same where every other deal is lost."""
    seats = games[0].with_columns(strategy=pl.when(pl.col("seat") == 1).then("strategy"))
    worse = seats.with_columns(win_share60=pl.when(pl.col("deal") % 2 == 0).then(0).otherwise("win_share60"))
    return (seats, games[1]), (worse, games[1])


def test_one_who_decides_alone_reads_how_often_he_wins(plain):
    before, after = one_decides(plain)
    found = asked("whatif", *before, facts=ALONE, changes=[Change("after", run_of(*after, facts=ALONE))])
    assert found.verdicts == []
    shares = [one.filter(pl.col("seat") == 1)["win_share60"].mean() / 0.6 for one, _ in (before, after)]
    lead = f"The player wins {shares[0]:.1f} % of games before and {shares[1]:.1f} % after (−"
    assert found.screen.lead.startswith(lead)
    assert found.screen.finding.endswith(" fewer of 100 games than before")


@pytest.mark.parametrize(
    ("values", "response", "at", "end"),
    [
        ([2, 3, 4], [-1.0, 1.0, 2.0], (2.5,), 2.5),
        ([1, 2, 3], [-1.0, 1.0, -1.0], (1.5, 2.5), math.nan),  # fair twice: there is no interval
        ([2, 3], [3.0, 2.0], (), math.nan),  # beyond the values
    ],
)
def test_a_response_crosses_zero_between_two_values(values, response, at, end):
    found = crossing(values, np.array(response), np.zeros((len(values), len(values))), seed=1)
    assert (found.at, found.within) == (at, float(len(at) > 0))
    assert (found.low, found.high) == pytest.approx((end, end), nan_ok=True)


def test_a_value_measured_as_fair_is_the_crossing():
    assert crossing([2, 3, 4], np.array([-1.0, 0.0, 2.0]), np.zeros((3, 3)), seed=1).at == (3.0,)


def test_an_interval_that_reaches_beyond_the_values_has_an_open_end():
    found = crossing([1, 2], np.array([-0.5, 3.0]), np.eye(2), seed=1)
    assert found.low == -math.inf
    assert 1 < found.high < 2
    assert 0.6 < found.within < 0.8  # P(Z < 0.5), nearly


def test_intervals_hold_the_truth_in_95_of_100_runs():
    """A line through 0 at 2.3, measured at 1 to 4 with errors that are correlated as those of paired games are."""
    rng = np.random.default_rng(5)
    x, truth = np.array([1.0, 2.0, 3.0, 4.0]), 2.3
    covariance = 0.04 * (0.5 * np.eye(4) + 0.5)
    root = np.linalg.cholesky(covariance)
    held = 0
    for number in range(400):
        found = crossing(x.tolist(), (x - truth) + root @ rng.standard_normal(4), covariance, seed=number)
        held += found.low <= truth <= found.high
    assert 0.92 <= held / 400 <= 0.98
