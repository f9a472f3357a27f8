"""Cards, abilities, tiles and the Unification tableau: from rows to tables, held against the rulebook."""

from collections.abc import Sequence
from pathlib import Path

from cext.games.card_decks import card_rows, wall_rows
from cext.games.component_reader import ComponentReader
from cext.games.component_schema import ChoiceValue, ComponentEntry, Csv, Forms, IntValue, ListValue, keyed_rows
from cext.games.first_empire.data.component_types import (
    ABILITIES,
    ALCHEMIST_ABILITIES,
    ASPECTS,
    BONUSES,
    CRITERIA,
    MASTER_ABILITIES,
    N_BONUS,
    N_CARDS,
    N_EMPEROR,
    N_PALACE_TILES,
    N_ROUNDS,
    N_SECTIONS,
    N_STARTING,
    N_WALL_TILES,
    OFFICIALS,
    PALACE_KINDS,
    REGIONS,
    REWARD_KINDS,
    TABLEAUS,
    TRIGGERS,
    AlchemistCard,
    Bonus,
    EmperorTile,
    Reward,
    StartingTile,
)

__all__ = [
    "ABILITY_ROWS", "ALCHEMIST_ROWS", "CARD_ROWS", "EMPEROR_ROWS", "GOVERNOR_ROWS", "MASTER_ROWS", "PALACE_ROWS",
    "REWARD_ROWS", "STARTING_ROWS", "TABLEAU_ROWS", "WALL_ROWS", "ability_amount", "alchemist_card",
    "governor_tile", "read_emperor_tiles", "read_palace_tiles", "read_rewards", "starting_tile", "tableau",
]  # fmt: skip

CARD_ROWS = card_rows(N_CARDS, ASPECTS, TRIGGERS, ABILITIES)
ABILITY_ROWS = keyed_rows("ability", {"ability": ChoiceValue(ABILITIES), "amount": IntValue(1, 9)})
STARTING_ROWS = keyed_rows(
    "tile",
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
)
EMPEROR_ROWS = keyed_rows(
    "tile", {"tile": IntValue(1, N_EMPEROR), "section": IntValue(1, N_SECTIONS), "trigger": ChoiceValue(TRIGGERS)}
)


def alchemist_rows(what: str, abilities: tuple[str, ...]) -> Csv:
    """Cards of one each of these abilities."""
    columns: Forms = {"ability": ChoiceValue(abilities), "trigger": ChoiceValue(TRIGGERS), "amount": IntValue(1, 9)}
    return keyed_rows(what, columns)


ALCHEMIST_ROWS = alchemist_rows("Alchemist card", ALCHEMIST_ABILITIES)  # five, the same for every player
MASTER_ROWS = alchemist_rows("Master Alchemist card", MASTER_ABILITIES)


def ability_amount(row: ComponentEntry, ability: int, amount: int) -> int:
    """What an ability of the cards gives (Appendix 1)."""
    return amount


def alchemist_card(row: ComponentEntry, ability: int, trigger: int, amount: int) -> AlchemistCard:
    """An Alchemist or Master Alchemist card."""
    return AlchemistCard(trigger, ability, amount)


def starting_tile(
    row: ComponentEntry, tile: int, officials: Sequence[int], unrest: Sequence[int], tokens: Sequence[int], *pieces: int
) -> StartingTile:
    """A Starting tile; the General in Chu they all begin with stands in numbers.toml (Appendix 4)."""
    of_kinds = tuple(officials.count(kind) for kind in range(len(OFFICIALS)))
    of_aspects = tuple(tokens.count(aspect) for aspect in range(len(ASPECTS)))
    mask = row.mask("unrest", unrest)
    if not (officials or tokens or any(pieces)):
        raise row.error("the tile gives nothing: write what it depicts")
    return StartingTile(of_kinds, mask, of_aspects, *pieces)


