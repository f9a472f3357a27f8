"""`analyser components ask`: questions, answers that are checked and kept at once, by pipe and in a terminal."""

import os
import pty
import subprocess
import tomllib
from collections.abc import Callable
from pathlib import Path

import pytest

from cext.games.component_forms import OWNER
from cext.games.printings import draw_printing, unknowns_of
from tests.cli.conftest import command, environment

Ask = Callable[..., "subprocess.CompletedProcess[str]"]
TRACKS = ("--group", "unrest tracks")


@pytest.fixture
def ask(tmp_path: Path) -> Ask:
    """ask(lines, words…): pipe the lines into `analyser components ask WORDS…`."""

    def piped(lines: str, *words: str) -> "subprocess.CompletedProcess[str]":
        return subprocess.run(
            command("components", "ask", *words),
            cwd=tmp_path, env=environment(), input=lines, capture_output=True, text=True, timeout=120,
        )  # fmt: skip

    return piped


def boards(folder: Path) -> dict[str, dict[str, dict[str, object]]]:
    return tomllib.loads((folder / "boards.toml").read_text(encoding="utf-8"))


def test_answers_are_kept_with_their_status_and_the_rest_of_the_file_stays(ask: Ask, tmp_path: Path) -> None:
    done = ask("3 4 3 2 4\n", "zhanguo", "mine", *TRACKS)
    assert (done.returncode, done.stderr) == (0, "")
    assert "1. Circle, B side: how many slots do the unrest tracks of regions 1 to 5 have?" in done.stdout
    assert "left: unrest tracks (45), blocks of B sides (4)" in done.stdout
    circle = boards(tmp_path / "mine")["circle"]
    assert circle["tracks"] == {"value": [3, 4, 3, 2, 4], "status": OWNER, "source": "read off the box"}
    assert [levels[-1] for levels in circle["no_palace"]["value"]] == [3, 4, 3, 2, 4]  # type: ignore[attr-defined]
    shipped = Path("cext/games/zhanguo/data")
    for name in ("cards.csv", "map.toml", "numbers.toml", "rewards.csv"):
        assert (tmp_path / "mine" / name).read_bytes() == (Path(__file__).parents[2] / shipped / name).read_bytes()
    text = (Path(__file__).parents[2] / shipped / "boards.toml").read_text(encoding="utf-8").splitlines()
    mine = (tmp_path / "mine" / "boards.toml").read_text(encoding="utf-8").splitlines()
    assert len([line for line, other in zip(text, mine, strict=True) if line != other]) == 2


def test_stopping_and_going_on_asks_only_for_what_is_left(ask: Ask) -> None:
    first = ask("3 3 3 3 3\n\n?\nskip\nq\n4 4 4 4 4\n", "zhanguo", "mine", *TRACKS)
    assert (first.returncode, first.stdout.count("kept:")) == (0, 1)
    again = ask("", "zhanguo", "mine", *TRACKS)
    assert "1. Square, B side: how many slots" in again.stdout
    assert "Circle, B side: how many slots" not in again.stdout
    assert "45 numbers or words of 'unrest tracks' are unknown" in again.stdout


def test_a_wrong_line_is_named_and_the_next_line_answers_the_next_question(ask: Ask, tmp_path: Path) -> None:
    done = ask("3 4 3\n3 4 3 2 5\n3 3 3 3 two\n2 3 4 3 2\n", "zhanguo", "mine", *TRACKS)
    assert done.returncode == 3
    assert done.stderr == (
        "analyser: line 1: 3 lengths: write one for each of the 5 regions (and 2 more): the other answers are kept\n"
    )
    assert "line 2 is no answer: tracks holds 5: allowed are 2 to 4" in done.stdout
    assert "line 3 is no answer: tracks holds 'two': write a whole number from 2 to 4" in done.stdout
    assert boards(tmp_path / "mine")["star"]["tracks"]["value"] == [2, 3, 4, 3, 2]


def test_a_block_found_elsewhere_changes_places_with_the_one_thought_there(ask: Ask, tmp_path: Path) -> None:
    done = ask("calm\ncalm\n", "zhanguo", "mine", "--group", "blocks of B sides")
    assert "to agree with it: Triangle, B side: which abilities does it have? hire (it was calm)" in done.stdout
    assert "line 2 is no answer: calm is on another one already" in done.stdout
    found = boards(tmp_path / "mine")
    assert [found[side]["block"]["value"] for side in ("circle", "square", "triangle", "star")] == [
        "calm", "marker", "hire", "moves",
    ]  # fmt: skip
    assert [found[side]["block"]["status"] for side in ("circle", "triangle")] == [OWNER, "inferred"]


def test_what_departs_from_the_rulebook_is_kept_and_said(ask: Ask) -> None:
    done = ask("\n\n\n\n3 3 3 2 3\n", "zhanguo", "mine", *TRACKS)
    assert done.returncode == 0
    assert "not as far as is known: boards.toml, A.tracks: region 4 has 2 slots" in done.stdout


