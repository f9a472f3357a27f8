"""What configurations, manifests and the command line may ask for: which game, which cluster, how much of anything."""

import ast
import json
from collections.abc import Callable
from pathlib import Path

import pytest

from analyser.runs.store import MANIFEST
from analyser.seal import sealed
from cext.games import UnknownGame, component_set, edits_of, load_game
from cext.games.printings import unknowns_of
from cext.games.realism import expectations_of
from tests.cli.conftest import ROOT, Cli, called  # noqa: F401 (a fixture)

# -- games ------------------------------------------------------------------------------------------------------------

NO_GAMES = ("nogame", "a.b", "../qin", "", "qin.data", "toy/../qin", "zhangüo", "漢", "__pycache__", "x" * 5_000)


@pytest.mark.parametrize("name", NO_GAMES)
def test_no_name_of_a_file_becomes_part_of_the_name_of_a_module(name: str, tmp_path: Path) -> None:
    for use in (unknowns_of, expectations_of, component_set):
        with pytest.raises(UnknownGame, match="unknown game"):
            use(name)
    with pytest.raises(UnknownGame, match="unknown game"):
        edits_of(name, tmp_path)
    with pytest.raises(UnknownGame, match="unknown game"):
        load_game(name, players=2)


def test_modules_of_games_are_imported_in_one_place() -> None:
    """No other file makes the name of a module of the name of a game."""
    calls = set()
    for file in (
        path for folder in ("analyser", "cext", "reports", "strategies") for path in ROOT.glob(f"{folder}/**/*.py")
    ):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            match node:
                case ast.Call(
                    func=ast.Name(id="import_module" | "find_spec"), args=[ast.JoinedStr() | ast.Name() as name, *_]
                ):
                    if "game" in ast.unparse(name):
                        calls.add(file.relative_to(ROOT).as_posix())
    assert calls == {"cext/games/__init__.py"}


USES = (
    "report balance evil", "report boards evil", "runs check evil", "run --resume --out evil",
    "run --more 4 --out evil", "run --config evil", "record --from evil --game 1", "run --config evil.toml",
    "whatif --config evil.toml --set a.b=1", "boards --config evil.toml --levels",
)  # fmt: skip


@pytest.mark.parametrize("name", NO_GAMES[:5])
def test_a_run_or_a_configuration_of_no_game_is_told(
    called: Cli,  # noqa: F811
    copied: Callable[[], Path],
    tmp_path: Path,
    name: str,
) -> None:
    run = copied().rename(tmp_path / "evil")
    stored = json.loads((run / MANIFEST).read_text())
    stored["config"]["game"] = name
    for entry in stored["scenarios"]:
        entry["game"]["name"] = name
    (run / MANIFEST).write_text(json.dumps(sealed(stored)))
    (tmp_path / "evil.toml").write_text(f"game = {json.dumps(name)}\n")
    for words in USES:
        done = called(*words.split())
        assert (done.returncode, len(done.stderr.splitlines())) == (3 if name else done.returncode, 1), done.stderr
        assert "game" in done.stderr
        assert "defect" not in done.stderr


def test_a_run_whose_scenarios_are_of_another_game_is_told(called: Cli, copied: Callable[[], Path]) -> None:  # noqa: F811
    run = copied()
    stored = json.loads((run / MANIFEST).read_text())
    stored["scenarios"][0]["game"]["name"] = "../qin"
    (run / MANIFEST).write_text(json.dumps(sealed(stored)))
    done = called("report", "balance", run)
    assert (done.returncode, len(done.stderr.splitlines())) == (3, 1)
    assert "is of another game" in done.stderr
