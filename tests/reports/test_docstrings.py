"""Every public name of reports says what it is."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import reports

ROOT = Path(reports.__file__).parent
Defined = ast.FunctionDef | ast.ClassDef


def silent(module: ast.Module | ast.ClassDef) -> Iterator[str]:
    """Public functions, classes and methods without a docstring; overloads say it in their last form."""
    named = [one for one in module.body if isinstance(one, Defined) and not one.name.startswith("_")]
    said = {one.name for one in named if ast.get_docstring(one)}
    for one in named:
        if one.name not in said:
            yield one.name
        if isinstance(one, ast.ClassDef):
            yield from (f"{one.name}.{inner}" for inner in silent(one))


def test_every_public_name_has_a_docstring() -> None:
    missing = {
        str(path.relative_to(ROOT)): found
        for path in sorted(ROOT.rglob("*.py"))
        if (found := list(silent(ast.parse(path.read_text(encoding="utf-8")))))
    }
    assert missing == {}


def test_every_module_opens_with_a_sentence() -> None:
    texts = {path: ast.get_docstring(ast.parse(path.read_text(encoding="utf-8"))) for path in ROOT.rglob("*.py")}
    assert [path for path, text in texts.items() if not text] == []
