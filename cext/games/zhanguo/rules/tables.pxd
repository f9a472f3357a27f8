"""Component tables of ZhanGuo as the rules read them: filled once from the data files, never changed during play."""

from cext.kernel.types cimport Move
from libc.stdint cimport int8_t, uint8_t, uint32_t, uint64_t

cdef enum:
    N_REGIONS = 5          # "there are 5 Regions" (1. Board)
    N_REGION_SETS = 32     # 2 to the power of N_REGIONS
    ALL_REGIONS = 31       # as a bit mask
    TOO_HIGH = 255         # more unrest than any track has
    FAR = 40               # steps to a region that does not exist: more than any re-assignment has points
    MAX_GOVERNORS = 15     # of a player
    N_ASPECTS = 3          # writing, currency, laws (The cards)
    N_TYPES = 3            # officials: military (red), civilian (gray), inspector (white) (13. Officials)
    N_SITES = 3            # wall sites (1. Board)
    N_SECTIONS = 6         # 2 sections a site (Build 1 wall)
    N_SLOTS = 3            # wall slots a section (Build 1 wall)
    N_CARDS = 120          # numbered 1 to 120 (The cards)
    N_ROUNDS = 5           # (Round overview)
    N_BOARDS = 5           # A sides are all equal; four B sides (12. Player boards)
    N_TASKS = 6            # 2 sections x wall, palace, governor (10. Tasks)
    N_TILES = 12           # task tiles
    N_FACES = 12           # wall tile faces
    N_TRIGGERS = 5         # court actions that trigger abilities (Card abilities activation)
    N_ABILITIES = 14       # (Card abilities - bonusses)
    AREA_CARDS = 3         # "Each Region of the player board can host up to 3 cards"
    AREA_OFFICIALS = 2     # "The Workers Area of each Region can host up to 2 Officials"
    ROUND_TURNS = 6        # turns of a player in a round, a card each (Phase 2: play cards)
    N_TURNS = 24           # turns of all players in a round at most
    HAND_MAX = 9           # 3 cards of each deck while drafting
    MAX_SQUARES = 4        # governor bonus squares a region
    DECK = 40              # cards an aspect
    N_DRAFTS = 4           # "1st to 4th Round" (variant of phase 1)
    DRAWN = 2              # "each player draws 2 cards from each deck" (Phase 1)
    DRAWN_TO_DRAFT = 3     # "From each deck, each player draws 3 cards" (variant of phase 1)

# What a player does with the card of his turn (How to play a card); the numbers are the move classes.
cdef enum:
    ACT_NONE = 0
    ACT_UNIFY = 1
    ACT_RECRUIT = 2
    ACT_REASSIGN = 3
    ACT_GOVERNOR = 4
    ACT_HIRE = 5
    ACT_PALACE = 6
    ACT_WALL = 7
    N_ACTIONS = 8
    N_ACTION_SETS = 256    # 2 to the power of N_ACTIONS
    N_ACTION_PAIRS = 4     # half of N_ACTIONS
    N_STEP_SETS = 384      # sets of the first 8 officials, and behind them of the other 7
    N_WALK_PAIRS = 2       # half the regions an official can walk to
    N_HIRE_PAIRS = 5       # half the hires in a region at most: 0, 1 or 2 of 3 types of officials move there first
    N_HIRE_SETS = 162      # 0, 1, 2 of each type near; none or some working; room for 0, 1, 2 more

# Triggers of card abilities; the first three want a higher card, the last two a lower one.
cdef enum:
    TRIGGER_WALL = 0
    TRIGGER_PALACE = 1
    TRIGGER_HIRE = 2
    TRIGGER_RECRUIT = 3
    TRIGGER_GOVERNOR = 4

# Card abilities (Card abilities - bonusses, in the order of the loader).
cdef enum:
    ABILITY_MARKER = 0
    ABILITY_REASSIGN = 1
    ABILITY_VP_2 = 2
    ABILITY_VP_3 = 3
    ABILITY_WORKER = 4
    ABILITY_VP_ASPECT = 5          # 5, 6, 7: cards of writing, currency, laws
    ABILITY_CALM_ANY = 8
    ABILITY_CALM_HERE = 9
    ABILITY_MOVE_WORKER = 10
    ABILITY_OFFICIAL = 11          # 11, 12, 13: military, civilian, inspector
    # what the boards' B sides do, carried out like card abilities (Player boards - B-sides abilities)
    ABILITY_CALM_FOR_WORKER = 14
    ABILITY_MOVE_GOVERNOR = 15
    ABILITY_REASSIGN_1 = 16        # "He may then spend 1 re-assignment point"
    ABILITY_REASSIGN_2 = 17        # "he may spend up to 2 re-assignment points"
    ABILITY_NOTHING = 18           # of a card whose ability is forbidden: it is never triggered
    N_ABILITIES_KNOWN = 19

