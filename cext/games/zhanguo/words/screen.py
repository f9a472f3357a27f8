"""How a table of ZhanGuo is drawn: blocks of text made from a record's whole states, in long words or short ones."""

import re
from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from typing import Any

from cext.games.screens import ASPECT_INK, N_ROUNDS, DeckScreen, State
from cext.games.text_view import Text, part, pieces, seat_sign, seat_signs
from cext.games.zhanguo.data.component_types import ABILITIES, ASPECTS
from cext.games.zhanguo.words import table
from cext.games.zhanguo.words.names import POWER_NAMES, REWARD_NAMES, TILE_NAMES, ability_names, square_names

__all__ = ["Screen"]

COURT = (  # of the state and of its "now": what the court's picture shows
    "round", "value_3_markers_on_gameboard", "value_1_markers_in_supply", "decks", "tiebreaker_order",
    "court_area_top_card",
)  # fmt: skip

SHORT_ABILITIES = (
    "mark", "{points}pt", "{vp[0]}vp", "{vp[1]}vp", "work", "vp/w", "vp/c", "vp/l", "calm", "rest", "move",
    "+m", "+c", "+i",
)  # fmt: skip
SHORT_TILES = {
    "unrest_empty": "calm", "colour_sets": "sets", "officials_cover_unrest": "off.≥unr.", "full_regions": "full",
    "civilian_official": "civilian", "two_same_colour": "pairs", "military_official": "military",
    "currency_card": "currency", "inspector_official": "inspector", "laws_card": "laws", "less_unrest": "less unr.",
    "writing_card": "writing",
}  # fmt: skip
SHORT_SQUARES = ("v", "o", "r")
SHORT_LEGEND = (
    ("cards", "what triggers them: W wall, P palace, H hire, R recruit, G governor"),
    ("bring", "mark 1 marker, {points}pt {abilities[1]}, work 1 worker here, move 1 worker, +m +c +i official here"),
    ("", "vp/w VP for each writing card, c currency, l laws; unrest -1: calm anywhere, rest here"),
    (
        "squares",
        "v {squares[0]}, o an official, r re-assignment points, each with the player whose governor stands there",
    ),
    ("", "+ governors beside the squares; ▲ palaces"),
)
LEGEND = (
    ("numbers on a ground", "pieces of the player of that number; cards by their aspect"),
    ("officials", "m military (red), c civilian (gray), i inspector (white); after | those in the workers area"),
    ("aspects", "w writing (ivory), c currency (orange), l laws (brown); +3 is the value-3 marker"),
    ("unrest", "▮ for each level, ▯ for each level left"),
)
PICTURE_LEGEND = (
    (
        "pieces of players",
        "a disc for governors, a roof for palaces, battlements for walls, six corners on tracks and tasks",
    ),
    ("officials", "m military, c civilian, i inspector, m3 three military ones"),
    ("player boards", "officials above the line are in the governors area, those below it in the workers area"),
    ("yellow discs", "workers; on the left of a region's name its number, on the right its unrest"),
    ("cards", "number and trigger, then what it brings: to move is for re-assignment points, calm takes unrest away"),
    ("slots", "what they are worth in VP"),
    ("markers", "how many of value 1; +3 behind them for each of value 3: 2+3 are two of value 1 and one of value 3"),
)


