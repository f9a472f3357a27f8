"""What a move brings its player, as integers a strategy multiplies: functions of public state and own hand only."""

from cext.games.byte_masks cimport popcount
from cext.games.zhanguo.rules.decision_context cimport DecisionContext, points_given
from cext.games.zhanguo.rules.feature_gains cimport governor_task, majority_denied, majority_gain, takes_lead
from cext.games.zhanguo.rules.feature_numbers cimport (
    F_ABILITY, F_BID, F_CHOICE, F_DENIED, F_DISC, F_EXTREME, F_FIRST_CARD, F_LEAD, F_MAJORITY, F_MARKERS,
    F_MARKERS_PAID, F_OFFICIALS, F_PLACE_OFFICIAL, F_PLACE_VP, F_PLACE_WALL, F_PLACE_WORKER, F_REWARD, F_RODS,
    F_SAME_TRIGGER, F_SETS, F_SET_MAJORITY, F_TAKE_CIRCLE, F_TASK_VP, F_THIRD_CARD, F_TRIGGERS, F_TRIGGER_OFFICIALS,
    F_TRIGGER_VP, F_TRIGGER_WORKERS, F_UNIFY, F_UNREST, F_VP, F_WALL_VP, F_WORKERS, F_WORKER_PAIRS, F_WORKER_REGIONS,
    N_FEATURES,
)
from cext.games.zhanguo.rules.feature_pieces cimport (
    value_arrival, value_governor, value_hire, value_palace, value_payment, value_reassignment, value_task,
    value_unrest, value_wall, value_worker,
)
from cext.games.zhanguo.rules.officials cimport cards_on_board
from cext.games.zhanguo.rules.rewards cimport marker_value
from cext.games.zhanguo.rules.state cimport (
    BOARD_ABILITY, KIND_ABILITY, KIND_BID, KIND_BOARD, KIND_CALM, KIND_DISCARD, KIND_GOVERNOR, KIND_HIRE,
    KIND_MARKER, KIND_MARKER_3, KIND_MOVE_GOVERNOR, KIND_MOVE_WORKER, KIND_OFFICIAL, KIND_PALACE, KIND_PAY,
    KIND_PLAY, KIND_REASSIGN, KIND_REGION, KIND_REWARD, KIND_WALL, Seat, State,
)
from cext.games.zhanguo.rules.tables cimport (
    ABILITY_CALM_HERE, ABILITY_OFFICIAL, ABILITY_WORKER, ACT_GOVERNOR, ACT_HIRE, ACT_PALACE, ACT_REASSIGN, ACT_RECRUIT,
    ACT_UNIFY, ACT_WALL, AREA_CARDS, CRITERION_CURRENCY, CRITERION_LAWS, CRITERION_SAME_COLOUR, CRITERION_THREE_CARDS,
    CRITERION_WRITING, N_REGIONS, REWARD_CIVILIAN_2, REWARD_GOVERNOR, REWARD_MILITARY_2, REWARD_OFFICIAL, REWARD_PALACE,
    REWARD_WALL, REWARD_WORKERS_2, Tables,
)
from cext.kernel.features cimport Accumulator, add
from cext.kernel.types cimport Move, a_of, b_of, c_of, kind_of
from libc.stdint cimport uint64_t


cdef inline void evaluate(const Tables* t, const State* s, const DecisionContext* ctx, Move m,
                          Accumulator* acc) noexcept nogil:
    """Add up what move m brings the player to move."""
    cdef const Seat* p = &s.seat[s.active]
    cdef int kind = kind_of(m), a = a_of(m), b = b_of(m)
    if kind == KIND_PLAY:
        value_play(t, s, p, ctx, a, b, acc)
    elif kind == KIND_REGION:
        value_region(t, s, p, ctx, a, acc)
    elif kind == KIND_OFFICIAL:
        add(acc, F_OFFICIALS, 1)
        value_arrival(t, s, p, ctx, b, a, acc)
    elif kind == KIND_REASSIGN:
        value_reassignment(t, s, p, ctx, a, b, c_of(m), acc)
    elif kind == KIND_GOVERNOR:
        value_governor(t, s, p, ctx, a, b, acc)
    elif kind == KIND_HIRE:
        value_hire(t, s, p, ctx, a, b, acc)
    elif kind == KIND_PALACE:
        value_palace(t, s, p, ctx, a, b, acc)
    elif kind == KIND_MARKER_3 or kind == KIND_MARKER:
        a = a_of(m)
        b = 3 if kind == KIND_MARKER_3 else 1
        add(acc, F_MARKERS, b)
        add(acc, F_LEAD, takes_lead(p, a, b, ctx.to_lead[a]))
    elif kind == KIND_WALL:
        value_wall(t, s, p, a, b, acc)
    elif kind == KIND_PAY:
        value_payment(t, s, p, ctx, a, acc)
    elif kind == KIND_ABILITY:
        value_ability(t, s, p, ctx, a, acc)
    elif kind == KIND_CALM:
        value_unrest(t, s, p, ctx, a, -1, acc)
        if s.power:
            value_worker(t, s, p, ctx, a, 1, acc)
    elif kind == KIND_MOVE_WORKER:
        value_worker(t, s, p, ctx, a, -1, acc)
        value_worker(t, s, p, ctx, b, 1, acc)
    elif kind == KIND_MOVE_GOVERNOR:
        add(acc, F_MAJORITY, majority_gain(t, s, a, -1) + majority_gain(t, s, c_of(m), 1))
        add(acc, F_DENIED, majority_denied(t, s, a, -1) + majority_denied(t, s, c_of(m), 1))
        value_task(governor_task(t, s, p, c_of(m)), acc)
    elif kind == KIND_REWARD:
        if a:
            value_reward(t, s, p, ctx, acc)
    elif kind == KIND_BOARD:
        add(acc, F_TAKE_CIRCLE + a - 1, 1)
    elif kind == KIND_BID:
        add(acc, F_BID, a)
        if a:
            add(acc, F_CHOICE, popcount(s.boards) - 1)
    elif kind == KIND_DISCARD:
        # lost: cards at the ends of the number range serve triggers, cards of a trigger in use fit the board
        add(acc, F_EXTREME, -<int>t.extreme[a])
        add(acc, F_SAME_TRIGGER, -popcount(p.by_trigger[t.trigger[a]]))


