"""What strategies and reports read off a state: points, clock, boards, classes of moves, counters."""

from cext.games.first_empire.rules.state cimport KIND_PLAY, Seat, State
from cext.games.first_empire.rules.tables cimport (
    ACT_UNIFY, MAX_EFFECTS, N_ACTIONS, N_KINDS_OF_CARD, N_REGIONS, N_ROUNDS, N_SECTIONS, ROUND_TURNS, Tables,
)
from cext.games.first_empire.rules.masks cimport popcount
from cext.kernel.types cimport Clock, Move, b_of, kind_of
from libc.stdint cimport int16_t, int32_t, uint8_t

# Counters of a seat: what they count. One of several things has a number for each, and {} stands for the thing.
cdef enum:  # Tally
    T_AFTER_ROUND                               # victory points at the end of round {}
    T_ACTION = T_AFTER_ROUND + N_ROUNDS         # turns used to {}
    T_CARDS = T_ACTION + N_ACTIONS - 1          # {} cards on the player board at the end
    T_ABILITIES = T_CARDS + N_KINDS_OF_CARD     # card abilities activated
    T_REWARDS_ACCEPTED                          # unification rewards accepted
    T_GOVERNORS_PLACED                          # governors on the game board at the end
    T_PALACES_BUILT                             # palaces on the game board at the end
    T_WALLS_BUILT                               # walls on the game board at the end
    T_SOLDIERS_PLACED                           # soldiers on mausoleum tiles at the end
    T_SOLDIERS_LOCKED                           # soldiers still locked at the end
    T_SHIP                                      # space of the elixir route at the end
    T_UNREST                                    # unrest of all regions at the end
    T_OFFICIALS_PLACED                          # officials on the player board at the end
    T_WORKERS_LEFT                              # workers not used at the end
    N_TALLIES


cdef inline void read_points(const Tables* t, const State* s, int16_t* out) noexcept nogil:
    """Victory points of each seat so far."""
    cdef int i
    for i in range(t.n_players):
        out[i] = s.seat[i].vp


cdef inline void read_clock(const Tables* t, const State* s, Clock* out) noexcept nogil:
    """Round from 1, turn of the seat from 0, stage of the pending decision."""
    out.round = <uint8_t>(s.round + 1)
    out.turn = <uint8_t>(ROUND_TURNS * s.round + s.turns // t.n_players)
    out.stage = s.stage


cdef inline int board_at(const State* s, int seat) noexcept nogil:
    """Number of a seat's Starting tile, -1: not chosen yet."""
    return s.seat[seat].start[0] if s.seat[seat].n_start == 1 else -1


cdef inline int class_of_move(const Tables* t, const State* s, Move move) noexcept nogil:
    """The action of a card played, ACT_...; 0 for any other decision."""
    return b_of(move) if kind_of(move) == KIND_PLAY else 0


cdef inline void read_tallies(const Tables* t, const State* s, int seat, int32_t* out) noexcept nogil:
    """Counters of a seat, by T_... number."""
    cdef const Seat* p = &s.seat[seat]
    cdef int k, governors = 0, palaces = 0, walls = 0, workers = 0, unrest = 0, officials = 0, activated = 0
    for k in range(N_ROUNDS):
        out[T_AFTER_ROUND + k] = p.after_round[k]
    for k in range(ACT_UNIFY, N_ACTIONS):
        out[T_ACTION + k - ACT_UNIFY] = p.actions[k]
    for k in range(N_KINDS_OF_CARD):
        out[T_CARDS + k] = p.n_kind[k]
    for k in range(N_REGIONS):
        governors += p.governors_in[k]
        palaces += p.palaces_in[k]
        workers += p.workers[k]
        unrest += p.unrest[k]
        officials += p.officials[k][0] + p.officials[k][1] + p.officials[k][2]
    for k in range(N_SECTIONS):
        walls += p.wall_at[k] > 0
    for k in range(MAX_EFFECTS):
        activated += p.activated[k]
    out[T_ABILITIES] = activated
    out[T_REWARDS_ACCEPTED] = p.rewards
    out[T_GOVERNORS_PLACED] = governors
    out[T_PALACES_BUILT] = palaces
    out[T_WALLS_BUILT] = walls
    out[T_SOLDIERS_PLACED] = popcount(p.spots)
    out[T_SOLDIERS_LOCKED] = p.locked
    out[T_SHIP] = p.ship
    out[T_UNREST] = unrest
    out[T_OFFICIALS_PLACED] = officials
    out[T_WORKERS_LEFT] = workers
