"""End of the Game: the six categories of the scorepad, and who wins."""

from cext.games.byte_masks cimport load5, nonzero
from cext.games.first_empire.rules.buildings cimport counted_cards
from cext.games.first_empire.rules.lisi cimport LISI, is_lisi
from cext.games.first_empire.rules.officials cimport regions_with_type, regions_with_workers
from cext.games.first_empire.rules.state cimport (
    CATEGORY_ELIXIR, CATEGORY_ENTRANCE, CATEGORY_GOVERNORS, CATEGORY_MAUSOLEUM, CATEGORY_PALACES, CATEGORY_WALLS,
    N_CATEGORIES_USED, N_RUNNING, Seat, State,
)
from cext.games.first_empire.rules.tables cimport (
    CRITERION_CARD, CRITERION_COVERED, CRITERION_GOVERNOR, CRITERION_NO_UNREST, CRITERION_PALACE, CRITERION_QUADRUPLET,
    CRITERION_TWO_OF_A_TYPE, CRITERION_WORKER, LINE_NONE, LINE_WINS_TIES, N_CRITERIA, N_KINDS_OF_CARD, N_PALACE_KINDS,
    N_REGIONS, N_SECTIONS, N_TYPES, Tables,
)
from cext.kernel.types cimport Outcome, total_and_rank
from libc.stdint cimport int8_t, int64_t, uint8_t, uint32_t
from libc.string cimport memcpy, memset


cdef inline void score_game(const Tables* t, const State* s, Outcome* out) noexcept nogil:
    """Points of each seat by category, ranks ("tied players share the victory"), openings, changes of the lead."""
    cdef const Seat* p
    cdef int i, k
    memset(out, 0, sizeof(Outcome))
    for i in range(t.n_players):
        p = &s.seat[i]
        for k in range(N_RUNNING):
            out.category[i][k] = p.source[k]
        if is_lisi(t, i):
            score_lisi(t, s, p, out)
        else:
            out.category[i][CATEGORY_GOVERNORS] = score_governors(t, s, i)
            out.category[i][CATEGORY_ELIXIR] = p.n_kind[3] * t.route_vp[p.ship]
            out.category[i][CATEGORY_WALLS] = score_walls(t, s, p)
        out.category[i][CATEGORY_MAUSOLEUM] = t.line_vp * lines(p)
        out.category[i][CATEGORY_ENTRANCE] = t.entrance_vp[p.entrance if p.entrance < 3 else 3]
        out.opening[i] = p.opening
    total_and_rank(out, t.n_players, N_CATEGORIES_USED)
    out.lead_changes = s.lead_changes


# -- 2. Governors ----------------------------------------------------------------------------------------------------

cdef inline bint lisi_wins_ties(const Tables* t) noexcept nogil:
    """Scoring card B: "Li Si wins all ties"."""
    return t.solo and (t.lisi_governors[0] == LINE_WINS_TIES or t.lisi_governors[1] == LINE_WINS_TIES)


cdef inline int score_governors(const Tables* t, const State* s, int seat) noexcept nogil:
    """10/15/20 VP for the most Governors, "split (rounded down) between the tied players"."""
    cdef int r, vp = 0
    for r in range(N_REGIONS):
        vp += majority(t, s, seat, r)
    return vp


cdef inline int majority(const Tables* t, const State* s, int seat, int r) noexcept nogil:
    """2. The points of one region."""
    cdef int i, mine = s.seat[seat].governors_in[r], tied = 0
    if mine == 0:
        return 0
    for i in range(t.n_players):
        if s.seat[i].governors_in[r] > mine:
            return 0
        tied += s.seat[i].governors_in[r] == mine
    if tied > 1 and lisi_wins_ties(t):
        return 0
    return t.majority_vp // tied


# -- 4. Mausoleum ----------------------------------------------------------------------------------------------------

cdef inline int lines(const Seat* p) noexcept nogil:
    """Rows and columns of three tiles with a soldier of the player."""
    cdef int k, n = 0
    for k in range(3):
        n += (p.spots >> (3 * k) & 7) == 7
        n += (p.spots >> k & 0x49) == 0x49
    return n


# -- 5. Walls --------------------------------------------------------------------------------------------------------

