"""What a move brings its player, as integers a strategy multiplies: functions of public state and own hand only."""

from cext.games.zhanguo.rules.feature_numbers cimport (
    F_ABILITY, F_BID, F_CHOICE, F_CIRCLE, F_DENIED, F_DISC, F_EXTREME, F_FIRST_CARD, F_LEAD, F_MAJORITY, F_MARKERS,
    F_MARKERS_PAID, F_OFFICIALS, F_PLACE_OFFICIAL, F_PLACE_VP, F_PLACE_WALL, F_PLACE_WORKER, F_REWARD, F_RODS,
    F_SAME_TRIGGER, F_SETS, F_SET_MAJORITY, F_TASK_VP, F_THIRD_CARD, F_TRIGGERS, F_TRIGGER_OFFICIALS, F_TRIGGER_VP,
    F_TRIGGER_WORKERS, F_UNIFY, F_UNREST, F_VP, F_WALL_VP, F_WORKERS, F_WORKER_PAIRS, F_WORKER_REGIONS, N_FEATURES,
    Sum, add,
)
from cext.games.zhanguo.rules.feature_pieces cimport (
    value_arrival, value_governor, value_hire, value_palace, value_payment, value_reassignment, value_task,
    value_unrest, value_wall, value_worker,
)
from cext.games.zhanguo.rules.masks cimport popcount
from cext.games.zhanguo.rules.officials cimport cards_on_board
from cext.games.zhanguo.rules.outlook cimport (
    Outlook, governor_task, majority_denied, majority_gain, palace_task, takes_lead, wall_task,
)
from cext.games.zhanguo.rules.rewards cimport marker_value
from cext.games.zhanguo.rules.state cimport (
    BOARD_ABILITY, KIND_ABILITY, KIND_BID, KIND_BOARD, KIND_CALM, KIND_DISCARD, KIND_GOVERNOR, KIND_HIRE,
    KIND_MARKER, KIND_MARKER3, KIND_MOVE_GOVERNOR, KIND_MOVE_WORKER, KIND_OFFICIAL, KIND_PALACE, KIND_PAY,
    KIND_PLAY, KIND_REASSIGN, KIND_REGION, KIND_REWARD, KIND_WALL, Seat, State,
)
from cext.games.zhanguo.rules.tables cimport (
    ABILITY_CALM_HERE, ABILITY_OFFICIAL, ABILITY_VP_2, ABILITY_VP_3, ABILITY_VP_ASPECT, ABILITY_WORKER,
    ACT_GOVERNOR, ACT_HIRE, ACT_PALACE, ACT_REASSIGN, ACT_RECRUIT, ACT_UNIFY, ACT_WALL, AREA_CARDS,
    CRITERION_CURRENCY, CRITERION_LAWS, CRITERION_SAME_COLOUR, CRITERION_THREE_CARDS, CRITERION_WRITING, N_ASPECTS,
    N_REGIONS, REWARD_CIVILIAN_2, REWARD_GOVERNOR, REWARD_MILITARY_2, REWARD_OFFICIAL, REWARD_PALACE, REWARD_WALL,
    REWARD_WORKERS_2, TRIGGER_GOVERNOR, TRIGGER_HIRE, TRIGGER_PALACE, TRIGGER_RECRUIT, TRIGGER_WALL, Tables,
)
from cext.kernel.types cimport Move, a_of, b_of, c_of, kind_of


