"""What nobody but the box knows of Qin, in groups, and how each may vary within all that is known.

Both are maps: what the two transcriptions of the Bird side leave in doubt, and the whole second side. The tiles do not
vary: twelve of each of the six kinds are certain by seven independent descriptions.
"""

from collections.abc import Callable

from cext.games.component_schema import ListValue, TextValue
from cext.games.owner_questions import Content, OwnerQuestion
from cext.games.printings import KeyedRandom, RulingReading, UnknownGroup
from cext.games.qin.data.maps import PRINTED, SIDE

__all__ = ["READINGS", "UNKNOWNS"]

BIRD = "maps/bird.toml"
LAKES = "maps/lakes_reconstructed.toml"
# Squares by their names: column a to m from the left, row 1 to 13 from the top.
DOUBTFUL = ("b8", "b1", "a2", "l1", "a4", "a6", "a13")
ROWS_OF_SIDE = ListValue(TextValue(), SIDE, f"rows: write {SIDE}")
LEGEND_OF_MAPS = (
    "columns are a to m from the left, rows 1 to 13 from the top; . grassland, v village, ~ water, R Y B printed space"
)

Square = tuple[int, int]  # row and column, from 0
BOARD = [(row, column) for row in range(SIDE) for column in range(SIDE)]

OPEN = (7, 1)  # village with the square below it in one transcription, grassland in the other
MISREAD = 1 / 16  # of a village by the transcription alone on the upper and left edge: half a slip in 8 villages
HALVES: tuple[tuple[Square, ...], ...] = (((0, 1), (1, 0)), ((0, 11),), ((3, 0), (5, 0)))  # where singles may go on
EDGE_HALF = (12, 0)  # of the double village below on the left; the other transcription has its other half

VILLAGES = (12, 13, 14, 15, 16, 17, 18)  # more than Bird's 11
EDGE = 0.5  # of villages lie on the edge of the map, as on Bird
DOUBLE = 0.4  # of villages have two squares: on Bird four or five of eleven
APART = 3  # steps between villages at least, so that no square lies beside two; on Bird 4
WATERS = (1, 2, 3)
WATER_SIZES = (2, 3, 4, 5)
BIRD_STARTS = ((6, 4), (6, 6), (6, 8))


def all_rows(file: str, question: str, where: str, count: int) -> Callable[[Content], list[OwnerQuestion]]:
    """What an owner would look up in the box: the rows of a side of the gameboard."""
    asked = OwnerQuestion(
        file=file, place=(), fields={"rows": ROWS_OF_SIDE}, question=question, where=where, count=count
    )
    return lambda content: [asked]


look_at_bird = all_rows(  # squares the two transcriptions leave in doubt
    BIRD, f"Bird side: which of the squares {', '.join(DOUBTFUL)} are village? (all {SIDE} rows)",
    "the upper and left edge of the gameboard, and row 8", len(DOUBTFUL),
)  # fmt: skip
look_at_lakes = all_rows(
    LAKES, f"Other side of the gameboard: what are its {SIDE} rows of {SIDE} squares? (a row is a word such as "
    "..v....~~....)", "the side without the bird", SIDE,
)  # fmt: skip


def draw_bird(content: Content, draws: KeyedRandom) -> None:
    """The open square, and slips of the one transcription where it stands alone."""
    rows = [list(row) for row in content[BIRD]["rows"]]
    row, column = OPEN
    rows[row][column] = "v" if draws.chance(0.5) else "."
    for squares in HALVES:
        for row, column in squares:
            rows[row][column] = "."
        row, column = draws.among(squares)
        rows[row][column] = "v" if draws.chance(MISREAD) else "."
    row, column = EDGE_HALF
    rows[row][column] = "." if draws.chance(MISREAD) else "v"
    content[BIRD]["rows"] = ["".join(row) for row in rows]


def draw_lakes(content: Content, draws: KeyedRandom) -> None:
    """Another second side: waters, then villages, then printed spaces, until nothing is cut off."""
    while True:
        land = dict.fromkeys(BOARD, ".")
        add_waters(land, draws)
        if add_villages(land, draws) and add_printed(land, draws) and all_reached(land):
            break
    content[LAKES]["rows"] = ["".join(land[row, column] for column in range(SIDE)) for row in range(SIDE)]


def beside(square: Square) -> list[Square]:
    """The squares of the map that share an edge with one."""
    row, column = square
    near = ((row, column + 1), (row, column - 1), (row + 1, column), (row - 1, column))
    return [(r, c) for r, c in near if 0 <= r < SIDE and 0 <= c < SIDE]


