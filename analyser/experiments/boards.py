"""Are boards fair? Sides mirrored over one strategy and crossed with strategies, then every seat with a board of its
own, free and at prices; or maps compared on one deal."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from analyser.errors import DataError, UsageError
from analyser.experiments.config import Config, PreparedScenario
from analyser.experiments.experiment_kind import (
    PILOT_DEAL,
    ExperimentKind,
    Float,
    Pilot,
    Play,
    pilot_deals,
    pilot_rows,
    ratio,
)
from analyser.experiments.schedule import Design, DesignPart, Scheme
from analyser.experiments.schemes import ROTATIONS, cross, distinct_boards, mirror, shared_board
from cext.commands import command
from reports.facts import GameFacts
from reports.stats.price import Claims, Recorded, keyed, prices
from strategies.plan import FULL, LEARNER, TUNED

__all__ = ["Boards", "can_be_dealt", "pilot_rotation", "proportional_parts", "rounded_prices"]

FIRST_DEAL = PILOT_DEAL + 2**20  # behind the deals of other pilots
PRICED_DEALS = 2_500  # a price of ZhanGuo is then known to 0.7 points
MIN_PRICED_DEALS = 500  # to 1.6 points: what is proposed rests on them


class Games(NamedTuple):
    """Games of a replicate in proportion, as nearly as whole blocks allow."""

    mirrored: int  # one plan in all seats, against the plain board
    crossed: int  # mixed tables
    dealt: int  # every seat has a B side
    priced: int  # and pays for it
    tuned_mirrored: int = 0  # the same by players tuned for boards
    tuned_dealt: int = 0


GAMES = Games(4, 2, 2, 1)
# However many players are tuned, they are as surely known as all others: give or take about a point in 200,000 games.
# Mixed tables seat both kinds, prices are those of the others.
GAMES_WITH_TUNED = Games(15, 4, 6, 3, 15, 5)
TUNED_BLOCKS = 3  # of every scheme in a replicate with players tuned for boards, at least


class Boards(ExperimentKind):
    """Every seat has a board: mirror and cross design. All play on one: every line-up on every map."""

    name = "boards"

    def strengths(self, game: GameFacts) -> tuple[str, ...]:
        """A board should be fair for beginners and for those who know what to do with it as well; on maps, which all
        seats share, who plays weakly would be easy prey of the others."""
        return super().strengths(game) if game.shared else (FULL, LEARNER, TUNED)

    def check(self, config: Config, game: GameFacts) -> None:
        """There must be boards to compare, and none may be named."""
        if config.boards:
            raise UsageError("--boards: `boards` compares all boards: leave it out, or use `run`")
        if not game.other_boards:
            raise DataError(_too_few_boards_error(game))

    def boards(self, prepared: PreparedScenario) -> frozenset[int]:
        """All boards."""
        return frozenset(range(len(prepared.game.boards)))

    def pilot(self, prepared: PreparedScenario, play: Play) -> Pilot:
        """The rotation of sides, and what every B side should cost when each seat has one."""
        game = prepared.game
        if game.shared or game.board.is_chosen:
            return Pilot()
        priced = game.board.priced and can_be_dealt(prepared)
        pilots = game.has_plain + priced
        pilot = pilot_rotation(prepared, play, pilots=pilots) if game.has_plain else Pilot()
        return replace(pilot, prices=rounded_prices(prepared, play, pilots=pilots) if priced else ())

    def design(self, prepared: PreparedScenario, pilot: Pilot, *, sample: float) -> Design:
        """Mirrored games in the pilot's rotation, crossed ones, and such in which every seat has a B side, free and at
        prices, with more of them for players tuned for boards; on maps every line-up on each; where seats choose their
        boards, one strategy in all of them."""
        if prepared.game.shared:
            parts = [DesignPart(shared_board(prepared))]
        elif prepared.game.board.is_chosen:
            parts = [DesignPart(distinct_boards(prepared))]
        elif prepared.scenario.player is not None:  # for the first screen alone
            is_dealt = can_be_dealt(prepared)
            parts = [DesignPart(distinct_boards(prepared) if is_dealt else mirror(prepared, pilot.rotation))]
        else:
            parts = _parts(prepared, pilot)
        return self.build_design(prepared, parts, sample=sample)

    def rotation(self, pilot: Pilot) -> str:
        """How often a deal is played, and with which sides."""
        return {
            "full": "each deal is played with every order of the sides",
            "half": "each deal is played with half of the orders of the sides",
            "pair": "each deal is played twice, sides changed",
        }[pilot.rotation]


def pilot_rotation(prepared: PreparedScenario, play: Play, *, pilots: int = 1) -> Pilot:
    """Variance of B minus A at one game's cost under each rotation, against fresh deals, and what pairing rests on.

    Full designs of one strategy a deal, strategies taking turns; what strategies differ in on average is taken out.
    pilots: as pilot_deals() has them.
    """
    if prepared.game.board.is_chosen:
        raise DataError("--option: the game lets seats choose their boards; boards can be compared when they are given")
    k, plain = prepared.game.players, prepared.game.plain
    scheme = mirror(replace(prepared, strategies=prepared.names[:1]), "full")
    deals = pilot_deals(prepared, games=scheme.block, pilots=pilots)
    if not deals:
        return Pilot(rotation="pair", figures={"deals": 0, "games": 0})
    rows = pilot_rows(scheme, deals, prepared.seed)
    strategy = np.arange(deals) % len(prepared.names)
    rows.policy[:] = np.repeat(strategy, scheme.block)[:, None]
    games = play(rows)
    share = games.share.reshape(deals, 2**k, k)
    changes = (rows.board != plain).reshape(deals, 2**k, k).any(axis=1)  # seats that a B side was dealt to
    contrast = _contrast(share, strategy, changes)
    fresh = float(contrast.var(axis=0).mean())
    variance = {name: _variance(contrast, name, k) for name in ROTATIONS}
    best = min(ROTATIONS, key=lambda name: variance[name])
    rho = _rho(share, strategy, changes)
    figures: dict[str, float | int | None] = {"deals": deals, "games": len(rows), "rho": rho}
    figures |= {f"design_effect_{name}": ratio(variance[name], fresh) for name in ROTATIONS}
    figures |= {"design_effect": ratio(variance[best], fresh)}
    return Pilot(rotation=best, figures=figures)


def _parts(prepared: PreparedScenario, pilot: Pilot) -> list[DesignPart]:
    """The schemes of boards that are given to the seats, each with its blocks of a replicate; those that hold boards
    against the plain one where there is one."""
    ordinary, tuned = prepared.as_they_come, prepared.tuned_for_boards
    games, dealt = GAMES_WITH_TUNED if tuned else GAMES, can_be_dealt(prepared)
    has_plain = prepared.game.has_plain
    schemes: list[tuple[Scheme, int]] = []
    if has_plain:
        schemes = [(mirror(prepared, pilot.rotation, ordinary), games.mirrored), (cross(prepared), games.crossed)]
    if dealt:
        schemes.append((distinct_boards(prepared, strategies=ordinary), games.dealt))
    if pilot.prices:
        schemes.append((distinct_boards(prepared, pilot.prices, strategies=ordinary), games.priced))
    if tuned and has_plain:
        schemes.append((mirror(prepared, pilot.rotation, tuned), games.tuned_mirrored))
    if tuned and dealt:
        schemes.append((distinct_boards(prepared, strategies=tuned), games.tuned_dealt))
    return proportional_parts(schemes, min_blocks=TUNED_BLOCKS if tuned else 1)


def proportional_parts(schemes: Sequence[tuple[Scheme, int]], *, min_blocks: int = 1) -> list[DesignPart]:
    """Parts of a replicate whose games are in this proportion, as nearly as whole blocks allow; about as few blocks of
    the first as leave at least so many to each of the others."""
    (first, share), *others = schemes
    longest = max((scheme.block / games for scheme, games in others), default=0.0)
    unit = first.block / share * max(1, round(min_blocks * longest * share / first.block))
    return [DesignPart(scheme, max(1, round(unit * games / scheme.block))) for scheme, games in schemes]


def _too_few_boards_error(game: GameFacts) -> str:
    singular, plural = game.nouns
    if not game.boards:
        return f"{game.name} has no {plural}: there is nothing to compare"
    add = f"add one to a copy of its data ({command('components', 'export', game.name, 'DIR')}, then --components DIR)"
    return (
        f"{game.name} has a single {singular}, {next(iter(game.boards))}: {add}, or ask {command('balance', game.name)}"
    )


def _contrast(share: Float, strategy: npt.NDArray[np.int64], changes: npt.NDArray[np.bool_]) -> Float:
    """B minus A [deal, pattern]: the seats turned to B against the others, without what strategies differ in."""
    k = share.shape[2]
    bit = (np.arange(2**k)[:, None] >> np.arange(k)[None, :]) & 1
    signed = share * np.where(bit == 1, 1.0, -1.0)[None, :, :] * changes[:, None, :]
    return _centre_groups(signed.sum(axis=2) / (k / 2), strategy)


def _variance(contrast: Float, rotation: str, players: int) -> float:
    """Variance of the mean over the patterns of a rotation, at the cost of one game."""
    pattern = np.arange(2**players)
    parity = np.bitwise_count(pattern.astype(np.uint64)) & 1
    groups = {
        "full": [pattern],
        "half": [pattern[parity == 0], pattern[parity == 1]],
        "pair": [np.array([low, 2**players - 1 - low]) for low in range(2 ** (players - 1))],
    }[rotation]
    return float(np.mean([contrast[:, group].mean(axis=1).var() * len(group) for group in groups]))


def _centre_groups(values: Float, group: npt.NDArray[np.int64]) -> Float:
    """Values [deal, …] without the mean of their group of deals."""
    out = values.astype(np.float64)
    for number in np.unique(group):
        out[group == number] -= out[group == number].mean(axis=0)
    return out


def _rho(share: Float, strategy: npt.NDArray[np.int64], changes: npt.NDArray[np.bool_]) -> float | None:
    """Correlation of a seat's win share with its B side and with A, same deal, same boards around it."""
    k = share.shape[2]
    plain, other = [], []
    for seat in range(k):
        low = np.array([pattern for pattern in range(2**k) if not pattern >> seat & 1])
        deals = changes[:, seat]
        plain.append(_centre_groups(share[:, low, seat], strategy)[deals].ravel())
        other.append(_centre_groups(share[:, low | 1 << seat, seat], strategy)[deals].ravel())
    a, b = np.concatenate(plain), np.concatenate(other)
    spread = float(a.std() * b.std())
    return round(float((a * b).mean() / spread), 4) if spread > 0 else None


