"""Card abilities activation, the bonuses of the cards, and what the B-sides of the player boards do."""

from dataclasses import dataclass

from tests.games.zhanguo.model.actions import has_officials, place_officials, reassign
from tests.games.zhanguo.model.table import (
    ABILITY,
    ASPECTS,
    BOARD_ABILITY,
    BUILD_WALL,
    CALM,
    HIGHER,
    HIRING,
    INSTALL,
    LOWER,
    MARKER,
    MOVE_GOVERNOR,
    MOVE_WORKER,
    OPEN_AREA,
    RE_ASSIGN,
    RECRUIT,
    REGIONS,
    STOP,
    TRIGGER_OF,
    Decision,
    Play,
    Player,
    Table,
    fields,
    pack,
)

# Abilities of cards.csv, in the order of Card abilities - bonusses.
(ONE_MARKER, POINTS, VP_2, VP_3, ONE_WORKER, VP_WRITING, VP_CURRENCY, VP_LAWS, CALM_ANY, CALM_HERE, WORKER_MOVE,
 RED_HERE) = range(12)  # fmt: skip
PURE_GAINS = (VP_2, VP_3, ONE_WORKER, VP_WRITING, VP_CURRENCY, VP_LAWS)

# Abilities of the boards: by block of boards.toml and action, what they do and which of the block's two it is.
BOARD_EFFECTS = {
    (1, HIRING): ("points", 1, 0),
    (1, INSTALL): ("move worker", 0, 1),
    (2, BUILD_WALL): ("marker", 0, 0),
    (2, RECRUIT): ("marker", 0, 1),
    (3, RE_ASSIGN): ("calm for worker", 0, 0),
    (3, BUILD_WALL): ("calm for worker", 0, 1),
    (4, RECRUIT): ("points", 2, 0),
    (4, INSTALL): ("move governor", 0, 1),
}


@dataclass(frozen=True)
class Effect:
    """What an ability does; two abilities with equal effects are interchangeable."""

    what: str
    number: int = 0  # re-assignment points, or type of official
    region: int = 0  # where only one region is meant


GOES_WITH_A_WORKER = Effect("points", 1)  # as the board's ability: counted with the additional worker, see hire


@dataclass(frozen=True)
class Waiting:
    """An ability that may be activated this turn."""

    place: int  # 3 x region + position of the card, or BOARD_ABILITY
    effect: Effect


def triggers_are_met(action: int, card: int, below: int | None) -> bool:
    """A higher number for walls, palaces, hiring; a lower one for recruiting, governors; X under the first card."""
    if below is None:
        return action in HIGHER or action in LOWER
    return (action in HIGHER and card > below) or (action in LOWER and card < below)


