"""Which tests are slow: functions that took longer than a fifth of a second in a whole run, all their cases together.

`python -m tests.slow JUNIT.xml` writes tests/slow.txt out of the times of `pytest --junitxml=JUNIT.xml`.
"""

import sys
from collections import defaultdict
from pathlib import Path
from xml.etree import ElementTree

__all__ = ["slow_tests"]

FILE = Path(__file__).with_suffix(".txt")
MOST = 0.2  # seconds


def slow_tests() -> set[str]:
    """Slow functions, each as "tests/test_x.py::test_y"."""
    lines = (line.partition(": ") for line in FILE.read_text(encoding="utf-8").splitlines())
    return {f"{file}::{name}" for file, _, names in lines for name in names.split()}


def write(times: str) -> None:
    """Write the list out of a whole run's times."""
    seconds: defaultdict[tuple[str, str], float] = defaultdict(float)
    for case in ElementTree.parse(times).iter("testcase"):
        file = f"{case.attrib['classname'].replace('.', '/')}.py"
        seconds[file, case.attrib["name"].partition("[")[0]] += float(case.attrib["time"])
    functions = defaultdict(list)
    for (file, name), time in sorted(seconds.items()):
        if time > MOST:
            functions[file].append(name)
    FILE.write_text("".join(f"{file}: {' '.join(names)}\n" for file, names in functions.items()), encoding="utf-8")


if __name__ == "__main__":
    write(sys.argv[1])
