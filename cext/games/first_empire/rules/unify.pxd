"""A. Unification Action: a card in a region of the player board, tokens for it, and the unrest it causes."""

from cext.games.byte_masks cimport load5, nonzero, top_bits
from cext.games.first_empire.rules.state cimport KIND_REGION, Seat, State
from cext.games.first_empire.rules.tables cimport AREA_CARDS, MAX_UNREST, N_REGIONS, Tables
from cext.kernel.types cimport Move, kassert, pack, unlikely
from libc.stdint cimport uint8_t, uint16_t, uint64_t

cdef enum:
    ALCHEMIST_CARDS = 3        # kind of Alchemist and Master Alchemist cards


cdef inline int regions_with_room(const Seat* p) noexcept nogil:
    """"Each region on the player board can host up to 3 cards": bit mask of those with room."""
    return nonzero(<uint64_t>0x0303030303ULL - load5(p.n_cards))


cdef inline int position_of_next_card(const Tables* t, const Seat* p, int r) noexcept nogil:
    """Whether a card would be the 1st, 2nd or 3rd of a region (0, 1, 2); Alchemist cards count, or not (F2)."""
    return p.n_cards[r] - p.cards_in[r][ALCHEMIST_CARDS] if t.alchemists_apart else p.n_cards[r]


cdef inline int regions_for_a_card(const Tables* t, const Seat* p) noexcept nogil:
    """Unification action: bit mask of regions with room for a card, where the unrest it causes stays within 3.

    "A player CANNOT perform actions or trigger any effect that would cause their level … to go above 3".
    """
    cdef uint64_t cards = load5(p.n_cards), one = <uint64_t>0x0101010101ULL, unrest
    cdef int r, mask
    if unlikely(t.alchemists_apart):
        for r in range(N_REGIONS):
            cards -= <uint64_t>p.cards_in[r][ALCHEMIST_CARDS] << (8 * r)
    unrest = load5(p.unrest) + t.rise[0] + (cards & one) * t.rise[1]
    unrest += (cards >> 1 & one) * t.rise[2] + (cards & cards >> 1 & one) * t.rise[3]
    mask = top_bits((0x80 + MAX_UNREST) * one - unrest)
    return mask & regions_with_room(p) if unlikely(t.alchemists_apart) else mask   # else a 4th card is too much


cdef inline int list_regions(const Tables* t, const Seat* p, Move* moves) noexcept nogil:
    """Unification action: "in a region of their choice"."""
    cdef int r, n = 0, mask = regions_for_a_card(t, p)
    for r in range(N_REGIONS):
        moves[n] = pack(KIND_REGION, r)
        n += mask >> r & 1
    return n


cdef inline void tuck(const Tables* t, Seat* p, int r, int card) noexcept nogil:
    """"They tuck it face-up", only its ability and its trigger showing."""
    cdef int k = p.n_cards[r], trigger = t.trigger[card]
    kassert(k < AREA_CARDS)
    p.card[r][k] = <uint8_t>card
    p.n_cards[r] += 1
    p.cards_in[r][t.kind[card]] += 1
    p.n_kind[t.kind[card]] += 1
    p.by_trigger[trigger] = <uint16_t>(p.by_trigger[trigger] | 1 << (AREA_CARDS * r + k))


cdef inline void take_tokens(State* s, Seat* p, int aspect, int number) noexcept nogil:
    """"If there are not enough Unification tokens … the player takes the maximum they can (this may be 0)"."""
    cdef int taken = number if number < s.small[aspect] else s.small[aspect]
    s.small[aspect] = <uint8_t>(s.small[aspect] - taken)
    p.small[aspect] = <uint8_t>(p.small[aspect] + taken)
    p.tokens = <uint8_t>(p.tokens + taken)


cdef inline void unify(const Tables* t, State* s, Seat* p, int card, int r) noexcept nogil:
    """Unification action and Unrest: the card, its tokens, its unrest."""
    cdef int k = position_of_next_card(t, p, r)
    tuck(t, p, r, card)
    take_tokens(s, p, t.kind[card], t.card_tokens[k])
    p.unrest[r] = <uint8_t>(p.unrest[r] + t.card_unrest[k])
