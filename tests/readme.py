"""Writes the README's output and chart anew: `python -m tests.readme` (make readme) plays what the README plays."""

import os
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from tests.pages import blocks_of

ROOT = Path(__file__).resolve().parent.parent


def main() -> None:
    """Play, then replace the blocks below the markers and the picture."""
    readme = ROOT / "README.md"
    text = readme.read_text(encoding="utf-8")
    with tempfile.TemporaryDirectory() as folder:
        (Path(folder) / "dice.py").write_text(game_of(text), encoding="utf-8")
        whole = printed(folder, "boards", "zhanguo", "--out", "run")
        shutil.copy(Path(folder) / "run/reports/boards/figures/first_screen.png", ROOT / "reports/gallery/boards.png")
        repaired = printed(folder, "repair", "./dice.py", "--time", "1", "--out", "repair")
    text = with_block(text, "boards-output", whole)
    text = with_block(text, "repair-output", repaired[:4])
    readme.write_text(text, encoding="utf-8")


def with_block(text: str, marker: str, lines: list[str]) -> str:
    """The text with these lines in the block below the marker."""
    block = re.compile(rf"(<!-- {marker} -->\n```\n).*?(\n```\n)", re.DOTALL)
    return block.sub(lambda match: match[1] + "\n".join(lines) + match[2], text)


def game_of(text: str) -> str:
    """The game in one Python file that the README shows."""
    return next(block.body for block in blocks_of(text) if block.title == "dice.py")


def printed(folder: str, *words: str) -> list[str]:
    """The lines that a command prints, called in the folder."""
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    command = [sys.executable, "-m", "analyser", *words, "--quiet"]
    done = subprocess.run(command, cwd=folder, check=True, stdout=subprocess.PIPE, text=True, env=environment)
    return [line.rstrip() for line in done.stdout.strip("\n").splitlines()]


if __name__ == "__main__":
    main()
