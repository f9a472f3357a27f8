"""Every C function of the compiled sources says what it does: nothing else shows its units and shapes."""

import re
from pathlib import Path

ROOT = Path(__file__).parent.parent
SIGNATURE = re.compile(r"^cdef (?:inline )?[^\n=]*?(\w+)\([^)]*\)[^\n:]*:\n(\s*)(\S.*)", re.MULTILINE)


def undocumented(path: Path) -> list[str]:
    """The functions at the top level of a .pxd or .pyx file whose body does not begin with a docstring."""
    text = path.read_text(encoding="utf-8")
    where = path.relative_to(ROOT)
    return [f"{where}: {name}" for name, _, body in SIGNATURE.findall(text) if not body.startswith('"""')]


def test_every_c_function_has_a_docstring() -> None:
    sources = [path for kind in ("pxd", "pyx") for path in (ROOT / "cext" / "games").rglob(f"*.{kind}")]
    assert [name for path in sorted(sources) for name in undocumented(path)] == []
