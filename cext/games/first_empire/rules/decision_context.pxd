"""What a player sees once per decision before he compares his moves: majorities, Mausoleum tiles, walls, triggers."""

from cext.games.byte_masks cimport higher_bytes, load5, load6, lowest_bit, nonzero, triple_bits, two_or_more
from cext.games.first_empire.rules.abilities cimport count_pieces
from cext.games.first_empire.rules.buildings cimport (
    can_build_palace, counted_cards, emperor_stack, palace_sites, palace_tiles_to_take, walls_to_build,
)
from cext.games.first_empire.rules.elixir cimport ship_at_end
from cext.games.first_empire.rules.governor cimport complete_sets
from cext.games.first_empire.rules.mausoleum cimport walls_at
from cext.games.first_empire.rules.officials cimport (
    calm_regions, officials_in_supply, regions_to_hire, regions_with_type, types_in,
)
from cext.games.first_empire.rules.rewards cimport LARGE_VALUE
from cext.games.first_empire.rules.scoring cimport count_met, lisi_wins_ties
from cext.games.first_empire.rules.state cimport (
    KIND_ABILITY, KIND_BONUS, KIND_GOVERNOR, KIND_HIRE, KIND_LARGE, KIND_PALACE, KIND_PAY, KIND_PLAY, KIND_REGION,
    KIND_RETURN, KIND_REWARD, KIND_SOLDIER, KIND_START, KIND_TOKENS, KIND_WALL, Seat, State,
)
from cext.games.first_empire.rules.tables cimport (
    ACT_ELIXIR, ACT_GOVERNOR, ACT_HIRE, ACT_PALACE, ACT_RECRUIT, ACT_WALL, ALL_REGIONS, ARCHITECT, AREA_CARDS,
    COUNTED_HERE, LINE_NONE, N_ASPECTS, N_COUNTED, N_CRITERIA, N_PALACE_KINDS, N_REGIONS, N_SECTIONS, N_SITES, N_SLOTS,
    N_TRIGGERS, N_TYPES, N_VP_GAINS, PLACE_ELIXIR, PLACE_SITE, Tables,
)
from cext.games.first_empire.rules.unify cimport position_of_next_card, regions_for_a_card
from libc.stdint cimport int8_t, uint8_t, uint32_t, uint64_t
from libc.string cimport memcpy, memset

# Bit mask of the kinds of decision whose moves take or return tokens.
cdef enum:
    TAKE_TOKENS = (1 << KIND_START | 1 << KIND_PLAY | 1 << KIND_REGION | 1 << KIND_BONUS | 1 << KIND_LARGE
                   | 1 << KIND_ABILITY | 1 << KIND_TOKENS | 1 << KIND_RETURN)


cdef struct DecisionContext:
    uint8_t wall_weight[N_CRITERIA]     # points the own walls give for each further region (set) of a criterion
    uint8_t met[N_CRITERIA]             # regions (sets) there are, where a wall may be built
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
    uint8_t lacking[N_TYPES]            # bit mask of regions that lack just this type of official
    uint32_t leading                    # byte a: tokens it takes to have the highest value of aspect a
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
    uint8_t trigger_vp[N_TRIGGERS]      # points that the own cards each trigger would activate now would score
    uint64_t trigger[N_TRIGGERS]        # and what else they would give, as SHIFT_... lay it out


