"""Names in The First Empire's words: actions, scorepad, cards, abilities, tiles, rewards, counters, rulings."""

from collections.abc import Mapping, Sequence
from typing import Any

from cext.games.first_empire.data.component_types import (
    ABILITIES,
    ALCHEMIST_ABILITIES,
    BONUSES,
    MASTER_ABILITIES,
    REGIONS,
    AlchemistCard,
    Bonus,
    Components,
    Reward,
    Spot,
)

__all__ = [
    "ACTION_NAMES", "ALCHEMIST_NAMES", "CLASSES", "CRITERION_NAMES", "MASTER_NAMES", "NEEDS", "PALACE_TILE_NAMES",
    "RULINGS", "SOURCES", "ability_names", "alchemist_names", "bonus_name", "card_name", "governor_tile", "holds",
    "mask_words", "need_names", "place_name", "region_name", "reward_name", "some", "things_counted", "validated",
]  # fmt: skip

CLASSES = (
    ("", ""), ("U", "unify"), ("R", "recruit"), ("E", "elixir"), ("G", "governor"), ("H", "hire"), ("P", "palace"),
    ("W", "wall"), ("N", "nothing"),
)  # fmt: skip

ACTION_NAMES = (
    "", "Unification action", "Recruit 1 Official", "Search for the Elixir", "Install 1 Governor", "Hire 2 Workers",
    "Build 1 Palace", "Build 1 Wall", "no action is possible",
)  # fmt: skip

# The six lines of the scorepad; the first, the VP of play, by where they came from (rules 32 to 37).
SOURCES = (
    ("palaces", "palaces and their tiles, when built; Li Si's tiles at the end"),
    ("abilities", "VP abilities of cards"),
    ("bonuses", "VP of governor tiles"),
    ("soldiers", "slots of Mausoleum tiles"),
    ("governors", "majorities of governors in the regions"),
    ("elixir", "Alchemist cards times the VP the ship reached"),
    ("mausoleum", "full rows and columns of the Mausoleum"),
    ("walls", "walls, by slot and tile"),
    ("entrance", "soldiers left at the entrance"),
)

ALCHEMIST_NAMES = ALCHEMIST_ABILITIES  # one card of each ability a player
MASTER_NAMES = MASTER_ABILITIES


def region_name(region: int) -> str:
    """A region as one writes it, by number from 0."""
    return REGIONS[region].capitalize()


def mask_words(mask: int) -> list[str]:
    """Regions of a mask by name."""
    return [name for region, name in enumerate(REGIONS) if mask >> region & 1]


def some(number: int, noun: str, plural: str | None = None) -> str:
    """A number of things."""
    return f"{number} {noun if number == 1 else plural or noun + 's'}"


# -- cards ------------------------------------------------------------------------------------------------------------


def card_name(card: int | str) -> str:
    """A card on a player board as one says it: its number, or an Alchemist card by what it does."""
    if isinstance(card, int):
        return f"card {card}"
    kind, ability = card.split(" ", 1)
    return f"{'Master ' if kind == 'master' else ''}Alchemist card ({ability.replace('_', ' ')})"


class Amount(int):
    """A number that texts of things have: {n} as it is, {n:worker} with what it counts."""

    def __format__(self, noun: str) -> str:
        return some(self, noun) if noun else str(int(self))


ABILITY_WORDS = {  # of Unification, Alchemist and Master Alchemist cards; {n}: the amount
    "ship": "ship {n:space}", "alchemist_here": "recruit {n:alchemist} here",
    "architect_here": "recruit {n:architect} here", "general_here": "recruit {n:general} here",
    "move_worker": "move {n:worker}", "moves": "{n:official movement}", "calm_any": "unrest -1 in {n:region}",
    "token_any": "any {n:token}", "vp_per_alchemist": "{n} VP per Alchemist card",
    "vp_per_governor": "{n} VP per governor", "vp_per_palace": "{n} VP per palace", "vp_per_wall": "{n} VP per wall",
    "unrest_writing_currency": "{n} writing and {n} currency token for 1 unrest",
    "unrest_currency_laws": "{n} currency and {n} laws token for 1 unrest",
    "unrest_writing_laws": "{n} writing and {n} laws token for 1 unrest",
    "unrest_worker": "{n:worker} here for 1 unrest",
    "unrest_vp_per_writing": "{n} VP per writing card for 1 unrest",
    "unrest_vp_per_currency": "{n} VP per currency card for 1 unrest",
    "unrest_vp_per_laws": "{n} VP per laws card for 1 unrest",
    "worker": "{n:worker} here", "official_here": "recruit any {n:official} here",
    "calm_here_and_any": "unrest -1 here and {n} anywhere", "unrest_tokens_any": "any {n:token} for 1 unrest",
    "vp_per_alchemist_here": "{n} VP per Alchemist card here", "unlock": "unlock {n:soldier}",
    "vp_per_placed_soldier": "{n} VP per soldier on a tile", "unrest_workers": "{n:worker} here for 1 unrest",
    "vp_per_round": "{n} VP times the round",
}  # fmt: skip


