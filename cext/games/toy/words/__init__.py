"""What Toy tells of itself: what a seat sees, moves in words and in short, and its part of a game record."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from cext.games.record_forms import Form, field, from_function, list_of, number, table
from cext.games.toy.data import components as files
from cext.games.words import ComponentWords
from cext.kernel import json_schema as js
from cext.kernel.move_table import MoveField, MoveKind, MoveTable, Packed

if TYPE_CHECKING:
    from cext.games.components import LoadedComponents
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
    """Toy in the words of its rules. loaded: its component files."""

    def __init__(self, game: "Game", loaded: "LoadedComponents[files.Components]") -> None:
        super().__init__(game, MOVES, loaded)
        self.n_deck = sum(loaded.tables.counts)

    def own_facts(self) -> dict[str, Any]:
        """Rulings, what boards and openings are compared for; all else follows from the engine."""
        return {
            "rulings": ["T1 When the deck is empty the card played comes back to the hand."],
            "board": {"page_question": "is board B stronger than board A?"},
            "opening": {"by": "first", "confounded_by": "the cards they held"},
        }

    # -- for players --------------------------------------------------------------------------------------------------

    def view(self, position: "Position", seat: int) -> dict[str, Any]:
        """What the player in `seat` (from 0) sees: his own hand, everybody's points and boards, the pot."""
        state = self.whole_state(position)
        hand = state["players"][seat]["hand"]
        players = [{**player, "hand": hand if k == seat else None} for k, player in enumerate(state["players"])]
        return {"seat": seat + 1, **state["now"], "hand": hand, "players": players}

    # -- for records --------------------------------------------------------------------------------------------------

    def record_forms(self) -> tuple[Form, Form]:
        """The whole deck as it was shuffled, the first cards first: the hands are dealt from it, seat by seat; then
        everything on the table, in hands and in the deck."""
        game, cards = self.game, js.listed(CARD)
        seat = table(
            seat=number(js.whole(1, game.seats)),
            board=from_function(  # the house has none, and no hand
                js.or_none(js.choice(game.boards)),
                lambda state, i: game.boards[state["board"][i]] if i < game.players else None,
            ),
            hand=field(cards, "hand", lambda hand: sorted(card for card in hand if card)),
            points=from_function(js.whole(), lambda state, i: state["cards"][i] + state["bonus"][i]),
            cards_risked=field(js.whole(), "pushes"),
            pots_spoilt=field(js.whole(), "busts"),
        )
        now = table(
            round=field(js.whole(), "turns", lambda turns: turns["round"] + (not turns["over"])),
            to_move=field(
                js.or_none(js.whole(1, game.seats)), "turns", lambda turns: None if turns["over"] else turns["seat"] + 1
            ),
            pot=js.whole(),
        )
        deck = from_function(cards, lambda state: state["deck"][state["drawn"] : self.n_deck])
        set_up = table(deck=field(cards, "deck", lambda deck: deck[: self.n_deck]))
        return set_up, table(now=now, deck=deck, players=list_of(game.seats, seat, 0))

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