def on_edge(square: Square) -> bool:
    """Whether a square lies on the edge of the map."""
    return len(beside(square)) < 4


def add_waters(land: dict[Square, str], draws: KeyedRandom) -> None:
    """Waters of two squares or more, each grown square by square from anywhere."""
    for _ in range(draws.among(WATERS)):
        water = [draws.among(BOARD)]
        for _ in range(draws.among(WATER_SIZES) - 1):
            shore = {near for square in water for near in beside(square)} - set(water)
            water.append(draws.among(sorted(shore)))
        land |= dict.fromkeys(water, "~")


def add_villages(land: dict[Square, str], draws: KeyedRandom) -> bool:
    """Villages of one or two squares, well apart; False when they find no room."""
    taken: list[Square] = []
    for _ in range(draws.among(VILLAGES)):
        edge = draws.chance(EDGE)
        free = [square for square in BOARD if on_edge(square) == edge and has_room(square, land, taken)]
        if not free:
            return False
        village = [draws.among(free)]
        halves = [near for near in beside(village[0]) if has_room(near, land, taken)]
        if halves and draws.chance(DOUBLE):
            village.append(draws.among(halves))
        taken += village
        land |= dict.fromkeys(village, "v")
    return True


def has_room(square: Square, land: dict[Square, str], taken: list[Square]) -> bool:
    """Whether a village may lie there."""
    row, column = square
    return land[square] == "." and all(abs(row - r) + abs(column - c) >= APART for r, c in taken)


def add_printed(land: dict[Square, str], draws: KeyedRandom) -> bool:
    """One printed space of each colour amid grassland, as on Bird but elsewhere; False when they find no room."""
    for colour in PRINTED:
        free = [
            square
            for square in BOARD
            if square not in BIRD_STARTS
            and land[square] == "."
            and not on_edge(square)
            and all(land[near] == "." for near in beside(square))
        ]
        if not free:
            return False
        land[draws.among(free)] = colour
    return True


def all_reached(land: dict[Square, str]) -> bool:
    """Whether provinces can grow to every square of grassland and beside every village."""
    grown = {square for square, kind in land.items() if kind in PRINTED}
    fresh = {min(grown)}
    found = set(fresh)
    while fresh:
        fresh = {near for square in fresh for near in beside(square) if land[near] not in "v~"} - found
        found |= fresh
    dry = {square for square, kind in land.items() if kind not in "v~"}
    villages = [square for square, kind in land.items() if kind == "v"]
    return found == dry and all(village_reached(square, land) for square in villages)


def village_reached(square: Square, land: dict[Square, str]) -> bool:
    """Whether grassland lies beside the village of that square."""
    village = {square} | {near for near in beside(square) if land[near] == "v"}
    return any(land[near] == "." for one in village for near in beside(one))


UNKNOWNS = (
    UnknownGroup(
        name="bird",
        data="maps/bird.toml: the square b8, and where the villages a1, m1, a5, a13 end on the upper and left edge",
        prior="b8 village or grassland alike; a1, m1, a5 double instead of single, a13 without its left half, each in "
              "one of 16 cases",
        reason="two transcriptions of the board, equal on 143 of 144 squares, differ in b8; the 25 squares of row 1 "
               "and column a stand in one only, which may have a slip in one of the 8 villages that both have",
        draw=draw_bird, lookups=look_at_bird, legend=LEGEND_OF_MAPS,
    ),
    UnknownGroup(
        name="second side", data="maps/lakes_reconstructed.toml: rows",
        prior="1 to 3 waters of 2 to 5 squares; 12 to 18 villages alike, half of them on the edge, 4 of 10 of two "
              "squares, 3 steps apart; one printed space of each colour amid grassland; nothing cut off",
        reason="public descriptions: 13 x 13, water, more villages than Bird's 11, printed spaces elsewhere; what "
               "they do not say is like Bird: its villages on the edge, of two squares, apart, its printed spaces",
        draw=draw_lakes, lookups=look_at_lakes, legend=LEGEND_OF_MAPS,
    ),
)  # fmt: skip

READINGS = (
    RulingReading("merger_any_tie", {False: 0.7, True: 0.3},
                  "6. Absorb Province (R4): because no owner could be determined, against two or more players with "
                  "the exact same number"),
    RulingReading("village_any_tie", {False: 0.7, True: 0.3},
                  "5. Conquer Village (R5): a tie for the first place, as in a merger, or two or more players with "
                  "the same number by the words"),
    RulingReading("major_keeps", {False: 0.7, True: 0.3},
                  "6. Absorb Province (R1): major provinces can never be absorbed stands among the forbidden "
                  "placements; or its owner keeps it"),
)  # fmt: skip
