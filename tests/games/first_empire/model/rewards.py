"""Phase 3 - Unification Rewards."""

from tests.games.first_empire.model.actions import (
    alchemist_placements,
    move_ship,
    place_alchemist_cards,
    place_official,
    recruit,
    ship_at_end,
    unlock,
)
from tests.games.first_empire.model.buildings import build_free_palace, build_wall, free_walls, place_soldiers
from tests.games.first_empire.model.effects import install
from tests.games.first_empire.model.facts import ASPECTS, RewardFacts
from tests.games.first_empire.model.lisi import is_lisi, return_most, unlock_his_soldiers
from tests.games.first_empire.model.table import Decision, Option, Play, Player, Table

# -- 1) Unification Rewards ----------------------------------------------------------------------------------------


def unification_rewards(table: Table) -> Play:
    """The rows of the tableau top to bottom; the most tokens first, until somebody accepts."""
    for aspect in table.facts.tableau(str(table.options["tableau"])):
        reward = table.facts.reward(aspect, table.round)
        for seat in who_is_asked(table, aspect):
            player = table.player(seat)
            if is_lisi(table, seat):  # "he doesn't gain anything, but just takes them away from you"
                return_tokens(table, player, aspect)
                move_marker(table, player)
                break
            if not can_take(table, player, reward):
                continue  # "they must be able to immediately take the full reward"
            option = yield Decision(seat, "reward", [("accept", aspect), ("decline", aspect)])
            if option[0] == "accept":
                return_tokens(table, player, aspect)
                move_marker(table, player)
                yield from take(table, player, reward)
                if table.says("soldiers_after_reward"):
                    yield from place_soldiers(table, player)
                break


def value(table: Table, player: Player, aspect: str) -> int:
    """ "Small tokens are worth 1 each. Large tokens ... are worth 2 each"."""
    return player.small[aspect] + table.facts.numbers.large_value * player.large[aspect]


def who_is_asked(table: Table, aspect: str) -> list[int]:
    """At least 1 token; highest value first; Tiebreaker: Turn Order track, then column, each top to bottom."""
    eligible = [seat for seat in table.track if value(table, table.player(seat), aspect) > 0]
    return sorted(eligible, key=lambda seat: -value(table, table.player(seat), aspect))  # equal ones keep their order


def return_tokens(table: Table, player: Player, aspect: str) -> None:
    """ "They must return all of their tokens of that type (value-1 go to the general supply; value-2 to the board)"."""
    table.small[aspect] += player.small[aspect]
    table.large[aspect] += player.large[aspect]
    player.small[aspect] = 0
    player.large[aspect] = 0


def move_marker(table: Table, player: Player) -> None:
    """From where it is to the slot of the reward, below all that are in the column already."""
    table.track.remove(player.seat)
    table.track.append(player.seat)


def can_take(table: Table, player: Player, reward: RewardFacts) -> bool:
    """Whether the full reward can be taken."""
    if reward.kind in ("generals", "architects"):
        return player.supply[reward.kind.removesuffix("s")] >= reward.number
    return {
        "officials": sum(player.supply.values()) >= reward.number,
        "ship": not ship_at_end(table, player),
        "workers": True,
        "unlock": player.locked >= reward.number,
        "alchemist_cards": not table.says("cards_reward_possible")
        or len(alchemist_placements(table, player, reward.regions)) > 0,
        "wall": len(free_walls(table, player)) > 0,
        "governor": player.governors > 0,
        "palace": player.palaces > 0,
    }[reward.kind]


def take(table: Table, player: Player, reward: RewardFacts) -> Play:
    """The rewards of the tableau, listed by aspect and round."""
    if reward.kind in ("generals", "architects", "workers"):
        yield from pieces(player, reward)
    elif reward.kind == "officials":
        regions = reward.regions
        if reward.same_region or not table.says("officials_apart"):
            regions = yield from one_of(player, regions)
        for _ in range(reward.number):
            yield from recruit(player, regions)
    elif reward.kind == "ship":
        yield from move_ship(table, player, reward.number)
    elif reward.kind == "unlock":
        unlock(player, reward.number)
    elif reward.kind == "alchemist_cards":
        yield from place_alchemist_cards(table, player, reward.regions, reward.number, up_to=True)
    elif reward.kind == "wall":
        yield from build_wall(table, player, free=True)
    elif reward.kind == "governor":
        yield from install(table, player, reward.regions, free=True)
    else:
        yield from build_free_palace(table, player, reward.regions)


