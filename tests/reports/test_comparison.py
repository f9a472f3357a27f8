"""What comparisons are made of and say beside their numbers: rows, families, two runs, notes, charts, refusals."""

import re
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl
import pytest

import strategies
from analyser import open_run, play_games, together
from reports.conditions import ConditionError
from reports.run import Run
from tests.reports.synthetic import FACTS, frames, free
from tests.reports.synthetic import run_of as frames_of


def test_a_run_less_itself_is_paired_on_deals_and_less_one_of_other_deals_is_not(tmp_path):
    def run(name: str, seed: int) -> Any:
        other = played(tmp_path / name, design="balance", strategies=["curve", "goals"], games=600, seed=seed)
        return other.compare("score", by="strategy")

    mine, same, other = run("one", 5), run("two", 5), run("three", 6)
    paired = mine.minus(same).table
    assert paired["estimate"].to_list() == paired["se"].to_list() == [0, 0]
    assert paired["verdict"].to_list() == ["same", "same"]
    apart = np.hypot(mine.table["se"].to_numpy(), other.table["se"].to_numpy())
    assert mine.minus(other).table["se"].to_numpy() == pytest.approx(apart)


def played(path: Path, game: str = "middle_kingdom", **settings: Any) -> Run:
    """A small run of fixed line-ups."""
    defaults = {"players": 2, "workers": 0, "seed": 5, "games": 120, "out": path}
    return play_games(game, **{**defaults, **settings})


def test_two_runs_of_different_games_are_refused(tmp_path):
    one = played(tmp_path / "one", strategies=["curve", "goals"])
    two = played(tmp_path / "two", "qin", strategies=["blocker", "absorber"])
    with pytest.raises(ConditionError, match=r"^middle_kingdom and qin are different games: compare two runs of one"):
        one.compare(by="seat").minus(two.compare(by="seat"))


def test_a_strategy_that_changed_since_a_run_is_named_where_two_runs_are_compared(tmp_path):
    """The first run still reads and answers as it was played."""
    plan = tmp_path / "mine.toml"
    shipped = Path(strategies.__file__).parent / "middle_kingdom" / "curve.toml"
    plan.write_text(shipped.read_text(encoding="utf-8"), encoding="utf-8")
    one = played(tmp_path / "one", strategies=[str(plan), "goals"])
    before = one.compare("score", by="strategy").table
    plan.write_text(re.sub(r"farmers = 1", "farmers = 2", plan.read_text(encoding="utf-8"), count=1), encoding="utf-8")
    two = played(tmp_path / "two", strategies=[str(plan), "goals"])
    assert open_run(tmp_path / "one").compare("score", by="strategy").table.equals(before)
    note = one.compare("score", by="strategy").minus(two.compare("score", by="strategy")).note
    assert f"{plan} is another version in {tmp_path / 'two'}." in note
    assert "goals is" not in note


def test_factors_that_line_ups_mix_are_named(tmp_path):
    fixed = played(tmp_path / "fixed", strategies=["curve", "goals"], rotate=False)
    seats = "strategy cannot be told from seat in these games: curve always sat in seat 1."
    assert seats in fixed.compare(by="strategy", against="par").note
    assert "cannot be told" not in fixed.compare(by=["strategy", "seat"]).note
    rotated = played(tmp_path / "rotated", strategies=["curve", "goals"])
    assert "cannot be told" not in rotated.compare(by="strategy", against="par").note


def test_games_with_paid_boards_have_no_records(opened, rows_of):
    run, rows = opened("boards"), rows_of("boards")
    with pytest.raises(ConditionError, match="boards are paid for at the start cannot be recorded: name another arm"):
        run.compare("score", by="board", where="arm = 'priced'").games(0)
    both = run.compare("score", by="board", where="arm in ('dealt', 'priced')").games(0)
    dealt = rows.filter(pl.col("arm") == "dealt")["game"]
    assert set(both["game"]) <= set(dealt)


