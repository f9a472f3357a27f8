"""Counter-keyed random draws: every draw is a pure function of (seed, deal, stream, index), so none moves another.

The mixing function is the finaliser of SplitMix64 (Steele, Lea, Flood 2014); bounded draws use Lemire's
multiply-and-reject method (2019), so they are exactly uniform.
"""

from cext.kernel.types cimport unlikely
from libc.stdint cimport uint32_t, uint64_t

cdef enum:
    STREAM_DEAL = 0        # streams 0-15: the game's own random inputs (decks, tiles, start)
    STREAM_SEAT = 16       # streams 16-31: the policy of seat s draws from 16 + s
    STREAM_SEARCH = 32     # streams 32 and up of a seat's key: search
    STREAM_REDRAW = 32     # streams 32 + s of a deal: key of a second course of it, as seat s (from 1) saw its set-up

cdef inline uint64_t rng_mix(uint64_t z) noexcept nogil:
    """64 bits to 64 bits, one to one: every bit of `z` moves about half the bits of the result."""
    z = (z ^ (z >> 30)) * <uint64_t>0xBF58476D1CE4E5B9ULL
    z = (z ^ (z >> 27)) * <uint64_t>0x94D049BB133111EBULL
    return z ^ (z >> 31)


cdef inline uint64_t rng_deal_key(uint64_t seed, uint64_t deal) noexcept nogil:
    """Key of every random input of one deal."""
    return rng_mix(rng_mix(seed + <uint64_t>0x9E3779B97F4A7C15ULL) + (deal + 1) * <uint64_t>0xD1B54A32D192ED03ULL)


cdef inline uint64_t rng_stream(uint64_t deal_key, uint64_t stream) noexcept nogil:
    """Key of one stream of draws of a deal."""
    return rng_mix(deal_key + (stream + 1) * <uint64_t>0x8CB92BA72F3D8DD7ULL)


cdef inline uint64_t rng_bits(uint64_t stream_key, uint64_t index) noexcept nogil:
    """64 random bits: draw number `index` of a stream."""
    return rng_mix(stream_key + (index + 1) * <uint64_t>0x9E3779B97F4A7C15ULL)


cdef inline uint32_t rng_redraw(uint64_t bits, uint32_t n) noexcept nogil:
    """The same from bits that may have to be rejected, once in 2^32 / n draws: apart, so that rng_below stays small."""
    cdef uint64_t m = (bits >> 32) * n
    cdef uint32_t floor = (<uint32_t>(0 - n)) % n
    while <uint32_t>m < floor:
        bits = rng_mix(bits + <uint64_t>0x9E3779B97F4A7C15ULL)
        m = (bits >> 32) * n
    return <uint32_t>(m >> 32)


cdef inline uint32_t rng_bounded(uint64_t bits, uint32_t n) noexcept nogil:
    """Uniform integer in [0, n), n >= 1, from the bits of a draw: those may be asked for before n is known."""
    cdef uint64_t m = (bits >> 32) * n
    if unlikely(<uint32_t>m < n):
        return rng_redraw(bits, n)
    return <uint32_t>(m >> 32)


cdef inline uint32_t rng_below(uint64_t stream_key, uint64_t index, uint32_t n) noexcept nogil:
    """Uniform integer in [0, n), n >= 1: draw number `index` of a stream."""
    return rng_bounded(rng_bits(stream_key, index), n)


cdef inline void rng_shuffle(unsigned char* items, int n, uint64_t stream_key) noexcept nogil:
    """Fisher-Yates shuffle of n bytes with the first n - 1 draws of a stream."""
    cdef int i, j
    cdef unsigned char t
    for i in range(n - 1):
        j = i + <int>rng_below(stream_key, i, n - i)
        t = items[i]
        items[i] = items[j]
        items[j] = t


cdef inline void rng_reshuffle(unsigned char* items, int n, uint64_t stream_key) noexcept nogil:
    """Shuffle whose result depends on which items there are, not on the order they are in: hidden cards dealt anew."""
    cdef int i, j
    cdef unsigned char t
    for i in range(1, n):
        t = items[i]
        j = i
        while j and items[j - 1] > t:
            items[j] = items[j - 1]
            j -= 1
        items[j] = t
    rng_shuffle(items, n, stream_key)
