"""The interface of a kind of experiment: its defaults, what it cannot be asked, its design and the pilot before it."""

from __future__ import annotations

import json
from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field, fields, replace
from typing import Any, ClassVar, Protocol

import numpy as np
import numpy.typing as npt

from analyser.errors import DataError, UsageError
from analyser.experiments.config import Config, PreparedScenario, board_numbers
from analyser.experiments.loading import default_strategies
from analyser.experiments.scenario import Scenario
from analyser.experiments.schedule import Design, DesignPart, ForcedOpening, GameRows, Scheme
from analyser.experiments.simulator import Simulator
from cext.fields import Integer, Real, decode
from cext.messages import count_noun, did_you_mean
from reports.facts import GameFacts
from strategies.plan import FULL

__all__ = [
    "PILOT_DEAL", "PILOT_PART", "ExperimentKind", "Float", "Pilot", "PilotGames", "Play", "check_until", "pilot_deals",
    "pilot_rows", "play_pilot", "ratio",
]  # fmt: skip

PILOT_DEAL = 2**31  # pilots play deals from here on, so that no deal is used twice
PILOT_DEALS = 200
PILOT_PART = 10  # pilots play at most one game for every ten that are asked for
MIN_DEALS = 100  # of a pilot; a ratio of variances is then known to a seventh, with fewer it is noise that decides
SLOW_DEALS = 24  # where somebody thinks longer than a weighted plan
MAX_SHARES = 5  # in a line

Float = npt.NDArray[np.float64]


class ExperimentKind(ABC):
    """What to play in order to answer a question.

    They are listed in `EXPERIMENTS` of experiment.py. Adding one: a file with a subclass, and a line there.
    """

    name: ClassVar[str]  # of the command and of `design` in a configuration
    games: ClassVar[int] = 200_000  # unless told otherwise: an answer within two minutes on two cores
    sample: ClassVar[float | None] = None  # share of the deals whose decisions are recorded; None: no decisions
    one_pilot: ClassVar[bool] = False  # whether all scenarios are played as the first one's pilot decided
    has_verdicts: ClassVar[bool] = True  # whether its answer has verdicts, until which it can be played
    times_decisions: ClassVar[bool] = False  # whether it is measured how long a decision takes those who decide quickly
    tries_plans: ClassVar[bool] = True  # whether plans that cannot play are left out where no strategy is named
    every_opponent: ClassVar[bool] = False  # whether all bots of a game are played unless one is named

    @property
    def question(self) -> str:
        """The question that its games answer."""
        return self.name

    @property
    def defaults(self) -> dict[str, Any]:
        """Values of the configuration's fields that differ from those of Config."""
        recorded = {} if self.sample is None else {"record": "decisions", "sample": self.sample}
        return {"games": self.games, **recorded}

    def strengths(self, game: GameFacts) -> tuple[str, ...]:
        """Which plans play where no strategy is named, by the `strength` that their files say."""
        return (FULL,)

    def players(self, game: GameFacts) -> tuple[str, ...]:
        """Who plays where no strategy is named: the plans shipped with the game of these strengths."""
        return default_strategies(game.name, self.strengths(game))

    def scenarios(self, config: Config, games: Sequence[GameFacts]) -> tuple[Scenario, ...]:
        """The scenarios that are played, of those configured, whose games these are."""
        return config.scenarios

    def check(self, config: Config, game: GameFacts) -> None:
        """Raise UsageError or DataError where the configuration asks what the game cannot answer."""
        check_boards(config.boards, game)

    def boards(self, prepared: PreparedScenario) -> frozenset[int]:
        """Numbers of the boards that are played."""
        return frozenset(prepared.boards)

    def pilot(self, prepared: PreparedScenario, play: Play) -> Pilot:
        """A few deals played beforehand, and what they decide; nothing unless the kind says otherwise."""
        return Pilot()

    def pilot_for(self, prepared: PreparedScenario, pilot: Pilot) -> Pilot:
        """The first scenario's pilot for another, where all play as that one decided; DataError where it cannot."""
        return pilot

    @abstractmethod
    def design(self, prepared: PreparedScenario, pilot: Pilot, *, sample: float) -> Design:
        """At least `prepared.games` games, in whole replicates; what a game is does not depend on their number."""

    def rotation(self, pilot: Pilot) -> str:
        """What the pilot decided, in words."""
        if pilot.same_deal:
            return "line-ups take all their turns at the table on one deal"
        return "every game has a deal of its own"

    def build_design(
        self,
        prepared: PreparedScenario,
        parts: Sequence[DesignPart],
        *,
        sample: float,
        forced: Sequence[ForcedOpening] = (),
    ) -> Design:
        """The design whose replicates are made of these parts."""
        design = Design(self.name, tuple(parts), prepared.seed, sample=sample, forced=tuple(forced))
        return design.at_least(prepared.games)


def check_until(kind: ExperimentKind, config: Config, game: GameFacts) -> None:
    """Raise UsageError where games are to be played until the verdicts are there, and there will be none."""
    if config.until is None:
        return
    option = f"--until {config.until}"
    if not kind.has_verdicts:
        raise UsageError(f"{option}: `{kind.name}` judges nothing: ask a question, such as `balance`")
    if game.par is None:
        raise UsageError(f"{option}: one seat decides: there is no fair share and no verdict to wait for: leave it out")


