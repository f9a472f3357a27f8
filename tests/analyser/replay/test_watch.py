"""Watching in the terminal: what keys do, and that the terminal is as before when the program ends."""

import re
import signal
import termios
from io import StringIO
from pathlib import Path

import pytest
from rich.console import Console

from analyser.records import record_text
from analyser.replay.renderer import plain_text, renderer_of
from analyser.replay.terminal import _columns
from analyser.replay.watch import Cursor, move, show, split
from tests.analyser.records.games import recorded
from tests.analyser.replay.conftest import Told
from tests.cli.terminal import set_size, terminal
from tests.games.pictures import told_game


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


@pytest.fixture(scope="module")
def game(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("watch") / "game.jsonl"
    path.write_text(record_text(recorded(4, "random", 1)), encoding="utf-8")
    return path


def test_a_game_is_watched_and_the_terminal_left_as_it_was(game: Path, told: Told) -> None:
    timeline = told(4, 1)
    last = timeline.end["decisions"]
    with terminal("replay", game, cwd=game.parent, rows=30) as screen:
        first = screen.shown("q quit")
        assert f"decision 0 of {last}" in first
        assert "The set-up is done." in first
        screen.press("\x1b[C")
        second = screen.shown("q quit")
        assert f"decision 1 of {last}" in second
        assert second.count("\n") == 29
        assert f": {timeline.moments[1].words} (" in second
        screen.press("3")
        assert f"decision {timeline.rounds[3]} of {last}" in screen.shown("q quit")
        screen.press("n")
        assert f"decision {timeline.turn_after(timeline.rounds[3])} of {last}" in screen.shown("q quit")
        screen.press("?")
        assert "re-assignment points" in screen.shown("q quit")
        screen.press("x\x1b[F")
        screen.shown("won by")
        set_size(screen.end, 40, 60)
        assert "page 1 of" in screen.shown("q quit")
        screen.press("q")
        assert screen.process.wait(timeout=30) == 0
        assert termios.tcgetattr(screen.end) == screen.before


def test_ctrl_c_leaves_the_terminal_as_it_was(game: Path) -> None:
    with terminal("replay", game, cwd=game.parent, rows=30) as screen:
        screen.shown("q quit")
        screen.process.send_signal(signal.SIGINT)
        screen.shown("analyser: stopped")
        assert screen.process.wait(timeout=30) == 130
        assert termios.tcgetattr(screen.end) == screen.before


# -- screens ----------------------------------------------------------------------------------------------------------


GAMES = ("zhanguo 4", "first_empire 4", "first_empire 1", "qin 4", "middle_kingdom 5")
SIZES = [*((game, (80, 24)) for game in GAMES), ("first_empire 4", (60, 20)), ("qin 4", (60, 20))]


def shown(game: str, place: Cursor, size: tuple[int, int]) -> tuple[Cursor, list[str]]:
    """The place as it was found, and the lines of the screen."""
    width, height = size
    text = StringIO()
    console = Console(file=text, width=width, height=height, force_terminal=True, color_system=None)
    found = show(told_game(*game_and_players(game)), place, console)
    return found, re.sub(r"\x1b\[[0-9;?]*[a-zA-Z]", "", text.getvalue()).split("\n")


def game_and_players(name: str) -> tuple[str, int]:
    game, _, players = name.rpartition(" ")
    return game, int(players)


@pytest.mark.parametrize(("game", "size"), SIZES)
def test_every_screen_fits_and_together_they_show_every_part(game: str, size: tuple[int, int]) -> None:
    told = told_game(*game_and_players(game))
    last = len(told.moments) - 1
    for ply in (last // 2, last):
        place, text, pages = Cursor(ply=ply), "", 1
        for number in range(20):
            place, lines = shown(game, place, size)
            assert place.page == number
            assert len(lines) == size[1]
            assert max(map(len, lines)) <= size[0]
            text += "\n".join(lines[:-5])
            told_pages = re.search(r"page (\d+) of (\d+) ", lines[-1])
            pages = int(told_pages[2]) if told_pages else 1
            assert pages == 1 or (told_pages and int(told_pages[1]) == number + 1)
            if number + 1 == pages:
                break
            place = move(told, place, "down")
        assert shown(game, move(told, place, "down"), size)[0] == place
        assert pages <= (4 if size == (80, 24) else 9)
        drawn = renderer_of(told.header, short=bool(place.short)).render(told.moments[ply].state)
        for part in drawn["parts"]:
            title = plain_text(part["title"]).split()
            assert re.search(r"\s+".join(map(re.escape, title[:2])), text)
        if ply == last:
            assert [name for name in told.header["categories"] if name not in text] == []


@pytest.mark.parametrize("game", GAMES)
def test_what_a_story_lacks_is_told_of_the_set_up_and_leaves_the_keys_in_their_line(
    game: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    told = told_game(*game_and_players(game))
    monkeypatch.setitem(vars(told), "note", "tables are drawn as recorded: `analyser verify` says more (" + "why " * 60)
    _, lines = shown(game, Cursor(ply=0), (80, 24))
    assert len(lines) == 24
    assert "The set-up is done; tables are drawn as recorded: `analyser verify` says more" in " ".join(lines)
    assert "q quit" in lines[-1]
    assert "n p turn" in lines[-1]
    assert "Next: " in lines[-2]


@pytest.mark.parametrize("game", GAMES)
def test_help_fits_too(game: str) -> None:
    place, text = Cursor(help=True), ""
    for _ in range(5):
        place, lines = shown(game, place, (80, 24))
        assert len(lines) == 24
        assert max(map(len, lines)) <= 80
        text += "\n".join(lines)
        place = move(told_game(*game_and_players(game)), place, "down")
    legend = renderer_of(told_game(*game_and_players(game)).header, short=True).legend
    assert [name for name, _ in legend if name and name.split()[0] not in text] == []


def test_parts_are_packed_whole_into_the_fewest_columns() -> None:
    assert _columns([7, 8, 8, 11, 11], 18) == [[0, 3], [1, 2], [4]]
    assert _columns([15, 15], 18) == [[0], [1]]
    assert _columns([30, 2], 18) == [[0], [1]]  # what is higher than a screen stands alone
