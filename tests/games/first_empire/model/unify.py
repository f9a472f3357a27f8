"""A. Unification Action: a card in a region of the player board, tokens for it, and the unrest it causes."""

from tests.games.first_empire.model.facts import REGIONS
from tests.games.first_empire.model.table import Decision, Play, Player, Table, Tucked


def position_of_next_card(table: Table, player: Player, region: int) -> int:
    """Whether a card would be the 1st, 2nd or 3rd (0, 1, 2) "in that region"."""
    if table.says("alchemists_count"):
        return len(player.cards[region])
    return sum(not card.is_alchemist() for card in player.cards[region])


def has_room(table: Table, player: Player, region: int) -> bool:
    """ "Each region on the player board can host up to 3 cards"."""
    return len(player.cards[region]) < table.facts.cards_per_region


def regions_for_a_card(table: Table, player: Player) -> list[int]:
    """Room for a card, and no unrest above the maximum."""
    return [
        r
        for r in REGIONS
        if has_room(table, player, r)
        and table.unrest_may_rise(player, r, table.facts.card_unrest[position_of_next_card(table, player, r)])
    ]


def unification(table: Table, player: Player, card: int) -> Play:
    """ "The player plays one card from their hand in a region of their choice"; Unification action and Unrest."""
    options = [("region", region) for region in regions_for_a_card(table, player)]
    _, region = yield Decision(player.seat, "unification", options)
    position = position_of_next_card(table, player, region)
    player.hand.remove(card)
    tuck(table, player, card, region)
    take_tokens(table, player, table.facts.cards[card].kind, table.facts.card_tokens[position])
    player.unrest[region] += table.facts.card_unrest[position]


def tuck(table: Table, player: Player, card: int | str, region: int) -> None:
    """ "They tuck it face-up", only its ability and its trigger showing."""
    facts = table.facts.cards[card]
    player.cards[region].append(Tucked(card, facts.kind, [facts.trigger], facts.effect))


def take_tokens(table: Table, player: Player, aspect: str, number: int) -> None:
    """ "If there are not enough Unification tokens ... the player takes the maximum they can (this may be 0)"."""
    taken = min(number, table.small[aspect])
    table.small[aspect] -= taken
    player.small[aspect] += taken
