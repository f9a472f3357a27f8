"""What is at the top level, and who may import whom: cext <- strategies <- analyser, reports on its own and used by
analyser."""

import ast
import re
from collections.abc import Iterator
from fnmatch import fnmatch
from functools import cache
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
PACKAGES = ("cext", "strategies", "analyser", "reports")

MAX_CHAIN = 14  # modules of reports of which each imports the next: the grammar lies under every question
MAX_CHAPTERS = 37  # modules that one other imports, not counting commands, questions and folders of games

# area -> top-level packages of ours that its files may import; the longest area a file lies in counts
ALLOWED = {
    "cext": {"cext"},
    "strategies": {"cext", "strategies"},
    "reports": {"reports"},
    "analyser": {"cext", "strategies", "analyser", "reports"},
}

# Hidden files and what .gitignore names left out: a new name here is a decision, a stray file is not.
TOP_LEVEL = """
ARCHITECTURE.md CHANGELOG.md CONTRIBUTING.md LICENSE MANIFEST.in Makefile README.md
analyser cext docs examples mkdocs.yml pyproject.toml reports setup.py strategies tests
"""

# Texts of commands, classes of players, typed values and columns of frames, without compiled code: all need some.
EVERYWHERE = ("cext.commands.", "cext.player_classes.", "cext.fields.", "cext.kernel.decision_columns.")

CIMPORT = re.compile(r"^\s*(?:from\s+([\w.]+)\s+c?import\b|c?import\s+([\w., ]+))", re.MULTILINE)

parsed = cache(ast.parse)  # every test reads the same files


def python_imports(text: str) -> Iterator[str]:
    """Dotted names a Python source imports, by statement or through importlib."""
    for node in ast.walk(parsed(text)):
        match node:
            case ast.Import(names=names):
                yield from (name.name for name in names)
            case ast.ImportFrom(module=str(module), names=names):
                yield from (f"{module}.{name.name}" for name in names)
            case ast.Call(
                func=ast.Attribute(attr="import_module") | ast.Name(id="import_module" | "__import__"),
                args=[ast.Constant(value=str(module)), *_],
            ):
                yield module


def cython_imports(text: str) -> Iterator[str]:
    """Dotted names a Cython source imports or cimports."""
    for module, modules in CIMPORT.findall(text):
        yield from (part.split()[0] for part in (module or modules).split(",") if part.strip())


def imports(path: Path) -> set[str]:
    """Dotted names of ours that a file imports."""
    reader = cython_imports if path.suffix in {".pyx", ".pxd"} else python_imports
    return {name for name in reader(path.read_text(encoding="utf-8")) if name.split(".")[0] in PACKAGES}


def sources(folder: Path) -> list[Path]:
    """Python, stub and Cython files under a folder."""
    return sorted(path for suffix in ("py", "pyi", "pyx", "pxd") for path in folder.rglob(f"*.{suffix}"))


def allowed(name: str) -> set[str]:
    """What the file of that name may import: the entry of the narrowest area it lies in."""
    return ALLOWED[max((area for area in ALLOWED if name.startswith(area + "/")), key=len)]


def upward_imports(root: Path, package: str) -> list[str]:
    """Every import in a package that its area does not allow, in words."""
    return [
        f"{path.relative_to(root)} imports {name}"
        for path in sources(root / package)
        for name in sorted(imports(path))
        if name.split(".")[0] not in allowed(path.relative_to(root).as_posix()) and not name.startswith(EVERYWHERE)
    ]


@pytest.mark.parametrize("package", PACKAGES)
def test_imports_point_down(package: str) -> None:
    assert upward_imports(ROOT, package) == []


def test_the_kernel_knows_no_game() -> None:
    wrong = [
        f"{path.relative_to(ROOT)} imports {name}"
        for path in sources(ROOT / "cext/kernel")
        for name in sorted(imports(path))
        if name.startswith("cext.games")
    ]
    assert wrong == []


