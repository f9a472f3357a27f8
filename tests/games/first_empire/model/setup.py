"""Setup: the boards, tiles and cards of a game, and the Starting tiles."""

from random import Random

from cext.games.first_empire.data import component_types as ct
from tests.games.first_empire.model.elixir import move_ship, place_alchemist_cards, unlock
from tests.games.first_empire.model.facts import ASPECTS, OFFICIALS, REGIONS, Effect, Facts, bits, needs_of
from tests.games.first_empire.model.lisi import is_lisi
from tests.games.first_empire.model.officials import place_official
from tests.games.first_empire.model.table import (
    DEFAULTS,
    Decision,
    GovernorSpace,
    LiSi,
    Play,
    Player,
    ShownSection,
    Spot,
    Table,
)
from tests.games.first_empire.model.unify import take_tokens

# -- General setup for 2-4 players ---------------------------------------------------------------------------------


def set_up(facts: Facts, draw: Random, **options: bool | str) -> Table:
    """Steps 1 to 10, and the players' own; options: readings other than DEFAULTS."""
    assert options.keys() <= DEFAULTS.keys()
    played = DEFAULTS | options
    first = draw.randrange(facts.players)
    tiles = draw.sample(range(1, len(facts.data.starting_tiles) + 1), 2 * facts.players)
    return Table(
        facts=facts,
        options=played,
        players=[player_set_up(facts, seat, tiles[2 * seat : 2 * seat + 2]) for seat in range(facts.players)],
        decks=decks(facts, draw),
        track=[(first + place) % facts.players for place in range(facts.players)],
        sections=wall_sections(facts, draw),
        emperors=emperor_tiles(facts, draw, by_site=bool(played["emperor_by_site"])),
        mausoleum=mausoleum(facts, draw, advanced=played["mausoleum"] == "advanced"),
        governor_spaces=governor_tiles(facts, draw),
        palace_tiles=palace_tiles(facts, draw),
        masters=draw.sample(facts.masters, facts.by_players(facts.numbers.master_cards)),
        small=dict.fromkeys(ASPECTS, facts.by_players(facts.numbers.small_tokens)),
        large=dict.fromkeys(ASPECTS, facts.numbers.large_tokens),
    )


def mausoleum(facts: Facts, draw: Random, *, advanced: bool) -> list[Spot]:
    """3. Tiles sorted by icon, at random on spots of their icon; advanced: the spots themselves at random."""
    spots = list(facts.data.mausoleum)
    if advanced:
        draw.shuffle(spots)
    tiles = draw.sample(facts.data.mausoleum_tiles, len(facts.data.mausoleum_tiles))
    placed = []
    for spot in spots:
        tile = next(tile for tile in tiles if tile.kind == spot.kind)
        tiles.remove(tile)
        unused = bits(tile.three_plus) if facts.players == 2 else []  # "do not place any ... on a space with 3+"
        vp = [points for slot, points in enumerate(tile.slots) if slot not in unused]
        placed.append(Spot(ct.SPOTS[spot.kind], spot.place, needs_of(tile), vp))
    return placed


def wall_sections(facts: Facts, draw: Random) -> list[ShownSection]:
    """4A. 6 of the 7 Wall tiles, "on a random side"."""
    tiles = draw.sample(facts.data.wall_tiles, len(facts.markings))
    faces = [ct.CRITERIA[draw.choice(tile).criterion] for tile in tiles]
    return [
        ShownSection(site, face, markings, [None] * len(markings))
        for site, face, markings in zip(facts.data.site_of, faces, facts.markings, strict=True)
    ]


def emperor_tiles(facts: Facts, draw: Random, *, by_site: bool) -> list[list[str]]:
    """4B. As many as the players use, "according to their backside"."""
    lies: list[list[str]] = [[] for _ in facts.data.site_of]
    for tile in draw.sample(facts.data.emperor_tiles, facts.by_players(facts.numbers.emperor_tiles)):
        lies[facts.data.site_of[tile.section] if by_site else tile.section].append(ct.TRIGGERS[tile.trigger])
    return lies


