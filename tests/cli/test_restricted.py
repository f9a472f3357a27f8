"""`analyser balance --forbid`: one player does without, in a game of which it is known what that costs."""

import json
import re
import shlex
from pathlib import Path

import polars as pl
import pytest

from tests.cli.conftest import ROOT, Cli, Golden
from tests.cli.test_people import NO_LEVELS
from tests.needs import module
from tests.reports.expected import contradictions, reports_of
from tests.reports.golden_text import text_of_report

pytestmark = pytest.mark.usefixtures("undrawn")

# Gold is worth more than all else together, and dust worth nothing. To dig is as good as to mine.
GAME = """
from analyser.rules import Rules, data, points


class Hills(Rules):
    players = 2, 3
    rounds = 3
    things = data([{"name": "gold", "worth": 50}, {"name": "dust", "worth": -40}])
    moves = {
        "take": ("takes the {thing}", "t{thing}", {"thing": "things"}),
        "dig": ("digs", "d", {}),
        "mine": ("mines", "m", {}),
    }
    classes = {"T": "a take", "D": "a dig", "M": "a mine"}
    features = {"gold": "gold is taken | 0/1", "dust": "dust is taken | 0/1", "luck": "a draw that decides | points"}
    plans = {"greedy": {"gold": 9, "dust": -9, "luck": 1}}
    found = points("what was found")

    def legal(self, table, seat):
        return [("take", 0), ("take", 1)] if table.round == 1 else [("dig",), ("mine",), ("take", 1)]

    def kind_of(self, table, seat, move):
        return move[0][0].upper()

    def play(self, table, seat, move):
        luck = table.rng.below(10)
        if move[0] == "mine":
            luck = 9 - luck
        table.found[seat] += self.things[move[1]]["worth"] if move[0] == "take" else luck
        table.end_turn()

    def weigh(self, table, seat, move):
        take = move[0] == "take"
        return take and move[1] == 0, take and move[1] == 1, (seat + table.round) % 2 == (move[0] == "dig")
"""


# Coins and gems bring as much, stones nothing; who collects coins takes stones rather than gems.
WAYS = """
from analyser.rules import Rules, counter, points


class Ways(Rules):
    players = 2, 3
    rounds = 6
    moves = {"coin": ("takes coins", "c", {}), "gem": ("takes gems", "g", {}), "stone": ("takes a stone", "s", {})}
    classes = {"C": "a coin", "G": "a gem", "S": "a stone"}
    features = {"coins": "coins are taken | 0/1", "gems": "gems are taken | 0/1", "stones": "a stone is taken | 0/1"}
    plans = {"collector": {"coins": 9, "gems": 2, "stones": 3}}
    found = points("what was found")
    gems = counter("gems that were taken")

    def legal(self, table, seat):
        return [("coin",), ("gem",), ("stone",)]

    def kind_of(self, table, seat, move):
        return move[0][0].upper()

    def play(self, table, seat, move):
        luck = table.rng.below(10)
        table.found[seat] += 0 if move[0] == "stone" else 3 + luck
        table.gems[seat] += move[0] == "gem"
        table.end_turn()

    def weigh(self, table, seat, move):
        return move[0] == "coin", move[0] == "gem", move[0] == "stone"
"""


@pytest.fixture
def hills(tmp_path: Path) -> str:
    (tmp_path / "hills.py").write_text(GAME)
    return "./hills.py"


