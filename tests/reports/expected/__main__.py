"""`python -m tests.reports.expected FOLDER…` prints what the reports of runs, and of answers of `people` and `repair`,
say, and what contradicts what is stored; of decisions name the file that `analyser decisions GAME --json` printed. It
ends with 1 where something does."""

import sys
from pathlib import Path

from tests.reports.expected import contradictions, reports_of


def main() -> int:
    """Print all that contradicts."""
    n_lines = 0
    for path in map(Path, sys.argv[1:]):
        for report in reports_of(path):
            if "scenarios" in report and report["screen"]["fair"] is not None:  # each has a chart of its own
                print(f"{path.name}: several scenarios, not worked out")
                continue
            lines = contradictions(path, report)
            n_lines += len(lines)
            print(f"{path.name}: {report['screen']['finding']}", *lines, sep="\n  ")
    return min(n_lines, 1)


if __name__ == "__main__":
    sys.exit(main())
