"""A few random games in a process of their own: rules that hang, crash or do not end are told once."""

import os
import subprocess
import sys
from collections.abc import Iterable
from functools import cache

from cext.games.contract import PLACES, BrokenRules, walk
from cext.kernel.game import Game
from cext.kernel.move_table import Packed

__all__ = ["broken", "outcome", "try_all", "try_games"]

SECONDS = 60  # for all cases of a game, which take one
GAMES_TRIED = 5  # of each case: those that most tests walk through


@cache
def broken(name: str) -> str:
    """What keeps the game of that name from being played to its end, in one line; "": nothing."""
    from tests.contract.walks import CASES  # loads every game: not for those who try one of their own

    return trial(name) if trial(*sorted({case.name for case in CASES})) else ""


@cache
def trial(*names: str) -> str:
    """What went wrong with any of these games, as outcome() says it."""
    return outcome(f"from tests.contract.trial import try_all; try_all(*{names})", seconds=SECONDS * len(names))


def outcome(code: str, *, seconds: float = SECONDS) -> str:
    """What went wrong with the games that the code tries, in one line; "": nothing.

    code: ends in a call of try_games() or try_all(); it runs in a process that is killed after so many seconds.
    """
    try:
        done = subprocess.run(
            [sys.executable, "-P", "-c", code],  # -P: the build under test, not the one in the current directory
            env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
            capture_output=True,
            timeout=seconds,
            check=False,
        )
    except subprocess.TimeoutExpired as hung:
        return (
            f"{last_line(hung.stdout)}: not done within {seconds:g} seconds: look for a loop in the rules that does "
            "not end there"
        )
    if done.returncode < 0:
        return (
            f"{last_line(done.stdout)}: the process died of signal {-done.returncode}: play it in the debug flavour, "
            f"which names the line (make checked); {last_line(done.stderr)}"
        )
    return last_line(done.stderr) if done.returncode else ""


def last_line(said: bytes | None) -> str:
    """The last line a process wrote."""
    lines = (said or b"").decode(errors="replace").splitlines()
    return lines[-1] if lines else "nothing was said"


def try_all(*names: str) -> None:
    """Try every case of these games."""
    from tests.contract.walks import cases

    try_games((str(case), case.load()) for name in names for case in cases(name))


def try_games(games: Iterable[tuple[str, Game]]) -> None:
    """Play games to their ends, each step told on stdout before it is taken; ends the process where one is broken."""
    for label, game in games:
        # a line that chance hardly ever finds may not end
        for number, place in [*((number, "") for number in range(GAMES_TRIED)), *((0, place) for place in PLACES)]:
            step(f"{label}, deal {number}: deal_into()")
            try:
                for ply, (position, move) in enumerate(walk(game, number, place)):
                    if wrong := position.consistent():
                        raise BrokenRules(
                            f"{game.name}: deal {number}, before decision {ply}: consistent() says that invariant "
                            f"{wrong} is broken: correct apply(), or the invariant"
                        )
                    if move >= 0:
                        kind, *fields = Packed.of(move)
                        step(f"{label}, deal {number}, decision {ply}: apply() of {game.kinds[kind]} {fields}")
            except BrokenRules as error:
                sys.exit(str(error))


def step(words: str) -> None:
    """Say what is done next; unbuffered, because it may be the last word."""
    os.write(1, f"{words}\n".encode())
