"""Plans tried before a run, on deals of no experiment: whether they can play, how alike they choose, asked at positions
of games that they play together, and how long a decision takes them."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import numpy.typing as npt

from analyser.errors import DataError
from analyser.experiments.config import Config
from analyser.experiments.experiment import Experiment, Job
from analyser.experiments.experiment_kind import PILOT_DEAL, PILOT_PART, Float
from analyser.experiments.lineups import keyed_bits
from analyser.experiments.loading import OWN_KINDS, plays_slowly
from analyser.experiments.scenario import find_start_points
from analyser.experiments.schedule import Design, GameRows
from analyser.experiments.simulator import Simulator
from analyser.runs.batch import load_experiment, open_schedule
from analyser.runs.manifest import PlanChoices, PlanTrial
from cext.kernel.checks import LIMITS
from cext.user_code import EndlessGame, ProgramError
from reports.stats.agreement import agreement_of

__all__ = [
    "RANDOM", "TrialGames", "ask_plans", "failing_plans", "planned_positions", "planned_trial", "play_trial",
    "time_decision", "time_decisions",
]  # fmt: skip

RANDOM = "random"  # the strategy that plans are compared with
TRIAL_DEAL = PILOT_DEAL + 2**30  # trials play deals from here on, so that no pilot measures on what they selected by
TRIAL_DEALS = 400  # of each plan: a win share is then within 6 points
MIN_TRIAL_DEALS = 50
TRIAL_CONFIDENCE = 0.99
MAX_CAPPED = 0.05  # share of games at the limit
PIECE = 20  # games that are played at once: where one of them has no end, each is played again by itself
POSITIONS = 2_000  # of a game that is played by weights alone: some tenths of a second
OWN_POSITIONS = 200  # where a program is asked
MIN_POSITIONS = 50  # with fewer, copies could not be distinguished from others
SEATS_KEY = 5_000_147  # sets the line-ups of these games apart from draws of others
DIGITS = 6  # of an agreement
TIMED_GAMES = 100  # of each strategy among its like, at most: some hundredths of a second of most
ROUNDS = 3  # of which the quickest counts: whatever else the machine does makes them longer


# -- whether they can play ---------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class TrialGames:
    """The games of a strategy in one seat among random players, one of each deal [deal]."""

    share: Float  # its win share; nan where the game has no end, or was not played
    rounds: npt.NDArray[np.int64]  # that the game took; 0 where the share is nan
    endless: int = 0  # games that go on after MAX_DECISIONS decisions

    @property
    def n_games(self) -> int:
        """Games that were played."""
        return int(np.isfinite(self.share).sum()) + self.endless


def planned_trial(experiment: Experiment) -> tuple[list[str], int]:
    """The plans to be tried, and on how many deals each; ([], 0): none.

    Those are tried that play because no strategy was named, where more than two do. As of all pilots, there is at most
    one game to PILOT_PART of the run, those of random play counted; with fewer than MIN_TRIAL_DEALS no plan is tried.
    """
    config, prepared = experiment.config, experiment.simulators[0].prepared
    plans = [name for name in _plans_to_ask(config) if name != RANDOM]
    deals = min(TRIAL_DEALS, prepared.games // (PILOT_PART * (len(plans) + 1)))
    is_tried = experiment.has_default_players and experiment.kind.tries_plans and prepared.game.par is not None
    if not is_tried or len(plans) < 3 or deals < MIN_TRIAL_DEALS:
        return [], 0
    return plans, deals


def play_trial(job: Job, strategy: str, deals: int) -> TrialGames:
    """Play this strategy in one seat among random players, on this many deals, the seat changing from deal to deal; the
    others make the same draws against every strategy. It ends early where too many games have no end. DataError where a
    program fails."""
    simulator = load_experiment(job).simulators[0].with_strategies(tuple(dict.fromkeys((RANDOM, strategy))))
    prepared = simulator.prepared
    k, deal = prepared.game.players, np.arange(deals)
    policy = np.zeros((deals, k), dtype=np.int64)
    policy[deal, deal % k] = prepared.names.index(strategy)
    rows = GameRows.plain(policy, prepared.boards)
    rows = replace(rows, deal=rows.deal + np.uint32(TRIAL_DEAL))
    if points := find_start_points(prepared.scenario, prepared.game):
        rows = replace(rows, start_points=np.asarray(points, dtype=np.int32)[np.arange(k), rows.board])
    share, rounds, endless = np.full(deals, np.nan), np.zeros(deals, dtype=np.int64), 0
    pieces = [slice(lo, lo + PIECE) for lo in range(0, deals, PIECE)][::-1]
    while pieces and endless <= MAX_CAPPED * deals:
        piece = pieces.pop()
        try:
            outcome = simulator.play(rows.take(piece))
        except EndlessGame:
            if len(deal[piece]) == 1:
                endless += 1
            else:
                pieces += [slice(number, number + 1) for number in reversed(deal[piece].tolist())]
            continue
        except ProgramError as error:
            raise DataError(str(error)) from error
        numbers = deal[piece]
        share[numbers] = simulator.shares(outcome)[np.arange(len(numbers)), numbers % k]
        rounds[numbers] = outcome.games["rounds"]
    return TrialGames(share, rounds, endless)


def failing_plans(trials: Mapping[str, TrialGames], *, max_rounds: int) -> list[PlanTrial]:
    """The plans that cannot play, of those tried on the same deals, among them RANDOM: those that win less than random
    play in their seat (one-sided Student interval of the paired difference, deals as the unit, TRIAL_CONFIDENCE for
    each plan), and those of whose games more than MAX_CAPPED reach a limit on the length of a game.

    Two plans always stay: the best of them, those that reach no limit first. max_rounds: that the game may have; 0: as
    many as it takes. Where random play reaches a limit as well it says nothing of a plan, and the limit on rounds says
    something only where games are far shorter by themselves: of random play at most MAX_CAPPED last half as long.
    """
    baseline = trials[RANDOM]
    results = {name: _judge(name, games, baseline, max_rounds) for name, games in trials.items() if name != RANDOM}
    failing = [trial for trial in results.values() if trial is not None]
    failing.sort(key=lambda trial: (bool(trial.limit), -trial.share))
    return failing[max(0, 2 - (len(results) - len(failing))) :]


def _judge(name: str, games: TrialGames, baseline: TrialGames, max_rounds: int) -> PlanTrial | None:
    """The plan's figures where it cannot play; None where it can."""
    from scipy.special import stdtrit  # t.ppf of scipy.stats, which takes 0.8 s to import

    paired = np.isfinite(games.share) & np.isfinite(baseline.share)
    n = int(paired.sum())
    share, random_share = (float(each.share[paired].mean()) if n else 0.0 for each in (games, baseline))
    capped, limit = _length_limit(games, baseline, max_rounds)
    if limit:
        return PlanTrial(name, games.n_games, round(share, DIGITS), round(random_share, DIGITS), capped, limit)
    difference = games.share[paired] - baseline.share[paired]
    if n < MIN_TRIAL_DEALS:
        return None
    reach = float(stdtrit(n - 1, TRIAL_CONFIDENCE)) * float(difference.std(ddof=1)) / np.sqrt(n)
    if difference.mean() + reach >= 0:
        return None
    return PlanTrial(name, n, round(share, DIGITS), round(random_share, DIGITS))


