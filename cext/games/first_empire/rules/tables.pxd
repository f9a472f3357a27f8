"""Component tables of The First Empire as the rules read them: filled once from the data files, never changed."""

from cext.kernel.types cimport MAX_SEATS, Move
from libc.stdint cimport uint8_t, uint16_t, uint64_t

cdef enum:
    N_REGIONS = 5          # Chu, Wei, Zhao, Qi, Yan (Components: the game board)
    N_ASPECTS = 3          # writing, currency, laws (Components)
    N_KINDS_OF_CARD = 4    # the aspects, and Alchemist cards, Master Alchemist cards among them
    N_TYPES = 3            # officials: alchemist, architect, general (Components)
    N_SITES = 3            # Wall sites (Build 1 Wall)
    N_SECTIONS = 6         # two a site (Build 1 Wall)
    N_SLOTS = 4            # slots of a section, and of a Mausoleum tile: a player each
    N_CARDS = 120          # Unification cards, numbered 1 to 120 (Components)
    N_OWN = 5              # Alchemist cards of a player (Player setup, 2); cards 121 to 125
    N_MASTERS = 5          # Master Alchemist cards (Components); cards 126 to 130
    FIRST_OWN = 121
    FIRST_MASTER = 126
    N_ALL_CARDS = 131      # card 0 is no card
    DECK = 40              # cards an aspect (Components)
    HAND = 6               # two of each deck (Phase 1)
    DRAWN = 2              # of each deck (Phase 1)
    N_ROUNDS = 5           # (How to Play)
    ROUND_TURNS = 6        # turns of a player in a round, a card each (Phase 2)
    AREA_CARDS = 3         # "Each region on the player board can host up to 3 cards"
    ALL_REGIONS = 0x1f     # a bit each
    N_PLACES = 15          # 3 x region + position: where a card can lie on a player board
    MAX_UNREST = 3         # (Unrest tracks)
    N_TRIGGERS = 6         # Court Actions
    N_STARTING = 10        # Starting tiles, numbered 1 to 10 (Appendix 4)
    N_BONUS = 10           # Governor tiles with bonuses (Appendix 3)
    N_SPACES = 2           # for Governors in a region, at most (General setup, 6)
    N_EMPEROR = 6          # Emperor tiles (General setup, 4B)
    N_PALACE_TILES = 15    # (General setup, 5)
    N_PALACE_SPACES = 3    # in a region, at most (General setup, 5)
    N_PALACE_KINDS = 5     # writing, currency, laws, alchemist, any_for_unrest (Appendix 3)
    N_WALL_TILES = 7       # (General setup, 4A)
    N_CRITERIA = 14        # faces of Wall tiles (Appendix 2)
    N_MAUSOLEUM = 9        # spots and tiles (General setup, 3)
    MAX_ROUTE = 41         # spaces of the Elixir route there is room for
    N_SOLO = 24            # Action cards of Li Si (Solo Mode)
    LISI_DECK = 9          # cards in his Action deck (Solo Mode)
    N_ABILITIES = 19       # of the Unification cards (Appendix 1); the first gains
    MAX_EFFECTS = 64       # different gains on cards and Governor tiles: 19 + 5 + 5 + 20 at most

# What a player does with the card of his turn (Phase 2); the numbers are the move classes. 2 to 7 are the triggers + 2.
cdef enum:
    ACT_NONE = 0
    ACT_UNIFY = 1
    ACT_RECRUIT = 2
    ACT_ELIXIR = 3
    ACT_GOVERNOR = 4
    ACT_HIRE = 5
    ACT_PALACE = 6
    ACT_WALL = 7
    ACT_NOTHING = 8        # no action is possible (F24)
    N_ACTIONS = 9
    N_ACTION_SETS = 256    # sets of ACT_UNIFY to ACT_NOTHING
    SHARE_BITS = 12        # enough for k of at most 48, which are six cards with eight actions each
    N_ACTION_PAIRS = 4     # words for the moves of a set, two each
    FAR = 8                # steps to a region that does not exist
    MAX_STEPS = 12         # movements from a region: officials of three types to four neighbours

