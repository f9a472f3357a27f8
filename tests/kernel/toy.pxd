"""Rules of a toy game for kernel tests: play a card into the pot, then push your luck or bank; hands are hidden.

48 cards of value 1 to 8. On each of six turns a player plays one of four cards in hand (its value starts the pot) and
draws another; then, as often as he dares, he banks the pot or pushes: the next card of the deck joins the pot, but
a 1 or 2 spoils it. A pot of 20 or more must be banked. The `rich` board adds a point to each pot banked.
"""

from cext.kernel.rng cimport STREAM_DEAL, rng_reshuffle, rng_shuffle, rng_stream
from cext.kernel.types cimport Move, a_of, kind_of, pack
from libc.stdint cimport int8_t, int16_t, int32_t, uint8_t, uint64_t
from libc.string cimport memset

cdef enum:
    N_CARDS = 48
    N_HAND = 4
    N_TURNS = 6
    N_TOY_FEATURES = 6
    SPOILS = 2             # highest value that spoils a pot
    FULL = 20              # a pot that must be banked

cdef enum Kind:
    PLAY = 0
    PUSH = 1
    BANK = 2


cdef struct Toy:
    uint8_t deck[N_CARDS]              # values; the first `drawn` are gone
    uint8_t hand[4][N_HAND]
    int16_t cards[4]                   # points from pots
    int16_t bonus[4]                   # points from the board
    int16_t pushes[4]
    int16_t busts[4]
    int16_t half_time[4]               # score after three turns
    int8_t board[4]
    uint8_t turns[4]                   # turns begun
    uint8_t drawn
    uint8_t seat                       # who is to move
    uint8_t slot                       # hand place of the card played
    uint8_t pot                        # 0: a card has to be played
    uint8_t lead                       # leading seat + 1
    uint8_t lead_changes
    uint8_t opening[4]                 # classes of the first two turns


cdef struct Table:
    int players


cdef inline void deal(const Table* t, Toy* s, const int8_t* boards, uint64_t deal_key) noexcept nogil:
    cdef int i, k
    memset(s, 0, sizeof(Toy))
    for i in range(N_CARDS):
        s.deck[i] = 1 + i % 8
    rng_shuffle(s.deck, N_CARDS, rng_stream(deal_key, STREAM_DEAL))
    for k in range(t.players):
        s.board[k] = boards[k]
        for i in range(N_HAND):
            s.hand[k][i] = s.deck[s.drawn]
            s.drawn += 1


cdef inline int to_move(const Table* t, const Toy* s) noexcept nogil:
    return s.seat if s.pot or s.turns[s.seat] < N_TURNS else -1


cdef inline int legal(const Table* t, const Toy* s, Move* moves) noexcept nogil:
    cdef int i, j, n = 0
    if s.pot:
        moves[0] = pack(BANK, s.pot)
        moves[1] = pack(PUSH)
        return 2 if s.pot < FULL and s.drawn < N_CARDS else 1
    for i in range(N_HAND):
        for j in range(i):
            if s.hand[s.seat][j] == s.hand[s.seat][i]:
                break
        else:
            moves[n] = pack(PLAY, s.hand[s.seat][i])
            n += 1
    return n


cdef inline void end_turn(const Table* t, Toy* s) noexcept nogil:
    cdef int k, lead = 0
    if s.drawn < N_CARDS:
        s.hand[s.seat][s.slot] = s.deck[s.drawn]
        s.drawn += 1
    if s.turns[s.seat] == 3:
        s.half_time[s.seat] = s.cards[s.seat] + s.bonus[s.seat]
    s.pot = 0
    s.seat = (s.seat + 1) % t.players
    for k in range(1, t.players):
        if s.cards[k] + s.bonus[k] > s.cards[lead] + s.bonus[lead]:
            lead = k
    s.lead_changes += s.lead != 0 and s.lead != lead + 1
    s.lead = lead + 1


cdef inline void apply(const Table* t, Toy* s, Move m) noexcept nogil:
    cdef int value
    if kind_of(m) == PLAY:
        s.slot = 0
        while s.hand[s.seat][s.slot] != a_of(m):
            s.slot += 1
        if s.turns[s.seat] < 2:
            s.opening[s.seat] |= (1 + (a_of(m) > 4)) << (4 * s.turns[s.seat])
        s.turns[s.seat] += 1
        s.pot = a_of(m)
    elif kind_of(m) == PUSH:
        value = s.deck[s.drawn]
        s.drawn += 1
        s.pushes[s.seat] += 1
        s.pot += value
        if value <= SPOILS:
            s.busts[s.seat] += 1
            end_turn(t, s)
    else:
        s.cards[s.seat] += s.pot
        s.bonus[s.seat] += s.board[s.seat] == 1
        end_turn(t, s)


cdef inline void features(const Table* t, const Toy* s, Move m, int32_t* out) noexcept nogil:
    out[0] = a_of(m) if kind_of(m) == PLAY else 0
    out[1] = kind_of(m) == PUSH
    out[2] = kind_of(m) == BANK
    out[3] = s.pot if kind_of(m) == BANK else 0
    out[4] = N_TURNS - s.turns[s.seat] if kind_of(m) == PUSH else 0
    out[5] = -s.pot if kind_of(m) == PUSH else 0


cdef inline void determinise(const Table* t, Toy* s, int seat, uint64_t key) noexcept nogil:
    """Shuffle the cards that `seat` cannot see: the deck and the other hands."""
    cdef uint8_t unseen[N_CARDS + 12]
    cdef int n = N_CARDS - s.drawn, k, i
    for i in range(n):
        unseen[i] = s.deck[s.drawn + i]
    for k in range(t.players):
        if k != seat:
            for i in range(N_HAND):
                unseen[n] = s.hand[k][i]
                n += 1
    rng_reshuffle(unseen, n, key)
    for k in range(t.players):
        if k != seat:
            for i in range(N_HAND):
                n -= 1
                s.hand[k][i] = unseen[n]
    for i in range(n):
        s.deck[s.drawn + i] = unseen[i]
