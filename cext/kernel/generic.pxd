"""Random play and its notes, written once; an engine specialises them by inline rules for the compiler to fold in."""

from cext.kernel.rng cimport rng_below
from cext.kernel.tape cimport Tape, note_move, note_points, note_position
from cext.kernel.types cimport ENDLESS, MAX_DECISIONS, MAX_MOVES, NO_MOVES, Clock, Move, unlikely
from libc.stdint cimport int32_t, int64_t, uint32_t, uint64_t

ctypedef int (*to_move_fn)(const void* tables, const void* state) noexcept nogil
ctypedef int (*legal_fn)(const void* tables, const void* state, Move* moves) noexcept nogil
ctypedef void (*apply_fn)(const void* tables, void* state, Move move) noexcept nogil
ctypedef void (*clock_fn)(const void* tables, const void* state, Clock* out) noexcept nogil
ctypedef int (*class_fn)(const void* tables, const void* state, Move move) noexcept nogil
ctypedef uint32_t (*offered_fn)(const void* tables, const void* state, int seat) noexcept nogil
ctypedef int (*points_fn)(const void* tables, const void* state, int seat) noexcept nogil
ctypedef void (*noted_fn)(const void* tables, void* state, int seat, Move move, Tape* tape) noexcept nogil


cdef inline void make_noted(const void* tables, void* state, int seat, Move move, Tape* tape, clock_fn clock,
                            class_fn move_class, points_fn points, offered_fn offered, apply_fn apply) noexcept nogil:
    """Make a move that note_move() has been told of, and note where it is made and what it brings."""
    cdef Clock now
    clock(tables, state, &now)
    note_position(tape, &now, move_class(tables, state, move), points(tables, state, seat),
                  offered(tables, state, seat))
    apply(tables, state, move)
    note_points(tape, points(tables, state, seat))


cdef inline int random_draw(const void* tables, const void* state, uint64_t key, uint64_t index, Move* move,
                            legal_fn legal) noexcept nogil:
    """One of the legal moves drawn evenly, by draw `index` of stream `key`; returns how many there are."""
    cdef Move moves[MAX_MOVES]
    cdef int n = legal(tables, state, moves)
    if n:
        move[0] = moves[rng_below(key, index, n) if n > 1 else 0]
    return n


cdef inline int random_playout(const void* tables, void* state, const uint64_t* keys, uint64_t* indices,
                               int64_t* options, Tape* tape, to_move_fn to_move, legal_fn legal, apply_fn apply,
                               noted_fn apply_noted) noexcept nogil:
    """Play to the end with uniform choices; returns decisions asked, NO_MOVES or ENDLESS where the rules are broken.

    keys, indices: per seat. options: two counters, [0] += moves looked at, [1] += forced moves (the only legal one).
    tape: where every choice is noted; NULL: nowhere.
    """
    cdef Move moves[MAX_MOVES]
    cdef Move move
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
            if unlikely(tape is not NULL):
                note_move(tape, ply, seat, n, moves[0])
                apply_noted(tables, state, seat, moves[0], tape)
            else:
                apply(tables, state, moves[0])
            forced += 1
            continue
        move = moves[rng_below(keys[seat], indices[seat], n)]
        if unlikely(tape is not NULL):
            note_move(tape, ply, seat, n, move)
            apply_noted(tables, state, seat, move, tape)
        else:
            apply(tables, state, move)
        indices[seat] += 1
        looked += n
    return ENDLESS
