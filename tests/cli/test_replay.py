"""`analyser replay` as a user starts it."""

import copy
import os
from pathlib import Path

import pytest

from analyser.records import record_text
from tests.analyser.records.games import recorded
from tests.cli.conftest import Cli, assert_refused


@pytest.fixture
def game(tmp_path: Path) -> Path:
    path = tmp_path / "game.jsonl"
    path.write_text(record_text(recorded(2, "random", 1)), encoding="utf-8")
    return path


def test_plain_prints_a_log(called: Cli, game: Path) -> None:
    done = called("replay", "--plain", game)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith("ZhanGuo, 2 players, seed 1, deal 2\n")
    assert "\nafter round 5: " in done.stdout


def test_html_writes_a_page(called: Cli, game: Path, tmp_path: Path) -> None:
    done = called("replay", "--html", "page.html", game)
    assert (done.returncode, done.stdout) == (0, "")
    assert done.stderr.startswith("page.html: ")
    assert (tmp_path / "page.html").read_text(encoding="utf-8").startswith("<!DOCTYPE html>")
    assert called("replay", "--html", "again.html", game, "--quiet").stderr == ""
    assert (tmp_path / "again.html").read_bytes() == (tmp_path / "page.html").read_bytes()


def test_without_a_terminal_it_says_what_to_do(called: Cli, game: Path) -> None:
    done = called("replay", game)
    assert done.returncode == 2
    assert done.stderr == (
        "analyser: not a terminal: --plain prints the game as a log, --html FILE writes it as a page\n"
    )


@pytest.fixture
def planned(tmp_path: Path) -> Path:
    path = tmp_path / "planned.jsonl"
    path.write_text(record_text(recorded(2, "balanced", 1)), encoding="utf-8")
    return path


def test_a_decision_is_explained_as_a_table_and_drawn_beside_the_record(called: Cli, planned: Path) -> None:
    done = called("replay", planned, "--explain", "0")
    assert done.returncode == 0
    assert done.stdout.startswith("Decision 0, player 1 (balanced) decides (play): ")
    assert "the player's own\nstrategy" in done.stdout or "the player's own strategy" in done.stdout
    head = next(line for line in done.stdout.splitlines() if line.startswith("what speaks for A"))
    assert head.split()[-6:] == ["over", "B", "over", "C", "over", "D"]
    assert max(map(len, done.stdout.splitlines())) <= 80
    for form, begin in (("svg", b"<?xml"), ("png", b"\x89PNG")):
        chart = planned.with_name(f"planned-decision-0.{form}")
        assert chart.read_bytes().startswith(begin)
        assert f"{chart.name}: the same as a chart" in done.stderr


def test_a_search_that_is_named_tells_games_and_values(called: Cli, planned: Path, tmp_path: Path) -> None:
    (tmp_path / "charts").mkdir()
    words = ("replay", planned, "--explain", "0", "--judge", "search:balanced:16", "--out", tmp_path / "charts")
    done = called(*words, "--quiet")
    assert (done.returncode, done.stderr) == (0, "")
    assert "by search:balanced:16." in done.stdout.replace("\n", " ")
    head = next(line for line in done.stdout.splitlines() if "option" in line and "games" in line)
    assert head.split() == ["option", "games", "value,", "%", "against", "A", "plan,", "points"]
    assert sorted(path.name for path in (tmp_path / "charts").iterdir()) == [
        "planned-decision-0.png",
        "planned-decision-0.svg",
    ]


def test_mistakes_stand_below_the_log_and_on_the_page(called: Cli, game: Path, tmp_path: Path) -> None:
    log = called("replay", game, "--plain", "--judge", "balanced").stdout.partition("Largest mistakes by balanced:")[2]
    assert log.count("better:") == 10
    page = tmp_path / "p.html"
    assert called("replay", game, "--html", page, "--judge", "balanced").returncode == 0
    assert page.read_text(encoding="utf-8").count('<li><a href="#move=') == 10


