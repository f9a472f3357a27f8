"""Solo Mode: Li Si's turns, his soldiers, and what he does in phase 3; he decides nothing."""

from cext.games.byte_masks cimport lowest_bit, popcount
from cext.games.first_empire.rules.buildings cimport emperor_stack, free_markings, pop_emperor, remove_palace_tile
from cext.games.first_empire.rules.elixir cimport place_alchemist_card, take_master, unlock
from cext.games.first_empire.rules.mausoleum cimport (
    place_soldier, score, tiles_for_a_soldier, update_elixir_tile, update_region_tile, update_site_tile,
)
from cext.games.first_empire.rules.rewards cimport LARGE_VALUE, UNLOCK_VALUE, large_tokens, small_tokens
from cext.games.first_empire.rules.state cimport CATEGORY_PALACES, KIND_HIS_SOLDIER, Seat, State
from cext.games.first_empire.rules.tables cimport (
    AREA_CARDS, FAMILY_ELIXIR, FAMILY_GOVERNOR, FAMILY_PALACE, FAMILY_UNIFICATION, FIRST_MASTER, FIRST_OWN, HAND,
    MODE_OPEN_1, MODE_RIGHT_2, N_ASPECTS, N_MAUSOLEUM, N_SECTIONS, SPOT_REGION, SPOT_WALL, SoloCard, Tables,
)
from cext.games.first_empire.rules.unify cimport position_of_next_card, take_tokens, tuck
from cext.kernel.rng cimport rng_below, rng_shuffle, rng_stream
from cext.kernel.types cimport kassert
from libc.stdint cimport uint8_t, uint64_t

cdef enum:
    LISI = 1                   # his seat; the player sits at 0
    PLAYER = 0
    DRAW_LISI = 64             # streams from here on: what is drawn for him in the course of the game


cdef inline bint is_lisi(const Tables* t, int seat) noexcept nogil:
    """Whether a seat is his."""
    return t.solo and seat == LISI


cdef inline uint64_t next_draw(State* s) noexcept nogil:
    """The stream of his next random draw."""
    s.draws += 1
    return rng_stream(s.key, DRAW_LISI + s.draws - 1)


cdef inline int draw_of(State* s, int mask) noexcept nogil:
    """One bit of a mask at random."""
    cdef int k = <int>rng_below(next_draw(s), 0, popcount(mask))
    while k:
        mask &= mask - 1
        k -= 1
    return lowest_bit(mask)


cdef inline void form_unification_deck(State* s) noexcept nogil:
    """Phase 1: his 6 cards, shuffled; those of the round before that were not drawn are dropped (S1)."""
    cdef Seat* p = &s.seat[LISI]
    cdef int k
    for k in range(s.n_lisi_cards):
        s.dropped[s.n_dropped] = s.lisi_cards[k]
        s.n_dropped += 1
    kassert(p.n_hand == HAND)
    for k in range(HAND):
        s.lisi_cards[k] = p.hand[k]
        p.hand[k] = 0
    s.n_lisi_cards = p.n_hand
    p.n_hand = 0
    rng_shuffle(s.lisi_cards, s.n_lisi_cards, next_draw(s))


cdef inline int pop(uint8_t* cards, uint8_t* n) noexcept nogil:
    """The top card of a deck, which is taken off."""
    cdef int k, card = cards[0]
    kassert(n[0] > 0)
    n[0] -= 1
    for k in range(n[0]):
        cards[k] = cards[k + 1]
    cards[n[0]] = 0
    return card


cdef inline void shuffle_deck(State* s) noexcept nogil:
    """"Shuffle Li Si's discard pile with his Action deck"."""
    cdef int k
    for k in range(s.n_lisi_discard):
        s.lisi_deck[s.n_lisi_deck] = s.lisi_discard[k]
        s.n_lisi_deck += 1
        s.lisi_discard[k] = 0
    s.n_lisi_discard = 0
    rng_shuffle(s.lisi_deck, s.n_lisi_deck, next_draw(s))


cdef inline int lisi_turn(const Tables* t, State* s) noexcept nogil:
    """Phase 2: "draw the first card from his Action deck, perform its action"; 1: the player picks a tile for him."""
    cdef Seat* p = &s.seat[LISI]
    cdef const SoloCard* c
    cdef int number
    if s.n_lisi_deck == 0:
        shuffle_deck(s)
    number = pop(s.lisi_deck, &s.n_lisi_deck)
    c = &t.solo_card[number]
    if c.family == FAMILY_UNIFICATION:
        lisi_unifies(t, s, p)
    elif c.family == FAMILY_ELIXIR:
        lisi_searches(t, s, p, c)
    elif c.family == FAMILY_GOVERNOR:
        lisi_installs(t, s, p, c)
    elif c.family == FAMILY_PALACE:
        lisi_builds_palace(t, s, p, c)
    else:
        lisi_builds_wall(t, s, p, c)
    if c.once:
        s.lisi_removed[s.n_lisi_removed] = <uint8_t>number
        s.n_lisi_removed += 1
    else:
        s.lisi_discard[s.n_lisi_discard] = <uint8_t>number
        s.n_lisi_discard += 1
    return place_his_soldiers(t, s)


