"""Final scoring of the model, category by category, and the ranks."""

from tests.games.middle_kingdom.model.game import Model
from tests.games.middle_kingdom.model.table import TYPES, Player, home


def final_scores(model: Model) -> list[dict[str, int]]:
    """Points of each player by category."""
    rules, data = model.rules, model.rules.data
    moved_count = rules.moved_merchants not in ("except_heir", "goal_cards")
    warlords = [player.most("Warlords") if moved_count else player.of_type("Warlords") for player in model.players]
    heirs = [player for player, n in zip(model.players, warlords, strict=True) if n == max(warlords)]
    fewest = min(player.cards().count("Farmer") for player in model.players)

    def points(player: Player) -> dict[str, int]:
        cards = player.cards()
        left = cards.count("Farmer") - fewest
        philosopher = "Philosopher" in cards
        found = {
            "heir": rules.goal_jade("Heir") if heirs == [player] else 0,
            "palace": rules.goal_jade("Palace") if model.goals["Palace"] is player else 0,
            "market": rules.goal_jade("Market") if model.goals["Market"] is player else 0,
            "dragon": data.dragon_vp if model.dragon is player else 0,
            "tokens": data.token_vp * player.tokens,
            "nobles": sum(rules.jade(card) for card in cards if home(card) == "Nobles"),
            "warlords": sum(rules.jade(card) for card in cards if card == "Warlord"),
            "bureaucrats": rules.jade("Philosopher") + cards.count("Bureaucrat") if philosopher else 0,
            "farmers": data.farmer_vp[min(left, 5)],
            "missing": -data.missing_vp * sum(name not in map(home, cards) for name in TYPES),
        }
        return found | {"score": sum(found.values())}

    return [points(player) for player in model.players]


def ranks(model: Model) -> list[int]:
    """Most points, then most Dynasty Cards; the rest are equal."""
    scores = final_scores(model)
    order = [(score["score"], len(p.cards())) for score, p in zip(scores, model.players, strict=True)]
    return [1 + sum(other > mine for other in order) for mine in order]
