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


def test_every_paragraph_has_a_row_with_functions_and_a_test_of_its_number(readme: str) -> None:
    rules = readme.split("\n## Rules\n")[1].split("\n## ")[0]
    chapter = readme.split("\n## Rulebook to code to test\n")[1].split("\n## ")[0]
    rows = re.findall(r"^\| (\d+)\. [^|]+ \| ([^|]+) \| ([^|]+) \|$", chapter, re.MULTILINE)
    assert [number for number, *_ in rows] == re.findall(r"^(\d+)\. ", rules, re.MULTILINE)
    assert all("`" in functions and f"test_{number}_" in tests for number, functions, tests in rows)


def test_the_readme_says_how_many_sentences_allow_or_forbid(readme: str) -> None:
    chapter = readme.split("\n### What may be done\n")[1].split("\n## ")[0]
    rows = [line.split(" | ") for line in chapter.splitlines() if line.startswith("| ")][1:]
    wrong = sum(row[-1].startswith("**wrong**: ") for row in rows)
    assert f"what happens in a game: {len(rows)} of them" in readme
    assert f"{wrong} were played otherwise before this table was made" in readme


def test_the_readme_says_how_much_is_reconstructed(readme: str) -> None:
    count = provenance(load())
    shares = f"Of {sum(count.values())} data the rulebook states {count['rulebook']}, {count['inferred']} are inferred"
    assert f"{shares} and {count['reconstructed']} reconstructed" in readme


def test_the_guide_describes_every_file_and_ability(guide: str) -> None:
    assert {name for name in FILES if name not in guide} == set()
    assert {name for name in ABILITIES if name not in guide} == set()
