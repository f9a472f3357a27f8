"""`analyser play` as a person uses it, typing into a pipe."""

import io
import json
import re
import signal
import subprocess
import time
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

import pytest
from rich.console import Console

from analyser.play.dialogue import Dialogue
from analyser.play.menu import Choice, Menu
from analyser.play.session import new_session
from analyser.replay.renderer import plain_text
from cext.games import load_game
from tests.cli.conftest import Cli, command, environment

Play = Callable[..., "subprocess.CompletedProcess[str]"]


@pytest.fixture
def play(called: Cli) -> Play:
    """play(words, lines): type the lines into `analyser play zhanguo WORDS…`."""

    def typed(words: str, lines: Iterable[str]) -> "subprocess.CompletedProcess[str]":
        return called("play", "zhanguo", *words.split(), lines="".join(f"{line}\n" for line in lines))

    return typed


def test_a_whole_game_is_played_and_saved_and_other_hands_stay_closed(play: Play, called: Cli, tmp_path: Path) -> None:
    done = play("--opponents random --players 2 --seat 1 --boards A,circle --seed 4 --out game.jsonl", ["1"] * 600)
    assert done.returncode == 0, done.stderr
    lines = [json.loads(line) for line in (tmp_path / "game.jsonl").read_text(encoding="utf-8").splitlines()]
    header, end = lines[0], lines[-1]
    assert [(seat["strategy"], seat["board"]) for seat in header["seats"]] == [("human", "A"), ("random", "circle")]
    own = [line for line in lines if line["type"] == "decision" and line["seat"] == 1 and not line["forced"]]
    assert {line["chosen"] for line in own} == {0}
    scores = [str(seat["score"]) for seat in end["seats"]]
    assert ["score", *scores] in [line.split() for line in done.stdout.splitlines()]
    assert f"game.jsonl: {end['decisions']} decisions\n" in done.stdout
    checked = called("verify", "game.jsonl")
    assert (checked.returncode, checked.stderr) == (0, "")
    log = called("replay", "--plain", "game.jsonl")
    assert log.returncode == 0
    assert "player 1: human (A)" in log.stdout
    drawn = {event for line in lines for event in line.get("events", ()) if "player 2 draws" in event}
    assert len(drawn) == 5
    assert not any(event in done.stdout for event in drawn)
    assert done.stdout.count("player 2 draws 6 cards") == 4  # the first hand is dealt before the first move
    first_hand = header["events"][1].removeprefix("player 2 draws ").split(", ")
    table = done.stdout.partition("Your move")[0]
    assert " ".join(first_hand) not in table
    assert "w w c c l l" in table


def test_where_moves_are_called_by_numbers_the_number_typed_is_the_move(called: Cli, tmp_path: Path) -> None:
    """Bids of Middle Kingdom: 3 is a bid of 3, not the third move of the list, which the Reset opens."""
    words = "play middle_kingdom --opponents random --players 3 --out g.jsonl"
    called(*words.split(), lines="3\nquit\n")
    lines = map(json.loads, (tmp_path / "g.jsonl").read_text(encoding="utf-8").splitlines())
    own = next(line for line in lines if line["type"] == "decision" and line["seat"] == 1)
    assert own["move"] == "3"
    assert own["legal"][own["chosen"]]["text"] == "bid 3"


def test_numbers_and_notation_make_the_same_moves(play: Play, tmp_path: Path) -> None:
    first = play("--opponents random --players 2 --seed 3 --out a.jsonl", ["1", "1", "1", "quit"])
    moves = [
        line["move"]
        for line in map(json.loads, (tmp_path / "a.jsonl").read_text(encoding="utf-8").splitlines())
        if line["type"] == "decision" and line["seat"] == 1
    ]
    assert len(moves) == 2
    second = play("--opponents random --players 2 --seed 3 --out b.jsonl", [*moves, "quit"])
    assert first.returncode == second.returncode == 0
    assert (tmp_path / "a.jsonl").read_bytes() == (tmp_path / "b.jsonl").read_bytes()


