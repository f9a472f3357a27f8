"""What a player sees once per decision before he compares his moves: majorities, tasks, walls, triggers."""

from cext.games.byte_masks cimport load5, lower_bytes, lowest_bit, nonzero, not_below, popcount, third_bits
from cext.games.zhanguo.rules.buildings cimport (
    governor_regions, open_slots, palace_open, regions_open_to_palace,
)
from cext.games.zhanguo.rules.derived_masks cimport SLOTS
from cext.games.zhanguo.rules.feature_gains cimport governor_task, palace_task, values_to_lead, wall_task, wall_value
from cext.games.zhanguo.rules.feature_numbers cimport (
    F_APPROACH, F_LEAD, F_MAJORITY, F_RODS, F_SETS, F_SET_MAJORITY, F_TASK_VP, F_WALL_VP,
)
from cext.games.zhanguo.rules.officials cimport open_to_hire
from cext.games.zhanguo.rules.state cimport (
    KIND_GOVERNOR, KIND_MARKER, KIND_MARKER_3, KIND_OFFICIAL, KIND_PLAY, KIND_REASSIGN, KIND_REGION, KIND_REWARD,
    Seat, State,
)
from cext.games.zhanguo.rules.tables cimport (
    ALL_REGIONS, AREA_CARDS, AREA_OFFICIALS, N_ASPECTS, N_FACES, N_REGIONS, N_SECTIONS, N_SLOTS, N_TRIGGERS, N_TYPES,
    Tables,
)
from libc.stdint cimport int8_t, int32_t, uint8_t, uint16_t, uint64_t
from libc.string cimport memset


cdef enum:
    HALF_CONTEXT = 48                   # bytes of a DecisionContext, about half of them


cdef struct DecisionContext:
    uint8_t walls                       # own walls on the gameboard
    uint8_t wall_weight[N_FACES]        # points the own walls give for each further unit of a criterion
    int8_t majority_gain[N_REGIONS]     # points a further own governor would add to the majority of each region
    uint8_t to_lead[N_ASPECTS]          # least value of markers with which the player has most of an aspect
    uint16_t governor_tasks             # two masks of five bits: regions the open governor tasks still want
    uint16_t palace_tasks
    uint64_t steps[N_TYPES]             # byte r: from region r to the nearest that lacks just this type; FAR: none
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


cdef inline bint counts(const int32_t* weights, int feature) noexcept nogil:
    """Whether a feature can move a value: without weights every one does."""
    return weights == NULL or weights[feature] != 0


cdef inline void decision_context(const Tables* t, const State* s, DecisionContext* ctx) noexcept nogil:
    """What the moves of this decision share, for all features."""
    weighed_context(t, s, NULL, ctx)


cdef inline void weighed_context(const Tables* t, const State* s, const int32_t* weights,
                                 DecisionContext* ctx) noexcept nogil:
    """What the moves of this decision share; of the fields, those its kind of decision asks for, the others 0, and so
    are those that only serve features without weight."""
    cdef const Seat* p = &s.seat[s.active]
    cdef int i, face, stage = s.stage
    cdef uint64_t to_lead
    # in two halves: compilers fill more than these few bytes by an instruction that is slow to begin
    memset(ctx, 0, HALF_CONTEXT)
    memset(<uint8_t*>ctx + HALF_CONTEXT, 0, sizeof(DecisionContext) - HALF_CONTEXT)
    if counts(weights, F_WALL_VP):
        ctx.walls = <uint8_t>(t.supply_walls - p.walls)
    if ctx.walls:
        for i in range(N_SECTIONS):
            face = s.face[i]
            ctx.wall_weight[face] = <uint8_t>(ctx.wall_weight[face] + t.wall_weight[face][p.wall_at[i]])
    if stage == KIND_PLAY or stage == KIND_REGION or stage == KIND_MARKER or stage == KIND_MARKER_3:
        if counts(weights, F_LEAD):
            to_lead = values_to_lead(t, s)
            for i in range(N_ASPECTS):
                ctx.to_lead[i] = <uint8_t>(to_lead >> 8 * i)
        if stage != KIND_PLAY:
            return
    if ((stage == KIND_PLAY or stage == KIND_REWARD or stage == KIND_GOVERNOR)
            and (counts(weights, F_MAJORITY) or counts(weights, F_SET_MAJORITY))):
        assess_majorities(t, s, ctx)
    if stage == KIND_PLAY:
        assess_actions(t, s, p, weights, ctx)
        return
    ctx.governor_tasks = <uint16_t>open_tasks(t, s, p, p.governors_in, 2)
    if stage != KIND_REASSIGN and stage != KIND_OFFICIAL:
        ctx.palace_tasks = <uint16_t>open_tasks(t, s, p, p.palaces_in, 1)
    if stage == KIND_REASSIGN:
        if counts(weights, F_APPROACH):
            measure_steps(t, p, ctx)
    elif stage == KIND_REWARD:
        assess_walls(t, s, p, ALL_REGIONS, ctx)


