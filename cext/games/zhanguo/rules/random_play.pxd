"""Random choices like the kernel's, but without a list of the moves where their number says enough."""

from cext.games.byte_masks cimport count_up_to8, lowest_bit, nth_bit, popcount, spread_by_three
from cext.games.zhanguo.rules.buildings cimport slots_to_build, wall_in
from cext.games.zhanguo.rules.observables cimport class_of_move, offered_at, points_at, read_clock
from cext.games.zhanguo.rules.officials cimport (
    full_areas, hire, hires_by_region, open_to_hire, place_card, place_official, points_to_walk, types_in_supply,
)
from cext.games.zhanguo.rules.setup cimport close_hand
from cext.games.zhanguo.rules.state cimport (
    KIND_ABILITY, KIND_HIRE, KIND_OFFICIAL, KIND_OVER, KIND_PLAY, KIND_REASSIGN, KIND_REGION, KIND_REWARD, KIND_STOP,
    KIND_WALL, Seat, State,
)
from cext.games.zhanguo.rules.tables cimport N_REGIONS, N_TYPES, Tables
from cext.games.zhanguo.rules.turns cimport (
    answer_reward, begin_action, end_turn, list_moves, make_move, make_reassignment, make_wall,
    possible_actions, proceed, skip_abilities, use_ability,
)
from cext.kernel.record_buffer cimport RecordBuffer, buffer_choice, buffer_score
from cext.kernel.rng cimport rng_bits, rng_bounded
from cext.kernel.types cimport MAX_MOVES, NO_MOVES, Clock, Move, a_of, b_of, c_of, kind_of, pack, unlikely
from libc.stdint cimport int64_t, uint64_t


cdef inline int draw_move(const Tables* t, const State* s, uint64_t key, uint64_t index, Move* move) noexcept nogil:
    """One of the legal moves drawn evenly, by draw `index` of stream `key`; returns how many there are."""
    cdef Move moves[MAX_MOVES]
    cdef uint64_t bits = rng_bits(key, index)
    cdef int n
    if s.stage == KIND_PLAY:
        return draw_play(t, s, &s.seat[s.active], bits, &n, move)
    if s.stage == KIND_REASSIGN:
        return draw_reassignment(t, s, &s.seat[s.active], bits, move)
    if s.stage == KIND_OFFICIAL:
        return draw_official(s, &s.seat[s.active], bits, move)
    n = list_moves(t, s, moves)
    if n:
        move[0] = moves[rng_bounded(bits, n)]
    return n


cdef inline int draw_play(const Tables* t, const State* s, const Seat* p, uint64_t bits, int* place,
                          Move* move) noexcept nogil:
    """A card of the hand with an action, as list_plays lists them: all actions of the first card, of the second …

    place: out: the card's in the hand.
    """
    cdef int actions = possible_actions(t, s, p), each = t.n_plays[actions], n = p.n_hand * each
    cdef unsigned int k = rng_bounded(bits, n), card = k * t.one_of[each] >> 16, nth = k - card * each
    move[0] = <Move>(t.plays[actions][nth >> 1] >> (32 * (nth & 1))) | <Move>p.hand[card] << 8
    place[0] = card
    return n


cdef inline int draw_official(const State* s, const Seat* p, uint64_t bits, Move* move) noexcept nogil:
    """An official, as list_officials lists them: the regions of the first type, of the second …; STOP last."""
    cdef int types = types_in_supply(p), n_regions = popcount(s.regions)
    cdef int last = popcount(types) * n_regions, n = last + (s.must == 0), k = rng_bounded(bits, n), c
    if k == last:
        move[0] = pack(KIND_STOP)
        return n
    c = (k >= n_regions) + (k >= 2 * n_regions)
    move[0] = pack(KIND_OFFICIAL, nth_bit(types, c), nth_bit(s.regions, k - c * n_regions))
    return n