def _length_limit(games: TrialGames, baseline: TrialGames, max_rounds: int) -> tuple[int, str]:
    """How many of a plan's games reach the limit on their length, and the limit; (0, ""): they are no more than may be,
    or the limit is no cap but how games end."""
    if games.endless > MAX_CAPPED * games.n_games and baseline.endless <= MAX_CAPPED * baseline.n_games:
        return games.endless, f"{LIMITS['MAX_DECISIONS']:,} decisions"
    n_capped = int((games.rounds >= max_rounds).sum()) if max_rounds else 0
    n_long = int((2 * baseline.rounds > max_rounds).sum()) + baseline.endless
    if n_capped > MAX_CAPPED * games.n_games and n_long <= MAX_CAPPED * baseline.n_games:
        return n_capped, f"{max_rounds} rounds"
    return 0, ""


# -- how alike they choose ---------------------------------------------------------------------------------------------


def _plans_to_ask(config: Config) -> list[str]:
    """The strategies that are asked: weighted plans and programs. Those that search take too long, and random play
    has no plan; each of them is a family of its own."""
    from strategies.catalogue import find

    kinds = ("weighted", *OWN_KINDS)
    return [name for name in dict.fromkeys(config.strategies) if find(name, config.game).kind in kinds]


def planned_positions(job: Job) -> int:
    """How many positions the plans are asked at; 0: they are fewer than two, or the run is too small to be worth it.

    They follow from the configuration alone. As of all pilots, there is at most one game to PILOT_PART of the run.
    """
    from strategies.catalogue import find

    names = _plans_to_ask(job.config)
    has_programs = any(find(name, job.config.game).kind in OWN_KINDS for name in names)
    positions = min(OWN_POSITIONS if has_programs else POSITIONS, job.config.games // PILOT_PART)
    return positions if len(names) > 1 and positions >= MIN_POSITIONS else 0


def ask_plans(job: Job, positions: int) -> PlanChoices:
    """Ask every plan of the job's first scenario for its move at this many positions, one of each deal, drawn from
    games of all of them on deals that no experiment plays; the same call always gives the same. DataError where a
    program fails."""
    schedule, _ = open_schedule(job)
    names = _plans_to_ask(job.config)
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