@pytest.mark.parametrize(
    ("asked", "of"),
    [
        ({"measure": "score", "where": "move_kind = 'palace'"}, "decisions"),
        ({"measure": "score", "by": "seat"}, "seats"),
        ({"measure": "lead_changes", "by": "seat"}, "seats"),
        ({"measure": ["lead_changes", "winning_margin"]}, "games"),
        ({"measure": "winning_margin", "where": "tuned = 'ordinary' and arm != 'forced'"}, "games"),
        ({"measure": "share of move_kind = 'palace'"}, "decisions"),
    ],
)
def test_rows_are_those_that_have_the_columns(asked, of, opened):
    run = opened("balance")
    assert set(run.compare(**asked).table["n_of"]) == {of}


def test_a_line_of_the_scorepad_is_the_sum_of_its_categories(opened):
    run = opened("solo")
    line = next(line for line in run.scenarios[0].game.scorepad if len(line.sources) > 1)
    points = pl.sum_horizontal(pl.col(f"score_{source}").cast(int) for source in line.sources)
    mean = run.seats.filter(pl.col("strategy").is_not_null()).select(points.mean()).collect().item()
    assert run.compare(f"line_{line.name}").table["estimate"].item() == pytest.approx(mean, abs=1e-12)
    assert "line_in_play" in run.measures()["measure"]


def test_together_widens_every_interval_and_leaves_estimates(opened):
    run = opened("balance")
    one, two = run.compare(by="seat", against="par"), run.compare(by="strategy", against="par")
    both = together(one, two).table
    alone = pl.concat([one.table, two.table], how="diagonal_relaxed")
    assert both["estimate"].to_list() == alone["estimate"].to_list()
    width = lambda table: (table["high"] - table["low"]).to_numpy()  # noqa: E731
    assert (width(both) > width(alone)).all()
    assert both["family"].n_unique() == 1


