"""Do decisions matter? Of games that a search plays a sample of decisions, every option played out many times.

An option is picked by one half of its playouts and measured by the other half: what is measured is the gain of a player
with this many playouts, and the best of many is not taken for better than it is.
"""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import Executor, Future
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from analyser.errors import DataError, Interrupted, UsageError
from analyser.experiments.config_loader import load_experiment
from analyser.experiments.experiment import Job
from analyser.experiments.lineups import keyed_bits
from analyser.experiments.restricted import default_search
from analyser.runs.batch import hand_on
from analyser.runs.batch import load_experiment as experiment_of
from analyser.runs.executors import PipeExecutor
from analyser.runs.maintenance import new_folder, write_report
from analyser.runs.play import open_executor
from cext.messages import count_noun
from reports.answer import Answer
from reports.questions.decisions import QUESTION, decision_screen, decision_tables
from reports.several import ScenarioAnswer
from reports.stats.true_effects import p_value_above

__all__ = ["DecisionAnswer", "answer_decisions", "measure_decision", "write_page"]

HALF = 149  # playouts of an option in each half: of one that wins in 2 of 100 games some win in 95 of 100 halves
MAX_OPTIONS = 12  # of a decision that are played out: of more the one the search takes, and others drawn at random
KIND = 0xFF  # bits of a move that are its kind
CHOICE_KEY, OPTION_KEY = 5_000_011, 5_000_077  # set draws of decisions and of options apart from those of games

Floats = npt.NDArray[np.float64]


def sample_decision(
    game: Any, search: Any, *, deal: int, seed: int, boards: list[str] | None, margin: float
) -> dict[str, Any] | None:
    """A row for a game: one of its decisions, as measure_decision() gives it, with the deal, the seat, and its options
    by what they are: those offered, and what the search took; None where no decision left a choice."""
    decisions = list(_play(game, search, seed=seed, deal=deal, boards=boards))
    if not decisions:
        return None
    position, choice = decisions[int(keyed_bits(seed + CHOICE_KEY, np.array([deal]))[0]) % len(decisions)]
    moves = _options(position, choice, seed + OPTION_KEY + deal)
    shares = search.all_win_shares(position, moves, 2 * HALF, seed=deal)
    kinds = sorted({_kind_of(position, move) for move in position.moves()})
    row = {"deal": deal, "seat": position.to_move + 1, "options": kinds, "chosen": _kind_of(position, choice)}
    return row | measure_decision(shares, position.to_move, margin)


def _options(position: Any, choice: int, key: int) -> list[int]:
    """The moves that are played out, in the order of the rules."""
    moves = position.moves()
    order = np.argsort(keyed_bits(key, np.arange(len(moves)))).tolist()
    sample = {choice, *[moves[i] for i in order if moves[i] != choice][: MAX_OPTIONS - 1]}
    return [move for move in moves if move in sample]


def _play(game: Any, search: Any, *, seed: int, deal: int, boards: list[str] | None) -> Iterator[tuple[Any, int]]:
    """A game that the search plays in all seats: each position in which there is a choice, and the choice."""
    position, n_decisions = game.deal(seed=seed, deal=deal, boards=boards), [0] * game.players
    while (seat := position.to_move) is not None:
        moves = position.moves()
        move = moves[0]
        if len(moves) > 1:
            move, _, _ = search.evaluate(position, seed=seed, deal=deal, index=n_decisions[seat])
            n_decisions[seat] += 1
            yield position.copy(), move
        position.apply(move)


def _kind_of(position: Any, move: int) -> str:
    """What a move is: the name of its class, or its kind."""
    game = position.game
    return str(game.classes[position.move_class(move)][1] or game.kinds[move & KIND])


