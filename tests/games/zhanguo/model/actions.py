"""Actions with cards, officials and governors: unify, recruit, re-assign, hire, install a governor."""

from itertools import product

from tests.games.zhanguo.model.table import (
    GOVERNOR,
    HIRE,
    OFFICIAL,
    OPEN_AREA,
    REASSIGN,
    REGION,
    REGIONS,
    SQUARE_OFFICIAL,
    SQUARE_REASSIGN,
    SQUARE_VP,
    STOP,
    TYPES,
    Decision,
    Play,
    Player,
    Table,
    fields,
    pack,
)

# -- Unification action ----------------------------------------------------------------------------------------------


def regions_for_a_card(table: Table, player: Player) -> list[int]:
    """Up to 3 cards a region, and no unrest beyond the maximum."""
    unrest = table.rules.data.numbers.card_unrest
    return [
        r
        for r in REGIONS
        if len(player.cards[r]) < 3 and table.unrest_may_rise(player, r, unrest[len(player.cards[r])])
    ]


def unification(table: Table, player: Player, card: int) -> Play:
    """The player plays the card to a region of his choice on his player board."""
    numbers = table.rules.data.numbers
    move = yield Decision(player.seat, REGION, {pack(REGION, region) for region in regions_for_a_card(table, player)})
    region, _, _ = fields(move)
    before = len(player.cards[region])
    player.cards[region].append(card)
    take_markers(table, player, table.rules.data.cards[card - 1].aspect, numbers.card_markers[before])
    player.unrest[region] += numbers.card_unrest[before]


def take_markers(table: Table, player: Player, aspect: int, number: int) -> None:
    """Value-1 markers in the colour of the card, "1 VP for each Marker he cannot take"."""
    for _ in range(number):
        if table.ones[aspect] > 0:
            table.ones[aspect] -= 1
            player.ones[aspect] += 1
        else:
            player.missing += 1
            player.score(1, "missing")


# -- Recruit 1 official --------------------------------------------------------------------------------------------


def can_recruit(player: Player) -> bool:
    """ "If all of a player's Officials are already on his player board, the player cannot perform this action." """
    return sum(player.officials) > 0


def recruit(player: Player, regions: list[int], *, optional: bool = False) -> Play:
    """An official of his choice from his supply to the governors area of a region."""
    moves = {pack(OFFICIAL, kind, region) for kind in TYPES if player.officials[kind] > 0 for region in regions}
    if optional:
        moves.add(pack(STOP))
    move = yield Decision(player.seat, OFFICIAL, moves)
    if move == pack(STOP):
        return
    kind, region, _ = fields(move)
    place_officials(player, kind, region, 1)


def place_officials(player: Player, kind: int, region: int, number: int) -> None:
    player.officials[kind] -= number
    player.governing[region][kind] += number


# -- Re-assign officials -------------------------------------------------------------------------------------------


def has_officials(player: Player) -> bool:
    """ "If the player has no Officials on his board, he cannot perform this action." """
    return any(player.officials_on_board(kind) > 0 for kind in TYPES)


def reassign(table: Table, player: Player, points: int, *, at_least_one: bool = False):  # type: ignore[no-untyped-def]
    """Spend up to so many re-assignment points, "amongst different Officials, or ... on one single Official"."""
    spent = 0
    while spent < points and has_officials(player):
        moves = moves_of_officials(table, player, points - spent)
        if spent > 0 or not at_least_one:
            moves.add(pack(STOP))
        move = yield Decision(player.seat, REASSIGN, moves)
        if move == pack(STOP):
            break
        origin, target, kind_and_cost = fields(move)
        move_official(player, origin, target, kind_and_cost % 4)
        spent += kind_and_cost // 4
    return spent


def moves_of_officials(table: Table, player: Player, points: int) -> set[int]:
    """The three ways of re-assigning; workers areas are numbered 5 to 9."""
    moves = set()
    for region, kind in product(REGIONS, TYPES):
        if player.governing[region][kind] > 0:
            for target in table.neighbours(region):
                moves.add(pack(REASSIGN, region, target, kind + 4 * 1))
        if player.working[region][kind] > 0:
            moves.add(pack(REASSIGN, 5 + region, region, kind + 4 * 1))
            for target, cost in walks(table, player, region).items():
                if cost <= points:
                    moves.add(pack(REASSIGN, 5 + region, 5 + target, kind + 4 * cost))
    return moves


def is_full(player: Player, region: int) -> bool:
    """ "The Workers Area of each Region can host up to 2 Officials." """
    return sum(player.working[region]) == 2