def test_a_bad_answer_gets_one_line_and_another_chance(play: Play) -> None:
    answers = ["U999", "99", "0", "", "-1", "hello there", "save", "save no/such/folder.jsonl"]
    _, *said = play("--opponents random --players 2", [*answers, "1", "1", "quit"]).stdout.split("> ")
    for answer, words in zip(answers, said, strict=False):
        assert len(words.splitlines()) == 1, answer
        assert re.search(r"type a number|no option has these words|name a file|cannot be written", words), answer
    assert "you: " in said[len(answers) + 1]


def test_undo_takes_back_what_was_done(play: Play, tmp_path: Path) -> None:
    plain = play("--opponents balanced --players 2 --seed 8 --out a.jsonl", ["2", "1", "3", *["1"] * 4, "quit"])
    lines = map(json.loads, (tmp_path / "a.jsonl").read_text(encoding="utf-8").splitlines())
    own = [line for line in lines if line["type"] == "decision" and line["seat"] == 1 and not line["forced"]]
    first, second, third, *later = (line["move"] for line in own)
    other = next(move["move"] for move in own[2]["legal"] if move["move"] != third)
    typed = [first, second, "undo", second, other, "undo", third, *later, "quit"]
    undone = play("--opponents balanced --players 2 --seed 8 --out b.jsonl", typed)
    assert undone.stdout.count("taken back") == 2
    assert plain.returncode == undone.returncode == 0
    assert (tmp_path / "a.jsonl").read_bytes() == (tmp_path / "b.jsonl").read_bytes()
    assert "there is nothing to take back" in play("--opponents random --players 2", ["undo", "quit"]).stdout


def test_show_hint_and_help(play: Play) -> None:
    told = play("--opponents balanced --players 2", ["show", "hint", "hint random", "hint nobody", "?", "quit"]).stdout
    assert told.count("Your hand") == 2
    assert re.search(r"balanced: \w\d+  .* \([+-]\d+\.\d\d points\)\n", told)
    assert told.count("next best: ") == 2
    assert "(it does not value moves)" in told
    assert "no strategy 'nobody'" in told
    assert "undo               take back" in told
    assert "▮ for each level" in told


def test_hints_stand_before_every_decision(play: Play) -> None:
    told = play("--opponents random,balanced --hints", ["1", "1", "1", "quit"]).stdout
    assert told.count("balanced: ") == 3
    assert told.count("next best: ") == 6
    assert re.search(r"for the first of them, against the next: \w+ [+-]\d+\.\d\d", told)


@pytest.mark.parametrize(("game", "asked"), [("qin", "villager"), ("middle_kingdom", "curve")])
def test_what_a_hint_names_is_what_is_typed_for_the_move(game: str, asked: str) -> None:
    """In Qin, whose placements are shown by what they bring about, and where the game's own numbers are typed."""
    values = dict.fromkeys(("game", "players", "boards", "seed", "option", "components")) | {"game": game, "seed": 5}
    session, load, program = new_session(values, seat=1, against=(asked,), save=None)
    console = Console(width=120, file=io.StringIO(), record=True)
    advised: list[tuple[str, str]] = []

    def answer(prompt: str) -> str:
        told = console.export_text()
        if session.past and advised and any(made.seat == 0 for made in session.past):
            raise EOFError
        if (hint := re.search(rf"{asked}: (\S+)  (.*) \(", told)) is None:
            return "hint"
        advised.append((hint[1], hint[2]))
        return hint[1]

    Dialogue(session, console, ask=answer, load=load, program=program).run()
    made = next(made for made in session.past if made.seat == 0)
    assert session.game.words.text(made.previous, made.move) == advised[0][1]


SHAPES = [(80, 24), (100, 40)]


