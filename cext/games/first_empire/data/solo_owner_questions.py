"""What an owner of The First Empire would look up on Li Si's cards: the questions in the rulebook's words."""

from collections.abc import Callable

from cext.games.first_empire.data.component_solo import LISI_ROWS, SOLO_ROWS
from cext.games.owner_questions import Content, OwnerQuestion, in_csv

__all__ = [
    "LEGEND_OF_GOVERNOR_CARDS", "LEGEND_OF_LISI", "LEGEND_OF_PALACE_CARDS", "LEGEND_OF_WALL_CARDS",
    "look_at_governor_cards", "look_at_lisi", "look_at_palace_cards", "look_at_wall_cards",
]  # fmt: skip

LEGEND_OF_GOVERNOR_CARDS = (
    "left_1: one Governor on the leftmost bonus space; right_2: two, from the right; open_1: one in the open area"
)
LEGEND_OF_PALACE_CARDS = "Palace tile: 1 if the card bears the symbol to take it, else 0"
LEGEND_OF_WALL_CARDS = "Emperor tile: 1 if it is taken, else 0; section and space: left or right"
LEGEND_OF_LISI = (
    "once: 1 for a card that is removed when played, else 0; scoring cards: A 2-4-6 with Governors, B 4-6-8, C 5-7-9 "
    "with the Elixir, D 3-5-7 for walls; Li Si's place in turn order: 1 or 2"
)


def of_family(
    family: str, fields: tuple[str, ...], question: str, *, count: int | None = None
) -> Callable[[Content], list[OwnerQuestion]]:
    """A lookup of each action card of a family."""
    return in_csv(
        "solo_cards.csv", SOLO_ROWS, fields,
        lambda row: f"Solo Action card {row['number']}: {question}", "the card of that number, from left to right",
        rows=lambda row: row["family"] == family, count=count,
    )  # fmt: skip


look_at_governor_cards = of_family(  # ways and orders of the cards 10 to 14
    "governor", ("mode", "order"),
    "how does it place Governors, and in which order of regions? (way; regions from left to right)", count=6,
)  # fmt: skip
look_at_palace_cards = of_family(  # orders of the cards 15 to 19
    "palace", ("order", "tokens", "takes_tile"),
    "in which order of regions and of tokens, and is the Palace tile taken? (regions; aspects; 0 or 1)", count=9,
)  # fmt: skip
look_at_wall_cards = of_family(  # orders and ways of the cards 20 to 24
    "wall", ("order", "section", "slot", "takes_tile"),
    "in which order of wall sites, in which section and from which side is the space, and is the Emperor tile "
    "taken? (sites 1 to 3; left or right; left or right; 0 or 1)",
)  # fmt: skip
LISI_CARDS = in_csv(
    "lisi_cards.csv", LISI_ROWS, ("deck", "top", "bottom", "position", "space", "soldiers"),
    lambda row: f"Li Si card {row['level']}: what does it say? (numbers of its nine cards; upper scoring card; lower "
                "one; place in turn order; space of his ship; soldiers unlocked)",
    "the Li Si card of that challenge", count=14,
)  # fmt: skip
ELIXIR_CARDS = of_family(
    "elixir", ("once", "steps"),
    "is it removed when played, and how many spaces does the ship move? (0 or 1; spaces)",
)  # fmt: skip


def look_at_lisi(content: Content) -> list[OwnerQuestion]:
    """The four Li Si cards, then the elixir cards."""
    return LISI_CARDS(content) + ELIXIR_CARDS(content)
