"""The made-up game of which one method is of the grammar."""

__all__ = ["game_of"]

HEAD = '''"""A made-up game, whose last method is another in each file."""

from analyser.rules import Rules, number, numbers, per_seat, pile, piles, points

FIVE = (3, 1, 4, 1, 5)
WORDS = ("A", "B", "AB", "BA")
COSTS = {"A": 2, "B": 3, "AB": 5}
ROWS = [{"cost": 2, "gain": 3, "of": [1, 2]}, {"cost": 0, "gain": 1, "of": []}, {"cost": 4, "gain": 9, "of": [5, 0, 5]}]
GRID = [[1, 2], [3], [0, 2, 3]]


class Body(Rules):
    players = 2
    rounds = 5
    moves = {"go": ("goes {a} {b} {w}", "{a} {b} {w}", {"a": range(8), "b": range(-2, 5), "w": ("A", "B", "AB")})}
    features = {"x": "first | number", "y": "second | number", "z": "third | number"}
    turn = number()
    n = number()
    m = number()
    v = numbers(5)
    p = pile(8)
    q = pile(8, low=-128, high=127)
    r = piles(3, 4)
    h = per_seat(pile(6))
    k = per_seat(numbers(3, low=-1000, high=1000))
    s = points("points")

    def deal(self, table, rng):
        table.n, table.m = rng.below(9) - 4, rng.below(9)
        table.v = [rng.below(9) - 3 for _ in range(5)]
        table.p = [rng.below(6) for _ in range(rng.below(8))]
        table.q = [rng.below(4) for _ in range(2 + rng.below(5))]
        table.r = [[rng.below(5) for _ in range(rng.below(4))] for _ in range(3)]
        table.h = [[rng.below(7) for _ in range(3)] for _ in self.seats]
        table.k = [[rng.below(7), 2, rng.below(3)] for _ in self.seats]
        table.s = [rng.below(50) for _ in self.seats]

    def legal(self, table, seat):
        return [("go", (3 * table.turn + 5 * i) % 8, (table.turn + i) % 7 - 2, WORDS[i % 3]) for i in range(4)]

    def bump(self, table):
        table.v = [(x + 1) % 7 for x in table.v]
        table.n = (table.n + 3) % 11
        return table.n % 5

    def push(self, table, x):
        if len(table.q) < 8:
            table.q.append(x % 6)
        return len(table.q)

    def twice(self, x):
        return x * 2 % 9

    def grow(self, xs, x):
        xs.append(x % 8)
        return xs

    def low(self, xs):
        return [x for x in xs if x < 3]

    def found(self, xs, x):
        for i, each in enumerate(xs):
            if each == x:
                return i
        return None

    def pair(self, table, x):
        table.m = (table.m + x) % 9
        return x % 5, table.m

    def drain(self, table):
        total = 0
        while table.q and total < 9:
            total += table.q.pop()
        return total

    def swap(self, table):
        table.p, table.q = list(table.q), list(table.p)
        return table.p

    def letter(self, x):
        return "A" if x % 3 == 0 else "AB" if x % 3 == 1 else "B"

    def play(self, table, seat, move):
        table.turn += 1
        self.body(table, seat, move)
        table.end_turn()

    def body(self, table, seat, move):
        table.s[seat] += move[1]

    def weigh(self, table, seat, move):
        return [move[1], move[2], table.turn]

'''


def game_of(body: str) -> str:
    """The file of the game with that method in place of its own."""
    return HEAD + body