@pytest.mark.parametrize("shape", SHAPES, ids=lambda shape: f"{shape[0]}x{shape[1]}")
@pytest.mark.parametrize("game", ["zhanguo", "first_empire", "qin", "middle_kingdom"])
def test_the_table_never_leaves_the_screen(game: str, shape: tuple[int, int]) -> None:
    """Whatever is typed, a screen of the terminal's size has the table above and at most twelve options; Enter
    turns the pages of the table, until each part was shown."""
    session, load, program = new_session(values_of(game), seat=1, against=("random",), save=None)
    width, height = shape
    out = io.StringIO()
    console = Console(file=out, width=width, height=height, force_terminal=True, color_system=None)
    typed = iter(["hint", "nonsense", "more", "back", "undo", "show", "1", "1", "1", "back", "1", "1", "1", "1", "1"])
    shown: list[str] = []

    def answer(prompt: str) -> str:
        screen = out.getvalue().rpartition("\x1b[2J")[2]
        shown.append(re.sub(r"\x1b\[[0-9;?]*[a-zA-Z]", "", screen))
        lines = shown[-1].splitlines()
        assert len(lines) < height, shown[-1]
        assert max(map(len, lines)) <= width
        table, _, menu = shown[-1].partition("Your move (")
        assert len(table.splitlines()) >= 4
        assert len(re.findall(r"(?:^|   ) ?[\w/]+  \S", menu, re.MULTILINE)) <= 12
        pages = re.search(r"page (\d+) of (\d+):", table)
        if pages and pages[1] != pages[2] and not session.past:
            return ""
        return next(typed, "quit")

    dialogue = Dialogue(session, console, ask=answer, load=load, program=program)
    drawn = dialogue.renderer.render(session.game.words.whole_state(session.position), seat=1)
    dialogue.run()
    assert out.getvalue().endswith("The game is left.\n")
    assert any(made.seat == 0 for made in session.past)
    for part in drawn["parts"]:
        title = plain_text(part["title"]).split()
        assert re.search(r"\s+".join(map(re.escape, title[:2])), "".join(shown))


def test_the_end_of_a_game_in_a_terminal_has_table_last_moves_and_scores() -> None:
    session, load, program = new_session(values_of("middle_kingdom"), seat=1, against=("random",), save=None)
    out = io.StringIO()
    console = Console(file=out, width=100, height=30, force_terminal=True, color_system=None)
    move = lambda prompt: session.game.words.notation(session.position, session.position.moves()[0])  # noqa: E731
    Dialogue(session, console, ask=move, load=load, program=program).run()
    told = out.getvalue().rpartition("\x1b[2J")[2]
    assert session.is_over
    assert "The game is over, won by" in told
    assert "you: " in told.partition("The game is over")[0]


def values_of(game: str) -> dict[str, object]:
    return dict.fromkeys(("game", "players", "boards", "seed", "option", "components")) | {"game": game, "seed": 2}


@pytest.mark.parametrize("game", ["zhanguo", "first_empire", "qin", "middle_kingdom"])
def test_every_move_of_a_menu_is_reached_by_numbers_and_by_its_words(game: str) -> None:
    position = load_game(game, players=3).deal(seed=5, deal=0)
    for _ in range(40):
        if position.to_move is None:
            break
        menu = Menu(position)
        assert {choice.move for choice in reached(menu)} == set(position.moves())
        last = menu.choices[-1]
        if len(menu.choices) > 12 and not menu.uses_notation:
            menu.filter(last.text)
            assert last in menu.level
            assert len(menu.level) < len(menu.choices)
            assert menu.back()
            assert menu.level == menu.choices
        position.apply(position.moves()[0])


def reached(menu: Menu) -> Iterator[Choice]:
    """The options that numbers lead to, page after page; no page shows more than twelve lines."""
    for number, entry in enumerate(menu.entries, 1):
        assert len(menu.page) <= 12
        assert menu.uses_notation or entry.key == str(number)
        if entry.choice is not None:
            yield entry.choice
            continue
        level = menu.level
        assert menu.open(number) is None
        assert list(entry.choices) == list(menu.level) != list(level)
        yield from reached(menu)
        assert menu.back()


