"""What a player sees once per decision before he compares his moves: majorities, Mausoleum tiles, walls, triggers."""

from cext.games.first_empire.rules.abilities cimport points_of
from cext.games.first_empire.rules.buildings cimport counted_cards, emperor_stack, palace_tiles_to_take, walls_to_build
from cext.games.first_empire.rules.governor cimport regions_for_a_governor
from cext.games.first_empire.rules.mausoleum cimport walls_at
from cext.games.first_empire.rules.officials cimport regions_to_hire, regions_with_workers
from cext.games.first_empire.rules.scoring cimport lisi_wins_ties, times_met
from cext.games.first_empire.rules.state cimport (
    KIND_ABILITY, KIND_HIRE, KIND_MOVE, KIND_PAY, KIND_PLAY, KIND_REGION, KIND_REWARD, KIND_SOLDIER, Seat, State,
)
from cext.games.first_empire.rules.tables cimport (
    ARCHITECT, AREA_CARDS, GAIN_ANY_TOKENS, GAIN_CALM, GAIN_CALM_HERE, GAIN_MOVE_WORKERS, GAIN_SHIP, GAIN_TOKENS,
    GAIN_UNLOCK, GAIN_WORKERS, GAIN_WORKERS_HERE, LINE_NONE, MAX_UNREST, N_CRITERIA, N_MAUSOLEUM, N_PALACE_KINDS,
    N_REGIONS, N_SECTIONS, N_SITES, N_TRIGGERS, N_TYPES, N_VP_GAINS, SPOT_REGION, SPOT_WALL, Gain, Tables,
)
from cext.games.first_empire.rules.unify cimport position_of_next_card, regions_for_a_card
from cext.games.masks cimport lowest_bit, popcount
from libc.stdint cimport int8_t, uint8_t, uint64_t
from libc.string cimport memset


cdef enum:
    FAR = 8                             # steps to a region that does not exist


cdef struct DecisionContext:
    uint8_t walls                       # 1: the player has a wall on the game board
    uint8_t wall_weight[N_CRITERIA]     # points the own walls give for each further region (set) of a criterion
    int8_t majority_gain[N_REGIONS]     # points a further own governor would add to the majority of each region
    # Mausoleum tiles with a free slot and no own soldier
    uint8_t governor_tile[N_REGIONS]    # points of the tiles that a further governor would fulfil
    uint8_t governor_step[N_REGIONS]    # whether it counts for one that is not fulfilled
    uint8_t palace_tile[N_REGIONS]      # the same for a palace
    uint8_t palace_step[N_REGIONS]
    uint8_t wall_tile[N_SITES]          # and a wall
    uint8_t wall_step[N_SITES]
    uint8_t elixir_tile                 # points of the tile that ship and Alchemist cards may yet fulfil
    uint8_t elixir_space                # what it asks for
    uint8_t elixir_cards
    uint8_t steps[N_TYPES][N_REGIONS]   # from each region to the nearest that lacks just this type; FAR: none
    # for the choice of card and action, and of a reward
    uint8_t tokens                      # most tokens a card placed now would take
    uint8_t card_unrest                 # unrest that goes with them
    uint8_t hire_regions                # whether workers can be hired where there are none
    uint8_t hire_sites                  # or where they make a palace possible
    uint8_t recruit_sets                # whether an official from the supply completes a set
    int8_t recruit_majority             # best majority gain of a governor there
    uint8_t recruit_tile                # most points of Mausoleum tiles such a governor would fulfil
    int8_t majority                     # best majority gain where a governor can be installed
    uint8_t best_governor_tile          # most points of Mausoleum tiles of those
    uint8_t bonus                       # whether one of them takes a space with a bonus
    uint8_t palace                      # best points of a palace that can be built
    uint8_t best_palace_tile            # most points of Mausoleum tiles of those
    uint8_t wall                        # best points of a wall that can be built
    uint8_t markings                    # of its slot
    uint8_t best_wall_tile              # most points of Mausoleum tiles of those that can be built
    uint8_t emperor                     # whether one of these takes an Emperor tile
    uint8_t triggers[N_TRIGGERS]        # own cards each trigger would activate now
    uint8_t trigger_vp[N_TRIGGERS]      # points they would score
    uint8_t trigger_workers[N_TRIGGERS]
    uint8_t trigger_officials[N_TRIGGERS]
    uint8_t trigger_tokens[N_TRIGGERS]
    uint8_t trigger_ship[N_TRIGGERS]
    uint8_t trigger_calm[N_TRIGGERS]


