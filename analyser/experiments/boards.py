"""Are boards fair? Sides mirrored over one strategy and crossed with strategies, or maps compared on one deal."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from analyser.errors import DataError, UsageError
from analyser.experiments.config import Config
from analyser.experiments.dealt import Dealt, can_be_dealt
from analyser.experiments.design import Design, Part
from analyser.experiments.kind import Kind
from analyser.experiments.pilot import Float, Pilot, Play, pilot_deals, pilot_rows, ratio
from analyser.experiments.pricing import whole_prices
from analyser.experiments.schemes import ROTATIONS, Cross, Mirror, Scheme, Shared
from analyser.experiments.setting import Setting
from reports.facts import GameFacts
from strategies.plan import FULL, LEARNER, TUNED

__all__ = ["Boards", "pilot_rotation"]


class Games(NamedTuple):
    """Games of a round in proportion, as nearly as whole blocks allow."""

    mirrored: int  # one plan in all seats, against side A
    crossed: int  # mixed tables
    dealt: int  # every seat has a B side
    priced: int  # and pays for it
    tuned_mirrored: int = 0  # the same by players tuned for boards
    tuned_dealt: int = 0


GAMES = Games(4, 2, 2, 1)
# However many players are tuned, they are as surely known as all others: give or take about a point in 200,000 games.
# Mixed tables seat both kinds, prices are those of the others.
GAMES_WITH_TUNED = Games(15, 4, 6, 3, 15, 5)
TUNED_BLOCKS = 3  # of every scheme in a round with players tuned for boards, at least


class Boards(Kind):
    """Every seat has a board: mirror and cross design. All play on one: every line-up on every map."""

    name = "boards"

    def strengths(self, game: GameFacts) -> tuple[str, ...]:
        """A board should be fair for beginners and for those who know what to do with it as well; on maps, which all
        seats share, who plays weakly would be easy prey of the others."""
        return super().strengths(game) if game.shared else (FULL, LEARNER, TUNED)

    def check(self, config: Config, game: GameFacts) -> None:
        """There must be boards to compare, and none may be named."""
        if config.boards:
            raise UsageError("--boards: `analyser boards` compares all boards: leave it out, or use `analyser run`")
        if not game.b_sides:
            raise DataError(_nothing_to_compare(game))

    def boards(self, setting: Setting) -> frozenset[int]:
        """All boards."""
        return frozenset(range(len(setting.game.boards)))

    def pilot(self, setting: Setting, play: Play) -> Pilot:
        """The rotation of sides, and what every B side should cost when each seat has one."""
        game = setting.game
        if game.shared or game.board.is_chosen:
            return Pilot()
        prices = whole_prices(setting, play) if game.board.priced and can_be_dealt(setting) else ()
        return replace(pilot_rotation(setting, play), prices=prices)

    def design(self, setting: Setting, pilot: Pilot, *, sample: float) -> Design:
        """Mirrored games in the pilot's rotation, crossed ones, and such in which every seat has a B side, free and at
        prices, with more of them for players tuned for boards; on maps every line-up on each; where seats choose their
        boards, one strategy in all of them."""
        if setting.game.shared:
            parts = [Part(Shared.of(setting))]
        elif setting.game.board.is_chosen:
            parts = [Part(Dealt.of(setting))]
        else:
            parts = _parts(setting, pilot)
        return self.designed(setting, parts, sample=sample)

    def rotation(self, pilot: Pilot) -> str:
        """How often a deal is played, and with which sides."""
        return {
            "full": "each deal is played with every order of the sides",
            "half": "each deal is played with half of the orders of the sides",
            "pair": "each deal is played twice, sides changed",
        }[pilot.rotation]


def pilot_rotation(setting: Setting, play: Play) -> Pilot:
    """Variance of B minus A at one game's cost under each rotation, against fresh deals, and what pairing rests on.

    Full designs of one strategy a deal, strategies taking turns; what strategies differ in on average is taken out.
    """
    k, plain = setting.game.players, setting.game.plain
    scheme = Mirror.of(replace(setting, strategies=setting.names[:1]), "full")
    deals = pilot_deals(setting)
    rows = pilot_rows(scheme, deals, setting.seed)
    strategy = np.arange(deals) % len(setting.names)
    rows.policy[:] = np.repeat(strategy, scheme.block)[:, None]
    played = play(rows)
    if not np.array_equal(played.board, rows.board):
        raise DataError("--option: the game lets seats choose their boards; boards can be compared when they are given")
    share = played.share.reshape(deals, 2**k, k)
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


def _parts(setting: Setting, pilot: Pilot) -> list[Part]:
    """The schemes of boards that are given to the seats, each with its blocks of a round."""
    come, tuned = setting.as_they_come, setting.tuned_for_boards
    games, dealt = GAMES_WITH_TUNED if tuned else GAMES, can_be_dealt(setting)
    schemes: list[tuple[Scheme, int]] = [
        (Mirror.of(setting, pilot.rotation, come), games.mirrored), (Cross.of(setting), games.crossed),
    ]  # fmt: skip
    if dealt:
        schemes.append((Dealt.of(setting, strategies=come), games.dealt))
    if pilot.prices:
        schemes.append((Dealt.of(setting, pilot.prices, strategies=come), games.priced))
    if tuned:
        schemes.append((Mirror.of(setting, pilot.rotation, tuned), games.tuned_mirrored))
    if tuned and dealt:
        schemes.append((Dealt.of(setting, strategies=tuned), games.tuned_dealt))
    return _in_proportion(schemes, least=TUNED_BLOCKS if tuned else 1)


def _in_proportion(schemes: Sequence[tuple[Scheme, int]], *, least: int = 1) -> list[Part]:
    """Parts of a round whose games are in this proportion, as nearly as whole blocks allow; about as few blocks of the
    first as leave at least so many to each of the others."""
    (first, share), *others = schemes
    longest = max(scheme.block / games for scheme, games in others)
    unit = first.block / share * max(1, round(least * longest * share / first.block))
    return [Part(scheme, max(1, round(unit * games / scheme.block))) for scheme, games in schemes]


def _nothing_to_compare(game: GameFacts) -> str:
    one, many = game.nouns
    if not game.boards:
        return f"{game.name} has no {many}: there is nothing to compare"
    add = f"add one to a copy of its data (`analyser components export {game.name} DIR`, then --components DIR)"
    return f"{game.name} has a single {one}, {next(iter(game.boards))}: {add}, or ask `analyser balance {game.name}`"


def _contrast(share: Float, strategy: npt.NDArray[np.int64], changes: npt.NDArray[np.bool_]) -> Float:
    """B minus A [deal, pattern]: the seats turned to B against the others, without what strategies differ in."""
    k = share.shape[2]
    bit = (np.arange(2**k)[:, None] >> np.arange(k)[None, :]) & 1
    signed = share * np.where(bit == 1, 1.0, -1.0)[None, :, :] * changes[:, None, :]
    return _centred(signed.sum(axis=2) / (k / 2), strategy)


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


def _centred(values: Float, group: npt.NDArray[np.int64]) -> Float:
    """Values [deal, …] without the mean of their group of deals."""
    out = values.astype(np.float64)
    for number in np.unique(group):
        out[group == number] -= out[group == number].mean(axis=0)
    return out


def _rho(share: Float, strategy: npt.NDArray[np.int64], changes: npt.NDArray[np.bool_]) -> float | None:
    """Correlation of a seat's win share with its B side and with A, same deal, same boards around it."""
    k = share.shape[2]
    plain, turned = [], []
    for seat in range(k):
        low = np.array([pattern for pattern in range(2**k) if not pattern >> seat & 1])
        deals = changes[:, seat]
        plain.append(_centred(share[:, low, seat], strategy)[deals].ravel())
        turned.append(_centred(share[:, low | 1 << seat, seat], strategy)[deals].ravel())
    a, b = np.concatenate(plain), np.concatenate(turned)
    spread = float(a.std() * b.std())
    return round(float((a * b).mean() / spread), 4) if spread > 0 else None