class Screen(DeckScreen):
    """Draws whole states of one game."""

    hidden = re.compile(r"^discard card \d+ "), "discard a card "
    picture_legend = PICTURE_LEGEND

    def __init__(self, header: Mapping[str, Any], *, short: bool = False) -> None:
        super().__init__(header, short=short)
        tables = header["components"]
        self.cards = {int(card["number"]): card for card in tables["cards.csv"]}
        self.boards = tables["boards.toml"]
        self.reward_rows = {(row["aspect"], int(row["round"])): row for row in tables["rewards.csv"]}
        self.task_vp = self.numbers["task_vp"]
        self.points, self.ability_vp = self.numbers["ability_points"], self.numbers["ability_vp"]
        self.abilities = ability_names(self.points, self.ability_vp)
        self.squares = square_names(self.numbers["bonus_vp"])
        self.sections, self.tasks = self.set_up["wall_sections"], self.set_up["tasks"]
        self.palace_slots = self.set_up["palace_slots_of_a_region"]

    @property
    def legend(self) -> list[tuple[str, str]]:
        """What letters and signs stand for."""
        words = {"points": self.points, "abilities": self.abilities, "squares": self.squares}
        short = [(label, text.format_map(words)) for label, text in SHORT_LEGEND]
        return [*short, *LEGEND] if self.short else list(LEGEND)

    def gameboard(self, state: State) -> Iterable[dict[str, Any]]:
        """Regions, wall, tasks and court."""
        return self.regions(state), self.walls(state), self.tasks_area(state), self.court(state)

    def drawn_parts(self, state: State) -> Iterable[dict[str, Any]]:
        """The same drawn, with all hands open."""
        kept, over = self.kept, state["now"]["decision"] is None
        yield kept.part("Regions", lambda now: table.regions(now, self.palace_slots), state, "regions")
        yield kept.part("Wall", self.wall_drawn, state, "wall_sections")
        yield kept.part("Tasks", lambda now: table.tasks(self.tasks, now, self.task_vp), state, "tasks")
        yield kept.part("Court", self.court_drawn, {**state, **state["now"]}, *COURT)
        yield from (kept.of("board", self.board_drawn, player, over) for player in state["players"])

    @cached_property
    def faces(self) -> table.CardFaces:
        """How cards look."""
        long = {n: self.effect(card) for n, card in self.cards.items()}
        return table.CardFaces(self.cards, ABILITIES, long, points=self.points, vp=self.ability_vp)

    def wall_drawn(self, state: State) -> dict[str, Any]:
        """The wall as a picture."""
        return table.wall(self.sections, state, self.tile_vp, TILE_NAMES)

    def court_drawn(self, state: State) -> dict[str, Any]:
        """The court as a picture, from what COURT names."""
        top = state["court_area_top_card"]
        return table.court(state, self.named_rewards, N_ROUNDS, self.faces.face(top, 0, 0) if top else None)

    @cached_property
    def named_rewards(self) -> Mapping[tuple[str, int], str]:
        """Rewards of each aspect and round in words."""
        return {cell: self.reward(*cell) for cell in self.reward_rows}

    def board_drawn(self, player: State, over: bool) -> dict[str, Any]:
        """A player board as a picture, and what it has earned in words; over: the game is."""
        slots = self.tracks(player["board"], player)
        facts = [["VP from", self.earned(player)], *self.power(player["board"])]
        blocks = [table.player_board(player, slots, self.faces, over=over), {"facts": facts}]
        return self.player_part(player, blocks, player["board"] or "no board")

    # -- the gameboard -----------------------------------------------------------------------------------------------

    def regions(self, state: State) -> dict[str, Any]:
        """Bonus squares, other governors and palaces of each region."""
        kinds = list(dict.fromkeys(square["bonus"] for one in state["regions"] for square in one["bonus_squares"]))
        rows = []
        for region in state["regions"]:
            squares = region["bonus_squares"]
            taken = [square["governor_of"] for square in squares if square["governor_of"]]
            beside = [i + 1 for i, n in enumerate(region["governors"]) for _ in range(n - taken.count(i + 1))]
            built = [i + 1 for i, n in enumerate(region["palaces"]) for _ in range(n)]
            on = [[s["governor_of"] for s in squares if s["bonus"] == kind] for kind in kinds]
            if self.short:
                signs = zip((SHORT_SQUARES[self.squares.index(kind)] for kind in kinds), on, strict=True)
                spans = [span for name, owners in signs for span in ([name, "muted"], *map(place_sign, owners), " ")]
                rows.append([str(region["region"]), spans, seat_signs(beside, "+"), seat_signs(built, "▲")])
            else:
                others = [seat_signs(beside, ""), seat_signs(built, "")]
                rows.append([str(region["region"]), *([*map(place_sign, owners)] for owners in on), *others])
        # a no-break space: "4 VP" stays in one line
        names = [kind.removeprefix("an ").removeprefix("re-assignment ").replace(" ", "\u00a0") for kind in kinds]
        head = ["", "", "", ""] if self.short else ["", *names, "beside", "palaces"]
        title = "Regions" if self.short else "Regions: governors and palaces"
        return part(title, [{"table": {"head": head, "rows": rows}}])

    def walls(self, state: State) -> dict[str, Any]:
        """Tile and slots of each wall section."""
        rows = []
        for section, slots in zip(self.sections, state["wall_sections"], strict=True):
            tile = section["shows"]
            name = SHORT_TILES[tile] if self.short else TILE_NAMES[tile]
            vp = "" if self.short else "/".join(map(str, self.tile_vp[tile])) + " "
            site = section["site"][:3] if self.short else section["site"]
            rows.append([str(section["section"]), site, f"{vp}{name}", seat_signs_of(slots["slots"], self.short)])
        head = ["", "site", "tile", "slots"] if self.short else ["", "site", "VP by slot, for", "slots"]
        return part("Wall", [{"table": {"head": head, "rows": rows}}])

    def tasks_area(self, state: State) -> dict[str, Any]:
        """What each task asks for and who has done it."""
        rows = []
        for task, done in zip(self.tasks, state["tasks"], strict=True):
            symbols = [str(symbol)[:3] if self.short else str(symbol) for symbol in task["symbols"]]
            section = {"upper": "↑", "lower": "↓"}[task["section"]] if self.short else task["section"]
            kind = task["kind"][:3] if self.short else task["kind"]
            rows.append([f"{section} {kind}", " ".join(symbols), seat_signs_of(done["discs"], self.short)])
        vp = "/".join(map(str, self.task_vp))
        return part("Tasks", [{"table": {"head": ["", "wanted", f"done {vp}"], "rows": rows}}])

    def court(self, state: State) -> dict[str, Any]:
        """Rewards, rewards track, court card and supplies."""
        ones, threes = state["value_1_markers_in_supply"], state["value_3_markers_on_gameboard"]
        markers = self.by_aspect({a: f"{ones[a]}{'+3' * threes[a]}" for a in ASPECTS})
        order = "track", "rewards track", self.seats_in_order(state["tiebreaker_order"])
        labels = {aspect: aspect for aspect in ASPECTS}
        return self.court_part(state, labels, self.reward, order, ("marks", "markers left", markers))

    def reward(self, a: str, round_: int) -> str:
        """A cell of the rewards table."""
        row = self.reward_rows[a, round_]
        regions = str(row["regions"] or "").replace(" ", ",")
        return REWARD_NAMES[row["kind"]] + (f" in {regions}" if regions and regions != "1,2,3,4,5" else "")

    # -- players -----------------------------------------------------------------------------------------------------

    def player(self, state: State, i: int, open_hand: bool) -> dict[str, Any]:
        """A player board with everything on it and beside it."""
        player = state["players"][i]
        board = player["board"]
        facts: list[list[Text]] = [
            ["hand", self.hand(player["hand"], open_hand)],
            ["marks" if self.short else "markers", self.markers(player)],
        ]
        supply = player["supply"]
        if self.short:
            facts.append(self.stock(supply, table.CUBES))
        else:
            words = f"{supply['governors']} governors, {supply['palaces']} palaces, {supply['walls']} walls, officials "
            facts.append(["supply", [words, *pieces(supply["officials"], table.CUBES, count=True)]])
            facts += [["VP from", self.earned(player)], *self.power(board)]
        slots = self.tracks(board, player)
        tiles = [self.region(region, slots[k]) for k, region in enumerate(player["regions"])]
        return self.player_part(player, [{"facts": facts}, {"tiles": tiles}], board or "no board")

    def power(self, board: str | None) -> list[list[Text]]:
        """A row for the abilities of a board that has some."""
        powers = POWER_NAMES[self.boards[board]["block"]["value"]] if board else ()
        return [["board", "; ".join(name for name, _ in powers)]] if powers else []

    def tracks(self, board: str | None, player: State) -> list[int]:
        """Slots of unrest in each region; without a board those taken."""
        slots: list[int] = self.boards[board]["tracks"]["value"] if board else [r["unrest"] for r in player["regions"]]
        return slots

    def aspect_of(self, card: int) -> str:
        """The aspect of a card."""
        aspect: str = self.cards[card]["aspect"]
        return aspect

    def card_text(self, card: int) -> tuple[str, str, str]:
        """What triggers a card, what it brings, and both in one text."""
        row = self.cards[card]
        return row["trigger"], self.abilities[ABILITIES.index(row["ability"])], self.effect(row)

    def effect(self, card: Mapping[str, Any]) -> str:
        """What triggers a card, and what it brings."""
        place = ABILITIES.index(card["ability"])
        if self.short:
            brings = SHORT_ABILITIES[place].format(points=self.points, vp=self.ability_vp)
            return f"{card['trigger'][0].upper()}:{brings}"
        return f"{card['trigger']}: {self.abilities[place]}"

    def markers(self, player: Mapping[str, Any]) -> Text:
        """Unification markers by aspect; the value-3 marker is named."""
        held = player["markers"]
        return self.by_aspect({a: f"{held[a]['value_1']}{'+3' * held[a]['value_3']}" for a in ASPECTS})

    def region(self, region: Mapping[str, Any], slots: int) -> dict[str, Any]:
        """A region of a player board: unrest on so many slots, officials, workers, cards."""
        unrest = "▮" * region["unrest"] + "▯" * (slots - region["unrest"])
        working = pieces(region["workers_area"], table.CUBES)
        status: list[Text] = [[unrest, "red"], " ", *pieces(region["governors_area"], table.CUBES)]
        if working:
            status += ["|", *working]
        status += self.workers(region["workers"])
        lines: list[Text] = []
        for n in region["cards"]:
            card = self.cards[n]
            tone = ASPECT_INK[card["aspect"]]
            words = self.effect(card)
            lines.append([[words, tone]] if self.short else [[f"{n}", f"on-{tone}"], f" {words}"])
        return {"title": f"{region['region']}", "status": status, "lines": lines}


# -- pieces ---------------------------------------------------------------------------------------------------------


def place_sign(number: int | None) -> Text:
    """A player's piece, or a free place."""
    return seat_sign(number) if number else ["·", "muted"]


def seat_signs_of(slots: Sequence[int | None], short: bool) -> Text:
    """Slots from left to right."""
    spans: list[Text] = []
    for owner in slots:
        spans += [place_sign(owner), "" if short else " "]
    return spans
