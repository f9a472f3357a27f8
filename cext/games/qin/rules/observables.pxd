"""What strategies and reports read off a state: points, clock, boards, classes of moves, counters."""

from cext.games.qin.rules.effect cimport Effect, preview_placement
from cext.games.qin.rules.state cimport (
    N_COUNTERS, N_RUNNING_COUNTERS, T_DEALT, T_FIRST_SQUARE_1, T_FIRST_SQUARE_2, T_PAGODAS_LEFT, T_PASSES, State,
)
from cext.games.qin.rules.tables cimport N_TILE_KINDS, Tables
from cext.games.qin.rules.turns cimport class_of
from cext.kernel.types cimport Clock, Move
from libc.stdint cimport int64_t, uint8_t, uint16_t
from libc.string cimport memcpy


cdef inline int points_at(const Tables* t, const State* s, int seat) noexcept nogil:
    """Pagodas of a seat on the board."""
    return t.pagodas - s.supply[seat]


cdef inline void read_clock(const Tables* t, const State* s, Clock* out) noexcept nogil:
    """Round from 1 (passes can bring more than are named), turn of the seat from 0, stage."""
    out.round = <uint16_t>(s.round + 1)
    out.turn = s.round
    out.stage = s.stage


cdef inline int board_at(const State* s, int seat) noexcept nogil:
    """Number of the map, the same for all seats."""
    return s.board


cdef inline int class_of_move(const Tables* t, const State* s, Move move) noexcept nogil:
    """The most telling thing a placement does, CLASS_..."""
    cdef Effect e
    preview_placement(t, s, move, &e)
    return class_of(s, &e)


cdef inline void read_counters(const Tables* t, const State* s, int seat, int64_t* out) noexcept nogil:
    """Counters of a seat that do not run, by T_... number, then its points after each round; rounds after the end show
    the final number."""
    cdef int k
    out[T_PASSES] = s.counter[seat][T_PASSES]
    out[T_PAGODAS_LEFT] = s.supply[seat]
    out[T_FIRST_SQUARE_1] = square_of(t, s.opened[seat][0])
    out[T_FIRST_SQUARE_2] = square_of(t, s.opened[seat][1])
    for k in range(N_TILE_KINDS):
        out[T_DEALT + k] = s.dealt[seat][k]
    for k in range(t.n_rounds):
        out[N_COUNTERS + k] = s.score_after[k * t.n_players + seat] if k < s.round else t.pagodas - s.supply[seat]


cdef inline void read_running(const Tables* t, const State* s, int seat, uint8_t* out) noexcept nogil:
    """Counters of a seat that change from round to round, by T_... number."""
    memcpy(out, s.counter[seat], N_RUNNING_COUNTERS)


cdef inline int square_of(const Tables* t, int cell) noexcept nogil:
    """A square counted row by row of the map from 0; -1: none."""
    return ((cell >> 4) - 1) * t.width + (cell & 15) - 1 if cell else -1
