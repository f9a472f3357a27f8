"""What each board should cost, as a pilot finds it: the list that part of the games are then played with."""

from __future__ import annotations

import numpy as np

from analyser.experiments.dealt import DistinctBoards
from analyser.experiments.design import PILOT_DEAL, Design, DesignPart
from analyser.experiments.design_input import DesignInput
from analyser.experiments.pilot import Play, pilot_deals
from reports.stats.price import Claims, Recorded, keyed, prices

__all__ = ["rounded_prices"]

FIRST_DEAL = PILOT_DEAL + 2**20  # behind the deals of other pilots
PRICED_DEALS = 2_500  # a price of ZhanGuo is then known to 0.7 points


def rounded_prices(setting: DesignInput, play: Play) -> tuple[int, ...]:
    """Points for each of the game's boards that bring those dealt to par in the hands of players as they come, rounded,
    nothing for the plain one; (): no list does."""
    scheme, game = DistinctBoards.of(setting, strategies=setting.as_they_come), setting.game
    blocks = pilot_deals(setting, PRICED_DEALS)
    design = Design("pilot", (DesignPart(scheme, blocks),), setting.seed, first_deal=FIRST_DEAL)
    games = play(design.rows(0, design.games))
    side = np.searchsorted(game.b_sides, games.board)
    deals, claims = blocks, len(game.b_sides)
    deal = np.repeat(np.arange(deals), games.board.size // deals)
    size = np.bincount(deal * claims + side.reshape(-1), minlength=deals * claims).reshape(deals, claims)
    indices = np.arange(games.board.size)
    price_list = prices(
        Recorded(keyed(games.score, games.tie_break), side),
        Claims(indices, side.reshape(-1), np.ones_like(indices), deal, size.astype(float), 1 / game.players, free=True),
        seed=setting.seed,
        replicates=0,
    )
    if price_list is None:
        return ()
    every_board = np.zeros(len(game.boards), dtype=np.int64)
    every_board[list(game.b_sides)] = price_list.rounded
    return tuple(every_board.tolist())
