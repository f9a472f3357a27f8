"""A game in one Python file on the command line: every command takes it, and a stranger's file is not executed."""

import json
import re
import shutil
from pathlib import Path

import pytest

from analyser.runs.integrity import scan_table
from analyser.runs.store import RunDirectory
from cext.file_games import read_literal
from tests.cli.conftest import ROOT, Cli, assert_refused

pytestmark = pytest.mark.usefixtures("undrawn")

EXAMPLES = ROOT / "examples" / "games"
STRATEGY = '''
from strategies import Strategy


class Most(Strategy):
    """Takes as many as it may."""

    def choose(self, view, moves):
        assert sum(view["table"]["left"]) > 0
        return max(range(len(moves)), key=lambda place: moves[place].stones)
'''
DRAWN = """
    def draw(self, table):
        return "\\n".join("o" * left for left in table.left)
"""


@pytest.fixture
def nim(tmp_path: Path) -> Path:
    """The game of the example in a folder of its own, drawn."""
    source = (EXAMPLES / "nim_boards.py").read_text(encoding="utf-8")
    file = tmp_path / "nim.py"
    file.write_text(source + DRAWN, encoding="utf-8")
    return file


@pytest.fixture
def run(called: Cli, nim: Path, tmp_path: Path) -> Path:
    """A run of it by a plan of the file, a strategy in Python and a search."""
    (tmp_path / "most.py").write_text(STRATEGY, encoding="utf-8")
    done = called(
        "run", "./nim.py", "--players", 2, "--strategies", "greedy,most.py:Most,search:greedy:4", "--games", 24,
        "--workers", 0, "--out", "run",
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    return tmp_path / "run"


def test_a_replay_has_the_names_of_cards(called: Cli, tmp_path: Path) -> None:
    shutil.copytree(EXAMPLES / "market", tmp_path / "market")
    assert called("record", "./market/market.py", "--players", 2, "--out", "game.jsonl").returncode == 0
    assert called("replay", "game.jsonl", "--html", "game.html").returncode == 0
    page = (tmp_path / "game.html").read_text(encoding="utf-8")
    assert re.search(r'"hand","(farm|mill|inn|forge|bank|temple), ', page)


@pytest.mark.parametrize("name", sorted(path.stem for path in EXAMPLES.glob("*.py")))
def test_every_example_is_played_judged_and_recorded(called: Cli, asked: Cli, name: str) -> None:
    game = EXAMPLES / f"{name}.py"
    plan = next(iter(read_literal(game, "plans")))
    done = asked("balance", game, "--players", 2, "--strategies", f"random,{plan}", "--games", 60, "--workers", 0)
    assert "seat 1" in done.stdout, done.stderr
    words = ("--games", 4, "--workers", 0, "--record", "decisions", "--out", "run")
    assert called("run", game, "--players", 2, "--strategies", f"{plan},mcts:4", *words).returncode == 0
    assert called("record", "--from", "run", "--game", 1, "--out", "game.jsonl").returncode == 0
    assert "as the rules say" in called("verify", "game.jsonl", "--full").stdout
    assert "player 1" in called("replay", "game.jsonl", "--plain").stdout
    assert "Your move" in called("play", game, "--players", 2, "--opponents", plan, lines="q\n").stdout


def test_who_plays_learns_of_choices_at_the_same_time_after_their_own(called: Cli) -> None:
    words = ("--players", 3, "--seat", 3, "--opponents", "shaded,truthful", "--seed", 4)
    printed = called("play", EXAMPLES / "auction.py", *words, lines="5\n7\nq\n").stdout
    bids = [line.removeprefix("> ").split()[:2] for line in printed.splitlines() if ": bids" in line]
    assert [who for who, _ in bids] == ["player", "player", "you:"] * 2
    assert printed.index("Your move") < printed.index("player 1 (shaded): bids")


def test_rows_do_not_depend_on_workers_nor_on_the_folder(called: Cli, nim: Path, tmp_path: Path) -> None:
    words = ("--players", 3, "--strategies", "random,greedy", "--games", 120, "--seed", 7)
    assert called("run", "./nim.py", *words, "--workers", 0, "--out", "a").returncode == 0
    assert called("run", nim, *words, "--workers", 2, "--out", "b").returncode == 0
    first, second = (RunDirectory.open(tmp_path / name) for name in "ab")
    assert first.manifest.config["game"] == second.manifest.config["game"] == str(nim)
    for table in ("games", "seats"):
        rows = [scan_table(run, table).collect().sort("game", maintain_order=True) for run in (first, second)]
        assert rows[0].equals(rows[1])


def test_a_question_where_nobody_is_named(called: Cli, asked: Cli, played: Cli, nim: Path) -> None:
    done = asked("boards", "./nim.py", "--workers", 0, "--games", 400, "--out", "asked")
    assert "the plans in nim.py play" in done.stderr
    assert "B is stronger than A" in done.stdout
    assert called("compare", "asked", "--by", "board", "--against", "A").returncode == 0
    assert played("whatif", "./nim.py", "--option", "last=0", "--games", 60, "--workers", 0).returncode == 0


def test_what_it_is_and_who_plays_it(called: Cli, nim: Path) -> None:
    (row,) = json.loads(called("games", "./nim.py", "--json").stdout)["games"]
    assert (row["players"], row["boards"], row["options"]) == ([2, 3], ["A", "B"], {"last": "3"})
    listed = json.loads(called("strategies", "./nim.py", "--json").stdout)["strategies"]
    assert [info["name"] for info in listed if info["kind"] == "weighted"] == ["greedy"]
    assert "points of the move" in called("strategies", "./nim.py", "--features").stdout


def test_a_record_is_verified_replayed_and_drawn(called: Cli, run: Path) -> None:
    assert called("record", "--from", run, "--game", 3, "--out", "game.jsonl").returncode == 0
    assert "as the rules say" in called("verify", "game.jsonl").stdout
    assert "takes" in called("replay", "game.jsonl", "--plain").stdout
    assert called("replay", "game.jsonl", "--html", "game.html").returncode == 0
    assert "ooooo" in Path("game.html").read_text(encoding="utf-8")
    assert called("replay", "game.jsonl", "--explain", 0, "--judge", "greedy").returncode == 0
    played = called("play", "./nim.py", "--players", 2, "--opponents", "greedy", lines="1\nq\n")
    assert played.returncode == 0, played.stderr
    assert "takes 1 of heap 1" in played.stdout


def test_a_plan_of_the_file_is_tuned(called: Cli, nim: Path) -> None:
    words = ("--games", 20, "--generations", 3, "--players", 2, "--workers", 0, "--opponents", "random")
    done = called("tune", "./nim.py/greedy", *words, "--bonus", "ones=1", "--out", "tuned.toml")
    assert done.returncode == 0, done.stderr
    if Path("tuned.toml").exists():
        strategies = "tuned.toml,greedy"
        assert (
            called("run", nim, "--players", 2, "--strategies", strategies, "--games", 20, "--workers", 0).returncode
            == 0
        )


def test_a_changed_file_is_not_gone_on_with(called: Cli, run: Path, nim: Path) -> None:
    nim.write_text(nim.read_text(encoding="utf-8").replace("[3, 5, 7]", "[3, 4, 7]"), encoding="utf-8")
    done = called("run", "--resume", run)
    assert (done.returncode, "nim.py changed" in done.stderr) == (6, True)
    assert called("record", "--from", run, "--game", 1).returncode == 6


def test_reading_a_strangers_run_executes_nothing(
    called: Cli, run: Path, nim: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    called("record", "--from", run, "--game", 3, "--out", "game.jsonl")
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "another user"))
    trap = tmp_path / "executed"
    nim.write_text(f"open({str(trap)!r}, 'w')\n{nim.read_text(encoding='utf-8')}", encoding="utf-8")
    for words in (
        ("report", "balance", run), ("compare", run, "--by", "strategy", "--against", "greedy"), ("runs", "list", "."),
        ("runs", "check", run), ("run", "--resume", run), ("record", "--from", run, "--game", 1),
        ("verify", "game.jsonl"), ("replay", "game.jsonl", "--plain"), ("run", "--config", run),
    ):  # fmt: skip
        called(*words)
        assert not trap.exists(), words
    nim.unlink()
    assert "--trust" in called("run", "--resume", run).stderr
    shutil.rmtree(run / "inputs" / "game")
    assert called("report", "balance", run).returncode == 0


