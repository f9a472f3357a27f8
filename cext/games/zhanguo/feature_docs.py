"""The features of ZhanGuo's weighted strategies: name, meaning, unit, in the order of features.pxd.

A feature tells what the move brings the player who makes it. Where a move only names a card and an action, it tells
what the best target promises.
"""

__all__ = ["FEATURES"]

FEATURES: tuple[tuple[str, str, str], ...] = (
    ("vp", "victory points scored at once: palace, VP square, markers the supply lacks", "VP"),
    ("unify", "the card goes to the own player board (unification action)", "0/1"),
    ("recruit", "court action: recruit 1 official", "0/1"),
    ("reassign", "court action: re-assign officials", "0/1"),
    ("governor", "court action: install 1 governor", "0/1"),
    ("hire", "court action: hire workers", "0/1"),
    ("palace", "court action: build 1 palace", "0/1"),
    ("wall", "court action: build 1 wall", "0/1"),
    ("triggers", "own cards the court card's number and action activate", "cards"),
    ("trigger_vp", "victory points those abilities score", "VP"),
    ("same_trigger", "own cards on the board with the trigger of the card placed (lost, when drafted away)", "cards"),
    ("extreme", "minus the distance of the number from the middle of 1-120, when the card leaves the hand without "
                "activating anything", "6 numbers"),
    ("first_card", "the card is the first in its region", "0/1"),
    ("third_card", "the card is the third in its region", "0/1"),
    ("markers", "value of the unification markers taken", "markers"),
    ("lead", "1: the player gains the highest value of an aspect; -1: loses it", "-1 to 1"),
    ("markers_paid", "value of the markers given back for a reward", "markers"),
    ("unrest", "change of unrest", "levels"),
    ("silenced", "regions that come to their maximum of unrest, minus regions freed from it", "regions"),
    ("officials", "officials that come from the supply", "officials"),
    ("set_progress", "types of officials that become present in a governors area, minus types that vanish", "types"),
    ("sets", "regions that come to hold one official of each type, minus regions that lose it", "regions"),
    ("set_majority", "majority points a governor in those regions would add", "VP"),
    ("hire_spots", "regions that come to hold an official who can hire, minus regions that lose the last", "regions"),
    ("workers", "change of the number of workers", "workers"),
    ("worker_regions", "change of the number of regions with a worker (a wall takes them from different ones)", "regions"),
    ("worker_pairs", "change of pairs of workers in regions open to a palace", "pairs"),
    ("out_of_office", "officials who leave a governors area to hire, minus officials who come back", "officials"),
    ("majority", "change of the own points for governors as the gameboard stands", "VP"),
    ("denied", "points for governors the other players lose together", "VP"),
    ("square_official", "the governor's square gives an official", "0/1"),
    ("square_reassign", "the governor's square gives re-assignment points", "0/1"),
    ("task_vp", "points of tasks accomplished by the move", "VP"),
    ("task_progress", "symbols of open tasks newly met", "symbols"),
    ("wall_vp", "points of walls as the player board stands: a wall built, or a criterion of an own wall met", "VP"),
    ("rods", "rods of the slot the wall takes", "rods"),
    ("reward", "a unification reward is accepted", "0/1"),
    ("disc", "places the own disc falls behind on the rewards track", "places"),
    ("points", "re-assignment points spent", "points"),
    ("ability", "an ability is activated (against stopping)", "0/1"),
    ("take_circle", "the circle board is taken", "0/1"),
    ("take_square", "the square board is taken", "0/1"),
    ("take_triangle", "the triangle board is taken", "0/1"),
    ("take_star", "the star board is taken", "0/1"),
    ("bid", "victory points bid for the choice of the board", "VP"),
)  # fmt: skip
