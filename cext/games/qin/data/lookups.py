"""What an owner of Qin would look up in the box: squares of the two sides of the gameboard."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from cext.games.component_forms import Each, Entry, Text
from cext.games.lookups import Content, Lookup
from cext.games.qin.data.maps import SIDE
from cext.kernel import json_schema as js

__all__ = ["BIRD", "DOUBTFUL", "LAKES", "LEGEND_OF_MAPS", "Villages", "look_at_bird", "look_at_lakes"]

BIRD = "maps/bird.toml"
LAKES = "maps/lakes_reconstructed.toml"
# Squares by their names: column a to m from the left, row 1 to 13 from the top.
DOUBTFUL = {"b8": (7, 1), "b1": (0, 1), "a2": (1, 0), "l1": (0, 11), "a4": (3, 0), "a6": (5, 0), "a13": (12, 0)}
LEGEND_OF_MAPS = (
    "columns are a to m from the left, rows 1 to 13 from the top; . grassland, v village, ~ water, R Y B printed space"
)


@dataclass(frozen=True)
class Villages:
    """The rows of a map of which some squares may be villages or grassland; rows: as they stand."""

    rows: tuple[str, ...]

    def read(self, entry: Entry, key: str, value: object) -> Any:
        """The rows."""
        return Each(Text()).read(entry, key, value)

    def schema(self) -> js.Schema:
        """The JSON Schema of rows."""
        return js.listed(js.text(), 0, None)

    def of_answer(self, entry: Entry, key: str, words: list[str]) -> list[str]:
        """The rows with the villages somebody names; raises ComponentError."""
        for name in words:
            if name not in DOUBTFUL and name != "none":
                raise entry.error(f"{name!r} is none of the squares asked for: write {', '.join(DOUBTFUL)} or none")
        rows = [list(row) for row in self.rows]
        for name, (row, column) in DOUBTFUL.items():
            rows[row][column] = "v" if name in words else "."
        return ["".join(row) for row in rows]

    def to_answer(self, rows: Sequence[str]) -> str:
        """The squares of DOUBTFUL that are village in these rows."""
        return " ".join(name for name, (row, column) in DOUBTFUL.items() if rows[row][column] == "v") or "none"


def look_at_bird(content: Content) -> list[Lookup]:
    """Squares the two transcriptions leave in doubt."""
    return [
        Lookup(
            file=BIRD,
            place=(),
            fields={"rows": Villages(tuple(content[BIRD]["rows"]))},
            question=f"Bird side: which of the squares {', '.join(DOUBTFUL)} are village? (their names, or none)",
            where="the upper and left edge of the gameboard, and row 8",
            count=len(DOUBTFUL),
        )
    ]


def look_at_lakes(content: Content) -> list[Lookup]:
    """The whole second side."""
    return [
        Lookup(
            file=LAKES,
            place=(),
            fields={"rows": Each(Text(), SIDE, f"rows: write {SIDE}")},
            question=f"Other side of the gameboard: what are its {SIDE} rows of {SIDE} squares? (a row is a word such "
            "as ..v....~~....)",
            where="the side without the bird",
            count=SIDE,
        )
    ]