# Triggers of card abilities; the first three want a lower card, the others a higher one (Activate Card Abilities).
cdef enum:
    TRIGGER_RECRUIT = 0
    TRIGGER_ELIXIR = 1
    TRIGGER_GOVERNOR = 2
    TRIGGER_HIRE = 3
    TRIGGER_PALACE = 4
    TRIGGER_WALL = 5

cdef enum:
    ALCHEMIST = 0
    ARCHITECT = 1
    GENERAL = 2

# Gains of cards and Governor tiles (Appendix 1 and 3); the first ones score victory points.
cdef enum:
    GAIN_VP_CARDS = 0          # a card of a kind on the player board
    GAIN_VP_ALCHEMISTS_HERE = 1  # an Alchemist card in the region of the card
    GAIN_VP_GOVERNORS = 2      # a Governor on the game board
    GAIN_VP_PALACES = 3
    GAIN_VP_WALLS = 4
    GAIN_VP_SOLDIERS = 5       # a soldier on a Mausoleum tile
    GAIN_VP_ROUND = 6          # the number of the round
    N_VP_GAINS = 7
    GAIN_UNLOCK = 7            # soldiers
    GAIN_SHIP = 8              # spaces
    GAIN_TOKENS = 9            # small tokens of two aspects
    GAIN_ANY_TOKENS = 10       # small tokens of choice
    GAIN_CALM = 11             # unrest in different regions of choice
    GAIN_CALM_HERE = 12        # unrest in the region of the card, and in any region
    GAIN_ALCHEMIST_CARDS = 13  # placed in any region
    GAIN_RECRUIT_HERE = 14     # officials of a type in the region of the card
    GAIN_RECRUIT = 15          # officials of a type in one region of choice
    GAIN_RECRUIT_ANY = 16      # officials of choice in the region of the card
    GAIN_WORKERS_HERE = 17     # in the region of the card
    GAIN_WORKERS = 18          # in one region of choice
    GAIN_MOVE_OFFICIALS = 19
    GAIN_MOVE_WORKERS = 20
    N_GAINS = 21

# Wall tiles (Appendix 2, in its order).
cdef enum:
    CRITERION_ARCHITECT = 0
    CRITERION_ALCHEMIST = 1
    CRITERION_GENERAL = 2
    CRITERION_WORKER = 3
    CRITERION_TWO_OF_A_TYPE = 4
    CRITERION_QUADRUPLET = 5
    CRITERION_PALACE = 6
    CRITERION_GOVERNOR = 7
    CRITERION_CARD = 8         # 8 to 11: a writing, currency, laws, Alchemist card
    CRITERION_NO_UNREST = 12
    CRITERION_COVERED = 13     # as many officials as unrest

# Unification rewards (Phase 3).
cdef enum:
    REWARD_GENERALS = 0
    REWARD_ARCHITECTS = 1
    REWARD_OFFICIALS = 2
    REWARD_SHIP = 3
    REWARD_WORKERS = 4
    REWARD_UNLOCK = 5
    REWARD_ALCHEMIST_CARDS = 6
    REWARD_WALL = 7
    REWARD_GOVERNOR = 8
    REWARD_PALACE = 9

# Palace tiles (Appendix 3): 0 to 3 count the cards of a kind.
cdef enum:
    PALACE_ANY_FOR_UNREST = 4

# Mausoleum spots and tiles (General setup, 3).
cdef enum:
    SPOT_REGION = 0
    SPOT_WALL = 1
    SPOT_ELIXIR = 2

# What a spot of the Mausoleum is about: regions from 0, then these.
cdef enum:
    PLACE_SITE = 5             # + Wall site
    PLACE_ELIXIR = 8

# Li Si's Action cards (Solo Mode).
cdef enum:
    FAMILY_UNIFICATION = 0
    FAMILY_ELIXIR = 1
    FAMILY_GOVERNOR = 2
    FAMILY_PALACE = 3
    FAMILY_WALL = 4