cdef inline int draw_reassignment(const Tables* t, const State* s, const Seat* p, uint64_t bits,
                                  Move* move) noexcept nogil:
    """A re-assignment, as list_reassignments lists them, without a list.

    Each byte of two words holds the number of steps that the officials of one region and type offer together with
    those before them in the word.
    """
    cdef uint64_t low = t.steps_of[p.governing_at & 0xff], high = t.steps_of[256 | p.governing_at >> 8]
    cdef int first = <int>(low >> 56), steps = first + <int>(high >> 56)
    cdef int full = full_areas(p), i, k, n, departures
    cdef uint64_t leaving = t.n_leaving[points_to_walk(s)][full], up_to_region = departures_of(p, leaving)
    departures = <int>(up_to_region >> 56)
    n = steps + departures + (s.must == 0)
    k = rng_bounded(bits, n)
    if k >= steps:
        k -= steps
        move[0] = nth_departure(t, p, leaving, up_to_region, full, k) if k < departures else pack(KIND_STOP)
        return n
    i = 0
    if k >= first:
        k -= first
        low = high
        i = 8
    first = count_up_to8(low, k)
    move[0] = t.step[i + first][k - <int>(low << 8 >> (8 * first) & 0xff)]
    return n


cdef inline uint64_t departures_of(const Seat* p, uint64_t leaving) noexcept nogil:
    """Byte r: moves out of the workers areas 0 to r; leaving: byte r: moves of one type of official out of area r, in
    which at most two are."""
    cdef uint64_t working = spread_by_three(p.working_at), each = <uint64_t>0x0101010101ULL, types
    types = (working & each) + (working >> 1 & each) + (working >> 2 & each)
    leaving = (leaving & 0xff * ((types | types >> 1) & each)) + (leaving & 0xff * (types >> 1 & each))
    return leaving * <uint64_t>0x0101010101010101ULL


cdef inline Move nth_departure(const Tables* t, const Seat* p, uint64_t leaving, uint64_t up_to_region, int full,
                               int k) noexcept nogil:
    """Move k of those out of workers areas, as list_working lists them."""
    cdef int r = count_up_to8(up_to_region, k), each = <int>(leaving >> 8 * r & 0xff), types = p.working_at >> 3 * r & 7
    cdef Move move
    k -= <int>(up_to_region << 8 >> 8 * r & 0xff)
    types = types & types - 1 if k >= each else types       # the first type's moves, then the second's
    k -= each if k >= each else 0
    if k == 0:
        return pack(KIND_REASSIGN, N_REGIONS + r, r, lowest_bit(types) + 4)
    move = <Move>(t.walks[r][full][(k - 1) >> 1] >> 32 * ((k - 1) & 1))
    return move | <Move>lowest_bit(types) << 24


cdef inline int draw_hire(const Tables* t, const Seat* p, uint64_t bits, Move* move) noexcept nogil:
    """A hire, as list_hires lists them: all of the first region, of the second …

    Byte r of a word holds the hires of regions 0 to r together.
    """
    cdef uint64_t numbers = hires_by_region(t, p), up_to_region = 0
    cdef int regions = open_to_hire(t, p), n = 0, r, k
    for r in range(N_REGIONS):
        n += t.n_hires[numbers >> 8 * r & 0xff] & -(regions >> r & 1)
        up_to_region |= <uint64_t>n << 8 * r
    k = rng_bounded(bits, n)
    r = count_up_to8(up_to_region | <uint64_t>0x7f7f7f0000000000ULL, k)
    k -= <int>(up_to_region << 8 >> 8 * r & 0xff)
    move[0] = <Move>(t.hires[numbers >> 8 * r & 0xff][k >> 1] >> 32 * (k & 1)) | <Move>r << 8
    return n


cdef inline int draw_wall(const Tables* t, const State* s, const Seat* p, uint64_t bits, Move* move) noexcept nogil:
    """A slot for a wall, as list_walls lists them."""
    cdef int slots = slots_to_build(t, s, p), n = popcount(slots & 0x1ff) + popcount(slots >> 9), k
    k = rng_bounded(bits, n)
    while k:
        slots &= slots - 1
        k -= 1
    move[0] = wall_in(lowest_bit(slots))
    return n


cdef inline int one_ability(const State* s, const Seat* p) noexcept nogil:
    """1 where one ability is waiting, so that list_abilities lists it and STOP: it has an effect, or none was asked."""
    cdef int open = s.pending & ~p.silent
    return (open & open - 1) == 0