cdef inline void assess_majorities(const Tables* t, const State* s, DecisionContext* ctx) noexcept nogil:
    """What a further own governor would add in each region; all regions at once in the bytes of words."""
    cdef const Seat* p = &s.seat[s.active]
    cdef uint64_t most = 0, tied = 0, theirs, more, level
    cdef int r, _, k = s.active
    for _ in range(1, t.n_players):
        k = k + 1 if k + 1 < t.n_players else 0
        theirs = load5(s.seat[k].governors_in)
        more = (theirs | <uint64_t>0x8080808080ULL) - most & <uint64_t>0x8080808080ULL      # not less
        level = more & (most | <uint64_t>0x8080808080ULL) - theirs
        more = (more ^ level) >> 7
        tied = (tied & ~(0xff * more)) + more + (level >> 7)
        most = (most & ~(0xff * more)) | (theirs & 0xff * more)
    for r in range(N_REGIONS):
        ctx.majority_gain[r] = t.majority_gain[p.governors_in[r]][most & 0xff][tied & 0xff]
        most >>= 8
        tied >>= 8


cdef inline void assess_actions(const Tables* t, const State* s, const Seat* p, const int32_t* weights,
                                DecisionContext* ctx) noexcept nogil:
    """What each action promises at its best target."""
    cdef int r, k, n, sets = governor_regions(p), regions = p.open_to_card, most = AREA_CARDS
    for r in range(N_REGIONS):
        k = AREA_CARDS if regions >> r & 1 == 0 else p.n_cards[r]
        most = k if t.card_markers[k] > t.card_markers[most] else most
    ctx.markers = t.card_markers[most]
    ctx.card_unrest = t.card_unrest[most]
    regions = open_to_hire(t, p)
    ctx.hire_regions = (regions & ~p.workers_at) != 0
    while regions:
        r = lowest_bit(regions)
        regions &= regions - 1
        n = p.n_working[r] + p.governing[r][0] + p.governing[r][1] + p.governing[r][2]
        n = (n if n < AREA_OFFICIALS else AREA_OFFICIALS) + t.more_workers[p.board]
        ctx.hires = <uint8_t>n if n > ctx.hires else ctx.hires
        n = ((p.workers[r] + n) >> 1) - (p.workers[r] >> 1)
        if n > ctx.hire_pairs and palace_open(s, p, r):
            ctx.hire_pairs = <uint8_t>n
    regions = sets if p.governors else 0
    while regions:
        r = lowest_bit(regions)
        regions &= regions - 1
        if ctx.majority_gain[r] > ctx.majority:
            ctx.majority = ctx.majority_gain[r]
        n = governor_task(t, s, p, r) >> 4
        if n > ctx.governor_task:
            ctx.governor_task = <int8_t>n
    regions = p.pairs_at & regions_open_to_palace(s, p)
    while regions:
        r = lowest_bit(regions)
        regions &= regions - 1
        n = palace_task(t, s, p, r) >> 4
        if n > ctx.palace_task:
            ctx.palace_task = <int8_t>n
    if counts(weights, F_SETS) or counts(weights, F_SET_MAJORITY):
        assess_sets(t, p, sets, ctx)
    if p.workers_at and (counts(weights, F_WALL_VP) or counts(weights, F_RODS) or counts(weights, F_TASK_VP)):
        assess_walls(t, s, p, p.workers_at, ctx)
    assess_triggers(t, p, ctx)


cdef inline void assess_sets(const Tables* t, const Seat* p, int sets, DecisionContext* ctx) noexcept nogil:
    """Whether one official recruited, or the points of the re-assign action, can complete a set where there is none."""
    cdef int have[N_TYPES]
    cdef int c, regions, working, near = p.governing_at, office = p.working_at
    cdef uint64_t cost = 0
    if p.governors == 0:
        return
    for c in range(N_TYPES):
        have[c] = third_bits(near >> c)
        working = third_bits(office >> c)
        # along the governors areas one region a point; out of a workers area a point more
        cost += lower_bytes(t.steps_to[have[c]], t.steps_to[working] + <uint64_t>0x0101010101ULL)
    # regions that lack one type only, of which the supply has an official
    regions = 0
    if p.officials[0]:
        regions |= have[1] & have[2] & ~have[0]
    if p.officials[1]:
        regions |= have[0] & have[2] & ~have[1]
    if p.officials[2]:
        regions |= have[0] & have[1] & ~have[2]
    ctx.recruit_sets = regions != 0
    ctx.recruit_majority = <int8_t>best_majority(ctx, regions)
    regions = not_below(t.reassign_points * <uint64_t>0x0101010101ULL, cost) & ~sets
    ctx.reassign_sets = regions != 0
    ctx.reassign_majority = <int8_t>best_majority(ctx, regions)