# -- his action cards ----------------------------------------------------------------------------------------------

cdef inline void lisi_unifies(const Tables* t, State* s, Seat* p) noexcept nogil:
    """Unification (1-5): the leftmost region with room, up to that of the round; otherwise the Court (S2, S13)."""
    cdef int card = pop(s.lisi_cards, &s.n_lisi_cards), r = 0, k
    if t.lisi_if_full and p.n_cards[s.round] == AREA_CARDS:
        r = s.round + 1
    while r <= s.round and p.n_cards[r] == AREA_CARDS:
        r += 1
    if r <= s.round:
        k = position_of_next_card(t, p, r)
        tuck(t, p, r, card)
        take_tokens(s, p, t.kind[card], t.card_tokens[k])
        return
    if s.court or not t.lisi_under_x:
        s.court = <uint8_t>card
    s.n_court += 1
    for k in range(N_ASPECTS):
        take_tokens(s, p, k, t.lisi_court_tokens)


cdef inline void lisi_searches(const Tables* t, State* s, Seat* p, const SoloCard* c) noexcept nogil:
    """Search for the Elixir (6-9): a soldier a symbol, or an Alchemist card if one stands at the entrance (S3)."""
    cdef int _, places = p.entrance > 0, left = c.steps
    while left and p.ship < t.n_route - 1:
        left -= 1
        p.ship += 1
        for _ in range(t.symbols[p.ship]):
            if t.lisi_each_symbol:
                places = p.entrance > 0
            if places and p.aside and p.n_cards[s.round] < AREA_CARDS:
                place_alchemist_card(t, s, p, FIRST_OWN + draw_of(s, p.aside), s.round)
            else:
                unlock(p, 1)
        for _ in range(t.masters_at[p.ship]):
            if s.masters:
                take_master(s, p, FIRST_MASTER + draw_of(s, s.masters))
    update_elixir_tile(t, s, p)


cdef inline bint has_soldier(const Tables* t, const State* s, const Seat* p, int kind, int place) noexcept nogil:
    """Whether his soldier stands on the tile of a region or site."""
    cdef int k
    for k in range(N_MAUSOLEUM):
        if p.spots >> k & 1 and t.spot_kind[s.spot[k]] == kind and t.spot_place[s.spot[k]] == place:
            return 1
    return 0


cdef inline int region_of(const Tables* t, const State* s, const Seat* p, const SoloCard* c,
                          int governors) noexcept nogil:
    """The first region of the card without his soldier; if none, for a Governor the first without his majority (S4).

    -1: none, by a reading that leaves a card without a rule of its own without any.
    """
    cdef int k
    for k in range(c.n_order):
        if not has_soldier(t, s, p, SPOT_REGION, c.order[k]):
            return c.order[k]
    if t.lisi_alone and not c.has_rule:
        return -1
    for k in range(c.n_order):
        if governors and p.governors_in[c.order[k]] <= s.seat[PLAYER].governors_in[c.order[k]]:
            return c.order[k]
    return c.order[0]


cdef inline void lisi_installs(const Tables* t, State* s, Seat* p, const SoloCard* c) noexcept nogil:
    """Install 1 Governor (10-14): one, or two from the right; without a free space to the open area; no bonus."""
    cdef int r = region_of(t, s, p, c, 1), _, j, space
    for _ in range(2 if c.mode == MODE_RIGHT_2 else 1):
        if p.governors == 0 or r < 0:
            return
        p.governors -= 1
        p.governors_in[r] += 1
        update_region_tile(t, s, p, r)
        if c.mode == MODE_OPEN_1:
            continue
        for j in range(t.n_spaces):
            space = t.n_spaces - 1 - j if c.mode == MODE_RIGHT_2 else j
            if s.governor[r][space] == 0:
                s.governor[r][space] = LISI + 1
                break


cdef inline void lisi_builds_palace(const Tables* t, State* s, Seat* p, const SoloCard* c) noexcept nogil:
    """Build 1 Palace (15-19): 6 VP, a large token in the order of the card, and its leftmost tile if it says so."""
    cdef int r = region_of(t, s, p, c, 0), k, kind
    if p.palaces == 0 or r < 0:
        return
    p.palaces -= 1
    p.palaces_in[r] += 1
    update_region_tile(t, s, p, r)
    score(p, t.palace_vp, CATEGORY_PALACES)
    for k in range(c.n_tokens):
        if s.large[c.tokens[k]]:
            s.large[c.tokens[k]] -= 1
            p.large[c.tokens[k]] += 1
            break
    if c.takes_tile and s.palace_tile[r][0]:
        kind = s.palace_tile[r][0] - 1
        remove_palace_tile(s, r, kind)
        s.lisi_tile[r][kind] += 1


