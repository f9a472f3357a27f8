"""Random choices like the kernel's, but without a list of the moves where their number says enough."""

from cext.games.byte_masks cimport count_up_to4, lowest_bit, popcount
from cext.games.first_empire.rules.abilities cimport activate, list_cards_to_activate, may_move
from cext.games.first_empire.rules.buildings cimport build_wall, list_walls
from cext.games.first_empire.rules.mausoleum cimport list_soldiers, tiles_for_a_soldier
from cext.games.first_empire.rules.moves cimport (
    answer_reward, carry_out_move, go_on, lay_alchemist_card, list_moves, offered_at, post_soldier,
)
from cext.games.first_empire.rules.observables cimport class_of_move, points_at, read_clock
from cext.games.first_empire.rules.officials cimport (
    hire, move_official, recruit, regions_to_hire, regions_with_type, types_in,
)
from cext.games.first_empire.rules.rewards cimport list_answers
from cext.games.first_empire.rules.state cimport (
    DONE, KIND_ABILITY, KIND_CARD, KIND_HIRE, KIND_MOVE, KIND_OVER, KIND_PLAY, KIND_RECRUIT, KIND_REGION, KIND_REWARD,
    KIND_SOLDIER, KIND_STOP, KIND_UNLOCK_ONE, SETTLED, TURN_OVER, Seat, State,
)
from cext.games.first_empire.rules.tables cimport (
    ACT_HIRE, ACT_RECRUIT, ACT_UNIFY, ACT_WALL, AREA_CARDS, FIRST_OWN, N_REGIONS, SHARE_BITS, Tables,
)
from cext.games.first_empire.rules.turns cimport begin_action, decider, lay_card, possible_actions
from cext.games.first_empire.rules.unify cimport regions_for_a_card, regions_with_room, unify
from cext.kernel.record_buffer cimport RecordBuffer, buffer_choice, buffer_score
from cext.kernel.rng cimport rng_below
from cext.kernel.types cimport MAX_MOVES, Clock, Move, a_of, b_of, c_of, kind_of, pack, unlikely
from libc.stdint cimport int64_t, uint32_t, uint64_t


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
    if s.stage == KIND_CARD:
        return draw_card(t, s, p, key, index, move)
    n = list_moves(t, s, moves)
    if n:
        move[0] = moves[rng_below(key, index, n)]
    return n


cdef inline int draw_play(const Tables* t, const State* s, const Seat* p, uint64_t key, uint64_t index,
                          Move* move) noexcept nogil:
    """A card of the hand with an action, as list_plays lists them: all actions of the first card, of the second …"""
    cdef int actions = possible_actions(t, s, p) >> ACT_UNIFY, n = p.n_hand * t.n_plays[actions]
    cdef unsigned int k = rng_below(key, index, n), card = k * t.share_of[actions] >> SHARE_BITS
    cdef unsigned int nth = k - card * t.n_plays[actions]
    move[0] = <Move>(t.plays[actions][nth >> 1] >> (32 * (nth & 1))) | <Move>p.hand[card] << 8
    return n


cdef inline int draw_ability(const Tables* t, const State* s, const Seat* p, uint64_t key, uint64_t index,
                             Move* move, Move* moves) noexcept nogil:
    """A card to activate, a movement of an official as list_official_moves lists them, or STOP."""
    cdef int cards = list_cards_to_activate(t, s, p, moves) if s.pending else 0, n = cards, k, r
    cdef uint64_t ends = 0
    if may_move(t, s):
        ends = t.steps_from[regions_with_type(p, 0)] + t.steps_from[regions_with_type(p, 1)]
        ends += t.steps_from[regions_with_type(p, 2)]
        n += <int>(ends >> (8 * (N_REGIONS - 1)))
    k = rng_below(key, index, n + 1)
    if k == n:
        move[0] = pack(KIND_STOP)
    elif k < cards:
        move[0] = moves[k]
    else:
        r = count_up_to4(<uint32_t>ends, k - cards)
        move[0] = t.steps[r][types_in(p, r)][k - cards - <int>(ends << 8 >> (8 * r) & 0xff)]
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


cdef inline int draw_card(const Tables* t, const State* s, const Seat* p, uint64_t key, uint64_t index,
                          Move* move) noexcept nogil:
    """A soldier, an Alchemist card in a region, or STOP, as list_cards lists them: card by card."""
    cdef int soldier = (s.left == 0) & (p.locked > 0), aside = p.aside, open = s.regions & regions_with_room(p)
    cdef int regions = t.n_bits[open], n = soldier + popcount(aside) * regions + (s.must == 0)
    cdef int k = <int>rng_below(key, index, n) - soldier
    if k < 0:
        move[0] = pack(KIND_UNLOCK_ONE)
    elif k + soldier == n - 1 and not s.must:
        move[0] = pack(KIND_STOP)
    else:
        while k >= regions:
            k -= regions
            aside &= aside - 1
        move[0] = pack(KIND_CARD, FIRST_OWN + lowest_bit(aside), t.nth[open][k])
    return n


# -- whole games ------------------------------------------------------------------------------------------------------

cdef struct Choices:
    uint64_t key               # stream of the seat that decides
    uint64_t index             # number of its next draw
    int64_t n_moves            # moves of all decisions so far
    int made                   # decisions so far, forced ones too
    int seat                   # who decides
    RecordBuffer* buffer       # where choices are recorded; NULL: nowhere


