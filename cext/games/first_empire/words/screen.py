"""How a table of The First Empire is drawn: blocks of text from a record's whole states, in long or short words."""

import re
from collections.abc import Mapping, Sequence
from typing import Any

from cext.games.drawing import Text, part, pieces, seat_sign, seat_signs
from cext.games.first_empire.data.components import ASPECTS
from cext.games.first_empire.words import table, table_boards
from cext.games.first_empire.words.names import CRITERION_NAMES, PALACE_TILE_NAMES
from cext.games.first_empire.words.screen_cards import CARD_INK, CUBE, INK, Cards

__all__ = ["Screen"]

N_ROUNDS = 5
COURT = (  # of the state and of its "now": what the court's picture shows
    "round", "tokens_left", "decks", "turn_order", "cards_in_court_area", "court_area_top_card",
)  # fmt: skip

State = Mapping[str, Any]

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
DRAWN = re.compile(r"^player (\d+) draws (.*)$")
TILE = re.compile(r"^starting tile \d+.*$")


PICTURE_LEGEND = (
    ("pieces of players", "a disc for governors, a roof for palaces, battlements for walls, heads for soldiers, ships"),
    ("officials", "a alchemists, r architects, g generals; white discs are workers, squares in red the unrest"),
    ("palace tiles", "w writing, c currency, l laws, A Alchemist cards, * all cards for 1 unrest"),
    ("cards", "number and trigger, ! by an Emperor tile, then what it brings (1 w.: a worker); A, M: Alchemists"),
    ("slots", "workers a wall takes, VP a soldier brings; +2 behind tokens is the large one"),
    ("elixir", "discs are symbols, diamonds the Master Alchemist; VP are those of a ship there or beyond"),
)


def moment(state: State) -> str:
    """Where the game stands."""
    now = state["now"]
    return f"Round {now['round']}, phase {now['phase']}" if now["decision"] else "The game is over"


