"""What strategies and reports read off a state: points, clock, boards, classes of moves, counters."""

from cext.games.byte_masks cimport popcount
from cext.games.first_empire.rules.scoring cimport lines
from cext.games.first_empire.rules.state cimport KIND_PLAY, Seat, State
from cext.games.first_empire.rules.tables cimport (
    ACT_UNIFY, FIRST_OWN, MAX_EFFECTS, N_ABILITIES, N_ACTIONS, N_BONUS, N_MASTERS, N_MAUSOLEUM, N_OWN, N_PLACES,
    N_REGIONS, N_ROUNDS, N_SECTIONS, N_SPACES, ROUND_TURNS, Tables,
)
from cext.kernel.types cimport Clock, Move, b_of, kind_of
from libc.stdint cimport int64_t, uint8_t, uint16_t

# Counters of a seat: what they count. One of several things has a number for each, and {} stands for the thing. Those
# before N_RUNNING_COUNTERS change from round to round.
cdef enum:  # Counter
    T_ACTION                                    # {} turns | count | turns
    T_UNREST = T_ACTION + N_ACTIONS - 1         # unrest of {} at the end | state | unrest
    T_ABILITY = T_UNREST + N_REGIONS            # activations of the card ability {} | count | activations
    T_ABILITIES_USED = T_ABILITY + N_ABILITIES  # card abilities activated, Alchemist cards too | count | activations
    T_CARDS_PLACED                              # cards on the player board at the end | state | cards
    T_ALCHEMIST_CARDS                           # Alchemist cards among them | state | cards
    T_EMPEROR_TILES                             # Emperor tiles taken | count | tiles
    T_REWARDS_ACCEPTED                          # unification rewards accepted | count | rewards
    T_GOVERNORS_PLACED                          # governors on the game board at the end | state | governors
    T_PALACES_BUILT                             # palaces on the game board at the end | state | palaces
    T_WALLS_BUILT                               # walls on the game board at the end | state | walls
    T_SOLDIERS_PLACED                           # soldiers on Mausoleum tiles at the end | state | soldiers
    T_LINES                                     # full rows and columns of the Mausoleum at the end | state | lines
    T_SOLDIERS_LEFT                             # soldiers at the entrance at the end | state | soldiers
    T_SOLDIERS_LOCKED                           # soldiers still locked at the end | state | soldiers
    T_SHIP                                      # space of the Elixir route at the end | state | spaces
    T_OFFICIALS_PLACED                          # officials on the player board at the end | state | officials
    T_WORKERS_HIRED                             # workers hired or received | count | workers
    T_WORKERS_LEFT                              # workers not used at the end | state | workers
    T_TOKENS_TAKEN                              # small unification tokens taken | count | tokens
    T_HOLDS                                     # 1: on the player board at the end: {} | flag
    T_VALIDATED = T_HOLDS + N_OWN + N_MASTERS   # round a soldier was placed on the tile of {} in; 0: none was | round
    T_GOVERNOR_TILE = T_VALIDATED + N_MAUSOLEUM  # 1: an own governor lies on the governor tile {} at the end | flag
    T_SCORE_AFTER_ROUND = T_GOVERNOR_TILE + N_BONUS  # victory points at the end of round {} | points
    T_SHIP_AFTER_ROUND = T_SCORE_AFTER_ROUND + N_ROUNDS  # space of the ship at the end of round {} | state | spaces
    N_COUNTERS = T_SHIP_AFTER_ROUND + N_ROUNDS

cdef enum:
    N_RUNNING_COUNTERS = T_HOLDS


cdef inline int points_at(const Tables* t, const State* s, int seat) noexcept nogil:
    """Victory points of a seat so far."""
    return s.seat[seat].vp


cdef inline void read_clock(const Tables* t, const State* s, Clock* out) noexcept nogil:
    """Round from 1, turn of the seat from 0, stage of the pending decision."""
    out.round = <uint16_t>(s.round + 1)
    out.turn = <uint16_t>(ROUND_TURNS * s.round + t.turn_of[s.turns])
    out.stage = s.stage


