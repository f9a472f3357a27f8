"""The state of a game of ZhanGuo: one trivially copyable struct, zeroed before the deal, no pointers."""

from cext.games.zhanguo.rules.tables cimport (
    AREA_CARDS, DECK, HAND_MAX, MAX_SQUARES, N_ABILITIES, N_ACTIONS, N_ASPECTS, N_DRAFTS, N_REGIONS, N_ROUNDS,
    N_SECTIONS, N_SLOTS, N_TASKS, N_TRIGGERS, N_TYPES,
)
from libc.stdint cimport int8_t, int32_t, uint8_t, uint16_t, uint32_t, uint64_t

# Kinds of moves. The pending stage of a state is the kind of move it waits for; STOP ends optional ones.
cdef enum:
    KIND_PLAY = 0              # a: card number, b: ACT_...
    KIND_REGION = 1            # a: region the card is placed in
    KIND_OFFICIAL = 2          # a: type, b: region
    KIND_REASSIGN = 3          # a: from, b: to (region, +5 for its workers area), c: type + 4 x cost
    KIND_STOP = 4
    KIND_GOVERNOR = 5          # a: region, b: SQUARE_...
    KIND_HIRE = 6              # a: region, b: officials moved there first: military + 3 x civilian + 9 x inspector
    KIND_PALACE = 7            # a: region, b: region of the third worker (5: none to pay)
    KIND_MARKER_3 = 8          # a: aspect
    KIND_WALL = 9              # a: section, b: rods of the slot
    KIND_PAY = 10              # a: bit mask of the regions that give a worker
    KIND_ABILITY = 11          # a: 3 x region + position of the card, 15: the board's own
    KIND_MARKER = 12           # a: aspect
    KIND_CALM = 13             # a: region
    KIND_MOVE_WORKER = 14      # a: from region, b: to region
    KIND_MOVE_GOVERNOR = 15    # a: from region, b: SQUARE_... it stands on, c: to region
    KIND_REWARD = 16           # a: 1 accept, 0 pass
    KIND_BID = 17              # a: victory points, 0 pass
    KIND_BOARD = 18            # a: board
    KIND_DISCARD = 19          # a: card number
    KIND_OVER = 20
    N_KINDS = 20

# Where a decision that several procedures share goes on afterwards.
cdef enum:
    WITHIN_ACTION = 0          # court action of a turn: abilities follow
    WITHIN_ABILITY = 1         # an ability: the next ability follows
    WITHIN_REWARD = 2          # unification reward: the next aspect follows

# Scoring categories.
cdef enum:
    CATEGORY_PALACES = 0
    CATEGORY_SQUARES = 1
    CATEGORY_ABILITIES = 2
    CATEGORY_MISSING = 3
    CATEGORY_BIDS = 4
    N_RUNNING = 5              # the ones above are earned during play
    CATEGORY_GOVERNORS = 5
    CATEGORY_MARKERS = 6
    CATEGORY_TASKS = 7
    CATEGORY_WALLS = 8
    N_CATEGORIES_USED = 9

# Kinds of tasks: bits of `built`. Task k is of kind k % 3.
cdef enum:
    WALL_TASKS = 0
    PALACE_TASKS = 1
    GOVERNOR_TASKS = 2

cdef enum:
    BOARD_ABILITY = 15         # bit of `pending` for the ability of the player's board
    NOBODY = 255