def test_counts_that_no_longer_add_up_are_brought_to_agree(ask: Ask) -> None:
    done = ask("7\n\n9\n", "middle_kingdom", "mine")
    assert "kept: 7" in done.stdout
    assert "to agree with it: How many of the 12 Nobles are worth 3 VP?" in done.stdout
    assert done.returncode == 0
    assert "12 nobles" not in done.stdout
    assert "nobles, in the box 12: look again" in done.stdout


def test_everything_can_be_answered_and_no_group_varies_any_more(ask: Ask, tmp_path: Path) -> None:
    done = ask("b8 a13\n" + " ".join(["." * 13, ".R....Y.....B", *["." * 13] * 11]) + "\n", "qin", "mine")
    assert "nothing is left: every datum of the box is known" in done.stdout
    unknowns = unknowns_of("qin")
    assert unknowns is not None
    content = unknowns.components.plain(tmp_path / "mine")
    assert unknowns.open(content) == {}
    assert draw_printing(content, unknowns.groups, seed=1, printing=1) == content
    assert content["maps/bird.toml"]["rows"][7] == ".v..........."
    assert content["maps/bird.toml"]["rows"][0] == "v...........v"


def test_the_order_of_a_table_of_shares_is_asked(ask: Ask, tmp_path: Path) -> None:
    (tmp_path / "run" / "reports").mkdir(parents=True)
    shares = tmp_path / "run" / "reports" / "variance_shares.csv"
    shares.write_text("group,total\nrewards,.1\ntask slots + borders,.6\nunrest tracks,.3\n", encoding="utf-8")
    done = ask("", "zhanguo", "mine", "--from", "run")
    assert "\nborders (5 left)\n" in done.stdout
    shares.write_text("group,share\nrewards,.1\n", encoding="utf-8")
    assert ask("", "zhanguo", "mine", "--from", "run").stderr.endswith("it has the columns group and total\n")
    assert "no variance_shares.csv there" in ask("", "zhanguo", "mine", "--from", "mine").stderr


def test_what_stands_in_the_way_is_told_in_a_line(ask: Ask, tmp_path: Path) -> None:
    assert ask("", "zhanguo", "mine", "--group", "track").stderr.startswith("analyser: zhanguo has no group 'track': ")
    assert ask("", "toy", "mine").stderr == (
        "analyser: toy does not say how its unknown data may vary: there is nothing to ask for\n"
    )
    (tmp_path / "notes").mkdir()
    (tmp_path / "notes" / "notes.txt").write_text("mine", encoding="utf-8")
    refused = ask("", "zhanguo", "notes")
    assert (refused.returncode, refused.stderr.count("\n")) == (3, 1)
    assert "unknown file" in refused.stderr


def test_a_printing_is_drawn_around_what_was_answered(ask: Ask, called: Ask, tmp_path: Path) -> None:
    ask("4 4 4 4 4\n", "zhanguo", "mine", *TRACKS)
    drawn = called("components", "draw", "zhanguo", "--components", "mine", "--number", "2", "two")
    assert (drawn.returncode, drawn.stderr) == (0, "")
    assert boards(tmp_path / "two")["circle"]["tracks"]["value"] == [4, 4, 4, 4, 4]
    guide = (tmp_path / "two" / "README.md").read_text(encoding="utf-8")
    assert "unrest tracks (boards.toml: tracks and no_palace of the five sides; 45 numbers or words)" in guide


def test_the_folder_lists_what_is_left(ask: Ask, tmp_path: Path) -> None:
    ask("3\n3\n", "middle_kingdom", "mine")
    ask("", "middle_kingdom", "mine")
    guide = (tmp_path / "mine" / "README.md").read_text(encoding="utf-8")
    assert guide.count("# What is left to look up") == 1
    assert guide.endswith(
        "Look at the jade emblems of the Noble cards.\n\n* How many of the 12 Nobles are worth 4 VP?\n"
    )
    assert guide.startswith("# Component data of Middle Kingdom")


def test_in_a_terminal_a_wrong_answer_is_asked_again(tmp_path: Path) -> None:
    master, slave = pty.openpty()
    with subprocess.Popen(
        command("components", "ask", "middle_kingdom", "mine"),
        cwd=tmp_path, env=environment(), stdin=slave, stdout=slave, stderr=slave,
    ) as asking:  # fmt: skip
        os.close(slave)
        told = ""

        def wait_for(words: str) -> None:
            nonlocal told
            while words not in told:
                told += os.read(master, 4096).decode()

        wait_for("> ")
        os.write(master, b"1\n")
        wait_for("use at least as many")
        os.write(master, b"6\n")
        wait_for("kept: 6")
        wait_for("3 VP?")
        os.write(master, b"q\n")
        wait_for("go on: analyser components ask middle_kingdom mine")
        assert asking.wait(timeout=60) == 0
    os.close(master)
    assert "noble_2,6,2,owner,read off the box" in (tmp_path / "mine" / "cards.csv").read_text(encoding="utf-8")