cdef inline void record_choice(const Tables* t, const State* s, const Choices* d, int n, Move move) noexcept nogil:
    """Record a move about to be made."""
    cdef Clock clock
    if unlikely(d.buffer is not NULL):
        read_clock(t, s, &clock)
        buffer_choice(d.buffer, d.made, d.seat, n, move, &clock, class_of_move(t, s, move), points_at(t, s, d.seat),
                      offered_at(t, s, d.seat))


cdef inline void count_choice(const Tables* t, const State* s, Choices* d, int n) noexcept nogil:
    """A decision between n moves has been made; one that is forced takes no draw."""
    if unlikely(d.buffer is not NULL):
        buffer_score(d.buffer, points_at(t, s, d.seat))
    d.index += n > 1
    d.n_moves += n
    d.made += 1


cdef inline int random_game(const Tables* t, State* s, const uint64_t* keys, uint64_t* indices,
                            int64_t* move_counts, RecordBuffer* buffer) noexcept nogil:
    """Play to the end with uniform choices, as Game.playout() does; returns the number of decisions."""
    cdef Move moves[MAX_MOVES]
    cdef Choices d
    cdef int seat, active, forced = 0
    d.n_moves = 0
    d.made = 0
    d.buffer = buffer
    for seat in range(t.n_players - t.solo):
        forced += <int>indices[seat]
    while s.stage != KIND_OVER:
        seat = decider(s)
        active = s.active                   # as long as it is the same, so is who decides
        d.seat = seat
        d.key = keys[seat]
        d.index = indices[seat]
        while s.active == active and s.stage != KIND_OVER:
            random_move(t, s, &s.seat[active], &d, moves)
        indices[seat] = d.index
    forced += d.made
    for seat in range(t.n_players - t.solo):
        forced -= <int>indices[seat]        # those that took a draw
    move_counts[0] += d.n_moves - forced
    move_counts[1] += forced
    return d.made - forced


cdef inline void random_move(const Tables* t, State* s, Seat* p, Choices* d, Move* moves) noexcept nogil:
    """Draw a move and make it, the frequent ones by the stage alone; a card with what its action asks."""
    cdef Move move
    cdef int n, left, stage = s.stage
    if stage == KIND_PLAY:
        n = draw_play(t, s, p, d.key, d.index, &move)
        record_choice(t, s, d, n, move)
        lay_card(t, s, p, a_of(move), b_of(move))
        n = random_action(t, s, p, d, n, b_of(move), moves, &left)
    elif stage == KIND_ABILITY:
        n = draw_ability(t, s, p, d.key, d.index, &move, moves)
        record_choice(t, s, d, n, move)
        left = TURN_OVER
        if kind_of(move) == KIND_MOVE:
            move_official(p, a_of(move), b_of(move), c_of(move))
        elif kind_of(move) == KIND_ABILITY:
            left = activate(t, s, p, AREA_CARDS * a_of(move) + b_of(move))
    elif stage == KIND_CARD:
        n = draw_card(t, s, p, d.key, d.index, &move)
        record_choice(t, s, d, n, move)
        if kind_of(move) == KIND_CARD:
            left = lay_alchemist_card(t, s, p, a_of(move), b_of(move))
        else:
            left = carry_out_move(t, s, p, kind_of(move), 0, 0, 0)
    elif stage == KIND_SOLDIER:
        n = list_soldiers(KIND_SOLDIER, tiles_for_a_soldier(s, p), moves)
        move = moves[rng_below(d.key, d.index, n)]
        record_choice(t, s, d, n, move)
        left = post_soldier(t, s, p, a_of(move)) if kind_of(move) == KIND_SOLDIER else SETTLED
    elif stage == KIND_REWARD:
        n = list_answers(moves)
        move = moves[rng_below(d.key, d.index, n)]
        record_choice(t, s, d, n, move)
        left = answer_reward(t, s, p, a_of(move))
    else:
        n = list_moves(t, s, moves)
        move = moves[rng_below(d.key, d.index, n)]
        record_choice(t, s, d, n, move)
        left = carry_out_move(t, s, p, kind_of(move), a_of(move), b_of(move), c_of(move))
    go_on(t, s, left)
    count_choice(t, s, d, n)


cdef inline int random_action(const Tables* t, State* s, Seat* p, Choices* d, int n, int action, Move* moves,
                              int* left) noexcept nogil:
    """The action, one of n moves, and the first choice it asks for if it is a frequent one; how many there then are."""
    cdef Move move
    left[0] = begin_action(t, s, p, action)
    if action == ACT_UNIFY:
        count_choice(t, s, d, n)
        n = draw_region(t, KIND_REGION, regions_for_a_card(t, p), d.key, d.index, &move)
        record_choice(t, s, d, n, move)
        unify(t, s, p, s.played, a_of(move))
        left[0] = TURN_OVER
    elif action == ACT_RECRUIT:
        count_choice(t, s, d, n)
        n = draw_recruit(t, s, p, d.key, d.index, &move)
        record_choice(t, s, d, n, move)
        left[0] = recruit(s, p, a_of(move), b_of(move))
    elif action == ACT_WALL:
        count_choice(t, s, d, n)
        n = list_walls(t, s, p, moves)
        move = moves[rng_below(d.key, d.index, n)]
        record_choice(t, s, d, n, move)
        left[0] = build_wall(t, s, s.active, a_of(move), b_of(move))
    elif action == ACT_HIRE:
        count_choice(t, s, d, n)
        n = draw_region(t, KIND_HIRE, regions_to_hire(p), d.key, d.index, &move)
        record_choice(t, s, d, n, move)
        hire(t, p, a_of(move))
        left[0] = DONE
    return n
