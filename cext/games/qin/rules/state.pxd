"""A game of Qin at one moment: plain data, copied as a whole."""

from cext.games.qin.rules.tables cimport MAX_PLAYERS, MAX_VILLAGES, N_CELLS, N_COLOURS, N_TILES, N_TILE_KINDS, N_WORDS
from libc.stdint cimport uint8_t, uint16_t, uint32_t, uint64_t

cdef enum:
    NOBODY = 255
    DRAWN = 255            # in the bag: a tile no longer there

# The kind of move, and of decision: a turn is one placement.
cdef enum:
    KIND_PLACE = 0         # a: kind of tile, b: square of its first space, c: direction of its second
    STAGE_OVER = 1

# How the game ended.
cdef enum:
    RUNNING = 0
    LAST_PAGODA = 1        # "ends immediately when a player places his last pagoda"
    NO_TILES = 2           # "all players have run out of tiles"
    NO_ROOM = 3            # "no adjacent grassland spaces left", or merger bans forbid every placement

# Counters of a seat: what they count. The state has those before N_STATE_COUNTERS; the others are read off it. Those
# before N_RUNNING_COUNTERS change from round to round and are the same until the next one's first decision: passes are
# not.
cdef enum:  # Counter
    T_PROVINCES_FOUNDED    # provinces founded | count | provinces
    T_PROVINCES_EXPANDED   # times an own province was expanded, by anybody | count | times
    T_MAJORS_GAINED        # major provinces gained by growth, founding or merger | count | provinces
    T_VILLAGES_CONNECTED   # unoccupied villages seized | count | villages
    T_VILLAGES_CONQUERED   # villages taken from others | count | villages
    T_VILLAGES_LOST        # villages lost to others | count | villages
    T_PROVINCES_ABSORBED   # provinces of others absorbed | count | provinces
    T_PROVINCES_LOST       # own provinces absorbed by others | count | provinces
    T_PROVINCES_UNITED     # own provinces given up in own mergers | count | provinces
    T_PAGODAS_FOR_OTHERS  # pagodas others placed during own turns, less those a merger gave back | count | pagodas
    T_PASSES               # turns without a legal placement | count | turns
    T_PAGODAS_LEFT         # pagodas not placed: what a series of games adds up | state | pagodas
    T_FIRST_SQUARE_1  # square the first space of the first placement covers, row by row from 0; -1: none | square
    T_FIRST_SQUARE_2       # square of the map its second space covers | square
    T_DEALT                # {} tiles in the hand the seat began with | count | tiles
    N_COUNTERS = T_DEALT + N_TILE_KINDS

cdef enum:
    N_STATE_COUNTERS = T_PAGODAS_LEFT
    N_RUNNING_COUNTERS = T_PASSES

# An area is a connected set of spaces of one colour; it goes by the number of one of its squares, its root.
cdef struct State:
    uint64_t grass[N_WORDS]                     # squares a tile may cover
    uint64_t front[N_WORDS]                     # those of them that share an edge with a province space
    uint64_t inside[N_COLOURS][N_WORDS]         # spaces of each colour that belong to a province (two spaces or more)
    uint64_t places[2][N_WORDS]                 # squares where a tile may lie across, upright: its left or upper one
    uint64_t in_halves[2][N_WORDS]              # places in each half row of the map, a byte each
    # both may hold squares that are covered since
    uint64_t banned[N_COLOURS][N_WORDS]         # where a space of each colour may not join the provinces beside it
    uint64_t barred[N_COLOURS][2][N_WORDS]      # places where a tile of that colour alone may not join them
    uint32_t near[N_CELLS]                     # by root: mask of villages the area shares an edge with
    uint32_t opening[MAX_PLAYERS]              # classes of the seat's first placements, four bits each
    uint16_t lead_changes                      # times the leading seat changed at the end of a turn
    uint8_t n_places[2]                        # places of each set
    uint16_t forbidden[N_TILE_KINDS + 2]       # of the ways to lay a tile of each kind on them, not allowed; two zeros
    uint8_t colour[N_CELLS]                    # by square: 1 red, 2 yellow, 3 blue; 0 no province space
    uint8_t root[N_CELLS]                      # by square: root of its area
    uint8_t after[N_CELLS]                     # by square: next square of its area, in a ring
    uint8_t size[N_CELLS]                      # by root: spaces of the area
    uint8_t owner[N_CELLS]                     # by root: seat + 1 of the province's owner, 0: a single space
    uint8_t pagodas[N_CELLS]                   # by root: pagodas that stand on it
    uint8_t village[MAX_VILLAGES]              # seat + 1 of the village's owner, 0: unoccupied
    uint8_t force[MAX_VILLAGES][MAX_PLAYERS]   # pagodas of each seat in the provinces beside each village
    uint8_t bag[N_TILES]                       # kinds of the tiles in the order they are drawn; DRAWN before them
    uint8_t drawn                              # tiles drawn from it
    uint8_t hand[MAX_PLAYERS][N_TILE_KINDS]    # tiles in hand, by kind
    uint8_t dealt[MAX_PLAYERS][N_TILE_KINDS]   # tiles of the hand the seat began with, by kind
    uint8_t supply[MAX_PLAYERS]                # pagodas in front of the player
    uint8_t counter[MAX_PLAYERS][N_STATE_COUNTERS]   # by T_... number
    # at round * players + seat: pagodas on the board after each round begun, and room for a word of four behind
    uint8_t score_after[N_TILES + MAX_PLAYERS]
    uint8_t opened[MAX_PLAYERS][2]             # squares the seat's first placement covers; 0: none yet
    uint8_t bans                               # mask of the colours, bit c for colour c, that have a ban
    uint8_t board                              # number of the map
    uint8_t active                             # seat that decides, NOBODY: the game is over
    uint8_t stage                              # kind of decision
    uint8_t round                              # rounds begun before this one
    uint8_t leader                             # seat that leads, NOBODY before the first pagoda
    uint8_t ended                              # how the game ended
