"""Every seat with another board: each meets every seat and strategy alike, and prices are what a pilot found."""

from dataclasses import fields, replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from msgspec import structs

from analyser.experiments.boards import PRICED_DEALS, Boards, can_be_dealt, rounded_prices
from analyser.experiments.config import PreparedScenario
from analyser.experiments.config_loader import load_experiment
from analyser.experiments.experiment_kind import Pilot, PilotGames
from analyser.experiments.schedule import ARMS, Design, DesignPart, GameRows
from analyser.experiments.schemes import distinct_boards
from reports.facts import GameFacts
from tests.analyser.experiments.prepared import facts, prepared

WORTH = np.array([0, 5, 0, -2, -3])  # points of A and the four B sides
MANY = {"A": "A", **{f"tile {i}": "B" for i in range(9)}}


def with_board(game: GameFacts, **changes: Any) -> GameFacts:
    return structs.replace(game, board=structs.replace(game.board, **changes))


def played(rows: GameRows, forced: Any = ()) -> PilotGames:
    """Luck of a deal's seat, of the game, and what the board brings; equal scores are shared."""
    shape = rows.board.shape
    luck = np.random.default_rng(2).normal(0, 12, (int(rows.deal.max() - rows.deal.min()) + 1, shape[1]))
    score = np.rint(luck[rows.deal - rows.deal.min()] + WORTH[rows.board] - rows.start_points * 0).astype(np.int16)
    score += np.rint(np.random.default_rng(3).normal(0, 12, shape)).astype(np.int16)
    won = score == score.max(axis=1, keepdims=True)
    none = np.zeros(shape, np.uint32)
    return PilotGames(won / won.sum(axis=1, keepdims=True), none, rows.board, score, np.ones(shape, np.uint8))


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("strategies", [1, 3])
def test_a_cycle_deals_every_board_to_every_seat_and_strategy_alike(players: int, strategies: int) -> None:
    asked = prepared(facts(players), strategies)
    scheme = distinct_boards(asked)
    blocks = len(scheme.lineups.at) // scheme.block
    rows = Design("dealt", (DesignPart(scheme, blocks),), 3).rows(0, blocks * players)
    counted = np.zeros((strategies, players, 5), int)
    for policy, board in zip(rows.policy, rows.board, strict=True):
        assert len(set(policy.tolist())) == 1
        assert len(set(board.tolist())) == players
        counted[policy[0], np.arange(players), board] += 1
    assert (counted[:, :, 0] == 0).all()
    assert len(np.unique(counted[:, :, 1:])) == 1
    assert set(rows.arm.tolist()) == {ARMS.index("dealt")}
    assert not rows.start_points.any()


def test_on_a_deal_the_boards_of_one_order_sit_in_every_seat() -> None:
    scheme = distinct_boards(prepared(facts(4), 2))
    rows = Design("dealt", (DesignPart(scheme, 12),), 3).rows(0, 48)
    for deal in range(12):
        boards = rows.board[rows.deal == deal]
        assert (np.sort(boards, axis=0) == np.array([1, 2, 3, 4])[:, None]).all()


def test_prices_are_taken_from_those_who_have_the_board() -> None:
    scheme = distinct_boards(prepared(facts(4), 1), (0, 5, 0, -2, -3))
    rows = Design("dealt", (DesignPart(scheme, 6),), 3).rows(0, 24)
    assert (rows.start_points == -np.array([0, 5, 0, -2, -3])[rows.board]).all()
    assert set(rows.arm.tolist()) == {ARMS.index("priced")}


