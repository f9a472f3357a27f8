"""What nobody but the box knows of Middle Kingdom, and how it may vary within all that is known.

It is one thing: how the twelve Nobles split into 2, 3 and 4 VP. The Contents state every other card, the list of cards
with jade is complete ("These are the …": the Emperor and the Harvest have none), numbers.toml is the text's.
"""

from cext.games.middle_kingdom.data.components import CARD_ROWS, SHOWN
from cext.games.owner_questions import Content, in_csv, is_owner_data
from cext.games.printings import KeyedRandom, RulingReading, UnknownGroup

__all__ = ["READINGS", "UNKNOWNS"]

NOBLES = ("noble_2", "noble_3", "noble_4")
SPLITS = [
    (twos, 12 - twos - fours, fours)
    for twos in range(SHOWN["noble_2"], 12)
    for fours in range(SHOWN["noble_4"], 13 - twos)
]  # of twelve Nobles


look_at_nobles = in_csv(  # what an owner would look up in the box
    "cards.csv", CARD_ROWS, ("count",),
    lambda row: f"How many of the 12 Nobles are worth {row['vp']} VP?",
    "the jade emblems of the Noble cards", rows=lambda row: row["card"].startswith("noble"),
)  # fmt: skip


def draw_nobles(content: Content, draws: KeyedRandom) -> None:
    """Any split that has what the example shows, and what is known."""
    rows = [row for row in content["cards.csv"] if row["card"] in NOBLES]
    told = {row["card"]: row["count"] for row in rows if is_owner_data(row)}
    splits = [dict(zip(NOBLES, split, strict=True)) for split in SPLITS]
    split = draws.among([one for one in splits if one | told == one] or splits)
    for row in rows:
        row["count"] = split[row["card"]]


def faults_of_nobles(content: Content) -> int:
    """Nobles more or less than twelve."""
    found: int = sum(row["count"] for row in content["cards.csv"] if row["card"] in NOBLES)
    return abs(found - 12)


UNKNOWNS = (
    UnknownGroup(
        name="nobles", data="cards.csv: count of the Nobles of 2, 3 and 4 VP",
        prior="each of the 55 splits of twelve alike that have two 2s and a 4 at least; perhaps no 3",
        reason="Contents: 12 Nobles; VPs on cards: Nobles (2-4); Final scoring, example: +4+2+2; no source tells the "
               "split",
        draw=draw_nobles, lookups=look_at_nobles, faults=faults_of_nobles,
    ),
)  # fmt: skip

READINGS = (
    RulingReading("harvest_after", {"off": 0.55, "other": 0.2, "on": 0.25},
                  "Play Bid Cards (M1): the example counts the hand with the Reset, 3 cards and then 2 left, of "
                  "two bids before both or before the Reset alone; the sentence, upon playing it and having three "
                  "or fewer, may count what is left"),
    RulingReading("emperor_first", {False: 0.7, True: 0.3},
                  "Two player game (M19): when the +.5 is designated is not said; the order of powers has the "
                  "Emperor last"),
    RulingReading("reset_no_half", {False: 0.7, True: 0.3},
                  "Two player game (M4): which one of two Bid Cards excludes none; a Reset by itself has no value "
                  "to add to"),
    RulingReading("moved_merchants",
                  {"everywhere": 0.6, "except_taking": 0.1, "except_swap": 0.1, "except_heir": 0.1, "goal_cards": 0.1},
                  "Claim powers (M8): two cards for determining most of that type; a Goal Card in the middle asks "
                  "for two of a type, the swap and the Heir at the end for most, but of the player's cards and of "
                  "Warlords"),
    RulingReading("swap_market", {False: 0.8, True: 0.2},
                  "Claim powers (M9): swapped before Dynasty Cards are claimed, and the Market is for what is "
                  "claimed; draws for tied stacks, which are no claims either, may use it in so many words"),
    RulingReading("never_had_dragon", {"first": 0.6, "last": 0.2, "undecided": 0.2},
                  "Assign the Celestial Dragon (M12): among them who had it least recently; if possible, otherwise "
                  "do not assign it"),
    RulingReading("token_limit", {False: 0.8, True: 0.2}, "Contents (M13): 18 tokens; that they run out is not said"),
)  # fmt: skip
