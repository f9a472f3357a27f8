"""How to Play: who decides, and what a turn, a phase or a round is followed by."""

from cext.games.byte_masks cimport found_byte, load6, store6
from cext.games.first_empire.rules.abilities cimport next_ability, triggered
from cext.games.first_empire.rules.buildings cimport can_build_palace, can_build_wall
from cext.games.first_empire.rules.elixir cimport ask_cards, move_ship, ship_at_end, unlock
from cext.games.first_empire.rules.governor cimport next_half, regions_for_a_governor
from cext.games.first_empire.rules.lisi cimport (
    PLAYER, is_lisi, lisi_turn, return_most, shuffle_deck, unlock_his_soldiers,
)
from cext.games.first_empire.rules.mausoleum cimport ask_soldier
from cext.games.first_empire.rules.officials cimport officials_in_supply, place_official, regions_to_hire, take_workers
from cext.games.first_empire.rules.rewards cimport (
    ask_return, can_pay, can_take, drop_candidate, move_marker, over_limit, queue_players, return_excess, return_large,
    return_tokens,
)
from cext.games.first_empire.rules.setup cimport deal_table, draw_cards
from cext.games.first_empire.rules.state cimport (
    KIND_HIS_SOLDIER, KIND_OVER, KIND_PLAY, KIND_REWARD, KIND_START, KIND_UNLOCK, NOBODY, TURN_OVER, WAITS,
    WITHIN_ABILITY, WITHIN_ACTION, WITHIN_LIMIT, WITHIN_REWARD, WITHIN_REWARDED, WITHIN_START, WITHIN_TURN,
    WITHIN_UNLOCKED, WITHIN_UNLOCKING, Seat, State,
)
from cext.games.first_empire.rules.tables cimport (
    ACT_ELIXIR, ACT_GOVERNOR, ACT_HIRE, ACT_NOTHING, ACT_PALACE, ACT_RECRUIT, ACT_UNIFY, ACT_WALL, ALL_REGIONS,
    GENERAL, N_ACTION_PAIRS, N_ASPECTS, N_REGIONS, N_ROUNDS, N_TYPES, ROUND_TURNS, Tables,
)
from cext.games.first_empire.rules.unify cimport regions_for_a_card, take_tokens
from cext.kernel.types cimport Move, kassert, unlikely
from libc.stdint cimport int8_t, uint8_t, uint16_t, uint32_t, uint64_t
from libc.string cimport memcpy


cdef inline int decider(const State* s) noexcept nogil:
    """Seat that decides, -1 when the game is over; the player picks tiles for Li Si."""
    if s.stage == KIND_OVER:
        return -1
    return PLAYER if s.stage == KIND_HIS_SOLDIER else s.active


# -- Starting tiles --------------------------------------------------------------------------------------------------

cdef inline void deal_game(const Tables* t, State* s, const int8_t* boards, uint64_t key) noexcept nogil:
    """Setup, and the first choice of a Starting tile."""
    deal_table(t, s, boards, key)
    next_choice(t, s)


cdef inline void next_choice(const Tables* t, State* s) noexcept nogil:
    """5. "They simultaneously choose one and get what is depicted on it": all choose before any of them takes.

    Whose tile is given has one to choose from, and is asked all the same: a deal ends before any card is drawn.
    """
    cdef int i
    while s.place < t.n_players:
        i = s.track[s.place]
        if not is_lisi(t, i):
            s.active = <uint8_t>i
            s.stage = KIND_START
            return
        s.place += 1
    for i in range(t.n_players):
        s.seat[i].start[1] = 0
    s.place = 0
    s.within = WITHIN_START
    next_start(t, s)


cdef inline void choose_start(const Tables* t, State* s, int tile) noexcept nogil:
    """The tile that is kept stands first."""
    cdef Seat* p = &s.seat[s.active]
    if p.start[1] == tile:
        p.start[1] = p.start[0]
        p.start[0] = <uint8_t>tile
    kassert(p.start[0] == tile)
    p.n_start = 1
    s.place += 1
    next_choice(t, s)


