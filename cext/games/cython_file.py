"""A game in one Cython file over SimpleGame, by its path: compiled when it is first played, and kept in the cache."""

import re
import sys
import sysconfig
from functools import partial
from hashlib import sha256
from importlib.util import find_spec, module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType

from cext.fallback_files import full_path, resolve_path
from cext.file_games import MODULE_FILES
from cext.games.program_cache import CannotCompile, cached_program, check_compiled, find_compiler, program_folder
from cext.installation import install_command
from cext.safe_files import MAX_PROGRAM_BYTES, read_limited
from cext.user_code import ProgramError, check_trusted

__all__ = ["load_engine"]

ROOT = Path(__file__).parents[2]
DIRECTIVES = "language_level=3,boundscheck=False,wraparound=False,initializedcheck=False,cdivision=True"
FLAGS = ("-O3", "-ffp-contract=off", "-fPIC", "-shared", "-w")


def load_engine(path: Path) -> ModuleType:
    """The module of the file, compiled where it is not yet; ProgramError where that fails, in one line."""
    file = resolve_path(path)
    if not file.is_file():
        raise ProgramError(f"there is no game {path}: give the path of a file")
    check_trusted(file)
    source = read_limited(file, MAX_PROGRAM_BYTES)
    headers = sorted([*(ROOT / "cext/kernel").glob("*.p[xd]*"), ROOT / "cext/games/simple_game.pxd"])
    parts = [source, sys.version.encode(), *(header.read_bytes() for header in headers)]
    digest = sha256(b"".join(sha256(part).digest() for part in parts)).hexdigest()[:16]
    name = f"{re.sub(r'[^0-9A-Za-z_]', '_', path.stem)}_{digest}"
    if name not in sys.modules:
        suffix = str(sysconfig.get_config_var("EXT_SUFFIX"))
        try:
            built = cached_program(program_folder(path), name, suffix, partial(_build, path, name, source))
        except CannotCompile as error:
            raise ProgramError(f"{path} must be compiled: {error}") from error
        _write_source(built.with_name(f"{name}.pyx"), source)
        MODULE_FILES[name] = str(full_path(path))
        spec = spec_from_file_location(name, built)
        assert spec is not None
        assert spec.loader is not None
        module = module_from_spec(spec)
        spec.loader.exec_module(module)
        sys.modules[name] = module
    if not hasattr(sys.modules[name], "GAME"):
        raise ProgramError(f"{path} names no game: write `GAME = TheClass` at its end")
    return sys.modules[name]


def _build(path: Path, name: str, source: bytes, work: Path) -> Path:
    """Compile a file in a folder."""
    if find_spec("Cython") is None:
        raise ProgramError(f"{path} is compiled by Cython, which is not installed: {install_command('build')}")
    compiler = find_compiler()
    code, text, module = (work / f"{name}{suffix}" for suffix in (".pyx", ".c", ".so"))
    code.write_bytes(source)
    include = [f"-I{sysconfig.get_path('include')}", f"-I{ROOT / 'cext' / 'kernel'}"]
    linking = ["-undefined", "dynamic_lookup"] if sys.platform == "darwin" else []
    for command, built in (
        ([sys.executable, "-m", "cython", "-X", DIRECTIVES, "-I", str(ROOT), str(code), "-o", str(text)], text),
        ([*compiler, *FLAGS, *include, *linking, str(text), "-o", str(module)], module),
    ):
        try:
            check_compiled(command, built)
        except CannotCompile as error:
            raise ProgramError(_first_error(path, code, error.output or str(error))) from error
    return module


def _write_source(copy: Path, source: bytes) -> None:
    """Have the copy of a file beside its module, which the module reads its declarations from."""
    if not copy.is_file() or copy.read_bytes() != source:
        copy.write_bytes(source)


def _first_error(path: Path, source: Path, output: str) -> str:
    """The first error in what Cython or a compiler prints, in one line."""
    found = re.search(rf"{re.escape(source.name)}:(\d+):\d+: (.+)", output)
    if found:
        return f"{path}, line {found[1]}: {found[2]}: correct it there"
    return f"{path} cannot be compiled: {' '.join(output.split())[-200:]}"
