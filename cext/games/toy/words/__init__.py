"""What Toy tells of itself: what a seat sees, moves in words and in short, and its part of a game record."""

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from cext.games.toy.data import components as files
from cext.games.words import ComponentWords
from cext.kernel import json_schema as js
from cext.kernel.move_table import MoveField, MoveKind, MoveTable, Packed

if TYPE_CHECKING:
    from cext.kernel.game import Game, Position

__all__ = ["ToyWords"]

CARD = js.whole(1, files.N_VALUES)
MOVES = MoveTable(
    MoveKind(
        name="play",
        fields=(MoveField("card", CARD, lambda at, move: move.a),),
        text="plays a {card}",
        notation="{card}",
        expected="a card of your hand, such as 5",
    ),
    MoveKind(name="push", text="turns up a card", notation="+", expected="+ to push, $ to bank"),
    MoveKind(
        name="bank",
        fields=(MoveField("points", js.whole(1), lambda at, move: move.a),),
        text="banks {points}",
        notation="$",
    ),
)


class ToyWords(ComponentWords[files.Components]):
    """Toy in the words of its rules. tables: the loaded components, from `folder` or the shipped ones."""

    def __init__(self, game: "Game", tables: files.Components, folder: Path | None) -> None:
        super().__init__(game, MOVES, tables, files.COMPONENTS, folder)
        self.n_deck = sum(tables.counts)

    def own_facts(self) -> dict[str, Any]:
        """Rulings, what boards and openings are compared for; all else follows from the engine."""
        return {
            "rulings": ["T1 When the deck is empty the card played comes back to the hand."],
            "board": {"question": "is board B stronger than board A?"},
            "opening": {"by": "first", "confounded_by": "the cards they held"},
        }

    # -- for players --------------------------------------------------------------------------------------------------

    def view(self, position: "Position", seat: int) -> dict[str, Any]:
        """What the player in `seat` (from 0) sees: his own hand, everybody's points and boards, the pot."""
        state = self.read(position)
        players = [
            {**words, "hand": words["hand"] if number == seat else None}
            for number, words in enumerate(self.seats(state))
        ]
        return {"seat": seat + 1, **self.now(state), "hand": players[seat]["hand"], "players": players}

    # -- for records --------------------------------------------------------------------------------------------------

    def setup(self, position: "Position") -> dict[str, Any]:
        """The whole deck as it was shuffled, the first cards first: the hands are dealt from it, seat by seat."""
        return {"deck": self.read(position)["deck"][: self.n_deck]}

    def lay_out(self, state: dict[str, Any], setup: Mapping[str, Any]) -> None:
        """Puts what a set-up says in place of what chance decided; raises ValueError."""
        deck = list(setup["deck"])
        if sorted(deck) != sorted(state["deck"][: self.n_deck]):
            raise ValueError(f"deck: not the {self.n_deck} cards of the game")
        state["deck"][: self.n_deck] = deck
        for seat in range(self.game.players):
            hand = state["hand"][seat]
            n = sum(card > 0 for card in hand)
            hand[:n] = deck[seat * n : (seat + 1) * n]

    def whole_state(self, position: "Position") -> dict[str, Any]:
        """Everything on the table, in hands and in the deck."""
        state = self.read(position)
        return {
            "now": self.now(state),
            "deck": state["deck"][state["drawn"] : self.n_deck],
            "players": self.seats(state),
        }

    def now(self, state: Mapping[str, Any]) -> dict[str, Any]:
        """Whose turn it is and what lies in the pot."""
        turns = state["turns"]
        over = bool(turns["over"])
        return {
            "round": turns["round"] + (not over),
            "to_move": None if over else turns["seat"] + 1,
            "pot": state["pot"],
        }

    def seats(self, state: Mapping[str, Any]) -> list[dict[str, Any]]:
        """What lies in front of each seat; the house has no board and no hand."""
        return [
            {
                "seat": seat + 1,
                "board": self.game.boards[state["board"][seat]] if seat < self.game.players else None,
                "hand": sorted(card for card in state["hand"][seat] if card),
                "points": state["cards"][seat] + state["bonus"][seat],
                "cards_risked": state["pushes"][seat],
                "pots_spoilt": state["busts"][seat],
            }
            for seat in range(self.game.seats)
        ]

    def events(self, before: "Position | None", move: int | None, after: "Position") -> list[str]:
        """The card turned up, and what the house did."""
        if before is None:
            return []
        old, new = self.read(before), self.read(after)
        lines = []
        if move is not None and Packed.of(move).kind == self.game.kinds.index("push"):
            lines.append(f"a {old['deck'][old['drawn']]} is turned up")
        for seat in range(self.game.seats):
            if new["busts"][seat] > old["busts"][seat]:
                lines.append(f"the pot of player {seat + 1} is spoilt")
        for seat in range(self.game.players, self.game.seats):
            if new["cards"][seat] > old["cards"][seat]:
                lines.append(f"the house banks {new['cards'][seat] - old['cards'][seat]}")
        return lines

    def own_schemas(self) -> dict[str, js.Schema]:
        """JSON Schemas of setup() and whole_state()."""
        boards, cards = js.choice(self.game.boards), js.listed(CARD)
        seats = js.whole(1, self.game.seats)
        now = js.table(round=js.whole(), to_move=js.or_none(seats), pot=js.whole())
        seat = js.table(
            seat=seats,
            board=js.or_none(boards),
            hand=cards,
            points=js.whole(),
            cards_risked=js.whole(),
            pots_spoilt=js.whole(),
        )
        state = js.table(now=now, deck=cards, players=js.listed(seat))
        return {"set_up": js.table(deck=cards), "state": state}
