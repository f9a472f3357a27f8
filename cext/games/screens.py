"""How tables are drawn in blocks of text: what all games draw alike, and what games with decks by aspect do."""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from cext.games.picture import PartCache
from cext.games.text_view import Text, part, pieces, seat_sign

__all__ = ["ASPECT_INK", "N_ROUNDS", "DeckScreen", "State", "TableScreen"]

State = Mapping[str, Any]  # a whole state of a record

N_ROUNDS = 5  # of a game with decks by aspect
ASPECT_INK = {"writing": "ivory", "currency": "orange", "laws": "brown"}


class TableScreen:
    """Draws whole states of one game; a subclass gives `legend`, `picture_legend` and the parts.

    header: of its record. short: for columns of 24 characters. A drawing holds blocks: `facts`, rows of a label and a
    text; `table`, with a head and rows of texts; `tiles`, small fields with a title, a status and lines.
    """

    def __init__(self, header: Mapping[str, Any], *, short: bool = False) -> None:
        self.short = short
        self.names = [seat["strategy"] for seat in header["seats"]]
        self.kept = PartCache()

    def render(self, state: State, *, seat: int | None = None) -> dict[str, Any]:
        """The table as the player in `seat` (from 1) sees it; None: with everything hidden shown."""
        return {"title": self.moment(state), "parts": [*self.parts(state, seat)]}

    def parts(self, state: State, seat: int | None) -> Iterable[dict[str, Any]]:
        """The parts of it."""
        raise NotImplementedError

    def picture(self, state: State) -> dict[str, Any]:
        """The same table drawn, with everything hidden shown."""
        return {"title": self.moment(state), "parts": [*self.drawn_parts(state)]}

    def drawn_parts(self, state: State) -> Iterable[dict[str, Any]]:
        """The parts of it."""
        raise NotImplementedError

    def moment(self, state: State) -> str:
        """Where the game stands."""
        now = state["now"]
        return f"Round {now['round']}, phase {now['phase']}" if now["decision"] else "The game is over"

    def seated(self, number: int, words: str = "") -> list[Text]:
        """Who sits there, and on what or with what."""
        after: list[Text] = [f" {self.names[number - 1]} ", [words, "muted"]]
        return [seat_sign(number), *(after if words else [f" {self.names[number - 1]}"])]

    def player_part(self, player: State, blocks: list[Any], words: str = "") -> dict[str, Any]:
        """What lies in front of a player, titled by who sits there and his points."""
        number = player["player"]
        return part(self.seated(number, words), blocks, seat=number, aside=f"{player['vp']} VP")


