"""python -m tests.fuzz bodies: methods of rules that must give and leave compiled what they do as Python."""

import ast
import ctypes
import faulthandler
import re
import resource
import signal
import subprocess
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from types import SimpleNamespace
from typing import Any
from unittest.mock import patch

import numpy as np

from cext.games import compiled_game  # type: ignore[attr-defined]  # it has no stubs
from cext.games.program_cache import find_compiler
from cext.games.python_game import PythonGame
from cext.games.translation import unit as units
from tests.fuzz.body_game import game_of
from tests.fuzz.body_grammar import body_of

__all__ = ["Trial", "fuzz_bodies", "shrink", "try_bodies"]

DEALS = 4  # of each body
PER_PROGRAM = 200
MEMORY = 4 << 30  # bytes: a body whose list grows without end
SECONDS = 0.2  # of work in a move that ends
STUCK = 300.0  # seconds for a body, after which the run ends
Answer = ctypes.CFUNCTYPE(ctypes.c_int64, ctypes.c_void_p, ctypes.c_int64, ctypes.c_uint64, ctypes.c_void_p)


class MethodUnit(units.Unit):
    """The translation of one method of the game alone."""

    def __init__(self, path: Path, game: Any, method: str) -> None:
        self.only = method
        super().__init__(path, game)

    def entry(self, name: str) -> str:
        return super().entry(name) if name == self.only else ""

    def range_checks(self) -> str:
        """Those of all bodies are the same, and are written once."""
        return ""


@dataclass
class Trial:
    """What became of methods: how many were translated, questions that the compiled rules answered and left to Python,
    and the methods in which the two differ."""

    n: int = 0
    translated: int = 0
    answered: int = 0
    left: int = 0
    reasons: Counter[str] = field(default_factory=Counter)
    different: list[tuple[int, str]] = field(default_factory=list)  # number of the body, how

    def count(self, function: Any, position: Any, key: int, out: Any = None) -> None:
        """Note whether the compiled method answers in a position."""
        before = bytes(position)
        state, out = ctypes.create_string_buffer(before, len(before)), out or ctypes.create_string_buffer(1 << 14)
        answered = function(ctypes.addressof(state), position.to_move, key, ctypes.addressof(out)) >= 0
        self.answered += answered
        self.left += not answered

    def lines(self, most: int = 12) -> list[str]:
        """The counts, and why methods stay Python."""
        first = (
            f"{self.n:,} methods, {self.translated:,} translated; of the questions to them {self.answered:,} answered "
            f"compiled, {self.left:,} left to Python; {len(self.different)} methods differ"
        )
        return [first, *(f"  {count:>6,}  {reason}" for reason, count in self.reasons.most_common(most))]


def try_bodies(bodies: Sequence[str], trial: Trial, first: int = 0, flags: Sequence[str] = ("-O1",)) -> None:
    """Translate methods into one C program, and play each by Python and compiled."""
    with tempfile.TemporaryDirectory(prefix="bodies-") as work:
        files, parts, head = [], [], ""
        methods = [method_of(body) for body in bodies]
        for i, body in enumerate(bodies):
            file = Path(work) / f"body{i}.py"
            file.write_text(game_of(body), encoding="utf-8")
            unit = MethodUnit(file, PythonGame(file), methods[i])
            files.append(file)
            defines, prelude, code = unit.text.partition(units.PRELUDE.read_text(encoding="utf-8"))
            head = "\n".join([defines, prelude, units.Unit.range_checks(unit)])
            parts.append(
                re.sub(r"\bK(\d+)\b", rf"K{i}_\1", code).replace(f" {methods[i]}(", f" method{i}(")
                if unit.translated
                else ""
            )
            reasons = [reason for each in unit.untranslated.values() for _, reason in each]
            trial.reasons.update([re.sub(r"[\w.\[\]' ]*:|\d+", "", reason) for reason in reasons])
        library = compile_program(Path(work), "\n".join([head, *parts]), flags)
        trial.n += len(bodies)
        for i, file in enumerate(files):
            if parts[i]:
                trial.translated += 1
                faulthandler.dump_traceback_later(STUCK, exit=True)  # a loop in C hears no signal
                if words := difference(file, methods[i], Answer((f"method{i}", library)), trial):
                    trial.different.append((first + i, words))
                faulthandler.cancel_dump_traceback_later()


