"""Loads the rules of a game in one Python file, and says with file and line what is wrong with what it declares."""

import inspect
import re
from collections.abc import Mapping
from difflib import get_close_matches
from pathlib import Path
from typing import Any, NoReturn

from cext.fallback_files import resolve_path
from cext.file_games import GameData, read_data, read_literal
from cext.games.errors import UnknownGame
from cext.games.rules import MAX_VALUES, Rules, fields_of
from cext.safe_files import MAX_PROGRAM_BYTES, read_limited
from cext.user_code import ProgramError, execute_file

__all__ = ["line_of", "load_rules"]

MAX_PLAYERS = 6
MAX_PARTS = 3  # of a move
NEAR = 0.85  # from which a name is taken for a slip of the keys
TABLE_NAMES = ("board", "end_game", "end_turn", "rng", "round")  # what every table has
MOVE_NAMES = ("features", "fields", "kind", "number", "text", "worth")  # what every move has (LegalMove)


def load_rules(path: Path) -> type[Rules]:
    """The class of rules in a file, which is executed anew; UnknownGame where it is missing, ProgramError with file and
    line where it is wrong."""
    file = resolve_path(path)
    if not file.is_file():
        raise UnknownGame(
            f"there is no game {path}: give the path of a Python file with a class of analyser.rules.Rules"
        )
    module = execute_file(file)
    kinds = [
        value
        for value in vars(module).values()
        if isinstance(value, type) and issubclass(value, Rules) and value.__module__ == module.__name__
    ]
    names = ", ".join(kind.__name__ for kind in kinds) or "none"
    if len(kinds) != 1:
        raise ProgramError(f"{file}: a game is one class of analyser.rules.Rules, here is {names}: write one")
    check_rules_class(file, kinds[0])
    return kinds[0]


def line_of(file: Path, name: str) -> int:
    """The first line of a file that declares the name; 1 where none does."""
    source = read_limited(resolve_path(file), MAX_PROGRAM_BYTES).decode(errors="replace").splitlines()
    return next((n for n, text in enumerate(source, 1) if re.match(rf"\s*(class |def )?{name}\b\s*[=:(]", text)), 1)


