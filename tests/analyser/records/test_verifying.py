"""verify: whatever is changed in a record is found, and where. tests/contract: what is not changed agrees."""

from __future__ import annotations

import copy
import json
import pickle
import random
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from analyser.errors import DataError
from analyser.records.file import format_line, parse_record
from analyser.records.format import Line, canonical, digest
from analyser.records.verify import verify_record
from tests.analyser.records.games import CASES, recorded

Lines = list[Line]
Mutation = Callable[[Lines, random.Random], None]
Place = tuple[Any, Any]  # a container and a key or index of it


def places(value: Any) -> Iterator[Place]:
    """Every value below this one."""
    if isinstance(value, dict | list):
        for key in value if isinstance(value, dict) else range(len(value)):
            yield value, key
            yield from places(value[key])


def other_value(value: Any, rng: random.Random) -> Any:
    """Another value of the same kind."""
    if isinstance(value, bool):
        return not value
    if isinstance(value, int):
        return rng.choice([value + 1, value - 1, -value or 7, value + rng.randrange(2, 9)])
    if isinstance(value, str):
        return rng.choice([value + "x", value[:-1], value.swapcase() if value.swapcase() != value else value + " "])
    if value is None:
        return rng.choice([1, "x", False])
    if isinstance(value, list):
        if len(value) > 1 and rng.random() < 0.5:
            i, j = rng.sample(range(len(value)), 2)
            swapped = list(value)
            swapped[i], swapped[j] = value[j], value[i]
            return swapped
        return value[:-1] if value and rng.random() < 0.5 else [*value, copy.deepcopy(value[0]) if value else 1]
    changed = dict(value)
    if changed and rng.random() < 0.7:
        del changed[rng.choice(list(changed))]
    else:
        changed["more"] = 1
    return changed


def change_within(value: Any, rng: random.Random) -> None:
    """Change one value somewhere below; leaves are likelier than what holds them."""
    found = list(places(value))
    leaves = [(box, key) for box, key in found if not isinstance(box[key], dict | list)]
    box, key = rng.choice(leaves if leaves and rng.random() < 0.8 else found)
    box[key] = other_value(box[key], rng)


def of_type(lines: Lines, kind: str) -> list[int]:
    return [i for i, line in enumerate(lines) if line["type"] == kind]


def within(kind: str, *keys: str) -> Mutation:
    """A change below one of these keys of a line of this type."""

    def mutate(lines: Lines, rng: random.Random) -> None:
        line = lines[rng.choice(of_type(lines, kind))]
        key = rng.choice(keys)
        if isinstance(line[key], dict | list) and line[key]:
            change_within(line[key], rng)
        else:
            line[key] = other_value(line[key], rng)

    return mutate


def other_choice(lines: Lines, rng: random.Random) -> None:
    """Another legal move is said to have been made, by place and by notation."""
    open_ = [i for i in of_type(lines, "decision") if len(lines[i]["legal"]) > 1]
    line = lines[rng.choice(open_)]
    line["chosen"] = rng.choice([i for i in range(len(line["legal"])) if i != line["chosen"]])
    line["move"] = line["legal"][line["chosen"]]["move"]


def deck_order(lines: Lines, rng: random.Random) -> None:
    """Two cards of a deck change places before the game."""
    deck = rng.choice(list(lines[0]["set_up"]["decks"].values()))
    i, j = rng.sample(range(len(deck)), 2)
    deck[i], deck[j] = deck[j], deck[i]


def card_of_another_kind(lines: Lines, rng: random.Random) -> None:
    """A card does something else; the file is as valid as before."""
    cards = lines[0]["components"]["cards.csv"]
    card = rng.choice(cards)
    key = rng.choice(["trigger", "ability"])
    card[key] = rng.choice([other[key] for other in cards if other[key] != card[key]])


def option(lines: Lines, rng: random.Random) -> None:
    options = lines[0]["options"]
    key = rng.choice(list(options))
    options[key] = "chosen" if key == "boards_by" and options[key] != "chosen" else other_value(options[key], rng)


def drop(lines: Lines, rng: random.Random) -> None:
    del lines[rng.randrange(1, len(lines) - 1)]


def double(lines: Lines, rng: random.Random) -> None:
    i = rng.randrange(1, len(lines) - 1)
    lines.insert(i, copy.deepcopy(lines[i]))


def swap(lines: Lines, rng: random.Random) -> None:
    i, j = rng.sample(range(1, len(lines) - 1), 2)
    lines[i], lines[j] = lines[j], lines[i]


def cut(lines: Lines, rng: random.Random) -> None:
    del lines[rng.randrange(1, len(lines)) :]


