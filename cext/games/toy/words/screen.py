"""How a table of Toy is drawn: blocks of text made from a record's whole states; other hands stay hidden."""

from collections.abc import Mapping
from typing import Any

__all__ = ["Screen"]

State = Mapping[str, Any]
HOUSE = "house"


class Screen:
    """Draws whole states of one game. header: of its record; every line fits 24 characters, short or not."""

    legend = (("pot", "what the card played and those turned up are worth; a 1 or a 2 turned up spoils it"),)

    def __init__(self, header: Mapping[str, Any], *, short: bool = False) -> None:
        self.names = [seat["strategy"] for seat in header["seats"]]

    def render(self, state: State, *, seat: int | None = None) -> dict[str, Any]:
        """The table as the player in `seat` (from 1) sees it; None: with all hands open."""
        now = state["now"]
        table: list[list[str]] = [["pot", str(now["pot"] or "–")], ["deck", f"{len(state['deck'])} cards"]]
        return {
            "title": "The game is over" if now["to_move"] is None else f"Round {now['round']}",
            "parts": [
                {"title": "table", "seat": None, "aside": "", "blocks": [{"facts": table}]},
                *(self.player(player, open_hand=seat in (None, player["seat"])) for player in state["players"]),
            ],
        }

    def player(self, player: State, *, open_hand: bool) -> dict[str, Any]:
        """What lies in front of a seat."""
        number, hand = player["seat"], player["hand"]
        held = " ".join(map(str, hand)) if open_hand else f"{len(hand)} cards"
        facts = [["board", player["board"]], ["hand", held or "empty"]] if player["board"] else []
        facts += [["risked", str(player["cards_risked"])], ["spoilt", str(player["pots_spoilt"])]]
        name = self.names[number - 1] if number <= len(self.names) else HOUSE
        title = [[f"{number}", f"on-seat{number}"], f" {name}"]
        aside = f"{player['points']} points"
        return {"title": title, "seat": number, "aside": aside, "blocks": [{"facts": facts}]}

    def redact(self, words: str, *, seat: int, mover: int) -> str:
        """Words about a move or what followed: everything that is said is seen by all."""
        return words
