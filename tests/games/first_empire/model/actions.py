"""Actions with cards, officials and the ship: unify, recruit, hire, move, search for the elixir."""

from tests.games.first_empire.model.facts import OFFICIALS, REGIONS
from tests.games.first_empire.model.table import Decision, Option, Play, Player, Table, Tucked

# -- A. Unification Action -------------------------------------------------------------------------------------------


def position_of_next_card(table: Table, player: Player, region: int) -> int:
    """Whether a card would be the 1st, 2nd or 3rd (0, 1, 2) "in that region"."""
    if table.says("alchemists_count"):
        return len(player.cards[region])
    return sum(not card.is_alchemist() for card in player.cards[region])


def has_room(table: Table, player: Player, region: int) -> bool:
    """ "Each region on the player board can host up to 3 cards"."""
    return len(player.cards[region]) < table.facts.cards_per_region


def regions_for_a_card(table: Table, player: Player) -> list[int]:
    """Room for a card, and no unrest above the maximum."""
    return [
        r
        for r in REGIONS
        if has_room(table, player, r)
        and table.unrest_may_rise(player, r, table.facts.card_unrest[position_of_next_card(table, player, r)])
    ]


def unification(table: Table, player: Player, card: int) -> Play:
    """ "The player plays one card from their hand in a region of their choice"; Unification action and Unrest."""
    options = [("region", region) for region in regions_for_a_card(table, player)]
    _, region = yield Decision(player.seat, "unification", options)
    position = position_of_next_card(table, player, region)
    player.hand.remove(card)
    tuck(table, player, card, region)
    take_tokens(table, player, table.facts.cards[card].kind, table.facts.card_tokens[position])
    player.unrest[region] += table.facts.card_unrest[position]


def tuck(table: Table, player: Player, card: int | str, region: int) -> None:
    """ "They tuck it face-up", only its ability and its trigger showing."""
    facts = table.facts.cards[card]
    player.cards[region].append(Tucked(card, facts.kind, [facts.trigger], facts.effect))


def take_tokens(table: Table, player: Player, aspect: str, number: int) -> None:
    """ "If there are not enough Unification tokens ... the player takes the maximum they can (this may be 0)"."""
    taken = min(number, table.small[aspect])
    table.small[aspect] -= taken
    player.small[aspect] += taken


# -- Recruit 1 Official --------------------------------------------------------------------------------------------


def can_recruit(player: Player) -> bool:
    """ "Should a player have placed all their Officials ..., they cannot perform this action"."""
    return any(player.supply[kind] > 0 for kind in OFFICIALS)


def place_official(player: Player, kind: str, region: int) -> None:
    player.supply[kind] -= 1
    player.officials[region][kind] += 1


def recruit(player: Player, regions: list[int]) -> Play:
    """ "1 Official of their choice from their supply ... in the region of their choice"."""
    options = [("recruit", kind, region) for kind in OFFICIALS if player.supply[kind] > 0 for region in regions]
    _, kind, region = yield Decision(player.seat, "recruit", options)
    place_official(player, kind, region)


def recruit_in_one_region(player: Player, kind: str, number: int) -> Play:
    """ "Recruit 2 ... in the same region": the part that is left in the supply."""
    _, region = yield Decision(player.seat, "recruit in one region", [("region", region) for region in REGIONS])
    for _ in range(min(number, player.supply[kind])):
        place_official(player, kind, region)


# -- Hire 2 Workers ------------------------------------------------------------------------------------------------


def regions_to_hire(table: Table, player: Player) -> list[int]:
    """A General there, and unrest that may rise."""
    return [
        r
        for r in REGIONS
        if player.officials[r]["general"] > 0 and table.unrest_may_rise(player, r, table.facts.hire_unrest)
    ]


def hire(table: Table, player: Player) -> Play:
    """ "They must take 2 Workers ... They must increase the Unrest level in that region by one"."""
    options = [("region", region) for region in regions_to_hire(table, player)]
    _, region = yield Decision(player.seat, "hire", options)
    player.workers[region] += table.facts.hire_workers
    player.unrest[region] += table.facts.hire_unrest


def workers_in_one_region(player: Player, number: int) -> Play:
    """Workers in a region of choice, "no Unrest"."""
    _, region = yield Decision(player.seat, "workers", [("region", region) for region in REGIONS])
    player.workers[region] += number


# -- moving them ---------------------------------------------------------------------------------------------------