cdef inline void next_start(const Tables* t, State* s) noexcept nogil:
    """Appendix 4: each player, in turn order, takes what his tile gives; then the first round."""
    cdef Seat* p
    while s.place < t.n_players:
        s.active = s.track[s.place]
        p = &s.seat[s.active]
        if not is_lisi(t, s.active):
            if s.start_step == 0:
                s.start_step = 1
                if take_starting_tile(t, s, p):
                    return
            if s.start_step == 1:
                s.start_step = 2
                if ask_cards(s, p, 1, t.start_cards[p.start[0]], 1):
                    return
        s.start_step = 0
        s.place += 1
    begin_round(t, s)


cdef inline int take_starting_tile(const Tables* t, State* s, Seat* p) noexcept nogil:
    """"Recruit 1 General in Chu, then …": all but the Alchemist card."""
    cdef int c, k, _, tile = p.start[0]
    place_official(p, GENERAL, 0)
    for k in range(N_REGIONS):
        p.unrest[k] = <uint8_t>(p.unrest[k] + (t.start_unrest[tile] >> k & 1))
    for c in range(N_TYPES):
        for _ in range(t.start_officials[tile][c]):
            place_official(p, c, 0)
    for k in range(N_ASPECTS):
        take_tokens(s, p, k, t.start_tokens[tile][k])
    take_workers(p, 0, t.start_workers[tile])
    unlock(p, t.start_soldiers[tile])
    return move_ship(t, s, p, t.start_ship[tile]) if t.start_ship[tile] else 0


# -- Phase 1 and 2 ---------------------------------------------------------------------------------------------------

cdef inline void begin_round(const Tables* t, State* s) noexcept nogil:
    """Phase 1, and the first turn of phase 2."""
    s.turns = 0
    draw_cards(t, s)
    begin_turn(t, s)


cdef inline void begin_turn(const Tables* t, State* s) noexcept nogil:
    """"Following the Turn Order, each player plays in turn exactly 1 card", until all have played theirs."""
    while s.turns < ROUND_TURNS * t.n_players:
        s.active = s.track[t.place_of[s.turns]]
        if not unlikely(is_lisi(t, s.active)):
            s.stage = KIND_PLAY
            return
        s.within = WITHIN_TURN
        if lisi_turn(t, s):
            return
        count_turn(t, s)
    s.row = 0
    queue_players(t, s, t.row[0])
    next_candidate(t, s)


cdef inline void count_turn(const Tables* t, State* s) noexcept nogil:
    """A turn is over; the lead changes when another seat has more points (the old leader keeps a tie)."""
    cdef int i, best = s.active
    s.turns += 1
    if s.turns == 1:                    # points of phase 3 count now; later only who has just had his turn has more
        best = 0
        for i in range(1, t.n_players):
            if s.seat[i].vp > s.seat[best].vp:
                best = i
    if s.seat[best].vp > (0 if s.leader == NOBODY else s.seat[s.leader].vp):
        s.lead_changes += s.leader != NOBODY
        s.leader = <uint8_t>best


cdef inline int possible_actions(const Tables* t, const State* s, const Seat* p) noexcept nogil:
    """"The player must choose an action they are able to perform": bit mask of ACT_..."""
    cdef int mask = (regions_for_a_card(t, p) != 0) << ACT_UNIFY
    mask |= (officials_in_supply(p) != 0) << ACT_RECRUIT
    mask |= (not ship_at_end(t, p)) << ACT_ELIXIR
    mask |= (regions_for_a_governor(p) != 0) << ACT_GOVERNOR
    mask |= (regions_to_hire(p) != 0) << ACT_HIRE
    mask |= can_build_palace(p) << ACT_PALACE
    mask |= can_build_wall(t, s, p, 1) << ACT_WALL
    return mask if mask else 1 << ACT_NOTHING


