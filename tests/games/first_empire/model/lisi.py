"""Solo Mode: Li Si's turns, his soldiers, and what he does in phase 3; he decides nothing."""

from cext.games.first_empire.data import component_types as ct
from cext.games.first_empire.data.component_types import SoloCard
from tests.games.first_empire.model.actions import has_room, position_of_next_card, take_tokens, tuck, unlock
from tests.games.first_empire.model.buildings import place_soldier, tiles_for_a_soldier
from tests.games.first_empire.model.facts import ASPECTS, REGIONS
from tests.games.first_empire.model.table import Decision, LiSi, Play, Player, Table


def his(table: Table) -> tuple[LiSi, Player]:
    """Li Si and his pieces."""
    assert table.lisi is not None
    return table.lisi, table.player(table.lisi.seat)


def is_lisi(table: Table, seat: int) -> bool:
    return table.lisi is not None and table.lisi.seat == seat


def form_unification_deck(table: Table) -> None:
    """Phase 1: his 6 cards, shuffled; those of the round before that were not drawn are dropped (S1)."""
    lisi, player = his(table)
    table.dropped += lisi.unification_deck
    lisi.unification_deck = lisi.draw.sample(player.hand, len(player.hand))
    player.hand = []


def lisi_turn(table: Table) -> Play:
    """Phase 2: "draw the first card from his Action deck, perform its action and place the card on his discard"."""
    lisi, player = his(table)
    if not lisi.deck:
        shuffle_deck(lisi)
    number = lisi.deck.pop(0)
    card = table.facts.data.solo_cards[number - 1]
    family = ct.FAMILIES[card.family]
    {"unification": unify, "elixir": search, "governor": install, "palace": build_palace, "wall": build_wall}[family](
        table, lisi, player, card
    )
    (lisi.removed if card.once else lisi.discards).append(number)
    yield from place_his_soldiers(table)


def shuffle_deck(lisi: LiSi) -> None:
    """ "Shuffle Li Si's discard pile with his Action deck"."""
    cards = lisi.deck + lisi.discards
    lisi.deck, lisi.discards = lisi.draw.sample(cards, len(cards)), []


# -- his action cards ----------------------------------------------------------------------------------------------


def unify(table: Table, lisi: LiSi, player: Player, _: SoloCard) -> None:
    """Unification (1-5): the leftmost region with room, up to that of the round; otherwise the Court."""
    card = lisi.unification_deck.pop(0)
    regions = [region for region in REGIONS if region <= table.round and has_room(table, player, region)]
    if not table.says("lisi_leftmost") and not has_room(table, player, table.round):
        regions = []  # B as printed: "if the region corresponding to the current Round is already filled"
    if regions:
        tokens = table.facts.card_tokens[position_of_next_card(table, player, regions[0])]
        tuck(table, player, card, regions[0])
        take_tokens(table, player, table.facts.cards[card].kind, tokens)
    else:
        if table.court or table.says("lisi_covers_x"):
            table.court.append(card)
        else:
            table.cleared.append(card)  # under X
        for aspect in ASPECTS:
            take_tokens(table, player, aspect, table.facts.numbers.lisi_court_tokens)


def search(table: Table, lisi: LiSi, player: Player, card: SoloCard) -> None:
    """Search for the Elixir (6-9): a soldier for each symbol, or an Alchemist card if one stands at the entrance."""
    route, start = table.facts.route, player.ship
    places_cards = player.entrance > 0  # asked once a card (S3)
    player.ship = min(start + card.steps, len(route) - 1)
    for space in route[start + 1 : player.ship + 1]:
        for _ in range(space.symbols):
            if not table.says("lisi_asks_once"):
                places_cards = player.entrance > 0
            if places_cards and player.alchemist_cards and has_room(table, player, table.round):
                placed = lisi.draw.choice(player.alchemist_cards)
                player.alchemist_cards.remove(placed)
                tuck(table, player, placed, table.round)
            else:
                unlock(player, 1)
        for _ in range(space.masters):
            if table.masters:
                master = lisi.draw.choice(table.masters)
                table.masters.remove(master)
                player.alchemist_cards.append(master)


def without_soldier(table: Table, player: Player, kind: str, places: list[int]) -> list[int]:
    """Regions or sites whose Mausoleum condition is not fulfilled: "no Li Si Terracotta Soldier" on the tile."""
    won = [spot.place for spot in table.mausoleum if spot.kind == kind and player.seat in spot.soldiers]
    return [place for place in places if place not in won]


def install(table: Table, lisi: LiSi, player: Player, card: SoloCard) -> None:
    """Install 1 Governor (10-14): the first region of the card without his soldier; if none, without his majority."""
    regions = list(card.order)
    choice = without_soldier(table, player, "region", regions)
    if not choice and follows_a_rule(table, card):
        choice = [r for r in regions if not has_majority(table, player, r)] or regions
    if not choice:
        return
    region = choice[0]
    mode = ct.GOVERNOR_MODES[card.mode]
    for _ in range(min(2 if mode == "right_2" else 1, player.governors)):
        player.governors -= 1
        free = [space for space in table.governor_spaces[region] if space.seat is None]
        if mode == "open_1" or not free:
            table.open_area[region].append(player.seat)
        else:
            free[-1 if mode == "right_2" else 0].seat = player.seat


