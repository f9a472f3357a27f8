"""What drawn tables are made of: a picture is a tree of SVG nodes, plain data fit for JSON, from a few kinds of pieces.

A node is (name, attributes, *children); a child is a node or a text. The page of a replay builds the tree in the
browser, `svg_text` writes it as XML; either way texts are texts, so a name cannot become markup. Colours are classes
(`on-red`, `on-seat2`) of cext/games/palette.py. A group with a `data-key`, unique in its picture, is marked where it
differs from the picture before; one with `data-piece` stands for `data-count` pieces of that kind, which tests count.
"""

import marshal
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Any, TypeVar
from xml.etree import ElementTree

from cext.games.lettering import SIZE, sized, text_width, wrapped
from cext.games.text_view import part

__all__ = [
    "GAP", "WIDTH", "Node", "PartCache", "Picture", "box", "card", "coins", "column", "column_width", "cube", "field",
    "group", "heap", "label", "picture", "pieces_of", "rect", "rows_of", "seat_piece", "slot", "slots",
    "stack", "svg_text", "text_node", "tooltip", "track",
]  # fmt: skip

Drawn = TypeVar("Drawn")
Node = Any  # (name, {attribute: value}, *children), never changed once it is made
Picture = dict[str, Any]  # what picture() gives: a block of a drawing, {"svg": …}

GAP = 4  # between columns
WIDTH = 340  # of every picture, in units of about a pixel: a phone's width, and a column of a wide page
MARGIN = 3  # around it, for the frame of what has changed
SEAT_SHAPES = {
    "governor": "M0-7.5A7.5 7.5 0 1 1 0 7.5A7.5 7.5 0 1 1 0-7.5Z",  # a disc
    "palace": "M-7.5 7.5V-2L-9-3L0-8.5L9-3L7.5-2V7.5Z",  # a roof
    "wall": "M-8.5 7.5V-7H-4.5V-4.5H-2V-7H2V-4.5H4.5V-7H8.5V7.5Z",  # battlements
    "disc": "M-4-7.5H4L8 0L4 7.5H-4L-8 0Z",  # six corners
    "pagoda": "M-8 7.5L-5 1H-7.5L0-8.5L7.5 1H5L8 7.5Z",  # two roofs
    "soldier": "M-7 7.5V-1A7 7 0 0 1 7-1V7.5Z",  # a head and shoulders
    "ship": "M-8.5 0H-1V-8L7 0H8.5L6 7.5H-6Z",  # a hull under sail
}

# Of equal leaves there is one object: a page of hundreds of moments looks at each of them once.
once = lru_cache(maxsize=1 << 14)


# -- letters ---------------------------------------------------------------------------------------------------------


@once
def text_node(x: float, y: float, text: str, *, size: float = SIZE, anchor: str = "start", tone: str = "") -> Node:
    """A text whose letters stand on y; anchor: start, middle or end; tone: classes (`muted`, `strong`, `in-red`)."""
    attributes: dict[str, Any] = {"x": short(x), "y": short(y), "font-size": short(size)}
    if anchor != "start":
        attributes["text-anchor"] = anchor
    if tone:
        attributes["class"] = tone
    return "text", attributes, text


def short(number: float) -> float | int:
    """A number as short as it can be written."""
    rounded = round(number, 1)
    return int(rounded) if rounded == int(rounded) else rounded


# -- nodes -----------------------------------------------------------------------------------------------------------


def group(x: float, y: float, *children: Node, **data: Any) -> Node:
    """Nodes moved by (x, y); data: `key`, `piece`, `count` become data-key, …"""
    attributes: dict[str, Any] = {f"data-{name}": value for name, value in data.items()}
    if x or y:
        attributes["transform"] = f"translate({short(x)} {short(y)})"
    return "g", attributes, *(child for child in children if child)


@once
def tooltip(text: str) -> Node:
    """Long words of the group it stands in, shown where a pointer rests and read by screen readers."""
    return "title", {}, text


@once
def rect(x: float, y: float, width: float, height: float, tone: str = "ground", *, round_: float = 3) -> Node:
    """A rectangle; tone: a class that fills it."""
    corners = {"x": short(x), "y": short(y), "width": short(width), "height": short(height), "rx": round_}
    return "rect", {**corners, "class": tone}


