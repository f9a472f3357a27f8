"""Words of The First Empire on games of the engine: facts, notation, views, records and the screen."""

import itertools
import json
import random
import re
from functools import cache
from typing import Any

import jsonschema_rs
import pytest
from rich.console import Console

from analyser.replay.renderer import plain_text
from analyser.replay.terminal import render_table
from cext.games.first_empire.data.component_types import ASPECTS
from cext.games.first_empire.data.components import load
from cext.games.first_empire.words import names
from cext.games.first_empire.words.moves import RULES, STAGES, card_of
from cext.games.first_empire.words.screen import Screen
from cext.kernel.game import Game, Position
from tests.games.first_empire.conftest import loaded

CASES: tuple[tuple[int, dict[str, Any]], ...] = (
    (2, {}),
    (3, {}),
    (4, {}),
    (1, {}),
    (1, {"lisi": "4", "lisi_unlocks": "in_order"}),
    (3, {"emperor_tiles": "site", "governor_bonus": "both", "advanced": True, "tableau": "B"}),
)


@cache
def played(players: int, seed: int, **options: Any) -> tuple[Game, list[int], list[Position]]:
    """The moves and every position of a random game."""
    game, chance = loaded(players, **options), random.Random(seed)
    moves, positions = [], [game.deal(seed=seed)]
    while positions[-1].to_move is not None:
        following = positions[-1].copy()
        moves.append(chance.choice(following.moves()))
        following.apply(moves[-1])
        positions.append(following)
    return game, moves, positions


def screen(game: Game, first: Position, *, short: bool = False) -> Screen:
    """The screen of a game that began with this position."""
    seats = [{"strategy": "random"}] * game.players
    header = {"components": game.words.content, "set_up": game.words.setup(first), "options": game.options}
    return Screen({**header, "seats": seats, "players": game.seats, "bots": game.bots}, short=short)


# -- facts ------------------------------------------------------------------------------------------------------------


def test_starting_tiles_are_boards_each_once_and_the_choice_is_side_a() -> None:
    boards = loaded(3).facts()["boards"]
    assert [one["side"] for one in boards.values()] == ["A", *["B"] * 10]
    assert boards["tile_1"]["label"] == "tile 1 (1 alchemist)"
    assert boards["tile_4"]["label"] == "tile 4 (2 writing tokens for unrest in Wei)"
    assert boards["tile_10"]["label"] == "tile 10 (1 Alchemist card for unrest in Wei, Zhao and Qi)"
    assert loaded(3).facts()["board"]["single"] is True


def test_charts_of_the_game() -> None:
    assert [one["key"] for one in loaded(3).facts()["charts"]] == [
        "works", "elixir_route", "elixir", "mausoleum", "means", "unrest", "turns",
    ]  # fmt: skip


def test_sources_are_the_scorepad_in_the_order_of_the_rules() -> None:
    rules = [name.removeprefix("CATEGORY_").lower() for name in RULES if name.startswith("CATEGORY_")]
    assert [name for name, _ in names.SOURCES] == rules


def test_classes_are_the_actions_of_the_rules() -> None:
    acts = [name.removeprefix("ACT_").lower() for name in RULES if name.startswith("ACT_")]
    assert [name for _, name in names.CLASSES] == ["", *acts[1:]]
    assert len(names.ACTION_NAMES) == len(names.CLASSES)


# -- moves ------------------------------------------------------------------------------------------------------------


def pack(kind: str, a: int = 0, b: int = 0, c: int = 0) -> int:
    return STAGES.index(kind) | a << 8 | b << 16 | c << 24


MOVES = (
    (pack("start", 4), "t4", "starting tile 4: 2 writing tokens for unrest in Wei"),
    (pack("play", 57, 1), "U57", "Unification action with card 57 (currency)"),
    (pack("play", 90, 8), "N90", "no action is possible with card 90 (laws)"),
    (pack("region", 2), "@z", "place the card in Zhao"),
    (pack("recruit", 1, 4), "+ry", "architect to Yan"),
    (pack("card", 122, 0), "official_here@c", "Alchemist card (official here) to Chu"),
    (pack("unlock_one"), "unlock", "unlock a soldier"),
    (pack("master", 130), "M:vp_per_round", "take the Master Alchemist card (vp per round)"),
    (pack("governor", 3, 1), "gq2", "governor in Qi, space 2"),
    (pack("governor", 3, 255), "gqo", "governor in Qi, open area"),
    (pack("bonus", 1), "b2", "bonus: ship 3 spaces"),
    (pack("hire", 1), "hw", "hire in Wei"),
    (pack("palace", 0, 1), "pcw", "palace in Chu, third worker from Wei"),
    (pack("palace", 0, 5), "pc", "palace in Chu for free"),
    (pack("palace_tile", 4), "=u", "palace tile: all cards, for 1 unrest"),
    (pack("large", 2), "*2l", "large laws token"),
    (pack("wall", 5, 2), "w6/2", "wall in section 6 (phoenix), slot of 2 workers"),
    (pack("pay", 0b10001), "-cy", "workers from Chu and Yan"),
    (pack("move", 0, 1, 2), "aw>z", "alchemist from Wei to Zhao"),
    (pack("stop"), "stop", "stop"),
    (pack("tokens", 1, 0, 1), "*wl", "1 writing token and 1 laws token"),
    (pack("calm", 0b110), "~wz", "unrest -1 in Wei and Zhao"),
    (pack("move_worker", 3, 4), "q>y", "worker from Qi to Yan"),
    (pack("place", 0), ">c", "2 workers to Chu"),
    (pack("unlock", 2), "u2", "unlock 2 soldiers"),
    (pack("spend", 1, 1), "-1+1", "spend 1 large token and 1 small token"),
    (pack("return", 1, 3), "-c3", "return 3 currency tokens"),
)


