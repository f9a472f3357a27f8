"""What a move brings its player, as integers a strategy multiplies: functions of what lies open and the own hand.

Bids of others that lie face down count as any card the player may hold.
"""

from cext.games.middle_kingdom.rules.bids cimport (
    bid_key, bid_total, choices, chooses_place, has_value, next_tied, n_tied, placed, wanted,
)
from cext.games.middle_kingdom.rules.scoring cimport farmer_points
from cext.games.middle_kingdom.rules.state cimport (
    KIND_BID, KIND_EMPEROR, KIND_HARVEST, NOBODY, NONE, SLOTS, Seat, State,
)
from cext.games.middle_kingdom.rules.tables cimport (
    CARD_BUREAUCRAT, CARD_DRAGON, CARD_FARMER, CARD_MERCHANT, CARD_PHILOSOPHER, CERTAIN, CERTAIN_APART, MERCHANT,
    N_BIDS, NUMBERED_BIDS, WARLORD, Tables,
)
from cext.kernel.features cimport Accumulator, add
from cext.kernel.types cimport Move, a_of, b_of, c_of, kind_of
from libc.stdint cimport uint8_t

cdef extern from *:
    int clz "__builtin_clz"(unsigned int mask) noexcept nogil
    int ctz "__builtin_ctz"(unsigned int mask) noexcept nogil

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

cdef enum:
    MAX_RIVALS = 10            # bids of other players
    MAX_WORTH = 8              # cards face up
    MISSING_WORTH = 3          # VP of a first card of its type
    PROGRESS_WORTH = 8         # tenths of a VP of any card
    POWER_WORTH = 15           # tenths of a VP of a Goal Card's power


# A bid of another player: known, or any card of a hand on a tied card or alone.
cdef struct Rival:
    int key                    # of a bid that lies open, -1: unknown
    int hand                   # mask of the cards it may be
    int share                  # chance of each of them, in parts of CERTAIN
    int under                  # tied card below, 0: alone
    int half                   # the Emperor's .5


cdef struct DecisionContext:
    int n_rivals
    Rival rival[MAX_RIVALS]
    int n_worth
    int worth[MAX_WORTH]       # of the cards face up for the player to move, best first, tenths of a VP
    int under                  # tied card the pending bid is laid on, 0: none; -1: the player chooses
    int ahead[N_BIDS]          # expect() of each card in hand, laid there
    int tie[N_BIDS]


# -- cards --------------------------------------------------------------------------------------------------------

cdef inline int longest_other(const Tables* t, const State* s, int i, int type) noexcept nogil:
    """Cards in the longest pile of a type among the other players."""
    cdef int k, most = 0
    for k in range(t.n_players):
        if k != i and s.seat[k].pile[type] > most:
            most = s.seat[k].pile[type]
    return most


cdef inline bint takes_goal(const Tables* t, const State* s, int i, int type, int length) noexcept nogil:
    """Whether a pile of that length takes the Goal Card for seat i."""
    return s.holder[type] != i and length >= t.goal_cards and length > longest_other(t, s, i, type)


cdef inline int rivals_served(const Tables* t, const State* s, int i, int type, int* longest) noexcept nogil:
    """Other players to whom one card more would give the Goal Card of the type; longest: as longest_other()."""
    cdef int k, n, most = -1, second = -1, who = -1, served = 0
    for k in range(t.n_players):
        n = s.seat[k].pile[type]
        if n > most:
            second = most
            most = n
            who = k
        elif n > second:
            second = n
    longest[0] = second if who == i else most
    for k in range(t.n_players):
        n = s.seat[k].pile[type] + 1
        served += k != i and k != s.holder[type] and n >= t.goal_cards and n > (second if k == who else most)
    return served


cdef inline int farmer_step(const Tables* t, const State* s, int i) noexcept nogil:
    """Points one Farmer more brings, as the Farmers of the others stand."""
    cdef int k, fewest = 255, have = s.seat[i].card[CARD_FARMER]
    for k in range(t.n_players):
        if k != i and s.seat[k].card[CARD_FARMER] < fewest:
            fewest = s.seat[k].card[CARD_FARMER]
    if have < fewest:
        return 0
    return farmer_points(t, have + 1 - fewest) - farmer_points(t, have - fewest)


