"""The kernel's random draws, callable from Python."""

from cext.kernel.rng cimport rng_below, rng_bits, rng_deal_key, rng_reshuffle, rng_shuffle, rng_stream
from libc.stdint cimport uint32_t, uint64_t


def bits(uint64_t key, uint64_t index):
    return rng_bits(key, index)


def deal_key(uint64_t seed, uint64_t deal):
    return rng_deal_key(seed, deal)


def stream(uint64_t key, uint64_t number):
    return rng_stream(key, number)


def below(uint64_t key, uint64_t index, uint32_t n):
    return rng_below(key, index, n)


def reshuffled(items, uint64_t key):
    """The items, bytes, in the order rng_reshuffle leaves them."""
    cdef bytearray order = bytearray(items)
    rng_reshuffle(<unsigned char*>order, len(order), key)
    return bytes(order)


def shuffled(items, uint64_t key):
    """The items, bytes, in the order rng_shuffle leaves them."""
    cdef bytearray order = bytearray(items)
    rng_shuffle(<unsigned char*>order, len(order), key)
    return bytes(order)
