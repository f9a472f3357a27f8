"""What the made-up example answers share: the documented fields, the names in them, and a game's facts."""

from __future__ import annotations

from typing import Any

import polars as pl

from reports.answer import Verdict
from reports.facts import GameFacts
from reports.page.words import Words

BOARDS = ("A", "circle", "square", "triangle", "star")
STRATEGIES = ("builder", "governor", "palace", "walls", "tasks", "racer", "balanced")
SOURCES = ("unification", "cards", "governors", "palaces", "walls", "tasks", "markers", "rewards")
CLASSES = (
    ("U", "unify"),
    ("R", "recruit"),
    ("A", "re-assign"),
    ("G", "governor"),
    ("H", "hire"),
    ("P", "palace"),
    ("W", "wall"),
)
REGIONS = ("Qin", "Han", "Zhao", "Wei", "Chu")


def tracks(*slots: int) -> list[dict[str, Any]]:
    """A track for each region."""
    return [{"name": name, "slots": n, "tally": f"unrest_{name}"} for name, n in zip(REGIONS, slots, strict=True)]


def game_facts(long: bool = False) -> dict[str, Any]:
    """Facts of a game with one A board and four B boards."""
    tail = " of the southern provinces and the outer wall" if long else ""
    plain = {"side": "A", "label": "A" + tail, "abilities": [], "tracks": tracks(5, 5, 5, 5, 5)}
    boards: dict[str, Any] = {"A": plain}
    brings = {
        "circle": ("workers", "moves"),
        "square": ("markers", "markers"),
        "triangle": ("calmed", "calmed"),
        "star": ("points", "moves"),
    }
    for name, units in brings.items():
        abilities = [
            {"name": f"{name} {trigger}{tail}", "brings": unit, "uses": f"uses_{n}", "brought": f"brought_{n}"}
            for n, (trigger, unit) in enumerate(zip(("hire", "govern"), units, strict=True), 1)
        ]
        boards[name] = {
            "side": "B",
            "label": f"{name} (B){tail}",
            "abilities": abilities,
            "tracks": tracks(4, 5, 4, 6, 5),
        }
    return {
        "name": "zhanguo",
        "title": "ZhanGuo",
        "players": 4,
        "options": {"palace_symbol": "exact", "unrest_variant": False},
        "provenance": {"rulebook": 96, "inferred": 61, "reconstructed": 203},
        "rulings": [
            "Majorities: nobody scores with no governors or no markers.",
            "A wall tile never scores below zero.",
            "Free moves are offered when hiring, in the hired region, and nowhere else.",
        ],
        "classes": [["", ""], *(list(pair) for pair in CLASSES)],
        "sources": [[name, f"points from {name}"] for name in SOURCES],
        "tallies": [
            [name, ""]
            for name in (
                *("palaces_built", "walls_built", "action_U", "action_R", "not_in_this_run", "first_square"),
                *("uses_1", "uses_2", "brought_1", "brought_2", *(f"unrest_{region}" for region in REGIONS)),
            )
        ],
        "board": {
            "scope": "seat",
            "noun": ["board", "boards"],
            "question": "are the boards balanced?",
            "note": "",
            "series": None,
            "tracks": {
                "heading": "Unrest tracks in play",
                "title": "How long are the unrest tracks, and how much of them is used?",
                "subtitle": "Boxes: slots; filled: mean unrest at the end of the game.",
                "reading": "A shorter track silences its region sooner.",
                "unit": "slots",
            },
        },
        "holdings": [],
        "opening_turns": 6,
        "boards": boards,
        "charts": [
            {
                "key": "built" + tail.replace(" ", "_"),
                "title": "What do winners build" + tail + "?",
                "subtitle": "Mean number a seat has at the end.",
                "reading": "What no winner has more of earns nothing special.",
                "unit": "a game",
                "tallies": [["palaces_built", "palaces built" + tail], ["walls_built", "walls built" + tail]],
            },
            {
                "key": "turns",
                "title": "What do winners spend their turns on?",
                "subtitle": "Share of all turns.",
                "reading": "Shares add up to 100 %.",
                "unit": "fraction",
                "tallies": [["action_U", "unify" + tail], ["action_R", "recruit" + tail]],
            },
            {
                "key": "never",
                "title": "Is it played?",
                "subtitle": "",
                "reading": "",
                "unit": "",
                "tallies": [["not_in_this_run", "nothing"]],
            },
        ],
        "places": {
            "tallies": ["first_square"],
            "noun": "first placement",
            "boards": {
                "A": {
                    "rows": ["v....~~......", *["." * 13] * 5, "....R.Y.B...v", *["." * 13] * 6, "vv..........v"],
                    "legend": {
                        ".": ["grassland" + tail, "#9cc27a"],
                        "v": ["village", "#b59a7a"],
                        "~": ["water", "#6fa8dc"],
                        "R": ["red space", "#d9483b"],
                        "Y": ["yellow space", "#ecc94b"],
                        "B": ["blue space", "#3d6fb4"],
                        "#": ["nowhere on this map", "#000000"],
                    },
                },
                "square": {
                    "rows": ["~~~", "...", "~.~"],
                    "legend": {".": ["grassland", "#9cc27a"], "~": ["water", "#6fa8dc"]},
                },
            },
        },
        "opening": {
            "by": "number",
            "class": "U",
            "ordered": True,
            "turn": ["turn", "turns"],
            "name": "first round",
            "tip": {"levels": [3, 4], "text": "In the first round it is good to have 3 or 4 cards on the board."},
            "confounded_by": "the cards they held",
        },
    }


def told(facts: dict[str, Any] | None = None) -> GameFacts:
    """These facts, or the example's, as read."""
    return GameFacts.read(facts or game_facts())


def words(facts: dict[str, Any] | None = None) -> Words:
    """The words of a game that tells these facts, or the example's."""
    return Words(told(facts))


def est(name: str, value: float, half: float) -> dict[str, Any]:
    return {name: value, f"{name}_low": value - half, f"{name}_high": value + half}


def run_facts() -> dict[str, Any]:
    return {
        "games": 19200,
        "deals": 1200,
        "players": 4,
        "seed": 20140001,
        "margin": 0.02,
        "design": "mirror, cross",
        "strategies": ", ".join(STRATEGIES),
        "design_effect": 0.62,
        "analyser_version": "0.1.0",
        "schema_version": 1,
    }


def verdict_table(verdicts: list[Verdict]) -> pl.DataFrame:
    return pl.DataFrame(
        [
            {
                "subject": v.subject,
                "effect": v.effect,
                "effect_low": v.low,
                "effect_high": v.high,
                "p": v.p,
                "p_holm": v.p,
                "p_equivalence": 0.01,
                "margin": v.margin,
                "verdict": v.verdict,
                "n": v.n,
                "deals": 1200,
                "deals_needed": v.deals_needed,
            }
            for v in verdicts
        ]
    )
