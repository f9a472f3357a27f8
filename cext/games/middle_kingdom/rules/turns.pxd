"""The flow of a game: set-up, the four steps of a round, who decides, what is legal, what follows."""

from cext.games.middle_kingdom.rules.bids cimport (
    bids_to_choose, decides_secretly, harvest_slot, lay_bid, list_bids, list_harvest, must_designate, order_bids,
    placed, show_bid, use_harvest, wanted,
)
from cext.games.middle_kingdom.rules.claims cimport (
    claim, list_claims, list_places, list_swaps, place_drawn, settle_bids, swap_dragon,
)
from cext.games.middle_kingdom.rules.state cimport (
    KIND_BID, KIND_CLAIM, KIND_EMPEROR, KIND_HARVEST, KIND_HEIR, KIND_OVER, KIND_PLACE, KIND_SWAP, NOBODY, NONE, SLOTS,
    Seat, State,
)
from cext.games.middle_kingdom.rules.tables cimport (
    ALL_BIDS, ALL_GOALS, BEGINS_EQUAL, BEGINS_WITH_CARD, BEGINS_WITH_DRAGON, BUREAUCRAT, CARD_DRAGON, FARMER,
    NEVER_LAST, NEVER_UNDECIDED, N_CARDS, N_TYPES, WARLORD, Tables,
)
from cext.kernel.rng cimport rng_shuffle, rng_stream
from cext.kernel.types cimport Move, a_of, b_of, c_of, kassert, kind_of, pack
from libc.stdint cimport int8_t, int32_t, uint8_t, uint16_t, uint32_t, uint64_t
from libc.string cimport memcpy, memset


cdef enum:
    SEAT_BITS = 3              # what a seat's number takes
    ANY_HOLDER = 7             # what is left of NOBODY, and of no seat, in as many
    HAD_BITS = 9               # what the time takes at which a seat had the Dragon
    LATEST = 511               # later than any such time


# -- set-up -------------------------------------------------------------------------------------------------------

cdef inline void deal_game(const Tables* t, State* s, const int8_t* boards, uint64_t deal_key) noexcept nogil:
    """Setup: a set of Bid Cards each, the Dynasty Deck shuffled, the first cards face up."""
    cdef int i, k
    memset(s, 0, sizeof(State))
    memcpy(s.deck, t.deck, t.n_deck)
    rng_shuffle(s.deck, t.n_deck, rng_stream(deal_key, 0))
    s.dragon = s.leader = NOBODY
    s.tokens_left = t.n_tokens
    s.in_play = ALL_GOALS if t.merchants_in_taking else 0
    s.pending = NONE
    for k in range(N_TYPES):
        s.holder[k] = NOBODY
    for i in range(t.n_players):
        s.seat[i].hand = ALL_BIDS
        s.seat[i].tied[0] = s.seat[i].tied[1] = NONE
        s.seat[i].bid[0] = s.seat[i].bid[1] = NONE
        begin_with(t, s, i, boards[i])
    turn_up(t, s)


cdef inline void begin_with(const Tables* t, State* s, int i, int board) noexcept nogil:
    """An experiment, not in the rulebook: the seat holds a Goal Card before round 1, as one taken with no cards."""
    cdef Seat* p = &s.seat[i]
    if board <= BEGINS_EQUAL:
        return
    p.began_with = <uint8_t>board
    if board == BEGINS_WITH_DRAGON:
        kassert(s.dragon == NOBODY)
        s.dragon = <uint8_t>i
        p.vp = t.dragon_vp
        return
    kassert(s.holder[board - BEGINS_WITH_CARD] == NOBODY)
    s.holder[board - BEGINS_WITH_CARD] = <uint8_t>i
    s.in_play |= <uint8_t>(1 << (board - BEGINS_WITH_CARD))
    s.n_goals += 1
    p.vp = t.goal_vp[board - BEGINS_WITH_CARD]


