"""Tables worked out beforehand from others: parts of legal lists, bits of masks, distances."""

from cext.games.first_empire.rules.state cimport (
    KIND_GOVERNOR, KIND_HIRE, KIND_MOVE, KIND_PALACE, KIND_PLAY, KIND_RECRUIT, KIND_REGION, KIND_WALL,
)
from cext.games.first_empire.rules.tables cimport (
    ACT_GOVERNOR, ACT_HIRE, ACT_PALACE, ACT_RECRUIT, ACT_UNIFY, ACT_WALL, FAR, N_ACTIONS, N_ACTION_SETS, N_REGIONS,
    N_TYPES, Tables,
)
from cext.kernel.types cimport pack
from libc.stdint cimport uint8_t, uint64_t


cdef inline void list_actions(Tables* t) noexcept nogil:
    """The moves of every set of actions a player may choose from, ready to be completed with a card."""
    cdef int chosen, action, n
    for chosen in range(N_ACTION_SETS):
        n = 0
        for action in range(ACT_UNIFY, N_ACTIONS):
            if chosen >> (action - ACT_UNIFY) & 1:
                t.plays[chosen][n // 2] |= <uint64_t>pack(KIND_PLAY, 0, action) << (32 * (n % 2))
                n += 1
        t.n_plays[chosen] = <uint8_t>n
    t.stage_of[ACT_UNIFY] = KIND_REGION
    t.stage_of[ACT_RECRUIT] = KIND_RECRUIT
    t.stage_of[ACT_GOVERNOR] = KIND_GOVERNOR
    t.stage_of[ACT_HIRE] = KIND_HIRE
    t.stage_of[ACT_PALACE] = KIND_PALACE
    t.stage_of[ACT_WALL] = KIND_WALL


cdef inline void list_steps(Tables* t) noexcept nogil:
    """The movements of officials from a region to its neighbours, by the types there are, type by type."""
    cdef int r, types, c, q, n
    for r in range(N_REGIONS):
        for types in range(1 << N_TYPES):
            n = 0
            for c in range(N_TYPES):
                for q in range(N_REGIONS):
                    if types >> c & 1 and t.adjacent[r] >> q & 1:
                        t.steps[r][types][n] = pack(KIND_MOVE, c, r, q)
                        n += 1
            t.n_steps[r][types] = <uint8_t>n


cdef inline void list_masks(Tables* t) noexcept nogil:
    """The bits of every mask of regions, and how far each region lies from the nearest of them."""
    cdef int mask, near, wider, steps, r
    for mask in range(1 << N_REGIONS):
        t.n_bits[mask] = 0
        for r in range(N_REGIONS):
            t.distance[mask][r] = FAR
            if mask >> r & 1:
                t.nth[mask][t.n_bits[mask]] = <uint8_t>r
                t.n_bits[mask] += 1
        near = 0
        wider = mask
        steps = 0
        while wider != near:
            for r in range(N_REGIONS):
                if (wider & ~near) >> r & 1:
                    t.distance[mask][r] = <uint8_t>steps
            near = wider
            for r in range(N_REGIONS):
                if near >> r & 1:
                    wider |= t.adjacent[r]
            steps += 1
