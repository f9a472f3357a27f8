"""What a player sees once per decision before he compares his moves: majorities, tasks, walls, triggers."""

from cext.games.zhanguo.rules.abilities cimport silent
from cext.games.zhanguo.rules.buildings cimport governor_regions, palace_open, regions_with_workers
from cext.games.masks cimport popcount
from cext.games.zhanguo.rules.officials cimport can_place_card, open_to_hire
from cext.games.zhanguo.rules.rewards cimport marker_value
from cext.games.zhanguo.rules.scoring cimport criterion_count, wall_points
from cext.games.zhanguo.rules.state cimport KIND_PLAY, KIND_REASSIGN, KIND_REGION, KIND_REWARD, Seat, State
from cext.games.zhanguo.rules.tables cimport (
    ABILITY_MOVE_WORKER, ABILITY_OFFICIAL, ABILITY_VP_2, ABILITY_VP_3, ABILITY_VP_ASPECT, ABILITY_WORKER, AREA_CARDS,
    AREA_OFFICIALS, CRITERION_TOTAL_UNREST, N_ASPECTS, N_FACES, N_REGIONS, N_SECTIONS, N_SITES, N_SLOTS,
    N_TASKS, N_TRIGGERS, N_TYPES, Tables,
)
from libc.stdint cimport int8_t, uint8_t, uint16_t
from libc.string cimport memset

cdef extern from *:
    int lowest_bit "__builtin_ctz"(unsigned int) noexcept nogil


cdef enum:
    FAR = 8                             # steps to a region that does not exist


cdef struct DecisionContext:
    uint8_t walls                       # own walls on the gameboard
    uint8_t wall_weight[N_FACES]        # points the own walls give for each further unit of a criterion
    int8_t majority_gain[N_REGIONS]     # points a further own governor would add to the majority of each region
    uint16_t governor_tasks             # two masks of five bits: regions the open governor tasks still want
    uint16_t palace_tasks
    uint8_t steps[N_TYPES][N_REGIONS]   # from each region to the nearest that lacks just this type; FAR: none
    # for the choice of card and action, and of a reward
    uint8_t markers                     # most markers a card placed now would take
    uint8_t card_unrest                 # unrest that goes with them
    uint8_t hires                       # most workers a hire would bring
    uint8_t hire_regions                # whether one of these comes to a region without workers
    uint8_t hire_pairs                  # most pairs of workers one of these adds in a region open to a palace
    uint8_t recruit_sets                # whether an official from the supply completes a set
    int8_t recruit_majority             # best majority gain of a governor there
    uint8_t reassign_sets               # the same for the re-assign action
    int8_t reassign_majority
    int8_t majority                     # best majority gain where a governor can be installed
    int8_t governor_task                # best task points of those
    int8_t palace_task
    int8_t wall                         # best points of a wall that can be built
    int8_t wall_task
    uint8_t rods                        # most rods that can be paid in an open slot
    uint8_t triggers[N_TRIGGERS]        # own cards each trigger would activate now
    uint8_t trigger_vp[N_TRIGGERS]      # points they would score
    uint8_t trigger_workers[N_TRIGGERS]    # workers they would give or move
    uint8_t trigger_officials[N_TRIGGERS]  # officials


cdef inline void decision_context(const Tables* t, const State* s, DecisionContext* ctx) noexcept nogil:
    """What the moves of this decision share; of the fields, those its kind of decision asks for, the others 0."""
    cdef const Seat* p = &s.seat[s.active]
    cdef int i, r, face
    memset(ctx, 0, sizeof(DecisionContext))
    ctx.walls = <uint8_t>(t.supply_walls - p.walls)
    if ctx.walls:
        for i in range(N_SECTIONS):
            if p.wall_at[i]:
                face = s.face[i]
                if face == CRITERION_TOTAL_UNREST:
                    ctx.wall_weight[face] += 1
                else:
                    ctx.wall_weight[face] = <uint8_t>(ctx.wall_weight[face] + t.wall_vp[face][p.wall_at[i] - 1])
    if s.stage == KIND_REGION:
        return
    for r in range(N_REGIONS):
        ctx.majority_gain[r] = <int8_t>majority_gain(t, s, r, 1)
    if s.stage == KIND_PLAY:
        assess_actions(t, s, p, ctx)
        return
    ctx.governor_tasks = <uint16_t>open_tasks(t, s, p, p.governors_in, 2)
    ctx.palace_tasks = <uint16_t>open_tasks(t, s, p, p.palaces_in, 1)
    if s.stage == KIND_REASSIGN:
        measure_steps(t, p, ctx)
    elif s.stage == KIND_REWARD:
        assess_walls(t, s, p, N_SLOTS, ctx)