cdef inline void hold_goal(const Tables* t, State* s, int i, int goal) noexcept nogil:
    """The same for one Goal Card by its number, the Celestial Dragon last; nothing where a seat holds it already."""
    if s.seat[i].began_with == BEGINS_EQUAL and (s.dragon if goal == N_TYPES else s.holder[goal]) == NOBODY:
        begin_with(t, s, i, BEGINS_WITH_CARD + goal)


cdef inline void turn_up(const Tables* t, State* s) noexcept nogil:
    """Reveal Dynasty Cards; "if there are not enough Dynasty Cards left to do so, the game is over"."""
    cdef int k, card
    if t.n_deck - s.next < t.face_up:
        s.stage = KIND_OVER
        s.active = NOBODY
        return
    for k in range(s.next, s.next + t.face_up):
        card = s.deck[k]
        s.open[card] += 1
        s.kinds |= <uint16_t>(1 << card)
    s.next += <uint8_t>t.face_up
    s.n_open = <uint8_t>t.face_up
    begin_bids(t, s)


# -- Play Bid Cards -----------------------------------------------------------------------------------------------

cdef inline void begin_bids(const Tables* t, State* s) noexcept nogil:
    """The secret bids begin with the first player who plays one."""
    cdef int i
    for i in range(t.n_players):
        s.seat[i].start = t.hand_size[s.seat[i].hand]
    s.revealed = 0
    s.stage = KIND_BID
    s.active = <uint8_t>(decides_secretly(t, s, 0) == 0)


cdef inline void reveal_bids(const Tables* t, State* s) noexcept nogil:
    """"Reveal them simultaneously"; then the Palace player plays."""
    cdef int i, k, n
    for i in range(t.n_players):
        n = placed(&s.seat[i])
        for k in range(n):
            show_bid(s, i, k)
    bid_last(t, s)


cdef inline void bid_last(const Tables* t, State* s) noexcept nogil:
    """All secret bids are revealed: the Palace player plays."""
    cdef int i = s.holder[BUREAUCRAT]
    s.revealed = 1
    if i != NOBODY and placed(&s.seat[i]) < wanted(t, &s.seat[i]):
        s.active = <uint8_t>i
        s.stage = KIND_BID
        return
    offer_harvest(t, s)


cdef inline void bid(const Tables* t, State* s, int card, int place) noexcept nogil:
    """A player's Bid Card; who bids next."""
    cdef int i = s.active
    lay_bid(t, s, i, card, place)
    if s.revealed:
        show_bid(s, i, placed(&s.seat[i]) - 1)
        offer_harvest(t, s)
        return
    if t.n_bids == 2 and placed(&s.seat[i]) < decides_secretly(t, s, i):
        return
    if t.emperor_first and s.holder[WARLORD] == i and must_designate(t, s):
        s.stage = KIND_EMPEROR
        return
    next_bidder(t, s)


cdef inline void next_bidder(const Tables* t, State* s) noexcept nogil:
    """The next player with a secret bid to play; after the last they are revealed."""
    cdef int i = s.active + 1
    s.stage = KIND_BID
    if i < t.n_players and decides_secretly(t, s, i) == 0:
        i += 1
    if i < t.n_players:
        s.active = <uint8_t>i
    else:
        reveal_bids(t, s)


cdef inline void offer_harvest(const Tables* t, State* s) noexcept nogil:
    """Harvest, after the Palace."""
    if harvest_slot(t, s) >= 0:
        s.stage = KIND_HARVEST
        s.active = s.holder[FARMER]
        return
    offer_half(t, s)


cdef inline void offer_half(const Tables* t, State* s) noexcept nogil:
    """Emperor, after the Harvest: automatic, but for two player games."""
    if must_designate(t, s):
        s.stage = KIND_EMPEROR
        s.active = s.holder[WARLORD]
        return
    begin_claims(t, s)


