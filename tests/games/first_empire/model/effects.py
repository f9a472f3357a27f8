"""Appendix: what cards, Governor tiles, rewards and Starting tiles give, each gain a few plain lines."""

from itertools import combinations, combinations_with_replacement

from tests.games.first_empire.model.elixir import (
    alchemist_placements,
    move_ship,
    place_alchemist_cards,
    ship_at_end,
    unlock,
)
from tests.games.first_empire.model.facts import ASPECTS, REGIONS, Effect
from tests.games.first_empire.model.officials import (
    can_recruit,
    move_officials,
    move_workers,
    place_official,
    recruit,
    recruit_in_one_region,
    workers_in_one_region,
)
from tests.games.first_empire.model.table import Decision, Option, Play, Player, Table
from tests.games.first_empire.model.unify import take_tokens


def can_change(table: Table, player: Player, effect: Effect, region: int | None) -> bool:
    """Whether an effect would change anything; region: that of the card, None: the effect is not a card's."""
    if effect.unrest:  # raising unrest is a change, where it may rise
        assert region is not None
        return table.unrest_may_rise(player, region, effect.unrest)
    if effect.name.startswith("vp "):
        return points_of(table, player, effect, region) > 0
    return {
        "ship": not ship_at_end(table, player),
        "recruit": effect.kind != "" and player.supply.get(effect.kind, 0) > 0,
        "recruit in one region": effect.kind != "" and player.supply.get(effect.kind, 0) > 0,
        "recruit any": can_recruit(player),
        "workers": True,
        "workers in one region": True,
        "move workers": len(player.regions_with_workers()) > 0,
        "move officials": player.has_officials(),
        "calm": any(player.unrest),
        "calm here and anywhere": any(player.unrest),
        "any tokens": any(table.small.values()),
        "unlock": player.locked > 0,
        "alchemist cards": len(alchemist_placements(table, player, list(REGIONS))) > 0,
    }[effect.name]


def carry_out(table: Table, player: Player, effect: Effect, region: int | None) -> Play:
    """The gain."""
    if effect.unrest:
        assert region is not None
        player.unrest[region] += effect.unrest
    if effect.name.startswith("vp "):
        player.score(points_of(table, player, effect, region), "abilities" if region is not None else "bonuses")
    elif effect.name == "ship":
        yield from move_ship(table, player, effect.number)
    elif effect.name == "unlock":
        unlock(player, effect.number)
    elif effect.name == "tokens":
        for aspect in effect.aspects:
            take_tokens(table, player, aspect, 1)
    elif effect.name == "any tokens":
        yield from any_tokens(table, player, effect.number)
    elif effect.name == "calm":
        yield from calm(player, effect.number)
    elif effect.name == "calm here and anywhere":
        assert region is not None
        player.unrest[region] = max(0, player.unrest[region] - 1)
        for _ in range(effect.number):
            yield from calm(player, 1)
    elif effect.name == "alchemist cards":
        yield from place_alchemist_cards(table, player, list(REGIONS), effect.number, up_to=False)
    else:
        yield from recruit_hire_or_move(table, player, effect, region)


def recruit_hire_or_move(table: Table, player: Player, effect: Effect, region: int | None) -> Play:
    """The gains that recruit, hire and move."""
    if effect.name == "move officials":
        yield from move_officials(table, player, effect.number)
    elif effect.name == "move workers":
        yield from move_workers(table, player, effect.number)
    elif effect.name == "recruit in one region":
        yield from recruit_in_one_region(player, effect.kind, effect.number)
    elif effect.name == "workers in one region":
        yield from workers_in_one_region(player, effect.number)
    else:
        assert region is not None
        if effect.name == "recruit":
            for _ in range(min(effect.number, player.supply[effect.kind])):
                place_official(player, effect.kind, region)
        elif effect.name == "recruit any":
            for _ in range(effect.number):
                if can_recruit(player):
                    yield from recruit(player, [region])
        else:
            assert effect.name == "workers", effect.name
            player.workers[region] += effect.number


def points_of(table: Table, player: Player, effect: Effect, region: int | None) -> int:
    """The VP an effect scores."""
    if effect.name == "vp per card":
        return effect.number * player.cards_of(effect.kind)
    if effect.name == "vp per alchemist card here":
        assert region is not None
        return effect.number * sum(card.is_alchemist() for card in player.cards[region])
    if effect.name == "vp round":
        return effect.number * (table.round + 1)
    counted = {
        "vp per governor": sum(table.governors_of(player, r) for r in REGIONS),
        "vp per palace": sum(table.palaces_of(player, r) for r in REGIONS),
        "vp per wall": table.walls_of(player),
        "vp per soldier on a tile": table.tiles_of(player),
    }
    return effect.number * counted[effect.name]


def any_tokens(table: Table, player: Player, number: int) -> Play:
    """ "Gain any ... small Unification tokens", as far as the supply goes."""
    number = min(number, sum(table.small.values()))
    options: list[Option] = [
        ("tokens", *aspects)
        for aspects in combinations_with_replacement(ASPECTS, number)
        if all(aspects.count(aspect) <= table.small[aspect] for aspect in ASPECTS)
    ]
    if number > 0:
        option = yield Decision(player.seat, "tokens", options)
        for aspect in option[1:]:
            take_tokens(table, player, aspect, 1)


def calm(player: Player, number: int) -> Play:
    """ "Reduce the level of Unrest by one in any ... regions": different ones, as many as have unrest."""
    uneasy = [r for r in REGIONS if player.unrest[r] > 0]
    number = min(number, len(uneasy))
    if number > 0:
        options: list[Option] = [("calm", *regions) for regions in combinations(uneasy, number)]
        option = yield Decision(player.seat, "calm", options)
        for region in option[1:]:
            player.unrest[region] -= 1
