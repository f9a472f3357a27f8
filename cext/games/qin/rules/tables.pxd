"""What never changes in a game of Qin on one map: map, tiles, the numbers of the text, the readings in force."""

from libc.stdint cimport int8_t, uint8_t, uint32_t, uint64_t

# A square of the map has the number 16 * row + column, rows and columns counted from 1: its neighbours are 1 and 16
# away, and no step from a square of the map wraps round.
cdef enum:
    N_CELLS = 256          # numbers a square could have
    N_WORDS = 4            # words of 64 bits that hold a set of squares: bit n of the whole is square n
    MAP_SIDE = 13          # squares along an edge of the largest map (component data: 13 x 13)
    MAX_VILLAGES = 32      # villages of a map: one bit each
    N_COLOURS = 3          # red, yellow, blue
    N_TILE_KINDS = 6       # pairs of colours: RR YY BB RY RB YB
    N_TILES = 72           # "72 tiles": the most a game has
    MAX_PLAYERS = 4        # 96 pagodas, 24 of each colour
    MAX_MAPS = 8           # maps of a component folder

# Steps to the four neighbours of a square, by direction.
cdef enum:
    RIGHT = 0
    DOWN = 1
    LEFT = 2
    UP = 3

# How a tile lies: the lowest bit of a direction.
cdef enum:
    ACROSS = 0
    UPRIGHT = 1


cdef struct Tables:
    uint32_t near[N_CELLS]             # by square: mask of the villages it shares an edge with
    uint64_t ways_of_four[2]           # ways to lay a tile on two squares, sixteen bits for each kind: see `ways`
    uint64_t grass[N_WORDS]            # grassland squares of the empty map
    uint8_t colour[N_CELLS]            # province spaces printed on the map: 1 red, 2 yellow, 3 blue; 0 none
    uint8_t count[N_TILE_KINDS]        # tiles of each kind
    uint8_t half[N_TILE_KINDS][2]      # colours of a tile's two spaces
    uint8_t ways[N_TILE_KINDS]         # ways to lay a tile on two squares: 1 for a tile of one colour, else 2
    uint8_t printed[N_CELLS]           # squares of the province spaces printed on the map
    uint8_t n_printed                  # how many
    uint32_t spare                     # what makes a word of supplies one for spares(): 127, 254 for who does not play
    uint8_t board                      # number of the map in Game.boards
    uint8_t width                      # squares of a row
    uint8_t n_players                  # players of this instance
    uint8_t n_rounds                   # rounds the tiles are enough for: 72 for 36, 24, 18 of 2, 3, 4 players
    uint8_t n_villages                 # villages of the map
    uint8_t pagodas                    # pagodas of each player
    uint8_t hand                       # tiles in hand
    uint8_t major                      # spaces that make a major province
    uint8_t merger_any_tie             # switch: any two equal contributors forbid a merger, not only a tie for first
    uint8_t village_any_tie            # switch: any two players with equal pagodas beside a village hold it as it is
    uint8_t major_keeps                # switch: an outnumbered major province keeps its owner, instead of a ban


cdef inline int step_to(int direction) noexcept nogil:
    """Difference of the numbers of a square and its neighbour: 1, 16, -1, -16, a byte each."""
    return <int8_t>(<uint32_t>0xf0ff1001 >> (8 * direction))
