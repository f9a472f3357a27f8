"""Random choices, as generic.pxd makes them, but without a list of the moves where their number says enough."""

from cext.games.masks cimport nth_bit, popcount, up_to_8
from cext.games.zhanguo.rules.officials cimport (
    hire, list_hires, list_working, place_card, place_official, regions_for_a_card, types_in_supply,
)
from cext.games.zhanguo.rules.state cimport (
    KIND_HIRE, KIND_OFFICIAL, KIND_OVER, KIND_PLAY, KIND_REASSIGN, KIND_REGION, KIND_REWARD, KIND_STOP,
    Seat, State,
)
from cext.games.zhanguo.rules.tables cimport Tables
from cext.games.zhanguo.rules.turns cimport (
    answer_reward, end_turn, list_moves, make_move, make_reassignment, play_card, possible_actions, proceed,
)
from cext.kernel.rng cimport rng_bits, rng_fraction
from cext.kernel.types cimport MAX_MOVES, NO_MOVES, Move, a_of, b_of, c_of, kind_of, pack
from libc.stdint cimport int64_t, uint8_t, uint64_t
from libc.string cimport memcpy


cdef inline int draw_move(const Tables* t, const State* s, uint64_t key, uint64_t index, Move* move) noexcept nogil:
    """One of the legal moves drawn evenly, by draw `index` of stream `key`; returns how many there are."""
    cdef Move moves[MAX_MOVES]
    cdef uint64_t bits = rng_bits(key, index)
    cdef int n
    if s.stage == KIND_PLAY:
        return draw_play(t, s, &s.seat[s.active], bits, move)
    if s.stage == KIND_REASSIGN:
        return draw_reassignment(t, s, &s.seat[s.active], bits, move, moves)
    if s.stage == KIND_OFFICIAL:
        return draw_official(s, &s.seat[s.active], bits, move)
    n = list_moves(t, s, moves)
    if n:
        move[0] = moves[rng_fraction(bits, n)]
    return n


cdef inline int draw_play(const Tables* t, const State* s, const Seat* p, uint64_t bits, Move* move) noexcept nogil:
    """A card of the hand with an action, as list_plays lists them: all actions of the first card, of the second …"""
    cdef int actions = possible_actions(t, s, p), n = p.n_hand * t.n_plays[actions]
    cdef unsigned int k = rng_fraction(bits, n), card = k // t.n_plays[actions] if n else 0
    cdef unsigned int nth = k - card * t.n_plays[actions]
    move[0] = <Move>(t.plays[actions][nth >> 1] >> (32 * (nth & 1))) | <Move>p.hand[card] << 8
    return n


cdef inline int draw_official(const State* s, const Seat* p, uint64_t bits, Move* move) noexcept nogil:
    """An official, as list_officials lists them: the regions of the first type, of the second …; STOP last."""
    cdef int types = types_in_supply(p), n_regions = popcount(s.regions)
    cdef int last = popcount(types) * n_regions, n = last + (s.must == 0), k = rng_fraction(bits, n), c
    if k == last:
        move[0] = pack(KIND_STOP)
        return n
    c = (k >= n_regions) + (k >= 2 * n_regions)
    move[0] = pack(KIND_OFFICIAL, nth_bit(types, c), nth_bit(s.regions, k - c * n_regions))
    return n


cdef inline int draw_reassignment(const Tables* t, const State* s, const Seat* p, uint64_t bits, Move* move,
                                  Move* moves) noexcept nogil:
    """A re-assignment, as list_reassignments lists them; those out of governors areas are counted, not listed.

    Each byte of two words holds the number of steps that the officials of one region and type offer together with
    those before them in the word.
    """
    cdef uint64_t low = steps_up_to(&p.governing[0][0], t.n_step)
    cdef uint64_t high = steps_up_to(&p.governing[0][0] + 8, t.n_step + 8)
    cdef int first = <int>(low >> 56), steps = first + <int>(high >> 56)
    cdef int n = steps + list_working(t, s, p, moves), k = rng_fraction(bits, n), i = 0
    if k >= steps:
        move[0] = moves[k - steps]
        return n
    if k >= first:
        k -= first
        low = high
        i = 8
    first = up_to_8(low, k)
    move[0] = t.step[i + first][k - <int>(low << 8 >> (8 * first) & 0xff)]
    return n


cdef inline uint64_t steps_up_to(const uint8_t* officials, const uint8_t* n_step) noexcept nogil:
    """Byte i: the steps of the officials 0 to i of eight together, at most 4 each."""
    cdef uint64_t there, steps
    memcpy(&there, officials, 8)
    memcpy(&steps, n_step, 8)
    there = ((there + <uint64_t>0x7f7f7f7f7f7f7f7fULL) & <uint64_t>0x8080808080808080ULL) >> 7
    return (there * 7 & steps) * <uint64_t>0x0101010101010101ULL


cdef inline int random_game(const Tables* t, State* s, const uint64_t* keys, uint64_t* indices,
                            int64_t* options) noexcept nogil:
    """Play to the end with uniform choices, as generic.random_playout does; decisions asked, or NO_MOVES."""
    cdef Move moves[MAX_MOVES]
    cdef int seat, n = 1, made = 0, forced = 0
    cdef int64_t looked = 0
    while s.stage != KIND_OVER and n:
        seat = s.active
        n = random_move(t, s, &s.seat[seat], rng_bits(keys[seat], indices[seat]), moves)
        indices[seat] += n > 1
        forced += n == 1
        looked += n
        made += 1
    options[0] += looked - forced
    options[1] += forced
    return made - forced if n else NO_MOVES


cdef inline int random_move(const Tables* t, State* s, Seat* p, uint64_t bits, Move* moves) noexcept nogil:
    """Draw a move and make it, the frequent ones by the stage alone; returns how many there were."""
    cdef Move move
    cdef int n, regions, stage = s.stage
    if stage == KIND_PLAY:
        n = draw_play(t, s, p, bits, &move)
        if n:
            play_card(t, s, a_of(move), b_of(move))
    elif stage == KIND_REASSIGN:
        n = draw_reassignment(t, s, p, bits, &move, moves)
        if kind_of(move) == KIND_REASSIGN:
            make_reassignment(t, s, p, a_of(move), b_of(move), c_of(move))
        else:
            proceed(t, s)
    elif stage == KIND_OFFICIAL:
        n = draw_official(s, p, bits, &move)
        if kind_of(move) == KIND_OFFICIAL:
            place_official(p, a_of(move), b_of(move))
        proceed(t, s)
    elif stage == KIND_REGION:
        regions = regions_for_a_card(t, p)
        n = popcount(regions)
        place_card(t, s, nth_bit(regions, rng_fraction(bits, n)))
        end_turn(t, s)
    elif stage == KIND_HIRE:
        n = list_hires(t, s, moves)
        move = moves[rng_fraction(bits, n)]
        hire(t, p, a_of(move), b_of(move))
        proceed(t, s)
    elif stage == KIND_REWARD:
        n = 2
        answer_reward(t, s, rng_fraction(bits, n) == 0)
    else:
        n = list_moves(t, s, moves)
        if n:
            make_move(t, s, moves[rng_fraction(bits, n)])
    return n
