"""Round overview: the whole game as one sequence of decisions, boards to rewards, and the model that plays it."""

from cext.games.zhanguo.data.component_types import Reward
from tests.games.zhanguo.model.abilities import abilities
from tests.games.zhanguo.model.actions import (
    can_recruit,
    has_officials,
    hire,
    hires,
    install,
    place_officials,
    reassign,
    recruit,
    regions_for_a_card,
    regions_for_a_governor,
    unification,
)
from tests.games.zhanguo.model.buildings import (
    NO_PAYMENT,
    claim_tasks,
    free_walls,
    paid_palaces,
    paid_walls,
    palace,
    regions_for_a_palace,
    wall,
)
from tests.games.zhanguo.model.table import (
    ASPECTS,
    BID,
    BOARD,
    BUILD_PALACE,
    BUILD_WALL,
    DISCARD,
    HIRING,
    INSTALL,
    PALACE,
    PLAY,
    RE_ASSIGN,
    RECRUIT,
    REGIONS,
    REWARD,
    ROUNDS,
    UNIFY,
    Decision,
    Play,
    Player,
    Table,
    fields,
    pack,
)


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


# -- Initial preparation, 12 and 13: boards, and the officials at the start ------------------------------------------


def boards(table: Table) -> Play:
    """12. Player boards: given, chosen in reverse player order, or auctioned."""
    if table.rules.boards_by == "chosen":
        yield from choice_of_boards(table)
    elif table.rules.boards_by == "auction":
        yield from auction(table)
    for player in table.players:
        starting_officials(table, player)


def choice_of_boards(table: Table) -> Play:
    """ "In reverse player order, each player chooses a player board": counter-clockwise, the 1st player last."""
    for seat in reversed(table.clockwise(table.track[0])):
        yield from take_board(table, table.players[seat])


def take_board(table: Table, player: Player) -> Play:
    move = yield Decision(player.seat, BOARD, {pack(BOARD, board) for board in table.boards_left})
    board, _, _ = fields(move)
    player.board = board
    table.boards_left.remove(board)


def auction(table: Table) -> Play:
    """B-side player boards auction: one auction after the other until all the boards have been taken."""
    first = table.track[0]
    while table.boards_left:
        bidders = [seat for seat in table.clockwise(first) if table.players[seat].board is None]
        winner = yield from one_auction(table, bidders)
        player = table.players[winner]
        player.score(-table.bid, "bids")
        yield from take_board(table, player)
        table.bid = 0
        table.passed = []
        first = winner  # "the closest player clockwise to the last player that took a player board"


def one_auction(table: Table, bidders: list[int]):  # type: ignore[no-untyped-def]
    """The first bidder bids at least 1; the others bid higher or pass; who passes is out. The last one has won."""
    if len(bidders) == 1:  # "the last player board will be always assigned for 1 VP to the last player"
        table.bid = 1
        return bidders[0]
    left = list(bidders)
    while True:
        for seat in bidders:
            if seat not in left:
                continue
            moves = {pack(BID, points) for points in range(table.bid + 1, table.players[seat].vp + 1)}
            if table.bid > 0:
                moves.add(pack(BID, 0))
            move = yield Decision(seat, BID, moves)
            points, _, _ = fields(move)
            if points == 0:
                left.remove(seat)
                table.passed.append(seat)
                if len(left) == 1:
                    return left[0]
            else:
                table.bid = points


def starting_officials(table: Table, player: Player) -> None:
    """13. Officials: 3 "as indicated on his player board ... in the Governors area of Region 1"."""
    for kind, number in enumerate(table.side(player).officials):
        player.officials[kind] -= number
        player.governing[0][kind] += number


# -- Phase 1 ---------------------------------------------------------------------------------------------------------


def draw_cards(table: Table) -> Play:
    """ "At the beginning of each round, each player draws 2 cards from each deck"."""
    if table.rules.draft and table.round < 4:
        yield from draw_three_keep_two(table)
        return
    for seat in table.clockwise(table.track[0]):
        for aspect in ASPECTS:
            draw(table, table.players[seat], aspect, 2)


def draw(table: Table, player: Player, aspect: int, number: int) -> None:
    for _ in range(number):
        player.hand.append(table.decks[aspect].pop(0))
        table.drawn_from[table.round][aspect][player.seat].append(table.bottoms[aspect].pop(0))


def draw_three_keep_two(table: Table) -> Play:
    """Variant, 1st to 4th round: "draws 3 cards, takes 2 of his choice into his hand, and discards the other 1"; one
    deck after the other, or all decks drawn from before the first card is discarded."""
    for seat in table.clockwise(table.track[0]):
        player = table.players[seat]
        if table.rules.draw_all_decks:
            for aspect in ASPECTS:
                draw(table, player, aspect, 3)
        for aspect in ASPECTS:
            if not table.rules.draw_all_decks:
                draw(table, player, aspect, 3)
            drawn = [card for card in player.hand if table.rules.data.cards[card - 1].aspect == aspect]
            move = yield Decision(seat, DISCARD, {pack(DISCARD, card) for card in drawn})
            card, _, _ = fields(move)
            player.hand.remove(card)
            table.discarded[aspect].append(card)
            player.drafted[aspect].append(card)
    for aspect in ASPECTS:  # "shuffled together and placed face-down at the bottom of the corresponding deck"
        table.decks[aspect].extend(table.discarded[aspect])
        table.shuffled[aspect] = len(table.discarded[aspect])
        table.bottoms[aspect].extend([table.round] * len(table.discarded[aspect]))
        table.discarded[aspect] = []


# -- Phase 3 ---------------------------------------------------------------------------------------------------------


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
