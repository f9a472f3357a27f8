"""`analyser components draw`: a printing in a folder, and what stands in the way of one."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

Cli = Callable[..., Any]


def test_a_drawn_printing_is_checked_and_said_how_to_be_played(called: Cli, tmp_path: Path) -> None:
    drawn = called("components", "draw", "zhanguo", "--number", 7, "seven")
    assert (drawn.returncode, drawn.stderr) == (0, "")
    assert "  --components seven --option palace_from_symbol=" in drawn.stdout
    assert (tmp_path / "seven" / "README.md").exists()
    assert "every constraint holds" in called("components", "check", "zhanguo", "seven").stdout


def test_what_stands_in_the_way_is_told_in_a_line(called: Cli, tmp_path: Path) -> None:
    (tmp_path / "full").mkdir()
    (tmp_path / "full" / "notes.txt").write_text("mine", encoding="utf-8")
    full = called("components", "draw", "zhanguo", "full")
    assert (full.returncode, full.stderr) == (3, "analyser: full: exists and is not empty: name a new folder\n")
    toy = called("components", "draw", "toy", "new")
    said = "analyser: toy does not say how its unknown data may vary: there is nothing to draw\n"
    assert (toy.returncode, toy.stderr) == (3, said)
