"""Mausoleum and Terracotta Soldiers: conditions, and soldiers from the entrance to the tiles."""

from tests.games.first_empire.model.table import Decision, Option, Play, Player, Spot, Table


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
