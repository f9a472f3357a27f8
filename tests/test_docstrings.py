"""Every C function of the compiled sources says what it does: nothing else shows its units and shapes. Functions and
tests that comments, docstrings and pages name exist."""

import builtins
import re
from collections.abc import Iterable
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
SIGNATURE = re.compile(r"^cdef (?!class)(?:inline )?[^\n=]*?(\w+)\([^)]*\)[^\n:]*:\n(\s*)(\S.*)", re.MULTILINE)


def undocumented(path: Path) -> list[str]:
    """The functions at the top level of a .pxd or .pyx file whose body does not begin with a docstring."""
    text = path.read_text(encoding="utf-8")
    where = path.relative_to(ROOT)
    return [f"{where}: {name}" for name, _, body in SIGNATURE.findall(text) if not body.startswith('"""')]


METHOD = re.compile(
    r"^    (?:cdef|def) (?!class)[^\n=]*?(\w+)\((?:[^()]|\([^()]*\))*\)[^\n:]*:\n\s*(\S.*)", re.MULTILINE
)
# Methods of Game and Policy, which say what they do; the bodies of subclasses need not say it again.
INHERITED = ("deal_into", "to_move", "legal", "apply", "score", "points", "clock", "board_of", "move_class",
             "offered", "features", "counters_of", "running_counters", "determinise", "consistent", "decides_secretly",
             "move_values", "playout", "draw", "apply_recorded", "choose")  # fmt: skip


def test_every_method_of_the_kernel_has_a_docstring_or_inherits_one() -> None:
    kernel = ROOT / "cext" / "kernel"
    found = []
    for path in sorted([*kernel.glob("*.pyx"), *kernel.glob("*.pxi"), ROOT / "cext/games/simple_game.pyx"]):
        for name, body in METHOD.findall(path.read_text(encoding="utf-8")):
            told = body.startswith('"""') or name.startswith("__")
            if not told and (name not in INHERITED or path.name == "game.pyx"):
                found.append(f"{path.relative_to(ROOT)}: {name}")
    assert found == []


def test_every_c_function_has_a_docstring() -> None:
    sources = [path for kind in ("pxd", "pyx", "pxi") for path in (ROOT / "cext").rglob(f"*.{kind}")]
    assert [name for path in sorted(sources) for name in undocumented(path)] == []


# -- what comments, docstrings and pages name --------------------------------------------------------------------------

SOURCE = ("cext", "strategies", "analyser", "reports", "tests", "examples")
KINDS = ("py", "pyi", "pyx", "pxd", "pxi")
STRINGS_AND_COMMENTS = re.compile(
    r'''("""[^"\\]*(?:(?:\\.|"(?!""))[^"\\]*)*"""|"[^"\\\n]*(?:\\.[^"\\\n]*)*"|'[^'\\\n]*(?:\\.[^'\\\n]*)*'|#[^\n]*)''',
    re.DOTALL,
)
STATEMENT = re.compile(r"(?:^|\n) *r?$")  # what comes before a docstring


def split_source(text: str) -> tuple[str, str]:
    """The code of a file, and its comments and docstrings."""
    code, prose = [], []
    parts = STRINGS_AND_COMMENTS.split(text)
    for before, quoted in zip(parts[::2], [*parts[1::2], ""], strict=True):
        code.append(before)
        if quoted[:1] == "#" or (quoted[:3] == '"""' and STATEMENT.search(before)):
            prose.append(quoted)
    return " ".join(code), "\n".join(prose)


def unknown_functions(sources: Iterable[str], pages: Iterable[str] = ()) -> set[str]:
    """Names that comments, docstrings and pages write as name() and that no code defines or calls; and numbered tests
    that they name, or begin to name, and that there are not."""
    split = [split_source(text) for text in sources]
    called = {*dir(builtins)}.union(*(re.findall(r"\b\w+(?=\()", code) for code, _ in split))
    lines = [line for text in (*(prose for _, prose in split), *pages) for line in text.splitlines()]
    named = {name for line in lines if "()" in line for name in re.findall(r"(\w+)\(\)", line)}
    tests = {name for line in lines if "test_" in line for name in re.findall(r"test_\d\w+", line)}
    defined = [name for name in called if name.startswith("test_")]
    return (named - called) | {name for name in tests if not any(test.startswith(name) for test in defined)}


def test_functions_named_in_comments_exist() -> None:
    files = [path for folder in (*SOURCE, "docs") for path in (ROOT / folder).rglob("*")]
    sources = [path.read_text(encoding="utf-8") for path in files if path.suffix[1:] in KINDS]
    pages = [path.read_text(encoding="utf-8") for path in (*ROOT.glob("*.md"), *files) if path.suffix == ".md"]
    assert unknown_functions(sources, pages) == set()


@pytest.mark.parametrize(
    ("text", "unknown"),
    [
        ("x = 1  # hires_in() says which", {"hires_in"}),
        ('def f():\n    """As reading_rows() does."""\n', {"reading_rows"}),
        ('"""See f() and len()."""\ndef f():\n    pass\n', set()),
        ('page.evaluate("blur()")  # polars: collect_all(frames)\n', set()),
        ("# one by one (test_19_none)\n", {"test_19_none"}),
        ("def test_19_only_the_first():\n    pass  # as test_19_only\n", set()),
    ],
)
def test_unknown_function_is_noticed(text: str, unknown: set[str]) -> None:
    assert unknown_functions([text]) == unknown