def test_a_game_knows_no_other_game() -> None:
    games = {path.name for path in (ROOT / "cext/games").iterdir() if path.is_dir() and path.name != "__pycache__"}
    wrong = [
        f"{path.relative_to(ROOT)} imports {name}"
        for game in sorted(games)
        for path in sources(ROOT / "cext/games" / game)
        for name in sorted(imports(path))
        if re.match(rf"cext\.games\.({'|'.join(games - {game}) or '$'})(\.|$)", name)
    ]
    assert wrong == []


def test_few_modules_have_one_importer() -> None:
    files: dict[str, list[Path]] = {}
    for path in (path for package in PACKAGES for path in sources(ROOT / package)):
        name = ".".join(path.relative_to(ROOT).with_suffix("").parts)
        files.setdefault(name.removesuffix(".__init__"), []).append(path)
    importers: dict[str, set[str]] = {name: set() for name in files}
    for importer, name in ((module, name) for module in files for path in files[module] for name in imports(path)):
        imported = name if name in files else name.rpartition(".")[0]
        if imported in files and imported != importer:
            importers[imported].add(importer)
    uncounted = re.compile(r"analyser\.cli|reports\.questions|cext\.games\.(?!translation)\w+\.|strategies")
    chapters = [
        name for name, users in importers.items()
        if len(users) == 1 and files[name][0].suffix == ".py" and files[name][0].name != "__init__.py"
        and not uncounted.match(name)
    ]  # fmt: skip
    assert len(chapters) <= MAX_CHAPTERS, chapters


def top_level(root: Path) -> set[str]:
    """The names in a checkout, without hidden ones and those that its .gitignore names."""
    ignored = [line.strip("/") for line in (root / ".gitignore").read_text(encoding="utf-8").split()]
    return {
        path.name
        for path in root.iterdir()
        if not path.name.startswith(".") and not any(fnmatch(path.name, pattern) for pattern in ignored)
    }


def test_top_level_is_as_designed() -> None:
    assert top_level(ROOT) == set(TOP_LEVEL.split())


def test_stray_file_at_the_top_is_seen(tmp_path: Path) -> None:
    (tmp_path / ".gitignore").write_text("build/\n*.log\n/runs/\n", encoding="utf-8")
    for name in ("-n", "build", "runs", "tests.log", ".venv", "setup.py"):
        (tmp_path / name).touch()
    assert top_level(tmp_path) == {"-n", "setup.py"}


@pytest.mark.parametrize("name", ["CONTRIBUTING.md", "pyproject.toml"])
def test_slow_refers_to_its_one_definition(name: str) -> None:
    lines = [line for line in (ROOT / name).read_text(encoding="utf-8").splitlines() if "tests/slow.txt" in line]
    assert lines
    assert all("SLOW_SECONDS" in line and "of a second" not in line for line in lines)


@pytest.mark.parametrize("package", PACKAGES)
def test_top_level_packages_are_regular(package: str) -> None:
    """Without __init__.py a package would merge with one of the same name elsewhere, and builds with each other."""
    assert (ROOT / package / "__init__.py").is_file()


@pytest.mark.parametrize(
    "line",
    [
        "import reports.page",
        "import reports.page as page",
        "import os, reports.page",
        "from reports import page",
        "from reports.page import write",
        "def f():\n    from reports.page import write",
        "import importlib\nimportlib.import_module('reports.page')",
    ],
)
def test_every_form_of_python_import_is_seen(line: str) -> None:
    assert "reports" in {name.split(".")[0] for name in python_imports(line)}


@pytest.mark.parametrize(
    "line",
    [
        "cimport strategies.plan",
        "cimport cython, strategies.plan",
        "from strategies cimport plan",
        "from strategies.plan cimport Plan",
        "import strategies",
        "def f():\n    from strategies.plan import Plan",
    ],
)
def test_every_form_of_cython_import_is_seen(line: str) -> None:
    assert "strategies" in {name.split(".")[0] for name in cython_imports(line)}


