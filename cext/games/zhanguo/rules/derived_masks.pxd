"""What follows from the pieces and is asked for at every decision: masks kept up with each piece that moves."""

from cext.games.zhanguo.rules.state cimport NOBODY, Seat, State
from cext.games.zhanguo.rules.tables cimport (
    AREA_CARDS, N_REGIONS, N_SECTIONS, N_SLOTS, N_TYPES, Tables,
)
from libc.stdint cimport uint8_t, uint16_t, uint32_t
from libc.string cimport memcmp

cdef enum:
    EACH_SECTION = 0o111111    # bits 0, 3 ... 15: the first slot of each wall section
    SLOTS = 7                  # three bits: the slots of a section, the cards or types of officials of a region


cdef inline void update_region_masks(const Tables* t, Seat* p, int r) noexcept nogil:
    """The unrest or the cards of region r have changed: whether it is silent, open to a card, open to a palace.

    "If ... the black cube is placed in the rightmost slot ..., the player cannot activate the cards of that Region".
    """
    cdef int level = p.unrest[r], most = t.unrest_max[p.board][r]
    p.silent = <uint16_t>((p.silent & ~(SLOTS << AREA_CARDS * r)) | (SLOTS * (level >= most)) << AREA_CARDS * r)
    p.open_to_card = <uint8_t>((p.open_to_card & ~(1 << r)) | (level + t.rise[p.n_cards[r]] <= most) << r)
    p.open_to_palace = <uint8_t>((p.open_to_palace & ~(1 << r)) | (~(t.no_palace[p.board][r] >> level) & 1) << r)


cdef inline void update_governing_masks(Seat* p, int r, int c) noexcept nogil:
    """Officials of type c have come to the governors area of region r, or left it."""
    cdef int i = N_TYPES * r + c
    p.governing_at = <uint16_t>((p.governing_at & ~(1 << i)) | (p.governing[r][c] != 0) << i)


cdef inline void update_working_masks(Seat* p, int r, int c) noexcept nogil:
    """The same of the workers area."""
    cdef int i = N_TYPES * r + c
    p.working_at = <uint16_t>((p.working_at & ~(1 << i)) | (p.working[r][c] != 0) << i)


cdef inline void update_worker_masks(Seat* p, int r) noexcept nogil:
    """Workers have come to region r, or left it."""
    p.workers_at = <uint8_t>((p.workers_at & ~(1 << r)) | (p.workers[r] != 0) << r)
    p.pairs_at = <uint8_t>((p.pairs_at & ~(1 << r)) | (p.workers[r] > 1) << r)


cdef inline void update_wall_masks(State* s, Seat* p, int section, int rods) noexcept nogil:
    """An own wall stands in the slot of so many rods."""
    s.taken |= <uint32_t>1 << (N_SLOTS * section + rods - 1)
    p.walled |= <uint32_t>SLOTS << (N_SLOTS * section)


cdef inline void update_palace_masks(const Tables* t, State* s, int r) noexcept nogil:
    """A palace more stands in region r."""
    s.palaces_full = <uint8_t>(s.palaces_full | (s.palaces[r] >= t.palace_slots) << r)


cdef inline void update_seat_masks(const Tables* t, Seat* p) noexcept nogil:
    """All that depends on a player board and its pieces alone."""
    cdef int r, c
    for r in range(N_REGIONS):
        update_region_masks(t, p, r)
        update_worker_masks(p, r)
        for c in range(N_TYPES):
            update_governing_masks(p, r, c)
            update_working_masks(p, r, c)


cdef inline int masks_inconsistent(const Tables* t, const State* s) noexcept nogil:
    """1 when a mask is not what the pieces say; else 0."""
    cdef State again = s[0]
    cdef Seat* p
    cdef int i, r, k
    again.taken = 0
    again.palaces_full = 0
    for k in range(N_SECTIONS * N_SLOTS):
        again.taken |= <uint32_t>(s.slot[k // N_SLOTS][k % N_SLOTS] != 0) << k
    for r in range(N_REGIONS):
        update_palace_masks(t, &again, r)
    for i in range(t.n_players):
        p = &again.seat[i]
        p.walled = 0
        for k in range(N_SECTIONS):
            if p.wall_at[k]:
                update_wall_masks(&again, p, k, p.wall_at[k])
        if p.board != NOBODY:
            update_seat_masks(t, p)
    return memcmp(&again, s, sizeof(State)) != 0