cdef inline int philosophy(const Seat* p, int card) noexcept nogil:
    """Points for Bureaucrats the card adds."""
    if card == CARD_PHILOSOPHER:
        return p.card[CARD_BUREAUCRAT]
    return 1 if card == CARD_BUREAUCRAT and p.card[CARD_PHILOSOPHER] else 0


cdef inline int worth_of(const Tables* t, const State* s, int i, int card) noexcept nogil:
    """A measure of what a card face up brings seat i, tenths of a VP: by it bids are weighed."""
    cdef const Seat* p = &s.seat[i]
    cdef int type = t.type_of[card], w = 10 * t.card_vp[card]
    w += PROGRESS_WORTH + 10 * philosophy(p, card)
    if takes_goal(t, s, i, type, p.pile[type] + 1):
        w += 10 * t.goal_vp[type] + POWER_WORTH
    elif s.holder[type] == i:
        w += PROGRESS_WORTH
    if p.pile[type] == 0:
        w += 10 * MISSING_WORTH
    if card == CARD_FARMER:
        w += 10 * farmer_step(t, s, i)
    return w


cdef inline void value_card(const Tables* t, const State* s, int card, int type, Accumulator* acc) noexcept nogil:
    """A card for the player to move, on that pile."""
    cdef int i = s.active, length, other = 0, holder
    cdef const Seat* p = &s.seat[i]
    add(acc, F_VP, t.card_vp[card])
    if card == CARD_DRAGON:
        return
    holder = s.holder[type]
    length = p.pile[type] + 1
    if card == CARD_MERCHANT and type != MERCHANT:
        length += 1
        add(acc, F_MOVED, 1)
    else:
        add(acc, F_BUREAUCRAT + type, 1)
    add(acc, F_DENIED, rivals_served(t, s, i, t.type_of[card], &other))
    if type != t.type_of[card]:
        other = longest_other(t, s, i, type)
    if holder == i:
        add(acc, F_HOLD, 1)
    elif length >= t.goal_cards and length > other:
        add(acc, F_GOAL, 1)
        add(acc, F_GOAL_VP, t.goal_vp[type])
        if holder != NOBODY:
            add(acc, F_GOAL_LOST, t.goal_vp[type])
    add(acc, F_LEAD, length - other)
    add(acc, F_PILE, p.pile[type])
    if p.pile[type] == 0:
        add(acc, F_NEW_TYPE, 1)
    if card == CARD_FARMER:
        add(acc, F_FARMERS, farmer_step(t, s, i))
    add(acc, F_PHILOSOPHY, philosophy(p, card))


# -- bids ---------------------------------------------------------------------------------------------------------

cdef inline void list_rivals(const Tables* t, const State* s, DecisionContext* ctx) noexcept nogil:
    """The bids of the other players: those that lie open, or every card they may have laid."""
    cdef int i, k, n, emperor = s.holder[WARLORD]
    cdef const Seat* p
    cdef Rival* r
    ctx.n_rivals = 0
    for i in range(t.n_players):
        if i == s.active:
            continue
        p = &s.seat[i]
        n = placed(p) if s.revealed else wanted(t, p)
        for k in range(n):
            if s.revealed and not has_value(p, k):
                continue
            r = &ctx.rival[ctx.n_rivals]
            ctx.n_rivals += 1
            if s.revealed:
                r.key = bid_key(bid_total(p, k), i == emperor and (t.n_bids == 1 or p.half == k + 1), p.on[k] > 0,
                                p.bid[k])
                continue
            r.key = -1
            r.hand = p.hand
            r.share = t.chance[p.start]
            r.under = p.tied[k] if p.tied[k] != NONE else 0
            r.half = i == emperor and (t.n_bids == 1 or k == 0)


cdef inline void list_worths(const Tables* t, const State* s, DecisionContext* ctx) noexcept nogil:
    """Worth of the cards face up, best first."""
    cdef int k, j, w, listed = 0
    ctx.n_worth = 0
    for k in range(CARD_DRAGON):
        if s.open[k]:
            w = worth_of(t, s, s.active, k)
            while ctx.n_worth < listed + s.open[k]:
                j = ctx.n_worth
                while j and ctx.worth[j - 1] < w:
                    ctx.worth[j] = ctx.worth[j - 1]
                    j -= 1
                ctx.worth[j] = w
                ctx.n_worth += 1
            listed = ctx.n_worth


