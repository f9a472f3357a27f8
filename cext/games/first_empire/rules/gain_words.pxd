"""What cards give when they are activated, all of it in one word of eight bytes."""

from cext.games.first_empire.rules.tables cimport (
    GAIN_ANY_TOKENS, GAIN_CALM, GAIN_CALM_HERE, GAIN_MOVE_WORKERS, GAIN_SHIP, GAIN_TOKENS, GAIN_UNLOCK, GAIN_WORKERS,
    GAIN_WORKERS_HERE, N_VP_GAINS, Gain,
)
from libc.stdint cimport uint64_t

# Where each begins in the word, a byte for each. Of the last one there may be more than a byte holds; of the others,
# 15 cards with at most 9 each, not.
cdef enum:
    SHIFT_CARDS = 0
    SHIFT_WORKERS = 8
    SHIFT_OFFICIALS = 16
    SHIFT_CALM = 24
    SHIFT_SHIP = 32
    SHIFT_TOKENS = 56


cdef inline int number_at(uint64_t gives, int shift) noexcept nogil:
    """The number at a place of such a word."""
    return <int>(gives >> shift & 0xff)


cdef inline uint64_t given_by(const Gain* g) noexcept nogil:
    """The word of a single gain; points are worked out in the game. 0: its ability is forbidden."""
    cdef uint64_t n = g.number
    if n == 0 or g.what < N_VP_GAINS:
        return n > 0
    if g.what == GAIN_WORKERS_HERE or g.what == GAIN_MOVE_WORKERS or g.what == GAIN_WORKERS:
        return n << SHIFT_WORKERS | 1
    if g.what == GAIN_TOKENS:
        n = <uint64_t>g.tokens[0] + g.tokens[1] + g.tokens[2]
    if g.what == GAIN_TOKENS or g.what == GAIN_ANY_TOKENS:
        return n << SHIFT_TOKENS | 1
    if g.what == GAIN_SHIP or g.what == GAIN_UNLOCK:
        return n << SHIFT_SHIP | 1
    return n << (SHIFT_CALM if g.what == GAIN_CALM or g.what == GAIN_CALM_HERE else SHIFT_OFFICIALS) | 1
