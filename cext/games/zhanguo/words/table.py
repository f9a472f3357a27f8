"""ZhanGuo's table as pictures: regions, wall, tasks and court of the gameboard, and a board for every player."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from cext.games.picture import (
    WIDTH,
    Node,
    box,
    card,
    cube,
    group,
    label,
    picture,
    rect,
    seat_piece,
    slot,
    stack,
    tip,
    track,
    words,
    wrapped,
)
from cext.games.zhanguo.data.components import ASPECTS

__all__ = ["court", "hand", "player_board", "regions", "tasks", "wall"]

State = Mapping[str, Any]
Picture = dict[str, Any]

N_COLUMNS = 5  # regions
GAP = 4
COLUMN = (WIDTH - (N_COLUMNS - 1) * GAP) / N_COLUMNS
THIRD = (WIDTH - 2 * GAP) / 3
GROUND = {"writing": "on-ivory", "currency": "on-orange", "laws": "on-brown"}
CUBES = {"military": ("m", "on-red"), "civilian": ("c", "on-gray"), "inspector": ("i", "on-white")}
SQUARES = {"an official": "official", "re-assignment points": "re-assign"}
ABILITIES = (
    "1 marker", "{points} to move", "{vp[0]} VP", "{vp[1]} VP", "1 worker", "VP a writing", "VP a currency",
    "VP a laws", "calm any", "calm here", "worker moves", "military", "civilian", "inspector",
)  # fmt: skip
CARD, HAND_ROWS = 29, 2  # height of a card, rows of cards in hand
RULE = 14  # height of a heading


def column(place: int, of: int = N_COLUMNS) -> float:
    """Where a column begins."""
    return place * ((WIDTH - (of - 1) * GAP) / of + GAP)


def heap(kind: str, numbers: Sequence[int], x: float, y: float) -> list[Node]:
    """Pieces of players, two kinds a row; numbers: by seat."""
    held = [(i + 1, n) for i, n in enumerate(numbers) if n]
    return [seat_piece(kind, x + 30 * (k % 2), y + 17 * (k // 2), seat, count=n) for k, (seat, n) in enumerate(held)]


# -- the gameboard ---------------------------------------------------------------------------------------------------


def regions(state: State, slots: int) -> Picture:
    """Bonus squares with governors, governors beside them, palaces; slots: of palaces in a region."""
    nodes: list[Node] = []
    for place, region in enumerate(state["regions"]):
        squares = region["bonus_squares"]
        taken = [square["governor_of"] for square in squares if square["governor_of"]]
        beside = [n - taken.count(i + 1) for i, n in enumerate(region["governors"])]
        drawn = [rect(0, 0, COLUMN, 156), label(0, 11, COLUMN, f"Region {region['region']}", tone="strong")]
        for k, square in enumerate(squares):
            drawn.append(_square(k, square, key=f"square {place}.{k}"))
        drawn.append(words(4, 97, "beside", size=9, tone="muted"))
        drawn.append(group(0, 0, *heap("governor", beside, 12, 108), key=f"beside {place}"))
        drawn.append(group(0, 0, *_palaces(region["palaces"], slots), key=f"palaces {place}"))
        nodes.append(group(column(place), 0, *drawn))
    return picture(156, "Regions: bonus squares, governors and palaces", *nodes)


def _square(place: int, square: State, *, key: str) -> Node:
    """A bonus square: what it brings, or whose governor stands on it."""
    owner, bonus = square["governor_of"], square["bonus"]
    name = SQUARES[bonus] if bonus in SQUARES else str(bonus)
    inside = [rect(0, 0, COLUMN - 8, 22, "field"), label(2, 14.5, COLUMN - (30 if owner else 12), name, size=9)]
    if owner:
        inside.append(seat_piece("governor", COLUMN - 18, 11, owner))
    return group(4, 16 + 24 * place, *inside, key=key)


def _palaces(numbers: Sequence[int], slots: int) -> list[Node]:
    """Palaces of a region in its slots, from the left."""
    built = [i + 1 for i, n in enumerate(numbers) for _ in range(n)]
    step = (COLUMN - 4) / max(slots, 1)
    places = [2 + step * (k + 0.5) for k in range(max(slots, len(built)))]
    return [
        seat_piece("palace", x, 145, built[k]) if k < len(built) else slot("palace", x, 145)
        for k, x in enumerate(places)
    ]


def wall(
    sections: Sequence[State], state: State, tile_vp: Mapping[str, Sequence[int]], names: Mapping[str, str]
) -> Picture:
    """Sections by site with their tiles and slots; names: of tiles."""
    nodes = []
    for place, (section, now) in enumerate(zip(sections, state["wall_sections"], strict=True)):
        tile = section["shows"]
        lines = wrapped(names[tile], THIRD - 10, 9)[:2]
        drawn = [
            rect(0, 0, THIRD, 70),
            label(4, 12, THIRD - 8, f"{section['section']} {section['site']}", tone="strong", middle=False),
            *(label(4, 26 + 11 * k, THIRD - 8, line, size=9, middle=False) for k, line in enumerate(lines)),
        ]
        for k, owner in enumerate(now["slots"]):
            x = THIRD / 2 + 26 * (k - 1)
            piece = seat_piece("wall", x, 57, owner) if owner else slot("wall", x, 57, str(tile_vp[tile][k]))
            drawn.append(group(0, 0, piece, key=f"slot {place}.{k}"))
        nodes.append(group(column(place % 3, 3), (70 + GAP) * (place // 3), *drawn))
    return picture(144, "Wall: sections with their tiles, and the walls built", *nodes)


def tasks(tiles: Sequence[State], state: State, task_vp: Sequence[int]) -> Picture:
    """What every task asks for, and the discs of who has done it on its VP."""
    nodes = []
    for place, (tile, done) in enumerate(zip(tiles, state["tasks"], strict=True)):
        wanted = [str(symbol) for symbol in tile["symbols"]]
        if tile["kind"] == "wall":
            text = ", ".join(f"{wanted.count(name)} {name}" for name in dict.fromkeys(wanted))
        else:
            text = f"in {', '.join(wanted)}"
        lines = wrapped(text, THIRD - 10, 9)[:2]
        kind = {"wall": "walls", "palace": "palaces", "governor": "governors"}[tile["kind"]]
        drawn = [
            rect(0, 0, THIRD, 66),
            label(4, 12, THIRD - 8, f"{tile['section']}: {kind}", tone="strong", middle=False),
            *(label(4, 25 + 11 * k, THIRD - 8, line, size=9, middle=False) for k, line in enumerate(lines)),
        ]
        for k in range(max(len(task_vp), len(done["discs"]))):
            x = THIRD / 2 + 26 * (k - (len(task_vp) - 1) / 2)
            held = k < len(done["discs"])
            piece = seat_piece("disc", x, 54, done["discs"][k]) if held else slot("disc", x, 54, str(task_vp[k]))
            drawn.append(group(0, 0, piece, key=f"disc {place}.{k}"))
        nodes.append(group(column(place % 3, 3), (66 + GAP) * (place // 3), *drawn))
    return picture(136, "Tasks: what they ask for, and who has done them", *nodes)


def court(state: State, rewards: Mapping[tuple[str, int], str], rounds: int, top: Node | None) -> Picture:
    """Rewards of every round, decks and markers by aspect, the rewards track, the court card."""
    round_ = state["now"]["round"]
    left, wide = 14.0, (WIDTH - 14 - 3 * GAP) / 3
    nodes: list[Node] = []
    for k, name in enumerate(ASPECTS):
        x = left + GAP + k * (wide + GAP)
        nodes.append(box(x, 0, wide, 16, name, tone=GROUND[name]))
        for number in range(1, rounds + 1):
            now = number == round_
            tone = "field now" if now else "field"
            nodes.append(group(0, 0, box(x, 18 * number, wide, 16, rewards[name, number], tone=tone, size=9)))
        threes = "+3" * state["value_3_markers_on_gameboard"][name]
        y = 18 * (rounds + 1)
        deck = stack("deck", x, y, GROUND[name], len(state["decks"][name]))
        markers = stack("marker", x + wide / 2, y, GROUND[name], state["value_1_markers_in_supply"][name], more=threes)
        nodes.append(group(0, 0, deck, markers, key=f"left {name}"))
    for number in range(1, rounds + 1):
        nodes.append(words(4, 18 * number + 11.5, str(number), tone="strong" if number == round_ else "muted"))
    y = 18 * (rounds + 1) + 22
    nodes.append(words(0, y + 18, "rewards track", size=9, tone="muted"))
    order = [seat_piece("disc", 78 + 20 * k, y + 14, seat) for k, seat in enumerate(state["tiebreaker_order"])]
    nodes.append(group(0, 0, *order, key="order"))
    nodes.append(words(176, y + 18, "court card", size=9, tone="muted"))
    nodes.append(group(240, y, top or box(0, 0, 70, CARD, "none", tone="empty"), key="court"))
    return picture(y + CARD + 2, "Court: rewards of the rounds, decks, markers, rewards track and court card", *nodes)


# -- players ---------------------------------------------------------------------------------------------------------


def player_board(player: State, slots: Sequence[int], cards: "CardFaces") -> Picture:
    """A board's regions: unrest, officials, workers and cards; the hand; markers and supply. slots: of unrest."""
    nodes = [group(column(k), 0, *_region(region, slots[k], cards)) for k, region in enumerate(player["regions"])]
    top = 56 + 3 * CARD + 10
    nodes.append(words(0, top + 9, "hand", size=9, tone="muted"))
    nodes += hand(player["hand"], top + RULE, cards)
    below = top + RULE + HAND_ROWS * (CARD + 2) + 4
    return picture(below + 34, "A player board: regions, hand, markers and supply", *nodes, *_stock(player, below))


