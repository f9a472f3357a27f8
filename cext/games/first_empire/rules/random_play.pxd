"""Random choices, as generic.pxd makes them, but without a list of the moves where their number says enough."""

from cext.games.first_empire.rules.abilities cimport activate, list_abilities
from cext.games.first_empire.rules.buildings cimport build_wall, list_walls
from cext.games.first_empire.rules.moves cimport answer_reward, carry_out_move, go_on, list_moves
from cext.games.first_empire.rules.officials cimport hire, move_official, recruit, regions_to_hire
from cext.games.first_empire.rules.rewards cimport list_answers
from cext.games.first_empire.rules.state cimport (
    DONE, KIND_ABILITY, KIND_HIRE, KIND_MOVE, KIND_OVER, KIND_PLAY, KIND_RECRUIT, KIND_REGION, KIND_REWARD, KIND_STOP,
    KIND_WALL, TURN_OVER, Seat, State,
)
from cext.games.first_empire.rules.tables cimport ACT_UNIFY, AREA_CARDS, N_REGIONS, N_TYPES, Tables
from cext.games.first_empire.rules.turns cimport decider, play_card, possible_actions
from cext.games.first_empire.rules.unify cimport regions_for_a_card, unify
from cext.games.masks cimport nonzero_15
from cext.kernel.rng cimport rng_below
from cext.kernel.types cimport MAX_MOVES, Move, a_of, b_of, c_of, kind_of, pack
from libc.stdint cimport int64_t, uint64_t


cdef inline int draw_move(const Tables* t, const State* s, uint64_t key, uint64_t index, Move* move) noexcept nogil:
    """One of the legal moves drawn evenly, by draw `index` of stream `key`; returns how many there are."""
    cdef Move moves[MAX_MOVES]
    cdef const Seat* p = &s.seat[s.active]
    cdef int n
    if s.stage == KIND_PLAY:
        return draw_play(t, s, p, key, index, move)
    if s.stage == KIND_ABILITY:
        return draw_ability(t, s, p, key, index, move, moves)
    if s.stage == KIND_RECRUIT:
        return draw_recruit(t, s, p, key, index, move)
    if s.stage == KIND_REGION:
        return draw_region(t, KIND_REGION, regions_for_a_card(t, p), key, index, move)
    if s.stage == KIND_HIRE:
        return draw_region(t, KIND_HIRE, regions_to_hire(p), key, index, move)
    n = list_moves(t, s, moves)
    if n:
        move[0] = moves[rng_below(key, index, n)]
    return n


cdef inline int draw_play(const Tables* t, const State* s, const Seat* p, uint64_t key, uint64_t index,
                          Move* move) noexcept nogil:
    """A card of the hand with an action, as list_plays lists them: all actions of the first card, of the second …"""
    cdef int actions = possible_actions(t, s, p) >> ACT_UNIFY, n = p.n_hand * t.n_plays[actions]
    cdef unsigned int k = rng_below(key, index, n), card = k / t.n_plays[actions], nth = k % t.n_plays[actions]
    move[0] = <Move>(t.plays[actions][nth >> 1] >> (32 * (nth & 1))) | <Move>p.hand[card] << 8
    return n


cdef inline int draw_ability(const Tables* t, const State* s, const Seat* p, uint64_t key, uint64_t index,
                             Move* move, Move* moves) noexcept nogil:
    """An ability of a list, or, without any, a movement of an official as list_official_moves lists them, or STOP."""
    cdef int end[N_REGIONS]
    cdef int officials, r = 0, i, n = 0, k, types
    if s.pending:
        n = list_abilities(t, s, p, moves)
        move[0] = moves[rng_below(key, index, n)]
        return n
    officials = nonzero_15(&p.officials[0][0])
    for i in range(N_REGIONS):
        n += t.n_steps[i][officials >> (N_TYPES * i) & ((1 << N_TYPES) - 1)]
        end[i] = n
    k = rng_below(key, index, n + 1)
    if k == n:
        move[0] = pack(KIND_STOP)
        return n + 1
    for i in range(N_REGIONS - 1):
        r += k >= end[i]
    types = officials >> (N_TYPES * r) & ((1 << N_TYPES) - 1)
    move[0] = t.steps[r][types][k - end[r] + t.n_steps[r][types]]
    return n + 1


