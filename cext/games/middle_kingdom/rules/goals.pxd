"""Piles of Dynasty Cards, and the Goal Cards that move with them."""

from cext.games.middle_kingdom.rules.state cimport NOBODY, Seat, State
from cext.games.middle_kingdom.rules.tables cimport (
    ALL_GOALS, CARD_DRAGON, CARD_MERCHANT, MAX_PLAYERS, MERCHANT, Tables,
)
from cext.kernel.types cimport unlikely
from libc.stdint cimport int32_t, uint8_t, uint16_t


cdef inline void shift_goal(const Tables* t, State* s, int type) noexcept nogil:
    """Goal Cards: two of a type take its card, more than its holder has take it away; equal ones leave it."""
    cdef int i
    for i in range(t.n_players):
        if takes_goal(t, s, i, type):
            give_goal(t, s, i, type, True)
            return


cdef inline bint takes_goal(const Tables* t, const State* s, int i, int type) noexcept nogil:
    """Whether seat i alone has most of a type, enough for its Goal Card, and does not hold it."""
    cdef int k, length = s.seat[i].pile[type], as_long = 0
    for k in range(MAX_PLAYERS):           # nobody there has no cards
        as_long += s.seat[k].pile[type] >= length
    return (as_long == 1) & (length >= t.goal_cards) & (s.holder[type] != i) & in_play(s, type)


cdef inline bint in_play(const State* s, int type) noexcept nogil:
    """Whether who alone has most of a type has its Goal Card (State.in_play)."""
    return s.in_play >> type & 1


cdef inline bint out_of_play(const State* s, int type) noexcept nogil:
    """The contrary; hardly ever, and of the switch moved_merchants alone."""
    return unlikely(s.in_play != ALL_GOALS) and not in_play(s, type)


cdef inline bint comes_into_play(const Tables* t, const Seat* p, int type) noexcept nogil:
    """Whether one card of the type more for a player makes it so."""
    return cards_of(p, type) + 1 >= t.goal_cards


cdef inline void bring_into_play(const Tables* t, State* s, const Seat* p, int type) noexcept nogil:
    """Goal Cards of which a player has "two or more Dynasty cards of the same type", Merchants elsewhere aside."""
    s.in_play |= <uint8_t>((cards_of(p, type) >= t.goal_cards) << type)


cdef inline void give_goal(const Tables* t, State* s, int who, int type, bint given) noexcept nogil:
    """If given, the Goal Card of a type goes to a seat, from its holder if it has one.

    Without a branch, as nobody foresees whether a card takes it.
    """
    cdef int holder = s.holder[type], vp = given * t.goal_vp[type]
    cdef bint held = holder != NOBODY
    cdef int giver = holder if held else who
    s.n_goals += given & (not held)
    s.seat[giver].vp -= held * vp
    s.seat[who].vp += vp
    s.holder[type] = <uint8_t>(who if given else holder)


cdef inline int cards_of(const Seat* p, int type) noexcept nogil:
    """Cards of a type wherever they lie: a Merchant on another pile is a Merchant."""
    return p.card[CARD_MERCHANT] if type == MERCHANT else p.pile[type] - 2 * p.foreign[type]


cdef inline void place_card(const Tables* t, State* s, int i, int card, int type, int n=1) noexcept nogil:
    """Put a Dynasty Card on a pile of seat i, n = 0: only its jade; a Merchant elsewhere counts as two (Market)."""
    cdef Seat* p = &s.seat[i]
    cdef bint moved = (card == CARD_MERCHANT) & (type != MERCHANT)
    p.vp += t.card_vp[card]
    p.card[n * card] += <uint8_t>n
    p.n_cards += <uint8_t>n
    p.pile[n * type] += <uint8_t>(n + moved)
    p.foreign[n * type] += moved
    p.merchants_moved += moved
    if unlikely(s.in_play != ALL_GOALS) and n:
        bring_into_play(t, s, p, type)


cdef inline void take_open(const Tables* t, State* s, int i, int card, int type) noexcept nogil:
    """Claim a card that lies face up; the Celestial Dragon gives a token, if there is one, and is set aside."""
    cdef int n = card != CARD_DRAGON       # Dynasty Cards
    cdef int token = (1 - n) & (s.tokens_left > 0)
    s.open[card] -= 1
    s.n_open -= 1
    s.kinds &= <uint16_t>~((s.open[card] == 0) << card)
    s.tokens_left -= <uint8_t>token
    s.seat[i].tokens += <uint8_t>token
    s.seat[i].vp -= (1 - n - token) * t.card_vp[CARD_DRAGON]
    place_card(t, s, i, card, type, n)
    # nobody else can take a Goal Card: all others had theirs before
    give_goal(t, s, i, n * type, n & takes_goal(t, s, i, n * type))
    if unlikely(not t.merchants_in_taking) and n:    # but for one that the card has brought into play
        shift_goal(t, s, type)