def _region(region: State, slots: int, cards: "CardFaces") -> list[Node]:
    """A column of a player board."""
    number = region["region"]
    drawn = [
        rect(0, 0, COLUMN, 56 + 3 * CARD + 4),
        words(4, 11.5, str(number), tone="strong"),
        group(0, 0, track("unrest", 14, 3, slots, region["unrest"], "on-red", step=12), key=f"unrest {number}"),
        group(0, 0, *officials(region["governors_area"], 2, 16), key=f"governors area {number}"),
    ]
    drawn.append(["line", {"x1": 4, "x2": COLUMN - 4, "y1": 33, "y2": 33, "class": "line"}])
    working = [name for name in CUBES for _ in range(region["workers_area"][name])]
    here = [cube(name, 2 + 15 * k, 37, *CUBES[name]) for k, name in enumerate(working)]
    if region["workers"]:
        here.append(_workers(region["workers"]))
    drawn.append(group(0, 0, *here, key=f"workers area {number}"))
    return drawn + [cards.face(n, 2, 55 + CARD * k, key=f"card {n}") for k, n in enumerate(region["cards"])]


def _workers(count: int) -> Node:
    """Workers of a region, at the right."""
    disc = ["circle", {"cx": 42, "cy": 43.5, "r": 6, "class": "on-yellow"}]
    parts = [tip(f"{count} worker{'s'[: count > 1]}"), disc, words(50, 47, str(count), size=9.5, tone="strong")]
    return group(0, 0, *parts, piece="worker", count=count)