# -- the card and the action --------------------------------------------------------------------------------------

cdef inline void value_play(const Tables* t, const State* s, const Seat* p, const DecisionContext* ctx, int card,
                            int action, Accumulator* acc) noexcept nogil:
    """Card and action: what the best target promises, and what the number activates."""
    if action == ACT_UNIFY:
        value_unification(t, s, p, ctx, card, acc)
        return
    value_action(p, ctx, action, acc)
    if heard_actions(t, s, card) >> action & 1 and ctx.triggers[t.trigger_of[action]]:
        value_activation(ctx, t.trigger_of[action], acc)
    else:
        add(acc, F_EXTREME, -<int>t.extreme[card])


cdef inline void value_unification(const Tables* t, const State* s, const Seat* p, const DecisionContext* ctx,
                                   int card, Accumulator* acc) noexcept nogil:
    """The card for the player board: the most markers it would take, and what it adds."""
    cdef int aspect = t.aspect[card]
    cdef int short_of = ctx.markers - s.ones[aspect] if ctx.markers > s.ones[aspect] else 0
    add(acc, F_UNIFY, 1)
    add(acc, F_VP, short_of)
    add(acc, F_MARKERS, ctx.markers - short_of)
    add(acc, F_LEAD, takes_lead(p, aspect, ctx.markers - short_of, ctx.to_lead[aspect]))
    add(acc, F_UNREST, ctx.card_unrest)
    value_card(t, p, card, acc)
    add(acc, F_EXTREME, -<int>t.extreme[card])


cdef inline void value_action(const Seat* p, const DecisionContext* ctx, int action, Accumulator* acc) noexcept nogil:
    """A court action, whatever the card: what its best target promises."""
    add(acc, F_UNIFY + action - ACT_UNIFY, 1)
    if action == ACT_REASSIGN:
        add(acc, F_SETS, ctx.reassign_sets)
        add(acc, F_SET_MAJORITY, ctx.reassign_majority)
    elif action == ACT_GOVERNOR:
        add(acc, F_MAJORITY, ctx.majority)
        add(acc, F_TASK_VP, ctx.governor_task)
    elif action == ACT_RECRUIT:
        add(acc, F_SETS, ctx.recruit_sets)
        add(acc, F_SET_MAJORITY, ctx.recruit_majority)
    elif action == ACT_HIRE:
        add(acc, F_WORKERS, ctx.hires)
        add(acc, F_WORKER_REGIONS, ctx.hire_regions)
        add(acc, F_WORKER_PAIRS, ctx.hire_pairs)
    elif action == ACT_PALACE:
        add(acc, F_VP, cards_on_board(p))
        add(acc, F_TASK_VP, ctx.palace_task)
    elif action == ACT_WALL:
        add(acc, F_WALL_VP, ctx.wall)
        add(acc, F_RODS, ctx.rods)
        add(acc, F_TASK_VP, ctx.wall_task)


cdef inline int heard_actions(const Tables* t, const State* s, int card) noexcept nogil:
    """Court actions that would activate cards with their triggers if the card were played for them: bit mask of ACT_...
    """
    return (t.higher_actions & -((s.court == 0) | (card > s.court))
            | t.lower_actions & -((s.court == 0) | (card < s.court)))