def check_rules_class(file: Path, kind: type[Rules]) -> None:
    """ProgramError with file and line for a declaration that cannot be."""

    def fail(name: str, reason: str) -> NoReturn:
        raise ProgramError(f"{file}, line {line_of(file, name)}: {reason}")

    def expect(name: str, kinds: type | tuple[type, ...], words: str) -> Any:
        value = getattr(kind, name)
        if not isinstance(value, kinds):
            fail(name, f"{name} must be {words}, not {value!r:.60}")
        return value

    secret = kind.reveal is not Rules.reveal
    turns = not secret or kind.chooses_secretly is not Rules.chooses_secretly
    for method, signature, needed in (
        ("legal", "(self, table, seat)", True),
        ("play", "(self, table, seat, move)", turns),
        ("reveal", "(self, table, moves)", kind.chooses_secretly is not Rules.chooses_secretly),
    ):
        if needed and getattr(kind, method) is getattr(Rules, method):
            fail(kind.__name__, f"class {kind.__name__} has no method {method}{signature}: add one")
    for name, parameters in method_parameters(kind).items():
        method = inspect.getattr_static(kind, name)
        try:
            if inspect.isfunction(method) and method is not vars(Rules)[name]:
                inspect.signature(method).bind(*parameters)
        except TypeError:
            found = f"{name}({', '.join(inspect.signature(method).parameters)})"
            fail(name, f"{found} has other parameters: write def {name}({', '.join(parameters)}):")
    if kind.before_weigh is not Rules.before_weigh and kind.weigh is Rules.weigh:
        fail("before_weigh", "there is before_weigh(), but no weigh(self, table, seat, move, before): add it")
    own_data, written = {name: item for name, item in vars(kind).items() if isinstance(item, GameData)}, read_data(file)
    for name, item in own_data.items():
        if written.get(name) != item:
            fail(name, f"{name} must be written out in data(…), with numbers, texts and lists: it is read as data")
    for name, field in fields_of(kind).items():
        if field.of and field.of not in own_data:
            fail(name, f"{name} is of {field.of!r}: there is no such data, write {field.of} = data(…)")
    for name in (*fields_of(kind), *own_data):
        if name in TABLE_NAMES or hasattr(Rules, name):
            fail(name, f"field {name}: the name is taken, {name} means something else: give the field another")
    known = [name for name in vars(Rules) if not name.startswith("_")]
    for name in (name for name in vars(kind) if not name.startswith("_") and name not in (*known, *own_data)):
        turned = [each for each in known if sorted(each.split("_")) == sorted(name.split("_"))]
        if name not in fields_of(kind) and (near := turned or get_close_matches(name, known, n=1, cutoff=NEAR)):
            fail(name, f"{name} means nothing: did you mean {near[0]}? (else give it a name that is less like it)")
    for name in ("boards", "stages"):
        words = expect(name, (tuple, list), f'texts with commas, such as {name} = "A", "B"')
        if len(set(words)) < len(words) or not all(isinstance(word, str) and word for word in words):
            fail(name, f"{name} = {words!r}: must be texts, none twice")
    counts = expect("players", (int, tuple, list), "a number or numbers with commas, such as players = 2, 3")
    if not all(isinstance(n, int) and 1 <= n <= MAX_PLAYERS for n in ([counts] if isinstance(counts, int) else counts)):
        fail("players", f"players = {counts!r}: must be numbers from 1 to {MAX_PLAYERS}")
    for name in ("moves", "classes", "features", "options", "plans", "levels"):
        expect(name, Mapping, "a dictionary")
    _check_moves(kind, fail)
    for letter, words in kind.classes.items():
        if not (isinstance(letter, str) and len(letter) == 1 and letter.isalnum() and isinstance(words, str) and words):
            fail("classes", f"class {letter!r}: write a letter and what it means, such as 'O': 'one stone'")
    for name, text in kind.features.items():
        if not isinstance(text, str) or len([part for part in text.split("|") if part.strip()]) != 2:
            fail("features", f"feature {name!r}: write what it means and its unit, such as 'points gained | points'")
    for declared, method in (("classes", "kind_of"), ("features", "weigh"), ("stages", "stage_of")):
        if getattr(kind, declared) and getattr(kind, method) is getattr(Rules, method):
            fail(declared, f"{declared} are declared, but class {kind.__name__} has no method {method}(): add it")
    for name, spec in kind.options.items():
        fits = isinstance(spec, tuple) and len(spec) in (2, 3) and isinstance(spec[1], str)
        if not fits or (spec[0] not in spec[2] if len(spec) == 3 else not isinstance(spec[0], bool)):
            fail("options", f"option {name!r}: write (default, 'meaning', values), or (True, 'meaning'): on or off")
    for name in ("plans", "levels"):
        if read_literal(file, name) != dict(getattr(kind, name)):
            fail(name, f"{name} must be written out in the class, with numbers, texts and lists: they are read as data")
    for name, plan in kind.plans.items():
        weights = plan.get("weights", plan) if isinstance(plan, Mapping) else {"": plan}
        for feature in weights:
            if feature not in kind.features:
                fail("plans", f"plan {name}: no feature {feature!r}: there are {', '.join(kind.features) or 'none'}")


def method_parameters(kind: type[Rules]) -> dict[str, list[str]]:
    """The parameters of each method that the rules may have, by its name."""
    methods = {name: method for name, method in vars(Rules).items() if inspect.isfunction(method)}
    parameters = {name: list(inspect.signature(method).parameters) for name, method in methods.items()}
    if kind.before_weigh is not Rules.before_weigh:
        parameters["weigh"].append("before")
    return parameters


def _check_moves(kind: type[Rules], fail: Any) -> None:
    """That every kind of move has its words, and parts that fit into one."""
    moves: Mapping[str, Any] = kind.moves
    if not moves:
        fail(kind.__name__, f"class {kind.__name__} has no moves: write moves = {{'pass': ('passes', 'p', {{}})}}")
    for name, spec in moves.items():
        if not isinstance(spec, tuple) or len(spec) != 3 or not isinstance(spec[2], Mapping):
            fail("moves", f"move {name!r}: write (text, notation, parts), the parts {{name: range or texts}}")
        text, notation, parts = spec
        if len(parts) > MAX_PARTS:
            fail("moves", f"move {name!r} has {len(parts)} parts: at most {MAX_PARTS}")
        for part, values in parts.items():
            if part in MOVE_NAMES:
                fail("moves", f"move {name!r}: the name of its part {part} is taken: give it another")
            if isinstance(values, str) and isinstance(getattr(kind, values, None), GameData):
                continue
            is_list = isinstance(values, tuple | list) and len(set(values)) == len(values)
            if not ((isinstance(values, range) and values.step == 1) or is_list) or not 0 < len(values) <= MAX_VALUES:
                fail(
                    "moves", f"move {name!r}: {part} is {values!r:.60}: must be a range or texts, {MAX_VALUES} at most"
                )
        example = {"kind": name, **{part: values[0] for part, values in parts.items()}}
        for template in (text, notation):
            try:
                template.format_map(example)
            except (KeyError, IndexError, ValueError, AttributeError) as error:
                fail("moves", f"move {name!r}: {template!r} names {error}, which is no part of the move")
