"""Facts of made-up games, and settings over them, for tests of designs and pilots."""

from collections.abc import Mapping, Sequence
from typing import Any

from analyser.experiments.config import PreparedScenario
from analyser.experiments.scenario import Scenario
from reports.facts import GameFacts, parse_facts

__all__ = ["facts", "prepared"]

BOARDS = {"A": "A", "circle": "B", "square": "B", "triangle": "B", "star": "B"}


def facts(
    players: int,
    *,
    boards: Mapping[str, str] = BOARDS,
    letters: str = "URAGHPW",
    turns: int = 6,
    counted: str | None = "U",
    tip: Sequence[int] = (3, 4),
    shared: bool = False,
    bots: int = 0,
) -> GameFacts:
    """A game with these boards (name -> side) and move classes; counted None, or no classes: openings go by their first
    turn."""
    said: dict[str, Any] = {
        "name": "made_up",
        "title": "Made up",
        "players": players,
        "bots": bots,
        "opening_turns": turns,
        "options": {},
        "provenance": {},
        "rulings": [],
        "classes": {letter: f"class {letter}" for letter in letters},
        "sources": {"walls": "points"},
        "counters": {},
        "boards": {name: {"side": side, "label": name} for name, side in boards.items()},
        "board": {
            "scope": "table" if shared else "seat",
            "single": True,
            "nouns": ["board", "boards"],
            "page_question": "are boards balanced?",
            "note": "",
            "series": None,
        },
        "opening": {
            "by": "number" if counted and letters else "first",
            "letter": counted or "" if letters else "",
            "ordered": True,
            "turn": ["turn", "turns"],
            "name": "opening",
            "tip": {"levels": list(tip), "text": "three or four"} if tip else None,
            "confounded_by": "the cards",
        },
        "holdings": {},
        "charts": [],
        "places": None,
    }
    return parse_facts(said)


def prepared(
    game: GameFacts, n_strategies: int, *, seed: int = 7, games: int = 100_000, **changes: Any
) -> PreparedScenario:
    """So many strategies with the plain board in every seat, unless told otherwise."""
    given: dict[str, Any] = {
        "game": game,
        "strategies": tuple(f"s{i}" for i in range(n_strategies)),
        "boards": (game.plain,) * game.players,
        "games": games,
        "seed": seed,
        "scenario": Scenario(players=game.players),
    }
    return PreparedScenario(**{**given, **changes})
