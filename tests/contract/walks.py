"""What the contract is tested on: every game as it can be loaded, and random games of it."""

import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from cext.games import GAMES, NotBuilt, OptionError, load_game
from cext.kernel.checks import LIMITS
from cext.kernel.game import Game

__all__ = ["CASES", "MAX_DECISIONS", "UNBUILT", "Case", "cases"]

MOST_PLAYERS = 6
MAX_DECISIONS = LIMITS["MAX_DECISIONS"]  # of any game
GAME_TESTS = Path(__file__).parent.parent / "games"


@dataclass(frozen=True)
class Case:
    """One game as it can be loaded."""

    name: str
    players: int
    options: tuple[tuple[str, Any], ...]

    def load(self) -> Game:
        return load_game(self.name, players=self.players, **dict(self.options))

    def __str__(self) -> str:
        switched = "".join(f"-{name}" for name, _ in self.options)
        return f"{self.name}-{self.players}{switched}"


def cases(name: str) -> Iterator[Case]:
    """Each number of players; then what tests/games/<game>/contract.toml lists, as tables [[case]] of options."""
    for players in range(1, MOST_PLAYERS + 1):
        try:
            load_game(name, players=players)
        except OptionError:
            continue
        yield Case(name, players, ())
    listed = GAME_TESTS / name / "contract.toml"
    if listed.exists():
        for case in tomllib.loads(listed.read_text(encoding="utf-8"))["case"]:
            yield Case(name, case.pop("players"), tuple(case.items()))


def all_cases() -> tuple[list[Case], dict[str, str]]:
    """The cases of every game; and the games that cannot be loaded, with the reason."""
    found: list[Case] = []
    unbuilt: dict[str, str] = {}
    for name in GAMES:
        try:
            found += cases(name)
        except NotBuilt as error:
            unbuilt[name] = str(error)
        except Exception as error:  # whatever an author's __init__ raises is this game's affair alone
            unbuilt[name] = f"{name} cannot be loaded: {type(error).__name__}: {error}"
    return [case for case in found if case.name not in unbuilt], unbuilt


CASES, UNBUILT = all_cases()  # the cases of every game; games left out, and why: test_facts.py tells