# what is asked of which run, and what is said
REFUSED: list[tuple[str, dict[str, Any], str]] = [
    ("boards", {"by": ["strategy", "palaces_built"], "where": "arm in ('mirror', 'cross')"},
     "palaces_built is chosen by players, not assigned: name one arm, not mirror, cross"),
    ("boards", {"by": "palaces_built"},
     "the run has games of several kinds (mirror, cross, dealt, priced): add where \"arm = 'mirror'\", or another"),
    ("boards", {"measure": "score", "by": "seat", "against": "par"},
     "against par: score has no fair share; win_share has"),
    ("boards", {"by": "board", "against": "moon"},
     "board moon was not played: choose from A, circle, square, star, triangle"),
    ("boards", {"by": "bord"}, "no column bord: did you mean board?"),
    ("boards", {"measure": "scoer"}, "no column scoer: did you mean score?"),
    ("boards", {"measure": "winshare"}, "no column winshare: did you mean win_share?"),
    ("boards", {"by": "win_share"}, "win_share is a measure, not a column"),
    ("boards", {"measure": "strategy"}, "strategy is a text: write share of strategy = '...'"),
    ("boards", {"where": "strategy = 'wals' and arm = 'cross'"}, "no strategy 'wals': "),
    ("boards", {"where": "score > 100000 and arm = 'cross'"}, "no rows meet score > 100000"),
    ("boards", {"by": "score", "where": "arm = 'mirror'", "player_class": "all"},
     "groups, at most 200 are compared: use band(...) or where"),
    ("boards", {"measure": "n_legal", "of": "decisions"},
     "has no decisions: play it with --record decisions"),
    ("boards", {"by": "W_by_round_2", "where": "arm = 'cross'"},
     "has no decisions: play it with --record decisions"),
    ("boards", {"by": "seat", "against": "board=A"},
     "against 'board=A': board is not among the factors seat"),
    ("boards", {"against": "A"}, "against 'A': name a factor with by"),
    ("boards", {"measure": "frequency"}, "frequency: name the factor whose levels are counted with by"),
    ("boards", {"by": "board", "against": "split A + moon"}, "board moon was not played: choose from A, circle"),
    ("balance", {"by": "move_kind", "of": "seats"},
     "move_kind is of a decision, not of a seat or game: count decisions, with of decisions"),
    ("balance", {"by": "opponent_strategy", "of": "seats"},
     "opponent_strategy is of two seats of a game, not of a seat or game: count meetings, with of meetings"),
    ("balance", {"by": "opponent_rounds"}, "opponent_rounds: rounds is no column of a seat: name one that is"),
    ("balance", {"where": "other.move_kind = 'palace'"}, "move_kind is of a decision, not of a seat or game"),
    ("balance", {"where": "strategy = builder"}, "builder is a name, not a column: write it in quotes: 'builder'"),
    ("balance", {"by": "band(strategy, 3)"}, "band(strategy, 3): strategy is no number"),
    ("balance", {"by": "band(score, 0)"}, "band(score, 0): give a width above 0, or edges that rise"),
    ("balance", {"by": "band(score, 5, 3)"}, "give a width above 0, or edges that rise"),
    ("balance", {"measure": "total_opening"}, "total_opening: opening is no number"),
    ("balance", {"measure": "score per strategy"}, "score per strategy: strategy is no number"),
    ("balance", {"measure": "score per start_points"}, "no rows have a value"),
    ("balance", {"measure": "sd of first_turn"}, "first_turn is a text: write share of first_turn = '...'"),
    ("balance", {"measure": "share of first_turn = 'Q'"}, "no first_turn 'Q': choose from U, R, A, G, H, P, W"),
    ("boards", {"by": "board", "where": "board = 'A'"}, "in games of arm dealt: name another with where"),
    ("balance", {"where": "strategy > 3"}, "strategy > 3: a text is compared with a number"),
    ("boards", {"by": "seat", "within": "strategy"},
     "within strategy: needs a level, rest, mean or each to compare with"),
    ("balance", {"by": "strategy", "against": ["tasks", "builder"], "within": "seat"},
     "within seat: give one reference"),
    ("balance", {"by": ["strategy", "won"], "against": {"strategy": "tasks", "won": "no"}, "within": "seat"},
     "within seat: give one reference"),
    ("boards", {"of": "tables"}, "of tables: choose from seats, games, decisions, meetings"),
    ("balance", {"by": "other.board"}, "other.board is of other seats, and belongs in a condition: filter with where"),
    ("balance", {"by": "band(winner.score, 10)"}, "winner.score is of other seats, and belongs in a condition"),
    ("balance", {"measure": "other.score"}, "other.score is of other seats, and belongs in a condition"),
    ("balance", {"measure": "sd of any.score"}, "any.score is of other seats, and belongs in a condition"),
    ("balance", {"measure": "others_with_same_rounds"}, "others_with_same_rounds: rounds is no column of a seat"),
    ("balance", {"measure": "total_joint_win"}, "total_joint_win: joint_win is no column of a seat: name one that is"),
    ("balance", {"measure": "highest_first_turn"}, "highest_first_turn: first_turn is no number"),
    ("boards", {"measure": "others_with_same_first_U"}, "has no decisions: play it with --record decisions"),
    ("solo", {"against": "par", "by": "strategy"}, "against par: with one player there is no fair share"),
]  # fmt: skip


@pytest.mark.parametrize(("name", "asked", "message"), REFUSED)
def test_what_a_run_cannot_answer_is_one_line(name, asked, message, opened):
    run = opened(name)
    with pytest.raises(ConditionError) as refused:
        run.compare(**asked)
    assert message in str(refused.value)
    assert "\n" not in str(refused.value)
    assert len(str(refused.value)) < 250


