"""How a table of Middle Kingdom is drawn: blocks of text made from a record's whole states; secret bids stay secret."""

import re
from collections.abc import Iterable, Mapping
from typing import Any

from cext.games.middle_kingdom.words import table
from cext.games.middle_kingdom.words.moves import LETTERS, PILES, bid_sign, counted
from cext.games.screens import State, TableScreen
from cext.games.text_view import Text, part

__all__ = ["Screen"]

SECRET = re.compile(r"^bid .*$")
HALF = re.compile(r"^Emperor: \+\.5 for the .*$")
LEGEND = (
    ("numbers on a ground", "players"),
    ("piles", "cards as they count for most of a type: a Merchant on another pile is two"),
    ("bids", "5/6 a 5 on the tied 6; R the Reset; ? lies face down; *: with the Emperor's .5"),
)
SHORT_LEGEND = (("cards", ", ".join(f"{sign} {name}" for name, sign in LETTERS.items())), *LEGEND)

PICTURE_LEGEND = (
    ("Bid Cards", "R the Reset; 5/6 a 5 on the tied 6; * with the Emperor's .5; each keeps its column"),
    ("small cards", "b Bureaucrats, f Farmers, m Merchants, 2 3 4 Nobles, w Warlords, p the Philosopher"),
    ("piles", "with a number, what it counts for most of a type: a Merchant on another pile is two"),
    ("next", "bids that are still to claim, from the highest on"),
)

MIDDLE = ("goal_cards", "dragon", "face_up", "bids_in_order", "drawn", "dynasty_deck", "discarded")  # drawn there
COMING = 8  # cards of the deck shown where the deck is


class Screen(TableScreen):
    """Draws whole states of one game."""

    picture_legend = PICTURE_LEGEND

    def __init__(self, header: Mapping[str, Any], *, short: bool = False) -> None:
        super().__init__(header, short=short)
        self.legend = SHORT_LEGEND if short else LEGEND

    def parts(self, state: State, seat: int | None) -> Iterable[dict[str, Any]]:
        """The middle, then the players."""
        revealed = state["now"]["bids_revealed"]
        yield self.table(state, deck=seat is None)
        yield from (
            self.player(player, state, revealed or seat in (None, player["player"])) for player in state["players"]
        )

    def drawn_parts(self, state: State) -> Iterable[dict[str, Any]]:
        """The same drawn, with everything hidden shown."""
        yield self.kept.part("Table", lambda now: table.middle(now, COMING), state, *MIDDLE)
        yield from (self.kept.of("player", self.drawn_player, player) for player in state["players"])

    def moment(self, state: State) -> str:
        """Where the game stands."""
        now = state["now"]
        return f"Round {now['rounds_finished'] + 1}, {now['decision']}" if now["decision"] else "The game is over"

    def drawn_player(self, player: State) -> dict[str, Any]:
        """The cards before a player."""
        return self.player_part(player, [table.player_cards(player)])

    def redact(self, words: str, *, seat: int, mover: int) -> str:
        """Words about a move of `mover` without what the player in `seat` does not see; events tell reveals."""
        if seat == mover:
            return words
        return HALF.sub("designate a bid for the Emperor's .5", SECRET.sub("lay a Bid Card", words))

    def cards(self, counts: Mapping[str, int]) -> str:
        """Cards with their numbers, those that are there."""
        names = {name: LETTERS[name] if self.short else name for name in counts}
        return ", ".join(counted(n, names[name]) for name, n in counts.items() if n) or "none"

    def table(self, state: State, *, deck: bool) -> dict[str, Any]:
        """What lies in the middle."""
        facts = [["face up", self.cards(state["face_up"])]]
        if state["drawn"]:
            facts.append(["drawn", state["drawn"]])
        order = [f"{bid['player']} with {bid['bid']}{'.5' if bid['half'] else ''}" for bid in state["bids_in_order"]]
        if order:
            facts.append(["next", ", ".join(order)])
        free = [name for name, holder in (*state["goal_cards"].items(), ("Dragon", state["dragon"])) if not holder]
        facts += [
            ["free goals", ", ".join(free) or "none"],
            ["deck", f"{len(state['dynasty_deck'])} cards"],
            ["discarded", self.cards(state["discarded"])],
        ]
        if deck and state["dynasty_deck"]:
            coming = state["dynasty_deck"][:COMING]
            signs = " ".join(LETTERS[name] for name in coming)
            facts.append(["next cards", signs if self.short else ", ".join(coming)])
        return part("Table", [{"facts": facts}])

    def player(self, player: State, state: State, shown: bool) -> dict[str, Any]:
        """What lies in front of a player, and the Bid Cards in hand, which follow from those used."""
        facts: list[list[Text]] = [
            ["hand", " ".join(map(bid_sign, player["hand"]))],
            ["set aside", " ".join(map(bid_sign, player["set_aside"]))],
            ["bids", bids(player) if shown else "?" if may_have_laid(state, player) else ""],
            ["tied", " ".join(map(bid_sign, player["tied"]))],
            ["goals", ", ".join(name.removeprefix("Celestial ") for name in player["goal_cards"])],
            ["piles", self.piles(player["piles"])],
            [
                "nobles",
                ", ".join(f"{n} of {name[-1]}" for name, n in player["cards"].items() if n and name[:5] == "Noble"),
            ],
            ["tokens", str(player["tokens"])],
        ]
        if player["cards"]["Philosopher"]:
            facts.append(["", "the Philosopher"])
        facts = [row for row in facts if row[1]]
        return self.player_part(player, [{"facts": facts}])

    def piles(self, piles: Mapping[str, int]) -> str:
        """Piles with their lengths."""
        return ", ".join(f"{name[:1].lower() if self.short else name} {piles[name]}" for name in PILES if piles[name])


def bids(player: State) -> str:
    """Bids that can be seen, with the tied card below and the Emperor's .5."""
    return " ".join(
        bid_sign(bid["card"])
        + (f"/{bid['on']}" if bid["on"] is not None else "")
        + ("*" if player["half"] == k else "")
        for k, bid in enumerate(player["bids"])
    )


def may_have_laid(state: State, player: State) -> bool:
    """Whether the others see a bid face down before this player."""
    return state["now"]["decision"] is not None and bool(player["bids"])