def test_boards_can_be_dealt_where_every_seat_gets_one_and_they_differ() -> None:
    assert can_be_dealt(prepared(facts(4), 1))
    three = {"A": "A", "circle": "B", "square": "B", "star": "B"}
    assert not can_be_dealt(prepared(facts(4, boards=three), 1))
    assert can_be_dealt(prepared(with_board(facts(4, boards=three), single=False), 1))
    assert not can_be_dealt(prepared(with_board(facts(4, boards={"A": "A", "B": "B"}), single=False), 1))
    two = {"A": "A", "circle": "B", "star": "B"}  # of which one wins what the other loses
    assert not can_be_dealt(prepared(with_board(facts(4, boards=two), single=False), 1))
    assert not can_be_dealt(prepared(facts(2, boards=two), 1))
    assert can_be_dealt(prepared(facts(2, boards={"circle": "B", "star": "B"}), 1))  # no plain board tells more
    assert not can_be_dealt(prepared(facts(2, shared=True), 1))


def test_seats_that_choose_are_given_nothing() -> None:
    asked = prepared(with_board(facts(4), is_chosen=True), 3)
    design = Boards().design(asked, Pilot(), sample=0.0)
    rows = design.rows(0, 240)
    assert [part.scheme.name for part in design.parts] == ["dealt"]
    assert (rows.board == -1).all()
    assert np.bincount(rows.policy[:, 0]).tolist() == [80, 80, 80]
    assert len(set(rows.deal.tolist())) == 240  # nothing would differ on a deal played again
    assert Boards().pilot(asked, played) == Pilot()


def test_half_as_many_games_deal_boards_as_are_mirrored_and_a_quarter_pay_for_them() -> None:
    asked = prepared(with_board(facts(4), priced=True), 9)
    pilot = Boards().pilot(asked, played)
    design = Boards().design(asked, pilot, sample=0.0)
    mirrored, _, dealt, priced = (part.games for part in design.parts)
    assert (dealt / mirrored, priced / mirrored) == pytest.approx((0.5, 0.25), abs=0.06)
    arms = np.unique(design.rows(0, design.replicate_games).arm)
    assert [ARMS[arm] for arm in arms] == ["mirror", "cross", "dealt", "priced"]
    assert Pilot.from_dict(pilot.to_dict()) == pilot


@pytest.mark.parametrize(("plain", "tuned"), [(9, 1), (9, 2), (9, 3), (2, 1), (1, 1)])
@pytest.mark.parametrize("rotation", ["full", "half", "pair"])
def test_players_tuned_for_boards_have_as_many_mirrored_games_as_others_however_many_they_are(
    plain: int, tuned: int, rotation: str
) -> None:
    prices = (0, 5, 0, -2, -3)
    asked = of_both_kinds(plain, tuned)
    design = Boards().design(asked, Pilot(rotation=rotation, prices=prices), sample=0.0)
    rows = design.rows(0, design.replicate_games)
    own = (rows.policy >= plain).all(axis=1)
    games = {arm: np.bincount(own[rows.arm == ARMS.index(arm)], minlength=2) for arm in ("mirror", "dealt", "priced")}
    assert games["mirror"][1] / design.replicate_games == pytest.approx(0.31, abs=0.03)
    assert games["dealt"][1] / design.replicate_games == pytest.approx(0.1, abs=0.02)
    assert games["mirror"][0] / design.replicate_games == pytest.approx(0.31, abs=0.03)
    assert games["dealt"][0] / design.replicate_games == pytest.approx(0.13, abs=0.02)
    assert games["priced"][1] == 0  # prices are those of players as they come
    mixed = rows.policy[rows.arm == ARMS.index("cross")]
    assert (mixed >= plain).any()
    assert (mixed < plain).any()


def of_both_kinds(plain: int, tuned: int, **changes: Any) -> PreparedScenario:
    """A scenario whose last strategies are tuned for boards."""
    names = frozenset(f"s{i}" for i in range(plain, plain + tuned))
    return prepared(with_board(facts(4), priced=True), plain + tuned, tuned=names, **changes)


