"""Play Bid Cards: what may be bid, the powers of Palace, Harvest and Emperor, and the order of the bids."""

from cext.games.middle_kingdom.rules.state cimport (
    KIND_HARVEST, MOST_BIDS, NOBODY, NONE, OPENING_TURNS, SLOTS, Seat, State,
)
from cext.games.middle_kingdom.rules.tables cimport AFTER_OTHER_BID, BUREAUCRAT, FARMER, N_BIDS, WARLORD, Tables
from cext.kernel.types cimport Move, pack
from libc.stdint cimport uint8_t, uint16_t
from libc.string cimport memcpy, memset

cdef enum:
    EARLIER = 15               # of equal keys the lower seat stands first: seat and number of the bid taken from this


cdef inline int popcount(int mask) noexcept nogil:
    """Cards in a set of at most eight; the machine's own instruction is not there on every processor."""
    mask = mask - (mask >> 1 & 0x55)
    mask = (mask & 0x33) + (mask >> 2 & 0x33)
    return mask + (mask >> 4) & 15


cdef inline int placed(const Seat* p) noexcept nogil:
    """Bids the player has played this round."""
    return (p.bid[0] != NONE) + (p.bid[1] != NONE)


cdef inline int n_tied(const Seat* p) noexcept nogil:
    """Tied cards of the last round."""
    return (p.tied[0] != NONE) + (p.tied[1] != NONE)


cdef inline int wanted(const Tables* t, const Seat* p) noexcept nogil:
    """Bids the player plays this round; "just a reshuffle card in hand" is played instead of two."""
    return 1 if p.start == 1 else t.n_bids


cdef inline int decides_secretly(const Tables* t, const State* s, int i) noexcept nogil:
    """Bids played before they are revealed: all, but for the last of the Palace player."""
    if s.holder[BUREAUCRAT] == i:
        return t.n_bids - 1
    return wanted(t, &s.seat[i])


cdef inline int choices(const Seat* p) noexcept nogil:
    """Mask of the cards the player may bid: those in hand but for a first bid that lies face down."""
    cdef int hand = p.hand
    if p.bid[0] != NONE:
        hand &= ~(1 << p.bid[0])
    return hand


cdef inline bint covered(const Seat* p, int j) noexcept nogil:
    """Whether one of this round's bids lies on the tied card j."""
    return p.on[0] == j + 1 or p.on[1] == j + 1


cdef inline int next_tied(const Seat* p) noexcept nogil:
    """1 + the first tied card without a bid on it, 0 when there is none."""
    cdef int j
    for j in range(SLOTS):
        if p.tied[j] != NONE and not covered(p, j):
            return j + 1
    return 0


cdef inline bint chooses_place(const Tables* t, const State* s, int i) noexcept nogil:
    """Two player game: whether the player says which tied card the bid is laid on, or that it lies alone."""
    cdef const Seat* p = &s.seat[i]
    if t.n_bids == 1 or placed(p) or n_tied(p) == 0:
        return False
    return s.holder[BUREAUCRAT] == i or wanted(t, p) == 1


cdef inline int bids_to_choose(const Tables* t, const State* s, int i) noexcept nogil:
    """Bit mask of the cards a bid may be: those in hand; with two bids alike in kind the higher is named first, so that
    no pair counts twice."""
    cdef const Seat* p = &s.seat[i]
    cdef int hand
    if t.n_bids == 1:
        return p.hand
    hand = choices(p)
    if n_tied(p) == 0 and s.holder[BUREAUCRAT] != i and p.start > 1:
        if p.bid[0] == NONE:
            hand &= hand - 1
        else:
            hand &= (1 << p.bid[0]) - 1
    return hand


cdef inline int list_bids(const Tables* t, const State* s, int i, Move* moves) noexcept nogil:
    """Each card a bid may be, on each tied card where the player chooses it."""
    cdef const Seat* p = &s.seat[i]
    cdef int hand, n, k, j, m
    if t.n_bids == 1:
        memcpy(moves, t.bid_moves[p.hand], N_BIDS * sizeof(Move))
        return p.start
    hand = bids_to_choose(t, s, i)
    n = t.hand_size[hand]
    memcpy(moves, t.bid_moves[hand], N_BIDS * sizeof(Move))
    if not chooses_place(t, s, i):
        return n
    m = n if wanted(t, p) == 2 and n_tied(p) == 1 else 0
    for j in range(SLOTS):
        if p.tied[j] != NONE:
            for k in range(n):
                moves[m] = t.bid_moves[hand][k] | <Move>((j + 1) << 24)
                m += 1
    return m


cdef inline void lay_bid(const Tables* t, State* s, int i, int card, int place) noexcept nogil:
    """Lay a Bid Card face down, on the tied card that waits for it if there is one."""
    cdef Seat* p = &s.seat[i]
    cdef int k, on
    if t.n_bids == 1:
        p.bid[0] = <uint8_t>card
        p.on[0] = p.tied[0] != NONE
        return
    k = placed(p)
    on = place if chooses_place(t, s, i) else next_tied(p)
    p.bid[k] = <uint8_t>card
    p.on[k] = <uint8_t>on


cdef inline void show_bid(State* s, int i, int k) noexcept nogil:
    """Reveal a bid."""
    cdef Seat* p = &s.seat[i]
    cdef int card = p.bid[k]
    p.hand &= <uint8_t>~(1 << card)
    p.reset |= card == 0
    p.bids[card] += 1
    p.stacks += p.on[k] > 0
    if k == 0 and s.round < OPENING_TURNS:
        p.opening |= <uint16_t>((card + 1) << 4 * s.round)