def test_what_is_typed_at_a_prompt_prints_and_numbers_may_be_levels(opened):
    run = opened("balance")
    bands = run.compare("winning_margin", by="band(lead_changes, 3)", against=0, where=None)
    assert repr(bands) == str(bands)
    assert "3 to 6" in str(bands)
    assert len(repr(run)) < 200
    assert "the run has" in str(opened("boards").compare(by="board", against="par"))
    by_arm = opened("boards").compare(by=["board", "arm"]).table
    assert set(by_arm["arm"]) == {"mirror", "cross", "dealt", "priced"}
    assert "a seat counts as often as it decides" in run.compare("score", by="stage").note
    with pytest.raises(ConditionError, match="give the comparisons"):
        together()


def test_settings_that_are_not_mentioned_split_a_comparison(opened):
    run = opened("whatif")
    table = run.compare(by="strategy", against="par", player_class="all").table
    assert table["scenario"].to_list() == ["before"] * 2 + ["three"] * 2 + ["four"] * 2
    assert table["family"].n_unique() == 3


def test_a_group_without_rows_is_absent(opened, rows_of):
    run, rows = opened("balance"), rows_of("balance")
    table = run.compare(by="walls_built", where="walls_built in (0, 1, 99)").table
    assert table["walls_built"].to_list() == sorted(x for x in rows["walls_built"].unique().to_list() if x in (0, 1))


def test_rows_without_a_value_are_said_to_be_left_out(opened):
    run = opened("balance")
    decisions, seats = run.decisions.collect(), run.seats.collect()
    valued = decisions["move_value"].is_not_null().sum()
    note = run.compare("move_value", by="strategy").note
    assert f"Left out, decisions: {len(decisions) - valued:,} of {len(decisions):,} without move_value." in note
    never = run.compare("score", by="first_W")
    n = len(seats) - never.table["n"].sum()
    assert n > 0
    assert f"Left out, seats: {n:,} of {len(seats):,} without first_W." in never.note
    assert f"Left out, seats: {2 * n:,} of {2 * len(seats):,} without" not in never.minus(never).note
    ratio = run.compare("score per first_W")
    assert ratio.table["estimate"].item() == pytest.approx(
        (never.table["estimate"] * never.table["n"]).sum() / (never.table["first_W"] * never.table["n"]).sum()
    )
    assert f"{n:,} of {len(seats):,} without score per first_W" in ratio.note


def test_deals_of_a_difference_are_those_of_all_its_sides(opened, rows_of):
    """The deals of a strategy are some; pairs on a deal have those of the pairs."""
    run, rows = opened("balance"), rows_of("balance")
    deals = {who: set(part["deal"]) for (who,), part in rows.group_by("strategy")}
    for row in run.compare(by="strategy", against="tasks").table.iter_rows(named=True):
        assert row["deals"] == len(deals[row["strategy"]] | deals["tasks"])
    some = {"by": "deal < 30", "against": "no"}
    few = run.compare("score", **some)
    assert few.table["deals"].item() == rows["deal"].n_unique()
    assert few.table["verdict"].item() is None
    assert "* fewer than 50 deals on a side: no word" in str(few)
    boards, rows = opened("boards"), rows_of("boards")
    paired = boards.compare(by="board", against="A").table
    mirror = rows.filter(pl.col("arm") == "mirror")
    keys = ["deal", "strategy", "seat"]
    base = mirror.filter(pl.col("board") == "A").select(keys).unique()
    for row in paired.iter_rows(named=True):
        pairs = mirror.filter(pl.col("board") == row["board"]).join(base, on=keys, how="semi")
        assert row["deals"] == pairs["deal"].n_unique()


def test_what_other_seats_were_assigned_is_not_chosen(opened):
    run = opened("balance")
    for factor in ("strategy_before", "board_after", "others", "others_with_same_strategy"):
        assert "chosen" not in run.compare(by=factor).note
    assert "others_with_same_first_turn is chosen, not assigned" in run.compare(by="others_with_same_first_turn").note
    boards = opened("boards")
    assert "Games of arm mirror;" in boards.compare(by="board_before", against="A").note
    designs = dict(run.factors().select("factor", "design").iter_rows())
    assert designs["strategy_before"] == "assigned in games of arm free"
    assert designs["first_turn"] == "chosen"


