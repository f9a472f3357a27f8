"""python -m tests.fuzz.guided LOADER [options of libFuzzer]: the same, led by what lines of Python an input reaches.

A developer's choice: needs atheris (`pip install atheris`), and takes the loaders of one file. Inputs are that file.
"""

import sys
import tempfile
from pathlib import Path
from random import Random

TAKEN = ("maps", "plans", "configurations", "tunings", "records-toy", "records-middle_kingdom")
GENUINE = 20  # files to begin with
OURS = ["analyser", "strategies", "cext.games", "cext.toml_reader"]


def main() -> None:
    """Try inputs until one is a defect, which libFuzzer keeps, or until its options say."""
    import atheris

    with atheris.instrument_imports(include=OURS):
        from tests.fuzz.loaders import LOADERS
        from tests.fuzz.trying import tried, write

    if len(sys.argv) < 2 or sys.argv[1] not in TAKEN:
        sys.exit(f"name a loader of one file: {', '.join(TAKEN)}")
    loader = LOADERS[sys.argv[1]]
    (name,) = loader.genuine(Random(0))
    work = Path(tempfile.mkdtemp(prefix="guided-"))
    for number in range(GENUINE):
        files = loader.genuine(Random(number))
        write({str(number): content for content in files.values()}, work / "corpus")

    def one(content: bytes) -> None:
        write({name: content}, work / "input")
        outcome = tried(loader, Random(len(content)), work / "input")
        if outcome.kind == "defect":
            raise RuntimeError(outcome.words)

    atheris.Setup([sys.argv[0], *sys.argv[2:], str(work / "corpus")], one)
    atheris.Fuzz()


if __name__ == "__main__":
    main()
