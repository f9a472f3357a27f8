"""What a player of The First Empire sees: the whole table, his own hand, the backs of the others' hands."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from cext.games.first_empire.data.component_types import ASPECTS, REWARD_KINDS, TABLEAUS, Components
from cext.games.first_empire.words.names import CLASSES, reward_name
from cext.games.first_empire.words.record import phase_of, stage_of
from cext.games.first_empire.words.screen_cards import Cards

if TYPE_CHECKING:
    from cext.games.first_empire.words import FirstEmpireWords

__all__ = ["view"]

State = Mapping[str, Any]


def view(words: "FirstEmpireWords", state: State, seat: int) -> dict[str, Any]:
    """What the player in `seat` (from 0) sees. Backs of hand cards are open (F29); decks are counted."""
    table = words.whole_state_of(state)
    moment, players, decks = table.pop("now"), table.pop("players"), table.pop("decks")
    lisi = table.pop("lisi", None)
    shown = {
        "seat": seat + 1,
        "to_move": moment["to_move"],
        "round": moment["round"],
        "decision": moment["decision"] or "over",
        **words.printed.write(state),
        "board": table,
        "cards_in_decks": {name: len(cards_left) for name, cards_left in decks.items()},
        "players": [player_words(words.cards, player, i == seat, state) for i, player in enumerate(players)],
        **pending_words(words.tables, state, words.options),
    }
    if lisi is not None:
        known = {key: lisi[key] for key in ("discards", "removed", "palace_tiles", "emperor_tiles_removed")}
        hidden = {f"cards_in_{key}": len(lisi[key]) for key in ("action_deck", "unification_deck", "dropped")}
        shown["lisi"] = {**known, **hidden}
    return shown


def player_words(cards: Cards, player: Mapping[str, Any], own: bool, state: State) -> dict[str, Any]:
    """What lies in front of a player; of another's hand the backs, of another's starting tiles none until all chose."""
    hand: list[Any]
    if own:
        hand = [card_words(cards, card) for card in player["hand"]]
    else:
        hand = sorted((cards.aspect(card) for card in player["hand"]), key=ASPECTS.index)
    regions = [
        {**region, "cards": [card_words(cards, held["card"], held["emperor_tile"]) for held in region["cards"]]}
        for region in player["regions"]
    ]
    tiles = player["starting_tiles"] if own or stage_of(state) != "start" else None
    aside = [card_words(cards, card) for card in player["alchemist_cards"]]
    return {**player, "hand": hand, "regions": regions, "starting_tiles": tiles, "alchemist_cards": aside}


def card_words(cards: Cards, card: int | str, emperor: str | None = None) -> dict[str, Any]:
    """A card in words; an Emperor tile replaces its trigger, or is added to it."""
    return {
        "card": card,
        "kind": cards.kind(card),
        "trigger": " or ".join(cards.triggers(card, emperor)),
        "emperor_tile": emperor is not None,
        "ability": cards.effect(card),
    }


def pending_words(components: Components, state: State, options: Mapping[str, Any]) -> dict[str, Any]:
    """What the pending decision is about: the card played, or the reward on offer."""
    stage = stage_of(state)
    if phase_of(state) == 2 and stage != "play":
        return {"turn": {"card": state["played"] or None, "action": CLASSES[state["action"]][1] or None}}
    if stage == "reward":
        aspect = components.tableaus[TABLEAUS.index(options["tableau"])][state["row"]]
        reward = components.rewards[aspect][state["round"]]
        name = reward_name(REWARD_KINDS[reward.kind], reward)
        return {"reward": {"aspect": ASPECTS[aspect], "gives": name}}
    return {}
