"""What a move brings its player, as integers a strategy multiplies: functions of what lies open and the own hand."""

from cext.games.middle_kingdom.rules.bids cimport n_tied
from cext.games.middle_kingdom.rules.expectations cimport (
    DecisionContext, Place, ahead_of, decision_context, farmer_step, longest_other, philosophy, tie_of, worth_at,
)
from cext.games.middle_kingdom.rules.goals cimport comes_into_play, out_of_play
from cext.games.middle_kingdom.rules.state cimport KIND_BID, KIND_EMPEROR, KIND_HARVEST, NOBODY, SLOTS, Seat, State
from cext.games.middle_kingdom.rules.tables cimport CARD_DRAGON, CARD_FARMER, CARD_MERCHANT, MERCHANT, N_BIDS, Tables
from cext.kernel.features cimport Accumulator, add
from cext.kernel.types cimport Move, a_of, b_of, c_of, kind_of
from libc.stdint cimport int32_t, int64_t

cdef extern from *:
    int clz "__builtin_clz"(unsigned int mask) noexcept nogil

# The features: meaning | unit. Strategies name them in lower case without F_. The indicators of types have numbers in a
# row: F_BUREAUCRAT + type.
cdef enum:  # Feature
    F_BID         # number of the Bid Card played | 1 to 7
    F_RESET       # the Reset is played, or left as it is | 0/1
    F_RETURNED    # Bid Cards the Reset brings back to the hand | cards
    F_STACK       # the bid is laid on a tied card | 0/1
    F_AHEAD       # bids of others expected to claim before this one | 1/100 bids
    F_TIE         # chance that the bid ties | 1/100
    F_WORTH       # worth of the card the bid may expect to claim, the chance of a tie taken off | 1/10 VP
    F_TIE_WORTH   # chance of a tie of a single card times the worth of the best card face up | 1/10 VP
    F_OVERBID     # numbers by which the bid exceeds a lower card in hand that claims as early | 1 to 7
    F_VP          # jade of the card taken, tokens too | VP
    F_GOAL_VP     # jade of the Goal Card taken with it | VP
    F_GOAL        # the card takes a Goal Card | 0/1
    F_GOAL_LOST   # jade of the Goal Card another player loses by it | VP
    F_HOLD        # the card goes to a pile whose Goal Card the player holds | 0/1
    F_LEAD        # cards the pile is ahead of the longest other one afterwards (negative: behind) | cards
    F_DENIED      # other players whom this card would have given its Goal Card | players
    F_NEW_TYPE    # first card of its type | 0/1
    F_FARMERS     # points by the Farmers chart, as the others' Farmers stand | VP
    F_PHILOSOPHY  # points the Philosopher scores by the card for Bureaucrats | VP
    F_PILE        # cards in the pile before | cards
    F_BUREAUCRAT  # the card is a Bureaucrat or the Philosopher | 0/1
    F_FARMER      # the card is a Farmer | 0/1
    F_MERCHANT    # the card is a Merchant on its own pile | 0/1
    F_NOBLE       # the card is a Noble | 0/1
    F_WARLORD     # the card is a Warlord | 0/1
    F_MOVED       # the card is a Merchant that counts as two of another type | 0/1
    N_FEATURES


# -- cards --------------------------------------------------------------------------------------------------------

cdef inline int rivals_served(const Tables* t, const State* s, int i, int type) noexcept nogil:
    """Other players to whom one card more would give the Goal Card of the type: their piles are as long as any."""
    cdef int k, n, most = t.goal_cards - 1, served = 0
    for k in range(t.n_players):
        n = s.seat[k].pile[type]
        most = max(most, n)
    for k in range(t.n_players):
        served += (s.seat[k].pile[type] == most) & (k != i) & (k != s.holder[type])
    if out_of_play(s, type):
        for k in range(t.n_players):
            served -= (s.seat[k].pile[type] == most) & (k != i) & (not comes_into_play(t, &s.seat[k], type))
    return served


