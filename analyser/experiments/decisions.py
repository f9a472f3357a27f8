"""Do decisions matter? Of games that a search plays a sample of decisions, every option played out many times.

An option is picked by one half of its playouts and measured by the other half: the best of many is not taken for better
than it is.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from analyser.errors import DataError, UsageError
from analyser.experiments.config_loader import load_experiment
from analyser.experiments.lineups import keyed_bits
from analyser.experiments.restricted import default_search

__all__ = ["HALF", "DecisionSample", "measure_decision", "sample_decisions", "search_decisions"]

HALF = 149  # playouts of an option in each half: of one that wins in 2 of 100 games some win in 95 of 100 halves
MAX_OPTIONS = 12  # of a decision that are played out: of more the one the search takes, and others drawn at random
KIND = 0xFF  # bits of a move that are its kind
ONE_SIDED = 1.645  # standard errors below an estimate, where its value lies in 5 of 100 cases
CHOICE_KEY, OPTION_KEY = 5_000_011, 5_000_077  # set draws of decisions and of options apart from those of games

Floats = npt.NDArray[np.float64]


@dataclass(frozen=True)
class DecisionSample:
    """A row a decision, what was played by whom, and the share of wins that counts as nothing."""

    rows: list[dict[str, Any]]
    title: str
    players: int
    player: str
    margin: float


def search_decisions(values: Mapping[str, Any], *, games: int, minutes: float) -> DecisionSample:
    """Decisions of so many games, or of as many as there is time for, at least one. values: of a configuration.
    UsageError or DataError where they cannot be played."""
    search_name = default_search(values["game"]) if values.get("game") else ""  # without a game nothing is played
    names: tuple[str, ...] = values.get("strategies") or (search_name,)
    if len(names) > 1:
        raise UsageError("--strategies: one search plays in all seats: name one")
    experiment = load_experiment("run", {**values, "strategies": names})
    arena, config = experiment.arenas[0], experiment.config
    if len(experiment.arenas) > 1:
        raise UsageError("--players and --option: one game at a time: name one value")
    (search,) = arena.policies
    if not hasattr(search, "all_win_shares"):
        raise DataError(
            f"--strategies {names[0]}: it does not look ahead: name a search, such as {default_search(config.game)}"
        )
    facts, end = arena.setting.game, time.monotonic() + 60 * minutes
    boards = [list(facts.boards)[number] for number in arena.setting.boards] if facts.boards else None
    rows = sample_decisions(
        arena.game, search, games=games, seed=config.seed, boards=boards, until=lambda: time.monotonic() > end
    )
    sample = list(rows)
    if not sample:
        raise DataError(f"{facts.name}: no decision leaves a choice: there is nothing to measure")
    return DecisionSample(sample, facts.title, facts.players, names[0], config.margin / 100)


def sample_decisions(
    game: Any, search: Any, *, games: int, seed: int, boards: list[str] | None, until: Callable[[], bool]
) -> Iterator[dict[str, Any]]:
    """A row a game: one of its decisions, as measure_decision() gives it, with the deal, the seat, and its options by
    what they are: those offered, and what the search took. until: asked before every game whether the time is over."""
    for deal in range(games):
        if deal and until():
            return
        decisions = list(_play(game, search, seed=seed, deal=deal, boards=boards))
        if not decisions:
            continue
        position, choice = decisions[int(keyed_bits(seed + CHOICE_KEY, np.array([deal]))[0]) % len(decisions)]
        moves = _options(position, choice, seed + OPTION_KEY + deal)
        shares = search.all_win_shares(position, moves, 2 * HALF, seed=deal)
        kinds = sorted({_kind_of(position, move) for move in position.moves()})
        row = {"deal": deal, "seat": position.to_move + 1, "options": kinds, "chosen": _kind_of(position, choice)}
        yield row | measure_decision(shares, position.to_move)


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


def measure_decision(shares: Floats, seat: int) -> dict[str, Any]:
    """What a decision is worth. shares: float64[playout, option, seat] of the win, the first half to pick options by.

    over_median, over_second: by how much the option that is best for the seat beats the middle one, and the next;
    surely: what the first of these is worth at least, 95 % sure; cannot_win: whether no playout of the first half was
    won, whatever the option; swing: then by how much it moves the chance of another seat, the one and the two options
    that the first half picked.
    """
    half = len(shares) // 2
    first, second = shares[:half].mean(axis=0), shares[half:]
    order = np.argsort(-first[:, seat], kind="stable")
    best, runner_up, middle = order[0], order[1], order[len(order) // 2]
    gain = second[:, best, seat] - second[:, middle, seat]
    over_median = float(gain.mean())
    surely = over_median - ONE_SIDED * float(gain.std(ddof=1)) / len(gain) ** 0.5
    cannot_win = bool((shares[:half, :, seat] == 0).all())
    swing = None
    if cannot_win:
        spread = first.max(axis=0) - first.min(axis=0)
        spread[seat] = -1.0
        other = int(spread.argmax())
        high, low = int(first[:, other].argmax()), int(first[:, other].argmin())
        swing = float((second[:, high, other] - second[:, low, other]).mean())
    return {
        "n_options": shares.shape[1], "over_median": over_median, "surely": surely,
        "over_second": float((second[:, best, seat] - second[:, runner_up, seat]).mean()),
        "cannot_win": cannot_win, "swing": swing,
    }  # fmt: skip
