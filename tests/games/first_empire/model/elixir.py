"""Search for the Elixir: the ship's route, its symbols, Alchemist and Master Alchemist cards."""

from tests.games.first_empire.model.facts import REGIONS
from tests.games.first_empire.model.table import Decision, Option, Play, Player, Table
from tests.games.first_empire.model.unify import has_room, tuck


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
