"""Which tests are slow: functions that took longer than SLOW_SECONDS in a whole run, all their cases together, and what
uses a fixture of several tests that took as long.

`python -m tests.slow JUNIT.xml` writes tests/slow.txt out of the times of `pytest --junitxml=JUNIT.xml`.
"""

import sys
from collections import defaultdict
from pathlib import Path
from xml.etree import ElementTree

import pytest

__all__ = ["SLOW_SECONDS", "is_slow", "slow_tests"]

FILE = Path(__file__).with_suffix(".txt")
SLOW_SECONDS = 0.15
PLAYED = "tests/reports::runs"  # a fixture that plays runs as they are asked for


def slow_tests() -> set[str]:
    """Slow functions, each as "tests/test_x.py::test_y", and fixtures, each as "tests/x::fixture"."""
    lines = (line.partition(": ") for line in FILE.read_text(encoding="utf-8").splitlines())
    return {PLAYED, *(f"{file}::{name}" for file, _, names in lines for name in names.split())}


def is_slow(item: pytest.Function, slow: set[str]) -> bool:
    """Whether the test or a fixture that it uses is among the slow ones."""
    used = (fixtures[-1] for fixtures in item._fixtureinfo.name2fixturedefs.values())
    names = {
        f"{item.nodeid.partition('::')[0]}::{item.originalname}",
        *(f"{one.baseid}::{one.argname}" for one in used),
    }
    return not names.isdisjoint(slow)


def write(times: str) -> None:
    """Write the list out of a whole run's times."""
    seconds: defaultdict[tuple[str, str], float] = defaultdict(float)
    for case in ElementTree.parse(times).iter("testcase"):
        file = f"{case.attrib['classname'].replace('.', '/')}.py"
        seconds[file, case.attrib["name"].partition("[")[0]] += float(case.attrib["time"])
        for fixture in case.iter("property"):  # tests/conftest.py writes it there
            folder, _, name = fixture.attrib["value"].partition("::")
            seconds[folder, name] = float("inf")
    names = defaultdict(list)
    for (file, name), time in sorted(seconds.items()):
        if time > SLOW_SECONDS:
            names[file].append(name)
    FILE.write_text("".join(f"{file}: {' '.join(slow)}\n" for file, slow in names.items()), encoding="utf-8")


if __name__ == "__main__":
    write(sys.argv[1])
