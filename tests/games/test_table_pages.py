"""Drawn tables on the page of a replay, from a game's start to its end: nothing collides, at no width, in no fonts."""

from pathlib import Path

import pytest

from tests.browser import FONTS, Window, fonts_shown
from tests.games.pictures import collisions, moments_page

PLAYERS = {"first_empire": (1, 4), "middle_kingdom": (2, 5), "qin": (4,)}  # the fewest, and those who fill the table


@pytest.fixture(scope="module")
def pages(tmp_path_factory: pytest.TempPathFactory) -> list[Path]:
    folder = tmp_path_factory.mktemp("pages")
    return [moments_page(game, players, folder) for game, numbers in PLAYERS.items() for players in numbers]


@pytest.mark.parametrize(("width", "fonts"), [*zip((360, 1200), FONTS, strict=True)])
def test_nothing_collides_on_the_page(window: Window, pages: list[Path], width: int, fonts: str) -> None:
    tab = window(fonts=fonts, width=width)
    for page in pages:
        assert collisions(tab, page) == [], page.stem
    assert fonts_shown(tab, ".picture text") == {fonts}