@pytest.mark.parametrize(("move", "notation", "text"), MOVES)
def test_moves_in_words(move: int, notation: str, text: str) -> None:
    table = loaded(4).words.moves
    fields = table.describe({"target": 0, "type": 3, "amount": 2}, move)
    assert (table.notation(fields), table.text(fields)) == (notation, text)
    jsonschema_rs.validate(table.schema(), fields)


def test_moves_about_the_table_name_what_lies_there() -> None:
    game = loaded(3)
    table, state = game.words.moves, game.state(game.deal(seed=1))
    state["emperor"] = [[1], [2], [3], [4], [5], [6]]
    state["target"], state["row"], state["round"], state["active"] = 5, 2, 3, 0
    state["seat"][0]["card"][1][0] = 77
    told = {
        name: table.text(table.describe(state, move))
        for name, move in {
            "emperor": pack("emperor", 1, 0),
            "ability": pack("ability", 1, 0),
            "reward": pack("reward", 1),
        }.items()
    }
    assert told == {
        "emperor": "Emperor tile (wall) on card 77 in Wei",
        "ability": "activate card 77 in Wei",
        "reward": "accept the laws reward (1 governor for free in Zhao or Qi)",
    }
    soldier = table.describe(state, pack("soldier", 4))
    assert (soldier["row"], soldier["column"], table.notation(soldier)) == (2, 2, "s22")
    assert re.fullmatch(r"soldier on 2\.2 \(elixir: ship on 12, 2 Alchemist cards\)", table.text(soldier))
    assert table.text(table.describe(state, pack("his_soldier", 8))).startswith("Li Si's soldier on 3.3 (Yan: ")


@pytest.mark.parametrize(("players", "options"), CASES)
def test_every_turn_phase_and_round_ends_once_and_in_order(players: int, options: dict[str, Any]) -> None:
    game, _, positions = played(players, 5, **options)
    names = next(name for name, _ in game.words.milestones(None, positions[0]))
    for before, after in itertools.pairwise(positions):
        names += [name for ended, _ in game.words.milestones(before, after) for name in ended]
    seats = players + game.bots
    tiles = names[: names.index("set-up")]
    assert tiles[0] == "set-up but for the starting tiles"
    assert sorted(tiles[1:]) == [f"starting tile of player {i + 1}" for i in range(players)]
    wanted = []
    tableau = game.words.setup(positions[0])["tableau"]
    for n in range(1, 6):
        wanted += [f"round {n}, phase 1", *(f"round {n}, phase 2, turn {k + 1}" for k in range(6 * seats))]
        wanted += [
            f"round {n}, phase 2",
            *(f"round {n}, phase 3, {aspect}" for aspect in tableau),
            f"round {n}, phase 3",
        ]
    assert [name.split(" (")[0] for name in names[len(tiles) + 1 :]] == wanted


def test_between_rounds_all_cards_lie_on_their_decks_or_were_played() -> None:
    game, _, positions = played(3, 6)
    for before, after in itertools.pairwise(positions):
        for ended, state in game.words.milestones(before, after):
            if ended[-1].endswith("phase 3") and state["now"]["decision"] is None and after.to_move is not None:
                round_ = int(re.findall(r"\d", ended[-1])[0])
                assert all(player["hand"] == [] for player in state["players"])
                assert {len(deck) for deck in state["decks"].values()} == {40 - 6 * round_}


def test_only_who_draws_is_told_the_cards() -> None:
    game, moves, positions = played(2, 8)
    drawing = screen(game, positions[0])
    draws = 0
    for before, move, after in zip(positions, moves, positions[1:], strict=False):
        for line in game.words.events(before, move, after):
            if "draws" in line:
                draws += 1
                mine = int(line.split()[1])
                assert drawing.redact(line, seat=mine, mover=1) == line
                assert drawing.redact(line, seat=3 - mine, mover=1) == f"player {mine} draws 6 cards"
    assert draws == 2 * 5
    tile = "starting tile 3: 1 general"
    assert [drawing.redact(tile, seat=seat, mover=2) for seat in (1, 2)] == ["a starting tile", tile]
    assert drawing.redact("hire in Wei", seat=1, mover=2) == "hire in Wei"


