"""How a table of Qin is drawn: blocks of text made from a record's whole states; tiles in other hands stay hidden."""

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from cext.games.qin.words import table
from cext.games.screens import State, TableScreen
from cext.games.text_view import Text, part, seat_sign

__all__ = ["Screen"]

DRAWN = re.compile(r"^player (\d+) draws the .* tile$")
# What a square shows on which nobody's pagoda stands: grassland, village, water, single spaces.
GROUNDS = {
    ".": ("·", "on-green"), "v": ("v", "on-brown"), "~": ("~", "on-cyan"),
    "r": ("r", "on-red"), "y": ("y", "on-yellow"), "b": ("b", "on-blue"),
}  # fmt: skip
MARGIN = 4  # characters of a terminal's line beside the squares of a row
NEXT_TILES, NEXT_DRAWN = 8, 6  # shown of the piles where all is open: in words, in a picture
LEGEND = [
    ("provinces", "r1 a space of player 1's red province, R1 of his major one, with two pagodas; y yellow, b blue"),
    ("single spaces", "r, y, b"),
    ("villages", "v unoccupied; v1, v2, … on a player's colour: whose pagoda stands there"),
    ("other squares", "· grassland, ~ water"),
    ("beside", "pagodas of each player in the provinces beside a village: more than the owner's conquer it"),
    ("tiles", "R red, Y yellow, B blue"),
]


PICTURE_LEGEND = [
    ("squares", "r, y, b: red, yellow and blue; a house: an unoccupied village; a wave: water; the rest is grassland"),
    ("provinces", "squares in one frame, with their owner's pagoda; a major province has two"),
    ("villages", "whose pagoda stands there; pagodas of each player beside: more than the owner's conquer it"),
]


class Screen(TableScreen):
    """Draws whole states of one game."""

    legend, picture_legend = LEGEND, PICTURE_LEGEND

    def __init__(self, header: Mapping[str, Any], *, short: bool = False) -> None:
        super().__init__(header, short=short)
        self.title = header["components"][f"maps/{header['set_up']['map']}.toml"]["title"]
        self.pagodas = header["set_up"]["pagodas"]

    def parts(self, state: State, seat: int | None) -> Iterable[dict[str, Any]]:
        """The map and the villages, then the players."""
        yield from (self.map(state, open_piles=seat is None), self.villages(state))
        yield from (self.player(player, state, seat in (None, player["player"])) for player in state["players"])

    def drawn_parts(self, state: State) -> Iterable[dict[str, Any]]:
        """The same drawn, with all hands and the next tiles open."""
        yield part(self.title, [table.map_of(state, self.title, state["piles"][:NEXT_DRAWN], self.kept)])
        yield part("Villages", [table.villages(state)])
        yield from (self.drawn_player(player, state) for player in state["players"])

    def moment(self, state: State) -> str:
        """Where the game stands."""
        now = state["now"]
        return f"The game is over: {now['ended_by']}" if now["to_move"] is None else f"Round {now['round']}"

    def drawn_player(self, player: State, state: State) -> dict[str, Any]:
        """Tiles and pagodas of a player, and what his pagodas stand on in words."""
        number = player["player"]
        blocks = [table.hand(player), {"facts": self.holdings(number, state)}]
        return part(self.seated(number), blocks, seat=number, aside=self.pagodas_on_board(player))

    def redact(self, words: str, *, seat: int, mover: int) -> str:
        """Words about a move, or about what followed, without the tile another player draws."""
        drawn = DRAWN.match(words)
        return f"player {drawn[1]} draws a tile" if drawn and int(drawn[1]) != seat else words

    # -- the board -----------------------------------------------------------------------------------------------------

    def map(self, state: State, *, open_piles: bool) -> dict[str, Any]:
        """The map square by square, and the piles."""
        rows = state["board"]
        signs = self.signs(state)
        columns = [chr(ord("a") + c) for c in range(len(rows[0]))]
        squares = [
            [str(r), *(list(signs.get(f"{c}{r}", GROUNDS[kind])) for c, kind in zip(columns, row, strict=True))]
            for r, row in enumerate(rows, 1)
        ]
        grid = {"head": columns, "rows": squares}
        facts: list[list[Text]] = [["piles", f"{len(state['piles'])} tiles"]]
        if open_piles and state["piles"]:
            facts.append(["next", tiles(state["piles"][:NEXT_TILES])])
        return {**part(self.title, [{"grid": grid}, {"facts": facts}]), "least": 2 * len(columns) + MARGIN}

    def signs(self, state: State) -> dict[str, tuple[str, str]]:
        """What stands on squares with an owner: (text, tone) by square."""
        found: dict[str, tuple[str, str]] = {}
        for area in state["areas"]:
            if area["owner"]:
                letter = area["colour"][0].upper() if area["pagodas"] > 1 else area["colour"][0]
                found |= dict.fromkeys(area["squares"], (f"{letter}{area['owner']}", f"on-{area['colour']}"))
        for village in state["villages"]:
            if village["owner"]:
                found |= dict.fromkeys(village["squares"], (f"v{village['owner']}", f"on-seat{village['owner']}"))
        return found

    def villages(self, state: State) -> dict[str, Any]:
        """Who holds each village, and whose pagodas stand beside it."""
        rows = []
        for village in state["villages"]:
            beside: list[Text] = []
            for number, pagodas in enumerate(village["beside"], 1):
                if pagodas:
                    beside += [seat_sign(number), f" {pagodas}  "]
            owner = village["owner"]
            held = [seat_sign(owner)] if owner else [["–", "muted"]]
            rows.append([", ".join(village["squares"]), held, beside])
        title = "Villages: held by, beside" if self.short else "Villages"
        return part(title, [{"table": {"head": ["", "held by", "beside"], "rows": rows}}])

    # -- players -------------------------------------------------------------------------------------------------------

    def player(self, player: State, state: State, open_hand: bool) -> dict[str, Any]:
        """What lies in front of a player and what his pagodas stand on."""
        number, hand = player["player"], player["tiles"]
        facts: list[list[Text]] = [
            ["hand", (tiles(hand) if open_hand else f"{len(hand)} tiles") if hand else "empty"],
            ["left", f"{player['pagodas_left']} pagodas"],
            *self.holdings(number, state),
        ]
        return part(self.seated(number), [{"facts": facts}], seat=number, aside=self.pagodas_on_board(player))

    def pagodas_on_board(self, player: State) -> str:
        """How near a player is to the end of the game."""
        return f"{player['pagodas_on_board']} of {self.pagodas}{'' if self.short else ' pagodas'}"

    def holdings(self, number: int, state: State) -> list[list[Text]]:
        """What the pagodas of a player stand on."""
        areas = [area for area in state["areas"] if area["owner"] == number]
        majors = sum(area["pagodas"] > 1 for area in areas)
        held = sum(village["owner"] == number for village in state["villages"])
        provinces = f"{len(areas) - majors}" + (f" and {majors} major" if majors else "")
        return [["provinces", provinces], ["villages", str(held)]]


def tiles(names: Sequence[str]) -> list[Text]:
    """Tiles as two letters on their colours."""
    spans: list[Text] = []
    for name in names:
        spans += [*([colour[0].upper(), f"on-{colour}"] for colour in name.split("-")), " "]
    return spans