cdef inline int list_plays(const Tables* t, const State* s, const Seat* p, Move* moves) noexcept nogil:
    """Each card of the hand with each action that is possible."""
    cdef int i, k, n = 0, actions = possible_actions(t, s, p) >> ACT_UNIFY
    cdef uint64_t both, pair
    for i in range(p.n_hand):
        # two moves a word: the actions from the tables, the card added to both
        both = <uint64_t>p.hand[i] << 8
        both |= both << 32
        for k in range(N_ACTION_PAIRS):
            pair = t.plays[actions][k] | both
            memcpy(&moves[n + 2 * k], &pair, sizeof(pair))
        n += t.n_plays[actions]
    return n


cdef inline void take_from_hand(Seat* p, int card) noexcept nogil:
    """A card leaves the hand; the ones after it close up."""
    cdef uint64_t hand = load6(p.hand), bit = found_byte(hand, card), low = bit - 1
    store6(p.hand, (hand & low) | (hand >> 8 & ~low))
    p.n_hand -= 1


cdef inline int play_card(const Tables* t, State* s, Seat* p, int card, int action) noexcept nogil:
    """To the player board, or to the Court pile and one Court Action: DONE, WAITS or TURN_OVER."""
    lay_card(t, s, p, card, action)
    return begin_action(t, s, p, action)