def test_what_is_wrong_in_it_is_one_line_with_any_number_of_workers(called: Cli, nim: Path) -> None:
    nim.write_text(nim.read_text(encoding="utf-8").replace("-= n\n", "-= n / 0\n"), encoding="utf-8")
    for workers in (0, 1):
        done = called("run", "./nim.py", "--strategies", "random", "--games", 20, "--workers", workers)
        assert done.returncode == 3
        assert f"{nim}, line 31: play(): ZeroDivisionError: division by zero" in done.stderr.splitlines()[-1]
    assert_refused(called("run", "./nimm.py", "--games", 20), 3, "there is no game")


def test_its_data_are_set_drawn_recorded_and_copied(called: Cli, asked: Cli, played: Cli, tmp_path: Path) -> None:
    shutil.copytree(ROOT / "examples" / "games" / "market", tmp_path / "market")
    few = ("--players", 2, "--games", 60, "--workers", 0)
    done = asked("whatif", "market/market.py", "--set", "numbers.pays.B=9", *few, "--out", "changed")
    assert "B: 5 → 9" in done.stdout
    assert played("whatif", "market/market.py", "--forbid", "farm", *few).returncode == 0
    assert played("cards", "market/market.py", *few).returncode == 0
    assert played("balance", "market/market.py", "--printings", 8, *few).returncode == 0
    assert called("components", "draw", "market/market.py", "drawn", "--number", 3).returncode == 0
    words = ("--strategies", "seller,random", "--components", "drawn", *few, "--out", "run")
    assert called("run", "market/market.py", *words).returncode == 0
    assert called("record", "--from", "run", "--game", 1, "--out", "game.jsonl").returncode == 0
    assert {path.name for path in (tmp_path / "run" / "inputs" / "game").iterdir()} == {"market.py", "cards.csv"}
    cards = tmp_path / "market" / "cards.csv"
    cards.write_text(cards.read_text(encoding="utf-8").replace("red,4,", "red,1,"), encoding="utf-8")
    assert "as the rules say" in called("verify", "game.jsonl").stdout
    done = called("run", "--resume", "run")
    assert (done.returncode, "cards.csv changed" in done.stderr) == (6, True)


