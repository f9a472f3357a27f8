"""Where component tables depart from what is known of the printed game: allowed in a variation, but worth saying."""

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import pairwise

from cext.games.card_decks import changed_numbers, changed_walls, unused_abilities
from cext.games.first_empire.data.component_types import (
    ABILITIES,
    ALCHEMIST_ABILITIES,
    ASPECTS,
    CRITERIA,
    FAMILIES,
    MASTER_ABILITIES,
    N_ROUNDS,
    PALACE_KINDS,
    PLAYED_ONCE,
    TRIGGERS,
    AlchemistCard,
    Components,
)

__all__ = ["warnings"]

CARDS_OF_A_TRIGGER = 20  # 120 cards over 6 triggers
INDICATED = range(3, 6)  # Starting tiles 4 to 6: the rulebook does not say what they indicate
CARDS_OF_A_DECK = {"unification": 3, "elixir": 1, "governor": 1, "palace": 1, "wall": 1}  # that come back; Li Si setup


def warnings(components: Components, shipped: Components) -> Iterator[str]:
    """One line for each departure; what the rulebook states is taken from the shipped tables."""
    yield from of_abilities(components, shipped)
    yield from of_board(components)
    yield from of_cards(components)
    yield from of_lisi(components)
    yield from of_mausoleum(components)
    yield from changed_numbers(components.numbers, shipped.numbers, unknown="palace_spaces")
    yield from of_tiles(components, shipped)
    yield from of_tableau(components, shipped)
    yield from of_scoring(components, shipped)


def of_abilities(components: Components, shipped: Components) -> Iterator[str]:
    """What each ability gives (Appendix 1); of indicated tokens the number is not stated."""
    for name, here, printed in zip(ABILITIES, components.ability_amounts, shipped.ability_amounts, strict=True):
        indicated = name in ("unrest_writing_currency", "unrest_currency_laws", "unrest_writing_laws")
        if here != printed and not indicated:
            yield f"abilities.csv: {name} gives {here}, the rulebook says {printed}"
    yield from of_amounts("alchemist_cards.csv", ALCHEMIST_ABILITIES, components.alchemists, shipped.alchemists)
    yield from of_amounts("master_cards.csv", MASTER_ABILITIES, components.masters, shipped.masters)


def of_amounts(
    file: str, names: Sequence[str], here: Sequence[AlchemistCard], printed: Sequence[AlchemistCard]
) -> Iterator[str]:
    """What Alchemist cards give; their triggers are not known."""
    for name, card, known in zip(names, here, printed, strict=True):
        if card.amount != known.amount:
            yield f"{file}: {name} gives {card.amount}, the rulebook says {known.amount}"


def of_board(components: Components) -> Iterator[str]:
    """Move 1 Official: Chu and Yan; Search for the Elixir and its examples."""
    if components.adjacent[0] >> 4 & 1:
        yield "board.toml, adjacency: Chu and Yan are neighbours, the rulebook says they are not"
    route = components.elixir
    if 2 not in route.symbols:
        yield "board.toml, elixir_symbols: no space has two symbols, a clarification of the rulebook speaks of one"
    if sum(route.masters) != 1:
        yield f"board.toml, elixir_masters: {sum(route.masters)} spaces, there is a card for each ship: one"
    if not any(master and any(route.symbols[max(0, space - 2) : space]) for space, master in enumerate(route.masters)):
        yield "board.toml, elixir_masters: no symbol within 3 spaces before, an example of the rulebook passes both"
    if 3 not in route.vp:
        yield "board.toml, elixir_vp: no space of 3 VP, an example of the rulebook has one"


def of_cards(components: Components) -> Iterator[str]:
    """Triggers spread evenly, every ability in use; the trigger of an Emperor tile may be any."""
    count = Counter(card.trigger for card in components.cards)
    for trigger, name in enumerate(TRIGGERS):
        if count[trigger] != CARDS_OF_A_TRIGGER:
            yield f"cards.csv: {count[trigger]} cards have the trigger {name}, an even spread has {CARDS_OF_A_TRIGGER}"
    yield from unused_abilities(components.cards, ABILITIES)


def of_lisi(components: Components) -> Iterator[str]:
    """Decks of 9 cards: 3 Unification, 1 of each other family, 2 that are played once."""
    for number in PLAYED_ONCE:
        if not components.solo_cards[number - 1].once:
            yield f"solo_cards.csv: card {number} comes back, the rulebook gives it the rule of one played once"
    for level, lisi in enumerate(components.lisi, start=1):
        back = [components.solo_cards[number - 1] for number in lisi.deck]
        kept = Counter(FAMILIES[card.family] for card in back if not card.once)
        if dict(kept) != CARDS_OF_A_DECK:
            shown = ", ".join(f"{kept[family]} {family}" for family in FAMILIES)
            yield f"lisi_cards.csv: of Li Si {level} come back {shown}; a deck has 3 unification and 1 of each other"
    for one, other in pairwise(components.lisi):
        if (other.space, other.soldiers, -other.position) < (one.space, one.soldiers, -one.position):
            yield "lisi_cards.csv: a higher Li Si starts behind a lower one, the rulebook says they get harder"


def of_mausoleum(components: Components) -> Iterator[str]:
    """Mausoleum: some spaces have the symbol 3+."""
    if not any(tile.three_plus for tile in components.mausoleum_tiles):
        yield "mausoleum_tiles.csv: no slot is 3+, the rulebook has such spaces"


def of_tiles(components: Components, shipped: Components) -> Iterator[str]:
    """Governor, palace, Starting and wall tiles (Appendices 2 to 4)."""
    for number, halves in enumerate(components.governor_tiles):
        if halves != shipped.governor_tiles[number]:
            yield f"governor_tiles.csv: tile {number + 1} is another than the rulebook lists"
    for kind, name in enumerate(PALACE_KINDS):
        here, printed = components.palace_tile_vp[kind], shipped.palace_tile_vp[kind]
        if here != printed:
            yield f"palace_tiles.csv: {name} scores {here} a card, the rulebook says {printed}"
    for number, tile in enumerate(components.starting_tiles):
        if tile != shipped.starting_tiles[number] and number not in INDICATED:
            yield f"starting_tiles.csv: tile {number + 1} is another than the rulebook lists"
    yield from changed_walls(CRITERIA, components.wall_vp, shipped.wall_vp)


def of_tableau(components: Components, shipped: Components) -> Iterator[str]:
    """The rewards of the last page; the printed order of an example."""
    for aspect, name in enumerate(ASPECTS):
        for number in range(N_ROUNDS):
            if components.rewards[aspect][number] != shipped.rewards[aspect][number]:
                yield f"rewards.csv: {name} in round {number + 1} is another reward than the rulebook lists"
    if components.tableaus[0] != shipped.tableaus[0]:
        yield "tableaus.csv: the printed tableau has another order than an example of the rulebook shows"


def of_scoring(components: Components, shipped: Components) -> Iterator[str]:
    """Li Si's Scoring cards."""
    for here, printed in zip(components.scoring_faces, shipped.scoring_faces, strict=True):
        if here != printed:
            yield f"scoring_faces.csv: face {here.name} scores otherwise than the rulebook says"