class DeckScreen(TableScreen):
    """Draws a game whose cards have an aspect, a trigger and what they bring. hidden: words of a move that only its
    player sees, and what others read."""

    drawn = re.compile(r"^player (\d+) draws (.*)$")
    hidden: tuple[re.Pattern[str], str]

    def __init__(self, header: Mapping[str, Any], *, short: bool = False) -> None:
        super().__init__(header, short=short)
        tables = header["components"]
        self.set_up = header["set_up"]
        self.numbers = {key: entry["value"] for key, entry in tables["numbers.toml"].items()}
        self.tile_vp = {row["criterion"]: [int(row[f"vp_{n}"]) for n in (1, 2, 3)] for row in tables["wall_tiles.csv"]}

    def parts(self, state: State, seat: int | None) -> Iterable[dict[str, Any]]:
        """The gameboard, then the player boards, and the hand of the player who looks."""
        yield from self.gameboard(state)
        yield from (self.player(state, i, seat in (None, i + 1)) for i in range(len(state["players"])))
        if seat:
            yield self.own_hand(state["players"][seat - 1]["hand"])

    def gameboard(self, state: State) -> Iterable[dict[str, Any]]:
        """The parts in the middle of the table."""
        raise NotImplementedError

    def player(self, state: State, i: int, open_hand: bool) -> dict[str, Any]:
        """A player board with everything on it and beside it."""
        raise NotImplementedError

    def redact(self, words: str, *, seat: int, mover: int) -> str:
        """Words about a move of `mover`, or about what followed, without what the player in `seat` does not see.

        Of cards that others draw their number is seen."""
        drawn = self.drawn.match(words)
        if drawn and int(drawn[1]) != seat:
            return f"player {drawn[1]} draws {len(drawn[2].split(','))} cards"
        pattern, shown = self.hidden
        return words if seat == mover else pattern.sub(shown, words)

    # -- cards ---------------------------------------------------------------------------------------------------------

    def aspect_of(self, card: int) -> str:
        """The aspect of a card."""
        raise NotImplementedError

    def card_text(self, card: int) -> tuple[str, str, str]:
        """What triggers a card, what it brings, and both in one text."""
        raise NotImplementedError

    def backs(self, cards: Sequence[int]) -> Sequence[int]:
        """The cards of a closed hand, in the order in which their backs are shown."""
        return cards

    def number(self, card: int) -> list[Text]:
        """A card's number on its colour."""
        return [[f"{card}", f"on-{ASPECT_INK[self.aspect_of(card)]}"]]

    def hand(self, cards: Sequence[int], open_hand: bool) -> Text:
        """Cards in hand; of a closed hand their backs."""
        spans: list[Text] = []
        for card in cards if open_hand else self.backs(cards):
            aspect = self.aspect_of(card)
            if not open_hand:
                spans += [[aspect[0], f"on-{ASPECT_INK[aspect]}"], " "]
            elif self.short:
                spans += [*self.number(card), " "]
            else:
                spans += ["\n" if spans else "", *self.number(card), f" {self.card_text(card)[2]}"]
        return spans or "empty"

    def own_hand(self, cards: Sequence[int]) -> dict[str, Any]:
        """The cards of the player who looks, in long words."""
        rows = []
        for card in cards:
            aspect, (trigger, brings, _) = self.aspect_of(card), self.card_text(card)
            rows.append([self.number(card), [[aspect, ASPECT_INK[aspect]]], trigger, brings])
        table = {"table": {"head": ["card", "aspect", "triggered by", "brings"], "rows": rows}}
        return {**part("Your hand", [table]), "wide": True}

    # -- the table -----------------------------------------------------------------------------------------------------

    def by_aspect(self, texts: Mapping[str, Any]) -> list[Text]:
        """A number or text for each aspect."""
        spans: list[Text] = []
        for aspect, ink in ASPECT_INK.items():
            between = "" if not spans else " " if self.short else " · "
            name = aspect[0] if self.short else aspect
            spans += [between, [name, ink], f"{'' if self.short else ' '}{texts[aspect]}"]
        return spans

    def court_part(
        self, state: State, labels: Mapping[str, Text], reward: Callable[[str, int], str], *rows: tuple[str, str, Text]
    ) -> dict[str, Any]:
        """Rewards of the round, or a table of all with the round marked; then rows, each with a short and a long label,
        the court card, decks. labels: of aspects; reward: that of an aspect in a round."""
        now, top = state["now"]["round"], state["court_area_top_card"]
        card = "court", "court card", self.number(top) if top else "none"
        decks = "decks", "decks", self.by_aspect({aspect: len(state["decks"][aspect]) for aspect in ASPECT_INK})
        facts = [[row[not self.short], row[2]] for row in (rows[0], card, *rows[1:], decks)]
        if self.short:
            return part("Court", [{"facts": [*([labels[aspect], reward(aspect, now)] for aspect in labels), *facts]}])
        head: list[Text] = ["round", *([[aspect, ASPECT_INK[aspect]]] for aspect in labels)]
        table = []
        for n in range(1, N_ROUNDS + 1):
            tone = "strong" if n == now else "muted"
            table.append([[[str(n), tone]], *([[reward(aspect, n), tone]] for aspect in labels)])
        return part("Court", [{"facts": facts}, {"table": {"head": head, "rows": table}}])

    def seats_in_order(self, numbers: Sequence[int]) -> list[Text]:
        """Pieces of players in an order."""
        return [span for number in numbers for span in (seat_sign(number), " ")]

    def stock(self, supply: State, signs: Mapping[str, tuple[str, str]]) -> list[Text]:
        """What a player has left to place, in few letters; signs: of officials."""
        words = f"G{supply['governors']} P{supply['palaces']} W{supply['walls']} "
        return ["left", [words, *pieces(supply["officials"], signs, count=True)]]

    def earned(self, player: State) -> str:
        """VP by source."""
        return ", ".join(f"{name} {vp}" for name, vp in player["vp_from"].items() if vp) or "nothing yet"

    def workers(self, n: int) -> list[Text]:
        """Workers in a region, where there are any."""
        return [f" {n}wk" if self.short else f" {n} worker{'s'[: n > 1]}"] if n else []