def official_moves(table: Table, player: Player) -> list[Option]:
    """ "Move one of their Officials to an adjacent region (Chu and Yan regions are not adjacent)"."""
    return [
        ("move official", kind, region, target)
        for kind in OFFICIALS
        for region in REGIONS
        if player.officials[region][kind] > 0
        for target in table.facts.adjacent[region]
    ]


def move_official(player: Player, option: Option) -> None:
    _, kind, region, target = option
    player.officials[region][kind] -= 1
    player.officials[target][kind] += 1


def move_officials(table: Table, player: Player, number: int) -> Play:
    """ "Perform up to ... Official movements": single steps, the same official may make several."""
    for _ in range(number):
        options = official_moves(table, player)
        if not options:
            return
        options.append(("done",))
        option = yield Decision(player.seat, "move officials", options)
        if option == ("done",):
            return
        move_official(player, option)


def move_workers(table: Table, player: Player, number: int) -> Play:
    """ "Move up to ... of your Workers to an adjacent region": each worker at most once, each to its own target."""
    unmoved = list(player.workers)
    for _ in range(number):
        options: list[Option] = [
            ("move worker", region, target)
            for region in REGIONS
            if unmoved[region] > 0
            for target in table.facts.adjacent[region]
        ]
        if not options:
            return
        options.append(("done",))
        option = yield Decision(player.seat, "move workers", options)
        if option == ("done",):
            return
        _, region, target = option
        unmoved[region] -= 1
        player.workers[region] -= 1
        player.workers[target] += 1


# -- Search for the Elixir -------------------------------------------------------------------------------------------


def ship_at_end(table: Table, player: Player) -> bool:
    """ "If their Ship has already reached the end of the track, they cannot perform this action anymore"."""
    return player.ship == len(table.facts.route) - 1


def move_ship(table: Table, player: Player, steps: int) -> Play:
    """The movement, "any further movement is wasted", then what it "reaches or passes", in the order of the route."""
    start = player.ship
    player.ship = min(start + steps, len(table.facts.route) - 1)
    for space in table.facts.route[start + 1 : player.ship + 1]:
        for _ in range(space.symbols):
            yield from elixir_symbol(table, player)
        for _ in range(space.masters):
            yield from take_master(table, player)


def elixir_symbol(table: Table, player: Player) -> Play:
    """ "They choose one of the following": unlock a soldier, or place an Alchemist card where an Alchemist is."""
    options: list[Option] = [("unlock",)] if player.locked > 0 else []
    regions = [region for region in REGIONS if player.officials[region]["alchemist"] > 0]
    options += alchemist_placements(table, player, regions)
    if options and not table.says("elixir_must"):
        options.append(("done",))
    if not options:
        return
    option = yield Decision(player.seat, "elixir symbol", options)
    if option == ("unlock",):
        unlock(player, 1)
    elif option != ("done",):
        place_alchemist_card(table, player, option)


def take_master(table: Table, player: Player) -> Play:
    """ "They choose an available Master Alchemist card next to the game board"."""
    if table.masters:
        options = [("master", card) for card in table.masters]
        _, card = yield Decision(player.seat, "master", options)
        table.masters.remove(card)
        player.alchemist_cards.append(card)


def alchemist_placements(table: Table, player: Player, regions: list[int]) -> list[Option]:
    """The Alchemist cards set aside, in each of these regions that has room."""
    return [
        ("alchemist card", card, region)
        for card in player.alchemist_cards
        for region in regions
        if has_room(table, player, region)
    ]


def place_alchemist_card(table: Table, player: Player, option: Option) -> None:
    """ "The player does not gain any Unification token and this does not trigger any Unrest"."""
    _, card, region = option
    player.alchemist_cards.remove(card)
    tuck(table, player, card, region)


def place_alchemist_cards(table: Table, player: Player, regions: list[int], number: int, *, up_to: bool) -> Play:
    """Governor and Starting tiles, which say how many; a reward says "up to": "You do not need an Alchemist"."""
    for _ in range(number):
        options = alchemist_placements(table, player, regions)
        if not options:
            return
        if up_to:
            options.append(("done",))
        option = yield Decision(player.seat, "alchemist cards", options)
        if option == ("done",):
            return
        place_alchemist_card(table, player, option)


def unlock(player: Player, number: int) -> None:
    """Soldiers from the player board to the entrance of the Mausoleum, as far as there are any."""
    unlocked = min(number, player.locked)
    player.locked -= unlocked
    player.entrance += unlocked
