"""How each group of unknown data of The First Empire is drawn; unknowns.py names the groups and says why so."""

from collections.abc import Sequence
from itertools import pairwise, product
from typing import Any

from cext.games.first_empire.data.component_types import (
    ASPECTS,
    N_EMPEROR,
    N_PALACE_TILES,
    N_SECTIONS,
    N_SITES,
    PALACE_KINDS,
    REGIONS,
    TRIGGERS,
)
from cext.games.first_empire.data.owner_questions import INDICATED_ABILITIES, INDICATED_TILES
from cext.games.first_empire.data.reconstruct import Draws as CardDraws
from cext.games.first_empire.data.reconstruct import reconstruct
from cext.games.owner_questions import Content, is_owner_data
from cext.games.printings import KeyedRandom

__all__ = [
    "draw_alchemists", "draw_borders", "draw_cards", "draw_emperor_tiles", "draw_indicated", "draw_layout",
    "draw_markings", "draw_masters", "draw_mausoleum_tiles", "draw_palace_spaces", "draw_palace_tiles", "draw_route",
    "draw_starting_tiles", "draw_tableaus", "draw_wall_tiles", "faults_of_palace_tiles", "faults_of_route",
]  # fmt: skip

ROUTE = ("elixir_symbols", "elixir_masters", "elixir_vp")
PATH = 0.9  # weight of the five regions joined as a path (notes, 2.1)
CHORDS = (["chu", "zhao"], ["chu", "qi"], ["wei", "qi"], ["wei", "yan"], ["zhao", "yan"])  # not Chu and Yan
ONE_TOKEN = 0.7  # weight of one token of each indicated aspect: two of each would be four for 1 unrest
DIFFERENT = 0.6  # weight of five different triggers on five Alchemist cards
LONG = 0.5  # weight of a route of more than 20 spaces (notes, 2.11)
SHORTEST, LONGEST = 18, 26  # spaces of a route; Li Si's ship moves 15 or 20 "and even further"
ONE_DOUBLE = 0.7  # weight of a single double symbol
STEP = 0.8  # of the VP values of the route below the last one are on it; 3 always is
LAST_ASKED = 15  # space a Mausoleum tile may ask for: before the end of the shortest route
REGION_CONDITIONS = (
    (1, 0, 0), (0, 1, 0), (0, 0, 1), (2, 0, 0), (0, 2, 0), (1, 1, 0), (0, 0, 2), (3, 0, 0), (0, 3, 0), (2, 1, 0),
    (1, 2, 0), (0, 0, 3),
)  # fmt: skip
ELIXIR_CONDITIONS = {"space": 0.45, "alchemist_cards": 0.25, "both": 0.3}  # the ship: 0.6 (notes, 2.10)
ALIKE = 0.5  # weight of all tiles having their 3+ slots, or all sites their markings, in the same places
PATTERN = 0.5  # weight of the elixir in the middle and a wall spot in every row and column
EACH_NUMBER = 0.75  # weight of the markings 1, 2, 3 with 3 players (notes, 2.7)
ALL_OCCUR = 0.7  # weight of all three numbers among the slots of 2 players (notes, 2.7)
ASCENDING = 0.6  # weight of slots that ascend from left to right
IN_ORDER = 0.35  # weight of faces paired in the order of the list (notes, 2.7)
THREE_EACH = 0.65  # weight of three palace tiles of each kind (notes, 2.5)
PALACE_SPACES = {(2, 3): 0.5, (1, 2): 0.25, (1, 3): 0.25}  # with 3 and 4 players (notes, 2.5)
EACH_TRIGGER = 0.4  # weight of one Emperor tile for each action (notes, 2.8)
OWN_ASPECT = 0.6  # weight of a Starting tile for each aspect; else each has one token of the other two
LATIN = 0.5  # weight of every aspect standing once in every row over the three tableaus


def draw_cards(content: Content, draws: KeyedRandom) -> None:
    """Other triggers and abilities, spread as evenly."""
    cards = reconstruct(CardDraws(draws.below(2**32)))
    for row, (number, aspect, trigger, ability) in zip(content["cards.csv"], cards, strict=True):
        row |= {"number": number, "aspect": aspect, "trigger": trigger, "ability": ability}


