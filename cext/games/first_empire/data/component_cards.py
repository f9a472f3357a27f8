"""Cards, abilities, Alchemist cards, Starting and Emperor tiles: from rows to tables, held against the rulebook."""

from pathlib import Path

from cext.games.card_decks import card_rows
from cext.games.component_reader import ComponentReader
from cext.games.component_schema import ChoiceValue, Csv, IntValue, ListValue
from cext.games.first_empire.data.component_types import (
    ABILITIES,
    ALCHEMIST_ABILITIES,
    ASPECTS,
    MASTER_ABILITIES,
    N_CARDS,
    N_EMPEROR,
    N_SECTIONS,
    N_STARTING,
    OFFICIALS,
    REGIONS,
    TRIGGERS,
    AlchemistCard,
    EmperorTile,
    StartingTile,
    mask_of,
)

__all__ = [
    "ABILITY_ROWS", "ALCHEMIST_ROWS", "CARD_ROWS", "EMPEROR_ROWS", "MASTER_ROWS", "STARTING_ROWS", "read_abilities",
    "read_alchemists", "read_emperor_tiles", "read_masters", "read_starting_tiles",
]  # fmt: skip

CARD_ROWS = card_rows(N_CARDS, ASPECTS, TRIGGERS, ABILITIES)
ABILITY_ROWS = Csv({"ability": ChoiceValue(ABILITIES), "amount": IntValue(1, 9)}, len(ABILITIES))
ALCHEMIST_ROWS = Csv(
    {"ability": ChoiceValue(ALCHEMIST_ABILITIES), "trigger": ChoiceValue(TRIGGERS), "amount": IntValue(1, 9)},
    len(ALCHEMIST_ABILITIES),
)
MASTER_ROWS = Csv(
    {"ability": ChoiceValue(MASTER_ABILITIES), "trigger": ChoiceValue(TRIGGERS), "amount": IntValue(1, 9)},
    len(MASTER_ABILITIES),
)
STARTING_ROWS = Csv(
    {
        "tile": IntValue(1, N_STARTING),
        "officials": ListValue(ChoiceValue(OFFICIALS)),
        "unrest": ListValue(ChoiceValue(REGIONS)),
        "tokens": ListValue(ChoiceValue(ASPECTS)),
        "ship": IntValue(0, 9),
        "soldiers": IntValue(0, 8),
        "workers": IntValue(0, 9),
        "alchemist_cards": IntValue(0, 1),
    },
    N_STARTING,
)
EMPEROR_ROWS = Csv(
    {"tile": IntValue(1, N_EMPEROR), "section": IntValue(1, N_SECTIONS), "trigger": ChoiceValue(TRIGGERS)}, N_EMPEROR
)


def read_abilities(path: Path, reading: ComponentReader) -> tuple[int, ...]:
    """What each ability of the cards gives (Appendix 1)."""
    rows = reading.keyed(path, ABILITY_ROWS, "ability", ABILITIES)
    return tuple(rows[ability][1][0] for ability in sorted(rows))


def read_alchemists(path: Path, reading: ComponentReader) -> tuple[AlchemistCard, ...]:
    """The five Alchemist cards of every player, one of each ability."""
    rows = reading.keyed(path, ALCHEMIST_ROWS, "Alchemist card", ALCHEMIST_ABILITIES)
    return tuple(AlchemistCard(rows[own][1][0], own, rows[own][1][1]) for own in sorted(rows))


def read_masters(path: Path, reading: ComponentReader) -> tuple[AlchemistCard, ...]:
    """The five Master Alchemist cards, one of each ability."""
    rows = reading.keyed(path, MASTER_ROWS, "Master Alchemist card", MASTER_ABILITIES)
    return tuple(AlchemistCard(rows[own][1][0], own, rows[own][1][1]) for own in sorted(rows))


def read_starting_tiles(path: Path, reading: ComponentReader) -> tuple[StartingTile, ...]:
    """The ten Starting tiles; the General in Chu they all begin with stands in numbers.toml (Appendix 4)."""
    found = {}
    for tile, (row, (officials, unrest, tokens, *pieces)) in reading.keyed(
        path, STARTING_ROWS, "tile", range(1, N_STARTING + 1)
    ).items():
        with reading.catch():
            of_kinds = tuple(officials.count(kind) for kind in range(len(OFFICIALS)))
            of_aspects = tuple(tokens.count(aspect) for aspect in range(len(ASPECTS)))
            found[tile] = StartingTile(of_kinds, mask_of(row, "unrest", unrest), of_aspects, *pieces)
            if not (officials or tokens or any(pieces)):
                raise row.error("the tile gives nothing: write what it depicts")
    return tuple(found[tile] for tile in sorted(found))


def read_emperor_tiles(path: Path, reading: ComponentReader) -> tuple[EmperorTile, ...]:
    """The six Emperor tiles, one for each section (4B: "according to their backside … one tile per section")."""
    rows = reading.keyed(path, EMPEROR_ROWS, "tile", range(1, N_EMPEROR + 1))
    tiles = tuple(EmperorTile(rows[tile][1][0] - 1, rows[tile][1][1]) for tile in sorted(rows))
    if reading.has_no_errors(path) and len({tile.section for tile in tiles}) != N_SECTIONS:
        reading.fault(path, None, "a section stands twice: each of the 6 sections has one tile")
    return tiles