def label(
    x: float, y: float, width: float, text: str, *, size: float = SIZE, tone: str = "", middle: bool = True
) -> Node:
    """A text in the middle, or at the left, of so much room, smaller where it has to be."""
    place = x + width / 2 if middle else x
    return text_node(place, y, text, size=sized(text, width, size), anchor="middle" if middle else "start", tone=tone)


@once
def box(
    x: float,
    y: float,
    width: float,
    height: float,
    text: str,
    *,
    tone: str = "ground",
    size: float = SIZE,
    long: str = "",
    piece: str = "",
) -> Node:
    """A rectangle with a text in it; long: what it says in whole words. piece: what it counts as, one of it."""
    at = sized(text, width - 4, size)
    letters = "dark" if tone.startswith("on-") and not tone.startswith("on-seat") else ""
    data = {"piece": piece, "count": 1} if piece else {}
    return group(
        x, y, tooltip(long) if long else None, rect(0, 0, width, height, tone),
        text_node(width / 2, height / 2 + 0.36 * at, text, size=at, anchor="middle", tone=letters),
        **data,
    )  # fmt: skip


# -- pieces ----------------------------------------------------------------------------------------------------------


@once
def seat_piece(shape_: str, x: float, y: float, seat: int, *, count: int = 1, kind: str = "", scale: float = 1) -> Node:
    """A player's piece around (x, y), about 16 wide, with his number; behind it ×n for several.

    shape_: one of SEAT_SHAPES. kind: what it counts as; by default what its shape is called.
    """
    many = text_node(9.5, 3.5, f"×{count}", size=8.5) if count > 1 else None
    shape = ["path", {"d": SEAT_SHAPES[shape_], "class": f"on-seat{seat}"}]
    number = text_node(0, 3.4 + _low(shape_), str(seat), size=9, anchor="middle", tone="light")
    node = group(x, y, shape, number, many, piece=kind or shape_, count=count, seat=seat)
    if scale != 1:
        node[1]["transform"] += f" scale({scale:.2f})"
    return node


def _low(shape_: str) -> float:
    """How far below the middle a number stands."""
    return 0 if shape_ in ("governor", "disc") else 1.5


@once
def slot(shape_: str, x: float, y: float, text: str = "") -> Node:
    """The empty place of a player's piece around (x, y), with what it is worth."""
    shape = ["path", {"d": SEAT_SHAPES[shape_], "class": "empty"}]
    return group(
        x, y, shape, text_node(0, 3.4 + _low(shape_), text, size=8.5, anchor="middle", tone="muted") if text else None
    )


@once
def cube(kind: str, x: float, y: float, letter: str, tone: str, *, count: int = 1) -> Node:
    """So many wooden cubes of a kind: one, 13 wide, with its letter, or 19 wide with letter and number."""
    wide, text = (19, f"{letter}{count}") if count > 1 else (13, letter)
    inside = text_node(wide / 2, 9.8, text, size=9, anchor="middle", tone="dark strong" if count > 1 else "dark")
    return group(x, y, rect(0, 0, wide, 13, tone, round_=2), inside, piece=kind, count=count)


def cubes(
    numbers: Mapping[str, int], signs: Mapping[str, tuple[str, str]], x: float, y: float, *, step: float
) -> list[Node]:
    """Cubes side by side, a kind with its number; signs: letter and colour of each kind."""
    here = [kind for kind in signs if numbers[kind]]
    return [
        cube(kind, x + step * k, y, signs[kind][0], f"on-{signs[kind][1]}", count=numbers[kind])
        for k, kind in enumerate(here)
    ]


def supply(counts: Mapping[str, int], seat: int, x: float, y: float) -> list[Node]:
    """Pieces a player has left, by kind: each keyed, its empty place where there are none."""
    nodes = []
    for k, (kind, count) in enumerate(counts.items()):
        at = x + 44 * k
        one = seat_piece(kind, at, y, seat, count=count) if count else slot(kind, at, y, "0")
        nodes.append(group(0, 0, one, key=f"supply {kind}"))
    return nodes