cdef inline void meet(const Tables* t, const Rival* r, int total, int under, int card, int half, int* ahead,
                      int* tie) noexcept nogil:
    """Chances, in parts of CERTAIN, that a rival's bid claims before a bid, and that it ties with it."""
    cdef int key, least, higher
    if r.key >= 0:
        key = bid_key(total, half, under > 0, card)
        ahead[0] = CERTAIN * (r.key > key)
        tie[0] = CERTAIN * (r.key == key)
        return
    # least card with which the rival has at least as many half points
    least = (2 * total + half + 1 - r.half) // 2 - r.under
    higher = t.at_least[r.under > 0][r.hand][min(max(least, 0), <int>N_BIDS)]
    tie[0] = 0
    # an equal total: stacks before single cards, then the higher card on top
    if half == r.half and 0 <= least < N_BIDS and r.hand >> least & 1:
        if r.under == 0:
            higher -= (under > 0 or least == card) and least > 0
            tie[0] = r.share if under == 0 and least == card else 0
        elif under and least <= card:
            higher -= 1
            tie[0] = r.share if least == card else 0
    ahead[0] = higher * r.share


cdef inline int worth_at(const DecisionContext* ctx, int ahead) noexcept nogil:
    """Worth of the card left after `ahead` hundredths of bids, between two places in proportion."""
    cdef int k = ahead // 100, part = ahead % 100
    if k >= ctx.n_worth:
        return 0
    return (ctx.worth[k] * (100 - part) + (ctx.worth[k + 1] * part if k + 1 < ctx.n_worth else 0)) // 100


cdef inline void expect(const Tables* t, const DecisionContext* ctx, int card, int under, int half, int* ahead,
                        int* tie) noexcept nogil:
    """Hundredths of bids ahead of a bid, and hundredths of the chance that it ties."""
    cdef int k, a = 0, d = 0, apart = CERTAIN_APART, total = card + under
    ahead[0] = 0
    for k in range(ctx.n_rivals):
        meet(t, &ctx.rival[k], total, under, card, half, &a, &d)
        ahead[0] += a
        if d:
            apart = apart * (CERTAIN - d) // CERTAIN
    ahead[0] = ahead[0] * 100 // CERTAIN
    tie[0] = (CERTAIN_APART - apart) // (CERTAIN_APART // 100)


cdef inline int half_expected(const Tables* t, const State* s) noexcept nogil:
    """Whether the pending bid is taken to get the Emperor's .5: the first of two."""
    return s.holder[WARLORD] == s.active and (t.n_bids == 1 or placed(&s.seat[s.active]) == 0)


cdef inline void meet_alone(const Tables* t, const Rival* r, int hand, int half, int* ahead, int* apart) noexcept nogil:
    """meet() for every card of a hand at once, where both bids are single cards and the rival's is unknown; apart: in
    parts of CERTAIN_APART, the chance of no tie so far."""
    cdef int c, beaten = half < r.half, both = hand & r.hand & NUMBERED_BIDS if half == r.half else 0
    cdef const uint8_t* above = &t.at_least[0][r.hand][1 - beaten]
    for c in range(N_BIDS):
        ahead[c] += above[c] * r.share
    while both:
        c = ctz(both)
        apart[c] = apart[c] * (CERTAIN - r.share) // CERTAIN
        both &= both - 1


