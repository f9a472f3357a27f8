"""Line-ups, rotations and contrasts are over the seats that decide; bots behind them only take part in the scoring."""

from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from analyser.experiments.balance import Balance
from analyser.experiments.boards import Boards
from analyser.experiments.experiment import CustomExperiment
from analyser.experiments.experiment_kind import ExperimentKind, Pilot, PilotGames
from analyser.experiments.openings import Openings
from analyser.experiments.schedule import GameRows
from analyser.experiments.simulator import Simulator
from analyser.runs.frames import Categories, build_frames
from tests.analyser.experiments.prepared import facts, prepared


@pytest.mark.parametrize("kind", [Boards(), Balance(), Openings(), CustomExperiment()])
def test_one_decider_has_every_strategy_alone_and_needs_no_rotation(kind: ExperimentKind) -> None:
    solo = prepared(facts(1, bots=1), 3, games=240)

    def even(rows: GameRows, forced: Any = ()) -> PilotGames:
        zeros = np.zeros(rows.policy.shape)
        return PilotGames(
            np.full(rows.policy.shape, 0.5),
            zeros.astype(np.uint32),
            rows.board,
            zeros.astype(np.int16),
            zeros.astype(np.uint8),
        )

    design = kind.design(solo, kind.pilot(solo, even), sample=0.0)
    rows = design.rows(0, design.games)
    assert rows.policy.shape == rows.board.shape == (design.games, 1)
    assert np.unique(rows.policy).tolist() == [0, 1, 2]
    if kind.name != "boards":  # a side after the other: that is no rotation of seats
        free = rows.deal[(rows.forced_opening < 0).all(axis=1)]
        assert len(np.unique(free)) == len(free)


def simulator(players: int, bots: int) -> Simulator:
    """An simulator whose game is no more than its words."""
    said = facts(players, bots=bots)
    words = SimpleNamespace(
        boards=list(said.boards),
        classes=[("", "")],
        categories=[("walls", "")],
        counters=[],
        stages=["play"],
        kinds=["pass"],
    )
    return Simulator(prepared(said, 2), lambda: words, lambda names, game: [])


def test_shares_of_bots_are_no_part_of_a_contrast() -> None:
    played = SimpleNamespace(seats={"win_share60": np.array([60, 0, 0, 0, 0, 60, 20, 20, 20])})
    assert simulator(2, 1).shares(played).tolist() == [[1.0, 0.0], [0.0, 0.0], [1 / 3, 1 / 3]]


def test_a_bots_row_has_a_score_and_neither_strategy_nor_board_nor_plan() -> None:
    table = simulator(2, 1)
    own = CustomExperiment().design(table.prepared, Pilot(), sample=0.0)
    rows = own.rows(0, 2)
    game = {name: np.zeros(2, np.uint16) for name in ("n_decisions", "n_forced", "rounds", "lead_changes")}
    game |= {
        "n_legal_moves": np.zeros(2, np.uint32),
        "winners": np.ones(2, np.uint8),
        "winning_margin": np.zeros(2, np.int16),
    }
    points = np.arange(6, dtype=np.int16)
    seat = {"score": points, "score_walls": points, "rank": np.ones(6, np.uint8), "win_share60": np.zeros(6, np.uint8)}
    seat |= {"tie_break": np.ones(6, np.uint8)}
    seat |= {"opening": np.zeros(6, np.uint32), "board": np.array([0, 1, -1, 1, 0, -1], np.int8)}
    played = SimpleNamespace(games=game, seats=seat, decisions=None, rounds=None)
    names = Categories(("base",), table.prepared.names, tuple(table.game.boards), (), ("play",), ("pass",))
    made = build_frames(rows, played, simulator=table, forced=(), categories=names)
    assert made.games["players"].to_list() == [2, 2]
    assert made.seats["seat"].to_list() == [1, 2, 3] * 2
    assert made.seats["game"].to_list() == [0, 0, 0, 1, 1, 1]
    bot = made.seats["seat"] == 3
    for column in ("strategy", "board", "forced_opening"):
        assert made.seats[column].is_null().filter(bot).all()
    assert made.seats["strategy"].filter(~bot).null_count() == 0
    assert made.seats["board"].to_list() == ["A", "circle", None, "circle", "A", None]
    assert made.seats["score"].to_list() == [0, 1, 2, 3, 4, 5]
