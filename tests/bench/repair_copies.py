"""Damaged copies of a game: a fair one with one datum changed, repaired. Minutes each: run it by hand.

`python -m tests.bench.repair_copies zhanguo --base boards.triangle.tracks.2=3 --base boards.star.tracks.2=4`

Without --base the fair game is what a repair makes of the game first. Damage counts where it is shown to make the game
unfair; a datum that does not is named, and another is drawn. A line a copy: what was damaged, how far from fair it was,
what repaired it, whether that is what was damaged, whether it is shown fair, and how long it took.
"""

import argparse
import random
import time
from pathlib import Path
from tempfile import TemporaryDirectory, mkdtemp

from analyser.errors import DataError
from analyser.experiments.config_loader import load_experiment
from analyser.experiments.experiment import Experiment
from analyser.experiments.loading import load_scenario
from analyser.experiments.repair import data_of, start_paths, variables_of
from analyser.experiments.scenario import Scenario
from analyser.experiments.whatif import BEFORE_CHANGE
from analyser.repair.goals import SEATS, choose_goals, judge, largest_distance, shows_unfair
from analyser.repair.runs import RepairRequest
from analyser.repair.session import RepairResult, repair_game
from analyser.runs.adaptive import play_adaptively
from analyser.runs.lifecycle import start_run
from analyser.runs.play import open_executor
from analyser.runs.reader import open_run

CHECK_GAMES = 8_000  # that show whether damage makes the game unfair


def repaired(game: str, data: tuple[str, ...], options: argparse.Namespace, seed: int) -> RepairResult:
    """The game with these data, repaired."""
    out = Path(mkdtemp(prefix="repair-", dir=options.out)) / "answer"
    request = RepairRequest(
        values={"game": game, "seed": seed, "players": options.players},
        data=data,
        goals=options.goal,
        minutes=options.minutes,
        out=out,
    )
    return repair_game(request)


def can_be_loaded(game: str, players: int, data: tuple[str, ...]) -> bool:
    """Whether the game's own checks let these data pass."""
    try:
        load_scenario(game, Scenario(players=players, data=data))
    except DataError:
        return False
    return True


def loaded(options: argparse.Namespace, data: tuple[str, ...], seed: int) -> Experiment:
    """The games of the game with these data, as a repair plays them."""
    values = {"game": options.game, "seed": seed, "games": CHECK_GAMES, "players": options.players}
    return load_experiment("repair", {**values, "scenario": ({"name": BEFORE_CHANGE, "data": list(data)},)})


def is_shown_unfair(experiment: Experiment, names: list[str] | None, folder: Path) -> bool:
    """Whether some target is shown to be further from fair than the margin."""
    config, facts = experiment.config, experiment.simulators[0].prepared.game
    with open_executor(config) as pool:
        directory, job = start_run(experiment, folder / "check", [], pool=pool)
        play_adaptively(directory, job, pool=pool)
    goals = choose_goals(names, facts, config.strategies)
    rows = judge(open_run(directory.path), goals, BEFORE_CHANGE, side_effects=False)
    return shows_unfair(rows, config.margin / 100)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game")
    parser.add_argument("--players", type=int, default=None)
    parser.add_argument("--base", action="append", default=[])
    parser.add_argument("--goal", action="append", default=None)
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
        if largest_distance(result.targets) > result.margin:
            print(f"no fair {options.game} is found, of which copies could be made", flush=True)
            return
    experiment = loaded(options, base, options.seed)
    facts = experiment.simulators[0].prepared.game
    boards = choose_goals(options.goal, facts, ()) != (SEATS,)
    starts = dict.fromkeys(start_paths(facts, boards=boards, seats=not boards), True)
    variables = variables_of(options.game, experiment.config.scenarios[0], {}, starts)
    damages = [((number, end(v.steps)),) for number, v in enumerate(variables) for end in (min, max)]
    random.Random(options.seed).shuffle(damages)
    copy = 0
    for damage in (data_of(variables, edits) for edits in damages):
        if copy == options.copies:
            return
        seed = 100 * options.seed + copy + 1
        data = (*base, *damage)
        if not can_be_loaded(options.game, facts.players, data):
            continue
        with TemporaryDirectory(prefix="check-", dir=options.out) as folder:
            if not is_shown_unfair(loaded(options, data, seed + 50), options.goal, Path(folder)):
                print(f"   harmless: {', '.join(damage)}", flush=True)
                continue
        copy += 1
        begin = time.monotonic()
        answer = repaired(options.game, data, options, seed)
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
    print(f"only {copy} copies: no other datum that may change makes {options.game} unfair", flush=True)


if __name__ == "__main__":
    main()