def draw_indicated(content: Content, draws: KeyedRandom) -> None:
    """Tokens of each of the two aspects: as many for all three pairs."""
    amount = 1 if draws.chance(ONE_TOKEN) else 2
    for row in content["abilities.csv"]:
        if row["ability"] in INDICATED_ABILITIES:
            row["amount"] = amount


def draw_five(rows: Sequence[dict[str, Any]], draws: KeyedRandom) -> None:
    """Triggers of five cards: different ones, or any."""
    triggers = draws.shuffled(TRIGGERS)
    if not draws.chance(DIFFERENT):
        triggers = [draws.among(TRIGGERS) for _ in rows]
    for row, trigger in zip(rows, triggers, strict=False):
        row["trigger"] = trigger


def draw_alchemists(content: Content, draws: KeyedRandom) -> None:
    """Triggers of the five Alchemist cards of every player."""
    draw_five(content["alchemist_cards.csv"], draws)


def draw_masters(content: Content, draws: KeyedRandom) -> None:
    """Triggers of the five Master Alchemist cards."""
    draw_five(content["master_cards.csv"], draws)


def draw_emperor_tiles(content: Content, draws: KeyedRandom) -> None:
    """Triggers of the six Emperor tiles: each once in any order, or any."""
    triggers = draws.shuffled(TRIGGERS)
    if not draws.chance(EACH_TRIGGER):
        triggers = [draws.among(TRIGGERS) for _ in range(N_EMPEROR)]
    for row, trigger in zip(content["emperor_tiles.csv"], triggers, strict=True):
        row["trigger"] = trigger


def draw_starting_tiles(content: Content, draws: KeyedRandom) -> None:
    """Three tiles with unrest in three regions: tokens of one aspect, or one token of each of two."""
    own = draws.chance(OWN_ASPECT)
    amount = draws.weighted({1: 0.25, 2: 0.5, 3: 0.25})
    regions = draws.shuffled(REGIONS)
    tiles = [row for row in content["starting_tiles.csv"] if row["tile"] in INDICATED_TILES]
    for row, aspect, region in zip(tiles, ASPECTS, regions, strict=False):
        tokens = [aspect] * amount if own else [other for other in ASPECTS if other != aspect]
        row |= {"unrest": region, "tokens": " ".join(tokens)}


def draw_borders(content: Content, draws: KeyedRandom) -> None:
    """A path, or a path with one border more."""
    borders = [list(pair) for pair in pairwise(REGIONS)]
    if not draws.chance(PATH):
        borders.append(list(draws.among(CHORDS)))
    content["board.toml"]["adjacency"]["value"] = borders


def draw_route(content: Content, draws: KeyedRandom) -> None:
    """Length, symbols 2 to 4 spaces apart, one or two of them double, the Master within 2 spaces of one, VP."""
    board = content["board.toml"]
    told = [board[key]["value"] for key in ROUTE if is_owner_data(board[key])]
    length = 21 + draws.below(LONGEST - 20) if draws.chance(LONG) else SHORTEST + draws.below(21 - SHORTEST)
    length = len(told[0]) if told else length
    symbols, space = [0] * length, draws.below(4)
    while space < length:
        symbols[space] = 1
        space += 2 + draws.below(3)
    doubles = 1 if draws.chance(ONE_DOUBLE) else 2
    for space in draws.shuffled([space for space in range(length) if symbols[space]])[:doubles]:
        symbols[space] = 2
    if is_owner_data(board["elixir_symbols"]):
        symbols = board["elixir_symbols"]["value"]
    after = [space for space in range(1, length) if not symbols[space] and any(symbols[max(0, space - 2) : space])]
    master = draws.among(after or range(length))
    last = 4 + draws.below(5)
    values = [value for value in range(1, last + 1) if value in (3, last) or draws.chance(STEP)]
    starts = sorted(draws.shuffled(range(length))[: len(values)])
    vp = [
        max([value for value, start in zip(values, starts, strict=True) if start <= space], default=0)
        for space in range(length)
    ]
    board["elixir_symbols"]["value"] = symbols
    board["elixir_masters"]["value"] = [int(space == master) for space in range(length)]
    board["elixir_vp"]["value"] = vp