def read_emperor_tiles(path: Path, reading: ComponentReader) -> tuple[EmperorTile, ...]:
    """The six Emperor tiles, one for each section (4B: "according to their backside … one tile per section")."""
    tiles = reading.table(path, EMPEROR_ROWS, lambda row, tile, section, trigger: EmperorTile(section - 1, trigger))
    if reading.has_no_errors(path) and len({tile.section for tile in tiles}) != N_SECTIONS:
        reading.fault(path, None, "a section stands twice: each of the 6 sections has one tile")
    return tiles


AMOUNT = IntValue(1, 9)
GOVERNOR_ROWS = keyed_rows(
    "tile",
    {
        "tile": IntValue(1, N_BONUS),
        "first": ChoiceValue(BONUSES),
        "first_amount": AMOUNT,
        "second": ChoiceValue(BONUSES),
        "second_amount": AMOUNT,
    },
)
PALACE_ROWS = keyed_rows(
    "kind", {"kind": ChoiceValue(PALACE_KINDS), "copies": IntValue(0, N_PALACE_TILES), "vp": IntValue(0, 9)}
)
WALL_ROWS = wall_rows(N_WALL_TILES, CRITERIA)
REWARD_ROWS = keyed_rows(
    "reward",
    {
        "aspect": ChoiceValue(ASPECTS),
        "round": IntValue(1, N_ROUNDS),
        "kind": ChoiceValue(REWARD_KINDS),
        "amount": AMOUNT,
        "regions": ListValue(ChoiceValue(REGIONS)),
        "same_region": IntValue(0, 1),
    },
    " in round ",
)
TABLEAU_ROWS = keyed_rows(
    "tableau", {"tableau": ChoiceValue(TABLEAUS), "rows": ListValue(ChoiceValue(ASPECTS), len(ASPECTS))}
)
NO_REGION = ("ship", "unlock", "wall")  # rewards that do not go to a region


def governor_tile(row: ComponentEntry, tile: int, one: int, amount: int, other: int, more: int) -> tuple[Bonus, Bonus]:
    """A Governor tile with bonuses (Appendix 3)."""
    return Bonus(one, amount), Bonus(other, more)


def read_palace_tiles(path: Path, reading: ComponentReader) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """The kinds of the 15 palace tiles, and VP a card by kind (Palace tiles)."""
    rows = reading.table(path, PALACE_ROWS, lambda row, *values: values)
    tiles = tuple(kind for kind, copies, _ in rows for _ in range(copies))
    if reading.has_no_errors(path) and len(tiles) != N_PALACE_TILES:
        reading.fault(path, None, f"{len(tiles)} tiles: copies add up to {N_PALACE_TILES}, correct them")
    return tiles, tuple(vp for *_, vp in rows)


def read_rewards(path: Path, reading: ComponentReader) -> tuple[tuple[Reward, ...], ...]:
    """The Unification tableau, a row an aspect and a column a round (the list of rewards on the last page)."""
    cells = reading.table(path, REWARD_ROWS, reward)
    if not reading.has_no_errors(path):
        return ()
    return tuple(cells[first : first + N_ROUNDS] for first in range(0, len(cells), N_ROUNDS))


def reward(
    row: ComponentEntry, aspect: int, number: int, kind: int, amount: int, regions: Sequence[int], same: int
) -> Reward:
    """A cell of it."""
    found, name = Reward(kind, amount, row.mask("regions", regions), same), REWARD_KINDS[kind]
    if bool(regions) == (name in NO_REGION):
        rule = "has no region: leave regions empty" if regions else "goes to a region: name one or more"
        raise row.error(f"{name} {rule}")
    if name in ("wall", "governor", "palace") and amount != 1:
        raise row.error(f"amount is {amount}: one {name} is built at a time, write 1")
    return found


def tableau(row: ComponentEntry, name: int, order: tuple[int, ...]) -> tuple[int, ...]:
    """The order of the rows on the printed tableau or on a side of the loose one."""
    if len(set(order)) != len(ASPECTS):
        raise row.error("an aspect stands twice in rows: name each once, top to bottom")
    return order
