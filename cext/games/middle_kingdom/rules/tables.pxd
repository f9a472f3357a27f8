"""What never changes in a game of Middle Kingdom: numbers of the files, switches, ready lists of moves."""

from libc.stdint cimport uint8_t, uint16_t, uint32_t

cdef enum:
    MAX_PLAYERS = 5
    MAX_DECK = 96              # cards the deck has room for (62 in the box)
    MAX_ROUNDS = 48            # MAX_DECK, two of them face up at least (components.py)
    N_TYPES = 5                # types of Dynasty Cards
    ALL_GOALS = 31             # mask of the Goal Cards they decide
    N_CARDS = 8                # kinds of Dynasty Cards: the types, nobles by value, the Philosopher
    N_OPEN = 9                 # the same and the Celestial Dragon: what may lie face up
    N_BIDS = 8                 # Bid Cards of a player: 0-Reset and 1 to 7
    ALL_BIDS = 255             # mask of all of them
    NUMBERED_BIDS = 254        # mask of 1 to 7: all but the Reset
    N_BID_SETS = 256
    N_OPEN_SETS = 512
    N_TOTALS = 24              # what a rival's card has to reach: a card and its tied one, less the rival's tied one
    AT_ZERO = 7                # the place of 0 among them
    N_TIES = 6561              # (N_BIDS + 1) ** 4: chances of at most four bids of others
    MAX_CHOICE = 8             # length of a ready list
    N_CHART = 6                # rows of the Farmers chart, 0 included

# Types, and the Goal Card each decides.
cdef enum:
    BUREAUCRAT = 0             # Palace
    FARMER = 1                 # Harvest
    MERCHANT = 2               # Market
    NOBLE = 3                  # Heir
    WARLORD = 4                # Emperor
    NO_TYPE = 5                # the Celestial Dragon's place in a move

# Readings of switches that have more than two.
cdef enum:  # cards in hand that the Harvest counts (M1)
    BEFORE_BIDS = 0
    AFTER_OTHER_BID = 1        # of two bids the other one has left the hand
    AFTER_BIDS = 2

cdef enum:  # who never had the Dragon, where had least recently breaks the tie (M12)
    NEVER_FIRST = 0
    NEVER_LAST = 1
    NEVER_UNDECIDED = 2

cdef enum:
    NO_LIMIT = 255             # tokens, more than a game can give

# Chances are whole numbers of parts.
cdef enum:
    CERTAIN = 840              # divides evenly among the 1 to 8 cards of a hand: their least common multiple
    CERTAIN_APART = 10_000     # where chances of several rivals are multiplied

# What a seat begins the game with (README, "A Goal Card from the start"): BEGINS_WITH_CARD + type, or the Dragon.
cdef enum:
    BEGINS_EQUAL = 0           # nothing: the game as printed
    BEGINS_WITH_CARD = 1
    BEGINS_WITH_DRAGON = 6
    N_STARTS = 7

# Kinds of cards.
cdef enum:
    CARD_BUREAUCRAT = 0
    CARD_FARMER = 1
    CARD_MERCHANT = 2
    CARD_NOBLE_2 = 3
    CARD_NOBLE_3 = 4
    CARD_NOBLE_4 = 5
    CARD_WARLORD = 6
    CARD_PHILOSOPHER = 7
    CARD_DRAGON = 8


cdef struct Tables:
    int n_players
    int n_bids                                     # Bid Cards a player plays in a round: 1 or 2
    int face_up                                    # Dynasty Cards turned up each round
    int n_deck                                     # Dynasty Cards
    uint8_t deck[MAX_DECK]                         # their kinds
    uint8_t type_of[N_OPEN]                        # type of each kind
    uint8_t card_vp[N_OPEN]                        # jade of each kind; the Dragon's: a token
    uint8_t goal_vp[N_TYPES]                       # jade of each Goal Card
    uint8_t dragon_vp                              # jade of the Celestial Dragon
    uint8_t farmer_vp[N_CHART]                     # Farmers chart
    uint8_t missing_vp                             # points lost for a missing type
    uint8_t goal_cards                             # cards of a type that take its Goal Card
    uint8_t dragon_goals                           # Goal Cards held before the Dragon is assigned
    uint8_t harvest_cards                          # most cards in hand for the Harvest
    uint8_t harvest_after                          # switch: which cards that is, BEFORE_BIDS ...
    uint8_t emperor_first                          # switch: the +.5 is designated before bids are revealed
    uint8_t reset_no_half                          # switch: a Reset alone is never designated for the +.5
    uint8_t merchants_in_taking                    # switch: a Merchant elsewhere is two for a Goal Card in the middle
    uint8_t merchants_in_swap                      # switch: and for what a player who has the Dragon has the most of
    uint8_t merchants_in_heir                      # switch: and two Warlords for the Heir at the end
    uint8_t swap_market                            # switch: the Market works for a Merchant the Dragon is swapped for
    uint8_t never_had_dragon                       # switch: NEVER_...
    uint8_t n_tokens                               # 2-VP tokens to be given, NO_LIMIT
    uint8_t hand_size[N_BID_SETS]                  # cards of a hand
    uint8_t hand_card[N_BID_SETS][N_BIDS]          # each of them
    uint32_t bid_moves[N_BID_SETS][N_BIDS]         # a bid of each card of a hand
    uint16_t share[N_BID_SETS]                     # chance of each card of a hand, in parts of CERTAIN
    uint16_t key_steps[N_BIDS]                     # what each card adds to the key of a bid (bids.pxd)
    uint16_t among[N_BID_SETS][N_BIDS]             # of how many cards of a hand each is one, 0: not in it
    uint16_t at_least[2][N_BID_SETS][N_TOTALS]     # cards of a hand from number - AT_ZERO on; 0: without the Reset
    uint8_t ties[N_TIES]                           # hundredths of the chance of a tie, by digits: rivals' among[][card]
    uint32_t claim_moves[N_OPEN_SETS][MAX_CHOICE]  # a claim of each kind of card face up
    uint8_t n_claims[N_OPEN_SETS]
    uint8_t open_card[N_OPEN_SETS][MAX_CHOICE]     # each kind of card face up
    uint16_t kinds_of[1 << N_TYPES]                # mask of the kinds of a set of types
