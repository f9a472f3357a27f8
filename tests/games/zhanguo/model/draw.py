"""Phase 1: draw cards, and its variant."""

from tests.games.zhanguo.model.table import ASPECTS, DISCARD, Decision, Play, Player, Table, fields, pack


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