def ability_name(ability: str, amount: int) -> str:
    """What a card does."""
    return ABILITY_WORDS[ability].format(n=Amount(amount))


def ability_names(amounts: Sequence[int]) -> tuple[str, ...]:
    """Abilities of the Unification cards in the order of ABILITIES; amounts: those of abilities.csv."""
    return tuple(map(ability_name, ABILITIES, amounts))


def alchemist_names(cards: Sequence[AlchemistCard], abilities: Sequence[str]) -> tuple[str, ...]:
    """What Alchemist or Master Alchemist cards do, in the order of the cards."""
    return tuple(ability_name(abilities[card.ability], card.amount) for card in cards)


# -- tiles and rewards ------------------------------------------------------------------------------------------------

CRITERION_NAMES = {
    "architect": "regions with an architect", "alchemist": "regions with an alchemist",
    "general": "regions with a general", "worker": "regions with a worker",
    "two_of_a_type": "regions with 2 cards of a type", "quadruplet": "sets of all four types of card",
    "palace": "regions with a palace", "governor": "regions with a governor",
    "writing_card": "regions with a writing card", "currency_card": "regions with a currency card",
    "laws_card": "regions with a laws card", "alchemist_card": "regions with an Alchemist card",
    "no_unrest": "regions without unrest", "officials_cover_unrest": "regions with officials ≥ unrest",
}  # fmt: skip

PALACE_TILE_NAMES = {
    "writing": "writing cards", "currency": "currency cards", "laws": "laws cards", "alchemist": "Alchemist cards",
    "any_for_unrest": "all cards, for 1 unrest",
}  # fmt: skip


GIFT_WORDS = {  # what governor tiles and rewards give; {n}: the amount
    "ship": "ship {n:space}", "moves": "{n:official movement}", "calm_regions": "unrest -1 in {n:region}",
    "unlock": "unlock {n:soldier}", "alchemists": "{n:alchemist}", "architects": "{n:architect}",
    "generals": "{n:general}", "officials": "any {n:official}", "alchemist_card": "{n:Alchemist card}",
    "alchemist_cards": "{n:Alchemist card}", "move_workers": "move {n:worker}", "worker": "{n:worker}",
    "workers": "{n:worker}", "wall": "{n:wall} for free", "governor": "{n:governor} for free",
    "palace": "{n:palace} for free", "vp_per_palace": "{n} VP per palace", "vp_per_wall": "{n} VP per wall",
    "vp_per_alchemist": "{n} VP per Alchemist card", "vp_per_writing": "{n} VP per writing card",
    "vp_per_currency": "{n} VP per currency card", "vp_per_laws": "{n} VP per laws card",
}  # fmt: skip


def bonus_name(bonus: Bonus) -> str:
    """One half of a governor tile."""
    return GIFT_WORDS[BONUSES[bonus.kind]].format(n=Amount(bonus.amount))


def reward_name(kind: str, reward: Reward) -> str:
    """A cell of the Unification tableau."""
    words = GIFT_WORDS[kind].format(n=Amount(reward.amount))
    regions = mask_words(reward.regions)
    if not regions or len(regions) == len(REGIONS):
        return words
    return f"{words} in {' or '.join(name.capitalize() for name in regions)}"


NEEDS = (
    ("governors", "governor"), ("palaces", "palace"), ("pieces", "governor or palace", "governors or palaces"),
    ("walls", "wall"), ("alchemist_cards", "Alchemist card"),
)  # fmt: skip


def need_names(place: str, tile: Mapping[str, Any]) -> str:
    """Where a Mausoleum spot is and what its tile asks for there; tile: its row, or its fields."""
    words = [f"ship on {tile['space']}"] if int(tile["space"]) else []
    words += [some(int(tile[name]), *nouns) for name, *nouns in NEEDS if int(tile[name])]
    return f"{place}: {', '.join(words)}"


def place_name(spot: Spot, sites: Sequence[str]) -> str:
    """Where what a Mausoleum spot asks for must be: a region, a wall site, the elixir route."""
    return region_name(spot.place) if spot.kind == 0 else sites[spot.place] if spot.kind == 1 else "elixir"


def validated(spot: Spot) -> str:
    """The counter of the round in which a soldier went to the tile of a spot."""
    place = REGIONS[spot.place] if spot.kind == 0 else f"site_{spot.place + 1}" if spot.kind == 1 else "elixir"
    return f"validated_{place}"


# -- counters ---------------------------------------------------------------------------------------------------------


def holds(card: str) -> str:
    """The counter that is 1 where an Alchemist or Master Alchemist card lies on the board at the end."""
    return f"holds_{card}"


def governor_tile(number: int) -> str:
    """The counter that is 1 where a Governor of the seat lies on the tile at the end."""
    return f"governor_tile_{number}"


