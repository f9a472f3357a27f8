"""End of the Game: pagodas on the board by what they stand on, ranks."""

from cext.games.qin.rules.grid cimport lowest_bit
from cext.games.qin.rules.state cimport State
from cext.games.qin.rules.tables cimport MAX_VILLAGES, N_CELLS, Tables
from cext.kernel.types cimport Outcome, total_and_rank
from libc.stdint cimport uint64_t
from libc.string cimport memcpy, memset

cdef enum:
    FROM_PROVINCES = 0     # single pagodas
    FROM_MAJORS = 1        # double pagodas
    FROM_VILLAGES = 2
    N_CATEGORIES = 3


cdef inline void score_game(const Tables* t, const State* s, Outcome* out) noexcept nogil:
    """"the player who has placed the most pagodas on the game board wins. In the case of a tie, the victory is
    shared." Who placed his last pagoda has them all on the board, and nobody else has."""
    cdef int i, k, cell, v
    cdef uint64_t row
    memset(out, 0, sizeof(Outcome))
    for k in range(0, N_CELLS, 8):  # a half row of the map at a time
        memcpy(&row, &s.owner[k], 8)
        while row:
            cell = k + (lowest_bit(row) >> 3)
            row &= ~(<uint64_t>0xff << (8 * (cell - k)))
            out.category[s.owner[cell] - 1][FROM_MAJORS if s.pagodas[cell] > 1 else FROM_PROVINCES] += s.pagodas[cell]
    for v in range(t.n_villages):
        if s.village[v]:
            out.category[s.village[v] - 1][FROM_VILLAGES] += 1
    for i in range(t.n_players):
        out.opening[i] = s.opening[i]
    total_and_rank(out, t.n_players, N_CATEGORIES)
    out.lead_changes = s.lead_changes
