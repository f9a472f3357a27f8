"""The flow of a game of ZhanGuo: who decides, what is legal, and what a move sets in motion."""

from cext.games.byte_masks cimport lowest_bit
from cext.games.zhanguo.rules.abilities cimport (
    BOARD_ABILITY, activate, calm, has_effect, list_abilities, list_calms, list_governor_moves, list_markers,
    list_worker_moves, move_governor, move_worker, play_to_court, power_of, take_gain, triggered,
)
from cext.games.zhanguo.rules.buildings cimport (
    build_palace, build_wall, can_build_palace, can_build_wall, governor_regions, install_governor, list_governors,
    list_markers3, list_palaces, list_payments, list_walls, pay_workers, sets_of_officials,
)
from cext.games.zhanguo.rules.officials cimport (
    hire, list_hires, list_officials, list_reassignments, list_regions, officials_in_supply,
    officials_on_board, place_card, place_official, ready_to_hire, reassign, take_markers,
)
from cext.games.zhanguo.rules.rewards cimport (
    can_take_reward, claim_tasks, move_disc, queue_players, return_markers, take_pieces,
)
from cext.games.zhanguo.rules.setup cimport (
    begin_round, bid_or_pass, discard_one, list_bids, list_boards, list_discards, remove_from_hand, take_board,
)
from cext.games.zhanguo.rules.state cimport (
    KIND_ABILITY, KIND_BID, KIND_BOARD, KIND_CALM, KIND_DISCARD, KIND_GOVERNOR, KIND_HIRE, KIND_MARKER,
    KIND_MARKER_3, KIND_MOVE_GOVERNOR, KIND_MOVE_WORKER, KIND_OFFICIAL, KIND_OVER, KIND_PALACE, KIND_PAY, KIND_PLAY,
    KIND_REASSIGN, KIND_REGION, KIND_REWARD, KIND_STOP, KIND_WALL, NOBODY, WITHIN_ABILITY, WITHIN_ACTION,
    WITHIN_REWARD, Seat, State,
)
from cext.games.zhanguo.rules.tables cimport (
    ACT_GOVERNOR, ACT_HIRE, ACT_PALACE, ACT_REASSIGN, ACT_RECRUIT, ACT_UNIFY, ACT_WALL, ALL_REGIONS, N_ACTIONS,
    N_ASPECTS, N_ROUNDS, REWARD_GOVERNOR, REWARD_OFFICIAL, REWARD_PALACE, REWARD_WALL, ROUND_TURNS,
    SQUARE_OFFICIAL, SQUARE_REASSIGN, Tables,
)
from cext.kernel.types cimport Move, a_of, b_of, c_of, kassert, kind_of, pack
from libc.stdint cimport int32_t, uint8_t, uint16_t, uint32_t, uint64_t
from libc.string cimport memcpy


cdef inline int decider(const State* s) noexcept nogil:
    """Seat that decides, -1 when the game is over."""
    return -1 if s.stage == KIND_OVER else s.active


# -- Phase 2: play cards ----------------------------------------------------------------------------------------

cdef inline int possible_actions(const Tables* t, const State* s, const Seat* p) noexcept nogil:
    """"The player can only choose an action that he is actually able to perform": bit mask of ACT_..."""
    return ((p.open_to_card != 0) << ACT_UNIFY
            | (officials_in_supply(p) != 0) << ACT_RECRUIT
            | ((p.governing_at | p.working_at) != 0) << ACT_REASSIGN
            | ((p.governors > 0) & (sets_of_officials(p) != 0)) << ACT_GOVERNOR
            | (ready_to_hire(t, p) != 0) << ACT_HIRE
            | can_build_palace(s, p) << ACT_PALACE
            | can_build_wall(t, s, p, p.workers_at) << ACT_WALL)


cdef inline int list_plays(const Tables* t, const State* s, Move* moves) noexcept nogil:
    """How to play a card: each card of the hand with the unification action or one of the court actions."""
    cdef const Seat* p = &s.seat[s.active]
    cdef int actions = possible_actions(t, s, p)
    cdef int i, k, n = 0, n_plays = t.n_plays[actions]
    cdef Move each[N_ACTIONS]
    cdef Move with_card[N_ACTIONS]
    memcpy(each, t.plays[actions], sizeof(each))
    for i in range(ROUND_TURNS):
        # the actions from the tables, the card added to all eight: what stands past the last of the hand does not count
        for k in range(N_ACTIONS):
            with_card[k] = each[k] | <Move>p.hand[i] << 8
        memcpy(&moves[n], with_card, sizeof(with_card))
        n += n_plays if i < p.n_hand else 0
    return n


