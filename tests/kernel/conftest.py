"""The toy game and the draws, compiled as another person's plugin would be."""

import importlib
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from tests.compiled import compiled

HERE = Path(__file__).resolve().parent


@pytest.fixture(scope="session")
def plugins(pytestconfig: pytest.Config) -> Path:
    """Folder with the compiled modules `toy` and `draws`, on the path."""
    return compiled(pytestconfig, [HERE / name for name in ("toy.pxd", "toy.pyx", "draws.pyx")])


@pytest.fixture(scope="session")
def toy(plugins: Path) -> ModuleType:
    """The toy game's module: ToyGame, FastToy and the rest."""
    return importlib.import_module("toy")


@pytest.fixture(scope="session")
def draws(plugins: Path) -> ModuleType:
    """The random draws of the kernel."""
    return importlib.import_module("draws")


@pytest.fixture(scope="session", params=[2, 3, 4])
def players(request: pytest.FixtureRequest) -> Any:
    """Numbers of players the toy game is for."""
    return request.param
