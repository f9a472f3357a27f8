"""How strong searches are, and how long they think: python -m tests.bench.search [bars|doublings|parameters] [GAME …].

One seat plays the search, all others play the plan that guides it; seats rotate, every game has a deal of its own.
"""

import argparse
import math
import time
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from cext.games import load_game
from cext.kernel.match import play_games
from strategies import load_strategy
from tests.bench.bench import schedule

Z = 1.96


@dataclass(frozen=True)
class Bar:
    """What a search is to reach: a win share within so many milliseconds a decision."""

    game: str
    players: int
    plan: str
    playouts: int
    share: float
    ms: float | None = None


BARS = (
    Bar("zhanguo", 4, "balanced", 72, 0.70, 4),
    Bar("zhanguo", 4, "balanced", 320, 0.85, 17),
    Bar("qin", 2, "villager", 64, 0.60),
    Bar("middle_kingdom", 4, "disruptor", 64, 0.65, 1),
    Bar("first_empire", 4, "balanced", 64, 0.60, 5),
)
DOUBLINGS = (2, 4, 8, 16, 32, 64, 128)
VARIED = {  # one parameter at a time, all others as the game says
    "bias": (0, 0.2, 0.4, 0.8, 1.6, 3.2),
    "margin": (0, 0.25, 0.5, 0.75, 1),
    "widening": (0.5, 1, 1.5, 2),
    "exploration": (0, 0.1, 0.2, 0.4),
}


@dataclass(frozen=True)
class Measured:
    """Win share of the search in each game; points ahead of the mean of the others; milliseconds a decision."""

    shares: np.ndarray
    lead: float
    ms: float

    def line(self, name: str, par: float) -> str:
        """One row of a table."""
        return (
            f"{name:<48}{100 * self.share:>7.1f} ±{100 * half_width(self.shares):>5.1f} %  (par {100 * par:.0f})"
            f"{self.lead:>9.1f}{self.ms:>9.2f} ms"
        )

    @property
    def share(self) -> float:
        """Mean win share."""
        return float(self.shares.mean())


def half_width(values: np.ndarray) -> float:
    """Half of the 95 % interval of a mean."""
    return Z * float(values.std(ddof=1)) / math.sqrt(len(values))


def measured(game: Any, plan: str, name: str, *, games: int, seed: int) -> Measured:
    """So many games of one search among players of its plan."""
    rows = schedule(game, games)
    alone = np.arange(games) % game.players
    rows["policy"][np.arange(games), alone] = 1
    policies = [load_strategy(plan, game), load_strategy(name, game)]
    begin = time.thread_time()
    played = play_games(game, policies, seed=seed, **rows, record=np.ones(games, int))
    seconds = time.thread_time() - begin
    assert played.decisions is not None
    asked = int((played.decisions["seat"] == alone[played.decisions["game"]] + 1).sum())
    share, score = (
        played.seats[key].reshape(games, -1)[:, : game.players].astype(float) for key in ("win_share60", "score")
    )
    own = score[np.arange(games), alone]
    lead = own - (score.sum(axis=1) - own) / (game.players - 1)
    return Measured(share[np.arange(games), alone] / 60, float(lead.mean()), 1000 * seconds / asked)


def told_bars(bars: Iterable[Bar], games: int, seed: int) -> None:
    """Every bar with what was reached."""
    for bar in bars:
        game = load_game(bar.game, players=bar.players)
        name = f"search:{bar.plan}:{bar.playouts}"
        found = measured(game, bar.plan, name, games=games, seed=seed)
        asked = f"{100 * bar.share:.0f} %" + (f" at {bar.ms:g} ms" if bar.ms else "")
        print(f"{found.line(f'{bar.game} {bar.players} {name}', 1 / bar.players)}   asked: {asked}", flush=True)


def told_doublings(bars: Iterable[Bar], games: int, seed: int) -> None:
    """Each number of playouts against the plan, on the same deals, and what a doubling adds."""
    for bar in bars:
        game = load_game(bar.game, players=bar.players)
        before = None
        for playouts in DOUBLINGS:
            name = f"search:{bar.plan}:{playouts}"
            found = measured(game, bar.plan, name, games=games, seed=seed)
            line = found.line(f"{bar.game} {bar.players} {name}", 1 / bar.players)
            if before is not None:
                gain = found.shares - before.shares
                line += f"   {100 * gain.mean():+.1f} ±{100 * half_width(gain):.1f} pp by the doubling"
            print(line, flush=True)
            before = found


def told_parameters(bars: Iterable[Bar], games: int, seed: int, wanted: Sequence[str]) -> None:
    """One parameter at a time, on the same deals."""
    for bar in bars:
        game = load_game(bar.game, players=bar.players)
        for key in wanted:
            for value in VARIED[key]:
                name = f"search:{bar.plan}:{bar.playouts}:{key}={value:g}"
                found = measured(game, bar.plan, name, games=games, seed=seed)
                print(found.line(f"{bar.game} {bar.players} {name}", 1 / bar.players), flush=True)


def main() -> None:
    """Print the table that was asked for."""
    parser = argparse.ArgumentParser(prog="python -m tests.bench.search", description=__doc__)
    parser.add_argument("what", nargs="?", default="bars", choices=("bars", "doublings", "parameters"))
    parser.add_argument("game", nargs="*", help="only these games")
    parser.add_argument("--games", type=int, default=400, help="games of each row")
    parser.add_argument("--seed", type=int, default=20_140_102, help="another seed: fresh deals")
    parser.add_argument("--parameter", action="append", choices=VARIED, help="only this one (repeatable)")
    chosen = parser.parse_args()
    bars = [bar for bar in BARS if not chosen.game or bar.game in chosen.game]
    if chosen.what == "bars":
        told_bars(bars, chosen.games, chosen.seed)
        return
    bars = list({bar.game: bar for bar in reversed(bars)}.values())[::-1]
    if chosen.what == "doublings":
        told_doublings(bars, chosen.games, chosen.seed)
    else:
        told_parameters(bars, chosen.games, chosen.seed, chosen.parameter or list(VARIED))


if __name__ == "__main__":
    main()
