"""Mausoleum and Terracotta Soldiers: conditions, and soldiers from the entrance to the tiles."""

from cext.games.byte_masks cimport count_nonzero8, load6, lowest_bit
from cext.games.first_empire.rules.state cimport CATEGORY_SOLDIERS, KIND_SOLDIER, KIND_STOP, Seat, State
from cext.games.first_empire.rules.tables cimport PLACE_ELIXIR, PLACE_SITE, SPOT_REGION, SPOT_WALL, Tables
from cext.kernel.types cimport Move, kassert, pack
from libc.stdint cimport int32_t, uint8_t, uint16_t


cdef inline void score(Seat* p, int points, int category) noexcept nogil:
    """Victory points during the game."""
    p.vp += points
    p.source[category] += points


cdef inline int walls_at(const Tables* t, const Seat* p, int site) noexcept nogil:
    """Walls of a player at a Wall site, 0 to 2."""
    return count_nonzero8(load6(p.wall_at) & t.at_site[site])


cdef inline bint region_fulfils(const Tables* t, const Seat* p, int tile, int r) noexcept nogil:
    """Governors and Palaces of a region."""
    cdef int governors = p.governors_in[r], palaces = p.palaces_in[r]
    return ((governors >= t.need_governors[tile]) & (palaces >= t.need_palaces[tile])
            & (governors + palaces >= t.need_pieces[tile]))


cdef inline bint site_fulfils(const Tables* t, const Seat* p, int tile, int site) noexcept nogil:
    """Walls of a site."""
    return walls_at(t, p, site) >= t.need_walls[tile]


cdef inline bint route_fulfils(const Tables* t, const Seat* p, int tile) noexcept nogil:
    """The ship on the Elixir route, and Alchemist cards."""
    return (p.ship >= t.need_space[tile]) & (p.n_kind[3] >= t.need_cards[tile])


cdef inline bint is_fulfilled(const Tables* t, const State* s, const Seat* p, int k) noexcept nogil:
    """"The Mausoleum tiles depict a minimum requirement (players may exceed the requirement)"."""
    cdef int tile = s.tile[k], kind = t.spot_kind[s.spot[k]], place = t.spot_place[s.spot[k]]
    if kind == SPOT_REGION:
        return region_fulfils(t, p, tile, place)
    return site_fulfils(t, p, tile, place) if kind == SPOT_WALL else route_fulfils(t, p, tile)


cdef inline int tiles_for_a_soldier(const State* s, const Seat* p) noexcept nogil:
    """Bit mask of spots with a free slot, no soldier of the player yet, and the condition fulfilled."""
    return p.fulfilled & ~p.spots & ~s.full & -<int>(p.entrance > 0)


cdef inline void update_region_tile(const Tables* t, const State* s, Seat* p, int r) noexcept nogil:
    """A piece came to a region: is its tile fulfilled?"""
    cdef int k = s.spot_at[r]
    p.fulfilled = <uint16_t>(p.fulfilled | region_fulfils(t, p, s.tile[k], r) << k)


cdef inline void update_site_tile(const Tables* t, const State* s, Seat* p, int site) noexcept nogil:
    """A wall came to a site: is its tile fulfilled?"""
    cdef int k = s.spot_at[PLACE_SITE + site]
    p.fulfilled = <uint16_t>(p.fulfilled | site_fulfils(t, p, s.tile[k], site) << k)


cdef inline void update_elixir_tile(const Tables* t, const State* s, Seat* p) noexcept nogil:
    """The ship moved, or an Alchemist card was placed: is the tile of the Elixir fulfilled?"""
    cdef int k = s.spot_at[PLACE_ELIXIR]
    p.fulfilled = <uint16_t>(p.fulfilled | route_fulfils(t, p, s.tile[k]) << k)


cdef inline int ask_soldier(const Tables* t, State* s, const Seat* p) noexcept nogil:
    """"One or more" soldiers: 1 when the state waits for one."""
    if tiles_for_a_soldier(s, p):
        s.stage = KIND_SOLDIER
        return 1
    return 0


cdef inline int list_soldiers(int kind, int mask, Move* moves) noexcept nogil:
    """The spots of a mask; a player may also keep his soldiers."""
    cdef int n = 0
    while mask:
        moves[n] = pack(kind, lowest_bit(mask))
        mask &= mask - 1
        n += 1
    if kind == KIND_SOLDIER:
        moves[n] = pack(KIND_STOP)
        n += 1
    return n


cdef inline void place_soldier(const Tables* t, State* s, int seat, int k) noexcept nogil:
    """"On the topmost available space … and immediately scores the VP"."""
    cdef Seat* p = &s.seat[seat]
    cdef int slot = s.n_soldiers[k]
    kassert(p.entrance > 0)
    kassert(slot < t.tile_slots[s.tile[k]])
    score(p, t.tile_vp[s.tile[k]][slot], CATEGORY_SOLDIERS)
    s.soldier[k][slot] = <uint8_t>(seat + 1)
    s.n_soldiers[k] += 1
    s.full = <uint16_t>(s.full | (s.n_soldiers[k] == t.tile_slots[s.tile[k]]) << k)
    p.spots = <uint16_t>(p.spots | 1 << k)
    p.entrance -= 1
    p.validated[s.spot[k]] = <uint8_t>(s.round + 1)
