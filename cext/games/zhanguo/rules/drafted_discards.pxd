"""What a player drafted away: he knows each card and the discards it lies among, not its place among them.

"All the discarded cards are then shuffled together and placed face-down at the bottom of the corresponding deck": the
discards of a round lie together. Others can only draw such a card, play it and, in a draft, discard it again. Everybody
sees how many cards a player draws, from where in a deck, and how many of them he has shown; every way in which cards
not seen since can lie that fits these numbers is taken to be as likely as any other.
"""

from cext.games.zhanguo.rules.state cimport KIND_DISCARD, State
from cext.games.zhanguo.rules.tables cimport DECK, DRAWN, DRAWN_TO_DRAFT, N_ASPECTS, N_DRAFTS, Tables
from cext.kernel.rng cimport rng_below
from cext.kernel.types cimport kassert
from libc.stdint cimport uint8_t, uint64_t
from libc.string cimport memset

cdef enum:
    SIXTH = 6                  # least number that 1, 2 and 3 cards drawn at once divide

# The places of the cards of one aspect that a player cannot see.
cdef struct Unseen:
    int n
    uint8_t* at[DECK]          # deck from the top, hands by seat, discards of a draft under way
    uint8_t card[DECK]         # card the player knows to be taken to lie there, 0: none
    uint64_t placed            # bit k: card number k + 1 of the aspect has been given a place
    int hand[4]                # first place of each hand
    int n_hand[4]              # how many
    int discard[4]             # place of a drafter's discard, in order of drafting; -1: none lies apart

# How the cards of one aspect were drawn from their deck in this round.
cdef struct Drawing:
    int round                  # 0 to 4
    int left                   # cards in the deck when the round began
    int drawn                  # cards drawn since
    int each                   # cards a player draws at once
    bint returned              # the draft's discards have been placed at the bottom
    int hidden[4]              # by drafter: cards he drew whose places the player cannot see
    bint discard_known[4]      # the drafter's discard has been taken to be a card the player knows


cdef inline void list_unseen(const Tables* t, State* s, int seat, int a, Unseen* u) noexcept nogil:
    """The deck, the other hands, the others' face-down discards."""
    cdef int i, k, q
    memset(u, 0, sizeof(Unseen))
    for k in range(s.n_deck[a]):
        u.at[u.n] = &s.deck[a][(s.head[a] + k) % DECK]
        u.n += 1
    for i in range(t.n_players):
        u.hand[i] = u.n
        for k in range(s.seat[i].n_hand if i != seat else 0):
            if t.aspect[s.seat[i].hand[k]] == a:
                u.at[u.n] = &s.seat[i].hand[k]
                u.n += 1
        u.n_hand[i] = u.n - u.hand[i]
    for q in range(4):
        u.discard[q] = -1
        if s.discard[a][q] and (s.order[0] + q) % t.n_players != seat:
            u.discard[q] = u.n
            u.at[u.n] = &s.discard[a][q]
            u.n += 1


cdef inline int deck_at_start(const Tables* t, int round) noexcept nogil:
    """Cards in a deck when a round begins: of three cards drawn one comes back, so that two are gone either way."""
    return DECK - DRAWN * t.n_players * round


cdef inline void look_at_drawing(const Tables* t, const State* s, int seat, int a, const Unseen* u,
                                 Drawing* d) noexcept nogil:
    """How the cards of this round were drawn."""
    cdef int q, i
    cdef bint drafting = s.stage == KIND_DISCARD
    d.round = s.round
    d.left = deck_at_start(t, d.round)
    d.each = DRAWN_TO_DRAFT if d.round < N_DRAFTS else DRAWN
    d.returned = d.round < N_DRAFTS and not drafting
    d.drawn = d.left - s.n_deck[a] + (t.n_players if d.returned else 0)
    for q in range(t.n_players):
        i = (s.order[0] + q) % t.n_players
        d.hidden[q] = 0
        d.discard_known[q] = False
        if i != seat:
            d.hidden[q] = min(u.n_hand[i] + (d.returned or u.discard[q] >= 0), d.each)


cdef inline int lies_among(const Tables* t, const State* s, int r) noexcept nogil:
    """The round among whose discards a card lies that was discarded in round r and has not been seen since.

    The discards of a round are drawn in one round or in none before the last; who drew one in a draft and did not play
    it has discarded it again.
    """
    cdef int j, last = s.round if s.round < N_DRAFTS else N_DRAFTS
    for j in range(r + 1, last):
        if deck_at_start(t, j) - t.n_players * (j - r) < DRAWN_TO_DRAFT * t.n_players:
            r = j
    return r


cdef inline int first_of(const Tables* t, const Drawing* d, int r) noexcept nogil:
    """Where the discards of round r begin, counted from the top of the deck as it was when this round began."""
    return d.left - t.n_players * (d.round - r)


cdef inline int ways(const Tables* t, const State* s, const Drawing* d, const int* first, int n, int a,
                     int choice) noexcept nogil:
    """In how many ways n known cards can lie out of sight when each was at a chosen place among its discards; relative.

    first: where the discards of each card begin. choice: the places, as the digits of a number. Of k cards drawn at
    once, with h of them out of sight, any card is so in h of k ways.
    """
    cdef int chosen[N_DRAFTS]
    cdef int taken[4]
    cdef int i, k, q, found = 1
    memset(taken, 0, sizeof(taken))
    for k in range(n):
        chosen[k] = first[k] + choice % t.n_players
        choice //= t.n_players
        for i in range(k):
            if chosen[i] == chosen[k]:
                return 0
        if chosen[k] >= d.drawn:
            found *= SIXTH * (chosen[k] - d.drawn < s.n_deck[a])
        else:
            kassert(chosen[k] >= 0)
            q = chosen[k] // d.each
            found *= SIXTH * (d.hidden[q] - taken[q]) // (d.each - taken[q]) if d.hidden[q] > taken[q] else 0
            taken[q] += 1
        if found == 0:
            return 0
    return found


