"""What a move brings its player, as integers a weighted strategy multiplies: functions of public state and own hand only."""

from cext.games.zhanguo.buildings cimport governor_regions, palace_open, popcount, regions_with_workers
from cext.games.zhanguo.abilities cimport silent
from cext.games.zhanguo.officials cimport at_maximum, cards_on_board, hire_unrest_of
from cext.games.zhanguo.outlook cimport (
    Outlook, governor_task, look_around, majority_denied, majority_gain, palace_task, set_types, symbols, takes_lead,
    wall_task, wall_value,
)
from cext.games.zhanguo.rewards cimport marker_value
from cext.games.zhanguo.state cimport (
    BOARD_ABILITY, KIND_ABILITY, KIND_BID, KIND_BOARD, KIND_CALM, KIND_DISCARD, KIND_GOVERNOR, KIND_HIRE, KIND_MARKER,
    KIND_MARKER3, KIND_MOVE_GOVERNOR, KIND_MOVE_WORKER, KIND_OFFICIAL, KIND_PALACE, KIND_PAY, KIND_PLAY, KIND_REASSIGN,
    KIND_REGION, KIND_REWARD, KIND_WALL, Seat, State,
)
from cext.games.zhanguo.tables cimport (
    ABILITY_CALM_HERE, ABILITY_OFFICIAL, ABILITY_VP_2, ABILITY_VP_3, ABILITY_VP_ASPECT, ABILITY_WORKER, ACT_GOVERNOR,
    ACT_HIRE, ACT_PALACE, ACT_REASSIGN, ACT_RECRUIT, ACT_UNIFY, ACT_WALL,
    AREA_CARDS, BLOCK_HIRE, CRITERION_CIVILIAN, CRITERION_COLOUR_SET, CRITERION_CURRENCY, CRITERION_EMPTY_UNREST,
    CRITERION_INSPECTOR, CRITERION_LAWS, CRITERION_MILITARY, CRITERION_OFFICIALS_GE_UNREST, CRITERION_SAME_COLOUR,
    CRITERION_THREE_CARDS, CRITERION_TOTAL_UNREST, CRITERION_WRITING, N_ASPECTS, N_REGIONS, REWARD_CIVILIAN_2, REWARD_GOVERNOR,
    REWARD_MILITARY_2, REWARD_OFFICIAL, REWARD_PALACE, REWARD_WALL, REWARD_WORKERS_2, SQUARE_NONE, SQUARE_OFFICIAL,
    SQUARE_REASSIGN, SQUARE_VP, TRIGGER_GOVERNOR, TRIGGER_HIRE, TRIGGER_PALACE, TRIGGER_RECRUIT, TRIGGER_WALL, Tables,
)
from cext.kernel.types cimport Move, a_of, b_of, c_of, kind_of
from libc.stdint cimport int32_t, int64_t, uint8_t

# Numbers of the features, in the order of feature_docs.py (a test compares the two).
cdef enum:
    F_VP
    F_UNIFY                # 1 to 7: action indicators, F_UNIFY + ACT_... - 1
    F_RECRUIT
    F_REASSIGN
    F_GOVERNOR
    F_HIRE
    F_PALACE
    F_WALL
    F_TRIGGERS
    F_TRIGGER_VP
    F_TRIGGER_WORKERS
    F_TRIGGER_OFFICIALS
    F_SAME_TRIGGER
    F_EXTREME
    F_PLACE_WALL           # five indicators, F_PLACE_WALL + TRIGGER_...
    F_PLACE_PALACE
    F_PLACE_HIRE
    F_PLACE_RECRUIT
    F_PLACE_GOVERNOR
    F_PLACE_VP
    F_PLACE_WORKER
    F_PLACE_OFFICIAL
    F_FIRST_CARD
    F_THIRD_CARD
    F_MARKERS
    F_LEAD
    F_MARKERS_PAID
    F_UNREST
    F_SILENCED
    F_OFFICIALS
    F_SET_PROGRESS
    F_SETS
    F_SET_MAJORITY
    F_SET_TASK
    F_APPROACH
    F_HIRE_SPOTS
    F_WORKERS
    F_WORKER_REGIONS
    F_WORKER_PAIRS
    F_PAIR_TASK
    F_OUT_OF_OFFICE
    F_MAJORITY
    F_DENIED
    F_SQUARE_OFFICIAL
    F_SQUARE_REASSIGN
    F_TASK_VP
    F_TASK_PROGRESS
    F_WALL_VP
    F_RODS
    F_REWARD
    F_DISC
    F_POINTS
    F_ABILITY
    F_CIRCLE               # four indicators: boards
    F_SQUARE
    F_TRIANGLE
    F_STAR
    F_BID
    N_FEATURES


cdef struct Sum:
    const int32_t* weights     # weight of each feature, thousandths of a point
    int64_t total              # their sum over the move's features
    int32_t* out               # instead: the features themselves


