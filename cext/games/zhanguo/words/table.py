"""ZhanGuo's table as pictures: regions, wall, tasks and court of the gameboard, and a board for every player."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from cext.games.picture import (
    GAP,
    Node,
    PartCache,
    Picture,
    box,
    card,
    coins,
    column,
    column_width,
    cube,
    cubes,
    field,
    group,
    heap,
    label,
    picture,
    rect,
    rows_of,
    seat_piece,
    slots,
    stack,
    supply,
    text_node,
    track,
    workers,
)
from cext.games.zhanguo.data.component_types import ASPECTS

__all__ = ["court", "hand", "player_board", "regions", "tasks", "wall"]

State = Mapping[str, Any]

N_REGIONS = 5
COLUMN, THIRD = column_width(N_REGIONS), column_width(3)
GROUND = {"writing": "on-ivory", "currency": "on-orange", "laws": "on-brown"}
CUBES = {"military": ("m", "red"), "civilian": ("c", "gray"), "inspector": ("i", "white")}
SQUARES = {"an official": "official", "re-assignment points": "re-assign"}
ABILITIES = (
    "1 marker", "{points} to move", "{vp[0]} VP", "{vp[1]} VP", "1 worker", "VP a writing", "VP a currency",
    "VP a laws", "calm any", "calm here", "worker moves", "military", "civilian", "inspector",
)  # fmt: skip
CARD, HAND_ROWS = 29, 2  # height of a card, rows of cards in hand
RULE = 14  # height of a heading
PALACES_A_ROW = 3


# -- the gameboard ---------------------------------------------------------------------------------------------------


def regions(state: State, places: int) -> Picture:
    """Bonus squares with governors, governors beside them, palaces; places: for palaces in a region."""
    nodes: list[Node] = []
    rows = -(-places // PALACES_A_ROW)
    high = 136 + 19 * rows
    for place, region in enumerate(state["regions"]):
        squares = region["bonus_squares"]
        taken = [square["governor_of"] for square in squares if square["governor_of"]]
        beside = [n - taken.count(i + 1) for i, n in enumerate(region["governors"])]
        drawn = [rect(0, 0, COLUMN, high), label(0, 11, COLUMN, f"Region {region['region']}", tone="strong")]
        for k, square in enumerate(squares):
            drawn.append(_square(k, square, key=f"square {place}.{k}"))
        drawn.append(text_node(4, 97, "beside", size=9, tone="muted"))
        drawn.append(group(0, 0, *heap("governor", beside, 10, 108), key=f"beside {place}"))
        built = [i + 1 for i, n in enumerate(region["palaces"]) for _ in range(n)]
        across = -(-max(places, len(built)) // rows)
        for row in range(rows):
            row_, key = slice(row * across, (row + 1) * across), f"palace {place}.{row}"
            free = [""] * len(range(places)[row_])
            drawn += slots("palace", built[row_], free, COLUMN / 2, 145 + 19 * row, step=20, key=key)
        nodes.append(group(column(place, N_REGIONS), 0, *drawn))
    return picture(high, "Regions: bonus squares, governors and palaces", *nodes)


def _square(place: int, square: State, *, key: str) -> Node:
    """A bonus square: what it brings, or whose governor stands on it."""
    owner, bonus = square["governor_of"], square["bonus"]
    name = SQUARES[bonus] if bonus in SQUARES else str(bonus)
    inside = [rect(0, 0, COLUMN - 8, 22, "field"), label(2, 14.5, COLUMN - (30 if owner else 12), name, size=9)]
    if owner:
        inside.append(seat_piece("governor", COLUMN - 18, 11, owner))
    return group(4, 16 + 24 * place, *inside, key=key)


def wall(
    sections: Sequence[State], state: State, tile_vp: Mapping[str, Sequence[int]], names: Mapping[str, str]
) -> Picture:
    """Sections by site with their tiles and slots; names: of tiles."""
    nodes = []
    for place, (section, now) in enumerate(zip(sections, state["wall_sections"], strict=True)):
        tile = section["shows"]
        drawn = field(THIRD, 70, f"{section['section']} {section['site']}", names[tile])
        drawn += slots("wall", now["slots"], tile_vp[tile], THIRD / 2, 57, step=26, key=f"slot {place}")
        nodes.append(group(column(place % 3, 3), (70 + GAP) * (place // 3), *drawn))
    return picture(144, "Wall: sections with their tiles, and the walls built", *nodes)


def tasks(tiles: Sequence[State], state: State, task_vp: Sequence[int]) -> Picture:
    """What every task asks for, and the discs of who has done it on its VP."""
    nodes = []
    for place, (tile, done) in enumerate(zip(tiles, state["tasks"], strict=True)):
        wanted = [str(symbol) for symbol in tile["symbols"]]
        text = f"in {', '.join(wanted)}"
        if tile["kind"] == "wall":
            text = ", ".join(f"{wanted.count(name)} {name}" for name in dict.fromkeys(wanted))
        drawn = field(THIRD, 66, f"{tile['section']}: {tile['kind']}s", text)
        drawn += slots("disc", done["discs"], task_vp, THIRD / 2, 54, step=26, key=f"disc {place}")
        nodes.append(group(column(place % 3, 3), (66 + GAP) * (place // 3), *drawn))
    return picture(136, "Tasks: what they ask for, and who has done them", *nodes)


def court(state: State, rewards: Mapping[tuple[str, int], str], rounds: int, top: Node | None) -> Picture:
    """Rewards of every round, decks and markers by aspect, the rewards track, the court card."""
    rows = [[rewards[name, number] for name in ASPECTS] for number in range(1, rounds + 1)]
    nodes, begin = rows_of([(name, GROUND[name]) for name in ASPECTS], rows, state["round"], high=16)
    y = 18 * (rounds + 1) + 3
    for name, x in zip(ASPECTS, begin, strict=True):
        threes = "+3" * state["value_3_markers_on_gameboard"][name]
        deck = stack("deck", x, y, GROUND[name], len(state["decks"][name]))
        markers = coins("marker", x + 54, y, GROUND[name], state["value_1_markers_in_supply"][name], more=threes)
        nodes.append(group(0, 0, deck, markers, key=f"left {name}"))
    nodes.append(text_node(0, y + 40, "rewards track", size=9, tone="muted"))
    order = [seat_piece("disc", 78 + 20 * k, y + 36, seat) for k, seat in enumerate(state["tiebreaker_order"])]
    nodes.append(group(0, 0, *order, key="order"))
    nodes.append(text_node(176, y + 40, "court card", size=9, tone="muted"))
    nodes.append(group(240, y + 22, top or box(0, 0, 70, CARD, "none", tone="empty"), key="court"))
    return picture(y + CARD + 24, "Court: rewards of the rounds, decks, markers, rewards track and court card", *nodes)


# -- players ---------------------------------------------------------------------------------------------------------


def player_board(player: State, unrest: Sequence[int], cards: "CardFaces", *, over: bool) -> Picture:
    """A board's regions: unrest, officials, workers and cards; the hand, markers, supply.

    unrest: slots by region. over: the game is, and hands are empty.
    """
    nodes = [
        cards.kept.of("region", lambda *read: _region(cards, *read), k, region, unrest[k])
        for k, region in enumerate(player["regions"])
    ]
    below = 56 + 3 * CARD + 10
    if not over:
        nodes.append(text_node(0, below + 9, "hand", size=9, tone="muted"))
        nodes += hand(player["hand"], below + RULE, cards)
        below += RULE + HAND_ROWS * (CARD + 2) + 4
    stock = group(0, below, *_stock(player))  # moved as one: what has moved only has not changed
    return picture(below + 34, "A player board: regions, hand, markers and supply", *nodes, stock)


def _region(cards: "CardFaces", place: int, region: State, unrest: int) -> Node:
    """A column of a player board."""
    number = region["region"]
    drawn = [
        rect(0, 0, COLUMN, 56 + 3 * CARD + 4),
        text_node(4, 11.5, str(number), tone="strong"),
        group(0, 0, track("unrest", 14, 3, unrest, region["unrest"], "on-red", step=12), key=f"unrest {number}"),
        group(0, 0, *cubes(region["governors_area"], CUBES, 2, 16, step=21), key=f"governors area {number}"),
    ]
    drawn.append(["line", {"x1": 4, "x2": COLUMN - 4, "y1": 33, "y2": 33, "class": "line"}])
    working = [name for name in CUBES for _ in range(region["workers_area"][name])]
    here = [cube(name, 2 + 15 * k, 37, CUBES[name][0], f"on-{CUBES[name][1]}") for k, name in enumerate(working)]
    if count := region["workers"]:
        number_ = text_node(50, 47, str(count), size=9.5, tone="strong")
        here.append(workers(count, (42, 43.5), "on-yellow", number_))
    drawn.append(group(0, 0, *here, key=f"workers area {number}"))
    drawn += [cards.face(n, 2, 55 + CARD * k, key=f"card {n}") for k, n in enumerate(region["cards"])]
    return group(column(place, N_REGIONS), 0, *drawn)


def hand(numbers: Iterable[int], y: float, cards: "CardFaces") -> list[Node]:
    """Cards in hand, five a row."""
    return [
        cards.face(n, column(k % N_REGIONS, N_REGIONS) + 2, y + (CARD + 2) * (k // N_REGIONS), key=f"hand {n}")
        for k, n in enumerate(numbers)
    ]


def _stock(player: State) -> list[Node]:
    """Markers, and the supply, in two lines."""
    stock, seat = player["supply"], player["player"]
    nodes = [text_node(0, 10, "markers", size=9, tone="muted")]
    for k, name in enumerate(ASPECTS):
        held = player["markers"][name]
        heap_ = coins("marker", 50 + 62 * k, -2, GROUND[name], held["value_1"], more="+3" * held["value_3"])
        nodes.append(group(0, 0, heap_, key=f"markers {name}"))
    nodes.append(text_node(0, 29, "supply", size=9, tone="muted"))
    left = {kind: stock[f"{kind}s"] for kind in ("governor", "palace", "wall")}
    nodes += supply(left, seat, 58, 25)
    nodes.append(group(0, 0, *cubes(stock["officials"], CUBES, 196, 19, step=32), key="supply officials"))
    return nodes


class CardFaces:
    """How cards look. cards: rows of cards.csv by number; long: what each brings in whole words."""

    def __init__(
        self,
        cards: Mapping[int, State],
        abilities: Sequence[str],
        long: Mapping[int, str],
        *,
        points: int,
        vp: Sequence[int],
    ) -> None:
        self.cards, self.long = cards, long
        self.kept = PartCache()
        self.brings = dict(zip(abilities, (text.format(points=points, vp=vp) for text in ABILITIES), strict=True))

    def face(self, number: int, x: float, y: float, *, key: str = "") -> Node:
        """A card: its number, what triggers it, what it brings."""
        return self.kept.of("face", self._face, number, x, y, key)

    def _face(self, number: int, x: float, y: float, key: str) -> Node:
        """A card that was not drawn there before."""
        row = self.cards[number]
        lines = [row["trigger"], self.brings[row["ability"]]]
        long = f"{number}, {row['aspect']}, {self.long[number]}"
        return card(x, y, COLUMN - 4, str(number), GROUND[row["aspect"]], lines, long=long, key=key)