cdef inline int best_majority(const DecisionContext* ctx, int regions) noexcept nogil:
    """The most a further own governor would add in one of the regions, at least 0."""
    cdef int r, gain, best = 0
    for r in range(N_REGIONS):
        gain = ctx.majority_gain[r] & -(regions >> r & 1)
        best = gain if gain > best else best
    return best


cdef inline void measure_steps(const Tables* t, const Seat* p, DecisionContext* ctx) noexcept nogil:
    """How far each region lies from the nearest one that lacks just one type of official for a governor."""
    cdef int near = p.governing_at
    cdef int military = third_bits(near), civilian = third_bits(near >> 1), inspector = third_bits(near >> 2)
    ctx.steps[0] = t.steps_to[civilian & inspector & ~military]
    ctx.steps[1] = t.steps_to[military & inspector & ~civilian]
    ctx.steps[2] = t.steps_to[military & civilian & ~inspector]


cdef inline int approach(const DecisionContext* ctx, int c, int r, int q) noexcept nogil:
    """Steps that an official of type c comes nearer, from region r to q, to a region that lacks just his type."""
    return <int>(ctx.steps[c] >> (8 * r) & 0xff) - <int>(ctx.steps[c] >> (8 * q) & 0xff)


cdef inline int open_tasks(const Tables* t, const State* s, const Seat* p, const uint8_t* pieces,
                           int kind) noexcept nogil:
    """Regions where the own open tasks of a kind (1 palace, 2 governor) want a first piece: five bits a section."""
    cdef int k, wanted = 0, have = nonzero(load5(pieces))
    for k in range(2):
        if p.task[3 * k + kind] == 0 and s.discs[3 * k + kind] < t.n_task_slots:
            wanted |= (t.task_regions[s.tile[3 * k + kind]] & ~have) << (N_REGIONS * k)
    return wanted


cdef inline int symbols(int tasks, int r) noexcept nogil:
    """How many of the two sections' open tasks want a piece in region r."""
    return ((tasks >> r) & 1) + ((tasks >> (N_REGIONS + r)) & 1)


cdef inline void assess_triggers(const Tables* t, const Seat* p, DecisionContext* ctx) noexcept nogil:
    """What the own cards would give if they were activated now, by their triggers."""
    cdef uint64_t gains[N_TRIGGERS]            # as t.gives, and from bit 56 on the number of cards
    cdef const uint8_t* card = &p.card[0][0]
    cdef int k, cards = 0
    for k in range(N_TRIGGERS):
        gains[k] = 0
        cards |= p.by_trigger[k]
    cards &= ~p.silent
    while cards:
        k = card[lowest_bit(cards)]
        gains[t.trigger[k]] += t.gives[t.ability[k]] + (<uint64_t>1 << 56)
        cards &= cards - 1
    for k in range(N_TRIGGERS):
        ctx.triggers[k] = <uint8_t>(gains[k] >> 56)
        ctx.trigger_vp[k] = <uint8_t>points_given(p, gains[k])
        ctx.trigger_workers[k] = <uint8_t>(gains[k] >> 24)
        ctx.trigger_officials[k] = <uint8_t>(gains[k] >> 32)


cdef inline int points_given(const Seat* p, uint64_t gains) noexcept nogil:
    """Points of abilities, as t.gives has them, with the cards on the player board."""
    return <int>((gains >> 40 & 0xffff) + p.n_aspect[0] * (gains & 0xff) + p.n_aspect[1] * (gains >> 8 & 0xff)
                 + p.n_aspect[2] * (gains >> 16 & 0xff))


cdef inline void assess_walls(const Tables* t, const State* s, const Seat* p, int regions,
                              DecisionContext* ctx) noexcept nogil:
    """Best points among the open slots that workers of these regions can pay."""
    cdef int i, k, n, slots = open_slots(t, s, p, regions), site = -1, task = 0
    if p.walls == 0:
        return
    while slots:
        i = lowest_bit(slots) // N_SLOTS
        k = slots >> N_SLOTS * i & SLOTS       # the highest of them
        k = 1 + (k > 1) + (k > 3)
        slots &= ~((1 << N_SLOTS * (i + 1)) - 1)
        n = wall_value(t, s, p, i, k)
        task = wall_task(t, s, p, i) >> 4 if i // 2 != site else task      # the same in both sections of a site
        site = i // 2
        ctx.rods = <uint8_t>k if k > ctx.rods else ctx.rods
        ctx.wall = <int8_t>n if n > ctx.wall else ctx.wall
        ctx.wall_task = <int8_t>task if task > ctx.wall_task else ctx.wall_task