cdef enum:
    NO_POWER = -1          # the board has no ability for an action

# Governor bonus squares (Available bonuses).
cdef enum:
    SQUARE_VP = 0
    SQUARE_OFFICIAL = 1
    SQUARE_REASSIGN = 2
    SQUARE_NONE = 3        # the area near the squares

# Unification rewards (Available rewards).
cdef enum:
    REWARD_OFFICIAL = 0
    REWARD_MILITARY_2 = 1
    REWARD_CIVILIAN_2 = 2
    REWARD_WORKERS_2 = 3
    REWARD_GOVERNOR = 4
    REWARD_WALL = 5
    REWARD_PALACE = 6

# Wall tile criteria (Wall tiles, in the rulebook's reading order).
cdef enum:
    CRITERION_EMPTY_UNREST = 0
    CRITERION_COLOUR_SET = 1
    CRITERION_OFFICIALS_GE_UNREST = 2
    CRITERION_THREE_CARDS = 3
    CRITERION_CIVILIAN = 4
    CRITERION_SAME_COLOUR = 5
    CRITERION_MILITARY = 6
    CRITERION_CURRENCY = 7
    CRITERION_INSPECTOR = 8
    CRITERION_LAWS = 9
    CRITERION_TOTAL_UNREST = 10
    CRITERION_WRITING = 11

# How the players get their boards (12. Player boards).
cdef enum:
    BOARDS_GIVEN = 0
    BOARDS_CHOSEN = 1
    BOARDS_AUCTION = 2


