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
