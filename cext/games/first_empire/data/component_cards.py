"""Cards, abilities, Alchemist cards, Starting and Emperor tiles: from rows to tables, held against the rulebook."""

from pathlib import Path

from cext.games.component_forms import Csv, Each, Name, Whole
from cext.games.component_reading import Reading
from cext.games.first_empire.data.component_rows import fault, keyed, mask_of
from cext.games.first_empire.data.component_types import (
    ABILITIES,
    ALCHEMIST_ABILITIES,
    ASPECTS,
    DECK,
    MASTER_ABILITIES,
    N_CARDS,
    N_EMPEROR,
    N_SECTIONS,
    N_STARTING,
    OFFICIALS,
    REGIONS,
    TRIGGERS,
    AlchemistCard,
    Card,
    EmperorTile,
    StartingTile,
)

__all__ = [
    "ABILITY_ROWS", "ALCHEMIST_ROWS", "CARD_ROWS", "EMPEROR_ROWS", "MASTER_ROWS", "STARTING_ROWS", "read_abilities",
    "read_alchemists", "read_cards", "read_emperor_tiles", "read_masters", "read_starting_tiles",
]  # fmt: skip

CARD_ROWS = Csv(
    {"number": Whole(1, N_CARDS), "aspect": Name(ASPECTS), "trigger": Name(TRIGGERS), "ability": Name(ABILITIES)},
    N_CARDS,
)
ABILITY_ROWS = Csv({"ability": Name(ABILITIES), "amount": Whole(1, 9)}, len(ABILITIES))
ALCHEMIST_ROWS = Csv(
    {"ability": Name(ALCHEMIST_ABILITIES), "trigger": Name(TRIGGERS), "amount": Whole(1, 9)}, len(ALCHEMIST_ABILITIES)
)
MASTER_ROWS = Csv(
    {"ability": Name(MASTER_ABILITIES), "trigger": Name(TRIGGERS), "amount": Whole(1, 9)}, len(MASTER_ABILITIES)
)
STARTING_ROWS = Csv(
    {
        "tile": Whole(1, N_STARTING),
        "officials": Each(Name(OFFICIALS)),
        "unrest": Each(Name(REGIONS)),
        "tokens": Each(Name(ASPECTS)),
        "ship": Whole(0, 9),
        "soldiers": Whole(0, 8),
        "workers": Whole(0, 9),
        "alchemist_cards": Whole(0, 1),
    },
    N_STARTING,
)
EMPEROR_ROWS = Csv({"tile": Whole(1, N_EMPEROR), "section": Whole(1, N_SECTIONS), "trigger": Name(TRIGGERS)}, N_EMPEROR)


def read_cards(path: Path, reading: Reading) -> tuple[Card, ...]:
    """The cards: Writing 1-40, Currency 41-80, Laws 81-120 (Phase 1: "a unique activation number from 1 to 120")."""
    cards = keyed(path, CARD_ROWS, reading, "card", range(1, N_CARDS + 1))
    for number, (row, (aspect, *_)) in cards.items():
        with reading.catch():
            deck = ASPECTS[(number - 1) // DECK]
            if ASPECTS[aspect] != deck:
                raise row.error(f"card {number} has aspect {ASPECTS[aspect]}: its deck is {deck}, write that")
    return tuple(Card(number, *cards[number][1]) for number in sorted(cards))


def read_abilities(path: Path, reading: Reading) -> tuple[int, ...]:
    """What each ability of the cards gives (Appendix 1)."""
    rows = keyed(path, ABILITY_ROWS, reading, "ability", ABILITIES)
    return tuple(rows[ability][1][0] for ability in sorted(rows))


def read_alchemists(path: Path, reading: Reading) -> tuple[AlchemistCard, ...]:
    """The five Alchemist cards of every player, one of each ability."""
    rows = keyed(path, ALCHEMIST_ROWS, reading, "Alchemist card", ALCHEMIST_ABILITIES)
    return tuple(AlchemistCard(rows[own][1][0], own, rows[own][1][1]) for own in sorted(rows))


def read_masters(path: Path, reading: Reading) -> tuple[AlchemistCard, ...]:
    """The five Master Alchemist cards, one of each ability."""
    rows = keyed(path, MASTER_ROWS, reading, "Master Alchemist card", MASTER_ABILITIES)
    return tuple(AlchemistCard(rows[own][1][0], own, rows[own][1][1]) for own in sorted(rows))


def read_starting_tiles(path: Path, reading: Reading) -> tuple[StartingTile, ...]:
    """The ten Starting tiles; the General in Chu they all begin with stands in numbers.toml (Appendix 4)."""
    found = {}
    for tile, (row, (officials, unrest, tokens, *pieces)) in keyed(
        path, STARTING_ROWS, reading, "tile", range(1, N_STARTING + 1)
    ).items():
        with reading.catch():
            of_kinds = tuple(officials.count(kind) for kind in range(len(OFFICIALS)))
            of_aspects = tuple(tokens.count(aspect) for aspect in range(len(ASPECTS)))
            found[tile] = StartingTile(of_kinds, mask_of(row, "unrest", unrest), of_aspects, *pieces)
            if not (officials or tokens or any(pieces)):
                raise row.error("the tile gives nothing: write what it depicts")
    return tuple(found[tile] for tile in sorted(found))


def read_emperor_tiles(path: Path, reading: Reading) -> tuple[EmperorTile, ...]:
    """The six Emperor tiles, one for each section (4B: "according to their backside … one tile per section")."""
    rows = keyed(path, EMPEROR_ROWS, reading, "tile", range(1, N_EMPEROR + 1))
    tiles = tuple(EmperorTile(rows[tile][1][0] - 1, rows[tile][1][1]) for tile in sorted(rows))
    if reading.clean(path) and len({tile.section for tile in tiles}) != N_SECTIONS:
        fault(path, reading, "a section stands twice: each of the 6 sections has one tile")
    return tiles
