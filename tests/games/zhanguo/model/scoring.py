"""End of the game: majorities, tasks, walls, and who wins."""

from tests.games.zhanguo.model.table import ASPECTS, REGIONS, SECTIONS, TASKS, TYPES, Player, Table

DURING_PLAY = ("palaces", "squares", "abilities", "missing", "bids")


def final_scores(table: Table) -> list[dict[str, int]]:
    """Points of each player by scoring category, and their sum as "score"."""
    result = []
    for player in table.players:
        points = {name: player.source.get(name, 0) for name in DURING_PLAY}
        points["governors"] = sum(governor_majority(table, player, region) for region in REGIONS)
        points["markers"] = sum(marker_majority(table, player, aspect) for aspect in ASPECTS)
        points["tasks"] = task_section(table, player, TASKS[:3]) + task_section(table, player, TASKS[3:])
        points["walls"] = sum(wall(table, player, section) for section in SECTIONS)
        points["score"] = sum(points.values())
        result.append(points)
    return result


def ranks(table: Table) -> list[int]:
    """Most VP; ties by the topmost disc in the Rewards Track."""
    score = [points["score"] for points in final_scores(table)]
    order = sorted(table.track, key=lambda seat: (-score[seat], table.track.index(seat)))
    return [1 + order.index(player.seat) for player in table.players]


# -- 1. Majorities of governors ------------------------------------------------------------------------------------


def governor_majority(table: Table, player: Player, region: int) -> int:
    """9 VP plus 3 VP for each of his governors; "the points will be split (rounded down) by the tied players"."""
    numbers = table.rules.data.numbers
    governors = [table.governors_of(other, region) for other in table.players]
    most = max(governors)
    if most == 0 or governors[player.seat] < most:
        return 0
    return (numbers.majority_vp + numbers.majority_each * most) // governors.count(most)


# -- 2. Majorities of unification markers --------------------------------------------------------------------------


def marker_majority(table: Table, player: Player, aspect: int) -> int:
    """The most markers, by value; ties: the topmost disc."""
    most = max(other.marker_value(aspect) for other in table.players)
    if most == 0:
        return 0
    winner = next(seat for seat in table.track if table.players[seat].marker_value(aspect) == most)
    return table.rules.data.numbers.marker_vp[aspect] if winner == player.seat else 0


# -- 3. Discs in the Tasks sections --------------------------------------------------------------------------------


def task_section(table: Table, player: Player, tasks: range) -> int:
    """VP below his discs, times their number."""
    vp = [
        table.rules.data.numbers.task_vp[table.discs[task].index(player.seat)]
        for task in tasks
        if player.seat in table.discs[task]
    ]
    return sum(vp) * len(vp)


# -- 4. Walls ------------------------------------------------------------------------------------------------------


def wall(table: Table, player: Player, section: int) -> int:
    """By the rods of his slot and how well he meets the criterion of the wall tile."""
    rods = table.rods_of_wall(player, section)
    if rods == 0:
        return 0
    criterion = table.faces[section]
    vp = table.rules.data.wall_vp[criterion][rods - 1]
    if criterion == 10:  # "5, 10, or 15 VP minus the total unrest of all the Regions"
        points = vp - sum(player.unrest)
        return points if table.rules.wall_below_zero else max(0, points)
    if criterion == 1:  # each set of 3 cards of different colours
        return vp * min(colours(table, player.cards_on_board()))
    return vp * sum(1 for region in REGIONS if region_counts(table, player, region, criterion))


def colours(table: Table, cards: list[int]) -> list[int]:
    """Ivory, orange and brown cards among these."""
    aspects = [table.rules.data.cards[card - 1].aspect for card in cards]
    return [aspects.count(aspect) for aspect in ASPECTS]


def region_counts(table: Table, player: Player, region: int, criterion: int) -> bool:
    """Whether a region of the player board meets the criterion (Wall tiles, in their order)."""
    of_type = [player.governing[region][kind] + player.working[region][kind] for kind in TYPES]
    writing, currency, laws = colours(table, player.cards[region])
    return {
        0: player.unrest[region] == 0,
        2: sum(of_type) >= player.unrest[region],
        3: len(player.cards[region]) == 3,
        4: of_type[1] > 0,
        5: max(writing, currency, laws) >= 2,
        6: of_type[0] > 0,
        7: currency > 0,
        8: of_type[2] > 0,
        9: laws > 0,
        11: writing > 0,
    }[criterion]
