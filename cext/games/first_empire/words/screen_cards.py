"""Cards, tiles and rewards as the screen shows them, read from the component files of a record."""

from collections.abc import Mapping
from typing import Any

from cext.games.first_empire.data.component_types import (
    ABILITIES,
    ALCHEMIST_ABILITIES,
    BONUSES,
    MASTER_ABILITIES,
    REGIONS,
    TRIGGERS,
    AlchemistCard,
    Bonus,
    Reward,
)
from cext.games.first_empire.words.names import (
    NEEDS,
    ability_names,
    alchemist_names,
    bonus_name,
    need_names,
    reward_name,
)
from cext.games.picture import PartCache
from cext.games.screens import ASPECT_INK

__all__ = ["CARD_INK", "CUBE", "Cards"]

CARD_INK = {**ASPECT_INK, "alchemist": "green", "master": "cyan"}
CUBE = {"alchemist": ("a", "green"), "architect": ("r", "yellow"), "general": ("g", "red")}
# By ability of a card; {n}: its amount.
SHORT_ABILITIES = {
    "ship": "ship{n}", "alchemist_here": "+a", "architect_here": "+r", "general_here": "+g", "move_worker": "move",
    "moves": "mov{n}", "calm_any": "calm", "token_any": "tok", "vp_per_alchemist": "vp/A", "vp_per_governor": "vp/G",
    "vp_per_palace": "vp/P", "vp_per_wall": "vp/W", "unrest_writing_currency": "▮wc", "unrest_currency_laws": "▮cl",
    "unrest_writing_laws": "▮wl", "unrest_worker": "▮work", "unrest_vp_per_writing": "▮vp/w",
    "unrest_vp_per_currency": "▮vp/c", "unrest_vp_per_laws": "▮vp/l", "worker": "work", "official_here": "+any",
    "calm_here_and_any": "calm2", "unrest_tokens_any": "▮tok{n}", "vp_per_alchemist_here": "vp/A", "unlock": "sold{n}",
    "vp_per_placed_soldier": "vp/S", "unrest_workers": "▮work{n}", "vp_per_round": "vp/rd",
}  # fmt: skip

# The same on a card of a picture.
BRINGS = {
    "ship": "ship {n}", "alchemist_here": "alchemist", "architect_here": "architect", "general_here": "general",
    "move_worker": "worker moves", "moves": "{n} moves", "calm_any": "calm any", "token_any": "1 token",
    "vp_per_alchemist": "VP an Alch.", "vp_per_governor": "VP a governor", "vp_per_palace": "VP a palace",
    "vp_per_wall": "VP a wall", "unrest_writing_currency": "w+c, unrest", "unrest_currency_laws": "c+l, unrest",
    "unrest_writing_laws": "w+l, unrest", "unrest_worker": "1 w., unrest", "unrest_vp_per_writing": "VP/w, unrest",
    "unrest_vp_per_currency": "VP/c, unrest", "unrest_vp_per_laws": "VP/l, unrest", "worker": "{n} worker",
    "official_here": "any official", "calm_here_and_any": "calm 2", "unrest_tokens_any": "{n} tok., unrest",
    "vp_per_alchemist_here": "{n} VP an Alch.", "unlock": "unlock {n}", "vp_per_placed_soldier": "VP a soldier",
    "unrest_workers": "{n} w., unrest", "vp_per_round": "VP × round",
}  # fmt: skip