cdef inline int random_game(const Tables* t, State* s, const uint64_t* keys, uint64_t* indices,
                            int64_t* move_counts, RecordBuffer* buffer) noexcept nogil:
    """Play to the end with uniform choices, as Game.playout() does; number of decisions, or NO_MOVES."""
    cdef Move moves[MAX_MOVES]
    cdef Seat* p
    cdef int seat, n = 1, made = 0, forced = 0
    cdef int64_t n_moves = 0
    while s.stage != KIND_OVER and n:
        seat = s.active
        p = &s.seat[seat]
        if s.stage == KIND_PLAY:
            n = random_card(t, s, p, rng_bits(keys[seat], indices[seat]), made, buffer)
        else:
            n = random_move(t, s, p, rng_bits(keys[seat], indices[seat]), moves, made, buffer)
        if unlikely(buffer is not NULL):
            buffer_score(buffer, points_at(t, s, seat))
        indices[seat] += n > 1
        forced += n == 1
        n_moves += n
        made += 1
    move_counts[0] += n_moves - forced
    move_counts[1] += forced
    return made - forced if n else NO_MOVES


cdef inline void record_choice(const Tables* t, const State* s, int made, int n, Move move,
                               RecordBuffer* buffer) noexcept nogil:
    """Record a move about to be made; buffer: NULL where nothing is recorded."""
    cdef Clock clock
    if unlikely(buffer is not NULL):
        read_clock(t, s, &clock)
        buffer_choice(buffer, made, s.active, n, move, &clock, class_of_move(t, s, move), points_at(t, s, s.active),
                      offered_at(t, s, s.active))


cdef inline int random_card(const Tables* t, State* s, Seat* p, uint64_t bits, int made,
                            RecordBuffer* buffer) noexcept nogil:
    """Draw a card and an action and begin it; returns how many there were."""
    cdef Move move
    cdef int place, n = draw_play(t, s, p, bits, &place, &move)
    record_choice(t, s, made, n, move, buffer)
    if n:
        close_hand(p, <uint64_t>1 << 8 * place)
        begin_action(t, s, a_of(move), b_of(move))
    return n


cdef inline int random_move(const Tables* t, State* s, Seat* p, uint64_t bits, Move* moves, int made,
                            RecordBuffer* buffer) noexcept nogil:
    """Draw a move and make it, the frequent ones by the stage alone; returns how many there were."""
    cdef Move move
    cdef int n, place, stage = s.stage
    if stage == KIND_REASSIGN:
        n = draw_reassignment(t, s, p, bits, &move)
        record_choice(t, s, made, n, move, buffer)
        if kind_of(move) == KIND_REASSIGN:
            make_reassignment(t, s, p, a_of(move), b_of(move), c_of(move))
        else:
            proceed(t, s)
    elif stage == KIND_OFFICIAL:
        n = draw_official(s, p, bits, &move)
        record_choice(t, s, made, n, move, buffer)
        if kind_of(move) == KIND_OFFICIAL:
            place_official(p, a_of(move), b_of(move))
        proceed(t, s)
    elif stage == KIND_REGION:
        n = popcount(p.open_to_card)
        move = pack(KIND_REGION, nth_bit(p.open_to_card, rng_bounded(bits, n)))
        record_choice(t, s, made, n, move, buffer)
        place_card(t, s, a_of(move))
        end_turn(t, s)
    elif stage == KIND_HIRE:
        n = draw_hire(t, p, bits, &move)
        record_choice(t, s, made, n, move, buffer)
        hire(t, p, a_of(move), b_of(move))
        proceed(t, s)
    elif stage == KIND_WALL:
        n = draw_wall(t, s, p, bits, &move)
        record_choice(t, s, made, n, move, buffer)
        make_wall(t, s, a_of(move), b_of(move))
    elif stage == KIND_REWARD:
        n = 2
        move = pack(KIND_REWARD, rng_bounded(bits, n) == 0)
        record_choice(t, s, made, n, move, buffer)
        answer_reward(t, s, a_of(move))
    elif stage == KIND_ABILITY and one_ability(s, p):
        n = 2
        place = rng_bounded(bits, n)
        move = pack(KIND_STOP) if place else pack(KIND_ABILITY, lowest_bit(s.pending & ~p.silent))
        record_choice(t, s, made, n, move, buffer)
        if place:
            skip_abilities(t, s)
        else:
            use_ability(t, s, a_of(move))
    else:
        n = list_moves(t, s, moves)
        if n:
            move = moves[rng_bounded(bits, n)]
            record_choice(t, s, made, n, move, buffer)
            make_move(t, s, move)
    return n