cdef inline void expect_each(const Tables* t, const State* s, DecisionContext* ctx) noexcept nogil:
    """What each card in hand may expect on the tied card that waits, or alone: expect() of all of them."""
    cdef int apart[N_BIDS]
    cdef int c, k, a = 0, d = 0, hand = s.seat[s.active].hand, half = half_expected(t, s)
    cdef const Rival* r
    for c in range(N_BIDS):
        ctx.ahead[c] = 0
        apart[c] = CERTAIN_APART
    for k in range(ctx.n_rivals):
        r = &ctx.rival[k]
        if ctx.under == 0 and r.under == 0 and r.key < 0:
            meet_alone(t, r, hand, half, ctx.ahead, apart)
            continue
        for c in range(ctx.under == 0, N_BIDS):
            if hand >> c & 1:
                meet(t, r, c + ctx.under, ctx.under, c, half, &a, &d)
                ctx.ahead[c] += a
                if d:
                    apart[c] = apart[c] * (CERTAIN - d) // CERTAIN
    for c in range(N_BIDS):
        ctx.ahead[c] = ctx.ahead[c] * 100 // CERTAIN
        ctx.tie[c] = (CERTAIN_APART - apart[c]) // (CERTAIN_APART // 100)


cdef inline int laid_on(const Tables* t, const State* s, int place) noexcept nogil:
    """Number of the tied card the pending bid is laid on, 0: none."""
    cdef const Seat* p = &s.seat[s.active]
    cdef int on = place if chooses_place(t, s, s.active) else next_tied(p)
    return p.tied[on - 1] if on else 0


cdef inline void decision_context(const Tables* t, const State* s, DecisionContext* ctx) noexcept nogil:
    """What all options of a decision share."""
    if s.stage > KIND_EMPEROR:
        return
    list_rivals(t, s, ctx)
    list_worths(t, s, ctx)
    if s.stage == KIND_BID:
        ctx.under = -1 if chooses_place(t, s, s.active) else laid_on(t, s, 0)
        if ctx.under >= 0:
            expect_each(t, s, ctx)


cdef inline void value_bid(const Tables* t, const State* s, const DecisionContext* ctx, int card, int under, int half,
                           bint new, Accumulator* acc) noexcept nogil:
    """A Bid Card on a tied card or alone; new: it leaves the hand by this move."""
    cdef int ahead = 0, tie = 0, lower
    cdef bint known
    cdef const Seat* p = &s.seat[s.active]
    if new:
        add(acc, F_BID, card)
        if card == 0:
            add(acc, F_RESET, 1)
            add(acc, F_RETURNED, N_BIDS - p.start - n_tied(p))
        if under:
            add(acc, F_STACK, 1)
    if card == 0 and under == 0:
        return
    known = new and s.stage == KIND_BID and under == ctx.under
    if known:
        ahead = ctx.ahead[card]
        tie = ctx.tie[card]
    else:
        expect(t, ctx, card, under, half, &ahead, &tie)
    add(acc, F_AHEAD, ahead)
    add(acc, F_TIE, tie)
    add(acc, F_WORTH, worth_at(ctx, ahead) * (100 - tie) // 100)
    if under == 0:
        add(acc, F_TIE_WORTH, tie * ctx.worth[0] // 100)
    if known and card > 1:
        lower = choices(p) & ((1 << card) - 1) & (NUMBERED_BIDS | (under > 0))
        if lower:
            lower = 31 - clz(lower)
            if ctx.ahead[lower] == ahead and ctx.tie[lower] <= tie:
                add(acc, F_OVERBID, card - lower)


cdef inline void evaluate(const Tables* t, const State* s, const DecisionContext* ctx, Move m,
                          Accumulator* acc) noexcept nogil:
    """Add up what move m brings the player to move."""
    cdef int kind = kind_of(m), a = a_of(m), k, i = s.active
    cdef const Seat* p = &s.seat[i]
    if kind == KIND_BID:
        value_bid(t, s, ctx, a, ctx.under if ctx.under >= 0 else laid_on(t, s, c_of(m)), half_expected(t, s), True, acc)
    elif kind == KIND_HARVEST:
        k = 0 if p.bid[0] == 0 else 1
        value_bid(t, s, ctx, a, p.tied[p.on[k] - 1] if p.on[k] else 0, s.holder[WARLORD] == i, a > 0, acc)
        if a == 0:
            add(acc, F_RESET, 1)
    elif kind == KIND_EMPEROR:
        for k in range(SLOTS):
            value_bid(t, s, ctx, p.bid[k], p.tied[p.on[k] - 1] if p.on[k] else 0, a == k, False, acc)
    else:
        value_card(t, s, a, b_of(m), acc)
