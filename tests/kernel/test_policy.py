"""Policies: softmax frequencies, even choice among equals, plans and restrictions."""

from typing import Any

import numpy as np
import pytest
from scipy import stats

from cext.games import load_game
from cext.kernel.match import play_games
from cext.kernel.policy import GUMBEL, Policy, RandomPolicy, Restriction, WeightedPolicy
from tests.kernel.tables import recorded, schedule, values_by_card

LOW, HIGH, PUSH = 1 << 1, 1 << 2, 1 << 3  # class masks of Toy
SEED = 2


def choices(game: Any, policy: Policy, n: int, **arguments: Any) -> dict[str, np.ndarray]:
    """The decisions of n games between copies of one policy, without those that had one legal move."""
    decisions = recorded(game, [policy], seed=SEED, **schedule(n, game.players, record=1), **arguments)
    asked = decisions["n_legal"] > 1
    return {name: column[asked] for name, column in decisions.items()}


def first_cards(game: Any, policy: Policy, n: int) -> tuple[np.ndarray, np.ndarray]:
    """The hand (distinct values, then zeros) and the card played, of each game's first decision."""
    decisions = choices(game, policy, n)
    first = decisions["ply"] == 0
    hands = np.zeros((n, 4), dtype=int)
    for row in range(n):
        hand = sorted({move >> 8 & 255 for move in game.deal(seed=SEED, deal=row // 2).moves()})
        hands[row, : len(hand)] = hand
    return hands[decisions["game"][first]], decisions["a"][first].astype(int)


@pytest.mark.parametrize("temperature", [700, 3000])
def test_softmax_frequencies(temperature: int) -> None:
    game = load_game("toy", players=2)
    slope = 500
    policy = WeightedPolicy(game, values_by_card(slope), temperature)
    hands, chosen = first_cards(game, policy, 40_000)
    hands, chosen = hands[::2], chosen[::2]  # two games share a deal and with it every draw
    odds = np.where(hands > 0, np.exp(slope * hands / temperature), 0.0)
    expected = odds / odds.sum(axis=1, keepdims=True)
    place = (hands == chosen[:, None]).argmax(axis=1)
    # Hands differ, so the counts are sums of unlike draws; the statistic is compared with its exact mean and variance.
    observed = np.bincount(place, minlength=4)
    variance = (expected * (1 - expected)).sum(axis=0)
    z = (observed - expected.sum(axis=0)) / np.sqrt(variance)
    assert np.abs(z).max() < 3.5
    assert observed.min() > 0


def test_gumbel_table_is_the_quantile_function() -> None:
    quantiles = stats.gumbel_r.ppf((np.arange(1024) + 0.5) / 1024)
    assert np.abs(np.array(GUMBEL) / 1000 - quantiles).max() <= 0.0005 + 1e-12
    assert np.mean(GUMBEL) / 1000 == pytest.approx(np.euler_gamma, abs=0.002)
    assert sum(GUMBEL) == 590757


def test_no_temperature_takes_the_best() -> None:
    game = load_game("toy", players=2)
    hands, chosen = first_cards(game, WeightedPolicy(game, values_by_card(1)), 500)
    assert (chosen == hands.max(axis=1)).all()
    hands, chosen = first_cards(game, WeightedPolicy(game, values_by_card(-1)), 500)
    assert (chosen == np.where(hands > 0, hands, 99).min(axis=1)).all()


@pytest.mark.parametrize("temperature", [0, 1])
def test_equal_moves_are_drawn_evenly(temperature: int) -> None:
    # At one thousandth of a point the noise takes ten values only, so that equals are common there too.
    game = load_game("toy", players=2)
    hands, chosen = first_cards(game, WeightedPolicy(game, values_by_card(0), temperature), 24_000)
    hands, chosen = hands[::2], chosen[::2]
    full = (hands > 0).all(axis=1)
    counts = np.bincount((hands == chosen[:, None]).argmax(axis=1)[full], minlength=4)
    assert stats.chisquare(counts).pvalue > 0.001


def test_the_weight_set_of_the_context_is_used() -> None:
    game = load_game("toy", players=2)
    weights = values_by_card(1)
    weights[1::2, 0] = -1  # board B wants low cards
    decisions = choices(game, WeightedPolicy(game, weights), 50)
    cards = decisions["move_kind"] == 0
    rich = (decisions["game"] + decisions["seat"] - 1) % 2 == 1
    assert decisions["a"][cards & rich].mean() < 3.5 < 5.5 < decisions["a"][cards & ~rich].mean()


def test_recorded_value_and_margin_are_those_of_the_weights() -> None:
    game = load_game("toy", players=2)
    weights = np.array([[700, 100, -50, 333, 20, 90]] * 12)
    decisions = choices(game, WeightedPolicy(game, weights, temperature=2000), 30)
    position, at = game.deal(seed=SEED, deal=0, boards=[0, 1]), 0
    while position.to_move is not None:
        moves = position.moves()
        move = moves[0]
        if len(moves) > 1:
            move = int(sum(int(decisions[name][at]) << 8 * i for i, name in enumerate(("move_kind", "a", "b", "c"))))
            values = dict(zip(moves, position.values(weights[0]) / 1000, strict=True))
            mine = values.pop(move)
            assert decisions["move_value"][at] == np.float32(mine)
            assert decisions["move_value_lead"][at] == np.float32(mine - max(values.values()))
            assert decisions["n_legal"][at] == len(moves)
            before = position.points()[decisions["seat"][at] - 1]
            assert decisions["score_before"][at] == before
        position.apply(move)
        if len(moves) > 1:
            assert decisions["score_after"][at] == position.points()[decisions["seat"][at] - 1]
            at += 1
    assert at == (decisions["game"] == 0).sum()
    assert (decisions["move_value_lead"] < 0).any()


# -- plans and restrictions ----------------------------------------------------------------------------------------


def cards_of_turn(decisions: dict[str, np.ndarray], turn: int) -> np.ndarray:
    return decisions["a"][(decisions["move_kind"] == 0) & (decisions["turn"] == turn)]


def planned_policies(game: Any) -> list[Policy]:
    return [
        WeightedPolicy(game, values_by_card(1), 500, opening=[LOW, HIGH, 0], excluded=PUSH),
        Restriction(RandomPolicy(), opening=[LOW, HIGH, 0], excluded=PUSH),
        Restriction(WeightedPolicy(game, values_by_card(1), 500), opening=[LOW, HIGH], excluded=PUSH),
    ]


@pytest.mark.parametrize("which", range(3))
def test_a_plan_holds_where_it_can_and_never_means_never(which: int) -> None:
    game = load_game("toy", players=3)
    decisions = choices(game, planned_policies(game)[which], 400)
    first, second, third = (cards_of_turn(decisions, turn) for turn in range(3))
    assert {*first} & {1, 2, 3, 4}
    # A hand without a low card (or without a high one) plays what it has: one hand in about twenty.
    assert 0 < (first > 4).mean() < 0.15
    assert 0 < (second <= 4).mean() < 0.15
    assert (third > 4).any()
    assert (third <= 4).any()
    assert (decisions["move_kind"] != 1).all()


def test_kinds_are_not_chosen_while_there_are_others_whoever_decides() -> None:
    """The toy's push (kind 1) or bank (kind 2) is a choice; a card (kind 0) has to be played."""
    game = load_game("toy", players=3)
    for inner in (RandomPolicy(), WeightedPolicy(game, values_by_card(1), 500)):
        decisions = choices(game, Restriction(inner, kinds=0b10), 200)
        assert set(decisions["move_kind"]) == {0, 2}
        assert (choices(game, Restriction(inner, kinds=0b001), 200)["move_kind"] == 0).any()
        free, kept = choices(game, inner, 50), choices(game, Restriction(inner, kinds=0b111), 50)
        assert all((free[name] == kept[name]).all() for name in ("move_kind", "a", "b", "c"))
    with pytest.raises(ValueError, match="must be made of kinds 0 to 63"):
        Restriction(RandomPolicy(), kinds=-1)


def test_a_plan_is_the_same_in_a_policy_and_in_a_row() -> None:
    game = load_game("toy", players=3)
    rows = schedule(200, 3, record=1)
    inside = play_games(game, [Restriction(RandomPolicy(), [LOW, HIGH])], seed=3, **rows)
    weights = values_by_card(30)
    opening: dict[str, Any] = {"forced_opening": np.zeros((200, 3), int), "forced_openings": [[LOW, HIGH]]}
    by_row = play_games(game, [RandomPolicy()], seed=3, **rows, **opening)
    assert {name: column.tolist() for name, column in inside.seats.items()} == {
        name: column.tolist() for name, column in by_row.seats.items()
    }
    weighted = [WeightedPolicy(game, weights, 400, [0, HIGH]), WeightedPolicy(game, weights, 400)]
    one, other = (
        play_games(game, [policy], seed=3, **rows, forced_opening=np.full((200, 3), row), forced_openings=[[ALL, HIGH]])
        for policy, row in zip(weighted, (-1, 0), strict=True)
    )
    assert one.seats["score"].tolist() == other.seats["score"].tolist()


ALL = 0xFFFF


def test_what_a_limit_rules_out_has_no_value() -> None:
    game = load_game("toy", players=2)
    decisions = choices(game, WeightedPolicy(game, values_by_card(1), 0, excluded=HIGH | PUSH), 200)
    banks = decisions["move_kind"] == 2
    assert banks.any()
    assert np.isnan(decisions["move_value_lead"][banks]).all()  # pushing was ruled out: there is no other move
    assert not np.isnan(decisions["move_value"]).any()


def test_a_plan_yields_to_nothing_but_the_rules() -> None:
    game = load_game("toy", players=2)
    decisions = choices(game, Restriction(RandomPolicy(), opening=[HIGH], excluded=HIGH), 300)
    assert (cards_of_turn(decisions, 0) > 4).mean() > 0.85
    assert (cards_of_turn(decisions, 1) > 4).mean() < 0.15


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"weights": np.zeros((12, 5), int)}, r"weights of shape \(12, 5\): toy has 12 weight sets of 6 features"),
        ({"weights": np.zeros((12, 6))}, "weights must be 32-bit integers, in thousandths of a point"),
        ({"weights": np.full((12, 6), 2**31)}, "weights must be 32-bit integers, in thousandths of a point"),
        ({"temperature": -1}, "temperature -1: must be 0 to 100000000 thousandths of a point"),
        ({"opening": [1, 1 << 16]}, "opening, turn 2: mask 65536 must be made of classes 0 to 15"),
        ({"excluded": -1}, "excluded: mask -1 must be made of classes 0 to 15"),
        ({"opening": [1] * 65}, "an opening of 65 turns: at most 64 can be forced"),
    ],
)
def test_weighted_policy_refuses(arguments: dict[str, Any], message: str) -> None:
    with pytest.raises(ValueError, match=f"^{message}$"):
        WeightedPolicy(load_game("toy", players=2), **{"weights": np.zeros((12, 6), int), **arguments})
