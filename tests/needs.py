"""What some tests need beside the packages they import: a program, a font, an extra. Missing, it skips them.

With TESTS_COMPLETE set in the environment, as .ci/run does, such a test fails instead: a green run has run everything.
"""

import os
from importlib import import_module
from types import ModuleType
from typing import NoReturn

import pytest

from cext.installation import install_command

__all__ = ["lacking", "module"]


def lacking(what: str) -> NoReturn:
    """Skip the running test for want of something, or fail it where the run must be complete."""
    if os.environ.get("TESTS_COMPLETE"):
        pytest.fail(f"TESTS_COMPLETE is set, but {what}", pytrace=False)
    pytest.skip(what)


def module(name: str, *, extra: str) -> ModuleType:
    """The module, which the extra of pyproject.toml installs; without it the running test is skipped."""
    try:
        return import_module(name)
    except ModuleNotFoundError:
        lacking(f"{name} is not installed: {install_command(extra)}")
