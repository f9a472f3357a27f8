"""What cards and tiles give: effects, the activation of card abilities, Governors with their bonus."""

from dataclasses import dataclass
from itertools import combinations, combinations_with_replacement

from tests.games.first_empire.model.actions import (
    alchemist_placements,
    can_recruit,
    move_official,
    move_officials,
    move_ship,
    move_workers,
    official_moves,
    place_alchemist_cards,
    place_official,
    recruit,
    recruit_in_one_region,
    ship_at_end,
    take_tokens,
    unlock,
    workers_in_one_region,
)
from tests.games.first_empire.model.facts import ASPECTS, HIGHER, LOWER, OFFICIALS, REGIONS, Effect
from tests.games.first_empire.model.table import Decision, Option, Play, Player, Table, Tucked


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


# -- 2. Activate Card Abilities --------------------------------------------------------------------------------------


# Gains that are worth the same at any time of a turn: they are taken as soon as any ability is activated.
SURE = ("vp per governor", "vp per palace", "vp per wall", "vp per soldier on a tile", "vp round")
# These too, unless the ship has still to move.
UNLESS_SHIP = ("vp per card", "vp per alchemist card here")


@dataclass
class Waiting:
    """A triggered card that was not activated yet."""

    region: int
    card: Tucked


def is_appropriate(table: Table, action: str, card: int, below: int | None) -> bool:
    """A lower number for recruit, elixir, governor; a higher one for hire, palace, wall; X under the first card."""
    if below is None:
        return True
    return (action in LOWER and card < below) or (action in HIGHER and card > below)


def triggered(table: Table, player: Player, action: str) -> list[Waiting]:
    """Cards "whose trigger matches the action just performed"; by a switch without those of silent regions."""
    found = [Waiting(r, card) for r in REGIONS for card in player.cards[r] if action in card.triggers]
    if table.says("unrest_when_activated"):
        return found
    return [one for one in found if not is_silent(table, player, one)]


def abilities(table: Table, player: Player, action: str, *, appropriate: bool) -> Play:
    """A, B or C."""
    waiting = triggered(table, player, action) if appropriate else []
    there = [id(card) for card in player.tableau()]
    done: list[Tucked] = []
    while True:
        if appropriate and not table.says("triggered_at_once"):
            waiting += [one for one in triggered(table, player, action) if id(one.card) not in there]
            there = [id(card) for card in player.tableau()]
            waiting.sort(key=lambda one: there.index(id(one.card)))
        if done:
            yield from take_sure_gains(table, player, waiting, done)
        useful = [one for one in waiting if can_be_activated(table, player, one)]
        options: list[Option] = listed(useful, waiting)
        if not done or table.says("move_after_abilities"):
            options += official_moves(table, player)
        if not options:
            return
        option = yield Decision(player.seat, "abilities", [*options, ("pass",)])
        if option == ("pass",):
            return
        if option[0] == "move official":
            move_official(player, option)
            return
        yield from activate(table, player, option, waiting, done)


def listed(useful: list[Waiting], waiting: list[Waiting]) -> list[Option]:
    """The cards to choose from: of sure gains the first (the others come with it), of equal cards of a region one."""
    options: list[Option] = []
    sure = [one for one in useful if is_sure(one, waiting)]
    for one in useful:
        option = ("activate", one.region, one.card.effect)
        if option not in options and (one not in sure or one is sure[0]):
            options.append(option)
    return options


def activate(table: Table, player: Player, option: Option, waiting: list[Waiting], done: list[Tucked]) -> Play:
    """The chosen card, after all sure gains: none of them is lost to unrest that way."""
    _, region, effect = option
    chosen = next(one for one in waiting if one.region == region and one.card.effect == effect)
    yield from take_sure_gains(table, player, waiting, done)
    if chosen in waiting:
        yield from use(table, player, chosen, waiting, done)


def use(table: Table, player: Player, one: Waiting, waiting: list[Waiting], done: list[Tucked]) -> Play:
    waiting.remove(one)
    done.append(one.card)
    yield from carry_out(table, player, one.card.effect, one.region)


def take_sure_gains(table: Table, player: Player, waiting: list[Waiting], done: list[Tucked]) -> Play:
    """Every sure gain that can be had now."""
    for one in [one for one in waiting if is_sure(one, waiting)]:
        if can_be_activated(table, player, one):
            yield from use(table, player, one, waiting, done)


def is_sure(one: Waiting, waiting: list[Waiting]) -> bool:
    """Nothing is won by waiting. While the ship has still to move, VP for Alchemist cards may grow."""
    effect = one.card.effect
    if effect.unrest:
        return False
    if effect.name in UNLESS_SHIP:
        return all(other.card.effect.name != "ship" for other in waiting)
    return effect.name in SURE


def is_silent(table: Table, player: Player, one: Waiting) -> bool:
    """ "A player CANNOT activate cards in a region ... where the Unrest marker is already on 3"."""
    return player.unrest[one.region] == table.facts.unrest_limit


def can_be_activated(table: Table, player: Player, one: Waiting) -> bool:
    """Its region is not silent, and it would change something."""
    if table.says("unrest_when_activated") and is_silent(table, player, one):
        return False
    return can_change(table, player, one.card.effect, one.region)


# -- Install 1 Governor ----------------------------------------------------------------------------------------------


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
