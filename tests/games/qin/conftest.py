"""A table of Qin: a map drawn in the test, tiles of one's choice in hand, placements written as players write them."""

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from cext.games import load_game
from cext.games.qin.words.moves import TILE_NAMES
from tests.games.positions import Editable
from tests.games.variations import write_varied

PLACEMENT = re.compile(r"[RYB][a-m]\d+")
LETTERS = {"R": "red", "Y": "yellow", "B": "blue"}


class Table(Editable):
    """One position; seats count from 0. put() lays a tile in somebody's name, whatever the hand held."""

    def __init__(self, folder: Path, rows: list[str], *, players: int = 2, pagodas: int = 0, **options: Any) -> None:
        file = folder / "drawn.toml"
        quoted = ", ".join(f'"{row}"' for row in rows)
        text = f'title = "drawn"\nrows = [{quoted}]\nstatus = "reconstructed"\nsource = "a test"\n'
        file.write_text(text, encoding="utf-8")
        few = {"numbers.toml": {"pagodas": [pagodas] * 3}}
        edited = write_varied("qin", folder / "edited", few, {}) if pagodas else None
        game = load_game("qin", players=players, components=edited, map=str(file), **options)
        super().__init__(game, game.deal(seed=1))

    def hand(self, seat: int, *tiles: str) -> None:
        """Tiles such as RY in the hand of a seat; those it held go into the piles in exchange."""
        state = self.state
        bag, hand = state["bag"], state["hand"][seat]
        first = state["drawn"]
        held = [kind for kind, n in enumerate(hand) for _ in range(n)]
        wanted = [TILE_NAMES.index("-".join(LETTERS[letter] for letter in tile)) for tile in tiles]
        pool = held + bag[first:]
        for kind in wanted:
            pool.remove(kind)
        state["hand"][seat] = [wanted.count(kind) for kind in range(6)]
        state["drawn"] = first - len(held) + len(wanted)
        state["bag"] = [255] * state["drawn"] + pool
        self.position = self.game.position_from(state)

    def put(self, text: str, seat: int = 0) -> "Table":
        """Lay a tile in the name of a seat, written such as Ra1Yb1; the invariants must hold before and after."""
        self.set(active=seat)
        halves = sorted(PLACEMENT.findall(text), key=lambda half: "RYB".index(half[0]))
        text, tile = "".join(halves), "".join(half[0] for half in halves)
        self.hand(seat, tile, "RR", "YY")
        self.position.apply(self.game.words.parse(self.position, text))
        assert self.position.consistent() == 0
        return self

    def allows(self, text: str, seat: int = 0, tile: str = "") -> bool:
        """Whether a seat with that tile may lay it so."""
        self.set(active=seat)
        self.hand(seat, tile or text[0] * 2)
        offered = [self.game.words.notation(self.position, move) for move in self.position.moves()]
        return text in offered

    def area(self, square: str) -> dict[str, Any]:
        """The area a square belongs to: colour, squares, owner (from 1), pagodas."""
        areas = self.game.words.whole_state(self.position)["areas"]
        found: dict[str, Any] = next(area for area in areas if square in area["squares"])
        return found

    def owner(self, square: str) -> int | None:
        """Owner of a village or province, from 1."""
        for village in self.game.words.whole_state(self.position)["villages"]:
            if square in village["squares"]:
                return int(village["owner"]) if village["owner"] else None
        owner = self.area(square)["owner"]
        return int(owner) if owner else None

    def on_board(self) -> list[int]:
        """Pagodas of each seat on the board."""
        points: list[int] = self.position.points()
        return points

    def feature(self, text: str) -> dict[str, int]:
        """Features of a placement by name."""
        row = self.position.features(self.game.words.parse(self.position, text)).tolist()
        return dict(zip((name for name, *_ in self.game.feature_docs), row, strict=True))


@pytest.fixture
def table(tmp_path: Path) -> Callable[..., Table]:
    """table(rows, players=2, **options): a map drawn row by row."""
    return lambda rows, **options: Table(tmp_path, rows, **options)
