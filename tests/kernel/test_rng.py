"""Random draws: golden values from an independent implementation, uniformity, independence of the index."""

from collections import Counter
from itertools import permutations
from types import ModuleType

import numpy as np
import pytest
from scipy import stats

from tests.kernel.draws import GAMMA, M, below, mix, stream


def test_bits_are_splitmix64(plugin: ModuleType) -> None:
    # The first outputs of SplitMix64 from state 1234567, as published with its C program.
    published = [
        6457827717110365317,
        3203168211198807973,
        9817491932198370423,
        4593380528125082431,
        16408922859458223821,
    ]
    assert [plugin.bits(1234567, index) for index in range(5)] == published


@pytest.mark.parametrize(("seed", "deal"), [(0, 0), (1, 0), (0, 1), (20240607, 123456), (M, M)])
def test_keys_follow_their_definition(plugin: ModuleType, seed: int, deal: int) -> None:
    key = mix(mix(seed + GAMMA & M) + (deal + 1) * 0xD1B54A32D192ED03 & M)
    assert plugin.deal_key(seed, deal) == key
    for number in (0, 16, 31, 1000):
        assert plugin.stream(key, number) == stream(key, number)


def test_golden_key(plugin: ModuleType) -> None:
    key = plugin.deal_key(1, 2)
    assert (key, plugin.stream(key, 16), plugin.bits(plugin.stream(key, 16), 3)) == (
        3222458141160366660,
        7730384282716095352,
        196288621588268821,
    )


@pytest.mark.parametrize("n", [1, 2, 3, 7, 511, 3_000_000_000])
def test_below_is_lemires_method(plugin: ModuleType, n: int) -> None:
    drawn = [plugin.below(99, index, n) for index in range(300)]
    assert drawn == [below(99, index, n) for index in range(300)]
    assert max(drawn) < n


@pytest.mark.parametrize("n", [2, 3, 7, 12, 48])
def test_below_is_uniform(plugin: ModuleType, n: int) -> None:
    counts = np.bincount([plugin.below(5, index, n) for index in range(60_000)], minlength=n)
    assert stats.chisquare(counts).pvalue > 0.001


def test_rejection_leaves_no_bias(plugin: ModuleType) -> None:
    # For n = 3 * 2**30 a draw without rejection would fall into the first third half as often again as elsewhere.
    n = 3 << 30
    thirds = np.bincount([plugin.below(6, index, n) >> 30 for index in range(60_000)], minlength=3)
    assert stats.chisquare(thirds).pvalue > 0.001


def test_shuffle_is_uniform_over_all_orders(plugin: ModuleType) -> None:
    orders = Counter(plugin.shuffled(b"abcd", plugin.stream(11, number)) for number in range(48_000))
    assert set(orders) == {bytes(order) for order in permutations(b"abcd")}
    assert stats.chisquare(list(orders.values())).pvalue > 0.001


def test_a_reshuffle_forgets_the_order_it_was_given(plugin: ModuleType) -> None:
    for number in range(50):
        assert (
            plugin.reshuffled(b"dbca", number) == plugin.shuffled(b"abcd", number) == plugin.reshuffled(b"acbd", number)
        )


def test_streams_of_a_deal_are_unrelated(plugin: ModuleType) -> None:
    keys = [plugin.stream(plugin.deal_key(3, deal), stream) for deal in range(400) for stream in range(40)]
    assert len(set(keys)) == len(keys)
    bits = np.array(keys, dtype=np.uint64)[:, None] >> np.arange(64, dtype=np.uint64) & np.uint64(1)
    correlation = np.corrcoef(bits.astype(float).T) - np.eye(64)
    assert np.abs(correlation).max() < 5 / np.sqrt(len(keys))
