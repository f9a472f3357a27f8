"""Timelines for the tests of replay."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

import pytest

from analyser.records import Line, Record, record_text
from analyser.records.file import parse_record
from analyser.replay.timeline import Timeline, build_timeline
from tests.analyser.records.games import recorded
from tests.cli.conftest import pilots  # noqa: F401 (a fixture)

Told = Callable[..., Timeline]


@cache
def random_timeline(players: int, seed: int, *options: tuple[str, Any]) -> Timeline:
    return build_timeline(record_with(recorded(players, "random", seed, *options)))


def record_with(lines: Any) -> Record:
    """A record of those lines."""
    return parse_record(record_text(lines), "game.jsonl")


@pytest.fixture(scope="session")
def told() -> Told:
    """told(players, seed, (option, value), …): the timeline of a game of random moves."""
    return random_timeline


@pytest.fixture
def lines() -> list[Line]:
    """Lines of a game of two, to be changed."""
    return [dict(line) for line in recorded(2, "random", 1)]