def test_a_package_brings_a_game_along(called: Cli, nim: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    info = tmp_path / "heaps-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: heaps\nVersion: 1.0\n", encoding="utf-8")
    (info / "entry_points.txt").write_text("[analyser.games]\nstones = heaps.nim\n", encoding="utf-8")
    package = tmp_path / "heaps"
    package.mkdir()
    (package / "__init__.py").touch()
    nim.rename(package / "nim.py")
    monkeypatch.syspath_prepend(tmp_path)
    few = ("--players", 2, "--games", 60, "--workers", 0)
    assert called("run", "stones", "--strategies", "greedy,random", *few, "--out", "run").returncode == 0
    assert RunDirectory.open(tmp_path / "run").manifest.config["game"] == str(package / "nim.py")
    assert "greedy" in called("strategies", "stones").stdout
    assert "behind" in called("strategies", "stones/greedy").stdout
    assert "stones" in called("games").stdout


WAITING = """
from analyser.rules import Rules, points


class Waiting(Rules):
    players = 2
    moves = {"go": ("goes", "g", {}), "wait": ("waits", "w", {})}
    features = {"patience": "patience | waits"}
    plans = {"eager": {"patience": -1}, "hoarder": {"patience": 1}}
    total = points("points")

    def legal(self, table, seat):
        return [("go",), ("wait",)]

    def play(self, table, seat, move):
        if move[0] == "go":
            table.total[seat] += 1
        if table.total[seat] == 3:
            table.end_game()
        table.end_turn()

    def weigh(self, table, seat, move):
        return [int(move[0] == "wait")]
"""


def test_a_plan_whose_games_never_end_is_named(called: Cli, tmp_path: Path) -> None:
    file = tmp_path / "waiting.py"
    file.write_text(WAITING, encoding="utf-8")
    line = 1 + next(i for i, text in enumerate(WAITING.splitlines()) if "def play" in text)
    done = called("games", "check", file)
    assert done.returncode == 3
    (error,) = done.stderr.strip().splitlines()
    assert (
        f"waiting.py, line {line}: play(): game 0 goes on after 65,535 decisions: let it call table.end_game(), "
        in error
    )
    assert error.endswith("or declare rounds, 24 at most (where the plan hoarder plays in every seat, with 2 players)")


def test_more_rounds_than_there_may_be_are_refused_with_what_to_do(called: Cli, tmp_path: Path) -> None:
    file = tmp_path / "waiting.py"
    file.write_text(WAITING.replace("    players = 2\n", "    players = 2\n    rounds = 80\n"), encoding="utf-8")
    done = called("games", "check", file)
    assert done.returncode == 3
    assert done.stderr.strip().endswith(
        "80 rounds, must be 0 to 24: for more leave rounds out and let play() call table.end_game()"
    )