def test_what_is_indispensable_and_what_nobody_misses(called: Cli, hills: str, tmp_path: Path, golden: Golden) -> None:
    words = ["balance", hills, "--forbid", "each", "--strategies", "greedy", "--games", 3000, "--workers", 0]
    done = called(*words, "--margin", 9, "--out", "run")
    assert done.returncode == 0, done.stderr
    lines = done.stdout.splitlines()
    assert len(lines) <= 24
    assert max(map(len, lines)) <= 80
    assert lines[2] == "Gold is indispensable; no one misses mine and dig"
    assert "Never used, or nothing else was legal: take" in " ".join(done.stdout.split())
    assert "The greedy bot plays on as if nothing were forbidden" in done.stdout  # it has not adapted
    table = pl.read_csv(tmp_path / "run/reports/restricted/tables/restrictions.csv")
    rows = {row["thing"]: row for row in table.iter_rows(named=True)}
    text = text_of_report(done.stdout, tmp_path / "run/reports/restricted")
    assert text == golden("restricted.txt", text)
    assert rows["gold"]["word"] == "indispensable"
    assert rows["gold"]["share"] == 0  # 90 points less than the others have
    assert rows["gold"]["effect"] == pytest.approx(rows["gold"]["share"] - rows["gold"]["free"])
    for name in ("dig", "mine"):
        assert rows[name]["effect_low"] < 0 < rows[name]["effect_high"]  # each is as good as the other
        assert rows[name]["changed"] > 0.9
    for name in ("take", "dust"):  # there is nothing else to take at first; nobody wants dust
        assert (rows[name]["changed"], rows[name]["word"], rows[name]["effect"]) == (0, "no difference", None)
    (report,) = reports_of(tmp_path / "run")
    assert contradictions(tmp_path / "run", report) == []
    screen = report["screen"]
    first, *others = screen["rows"]
    for changes in (
        {"rows": others}, {"rows": [{**first, "side": "fair"}, *others]}, {"lead": ""},
        {"finding": screen["finding"].replace("Gold", "Dust")},
    ):  # fmt: skip
        assert contradictions(tmp_path / "run", {**report, "screen": {**screen, **changes}})
    typed = json.loads(called("compare", "run", "--by", "forced_opening", "--against", "unrestricted", "--json").stdout)
    estimates = {row["forced_opening"]: row["estimate"] for row in typed["estimates"]}
    assert estimates[rows["gold"]["forced_opening"]] == pytest.approx(rows["gold"]["effect"], abs=1e-12)
    assert estimates[rows["dust"]["forced_opening"]] == 0


