"""python -m tests.fuzz.games GAME: as many random games as wanted, to their ends, in the build that is named."""

import argparse
import random
import sys
import time

from tests.fuzz.flavour import add_flavour, use_flavour

CHUNK = 500  # games of one case that follow one another
SEED = 20_261_123


def main() -> None:
    """Play, and print how many games and decisions that were."""
    parser = argparse.ArgumentParser(prog="python -m tests.fuzz.games", description=__doc__)
    parser.add_argument("game", help="its folder's name")
    parser.add_argument(
        "--games", type=int, default=1_000_000, help="how many, over all numbers of players and options"
    )
    parser.add_argument("--first", type=int, default=0, help="the first one's number: where another run ended")
    parser.add_argument("--minutes", type=float, default=600.0, help="it ends after so many, whatever is played")
    add_flavour(parser)
    asked = parser.parse_args()
    use_flavour(asked.lib)

    import numpy as np

    from cext.games.contract import fitting
    from cext.kernel.match import play_games
    from cext.kernel.policy import RandomPolicy
    from tests.contract.walks import cases

    loaded = [case.load() for case in cases(asked.game)]
    begun, done, shown = time.monotonic(), 0, 0.0
    while done < asked.games and time.monotonic() - begun < 60 * asked.minutes:
        number = asked.first + done
        game = loaded[number // CHUNK % len(loaded)]
        n, chance = min(CHUNK, asked.games - done), random.Random(number)
        boards = [[chance.choice(game.boards) for _ in range(game.players)] for _ in range(n if game.boards else 0)]
        play_games(
            game,
            [RandomPolicy()],
            seed=SEED,
            games=np.arange(number, number + n),
            deals=np.arange(number, number + n),
            policy=np.zeros((n, game.players), int),
            board=[[game.boards.index(board) for board in fitting(game, row)] for row in boards]
            or np.full((n, game.players), -1),
        )
        done += n
        spent = time.monotonic() - begun
        if spent > shown + 60 or done >= asked.games:
            shown = spent
            print(f"{asked.game}: {done:,} games, {spent / 60:.1f} minutes", flush=True)
    print(f"{asked.game}: {done:,} random games from {asked.first:,} on, {len(loaded)} cases of players and options, "
          f"{(time.monotonic() - begun) / 60:.1f} minutes, {sys.modules['cext.kernel.match'].__file__}")  # fmt: skip


if __name__ == "__main__":
    main()
