"""Tic-tac-toe: mark a square of three by three in turn; three of yours in a row win."""

from analyser.rules import Rules, numbers, points

ROWS = (0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)
PAIRS = [[[other for other in row if other != square] for row in ROWS if square in row] for square in range(9)]
KINDS = "CECEMECEC"


class TicTacToe(Rules):
    title = "Tic-tac-toe"
    players = 2
    opening_turns = 2
    moves = {"mark": ("marks square {square}", "{square}", {"square": range(1, 10)})}
    classes = {"M": "the middle", "C": "a corner", "E": "an edge"}
    features = {
        "row": "three in a row | 0/1",
        "block": "a row of the other is blocked | 0/1",
        "middle": "the middle | 0/1",
        "corner": "a corner | 0/1",
    }
    plans = {"handy": {"row": 100, "block": 10, "middle": 2, "corner": 1}}

    squares = numbers(9, first_seat=1)  # 0: empty, else the seat that marked it + 1
    row = points("three in a row")

    def legal(self, table, seat):
        return [("mark", square + 1) for square in range(9) if not table.squares[square]]

    def play(self, table, seat, move):
        square = move[1] - 1
        table.squares[square] = seat + 1
        table.row[seat] = self.completes(table, seat, square)
        if table.row[seat] or all(table.squares):
            table.end_game()
        table.end_turn()

    def completes(self, table, seat, square):
        """Whether the square makes a row of the seat."""
        return any(table.squares[a] == table.squares[b] == seat + 1 for a, b in PAIRS[square])

    def kind_of(self, table, seat, move):
        return KINDS[move[1] - 1]

    def weigh(self, table, seat, move):
        square = move[1] - 1
        row, block = self.completes(table, seat, square), self.completes(table, 1 - seat, square)
        return row, block, KINDS[square] == "M", KINDS[square] == "C"

    def draw(self, table):
        return "\n".join("".join(".XO"[mark] for mark in table.squares[first : first + 3]) for first in (0, 3, 6))
