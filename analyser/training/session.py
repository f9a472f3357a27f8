"""A training: rounds of games that a network learns from, looks at it, turns chosen, and its strength measured."""

from __future__ import annotations

import tempfile
import time
from base64 import b64decode, b64encode
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, Future
from contextlib import contextmanager
from dataclasses import dataclass
from math import isfinite
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from analyser import __version__
from analyser.errors import DataError, write_error
from analyser.experiments.objective import CHECK, CHOICE, FINAL, SEARCH, StrategyGames, evaluate_strategy, game_of
from analyser.files import write_atomic
from analyser.runs.executors import take_notices
from analyser.sessions import explain_stop
from analyser.training.chart import draw_learning
from analyser.training.checkpoint import LOOK_TURNS, ROUND, Look, Measured, TrainingCheckpoint, TrainingResult
from analyser.training.fit import Fit, Rows, encode_rows
from analyser.training.games import MARGIN, noise_of, play_positions
from strategies.leaf_file import Leaf, leaf_bytes, leaf_net, read_leaf

if TYPE_CHECKING:
    from analyser.training.start import TrainingSession
    from cext.kernel.value_games import Positions
    from cext.kernel.value_net import ValueNet

__all__ = ["PLAYOUTS", "TURNS", "TrainingProgress", "Watch", "train"]

PLAYOUTS = 16  # of the search that asks the leaf: more win more in ZhanGuo (strategies/*/cost.csv), at their price
TURNS = (1, 2, 4, 6)  # tried
LOOK_GAMES = 200  # of a look, with the search
CHOICE_GAMES = 300  # of each number of turns
FINAL_GAMES = 1_200
COST_GAMES = 40  # by which the cost of the plain search is known
COST_PLAYOUTS = 8
PILOT_GAMES = 150  # by which inputs are found
INPUT_POSITIONS = 3_000  # that inputs are found by, at most
HELD_OUT_GAMES = 600
BLOCK = 50  # games of a task with a search
POSITIONS = 24  # of a game that are learned from, about
LOTS = 16  # rounds whose positions are kept
PASSES = 2  # times that a position is learned from, about


@dataclass(frozen=True)
class TrainingProgress:
    """How far a training is."""

    games: int  # learned from
    activity: str = ""  # what is being done, with the latest number
    report: str = ""  # a sentence for good
    notices: tuple[str, ...] = ()  # what happened to worker processes, a sentence each


Watch = Callable[[TrainingProgress], None]


def train(session: TrainingSession, executor: Executor, watch: Watch) -> TrainingResult:
    """Learn until the games are played or the time is over, choose the turns, measure the player, write the leaf.

    Raises Interrupted, DataError or DiskFull; what was done is kept.
    """
    with explain_stop(session):
        training = _Training(session, executor, watch)
        by_time = training.learn()
        return training.finish(by_time=by_time)


