"""The command of a component file that was reconstructed by a procedure: to write it anew, or to compare it."""

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

__all__ = ["write_or_compare"]


def write_or_compare(file: Path, text: str, arguments: Sequence[str] | None) -> int:
    """Writes the text into the file, or compares them (--check); the exit code: 1 when they differ."""
    parser = argparse.ArgumentParser(description=f"Reconstructs {file.name}.")
    parser.add_argument("--check", action="store_true", help="compare with the shipped file instead of writing it")
    if parser.parse_args(arguments).check:
        same = file.read_bytes() == text.encode()
        sys.stdout.write(f"{file.name}: {'as reconstructed' if same else 'differs from the reconstruction'}\n")
        return 0 if same else 1
    file.write_bytes(text.encode())
    return 0