cdef inline int board_at(const State* s, int seat) noexcept nogil:
    """The Starting tile a seat was given, 0: two were dealt to it, and it keeps one."""
    return s.seat[seat].given


cdef inline int class_of_move(const Tables* t, const State* s, Move move) noexcept nogil:
    """The action of a card played, ACT_...; 0 for any other decision."""
    return b_of(move) if kind_of(move) == KIND_PLAY else 0


cdef inline void read_counters(const Tables* t, const State* s, int seat, int64_t* out) noexcept nogil:
    """Counters of a seat that do not run, by T_... number."""
    cdef const Seat* p = &s.seat[seat]
    cdef int k
    for k in range(N_ROUNDS):
        out[T_SCORE_AFTER_ROUND + k] = p.after_round[k]
        out[T_SHIP_AFTER_ROUND + k] = p.ship_after[k]
    for k in range(N_MAUSOLEUM):
        out[T_VALIDATED + k] = p.validated[k]
    read_alchemist_cards(p, out)
    read_governor_tiles(s, seat, out)


cdef inline void read_running(const Tables* t, const State* s, int seat, uint8_t* out) noexcept nogil:
    """Counters of a seat that change from round to round, by T_... number."""
    cdef const Seat* p = &s.seat[seat]
    cdef int k, governors = 0, palaces = 0, walls = 0, workers = 0, officials = 0, used = 0, cards = 0
    for k in range(ACT_UNIFY, N_ACTIONS):
        out[T_ACTION + k - ACT_UNIFY] = p.actions[k]
    for k in range(N_REGIONS):
        out[T_UNREST + k] = p.unrest[k]
        governors += p.governors_in[k]
        palaces += p.palaces_in[k]
        workers += p.workers[k]
        cards += p.n_cards[k]
        officials += p.officials[k][0] + p.officials[k][1] + p.officials[k][2]
    for k in range(N_SECTIONS):
        walls += p.wall_at[k] > 0
    for k in range(N_ABILITIES):
        out[T_ABILITY + k] = p.activated[k]
    for k in range(MAX_EFFECTS):
        used += p.activated[k]
    out[T_ABILITIES_USED] = <uint8_t>used
    out[T_CARDS_PLACED] = <uint8_t>cards
    out[T_ALCHEMIST_CARDS] = p.n_kind[3]
    out[T_EMPEROR_TILES] = <uint8_t>popcount(p.emperor)
    out[T_REWARDS_ACCEPTED] = p.rewards
    out[T_GOVERNORS_PLACED] = <uint8_t>governors
    out[T_PALACES_BUILT] = <uint8_t>palaces
    out[T_WALLS_BUILT] = <uint8_t>walls
    out[T_SOLDIERS_PLACED] = <uint8_t>popcount(p.spots)
    out[T_LINES] = <uint8_t>lines(p)
    out[T_SOLDIERS_LEFT] = p.entrance
    out[T_SOLDIERS_LOCKED] = p.locked
    out[T_SHIP] = p.ship
    out[T_OFFICIALS_PLACED] = <uint8_t>officials
    out[T_WORKERS_HIRED] = p.hired
    out[T_WORKERS_LEFT] = <uint8_t>workers
    out[T_TOKENS_TAKEN] = p.tokens


cdef inline void read_alchemist_cards(const Seat* p, int64_t* out) noexcept nogil:
    """Which Alchemist and Master Alchemist cards lie on a player board."""
    cdef int i, card, held = 0
    for i in range(N_PLACES):
        card = (&p.card[0][0])[i]
        held |= (card >= FIRST_OWN) << ((card - FIRST_OWN) & 15)
    for i in range(N_OWN + N_MASTERS):
        out[T_HOLDS + i] = held >> i & 1


cdef inline void read_governor_tiles(const State* s, int seat, int64_t* out) noexcept nogil:
    """Which governor tiles the governors of a seat lie on."""
    cdef int r, k, held = 0
    for r in range(N_REGIONS):
        for k in range(N_SPACES):
            held |= (s.governor[r][k] == seat + 1) << s.space[r][k]
    for k in range(N_BONUS):
        out[T_GOVERNOR_TILE + k] = held >> (k + 1) & 1