cdef inline int draw_recruit(const Tables* t, const State* s, const Seat* p, uint64_t key, uint64_t index,
                             Move* move) noexcept nogil:
    """A type of official in supply and a region, as list_recruits lists them: type by type."""
    cdef int types = (p.supply[0] > 0) | (p.supply[1] > 0) << 1 | (p.supply[2] > 0) << 2
    cdef int regions = t.n_bits[s.regions], n = t.n_bits[types] * regions, k = rng_below(key, index, n)
    cdef int c = (k >= regions) + (k >= 2 * regions)
    move[0] = pack(KIND_RECRUIT, t.nth[types][c], t.nth[s.regions][k - c * regions])
    return n


cdef inline int draw_region(const Tables* t, int kind, int mask, uint64_t key, uint64_t index,
                            Move* move) noexcept nogil:
    """A region of a mask."""
    cdef int n = t.n_bits[mask]
    move[0] = pack(kind, t.nth[mask][rng_below(key, index, n)])
    return n


cdef inline int random_game(const Tables* t, State* s, const uint64_t* keys, uint64_t* indices,
                            int64_t* options) noexcept nogil:
    """Play to the end with uniform choices, as generic.random_playout does; returns decisions asked."""
    cdef Move moves[MAX_MOVES]
    cdef int64_t looked = 0
    cdef int n, seat, made = 0, forced = 0
    while s.stage != KIND_OVER:
        seat = decider(s)
        n = random_move(t, s, &s.seat[s.active], keys[seat], indices[seat], moves)
        indices[seat] += n > 1
        forced += n == 1
        looked += n
        made += 1
    options[0] += looked - forced
    options[1] += forced
    return made - forced


cdef inline int random_move(const Tables* t, State* s, Seat* p, uint64_t key, uint64_t index,
                            Move* moves) noexcept nogil:
    """Draw a move and make it, the frequent ones by the stage alone; returns how many there are."""
    cdef Move move
    cdef int n, left, stage = s.stage
    if stage == KIND_PLAY:
        n = draw_play(t, s, p, key, index, &move)
        left = play_card(t, s, p, a_of(move), b_of(move))
    elif stage == KIND_ABILITY:
        n = draw_ability(t, s, p, key, index, &move, moves)
        left = TURN_OVER
        if kind_of(move) == KIND_MOVE:
            move_official(p, a_of(move), b_of(move), c_of(move))
        elif kind_of(move) == KIND_ABILITY:
            left = activate(t, s, p, AREA_CARDS * a_of(move) + b_of(move))
    elif stage == KIND_RECRUIT:
        n = draw_recruit(t, s, p, key, index, &move)
        left = recruit(s, p, a_of(move), b_of(move))
    elif stage == KIND_REGION:
        n = draw_region(t, KIND_REGION, regions_for_a_card(t, p), key, index, &move)
        unify(t, s, p, s.played, a_of(move))
        left = TURN_OVER
    elif stage == KIND_REWARD:
        n = list_answers(moves)
        left = answer_reward(t, s, p, a_of(moves[rng_below(key, index, n)]))
    elif stage == KIND_WALL:
        n = list_walls(s, p, moves)
        move = moves[rng_below(key, index, n)]
        left = build_wall(t, s, s.active, a_of(move), b_of(move))
    elif stage == KIND_HIRE:
        n = draw_region(t, KIND_HIRE, regions_to_hire(p), key, index, &move)
        hire(t, p, a_of(move))
        left = DONE
    else:
        n = list_moves(t, s, moves)
        move = moves[rng_below(key, index, n)]
        left = carry_out_move(t, s, p, kind_of(move), a_of(move), b_of(move), c_of(move))
    go_on(t, s, left)
    return n
