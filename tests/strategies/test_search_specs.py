"""Searches by name: what a name says of them, and one line where it says what cannot be."""

import re
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from analyser.runs.inputs import strategy_digest
from cext.games import load_game
from strategies import (
    StrategyFileError,
    StrategyNotFound,
    explain,
    levels,
    list_strategies,
    load_strategy,
    player_class,
    search_specs,
)
from strategies.catalogue import files_of
from strategies.levels import level_of, levels_of
from strategies.search_specs import defaults_of, expand_ladder
from tests.game_lists import games_with_plans, rated_games


@pytest.fixture(scope="module")
def two() -> Any:
    return load_game("zhanguo", players=2)


def test_a_ladder_is_its_steps() -> None:
    assert expand_ladder("search:balanced:16..64") == tuple(f"search:balanced:{games}" for games in (16, 32, 64))
    assert expand_ladder("mcts:50..100:prior=novice") == ("mcts:50:prior=novice", "mcts:100:prior=novice")
    assert expand_ladder("mcts:8..8") == ("mcts:8",)
    assert expand_ladder("plans/my..plan.py:Mine") == ("plans/my..plan.py:Mine",)


@pytest.mark.parametrize(("spec", "instead"), [("mcts:50..300", "mcts:50..400"), ("flat:8..4", "flat:8..16")])
def test_a_ladder_that_no_doubling_climbs_is_refused_with_one_that_is(spec: str, instead: str) -> None:
    with pytest.raises(
        StrategyNotFound, match=re.escape(f"{spec}: a ladder doubles its games from step to step: {instead}")
    ):
        expand_ladder(spec)


@pytest.mark.parametrize("spec", ["mcts:0", "flat:x", "mcts:-3", "flat:1000001", "mcts:"])
def test_a_search_needs_a_number_of_games(two: Any, spec: str) -> None:
    with pytest.raises(StrategyNotFound, match=r"write (mcts|flat):N, N games a decision from 1 to 1,000,000"):
        load_strategy(spec, two)


@pytest.mark.parametrize(
    ("spec", "message"),
    [
        ("search:nobody:64", "no plan 'nobody': choose from .*balanced.*"),
        ("search:balancd:64", r"no plan 'balancd': did you mean balanced\?"),
        (
            "search:balanced:0",
            "write search:PLAN:N, PLAN the plan that guides it, N games a decision from 1 to 1,000,000",
        ),
        ("search:balanced:x", "write search:PLAN:N, .*"),
        ("search:balanced:1000001", "write search:PLAN:N, .*"),
        ("zhanguo/search:balanced", "write search:PLAN:N, .*"),
        ("search:64", "write search:PLAN:N, .*"),
        ("mcts:balanced:64", "write mcts:N, .*"),
        ("search:random:64", "random is no plan of weights: a search is guided by one"),
        ("search:qin/villager:64", "strategy qin/villager is for the game qin, .*"),
        ("search:balanced:64:bais=2", r"search:PLAN:N has no parameter 'bais': did you mean bias\?"),
        ("search:balanced:64:bias=much", "'bias' must be a number from 0 to 1000, not 'much'"),
        ("search:balanced:64:bias=nan", "'bias' must be a number from 0 to 1000, not nan"),
        ("search:balanced:64:margin=1.5", "'margin' must be a number from 0 to 1, not 1.5"),
        ("search:balanced:64:margin=1:margin=0", "margin is said twice: say it once"),
        ("search:balanced:64:playout=nobody", "no plan 'nobody': choose from .*"),
        ("mcts:50:bias=2", "bias is for the values of a plan: name it with prior=PLAN"),
        ("mcts:50:prior=", "'prior' must be the name of a plan, such as balanced, not ''"),
    ],
)
def test_names_of_searches_that_lead_nowhere(two: Any, spec: str, message: str) -> None:
    with pytest.raises(StrategyNotFound, match=f"^strategy {spec}: {message}$"):
        load_strategy(spec, two)


