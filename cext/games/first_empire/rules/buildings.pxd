"""Build 1 Palace and Build 1 Wall: payments, tiles and tokens they bring, and the Emperor tiles."""

from cext.games.byte_masks cimport load5, load6, popcount, two_or_more
from cext.games.first_empire.rules.mausoleum cimport score, update_region_tile, update_site_tile
from cext.games.first_empire.rules.officials cimport regions_with_type, regions_with_workers
from cext.games.first_empire.rules.state cimport (
    CATEGORY_PALACES, FREE, KIND_EMPEROR, KIND_LARGE, KIND_PALACE, KIND_PALACE_TILE, KIND_PAY, KIND_STOP, KIND_WALL,
    Seat, State,
)
from cext.games.first_empire.rules.tables cimport (
    ARCHITECT, AREA_CARDS, MAX_UNREST, N_ASPECTS, N_PALACE_KINDS, N_PALACE_SPACES, N_REGIONS, N_SECTIONS, N_TRIGGERS,
    PALACE_ANY_FOR_UNREST, Tables,
)
from cext.games.first_empire.rules.unify cimport ALCHEMIST_CARDS
from cext.kernel.types cimport Move, kassert, pack
from libc.stdint cimport uint8_t, uint16_t, uint64_t


# -- Build 1 Palace --------------------------------------------------------------------------------------------------

cdef inline int list_palaces(const State* s, const Seat* p, Move* moves) noexcept nogil:
    """An Architect there, "2 Workers from that region + 1 Worker from a different region of their choice"; or free."""
    cdef int r, q, n = 0
    kassert(p.palaces > 0)
    for r in range(N_REGIONS):
        if not s.paying:
            if s.regions >> r & 1:
                moves[n] = pack(KIND_PALACE, r, FREE)
                n += 1
        elif p.officials[r][ARCHITECT] and p.workers[r] >= 2:
            for q in range(N_REGIONS):
                if q != r and p.workers[q]:
                    moves[n] = pack(KIND_PALACE, r, q)
                    n += 1
    return n


cdef inline bint can_build_palace(const Seat* p) noexcept nogil:
    """Whether a Palace can be paid for."""
    cdef int workers = regions_with_workers(p)
    return (p.palaces > 0) & (workers & (workers - 1) != 0) & (palace_sites(p) != 0)


cdef inline int palace_sites(const Seat* p) noexcept nogil:
    """Bit mask of regions with an Architect and two Workers."""
    return two_or_more(load5(p.workers)) & regions_with_type(p, ARCHITECT)


cdef inline int palace_tiles_to_take(const State* s, const Seat* p, int r) noexcept nogil:
    """Bit mask of kinds of the region's palace tiles that may be taken: one for unrest only where it may rise."""
    cdef int k, mask = 0
    for k in range(N_PALACE_SPACES):
        if s.palace_tile[r][k]:
            mask |= 1 << (s.palace_tile[r][k] - 1)
    return mask if p.unrest[r] < MAX_UNREST else mask & ~(1 << PALACE_ANY_FOR_UNREST)


cdef inline int build_palace(const Tables* t, State* s, Seat* p, int r, int other) noexcept nogil:
    """Pay, place the Palace; "they take a Palace tile from this region, if possible"."""
    if other != FREE:
        p.workers[r] = <uint8_t>(p.workers[r] - 2)
        p.workers[other] -= 1
    p.palaces -= 1
    p.palaces_in[r] += 1
    update_region_tile(t, s, p, r)
    s.target = <uint8_t>r
    s.amount = 0
    if palace_tiles_to_take(s, p, r):
        s.stage = KIND_PALACE_TILE
        return 1
    return ask_large(t, s, p)


cdef inline int list_palace_tiles(const Tables* t, const State* s, const Seat* p, Move* moves) noexcept nogil:
    """The kinds of the region's tiles; a tile must be taken, or may be (F13)."""
    cdef int k, n = 0, mask = palace_tiles_to_take(s, p, s.target)
    for k in range(N_PALACE_KINDS):
        if mask >> k & 1:
            moves[n] = pack(KIND_PALACE_TILE, k)
            n += 1
    if t.palace_tile_may:
        moves[n] = pack(KIND_STOP)
        n += 1
    return n


cdef inline int counted_cards(const Seat* p, int r, int kind) noexcept nogil:
    """The cards of the region a Palace tile counts."""
    return p.n_cards[r] if kind == PALACE_ANY_FOR_UNREST else p.cards_in[r][kind]