cdef inline void decision_context(const Tables* t, const State* s, DecisionContext* ctx) noexcept nogil:
    """What the moves of this decision share; of the fields, those its kind of decision asks for, the others 0, but for
    those of plays and rewards, which come last and are left as they are where nobody reads them."""
    cdef const Seat* p = &s.seat[s.active]
    cdef int regions = 0, sites = 0, tiles = 0, sets = complete_sets(p), recruits = 0
    cdef uint64_t walls = 0
    memset(ctx, 0, <char*>&ctx.tokens - <char*>ctx)
    if s.stage == KIND_SOLDIER:
        return
    if s.stage == KIND_PLAY or s.stage == KIND_REWARD:
        memset(&ctx.tokens, 0, sizeof(DecisionContext) - (<char*>&ctx.tokens - <char*>ctx))
    assess_elixir(t, s, p, ctx)
    find_lacking(p, ctx)
    if TAKE_TOKENS >> s.stage & 1 and (s.stage != KIND_ABILITY or s.pending):
        find_leading(t, s, ctx)
    if s.stage != KIND_PLAY:
        weigh_walls(t, s, p, ctx)
    if s.stage == KIND_PLAY:
        sets &= -<int>(p.governors > 0)
        recruits = lacking_in_supply(p, ctx) & -<int>(p.governors > 0)
        regions = sets | recruits
        sites = palace_sites(p) if can_build_palace(p) else 0
        walls = walls_to_build(t, s, p, 1) if p.walls else 0
    elif s.stage == KIND_REWARD:
        regions = t.reward_regions[t.row[s.row]][s.round]
        sites = ALL_REGIONS if p.palaces else 0
        walls = walls_to_build(t, s, p, 0) if p.walls else 0
    elif s.stage == KIND_GOVERNOR:
        regions = s.regions
    elif s.stage == KIND_PALACE or s.stage == KIND_WALL:
        tiles = 1
    elif s.stage != KIND_REGION and s.stage != KIND_HIRE and s.stage != KIND_PAY:
        regions = (ctx.lacking[0] | ctx.lacking[1] | ctx.lacking[2] | sets) & -<int>(p.governors > 0)
    if regions:
        assess_regions(t, s, p, regions, ctx)
    if sites | tiles:
        assess_palace_tiles(t, s, p, ctx)
    if walls | tiles:
        count_met(t, p, ctx.met)
        assess_wall_tiles(t, s, p, ctx)
    if sites:
        assess_palaces(t, s, p, sites, ctx)
    if walls:
        assess_walls(t, s, p, walls, ctx)
    if s.stage == KIND_PLAY:
        assess_actions(t, s, p, sets, recruits, sites, walls, ctx)


cdef inline void weigh_walls(const Tables* t, const State* s, const Seat* p, DecisionContext* ctx) noexcept nogil:
    """What the own walls count."""
    cdef int k, face
    for k in range(N_SECTIONS):
        face = s.face[k]
        ctx.wall_weight[face] = <uint8_t>(ctx.wall_weight[face] + t.wall_vp[face][t.marked[k][p.wall_at[k]]])


# -- Governors -------------------------------------------------------------------------------------------------------

cdef inline int majority_share(const Tables* t, int own, int most, int tied) noexcept nogil:
    """Points for `own` governors in a region against others with at most `most`, `tied` of them level at that."""
    return t.majority_split[tied * (own == most)] * ((own > 0) & (own >= most))


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
        k = s.seat[i].governors_in[r] | -<int>(i == s.active)      # -1: himself
        tied = 1 if k > most else tied + (k == most)
        most = k if k > most else most
    return 16 * most + tied


cdef inline int majority_gain(const Tables* t, const State* s, int r) noexcept nogil:
    """Change of the mover's points for governors if he had one more in region r."""
    cdef int other = rivals(t, s, r), own = s.seat[s.active].governors_in[r]
    return majority_share(t, own + 1, other >> 4, other & 15) - majority_share(t, own, other >> 4, other & 15)


cdef inline int majority_denied(const Tables* t, const State* s, int r) noexcept nogil:
    """Points the others lose if the mover had one more governor in region r."""
    cdef int other = rivals(t, s, r), own = s.seat[s.active].governors_in[r]
    return others_share(t, own, other >> 4, other & 15) - others_share(t, own + 1, other >> 4, other & 15)


cdef inline bint has_set(const Seat* p, int r) noexcept nogil:
    """Whether region r holds an official of each type, which makes a governor."""
    return types_in(p, r) == (1 << N_TYPES) - 1