cdef inline void add(Sum* sum, int feature, int x) noexcept nogil:
    if sum.out != NULL:
        sum.out[feature] += x
    else:
        sum.total += <int64_t>sum.weights[feature] * x


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
    elif kind == KIND_DISCARD:
        # what is discarded is lost: cards at the ends of the number range serve triggers, cards of a trigger in use fit the board
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
        short_of = o.markers - s.ones[aspect]
        if short_of > 0:
            add(sum, F_VP, short_of)
        add(sum, F_MARKERS, o.markers - (short_of if short_of > 0 else 0))
        add(sum, F_LEAD, takes_lead(t, s, p, aspect, o.markers))
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
            i += o.wall_weight[CRITERION_WRITING if aspect == 0 else CRITERION_CURRENCY if aspect == 1 else CRITERION_LAWS]
        elif same == 1:
            i += o.wall_weight[CRITERION_SAME_COLOUR]
        add(sum, F_WALL_VP, i)


cdef inline void value_unrest(const Tables* t, const State* s, const Seat* p, const Outlook* o, int r, int rise,
                              Sum* sum) noexcept nogil:
    """Unrest of region r rises (falls) by so many levels."""
    cdef int level = p.unrest[r], most = t.unrest_max[p.board][r], officials, x = 0
    if rise == 0:
        return
    add(sum, F_UNREST, rise)
    add(sum, F_SILENCED, (level + rise >= most) - (level >= most))
    if o.walls:
        officials = p.governing[r][0] + p.governing[r][1] + p.governing[r][2] + p.n_working[r]
        x = o.wall_weight[CRITERION_EMPTY_UNREST] * ((level + rise == 0) - (level == 0))
        x += o.wall_weight[CRITERION_OFFICIALS_GE_UNREST] * ((officials >= level + rise) - (officials >= level))
        x -= o.wall_weight[CRITERION_TOTAL_UNREST] * rise
        add(sum, F_WALL_VP, x)


# -- officials ----------------------------------------------------------------------------------------------------

cdef inline int type_criterion(int c) noexcept nogil:
    return CRITERION_MILITARY if c == 0 else CRITERION_CIVILIAN if c == 1 else CRITERION_INSPECTOR


cdef inline void value_type(const Seat* p, const Outlook* o, int r, int n, int sets, Sum* sum) noexcept nogil:
    """A type of official becomes present (n = 1) in the governors area of region r or vanishes (-1); sets: with it a set."""
    add(sum, F_SET_PROGRESS, n)
    if p.governors:
        add(sum, F_SET_TASK, n * symbols(o.governor_tasks, r))
    if sets:
        add(sum, F_SETS, n)
        if p.governors:
            add(sum, F_SET_MAJORITY, n * o.majority_gain[r])


cdef inline void value_arrival(const Tables* t, const State* s, const Seat* p, const Outlook* o, int r, int c,
                               Sum* sum) noexcept nogil:
    """An official of type c comes to the governors area of region r."""
    cdef int officials = p.governing[r][0] + p.governing[r][1] + p.governing[r][2] + p.n_working[r]
    if p.governing[r][c] == 0:
        value_type(p, o, r, 1, set_types(p, r) == 2, sum)
    if officials == 0 and not at_maximum(t, p, r):
        add(sum, F_HIRE_SPOTS, 1)
    if o.walls:
        if p.governing[r][c] + p.working[r][c] == 0:
            add(sum, F_WALL_VP, o.wall_weight[type_criterion(c)])
        if officials + 1 == p.unrest[r]:
            add(sum, F_WALL_VP, o.wall_weight[CRITERION_OFFICIALS_GE_UNREST])


cdef inline void value_departure(const Tables* t, const State* s, const Seat* p, const Outlook* o, int r, int c,
                                 int from_governors, int leaves_region, Sum* sum) noexcept nogil:
    """An official of type c leaves an area of region r, for the same region's other area or for another region."""
    cdef int officials = p.governing[r][0] + p.governing[r][1] + p.governing[r][2] + p.n_working[r]
    if from_governors and p.governing[r][c] == 1:
        value_type(p, o, r, -1, set_types(p, r) == 3, sum)
    if not leaves_region:
        return
    if officials == 1 and not at_maximum(t, p, r):
        add(sum, F_HIRE_SPOTS, -1)
    if o.walls:
        if p.governing[r][c] + p.working[r][c] == 1:
            add(sum, F_WALL_VP, -o.wall_weight[type_criterion(c)])
        if officials == p.unrest[r]:
            add(sum, F_WALL_VP, -o.wall_weight[CRITERION_OFFICIALS_GE_UNREST])


cdef inline void value_set_used(const Seat* p, const Outlook* o, int r, Sum* sum) noexcept nogil:
    """One official of each type goes back to the supply from the governors area of region r, whose unrest falls to zero."""
    cdef int c, sets = 1
    for c in range(3):
        if p.governing[r][c] == 1:
            value_type(p, o, r, -1, sets, sum)
            sets = 0
            if o.walls and p.working[r][c] == 0:
                add(sum, F_WALL_VP, -o.wall_weight[type_criterion(c)])
    if p.governing[r][0] + p.governing[r][1] + p.governing[r][2] + p.n_working[r] == 3:
        add(sum, F_HIRE_SPOTS, -1)


