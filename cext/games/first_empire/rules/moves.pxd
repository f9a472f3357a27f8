"""Every kind of move: what is legal, and what a move does before the rest of the turn follows."""

from cext.games.first_empire.rules.abilities cimport (
    activate, calm, join_triggered, list_abilities, list_calms, list_tokens,
)
from cext.games.first_empire.rules.buildings cimport (
    ask_large, build_palace, build_wall, list_emperors, list_large, list_palace_tiles, list_palaces, list_payments,
    list_walls, pay_workers, put_emperor, take_large, take_palace_tile,
)
from cext.games.first_empire.rules.elixir cimport (
    list_cards, list_masters, next_card, place_alchemist_card, sail, take_master, unlock,
)
from cext.games.first_empire.rules.governor cimport install, list_bonuses, list_governors, take_bonus
from cext.games.first_empire.rules.lisi cimport LISI, place_his_soldiers
from cext.games.first_empire.rules.mausoleum cimport ask_soldier, list_soldiers, place_soldier, tiles_for_a_soldier
from cext.games.first_empire.rules.officials cimport (
    hire, list_hires, list_moves_of_officials, list_places, list_recruits, list_worker_moves, move_official,
    move_worker, place_pieces, recruit, regions_to_hire,
)
from cext.games.first_empire.rules.rewards cimport (
    ask_payment, drop_candidate, list_answers, list_payments_of_tokens, list_returns, list_unlocks, next_return,
    return_small, spend, take_reward,
)
from cext.games.first_empire.rules.state cimport (
    DONE, KIND_ABILITY, KIND_BONUS, KIND_CALM, KIND_CARD, KIND_EMPEROR, KIND_GOVERNOR, KIND_HIRE, KIND_HIS_SOLDIER,
    KIND_LARGE, KIND_MASTER, KIND_MOVE, KIND_MOVE_WORKER, KIND_PALACE, KIND_PALACE_TILE, KIND_PAY, KIND_PLACE,
    KIND_PLAY, KIND_RECRUIT, KIND_REGION, KIND_RETURN, KIND_REWARD, KIND_SOLDIER, KIND_SPEND, KIND_START, KIND_STOP,
    KIND_TOKENS, KIND_UNLOCK, KIND_UNLOCK_ONE, KIND_WALL, SETTLED, TURN_OVER, WAITS, WITHIN_REWARD, WITHIN_TURN,
    WITHIN_UNLOCKING, Seat, State,
)
from cext.games.first_empire.rules.tables cimport AREA_CARDS, Tables
from cext.games.first_empire.rules.turns cimport (
    after_soldiers, begin_soldiers, choose_start, list_plays, next_candidate, next_unlocking, play_card,
    possible_actions, proceed, release_memory,
)
from cext.games.first_empire.rules.unify cimport list_regions, regions_for_a_card, take_tokens, unify
from cext.kernel.types cimport Move, a_of, b_of, c_of, kassert, kind_of, pack
from libc.stdint cimport uint32_t


cdef inline int list_moves(const Tables* t, const State* s, Move* moves) noexcept nogil:
    """The legal moves of the decision that is pending; their number. Not asked when the game is over."""
    cdef const Seat* p = &s.seat[s.active]
    if s.stage == KIND_PLAY:
        return list_plays(t, s, p, moves)
    if s.stage == KIND_ABILITY:
        return list_abilities(t, s, p, moves)
    if s.stage == KIND_REGION:
        return list_regions(t, p, moves)
    if s.stage == KIND_RECRUIT:
        return list_recruits(s, p, moves)
    if s.stage == KIND_CARD:
        return list_cards(s, p, moves)
    if s.stage == KIND_GOVERNOR:
        return list_governors(t, s, moves)
    if s.stage == KIND_HIRE:
        return list_hires(p, moves)
    if s.stage == KIND_PALACE:
        return list_palaces(s, p, moves)
    if s.stage == KIND_WALL:
        return list_walls(t, s, p, moves)
    if s.stage == KIND_PAY:
        return list_payments(s, p, moves)
    if s.stage == KIND_MOVE:
        return list_moves_of_officials(t, p, moves)
    if s.stage == KIND_MOVE_WORKER:
        return list_worker_moves(t, s, moves)
    if s.stage == KIND_SOLDIER:
        return list_soldiers(KIND_SOLDIER, tiles_for_a_soldier(s, p), moves)
    if s.stage == KIND_REWARD:
        return list_answers(moves)
    return list_rarer_moves(t, s, p, moves)


