"""A value network: what it looks at in a state, that its sums are exact, and that a search with it peeks at nothing."""

from dataclasses import replace
from hashlib import sha256
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from cext.games import load_game
from cext.kernel.match import play_games
from cext.kernel.plan_search import PlanSearch
from cext.kernel.value_games import Positions, redealt_bytes, sample_positions
from cext.kernel.value_inputs import Coding, Inputs, find_inputs
from cext.kernel.value_net import LOGIT_UNITS, ValueNet
from strategies import load_strategy
from tests.kernel.tables import schedule
from tests.leaves import positions_of, random_net

EXAMPLES = Path(__file__).parents[2] / "examples" / "games"
HERE = Path(__file__).parent
# Digests of the scores of 12 games of leaf searches, the same with -O0, -O3 and -O3 -mavx2. A change of rules or plans
# changes them; a change of the kernel does not.
ROWS = {"middle_kingdom": "65134c4ca7f93ba2", "zhanguo": "162611983f69bb54"}


@pytest.fixture(scope="module")
def middle_kingdom() -> Any:
    return load_game("middle_kingdom", players=3)


@pytest.fixture(scope="module")
def zhanguo() -> Any:
    return load_game("zhanguo", players=2)


@pytest.fixture(scope="module", params=["middle_kingdom", "zhanguo"])
def game(request: pytest.FixtureRequest) -> Any:
    return request.getfixturevalue(request.param)


# -- what it looks at --------------------------------------------------------------------------------------------------


def column(net: ValueNet, encoded: Any, name: str) -> Any:
    """The column of an input by its name."""
    return encoded[:, net.inputs.names().index(name)]


def test_seats_are_counted_from_the_viewer(middle_kingdom: Any) -> None:
    net, positions = random_net(middle_kingdom), positions_of(middle_kingdom, 5)
    spread = next(coding.spread for coding in net.inputs.codings if coding.field == "seat.vp")
    points = positions.states.view(middle_kingdom.layout)[:, 0]["seat"]["vp"]
    for viewer in range(3):
        encoded = net.encode(positions.states, np.full(len(positions), viewer))
        for ahead, of in ((0, "the viewer"), (1, "seat +1"), (2, "seat +2")):
            expected = points[:, (viewer + ahead) % 3] / spread
            assert column(net, encoded, f"seat.vp of {of}") == pytest.approx(expected, abs=1e-4)


def test_a_seat_number_is_an_input_by_its_distance(middle_kingdom: Any) -> None:
    net, positions = random_net(middle_kingdom), positions_of(middle_kingdom, 5)
    active = positions.states.view(middle_kingdom.layout)[:, 0]["active"]
    for viewer in range(3):
        encoded = net.encode(positions.states, np.full(len(positions), viewer))
        for ahead in range(3):
            is_it = column(net, encoded, f"active is seat +{ahead}")
            assert (is_it == (active == (viewer + ahead) % 3)).all()


def test_an_empty_place_is_no_seat(zhanguo: Any) -> None:
    """Squares hold 1 + seat, 0 where no governor stands."""
    net, positions = random_net(zhanguo), positions_of(zhanguo, 5)
    squares = positions.states.view(zhanguo.layout)[:, 0]["square"]
    names = [name for name in net.inputs.names() if name.startswith("square[")]
    encoded = net.encode(positions.states, positions.viewers)
    occupied = sum(column(net, encoded, name) for name in names)
    used = {tuple(map(int, name[name.index("[") + 1 : name.index("]")].split(","))) for name in names}
    assert (occupied == sum(squares[:, row, place] > 0 for row, place in used)).all()


def test_a_declared_seat_number_is_turned() -> None:
    """Squares hold 1 + the seat that marked them: of two marks, each viewer has one and the other player one."""
    game = load_game(str(EXAMPLES / "tic_tac_toe.py"), players=2)
    positions = positions_of(game)
    net = ValueNet(game, find_inputs(game, positions))
    squares = positions.states.view(game.layout)[:, 0]["table_squares"]
    for viewer in (0, 1):
        encoded = net.encode(positions.states, np.full(len(positions), viewer))
        for square in range(9):
            for ahead in (0, 1):
                is_it = column(net, encoded, f"table_squares[{square}] is seat +{ahead}")
                assert (is_it == (squares[:, square] == 1 + (viewer + ahead) % 2)).all()


def test_no_input_changes_when_hidden_things_are_dealt_anew(game: Any) -> None:
    """The bytes of hidden things are changed to anything: every viewer's inputs stay as they were."""
    net, positions = random_net(game), positions_of(game, 10)
    redealt = redealt_bytes(game, positions_of(game).states)
    rng = np.random.default_rng(0)
    for viewer in range(game.players):
        states = positions.states.copy()
        assert redealt[viewer].any()
        states[:, redealt[viewer] == 1] = rng.integers(0, 256, (len(states), int(redealt[viewer].sum())))
        seats = np.full(len(states), viewer)
        assert (net.encode(states, seats) == net.encode(positions.states, seats)).all()


