"""The game's READMEs: every ruling has a row, every component file is described, shares of statuses are right."""

import re
from pathlib import Path

import pytest

from cext.games.first_empire import engine
from cext.games.first_empire.data.components import ABILITIES, FILES, SHIPPED, load, provenance


@pytest.fixture(scope="module")
def readme() -> str:
    return (SHIPPED.parent / "README.md").read_text(encoding="utf-8")


@pytest.fixture(scope="module")
def guide() -> str:
    return (Path(SHIPPED) / "README.md").read_text(encoding="utf-8")


def test_every_ruling_has_a_row_with_reading_and_reason(readme: str) -> None:
    rows = re.findall(r"^\| ([FS]\d+) \| ([^|]+) \| ([^|]+) \| [^|]*\|$", readme, re.MULTILINE)
    assert [name for name, _, _ in rows] == [f"F{n}" for n in range(1, 32)] + [f"S{n}" for n in range(1, 15)]
    assert all(reading.strip() and reason.strip() for _, reading, reason in rows)


def test_every_switch_stands_beside_its_ruling_or_is_no_ruling(readme: str) -> None:
    """With its values, the default first; a ruling without a switch has a reason there."""
    chapter = readme.split("\n## Rulings\n")[1].split("\n## ")[0]
    rows = re.findall(r"^\| [FS]\d+ \|.*\| ([^|]+) \|$", chapter, re.MULTILINE)
    assert all("`" in column or column.startswith("none: ") for column in rows)
    others = chapter.split("\nChoices that are no rulings: ")[1]
    named = re.findall(r"`(\w+)` = ([`\w]+(?:, [`\w]+)*)", "\n".join([*rows, *others.split("; ")]))
    said = {
        name: (default, *(value for value in choices[0] if value != default)) if choices else ("off", "on")
        for name, (default, _, *choices) in engine.SWITCHES.items()
    }
    assert {name: tuple(re.findall(r"\w+", values)) for name, values in named} == said
    assert len(named) == len(said)


def test_paragraphs_are_numbered_without_a_gap(readme: str) -> None:
    rules = readme.split("\n## Rules\n")[1].split("\n## ")[0]
    numbers = [int(number) for number in re.findall(r"^(\d+)\. ", rules, re.MULTILINE)]
    assert numbers == list(range(1, len(numbers) + 1))


def rows_of_paragraphs(readme: str) -> list[tuple[int, list[str], list[str]]]:
    """Number of each paragraph, the functions (module.name or name) and the beginnings of tests in its row."""
    chapter = readme.split("\n## Rulebook to code to test\n")[1].split("\n## ")[0]
    rows = re.findall(r"^\| (\d+)\. [^|]+ \| ([^|]+) \| ([^|]+) \|$", chapter, re.MULTILINE)
    return [
        (int(number), re.findall(r"`([\w.]+)`", functions), re.findall(r"\btest_\w+\b(?!\.py)", tests))
        for number, functions, tests in rows
    ]


def test_every_paragraph_has_a_row_with_a_test_of_its_number(readme: str) -> None:
    rules = readme.split("\n## Rules\n")[1].split("\n## ")[0]
    rows = rows_of_paragraphs(readme)
    assert [number for number, *_ in rows] == [int(n) for n in re.findall(r"^(\d+)\. ", rules, re.MULTILINE)]
    assert all(f"test_{number}_" in tests for number, _, tests in rows)


def rows_of_permissions(readme: str) -> list[tuple[str, list[str], list[str], str]]:
    """Each sentence that allows or forbids, its functions, the beginnings of its tests, and how it was played."""
    chapter = readme.split("\n### What may be done\n")[1].split("\n## ")[0]
    rows = re.findall(r"^\| [^|]+ \| ([^|]+) \| (`[^|]+) \| ([^|]+) \| ([^|]*)\|$", chapter, re.MULTILINE)
    return [
        (sentence, re.findall(r"`([\w.]+)`", functions), tests.split(", "), was)
        for sentence, functions, tests, was in rows
    ]


def test_every_function_of_the_tables_exists_in_its_file(readme: str) -> None:
    known = {
        (file.stem, name)
        for file in (SHIPPED.parent / "rules").glob("*.pxd")
        for name in re.findall(r"^cdef inline .*?\b(\w+)\(", file.read_text(encoding="utf-8"), re.MULTILINE)
    }
    for row, functions, *_ in [*rows_of_paragraphs(readme), *rows_of_permissions(readme)]:
        file = ""
        assert functions
        for function in functions:
            file, name = function.split(".") if "." in function else (file, function)
            assert (file, name) in known, f"{row}: {function}"


def test_every_test_the_tables_point_to_exists(readme: str) -> None:
    written = "".join(file.read_text(encoding="utf-8") for file in Path(__file__).parent.glob("test_*.py"))
    for row, _, tests, *_ in [*rows_of_paragraphs(readme), *rows_of_permissions(readme)]:
        assert all(f"def {test}" in written for test in tests), row


def test_the_readme_says_how_many_sentences_allow_or_forbid(readme: str) -> None:
    rows = rows_of_permissions(readme)
    wrong = sum(was.startswith("**wrong**: ") for *_, was in rows)
    assert f"what happens in a game: {len(rows)} of them" in readme
    assert f"{wrong} were played otherwise before this table was made" in readme


def test_the_readme_says_how_much_is_reconstructed(readme: str) -> None:
    count = provenance(load())
    shares = f"Of {sum(count.values())} data the rulebook states {count['rulebook']}, {count['inferred']} are inferred"
    assert f"{shares} and {count['reconstructed']} reconstructed" in readme


def test_the_guide_describes_every_file_and_ability(guide: str) -> None:
    assert {name for name in FILES if name not in guide} == set()
    assert {name for name in ABILITIES if name not in guide} == set()
