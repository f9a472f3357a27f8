"""python -m tests.fuzz bodies: programs whose compiled rules must leave the states that Python leaves."""

import ast
import ctypes
import re
import resource
import signal
import subprocess
import tempfile
import time
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from types import SimpleNamespace
from typing import Any
from unittest.mock import patch

import numpy as np

from cext.games import compiled_game  # type: ignore[attr-defined]  # it has no stubs
from cext.games.program_cache import find_compiler
from cext.games.python_game import PythonGame
from cext.games.translation.unit import PRELUDE, Unit
from tests.fuzz.body_game import game_of
from tests.fuzz.body_grammar import body_of

__all__ = ["Trial", "fuzz_bodies", "shrink", "try_bodies"]

DEALS = 4  # of each body
PER_PROGRAM = 200
MEMORY = 4 << 30  # bytes: a body whose list grows without end
SECONDS = 0.2  # of a move that ends
Play = ctypes.CFUNCTYPE(ctypes.c_int64, ctypes.c_void_p, ctypes.c_int64, ctypes.c_uint64, ctypes.c_void_p)


class PlayUnit(Unit):
    """The translation of play() alone."""

    def entry(self, name: str) -> str:
        return super().entry(name) if name == "play" else ""

    def range_checks(self) -> str:
        """Those of all bodies are the same, and are written once."""
        return ""


@dataclass
class Trial:
    """What became of bodies: how many were translated, moves that the compiled rules answered and left to Python, and
    the bodies in which the two differ."""

    n: int = 0
    translated: int = 0
    answered: int = 0
    left: int = 0
    reasons: Counter[str] = field(default_factory=Counter)
    different: list[tuple[int, str]] = field(default_factory=list)  # number of the body, how

    def lines(self, most: int = 12) -> list[str]:
        """The counts, and why bodies stay Python."""
        first = (
            f"{self.n:,} bodies, {self.translated:,} translated; of their moves {self.answered:,} compiled, "
            f"{self.left:,} left to Python; {len(self.different)} bodies differ"
        )
        return [first, *(f"  {count:>6,}  {reason}" for reason, count in self.reasons.most_common(most))]


def try_bodies(bodies: Sequence[str], trial: Trial, first: int = 0, flags: Sequence[str] = ("-O1",)) -> None:
    """Translate bodies into one C program, and play each by Python and compiled."""
    with tempfile.TemporaryDirectory(prefix="bodies-") as work:
        files, parts, head = [], [], ""
        for i, body in enumerate(bodies):
            file = Path(work) / f"body{i}.py"
            file.write_text(game_of(body), encoding="utf-8")
            unit = PlayUnit(file, PythonGame(file))
            files.append(file)
            defines, prelude, code = unit.text.partition(PRELUDE.read_text(encoding="utf-8"))
            head = "\n".join([defines, prelude, Unit.range_checks(unit)])
            parts.append(
                re.sub(r"\bK(\d+)\b", rf"K{i}_\1", code).replace(" play(", f" play{i}(") if unit.translated else ""
            )
            reasons = [reason for each in unit.untranslated.values() for _, reason in each]
            trial.reasons.update([re.sub(r"[\w.\[\]' ]*:|\d+", "", reason) for reason in reasons])
        library = compile_program(Path(work), "\n".join([head, *parts]), flags)
        trial.n += len(bodies)
        for i, file in enumerate(files):
            if parts[i]:
                trial.translated += 1
                if words := difference(file, Play((f"play{i}", library)), trial):
                    trial.different.append((first + i, words))


def fuzz_bodies(seed: int, *, first: int, seconds: float, n: int | None, keep: Path) -> Trial:
    """Try bodies of a seed, PER_PROGRAM at a time; those that differ are kept with as few statements as show it."""
    trial, begun, number = Trial(), time.monotonic(), first
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    while time.monotonic() - begun < seconds and (n is None or number < first + n):
        until = number + PER_PROGRAM if n is None else min(number + PER_PROGRAM, first + n)
        known = len(trial.different)
        try_bodies([body_of(seed, each) for each in range(number, until)], trial, number)
        for each, words in trial.different[known:]:
            file = keep / f"body-{seed}-{each}.py"
            keep.mkdir(parents=True, exist_ok=True)
            file.write_text(game_of(shrink(body_of(seed, each))), encoding="utf-8")
            print(f"body {each} of seed {seed}: {words[:300]}; kept in {file}", flush=True)
        number = until
    return trial


