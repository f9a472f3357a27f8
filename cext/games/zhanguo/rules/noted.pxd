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


cdef inline void note_region(const Tables* t, Seat* p, int r) noexcept nogil:
    """The unrest or the cards of region r have changed: whether it is silent, open to a card, open to a palace.

    "If ... the black cube is placed in the rightmost slot ..., the player cannot activate the cards of that Region".
    """
    cdef int level = p.unrest[r], most = t.unrest_max[p.board][r]
    p.silent = <uint16_t>((p.silent & ~(SLOTS << AREA_CARDS * r)) | (SLOTS * (level >= most)) << AREA_CARDS * r)
    p.open_to_card = <uint8_t>((p.open_to_card & ~(1 << r)) | (level + t.rise[p.n_cards[r]] <= most) << r)
    p.open_to_palace = <uint8_t>((p.open_to_palace & ~(1 << r)) | (~(t.no_palace[p.board][r] >> level) & 1) << r)


cdef inline void note_governing(Seat* p, int r, int c) noexcept nogil:
    """Officials of type c have come to the governors area of region r, or left it."""
    cdef int i = N_TYPES * r + c
    p.governing_at = <uint16_t>((p.governing_at & ~(1 << i)) | (p.governing[r][c] != 0) << i)


cdef inline void note_working(Seat* p, int r, int c) noexcept nogil:
    """The same of the workers area."""
    cdef int i = N_TYPES * r + c
    p.working_at = <uint16_t>((p.working_at & ~(1 << i)) | (p.working[r][c] != 0) << i)


cdef inline void note_workers(Seat* p, int r) noexcept nogil:
    """Workers have come to region r, or left it."""
    p.workers_at = <uint8_t>((p.workers_at & ~(1 << r)) | (p.workers[r] != 0) << r)
    p.pairs_at = <uint8_t>((p.pairs_at & ~(1 << r)) | (p.workers[r] > 1) << r)


cdef inline void note_wall(State* s, Seat* p, int section, int rods) noexcept nogil:
    """An own wall stands in the slot of so many rods."""
    s.taken |= <uint32_t>1 << (N_SLOTS * section + rods - 1)
    p.walled |= <uint32_t>SLOTS << (N_SLOTS * section)


cdef inline void note_palace(const Tables* t, State* s, int r) noexcept nogil:
    """A palace more stands in region r."""
    s.palaces_full = <uint8_t>(s.palaces_full | (s.palaces[r] >= t.palace_slots) << r)


cdef inline void note_seat(const Tables* t, Seat* p) noexcept nogil:
    """All that depends on a player board and its pieces alone."""
    cdef int r, c
    for r in range(N_REGIONS):
        note_region(t, p, r)
        note_workers(p, r)
        for c in range(N_TYPES):
            note_governing(p, r, c)
            note_working(p, r, c)


cdef inline int noted_wrong(const Tables* t, const State* s) noexcept nogil:
    """1 when a mask is not what the pieces say; else 0."""
    cdef State again = s[0]
    cdef Seat* p
    cdef int i, r, k
    again.taken = 0
    again.palaces_full = 0
    for k in range(N_SECTIONS * N_SLOTS):
        again.taken |= <uint32_t>(s.slot[k // N_SLOTS][k % N_SLOTS] != 0) << k
    for r in range(N_REGIONS):
        note_palace(t, &again, r)
    for i in range(t.n_players):
        p = &again.seat[i]
        p.walled = 0
        for k in range(N_SECTIONS):
            if p.wall_at[k]:
                note_wall(&again, p, k, p.wall_at[k])
        if p.board != NOBODY:
            note_seat(t, p)
    return memcmp(&again, s, sizeof(State)) != 0
