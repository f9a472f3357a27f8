"""How a table of The First Empire is drawn: blocks of text from a record's whole states, in long or short words."""

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from cext.games.first_empire.data.component_types import ASPECTS
from cext.games.first_empire.words import table
from cext.games.first_empire.words.names import CRITERION_NAMES, PALACE_TILE_NAMES
from cext.games.first_empire.words.screen_cards import CARD_INK, CUBE, Cards
from cext.games.screens import ASPECT_INK, N_ROUNDS, DeckScreen, State
from cext.games.text_view import Text, part, pieces, seat_sign, seat_signs

__all__ = ["Screen"]

COURT = (  # of the state and of its "now": what the court's picture shows
    "round", "tokens_left", "decks", "turn_order", "cards_in_court_area", "court_area_top_card",
)  # fmt: skip

SHORT_TILES = {
    "architect": "architect", "alchemist": "alchemist", "general": "general", "worker": "worker",
    "two_of_a_type": "pairs", "quadruplet": "sets of 4", "palace": "palace", "governor": "governor",
    "writing_card": "writing", "currency_card": "currency", "laws_card": "laws", "alchemist_card": "Alch. card",
    "no_unrest": "calm", "officials_cover_unrest": "off.≥unr.",
}  # fmt: skip
SHORT_PALACE_TILES = {"writing": "w", "currency": "c", "laws": "l", "alchemist": "A", "any_for_unrest": "*"}
SHORT_LEGEND = (
    ("cards", "what triggers them: R recruit, E elixir, G governor, H hire, P palace, W wall; ! an Emperor tile's"),
    ("palace tiles", "cards counted: w writing, c currency, l laws, A Alchemist cards, * all for 1 unrest"),
    ("regions", "spaces of governors, + those in the open area, ▲ palaces"),
    ("left", "supply: G governors, P palaces, W walls, officials"),
)
LEGEND = (
    ("numbers on a ground", "pieces of the player of that number; cards by their aspect"),
    ("officials", "a alchemists (green), r architects (yellow), g generals (red)"),
    ("aspects", "w writing (ivory), c currency (orange), l laws (brown); +2 is the large token"),
    ("unrest", "▮ for each level, ▯ for each level left"),
    ("elixir", "● a symbol, ◆ the Master Alchemist; numbers on a ground are ships"),
    ("Mausoleum", "soldiers in the slots of a tile from the top, then the VP of the free ones"),
)


PICTURE_LEGEND = (
    ("pieces of players", "a disc for governors, a roof for palaces, battlements for walls, heads for soldiers, ships"),
    ("officials", "a alchemists, r architects, g generals, r3 three architects"),
    ("white discs", "workers; red squares are the unrest of a region"),
    ("palace tiles", "w writing, c currency, l laws, A Alchemist cards, * all cards for 1 unrest"),
    ("cards", "number and trigger, ! by an Emperor tile, then what it brings (1 w.: a worker); A, M: Alchemists"),
    ("slots", "workers a wall takes, VP a soldier brings"),
    ("tokens", "how many small ones; +2 behind them for each large one: 9+2 are nine small ones and a large one"),
    ("elixir", "discs are symbols, diamonds the Master Alchemist; VP are those of a ship there or beyond"),
)


