"""The state of a game of The First Empire: one trivially copyable struct, zeroed before the deal, no pointers."""

from cext.games.first_empire.rules.tables cimport (
    AREA_CARDS, DECK, HAND, LISI_DECK, MAX_EFFECTS, N_ACTIONS, N_ASPECTS, N_EMPEROR, N_KINDS_OF_CARD, N_MAUSOLEUM,
    N_PALACE_KINDS, N_PALACE_SPACES, N_REGIONS, N_ROUNDS, N_SECTIONS, N_SLOTS, N_SPACES, N_TRIGGERS, N_TYPES,
)
from libc.stdint cimport int32_t, uint8_t, uint16_t, uint32_t, uint64_t

# Kinds of moves. The stage of a state is the kind of move it waits for; STOP ends optional ones. A region is 0 to 4.
cdef enum:
    KIND_START = 0             # a: Starting tile, 1 to 10
    KIND_PLAY = 1              # a: card number, b: ACT_...
    KIND_REGION = 2            # a: region the card is placed in (unification)
    KIND_RECRUIT = 3           # a: type of official, b: region
    KIND_CARD = 4              # a: Alchemist or Master Alchemist card, 121 to 130, b: region (stage: an elixir symbol)
    KIND_UNLOCK_ONE = 5        # an elixir symbol unlocks a soldier (no stage of its own: KIND_CARD)
    KIND_MASTER = 6            # a: Master Alchemist card, 126 to 130
    KIND_GOVERNOR = 7          # a: region, b: space with a bonus; OPEN: the open area
    KIND_BONUS = 8             # a: half of the Governor tile, 0 or 1
    KIND_HIRE = 9              # a: region
    KIND_PALACE = 10           # a: region, b: region of the third worker; 5: free
    KIND_PALACE_TILE = 11      # a: kind of palace tile
    KIND_LARGE = 12            # a: aspect of the large token
    KIND_WALL = 13             # a: section, b: markings of the slot
    KIND_PAY = 14              # a: bit mask of the regions that give a worker for a wall
    KIND_EMPEROR = 15          # a: region, b: position of the card under the Emperor tile
    KIND_ABILITY = 16          # a: region, b: position of the card activated
    KIND_MOVE = 17             # a: type of official, b: from region, c: to region
    KIND_STOP = 18             # no more: abilities passed, movements ended, soldiers kept
    KIND_TOKENS = 19           # a, b, c: small tokens of writing, currency, laws
    KIND_CALM = 20             # a: bit mask of the regions whose unrest falls by one
    KIND_MOVE_WORKER = 21      # a: from region, b: to region
    KIND_PLACE = 22            # a: region of officials or workers gained
    KIND_SOLDIER = 23          # a: spot of the Mausoleum, 0 to 8, row by row
    KIND_REWARD = 24           # a: 1 accept, 0 decline
    KIND_UNLOCK = 25           # a: soldiers to unlock for tokens
    KIND_SPEND = 26            # a: large tokens, b: small tokens for them
    KIND_RETURN = 27           # a: aspect, b: small tokens of it that go back
    KIND_HIS_SOLDIER = 28      # a: spot where Li Si's soldier goes
    KIND_OVER = 29
    N_KINDS = 29

# Where a decision that several procedures share goes on afterwards.
cdef enum:
    WITHIN_START = 0           # a Starting tile: the next player's follows
    WITHIN_ACTION = 1          # a Court Action: abilities follow
    WITHIN_ABILITY = 2         # an ability: the next ability follows
    WITHIN_REWARD = 3          # a Unification reward: soldiers follow
    WITHIN_TURN = 4            # soldiers at the end of a turn: the next turn follows
    WITHIN_REWARDED = 5        # soldiers after a reward: the next row follows
    WITHIN_UNLOCKING = 6       # tokens spent: the soldiers they unlock follow
    WITHIN_UNLOCKED = 7        # soldiers unlocked in phase 3: the next player follows
    WITHIN_LIMIT = 8           # tokens returned: the next player follows

# What a move leaves behind. What begins or goes on with something returns DONE or WAITS.
cdef enum:
    DONE = 0                   # an action, an ability, a reward, a payment is complete: what it is part of goes on
    WAITS = 1                  # the state waits for a decision
    TURN_OVER = 2              # soldiers may be placed, then the next turn follows
    SETTLED = 3                # no more soldiers are placed: what they were placed after goes on


