"""What both games of the unification of China say of themselves alike: cards and charts for reports, moves of cards,
rounds of three phases, and parts of their records."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from cext.games.card_decks import Card, WallTiles, criterion_places
from cext.games.record_forms import Form, by_name, field, from_function, list_of, number, table
from cext.kernel import json_schema as js
from cext.kernel.move_table import Fields, MoveField, MoveKind

__all__ = [
    "ASPECT", "ASPECTS", "ASPECT_LETTERS", "BY_SEAT", "CARD", "CARD_FIELDS", "COUNT", "DECK", "N_ROUNDS", "N_SECTIONS",
    "SEAT", "STOP", "accept", "aspect_of", "by_seat", "card_set", "cards", "deck_cards", "means_chart", "moment", "now",
    "opening", "order", "play_kind", "players", "points_of", "replace_deck", "sections", "supply", "turns_chart",
    "wall_sections", "works_chart",
]  # fmt: skip

State = Mapping[str, Any]

ASPECTS = ("writing", "currency", "laws")
DECK = 40  # cards of an aspect
N_ROUNDS, N_SECTIONS = 5, 6
ASPECT_LETTERS = {name: name[0] for name in ASPECTS}
BAND = 10  # numbers of a band: whether a court card triggers depends on which is higher


def aspect_of(card: int) -> str:
    """The aspect of a card by its number."""
    return ASPECTS[(card - 1) // DECK]


# -- for reports ------------------------------------------------------------------------------------------------------


def opening(tip: dict[str, Any] | None = None) -> dict[str, Any]:
    """How openings are compared: by the turns of the first round with a card on the own player board."""
    return {
        "by": "number",
        "letter": "U",
        "ordered": True,
        "turn": ["turn", "turns"],
        "name": "first round",
        "tip": tip,
        "confounded_by": "the cards they held",
    }


def works_chart(verbs: str, tallies: Sequence[tuple[str, str]]) -> dict[str, Any]:
    """What seats have got done; verbs: what they did."""
    return {
        "key": "works",
        "title": "What do winners get done?",
        "subtitle": f"Mean number a seat has {verbs} by the end of the game.",
        "reading": "All of these cost turns, officials or workers. A difference near zero says that the effort earns "
        "about what it earns elsewhere; one below zero, that those who lose overspend on it.",
        "unit": "a game",
        "tallies": dict(tallies),
    }


def means_chart(reading: str, tallies: Sequence[tuple[str, str]]) -> dict[str, Any]:
    """What seats have gathered; reading: what follows the worth of workers."""
    return {
        "key": "means",
        "title": "What do winners gather to build with?",
        "subtitle": "Mean number a seat gathers in a game, or has at the end of it.",
        "reading": "Means are worth what is made of them: workers that are left at the end of the game were hired "
        f"for nothing{reading}.",
        "unit": "a game",
        "tallies": dict(tallies),
    }


def turns_chart(classes: Iterable[tuple[str, str]]) -> dict[str, Any]:
    """The turns of seats by the action taken."""
    return {
        "key": "turns",
        "title": "What do winners spend their turns on?",
        "subtitle": "Mean number of turns of a seat in a game, by the action taken.",
        "reading": "All seats have the same number of turns, so that more of one action is less of another: the "
        "differences add up to zero.",
        "unit": "turns",
        "tallies": {f"action_{letter}": name for letter, name in classes},
    }


def card_set(
    cards: Iterable[Card],
    noun: str,
    triggers: Sequence[str],
    abilities: Sequence[str],
    classes: Sequence[tuple[str, str]],
    *,
    court: str,
    dealt: Sequence[str],
) -> dict[str, Any]:
    """The 120 cards: every card of a hand is played in its round, so whoever plays or drafts one away was dealt it.

    triggers, abilities: names by number. classes: of moves, those on the own board first. court: what it is called.
    dealt: kinds of move with a card that was dealt.
    """
    listed = []
    for card in cards:
        first = (card.number - 1) // BAND * BAND + 1
        traits = {
            "aspect": ASPECTS[card.aspect],
            "trigger": triggers[card.trigger],
            "ability": abilities[card.ability],
            "numbers": f"{first} to {first + BAND - 1}",
        }
        label = f"{card.number} {traits['aspect']}: {traits['trigger']} → {traits['ability']}"
        listed.append({"number": card.number, "label": label, "traits": traits})
    (own, _), *others = classes
    letters = "".join(letter for letter, _ in others)
    return {
        "key": "cards",
        "nouns": [noun, f"{noun}s"],
        "cards": listed,
        "traits": {name: name for name in ("aspect", "trigger", "ability", "numbers")},
        "dealt": dealt,
        "uses": [
            {"key": "own", "label": "played on the own player board", "kind": "play", "classes": own},
            {"key": "court", "label": f"played to the {court}", "kind": "play", "classes": letters},
        ],
        "held_note": "in place of the first card of its aspect that it is dealt in round 1",
    }


# -- moves ------------------------------------------------------------------------------------------------------------

CARD = js.whole(1, DECK * len(ASPECTS))
CARD_FIELDS = (  # the card of a move by its number, and its aspect
    MoveField("card", CARD, lambda state, move: move.a),
    MoveField("aspect", js.choice(ASPECTS), lambda state, move: aspect_of(move.a)),
)
ASPECT = MoveField.of_names("aspect", "a", ASPECTS, ASPECT_LETTERS)
STOP = MoveKind("stop", "stop", "stop")


def accept(refuse: str) -> MoveField:
    """Whether a reward is accepted; refuse: what who does not does, in the text."""
    verbs = {True: "accept", False: refuse}
    return MoveField(
        "accept", js.flag(), lambda state, move: bool(move.a), {True: "take", False: "leave"}, verbs.__getitem__
    )


def play_kind(classes: Sequence[tuple[str, str]], action_names: Sequence[str], letters: str) -> MoveKind:
    """A card played, and what for; action_names: of the classes. letters: what those of actions stand for."""
    actions = [name for _, name in classes]
    action = MoveField.of_names("action", "b", actions, {name: letter for letter, name in classes[1:]})

    def text(fields: Fields) -> str:
        return f"{action_names[actions.index(fields['action'])]} with card {fields['card']} ({fields['aspect']})"

    expected = f"the action's letter ({letters}) and a card"
    return MoveKind("play", text, "{action}{card}", expected, (*CARD_FIELDS, action))


# -- states of records ------------------------------------------------------------------------------------------------

PHASES = ("set-up", "1 draw cards", "2 play cards", "3 unification rewards", "over")


def moment(round_: int, phase: int, to_move: int | None = None, decision: str | None = None) -> dict[str, Any]:
    """Where a game stands: round from 0, number of the phase, player, stage; by default between two decisions."""
    return {
        "round": min(round_, N_ROUNDS - 1) + 1,
        "phase": PHASES[phase],
        "to_move": to_move,
        "decision": decision if decision != "over" else None,
    }


def replace_deck(old: Sequence[int], name: str, setup: Mapping[str, Any]) -> list[int]:
    """The deck of an aspect as a set-up has it; raises ValueError where it has other cards than the old one."""
    deck = [int(card) for card in setup["decks"][name]]
    if sorted(deck) != sorted(old):
        raise ValueError(f"decks.{name}: not the {len(old)} cards of that deck, each once")
    return deck


SEAT, COUNT = js.whole(1, 4), js.whole()
BY_SEAT = js.listed(COUNT, 2, 4)


def now(stages: Iterable[str], where: Callable[[State], dict[str, Any]]) -> Form:
    """Where a game stands, as moment() has it; stages: those at which somebody decides."""
    schema = js.table(
        round=js.whole(1, N_ROUNDS),
        phase=js.choice(PHASES),
        to_move=js.or_none(SEAT),
        decision=js.choice((*stages, None)),
    )
    return from_function(schema, where)


def deck_cards(least: int, cards_of: Callable[[State, int], Sequence[int]]) -> Form:
    """Card numbers of each aspect, `least` of them or more; cards_of: an aspect by its number."""
    numbers = {name: js.whole(DECK * a + 1, DECK * (a + 1)) for a, name in enumerate(ASPECTS)}
    schema = js.table({name: js.listed(card, least, DECK, unique=True) for name, card in numbers.items()})
    return from_function(schema, lambda state: {name: cards_of(state, a) for a, name in enumerate(ASPECTS)})


def order(name: str, seats: int) -> Form:
    """Players in an order, each once; name: of the field with all places."""
    return field(js.listed(SEAT, 2, 4, unique=True), name, lambda places: [seat + 1 for seat in places[:seats]])


def by_seat(name: str, seats: int) -> Form:
    """A number of each player in a region; name: of the field of seats."""
    return from_function(BY_SEAT, lambda state, r: [seat[name][r] for seat in state["seat"][:seats]])


def players(part: Form, seats: int) -> Form:
    """What lies in front of each player, with his number."""
    schema = js.table({"player": SEAT, **part.schema["properties"]})

    def write(state: State) -> list[dict[str, Any]]:
        return [{"player": i, **part.write(seat)} for i, seat in enumerate(state["seat"][:seats], 1)]

    return from_function(js.listed(schema, 2, 4), write)


def cards(name: str, most: int) -> Form:
    """Different cards, of which a field n_`name` says how many there are."""
    return from_function(js.listed(CARD, 0, most, unique=True), lambda state: state[name][: state[f"n_{name}"]])


def points_of(sources: Sequence[tuple[str, str]]) -> Form:
    """VP of a player by where they come from."""
    return by_name([name for name, _ in sources], field(COUNT, "source"))


def supply(officials: Iterable[str], name: str) -> Form:
    """What a player has left to place; name: of the field with his officials."""
    return table(officials=by_name(officials, field(COUNT, name)), governors=COUNT, palaces=COUNT, walls=COUNT)


def sections(**more: Form | js.Schema) -> Form:
    """A table for each wall section: its number, and more."""
    return list_of(N_SECTIONS, table(section=number(js.whole(1, N_SECTIONS)), **more))


def wall_sections(tiles: WallTiles, criteria: Sequence[str], sites: Sequence[str], **more: Form | js.Schema) -> Form:
    """The wall sections with what their tiles show, as a set-up has them; sites: by section."""
    shown = criterion_places(tiles, criteria)
    of_tile = {"tile": js.whole(1, len(tiles)), "side": js.whole(1, 2), "shows": js.choice(criteria)}
    return sections(
        site=from_function(js.text(), lambda state, k: sites[k]),
        **{
            name: from_function(schema, lambda state, k, name=name: shown[state["face"][k]][name])
            for name, schema in of_tile.items()
        },
        **more,
    )
