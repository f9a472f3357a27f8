"""The columns that the outcomes of games are written into, without the GIL."""

from cext.kernel.game cimport Game
from libc.stdint cimport int8_t, int32_t, int64_t, uint8_t, uint16_t, uint32_t


# The columns of `games` (one row a game) and of `seats` (one row a game and seat) in SCHEMA.md, by their names there.
cdef class ResultColumns:
    cdef Game game
    cdef uint16_t[::1] n_decisions, n_forced, rounds, lead_changes
    cdef uint32_t[::1] n_legal_moves
    cdef uint8_t[::1] winners
    cdef int64_t[::1] winning_margin

    cdef int64_t[::1] score
    cdef uint8_t[::1] rank, tie_break, win_share60
    cdef uint32_t[::1] opening
    cdef int8_t[::1] board
    cdef int64_t[:, ::1] category          # [category, row]
    cdef int64_t[:, ::1] counter           # [counter, row]

    cdef void write(self, Py_ssize_t row, const void* state, int n_decisions, const int64_t* move_counts,
                    const int32_t* late_points) noexcept nogil