def test_what_never_changes_is_left_out(game: Any) -> None:
    positions = positions_of(game)
    inputs = find_inputs(game, positions)
    encoded = np.concatenate(
        [ValueNet(game, inputs).encode(positions.states, np.full(len(positions), k)) for k in range(game.players)]
    )
    numbers = [base for coding, _, base in inputs.numbered() if coding.of == "number"]
    assert len(inputs.names()) == inputs.n
    assert (encoded[:, numbers].std(0) > 0).all()


# -- exact sums --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("name", "players"), [("zhanguo", 2), ("middle_kingdom", 3), ("first_empire", 4), ("qin", 3)])
def test_whole_weights_foresee_what_real_ones_do(name: str, players: int) -> None:
    game = load_game(name, players=players)
    inputs, positions = find_inputs(game, positions_of(game)), positions_of(game, 20, seed=2)
    rng = np.random.default_rng(3)
    w1, b1, w2 = rng.normal(size=(inputs.n, 32)) * 0.2, rng.normal(size=32), rng.normal(size=32) * 0.3
    net = ValueNet(game, inputs)
    encoded = net.encode(positions.states, positions.viewers).astype(float)
    logits = np.maximum(encoded @ w1 + b1, 0) @ w2 - 1
    whole = net.quantised(w1, b1, w2, -1)
    assert whole.logits(positions.states, positions.viewers) / LOGIT_UNITS == pytest.approx(logits, abs=0.02)
    assert whole.foreseen(positions.states, positions.viewers) == pytest.approx(1 / (1 + np.exp(-logits)), abs=0.004)


def test_a_search_sums_what_the_whole_state_says(zhanguo: Any) -> None:
    """Where the same seat goes on after a move, its value is what the network says of the state then."""
    net, plan = random_net(zhanguo), load_strategy("balanced", zhanguo)
    search = PlanSearch(zhanguo, 8, prior=plan, leaf=net, turns=0, bias=0)
    checked = 0
    for deal in range(6):
        position = zhanguo.deal(seed=5, deal=deal)
        while (seat := position.to_move) is not None and checked < 60 * (deal + 1):
            moves = position.moves()
            move, values, _ = search.evaluate(position) if len(moves) > 1 else (moves[0], None, None)
            for number, value in enumerate(values if values is not None else ()):
                after = position.copy()
                after.apply(moves[number])
                if value >= 0 and after.to_move == seat and after.clock()[1] == position.clock()[1]:
                    (foreseen,) = net.foreseen(np.frombuffer(bytes(after), np.uint8)[None], [seat])
                    assert value == int(foreseen * 61440) * 100_000 // 61440
                    checked += 1
            position.apply(move)
    assert checked > 100


@pytest.mark.parametrize("part", ["w1", "w2", "b1"])
def test_weights_whose_sums_may_overflow_are_refused(middle_kingdom: Any, part: str) -> None:
    net = random_net(middle_kingdom)
    weights: Any = net.weights
    top = np.iinfo(getattr(weights, part).dtype).max
    large = replace(weights, **{part: np.full_like(getattr(weights, part), top)}, b2=0)
    if part != "b1":
        large = replace(large, b1=np.full_like(weights.b1, 2**29))
    with pytest.raises(ValueError, match="weights: a sum of them may not fit"):
        ValueNet(middle_kingdom, net.inputs, large)


def test_inputs_of_another_layout_are_refused(middle_kingdom: Any) -> None:
    for coding, message in (
        (
            Coding(field="seat.vpp", of="seat", cells=((-1,),)),
            r"no field 'seat.vpp' in the state: did you mean seat.vp\?",
        ),
        (Coding(field="open", of="seat", cells=((-1, 9),)), r"the field open has no number \[9\]"),
        (Coding(field="round", of="bits", cells=((-1,),), values=(8,)), "the field round has no bit 8"),
    ):
        with pytest.raises(ValueError, match=message):
            ValueNet(middle_kingdom, Inputs((coding,), 3))
    with pytest.raises(ValueError, match="it is for 2 players, not 3"):
        ValueNet(middle_kingdom, Inputs((coding,), 2))


# -- played -----------------------------------------------------------------------------------------------------------


