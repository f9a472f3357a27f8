"""What holds in every position: pieces are neither lost nor made, and no limit is passed."""

from tests.games.first_empire.model.facts import ASPECTS, OFFICIALS, REGIONS
from tests.games.first_empire.model.lisi import is_lisi
from tests.games.first_empire.model.table import Player, Table


def broken(table: Table) -> list[str]:
    """What does not hold, one line each."""
    found = [f"table: {line}" for line, holds in of_the_table(table).items() if not holds]
    for player in table.players:
        found += [f"seat {player.seat}: {line}" for line, holds in of_a_player(table, player).items() if not holds]
    return found


def of_the_table(table: Table) -> dict[str, bool]:
    """Cards, tokens, markers and tiles of all players together."""
    facts = table.facts
    cards = [card for deck in table.decks.values() for card in deck] + table.court + table.cleared + table.dropped
    removed: list[str] = []
    if table.lisi is not None:
        cards += table.lisi.unification_deck
        removed = table.lisi.emperor_tiles
    alchemists = list(table.masters)
    for player in table.players:
        cards += player.hand + [one.card for one in player.tableau() if isinstance(one.card, int)]
        alchemists += player.alchemist_cards
        alchemists += [one.card for one in player.tableau() if isinstance(one.card, str)]
    small = [table.small[a] + sum(player.small[a] for player in table.players) for a in ASPECTS]
    large = [table.large[a] + sum(player.large[a] for player in table.players) for a in ASPECTS]
    tiles = sum(len(lies) for lies in table.emperors)
    placed = sum(card.emperor for player in table.players for card in player.tableau())
    masters = [card for card in alchemists if card in facts.masters]
    return {
        "120 different Unification cards": sorted(cards) == list(range(1, 121)),
        "small tokens": small == [facts.by_players(facts.numbers.small_tokens)] * len(ASPECTS),
        "large tokens": large == [facts.numbers.large_tokens] * len(ASPECTS),
        "Emperor tiles": tiles + placed + len(removed) == facts.by_players(facts.numbers.emperor_tiles),
        "a Master Alchemist card a player, all different": len(masters) == len(set(masters)) == facts.players,
        "five Alchemist cards a player": len(alchemists) - len(masters) == len(facts.own) * facts.players,
        "a marker a player": sorted(table.track) == list(range(facts.players)),
    }


def of_a_player(table: Table, player: Player) -> dict[str, bool]:
    """Pieces and limits of one player."""
    numbers = table.facts.numbers
    governors = player.governors + sum(table.governors_of(player, r) for r in REGIONS)
    palaces = player.palaces + sum(table.palaces_of(player, r) for r in REGIONS)
    officials = [player.supply[kind] + sum(player.officials[r][kind] for r in REGIONS) for kind in OFFICIALS]
    soldiers = numbers.supply_soldiers + numbers.unlocked_soldiers
    standing = [spot.soldiers for spot in table.mausoleum]
    counts = [player.governors, player.palaces, player.walls, player.locked, player.entrance, player.ship]
    counts += [*player.supply.values(), *player.workers, *player.small.values(), *player.large.values()]
    return {
        "7 Governors": governors == numbers.supply_governors,
        "6 Palaces": palaces == numbers.supply_palaces,
        "6 Walls": player.walls + table.walls_of(player) == numbers.supply_walls,
        "9 soldiers": player.locked + player.entrance + table.tiles_of(player) == soldiers,
        "4 Officials of each type": officials
        == [0 if is_lisi(table, player.seat) else numbers.supply_officials] * len(OFFICIALS),
        "nothing below 0": min(counts) >= 0 and min(min(region.values()) for region in player.officials) >= 0,
        "unrest from 0 to 3": all(0 <= level <= numbers.max_unrest for level in player.unrest),
        "3 cards a region": all(len(region) <= numbers.cards_per_region for region in player.cards),
        "one soldier a tile": all(on_tile.count(player.seat) <= 1 for on_tile in standing),
        "one wall a section": all(section.walls.count(player.seat) <= 1 for section in table.sections),
        "ship on the route": player.ship < len(table.facts.route),
        "points add up": player.vp == sum(player.source.values()),
    }
