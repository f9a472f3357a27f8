"""What a player cannot see, dealt anew: the deck and bids that lie face down; and the invariants of a state."""

from cext.games.middle_kingdom.rules.bids cimport (
    choices, lay_bid, list_bids, must_designate, n_tied, placed, popcount, wanted,
)
from cext.games.middle_kingdom.rules.goals cimport cards_of, in_play
from cext.games.middle_kingdom.rules.state cimport NOBODY, NONE, SLOTS, Seat, State
from cext.games.middle_kingdom.rules.tables cimport (
    BEGINS_WITH_CARD, BUREAUCRAT, CARD_DRAGON, MERCHANT, N_CARDS, N_OPEN, N_TYPES, Tables,
)
from cext.kernel.rng cimport rng_below, rng_reshuffle, rng_stream
from cext.kernel.types cimport Move, a_of, c_of
from libc.stdint cimport uint8_t, uint64_t
from libc.string cimport memset


cdef inline void redeal_hidden(const Tables* t, State* s, int seat, uint64_t key) noexcept nogil:
    """Shuffle what is left of the deck, and draw the secret bids of the others from the cards they may hold."""
    cdef int i
    if t.n_deck - s.next > 1:
        rng_reshuffle(s.deck + s.next, t.n_deck - s.next, rng_stream(key, 0))
    if s.revealed:
        return
    for i in range(t.n_players):
        if i != seat:
            bid_anew(t, s, i, rng_stream(key, 1 + i))


cdef inline void bid_anew(const Tables* t, State* s, int i, uint64_t stream) noexcept nogil:
    """As many bids as the player has laid, all that are legal alike; the Emperor's .5 on any of them if it is given."""
    cdef Seat* p = &s.seat[i]
    cdef Move moves[32]
    cdef Move m
    cdef int k, n = placed(p)
    p.bid[0] = p.bid[1] = NONE
    p.on[0] = p.on[1] = 0
    p.half = 0
    if n and wanted(t, p) == 2 and n_tied(p) == 0 and s.holder[BUREAUCRAT] != i:
        pair_anew(t, s, i, n, stream)
    else:
        for k in range(n):
            m = moves[rng_below(stream, k, list_bids(t, s, i, moves))]
            lay_bid(t, s, i, a_of(m), c_of(m))
    if t.emperor_first and s.holder[4] == i and n == 2 and must_designate(t, s):
        p.half = <uint8_t>(1 + rng_below(stream, 2, 2))


cdef inline int card_at(int hand, int place) noexcept nogil:
    """The card at a place of a hand, from the lowest."""
    cdef int _k
    for _k in range(place):
        hand &= hand - 1
    return popcount((hand & -hand) - 1)


cdef inline void pair_anew(const Tables* t, State* s, int i, int n, uint64_t stream) noexcept nogil:
    """Two single bids: any two cards of the hand, the higher named first; or that one alone, the other to come."""
    cdef int hand = choices(&s.seat[i])
    cdef int one = card_at(hand, rng_below(stream, 0, popcount(hand)))
    cdef int other = card_at(hand & ~(1 << one), rng_below(stream, 1, popcount(hand) - 1))
    lay_bid(t, s, i, one if one > other else other, 0)
    if n == 2:
        lay_bid(t, s, i, other if one > other else one, 0)


# Numbers of the invariants, for messages.
cdef enum:
    BROKEN_CARDS = 1           # every Dynasty Card is in one place
    BROKEN_PILES = 2           # piles count what lies in them
    BROKEN_POINTS = 3          # jade of what a player holds
    BROKEN_HAND = 4            # Bid Cards: hand, table and set aside are apart
    BROKEN_GOALS = 5           # holders qualify, or began with the card; who alone has most of a type has its card
    BROKEN_DRAGON = 6          # the Dragon is in one place
    BROKEN_TABLE = 7           # cards face up
    BROKEN_TOKENS = 8          # tokens given and left are all there are


cdef inline int check_state(const Tables* t, const State* s) noexcept nogil:
    """0 when every invariant holds, else the number of the first that does not."""
    cdef int i, broken
    if cards_broken(t, s):
        return BROKEN_CARDS
    for i in range(t.n_players):
        broken = check_seat(t, s, i)
        if broken:
            return broken
    return check_table(t, s)


