"""Random play, written once; an engine specialises it by passing inline rules for the compiler to fold in."""

from cext.kernel.rng cimport rng_below
from cext.kernel.types cimport ENDLESS, MAX_DECISIONS, MAX_MOVES, NO_MOVES, Move
from libc.stdint cimport int32_t, int64_t, uint64_t

ctypedef int (*to_move_fn)(const void* tables, const void* state) noexcept nogil
ctypedef int (*legal_fn)(const void* tables, const void* state, Move* moves) noexcept nogil
ctypedef void (*apply_fn)(const void* tables, void* state, Move move) noexcept nogil


cdef inline int random_draw(const void* tables, const void* state, uint64_t key, uint64_t index, Move* move,
                            legal_fn legal) noexcept nogil:
    """One of the legal moves drawn evenly, by draw `index` of stream `key`; returns how many there are."""
    cdef Move moves[MAX_MOVES]
    cdef int n = legal(tables, state, moves)
    if n:
        move[0] = moves[rng_below(key, index, n) if n > 1 else 0]
    return n


cdef inline int random_playout(const void* tables, void* state, const uint64_t* keys, uint64_t* indices,
                               int64_t* options, to_move_fn to_move, legal_fn legal, apply_fn apply) noexcept nogil:
    """Play to the end with uniform choices; returns decisions asked, NO_MOVES or ENDLESS where the rules are broken.

    keys, indices: per seat. options: two counters, [0] += moves looked at, [1] += forced moves (the only legal one).
    """
    cdef Move moves[MAX_MOVES]
    cdef int n, seat, ply, forced = 0
    cdef int64_t looked = 0
    for ply in range(MAX_DECISIONS):
        seat = to_move(tables, state)
        if seat < 0:
            options[0] += looked
            options[1] += forced
            return ply - forced
        n = legal(tables, state, moves)
        if n <= 1:
            if n < 1:
                return NO_MOVES
            apply(tables, state, moves[0])
            forced += 1
            continue
        apply(tables, state, moves[rng_below(keys[seat], indices[seat], n)])
        indices[seat] += 1
        looked += n
    return ENDLESS
