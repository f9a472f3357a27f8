"""The registry of games: what it loads, and what it says to a name it does not know."""

import pickle
import sys
from importlib.machinery import ModuleSpec
from importlib.util import module_from_spec

import pytest

from cext.games import GAMES, NotBuilt, OptionError, UnknownGame, listed_games, load_game


@pytest.mark.parametrize("name", GAMES)
def test_every_registered_game_loads_under_its_name(name: str) -> None:
    game = load_game(name, players=3)
    assert (game.name, game.players, game.components) == (name, 3, None)
    position = game.deal(seed=1, boards=[0] * 3 if game.boards else None)
    assert pickle.loads(pickle.dumps(position)) == position
    assert pickle.loads(pickle.dumps(game)).options == game.options


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("zhangou", r"^unknown game 'zhangou': did you mean zhanguo\?$"),
        ("chess", "^unknown game 'chess': the games are first_empire, middle_kingdom, qin, zhanguo$"),
    ],
)
def test_an_unknown_game_is_named_with_a_way_out(name: str, message: str) -> None:
    with pytest.raises(UnknownGame, match=message):
        load_game(name, players=4)


def test_options_a_game_does_not_have_are_refused() -> None:
    with pytest.raises(OptionError, match="moon"):
        load_game("zhanguo", players=4, moon="full")
    with pytest.raises(OptionError, match="9"):
        load_game("zhanguo", players=9)


def test_a_folder_with_an_engine_is_a_game_and_a_hidden_one_is_played_but_not_listed() -> None:
    assert {"zhanguo", "qin", "middle_kingdom", "toy"} <= set(GAMES)
    assert "toy" not in listed_games()
    assert load_game("toy", players=2).title == "Toy"
    with pytest.raises(UnknownGame, match="did you mean qin"):
        load_game("qi", players=2)


def test_an_engine_that_is_not_built_is_one_line_that_says_what_to_do(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(GAMES, "chess", "cext.games.chess.engine")
    with pytest.raises(NotBuilt, match=r"^chess: its engine cannot be loaded .*: run `make build`$"):
        load_game("chess", players=2)
    for name in ("cext.games.chess", "cext.games.chess.engine"):
        monkeypatch.setitem(sys.modules, name, module_from_spec(ModuleSpec(name, None)))
    with pytest.raises(NotBuilt, match=r"^chess: engine\.pyx names no game: write `GAME = TheClass` at its end$"):
        load_game("chess", players=2)
