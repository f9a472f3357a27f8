"""Install 1 governor: three officials for a governor in a region, the bonus of his square, and calm."""

from tests.games.zhanguo.model.officials import can_recruit, reassign, recruit
from tests.games.zhanguo.model.table import (
    GOVERNOR,
    OPEN_AREA,
    REGIONS,
    SQUARE_OFFICIAL,
    SQUARE_REASSIGN,
    SQUARE_VP,
    TYPES,
    Decision,
    Play,
    Player,
    Table,
    fields,
    pack,
)


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
