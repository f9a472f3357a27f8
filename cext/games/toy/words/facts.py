"""What Toy says about itself to the questions: rulings, what comparing boards asks, what an opening depends on."""

from typing import Any

__all__ = ["of_game"]


def of_game() -> dict[str, Any]:
    """Rulings, what boards and openings are compared for; all else follows from the engine."""
    return {
        "rulings": ["T1 When the deck is empty the card played comes back to the hand."],
        "board": {"question": "is board B stronger than board A?"},
        "opening": {"by": "first", "confounded_by": "the cards they held"},
    }