@pytest.mark.parametrize(("players", "lisi"), [(2, "1"), (3, "1"), (4, "1"), (1, "1"), (1, "4")])
def test_whole_states_have_the_form_they_say(players: int, lisi: str) -> None:
    game, _, positions = played(players, 2, lisi=lisi)
    valid = jsonschema_rs.validator_for(game.words.part_schemas()["state"])
    for position in positions:
        valid.validate(json.loads(json.dumps(game.words.whole_state(position))))


def test_a_set_up_that_is_none_is_refused() -> None:
    game = loaded(3)
    setup = game.words.setup(game.deal(seed=5))
    setup["decks"]["laws"][0] = setup["decks"]["laws"][1]
    with pytest.raises(ValueError, match=r"decks\.laws"):
        game.words.deal_from_setup(setup, seed=5)


def test_events_tell_every_point_scored_in_play() -> None:
    game, moves, positions = played(3, 1)
    scored = [0, 0, 0]
    for before, move, after in zip(positions, moves, positions[1:], strict=False):
        for line in game.words.events(before, move, after):
            if told := re.match(r"player (\d) scores (\d+) VP", line):
                scored[int(told[1]) - 1] += int(told[2])
    assert scored == [seat["vp"] for seat in game.state(positions[-1])["seat"][:3]]
    assert any(scored)


@pytest.mark.parametrize(("players", "lisi"), [(3, "1"), (1, "2")])
def test_a_view_hides_hands_decks_and_tiles_and_shows_backs(players: int, lisi: str) -> None:
    game, _, positions = played(players, 1, lisi=lisi)
    for position in positions[::7]:
        seen, everything = game.words.view(position, 0), game.words.whole_state(position)
        hands = [player["hand"] for player in everything["players"]]
        assert [card["card"] for card in seen["players"][0]["hand"]] == hands[0]
        for hand, player in zip(hands[1:], seen["players"][1:], strict=True):
            assert player["hand"] == sorted((game.words.cards.aspect(card) for card in hand), key=ASPECTS.index)
        assert seen["cards_in_decks"] == {name: len(deck) for name, deck in everything["decks"].items()}
        assert not {"decks", "players"} & set(seen["board"])
        json.dumps(seen)
        if game.stages[position.clock()[2]] == "start":
            assert all(player["starting_tiles"] is None for player in seen["players"][1:])
        if game.bots:
            assert not {"action_deck", "unification_deck", "dropped"} & set(seen["lisi"])


@pytest.mark.parametrize(("width", "short"), [(80, True), (160, False)])
@pytest.mark.parametrize(("players", "lisi"), [(2, "1"), (3, "1"), (4, "1"), (1, "4")])
def test_a_table_fits_its_columns(players: int, lisi: str, width: int, short: bool) -> None:
    game, _, positions = played(players, 3, lisi=lisi)
    drawing = screen(game, positions[0], short=short)
    assert drawing.legend
    for position in positions[::40]:
        console = Console(width=width)
        with console.capture() as capture:
            rendered = drawing.render(game.words.whole_state(position), seat=1)
            console.print(render_table(rendered, width, short=short))
        assert max(map(len, capture.get().splitlines())) <= width


def test_the_screen_shows_soldiers_walls_and_ships() -> None:
    game, _, positions = played(4, 3)
    state = game.words.whole_state(positions[-1])
    parts = screen(game, positions[0], short=True).render(state)["parts"]
    regions, wall, elixir, mausoleum, court, *_ = parts
    for spot, row in zip(state["mausoleum"], mausoleum["blocks"][0]["table"]["rows"], strict=True):
        shown = [span for span in row[2] if isinstance(span, list) and span[1].startswith("on-seat")]
        assert [int(text) for text, _ in shown] == spot["soldiers"]
    for section, row in zip(state["wall_sections"], wall["blocks"][0]["table"]["rows"], strict=True):
        shown = [span[0] for span in row[-1] if isinstance(span, list) and span[1].startswith("on-seat")]
        assert [int(str(text)) for text in shown] == [owner for owner in section["slots"] if owner]
    ships = plain_text(elixir["blocks"][0]["facts"][1][1])
    assert [int(n) for n in re.findall(r"\d (\d+):", ships)] == [player["ship"] for player in state["players"]]
    assert (plain_text(regions["title"]), plain_text(court["title"])) == ("Regions", "Court")
    assert card_of(load(), 126) == "master vp_per_alchemist_here"
