"""A sample of positions: one of every game, each decision as likely, and the players choose there as they did."""

import numpy as np
import polars as pl
import pytest

from cext.games import load_game
from cext.kernel.match import play_games
from cext.kernel.policy import RandomPolicy, WeightedPolicy
from cext.kernel.sampled_positions import PositionSample
from tests.kernel.tables import same, schedule, values_by_card

N = 600


def test_players_choose_at_the_positions_as_they_did() -> None:
    game = load_game("toy", players=3)
    policies = [RandomPolicy(), WeightedPolicy(game, values_by_card(1), temperature=3000)]
    rows = schedule(N, 3, policies=2, record=1)
    sample = PositionSample(game, policies, N)
    played = play_games(game, sample.policies, seed=5, **rows)
    plain = play_games(game, policies, seed=5, **rows)
    assert same(played.seats, plain.seats)
    moves = pl.DataFrame({name: plain.decisions[name] for name in ("game", "seat", "ply", "n_legal", "a", "move_kind")})
    choices = moves.filter(pl.col("n_legal") > 1)
    positions = sample.positions()
    assert [number for number, _, _ in positions] == choices["game"].unique().sort().to_list()
    places = []
    for number, position, index in positions:
        own = choices.filter(pl.col("game") == number)
        seat = position.to_move
        row = own.filter(pl.col("seat") == seat + 1).row(index, named=True)
        policy = policies[rows["policy"][number][seat]]
        move, _, _ = policy.evaluate(position, seed=5, deal=int(rows["deals"][number]), index=index)
        assert (move & 255, move >> 8 & 255) == (row["move_kind"], row["a"])
        at = own["ply"].to_list().index(row["ply"])
        places.append((at + 0.5) / len(own))
    assert np.mean(places) == pytest.approx(0.5, abs=4 * np.sqrt(1 / 12 / len(places)))
    assert np.mean(np.array(places) < 0.25) == pytest.approx(0.25, abs=0.09)


def test_a_failing_policy_says_why() -> None:
    game = load_game("toy", players=3)
    with pytest.raises(ValueError, match="0 games: must be 1 or more"):
        PositionSample(game, [RandomPolicy()], 0)
