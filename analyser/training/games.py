"""Games from which a network learns: a plan in half of the seats, itself with noise and all other plans in the rest."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from analyser.errors import DataError
from analyser.experiments.loading import make_players
from analyser.experiments.objective import SEARCH, Objective, boards_of, deal_seed_of, evaluate_plan, game_of
from analyser.heartbeat import announce_policies
from cext.user_code import ProgramError
from strategies.catalogue import find, plan_of

if TYPE_CHECKING:
    from cext.kernel.value_games import Positions

__all__ = ["MARGIN", "noise_of", "play_positions"]

MARGIN = 0.5  # part of the reward that is by how much a game is won: it says more of each game than who wins
PLAIN, NOISY = 0.5, 0.2  # chances of a seat that the plan has it, and the plan with noise
NOISE = 1 / 8  # of the spread of points ahead
NOISE_GAMES = 200


def noise_of(objective: Objective, plan: str) -> float:
    """Points of noise that make a plan err, and still play the game."""
    scores = evaluate_plan(objective, plan_of(find(plan, objective.game)), SEARCH, 0, NOISE_GAMES)
    return float(f"{max(NOISE * scores.lead.std(), 0.01):.2g}")


def play_positions(
    objective: Objective,
    plan: str,
    noise: float,
    others: tuple[str, ...],
    use: int,
    first: int,
    games: int,
    keep: float,
) -> Positions:
    """Positions of games on `games` deals of that use, from number `first` on; each in which a turn begins is kept with
    probability `keep`. Line-ups and boards follow from seed, use and `first` alone. DataError where a strategy
    fails."""
    from cext.kernel.value_games import sample_positions

    players = objective.players[0]
    game, facts = game_of(objective, players)
    names = (plan, f"noisy:{plan}:{noise:g}", *others)
    policies = make_players(names, game, "--strategies")
    rng = np.random.default_rng([objective.seed, use, first])
    chances = [PLAIN, NOISY, *((1 - PLAIN - NOISY) / len(others) for _ in others)]
    policy = rng.choice(len(names), size=(games, players), p=np.divide(chances, sum(chances)))
    board = boards_of(facts, None, np.arange(games) % players, rng)
    announce_policies(names)
    try:
        return sample_positions(
            game, policies, seed=deal_seed_of(objective, use), first_deal=first, boards=board.astype(np.int8),
            policy=policy.astype(np.uint8), keep=keep, margin=MARGIN,
        )  # fmt: skip
    except ProgramError as error:
        raise DataError(f"{objective.game}: {error}") from error