cdef inline void lay_card(const Tables* t, State* s, Seat* p, int card, int action) noexcept nogil:
    """The card of a turn leaves the hand; for a Court Action it covers the Court card."""
    cdef int at_court = action != ACT_UNIFY
    p.actions[action] += 1
    if s.round == 0:
        p.opening |= <uint32_t>action << (4 * (s.turns // t.n_players))
    s.played = <uint8_t>card
    s.action = <uint8_t>action
    s.below = s.court
    s.within = WITHIN_ACTION
    s.paying = 1
    s.activations = 0
    s.pending = 0
    take_from_hand(p, card)
    s.court ^= <uint8_t>((s.court ^ card) & -at_court)      # no branch: it would often be mispredicted
    s.n_court += <uint8_t>at_court


cdef inline int begin_action(const Tables* t, State* s, Seat* p, int action) noexcept nogil:
    """What the action asks, or the journey of the ship."""
    if action == ACT_ELIXIR:
        return move_ship(t, s, p, t.ship_steps)
    s.regions = <uint8_t>(regions_for_a_governor(p) if action == ACT_GOVERNOR else ALL_REGIONS)
    s.left = 1
    s.stage = t.stage_of[action]
    return TURN_OVER if action == ACT_NOTHING else WAITS


# -- what follows ----------------------------------------------------------------------------------------------------

cdef inline void proceed(const Tables* t, State* s) noexcept nogil:
    """What follows when an action, an ability, a reward or a payment has been carried out."""
    cdef Seat* p = &s.seat[s.active]
    if s.calming:
        if next_half(t, s, p):
            return
        p.unrest[s.calming - 1] = 0
        s.calming = 0
    if s.within == WITHIN_ACTION:
        s.within = WITHIN_ABILITY
        s.pending = <uint16_t>triggered(t, s, p)
    if s.within == WITHIN_ABILITY:
        if not next_ability(t, s, p):
            begin_soldiers(t, s, WITHIN_TURN)
    elif s.within == WITHIN_START:
        next_start(t, s)
    elif s.within == WITHIN_REWARD:
        if t.reward_soldiers_wait:
            next_row(t, s)
        else:
            begin_soldiers(t, s, WITHIN_REWARDED)
    elif s.within == WITHIN_UNLOCKING:
        unlock(p, s.amount)
        begin_soldiers(t, s, WITHIN_UNLOCKED)
    else:
        kassert(s.within == WITHIN_LIMIT)
        next_limit(t, s)


cdef inline void begin_soldiers(const Tables* t, State* s, int within) noexcept nogil:
    """"At the end of their turn or after accepting" a reward, and when unlocked: soldiers to the Mausoleum."""
    s.within = <uint8_t>within
    s.pending = 0
    if not ask_soldier(t, s, &s.seat[s.active]):
        after_soldiers(t, s)


cdef inline void after_soldiers(const Tables* t, State* s) noexcept nogil:
    """The next turn, the next row of the tableau, or the next player who may unlock."""
    if s.within == WITHIN_TURN:
        count_turn(t, s)
        begin_turn(t, s)
    elif s.within == WITHIN_REWARDED:
        next_row(t, s)
    else:
        kassert(s.within == WITHIN_UNLOCKED)
        next_unlocking(t, s)


# -- Phase 3 ----------------------------------------------------------------------------------------------------------

cdef inline void next_candidate(const Tables* t, State* s) noexcept nogil:
    """The rows of the tableau top to bottom; the most tokens first, until somebody accepts."""
    cdef int seat
    while s.n_queue:
        seat = s.queue[0]
        if is_lisi(t, seat):
            release_memory(t, s, seat)
            break
        if can_take(t, s, &s.seat[seat], t.row[s.row]):
            s.active = <uint8_t>seat
            s.stage = KIND_REWARD
            return
        drop_candidate(s)
    next_row(t, s)


cdef inline void release_memory(const Tables* t, State* s, int seat) noexcept nogil:
    """Who takes a reward returns his tokens and moves his marker; of Li Si that is all: "he doesn't gain anything"."""
    return_tokens(s, &s.seat[seat], t.row[s.row])
    move_marker(t, s, seat)
    while s.n_queue:
        drop_candidate(s)


cdef inline void next_row(const Tables* t, State* s) noexcept nogil:
    """The next row of the tableau; after the last one, unlocking."""
    s.row += 1
    if s.row < N_ASPECTS:
        queue_players(t, s, t.row[s.row])
        next_candidate(t, s)
    else:
        s.place = 0
        next_unlocking(t, s)


cdef inline void next_unlocking(const Tables* t, State* s) noexcept nogil:
    """3) "In turn order, players may unlock Terracotta Soldiers"; Li Si after the player, or at his place (S8)."""
    cdef int i
    while s.place < t.n_players:
        i = s.place if t.solo and not t.lisi_in_order else s.track[s.place]
        s.place += 1
        s.active = <uint8_t>i
        if is_lisi(t, i):
            s.within = WITHIN_UNLOCKED
            if unlock_his_soldiers(t, s):
                return
        elif can_unlock(t, &s.seat[i]):
            s.stage = KIND_UNLOCK
            return
    return_large(t, s)
    s.place = 0
    next_limit(t, s)


cdef inline bint can_unlock(const Tables* t, const Seat* p) noexcept nogil:
    """Whether the tokens of a player pay for any number of his locked soldiers.

    If they do, they pay for one; but exactly (F19) three large ones alone pay for no fewer than two.
    """
    return (p.locked > 0) & (can_pay(t, p, 1) | ((p.locked > 1) & can_pay(t, p, 2)))


cdef inline void next_limit(const Tables* t, State* s) noexcept nogil:
    """4) The next player with too many small tokens; then the round is over."""
    cdef Seat* p
    s.within = WITHIN_LIMIT
    while s.place < t.n_players:
        s.active = s.track[s.place]
        p = &s.seat[s.active]
        s.place += 1
        if t.limit_each:
            return_excess(t, s, p)
        elif is_lisi(t, s.active):
            return_most(s, p, over_limit(t, p))
        elif ask_return(s, p, over_limit(t, p)):
            return
    end_round(t, s)


cdef inline void end_round(const Tables* t, State* s) noexcept nogil:
    """The next round, or the end of the game after the fifth."""
    cdef int i
    for i in range(t.n_players):
        s.seat[i].after_round[s.round] = s.seat[i].vp
        s.seat[i].ship_after[s.round] = s.seat[i].ship
    if t.solo:
        shuffle_deck(s)
    if t.court_cleared:
        s.court = 0                             # F1: X is free again
    if s.round == N_ROUNDS - 1:
        s.stage = KIND_OVER
        return
    s.round += 1
    begin_round(t, s)