cdef inline void value_activation(const DecisionContext* ctx, int trigger, Accumulator* acc) noexcept nogil:
    """What the own cards with a trigger give when they are activated."""
    add(acc, F_TRIGGERS, ctx.triggers[trigger])
    add(acc, F_TRIGGER_VP, ctx.trigger_vp[trigger])
    add(acc, F_TRIGGER_WORKERS, ctx.trigger_workers[trigger])
    add(acc, F_TRIGGER_OFFICIALS, ctx.trigger_officials[trigger])


cdef inline void value_card(const Tables* t, const Seat* p, int card, Accumulator* acc) noexcept nogil:
    """What the card's trigger and ability add to the player board."""
    cdef int trigger = t.trigger[card], ability = t.ability[card]
    cdef uint64_t gains = t.gives[ability]
    add(acc, F_SAME_TRIGGER, popcount(p.by_trigger[trigger]))
    add(acc, F_PLACE_WALL + trigger, 1)
    # the card counts itself once it lies there
    add(acc, F_PLACE_VP, points_given(p, gains) + <int>(gains >> 8 * t.aspect[card] & 0xff))
    add(acc, F_PLACE_WORKER, ability == ABILITY_WORKER)
    add(acc, F_PLACE_OFFICIAL, <int>(gains >> 32 & 0xff))


cdef inline int aspect_criterion(int aspect) noexcept nogil:
    """The wall criterion that counts regions with a card of an aspect."""
    return (CRITERION_WRITING | CRITERION_CURRENCY << 8 | CRITERION_LAWS << 16) >> 8 * aspect & 0xff


cdef inline void value_region(const Tables* t, const State* s, const Seat* p, const DecisionContext* ctx, int r,
                              Accumulator* acc) noexcept nogil:
    """Where the card is placed."""
    cdef int card = s.played, aspect = t.aspect[card], k = p.n_cards[r], n = t.card_markers[k], i, same = 0
    cdef int short_of = n - s.ones[aspect]
    if short_of > 0:
        add(acc, F_VP, short_of)
        n -= short_of
    add(acc, F_MARKERS, n)
    add(acc, F_LEAD, takes_lead(p, aspect, n, ctx.to_lead[aspect]))
    if k == 0:
        add(acc, F_FIRST_CARD, 1)
    elif k == 2:
        add(acc, F_THIRD_CARD, 1)
    value_unrest(t, s, p, ctx, r, t.card_unrest[k], acc)
    if ctx.walls:
        for i in range(k):
            same += t.aspect[p.card[r][i]] == aspect
        i = 0
        if k == 2:
            i += ctx.wall_weight[CRITERION_THREE_CARDS]
        if same == 0:
            i += ctx.wall_weight[aspect_criterion(aspect)]
        elif same == 1:
            i += ctx.wall_weight[CRITERION_SAME_COLOUR]
        add(acc, F_WALL_VP, i)


# -- abilities and rewards ------------------------------------------------------------------------------------------

cdef inline void value_ability(const Tables* t, const State* s, const Seat* p, const DecisionContext* ctx, int i,
                               Accumulator* acc) noexcept nogil:
    """Which ability next: what it brings where that is certain."""
    cdef int r, ability
    add(acc, F_ABILITY, 1)
    if i == BOARD_ABILITY:
        return
    r = i // AREA_CARDS
    ability = t.ability[p.card[r][i % AREA_CARDS]]
    if ability == ABILITY_CALM_HERE:
        value_unrest(t, s, p, ctx, r, -1, acc)
    elif ability >= ABILITY_OFFICIAL:
        add(acc, F_OFFICIALS, 1)
        value_arrival(t, s, p, ctx, r, ability - ABILITY_OFFICIAL, acc)


cdef inline void value_reward(const Tables* t, const State* s, const Seat* p, const DecisionContext* ctx,
                              Accumulator* acc) noexcept nogil:
    """Accepting a reward: what it promises, the markers given back, the places the disc falls."""
    cdef int kind = t.reward[s.aspect][s.round], regions = t.reward_regions[s.aspect][s.round], r, k, best = 0
    add(acc, F_REWARD, 1)
    add(acc, F_MARKERS_PAID, marker_value(p, s.aspect))
    k = 0
    while s.order[k] != s.active:
        k += 1
    add(acc, F_DISC, t.n_players - 1 - k)
    if kind == REWARD_OFFICIAL:
        add(acc, F_OFFICIALS, 1)
    elif kind == REWARD_MILITARY_2 or kind == REWARD_CIVILIAN_2:
        add(acc, F_OFFICIALS, 2)
    elif kind == REWARD_WORKERS_2:
        add(acc, F_WORKERS, 2)
    elif kind == REWARD_GOVERNOR:
        for r in range(N_REGIONS):
            if (regions >> r) & 1 and ctx.majority_gain[r] > best:
                best = ctx.majority_gain[r]
        add(acc, F_MAJORITY, best)
    elif kind == REWARD_WALL:
        add(acc, F_WALL_VP, ctx.wall)
    elif kind == REWARD_PALACE:
        add(acc, F_VP, cards_on_board(p))
