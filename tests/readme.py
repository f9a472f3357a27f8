"""Writes the README's output and chart anew: `python -m tests.readme` (make readme) plays the README's main job."""

import os
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
BLOCK = re.compile(r"(<!-- boards-output -->\n).*?(<!-- /boards-output -->)", re.DOTALL)


def main() -> None:
    """Play, then replace the block between the markers and the picture."""
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "analyser", "boards", "zhanguo", "--out", "run"]
        environment = {**os.environ, "PYTHONPATH": str(ROOT)}
        done = subprocess.run(command, cwd=folder, check=True, stdout=subprocess.PIPE, text=True, env=environment)
        shutil.copy(Path(folder) / "run/reports/boards/figures/first_screen.png", ROOT / "reports/gallery/boards.png")
    lines = [line.rstrip() for line in done.stdout.splitlines()]
    block = "```\n" + "\n".join(lines).strip("\n") + "\n```\n"
    readme = ROOT / "README.md"
    readme.write_text(BLOCK.sub(lambda m: m[1] + block + m[2], readme.read_text(encoding="utf-8")), encoding="utf-8")


if __name__ == "__main__":
    main()