# Scoring categories.
cdef enum:
    CATEGORY_PALACES = 0
    CATEGORY_ABILITIES = 1
    CATEGORY_BONUSES = 2
    CATEGORY_SOLDIERS = 3
    N_RUNNING = 4              # the ones above are earned during play
    CATEGORY_GOVERNORS = 4
    CATEGORY_ELIXIR = 5
    CATEGORY_MAUSOLEUM = 6
    CATEGORY_WALLS = 7
    CATEGORY_ENTRANCE = 8
    N_CATEGORIES_USED = 9

cdef enum:
    NOBODY = 255
    OPEN = 255                 # the open area of a region
    FREE = 5                   # no third worker: a palace that is a reward
    WORKERS = 3                # in place of a type of official
    OF_CHOICE = 4              # officials whose types are chosen one by one
    N_DROPPED = 30             # Unification cards Li Si may drop in a game


cdef struct Seat:
    int32_t vp                                     # victory points on the track
    int32_t source[N_RUNNING]                      # the same by scoring category
    int32_t after_round[N_ROUNDS]                  # victory points at the end of each round
    uint16_t by_trigger[N_TRIGGERS]                # bit 3 x region + position: cards with that trigger
    uint16_t standing                              # bit 5 x type + region: officials of the type are in the region
    uint16_t emperor                               # bit 3 x region + position: an Emperor tile lies on the card
    uint16_t aside                                 # bit card - 121: Alchemist cards set aside, not yet placed
    uint16_t fulfilled                             # bit k: the condition of the tile of spot k is fulfilled
    uint16_t spots                                 # bit k: a soldier stands on the Mausoleum tile of spot k
    uint32_t opening                               # classes of the first six turns, 4 bits a turn
    uint8_t start[2]                               # Starting tiles, 1 to 10, the one kept first; 0: none
    uint8_t n_start                                # 2: still to choose from
    uint8_t given                                  # Starting tile that was given to it, 0: two were dealt, one chosen
    uint8_t n_hand
    uint8_t hand[HAND]                             # card numbers
    uint8_t card[N_REGIONS][AREA_CARDS]            # numbers of the cards placed, in order; 121 and up: Alchemist cards
    uint8_t n_cards[N_REGIONS]
    uint8_t cards_in[N_REGIONS][N_KINDS_OF_CARD]   # cards of the region by kind
    uint8_t n_kind[N_KINDS_OF_CARD]                # cards on the board by kind
    uint8_t officials[N_REGIONS][N_TYPES]
    uint8_t workers[N_REGIONS]
    uint8_t unrest[N_REGIONS]
    uint8_t small[N_ASPECTS]                       # value-1 tokens
    uint8_t large[N_ASPECTS]                       # value-2 tokens
    uint8_t supply[N_TYPES]                        # officials
    uint8_t governors                              # supply
    uint8_t palaces                                # supply
    uint8_t walls                                  # supply
    uint8_t locked                                 # soldiers on the player board
    uint8_t entrance                               # soldiers at the entrance of the Mausoleum
    uint8_t ship                                   # space of the Elixir route
    uint8_t governors_in[N_REGIONS]                # own Governors on the game board
    uint8_t palaces_in[N_REGIONS]
    uint8_t wall_at[N_SECTIONS]                    # 1 + slot of the own wall, 0: none
    # what happened, for the reports
    uint8_t actions[N_ACTIONS]                     # turns by ACT_...
    uint8_t activated[MAX_EFFECTS]                 # abilities used, by number of the gain
    uint8_t rewards                                # rewards accepted
    uint8_t ship_after[N_ROUNDS]                   # space of the ship at the end of each round
    uint8_t validated[N_MAUSOLEUM]                 # by printed spot: round from 1 of the soldier there; 0: none
    uint8_t hired                                  # workers hired or received
    uint8_t tokens                                 # value-1 tokens taken