def compile_program(folder: Path, text: str, flags: Sequence[str]) -> ctypes.CDLL:
    """The compiled program."""
    source, program = folder / "bodies.c", folder / "bodies.so"
    source.write_text(text, encoding="utf-8")
    subprocess.run([*find_compiler(), *flags, "-fPIC", "-shared", "-w", "-o", program, source], check=True)
    return ctypes.CDLL(str(program))


def difference(file: Path, play: Any, trial: Trial) -> str:
    """Where the compiled rules leave another state than Python; "": nowhere."""
    python = PythonGame(file)
    program = SimpleNamespace(play=play, _name="")
    with patch.multiple(compiled_game, find_program=lambda *_: program, methods_left=lambda *_: []):
        compiled = compiled_game.CompiledGame(file)
    signal.signal(signal.SIGALRM, end_move)
    for deal in range(DEALS):
        positions = [game.deal(seed=7, deal=deal) for game in (python, compiled)]
        for ply in range(12):
            first, second = positions
            if first.to_move is None:
                break
            move, before = first.moves()[(deal + ply) % 4], bytes(first)
            state = ctypes.create_string_buffer(before, len(before))
            answered = play(ctypes.addressof(state), first.to_move, int(move), None) >= 0
            trial.answered += answered
            trial.left += not answered
            errors = [applied(position, move) for position in positions]
            if any("TimeoutError" in error or "MemoryError" in error for error in errors):
                break
            if errors[0] != errors[1] or (not errors[0] and bytes(first) != bytes(second)):
                one, two = fields(first), fields(second)
                names = [name for name in one if one[name] != two[name]]
                one, two = ({name: each[name] for name in names} for each in (one, two))
                return f"deal {deal}, decision {ply}: {errors[0] or one} as Python, {errors[1] or two} compiled"
            if errors[0]:
                break
    return ""


def applied(position: Any, move: Any) -> str:
    """Make a move; what goes wrong."""
    try:
        signal.setitimer(signal.ITIMER_REAL, SECONDS)
        try:
            position.apply(move)
        finally:
            signal.setitimer(signal.ITIMER_REAL, 0)
    except ValueError as error:
        return str(error).partition(": ")[2]
    except TimeoutError as error:
        return repr(error)
    return ""


def end_move(*_: Any) -> None:
    """A list that grows under its loop: such a body has no answer."""
    raise TimeoutError


def fields(position: Any) -> dict[str, Any]:
    """The fields of a position, and the header behind which they lie."""
    state: Any = np.frombuffer(bytes(position), dtype=position.game.layout)[0]
    return {name.removeprefix("table_"): str(state[name].tolist()) for name in state.dtype.names if name != "spare"}


def shrink(body: str, flags: Sequence[str] = ("-O0",)) -> str:
    """A body with as few statements as show a difference."""
    tree = ast.parse("if 1:\n" + body)
    while any(simpler(tree, node, name, flags) for node in ast.walk(tree.body[0]) for name in ("body", "orelse")):
        pass
    return text_of(tree)


def simpler(tree: ast.Module, node: ast.AST, name: str, flags: Sequence[str]) -> bool:
    """Whether the tree still differs with a statement of a node less, or with what is in it in its place."""
    statements: Any = getattr(node, name, None)
    for i, statement in enumerate(statements if isinstance(statements, list) else ()):
        inner = [statement.body] if isinstance(statement, ast.If | ast.For | ast.While) else []
        for lines in [[], *inner]:
            shorter = [*statements[:i], *lines, *statements[i + 1 :]]
            setattr(node, name, shorter or ([ast.Pass()] if name == "body" else []))
            if not isinstance(statement, ast.Pass) and still_differs(tree, flags):
                return True
            setattr(node, name, statements)
    return False


def text_of(tree: ast.Module) -> str:
    """The lines of a body."""
    lines = [line for each in tree.body[0].body for line in ast.unparse(each).splitlines()]  # type: ignore[attr-defined]
    return "".join(f"        {line}\n" for line in lines)


def still_differs(tree: ast.Module, flags: Sequence[str]) -> bool:
    """Whether compiled and Python differ in a body."""
    trial = Trial()
    try:
        try_bodies([text_of(tree)], trial, flags=flags)
    except (ValueError, subprocess.CalledProcessError):  # a body that is no game, or no C
        return False
    return bool(trial.different)