cdef inline void evaluate(const Tables* t, const State* s, const Outlook* o, Move m, Sum* sum) noexcept nogil:
    """Add up what move m brings the player to move."""
    cdef const Seat* p = &s.seat[s.active]
    cdef int kind = kind_of(m), a = a_of(m), b = b_of(m)
    if kind == KIND_PLAY:
        value_play(t, s, p, o, a, b, sum)
    elif kind == KIND_REGION:
        value_region(t, s, p, o, a, sum)
    elif kind == KIND_OFFICIAL:
        add(sum, F_OFFICIALS, 1)
        value_arrival(t, s, p, o, b, a, sum)
    elif kind == KIND_REASSIGN:
        value_reassignment(t, s, p, o, a, b, c_of(m), sum)
    elif kind == KIND_GOVERNOR:
        value_governor(t, s, p, o, a, b, sum)
    elif kind == KIND_HIRE:
        value_hire(t, s, p, o, a, b, sum)
    elif kind == KIND_PALACE:
        value_palace(t, s, p, o, a, b, sum)
    elif kind == KIND_MARKER3 or kind == KIND_MARKER:
        a = a_of(m)
        b = 3 if kind == KIND_MARKER3 else 1
        add(sum, F_MARKERS, b)
        add(sum, F_LEAD, takes_lead(t, s, p, a, b))
    elif kind == KIND_WALL:
        value_wall(t, s, p, a, b, sum)
    elif kind == KIND_PAY:
        value_payment(t, s, p, o, a, sum)
    elif kind == KIND_ABILITY:
        value_ability(t, s, p, o, a, sum)
    elif kind == KIND_CALM:
        value_calm(t, s, p, o, a, sum)
        if s.power:
            value_worker(t, s, p, o, a, 1, sum)
    elif kind == KIND_MOVE_WORKER:
        value_worker(t, s, p, o, a, -1, sum)
        value_worker(t, s, p, o, b, 1, sum)
    elif kind == KIND_MOVE_GOVERNOR:
        add(sum, F_MAJORITY, majority_gain(t, s, a, -1) + majority_gain(t, s, c_of(m), 1))
        add(sum, F_DENIED, majority_denied(t, s, a, -1) + majority_denied(t, s, c_of(m), 1))
        value_task(governor_task(t, s, p, c_of(m)), sum)
    elif kind == KIND_REWARD:
        if a:
            value_reward(t, s, p, o, sum)
    elif kind == KIND_BOARD:
        add(sum, F_CIRCLE + a - 1, 1)
    elif kind == KIND_BID:
        add(sum, F_BID, a)
        if a:
            add(sum, F_CHOICE, popcount(s.boards) - 1)
    elif kind == KIND_DISCARD:
        # lost: cards at the ends of the number range serve triggers, cards of a trigger in use fit the board
        add(sum, F_EXTREME, -extreme(a))
        add(sum, F_SAME_TRIGGER, -popcount(p.by_trigger[t.trigger[a]]))


cdef inline int extreme(int card) noexcept nogil:
    """How far a card's number lies from the middle of 1 to 120, in steps of six numbers: 0 to 9."""
    cdef int d = 2 * card - 121
    return (d if d > 0 else -d) // 12


# -- the card and the action --------------------------------------------------------------------------------------

cdef inline void value_play(const Tables* t, const State* s, const Seat* p, const Outlook* o, int card, int action,
                            Sum* sum) noexcept nogil:
    """Card and action: what the best target promises, and what the number activates."""
    cdef int aspect, trigger = -1, short_of
    add(sum, F_UNIFY + action - 1, 1)
    if action == ACT_UNIFY:
        aspect = t.aspect[card]
        short_of = o.markers - s.ones[aspect] if o.markers > s.ones[aspect] else 0
        add(sum, F_VP, short_of)
        add(sum, F_MARKERS, o.markers - short_of)
        add(sum, F_LEAD, takes_lead(t, s, p, aspect, o.markers - short_of))
        add(sum, F_UNREST, o.card_unrest)
        value_card(t, p, card, sum)
        add(sum, F_EXTREME, -extreme(card))
        return
    if action == ACT_REASSIGN:
        add(sum, F_SETS, o.reassign_sets)
        add(sum, F_SET_MAJORITY, o.reassign_majority)
    elif action == ACT_GOVERNOR:
        add(sum, F_MAJORITY, o.majority)
        add(sum, F_TASK_VP, o.governor_task)
        if s.court == 0 or card < s.court:
            trigger = TRIGGER_GOVERNOR
    elif action == ACT_RECRUIT:
        add(sum, F_SETS, o.recruit_sets)
        add(sum, F_SET_MAJORITY, o.recruit_majority)
        if s.court == 0 or card < s.court:
            trigger = TRIGGER_RECRUIT
    elif action == ACT_HIRE:
        add(sum, F_WORKERS, o.hires)
        add(sum, F_WORKER_REGIONS, o.hire_regions)
        add(sum, F_WORKER_PAIRS, o.hire_pairs)
        if s.court == 0 or card > s.court:
            trigger = TRIGGER_HIRE
    elif action == ACT_PALACE:
        add(sum, F_VP, cards_on_board(p))
        add(sum, F_TASK_VP, o.palace_task)
        if s.court == 0 or card > s.court:
            trigger = TRIGGER_PALACE
    elif action == ACT_WALL:
        add(sum, F_WALL_VP, o.wall)
        add(sum, F_RODS, o.rods)
        add(sum, F_TASK_VP, o.wall_task)
        if s.court == 0 or card > s.court:
            trigger = TRIGGER_WALL
    if trigger >= 0 and o.triggers[trigger]:
        add(sum, F_TRIGGERS, o.triggers[trigger])
        add(sum, F_TRIGGER_VP, o.trigger_vp[trigger])
        add(sum, F_TRIGGER_WORKERS, o.trigger_workers[trigger])
        add(sum, F_TRIGGER_OFFICIALS, o.trigger_officials[trigger])
    else:
        add(sum, F_EXTREME, -extreme(card))


