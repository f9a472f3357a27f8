"""Fail when a line of the given Cython files was not reached: python tests/gcov_check.py BUILD_DIR PATTERN...

BUILD_DIR holds a coverage build whose tests have run; the patterns are relative to the repository. A function that no
module uses is not compiled and so has no counters: it is reported as well.
"""

import json
import os
import re
import subprocess
import sys
from collections import Counter
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
FUNCTION = re.compile(r"^\s*cdef inline\b[^(=]*?(\w+)\(")


def line_counts(build: Path) -> dict[str, Counter[int]]:
    """Times each line ran, summed over the modules it was compiled into: file -> line -> count."""
    counters = sorted(build.rglob("*.gcda"))
    if not counters:
        sys.exit(f"gcov_check: {build} holds no counters: no test imported this build")
    command = [os.environ.get("GCOV", "gcov"), "--json-format", "--stdout", *map(str, counters)]
    result = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    if result.returncode:
        sys.exit(f"gcov_check: gcov failed: {result.stderr.strip()}")
    counts: dict[str, Counter[int]] = {}
    for document in filter(None, result.stdout.splitlines()):
        for file in json.loads(document)["files"]:
            of_file = counts.setdefault(os.path.relpath(ROOT / file["file"], ROOT), Counter())
            for line in file["lines"]:
                of_file[line["line_number"]] += line["count"]
    return counts


def unused_functions(source: list[str], counted: Counter[int]) -> list[int]:
    """Line numbers of inline functions without a single counter up to the next function."""
    starts = [number for number, text in enumerate(source, 1) if FUNCTION.match(text)]
    ends = [*starts, len(source) + 1][1:]
    return [start for start, end in zip(starts, ends, strict=True) if not any(n in counted for n in range(start, end))]


def report(path: Path, counted: Counter[int]) -> list[str]:
    """One line for every line and function of a file that no test reached."""
    name = path.relative_to(ROOT).as_posix()
    source = path.read_text(encoding="utf-8").splitlines()
    missed = [(number, "not reached") for number, count in counted.items() if count == 0]
    missed += [(number, "used by no module") for number in unused_functions(source, counted)]
    print(f"{name}: {sum(count > 0 for count in counted.values())} of {len(counted)} lines reached")
    return [f"{name}:{number}: {what}: {source[number - 1].strip()}" for number, what in sorted(missed)]


def main(build: str, *patterns: str) -> int:
    """Print what was not reached; 0 when there is nothing."""
    files = sorted(path for pattern in patterns for path in ROOT.glob(pattern))
    if not files:
        print(f"gcov_check: no file matches {' '.join(patterns)}")
        return 2
    counts = line_counts((ROOT / build).resolve())
    missed = [line for path in files for line in report(path, counts.get(path.relative_to(ROOT).as_posix(), Counter()))]
    print(*missed, sep="\n", end="\n" if missed else "")
    return 1 if missed else 0


if __name__ == "__main__":
    if len(sys.argv) < 3:
        sys.exit(__doc__)
    sys.exit(main(*sys.argv[1:]))