def test_more_shows_the_next_options_and_the_first_again() -> None:
    menu = Menu(load_game("qin", players=3).deal(seed=5, deal=0))
    menu.filter("red")
    keys = []
    while not keys or menu.first:
        keys += [entry.key for entry in menu.page]
        menu.more()
    assert keys == [str(number) for number in range(1, len(menu.entries) + 1)]


def test_the_menu_shows_placements_by_what_they_bring_about() -> None:
    position = load_game("qin", players=3).deal(seed=5, deal=0)
    for _ in range(20):
        position.apply(position.moves()[0])
    menu = Menu(position)
    names = [entry.text.partition(" (")[0] for entry in menu.page]
    assert len(names) == len(set(names)) > 3
    for name, entry in zip(names, menu.entries, strict=True):
        for choice in entry.choices:
            group = position.game.classes[position.move_class(choice.move)][1]
            assert name == (group if entry.choice is None else choice.text)


@pytest.mark.parametrize("lines", [["1", "1", "quit"], ["1", "1"]], ids=["quit", "end of input"])
def test_leaving_saves_the_record_so_far(play: Play, tmp_path: Path, lines: list[str]) -> None:
    done = play("--opponents random --players 2 --out game.jsonl", lines)
    assert done.returncode == 0
    assert "game.jsonl: 1 decision, unfinished" in done.stdout
    kinds = [json.loads(line)["type"] for line in (tmp_path / "game.jsonl").read_text(encoding="utf-8").splitlines()]
    assert kinds.count("decision") == 1
    assert kinds[-1] == "end"


def test_a_game_left_early_can_be_verified_and_watched(play: Play, called: Cli, tmp_path: Path) -> None:
    play("--opponents balanced --players 2 --seed 4 --out game.jsonl", ["1", "1", "2", "quit"])
    file = tmp_path / "game.jsonl"
    assert called("verify", file).returncode == 0
    shown = called("replay", file, "--plain").stdout
    assert shown.splitlines()[-1] == "The game was left here; scores are as the table stands."
    whole = file.read_text(encoding="utf-8")
    file.write_text(re.sub(r'"finished": ?false', '"finished": true', whole), encoding="utf-8")
    assert called("verify", file).returncode == 5


def test_ctrl_c_saves_the_record_so_far(tmp_path: Path) -> None:
    words = command("play", "zhanguo", "--opponents", "random", "--players", 2, "--out", "game.jsonl")
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    with subprocess.Popen(
        words, cwd=tmp_path, env=environment() | {"PYTHONUNBUFFERED": "1"}, text=True, **pipes
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write("1\n1\n")  # a group of moves, and its first
        process.stdin.flush()
        for line in process.stdout:
            if line.startswith("Your move (region)"):
                break
        time.sleep(1.0)  # till it waits for input: Python misses a signal between its last look and the read
        process.send_signal(signal.SIGINT)
        process.wait(timeout=30)  # before its input is closed, which ends it as well
        out, err = process.communicate(timeout=30)
    assert process.returncode == 130
    assert err == "analyser: stopped\n"
    assert "game.jsonl: 1 decision, unfinished" in out
    assert (tmp_path / "game.jsonl").exists()


def test_save_at_any_time(play: Play, tmp_path: Path) -> None:
    done = play("--opponents random --players 2", ["1", "1", "save early.jsonl", "1", "quit"])
    assert "early.jsonl: 1 decision, unfinished" in done.stdout
    assert (tmp_path / "early.jsonl").exists()


def test_boards_are_taken_in_the_game(play: Play, called: Cli, tmp_path: Path) -> None:
    done = play("--opponents random,random --seat 3 --option boards_by=chosen --out game.jsonl", [*["1"] * 9, "quit"])
    assert done.returncode == 0, done.stderr
    assert "take the circle board" in done.stdout
    header = json.loads((tmp_path / "game.jsonl").read_text(encoding="utf-8").partition("\n")[0])
    assert [seat["board"] for seat in header["seats"]] == [None, None, None]
    assert called("verify", "game.jsonl").returncode == 0