cdef inline void find_lacking(const Seat* p, DecisionContext* ctx) noexcept nogil:
    """Where an official of a type would complete a set."""
    cdef int first = regions_with_type(p, 0), second = regions_with_type(p, 1), third = regions_with_type(p, 2)
    ctx.lacking[0] = <uint8_t>(second & third & ~first)
    ctx.lacking[1] = <uint8_t>(first & third & ~second)
    ctx.lacking[2] = <uint8_t>(first & second & ~third)


cdef inline uint64_t values_of(const Seat* p) noexcept nogil:
    """The values of a player's tokens of the three aspects, as bytes: small ones, and large ones, which lie behind."""
    cdef uint64_t word = load6(p.small)
    return (word & 0xffffff) + LARGE_VALUE * (word >> (8 * N_ASPECTS))


cdef inline void find_leading(const Tables* t, const State* s, DecisionContext* ctx) noexcept nogil:
    """The least that leads an aspect: 1, and as much as every other has, or more where his marker is the higher one."""
    cdef int k, mine
    cdef uint64_t above = 0x010101, leading = above, value
    for k in range(t.n_players):
        mine = s.track[k] == s.active
        above &= <uint64_t>mine - 1             # a marker higher on the track wins ties
        value = values_of(&s.seat[s.track[k]]) + above
        leading = higher_bytes(leading, value & <uint64_t>mine - 1)
    ctx.leading = <uint32_t>leading


# -- Mausoleum -------------------------------------------------------------------------------------------------------

cdef inline bint is_wanted(const State* s, const Seat* p, int spot) noexcept nogil:
    """Whether the tile of a spot has a free slot, and the player has not fulfilled it yet."""
    return not (p.spots | p.fulfilled | s.full) >> spot & 1


cdef inline int vp_of(const Tables* t, const State* s, int spot) noexcept nogil:
    """Points of the next slot of a tile that is wanted; of one without a free slot those of any."""
    return t.tile_vp[s.tile[spot]][s.n_soldiers[spot] & (N_SLOTS - 1)]


cdef inline void assess_regions(const Tables* t, const State* s, const Seat* p, int regions,
                                DecisionContext* ctx) noexcept nogil:
    """What a further governor brings in each region of a mask: its majority, and the tile."""
    cdef int r, k, tile, wanted, governors, palaces
    while regions:
        r = lowest_bit(regions)
        regions &= regions - 1
        ctx.majority_gain[r] = <int8_t>majority_gain(t, s, r)
        k = s.spot_at[r]
        tile = s.tile[k]
        wanted = is_wanted(s, p, k)
        governors = p.governors_in[r]
        palaces = p.palaces_in[r]
        ctx.governor_step[r] = wanted & (
            (governors < t.need_governors[tile]) | (governors + palaces < t.need_pieces[tile]))
        ctx.governor_tile[r] = vp_of(t, s, k) & -<int>(wanted & fulfils(t, tile, governors + 1, palaces))


cdef inline void assess_palace_tiles(const Tables* t, const State* s, const Seat* p,
                                     DecisionContext* ctx) noexcept nogil:
    """What a further palace brings on the tiles."""
    cdef int r, k, tile, wanted, governors, palaces
    for r in range(N_REGIONS):
        k = s.spot_at[r]
        tile = s.tile[k]
        wanted = is_wanted(s, p, k)
        governors = p.governors_in[r]
        palaces = p.palaces_in[r]
        ctx.palace_step[r] = wanted & (
            (palaces < t.need_palaces[tile]) | (governors + palaces < t.need_pieces[tile]))
        ctx.palace_tile[r] = vp_of(t, s, k) & -<int>(wanted & fulfils(t, tile, governors, palaces + 1))