cdef enum:
    MODE_LEFT_1 = 1
    MODE_RIGHT_2 = 2
    MODE_OPEN_1 = 3

# How a scoring card of Li Si scores Governors.
cdef enum:
    LINE_NONE = 0
    LINE_SPLIT = 1
    LINE_WINS_TIES = 2


# What gains that score count: cards of a kind from 0, then these.
cdef enum:
    COUNTED_HERE = 4           # Alchemist cards in the region of the card
    COUNTED_GOVERNORS = 5
    COUNTED_PALACES = 6
    COUNTED_WALLS = 7
    COUNTED_SOLDIERS = 8
    COUNTED_ROUND = 9
    COUNTED_ONE = 10
    N_COUNTED = 11


# Whether a player loses nothing who takes a gain as soon as he can.
cdef enum:
    SURE_NEVER = 0
    SURE_ALWAYS = 1
    SURE_AT_ANCHOR = 2         # unless the ship has still to move (sure_gains)


cdef struct Gain:
    uint8_t what                                    # GAIN_...
    uint8_t number                                  # how much
    uint8_t kind                                    # type of official, kind of card
    uint8_t unrest                                  # levels it raises in the region of its card
    uint8_t tokens[N_ASPECTS]                       # GAIN_TOKENS: small tokens by aspect
    uint8_t sure                                    # SURE_...: whether anything is won by waiting with it
    uint8_t counts                                  # COUNTED_...: the pieces it scores; one for what scores none
    uint8_t promise                                 # F_PLACE_...: what a card with it adds to a player board


cdef struct SoloCard:
    uint8_t family                                  # FAMILY_...
    uint8_t once                                    # removed after it has been played
    uint8_t steps                                   # elixir: spaces
    uint8_t mode                                    # governor: MODE_...
    uint8_t order[N_REGIONS]                        # governor, palace: regions; wall: sites; first to last
    uint8_t n_order
    uint8_t tokens[N_ASPECTS]                       # palace: aspects of large tokens, first to last
    uint8_t n_tokens
    uint8_t takes_tile                              # palace: its tile; wall: the Emperor tile
    uint8_t right_section                           # wall: the right section of the site first
    uint8_t right_slot                              # wall: the first free slot from the right
    uint8_t has_rule                                # S4: what it does if all its conditions are met is printed