cdef inline int list_halves(const State* s, Move* moves) noexcept nogil:
    """"must designate which one of his or her two Bid Cards receives its +.5 bonus"."""
    moves[0] = pack(KIND_EMPEROR, 0)
    moves[1] = pack(KIND_EMPEROR, 1)
    return 2


cdef inline void designate(const Tables* t, State* s, int k) noexcept nogil:
    """Emperor: bid k of the player to move, from 0, gets the +.5."""
    s.seat[s.active].half = <uint8_t>(k + 1)
    if s.revealed:
        begin_claims(t, s)
    else:
        next_bidder(t, s)


# -- Claim Dynasty Cards ------------------------------------------------------------------------------------------

cdef inline void begin_claims(const Tables* t, State* s) noexcept nogil:
    """"Before Dynasty Cards are claimed, the Celestial Dragon player must swap it"."""
    order_bids(t, s)
    if s.dragon != NOBODY:
        s.stage = KIND_SWAP
        s.active = s.dragon
        return
    go_on(t, s)


cdef inline void go_on(const Tables* t, State* s) noexcept nogil:
    """The next choice of this round, or its end."""
    if not settle_bids(t, s):
        end_round(t, s)


# -- the end of a round -------------------------------------------------------------------------------------------

cdef inline void end_round(const Tables* t, State* s) noexcept nogil:
    """Discard what is left, pick up after a Reset, assign the Dragon, turn cards up."""
    cdef int k, i
    for k in range(N_CARDS):
        s.discard[k] += s.open[k]
        s.open[k] = 0
    s.open[CARD_DRAGON] = 0
    s.n_open = 0
    s.kinds = 0
    s.round += 1
    for i in range(t.n_players):
        pick_up(t, &s.seat[i])
    assign_dragon(t, s)
    count_round(t, s)
    turn_up(t, s)


cdef inline void pick_up(const Tables* t, Seat* p) noexcept nogil:
    """Tied cards stay; after a Reset all cards set aside come back to the hand."""
    cdef int left
    if t.n_bids == 2:
        left = leave_tied(p)
    else:                                  # what was tied lies below the bid: the bid alone may stay
        left = p.stays[0] << p.bid[0]
        p.tied[0] = p.bid[0] | <uint8_t>(p.stays[0] - 1)    # NONE where none stays
    p.hand |= <uint8_t>(p.reset * ALL_BIDS & ~left)
    p.bid[0] = p.bid[1] = NONE
    p.on[0] = p.on[1] = 0
    p.stays[0] = p.stays[1] = 0
    p.half = p.reset = 0


cdef inline int leave_tied(Seat* p) noexcept nogil:
    """Two bids: the cards that stay on the table, as a mask; tied ones on which no bid was laid, and bids that tied."""
    cdef int j, k, n = 0, mask = 0
    cdef uint8_t left[SLOTS]
    left[0] = left[1] = NONE
    for j in range(SLOTS):
        if p.tied[j] != NONE and p.on[0] != j + 1 and p.on[1] != j + 1:
            left[n] = p.tied[j]
            n += 1
    for k in range(SLOTS):
        if p.stays[k]:
            left[n] = p.bid[k]
            n += 1
    p.tied[0] = left[0]
    p.tied[1] = left[1]
    for j in range(n):
        mask |= 1 << left[j]
    return mask