def measure_decision(shares: Floats, seat: int, margin: float) -> dict[str, Any]:
    """What a decision is worth to a player of half as many playouts as there are. shares: float64[playout, option,
    seat] of the win, the first half to pick options by.

    over_median, over_second: by how much the option that the first half ranks first for the seat beats the one it ranks
    in the middle, and the next; p: of the first of these against the margin or less, a fraction of win share;
    cannot_win: whether no playout of the first half was won, whatever the option; swing: then by how much it moves the
    chance of another seat, the one and the two options that the first half picked.
    """
    half = len(shares) // 2
    first, second = shares[:half].mean(axis=0), shares[half:]
    order = np.argsort(-first[:, seat], kind="stable")
    best, runner_up, middle = order[0], order[1], order[len(order) // 2]
    gain = second[:, best, seat] - second[:, middle, seat]
    cannot_win = bool((shares[:half, :, seat] == 0).all())
    swing = None
    if cannot_win:
        spread = first.max(axis=0) - first.min(axis=0)
        spread[seat] = -1.0
        other = int(spread.argmax())
        high, low = int(first[:, other].argmax()), int(first[:, other].argmin())
        swing = float((second[:, high, other] - second[:, low, other]).mean())
    return {
        "n_options": shares.shape[1], "over_median": float(gain.mean()),
        "p": p_value_above(gain, margin),
        "over_second": float((second[:, best, seat] - second[:, runner_up, seat]).mean()),
        "cannot_win": cannot_win, "swing": swing,
    }  # fmt: skip


WAITING = 2  # games that wait for each worker
SAMPLING = (
    "A search plays the games, each on a deal of its own. Of every game one decision is drawn at random, and its "
    f"options are played out {2 * HALF} times each on the same hidden cards and draws."
)
HALVES = (
    "The first half of the playouts picks options, the second half measures them, so that chance is not taken for a "
    "good option. Gains are those of a player with this many playouts, who does not always find the best option: one "
    "who sees more gains more."
)

Row = dict[str, Any]


@dataclass(frozen=True)
class DecisionAnswer:
    """The answer, a row a decision, and who played."""

    answer: ScenarioAnswer
    rows: list[Row]
    player: str
    margin: float


def answer_decisions(
    values: Mapping[str, Any], *, games: int, minutes: float, watch: Callable[[int], None] = lambda n: None
) -> DecisionAnswer:
    """The answer from decisions of this many games, or of as many as there is time for, at least one. values: of a
    configuration. watch: receives the number of games played. UsageError or DataError where they cannot be played,
    Interrupted where they are stopped."""
    search_name = default_search(values["game"]) if values.get("game") else ""  # without a game nothing is played
    names: tuple[str, ...] = values.get("strategies") or (search_name,)
    if len(names) > 1:
        raise UsageError("--strategies: one search plays in all seats: name one")
    experiment = load_experiment("run", {**values, "strategies": names})
    simulator, config = experiment.simulators[0], experiment.config
    if len(experiment.simulators) > 1:
        raise UsageError("--players and --option: one game at a time: name one value")
    if not hasattr(simulator.policies[0], "all_win_shares"):
        raise DataError(
            f"--strategies {names[0]}: it does not look ahead: name a search, such as {default_search(config.game)}"
        )
    end, job, facts = time.monotonic() + 60 * minutes, Job(config, ()), simulator.prepared.game
    hand_on(job, experiment)
    rows: list[Row] = []
    n_played = 0
    try:
        with open_executor(config) as pool:
            for n_played, row in enumerate(_sampled_rows(job, pool, games, end), 1):
                rows += [] if row is None else [row]
                watch(n_played)
    except KeyboardInterrupt:
        raise Interrupted(f"stopped: {count_noun(n_played, 'game')} were played", is_lost=True) from None
    if not rows:
        raise DataError(f"{facts.name}: no decision leaves a choice: there is nothing to measure")
    margin = config.margin / 100
    name = config.game if facts.players > 1 else ""
    screen = decision_screen(rows, margin=margin, half=HALF, player=names[0], game=name)
    players = "solo" if facts.players == 1 else f"{facts.players} players"
    answer = Answer(
        QUESTION.name, f"{facts.title}: {QUESTION.asks(facts)}", [], decision_tables(rows),
        {**facts.header(), "players": facts.players, "strategy": names[0], "decisions": len(rows), "seed": config.seed},
        notes=(SAMPLING, HALVES), summary=screen.finding, context=f"{facts.title} · {players} · {QUESTION.asks(facts)}",
        screen=screen,
    )  # fmt: skip
    return DecisionAnswer(ScenarioAnswer("base", "", answer, facts), rows, names[0], margin)


def _sampled_rows(job: Job, pool: Executor, games: int, end: float) -> Iterator[Row | None]:
    """The row of each of the first games, or of those begun before the time is over, in their order; None of a game
    without a choice."""
    limit = WAITING * pool.size if isinstance(pool, PipeExecutor) else 1
    waiting: deque[Future[Row | None]] = deque()
    deal = 0
    while True:
        while deal < games and len(waiting) < limit and (deal == 0 or time.monotonic() < end):
            waiting.append(pool.submit(_sample, job, deal))
            deal += 1
        if not waiting:
            return
        yield waiting.popleft().result()


def _sample(job: Job, deal: int) -> Row | None:
    """The row of a game, in this process or another."""
    simulator = experiment_of(job).simulators[0]
    prepared = simulator.prepared
    boards = [list(prepared.game.boards)[number] for number in prepared.boards] if prepared.game.boards else None
    return sample_decision(
        simulator.game,
        simulator.policies[0],
        deal=deal,
        seed=prepared.seed,
        boards=boards,
        margin=job.config.margin / 100,
    )


def write_page(result: DecisionAnswer, out: Path | None) -> Path:
    """Draw and write the page with its tables; out: its folder, None: the next free one."""
    folder = new_folder(out, result.answer.game.name, "decisions")
    return write_report(QUESTION, result.answer, folder / "report", margin=100 * result.margin, run="")
