"""Officials and Workers: recruiting, hiring, and moving them on the player board."""

from tests.games.first_empire.model.facts import OFFICIALS, REGIONS
from tests.games.first_empire.model.table import Decision, Option, Play, Player, Table

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


def recruit_any(table: Table, player: Player, number: int) -> Play:
    """ "Recruit any 2 Officials (Alchemist, Architect or General) in any region"."""
    if table.says("officials_apart"):
        for _ in range(number):
            yield from recruit(player, list(REGIONS))
    else:
        _, region = yield Decision(player.seat, "recruit in one region", [("region", region) for region in REGIONS])
        for _ in range(number):
            yield from recruit(player, [region])


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
