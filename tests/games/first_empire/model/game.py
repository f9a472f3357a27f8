"""How to Play: the whole game as one sequence of decisions, from the Starting tiles on, and the model that plays it."""

from tests.games.first_empire.model.actions import (
    can_recruit,
    hire,
    move_ship,
    place_alchemist_cards,
    place_official,
    recruit,
    regions_for_a_card,
    regions_to_hire,
    ship_at_end,
    take_tokens,
    unification,
    unlock,
)
from tests.games.first_empire.model.buildings import build_palace, build_wall, paid_palaces, paid_walls, place_soldiers
from tests.games.first_empire.model.effects import abilities, install, is_appropriate, regions_for_a_governor
from tests.games.first_empire.model.facts import ASPECTS, OFFICIALS, Facts, bits
from tests.games.first_empire.model.lisi import form_unification_deck, is_lisi, lisi_turn, shuffle_deck
from tests.games.first_empire.model.rewards import tokens_limit, unification_rewards, unlocking
from tests.games.first_empire.model.table import Decision, Option, Play, Player, Table


def whole_game(table: Table) -> Play:
    """The Starting tiles, then 5 rounds of 3 phases."""
    yield from starting_tiles(table)
    for number in range(table.facts.rounds):
        table.round = number
        draw_cards(table)
        yield from play_cards(table)
        yield from unification_rewards(table)
        # 2) New turn order: the track holds the markers in it already, those that moved to the column last
        yield from unlocking(table)
        yield from tokens_limit(table)
        if table.lisi is not None:
            shuffle_deck(table.lisi)
        if not table.says("court_stays"):
            table.cleared += table.court
            table.court = []


def draw_cards(table: Table) -> None:
    """Phase 1: "each player draws 2 cards from each deck"."""
    for seat in table.track:
        for aspect in ASPECTS:
            for _ in range(table.facts.numbers.hand_per_deck):
                table.player(seat).hand.append(table.decks[aspect].pop(0))
    if table.lisi is not None:
        form_unification_deck(table)


def play_cards(table: Table) -> Play:
    """Phase 2: "following the Turn Order, each player plays in turn exactly 1 card", until all have played theirs."""
    while any(player.hand for player in table.players):
        for seat in table.track:
            if is_lisi(table, seat):
                yield from lisi_turn(table)
            else:
                yield from turn(table, table.player(seat))


def turn(table: Table, player: Player) -> Play:
    """One card, one action, card abilities after a Court Action, and soldiers at the end of the turn."""
    possible = possible_actions(table, player) or ["nothing"]
    options: list[Option] = [("play", card, action) for card in player.hand for action in possible]
    _, card, action = yield Decision(player.seat, "turn", options)
    player.actions.append(action)
    if action == "unify":
        yield from unification(table, player, card)
    else:
        below = table.court[-1] if table.court else None
        player.hand.remove(card)
        table.court.append(card)
        if action != "nothing":
            yield from court_action(table, player, action)
            appropriate = is_appropriate(table, action, card, below)
            yield from abilities(table, player, action, appropriate=appropriate)
    yield from place_soldiers(table, player)


def possible_actions(table: Table, player: Player) -> list[str]:
    """ "The player must choose an action they are able to perform and then must perform it"."""
    able = {
        "unify": bool(regions_for_a_card(table, player)),
        "recruit": can_recruit(player),
        "elixir": not ship_at_end(table, player),
        "governor": bool(regions_for_a_governor(player)),
        "hire": bool(regions_to_hire(table, player)),
        "palace": bool(paid_palaces(table, player)),
        "wall": bool(paid_walls(table, player)),
    }
    return [action for action, is_able in able.items() if is_able]


def court_action(table: Table, player: Player, action: str) -> Play:
    """1. Perform 1 of the 6 Court Actions."""
    if action == "recruit":
        yield from recruit(player, list(range(len(player.officials))))
    elif action == "elixir":
        yield from move_ship(table, player, table.facts.numbers.ship_steps)
    elif action == "governor":
        yield from install(table, player, regions_for_a_governor(player), free=False)
    elif action == "hire":
        yield from hire(table, player)
    elif action == "palace":
        yield from build_palace(table, player)
    else:
        yield from build_wall(table, player, free=False)


class Model:
    """A game in progress: the table and the decision it waits for (None at the end)."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.play = whole_game(table)
        self.decision: Decision | None = next(self.play)
        self.make_forced()

    def apply(self, option: Option) -> None:
        """Make one of the moves of the decision, and what is forced after it."""
        assert self.decision is not None
        assert option in self.decision.options
        self.send(option)
        self.make_forced()

    def make_forced(self) -> None:
        """A decision with one option is not put to the player."""
        while self.decision is not None and len(self.decision.options) == 1:
            self.send(self.decision.options[0])

    def send(self, option: Option) -> None:
        try:
            self.decision = self.play.send(option)
        except StopIteration:
            self.decision = None


# -- Player setup ----------------------------------------------------------------------------------------------------


def player_set_up(facts: Facts, seat: int, tiles: list[int]) -> Player:
    """2. Pieces of a player; one soldier is "unlocked". 5. "Deal 2 Starting tiles to each player"."""
    numbers = facts.numbers
    return Player(
        seat,
        starting_tiles=tiles,
        alchemist_cards=list(facts.own),
        supply=dict.fromkeys(OFFICIALS, numbers.supply_officials),
        governors=numbers.supply_governors,
        palaces=numbers.supply_palaces,
        walls=numbers.supply_walls,
        locked=numbers.supply_soldiers,
        entrance=numbers.unlocked_soldiers,
    )


def starting_tiles(table: Table) -> Play:
    """5. "They simultaneously choose one and get what is depicted on it": all choose before any of them takes."""
    seats = [seat for seat in table.track if not is_lisi(table, seat)]
    for seat in seats:
        player = table.player(seat)
        _, tile = yield Decision(seat, "starting tile", [("tile", tile) for tile in player.starting_tiles])
        player.starting_tiles = [tile]
    for seat in seats:
        yield from take_starting_tile(table, table.player(seat))


def take_starting_tile(table: Table, player: Player) -> Play:
    """Appendix 4: "Recruit 1 General in Chu, then ..."."""
    chu = table.facts.numbers.start_region - 1
    tile = table.facts.starting_tile(player.starting_tiles[0])
    for _ in range(table.facts.numbers.start_generals):
        place_official(player, "general", chu)
    for region in bits(tile.unrest):
        player.unrest[region] += 1
    for kind, number in zip(OFFICIALS, tile.officials, strict=True):
        for _ in range(number):
            place_official(player, kind, chu)
    for aspect, number in zip(ASPECTS, tile.tokens, strict=True):
        take_tokens(table, player, aspect, number)
    player.workers[chu] += tile.workers
    unlock(player, tile.soldiers)
    if tile.ship > 0:
        yield from move_ship(table, player, tile.ship)
    yield from place_alchemist_cards(table, player, [chu], tile.alchemist_cards, up_to=False)
