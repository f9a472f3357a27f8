"""What a bid may expect: the bids of others that claim before it or tie with it, the worth of the cards face up.

Bids of others that lie face down count as any card the player may hold.
"""

from cext.games.middle_kingdom.rules.bids cimport (
    bid_key, bid_total, choices, chooses_place, has_value, next_tied, placed, wanted,
)
from cext.games.middle_kingdom.rules.goals cimport comes_into_play, out_of_play
from cext.games.middle_kingdom.rules.lanes cimport WORDS, at_least, each, equal
from cext.games.middle_kingdom.rules.scoring cimport farmer_points
from cext.games.middle_kingdom.rules.state cimport KIND_BID, KIND_EMPEROR, KIND_HARVEST, NONE, SLOTS, Seat, State
from cext.games.middle_kingdom.rules.tables cimport (
    AT_ZERO, CARD_BUREAUCRAT, CARD_FARMER, CARD_PHILOSOPHER, CERTAIN, NUMBERED_BIDS, N_BIDS, WARLORD, Tables,
)
from libc.stdint cimport uint16_t, uint64_t
from libc.string cimport memcpy, memset

cdef enum:
    MAX_WORTH = 8              # cards face up
    MAX_PLACES = 4             # where a bid may lie: alone or on a tied card; or two bids, either with the Emperor's .5
    MISSING_WORTH = 3          # VP of a first card of its type
    PROGRESS_WORTH = 8         # tenths of a VP of any card
    POWER_WORTH = 15           # tenths of a VP of a Goal Card's power


# What each Bid Card may expect where it may be laid.
cdef struct Place:
    int under                  # tied card below, 0: alone
    int rest                   # mask of the cards of the hand that it is compared with; 0: none
    uint16_t ahead[N_BIDS]     # bids of others expected to claim before it, in parts of CERTAIN
    uint16_t ties[N_BIDS]      # the chance that it ties, as its number in Tables.ties


cdef struct DecisionContext:
    Place place[MAX_PLACES]    # by field c of a bid: alone, then on a tied card; by 2 x bid + half for the Emperor
    int worth[MAX_WORTH]       # of the cards face up for the player to move, best first, tenths of a VP; then 0


# -- cards --------------------------------------------------------------------------------------------------------

cdef inline int longest_other(const Tables* t, const State* s, int i, int type) noexcept nogil:
    """Cards in the longest pile of a type among the other players."""
    cdef int k, n, most = 0
    for k in range(t.n_players):
        n = (k != i) * s.seat[k].pile[type]
        most = max(most, n)
    return most


cdef inline int farmer_step(const Tables* t, const State* s, int i) noexcept nogil:
    """Points one Farmer more brings, as the Farmers of the others stand."""
    cdef int k, n, fewest = 255, have = s.seat[i].card[CARD_FARMER]
    for k in range(t.n_players):
        n = s.seat[k].card[CARD_FARMER] | 255 * (k == i)
        fewest = min(fewest, n)
    if have < fewest:
        return 0
    return farmer_points(t, have + 1 - fewest) - farmer_points(t, have - fewest)


cdef inline int philosophy(const Seat* p, int card) noexcept nogil:
    """Points for Bureaucrats the card adds."""
    return ((card == CARD_PHILOSOPHER) * p.card[CARD_BUREAUCRAT]
            + (card == CARD_BUREAUCRAT and p.card[CARD_PHILOSOPHER] > 0))


cdef inline int worth_of(const Tables* t, const State* s, int i, int card, int farmer) noexcept nogil:
    """A measure of what a card face up brings seat i, tenths of a VP: by it bids are weighed; farmer: farmer_step()."""
    cdef const Seat* p = &s.seat[i]
    cdef int type = t.type_of[card], length = p.pile[type] + 1
    cdef bint held = s.holder[type] == i
    cdef bint taken = (not held) & (length >= t.goal_cards) & (length > longest_other(t, s, i, type))
    if out_of_play(s, type):
        taken &= comes_into_play(t, p, type)
    return (10 * t.card_vp[card] + PROGRESS_WORTH + 10 * philosophy(p, card) + held * PROGRESS_WORTH
            + taken * (10 * t.goal_vp[type] + POWER_WORTH) + (length == 1) * 10 * MISSING_WORTH
            + (card == CARD_FARMER) * 10 * farmer)


cdef inline void list_worths(const Tables* t, const State* s, DecisionContext* ctx) noexcept nogil:
    """Worth of the cards face up, best first: before any is claimed these are the last of the deck turned up."""
    cdef int k, j, w, higher, farmer = farmer_step(t, s, s.active)
    memset(ctx.worth, 0, sizeof(ctx.worth))
    for k in range(s.n_open):
        w = worth_of(t, s, s.active, s.deck[s.next - 1 - k], farmer)
        for j in range(k):
            higher = max(ctx.worth[j], w)
            w = min(ctx.worth[j], w)
            ctx.worth[j] = higher
        ctx.worth[k] = w


cdef inline int worth_at(const DecisionContext* ctx, int ahead) noexcept nogil:
    """Worth of the card left after `ahead` hundredths of bids, between two places in proportion."""
    cdef int k = ahead // 100, part = ahead % 100
    return (ctx.worth[k] * (100 - part) + ctx.worth[k + 1] * part) // 100


# -- bids ---------------------------------------------------------------------------------------------------------