def workers(count: int, at: tuple[float, float], tone: str, text: Node) -> Node:
    """A disc for workers with their number beside it."""
    disc = ["circle", {"cx": at[0], "cy": at[1], "r": 6, "class": tone}]
    return group(0, 0, tooltip(f"{count} worker{'s'[: count > 1]}"), disc, text, piece="worker", count=count)


def track(kind: str, x: float, y: float, slots: int, filled: int, tone: str, *, step: float = 13) -> Node:
    """A track of `slots` squares of which the first `filled` are taken."""
    squares = [rect(step * i, 0, step - 2, 9, tone if i < filled else "empty", round_=2) for i in range(slots)]
    return group(x, y, *squares, piece=kind, count=filled)


def card(
    x: float, y: float, width: float, number: str, tone: str, lines: Sequence[str], *, long: str = "", key: str = ""
) -> Node:
    """A card: its number on its colour, then lines; long: what it says in whole words. 12 high a line, and 5."""
    height = 12 * len(lines) + 5
    wide = text_width(number, 9) + 3 if number else 0
    head = text_node(4, 11.5, number, size=9, tone="dark strong") if number else None
    first = label(4 + wide, 11.5, width - 7 - wide, lines[0], size=9, tone="dark", middle=False)
    rest = [
        label(4, 11.5 + 12 * i, width - 7, line, size=9, tone="dark", middle=False) for i, line in enumerate(lines) if i
    ]
    named = {"key": key} if key else {}
    return group(
        x, y, tooltip(long) if long else None, rect(0, 0, width, height, tone), head, first, *rest,
        piece="card", count=1, **named,
    )  # fmt: skip


def stack(kind: str, x: float, y: float, tone: str, count: int, *, more: str = "") -> Node:
    """A heap of equal cards or tiles as one, with their number."""
    return _heaped(kind, x, y, rect(0, 0, 12, 15, tone, round_=2), count, more)


def coins(kind: str, x: float, y: float, tone: str, count: int, *, more: str = "") -> Node:
    """The same of round things."""
    return _heaped(kind, x, y, ["circle", {"cx": 6, "cy": 8, "r": 6.5, "class": tone}], count, more)


def _heaped(kind: str, x: float, y: float, shape: Node, count: int, more: str) -> Node:
    """A thing with the number there are."""
    return group(x, y, shape, text_node(16, 11.5, f"{count}{more}", size=9.5), piece=kind, count=count)


# -- several of them -------------------------------------------------------------------------------------------------


def column(place: int, of: int) -> float:
    """Where one of so many columns of a picture begins."""
    return place * (column_width(of) + GAP)


def column_width(of: int) -> float:
    """How wide one of so many columns is."""
    return (WIDTH - (of - 1) * GAP) / of