def officials(numbers: Mapping[str, int], x: float, y: float, *, step: float = 21) -> list[Node]:
    """Officials as cubes, a kind with its number."""
    held = [name for name in CUBES if numbers[name]]
    return [cube(name, x + step * k, y, *CUBES[name], count=numbers[name]) for k, name in enumerate(held)]


def hand(numbers: Iterable[int], y: float, cards: "CardFaces") -> list[Node]:
    """Cards in hand, five a row."""
    return [
        cards.face(n, column(k % N_COLUMNS) + 2, y + (CARD + 2) * (k // N_COLUMNS), key=f"hand {n}")
        for k, n in enumerate(numbers)
    ]


def _stock(player: State, y: float) -> list[Node]:
    """Markers, and the supply, in two lines."""
    supply, seat = player["supply"], player["player"]
    nodes = [words(0, y + 10, "markers", size=9, tone="muted")]
    for k, name in enumerate(ASPECTS):
        held = player["markers"][name]
        heap_ = stack("marker", 50 + 62 * k, y - 2, GROUND[name], held["value_1"], more="+3" * held["value_3"])
        nodes.append(group(0, 0, heap_, key=f"markers {name}"))
    nodes.append(words(0, y + 29, "supply", size=9, tone="muted"))
    left = [("governor", supply["governors"]), ("palace", supply["palaces"]), ("wall", supply["walls"])]
    for k, (kind, count) in enumerate(left):
        drawn = (
            seat_piece(kind, 58 + 44 * k, y + 25, seat, count=count) if count else slot(kind, 58 + 44 * k, y + 25, "0")
        )
        nodes.append(group(0, 0, drawn, key=f"supply {kind}"))
    nodes.append(group(0, 0, *officials(supply["officials"], 196, y + 19, step=32), key="supply officials"))
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
        self.brings = dict(zip(abilities, (text.format(points=points, vp=vp) for text in ABILITIES), strict=True))

    def face(self, number: int, x: float, y: float, *, key: str = "") -> Node:
        """A card: its number, what triggers it, what it brings."""
        row = self.cards[number]
        lines = [row["trigger"], self.brings[row["ability"]]]
        long = f"{number}, {row['aspect']}, {self.long[number]}"
        return card(x, y, COLUMN - 4, str(number), GROUND[row["aspect"]], lines, long=long, key=key)
