"""Plans tried before a run, on deals of no experiment: how alike they choose, asked at positions of games that they
play together, and how long a decision takes them."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from analyser.errors import DataError
from analyser.experiments.experiment import Job
from analyser.experiments.experiment_kind import PILOT_DEAL, PILOT_PART
from analyser.experiments.lineups import keyed_bits
from analyser.experiments.loading import OWN_KINDS, plays_slowly
from analyser.experiments.schedule import Design, GameRows
from analyser.experiments.simulator import Simulator
from analyser.runs.batch import open_schedule
from analyser.runs.manifest import PlanChoices
from cext.user_code import ProgramError
from reports.stats.agreement import agreement_of

__all__ = ["ask_plans", "planned_positions", "time_decision", "time_decisions"]

POSITIONS = 2_000  # of a game that is played by weights alone: some tenths of a second
OWN_POSITIONS = 200  # where a program is asked
MIN_POSITIONS = 50  # with fewer, copies could not be told from others
SEATS_KEY = 5_000_147  # sets the line-ups of these games apart from draws of others
DIGITS = 6  # of an agreement
TIMED_GAMES = 100  # of each strategy among its like, at most: some hundredths of a second of most
ROUNDS = 3  # of which the quickest counts: whatever else the machine does makes them longer


# -- how alike they choose ---------------------------------------------------------------------------------------------


def _plans_to_ask(job: Job) -> list[str]:
    """The strategies that are asked: weighted plans and programs. Those that search take too long, and random play
    has no plan; each of them is a family of its own."""
    from strategies.catalogue import find

    kinds = ("weighted", *OWN_KINDS)
    return [name for name in job.config.strategies if find(name, job.config.game).kind in kinds]


def planned_positions(job: Job) -> int:
    """How many positions the plans are asked at; 0: they are fewer than two, or the run is too small to be worth it.

    They follow from the configuration alone. As of all pilots, there is at most one game to PILOT_PART of the run.
    """
    from strategies.catalogue import find

    names = _plans_to_ask(job)
    has_programs = any(find(name, job.config.game).kind in OWN_KINDS for name in names)
    positions = min(OWN_POSITIONS if has_programs else POSITIONS, job.config.games // PILOT_PART)
    return positions if len(names) > 1 and positions >= MIN_POSITIONS else 0


def ask_plans(job: Job, positions: int) -> PlanChoices:
    """Ask every plan of the job's first scenario for its move at this many positions, one of each deal, drawn from
    games of all of them on deals that no experiment plays; the same call always gives the same. DataError where a
    program fails."""
    schedule, _ = open_schedule(job)
    names = _plans_to_ask(job)
    simulator = schedule.simulators[0].with_strategies(names)
    try:
        choices = _choices(simulator, schedule.designs[0].rows(0, positions))
    except ProgramError as error:
        raise DataError(str(error)) from error
    agreement = agreement_of(choices).round(DIGITS)
    return PlanChoices(names, len(choices), agreement.tolist())


def _choices(simulator: Simulator, games: GameRows) -> np.ndarray[Any, Any]:
    """The move that each strategy chooses at a position of each of these games, [position, strategy], on the same
    draws: line-ups are drawn from all, boards and points at the start are those of the rows."""
    from cext.kernel.sampled_positions import PositionSample

    n, seed, policies = len(games), simulator.prepared.seed, simulator.policies
    sample = PositionSample(simulator.game, policies, n)
    seat_bits = keyed_bits(seed + SEATS_KEY, np.arange(games.policy.size)) % np.uint64(len(policies))
    deals = np.arange(n, dtype=games.deal.dtype) + games.deal.dtype.type(PILOT_DEAL)
    rows = replace(
        games,
        game=np.arange(n, dtype=games.game.dtype),
        deal=deals,
        policy=seat_bits.astype(games.policy.dtype).reshape(games.policy.shape),
        forced_opening=np.full_like(games.forced_opening, -1),
        record=np.zeros_like(games.record),
    )
    Simulator(simulator.prepared, lambda: simulator.game, lambda names, game: sample.policies).play(rows)
    return np.array(
        [_moves(policies, position, seed, int(deals[at]), index) for at, position, index in sample.positions()]
    )


def _moves(policies: Sequence[Any], position: Any, seed: int, deal: int, index: int) -> list[int]:
    return [policy.evaluate(position, seed=seed, deal=deal, index=index)[0] for policy in policies]


# -- how long a decision takes -----------------------------------------------------------------------------------------


def time_decisions(simulator: Simulator, design: Design) -> dict[str, float]:
    """Processor time in milliseconds that a decision takes each strategy that does not think long, with the move it
    makes; ValueError where a strategy fails. On deals that no experiment plays, in half of the games that pilots may
    take; {}: those are too few."""
    milliseconds = {}
    names = [name for name in simulator.prepared.names if not plays_slowly([name], simulator.prepared.game.name)]
    n_games = min(TIMED_GAMES, simulator.prepared.games // (2 * PILOT_PART * ROUNDS * max(1, len(names))))
    if not n_games:
        return {}
    simulator = simulator.with_strategies(names)
    games = design.rows(0, n_games)
    for number, name in enumerate(names):
        deal = np.arange(len(games), dtype=games.deal.dtype) + games.deal.dtype.type(PILOT_DEAL)
        record = np.zeros_like(games.record)
        free, policy = np.full_like(games.forced_opening, -1), np.full_like(games.policy, number)
        rows = replace(games, policy=policy, deal=deal, forced_opening=free, record=record)
        if time_taken := time_decision(simulator, rows):
            milliseconds[name] = round(1000 * time_taken, 7)
    return milliseconds


def time_decision(simulator: Simulator, rows: GameRows) -> float:
    """Processor seconds of a decision with the move it makes, the least of some rounds of these games; 0: none is
    taken. ValueError where a strategy fails."""
    spent, decisions = [], 0
    for _ in range(ROUNDS):
        begin = time.process_time()
        outcome = simulator.play(rows)
        spent.append(time.process_time() - begin)
        decisions = int(outcome.games["n_decisions"].sum())
    return min(spent) / decisions if decisions else 0.0