cdef inline int list_rarer_moves(const Tables* t, const State* s, const Seat* p, Move* moves) noexcept nogil:
    """The legal moves of decisions that are seldom asked."""
    if s.stage == KIND_START:
        moves[0] = pack(KIND_START, p.start[0])
        moves[1] = pack(KIND_START, p.start[1])
        return 2 if p.start[1] else 1
    if s.stage == KIND_MASTER:
        return list_masters(s, moves)
    if s.stage == KIND_BONUS:
        return list_bonuses(t, s, p, moves)
    if s.stage == KIND_PALACE_TILE:
        return list_palace_tiles(t, s, p, moves)
    if s.stage == KIND_LARGE:
        return list_large(s, moves)
    if s.stage == KIND_EMPEROR:
        return list_emperors(p, moves)
    if s.stage == KIND_TOKENS:
        return list_tokens(s, moves)
    if s.stage == KIND_CALM:
        return list_calms(s, p, moves)
    if s.stage == KIND_PLACE:
        return list_places(s, moves)
    if s.stage == KIND_UNLOCK:
        return list_unlocks(t, p, moves)
    if s.stage == KIND_SPEND:
        return list_payments_of_tokens(t, s, p, moves)
    if s.stage == KIND_RETURN:
        return list_returns(s, p, moves)
    kassert(s.stage == KIND_HIS_SOLDIER)
    return list_soldiers(KIND_HIS_SOLDIER, tiles_for_a_soldier(s, &s.seat[LISI]), moves)


cdef inline uint32_t offered_at(const Tables* t, const State* s, int seat) noexcept nogil:
    """What the decision is among, a bit each: actions, regions, tiles of the Mausoleum, rewards, Starting tiles."""
    cdef const Seat* p = &s.seat[s.active]
    if s.stage == KIND_PLAY:
        return possible_actions(t, s, p)
    if s.stage == KIND_REGION:
        return regions_for_a_card(t, p)
    if s.stage == KIND_HIRE:
        return regions_to_hire(p)
    if s.stage == KIND_SOLDIER:
        return tiles_for_a_soldier(s, p)
    if s.stage == KIND_REWARD:
        return 0b11
    return <uint32_t>1 << p.start[0] | <uint32_t>(p.start[1] > 0) << p.start[1] if s.stage == KIND_START else 0


cdef inline void make_move(const Tables* t, State* s, Move move) noexcept nogil:
    """Make a legal move, and everything that follows without a choice."""
    go_on(t, s, carry_out_move(t, s, &s.seat[s.active], kind_of(move), a_of(move), b_of(move), c_of(move)))


cdef inline void go_on(const Tables* t, State* s, int left) noexcept nogil:
    """What follows on what a move left behind."""
    if left == TURN_OVER:
        begin_soldiers(t, s, WITHIN_TURN)
    elif left == DONE:
        proceed(t, s)
    elif left == SETTLED:
        after_soldiers(t, s)


cdef inline int stop(const Tables* t, State* s, Seat* p) noexcept nogil:
    """No more: of abilities, of soldiers, or of what an ability, a bonus or a reward allows."""
    if s.stage == KIND_ABILITY:
        return TURN_OVER
    if s.stage == KIND_SOLDIER:
        return SETTLED
    return pass_over(t, s, p)


cdef inline int pass_over(const Tables* t, State* s, Seat* p) noexcept nogil:
    """A symbol (F7) or a Palace tile (F13) is passed over: what follows it; 1 when the state waits for that."""
    if s.stage == KIND_PALACE_TILE:
        return ask_large(t, s, p)
    return sail(t, s, p) if s.stage == KIND_CARD and s.left == 0 else 0


cdef inline int post_soldier(const Tables* t, State* s, Seat* p, int k) noexcept nogil:
    """"One or more": a soldier to a spot; then perhaps another."""
    place_soldier(t, s, s.active, k)
    return WAITS if ask_soldier(t, s, p) else SETTLED