class Screen(DeckScreen):
    """Draws whole states of one game. Backs of cards are open (F29): how many of each aspect a hand has is public."""

    hidden = re.compile(r"^starting tile \d+.*$"), "a starting tile"
    picture_legend = PICTURE_LEGEND

    def __init__(self, header: Mapping[str, Any], *, short: bool = False) -> None:
        super().__init__(header, short=short)
        tables = header["components"]
        self.names += ["Li Si"] * header.get("bots", 0)
        self.version = header["options"]["lisi"]
        self.cards = Cards(tables, header["options"])
        self.max_unrest = self.numbers["max_unrest"]
        route = tables["board.toml"]
        self.symbols, self.masters, self.route_vp = (  # the files leave the start out
            [0, *route[f"elixir_{name}"]["value"]] for name in ("symbols", "masters", "vp")
        )
        self.palace_tile_vp = {row["kind"]: int(row["vp"]) for row in tables["palace_tiles.csv"]}
        spaces = (tile for tiles in self.set_up["governor_tiles"].values() for tile in tiles)
        self.governor_tiles = sorted({tile for tile in spaces if tile})

    @property
    def legend(self) -> list[tuple[str, str]]:
        """What letters and signs stand for."""
        if not self.short:
            return list(LEGEND)
        tiles = "; ".join(f"t{n} {self.cards.bonuses[n - 1]}" for n in self.governor_tiles)
        return [*SHORT_LEGEND, ("governor tiles", tiles), *LEGEND]

    def gameboard(self, state: State) -> Iterable[dict[str, Any]]:
        """Regions, wall, elixir route, Mausoleum and court."""
        return self.regions(state), self.walls(state), *self.search(state), self.court(state)

    def drawn_parts(self, state: State) -> Iterable[dict[str, Any]]:
        """The same drawn, with all hands open."""
        kept, ships = self.cards.kept, [player["ship"] for player in state["players"]]
        yield kept.part("Regions", lambda now: table.regions(now, self.cards.bonuses), state, "regions")
        yield kept.part("Wall", self.wall_drawn, state, "wall_sections")
        yield kept.of("Elixir", self.elixir_drawn, ships, state["master_alchemists"])
        yield kept.part("Mausoleum", self.mausoleum_drawn, state, "mausoleum")
        yield kept.part("Court", self.court_drawn, {**state, **state["now"]}, *COURT)
        yield from (self.board_drawn(state, player) for player in state["players"])

    def aspect_of(self, card: int) -> str:
        """The aspect of a card."""
        return self.cards.aspect(card)

    def card_text(self, card: int) -> tuple[str, str, str]:
        """What triggers a card, what it brings, and both in one text."""
        return self.cards.trigger(card), self.cards.effect(card), self.cards.words(card)

    def backs(self, cards: Sequence[int]) -> Sequence[int]:
        """Backs of a hand, by aspect."""
        return sorted(cards, key=lambda card: ASPECTS.index(self.cards.aspect(card)))

    def wall_drawn(self, state: State) -> dict[str, Any]:
        """The wall as a picture."""
        return table.wall(self.set_up["wall_sections"], state, self.tile_vp)

    def elixir_drawn(self, ships: Sequence[int], left: Sequence[str]) -> dict[str, Any]:
        """The elixir route; left: the Master Alchemists."""
        numbers, n_masters = (self.symbols, self.masters, self.route_vp), len(self.set_up["master_alchemists"])
        return part("Elixir", [table.elixir_route(ships, left, *numbers, self.cards, n_masters=n_masters)])

    def mausoleum_drawn(self, state: State) -> dict[str, Any]:
        """The Mausoleum as a picture."""
        spots = self.set_up["mausoleum"]
        return table.mausoleum(spots, state, [self.cards.needs(spot) for spot in spots])

    def court_drawn(self, state: State) -> dict[str, Any]:
        """The court as a picture, from what COURT names."""
        top = state["court_area_top_card"]
        shown = table.face(top, 0, 0, self.cards) if top else None
        return table.court(state, self.set_up["tableau"], self.cards.rewards, N_ROUNDS, shown)

    def board_drawn(self, state: State, player: State) -> dict[str, Any]:
        """A player board as a picture, and what it has earned in words, drawn anew where something on it moved."""
        given = player, self.lisi(state, player), state["now"]["decision"] is None
        title = self.tiles_of(state, player, open_hand=True)
        return self.cards.kept.of("board", self._board_drawn, *given, title)

    def _board_drawn(self, player: State, lisi: State | None, over: bool, holds: str) -> dict[str, Any]:
        """A player board that did not look like this before; lisi: his own things; over: the game is."""
        drawn = table.player_board(player, self.cards, self.max_unrest, lisi=lisi, over=over)
        blocks: list[Any] = [drawn, {"facts": [["VP from", self.earned(player)]]}]
        return self.player_part(player, blocks, holds)

    def lisi(self, state: State, player: State) -> State | None:
        """Li Si's own things, if it is his board."""
        found: State | None = state["lisi"] if "lisi" in state and player is state["players"][-1] else None
        return found

    # -- the gameboard -----------------------------------------------------------------------------------------------

    def regions(self, state: State) -> dict[str, Any]:
        """Governor spaces, open area, palaces and palace tiles of each region."""
        rows = []
        for region in state["regions"]:
            spaces: list[Text] = []
            for space in region["governor_spaces"]:
                between = [" "] if spaces else []
                if space["governor_of"]:
                    spaces += [*between, seat_sign(space["governor_of"])]
                elif space["tile"]:
                    words = f"t{space['tile']}" if self.short else self.cards.bonuses[space["tile"] - 1]
                    spaces += [*([";"] if spaces and not self.short else []), *between, [words, "muted"]]
            beside = [i + 1 for i, n in enumerate(region["open_area"]) for _ in range(n)]
            built = [i + 1 for i, n in enumerate(region["palaces"]) for _ in range(n)]
            tiles = region["palace_tiles"]
            name = region["region"].capitalize()
            if self.short:
                left = "".join(SHORT_PALACE_TILES[kind] for kind in tiles)
                rows.append(
                    [name, [*spaces, *seat_signs(beside, "+"), " ", *seat_signs(built, "▲"), " ", [left, "muted"]]]
                )
            else:
                left = ", ".join(f"{self.palace_tile_vp[kind]} {PALACE_TILE_NAMES[kind]}" for kind in tiles)
                apart = [" "] if spaces and beside else []
                rows.append([name, [*spaces, *apart, *seat_signs(beside, "+")], seat_signs(built, ""), left])
        head = ["", ""] if self.short else ["", "governors, + open area", "palaces", "palace tiles: VP per"]
        title = "Regions" if self.short else "Regions: governors and palaces"
        return part(title, [{"table": {"head": head, "rows": rows}}])

    def walls(self, state: State) -> dict[str, Any]:
        """Tile, Emperor tile and slots of each wall section; a free slot shows its workers."""
        rows = []
        for section, now in zip(self.set_up["wall_sections"], state["wall_sections"], strict=True):
            tile = section["shows"]
            slots: list[Text] = []
            for markings, owner in zip(section["slots"], now["slots"], strict=True):
                slots += [seat_sign(owner) if owner else [f"{markings}", "muted"], "" if self.short else " "]
            emperor = now["emperor_tile"] or ""
            if self.short:
                cells = [SHORT_TILES[tile], f"!{emperor[0].upper()}" if emperor else ""]
            else:
                cells = ["/".join(map(str, self.tile_vp[tile])) + f" {CRITERION_NAMES[tile]}", emperor]
            site = section["site"][:3] if self.short else section["site"]
            rows.append([str(section["section"]), site, *cells, slots])
        head = ["", "site", "tile", "", "slots"] if self.short else ["", "site", "VP by slot, for", "Emperor", "slots"]
        return part("Wall", [{"table": {"head": head, "rows": rows}}])

    def search(self, state: State) -> list[dict[str, Any]]:
        """The elixir route and the Mausoleum; in long words one above the other, as they are short."""
        elixir, mausoleum = self.elixir(state), self.mausoleum(state)
        if self.short:
            return [elixir, mausoleum]
        return [part("Elixir and Mausoleum", [*elixir["blocks"], *mausoleum["blocks"]])]

    def elixir(self, state: State) -> dict[str, Any]:
        """The route with the ships on it, where it brings VP, and the VP each ship has reached."""
        ships = [player["ship"] for player in state["players"]]
        line: list[Text] = []
        for space, (symbols, masters) in enumerate(zip(self.symbols, self.masters, strict=True)):
            here = [i + 1 for i, ship in enumerate(ships) if ship == space]
            line += [seat_sign(number) for number in here]
            if not here or symbols or masters:
                line.append(["●" * symbols + "◆" * masters or "·", "muted" if not symbols and not masters else "cyan"])
            if space % 5 == 0:
                line.append(" ")  # easier to count, and where a line may end
        reached: list[Text] = []
        for i, ship in enumerate(ships):
            vp = max(self.route_vp[: ship + 1])
            reached += [seat_sign(i + 1), f" {ship}: {vp} VP  " if self.short else f" on {ship}, {vp} VP  "]
        left = [card.removeprefix("master ") for card in state["master_alchemists"]]
        names = ", ".join(left if self.short else [self.cards.effect(f"master {name}") for name in left]) or "none"
        masters_left = ["Masters" if self.short else "Master Alchemists", names]
        risen = [n for n, vp in enumerate(self.route_vp) if vp > max(self.route_vp[:n], default=0)]
        worth = ", ".join(f"{self.route_vp[n]} from {n}" for n in risen)
        values = [] if self.short else [["VP", worth]]
        return part("Elixir", [{"facts": [["route", line], *values, ["ships", reached], masters_left]}])

    def mausoleum(self, state: State) -> dict[str, Any]:
        """The nine tiles, row by row: what they ask for, who stands there, the VP of the slots left."""
        rows = []
        for spot, soldiers in zip(self.set_up["mausoleum"], state["mausoleum"], strict=True):
            slots: list[Text] = [seat_sign(number) for number in soldiers["soldiers"]]
            left = [str(vp) for vp in spot["slots"][len(soldiers["soldiers"]) :]]
            slots += [" " if slots and left else "", ["/".join(left), "muted"]]
            name = self.cards.short_needs(spot) if self.short else self.cards.needs(spot)
            rows.append([f"{spot['row']}.{spot['column']}", name, slots])
        head = ["", "asks for", "slots"]
        return part("Mausoleum", [{"table": {"head": head, "rows": rows}}])

    def court(self, state: State) -> dict[str, Any]:
        """Rewards, turn order, court card and supplies."""
        labels = {aspect: [[aspect, ASPECT_INK[aspect]]] for aspect in self.set_up["tableau"]}
        order = "order", "turn order", self.seats_in_order(state["turn_order"])
        tokens = "tokens", "tokens left", self.tokens(state["tokens_left"])
        return self.court_part(state, labels, lambda aspect, n: self.cards.rewards[aspect, n], order, tokens)

    # -- players -----------------------------------------------------------------------------------------------------

    def player(self, state: State, i: int, open_hand: bool) -> dict[str, Any]:
        """A player board with everything on it and beside it."""
        player = state["players"][i]
        lisi = self.lisi(state, player)
        supply, soldiers = player["supply"], player["soldiers"]
        facts: list[list[Text]] = [
            ["hand", self.hand(player["hand"], open_hand)],
            ["tokens", self.tokens(player["tokens"])],
        ]
        set_aside = [card.removeprefix("alchemist ") for card in player["alchemist_cards"]]
        if self.short:
            facts.append(["sold.", f"{soldiers['entrance']} free, {soldiers['locked']} locked"])
            facts.append(["Alch.", f"{len(set_aside)} aside"])
            facts.append(self.stock(supply, CUBE))
        else:
            facts.append(["soldiers", f"{soldiers['entrance']} at the entrance, {soldiers['locked']} locked"])
            aside = "; ".join(self.cards.effect(card) for card in player["alchemist_cards"]) or "none"
            facts.append(["Alchemists", f"aside: {aside}"])
            words = f"{supply['governors']} governors, {supply['palaces']} palaces, {supply['walls']} walls"
            officials = [", officials ", *pieces(supply["officials"], CUBE, count=True)] if lisi is None else []
            facts.append(["supply", [words, *officials]])
            facts.append(["VP from", self.earned(player)])
        if lisi is not None:
            facts[0] = ["cards", f"{len(lisi['unification_deck'])} face down"]
            facts += self.his_cards(lisi)
        tiles = [self.region(region, unrest=lisi is None) for region in player["regions"]]
        holds = self.tiles_of(state, player, open_hand=open_hand)
        return self.player_part(player, [{"facts": facts}, {"tiles": tiles}], holds)

    def tiles_of(self, state: State, player: State, *, open_hand: bool) -> str:
        """The starting tile of a player, or which Li Si it is."""
        if self.lisi(state, player) is not None:
            return f"version {self.version}"
        own = player["starting_tiles"]
        known = open_hand or state["now"]["decision"] != "start"
        return " or ".join(f"tile {n}" for n in own) if own and known else "2 tiles" if own else "no tile"

    def his_cards(self, lisi: Mapping[str, Any]) -> list[list[Text]]:
        """Li Si's action cards that lie open, how many are left, the palace tiles he took."""
        tiles = [PALACE_TILE_NAMES[kind] for kinds in lisi["palace_tiles"].values() for kind in kinds]
        return [
            ["deck", f"{len(lisi['action_deck'])}" if self.short else f"{len(lisi['action_deck'])} action cards"],
            ["played", " ".join(map(str, [*lisi["removed"], *lisi["discards"]])) or "none"],
            ["tiles" if self.short else "palace tiles", ", ".join(tiles) or "none"],
        ]

    def tokens(self, numbers: Mapping[str, Mapping[str, int]]) -> list[Text]:
        """Small tokens of each aspect, and the large one."""
        return self.by_aspect({a: f"{held['small']}{'+2' * held['large']}" for a, held in numbers.items()})

    def region(self, region: Mapping[str, Any], *, unrest: bool) -> dict[str, Any]:
        """A region of a player board: unrest (Li Si has none), officials, workers, cards."""
        levels = "▮" * region["unrest"] + "▯" * (self.max_unrest - region["unrest"])
        status: list[Text] = [*([[levels, "red"], " "] if unrest else []), *pieces(region["officials"], CUBE)]
        status += self.workers(region["workers"])
        lines: list[Text] = []
        for held in region["cards"]:
            card, emperor = held["card"], held["emperor_tile"]
            tone = CARD_INK[self.cards.kind(card)]
            if self.short:
                lines.append([[self.cards.short(card, emperor), tone]])
            else:
                sign = f"{card}" if isinstance(card, int) else card[0].upper()
                lines.append([[sign, f"on-{tone}"], f" {self.cards.words(card, emperor)}"])
        name = region["region"]
        return {"title": name[:3].capitalize() if self.short else name.capitalize(), "status": status, "lines": lines}
