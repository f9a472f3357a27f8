"""A strategy to begin with: it plays as it is written and wins against random."""

from pathlib import Path

import numpy as np
import pytest
import scipy.stats as st

from analyser.scaffold import class_name, python_text, toml_text
from cext.games import load_game
from cext.kernel.match import play_games
from strategies import load_strategy
from tests.game_lists import rated_games

PLAYERS = 3
GAMES = {".toml": 300, ".py": 45}  # of Python few: it plays some hundred times slower


@pytest.mark.parametrize("suffix", [".toml", ".py"])
@pytest.mark.parametrize("name", rated_games())
def test_it_wins_more_than_its_share_against_random(tmp_path: Path, name: str, suffix: str) -> None:
    game = load_game(name, players=PLAYERS)
    file = tmp_path / f"my_plan{suffix}"
    file.write_text((toml_text if suffix == ".toml" else python_text)(game, "my_plan"), encoding="utf-8")
    spec = str(file) if suffix == ".toml" else f"{file}:MyPlan"
    games = np.arange(GAMES[suffix], dtype=np.uint32)
    seats = (np.arange(PLAYERS) + games[:, None]) % PLAYERS
    played = play_games(
        game,
        [load_strategy(spec, game), load_strategy("random", game)],
        seed=7,
        games=games,
        deals=games,
        policy=np.minimum(seats, 1).astype(np.uint8),
        board=np.zeros(seats.shape, np.int8) if game.boards else np.full(seats.shape, -1, np.int8),
    )
    shares = played.seats["win_share60"].reshape(-1, PLAYERS)[seats == 0] / 60
    mean, error = shares.mean(), shares.std(ddof=1) / np.sqrt(len(shares))
    low = mean - st.t.ppf(0.975, len(shares) - 1) * error
    assert low > 1 / PLAYERS, f"{mean:.2f}, 95 % interval from {low:.2f}"


def test_every_feature_stands_in_the_plan() -> None:
    game = load_game("zhanguo", players=4)
    text = toml_text(game, "mine")
    for feature, meaning, _ in game.feature_docs:
        assert f"{feature} = " in text
        assert meaning in text


def test_the_class_is_named_after_the_file() -> None:
    assert [class_name(name) for name in ("my_plan", "my-plan", "plan2", "Mine")] == [
        "MyPlan",
        "MyPlan",
        "Plan2",
        "Mine",
    ]
