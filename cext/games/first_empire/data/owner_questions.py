"""What an owner of The First Empire would look up in the box: the questions in the rulebook's words."""

from collections.abc import Callable, Mapping
from typing import Any

from cext.games.component_schema import forms_of
from cext.games.first_empire.data.component_board import BOARD, SPOT_ROWS, TILE_ROWS
from cext.games.first_empire.data.component_cards import (
    ABILITY_ROWS,
    ALCHEMIST_ROWS,
    EMPEROR_ROWS,
    MASTER_ROWS,
    PALACE_ROWS,
    STARTING_ROWS,
    TABLEAU_ROWS,
)
from cext.games.first_empire.data.component_solo import LISI_ROWS, SOLO_ROWS
from cext.games.first_empire.data.component_types import ASPECTS, Numbers
from cext.games.owner_questions import Content, FixedStock, OwnerQuestion, in_csv, in_toml

__all__ = [
    "INDICATED_ABILITIES", "INDICATED_TILES", "LEGEND_OF_CARDS", "LEGEND_OF_GOVERNOR_CARDS", "LEGEND_OF_LISI",
    "LEGEND_OF_MAUSOLEUM", "LEGEND_OF_PALACE_CARDS", "LEGEND_OF_SPOTS", "LEGEND_OF_TRIGGERS",
    "LEGEND_OF_WALL_CARDS", "LEGEND_OF_WALL_TILES", "look_at_alchemists", "look_at_borders",
    "look_at_emperor_tiles", "look_at_governor_cards", "look_at_indicated", "look_at_layout", "look_at_lisi",
    "look_at_markings", "look_at_masters", "look_at_mausoleum_tiles", "look_at_palace_cards",
    "look_at_palace_spaces", "look_at_palace_tiles", "look_at_route", "look_at_starting_tiles", "look_at_tableaus",
    "look_at_wall_cards", "pools_of_layout",
]  # fmt: skip

INDICATED_TILES = (4, 5, 6)  # Starting tiles of which the rulebook does not say what they indicate (Appendix 4)
INDICATED_ABILITIES = ("unrest_writing_currency", "unrest_currency_laws", "unrest_writing_laws")  # Appendix 1
LINES = ("upper", "middle", "lower")
COLUMNS = ("left", "middle", "right")
ASKED = {"region": ("governors", "palaces", "pieces"), "wall": ("walls",), "elixir": ("space", "alchemist_cards")}
LEGEND_OF_TRIGGERS = "the Court Action: recruit, elixir, governor, hire, palace or wall"
LEGEND_OF_CARDS = (
    "the Court Action that activates it (recruit, elixir, governor, hire, palace, wall), then what it gives: ship; "
    "alchemist_here, architect_here, general_here; move_worker; moves (2 Official movements); calm_any (1 unrest "
    "less); token_any; vp_per_alchemist, _governor, _palace, _wall; for 1 unrest more: unrest_writing_currency, "
    "unrest_currency_laws, unrest_writing_laws (tokens), unrest_worker, unrest_vp_per_writing, _currency, _laws"
)
LEGEND_OF_MAUSOLEUM = (
    "what is not asked for is 0; pieces: governors and palaces together; slots: the VP from top to bottom, with blanks "
    "between them; three_plus: which slots bear that symbol, counted from the top"
)
LEGEND_OF_SPOTS = "chu, wei, zhao, qi, yan; 1, 2, 3 for the wall sites from left to right; route for the elixir"
LEGEND_OF_WALL_TILES = "the criteria of Appendix 2 in one word each"


def look_at_route(content: Content) -> list[OwnerQuestion]:
    """The three lists of the elixir route, a number for each space after the start."""
    length = len(content["board.toml"]["elixir_symbols"]["value"])
    each = "(a number for each space after the starting position"
    where = "the Elixir route on the main board, from the starting position to the last space"
    asked = {
        "elixir_symbols": f"how many symbols does each space have? {each}: 0, 1 or 2)",
        "elixir_masters": f"which spaces bring a Master Alchemist card? {each}: 1 if it does, else 0)",
        "elixir_vp": f"how many VP does a ship score on each space? {each}; a blank space has those before it)",
    }
    return [
        in_toml("board.toml", key, BOARD, f"Elixir route: {question}", where, count=1 if "masters" in key else length)
        for key, question in asked.items()
    ]