cdef inline void assign_dragon(const Tables* t, State* s) noexcept nogil:
    """Fewest Goal Cards, then fewest Dynasty Cards, then had the Dragon least recently; else nobody.

    Who began with it had it less recently than whoever was given it since, and more recently than who never had it
    (switch never_had_dragon: who never had it is last; or leaves such a tie undecided).
    """
    cdef int i, k, had, rank, best = 1 << 30, second = 1 << 30, equal = SEAT_BITS
    cdef uint8_t goals[ANY_HOLDER + 1]
    cdef const Seat* p
    if s.n_goals < t.dragon_goals:
        return
    memset(goals, 0, sizeof(goals))
    for k in range(N_TYPES):
        goals[s.holder[k] & ANY_HOLDER] += 1
    for i in range(t.n_players):
        p = &s.seat[i]
        had = p.had_dragon << 1 | (p.began_with == BEGINS_WITH_DRAGON)
        if t.never_had_dragon == NEVER_LAST and had == 0:
            had = LATEST
        rank = (goals[i] << 8 | p.n_cards) << HAD_BITS | had
        rank = rank << SEAT_BITS | i
        second = min(second, max(best, rank))
        best = min(best, rank)
    if t.never_had_dragon == NEVER_UNDECIDED and best >> SEAT_BITS & LATEST == 0:
        equal += HAD_BITS
    if best >> equal != second >> equal:
        i = best & ANY_HOLDER
        s.dragon = <uint8_t>i
        s.seat[i].had_dragon = s.round
        s.seat[i].vp += t.dragon_vp


cdef inline void count_round(const Tables* t, State* s) noexcept nogil:
    """For the reports: Goal Cards held, points, and who leads."""
    cdef int k, i, vp, best = -1, second = -1
    for k in range(N_TYPES):
        if s.holder[k] != NOBODY:
            s.seat[s.holder[k]].held[k] += 1
    if s.dragon != NOBODY:
        s.seat[s.dragon].held[N_TYPES] += 1
    for i in range(t.n_players):
        vp = s.seat[i].vp
        s.after[s.round - 1][i] = vp
        vp = vp << SEAT_BITS | i
        second = max(second, min(best, vp))
        best = max(best, vp)
    if best >> SEAT_BITS != second >> SEAT_BITS:
        s.lead_changes += (s.leader != NOBODY) & (s.leader != best & ANY_HOLDER)
        s.leader = <uint8_t>(best & ANY_HOLDER)


# -- the interface ------------------------------------------------------------------------------------------------

cdef inline int decider(const State* s) noexcept nogil:
    """Seat that decides, -1: the game is over."""
    return -1 if s.active == NOBODY else s.active


cdef inline int list_moves(const Tables* t, const State* s, Move* moves) noexcept nogil:
    """The legal moves."""
    if s.stage == KIND_BID:
        return list_bids(t, s, s.active, moves)
    if s.stage == KIND_CLAIM or s.stage == KIND_HEIR:
        return list_claims(t, s, moves)
    if s.stage == KIND_SWAP:
        return list_swaps(t, s, moves)
    if s.stage == KIND_HARVEST:
        return list_harvest(t, s, moves)
    if s.stage == KIND_EMPEROR:
        return list_halves(s, moves)
    return list_places(s, moves) if s.stage == KIND_PLACE else 0


cdef inline uint32_t offered_at(const Tables* t, const State* s, int seat) noexcept nogil:
    """What the decision is among, a bit each: classes of bids, kinds of cards to claim, cards for the Harvest."""
    if s.stage == KIND_BID:
        return <uint32_t>bids_to_choose(t, s, seat) << 1
    if s.stage == KIND_CLAIM or s.stage == KIND_HEIR:
        return s.kinds
    return s.seat[seat].hand | 1 if s.stage == KIND_HARVEST else 0


cdef inline void make_move(const Tables* t, State* s, Move m) noexcept nogil:
    """Make a legal move and all that follows without a choice."""
    cdef int kind = kind_of(m), a = a_of(m), b = b_of(m)
    kassert(kind == s.stage)
    if kind == KIND_BID:
        bid(t, s, a, c_of(m))
        return
    if kind == KIND_HARVEST:
        if a:
            use_harvest(t, s, a)
        offer_half(t, s)
        return
    if kind == KIND_EMPEROR:
        designate(t, s, a)
        return
    if kind == KIND_CLAIM or kind == KIND_HEIR:
        claim(t, s, a, b)
    elif kind == KIND_SWAP:
        swap_dragon(t, s, a, b)
    else:
        place_drawn(t, s, b)
    go_on(t, s)