def test_a_plan_tuned_to_do_without_loses_nothing_where_another_action_is_as_good(
    called: Cli, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    module("cma", extra="tune")
    monkeypatch.setattr("analyser.runs.tuned_players.GAMES", 40)
    (tmp_path / "ways.py").write_text(WAYS)
    words = ["balance", "./ways.py", "--forbid", "each", "--strategies", "collector", "--players", 2, "--games", 800]
    words += ["--workers", 0, "--quiet"]
    done = called(*words, "--out", "plain")
    assert done.returncode == 0, done.stderr
    assert "Coin is indispensable" in done.stdout
    assert "`--retune 5` tunes bots for it" in " ".join(done.stdout.split())
    done = called(*words, "--retune", "6gen", "--out", "run")
    assert done.returncode == 0, done.stderr
    lines = done.stdout.splitlines()
    assert len(lines) <= 24
    assert "No one misses coin" in done.stdout
    assert "tuned for it" in done.stdout
    assert "as if nothing were forbidden" not in done.stdout
    tables = tmp_path / "run/reports/restricted/tables"
    (row,) = pl.read_csv(tables / "tuned.csv").iter_rows(named=True)
    assert (row["thing"], row["effect"]) == ("coin", 0)
    assert row["plain"] < row["plain_high"] < -0.3
    untuned = pl.read_csv(tmp_path / "plain/reports/restricted/tables/restrictions.csv").filter(thing="coin")
    assert row["plain"] == pytest.approx(untuned["effect"].item(), abs=1e-12)  # as without --retune
    found = {row["scenario"]: row for row in pl.read_csv(tables / "retuned.csv").iter_rows(named=True)}
    assert list(found) == ["unrestricted", "without coin", "without gem", "without stone"]
    assert found["without coin"]["share"] > 0.4
    assert found["without stone"]["plays"] == "as before"
    seats = pl.read_parquet(tmp_path / "run/seats/*.parquet").filter(forced_opening="without coin")
    taken = dict(seats.group_by("scenario").agg(pl.col("gems").mean()).iter_rows())
    assert taken == {"base": 0, "base.retuned": 6}  # gems in place of stones
    done = called("record", "--from", "run", "--scenario", "base.retuned", "--game", 1)
    assert done.returncode == 0, done.stderr


def test_a_restriction_without_effect_is_no_answer(asked: Cli, hills: str) -> None:
    words = ["--strategies", "greedy", "--games", 200, "--workers", 0, "--quiet"]
    done = asked("balance", hills, "--forbid", "dust", "--forbid", "take", *words)
    assert done.returncode == 0, done.stderr
    printed = " ".join(done.stdout.split())
    assert "Never used, or nothing else was legal: dust and take: `analyser games " in printed
    assert "fair" not in printed


def test_a_search_plays_where_nobody_is_named(asked: Cli) -> None:
    words = ["balance", "toy", "--forbid", "push", "--games", 40, "--workers", 0, "--players", 2, "--printings", 0]
    done = asked(*words, "--out", "run")
    assert done.returncode == 0, done.stderr
    assert "search:banker:8" in done.stderr
    assert "as if nothing were forbidden" not in done.stdout
    assert "thinks an action may be taken later" in done.stdout
    done = asked("balance", "--more", 20, "--out", "run", "--workers", 0, "--quiet")
    assert done.returncode == 0, done.stderr
    assert "60 games" in done.stdout


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["toy", "--forbid", "each", "--forbid", "push"], "--forbid each is all there is: leave out --forbid push"),
        (
            ["toy", "--forbid", "pull"],
            "--forbid pull: toy has actions and moves, but no abilities: choose from low_card",
        ),
        (["toy", "--forbid", "each", "--levels"], "--forbid and --levels: "),
        (["toy", "--forbid", "each", "--printings", "8"], "--forbid and --printings: "),
        (["./one.py", "--forbid", "each"], "has nothing to forbid: no actions, abilities or kinds of moves"),
        (["toy", "--forbid", "each", "--players", "1"], "one seat decides"),
        (["toy", "--forbid", "push", "--retune", "5"], "--retune: search:banker:8 is no plan of weights: name plans"),
        (
            ["toy", "--forbid", "push", "--retune", "5", "--players", "2,3"],
            "--forbid with --retune: one game at a time",
        ),
        (["toy", "--retune", "5"], "--retune: `balance` changes nothing"),
    ],
)
def test_what_cannot_be_asked_is_one_line(called: Cli, tmp_path: Path, words: list[str], message: str) -> None:
    (tmp_path / "one.py").write_text(NO_LEVELS)
    done = called("balance", *words, "--games", 10, "--workers", 0, "--quiet")
    assert (done.returncode in (2, 3), done.stdout) == (True, "")
    assert message in done.stderr
    assert len(done.stderr.strip().splitlines()) == 1


def test_the_page_of_the_docs_runs(called: Cli, played: Cli, monkeypatch: pytest.MonkeyPatch) -> None:
    module("cma", extra="tune")
    monkeypatch.setattr("analyser.runs.tuned_players.GAMES", 8)
    page = (ROOT / "docs" / "restricted-play.md").read_text(encoding="utf-8")
    lines = [line for block in re.findall(r"```sh\n(.*?)```", page, re.DOTALL) for line in block.splitlines()]
    assert len(lines) == 7
    plans = {"qin": "villager", "zhanguo": "balanced"}
    for line in lines:
        words = shlex.split(line.replace("RUN", "run"))[1:]
        if words[0] == "balance":
            if "--retune" in words:
                words[words.index("--retune") + 1] = "1gen"
            words += [] if "--strategies" in words else ["--strategies", plans[words[1]]]
            words += ["--games", 60, "--workers", 0, "--quiet"]
            words += ["--out", "run"] if words[1] == "qin" else []
        done = (played if words[0] == "balance" else called)(*words)
        assert done.returncode == 0, (line, done.stderr)
