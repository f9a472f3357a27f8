"""`analyser compare`: what it prints, writes and refuses, as typed."""

import json
from pathlib import Path
from types import SimpleNamespace
from typing import cast

import polars as pl
import pytest

from analyser import open_run
from analyser.cli.compare import _record_command
from reports.comparison_text import ComparisonText, join_measures, split_list
from reports.estimates import Estimates
from tests.cli.conftest import Cli, assert_refused


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("", ()),
        ("seat", ("seat",)),
        ("board, seat", ("board", "seat")),
        ("band(score, 50, 100),seat", ("band(score, 50, 100)", "seat")),
        ("share of rank in (1, 2),score", ("share of rank in (1, 2)", "score")),
        ("strategy = 'a,b',seat", ("strategy = 'a,b'", "seat")),
        ("not (rank in (1, 2)),seat", ("not (rank in (1, 2))", "seat")),
    ],
)
def test_commas_in_parentheses_and_quotes_part_nothing(text: str, parts: tuple[str, ...]) -> None:
    assert split_list(text) == parts


@pytest.mark.parametrize(
    ("by", "against", "references"),
    [
        ("board,seat", "board=A,seat=mean", {"board": "A", "seat": "mean"}),
        ("board,seat = 1", "board=circle,seat = 1=no", {"board": "circle", "seat = 1": "no"}),
        ("board,seat = 1", "board = circle, seat = 1 = no", {"board": "circle", "seat = 1": "no"}),
        ("seat,seat = 1", "seat=mean,seat = 1=no", {"seat": "mean", "seat = 1": "no"}),
        ("score in (90, 91),seat", "score in (90, 91)=no,seat=2", {"score in (90, 91)": "no", "seat": "2"}),
        ("board,seat", "seat=mean,seat=rest", ["seat=mean", "seat=rest"]),
        ("board", "A,par", ["A", "par"]),
        ("board,seat", "board=A; board=A,seat=mean", ["board=A", {"board": "A", "seat": "mean"}]),
        ("seat = 1", "seat = 1=no", "seat = 1=no"),
        ("seat = 1", "no", "no"),
        ("seat", "", None),
    ],
)
def test_factors_of_references_may_be_conditions(by: str, against: str, references: object) -> None:
    assert ComparisonText(by=by, against=against).keywords["against"] == references


def test_columns_are_a_pattern_where_all_that_begin_so_are_meant() -> None:
    columns = ("built_1", "built_2", "used_1", "used_2", "left")
    assert join_measures(("left", "built_1", "built_2", "used_1"), columns) == "left,built_*,used_1"


def test_the_command_compares_conditions_as_python_does(called: Cli, small_run: Path) -> None:
    words = ("--measure", "score", "--by", "board,seat = 1", "--against", "board=A,seat = 1=no", "--json")
    printed = json.loads(called("compare", small_run, *words).stdout)["estimates"]
    against = {"board": "A", "seat = 1": "no"}
    table = open_run(small_run).compare("score", by=["board", "seat = 1"], against=against).table
    assert [row["estimate"] for row in printed] == table["estimate"].to_list()
    assert printed[0]["against"] == "board = A; seat = 1 = no"


def test_a_table_with_intervals_its_games_and_its_design(called: Cli, small_run: Path) -> None:
    done = called("compare", small_run, "--measure", "score", "--by", "seat")
    assert done.returncode == 0, done.stderr
    head, _, columns, first, *_ = done.stdout.splitlines()
    assert head == "score by seat"
    assert columns.split() == ["seat", "estimate", "95", "%", "together", "verdict", "seats", "deals"]
    assert first.split()[0] == "1"
    assert "Games of arm free. Intervals hold together in 95 of 100 runs" in done.stdout
    assert f"`analyser record --from {small_run} --game " in done.stderr


def test_a_row_without_games_of_its_own_names_none() -> None:
    estimates = SimpleNamespace(games=lambda row: pl.DataFrame(schema={"game": pl.UInt64}))
    assert _record_command(cast(Estimates, estimates), Path("run")) == ""


def test_numbers_are_written_and_printed_alike(called: Cli, small_run: Path, tmp_path: Path) -> None:
    words = ("compare", small_run, "--measure", "score,share of rank = 1", "--by", "board")
    printed = json.loads(called(*words, "--json").stdout)
    for name in ("table.csv", "table.parquet"):
        assert called(*words, "--out", name).returncode == 0
    parquet, csv = pl.read_parquet(tmp_path / "table.parquet"), pl.read_csv(tmp_path / "table.csv")
    assert [row["estimate"] for row in printed["estimates"]] == parquet["estimate"].to_list()
    assert csv["estimate"].to_list() == pytest.approx(parquet["estimate"].to_list())
    assert parquet["measure"].to_list() == ["score"] * 2 + ["share of rank = 1"] * 2


@pytest.mark.parametrize(("name", "begins"), [("chart.svg", b"<?xml"), ("chart.png", b"\x89PNG")])
def test_a_chart_is_drawn_twice_alike(called: Cli, small_run: Path, tmp_path: Path, name: str, begins: bytes) -> None:
    words = ("compare", small_run, "--measure", "score", "--by", "seat", "--title", "Who scores more?", "--chart", name)
    first = called(*words)
    assert first.returncode == 0, first.stderr
    content = (tmp_path / name).read_bytes()
    assert content.startswith(begins)
    called(*words)
    assert (tmp_path / name).read_bytes() == content


