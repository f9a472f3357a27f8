"""Palaces, walls, and the Mausoleum with its soldiers."""

from itertools import combinations

from tests.games.first_empire.model.facts import ASPECTS, REGIONS
from tests.games.first_empire.model.table import Decision, Option, Play, Player, Spot, Table, Tucked

# -- Build 1 Palace ------------------------------------------------------------------------------------------------


def paid_palaces(table: Table, player: Player) -> list[Option]:
    """An Architect there, "2 Workers from that region + 1 Worker from a different region of their choice"."""
    here, elsewhere = table.facts.numbers.palace_workers
    if player.palaces == 0:
        return []
    return [
        ("palace", region, other)
        for region in REGIONS
        if player.officials[region]["architect"] > 0 and player.workers[region] >= here
        for other in REGIONS
        if other != region and player.workers[other] >= elsewhere
    ]


def build_palace(table: Table, player: Player) -> Play:
    """Pay, place the Palace, take a tile and a large token, score."""
    _, region, other = yield Decision(player.seat, "palace", paid_palaces(table, player))
    here, elsewhere = table.facts.numbers.palace_workers
    player.workers[region] -= here
    player.workers[other] -= elsewhere
    place_palace(table, player, region)
    kind = yield from take_palace_tile(table, player, region)
    yield from take_large_token(table, player)
    score_palace(table, player, region, kind)


def build_free_palace(table: Table, player: Player, regions: list[int]) -> Play:
    """Laws 5: "Gain 6 VP, take a Palace tile if possible, and score it. Do not take any large Unification token"."""
    _, region = yield Decision(player.seat, "free palace", [("region", region) for region in regions])
    place_palace(table, player, region)
    kind = yield from take_palace_tile(table, player, region)
    score_palace(table, player, region, kind)


def place_palace(table: Table, player: Player, region: int) -> None:
    """ "There is no limit to the number of Palaces in a Region"."""
    player.palaces -= 1
    table.palaces[region].append(player.seat)


def take_palace_tile(table: Table, player: Player, region: int):  # type: ignore[no-untyped-def]
    """ "They take a Palace tile from this region, if possible"; gives its kind, None if there is none to take."""
    possible = [
        kind
        for kind in table.palace_tiles[region]
        if kind != "any_for_unrest" or table.unrest_may_rise(player, region, 1)
    ]
    options: list[Option] = [("palace tile", kind) for kind in dict.fromkeys(possible)]
    if options and not table.says("palace_tile_must"):
        options.append(("done",))
    if not options:
        return None
    option = yield Decision(player.seat, "palace tile", options)
    if option == ("done",):
        return None
    _, kind = option
    table.palace_tiles[region].remove(kind)
    if kind == "any_for_unrest":
        player.unrest[region] += 1
    return kind


def score_palace(table: Table, player: Player, region: int, kind: str | None) -> None:
    """ "They score immediately 6 VP + VPs equal to the value of the Palace tile"."""
    player.score(table.facts.numbers.palace_vp, "palaces")
    if kind is None:
        return
    player.score(table.facts.palace_tile_vp[kind] * counted_cards(player, region, kind), "palaces")


def counted_cards(player: Player, region: int, kind: str) -> int:
    """The cards of the region a Palace tile counts."""
    cards = player.cards[region]
    if kind == "any_for_unrest":
        return len(cards)
    if kind == "alchemist":
        return sum(card.is_alchemist() for card in cards)
    return sum(card.kind == kind for card in cards)


def take_large_token(table: Table, player: Player) -> Play:
    """ "They take 1 large Unification token (of value 2) of their choice ..., if possible"."""
    options = [("large", aspect) for aspect in ASPECTS if table.large[aspect] > 0]
    if options:
        _, aspect = yield Decision(player.seat, "large token", options)
        table.large[aspect] -= 1
        player.large[aspect] += 1


# -- Build 1 Wall --------------------------------------------------------------------------------------------------


def wall_slots(table: Table, player: Player, most: int) -> list[Option]:
    """Sections without a wall of the player, and the markings, at most so many, of a free slot there."""
    if player.walls == 0:
        return []
    options: list[Option] = []
    for number, section in enumerate(table.sections):
        if player.seat not in section.walls:
            free = [m for m, seat in zip(section.markings, section.walls, strict=True) if seat is None and m <= most]
            options += [("wall", number, markings) for markings in dict.fromkeys(free)]
    return options