@pytest.mark.parametrize(
    ("words", "code", "hint"),
    [
        (["--explain", "9999"], 2, "has decisions 0 to"),
        (["--explain", "-1"], 2, "has decisions 0 to"),
        (["--explain", "0", "--plain"], 2, "choose one"),
        (["--explain", "0"], 2, "a random player values no moves: name who shall value its options"),
        (["--explain", "0", "--judge", "random"], 2, "values no moves"),
        (["--explain", "0", "--judge", "mine.py:Plan"], 2, "a strategy in Python values no moves"),
        (["--explain", "0", "--judge", "balancd"], 3, "did you mean balanced?"),
        (["--explain", "0", "--judge", "balanced", "--out", "missing/folder"], 3, "--out names a folder"),
        (["--judge", "balanced"], 2, "--judge needs --explain, --html or --plain"),
        (["--plain", "--out", "x"], 2, "--out needs --explain"),
        (["--plain", "--html", "p.html"], 2, "choose one"),
        (["--html", "missing/p.html"], 3, "cannot be written"),
        (["--chances"], 2, "--chances needs --html"),
        (["--chances", "--plain"], 2, "--chances needs --html"),
        (["--plain", "--workers", "2"], 2, "--workers needs --html"),
        (["--html", "p.html", "--playouts", "64"], 2, "--playouts needs --chances"),
        (["--html", "p.html", "--chances", "--playouts", "0"], 2, "--playouts 0: must be 1 to"),
        (["--html", "p.html", "--chances", "--playouts", "many"], 2, "--playouts"),
        (["--html", "p.html", "--chances", "--judge", "nobody"], 3, "no strategy 'nobody'"),
        (["--html", "p.html", "--chances", "--judge", "balanced"], 2, "balanced plays no games out: name a search"),
        (["--html", "no/such/p.html", "--chances", "--playouts", "2"], 3, "cannot be written"),
    ],
)
def test_what_cannot_be_shown_is_one_line(
    called: Cli, game: Path, tmp_path: Path, words: list[str], code: int, hint: str
) -> None:
    done = called("replay", *words, game)
    assert (done.returncode, len(done.stderr.splitlines())) == (code, 1)
    assert hint in done.stderr
    assert not (tmp_path / "p.html").exists()


def test_a_forced_decision_and_a_changed_record_are_not_explained(called: Cli, game: Path) -> None:
    lines = copy.deepcopy(list(recorded(2, "random", 1)))
    forced = next(line["ply"] for line in lines if line["type"] == "decision" and line["forced"])
    assert_refused(called("replay", game, "--explain", str(forced)), 2, "one legal move")
    lines[-2]["state"]["players"][0]["vp"] += 1
    game.write_text(record_text(lines), encoding="utf-8")
    for words in (("--explain", "0"), ("--explain", "0", "--judge", "balanced"), ("--plain", "--judge", "balanced")):
        assert_refused(called("replay", game, *words), 3, "differs from the rules")


def test_a_changed_record_is_shown_with_a_note(called: Cli, game: Path, tmp_path: Path) -> None:
    lines = copy.deepcopy(list(recorded(2, "random", 1)))
    lines[-2]["state"]["players"][0]["vp"] += 1
    game.write_text(record_text(lines), encoding="utf-8")
    done = called("replay", "--html", tmp_path / "p.html", game)
    assert done.returncode == 0
    assert "`verify` says more" in done.stderr
    assert 'class="caveat"' in (tmp_path / "p.html").read_text(encoding="utf-8")


def test_a_log_whose_reader_has_gone_ends_quietly(game: Path, tmp_path: Path) -> None:
    import subprocess

    from tests.cli.conftest import command, environment

    with subprocess.Popen(
        command("replay", "--plain", game), env=environment(), stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        os.close(os.dup(process.stdout.fileno()))
        process.stdout.close()
        assert process.stderr.read() == b""
        assert process.wait(timeout=60) == 0


def test_chances_are_the_same_with_any_number_of_workers(called: Cli, tmp_path: Path) -> None:
    assert (
        called("record", "middle_kingdom", "--players", 2, "--strategies", "goals", "--out", "g.jsonl").returncode == 0
    )
    words = ("replay", "g.jsonl", "--chances", "--playouts", "4", "--judge", "search:goals:2")
    pages = []
    for workers in ("0", "2"):
        done = called(*words, "--html", f"w{workers}.html", "--workers", workers)
        assert done.returncode == 0, done.stderr
        assert "games are played out by search:goals:2" in done.stderr
        pages.append((tmp_path / f"w{workers}.html").read_text(encoding="utf-8"))
    assert pages[0] == pages[1]
    assert pages[0].count('<polyline class="chance"') == 2
    assert called(*words, "--html", "s.html", "--workers", "0", "--seed", "5").returncode == 0
    assert (tmp_path / "s.html").read_text(encoding="utf-8") != pages[0]


def test_the_chances_of_one_player_alone_are_refused(called: Cli, tmp_path: Path) -> None:
    (tmp_path / "alone.py").write_text(ALONE, encoding="utf-8")
    assert called("record", "alone.py", "--strategies", "random", "--out", "alone.jsonl").returncode == 0
    assert_refused(called("replay", "alone.jsonl", "--html", "p.html", "--chances"), 2, "one player alone at the table")


ALONE = '''
"""A game for one."""

from analyser.rules import Rules, number


class Alone(Rules):
    title = "Alone"
    players = (1,)
    moves = {"step": ("goes a step", "s", {}), "rest": ("rests", "r", {})}
    plans = {}
    steps = number()

    def legal(self, table, seat):
        return [("step",), ("rest",)]

    def play(self, table, seat, move):
        table.steps += 1
        if table.steps == 3:
            table.end_game()
        table.end_turn()
'''
