"""Build 1 palace and build 1 wall; the tasks, and who has accomplished them."""

from itertools import combinations

from tests.games.zhanguo.model.table import (
    ASPECTS,
    MARKER_3,
    PALACE,
    PAY,
    REGIONS,
    SECTIONS,
    SLOTS,
    TASKS,
    WALL,
    Decision,
    Play,
    Player,
    Table,
    fields,
    pack,
)

NO_PAYMENT = 5  # in place of the region of the third worker

# -- Build 1 palace ------------------------------------------------------------------------------------------------


def unrest_forbids_palace(table: Table, player: Player, region: int) -> bool:
    """The cube "either in the slot above this symbol, or in the rightmost slot of the Unrest Track"."""
    level = player.unrest[region]
    symbols = [slot for slot in range(1, 5) if table.side(player).no_palace[region] >> slot & 1]
    if table.rules.palace_from_symbol:
        return level >= min(symbols)
    return level in symbols or level == table.unrest_limit(player, region)


def regions_for_a_palace(table: Table, player: Player) -> list[int]:
    """A palace in the supply, an empty slot, and unrest that does not forbid it."""
    slots = table.rules.data.palace_slots[table.rules.players - 2]
    return [
        r
        for r in REGIONS
        if player.palaces > 0 and len(table.palaces[r]) < slots and not unrest_forbids_palace(table, player, r)
    ]


def paid_palaces(table: Table, player: Player) -> set[int]:
    """ "2 Workers from that Region plus 1 Worker from a different Region of his choice"."""
    return {
        pack(PALACE, region, other)
        for region in regions_for_a_palace(table, player)
        if player.workers[region] >= 2
        for other in REGIONS
        if other != region and player.workers[other] >= 1
    }


def palace(table: Table, player: Player, moves: set[int]) -> Play:
    """Build a palace: pay, place, take a value-3 marker (not as a reward), score the cards on the player board."""
    move = yield Decision(player.seat, PALACE, moves)
    region, other, _ = fields(move)
    player.palaces -= 1
    table.palaces[region].append(player.seat)
    player.score(len(player.cards_on_board()), "palaces")
    if other == NO_PAYMENT:
        return
    player.workers[region] -= 2
    player.workers[other] -= 1
    if sum(table.threes) > 0:
        move = yield Decision(
            player.seat, MARKER_3, {pack(MARKER_3, aspect) for aspect in ASPECTS if table.threes[aspect] > 0}
        )
        aspect, _, _ = fields(move)
        table.threes[aspect] -= 1
        player.threes[aspect] += 1


# -- Build 1 wall --------------------------------------------------------------------------------------------------


def empty_wall_slots(table: Table, player: Player) -> list[tuple[int, int]]:
    """Sections and slots (by rods) that a wall of this player may take: one wall a section and player."""
    if player.walls == 0:
        return []
    return [
        (section, 1 + slot)
        for section in SECTIONS
        if player.seat not in table.walls[section]
        for slot in SLOTS
        if table.walls[section][slot] is None
    ]


def regions_with_workers(player: Player) -> list[int]:
    return [r for r in REGIONS if player.workers[r] > 0]


def paid_walls(table: Table, player: Player) -> set[int]:
    """Slots with no more rods than there are regions to take workers from."""
    payers = len(regions_with_workers(player))
    return {pack(WALL, section, rods) for section, rods in empty_wall_slots(table, player) if rods <= payers}


def free_walls(table: Table, player: Player) -> set[int]:
    return {pack(WALL, section, rods) for section, rods in empty_wall_slots(table, player)}


def wall(table: Table, player: Player, moves: set[int], *, remove_workers: bool) -> Play:
    """Build a wall, then remove 1, 2 or 3 workers, "all ... from different Regions"."""
    move = yield Decision(player.seat, WALL, moves)
    section, rods, _ = fields(move)
    player.walls -= 1
    table.walls[section][rods - 1] = player.seat
    if not remove_workers:
        return
    payments = combinations(regions_with_workers(player), rods)
    move = yield Decision(player.seat, PAY, {pack(PAY, sum(1 << r for r in regions)) for regions in payments})
    mask, _, _ = fields(move)
    for region in REGIONS:
        player.workers[region] -= mask >> region & 1


# -- Tasks -----------------------------------------------------------------------------------------------------------


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