cdef inline void remove_palace_tile(State* s, int r, int kind) noexcept nogil:
    """The leftmost tile of a kind leaves the region; those right of it close up."""
    cdef int k, found = 0
    for k in range(N_PALACE_SPACES):
        if not found and s.palace_tile[r][k] == kind + 1:
            found = 1
        if found:
            s.palace_tile[r][k] = s.palace_tile[r][k + 1] if k + 1 < N_PALACE_SPACES else 0
    kassert(found)


cdef inline int take_palace_tile(const Tables* t, State* s, Seat* p, int kind) noexcept nogil:
    """The Palace tile leaves the game board; then a large token."""
    cdef int r = s.target
    remove_palace_tile(s, r, kind)
    if kind == PALACE_ANY_FOR_UNREST:
        p.unrest[r] += 1
    s.amount = <uint8_t>(kind + 1)
    return ask_large(t, s, p)


cdef inline int ask_large(const Tables* t, State* s, Seat* p) noexcept nogil:
    """"They take 1 large Unification token (of value 2) of their choice …, if possible"; not with a free Palace."""
    if s.paying and (s.large[0] or s.large[1] or s.large[2]):
        s.stage = KIND_LARGE
        return 1
    score_palace(t, s, p)
    return 0


cdef inline void take_large(const Tables* t, State* s, Seat* p, int aspect) noexcept nogil:
    """The large token; then the Palace scores."""
    s.large[aspect] -= 1
    p.large[aspect] += 1
    score_palace(t, s, p)


cdef inline void score_palace(const Tables* t, const State* s, Seat* p) noexcept nogil:
    """"They score immediately 6 VP + VPs equal to the value of the Palace tile"."""
    cdef int vp = t.palace_vp
    if s.amount:
        vp += t.palace_tile_vp[s.amount - 1] * counted_cards(p, s.target, s.amount - 1)
    score(p, vp, CATEGORY_PALACES)


cdef inline int list_large(const State* s, Move* moves) noexcept nogil:
    """The large tokens on the board."""
    cdef int a, n = 0
    for a in range(N_ASPECTS):
        if s.large[a]:
            moves[n] = pack(KIND_LARGE, a)
            n += 1
    return n


# -- Build 1 Wall ----------------------------------------------------------------------------------------------------

cdef inline uint64_t slots_open(const State* s, const Seat* p) noexcept nogil:
    """Bit 8 x section + m: the section has a free slot of m workers, and the player no wall there."""
    cdef uint64_t without = (<uint64_t>0x808080808080ULL - load6(p.wall_at)) & <uint64_t>0x808080808080ULL
    return load6(s.open) & (without >> 7) * 0xff


cdef inline uint64_t walls_to_build(const Tables* t, const State* s, const Seat* p, int paying) noexcept nogil:
    """Bit 8 x section + m: a wall can be built there in a slot of m workers; of sections and slots, not of supply.

    Workers "all must come from different regions"; a wall that is a reward is free.
    """
    return slots_open(s, p) & t.payable[regions_with_workers(p)] if paying else slots_open(s, p)


cdef inline int free_markings(const Tables* t, const State* s, int section) noexcept nogil:
    """Bit m: a slot of m workers of a section is free."""
    cdef int k, mask = 0
    for k in range(t.n_slots[section]):
        mask |= (s.slot[section][k] == 0) << t.markings[section][k]
    return mask


cdef inline bint can_build_wall(const Tables* t, const State* s, const Seat* p, int paying) noexcept nogil:
    """Whether there is a wall to build."""
    return (p.walls > 0) & (walls_to_build(t, s, p, paying) != 0)


cdef inline int list_walls(const Tables* t, const State* s, const Seat* p, Move* moves) noexcept nogil:
    """Sections, and the markings of a slot there; equal slots once."""
    cdef uint64_t walls = walls_to_build(t, s, p, s.paying)
    cdef int k, m, n = 0
    kassert(p.walls > 0)
    for k in range(N_SECTIONS):
        for m in range(1, 4):
            moves[n] = pack(KIND_WALL, k, m)
            n += walls >> (8 * k + m) & 1
    return n


