"""Tasks: what they ask for and who has accomplished them."""

from tests.games.zhanguo.model.table import REGIONS, TASKS, Player, Table


def claim_tasks(table: Table, player: Player) -> None:
    """A disc in the first available slot of each task he has accomplished, at most one on a task."""
    slots = len(table.rules.data.numbers.task_vp)
    for task in TASKS:
        if player.seat in table.discs[task] or len(table.discs[task]) == slots:
            continue
        if is_accomplished(table, player, table.tiles[task]):
            table.discs[task].append(player.seat)


def is_accomplished(table: Table, player: Player, tile: int) -> bool:
    """ "At least 1 corresponding item ... in each of the locations as indicated by the symbols"."""
    task = table.rules.data.tasks[tile]
    wanted = [r for r in REGIONS if task.regions >> r & 1]
    if task.type == 0:
        return all(walls_at(table, player, site) >= number for site, number in enumerate(task.walls))
    if task.type == 1:
        return all(player.seat in table.palaces[region] for region in wanted)
    return all(table.governors_of(player, region) > 0 for region in wanted)


def walls_at(table: Table, player: Player, site: int) -> int:
    return sum(
        1
        for section, walls in enumerate(table.walls)
        if table.rules.data.site_of[section] == site and player.seat in walls
    )
