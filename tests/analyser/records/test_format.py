"""What a record holds: all of a game, in the order it was played, in the form that the schema states."""

import copy
import re
from collections.abc import Callable
from typing import Any

import jsonschema_rs
import pytest

from analyser.records import Seat, record_lines, record_text
from analyser.records.format import Line, record_schema
from cext.games import load_game
from cext.games.zhanguo.data.component_types import ASPECTS
from tests.analyser.records.games import CASES, record_of, recorded, text_of

Wrong = Callable[[Line], list[str]]
EVERY = pytest.mark.parametrize(("players", "options"), CASES)


def decisions(lines: tuple[Line, ...]) -> list[Line]:
    return [line for line in lines if line["type"] == "decision"]


def test_decks_are_listed_top_to_bottom_before_cards_are_drawn() -> None:
    header, set_up, drawn, *_ = recorded(3, "random", 1)
    assert (set_up["after"], drawn["after"]) == (["set-up"], ["round 1, phase 1"])
    assert set_up["state"]["decks"] == header["set_up"]["decks"]
    for place, player in enumerate(drawn["state"]["players"]):
        assert player["hand"] == [
            card for aspect in ASPECTS for card in header["set_up"]["decks"][aspect][2 * place : 2 * place + 2]
        ]


@EVERY
def test_every_turn_and_phase_ends_in_a_state(players: int, options: dict[str, Any]) -> None:
    lines = recorded(players, "random", 1, *options.items())
    ended = [name for line in lines if line["type"] == "state" for name in line["after"]]
    for round_ in range(1, 6):
        turns = [name for name in ended if name.startswith(f"round {round_}, phase 2, turn ")]
        assert [name.split()[5] for name in turns] == [str(turn) for turn in range(1, 6 * players + 1)]
        for name in ("phase 1", "phase 2", *(f"phase 3, {aspect}" for aspect in ASPECTS), "phase 3"):
            assert ended.count(f"round {round_}, {name}") == 1
    assert ended[0].startswith("set-up")
    assert ended[-1] == "round 5, phase 3"


@EVERY
def test_no_card_is_lost(players: int, options: dict[str, Any]) -> None:
    """Decks, discards, hands, player boards and the court pile hold the 120 cards in every state."""
    court: set[int] = set()
    for line in recorded(players, "random", 1, *options.items()):
        if line["type"] == "decision" and line["stage"] == "play":
            fields = line["legal"][line["chosen"]]["fields"]
            court |= {fields["card"]} if fields["action"] != "unify" else set()
        if line["type"] == "state":
            state = line["state"]
            lying = [card for pile in ("decks", "discards") for cards in state[pile].values() for card in cards]
            held = [card for player in state["players"] for card in player["hand"]]
            placed = [card for p in state["players"] for region in p["regions"] for card in region["cards"]]
            assert sorted([*lying, *held, *placed, *court]) == list(range(1, 121))


def test_forced_decisions_are_listed() -> None:
    made = decisions(recorded(4, "random", 1))
    assert [line["ply"] for line in made] == list(range(len(made)))
    assert {line["forced"] for line in made} == {True, False}
    assert all(line["forced"] == (len(line["legal"]) == 1) for line in made)


def test_scores_add_up_and_ranks_name_the_winner() -> None:
    end = recorded(4, "builder", 1)[-1]
    assert all(seat["score"] == sum(seat["by_category"].values()) for seat in end["seats"])
    best = max(seat["score"] for seat in end["seats"])
    assert [seat["score"] for seat in end["seats"] if seat["seat"] in end["winners"]] == [best]


def events(lines: tuple[Line, ...]) -> list[str]:
    return [event for line in lines for event in line.get("events", [])]


@EVERY
def test_points_of_abilities_are_told_card_by_card(players: int, options: dict[str, Any]) -> None:
    lines = recorded(players, "builder", 1, *options.items())
    told = [0] * players
    for event in events(lines):
        found = re.match(r"player (\d): card \d+ in region \d is activated: (\d+) VP(?!, no marker)", event)
        if found:
            told[int(found[1]) - 1] += int(found[2])
    assert told == [seat["by_category"]["abilities"] for seat in lines[-1]["seats"]]


