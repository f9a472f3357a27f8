"""What strategies and reports read off a state: points, clock, boards, classes of moves, counters, what is offered."""

from cext.games.zhanguo.rules.officials cimport cards_on_board, officials_on_board, open_to_hire
from cext.games.zhanguo.rules.state cimport (
    KIND_BID, KIND_BOARD, KIND_HIRE, KIND_PLAY, KIND_REGION, KIND_REWARD, NOBODY, Seat, State,
)
from cext.games.zhanguo.rules.tables cimport (
    ACT_UNIFY, N_ABILITIES, N_ACTIONS, N_REGIONS, N_ROUNDS, N_SECTIONS, ROUND_TURNS, Tables,
)
from cext.games.zhanguo.rules.turns cimport possible_actions
from cext.kernel.types cimport MAX_OFFERS, Clock, Move, b_of, kind_of
from libc.stdint cimport int64_t, uint8_t, uint16_t, uint32_t, uint64_t

# Counters of a seat: what they count. One of several things has a number for each, and {} stands for the thing. Those
# before N_RUNNING_COUNTERS change from round to round.
cdef enum:  # Counter
    T_ACTION                                    # {} turns | count | turns
    T_POWER_USES = T_ACTION + N_ACTIONS - 1     # uses of the board's ability {} | count | uses
    T_POWER_BROUGHT = T_POWER_USES + 2          # what the board's ability {} brought | count | units
    T_UNREST = T_POWER_BROUGHT + 2              # unrest of region {} at the end | state | unrest
    T_ABILITY = T_UNREST + N_REGIONS            # activations of the card ability {} | count | activations
    T_CARDS_PLACED = T_ABILITY + N_ABILITIES    # cards on the player board at the end | state | cards
    T_GOVERNORS_PLACED                          # governors on the gameboard at the end | state | governors
    T_PALACES_BUILT                             # palaces on the gameboard at the end | state | palaces
    T_WALLS_BUILT                               # walls on the gameboard at the end | state | walls
    T_WORKERS_HIRED                             # workers hired or received | count | workers
    T_WORKERS_LEFT                              # workers not used at the end | state | workers
    T_OFFICIALS_PLACED                          # officials on the player board at the end | state | officials
    T_REWARDS_ACCEPTED                          # unification rewards accepted | count | rewards
    T_MARKERS_MISSED                            # markers the supply could not give | count | markers
    T_TASKS_DONE                                # tasks accomplished | count | tasks
    T_SCORE_AFTER_ROUND                         # victory points at the end of round {} | points
    N_COUNTERS = T_SCORE_AFTER_ROUND + N_ROUNDS

cdef enum:
    N_RUNNING_COUNTERS = T_SCORE_AFTER_ROUND


cdef inline int points_at(const Tables* t, const State* s, int seat) noexcept nogil:
    """Victory points of a seat so far."""
    return s.seat[seat].vp


cdef inline void read_clock(const Tables* t, const State* s, Clock* out) noexcept nogil:
    """Round from 1, turn of the seat from 0, stage of the pending decision."""
    out.round = <uint16_t>(s.round + 1)
    out.turn = <uint16_t>(ROUND_TURNS * s.round + s.turns // t.n_players)
    out.stage = s.stage


cdef inline int board_at(const State* s, int seat) noexcept nogil:
    """Number of a seat's player board, -1: none yet."""
    cdef int board = s.seat[seat].board
    return -1 if board == NOBODY else board


cdef inline int class_of_move(const Tables* t, const State* s, Move move) noexcept nogil:
    """The action of a card played, ACT_...; 0 for any other decision."""
    return b_of(move) if kind_of(move) == KIND_PLAY else 0


cdef inline void read_counters(const Tables* t, const State* s, int seat, int64_t* out) noexcept nogil:
    """Counters of a seat that do not run, by T_... number."""
    cdef int k
    for k in range(N_ROUNDS):
        out[T_SCORE_AFTER_ROUND + k] = s.seat[seat].after_round[k]


cdef inline void read_running(const Tables* t, const State* s, int seat, uint8_t* out) noexcept nogil:
    """Counters of a seat that change from round to round, by T_... number."""
    cdef const Seat* p = &s.seat[seat]
    cdef int k, governors = 0, palaces = 0, walls = 0, workers = 0, tasks = 0
    for k in range(ACT_UNIFY, N_ACTIONS):
        out[T_ACTION + k - ACT_UNIFY] = p.actions[k]
    for k in range(2):
        out[T_POWER_USES + k] = p.power_uses[k]
        out[T_POWER_BROUGHT + k] = p.power_brought[k]
    for k in range(N_REGIONS):
        out[T_UNREST + k] = p.unrest[k]
        governors += p.governors_in[k]
        palaces += p.palaces_in[k]
        workers += p.workers[k]
    for k in range(N_ABILITIES):
        out[T_ABILITY + k] = p.activated[k]
    for k in range(N_SECTIONS):
        walls += p.wall_at[k] > 0
        tasks += p.task[k] > 0
    out[T_CARDS_PLACED] = <uint8_t>cards_on_board(p)
    out[T_GOVERNORS_PLACED] = <uint8_t>governors
    out[T_PALACES_BUILT] = <uint8_t>palaces
    out[T_WALLS_BUILT] = <uint8_t>walls
    out[T_WORKERS_HIRED] = p.hired
    out[T_WORKERS_LEFT] = <uint8_t>workers
    out[T_OFFICIALS_PLACED] = <uint8_t>officials_on_board(t, p)
    out[T_REWARDS_ACCEPTED] = p.rewards
    out[T_MARKERS_MISSED] = p.missing
    out[T_TASKS_DONE] = <uint8_t>tasks


cdef inline uint64_t bids_up_to(int vp) noexcept nogil:
    """A bit for each bid from 0 up to that one, as far as `offered` has bits."""
    return (<uint64_t>2 << min(max(vp, 0), MAX_OFFERS - 1)) - 1


cdef inline uint32_t offered_at(const Tables* t, const State* s, int seat) noexcept nogil:
    """What the decision is among, a bit each: actions, regions for a card or to hire in, rewards, bids, boards."""
    cdef const Seat* p = &s.seat[seat]
    if s.stage == KIND_PLAY:
        return possible_actions(t, s, p)
    if s.stage == KIND_REGION:
        return p.open_to_card
    if s.stage == KIND_HIRE:
        return open_to_hire(t, p)
    if s.stage == KIND_REWARD:
        return 0b11
    if s.stage == KIND_BID:
        return (s.bid > 0) | <uint32_t>(bids_up_to(p.vp) & ~bids_up_to(s.bid))
    return s.boards if s.stage == KIND_BOARD else 0
