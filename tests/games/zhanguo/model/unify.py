"""Unification action: a card in a region of the player board, markers for it, and the unrest it causes."""

from tests.games.zhanguo.model.table import REGION, REGIONS, Decision, Play, Player, Table, fields, pack


def regions_for_a_card(table: Table, player: Player) -> list[int]:
    """Up to 3 cards a region, and no unrest beyond the maximum."""
    unrest = table.rules.data.numbers.card_unrest
    return [
        r
        for r in REGIONS
        if len(player.cards[r]) < 3 and table.unrest_may_rise(player, r, unrest[len(player.cards[r])])
    ]


def unification(table: Table, player: Player, card: int) -> Play:
    """The player plays the card to a region of his choice on his player board."""
    numbers = table.rules.data.numbers
    move = yield Decision(player.seat, REGION, {pack(REGION, region) for region in regions_for_a_card(table, player)})
    region, _, _ = fields(move)
    before = len(player.cards[region])
    player.cards[region].append(card)
    take_markers(table, player, table.rules.data.cards[card - 1].aspect, numbers.card_markers[before])
    player.unrest[region] += numbers.card_unrest[before]


def take_markers(table: Table, player: Player, aspect: int, number: int) -> None:
    """Value-1 markers in the colour of the card, "1 VP for each Marker he cannot take"."""
    for _ in range(number):
        if table.ones[aspect] > 0:
            table.ones[aspect] -= 1
            player.ones[aspect] += 1
        else:
            player.missing += 1
            player.score(1, "missing")
