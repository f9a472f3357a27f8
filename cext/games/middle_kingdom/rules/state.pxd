"""The state of a game of Middle Kingdom: one trivially copyable struct, zeroed before the deal, no pointers."""

from cext.games.middle_kingdom.rules.tables cimport MAX_DECK, MAX_PLAYERS, MAX_ROUNDS, N_BIDS, N_CARDS, N_OPEN, N_TYPES
from libc.stdint cimport int32_t, uint8_t, uint16_t

# Kinds of moves. The pending stage of a state is the kind of move it waits for.
cdef enum:
    KIND_BID = 0               # a: Bid Card, b: class (card + 1), c: 1 + number of the tied card chosen below it, or 0
    KIND_HARVEST = 1           # a: card played in the Reset's place, 0: the Reset stays
    KIND_EMPEROR = 2           # a: number of the own bid that gets +.5
    KIND_SWAP = 3              # a: card the Dragon is swapped for, b: its type
    KIND_CLAIM = 4             # a: card claimed, b: pile it goes to
    KIND_PLACE = 5             # a: card drawn for a tied stack (a Merchant), b: pile it goes to
    KIND_HEIR = 6              # a: card the Heir claims, b: pile it goes to
    KIND_OVER = 7
    N_KINDS = 7

cdef enum:
    NOBODY = 255               # no seat
    NONE = 255                 # no card
    SLOTS = 2                  # bids, and tied cards, a player may have
    MOST_BIDS = 6              # bids on the table: two each of three players
    N_HELD = 6                 # Goal Cards whose rounds are counted: by type, then the Dragon
    OPENING_TURNS = 4          # rounds whose first bids are a seat's opening


cdef struct Seat:
    int32_t vp                             # jade of cards and Goal Cards held, tokens
    uint16_t opening                       # classes of the first bids, 4 bits a round
    uint8_t hand                           # bit c: Bid Card c is in hand; a bid leaves it when it is revealed
    uint8_t start                          # cards in hand when the round began
    uint8_t bid[SLOTS]                     # Bid Cards played this round, NONE
    uint8_t on[SLOTS]                      # 1 + number of the tied card below, 0: alone
    uint8_t tied[SLOTS]                    # tied cards of the last round, NONE
    uint8_t stays[SLOTS]                   # the bid tied and stays on the table
    uint8_t half                           # 1 + number of the bid with the Emperor's .5, 0: none
    uint8_t reset                          # the Reset was played this round
    uint8_t card[N_CARDS]                  # Dynasty Cards by kind
    uint8_t pile[N_TYPES]                  # cards of each pile as they count for most of a type
    uint8_t foreign[N_TYPES]               # Merchants in other piles
    uint8_t n_cards                        # Dynasty Cards
    uint8_t tokens
    uint8_t had_dragon                     # round at whose end the Dragon was last given, 0: in none
    uint8_t began_with                     # Goal Card the seat began with: BEGINS_...
    # what happened, for the reports
    uint8_t bids[N_BIDS]                   # bids by card
    uint8_t held[N_HELD]                   # rounds that ended with each Goal Card
    uint8_t claims                         # cards claimed by bids
    uint8_t nothing                        # bids in order that found no card left
    uint8_t ties                           # single cards that tied
    uint8_t stacks                         # stacks played
    uint8_t draws                          # cards drawn for tied stacks
    uint8_t heir_claims
    uint8_t swaps
    uint8_t merchants_moved                # Merchants put on other piles
    uint8_t harvests                       # Resets replaced


cdef struct State:
    uint8_t round                          # rounds finished
    uint8_t stage                          # KIND_... the game waits for
    uint8_t active                         # who decides
    uint8_t revealed                       # the simultaneous bids lie open
    uint8_t leader                         # seat with most points at the end of the last round, NOBODY
    uint8_t lead_changes
    uint8_t dragon                         # holder, NOBODY: set aside or among the cards
    uint8_t n_goals                        # Goal Cards held, the Dragon aside
    uint8_t in_play                        # bit mask of types: who alone has most has the Goal Card; all, or (switch
    #                                        moved_merchants=except_taking) those of which somebody has had two cards
    uint8_t tokens_left                    # 2-VP tokens not yet given; without a limit counted down from NO_LIMIT
    uint8_t holder[N_TYPES]                # holders of the Goal Cards, by type
    uint8_t open[N_OPEN]                   # cards face up by kind
    uint8_t n_open
    uint16_t kinds                         # bit mask of the kinds face up
    uint8_t discard[N_CARDS]               # unclaimed cards by kind
    uint8_t next                           # place in the deck of the next card
    uint8_t pending                        # card drawn that waits for its pile, NONE
    uint8_t n_ranked_bids                  # bids that claim
    uint8_t n_settled                      # of them, those whose claim is settled
    uint16_t ranked_bid[MOST_BIDS + 1]     # 16 x key + 2 x seat + number of the bid, highest first; behind them key 0
    uint8_t deck[MAX_DECK]                 # kinds of the cards
    Seat seat[MAX_PLAYERS]
    int32_t after[MAX_ROUNDS][MAX_PLAYERS]  # vp at the end of each round, for the reports