cdef inline void lisi_builds_wall(const Tables* t, State* s, Seat* p, const SoloCard* c) noexcept nogil:
    """Build 1 Wall (20-24): the first site without his soldier, the section and the slot the card says."""
    cdef int section = section_of(t, s, p, c, 1), k, slot
    if section < 0 and (c.has_rule or not t.lisi_alone):
        section = section_of(t, s, p, c, 0)
    if p.walls == 0 or section < 0:
        return
    for k in range(t.n_slots[section]):
        slot = t.n_slots[section] - 1 - k if c.right_slot else k
        if s.slot[section][slot] == 0:
            s.slot[section][slot] = LISI + 1
            s.open[section] = <uint8_t>free_markings(t, s, section)
            p.wall_at[section] = <uint8_t>(slot + 1)
            update_site_tile(t, s, p, t.site_of[section])
            break
    p.walls -= 1
    if c.takes_tile:
        lisi_takes_emperor(t, s, section)


cdef inline void lisi_takes_emperor(const Tables* t, State* s, int section) noexcept nogil:
    """"If there is an Emperor's tile in the Wall site": that of his section, or else the site's other one (S12)."""
    cdef int k, stack = emperor_stack(t, section)
    for k in range(N_SECTIONS):
        if s.n_emperor[stack] == 0 and t.site_of[k] == t.site_of[section] and not t.lisi_own_section:
            stack = emperor_stack(t, k)
    if s.n_emperor[stack]:
        pop_emperor(s, stack)
        s.lisi_emperors += 1


cdef inline int section_of(const Tables* t, const State* s, const Seat* p, const SoloCard* c, int open) noexcept nogil:
    """The first section without his wall, by the sites of the card; open: of sites without his soldier. -1: none."""
    cdef int i, k, section
    for i in range(c.n_order):
        if open and has_soldier(t, s, p, SPOT_WALL, c.order[i]):
            continue
        for k in range(N_SECTIONS):
            section = N_SECTIONS - 1 - k if c.right_section else k
            if t.site_of[section] == c.order[i] and p.wall_at[section] == 0:
                return section
    return -1


# -- Terracotta Soldiers and Mausoleum -----------------------------------------------------------------------------

cdef inline int place_his_soldiers(const Tables* t, State* s) noexcept nogil:
    """"As soon as Li Si meets the conditions": all he can; "you choose the one he validates" if he has too few."""
    cdef Seat* p = &s.seat[LISI]
    cdef int tiles = tiles_for_a_soldier(s, p)
    while tiles:
        if popcount(tiles) > p.entrance:
            s.stage = KIND_HIS_SOLDIER
            return 1
        place_soldier(t, s, LISI, lowest_bit(tiles))
        tiles = tiles_for_a_soldier(s, p)
    return 0


# -- Phase 3 --------------------------------------------------------------------------------------------------------

cdef inline int unlock_his_soldiers(const Tables* t, State* s) noexcept nogil:
    """Large tokens first, then small ones "of the aspect he has the most in", for as many soldiers as possible."""
    cdef Seat* p = &s.seat[LISI]
    cdef int a, soldiers = (small_tokens(p) + LARGE_VALUE * large_tokens(p)) // UNLOCK_VALUE, price
    if soldiers > p.locked:
        soldiers = p.locked
    price = UNLOCK_VALUE * soldiers
    for a in range(N_ASPECTS):
        while price > 0 and p.large[a]:
            p.large[a] -= 1
            s.large[a] += 1
            price -= LARGE_VALUE
    return_most(s, p, price if price > 0 else 0)
    unlock(p, soldiers)
    return place_his_soldiers(t, s)


cdef inline void return_most(State* s, Seat* p, int number) noexcept nogil:
    """So many small tokens: all of the aspect he has most in, then of the next; equal ones in their order (S8)."""
    cdef int a, best, _, returned, done = 0
    for _ in range(N_ASPECTS):
        best = -1
        for a in range(N_ASPECTS):
            if not done >> a & 1 and (best < 0 or p.small[a] > p.small[best]):
                best = a
        done |= 1 << best
        returned = number if number < p.small[best] else p.small[best]
        p.small[best] = <uint8_t>(p.small[best] - returned)
        s.small[best] = <uint8_t>(s.small[best] + returned)
        number -= returned
