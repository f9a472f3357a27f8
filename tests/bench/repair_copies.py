"""Damaged copies of a game: a fair one with one datum changed, repaired. Minutes each: run it by hand.

`python -m tests.bench.repair_copies zhanguo --base boards.triangle.tracks.2=3 --base boards.star.tracks.2=4`

Without --base the fair game is what a repair makes of the game first. A line a copy: what was damaged, how far from
fair it was, what repaired it, whether that is what was damaged, whether it is shown fair, and how long it took.
"""

import argparse
import random
import time
from pathlib import Path
from tempfile import mkdtemp

from analyser.errors import DataError
from analyser.experiments.arena import load_scenario
from analyser.experiments.config_loader import load_experiment
from analyser.experiments.repair import data_of, start_paths, variables_of
from analyser.experiments.scenario import Scenario
from analyser.repair.measure import SEATS, choose_goals, largest_distance
from analyser.repair.session import RepairRequest, RepairResult, repair_game


def repaired(game: str, data: tuple[str, ...], options: argparse.Namespace, seed: int) -> RepairResult:
    """The game with these data, repaired."""
    out = Path(mkdtemp(prefix="repair-", dir=options.out)) / "answer"
    request = RepairRequest(values={"game": game, "seed": seed}, data=data, minutes=options.minutes, out=out)
    return repair_game(request)


def can_be_loaded(game: str, players: int, data: tuple[str, ...]) -> bool:
    """Whether the game's own checks let these data pass."""
    try:
        load_scenario(game, Scenario(players=players, data=data))
    except DataError:
        return False
    return True


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game")
    parser.add_argument("--base", action="append", default=[])
    parser.add_argument("--copies", type=int, default=3)
    parser.add_argument("--minutes", type=float, default=3.0)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", default=None)
    options = parser.parse_args()
    base = tuple(options.base)
    if not base:
        result = repaired(options.game, (), options, options.seed)
        base = data_of(result.variables, result.edits)
        off = f"{100 * largest_distance(result.targets):.1f}"
        print(f"base: {', '.join(base) or 'as it is'}: {off} points off, shown fair: {result.is_fair}", flush=True)
    experiment = load_experiment(
        "repair", {"game": options.game, "scenario": ({"name": "before", "data": list(base)},)}
    )
    facts = experiment.arenas[0].setting.game
    boards = choose_goals(None, facts, ()) != (SEATS,)
    starts = dict.fromkeys(start_paths(facts, boards=boards, seats=not boards), True)
    variables = variables_of(options.game, experiment.config.scenarios[0], {}, starts)
    for copy in range(1, options.copies + 1):
        seed = 100 * options.seed + copy
        pick, damage = random.Random(seed), tuple[str, ...]()
        while not damage or not can_be_loaded(options.game, facts.players, (*base, *damage)):
            number = pick.randrange(len(variables))
            steps = pick.choice([min(variables[number].steps), max(variables[number].steps)])
            damage = data_of(variables, ((number, steps),))
        begin = time.monotonic()
        answer = repaired(options.game, (*base, *damage), options, seed)
        edits = data_of(answer.variables, answer.edits)
        paths = {datum.split("=")[0] for datum in edits}
        print(
            f"{copy}: damaged {', '.join(damage)} ({100 * largest_distance(answer.as_it_is):.1f} points off): "
            f"{', '.join(edits) or 'fair as it is'}; {len(answer.edits)} edits, "
            f"{100 * largest_distance(answer.targets):.1f} off, at most {100 * answer.largest:.1f}, "
            f"shown fair: {answer.is_fair}, the damaged datum: {bool(paths & {d.split('=')[0] for d in damage})}, "
            f"{(time.monotonic() - begin) / 60:.1f} minutes",
            flush=True,
        )


if __name__ == "__main__":
    main()