def abilities(table: Table, player: Player, action: int, card: int, below: int | None) -> Play:
    """After the court action: abilities of cards and board in the order the player likes, as many as he likes."""
    pure: list[int] = []
    waiting: list[Waiting] = []
    if triggers_are_met(action, card, below):
        for region in REGIONS:
            for position, number in enumerate(player.cards[region]):
                if table.rules.data.cards[number - 1].trigger == TRIGGER_OF[action]:
                    place = 3 * region + position
                    if table.rules.data.cards[number - 1].ability in PURE_GAINS:
                        pure.append(place)
                    else:
                        waiting.append(Waiting(place, effect_of_card(table, number, region)))
    use = -1
    if (table.side(player).block, action) in BOARD_EFFECTS:
        what, points, use = BOARD_EFFECTS[table.side(player).block, action]
        waiting.append(Waiting(BOARD_ABILITY, Effect(what, points)))
    while True:
        for place in [place for place in pure if not is_silent(table, player, place // 3)]:
            pure.remove(place)
            gain(table, player, place)
        for one in [one for one in waiting if one.effect == Effect("marker") and sum(table.ones) == 0]:
            if one.place == BOARD_ABILITY or not is_silent(table, player, one.place // 3):
                waiting.remove(one)
                count_use(table, player, one, use)
                no_marker_left(player)
        useful = [one for one in waiting if can_be_activated(table, player, one)]
        if not useful:
            return
        moves = {pack(ABILITY, one.place) for one in without_equals(useful)}
        move = yield Decision(player.seat, ABILITY, moves | {pack(STOP)})
        if move == pack(STOP):
            return
        place, _, _ = fields(move)
        chosen = next(one for one in waiting if one.place == place)
        waiting.remove(chosen)
        count_use(table, player, chosen, use)
        brought = yield from carry_out(table, player, chosen.effect)
        if place == BOARD_ABILITY and chosen.effect != GOES_WITH_A_WORKER:
            player.power_brought[use] += brought


def count_use(table: Table, player: Player, one: Waiting, use: int) -> None:
    """For the reports."""
    if one.place != BOARD_ABILITY:
        player.activated[table.rules.data.cards[player.cards[one.place // 3][one.place % 3] - 1].ability] += 1
    elif one.effect != GOES_WITH_A_WORKER:
        player.power_uses[use] += 1


def without_equals(useful: list[Waiting]) -> list[Waiting]:
    """Of cards with equal effects only the first; the board's ability is counted by itself and always offered."""
    offered: list[Waiting] = []
    for one in useful:
        if one.place == BOARD_ABILITY or one.effect not in [other.effect for other in offered]:
            offered.append(one)
    return offered


def is_silent(table: Table, player: Player, region: int) -> bool:
    """ "If ... the black cube is placed in the rightmost slot ... cannot activate the cards of that Region." """
    return player.unrest[region] == table.unrest_limit(player, region)


def effect_of_card(table: Table, number: int, region: int) -> Effect:
    ability = table.rules.data.cards[number - 1].ability
    if ability == ONE_MARKER:
        return Effect("marker")
    if ability == POINTS:
        return Effect("points", table.rules.data.numbers.ability_points)
    if ability == CALM_ANY:
        return Effect("calm any")
    if ability == CALM_HERE:
        return Effect("calm here", 0, region)
    if ability == WORKER_MOVE:
        return Effect("move worker")
    return Effect("official", ability - RED_HERE, region)


def can_be_activated(table: Table, player: Player, one: Waiting) -> bool:
    """Its region is not silent and it would do something."""
    if one.place != BOARD_ABILITY and is_silent(table, player, one.place // 3):
        return False
    effect = one.effect
    if effect.what == "marker":
        return True
    if effect.what == "points":
        return effect.number > 0 and has_officials(player)
    if effect.what in ("calm any", "calm for worker"):
        return any(level > 0 for level in player.unrest)
    if effect.what == "calm here":
        return player.unrest[effect.region] > 0
    if effect.what == "move worker":
        return any(number > 0 for number in player.workers)
    if effect.what == "official":
        return player.officials[effect.number] > 0
    assert effect.what == "move governor"
    return any(table.governors_of(player, region) > 0 for region in REGIONS)


def gain(table: Table, player: Player, place: int) -> None:
    """Abilities that only give: VP, VP for the cards of a colour, a worker."""
    region, position = divmod(place, 3)
    ability = table.rules.data.cards[player.cards[region][position] - 1].ability
    player.activated[ability] += 1
    if ability in (VP_2, VP_3):
        player.score(table.rules.data.numbers.ability_vp[ability - VP_2], "abilities")
    elif ability == ONE_WORKER:  # "The level of unrest does not increase."
        player.workers[region] += 1
        player.hired += 1
    else:
        aspect = ability - VP_WRITING
        of_colour = [n for n in player.cards_on_board() if table.rules.data.cards[n - 1].aspect == aspect]
        player.score(len(of_colour), "abilities")


def carry_out(table: Table, player: Player, effect: Effect):  # type: ignore[no-untyped-def]
    """The bonus of an ability; gives how much it brought, in the unit of the reports."""
    if effect.what == "marker":
        return (yield from marker_of_choice(table, player))
    if effect.what == "points":
        return (yield from reassign(table, player, effect.number))
    if effect.what == "calm any":
        yield from calm(player)
    elif effect.what == "calm here":
        player.unrest[effect.region] -= 1
    elif effect.what == "calm for worker":
        region = yield from calm(player)
        player.workers[region] += 1
        player.hired += 1
    elif effect.what == "move worker":
        yield from move_worker(table, player)
    elif effect.what == "official":
        place_officials(player, effect.number, effect.region, 1)
    else:
        yield from move_governor(table, player)
    return 1


def marker_of_choice(table: Table, player: Player):  # type: ignore[no-untyped-def]
    """1 value-1 Unification Marker of his choice from the general supply."""
    moves = {pack(MARKER, aspect) for aspect in ASPECTS if table.ones[aspect] > 0}
    move = yield Decision(player.seat, MARKER, moves)
    aspect, _, _ = fields(move)
    table.ones[aspect] -= 1
    player.ones[aspect] += 1
    return 1


def no_marker_left(player: Player) -> None:
    """ "If he cannot because the supply has no value-1 Unification Markers left, he gains 1 VP": a pure gain."""
    player.missing += 1
    player.score(1, "missing")


def calm(player: Player):  # type: ignore[no-untyped-def]
    """Decrease by 1 the level of unrest in a region of his choice."""
    move = yield Decision(player.seat, CALM, {pack(CALM, r) for r in REGIONS if player.unrest[r] > 0})
    region, _, _ = fields(move)
    player.unrest[region] -= 1
    return region


def move_worker(table: Table, player: Player) -> Play:
    """1 worker from a region of his choice to an adjacent region."""
    moves = {pack(MOVE_WORKER, r, q) for r in REGIONS if player.workers[r] > 0 for q in table.neighbours(r)}
    move = yield Decision(player.seat, MOVE_WORKER, moves)
    origin, target, _ = fields(move)
    player.workers[origin] -= 1
    player.workers[target] += 1


def move_governor(table: Table, player: Player) -> Play:
    """One of his governors on the gameboard to the open area of an adjacent region; no bonus, no calm."""
    moves = set()
    for region in REGIONS:
        stands_on = [square.kind for square in table.squares[region] if square.seat == player.seat]
        if player.seat in table.open_area[region]:
            stands_on.append(OPEN_AREA)
        for kind in stands_on:
            for target in table.neighbours(region):
                moves.add(pack(MOVE_GOVERNOR, region, kind, target))
    move = yield Decision(player.seat, MOVE_GOVERNOR, moves)
    region, kind, target = fields(move)
    if kind == OPEN_AREA:
        table.open_area[region].remove(player.seat)
    else:
        next(s for s in table.squares[region] if s.kind == kind and s.seat == player.seat).seat = None
    table.open_area[target].append(player.seat)
