"""Phase 3: unification rewards."""

from cext.games.zhanguo.data.components import Reward
from tests.games.zhanguo.model.buildings import NO_PAYMENT, free_walls, palace, regions_for_a_palace, wall
from tests.games.zhanguo.model.governor import install
from tests.games.zhanguo.model.officials import can_recruit, place_officials, recruit
from tests.games.zhanguo.model.table import ASPECTS, PALACE, REGIONS, REWARD, Decision, Play, Player, Table, pack
from tests.games.zhanguo.model.tasks import claim_tasks

# Rewards of rewards.csv, in the order of Available rewards.
ONE_OFFICIAL, TWO_RED, TWO_GRAY, TWO_WORKERS, A_GOVERNOR, A_WALL, A_PALACE = range(7)


def unification_rewards(table: Table) -> Play:
    """Writing, then currency, then laws: the reward of this round goes to who wants it first, most markers first."""
    for aspect in ASPECTS:
        table.aspect = aspect
        reward = table.rules.data.rewards[aspect][table.round]
        for seat in who_is_asked(table, aspect):
            player = table.players[seat]
            if not can_take(table, player, reward):  # "he must be able to actually take the full reward"
                continue
            move = yield Decision(seat, REWARD, {pack(REWARD, 0), pack(REWARD, 1)})
            if move == pack(REWARD, 1):
                accept(table, player, aspect)
                yield from take(table, player, reward)
                claim_tasks(table, player)
                break


def who_is_asked(table: Table, aspect: int) -> list[int]:
    """Players with a marker of that colour, highest value first; ties: Rewards Track, then the round's column."""
    eligible = [seat for seat in table.track if table.players[seat].marker_value(aspect) > 0]
    eligible.sort(key=lambda seat: -table.players[seat].marker_value(aspect))  # keeps the order of equal values
    return eligible


def can_take(table: Table, player: Player, reward: Reward) -> bool:
    if reward.kind == ONE_OFFICIAL:
        return can_recruit(player)
    if reward.kind == TWO_RED:
        return player.officials[0] >= 2
    if reward.kind == TWO_GRAY:
        return player.officials[1] >= 2
    if reward.kind == A_GOVERNOR:
        return player.governors > 0
    if reward.kind == A_WALL:
        return len(free_walls(table, player)) > 0
    if reward.kind == A_PALACE:
        return any(region in regions_of(reward) for region in regions_for_a_palace(table, player))
    return True


def accept(table: Table, player: Player, aspect: int) -> None:
    """ "He must give back all of his Ivory octagons" and moves his disc to the slot of the reward, the latest one."""
    table.ones[aspect] += player.ones[aspect]
    table.threes[aspect] += player.threes[aspect]
    player.ones[aspect] = 0
    player.threes[aspect] = 0
    player.rewards += 1
    table.track.remove(player.seat)
    table.track.append(player.seat)


def regions_of(reward: Reward) -> list[int]:
    """The regions depicted on the slot."""
    return [r for r in REGIONS if reward.regions >> r & 1]


def take(table: Table, player: Player, reward: Reward) -> Play:
    """Available rewards."""
    regions = regions_of(reward)
    if reward.kind == ONE_OFFICIAL:
        yield from recruit(player, regions)
    elif reward.kind == TWO_RED:
        place_officials(player, 0, regions[0], 2)
    elif reward.kind == TWO_GRAY:
        place_officials(player, 1, regions[0], 2)
    elif reward.kind == TWO_WORKERS:  # "The level of unrest does not increase."
        player.workers[regions[0]] += 2
        player.hired += 2
    elif reward.kind == A_GOVERNOR:
        yield from install(table, player, regions, remove_officials=False)
    elif reward.kind == A_WALL:
        yield from wall(table, player, free_walls(table, player), remove_workers=False)
    else:
        open_regions = [r for r in regions_for_a_palace(table, player) if r in regions]
        yield from palace(table, player, {pack(PALACE, region, NO_PAYMENT) for region in open_regions})