@EVERY
def test_every_reward_is_taken_or_not_assigned(players: int, options: dict[str, Any]) -> None:
    lines = recorded(players, "random", 1, *options.items())
    taken = sum(line["move"] == "take" for line in decisions(lines))
    assert taken + sum(event.endswith("is not assigned") for event in events(lines)) == 5 * len(ASPECTS)


def test_what_followed_is_told() -> None:
    told = [*events(recorded(2, "random", 1)), *events(recorded(4, "builder", 1))]
    for words in ("draws ", "accomplishes the ", "cannot take the ", "takes 2 value-1 ", "gives back ", "scores "):
        assert any(words in event for event in told), words


def test_the_same_game_gives_the_same_bytes() -> None:
    once = text_of(2, {})
    recorded.cache_clear()
    assert text_of(2, {}) == once
    assert record_text(record_of(2, {}).lines) == once


def test_the_record_stops_where_the_moves_stop() -> None:
    game = load_game("zhanguo", players=2)
    seats = [Seat("human", "A"), Seat("human", "A")]
    program = {"analyser": "1", "engine": "0"}
    moves = game.deal(seed=1, boards=["A", "A"]).moves()[:1]
    lines = list(record_lines(game, moves, seats=seats, seed=1, deal=0, program=program))
    assert [line["type"] for line in lines] == ["header", "state", "state", "decision", "end"]
    assert not lines[-1]["finished"]
    assert lines[-1]["winners"] == []
    with pytest.raises(ValueError, match="decision 0: 1 is not one of the"):
        list(record_lines(game, [1], seats=seats, seed=1, deal=0, program=program))


# -- the schema ----------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def wrong() -> Wrong:
    """wrong(line): what the schema has against a line."""
    validator = jsonschema_rs.Draft202012Validator(record_schema(load_game("zhanguo", players=2)))
    return lambda line: [error.message for error in validator.iter_errors(line)]


@pytest.mark.parametrize("number", range(len(CASES)))
def test_records_are_valid(number: int, wrong: Wrong) -> None:
    players, options = CASES[number]
    lines = recorded(players, ("random", "builder")[number % 2], 1, *options.items())
    assert [(number, wrong(line)) for number, line in enumerate(lines) if wrong(line)] == []


def changed(line: Line, path: tuple[Any, ...], value: Any) -> Line:
    """The line with another value at the path; None at the end of the path adds the key `more`."""
    line = copy.deepcopy(line)
    box: Any = line
    for key in path[:-1]:
        box = box[key]
    box[path[-1]] = value
    return line


@pytest.mark.parametrize(
    ("place", "path", "value"),
    [
        (0, ("players",), 0),
        (0, ("format_version",), 1),
        (0, ("more",), 1),
        (0, ("set_up", "decks", "laws", 0), 80),
        (0, ("set_up", "decks", "laws", 0), 81.5),
        (0, ("components", "cards.csv", 3, "status"), "guessed"),
        (0, ("components", "cards.csv", 3, "ability"), "vp_9"),
        (1, ("state", "players", 0, "regions", 0, "unrest"), 5),
        (1, ("state", "players", 0, "hand"), None),
        (1, ("after",), []),
        (3, ("legal", 0, "fields", "kind"), "pass"),
        (3, ("legal", 0, "fields", "region"), 1),
        (3, ("forced",), True),
        (-1, ("winners",), []),
        (-1, ("finished",), False),
        (-1, ("seats", 0, "rank"), 0),
    ],
)
def test_what_is_no_record_is_refused(place: int, path: tuple[Any, ...], value: Any, wrong: Wrong) -> None:
    line = recorded(2, "random", 1)[place]
    assert wrong(line) == []
    assert wrong(changed(line, path, value))