def test_a_plan_in_a_file_guides_a_search_and_decides_its_digest(two: Any, tmp_path: Path) -> None:
    mine = tmp_path / "mine.toml"
    mine.write_text('name = "mine"\nidea = "Points."\n[weights]\nvp = 1\n', encoding="utf-8")
    policy: Any = load_strategy(f"search:{mine}:8:playout=builder", two)
    assert policy.prior.weights.max() == 1000
    assert policy.playout.weights.max() > 1000
    files = files_of(f"search:{mine}:8:playout=builder", "zhanguo")
    assert [file.name for file in files] == ["mine.toml", "builder.toml", "search.toml"]
    assert [file.name for file in files_of("mcts:8:prior=walls", "zhanguo")] == ["walls.toml"]
    assert files_of("mcts:8", "zhanguo") == ()
    before = strategy_digest(f"search:{mine}:8", "zhanguo")
    mine.write_text('name = "mine"\nidea = "Points."\n[weights]\nvp = 2\n', encoding="utf-8")
    assert strategy_digest(f"search:{mine}:8", "zhanguo") != before


@pytest.mark.parametrize("game", games_with_plans())
def test_what_a_name_leaves_open_the_game_says_and_the_name_comes_first(game: str) -> None:
    table, plan = load_game(game, players=2), next(info.name for info in list_strategies(game) if info.weights)
    own: Any = load_strategy(f"search:{plan}:8", table)
    said = defaults_of(game)
    assert {key: getattr(own, key) for key in said} == said
    assert own.playout is own.prior
    named: Any = load_strategy(f"search:{plan}:8:bias=0.25:margin=1:widening=3:exploration=0.5", table)
    assert (named.bias, named.margin, named.widening, named.exploration) == (0.25, 1.0, 3.0, 0.5)
    assert named.playouts == 8


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("bias = 2000\n", ", line 1: 'bias' must be a number from 0 to 1000, not 2000"),
        ("bais = 2\n", r", line 1: unknown key 'bais': did you mean bias\?"),
        ("margin = true\n", ", line 1: 'margin' must be a number from 0 to 1, not True"),
    ],
)
def test_defaults_that_will_not_do(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, text: str, message: str) -> None:
    (tmp_path / "search.toml").write_text(text, encoding="utf-8")
    monkeypatch.setattr(search_specs, "HERE", tmp_path)
    with pytest.raises(StrategyFileError, match=rf"search\.toml{message}$"):
        defaults_of("zhanguo")


def test_searches_are_listed_and_explained() -> None:
    kinds = {info.name: info.kind for info in list_strategies("zhanguo")}
    assert kinds["flat:N"] == kinds["mcts:N"] == kinds["search:PLAN:N"] == "search"
    assert "search" not in kinds
    assert "tree search" in explain("mcts:50").idea
    said = explain("zhanguo/search:walls:64:margin=0.25").parameters
    assert said == {
        "prior": "walls",
        **{key: f"{value:g}" for key, value in defaults_of("zhanguo").items()},
        "margin": "0.25",
    }
    assert explain("zhanguo/search:PLAN:N").parameters["margin"].endswith("the rest is the share of the win")


# -- levels of players, and plans with noise --------------------------------------------------------------------------


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
    assert player_class("noisy:balanced:4.5", "zhanguo") == "ordinary"
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


LEVEL = '[[level]]\nname = "{}"\nstrategy = "{}"\nplayers = "ordinary"\nidea = "x"\n'


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", r"two \[\[level\]\] tables or more"),
        (LEVEL.format("a", "b"), "two "),
        (LEVEL.format("a", "b") + LEVEL.format("a", "c"), "the same name"),
        (LEVEL.format("a", "b") + LEVEL.format("c", "b"), "the same strategy"),
        (
            LEVEL.format("a", "b") + LEVEL.format("../c", "d"),
            r"line 7: level 2: 'name' must be made of letters, .* not '\.\./c'",
        ),
        (LEVEL.format("a", "b") + "[[level]]\nname = 3", "line 7: level 2: 'name' must be made of letters, .* not 3"),
        (LEVEL.format("a", "b") + "[[level]]\nnam = 3", "unknown key 'nam': did you mean name"),
        (LEVEL.format("a", "b").replace("ordinary", "ordinry"), "two "),
        (
            2 * LEVEL.format("a", "b").replace("ordinary", "ordinry"),
            "line 4: level 1: 'players' must be one of .*, not 'ordinry': did you mean ordinary",
        ),
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
