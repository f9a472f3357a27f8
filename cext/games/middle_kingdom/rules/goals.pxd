"""Piles of Dynasty Cards, and the Goal Cards that move with them."""

from cext.games.middle_kingdom.rules.state cimport NOBODY, Seat, State
from cext.games.middle_kingdom.rules.tables cimport CARD_DRAGON, CARD_MERCHANT, MERCHANT, Tables
from libc.stdint cimport int16_t, uint8_t, uint16_t


cdef inline void shift_goal(const Tables* t, State* s, int type) noexcept nogil:
    """Goal Cards: two of a type take its card, more than its holder has take it away; equal ones leave it."""
    cdef int i, n, most = 0, who = NOBODY, holder = s.holder[type]
    for i in range(t.n_players):
        n = s.seat[i].pile[type]
        if n > most:
            most = n
            who = i
        elif n == most:
            who = NOBODY
    if who == NOBODY or who == holder or most < t.goal_cards:
        return
    if holder == NOBODY:
        s.n_goals += 1
    else:
        s.seat[holder].vp = <int16_t>(s.seat[holder].vp - t.goal_vp[type])
    s.holder[type] = <uint8_t>who
    s.seat[who].vp = <int16_t>(s.seat[who].vp + t.goal_vp[type])


cdef inline void place_card(const Tables* t, State* s, int i, int card, int type) noexcept nogil:
    """Put a Dynasty Card on a pile of seat i; a Merchant on another pile counts as two (Market)."""
    cdef Seat* p = &s.seat[i]
    p.card[card] += 1
    p.n_cards += 1
    p.vp = <int16_t>(p.vp + t.card_vp[card])
    if card == CARD_MERCHANT and type != MERCHANT:
        p.pile[type] += 2
        p.foreign[type] += 1
        p.merchants_moved += 1
    else:
        p.pile[type] += 1


cdef inline void take_open(const Tables* t, State* s, int i, int card, int type) noexcept nogil:
    """Claim a card that lies face up; the Celestial Dragon gives a token and is set aside."""
    cdef int holder
    s.open[card] -= 1
    s.n_open -= 1
    if s.open[card] == 0:
        s.kinds &= <uint16_t>~(1 << card)
    if card == CARD_DRAGON:
        s.seat[i].tokens += 1
        s.seat[i].vp = <int16_t>(s.seat[i].vp + t.card_vp[CARD_DRAGON])
        return
    place_card(t, s, i, card, type)
    holder = s.holder[type]
    if holder != i and (holder == NOBODY or s.seat[i].pile[type] > s.seat[holder].pile[type]):
        shift_goal(t, s, type)