MUTATIONS: dict[str, Mutation] = {
    "header": within("header", "players", "seed", "deal", "seats", "rulings", "title", "categories", "game", "events"),
    "options": option,
    "set-up": within("header", "set_up"),
    "deck order": deck_order,
    "component tables": within("header", "components"),
    "cards": card_of_another_kind,
    "legal moves": within("decision", "legal"),
    "move made": other_choice,
    "decision": within("decision", "ply", "round", "turn", "seat", "stage", "chosen", "move", "forced", "points"),
    "events": within("decision", "events"),
    "state": within("state", "state"),
    "state's place": within("state", "ply", "after"),
    "scores": within("end", "seats"),
    "end": within("end", "finished", "decisions", "forced", "winners", "sha256"),
    "line dropped": drop,
    "line doubled": double,
    "lines swapped": swap,
    "cut short": cut,
}


def mutated(lines: Lines, name: str, rng: random.Random) -> Lines:
    """A copy of the record, changed in meaning in the named way."""
    while True:
        changed: Lines = pickle.loads(pickle.dumps(lines))
        MUTATIONS[name](changed, rng)
        if changed != lines:
            return changed


def verdict(lines: Lines) -> str:
    """How `verify` reports these lines: 'rules', 'digest' (of the whole only), 'file' (refused) or 'nothing'."""
    try:
        found = verify_record(parse_record("\n".join(map(canonical, lines)), "mutated")).differences
    except DataError:
        return "file"
    if not found:
        return "nothing"
    return "digest" if (found[0].kind, found[0].path) == ("end", "sha256") else "rules"


SMALL = [(players, options) for players, options in CASES if players == 2]
EACH = 3  # mutations of a kind


@pytest.mark.parametrize("name", MUTATIONS)
def test_every_change_of_meaning_is_reported(name: str) -> None:
    rng = random.Random(name)
    found = []
    for number in range(EACH):
        players, options = SMALL[number % len(SMALL)]
        found.append(verdict(mutated(list(recorded(players, "random", 1, *options.items())), name, rng)))
    assert "nothing" not in found
    if name not in ("header", "options", "end"):  # what a game never touched, and the digest itself, aside
        assert "digest" not in found


# -- changes that mean nothing ----------------------------------------------------------------------------------------


def shuffled(value: Any, rng: random.Random) -> Any:
    """The value with the keys of every object in another order."""
    if isinstance(value, dict):
        keys = list(value)
        rng.shuffle(keys)
        return {key: shuffled(value[key], rng) for key in keys}
    return [shuffled(item, rng) for item in value] if isinstance(value, list) else value


def unchanged(text: str) -> bool:
    return verify_record(parse_record(text, "game.jsonl"), find_all=True).differences == ()


def test_order_of_keys_spaces_and_escapes_mean_nothing() -> None:
    lines = recorded(2, "random", 1)
    rng = random.Random(1)
    assert unchanged("\n".join(json.dumps(shuffled(line, rng), indent=None) for line in lines))
    assert unchanged("\r\n\r\n".join(json.dumps(line, separators=(" , ", " : ")) for line in lines))
    assert unchanged("\n".join(format_line(line).replace('"ply":', '"ply": \t') for line in lines) + "\n\n")
    assert unchanged("\n".join(format_line(line).replace('"turn":3,', '"turn":3.0,') for line in lines))


# -- what is said of a difference -------------------------------------------------------------------------------------


def differences(lines: list[Line], *, every: bool = True) -> list[str]:
    record = parse_record("\n".join(map(format_line, lines)), "game.jsonl")
    return [str(found) for found in verify_record(record, find_all=every).differences]


@pytest.fixture
def lines() -> list[Line]:
    copied: list[Line] = pickle.loads(pickle.dumps(list(recorded(2, "random", 1))))  # deepcopy takes ten times as long
    return copied


def place_of(lines: list[Line], kind: str, ply: int) -> int:
    return next(i for i, line in enumerate(lines) if line["type"] == kind and line["ply"] == ply)


def test_a_changed_number_of_a_state_is_found_at_its_path(lines: list[Line]) -> None:
    place = next(i for i, line in enumerate(lines) if line["type"] == "state" and line["ply"] > 20)
    region = lines[place]["state"]["players"][1]["regions"][2]
    where = f"line {place + 1}: state ply {lines[place]['ply']}, state.players[1].regions[2].workers"
    region["workers"] += 5
    assert differences(lines) == [f"{where}: expected {region['workers'] - 5}, found {region['workers']}"]


def test_a_difference_is_a_line_that_a_person_reads(lines: list[Line]) -> None:
    state = next(line for line in lines if line["type"] == "state")
    state["state"]["players"][0]["x" * 9_000] = "y" * 9_000
    (difference,) = differences(lines)
    assert f"players[0].{'x' * 160}…: expected nothing" in difference
    assert len(difference) < 500


def test_a_legal_move_left_out_is_found(lines: list[Line]) -> None:
    place = place_of(lines, "decision", 4)
    line = next(line for line in lines[place:] if line["type"] == "decision" and len(line["legal"]) > 4)
    left_out = line["legal"].pop()
    line["chosen"] = min(line["chosen"], len(line["legal"]) - 1)
    line["move"] = line["legal"][line["chosen"]]["move"]
    first = differences(lines, every=False)
    assert len(first) == 1
    assert f"ply {line['ply']}, legal[{len(line['legal'])}]: expected" in first[0]
    assert json.dumps(left_out["move"]) in first[0]