cdef inline void decision_context(const Tables* t, const State* s, DecisionContext* ctx) noexcept nogil:
    """What the moves of this decision share; of the fields, those its kind of decision asks for, the others 0."""
    cdef const Seat* p = &s.seat[s.active]
    cdef int k, face
    memset(ctx, 0, sizeof(DecisionContext))
    if p.walls < t.supply_walls:
        ctx.walls = 1
        for k in range(N_SECTIONS):
            if p.wall_at[k]:
                face = s.face[k]
                ctx.wall_weight[face] = <uint8_t>(
                    ctx.wall_weight[face] + t.wall_vp[face][t.markings[k][p.wall_at[k] - 1] - 1])
    if s.stage == KIND_REGION or s.stage == KIND_HIRE or s.stage == KIND_PAY or s.stage == KIND_SOLDIER:
        return
    for k in range(N_REGIONS):
        ctx.majority_gain[k] = <int8_t>majority_gain(t, s, k)
    assess_tiles(t, s, p, ctx)
    if s.stage == KIND_PLAY:
        assess_actions(t, s, p, ctx)
    elif s.stage == KIND_ABILITY or s.stage == KIND_MOVE:
        measure_steps(t, p, ctx)
    elif s.stage == KIND_REWARD:
        assess_buildings(t, s, p, 0, ctx)


# -- Governors -------------------------------------------------------------------------------------------------------

cdef inline int majority_share(const Tables* t, int own, int most, int tied) noexcept nogil:
    """Points for `own` governors in a region against others with at most `most`, `tied` of them level at that."""
    if own == 0 or own < most:
        return 0
    if own > most:
        return t.majority_vp
    return 0 if lisi_wins_ties(t) else t.majority_vp // (1 + tied)


