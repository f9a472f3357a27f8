"""python -m tests.fuzz LOADER… --minutes 10 --seed 1: changed and made-up files for the program's loaders.

`bodies` are methods of rules instead, which must give and leave compiled what they do as Python.

Each input follows from loader, seed and its number. It is loaded and what was loaded behaves, or it is refused in one
line; anything else is a defect, whose files are kept. `--number N` tries one input again, in this process.
"""

import argparse
import sys
from contextlib import nullcontext
from pathlib import Path

from tests.fuzz.flavour import add_flavour, use_flavour


def main() -> int:
    """Print what became of the inputs; 1 where there was a defect."""
    parser = argparse.ArgumentParser(
        prog="python -m tests.fuzz", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("loaders", nargs="*", metavar="LOADER", help="those to try [all, one after the other]")
    parser.add_argument("--minutes", type=float, default=10.0, help="for each loader [10]")
    parser.add_argument("--inputs", type=int, help="of each loader, at most")
    parser.add_argument("--seed", type=int, default=1, help="of the inputs [1]")
    parser.add_argument("--number", type=int, help="of the only input, tried in this process with all that is said")
    parser.add_argument("--first", type=int, default=0, help="number of the first input [0]")
    parser.add_argument("--keep", type=Path, default=Path("build/fuzz"), help="where failing inputs go [build/fuzz]")
    parser.add_argument("--kinds", type=int, default=8, help="kinds of refusals that are listed [8]")
    parser.add_argument("--misread", help="of bodies: what the translation reads otherwise, which must be found")
    add_flavour(parser)
    asked = parser.parse_args()
    use_flavour(asked.lib)
    from tests.fuzz.loaders import LOADERS
    from tests.fuzz.session import once, session

    if asked.loaders == ["bodies"]:
        from tests.fuzz.bodies import fuzz_bodies
        from tests.fuzz.misreadings import misread

        first, n = (asked.first, asked.inputs) if asked.number is None else (asked.number, 1)
        with misread(asked.misread) if asked.misread else nullcontext():
            trial = fuzz_bodies(asked.seed, first=first, seconds=60 * asked.minutes, n=n, keep=asked.keep)
        print("\n".join(trial.lines(asked.kinds)))
        return 1 if trial.different else 0
    if unknown := [name for name in asked.loaders if name not in LOADERS]:
        parser.error(f"no loader {unknown[0]}: there are bodies, {', '.join(LOADERS)}")
    names = asked.loaders or list(LOADERS)
    if asked.number is not None:
        return max(once(LOADERS[name], asked.seed, asked.number, asked.keep) for name in names)
    defects = 0
    for name in names:
        found = session(
            name, seed=asked.seed, first=asked.first, seconds=60 * asked.minutes, inputs=asked.inputs, keep=asked.keep
        )
        print("\n".join(found.lines(asked.kinds)), flush=True)
        defects += len(found.defects)
    print(f"build: {sys.modules['cext.kernel.game'].__file__ if 'cext.kernel.game' in sys.modules else asked.lib}")
    return 1 if defects else 0


if __name__ == "__main__":
    sys.exit(main())
