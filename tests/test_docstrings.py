"""Every C function of the compiled sources says what it does: nothing else shows its units and shapes."""

import re
from pathlib import Path

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