def look_at_mausoleum_tiles(content: Content) -> list[OwnerQuestion]:
    """Conditions, slots and 3+ of the nine tiles."""
    alike = {kind: [row["tile"] for row in content["mausoleum_tiles.csv"] if row["kind"] == kind] for kind in ASKED}

    def question(row: Any) -> str:
        number = f" {alike[row['kind']].index(row['tile']) + 1} of {len(alike[row['kind']])}"
        what = "; ".join((*(field.replace("_", " ") for field in ASKED[row["kind"]]), "slots", "3+"))
        name = "the Elixir" if row["kind"] == "elixir" else f"a {row['kind']}{number}"
        return f"Mausoleum tile of {name}: what does it ask for, and give? ({what})"

    return [
        look
        for kind, fields in ASKED.items()
        for look in in_csv(
            "mausoleum_tiles.csv",
            TILE_ROWS,
            (*fields, "slots", "three_plus"),
            question,
            "the Mausoleum tiles with that icon on the back; any order, but keep it",
            rows=lambda row, kind=kind: row["kind"] == kind,  # type: ignore[misc]
            count=7,
        )(content)
    ]


look_at_layout = in_csv(  # the nine printed spots of the Mausoleum
    "mausoleum.csv", SPOT_ROWS, ("place",),
    lambda row: f"Mausoleum, {LINES[row['row'] - 1]} row, {COLUMNS[row['column'] - 1]} spot: what is printed?",
    "the Mausoleum area of the main board, below the tiles",
)  # fmt: skip


def pools_of_layout(content: Content) -> list[FixedStock]:
    """Every region, every wall site and the elixir have one spot."""
    return [FixedStock(content["mausoleum.csv"], ("place", "kind"), fixed=True)]


def look_at_markings(content: Content) -> list[OwnerQuestion]:
    """Workers of the slots of the six wall sections, by players."""
    question = (
        "Wall sections: how many markings (workers) do their slots have? (slots from left to right, section by "
        "section; with 2, 3 and 4 players)"
    )
    where = "both sides of the main board: six sections, two a site"
    return [in_toml("board.toml", "markings", BOARD, question, where, count=54)]


def look_at_borders(content: Content) -> list[OwnerQuestion]:
    """Neighbours of the regions."""
    question = "Which regions are adjacent? (pairs such as [[chu, wei], [wei, zhao]])"
    return [in_toml("board.toml", "adjacency", BOARD, question, "the arrows between regions on the boards", count=5)]


def look_at_palace_spaces(content: Content) -> list[OwnerQuestion]:
    """Palace spaces of a region by players."""
    question = "How many Palace tiles lie in each region with 2, 3 and 4 players? (three numbers)"
    where = "the Palace spaces of a region on the main board, with or without a 4"
    return [in_toml("numbers.toml", "palace_spaces", forms_of(Numbers), question, where, count=3)]


look_at_palace_tiles = in_csv(  # copies of each kind of Palace tile
    "palace_tiles.csv", PALACE_ROWS, ("copies",),
    lambda row: f"How many of the 15 Palace tiles score {words(row['kind'])}?",
    "the fronts of the Palace tiles",
)  # fmt: skip


def words(kind: str) -> str:
    """What a Palace tile counts."""
    return "2 VP for any card, for unrest" if kind == "any_for_unrest" else f"3 VP for {kind} cards"


look_at_starting_tiles = in_csv(  # what three Starting tiles indicate
    "starting_tiles.csv", STARTING_ROWS, ("unrest", "tokens"),
    lambda row: f"Starting tile with unrest and tokens, {row['tile'] - 3} of 3: in which region is the unrest, and "
                "which small tokens does it give? (region; aspects, as often as there are tokens)",
    "the three Starting tiles with one unrest and tokens", rows=lambda row: row["tile"] in INDICATED_TILES,
)  # fmt: skip


look_at_indicated = in_csv(  # tokens of each aspect of the abilities that indicate two
    "abilities.csv", ABILITY_ROWS, ("amount",),
    lambda row: f"Cards that give {' and '.join(aspects(row['ability']))} tokens for 1 unrest: how many of each "
                "aspect?",
    "any Unification card with that ability", rows=lambda row: row["ability"] in INDICATED_ABILITIES,
)  # fmt: skip


def aspects(ability: str) -> list[str]:
    """The aspects an ability names."""
    return [aspect for aspect in ASPECTS if aspect in ability]


