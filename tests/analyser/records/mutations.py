"""Random changes of a record: what a careless or a crafty hand might do to one.

As a program, changes many records many times and prints how many changes `verify` reports:
    python -m tests.analyser.records.mutations 1000
"""

from __future__ import annotations

import copy
import pickle
import random
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any

from analyser.errors import DataError
from analyser.records.file import parse_record
from analyser.records.format import Line, canonical
from analyser.records.verify import verify_record

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


def main(n: int) -> None:
    """Try n mutations over records of several kinds and print the counts."""
    from tests.analyser.records.games import CASES, recorded

    rng = random.Random(n)
    counts: dict[str, Counter[str]] = {name: Counter() for name in MUTATIONS}
    for i in range(n):
        players, options = CASES[i % len(CASES)]
        lines = list(recorded(players, "random", i % 3, *options.items()))
        name = list(MUTATIONS)[i // len(CASES) % len(MUTATIONS)]
        how = verdict(mutated(lines, name, rng))
        counts[name][how] += 1
        if how == "nothing":
            print(f"NOT REPORTED: {name}, number {i}")
    for name, counted in counts.items():
        print(f"{name:18}", ", ".join(f"{how} {count}" for how, count in sorted(counted.items())))
    total = sum(counts.values(), Counter[str]())
    print(f"{total.total()} tried, {total.total() - total['nothing']} reported: {dict(total)}")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 360)
