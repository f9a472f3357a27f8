"""Claim Dynasty Cards: the Celestial Dragon's swap, claims in bid order, tied bids, Market and Heir."""

from cext.games.middle_kingdom.rules.goals cimport place_card, shift_goal, take_open
from cext.games.middle_kingdom.rules.state cimport (
    KIND_CLAIM, KIND_HEIR, KIND_PLACE, KIND_SWAP, NOBODY, NONE, Seat, State,
)
from cext.games.middle_kingdom.rules.tables cimport (
    CARD_DRAGON, CARD_MERCHANT, CARD_PHILOSOPHER, MERCHANT, N_TYPES, NOBLE, Tables,
)
from cext.kernel.types cimport Move, pack
from libc.stdint cimport uint8_t, uint16_t


# -- Celestial Dragon ---------------------------------------------------------------------------------------------

cdef inline int most_types(const Seat* p) noexcept nogil:
    """Mask of the types the player currently has the most of, "among just this player's cards"; none of no cards."""
    cdef int k, most = 1, mask = 0
    for k in range(N_TYPES):
        if p.pile[k] > most:
            most = p.pile[k]
            mask = 0
        mask |= (p.pile[k] == most) << k
    return mask


cdef inline int list_swaps(const Tables* t, const State* s, Move* moves) noexcept nogil:
    """Any card face up but the Philosopher, not of a type the player has the most of unless only such lie there."""
    cdef int k, barred, n = 0, found = s.kinds
    barred = most_types(&s.seat[s.active])
    for k in range(CARD_PHILOSOPHER):
        if found >> k & 1 and not barred >> t.type_of[k] & 1:
            moves[n] = pack(KIND_SWAP, k, t.type_of[k])
            n += 1
    if n:
        return n
    for k in range(CARD_PHILOSOPHER):
        if found >> k & 1:
            moves[n] = pack(KIND_SWAP, k, t.type_of[k])
            n += 1
    return n


cdef inline void swap_dragon(const Tables* t, State* s, int card) noexcept nogil:
    """The Dragon takes the card's place among those to be claimed; no claim, so without the Market."""
    cdef int i = s.active
    s.dragon = NOBODY
    s.seat[i].vp -= t.dragon_vp
    s.seat[i].swaps += 1
    take_open(t, s, i, card, t.type_of[card])
    s.open[CARD_DRAGON] = 1
    s.kinds |= <uint16_t>(1 << CARD_DRAGON)
    s.n_open += 1


# -- claims and the Market ----------------------------------------------------------------------------------------

cdef inline int list_piles(const State* s, int i, int kind, Move* moves) noexcept nogil:
    """Market: the other piles with at least one card a Merchant may be added to."""
    cdef int k, n = 0
    for k in range(N_TYPES):
        if k != MERCHANT and s.seat[i].pile[k]:
            moves[n] = pack(kind, CARD_MERCHANT, k)
            n += 1
    return n


cdef inline int list_claims(const Tables* t, const State* s, Move* moves) noexcept nogil:
    """Each kind of card face up; a Merchant on each pile the Market allows."""
    cdef int mask = s.kinds, n = t.n_claims[mask], k
    for k in range(n):
        moves[k] = t.claim_moves[mask][k] + (s.stage - KIND_CLAIM)
    if s.open[CARD_MERCHANT] and s.holder[MERCHANT] == s.active:
        n += list_piles(s, s.active, s.stage, moves + n)
    return n


cdef inline int list_places(const State* s, Move* moves) noexcept nogil:
    """A Merchant drawn by the Market player for a tied stack."""
    moves[0] = pack(KIND_PLACE, CARD_MERCHANT, MERCHANT)
    return 1 + list_piles(s, s.active, KIND_PLACE, moves + 1)


cdef inline void claim(const Tables* t, State* s, int card, int type) noexcept nogil:
    """The bid in turn claims a card."""
    s.seat[s.active].claims += 1
    s.at += 1
    take_open(t, s, s.active, card, type)


cdef inline void claim_for_heir(const Tables* t, State* s, int card, int type) noexcept nogil:
    """Heir: one of the cards the bids left."""
    s.seat[s.active].heir_claims += 1
    take_open(t, s, s.active, card, type)


# -- tied bids ----------------------------------------------------------------------------------------------------

cdef inline void shift_goals(const Tables* t, State* s) noexcept nogil:
    """"finally, shift Goal Cards if needed"."""
    cdef int k
    for k in range(N_TYPES):
        shift_goal(t, s, k)


cdef inline void place_drawn(const Tables* t, State* s, int type) noexcept nogil:
    """The Market player's drawn Merchant goes to a pile; then the Goal Cards of all who drew shift."""
    place_card(t, s, s.active, s.pending, type)
    s.pending = NONE
    shift_goals(t, s)


cdef inline bint draw_for_ties(const Tables* t, State* s, int n) noexcept nogil:
    """Tied stacks draw a card each, if there are enough for all; whether one waits for its pile."""
    cdef int k, i, card
    if t.n_deck - s.next < n:
        return False
    for k in range(s.at, s.at + n):
        i = (s.unit[k] & 15) >> 1
        card = s.deck[s.next]
        s.next += 1
        s.seat[i].draws += 1
        if card == CARD_MERCHANT and s.holder[MERCHANT] == i:
            s.pending = <uint8_t>card
            s.active = <uint8_t>i
        else:
            place_card(t, s, i, card, t.type_of[card])
    if s.pending != NONE:
        return True
    shift_goals(t, s)
    return False


cdef inline bint settle_bids(const Tables* t, State* s) noexcept nogil:
    """Go through the bids in order; whether one has to choose, the stage and the player being set."""
    cdef int n, k, u
    cdef Seat* p
    while s.at < s.n_units:
        n = 1
        u = s.unit[s.at]
        while s.at + n < s.n_units and s.unit[s.at + n] >> 4 == u >> 4:
            n += 1
        if n == 1:
            if s.n_open:
                s.stage = KIND_CLAIM
                s.active = <uint8_t>((u & 15) >> 1)
                return True
            s.seat[(u & 15) >> 1].nothing += 1
        elif u >> 7 & 1:
            if draw_for_ties(t, s, n):
                s.at += <uint8_t>n
                s.stage = KIND_PLACE
                return True
        else:
            for k in range(s.at, s.at + n):
                p = &s.seat[(s.unit[k] & 15) >> 1]
                p.stays[s.unit[k] & 1] = 1
                p.ties += 1
        s.at += <uint8_t>n
    if s.n_open and s.holder[NOBLE] != NOBODY and s.stage != KIND_HEIR:
        s.stage = KIND_HEIR
        s.active = s.holder[NOBLE]
        return True
    return False