def test_rows_of_a_leaf_are_the_same_in_every_build(game: Any) -> None:
    """Whole numbers alone lie between a state and the number that is compared."""
    plan = load_strategy({"zhanguo": "balanced", "middle_kingdom": "jade"}[game.name], game)
    search = PlanSearch(game, 12, prior=plan, leaf=random_net(game), turns=1, bias=0.05, margin=0.5)
    rows = schedule(12, game.players, boards=len(game.boards))
    played = play_games(game, [search], seed=4, **rows)
    assert sha256(played.seats["score"].tobytes()).hexdigest()[:16] == ROWS[game.name]


def test_a_leaf_peeks_at_nothing_hidden() -> None:
    """Who guesses one of four cards with a leaf is right in a quarter of 2,000 games, give or take four standard
    errors."""
    game = load_game(str(HERE / "guessing.py"), players=2)
    plan = load_strategy("plain", game)
    for turns in (0, 2):
        search = PlanSearch(game, 16, prior=plan, leaf=random_net(game), turns=turns, bias=0)
        rows = schedule(2000, 2, policies=2, boards=0) | {
            "policy": np.tile([0, 1], (2000, 1)),
            "deals": np.arange(2000),
        }
        won = play_games(game, [plan, search], seed=8, **rows).seats["win_share60"].reshape(2000, 2)[:, 1] / 60
        assert won.mean() == pytest.approx(0.25, abs=4 * np.sqrt(0.25 * 0.75 / 2000))


def test_dice_within_a_move_are_averaged() -> None:
    """The plan dares, which wins four times in ten; each game played out throws another die, and shows that playing
    safe wins six times."""
    game = load_game(str(HERE / "daring.py"), players=2)
    plan = load_strategy("bold", game)
    rows = schedule(400, 2, policies=2, boards=0) | {"policy": np.tile([0, 1], (400, 1)), "deals": np.arange(400)}
    shares = [
        play_games(game, [plan, player], seed=8, **rows).seats["win_share60"].reshape(400, 2)[:, 1].mean() / 60
        for player in (plan, PlanSearch(game, 64, prior=plan, leaf=random_net(game), bias=0.05, turns=1))
    ]
    assert shares == pytest.approx([0.4, 0.6], abs=0.08)


def test_turns_decide_when_the_leaf_is_asked(middle_kingdom: Any) -> None:
    """No network is asked after more turns than the game has: then a leaf changes no choice."""
    plan, net = load_strategy("jade", middle_kingdom), random_net(middle_kingdom)
    rows = schedule(6, 3, boards=0)
    scores = [
        play_games(middle_kingdom, [search], seed=4, **rows).seats["score"].tolist()
        for search in (
            PlanSearch(middle_kingdom, 8, prior=plan, margin=0.5),
            PlanSearch(middle_kingdom, 8, prior=plan, margin=0.5, leaf=net, turns=1000),
            PlanSearch(middle_kingdom, 8, prior=plan, margin=0.5, leaf=net, turns=1),
        )
    ]
    assert scores[0] == scores[1] != scores[2]


def test_a_leaf_of_another_game_is_refused(middle_kingdom: Any, zhanguo: Any) -> None:
    with pytest.raises(ValueError, match="leaf: it was made for zhanguo with 2 players"):
        PlanSearch(middle_kingdom, 8, prior=load_strategy("jade", middle_kingdom), leaf=random_net(zhanguo))


# -- games to learn from ----------------------------------------------------------------------------------------------


def sampled(game: Any, **settings: Any) -> Positions:
    jade, n = load_strategy("jade", game), 20
    rows = {"seed": 3, "boards": np.full((n, 3), -1), "policy": np.zeros((n, 3), int), "keep": 1.0, "margin": 0.0}
    return sample_positions(game, [jade], **rows | settings)


def test_positions_are_those_of_the_games_that_are_played(middle_kingdom: Any) -> None:
    """The reward of a seat is its share of the win in the same game of play_games()."""
    found = sampled(middle_kingdom, first_deal=5)
    rows = {"games": np.arange(20), "deals": np.arange(5, 25), "policy": np.zeros((20, 3), int)}
    played = play_games(
        middle_kingdom, [load_strategy("jade", middle_kingdom)], seed=3, board=np.full((20, 3), -1), **rows
    )
    shares = played.seats["win_share60"].reshape(20, 3) / 60
    assert found.rewards == pytest.approx(shares[found.deals - 5])
    assert set(found.deals) == set(range(5, 25))


def test_each_position_is_that_of_the_seat_to_move(middle_kingdom: Any) -> None:
    found = sampled(middle_kingdom)
    assert (found.states.view(middle_kingdom.layout)[:, 0]["active"] == found.viewers).all()
    kept = sampled(middle_kingdom, keep=0.25)
    assert len(kept) / len(found) == pytest.approx(0.25, abs=0.05)
    assert len(sampled(middle_kingdom, every_decision=True)) > len(found)
    assert (Positions.join([found[:7], found[7:]]).states == found.states).all()
