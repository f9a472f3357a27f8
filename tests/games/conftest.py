"""Fixtures of the tests of one game: copies of its component files."""

from importlib import import_module
from pathlib import Path

import pytest

from tests.games.positions import Tables


@pytest.fixture
def game_name(request: pytest.FixtureRequest) -> str:
    """The game in whose folder the test stands; a test of several games parametrises it."""
    return request.path.parent.name


@pytest.fixture
def copy(game_name: str, tmp_path: Path) -> Path:
    """A folder with a copy of the game's shipped component files."""
    import_module(f"cext.games.{game_name}.data.components").export(tmp_path / "copy")
    return tmp_path / "copy"


@pytest.fixture
def table(game_name: str) -> Tables:
    """table(players=…, **options): a table of the game, after its deal or in the first turn, as its Table says."""
    made: Tables = import_module(f"tests.games.{game_name}.conftest").Table
    return made
