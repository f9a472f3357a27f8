"""No answer where nothing is compared: one line says what is missing, and what to ask instead."""

import re
from pathlib import Path

import pytest

from tests.cli.conftest import Cli

pytestmark = pytest.mark.usefixtures("undrawn")

# Cards lie on the table only: nobody is dealt one.
MARKET = """
from analyser.rules import Rules, data, per_seat, pile, points


class Market(Rules):
    players = 2, 3
    rounds = 6
    cards = data([
        {"name": "plum", "worth": 1}, {"name": "pear", "worth": 2}, {"name": "fig", "worth": 3},
        {"name": "nut", "worth": 4}, {"name": "kiwi", "worth": 5},
    ])
    deck = pile(20, of="cards")
    row = pile(4, of="cards")
    hand = per_seat(pile(8, of="cards"))
    worth = points("cards taken")
    moves = {"take": ("takes {card}", "t{card}", {"card": "cards"})}

    def deal(self, table, rng):
        table.deck = rng.shuffled([card for card in range(5) for _ in range(4)])
        for _ in range(4):
            table.row.append(table.deck.pop())

    def legal(self, table, seat):
        return [("take", card) for card in sorted(set(table.row))]

    def play(self, table, seat, move):
        table.row.remove(move[1])
        table.hand[seat].append(move[1])
        table.worth[seat] += self.cards[move[1]]["worth"]
        if len(table.deck):
            table.row.append(table.deck.pop())
        table.end_turn()
"""
# The first turn leaves no choice, two plans are one, and so are two levels.
LUCK = """
from analyser.rules import Rules, data, points


class One(Rules):
    players = 1, 2, 3
    rounds = 4
    opening_turns = 1
    bonus = data(3)
    unused = data(7)
    moves = {"go": ("goes", "g", {}), "stay": ("stays", "s", {})}
    classes = {"G": "a go", "S": "a stay"}
    features = {"go": "goes | 0/1"}
    plans = {"goer": {"go": 1}, "mover": {"go": 1}, "stayer": {"go": -1}}
    levels = {"novice": "goer", "expert": "goer"}
    got = points("points got")

    def legal(self, table, seat):
        return [("go",)] if table.round == 1 else [("go",), ("stay",)]

    def kind_of(self, table, seat, move):
        return move[0][0].upper()

    def play(self, table, seat, move):
        table.got[seat] += table.rng.below(10) + (self.bonus if move[0] == "go" else 0)
        table.end_turn()

    def weigh(self, table, seat, move):
        return [move[0] == "go"]
"""


def answered(asked: Cli, folder: Path, game: str, *words: object) -> tuple[int, str]:
    """The exit code, and all that is printed."""
    (folder / "game.py").write_text(game)
    command, *options = words
    done = asked(command, "./game.py", *options, "--games", 200, "--workers", 0, "--quiet")
    return done.returncode, " ".join(f"{done.stdout} {done.stderr}".split())


@pytest.mark.parametrize(
    ("game", "words", "code", "answer"),
    [
        (
            MARKET,
            "cards",
            3,
            "no seat is dealt a card before its first turn: .*`analyser whatif .* --change DIR`",
        ),
        (MARKET, "openings", 3, "names no two classes of moves: there are no openings to compare"),
        (MARKET, "boards", 3, "has no boards: there is nothing to compare"),
        (MARKET, "balance --printings 8", 3, "no printings to draw: leave them out"),
        (LUCK, "openings", 3, "hardly ever open but with a go: .*: ask `analyser balance "),
        (LUCK.replace("opening_turns = 1", ""), "openings", 3, "set opening_turns in its class"),
        (LUCK, "tournament --strategies goer,mover", 2, "goer and mover are the same plan: name others"),
        (LUCK, "balance --levels", 3, "expert are both goer: give each level a strategy of its own"),
        (LUCK, "balance --players 1", 0, "The player wins every game .*`analyser compare runs/.* --measure score --by"),
        (LUCK, "whatif --set numbers.unused=9", 0, "The change has no effect: all 2[0-9]+ games are the same"),
        (
            LUCK.replace('table.rng.below(10) + (self.bonus if move[0] == "go" else 0)', "1"),
            "balance",
            0,
            (
                "Every game is a tie The three players share the win in all 201 games: these bots leave nothing to "
                "compare."
            ),
        ),
        (LUCK, "whatif --set numbers.unused=7", 0, "unused is 7 already: nothing changes"),
    ],
)
def test_nothing_to_compare_is_no_answer(
    asked: Cli, tmp_path: Path, game: str, words: str, code: int, answer: str
) -> None:
    returned, printed = answered(asked, tmp_path, game, *words.split())
    assert returned == code, printed
    assert re.search(answer, printed), printed


def test_aliases_among_others_are_played(asked: Cli, tmp_path: Path) -> None:
    code, printed = answered(asked, tmp_path, LUCK, "tournament", "--strategies", "goer,mover,stayer")
    assert code == 0
    assert "is first of three" in printed
