"""`analyser decisions`: what decisions are worth in games of which it is known."""

import json
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl
import pytest

from analyser.runs import decisions
from analyser.runs.decisions import HALF, measure_decision
from reports.questions.decisions import unchosen_options
from tests.cli.conftest import Cli, Golden
from tests.reports.expected import contradictions, reports_of
from tests.reports.golden_text import text_of_report
from tests.reports.stats.decisions import gain_of_player

HERE = ("--workers", 0, "--quiet")
pytestmark = pytest.mark.usefixtures("undrawn")

# Both moves draw a number; one of them draws twice and keeps the second.
CHANCE = """
from analyser.rules import Rules, points


class Chance(Rules):
    players = 2, 3
    rounds = 4
    moves = {"once": ("draws once", "1", {}), "twice": ("draws twice", "2", {})}
    luck = points("luck")

    def legal(self, table, seat):
        return [("once",), ("twice",)]

    def play(self, table, seat, move):
        drawn = [table.rng.below(100) for _ in range(2)]
        table.luck[seat] += drawn[move[0] == "twice"]
        table.end_turn()
"""
# The first to move takes the gold and wins, or leaves it to the next.
GOLD = """
from analyser.rules import Rules, number, points


class Gold(Rules):
    players = 2, 3
    rounds = 1
    moves = {"take": ("takes it", "t", {}), "leave": ("leaves it", "l", {}), "wait": ("waits", "w", {})}
    gone = number()
    gold = points("gold")

    def legal(self, table, seat):
        return [("wait",)] if table.gone else [("take",), ("leave",)]

    def play(self, table, seat, move):
        if move[0] == "take":
            table.gone, table.gold[seat] = 1, 5
        elif seat == 0:
            table.gone, table.gold[1] = 1, 5
        table.end_turn()
"""
# Three bets that win in 60, 55 and 50 of 100 games, each on numbers of its own.
BETS = """
from analyser.rules import Rules, points


class Bets(Rules):
    players = (2,)
    rounds = 1
    moves = {"bet": ("bets on {n}", "b{n}", {"n": range(3)}), "wait": ("waits", "w", {})}
    gold = points("gold")

    def legal(self, table, seat):
        return [("wait",)] if seat else [("bet", n) for n in range(3)]

    def play(self, table, seat, move):
        if move[0] == "bet":
            drawn = [table.rng.below(100) for _ in range(3)]
            table.gold[0 if drawn[move[1]] < 60 - 5 * move[1] else 1] = 1
        table.end_turn()
"""
# The third has no points and decides which of the others wins.
KING = """
from analyser.rules import Rules, points


class King(Rules):
    players = (3,)
    rounds = 1
    moves = {"wait": ("waits", "w", {}), "help": ("helps {who}", "{who}", {"who": range(2)})}
    favour = points("favour")

    def deal(self, table, rng):
        table.favour[0] = table.favour[1] = 10

    def legal(self, table, seat):
        return [("help", 0), ("help", 1)] if seat == 2 else [("wait",)]

    def play(self, table, seat, move):
        if move[0] == "help":
            table.favour[move[1]] += 1
        table.end_turn()
"""


@pytest.fixture
def sampled(called: Cli, tmp_path: Path) -> Any:
    """The answer about a game in one Python file, whose first screen says what its decisions say."""

    def ask(text: str, players: int, games: int = 60) -> tuple[dict[str, Any], dict[str, dict[str, Any]]]:
        (tmp_path / "game.py").write_text(text)
        done = called("decisions", "./game.py", "--players", players, "--games", games, *HERE, "--json")
        assert done.returncode == 0, done.stderr
        (tmp_path / "printed.json").write_text(done.stdout)
        (content,) = reports_of(tmp_path / "printed.json")
        assert contradictions(tmp_path, content) == []
        return content, {row["measure"]: row for row in content["values"]}

    return ask


def test_decisions_that_never_matter_are_worth_nothing_within_error(sampled: Any) -> None:
    content, of = sampled(CHANCE, 2, 100)
    assert content["finding"] == "No decision is shown to matter, by 2 of 100 games or more"
    assert of["over_median"]["mean_low"] < 0 < of["over_median"]["mean_high"]
    assert abs(of["over_median"]["mean"]) < 0.02
    assert of["matters"]["mean"] == 0


def test_a_decision_that_decides_the_game_is_worth_all_of_it(sampled: Any) -> None:
    content, of = sampled(GOLD, 2, 20)
    assert content["finding"].startswith("Not decided yet, fewer than 50 deals: so far at least 100 % of decisions")
    assert (of["over_median"]["mean"], of["over_second"]["mean"], of["matters"]["mean"]) == (1, 1, 1)
    assert {row["chosen"] for row in content["decisions"]} == {"take"}
    assert "swing" not in of


def test_a_gain_is_that_of_a_player_of_as_many_playouts(sampled: Any) -> None:
    _, of = sampled(BETS, 2, 150)
    gain = gain_of_player(np.array([0.6, 0.55, 0.5]), HALF)
    assert 0.03 < gain < 0.04  # the best option is worth 5 points more than the middle one
    assert of["over_median"]["mean_low"] < gain < of["over_median"]["mean_high"]
    assert of["over_median"]["mean"] < 0.05


