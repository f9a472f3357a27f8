"""What an owner of Middle Kingdom would look up in the box: how many Nobles have which jade."""

from cext.games.middle_kingdom.data.components import CARD_ROWS
from cext.games.owner_questions import in_csv

__all__ = ["look_at_nobles"]


look_at_nobles = in_csv(  # the Nobles of 2, 3 and 4 VP among the twelve
    "cards.csv", CARD_ROWS, ("count",),
    lambda row: f"How many of the 12 Nobles are worth {row['vp']} VP?",
    "the jade emblems of the Noble cards", rows=lambda row: row["card"].startswith("noble"),
)  # fmt: skip
