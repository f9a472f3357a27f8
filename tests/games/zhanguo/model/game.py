"""Round overview: the whole game as one sequence of decisions, and the model that plays it."""

from tests.games.zhanguo.model.abilities import abilities
from tests.games.zhanguo.model.buildings import paid_palaces, paid_walls, palace, wall
from tests.games.zhanguo.model.draw import draw_cards
from tests.games.zhanguo.model.governor import install, regions_for_a_governor
from tests.games.zhanguo.model.officials import can_recruit, has_officials, hire, hires, reassign, recruit
from tests.games.zhanguo.model.rewards import unification_rewards
from tests.games.zhanguo.model.setup import boards
from tests.games.zhanguo.model.table import (
    BUILD_PALACE,
    BUILD_WALL,
    HIRING,
    INSTALL,
    PLAY,
    RE_ASSIGN,
    RECRUIT,
    REGIONS,
    ROUNDS,
    UNIFY,
    Decision,
    Play,
    Player,
    Table,
    fields,
    pack,
)
from tests.games.zhanguo.model.tasks import claim_tasks
from tests.games.zhanguo.model.unify import regions_for_a_card, unification


def whole_game(table: Table) -> Play:
    """The boards, then 5 rounds of 3 phases."""
    yield from boards(table)
    for number in ROUNDS:
        table.round = number
        table.turn_order = []
        table.turns = 0
        yield from draw_cards(table)
        yield from play_cards(table)
        yield from unification_rewards(table)
        for player in table.players:
            player.after_round.append(player.vp)


def play_cards(table: Table) -> Play:
    """Phase 2: clockwise from the 1st player (variant: as the discs lie), a card each, until all are played."""
    first = table.track[0]
    table.turn_order = list(table.track) if table.rules.player_order else table.clockwise(first)
    while any(player.hand for player in table.players):
        for seat in table.turn_order:
            yield from turn(table, table.players[seat])
            table.turns += 1
            note_leader(table)


def turn(table: Table, player: Player) -> Play:
    """One card, one action, then the tasks: "At the end of his turn (in addition to the performed action)"."""
    possible = possible_actions(table, player)
    move = yield Decision(player.seat, PLAY, {pack(PLAY, card, action) for card in player.hand for action in possible})
    card, action, _ = fields(move)
    player.hand.remove(card)
    player.actions.append(action)
    if action == UNIFY:
        yield from unification(table, player, card)
    else:
        below = table.court[-1] if table.court else None
        table.court.append(card)
        yield from court_action(table, player, action)
        yield from abilities(table, player, action, card, below)
    claim_tasks(table, player)


def possible_actions(table: Table, player: Player) -> list[int]:
    """ "The player can only choose an action that he is actually able to perform"."""
    able = {
        UNIFY: bool(regions_for_a_card(table, player)),
        RECRUIT: can_recruit(player),
        RE_ASSIGN: has_officials(player),
        INSTALL: bool(regions_for_a_governor(player)),
        HIRING: bool(hires(table, player)),
        BUILD_PALACE: bool(paid_palaces(table, player)),
        BUILD_WALL: bool(paid_walls(table, player)),
    }
    return [action for action, is_able in able.items() if is_able]


def court_action(table: Table, player: Player, action: int) -> Play:
    """One of the 6 court actions."""
    if action == RECRUIT:
        yield from recruit(player, list(REGIONS))
    elif action == RE_ASSIGN:
        yield from reassign(table, player, table.rules.data.numbers.reassign_points, at_least_one=True)
    elif action == INSTALL:
        yield from install(table, player, regions_for_a_governor(player), remove_officials=True)
    elif action == HIRING:
        yield from hire(table, player)
    elif action == BUILD_PALACE:
        yield from palace(table, player, paid_palaces(table, player))
    else:
        yield from wall(table, player, paid_walls(table, player), remove_workers=True)


def note_leader(table: Table) -> None:
    """For the reports: who has most VP after a turn; who led before keeps a tie, nobody leads with 0 VP."""
    points = [player.vp for player in table.players]
    if table.leader is not None and points[table.leader] == max(points):
        return
    if max(points) > 0:
        table.lead_changes += table.leader is not None
        table.leader = points.index(max(points))


class Model:
    """A game in progress: the table and the decision it waits for (None at the end)."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.play = whole_game(table)
        self.decision: Decision | None = next(self.play)

    def apply(self, move: int) -> None:
        """Make one of the moves of the decision."""
        assert self.decision is not None
        assert move in self.decision.moves
        try:
            self.decision = self.play.send(move)
        except StopIteration:
            self.decision = None