def things_counted(components: Components) -> dict[str, tuple[tuple[str, object], ...]]:
    """Counters of several things, by the number the rules give the first: name, and what it is of."""
    return {
        "score_after_round": tuple((f"score_after_round_{n}", n) for n in range(1, 6)),
        "ship_after_round": tuple((f"ship_after_round_{n}", n) for n in range(1, 6)),
        "action": tuple((f"action_{letter}", name) for letter, name in CLASSES[1:]),
        "unrest": tuple((f"unrest_{name}", name.capitalize()) for name in REGIONS),
        "ability": tuple(
            (f"ability_{name}", text)
            for name, text in zip(ABILITIES, ability_names(components.ability_amounts), strict=True)
        ),
        "holds": tuple(
            (holds(name), f"the {card_name(f'{kind} {name}')}")
            for kind, cards in (("alchemist", ALCHEMIST_NAMES), ("master", MASTER_NAMES))
            for name in cards
        ),
        "governor_tile": tuple(
            (governor_tile(n), f"{n} ({' or '.join(map(bonus_name, tile))})")
            for n, tile in enumerate(components.governor_tiles, 1)
        ),
        "validated": tuple((validated(spot), place_name(spot, components.sites)) for spot in components.mausoleum),
    }


# F1 to F31 and S1 to S14 of the README, in one line each.
RULINGS = (
    "The first Court card of a game is always right, later ones are compared: the Court pile stays (switch court).",
    "Alchemist cards count as the 1st, 2nd, 3rd card of a region (switch alchemist_cards).",
    "Triggered cards are fixed when the action and its bonuses are complete, each once (switch placed_cards).",
    "Unrest 3 is looked at when each ability is activated (switch silent_cards).",
    "An activation that changes nothing is not offered; one that raises unrest always changes something.",
    "After an activation no official moves; one may stop early (switch official_move).",
    "The ship moves first, then symbols in order; one half must be taken if possible (switch elixir_symbol).",
    "An Emperor tile lies on each section, or both of a site in a stack (switch emperor_tiles).",
    "An Emperor tile replaces the trigger of any own card without one, or stays (switch emperor_trigger).",
    "The open area may always be chosen (switch open_area), unrest is reset after the bonus (switch unrest_reset).",
    "A governor tile gives one of its halves, mandatory if one is possible (switch governor_bonus).",
    "Of ten starting tiles two are dealt to each player; players choose in turn order, unseen.",
    "A palace tile and a large token must be taken if possible; 6 VP in any case (switch palace_tile).",
    "A free palace, governor or wall needs no workers, officials, Architect; supply and sections still bind.",
    "Who cannot take the full reward is not asked; tokens go back first (switch alchemist_reward).",
    "Two officials in any region are two picks, possibly in two regions (switch any_officials).",
    "Up to so many movements may be none; a worker moves at most once; an official may make several single steps.",
    "Any two regions are different, or one if only one has unrest; the part that is possible.",
    "Unlocking costs value 3 a soldier, paid together: no change, no superfluous token (switch large_change).",
    "The limit is 5 small tokens over all aspects (switch token_limit).",
    "Soldiers are placed at the end of a turn, when unlocked and after a reward (switch reward_soldiers).",
    "The order of the tiebreaker is the new turn order; a second reward moves the marker on.",
    "Nobody scores a region without governors, nor does Li Si by winning ties.",
    "If no action is possible the card goes to the Court and nothing happens.",
    'Without officials and unrest a region has "officials equal to or higher than unrest" (switch bare_region).',
    "The Master Alchemists in play are drawn at random.",
    "Ties at the end are shared victories, also against Li Si.",
    "Workers are unlimited; what would raise unrest above 3 is not offered.",
    "Backs of hand cards are public: aspect and range of numbers.",
    "Who takes an Emperor tile must have played a Unification Action; an Alchemist card is none (switch emperor_card).",
    "A free Wall takes an Emperor tile only if it is the first of its section (switch free_wall).",
    "Li Si's Unification cards not used in a round are dropped.",
    "Unification A of Li Si: the leftmost region with room; B only if none has (switch lisi_court).",
    "Whether a soldier of Li Si is at the entrance is asked once a card (switch lisi_symbols); route order.",
    "If all conditions of Li Si's list are met, the rule of some cards holds for their family (switch lisi_rules).",
    "Li Si takes the leftmost palace tile of the region.",
    "An exhausted supply makes an option of Li Si impossible.",
    "Li Si validates after his whole card and after unlocking; with more tiles than soldiers the player picks.",
    "Li Si unlocks after the player and before the limit, or at his place in the turn order (switch lisi_unlocks).",
    "An empty action deck of Li Si is refilled from his discards.",
    "Li Si has no starting tile and no unrest; only Unification B changes the Court number.",
    "Solo uses the 2-player side, supplies and majorities, ties 5 and 5 unless his card says otherwise.",
    "Li Si takes the Emperor tile of his section, or else the other one of the site (switch lisi_emperor).",
    "Li Si's card at Court may be the first there, and then covers X (switch lisi_x).",
    "Li Si's limit of tokens counts small ones, after he has unlocked.",
)
