"""How the unknown data of Li Si are drawn: his action cards, and the four Li Si cards; unknowns.py says why so."""

from collections.abc import Mapping, Sequence
from itertools import pairwise, product
from typing import Any

from cext.games.first_empire.data.component_types import ASPECTS, N_LISI, N_SITES, PLAYED_ONCE, REGIONS, SIDES
from cext.games.owner_questions import Content, is_owner_data
from cext.games.printings import KeyedRandom

__all__ = ["draw_governor_cards", "draw_lisi", "draw_palace_cards", "draw_wall_cards", "faults_of_lisi"]

Row = Mapping[str, Any]

MODES = ("left_1", "open_1")  # of the governor cards that come back: the third places two, as 14 alone does
WALLS = (("right", 1), ("left", 1), ("left", 0))  # slot and Emperor tile of a wall card
ORDER_OF_FACES = 0.4  # weight of A, D, B, C as upper faces of Li Si 1 to 4 (notes, 2.12)
FACES = ("A", "D", "B", "C")  # by the VP they give for walls
OTHER_CARD = {"A": "CD", "B": "CD", "C": "AB", "D": "AB"}  # what may lie below a face
STEPS = (3, 4)  # of elixir cards that come back: 15 or 20 spaces in five rounds
STEPS_ONCE = (2, 3, 4, 5, 6)  # of elixir cards played once
# Which elixir cards are played once: the last two or the last one, or any but all, where what is known wants it.
ELIXIR_CARDS = [(0, 0, 1, 1), (0, 0, 0, 1), *(flags for flags in product((0, 1), repeat=4) if sum(flags) < 4)]
SPACES, SOLDIERS = 5, 3  # a ship begins on space 0 to 4, 0 to 2 soldiers are unlocked
COME_BACK = (range(1, 6), range(10, 14), range(15, 18), range(20, 23))  # cards that come back, elixir apart


def of_family(content: Content, family: str) -> list[dict[str, Any]]:
    """The action cards of a family."""
    return [row for row in content["solo_cards.csv"] if row["family"] == family]


def draw_governor_cards(content: Content, draws: KeyedRandom) -> None:
    """Orders of regions, and who goes to a bonus space or to the open area: both do."""
    cards = of_family(content, "governor")
    while True:
        modes = [draws.among(MODES) for row in cards if row["number"] not in PLAYED_ONCE]
        if set(modes) == set(MODES):
            break
    for row, mode in zip(cards, [*modes, "right_2"], strict=True):
        row |= {"mode": mode, "order": " ".join(draws.shuffled(REGIONS))}


def draw_palace_cards(content: Content, draws: KeyedRandom) -> None:
    """Orders of regions and large tokens, and who takes the palace tile: some do, some do not."""
    cards = of_family(content, "palace")
    takes = [0, 1, *(draws.below(2) for _ in cards[2:])]
    for row, tile in zip(cards, draws.shuffled(takes), strict=True):
        row |= {"order": " ".join(draws.shuffled(REGIONS)), "tokens": " ".join(draws.shuffled(ASPECTS))}
        row["takes_tile"] = tile


def draw_wall_cards(content: Content, draws: KeyedRandom) -> None:
    """Orders of sites, sections, and the three ways to build, each on some card."""
    cards = of_family(content, "wall")
    ways = draws.shuffled([*WALLS, *(draws.among(WALLS) for _ in cards[len(WALLS) :])])
    for row, (slot, tile) in zip(cards, ways, strict=True):
        order = " ".join(draws.shuffled([str(site + 1) for site in range(N_SITES)]))
        row |= {"order": order, "takes_tile": tile, "section": draws.among(SIDES), "slot": slot}


