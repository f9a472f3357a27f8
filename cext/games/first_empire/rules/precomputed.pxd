"""Tables worked out beforehand from others: parts of legal lists, bits of masks, distances."""

from cext.games.byte_masks cimport popcount
from cext.games.first_empire.rules.state cimport (
    KIND_GOVERNOR, KIND_HIRE, KIND_MOVE, KIND_PALACE, KIND_PLAY, KIND_RECRUIT, KIND_REGION, KIND_WALL,
)
from cext.games.first_empire.rules.tables cimport (
    ACT_GOVERNOR, ACT_HIRE, ACT_PALACE, ACT_RECRUIT, ACT_UNIFY, ACT_WALL, FAR, MAX_UNREST, N_ACTIONS, N_ACTION_SETS,
    N_REGIONS, N_TYPES, ROUND_TURNS, SHARE_BITS, Tables,
)
from cext.kernel.types cimport pack
from libc.stdint cimport uint8_t, uint16_t, uint64_t


cdef inline void list_actions(Tables* t) noexcept nogil:
    """The moves of every set of actions a player may choose from, ready to be completed with a card."""
    cdef int chosen, action, k, n
    for chosen in range(N_ACTION_SETS):
        n = 0
        for action in range(ACT_UNIFY, N_ACTIONS):
            if chosen >> (action - ACT_UNIFY) & 1:
                t.plays[chosen][n // 2] |= <uint64_t>pack(KIND_PLAY, 0, action) << (32 * (n % 2))
                n += 1
        t.n_plays[chosen] = <uint8_t>n
        t.share_of[chosen] = <uint16_t>((1 << SHARE_BITS) // n + 1 if n else 0)
    for k in range(ROUND_TURNS * t.n_players):
        t.place_of[k] = <uint8_t>(k % t.n_players)
    for k in range(ROUND_TURNS * t.n_players + 1):
        t.turn_of[k] = <uint8_t>(k // t.n_players)
    t.stage_of[ACT_UNIFY] = KIND_REGION
    t.stage_of[ACT_RECRUIT] = KIND_RECRUIT
    t.stage_of[ACT_GOVERNOR] = KIND_GOVERNOR
    t.stage_of[ACT_HIRE] = KIND_HIRE
    t.stage_of[ACT_PALACE] = KIND_PALACE
    t.stage_of[ACT_WALL] = KIND_WALL


cdef inline void list_steps(Tables* t) noexcept nogil:
    """The movements of officials from a region to its neighbours, by the types there are, type by type."""
    cdef int r, types, c, q, n, mask
    for r in range(N_REGIONS):
        for types in range(1 << N_TYPES):
            n = 0
            for c in range(N_TYPES):
                for q in range(N_REGIONS):
                    if types >> c & 1 and t.adjacent[r] >> q & 1:
                        t.steps[r][types][n] = pack(KIND_MOVE, c, r, q)
                        n += 1
            t.n_steps[r][types] = <uint8_t>n
    for mask in range(1 << N_REGIONS):
        t.steps_from[mask] = 0
        for r in range(N_REGIONS):
            for q in range(r, N_REGIONS):
                t.steps_from[mask] += <uint64_t>((mask >> r & 1) * t.n_steps[r][1]) << (8 * q)


cdef inline void list_masks(Tables* t) noexcept nogil:
    """Of every mask of regions its bits, what Workers there pay for, and how far each region lies from the nearest."""
    cdef int mask, near, wider, steps, r
    for mask in range(1 << N_REGIONS):
        t.n_bits[mask] = 0
        t.payable[mask] = ((2 << popcount(mask)) - 1) * <uint64_t>0x010101010101ULL
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


cdef inline void list_rises(Tables* t, const uint8_t* card_unrest) noexcept nogil:
    """How much a next card raises unrest, by how many lie there, as a sum over the bits of that number: always, for bit
    0, for bit 1, for both. Five regions are then added up in the bytes of one word. A 4th card is too much for any."""
    cdef uint64_t first = card_unrest[0], second = card_unrest[1], third = card_unrest[2]
    t.rise[0] = first * <uint64_t>0x0101010101ULL
    t.rise[1] = second - first
    t.rise[2] = third - first
    t.rise[3] = MAX_UNREST + 1 - second - third + first
