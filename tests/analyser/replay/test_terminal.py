"""Screens of the terminal replay: each fits, whatever the game, and together they show every part of the table."""

import re
from io import StringIO

import pytest
from rich.console import Console

from analyser.replay.renderer import plain_text, renderer_of
from analyser.replay.terminal import _columns
from analyser.replay.watch import Cursor, move, show
from tests.games.pictures import told_game

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
