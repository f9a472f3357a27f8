"""Levels of players are strategies by name, the weakest first; a plan may play with noise."""

from pathlib import Path

import numpy as np
import pytest

from cext.games import load_game
from strategies import StrategyFileError, StrategyNotFound, explain, is_learner, levels, load_strategy
from strategies.catalogue import files_of
from strategies.levels import level_of, levels_of
from tests.game_lists import rated_games


@pytest.mark.parametrize("game", rated_games())
def test_every_rated_game_has_levels_from_novice_to_expert_who_searches(game: str) -> None:
    found = levels_of(game)
    assert [level.name for level in found] == ["novice", "apprentice", "journeyman", "experienced", "expert"]
    table = load_game(game, players=2)
    for level in found:
        load_strategy(level.strategy, table)
    assert found[-1].strategy.startswith("search:")
    assert level_of(game, "expert") == found[-1]
    with pytest.raises(StrategyNotFound, match="has no level 'exprt': did you mean expert"):
        level_of(game, "exprt")


def test_a_noisy_plan_is_the_plan_at_another_temperature() -> None:
    game = load_game("zhanguo", players=2)
    plain, noisy = (load_strategy(name, game) for name in ("balanced", "noisy:balanced:4.5"))
    assert np.array_equal(plain.weights, noisy.weights)  # type: ignore[attr-defined]
    assert noisy.temperature == 4500  # type: ignore[attr-defined]
    assert load_strategy("zhanguo/noisy:balanced:4.5", game).temperature == 4500  # type: ignore[attr-defined]
    assert files_of("noisy:balanced:4.5", "zhanguo") == files_of("balanced", "zhanguo")
    assert is_learner("noisy:balanced:4.5", "zhanguo")
    assert explain("zhanguo/noisy:balanced:4.5").temperature == 4.5


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("noisy:balanced", "write noisy:PLAN:T"),
        ("noisy:balanced:-1", "write noisy:PLAN:T"),
        ("noisy:balanced:nan", "write noisy:PLAN:T"),
        ("noisy:balanced:loud", "write noisy:PLAN:T"),
        ("noisy:balancd:4", "no strategy 'balancd'"),
        ("noisy:random:4", "random is no plan of weights"),
        ("noisy:noisy:balanced:4:4", "is no plan of weights"),
    ],
)
def test_what_is_no_noisy_plan_is_said_in_words(name: str, words: str) -> None:
    with pytest.raises(StrategyNotFound, match=words):
        load_strategy(name, load_game("zhanguo", players=2))


LEVEL = '[[level]]\nname = "{}"\nstrategy = "{}"\nidea = "x"\n'


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", r"two \[\[level\]\] tables or more"),
        (LEVEL.format("a", "b"), "two "),
        (LEVEL.format("a", "b") + LEVEL.format("a", "c"), "the same name"),
        (LEVEL.format("a", "b") + LEVEL.format("c", "b"), "the same strategy"),
        (LEVEL.format("a", "b") + LEVEL.format("../c", "d"), "a name is letters"),
        (LEVEL.format("a", "b") + "[[level]]\nname = 3", "level 2: name is missing or no text"),
        (LEVEL.format("a", "b") + "[[level]]\nnam = 3", "unknown key 'nam': did you mean name"),
        ("[[level", "line 1"),
    ],
)
def test_wrong_levels_are_told_in_one_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, text: str, words: str
) -> None:
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "levels.toml").write_text(text, encoding="utf-8")
    monkeypatch.setattr(levels, "HERE", tmp_path)
    levels_of.cache_clear()
    with pytest.raises(StrategyFileError, match=words):
        levels_of("mine")
    assert levels_of("no_such_game") == ()
    levels_of.cache_clear()