cdef struct Seat:
    int32_t vp                                     # victory points on the track
    int32_t source[N_RUNNING]                      # the same by scoring category
    int32_t after_round[N_ROUNDS]                  # victory points at the end of each round
    uint16_t by_trigger[N_TRIGGERS]                # bit 3 x region + position: cards with that trigger
    uint32_t opening                               # classes of the first six turns, 4 bits a turn
    uint8_t n_hand
    uint8_t hand[HAND_MAX]                         # card numbers
    uint8_t governing[N_REGIONS][N_TYPES]          # officials in the governors areas
    uint8_t working[N_REGIONS][N_TYPES]            # officials in the workers areas
    uint8_t n_working[N_REGIONS]                   # their number
    uint8_t workers[N_REGIONS]
    uint8_t unrest[N_REGIONS]
    uint8_t n_cards[N_REGIONS]
    uint8_t card[N_REGIONS][AREA_CARDS]            # numbers of the cards placed, in order
    uint8_t n_aspect[N_ASPECTS]                    # cards on the board by aspect
    uint8_t ones[N_ASPECTS]                        # value-1 markers
    uint8_t threes[N_ASPECTS]                      # value-3 markers
    uint8_t officials[N_TYPES]                     # supply
    uint8_t governors                              # supply
    uint8_t palaces                                # supply
    uint8_t walls                                  # supply
    uint8_t governors_in[N_REGIONS]                # own governors on the gameboard
    uint8_t palaces_in[N_REGIONS]
    uint8_t wall_at[N_SECTIONS]                    # rods of the own wall's slot, 0: none
    uint8_t task[N_TASKS]                          # 1 + slot of the own disc, 0: not accomplished
    uint8_t drafted[N_ASPECTS][N_DRAFTS]           # draft: card discarded in each round; 0: none, or not known
    # what the pieces say, kept up with them (derived_masks.pxd)
    uint32_t walled                                # bit 3 x section + slot: sections with an own wall, all their slots
    uint16_t governing_at                          # bit 3 x region + type: such officials in the governors area
    uint16_t working_at                            # the same for the workers areas
    uint16_t silent                                # bit 3 x region + position: the region's cards are never activated
    uint8_t open_to_card                           # bit mask: regions where a further card may be placed
    uint8_t open_to_palace                         # bit mask: regions whose unrest does not forbid a palace
    uint8_t workers_at                             # bit mask: regions with a worker
    uint8_t pairs_at                               # bit mask: regions with 2 workers or more
    uint8_t board                                  # 0 A, 1 to 4 the B sides; NOBODY: none yet. Here it leaves no gaps
    # what happened, for the reports
    uint8_t actions[N_ACTIONS]                     # turns by ACT_...
    uint8_t activated[N_ABILITIES]                 # card abilities activated
    uint8_t power_uses[2]                          # abilities of the B side, by trigger
    uint8_t power_brought[2]
    uint8_t rewards                                # rewards accepted
    uint8_t hired                                  # workers hired or received
    uint8_t missing                                # markers the supply could not give


cdef struct State:
    uint64_t key                                   # of the deal's random draws
    uint16_t pending                               # abilities that may still be activated this turn
    uint16_t lead_changes
    uint8_t leader                                 # seat with most points at the end of the last turn; NOBODY
    uint8_t round                                  # 0 to 4
    uint8_t stage                                  # KIND_... the game waits for
    uint8_t active                                 # who decides
    uint8_t turns                                  # turns finished this round, all players
    uint8_t order[4]                               # discs on the rewards track top to bottom, then in the column
    uint8_t turn_order[4]                          # who acts when in phase 2 of this round
    uint8_t deck[N_ASPECTS][DECK]                  # ring: the next card is deck[aspect][head[aspect]]
    uint8_t head[N_ASPECTS]
    uint8_t n_deck[N_ASPECTS]
    uint8_t discard[N_ASPECTS][4]                  # draft: discarded this round
    uint8_t n_discard
    uint8_t ones[N_ASPECTS]                        # value-1 markers in the general supply
    uint8_t threes[N_ASPECTS]                      # value-3 markers on the gameboard
    uint8_t court                                  # number of the top card of the court pile, 0: no card yet
    uint8_t face[N_SECTIONS]                       # criterion of the wall tile
    uint8_t slot[N_SECTIONS][N_SLOTS]              # 1 + seat of the wall in each slot, 0: empty
    uint8_t tile[N_TASKS]                          # task tiles: upper wall, palace, governor, lower the same
    uint8_t discs[N_TASKS]                         # discs placed on the task
    uint8_t square[N_REGIONS][MAX_SQUARES]         # 1 + seat of the governor on each bonus square
    uint8_t palaces[N_REGIONS]                     # palaces on the gameboard
    uint8_t palaces_full                           # bit mask: regions without an empty palace slot
    uint32_t taken                                 # bit 3 x section + slot: wall slots that are not empty
    # the turn
    uint8_t played                                 # card of this turn
    uint8_t action                                 # ACT_... of this turn
    uint8_t within                                 # WITHIN_...
    uint8_t higher                                 # the played card may activate "higher" triggers
    uint8_t lower                                  # the same for "lower"
    uint8_t built                                  # bit mask: walls, palaces, governors changed: look at the tasks
    uint8_t points                                 # re-assignment points left
    uint8_t must                                   # the pending re-assignment may not stop yet
    uint8_t regions                                # bit mask: regions the pending move may name
    uint8_t rods                                   # workers still to pay for a wall
    uint8_t paying                                 # the pending building costs workers
    uint8_t power                                  # 1 + index of the board ability in hand, 0: none
    # phase 3
    uint8_t aspect
    uint8_t queue[4]                               # seats still to be asked, most markers first
    uint8_t n_queue
    # board auction and choice
    uint8_t boards                                 # bit mask of boards not taken
    uint8_t bid                                    # highest bid
    uint8_t bidder                                 # who made it
    uint8_t passed                                 # bit mask of seats out of the current auction
    # draft
    uint8_t drafter                                # players that have finished drafting this round
    uint8_t draft_aspect
    Seat seat[4]