def method_of(body: str) -> str:
    """The method of the rules that is written so: body() is called by play()."""
    name = re.findall(r"def (\w+)", body)[0]
    return "play" if name == "body" else str(name)


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


def difference(file: Path, method: str, function: Any, trial: Trial) -> str:
    """Where the compiled method gives or leaves something else than Python; "": nowhere."""
    python = PythonGame(file)
    program = SimpleNamespace(**{method: function, "_name": ""})
    with patch.multiple(compiled_game, find_program=lambda *_: program, methods_left=lambda *_: []):
        compiled = compiled_game.CompiledGame(file)
    signal.signal(signal.SIGVTALRM, end_move)
    for deal in range(DEALS):
        positions = [game.deal(seed=7, deal=deal) for game in (python, compiled)]
        for ply in range(12):
            first, second = positions
            if first.to_move is None:
                break
            where = f"deal {deal}, decision {ply}"
            moves = [outcome(each.moves) for each in positions]
            features: list[dict[int, Any]] = [{}, {}]
            if method == "legal":
                trial.count(function, first, 0)
            if method == "weigh":
                features = [answers_of_weigh(each, moves[0]) for each in positions]
                trial.count(function, first, len(moves[0]), Weighing.of(moves[0]))
            if "TimeoutError" in str((moves, features)) or "MemoryError" in str((moves, features)):
                break
            if moves[0] != moves[1] or features[0] != features[1]:
                return f"{where}: {moves[0], features[0]} as Python, {moves[1], features[1]} compiled"
            if isinstance(moves[0], str) or any(isinstance(each, str) for each in features[0].values()):
                break
            move = moves[0][(deal + ply) % len(moves[0])]
            if method == "play":
                trial.count(function, first, int(move))
            errors = [outcome(partial(each.apply, move)) for each in positions]
            if any(error and ("TimeoutError" in error or "MemoryError" in error) for error in errors):
                break
            if errors[0] != errors[1] or (not errors[0] and bytes(first) != bytes(second)):
                one, two = fields(first), fields(second)
                names = [name for name in one if one[name] != two[name]]
                one, two = ({name: each[name] for name in names} for each in (one, two))
                return f"{where}: {errors[0] or one} as Python, {errors[1] or two} compiled"
            if errors[0]:
                break
    return ""


class Weighing(ctypes.Structure):
    """What weigh() in C is asked for (compiled_rules.h): moves, and the place of the features of each."""

    _fields_ = (("moves", ctypes.POINTER(ctypes.c_uint32)), ("features", ctypes.POINTER(ctypes.c_double)))

    @classmethod
    def of(cls, moves: Sequence[int]) -> "Weighing":
        """That for these moves of the game."""
        return cls((ctypes.c_uint32 * len(moves))(*moves), (ctypes.c_double * (3 * len(moves)))())


def answers_of_weigh(position: Any, moves: Sequence[int]) -> dict[int, Any]:
    """The features of each move, and under -1 what all are worth, or what goes wrong."""
    features = {move: outcome(partial(position.features, move)) for move in moves}
    features[-1] = outcome(partial(position.values, np.array([1, 31, 961])))
    return {move: found if isinstance(found, str) else found.tolist() for move, found in features.items()}


def outcome(ask: Callable[[], Any]) -> Any:
    """What a question of a position gives, or what goes wrong."""
    try:
        signal.setitimer(signal.ITIMER_VIRTUAL, SECONDS)
        try:
            return ask()
        finally:
            signal.setitimer(signal.ITIMER_VIRTUAL, 0)
    except ValueError as error:
        return str(error).partition(": ")[2]
    except TimeoutError as error:
        return repr(error)


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
    while any(simpler(tree, node, name, flags) for node in list(ast.walk(tree))[2:] for name in ("body", "orelse")):
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
    lines = ast.unparse(tree.body[0].body[0]).splitlines()  # type: ignore[attr-defined]
    return "".join(f"    {line}\n" for line in lines)


def still_differs(tree: ast.Module, flags: Sequence[str]) -> bool:
    """Whether compiled and Python differ in a body."""
    trial = Trial()
    try:
        try_bodies([text_of(tree)], trial, flags=flags)
    except (ValueError, subprocess.CalledProcessError):  # a body that is no game, or no C
        return False
    return bool(trial.different)