def test_a_changed_score_is_found(lines: list[Line]) -> None:
    lines[-1]["seats"][1]["by_category"]["walls"] += 3
    lines[-1]["seats"][1]["score"] += 3
    assert [difference.split(": expected")[0] for difference in differences(lines)] == [
        f"line {len(lines)}: end, seats[1].score",
        f"line {len(lines)}: end, seats[1].by_category.walls",
    ]


def test_two_cards_of_a_deck_exchanged_are_found(lines: list[Line]) -> None:
    deck = lines[0]["set_up"]["decks"]["writing"]
    deck[30], deck[31] = deck[31], deck[30]
    assert [difference.split(": expected")[0] for difference in differences(lines)] == [
        "line 1: header, set_up.decks.writing[30]",
        "line 1: header, set_up.decks.writing[31]",
    ]


def test_another_kind_of_card_is_found_where_it_stands_in_the_tables(lines: list[Line]) -> None:
    card = lines[0]["components"]["cards.csv"][16]
    card["ability"] = "vp_3" if card["ability"] != "vp_3" else "vp_2"
    assert [difference.split(": expected")[0] for difference in differences(lines)] == [
        "line 1: header, components.cards.csv[16].ability"
    ]


def test_tables_of_another_edition_are_played_with(lines: list[Line]) -> None:
    """With a digest of their own, other tables are the game's components, and a game of the shipped ones differs."""
    for card in lines[0]["components"]["cards.csv"]:
        card["ability"] = "vp_2"
    lines[0]["components_sha256"] = digest([lines[0]["components"]])
    found = differences(lines)
    assert found
    assert not any("header" in difference for difference in found)


def test_tables_that_break_a_rule_are_named(lines: list[Line]) -> None:
    lines[0]["components"]["cards.csv"][0]["aspect"] = "laws"
    lines[0]["components_sha256"] = digest([lines[0]["components"]])
    (found,) = differences(lines)
    assert "header: expected a game that can be dealt, found" in found
    assert "cards.csv, row 2" in found


def test_a_dropped_decision_ends_the_replay_and_says_so(lines: list[Line]) -> None:
    del lines[place_of(lines, "decision", 9)]
    assert "decision ply 9: expected a decision line; the rest cannot be replayed, found none" in differences(lines)


def test_a_dropped_and_a_doubled_state_are_one_difference_each(lines: list[Line]) -> None:
    places = [i for i, line in enumerate(lines) if line["type"] == "state"]
    doubled, dropped = places[30], places[20]
    lines.insert(doubled, copy.deepcopy(lines[doubled]))
    names = ", ".join(lines[dropped]["after"])
    ply = lines[dropped]["ply"]
    del lines[dropped]
    found = differences(lines)
    assert len(found) == 2
    assert found[0] == f"state ply {ply}: expected a state line (after {names}), found none"
    assert "a state line that has no place there" in found[1]


def test_another_move_is_found_by_what_follows_from_it(lines: list[Line]) -> None:
    """By place, or by notation alone: the line contradicts itself; by both: the next lines contradict it."""
    line = next(line for line in lines if line["type"] == "decision" and not line["forced"])
    other = next(i for i in range(len(line["legal"])) if i != line["chosen"])
    line["chosen"], right = other, line["chosen"]
    assert differences(lines) == [
        f"line {lines.index(line) + 1}: decision ply {line['ply']}, chosen: expected {right}, found {other}"
    ]
    line["move"] = line["legal"][other]["move"]
    assert differences(lines, every=False)


def test_who_played_is_held_by_the_digest_alone(lines: list[Line]) -> None:
    lines[0]["seats"][0]["strategy"] = "builder"
    (found,) = differences(lines)
    assert "end, sha256: expected" in found
    assert "the record was changed after it was written" in found


@pytest.mark.parametrize(
    ("key", "value", "words"),
    [
        ("game", "go", "unknown game 'go'"),
        ("players", 7, "not 7"),
        ("players", 3, "2 boards for 3 players"),
        ("players", "two", "not two"),
        ("options", {"speed": 1}, "zhanguo has no option 'speed'"),
        ("options", None, "NoneType"),
        ("seats", [], "0 boards for 2 players"),
        ("seed", -1, "seed -1, deal 2: "),
        ("seed", "one", 'seed "one", deal 2: '),
        ("components", {}, "boards.toml: the file is missing"),
        ("components", 3, "int"),
    ],
)
def test_a_header_that_makes_no_game_is_one_difference(lines: list[Line], key: str, value: Any, words: str) -> None:
    lines[0][key] = value
    if key == "components":
        lines[0]["components_sha256"] = digest([value])
    (found,) = differences(lines)
    assert found.startswith("line 1: header")
    assert words in found