cdef inline void meet_open(int key, const uint64_t* own, uint64_t* ahead, uint64_t* ties) noexcept nogil:
    """A rival's bid that lies open meets every card; own: their keys. Counts as meet_hidden() does."""
    cdef int j
    for j in range(WORDS):
        ahead[j] += CERTAIN * (each(1) - at_least(own[j], key))
        ties[j] = (N_BIDS + 1) * ties[j] + equal(own[j], key)


cdef inline void meet_hidden(const Tables* t, int hand, int below, int rival_half, int under, int half,
                             uint64_t* ahead, uint64_t* ties) noexcept nogil:
    """A rival's bid that lies face down, any card of a hand on a tied card or alone (below: 0), meets every card.

    ahead: chance, in parts of CERTAIN, that it claims before the card. ties: a number in the table Tables.ties, one
    more digit of it: of how many cards one would tie, 0 for none.
    """
    cdef bint level = half == rival_half, same = level and under == below
    # an equal total: stacks before single cards, then the higher card on top
    cdef bint yields = level and (below == 0 or 0 < under <= below)
    cdef int j, least = AT_ZERO + under - below + (half > rival_half) + yields
    cdef uint64_t above[WORDS]
    cdef uint64_t among[WORDS]
    memcpy(above, &t.at_least[below > 0][hand][least], sizeof(above))
    memcpy(among, t.among[hand], sizeof(among))
    for j in range(WORDS):
        ahead[j] += above[j] * t.share[hand]
        ties[j] = (N_BIDS + 1) * ties[j] + same * among[j]


cdef inline void expect(const Tables* t, const State* s, int under, int half, Place* at) noexcept nogil:
    """What every card may expect on a tied card, or alone (under: 0); half: it gets the Emperor's .5."""
    cdef uint64_t ahead[WORDS]
    cdef uint64_t ties[WORDS]
    cdef uint64_t keys[WORDS]
    cdef int i, k, n, j, emperor = s.holder[WARLORD]
    cdef const Seat* p
    memcpy(keys, t.key_steps, sizeof(keys))
    for j in range(WORDS):
        ahead[j] = ties[j] = 0
        keys[j] += each(bid_key(under, half, under > 0, 0))
    for i in range(t.n_players):
        if i == s.active:
            continue
        p = &s.seat[i]
        n = placed(p) if s.revealed else wanted(t, p)
        for k in range(n):
            if not s.revealed:
                meet_hidden(t, p.hand, p.tied[k] if p.tied[k] != NONE else 0,
                            i == emperor and (t.n_bids == 1 or k == 0), under, half, ahead, ties)
            elif has_value(p, k):
                meet_open(bid_key(bid_total(p, k), i == emperor and (t.n_bids == 1 or p.half == k + 1), p.on[k] > 0,
                                  p.bid[k]), keys, ahead, ties)
    at.under = under
    at.rest = 0
    memcpy(at.ahead, ahead, sizeof(ahead))
    memcpy(at.ties, ties, sizeof(ties))


cdef inline int ahead_of(const Place* at, int card) noexcept nogil:
    """Hundredths of bids of others expected to claim before a card."""
    return at.ahead[card] * 100 // CERTAIN


cdef inline int tie_of(const Tables* t, const Place* at, int card) noexcept nogil:
    """Hundredths of the chance that a card ties."""
    return t.ties[at.ties[card]]


cdef inline int half_expected(const Tables* t, const State* s) noexcept nogil:
    """Whether the pending bid is taken to get the Emperor's .5: the first of two."""
    return s.holder[WARLORD] == s.active and (t.n_bids == 1 or placed(&s.seat[s.active]) == 0)


cdef inline int card_below(const Seat* p, int on) noexcept nogil:
    """Number of the tied card `on`, from 1; 0: none."""
    return p.tied[on - 1] if on else 0


cdef inline void expect_bids(const Tables* t, const State* s, DecisionContext* ctx) noexcept nogil:
    """The pending bid lies on the tied card that waits for it, or alone; or the player says where."""
    cdef const Seat* p = &s.seat[s.active]
    cdef int k, half = half_expected(t, s)
    if chooses_place(t, s, s.active):
        for k in range(SLOTS + 1):
            if k == 0 or p.tied[k - 1] != NONE:
                expect(t, s, card_below(p, k), half, &ctx.place[k])
        return
    expect(t, s, card_below(p, next_tied(p)), half, &ctx.place[0])
    ctx.place[0].rest = choices(p) & (NUMBERED_BIDS | (ctx.place[0].under > 0))


cdef inline void decision_context(const Tables* t, const State* s, DecisionContext* ctx) noexcept nogil:
    """What all options of a decision share."""
    cdef const Seat* p = &s.seat[s.active]
    cdef int k
    if s.stage > KIND_EMPEROR:
        return
    list_worths(t, s, ctx)
    if s.stage == KIND_BID:
        expect_bids(t, s, ctx)
    elif s.stage == KIND_HARVEST:
        k = 0 if p.bid[0] == 0 else 1
        expect(t, s, card_below(p, p.on[k]), s.holder[WARLORD] == s.active, &ctx.place[0])
    else:
        for k in range(MAX_PLACES):
            expect(t, s, card_below(p, p.on[k // SLOTS]), k % SLOTS, &ctx.place[k])