cdef inline int build_wall(const Tables* t, State* s, int seat, int section, int markings) noexcept nogil:
    """"1 Wall from their supply … on an available slot"; then the Workers, or at once the Emperor tile."""
    cdef Seat* p = &s.seat[seat]
    cdef int k = 0
    while s.slot[section][k] or t.markings[section][k] != markings:
        k += 1
    kassert(k < t.n_slots[section])
    s.slot[section][k] = <uint8_t>(seat + 1)
    s.open[section] = <uint8_t>free_markings(t, s, section)
    p.wall_at[section] = <uint8_t>(k + 1)
    update_site_tile(t, s, p, t.site_of[section])
    p.walls -= 1
    s.target = <uint8_t>section
    s.rods = <uint8_t>markings
    if s.paying:
        s.stage = KIND_PAY
        return 1
    return ask_emperor(t, s, p)


cdef inline int list_payments(const State* s, const Seat* p, Move* moves) noexcept nogil:
    """One worker each of as many regions as the slot has markings."""
    cdef int n = 0, workers = regions_with_workers(p), mask = workers & -workers
    while mask:                                 # through the parts of `workers`, least number first
        moves[n] = pack(KIND_PAY, mask)
        n += popcount(mask) == s.rods
        mask = (mask - workers) & workers
    return n


cdef inline int pay_workers(const Tables* t, State* s, Seat* p, int mask) noexcept nogil:
    """The workers go back; then the Emperor tile."""
    cdef int r
    for r in range(N_REGIONS):
        p.workers[r] = <uint8_t>(p.workers[r] - (mask >> r & 1))
    return ask_emperor(t, s, p)


cdef inline int emperor_stack(const Tables* t, int section) noexcept nogil:
    """Where the Emperor tile of a section lies: there, or in the stack of its site (F8)."""
    return t.site_of[section] if t.emperor_by_site else section


cdef inline bint has_tucked(const Tables* t, const Seat* p) noexcept nogil:
    """"Only if they have tucked at least one card …, i.e. after … at least one Unification action" (F30)."""
    return p.n_kind[0] + p.n_kind[1] + p.n_kind[2] + p.n_kind[ALCHEMIST_CARDS] * t.emperor_any_card > 0


cdef inline int ask_emperor(const Tables* t, State* s, const Seat* p) noexcept nogil:
    """Who is first on a section takes its Emperor tile, or whose Wall is free (F31), if a card can bear it."""
    cdef int k, walls = 0, r
    for k in range(t.n_slots[s.target]):
        walls += s.slot[s.target][k] > 0
    if walls > 1 and (s.paying or not t.free_wall_any):
        return 0
    if s.n_emperor[emperor_stack(t, s.target)] == 0 or not has_tucked(t, p):
        return 0
    for r in range(N_REGIONS):
        if (1 << p.n_cards[r]) - 1 & ~(p.emperor >> (AREA_CARDS * r)):
            s.stage = KIND_EMPEROR
            return 1
    return 0


cdef inline int list_emperors(const Seat* p, Move* moves) noexcept nogil:
    """"Any card" without an Emperor tile."""
    cdef int r, k, n = 0
    for r in range(N_REGIONS):
        for k in range(p.n_cards[r]):
            if not p.emperor >> (AREA_CARDS * r + k) & 1:
                moves[n] = pack(KIND_EMPEROR, r, k)
                n += 1
    return n


cdef inline int pop_emperor(State* s, int stack) noexcept nogil:
    """The trigger on the top Emperor tile of a stack, which is taken off."""
    cdef int k, trigger = s.emperor[stack][0] - 1
    kassert(s.n_emperor[stack] > 0)
    for k in range(1, s.n_emperor[stack]):
        s.emperor[stack][k - 1] = s.emperor[stack][k]
    s.n_emperor[stack] -= 1
    s.emperor[stack][s.n_emperor[stack]] = 0
    return trigger


cdef inline void put_emperor(const Tables* t, State* s, Seat* p, int r, int k) noexcept nogil:
    """"Thus modifying the trigger": it replaces the card's, or is added to it (F9)."""
    cdef int i, bit = 1 << (AREA_CARDS * r + k), trigger = pop_emperor(s, emperor_stack(t, s.target))
    if not t.emperor_adds:
        for i in range(N_TRIGGERS):
            p.by_trigger[i] = <uint16_t>(p.by_trigger[i] & ~bit)
    p.by_trigger[trigger] = <uint16_t>(p.by_trigger[trigger] | bit)
    p.emperor = <uint16_t>(p.emperor | bit)
