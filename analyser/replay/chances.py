"""The chance of every player to win over a game: games played out from each decision, with simultaneous intervals; and
their drawing, lines and bands that any width of a page stretches."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from analyser.errors import DataError, UsageError
from analyser.experiments.lineups import keyed_bits
from analyser.experiments.restricted import default_search
from analyser.replay.explain import Judge, judge_named
from analyser.replay.timeline import Timeline, seat_names
from reports.page import templates
from reports.stats.intervals import highest_share

if TYPE_CHECKING:
    from cext.kernel.game import Position

__all__ = [
    "JUDGE_GAMES", "PLAYOUTS", "ChancePlan", "Chances", "chance_chart", "chance_rows", "chances_note", "default_judge",
    "join_chances", "measure_chances", "plan_chances", "play_decisions",
]  # fmt: skip

PLAYOUTS = 256  # games played out from a decision
MAX_PLAYOUTS = 1_000_000
JUDGE_GAMES = 64  # games a decision of the search that judges where nobody names one
ERROR = 0.05  # of all intervals of a game together
CHUNK = 16  # decisions of a task
CHANCE_KEY = 7_000_003  # sets these games apart from the game itself, and from those that judge its moves

Floats = npt.NDArray[np.float64]


@dataclass(frozen=True)
class ChancePlan:
    """What is played out: the decisions with a choice, by whom, and how often."""

    judge: str
    playouts: int
    key: int  # of all draws
    n_seats: int  # bots too
    plies: tuple[int, ...]
    positions: tuple[Position, ...]  # before each of them
    final: tuple[int, tuple[float, ...]] | None  # the end's place, and each seat's share of the win; None: left early


@dataclass(frozen=True)
class Chances:
    """Chances to win, a row a decision and a column a seat; the row of the end is exact."""

    judge: str
    playouts: int
    plies: tuple[int, ...]
    shares: Floats
    low: Floats  # simultaneous 95 % intervals, over all decisions of the game and all seats
    high: Floats


def default_judge(game: str) -> str:
    """The search that judges moves and plays games out where nobody names one."""
    return default_search(game, JUDGE_GAMES)


def plan_chances(timeline: Timeline, judge: Judge, playouts: int = PLAYOUTS, seed: int = 0) -> ChancePlan:
    """What is to be played out for a game. seed: another one plays other games.

    UsageError where the judge plays no games out or nobody else is there to win, DataError where the record cannot be
    played by the rules or there is no choice in it.
    """
    if not 1 <= playouts <= MAX_PLAYOUTS:
        raise UsageError(f"--playouts {playouts}: must be 1 to {MAX_PLAYOUTS:,}")
    if judge.search is None:
        raise UsageError(
            f"--chances: {judge.name} plays no games out: name a search, such as --judge search:{judge.name}:64"
        )
    if not timeline.positions:
        raise DataError(f"--chances: the record differs from the rules, nothing can be played out: {timeline.note}")
    n_seats = len(timeline.end["seats"])
    if n_seats == 1:
        raise UsageError("--chances: one player alone at the table wins whatever he does: there is no chance to show")
    decisions = {
        ply: position for ply, position in enumerate(timeline.positions)
        if position.to_move is not None and len(position.moves()) > 1
    }  # fmt: skip
    if not decisions:
        raise DataError("--chances: no decision of this game leaves a choice: there is nothing to play out")
    final = None
    if timeline.end["finished"]:
        winners = timeline.end["winners"]
        shares = tuple((seat in winners) / len(winners) for seat in range(1, n_seats + 1))
        final = len(timeline.positions) - 1, shares
    header = timeline.header
    key = int(keyed_bits(header["seed"] % 2**63 + CHANCE_KEY * (seed + 1), np.array([header["deal"]]))[0])
    return ChancePlan(judge.name, playouts, key, n_seats, tuple(decisions), tuple(decisions.values()), final)


def measure_chances(plan: ChancePlan, executor: Executor) -> Chances:
    """The chances at every decision, the same for any number of processes."""
    return join_chances(plan, dict(play_decisions(plan, range(len(plan.plies)), executor)))


def play_decisions(plan: ChancePlan, places: Sequence[int], executor: Executor) -> Iterator[tuple[int, Floats]]:
    """(ply, each seat's share of the wins) of the decisions at these places of the plan."""
    chunks = [places[begin : begin + CHUNK] for begin in range(0, len(places), CHUNK)]
    tasks = [[(plan.plies[place], plan.positions[place]) for place in chunk] for chunk in chunks]
    work = partial(_play_out, plan.judge, plan.playouts, plan.key)
    for decisions, shares in zip(tasks, executor.map(work, tasks), strict=True):
        yield from ((ply, share) for (ply, _), share in zip(decisions, shares, strict=True))


def _play_out(judge: str, playouts: int, key: int, decisions: Sequence[tuple[int, Position]]) -> list[Floats]:
    """Each seat's share of the wins in games played out from each decision; in this process or another."""
    search = judge_named(judge, decisions[0][1].game).search
    assert search is not None
    seeds = keyed_bits(key, np.array([ply for ply, _ in decisions]))
    return [
        search.chances(position, playouts, seed=int(seed)).mean(axis=0)
        for (_, position), seed in zip(decisions, seeds, strict=True)
    ]


def join_chances(plan: ChancePlan, share_of: dict[int, Floats]) -> Chances:
    """The chances at the decisions whose shares are known, and at the end. Clopper and Pearson's (1934) intervals: a
    win that is shared counts in parts, which vary less than whole ones."""
    n = plan.playouts
    plies = sorted(share_of)
    shares = np.array([share_of[ply] for ply in plies]).reshape(-1, plan.n_seats)
    tail = ERROR / 2 / (len(plan.plies) * plan.n_seats)
    low, high = 1 - highest_share(n * (1 - shares), n, tail), highest_share(n * shares, n, tail)
    if plan.final is not None:
        plies.append(plan.final[0])
        end = np.array([plan.final[1]])
        shares, low, high = (np.concatenate([each, end]) for each in (shares, low, high))
    return Chances(plan.judge, n, tuple(plies), shares, low, high)


def chances_note(chances: Chances) -> str:
    """What the chances are, for whoever reads their chart."""
    return (
        f"Each player's share of the wins of {chances.playouts:,} games that {chances.judge} plays out from each "
        "decision. In each of them one player, in turn, keeps what he knows; what he cannot see is dealt anew. The "
        "bands are 95 % intervals that hold together."
    )


HEIGHT = 100  # of the drawing: a unit a per cent
MIN_GAP = 3.5  # per cent of the width between two numbers of rounds


def chance_chart(timeline: Timeline, chances: Chances) -> str:
    """The drawing as HTML, and what it says of the last decision that is known."""
    last = max(1, len(timeline.moments) - 1)
    names = seat_names(timeline.header)
    table = list(zip(chances.plies, chances.shares, chances.low, chances.high, strict=True))
    seats = []
    for at, name in enumerate(names):
        lows, highs = ([(ply, low[at]) for ply, _, low, _ in table], [(ply, high[at]) for ply, _, _, high in table])
        line = _points((ply, share[at]) for ply, share, _, _ in table)
        seats.append({"number": at + 1, "name": name, "line": line, "band": _points([*highs, *reversed(lows)])})
    rounds: list[tuple[int, float]] = []
    for number, ply in timeline.rounds.items():
        if not rounds or 100 * ply / last - rounds[-1][1] >= MIN_GAP:
            rounds.append((number, 100 * ply / last))
    folder = Path(__file__).parent / "templates"
    return (
        templates(folder)
        .get_template("chances.html.j2")
        .render(seats=seats, rounds=rounds, last=last, rows=chance_rows(chances), exact=timeline.end["finished"])
    )


def _points(points: Iterable[tuple[int, float]]) -> str:
    """Points of a drawing that is 100 high, 1 at its top."""
    return " ".join(f"{ply},{HEIGHT - HEIGHT * share:.4g}" for ply, share in points)


def chance_rows(chances: Chances) -> list[list[Any]]:
    """[ply, [per cent, low, high] of each seat], in whole per cent, for every decision."""
    rows = []
    for ply, *row in zip(chances.plies, chances.shares, chances.low, chances.high, strict=True):
        rows.append([ply, [[round(100 * float(value)) for value in each] for each in zip(*row, strict=True)]])
    return rows
