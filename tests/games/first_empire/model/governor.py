"""Install 1 Governor: three officials for a Governor in a region, the bonus of the space, and calm."""

from tests.games.first_empire.model.effects import can_change, carry_out
from tests.games.first_empire.model.facts import OFFICIALS, REGIONS, Effect
from tests.games.first_empire.model.table import Decision, Option, Play, Player, Table


def regions_for_a_governor(player: Player) -> list[int]:
    """A Governor in the supply, and "1 Official of each type" in the region."""
    if player.governors == 0:
        return []
    return [r for r in REGIONS if all(player.officials[r][kind] > 0 for kind in OFFICIALS)]


def spaces_for_a_governor(table: Table, regions: list[int]) -> list[Option]:
    """ "An available space of their choice (with a bonus or not)"; a blank tile is as good as the open area."""
    options: list[Option] = []
    for region in regions:
        spaces = table.governor_spaces[region]
        free = [number for number, space in enumerate(spaces) if space.seat is None and space.options]
        options += [("governor", region, number) for number in free]
        if table.says("open_area") or not free:
            options.append(("governor", region, "open"))
    return options


def install(table: Table, player: Player, regions: list[int], *, free: bool) -> Play:
    """The officials back to the supply, the Governor to a space, its bonus, and unrest back to 0."""
    _, region, number = yield Decision(player.seat, "governor", spaces_for_a_governor(table, regions))
    if not free:
        for kind in OFFICIALS:
            player.officials[region][kind] -= 1
            player.supply[kind] += 1
    player.governors -= 1
    if not table.says("bonus_first"):
        player.unrest[region] = 0
    if number == "open":
        table.open_area[region].append(player.seat)
    else:
        space = table.governor_spaces[region][number]
        space.seat = player.seat
        yield from bonus(table, player, space.options)
    player.unrest[region] = 0


def bonus(table: Table, player: Player, effects: list[Effect]) -> Play:
    """ "Immediately receive the indicated bonus": one of the two options of the tile that can be claimed."""
    if table.says("governor_both"):
        for effect in effects:
            if can_change(table, player, effect, None):
                yield from carry_out(table, player, effect, None)
        return
    claimable = [("bonus", n) for n, effect in enumerate(effects) if can_claim(table, player, effect)]
    if claimable:
        _, n = yield Decision(player.seat, "bonus", claimable)
        yield from carry_out(table, player, effects[n], None)


def can_claim(table: Table, player: Player, effect: Effect) -> bool:
    """An option that scores can be claimed for 0 VP, another only if it changes something."""
    return effect.name.startswith("vp ") or can_change(table, player, effect, None)
