"""Ways: everybody goes one of three ways, rolls 40 sides and adds what the way gives; the highest wins. Openings are
fair where no way gives much more than the others: the smallest repair takes that off."""

from typing import Any

from analyser.rules import Rules, counter, data, points

WAYS = "road", "river", "hill"


class Ways(Rules):
    title = "Ways"
    players = 2, 3
    opening_turns = 1
    moves = {"go": ("goes by the {way}", "{way}", {"way": WAYS})}
    classes = {"R": "the road", "V": "the river", "H": "the hill"}
    features = {"hill": "by the hill | ways"}
    plans = {
        "any": {"weights": {"hill": 0.0}, "temperature": 1.0},
        "level": {"weights": {"hill": -0.1}, "temperature": 1.0},
    }
    repair = {"numbers.gives.*": {"low": 0, "high": 8, "step": 2}}

    gives = data({"road": 4, "river": 4, "hill": 8})

    rolled = points("points rolled")
    bonus = points("points of the way")
    trips = counter("ways gone")

    def legal(self, table: Any, seat: int) -> list[tuple[str, str]]:
        return [("go", way) for way in WAYS]

    def play(self, table: Any, seat: int, move: Any) -> None:
        table.trips[seat] += 1
        table.rolled[seat] = table.rng.below(40)
        table.bonus[seat] = self.gives[move[1]]
        if sum(table.trips) == len(self.seats):
            table.end_game()
        else:
            table.end_turn()

    def kind_of(self, table: Any, seat: int, move: Any) -> str:
        return "RVH"[WAYS.index(move[1])]

    def weigh(self, table: Any, seat: int, move: Any) -> tuple[int]:
        return (int(move[1] == "hill"),)
