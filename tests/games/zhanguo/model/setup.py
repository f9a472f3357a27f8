"""Initial preparation, 12 and 13: how the players get their boards, and the officials they start with."""

from tests.games.zhanguo.model.table import BID, BOARD, Decision, Play, Player, Table, fields, pack


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