cdef inline void value_card(const Tables* t, const Seat* p, int card, Sum* sum) noexcept nogil:
    """What the card's trigger and ability add to the player board."""
    cdef int trigger = t.trigger[card], ability = t.ability[card]
    add(sum, F_SAME_TRIGGER, popcount(p.by_trigger[trigger]))
    add(sum, F_PLACE_WALL + trigger, 1)
    if ability == ABILITY_VP_2 or ability == ABILITY_VP_3:
        add(sum, F_PLACE_VP, t.ability_vp[ability - ABILITY_VP_2])
    elif ability >= ABILITY_VP_ASPECT and ability < ABILITY_VP_ASPECT + N_ASPECTS:
        # the card counts itself once it lies there
        add(sum, F_PLACE_VP, p.n_aspect[ability - ABILITY_VP_ASPECT] + (t.aspect[card] == ability - ABILITY_VP_ASPECT))
    elif ability == ABILITY_WORKER:
        add(sum, F_PLACE_WORKER, 1)
    elif ability >= ABILITY_OFFICIAL:
        add(sum, F_PLACE_OFFICIAL, 1)


cdef inline int aspect_criterion(int aspect) noexcept nogil:
    return CRITERION_WRITING if aspect == 0 else CRITERION_CURRENCY if aspect == 1 else CRITERION_LAWS


cdef inline void value_region(const Tables* t, const State* s, const Seat* p, const Outlook* o, int r,
                              Sum* sum) noexcept nogil:
    """Where the card is placed."""
    cdef int card = s.played, aspect = t.aspect[card], k = p.n_cards[r], n = t.card_markers[k], i, same = 0
    cdef int short_of = n - s.ones[aspect]
    if short_of > 0:
        add(sum, F_VP, short_of)
        n -= short_of
    add(sum, F_MARKERS, n)
    add(sum, F_LEAD, takes_lead(t, s, p, aspect, n))
    if k == 0:
        add(sum, F_FIRST_CARD, 1)
    elif k == 2:
        add(sum, F_THIRD_CARD, 1)
    value_unrest(t, s, p, o, r, t.card_unrest[k], sum)
    if o.walls:
        for i in range(k):
            same += t.aspect[p.card[r][i]] == aspect
        i = 0
        if k == 2:
            i += o.wall_weight[CRITERION_THREE_CARDS]
        if same == 0:
            i += o.wall_weight[aspect_criterion(aspect)]
        elif same == 1:
            i += o.wall_weight[CRITERION_SAME_COLOUR]
        add(sum, F_WALL_VP, i)


# -- abilities and rewards ------------------------------------------------------------------------------------------

cdef inline void value_ability(const Tables* t, const State* s, const Seat* p, const Outlook* o, int i,
                               Sum* sum) noexcept nogil:
    """Which ability next: what it brings where that is certain."""
    cdef int r, ability
    add(sum, F_ABILITY, 1)
    if i == BOARD_ABILITY:
        return
    r = i // AREA_CARDS
    ability = t.ability[p.card[r][i % AREA_CARDS]]
    if ability == ABILITY_CALM_HERE:
        value_unrest(t, s, p, o, r, -1, sum)
    elif ability >= ABILITY_OFFICIAL:
        add(sum, F_OFFICIALS, 1)
        value_arrival(t, s, p, o, r, ability - ABILITY_OFFICIAL, sum)


cdef inline void value_calm(const Tables* t, const State* s, const Seat* p, const Outlook* o, int r,
                            Sum* sum) noexcept nogil:
    value_unrest(t, s, p, o, r, -1, sum)


cdef inline void value_reward(const Tables* t, const State* s, const Seat* p, const Outlook* o,
                              Sum* sum) noexcept nogil:
    """Accepting a reward: what it promises, the markers given back, the places the disc falls."""
    cdef int kind = t.reward[s.aspect][s.round], regions = t.reward_regions[s.aspect][s.round], r, k, best = 0
    add(sum, F_REWARD, 1)
    add(sum, F_MARKERS_PAID, marker_value(p, s.aspect))
    k = 0
    while s.order[k] != s.active:
        k += 1
    add(sum, F_DISC, t.n_players - 1 - k)
    if kind == REWARD_OFFICIAL:
        add(sum, F_OFFICIALS, 1)
    elif kind == REWARD_MILITARY_2 or kind == REWARD_CIVILIAN_2:
        add(sum, F_OFFICIALS, 2)
    elif kind == REWARD_WORKERS_2:
        add(sum, F_WORKERS, 2)
    elif kind == REWARD_GOVERNOR:
        for r in range(N_REGIONS):
            if (regions >> r) & 1 and o.majority_gain[r] > best:
                best = o.majority_gain[r]
        add(sum, F_MAJORITY, best)
    elif kind == REWARD_WALL:
        add(sum, F_WALL_VP, o.wall)
    elif kind == REWARD_PALACE:
        add(sum, F_VP, cards_on_board(p))
