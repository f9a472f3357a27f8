"""Settings of every test run: which build of the kernel is tested, golden files, property tests that repeat."""

import gc
import os
import sys
import time
from collections.abc import Callable, Generator, Iterator
from functools import cache
from importlib.machinery import PathFinder
from pathlib import Path
from typing import TypeVar

import hypothesis
import pytest
import typer.testing
from xdist.workermanage import NodeManager

from analyser.cli import YOUNG
from analyser.runs.executors import cores
from analyser.runs.worker import worker_context
from tests.slow import SLOW_SECONDS, is_slow, slow_tests

pytest_plugins = ["tests.browser", "tests.undrawn"]

T = TypeVar("T")
ROOT = Path(__file__).resolve().parent.parent
PACKAGES = ("cext", "strategies", "analyser", "reports")

# Compiled tests and sources are stored whatever the environment says: every process of a run, and every start of the
# program by a test, would compile them anew, which takes longer than most of the tests.
sys.dont_write_bytecode = False
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)

# Of polars and numpy that this process has loaded: what it starts takes as many threads as it would for a user.
THREADS = ("POLARS_MAX_THREADS", "OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS")
for name in THREADS:
    os.environ.pop(name, None)

# The same examples on every machine and in every run; no time limit for one, because the checked builds are slow.
hypothesis.settings.register_profile("repeatable", derandomize=True, deadline=None, database=None)
hypothesis.settings.load_profile("repeatable")

# Typer would make all commands anew for each that is called inside this process: a twenty-fifth of a second.
typer.testing._get_command = cache(typer.testing._get_command)  # type: ignore[attr-defined]

# A worker of the debug flavour writes its counters of lines as it ends; on a busy machine it takes longer than the
# ten seconds after which it would be killed, and all its lines would count as not reached.
NodeManager.EXIT_TIMEOUT = 300


def compiled_modules() -> list[str]:
    """Dotted names of the modules compiled from .pyx files."""
    sources = (path.relative_to(ROOT) for top in ("cext", "strategies") for path in (ROOT / top).rglob("*.pyx"))
    return sorted(".".join(source.with_suffix("").parts) for source in sources)


def found_in(folder: Path, module: str) -> bool:
    """Whether a build of the compiled module lies under the folder."""
    *packages, _ = module.split(".")
    return PathFinder.find_spec(module, [str(folder.joinpath(*packages))]) is not None


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--golden", action="store_true", help="write the golden files anew (only their tests run)")


def pytest_configure(config: pytest.Config) -> None:
    """Stop before the first test when the build to be tested is not there: Python would silently take another one."""
    gc.set_threshold(YOUNG)  # as commands do
    folder = tested_build(config)
    missing = [module for module in compiled_modules() if not found_in(folder, module)]
    if missing and folder != ROOT:
        raise pytest.UsageError(f"{folder} holds no build of {', '.join(missing)}: run make {folder.parent.name}")


def pytest_sessionstart(session: pytest.Session) -> None:
    """Begin the process that workers are forked from: a command that runs in this process ends what it has started."""
    if hasattr(session.config, "workerinput") or not session.config.getoption("numprocesses", 0):
        worker_context()


def pytest_xdist_auto_num_workers(config: pytest.Config) -> int:
    """One process more than there are cores: many tests wait for a browser, or for a program that they have started."""
    return cores() + 1


def pytest_xdist_setupnodes() -> None:
    """Let each process of a run use one thread: they share the cores among themselves."""
    os.environ.update(dict.fromkeys(THREADS, "1"))


def pytest_report_header(config: pytest.Config) -> str:
    """Say which build is tested, and what is missing from it."""
    folder = tested_build(config)
    missing = [module for module in compiled_modules() if not found_in(folder, module)]
    advice = f"; not built: {', '.join(missing)} (run make build)" if missing else ""
    return f"kernel: {'built in place' if folder == ROOT else folder.relative_to(ROOT)}{advice}"


