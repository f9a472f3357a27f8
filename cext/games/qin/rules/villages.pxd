"""Who holds a village: "4. Connect Village" and "5. Conquer Village"."""

from cext.games.qin.rules.tables cimport Tables


cdef inline int village_owner(const Tables* t, int owner, const int* force) noexcept nogil:
    """Owner (seat + 1, 0: nobody) of a village after the turn, from its owner before and the pagodas beside it.

    "any player has more pagodas than the owner ... that player seizes control"; "As long as two or more players have
    the same number of pagodas adjoining a village, this village is not seized/conquered." The pagoda on the village
    itself does not count. An unoccupied village goes to whoever has more than all others.
    """
    cdef int i, k, best = -1, most = force[owner - 1] if owner else 0
    cdef bint tie = False
    for i in range(t.n_players):
        if force[i] > most:
            most = force[i]
            best = i
            tie = False
        elif best >= 0 and force[i] == most:
            tie = True
    if best < 0 or tie:
        return owner
    if t.village_any_tie:
        for i in range(t.n_players):
            for k in range(i):
                if force[i] and force[i] == force[k]:
                    return owner
    return best + 1