cdef struct Tables:
    uint8_t n_players                               # seats that take part, Li Si among them
    uint8_t solo                                    # 1: the last seat is Li Si's
    # cards
    uint8_t kind[N_ALL_CARDS]                       # aspect; 3: an Alchemist or Master Alchemist card
    uint8_t trigger[N_ALL_CARDS]                    # TRIGGER_...
    uint8_t gain[N_ALL_CARDS]                       # number of its ability in `gains`
    Gain gains[MAX_EFFECTS]                         # equal gains have one number; see NO_ABILITY
    uint64_t gives[MAX_EFFECTS]                     # what each gain gives when it is activated (given_by)
    uint8_t promised[N_ALL_CARDS]                   # what a card promises a piece that its ability counts
    uint8_t counts_itself[N_ALL_CARDS]              # 1: it is such a piece itself where it lies (fill_promises)
    uint8_t n_gains
    uint8_t card_tokens[AREA_CARDS]                 # tokens for the 1st, 2nd, 3rd card of a region
    uint8_t card_unrest[AREA_CARDS]                 # unrest of the same
    uint64_t payable[1 << N_REGIONS]                # bit 8 x section + m: workers of a mask pay for m markings
    uint64_t rise[4]                                # unrest of a next card from the two bits of n_cards (list_rises)
    uint64_t plays[N_ACTION_SETS][N_ACTION_PAIRS]   # moves of each set of actions, without the card
    uint8_t n_plays[N_ACTION_SETS]
    uint16_t share_of[N_ACTION_SETS]                # k x share_of >> SHARE_BITS: k // n_plays without a division
    # regions, actions
    uint8_t adjacent[N_REGIONS]                     # bit q: region q is a neighbour
    Move steps[N_REGIONS][1 << N_TYPES][MAX_STEPS]  # movements of officials, by region and mask of types there
    uint8_t n_steps[N_REGIONS][1 << N_TYPES]
    uint64_t steps_from[1 << N_REGIONS]             # byte r: movements of a type in a mask of regions, out of 0 to r
    uint8_t distance[1 << N_REGIONS][N_REGIONS]     # steps from a region to the nearest of a mask; FAR: none
    uint8_t nth[1 << N_REGIONS][N_REGIONS]          # the bits of a mask one by one, the lowest first
    uint8_t n_bits[1 << N_REGIONS]                  # how many they are
    uint8_t stage_of[N_ACTIONS]                     # KIND_... that follows an action; elixir, nothing: of no account
    uint8_t place_of[4 * ROUND_TURNS]               # place on the track of who plays, by turns before in the round
    uint8_t turn_of[4 * ROUND_TURNS + 1]            # turns each player has begun in the round, by turns of all
    uint8_t ship_steps
    uint8_t hire_workers
    uint8_t palace_vp
    uint8_t palace_tile_vp[N_PALACE_KINDS]
    # elixir route
    uint8_t n_route                                 # spaces, the start among them
    uint8_t symbols[MAX_ROUTE]                      # by space
    uint8_t masters_at[MAX_ROUTE]                   # Master Alchemist cards taken, by space
    uint8_t route_vp[MAX_ROUTE]                     # highest value reached, by space
    # walls
    uint8_t site_of[N_SECTIONS]
    uint64_t at_site[N_SITES]                       # byte k: 255 where section k is one of the site
    uint8_t n_slots[N_SECTIONS]
    uint8_t markings[N_SECTIONS][N_SLOTS]           # workers of each slot, left to right
    uint8_t marked[N_SECTIONS][1 + N_SLOTS]         # the same by 1 + slot; 0: none
    uint8_t wall_faces[N_WALL_TILES][2]             # criteria of the two faces of each tile
    uint8_t wall_vp[N_CRITERIA][4]                  # by markings; 0 for none
    uint8_t n_emperor                               # Emperor tiles used
    uint8_t emperor_section[N_EMPEROR]              # their backs
    uint8_t emperor_trigger[N_EMPEROR]
    # governors
    uint8_t n_spaces                                # in a region
    uint8_t n_bonus_tiles                           # Governor tiles used with bonuses
    uint8_t bonus[N_BONUS][2]                       # numbers in `gains` of the two halves
    uint8_t majority_vp
    uint8_t majority_split[MAX_SEATS]               # points of each for the most governors, by how many others have so
    # palaces
    uint8_t n_palace_spaces                         # in a region
    uint8_t palace_tiles[N_PALACE_TILES]            # kinds
    # Mausoleum
    uint8_t spot_kind[N_MAUSOLEUM]                  # SPOT_... as printed, row by row
    uint8_t spot_place[N_MAUSOLEUM]                 # region or site
    uint8_t tile_kind[N_MAUSOLEUM]                  # SPOT_...
    uint8_t need_governors[N_MAUSOLEUM]             # what a tile asks for
    uint8_t need_palaces[N_MAUSOLEUM]
    uint8_t need_pieces[N_MAUSOLEUM]
    uint8_t need_walls[N_MAUSOLEUM]
    uint8_t need_space[N_MAUSOLEUM]
    uint8_t need_cards[N_MAUSOLEUM]
    uint8_t tile_slots[N_MAUSOLEUM]                 # slots that so many players may use
    uint8_t tile_vp[N_MAUSOLEUM][N_SLOTS]           # of these slots, topmost first
    uint8_t line_vp
    uint8_t entrance_vp[4]                          # for 0, 1, 2, 3 or more soldiers at the entrance
    # starting tiles, by number
    uint8_t start_officials[N_STARTING + 1][N_TYPES]
    uint8_t start_unrest[N_STARTING + 1]            # bit r: +1 in region r
    uint8_t start_tokens[N_STARTING + 1][N_ASPECTS]
    uint8_t start_ship[N_STARTING + 1]
    uint8_t start_soldiers[N_STARTING + 1]
    uint8_t start_workers[N_STARTING + 1]
    uint8_t start_cards[N_STARTING + 1]             # Alchemist cards placed in Chu
    # phase 3
    uint8_t row[N_ASPECTS]                          # aspects of the tableau, top to bottom
    uint8_t reward[N_ASPECTS][N_ROUNDS]             # REWARD_..., by aspect
    uint8_t reward_number[N_ASPECTS][N_ROUNDS]
    uint8_t reward_regions[N_ASPECTS][N_ROUNDS]     # bit r: region r
    uint8_t reward_same[N_ASPECTS][N_ROUNDS]        # 1: all of it in one region
    uint8_t keep_tokens
    # supplies
    uint8_t small_tokens                            # of each aspect
    uint8_t n_masters                               # Master Alchemist cards used
    uint8_t supply_governors
    uint8_t supply_palaces
    uint8_t supply_walls
    uint8_t supply_officials
    uint8_t supply_soldiers
    uint8_t unlocked_soldiers
    # solo
    SoloCard solo_card[N_SOLO + 1]                  # by number
    uint8_t lisi_deck[LISI_DECK]                    # numbers of his Action cards
    uint8_t lisi_first                              # 1: he begins as 1st player
    uint8_t lisi_space                              # where his ship begins
    uint8_t lisi_soldiers                           # unlocked at the start
    uint8_t lisi_wall_vp[3]                         # by markings - 1
    uint8_t lisi_governors[2]                       # LINE_... of the upper, the lower card
    uint8_t lisi_elixir[2]                          # 1: the card scores the elixir
    uint8_t lisi_elixir_plus[2]                     # added to the value of the ship
    uint8_t lisi_majority_vp
    uint8_t lisi_court_tokens
    # switches
    uint8_t advanced                                # Mausoleum: the spots themselves are shuffled
    uint8_t court_cleared                           # F1: the Court pile is cleared at the end of each round
    uint8_t alchemists_apart                        # F2: Alchemist cards are no 1st, 2nd, 3rd card of a region
    uint8_t placed_join                             # F3: a card placed by an ability may be triggered too
    uint8_t silent_if_triggered                     # F4: unrest 3 silences cards when they are triggered
    uint8_t move_after                              # F6: an official may move after abilities too
    uint8_t symbol_may                              # F7: an elixir symbol may be passed over
    uint8_t emperor_by_site                         # F8: Emperor tiles lie in stacks by site
    uint8_t emperor_any_card                        # F30: an Alchemist card alone is enough for an Emperor tile
    uint8_t free_wall_any                           # F31: a free Wall takes the Emperor tile, first or not
    uint8_t alchemist_reward_always                 # F15: Alchemist cards as a reward may be accepted to place none
    uint8_t emperor_adds                            # F9: the card keeps its own trigger beside the Emperor tile's
    uint8_t open_if_full                            # F10: the open area only if no bonus space is free
    uint8_t reset_first                             # F10: a Governor resets unrest before the bonus
    uint8_t governor_both                           # F11: a Governor tile gives both of its halves
    uint8_t palace_tile_may                         # F13: a Palace tile need not be taken
    uint8_t officials_together                      # F16: two officials in any region go to one region
    uint8_t price_exact                             # F19: no point of a large token is lost
    uint8_t limit_each                              # F20: the limit of small tokens holds for each aspect
    uint8_t reward_soldiers_wait                    # F21: no soldiers are placed after an accepted reward
    uint8_t bare_fails                              # F25: a region without officials does not cover its unrest of 0
    uint8_t lisi_if_full                            # S2: he plays at Court if the region of the round is full
    uint8_t lisi_each_symbol                        # S3: his entrance is looked at for each symbol
    uint8_t lisi_under_x                            # S13: his card at Court leaves X to the player's first Court Action
    uint8_t lisi_own_section                        # S12: he takes the Emperor tile of his section alone
    uint8_t lisi_alone                              # S4: a rule printed for a card holds for no other
    uint8_t lisi_in_order                           # S8: he unlocks at his place in the turn order