def palace_tiles(facts: Facts, draw: Random) -> list[list[str]]:
    """5. One on each Palace space."""
    tiles = [ct.PALACE_KINDS[kind] for kind in draw.sample(facts.data.palace_tiles, len(facts.data.palace_tiles))]
    spaces = facts.by_players(facts.numbers.palace_spaces)
    return [[tiles.pop() for _ in range(spaces)] for _ in REGIONS]


def governor_tiles(facts: Facts, draw: Random) -> list[list[GovernorSpace]]:
    """6. Tiles with bonuses and blank ones, shuffled."""
    tiles: list[list[Effect]] = draw.sample(facts.governor_tiles, facts.by_players(facts.numbers.governor_bonus_tiles))
    tiles += [[] for _ in range(facts.by_players(facts.numbers.governor_blank_tiles))]
    draw.shuffle(tiles)
    spaces = facts.by_players(facts.numbers.governor_spaces)
    return [[GovernorSpace(tiles.pop()) for _ in range(spaces)] for _ in REGIONS]


def decks(facts: Facts, draw: Random) -> dict[str, list[int]]:
    """8A. The cards by type, each type shuffled."""
    sorted_cards = {aspect: [n for n, card in facts.cards.items() if card.kind == aspect] for aspect in ASPECTS}
    return {
        aspect: draw.sample([card for card in cards if isinstance(card, int)], len(cards))
        for aspect, cards in sorted_cards.items()
    }


def set_up_solo(facts: Facts, level: int, draw: Random, **options: bool | str) -> Table:
    """Solo Mode: "a 2-player game for all setup steps, except": the player at seat 0, Li Si at seat 1."""
    assert facts.players == 2
    card = facts.data.lisi[level - 1]
    table = set_up(facts, draw, **options)
    table.lisi = LiSi(1, level, draw, draw.sample(card.deck, len(card.deck)))
    table.track = [1, 0] if card.position == 0 else [0, 1]
    player = table.player(1)
    player.starting_tiles = []
    player.supply = dict.fromkeys(OFFICIALS, 0)  # "Do not use his Official tokens and Unrest markers"
    player.ship = card.space
    unlock(player, card.soldiers)
    return table


# -- Player setup --------------------------------------------------------------------------------------------------


def player_set_up(facts: Facts, seat: int, tiles: list[int]) -> Player:
    """2. Pieces of a player; one soldier is "unlocked". 5. "Deal 2 Starting tiles to each player"."""
    numbers = facts.numbers
    return Player(
        seat,
        starting_tiles=tiles,
        alchemist_cards=list(facts.own),
        supply=dict.fromkeys(OFFICIALS, numbers.supply_officials),
        governors=numbers.supply_governors,
        palaces=numbers.supply_palaces,
        walls=numbers.supply_walls,
        locked=numbers.supply_soldiers,
        entrance=numbers.unlocked_soldiers,
    )


def starting_tiles(table: Table) -> Play:
    """5. "They simultaneously choose one and get what is depicted on it": all choose before any of them takes."""
    seats = [seat for seat in table.track if not is_lisi(table, seat)]
    for seat in seats:
        player = table.player(seat)
        _, tile = yield Decision(seat, "starting tile", [("tile", tile) for tile in player.starting_tiles])
        player.starting_tiles = [tile]
    for seat in seats:
        yield from take_starting_tile(table, table.player(seat))


def take_starting_tile(table: Table, player: Player) -> Play:
    """Appendix 4: "Recruit 1 General in Chu, then ..."."""
    chu = table.facts.numbers.start_region - 1
    tile = table.facts.starting_tile(player.starting_tiles[0])
    for _ in range(table.facts.numbers.start_generals):
        place_official(player, "general", chu)
    for region in bits(tile.unrest):
        player.unrest[region] += 1
    for kind, number in zip(OFFICIALS, tile.officials, strict=True):
        for _ in range(number):
            place_official(player, kind, chu)
    for aspect, number in zip(ASPECTS, tile.tokens, strict=True):
        take_tokens(table, player, aspect, number)
    player.workers[chu] += tile.workers
    unlock(player, tile.soldiers)
    if tile.ship > 0:
        yield from move_ship(table, player, tile.ship)
    yield from place_alchemist_cards(table, player, [chu], tile.alchemist_cards, up_to=False)