cdef inline int others_share(const Tables* t, int own, int most, int tied) noexcept nogil:
    """Points all others together score there."""
    if most == 0 or own > most:
        return 0
    if t.solo:
        if t.lisi_governors[0] == LINE_NONE and t.lisi_governors[1] == LINE_NONE:
            return 0
        return t.lisi_majority_vp // 2 if own == most and not lisi_wins_ties(t) else t.lisi_majority_vp
    return tied * (t.majority_vp // (tied + (own == most)))


cdef inline int rivals(const Tables* t, const State* s, int r) noexcept nogil:
    """16 x the most governors another player has in region r + how many have so many."""
    cdef int i, k, most = 0, tied = 0
    for i in range(t.n_players):
        if i != s.active:
            k = s.seat[i].governors_in[r]
            if k > most:
                most = k
                tied = 1
            elif k == most:
                tied += 1
    return 16 * most + tied


cdef inline int majority_gain(const Tables* t, const State* s, int r) noexcept nogil:
    """Change of the mover's points for governors if he had one more in region r."""
    cdef int other = rivals(t, s, r), own = s.seat[s.active].governors_in[r]
    return majority_share(t, own + 1, other >> 4, other & 15) - majority_share(t, own, other >> 4, other & 15)


cdef inline int majority_denied(const Tables* t, const State* s, int r) noexcept nogil:
    """Points the others lose if the mover had one more governor in region r."""
    cdef int other = rivals(t, s, r), own = s.seat[s.active].governors_in[r]
    return others_share(t, own, other >> 4, other & 15) - others_share(t, own + 1, other >> 4, other & 15)


cdef inline int set_types(const Seat* p, int r) noexcept nogil:
    """Types of officials in region r: 3 make a governor."""
    return (p.officials[r][0] > 0) + (p.officials[r][1] > 0) + (p.officials[r][2] > 0)


cdef inline int around(const Tables* t, int mask) noexcept nogil:
    """The regions of a mask and their neighbours."""
    cdef int r, wider = mask
    for r in range(N_REGIONS):
        if mask >> r & 1:
            wider |= t.adjacent[r]
    return wider


cdef inline void measure_steps(const Tables* t, const Seat* p, DecisionContext* ctx) noexcept nogil:
    """How far each region lies from the nearest one that lacks just one type of official for a governor."""
    cdef int c, r, steps, near, wider
    memset(ctx.steps, FAR, sizeof(ctx.steps))
    for c in range(N_TYPES):
        near = 0
        for r in range(N_REGIONS):
            if p.officials[r][c] == 0 and set_types(p, r) == 2:
                near |= 1 << r
                ctx.steps[c][r] = 0
        steps = 0
        while near:
            steps += 1
            wider = around(t, near)
            if wider == near:
                break
            for r in range(N_REGIONS):
                if wider >> r & 1 and not near >> r & 1:
                    ctx.steps[c][r] = <uint8_t>steps
            near = wider


# -- Mausoleum -------------------------------------------------------------------------------------------------------

cdef inline void assess_tiles(const Tables* t, const State* s, const Seat* p, DecisionContext* ctx) noexcept nogil:
    """What a further piece brings on the tiles with a free slot that the player has not fulfilled yet."""
    cdef int k, tile, place, vp, kind, governors, palaces, walls
    for k in range(N_MAUSOLEUM):
        tile = s.tile[k]
        if p.spots >> k & 1 or s.n_soldiers[k] >= t.tile_slots[tile]:
            continue
        kind = t.spot_kind[s.spot[k]]
        place = t.spot_place[s.spot[k]]
        vp = t.tile_vp[tile][s.n_soldiers[k]]
        if kind == SPOT_REGION:
            governors = p.governors_in[place]
            palaces = p.palaces_in[place]
            if fulfils(t, tile, governors, palaces):
                continue
            ctx.governor_step[place] = (governors < t.need_governors[tile]
                                        or governors + palaces < t.need_pieces[tile])
            ctx.palace_step[place] = palaces < t.need_palaces[tile] or governors + palaces < t.need_pieces[tile]
            if fulfils(t, tile, governors + 1, palaces):
                ctx.governor_tile[place] = <uint8_t>vp
            if fulfils(t, tile, governors, palaces + 1):
                ctx.palace_tile[place] = <uint8_t>vp
        elif kind == SPOT_WALL:
            walls = walls_at(t, p, place)
            if walls < t.need_walls[tile]:
                ctx.wall_step[place] = 1
                if walls + 1 == t.need_walls[tile]:
                    ctx.wall_tile[place] = <uint8_t>vp
        elif p.ship < t.need_space[tile] or p.n_kind[3] < t.need_cards[tile]:
            ctx.elixir_tile = <uint8_t>vp
            ctx.elixir_space = t.need_space[tile]
            ctx.elixir_cards = t.need_cards[tile]


cdef inline bint fulfils(const Tables* t, int tile, int governors, int palaces) noexcept nogil:
    """Whether so many pieces in its region fulfil a tile."""
    return (governors >= t.need_governors[tile] and palaces >= t.need_palaces[tile]
            and governors + palaces >= t.need_pieces[tile])


# -- what each action promises at its best target --------------------------------------------------------------------

cdef inline void assess_actions(const Tables* t, const State* s, const Seat* p, DecisionContext* ctx) noexcept nogil:
    """What a card placed, an official recruited, workers hired, a building and abilities would bring."""
    cdef int r, k, mask = regions_for_a_card(t, p), heard = 0
    for r in range(N_REGIONS):
        if mask >> r & 1 and t.card_tokens[position_of_next_card(t, p, r)] > ctx.tokens:
            ctx.tokens = t.card_tokens[position_of_next_card(t, p, r)]
            ctx.card_unrest = t.card_unrest[position_of_next_card(t, p, r)]
        if p.unrest[r] < MAX_UNREST:
            heard |= 7 << (AREA_CARDS * r)
    mask = regions_to_hire(p)
    for r in range(N_REGIONS):
        if mask >> r & 1:
            ctx.hire_regions |= p.workers[r] == 0
            ctx.hire_sites |= (p.officials[r][ARCHITECT] > 0 and p.workers[r] < 2
                               and p.workers[r] + t.hire_workers >= 2)
    assess_sets(p, ctx)
    assess_governors(s, p, ctx)
    assess_buildings(t, s, p, 1, ctx)
    for k in range(N_TRIGGERS):
        assess_trigger(t, s, p, k, p.by_trigger[k] & heard, ctx)


cdef inline void assess_sets(const Seat* p, DecisionContext* ctx) noexcept nogil:
    """Whether one official recruited completes a set where there is none."""
    cdef int r, c
    if p.governors == 0:
        return
    for r in range(N_REGIONS):
        if set_types(p, r) != 2:
            continue
        c = 0
        while p.officials[r][c]:
            c += 1
        if p.supply[c] == 0:
            continue
        ctx.recruit_sets = 1
        if ctx.majority_gain[r] > ctx.recruit_majority:
            ctx.recruit_majority = ctx.majority_gain[r]
        if ctx.governor_tile[r] > ctx.recruit_tile:
            ctx.recruit_tile = ctx.governor_tile[r]


cdef inline void assess_governors(const State* s, const Seat* p, DecisionContext* ctx) noexcept nogil:
    """The best of the regions where a Governor can be installed."""
    cdef int r, mask = regions_for_a_governor(p)
    for r in range(N_REGIONS):
        if mask >> r & 1:
            if ctx.majority_gain[r] > ctx.majority:
                ctx.majority = ctx.majority_gain[r]
            if ctx.governor_tile[r] > ctx.best_governor_tile:
                ctx.best_governor_tile = ctx.governor_tile[r]
            ctx.bonus |= ((s.space[r][0] > 0 and s.governor[r][0] == 0)
                          or (s.space[r][1] > 0 and s.governor[r][1] == 0))


cdef inline void assess_buildings(const Tables* t, const State* s, const Seat* p, int paying,
                                  DecisionContext* ctx) noexcept nogil:
    """The best palace and the best wall that can be built, paid for or not."""
    cdef int r, k, n, tiles, mask = regions_with_workers(p), open
    cdef uint64_t walls
    if p.palaces:
        for r in range(N_REGIONS):
            if paying and (p.officials[r][ARCHITECT] == 0 or p.workers[r] < 2 or mask == 1 << r):
                continue
            n = 0
            tiles = palace_tiles_to_take(s, p, r)
            for k in range(N_PALACE_KINDS):
                if tiles >> k & 1 and t.palace_tile_vp[k] * counted_cards(p, r, k) > n:
                    n = t.palace_tile_vp[k] * counted_cards(p, r, k)
            if t.palace_vp + n > ctx.palace:
                ctx.palace = <uint8_t>(t.palace_vp + n)
            if ctx.palace_tile[r] > ctx.best_palace_tile:
                ctx.best_palace_tile = ctx.palace_tile[r]
    if p.walls == 0 or (paying and mask == 0):
        return
    walls = walls_to_build(s, p, paying)
    for k in range(N_SECTIONS):
        open = walls >> (8 * k) & 0xff
        if open == 0:
            continue
        r = 3 if open >> 3 else 2 if open >> 2 else 1
        n = t.wall_vp[s.face[k]][r - 1] * times_met(t, p, s.face[k])
        if n >= ctx.wall:
            ctx.wall = <uint8_t>n
            ctx.markings = <uint8_t>r
        if ctx.wall_tile[t.site_of[k]] > ctx.best_wall_tile:
            ctx.best_wall_tile = ctx.wall_tile[t.site_of[k]]
        ctx.emperor |= brings_emperor(t, s, k)


cdef inline bint brings_emperor(const Tables* t, const State* s, int section) noexcept nogil:
    """Whether a wall would be the first of its section, and an Emperor tile lies there."""
    cdef int k
    for k in range(t.n_slots[section]):
        if s.slot[section][k]:
            return 0
    return s.n_emperor[emperor_stack(t, section)] > 0


cdef inline void assess_trigger(const Tables* t, const State* s, const Seat* p, int trigger, int cards,
                                DecisionContext* ctx) noexcept nogil:
    """What the own cards with a trigger would give if they were activated now; cards: mask of their positions."""
    cdef int i
    if cards == 0:
        return
    ctx.triggers[trigger] = <uint8_t>popcount(cards)
    while cards:
        i = lowest_bit(cards)
        cards &= cards - 1
        assess_gain(s, p, &t.gains[t.gain[p.card[i // AREA_CARDS][i % AREA_CARDS]]], trigger, i // AREA_CARDS, ctx)


cdef inline void assess_gain(const State* s, const Seat* p, const Gain* g, int trigger, int region,
                             DecisionContext* ctx) noexcept nogil:
    """What one of them would give."""
    cdef int n = g.number
    if g.what < N_VP_GAINS:
        ctx.trigger_vp[trigger] = <uint8_t>(ctx.trigger_vp[trigger] + points_of(s, p, g, region))
    elif g.what == GAIN_WORKERS_HERE or g.what == GAIN_MOVE_WORKERS or g.what == GAIN_WORKERS:
        ctx.trigger_workers[trigger] = <uint8_t>(ctx.trigger_workers[trigger] + n)
    elif g.what == GAIN_TOKENS:
        ctx.trigger_tokens[trigger] = <uint8_t>(ctx.trigger_tokens[trigger] + g.tokens[0] + g.tokens[1] + g.tokens[2])
    elif g.what == GAIN_ANY_TOKENS:
        ctx.trigger_tokens[trigger] = <uint8_t>(ctx.trigger_tokens[trigger] + n)
    elif g.what == GAIN_SHIP or g.what == GAIN_UNLOCK:
        ctx.trigger_ship[trigger] = <uint8_t>(ctx.trigger_ship[trigger] + n)
    elif g.what == GAIN_CALM or g.what == GAIN_CALM_HERE:
        ctx.trigger_calm[trigger] = <uint8_t>(ctx.trigger_calm[trigger] + n)
    else:
        ctx.trigger_officials[trigger] = <uint8_t>(ctx.trigger_officials[trigger] + n)