def walks(table: Table, player: Player, origin: int) -> dict[int, int]:
    """Workers areas with an empty slot that lie next door or behind full ones: points it takes to go there.

    "If there are no empty slots in that Workers area, the official may move through it (spending another
    re-assignment point), but cannot stop there." Of several walks to an area the shortest.
    """
    cost = {origin: 0}
    reached = {}
    for step in range(1, 5):
        last = [region for region, points in cost.items() if points == step - 1]
        for region in last:
            for target in table.neighbours(region):
                if target in cost or target in reached:
                    continue
                if is_full(player, target):
                    cost[target] = step
                else:
                    reached[target] = step
    return reached


def move_official(player: Player, origin: int, target: int, kind: int) -> None:
    areas = player.governing + player.working
    areas[origin][kind] -= 1
    areas[target][kind] += 1


# -- Hire workers --------------------------------------------------------------------------------------------------


def hires(table: Table, player: Player) -> set[int]:
    """Regions with officials in the workers area, after free moves there from the governors area of the same region."""
    moves = set()
    for region in REGIONS:
        there = player.governing[region]
        for moved in product(range(there[0] + 1), range(there[1] + 1), range(there[2] + 1)):
            hirers = sum(player.working[region]) + sum(moved)
            if 1 <= hirers <= 2 and table.unrest_may_rise(player, region, unrest_of_hire(table, player, hirers)):
                moves.add(pack(HIRE, region, moved[0] + 3 * moved[1] + 9 * moved[2]))
    return moves


def extra_workers(table: Table, player: Player) -> int:
    """B-sides, 1st board: "he hires 1 additional Worker in the same Region"."""
    return 1 if table.side(player).block == 1 else 0


def unrest_of_hire(table: Table, player: Player, hirers: int) -> int:
    """Unrest rises by 1; in the variant "by 1 for each Worker he just hired"."""
    if not table.rules.hire_unrest:
        return 1
    if table.rules.extra_worker_unrest:
        return hirers + extra_workers(table, player)
    return hirers


def hire(table: Table, player: Player) -> Play:
    """ "For each Official placed in the Workers area of that Region ... he must take 1 Worker"."""
    move = yield Decision(player.seat, HIRE, hires(table, player))
    region, moved, _ = fields(move)
    for kind in TYPES:
        for _ in range(moved // 3**kind % 3):
            move_official(player, region, 5 + region, kind)
    hirers = sum(player.working[region])
    player.unrest[region] += unrest_of_hire(table, player, hirers)
    workers = hirers + extra_workers(table, player)
    player.workers[region] += workers
    player.hired += workers
    if extra_workers(table, player):
        player.power_uses[0] += 1
        player.power_brought[0] += 1


# -- Install 1 governor ----------------------------------------------------------------------------------------------


def regions_for_a_governor(player: Player) -> list[int]:
    """A governor in the supply, and "1 Official of each color ... from the Governors area of same Region"."""
    if player.governors == 0:
        return []
    return [r for r in REGIONS if all(player.governing[r][kind] > 0 for kind in TYPES)]


def install(table: Table, player: Player, regions: list[int], *, remove_officials: bool) -> Play:
    """The player installs 1 governor in one of these regions."""
    moves = set()
    for region in regions:
        empty = [square.kind for square in table.squares[region] if square.seat is None]
        for kind in empty or [OPEN_AREA]:
            moves.add(pack(GOVERNOR, region, kind))
    move = yield Decision(player.seat, GOVERNOR, moves)
    region, kind, _ = fields(move)
    if remove_officials:
        for official in TYPES:
            player.governing[region][official] -= 1
            player.officials[official] += 1
    player.governors -= 1
    if kind == OPEN_AREA:
        table.open_area[region].append(player.seat)
    else:
        next(s for s in table.squares[region] if s.kind == kind and s.seat is None).seat = player.seat
    # The bonus is had before the level of unrest is reset; none of the bonuses reads or changes unrest, so the cube is
    # taken away first, which lets a bonus that asks the player be the last thing that happens.
    player.unrest[region] = 0
    yield from bonus(table, player, kind)


def bonus(table: Table, player: Player, kind: int) -> Play:
    """Available bonuses: 4 VP, 1 official of his choice to any region, up to 4 re-assignment points."""
    numbers = table.rules.data.numbers
    if kind == SQUARE_VP:
        player.score(numbers.bonus_vp, "squares")
    if kind == SQUARE_OFFICIAL and can_recruit(player):
        yield from recruit(player, list(REGIONS), optional=True)
    if kind == SQUARE_REASSIGN:
        yield from reassign(table, player, numbers.bonus_points)