def which_action(card: str) -> Callable[[Mapping[str, Any]], str]:
    """Asks for the trigger of a card by what it gives."""
    return lambda row: f"{card} that gives {row['ability'].replace('_', ' ')}: which Court Action activates it?"


look_at_alchemists = in_csv(  # triggers of the Alchemist cards
    "alchemist_cards.csv", ALCHEMIST_ROWS, ("trigger",),
    which_action("Alchemist card"), "the five Alchemist cards of a player",
)  # fmt: skip


look_at_masters = in_csv(  # triggers of the Master Alchemist cards
    "master_cards.csv", MASTER_ROWS, ("trigger",),
    which_action("Master Alchemist card"), "the five Master Alchemist cards",
)  # fmt: skip


look_at_emperor_tiles = in_csv(  # triggers of the Emperor tiles
    "emperor_tiles.csv", EMPEROR_ROWS, ("trigger",),
    lambda row: f"Emperor tile of wall section {row['section']}, left to right: which Court Action does it show?",
    "the front of the tile whose back names the section",
)  # fmt: skip


look_at_tableaus = in_csv(  # rows of the loose Unification tableau
    "tableaus.csv", TABLEAU_ROWS, ("rows",),
    lambda row: f"Double-sided Unification tableau, side {row['tableau']}: which aspect has the 1st, 2nd, 3rd row?",
    "the loose tile; call one of its sides A and keep to it", rows=lambda row: row["tableau"] != "printed", count=3,
)  # fmt: skip


LEGEND_OF_GOVERNOR_CARDS = (
    "left_1: one Governor on the leftmost bonus space; right_2: two, from the right; open_1: one in the open area"
)
LEGEND_OF_PALACE_CARDS = "Palace tile: 1 if the card bears the symbol to take it, else 0"
LEGEND_OF_WALL_CARDS = "Emperor tile: 1 if it is taken, else 0; section and space: left or right"
LEGEND_OF_LISI = (
    "once: 1 for a card that is removed when played, else 0; scoring cards: A 2-4-6 with Governors, B 4-6-8, C 5-7-9 "
    "with the Elixir, D 3-5-7 for walls; Li Si's place in turn order: 1 or 2"
)


def of_family(
    family: str, fields: tuple[str, ...], question: str, *, count: int | None = None
) -> Callable[[Content], list[OwnerQuestion]]:
    """A lookup of each action card of a family."""
    return in_csv(
        "solo_cards.csv", SOLO_ROWS, fields,
        lambda row: f"Solo Action card {row['number']}: {question}", "the card of that number, from left to right",
        rows=lambda row: row["family"] == family, count=count,
    )  # fmt: skip


look_at_governor_cards = of_family(  # ways and orders of the cards 10 to 14
    "governor", ("mode", "order"),
    "how does it place Governors, and in which order of regions? (way; regions from left to right)", count=6,
)  # fmt: skip
look_at_palace_cards = of_family(  # orders of the cards 15 to 19
    "palace", ("order", "tokens", "takes_tile"),
    "in which order of regions and of tokens, and is the Palace tile taken? (regions; aspects; 0 or 1)", count=9,
)  # fmt: skip
look_at_wall_cards = of_family(  # orders and ways of the cards 20 to 24
    "wall", ("order", "section", "slot", "takes_tile"),
    "in which order of wall sites, in which section and from which side is the space, and is the Emperor tile "
    "taken? (sites 1 to 3; left or right; left or right; 0 or 1)",
)  # fmt: skip
LISI_CARDS = in_csv(
    "lisi_cards.csv", LISI_ROWS, ("deck", "top", "bottom", "position", "space", "soldiers"),
    lambda row: f"Li Si card {row['level']}: what does it say? (numbers of its nine cards; upper scoring card; lower "
                "one; place in turn order; space of his ship; soldiers unlocked)",
    "the Li Si card of that challenge", count=14,
)  # fmt: skip
ELIXIR_CARDS = of_family(
    "elixir", ("once", "steps"),
    "is it removed when played, and how many spaces does the ship move? (0 or 1; spaces)",
)  # fmt: skip


def look_at_lisi(content: Content) -> list[OwnerQuestion]:
    """The four Li Si cards, then the elixir cards."""
    return LISI_CARDS(content) + ELIXIR_CARDS(content)
