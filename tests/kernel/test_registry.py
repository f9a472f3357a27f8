"""The registry of games: what it loads, and what it says to a name it does not know."""

import pickle
import sys
from importlib.machinery import ModuleSpec
from importlib.util import module_from_spec

import pytest

from analyser.experiments.loading import load_any
from cext.games import GAMES, NotBuilt, UnknownGame, game_module, listed_games, load_game


@pytest.mark.parametrize("name", GAMES)
def test_every_registered_game_loads_under_its_name(name: str) -> None:
    game = load_any(name)
    assert (game.name, game.components) == (name, None)
    position = game.deal(seed=1, boards=[0] * game.players if game.boards else None)
    assert pickle.loads(pickle.dumps(position)) == position
    assert pickle.loads(pickle.dumps(game)).options == game.options


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("zhangou", r"^unknown game 'zhangou': did you mean zhanguo\?$"),
        ("0000", f"^unknown game '0000': the games are {', '.join(listed_games())}$"),
    ],
)
def test_an_unknown_game_is_named_with_a_way_out(name: str, message: str) -> None:
    with pytest.raises(UnknownGame, match=message):
        load_game(name, players=4)


def test_a_folder_with_an_engine_is_a_game_and_a_hidden_one_is_played_but_not_listed() -> None:
    assert {"zhanguo", "first_empire", "qin", "middle_kingdom", "toy"} <= set(GAMES)
    assert "toy" not in listed_games()
    assert load_game("toy", players=2).title == "Toy"
    with pytest.raises(UnknownGame, match="did you mean qin"):
        load_game("qi", players=2)


def test_a_part_that_a_game_does_not_have_is_none(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nor has a game parts of words where they are a module, no package."""
    assert game_module("toy", "words.screen") is not None
    assert game_module("toy", "data.unknowns") is game_module("toy", "rules.scoring") is None
    monkeypatch.delattr("cext.games.toy.words.__path__")
    assert game_module("toy", "words") is not None
    assert game_module("toy", "words.screen") is None


def test_an_engine_that_is_not_built_is_one_line_that_says_what_to_do(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(GAMES, "chess", "cext.games.chess.engine")
    with pytest.raises(NotBuilt, match=r"^chess: its engine cannot be loaded .*: run `make build`$"):
        load_game("chess", players=2)
    for name in ("cext.games.chess", "cext.games.chess.engine"):
        monkeypatch.setitem(sys.modules, name, module_from_spec(ModuleSpec(name, None, is_package=True)))
    with pytest.raises(NotBuilt, match=r"^chess: engine\.pyx names no game: write `GAME = TheClass` at its end$"):
        load_game("chess", players=2)
