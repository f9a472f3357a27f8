"""The small games whose speed is measured (tests/bench): every method compiles, and plays as Python does."""

from pathlib import Path
from typing import Any

import pytest

from cext.games import load_game, translation
from cext.games.python_game import PythonGame
from cext.games.translation import ENTRIES, comparison, compile_rules
from cext.games.translation.comparison import difference, play_rows
from tests.bench.own import OWN


@pytest.mark.parametrize("file", OWN, ids=lambda file: file.stem)
def test_they_play_the_same_rows_as_python(file: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    monkeypatch.setattr(translation, "FLAGS", tuple(flag.replace("-O2", "-O0") for flag in translation.FLAGS))
    monkeypatch.setattr(comparison, "SECONDS", 0)
    python = PythonGame(file, players=2)
    assert not compile_rules(file, python).untranslated
    compiled: Any = load_game(str(file), players=2)
    assert {*compiled.compiled} == {name for name in ENTRIES if name in vars(type(python.rules))}
    assert difference(play_rows(python, 10, record=True), play_rows(compiled, 10, record=True)) == ""
    ends = {tuple(python.deal(seed=2, deal=i).playout(i).scores()["score"]) for i in range(8)}
    assert len(ends) > 3