cdef inline int free_place(const Unseen* u, int first, int n, uint64_t stream, int draw) noexcept nogil:
    """One of n places that holds no card given a place yet."""
    cdef int k, x = 0
    for k in range(first, first + n):
        x += u.card[k] == 0
    kassert(x > 0)
    x = <int>rng_below(stream, draw, x)
    k = first
    while u.card[k] or x:
        x -= u.card[k] == 0
        k += 1
    return k


cdef inline int place_drawn(const Tables* t, const State* s, const Unseen* u, Drawing* d, int a, int q,
                            uint64_t stream, int draw) noexcept nogil:
    """Where a card may be that drafter q drew: one of his cards out of sight, in his hand or discarded."""
    cdef int k, x, i = (s.order[0] + q) % t.n_players, free = d.hidden[q] - d.discard_known[q]
    for k in range(u.hand[i], u.hand[i] + u.n_hand[i]):
        free -= u.card[k] > 0
    x = <int>rng_below(stream, draw, free)
    for k in range(u.hand[i], u.hand[i] + u.n_hand[i]):
        if u.card[k] == 0:
            if x == 0:
                return k
            x -= 1
    d.discard_known[q] = True
    if u.discard[q] >= 0:
        return u.discard[q]
    return free_place(u, s.n_deck[a] - t.n_players, t.n_players, stream, draw + 1)


cdef inline void put(Unseen* u, int place, int card) noexcept nogil:
    """Give a known card its place."""
    u.card[place] = <uint8_t>card
    u.placed |= <uint64_t>1 << (card - 1) % DECK


cdef inline void place_own_discards(const Tables* t, const State* s, int seat, int a, uint64_t stream,
                                    Unseen* u) noexcept nogil:
    """Give the cards of aspect a that `seat` drafted away, and has not seen since, places where they may lie.

    First those among discards that were drawn this round, all at once, each possible way alike; then the others, which
    lie in the deck.
    """
    cdef Drawing d
    cdef uint8_t card[N_DRAFTS]
    cdef uint8_t below[N_DRAFTS]
    cdef int first[N_DRAFTS]
    cdef int place_below[N_DRAFTS]
    cdef int r, k, c, start, total = 0, n = 0, n_below = 0, choices = 1, draw = 1
    cdef uint64_t listed = 0
    look_at_drawing(t, s, seat, a, u, &d)
    for r in range(d.round + d.returned - 1, -1, -1):
        c = s.seat[seat].drafted[a][r]
        if c == 0 or listed >> (c - 1) % DECK & 1 or not out_of_sight(u, c):
            continue
        listed |= <uint64_t>1 << (c - 1) % DECK
        start = first_of(t, &d, lies_among(t, s, r))
        if start < d.drawn:
            card[n] = <uint8_t>c
            first[n] = start
            n += 1
            choices *= t.n_players
        else:
            below[n_below] = <uint8_t>c
            place_below[n_below] = start - d.drawn
            n_below += 1
    if n:
        for k in range(choices):
            total += ways(t, s, &d, first, n, a, k)
    if total:
        c = <int>rng_below(stream, 0, total)
        for k in range(choices):
            c -= ways(t, s, &d, first, n, a, k)
            if c < 0:
                break
        for r in range(n):
            start = first[r] + k % t.n_players
            k //= t.n_players
            if start < d.drawn:
                start = place_drawn(t, s, u, &d, a, start // d.each, stream, draw)
            else:
                start -= d.drawn
            put(u, start, card[r])
            draw += 2
    for r in range(n_below):
        put(u, free_place(u, place_below[r], t.n_players, stream, draw), below[r])
        draw += 2


cdef inline bint out_of_sight(const Unseen* u, int card) noexcept nogil:
    """Whether a card lies at one of the places the player cannot see."""
    cdef int k
    for k in range(u.n):
        if u.at[k][0] == card:
            return True
    return False


cdef inline void forget_discards(const Tables* t, State* s, int seat) noexcept nogil:
    """What the others drafted away is theirs to know."""
    cdef int i
    for i in range(t.n_players):
        if i != seat:
            memset(s.seat[i].drafted, 0, sizeof(s.seat[i].drafted))


cdef inline bint drafted_broken(const Tables* t, const State* s) noexcept nogil:
    """Whether a card drafted away is not where it may be: among its discards, or among those of this round."""
    cdef Unseen u
    cdef Drawing d
    cdef int a, i, r, k, card, start
    memset(&u, 0, sizeof(u))
    for a in range(N_ASPECTS):
        look_at_drawing(t, s, 0, a, &u, &d)
        for i in range(t.n_players):
            for r in range(N_DRAFTS):
                card = s.seat[i].drafted[a][r]
                if card == 0:
                    continue
                if not t.draft or t.aspect[card] != a or r > s.round:
                    return True
                start = first_of(t, &d, lies_among(t, s, r)) - d.drawn
                for k in range(s.n_deck[a]):
                    if s.deck[a][(s.head[a] + k) % DECK] == card and not (
                            start <= k < start + t.n_players or d.returned and k >= s.n_deck[a] - t.n_players):
                        return True
        for r in range(t.n_players):
            i = (s.order[0] + r) % t.n_players
            card = s.seat[i].drafted[a][d.round] if d.round < N_DRAFTS else 0
            if s.discard[a][r] and card and card != s.discard[a][r]:
                return True
    return False