cdef inline void assess_actions(const Tables* t, const State* s, const Seat* p, DecisionContext* ctx) noexcept nogil:
    """What each action promises at its best target."""
    cdef int r, k, n, sets = governor_regions(p), hiring = open_to_hire(t, p), heard = ~silent(t, p), regions
    for r in range(N_REGIONS):
        if can_place_card(t, p, r):
            k = p.n_cards[r]
            if t.card_markers[k] > ctx.markers:
                ctx.markers = t.card_markers[k]
                ctx.card_unrest = t.card_unrest[k]
        if (hiring >> r) & 1:
            n = p.n_working[r] + p.governing[r][0] + p.governing[r][1] + p.governing[r][2]
            n = (n if n < AREA_OFFICIALS else AREA_OFFICIALS) + t.more_workers[p.board]
            if n > ctx.hires:
                ctx.hires = <uint8_t>n
            if p.workers[r] == 0:
                ctx.hire_regions = 1
            n = ((p.workers[r] + n) >> 1) - (p.workers[r] >> 1)
            if n > ctx.hire_pairs and palace_open(t, s, p, r):
                ctx.hire_pairs = <uint8_t>n
        if (sets >> r) & 1 and p.governors:
            if ctx.majority_gain[r] > ctx.majority:
                ctx.majority = ctx.majority_gain[r]
            n = governor_task(t, s, p, r) >> 4
            if n > ctx.governor_task:
                ctx.governor_task = <int8_t>n
        if p.workers[r] >= 2 and palace_open(t, s, p, r):
            n = palace_task(t, s, p, r) >> 4
            if n > ctx.palace_task:
                ctx.palace_task = <int8_t>n
    assess_sets(t, p, sets, ctx)
    regions = popcount(regions_with_workers(p))
    if regions:
        assess_walls(t, s, p, regions if regions < N_SLOTS else N_SLOTS, ctx)
    for k in range(N_TRIGGERS):
        assess_trigger(t, p, k, p.by_trigger[k] & heard, ctx)


cdef inline void assess_sets(const Tables* t, const Seat* p, int sets, DecisionContext* ctx) noexcept nogil:
    """Whether one official recruited, or the points of the re-assign action, can complete a set where there is none."""
    cdef int have[N_TYPES]
    cdef int cost[N_REGIONS]
    cdef int r, c, _, near, working, lacking
    if p.governors == 0:
        return
    for r in range(N_REGIONS):
        cost[r] = 0
    for c in range(N_TYPES):
        near = working = 0
        for r in range(N_REGIONS):
            near |= (p.governing[r][c] > 0) << r
            working |= (p.working[r][c] > 0) << r
        have[c] = near
        # along the governors areas one region a point; out of a workers area a point more
        for _ in range(t.reassign_points + 1):
            for r in range(N_REGIONS):
                cost[r] += ~near >> r & 1
            near = around(t, near) | working
    # regions that lack one type only, of which the supply has an official
    lacking = 0
    if p.officials[0]:
        lacking |= have[1] & have[2] & ~have[0]
    if p.officials[1]:
        lacking |= have[0] & have[2] & ~have[1]
    if p.officials[2]:
        lacking |= have[0] & have[1] & ~have[2]
    ctx.recruit_sets = lacking != 0
    for r in range(N_REGIONS):
        if lacking >> r & 1 and ctx.majority_gain[r] > ctx.recruit_majority:
            ctx.recruit_majority = ctx.majority_gain[r]
        if cost[r] <= t.reassign_points and not sets >> r & 1:
            ctx.reassign_sets = 1
            if ctx.majority_gain[r] > ctx.reassign_majority:
                ctx.reassign_majority = ctx.majority_gain[r]


cdef inline void measure_steps(const Tables* t, const Seat* p, DecisionContext* ctx) noexcept nogil:
    """How far each region lies from the nearest one that lacks just one type of official for a governor."""
    cdef int c, r, steps, near, wider
    memset(ctx.steps, FAR, sizeof(ctx.steps))
    for c in range(N_TYPES):
        near = 0
        for r in range(N_REGIONS):
            if p.governing[r][c] == 0 and set_types(p, r) == 2:
                near |= 1 << r
                ctx.steps[c][r] = 0
        steps = 0
        while near:
            steps += 1
            wider = around(t, near)
            if wider == near:
                break
            for r in range(N_REGIONS):
                if ((wider & ~near) >> r) & 1:
                    ctx.steps[c][r] = <uint8_t>steps
            near = wider