cdef inline int answer_reward(const Tables* t, State* s, Seat* p, int accepts) noexcept nogil:
    """1) The player accepts: his tokens go back, his marker moves, he takes the reward; or the next one is asked."""
    cdef int aspect = t.row[s.row]
    if not accepts:
        drop_candidate(s)
        next_candidate(t, s)
        return WAITS
    release_memory(t, s, s.active)
    p.rewards += 1
    s.within = WITHIN_REWARD
    return take_reward(t, s, p, aspect)


cdef inline int lay_alchemist_card(const Tables* t, State* s, Seat* p, int card, int r) noexcept nogil:
    """An Alchemist card in a region, for a symbol or as one of several; then what follows."""
    place_alchemist_card(t, s, p, card, r)
    if t.placed_join:
        join_triggered(t, s, p, r)
    if s.left == 0:
        return sail(t, s, p)
    s.left -= 1
    return next_card(s, p)


cdef inline int carry_out_move(const Tables* t, State* s, Seat* p, int kind, int a, int b, int c) noexcept nogil:
    """What the move itself does: DONE, WAITS or TURN_OVER."""
    if kind == KIND_PLAY:
        return play_card(t, s, p, a, b)
    if kind == KIND_MOVE:
        move_official(p, a, b, c)
        if s.stage == KIND_ABILITY:
            return TURN_OVER
        s.left -= 1
        return s.left > 0
    if kind == KIND_RECRUIT:
        return recruit(s, p, a, b)
    if kind == KIND_STOP:
        return stop(t, s, p)
    if kind == KIND_REGION:
        unify(t, s, p, s.played, a)
        return TURN_OVER
    if kind == KIND_START:
        choose_start(t, s, a)
        return WAITS
    if kind == KIND_SOLDIER:
        return post_soldier(t, s, p, a)
    if kind == KIND_HIS_SOLDIER:
        place_soldier(t, s, LISI, a)
        return WAITS if place_his_soldiers(t, s) else SETTLED
    if kind == KIND_REWARD:
        return answer_reward(t, s, p, a)
    if kind == KIND_ABILITY:
        return activate(t, s, p, AREA_CARDS * a + b)
    if kind == KIND_CARD:
        return lay_alchemist_card(t, s, p, a, b)
    if kind == KIND_UNLOCK_ONE:
        unlock(p, 1)
        return sail(t, s, p)
    if kind == KIND_MASTER:
        take_master(s, p, a)
        return sail(t, s, p)
    if kind == KIND_HIRE:
        hire(t, p, a)
        return 0
    if kind == KIND_GOVERNOR:
        return install(t, s, s.active, a, b)
    if kind == KIND_BONUS:
        return take_bonus(t, s, p, a)
    if kind == KIND_PALACE:
        return build_palace(t, s, p, a, b)
    if kind == KIND_PALACE_TILE:
        return take_palace_tile(t, s, p, a)
    if kind == KIND_LARGE:
        take_large(t, s, p, a)
        return 0
    if kind == KIND_WALL:
        return build_wall(t, s, s.active, a, b)
    if kind == KIND_PAY:
        return pay_workers(t, s, p, a)
    if kind == KIND_EMPEROR:
        put_emperor(t, s, p, a, b)
        return 0
    if kind == KIND_MOVE_WORKER:
        return move_worker(t, s, p, a, b)
    if kind == KIND_TOKENS:
        take_tokens(s, p, 0, a)
        take_tokens(s, p, 1, b)
        take_tokens(s, p, 2, c)
        return 0
    if kind == KIND_CALM:
        return calm(s, p, a)
    if kind == KIND_PLACE:
        return place_pieces(s, p, a)
    if kind == KIND_UNLOCK:
        if a == 0:
            next_unlocking(t, s)
            return WAITS
        s.within = WITHIN_UNLOCKING
        return ask_payment(t, s, p, a)
    if kind == KIND_SPEND:
        return spend(s, p, a, b)
    kassert(kind == KIND_RETURN)
    return_small(s, p, b)
    return next_return(s, p)
