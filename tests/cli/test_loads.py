"""How often a command loads a game and reads its component files."""

from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import cext.games
from analyser.runs.store import RunDirectory
from cext.games import component_reader, component_set
from tests.cli.conftest import Cli
from tests.games.copies import edit

pytestmark = pytest.mark.usefixtures("undrawn")

TOY = ("whatif", "toy", "--players", 2, "--games", 20, "--strategies", "random", "--workers", 0, "--quiet")


@pytest.fixture
def counts(monkeypatch: pytest.MonkeyPatch) -> Counter[Any]:
    """Loads of a game, by whether it is as shipped, and reads of component files, by their paths, in a process that has
    made none."""
    counts: Counter[Any] = Counter()

    def count(module: Any, name: str, key: Callable[..., Any]) -> None:
        call = getattr(module, name)

        def counted(*args: Any, **options: Any) -> Any:
            counts[key(*args, **options)] += 1
            return call(*args, **options)

        monkeypatch.setattr(module, name, counted)

    count(cext.games, "load_game", lambda name, *, components=None, **options: "edited" if components else "shipped")
    count(component_reader, "read_toml", lambda path: path)
    count(component_reader, "read_csv", lambda path: path)
    monkeypatch.setattr(component_reader, "_shipped_contents", {})
    monkeypatch.delitem(vars(component_set("toy")), "shipped_components", raising=False)
    cext.games._load_once.cache_clear()
    return counts


def test_each_game_of_a_run_is_loaded_once_and_each_component_file_read_once(called: Cli, counts: Counter[Any]) -> None:
    done = called(*TOY, "--set", "numbers.bonus=3")
    assert done.returncode == 0, done.stderr
    assert (counts.pop("shipped"), counts.pop("edited")) == (1, 1)
    shipped = component_set("toy").shipped
    names = Counter(path.name if path.parent == shipped else f"edited {path.name}" for path in counts.elements())
    assert names == {"cards.csv": 1, "numbers.toml": 1, "edited numbers.toml": 1}


def test_a_folder_is_read_once_a_run_and_anew_by_the_next(called: Cli, counts: Counter[Any], tmp_path: Path) -> None:
    assert called("components", "export", "toy", "mine").returncode == 0
    for out, old, new in (
        ("first", "bonus = { value = 1", "bonus = { value = 3"),
        ("second", "value = 3", "value = 2"),
    ):
        edit(tmp_path / "mine", "numbers.toml", old, new)
        counts.clear()
        done = called(*TOY, "--change", "mine", "--out", out)
        assert done.returncode == 0, done.stderr
        assert counts["edited"] == counts[tmp_path / "mine/numbers.toml"] == counts[tmp_path / "mine/cards.csv"] == 1
        (edited,) = RunDirectory.open(tmp_path / out).manifest.scenario("after").edits
        assert (edited.row, edited.shipped, edited.edited) == ("bonus", "1", new[-1])
