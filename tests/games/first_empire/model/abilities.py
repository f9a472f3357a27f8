"""2. Activate Card Abilities: activate cards, or move 1 official, or pass."""

from dataclasses import dataclass

from tests.games.first_empire.model.effects import can_change, carry_out
from tests.games.first_empire.model.facts import HIGHER, LOWER, REGIONS
from tests.games.first_empire.model.officials import move_official, official_moves
from tests.games.first_empire.model.table import Decision, Option, Play, Player, Table, Tucked

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