def can_be_dealt(prepared: PreparedScenario) -> bool:
    """Whether a board of its own, and not the plain one, can be dealt to every seat, and that says more than games
    against the plain one: of two boards among each other what one wins the other loses."""
    game = prepared.game
    min_boards = max(3 if game.has_plain else 2, game.players if game.board.single else 0)
    enough = len(game.other_boards) >= min_boards
    return not game.shared and game.players > 1 and (enough or game.board.is_chosen)


def rounded_prices(prepared: PreparedScenario, play: Play, *, pilots: int = 1) -> tuple[int, ...]:
    """Points for each of the game's boards that bring those dealt to par in the hands of players who count, rounded,
    nothing for the plain one; (): no list does, or it would be noise. pilots: as pilot_deals() has them."""
    scheme, game = distinct_boards(prepared, strategies=prepared.who_prices), prepared.game
    blocks = pilot_deals(prepared, PRICED_DEALS, games=scheme.block, pilots=pilots, min_deals=MIN_PRICED_DEALS)
    if not blocks:
        return ()
    design = Design("pilot", (DesignPart(scheme, blocks),), prepared.seed, first_deal=FIRST_DEAL)
    games = play(design.rows(0, design.games))
    side = np.searchsorted(game.other_boards, games.board)
    deals, claims = blocks, len(game.other_boards)
    deal = np.repeat(np.arange(deals), games.board.size // deals)
    size = np.bincount(deal * claims + side.reshape(-1), minlength=deals * claims).reshape(deals, claims)
    indices = np.arange(games.board.size)
    price_list = prices(
        Recorded(keyed(games.score, games.tie_break), side),
        Claims(indices, side.reshape(-1), np.ones_like(indices), deal, size.astype(float), 1 / game.players, free=True),
        seed=prepared.seed,
        replicates=0,
    )
    if price_list is None:
        return ()
    every_board = np.zeros(len(game.boards), dtype=np.int64)
    every_board[list(game.other_boards)] = price_list.rounded
    return tuple(every_board.tolist())