cdef struct State:
    uint64_t key                                   # of the deal's random draws
    uint16_t pending                               # bit 3 x region + position: cards that may still be activated
    uint16_t lead_changes
    uint8_t leader                                 # seat with most points at the end of the last turn; NOBODY
    uint8_t round                                  # 0 to 4
    uint8_t stage                                  # KIND_... the game waits for
    uint8_t active                                 # whose turn, reward or tokens they are; who decides but for Li Si
    uint8_t turns                                  # turns finished this round, all players
    uint8_t track[4]                               # markers on the Turn Order track top to bottom, then in the column
    uint8_t deck[N_ASPECTS][DECK]                  # the next card is deck[aspect][head[aspect]]
    uint8_t head[N_ASPECTS]                        # cards drawn
    uint8_t small[N_ASPECTS]                       # value-1 tokens in the general supply
    uint8_t large[N_ASPECTS]                       # value-2 tokens on the board
    uint8_t court                                  # top card of the Court pile, 0: no card yet
    uint8_t n_court                                # cards played at Court, in this pile and in those cleared (F1)
    uint8_t masters                                # bit card - 126: Master Alchemist cards next to the board
    uint8_t face[N_SECTIONS]                       # criterion of the Wall tile
    uint8_t slot[N_SECTIONS][N_SLOTS]              # 1 + seat of the wall in each slot, 0: empty
    uint8_t open[N_SECTIONS]                       # bit m: a slot of m workers is free
    uint8_t emperor[N_SECTIONS][N_EMPEROR]         # by section, or site: 1 + trigger of the Emperor tiles, top first
    uint8_t n_emperor[N_SECTIONS]
    uint8_t spot[N_MAUSOLEUM]                      # row by row: number of the printed spot that lies there
    uint8_t spot_at[N_MAUSOLEUM]                   # by PLACE_...: where its spot lies, row by row
    uint8_t tile[N_MAUSOLEUM]                      # number of the Mausoleum tile on it
    uint8_t soldier[N_MAUSOLEUM][N_SLOTS]          # 1 + seat in each slot, topmost first; 0: free
    uint8_t n_soldiers[N_MAUSOLEUM]
    uint16_t full                                  # bit k: no slot of the tile of spot k is free
    uint8_t space[N_REGIONS][N_SPACES]             # 1 + number of the Governor tile, 0: blank
    uint8_t governor[N_REGIONS][N_SPACES]          # 1 + seat of the Governor there, 0: free
    uint8_t palace_tile[N_REGIONS][N_PALACE_SPACES]  # 1 + kind, left to right; 0: none
    # the turn
    uint8_t played                                 # card of this turn
    uint8_t below                                  # the Court card below it, 0: none
    uint8_t action                                 # ACT_... of this turn
    uint8_t within                                 # WITHIN_...
    uint8_t activations                            # abilities used in this turn
    uint8_t paying                                 # the pending Governor, Palace or Wall is paid for
    uint8_t regions                                # bit mask: regions the pending move may name
    uint8_t left                                   # how often the pending move is still asked for
    uint8_t must                                   # the pending Alchemist card must be placed, or its symbol used
    uint8_t type                                   # pieces gained: type of official; WORKERS; OF_CHOICE: officials
    uint8_t amount                                 # of a PLACE or CALM; soldiers paid for; 1 + palace tile
    uint8_t unmoved[N_REGIONS]                     # workers that were not moved yet
    uint8_t target                                 # section of the wall, region of the palace, space, aspect returned
    uint8_t rods                                   # markings: workers still to pay for a wall
    uint8_t calming                                # 1 + region of a Governor, reset when the bonus is done; 0: none
    uint8_t halves                                 # F11: bonuses of the Governor tile still to come
    uint8_t walk                                   # space of the route the ship has resolved; its walk ends at its ship
    uint8_t symbols                                # symbols of that space still to resolve
    uint8_t masters_left                           # Master Alchemist cards of that space still to take
    uint8_t place                                  # on the track: whose Starting tile, unlocking or limit it is
    uint8_t start_step                             # what of it is still to come: 1 cards in Chu, 2 nothing
    # phase 3
    uint8_t row                                    # of the tableau
    uint8_t queue[4]                               # seats still to be asked, in order
    uint8_t n_queue
    # solo
    uint8_t draws                                  # random draws made for Li Si
    uint8_t lisi_deck[LISI_DECK]                   # numbers of his Action cards, top first
    uint8_t n_lisi_deck
    uint8_t lisi_discard[LISI_DECK]                # in the order they were played
    uint8_t n_lisi_discard
    uint8_t lisi_removed[LISI_DECK]                # played once
    uint8_t n_lisi_removed
    uint8_t lisi_cards[HAND]                       # his Unification deck, top first
    uint8_t n_lisi_cards
    uint8_t dropped[N_DROPPED]                     # Unification cards he did not play
    uint8_t n_dropped
    uint8_t lisi_tile[N_REGIONS][N_PALACE_KINDS]   # palace tiles he took
    uint8_t lisi_emperors                          # Emperor tiles he removed from play
    Seat seat[4]