def paid_walls(table: Table, player: Player) -> list[Option]:
    """Workers "all must come from different regions"."""
    return wall_slots(table, player, len(player.regions_with_workers()))


def free_walls(table: Table, player: Player) -> list[Option]:
    """Rewards: "Build 1 Wall for free"."""
    return wall_slots(table, player, max(max(section.markings) for section in table.sections))


def build_wall(table: Table, player: Player, *, free: bool) -> Play:
    """ "1 Wall from their supply ... on an available slot", the Workers, and an Emperor tile for the first one; or, a
    reward, "Build 1 Wall for free. Gain an Emperor tile, if possible"."""
    options = free_walls(table, player) if free else paid_walls(table, player)
    _, number, markings = yield Decision(player.seat, "wall", options)
    section = table.sections[number]
    is_first = all(seat is None for seat in section.walls)
    slots = zip(section.markings, section.walls, strict=True)
    slot = next(k for k, (marked, seat) in enumerate(slots) if marked == markings and seat is None)
    section.walls[slot] = player.seat
    player.walls -= 1
    if not free:
        payments = [("workers", *regions) for regions in combinations(player.regions_with_workers(), markings)]
        payment = yield Decision(player.seat, "wall payment", payments)
        for region in payment[1:]:
            player.workers[region] -= 1
    if is_first or (free and not table.says("free_wall_first")):
        yield from take_emperor_tile(table, player, section.site if table.says("emperor_by_site") else number)


def take_emperor_tile(table: Table, player: Player, lies: int) -> Play:
    """ "Only if they have tucked at least one card": onto "any card ... modifying the trigger", one tile a card."""
    options = [
        ("emperor", region, position)
        for region in REGIONS
        for position, card in enumerate(player.cards[region])
        if not card.emperor
    ]
    if not options or not table.emperors[lies]:
        return
    if all(card.is_alchemist() for card in player.tableau()) and not table.says("emperor_any_card"):
        return  # "i.e. after having played at least one Unification action"
    _, region, position = yield Decision(player.seat, "emperor", options)
    set_trigger(table, player.cards[region][position], table.emperors[lies].pop(0))


def set_trigger(table: Table, card: Tucked, trigger: str) -> None:
    card.emperor = True
    if table.says("emperor_replaces"):
        card.triggers = [trigger]
    elif trigger not in card.triggers:
        card.triggers.append(trigger)


# -- Mausoleum and Terracotta Soldiers -------------------------------------------------------------------------------


def is_fulfilled(table: Table, player: Player, spot: Spot) -> bool:
    """ "The Mausoleum tiles depict a minimum requirement (players may exceed the requirement)"."""
    needs = spot.needs
    if spot.kind == "region":
        governors = table.governors_of(player, spot.place)
        palaces = table.palaces_of(player, spot.place)
        return (
            governors >= needs["governors"] and palaces >= needs["palaces"] and governors + palaces >= needs["pieces"]
        )
    if spot.kind == "wall":
        return table.walls_at(player, spot.place) >= needs["walls"]
    return player.ship >= needs["space"] and player.cards_of("alchemist") >= needs["alchemist cards"]


def tiles_for_a_soldier(table: Table, player: Player) -> list[int]:
    """A free slot, no soldier of the player yet, and the condition fulfilled."""
    if player.entrance == 0:
        return []
    return [
        number
        for number, spot in enumerate(table.mausoleum)
        if player.seat not in spot.soldiers and len(spot.soldiers) < len(spot.vp) and is_fulfilled(table, player, spot)
    ]


def place_soldiers(table: Table, player: Player) -> Play:
    """ "One or more ... on the topmost available space ... and immediately scores the VP"."""
    while True:
        options: list[Option] = [("soldier", number) for number in tiles_for_a_soldier(table, player)]
        if not options:
            return
        option = yield Decision(player.seat, "soldiers", [*options, ("done",)])
        if option == ("done",):
            return
        place_soldier(table, player, option[1])


def place_soldier(table: Table, player: Player, number: int) -> None:
    spot = table.mausoleum[number]
    player.score(spot.vp[len(spot.soldiers)], "soldiers")
    spot.soldiers.append(player.seat)
    player.entrance -= 1


def lines(table: Table, player: Player) -> int:
    """Rows and columns of three tiles with a soldier of the player."""
    stands = [player.seat in spot.soldiers for spot in table.mausoleum]
    rows = [stands[3 * row : 3 * row + 3] for row in range(3)]
    columns = [stands[column::3] for column in range(3)]
    return sum(all(line) for line in rows + columns)