cdef inline int around(const Tables* t, int regions) noexcept nogil:
    """The regions of a mask and their neighbours."""
    cdef int r, wider = regions
    for r in range(N_REGIONS):
        wider |= t.adjacent[r] & -(regions >> r & 1)
    return wider


cdef inline int open_tasks(const Tables* t, const State* s, const Seat* p, const uint8_t* pieces,
                           int kind) noexcept nogil:
    """Regions where the own open tasks of a kind (1 palace, 2 governor) want a first piece: five bits a section."""
    cdef int r, k, mask, have = 0, wanted = 0
    for r in range(N_REGIONS):
        have |= (pieces[r] > 0) << r
    for k in range(2):
        r = 3 * k + kind
        if p.task[r] == 0 and s.discs[r] < t.n_task_slots:
            mask = t.task_regions[s.tile[r]] & ~have
            wanted |= mask << (N_REGIONS * k)
    return wanted


cdef inline int symbols(int tasks, int r) noexcept nogil:
    """How many of the two sections' open tasks want a piece in region r."""
    return ((tasks >> r) & 1) + ((tasks >> (N_REGIONS + r)) & 1)


cdef inline void assess_trigger(const Tables* t, const Seat* p, int trigger, int cards,
                                DecisionContext* ctx) noexcept nogil:
    """What the own cards with a trigger would give if they were activated now; cards: mask of their positions."""
    cdef int i, ability, vp = 0
    if cards == 0:
        return
    ctx.triggers[trigger] = <uint8_t>popcount(cards)
    while cards:
        i = lowest_bit(cards)
        cards &= cards - 1
        ability = t.ability[p.card[i // AREA_CARDS][i % AREA_CARDS]]
        if ability == ABILITY_VP_2 or ability == ABILITY_VP_3:
            vp += t.ability_vp[ability - ABILITY_VP_2]
        elif ability >= ABILITY_VP_ASPECT and ability < ABILITY_VP_ASPECT + N_ASPECTS:
            vp += p.n_aspect[ability - ABILITY_VP_ASPECT]
        elif ability == ABILITY_WORKER or ability == ABILITY_MOVE_WORKER:
            ctx.trigger_workers[trigger] += 1
        elif ability >= ABILITY_OFFICIAL:
            ctx.trigger_officials[trigger] += 1
    ctx.trigger_vp[trigger] = <uint8_t>vp


cdef inline void assess_walls(const Tables* t, const State* s, const Seat* p, int rods,
                              DecisionContext* ctx) noexcept nogil:
    """Best points among the open slots of at most so many rods."""
    cdef int i, k, n
    if p.walls == 0:
        return
    for i in range(N_SECTIONS):
        if p.wall_at[i]:
            continue
        k = rods
        while k > 0 and s.slot[i][k - 1]:
            k -= 1
        if k == 0:
            continue
        n = wall_value(t, s, p, i, k)
        if k > ctx.rods:
            ctx.rods = <uint8_t>k
        if n > ctx.wall:
            ctx.wall = <int8_t>n
        n = wall_task(t, s, p, i) >> 4
        if n > ctx.wall_task:
            ctx.wall_task = <int8_t>n


# -- pieces of the decision context that single moves read too -----------------------------------------------------

cdef inline int wall_value(const Tables* t, const State* s, const Seat* p, int section, int rods) noexcept nogil:
    """Points an own wall there would score as the player board stands now."""
    return wall_points(t, p, s.face[section], rods)


cdef inline int majority_share(const Tables* t, int own, int most, int tied) noexcept nogil:
    """Points of a majority with `own` governors against others with at most `most`, `tied` of them level at that."""
    if own == 0 or own < most:
        return 0
    if own > most:
        return t.majority_vp + t.majority_each * own
    return (t.majority_vp + t.majority_each * own) // (1 + tied)


cdef inline int majority_gain(const Tables* t, const State* s, int r, int n) noexcept nogil:
    """Change of the mover's majority points in region r if he had n more governors there."""
    cdef int i, k, most = 0, tied = 0, own = s.seat[s.active].governors_in[r]
    for i in range(t.n_players):
        if i != s.active:
            k = s.seat[i].governors_in[r]
            if k > most:
                most = k
                tied = 1
            elif k == most:
                tied += 1
    return majority_share(t, own + n, most, tied) - majority_share(t, own, most, tied)


cdef inline int majority_denied(const Tables* t, const State* s, int r, int n) noexcept nogil:
    """Points the others lose (gain: negative) in region r if the mover had n more governors there."""
    cdef int i, k, most = 0, tied = 0, own = s.seat[s.active].governors_in[r]
    for i in range(t.n_players):
        if i != s.active:
            k = s.seat[i].governors_in[r]
            if k > most:
                most = k
                tied = 1
            elif k == most:
                tied += 1
    return others_share(t, own, most, tied) - others_share(t, own + n, most, tied)


cdef inline int others_share(const Tables* t, int own, int most, int tied) noexcept nogil:
    """Points all others together score in a majority."""
    if most == 0 or own > most:
        return 0
    tied += own == most
    return (tied - (own == most)) * ((t.majority_vp + t.majority_each * most) // tied)


cdef inline int set_types(const Seat* p, int r) noexcept nogil:
    """Types of officials in the governors area of region r: 3 make a governor."""
    return (p.governing[r][0] > 0) + (p.governing[r][1] > 0) + (p.governing[r][2] > 0)


cdef inline int takes_lead(const Tables* t, const State* s, const Seat* p, int aspect, int n) noexcept nogil:
    """1 if n markers more give the player the highest value of an aspect that he does not have now."""
    cdef int k, i, own = marker_value(p, aspect), most = 0, above = 1, led = 1, leads = 1
    for k in range(t.n_players):
        i = s.order[k]
        if i == s.active:
            above = 0
            continue
        most = marker_value(&s.seat[i], aspect)
        # a disc higher on the track wins ties
        if own < most + above:
            led = 0
        if own + n < most + above:
            leads = 0
    if own == 0:
        led = 0
    if own + n == 0:
        leads = 0
    return leads - led


cdef inline int task_gain(const Tables* t, const State* s, const Seat* p, int k, int progress, int done) noexcept nogil:
    """16 x points of claiming task k now + progress; nothing if it is claimed or has no slot left."""
    cdef int section = k // 3, i, discs = 0, vp = 0
    if not done:
        return progress
    for i in range(3 * section, 3 * section + 3):
        if p.task[i]:
            discs += 1
            vp += t.task_vp[p.task[i] - 1]
    return 16 * ((discs + 1) * (vp + t.task_vp[s.discs[k]]) - discs * vp) + progress


cdef inline int piece_task(const Tables* t, const State* s, const Seat* p, const uint8_t* pieces, int kind,
                           int r) noexcept nogil:
    """Gain of a first governor (kind 2) or palace (kind 1) in region r on the tasks of that kind."""
    cdef int k, q, open, total = 0
    if pieces[r]:
        return 0
    for k in range(kind, N_TASKS, 3):
        if p.task[k] or s.discs[k] >= t.n_task_slots or not (t.task_regions[s.tile[k]] >> r) & 1:
            continue
        open = 0
        for q in range(N_REGIONS):
            if (t.task_regions[s.tile[k]] >> q) & 1 and q != r and pieces[q] == 0:
                open = 1
        total += task_gain(t, s, p, k, 1, not open)
    return total


cdef inline int governor_task(const Tables* t, const State* s, const Seat* p, int r) noexcept nogil:
    """Gain of a first governor in region r, as task_gain()."""
    return piece_task(t, s, p, p.governors_in, 2, r)


cdef inline int palace_task(const Tables* t, const State* s, const Seat* p, int r) noexcept nogil:
    """Gain of a first palace in region r, as task_gain()."""
    return piece_task(t, s, p, p.palaces_in, 1, r)


cdef inline int wall_task(const Tables* t, const State* s, const Seat* p, int section) noexcept nogil:
    """Gain of a wall in that section on the wall tasks."""
    cdef int k, i, have, open, site = section // 2, total = 0
    for k in range(0, N_TASKS, 3):
        if p.task[k] or s.discs[k] >= t.n_task_slots:
            continue
        have = (p.wall_at[2 * site] != 0) + (p.wall_at[2 * site + 1] != 0)
        if have >= t.task_walls[s.tile[k]][site]:
            continue
        open = 0
        for i in range(N_SITES):
            have = (p.wall_at[2 * i] != 0) + (p.wall_at[2 * i + 1] != 0) + (i == site)
            if have < t.task_walls[s.tile[k]][i]:
                open = 1
        total += task_gain(t, s, p, k, 1, not open)
    return total