cdef inline void play_card(const Tables* t, State* s, int card, int action) noexcept nogil:
    """How to play a card: to the player board, or to the court pile and one court action."""
    remove_from_hand(&s.seat[s.active], card)
    begin_action(t, s, card, action)


cdef inline void begin_action(const Tables* t, State* s, int card, int action) noexcept nogil:
    """The same of a card that has left the hand."""
    cdef Seat* p = &s.seat[s.active]
    p.actions[action] += 1
    if s.round == 0:
        p.opening |= <uint32_t>action << (4 * (s.turns // t.n_players))
    s.played = <uint8_t>card
    s.action = <uint8_t>action
    s.within = WITHIN_ACTION
    s.paying = 1
    s.power = 0
    s.pending = 0
    s.points = t.reassign_points
    s.must = 1
    s.regions = <uint8_t>(governor_regions(p) if action == ACT_GOVERNOR else ALL_REGIONS)
    s.stage = t.stage_of[action]
    if action != ACT_UNIFY:
        play_to_court(s, card)


cdef inline void ask_official(State* s, int regions, int must) noexcept nogil:
    """Wait for an official from the supply to one of the regions."""
    s.regions = <uint8_t>regions
    s.must = <uint8_t>must
    s.stage = KIND_OFFICIAL


cdef inline void proceed(const Tables* t, State* s) noexcept nogil:
    """What follows when an action, an ability or a reward has been carried out."""
    cdef const Seat* p = &s.seat[s.active]
    if s.within == WITHIN_REWARD:
        reward_done(t, s)
        return
    if s.within == WITHIN_ACTION:
        s.within = WITHIN_ABILITY
        s.pending = <uint16_t>(triggered(t, s, p) | ((power_of(t, p, s.action) >= 0) << BOARD_ABILITY))
    next_ability(t, s)


cdef inline void next_ability(const Tables* t, State* s) noexcept nogil:
    """Card abilities activation: mere gains at once; then ask while an ability has an effect; then the turn ends."""
    cdef int open, left, i
    if s.pending:
        open = s.pending & ~s.seat[s.active].silent
        left = open
        while left:
            i = lowest_bit(left)
            left &= left - 1
            if take_gain(t, s, i):
                s.pending = <uint16_t>(s.pending & ~(1 << i))
                open &= ~(1 << i)
        while open:
            if has_effect(t, s, lowest_bit(open)):
                s.stage = KIND_ABILITY
                return
            open &= open - 1
    end_turn(t, s)


cdef inline void end_turn(const Tables* t, State* s) noexcept nogil:
    """End of a turn: tasks; then the next player, or phase 3 when all cards are played."""
    claim_tasks(t, s, &s.seat[s.active])
    update_leader(t, s)
    s.turns += 1
    if s.turns < ROUND_TURNS * t.n_players:
        s.active = s.turn_order[t.place[s.turns]]
        s.stage = KIND_PLAY
    else:
        s.aspect = 0
        s.within = WITHIN_REWARD
        queue_players(t, s)
        next_candidate(t, s)


cdef inline void update_leader(const Tables* t, State* s) noexcept nogil:
    """Count a lead change when another seat than before has most points (the old leader keeps a tie)."""
    cdef int i, best = s.active, most, ahead
    if s.leader == NOBODY or s.turns == 0:         # all may have scored since, not only the player of this turn
        best = 0
        for i in range(1, t.n_players):
            best = i if s.seat[i].vp > s.seat[best].vp else best
    most = s.seat[s.leader & 3].vp                 # NOBODY & 3 is a seat, too, but not looked at
    most = 0 if s.leader == NOBODY else most
    ahead = s.seat[best].vp > most
    s.lead_changes = <uint16_t>(s.lead_changes + (ahead & (s.leader != NOBODY)))
    s.leader = <uint8_t>(best if ahead else s.leader)


# -- Phase 3: unification rewards --------------------------------------------------------------------------------

cdef inline void next_candidate(const Tables* t, State* s) noexcept nogil:
    """Ask the first player of the queue who can take the reward; then the next aspect; then the new 1st player."""
    cdef int k
    while True:
        while s.n_queue:
            if can_take_reward(t, s, &s.seat[s.queue[0]]):
                s.active = s.queue[0]
                s.stage = KIND_REWARD
                return
            drop_candidate(s)
        if s.aspect == N_ASPECTS - 1:
            break
        s.aspect += 1
        queue_players(t, s)
    for k in range(t.n_players):
        s.seat[k].after_round[s.round] = s.seat[k].vp
    if s.round == N_ROUNDS - 1:
        s.stage = KIND_OVER
        s.active = NOBODY
        return
    s.round += 1
    begin_round(t, s)


cdef inline void drop_candidate(State* s) noexcept nogil:
    """Take the first of the queue off; the others move up."""
    cdef int k
    s.n_queue -= 1
    for k in range(s.n_queue):
        s.queue[k] = s.queue[k + 1]


cdef inline void answer_reward(const Tables* t, State* s, int accepted) noexcept nogil:
    """Take the reward, or leave it to the next in the queue."""
    if accepted:
        accept_reward(t, s)
    else:
        drop_candidate(s)
        next_candidate(t, s)


cdef inline void accept_reward(const Tables* t, State* s) noexcept nogil:
    """Phase 3: markers back, disc to the slot, then the reward."""
    cdef Seat* p = &s.seat[s.active]
    cdef int kind = t.reward[s.aspect][s.round], regions = t.reward_regions[s.aspect][s.round]
    return_markers(s, p)
    move_disc(t, s, s.active)
    p.rewards += 1
    s.paying = 0
    s.power = 0
    s.regions = <uint8_t>regions
    if kind == REWARD_OFFICIAL:
        ask_official(s, regions, 1)
    elif kind == REWARD_GOVERNOR:
        s.stage = KIND_GOVERNOR
    elif kind == REWARD_WALL:
        s.stage = KIND_WALL
    elif kind == REWARD_PALACE:
        s.stage = KIND_PALACE
    else:
        take_pieces(t, s, p)
        reward_done(t, s)


cdef inline void reward_done(const Tables* t, State* s) noexcept nogil:
    """Tasks may be claimed "after accepting a Unification reward"; the aspect is settled."""
    claim_tasks(t, s, &s.seat[s.active])
    s.n_queue = 0
    next_candidate(t, s)


# -- legal and apply -----------------------------------------------------------------------------------------------

cdef inline int list_moves(const Tables* t, const State* s, Move* moves) noexcept nogil:
    """Every legal move of the player who decides; 0 when the game is over."""
    cdef int stage = s.stage
    if stage == KIND_PLAY:
        return list_plays(t, s, moves)
    elif stage == KIND_REGION:
        return list_regions(s, moves)
    elif stage == KIND_REASSIGN:
        return list_reassignments(t, s, moves)
    elif stage == KIND_OFFICIAL:
        return list_officials(s, moves)
    elif stage == KIND_HIRE:
        return list_hires(t, s, moves)
    elif stage == KIND_GOVERNOR:
        return list_governors(t, s, moves)
    elif stage == KIND_PALACE:
        return list_palaces(s, moves)
    elif stage == KIND_MARKER_3:
        return list_markers3(s, moves)
    elif stage == KIND_WALL:
        return list_walls(t, s, moves)
    elif stage == KIND_PAY:
        return list_payments(s, moves)
    elif stage == KIND_ABILITY:
        return list_abilities(t, s, moves)
    elif stage == KIND_MARKER:
        return list_markers(s, moves)
    elif stage == KIND_CALM:
        return list_calms(s, moves)
    elif stage == KIND_MOVE_WORKER:
        return list_worker_moves(t, s, moves)
    elif stage == KIND_MOVE_GOVERNOR:
        return list_governor_moves(t, s, moves)
    elif stage == KIND_REWARD:
        moves[0] = pack(KIND_REWARD, 1)
        moves[1] = pack(KIND_REWARD, 0)
        return 2
    elif stage == KIND_DISCARD:
        return list_discards(s, moves)
    elif stage == KIND_BID:
        return list_bids(s, moves)
    return list_boards(s, moves) if stage == KIND_BOARD else 0


cdef inline void make_move(const Tables* t, State* s, Move m) noexcept nogil:
    """Carry out a legal move and everything that follows from it without a choice."""
    cdef Seat* p = &s.seat[s.active]
    cdef int kind = kind_of(m), a = a_of(m), b = b_of(m)
    kassert(s.stage != KIND_OVER)
    if kind == KIND_PLAY:
        play_card(t, s, a, b)
    elif kind == KIND_REGION:
        place_card(t, s, a)
        end_turn(t, s)
    elif kind == KIND_REASSIGN:
        make_reassignment(t, s, p, a, b, c_of(m))
    elif kind == KIND_STOP:
        if s.stage == KIND_ABILITY:
            skip_abilities(t, s)
        else:
            proceed(t, s)
    elif kind == KIND_OFFICIAL:
        place_official(p, a, b)
        proceed(t, s)
    elif kind == KIND_HIRE:
        hire(t, p, a, b)
        proceed(t, s)
    elif kind == KIND_GOVERNOR:
        install_governor(t, s, a, b)
        governor_bonus(t, s, p, b)
    elif kind == KIND_PALACE:
        build_palace(t, s, a, b)
        if s.paying and (s.threes[0] | s.threes[1] | s.threes[2]):
            s.stage = KIND_MARKER_3
        else:
            proceed(t, s)
    elif kind == KIND_MARKER_3:
        s.threes[a] -= 1
        p.threes[a] += 1
        proceed(t, s)
    elif kind == KIND_WALL:
        make_wall(t, s, a, b)
    elif kind == KIND_PAY:
        pay_workers(p, a)
        proceed(t, s)
    elif kind == KIND_ABILITY:
        use_ability(t, s, a)
    elif kind == KIND_MARKER:
        take_markers(s, p, a, 1)
        proceed(t, s)
    elif kind == KIND_CALM:
        calm(t, s, a)
        proceed(t, s)
    elif kind == KIND_MOVE_WORKER:
        move_worker(s, a, b)
        proceed(t, s)
    elif kind == KIND_MOVE_GOVERNOR:
        move_governor(t, s, a, b, c_of(m))
        proceed(t, s)
    elif kind == KIND_REWARD:
        answer_reward(t, s, a)
    elif kind == KIND_DISCARD:
        discard_one(t, s, a)
    elif kind == KIND_BID:
        bid_or_pass(t, s, a)
    else:
        kassert(kind == KIND_BOARD)
        take_board(t, s, a)


cdef inline void make_reassignment(const Tables* t, State* s, Seat* p, int origin, int target, int c) noexcept nogil:
    """Re-assign officials: "He may split the re-assignment points amongst different Officials"."""
    cdef int cost = c >> 2
    kassert(cost <= s.points)
    reassign(s, p, origin, target, c & 3)
    s.points = <uint8_t>(s.points - cost)
    s.must = 0
    if s.power:
        p.power_brought[s.power - 1] = <uint8_t>(p.power_brought[s.power - 1] + cost)
    if s.points == 0:
        proceed(t, s)


cdef inline void use_ability(const Tables* t, State* s, int i) noexcept nogil:
    """Card abilities activation: one of those open; its details may be asked for first."""
    s.stage = <uint8_t>activate(t, s, i)
    if s.stage == KIND_ABILITY:
        proceed(t, s)


cdef inline void skip_abilities(const Tables* t, State* s) noexcept nogil:
    """Card abilities activation: none of those open."""
    s.pending = 0
    proceed(t, s)


cdef inline void make_wall(const Tables* t, State* s, int section, int rods) noexcept nogil:
    """Build 1 wall, step 1; step 2, the payment, follows unless it is a reward."""
    build_wall(s, section, rods)
    if s.paying:
        s.rods = <uint8_t>rods
        s.stage = KIND_PAY
    else:
        proceed(t, s)


cdef inline void governor_bonus(const Tables* t, State* s, Seat* p, int kind) noexcept nogil:
    """Available bonuses: up to 4 re-assignment points, 1 official of choice; 4 VP were scored on placing."""
    if kind == SQUARE_OFFICIAL and officials_in_supply(p):
        ask_official(s, ALL_REGIONS, 0)
    elif kind == SQUARE_REASSIGN and t.bonus_points and officials_on_board(t, p):
        s.points = t.bonus_points
        s.must = 0
        s.stage = KIND_REASSIGN
    else:
        proceed(t, s)
