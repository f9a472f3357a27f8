"""Li Si's action cards, scoring cards and Li Si cards: from rows to tables, held against the rulebook."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from cext.games.component_reader import ComponentReader
from cext.games.component_schema import ChoiceValue, ComponentEntry, IntValue, ListValue, keyed_rows
from cext.games.first_empire.data.component_types import (
    ASPECTS,
    DECK_OF_LISI,
    FAMILIES,
    GOVERNOR_LINES,
    GOVERNOR_MODES,
    MAX_ROUTE,
    N_LISI,
    N_REGIONS,
    N_SITES,
    N_SOLO,
    REGIONS,
    SIDES,
    LiSi,
    ScoringFace,
    SoloCard,
)

__all__ = ["FACE_NAMES", "LISI_ROWS", "SCORING_ROWS", "SOLO_ROWS", "read_lisi", "scoring_face", "solo_card"]

FACE_NAMES = ("A", "B", "C", "D")
FIRST_OF_FAMILY = (1, 6, 10, 15, 20, N_SOLO + 1)  # Unification (1-5), Search for the Elixir (6-9), …
PLACES = (*REGIONS, "1", "2", "3")  # regions, and wall sites by number
SOLO_ROWS = keyed_rows(
    "card",
    {
        "number": IntValue(1, N_SOLO),
        "family": ChoiceValue(FAMILIES),
        "once": IntValue(0, 1),
        "steps": IntValue(0, MAX_ROUTE),
        "mode": ChoiceValue(GOVERNOR_MODES),
        "order": ListValue(ChoiceValue(PLACES)),
        "tokens": ListValue(ChoiceValue(ASPECTS)),
        "takes_tile": IntValue(0, 1),
        "section": ChoiceValue(SIDES),
        "slot": ChoiceValue(SIDES),
    },
)
SCORING_ROWS = keyed_rows(
    "face",
    {
        "face": ChoiceValue(FACE_NAMES),
        "card": IntValue(1, 2),
        "wall_1": IntValue(0, 99),
        "wall_2": IntValue(0, 99),
        "wall_3": IntValue(0, 99),
        "governors": ChoiceValue(GOVERNOR_LINES),
        "elixir": IntValue(0, 1),
        "elixir_plus": IntValue(0, 9),
    },
)
LISI_ROWS = keyed_rows(
    "level",
    {
        "level": IntValue(1, N_LISI),
        "deck": ListValue(IntValue(1, N_SOLO), DECK_OF_LISI),
        "top": ChoiceValue(FACE_NAMES),
        "bottom": ChoiceValue(FACE_NAMES),
        "position": IntValue(1, 2),
        "space": IntValue(0, MAX_ROUTE),
        "soldiers": IntValue(0, 8),
    },
)


def solo_card(
    row: ComponentEntry, number: int, family: int, once: int, steps: int, mode: int, order: Sequence[int], *rest: Any
) -> SoloCard:
    """One of the 24 action cards, of the family its number belongs to."""
    if not FIRST_OF_FAMILY[family] <= number < FIRST_OF_FAMILY[family + 1]:
        raise row.error(f"card {number} has family {FAMILIES[family]}: write the one its number belongs to")
    check_order(row, FAMILIES[family], order)
    if (FAMILIES[family] == "governor") != (GOVERNOR_MODES[mode] != "none"):
        raise row.error(f"mode is {GOVERNOR_MODES[mode]!r}: governor cards have one, others none")
    found = SoloCard(number, family, once, steps, mode, tuple(place % N_REGIONS for place in order), *rest)
    if FAMILIES[family] == "palace" and sorted(found.tokens) != list(range(len(ASPECTS))):
        raise row.error("tokens does not name each aspect once: write the order in which he takes them")
    if FAMILIES[family] == "elixir" and not steps:
        raise row.error("steps is 0: his ship moves, write how far")
    return found


def check_order(row: ComponentEntry, family: str, order: Sequence[int]) -> None:
    """Governor and palace cards list the regions, wall cards the sites, each once."""
    wanted: list[int] = []
    if family in ("governor", "palace"):
        wanted = list(range(N_REGIONS))
    elif family == "wall":
        wanted = list(range(N_REGIONS, N_REGIONS + N_SITES))
    if sorted(order) != wanted:
        what = "nothing" if not wanted else ", ".join(PLACES[place] for place in wanted)
        raise row.error(f"order does not fit the family {family}: write {what}, each once, in his order")


def scoring_face(row: ComponentEntry, face: int, card: int, *values: int) -> ScoringFace:
    """One of the four faces of the two double-sided scoring cards."""
    *vp, governors, elixir, plus = values
    if (GOVERNOR_LINES[governors] == "none") != bool(elixir):
        raise row.error("a face has a line for governors or one for the elixir: write one of them")
    return ScoringFace(FACE_NAMES[face], card - 1, tuple(vp), governors, elixir, plus)


def read_lisi(
    path: Path, cards: Sequence[SoloCard], faces: Sequence[ScoringFace], reading: ComponentReader
) -> tuple[LiSi, ...]:
    """The four Li Si cards; a deck holds nine different cards, and two scoring cards lie one on the other."""

    def card(
        row: ComponentEntry, level: int, deck: tuple[int, ...], top: int, bottom: int, position: int, *rest: int
    ) -> LiSi:
        if len(set(deck)) != DECK_OF_LISI:
            raise row.error("a card stands twice in deck: name nine different ones")
        if len(cards) == N_SOLO and not any(not cards[number - 1].once for number in deck):
            raise row.error("every card of deck is removed when played: keep some that come back")
        if len(faces) == len(FACE_NAMES) and faces[top].card == faces[bottom].card:
            raise row.error("top and bottom are faces of one card: name one of A, B and one of C, D")
        return LiSi(deck, top, bottom, position - 1, *rest)

    return reading.table(path, LISI_ROWS, card)
