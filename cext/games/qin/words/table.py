"""Qin's table as pictures: the map with provinces, villages and pagodas, the villages' neighbours, tiles in hand."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from cext.games.picture import (
    WIDTH,
    Node,
    PartCache,
    Picture,
    group,
    picture,
    rect,
    seat_piece,
    slot,
    stack,
    text_node,
    tooltip,
)

__all__ = ["hand", "map_of", "villages"]

State = Mapping[str, Any]

EDGE = 16  # room for the names of rows and columns
GROUND = {".": "on-green", "v": "on-brown", "~": "on-cyan", "r": "on-red", "y": "on-yellow", "b": "on-blue"}
KINDS = {".": "grassland", "v": "village", "~": "water", "r": "red", "y": "yellow", "b": "blue"}
SIDES = ((0, -1, "M0 0H{0}"), (1, 0, "M{0} 0V{0}"), (0, 1, "M0 {0}H{0}"), (-1, 0, "M0 0V{0}"))
TILE = 18


def map_of(state: State, title: str, next_tiles: Sequence[str], kept: PartCache) -> Picture:
    """The map square by square, pagodas on the first squares of their provinces, and the tiles that come next.

    kept: squares as they were drawn before.
    """
    rows = state["board"]
    side = (WIDTH - EDGE) / len(rows[0])
    scale = min(1.0, side / 19)
    part_of, standing = _parts(state)
    nodes: list[Node] = []
    for c in range(len(rows[0])):
        nodes.append(text_node(EDGE + side * (c + 0.5), 11, column(c), size=9, anchor="middle", tone="muted"))
    borders = []
    for r, row in enumerate(rows):
        nodes.append(text_node(EDGE - 4, EDGE + side * (r + 0.5) + 3, str(r + 1), size=9, anchor="end", tone="muted"))
        for c, kind in enumerate(row):
            name = f"{column(c)}{r + 1}"
            at = (EDGE + side * c, EDGE + side * r)
            nodes.append(kept.of("square", _square, name, *at, kind, side, scale, standing.get(name)))
            if name in part_of:
                around = [
                    path.format(round(side, 1))
                    for dc, dr, path in SIDES
                    if part_of.get(f"{column(c + dc)}{r + 1 + dr}") != part_of[name]
                ]
                borders.append(group(*at, ["path", {"d": "".join(around), "class": "border"}]))
    below = EDGE + side * len(rows) + 8
    piles = stack("pile", 0, below, "on-white", len(state["piles"]))
    coming = [tile(name, 76 + 42 * k, below - 1) for k, name in enumerate(next_tiles)]
    legend = text_node(44, below + 11.5, "next", size=9, tone="muted") if coming else None
    return picture(below + 20, f"Map: {title}", *nodes, *borders, group(0, 0, piles, legend, *coming, key="piles"))


def column(number: int) -> str:
    """The letter of a column."""
    return chr(ord("a") + number)


def _parts(state: State) -> tuple[dict[str, str], dict[str, int]]:
    """By square: the province or village it belongs to, and whose pagoda stands on it."""
    part_of: dict[str, str] = {}
    standing: dict[str, int] = {}
    for area in state["areas"]:
        part_of |= dict.fromkeys(area["squares"], area["squares"][0])
        standing |= dict.fromkeys(area["squares"][: area["pagodas"]], area["owner"])
    for village in state["villages"]:
        part_of |= dict.fromkeys(village["squares"], village["squares"][0])
        if village["owner"]:
            standing[village["squares"][0]] = village["owner"]
    return part_of, standing


def _square(name: str, x: float, y: float, kind: str, side: float, scale: float, owner: int | None) -> Node:
    """A square: its ground, its letter, a pagoda."""
    inside: list[Node] = [tooltip(KINDS[kind]), rect(0, 0, side, side, GROUND[kind], round_=0)]
    if owner:
        inside.append(seat_piece("pagoda", side / 2, side / 2, owner, scale=scale))
    elif kind in "ryb":
        inside.append(text_node(side / 2, side / 2 + 3, kind, size=8, anchor="middle", tone="dark"))
    elif kind == "v":
        roof = f"M{side * 0.28:.1f} {side * 0.74:.1f}V{side * 0.48:.1f}L{side / 2:.1f} {side * 0.26:.1f}"
        roof += f"L{side * 0.72:.1f} {side * 0.48:.1f}V{side * 0.74:.1f}Z"
        inside.append(["path", {"d": roof, "class": "house"}])
    elif kind == "~":
        wave = f"M{side * 0.2:.1f} {side / 2:.1f}q{side * 0.15:.1f} -4 {side * 0.3:.1f} 0t{side * 0.3:.1f} 0"
        inside.append(["path", {"d": wave, "class": "wave"}])
    return group(x, y, *inside, key=name)


def tile(name: str, x: float, y: float) -> Node:
    """A tile of two spaces."""
    spaces: list[Node] = []
    for k, colour in enumerate(name.split("-")):
        spaces.append(rect(TILE * k, 0, TILE, TILE, f"on-{colour}", round_=1))
        middle = TILE * (k + 0.5)
        spaces.append(text_node(middle, TILE / 2 + 3.3, colour[0], size=9, anchor="middle", tone="dark"))
    return group(x, y, tooltip(name), *spaces, piece="tile", count=1)


def villages(state: State) -> Picture:
    """Who holds each village, and how many pagodas each player has beside it, two a row."""
    wide, high = (WIDTH - 8) / 2, 24
    nodes: list[Node] = []
    for k, village in enumerate(state["villages"]):
        owner = village["owner"]
        held = seat_piece("pagoda", 68, 11, owner, kind="holder") if owner else slot("pagoda", 68, 11)
        inside = [rect(0, 0, wide, high - 3, "field"), text_node(4, 14, ", ".join(village["squares"]), size=9), held]
        inside += _beside(village["beside"])
        at = ((wide + 8) * (k % 2), 14 + high * (k // 2))
        nodes.append(group(*at, *inside, key=f"village {village['squares'][0]}"))
    for x in (0, wide + 8):
        nodes.append(text_node(x + 52, 9, "held", size=9, tone="muted"))
        nodes.append(text_node(x + 88, 9, "pagodas beside", size=9, tone="muted"))
    return picture(14 + high * -(-len(state["villages"]) // 2), "Villages: who holds them, who is beside", *nodes)


def _beside(numbers: Iterable[int]) -> list[Node]:
    """A chip with his number for each player beside a village, and his pagodas."""
    nodes: list[Node] = []
    for seat, count in enumerate(numbers, 1):
        if count:
            x = 86 + 19 * len(nodes)
            chip = rect(0, 4, 10, 13, f"on-seat{seat}", round_=2)
            number = text_node(5, 14, str(seat), size=8.5, anchor="middle", tone="light")
            nodes.append(group(x, 0, chip, number, text_node(11, 14, str(count), size=8.5)))
    return nodes


def hand(player: State) -> Picture:
    """Tiles in hand and pagodas left."""
    nodes = [text_node(0, 14, "hand", size=9, tone="muted")]
    tiles = [tile(name, 34 + 46 * k, 1) for k, name in enumerate(player["tiles"])]
    nodes.append(group(0, 0, *tiles, key="hand"))
    left, seat = player["pagodas_left"], player["player"]
    nodes.append(text_node(208, 14, "pagodas left", size=9, tone="muted"))
    pagodas = (
        seat_piece("pagoda", 290, 10, seat, count=left, kind="pagoda left") if left else slot("pagoda", 290, 10, "0")
    )
    nodes.append(group(0, 0, pagodas, key="left"))
    return picture(24, "Tiles in hand, pagodas left", *nodes)
