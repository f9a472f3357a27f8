"""Nim Boards: three heaps in a row; take one to three stones of one heap."""

from analyser.rules import Rules, counter, numbers, points


class NimBoards(Rules):
    title = "Nim Boards"
    players = 2, 3
    boards = "A", "B"
    opening_turns = 2
    options = {"last": (3, "points of the last stone", range(10))}
    moves = {"take": ("takes {stones} of heap {heap}", "{heap}x{stones}", {"heap": range(1, 4), "stones": range(1, 4)})}
    classes = {"O": "one stone", "T": "two stones", "H": "three stones"}
    features = {"vp": "points of the move | points", "behind": "stones left behind | stones"}
    plans = {"greedy": {"vp": 1, "behind": -0.1}}

    left = numbers(3)
    stones = points("points of stones")
    side_b = points("points of side B")
    last = points("points of the last stone")
    ones = counter("times exactly one stone was taken")

    def deal(self, table, rng):
        table.left = rng.shuffled([3, 5, 7])

    def legal(self, table, seat):
        return [("take", heap, n) for heap in (1, 2, 3) for n in range(1, min(3, table.left[heap - 1]) + 1)]

    def play(self, table, seat, move):
        _, heap, n = move
        table.left[heap - 1] -= n
        table.stones[seat] += n * heap
        if n == 1:
            table.ones[seat] += 1
            table.side_b[seat] += table.board[seat] == "B"
        table.end_turn()
        if not any(table.left):
            table.last[seat] = self.option["last"]
            table.end_game()

    def kind_of(self, table, seat, move):
        return " OTH"[move[2]]

    def weigh(self, table, seat, move):
        _, heap, n = move
        return n * heap + (n == 1 and table.board[seat] == "B"), sum(table.left) - n