cdef inline int harvest_slot(const Tables* t, const State* s) noexcept nogil:
    """Number of the Reset bid the Harvest player may replace, -1: none."""
    cdef int h = s.holder[FARMER], n
    cdef const Seat* p
    if h == NOBODY:
        return -1
    p = &s.seat[h]
    if not p.reset or p.hand == 0:
        return -1
    n = t.hand_size[p.hand] + (t.harvest_after == AFTER_OTHER_BID) if t.harvest_after else p.start
    if n > t.harvest_cards:
        return -1
    return 0 if p.bid[0] == 0 else 1


cdef inline int list_harvest(const Tables* t, const State* s, Move* moves) noexcept nogil:
    """Harvest: leave the Reset, or set it aside and play another card of the hand."""
    cdef int n = 1, c, hand = s.seat[s.holder[FARMER]].hand
    moves[0] = pack(KIND_HARVEST, 0)
    for c in range(1, N_BIDS):
        if hand >> c & 1:
            moves[n] = pack(KIND_HARVEST, c)
            n += 1
    return n


cdef inline void use_harvest(const Tables* t, State* s, int card) noexcept nogil:
    """The card takes the Reset's place, on a tied card too; the Reset counts as played."""
    cdef int k = harvest_slot(t, s)
    cdef Seat* p = &s.seat[s.holder[FARMER]]
    p.bid[k] = <uint8_t>card
    p.hand &= <uint8_t>~(1 << card)
    p.harvests += 1


cdef inline bint has_value(const Seat* p, int k) noexcept nogil:
    """Whether a bid can claim: "a Reset card played by itself has no bid value"."""
    return (p.bid[k] != NONE) & ((p.bid[k] | p.on[k]) != 0)


cdef inline bint must_designate(const Tables* t, const State* s) noexcept nogil:
    """Two player game: whether the Emperor player has two bids and "must designate which one" gets the .5."""
    cdef int i = s.holder[WARLORD]
    if t.n_bids == 1 or i == NOBODY or s.seat[i].half or placed(&s.seat[i]) < 2:
        return False
    return not t.reset_no_half or has_value(&s.seat[i], 0) and has_value(&s.seat[i], 1)


cdef inline int bid_total(const Seat* p, int k) noexcept nogil:
    """Total of a bid and the tied card below it."""
    return p.bid[k] + (p.on[k] > 0) * p.tied[p.on[k] == SLOTS]


cdef inline int bid_key(int total, bint half, bint stack, int top) noexcept nogil:
    """Rank of a bid: total with the Emperor's .5, then stacks before single cards, then the highest card on top.

    Equal keys are exactly the ties of "Tied bids".
    """
    return 16 * (2 * total + half) + 8 * stack + top


cdef inline void put_higher_first(int* bid, int j, int k) noexcept nogil:
    """Two of several numbers: the higher to place j, the lower to place k."""
    cdef int one = bid[j], other = bid[k]
    bid[j] = max(one, other)
    bid[k] = min(one, other)


cdef inline void put_highest_first(int* bid, int n) noexcept nogil:
    """Order at most six numbers, zeros behind n of them, without a branch on any: the shortest networks of 4 and 6."""
    if n > 4:
        put_higher_first(bid, 0, 5)
        put_higher_first(bid, 1, 3)
        put_higher_first(bid, 2, 4)
        put_higher_first(bid, 1, 2)
        put_higher_first(bid, 3, 4)
        put_higher_first(bid, 0, 3)
        put_higher_first(bid, 2, 5)
        put_higher_first(bid, 0, 1)
        put_higher_first(bid, 2, 3)
        put_higher_first(bid, 4, 5)
        put_higher_first(bid, 1, 2)
        put_higher_first(bid, 3, 4)
        return
    put_higher_first(bid, 0, 2)
    put_higher_first(bid, 1, 3)
    put_higher_first(bid, 0, 1)
    put_higher_first(bid, 2, 3)
    put_higher_first(bid, 1, 2)


cdef inline int packed_bid(const Seat* p, int i, int k) noexcept nogil:
    """Bid k of seat i as State.ranked_bid holds it, but for EARLIER: the higher claims first; 0: it cannot."""
    return has_value(p, k) * (
        bid_key(bid_total(p, k), p.half == k + 1, p.on[k] > 0, p.bid[k]) << 4 | EARLIER - (2 * i | k))


cdef inline void order_bids(const Tables* t, State* s) noexcept nogil:
    """Claim Dynasty Cards: "in bid order, from highest number to lowest"; the Emperor's .5, if nobody was asked."""
    cdef int bid[MOST_BIDS]
    cdef int i, k, n = t.n_players, valued = 0, e = s.holder[WARLORD]
    cdef Seat* p
    memset(bid, 0, sizeof(bid))
    if e != NOBODY:
        p = &s.seat[e]
        if p.half == 0:
            p.half = 1 if has_value(p, 0) else 2 if has_value(p, 1) else 0
    for i in range(t.n_players):
        bid[i] = packed_bid(&s.seat[i], i, 0)
    if t.n_bids == 2:
        for i in range(t.n_players):
            bid[n] = packed_bid(&s.seat[i], i, 1)
            n += 1
    put_highest_first(bid, n)
    for k in range(MOST_BIDS):
        valued += bid[k] > 0
        s.ranked_bid[k] = <uint16_t>(bid[k] ^ EARLIER)
    s.n_ranked_bids = <uint8_t>valued
    s.n_settled = 0
