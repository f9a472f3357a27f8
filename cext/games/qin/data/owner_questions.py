"""What an owner of Qin would look up in the box: squares of the two sides of the gameboard."""

from cext.games.component_schema import ListValue, TextValue
from cext.games.owner_questions import Content, OwnerQuestion
from cext.games.qin.data.maps import SIDE

__all__ = ["BIRD", "DOUBTFUL", "LAKES", "LEGEND_OF_MAPS", "look_at_bird", "look_at_lakes"]

BIRD = "maps/bird.toml"
LAKES = "maps/lakes_reconstructed.toml"
# Squares by their names: column a to m from the left, row 1 to 13 from the top.
DOUBTFUL = ("b8", "b1", "a2", "l1", "a4", "a6", "a13")
ROWS_OF_SIDE = ListValue(TextValue(), SIDE, f"rows: write {SIDE}")
LEGEND_OF_MAPS = (
    "columns are a to m from the left, rows 1 to 13 from the top; . grassland, v village, ~ water, R Y B printed space"
)


def look_at_bird(content: Content) -> list[OwnerQuestion]:
    """Squares the two transcriptions leave in doubt."""
    return [
        OwnerQuestion(
            file=BIRD,
            place=(),
            fields={"rows": ROWS_OF_SIDE},
            question=f"Bird side: which of the squares {', '.join(DOUBTFUL)} are village? (all {SIDE} rows)",
            where="the upper and left edge of the gameboard, and row 8",
            count=len(DOUBTFUL),
        )
    ]


def look_at_lakes(content: Content) -> list[OwnerQuestion]:
    """The whole second side."""
    return [
        OwnerQuestion(
            file=LAKES,
            place=(),
            fields={"rows": ROWS_OF_SIDE},
            question=f"Other side of the gameboard: what are its {SIDE} rows of {SIDE} squares? (a row is a word such "
            "as ..v....~~....)",
            where="the side without the bird",
            count=SIDE,
        )
    ]
