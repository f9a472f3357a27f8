"""Watching in the terminal: what keys do, and that the terminal is as before when the program ends."""

import fcntl
import os
import re
import select
import struct
import subprocess
import termios
import time
from pathlib import Path
from typing import Any

import pytest

from analyser.records import record_text
from analyser.replay.watch import Cursor, move, split
from tests.analyser.records.games import recorded
from tests.analyser.replay.conftest import Told
from tests.cli.conftest import command, environment


def pressed(told: Told, *keys: str, place: Cursor | None = None) -> Cursor:
    timeline = told(2, 1)
    place = place or Cursor()
    for key in keys:
        place = move(timeline, place, key)
    return place


def test_steps_stay_inside_the_game(told: Told) -> None:
    last = told(2, 1).end["decisions"]
    assert pressed(told, "right", "right", "left").ply == 1
    assert pressed(told, "left").ply == 0
    assert pressed(told, "end").ply == last
    assert pressed(told, "end", "right").ply == last
    assert pressed(told, "end", "home").ply == 0


def test_turns_and_rounds(told: Told) -> None:
    timeline = told(2, 1)
    assert pressed(told, "n", "n").ply == timeline.turns[2]
    assert pressed(told, "n", "n", "p").ply == timeline.turns[1]
    assert pressed(told, "n", "right", "p").ply == timeline.turns[1]
    assert pressed(told, "4").ply == timeline.rounds[4]
    assert pressed(told, "3", "9").ply == timeline.rounds[3]


def test_a_round_of_two_digits_waits_for_the_second(told: Told) -> None:
    from dataclasses import replace

    long = replace(told(2, 1))
    long.__dict__["rounds"] = {number: 2 * number for number in range(1, 13)}
    one = move(long, Cursor(), "1")
    assert (one.ply, one.digits) == (0, "1")
    assert (move(long, one, "2").ply, move(long, one, "enter").ply) == (24, 2)
    assert move(long, Cursor(), "7").ply == 14
    assert move(long, one, "right") == Cursor(ply=1)


def test_help_words_pages_and_quitting(told: Told) -> None:
    assert pressed(told, "?").help
    assert pressed(told, "?", "right") == Cursor()
    assert pressed(told, "down", "down", "up").page == 1
    assert pressed(told, "up").page == 0
    assert pressed(told, "down", "?").page == 0
    assert pressed(told, "?", "down") == Cursor(help=True, page=1)
    assert pressed(told, "w", place=Cursor(short=True)).short is False
    assert pressed(told, "q").is_over
    assert pressed(told, "?", "q").is_over


def test_keys_by_name() -> None:
    assert list(split(b"\x1b[C\x1b[Dn\x1bOH\x1b[4~\x1b[5~ 3\r\x7f")) == [
        *("right", "left", "n", "home", "end", "page up", " ", "3", "enter", "back")
    ]
    assert list(split(b"\x1b")) == ["escape"]


class Terminal:
    """A program on a terminal of a given size."""

    def __init__(self, words: list[str], columns: int, lines: int) -> None:
        self.screen, self.inside = os.openpty()
        fcntl.ioctl(self.inside, termios.TIOCSWINSZ, struct.pack("HHHH", lines, columns, 0, 0))
        self.before: list[Any] = termios.tcgetattr(self.inside)
        env = {key: value for key, value in environment().items() if key not in ("COLUMNS", "LINES")}
        self.process = subprocess.Popen(
            words, stdin=self.inside, stdout=self.inside, stderr=self.inside, env=env | {"TERM": "xterm-256color"}
        )
        self.seen = ""

    def until(self, words: str) -> str:
        """What has been shown since the last time, when it holds these words."""
        deadline = time.monotonic() + 60
        while words not in self.seen:
            assert time.monotonic() < deadline, f"{words!r} is not shown: {self.seen[-2000:]!r}"
            if select.select([self.screen], [], [], 0.2)[0]:
                text = os.read(self.screen, 1 << 16).decode(errors="replace")
                self.seen += re.sub(r"\x1b\[[0-9;?]*[a-zA-Z]", "", text)
        seen, self.seen = self.seen, ""
        return seen

    def press(self, keys: str) -> None:
        os.write(self.screen, keys.encode())

    def close(self) -> None:
        self.process.kill()
        self.process.wait()
        os.close(self.screen)
        os.close(self.inside)


@pytest.fixture(scope="module")
def game(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("watch") / "game.jsonl"
    path.write_text(record_text(recorded(4, "random", 1)), encoding="utf-8")
    return path


def test_a_game_is_watched_and_the_terminal_left_as_it_was(game: Path, told: Told) -> None:
    timeline = told(4, 1)
    last = timeline.end["decisions"]
    terminal = Terminal(command("replay", game), 100, 30)
    try:
        first = terminal.until("q quit")
        assert f"decision 0 of {last}" in first
        assert "The set-up is done." in first
        terminal.press("\x1b[C")
        second = terminal.until("q quit")
        assert f"decision 1 of {last}" in second
        assert second.count("\n") == 29
        assert f": {timeline.moments[1].words} (" in second
        terminal.press("3")
        assert f"decision {timeline.rounds[3]} of {last}" in terminal.until("q quit")
        terminal.press("n")
        assert f"decision {timeline.turn_after(timeline.rounds[3])} of {last}" in terminal.until("q quit")
        terminal.press("?")
        assert "re-assignment points" in terminal.until("q quit")
        terminal.press("x\x1b[F")
        terminal.until("won by")
        fcntl.ioctl(terminal.inside, termios.TIOCSWINSZ, struct.pack("HHHH", 40, 60, 0, 0))
        assert "page 1 of" in terminal.until("q quit")
        terminal.press("q")
        assert terminal.process.wait(timeout=30) == 0
        assert termios.tcgetattr(terminal.inside) == terminal.before
    finally:
        terminal.close()


def test_ctrl_c_leaves_the_terminal_as_it_was(game: Path) -> None:
    terminal = Terminal(command("replay", game), 100, 30)
    try:
        terminal.until("q quit")
        terminal.process.send_signal(2)
        assert "analyser: stopped" in terminal.until("stopped")
        assert terminal.process.wait(timeout=30) == 130
        assert termios.tcgetattr(terminal.inside) == terminal.before
    finally:
        terminal.close()