class Cards:
    """Cards by number or name, rewards and tiles; tables: the component files of a record, options: its game's."""

    def __init__(self, tables: Mapping[str, Any], options: Mapping[str, Any]) -> None:
        self.kept = PartCache()  # what they were drawn as
        self._added = options["emperor_trigger"] == "added"
        amounts = {row["ability"]: int(row["amount"]) for row in tables["abilities.csv"]}
        named = dict(zip(ABILITIES, ability_names([amounts[name] for name in ABILITIES]), strict=True))
        self._cards: dict[int | str, tuple[str, str, str, str, str]] = {}  # kind, trigger, effect, in short, on a card
        for row in tables["cards.csv"]:
            ability = row["ability"]
            short, brings = (words[ability].format(n=amounts[ability]) for words in (SHORT_ABILITIES, BRINGS))
            self._cards[int(row["number"])] = (row["aspect"], row["trigger"], named[ability], short, brings)
        self._add("alchemist", ALCHEMIST_ABILITIES, tables["alchemist_cards.csv"])
        self._add("master", MASTER_ABILITIES, tables["master_cards.csv"])
        self.bonuses = [
            " / ".join(bonus_name(Bonus(BONUSES.index(row[half]), int(row[f"{half}_amount"]))) for half in HALVES)
            for row in tables["governor_tiles.csv"]
        ]
        self.rewards: dict[tuple[str, int], str] = {}
        for row in tables["rewards.csv"]:
            regions = sum(1 << REGIONS.index(name) for name in str(row["regions"] or "").split())
            reward = Reward(0, int(row["amount"]), regions, int(row["same_region"]))
            self.rewards[row["aspect"], int(row["round"])] = reward_name(row["kind"], reward)
        self._asked = {int(row["tile"]): row for row in tables["mausoleum_tiles.csv"]}

    def _add(self, kind: str, abilities: tuple[str, ...], rows: list[Mapping[str, Any]]) -> None:
        """Alchemist or Master Alchemist cards, by the names records give them."""
        cards = [AlchemistCard(0, abilities.index(row["ability"]), int(row["amount"])) for row in rows]
        for row, words in zip(rows, alchemist_names(cards, abilities), strict=True):
            ability = row["ability"]
            short, brings = (texts[ability].format(n=row["amount"]) for texts in (SHORT_ABILITIES, BRINGS))
            self._cards[f"{kind} {ability}"] = (kind, row["trigger"], words, short, brings)

    def kind(self, card: int | str) -> str:
        """An aspect, `alchemist` or `master`."""
        return self._cards[card][0]

    def aspect(self, number: int) -> str:
        """The aspect of a Unification card."""
        return self._cards[number][0]

    def trigger(self, card: int | str) -> str:
        """The action that triggers a card."""
        return self._cards[card][1]

    def triggers(self, card: int | str, emperor: str | None = None) -> list[str]:
        """The actions that trigger a card on a player board: its own, that of its Emperor tile, or both (F9)."""
        own = self.trigger(card)
        if emperor is None or emperor == own:
            return [own]
        return [own, emperor] if self._added else [emperor]

    def effect(self, card: int | str) -> str:
        """What a card brings."""
        return self._cards[card][2]

    def brings(self, card: int | str) -> str:
        """The same in as many words as a card has room for."""
        return self._cards[card][4]

    def words(self, card: int | str, emperor: str | None = None) -> str:
        """What triggers a card, the Emperor tile on it first, and what it brings."""
        triggers = " or ".join(self.triggers(card, emperor))
        return f"{triggers}{' (Emperor)' if emperor else ''}: {self.effect(card)}"

    def short(self, card: int | str, emperor: str | None = None) -> str:
        """The same in few letters."""
        letters = "".join(LETTERS[name] for name in self.triggers(card, emperor))
        return f"{letters}{'!' if emperor else ''}:{self._cards[card][3]}"

    def needs(self, spot: Mapping[str, Any]) -> str:
        """Where a Mausoleum tile lies and what it asks for."""
        return need_names(str(spot["place"]).capitalize(), self._asked[spot["tile"]])

    def short_needs(self, spot: Mapping[str, Any]) -> str:
        """The same in few letters."""
        row = self._asked[spot["tile"]]
        words = [f"≥{row['space']}"] if int(row["space"]) else []
        words += [f"{row[name]}{SHORT_NEEDS[name]}" for name, *_ in NEEDS if int(row[name])]
        return f"{str(spot['place'])[:3].capitalize()} {' '.join(words)}"


HALVES = ("first", "second")
LETTERS = {name: name[0].upper() for name in TRIGGERS}
SHORT_NEEDS = {"governors": "gov", "palaces": "pal", "pieces": "g/p", "walls": "wall", "alchemist_cards": "A"}
