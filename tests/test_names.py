"""Names are nouns and verbs of the field: a word that says nothing by itself is no name."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]

# Names that a stored format or an output format has: keys of a manifest, of result tables, of answers in JSON and of
# TOML files, columns of rating tables; and what strategies of users call.
FORMAT_NAMES = {
    "reports/run_facts.py": {"what", "before", "ahead"},
    "analyser/records/verify.py": {"found"},
    "analyser/runs/inputs.py": {"given"},
    "analyser/runs/manifest.py": {"most", "ahead"},
    "analyser/ratings/table.py": {"alone"},
    "analyser/experiments/objective.py": {"before", "ahead"},
    "strategies/base.py": {"worth"},
    "strategies/catalogue.py": {"never", "alike"},
    "strategies/plan.py": {"never", "alike"},
}

PATTERNS = (
    "reports/**/*.py",
    "analyser/**/*.py",
    "strategies/**/*.py",
)
FILES = sorted({path.relative_to(ROOT).as_posix() for pattern in PATTERNS for path in ROOT.glob(pattern)})

# Participles, adverbs, prepositions and pronouns that stand alone, and metaphors where the field has a word.
ODD = """
ahead alike alone among anew apart asked before begun beside beyond both brought changed chosen come compared
counted drawn either every fewest fitting found given gone heard held idle judged kept known least looked
looked_at made marks matched mend met missed most named never once one otherwise own paid placed played put
reached said seen shown skeleton spoken standins strange taken telling there thing things told told_apart turned
typed unmoved used wanted what whole whose worth wrong
"""


def names(tree: ast.AST) -> Iterator[tuple[str, int]]:
    """Every name that a module gives to something, with its line."""
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef | ast.ClassDef):
            yield node.name, node.lineno
        elif isinstance(node, ast.arg):
            yield node.arg, node.lineno
        elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            yield node.id, node.lineno


@pytest.mark.parametrize("file", FILES)
def test_a_name_says_what_it_stands_for(file: str) -> None:
    odd_names = set(ODD.split()) - FORMAT_NAMES.get(file, set())
    tree = ast.parse((ROOT / file).read_text(encoding="utf-8"))
    odd = {f"{name} (line {line})" for name, line in names(tree) if name.strip("_").lower() in odd_names}
    assert not odd, f"{file}: {', '.join(sorted(odd))}"
