"""The component files in the rulebook's words: what cards, tiles, route and numbers say, as lists and dictionaries."""

from dataclasses import dataclass, field

from cext.games.first_empire.data import component_types as ct
from cext.games.first_empire.data.component_types import AlchemistCard, Bonus, Components, MausoleumTile, StartingTile

ASPECTS = ct.ASPECTS
OFFICIALS = ct.OFFICIALS
REGIONS = range(len(ct.REGIONS))  # Chu, Wei, Zhao, Qi, Yan
CHU, YAN = 0, 4
LOWER = ("recruit", "elixir", "governor")  # actions whose abilities want a lower card
HIGHER = ("hire", "palace", "wall")  # actions whose abilities want a higher card
ALCHEMIST_CARDS = ("alchemist", "master")  # the kinds of card that are Alchemist cards


@dataclass(frozen=True)
class Effect:
    """A gain (Appendix): its name, how much, of what kind; unrest: levels it raises in the region of its card."""

    name: str
    number: int = 0
    kind: str = ""  # type of official, kind of card
    aspects: tuple[str, ...] = ()  # the indicated tokens
    unrest: int = 0


@dataclass(frozen=True)
class CardFacts:
    """What is printed on a card."""

    kind: str  # an aspect, "alchemist" or "master"
    trigger: str
    effect: Effect


@dataclass(frozen=True)
class Space:
    """A space of the Elixir route."""

    symbols: int
    masters: int
    vp: int


@dataclass(frozen=True)
class RewardFacts:
    """A cell of the Unification tableau."""

    kind: str
    number: int
    regions: list[int]
    same_region: bool


@dataclass
class Facts:
    """Everything printed, for a number of players."""

    data: Components
    players: int
    cards: dict[int | str, CardFacts] = field(default_factory=dict)

    def __post_init__(self) -> None:
        for card in self.data.cards:
            effect = effect_of_ability(ct.ABILITIES[card.ability], self.data.ability_amounts[card.ability])
            self.cards[card.number] = CardFacts(ASPECTS[card.aspect], ct.TRIGGERS[card.trigger], effect)
        self.own = self.add_alchemists("alchemist", ct.ALCHEMIST_ABILITIES, self.data.alchemists)
        self.masters = self.add_alchemists("master", ct.MASTER_ABILITIES, self.data.masters)
        numbers, at = self.data.numbers, self.players - min(ct.PLAYERS)
        self.numbers = numbers
        self.rounds = numbers.rounds
        self.cards_per_region = numbers.cards_per_region
        self.card_tokens = numbers.card_tokens
        self.card_unrest = numbers.card_unrest
        self.unrest_limit = numbers.max_unrest
        self.hire_workers = numbers.hire_workers
        self.hire_unrest = numbers.hire_unrest
        self.majority_vp = numbers.majority_vp[at]
        self.markings = [list(section) for section in self.data.markings[at]]
        self.adjacent = [bits(self.data.adjacent[r]) for r in REGIONS]
        route = self.data.elixir
        self.route = [Space(*space) for space in zip(route.symbols, route.masters, route.vp, strict=True)]
        self.governor_tiles = [[effect_of_bonus(half) for half in tile] for tile in self.data.governor_tiles]
        self.palace_tile_vp = dict(zip(ct.PALACE_KINDS, self.data.palace_tile_vp, strict=True))

    def add_alchemists(self, kind: str, names: tuple[str, ...], cards: tuple[AlchemistCard, ...]) -> list[str]:
        """Enter Alchemist or Master Alchemist cards; the names they have in the model."""
        for card in cards:
            effect = effect_of_ability(names[card.ability], card.amount)
            self.cards[f"{kind} {names[card.ability]}"] = CardFacts(kind, ct.TRIGGERS[card.trigger], effect)
        return [f"{kind} {names[card.ability]}" for card in cards]

    def by_players(self, numbers: tuple[int, ...]) -> int:
        """The number for this many players."""
        return numbers[self.players - min(ct.PLAYERS)]

    def starting_tile(self, tile: int) -> StartingTile:
        """By its number, from 1."""
        return self.data.starting_tiles[tile - 1]

    def reward(self, aspect: str, round_number: int) -> RewardFacts:
        """The reward of an aspect in a round (from 0)."""
        reward = self.data.rewards[ASPECTS.index(aspect)][round_number]
        kind = ct.REWARD_KINDS[reward.kind]
        return RewardFacts(kind, reward.amount, bits(reward.regions), bool(reward.same_region))

    def tableau(self, side: str) -> list[str]:
        """The aspects of a tableau, top to bottom."""
        return [ASPECTS[aspect] for aspect in self.data.tableaus[ct.TABLEAUS.index(side)]]

    def wall_vp(self, face: str, markings: int) -> int:
        return self.data.wall_vp[ct.CRITERIA.index(face)][markings - 1]


