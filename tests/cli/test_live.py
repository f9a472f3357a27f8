"""On a terminal the provisional answer stands on the screen while games are played, and the answer at the end."""

import re
from pathlib import Path

from tests.cli.terminal import terminal

WORDS = "balance zhanguo --players 2 --games 4000 --strategies builder,walls --workers 2"
PROVISIONAL = re.compile(r"Provisional, from ([\d,]+) games.*seat 1 +\d+\.\d %[^\n]*━", re.DOTALL)


def test_a_provisional_answer_stands_there_until_the_answer_does(tmp_path: Path) -> None:
    with terminal(*WORDS.split(), "--out", tmp_path / "run", cwd=tmp_path) as screen:
        assert "…" in screen.read_until(lambda text: "…" in text)  # what is loaded, or played beforehand
        text = screen.read_until(lambda text: bool(PROVISIONAL.search(text)))
        early = PROVISIONAL.search(text)
        assert early is not None
        assert int(early[1].replace(",", "")) < 2_000  # of 4,000: EARLY batches are small
        for stage in ("Working out the answer…", "Drawing the charts and writing the page…"):
            assert stage in screen.read_until(lambda text, stage=stage: stage in text)  # type: ignore[misc]
        text = screen.read_until(lambda text: "no such text" in text)
        assert screen.process.wait() == 0
    assert "balance.html" in text
    for temporary in ("Provisional", "Working out", "Drawing", "Loading", "games/s"):
        assert temporary not in text


def test_slow_players_are_waited_for_in_words(tmp_path: Path) -> None:
    words = "run zhanguo --players 2 --games 4 --strategies mcts:2000,builder --workers 1"
    with terminal(*words.split(), "--out", tmp_path / "run", cwd=tmp_path) as screen:
        assert "waiting for the first games" in screen.read_until(lambda text: "waiting for" in text)