cdef inline void value_reassignment(const Tables* t, const State* s, const Seat* p, const Outlook* o, int origin,
                                    int target, int c, Sum* sum) noexcept nogil:
    cdef int r = origin if origin < N_REGIONS else origin - N_REGIONS
    cdef int q = target if target < N_REGIONS else target - N_REGIONS
    add(sum, F_POINTS, c >> 2)
    c &= 3
    value_departure(t, s, p, o, r, c, origin < N_REGIONS, r != q, sum)
    if target < N_REGIONS:
        if r != q:
            value_arrival(t, s, p, o, q, c, sum)
            if origin < N_REGIONS:
                add(sum, F_APPROACH, o.steps[c][r] - o.steps[c][q])
        elif p.governing[r][c] == 0:
            value_type(p, o, r, 1, set_types(p, r) == 2, sum)
        if origin >= N_REGIONS:
            add(sum, F_OUT_OF_OFFICE, -1)


# -- workers ------------------------------------------------------------------------------------------------------

cdef inline void value_worker(const Tables* t, const State* s, const Seat* p, const Outlook* o, int r, int n,
                              Sum* sum) noexcept nogil:
    """n workers more (less) in region r."""
    cdef int have = p.workers[r]
    add(sum, F_WORKERS, n)
    add(sum, F_WORKER_REGIONS, (have + n > 0) - (have > 0))
    if palace_open(t, s, p, r):
        add(sum, F_WORKER_PAIRS, ((have + n) >> 1) - (have >> 1))
        add(sum, F_PAIR_TASK, symbols(o.palace_tasks, r) * ((have + n >= 2) - (have >= 2)))


cdef inline void value_hire(const Tables* t, const State* s, const Seat* p, const Outlook* o, int r, int officials,
                            Sum* sum) noexcept nogil:
    cdef int c, k, n = p.n_working[r], rest = officials, sets = set_types(p, r) == 3
    for c in range(3):
        k = rest % 3
        rest //= 3
        n += k
        if k:
            add(sum, F_OUT_OF_OFFICE, k)
            if p.governing[r][c] == k:
                value_type(p, o, r, -1, sets, sum)
                sets = 0
    value_unrest(t, s, p, o, r, hire_unrest_of(t, p, n), sum)
    value_worker(t, s, p, o, r, n + (t.block[p.board] == BLOCK_HIRE), sum)


cdef inline void value_payment(const Tables* t, const State* s, const Seat* p, const Outlook* o, int mask,
                               Sum* sum) noexcept nogil:
    cdef int r
    for r in range(N_REGIONS):
        if (mask >> r) & 1:
            value_worker(t, s, p, o, r, -1, sum)


# -- buildings ----------------------------------------------------------------------------------------------------

cdef inline void value_task(int task, Sum* sum) noexcept nogil:
    """Task gains come as 16 x points + symbols newly met."""
    add(sum, F_TASK_VP, task >> 4)
    add(sum, F_TASK_PROGRESS, task & 15)


cdef inline void value_governor(const Tables* t, const State* s, const Seat* p, const Outlook* o, int r, int square,
                                Sum* sum) noexcept nogil:
    if square == SQUARE_VP:
        add(sum, F_VP, t.bonus_vp)
    elif square == SQUARE_OFFICIAL:
        add(sum, F_SQUARE_OFFICIAL, 1)
    elif square == SQUARE_REASSIGN:
        add(sum, F_SQUARE_REASSIGN, 1)
    add(sum, F_MAJORITY, o.majority_gain[r])
    add(sum, F_DENIED, majority_denied(t, s, r, 1))
    value_task(governor_task(t, s, p, r), sum)
    value_unrest(t, s, p, o, r, -<int>p.unrest[r], sum)
    if s.paying:
        value_set_used(p, o, r, sum)


cdef inline void value_palace(const Tables* t, const State* s, const Seat* p, const Outlook* o, int r, int q,
                              Sum* sum) noexcept nogil:
    add(sum, F_VP, cards_on_board(p))
    value_task(palace_task(t, s, p, r), sum)
    if q < N_REGIONS:
        value_worker(t, s, p, o, r, -2, sum)
        value_worker(t, s, p, o, q, -1, sum)


cdef inline void value_wall(const Tables* t, const State* s, const Seat* p, int section, int rods,
                            Sum* sum) noexcept nogil:
    add(sum, F_WALL_VP, wall_value(t, s, p, section, rods))
    add(sum, F_RODS, rods)
    value_task(wall_task(t, s, p, section), sum)


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


cdef inline void value_reward(const Tables* t, const State* s, const Seat* p, const Outlook* o, Sum* sum) noexcept nogil:
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