def bits(mask: int) -> list[int]:
    """The places a mask names."""
    return [place for place in range(8) if mask >> place & 1]


def needs_of(tile: MausoleumTile) -> dict[str, int]:
    """The least a Mausoleum tile asks for."""
    return {
        "governors": tile.governors,
        "palaces": tile.palaces,
        "pieces": tile.pieces,
        "walls": tile.walls,
        "space": tile.space,
        "alchemist cards": tile.alchemist_cards,
    }


def effect_of_ability(name: str, amount: int) -> Effect:
    """Appendix 1: cards abilities."""
    if name.startswith("unrest_vp_per_"):
        return Effect("vp per card", amount, name.removeprefix("unrest_vp_per_"), unrest=1)
    if name in ("unrest_writing_currency", "unrest_currency_laws", "unrest_writing_laws"):
        aspects = tuple(name.removeprefix("unrest_").split("_"))
        return Effect("tokens", amount, aspects=aspects * amount, unrest=1)
    return {
        "ship": Effect("ship", amount),
        "alchemist_here": Effect("recruit", amount, "alchemist"),
        "architect_here": Effect("recruit", amount, "architect"),
        "general_here": Effect("recruit", amount, "general"),
        "move_worker": Effect("move workers", amount),
        "moves": Effect("move officials", amount),
        "calm_any": Effect("calm", amount),
        "token_any": Effect("any tokens", amount),
        "vp_per_alchemist": Effect("vp per card", amount, "alchemist"),
        "vp_per_governor": Effect("vp per governor", amount),
        "vp_per_palace": Effect("vp per palace", amount),
        "vp_per_wall": Effect("vp per wall", amount),
        "unrest_worker": Effect("workers", amount, unrest=1),
        "worker": Effect("workers", amount),
        "official_here": Effect("recruit any", amount),
        "calm_here_and_any": Effect("calm here and anywhere", amount),
        "unrest_tokens_any": Effect("any tokens", amount, unrest=1),
        "vp_per_alchemist_here": Effect("vp per alchemist card here", amount),
        "unlock": Effect("unlock", amount),
        "vp_per_placed_soldier": Effect("vp per soldier on a tile", amount),
        "unrest_workers": Effect("workers", amount, unrest=1),
        "vp_per_round": Effect("vp round", amount),
    }[name]


def effect_of_bonus(bonus: Bonus) -> Effect:
    """Appendix 3: one half of a Governor tile."""
    name = ct.BONUSES[bonus.kind]
    if name in ("vp_per_palace", "vp_per_wall"):
        return Effect(name.replace("_", " "), bonus.amount)
    if name.startswith("vp_per_"):
        return Effect("vp per card", bonus.amount, name.removeprefix("vp_per_"))
    return {
        "ship": Effect("ship", bonus.amount),
        "moves": Effect("move officials", bonus.amount),
        "calm_regions": Effect("calm", bonus.amount),
        "unlock": Effect("unlock", bonus.amount),
        "alchemists": Effect("recruit in one region", bonus.amount, "alchemist"),
        "architects": Effect("recruit in one region", bonus.amount, "architect"),
        "generals": Effect("recruit in one region", bonus.amount, "general"),
        "alchemist_card": Effect("alchemist cards", bonus.amount),
        "move_workers": Effect("move workers", bonus.amount),
        "worker": Effect("workers in one region", bonus.amount),
    }[name]