def test_who_cannot_win_decides_who_does(sampled: Any) -> None:
    content, of = sampled(KING, 3)
    assert {row["seat"] for row in content["decisions"]} == {3}
    assert (of["cannot_win"]["mean"], of["swing"]["mean"]) == (1, 1)
    for changes in (
        {"finding": "At least 9 % of decisions matter"},
        {"lead": content["screen"]["lead"].replace("100 %", "90 %")},
        {"rows": content["screen"]["rows"][1:]},
        {"cautions": ["Offered, and never chosen: help (60 times on 60 deals)."]},
    ):
        assert contradictions(Path(), {**content, "screen": {**content["screen"], **changes}})
    assert of["over_median"]["mean"] == 0


def test_the_screen_fits_and_names_what_nobody_takes(called: Cli, tmp_path: Path, golden: Golden) -> None:
    (tmp_path / "gold.py").write_text(GOLD)
    done = called("decisions", "./gold.py", "--players", 2, "--games", 60, *HERE, "--out", "answer")
    assert done.returncode == 0, done.stderr
    lines = done.stdout.splitlines()
    assert len(lines) <= 24
    assert max(map(len, lines)) <= 80
    assert "At least 100 % of decisions matter, by 2 of 100 games or more" in done.stdout
    assert "Offered, and never chosen: leave (60 times on 60 deals)." in " ".join(done.stdout.split())
    assert "Strengthen or cut leave." in done.stdout
    text = text_of_report(done.stdout, tmp_path / "answer/report")
    assert text == golden("decisions.txt", text)
    page = (tmp_path / "answer/report/decisions.html").read_text(encoding="utf-8")
    assert "Never chosen: leave" in page
    assert "0 % of decisions are of a player who cannot win any more" in page.replace("\N{NO-BREAK SPACE}", " ")
    assert "More to ask" not in page  # there is no run to ask
    options = pl.read_csv(tmp_path / "answer/report/tables/options.csv")
    rows = {row["option"]: (row["n"], row["chosen"]) for row in options.iter_rows(named=True)}
    assert rows == {"take": (60, 1), "leave": (60, 0)}


def test_what_is_stopped_names_the_command_that_starts_again(
    called: Cli, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "gold.py").write_text(GOLD)
    sample, deals = decisions.sample_decision, []

    def stop_third(*asked: Any, **how: Any) -> Any:
        deals.append(how["deal"])
        if len(deals) == 3:
            raise KeyboardInterrupt
        return sample(*asked, **how)

    monkeypatch.setattr(decisions, "sample_decision", stop_third)
    done = called("decisions", "./gold.py", "--players", 2, "--games", 9, *HERE, "--out", "answer")
    again = f"`analyser decisions ./gold.py --players 2 --games 9 {' '.join(map(str, HERE))} --out answer`"
    said = f"analyser: stopped: 2 games were played, and nothing is kept: {again} starts again\n"
    assert (done.stdout, done.stderr) == ("", said)
    assert not (tmp_path / "answer").exists()


def test_the_page_of_a_file_lies_among_runs(called: Cli, tmp_path: Path) -> None:
    folder = tmp_path / "elsewhere"
    folder.mkdir()
    (folder / "gold.py").write_text(GOLD)
    done = called("decisions", folder / "gold.py", "--players", 2, "--games", 2, *HERE)
    assert done.returncode == 0, done.stderr
    assert (tmp_path / "runs/gold-decisions-001/report/decisions.html").is_file()
    assert [path.name for path in folder.iterdir() if path.name != "__pycache__"] == ["gold.py"]


def test_rows_are_the_same_for_any_number_of_workers(called: Cli, tmp_path: Path) -> None:
    (tmp_path / "chance.py").write_text(CHANCE)
    rows = []
    for workers in (0, 2):
        words = ["--players", 2, "--games", 9, "--workers", workers, "--quiet", "--json"]
        done = called("decisions", "./chance.py", *words)
        assert done.returncode == 0, done.stderr
        rows.append(json.loads(done.stdout)["decisions"])
    assert rows[0] == rows[1]
    assert [row["deal"] for row in rows[0]] == list(range(9))


def test_an_option_is_picked_on_one_half_and_measured_on_the_other() -> None:
    shares = np.zeros((8, 2, 2))
    shares[:4, 0, 0] = 1  # the first option looks best, and is not
    shares[4:, 1, 0] = 1
    assert measure_decision(shares, 0, 0.02)["over_median"] == -1


def test_an_option_counts_as_unchosen_where_it_was_offered_often_beside_others() -> None:
    rows = [{"deal": n // 2, "options": ["a", "b"], "chosen": "a"} for n in range(30)]
    assert unchosen_options(rows) == [("b", 30, 15)]
    assert unchosen_options([*rows, {"deal": 99, "options": ["b"], "chosen": "b"}]) == []
    assert unchosen_options(rows[:10]) == []