def heap(shape_: str, numbers: Sequence[int], x: float, y: float, *, least: int = 1) -> list[Node]:
    """Pieces of players from (x, y) on, those of two players a row; numbers: by seat."""
    held = [(i + 1, n) for i, n in enumerate(numbers) if n >= least]
    return [seat_piece(shape_, x + 31 * (k % 2), y + 18 * (k // 2), seat, count=n) for k, (seat, n) in enumerate(held)]


def slots(
    shape_: str,
    owners: Sequence[int | None],
    worth: Sequence[object],
    middle: float,
    y: float,
    *,
    step: float,
    key: str,
) -> list[Node]:
    """Places in a row, taken or free, each keyed; worth: what is written on the free ones."""
    nodes = []
    for k in range(max(len(owners), len(worth))):
        x = middle + step * (k - (max(len(owners), len(worth)) - 1) / 2)
        owner = owners[k] if k < len(owners) else None
        one = seat_piece(shape_, x, y, owner) if owner else slot(shape_, x, y, str(worth[k]))
        nodes.append(group(0, 0, one, key=f"{key}.{k}"))
    return nodes


def field(width: float, height: float, title: str, text: str, *, lines: int = 2) -> list[Node]:
    """A field with a title and a small text below, in so many lines at most."""
    below = wrapped(text, width - 10, 9)[:lines]
    return [
        rect(0, 0, width, height),
        label(4, 12, width - 8, title, tone="strong", middle=False),
        *(label(4, 25 + 11 * k, width - 8, line, size=9, middle=False) for k, line in enumerate(below)),
    ]


def rows_of(
    heads: Sequence[tuple[str, str]], rows: Sequence[Sequence[str]], now: int, *, high: float
) -> tuple[list[Node], Sequence[float]]:
    """A table: heads (text, tone), numbered rows of texts, the one numbered `now` marked; where its columns begin."""
    left, count = 14 + GAP, len(heads)
    wide = (WIDTH - left - (count - 1) * GAP) / count
    begin = [left + k * (wide + GAP) for k in range(count)]
    nodes = [box(x, 0, wide, 16, text, tone=tone) for x, (text, tone) in zip(begin, heads, strict=True)]
    for number, row in enumerate(rows, 1):
        y = 18 + (high + 2) * (number - 1)
        nodes.append(text_node(4, y + high / 2 + 3.5, str(number), tone="strong" if number == now else "muted"))
        for x, text in zip(begin, row, strict=True):
            lines = wrapped(text, wide - 4, 9) if high > 20 else [text]
            first = high / 2 + 3.5 - 5.5 * (len(lines[:2]) - 1)
            inside = [label(2, first + 11 * i, wide - 4, line, size=9) for i, line in enumerate(lines[:2])]
            nodes.append(
                group(x, y, tooltip(text), rect(0, 0, wide, high, "field now" if number == now else "field"), *inside)
            )
    return nodes, begin


# -- whole pictures --------------------------------------------------------------------------------------------------


def picture(height: float, label_: str, *nodes: Node) -> Picture:
    """A block of a drawing: WIDTH wide; label_: what it is, for who does not see it."""
    drawn = [node for node in nodes if node]
    return {"svg": {"width": WIDTH, "height": short(height), "margin": MARGIN, "label": label_, "nodes": drawn}}


def pieces_of(nodes: Sequence[Node]) -> Iterator[Mapping[str, Any]]:
    """Attributes of every group that stands for pieces."""
    for node in nodes:
        if not isinstance(node, str):
            if "data-piece" in node[1]:
                yield node[1]
            yield from pieces_of(node[2:])


class PartCache:
    """Parts drawn before: equal plain data gives the same object, so that of a game's hundreds of moments only what
    has moved is drawn. Parts are never changed once they are drawn."""

    def __init__(self) -> None:
        self.drawn: dict[tuple[str, bytes], Any] = {}

    def of(self, name: str, draw: Callable[..., Drawn], *given: Any) -> Drawn:
        """draw(*given), once for each name and what is given: plain data, all that the part depends on."""
        key = name, marshal.dumps(given, 2)  # 2: equal values have equal bytes
        if key not in self.drawn:
            self.drawn[key] = draw(*given)
        drawn: Drawn = self.drawn[key]
        return drawn

    def part(
        self, title: str, draw: Callable[[Mapping[str, Any]], Any], state: Mapping[str, Any], *keys: str
    ) -> dict[str, Any]:
        """A titled part with one picture, drawn from these entries of the state."""
        return self.of(title, lambda read: part(title, [draw(read)]), {key: state[key] for key in keys})


CONTROL = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f]")  # what XML cannot hold


def svg_text(svg: Mapping[str, Any]) -> str:
    """The picture of a block as SVG for a page that has palette.style()."""
    size = {"width": str(svg["width"]), "height": str(svg["height"])}
    root = ElementTree.Element(
        "svg", {"xmlns": "http://www.w3.org/2000/svg", "role": "img", "class": "picture", **size}
    )
    margin = svg["margin"]
    root.set("viewBox", f"{-margin} {-margin} {svg['width'] + 2 * margin} {svg['height'] + 2 * margin}")
    root.set("aria-label", CONTROL.sub("", svg["label"]))
    for node in svg["nodes"]:
        _grown(root, node)
    return ElementTree.tostring(root, encoding="unicode")


def _grown(parent: ElementTree.Element, node: Node) -> None:
    """Hang a node below its parent."""
    name, attributes, *children = node
    element = ElementTree.SubElement(parent, name, {key: str(value) for key, value in attributes.items()})
    for child in children:
        if isinstance(child, str):
            element.text = CONTROL.sub("", child)
        else:
            _grown(element, child)
