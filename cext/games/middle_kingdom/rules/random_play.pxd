"""Random play like the kernel's, but with the secret bids of a round in one go, and mostly without lists."""

from cext.games.byte_masks cimport nth_bit, popcount
from cext.games.middle_kingdom.rules.bids cimport lay_bid, placed, show_bid
from cext.games.middle_kingdom.rules.claims cimport claim, has_market, other_piles
from cext.games.middle_kingdom.rules.observables cimport class_of_move, points_at, read_clock
from cext.games.middle_kingdom.rules.state cimport KIND_BID, KIND_CLAIM, KIND_HEIR, NOBODY, Seat, State
from cext.games.middle_kingdom.rules.tables cimport BUREAUCRAT, CARD_MERCHANT, Tables
from cext.games.middle_kingdom.rules.turns cimport bid_last, go_on, list_moves, make_move, offered_at
from cext.kernel.record_buffer cimport RecordBuffer, buffer_choice, buffer_score
from cext.kernel.rng cimport rng_below
from cext.kernel.types cimport MAX_MOVES, Clock, Move, pack, unlikely
from libc.stdint cimport int64_t, uint64_t


cdef inline int draw_move(const Tables* t, const State* s, uint64_t key, uint64_t index, Move* move) noexcept nogil:
    """One of the legal moves drawn evenly, by draw `index` of stream `key`; returns how many there are."""
    cdef Move moves[MAX_MOVES]
    cdef int n = list_moves(t, s, moves)
    if n:
        move[0] = moves[rng_below(key, index, n)]
    return n


# What random play counts.
cdef struct Counts:
    int made               # moves made
    int forced             # of them the only ones
    int n_moves            # moves there were to draw from


cdef inline void count_move(Counts* count, int n) noexcept nogil:
    """A move made, one of n."""
    count.made += 1
    count.forced += n == 1
    count.n_moves += n


cdef inline void record_choice(const Tables* t, const State* s, int made, int seat, int n, Move move,
                               RecordBuffer* buffer) noexcept nogil:
    """Record a move about to be made; buffer: NULL where nothing is recorded."""
    cdef Clock clock
    if unlikely(buffer is not NULL):
        read_clock(t, s, &clock)
        buffer_choice(buffer, made, seat, n, move, &clock, class_of_move(t, s, move), points_at(t, s, seat),
                      offered_at(t, s, seat))


cdef inline void record_score(const Tables* t, const State* s, int seat, RecordBuffer* buffer) noexcept nogil:
    """Record what the move recorded last has brought its seat."""
    if unlikely(buffer is not NULL):
        buffer_score(buffer, points_at(t, s, seat))


cdef inline void draw_bids(const Tables* t, State* s, const uint64_t* keys, uint64_t* indices, Counts* count,
                           RecordBuffer* buffer) noexcept nogil:
    """The secret bids of the player to move and of all after, one each; then all are revealed.

    A bid brings nothing before it is revealed, which the last one does; what is revealed here at once changes no more
    than what is the player's own.
    """
    cdef Seat* p
    cdef int i, card, n, first = s.active, last = -1
    for i in range(first):
        if placed(&s.seat[i]):
            show_bid(s, i, 0)
    for i in range(first, t.n_players):
        if s.holder[BUREAUCRAT] == i:      # who bids after all others
            continue
        if last >= 0:
            record_score(t, s, last, buffer)
        p = &s.seat[i]
        last = i
        n = p.start
        card = t.hand_card[p.hand][rng_below(keys[i], indices[i], n)]
        record_choice(t, s, count.made, i, n, pack(KIND_BID, card, card + 1), buffer)
        lay_bid(t, s, i, card, 0)
        show_bid(s, i, 0)
        indices[i] += n > 1
        count_move(count, n)
    bid_last(t, s)
    if last >= 0:
        record_score(t, s, last, buffer)


cdef inline void draw_claim(const Tables* t, State* s, const uint64_t* keys, uint64_t* indices, Counts* count,
                            RecordBuffer* buffer) noexcept nogil:
    """One of the claims that list_claims would list, drawn evenly and made."""
    cdef int seat = s.active, n_kinds = t.n_claims[s.kinds], n = n_kinds, piles = 0, k, card, type
    if has_market(s, s.kinds):
        piles = other_piles(&s.seat[seat])
        n += popcount(piles)
    k = <int>rng_below(keys[seat], indices[seat], n)
    if k < n_kinds:
        card = t.open_card[s.kinds][k]
        type = t.type_of[card]
    else:
        card = CARD_MERCHANT
        type = nth_bit(piles, k - n_kinds)
    record_choice(t, s, count.made, seat, n, pack(s.stage, card, type), buffer)
    claim(t, s, card, type)
    go_on(t, s)
    record_score(t, s, seat, buffer)
    indices[seat] += n > 1
    count_move(count, n)


cdef inline void draw_listed(const Tables* t, State* s, const uint64_t* keys, uint64_t* indices, Counts* count,
                             RecordBuffer* buffer) noexcept nogil:
    """One of the legal moves drawn evenly from their list, and made."""
    cdef Move moves[MAX_MOVES]
    cdef Move move
    cdef int seat = s.active, n = list_moves(t, s, moves)
    # of an only move the draw is 0 and does not count: cheaper than a branch that is hard to foresee
    move = moves[rng_below(keys[seat], indices[seat], n)]
    record_choice(t, s, count.made, seat, n, move, buffer)
    make_move(t, s, move)
    record_score(t, s, seat, buffer)
    indices[seat] += n > 1
    count_move(count, n)


cdef inline int random_game(const Tables* t, State* s, const uint64_t* keys, uint64_t* indices,
                            int64_t* move_counts, RecordBuffer* buffer) noexcept nogil:
    """Play to the end with uniform choices, as Game.playout() does; returns the number of decisions."""
    cdef Counts count
    count.made = count.forced = count.n_moves = 0
    while s.active != NOBODY:
        if s.stage == KIND_CLAIM or s.stage == KIND_HEIR:
            draw_claim(t, s, keys, indices, &count, buffer)
        elif s.stage == KIND_BID and t.n_bids == 1 and not s.revealed:
            draw_bids(t, s, keys, indices, &count, buffer)
        else:
            draw_listed(t, s, keys, indices, &count, buffer)
    move_counts[0] += count.n_moves - count.forced
    move_counts[1] += count.forced
    return count.made - count.forced