cdef inline void assess_wall_tiles(const Tables* t, const State* s, const Seat* p, DecisionContext* ctx) noexcept nogil:
    """What a further wall brings on the tiles."""
    cdef int r, k, tile
    for r in range(N_SITES):
        k = s.spot_at[PLACE_SITE + r]
        tile = s.tile[k]
        ctx.wall_step[r] = is_wanted(s, p, k)
        ctx.wall_tile[r] = vp_of(t, s, k) & -<int>(is_wanted(s, p, k) & (walls_at(t, p, r) + 1 == t.need_walls[tile]))


cdef inline void assess_elixir(const Tables* t, const State* s, const Seat* p, DecisionContext* ctx) noexcept nogil:
    """The tile that ship and Alchemist cards may yet fulfil."""
    cdef int k = s.spot_at[PLACE_ELIXIR], tile = s.tile[k]
    ctx.elixir_tile = vp_of(t, s, k) & -<int>is_wanted(s, p, k)
    ctx.elixir_space = t.need_space[tile]
    ctx.elixir_cards = t.need_cards[tile] & -<int>(ctx.elixir_tile > 0)


cdef inline bint fulfils(const Tables* t, int tile, int governors, int palaces) noexcept nogil:
    """Whether so many pieces in its region fulfil a tile."""
    return ((governors >= t.need_governors[tile]) & (palaces >= t.need_palaces[tile])
            & (governors + palaces >= t.need_pieces[tile]))


# -- what each action promises at its best target --------------------------------------------------------------------

cdef inline void assess_actions(const Tables* t, const State* s, const Seat* p, int sets, int recruits, int sites,
                                uint64_t walls, DecisionContext* ctx) noexcept nogil:
    """What a card placed, an official recruited, workers hired and the abilities of what is possible would bring.

    sets, recruits: regions where a governor can be installed now, and after one official more; sites: for a palace.
    """
    cdef int hired = regions_to_hire(p), heard = triple_bits(calm_regions(p)), left, k
    cdef uint64_t workers = load5(p.workers)
    left = (officials_in_supply(p) != 0) << ACT_RECRUIT
    left |= (not ship_at_end(t, p)) << ACT_ELIXIR | (sets != 0) << ACT_GOVERNOR | (hired != 0) << ACT_HIRE
    left |= (sites != 0) << ACT_PALACE | (walls != 0) << ACT_WALL
    ctx.hire_regions = hired & ~nonzero(workers) != 0
    ctx.hire_sites = (hired & regions_with_type(p, ARCHITECT) & ~two_or_more(workers)
                      & two_or_more(workers + t.hire_workers * <uint64_t>0x0101010101ULL)) != 0
    ctx.recruit_sets = recruits != 0
    assess_cards(t, p, regions_for_a_card(t, p), ctx)
    assess_sets(s, sets, recruits, ctx)
    left >>= ACT_RECRUIT
    while left:
        k = lowest_bit(left)
        left &= left - 1
        assess_trigger(t, s, p, k, p.by_trigger[k] & heard, ctx)


cdef inline void assess_cards(const Tables* t, const Seat* p, int regions, DecisionContext* ctx) noexcept nogil:
    """The most tokens a card placed in one of the regions of a mask takes, and the unrest there."""
    cdef int k, tokens
    while regions:
        k = position_of_next_card(t, p, lowest_bit(regions))
        regions &= regions - 1
        tokens = t.card_tokens[k]
        ctx.card_unrest = t.card_unrest[k] if tokens > ctx.tokens else ctx.card_unrest
        ctx.tokens = <uint8_t>(tokens if tokens > ctx.tokens else ctx.tokens)


cdef inline int lacking_in_supply(const Seat* p, const DecisionContext* ctx) noexcept nogil:
    """Bit mask of regions where one official of those in supply completes a set."""
    cdef int c, mask = 0
    for c in range(N_TYPES):
        mask |= ctx.lacking[c] & -<int>(p.supply[c] > 0)
    return mask