cdef inline void value_card(const Tables* t, const State* s, int card, int type, Accumulator* acc) noexcept nogil:
    """A card for the player to move, on that pile."""
    cdef int i = s.active, length, other, holder
    cdef const Seat* p = &s.seat[i]
    cdef bint moved = (card == CARD_MERCHANT) & (type != MERCHANT), taken
    if card == CARD_DRAGON:
        add(acc, F_VP, (s.tokens_left > 0) * t.card_vp[card])
        return
    add(acc, F_VP, t.card_vp[card])
    holder = s.holder[type]
    length = p.pile[type] + 1
    if moved:
        length += 1
        add(acc, F_MOVED, 1)
    else:
        add(acc, F_BUREAUCRAT + type, 1)
    other = longest_other(t, s, i, type)
    taken = (holder != i) & (length >= t.goal_cards) & (length > other)
    if out_of_play(s, type):
        taken &= (not moved) & comes_into_play(t, p, type)
    add(acc, F_HOLD, holder == i)
    add(acc, F_GOAL, taken)
    add(acc, F_GOAL_VP, taken * t.goal_vp[type])
    add(acc, F_GOAL_LOST, (taken & (holder != NOBODY)) * t.goal_vp[type])
    add(acc, F_DENIED, rivals_served(t, s, i, t.type_of[card]))
    add(acc, F_LEAD, length - other)
    add(acc, F_PILE, p.pile[type])
    add(acc, F_NEW_TYPE, p.pile[type] == 0)
    if card == CARD_FARMER:
        add(acc, F_FARMERS, farmer_step(t, s, i))
    add(acc, F_PHILOSOPHY, philosophy(p, card))


# -- bids ---------------------------------------------------------------------------------------------------------

cdef inline void value_bid(const Tables* t, const State* s, const DecisionContext* ctx, int card, const Place* at,
                           bint new, Accumulator* acc) noexcept nogil:
    """A Bid Card at a place; new: it leaves the hand by this move."""
    cdef int ahead, tie, lower, under = at.under
    cdef const Seat* p = &s.seat[s.active]
    if new:
        add(acc, F_BID, card)
        if card == 0:
            add(acc, F_RESET, 1)
            add(acc, F_RETURNED, N_BIDS - p.start - n_tied(p))
        add(acc, F_STACK, under > 0)
    if card == 0 and under == 0:
        return
    ahead = ahead_of(at, card)
    tie = tie_of(t, at, card)
    add(acc, F_AHEAD, ahead)
    add(acc, F_TIE, tie)
    add(acc, F_WORTH, worth_at(ctx, ahead) * (100 - tie) // 100)
    if under == 0:
        add(acc, F_TIE_WORTH, tie * ctx.worth[0] // 100)
    lower = at.rest & ((1 << card) - 1)
    if lower and card > 1:
        lower = 31 - clz(lower)
        add(acc, F_OVERBID, (card - lower) * ((ahead_of(at, lower) == ahead) & (tie_of(t, at, lower) <= tie)))


cdef inline void evaluate(const Tables* t, const State* s, const DecisionContext* ctx, Move m,
                          Accumulator* acc) noexcept nogil:
    """Add up what move m brings the player to move."""
    cdef int kind = kind_of(m), a = a_of(m), k
    cdef const Seat* p
    if kind == KIND_BID:
        value_bid(t, s, ctx, a, &ctx.place[c_of(m)], True, acc)
    elif kind == KIND_HARVEST:
        value_bid(t, s, ctx, a, &ctx.place[0], a > 0, acc)
        if a == 0:
            add(acc, F_RESET, 1)
    elif kind == KIND_EMPEROR:
        p = &s.seat[s.active]
        for k in range(SLOTS):
            value_bid(t, s, ctx, p.bid[k], &ctx.place[SLOTS * k + (a == k)], False, acc)
    else:
        value_card(t, s, a, b_of(m), acc)


cdef inline void value_moves(const Tables* t, const State* s, const Move* moves, int n, const int32_t* weights,
                             int64_t* values) noexcept nogil:
    """Value of each of n moves under the weights, in thousandths of a point."""
    cdef DecisionContext ctx
    cdef Accumulator acc
    cdef int i
    decision_context(t, s, &ctx)
    acc.weights = weights
    acc.out = NULL
    for i in range(n):
        acc.total = 0
        evaluate(t, s, &ctx, moves[i], &acc)
        values[i] = acc.total
