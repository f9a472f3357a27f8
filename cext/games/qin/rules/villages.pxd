"""Who holds a village: "4. Connect Village" and "5. Conquer Village"."""

from cext.games.qin.rules.seats cimport of_owner, of_seat
from cext.games.qin.rules.state cimport State
from cext.games.qin.rules.tables cimport MAX_PLAYERS, N_CELLS, Tables
from libc.stdint cimport uint8_t, uint32_t


cdef inline int village_owner(const Tables* t, int owner, uint32_t force) noexcept nogil:
    """Owner (seat + 1, 0: nobody) of a village after the turn, from its owner before and each seat's pagodas beside it.

    "any player has more pagodas than the owner ... that player seizes control"; "As long as two or more players have
    the same number of pagodas adjoining a village, this village is not seized/conquered." The pagoda on the village
    itself does not count. An unoccupied village goes to whoever has more than all others.
    """
    cdef int i, k, pagodas, more, best = -1, most = of_owner(force, owner), tie = 0
    for i in range(MAX_PLAYERS):
        pagodas = of_seat(force, i)
        more = pagodas > most
        tie = (tie | (pagodas == most)) & ~more
        most = pagodas if more else most
        best = i if more else best
    if best < 0 or tie:
        return owner
    if t.village_any_tie:
        for i in range(MAX_PLAYERS):
            for k in range(i):
                if of_seat(force, i) and of_seat(force, i) == of_seat(force, k):
                    return owner
    return best + 1


cdef inline void count_beside(const State* s, int village, uint8_t* force) noexcept nogil:
    """Pagodas of each seat in the provinces that share an edge with a village, counted on the whole map."""
    cdef int i, cell
    for i in range(MAX_PLAYERS):
        force[i] = 0
    for cell in range(N_CELLS):
        if s.owner[cell] and (s.near[cell] >> village) & 1:
            force[s.owner[cell] - 1] += s.pagodas[cell]
