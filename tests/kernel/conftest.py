"""What the kernel's tests need beside the shipped Toy, compiled as another person's plugin would be."""

import importlib
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from tests.compiled import compiled

HERE = Path(__file__).resolve().parent


@pytest.fixture(scope="session")
def plugins(pytestconfig: pytest.Config) -> Path:
    """Folder with the compiled modules of this folder, on the path."""
    return compiled(pytestconfig, sorted(HERE.glob("*.pyx")))


@pytest.fixture(scope="session")
def pile(plugins: Path) -> ModuleType:
    """Games of one property each: Pile, FastPile, and those with broken rules."""
    return importlib.import_module("pile")


@pytest.fixture(scope="session")
def plugin(plugins: Path) -> ModuleType:
    """Pennies, a game of secret choices; the policies FirstMove and MuteFailure; the random draws of the kernel."""
    return importlib.import_module("plugin")


@pytest.fixture(scope="session", params=[2, 3, 4])
def players(request: pytest.FixtureRequest) -> Any:
    """Numbers of players."""
    return request.param