def faults_of_route(content: Content) -> int:
    """Lists of different lengths; no symbol up to 2 spaces before the Master; known tiles that ask for more spaces."""
    symbols, masters, vp = (content["board.toml"][key]["value"] for key in ROUTE)
    near = any(any(symbols[max(0, space - 2) : space]) for space, master in enumerate(masters) if master)
    beyond = sum(int(row["space"] > len(symbols)) for row in content["mausoleum_tiles.csv"] if is_owner_data(row))
    return len({len(symbols), len(masters), len(vp)}) - 1 + (not near) + beyond


def draw_mausoleum_tiles(content: Content, draws: KeyedRandom) -> None:
    """Conditions of the nine tiles, VP of their slots by the pieces asked for, and which slots are 3+."""
    rows = content["mausoleum_tiles.csv"]
    told = [(row["governors"], row["palaces"], row["pieces"]) for row in rows if is_owner_data(row)]
    conditions = draws.shuffled([one for one in REGION_CONDITIONS if one not in told])
    places = three_plus(draws) if draws.chance(ALIKE) else None
    for row in rows:
        if is_owner_data(row):
            continue
        row |= {"governors": 0, "palaces": 0, "pieces": 0, "walls": 0, "space": 0, "alchemist_cards": 0}
        if row["kind"] == "region":
            asked = conditions.pop()
            row |= dict(zip(("governors", "palaces", "pieces"), asked, strict=True))
            effort = sum(asked)
        elif row["kind"] == "wall":
            row["walls"] = effort = 1 + draws.below(N_SECTIONS // N_SITES)
        else:
            asks = draws.weighted(ELIXIR_CONDITIONS)
            if asks != "alchemist_cards":
                row["space"] = 6 + draws.below(LAST_ASKED - 5)
            if asks != "space":
                row["alchemist_cards"] = 1 + draws.below(4)
            effort = 2
        slots = [1 + 3 * effort + draws.below(4)]
        while len(slots) < 4:
            slots.append(max(1, slots[-1] - 1 - draws.below(3)))
        row["slots"] = " ".join(map(str, slots))
        row["three_plus"] = places or three_plus(draws)


def three_plus(draws: KeyedRandom) -> str:
    """One or two of the four slots."""
    return " ".join(str(slot) for slot in sorted(draws.shuffled(range(1, 5))[: 1 + draws.below(2)]))


def draw_layout(content: Content, draws: KeyedRandom) -> None:
    """Any places of the nine spots, or the elixir in the middle and a wall spot in every row and column."""
    rows = content["mausoleum.csv"]
    spots = draws.shuffled([(row["kind"], row["place"]) for row in rows])
    if draws.chance(PATTERN):
        while not patterned(rows, spots):
            spots = draws.shuffled(spots)
    for row, (kind, place) in zip(rows, spots, strict=True):
        row |= {"kind": kind, "place": place}


def patterned(rows: Sequence[dict[str, Any]], spots: Sequence[tuple[str, str]]) -> bool:
    """Whether the elixir lies in the middle and every row and column has a wall spot."""
    walls = [row for row, (kind, _) in zip(rows, spots, strict=True) if kind == "wall"]
    lines = ({row["row"] for row in walls}, {row["column"] for row in walls})
    return spots[4][0] == "elixir" and all(len(line) == len(walls) for line in lines)


def draw_markings(content: Content, draws: KeyedRandom) -> None:
    """Slots of the two sides of the board; 4 players have those of 3 and one more."""
    ascending = draws.chance(ASCENDING)
    all_occur = draws.chance(ALL_OCCUR)
    two = of_two(draws)
    while all_occur and {number for slots in two for number in slots} != {1, 2, 3}:
        two = of_two(draws)
    three = [[1, 2, 3] for _ in range(N_SECTIONS)]
    if not draws.chance(EACH_NUMBER):
        three = [some_slots(draws, 3) for _ in range(N_SECTIONS)]
    fourth = [1 + draws.below(3)] * N_SECTIONS
    if not draws.chance(ALIKE):
        fourth = [1 + draws.below(3) for _ in range(N_SECTIONS)]
    if not ascending:
        two, three = ([draws.shuffled(slots) for slots in side] for side in (two, three))
    four = [[*slots, one] for slots, one in zip(three, fourth, strict=True)]
    content["board.toml"]["markings"]["value"] = [two, three, four]


def of_two(draws: KeyedRandom) -> list[list[int]]:
    """Slots of the side for 2 players: the same at each site, or any."""
    if draws.chance(ALIKE):
        return [some_slots(draws, 2) for _ in range(N_SECTIONS // N_SITES)] * N_SITES
    return [some_slots(draws, 2) for _ in range(N_SECTIONS)]


def some_slots(draws: KeyedRandom, number: int) -> list[int]:
    """Slots of a section, each with 1 to 3 markings, ascending."""
    return sorted(1 + draws.below(3) for _ in range(number))


def draw_wall_tiles(content: Content, draws: KeyedRandom) -> None:
    """Which two of the 14 faces share a tile."""
    if draws.chance(IN_ORDER):
        return
    rows = content["wall_tiles.csv"]
    faces = draws.shuffled([{key: row[key] for key in ("criterion", "vp_1", "vp_2", "vp_3")} for row in rows])
    for row, face in zip(rows, faces, strict=True):
        row |= face


def draw_palace_tiles(content: Content, draws: KeyedRandom) -> None:
    """Three tiles of each kind, or 1 to 5 of each, 15 in all."""
    rows = content["palace_tiles.csv"]
    told = [row["copies"] if is_owner_data(row) else None for row in rows]
    copies = [3] * len(PALACE_KINDS)
    if any(number is not None for number in told):
        copies = rest_of_tiles(told, draws)
    elif not draws.chance(THREE_EACH):
        while copies == [3] * len(PALACE_KINDS) or sum(copies) != 15:
            copies = [1 + draws.below(5) for _ in PALACE_KINDS]
    for row, number in zip(rows, copies, strict=True):
        row["copies"] = number


def rest_of_tiles(told: Sequence[int | None], draws: KeyedRandom) -> list[int]:
    """Copies of the kinds that nobody counted, 15 in all; as told where that cannot be."""
    free = told.count(None)
    left = N_PALACE_TILES - sum(number for number in told if number is not None)
    every = sum(1 for found in product(range(1, 6), repeat=len(told)) if sum(found) == N_PALACE_TILES) - 1
    ways = {found: (1 - THREE_EACH) / every for found in product(range(1, 6), repeat=free) if sum(found) == left}
    if all(number in (3, None) for number in told):
        ways[(3,) * free] = THREE_EACH
    ways = ways or {found: 1.0 for found in product(range(N_PALACE_TILES + 1), repeat=free) if sum(found) == left}
    rest = iter(draws.weighted(ways) if ways else [0] * free)
    return [next(rest) if number is None else number for number in told]


def faults_of_palace_tiles(content: Content) -> int:
    """Tiles more or less than 15."""
    found: int = sum(row["copies"] for row in content["palace_tiles.csv"])
    return abs(found - N_PALACE_TILES)


def draw_palace_spaces(content: Content, draws: KeyedRandom) -> None:
    """Spaces in each region with 2, 3 and 4 players: never fewer with more players, fewer with 3 than with 4."""
    three, four = draws.weighted(PALACE_SPACES)
    content["numbers.toml"]["palace_spaces"]["value"] = [1 + draws.below(three), three, four]


def draw_tableaus(content: Content, draws: KeyedRandom) -> None:
    """Rows of the loose tile's sides: three different orders, as a Latin square in one of two cases."""
    printed, *sides = content["tableaus.csv"]
    latin = draws.chance(LATIN)
    while True:
        orders = [printed["rows"].split(), *(draws.shuffled(ASPECTS) for _ in sides)]
        in_a_row = [len({order[row] for order in orders}) for row in range(len(ASPECTS))]
        if len(set(map(tuple, orders))) == len(orders) and (not latin or min(in_a_row) == len(ASPECTS)):
            break
    for row, order in zip(sides, orders[1:], strict=True):
        row["rows"] = " ".join(order)
