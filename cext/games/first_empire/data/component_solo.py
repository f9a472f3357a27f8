"""Li Si's action cards, scoring cards and Li Si cards: from rows to tables, held against the rulebook."""

from collections.abc import Sequence
from pathlib import Path

from cext.games.component_reader import ComponentReader
from cext.games.component_schema import ChoiceValue, ComponentEntry, Csv, IntValue, ListValue
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

__all__ = ["FACE_NAMES", "LISI_ROWS", "SCORING_ROWS", "SOLO_ROWS", "read_lisi", "read_scoring_faces", "read_solo_cards"]

FACE_NAMES = ("A", "B", "C", "D")
FIRST_OF_FAMILY = (1, 6, 10, 15, 20, N_SOLO + 1)  # Unification (1-5), Search for the Elixir (6-9), …
PLACES = (*REGIONS, "1", "2", "3")  # regions, and wall sites by number
SOLO_ROWS = Csv(
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
    N_SOLO,
)
SCORING_ROWS = Csv(
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
    len(FACE_NAMES),
)
LISI_ROWS = Csv(
    {
        "level": IntValue(1, N_LISI),
        "deck": ListValue(IntValue(1, N_SOLO), DECK_OF_LISI),
        "top": ChoiceValue(FACE_NAMES),
        "bottom": ChoiceValue(FACE_NAMES),
        "position": IntValue(1, 2),
        "space": IntValue(0, MAX_ROUTE),
        "soldiers": IntValue(0, 8),
    },
    N_LISI,
)


def read_solo_cards(path: Path, reading: ComponentReader) -> tuple[SoloCard, ...]:
    """The 24 action cards, each of the family its number belongs to."""
    found = {}
    for number, (row, values) in reading.keyed(path, SOLO_ROWS, "card", range(1, N_SOLO + 1)).items():
        with reading.catch():
            family, once, steps, mode, order, *rest = values
            if not FIRST_OF_FAMILY[family] <= number < FIRST_OF_FAMILY[family + 1]:
                raise row.error(f"card {number} has family {FAMILIES[family]}: write the one its number belongs to")
            check_order(row, FAMILIES[family], order)
            if (FAMILIES[family] == "governor") != (GOVERNOR_MODES[mode] != "none"):
                raise row.error(f"mode is {GOVERNOR_MODES[mode]!r}: governor cards have one, others none")
            order = tuple(place % N_REGIONS for place in order)
            found[number] = SoloCard(number, family, once, steps, mode, order, *rest)
            if FAMILIES[family] == "palace" and sorted(found[number].tokens) != list(range(len(ASPECTS))):
                raise row.error("tokens does not name each aspect once: write the order in which he takes them")
            if FAMILIES[family] == "elixir" and not steps:
                raise row.error("steps is 0: his ship moves, write how far")
    return tuple(found[number] for number in sorted(found))


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


def read_scoring_faces(path: Path, reading: ComponentReader) -> tuple[ScoringFace, ...]:
    """The four faces of the two double-sided scoring cards."""
    found = {}
    for face, (row, (card, *vp, governors, elixir, plus)) in reading.keyed(
        path, SCORING_ROWS, "face", FACE_NAMES
    ).items():
        with reading.catch():
            if (GOVERNOR_LINES[governors] == "none") != bool(elixir):
                raise row.error("a face has a line for governors or one for the elixir: write one of them")
            found[face] = ScoringFace(FACE_NAMES[face], card - 1, tuple(vp), governors, elixir, plus)
    return tuple(found[face] for face in sorted(found))


def read_lisi(
    path: Path, cards: Sequence[SoloCard], faces: Sequence[ScoringFace], reading: ComponentReader
) -> tuple[LiSi, ...]:
    """The four Li Si cards; a deck holds nine different cards, and two scoring cards lie one on the other."""
    found = {}
    for level, (row, (deck, top, bottom, position, *rest)) in reading.keyed(
        path, LISI_ROWS, "level", range(1, N_LISI + 1)
    ).items():
        with reading.catch():
            if len(set(deck)) != DECK_OF_LISI:
                raise row.error("a card stands twice in deck: name nine different ones")
            if len(cards) == N_SOLO and not any(not cards[number - 1].once for number in deck):
                raise row.error("every card of deck is removed when played: keep some that come back")
            if len(faces) == len(FACE_NAMES) and faces[top].card == faces[bottom].card:
                raise row.error("top and bottom are faces of one card: name one of A, B and one of C, D")
            found[level] = LiSi(deck, top, bottom, position - 1, *rest)
    return tuple(found[level] for level in sorted(found))