def test_a_run_is_compared_with_another(called: Cli, small_run: Path) -> None:
    done = called("compare", small_run, small_run, "--measure", "score", "--by", "seat")
    assert done.returncode == 0, done.stderr
    assert [line.split()[1] for line in done.stdout.splitlines()[3:5]] == ["+0.00", "+0.00"]


def test_what_can_be_compared_is_listed_in_words(called: Cli, small_run: Path) -> None:
    done = called("compare", small_run, "--list")
    assert done.returncode == 0, done.stderr
    assert max(map(len, done.stdout.splitlines())) <= 80
    groups: dict[str, dict[str, str]] = {}
    for line in done.stdout.splitlines():
        if line.startswith("  ") and line[2] != " ":
            group = groups.setdefault(line.strip().partition(":")[0], {})
        elif line.startswith("    ") and line[4] != " ":
            name, _, words = line.strip().partition("  ")
            group[name] = words.strip()
        elif line.strip() and line[0] == " ":
            group[name] += " " + line.strip()
    assigned, chosen = groups["assigned by the schedule"], groups["chosen by the players, or dealt"]
    assert list(assigned) == ["board", "strategy", "seat", "player_class", "table_class"]
    assert assigned["board"] == "what the seat plays with A, circle assigned in games of arm free"
    assert " random " in assigned["strategy"]
    assert "U unify, R recruit" in chosen["first_turn"]
    assert {"opening", "won", "band(score, 20)", "a condition"} <= set(chosen)
    assert list(groups["assigned to other seats of the game"]) == ["strategy_before", "others", "opponent_strategy"]
    assert {"win_share", "joint_win_share", "score", "lead"} <= set(groups["results of a seat"])
    assert {"score_palaces", "score_walls"} <= set(groups["points of a seat by scoring category"])
    assert {"palaces_built", "action_U", "unrest_1 … 5"} <= set(groups["counters of a seat"])
    assert groups["after each round"]["score_after_round_1 … 5"] == "victory points at the end of round N"
    assert groups["after each round"]["U_by_round_2"].endswith("; needs --record decisions")
    assert {"winning_margin", "joint_win", "total_score"} <= set(groups["results of a game"])
    assert "offered_unify" in groups["decisions"]
    assert "share of CONDITION" in groups["statistics"]


@pytest.mark.parametrize(
    ("words", "code", "message"),
    [
        (["--by", "bord"], 2, "no column bord: did you mean board?"),
        (["--by", "seat", "--by", "board"], 2, "--by is given twice: give it once, as --by A,B,…"),
        (["--where", "won = yes"], 2, "won is a condition by itself: write won"),
        (["--by", "other.board"], 2, "other.board is of other seats, and belongs in a condition: filter with where"),
        (["--where", "score >"], 2, "nothing follows '>'"),
        (["--where", "select * from read_csv('/etc/passwd')"], 2, "'read_csv' does not fit after 'from'"),
        (["--chart", "chart.jpg"], 2, "--chart chart.jpg: name a file that ends in .svg or .png"),
        (["--out", "table.xlsx"], 2, "--out table.xlsx: name a file that ends in .csv or .parquet"),
        (["--by", "seat", "--against", "par", "--measure", "score"], 2, "score has no fair share"),
        (["--memory-limit", "1MB"], 2, "give a size from 200MB"),
        (["--by", "strategy,strategy"], 2, "by strategy, strategy: strategy is named twice"),
        (["--by", "seat,board,seat", "--against", "mean"], 2, "seat is named twice"),
        (["--by", "board = 'A',board = 'A'", "--measure", "frequency"], 2, "board = 'A' is named twice"),
        (["--by", "scenario,scenario"], 2, "scenario is named twice"),
        (["--by", "board", "--against", "rest", "--within", "board"], 2, "within board: by compares it already"),
        (
            ["--by", "board", "--against", "A", "--weights", "treated"],
            2,
            "weights treated: needs a factor that is held",
        ),
        (
            ["--by", "board", "--against", "A", "--within", "seat", "--weights", "equal"],
            2,
            "weights equal: choose from overlap, treated, families",
        ),
        (["--measure", "others_with_same_rounds"], 2, "rounds is no column of a seat: name one that is, such as score"),
        (["--where", f"score > {'9' * 400}"], 2, "is too large a number"),
        (["--by", f"band(score, {'9' * 400})"], 2, "is too large a number"),
        (["--where", "arm = 3"], 2, "arm = 3: a text is compared with a number"),
        (["--where", "score > " + "-" * 1_900], 2, "nothing follows '-'"),
        (["--margin", "-1"], 3, "--margin -1: give percentage points of win share between 0 and 100"),
        (["--margin", "100"], 3, "--margin 100: give percentage points of win share between 0 and 100"),
    ],
)
def test_what_is_refused_is_one_line(called: Cli, small_run: Path, words: list[str], code: int, message: str) -> None:
    assert_refused(called("compare", small_run, *words), code, message)