def check_boards(names: Sequence[str], game: GameFacts) -> None:
    """Raise where the boards named do not fit the game or its seats."""
    singular, plural = game.nouns
    for name in names:
        if name not in game.boards:
            raise DataError(f"--boards: {game.name} has no {singular} '{name}': {did_you_mean(name, game.boards)}")
    if len(names) not in (0, 1, game.players):
        seats = "1" if game.players == 1 else f"1 (for every seat) or {game.players}"
        raise UsageError(f"--boards: {len(names)} boards for {count_noun(game.players, 'player')}: name {seats}")
    numbers = board_numbers(tuple(names), game)
    board_names = list(game.boards)
    if game.shared:
        if len(set(numbers)) > 1:
            raise UsageError(
                f"--boards: all seats of {game.name} play on one {singular}: name one of {', '.join(board_names)}"
            )
        return
    for number in game.other_boards:
        if game.board.single and numbers.count(number) > 1:
            twice = f"'{board_names[number]}' exists once, but {numbers.count(number)} seats would have it"
            raise DataError(f"--boards: the {singular} {twice}: name different {plural}, or {board_names[game.plain]}")


# -- pilots ------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class PilotGames:
    """What a pilot needs of the games it had played, [game, seat] of the seats that decide."""

    share: Float  # win share
    opening: npt.NDArray[np.uint32]  # packed classes
    board: npt.NDArray[np.int8]  # as played: seats may choose under some options
    score: npt.NDArray[np.int64]
    tie_break: npt.NDArray[np.uint8]  # 1 = ahead among equal scores

    @classmethod
    def of(cls, pieces: Sequence[PilotGames]) -> PilotGames:
        """The games of all pieces, in order."""
        names = [column.name for column in fields(cls)]
        return cls(*(np.concatenate([getattr(piece, name) for piece in pieces]) for name in names))

    def words(self, game: GameFacts) -> str:
        """Which boards won how many of the games, or which seats where all have one board: "star 24 %, …"; of many the
        first and the last."""
        names = [game.label(board) for board in game.boards]
        level = self.board
        if game.shared or len(np.unique(level)) < 2:
            names = [f"seat {seat + 1}" for seat in range(game.players)]
            level = np.broadcast_to(np.arange(game.players), level.shape)
        shares = sorted(((float(self.share[level == n].mean()), names[n]) for n in np.unique(level)), reverse=True)
        parts = [f"{name} {100 * share:.0f} %" for share, name in shares]
        parts = parts if len(parts) <= MAX_SHARES else [*parts[:2], "…", *parts[-2:]]
        return ", ".join(parts)


class Play(Protocol):
    """Plays the rows; `GameRows.forced_opening` is a number of `forced`."""

    def __call__(self, rows: GameRows, forced: Sequence[ForcedOpening] = (), /) -> PilotGames: ...


@dataclass(frozen=True)
class Pilot:
    """What the pilot decided, and the figures behind it."""

    rotation: str = "full"
    same_deal: bool = True
    lines: tuple[str, ...] = ()
    figures: dict[str, Real | Integer | None] = field(default_factory=dict)
    barred: tuple[str, ...] = ()  # groups of openings that the rules hardly ever allow
    prices: tuple[Integer, ...] = ()  # points a board should cost when every seat has one; (): no games are played so

    def to_dict(self) -> dict[str, Any]:
        """As it stands in the manifest."""
        plain: dict[str, Any] = json.loads(json.dumps(asdict(self)))
        return plain

    @classmethod
    def from_dict(cls, stored: Mapping[str, Any]) -> Pilot:
        """From the manifest; ValueError where it is none."""
        return decode(stored, cls)


def pilot_deals(
    prepared: PreparedScenario, max_deals: int = PILOT_DEALS, *, games: int, pilots: int = 1, min_deals: int = MIN_DEALS
) -> int:
    """How many deals a pilot plays. games: of each deal; pilots: of the scenario, which share one game in PILOT_PART.
    0: no pilot, because they would be fewer than min_deals (or than slow players get), and would decide by chance."""
    max_deals = SLOW_DEALS if prepared.slow else max_deals
    deals = min(max_deals, prepared.games // (PILOT_PART * pilots * games))
    return deals if deals >= min(min_deals, max_deals) else 0


def pilot_rows(scheme: Scheme, deals: int, seed: int) -> GameRows:
    """So many blocks of the scheme, on deals that no experiment plays."""
    return Design("pilot", (DesignPart(scheme, deals),), seed, first_deal=PILOT_DEAL).rows(0, deals * scheme.block)


def ratio(numerator: float, denominator: float) -> float | None:
    """Their ratio, rounded as figures are stored; None where there is nothing to compare with."""
    return round(float(numerator / denominator), 4) if denominator > 0 else None


def play_pilot(simulator: Simulator, rows: GameRows, forced: Sequence[ForcedOpening] = ()) -> PilotGames:
    """The rows as a pilot needs them, without their decisions; raises what stops a policy."""
    games = simulator.play(replace(rows, record=np.zeros_like(rows.record)), forced)
    columns = ("opening", "board", "score", "tie_break")
    return PilotGames(simulator.shares(games), *(simulator.of_players(games.seats[name]) for name in columns))