cdef struct Tables:
    uint8_t n_players
    uint8_t place[N_TURNS]                          # by turns finished in a round: place of the next in the turn order
    # legal lists prepared
    uint64_t plays[N_ACTION_SETS][N_ACTION_PAIRS]   # by mask of actions: their moves without a card, two a word
    uint8_t n_plays[N_ACTION_SETS]                  # how many
    uint32_t one_of[N_ACTIONS]                      # 1 / n in 65,536ths, rounded up: divides small numbers
    uint64_t hires[N_HIRE_SETS][N_HIRE_PAIRS]       # hires_by_region(): moves without a region, two a word
    uint8_t n_hires[N_HIRE_SETS]                    # how many
    # what an action sets in motion, by ACT_...
    uint8_t stage_of[N_ACTIONS]                     # KIND_... of the decision that follows it
    uint8_t trigger_of[N_ACTIONS]                   # TRIGGER_... of the cards it may activate
    uint8_t hears_higher[N_ACTIONS]                 # 1: if the card played is higher than the one below it
    uint8_t hears_lower[N_ACTIONS]                  # 1: if it is lower
    uint8_t higher_actions                          # the same as bit masks of ACT_...
    uint8_t lower_actions
    int8_t power[N_BOARDS][N_ACTIONS]               # which of the two triggers of a board it is, -1: none
    uint8_t power_ability[N_BOARDS][N_ACTIONS]      # ABILITY_... of that trigger
    # cards, by number 1 to 120
    uint8_t aspect[N_CARDS + 1]
    uint8_t trigger[N_CARDS + 1]
    uint8_t ability[N_CARDS + 1]
    uint8_t extreme[N_CARDS + 1]                    # how far the number lies from the middle, in steps of six: 0 to 9
    # by ABILITY_...: bytes 0 to 2: points for each card of the aspect; 3: workers; 4: officials; from 5 on: points
    uint64_t gives[N_ABILITIES_KNOWN]
    # map
    uint8_t adjacent[N_REGIONS]                     # bit q: region q borders this one by a solid line
    uint8_t n_adjacent[N_REGIONS]                   # how many
    Move step[N_REGIONS * N_TYPES][4]               # by region and type: re-assign to the neighbours' governors areas
    uint8_t n_step[N_REGIONS * N_TYPES + 1]         # how many of them; the last is no region's, 0
    uint64_t steps_of[N_STEP_SETS]                  # by half of governing_at: byte i: steps of officials 0 to i
    uint64_t walks[N_REGIONS][N_REGION_SETS][N_WALK_PAIRS]  # by region and full workers areas: walks, two a word
    uint64_t n_leaving[N_REGIONS][N_REGION_SETS]    # by points and full areas: byte r: moves out of its workers area
    uint32_t payable[N_REGION_SETS]                 # by regions with workers: bit 3 x section + slot of what they pay
    uint8_t around[N_REGION_SETS]                   # by regions as a bit mask: these and their neighbours
    uint64_t steps_to[N_REGION_SETS]                # byte r: steps from region r to the nearest of them; no region: FAR
    uint8_t square[N_REGIONS][MAX_SQUARES]          # SQUARE_... of each bonus square
    uint8_t n_squares[N_REGIONS]
    uint8_t palace_slots                            # per region, for this number of players
    uint8_t markers                                 # value-1 markers per aspect, for this number of players
    # player boards
    uint8_t more_workers[N_BOARDS]                  # hired beyond those of the action: "1 additional worker"
    uint8_t unrest_max[N_BOARDS][N_REGIONS]         # length of the unrest track
    uint8_t no_palace[N_BOARDS][N_REGIONS]          # bit l: unrest level l forbids palaces
    uint8_t start_officials[N_BOARDS][N_TYPES]
    # rewards table
    uint8_t reward[N_ASPECTS][N_ROUNDS]             # REWARD_...
    uint8_t reward_regions[N_ASPECTS][N_ROUNDS]     # bit r: the reward may be placed in region r
    # tasks: tiles 0-3 wall, 4-7 palace, 8-11 governor
    uint8_t task_regions[N_TILES]                   # palace, governor: bit r: one in region r
    uint8_t task_walls[N_TILES][N_SITES]            # wall: walls wanted at each site
    uint8_t task_vp[MAX_SQUARES]                    # victory points of the slots from left to right
    uint8_t n_task_slots
    # wall tiles
    uint8_t tile_faces[N_SECTIONS][2]               # criteria on the two faces of each tile
    uint8_t wall_vp[N_FACES][N_SLOTS]               # by criterion and rods - 1
    uint8_t wall_weight[N_FACES][N_SLOTS + 1]       # points of a unit of the criterion by rods, 0: no wall
    # numbers
    uint8_t supply_officials                        # of each type
    uint8_t supply_governors
    uint8_t supply_palaces
    uint8_t supply_walls
    uint8_t card_unrest[AREA_CARDS + 1]             # unrest of the 1st, 2nd, 3rd card of a region; 0
    uint8_t card_markers[AREA_CARDS + 1]            # markers of the same
    uint8_t rise[AREA_CARDS + 1]                    # by the cards of a region: unrest of the next; TOO_HIGH: it is full
    uint8_t reassign_points                         # of the court action
    uint8_t bonus_points                            # re-assignment points of a governor square
    uint8_t bonus_vp                                # victory points of a governor square
    uint8_t ability_vp[2]                           # victory points of the two VP abilities
    uint8_t ability_points                          # re-assignment points of the card ability
    uint8_t majority_vp                             # most governors in a region
    uint8_t majority_each                           # and for each of them
    int8_t majority_gain[MAX_GOVERNORS + 1][MAX_GOVERNORS + 1][4]  # of one more governor: own, others' most, how many
    uint8_t marker_vp[N_ASPECTS]                    # most markers
    uint8_t auction_vp                              # victory points at the start of an auction
    # variants and switches
    uint8_t boards_by                               # BOARDS_...
    uint8_t boards_discarded                        # bit b: board agreed to be left out of an auction; 0: at random
    uint8_t draft                                   # variant: draw 3, keep 2 in rounds 1 to 4
    uint8_t draw_all_decks                          # that variant: 3 of every deck before the first is discarded
    uint8_t order_by_track                          # variant: the rewards track gives the turn order
    uint8_t hire_unrest                             # variant: +1 unrest for each worker hired
    uint8_t extra_worker_unrest                     # that variant counts the circle board's additional worker
    uint8_t wall_below_zero                         # the total-unrest tile may cost points