def draw_lisi(content: Content, draws: KeyedRandom) -> None:
    """Elixir cards, decks, scoring faces and starts of Li Si 1 to 4; no start or upper face is easier than the one
    before, and no card of the game is in none of the decks."""
    elixir, levels = of_family(content, "elixir"), content["lisi_cards.csv"]
    back = 2 + draws.below(2)
    steps = sorted([*STEPS, *(draws.among(STEPS) for _ in range(back - len(STEPS)))])
    steps += [draws.among(STEPS_ONCE) for _ in elixir[back:]]
    fits = (
        [find for find in ELIXIR_CARDS if agrees(find, elixir, levels)]
        if any(map(is_owner_data, elixir + levels))
        else []
    )
    flags = ELIXIR_CARDS[back - 2]
    if fits and flags not in fits:
        flags = fits[0] if fits[0] in ELIXIR_CARDS[:2] else draws.among(fits)
    for row, number, flag in zip(elixir, steps, flags, strict=True):
        if not is_owner_data(row):
            row |= {"once": flag, "steps": number}
    once = [*PLAYED_ONCE, *(row["number"] for row in elixir if row["once"])]
    ships = sorted(spread([row["number"] for row in elixir if not row["once"]], N_LISI, draws))
    singles = [spread(list(family), N_LISI, draws) for family in COME_BACK[1:]]
    while True:
        cut = [sorted(draws.shuffled(COME_BACK[0])[:3]) for _ in range(N_LISI)]
        if {number for cards in cut for number in cards} == set(COME_BACK[0]):
            break
    while True:
        unique = spread(once, 2 * N_LISI, draws)
        pairs = [sorted(unique[2 * level : 2 * level + 2]) for level in range(N_LISI)]
        if all(one != other for one, other in pairs):
            break
    tops = list(FACES)
    if not draws.chance(ORDER_OF_FACES):
        tops = sorted((draws.among(FACES) for _ in range(N_LISI)), key=FACES.index)
    spaces = ascending([draws.below(SPACES) for _ in range(N_LISI)], levels, "space")
    soldiers = ascending([draws.below(SOLDIERS) for _ in range(N_LISI)], levels, "soldiers")
    second = draws.below(N_LISI + 1)  # so many of them begin as 2nd player
    for level, row in enumerate(levels):
        if is_owner_data(row):
            continue
        deck = [*cut[level], ships[level], *(family[level] for family in singles), *pairs[level]]
        row |= {"deck": " ".join(map(str, deck)), "top": tops[level], "bottom": draws.among(OTHER_CARD[tops[level]])}
        row |= {"position": 2 if level < second else 1, "space": spaces[level], "soldiers": soldiers[level]}


def faults_of_lisi(content: Content) -> int:
    """Decks without one elixir card that comes back; starts behind a lower Li Si's; a turn order that gets easier."""
    levels = content["lisi_cards.csv"]
    back = {row["number"] for row in of_family(content, "elixir") if not row["once"]}
    starts = [(row["space"], row["soldiers"], -row["position"]) for row in levels]
    decks = sum(len(back & {int(card) for card in row["deck"].split()}) != 1 for row in levels)
    return decks + sum(other < one for one, other in pairwise(starts))


def agrees(flags: Sequence[int], elixir: Sequence[Row], levels: Sequence[Row]) -> bool:
    """Whether elixir cards with these flags of being played once are what is known of them and of the decks."""
    if any(is_owner_data(row) and row["once"] != flag for row, flag in zip(elixir, flags, strict=True)):
        return False
    back = {row["number"] for row, flag in zip(elixir, flags, strict=True) if not flag}
    return all(len(back & {int(card) for card in row["deck"].split()}) == 1 for row in levels if is_owner_data(row))


def ascending(values: list[int], levels: Sequence[Row], field: str) -> list[int]:
    """Values in ascending order, those between two that are known within them."""
    told = [row[field] if is_owner_data(row) else None for row in levels]
    found = sorted(values)
    for level, value in enumerate(told):
        if value is not None:
            found[:level] = [min(one, value) for one in found[:level]]
            found[level:] = [value, *(max(one, value) for one in found[level + 1 :])]
    return found


def spread(cards: list[int], places: int, draws: KeyedRandom) -> list[int]:
    """Cards for as many places, each card in one at least."""
    return draws.shuffled([*cards, *(draws.among(cards) for _ in range(places - len(cards)))])