def tested_build(config: pytest.Config) -> Path:
    """Folder the packages under test come from: the first entry of pytest's pythonpath."""
    first: Path = config.getini("pythonpath")[0]
    return (ROOT / first).resolve()


@pytest.hookimpl(wrapper=True)
def pytest_collection(session: pytest.Session) -> Generator[None, T, T]:
    """Collect without looking for garbage: nearly all of a million objects stay, and are not looked through later."""
    gc.disable()
    result = yield
    gc.freeze()
    gc.enable()
    return result


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Mark slow tests; begin with those beside this file, which take longest, so that none is left at the end.
    With --golden, keep the tests that use golden files."""
    slow = slow_tests()
    items.sort(key=lambda item: item.path.parent != ROOT / "tests")
    for item in items:
        if isinstance(item, pytest.Function) and is_slow(item, slow):
            item.add_marker(pytest.mark.slow)
    if config.getoption("golden"):
        items[:] = [item for item in items if "golden" in getattr(item, "fixturenames", ())]


@pytest.hookimpl(wrapper=True)
def pytest_fixture_setup(
    fixturedef: pytest.FixtureDef[object], request: pytest.FixtureRequest
) -> Generator[None, T, T]:
    """Note with the test that makes it, for tests/slow.py, that a fixture of several tests took long."""
    begin = time.perf_counter()
    result = yield
    if fixturedef.scope != "function" and time.perf_counter() - begin > SLOW_SECONDS:
        request._pyfuncitem.user_properties.append(("fixture", f"{fixturedef.baseid}::{fixturedef.argname}"))
    return result


@pytest.fixture
def golden(request: pytest.FixtureRequest) -> Callable[[str, str], str]:
    """golden(name, text): what the file golden/<name> beside the test's module says; with --golden it is written first.

    A difference that is meant: make golden.
    """

    def expected(name: str, text: str) -> str:
        file = request.path.parent / "golden" / name
        if request.config.getoption("golden"):
            file.parent.mkdir(exist_ok=True)
            file.write_text(text, encoding="utf-8")
        assert file.exists(), f"{file.relative_to(ROOT)} is missing: make golden writes it"
        return file.read_text(encoding="utf-8")

    return expected


@pytest.fixture(scope="session", autouse=True)
def state_of_its_own(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """What the program remembers of its user stays in the test run."""
    with pytest.MonkeyPatch.context() as patched:
        patched.setenv("XDG_STATE_HOME", str(tmp_path_factory.mktemp("state")))
        yield


@pytest.fixture(scope="session", autouse=True)
def short_comparisons() -> Iterator[None]:
    """Compiled rules are compared with Python in a few games: most tests have programs of their own."""
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr("cext.games.translation.comparison.SECONDS", 0.05)
        yield


@pytest.fixture(scope="session", autouse=True)
def short_checks() -> Iterator[None]:
    """A game of one's own is checked for a second, whatever it is checked for."""
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr("analyser.experiments.game_check.SECONDS", 1)
        yield


@pytest.fixture(scope="session", autouse=True)
def no_waiting_for_the_disk() -> Iterator[None]:
    """What is written is not flushed: no test cuts the power."""
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr("os.fsync", lambda descriptor: None)
        yield


@pytest.fixture(autouse=True)
def relative_paths_of_its_own(monkeypatch: pytest.MonkeyPatch) -> None:
    """Relative paths of a run that one test opens mean nothing to the next: a command is a process of its own."""
    monkeypatch.setattr("cext.fallback_files._relative", {})


@pytest.fixture(scope="session", autouse=True)
def only_the_tested_build(pytestconfig: pytest.Config) -> Iterator[None]:
    """Fail the run when any module of ours came from elsewhere than the build under test."""
    yield
    folder = tested_build(pytestconfig)
    ours = {name: module.__file__ for name, module in sys.modules.items() if name.split(".")[0] in PACKAGES}
    strangers = {name: file for name, file in ours.items() if file and folder not in Path(file).parents}
    assert strangers == {}