class Screen:
    """Draws whole states of one game.

    header: of its record. short: for columns of 24 characters. A drawing holds blocks: `facts`, rows of a label and a
    text; `table`, with a head and rows of texts; `tiles`, small fields with a title, a status and lines.
    """

    def __init__(self, header: Mapping[str, Any], *, short: bool = False) -> None:
        tables = header["components"]
        self.short = short
        self.names = [*(seat["strategy"] for seat in header["seats"]), *["Li Si"] * header.get("bots", 0)]
        self.version = header["options"]["lisi"]
        self.set_up = header["set_up"]
        self.cards = Cards(tables, header["options"])
        numbers = {key: entry["value"] for key, entry in tables["numbers.toml"].items()}
        self.max_unrest = numbers["max_unrest"]
        route = tables["board.toml"]
        self.symbols, self.masters, self.route_vp = (  # the files leave the start out
            [0, *route[f"elixir_{name}"]["value"]] for name in ("symbols", "masters", "vp")
        )
        self.tile_vp = {row["criterion"]: [int(row[f"vp_{n}"]) for n in (1, 2, 3)] for row in tables["wall_tiles.csv"]}
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

    @property
    def picture_legend(self) -> Sequence[tuple[str, str]]:
        """What the signs of a picture stand for."""
        return PICTURE_LEGEND

    def render(self, state: State, *, seat: int | None = None) -> dict[str, Any]:
        """The table as the player in `seat` (from 1) sees it; None: with all hands open."""
        return {
            "title": moment(state),
            "parts": [
                self.regions(state),
                self.walls(state),
                *self.search(state),
                self.court(state),
                *(self.player(state, i, seat in (None, i + 1)) for i in range(len(state["players"]))),
                *([self.own_hand(state["players"][seat - 1]["hand"])] if seat else []),
            ],
        }

    def picture(self, state: State) -> dict[str, Any]:
        """The same table drawn, with all hands open."""
        kept, ships = self.cards.kept, [player["ship"] for player in state["players"]]
        return {
            "title": moment(state),
            "parts": [
                kept.part("Regions", lambda now: table.regions(now, self.cards.bonuses), state, "regions"),
                kept.part("Wall", self.wall_drawn, state, "wall_sections"),
                kept.of("Elixir", self.elixir_drawn, ships, state["master_alchemists"]),
                kept.part("Mausoleum", self.mausoleum_drawn, state, "mausoleum"),
                kept.part("Court", self.court_drawn, {**state, **state["now"]}, *COURT),
                *(self.board_drawn(state, player) for player in state["players"]),
            ],
        }

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
        shown = table_boards.face(top, 0, 0, self.cards) if top else None
        return table.court(state, self.set_up["tableau"], self.cards.rewards, N_ROUNDS, shown)

    def board_drawn(self, state: State, player: State) -> dict[str, Any]:
        """A player board as a picture, and what it has earned in words, drawn anew where something on it moved."""
        given = player, self.lisi(state, player), state["now"]["decision"] is None
        title = self.seated(player, self.tiles_of(state, player, open_hand=True))
        return self.cards.kept.of("board", self._board_drawn, *given, title)

    def _board_drawn(self, player: State, lisi: State | None, over: bool, title: list[Text]) -> dict[str, Any]:
        """A player board that did not look like this before; lisi: his own things; over: the game is."""
        drawn = table_boards.player_board(player, self.cards, self.max_unrest, lisi=lisi, over=over)
        blocks: list[Any] = [drawn, {"facts": [["VP from", self.earned(player)]]}]
        return part(title, blocks, seat=player["player"], aside=f"{player['vp']} VP")

    def lisi(self, state: State, player: State) -> State | None:
        """Li Si's own things, if it is his board."""
        found: State | None = state["lisi"] if "lisi" in state and player is state["players"][-1] else None
        return found

    def redact(self, words: str, *, seat: int, mover: int) -> str:
        """Words about a move of `mover`, or about what followed, without what the player in `seat` does not see.

        Backs of cards are open (F29): how many of each aspect are drawn is public, and in phase 1 always the same.
        """
        drawn = DRAWN.match(words)
        if drawn and int(drawn[1]) != seat:
            return f"player {drawn[1]} draws {len(drawn[2].split(','))} cards"
        return words if seat == mover else TILE.sub("a starting tile", words)

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
        round_ = state["now"]["round"]
        track: list[Text] = []
        for number in state["turn_order"]:
            track += [seat_sign(number), " "]
        top = state["court_area_top_card"]
        facts: list[list[Text]] = [
            ["order" if self.short else "turn order", track],
            ["court" if self.short else "court card", self.cards.number(top) if top else "none"],
            ["tokens" if self.short else "tokens left", self.by_aspect(state["tokens_left"])],
            ["decks", self.by_aspect({a: {"small": len(state["decks"][a]), "large": 0} for a in ASPECTS})],
        ]
        tableau = self.set_up["tableau"]
        if self.short:
            rewards = [[[[a, INK[a]]], self.cards.rewards[a, round_]] for a in tableau]
            return part("Court", [{"facts": [*rewards, *facts]}])
        head: list[Text] = ["round", *([[a, INK[a]]] for a in tableau)]
        rows = []
        for n in range(1, N_ROUNDS + 1):
            tone = "strong" if n == round_ else "muted"
            rows.append([[[str(n), tone]], *([[self.cards.rewards[a, n], tone]] for a in tableau)])
        return part("Court", [{"facts": facts}, {"table": {"head": head, "rows": rows}}])

    # -- players -----------------------------------------------------------------------------------------------------

    def player(self, state: State, i: int, open_hand: bool) -> dict[str, Any]:
        """A player board with everything on it and beside it."""
        player = state["players"][i]
        lisi = self.lisi(state, player)
        supply, soldiers = player["supply"], player["soldiers"]
        facts: list[list[Text]] = [
            ["hand", self.hand(player["hand"], open_hand)],
            ["tokens", self.by_aspect(player["tokens"])],
        ]
        set_aside = [card.removeprefix("alchemist ") for card in player["alchemist_cards"]]
        if self.short:
            facts.append(["sold.", f"{soldiers['entrance']} free, {soldiers['locked']} locked"])
            facts.append(["Alch.", f"{len(set_aside)} aside"])
            stock = f"G{supply['governors']} P{supply['palaces']} W{supply['walls']} "
            facts.append(["left", [stock, *pieces(supply["officials"], CUBE, count=True)]])
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
        title = self.seated(player, self.tiles_of(state, player, open_hand=open_hand))
        return part(title, [{"facts": facts}, {"tiles": tiles}], seat=i + 1, aside=f"{player['vp']} VP")

    def seated(self, player: State, holds: str) -> list[Text]:
        """Who sits there, with what he began."""
        number = player["player"]
        return [[f"{number}", f"on-seat{number}"], f" {self.names[number - 1]} ", [holds, "muted"]]

    def tiles_of(self, state: State, player: State, *, open_hand: bool) -> str:
        """The starting tile of a player, or which Li Si it is."""
        if self.lisi(state, player) is not None:
            return f"version {self.version}"
        own = player["starting_tiles"]
        known = open_hand or state["now"]["decision"] != "start"
        return " or ".join(f"tile {n}" for n in own) if own and known else "2 tiles" if own else "no tile"

    def earned(self, player: State) -> str:
        """VP by source."""
        return ", ".join(f"{name} {vp}" for name, vp in player["vp_from"].items() if vp) or "nothing yet"

    def his_cards(self, lisi: Mapping[str, Any]) -> list[list[Text]]:
        """Li Si's action cards that lie open, how many are left, the palace tiles he took."""
        tiles = [PALACE_TILE_NAMES[kind] for kinds in lisi["palace_tiles"].values() for kind in kinds]
        return [
            ["deck", f"{len(lisi['action_deck'])}" if self.short else f"{len(lisi['action_deck'])} action cards"],
            ["played", " ".join(map(str, [*lisi["removed"], *lisi["discards"]])) or "none"],
            ["tiles" if self.short else "palace tiles", ", ".join(tiles) or "none"],
        ]

    def hand(self, numbers: Sequence[int], open_hand: bool) -> Text:
        """Cards in hand; of a closed hand their backs, which are open (F29)."""
        spans: list[Text] = []
        for n in numbers if open_hand else sorted(numbers, key=lambda n: ASPECTS.index(self.cards.aspect(n))):
            ink = f"on-{INK[self.cards.aspect(n)]}"
            if not open_hand:
                spans += [[self.cards.aspect(n)[0], ink], " "]
            elif self.short:
                spans += [[f"{n}", ink], " "]
            else:
                spans += ["\n" if spans else "", [f"{n}", ink], f" {self.cards.words(n)}"]
        return spans or "empty"

    def own_hand(self, numbers: Sequence[int]) -> dict[str, Any]:
        """The cards of the player who looks, in long words."""
        rows = []
        for n in numbers:
            a = self.cards.aspect(n)
            rows.append([self.cards.number(n), [[a, INK[a]]], self.cards.trigger(n), self.cards.effect(n)])
        table = {"table": {"head": ["card", "aspect", "triggered by", "brings"], "rows": rows}}
        return {**part("Your hand", [table]), "wide": True}

    def by_aspect(self, numbers: Mapping[str, Mapping[str, int]]) -> list[Text]:
        """Small tokens of each aspect, and the large one."""
        spans: list[Text] = []
        for a in ASPECTS:
            between = "" if not spans else " " if self.short else " · "
            shown = f"{numbers[a]['small']}{'+2' * numbers[a]['large']}"
            spans += [between, [a[0] if self.short else a, INK[a]], f"{'' if self.short else ' '}{shown}"]
        return spans

    def region(self, region: Mapping[str, Any], *, unrest: bool) -> dict[str, Any]:
        """A region of a player board: unrest (Li Si has none), officials, workers, cards."""
        levels = "▮" * region["unrest"] + "▯" * (self.max_unrest - region["unrest"])
        workers = region["workers"]
        status: list[Text] = [*([[levels, "red"], " "] if unrest else []), *pieces(region["officials"], CUBE)]
        if workers:
            status.append(f" {workers}wk" if self.short else f" {workers} worker{'s'[: workers > 1]}")
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