cdef inline bint cards_broken(const Tables* t, const State* s) noexcept nogil:
    """Whether some kind of card is there more or less often than in the box."""
    cdef int n[N_CARDS]
    cdef int k, i
    memset(n, 0, sizeof(n))
    for k in range(t.n_deck):
        n[t.deck[k]] += 1
    for k in range(s.next, t.n_deck):
        n[s.deck[k]] -= 1
    if s.pending != NONE:
        n[s.pending] -= 1
    for k in range(N_CARDS):
        n[k] -= s.open[k] + s.discard[k]
        for i in range(t.n_players):
            n[k] -= s.seat[i].card[k]
    for k in range(N_CARDS):
        if n[k]:
            return True
    return False


cdef inline int check_seat(const Tables* t, const State* s, int i) noexcept nogil:
    """What belongs to seat i: piles, points, Bid Cards. 0, or the first BROKEN_... number."""
    cdef const Seat* p = &s.seat[i]
    cdef int k, n = 0, moved = 0, vp = p.tokens * t.card_vp[CARD_DRAGON]
    cdef int real[N_TYPES]
    memset(real, 0, sizeof(real))
    for k in range(N_CARDS):
        n += p.card[k]
        vp += p.card[k] * t.card_vp[k]
        real[t.type_of[k]] += p.card[k]
    for k in range(N_TYPES):
        moved += p.foreign[k]
        if k != MERCHANT and p.pile[k] != real[k] + 2 * p.foreign[k]:
            return BROKEN_PILES
        if s.holder[k] == i:
            vp += t.goal_vp[k]
    if n != p.n_cards or p.pile[MERCHANT] != real[MERCHANT] - moved or p.foreign[MERCHANT]:
        return BROKEN_PILES
    if vp + (t.dragon_vp if s.dragon == i else 0) != p.vp:
        return BROKEN_POINTS
    for k in range(SLOTS):
        if p.tied[k] != NONE and p.hand >> p.tied[k] & 1:
            return BROKEN_HAND
        if p.bid[k] != NONE and (p.hand >> p.bid[k] & 1) == s.revealed:
            return BROKEN_HAND
        if p.on[k] and p.tied[p.on[k] - 1] == NONE:
            return BROKEN_HAND
    if p.hand == 0 and not s.revealed or p.bid[0] != NONE and p.bid[0] == p.bid[1]:
        return BROKEN_HAND
    return 0


cdef inline bint overdue(const Tables* t, const State* s, int type) noexcept nogil:
    """Whether one player alone has most of a type, enough for its Goal Card, and does not hold it."""
    cdef int i, n, most = t.goal_cards - 1, who = s.holder[type]
    for i in range(t.n_players):
        n = s.seat[i].pile[type]
        if n > most:
            most = n
            who = i
        elif n == most:
            who = s.holder[type]
    return who != s.holder[type] and in_play(s, type)


cdef inline bint brought_into_play(const Tables* t, const State* s, int type) noexcept nogil:
    """Whether State.in_play ought to have a type."""
    cdef int i
    if t.merchants_in_taking or s.holder[type] != NOBODY:
        return True
    for i in range(t.n_players):
        if cards_of(&s.seat[i], type) >= t.goal_cards:
            return True
    return False


cdef inline int check_table(const Tables* t, const State* s) noexcept nogil:
    """What lies between the players: Goal Cards, the Dragon, cards face up. 0, or the first BROKEN_... number."""
    cdef int k, h, n = 0, goals = 0, tokens = s.tokens_left
    for k in range(N_TYPES):
        h = s.holder[k]
        if h != NOBODY:
            goals += 1
            if s.seat[h].pile[k] < t.goal_cards and s.seat[h].began_with != BEGINS_WITH_CARD + k:
                return BROKEN_GOALS
        if s.pending == NONE and overdue(t, s, k) or in_play(s, k) != brought_into_play(t, s, k):
            return BROKEN_GOALS
    if goals != s.n_goals:
        return BROKEN_GOALS
    if s.open[CARD_DRAGON] + (s.dragon != NOBODY) > 1:
        return BROKEN_DRAGON
    for k in range(t.n_players):
        tokens += s.seat[k].tokens
    if tokens != t.n_tokens:
        return BROKEN_TOKENS
    for k in range(N_OPEN):
        n += s.open[k]
        if (s.kinds >> k & 1) != (s.open[k] > 0):
            return BROKEN_TABLE
    return BROKEN_TABLE if n != s.n_open or n > t.face_up else 0