def test_every_tuned_plan_plays_as_much_and_all_are_numbered_as_the_run_names_them() -> None:
    design = Boards().design(of_both_kinds(2, 3), Pilot(rotation="pair"), sample=0.0)
    rows = design.rows(0, 12 * design.replicate_games)
    alike = rows.policy[:, 0][(rows.policy == rows.policy[:, :1]).all(axis=1) & (rows.arm == ARMS.index("mirror"))]
    played = np.bincount(alike, minlength=5)
    assert len(set(played[:2])) == len(set(played[2:])) == 1
    dealt = np.bincount(rows.policy[rows.arm == ARMS.index("dealt"), 0], minlength=5)
    assert max(dealt[2:]) - min(dealt[2:]) <= 4
    assert dealt.min() > 0


def test_a_game_is_the_same_however_many_there_are() -> None:
    few, many = (
        Boards().design(of_both_kinds(3, 2, games=games), Pilot(rotation="pair"), sample=0.0) for games in (100, 5_000)
    )
    assert many.replicates > few.replicates
    short, long = few.rows(0, few.games), many.rows(0, few.games)
    for column in fields(GameRows):
        np.testing.assert_array_equal(getattr(short, column.name), getattr(long, column.name))


@pytest.mark.parametrize("tuned", [(), ("s0", "s1", "s2"), ("absent",)])
def test_where_all_players_are_of_one_kind_the_design_is_that_of_any(tuned: tuple[str, ...]) -> None:
    plain, own = (
        Boards().design(prepared(facts(4), 3, tuned=frozenset(names)), Pilot(), sample=0.0) for names in ((), tuned)
    )
    assert own.to_dict() == plain.to_dict()
    np.testing.assert_array_equal(own.rows(0, 200).policy, plain.rows(0, 200).policy)


def test_prices_are_found_for_players_as_they_come() -> None:
    seen: list[GameRows] = []

    def play(rows: GameRows, forced: Any = ()) -> PilotGames:
        seen.append(rows)
        return played(rows)

    rounded_prices(of_both_kinds(2, 2), play)
    assert set(seen[0].policy.ravel().tolist()) == {0, 1}


def test_the_pilot_prices_boards_as_they_are_worth() -> None:
    seen: list[GameRows] = []

    def play(rows: GameRows, forced: Any = ()) -> PilotGames:
        seen.append(rows)
        return played(rows)

    prices = rounded_prices(prepared(with_board(facts(4), priced=True), 2), play)
    assert np.abs(np.array(prices) - WORTH).max() <= 1
    assert prices[0] == 0
    assert len(seen[0]) == 4 * PRICED_DEALS


def test_many_boards_leave_room_for_the_other_line_ups() -> None:
    asked = prepared(with_board(facts(4, boards=MANY), priced=True), 9)
    for tuned in ((), ("s6", "s7", "s8")):
        own = replace(asked, tuned=frozenset(tuned))
        design = Boards().design(own, Pilot(rotation="pair", prices=(0,) * 10), sample=0.0)
        assert len(design.lineups) <= 2**16


def test_boards_of_which_none_is_plain_are_compared_with_each_other(tmp_path: Path) -> None:
    """A first board called A, plain or none is the plain one; else the first is no less an answer than the others."""
    source = Path("examples/games/nim_boards.py").read_text(encoding="utf-8")
    arms = {}
    for first in ("A", "none", "owl"):
        file = tmp_path / f"{first}.py"
        file.write_text(source.replace('boards = "A", "B"', f'boards = "{first}", "B"'), encoding="utf-8")
        experiment = load_experiment("boards", {"game": str(file), "players": 2, "games": 2000})
        prepared = experiment.simulators[0].prepared
        assert prepared.game.has_plain is (first != "owl")
        assert prepared.game.other_boards == ((0, 1) if first == "owl" else (1,))
        arms[first] = {part.scheme.name for part in Boards().design(prepared, Pilot(), sample=0.0).parts}
    assert "mirror" in arms["A"] & arms["none"]
    assert arms["owl"] == {"dealt"}
