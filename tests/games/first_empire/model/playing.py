"""Playing with the model: a table to try rules on, a part of the game with given choices, whole random games."""

from functools import cache
from random import Random

from cext.games.first_empire.data.components import load
from tests.games.first_empire.model.facts import Effect, Facts
from tests.games.first_empire.model.game import Model
from tests.games.first_empire.model.invariants import broken
from tests.games.first_empire.model.setup import set_up, set_up_solo
from tests.games.first_empire.model.table import Decision, Option, Play, Table, Tucked
from tests.games.first_empire.model.unify import tuck


@cache
def facts(players: int) -> Facts:
    """The shipped components."""
    return Facts(load(), players)


def new_table(players: int = 3, seed: int = 1, **options: bool | str) -> Table:
    """A table set up, before the Starting tiles; the Turn Order is that of the seats."""
    table = set_up(facts(players), Random(seed), **options)
    table.track.sort()
    return table


def carry(part: Play, *chosen: Option) -> Decision | None:
    """Carry out a part of the game with these choices; what is forced is not chosen. What it waits for, None: done."""
    left = list(chosen)
    try:
        decision = next(part)
        while len(decision.options) == 1 or left:
            option = decision.options[0] if len(decision.options) == 1 else left.pop(0)
            assert option in decision.options, (option, decision)
            decision = part.send(option)
    except StopIteration:
        assert not left, f"not asked for: {left}"
        return None
    return decision


def tuck_cards(table: Table, seat: int, region: int, *cards: int | str) -> None:
    """Cards on a player board."""
    for card in cards:
        tuck(table, table.player(seat), card, region)


def tuck_ability(table: Table, seat: int, region: int, trigger: str, effect: Effect) -> Tucked:
    """A Writing card with this trigger and ability on a player board."""
    card = Tucked(0, "writing", [trigger], effect)
    table.player(seat).cards[region].append(card)
    return card


def random_game(players: int, seed: int, **options: bool | str) -> Table:
    """A whole game of random choices, every position checked; the table at the end."""
    draw = Random(seed)
    return play_at_random(set_up(facts(players), draw, **options), draw)


def random_solo_game(level: int, seed: int, **options: bool | str) -> Table:
    """The same of one player against Li Si."""
    draw = Random(seed)
    return play_at_random(set_up_solo(facts(2), level, draw, **options), draw)


def play_at_random(table: Table, draw: Random) -> Table:
    model = Model(table)
    while model.decision is not None:
        assert broken(model.table) == []
        assert len(set(model.decision.options)) == len(model.decision.options)
        model.apply(draw.choice(model.decision.options))
    assert broken(model.table) == []
    return model.table