cdef inline int score_walls(const Tables* t, const State* s, const Seat* p) noexcept nogil:
    """By the position of each wall and how well its owner meets the condition of the tile."""
    cdef uint8_t met[N_CRITERIA]
    cdef int k, vp = 0
    count_met(t, p, met)
    for k in range(N_SECTIONS):
        vp += t.wall_vp[s.face[k]][t.marked[k][p.wall_at[k]]] * met[s.face[k]]
    return vp


cdef inline void count_met(const Tables* t, const Seat* p, uint8_t* met) noexcept nogil:
    """Appendix 2: regions that count for each Wall tile, or sets of one card of each kind, by CRITERION_...

    All of them together: which tiles are in a game is chance, and would be guessed wrongly one by one.
    """
    cdef int r, k, two = 0, covered = 0, fewest = p.n_kind[0]
    cdef uint32_t cards, kinds = 0
    for r in range(N_REGIONS):
        memcpy(&cards, p.cards_in[r], sizeof(cards))
        kinds += (cards + <uint32_t>0x7f7f7f7f & <uint32_t>0x80808080) >> 7
        two += (cards & <uint32_t>0xfefefefe) != 0
        covered += covers(t, p.officials[r][0] + p.officials[r][1] + p.officials[r][2], p.unrest[r])
    for k in range(N_KINDS_OF_CARD):
        met[CRITERION_CARD + k] = <uint8_t>(kinds >> (8 * k))
        fewest = min(fewest, <int>p.n_kind[k])
    for k in range(N_TYPES):
        met[type_criterion(k)] = t.n_bits[regions_with_type(p, k)]
    met[CRITERION_WORKER] = t.n_bits[regions_with_workers(p)]
    met[CRITERION_TWO_OF_A_TYPE] = <uint8_t>two
    met[CRITERION_QUADRUPLET] = <uint8_t>fewest
    met[CRITERION_PALACE] = t.n_bits[nonzero(load5(p.palaces_in))]
    met[CRITERION_GOVERNOR] = t.n_bits[nonzero(load5(p.governors_in))]
    met[CRITERION_NO_UNREST] = <uint8_t>(N_REGIONS - t.n_bits[nonzero(load5(p.unrest))])
    met[CRITERION_COVERED] = <uint8_t>covered


cdef inline int type_criterion(int c) noexcept nogil:
    """The wall criterion that counts regions with officials of type c."""
    return c ^ (c < 2)                      # the two lists begin the other way round


cdef inline bint covers(const Tables* t, int officials, int unrest) noexcept nogil:
    """Appendix 2, officials "equal to or higher than" unrest; F25: whether no officials cover no unrest."""
    return (officials >= unrest) & ((officials > 0) | (t.bare_fails == 0))


# -- Li Si's Scoring cards -------------------------------------------------------------------------------------------

cdef inline void score_lisi(const Tables* t, const State* s, const Seat* p, Outcome* out) noexcept nogil:
    """Walls and Palace tiles by the upper card, Governors and Elixir by the card that has the line."""
    cdef int r, k, vp = 0
    for r in range(N_REGIONS):
        for k in range(N_PALACE_KINDS):
            vp += s.lisi_tile[r][k] * t.palace_tile_vp[k] * counted_cards(p, r, k)
    out.category[LISI][CATEGORY_PALACES] += vp
    vp = 0
    for r in range(N_REGIONS):
        vp += lisi_majority(t, s, r)
    out.category[LISI][CATEGORY_GOVERNORS] = vp
    vp = 0
    for k in range(2):
        if t.lisi_elixir[k]:
            vp += p.n_kind[3] * (t.route_vp[p.ship] + t.lisi_elixir_plus[k])
    out.category[LISI][CATEGORY_ELIXIR] = vp
    vp = 0
    for k in range(N_SECTIONS):
        if p.wall_at[k]:
            vp += t.lisi_wall_vp[t.markings[k][p.wall_at[k] - 1] - 1]
    out.category[LISI][CATEGORY_WALLS] = vp


cdef inline int lisi_majority(const Tables* t, const State* s, int r) noexcept nogil:
    """10 VP for the most Governors; a tie is 5 for each, or all his."""
    cdef int mine = s.seat[LISI].governors_in[r], other = s.seat[0].governors_in[r]
    if mine == 0 or mine < other or (t.lisi_governors[0] == LINE_NONE and t.lisi_governors[1] == LINE_NONE):
        return 0
    return t.lisi_majority_vp // 2 if mine == other and not lisi_wins_ties(t) else t.lisi_majority_vp