def modules_imported(tree: ast.AST, *, at_once: bool) -> Iterator[str]:
    """Modules that Python code imports; at_once: not in functions, and not for types alone."""
    for node in ast.iter_child_nodes(tree):
        match node:
            case ast.If(test=ast.Name(id="TYPE_CHECKING")) | ast.FunctionDef() if at_once:
                continue
            case ast.Import(names=names):
                yield from (name.name for name in names)
            case ast.ImportFrom(module=str(module), names=names):
                yield from (module, *(f"{module}.{name.name}" for name in names))
        yield from modules_imported(node, at_once=at_once)


def import_graph(root: Path, package: str, *, at_once: bool = False) -> dict[str, set[str]]:
    """The modules of a package that each of its modules imports. A package gathers its own modules, so that they import
    it is no cycle."""
    files = {
        ".".join(path.relative_to(root).with_suffix("").parts).removesuffix(".__init__"): path
        for path in (root / package).rglob("*.py")
    }
    trees = {name: parsed(path.read_text(encoding="utf-8")) for name, path in files.items()}
    return {
        name: {
            module
            for module in modules_imported(tree, at_once=at_once)
            if module in files and not f"{name}.".startswith(f"{module}.")
        }
        for name, tree in trees.items()
    }


def import_cycle(root: Path, package: str) -> list[str]:
    """Modules of a package that import each other in turn, in functions and for types too; empty where none do."""
    try:
        TopologicalSorter(import_graph(root, package)).prepare()
    except CycleError as error:
        return list(error.args[1])
    return []


@pytest.mark.parametrize("package", ["strategies", "analyser", "reports"])
def test_no_files_import_each_other_in_turn(package: str) -> None:
    assert import_cycle(ROOT, package) == []


def test_no_module_of_analyser_imports_the_public_functions() -> None:
    public = {"analyser", "analyser.open_run", "analyser.play_games", "analyser.together"}
    assert [path for path in sources(ROOT / "analyser") if public & imports(path)] == []


def test_what_a_file_of_reports_needs_is_not_far() -> None:
    """The longest chain of modules of which each imports the next: more is a layer that nobody needs."""
    graph, length = import_graph(ROOT, "reports", at_once=True), dict[str, int]()
    for name in TopologicalSorter(graph).static_order():
        length[name] = 1 + max((length[module] for module in graph[name]), default=0)
    assert max(length.values()) <= MAX_CHAIN


def test_a_cycle_in_functions_and_of_types_is_seen(tmp_path: Path) -> None:
    (tmp_path / "reports").mkdir()
    (tmp_path / "reports/a.py").write_text("from reports import b\n", encoding="utf-8")
    types = "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    import reports.a\n"
    for line in ("from reports.a import f\n", "def f():\n    import reports.a\n", types):
        (tmp_path / "reports/b.py").write_text(line, encoding="utf-8")
        assert set(import_cycle(tmp_path, "reports")) == {"reports.a", "reports.b"}


def test_an_answer_does_not_wait_for_what_draws_it() -> None:
    """matplotlib takes as long as the tables: only functions that draw import it, and what they import."""
    at_once = [
        path.relative_to(ROOT).as_posix()
        for package in ("analyser", "reports")
        for path in sources(ROOT / package)
        for node in parsed(path.read_text(encoding="utf-8")).body
        if isinstance(node, ast.Import | ast.ImportFrom) and "matplotlib" in ast.unparse(node)
    ]
    assert set(at_once) == {"reports/charts/plot.py"}
    plots = "from reports.charts.plot import"
    texts = [path.read_text(encoding="utf-8") for path in sources(ROOT / "reports")]
    assert not [text for text in texts if re.search(rf"^{plots}", text, re.MULTILINE)]


def test_an_upward_import_is_reported_and_analyser_may_use_reports(tmp_path: Path) -> None:
    for name, line in [
        ("cext/kernel/bad.pyx", "from strategies.plan cimport Plan\n"),
        ("reports/bad.py", "from analyser.errors import DataError\n"),
        ("analyser/good.py", "from reports import page\n"),
    ]:
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(line, encoding="utf-8")
    assert upward_imports(tmp_path, "cext") == ["cext/kernel/bad.pyx imports strategies.plan"]
    assert upward_imports(tmp_path, "reports") == ["reports/bad.py imports analyser.errors.DataError"]
    assert upward_imports(tmp_path, "analyser") == []