def test_classes_that_are_digits_are_factors_measures_and_conditions():
    letters = {letter: str(number) for number, letter in enumerate("URAGHPW", 1)}
    classes = {letters[letter]: words for letter, words in FACTS["classes"].items()}
    seats, games = frames(free(60))
    opening = seats["opening"].str.replace_many(list(letters), list(letters.values()))
    facts = {**FACTS, "classes": classes, "opening": {**FACTS["opening"], "letter": "1"}}
    run = Run((frames_of(seats.with_columns(opening), games, facts=facts),))
    expected = opening.str.count_matches("7").to_numpy()
    assert run.compare("7_in_opening").table["estimate"].item() == pytest.approx(expected.mean())
    assert run.compare("sd of 7_in_opening").table["estimate"].item() == pytest.approx(expected.std())
    assert run.compare(by="7_in_opening").table["7_in_opening"].to_list() == sorted(set(expected))
    assert run.compare("score", where="7_in_opening > 1").table["n"].item() == (expected > 1).sum()
    assert run.compare("score", by="7_in_opening > 1", against="no").table["n"].item() == len(seats)
    with pytest.raises(ConditionError, match="7_by_round_1: these games has no decisions: play it with"):
        run.compare("7_by_round_1")


def test_below_50_deals_there_is_a_number_and_no_word(opened):
    run = opened("balance")
    table = run.compare(by="seat", against="par", where="deal < 40").table
    assert table["deals"].max() < 50
    assert table["verdict"].to_list() == [None] * 4
    assert table["low"].null_count() == 0
    assert "fewer than 50 deals: no word" in str(run.compare(by="seat", against="par", where="deal < 40"))


def test_the_games_of_a_row_are_those_of_its_group(opened, rows_of):
    run, rows = opened("balance"), rows_of("balance")
    found = run.compare("score", by="strategy")
    games = found.games(1)
    own = rows.filter(pl.col("strategy") == found.table["strategy"][1])
    assert sorted(games.select("game", "seat").rows()) == sorted(own.select("game", "seat").rows())
    assert abs(games["value"][0] - own["score"].mean()) <= 1


@pytest.mark.parametrize(
    ("asked", "ends"),
    [
        ({"by": "board", "against": "A"}, "A"),
        ({"by": "board", "against": "par"}, "the fair share"),
        ({"by": "board", "against": "each"}, "the other"),
        ({"by": "board", "against": "A", "where": "deal < 40"}, "A"),
        ({"measure": "score", "by": "board", "against": "rest", "where": "arm = 'cross'"}, "the rest"),
        ({"by": "board", "against": "relative to A", "where": "arm = 'cross'"}, "A"),
    ],
)
def test_a_chart_has_the_verdicts_of_its_table_and_the_reference(asked, ends, opened, tmp_path):
    found = opened("boards").compare(**asked)
    texts = re.findall(r">([^<]*)</text>", found.chart(tmp_path / "chart.svg").read_text(encoding="utf-8"))
    words = ("stronger", "weaker", "fair", "higher", "lower", "unclear", "fewer than 50 deals: no word")
    verdicts = {verdict or words[-1] for verdict in found.table["verdict"]}
    assert {word for text in texts for word in text.split(", or ") if word in words} == verdicts
    assert {f"← less than {ends}", f"more than {ends} →"} <= set(texts)
    assert not {"above fair", "below fair"} & set(texts)


def test_a_relative_difference_of_shares_is_no_number_of_points(opened):
    found = opened("boards").compare(by="board", against="relative to A")
    assert "pp" not in str(found)
    assert set(found.table["verdict"]) <= {"higher", "lower", "unclear"}
