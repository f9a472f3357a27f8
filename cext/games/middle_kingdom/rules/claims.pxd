"""Claim Dynasty Cards: the Celestial Dragon's swap, claims in bid order, tied bids, Market and Heir."""

from cext.games.byte_masks cimport load5, nonzero
from cext.games.middle_kingdom.rules.goals cimport cards_of, place_card, shift_goal, take_open
from cext.games.middle_kingdom.rules.state cimport (
    KIND_CLAIM, KIND_HEIR, KIND_PLACE, KIND_SWAP, NOBODY, NONE, Seat, State,
)
from cext.games.middle_kingdom.rules.tables cimport (
    CARD_DRAGON, CARD_MERCHANT, CARD_PHILOSOPHER, MAX_CHOICE, MERCHANT, NOBLE, N_TYPES, Tables,
)
from cext.kernel.types cimport Move, pack
from libc.stdint cimport uint8_t, uint16_t


cdef inline int list_kinds(const Tables* t, int kinds, int kind, Move* moves) noexcept nogil:
    """One move of that kind for each kind of card of a set; returns how many."""
    cdef int k
    for k in range(MAX_CHOICE):
        moves[k] = t.claim_moves[kinds][k] + (kind - KIND_CLAIM)
    return t.n_claims[kinds]


# -- Celestial Dragon ---------------------------------------------------------------------------------------------

cdef inline int most_types(const Tables* t, const Seat* p) noexcept nogil:
    """Mask of the types the player currently has the most of, "among just this player's cards"; none of no cards."""
    cdef int n[N_TYPES]
    cdef int k, most = 1, mask = 0
    for k in range(N_TYPES):
        n[k] = p.pile[k] if t.merchants_in_swap else cards_of(p, k)
        most = max(most, n[k])
    for k in range(N_TYPES):
        mask |= (n[k] == most) << k
    return mask


cdef inline int list_swaps(const Tables* t, const State* s, Move* moves) noexcept nogil:
    """Any card face up but the Philosopher, not of a type the player has the most of unless only such lie there."""
    cdef int found = s.kinds & ((1 << CARD_PHILOSOPHER) - 1)
    cdef int free = found & ~t.kinds_of[most_types(t, &s.seat[s.active])], kinds = free if free else found
    cdef int n = list_kinds(t, kinds, KIND_SWAP, moves)
    if t.swap_market and has_market(s, kinds):
        n += list_piles(s, s.active, KIND_SWAP, moves + n)
    return n


cdef inline void swap_dragon(const Tables* t, State* s, int card, int type) noexcept nogil:
    """The Dragon takes the card's place among those to be claimed; a swap is no claim, so it has no Market."""
    cdef int i = s.active
    s.dragon = NOBODY
    s.seat[i].vp -= t.dragon_vp
    s.seat[i].swaps += 1
    take_open(t, s, i, card, type)
    s.open[CARD_DRAGON] = 1
    s.kinds |= <uint16_t>(1 << CARD_DRAGON)
    s.n_open += 1


# -- claims and the Market ----------------------------------------------------------------------------------------

cdef inline int other_piles(const Seat* p) noexcept nogil:
    """Market: mask of the other piles with at least one card, to which a Merchant may be added."""
    return nonzero(load5(p.pile)) & ~(1 << MERCHANT)


cdef inline int list_piles(const State* s, int i, int kind, Move* moves) noexcept nogil:
    """A Merchant to each of those piles."""
    cdef int k, n = 0, piles = other_piles(&s.seat[i])
    for k in range(N_TYPES):
        moves[n] = pack(kind, CARD_MERCHANT, k)
        n += piles >> k & 1
    return n


cdef inline bint has_market(const State* s, int kinds) noexcept nogil:
    """Whether the player to move may put a Merchant, one of these kinds, on another pile."""
    return (kinds >> CARD_MERCHANT & 1) & (s.holder[MERCHANT] == s.active)


cdef inline int list_claims(const Tables* t, const State* s, Move* moves) noexcept nogil:
    """Each kind of card face up; a Merchant on each pile the Market allows."""
    cdef int n = list_kinds(t, s.kinds, s.stage, moves)
    if has_market(s, s.kinds):
        n += list_piles(s, s.active, s.stage, moves + n)
    return n


cdef inline int list_places(const State* s, Move* moves) noexcept nogil:
    """A Merchant drawn by the Market player for a tied stack."""
    moves[0] = pack(KIND_PLACE, CARD_MERCHANT, MERCHANT)
    return 1 + list_piles(s, s.active, KIND_PLACE, moves + 1)


cdef inline void claim(const Tables* t, State* s, int card, int type) noexcept nogil:
    """The bid in turn claims a card; Heir: one of the cards the bids left."""
    cdef bint heir = s.stage == KIND_HEIR
    s.seat[s.active].claims += not heir
    s.seat[s.active].heir_claims += heir
    s.n_settled += not heir
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
    for k in range(s.n_settled, s.n_settled + n):
        i = (s.ranked_bid[k] & 15) >> 1
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
    cdef int n, k, bid
    cdef Seat* p
    while s.n_settled < s.n_ranked_bids:
        n = 1
        bid = s.ranked_bid[s.n_settled]
        while s.ranked_bid[s.n_settled + n] >> 4 == bid >> 4:
            n += 1
        if n == 1:
            if s.n_open:
                s.stage = KIND_CLAIM
                s.active = <uint8_t>((bid & 15) >> 1)
                return True
            s.seat[(bid & 15) >> 1].nothing += 1
        elif bid >> 7 & 1:
            if draw_for_ties(t, s, n):
                s.n_settled += <uint8_t>n
                s.stage = KIND_PLACE
                return True
        else:
            for k in range(s.n_settled, s.n_settled + n):
                p = &s.seat[(s.ranked_bid[k] & 15) >> 1]
                p.stays[s.ranked_bid[k] & 1] = 1
                p.ties += 1
        s.n_settled += <uint8_t>n
    if (s.n_open > 0) & (s.holder[NOBLE] != NOBODY) & (s.stage != KIND_HEIR):
        s.stage = KIND_HEIR
        s.active = s.holder[NOBLE]
        return True
    return False
