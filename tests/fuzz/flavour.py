"""Which build is tried: compiled modules in place, or those of another flavour in a directory of their own."""

import argparse
import sys
from pathlib import Path

__all__ = ["add_flavour", "use_flavour"]


def add_flavour(parser: argparse.ArgumentParser) -> None:
    """The option --lib."""
    parser.add_argument(
        "--lib", type=Path, help="where another build lies: build/debug/lib, made by `make debug` [the one in place]"
    )


def use_flavour(lib: Path | None) -> None:
    """Look for the program's packages there first: before any of them is imported."""
    if lib is not None:
        if not (lib / "cext").is_dir():
            sys.exit(f"--lib {lib}: no build lies there: `make debug` makes build/debug/lib")
        sys.path.insert(0, str(lib.resolve()))