def follows_a_rule(table: Table, card: SoloCard) -> bool:
    """If all conditions are fulfilled: "if card 14 ...", "if cards 18 or 19 ...", "if cards 23 or 24 ..." (S4)."""
    return table.says("lisi_family_rule") or card.number in (14, 18, 19, 23, 24)


def has_majority(table: Table, player: Player, region: int) -> bool:
    """Strictly more Governors than the other (S4)."""
    others = [table.governors_of(other, region) for other in table.players if other is not player]
    return table.governors_of(player, region) > max(others)


def build_palace(table: Table, lisi: LiSi, player: Player, card: SoloCard) -> None:
    """Build 1 Palace (15-19): 6 VP, a large token in the order of the card, and its leftmost tile if it says so."""
    if player.palaces == 0:
        return
    regions = list(card.order)
    choice = without_soldier(table, player, "region", regions)
    if not choice and follows_a_rule(table, card):
        choice = regions
    if not choice:
        return
    region = choice[0]
    player.palaces -= 1
    table.palaces[region].append(player.seat)
    player.score(table.facts.numbers.palace_vp, "palaces")
    for aspect in [ASPECTS[a] for a in card.tokens if table.large[ASPECTS[a]] > 0][:1]:
        table.large[aspect] -= 1
        player.large[aspect] += 1
    if card.takes_tile and table.palace_tiles[region]:
        lisi.palace_tiles.append((region, table.palace_tiles[region].pop(0)))


def build_wall(table: Table, lisi: LiSi, player: Player, card: SoloCard) -> None:
    """Build 1 Wall (20-24): the first site without his soldier, the section and the slot the card says."""
    if player.walls == 0:
        return
    sites = list(card.order)
    free = [s for site in sites for s in sections_of(table, site, card) if player.seat not in table.sections[s].walls]
    if not free:
        return
    open_sites = without_soldier(table, player, "wall", sites)
    choice = [s for s in free if table.sections[s].site in open_sites]
    if not choice and follows_a_rule(table, card):
        choice = free
    if not choice:
        return
    number = choice[0]
    walls = table.sections[number].walls
    slots = [slot for slot, seat in enumerate(walls) if seat is None]
    walls[slots[-1 if ct.SIDES[card.slot] == "right" else 0]] = player.seat
    player.walls -= 1
    if card.takes_tile:
        take_emperor_tile(table, lisi, number)


def take_emperor_tile(table: Table, lisi: LiSi, number: int) -> None:
    """ "If there is an Emperor's tile in the Wall site": that of his section first (S12). It leaves the game."""
    site = table.sections[number].site
    others = [n for n, section in enumerate(table.sections) if section.site == site and n != number]
    stacks = [site] if table.says("emperor_by_site") else [number, *others * table.says("lisi_takes_of_site")]
    for lies in [table.emperors[stack] for stack in stacks if table.emperors[stack]][:1]:
        lisi.emperor_tiles.append(lies.pop(0))  # "immediately removes it from play"


def sections_of(table: Table, site: int, card: SoloCard) -> list[int]:
    """The sections of a site, that of the arrow first."""
    sections = [number for number, section in enumerate(table.sections) if section.site == site]
    return sections[::-1] if ct.SIDES[card.section] == "right" else sections


# -- Terracotta Soldiers and Mausoleum -----------------------------------------------------------------------------


def place_his_soldiers(table: Table) -> Play:
    """ "As soon as Li Si meets the conditions": all he can; "you choose the one he validates" if he has too few."""
    lisi, player = his(table)
    while True:
        tiles = tiles_for_a_soldier(table, player)
        if not tiles:
            return
        tile = tiles[0]
        if len(tiles) > player.entrance:
            chooser = 1 - lisi.seat
            _, tile = yield Decision(chooser, "soldier of Li Si", [("soldier", number) for number in tiles])
        place_soldier(table, player, tile)


# -- Phase 3 -------------------------------------------------------------------------------------------------------


def unlock_his_soldiers(table: Table) -> Play:
    """Large tokens first, then small ones "of the aspect he has the most in", for as many soldiers as possible."""
    _, player = his(table)
    numbers = table.facts.numbers
    worth = sum(player.small.values()) + numbers.large_value * sum(player.large.values())
    soldiers = min(worth // numbers.unlock_value, player.locked)
    price = soldiers * numbers.unlock_value
    for aspect in ASPECTS:
        while price > 0 and player.large[aspect] > 0:
            player.large[aspect] -= 1
            table.large[aspect] += 1
            price -= numbers.large_value
    return_most(table, player, max(0, price))
    unlock(player, soldiers)
    yield from place_his_soldiers(table)


def return_most(table: Table, player: Player, number: int) -> None:
    """So many small tokens: all of the aspect he has most in, then of the next; equal ones in their order (S8)."""
    for aspect in sorted(ASPECTS, key=lambda name: -player.small[name]):
        returned = min(number, player.small[aspect])
        player.small[aspect] -= returned
        table.small[aspect] += returned
        number -= returned