cdef inline void assess_sets(const State* s, int sets, int recruits, DecisionContext* ctx) noexcept nogil:
    """The best of the regions that one official recruited gives a set, and of those that have one."""
    cdef int r
    while recruits:
        r = lowest_bit(recruits)
        recruits &= recruits - 1
        ctx.recruit_majority = max(ctx.recruit_majority, ctx.majority_gain[r])
        ctx.recruit_tile = max(ctx.recruit_tile, ctx.governor_tile[r])
    while sets:
        r = lowest_bit(sets)
        sets &= sets - 1
        ctx.majority = max(ctx.majority, ctx.majority_gain[r])
        ctx.best_governor_tile = max(ctx.best_governor_tile, ctx.governor_tile[r])
        ctx.bonus |= (((s.space[r][0] > 0) & (s.governor[r][0] == 0))
                      | ((s.space[r][1] > 0) & (s.governor[r][1] == 0)))


cdef inline void assess_palaces(const Tables* t, const State* s, const Seat* p, int sites,
                                DecisionContext* ctx) noexcept nogil:
    """The best palace of the regions of a mask."""
    cdef int r, k, n, tiles
    while sites:
        r = lowest_bit(sites)
        sites &= sites - 1
        n = 0
        tiles = palace_tiles_to_take(s, p, r)
        for k in range(N_PALACE_KINDS):
            n = max(n, (tiles >> k & 1) * t.palace_tile_vp[k] * counted_cards(p, r, k))
        ctx.palace = <uint8_t>max(<int>ctx.palace, t.palace_vp + n)
        ctx.best_palace_tile = max(ctx.best_palace_tile, ctx.palace_tile[r])


cdef inline void assess_walls(const Tables* t, const State* s, const Seat* p, uint64_t walls,
                              DecisionContext* ctx) noexcept nogil:
    """The best wall of those that can be built."""
    cdef int k, m, n, open, better, wall = 0, markings = 0, tile = 0, emperor = 0
    for k in range(N_SECTIONS):
        open = walls >> (8 * k) & 0xff
        m = (open > 1) + (open > 3) + (open > 7)        # the most markings; 0: no wall there
        n = t.wall_vp[s.face[k]][m] * ctx.met[s.face[k]]
        better = -<int>((m > 0) & (n >= wall))
        wall ^= (wall ^ n) & better
        markings ^= (markings ^ m) & better
        tile = max(tile, ctx.wall_tile[t.site_of[k]] & -<int>(m > 0))
        emperor |= (m > 0) & brings_emperor(t, s, k, 0)
    ctx.wall = <uint8_t>wall
    ctx.markings = <uint8_t>markings
    ctx.best_wall_tile = <uint8_t>tile
    ctx.emperor = <uint8_t>emperor


cdef inline bint brings_emperor(const Tables* t, const State* s, int section, int any_wall) noexcept nogil:
    """Whether a wall would be the first of its section, or may be any (F31), and an Emperor tile lies there."""
    cdef uint32_t slots
    memcpy(&slots, s.slot[section], sizeof(slots))
    return ((slots == 0) | any_wall) & (s.n_emperor[emperor_stack(t, section)] > 0)


cdef inline void assess_trigger(const Tables* t, const State* s, const Seat* p, int trigger, int cards,
                                DecisionContext* ctx) noexcept nogil:
    """What the own cards with a trigger would give if they were activated now; cards: mask of their positions."""
    cdef const uint8_t* numbers = &p.card[0][0]
    cdef uint64_t gives = 0
    cdef int counted[N_COUNTED]
    cdef int i, gain, vp = 0
    count_pieces(t, s, p, 0, counted)
    while cards:
        i = lowest_bit(cards)
        cards &= cards - 1
        gain = t.gain[numbers[i]]
        gives += t.gives[gain]
        counted[COUNTED_HERE] = p.cards_in[i // AREA_CARDS][3]
        vp += t.gains[gain].number * counted[t.gains[gain].counts] & -<int>(t.gains[gain].what < N_VP_GAINS)
    ctx.trigger[trigger] = gives
    ctx.trigger_vp[trigger] = <uint8_t>vp
