"""What strategies and reports read off a state: points, clock, boards, classes of moves, counters."""

from cext.games.middle_kingdom.rules.scoring cimport brought
from cext.games.middle_kingdom.rules.state cimport KIND_BID, KIND_OVER, Seat, State
from cext.games.middle_kingdom.rules.tables cimport (
    BEGINS_WITH_CARD, BUREAUCRAT, CARD_BUREAUCRAT, CARD_FARMER, CARD_MERCHANT, CARD_NOBLE_2, CARD_NOBLE_3, CARD_NOBLE_4,
    CARD_PHILOSOPHER, CARD_WARLORD, FARMER, MERCHANT, NOBLE, N_BIDS, N_TYPES, WARLORD, Tables,
)
from cext.kernel.types cimport Clock, Move, b_of, kind_of
from libc.stdint cimport int64_t, uint8_t, uint16_t
from libc.string cimport memcpy

# Counters of a seat: what they count. One of several things has a number for each, and {} stands for the thing. Those
# before N_RUNNING_COUNTERS change from round to round.
cdef enum:  # Counter
    T_BIDS                                   # bids of the {} | count | bids
    T_HELD = T_BIDS + N_BIDS                 # rounds that ended with the {} held | count | rounds
    T_CLAIMS = T_HELD + N_TYPES + 1          # cards claimed by bids | count | cards
    T_NOTHING                                # bids that found no card left | count | bids
    T_TIES                                   # single Bid Cards that tied | count | bids
    T_STACKS                                 # stacks bid | count | stacks
    T_DRAWS                                  # cards drawn for tied stacks | count | cards
    T_HEIR_CLAIMS                            # cards claimed with the Heir | count | cards
    T_SWAPS                                  # swaps of the Celestial Dragon | count | swaps
    T_MOVED                                  # Merchants put on other piles | count | cards
    T_HARVESTS                               # Resets replaced with the Harvest | count | Resets
    T_TOKENS                                 # 2-VP tokens | state | tokens
    T_CARDS                                  # Dynasty Cards at the end | state | cards
    T_CARDS_OF                               # {} taken | count | cards
    T_HAS_PHILOSOPHER = T_CARDS_OF + N_TYPES  # 1: has the Philosopher | flag
    T_START_ROUNDS  # rounds that ended with the Goal Card held with which the seat began the game | count | rounds
    T_START_VP                               # VP of that card at the end, 0: lost | points
    T_ENDS_WITH                              # 1: holds the {} when the last round ends | flag
    T_SCORE_AFTER_ROUND = T_ENDS_WITH + N_TYPES + 1  # jade of the player after round {} or at the end | points | jade

cdef enum:
    N_RUNNING_COUNTERS = T_START_ROUNDS


cdef inline int points_at(const Tables* t, const State* s, int seat) noexcept nogil:
    """Jade in front of a seat."""
    return s.seat[seat].vp


cdef inline void read_clock(const Tables* t, const State* s, Clock* out) noexcept nogil:
    """Round from 1, turn of the seat from 0 (a round is one), stage of the pending decision."""
    out.round = <uint16_t>(s.round + (s.stage != KIND_OVER))
    out.turn = s.round
    out.stage = s.stage


cdef inline int board_at(const State* s, int seat) noexcept nogil:
    """What a seat began the game with."""
    return s.seat[seat].began_with


cdef inline int class_of_move(const Tables* t, const State* s, Move move) noexcept nogil:
    """1 + the Bid Card of a bid; 0 for any other decision."""
    return b_of(move) if kind_of(move) == KIND_BID else 0


cdef inline void read_counters(const Tables* t, const State* s, int seat, int64_t* out) noexcept nogil:
    """Counters of a seat that do not run, by T_... number; rounds after the end show the final number."""
    cdef const Seat* p = &s.seat[seat]
    cdef int k
    for k in range(N_TYPES):
        out[T_ENDS_WITH + k] = s.holder[k] == seat
    out[T_ENDS_WITH + N_TYPES] = s.dragon == seat
    out[T_START_ROUNDS] = p.held[p.began_with - BEGINS_WITH_CARD] if p.began_with else 0
    out[T_START_VP] = brought(t, s, seat)
    for k in range(t.n_deck // t.face_up):
        out[T_SCORE_AFTER_ROUND + k] = s.after[k][seat] if k < s.round else p.vp


cdef inline void read_running(const Tables* t, const State* s, int seat, uint8_t* out) noexcept nogil:
    """Counters of a seat that change from round to round, by T_... number."""
    cdef const Seat* p = &s.seat[seat]
    memcpy(out, p.bids, T_TOKENS)           # of Seat, from bids to harvests, in the same order
    out[T_CARDS_OF + BUREAUCRAT] = p.card[CARD_BUREAUCRAT]
    out[T_CARDS_OF + FARMER] = p.card[CARD_FARMER]
    out[T_CARDS_OF + MERCHANT] = p.card[CARD_MERCHANT]
    out[T_CARDS_OF + NOBLE] = <uint8_t>(p.card[CARD_NOBLE_2] + p.card[CARD_NOBLE_3] + p.card[CARD_NOBLE_4])
    out[T_CARDS_OF + WARLORD] = p.card[CARD_WARLORD]
    out[T_HAS_PHILOSOPHER] = p.card[CARD_PHILOSOPHER]
    out[T_CARDS] = p.n_cards
    out[T_TOKENS] = p.tokens