class _Training:
    """A training at work."""

    def __init__(self, session: TrainingSession, executor: Executor, watch: Watch) -> None:
        from cext.kernel.value_inputs import find_inputs
        from cext.kernel.value_net import ValueNet

        self.session, self.executor, self.watch = session, executor, watch
        self.checkpoint: TrainingCheckpoint = session.checkpoint
        self.objective = self.checkpoint.objective
        self.begin = time.monotonic() - self.checkpoint.seconds
        self.game, _ = game_of(self.objective, session.players)
        self.announce("looking at what there is to learn from")
        self.noise = noise_of(self.objective, session.plan)
        pilot = self.positions(CHOICE, 0, PILOT_GAMES, 1.0)
        self.keep = min(1.0, POSITIONS * PILOT_GAMES / max(1, len(pilot)))
        try:
            few = pilot[:: max(1, -(-len(pilot) // INPUT_POSITIONS))]
            inputs = find_inputs(self.game, few, seed=self.objective.seed)
            self.net = ValueNet(self.game, inputs)
        except ValueError as error:
            raise DataError(f"{self.objective.game}: no network can learn it: {error}") from error
        self.held_out = self.positions(CHECK, 0, HELD_OUT_GAMES, self.keep)
        self.cannot = ""
        if inputs.n_hidden_cells:
            self.cannot = "It takes all that others hide to be equally likely: it neither bluffs nor sees a bluff."
        self.lots: list[Rows] = []
        for number in range(max(0, self.checkpoint.rounds - LOTS), self.checkpoint.rounds):  # played again
            self.add_lot(number)
        self.fit: Fit | None = None
        if self.checkpoint.rounds:
            first = self.lots[0] if self.checkpoint.rounds <= LOTS else self.rows_of(0)
            self.fit = self.new_fit(first)
            try:
                self.fit.restore(b64decode(self.checkpoint.fit), self.checkpoint.steps)
                with _file_of(b64decode(self.checkpoint.leaf)) as file:
                    leaf_net(read_leaf(file), self.game, file)
            except ValueError:
                raise DataError(
                    f"{session.checkpoint_file}: is not of this training: begin anew with another --out"
                ) from None

    # -- learning -----------------------------------------------------------------------------------------------------

    def learn(self) -> bool:
        """Play rounds and learn from them; whether the time ended it."""
        checkpoint = self.checkpoint
        while checkpoint.limit is None or checkpoint.n_done < checkpoint.limit:
            if not checkpoint.has_time(time.monotonic() - self.begin):
                self.look_again()
                return True
            self.learn_round()
            is_last = checkpoint.n_done == checkpoint.limit
            if is_last or not checkpoint.rounds & (checkpoint.rounds - 1):  # after 1, 2, 4, 8 … rounds
                self.look()
            self.save()
        return False

    def learn_round(self) -> None:
        """Play a round and learn from it."""
        checkpoint = self.checkpoint
        self.announce(self.latest or "playing the first games")
        self.add_lot(checkpoint.rounds)
        if self.fit is None:
            self.fit = self.new_fit(self.lots[0])
        rng = np.random.default_rng([self.objective.seed, SEARCH, checkpoint.rounds])
        self.fit.learn(self.lots, PASSES * len(self.lots[-1]), rng)
        checkpoint.rounds += 1

    def new_fit(self, first: Rows) -> Fit:
        return Fit(self.net.inputs.n, first, seed=self.objective.seed)

    def add_lot(self, number: int) -> None:
        """The positions of a round, in place of the oldest."""
        self.lots = [*self.lots, self.rows_of(number)][-LOTS:]

    def rows_of(self, number: int) -> Rows:
        """The positions of a round."""
        return encode_rows(self.net, self.positions(SEARCH, number * ROUND, ROUND, self.keep))

    def positions(self, use: int, first: int, games: int, keep: float) -> Positions:
        """Positions of games, in the order of the deals whichever worker plays them."""
        from cext.kernel.value_games import Positions

        block = max(BLOCK, games // 4)
        tasks: list[Future[Positions]] = [
            self.executor.submit(
                play_positions, self.objective, self.session.plan, self.noise, self.checkpoint.others, use, at,
                min(block, first + games - at), keep,
            )
            for at in range(first, first + games, block)
        ]  # fmt: skip
        return Positions.join([task.result() for task in tasks])

    # -- looks --------------------------------------------------------------------------------------------------------

    def look_again(self) -> None:
        """Look where something was learned since the last time."""
        if self.checkpoint.looks[-1].games < self.checkpoint.n_done:
            self.look()
            self.save()

    def look(self) -> None:
        """How good the network is; the leaf is written if none before had a smaller error."""
        assert self.fit is not None
        checkpoint = self.checkpoint
        net = self.net.quantised(*self.fit.weights)
        error, error_of_mean = errors_of(net, self.held_out)
        part = f"{100 * max(0.0, 1 - error / error_of_mean):.0f} %" if error_of_mean else "0 %"
        self.announce(f"{part} of how a game ends is foreseen")
        leaf = self.leaf_of(net, LOOK_TURNS, error, error_of_mean)
        with _file_of(leaf) as file:
            games = self.measure(self.search(file), CHECK, LOOK_GAMES)
        low, high = games.limits
        look = Look(games=checkpoint.n_done, error=error, share=float(games.share.mean()), low=low, high=high)
        if all(error < other.error for other in checkpoint.looks):
            self.write(self.session.out, leaf)
            checkpoint.leaf = b64encode(leaf).decode()
        checkpoint.looks.append(look)
        self.announce("", f"{checkpoint.n_done:,} games: {part} of how a game ends is foreseen, {self.latest}")

    @property
    def latest(self) -> str:
        """What the last look says of the player's strength."""
        if not self.checkpoint.looks:
            return ""
        look = self.checkpoint.looks[-1]
        return f"wins {100 * look.share:.0f} of 100 games (fair: {100 / self.session.players:.0f})"

    def search(self, file: Path) -> str:
        """The search that asks a leaf."""
        return f"search:{self.session.plan}:{PLAYOUTS}:leaf={file}"

    def measure(self, strategy: str, use: int, games: int, activity: str = "") -> StrategyGames:
        """A strategy alone among the opponents on the first so many deals for that use."""
        tasks: list[Future[StrategyGames]] = [
            self.executor.submit(evaluate_strategy, self.objective, strategy, use, at, min(BLOCK, games - at))
            for at in range(0, games, BLOCK)
        ]
        parts = []
        for task in tasks:
            parts.append(task.result())
            if activity:
                share = StrategyGames.join(parts).share
                self.announce(f"{activity}: wins {100 * share.mean():.0f} of 100 ({len(share):,} of {games:,} games)")
        return StrategyGames.join(parts)

    # -- the end ------------------------------------------------------------------------------------------------------

    def finish(self, *, by_time: bool) -> TrainingResult:
        """Choose the turns, measure the player and the plain search, and write the leaf."""
        best = b64decode(self.checkpoint.leaf)
        with _file_of(best) as file:
            search = self.search(file)
            shares = {
                turns: self.measure(f"{search}:turns={turns}", CHOICE, CHOICE_GAMES, f"{turns} turns").share.mean()
                for turns in TURNS
            }
            turns = max(TURNS, key=lambda number: shares[number])
            games = self.measure(f"{search}:turns={turns}", FINAL, FINAL_GAMES, "the player")
            stored = read_leaf(file)
            net = leaf_net(stored, self.game, file)
        plain = self.plain_search(games.microseconds)
        error, error_of_mean = errors_of(net, self.positions(FINAL, 0, HELD_OUT_GAMES, self.keep))
        leaf = self.leaf_of(net, turns, error, error_of_mean, stored)
        self.write(self.session.out, leaf)
        result = TrainingResult(
            games=stored.head.training["games"],
            seconds=self.checkpoint.seconds,
            by_time=by_time,
            turns=turns,
            error=error,
            error_of_mean=error_of_mean,
            n_bytes=len(leaf),
            player=Measured.of(self.search(self.session.out), games),
            plain=Measured.of(plain, self.measure(plain, FINAL, FINAL_GAMES, plain)),
            looks=tuple(self.checkpoint.looks),
            cannot=self.cannot,
        )
        self.write(self.session.chart, draw_learning(self.session, result))
        return result

    def plain_search(self, microseconds: float) -> str:
        """The search without a leaf whose decisions take about that long."""
        stem = f"search:{self.session.plan}"
        cost = self.measure(f"{stem}:{COST_PLAYOUTS}", CHOICE, COST_GAMES).microseconds
        ratio = microseconds / cost  # not a number where nobody had a choice
        return f"{stem}:{max(1, round(COST_PLAYOUTS * ratio)) if isfinite(ratio) else COST_PLAYOUTS}"

    # -- files --------------------------------------------------------------------------------------------------------

    def leaf_of(
        self, net: ValueNet, turns: int, error: float, error_of_mean: float, stored: Leaf | None = None
    ) -> bytes:
        """The leaf's file; stored: one whose network it is, where that was not made just now."""
        objective = self.objective
        games = self.checkpoint.n_done if stored is None else stored.head.training["games"]
        training: dict[str, Any] = {
            "by": f"analyser {__version__}",
            "games": games,
            "plans": [self.session.plan, f"noisy:{self.session.plan}:{self.noise:g}", *self.checkpoint.others],
            "seed": objective.seed,
            "settings": self.session.digest,
        }
        return leaf_bytes(
            self.game, net, plan=self.session.plan, turns=turns, margin=MARGIN, error=error,
            error_of_mean=error_of_mean, cannot=self.cannot, training=training,
        )  # fmt: skip

    def write(self, file: Path, content: bytes) -> None:
        """Write a file, whole or not at all."""
        try:
            write_atomic(file, content)
        except OSError as error:
            raise write_error(file, error, "--resume when it can", with_room="--resume") from error

    def save(self) -> None:
        """Keep what was done."""
        assert self.fit is not None
        self.checkpoint.steps, self.checkpoint.fit = self.fit.n_steps, b64encode(self.fit.state).decode()
        self.checkpoint.seconds = round(time.monotonic() - self.begin, 3)
        self.checkpoint.save(self.session.checkpoint_file)

    def announce(self, activity: str, report: str = "") -> None:
        """Say how far it is."""
        notices = take_notices(self.executor)
        self.watch(TrainingProgress(self.checkpoint.n_done, activity, report, notices))


def errors_of(net: ValueNet, positions: Positions) -> tuple[float, float]:
    """Mean squared error of the rewards that a network foresees, and that of their mean."""
    rewards = positions.rewards[np.arange(len(positions)), positions.viewers].astype(np.float64)
    foreseen = net.foreseen(positions.states, positions.viewers)
    return float(((foreseen - rewards) ** 2).mean()), float(rewards.var())


@contextmanager
def _file_of(leaf: bytes) -> Iterator[Path]:
    """A file with the leaf, for the block: strategies are named by files."""
    with tempfile.TemporaryDirectory(prefix="leaf-") as folder:
        file = Path(folder) / "tried.leaf"
        file.write_bytes(leaf)
        yield file