def one_of(player: Player, regions: list[int]):  # type: ignore[no-untyped-def]
    """The region all of a reward goes to, as a list of one."""
    _, region = yield Decision(player.seat, "region of a reward", [("region", region) for region in regions])
    return [region]


def pieces(player: Player, reward: RewardFacts) -> Play:
    """Generals, Architects or Workers of one sort, all in a region or each by itself."""
    regions = reward.regions
    if reward.same_region:
        regions = yield from one_of(player, regions)
    for _ in range(reward.number):
        (region,) = yield from one_of(player, regions)
        if reward.kind == "workers":
            player.workers[region] += 1
        else:
            place_official(player, reward.kind.removesuffix("s"), region)


# -- 3) Unlocking Terracotta Soldiers ------------------------------------------------------------------------------


def unlocking(table: Table) -> Play:
    """ "In turn order, players may unlock Terracotta Soldiers by spending 3 Unification tokens ... for each"."""
    last = [seat for seat in table.track if is_lisi(table, seat) and table.says("lisi_unlocks_last")]
    for seat in [*(seat for seat in table.track if seat not in last), *last]:
        player = table.player(seat)
        if is_lisi(table, seat):
            yield from unlock_his_soldiers(table)
            continue
        numbers = [k for k in range(1, player.locked + 1) if payments(table, player, k)]
        if not numbers:
            continue
        options: list[Option] = [("unlock", 0), *(("unlock", k) for k in numbers)]
        _, soldiers = yield Decision(seat, "unlock", options)
        if soldiers > 0:
            yield from pay(table, player, soldiers)
            unlock(player, soldiers)
            yield from place_soldiers(table, player)


def payments(table: Table, player: Player, soldiers: int) -> list[tuple[int, int]]:
    """Large and small tokens worth the price of so many soldiers together, none of them superfluous."""
    price, of_large = table.facts.numbers.unlock_value * soldiers, table.facts.numbers.large_value
    found = []
    for large in range(sum(player.large.values()) + 1):
        for small in range(sum(player.small.values()) + 1):
            paid = large * of_large + small
            lost_by_large = small == 0 and price < paid < price + of_large and table.says("large_lose_one")
            if paid == price or lost_by_large:
                found.append((large, small))
    return found


def pay(table: Table, player: Player, soldiers: int) -> Play:
    """How many large tokens, then which small ones. In the last round it does not matter any more: all large first."""
    possible = payments(table, player, soldiers)
    if table.last_round():
        large, small = max(possible)
    else:
        options = [("large tokens", *payment) for payment in possible]
        _, large, small = yield Decision(player.seat, "large tokens", options)
    for aspect in ASPECTS:
        spent = min(large, player.large[aspect])
        player.large[aspect] -= spent
        table.large[aspect] += spent
        large -= spent
    yield from return_small(table, player, small)


def return_small(table: Table, player: Player, number: int) -> Play:
    """So many small tokens of the player's choice to the supply, aspect by aspect."""
    for place, aspect in enumerate(ASPECTS):
        rest = sum(player.small[other] for other in ASPECTS[place + 1 :])
        options = [("return", aspect, n) for n in range(min(number, player.small[aspect]) + 1) if number - n <= rest]
        if table.last_round():
            returned = max(n for _, _, n in options)
        else:
            _, _, returned = yield Decision(player.seat, "small tokens", options)
        player.small[aspect] -= returned
        table.small[aspect] += returned
        number -= returned


# -- 4) Checking Unification tokens limit --------------------------------------------------------------------------


def tokens_limit(table: Table) -> Play:
    """Large tokens back to the board; small ones "so as to keep exactly 5"."""
    keep = table.facts.numbers.keep_tokens
    for player in table.players:
        for aspect in ASPECTS:
            table.large[aspect] += player.large[aspect]
            player.large[aspect] = 0
    for seat in table.track:
        player = table.player(seat)
        if table.says("limit_each"):
            for aspect in ASPECTS:
                excess = max(0, player.small[aspect] - keep)
                player.small[aspect] -= excess
                table.small[aspect] += excess
        elif is_lisi(table, seat):
            return_most(table, player, max(0, sum(player.small.values()) - keep))
        else:
            yield from return_small(table, player, max(0, sum(player.small.values()) - keep))
