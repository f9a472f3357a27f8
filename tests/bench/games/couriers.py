"""Couriers: ride between towns; what a delivery pays depends on the best route, which roads of yours shorten."""

from analyser.rules import Rules, counter, per_seat, pile, points

TOWNS = ("Abel", "Brook", "Crag", "Dale", "Elm", "Ford", "Glen", "Hill")
ROADS = (
    (0, 1, 3), (0, 2, 4), (1, 2, 2), (1, 3, 5), (2, 4, 4), (3, 4, 2), (3, 5, 3), (4, 6, 5), (5, 6, 2), (5, 7, 4),
    (6, 7, 3), (2, 6, 7),
)  # fmt: skip
FAR = 99


class Couriers(Rules):
    title = "Couriers"
    players = 2, 3
    rounds = 12
    moves = {
        "deliver": ("takes the letter to {town}", "{town}", {"town": TOWNS}),
        "pave": ("paves road {road}", "p{road}", {"road": range(len(ROADS))}),
    }
    features = {
        "pays": "points of the letter, less days | points",
        "days": "days on the way | days",
        "next": "best letter from there | points",
        "saved": "days that the road saves for all letters | days",
    }
    plans = {
        "rider": {"pays": 1, "days": -0.1, "next": 0.5},
        "paver": {"pays": 1, "days": -0.4, "saved": 0.6},
        "planner": {"pays": 1, "next": 0.8, "saved": 0.2},
    }

    letters = pile(4)  # where they go
    bag = pile(40, secret=True)
    at = per_seat()
    paved = per_seat(pile(12))
    posts = points("points of letters")
    days = counter("days on the way")

    def deal(self, table, rng):
        table.bag = rng.shuffled(list(range(len(TOWNS))) * 5)
        table.letters = [table.bag.pop() for _ in range(4)]
        table.at = [rng.below(len(TOWNS)) for _ in self.seats]

    def length(self, table, seat, road):
        return 1 if road in table.paved[seat] else ROADS[road][2]

    def distances(self, table, seat, start, extra):
        """Days from a town to each; extra: a road that would be paved, too."""
        days = [FAR] * len(TOWNS)
        days[start] = 0
        changed = True
        while changed:
            changed = False
            for road, (a, b, _) in enumerate(ROADS):
                length = 1 if road == extra else self.length(table, seat, road)
                for one, two in ((a, b), (b, a)):
                    if days[one] + length < days[two]:
                        days[two] = days[one] + length
                        changed = True
        return days

    def worth(self, town, days):
        return 8 + town % 3 - days

    def legal(self, table, seat):
        moves = [("deliver", TOWNS[town]) for town in dict.fromkeys(table.letters) if town != table.at[seat]]
        if len(table.paved[seat]) < 4:
            moves += [("pave", road) for road in range(len(ROADS)) if road not in table.paved[seat]]
        return moves or [("deliver", TOWNS[(table.at[seat] + 1) % len(TOWNS)])]

    def play(self, table, seat, move):
        if move[0] == "pave":
            table.paved[seat].append(move[1])
        else:
            town = TOWNS.index(move[1])
            days = self.distances(table, seat, table.at[seat], -1)[town]
            table.posts[seat] += max(0, self.worth(town, days))
            table.days[seat] += days
            table.at[seat] = town
            if town in table.letters:
                table.letters.remove(town)
                if table.bag:
                    table.letters.append(table.bag.pop())
        table.end_turn()

    def tie_break(self, table, seat):
        return -table.days[seat]

    def best_letter(self, table, seat, start, taken):
        """The town of the letter that pays most from a town; -1: there is none."""
        days = self.distances(table, seat, start, -1)
        others = [town for town in table.letters if town not in (start, taken)]
        return max(others, key=lambda town: (self.worth(town, days[town]), -town), default=-1)

    def before_weigh(self, table, seat):
        return self.distances(table, seat, table.at[seat], -1)

    def weigh(self, table, seat, move, now):
        here = table.at[seat]
        if move[0] == "pave":
            then = self.distances(table, seat, here, move[1])
            return 0, 0, 0, sum(now[town] - then[town] for town in table.letters)
        town = TOWNS.index(move[1])
        following = self.best_letter(table, seat, town, here)
        after = self.worth(following, self.distances(table, seat, town, -1)[following]) if following >= 0 else 0
        return self.worth(town, now[town]), now[town], after, 0
